//! The course of a game as code: the legal moves of whoever is to move, a move drawn among them, the move made, the turn
//! ended and handed over. Nothing here depends on a rule; everything is made for the facts of one game, so that what it
//! does not use costs nothing.
//!
//! A move that is to be made lies in the scratch array `chosen`: its leaf, where it goes from and to, and what it carries.

use super::*;
use crate::ir::Node;

/// What is known of a leaf when its move is made.
const IS_PASS: i64 = 1;
const IS_SWAP: i64 = 2;

/// The functions of the course of a game that the machine calls.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Finds the legal moves; how many there are before those are left out that fail once they are made.
    pub generate: Function,
    /// Makes the chosen move: its actions and what follows, but not the end of the turn.
    pub perform: Function,
    /// Makes the chosen move on trial; does what must hold afterwards hold?
    pub trial: Function,
    /// Makes the chosen move and ends the turn.
    pub apply: Function,
    /// Draws a move; 0 where the game is over.
    pub draw: Function,
    /// Plays on by chance, at most so many moves; how many were made.
    pub play: Function,
}

impl<'g> Lower<'g> {
    fn chosen(&mut self, i: usize) -> Expr {
        let e = self.b.load_at(self.scratch.chosen, i);
        self.b.bind(e)
    }
    pub(super) fn counter(&mut self, which: usize) -> Expr {
        let e = self.b.load_at(self.scratch.counters, which);
        self.b.bind(e)
    }
    pub(super) fn run(&mut self, f: Function, args: &[Expr]) {
        let call = self.b.call(f, args);
        self.b.push(Statement::Do(call));
    }
    /// A fact about each leaf, by its number.
    pub(super) fn of_leaf(&mut self, leaf: Expr, fact: impl Fn(&Leaf) -> i64) -> Expr {
        let data = self.leaves.iter().map(fact).collect();
        let table = self.b.table("leaves", Width::Byte, data, 0);
        let e = self.b.load(table, leaf);
        self.b.bind(e)
    }
    /// Branches on a number below `most`, by halves.
    fn dispatch(
        &mut self,
        number: Expr,
        range: std::ops::Range<usize>,
        make: &mut dyn FnMut(&mut Self, usize) -> Lowered<()>,
    ) -> Lowered<()> {
        if range.len() <= 1 {
            return if range.is_empty() { Ok(()) } else { make(self, range.start) };
        }
        let middle = range.start + range.len() / 2;
        let at = self.b.int(middle as i64);
        let low = self.b.binary(Binary::Lt, number, at);
        let high = middle..range.end;
        self.b.open_scope();
        self.dispatch(number, range.start..middle, make)?;
        let then = self.b.close_scope();
        self.b.open_scope();
        self.dispatch(number, high, make)?;
        let otherwise = self.b.close_scope();
        self.b.push(Statement::If(low, then, otherwise));
        Ok(())
    }
    /// For the player who is to move. (Whoever is no player counts as the first or the last.)
    fn for_mover(&mut self, make: &mut dyn FnMut(&mut Self, usize) -> Lowered<()>) -> Lowered<()> {
        let mover = self.number(Number::Mover);
        let mover = self.b.bind(mover);
        self.dispatch(mover, 1..self.game.players + 1, make)
    }
    /// For the phase that a player is in.
    fn for_phase(
        &mut self,
        player: usize,
        make: &mut dyn FnMut(&mut Self, usize) -> Lowered<()>,
    ) -> Lowered<()> {
        let phase = self.b.load_at(self.layout.numbers, self.layout.per_player(PerPlayer::Phase, player));
        let phase = self.b.bind(phase);
        self.dispatch(phase, 0..self.game.phases.len(), make)
    }

    /// Makes all functions of the course of the game, once every rule is lowered.
    pub(super) fn turn(&mut self, rules: &Rules) -> Lowered<Turn> {
        self.find_unread();
        self.commit_functions()?;
        let made = self.made_function()?;
        let perform = self.perform_function("perform", made, false)?;
        let trial = self.leaves.iter().any(|l| l.tried_thens != l.thens.len());
        let perform_trial =
            if trial { self.perform_function("perform on trial", made, true)? } else { perform };
        self.trial_functions(perform_trial)?;
        let generate = self.once("generate", 0, |l, _| l.generate(rules))?;
        let ends = self.end_functions(rules)?;
        let apply = self.once("make a move", 0, |l, _| l.apply_chosen(rules, perform, &ends))?;
        let draw = self.once("draw", 0, |l, _| l.draw(rules, generate))?;
        let straight = self.straight_functions(rules, MadeBy { note: made }, &ends)?;
        let play = self.once("play", 1, |l, args| l.play(args[0], &straight, draw, apply))?;
        Ok(Turn { generate, perform, trial: self.trial, apply, draw, play })
    }

    /// By player and phase: plays a move without lists, where that can be.
    fn straight_functions(
        &mut self,
        rules: &Rules,
        made_by: MadeBy,
        ends: &[Function],
    ) -> Lowered<Vec<Vec<Option<Function>>>> {
        let mut all = vec![Vec::new()];
        for (p, &end) in ends.iter().enumerate().skip(1) {
            let of_phases = (0..self.game.phases.len()).map(|i| self.straight(rules, [p, i], made_by, end));
            all.push(of_phases.collect::<Lowered<_>>()?);
        }
        Ok(all)
    }
    /// Plays on by chance, at most so many moves; how many were made.
    fn play(
        &mut self,
        most: Expr,
        straight: &[Vec<Option<Function>>],
        draw: Function,
        apply: Function,
    ) -> Lowered<Expr> {
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let plies = self.b.variable(zero);
        let count = self.b.get(plies);
        let some = straight.iter().flatten().any(Option::is_some);
        self.repeat(|l| {
            let enough = l.b.binary(Binary::Le, most, count);
            l.break_if(enough);
            let done = l.b.variable(zero);
            if some {
                let over = l.number(Number::Over);
                l.break_if(over);
                let first = if l.game.meta.swap { l.is_first_of_the_last() } else { zero };
                let others = l.b.not(first);
                l.when(others, |l| {
                    l.for_mover(&mut |l, p| {
                        l.for_phase(p, &mut |l, phase| {
                            if let Some(f) = straight[p][phase] {
                                let made = l.b.call(f, &[]);
                                l.b.set(done, made);
                            }
                            Ok(())
                        })
                    })
                })?;
            }
            let done = l.b.get(done);
            let open = l.b.not(done);
            let goes_on = l.b.variable(one);
            l.when(open, |l| {
                let drawn = l.b.call(draw, &[]);
                l.b.set(goes_on, drawn);
                let drawn = l.b.get(goes_on);
                l.when(drawn, |l| {
                    l.run(apply, &[]);
                    Ok(())
                })
            })?;
            let goes_on = l.b.get(goes_on);
            let over = l.b.not(goes_on);
            l.break_if(over);
            let more = l.b.add(count, one);
            l.b.set(plies, more);
            Ok(())
        })?;
        Ok(count)
    }

    /// Finds the numbers that neither a rule nor the course of the game reads. They are not kept.
    fn find_unread(&mut self) {
        if !self.passes.has(Pass::Unread) || self.layout.history.is_some() || !self.asked.is_empty() {
            // (Positions are told apart by what they keep, and written out for the evaluator.)
            return;
        }
        let numbers = self.layout.numbers;
        let mut kept = [false; Number::COUNT];
        let mut trail = false;
        for node in &self.b.program.nodes {
            if let Node::Load(a, i) = node {
                trail |= *a == self.layout.trail;
                let read = self.constant(*i).filter(|_| *a == numbers);
                if let Some(k) = read.and_then(|i| kept.get_mut(i as usize)) {
                    *k = true;
                }
            }
            trail |= matches!(node, Node::Service(Service::AllPassed, _));
        }
        // What rules write is kept as well: whoever compares states finds it there.
        for s in self.b.program.blocks.iter().flatten() {
            if let Statement::Store(a, i, _) = s
                && *a == numbers
                && let Some(k) = self.constant(*i).and_then(|i| kept.get_mut(i as usize))
            {
                *k = true;
            }
        }
        use Number::*;
        // The course of every game, its results, and what is asked of pending sites.
        let always = [
            Mover,
            Next,
            Active,
            Over,
            Winner,
            Winners,
            Losers,
            WinsDecided,
            LossesDecided,
            MovesMade,
            StartMoves,
            Turns,
            PendingCount,
            PendingValue,
            PendingNowhere,
            DiceAllEqual,
            Triggered,
        ];
        let read = |kept: &[bool; Number::COUNT], n: Number| kept[n as usize];
        let tried = self.leaves.iter().any(|l| l.after.is_some());
        trail |= self.game.uses.all_pass || self.game.meta.swap;
        trail |= read(&kept, TurnFrom) || read(&kept, BeforeRun);
        let mut also: Vec<Number> = always.to_vec();
        also.extend(&self.watched);
        if tried || self.follows_turns {
            also.push(Prev);
        }
        if trail || read(&kept, ConsecutivePasses) {
            also.push(Decided);
        }
        if self.game.uses.sequence_capture {
            also.push(Again);
        }
        if self.notes_actions {
            also.extend([LastActionFrom, LastActionTo, ActionFrom, ActionTo]);
        }
        if self.asks_for_level {
            also.extend([LastLevelTo, LevelTo]);
        }
        for n in also {
            kept[n as usize] = true;
        }
        (self.layout.kept, self.layout.keeps_trail) = (kept, trail);
    }

    // ---- finding moves ----

    fn generate(&mut self, rules: &Rules) -> Lowered<Expr> {
        let zero = self.b.int(0);
        for counter in [SINGLES, SETS, ACTIONS, TARGETS] {
            let at = self.b.int(counter as i64);
            self.b.store(self.scratch.counters, at, zero);
        }
        self.for_mover(&mut |l, p| {
            l.for_phase(p, &mut |l, phase| {
                l.run(rules.legal[p][phase], &[]);
                Ok(())
            })
        })?;
        if self.game.meta.swap {
            let first = self.is_first_of_the_last();
            self.when(first, |l| {
                l.do_service(Service::OfferSwap, &[]);
                Ok(())
            })?;
        }
        let (singles, sets, targets) = (self.counter(SINGLES), self.counter(SETS), self.counter(TARGETS));
        for (n, most) in [(singles, MOST_SINGLES), (sets, MOST_SETS)] {
            let most = self.b.int(most as i64);
            let full = self.b.binary(Binary::Le, most, n);
            self.when(full, |l| {
                l.do_service(Service::Overflow, &[]);
                Ok(())
            })?;
        }
        Ok(self.b.add(singles, targets))
    }
    /// Have all players but one made a move?
    fn is_first_of_the_last(&mut self) -> Expr {
        let (made, before) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
        let moves = self.b.binary(Binary::Sub, made, before);
        let others = self.b.int(self.game.players as i64 - 1);
        self.b.eq(moves, others)
    }

    // ---- drawing a move ----

    fn draw(&mut self, rules: &Rules, generate: Function) -> Lowered<Expr> {
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let over = self.number(Number::Over);
        self.when(over, |l| {
            l.b.push(Statement::Return(zero));
            Ok(())
        })?;
        let total = self.b.call(generate, &[]);
        let total = self.b.bind(total);
        let found = self.b.variable(zero);
        self.when(total, |l| {
            let n = l.below(CHOICES, total)?;
            let n = l.b.bind(n);
            l.choose_nth(n)?;
            l.b.set(found, one);
            if l.leaves.iter().any(|leaf| l.is_tried(leaf)) {
                let leaf = l.chosen(0);
                let tried: Vec<bool> = l.leaves.iter().map(|leaf| l.is_tried(leaf)).collect();
                let data = tried.into_iter().map(i64::from).collect();
                let table = l.b.table("tried leaves", Width::Byte, data, 0);
                let tried = l.b.load(table, leaf);
                l.when(tried, |l| {
                    let (yes, no) = (l.b.int(1), l.b.int(0));
                    let holds = if l.forbids_repetition() { no } else { l.holds_on_copy() };
                    let holds = l.b.bind(holds);
                    let fails = l.b.not(holds);
                    l.when(fails, |l| {
                        let first = if l.forbids_repetition() { no } else { yes };
                        let other = l.b.service(Service::DrawLegal, &[total, first]);
                        l.b.set(found, other);
                        Ok(())
                    })
                })?;
            }
            Ok(())
        })?;
        let found = self.b.get(found);
        self.note_stalemate(found)?;
        let none = self.b.not(found);
        self.when(none, |l| {
            l.for_mover(&mut |l, p| {
                let off = l.b.int(OFF.into());
                let leaf = l.b.int(rules.forced_pass[p] as i64);
                l.store_chosen(&[leaf, off, off]);
                Ok(())
            })
        })?;
        Ok(one)
    }
    fn is_tried(&self, leaf: &Leaf) -> bool {
        leaf.after.is_some() || (!leaf.is_pass && self.forbids_repetition())
    }
    pub(super) fn forbids_repetition(&self) -> bool {
        self.layout.history.as_ref().is_some_and(|h| h.forbidden.is_some())
    }
    /// Stores the chosen move; what is not given is 0.
    pub(super) fn store_chosen(&mut self, parts: &[Expr]) {
        let zero = self.b.int(0);
        for i in 0..CHOSEN {
            let at = self.b.int(i as i64);
            self.b.store(self.scratch.chosen, at, parts.get(i).copied().unwrap_or(zero));
        }
    }
    /// Notes whether the player to move has a move.
    pub(super) fn note_stalemate(&mut self, some: Expr) -> Lowered<()> {
        if !self.layout.kept[Number::Stalemated as usize] {
            return Ok(());
        }
        let active = self.number(Number::Active);
        self.when(active, |l| {
            let (one, mover) = (l.b.int(1), l.number(Number::Mover));
            let bit = l.b.binary(Binary::Shl, one, mover);
            let bit = l.b.bind(bit);
            let old = l.number(Number::Stalemated);
            let old = l.b.bind(old);
            let without = l.b.binary(Binary::AndNot, old, bit);
            let with = l.b.binary(Binary::Or, old, bit);
            let new = l.b.select(some, without, with);
            l.put(Number::Stalemated, new);
            Ok(())
        })
    }
    /// Asks of a copy of the state whether the chosen move may be made. Dice fall again as they would have.
    fn holds_on_copy(&mut self) -> Expr {
        let at = self.b.int(DICE as i64);
        let dice = self.b.load(self.scratch.random, at);
        let dice = self.b.bind(dice);
        let holds = self.b.on_copy(self.trial);
        let holds = self.b.bind(holds);
        self.b.store(self.scratch.random, at, dice);
        holds
    }
    fn trial_functions(&mut self, perform: Function) -> Lowered<()> {
        let (trial, try_move) = (self.trial, self.try_move);
        if self.leaves.iter().all(|l| l.after.is_none()) {
            return Ok(());
        }
        self.define(trial, |l, _| {
            let parts: Vec<Expr> = (0..CHOSEN).map(|i| l.chosen(i)).collect();
            l.run(perform, &[]);
            let (mover, next) = (l.number(Number::Mover), l.number(Number::Next));
            let same = l.b.eq(mover, next);
            l.when(same, |l| {
                let prev = l.number(Number::Prev);
                l.put(Number::Next, prev);
                Ok(())
            })?;
            let asked: Vec<Function> = l.leaves.iter().filter_map(|leaf| leaf.after).collect();
            let mut number = 0;
            let numbers = l.leaves.iter().map(|leaf| {
                number += i64::from(leaf.after.is_some());
                if leaf.after.is_some() { number - 1 } else { -1 }
            });
            let numbers = numbers.collect();
            let table = l.b.table("conditions", Width::Half, numbers, -1);
            let which = l.b.load(table, parts[0]);
            let which = l.b.bind(which);
            l.dispatch(which, 0..asked.len(), &mut |l, i| {
                let holds = l.b.call(asked[i], &parts[1..]);
                l.b.push(Statement::Return(holds));
                Ok(())
            })?;
            Ok(l.b.int(1))
        })?;
        self.define(try_move, |l, args| {
            // (A move may be under way.)
            let under_way: Vec<Expr> = (0..CHOSEN).map(|i| l.chosen(i)).collect();
            l.store_chosen(args);
            let holds = l.holds_on_copy();
            l.store_chosen(&under_way);
            Ok(holds)
        })
    }

    // ---- making a move ----

    /// What is noted of every move that was made: from, to, is it a pass, by whom.
    fn made_function(&mut self) -> Lowered<Function> {
        self.once("note a move", 4, |l, args| {
            let (from, to, pass, mover) = (args[0], args[1], args[2], args[3]);
            if l.notes_actions {
                l.note_last_actions();
            }
            l.increase(Number::MovesMade, 1);
            l.put(Number::LastFrom, from);
            l.put(Number::LastTo, to);
            if l.asks_for_level {
                let level = l.number(Number::LevelTo);
                l.put(Number::LastLevelTo, level);
            }
            if !l.layout.keeps_trail {
                return Ok(l.b.int(0));
            }
            let [first, second] = [0, 1].map(|i| {
                let e = l.b.load_at(l.layout.trail, i);
                l.b.bind(e)
            });
            let (byte, seven) = (l.b.int(255), l.b.int(127));
            let latest = l.b.binary(Binary::And, first, byte);
            let latest = l.b.bind(latest);
            let none = l.b.eq(latest, byte);
            let none = l.b.bind(none);
            let who = l.b.binary(Binary::And, latest, seven);
            let who = l.b.bind(who);
            let other = l.b.binary(Binary::Ne, who, mover);
            let fresh = l.b.either(none, other);
            l.when(fresh, |l| {
                l.put(Number::TurnFrom, from);
                let before = l.number(Number::BeforeRun);
                let before = l.b.select(none, before, who);
                l.put(Number::BeforeRun, before);
                Ok(())
            })?;
            let (eight, rest, mark) = (l.b.int(8), l.b.int(56), l.b.int(7));
            let pass = l.b.binary(Binary::Shl, pass, mark);
            let entry = l.b.binary(Binary::Or, mover, pass);
            let moved = l.b.binary(Binary::Shl, first, eight);
            let moved = l.b.binary(Binary::Or, moved, entry);
            let older = l.b.binary(Binary::Shl, second, eight);
            let carry = l.b.binary(Binary::Shr, first, rest);
            let older = l.b.binary(Binary::Or, older, carry);
            let (zero, one) = (l.b.int(0), l.b.int(1));
            l.b.store(l.layout.trail, zero, moved);
            l.b.store(l.layout.trail, one, older);
            Ok(zero)
        })
    }
    /// Notes of which kinds the ends of a move are that was made, where a board has several.
    fn note_kinds(&mut self, leaf: &Leaf, from: Expr, to: Expr) {
        let Some(kinds) = leaf.kinds.filter(|_| self.layout.grounds.len() > 1) else { return };
        let ends = [(Number::LastFromKind, kinds[0], from), (Number::LastToKind, kinds[1], to)];
        for (number, kind, site) in ends {
            let named = |site: i64| self.layout.kind_of_named(kind, site as i32) as i64;
            let data = (0..self.layout.universe as i64).map(named).collect();
            let table = self.b.table("kinds of named sites", Width::Byte, data, 0);
            let value = self.b.load(table, site);
            self.put(number, value);
        }
    }
    /// What was done so far belongs to the last move now.
    fn note_last_actions(&mut self) {
        for (from, to) in
            [(Number::ActionFrom, Number::LastActionFrom), (Number::ActionTo, Number::LastActionTo)]
        {
            let e = self.number(from);
            self.put(to, e);
        }
    }
    /// The function that makes the chosen move, without ending the turn.
    fn perform_function(&mut self, name: &str, made: Function, trial: bool) -> Lowered<Function> {
        self.once(name, 0, |l, _| {
            let parts: Vec<Expr> = (0..CHOSEN).map(|i| l.chosen(i)).collect();
            l.begin_move();
            let count = l.leaves.len();
            l.dispatch(parts[0], 0..count, &mut |l, i| l.make_leaf(i, &parts[1..], made, trial))?;
            l.finish_move()?;
            Ok(l.b.int(0))
        })
    }
    /// What comes before a move is made.
    pub(super) fn begin_move(&mut self) {
        let zero = self.b.int(0);
        self.put(Number::Again, zero);
        self.put(Number::Decided, zero);
        if self.asks_for_level {
            self.put(Number::LevelTo, zero);
        }
    }
    /// What comes after it, before the turn ends.
    pub(super) fn finish_move(&mut self) -> Lowered<()> {
        if self.game.uses.sequence_capture {
            let again = self.number(Number::Again);
            let last = self.b.not(again);
            self.when(last, |l| {
                l.do_service(Service::TakeCaptured, &[]);
                Ok(())
            })?;
        }
        if self.notes_actions {
            self.note_last_actions();
        }
        Ok(())
    }
    /// Makes a move of a leaf. Parts: from, to, what it carries.
    pub(super) fn make_leaf(&mut self, i: usize, parts: &[Expr], made: Function, trial: bool) -> Lowered<()> {
        let leaf = self.leaves[i].clone();
        let (from, to) = (parts[0], parts[1]);
        let first = self.collected();
        if self.notes_actions {
            // (A site that is only pointed at is a place too.)
            let pointed = leaf.simple == Some(Op::None) && !leaf.is_pass && !leaf.is_swap;
            let off = self.b.int(OFF.into());
            self.put(Number::ActionFrom, if pointed { from } else { off });
            self.put(Number::ActionTo, if pointed { to } else { off });
        }
        for &f in &leaf.before {
            self.run(f, parts);
            self.commit(first, leaf.mover);
        }
        match leaf.simple {
            Some(Op::Move) => {
                let (zero, said) = (self.b.int(0), self.b.int(UNDEFINED.into()));
                let decided = self.b.int(leaf.decision.into());
                self.do_action(Op::Move, &[from, to, said, said, said, zero, decided])?;
            }
            Some(op) => self.do_action(op, &[to])?,
            None => self.run_acting(leaf.apply, parts, first, leaf.mover),
        }
        let (pass, mover) = (self.b.int(leaf.is_pass.into()), self.b.int(leaf.mover as i64));
        self.run(made, &[from, to, pass, mover]);
        self.note_kinds(&leaf, from, to);
        let thens = if trial { leaf.tried_thens } else { leaf.thens.len() };
        for &(_, f) in leaf.thens.iter().take(thens) {
            self.run_acting(f, &[], first, leaf.mover);
        }
        if leaf.is_pass
            && self.layout.keeps_trail
            && (thens > 0 || !leaf.before.is_empty() || leaf.simple.is_none())
        {
            // A pass with consequences that were decided is none.
            let decided = self.number(Number::Decided);
            self.when(decided, |l| {
                let (zero, mark) = (l.b.int(0), l.b.int(!0x80));
                let trail = l.b.load_at(l.layout.trail, 0);
                let trail = l.b.binary(Binary::And, trail, mark);
                l.b.store(l.layout.trail, zero, trail);
                Ok(())
            })?;
        }
        Ok(())
    }
    /// Makes the chosen move and ends the turn.
    fn apply_chosen(&mut self, rules: &Rules, perform: Function, ends: &[Function]) -> Lowered<Expr> {
        let zero = self.b.int(0);
        let (leaf, from, to) = (self.chosen(0), self.chosen(1), self.chosen(2));
        let flags = self
            .of_leaf(leaf, |l| (if l.is_pass { IS_PASS } else { 0 }) | if l.is_swap { IS_SWAP } else { 0 });
        if self.layout.kept[Number::Stalemated as usize] {
            self.find_stalemate(rules, flags)?;
        }
        self.clear_pending()?;
        let mover = self.number(Number::Mover);
        let mover = self.b.bind(mover);
        self.run(perform, &[]);
        self.dispatch(mover, 1..self.game.players + 1, &mut |l, p| {
            l.run(ends[p], &[mover, from, to, flags]);
            Ok(())
        })?;
        Ok(zero)
    }
    /// What was pending is so no longer when a move is made.
    pub(super) fn clear_pending(&mut self) -> Lowered<()> {
        if !self.ops.contains(&(Op::SetPending as i32)) {
            return Ok(());
        }
        let (pending, zero) = (self.number(Number::PendingCount), self.b.int(0));
        self.when(pending, |l| {
            for n in [Number::PendingCount, Number::PendingValue, Number::PendingNowhere] {
                l.put(n, zero);
            }
            l.clear_plane(Plane::Pending);
            Ok(())
        })
    }
    fn clear_plane(&mut self, plane: Plane) {
        let (first, zero) = (self.layout.plane(plane), self.b.int(0));
        for i in 0..self.layout.words {
            let at = self.b.int((first + i) as i64);
            self.b.store(self.layout.planes, at, zero);
        }
    }
    /// Whoever passes may have had moves: that is known only once it is asked.
    fn find_stalemate(&mut self, rules: &Rules, flags: Expr) -> Lowered<()> {
        let one = self.b.int(1);
        let pass = self.b.int(IS_PASS);
        let is_pass = self.b.binary(Binary::And, flags, pass);
        self.when(is_pass, |l| {
            let (mover, stuck) = (l.number(Number::Mover), l.number(Number::Stalemated));
            let known = l.b.binary(Binary::Shr, stuck, mover);
            let known = l.b.binary(Binary::And, known, one);
            let active = l.number(Number::Active);
            let unknown = l.b.not(known);
            let ask = l.b.both(unknown, active);
            l.when(ask, |l| {
                let can = l.b.variable(one);
                let first = if l.game.meta.swap { l.is_first_of_the_last() } else { l.b.int(0) };
                let others = l.b.not(first);
                l.when(others, |l| {
                    let (off, next, prev) =
                        (l.b.int(OFF.into()), l.number(Number::Next), l.number(Number::Prev));
                    let (next, prev) = (l.b.bind(next), l.b.bind(prev));
                    l.for_mover(&mut |l, p| {
                        l.for_phase(p, &mut |l, phase| {
                            let some = l.b.call(rules.any[p][phase], &[off, next, prev]);
                            l.b.set(can, some);
                            Ok(())
                        })
                    })
                })?;
                let can = l.b.get(can);
                l.note_stalemate(can)
            })
        })
    }

    // ---- ending the turn ----

    /// For each player: what comes after a move of theirs. Mover, from, to, flags of the leaf.
    fn end_functions(&mut self, rules: &Rules) -> Lowered<Vec<Function>> {
        let mut ends = Vec::new();
        for p in 0..=self.game.players {
            let f = self.once(&format!("end of turn {p}"), 4, |l, args| {
                if p == 0 {
                    return Ok(l.b.int(0));
                }
                l.end_turn(rules, p, args)
            })?;
            ends.push(f);
        }
        Ok(ends)
    }
    fn end_turn(&mut self, rules: &Rules, p: usize, args: &[Expr]) -> Lowered<Expr> {
        let mover = args[0];
        let zero = self.b.int(0);
        let of_phases = &rules.ends[p][..self.game.phases.len()];
        if of_phases.iter().any(Option::is_some) {
            let active = self.number(Number::Active);
            self.when(active, |l| {
                l.for_phase(p, &mut |l, phase| match of_phases[phase] {
                    Some(f) => l.run_end_rules(f),
                    None => Ok(()),
                })
            })?;
        }
        if let Some(f) = rules.ends[p][self.game.phases.len()] {
            let over = self.number(Number::Over);
            let goes_on = self.b.not(over);
            self.when(goes_on, |l| l.run_end_rules(f))?;
        }
        let active = self.number(Number::Active);
        self.when(active, |l| l.end_by_limits())?;
        let active = self.number(Number::Active);
        let active = self.b.bind(active);
        self.when_else(
            active,
            |l| {
                if let Some(f) = rules.phases[p] {
                    l.run(f, &[]);
                }
                Ok(())
            },
            |l| {
                l.put(Number::Prev, mover);
                Ok(())
            },
        )?;
        self.increase(Number::Counter, 1);
        if self.layout.history.is_some() {
            self.do_service(Service::NotePosition, &[]);
        }
        let active = self.number(Number::Active);
        self.when(active, |l| l.hand_over(args))?;
        if self.sets_dice {
            self.do_service(Service::SumDice, &[]);
        }
        Ok(zero)
    }
    fn run_end_rules(&mut self, f: Function) -> Lowered<()> {
        let zero = self.b.int(0);
        self.run(f, &[]);
        if self.game.uses.all_pass {
            let over = self.number(Number::Over);
            let goes_on = self.b.not(over);
            // (Whoever has not passed in the latest two moves has not passed in the latest turn.)
            let latest = self.b.load_at(self.layout.trail, 0);
            let marks = self.b.int(0x8080);
            let marked = self.b.binary(Binary::And, latest, marks);
            let maybe = self.b.both(goes_on, marked);
            self.when(maybe, |l| {
                let passed = l.b.service(Service::AllPassed, &[]);
                l.when(passed, |l| {
                    l.do_service(Service::Draw, &[]);
                    Ok(())
                })
            })?;
        }
        self.put(Number::WinsDecided, zero);
        self.put(Number::LossesDecided, zero);
        Ok(())
    }
    /// Too many turns or moves: nobody wins.
    fn end_by_limits(&mut self) -> Lowered<()> {
        let (made, before) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
        let moves = self.b.binary(Binary::Sub, made, before);
        let most_moves = self.b.int(self.game.move_limit.into());
        let many = self.b.binary(Binary::Le, most_moves, moves);
        let turns = self.number(Number::Turns);
        let most_turns = self.b.int(i64::from(self.game.turn_limit) * self.game.players as i64);
        let long = self.b.binary(Binary::Le, most_turns, turns);
        let enough = self.b.either(long, many);
        self.when(enough, |l| {
            l.do_service(Service::Draw, &[]);
            Ok(())
        })
    }
    /// Gives the turn to the next player.
    fn hand_over(&mut self, args: &[Expr]) -> Lowered<()> {
        let (mover, from, to, flags) = (args[0], args[1], args[2], args[3]);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let next = self.number(Number::Next);
        let next = self.b.bind(next);
        let same = self.b.eq(next, mover);
        let same = self.b.bind(same);
        if self.game.uses.visited {
            self.when_else(
                same,
                |l| {
                    for site in [from, to] {
                        l.add_visited(site)?;
                    }
                    Ok(())
                },
                |l| {
                    l.clear_plane(Plane::Visited);
                    Ok(())
                },
            )?;
        }
        self.put(Number::Prev, mover);
        self.put(Number::Mover, next);
        let swap = self.b.int(IS_SWAP);
        let swapped = self.b.binary(Binary::And, flags, swap);
        let plain = self.b.not(swapped);
        let goes_on = self.b.binary(Binary::And, same, plain);
        self.when_else(
            goes_on,
            |l| {
                l.increase(Number::TurnsSamePlayer, 1);
                Ok(())
            },
            |l| {
                l.put(Number::TurnsSamePlayer, zero);
                l.increase(Number::Turns, 1);
                Ok(())
            },
        )?;
        let players = self.game.players as i64;
        let successors = (0..256).map(|p| p % players + 1).collect();
        let successors = self.b.table("successors", Width::Byte, successors, 1);
        let active = self.number(Number::Active);
        let active = self.b.bind(active);
        let after = self.b.load(successors, next);
        let mut after = self.b.bind(after);
        for _ in 0..players {
            let plays = self.b.binary(Binary::Shr, active, after);
            let plays = self.b.binary(Binary::And, plays, one);
            let other = self.b.load(successors, after);
            let chosen = self.b.select(plays, after, other);
            after = self.b.bind(chosen);
        }
        self.put(Number::Next, after);
        if !self.layout.kept[Number::ConsecutivePasses as usize] {
            return Ok(());
        }
        let pass = self.b.int(IS_PASS);
        let passed = self.b.binary(Binary::And, flags, pass);
        let decided = self.number(Number::Decided);
        let undecided = self.b.not(decided);
        let passed = self.b.binary(Binary::And, passed, undecided);
        let passes = self.number(Number::ConsecutivePasses);
        let more = self.b.add(passes, one);
        let passes = self.b.select(passed, more, zero);
        self.put(Number::ConsecutivePasses, passes);
        Ok(())
    }
    fn add_visited(&mut self, site: Expr) -> Lowered<()> {
        let one = self.single(site);
        let first = self.layout.plane(Plane::Visited);
        for (i, &word) in one.0.iter().enumerate() {
            let old = self.b.load_at(self.layout.planes, first + i);
            let new = self.b.binary(Binary::Or, old, word);
            let at = self.b.int((first + i) as i64);
            self.b.store(self.layout.planes, at, new);
        }
        Ok(())
    }
}

/// What notes that a move was made.
#[derive(Clone, Copy)]
pub(super) struct MadeBy {
    pub note: Function,
}

/// The functions of the rules of a game, by player and phase.
#[derive(Debug)]
pub struct Rules {
    pub legal: Vec<Vec<Function>>,
    /// The leaves of the sets that are all that those find.
    pub sets: Vec<Vec<Option<Vec<usize>>>>,
    pub any: Vec<Vec<Function>>,
    /// By player, then phase; the rules of the whole game last.
    pub ends: Vec<Vec<Option<Function>>>,
    pub phases: Vec<Option<Function>>,
    /// Leaves of the pass that is forced, by player.
    pub forced_pass: Vec<usize>,
}
