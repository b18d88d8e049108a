//! Playing with a plan: a position, the moves it allows, whole games of random moves.

use super::perform::Step;
use super::sample::Drawn;
use super::*;
use crate::action::Action;
use crate::ctx::Ctx;
use crate::position::Position;
use crate::rng::Rng;
use smallvec::{SmallVec, smallvec};

/// So many moves are drawn one by one before all are listed.
const MOST_DRAWN: usize = 3;

/// A game being played by its plan.
#[derive(Debug)]
pub struct Runner<'g> {
    pub(super) plan: &'g Plan,
    pub ctx: Ctx<'g>,
    /// Lists that are free to be used.
    pub(super) lists: Vec<List>,
    pub(super) steps: Vec<Vec<Step>>,
    pub(super) found: Vec<Move>,
    /// The actions of the move being made, with all that followed so far.
    pub(super) made: Vec<Action>,
    /// What is known of the mover's royal piece while moves are listed.
    pub(super) safety: Option<super::royal::Safety>,
    /// Does the mover move again after the move that is being made?
    pub(super) again: bool,
    /// Is it known that the game goes on after the move that is being made?
    pub(super) goes_on: bool,
    /// Are all actions noted, for a while?
    pub(super) noting: bool,
    /// The position that was stored before the move that is being made.
    pub(super) stored: u64,
    /// Records of moves that nobody looks at any more.
    pub(super) spare: Vec<Arc<Move>>,
    pub(super) counted: Vec<super::sample::Counted>,
    pub(super) scratch: super::lean::LeanSpot,
    /// Answers to conditions that were asked before.
    pub(super) answers: Vec<u8>,
    /// Groups of pieces, for the rules that ask for them.
    pub(super) groups: Vec<super::groups::Groups>,
    /// Is the position still that of a restart?
    pub(super) untouched: bool,
    /// The position after the start rules, where chance has no part in it.
    first: Option<Box<Ctx<'g>>>,
}

impl<'g> Runner<'g> {
    /// A fresh game after its start rules.
    pub fn start(game: &'g Game, seed: u64) -> Runner<'g> {
        Runner::from_ctx(Ctx::start(game, seed))
    }

    /// A game that stands somewhere already.
    pub fn from_ctx(ctx: Ctx<'g>) -> Runner<'g> {
        let plan = ctx.game.plan();
        Runner {
            plan,
            ctx,
            lists: Vec::new(),
            steps: Vec::new(),
            found: Vec::new(),
            made: Vec::new(),
            safety: None,
            again: false,
            goes_on: false,
            noting: false,
            stored: 0,
            spare: Vec::new(),
            counted: Vec::new(),
            scratch: Default::default(),
            answers: Vec::new(),
            groups: vec![Default::default(); plan.links],
            untouched: false,
            first: None,
        }
    }

    /// Begins a new game. Where nothing is left to chance before the first move, its position is only copied.
    pub fn restart(&mut self, seed: u64) {
        self.forget_groups();
        if self.first.is_none() {
            let ctx = Ctx::start(self.ctx.game, seed);
            // (Chance in the set-up shows in the stream of numbers.)
            self.ctx = ctx;
            self.stop_keeping_hash();
            if self.ctx.rng == Rng::new(seed) {
                self.first = Some(Box::new(self.ctx.clone()));
            }
            return;
        }
        if let Some(first) = &self.first {
            // (A lean game leaves the position as it was.)
            if !self.untouched {
                self.ctx.pos.clone_from(&first.pos);
                self.untouched = self.plan.only_adds();
            }
            self.ctx.rng = Rng::new(seed);
            self.ctx.stopped = None;
        }
    }

    /// Positions are told apart from scratch from now on, where the rules never ask for it: to keep a number for each up to
    /// date costs time with every move.
    pub fn stop_keeping_hash(&mut self) {
        if !self.plan.compares_positions && !self.plan.plain {
            self.ctx.pos.stop_keeping_hash();
        }
    }

    /// Takes over a position of the same game, and gives the one that was being played for it.
    pub fn exchange(&mut self, ctx: &mut Ctx<'g>) {
        self.forget_groups();
        self.untouched = false;
        std::mem::swap(&mut self.ctx, ctx);
    }

    /// The same for a position and its chance that are kept without the engine's working objects.
    pub fn exchange_position(&mut self, pos: &mut Position, rng: &mut Rng) {
        self.forget_groups();
        self.untouched = false;
        std::mem::swap(&mut self.ctx.pos, pos);
        std::mem::swap(&mut self.ctx.rng, rng);
        self.ctx.stopped = None;
    }

    /// The slots that a move comes from and goes to; nothing for a pass and for a move of the plain evaluator.
    pub fn slots_of(&self, mv: Mv) -> Option<(usize, usize)> {
        let leaf = self.plan.leaves.get(usize::from(mv.leaf))?;
        let (from, to) = mv.ends();
        let slot = |site| self.ctx.game.layout.slot(leaf.kind, site);
        (!matches!(leaf.form, Form::Pass)).then(|| (slot(from), slot(to)))
    }

    /// Goes back to a position of the same game.
    pub fn set(&mut self, ctx: &Ctx<'g>) {
        self.forget_groups();
        self.untouched = false;
        self.ctx.pos.clone_from(&ctx.pos);
        self.ctx.reg.clone_from(&ctx.reg);
        self.ctx.rng = ctx.rng;
        self.ctx.stopped = ctx.stopped;
        self.ctx.forced_dice.clone_from(&ctx.forced_dice);
    }

    /// The actions of the next move are noted, for [`Runner::made`].
    pub fn note_actions(&mut self) {
        self.noting = true;
    }

    /// The actions of the last move with all that followed, where they are noted.
    pub fn made(&self) -> &[Action] {
        match &self.ctx.pos.last {
            Some(last) if self.plan.notes_actions || self.plan.plain => &last.actions,
            _ => &self.made,
        }
    }

    pub fn is_over(&self) -> bool {
        self.ctx.pos.over
    }

    /// All legal moves. Where a player has none, the one legal move is a forced pass.
    pub fn legal_moves(&mut self, out: &mut List) {
        self.candidates(out);
        if self.plan.plain {
            return;
        }
        let mut kept = 0;
        self.safety = if out.moves.len() > 1 { self.safety() } else { None };
        for i in 0..out.moves.len() {
            let mv = out.moves[i];
            if self.may_be_played(mv, out) {
                out.moves[kept] = mv;
                kept += 1;
            }
        }
        self.safety = None;
        out.moves.truncate(kept);
        self.note_stalemate(out);
    }

    /// Moves, some of which may turn out not to be legal when they are tried.
    fn candidates(&mut self, out: &mut List) {
        out.clear();
        if self.ctx.pos.over {
            return;
        }
        if self.plan.plain {
            let mut found = std::mem::take(&mut self.found);
            self.ctx.legal_moves_into(&mut found);
            for mv in found.drain(..) {
                out.moves.push(Mv::plain(out.full.len()));
                out.full.push(Full::new(mv));
            }
            self.found = found;
            return;
        }
        self.ctx.refuel();
        let mover = usize::from(self.ctx.pos.mover);
        self.generate(self.phase_of(mover), Want::All, out);
        self.name_movers(out);
        if self.swap_is_open() {
            let mut swaps = Vec::new();
            self.ctx.meta_moves(&mut swaps);
            for mv in swaps {
                out.moves.push(Mv::plain(out.full.len()));
                out.full.push(Full::new(mv));
            }
        }
    }

    /// Moves that nobody is named for are the mover's.
    pub(super) fn name_movers(&self, out: &mut List) {
        for full in out.full.iter_mut().filter(|full| full.mv.mover == 0) {
            full.mv.mover = self.ctx.pos.mover;
        }
    }

    /// A player who has no move is stalemated and must pass.
    fn note_stalemate(&mut self, out: &mut List) {
        if self.ctx.pos.over {
            return;
        }
        if self.ctx.pos.any_active() {
            let bit = 1 << self.ctx.pos.mover;
            if out.is_empty() {
                self.ctx.pos.stalemated |= bit;
            } else {
                self.ctx.pos.stalemated &= !bit;
            }
        }
        if out.is_empty() {
            out.moves.push(Mv::plain(out.full.len()));
            let mv = crate::play::pass(self.ctx.pos.mover.into(), true);
            out.full.push(Full::new(mv));
        }
    }

    /// Makes a uniformly random legal move; false when the game is over or stuck.
    pub fn play_random(&mut self, rng: &mut Rng) -> bool {
        if self.ctx.pos.over || self.ctx.stopped.is_some() {
            return false;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        let played = self.play_random_from(rng, &mut list);
        self.lists.push(list);
        played
    }

    /// The same, and says how many legal moves there were; `None` when the game is over or stuck. All of them are listed,
    /// which takes longer.
    pub fn play_random_of_all(&mut self, rng: &mut Rng) -> Option<usize> {
        let mut list = self.lists.pop().unwrap_or_default();
        self.legal_moves(&mut list);
        let legal = list.len();
        let goes_on = legal > 0 && self.ctx.stopped.is_none();
        if goes_on {
            let mv = list.moves[rng.below(legal)];
            self.apply(mv, &list);
        }
        self.lists.push(list);
        goes_on.then_some(legal)
    }

    /// Where a turn begins with a throw of dice and nothing else: throws them, once and for all, and lists the moves.
    /// False where a turn begins otherwise, or where a move might have to be tried.
    fn roll_for_real(&mut self, list: &mut List) -> bool {
        let plan = self.plan;
        let id = self.phase_of(self.ctx.pos.mover.into());
        let Gen::After { prior: Eff::Plain(rule), next, outer } = &plan.gens[id] else {
            return false;
        };
        let rolls = matches!(&rule.kind, crate::kernel::MovesKind::Effect(e) if matches!(**e, Effect::Roll));
        // (What follows the throw belongs to the move that is made.)
        let rolls = rolls && rule.then.is_none();
        if !rolls || !plan.afters.is_empty() || plan.notes_actions || self.forbids() || self.swap_is_open() {
            return false;
        }
        self.ctx.refuel();
        list.clear();
        self.throw_dice();
        self.made.clear();
        self.generate(*next, Want::All, list);
        self.name_movers(list);
        if list.is_empty() {
            list.moves.push(Mv::plain(0));
            let mut mv = crate::play::pass(self.ctx.pos.mover.into(), true);
            mv.then.extend(outer.iter().copied());
            list.full.push(Full::new(mv));
        }
        true
    }

    fn play_random_from(&mut self, rng: &mut Rng, list: &mut List) -> bool {
        if !self.plan.plain && self.roll_for_real(list) {
            let i = rng.below(list.len());
            let mv = list.moves.swap_remove(i);
            self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
            self.apply(mv, list);
            return true;
        }
        let mut listed = false;
        if !self.plan.plain && !self.swap_is_open() {
            for _ in 0..MOST_DRAWN {
                self.ctx.refuel();
                match self.draw(rng, list) {
                    Drawn::Found(mv) => {
                        self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
                        // A move that stands is a uniform choice among those that do.
                        if self.apply_if_it_stands(mv, list) {
                            return true;
                        }
                    }
                    Drawn::Listed => {
                        listed = true;
                        break;
                    }
                    Drawn::Unknown => break,
                }
            }
        }
        if listed {
            self.name_movers(list);
        } else {
            self.candidates(list);
        }
        if self.plan.plain {
            if list.is_empty() || self.ctx.stopped.is_some() {
                return false;
            }
            let mv = list.moves[rng.below(list.len())];
            self.apply(mv, list);
            return true;
        }
        while !list.is_empty() {
            let i = rng.below(list.len());
            let mv = list.moves.swap_remove(i);
            self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
            if self.apply_if_it_stands(mv, list) {
                return true;
            }
        }
        self.note_stalemate(list);
        let mv = list.moves[0];
        self.apply(mv, list);
        true
    }

    /// Plays on with random moves until the game is over or `most` moves were made. Where pieces are only added, only the
    /// result is worked out, and the position is left as it was; else the position is the last one.
    pub fn play_out(&mut self, rng: &mut Rng, most: u64) -> PlayedOut {
        // (What is worked out without a position does not stop on the way.)
        if most == u64::MAX {
            if let Some(met) = self.play_out_leanly(rng, |_, _| {}) {
                return met;
            }
            if let Some(met) = self.cover_at_random(rng) {
                return met;
            }
        }
        let mut plies = 0;
        while plies < most && self.play_random(rng) {
            plies += 1;
        }
        PlayedOut { plies, winner: self.ctx.pos.winner.max(0) as usize, over: self.is_over() }
    }

    /// The ranks of a game that [`Runner::play_out`] brought to its end, player 1 first. Games without a position are games of
    /// two, which somebody wins or nobody.
    pub fn ranks_of(&self, met: &PlayedOut) -> SmallVec<[f64; 4]> {
        if self.is_over() {
            return self.ctx.pos.ranks.get(1..=self.ctx.game.players).unwrap_or(&[]).into();
        }
        match met.winner {
            1 => smallvec![1.0, 2.0],
            2 => smallvec![2.0, 1.0],
            _ => smallvec![1.5, 1.5],
        }
    }

    /// How many sequences of legal moves of a length there are from here. The last move is tried, not played, where
    /// it is only counted.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 || self.ctx.stopped.is_some() {
            return 1;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        self.legal_moves(&mut list);
        let mut total = list.len() as u64;
        if depth > 1 {
            total = 0;
            for i in 0..list.moves.len() {
                let rng = self.ctx.rng;
                if self.plan.plain {
                    let before = self.ctx.clone();
                    self.apply(list.moves[i], &list);
                    total += self.perft(depth - 1);
                    self.ctx = before;
                    continue;
                }
                let mark = self.ctx.pos.mark();
                self.apply(list.moves[i], &list);
                total += self.perft(depth - 1);
                self.take_back(mark);
                self.ctx.rng = rng;
            }
        }
        self.lists.push(list);
        total
    }

    /// A move as the evaluator would list it, with its actions.
    pub fn materialise(&mut self, mv: Mv, list: &List) -> Option<Move> {
        if !list.prior.is_empty() {
            let mark = self.ctx.pos.mark();
            list.prior.iter().for_each(|action| self.ctx.do_action(action));
            let found = self.written_out(mv, list);
            self.take_back(mark);
            let mut m = found?;
            let own = std::mem::take(&mut m.actions);
            m.actions.extend(list.prior.iter().cloned());
            m.actions.extend(own);
            return Some(m);
        }
        self.written_out(mv, list)
    }

    pub(super) fn written_out(&mut self, mv: Mv, list: &List) -> Option<Move> {
        if mv.leaf == PLAIN {
            return list.full.get(mv.plain_index()).map(|f| f.mv.clone());
        }
        let leaf = &self.plan.leaves[usize::from(mv.leaf)];
        let (from, to) = (i32::from(mv.from), i32::from(mv.to));
        let fits = |m: &Move| {
            mv.leaf != PLAIN
                && (matches!(leaf.form, Form::Pass) || m.from == from && m.to == to)
                && (!matches!(leaf.form, Form::Hop { .. })
                    || mv.aux == NO_SITE && m.between.is_empty()
                    || m.between.contains(&i32::from(mv.aux)))
        };
        // What the rules around the leaf were looking at when it made the move: a piece, or a site of several.
        let mut m = None;
        // (In a stack any piece may have been looked at.)
        let levels = match leaf.in_piece && self.ctx.pos.stacking() && mv.from != NO_SITE {
            true => self.ctx.pos.height(leaf.first + usize::from(mv.from)).max(1),
            false => 1,
        };
        for (level, site) in (0..levels as i32).rev().flat_map(|level| [(level, to), (level, from)]) {
            let saved = self.ctx.reg.clone();
            if leaf.in_piece {
                (self.ctx.reg.from, self.ctx.reg.level) = (from, level);
            }
            if leaf.in_sites {
                (self.ctx.reg.to, self.ctx.reg.site) = (site, site);
            }
            let mut found = Vec::new();
            self.ctx.moves(&leaf.rule, &mut found);
            self.ctx.reg = saved;
            m = found.into_iter().find(fits);
            if m.is_some() || (!leaf.in_sites && levels == 1) {
                break;
            }
        }
        let mut m = m?;
        let own = usize::from(leaf.rule.then.is_some());
        m.then.extend(leaf.thens.iter().skip(own).copied());
        if m.mover == 0 {
            m.mover = self.ctx.pos.mover;
        }
        Some(m)
    }
}
