//! Making moves, and taking them back.

use super::*;
use crate::action::{Act, Action};
use crate::game::Repeat;
use crate::position::{Mark, PASSED, Slot};

/// Something that follows, worked out but not done yet: everything that follows from one rule is worked out before any
/// of it is done.
#[derive(Debug)]
pub(super) enum Step {
    Act(Action, Option<ThenId>),
    Move(Box<Move>),
}

/// How far a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// As a turn: what was pending is forgotten.
    Played,
    /// Up to the question whether it may be made.
    Tried,
    /// All of it, to see where it leads.
    Whole,
}

/// What the course of a game needs to know of a move once it is made.
struct Made {
    passed: bool,
    swapped: bool,
    from: i32,
    to: i32,
}

impl<'g> Runner<'g> {
    /// Makes a move: its actions and everything that follows, without ending the turn. What belongs to the move itself
    /// is worked out before anything is done, and before what was pending is forgotten.
    pub(super) fn perform(&mut self, mv: Mv, list: &List, how: How) {
        self.untouched = false;
        self.again = false;
        self.made.clear();
        self.stored = self.ctx.pos.stored_state;
        let mut how = how;
        if how == How::Played && !list.prior.is_empty() {
            // What was done before the move belongs to it.
            self.ctx.pos.pending.clear();
            how = How::Whole;
        }
        for action in &list.prior {
            self.ctx.do_action(action);
            self.note(action.clone());
        }
        if mv.leaf == PLAIN {
            if how == How::Played {
                self.ctx.pos.pending.clear();
            }
            let full = &list.full[mv.plain_index()];
            let left_out = if how == How::Tried { full.outside } else { 0 };
            self.perform_full(&full.mv, true, left_out);
        } else {
            self.perform_leaf(mv, how);
        }
        if !self.plan.notes_actions {
            if self.ctx.game.uses.sequence_capture && !self.again && !self.ctx.pos.to_remove.is_empty() {
                let mut actions = std::mem::take(&mut self.made).into_iter().collect();
                self.ctx.take_captured(&mut actions);
                self.made.extend(actions.drain(..).filter(|a| self.noting || a.decision));
            }
            return;
        }
        let mut last = self.ctx.pos.last.take();
        if let Some(m) = last.as_mut().and_then(Arc::get_mut) {
            m.actions.clear();
            m.actions.extend(self.made.drain(..));
            if self.ctx.game.uses.sequence_capture {
                self.ctx.remove_captured(m);
            }
        }
        self.ctx.pos.last = last;
    }

    /// May somebody ask for all actions of the move being made?
    #[inline]
    pub(super) fn notes(&self) -> bool {
        self.plan.notes_actions || self.noting
    }

    /// Notes an action of the move being made, where somebody may ask for it.
    #[inline]
    pub(super) fn note(&mut self, action: Action) {
        if let Act::SetNextPlayer { player } = action.act {
            self.again |= player == i32::from(self.ctx.pos.mover);
        }
        if self.notes() || action.decision {
            self.made.push(action);
        }
    }

    fn perform_leaf(&mut self, mv: Mv, how: How) {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(mv.leaf)];
        let decision = leaf.decision;
        let (from, to) = (site(mv.from), site(mv.to));
        let game = self.ctx.game;
        let forget = how == How::Played;
        let left_out = if how == How::Tried { leaf.outside } else { 0 };
        let thens = &leaf.thens[..leaf.thens.len() - left_out];
        if leaf.at_hurdle.is_some() || leaf.at_target.is_some() {
            let reg = &mut self.ctx.reg;
            let saved = (reg.from, reg.to, reg.between, reg.level);
            (reg.from, reg.to) = (from, to);
            if leaf.level_0 {
                reg.level = 0;
            }
            if let Form::Hop { .. } = leaf.form {
                reg.between = site(mv.aux);
            }
            let mut steps = self.steps.pop().unwrap_or_default();
            if let Some(eff) = &leaf.at_hurdle {
                self.work_out(eff, &mut steps);
            }
            if let Some(eff) = &leaf.at_target
                && !(mv.aux == NO_SITE && matches!(leaf.form, Form::Hop { .. }))
            {
                self.work_out(eff, &mut steps);
            }
            let reg = &mut self.ctx.reg;
            (reg.from, reg.to, reg.between, reg.level) = saved;
            if forget {
                self.ctx.pos.pending.clear();
            }
            self.do_steps(&mut steps);
            self.steps.push(steps);
        } else if forget {
            self.ctx.pos.pending.clear();
        }
        let kind = leaf.kind;
        if leaf.quick && !self.noting && self.move_one_piece(leaf, mv) {
            let mover = self.ctx.pos.mover;
            self.record(mover, from, to, false);
            if let Some(last) = self.ctx.pos.last.as_mut().and_then(Arc::get_mut) {
                (last.from_kind, last.to_kind) = match leaf.form {
                    Form::Carry { .. } => {
                        (game.kind_of_site(Some(kind), from), game.kind_of_site(Some(kind), to))
                    }
                    _ => (kind, kind),
                };
                (last.edge, last.oriented) = (OFF, true);
                if let (Form::Place { .. }, SiteType::Edge) = (&leaf.form, kind) {
                    (last.edge, last.oriented) = (to, false);
                }
                if game.uses.last_between {
                    last.between.clear();
                    if let Form::Hop { .. } = leaf.form {
                        last.between.push(mv.aux.into());
                    }
                }
            }
            for &then in thens {
                self.follow(then);
            }
            return;
        }
        let mut done = false;
        // In stacks a move tells which levels went.
        let levels = match leaf.form {
            Form::Carry { .. } if self.ctx.pos.stacking() => {
                let slot = self.ctx.slot(game.kind_of_site(Some(kind), from), from);
                let top = self.ctx.pos.height(slot) as i32 - 1;
                if leaf.stack { (0, top) } else { (top, top) }
            }
            _ if leaf.stack => (0, self.ctx.pos.height(leaf.first + usize::from(mv.from)) as i32 - 1),
            _ => (0, 0),
        };
        let act = match &leaf.form {
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Round { .. }
            | Form::Hop { .. }
            | Form::Carry { .. }
                if !leaf.copy =>
            {
                let (from_kind, to_kind) = match leaf.form {
                    Form::Carry { .. } => {
                        (game.kind_of_site(Some(kind), from), game.kind_of_site(Some(kind), to))
                    }
                    _ => (kind, kind),
                };
                // In stacks a step names the level that it leaves.
                let level = match leaf.rule.kind {
                    _ if leaf.stack => UNDEFINED,
                    crate::kernel::MovesKind::Step { .. } if self.ctx.pos.stacking() => {
                        self.ctx.pos.height(self.ctx.slot(from_kind, from)) as i32 - 1
                    }
                    _ => UNDEFINED,
                };
                Act::Move {
                    from_kind,
                    from,
                    from_level: level,
                    to_kind,
                    to,
                    to_level: UNDEFINED,
                    state: UNDEFINED,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    stack: leaf.stack,
                }
            }
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Round { .. }
            | Form::Hop { .. }
            | Form::Carry { .. } => Act::Copy {
                from_kind: game.kind_of_site(Some(kind), from),
                from,
                from_level: UNDEFINED,
                to_kind: game.kind_of_site(Some(kind), to),
                to,
                to_level: UNDEFINED,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                stack: false,
            },
            Form::Shoot { .. } => Act::Add {
                kind,
                to,
                what: mv.aux.into(),
                count: 1,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                on_stack: false,
            },
            Form::Place { state, on_stack, .. } => {
                let state = match state {
                    Some(e) => {
                        let saved = std::mem::replace(&mut self.ctx.reg.to, to);
                        let state = self.ctx.int(e);
                        self.ctx.reg.to = saved;
                        state
                    }
                    None => UNDEFINED,
                };
                Act::Add {
                    kind,
                    to,
                    what: mv.aux.into(),
                    count: 1,
                    state,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    on_stack: *on_stack,
                }
            }
            Form::Outflank { flank, piece, state } => {
                // All that is caught is known before anything is done.
                let saved = (self.ctx.reg.site, self.ctx.reg.to);
                (self.ctx.reg.site, self.ctx.reg.to) = (to, to);
                let what = self.ctx.int(piece);
                let state = state.as_deref().map_or(UNDEFINED, |e| self.ctx.int(e));
                let mut steps = self.steps.pop().unwrap_or_default();
                self.flank(flank, &mut steps);
                (self.ctx.reg.site, self.ctx.reg.to) = saved;
                let add = Act::Add {
                    kind,
                    to,
                    what,
                    count: 1,
                    state,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    on_stack: false,
                };
                self.ctx.do_action(&Action { act: add.clone(), decision });
                self.do_steps(&mut steps);
                self.steps.push(steps);
                done = true;
                add
            }
            Form::Large { piece, .. } => Act::Add {
                kind,
                to,
                what: self.ctx.int(piece),
                count: 1,
                state: mv.aux.into(),
                rotation: UNDEFINED,
                value: UNDEFINED,
                on_stack: false,
            },
            Form::Remove => {
                let kind = game.kind_of_site(Some(kind), to);
                Act::Remove { kind, to, level: UNDEFINED, applied: true }
            }
            Form::Select => Act::Select {
                from_kind: kind,
                from,
                from_level: UNDEFINED,
                to_kind: kind,
                to,
                to_level: UNDEFINED,
            },
            Form::Pass => Act::Pass { forced: false },
        };
        let passed = matches!(leaf.form, Form::Pass);
        let action = Action { act, decision };
        if !done {
            self.ctx.do_action(&action);
        }
        let (from_kind, to_kind) = (action.from_kind(), action.to_kind());
        self.note(action);
        let mover = self.ctx.pos.mover;
        self.record(mover, from, to, passed);
        if let Some(last) = self.ctx.pos.last.as_mut().and_then(Arc::get_mut) {
            (last.from_kind, last.to_kind) = (from_kind, to_kind);
            (last.level_min, last.level_max) = levels;
            (last.state, last.edge) = (UNDEFINED, OFF);
            last.oriented = true;
            if let Form::Large { .. } = leaf.form {
                last.state = mv.aux.into();
            }
            if let (Form::Place { .. }, SiteType::Edge) = (&leaf.form, kind) {
                (last.edge, last.oriented) = (to, false);
            }
            last.between.clear();
            if let Form::Hop { .. } = leaf.form {
                last.between.push(mv.aux.into());
            }
            last.actions.clear();
            if plan.notes_actions {
                last.actions.extend(self.made.iter().cloned());
            }
        }
        for &then in thens {
            self.follow(then);
        }
        if passed
            && self.made.iter().any(|a| a.decision && !a.act.is_pass())
            && let Some(last) = self.ctx.pos.trail.last_mut()
        {
            *last &= !PASSED;
        }
    }

    /// Moves a piece, or puts a new one on an empty site; false where more may be going on.
    fn move_one_piece(&mut self, leaf: &Leaf, mv: Mv) -> bool {
        let components = &self.ctx.game.components;
        let to = leaf.first + usize::from(mv.to);
        let pos = &mut self.ctx.pos;
        if let Form::Place { .. } | Form::Shoot { .. } = leaf.form {
            let old = pos.slot_content(to).piece;
            if old.what != 0 || mv.aux == 0 || usize::from(mv.to) >= self.ctx.game.board.len(leaf.kind) {
                return false;
            }
            let who = components[usize::from(mv.aux)].owner as u8;
            let piece = crate::position::Piece { what: mv.aux, who, ..old };
            pos.set_slot(to, Slot { piece, count: 1 });
            return true;
        }
        let (from, to) = match leaf.form {
            Form::Carry { .. } => {
                let slot = |site: u16| {
                    let site = i32::from(site);
                    self.ctx.slot(self.ctx.game.kind_of_site(Some(leaf.kind), site), site)
                };
                (slot(mv.from), slot(mv.to))
            }
            _ => (leaf.first + usize::from(mv.from), to),
        };
        let pos = &mut self.ctx.pos;
        let source = pos.slot_content(from);
        let moved = source.piece;
        if moved.what == 0 {
            return false;
        }
        let left = match source.count {
            1 => Slot::default(),
            several => Slot { count: several - 1, ..source },
        };
        pos.set_slot(from, left);
        let mut who = components[usize::from(moved.what)].owner as u8;
        let mut count = 1;
        if self.ctx.game.uses.count {
            // Pieces that are alike lie together.
            let there = pos.slot_content(to);
            if there.piece.what == moved.what && there.count > 0 {
                (who, count) = (there.piece.who, there.count + 1);
            }
        }
        pos.set_slot(to, Slot { piece: crate::position::Piece { who, ..moved }, count });
        true
    }

    /// Notes a move as the last one. It becomes the only owner of its record, so that the next one can reuse it.
    fn record(&mut self, mover: u8, from: i32, to: i32, passed: bool) {
        let pos = &mut self.ctx.pos;
        pos.moves_made += 1;
        if pos.trail.last().is_none_or(|&before| before & !PASSED != mover) {
            pos.turn_from = from;
        }
        pos.trail.push(mover | if passed { PASSED } else { 0 });
        let mut last = match pos.last.take().filter(|last| Arc::strong_count(last) == 1) {
            Some(last) => last,
            None => self.spare.pop().unwrap_or_else(|| Arc::new(crate::play::pass(0, false))),
        };
        if let Some(m) = Arc::get_mut(&mut last) {
            (m.mover, m.from, m.to) = (mover, from, to);
        }
        self.ctx.pos.last = Some(last);
    }

    /// Makes a move of the plain evaluator.
    fn perform_full(&mut self, m: &Move, record: bool, left_out: usize) {
        for a in &m.actions {
            match a.act {
                Act::Follow { then } => self.follow(then),
                _ => {
                    self.ctx.do_action(a);
                    self.note(a.clone());
                }
            }
        }
        if record {
            self.record(m.mover, m.from, m.to, m.is_pass());
            if let Some(last) = self.ctx.pos.last.as_mut().and_then(Arc::get_mut) {
                (last.from_kind, last.to_kind) = (m.from_kind, m.to_kind);
                (last.level_min, last.level_max) = (m.level_min, m.level_max);
                (last.state, last.edge, last.oriented) = (m.state, m.edge, m.oriented);
                last.between.clear();
                last.between.extend_from_slice(&m.between);
                last.actions.clear();
                if self.plan.notes_actions {
                    last.actions.extend(m.actions.iter().cloned());
                }
            }
        }
        for &then in &m.then[..m.then.len().saturating_sub(left_out)] {
            self.follow(then);
        }
        if record && m.is_pass() {
            let still = self.made.iter().all(|a| a.act.is_pass() || !a.decision);
            if !still && let Some(last) = self.ctx.pos.trail.last_mut() {
                *last &= !PASSED;
            }
        }
    }

    pub(super) fn follow(&mut self, then: ThenId) {
        let plan = self.plan;
        if self.ctx.nesting >= crate::ctx::MOST_NESTED || !self.ctx.burn(self.ctx.toll(), Default::default())
        {
            return;
        }
        self.ctx.nesting += 1;
        self.run_effect(&plan.thens[then.0 as usize]);
        self.ctx.nesting -= 1;
    }

    /// Works out what a rule does, and does it.
    pub(super) fn run_effect(&mut self, eff: &'g Eff) {
        if let Eff::Sow(sowing) = eff {
            return self.sow(sowing);
        }
        if let Eff::If { cond, then, otherwise } = eff {
            // Alone, it can be done as soon as it is known.
            if self.holds(cond) {
                self.run_effect(then);
            } else if let Some(other) = otherwise {
                self.run_effect(other);
            }
            return;
        }
        let mut steps = self.steps.pop().unwrap_or_default();
        if let Eff::Do { prior, next, .. } = eff {
            // What comes first only sets numbers, and only where something comes next.
            let before = (self.ctx.pos.vars.clone(), self.ctx.pos.temp, self.made.len());
            self.work_out(prior, &mut steps);
            self.do_steps(&mut steps);
            self.work_out(next, &mut steps);
            if steps.is_empty() {
                (self.ctx.pos.vars, self.ctx.pos.temp) = (before.0, before.1);
                self.made.truncate(before.2);
            }
        } else {
            self.work_out(eff, &mut steps);
        }
        self.do_steps(&mut steps);
        self.steps.push(steps);
    }

    pub(super) fn do_steps(&mut self, steps: &mut Vec<Step>) {
        for step in steps.drain(..) {
            match step {
                Step::Act(action, then) => {
                    self.ctx.do_action(&action);
                    self.note(action);
                    if let Some(then) = then {
                        self.follow(then);
                    }
                }
                Step::Move(m) => self.perform_full(&m, false, 0),
            }
        }
    }

    pub(super) fn work_out(&mut self, eff: &'g Eff, steps: &mut Vec<Step>) {
        let act = |act: Act, then: Option<ThenId>| Step::Act(Action { act, decision: false }, then);
        match eff {
            Eff::Plain(rule) => {
                let mut found = Vec::new();
                self.ctx.moves(rule, &mut found);
                steps.extend(found.into_iter().map(|m| Step::Move(Box::new(m))));
            }
            Eff::All(list) => list.iter().for_each(|e| self.work_out(e, steps)),
            Eff::If { cond, then, otherwise } => {
                if self.holds(cond) {
                    self.work_out(then, steps);
                } else if let Some(other) = otherwise {
                    self.work_out(other, steps);
                }
            }
            Eff::Remove { kind, site, later, then } => {
                let to = self.ctx.int(site);
                if to < 0 {
                    return;
                }
                let kind = self.ctx.game.kind_of_site(Some(*kind), to);
                if self.ctx.what(kind, to) != 0 {
                    steps.push(act(Act::Remove { kind, to, level: UNDEFINED, applied: !later }, *then));
                }
            }
            Eff::One { effect, then } => {
                if let Some(one) = self.ctx.single_act(effect) {
                    steps.push(act(one, *then));
                }
            }
            Eff::ForSites { region, each } => {
                let saved = (self.ctx.reg.to, self.ctx.reg.site);
                let sites = self.sites(region);
                for site in sites.iter() {
                    (self.ctx.reg.to, self.ctx.reg.site) = (site, site);
                    self.work_out(each, steps);
                }
                (self.ctx.reg.to, self.ctx.reg.site) = saved;
            }
            Eff::Promote { kind, site, to, then } => {
                let site = self.ctx.int(site);
                if site < 0 {
                    return;
                }
                for what in self.ctx.promotions(to) {
                    if what > 0 {
                        let promote = Act::Promote { kind: *kind, to: site, level: UNDEFINED, what };
                        steps.push(act(promote, *then));
                    }
                }
            }
            Eff::Add { kind, what, site, on_stack, then } => {
                let what = self.ctx.int(what);
                if what < 0 || what as usize >= self.ctx.game.components.len() {
                    return;
                }
                let to = self.ctx.int(site);
                let add = Act::Add {
                    kind: *kind,
                    to,
                    what,
                    count: 1,
                    state: UNDEFINED,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    on_stack: *on_stack,
                };
                steps.push(act(add, *then));
            }
            Eff::Custodial(flank) => self.flank(flank, steps),
            Eff::Enclose(rule) => self.enclosed(rule, steps),
            Eff::Carry { from_kind, from, to_kind, to, count, then } => {
                let game = self.ctx.game;
                let from = self.ctx.int(from);
                if from < 0 {
                    return;
                }
                let from_kind = game.kind_of_site(Some(*from_kind), from);
                if self.ctx.what(from_kind, from) == 0 {
                    return;
                }
                let outside = std::mem::replace(&mut self.ctx.reg.from, from);
                let to = self.ctx.int(to);
                let count = count.as_deref().map(|c| self.ctx.int(c));
                self.ctx.reg.from = outside;
                if to < 0 {
                    return;
                }
                let to_kind = game.kind_of_site(Some(*to_kind), to);
                let carry = match count {
                    Some(count) => Act::MoveCount { from_kind, from, to_kind, to, count },
                    None => Act::Move {
                        from_kind,
                        from,
                        from_level: UNDEFINED,
                        to_kind,
                        to,
                        to_level: UNDEFINED,
                        state: UNDEFINED,
                        rotation: UNDEFINED,
                        value: UNDEFINED,
                        stack: false,
                    },
                };
                steps.push(act(carry, *then));
            }
            Eff::Flip { kind, site } => {
                if let Some(flip) = self.ctx.flip_act(*kind, site) {
                    steps.push(act(flip, None));
                }
            }
            // These are never worked out beside others: see `run_effect`.
            Eff::Do { plain, .. } => {
                let mut found = Vec::new();
                self.ctx.moves(plain, &mut found);
                steps.extend(found.into_iter().map(|m| Step::Move(Box::new(m))));
            }
            Eff::Sow(sowing) => {
                let mut found = Vec::new();
                self.ctx.moves(&sowing.plain, &mut found);
                steps.extend(found.into_iter().map(|m| Step::Move(Box::new(m))));
            }
            Eff::Score { player, score, add, then } => {
                let player = match player {
                    ScoreOf::Player(p) => *p,
                    ScoreOf::Mover => self.ctx.pos.mover.into(),
                    ScoreOf::Next => self.ctx.pos.next.into(),
                };
                let score = self.ctx.int(score);
                if (1..=self.ctx.game.players as i32).contains(&player) {
                    steps.push(act(Act::SetScore { player, score, add: *add }, *then));
                }
            }
        }
    }

    /// Finds what is caught in line between a piece and its friends.
    fn flank(&mut self, flank: &'g Flank, steps: &mut Vec<Step>) {
        let from = self.ctx.int(&flank.from);
        if from < 0 || from as usize >= self.ctx.game.board.len(flank.kind) {
            return;
        }
        let reg = &self.ctx.reg;
        let saved = (reg.to, reg.between);
        for ray in flank.rays.of(from as usize) {
            let n = self.caught(flank, ray);
            if n > 0 {
                self.ctx.reg.to = ray.get(n).map_or(OFF, |&s| s.into());
                for &caught in &ray[..n] {
                    self.ctx.reg.between = caught.into();
                    self.work_out(&flank.effect, steps);
                }
            }
        }
        (self.ctx.reg.to, self.ctx.reg.between) = saved;
    }

    /// The same as `caught` where targets are enemies and friends friends: a look at whose piece it is, site by site.
    #[inline]
    pub(super) fn caught_between(
        &self,
        flank: &Flank,
        ray: &[u16],
        whose: impl Fn(&crate::position::Piece) -> i32,
    ) -> usize {
        let pos = &self.ctx.pos;
        let mover = pos.mover.into();
        let most = flank.max.max(0) as usize;
        let owner = |site: u16| whose(&pos.slot_content(flank.first + usize::from(site)).piece);
        let mut n = 0;
        while n < ray.len() && n < most {
            let who = owner(ray[n]);
            if who == 0 || who == mover {
                break;
            }
            n += 1;
        }
        if n == 0 || flank.min > n as i32 {
            return 0;
        }
        if ray.get(n).is_some_and(|&beyond| owner(beyond) == mover) { n } else { 0 }
    }

    /// How many pieces at the beginning of a line are caught between its origin and a friend.
    pub(super) fn caught(&mut self, flank: &'g Flank, ray: &[u16]) -> usize {
        match flank.told_by {
            Some(ToldBy::Owner) => return self.caught_between(flank, ray, |p| p.who.into()),
            Some(ToldBy::State) => return self.caught_between(flank, ray, |p| p.state),
            None => {}
        }
        let slot = |site: u16| flank.first + usize::from(site);
        let most = flank.max.max(0) as usize;
        let mut n = 0;
        while n < ray.len() && n < most && self.passes(&flank.target, slot(ray[n]), ray[n].into()) {
            n += 1;
        }
        if n == 0 || flank.min > n as i32 {
            return 0;
        }
        let friend = match ray.get(n) {
            Some(&beyond) => self.passes(&flank.friend, slot(beyond), beyond.into()),
            // A single piece at the edge has nothing beyond it to be caught against.
            None if flank.max == 1 => false,
            None => self.passes(&flank.friend, self.ctx.game.layout.nowhere, OFF),
        };
        if friend { n } else { 0 }
    }

    // ---- whole turns ----

    /// Plays a move: what it does, the end rules, phases, and the next player. It is not checked for legality.
    pub fn apply(&mut self, mv: Mv, list: &List) {
        if self.plan.plain {
            if let Some(full) = list.full.get(mv.plain_index()) {
                self.ctx.apply(&full.mv);
            }
            return;
        }
        self.ctx.refuel();
        self.before_move(mv, list);
        self.perform(mv, list, How::Played);
        self.after_move(mv, list);
    }

    /// Makes a legal move as the evaluator lists it.
    pub fn apply_full(&mut self, mv: &Move) {
        self.forget_groups();
        self.untouched = false;
        self.ctx.apply(mv);
    }

    /// A pass may come from a player who could move: find out whether this one could.
    fn before_move(&mut self, mv: Mv, list: &List) {
        let passes = match mv.leaf {
            PLAIN => list.full[mv.plain_index()].mv.is_pass(),
            leaf => matches!(self.plan.leaves[usize::from(leaf)].form, Form::Pass),
        };
        if passes && self.ctx.pos.stalemated >> self.ctx.pos.mover & 1 == 0 {
            self.find_stalemate();
        }
    }

    /// Everything that comes once the actions of a move are done.
    fn after_move(&mut self, mv: Mv, list: &List) {
        let plan = self.plan;
        let game = self.ctx.game;
        let mover = self.ctx.pos.mover;
        let made = match &self.ctx.pos.last {
            Some(m) => {
                let passed = self.ctx.pos.trail.last().is_some_and(|t| t & PASSED != 0);
                let swapped = mv.leaf == PLAIN && list.full[mv.plain_index()].mv.is_swap();
                Made { passed, swapped, from: m.from, to: m.to }
            }
            None => Made { passed: false, swapped: false, from: OFF, to: OFF },
        };
        if self.ctx.pos.any_active() {
            let phase = usize::from(self.ctx.pos.phase[usize::from(mover)]).min(game.phases.len() - 1);
            if game.phases[phase].end.is_some() {
                self.check_end(&plan.phase_ends[phase], made.passed);
            }
        }
        if !self.ctx.pos.over && game.end.is_some() {
            self.check_end(&plan.ends, made.passed);
        }
        if self.ctx.pos.any_active() && self.ctx.limit_reached() {
            self.ctx.draw_by_limit();
        }
        if self.ctx.pos.any_active() {
            if plan.has_next_phases {
                self.ctx.advance_phases();
            }
        } else {
            self.ctx.pos.prev = mover;
        }
        self.ctx.pos.counter += 1;
        self.ctx.note_repetition(false);
        if self.ctx.pos.any_active() {
            self.ctx.hand_over(mover, made.from, made.to, made.swapped, made.passed);
        }
        if plan.has_dice {
            self.ctx.sum_dice();
        }
    }

    /// Plays a move after which, as is known, the game goes on: what would be asked for that alone is not asked.
    pub fn apply_on(&mut self, mv: Mv, list: &List) {
        // (Of more players some may be out while others go on.)
        self.goes_on = self.ctx.game.players <= 2;
        self.apply(mv, list);
        self.goes_on = false;
    }

    fn check_end(&mut self, parts: &'g [EndPart], passed: bool) {
        for part in parts {
            let due = match &part.cond {
                Some(Cond::NextCannotMove) if self.goes_on => false,
                cond => cond.as_ref().is_none_or(|c| self.holds(c)),
            };
            if due {
                self.ctx.apply_end_rule(&part.rule);
            }
        }
        self.ctx.close_end(passed);
    }

    // ---- trying ----

    pub(super) fn take_back(&mut self, mark: Mark) {
        if self.plan.links > 0 {
            self.forget_groups();
        }
        if let Some(last) = self.ctx.pos.rollback(mark) {
            self.keep_spare(last);
        }
    }

    fn keep_spare(&mut self, mut last: Arc<Move>) {
        if self.spare.len() < 8 && Arc::get_mut(&mut last).is_some() {
            self.spare.push(last);
        }
    }

    /// Does this game forbid moves for where they lead, whatever its rules of moving say?
    pub(super) fn forbids(&self) -> bool {
        self.ctx.game.meta.repeat.is_some() || self.ctx.game.meta.no_suicide
    }

    /// Makes a move if it stands: if the condition that it must meet afterwards holds and no metarule forbids it.
    pub(super) fn apply_if_it_stands(&mut self, mv: Mv, list: &List) -> bool {
        let plan = self.plan;
        let tried = self.tried_of(mv, list);
        if tried.is_none() && !self.forbids() {
            self.apply(mv, list);
            return true;
        }
        if self.ctx.game.meta.no_suicide {
            let stands = self.may_be_played(mv, list);
            if stands {
                self.apply(mv, list);
            }
            return stands;
        }
        if !self.forbids()
            && let Some(stands) = self.stands_lightly(mv, list)
        {
            if stands {
                self.apply(mv, list);
            }
            return stands;
        }
        self.ctx.refuel();
        self.before_move(mv, list);
        let waiting = !self.ctx.pos.pending.is_empty();
        let outside = match mv.leaf {
            PLAIN => list.full[mv.plain_index()].outside,
            leaf => plan.leaves[usize::from(leaf)].outside,
        };
        if outside > 0 || (tried.is_some() && self.forbids()) {
            let stands = self.may_be_played(mv, list);
            if stands {
                self.apply(mv, list);
            }
            return stands;
        }
        let rng = self.ctx.rng;
        let mark = self.ctx.pos.mark();
        self.perform(mv, list, How::Whole);
        if !self.stands_now(mv, tried, list) || !self.is_fresh(mv, list) {
            self.ctx.rng = rng;
            self.take_back(mark);
            return false;
        }
        if waiting {
            // What was pending while the move was tried is gone when it is made.
            self.ctx.rng = rng;
            self.take_back(mark);
            self.perform(mv, list, How::Played);
        } else if let Some(last) = self.ctx.pos.commit(mark) {
            self.keep_spare(last);
        }
        self.after_move(mv, list);
        true
    }

    /// The same question without making the move.
    pub(super) fn may_be_played(&mut self, mv: Mv, list: &List) -> bool {
        let tried = self.tried_of(mv, list);
        if tried.is_none() && !self.forbids() {
            return true;
        }
        let rng = self.ctx.rng;
        let mut stands = true;
        if tried.is_some() {
            stands = self.stands_lightly(mv, list).unwrap_or_else(|| {
                let safety = self.safety.take();
                let mark = self.ctx.pos.mark();
                self.perform(mv, list, How::Tried);
                let stands = self.stands_now(mv, tried, list);
                self.ctx.rng = rng;
                self.take_back(mark);
                self.safety = safety;
                stands
            });
        }
        if stands && self.ctx.game.meta.repeat.is_some() {
            let mark = self.ctx.pos.mark();
            self.perform(mv, list, How::Whole);
            stands = self.is_fresh(mv, list);
            self.ctx.rng = rng;
            self.take_back(mark);
        }
        if stands && self.ctx.game.meta.no_suicide {
            let mover = self.ctx.pos.mover;
            let mark = self.ctx.pos.mark();
            self.apply(mv, list);
            stands = self.ctx.pos.is_active(mover.into()) || !self.ctx.pos.losers.contains(&mover);
            self.ctx.rng = rng;
            self.take_back(mark);
        }
        stands
    }

    /// Asked right after a move was performed: was it one that may be made?
    fn stands_now(&mut self, mv: Mv, tried: Option<u16>, list: &List) -> bool {
        let plan = self.plan;
        tried.is_none_or(|after| self.holds_afterwards(mv, list, &plan.afters[usize::from(after)].cond))
    }

    /// Asked then too: is the position one that was not there before, where that matters?
    fn is_fresh(&self, mv: Mv, list: &List) -> bool {
        let plan = self.plan;
        let Some(repeat) = self.ctx.game.meta.repeat else { return true };
        let passes = match mv.leaf {
            PLAIN => list.full[mv.plain_index()].mv.is_pass(),
            leaf => matches!(plan.leaves[usize::from(leaf)].form, Form::Pass),
        };
        let pos = &self.ctx.pos;
        passes
            || match repeat {
                Repeat::Positional => !pos.seen.contains(&pos.positional_hash()),
                Repeat::PositionalInTurn => !pos.seen_in_turn.contains(&pos.positional_hash()),
                Repeat::Situational => !pos.seen.contains(&pos.situational_hash()),
                Repeat::SituationalInTurn => !pos.seen_in_turn.contains(&pos.situational_hash()),
            }
    }
}

fn site(short: u16) -> i32 {
    if short == NO_SITE { OFF } else { short.into() }
}
