//! Sowing: pieces go from a hole, one by one, to the holes that follow on a track. What is captured afterwards is judged
//! once the seeds have been sown on trial; what was found then is done after the seeds.

use super::moves::Out;
use super::*;
use ludarium_engine::game::Track;
use ludarium_engine::kernel::Sow;

/// A hole may be passed over so often before we believe that all are.
const MOST_SKIPPED: i64 = 10_000;

/// A track as tables: the index of a site, and by index the next and the previous one and the site.
struct Tables {
    index_of: Array,
    next: Array,
    prev: Array,
    sites: Array,
    len: usize,
}

/// What changes while seeds are sown.
#[derive(Clone, Copy)]
struct Hand {
    start: Expr,
    count: Expr,
    /// Are seeds moved on the state itself?
    at_once: bool,
    index: Local,
    /// What `(to)` and `(value)` stand for.
    to: Local,
    value: Local,
    sown: Local,
    failed: Local,
}

impl<'g> Lower<'g> {
    pub(super) fn sow(&mut self, s: &'g Sow, env: &Env, out: &Out<'g>) -> Lowered<()> {
        if s.kind != self.layout.kind {
            return refuse("Effect", "Sow on another kind of site");
        }
        if self.stacking() {
            return refuse("Effect", "Sow of stacks");
        }
        if self.game.uses.sequence_capture {
            return refuse("Effect", "Sow beside captures at the end of the turn");
        }
        let start = self.int(&s.start, env)?;
        let count = self.int(&s.count, env)?;
        let (start, count) = (self.b.bind(start), self.b.bind(count));
        let Some(track) = self.sown_track(s, env)? else { return Ok(()) };
        let tables = self.track_tables(track);
        if !out.alone || !out.prefix.is_empty() || !self.is_plain(s, track, env)? {
            return self.sow_by_actions(s, (start, count), &tables, env, out);
        }
        // Where all that is sown lies in the hole, it is moved at once.
        let (what, there) = (self.what(start), self.count_at(start));
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let index = self.b.load(tables.index_of, start);
        let mut plain = self.b.eq(what, one);
        for (a, b) in [(one, count), (count, there), (zero, index)] {
            let fits = self.b.binary(Binary::Le, a, b);
            plain = self.b.binary(Binary::And, plain, fits);
        }
        self.when_else(
            plain,
            |l| l.sow_at_once(s, (start, count), &tables, env, out),
            |l| l.sow_by_actions(s, (start, count), &tables, env, out),
        )
    }

    fn new_hand(&mut self, (start, count): (Expr, Expr), at_once: bool, tables: &Tables, env: &Env) -> Hand {
        let zero = self.b.int(0);
        let index = self.b.load(tables.index_of, start);
        Hand {
            start,
            count,
            at_once,
            index: self.b.variable(index),
            to: self.b.variable(env.to),
            value: self.b.variable(env.value),
            sown: self.b.variable(zero),
            failed: self.b.variable(zero),
        }
    }

    /// Seeds go their way as actions, which are done later like all others.
    fn sow_by_actions(
        &mut self,
        s: &'g Sow,
        what: (Expr, Expr),
        tables: &Tables,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let before = self.collected();
        self.push_prefix(out)?;
        let first = self.collected();
        let hand = self.new_hand(what, false, tables, env);
        self.sow_origin(s, hand, env)?;
        self.sow_on(s, hand, tables, env)?;
        let failed = self.b.get(hand.failed);
        self.when_else(
            failed,
            |l| {
                let at = l.b.int(ACTIONS as i64);
                l.b.store(l.scratch.counters, at, before);
                Ok(())
            },
            |l| {
                if let Some(capture) = &s.capture {
                    l.judge_captures(s, capture, hand, tables, first, env)?;
                }
                l.follow(out);
                Ok(())
            },
        )
    }

    /// The track that is sown along: the first whose name fits, or that of an owner.
    fn sown_track(&mut self, s: &'g Sow, env: &Env) -> Lowered<Option<&'g Track>> {
        let owner = match &s.owner {
            None => None,
            Some(o) => {
                let o = self.int(o, env)?;
                match self.constant(o) {
                    Some(o) => Some(o),
                    None => return refuse("Effect", "Sow along the track of somebody"),
                }
            }
        };
        let none = i64::from(OFF);
        let game = self.game;
        Ok(s.tracks.iter().map(|&t| &game.tracks[t]).find(|t| match (&s.track_name, owner) {
            (None, _) => true,
            (Some(name), None) => t.name == *name,
            (Some(name), Some(o)) if o == none => t.name == *name,
            (Some(_), Some(o)) => t.owner as i64 == o,
        }))
    }

    fn track_tables(&mut self, track: &Track) -> Tables {
        let off = i64::from(OFF);
        let of = |list: &[i32]| list.iter().map(|&n| n.into()).collect::<Vec<i64>>();
        let index_of =
            (0..self.layout.universe as i32).map(|s| track.index_of(s).map_or(off, |i| i as i64)).collect();
        Tables {
            index_of: self.b.table("index on track", Width::Half, index_of, off),
            next: self.b.table("next on track", Width::Half, of(&track.next), off),
            prev: self.b.table("previous on track", Width::Half, of(&track.prev), off),
            sites: self.b.table("sites of track", Width::Half, of(&track.sites), off),
            len: track.sites.len(),
        }
    }

    /// What is looked at while sowing.
    fn hand_env(&mut self, hand: Hand, env: &Env) -> Env {
        let (to, value) = (self.b.get(hand.to), self.b.get(hand.value));
        Env { to, value, ..env.clone() }
    }

    /// Seeds may begin with the hole they came from.
    fn sow_origin(&mut self, s: &'g Sow, hand: Hand, env: &Env) -> Lowered<()> {
        let inner = Env { from: hand.start, what_at_from: None, ..env.clone() };
        let origin = self.bool(&s.origin, &inner)?;
        self.when(origin, |l| {
            let per_hole = l.int(&s.per_hole, env)?;
            let per_hole = l.b.bind(per_hole);
            l.sow_effect(s, &inner)?;
            let off = l.b.int(UNDEFINED.into());
            l.drop_seeds(hand, hand.start, per_hole, [off; 3])?;
            l.b.set(hand.to, hand.start);
            Ok(())
        })
    }

    fn sow_on(&mut self, s: &'g Sow, hand: Hand, tables: &Tables, env: &Env) -> Lowered<()> {
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let holes = self.b.variable(zero);
        let skipped = self.b.variable(zero);
        self.repeat(|l| {
            let (sown, n) = (l.b.get(hand.sown), l.b.get(holes));
            let most = l.b.binary(Binary::Max, sown, n);
            let done = l.b.binary(Binary::Le, hand.count, most);
            l.break_if(done);
            let left = l.b.binary(Binary::Sub, hand.count, n);
            l.b.set(hand.value, left);
            l.fail_off_track(hand);
            let (next, to) = l.next_hole(hand, tables);
            l.b.set(hand.to, to);
            let inner = l.hand_env(hand, env);
            match &s.skip_if {
                None => l.sow_hole(s, hand, tables, (next, to), env)?,
                Some(cond) => {
                    let skip = l.bool(cond, &inner)?;
                    let (so_far, most) = (l.b.get(skipped), l.b.int(MOST_SKIPPED));
                    let patient = l.b.binary(Binary::Lt, so_far, most);
                    let skip = l.b.both(skip, patient);
                    let skip = l.b.bind(skip);
                    l.when_else(
                        skip,
                        |l| {
                            let more = l.b.add(so_far, one);
                            l.b.set(skipped, more);
                            l.b.set(hand.index, next);
                            Ok(())
                        },
                        |l| {
                            l.b.set(skipped, zero);
                            l.sow_hole(s, hand, tables, (next, to), env)
                        },
                    )?;
                    let passed = l.b.not(skip);
                    let more = l.b.add(n, passed);
                    l.b.set(holes, more);
                    return Ok(());
                }
            }
            let more = l.b.add(n, one);
            l.b.set(holes, more);
            Ok(())
        })
    }

    /// The index and the site that come next on the track.
    fn next_hole(&mut self, hand: Hand, tables: &Tables) -> (Expr, Expr) {
        let index = self.b.get(hand.index);
        let next = self.b.load(tables.next, index);
        let next = self.b.bind(next);
        let to = self.b.load(tables.sites, next);
        (next, self.b.bind(to))
    }
    /// Where the track does not lead on, nothing is sown at all.
    fn fail_off_track(&mut self, hand: Hand) {
        let (index, zero) = (self.b.get(hand.index), self.b.int(0));
        let lost = self.b.binary(Binary::Lt, index, zero);
        let lost = self.b.bind(lost);
        self.b.set(hand.failed, lost);
        self.break_if(lost);
    }

    fn sow_hole(
        &mut self,
        s: &'g Sow,
        hand: Hand,
        tables: &Tables,
        (next, to): (Expr, Expr),
        env: &Env,
    ) -> Lowered<()> {
        let (next, to) = if s.include_self {
            (next, to)
        } else {
            // (What `(to)` stands for does not follow here.)
            let (next, to) = (self.b.variable(next), self.b.variable(to));
            let first = self.b.get(to);
            let home = self.b.eq(first, hand.start);
            self.when(home, |l| {
                let passed = l.b.get(next);
                l.b.set(hand.index, passed);
                l.fail_off_track(hand);
                let (after, site) = l.next_hole(hand, tables);
                l.b.set(next, after);
                l.b.set(to, site);
                Ok(())
            })?;
            (self.b.get(next), self.b.get(to))
        };
        let inner = self.hand_env(hand, env);
        let said = self.carried_like(hand.start, to);
        let per_hole = self.int(&s.per_hole, &inner)?;
        let per_hole = self.b.bind(per_hole);
        self.sow_effect(s, &inner)?;
        self.drop_seeds(hand, to, per_hole, said)?;
        self.b.set(hand.index, next);
        Ok(())
    }

    /// State, rotation and value that a seed takes on: those of the hole where they differ.
    fn carried_like(&mut self, start: Expr, to: Expr) -> [Expr; 3] {
        let off = self.b.int(UNDEFINED.into());
        [self.layout.state, self.layout.rotation, self.layout.value].map(|array| match array {
            None => off,
            Some(a) => {
                let (x, y) = (self.b.load(a, start), self.b.load(a, to));
                let same = self.b.eq(x, y);
                let said = self.b.select(same, off, y);
                self.b.bind(said)
            }
        })
    }

    fn sow_effect(&mut self, s: &'g Sow, env: &Env) -> Lowered<()> {
        let Some(effect) = &s.sow_effect else { return Ok(()) };
        if has_thens([Part::Moves(effect)]) {
            return refuse("Effect", "Sow with an effect that something follows");
        }
        self.act(effect, env)
    }

    fn drop_seeds(&mut self, hand: Hand, to: Expr, per_hole: Expr, said: [Expr; 3]) -> Lowered<()> {
        let one = self.b.int(1);
        let drop = |l: &mut Self| {
            let sown = l.b.get(hand.sown);
            let left = l.b.binary(Binary::Lt, sown, hand.count);
            let [x, y, z] = said;
            if hand.at_once {
                return l.drop_one(hand, to);
            }
            l.when(left, |l| {
                l.push(Op::Move, &[hand.start, to, x, y, z]);
                Ok(())
            })?;
            let more = l.b.add(sown, one);
            l.b.set(hand.sown, more);
            Ok(())
        };
        if self.constant(per_hole) == Some(1) {
            return drop(self);
        }
        let left = self.b.variable(per_hole);
        self.repeat(|l| {
            let k = l.b.get(left);
            let done = l.b.binary(Binary::Lt, k, one);
            l.break_if(done);
            drop(l)?;
            let less = l.b.binary(Binary::Sub, k, one);
            l.b.set(left, less);
            Ok(())
        })
    }

    // ---- at once ----

    /// May seeds be moved on the state itself? All pieces are alike, the track goes round, and nothing that is asked on
    /// the way depends on what lies in the holes.
    fn is_plain(&mut self, s: &'g Sow, track: &Track, env: &Env) -> Lowered<bool> {
        use ludarium_engine::kernel::walk::any;
        let per_hole = self.int(&s.per_hole, env)?;
        let asked = [Some(&s.origin), s.skip_if.as_ref()].into_iter().flatten().map(Part::Bool);
        Ok(self.layout.components == 2
            && self.layout.count.is_some()
            && !self.layout.carries
            && self.layout.tracks.is_none()
            && !self.layout.ownerless
            && s.sow_effect.is_none()
            && self.constant(per_hole) == Some(1)
            && track.next.iter().all(|&n| n >= 0)
            && track.sites.iter().all(|&s| s >= 0 && (s as usize) < self.layout.universe)
            && !any(asked, |p| !looks_away(p)))
    }

    /// All seeds leave the hole, then each comes down where it belongs; captures are judged on what that gives.
    fn sow_at_once(
        &mut self,
        s: &'g Sow,
        what: (Expr, Expr),
        tables: &Tables,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let hand = self.new_hand(what, true, tables, env);
        let Some(count) = self.layout.count else { return Ok(()) };
        let (there, zero) = (self.b.load(count, hand.start), self.b.int(0));
        let left = self.b.binary(Binary::Sub, there, hand.count);
        let left = self.b.bind(left);
        self.b.store(count, hand.start, left);
        let none = self.b.not(left);
        self.when(none, |l| {
            l.b.store(l.layout.what, hand.start, zero);
            let empty = l.layout.plane(Plane::Empty);
            l.flip_in(&[empty], hand.start);
            l.flip_seed(hand.start);
            Ok(())
        })?;
        self.sow_origin(s, hand, env)?;
        self.sow_on(s, hand, tables, env)?;
        if let Some(capture) = &s.capture {
            let asked = self.hand_env(hand, env);
            let asked = Env { what_at_from: None, ..asked };
            self.captures(s, capture, hand, tables, &asked)?;
        }
        self.follow(out);
        Ok(())
    }

    /// One seed comes down in a hole.
    fn drop_one(&mut self, hand: Hand, to: Expr) -> Lowered<()> {
        let Some(count) = self.layout.count else { return Ok(()) };
        let one = self.b.int(1);
        let there = self.b.load(count, to);
        let there = self.b.bind(there);
        let what = self.what(to);
        let known = self.b.bind(what);
        let more = self.b.add(there, one);
        self.when_else(
            known,
            |l| {
                l.b.store(count, to, more);
                Ok(())
            },
            |l| {
                l.b.store(count, to, one);
                l.b.store(l.layout.what, to, one);
                l.flip_seed(to);
                let empty = l.layout.plane(Plane::Empty);
                let none = l.b.not(there);
                l.when(none, |l| {
                    l.flip_in(&[empty], to);
                    Ok(())
                })
            },
        )?;
        if self.notes_actions {
            for (n, site) in [(Number::ActionFrom, hand.start), (Number::ActionTo, to)] {
                let at = self.b.int(n as i64);
                self.b.store(self.layout.numbers, at, site);
            }
        }
        let sown = self.b.get(hand.sown);
        let sown = self.b.add(sown, one);
        self.b.set(hand.sown, sown);
        Ok(())
    }

    /// The sets of the one component there is.
    fn flip_seed(&mut self, site: Expr) {
        let l = &self.layout;
        let mut planes = vec![l.plane_of_component(1)];
        if !l.shares_row(1) {
            planes.push(l.plane_of_owner(l.owners[1].into()));
        }
        self.flip_in(&planes, site);
    }
    /// A site joins or leaves sets.
    fn flip_in(&mut self, planes: &[usize], site: Expr) {
        let (six, one) = (self.b.int(6), self.b.int(1));
        let bit = self.b.binary(Binary::Shl, one, site);
        let bit = self.b.bind(bit);
        let word = self.b.binary(Binary::Shr, site, six);
        for &plane in planes {
            let first = self.b.int(plane as i64);
            let at = self.b.add(first, word);
            let at = self.b.bind(at);
            let old = self.b.load(self.layout.planes, at);
            let new = self.b.binary(Binary::Xor, old, bit);
            self.b.store(self.layout.planes, at, new);
        }
    }

    // ---- captures ----

    /// Captures are judged on a state on which the actions pushed since `first` are done, for the time being.
    fn judge_captures(
        &mut self,
        s: &'g Sow,
        capture: &'g Moves,
        hand: Hand,
        tables: &Tables,
        first: Expr,
        env: &Env,
    ) -> Lowered<()> {
        self.do_service(Service::Save, &[]);
        let end = self.collected();
        let call = self.b.call(self.ranges[env.mover], &[first, end]);
        self.b.push(Statement::Do(call));
        let asked = self.hand_env(hand, env);
        let asked = Env { what_at_from: None, ..asked };
        self.captures(s, capture, hand, tables, &asked)?;
        self.do_service(Service::Restore, &[]);
        Ok(())
    }

    /// The last hole, then on from it, backwards or forwards, as long as holes are captured.
    fn captures(
        &mut self,
        s: &'g Sow,
        capture: &'g Moves,
        hand: Hand,
        tables: &Tables,
        env: &Env,
    ) -> Lowered<()> {
        if has_thens([Part::Moves(capture)]) {
            return refuse("Effect", "Sow with captures that something follows");
        }
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let (from, to) = (self.b.variable(env.from), self.b.variable(env.to));
        let (start, index) = (hand.start, hand.index);
        let captured = self.b.variable(zero);
        self.repeat(|l| {
            if let Some(cond) = &s.capture_if {
                let asked = Env { from: l.b.get(from), to: l.b.get(to), ..env.clone() };
                let holds = l.bool(cond, &asked)?;
                let fails = l.b.not(holds);
                l.break_if(fails);
            }
            l.b.set(from, start);
            let inner = Env { from: start, to: l.b.get(to), ..env.clone() };
            l.act(capture, &inner)?;
            if s.backtracking.is_none() && s.forward.is_none() {
                l.b.push(Statement::Break);
                return Ok(());
            }
            for (cond, table, back) in
                [(&s.backtracking, tables.prev, true), (&s.forward, tables.next, false)]
            {
                let Some(cond) = cond else { continue };
                let holds = l.bool(cond, &inner)?;
                let fails = l.b.not(holds);
                l.break_if(fails);
                let at = l.b.get(index);
                let on = l.b.load(table, at);
                let on = l.b.bind(on);
                let lost = l.b.binary(Binary::Lt, on, zero);
                l.break_if(lost);
                l.b.set(index, on);
                let site = l.b.load(tables.sites, on);
                let site = l.b.bind(site);
                l.b.set(to, site);
                let inner = Env { to: site, ..inner.clone() };
                let holds = l.bool(cond, &inner)?;
                let fails = l.b.not(holds);
                l.break_if(fails);
                if back {
                    let home = l.b.eq(site, start);
                    l.break_if(home);
                }
            }
            let n = l.b.get(captured);
            let more = l.b.add(n, one);
            let more = l.b.bind(more);
            l.b.set(captured, more);
            let most = l.b.int(tables.len as i64);
            let all = l.b.binary(Binary::Le, most, more);
            l.break_if(all);
            Ok(())
        })
    }
}

/// Does something follow one of these moves?
fn has_thens<'k>(parts: impl IntoIterator<Item = Part<'k>>) -> bool {
    use ludarium_engine::kernel::walk::any;
    any(parts, |p| matches!(p, Part::Moves(m) if m.then.is_some()))
}

/// Is a part one that does not ask what lies where? (Few are enough here; all others are taken for some that do.)
fn looks_away(p: Part<'_>) -> bool {
    use ludarium_engine::kernel::Region;
    match p {
        Part::Bool(b) => matches!(
            b,
            Bool::Const(_)
                | Bool::And(_)
                | Bool::Or(_)
                | Bool::Not(_)
                | Bool::Eq(..)
                | Bool::Ne(..)
                | Bool::Lt(..)
                | Bool::Le(..)
                | Bool::Gt(..)
                | Bool::Ge(..)
                | Bool::In { .. }
        ),
        Part::Int(i) => matches!(
            i,
            Int::Const(_)
                | Int::From
                | Int::To
                | Int::Value
                | Int::Mover
                | Int::Next
                | Int::Prev
                | Int::Role(_)
                | Int::LastFrom
                | Int::LastTo
                | Int::MapEntry { .. }
                | Int::HandSite { .. }
        ),
        Part::Region(r) => matches!(r, Region::Fixed(_) | Region::ByPlayer { .. } | Region::Sites(_)),
        Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Moves(_) | Part::Effect(_) => false,
    }
}
