//! Playing a swift game: a move is made, what follows it is done, and the turn passes on; and how a position comes here and goes
//! back.

use super::*;
use smallvec::SmallVec;

/// A turn of more moves than this is left to others.
const LONGEST_TURN: u32 = 60;

impl<const W: usize> State<W> {
    #[inline]
    pub(super) fn what_at(&self, slot: u16) -> usize {
        let slot = usize::from(slot);
        self.what.get(slot / 64).map_or(0, |words| words[slot % 64].into())
    }

    #[inline]
    pub(super) fn take_seat(&self, [mover, next, prev]: [u8; 3]) {
        self.mover.set(mover);
        self.next.set(next);
        self.prev.set(prev);
    }

    #[inline]
    pub(super) fn at(&self, at: At) -> u16 {
        match at {
            At::LastTo => self.last_to,
            At::LastFrom => self.last_from,
            At::From => self.from,
            At::To => self.to,
            At::Over => self.over,
            At::Site => self.site,
            At::Fixed(slot) => slot,
        }
    }

    /// Makes a slot hold a component, or nothing (0).
    #[inline]
    pub(super) fn set(&mut self, p: &Program<W>, slot: u16, new: u8) {
        let (word, place) = (usize::from(slot) / 64 % W, slot % 64);
        let old = std::mem::replace(&mut self.what[word][usize::from(place)], new);
        let flip = 1u64 << place;
        for what in [old, new] {
            self.rows[usize::from(what) % ROWS][word] ^= flip;
            self.rows[usize::from(p.owner_row[usize::from(what)]) % ROWS][word] ^= flip;
        }
    }
}

/// What is worked out and will be done.
#[derive(Clone, Copy)]
enum Step {
    Set(u16, u8),
    Later(u16),
    Again,
    Forget,
    Trigger(u8),
    Score(u8, i32, bool),
    Counter(i32),
    Var(u8, i32),
}

impl<const W: usize> Program<W> {
    #[inline]
    pub(super) fn turn(&self, s: &State<W>) -> Option<&Turn<W>> {
        let mover = usize::from(s.mover.get());
        let phase = *s.phases.get(mover)?;
        self.phases.get(usize::from(phase))?.as_ref()?.get(mover)
    }

    pub(super) fn after(&self, player: u8) -> u8 {
        player % self.players as u8 + 1
    }

    /// Looks from the next player's seat; gives who sat where before.
    #[inline]
    pub(super) fn take_next_seat(&self, s: &State<W>) -> [u8; 3] {
        let before = [s.mover.get(), s.next.get(), s.prev.get()];
        s.take_seat([before[1], self.after(before[1]), before[0]]);
        before
    }

    pub(super) fn next_cannot_move(&self, s: &State<W>) -> bool {
        if let Some(stuck) = s.next_is_stuck.get() {
            return stuck;
        }
        let before = self.take_next_seat(s);
        let stuck = self.turn(s).is_some_and(|turn| !turn.pick.any(self, s));
        s.take_seat(before);
        stuck
    }

    /// Could somebody else move to where the first piece of a component stands?
    pub(super) fn threatened(&self, s: &State<W>, what: i32) -> bool {
        let Some(what) = usize::try_from(what).ok().filter(|what| (1..self.components).contains(what)) else {
            return false;
        };
        let stands = and(&s.rows[what % ROWS], &self.board);
        if s.judging.get() || is_empty(&stands) {
            return false;
        }
        let site = nth(&stands, 0);
        let owner = usize::from(self.owner_row[what]) - self.components;
        let before = [s.mover.get(), s.next.get(), s.prev.get()];
        s.judging.set(true);
        let mut found = false;
        let mut enemy = 0;
        while !found && enemy < self.players as u8 {
            enemy += 1;
            if usize::from(enemy) != owner {
                s.take_seat([enemy, before[1], owner as u8]);
                found = self.turn(s).is_some_and(|turn| turn.pick.reaches(self, s, site));
            }
        }
        s.judging.set(false);
        s.take_seat(before);
        found
    }

    /// Works out what an effect does.
    fn work_out(&self, s: &mut State<W>, eff: &Eff<W>, steps: &mut Vec<Step>) {
        match eff {
            Eff::All(list) => list.iter().for_each(|eff| self.work_out(s, eff, steps)),
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.work_out(s, then, steps);
                } else if let Some(eff) = otherwise {
                    self.work_out(s, eff, steps);
                }
            }
            Eff::Remove(at) => steps.push(Step::Set(s.at(*at), 0)),
            Eff::RemoveLater(at) => {
                if s.what_at(s.at(*at)) != 0 {
                    steps.push(Step::Later(s.at(*at)));
                }
            }
            Eff::Become(at, what) => steps.push(Step::Set(s.at(*at), *what)),
            Eff::Again => steps.push(Step::Again),
            Eff::Forget => steps.push(Step::Forget),
            Eff::Trigger(player) => steps.push(Step::Trigger(*player)),
            Eff::Score(player, num, add) => steps.push(Step::Score(*player, num.now(s), *add)),
            Eff::SetCounter(value) => steps.push(Step::Counter(*value)),
            Eff::SetVar(name, num) => steps.push(Step::Var(*name, num.now(s))),
            Eff::Put(at, num) => {
                let what = num.now(s);
                if (1..self.components as i32).contains(&what) {
                    steps.push(Step::Set(s.at(*at), what as u8));
                }
            }
            // (Never beside others: see `run`.)
            Eff::Do(_) | Eff::Permute(_) => {}
            Eff::Flank(flank) => {
                let from = s.at(flank.from);
                let (target, friend) = (flank.target.now(s), flank.friend.now(s));
                let outside = s.over;
                for ray in flank.rays.of(from.into()) {
                    let most = ray.len().min(flank.max.max(0) as usize);
                    let n = ray[..most].iter().take_while(|&&site| has(&target, site)).count();
                    let caught =
                        n > 0 && flank.min <= n as i32 && ray.get(n).is_some_and(|&site| has(&friend, site));
                    for &site in ray[..n].iter().filter(|_| caught) {
                        s.over = site;
                        self.work_out(s, &flank.effect, steps);
                    }
                }
                s.over = outside;
            }
            Eff::Surround(rule) => {
                let from = s.at(rule.from);
                let (target, friend) = (rule.target.now(s), rule.friend.now(s));
                let near = |slot: u16| rule.near.get(usize::from(slot)).map_or(&[][..], |near| near);
                let outside = s.over;
                for &caught in near(from).iter().filter(|&&slot| has(&target, slot)) {
                    let missing = near(caught).iter().filter(|&&slot| slot != from && !has(&friend, slot));
                    if missing.count() as i32 <= rule.except {
                        s.over = caught;
                        self.work_out(s, &rule.effect, steps);
                    }
                }
                s.over = outside;
            }
            Eff::Each(set, eff) => {
                let (sites, outside) = (set.now(s), s.site);
                for (i, &word) in sites.iter().enumerate() {
                    let mut bits = word;
                    while bits != 0 {
                        s.site = (i as u32 * 64 + bits.trailing_zeros()) as u16;
                        bits &= bits - 1;
                        self.work_out(s, eff, steps);
                    }
                }
                s.site = outside;
            }
        }
    }

    #[inline]
    fn do_step(&self, s: &mut State<W>, step: Step) {
        match step {
            Step::Set(slot, what) => {
                if usize::from(slot) / 64 < W {
                    s.set(self, slot, what);
                }
            }
            Step::Later(slot) => {
                let new = bit::<W>(slot);
                s.to_clear = std::array::from_fn(|i| s.to_clear[i] | new[i]);
            }
            Step::Again => {
                s.again = true;
                s.next.set(s.mover.get());
            }
            Step::Forget => s.noted = [0; W],
            Step::Trigger(player) => s.triggered |= 1 << player,
            Step::Score(player, score, add) => {
                if let Some(now) = s.scores.get_mut(usize::from(player)) {
                    *now = if add { now.saturating_add(score) } else { score };
                }
            }
            Step::Counter(value) => s.counter = value,
            Step::Var(name, value) => s.vars[usize::from(name) % VARS] = value,
        }
    }

    /// What an effect does, done.
    #[inline]
    fn run(&self, s: &mut State<W>, eff: &Eff<W>, steps: &mut Vec<Step>) {
        match eff {
            // Alone, it is done as soon as it is known.
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.run(s, then, steps);
                } else if let Some(eff) = otherwise {
                    self.run(s, eff, steps);
                }
            }
            Eff::Remove(at) => self.do_step(s, Step::Set(s.at(*at), 0)),
            Eff::Become(at, what) => self.do_step(s, Step::Set(s.at(*at), *what)),
            Eff::Again => self.do_step(s, Step::Again),
            Eff::Do(parts) => {
                let before = s.vars;
                let [prior, next] = &**parts;
                self.work_out(s, prior, steps);
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
                self.work_out(s, next, steps);
                if steps.is_empty() {
                    s.vars = before;
                }
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
            Eff::Permute(sites) => {
                let mut any = 0;
                let mut whats = [0; VARS];
                for (shifted, what) in sites.iter().zip(&mut whats) {
                    *what = s.what_at(shifted.from) as u8;
                    any |= *what;
                }
                if any == 0 {
                    return;
                }
                for (shifted, &what) in sites.iter().zip(&whats) {
                    s.vars[usize::from(shifted.name) % VARS] = what.into();
                    if what != 0 {
                        s.set(self, shifted.from, 0);
                    }
                }
                for (shifted, &what) in sites.iter().zip(&whats).filter(|(_, what)| **what != 0) {
                    s.set(self, shifted.to, what);
                }
            }
            Eff::RemoveLater(_)
            | Eff::Forget
            | Eff::SetVar(..)
            | Eff::Put(..)
            | Eff::Trigger(_)
            | Eff::All(_)
            | Eff::Score(..)
            | Eff::SetCounter(_)
            | Eff::Flank(_)
            | Eff::Surround(_)
            | Eff::Each(..) => {
                self.work_out(s, eff, steps);
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
        }
    }

    /// Makes a move, without ending the turn.
    #[inline]
    fn make(&self, s: &mut State<W>, chosen: &Chosen<'_, W>, steps: &mut Vec<Step>) {
        let mover = s.mover.get();
        s.again = false;
        s.stalemated &= !(1 << mover);
        if let Some(set) = &chosen.deed.noting {
            s.noted = set.now(s);
        }
        (s.from, s.to, s.over) = (chosen.from, chosen.to, chosen.over);
        match &*chosen.deed.before {
            [] => {}
            // (Over nothing at all nothing is done.)
            _ if chosen.deed.hops && chosen.over == NOWHERE => {}
            [one] => self.run(s, one, steps),
            several => {
                several.iter().for_each(|eff| self.work_out(s, eff, steps));
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
        }
        if chosen.new != 0 || chosen.deed.removes {
            s.set(self, chosen.to, chosen.new);
        } else if !chosen.deed.selects {
            let what = s.what_at(chosen.from) as u8;
            if usize::from(chosen.from) >= self.sites {
                self.take_from_stock(s, chosen.from);
            } else if !chosen.deed.copy {
                s.set(self, chosen.from, 0);
            }
            s.set(self, chosen.to, what);
        }
        s.moves_made += 1;
        if s.mover != s.prev {
            s.turn_from = match chosen.deed.from_beside.unwrap_or(chosen.from) {
                NOWHERE => OFF,
                site => site.into(),
            };
        }
        (s.last_from, s.last_to) = (chosen.from, chosen.to);
        for eff in &chosen.deed.then {
            self.run(s, eff, steps);
        }
        if self.clears && !s.again && !is_empty(&s.to_clear) {
            let gone = std::mem::replace(&mut s.to_clear, [0; W]);
            each(&gone, |slot| {
                s.set(self, slot, 0);
                false
            });
        }
        debug_assert!(s.mover.get() == mover);
    }

    /// One of the pieces that wait somewhere goes.
    fn take_from_stock(&self, s: &mut State<W>, slot: u16) {
        let at = self.stocks.iter().position(|stock| stock.0 == slot).unwrap_or(0);
        s.stocks[at % STOCKS] -= 1;
        if s.stocks[at % STOCKS] == 0 {
            s.set(self, slot, 0);
        }
    }

    /// Keeps those from `first` on that begin the longest turn; says so where that is not known.
    pub(super) fn keep_longest<'w>(
        &self,
        s: &State<W>,
        first: usize,
        counted: &mut Vec<(u32, Counted<'w, W>)>,
    ) {
        let total: u32 = counted[first..].iter().map(|c| c.0).sum();
        if total <= 1 {
            return;
        }
        let parts: SmallVec<[_; 8]> = counted.drain(first..).collect();
        let mut best = 0;
        for (n, part) in parts {
            for k in 0..n {
                let known = part.chosen(k).and_then(|c| Some((c, self.turn_after(s, &c, 1)?)));
                let Some((chosen, length)) = known else {
                    counted.truncate(first);
                    counted.push((1, Counted::Unknown));
                    return;
                };
                if length > best {
                    counted.truncate(first);
                    best = length;
                }
                if length == best {
                    counted.push((1, Counted::One(chosen)));
                }
            }
        }
    }

    /// How many moves a turn has that begins with this one, with `so_far` counted up to it; nothing where that is not known.
    fn turn_after(&self, s: &State<W>, chosen: &Chosen<'_, W>, so_far: u32) -> Option<u32> {
        if chosen.passes || chosen.deed.tried.is_some() || so_far > LONGEST_TURN {
            return None;
        }
        let turn = self.turn(s).filter(|turn| turn.next_phase.is_none())?;
        let mut t = s.clone();
        self.make(&mut t, chosen, &mut Vec::new());
        if !t.again {
            return Some(so_far);
        }
        t.next_is_stuck.set(None);
        for (cond, _) in &turn.ends {
            let over = cond.holds(self, &t);
            if t.unknown.get() {
                return None;
            }
            if over {
                return Some(so_far);
            }
        }
        if t.turns >= self.turn_limit || t.moves_made - t.start_moves >= self.move_limit {
            return Some(so_far);
        }
        t.counter += 1;
        t.prev.set(t.mover.get());
        t.turns_same_player += 1;
        t.next.set(self.after(t.mover.get()));
        // (The longest of all is the longest of the longest.)
        t.any_length.set(true);
        let mut counted = Vec::new();
        turn.pick.count(self, &t, false, &mut counted);
        let mut best = 0;
        for (n, part) in counted {
            for k in 0..n {
                best = best.max(self.turn_after(&t, &part.chosen(k)?, so_far + 1)?);
            }
        }
        (best > 0).then_some(best)
    }

    /// Chooses one of the moves that were counted, each as likely as any other. Tells how many there are, where they were
    /// all looked at.
    #[inline]
    pub(super) fn choose<'w>(
        &'w self,
        turn: &'w Turn<W>,
        s: &mut State<W>,
        rng: &mut Rng,
        counted: &mut Vec<(u32, Counted<'w, W>)>,
    ) -> Option<(Chosen<'w, W>, Option<u32>)> {
        let total: u32 = counted.iter().map(|c| c.0).sum();
        if total == 0 || counted.iter().any(|c| matches!(c.1, Counted::Unknown)) {
            return None;
        }
        let drawn = |counted: &[(u32, Counted<'w, W>)], total: u32, rng: &mut Rng| {
            let mut k = rng.below(total as usize) as u32;
            for (n, part) in counted {
                if k < *n {
                    return part.chosen(k);
                }
                k -= n;
            }
            None
        };
        if !self.slides && !self.tries {
            return Some((drawn(counted, total, rng)?, Some(total)));
        }
        for _ in 0..MOST_PROPOSALS {
            if let Some(chosen) = drawn(counted, total, rng)
                && self.stands(s, &chosen)
            {
                return Some((chosen, None));
            }
        }
        if self.tries {
            return None;
        }
        counted.clear();
        turn.pick.count(self, s, false, counted);
        let total = counted.iter().map(|c| c.0).sum();
        if total == 0 {
            return None;
        }
        Some((drawn(counted, total, rng)?, Some(total)))
    }

    /// Is enough of the board empty for proposals of slides to be worth their while?
    pub(super) fn is_roomy(&self, s: &State<W>) -> bool {
        self.slides && count(&and(&s.rows[0], &self.board)) * 2 > count(&self.board)
    }

    /// Does what must hold once the piece has gone hold?
    pub(super) fn stands(&self, s: &mut State<W>, chosen: &Chosen<'_, W>) -> bool {
        let Some(cond) = &chosen.deed.tried else { return true };
        let before = (s.what_at(chosen.from) as u8, s.what_at(chosen.to) as u8, s.last_from, s.last_to);
        s.set(self, chosen.from, 0);
        s.set(self, chosen.to, before.0);
        (s.last_from, s.last_to) = (chosen.from, chosen.to);
        let stands = cond.holds(self, s);
        s.set(self, chosen.to, before.1);
        s.set(self, chosen.from, before.0);
        (s.last_from, s.last_to) = (before.2, before.3);
        stands
    }

    /// Plays random moves until the game is over, or something comes up that is not known here.
    pub(super) fn play(
        &self,
        s: &mut State<W>,
        rng: &mut Rng,
        trail: &mut Vec<u8>,
        most: u64,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Stretch {
        let mut counted = Vec::with_capacity(32);
        let mut steps = Vec::new();
        let mut known = false;
        loop {
            let Some(turn) = self.turn(s).filter(|_| (trail.len() as u64) < most) else {
                return Stretch::NoMove;
            };
            if !known {
                counted.clear();
                turn.pick.count(self, s, self.is_roomy(s), &mut counted);
            }
            let Some((chosen, of)) = self.choose(turn, s, rng, &mut counted) else { return Stretch::NoMove };
            told(s.mover.get(), chosen.mv(), of);
            if chosen.passes {
                return Stretch::Pass(chosen.mv());
            }
            let mover = s.mover.get();
            self.make(s, &chosen, &mut steps);
            trail.push(mover);
            known = turn.looks_ahead;
            s.next_is_stuck.set(None);
            if known {
                let before = self.take_next_seat(s);
                counted.clear();
                if let Some(turn) = self.turn(s) {
                    turn.pick.count(self, s, false, &mut counted);
                }
                s.take_seat(before);
                s.next_is_stuck.set(Some(counted.is_empty()));
                if counted.iter().any(|c| matches!(c.1, Counted::Unknown)) {
                    return Stretch::AfterMove;
                }
            }
            for (cond, verdict) in &turn.ends {
                let holds = cond.holds(self, s);
                if s.unknown.get() {
                    return Stretch::AfterMove;
                }
                if holds {
                    return match verdict {
                        Verdict::Won(winner) => Stretch::Over((*winner).into()),
                        Verdict::NextWon => Stretch::Over(s.next.get().into()),
                        Verdict::NextLost => Stretch::Over(usize::from(3 - s.next.get())),
                        Verdict::AsWritten => Stretch::AfterMove,
                    };
                }
            }
            if s.turns >= self.turn_limit || s.moves_made - s.start_moves >= self.move_limit {
                // (Alone, one has not drawn but lost.)
                return if self.players == 2 { Stretch::Over(0) } else { Stretch::AfterMove };
            }
            if let Some((cond, phase)) = &turn.next_phase
                && cond.as_ref().is_none_or(|cond| cond.holds(self, s))
                && let Some(now) = s.phases.get_mut(usize::from(mover))
            {
                *now = *phase;
            }
            s.counter += 1;
            s.prev.set(mover);
            s.mover.set(s.next.get());
            if s.mover == s.prev {
                s.turns_same_player += 1;
            } else {
                s.turns_same_player = 0;
                s.turns += 1;
            }
            s.next.set(self.after(s.mover.get()));
        }
    }

    /// The position as a swift one, where it is.
    pub(super) fn taken_over(&self, plan: GamePlan<'_>, pos: &crate::position::Position) -> Option<State<W>> {
        let game = plan.game;
        let everybody = ((1u64 << (self.players + 1)) - 2) as u32;
        if pos.over
            || pos.active != everybody
            || !pos.pending.is_empty()
            || pos.consecutive_passes != 0
            || !pos.propositions.is_empty()
            || pos.decided != UNDEFINED
            || !pos.remembered.is_empty()
            || pos.remembered_by_name.iter().any(|(_, list)| !list.is_empty())
        {
            return None;
        }
        for player in 1..=self.players {
            let phase = usize::from(pos.phase[player]);
            self.phases.get(phase)?.as_ref()?;
        }
        let last = pos.last.as_deref();
        let slot = |site: i32| match usize::try_from(site) {
            Ok(site) if site < game.board.len(game.site_type) => site as u16,
            _ => NOWHERE,
        };
        let mut s = State {
            rows: [[0; W]; ROWS],
            what: [[0; 64]; W],
            to_clear: [0; W],
            noted: [0; W],
            stalemated: pos.stalemated,
            mover: Cell::new(pos.mover),
            next: Cell::new(pos.next),
            prev: Cell::new(pos.prev),
            again: false,
            unknown: Cell::new(false),
            judging: Cell::new(false),
            any_length: Cell::new(false),
            next_is_stuck: Cell::new(None),
            last_from: last.map_or(NOWHERE, |m| slot(m.from)),
            last_to: last.map_or(NOWHERE, |m| slot(m.to)),
            from: NOWHERE,
            to: NOWHERE,
            over: NOWHERE,
            site: NOWHERE,
            turn_from: pos.turn_from,
            triggered: pos.triggered,
            counter: pos.counter,
            turns: pos.turns,
            turns_same_player: pos.turns_same_player,
            moves_made: pos.moves_made,
            start_moves: pos.start_moves,
            scores: std::array::from_fn(|p| pos.scores[p]),
            phases: std::array::from_fn(|p| pos.phase[p]),
            stocks: [0; STOCKS],
            vars: std::array::from_fn(|i| pos.vars.get(i).copied().unwrap_or(OFF)),
        };
        let words = pos.empty_slots().len().min(W);
        s.rows[0][..words].copy_from_slice(&pos.empty_slots()[..words]);
        if self.by_state {
            let row = pos.slots_of_what(1);
            for slot in (0..row.len() * 64).filter(|slot| row[slot / 64] >> (slot % 64) & 1 == 1) {
                let state = pos.top(slot).state;
                if !(1..=2).contains(&state) || slot / 64 >= W || !has(&self.board, slot as u16) {
                    return None;
                }
                s.rows[state as usize][slot / 64] |= 1 << (slot % 64);
                s.rows[self.components + state as usize][slot / 64] |= 1 << (slot % 64);
                s.what[slot / 64][slot % 64] = state as u8;
            }
            return Some(s);
        }
        for what in 1..self.components {
            let row = pos.slots_of_what(what);
            s.rows[what][..words].copy_from_slice(&row[..words]);
            let owner = usize::from(self.owner_row[what]);
            for (i, &bits) in row.iter().enumerate().take(words) {
                // Beside the board things lie only where they wait.
                let mut beside = bits & !self.board[i];
                while beside != 0 {
                    let slot = (i as u32 * 64 + beside.trailing_zeros()) as u16;
                    let at = self.stocks.iter().position(|stock| stock.0 == slot)?;
                    s.stocks[at % STOCKS] = pos.slot_content(slot.into()).count;
                    beside &= beside - 1;
                }
                s.rows[owner][i] |= bits;
            }
            each(&s.rows[what].clone(), |slot| {
                s.what[usize::from(slot) / 64 % W][usize::from(slot) % 64] = what as u8;
                false
            });
        }
        for &site in &pos.to_remove {
            let new = bit::<W>(slot(site));
            s.to_clear = std::array::from_fn(|i| s.to_clear[i] | new[i]);
        }
        Some(s)
    }

    /// Writes a position back.
    pub(super) fn hand_back(
        &self,
        plan: GamePlan<'_>,
        s: &State<W>,
        trail: &[u8],
        pos: &mut crate::position::Position,
    ) {
        let game = plan.game;
        let site = |slot: u16| match self.stocks.iter().find(|stock| stock.0 == slot) {
            Some(stock) => stock.1,
            None if slot == NOWHERE => OFF,
            None => slot.into(),
        };
        for (&(slot, _), &count) in self.stocks.iter().zip(&s.stocks) {
            let there = pos.slot_content(slot.into());
            if there.count != count {
                let left = if count == 0 { Slot::default() } else { Slot { count, ..there } };
                pos.set_slot(slot.into(), left);
            }
        }
        for slot in 0..game.board.len(game.site_type) {
            let kind = s.what_at(slot as u16);
            let (what, state) = if self.by_state && kind != 0 { (1, kind as i32) } else { (kind, 0) };
            if pos.what(slot) == what && (!self.by_state || pos.top(slot).state == state) {
                continue;
            }
            let new = match what {
                0 => Slot::default(),
                _ => Slot {
                    piece: Piece {
                        what: what as u16,
                        who: game.components[what].owner as u8,
                        state,
                        ..Piece::default()
                    },
                    count: 1,
                },
            };
            pos.set_slot(slot, new);
        }
        (pos.mover, pos.next, pos.prev) = (s.mover.get(), s.next.get(), s.prev.get());
        (pos.counter, pos.turns, pos.turns_same_player) = (s.counter, s.turns, s.turns_same_player);
        (pos.moves_made, pos.consecutive_passes) = (s.moves_made, 0);
        (pos.turn_from, pos.triggered) = (s.turn_from, s.triggered);
        for player in 1..=self.players {
            pos.scores[player] = s.scores[player];
            pos.phase[player] = s.phases[player];
        }
        if self.vars > 0 {
            pos.vars.iter_mut().zip(s.vars).for_each(|(old, new)| *old = new);
        }
        pos.stalemated = 0;
        pos.to_remove.clear();
        each(&s.to_clear, |slot| {
            pos.to_remove.push(site(slot));
            false
        });
        if trail.is_empty() {
            return;
        }
        pos.trail.extend_from_slice(trail);
        let mut last = crate::play::pass(0, false);
        last.mover = trail.last().copied().unwrap_or(0);
        (last.from, last.to) = (site(s.last_from), site(s.last_to));
        (last.from_kind, last.to_kind) = (game.kind_of_site(Some(game.site_type), last.from), game.site_type);
        pos.last = Some(Arc::new(last));
    }
}
