//! Playing a game of seeds: what rules ask, what they do, how a turn passes on; and how a position comes here and goes back.

use super::*;
use crate::action::{Act as Action, Action as Done};
use crate::eval::int::{divided, remainder};
use crate::plan::sample::nth_bit;
use crate::position::{Position, Slot, piece_hash};

use smallvec::SmallVec;

/// So often a hole is passed over before we believe that all are.
const MOST_SKIPPED: u32 = 10_000;
/// More seeds than this are not sown at once here.
const MOST_SOWN: i32 = 2_000;
/// What follows may follow from what follows, so deep.
const DEEPEST: u32 = 64;

/// Moves that were counted, by where they start.
type Counted<'w> = SmallVec<[(&'w Deed, Bits); 4]>;

/// What there is to choose from.
enum Choice<'w> {
    Known(Counted<'w>, SmallVec<[u16; 2]>),
    Unknown,
}

/// What is worked out and will be done, with what follows it.
#[derive(Clone, Copy)]
struct Step<'w> {
    what: What,
    thens: &'w [u16],
}

#[derive(Clone, Copy)]
enum What {
    Nothing,
    Carry(u8, u8, i32),
    CarryOne(u8, u8),
    Remove(u8),
    SetCount(u8, i32),
    NextPlayer(u8),
    Score(u8, i32, bool),
    Value(u8, i32),
    Var(u16, i32),
    Temp(i32),
    Counter(i32),
    Pending(i32),
    Remember(u8, i32),
    Forget(u8, i32),
}

type Steps<'w> = SmallVec<[Step<'w>; 8]>;

#[inline]
fn place(n: i32) -> usize {
    (n.saturating_add(BELOW).max(0) as usize).min(TABLE - 1)
}

/// The index of a site, where it is one.
#[inline]
fn index(n: i32) -> usize {
    if (0..NOWHERE as i32).contains(&n) { n as usize } else { NOWHERE }
}

#[inline]
fn bit(n: i32) -> Bits {
    if (0..NOWHERE as i32).contains(&n) { 1 << n } else { 0 }
}

impl State {
    #[inline]
    fn reg(&self, reg: Reg) -> i32 {
        match self.regs.get(reg as usize) {
            Some(value) => *value,
            None if reg == Reg::Next => self.next.into(),
            None => self.prev.into(),
        }
    }

    #[inline]
    fn set(&mut self, site: usize, count: i32) {
        self.count[site % SITES] = count;
        let here = 1 << (site % SITES);
        if count > 0 {
            self.full |= here;
        } else {
            self.full &= !here;
            self.set_up &= !here;
        }
    }

    /// Notes where an action pointed; nowhere is no place.
    fn note(&mut self, from: usize, to: usize) {
        if from != NOWHERE {
            self.noting.0 = from as i32;
        }
        if to != NOWHERE {
            self.noting.1 = to as i32;
        }
    }

    fn seat(&self, whose: Whose) -> usize {
        match whose {
            Whose::One(p) => p.into(),
            Whose::Next => self.next.into(),
            Whose::Prev => self.prev.into(),
            Whose::All => SEATS,
        }
    }
}

impl Num {
    /// What most rules ask for is answered here, without a call.
    #[inline(always)]
    fn now(&self, p: &Seeds, s: &mut State) -> i32 {
        if let Num::CountReg(reg) = self {
            s.count[index(s.reg(*reg))]
        } else if let Num::Const(n) = self {
            *n
        } else if let Num::CountTable(reg, table) = self {
            s.count[index(table[place(s.reg(*reg))])]
        } else if let Num::Reg(reg) = self {
            s.reg(*reg)
        } else {
            self.worked_out(p, s)
        }
    }

    fn worked_out(&self, p: &Seeds, s: &mut State) -> i32 {
        match self {
            Num::Const(n) => *n,
            Num::Reg(reg) => s.reg(*reg),
            Num::Table(reg, table) => table[place(s.reg(*reg))],
            Num::Look(num, table) => table[place(num.now(p, s))],
            Num::ByNext(list) => match list.get(usize::from(s.next)) {
                Some(num) => num.now(p, s),
                None => OFF,
            },
            Num::CountFixed(site) => s.count[usize::from(*site) % SITES],
            Num::CountReg(reg) => s.count[index(s.reg(*reg))],
            Num::CountTable(reg, table) => s.count[index(table[place(s.reg(*reg))])],
            Num::Count(num) => s.count[index(num.now(p, s))],
            Num::CountIn(set) => {
                let mut bits = set.now(p, s) & s.full;
                let mut sum = 0i32;
                while bits != 0 {
                    sum = sum.saturating_add(s.count[bits.trailing_zeros() as usize % SITES]);
                    bits &= bits - 1;
                }
                sum
            }
            Num::Sites(set) => set.now(p, s).count_ones() as i32,
            Num::FirstSite(set) => match set.now(p, s) {
                0 => OFF,
                bits => bits.trailing_zeros() as i32,
            },
            Num::NthSite(set, index) => {
                let bits = set.now(p, s);
                match u32::try_from(index.now(p, s)) {
                    Ok(k) if k < bits.count_ones() => nth_bit(bits, k) as i32,
                    _ => OFF,
                }
            }
            Num::Who(site) => match index(site.now(p, s)) {
                site if s.count[site] == 0 => 0,
                site => p.piece(s, site).who.into(),
            },
            Num::Listed(list) => s.lists[usize::from(*list) % LISTS].len.into(),
            Num::Score(of) => {
                let of = of.now(p, s);
                usize::try_from(of).ok().and_then(|of| s.scores.get(of)).copied().unwrap_or(0)
            }
            Num::PlayerValue(of) => {
                let of = of.now(p, s);
                usize::try_from(of).ok().and_then(|of| s.values.get(of)).copied().unwrap_or(UNDEFINED)
            }
            Num::ScoreOf(of) => s.scores[usize::from(*of) % SEATS],
            Num::ValueOf(of) => s.values[usize::from(*of) % SEATS],
            Num::Temp => s.temp,
            Num::Var(name) => s.vars.get(usize::from(*name)).copied().unwrap_or(OFF),
            Num::Counter => s.counter,
            Num::Pending => {
                if s.pendings == 1 {
                    s.pending[0]
                } else {
                    0
                }
            }
            Num::MoveNumber => s.moves_made - s.start_moves,
            Num::TurnNumber => s.turns,
            Num::MovesThisTurn => s.turns_same_player,
            Num::TurnFrom => {
                if s.trail_mover == s.mover {
                    s.turn_from
                } else {
                    UNDEFINED
                }
            }
            Num::Add(list) => {
                let mut sum = 0i32;
                for num in list {
                    sum = sum.saturating_add(num.now(p, s));
                }
                sum
            }
            Num::Sub(two) => two[0].now(p, s).saturating_sub(two[1].now(p, s)),
            Num::Mul(list) => {
                let mut product = 1i32;
                for num in list {
                    product = product.saturating_mul(num.now(p, s));
                }
                product
            }
            Num::Div(two) => divided(two[0].now(p, s), two[1].now(p, s)),
            Num::Mod(two) => remainder(two[0].now(p, s), two[1].now(p, s)),
            Num::Min(two) => two[0].now(p, s).min(two[1].now(p, s)),
            Num::Max(two) => two[0].now(p, s).max(two[1].now(p, s)),
            Num::Abs(num) => num.now(p, s).saturating_abs(),
            Num::If(cond, two) => {
                let which = usize::from(!cond.holds(p, s));
                two[which].now(p, s)
            }
            Num::AlongTrack(sites, from, cond) => {
                let from = match from {
                    Some(num) => num.now(p, s),
                    None => UNDEFINED,
                };
                let start = match from {
                    UNDEFINED => Some(0),
                    from => sites.iter().position(|&site| i32::from(site) == from),
                };
                let Some(start) = start else { return UNDEFINED };
                let outside = s.regs[TO];
                let mut found = UNDEFINED;
                for i in 0..sites.len() {
                    s.regs[TO] = sites[(start + i) % sites.len()].into();
                    if cond.holds(p, s) {
                        found = s.regs[TO];
                        break;
                    }
                }
                s.regs[TO] = outside;
                found
            }
        }
    }
}

impl Cond {
    fn holds(&self, p: &Seeds, s: &mut State) -> bool {
        match self {
            Cond::Const(b) => *b,
            Cond::And(list) => list.iter().all(|c| c.holds(p, s)),
            Cond::Or(list) => list.iter().any(|c| c.holds(p, s)),
            Cond::Not(c) => !c.holds(p, s),
            Cond::If(parts) => {
                let which = if parts[0].holds(p, s) { 1 } else { 2 };
                parts[which].holds(p, s)
            }
            Cond::Compare(than, a, b) => {
                let (a, b) = (a.now(p, s), b.now(p, s));
                match than {
                    Than::Equal => a == b,
                    Than::Unlike => a != b,
                    Than::Less => a < b,
                    Than::AtMost => a <= b,
                }
            }
            Cond::Among(reg, bits) => bits >> place(s.reg(*reg)) & 1 == 1,
            Cond::ByNext(list) => match list.get(usize::from(s.next)) {
                Some(cond) => cond.holds(p, s),
                None => false,
            },
            Cond::In(num, set) => {
                let here = bit(num.now(p, s));
                here != 0 && set.now(p, s) & here != 0
            }
            Cond::Odd(num) => num.now(p, s) & 1 == 1,
            Cond::Empty(num) => {
                let site = num.now(p, s);
                (0..p.sites as i32).contains(&site) && s.count[index(site)] == 0
            }
            Cond::Occupied(num) => s.count[index(num.now(p, s))] != 0,
            Cond::AllSites(set, cond) => {
                let mut bits = set.now(p, s);
                let outside = s.regs[SITE];
                let mut all = true;
                while bits != 0 && all {
                    s.regs[SITE] = bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    all = cond.holds(p, s);
                }
                s.regs[SITE] = outside;
                all
            }
            Cond::SameSites(a, b) => a.now(p, s) == b.now(p, s),
            Cond::Pending => s.pendings > 0,
            Cond::Cycle => s.cycle,
            Cond::Passed => {
                s.unknown |= s.passing;
                false
            }
            Cond::Decided(name) => s.decided == *name,
            Cond::Stalemated(whose) => {
                let who = s.seat(*whose);
                who < SEATS && s.stalemated >> who & 1 == 1
            }
            Cond::NextCannotMove => {
                if s.judging_stalemate {
                    return false;
                }
                let before = (s.mover, s.next, s.prev);
                (s.mover, s.next, s.prev) = (before.1, p.after(before.1), before.0);
                s.judging_stalemate = true;
                let stuck = match p.turn(s) {
                    Some(turn) => !turn.pick.any(p, s),
                    None => {
                        s.unknown = true;
                        false
                    }
                };
                s.judging_stalemate = false;
                (s.mover, s.next, s.prev) = before;
                let here = 1 << before.1;
                s.stalemated = if stuck { s.stalemated | here } else { s.stalemated & !here };
                stuck
            }
            Cond::CanMove(pick) => pick.any(p, s),
        }
    }
}

impl Set {
    fn now(&self, p: &Seeds, s: &mut State) -> Bits {
        match self {
            Set::Fixed(bits) => *bits,
            Set::Table(reg, table) => table[place(s.reg(*reg))],
            Set::Full => s.full,
            Set::Owned(set_up, sown) => {
                let kept = |wanted: bool| if wanted { !0 } else { 0 };
                s.full & (s.set_up & kept(*set_up) | !s.set_up & kept(*sown))
            }
            Set::Listed(list) => s.lists[usize::from(*list) % LISTS].bits,
            Set::EmptyBoard => !s.full & ((1 << p.board) - 1),
            Set::Counted(set, least, most) => {
                let mut bits = set.now(p, s);
                if *least > 0 {
                    bits &= s.full;
                }
                let mut left = bits;
                while left != 0 {
                    let site = left.trailing_zeros();
                    left &= left - 1;
                    if !(*least..=*most).contains(&s.count[site as usize % SITES]) {
                        bits ^= 1 << site;
                    }
                }
                bits
            }
            Set::One(num) => bit(num.now(p, s)),
            Set::Several(list) => list.iter().fold(0, |all, num| all | bit(num.now(p, s))),
            Set::And(list) => list.iter().fold(!0, |all, set| all & set.now(p, s)),
            Set::Or(list) => list.iter().fold(0, |all, set| all | set.now(p, s)),
            Set::Without(two) => two[0].now(p, s) & !two[1].now(p, s),
            Set::Where(set, cond) => {
                let bits = set.now(p, s);
                let outside = s.regs[SITE];
                let (mut left, mut kept) = (bits, bits);
                while left != 0 {
                    let site = left.trailing_zeros();
                    left &= left - 1;
                    s.regs[SITE] = site as i32;
                    if !cond.holds(p, s) {
                        kept ^= 1 << site;
                    }
                }
                s.regs[SITE] = outside;
                kept
            }
            Set::FromWhere(set, cond) => {
                let bits = set.now(p, s);
                let outside = (s.regs[FROM], s.regs[TO]);
                let (mut left, mut kept) = (bits, bits);
                while left != 0 {
                    let site = left.trailing_zeros();
                    left &= left - 1;
                    (s.regs[FROM], s.regs[TO]) = (site as i32, site as i32);
                    if !cond.holds(p, s) {
                        kept ^= 1 << site;
                    }
                }
                (s.regs[FROM], s.regs[TO]) = outside;
                kept
            }
            Set::If(cond, two) => {
                let which = usize::from(!cond.holds(p, s));
                two[which].now(p, s)
            }
            Set::Pending => s.pending.iter().take(s.pendings.into()).fold(0, |all, &site| all | bit(site)),
        }
    }
}

impl Pick {
    /// Adds the moves there are; false where they are not known.
    fn count<'w>(
        &'w self,
        p: &Seeds,
        s: &mut State,
        counted: &mut Counted<'w>,
        passes: &mut SmallVec<[u16; 2]>,
    ) -> bool {
        match self {
            Pick::Nothing => true,
            Pick::Unknown => false,
            Pick::All(list) => list.iter().all(|pick| pick.count(p, s, counted, passes)),
            Pick::First(list) => {
                let before = (counted.len(), passes.len());
                for pick in list {
                    if !pick.count(p, s, counted, passes) {
                        return false;
                    }
                    // (What must be tried may turn out to be nothing.)
                    if counted[before.0..].iter().any(|(deed, _)| deed.tried.is_some()) {
                        return false;
                    }
                    if (counted.len(), passes.len()) != before {
                        break;
                    }
                }
                true
            }
            Pick::If(cond, two) => {
                let which = usize::from(!cond.holds(p, s));
                two[which].count(p, s, counted, passes)
            }
            Pick::Select(deed) => {
                let origins = deed.origins.now(p, s);
                if origins != 0 {
                    counted.push((deed, origins));
                }
                true
            }
            Pick::Pass(leaf) => {
                passes.push(*leaf);
                true
            }
        }
    }

    /// Is there any?
    fn any(&self, p: &Seeds, s: &mut State) -> bool {
        match self {
            Pick::Nothing => false,
            Pick::Unknown => {
                s.unknown = true;
                false
            }
            Pick::All(list) | Pick::First(list) => list.iter().any(|pick| pick.any(p, s)),
            Pick::If(cond, two) => {
                let which = usize::from(!cond.holds(p, s));
                two[which].any(p, s)
            }
            Pick::Select(deed) => {
                let mut origins = deed.origins.now(p, s);
                if deed.tried.is_none() {
                    return origins != 0;
                }
                while origins != 0 {
                    let site = origins.trailing_zeros();
                    origins &= origins - 1;
                    let mut after = s.clone();
                    if p.stands(&mut after, deed, site as i32) {
                        return true;
                    }
                    s.unknown |= after.unknown;
                }
                false
            }
            Pick::Pass(_) => true,
        }
    }
}

impl Seeds {
    #[inline]
    fn turn(&self, s: &State) -> Option<&Turn> {
        let mover = usize::from(s.mover);
        let phase = *s.phases.get(mover)?;
        self.phases.get(usize::from(phase))?.as_ref()?.get(mover)
    }

    #[inline]
    fn after(&self, player: u8) -> u8 {
        player % self.players as u8 + 1
    }

    // ---- what follows ----

    fn follow(&self, s: &mut State, thens: &[u16], depth: u32) {
        for &then in thens {
            match self.thens.get(usize::from(s.mover)).and_then(|list| list.get(usize::from(then))) {
                Some(Some(eff)) if depth < DEEPEST => self.run(s, eff, depth + 1),
                _ => s.unknown = true,
            }
        }
    }

    /// Works out what a rule does, and does it.
    fn run(&self, s: &mut State, eff: &Eff, depth: u32) {
        match eff {
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.run(s, then, depth);
                } else if let Some(eff) = otherwise {
                    self.run(s, eff, depth);
                }
            }
            Eff::Sow(sowing, thens) => {
                let outside = (s.regs[FROM], s.regs[TO], s.regs[VALUE]);
                let mut steps = Steps::new();
                let sown = self.sow(s, sowing, &mut steps);
                (s.regs[FROM], s.regs[TO], s.regs[VALUE]) = outside;
                self.do_steps(s, &steps, depth);
                if sown {
                    self.follow(s, thens, depth);
                }
            }
            Eff::Do(two) => {
                let before = (s.vars, s.temp);
                let mut steps = Steps::new();
                self.work_out(s, &two[0], &mut steps);
                self.do_steps(s, &steps, depth);
                steps.clear();
                self.work_out(s, &two[1], &mut steps);
                if steps.is_empty() {
                    (s.vars, s.temp) = before;
                }
                self.do_steps(s, &steps, depth);
            }
            Eff::All(_) | Eff::Each(..) | Eff::EachValue(..) | Eff::EachListed(..) | Eff::One(..) => {
                let mut steps = Steps::new();
                self.work_out(s, eff, &mut steps);
                self.do_steps(s, &steps, depth);
            }
        }
    }

    fn do_steps(&self, s: &mut State, steps: &[Step<'_>], depth: u32) {
        for step in steps {
            self.do_step(s, step.what);
            if !step.thens.is_empty() {
                self.follow(s, step.thens, depth);
            }
        }
    }

    fn work_out<'w>(&'w self, s: &mut State, eff: &'w Eff, steps: &mut Steps<'w>) {
        match eff {
            Eff::All(list) => list.iter().for_each(|eff| self.work_out(s, eff, steps)),
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.work_out(s, then, steps);
                } else if let Some(eff) = otherwise {
                    self.work_out(s, eff, steps);
                }
            }
            Eff::Each(set, each, otherwise) => {
                let mut bits = set.now(self, s);
                let (outside, before) = ((s.regs[TO], s.regs[SITE]), steps.len());
                while bits != 0 {
                    let site = bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    (s.regs[TO], s.regs[SITE]) = (site, site);
                    self.work_out(s, each, steps);
                }
                if steps.len() == before
                    && let Some(eff) = otherwise
                {
                    self.work_out(s, eff, steps);
                }
                (s.regs[TO], s.regs[SITE]) = outside;
            }
            Eff::EachValue(least, most, each) => {
                let (least, most) = (least.now(self, s), most.now(self, s));
                let outside = s.regs[VALUE];
                for value in least..=most.min(least.saturating_add(1000)) {
                    s.regs[VALUE] = value;
                    self.work_out(s, each, steps);
                }
                s.unknown |= most > least.saturating_add(1000);
                s.regs[VALUE] = outside;
            }
            Eff::EachListed(list, each) => {
                let list = s.lists[usize::from(*list) % LISTS];
                let outside = s.regs[VALUE];
                for &value in list.all() {
                    s.regs[VALUE] = value.into();
                    self.work_out(s, each, steps);
                }
                s.regs[VALUE] = outside;
            }
            Eff::One(act, thens) => self.act(s, act, thens, steps),
            Eff::Sow(rule, thens) => self.sow_later(s, rule, thens, steps),
            // (Never beside others: see `run`.)
            Eff::Do(_) => s.unknown = true,
        }
    }

    fn act<'w>(&'w self, s: &mut State, act: &'w Act, thens: &'w [u16], steps: &mut Steps<'w>) {
        let mut push = |what: What| steps.push(Step { what, thens });
        match act {
            Act::Carry { from, to, count } => {
                let from = from.now(self, s);
                if s.count[index(from)] == 0 {
                    return;
                }
                let outside = std::mem::replace(&mut s.regs[FROM], from);
                let to = to.now(self, s);
                let count = count.as_ref().map(|num| num.now(self, s));
                s.regs[FROM] = outside;
                if to >= 0 {
                    push(carried(from, to, count));
                }
            }
            Act::CarryAll { from, to, count } => {
                let mut bits = from.now(self, s) & s.full;
                let outside = s.regs[FROM];
                while bits != 0 {
                    let from = bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    s.regs[FROM] = from;
                    let to = to.now(self, s);
                    let count = count.as_ref().map(|num| num.now(self, s));
                    if to >= 0 {
                        push(carried(from, to, count));
                    }
                }
                s.regs[FROM] = outside;
            }
            Act::Remove(site) => {
                let site = index(site.now(self, s));
                if s.count[site] != 0 {
                    push(What::Remove(site as u8));
                }
            }
            Act::RemoveAll(set) => {
                let mut bits = set.now(self, s) & s.full;
                while bits != 0 {
                    push(What::Remove(bits.trailing_zeros() as u8));
                    bits &= bits - 1;
                }
            }
            Act::SetCount(site, count) => {
                let (site, count) = (index(site.now(self, s)), count.now(self, s));
                // (Seeds of no kind are for others to understand.)
                s.unknown |= s.count[site] == 0 && count > 0 && site != NOWHERE;
                push(What::SetCount(site as u8, count));
            }
            Act::Again => push(What::NextPlayer(s.mover)),
            Act::NextPlayer(num) => {
                let player = num.now(self, s);
                if (1..=self.players as i32).contains(&player) {
                    push(What::NextPlayer(player as u8));
                }
            }
            Act::Score(player, score, add) => {
                let score = score.now(self, s);
                let player = player.now(self, s);
                if (1..=self.players as i32).contains(&player) {
                    push(What::Score(player as u8, score, *add));
                }
            }
            Act::PlayerValue(player, value) => {
                let (player, value) = (player.now(self, s), value.now(self, s));
                if (0..=self.players as i32).contains(&player) {
                    push(What::Value(player as u8, value));
                }
            }
            Act::Var(name, num) => push(What::Var(*name, num.now(self, s))),
            Act::Temp(num) => push(What::Temp(num.now(self, s))),
            Act::Counter(num) => push(What::Counter(num.now(self, s))),
            Act::Pending(num) => {
                push(What::Pending(num.as_ref().map_or(UNDEFINED, |num| num.now(self, s))));
            }
            Act::Remember(list, num, unique) => {
                let value = num.now(self, s);
                let there = s.lists[usize::from(*list) % LISTS].bits & bit(value) != 0;
                if !(unique.holds(self, s) && there) {
                    push(What::Remember(*list, value));
                }
            }
            Act::Forget(list, num) => push(What::Forget(*list, num.now(self, s))),
            Act::ForgetAll(list) => {
                // (One move of many actions: what follows comes after the last.)
                let all = s.lists[usize::from(*list) % LISTS];
                if let [before @ .., last] = all.all() {
                    for &value in before {
                        steps.push(Step { what: What::Forget(*list, value.into()), thens: &[] });
                    }
                    steps.push(Step { what: What::Forget(*list, (*last).into()), thens });
                }
            }
        }
    }

    fn do_step(&self, s: &mut State, what: What) {
        match what {
            What::Nothing => {}
            What::Carry(from, to, count) => {
                let (from, to) = (usize::from(from), usize::from(to));
                s.note(from, to);
                let (here, there) = (s.count[from % SITES], s.count[to % SITES]);
                if count <= 0 || here == 0 {
                    // (By now nothing lies there. Nothing at all that comes to an empty hole is for others to understand.)
                    s.unknown |= count < 0 || there == 0;
                    return;
                }
                s.set(from, here.saturating_sub(count).max(0));
                if to == NOWHERE {
                    return;
                }
                let there = s.count[to % SITES];
                if there == 0 {
                    s.set(to, count);
                } else if there.saturating_add(count) <= self.max_count {
                    s.set(to, there + count);
                }
            }
            What::CarryOne(from, to) => {
                let (from, to) = (usize::from(from), usize::from(to));
                s.note(from, to);
                if s.count[from % SITES] == 0 {
                    return;
                }
                s.set(from, s.count[from % SITES] - 1);
                if to != NOWHERE {
                    s.set(to, s.count[to % SITES] + 1);
                }
            }
            What::Remove(site) => {
                s.note(site.into(), site.into());
                s.set(site.into(), 0);
            }
            What::SetCount(site, count) => {
                if usize::from(site) != NOWHERE {
                    s.note(site.into(), site.into());
                    // (What was there when this was worked out may be gone.)
                    s.unknown |= count > 0 && s.count[usize::from(site) % SITES] == 0;
                    s.set(site.into(), count.max(0));
                } else {
                    s.unknown = true;
                }
            }
            What::NextPlayer(player) => s.next = player,
            What::Score(player, score, add) => {
                if let Some(now) = s.scores.get_mut(usize::from(player)) {
                    *now = if add { now.saturating_add(score) } else { score };
                }
            }
            What::Value(player, value) => {
                if let Some(now) = s.values.get_mut(usize::from(player)) {
                    *now = value;
                }
            }
            What::Var(name, value) => match s.vars.get_mut(usize::from(name)) {
                Some(var) => *var = value,
                None => s.unknown = true,
            },
            What::Temp(value) => s.temp = value,
            What::Counter(value) => s.counter = value,
            What::Pending(value) => {
                let waiting = usize::from(s.pendings);
                if !s.pending[..waiting].contains(&value) {
                    match s.pending.get_mut(waiting) {
                        Some(free) => {
                            *free = value;
                            s.pendings += 1;
                        }
                        None => s.unknown = true,
                    }
                }
            }
            What::Remember(list, value) => {
                self.begin_list(s, list);
                let list = &mut s.lists[usize::from(list) % LISTS];
                match list.values.get_mut(usize::from(list.len)) {
                    Some(free) if bit(value) != 0 => {
                        *free = value as u8;
                        list.len += 1;
                        list.bits |= bit(value);
                    }
                    _ => s.unknown = true,
                }
            }
            What::Forget(list, value) => {
                self.begin_list(s, list);
                let list = &mut s.lists[usize::from(list) % LISTS];
                if let Some(i) = list.all().iter().position(|&v| i32::from(v) == value) {
                    list.values.copy_within(i + 1.., i);
                    list.len -= 1;
                    list.bits = list.all().iter().fold(0, |all, &v| all | bit(v.into()));
                }
            }
        }
    }

    /// A list that was never spoken of is begun.
    fn begin_list(&self, s: &mut State, list: u8) {
        let begun = usize::from(s.lists_begun);
        let named = self.lists.get(usize::from(list)).is_some_and(Option::is_some);
        if named && begun < LISTS && !s.begun[..begun].contains(&list) {
            s.begun[begun] = list;
            s.lists_begun += 1;
        }
    }

    // ---- sowing ----

    /// Sows, and works out what is captured. False where the track does not lead on, and then nothing was done.
    fn sow<'w>(&'w self, s: &mut State, rule: &'w Sowing, steps: &mut Steps<'w>) -> bool {
        let start = rule.start.now(self, s);
        let hole = index(start);
        let at = rule.first_at[hole];
        let (Some(hops), None) = (rule.hops.get(usize::from(s.next)), &rule.count) else {
            return self.sow_slowly(s, rule, steps);
        };
        if !rule.endless || at == NO_INDEX {
            return self.sow_slowly(s, rule, steps);
        }
        let count = s.count[hole];
        let mut at = at;
        let outside = std::mem::replace(&mut s.regs[FROM], start);
        let origin = rule.origin.holds(self, s);
        s.regs[FROM] = outside;
        let mut n = 0;
        let mut last = NOWHERE;
        let mut given = count;
        if origin {
            given -= 1;
            s.regs[TO] = start;
        }
        while n < given {
            at = hops[usize::from(at) % hops.len()];
            last = usize::from(rule.sites[usize::from(at) % hops.len()]) % SITES;
            s.regs[TO] = last as i32;
            if last == hole && !rule.include_self {
                at = rule.ahead[usize::from(at) % hops.len()];
                last = usize::from(rule.sites[usize::from(at) % hops.len()]) % SITES;
            }
            s.count[last] += 1;
            s.full |= 1 << last;
            n += 1;
        }
        if n > 0 {
            s.regs[VALUE] = count - n + 1;
            s.set(hole, s.count[hole] - n);
            s.noting = (start, last as i32);
        } else if origin && count > 0 {
            s.noting = (start, start);
            last = hole;
        }
        if last == hole && s.count[hole] == 1 {
            // (A last seed that comes back comes as a fresh one.)
            s.set_up &= !(1 << hole);
        }
        self.capture(s, rule, start, at, steps);
        true
    }

    /// The same one by one, where holes are passed over for what lies there, or where another number is sown than lies there.
    fn sow_slowly<'w>(&'w self, s: &mut State, rule: &'w Sowing, steps: &mut Steps<'w>) -> bool {
        let Some((start, at, holes)) = self.holes(s, rule) else { return false };
        for &to in &holes {
            self.do_step(s, What::CarryOne(index(start) as u8, to));
        }
        self.capture(s, rule, start, at, steps);
        true
    }

    /// Sowing that is worked out at the same time as other things: nothing is done yet.
    fn sow_later<'w>(&'w self, s: &mut State, rule: &'w Sowing, thens: &'w [u16], steps: &mut Steps<'w>) {
        let outside = (s.regs[FROM], s.regs[TO], s.regs[VALUE]);
        if let Some((start, at, holes)) = self.holes(s, rule) {
            let seed = |&to: &u8| Step { what: What::CarryOne(index(start) as u8, to), thens: &[] };
            steps.extend(holes.iter().map(seed));
            if rule.capture.is_some() {
                let mut after = s.clone();
                for &to in &holes {
                    self.do_step(&mut after, What::CarryOne(index(start) as u8, to));
                }
                self.capture(&mut after, rule, start, at, steps);
                s.unknown |= after.unknown;
            }
            if !thens.is_empty() {
                steps.push(Step { what: What::Nothing, thens });
            }
        }
        (s.regs[FROM], s.regs[TO], s.regs[VALUE]) = outside;
    }

    /// Where each seed goes: from where, where the track then stands, and the holes. Nothing where it does not lead on.
    fn holes(&self, s: &mut State, rule: &Sowing) -> Option<(i32, u8, SmallVec<[u8; 64]>)> {
        let start = rule.start.now(self, s);
        let hole = index(start);
        let count = match &rule.count {
            Some(num) => num.now(self, s),
            None => s.count[hole],
        };
        if count > MOST_SOWN {
            s.unknown = true;
            return None;
        }
        let mut at = rule.first_at[hole];
        let outside = std::mem::replace(&mut s.regs[FROM], start);
        let origin = rule.origin.holds(self, s);
        s.regs[FROM] = outside;
        let mut holes = SmallVec::new();
        let mut sown = 0;
        if origin {
            if sown < count {
                holes.push(hole as u8);
            }
            sown += 1;
            s.regs[TO] = start;
        }
        let (mut skipped, mut n) = (0, 0);
        while sown < count && n < count {
            s.regs[VALUE] = count - n;
            if at == NO_INDEX {
                return None;
            }
            let mut next = rule.ahead[usize::from(at)];
            let mut to = if next == NO_INDEX { NOWHERE as u8 } else { rule.sites[usize::from(next)] };
            s.regs[TO] = site_of(to.into());
            if let Some(skip) = &rule.skip
                && skipped < MOST_SKIPPED
                && skip.holds(self, s)
            {
                skipped += 1;
                at = next;
                continue;
            }
            skipped = 0;
            if !rule.include_self && s.regs[TO] == start {
                at = next;
                if at == NO_INDEX {
                    return None;
                }
                next = rule.ahead[usize::from(at)];
                to = if next == NO_INDEX { NOWHERE as u8 } else { rule.sites[usize::from(next)] };
            }
            holes.push(to);
            sown += 1;
            at = next;
            n += 1;
        }
        Some((start, at, holes))
    }

    /// Looks at the last hole after sowing, then on from it, backwards or forwards, as long as holes are captured.
    fn capture<'w>(&'w self, s: &mut State, rule: &'w Sowing, start: i32, mut at: u8, steps: &mut Steps<'w>) {
        let Some(capture) = &rule.capture else { return };
        let mut captured = 0;
        loop {
            if let Some(cond) = &rule.capture_if
                && !cond.holds(self, s)
            {
                break;
            }
            s.regs[FROM] = start;
            self.work_out(s, capture, steps);
            if rule.backtracking.is_none() && rule.forward.is_none() {
                break;
            }
            if let Some(cond) = &rule.backtracking {
                if at == NO_INDEX || !cond.holds(self, s) {
                    break;
                }
                at = rule.back[usize::from(at)];
                if at == NO_INDEX {
                    break;
                }
                s.regs[TO] = rule.sites[usize::from(at)].into();
                if !cond.holds(self, s) || s.regs[TO] == start {
                    break;
                }
            }
            if let Some(cond) = &rule.forward {
                if at == NO_INDEX || !cond.holds(self, s) {
                    break;
                }
                at = rule.ahead[usize::from(at)];
                if at == NO_INDEX {
                    break;
                }
                s.regs[TO] = rule.sites[usize::from(at)].into();
                if !cond.holds(self, s) {
                    break;
                }
            }
            captured += 1;
            if captured >= rule.sites.len() {
                break;
            }
        }
    }

    // ---- moves ----

    /// Does what belongs to a move, up to so many of those that follow.
    fn begin(&self, s: &mut State, deed: &Deed, site: i32, thens: usize) {
        s.moves_made += 1;
        if s.trail_mover != s.mover {
            s.turn_from = site;
        }
        s.trail_mover = s.mover;
        (s.regs[LAST_FROM], s.regs[LAST_TO]) = (site, site);
        (s.regs[NOTED_FROM], s.regs[NOTED_TO]) = (site, site);
        s.noting = (site, site);
        self.follow(s, &deed.thens[..thens], 0);
    }

    /// Makes a move on trial, and says whether it may be made.
    fn stands(&self, s: &mut State, deed: &Deed, site: i32) -> bool {
        let Some((cond, thens)) = &deed.tried else { return true };
        self.begin(s, deed, site, *thens);
        (s.regs[NOTED_FROM], s.regs[NOTED_TO]) = s.noting;
        let next = s.next;
        if s.mover == next {
            s.next = s.prev;
        }
        let stands = cond.holds(self, s);
        s.next = next;
        stands
    }

    /// Makes a move, without ending the turn; false where it may not be made, and then the position is of no use.
    fn make(&self, s: &mut State, deed: &Deed, site: i32) -> bool {
        let mut done = 0;
        if let Some((_, thens)) = &deed.tried {
            if !self.stands(s, deed, site) {
                return false;
            }
            done = *thens;
        } else {
            s.pendings = 0;
            self.begin(s, deed, site, 0);
        }
        self.follow(s, &deed.thens[done..], 0);
        (s.regs[NOTED_FROM], s.regs[NOTED_TO]) = s.noting;
        true
    }

    fn choices<'w>(&'w self, turn: &'w Turn, s: &mut State) -> Choice<'w> {
        let (mut counted, mut passes) = (Counted::new(), SmallVec::new());
        if turn.pick.count(self, s, &mut counted, &mut passes) && !s.unknown {
            Choice::Known(counted, passes)
        } else {
            Choice::Unknown
        }
    }

    /// Draws a move without making it.
    pub(super) fn draw(&self, s: &mut State, rng: &mut Rng) -> Option<Mv> {
        let turn = self.turn(s)?;
        let Choice::Known(mut counted, passes) = self.choices(turn, s) else { return None };
        loop {
            let (which, site) = drawn(&counted, passes.len(), rng)?;
            if which == counted.len() {
                return Some(Mv { from: NO_SITE, to: NO_SITE, leaf: passes[site as usize], aux: 0 });
            }
            let deed = counted[which].0;
            if self.stands(&mut s.clone(), deed, site as i32) {
                return Some(chosen(deed, site));
            }
            counted[which].1 ^= 1 << site;
        }
    }

    /// Plays random moves until the game is over, or something comes up that is not known here.
    pub(super) fn play(
        &self,
        s: &mut State,
        rng: &mut Rng,
        trail: &mut Vec<u8>,
        (seen, base): (&mut Vec<u64>, u64),
        most: u64,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Stretch {
        s.cycle = self.is_cycle(seen);
        let mut spare = self.may_fail.then(|| s.clone());
        loop {
            let Some(turn) = self.turn(s).filter(|_| (trail.len() as u64) < most) else {
                return Stretch::NoMove;
            };
            let Choice::Known(mut counted, passes) = self.choices(turn, s) else {
                s.unknown = false;
                return Stretch::NoMove;
            };
            let mover = s.mover;
            let tries = counted.iter().any(|(deed, _)| deed.tried.is_some());
            let of = (!tries).then(|| {
                counted.iter().map(|(_, bits)| bits.count_ones()).sum::<u32>() + passes.len() as u32
            });
            if let Some(spare) = &mut spare {
                spare.clone_from(s);
            }
            // A move that stands is a uniform choice among those that do.
            let made = loop {
                let Some((which, site)) = drawn(&counted, passes.len(), rng) else { break None };
                if which == counted.len() {
                    let mv = Mv { from: NO_SITE, to: NO_SITE, leaf: passes[site as usize], aux: 0 };
                    told(mover, mv, of);
                    return Stretch::Make(mv);
                }
                let deed = counted[which].0;
                let before = deed.tried.is_some().then(|| s.clone());
                let stands = self.make(s, deed, site as i32);
                if s.unknown {
                    // (Not known after all: made the usual way, it is known.)
                    let Some(spare) = &spare else { return Stretch::NoMove };
                    s.clone_from(spare);
                    if deed.tried.is_some() {
                        return Stretch::Try(chosen(deed, site));
                    }
                    told(mover, chosen(deed, site), of);
                    return Stretch::Make(chosen(deed, site));
                }
                if stands {
                    break Some(chosen(deed, site));
                }
                if let Some(before) = before {
                    *s = before;
                }
                counted[which].1 ^= 1 << site;
            };
            let Some(mv) = made else { return self.pass_or_not(s, turn, trail, told) };
            s.stalemated &= !(1 << mover);
            told(mover, mv, of);
            trail.push(mover);
            for end in &turn.ends {
                match end.judged(self, s) {
                    Judged::Not => {}
                    Judged::Over(winner) => return Stretch::Over(winner),
                    Judged::AsWritten => {
                        s.unknown = false;
                        return Stretch::AfterMove;
                    }
                }
            }
            if s.turns >= self.turn_limit || s.moves_made - s.start_moves >= self.move_limit {
                return Stretch::Over(0);
            }
            if self.phases.len() > 1 {
                self.advance_phases(s);
            }
            s.counter += 1;
            if self.cycles {
                seen.push(base ^ self.hash_of(s));
                s.cycle = self.is_cycle(seen);
            }
            s.prev = mover;
            s.mover = s.next;
            if s.mover == s.prev {
                s.turns_same_player += 1;
            } else {
                s.turns_same_player = 0;
                s.turns += 1;
            }
            s.next = self.after(s.mover);
        }
    }

    /// Nobody can move: the mover must pass, which is often the end.
    fn pass_or_not(
        &self,
        s: &mut State,
        turn: &Turn,
        trail: &mut Vec<u8>,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Stretch {
        if !turn.ends_alone {
            return Stretch::NoMove;
        }
        let mut passed = s.clone();
        passed.stalemated |= 1 << s.mover;
        passed.moves_made += 1;
        passed.passing = true;
        passed.pendings = 0;
        (passed.regs[LAST_FROM], passed.regs[LAST_TO]) = (OFF, OFF);
        (passed.regs[NOTED_FROM], passed.regs[NOTED_TO]) = (OFF, OFF);
        for end in &turn.ends {
            match end.judged(self, &mut passed) {
                Judged::Not => {}
                Judged::Over(winner) => {
                    told(s.mover, Mv { from: NO_SITE, to: NO_SITE, leaf: PLAIN, aux: 0 }, Some(1));
                    trail.push(s.mover);
                    return Stretch::Over(winner);
                }
                Judged::AsWritten => return Stretch::NoMove,
            }
        }
        Stretch::NoMove
    }

    fn advance_phases(&self, s: &mut State) {
        let mover = usize::from(s.mover);
        for player in 1..=self.players {
            let phase = usize::from(s.phases[player]);
            let Some(turn) = self.phases.get(phase).and_then(|p| p.as_ref()).and_then(|p| p.get(mover))
            else {
                continue;
            };
            for next in &turn.next {
                let all = next.who == Whose::All;
                if !all && s.seat(next.who) != player {
                    continue;
                }
                if next.cond.as_ref().is_none_or(|cond| cond.holds(self, s)) {
                    let of = if all { mover } else { player };
                    let on = (usize::from(s.phases[of]) + 1) % self.phases.len();
                    s.phases[player] = next.phase.unwrap_or(on as u8);
                    break;
                }
            }
        }
        // (Where somebody comes to a phase that is not for us, the turn of it is not found: see `turn`.)
    }

    // ---- repetition ----

    fn hash_of(&self, s: &State) -> u64 {
        let mut bits = s.full;
        let mut hash = 0;
        while bits != 0 {
            let site = bits.trailing_zeros() as usize % SITES;
            bits &= bits - 1;
            hash ^= piece_hash(self.slots[site].into(), 0, self.piece(s, site), s.count[site]);
        }
        hash
    }

    /// The seeds at a site as a position keeps them.
    fn piece(&self, s: &State, site: usize) -> &Piece {
        if s.set_up >> (site % SITES) & 1 == 1 { &self.set_up } else { &self.seed }
    }

    /// What of the hash of a position is not told by its seeds.
    pub(super) fn hash_beside(&self, s: &State, pos: &Position) -> u64 {
        if self.cycles { pos.positional_hash() ^ self.hash_of(s) } else { 0 }
    }

    /// As much of what was there before as matters.
    pub(super) fn seen_before(&self, pos: &Position) -> Vec<u64> {
        let most = if self.cycles { 3 * self.players * self.players } else { 0 };
        pos.seen[pos.seen.len().saturating_sub(most)..].to_vec()
    }

    pub(super) fn is_cycle(&self, seen: &[u64]) -> bool {
        let n = self.players * self.players;
        if !self.cycles || seen.len() < 3 * n {
            return false;
        }
        let tail = &seen[seen.len() - 3 * n..];
        tail[..n] == tail[n..2 * n] && tail[n..2 * n] == tail[2 * n..]
    }

    // ---- coming and going ----

    /// The position as one of seeds alone, where it is.
    pub(super) fn taken_over(&self, pos: &Position) -> Option<State> {
        let everybody = ((1u64 << (self.players + 1)) - 2) as u32;
        if pos.over
            || pos.active != everybody
            || pos.consecutive_passes != 0
            || !pos.propositions.is_empty()
            || !pos.to_remove.is_empty()
            || pos.pending.len() > PENDING
            || pos.vars.len() > VARS
        {
            return None;
        }
        for player in 1..=self.players {
            self.phases.get(usize::from(pos.phase[player]))?.as_ref()?;
        }
        let last = pos.last.as_deref();
        let noted = match last {
            Some(last) if self.notes_actions => {
                let mut back = last.actions.iter().rev().map(|action| action.ends());
                let mut forth = last.actions.iter().rev().map(|action| action.ends());
                let from = back.find(|ends| ends.0.1 != OFF).map_or(OFF, |ends| ends.0.1);
                let to = forth.find(|ends| ends.1.1 != OFF).map_or(OFF, |ends| ends.1.1);
                (from, to)
            }
            _ => (OFF, OFF),
        };
        let mut s = State {
            count: [0; SITES],
            full: 0,
            set_up: 0,
            regs: [OFF; REGS],
            noting: noted,
            mover: pos.mover,
            next: pos.next,
            prev: pos.prev,
            trail_mover: pos.trail.last().map_or(0, |m| m & !crate::position::PASSED),
            unknown: false,
            passing: false,
            cycle: false,
            judging_stalemate: false,
            pendings: pos.pending.len() as u8,
            stalemated: pos.stalemated,
            pending: std::array::from_fn(|i| pos.pending.get(i).copied().unwrap_or(OFF)),
            temp: pos.temp,
            counter: pos.counter,
            turns: pos.turns,
            turns_same_player: pos.turns_same_player,
            moves_made: pos.moves_made,
            start_moves: pos.start_moves,
            turn_from: pos.turn_from,
            decided: pos.decided,
            scores: std::array::from_fn(|p| pos.scores[p]),
            values: std::array::from_fn(|p| pos.player_values[p]),
            phases: std::array::from_fn(|p| pos.phase[p]),
            vars: std::array::from_fn(|i| pos.vars.get(i).copied().unwrap_or(OFF)),
            lists: Default::default(),
            begun: [0; LISTS],
            lists_begun: 0,
        };
        s.regs[LAST_FROM] = last.map_or(OFF, |m| m.from);
        s.regs[LAST_TO] = last.map_or(OFF, |m| m.to);
        (s.regs[NOTED_FROM], s.regs[NOTED_TO]) = noted;
        for (list, name) in self.lists.iter().enumerate() {
            let values = match name {
                None => Some(&pos.remembered),
                Some(name) => {
                    pos.remembered_by_name.iter().find(|(known, _)| known == name).map(|(_, list)| list)
                }
            };
            for (i, &value) in values.into_iter().flatten().enumerate() {
                let free = s.lists[list].values.get_mut(i).filter(|_| bit(value) != 0)?;
                *free = value as u8;
                s.lists[list].bits |= bit(value);
                s.lists[list].len += 1;
            }
        }
        for (name, _) in &pos.remembered_by_name {
            let list = self.lists.iter().position(|known| *known == Some(*name))?;
            self.begin_list(&mut s, list as u8);
        }
        let mut lying = 0;
        for site in 0..self.sites {
            let slot = pos.slot_content(self.slots[site].into());
            if slot.count > 0 {
                let known = slot.piece == self.seed || slot.piece == self.set_up;
                if !known || slot.count > 1 << 20 {
                    return None;
                }
                lying += 1;
                s.set(site, slot.count);
                s.set_up |= u64::from(slot.piece == self.set_up) << site;
            } else if slot != Slot::default() {
                return None;
            }
        }
        // Nothing may lie elsewhere.
        let all: u32 = pos.slots_of_what(self.seed.what.into()).iter().map(|word| word.count_ones()).sum();
        (all == lying).then_some(s)
    }

    /// Writes a position back.
    pub(super) fn hand_back(&self, plan: GamePlan<'_>, s: &State, trail: &[u8], pos: &mut Position) {
        for site in 0..self.sites {
            let new = match s.count[site] {
                0 => Slot::default(),
                count => Slot { piece: *self.piece(s, site), count },
            };
            let slot = usize::from(self.slots[site]);
            if pos.slot_content(slot) != new {
                pos.set_slot(slot, new);
            }
        }
        (pos.mover, pos.next, pos.prev) = (s.mover, s.next, s.prev);
        (pos.counter, pos.turns, pos.turns_same_player) = (s.counter, s.turns, s.turns_same_player);
        (pos.moves_made, pos.consecutive_passes) = (s.moves_made, 0);
        (pos.turn_from, pos.stalemated, pos.temp) = (s.turn_from, s.stalemated, s.temp);
        pos.pending = s.pending.iter().copied().take(s.pendings.into()).collect();
        for player in 0..=self.players {
            pos.scores[player] = s.scores[player];
            if pos.player_values[player] != s.values[player] {
                pos.player_values[player] = s.values[player];
            }
            pos.phase[player] = s.phases[player];
        }
        if self.vars > 0 {
            let known = pos.vars.len();
            // (A variable that was set is known from then on.)
            let set = (0..VARS).rev().find(|&i| s.vars[i] != OFF).map_or(known, |i| known.max(i + 1));
            pos.vars = s.vars.iter().copied().take(set).collect();
        }
        let values = |list: usize| s.lists[list].all().iter().map(|&v| i32::from(v)).collect::<Vec<i32>>();
        if let Some(list) = self.lists.iter().position(Option::is_none) {
            pos.remembered = values(list);
        }
        if s.lists_begun > 0 {
            let named = s.begun.iter().take(s.lists_begun.into()).map(|&list| usize::from(list));
            let all = named.filter_map(|list| Some(((*self.lists.get(list)?)?, values(list))));
            pos.remembered_by_name = all.collect();
        }
        if trail.is_empty() {
            return;
        }
        let game = plan.game;
        pos.trail.extend_from_slice(trail);
        let mut last = crate::play::pass(0, false);
        last.mover = trail.last().copied().unwrap_or(0);
        (last.from, last.to) = (s.regs[LAST_FROM], s.regs[LAST_TO]);
        (last.from_kind, last.to_kind) = (game.site_type, game.site_type);
        if self.notes_actions {
            let kind = |site: i32| game.kind_of_site(Some(game.site_type), site);
            let (from, to) = (s.regs[NOTED_FROM], s.regs[NOTED_TO]);
            let act = Action::Select {
                from_kind: kind(from),
                from,
                from_level: UNDEFINED,
                to_kind: kind(to),
                to,
                to_level: UNDEFINED,
            };
            last.actions.clear();
            last.actions.push(Done { act, decision: true });
        }
        pos.last = Some(Arc::new(last));
    }
}

/// What an end rule says now.
enum Judged {
    Not,
    Over(usize),
    AsWritten,
}

impl End {
    fn judged(&self, p: &Seeds, s: &mut State) -> Judged {
        let holds = self.cond.holds(p, s);
        if s.unknown {
            return Judged::AsWritten;
        }
        if holds { self.verdict.judged(p, s) } else { Judged::Not }
    }
}

impl Verdict {
    fn judged(&self, p: &Seeds, s: &mut State) -> Judged {
        match self {
            Verdict::Won(winner) => Judged::Over((*winner).into()),
            Verdict::NextWon => Judged::Over(s.next.into()),
            Verdict::NextLost => Judged::Over(usize::from(3 - s.next)),
            Verdict::ByScore { finals, lowest } => {
                for (players, score) in finals {
                    let score = score.now(p, s);
                    players.iter().for_each(|&player| s.scores[usize::from(player) % SEATS] = score);
                }
                let scores = &s.scores[1..=p.players];
                let best = if *lowest { scores.iter().min() } else { scores.iter().max() };
                let mut first = (1..=p.players).filter(|&player| Some(&s.scores[player]) == best);
                let winner = first.next().unwrap_or(0);
                Judged::Over(if first.next().is_none() { winner } else { 0 })
            }
            Verdict::First(cases, otherwise) => {
                for case in cases {
                    match case.judged(p, s) {
                        Judged::Not => {}
                        judged => return judged,
                    }
                }
                otherwise.as_ref().map_or(Judged::Not, |verdict| verdict.judged(p, s))
            }
            Verdict::AsWritten => Judged::AsWritten,
        }
    }
}

fn carried(from: i32, to: i32, count: Option<i32>) -> What {
    let (from, to) = (index(from) as u8, index(to) as u8);
    match count {
        Some(count) => What::Carry(from, to, count),
        None => What::CarryOne(from, to),
    }
}

fn site_of(index: usize) -> i32 {
    if index == NOWHERE { OFF } else { index as i32 }
}

fn chosen(deed: &Deed, site: u32) -> Mv {
    Mv { from: site as u16, to: site as u16, leaf: deed.leaf, aux: 0 }
}

/// One of the moves that were counted, or of the passes: which, and where it starts.
#[inline]
fn drawn(counted: &Counted<'_>, passes: usize, rng: &mut Rng) -> Option<(usize, u32)> {
    let moves: u32 = counted.iter().map(|(_, bits)| bits.count_ones()).sum();
    let total = moves as usize + passes;
    if total == 0 {
        return None;
    }
    let mut k = rng.below(total) as u32;
    for (which, (_, bits)) in counted.iter().enumerate() {
        let here = bits.count_ones();
        if k < here {
            return Some((which, nth_bit(*bits, k)));
        }
        k -= here;
    }
    Some((counted.len(), k))
}
