//! The engine behind [`World`]: positions are the engine's contexts; moves are small values of the game's plan where
//! there is one, and the evaluator's own moves elsewhere. Knows the kernel's data, and no search.

use crate::calibrate::Weights;
use crate::cover_world::CoverWorld;
use crate::evaluation::{Evaluator, Pieces};
use crate::features::Sheet;
use crate::hidden::{covered_at_first, equipment, imagine};
use crate::lean_world::LeanWorld;
use crate::world::{Facts, Stakes, Utilities, World};
use ludarium_engine::action::{Act, Action};
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{Bool, Dir, Int, Region, Relative};
use ludarium_engine::plan::{List, Mv, Plan, Runner};
use ludarium_engine::position::{Piece, Slot};
use ludarium_engine::rng::mix;
use ludarium_engine::{Mode, Position};
use ludarium_play::{Ctx, Game, Move, Rng, State};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A move in a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A move of the plan, and who makes it.
    Small(Mv, u8),
    Full(Arc<Move>),
}

impl From<&Move> for Step {
    fn from(m: &Move) -> Step {
        Step::Full(Arc::new(m.clone()))
    }
}

/// A game ready for searching.
#[derive(Clone)]
pub struct EngineWorld<'g> {
    pub game: &'g Game,
    facts: Facts,
    /// Do rules of moving ask what the last move was?
    last_matters: bool,
    /// Do rules ask how many moves were made?
    number_matters: bool,
    sheet: Arc<Sheet>,
    weights: Option<Arc<Weights>>,
    /// The weights worked into tables.
    evaluator: Option<Arc<Evaluator>>,
    /// What a game with hidden information begins with.
    equipment: Arc<Vec<Piece>>,
    /// By seat, the slots that are covered for it then.
    covered: Arc<Vec<Vec<bool>>>,
    plan: Option<&'g Plan>,
    /// The plan leaves nothing to the evaluator.
    quick: bool,
    /// Random games need no position.
    lean: bool,
}

/// A position in a search, with what is needed to go on from it: copying one over another keeps the memory of the other.
pub enum Spot<'g> {
    Plain(Box<Ctx<'g>>),
    Planned(Box<Planned<'g>>),
}

/// A position that is played by the plan.
pub struct Planned<'g> {
    plan: &'g Plan,
    runner: Runner<'g>,
    list: List,
}

impl<'g> Spot<'g> {
    fn new(plan: Option<&'g Plan>, ctx: Ctx<'g>) -> Spot<'g> {
        match plan {
            None => Spot::Plain(Box::new(ctx)),
            Some(plan) => {
                let runner = Runner::from_ctx(ctx);
                Spot::Planned(Box::new(Planned { plan, runner, list: List::default() }))
            }
        }
    }
}

impl<'g> Deref for Spot<'g> {
    type Target = Ctx<'g>;
    fn deref(&self) -> &Ctx<'g> {
        match self {
            Spot::Plain(ctx) => ctx,
            Spot::Planned(p) => &p.runner.ctx,
        }
    }
}

impl DerefMut for Spot<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Spot::Plain(ctx) => ctx,
            Spot::Planned(p) => &mut p.runner.ctx,
        }
    }
}

impl Clone for Spot<'_> {
    fn clone(&self) -> Self {
        match self {
            Spot::Plain(ctx) => Spot::Plain(ctx.clone()),
            Spot::Planned(p) => Spot::new(Some(p.plan), p.runner.ctx.clone()),
        }
    }
    fn clone_from(&mut self, from: &Self) {
        match (self, from) {
            (Spot::Planned(to), Spot::Planned(from)) => to.runner.set(&from.runner.ctx),
            (Spot::Plain(to), Spot::Plain(from)) => {
                to.pos.clone_from(&from.pos);
                to.reg.clone_from(&from.reg);
                to.rng = from.rng;
                to.stopped = from.stopped;
                to.forced_dice.clone_from(&from.forced_dice);
            }
            (to, from) => *to = from.clone(),
        }
    }
}

impl<'g> EngineWorld<'g> {
    pub fn new(game: &'g Game) -> EngineWorld<'g> {
        let uses = &game.uses;
        let sub = |f: fn(&ludarium_engine::Game) -> bool| f(game) || game.subgames.iter().any(|s| f(&s.game));
        let facts = Facts {
            players: game.players,
            chance: sub(|g| g.uses.stochastic && walk::any(walk::rules_of(g), walk::draws)),
            hidden: sub(|g| g.uses.hidden),
            simultaneous: game.mode == Mode::Simultaneous,
            deduction: uses.deduction_puzzle,
            scores: uses.score,
        };
        let last_matters = looks_back_when_choosing(game);
        let (equipment, covered) =
            if facts.hidden { (equipment(game), covered_at_first(game)) } else { (Vec::new(), Vec::new()) };
        let plan = game.plan();
        let usable = !plan.is_plain() && game.mode == Mode::Alternating && game.subgames.is_empty();
        EngineWorld {
            game,
            facts,
            last_matters,
            number_matters: number_matters(game),
            sheet: Arc::new(Sheet::new(game)),
            weights: None,
            evaluator: None,
            equipment: Arc::new(equipment),
            covered: Arc::new(covered),
            plan: usable.then_some(plan),
            quick: usable && plan.left_to_evaluator().is_empty(),
            lean: usable && (plan.lean(game).is_some() || plan.covering().is_some()),
        }
    }
    /// A move as the evaluator lists it.
    pub fn full(&self, pos: &Spot<'g>, step: &Step) -> Option<Move> {
        match (step, &mut pos.clone()) {
            (Step::Full(m), _) => Some((**m).clone()),
            (Step::Small(mv, _), Spot::Planned(p)) => p.runner.materialise(*mv, &List::default()),
            (Step::Small(..), Spot::Plain(_)) => None,
        }
    }
    /// Are random moves drawn by the plan alone, without listing what there is?
    pub fn is_quick(&self) -> bool {
        self.quick
    }
    /// Are random games worked out without making their moves on a board? They cost next to nothing then.
    pub fn is_lean(&self) -> bool {
        self.lean
    }
    /// The game without positions, where it is of that kind.
    pub fn lean(&self) -> Option<LeanWorld<'g>> {
        self.plan?.lean(self.game).map(|game| LeanWorld::new(game, self.facts))
    }
    /// The same, where pieces cover several sites.
    pub fn cover(&self) -> Option<CoverWorld<'g>> {
        self.plan?.covering().map(|game| CoverWorld::new(game, self.facts))
    }
    /// The moves of a state, for searching from it.
    pub fn steps(moves: &[Move]) -> Vec<Step> {
        moves.iter().map(Step::from).collect()
    }
    /// The moves of a position for searching from it: by the plan, where it is clear which of its moves is which.
    pub fn roots(&self, root: &Spot<'g>, moves: &[Move]) -> Vec<Step> {
        let mut steps = EngineWorld::steps(moves);
        if self.plan.is_none() || self.facts.simultaneous {
            return steps;
        }
        let mut small = Vec::new();
        self.moves(&mut root.clone(), &mut small);
        if small.len() != steps.len() {
            return steps;
        }
        // Those that share their key with another are left as they are.
        let mut by_key: FxHashMap<u64, (u32, u32, usize)> = FxHashMap::default();
        for step in &steps {
            by_key.entry(self.key(step)).or_default().0 += 1;
        }
        for (i, step) in small.iter().enumerate().filter(|(_, s)| matches!(s, Step::Small(..))) {
            let entry = by_key.entry(self.key(step)).or_default();
            (entry.1, entry.2) = (entry.1 + 1, i);
        }
        for step in &mut steps {
            if let Some(&(1, 1, i)) = by_key.get(&self.key(step)) {
                *step = small[i].clone();
            }
        }
        steps
    }
    /// The same game with an evaluation.
    pub fn with_weights(mut self, weights: Option<Arc<Weights>>) -> EngineWorld<'g> {
        self.weights = weights.filter(|w| w.fits(&self.sheet));
        let tables = |w: &Arc<Weights>| Evaluator::new(self.game, &self.sheet, &w.values).map(Arc::new);
        self.evaluator = self.weights.as_ref().and_then(tables);
        self
    }
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_deref()
    }
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }
    /// Where a state is, for searching from it.
    pub fn position(&self, state: &State) -> Spot<'g> {
        self.spot(state.ctx_of(self.game))
    }
    /// A position as the engine has it, for searching from it.
    pub fn spot(&self, mut ctx: Ctx<'g>) -> Spot<'g> {
        ctx.hurried = true;
        Spot::new(self.plan, ctx)
    }
    /// How well each agent stands, where that can be said.
    pub fn judge(&self, ctx: &Ctx<'g>) -> Option<Utilities> {
        self.weigh(&ctx.pos, |seat| self.moves_of(ctx, seat))
    }
    /// The same for pieces however they are kept; `moves` says how many moves a seat would have, where that counts.
    pub(crate) fn weigh(&self, pieces: &impl Pieces, moves: impl Fn(usize) -> f32) -> Option<Utilities> {
        let weights = self.weights.as_ref()?;
        let mut sums = self.evaluator.as_ref()?.sums(&self.sheet, pieces);
        if let Some(place) = self.sheet.place_of_moves() {
            for (seat, sum) in sums.iter_mut().enumerate().take(3).skip(1) {
                *sum += weights.values[place] * moves(seat);
            }
        }
        Some(weights.evaluate(self.game.players, &sums, |agent| pieces.seat_of(agent)))
    }
    /// By agent: what the pieces on the board and in hand and the points are worth, wherever they stand. Nothing without weights.
    pub fn material(&self, state: &State) -> Option<Vec<f32>> {
        let sums = self.evaluator.as_ref()?.material(&self.sheet, &state.ctx_of(self.game).pos);
        let seats = state.ctx_of(self.game).pos.order;
        Some(
            (0..=self.game.players)
                .map(|agent| sums[usize::from(seats[agent]).min(sums.len() - 1)])
                .collect(),
        )
    }
    /// What a piece of a component is worth, as far as is known.
    pub fn worth(&self, what: usize) -> f32 {
        self.evaluator.as_ref().map_or(0.0, |evaluator| evaluator.worth(what))
    }
    /// What each seat has: see [`Sheet::counts`].
    pub fn counts(&self, ctx: &Ctx<'g>, out: &mut Vec<f32>) {
        self.sheet.counts(ctx, out);
        if let Some(place) = self.sheet.place_of_moves() {
            for seat in 1..=2 {
                out[seat * self.sheet.len() + place] = self.moves_of(ctx, seat);
            }
        }
    }
    /// How many moves a seat would have if it were its turn.
    fn moves_of(&self, ctx: &Ctx<'g>, seat: usize) -> f32 {
        let mut moves = Vec::new();
        let mut turned = ctx.clone();
        let other = 3 - seat as u8;
        (turned.pos.mover, turned.pos.next, turned.pos.prev) = (seat as u8, other, other);
        self.moves(&mut Spot::new(self.plan, turned), &mut moves);
        let none = moves.iter().all(|m| matches!(m, Step::Full(m) if m.is_pass()));
        if none { 0.0 } else { moves.len() as f32 / 8.0 }
    }
    /// Working out the legal moves notes whether the mover is stuck; a search that remembers the moves does not work them
    /// out again.
    fn note_stalemate(&self, pos: &mut Spot<'g>, step: &Step) {
        if self.game.mode == Mode::Alternating && self.game.subgames.is_empty() && pos.pos.any_active() {
            let bit = 1u32 << pos.pos.mover;
            let stuck = match step {
                Step::Small(..) => false,
                Step::Full(m) => m.actions.iter().any(|a| matches!(a.act, Act::Pass { forced: true })),
            };
            if stuck { pos.pos.stalemated |= bit } else { pos.pos.stalemated &= !bit }
        }
    }
    /// The agent who decides.
    pub fn mover_in(&self, ctx: &Ctx<'g>) -> usize {
        self.agent_at(&ctx.pos, ctx.pos.mover.into())
    }
    /// Everything that the future of a position depends on, as far as the rules look, in a number.
    pub fn hash_of(&self, pos: &Position) -> u64 {
        let mut h = pos.situational_hash();
        let mut add = |tag: u64, v: i64| h = mix(h ^ mix(tag << 48 ^ v as u64));
        for p in 1..=self.game.players {
            add(1, i64::from(pos.phase[p]));
            add(2, i64::from(pos.player_values[p]));
        }
        pos.vars.iter().for_each(|&v| add(4, v.into()));
        pos.remembered.iter().for_each(|&v| add(5, v.into()));
        for (name, values) in &pos.remembered_by_name {
            add(6, i64::from(*name));
            values.iter().for_each(|&v| add(7, v.into()));
        }
        pos.visited.iter().for_each(|s| add(8, s.into()));
        pos.to_remove.iter().for_each(|&s| add(9, s.into()));
        pos.propositions.iter().chain(&pos.votes).for_each(|&v| add(10, v.into()));
        add(11, pos.decided.into());
        add(12, pos.pot.into());
        add(13, pos.trump.into());
        add(14, i64::from(pos.triggered));
        for die in &pos.dice {
            die.iter().for_each(|&v| add(15, v.into()));
        }
        if let Some(puzzle) = &pos.puzzle {
            puzzle.candidates.iter().flatten().for_each(|&bits| add(16, bits as i64));
        }
        if let Some(instance) = &pos.instance {
            add(17, instance.index as i64);
            add(18, instance.position.situational_hash() as i64);
        }
        // The swap of seats is offered at one moment only.
        if self.game.meta.swap {
            add(19, i64::from(pos.moves_made - pos.start_moves).min(3));
        }
        if self.number_matters {
            add(21, pos.moves_made.into());
        }
        if self.last_matters
            && let Some(last) = &pos.last
        {
            add(20, i64::from(last.from) << 20 ^ i64::from(last.to));
        }
        h
    }
    /// The agent who sits at a seat.
    pub fn agent_at(&self, pos: &Position, seat: usize) -> usize {
        (1..=self.game.players).find(|&a| usize::from(pos.order[a]) == seat).unwrap_or(seat)
    }
}

impl<'g> EngineWorld<'g> {
    /// A random game by the plan's shortest way, where there is one; the position is left as it is.
    fn wander_leanly(
        &self,
        runner: &mut Runner<'g>,
        rng: &mut Rng,
        trace: Option<&mut Vec<(usize, u64)>>,
    ) -> Option<(u32, Utilities)> {
        let agents = [1, 2].map(|seat| self.agent_at(&runner.ctx.pos, seat));
        let met = match trace {
            None => runner.play_out_leanly(rng, |_, _| {}),
            Some(trace) => runner.play_out_leanly(rng, |mover, site| {
                let key = site_key(mover as u8, site as i32, site as i32, 0);
                trace.push((agents[(mover - 1) & 1], key));
            }),
        }?;
        let mut result = [0.0; crate::world::SEATS];
        if met.winner > 0 {
            let won = agents[(met.winner - 1) & 1];
            (result[won], result[3 - won]) = (1.0, -1.0);
        }
        Some((met.plies as u32, result))
    }
}

/// Do rules of moving ask what the last move was?
pub(crate) fn looks_back_when_choosing(game: &Game) -> bool {
    walk::any(walk::choosing_rules(game), looks_back)
}

/// Do rules ask how many moves were made?
pub(crate) fn number_matters(game: &Game) -> bool {
    walk::any(walk::rules_of(game), counts_moves)
}

/// Is the last move looked at here?
fn looks_back(part: Part<'_>) -> bool {
    match part {
        Part::Int(i) => matches!(i, Int::LastFrom | Int::LastTo | Int::Last { .. }),
        // (How many passed in a row belongs to the position.)
        Part::Bool(b) => matches!(b, Bool::LastKind { .. }),
        Part::Region(r) => matches!(r, Region::LastFrom | Region::LastTo | Region::LastBetween),
        Part::Dir(Dir::Relative { dirs, .. }) => {
            dirs.iter().any(|d| matches!(d, Relative::SameDirection | Relative::OppositeDirection))
        }
        Part::Dir(_) | Part::IntArr(_) | Part::Float(_) | Part::Moves(_) | Part::Effect(_) => false,
    }
}

/// Are moves or turns counted here?
fn counts_moves(part: Part<'_>) -> bool {
    matches!(part, Part::Int(Int::MoveNumber | Int::TurnNumber))
}

/// What each agent of a finished state gets.
pub fn result_of(state: &State) -> Utilities {
    results(state.game(), state.board())
}

/// The same for a position.
pub fn results(game: &Game, pos: &Position) -> Utilities {
    if !pos.over {
        return [0.0; crate::world::SEATS];
    }
    let seat = |agent: usize| usize::from(pos.order[agent]);
    result_of_ranks(game, |seat| pos.ranks[seat], seat, pos.winners.is_empty(), || pos.scores[1])
}

/// What each agent gets by the ranks of the seats of a game that is over.
pub(crate) fn result_of_ranks(
    game: &Game,
    rank: impl Fn(usize) -> f64,
    seat: impl Fn(usize) -> usize,
    no_winner: bool,
    score: impl Fn() -> i32,
) -> Utilities {
    let n = game.players;
    let mut out = [0.0; crate::world::SEATS];
    if n == 1 {
        out[1] = if rank(1) != 1.0 {
            -1.0
        } else if game.uses.score && no_winner {
            // Ended by counting: more is better, without end.
            let s = f64::from(score());
            (s / (s.abs() + 100.0)) as f32
        } else {
            1.0
        };
        return out;
    }
    for (agent, u) in out.iter_mut().enumerate().take(n + 1).skip(1) {
        let rank = rank(seat(agent).min(n));
        *u = if rank == 0.0 { 0.0 } else { (1.0 - 2.0 * (rank - 1.0) / (n - 1) as f64) as f32 };
    }
    out
}

impl<'g> World for EngineWorld<'g> {
    type Pos = Spot<'g>;
    type Move = Step;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn own_copy(&self, pos: &Spot<'g>, hashed: bool) -> Spot<'g> {
        let mut copy = pos.clone();
        if let (Spot::Planned(p), false) = (&mut copy, hashed) {
            p.runner.stop_keeping_hash();
        }
        copy.pos.share_nothing();
        copy
    }

    fn moves(&self, pos: &mut Spot<'g>, out: &mut Vec<Step>) {
        out.clear();
        if pos.stopped.is_some() {
            return;
        }
        let Planned { runner, list, .. } = match pos {
            Spot::Plain(ctx) => {
                let mut list = Vec::new();
                ctx.legal_moves_into(&mut list);
                out.extend(list.into_iter().map(|m| Step::Full(Arc::new(m))));
                return;
            }
            Spot::Planned(p) => &mut **p,
        };
        let mover = runner.ctx.pos.mover;
        runner.legal_moves(list);
        if list.has_prior() {
            // What was rolled before these moves goes with each of them.
            out.extend(
                list.iter().filter_map(|mv| runner.materialise(mv, list).map(|m| Step::Full(Arc::new(m)))),
            );
            return;
        }
        out.extend(list.iter().map(|mv| match list.full(mv) {
            Some(m) => Step::from(m),
            None => Step::Small(mv, mover),
        }));
    }

    fn apply(&self, pos: &mut Spot<'g>, step: &Step) {
        self.note_stalemate(pos, step);
        match (step, pos) {
            (Step::Full(m), Spot::Plain(ctx)) => {
                ctx.apply(m);
            }
            (Step::Full(m), Spot::Planned(p)) => {
                // What the runner keeps about the position it learns from its own moves only.
                p.runner.apply_full(m);
            }
            (Step::Small(mv, _), Spot::Planned(p)) => {
                let none = List::default();
                p.runner.apply(*mv, &none);
            }
            // Only a plan makes small moves.
            (Step::Small(..), Spot::Plain(_)) => {}
        }
    }

    fn apply_on(&self, pos: &mut Spot<'g>, step: &Step) {
        if let (Step::Small(mv, _), true) = (step, matches!(pos, Spot::Planned(_))) {
            self.note_stalemate(pos, step);
            if let Spot::Planned(p) = pos {
                p.runner.apply_on(*mv, &List::default());
            }
        } else {
            self.apply(pos, step);
        }
    }

    fn over(&self, pos: &Spot<'g>) -> bool {
        pos.pos.over || pos.stopped.is_some()
    }

    fn is_void(&self, pos: &Spot<'g>) -> bool {
        pos.stopped.is_some()
    }

    fn utilities(&self, pos: &Spot<'g>) -> Utilities {
        results(self.game, &pos.pos)
    }

    fn agent(&self, pos: &Spot<'g>) -> usize {
        self.mover_in(pos)
    }

    fn hash(&self, ctx: &Spot<'g>) -> u64 {
        self.hash_of(&ctx.pos)
    }

    fn key(&self, step: &Step) -> u64 {
        match step {
            Step::Small(mv, mover) => {
                let (from, to) = mv.ends();
                site_key(*mover, from, to, 0)
            }
            Step::Full(m) => move_key(m),
        }
    }

    fn identity(&self, step: &Step) -> u64 {
        match step {
            Step::Small(mv, mover) => mix(mv.code().unwrap_or(0) ^ u64::from(*mover) << 60),
            Step::Full(m) => {
                let mut h = self.key(step);
                for a in &m.actions {
                    h = mix(h ^ action_code(a));
                }
                for t in &m.then {
                    h = mix(h.wrapping_add(u64::from(t.0)));
                }
                h
            }
        }
    }

    fn reseed(&self, pos: &mut Spot<'g>, seed: u64) {
        pos.rng = Rng::new(seed);
    }

    fn imagine(&self, pos: &mut Spot<'g>, agent: usize, rng: &mut Rng) {
        if self.facts.hidden {
            let seat = usize::from(pos.pos.order[agent.min(self.game.players)]);
            let covered = self.covered.get(seat).map_or(&[][..], |c| &c[..]);
            imagine(pos, seat, &self.equipment, covered, rng);
        }
    }

    fn is_tactical(&self, pos: &Spot<'g>, step: &Step) -> bool {
        let mover = usize::from(pos.pos.mover);
        let m = match step {
            Step::Full(m) => m,
            Step::Small(mv, _) => {
                let Some((kind, takes)) = self.plan.and_then(|p| p.about(*mv)) else { return false };
                let there = pos.who(kind, mv.ends().1);
                return takes || (!pos.pos.stacking() && there != 0 && there != mover);
            }
        };
        m.actions.iter().any(|a| {
            if let Act::Move { to_kind, to, .. } = a.act {
                let there = pos.who(to_kind, to);
                return !pos.pos.stacking() && there != 0 && there != mover;
            }
            matches!(a.act, Act::Remove { .. } | Act::Promote { .. })
        })
    }

    fn stakes(&self, pos: &Spot<'g>, step: &Step) -> Option<Stakes> {
        if !self.is_tactical(pos, step) {
            return None;
        }
        let Some(evaluator) = &self.evaluator else { return Some(Stakes::default()) };
        let mover = usize::from(pos.pos.mover);
        let (kind, stacking) = (self.game.site_type, pos.pos.stacking());
        let at = |kind, site: i32| {
            let enemy = pos.who(kind, site) != mover && pos.who(kind, site) != 0;
            if enemy { evaluator.worth(pos.what(kind, site)) } else { 0.0 }
        };
        let own = |from: i32| if from >= 0 { evaluator.worth(pos.what(kind, from)) } else { 0.0 };
        match step {
            Step::Small(mv, _) => {
                let (from, to) = mv.ends();
                let own = own(from);
                let Some((kind, takes)) = self.plan.and_then(|p| p.about(*mv)) else {
                    return Some(Stakes { won: 0.0, own });
                };
                let there = if stacking { 0.0 } else { at(kind, to) };
                Some(Stakes { won: if there == 0.0 && takes { 2.0 * own } else { there }, own })
            }
            Step::Full(m) => {
                let (mut removed, mut met, mut grown) = (0.0, 0.0, 0.0);
                for a in &m.actions {
                    if let Act::Remove { kind, to, .. } = a.act {
                        removed += at(kind, to);
                    } else if let Act::Move { to_kind, to, .. } = a.act {
                        met += if stacking { 0.0 } else { at(to_kind, to) };
                    } else if let Act::Promote { kind, to, what, .. } = a.act {
                        let new = usize::try_from(what).map_or(0.0, |w| evaluator.worth(w));
                        grown += new - evaluator.worth(pos.what(kind, to));
                    }
                }
                // What is removed from where the piece goes is met there too.
                Some(Stakes { won: f32::max(removed, met) + grown, own: own(m.from) })
            }
        }
    }

    fn unit(&self) -> f32 {
        self.evaluator.as_ref().map_or(0.0, |e| e.unit())
    }

    fn wander(
        &self,
        pos: &mut Spot<'g>,
        rng: &mut Rng,
        most: u32,
        stop: &dyn Fn() -> bool,
        mut trace: Option<&mut Vec<(usize, u64)>>,
    ) -> (u32, Option<Utilities>) {
        let mut made = 0;
        match pos {
            Spot::Plain(ctx) => {
                let mut moves = Vec::new();
                while made < most && ctx.stopped.is_none() && !stop() {
                    ctx.legal_moves_into(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves.swap_remove(rng.below(moves.len()));
                    if let Some(trace) = trace.as_deref_mut() {
                        trace.push((self.agent_at(&ctx.pos, ctx.pos.mover.into()), move_key(&m)));
                    }
                    ctx.apply(&m);
                    made += 1;
                }
            }
            Spot::Planned(p) => {
                let runner = &mut p.runner;
                let mut tried = false;
                while made < most && !stop() {
                    let pos = &runner.ctx.pos;
                    let swaps =
                        self.game.meta.swap && pos.moves_made - pos.start_moves < self.game.players as i32;
                    // Some games need no position to be played at random, once nobody changes seats any more.
                    if !tried && !swaps && most as usize > self.game.layout.slots() {
                        tried = true;
                        if let Some((plies, result)) = self.wander_leanly(runner, rng, trace.as_deref_mut()) {
                            return (made + plies, Some(result));
                        }
                    }
                    let mover = runner.ctx.pos.mover;
                    if !runner.play_random(rng) {
                        break;
                    }
                    made += 1;
                    if let Some(trace) = trace.as_deref_mut()
                        && let Some(last) = &runner.ctx.pos.last
                    {
                        let from = if last.from < 0 { last.to } else { last.from };
                        let agent = self.agent_at(&runner.ctx.pos, mover.into());
                        trace.push((agent, site_key(mover, from, last.to, 0)));
                    }
                }
            }
        }
        (made, self.over(pos).then(|| self.utilities(pos)))
    }

    fn contents(&self, pos: &Spot<'g>, out: &mut Vec<u64>) {
        out.clear();
        if pos.pos.stacking() {
            return;
        }
        out.extend((0..self.game.layout.nowhere).map(|slot| {
            let Slot { piece, count } = pos.pos.slot_content(slot);
            if piece.what == 0 {
                return 0;
            }
            let state = (piece.state as u32 as u64) << 24 ^ (piece.value as u32 as u64) << 40;
            u64::from(piece.what) ^ state ^ u64::from(piece.rotation) << 56 ^ (count as u32 as u64) << 16
        }));
    }

    fn evaluate(&self, pos: &Spot<'g>) -> Option<Utilities> {
        self.judge(pos)
    }

    fn choices(&self, pos: &Spot<'g>, moves: &[Step]) -> Vec<(usize, usize)> {
        let seats: Vec<usize> = (1..=self.game.players).filter(|&p| pos.pos.is_active(p)).collect();
        let agents = |sizes: &[usize]| {
            let pairs = seats.iter().zip(sizes);
            pairs.map(|(&s, &n)| (self.agent_at(&pos.pos, s), n)).collect()
        };
        // A joint move carries one decision of each player, the last one's varying fastest.
        let nth = |step: &Step, n: usize| match step {
            Step::Small(mv, _) => mv.code(),
            Step::Full(m) => m.actions.iter().filter(|a| a.decision).nth(n).map(action_code),
        };
        let sizes: Vec<usize> = (0..seats.len())
            .map(|n| {
                let mut seen: Vec<Option<u64>> = Vec::new();
                for m in moves {
                    let code = nth(m, n);
                    if !seen.contains(&code) {
                        seen.push(code);
                    }
                }
                seen.len().max(1)
            })
            .collect();
        if sizes.iter().product::<usize>() == moves.len() {
            agents(&sizes)
        } else {
            // They cannot be told apart: the first player decides for all.
            let mut sizes = vec![1; seats.len()];
            if let Some(first) = sizes.first_mut() {
                *first = moves.len();
            }
            agents(&sizes)
        }
    }
}

/// Sites and mover alone where that says enough, so that the same move looks the same however it was made.
fn move_key(m: &Move) -> u64 {
    let code = match m.decision().map(|a| &a.act) {
        Some(Act::Move { .. } | Act::Add { .. } | Act::Remove { .. } | Act::Select { .. }) | None => 0,
        Some(act) => {
            let (code, detail) = decision_code(act);
            code << 20 | detail & 0xF_FFFF
        }
    };
    let (from, to) = m.choice();
    site_key(m.mover, from, to, code)
}

fn site_key(mover: u8, from: i32, to: i32, code: u64) -> u64 {
    let sites = (from as u32 as u64) << 32 | (to as u32 as u64);
    mix(mix(sites).wrapping_add(u64::from(mover) << 48 ^ code))
}

/// The kind of a decision, and what else tells it from others between the same sites.
fn decision_code(act: &Act) -> (u64, u64) {
    let n = |v: i32| v as u32 as u64;
    match *act {
        Act::Add { what, state, rotation, .. } => (1, n(what) ^ n(state) << 8 ^ n(rotation) << 14),
        Act::Insert { level, what, .. } => (2, n(what) ^ n(level) << 8),
        Act::Move { from_level, to_level, rotation, state, .. } => {
            (3, n(from_level) ^ n(to_level) << 5 ^ n(rotation) << 10 ^ n(state) << 15)
        }
        Act::MoveCount { count, .. } => (4, n(count)),
        Act::MoveSubStack { levels, .. } => (5, n(levels)),
        Act::Copy { .. } => (6, 0),
        Act::Remove { level, .. } => (7, n(level)),
        Act::Promote { what, .. } => (8, n(what)),
        Act::Select { .. } => (9, 0),
        Act::Pass { .. } => (10, 0),
        Act::Swap { a, b } => (11, n(a) ^ n(b) << 5),
        Act::Propose { name } => (12, name.into()),
        Act::Vote { name } => (13, name.into()),
        Act::Note { name, .. } => (14, name.into()),
        Act::Bet { bet, .. } => (15, n(bet)),
        Act::SetAmount { amount, .. } => (16, n(amount)),
        Act::SetPot { pot } => (17, n(pot)),
        Act::SetScore { score, .. } => (18, n(score)),
        Act::SetCount { count, .. } => (19, n(count)),
        Act::SetState { state, .. } => (20, n(state)),
        Act::SetRotation { rotation, .. } => (21, n(rotation)),
        Act::SetValue { value, .. } => (22, n(value)),
        Act::SetPlayerValue { value, .. } => (23, n(value)),
        Act::SetCounter { counter } => (24, n(counter)),
        Act::SetTemp { temp } => (25, n(temp)),
        Act::SetVar { value, .. } => (26, n(value)),
        Act::SetPending { value } => (27, n(value)),
        Act::SetNextPlayer { player } => (28, n(player)),
        Act::SetTrump { suit } => (29, n(suit)),
        Act::Trigger { player, .. } => (30, n(player)),
        Act::Remember { value, .. } => (31, n(value)),
        Act::Forget { value, .. } => (32, n(value)),
        Act::StoreState => (33, 0),
        Act::AddToTeam { player, team } => (34, n(player) ^ n(team) << 5),
        Act::SetCost { cost, .. } => (35, n(cost)),
        Act::SetPhase { phase, .. } => (36, n(phase)),
        Act::SetHidden { player, hidden, .. } => (37, n(player) ^ u64::from(hidden) << 6),
        Act::UseDie { die, .. } => (38, n(die)),
        Act::SetDie { face, .. } => (39, n(face)),
        Act::SetDiceAllEqual { equal } => (40, equal.into()),
        Act::NextInstance => (41, 0),
        Act::Forfeit { player } => (42, n(player)),
        Act::Follow { then } => (43, then.0.into()),
        Act::PuzzleSet { value, .. } => (44, n(value)),
        Act::PuzzleToggle { value, .. } => (45, n(value)),
        Act::PuzzleReset { .. } => (46, 0),
    }
}

fn action_code(a: &Action) -> u64 {
    let (code, detail) = decision_code(&a.act);
    mix(code << 58 ^ (a.from() as u32 as u64) << 40 ^ (a.to() as u32 as u64 & 0xF_FFFF) << 20 ^ detail)
}
