//! From kernel to plan: which shapes of rules are recognised. What is not recognised stays with the evaluator.

use super::shift::Shifts;
use super::tables::{Axes, Headings, Rays, Targets};
use super::test::*;
use super::*;
use crate::ctx::Ctx;
use crate::eval::direction::Stance;
use crate::eval::walk::walk_ends;
use crate::game::{ContainerKind, End};
use crate::kernel::boolean::{
    Connected, Line, LineOf, Loop, PiecesOf, Targets as Goals, Threatened, Through,
};
use crate::kernel::int::Owners;
use crate::kernel::region::Whats;
use crate::kernel::walk::{self, Part};
use crate::kernel::{Between, Dir, Effect, ForEachPiece, MovesKind, Origin, Place, Relative, Target, Who};
use crate::position::Position;
use crate::rng::Rng;
use rustc_hash::FxHashMap;

/// The lists of directions that a rule means at each site: the key under which tables are shared.
type DirKey = (SiteType, Vec<smallvec::SmallVec<[Direction; 8]>>);

struct Compiler<'g> {
    game: &'g Game,
    plan: Plan,
    /// A position with nothing on it, to ask what directions mean.
    bare: Ctx<'g>,
    steps: FxHashMap<DirKey, Arc<Targets>>,
    rays: FxHashMap<DirKey, Arc<Rays>>,
    /// How deeply rules are being compiled inside rules.
    depth: u32,
    /// Is this the rule of a phase itself, with nothing around it but conditions?
    at_root: bool,
    /// Is what follows the only thing that does?
    sole: bool,
    in_sites: bool,
    /// Is this a rule for while nothing lies upon another?
    one_level: bool,
    /// Inside the moves of a piece: pieces inside are the evaluator's.
    in_piece: bool,
    /// Do pieces only ever come, one with each move, and nothing else happens to them?
    only_adds: bool,
    /// Does any rule ask for threats?
    threats: bool,
    /// The conditions after moves that are compiled already.
    afters: Vec<Vec<Must<'g>>>,
}

/// Rules nested deeper than this are left to the evaluator.
const DEEPEST: u32 = 40;

/// What must hold after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Must<'g> {
    Hold(&'g Bool),
    /// The position is not the one that was stored.
    BeNew,
}

/// What is known at a place of the rules.
#[derive(Clone)]
struct Around<'g> {
    /// The component whose moves these are.
    what: Option<usize>,
    /// What follows, by the rules around this one, from the inside outwards.
    outer: Vec<ThenId>,
    /// What must hold after the move.
    tried: Vec<Must<'g>>,
    /// How many of those that follow are outside of what is tried.
    outside: usize,
}

impl<'g> Around<'g> {
    /// The component that stands at an origin, where the rule says.
    fn piece_at(&self, origin: &From) -> Option<usize> {
        match origin {
            From::Register => self.what,
            From::Site(_) | From::Region(_) | From::None => None,
        }
    }
    fn with_then(&self, then: Option<ThenId>) -> Around<'g> {
        let mut around = self.clone();
        if let Some(then) = then {
            around.outer.insert(0, then);
        }
        around
    }
}

pub(super) fn plan(game: &Game, engine: Engine) -> Plan {
    let uses = &game.uses;
    let meta = &game.meta;
    let unusual = engine == Engine::Reference
        || game.mode != Mode::Alternating
        || !game.subgames.is_empty()
        || uses.deduction_puzzle
        || meta.automove
        || meta.fall.is_some()
        || meta.pin
        || meta.no_stack_on_fallen
        || game.players == 0;
    let plan = Plan {
        gens: Vec::new(),
        leaves: Vec::new(),
        afters: Vec::new(),
        thens: Vec::new(),
        phases: Vec::new(),
        phase_ends: Vec::new(),
        ends: Box::default(),
        plain: unusual,
        simple_pieces: !uses.stacking
            && !uses.large_pieces
            && !uses.dominoes
            && !uses.hidden
            && !uses.track_indices,
        site_of_slot: sites_of_slots(game),
        has_next_phases: game.phases.iter().any(|p| !p.next.is_empty()),
        links: 0,
        lean: None,
        covering: None,
        royal: None,
        notes_actions: uses.last_actions,
        compares_positions: uses.no_repeat_positional_game
            || uses.no_repeat_positional_turn
            || uses.no_repeat_situational_game
            || uses.no_repeat_situational_turn
            || uses.cycle_detection
            || uses.stores_state,
        has_dice: game.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. })),
        settled: 0,
        answers: settled::Answers::of(game).unwrap_or_default(),
    };
    if unusual {
        return plan;
    }
    let bare = Ctx::new(game, Position::empty(game), Rng::new(0));
    let mut c = Compiler {
        game,
        plan,
        bare,
        steps: FxHashMap::default(),
        rays: FxHashMap::default(),
        depth: 0,
        at_root: false,
        sole: false,
        in_sites: false,
        one_level: false,
        in_piece: false,
        only_adds: false,
        threats: false,
        afters: Vec::new(),
    };
    for rule in &game.thens {
        // What follows alone may be done as it is worked out.
        c.sole = true;
        let eff = c.effect(rule);
        c.sole = false;
        c.plan.thens.push(eff);
    }
    for phase in &game.phases {
        let around = Around { what: None, outer: Vec::new(), tried: Vec::new(), outside: 0 };
        c.at_root = true;
        let id = c.moves(&phase.play, &around);
        c.at_root = false;
        c.plan.phases.push(id);
        let ends = phase.end.as_ref().map(|e| c.end(e)).unwrap_or_default();
        c.plan.phase_ends.push(ends);
    }
    let only_adds = c.only_adds();
    c.only_adds = only_adds && !uses.stacking;
    c.plan.ends = game.end.as_ref().map(|e| c.end(e)).unwrap_or_default();
    if c.threats {
        c.look_back();
    }
    c.plan.lean = super::lean::lean(c.plan.beside(game), only_adds);
    c.plan.covering = super::cover::covering(c.plan.beside(game));
    let simple = c.plan.simple_pieces && !c.plan.notes_actions;
    for leaf in &mut c.plan.leaves {
        let one_piece = match leaf.form {
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Carry { .. }
            | Form::Place { state: None, .. } => true,
            Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Large { .. } => false,
        };
        leaf.quick = simple && one_piece && !leaf.copy;
    }
    let told =
        |leaf| (royal::is_light(c.plan.beside(game), leaf), royal::leaves_pending(c.plan.beside(game), leaf));
    let light: Vec<(bool, bool)> = c.plan.leaves.iter().map(told).collect();
    c.plan.leaves.iter_mut().zip(light).for_each(|(leaf, told)| (leaf.light, leaf.pends) = told);
    c.plan.royal = super::royal::royal(c.plan.beside(game), &|e, mover| c.of_mover(e, mover));
    c.plan
}

impl<'g> Compiler<'g> {
    /// Asked once all rules of play are compiled.
    fn only_adds(&self) -> bool {
        self.game.thens.is_empty()
            && self.plan.gens.iter().all(|g| match g {
                Gen::Leaf(_) | Gen::All(_) | Gen::First(_) | Gen::If { .. } => true,
                Gen::Plain { .. }
                | Gen::Pieces(_)
                | Gen::ForSites { .. }
                | Gen::After { .. }
                | Gen::Tall { .. }
                | Gen::Longest { .. } => false,
            })
            && self.plan.leaves.iter().all(|l| match l.form {
                Form::Place { .. } => l.tried.is_none(),
                Form::Pass => true,
                Form::Jump(_)
                | Form::Slide { .. }
                | Form::Hop { .. }
                | Form::Carry { .. }
                | Form::Remove
                | Form::Outflank { .. }
                | Form::Large { .. }
                | Form::Round { .. }
                | Form::Shoot { .. }
                | Form::Select => false,
            })
            && self.game.meta.repeat.is_none()
            && !self.game.meta.no_suicide
    }

    fn add(&mut self, made: Gen) -> GenId {
        self.plan.gens.push(made);
        self.plan.gens.len() - 1
    }

    fn plain(&mut self, rule: &'g Moves, around: &Around<'g>) -> GenId {
        let outside = around.outside;
        let tried = self.after(&around.tried);
        self.add(Gen::Plain { rule: own(rule), outer: around.outer.clone().into(), outside, tried })
    }

    /// The number of the conditions that must hold after a move.
    fn after(&mut self, conds: &[Must<'g>]) -> Option<u16> {
        if conds.is_empty() {
            return None;
        }
        if let Some(known) = self.afters.iter().position(|c| c == conds) {
            return Some(known as u16);
        }
        let mut all: Vec<Cond> = Vec::new();
        for must in conds {
            all.push(match must {
                Must::Hold(cond) => self.cond(cond),
                Must::BeNew => Cond::NotStored,
            });
        }
        let cond = if all.len() == 1 { all.remove(0) } else { Cond::And(all.into()) };
        let holds_when_judging = conds.iter().all(|must| match must {
            Must::Hold(cond) => without_threats(cond) == Some(true),
            Must::BeNew => false,
        });
        // (Conditions inside may have added some of their own.)
        self.afters.push(conds.to_vec());
        self.plan.afters.push(After { cond, holds_when_judging });
        Some(self.plan.afters.len() as u16 - 1)
    }

    /// The generator of a rule.
    fn moves(&mut self, m: &'g Moves, around: &Around<'g>) -> GenId {
        if self.depth >= DEEPEST {
            return self.plain(m, around);
        }
        self.depth += 1;
        let id = self.moves_inside(m, around);
        self.depth -= 1;
        id
    }

    fn moves_inside(&mut self, m: &'g Moves, around: &Around<'g>) -> GenId {
        let inner = around.with_then(m.then);
        let root = std::mem::replace(&mut self.at_root, false);
        match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) => {
                let parts: Vec<GenId> = list.iter().map(|part| self.moves(part, &inner)).collect();
                self.add(Gen::All(parts.into()))
            }
            MovesKind::Priority(list) => {
                let parts: Vec<GenId> = list.iter().map(|part| self.moves(part, &inner)).collect();
                self.add(Gen::First(parts.into()))
            }
            MovesKind::If { cond, then, otherwise } => {
                let at_from = if self.in_piece { self.guard(cond, around.what) } else { None };
                let cond = self.cond(cond);
                self.at_root = root;
                let then = self.moves(then, &inner);
                let otherwise = otherwise.as_ref().map(|o| {
                    self.at_root = root;
                    self.moves(o, &inner)
                });
                self.add(Gen::If { cond, at_from, then, otherwise })
            }
            // One condition inside another: both are asked at once where nothing happens in between.
            MovesKind::Do { prior, next: None, after: Some(after) }
                if inner.tried.is_empty() || inner.outside == inner.outer.len() =>
            {
                let outside = inner.outer.len();
                let mut trying = Around { outside, ..inner };
                trying.tried.insert(0, Must::Hold(after));
                self.moves(prior, &trying)
            }
            MovesKind::AvoidStoredState(moves)
                if inner.tried.is_empty() || inner.outside == inner.outer.len() =>
            {
                let outside = inner.outer.len();
                let mut trying = Around { outside, ..inner };
                trying.tried.insert(0, Must::BeNew);
                self.moves(moves, &trying)
            }
            MovesKind::Do { prior, next: Some(next), after: None } if root => {
                let prior = self.effect(prior);
                let next = self.moves(next, &inner);
                self.add(Gen::After { prior, next, outer: inner.outer.into() })
            }
            MovesKind::MaxMoves { value: Bool::Const(false), moves }
                if m.then.is_none() && around.outer.is_empty() && !self.in_piece =>
            {
                let of = self.moves(moves, &inner);
                match self.plan.gens[of] {
                    Gen::Plain { .. } => self.plain(m, around),
                    _ => self.add(Gen::Longest { of }),
                }
            }
            MovesKind::ForEachDirection { .. } => match self.chain(m, &inner) {
                Some(leaf) if self.plan.leaves.len() < usize::from(PLAIN) => {
                    self.plan.leaves.push(leaf);
                    let index = self.plan.leaves.len() - 1;
                    self.add(Gen::Leaf(index as u16))
                }
                _ => self.plain(m, around),
            },
            MovesKind::ForEachPiece(e) => self.pieces(m, e, around, &inner),
            MovesKind::ForEachSite { region, moves, otherwise: None } => {
                let outside = std::mem::replace(&mut self.in_sites, true);
                let moves = self.moves(moves, &inner);
                self.in_sites = outside;
                let region = self.sites(region, self.game.site_type);
                self.add(Gen::ForSites { region, moves })
            }
            // The piece at a level: one rule for stacks, another for while there are none.
            MovesKind::Step { from, .. }
            | MovesKind::Slide { from, .. }
            | MovesKind::Hop { from, .. }
            | MovesKind::Leap { from, .. }
                if from.level == Some(Int::Level) && self.in_piece && !self.one_level =>
            {
                self.one_level = true;
                let flat = self.moves(m, around);
                self.one_level = false;
                let tall = self.plain(m, around);
                match self.plan.gens[flat] {
                    Gen::Plain { .. } => tall,
                    _ => self.add(Gen::Tall { tall, flat }),
                }
            }
            MovesKind::Step { .. }
            | MovesKind::Slide { .. }
            | MovesKind::Hop { .. }
            | MovesKind::Leap { .. }
            | MovesKind::FromTo { .. }
            | MovesKind::Add { .. }
            | MovesKind::Remove { .. }
            | MovesKind::Select { .. }
            | MovesKind::Append(_)
            | MovesKind::Shoot { .. }
            | MovesKind::Pass => match self.leaf(m, &inner) {
                Some(leaf) if self.plan.leaves.len() < usize::from(PLAIN) && tells_its_place(&leaf) => {
                    self.plan.leaves.push(set_apart(leaf));
                    let index = self.plan.leaves.len() - 1;
                    self.add(Gen::Leaf(index as u16))
                }
                _ => self.plain(m, around),
            },
            _ => self.plain(m, around),
        }
    }

    /// `forEach Piece` over pieces on the board of a game without stacks.
    fn pieces(
        &mut self,
        m: &'g Moves,
        e: &'g ForEachPiece,
        around: &Around<'g>,
        inner: &Around<'g>,
    ) -> GenId {
        let game = self.game;
        if e.everybody || self.in_piece {
            return self.plain(m, around);
        }
        let Bool::Const(top) = e.top else { return self.plain(m, around) };
        let container = (e.container != Int::Const(0)).then_some(&e.container);
        let reach = game.board.len(e.kind.unwrap_or(game.site_type));
        let mut within = vec![0u64; game.layout.words()];
        for kind in [SiteType::Vertex, SiteType::Edge, SiteType::Cell] {
            if e.kind.is_some_and(|k| k != kind) {
                continue;
            }
            let (first, len) = game.layout.board[kind as usize];
            for slot in first..first + len.min(reach) {
                within[slot / 64] |= 1 << (slot % 64);
            }
        }
        let tried = self.after(&inner.tried);
        let made_before = (self.plan.gens.len(), self.plan.leaves.len());
        let mut by_player: Vec<Vec<PieceMoves>> = (0..=game.players + 1).map(|_| Vec::new()).collect();
        for (what, component) in game.components.iter().enumerate().skip(1) {
            if e.components.as_ref().is_some_and(|list| !list.contains(&(what as u16))) {
                continue;
            }
            let Some(moves) = e.moves.as_ref().or(component.moves.as_ref()) else { continue };
            let of_piece = Around { what: Some(what), ..inner.clone() };
            self.in_piece = true;
            let moves = self.moves(moves, &of_piece);
            self.in_piece = false;
            if let Some(list) = by_player.get_mut(component.owner) {
                let (mut flat, mut rest) = (Vec::new(), Vec::new());
                self.flatten(what, moves, &mut Vec::new(), &mut flat, &mut rest);
                let mut ways = Some(Vec::new());
                if !self.ways(what, moves, &mut Vec::new(), &mut ways) {
                    ways = None;
                }
                list.push(PieceMoves {
                    what: what as u16,
                    moves,
                    reach: None,
                    by_level: self.asks_for_level(moves),
                    flat: flat.into(),
                    rest: rest.into(),
                    needs_room: ways.as_ref().is_some_and(|ways| {
                        ways.iter()
                            .all(|w| super::propose::needs_room(&self.plan.leaves[usize::from(w.leaf)]))
                    }),
                    ways: ways.map(Vec::into_boxed_slice),
                });
            }
        }
        // What a piece's own rule tries is tried by its owner; what is said around it, by whoever asks.
        let tries_more = self.plan.leaves[made_before.1..].iter().any(|l| l.tried != tried)
            || self.plan.gens[made_before.0..]
                .iter()
                .any(|g| matches!(g, Gen::Plain { tried: t, .. } if *t != tried));
        if tries_more && e.player != Int::Mover {
            return self.plain(m, around);
        }
        let by_player = by_player.into_iter().map(Vec::into_boxed_slice).collect();
        let kind = game.site_type;
        let played_on = crate::siteset::SiteSet::first_n(game.board.len(kind));
        let mut main = self.slots_of(&played_on, kind);
        main.iter_mut().zip(&within).for_each(|(m, w)| *m &= w);
        self.add(Gen::Pieces(Pieces {
            player: own(&e.player),
            by_player,
            container: container.map(own),
            top,
            within: within.into(),
            main,
        }))
    }

    /// A condition inside the moves of a component, as a set of slots for `(from)`.
    fn guard(&mut self, cond: &'g Bool, what: Option<usize>) -> Option<Test> {
        let kind = self.game.site_type;
        let what = what?;
        if !self.kept(kind) {
            return None;
        }
        // Where the piece that is looked at began.
        if let Bool::In { site, region } = cond
            && **site == Int::From
            && let Region::Start(of) = &**region
            && let Int::What { kind: k, site, .. } = &**of
            && *k == kind
            && **site == Int::From
        {
            return Some(Test::AtStart { what, first: self.game.layout.board[kind as usize].0 });
        }
        Some(self.test(cond, kind, AT_FROM)).filter(Test::is_set)
    }

    /// Adds all moves of a piece as ways that can be proposed; false where some cannot.
    fn ways(
        &self,
        what: usize,
        id: GenId,
        guards: &mut Vec<(GenId, bool)>,
        out: &mut Option<Vec<Flat>>,
    ) -> bool {
        match &self.plan.gens[id] {
            Gen::Tall { flat, .. } => self.ways(what, *flat, guards, out),
            Gen::All(list) => list.iter().all(|&part| self.ways(what, part, guards, out)),
            Gen::If { then, otherwise, .. } => {
                guards.push((id, true));
                let mut known = self.ways(what, *then, guards, out);
                guards.pop();
                if let Some(other) = otherwise {
                    guards.push((id, false));
                    known &= self.ways(what, *other, guards, out);
                    guards.pop();
                }
                known
            }
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                let width = super::propose::width(&leaf.form, what);
                let known = matches!(leaf.origin, From::Register) && leaf.kind == self.game.site_type;
                if let Some(out) = out {
                    out.push(Flat { leaf: *index, guards: guards.clone(), width, shifts: None });
                }
                known && width > 0
            }
            Gen::First(_)
            | Gen::Pieces(_)
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. }
            | Gen::Plain { .. } => false,
        }
    }

    /// Do the moves of a piece hang on its level in a stack?
    fn asks_for_level(&self, id: GenId) -> bool {
        match &self.plan.gens[id] {
            Gen::Tall { .. } => true,
            Gen::All(list) | Gen::First(list) => list.iter().any(|&part| self.asks_for_level(part)),
            Gen::If { then, otherwise, .. } => {
                self.asks_for_level(*then) || otherwise.is_some_and(|other| self.asks_for_level(other))
            }
            Gen::Leaf(_)
            | Gen::Pieces(_)
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. }
            | Gen::Plain { .. } => false,
        }
    }

    /// Sorts the moves of a piece into those that can be generated by sets, and the rest.
    fn flatten(
        &self,
        what: usize,
        id: GenId,
        guards: &mut Vec<(GenId, bool)>,
        flat: &mut Vec<Flat>,
        rest: &mut Vec<GenId>,
    ) {
        let small = self.game.layout.words() <= MASK_WORDS;
        match &self.plan.gens[id] {
            Gen::Tall { flat: id, .. } => self.flatten(what, *id, guards, flat, rest),
            Gen::All(list) => list.iter().for_each(|&g| self.flatten(what, g, guards, flat, rest)),
            Gen::If { at_from: Some(_), then, otherwise, .. } if small => {
                let (mut inner, mut left) = (Vec::new(), Vec::new());
                guards.push((id, true));
                self.flatten(what, *then, guards, &mut inner, &mut left);
                guards.pop();
                if let Some(other) = otherwise {
                    guards.push((id, false));
                    self.flatten(what, *other, guards, &mut inner, &mut left);
                    guards.pop();
                }
                // All or nothing: what is left would lose its condition.
                if left.is_empty() { flat.append(&mut inner) } else { rest.push(id) }
            }
            Gen::Leaf(leaf) if small && self.is_flat(&self.plan.leaves[usize::from(*leaf)]) => {
                let width = super::propose::width(&self.plan.leaves[usize::from(*leaf)].form, what);
                let shifts = self.shifts(&self.plan.leaves[usize::from(*leaf)], what);
                flat.push(Flat { leaf: *leaf, guards: guards.clone(), width, shifts });
            }
            Gen::If { .. }
            | Gen::Leaf(_)
            | Gen::First(_)
            | Gen::Pieces(_)
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. }
            | Gen::Plain { .. } => rest.push(id),
        }
    }

    /// The steps or hops of a leaf for a component, sorted for looking at all pieces at once.
    fn shifts(&self, leaf: &Leaf, what: usize) -> Option<Arc<Shifts>> {
        let words = self.game.layout.words();
        let shifts = match &leaf.form {
            Form::Jump(table) => Shifts::of_targets(table.of(what)?, leaf.first, words),
            Form::Hop { pairs: Some(pairs), .. } => Shifts::of_pairs(pairs.of(what)?, leaf.first, words),
            Form::Hop { .. }
            | Form::Slide { .. }
            | Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Large { .. } => None,
        };
        shifts.filter(|_| words <= 4).map(Arc::new)
    }

    fn is_flat(&self, leaf: &Leaf) -> bool {
        let sets = match &leaf.form {
            Form::Jump(_) => true,
            Form::Slide { pass, .. } => pass.is_set(),
            Form::Hop { hurdle, length, stop, .. } => {
                matches!(length, Length::One) && hurdle.is_set() && stop.as_ref().is_none_or(Test::is_set)
            }
            Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Large { .. } => false,
        };
        sets && leaf.kind == self.game.site_type
            && matches!(leaf.origin, From::Register)
            && leaf.to.is_set()
            && leaf.from_cond.as_ref().is_none_or(Test::is_set)
    }

    // ---- leaves ----

    fn origin(&mut self, from: &'g Origin) -> Option<From> {
        if from.level.as_ref().is_some_and(|level| !self.one_level || *level != Int::Level) {
            return None;
        }
        Some(match &from.place {
            Place::Site(Int::From) => From::Register,
            Place::Site(site) => From::Site(own(site)),
            Place::Region(region) => From::Region(self.sites(region, from.kind)),
        })
    }

    /// The kinds of sites whose pieces the plan can look at: kept in the position, all of them.
    fn kept(&self, kind: SiteType) -> bool {
        self.game.layout.board[kind as usize].1 == self.game.board.len(kind)
            && self.game.board.len(kind) < usize::from(NO_SITE)
            && self.game.board.len(kind) > 0
    }

    fn leaf(&mut self, m: &'g Moves, around: &Around<'g>) -> Option<Leaf> {
        let game = self.game;
        let in_stacks = matches!(
            m.kind,
            MovesKind::Add { .. }
                | MovesKind::Pass
                | MovesKind::Step { .. }
                | MovesKind::Slide { .. }
                | MovesKind::Hop { .. }
                | MovesKind::Leap { .. }
                | MovesKind::FromTo { .. }
        );
        if game.uses.stacking && !in_stacks {
            return None;
        }
        // What is tried for one site of several must know which.
        if self.in_sites && !around.tried.is_empty() {
            return None;
        }
        // Pieces that cover several sites move by rules of their own.
        if (game.uses.large_pieces || game.uses.dominoes)
            && !matches!(m.kind, MovesKind::Add { .. } | MovesKind::Pass)
        {
            return None;
        }
        let first = |kind: SiteType| game.layout.board[kind as usize].0;
        match &m.kind {
            MovesKind::Step { from, dirs, to, stack } if plain_target(to) => {
                let kind = from.kind;
                let origin = self.walking(from)?;
                let table = self.by_what(dirs, kind, around.piece_at(&origin), |c, key| c.step_table(key))?;
                let (from_cond, target) = self.tests_at_ends(from, to.cond.as_ref(), kind);
                Some(Leaf {
                    origin,
                    from_cond,
                    to: target,
                    form: Form::Jump(table),
                    at_target: self.apply(&to.apply)?,
                    stack: *stack && game.uses.stacking,
                    level_0: from.level.is_some(),
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Leap {
                from,
                walks,
                forward: Bool::Const(false),
                rotations: Bool::Const(every),
                to,
            } if plain_target(to) => {
                let kind = from.kind;
                let origin = self.walking(from)?;
                let table = Targets::build(game.board.len(kind), first(kind), |site, row| {
                    row.extend(
                        walk_ends(game, game.site_type, site as i32, walks, *every).iter().map(|s| s as u16),
                    );
                });
                let (from_cond, target) = self.tests_at_ends(from, to.cond.as_ref(), kind);
                Some(Leaf {
                    origin,
                    from_cond,
                    to: target,
                    form: Form::Jump(ByWhat::Same(Arc::new(table))),
                    at_target: self.apply(&to.apply)?,
                    level_0: from.level.is_some(),
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Slide { from, tracks: None, dirs, between, to, stack: false } => {
                let kind = from.kind;
                if game.uses.last_between || to.as_ref().is_some_and(|t| !plain_target(t)) {
                    return None;
                }
                let origin = self.walking(from)?;
                let (min, max) = match between.as_deref() {
                    None => (UNDEFINED, INFINITY),
                    Some(Between { trail: None, apply, range, .. }) if apply.effect.is_none() => {
                        constant_range(range.as_ref(), (UNDEFINED, INFINITY))?
                    }
                    Some(_) => return None,
                };
                if to.as_ref().is_some_and(|t| t.apply.cond.is_some()) {
                    return None;
                }
                let pass = match between.as_deref().and_then(|b| b.cond.as_ref()) {
                    Some(cond) => self.test(cond, kind, ON_THE_WAY),
                    None if kind == game.site_type => Test::Empty,
                    None => return None,
                };
                let rays = self.by_what(dirs, kind, around.piece_at(&origin), |c, key| c.ray_table(key))?;
                Some(Leaf {
                    origin,
                    from_cond: self.test_of_origin(from),
                    to: match to.as_deref().and_then(|t| t.cond.as_ref()) {
                        Some(cond) => self.test(cond, kind, AT_TO),
                        None => Test::False,
                    },
                    form: Form::Slide { rays, min, max, pass },
                    at_target: match to {
                        Some(to) => self.apply(&to.apply)?,
                        None => None,
                    },
                    level_0: from.level.is_some(),
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Slide { from, tracks: Some(on), between, to: Some(to), stack: false, .. }
                if plain_target(to) && !game.uses.last_between && !game.uses.stacking =>
            {
                let kind = from.kind;
                let origin = self.walking(from)?;
                // Only what stops the piece ends its way, or all that it does is move.
                let stops_only = to.apply.cond.as_ref() == Some(&Bool::Const(false));
                let range = between.as_deref().and_then(|b| b.range.as_ref());
                let (min, max) = constant_range(range, (UNDEFINED, INFINITY))?;
                let passing = between.as_deref()?;
                if !stops_only || passing.trail.is_some() || passing.apply.effect.is_some() {
                    return None;
                }
                let tracks: Vec<_> = on.tracks.iter().filter_map(|&t| game.tracks.get(t)).collect();
                let walks = super::tables::Walks::build(&tracks, game.board.len(kind), on.round_a_bend)?;
                Some(Leaf {
                    origin,
                    from_cond: self.test_of_origin(from),
                    to: self.test(to.cond.as_ref()?, kind, AT_TO),
                    form: Form::Round {
                        walks,
                        min,
                        max,
                        pass: self.test(passing.cond.as_ref()?, kind, ON_THE_WAY),
                    },
                    at_target: to.apply.effect.as_ref().map(|effect| self.effect(effect)),
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Hop { from, dirs, between: Some(between), to, stack } if plain_target(to) => {
                let kind = from.kind;
                let origin = self.walking(from)?;
                let constant = |e: &Option<Int>, otherwise: i32| match e {
                    None => Some(otherwise),
                    Some(Int::Const(n)) => Some(*n),
                    Some(_) => None,
                };
                let (before, after) = (constant(&between.before, 0)?, constant(&between.after, 0)?);
                let length = match &between.range {
                    None => Length::One,
                    Some(r) if (&r.min, &r.max) == (&Int::Const(1), &Int::Const(1)) => Length::One,
                    Some(r) => Length::Between(self.num(&r.min, kind), self.num(&r.max, kind)),
                };
                // One hurdle is remembered in the move; of longer ones nobody may ask.
                let one = matches!(length, Length::One);
                let remembered = between.apply.effect.is_some() || game.uses.last_between;
                if !one && remembered || between.trail.is_some() {
                    return None;
                }
                if to.apply.cond.is_some() && (!one || between.apply.effect.is_some()) {
                    return None;
                }
                let stop = to.apply.cond.as_ref().map(|c| self.test(c, kind, AT_TO));
                let steps = match length {
                    Length::One => None,
                    Length::Between(..) => {
                        Some(self.by_what(dirs, kind, around.piece_at(&origin), |c, key| c.step_table(key))?)
                    }
                };
                let hurdle = match &between.cond {
                    Some(cond) => self.test(cond, kind, AT_BETWEEN),
                    None => Test::False,
                };
                let next_door = one && stop.is_none() && before == 0 && after == 0;
                // On in the direction of the last move: any direction, and then that one is asked for.
                let straight = match &**dirs {
                    Dir::Relative { dirs, of, by_site: false } if **dirs == [Relative::SameDirection] => {
                        Some(of)
                    }
                    _ => None,
                };
                let (rays, headings) = match straight {
                    Some(of) if next_door => {
                        let supported = game.board.supported(kind, *of);
                        let headings = Headings::build(&game.board, kind, supported)?;
                        let rows = vec![supported.iter().copied().collect(); game.board.len(kind)];
                        (ByWhat::Same(self.ray_table((kind, rows))), Some(headings))
                    }
                    _ => {
                        let piece = around.piece_at(&origin);
                        (self.by_what(dirs, kind, piece, |c, key| c.ray_table(key))?, None)
                    }
                };
                let pairs = next_door.then(|| rays.map(Pairs::build));
                let (from_cond, mut target) = self.tests_at_ends(from, to.cond.as_ref(), kind);
                if let Some(headings) = headings {
                    target = Test::And(Box::new([target, Test::Straight(Arc::new(headings))]));
                }
                Some(Leaf {
                    origin,
                    from_cond,
                    to: target,
                    form: Form::Hop { rays, pairs, steps, before, after, length, hurdle, stop },
                    at_target: to.apply.effect.as_ref().map(|effect| self.effect(effect)),
                    at_hurdle: self.apply(&between.apply)?,
                    stack: *stack && game.uses.stacking,
                    level_0: from.level.is_some(),
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::FromTo { from, to, count: None, copy: Bool::Const(copy), stack, mover: None }
                if to.level.is_none()
                    && to.rotations.is_none()
                    && from.level.is_none()
                    && !(game.uses.stacking && *copy)
                    && (game.uses.stacking || !*stack) =>
            {
                if let Place::Region(region) = &to.place
                    && hangs_on_from(region)
                    && from.place == Place::Site(Int::From)
                    && around.what.is_some()
                    && from.kind == to.kind
                    && !game.uses.large_pieces
                    && !game.uses.stacking
                    && self.kept(from.kind)
                    && let Some(table) = self.target_table(region, from.kind)
                {
                    let kind = from.kind;
                    return Some(Leaf {
                        origin: From::Register,
                        from_cond: self.test_of_origin(from),
                        to: self.test_of(to.cond.as_ref(), kind, AT_TO),
                        form: Form::Jump(ByWhat::Same(Arc::new(table))),
                        at_target: self.apply(&to.apply)?,
                        copy: *copy,
                        ..self.blank(m, kind, around)
                    });
                }
                let (kind, origin) = (from.kind, self.origin(from)?);
                if !self.kept(kind) || !self.kept(to.kind) || kind != to.kind {
                    return None;
                }
                Some(Leaf {
                    origin,
                    from_cond: self.test_of_origin(from),
                    to: match &to.cond {
                        Some(cond) => Test::Ask(self.cond(cond), AT_TO),
                        None => Test::True,
                    },
                    form: Form::Carry { to: self.place(&to.place, to.kind) },
                    at_target: self.apply(&to.apply)?,
                    copy: *copy,
                    stack: *stack,
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Add { pieces, state, to, count: None, on_stack }
                if pieces.len() == 1
                    && !game.uses.large_pieces
                    && !game.uses.dominoes
                    && to.level.is_none()
                    && to.rotations.is_none()
                    && to.apply.effect.is_none()
                    && self.kept(to.kind) =>
            {
                let kind = to.kind;
                Some(Leaf {
                    to: match &to.cond {
                        // (Sites beside the board may be named too: the evaluator knows what they mean.)
                        Some(cond) => Test::Ask(self.cond(cond), AT_TO),
                        None => Test::True,
                    },
                    form: Form::Place {
                        piece: own(&pieces[0]),
                        to: self.place(&to.place, kind),
                        state: state.as_ref().map(own),
                        on_stack: *on_stack,
                    },
                    ..self.blank(m, kind, around)
                })
            }
            MovesKind::Add { pieces, state, to, count: None, on_stack: false }
                if pieces.len() == 1
                    && game.uses.large_pieces
                    && !game.uses.dominoes
                    && !game.uses.count
                    && matches!(state, None | Some(Int::Const(_)))
                    && to.kind == SiteType::Cell
                    && matches!(&to.place, Place::Region(Region::Empty { kind: SiteType::Cell }))
                    && to.cond.is_none()
                    && plain_target(to)
                    && self.kept(to.kind) =>
            {
                let wanted = match state {
                    Some(Int::Const(n)) => Some(*n),
                    _ => None,
                };
                let sites = game.board.len(SiteType::Cell);
                let mut covers = Vec::new();
                for what in 0..game.components.len() {
                    let mut of_what = Vec::new();
                    for state in (0..self.bare.orientations(what)).filter(|s| wanted.is_none_or(|w| w == *s))
                    {
                        let table = Targets::build(sites, first(SiteType::Cell), |site, row| {
                            let covered = self.bare.large_piece_sites(what, site as i32, state);
                            row.extend(covered.into_iter().map(|s| s as u16));
                        });
                        of_what.push((state, table));
                    }
                    covers.push(of_what.into_boxed_slice());
                }
                Some(Leaf {
                    form: Form::Large { piece: own(&pieces[0]), covers: covers.into() },
                    ..self.blank(m, SiteType::Cell, around)
                })
            }
            MovesKind::Remove { kind, place, level: None, count: None, at_end_of_turn: false }
                if self.kept(*kind) && m.decision =>
            {
                let origin = match place {
                    Place::Site(site) => From::Site(own(site)),
                    Place::Region(region) => From::Region(self.sites(region, *kind)),
                };
                Some(Leaf { origin, form: Form::Remove, ..self.blank(m, *kind, around) })
            }
            MovesKind::Select { from, to: None, mover: None } if self.kept(from.kind) => {
                let origin = self.origin(from)?;
                Some(Leaf {
                    origin,
                    from_cond: from.cond.as_ref().map(|cond| Test::Ask(self.cond(cond), AT_FROM_AND_TO)),
                    form: Form::Select,
                    ..self.blank(m, from.kind, around)
                })
            }
            MovesKind::Shoot { kind, piece, from, dirs, to } if self.kept(*kind) && !game.uses.stacking => {
                if game.uses.last_between || game.uses.large_pieces {
                    return None;
                }
                let to = match to {
                    Some(cond) => self.test(cond, *kind, AT_TO),
                    None if *kind == SiteType::Cell => Test::Empty,
                    None => return None,
                };
                let origin = From::Site(own(from));
                let rays = self.by_what(dirs, *kind, None, |c, key| c.ray_table(key))?;
                Some(Leaf {
                    origin,
                    to,
                    form: Form::Shoot { piece: own(piece), rays },
                    ..self.blank(m, *kind, around)
                })
            }
            MovesKind::Append(inner) => {
                let MovesKind::Effect(effect) = &inner.kind else { return None };
                let Effect::Custodial(c) = &**effect else { return None };
                let MovesKind::AllCombinations(add, other) = &c.effect.kind else { return None };
                let MovesKind::Add { pieces, state, to, count: None, on_stack: false } = &add.kind else {
                    return None;
                };
                let usual = pieces.len() == 1
                    && c.from == Int::Site
                    && to.place == Place::Site(Int::Site)
                    && to.kind == c.kind
                    && plain_target(to)
                    && to.cond.is_none()
                    && to.apply.effect.is_none()
                    && inner.then.is_none()
                    && c.effect.then.is_none()
                    && add.then.is_none()
                    && !has_then(other)
                    && self.in_sites
                    && c.kind == game.site_type
                    && !game.uses.large_pieces
                    && !game.uses.count
                    && self.kept(c.kind);
                if !usual {
                    return None;
                }
                let Eff::Custodial(mut flank) = self.effect(inner) else { return None };
                flank.effect = self.effect(other);
                Some(Leaf {
                    form: Form::Outflank {
                        flank: *flank,
                        piece: own(&pieces[0]),
                        state: state.as_ref().map(own),
                    },
                    ..self.blank(m, c.kind, around)
                })
            }
            MovesKind::Pass => Some(Leaf { form: Form::Pass, ..self.blank(m, game.site_type, around) }),
            _ => None,
        }
    }

    /// Directions inside directions that lead a piece from `(from)` somewhere, as one jump.
    fn chain(&mut self, m: &'g Moves, around: &Around<'g>) -> Option<Leaf> {
        let game = self.game;
        let what = around.what?;
        let kind = game.site_type;
        let uses = &game.uses;
        let usual = self.in_piece && !self.in_sites && !uses.stacking && !uses.large_pieces && !uses.dominoes;
        if !usual || !self.kept(kind) {
            return None;
        }
        // From the outside inwards: where each looks from, and in which directions.
        let mut legs: Vec<&'g Dir> = Vec::new();
        let mut conds: Vec<&'g Bool> = Vec::new();
        let mut rule = m;
        let last = loop {
            if !std::ptr::eq(rule, m) && rule.then.is_some() {
                return None;
            }
            rule = match &rule.kind {
                MovesKind::ForEachDirection {
                    kind: k,
                    from,
                    dirs,
                    range: None,
                    between: None,
                    to,
                    moves,
                } => {
                    let start = if legs.is_empty() { Int::From } else { Int::To };
                    let free = to.as_ref().is_none_or(|to| **to == Bool::Const(true));
                    if *k != kind
                        || **from != start
                        || !free
                        || !conds.is_empty()
                        || !is_constant(dirs, false)
                    {
                        return None;
                    }
                    legs.push(dirs);
                    moves
                }
                MovesKind::If { cond, then, otherwise: None } => {
                    conds.push(cond);
                    then
                }
                MovesKind::FromTo { .. } => break rule,
                _ => return None,
            };
        };
        let MovesKind::FromTo { from, to, count: None, copy: Bool::Const(false), stack: false, mover: None } =
            &last.kind
        else {
            return None;
        };
        let plain = plain_target(to)
            && from.level.is_none()
            && from.cond.is_none()
            && (from.kind, to.kind) == (kind, kind)
            && from.place == Place::Site(Int::From)
            && to.place == Place::Site(Int::To);
        if !plain || uses.rotation {
            return None;
        }
        let first = game.layout.board[kind as usize].0;
        let mut forks = false;
        let table = Targets::build(game.board.len(kind), first, |site, row| {
            let mut ends = vec![site as i32];
            let mut before = OFF;
            for (i, dirs) in legs.iter().enumerate() {
                let mut next = Vec::new();
                for &end in &ends {
                    let facing = self.bare.facing_on_the_way(kind, site as i32, before);
                    let stance = Stance { what: Some(what), facing, rotation: None };
                    for dir in self.bare.directions_for(dirs, kind, end, stance) {
                        let lines = game.board.radials(kind, end as usize, dir);
                        next.extend(lines.filter_map(|line| line.first().map(|&s| s as i32)));
                    }
                }
                // With more than one end on the way, each would look its own way.
                forks |= next.len() > 1 && i + 1 < legs.len();
                before = next.first().copied().unwrap_or(OFF);
                ends = next;
            }
            row.extend(ends.into_iter().map(|s| s as u16));
        });
        if forks {
            return None;
        }
        let mut tests: Vec<Test> = conds.iter().map(|c| self.test(c, kind, AT_TO)).collect();
        tests.extend(to.cond.as_ref().map(|c| self.test(c, kind, AT_TO)));
        Some(Leaf {
            origin: From::Register,
            to: if tests.is_empty() { Test::True } else { Test::And(tests.into()) },
            form: Form::Jump(ByWhat::Same(Arc::new(table))),
            at_target: self.apply(&to.apply)?,
            decision: last.decision,
            ..self.blank(m, kind, around)
        })
    }

    /// A leaf that says nothing yet: what it knows is where it stands among the rules.
    fn blank(&mut self, rule: &'g Moves, kind: SiteType, around: &Around<'g>) -> Leaf {
        Leaf {
            rule: own(rule),
            decision: rule.decision,
            kind,
            first: self.game.layout.board[kind as usize].0,
            origin: From::None,
            from_cond: None,
            to: Test::True,
            ask: None,
            form: Form::Pass,
            at_target: None,
            at_hurdle: None,
            thens: around.outer.clone().into(),
            tried: self.after(&around.tried),
            outside: around.outside,
            quick: false,
            light: false,
            pends: false,
            copy: false,
            stack: false,
            level_0: false,
            in_piece: self.in_piece,
            in_sites: self.in_sites,
        }
    }

    /// The origin of a move along the board, from one site.
    fn walking(&mut self, from: &'g Origin) -> Option<From> {
        if !self.kept(from.kind) {
            return None;
        }
        match self.origin(from)? {
            From::Region(_) => None,
            one => Some(one),
        }
    }

    fn test_of_origin(&mut self, from: &'g Origin) -> Option<Test> {
        let cond = from.cond.as_ref()?;
        Some(self.test(cond, from.kind, AT_FROM))
    }

    /// The conditions at both ends of a move. What is said of the target and hangs on where the piece comes from alone
    /// is asked there.
    fn tests_at_ends(
        &mut self,
        from: &'g Origin,
        to: Option<&'g Bool>,
        kind: SiteType,
    ) -> (Option<Test>, Test) {
        let mut at_from: Vec<Test> = self.test_of_origin(from).into_iter().collect();
        let Some(Bool::And(list)) = to else {
            return (at_from.pop(), self.test_of(to, kind, AT_TO));
        };
        let mut at_to = Vec::new();
        for cond in list {
            let target = self.test(cond, kind, AT_TO);
            match (target.is_set(), self.test(cond, from.kind, AT_FROM)) {
                (false, origin) if origin.is_set() => at_from.push(origin),
                _ => at_to.push(target),
            }
        }
        at_to.sort_by_key(|t| !t.is_set());
        let origin = match at_from.len() {
            0 | 1 => at_from.pop(),
            _ => Some(Test::And(at_from.into())),
        };
        let target = match at_to.len() {
            0 => Test::True,
            1 => at_to.remove(0),
            _ => Test::And(at_to.into()),
        };
        (origin, target)
    }

    fn place(&mut self, place: &'g Place, kind: SiteType) -> Where {
        match place {
            Place::Site(site) => Where::Site(own(site)),
            Place::Region(Region::Empty { kind: k }) if *k == kind && !self.game.uses.stacking => {
                Where::Empty
            }
            Place::Region(region) => Where::Region(self.sites(region, kind)),
        }
    }

    /// What is done at a site; `None` where it hangs on a condition of its own, which the evaluator must ask.
    fn apply(&mut self, apply: &'g crate::kernel::Apply) -> Option<Option<Eff>> {
        // What chance decides is decided when moves are listed, not when one of them is made.
        let parts = apply.cond.iter().map(Part::Bool).chain(apply.effect.iter().map(|e| Part::Moves(e)));
        if self.game.uses.stochastic && walk::any(parts, walk::draws) {
            return None;
        }
        match (&apply.cond, &apply.effect) {
            (_, None) => Some(None),
            (None, Some(effect)) => Some(Some(self.effect(effect))),
            (Some(cond), Some(effect)) => {
                let cond = self.cond(cond);
                let then = Box::new(self.effect(effect));
                Some(Some(Eff::If { cond, then, otherwise: None }))
            }
        }
    }

    // ---- tables ----

    /// The directions of a rule at each site for a component; `None` where they depend on the position.
    fn directions(&mut self, dirs: &'g Dir, kind: SiteType, what: Option<usize>) -> Option<DirKey> {
        if !is_constant(dirs, self.game.uses.rotation) {
            return None;
        }
        let stance = Stance { what: Some(what.unwrap_or(0)), facing: None, rotation: Some(0) };
        let rows = (0..self.game.board.len(kind) as i32)
            .map(|site| self.bare.directions_for(dirs, kind, site, stance).into_iter().collect())
            .collect();
        Some((kind, rows))
    }

    fn by_what<T>(
        &mut self,
        dirs: &'g Dir,
        kind: SiteType,
        what: Option<usize>,
        mut table: impl FnMut(&mut Self, DirKey) -> Arc<T>,
    ) -> Option<ByWhat<T>> {
        if what.is_some() || !depends_on_facing(dirs) {
            let key = self.directions(dirs, kind, what)?;
            return Some(ByWhat::Same(table(self, key)));
        }
        let mut each = Vec::new();
        for what in 0..self.game.components.len() {
            let key = self.directions(dirs, kind, Some(what))?;
            each.push(Some(table(self, key)));
        }
        Some(ByWhat::Each(each.into()))
    }

    /// A number that hangs on `(from)`, as far as it can be had from sets.
    fn num(&mut self, e: &'g Int, kind: SiteType) -> Num {
        match e {
            Int::Const(n) => Num::Const(*n),
            Int::Sub(a, b) => Num::Sub(Box::new(self.num(a, kind)), Box::new(self.num(b, kind))),
            Int::Sites(region) if !self.game.uses.stacking => {
                let (of, without) = match &**region {
                    Region::Difference(of, b) => match &**b {
                        Region::Empty { kind: k } if *k == kind => (&**of, Some(Test::Empty)),
                        _ => return Num::Plain(own(e)),
                    },
                    of => (of, None),
                };
                if !hangs_on_from(of) {
                    return Num::Plain(own(e));
                }
                match self.target_table(of, kind) {
                    Some(table) => Num::Sites { region: Arc::new(table), without },
                    None => Num::Plain(own(e)),
                }
            }
            _ => Num::Plain(own(e)),
        }
    }

    /// Where a region that hangs on `(from)` alone lies, for every site.
    fn target_table(&mut self, region: &'g Region, kind: SiteType) -> Option<Targets> {
        let sites = self.game.board.len(kind);
        let mut off_board = false;
        let table = Targets::build(sites, self.game.layout.board[kind as usize].0, |site, row| {
            self.bare.reg.from = site as i32;
            for to in self.bare.region(region).iter() {
                off_board |= to as usize >= sites;
                row.push(to as u16);
            }
        });
        self.bare.reg.from = OFF;
        (!off_board).then_some(table)
    }

    fn step_table(&mut self, key: DirKey) -> Arc<Targets> {
        if let Some(table) = self.steps.get(&key) {
            return table.clone();
        }
        let (kind, rows) = &key;
        let board = &self.game.board;
        let first = self.game.layout.board[*kind as usize].0;
        let table = Arc::new(Targets::build(rows.len(), first, |site, row| {
            for &dir in &rows[site] {
                for &to in board.steps(*kind, site, dir) {
                    if !row.contains(&(to as u16)) {
                        row.push(to as u16);
                    }
                }
            }
        }));
        self.steps.insert(key, table.clone());
        table
    }

    fn ray_table(&mut self, key: DirKey) -> Arc<Rays> {
        if let Some(table) = self.rays.get(&key) {
            return table.clone();
        }
        let table = Arc::new(Rays::build(&self.game.board, key.0, |site| key.1[site].clone()));
        self.rays.insert(key, table.clone());
        table
    }

    // ---- conditions ----

    fn test_of(&mut self, cond: Option<&'g Bool>, kind: SiteType, here: Here) -> Test {
        cond.map_or(Test::True, |c| self.test(c, kind, here))
    }

    /// A condition on a site of the board, of a kind that is kept.
    fn test(&mut self, cond: &'g Bool, kind: SiteType, here: Here) -> Test {
        let is_here = |e: &Int| match e {
            Int::From => here.from,
            Int::To => here.to,
            Int::Between => here.between,
            Int::Site => here.site,
            _ => false,
        };
        let teams = self.game.uses.teams;
        let owner_here = |e: &Int| match e {
            Int::Who { kind: k, site, .. } => *k == kind && is_here(site) && !teams,
            _ => false,
        };
        let stacking = self.game.uses.stacking;
        let state_here = |e: &Int| match e {
            Int::State { kind: k, site, level: None } => *k == kind && is_here(site) && !teams && !stacking,
            _ => false,
        };
        match cond {
            Bool::Const(true) => Test::True,
            Bool::Const(false) => Test::False,
            Bool::Empty { kind: k, site } if *k == kind && is_here(site) => Test::Empty,
            Bool::Occupied { kind: k, site } if *k == kind && is_here(site) => Test::Occupied,
            Bool::Enemy(who) if owner_here(who) => Test::Enemy,
            Bool::Friend(who) if owner_here(who) => Test::Friend,
            Bool::Enemy(who) if state_here(who) => Test::EnemyState,
            Bool::Friend(who) if state_here(who) => Test::FriendState,
            Bool::Not(inner) => match self.test(inner, kind, here) {
                Test::Friend => Test::NotFriend,
                Test::True => Test::False,
                Test::False => Test::True,
                test => Test::Not(Box::new(test)),
            },
            Bool::Eq(a, b)
                if !here.from && (is_here(a) && **b == Int::From || is_here(b) && **a == Int::From) =>
            {
                Test::IsFrom
            }
            Bool::Visited(site) if is_here(site) && self.game.layout.board[kind as usize].0 == 0 => {
                Test::Visited
            }
            Bool::Eq(a, b) if owner_here(a) || owner_here(b) => {
                let other = if owner_here(a) { b } else { a };
                match **other {
                    Int::Const(who) if who > 0 && who as usize <= self.game.players => Test::Of(who as usize),
                    Int::Mover => Test::Friend,
                    Int::Next => Test::OfNext,
                    _ => Test::Ask(self.cond(cond), here),
                }
            }
            // What a look at the site tells comes first.
            Bool::And(list) | Bool::Or(list) => {
                let mut tests: Vec<Test> = list.iter().map(|c| self.test(c, kind, here)).collect();
                tests.sort_by_key(|t| !t.is_set());
                if let Bool::And(_) = cond { Test::And(tests.into()) } else { Test::Or(tests.into()) }
            }
            // What stands there: in games without stacks one piece at most.
            Bool::Eq(a, b) | Bool::Ne(a, b) if !self.game.uses.stacking => {
                let what_here = |e: &Int| match e {
                    Int::What { kind: k, site, .. } => *k == kind && is_here(site),
                    _ => false,
                };
                let found = match (&**a, &**b) {
                    (e, Int::Const(what)) | (Int::Const(what), e) if what_here(e) => {
                        let known = *what > 0 && (*what as usize) < self.game.components.len();
                        known.then_some(Test::Is(*what as usize))
                    }
                    (e, Int::ComponentOf { by_owner, owner }) | (Int::ComponentOf { by_owner, owner }, e)
                        if what_here(e)
                            && by_owner.iter().skip(1).take(self.game.players).all(|&w| w > 0) =>
                    {
                        match **owner {
                            Int::Mover => Some(Test::IsMovers(Arc::from(&**by_owner))),
                            Int::Next => Some(Test::IsNexts(Arc::from(&**by_owner))),
                            _ => None,
                        }
                    }
                    (e, Int::Const(site)) | (Int::Const(site), e) if is_here(e) && *site >= 0 => {
                        Some(Test::In(self.slots_of(&[*site].into_iter().collect(), kind)))
                    }
                    _ => None,
                };
                match (found, cond) {
                    (Some(test), Bool::Ne(..)) => Test::Not(Box::new(test)),
                    (Some(test), _) => test,
                    (None, _) => Test::Ask(self.cond(cond), here),
                }
            }
            Bool::In { site, region } if !here.from && **site == Int::From && kind == self.game.site_type => {
                match self.region_test(region, kind).filter(Test::is_set) {
                    Some(test) => Test::AtFrom(Box::new(test), own(cond)),
                    None => Test::Ask(self.cond(cond), here),
                }
            }
            Bool::In { site, region } if is_here(site) => match self.region_test(region, kind) {
                Some(test) => test,
                None => Test::Ask(Cond::Plain(own(cond)), here),
            },
            _ => Test::Ask(self.cond(cond), here),
        }
    }

    /// The sites of a region, by sets where all of them lie on the board and can be told one by one.
    fn sites(&mut self, region: &'g Region, kind: SiteType) -> Sites {
        let (first, len) = self.game.layout.board[kind as usize];
        match region {
            Region::Fixed(_) => Sites::Plain(own(region)),
            Region::Filter { region, cond } => {
                let of = Box::new(self.sites(region, kind));
                Sites::Where(of, self.cond(cond))
            }
            Region::MovesFrom(rule) if !self.in_piece && !self.game.uses.visited => {
                let around = Around { what: None, outer: Vec::new(), tried: Vec::new(), outside: 0 };
                let id = self.moves(rule, &around);
                match self.plan.gens[id] {
                    Gen::Plain { .. } => Sites::Plain(own(region)),
                    _ => Sites::MovesFrom(id),
                }
            }
            _ if self.kept(kind) && self.fits_masks() && self.on_board(region, kind) => {
                match self.region_test(region, kind).filter(Test::is_set) {
                    Some(test) => Sites::Passing { test, first, len },
                    None => Sites::Plain(own(region)),
                }
            }
            _ => Sites::Plain(own(region)),
        }
    }

    /// Do all sites of a region lie on the board?
    fn on_board(&self, region: &Region, kind: SiteType) -> bool {
        let len = self.game.board.len(kind) as i32;
        match region {
            Region::Fixed(set) => set.iter().all(|s| s < len),
            Region::Empty { .. } => true,
            Region::Union(list) => list.iter().all(|r| self.on_board(r, kind)),
            Region::Intersection(list) => list.iter().any(|r| self.on_board(r, kind)),
            Region::Difference(a, _) => self.on_board(a, kind),
            Region::ByPlayer { regions, .. } => regions.iter().all(|r| self.on_board(r, kind)),
            Region::Occupied { container, .. } => {
                container.is_some() || kind != SiteType::Cell || self.game.layout.extra_len == 0
            }
            _ => false,
        }
    }

    /// Whether a site of the board lies in a region, where that can be seen at the site itself.
    fn region_test(&self, region: &Region, kind: SiteType) -> Option<Test> {
        let all = |list: &[Region]| list.iter().map(|r| self.region_test(r, kind)).collect::<Option<_>>();
        let uses = &self.game.uses;
        Some(match region {
            Region::Fixed(set) => Test::In(self.slots_of(set, kind)),
            Region::Empty { kind: k } if *k == kind => Test::Empty,
            Region::Pending => Test::Pending(self.game.layout.board[kind as usize].0),
            Region::ToClear => Test::ToClear(self.game.layout.board[kind as usize].0),
            Region::Union(list) => Test::Or(all(list)?),
            Region::Intersection(list) if !list.is_empty() => Test::And(all(list)?),
            Region::Difference(a, b) => {
                let without = Test::Not(Box::new(self.region_test(b, kind)?));
                Test::And([self.region_test(a, kind)?, without].into())
            }
            Region::ByPlayer { regions, player } => {
                let by_player: Vec<Option<Test>> =
                    regions.iter().map(|r| self.region_test(r, kind)).collect();
                if by_player.iter().any(Option::is_none) {
                    return None;
                }
                let mut by_mover = Vec::new();
                for mover in 0..=self.game.players {
                    let player = self.of_mover(player, mover as i32)?;
                    let region = usize::try_from(player).ok().and_then(|p| regions.get(p));
                    by_mover.push(match region {
                        Some(region) => self.region_test(region, kind)?,
                        None => Test::False,
                    });
                }
                Test::ByMover(by_mover.into())
            }
            Region::Occupied { of: Owners::Role(role), whats, container, kind: k, top }
                if *k == kind
                    && (!uses.stacking || *top)
                    && !uses.large_pieces
                    && container.as_ref().is_none_or(|c| **c == Int::Const(0)) =>
            {
                match whats {
                    Whats::Any => Test::Owned(*role),
                    Whats::These(list) => {
                        let one = list.iter().map(|&what| Test::Is(what.into())).collect();
                        Test::And([Test::Owned(*role), Test::Or(one)].into())
                    }
                    Whats::One(_) => return None,
                }
            }
            _ => return None,
        })
    }

    /// A number that hangs on who moves and nothing else.
    fn of_mover(&self, e: &Int, mover: i32) -> Option<i32> {
        match e {
            Int::Const(n) => Some(*n),
            Int::Mover => Some(mover),
            Int::MapEntry { maps, key } => {
                let key = self.of_mover(key, mover)?;
                let pairs = maps
                    .iter()
                    .filter_map(|&map| self.game.maps.get(usize::from(map)))
                    .flat_map(|map| &map.pairs);
                Some(pairs.into_iter().find(|(k, v)| *k == key && *v != OFF).map_or(key, |&(_, value)| value))
            }
            _ => None,
        }
    }

    /// The slots of sites of the board.
    fn slots_of(&self, sites: &crate::siteset::SiteSet, kind: SiteType) -> Box<[u64]> {
        let (first, len) = self.game.layout.board[kind as usize];
        let mut words = vec![0u64; self.game.layout.words()];
        for site in sites.iter().filter(|&s| (s as usize) < len) {
            let slot = first + site as usize;
            words[slot / 64] |= 1 << (slot % 64);
        }
        words.into()
    }

    fn cond(&mut self, cond: &'g Bool) -> Cond {
        if self.depth >= DEEPEST {
            return Cond::Plain(own(cond));
        }
        if self.plan.answers.holds(usize::from(self.plan.settled) + 1)
            && !matches!(cond, Bool::Const(_))
            && settled::is_settled(self.game, cond)
        {
            self.plan.settled += 1;
            return Cond::Settled(self.plan.settled - 1, own(cond));
        }
        if let Some(pair) = paired::paired(self.game, cond) {
            return Cond::Paired(Box::new(pair));
        }
        self.depth += 1;
        let made = match cond {
            Bool::Const(b) => Cond::Const(*b),
            Bool::And(list) => Cond::And(list.iter().map(|c| self.cond(c)).collect()),
            Bool::Or(list) => Cond::Or(list.iter().map(|c| self.cond(c)).collect()),
            Bool::Not(inner) => match self.cond(inner) {
                Cond::Plain(_) => Cond::Plain(own(cond)),
                Cond::Const(b) => Cond::Const(!b),
                made => Cond::Not(Box::new(made)),
            },
            Bool::CanMove(rule) if !self.game.uses.visited => {
                let around = Around { what: None, outer: Vec::new(), tried: Vec::new(), outside: 0 };
                let id = self.moves(rule, &around);
                match self.plan.gens[id] {
                    Gen::Plain { .. } => Cond::Plain(own(cond)),
                    _ => Cond::CanMove(id),
                }
            }
            Bool::NoMoves(Role::Next) => Cond::NextCannotMove,
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Mover, Int::Prev) | (Int::Prev, Int::Mover) => Cond::SameMover,
                (Int::Const(n), Int::Sites(region)) | (Int::Sites(region), Int::Const(n)) if *n >= 0 => {
                    match self.sites(region, self.game.site_type) {
                        sites @ Sites::Passing { .. } => {
                            Cond::Count { sites: Box::new(sites), wanted: *n as usize }
                        }
                        Sites::Plain(_) | Sites::Where(..) | Sites::MovesFrom(_) => Cond::Plain(own(cond)),
                    }
                }
                (Int::Const(1), groups @ Int::Groups { .. })
                | (groups @ Int::Groups { .. }, Int::Const(1)) => {
                    self.one_group(groups).unwrap_or(Cond::Plain(own(cond)))
                }
                _ => Cond::Plain(own(cond)),
            },
            Bool::If { cond, then, otherwise } => {
                let parts = [self.cond(cond), self.cond(then), self.cond(otherwise)];
                Cond::If(Box::new(parts))
            }
            Bool::NoPieces(n) => match &n.of {
                PiecesOf::Role(role)
                    if !self.game.uses.stacking && n.whats.is_none() && n.region.is_none() =>
                {
                    let layout = &self.game.layout;
                    let kind = n.kind.unwrap_or(self.game.site_type);
                    let mut slots = vec![0u64; layout.words()];
                    let (first, len) = layout.board[kind as usize];
                    let beside = match n.kind {
                        None | Some(SiteType::Cell) => {
                            layout.extra_slot..layout.extra_slot + layout.extra_len
                        }
                        Some(SiteType::Vertex | SiteType::Edge) => 0..0,
                    };
                    for slot in (first..first + len).chain(beside) {
                        slots[slot / 64] |= 1 << (slot % 64);
                    }
                    Cond::NoPieces { of: *role, slots: slots.into() }
                }
                PiecesOf::Role(_) | PiecesOf::Player(_) => Cond::Plain(own(cond)),
            },
            Bool::Related { kind, relation, site, region } => {
                self.near(*kind, *relation, site, region).unwrap_or(Cond::Plain(own(cond)))
            }
            Bool::Threatened(t) => self.threat(t).unwrap_or(Cond::Plain(own(cond))),
            Bool::Gt(a, b) if **b == Int::Const(0) => match &**a {
                Int::Liberties { kind, site, dirs, cond: None } => {
                    self.liberty(*kind, site, dirs, cond).unwrap_or(Cond::Plain(own(cond)))
                }
                _ => Cond::Plain(own(cond)),
            },
            Bool::Line(l) => self.line(l, cond).unwrap_or(Cond::Plain(own(cond))),
            Bool::Connected(c) => self.link(c).unwrap_or(Cond::Plain(own(cond))),
            Bool::Loop(l) => self.closed_loop(l, cond).unwrap_or(Cond::Plain(own(cond))),
            _ => Cond::Plain(own(cond)),
        };
        self.depth -= 1;
        made
    }

    /// A threat to pieces of one component, by the enemies' moves in general.
    fn threat(&mut self, t: &'g Threatened) -> Option<Cond> {
        if !self.kept(t.kind) || t.moves.is_some() {
            return None;
        }
        self.threats = true;
        let (first, len) = self.game.layout.board[t.kind as usize];
        let threat = Threat { first, len, what: own(t.what.as_ref()?), sites: t.sites.as_ref().map(own) };
        Some(Cond::Threatened(Box::new(threat)))
    }

    /// A line of like pieces, without gaps, through a site.
    fn line(&mut self, l: &'g Line, rule: &'g Bool) -> Option<Cond> {
        let game = self.game;
        let (Int::Const(length), Bool::Const(exact), Bool::Const(both_ways)) =
            (&l.length, &l.exact, &l.both_ways)
        else {
            return None;
        };
        let by_level = game.uses.stacking && l.by_level == Bool::Const(true);
        let plain_line = (!game.uses.stacking || by_level)
            && l.of == LineOf::Same
            && l.contiguous == Bool::Const(true)
            && l.cond == Bool::Const(true)
            && l.visible == Bool::Const(false)
            && l.mixture.is_none()
            && self.kept(l.kind)
            && *length > 1;
        if !plain_line {
            return None;
        }
        let through = match &l.through {
            Through::Site(Int::LastTo) => Pivot::LastTo,
            Through::Site(site) => Pivot::At(own(site)),
            Through::Any(_) if by_level => return None,
            Through::Any(region) => Pivot::AnyOf(self.sites(region, l.kind)),
        };
        Some({
            Cond::Line(Box::new(LineRule {
                rule: own(rule),
                through,
                axes: Axes::build(&game.board, l.kind, l.dir, *both_ways),
                first: game.layout.board[l.kind as usize].0,
                length: *length as u32,
                exact: *exact,
                by_level,
            }))
        })
    }

    /// `(count Groups)` of sites that can be told one by one.
    fn one_group(&mut self, groups: &'g Int) -> Option<Cond> {
        let Int::Groups { kind, dirs, cond: Some(cond), min } = groups else { return None };
        if !self.kept(*kind) || **min != Int::Const(0) || depends_on_facing(dirs) || !self.fits_masks() {
            return None;
        }
        let members = Some(self.test(cond, *kind, AT_TO)).filter(Test::is_set)?;
        // Sites of other kinds are no members.
        let board = crate::siteset::SiteSet::first_n(self.game.board.len(*kind));
        let members = Test::And([members, Test::In(self.slots_of(&board, *kind))].into());
        let key = self.directions(dirs, *kind, None)?;
        let near = self.step_table(key);
        let first = self.game.layout.board[*kind as usize].0;
        Some(Cond::OneGroup(Box::new(super::flood::OneGroup { members, near, first })))
    }

    /// Does a site of a region lie beside a site?
    fn near(
        &mut self,
        kind: SiteType,
        relation: Relation,
        site: &'g Int,
        region: &'g Region,
    ) -> Option<Cond> {
        if !self.kept(kind) || kind == SiteType::Edge {
            return None;
        }
        let test = Box::new(self.region_test(region, kind)?);
        let first = self.game.layout.board[kind as usize].0;
        let near = Targets::build(self.game.board.len(kind), first, |site, row| {
            row.extend(self.game.board.neighbours(kind, site, relation).iter().map(|&s| s as u16));
        });
        Some(Cond::Near { site: own(site), near: Arc::new(near), test, first })
    }

    /// Is the board small enough for sets of its slots?
    fn fits_masks(&self) -> bool {
        self.game.layout.words() <= MASK_WORDS && self.game.layout.slots() < usize::from(NO_SITE)
    }

    /// A liberty beside the piece itself is liberty enough.
    fn liberty(&mut self, kind: SiteType, site: &'g Int, dirs: &'g Dir, cond: &'g Bool) -> Option<Cond> {
        if !self.kept(kind)
            || depends_on_facing(dirs)
            || self.game.uses.stacking
            || self.game.uses.large_pieces
            || !self.fits_masks()
        {
            return None;
        }
        let key = self.directions(dirs, kind, None)?;
        let near = self.step_table(key);
        Some(Cond::Liberty {
            cond: own(cond),
            site: own(site),
            near,
            first: self.game.layout.board[kind as usize].0,
        })
    }

    /// A connection through where the last move went, in a game where pieces only come.
    fn link(&mut self, c: &'g Connected) -> Option<Cond> {
        let game = self.game;
        let kind = c.kind;
        // (Where owners read as components, the two must be the same numbers.)
        let owners_tell = !game.uses.who_is_what
            || game.components.iter().enumerate().skip(1).all(|(what, c)| c.owner == what);
        if !self.only_adds || c.at != Int::LastTo || !self.kept(kind) || !owners_tell {
            return None;
        }
        let number = match &c.number {
            None => None,
            Some(Int::Const(n)) => Some(u32::try_from(*n).ok()?),
            Some(_) => return None,
        };
        let sites = game.board.len(kind);
        let fixed = |regions: &'g [Region]| -> Option<Vec<&'g crate::siteset::SiteSet>> {
            regions.iter().map(|r| if let Region::Fixed(set) = r { Some(set) } else { None }).collect()
        };
        let (sets, owner): (Vec<Vec<crate::siteset::SiteSet>>, Option<Role>) = match &c.targets {
            Goals::Regions(list) => (vec![fixed(list)?.into_iter().cloned().collect()], None),
            Goals::OwnedBy(role) => {
                let mut by_owner = vec![Vec::new(); game.players + 2];
                for named in &game.regions {
                    let mine = by_owner.get_mut(named.owner)?;
                    if !named.regions.is_empty() {
                        mine.extend(fixed(&named.regions)?.into_iter().cloned());
                    } else if !named.parts.is_empty() {
                        mine.extend(named.parts.iter().cloned());
                    } else {
                        mine.extend(named.sites.clone());
                    }
                }
                (by_owner, Some(*role))
            }
        };
        if sets.iter().any(|s| s.len() > 32) || depends_on_facing(&c.dirs) {
            return None;
        }
        let key = self.directions(&c.dirs, kind, None)?;
        let steps = self.step_table(key);
        let index = self.plan.links;
        self.plan.links += 1;
        Some(Cond::Linked(Box::new(LinkRule {
            index,
            first: game.layout.board[kind as usize].0,
            steps,
            goals: sets.iter().map(|s| LinkRule::goal_bits(s, sites)).collect(),
            counts: sets.iter().map(|s| s.len() as u32).collect(),
            number,
            owner,
        })))
    }

    /// A loop of pieces around the last one, on a board whose sites meet their neighbours all round.
    fn closed_loop(&mut self, l: &'g Loop, cond: &'g Bool) -> Option<Cond> {
        let (game, kind) = (self.game, l.kind);
        if l.tile_path.is_some() || l.start != Int::LastTo || !self.kept(kind) {
            return None;
        }
        let board = &game.board;
        let near = |s: usize, d: Direction| board.steps(kind, s, d);
        // Where every inner site and its neighbours close up without gaps, a loop runs through at least two
        // neighbours of each of its pieces.
        let outer: crate::siteset::SiteSet = board.outer(kind).iter().map(|&s| s as i32).collect();
        let closed = (0..board.len(kind)).all(|s| {
            let mine = near(s, Direction::Adjacent);
            let same = mine == near(s, Direction::Orthogonal);
            let ring = mine.len() >= 3
                && mine.iter().all(|&n| {
                    near(n as usize, Direction::Adjacent).iter().filter(|x| mine.contains(x)).count() >= 2
                });
            same && (ring || outer.contains(s as i32))
        });
        if !closed {
            return None;
        }
        let rows = vec![[Direction::Adjacent].into_iter().collect(); board.len(kind)];
        let near = self.step_table((kind, rows));
        Some(Cond::Loop { cond: own(cond), near, first: game.layout.board[kind as usize].0 })
    }

    // ---- what follows ----

    fn effect(&mut self, m: &'g Moves) -> Eff {
        if self.depth >= DEEPEST {
            return Eff::Plain(own(m));
        }
        self.depth += 1;
        let made = self.effect_inside(m);
        self.depth -= 1;
        made
    }

    fn effect_inside(&mut self, m: &'g Moves) -> Eff {
        let then = m.then;
        // A decision among what follows is noted as one.
        let one_action = matches!(
            m.kind,
            MovesKind::Remove { .. }
                | MovesKind::Promote { .. }
                | MovesKind::Add { .. }
                | MovesKind::FromTo { .. }
        );
        if m.decision && one_action {
            return Eff::Plain(own(m));
        }
        match &m.kind {
            MovesKind::And(list) | MovesKind::Or(list) if then.is_none() => {
                let sole = std::mem::replace(&mut self.sole, false);
                let all = Eff::All(list.iter().map(|e| self.effect(e)).collect());
                self.sole = sole;
                all
            }
            MovesKind::If { cond, then: yes, otherwise } if then.is_none() => {
                let cond = self.cond(cond);
                let yes = Box::new(self.effect(yes));
                let otherwise = otherwise.as_ref().map(|o| Box::new(self.effect(o)));
                Eff::If { cond, then: yes, otherwise }
            }
            MovesKind::Do { prior, next: Some(next), after: None }
                if then.is_none()
                    && self.sole
                    && sets_numbers(prior)
                    && !self.plan.has_dice
                    && !self.plan.notes_actions =>
            {
                self.sole = false;
                let made = Eff::Do {
                    prior: Box::new(self.effect(prior)),
                    next: Box::new(self.effect(next)),
                    plain: own(m),
                };
                self.sole = true;
                made
            }
            MovesKind::Remove {
                kind,
                place: Place::Site(site),
                level: None,
                count: None,
                at_end_of_turn: later,
            } if !self.game.uses.stacking => {
                Eff::Remove { kind: *kind, site: own(site), later: *later, then }
            }
            MovesKind::ForEachSite { region, moves, otherwise: None } if then.is_none() => {
                self.sole = false;
                let region = self.sites(region, self.game.site_type);
                Eff::ForSites { region, each: Box::new(self.effect(moves)) }
            }
            MovesKind::Promote { kind, site, to } => {
                Eff::Promote { kind: *kind, site: own(site), to: own(to), then }
            }
            MovesKind::Add { pieces, state: None, to, count: None, on_stack }
                if pieces.len() == 1
                    && plain_target(to)
                    && to.cond.is_none()
                    && to.apply.effect.is_none()
                    && !self.game.uses.large_pieces
                    && !self.game.uses.dominoes
                    && matches!(to.place, Place::Site(_)) =>
            {
                let Place::Site(site) = &to.place else { return Eff::Plain(own(m)) };
                Eff::Add { kind: to.kind, what: own(&pieces[0]), site: own(site), on_stack: *on_stack, then }
            }
            MovesKind::FromTo { from, to, count, copy: Bool::Const(false), stack: false, mover: None }
                if !self.game.uses.stacking
                    && !self.game.uses.large_pieces
                    && from.level.is_none()
                    && from.cond.is_none()
                    && plain_target(to)
                    && to.cond.is_none()
                    && to.apply.effect.is_none() =>
            {
                match (&from.place, &to.place) {
                    (Place::Site(a), Place::Site(b)) => Eff::Carry {
                        from_kind: from.kind,
                        from: own(a),
                        to_kind: to.kind,
                        to: own(b),
                        count: count.as_ref().map(own),
                        then,
                    },
                    _ => Eff::Plain(own(m)),
                }
            }
            MovesKind::Effect(effect) => match &**effect {
                Effect::Flip { kind, site } if then.is_none() && !self.game.uses.stacking => {
                    Eff::Flip { kind: *kind, site: own(site) }
                }
                Effect::Sow(s)
                    if self.sole
                        && s.per_hole == Int::Const(1)
                        && matches!(&s.count, Int::Count { kind, site } if *kind == s.kind && **site == s.start)
                        && s.sow_effect.is_none()
                        && s.capture.as_ref().is_none_or(|c| !has_then(c))
                        && seeds_are_alike(self.game) =>
                {
                    let skip = s.skip_if.as_ref().map(|c| self.cond(c));
                    let capture_if = s.capture_if.as_ref().map(|c| self.cond(c));
                    let origin = self.cond(&s.origin);
                    self.sole = false;
                    let capture = s.capture.as_ref().map(|c| self.effect(c));
                    self.sole = true;
                    Eff::Sow(Box::new(super::sow::Sowing {
                        rule: own(s),
                        plain: own(m),
                        skip,
                        capture_if,
                        capture,
                        origin,
                        then,
                    }))
                }
                Effect::SetCount { .. }
                | Effect::SetState { .. }
                | Effect::SetValue { .. }
                | Effect::SetPlayerValue { .. }
                | Effect::MoveAgain
                | Effect::Trigger { .. }
                | Effect::SetPending(_)
                | Effect::SetTemp(_)
                | Effect::SetVar { .. }
                | Effect::SetCounter(_)
                | Effect::SetPot(_)
                | Effect::Remember { .. }
                | Effect::Forget { .. }
                | Effect::RememberState => Eff::One { effect: own(effect), then },
                Effect::Custodial(c) if then.is_none() && self.kept(c.kind) => {
                    let Some((min, max)) = constant_range(c.range.as_ref(), (0, 1000)) else {
                        return Eff::Plain(own(m));
                    };
                    // Other ranges mean nothing, or nothing that is caught.
                    if max < 1 || (max == 1 && min >= 2) || min > max {
                        return Eff::Plain(own(m));
                    }
                    let dirs: smallvec::SmallVec<[Direction; 8]> = [c.dir].into_iter().collect();
                    let key = (c.kind, vec![dirs; self.game.board.len(c.kind)]);
                    let target = self.test(&c.target, c.kind, AT_BETWEEN);
                    let friend = self.test(&c.friend, c.kind, AT_TO);
                    let uses = &self.game.uses;
                    let told_by = match (&target, &friend) {
                        _ if uses.stacking => None,
                        (Test::Enemy, Test::Friend) if !uses.who_is_what => Some(ToldBy::Owner),
                        (Test::EnemyState, Test::FriendState) => Some(ToldBy::State),
                        _ => None,
                    };
                    Eff::Custodial(Box::new(Flank {
                        kind: c.kind,
                        first: self.game.layout.board[c.kind as usize].0,
                        from: own(&c.from),
                        rays: self.ray_table(key),
                        min,
                        max,
                        target,
                        friend,
                        told_by,
                        effect: self.effect(&c.effect),
                    }))
                }
                Effect::Enclose {
                    kind,
                    from,
                    dirs,
                    target,
                    may_be_empty: false,
                    exceptions: Int::Const(0),
                    effect,
                } if then.is_none()
                    && self.kept(*kind)
                    && !depends_on_facing(dirs)
                    && !self.game.uses.stacking
                    && !self.game.uses.large_pieces
                    && !self.game.uses.last_between
                    && self.fits_masks() =>
                {
                    let target = self.test(target, *kind, AT_BETWEEN);
                    let (Some(key), true) = (self.directions(dirs, *kind, None), target.is_set()) else {
                        return Eff::Plain(own(m));
                    };
                    let (first, len) = self.game.layout.board[*kind as usize];
                    Eff::Enclose(Box::new(super::flood::Enclosing {
                        from: own(from),
                        target,
                        near: self.step_table(key),
                        first,
                        len,
                        effect: self.effect(effect),
                    }))
                }
                Effect::SetScore { who: Who::Role(role), score, add } => {
                    let player = match role {
                        Role::P(p) if usize::from(*p) <= self.game.players && *p > 0 => {
                            ScoreOf::Player(i32::from(*p))
                        }
                        Role::Mover => ScoreOf::Mover,
                        Role::Next => ScoreOf::Next,
                        _ => return Eff::Plain(own(m)),
                    };
                    Eff::Score { player, score: own(score), add: *add, then }
                }
                _ => Eff::Plain(own(m)),
            },
            _ => Eff::Plain(own(m)),
        }
    }

    fn end(&mut self, end: &'g End) -> Box<[EndPart]> {
        end.rules
            .iter()
            .map(|rule| {
                let cond = match rule {
                    EndRule::If { cond, .. } => Some(self.cond(cond)),
                    EndRule::Always(_) | EndRule::ForEachPlayer { .. } | EndRule::ForEachTrack { .. } => None,
                };
                EndPart { cond, rule: own(rule) }
            })
            .collect()
    }

    // ---- looking back from a site to who could reach it ----

    /// For every component's moves: from which slots each site of the board may be reached.
    fn look_back(&mut self) {
        let words = self.game.layout.words();
        for id in 0..self.plan.gens.len() {
            let Gen::Pieces(pieces) = &self.plan.gens[id] else { continue };
            let mut found = Vec::new();
            for list in &pieces.by_player {
                for piece in list {
                    let sites = self.game.layout.slots();
                    let mut reach = vec![0u64; sites * words];
                    let known = self.reached(piece.moves, usize::from(piece.what), words, &mut reach);
                    found.push(known.then(|| reach.into_boxed_slice()));
                }
            }
            let Gen::Pieces(pieces) = &mut self.plan.gens[id] else { continue };
            let mut found = found.into_iter();
            for list in &mut pieces.by_player {
                for piece in list.iter_mut() {
                    piece.reach = found.next().flatten();
                }
            }
        }
    }

    /// Adds the ways of a generator that start at `(from)`; false where they cannot all be known.
    fn reached(&self, id: GenId, what: usize, words: usize, reach: &mut [u64]) -> bool {
        match &self.plan.gens[id] {
            Gen::Plain { .. }
            | Gen::Pieces(_)
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. } => false,
            Gen::Tall { flat, .. } => self.reached(*flat, what, words, reach),
            Gen::All(list) | Gen::First(list) => list.iter().all(|&g| self.reached(g, what, words, reach)),
            Gen::If { then, otherwise, .. } => {
                self.reached(*then, what, words, reach)
                    && otherwise.is_none_or(|o| self.reached(o, what, words, reach))
            }
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                if !matches!(leaf.origin, From::Register) {
                    return false;
                }
                let mut add = |origin: usize, to: u16| {
                    let slot = leaf.first + origin;
                    reach[usize::from(to) * words + slot / 64] |= 1 << (slot % 64);
                };
                for origin in 0..self.game.board.len(leaf.kind) {
                    match &leaf.form {
                        Form::Jump(table) => {
                            let Some(table) = table.of(what) else { return false };
                            table.of(origin).iter().for_each(|&to| add(origin, to));
                        }
                        Form::Round { walks, .. } => {
                            walks.of(origin).flatten().for_each(|&(to, _)| add(origin, to));
                        }
                        Form::Slide { rays, .. } | Form::Hop { rays, .. } => {
                            let Some(rays) = rays.of(what) else { return false };
                            rays.of(origin).flatten().for_each(|&to| add(origin, to));
                        }
                        Form::Carry { .. }
                        | Form::Place { .. }
                        | Form::Remove
                        | Form::Select
                        | Form::Outflank { .. }
                        | Form::Large { .. }
                        | Form::Shoot { .. }
                        | Form::Pass => return false,
                    }
                }
                true
            }
        }
    }
}

/// Sets apart, for steps and hops over a neighbour, what sets tell of the target and what must be asked.
fn set_apart(mut leaf: Leaf) -> Leaf {
    if !matches!(leaf.form, Form::Jump(_) | Form::Hop { pairs: Some(_), .. }) || leaf.to.is_set() {
        return leaf;
    }
    if let Test::And(list) = leaf.to {
        let (told, asked): (Vec<_>, Vec<_>) = list.into_iter().partition(Test::is_set);
        leaf.to = if told.is_empty() { Test::True } else { Test::And(told.into()) };
        leaf.ask = Some(Test::And(asked.into()));
    }
    leaf
}

/// Can the piece or the site that a rule was looking at be told from the move it made? Whoever wants the move written
/// out must ask the rule again, for that piece or site.
fn tells_its_place(leaf: &Leaf) -> bool {
    let of_piece = match &leaf.origin {
        From::Register => true,
        From::Site(site) if **site == Int::From => true,
        From::Site(_) | From::Region(_) | From::None => false,
    };
    let of_site = match &leaf.form {
        Form::Place { to: Where::Site(site), .. } => **site == Int::Site,
        form => matches!(form, Form::Outflank { .. }),
    } || matches!(&leaf.origin, From::Site(site) if **site == Int::Site);
    (!leaf.in_piece || of_piece) && (!leaf.in_sites || of_site)
}

fn sites_of_slots(game: &Game) -> Box<[u16]> {
    let mut sites = vec![NO_SITE; game.layout.slots()];
    for (first, len) in game.layout.board {
        for site in 0..len {
            sites[first + site] = site.min(usize::from(NO_SITE)) as u16;
        }
    }
    for i in 0..game.layout.extra_len {
        let site = game.layout.extra_first as usize + i;
        sites[game.layout.extra_slot + i] = site.min(usize::from(NO_SITE)) as u16;
    }
    sites.into()
}

/// Nothing is said of levels and rotations.
fn plain_target(to: &Target) -> bool {
    to.level.is_none() && to.rotations.is_none()
}

fn constant_range(range: Option<&crate::kernel::Range>, otherwise: (i32, i32)) -> Option<(i32, i32)> {
    match range {
        None => Some(otherwise),
        Some(r) => match (&r.min, &r.max) {
            (Int::Const(min), Int::Const(max)) => Some((*min, *max)),
            _ => None,
        },
    }
}

/// Are these directions the same whatever the position?
fn is_constant(dirs: &Dir, rotations: bool) -> bool {
    match dirs {
        Dir::Absolute(_) => true,
        Dir::Relative { dirs, .. } => {
            !rotations
                && !dirs.iter().any(|d| matches!(d, Relative::SameDirection | Relative::OppositeDirection))
        }
        Dir::Union(a, b) | Dir::Difference(a, b) => is_constant(a, rotations) && is_constant(b, rotations),
        Dir::FromTo { .. } | Dir::Random { .. } | Dir::If { .. } => false,
    }
}

fn depends_on_facing(dirs: &Dir) -> bool {
    match dirs {
        Dir::Relative { .. } => true,
        Dir::Union(a, b) | Dir::Difference(a, b) => depends_on_facing(a) || depends_on_facing(b),
        Dir::Absolute(_) | Dir::FromTo { .. } | Dir::Random { .. } | Dir::If { .. } => false,
    }
}

/// Are all pieces alike but for where they lie: counted, without states, rotations or values?
fn seeds_are_alike(game: &Game) -> bool {
    let uses = &game.uses;
    uses.count
        && !uses.stacking
        && !uses.state
        && !uses.rotation
        && !uses.value
        && !uses.hidden
        && !uses.track_indices
        && !uses.large_pieces
        && !uses.sequence_capture
}

/// Does a rule only set numbers, which can be set twice as well as once?
fn sets_numbers(m: &Moves) -> bool {
    m.then.is_none()
        && match &m.kind {
            MovesKind::And(list) => list.iter().all(sets_numbers),
            MovesKind::Effect(e) => matches!(**e, Effect::SetVar { .. } | Effect::SetTemp(_)),
            _ => false,
        }
}

/// Does something follow from the rule, or from a part of it that decides nothing else?
fn has_then(m: &Moves) -> bool {
    m.then.is_some()
        || match &m.kind {
            MovesKind::And(list) | MovesKind::Or(list) => list.iter().any(has_then),
            MovesKind::If { then, otherwise, .. } => {
                has_then(then) || otherwise.as_ref().is_some_and(|o| has_then(o))
            }
            MovesKind::FromTo { to, .. } => to.apply.effect.is_some(),
            MovesKind::Remove { .. } => false,
            MovesKind::Effect(e) => !matches!(
                **e,
                Effect::MoveAgain
                    | Effect::SetScore { .. }
                    | Effect::SetCount { .. }
                    | Effect::SetCounter(_)
                    | Effect::SetVar { .. }
                    | Effect::SetPending(_)
                    | Effect::SetPlayerValue { .. }
                    | Effect::SetTemp(_)
                    | Effect::Flip { .. }
            ),
            _ => true,
        }
}

/// Does a number hang on `(from)` and nothing else?
fn int_hangs_on_from(e: &Int) -> bool {
    match e {
        Int::Const(_) | Int::From => true,
        Int::Add(list) | Int::Mul(list) => list.iter().all(int_hangs_on_from),
        Int::Sub(a, b) => int_hangs_on_from(a) && int_hangs_on_from(b),
        Int::Row { site, .. } | Int::Column { site, .. } => int_hangs_on_from(site),
        Int::Ahead { site, steps, dirs, .. } => {
            int_hangs_on_from(site)
                && int_hangs_on_from(steps)
                && !depends_on_facing(dirs)
                && is_constant(dirs, true)
        }
        _ => false,
    }
}

/// Does a region hang on `(from)` and nothing else?
fn hangs_on_from(r: &Region) -> bool {
    match r {
        Region::Fixed(_) => true,
        Region::Sites(list) => list.iter().all(int_hangs_on_from),
        Region::Union(list) | Region::Intersection(list) => list.iter().all(hangs_on_from),
        Region::Difference(a, b) => hangs_on_from(a) && hangs_on_from(b),
        Region::Without(a, b) => hangs_on_from(a) && int_hangs_on_from(b),
        Region::Expand { region, steps, .. } => hangs_on_from(region) && int_hangs_on_from(steps),
        Region::Around { region, content: None, distance, cond: None, include_self, .. } => {
            hangs_on_from(region) && int_hangs_on_from(distance) && matches!(**include_self, Bool::Const(_))
        }
        Region::Direction { starts, dirs, included, stop: None, stop_included, distance, .. } => {
            hangs_on_from(starts)
                && is_constant(dirs, true)
                && !depends_on_facing(dirs)
                && matches!((&**included, &**stop_included), (Bool::Const(_), Bool::Const(_)))
                && int_hangs_on_from(distance)
        }
        Region::Lines { index, .. } => int_hangs_on_from(index),
        Region::Incident { site, owner: None, .. } => int_hangs_on_from(site),
        Region::Walk { from, rotations, .. } => {
            int_hangs_on_from(from) && matches!(**rotations, Bool::Const(_))
        }
        Region::Distance { walk: None, from, range, .. } => {
            int_hangs_on_from(from) && int_hangs_on_from(&range.min) && int_hangs_on_from(&range.max)
        }
        _ => false,
    }
}

/// What a condition is worth when no threat is followed, if that is all it hangs on.
fn without_threats(cond: &Bool) -> Option<bool> {
    match cond {
        Bool::Const(b) => Some(*b),
        Bool::Threatened(_) => Some(false),
        Bool::Not(c) => without_threats(c).map(|b| !b),
        Bool::And(list) => list.iter().try_fold(true, |all, c| Some(all && without_threats(c)?)),
        Bool::Or(list) => list.iter().try_fold(false, |any, c| Some(any || without_threats(c)?)),
        _ => None,
    }
}
