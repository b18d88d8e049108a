//! From the plan to a game of seeds, for each player: who is the mover is known here. A number, a condition or a set that hangs
//! on one thing alone, whatever the position, is asked of the evaluator once for each value of it and becomes a table.
//! Whatever is not recognised makes the game, or the phase, an ordinary one.

use super::{
    Act, BELOW, Bits, Cond, Deed, Eff, End, LISTS, NO_INDEX, NOWHERE, NextPhase, Num, Pick, Reg, SEATS,
    SITES, Seeds, Set, Sowing, TABLE, Than, Turn, VARS, Verdict, Whose,
};
use crate::ctx::Ctx;
use crate::game::{ContainerKind, Game};
use crate::kernel::boolean::PiecesOf;
use crate::kernel::end::{Outcome, ResultKind};
use crate::kernel::int::{LastPart, Owners};
use crate::kernel::region::Whats;
use crate::kernel::walk::{self, Part};
use crate::kernel::{
    Bool, Dir, Effect, EndRule, Int, IntArr, Moves, MovesKind, Origin, Place, Region, Sow, Who,
};
use crate::moves::ThenId;
use crate::plan::{Cond as PlanCond, Form, GamePlan, Gen, GenId, Leaf, PLAIN};
use crate::position::Piece;
use crate::types::*;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Rules nested deeper than this are not for us.
const DEEPEST: u32 = 32;

/// A game of seeds, where this is one.
pub(in crate::plan) fn seeds(plan: GamePlan<'_>) -> Option<Seeds> {
    let game = plan.game;
    let (uses, layout) = (&game.uses, &game.layout);
    let (first, board) = layout.board[game.site_type as usize];
    let alike = !plan.plain
        && plan.simple_pieces
        && uses.count
        && !plan.has_dice
        && (2..=4).contains(&game.players)
        && game.components.len() == 2
        && !uses.state
        && !uses.rotation
        && !uses.value
        && !uses.teams
        && !uses.visited
        && !uses.stochastic
        && !uses.last_between
        && !uses.payoff
        && !uses.amount
        && !uses.sequence_capture
        && !uses.who_is_what
        && !uses.no_repeat_positional_game
        && !uses.no_repeat_positional_turn
        && !uses.no_repeat_situational_game
        && !uses.no_repeat_situational_turn
        && !uses.stores_state
        && (!uses.vars || game.names.len() <= VARS)
        && !game.meta.swap
        && !game.meta.no_suicide
        && game.meta.repeat.is_none()
        && game.tracks.iter().all(|track| track.sites.len() < usize::from(NO_INDEX));
    // Sites beside the board go on where it ends.
    let beside = layout.extra_len;
    let plain = first == 0
        && game.board.len(game.site_type) == board
        && board + beside < NOWHERE
        && (beside == 0 || layout.extra_first as usize == board)
        && game.containers.iter().skip(1).all(|c| c.kind == ContainerKind::Hand);
    if !alike || !plain {
        return None;
    }
    let lists = names_of_lists(game);
    if lists.len() > LISTS {
        return None;
    }
    let owner = game.components[1].owner;
    let seed = Piece { what: 1, who: u8::try_from(owner).ok()?, ..Piece::default() };
    let may_fail = Cell::new(false);
    let mut tries = false;
    let mut movers = Vec::new();
    let mut thens: Vec<Box<[Option<Eff>]>> = vec![Box::default()];
    for mover in 1..=game.players {
        let build = Build::new(plan, mover, board, board + beside, &lists, &may_fail);
        movers.push((0..plan.phases.len()).map(|phase| build.turn(phase)).collect::<Vec<_>>());
        let wanted = build.wanted.take();
        tries |= build.tries.get();
        let mut made: Vec<Option<Eff>> = game.thens.iter().map(|_| None).collect();
        let mut open = wanted;
        while let Some(then) = open.pop() {
            let index = usize::from(then);
            if made[index].is_none() {
                made[index] = Some(build.eff(&game.thens[index], &[], true, DEEPEST)?);
                open.extend(build.wanted.take());
            }
        }
        thens.push(made.into());
    }
    if tries && uses.pending {
        return None;
    }
    let phases: Vec<Option<Box<[Turn]>>> = (0..plan.phases.len())
        .map(|phase| {
            let nobody =
                Turn { pick: Pick::Unknown, ends: Box::default(), ends_alone: false, next: Box::default() };
            let mut turns = vec![nobody];
            for of in &mut movers {
                turns.push(of[phase].take()?);
            }
            Some(turns.into())
        })
        .collect();
    if phases.iter().all(Option::is_none) {
        return None;
    }
    let slots = (0..board + beside).map(|site| layout.slot(game.site_type, site as i32) as u16).collect();
    Some(Seeds {
        seed,
        set_up: Piece { who: 0, ..seed },
        board,
        sites: board + beside,
        slots,
        players: game.players,
        phases: phases.into(),
        thens: thens.into(),
        turn_limit: game.turn_limit.saturating_mul(game.players as i32),
        move_limit: game.move_limit,
        vars: if uses.vars { game.names.len() } else { 0 },
        lists: lists.into(),
        max_count: uses.max_count,
        notes_actions: plan.notes_actions,
        cycles: uses.cycle_detection,
        may_fail: may_fail.get(),
    })
}

struct Build<'a, 'g> {
    plan: GamePlan<'g>,
    game: &'g Game,
    mover: usize,
    board: usize,
    sites: usize,
    lists: &'a [Option<u16>],
    /// Asked for what hangs on little.
    ctx: RefCell<Ctx<'g>>,
    /// Who is next, and which player is looked at, where that is known.
    next: Cell<Option<i32>>,
    player: Cell<Option<i32>>,
    /// Which rules that follow are spoken of.
    wanted: Cell<Vec<u16>>,
    may_fail: &'a Cell<bool>,
    tries: Cell<bool>,
}

impl<'a, 'g> Build<'a, 'g> {
    fn new(
        plan: GamePlan<'g>,
        mover: usize,
        board: usize,
        sites: usize,
        lists: &'a [Option<u16>],
        may_fail: &'a Cell<bool>,
    ) -> Self {
        let game = plan.game;
        let ctx = RefCell::new(Ctx::start(game, 0));
        let (next, player) = (Cell::new(None), Cell::new(None));
        let (wanted, tries) = (Cell::default(), Cell::new(false));
        Build { plan, game, mover, board, sites, lists, ctx, next, player, wanted, may_fail, tries }
    }

    // ---- what hangs on little ----

    /// The things that a part hangs on, as bits, where it does not hang on the position.
    fn hangs_on(&self, part: Part<'_>) -> Option<Vec<Reg>> {
        let mut regs = Vec::new();
        let known = !walk::any([part], |part| {
            let mut on = |reg: Reg| {
                let known = match reg {
                    Reg::Next => self.next.get().is_some(),
                    Reg::Player => self.player.get().is_some(),
                    _ => false,
                };
                if !known && !regs.contains(&reg) {
                    regs.push(reg);
                }
                true
            };
            let role = |role: Role| match role {
                Role::Neutral | Role::P(_) | Role::Mover => None,
                Role::Each | Role::Shared | Role::All | Role::Any => None,
                Role::Next => Some(Reg::Next),
                Role::Prev => Some(Reg::Prev),
                Role::Player => Some(Reg::Player),
                Role::Team(_)
                | Role::TeamMover
                | Role::NonMover
                | Role::Enemy
                | Role::Friend
                | Role::Ally => Some(Reg::Value),
            };
            let fine = match part {
                Part::Int(e) => match e {
                    Int::Const(_)
                    | Int::Mover
                    | Int::Add(_)
                    | Int::Sub(..)
                    | Int::Mul(_)
                    | Int::Div(..)
                    | Int::Mod(..)
                    | Int::Abs(_)
                    | Int::Min(..)
                    | Int::Max(..)
                    | Int::If { .. }
                    | Int::FromBool(_)
                    | Int::Nth { .. }
                    | Int::Len(_)
                    | Int::FirstSite(_)
                    | Int::RegionSite { .. }
                    | Int::Sites(_)
                    | Int::Row { .. }
                    | Int::Column { .. }
                    | Int::AtRowColumn { .. }
                    | Int::Ahead { .. }
                    | Int::HandSite { .. }
                    | Int::MapEntry { .. }
                    | Int::ComponentOf { .. }
                    | Int::TrackFirst { .. }
                    | Int::TrackEnd { .. } => true,
                    Int::TrackMove { .. } | Int::TrackSteps { .. } => !self.game.uses.track_indices,
                    Int::From => on(Reg::From),
                    Int::To => on(Reg::To),
                    Int::Site => on(Reg::Site),
                    Int::Between => on(Reg::Between),
                    Int::Player => on(Reg::Player),
                    Int::Next => on(Reg::Next),
                    Int::Prev => on(Reg::Prev),
                    Int::LastFrom => on(Reg::LastFrom),
                    Int::LastTo => on(Reg::LastTo),
                    Int::Last { part: LastPart::From, after } if **after == Bool::Const(true) => {
                        on(Reg::NotedFrom)
                    }
                    Int::Last { part: LastPart::To, after } if **after == Bool::Const(true) => {
                        on(Reg::NotedTo)
                    }
                    Int::Role(r) => role(*r).is_none_or(on),
                    _ => false,
                },
                Part::IntArr(a) => matches!(
                    a,
                    IntArr::Const(_)
                        | IntArr::List(_)
                        | IntArr::Sites(_)
                        | IntArr::If { .. }
                        | IntArr::Union(_)
                        | IntArr::Intersection(_)
                        | IntArr::Difference(..)
                        | IntArr::Without(..)
                ),
                Part::Bool(b) => matches!(
                    b,
                    Bool::Const(_)
                        | Bool::And(_)
                        | Bool::Or(_)
                        | Bool::Not(_)
                        | Bool::Xor(..)
                        | Bool::If { .. }
                        | Bool::Eq(..)
                        | Bool::Ne(..)
                        | Bool::Lt(..)
                        | Bool::Le(..)
                        | Bool::Gt(..)
                        | Bool::Ge(..)
                        | Bool::Odd(_)
                        | Bool::SameSites(..)
                        | Bool::In { .. }
                        | Bool::InList { .. }
                ),
                Part::Region(r) => matches!(
                    r,
                    Region::Fixed(_)
                        | Region::Sites(_)
                        | Region::List(_)
                        | Region::Union(_)
                        | Region::Intersection(_)
                        | Region::Difference(..)
                        | Region::Without(..)
                        | Region::If { .. }
                        | Region::Expand { .. }
                        | Region::Filter { .. }
                        | Region::ForEachSite { .. }
                        | Region::Lines { .. }
                        | Region::Side { .. }
                        | Region::ByPlayer { .. }
                        | Region::Track { .. }
                        | Region::Hand(_)
                        | Region::Around { content: None, .. }
                        | Region::Direction { .. }
                ),
                Part::Dir(d) => matches!(d, Dir::Absolute(_) | Dir::Union(..) | Dir::Difference(..)),
                Part::Float(_) | Part::Moves(_) | Part::Effect(_) => false,
            };
            !fine
        });
        // (A value may be anything: it has no table.)
        (known && !regs.contains(&Reg::Value)).then_some(regs)
    }

    /// Asks the evaluator, with one number as said and the others as at the start.
    fn ask<T>(&self, reg: Option<(Reg, i32)>, ask: impl FnOnce(&mut Ctx<'g>) -> T) -> T {
        let mut ctx = self.ctx.borrow_mut();
        ctx.refuel();
        let nobody = self.next.get().unwrap_or(0);
        ctx.pos.mover = self.mover as u8;
        (ctx.pos.next, ctx.pos.prev) = (nobody.clamp(0, 255) as u8, 0);
        ctx.reg = Default::default();
        ctx.reg.player = self.player.get().unwrap_or(OFF);
        let mut last = crate::play::pass(0, false);
        if let Some((reg, value)) = reg {
            match reg {
                Reg::From => ctx.reg.from = value,
                Reg::To => ctx.reg.to = value,
                Reg::Site => ctx.reg.site = value,
                Reg::Between => ctx.reg.between = value,
                Reg::Value => ctx.reg.value = value,
                Reg::Player => ctx.reg.player = value,
                Reg::Next => ctx.pos.next = value.clamp(0, 255) as u8,
                Reg::Prev => ctx.pos.prev = value.clamp(0, 255) as u8,
                Reg::LastFrom => last.from = value,
                Reg::LastTo => last.to = value,
                Reg::NotedFrom | Reg::NotedTo => {
                    let act = crate::action::Act::Select {
                        from_kind: self.game.site_type,
                        from: value,
                        from_level: UNDEFINED,
                        to_kind: self.game.site_type,
                        to: value,
                        to_level: UNDEFINED,
                    };
                    last.actions.clear();
                    last.actions.push(crate::action::Action { act, decision: true });
                }
            }
        }
        ctx.pos.last = Some(Arc::new(last));
        ask(&mut ctx)
    }

    /// Answers for every value that a number may have.
    fn answers<T>(&self, reg: Reg, mut ask: impl FnMut(&mut Ctx<'g>) -> T) -> Vec<T> {
        let most = match reg {
            // (Who is next is a player, or nobody.)
            Reg::Next | Reg::Prev | Reg::Player => self.game.players as i32 + 1,
            _ => SITES as i32 - 1,
        };
        let value = |i: usize| (i as i32 - BELOW).min(most);
        let least = match reg {
            Reg::Next | Reg::Prev => 0,
            _ => i32::MIN,
        };
        (0..TABLE).map(|i| self.ask(Some((reg, value(i).max(least))), &mut ask)).collect()
    }

    /// The same rule built for each player who may be next.
    fn by_next<T>(&self, build: impl Fn() -> Option<T>) -> Option<Box<[T]>> {
        let outside = self.next.get();
        let mut list = Vec::new();
        for next in 0..=self.game.players as i32 + 1 {
            self.next.set(Some(next));
            let made = build();
            self.next.set(outside);
            list.push(made?);
        }
        Some(list.into())
    }

    // ---- numbers ----

    fn num(&self, e: &Int, depth: u32) -> Option<Num> {
        let depth = depth.checked_sub(1)?;
        match self.hangs_on(Part::Int(e)).as_deref() {
            Some([]) => return Some(Num::Const(self.ask(None, |ctx| ctx.int(e)))),
            Some([reg]) => {
                let table: Arc<[i32; TABLE]> =
                    Arc::new(self.answers(*reg, |ctx| ctx.int(e)).try_into().ok()?);
                if table.iter().enumerate().all(|(i, &n)| n == i as i32 - BELOW) {
                    return Some(Num::Reg(*reg));
                }
                return Some(if table.iter().all(|n| *n == table[0]) {
                    Num::Const(table[0])
                } else {
                    Num::Table(*reg, table)
                });
            }
            Some(regs) if regs.contains(&Reg::Next) => {
                return Some(Num::ByNext(self.by_next(|| self.num(e, depth))?));
            }
            Some(_) | None => {}
        }
        let two = |a: &Int, b: &Int| Some(Box::new([self.num(a, depth)?, self.num(b, depth)?]));
        let all = |list: &[Int]| list.iter().map(|e| self.num(e, depth)).collect::<Option<Box<[_]>>>();
        Some(match e {
            Int::From => Num::Reg(Reg::From),
            Int::To => Num::Reg(Reg::To),
            Int::Site => Num::Reg(Reg::Site),
            Int::Between => Num::Reg(Reg::Between),
            Int::Value => Num::Reg(Reg::Value),
            Int::Next | Int::Role(Role::Next) => Num::Reg(Reg::Next),
            Int::Prev | Int::Role(Role::Prev) => Num::Reg(Reg::Prev),
            Int::LastFrom => Num::Reg(Reg::LastFrom),
            Int::LastTo => Num::Reg(Reg::LastTo),
            Int::Last { part, after } => match (part, &**after) {
                (LastPart::From, Bool::Const(true)) => Num::Reg(Reg::NotedFrom),
                (LastPart::To, Bool::Const(true)) => Num::Reg(Reg::NotedTo),
                (LastPart::From, Bool::Const(false)) => Num::Reg(Reg::LastFrom),
                (LastPart::To, Bool::Const(false)) => Num::Reg(Reg::LastTo),
                _ => return None,
            },
            Int::Count { kind, site } => self.count_at(*kind, self.num(site, depth)?)?,
            Int::CountIn { kind, region } => {
                let set = self.set(region, depth)?;
                if *kind == self.game.site_type {
                    Num::CountIn(set)
                } else if *kind == SiteType::Cell {
                    Num::CountIn(both(set, Set::Fixed(self.beside())))
                } else {
                    return None;
                }
            }
            Int::Sites(region) => Num::Sites(self.set(region, depth)?),
            Int::FirstSite(region) => Num::FirstSite(self.set(region, depth)?),
            Int::RegionSite { region, index } => {
                Num::NthSite(self.set(region, depth)?, Box::new(self.num(index, depth)?))
            }
            Int::Len(list) => match &**list {
                IntArr::Remembered(name) => Num::Listed(self.list(*name)?),
                _ => return None,
            },
            Int::What { kind, site, level: None } => {
                let there = Cond::Occupied(self.site_of(*kind, self.num(site, depth)?)?);
                Num::If(Box::new(there), Box::new([Num::Const(1), Num::Const(0)]))
            }
            Int::Who { kind, site, level: None } => {
                Num::Who(Box::new(self.site_of(*kind, self.num(site, depth)?)?))
            }
            Int::MapEntry { maps, key } => {
                let table = (0..TABLE as i32)
                    .map(|i| {
                        let key = i - BELOW;
                        let pairs = maps.iter().flat_map(|&m| &self.game.maps[usize::from(m)].pairs);
                        let mut found = pairs.filter(|(k, v)| *k == key && *v != OFF);
                        found.next().map_or(key, |&(_, v)| v)
                    })
                    .collect::<Vec<_>>();
                Num::Look(Box::new(self.num(key, depth)?), Arc::new(table.try_into().ok()?))
            }
            Int::Score(of) => match self.num(of, depth)? {
                Num::Const(of) if (0..SEATS as i32).contains(&of) => Num::ScoreOf(of as u8),
                of => Num::Score(Box::new(of)),
            },
            Int::PlayerValue(of) => match self.num(of, depth)? {
                Num::Const(of) if (0..SEATS as i32).contains(&of) => Num::ValueOf(of as u8),
                of => Num::PlayerValue(Box::new(of)),
            },
            Int::Temp => Num::Temp,
            Int::Pieces { kind: None, of: Owners::Role(role), whats: None, within, cond } => {
                let owned = self.owned(self.ask(None, |ctx| ctx.role_mask(*role)), *role)?;
                let mut set = both(owned, Set::Fixed((1 << self.sites) - 1));
                if let Some(within) = within {
                    set = both(set, self.set(within, depth)?);
                }
                if let Some(cond) = cond {
                    let cond = self.cond(cond, depth)?;
                    set = narrowed(set, cond, Reg::Site, &|set, cond| {
                        Set::Where(Box::new(set), Box::new(cond))
                    });
                }
                Num::CountIn(set)
            }
            Int::Var(name) => Num::Var(*name),
            Int::Counter => Num::Counter,
            Int::Pending => Num::Pending,
            Int::MoveNumber => Num::MoveNumber,
            Int::TurnNumber => Num::TurnNumber,
            Int::MovesThisTurn => Num::MovesThisTurn,
            Int::FromAtTurnStart => Num::TurnFrom,
            Int::Add(list) => Num::Add(all(list)?),
            Int::Mul(list) => Num::Mul(all(list)?),
            Int::Sub(a, b) => Num::Sub(two(a, b)?),
            Int::Div(a, b) => Num::Div(two(a, b)?),
            Int::Mod(a, b) => Num::Mod(two(a, b)?),
            Int::Min(a, b) => Num::Min(two(a, b)?),
            Int::Max(a, b) => Num::Max(two(a, b)?),
            Int::Abs(a) => Num::Abs(Box::new(self.num(a, depth)?)),
            Int::FromBool(b) => {
                let two = Box::new([Num::Const(1), Num::Const(0)]);
                Num::If(Box::new(self.cond(b, depth)?), two)
            }
            Int::If { cond, then, otherwise } => {
                Num::If(Box::new(self.cond(cond, depth)?), two(then, otherwise)?)
            }
            Int::TrackFirst { track, from, cond: Some(cond) } => {
                let Num::Const(player) = self.num(&track.player, depth)? else { return None };
                let track = usize::try_from(player).ok().and_then(|p| track.by_player.get(p)).copied()?;
                let track = self.game.tracks.get(usize::try_from(track).ok()?)?;
                let sites = track.sites.iter().map(|&site| self.site(site)).collect::<Option<Box<[u8]>>>()?;
                let from = match from {
                    Some(from) => Some(Box::new(self.num(from, depth)?)),
                    None => None,
                };
                Num::AlongTrack(sites, from, Box::new(self.cond(cond, depth)?))
            }
            _ => return None,
        })
    }

    fn site(&self, site: i32) -> Option<u8> {
        u8::try_from(site).ok().filter(|&site| usize::from(site) < self.sites)
    }

    /// The sites beside the board.
    fn beside(&self) -> Bits {
        ((1 << self.sites) - 1) & !((1 << self.board) - 1)
    }

    /// A site of a kind, as a number: what is no site of the game is nowhere.
    fn site_of(&self, kind: SiteType, site: Num) -> Option<Num> {
        if kind == self.game.site_type {
            return Some(site);
        }
        if kind != SiteType::Cell {
            return None;
        }
        // Cells of the board are never used; those beside it are known by their numbers.
        let known = |n: i32| if n >= self.board as i32 { n } else { OFF };
        match site {
            Num::Const(n) => Some(Num::Const(known(n))),
            Num::Table(reg, table) => {
                let table: Vec<i32> = table.iter().map(|&n| known(n)).collect();
                Some(Num::Table(reg, Arc::new(table.try_into().ok()?)))
            }
            Num::ByNext(list) => {
                let list =
                    list.into_iter().map(|num| self.site_of(kind, num)).collect::<Option<Box<[_]>>>()?;
                Some(Num::ByNext(list))
            }
            _ => None,
        }
    }

    fn count_at(&self, kind: SiteType, site: Num) -> Option<Num> {
        Some(match self.site_of(kind, site)? {
            Num::Const(n) => match self.site(n) {
                Some(site) => Num::CountFixed(site),
                None => Num::Const(0),
            },
            Num::Reg(reg) => Num::CountReg(reg),
            Num::Table(reg, table) => Num::CountTable(reg, table),
            site => Num::Count(Box::new(site)),
        })
    }

    // ---- conditions ----

    fn cond(&self, b: &Bool, depth: u32) -> Option<Cond> {
        let depth = depth.checked_sub(1)?;
        match self.hangs_on(Part::Bool(b)).as_deref() {
            Some([]) => return Some(Cond::Const(self.ask(None, |ctx| ctx.bool(b)))),
            Some([reg]) => {
                let answers = self.answers(*reg, |ctx| ctx.bool(b));
                if answers.iter().all(|a| *a == answers[0]) {
                    return Some(Cond::Const(answers[0]));
                }
                let bits = answers.iter().enumerate().map(|(i, &holds)| u128::from(holds) << i).sum();
                return Some(Cond::Among(*reg, bits));
            }
            Some(regs) if regs.contains(&Reg::Next) => {
                return Some(Cond::ByNext(self.by_next(|| self.cond(b, depth))?));
            }
            Some(_) | None => {}
        }
        let compare =
            |than, a: &Int, b: &Int| Some(Cond::Compare(than, self.num(a, depth)?, self.num(b, depth)?));
        let all = |list: &[Bool]| list.iter().map(|c| self.cond(c, depth)).collect::<Option<Box<[_]>>>();
        Some(match b {
            Bool::Const(b) => Cond::Const(*b),
            Bool::And(list) => Cond::And(all(list)?),
            Bool::Or(list) => Cond::Or(all(list)?),
            Bool::Not(c) => Cond::Not(Box::new(self.cond(c, depth)?)),
            Bool::Xor(a, b) => {
                let (a, b) = (self.cond(a, depth)?, self.cond(b, depth)?);
                Cond::If(Box::new([a, Cond::Not(Box::new(b.clone())), b]))
            }
            Bool::If { cond, then, otherwise } => Cond::If(Box::new([
                self.cond(cond, depth)?,
                self.cond(then, depth)?,
                self.cond(otherwise, depth)?,
            ])),
            Bool::Eq(a, b) => compare(Than::Equal, a, b)?,
            Bool::Ne(a, b) => compare(Than::Unlike, a, b)?,
            Bool::Lt(a, b) => compare(Than::Less, a, b)?,
            Bool::Le(a, b) => compare(Than::AtMost, a, b)?,
            Bool::Gt(a, b) => compare(Than::Less, b, a)?,
            Bool::Ge(a, b) => compare(Than::AtMost, b, a)?,
            Bool::Odd(e) => Cond::Odd(self.num(e, depth)?),
            Bool::Empty { kind, site } if *kind == self.game.site_type => Cond::Empty(self.num(site, depth)?),
            Bool::Occupied { kind, site } => Cond::Occupied(self.site_of(*kind, self.num(site, depth)?)?),
            Bool::In { site, region } => Cond::In(self.num(site, depth)?, self.set(region, depth)?),
            Bool::InList { values, list } => {
                let set = self.listed(list, depth)?;
                let each = |e: &Int| Some(Cond::In(self.num(e, depth)?, set.clone()));
                match &**values {
                    [one] => each(one)?,
                    several => Cond::And(several.iter().map(each).collect::<Option<Box<[_]>>>()?),
                }
            }
            Bool::NoPieces(n) if n.whats.is_none() => {
                let PiecesOf::Role(role) = n.of else { return None };
                let owned = self.owned(self.ask(None, |ctx| ctx.owners(role)), role)?;
                let there = match n.kind {
                    None => (1 << self.sites) - 1,
                    Some(kind) if kind == self.game.site_type => (1 << self.board) - 1,
                    Some(SiteType::Cell) => self.beside(),
                    Some(_) => return None,
                };
                let mut set = both(owned, Set::Fixed(there));
                if let Some(region) = &n.region {
                    set = both(set, self.set(region, depth)?);
                }
                Cond::SameSites(set, Set::Fixed(0))
            }
            Bool::SameSites(a, b) => Cond::SameSites(self.set(a, depth)?, self.set(b, depth)?),
            Bool::AllSites { region, cond } => {
                Cond::AllSites(self.set(region, depth)?, Box::new(self.cond(cond, depth)?))
            }
            Bool::Pending => Cond::Pending,
            Bool::Cycle => Cond::Cycle,
            // (What was proposed is handed back before anybody can ask.)
            Bool::Proposed(_) => Cond::Const(false),
            Bool::Decided(name) => Cond::Decided((*name).into()),
            Bool::WasPass | Bool::AllPassed => Cond::Passed,
            Bool::NoMoves(Role::Next) => Cond::NextCannotMove,
            Bool::NoMoves(role) => Cond::Stalemated(self.whose(*role)?),
            Bool::CanMove(rule) => Cond::CanMove(Box::new(self.moves(rule, depth)?)),
            _ => return None,
        })
    }

    /// Sites with seeds of these owners.
    fn owned(&self, owners: u32, role: Role) -> Option<Set> {
        if matches!(role, Role::Next | Role::Prev | Role::Player) {
            return None;
        }
        let sown = owners >> self.game.components[1].owner & 1 == 1;
        Some(Set::Owned(owners & 1 == 1, sown))
    }

    fn list(&self, name: Option<u16>) -> Option<u8> {
        self.lists.iter().position(|known| *known == name).map(|i| i as u8)
    }

    /// The numbers of a list as sites.
    fn listed(&self, list: &IntArr, depth: u32) -> Option<Set> {
        let depth = depth.checked_sub(1)?;
        let all = |lists: &[IntArr]| {
            lists.iter().map(|list| self.listed(list, depth)).collect::<Option<Box<[_]>>>()
        };
        Some(match list {
            IntArr::Remembered(name) => Set::Listed(self.list(*name)?),
            IntArr::Const(list) => {
                let mut bits = 0;
                for &site in list {
                    bits |= 1 << self.site(site)?;
                }
                Set::Fixed(bits)
            }
            IntArr::Sites(region) => self.set(region, depth)?,
            IntArr::Union(lists) => Set::Or(all(lists)?),
            IntArr::Intersection(lists) if !lists.is_empty() => Set::And(all(lists)?),
            IntArr::If { cond, then, otherwise } => Set::If(
                Box::new(self.cond(cond, depth)?),
                Box::new([self.listed(then, depth)?, self.listed(otherwise, depth)?]),
            ),
            _ => return None,
        })
    }

    fn whose(&self, role: Role) -> Option<Whose> {
        Some(match role {
            Role::P(p) if usize::from(p) < SEATS => Whose::One(p),
            Role::Mover => Whose::One(self.mover as u8),
            Role::Next => Whose::Next,
            Role::Prev => Whose::Prev,
            Role::Each | Role::Shared | Role::All | Role::Any => Whose::All,
            Role::Player => Whose::One(u8::try_from(self.player.get()?).ok()?),
            _ => return None,
        })
    }

    fn plan_cond(&self, cond: &PlanCond, depth: u32) -> Option<Cond> {
        let depth = depth.checked_sub(1)?;
        let all =
            |list: &[PlanCond]| list.iter().map(|c| self.plan_cond(c, depth)).collect::<Option<Box<[_]>>>();
        Some(match cond {
            PlanCond::Plain(b) => self.cond(b, depth)?,
            PlanCond::Const(b) => Cond::Const(*b),
            PlanCond::And(list) => Cond::And(all(list)?),
            PlanCond::Or(list) => Cond::Or(all(list)?),
            PlanCond::Not(c) => Cond::Not(Box::new(self.plan_cond(c, depth)?)),
            PlanCond::If(parts) => {
                let [a, b, c] = &**parts;
                let parts = [self.plan_cond(a, depth)?, self.plan_cond(b, depth)?, self.plan_cond(c, depth)?];
                Cond::If(Box::new(parts))
            }
            PlanCond::CanMove(id) => Cond::CanMove(Box::new(self.pick(*id, depth)?)),
            PlanCond::NextCannotMove => Cond::NextCannotMove,
            PlanCond::SameMover => Cond::Among(Reg::Prev, 1 << (self.mover as i32 + BELOW)),
            _ => return None,
        })
    }

    // ---- sets ----

    fn set(&self, r: &Region, depth: u32) -> Option<Set> {
        let depth = depth.checked_sub(1)?;
        match self.hangs_on(Part::Region(r)).as_deref() {
            Some([]) => return Some(Set::Fixed(self.ask(None, |ctx| self.bits(&ctx.region(r)))?)),
            Some([reg]) => {
                let answers = self.answers(*reg, |ctx| self.bits(&ctx.region(r)));
                // (What no site of the game says is never asked.)
                let asked = answers
                    .iter()
                    .enumerate()
                    .map(|(i, bits)| if i < self.sites + BELOW as usize { *bits } else { Some(0) });
                if let Some(table) = asked.collect::<Option<Vec<Bits>>>() {
                    if table.iter().all(|bits| *bits == table[0]) {
                        return Some(Set::Fixed(table[0]));
                    }
                    return Some(Set::Table(*reg, Arc::new(table.try_into().ok()?)));
                }
            }
            Some(_) | None => {}
        }
        let all = |list: &[Region]| list.iter().map(|r| self.set(r, depth)).collect::<Option<Box<[_]>>>();
        let two = |a: &Region, b: &Region| Some(Box::new([self.set(a, depth)?, self.set(b, depth)?]));
        Some(match r {
            Region::Sites(list) => match &**list {
                [one] => Set::One(Box::new(self.num(one, depth)?)),
                several => {
                    Set::Several(several.iter().map(|e| self.num(e, depth)).collect::<Option<Box<[_]>>>()?)
                }
            },
            Region::Union(list) => Set::Or(all(list)?),
            Region::Intersection(list) if !list.is_empty() => Set::And(all(list)?),
            Region::Difference(a, b) => Set::Without(two(a, b)?),
            Region::Without(a, site) => {
                Set::Without(Box::new([self.set(a, depth)?, Set::One(Box::new(self.num(site, depth)?))]))
            }
            Region::If { cond, then, otherwise } => {
                Set::If(Box::new(self.cond(cond, depth)?), two(then, otherwise)?)
            }
            Region::Filter { region, cond } => {
                let (set, cond) = (self.set(region, depth)?, self.cond(cond, depth)?);
                narrowed(set, cond, Reg::Site, &|set, cond| Set::Where(Box::new(set), Box::new(cond)))
            }
            Region::ByPlayer { regions, player } => {
                let Num::Const(player) = self.num(player, depth)? else { return None };
                match usize::try_from(player).ok().and_then(|p| regions.get(p)) {
                    Some(region) => self.set(region, depth)?,
                    None => Set::Fixed(0),
                }
            }
            Region::List(list) => self.listed(list, depth)?,
            Region::Occupied { of: Owners::Role(role), whats: Whats::Any, container: None, kind, .. }
                if *kind == self.game.site_type && *kind != SiteType::Cell =>
            {
                let owned = self.owned(self.ask(None, |ctx| ctx.role_mask(*role)), *role)?;
                both(owned, Set::Fixed((1 << self.board) - 1))
            }
            Region::Empty { kind } if *kind == self.game.site_type => Set::EmptyBoard,
            Region::Pending => Set::Pending,
            _ => return None,
        })
    }

    fn bits(&self, sites: &crate::siteset::SiteSet) -> Option<Bits> {
        let mut bits = 0;
        for site in sites.iter() {
            bits |= 1 << self.site(site)?;
        }
        Some(bits)
    }

    // ---- moves ----

    fn turn(&self, phase: usize) -> Option<Turn> {
        let game = self.game;
        let pick = self.pick(self.plan.phases[phase], DEEPEST)?;
        let of_phase = game.phases[phase].end.as_ref().map_or(&[][..], |end| &end.rules);
        let of_game = game.end.as_ref().map_or(&[][..], |end| &end.rules);
        let mut ends = Vec::new();
        for rule in of_phase.iter().chain(of_game) {
            self.end(rule, &mut ends)?;
        }
        let mut next = Vec::new();
        for rule in &game.phases[phase].next {
            let cond = match &rule.cond {
                Some(cond) => Some(self.cond(cond, DEEPEST)?),
                None => None,
            };
            let phase = match rule.phase {
                Some(phase) => Some(u8::try_from(phase).ok()?),
                None => None,
            };
            next.push(NextPhase { who: self.whose(rule.role)?, cond, phase });
        }
        let ends_alone = game.phases[phase].end.is_none() || game.end.is_none();
        Some(Turn { pick, ends: ends.into(), ends_alone, next: next.into() })
    }

    fn end(&self, rule: &EndRule, out: &mut Vec<End>) -> Option<()> {
        match rule {
            EndRule::If { cond, cases, result } => {
                let cond = self.cond(cond, DEEPEST)?;
                let mut verdict = result.as_ref().map(|outcome| self.verdict(outcome));
                if !cases.is_empty() {
                    let mut list = Vec::new();
                    for case in cases {
                        self.end(case, &mut list)?;
                    }
                    verdict = Some(Verdict::First(list.into(), verdict.map(Box::new)));
                }
                if let Some(verdict) = verdict {
                    out.push(End { cond, verdict });
                }
            }
            EndRule::Always(outcome) => {
                out.push(End { cond: Cond::Const(true), verdict: self.verdict(outcome) })
            }
            EndRule::ForEachPlayer { role, cond, result } => {
                for player in 1..=self.game.players {
                    if *role == Role::NonMover && player == self.mover {
                        continue;
                    }
                    let outside = self.player.replace(Some(player as i32));
                    let cond = self.cond(cond, DEEPEST);
                    let verdict = self.verdict(result);
                    self.player.set(outside);
                    out.push(End { cond: cond?, verdict });
                }
            }
            EndRule::ForEachTrack { .. } => return None,
        }
        Some(())
    }

    fn verdict(&self, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Result { who, result } => {
                let two = self.game.players == 2;
                let seat = match who {
                    Role::Mover => Some(self.mover),
                    Role::P(p) => Some(usize::from(*p)),
                    Role::Player => self.player.get().and_then(|p| usize::try_from(p).ok()),
                    _ => None,
                };
                match (seat, result) {
                    (Some(p @ 1..=2), ResultKind::Win) if two => Verdict::Won(p as u8),
                    (Some(p @ 1..=2), ResultKind::Loss) if two => Verdict::Won(3 - p as u8),
                    (Some(1..=2), ResultKind::Draw) => Verdict::Won(0),
                    (None, ResultKind::Win) if two && *who == Role::Next => Verdict::NextWon,
                    (None, ResultKind::Loss) if two && *who == Role::Next => Verdict::NextLost,
                    _ => Verdict::AsWritten,
                }
            }
            Outcome::ByScore { finals, misere } => {
                let lowest = match misere {
                    None => Some(false),
                    Some(Bool::Const(lowest)) => Some(*lowest),
                    Some(_) => None,
                };
                let finals = finals
                    .iter()
                    .map(|(role, score)| {
                        let players = match self.whose(*role)? {
                            Whose::One(p) => vec![p],
                            Whose::All => (1..=self.game.players as u8).collect(),
                            Whose::Next | Whose::Prev => return None,
                        };
                        Some((players.into(), self.num(score, DEEPEST)?))
                    })
                    .collect::<Option<Box<[_]>>>();
                match (finals, lowest) {
                    (Some(finals), Some(lowest)) => Verdict::ByScore { finals, lowest },
                    _ => Verdict::AsWritten,
                }
            }
            Outcome::Payoffs(_) => Verdict::AsWritten,
        }
    }

    fn pick(&self, id: GenId, depth: u32) -> Option<Pick> {
        let depth = depth.checked_sub(1)?;
        let all =
            |parts: &[GenId]| parts.iter().map(|&part| self.pick(part, depth)).collect::<Option<Box<[_]>>>();
        match &self.plan.gens[id] {
            Gen::All(parts) => Some(Pick::All(all(parts)?)),
            Gen::First(parts) => Some(Pick::First(all(parts)?)),
            Gen::If { cond, then, otherwise, .. } => {
                let cond = self.plan_cond(cond, depth)?;
                // (What is rare may be unknown: the game is handed back there.)
                let then = self.pick(*then, depth).unwrap_or(Pick::Unknown);
                let otherwise = match otherwise {
                    Some(other) => self.pick(*other, depth).unwrap_or(Pick::Unknown),
                    None => Pick::Nothing,
                };
                let never = matches!(cond, Cond::Const(false) | Cond::Cycle);
                if let (Pick::Unknown, Pick::Unknown | Pick::Nothing) = (&then, &otherwise)
                    && !never
                {
                    return None;
                }
                Some(Pick::If(cond, Box::new([then, otherwise])))
            }
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                match leaf.form {
                    Form::Select => self.select(*index, leaf, depth),
                    Form::Pass => Some(Pick::Pass(*index)),
                    _ => None,
                }
            }
            Gen::Plain { .. }
            | Gen::Pieces(_)
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Tall { .. }
            | Gen::Longest { .. } => None,
        }
    }

    fn select(&self, index: u16, leaf: &Leaf, depth: u32) -> Option<Pick> {
        let MovesKind::Select { from, to: None, mover: None } = &leaf.rule.kind else { return None };
        if leaf.in_piece || leaf.in_sites || leaf.at_target.is_some() || leaf.at_hurdle.is_some() {
            return None;
        }
        let origins = self.origins(from, depth)?;
        let thens: Box<[u16]> = leaf.thens.iter().map(|then| then.0 as u16).collect();
        self.want(&thens);
        let tried = match leaf.tried {
            Some(after) => {
                self.tries.set(true);
                let cond = self.plan_cond(&self.plan.afters[usize::from(after)].cond, depth)?;
                Some((cond, thens.len().checked_sub(leaf.outside)?))
            }
            None => None,
        };
        Some(Pick::Select(Arc::new(Deed { leaf: index, origins, thens, tried })))
    }

    fn origins(&self, from: &Origin, depth: u32) -> Option<Set> {
        if from.kind != self.game.site_type || from.level.is_some() {
            return None;
        }
        let set = match &from.place {
            Place::Site(site) => Set::One(Box::new(self.num(site, depth)?)),
            Place::Region(region) => self.set(region, depth)?,
        };
        let there = match from.kind {
            SiteType::Cell => self.sites,
            SiteType::Vertex | SiteType::Edge => self.board,
        };
        let set = both(set, Set::Fixed((1 << there) - 1));
        Some(match &from.cond {
            Some(cond) => {
                let cond = self.cond(cond, depth)?;
                narrowed(set, cond, Reg::From, &|set, cond| Set::FromWhere(Box::new(set), Box::new(cond)))
            }
            None => set,
        })
    }

    /// The moves of a rule that only asks whether there are any.
    fn moves(&self, m: &Moves, depth: u32) -> Option<Pick> {
        let depth = depth.checked_sub(1)?;
        let all = |list: &[Moves]| list.iter().map(|m| self.moves(m, depth)).collect::<Option<Box<[_]>>>();
        Some(match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) => Pick::All(all(list)?),
            MovesKind::Priority(list) => Pick::First(all(list)?),
            MovesKind::If { cond, then, otherwise } => {
                let otherwise = match otherwise {
                    Some(other) => self.moves(other, depth)?,
                    None => Pick::Nothing,
                };
                Pick::If(self.cond(cond, depth)?, Box::new([self.moves(then, depth)?, otherwise]))
            }
            MovesKind::Select { from, to: None, .. } => {
                let origins = self.origins(from, depth)?;
                Pick::Select(Arc::new(Deed { leaf: PLAIN, origins, thens: Box::default(), tried: None }))
            }
            MovesKind::Pass => Pick::Pass(PLAIN),
            _ => return None,
        })
    }

    // ---- what follows ----

    fn want(&self, thens: &[u16]) {
        let mut wanted = self.wanted.take();
        wanted.extend_from_slice(thens);
        self.wanted.set(wanted);
    }

    /// `outer`: what follows by the rules around this one. `sole`: nothing else is worked out at the same time.
    fn eff(&self, m: &Moves, outer: &[ThenId], sole: bool, depth: u32) -> Option<Eff> {
        let depth = depth.checked_sub(1)?;
        let mut thens: Vec<ThenId> = m.then.into_iter().collect();
        thens.extend_from_slice(outer);
        let all = |list: &[Moves]| {
            let parts = list.iter().map(|m| self.eff(m, &thens, false, depth));
            parts.collect::<Option<Box<[_]>>>()
        };
        let one = |act: Act| {
            let thens: Box<[u16]> = thens.iter().map(|then| then.0 as u16).collect();
            self.want(&thens);
            Some(Eff::One(act, thens))
        };
        if m.decision {
            return None;
        }
        match &m.kind {
            MovesKind::And(list) | MovesKind::Or(list) => Some(Eff::All(all(list)?)),
            MovesKind::If { cond, then, otherwise } => {
                let cond = self.cond(cond, depth)?;
                let then = Box::new(self.eff(then, &thens, sole, depth)?);
                let otherwise = match otherwise {
                    Some(other) => Some(Box::new(self.eff(other, &thens, sole, depth)?)),
                    None => None,
                };
                Some(Eff::If(cond, then, otherwise))
            }
            MovesKind::ForEachSite { region, moves, otherwise } => {
                let set = self.set(region, depth)?;
                let each = Box::new(self.eff(moves, &thens, false, depth)?);
                let otherwise = match otherwise {
                    Some(other) => Some(Box::new(self.eff(other, &thens, false, depth)?)),
                    None => None,
                };
                Some(Eff::Each(set, each, otherwise))
            }
            MovesKind::ForEachPlayer { players, moves } => {
                let players: Vec<i32> = match players.as_deref() {
                    None => (1..=self.game.players as i32).collect(),
                    Some(IntArr::Const(list)) => list.to_vec(),
                    Some(_) => return None,
                };
                let mut parts = Vec::new();
                for player in players.into_iter().filter(|p| (0..=self.game.players as i32 + 1).contains(p)) {
                    let outside = self.player.replace(Some(player));
                    let part = self.eff(moves, &thens, false, depth);
                    self.player.set(outside);
                    parts.push(part?);
                }
                Some(Eff::All(parts.into()))
            }
            MovesKind::ForEachValueIn { range, moves } => {
                let (least, most) = (self.num(&range.min, depth)?, self.num(&range.max, depth)?);
                Some(Eff::EachValue(least, most, Box::new(self.eff(moves, &thens, false, depth)?)))
            }
            MovesKind::ForEachValue { values, moves } => {
                let IntArr::Remembered(name) = &**values else { return None };
                let each = Box::new(self.eff(moves, &thens, false, depth)?);
                Some(Eff::EachListed(self.list(*name)?, each))
            }
            MovesKind::Do { prior, next: Some(next), after: None } if sole && sets_variables(prior) => {
                let prior = self.eff(prior, &[], false, depth)?;
                let next = self.eff(next, &thens, false, depth)?;
                Some(Eff::Do(Box::new([prior, next])))
            }
            MovesKind::FromTo { from, to, count, copy: Bool::Const(false), stack: false, mover: None }
                if from.level.is_none()
                    && from.cond.is_none()
                    && to.level.is_none()
                    && to.rotations.is_none()
                    && to.cond.is_none()
                    && to.apply.effect.is_none() =>
            {
                let Place::Site(to_site) = &to.place else { return None };
                let to = self.site_of(to.kind, self.num(to_site, depth)?)?;
                let count = match count {
                    Some(count) => Some(self.num(count, depth)?),
                    None => None,
                };
                self.may_fail.set(true);
                match &from.place {
                    Place::Site(site) => {
                        let from = self.site_of(from.kind, self.num(site, depth)?)?;
                        one(Act::Carry { from, to, count })
                    }
                    Place::Region(region) => {
                        let mut set = self.set(region, depth)?;
                        if from.kind != self.game.site_type {
                            set = both(set, Set::Fixed(self.beside()));
                        }
                        one(Act::CarryAll { from: set, to, count })
                    }
                }
            }
            // (However many are to go, all do.)
            MovesKind::Remove { kind, place, level: None, at_end_of_turn: false, .. } => match place {
                Place::Site(site) => one(Act::Remove(self.site_of(*kind, self.num(site, depth)?)?)),
                Place::Region(region) if *kind == self.game.site_type => {
                    one(Act::RemoveAll(self.set(region, depth)?))
                }
                Place::Region(_) => None,
            },
            MovesKind::SetNextPlayer(IntArr::List(list)) => match &**list {
                [player] => one(Act::NextPlayer(self.num(player, depth)?)),
                _ => None,
            },
            MovesKind::SetNextPlayer(IntArr::Const(list)) => match &**list {
                [player] => one(Act::NextPlayer(Num::Const(*player))),
                _ => None,
            },
            MovesKind::Effect(effect) => match &**effect {
                Effect::MoveAgain => one(Act::Again),
                Effect::SetCount { kind, site, count } => {
                    self.may_fail.set(true);
                    let site = self.site_of(*kind, self.num(site, depth)?)?;
                    one(Act::SetCount(site, self.num(count, depth)?))
                }
                Effect::SetScore { who, score, add } => {
                    let score = self.num(score, depth)?;
                    let player = match who {
                        Who::One(e) => self.num(e, depth)?,
                        Who::Role(role) => match self.whose(*role)? {
                            Whose::One(p) => Num::Const(p.into()),
                            Whose::Next => Num::Reg(Reg::Next),
                            Whose::Prev => Num::Reg(Reg::Prev),
                            Whose::All => {
                                let each =
                                    |p: usize| one(Act::Score(Num::Const(p as i32), score.clone(), *add));
                                let list = (1..=self.game.players).map(each).collect::<Option<Box<[_]>>>();
                                return Some(Eff::All(list?));
                            }
                        },
                    };
                    one(Act::Score(player, score, *add))
                }
                Effect::SetPlayerValue { player, value } => {
                    one(Act::PlayerValue(self.num(player, depth)?, self.num(value, depth)?))
                }
                Effect::SetVar { name, value } if usize::from(*name) < VARS => {
                    one(Act::Var(*name, self.num(value, depth)?))
                }
                // (It belongs to what tells positions apart.)
                Effect::SetTemp(value) if !self.game.uses.cycle_detection => {
                    one(Act::Temp(self.num(value, depth)?))
                }
                Effect::SetCounter(value) => one(Act::Counter(self.num(value, depth)?)),
                Effect::SetPending(value) => {
                    self.may_fail.set(true);
                    let value = match value {
                        Some(value) => Some(self.num(value, depth)?),
                        None => None,
                    };
                    one(Act::Pending(value))
                }
                Effect::Remember { name, value, unique } => {
                    self.may_fail.set(true);
                    one(Act::Remember(self.list(*name)?, self.num(value, depth)?, self.cond(unique, depth)?))
                }
                Effect::Forget { name, value } => {
                    one(Act::Forget(self.list(*name)?, self.num(value, depth)?))
                }
                Effect::ForgetAll(name @ Some(_)) => one(Act::ForgetAll(self.list(*name)?)),
                Effect::Sow(rule) => {
                    let sowing = Box::new(self.sow(rule, depth)?);
                    let thens: Box<[u16]> = thens.iter().map(|then| then.0 as u16).collect();
                    self.want(&thens);
                    Some(Eff::Sow(sowing, thens))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn sow(&self, s: &Sow, depth: u32) -> Option<Sowing> {
        if s.kind != self.game.site_type || s.per_hole != Int::Const(1) || s.sow_effect.is_some() {
            return None;
        }
        let all_that_lie =
            matches!(&s.count, Int::Count { kind, site } if *kind == s.kind && **site == s.start);
        let count = match all_that_lie {
            true => None,
            false => {
                self.may_fail.set(true);
                Some(self.num(&s.count, depth)?)
            }
        };
        let owner = match &s.owner {
            Some(owner) => {
                let Num::Const(owner) = self.num(owner, depth)? else { return None };
                Some(owner)
            }
            None => None,
        };
        let mut tracks = s.tracks.iter().map(|&t| &self.game.tracks[t]);
        let track = tracks.find(|t| match (&s.track_name, owner) {
            (None, _) => true,
            (Some(name), None | Some(OFF)) => t.name == *name,
            (Some(_), Some(owner)) => t.owner as i32 == owner,
        })?;
        let sites = track.sites.iter().map(|&site| self.site(site)).collect::<Option<Box<[u8]>>>()?;
        let indices = |list: &[i32]| list.iter().map(|&i| u8::try_from(i).unwrap_or(NO_INDEX)).collect();
        let (ahead, back): (Box<[u8]>, Box<[u8]>) = (indices(&track.next), indices(&track.prev));
        let mut first_at = [NO_INDEX; SITES];
        for (site, first) in first_at.iter_mut().enumerate().take(self.sites) {
            *first = track.index_of(site as i32).map_or(NO_INDEX, |i| i as u8);
        }
        let mut endless = ahead.iter().all(|&i| i != NO_INDEX);
        // Which holes are always passed over, by who is next.
        let skips = match &s.skip_if {
            Some(skip) => self.by_next(|| self.cond(skip, depth)),
            None => Some(vec![Cond::Const(false); self.game.players + 2].into()),
        };
        let mut hops = Vec::new();
        for skip in skips.iter().flatten() {
            let passed_over = |site: u8| match skip {
                Cond::Const(skip) => Some(*skip),
                Cond::Among(Reg::To, bits) => Some(bits >> (i32::from(site) + BELOW) & 1 == 1),
                _ => None,
            };
            let hop = |from: usize| {
                let mut at = ahead[from];
                for _ in 0..sites.len() {
                    let site = *sites.get(usize::from(at))?;
                    if !passed_over(site)? {
                        return Some(at);
                    }
                    at = ahead[usize::from(at)];
                }
                None
            };
            match (0..sites.len()).map(hop).collect::<Option<Box<[u8]>>>() {
                Some(list) => hops.push(list),
                None => endless = false,
            }
        }
        let skip = match &s.skip_if {
            Some(skip) => Some(self.cond(skip, depth)?),
            None => None,
        };
        self.may_fail.set(self.may_fail.get() || !endless);
        let cond = |b: &Option<Bool>| match b {
            Some(b) => self.cond(b, depth).map(Some),
            None => Some(None),
        };
        let capture = match &s.capture {
            Some(capture) => Some(self.eff(capture, &[], false, depth)?).filter(|eff| !has_then(eff)),
            None => None,
        };
        if s.capture.is_some() && capture.is_none() {
            return None;
        }
        Some(Sowing {
            start: self.num(&s.start, depth)?,
            count,
            sites,
            first_at,
            ahead,
            back,
            hops: hops.into(),
            endless,
            skip,
            capture_if: cond(&s.capture_if)?,
            capture,
            include_self: s.include_self,
            origin: self.cond(&s.origin, depth)?,
            backtracking: cond(&s.backtracking)?,
            forward: cond(&s.forward)?,
        })
    }
}

/// The lists that rules of play remember numbers in.
fn names_of_lists(game: &Game) -> Vec<Option<u16>> {
    let mut names = Vec::new();
    walk::any(walk::rules_of(game), |part| {
        let name = match part {
            Part::IntArr(IntArr::Remembered(name)) => Some(*name),
            Part::Effect(Effect::Remember { name, .. } | Effect::Forget { name, .. }) => Some(*name),
            Part::Effect(Effect::ForgetAll(name)) => Some(*name),
            _ => None,
        };
        names.extend(name.filter(|name| !names.contains(name)));
        false
    });
    names
}

fn both(a: Set, b: Set) -> Set {
    match (a, b) {
        (Set::Fixed(a), Set::Fixed(b)) => Set::Fixed(a & b),
        (Set::Table(reg, a), Set::Fixed(b)) => Set::Table(reg, Arc::new(a.map(|bits| bits & b))),
        (a, b) => Set::And([a, b].into()),
    }
}

/// The sites of a set where a condition on one number, which stands for the site, holds.
fn narrowed(set: Set, cond: Cond, reg: Reg, otherwise: &impl Fn(Set, Cond) -> Set) -> Set {
    let counted = |set: Set, least: i32, most: i32| match (least, most) {
        (1, i32::MAX) => both(set, Set::Full),
        _ => Set::Counted(Box::new(set), least, most),
    };
    let here = |num: &Num| matches!(num, Num::CountReg(r) if *r == reg);
    match cond {
        Cond::Const(true) => set,
        Cond::Const(false) => Set::Fixed(0),
        Cond::Among(r, bits) if r == reg => both(set, Set::Fixed((bits >> BELOW) as Bits)),
        Cond::Occupied(Num::Reg(r)) if r == reg => both(set, Set::Full),
        Cond::In(Num::Reg(r), among @ (Set::Listed(_) | Set::Fixed(_) | Set::Pending)) if r == reg => {
            both(set, among)
        }
        Cond::Not(not) => match *not {
            Cond::In(Num::Reg(r), among @ (Set::Listed(_) | Set::Fixed(_) | Set::Pending)) if r == reg => {
                Set::Without(Box::new([set, among]))
            }
            not => otherwise(set, Cond::Not(Box::new(not))),
        },
        Cond::And(list) => {
            let mut set = set;
            for cond in list {
                set = narrowed(set, cond, reg, otherwise);
            }
            set
        }
        Cond::Compare(than, a, b) => match (than, &a, &b) {
            (Than::Less, Num::Const(n), b) if here(b) => counted(set, n.saturating_add(1), i32::MAX),
            (Than::Less, a, Num::Const(n)) if here(a) => counted(set, 0, n.saturating_sub(1)),
            (Than::AtMost, Num::Const(n), b) if here(b) => counted(set, *n, i32::MAX),
            (Than::AtMost, a, Num::Const(n)) if here(a) => counted(set, 0, *n),
            (Than::Equal, a, Num::Const(n)) if here(a) => counted(set, *n, *n),
            (Than::Equal, Num::Const(n), b) if here(b) => counted(set, *n, *n),
            (Than::Unlike, a, Num::Const(0)) if here(a) => counted(set, 1, i32::MAX),
            (Than::Unlike, Num::Const(0), b) if here(b) => counted(set, 1, i32::MAX),
            _ => otherwise(set, Cond::Compare(than, a, b)),
        },
        cond => otherwise(set, cond),
    }
}

/// Does something follow from a part of an effect, or is it one that must be alone?
fn has_then(eff: &Eff) -> bool {
    match eff {
        Eff::All(list) => list.iter().any(has_then),
        Eff::If(_, then, otherwise) => has_then(then) || otherwise.as_ref().is_some_and(|eff| has_then(eff)),
        Eff::Each(_, each, otherwise) => {
            has_then(each) || otherwise.as_ref().is_some_and(|eff| has_then(eff))
        }
        Eff::EachValue(_, _, each) | Eff::EachListed(_, each) => has_then(each),
        Eff::One(_, thens) | Eff::Sow(_, thens) => !thens.is_empty(),
        Eff::Do(_) => true,
    }
}

/// Does a rule only set variables?
fn sets_variables(m: &Moves) -> bool {
    m.then.is_none()
        && match &m.kind {
            MovesKind::And(list) => list.iter().all(sets_variables),
            MovesKind::Effect(e) => matches!(**e, Effect::SetVar { .. } | Effect::SetTemp(_)),
            _ => false,
        }
}
