//! From the plan to a swift game, for each player: who is the mover is known here, so that "enemy" and "the mover's
//! king" become rows of bits. Whatever is not recognised makes the game, or the phase, an ordinary one.

use super::{
    At, Bits, Carrying, Cond, Deed, Eff, Far, Flanking, Lines, NO_ROW, Num, Pick, Placing, Program, ROWS,
    Set, Shift,
};
use super::{
    NOWHERE, STOCKS, Shapes, Shifted, Stretches, Surrounding, Swift, Turn, VARS, Verdict, Walk, Way, Ways,
    bit,
};
use crate::game::{ContainerKind, Game, StepWalk};
use crate::kernel::end::{NextPhase, Outcome, ResultKind};
use crate::kernel::int::Owners;
use crate::kernel::moves::Place;
use crate::kernel::region::Whats;
use crate::kernel::walk::{self, Part};
use crate::kernel::{Bool, Effect, EndRule, Int, IntArr, Moves, MovesKind, PromoteTo, Region};
use crate::plan::tables::{Rays, Targets, Walks};
use crate::plan::test::Test;
use crate::plan::{ByWhat, Length, LineRule, Num as PlanNum, PLAIN, Pieces, ToldBy, Where};
use crate::plan::{
    Cond as PlanCond, Eff as PlanEff, Form, From, Gen, GenId, Leaf, Pivot, Plan, ScoreOf, Sites,
};
use crate::types::*;
use std::sync::Arc;

/// Rules nested deeper than this are not for us.
const DEEPEST: u32 = 24;
/// More differences of numbers than this, and going from piece to piece is quicker.
const MOST_SHIFTS: usize = 16;

/// A swift game, where this is one.
pub(in crate::plan) fn swift(plan: &Plan<'_>) -> Option<Swift> {
    let game = plan.game;
    let uses = &game.uses;
    let (first, len) = game.layout.board[game.site_type as usize];
    let swift = !plan.plain
        && plan.simple_pieces
        && plan.lean.is_none()
        && !plan.notes_actions
        && !plan.compares_positions
        && !plan.has_dice
        && (1..=3).contains(&game.players)
        && (!uses.state || by_state(game))
        && !uses.rotation
        && !uses.value
        && !uses.teams
        && !uses.visited
        // (Where owners read as components, they must be the same.)
        && (!uses.who_is_what || game.components.iter().enumerate().skip(1).all(|(i, c)| c.owner == i))
        && (!uses.vars || game.names.len() <= VARS)
        && !uses.pending
        && !uses.stochastic
        && !uses.last_between
        && !uses.payoff
        && !uses.amount
        && !game.meta.swap
        && !game.meta.no_suicide
        && game.meta.repeat.is_none()
        && first == 0
        && game.board.len(game.site_type) == len
        && game.components.len() + game.players + 4 < ROWS;
    if !swift {
        return None;
    }
    match game.layout.words() {
        1 => program(plan).map(Swift::One),
        2 => program(plan).map(Swift::Two),
        3..=4 => program(plan).map(Swift::Four),
        _ => None,
    }
}

/// Is there one component only, of which nothing counts but on which of two sides it lies?
fn by_state(game: &Game) -> bool {
    game.players == 2 && game.components.len() == 2 && game.components[1].flips == Some((1, 2))
}

fn program<const W: usize>(plan: &Plan<'_>) -> Option<Program<W>> {
    let game = plan.game;
    let sites = game.board.len(game.site_type);
    let mut board = [0; W];
    for slot in 0..sites {
        board[slot / 64] |= 1 << (slot % 64);
    }
    let by_state = game.uses.state;
    let stocks = stocks(plan);
    let components = if by_state { 3 } else { game.components.len() };
    let owner_row = |what: usize| match what {
        0 => NO_ROW as u8,
        _ if by_state => (components + what) as u8,
        _ => (components + game.components[what].owner.min(game.players + 1)) as u8,
    };
    let slides = plan.leaves.iter().any(|leaf| matches!(leaf.form, Form::Slide { .. } | Form::Shoot { .. }));
    let tries = plan.leaves.iter().any(|leaf| leaf.tried.is_some());
    let threats = asks_threats(game);
    let looks_ahead =
        !slides && !tries && !asks_counter(game) && game.phases.iter().all(|phase| phase.next.is_empty());
    let phases: Vec<Option<Box<[Turn<W>]>>> = (0..plan.phases.len())
        .map(|phase| {
            // (A phase that gives way to another for good or ill after each move is as good as none.)
            let next_phase = match &game.phases[phase].next[..] {
                [] => None,
                [NextPhase { role: Role::Mover, cond, phase: Some(next) }] if *next < game.phases.len() => {
                    Some((cond.as_ref(), u8::try_from(*next).ok()?))
                }
                _ => return None,
            };
            let mut turns = vec![Turn::default()];
            for mover in 1..=game.players {
                let build = Build {
                    plan,
                    mover,
                    sites,
                    board,
                    near: Arc::default(),
                    looks_ahead,
                    threats,
                    asker: None,
                    noting: None,
                    stocks: &stocks,
                };
                let next_phase = match next_phase {
                    Some((Some(cond), next)) => Some((Some(build.bool(cond, NOTHING, DEEPEST)?), next)),
                    Some((None, next)) => Some((None, next)),
                    None => None,
                };
                turns.push(Turn { next_phase, ..build.turn(phase)? });
            }
            Some(turns.into())
        })
        .collect();
    phases.iter().any(Option::is_some).then(|| Program {
        board,
        sites,
        stocks: stocks.clone(),
        owner_row: (0..components).map(owner_row).collect(),
        components,
        players: game.players,
        by_state,
        phases: phases.into(),
        turn_limit: game.turn_limit.saturating_mul(game.players as i32),
        move_limit: game.move_limit,
        clears: game.uses.sequence_capture,
        vars: if game.uses.vars { game.names.len() } else { 0 },
        slides,
        tries,
    })
}

/// Where pieces may wait beside the board: the sites of hands, where there are few, and where pieces come from them.
fn stocks(plan: &Plan<'_>) -> Box<[(u16, i32)]> {
    let game = plan.game;
    let hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
    let all: Box<[(u16, i32)]> = hands
        .flat_map(|c| c.first..c.first + c.len)
        .map(|site| (game.layout.slot(SiteType::Cell, site) as u16, site))
        .collect();
    let come = plan.leaves.iter().any(|leaf| matches!(leaf.origin, From::Site(Int::HandSite { .. })));
    if !come || all.len() > STOCKS || game.uses.state { Box::default() } else { all }
}

struct Build<'a, 'g, const W: usize> {
    plan: &'a Plan<'g>,
    /// Slots beside the board where pieces wait, with the numbers of their sites.
    stocks: &'a [(u16, i32)],
    mover: usize,
    sites: usize,
    board: Bits<W>,
    near: Arc<std::sync::OnceLock<Arc<Targets>>>,
    /// Can moves be counted before the turn of their mover has come?
    looks_ahead: bool,
    /// Does any rule ask for threats?
    threats: bool,
    /// Who asks what the mover could do, and tries it.
    asker: Option<usize>,
    /// What is noted under this name before the moves that are being looked at.
    noting: Option<(u16, Arc<Set<W>>)>,
}

/// What a rule may look at: which of `(from)`, `(to)`, `(between)`, `(site)` are known there.
#[derive(Clone, Copy)]
struct Seen {
    from: bool,
    to: bool,
    over: bool,
    site: bool,
    /// Is it an end rule, asked after a move that was no pass?
    at_end: bool,
}

const NOTHING: Seen = Seen { from: false, to: false, over: false, site: false, at_end: false };
const AT_THE_END: Seen = Seen { at_end: true, ..NOTHING };
const THE_MOVE: Seen = Seen { from: true, to: true, over: true, ..NOTHING };

impl<'a, 'g, const W: usize> Build<'a, 'g, W> {
    fn turn(&self, phase: usize) -> Option<Turn<W>> {
        let pick = self.pick(self.plan.phases[phase], DEEPEST)?;
        // (Where threats are asked for, it must be known what everybody can do.)
        if self.threats && has_unknown(&pick) {
            return None;
        }
        let mut ends = Vec::new();
        for part in self.plan.phase_ends[phase].iter().chain(&self.plan.ends) {
            let cond = part.cond.as_ref()?;
            // (A condition that is not known here may stand behind one that seldom holds.)
            let cond = match cond {
                PlanCond::And(list) => {
                    let mut parts = vec![self.cond(list.first()?, AT_THE_END, DEEPEST)?];
                    let rest = list
                        .iter()
                        .skip(1)
                        .map(|c| self.cond(c, AT_THE_END, DEEPEST).unwrap_or(Cond::Unknown));
                    parts.extend(rest);
                    Cond::And(parts.into())
                }
                cond => self.cond(cond, AT_THE_END, DEEPEST)?,
            };
            ends.push((cond, self.verdict(part.rule)));
        }
        let looks_ahead = ends.iter().any(|(cond, _)| asks_next(cond)) && self.looks_ahead;
        Some(Turn { pick, ends: ends.into(), looks_ahead, next_phase: None })
    }

    fn verdict(&self, rule: &EndRule) -> Verdict {
        let EndRule::If { cases, result: Some(Outcome::Result { who, result }), .. } = rule else {
            return Verdict::AsWritten;
        };
        let is_next = *who == Role::Next;
        let who = match who {
            Role::Mover => Some(self.mover),
            Role::P(p) => Some(usize::from(*p)),
            _ => None,
        };
        let other = |p: usize| (3 - p) as u8;
        match (who, result) {
            _ if !cases.is_empty() || self.plan.game.players != 2 => Verdict::AsWritten,
            (None, ResultKind::Win) if is_next => Verdict::NextWon,
            (None, ResultKind::Loss) if is_next => Verdict::NextLost,
            (Some(p @ 1..=2), ResultKind::Win) => Verdict::Won(p as u8),
            (Some(p @ 1..=2), ResultKind::Loss) => Verdict::Won(other(p)),
            (Some(1..=2), ResultKind::Draw) => Verdict::Won(0),
            _ => Verdict::AsWritten,
        }
    }

    // ---- moves ----

    fn pick(&self, id: GenId, depth: u32) -> Option<Pick<W>> {
        let depth = depth.checked_sub(1)?;
        let all =
            |parts: &[GenId]| parts.iter().map(|&part| self.pick(part, depth)).collect::<Option<Box<[_]>>>();
        match &self.plan.gens[id] {
            Gen::All(parts) => Some(Pick::All(all(parts)?)),
            Gen::First(parts) => Some(Pick::First(all(parts)?)),
            Gen::If { cond, then, otherwise, .. } => {
                let cond = self.cond(cond, NOTHING, depth)?;
                match (&cond, otherwise) {
                    (Cond::Const(true), _) => return self.pick(*then, depth),
                    (Cond::Const(false), Some(other)) => return self.pick(*other, depth),
                    (Cond::Const(false), None) => return Some(Pick::Nothing),
                    _ => {}
                }
                // (What is rare may be unknown: the game is handed back there.)
                let then = self.pick(*then, depth).unwrap_or(Pick::Unknown);
                let otherwise = match otherwise {
                    Some(other) => self.pick(*other, depth).unwrap_or(Pick::Unknown),
                    None => Pick::Nothing,
                };
                if let (Pick::Unknown, Pick::Unknown | Pick::Nothing) = (&then, &otherwise)
                    && !matches!(cond, Cond::Const(false) | Cond::Not(_))
                {
                    return None;
                }
                Some(Pick::If(cond, Box::new([then, otherwise])))
            }
            Gen::Pieces(pieces) if matches!(pieces.player, Int::Mover) => self.pieces(pieces, depth),
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                match &leaf.form {
                    Form::Pass => Some(Pick::Pass(Arc::new(self.deed(*index, leaf, depth)?))),
                    Form::Place { piece, to, state: None, on_stack: false } => {
                        let what = u8::try_from(self.number(piece)?).ok().filter(|&what| what > 0)?;
                        if usize::from(what) >= self.plan.game.components.len()
                            || leaf.ask.is_some()
                            || leaf.tried.is_some()
                        {
                            return None;
                        }
                        let to = match to {
                            Where::Empty => all_of(vec![Set::Part(0, self.board), self.set(&leaf.to)?]),
                            Where::Site(_) | Where::Region(_) => return None,
                        };
                        Some(Pick::Place(Arc::new(Placing {
                            to,
                            what,
                            deed: self.deed(*index, leaf, depth)?,
                        })))
                    }
                    Form::Select => {
                        let From::Region(region) = &leaf.origin else { return None };
                        if leaf.ask.is_some() || leaf.tried.is_some() || !matches!(leaf.to, Test::True) {
                            return None;
                        }
                        let mut to = vec![self.sites(region, NOTHING)?, Set::Fixed(self.board)];
                        if let Some(test) = &leaf.from_cond {
                            to.push(self.set(test)?);
                        }
                        let deed = self.deed(*index, leaf, depth)?;
                        Some(Pick::Place(Arc::new(Placing { to: all_of(to), what: 0, deed })))
                    }
                    Form::Remove => {
                        let From::Region(region) = &leaf.origin else { return None };
                        if leaf.from_cond.is_some() || leaf.ask.is_some() || leaf.tried.is_some() {
                            return None;
                        }
                        let there = all_of(vec![Set::Without(0), Set::Fixed(self.board)]);
                        let to = all_of(vec![self.sites(region, NOTHING)?, there]);
                        Some(Pick::Place(Arc::new(Placing {
                            to,
                            what: 0,
                            deed: self.deed(*index, leaf, depth)?,
                        })))
                    }
                    Form::Carry { to: Where::Empty } => {
                        if leaf.ask.is_some() || leaf.tried.is_some() || leaf.stack {
                            return None;
                        }
                        let mut beside = None;
                        let mut from = match &leaf.origin {
                            From::Region(region) => {
                                vec![self.sites(region, NOTHING)?, Set::Without(0), Set::Fixed(self.board)]
                            }
                            From::Site(site) if !leaf.copy => {
                                let (slot, number) = self.stock(site)?;
                                beside = Some(u16::try_from(number).ok()?);
                                vec![Set::Fixed(bit(slot)), Set::Without(0)]
                            }
                            From::Site(_) | From::Register | From::None => return None,
                        };
                        if let Some(test) = &leaf.from_cond {
                            from.push(self.set(test)?);
                        }
                        let to = all_of(vec![Set::Part(0, self.board), self.set(&leaf.to)?]);
                        let deed = Deed { from_beside: beside, ..self.deed(*index, leaf, depth)? };
                        Some(Pick::Carry(Arc::new(Carrying { from: all_of(from), to, deed })))
                    }
                    _ if matches!(leaf.origin, From::Site(Int::LastTo)) => {
                        if leaf.from_cond.is_some() {
                            return None;
                        }
                        Some(Pick::Walk(Arc::new(self.walk(*index, None, None, depth)?)))
                    }
                    _ => None,
                }
            }
            Gen::ForSites { region: Sites::Passing { test: Test::Empty, .. }, moves } => {
                let Gen::Leaf(index) = self.plan.gens[*moves] else { return None };
                let leaf = &self.plan.leaves[usize::from(index)];
                let Form::Outflank { flank, piece: Int::Const(1), state: Some(Int::Mover) } = &leaf.form
                else {
                    return None;
                };
                if !self.plan.game.uses.state
                    || !matches!(flank.told_by, Some(ToldBy::State))
                    || !matches!(flank.effect, PlanEff::Flip { site: Int::Between, .. })
                    || flank.min > 1
                    || (flank.max as usize) < self.sites
                    || leaf.tried.is_some()
                    || leaf.at_target.is_some()
                    || leaf.at_hurdle.is_some()
                {
                    return None;
                }
                let (friends, enemies) = (self.mover as u8, self.next() as u8);
                let mut deed = self.deed(index, leaf, depth)?;
                deed.catches = true;
                deed.before = Box::new([Eff::Flank(Box::new(Flanking {
                    from: At::To,
                    rays: flank.rays.clone(),
                    min: flank.min,
                    max: flank.max,
                    target: Set::Row(enemies),
                    friend: Set::Row(friends),
                    effect: Eff::Become(At::Over, friends),
                }))]);
                let to = Set::Catching(friends, enemies, self.straight_lines(&flank.rays)?);
                Some(Pick::Place(Arc::new(Placing { to, what: friends, deed })))
            }
            Gen::Plain { rule, outer, tried: None, .. } if outer.is_empty() && rule.then.is_none() => {
                let MovesKind::Promote { kind, site: Int::LastTo, to } = &rule.kind else { return None };
                if *kind != self.plan.game.site_type || !rule.decision {
                    return None;
                }
                let deed = Deed { leaf: PLAIN, ..Deed::default() };
                let what = self.promoted(to)?;
                Some(Pick::Place(Arc::new(Placing { to: Set::LastTo, what, deed })))
            }
            Gen::After { prior, next, .. } if self.noting.is_none() => {
                // Sites are noted first, and forgotten after the move.
                let PlanEff::ForSites { region, each } = prior else { return None };
                let PlanEff::One { effect: Effect::Remember { name, value, .. }, then: None } = &**each
                else {
                    return None;
                };
                if *value != Int::Site {
                    return None;
                }
                let set = self.sites(region, NOTHING)?;
                let noting = Some(((*name)?, Arc::new(set)));
                Build { near: self.near.clone(), noting, ..*self }.pick(*next, depth)
            }
            // (What must be tried, and threats, do not go with it.)
            Gen::Longest { of } if !self.threats && self.plan.afters.is_empty() => {
                Some(Pick::Longest(Box::new(self.pick(*of, depth)?)))
            }
            Gen::Pieces(_)
            | Gen::Plain { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Tall { .. }
            | Gen::Longest { .. } => None,
        }
    }

    /// The same with another for the mover.
    fn seen_by(&self, mover: usize, asker: Option<usize>) -> Build<'a, 'g, W> {
        Build { mover, asker, near: self.near.clone(), noting: self.noting.clone(), ..*self }
    }

    fn pieces(&self, pieces: &Pieces<'g>, depth: u32) -> Option<Pick<W>> {
        if pieces.container.is_some() {
            return None;
        }
        let mut walks = Vec::new();
        for piece in pieces.by_player.get(self.mover).map_or(&[][..], |list| list) {
            let row = self.row(piece.what.into());
            for &id in &piece.rest {
                walks.push(self.of_piece(id, piece.what.into(), depth)?);
            }
            for flat in &piece.flat {
                let leaf = &self.plan.leaves[usize::from(flat.leaf)];
                let mut origins = vec![row.clone()];
                if !self.stocks.is_empty() {
                    origins.push(Set::Fixed(self.board));
                }
                for &(guard, yes) in &flat.guards {
                    let Gen::If { at_from: Some(test), .. } = &self.plan.gens[guard] else {
                        return None;
                    };
                    let set = self.set(test)?;
                    origins.push(if yes { set } else { but(set) });
                }
                if let Some(test) = &leaf.from_cond {
                    origins.push(self.set(test)?);
                }
                let walk = self.walk(flat.leaf, Some(all_of(origins)), Some(piece.what.into()), depth)?;
                walks.push(Pick::Walk(Arc::new(walk)));
            }
        }
        Some(Pick::All(walks.into()))
    }

    /// Lines as steps by the same difference all along; nothing where they are not so regular.
    fn straight_lines(&self, rays: &Rays) -> Option<Arc<[Shift<W>]>> {
        let mut dirs: Vec<Shift<W>> = Vec::new();
        for site in 0..self.sites {
            for ray in rays.of(site) {
                let mut last = site as i32;
                let Some(apart) = ray.first().map(|&first| i32::from(first) - last) else { continue };
                for &next in ray {
                    if i32::from(next) - last != apart {
                        return None;
                    }
                    last = next.into();
                }
                let known = dirs.iter().position(|dir| dir.to == apart);
                let at = known.unwrap_or(dirs.len());
                if known.is_none() {
                    dirs.push(Shift { over: 0, to: apart, origins: [0; W] });
                }
                dirs[at].origins[site / 64] |= 1 << (site % 64);
            }
        }
        (dirs.len() <= MOST_SHIFTS).then(|| dirs.into())
    }

    /// What a piece may do that the plan does not look at as sets.
    fn of_piece(&self, id: GenId, what: usize, depth: u32) -> Option<Pick<W>> {
        let depth = depth.checked_sub(1)?;
        match &self.plan.gens[id] {
            Gen::All(parts) => {
                let parts = parts.iter().map(|&part| self.of_piece(part, what, depth));
                Some(Pick::All(parts.collect::<Option<_>>()?))
            }
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                let From::Register = leaf.origin else { return None };
                let mut origins = vec![self.row(what), Set::Fixed(self.board)];
                if let Some(test) = &leaf.from_cond {
                    origins.push(self.set(test)?);
                }
                Some(Pick::Walk(Arc::new(self.walk(*index, Some(all_of(origins)), Some(what), depth)?)))
            }
            Gen::First(_)
            | Gen::If { .. }
            | Gen::Pieces(_)
            | Gen::Plain { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Tall { .. }
            | Gen::Longest { .. } => None,
        }
    }

    fn walk(&self, index: u16, origins: Option<Set<W>>, what: Option<usize>, depth: u32) -> Option<Walk<W>> {
        let leaf = &self.plan.leaves[usize::from(index)];
        let (mut to, mut over, mut through, mut shoots) = (self.set(&leaf.to)?, None, None, 0);
        let (mut as_many, mut far) = (None, None);
        let each = |of: &dyn Fn(usize) -> Option<Arc<Ways<W>>>, same: bool| -> Box<[Option<Arc<Ways<W>>>]> {
            match what {
                Some(what) => Box::new([of(what)]),
                None if same => Box::new([of(0)]),
                None => (0..self.plan.game.components.len()).map(of).collect(),
            }
        };
        let ways = match &leaf.form {
            Form::Jump(table) => {
                let ways = |what: usize| Some(Arc::new(self.straight(table.of(what)?)));
                each(&ways, matches!(table, ByWhat::Same(_)))
            }
            Form::Hop { pairs: Some(pairs), hurdle, steps: None, stop: None, .. } => {
                over = Some(self.set(hurdle)?);
                let ways = |what: usize| {
                    let pairs = pairs.of(what)?;
                    let of = |site: usize| {
                        pairs
                            .of(site)
                            .iter()
                            .map(|&(over, to)| Way { to, over, rest: 0, stops: true, between: [0; W] })
                            .collect()
                    };
                    Some(Arc::new(self.ways(&of, false)))
                };
                each(&ways, matches!(pairs, ByWhat::Same(_)))
            }
            Form::Hop {
                rays,
                pairs: None,
                steps: None,
                before,
                after,
                length: Length::One,
                hurdle,
                stop: None,
            } => {
                over = Some(self.set(hurdle)?);
                let rays = match (what, rays) {
                    (_, ByWhat::Same(rays)) => Box::new([Some(rays.clone())]) as Box<[_]>,
                    (Some(what), ByWhat::Each(list)) => Box::new([list.get(what)?.clone()]),
                    (None, ByWhat::Each(list)) => list.clone(),
                };
                let most = |n: i32| n.max(0) as usize;
                far = Some(Far { rays, before: most(*before), after: most(*after) });
                Box::new([Some(Arc::new(self.ways(&|_| Vec::new(), true)))])
            }
            // Over all but as many as stand on some line, and to right behind them.
            Form::Hop {
                rays,
                hurdle,
                before: 0,
                after: 0,
                stop: None,
                length: Length::Between(min, max),
                steps: Some(_),
                ..
            } => {
                let (PlanNum::Sub(a, b), PlanNum::Sub(c, d)) = (min, max) else { return None };
                let (
                    PlanNum::Sites { region, without: Some(Test::Empty) },
                    PlanNum::Const(1),
                    PlanNum::Sites { region: same, without: Some(Test::Empty) },
                    PlanNum::Const(1),
                ) = (&**a, &**b, &**c, &**d)
                else {
                    return None;
                };
                if (0..self.sites).any(|site| region.of(site) != same.of(site)) {
                    return None;
                }
                as_many = Some(region.clone());
                through = Some(self.set(hurdle)?);
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    let of = |site: usize| over_the_first(along(rays, site, usize::MAX));
                    Some(Arc::new(self.ways(&of, true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Slide { rays, min, max, pass }
                if *min <= 1 || (matches!(pass, Test::Empty) && never_empty(&leaf.to)) =>
            {
                let pass = self.set(pass)?;
                // A slide goes on while it may pass and need not stop, and ends wherever it may pass or stop.
                through = Some(all_of(vec![pass.clone(), but(to.clone())]));
                to = any_of(vec![to, pass]);
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    let of = |site: usize| {
                        let mut ways = along(rays, site, (*max).max(0) as usize);
                        // (How far a way leads is how many lie before it, and one.)
                        let far = |way: &Way<W>| super::count(&way.between) as i32 + 1;
                        ways.iter_mut().for_each(|way| way.stops = far(way) >= *min);
                        ways
                    };
                    Some(Arc::new(self.ways(&of, true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Shoot { piece, rays } => {
                shoots = u8::try_from(self.number(piece)?).ok().filter(|&what| what > 0)?;
                through = Some(to.clone());
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    Some(Arc::new(self.ways(&|site| along(rays, site, usize::MAX), true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Round { walks, min, max, pass } if *min <= 1 => {
                let pass = match pass {
                    // (A piece does not stand in its own way.)
                    Test::Or(list) if list.iter().any(|t| matches!(t, Test::IsFrom)) => {
                        let rest = list.iter().filter(|t| !matches!(t, Test::IsFrom));
                        any_of(rest.map(|t| self.set(t)).collect::<Option<_>>()?)
                    }
                    _ => return None,
                };
                through = Some(all_of(vec![pass, but(to.clone())]));
                let of = |site: usize| round(walks, site, (*max).max(0) as usize);
                Box::new([Some(Arc::new(self.ways(&of, true)))]) as Box<[_]>
            }
            Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Large { .. } => return None,
        };
        if leaf.kind != self.plan.game.site_type || leaf.stack {
            return None;
        }
        // (Such hops are looked for one by one: no more is asked of them, and nobody asks for their threats.)
        if far.is_some() && (leaf.ask.is_some() || self.threats) {
            return None;
        }
        let (mut either, mut straight) = (None, None);
        match &leaf.ask {
            Some(Test::And(list)) if origins.is_none() && over.is_some() => match &**list {
                [Test::Straight(headings)] => straight = Some(headings.clone()),
                _ => return None,
            },
            Some(test) => either = Some(self.either(test, depth)?),
            None => {}
        }
        // Pieces that are alike may lie together where they are counted: nothing lies there.
        if self.plan.game.uses.count && !only_empty(&leaf.to) {
            return None;
        }
        Some(Walk {
            origins,
            to,
            either,
            straight,
            as_many,
            over,
            far,
            through,
            ways,
            shoots,
            round: matches!(leaf.form, Form::Round { .. }),
            visits: self.asker.is_some(),
            deed: self.deed(index, leaf, depth)?,
        })
    }

    /// A condition on where a piece goes, or where it comes from, as two sets of which one must hold.
    fn either(&self, test: &Test<'g>, depth: u32) -> Option<(Set<W>, Set<W>)> {
        let parts = match test {
            Test::And(list) if list.len() == 1 => return self.either(&list[0], depth.checked_sub(1)?),
            Test::Or(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        let (mut to, mut from) = (Vec::new(), Vec::new());
        for part in parts {
            match (self.set(part), part) {
                (Some(set), _) => to.push(set),
                (None, Test::AtFrom(test, _)) => from.push(self.set(test)?),
                (None, Test::Not(test)) => match &**test {
                    Test::AtFrom(test, _) => from.push(but(self.set(test)?)),
                    _ => return None,
                },
                (None, Test::Ask(cond, here)) if here.to && !here.from => {
                    let cond = self.cond(cond, Seen { from: true, ..NOTHING }, depth)?;
                    from.push(self.as_set(&cond, |at| at == At::From)?);
                }
                _ => return None,
            }
        }
        Some((any_of(to), any_of(from)))
    }

    /// The sites that a condition on one site and nothing else holds at.
    fn as_set(&self, cond: &Cond<W>, of: impl Fn(At) -> bool + Copy) -> Option<Set<W>> {
        let all = |list: &[Cond<W>]| list.iter().map(|c| self.as_set(c, of)).collect::<Option<Vec<_>>>();
        let components = self.plan.game.components.len();
        let row = |what: i32| match usize::try_from(what) {
            Ok(what) if (1..components).contains(&what) => self.row(what),
            _ => Set::Fixed([0; W]),
        };
        match cond {
            Cond::Const(true) => Some(Set::Fixed([u64::MAX; W])),
            Cond::Const(false) => Some(Set::Fixed([0; W])),
            Cond::In(at, set) if of(*at) => Some(set.clone()),
            Cond::Equal(Num::SiteOf(at), Num::Const(site))
            | Cond::Equal(Num::Const(site), Num::SiteOf(at))
                if of(*at) =>
            {
                let site = u16::try_from(*site).ok().filter(|&site| usize::from(site) < self.sites)?;
                Some(Set::Fixed(bit(site)))
            }
            Cond::Equal(Num::What(at), Num::Const(what @ 1..)) if of(*at) => Some(row(*what)),
            Cond::Equal(Num::What(at), Num::ByNext(whats)) if of(*at) => {
                // (What is nothing stands nowhere: a number below 1 is no component.)
                Some(Set::ByNext(whats.iter().map(|&what| row(what)).collect()))
            }
            Cond::Not(cond) => Some(but(self.as_set(cond, of)?)),
            Cond::And(list) => Some(all_of(all(list)?)),
            Cond::Or(list) => Some(any_of(all(list)?)),
            Cond::In(..)
            | Cond::None(_)
            | Cond::Equal(..)
            | Cond::Less(..)
            | Cond::Odd(_)
            | Cond::SameMover
            | Cond::Any(_)
            | Cond::NextCan(_)
            | Cond::NextCannotMove
            | Cond::Triggered(_)
            | Cond::Stalemated(_)
            | Cond::Threatened(_)
            | Cond::Unknown
            | Cond::OneGroup(..)
            | Cond::LineThrough(..)
            | Cond::Line(_) => None,
        }
    }

    fn straight(&self, table: &Targets) -> Ways<W> {
        self.ways(
            &|site| {
                table
                    .of(site)
                    .iter()
                    .map(|&to| Way { to, over: NOWHERE, rest: 0, stops: true, between: [0; W] })
                    .collect()
            },
            false,
        )
    }

    fn ways(&self, of: &dyn Fn(usize) -> Vec<Way<W>>, slides: bool) -> Ways<W> {
        let (mut starts, mut ways) = (vec![0], Vec::new());
        for site in 0..self.sites {
            ways.extend(of(site));
            starts.push(ways.len() as u32);
        }
        let widest = starts.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
        let mut back = vec![([0; W], Vec::new()); self.sites];
        for (from, range) in starts.windows(2).enumerate() {
            for way in range[0]..range[1] {
                let (set, list) = &mut back[usize::from(ways[way as usize].to)];
                set[from / 64] |= 1 << (from % 64);
                list.push((from as u16, way));
            }
        }
        let back = back.into_iter().map(|(set, list)| (set, list.into_boxed_slice())).collect();
        let mut all =
            Ways { starts: starts.into(), ways: ways.into(), widest, shifts: None, few: 0, ends: None, back };
        if !slides {
            all.shifts = self.shifts(&all);
            all.ends = self.ends(&all);
            let shifts = all.shifts.as_ref().map_or(0, |shifts| shifts.len() as u32);
            all.few = if all.ends.is_some() { shifts * 3 / 4 } else { 2 * shifts / all.widest.max(1) }.max(2);
        }
        all
    }

    /// The ways as sets, by difference; nothing where one leads twice to the same end, or there are too many kinds.
    fn shifts(&self, ways: &Ways<W>) -> Option<Box<[Shift<W>]>> {
        let mut all: Vec<Shift<W>> = Vec::new();
        for from in 0..self.sites {
            for way in ways.of(from as u16) {
                let by = |slot: u16| i32::from(slot) - from as i32;
                let (over, to) = (if way.over == NOWHERE { 0 } else { by(way.over) }, by(way.to));
                let known = all.iter().position(|shift| (shift.over, shift.to) == (over, to));
                let at = known.unwrap_or(all.len());
                if known.is_none() {
                    all.push(Shift { over, to, origins: [0; W] });
                }
                let word = &mut all[at].origins[from / 64];
                if *word >> (from % 64) & 1 == 1 {
                    return None;
                }
                *word |= 1 << (from % 64);
            }
        }
        (all.len() <= MOST_SHIFTS).then(|| all.into())
    }

    fn ends(&self, ways: &Ways<W>) -> Option<Box<[Bits<W>]>> {
        let mut all = Vec::new();
        for from in 0..self.sites {
            let mut ends = [0; W];
            for way in ways.of(from as u16) {
                let end = bit::<W>(way.to);
                if way.over != NOWHERE || (0..W).any(|i| ends[i] & end[i] != 0) {
                    return None;
                }
                ends = std::array::from_fn(|i| ends[i] | end[i]);
            }
            all.push(ends);
        }
        Some(all.into())
    }

    fn deed(&self, index: u16, leaf: &Leaf<'g>, depth: u32) -> Option<Deed<W>> {
        let mut before = Vec::new();
        for eff in leaf.at_hurdle.iter().chain(&leaf.at_target) {
            before.push(self.eff(eff, THE_MOVE, depth).filter(|eff| !has_do(eff))?);
        }
        let mut then = Vec::new();
        for id in &leaf.thens {
            then.push(self.eff(&self.plan.thens[id.0 as usize], NOTHING, depth)?);
        }
        // What is noted must be forgotten after each move.
        let forgets = |eff: &Eff<W>| match eff {
            Eff::All(list) => list.iter().any(|eff| matches!(eff, Eff::Forget)),
            eff => matches!(eff, Eff::Forget),
        };
        if self.noting.is_some() && !then.iter().any(forgets) {
            return None;
        }
        let tried = match leaf.tried {
            Some(after) => {
                // The move must be no more than the piece's going until that is asked.
                let done = then.len() - leaf.outside.min(then.len());
                if !before.iter().all(takes) || !then[..done].iter().all(is_harmless) || leaf.copy {
                    return None;
                }
                let asker = self.seen_by(self.asker.unwrap_or(self.mover), None);
                let cond = asker.cond(&self.plan.afters[usize::from(after)].cond, NOTHING, depth)?;
                // (While a threat is judged, this is not asked: it must be about a threat, or there must be none.)
                let threat = matches!(&cond, Cond::Not(inner) if matches!(**inner, Cond::Threatened(_)));
                if self.threats && !threat {
                    return None;
                }
                Some(cond)
            }
            None => None,
        };
        Some(Deed {
            leaf: index,
            from_beside: None,
            noting: self.noting.as_ref().map(|(_, set)| set.clone()),
            copy: leaf.copy,
            hops: matches!(leaf.form, Form::Hop { .. }),
            removes: matches!(leaf.form, Form::Remove),
            selects: matches!(leaf.form, Form::Select),
            catches: false,
            tried,
            before: before.into(),
            then: then.into(),
        })
    }

    // ---- sets ----

    fn row(&self, what: usize) -> Set<W> {
        Set::Row(what as u8)
    }

    fn owned(&self, who: usize) -> Set<W> {
        Set::Row((self.plan.game.components.len() + who) as u8)
    }

    fn next(&self) -> usize {
        self.mover % self.plan.game.players + 1
    }

    /// The pieces of all players but the mover, as `Enemy` means them.
    fn enemies(&self) -> Set<W> {
        let others = (1..=self.plan.game.players + 1).filter(|&who| who != self.mover && self.owns(who));
        any_of(others.map(|who| self.owned(who)).collect())
    }

    /// Is there any piece of this owner?
    fn owns(&self, who: usize) -> bool {
        self.plan.game.components.iter().skip(1).any(|c| c.owner == who)
    }

    fn fixed(&self, words: &[u64]) -> Set<W> {
        Set::Fixed(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }

    fn set(&self, test: &Test<'g>) -> Option<Set<W>> {
        if self.plan.game.uses.state {
            // (Whose a piece is says nothing there.)
            return match test {
                Test::True => Some(Set::Fixed([u64::MAX; W])),
                Test::Empty => Some(Set::Row(0)),
                Test::FriendState => Some(self.row(self.mover)),
                Test::EnemyState => Some(self.row(self.next())),
                _ => None,
            };
        }
        let whats = |table: &[i32], player: usize| {
            let what = table.get(player).copied().and_then(|what| usize::try_from(what).ok())?;
            (1..self.plan.game.components.len()).contains(&what).then(|| self.row(what))
        };
        Some(match test {
            Test::True => Set::Fixed([u64::MAX; W]),
            Test::False => Set::Fixed([0; W]),
            Test::Empty => Set::Row(0),
            Test::Occupied => all_of(vec![Set::Without(0), Set::Fixed(self.board)]),
            Test::Enemy => self.enemies(),
            Test::Friend => self.owned(self.mover),
            Test::NotFriend => Set::Without((self.plan.game.components.len() + self.mover) as u8),
            Test::Is(what) => self.row(*what),
            Test::IsMovers(table) => whats(table, self.mover)?,
            Test::IsNexts(table) => {
                let row = |player| whats(table, player).unwrap_or(Set::Fixed([0; W]));
                Set::ByNext((0..=self.plan.game.players).map(row).collect())
            }
            Test::Of(who) => self.owned(*who),
            Test::Owned(role) => self.of_role(*role)?,
            Test::OfNext => self.of_role(Role::Next)?,
            Test::ByMover(tests) => self.set(tests.get(self.mover)?)?,
            Test::ToClear(0) => Set::ToClear,
            Test::In(bits) => self.fixed(bits),
            Test::Not(test) => but(self.set(test)?),
            Test::And(list) => all_of(list.iter().map(|t| self.set(t)).collect::<Option<_>>()?),
            Test::Or(list) => any_of(list.iter().map(|t| self.set(t)).collect::<Option<_>>()?),
            Test::ToClear(_)
            | Test::FriendState
            | Test::EnemyState
            | Test::Pending(_)
            | Test::Visited
            | Test::IsFrom
            | Test::Straight(_)
            | Test::AtFrom(..)
            | Test::AtStart { .. } => return None,
            Test::Ask(cond, here) => {
                let seen =
                    Seen { from: here.from, to: here.to, over: here.between, site: here.site, at_end: false };
                let cond = self.cond(cond, seen, DEEPEST)?;
                self.as_set(&cond, |at| match at {
                    At::From => here.from,
                    At::To => here.to,
                    At::Over => here.between,
                    At::Site => here.site,
                    At::LastTo | At::LastFrom | At::Fixed(_) => false,
                })?
            }
        })
    }

    /// The pieces of the one player that a role names.
    fn of_role(&self, role: Role) -> Option<Set<W>> {
        match role {
            Role::Next => Some(Set::OfNext(self.plan.game.components.len() as u8)),
            Role::All if self.stocks.is_empty() => {
                Some(all_of(vec![Set::Without(0), Set::Fixed(self.board)]))
            }
            role => Some(self.owned(self.role(role)?)),
        }
    }

    /// The one player that a role names.
    fn role(&self, role: Role) -> Option<usize> {
        match role {
            Role::P(p) => Some(p.into()),
            Role::Mover => Some(self.mover),
            Role::Enemy if self.plan.game.players == 2 => Some(self.next()),
            Role::Neutral => Some(0),
            Role::Shared | Role::Each | Role::Any => Some(self.plan.game.players + 1),
            _ => None,
        }
    }

    fn region(&self, region: &Region) -> Option<Set<W>> {
        let game = self.plan.game;
        if game.uses.state {
            return match region {
                Region::InState { kind, state } if *kind == game.site_type => match **state {
                    Int::Const(state @ 1..=2) => Some(self.row(state as usize)),
                    _ => None,
                },
                Region::Empty { kind } if *kind == game.site_type => Some(Set::Part(0, self.board)),
                _ => None,
            };
        }
        Some(match region {
            Region::Fixed(set) => {
                if set.iter().any(|site| site < 0 || site as usize >= self.sites) {
                    return None;
                }
                let mut bits = [0; W];
                set.iter().for_each(|site| bits[site as usize / 64] |= 1 << (site as usize % 64));
                Set::Fixed(bits)
            }
            Region::ByPlayer { regions, player } if matches!(**player, Int::Next) => {
                let sets = regions.iter().map(|region| self.region(region));
                Set::ByNext(sets.collect::<Option<_>>()?)
            }
            Region::ByPlayer { regions, player } => self.region(regions.get(self.player(player)?)?)?,
            Region::Union(list) => any_of(list.iter().map(|r| self.region(r)).collect::<Option<_>>()?),
            Region::Intersection(list) => all_of(list.iter().map(|r| self.region(r)).collect::<Option<_>>()?),
            Region::Difference(a, b) => all_of(vec![self.region(a)?, but(self.region(b)?)]),
            Region::Empty { kind } if *kind == game.site_type => Set::Part(0, self.board),
            Region::Occupied { of: Owners::Role(role), whats: Whats::Any, container, kind, .. }
                if *kind == game.site_type =>
            {
                match container.as_deref() {
                    None if self.stocks.is_empty() => self.of_role(*role)?,
                    Some(Int::Const(0)) => all_of(vec![self.of_role(*role)?, Set::Fixed(self.board)]),
                    None | Some(_) => return None,
                }
            }
            Region::ToClear => Set::ToClear,
            Region::List(list) => match (&**list, &self.noting) {
                (IntArr::Remembered(name), Some((known, _))) if *name == Some(*known) => Set::Noted,
                _ => return None,
            },
            Region::If { cond, then, otherwise } => {
                let Bool::In { site, region } = &**cond else { return None };
                let (Int::LastTo, Set::Fixed(slots)) = (&**site, self.region(region)?) else { return None };
                Set::IfLastIn(slots, Box::new([self.region(then)?, self.region(otherwise)?]))
            }
            Region::Around { kind, region, content: None, distance, dir, cond: None, include_self }
                if *kind == game.site_type
                    && matches!(**distance, Int::Const(1))
                    && matches!(**include_self, Bool::Const(false))
                    && matches!(dir, Direction::Adjacent) =>
            {
                match &**region {
                    Region::Sites(list) if matches!(&**list, [Int::LastTo]) => {
                        Set::NearLast(self.neighbours())
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn neighbours(&self) -> Arc<Targets> {
        let game = self.plan.game;
        let build = || {
            Arc::new(Targets::build(self.sites, 0, |site, row| {
                for line in game.board.radials(game.site_type, site, Direction::Adjacent) {
                    row.extend(line.first().map(|&s| s as u16));
                }
                row.sort_unstable();
                row.dedup();
            }))
        };
        self.near.get_or_init(build).clone()
    }

    // ---- numbers and conditions ----

    /// A player who is known beforehand.
    fn player(&self, e: &Int) -> Option<usize> {
        match e {
            Int::Const(n) => usize::try_from(*n).ok(),
            Int::Mover => Some(self.mover),
            Int::Role(role) => self.role(*role),
            _ => None,
        }
    }

    /// A number that is known beforehand.
    fn number(&self, e: &Int) -> Option<i32> {
        match e {
            Int::Const(n) => Some(*n),
            Int::Mover => Some(self.mover as i32),
            Int::ComponentOf { by_owner, owner } => by_owner.get(self.player(owner)?).copied(),
            _ => None,
        }
    }

    /// The slot and the number of a site beside the board where pieces wait.
    fn stock(&self, site: &Int) -> Option<(u16, i32)> {
        let Int::HandSite { player, index } = site else { return None };
        let (player, Int::Const(index)) = (self.player(player)?, &**index) else { return None };
        let game = self.plan.game;
        let mut hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
        let hand = hands.find(|c| c.owner == player && (0..c.len).contains(index))?;
        self.stocks.iter().copied().find(|stock| stock.1 == hand.first + index)
    }

    /// The shapes that are found along a walk, turned each way, and from which sites.
    fn shapes(&self, walk: &[StepWalk]) -> Arc<Shapes<W>> {
        let game = self.plan.game;
        let ways = game.board.supported(game.site_type, Relation::Orthogonal);
        let mut all: Vec<[Bits<W>; 2]> = Vec::new();
        for from in 0..self.sites {
            for &start in ways {
                let mut site = from;
                let mut shape = bit::<W>(from as u16);
                let whole = crate::eval::walk::follow(walk, start, ways, |facing| {
                    site = *game.board.steps(game.site_type, site, facing).last()? as usize;
                    shape[site / 64] |= 1 << (site % 64);
                    Some(())
                });
                if whole.is_none() {
                    continue;
                }
                let known = all.iter().position(|known| known[0] == shape).unwrap_or(all.len());
                if known == all.len() {
                    all.push([shape, [0; W]]);
                }
                all[known][1][from / 64] |= 1 << (from % 64);
            }
        }
        let seen_from = (0..self.sites).map(|site| {
            let here = all.iter().filter(|[_, from]| super::has(from, site as u16));
            here.map(|[shape, _]| *shape).collect()
        });
        Arc::new(Shapes { seen_from: seen_from.collect(), all: all.into() })
    }

    fn name(&self, name: u16) -> Option<u8> {
        (usize::from(name) < VARS).then_some(name as u8)
    }

    fn at(&self, e: &Int, seen: Seen) -> Option<At> {
        match e {
            Int::LastTo => Some(At::LastTo),
            // (Beside the board the number of a site is not that of its slot.)
            Int::LastFrom if self.stocks.is_empty() => Some(At::LastFrom),
            Int::From if seen.from => Some(At::From),
            Int::To if seen.to => Some(At::To),
            Int::Between if seen.over => Some(At::Over),
            Int::Site if seen.site => Some(At::Site),
            Int::Const(n) if (0..self.sites as i32).contains(n) => Some(At::Fixed(*n as u16)),
            _ => None,
        }
    }

    fn num(&self, e: &Int, seen: Seen) -> Option<Num<W>> {
        if let Some(n) = self.number(e) {
            return Some(Num::Const(n));
        }
        Some(match e {
            Int::ComponentOf { by_owner, owner } if matches!(**owner, Int::Next) => Num::ByNext(
                (0..=self.plan.game.players).map(|p| by_owner.get(p).copied().unwrap_or(OFF)).collect(),
            ),
            Int::Prev => Num::Prev,
            Int::Next => Num::Next,
            Int::Counter => Num::Counter,
            Int::Var(name) => Num::Var(self.name(*name)?),
            Int::MoveNumber => Num::MoveNumber,
            Int::What { kind, site, level } if *kind == self.plan.game.site_type => {
                if !matches!(level.as_deref(), None | Some(Int::Const(0 | -1))) {
                    return None;
                }
                Num::What(self.at(site, seen)?)
            }
            Int::Sites(region) => Num::Count(self.region(region)?),
            Int::Pieces { kind: None, of: Owners::Role(role), whats, within: None, cond: None } => {
                let mut those = vec![self.of_role(*role)?];
                if let Some(whats) = whats {
                    those.push(any_of(whats.iter().map(|&w| self.row(w.into())).collect()));
                }
                let stocks = self.stocks.iter().map(|stock| stock.0).collect();
                Num::Pieces(all_of(those), stocks)
            }
            _ => Num::SiteOf(self.at(e, seen)?),
        })
    }

    fn cond(&self, cond: &PlanCond<'g>, seen: Seen, depth: u32) -> Option<Cond<W>> {
        let depth = depth.checked_sub(1)?;
        let all = |list: &[PlanCond<'g>]| {
            list.iter().map(|c| self.cond(c, seen, depth)).collect::<Option<Box<[_]>>>()
        };
        Some(match cond {
            PlanCond::Plain(b) => self.bool(b, seen, depth)?,
            PlanCond::Const(b) => Cond::Const(*b),
            PlanCond::And(list) => Cond::And(all(list)?),
            PlanCond::Or(list) => Cond::Or(all(list)?),
            PlanCond::Not(c) => Cond::Not(Box::new(self.cond(c, seen, depth)?)),
            PlanCond::CanMove(id) => match &self.plan.gens[*id] {
                Gen::Pieces(pieces) if matches!(pieces.player, Int::Next) && self.plan.game.players == 2 => {
                    let visitor = self.seen_by(self.next(), Some(self.mover));
                    Cond::NextCan(Box::new(visitor.pieces(pieces, depth)?))
                }
                _ => Cond::Any(Box::new(self.pick(*id, depth).filter(|pick| !has_unknown(pick))?)),
            },
            PlanCond::Settled(_, b) => self.bool(b, seen, depth)?,
            PlanCond::NextCannotMove => Cond::NextCannotMove,
            PlanCond::SameMover => Cond::SameMover,
            PlanCond::NoPieces { of, slots } => {
                let set = self.fixed(slots);
                Cond::None(all_of(vec![self.of_role(*of)?, set]))
            }
            PlanCond::If(parts) => {
                let [cond, then, otherwise] = &**parts;
                let (cond, then) = (self.cond(cond, seen, depth)?, self.cond(then, seen, depth)?);
                let otherwise = self.cond(otherwise, seen, depth)?;
                let not = Cond::Not(Box::new(cond.clone()));
                Cond::Or(Box::new([Cond::And(Box::new([cond, then])), Cond::And(Box::new([not, otherwise]))]))
            }
            PlanCond::Count { sites, wanted } => {
                Cond::Equal(Num::Count(self.sites(sites, seen)?), Num::Const(*wanted as i32))
            }
            PlanCond::Line(line)
                if matches!(line.through, Pivot::LastTo) && !line.by_level && line.first == 0 =>
            {
                let through = (0..self.sites).map(|site| {
                    let halves = line.axes.of(site).map(|(ahead, behind)| [ahead.into(), behind.into()]);
                    halves.collect()
                });
                Cond::Line(Arc::new(Lines {
                    through: through.collect(),
                    length: line.length,
                    exact: line.exact,
                }))
            }
            PlanCond::Line(line) if !line.by_level && !line.exact && line.first == 0 => {
                // Sites of lines are told by sets; what is empty is in none.
                let rows = (1..self.plan.game.components.len()).map(|what| what as u8).collect();
                let lines = Set::InLines(rows, self.lines(line)?);
                match &line.through {
                    Pivot::At(site) => Cond::In(self.at(site, seen)?, lines),
                    Pivot::AnyOf(sites) => {
                        let Set::InLines(rows, lines) = lines else { return None };
                        Cond::LineThrough(self.sites(sites, seen)?, rows, lines)
                    }
                    Pivot::LastTo => return None,
                }
            }
            PlanCond::Near { site, near, test, first: 0 } => {
                let at = self.at(site, seen)?;
                Cond::In(at, Set::Near(Box::new(self.set(test)?), reversed(near)))
            }
            PlanCond::Threatened(threat) if threat.sites.is_none() && threat.first == 0 => {
                let what = self.num(threat.what, NOTHING)?;
                if !matches!(what, Num::Const(_) | Num::ByNext(_)) || self.plan.game.phases.len() != 1 {
                    return None;
                }
                Cond::Threatened(what)
            }
            PlanCond::OneGroup(rule) if rule.first == 0 => {
                let members = all_of(vec![self.set(&rule.members)?, Set::Fixed(self.board)]);
                Cond::OneGroup(members, rule.near.clone())
            }
            PlanCond::Line(_)
            | PlanCond::Paired(_)
            | PlanCond::Near { .. }
            | PlanCond::NotStored
            | PlanCond::Threatened(_)
            | PlanCond::Linked(_)
            | PlanCond::OneGroup(_)
            | PlanCond::Liberty { .. }
            | PlanCond::Loop { .. } => return None,
        })
    }

    /// All straight stretches of a length.
    fn lines(&self, line: &LineRule<'g>) -> Option<Arc<Stretches<W>>> {
        let mut all: Vec<Bits<W>> = Vec::new();
        let (mut runs, mut others): (Vec<(i32, Bits<W>)>, Vec<Bits<W>>) = (Vec::new(), Vec::new());
        let length = line.length as usize;
        for site in 0..self.sites {
            for (ahead, behind) in line.axes.of(site) {
                let path: Vec<u16> =
                    behind.iter().rev().copied().chain([site as u16]).chain(ahead.iter().copied()).collect();
                for stretch in path.windows(length.max(1)).filter(|s| s.contains(&(site as u16))) {
                    let mut bits = [0; W];
                    stretch.iter().for_each(|&s| bits[usize::from(s) / 64] |= 1 << (s % 64));
                    if super::count(&bits) as usize != length {
                        return None;
                    }
                    if all.contains(&bits) {
                        continue;
                    }
                    all.push(bits);
                    let apart = |pair: &[u16]| i32::from(pair[1]) - i32::from(pair[0]);
                    let first = stretch.windows(2).next().map_or(0, apart);
                    if length < 2 || stretch.windows(2).any(|pair| apart(pair) != first) {
                        others.push(bits);
                        continue;
                    }
                    let known = runs.iter().position(|run| run.0 == first).unwrap_or(runs.len());
                    if known == runs.len() {
                        runs.push((first, [0; W]));
                    }
                    runs[known].1[usize::from(stretch[0]) / 64] |= 1 << (stretch[0] % 64);
                }
            }
        }
        Some(Arc::new(Stretches { length: length as i32, runs: runs.into(), others: others.into() }))
    }

    fn sites(&self, sites: &Sites<'g>, seen: Seen) -> Option<Set<W>> {
        match sites {
            Sites::Plain(region) => self.region(region),
            Sites::Passing { test, first: 0, len } if *len == self.sites => {
                Some(all_of(vec![self.set(test)?, Set::Fixed(self.board)]))
            }
            Sites::Where(of, cond) => {
                let cond = self.cond(cond, Seen { site: true, ..seen }, DEEPEST)?;
                Some(all_of(vec![self.sites(of, seen)?, self.as_set(&cond, |at| at == At::Site)?]))
            }
            Sites::MovesFrom(id) => {
                let mut open = vec![self.pick(*id, DEEPEST)?];
                let mut walks = Vec::new();
                while let Some(pick) = open.pop() {
                    match pick {
                        Pick::All(list) => open.extend(list),
                        Pick::Walk(walk) if walk.deed.tried.is_none() => walks.push(walk),
                        Pick::Nothing => {}
                        Pick::Unknown
                        | Pick::First(_)
                        | Pick::Longest(_)
                        | Pick::If(..)
                        | Pick::Walk(_)
                        | Pick::Place(_)
                        | Pick::Carry(_)
                        | Pick::Pass(_) => return None,
                    }
                }
                Some(Set::Origins(walks.into()))
            }
            Sites::Passing { .. } => None,
        }
    }

    fn bool(&self, cond: &Bool, seen: Seen, depth: u32) -> Option<Cond<W>> {
        let depth = depth.checked_sub(1)?;
        let all =
            |list: &[Bool]| list.iter().map(|c| self.bool(c, seen, depth)).collect::<Option<Box<[_]>>>();
        let two = |a: &Int, b: &Int| Some((self.num(a, seen)?, self.num(b, seen)?));
        let not = |c: Cond<W>| Cond::Not(Box::new(c));
        let of_site = |who: &Int| match who {
            Int::Who { kind, site, level } if *kind == self.plan.game.site_type => {
                let plain = matches!(level.as_deref(), None | Some(Int::Const(0 | -1)));
                self.at(site, seen).filter(|_| plain)
            }
            _ => None,
        };
        Some(match cond {
            Bool::Const(b) => Cond::Const(*b),
            Bool::And(list) => Cond::And(all(list)?),
            Bool::Or(list) => Cond::Or(all(list)?),
            Bool::Not(c) => not(self.bool(c, seen, depth)?),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (who @ Int::Who { .. }, Int::Const(player)) | (Int::Const(player), who @ Int::Who { .. })
                    if (1..=self.plan.game.players as i32).contains(player) =>
                {
                    Cond::In(of_site(who)?, self.owned(*player as usize))
                }
                (Int::Const(1), Int::Steps { kind, relation: Relation::Adjacent, walk: None, from, to })
                    if *kind == self.plan.game.site_type =>
                {
                    let Region::Sites(to) = &**to else { return None };
                    let [to] = &**to else { return None };
                    Cond::In(self.at(to, seen)?, Set::NearAt(self.at(from, seen)?, self.neighbours()))
                }
                _ => match two(a, b)? {
                    (Num::Const(a), Num::Const(b)) => Cond::Const(a == b),
                    (a, b) => Cond::Equal(a, b),
                },
            },
            Bool::Ne(a, b) => two(a, b).map(|(a, b)| not(Cond::Equal(a, b)))?,
            Bool::Lt(a, b) => two(a, b).map(|(a, b)| Cond::Less(a, b))?,
            Bool::Gt(a, b) => two(a, b).map(|(a, b)| Cond::Less(b, a))?,
            Bool::Le(a, b) => two(a, b).map(|(a, b)| not(Cond::Less(b, a)))?,
            Bool::Ge(a, b) => two(a, b).map(|(a, b)| not(Cond::Less(a, b)))?,
            Bool::Odd(a) => Cond::Odd(self.num(a, seen)?),
            Bool::Empty { kind, site } if *kind == self.plan.game.site_type => {
                Cond::In(self.at(site, seen)?, Set::Row(0))
            }
            Bool::Occupied { kind, site } if *kind == self.plan.game.site_type => {
                Cond::In(self.at(site, seen)?, self.set(&Test::Occupied)?)
            }
            Bool::In { site, region } => Cond::In(self.at(site, seen)?, self.region(region)?),
            Bool::Enemy(who) => Cond::In(of_site(who)?, self.enemies()),
            Bool::Friend(who) => Cond::In(of_site(who)?, self.owned(self.mover)),
            Bool::Full => Cond::None(Set::Part(0, self.board)),
            Bool::Pattern { kind, walk, from, whats }
                if *kind == self.plan.game.site_type && whats.is_empty() =>
            {
                let rows = (1..self.plan.game.components.len()).map(|what| what as u8).collect();
                Cond::In(self.at(from, seen)?, Set::InShapes(rows, self.shapes(walk)))
            }
            // (Who has moved is not stalemated; who was found to be so stays so until then.)
            Bool::NoMoves(role @ (Role::P(_) | Role::Mover))
                if seen.at_end && !asks_next_moves(self.plan.game) =>
            {
                Cond::Stalemated(self.role(*role)? as u8)
            }
            Bool::AllSites { region, cond } if !matches!(**region, Region::Hand(_)) => {
                let here = self.bool(cond, Seen { site: true, ..seen }, depth)?;
                let not_here = but(self.as_set(&here, |at| at == At::Site)?);
                Cond::None(all_of(vec![self.region(region)?, not_here]))
            }
            Bool::AllSites { region, cond } => {
                let (Region::Hand(player), Bool::Eq(a, b)) = (&**region, &**cond) else { return None };
                let (Int::Const(0), Int::Count { kind: SiteType::Cell, site }) = (&**a, &**b) else {
                    return None;
                };
                let player = self.player(player)?;
                let game = self.plan.game;
                let mut hand = [0; W];
                let hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
                for site in hands.filter(|c| c.owner == player).flat_map(|c| c.first..c.first + c.len) {
                    let (slot, _) = *self.stocks.iter().find(|stock| stock.1 == site)?;
                    hand[usize::from(slot) / 64] |= 1 << (slot % 64);
                }
                if !matches!(**site, Int::Site) {
                    return None;
                }
                Cond::None(all_of(vec![Set::Without(0), Set::Fixed(hand)]))
            }
            Bool::Within { what, region } => {
                let what = usize::try_from(self.number(what)?).ok()?;
                if !(1..self.plan.game.components.len()).contains(&what) {
                    return None;
                }
                not(Cond::None(all_of(vec![self.row(what), self.region(region)?])))
            }
            // (Nothing is proposed or decided while a game is swift.)
            Bool::Proposed(_) | Bool::Decided(_) => Cond::Const(false),
            Bool::AllPassed if seen.at_end => Cond::Const(false),
            Bool::Triggered(player) => Cond::Triggered(self.player(player)? as u8),
            Bool::If { cond, then, otherwise } => {
                let (cond, then) = (self.bool(cond, seen, depth)?, self.bool(then, seen, depth)?);
                let otherwise = self.bool(otherwise, seen, depth)?;
                let and = |a, b| Cond::And(Box::new([a, b]));
                Cond::Or(Box::new([and(cond.clone(), then), and(not(cond), otherwise)]))
            }
            _ => return None,
        })
    }

    // ---- effects ----

    fn eff(&self, eff: &PlanEff<'g>, seen: Seen, depth: u32) -> Option<Eff<W>> {
        let depth = depth.checked_sub(1)?;
        let own_kind = |kind: &SiteType| (*kind == self.plan.game.site_type).then_some(());
        Some(match eff {
            PlanEff::All(list) => {
                let all: Box<[Eff<W>]> =
                    list.iter().map(|e| self.eff(e, seen, depth)).collect::<Option<_>>()?;
                if all.iter().any(has_do) {
                    return None;
                }
                Eff::All(all)
            }
            PlanEff::If { cond, then, otherwise } => {
                let otherwise = match otherwise {
                    Some(eff) => Some(Box::new(self.eff(eff, seen, depth)?)),
                    None => None,
                };
                Eff::If(self.cond(cond, seen, depth)?, Box::new(self.eff(then, seen, depth)?), otherwise)
            }
            PlanEff::Remove { kind, site, later, then: None } => {
                own_kind(kind)?;
                let at = self.at(site, seen)?;
                if *later { Eff::RemoveLater(at) } else { Eff::Remove(at) }
            }
            PlanEff::Promote { kind, site, to, then: None } => {
                own_kind(kind)?;
                Eff::Become(self.at(site, seen)?, self.promoted(to)?)
            }
            PlanEff::Add { kind, what, site, on_stack: false, then: None } => {
                own_kind(kind)?;
                let at = self.at(site, seen)?;
                let components = self.plan.game.components.len() as i32;
                match self.num(what, seen)? {
                    _ if self.plan.game.uses.count => return None,
                    Num::Const(what) if (1..components).contains(&what) => Eff::Become(at, what as u8),
                    Num::Const(_) => return None,
                    num => Eff::Put(at, num),
                }
            }
            PlanEff::One { effect, then: None } => match effect {
                Effect::MoveAgain => Eff::Again,
                Effect::Trigger { player, .. } => Eff::Trigger(self.player(player)? as u8),
                Effect::SetCounter(Int::Const(n)) => Eff::SetCounter(*n),
                Effect::ForgetAll(_) if self.noting.is_some() => Eff::Forget,
                Effect::SetVar { name, value } => Eff::SetVar(self.name(*name)?, self.num(value, seen)?),
                _ => return None,
            },
            PlanEff::Score { player, score, add, then: None } => {
                let player = match player {
                    ScoreOf::Player(p) => usize::try_from(*p).ok()?,
                    ScoreOf::Mover => self.mover,
                    ScoreOf::Next => return None,
                };
                if !(1..=self.plan.game.players).contains(&player) {
                    return None;
                }
                Eff::Score(player as u8, self.num(score, seen)?, *add)
            }
            PlanEff::Custodial(flank) => {
                own_kind(&flank.kind)?;
                let (target, friend) = match flank.told_by {
                    Some(ToldBy::Owner) => (self.enemies(), self.owned(self.mover)),
                    Some(ToldBy::State) => return None,
                    None => (self.set(&flank.target)?, self.set(&flank.friend)?),
                };
                let effect = self.eff(&flank.effect, Seen { over: true, ..seen }, depth)?;
                if has_do(&effect) {
                    return None;
                }
                Eff::Flank(Box::new(Flanking {
                    from: self.at(flank.from, seen)?,
                    rays: flank.rays.clone(),
                    min: flank.min,
                    max: flank.max,
                    target: all_of(vec![target, Set::Fixed(self.board)]),
                    friend: all_of(vec![friend, Set::Fixed(self.board)]),
                    effect,
                }))
            }
            PlanEff::ForSites { region, each } => {
                let each = self.eff(each, Seen { site: true, ..seen }, depth).filter(|eff| !has_do(eff))?;
                Eff::Each(self.sites(region, seen)?, Box::new(each))
            }
            // (Where numbers are set first, nothing else follows: the plan saw to that.)
            PlanEff::Do { prior, next, .. } => {
                let parts = [self.eff(prior, seen, depth)?, self.eff(next, seen, depth)?];
                permuted(&parts).unwrap_or_else(|| Eff::Do(Box::new(parts)))
            }
            PlanEff::Plain(rule) => self.plain(rule, seen, depth)?,
            PlanEff::Remove { .. }
            | PlanEff::Promote { .. }
            | PlanEff::Add { .. }
            | PlanEff::One { .. }
            | PlanEff::Score { .. }
            | PlanEff::Carry { .. }
            | PlanEff::Flip { .. }
            | PlanEff::Enclose(_)
            | PlanEff::Sow(_) => return None,
        })
    }

    /// What the plan left as it was written.
    fn plain(&self, rule: &Moves, seen: Seen, depth: u32) -> Option<Eff<W>> {
        let depth = depth.checked_sub(1)?;
        if rule.then.is_some() || rule.decision {
            return None;
        }
        match &rule.kind {
            MovesKind::Effect(effect) => match &**effect {
                Effect::MoveAgain => Some(Eff::Again),
                Effect::ForgetAll(_) if self.noting.is_some() => Some(Eff::Forget),
                Effect::Trigger { player, .. } => Some(Eff::Trigger(self.player(player)? as u8)),
                Effect::Surround { capture, except, with: None } => {
                    let game = self.plan.game;
                    if capture.kind != game.site_type || capture.range.is_some() {
                        return None;
                    }
                    let asked = |cond: &Bool, seen: Seen, at: At| {
                        let cond = self.bool(cond, seen, depth)?;
                        self.as_set(&cond, |other| other == at)
                    };
                    let near = (0..self.sites)
                        .map(|site| {
                            let lines = game.board.radials(game.site_type, site, capture.dir);
                            lines.into_iter().filter_map(|line| line.first().map(|&s| s as u16)).collect()
                        })
                        .collect();
                    Some(Eff::Surround(Box::new(Surrounding {
                        from: self.at(&capture.from, seen)?,
                        near,
                        except: self.number(except)?,
                        target: asked(&capture.target, Seen { over: true, ..NOTHING }, At::Over)?,
                        friend: asked(&capture.friend, Seen { to: true, ..NOTHING }, At::To)?,
                        effect: self.plain(&capture.effect, Seen { over: true, ..seen }, depth)?,
                    })))
                }
                _ => None,
            },
            MovesKind::Remove { kind, place: Place::Site(site), .. } if *kind == self.plan.game.site_type => {
                Some(Eff::Remove(self.at(site, seen)?))
            }
            _ => None,
        }
    }

    /// The one component that a piece becomes.
    fn promoted(&self, to: &PromoteTo) -> Option<u8> {
        let components = &self.plan.game.components;
        let what = match to {
            PromoteTo::Pieces(list) => match &**list {
                [one] => usize::try_from(self.number(one)?).ok()?,
                _ => return None,
            },
            PromoteTo::OwnedBy { owner, names } => {
                let owner = self.player(owner)?;
                let [names] = &**names else { return None };
                usize::from(*names.iter().find(|&&what| components[usize::from(what)].owner == owner)?)
            }
            PromoteTo::LikeOwnedBy { .. } => return None,
        };
        (1..components.len()).contains(&what).then_some(what as u8)
    }
}

/// All slots that are not in the set.
fn but<const W: usize>(set: Set<W>) -> Set<W> {
    match set {
        Set::Fixed(bits) => Set::Fixed(bits.map(|w| !w)),
        Set::Row(row) => Set::Without(row),
        Set::Without(row) => Set::Row(row),
        Set::Not(of) => *of,
        Set::Part(..)
        | Set::ToClear
        | Set::LastTo
        | Set::Catching(..)
        | Set::IfLastIn(..)
        | Set::OfNext(_)
        | Set::ByNext(_)
        | Set::InLines(..)
        | Set::InShapes(..)
        | Set::NearLast(_)
        | Set::Near(..)
        | Set::NearAt(..)
        | Set::Origins(_)
        | Set::Noted
        | Set::And(_)
        | Set::Or(_) => Set::Not(Box::new(set)),
    }
}

fn all_of<const W: usize>(sets: Vec<Set<W>>) -> Set<W> {
    let mut fixed = [u64::MAX; W];
    let mut rest = Vec::new();
    for set in sets {
        match set {
            Set::Fixed(bits) => fixed = super::and(&fixed, &bits),
            Set::Part(row, bits) => {
                fixed = super::and(&fixed, &bits);
                rest.push(Set::Row(row));
            }
            Set::And(list) => rest.extend(list),
            Set::Row(_)
            | Set::Without(_)
            | Set::ToClear
            | Set::LastTo
            | Set::Catching(..)
            | Set::IfLastIn(..)
            | Set::OfNext(_)
            | Set::ByNext(_)
            | Set::InLines(..)
            | Set::InShapes(..)
            | Set::NearLast(_)
            | Set::Near(..)
            | Set::NearAt(..)
            | Set::Origins(_)
            | Set::Noted
            | Set::Not(_)
            | Set::Or(_) => rest.push(set),
        }
    }
    let all = fixed == [u64::MAX; W];
    match (&rest[..], all) {
        ([], _) => Set::Fixed(fixed),
        ([Set::Row(row)], false) => Set::Part(*row, fixed),
        ([one], true) => one.clone(),
        _ => {
            if !all {
                rest.push(Set::Fixed(fixed));
            }
            Set::And(rest.into())
        }
    }
}

fn any_of<const W: usize>(mut sets: Vec<Set<W>>) -> Set<W> {
    sets.retain(|set| !matches!(set, Set::Fixed(none) if *none == [0; W]));
    match sets.len() {
        0 => Set::Fixed([0; W]),
        1 => sets.remove(0),
        _ => Set::Or(sets.into()),
    }
}

/// All ends of slides from a site, with what lies between.
fn along<const W: usize>(rays: &Rays, site: usize, most: usize) -> Vec<Way<W>> {
    let mut all = Vec::new();
    for ray in rays.of(site) {
        let ray = &ray[..ray.len().min(most)];
        let mut between = [0; W];
        for (i, &to) in ray.iter().enumerate() {
            all.push(Way { to, over: NOWHERE, rest: (ray.len() - 1 - i) as u16, stops: true, between });
            let passed = bit::<W>(to);
            between = std::array::from_fn(|i| between[i] | passed[i]);
        }
    }
    all
}

/// The ways of lines with what they hop over first; where they lead right beside, over nothing.
fn over_the_first<const W: usize>(mut ways: Vec<Way<W>>) -> Vec<Way<W>> {
    let mut first = NOWHERE;
    for way in &mut ways {
        if way.between == [0; W] {
            first = way.to;
        } else {
            way.over = first;
        }
    }
    ways
}

/// The same along tracks, where a piece may not stop everywhere, and may pass where it came from.
fn round<const W: usize>(walks: &Walks, site: usize, most: usize) -> Vec<Way<W>> {
    let mut all = Vec::new();
    for walk in walks.of(site) {
        let walk = &walk[..walk.len().min(most)];
        let mut between = [0; W];
        for (i, &(to, stops)) in walk.iter().enumerate() {
            all.push(Way { to, over: NOWHERE, rest: (walk.len() - 1 - i) as u16, stops, between });
            let passed = bit::<W>(to);
            if usize::from(to) != site {
                between = std::array::from_fn(|i| between[i] | passed[i]);
            }
        }
    }
    all
}

/// From each site, those that lead to it.
fn reversed(table: &Targets) -> Arc<Targets> {
    Arc::new(Targets::build(table.sites(), 0, |site, row| {
        row.extend((0..table.sites()).filter(|&s| table.of(s).contains(&(site as u16))).map(|s| s as u16));
    }))
}

/// Does a condition ask whether the next player can move?
fn asks_next<const W: usize>(cond: &Cond<W>) -> bool {
    match cond {
        Cond::NextCannotMove => true,
        Cond::And(list) | Cond::Or(list) => list.iter().any(asks_next),
        Cond::Not(cond) => asks_next(cond),
        Cond::Const(_)
        | Cond::In(..)
        | Cond::None(_)
        | Cond::Equal(..)
        | Cond::Less(..)
        | Cond::Odd(_)
        | Cond::SameMover
        | Cond::Any(_)
        | Cond::NextCan(_)
        | Cond::Triggered(_)
        | Cond::Stalemated(_)
        | Cond::Threatened(_)
        | Cond::Unknown
        | Cond::OneGroup(..)
        | Cond::LineThrough(..)
        | Cond::Line(_) => false,
    }
}

/// Does any rule ask whether the next player can move? (That notes who cannot.)
fn asks_next_moves(game: &Game) -> bool {
    walk::any(walk::rules_of(game), |part| matches!(part, Part::Bool(Bool::NoMoves(Role::Next))))
}

/// Does any rule ask whether something is threatened?
fn asks_threats(game: &Game) -> bool {
    walk::any(walk::rules_of(game), |part| matches!(part, Part::Bool(Bool::Threatened(_))))
}

/// Do rules of moving look at what changes between turns?
fn asks_counter(game: &Game) -> bool {
    let changes =
        |part: Part<'_>| matches!(part, Part::Int(Int::Counter | Int::TurnNumber | Int::MovesThisTurn));
    walk::any(walk::choosing_rules(game), changes)
}

/// Is any of these moves not known?
fn has_unknown<const W: usize>(pick: &Pick<W>) -> bool {
    match pick {
        Pick::Unknown => true,
        Pick::All(list) | Pick::First(list) => list.iter().any(has_unknown),
        Pick::Longest(of) => has_unknown(of),
        Pick::If(_, parts) => parts.iter().any(has_unknown),
        Pick::Nothing | Pick::Walk(_) | Pick::Place(_) | Pick::Carry(_) | Pick::Pass(_) => false,
    }
}

/// Numbers of what stands at some sites are kept, all of that is taken away, and each comes back somewhere else: then pieces
/// change places.
fn permuted<const W: usize>([prior, next]: &[Eff<W>; 2]) -> Option<Eff<W>> {
    let (Eff::All(kept), Eff::All(done)) = (prior, next) else { return None };
    let mut all: Vec<Shifted> = Vec::new();
    for eff in kept {
        let Eff::SetVar(name, Num::What(At::Fixed(from))) = eff else { return None };
        if all.iter().any(|known| known.name == *name || known.from == *from) {
            return None;
        }
        all.push(Shifted { from: *from, to: NOWHERE, name: *name });
    }
    if done.len() != 2 * all.len() || all.len() > VARS {
        return None;
    }
    let (taken, put) = done.split_at(all.len());
    // (Each only where something stood.)
    let guarded = |eff: &Eff<W>| match eff {
        Eff::If(Cond::Not(cond), then, None) => match &**cond {
            Cond::Equal(Num::Const(0), Num::Var(name)) | Cond::Equal(Num::Var(name), Num::Const(0)) => {
                Some((*name, (**then).clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let mut gone = Vec::new();
    for eff in taken {
        let (name, Eff::Remove(At::Fixed(from))) = guarded(eff)? else { return None };
        if gone.contains(&from) || !all.iter().any(|known| known.name == name && known.from == from) {
            return None;
        }
        gone.push(from);
    }
    for eff in put {
        let (name, Eff::Put(At::Fixed(to), Num::Var(of))) = guarded(eff)? else { return None };
        let free = all.iter().all(|known| known.to != to) && gone.contains(&to);
        let known = all.iter_mut().find(|known| known.name == name && known.to == NOWHERE)?;
        if name != of || !free {
            return None;
        }
        known.to = to;
    }
    Some(Eff::Permute(all.into()))
}

/// Are numbers set before something else, which may be done alone only?
fn has_do<const W: usize>(eff: &Eff<W>) -> bool {
    match eff {
        Eff::Do(_) | Eff::Permute(_) => true,
        Eff::If(_, then, otherwise) => has_do(then) || otherwise.as_ref().is_some_and(|eff| has_do(eff)),
        Eff::All(_)
        | Eff::Again
        | Eff::Forget
        | Eff::Remove(_)
        | Eff::RemoveLater(_)
        | Eff::Become(..)
        | Eff::Trigger(_)
        | Eff::Score(..)
        | Eff::SetVar(..)
        | Eff::Put(..)
        | Eff::SetCounter(_)
        | Eff::Flank(_)
        | Eff::Surround(_)
        | Eff::Each(..) => false,
    }
}

/// Does an effect take what stands where the piece goes, if anything?
fn takes<const W: usize>(eff: &Eff<W>) -> bool {
    match eff {
        Eff::Remove(At::To) => true,
        Eff::If(_, then, None) => takes(then),
        Eff::If(_, _, Some(_))
        | Eff::All(_)
        | Eff::Again
        | Eff::Forget
        | Eff::Remove(_)
        | Eff::RemoveLater(_)
        | Eff::Become(..)
        | Eff::Trigger(_)
        | Eff::Score(..)
        | Eff::SetVar(..)
        | Eff::Put(..)
        | Eff::Permute(_)
        | Eff::Do(_)
        | Eff::SetCounter(_)
        | Eff::Flank(_)
        | Eff::Surround(_)
        | Eff::Each(..) => false,
    }
}

/// Does an effect decide no more than who moves next?
fn is_harmless<const W: usize>(eff: &Eff<W>) -> bool {
    match eff {
        Eff::Again | Eff::SetCounter(_) => true,
        Eff::If(_, then, otherwise) => {
            is_harmless(then) && otherwise.as_ref().is_none_or(|eff| is_harmless(eff))
        }
        Eff::All(list) => list.iter().all(is_harmless),
        Eff::Remove(_)
        | Eff::Forget
        | Eff::RemoveLater(_)
        | Eff::Become(..)
        | Eff::Trigger(_)
        | Eff::Score(..)
        | Eff::SetVar(..)
        | Eff::Put(..)
        | Eff::Permute(_)
        | Eff::Do(_)
        | Eff::Flank(_)
        | Eff::Surround(_)
        | Eff::Each(..) => false,
    }
}

/// Does a test hold only where something stands?
fn never_empty(test: &Test<'_>) -> bool {
    match test {
        Test::Enemy | Test::Friend | Test::Occupied | Test::Is(_) | Test::Of(_) | Test::False => true,
        Test::And(list) => list.iter().any(never_empty),
        Test::Or(list) => list.iter().all(never_empty),
        _ => false,
    }
}

/// Does a test hold only where nothing stands?
fn only_empty(test: &Test<'_>) -> bool {
    match test {
        Test::Empty => true,
        Test::And(list) => list.iter().any(only_empty),
        _ => false,
    }
}
