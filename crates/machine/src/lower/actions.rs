//! Actions as code: what each kind of action does to a state, and the loop that does those that were collected.
//!
//! Rules collect the actions of a move first, because all of them see the state before the move. Here they are done, in
//! order. Every kind of action that a game uses becomes one function for its layout; what needs stacks, lists, dice or
//! tracks asks the machine (`Service::Act`, `Service::OnTracks`).

use super::*;

/// How the numbers of a record are called here: its arguments, without the kind of the action.
const ARGUMENTS: usize = RECORD - 1;

impl<'g> Lower<'g> {
    /// Stores a number of the state, if anything reads it.
    pub(super) fn put(&mut self, n: Number, value: Expr) {
        if !self.layout.kept[n as usize] {
            return;
        }
        let at = self.b.int(n as i64);
        self.b.store(self.layout.numbers, at, value);
    }
    /// Adds to a number of the state.
    pub(super) fn increase(&mut self, n: Number, by: i64) {
        if !self.layout.kept[n as usize] {
            return;
        }
        let (old, by) = (self.number(n), self.b.int(by));
        let new = self.b.add(old, by);
        self.put(n, new);
    }

    // ---- contents of sites ----

    /// Turns the bit of a site over in a set that the state keeps. `row` is the first word of the set.
    fn flip_bit(&mut self, row: Expr, word: Expr, bit: Expr) {
        let at = self.b.add(row, word);
        let at = self.b.bind(at);
        let old = self.b.load(self.layout.planes, at);
        let new = self.b.binary(Binary::Xor, old, bit);
        self.b.store(self.layout.planes, at, new);
    }
    /// The word of a set that a site lies in, and its bit there.
    fn bit_of(&mut self, site: Expr) -> (Expr, Expr) {
        let (one, six) = (self.b.int(1), self.b.int(6));
        let bit = self.b.binary(Binary::Shl, one, site);
        let bit = self.b.bind(bit);
        let word =
            if self.layout.row_words == 1 { self.b.int(0) } else { self.b.binary(Binary::Shr, site, six) };
        (self.b.bind(word), bit)
    }
    /// Turns over the bits of a site in the sets of a component and of its owner.
    fn flip_piece(&mut self, what: Expr, word: Expr, bit: Expr) {
        let (components, words) = (self.layout.components, self.layout.row_words as i64);
        let each = self.b.int(words);
        let row = self.b.binary(Binary::Mul, what, each);
        self.flip_bit(row, word, bit);
        if (1..components).all(|c| self.layout.shares_row(c)) {
            return;
        }
        let nowhere = self.b.program.array(self.layout.planes).len as i64;
        let owned = (0..components).map(|c| match self.layout.shares_row(c) {
            true => nowhere,
            false => self.layout.plane_of_owner(self.layout.owners.get(c).map_or(0, |&o| o.into())) as i64,
        });
        let owned = owned.collect();
        let table = self.b.table("rows of owners", Width::Half, owned, 0);
        let row = self.b.load(table, what);
        self.flip_bit(row, word, bit);
    }
    /// The function that says what lies at a site and how much of it: site, component, count. The sets follow.
    pub(super) fn content_function(&mut self) -> Lowered<Function> {
        self.shared("content", 3, |l, args| {
            let (site, what, count) = (args[0], args[1], args[2]);
            let zero = l.b.int(0);
            let old = l.what(site);
            let old = l.b.bind(old);
            let (word, bit) = l.bit_of(site);
            let (was_empty, is_empty) = match l.layout.count {
                None => (l.b.not(old), l.b.not(what)),
                Some(counts) => {
                    let before = l.b.load(counts, site);
                    let was_empty = l.b.not(before);
                    let was_empty = l.b.bind(was_empty);
                    l.b.store(counts, site, count);
                    (was_empty, l.b.not(count))
                }
            };
            let changed = l.b.binary(Binary::Ne, was_empty, is_empty);
            let empty = l.b.int(l.layout.plane(Plane::Empty) as i64);
            l.when(changed, |l| {
                l.flip_bit(empty, word, bit);
                Ok(())
            })?;
            let other = l.b.binary(Binary::Ne, old, what);
            l.when(other, |l| {
                l.when(old, |l| {
                    l.flip_piece(old, word, bit);
                    Ok(())
                })?;
                l.when(what, |l| {
                    l.flip_piece(what, word, bit);
                    Ok(())
                })?;
                l.b.store(l.layout.what, site, what);
                if l.layout.ownerless {
                    let row = l.b.int(l.layout.plane(Plane::Ownerless) as i64);
                    let at = l.b.add(row, word);
                    let at = l.b.bind(at);
                    let marks = l.b.load(l.layout.planes, at);
                    let marks = l.b.binary(Binary::AndNot, marks, bit);
                    l.b.store(l.layout.planes, at, marks);
                }
                Ok(())
            })?;
            Ok(zero)
        })
    }
    /// Says what lies at a site. Where a game does not count pieces, the count does not matter.
    fn set_content(&mut self, site: Expr, what: Expr, count: Expr) -> Lowered<()> {
        let f = self.content_function()?;
        let call = self.b.call(f, &[site, what, count]);
        self.b.push(Statement::Do(call));
        Ok(())
    }
    fn clear_site(&mut self, site: Expr) -> Lowered<()> {
        let zero = self.b.int(0);
        self.set_content(site, zero, zero)?;
        self.set_carried(site, [zero; 3]);
        Ok(())
    }
    /// State, rotation and value of what lies at a site; nothing where the game does not keep them.
    fn carried(&mut self, site: Expr) -> [Option<Expr>; 3] {
        [self.layout.state, self.layout.rotation, self.layout.value].map(|a| {
            a.map(|a| {
                let e = self.b.load(a, site);
                self.b.bind(e)
            })
        })
    }
    fn set_carried(&mut self, site: Expr, carried: [Expr; 3]) {
        for (a, e) in [self.layout.state, self.layout.rotation, self.layout.value].into_iter().zip(carried) {
            if let Some(a) = a {
                self.b.store(a, site, e);
            }
        }
    }
    /// Is a number a place where a site of the game is stored?
    pub(super) fn exists(&mut self, site: Expr) -> Expr {
        if self.is_on_board(site) {
            return self.b.int(1);
        }
        let sites = (0..self.layout.stored).map(|s| self.layout.is_site(s).into()).collect();
        let table = self.b.table("exists", Width::Byte, sites, 0);
        self.b.load(table, site)
    }
    /// Statements for numbers that are sites of the game.
    fn if_site(&mut self, site: Expr, make: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let there = self.exists(site);
        self.when(there, make)
    }
    fn on_tracks(&mut self, how: OnTracks, args: [Expr; 5]) {
        if self.layout.tracks.is_some() {
            let how = self.b.int(how as i64);
            let mut all = vec![how];
            all.extend(args);
            self.do_service(Service::OnTracks, &all);
        }
    }

    // ---- kinds of actions ----

    /// Does an action. Arguments are those of its record, in order.
    pub(super) fn do_action(&mut self, op: Op, args: &[Expr]) -> Lowered<()> {
        let zero = self.b.int(0);
        let mut args: Vec<Expr> = args.iter().map(|&a| self.b.bind(a)).collect();
        args.resize(ARGUMENTS, zero);
        if self.notes_actions {
            self.note_action(op, &args);
        }
        if self.layout.stacks.is_some() && op.touches_stacks() {
            self.ask_machine(op, &args);
            return Ok(());
        }
        let (a, b, d) = (args[0], args[1], args[2]);
        match op {
            // (What only stacks know, and what follows a move, is done elsewhere.)
            Op::None
            | Op::Follow
            | Op::MoveLevel
            | Op::MoveStack
            | Op::MoveSubStack
            | Op::Insert
            | Op::RemoveLevel => Ok(()),
            Op::Decide => {
                let one = self.b.int(1);
                self.put(Number::Decided, one);
                Ok(())
            }
            Op::Move => self.call_action("move", &args, |l, args| l.move_piece(args)),
            Op::MoveCount if self.layout.stacks.is_some() => {
                self.unsound = Some("counts that move in stacks");
                Ok(())
            }
            Op::MoveCount => self.call_action("move count", &args, |l, args| l.move_count(args)),
            Op::Add => self.call_action("add", &args, |l, args| l.add_piece(args)),
            Op::Remove => self
                .call_action("remove", &args[..1], |l, args| l.if_site(args[0], |l| l.remove_piece(args[0]))),
            Op::Promote => self.if_site(a, |l| {
                let (zero, one) = (l.b.int(0), l.b.int(1));
                let what = l.b.binary(Binary::Max, b, zero);
                l.set_content(a, what, one)?;
                l.set_carried(a, [zero; 3]);
                Ok(())
            }),
            Op::SetCount => self.if_site(a, |l| {
                let zero = l.b.int(0);
                let some = l.b.binary(Binary::Lt, zero, d);
                l.when_else(
                    some,
                    |l| {
                        let what = l.b.binary(Binary::Max, b, zero);
                        let before = l.what(a);
                        let before = l.b.bind(before);
                        l.set_content(a, what, d)?;
                        // (What is counted out where nothing lay has no owner.)
                        let fresh = l.b.not(before);
                        let owner = l.owner_of(what);
                        let owned = if l.layout.ownerless { l.b.both(fresh, owner) } else { zero };
                        l.when(owned, |l| {
                            let (word, bit) = l.bit_of(a);
                            let row = l.b.int(l.layout.plane(Plane::Ownerless) as i64);
                            l.flip_bit(row, word, bit);
                            Ok(())
                        })
                    },
                    |l| l.remove_piece(a),
                )
            }),
            Op::SetState => self.if_site(a, |l| {
                if let Some(states) = l.layout.state {
                    l.b.store(states, a, b);
                }
                Ok(())
            }),
            Op::SetValue => self.if_site(a, |l| {
                if let Some(values) = l.layout.value {
                    l.b.store(values, a, b);
                }
                Ok(())
            }),
            Op::SetRotation => self.if_site(a, |l| {
                if let Some(rotations) = l.layout.rotation {
                    l.b.store(rotations, a, b);
                }
                Ok(())
            }),
            Op::SetScore => self.set_of_player(PerPlayer::Score, a, b, Some(d)),
            Op::SetPlayerValue => self.set_of_player(PerPlayer::Value, a, b, None),
            Op::SetPot => self.set_number(Number::Pot, a),
            Op::SetCounter => self.set_number(Number::Counter, a),
            Op::SetTemp => self.set_number(Number::Temp, a),
            Op::SetVariable => {
                self.b.store(self.layout.numbers, a, b);
                Ok(())
            }
            Op::SetPending => self.set_pending(a),
            Op::SetNextPlayer => self.set_next_player(a),
            Op::Trigger => {
                let (one, most) = (self.b.int(1), self.b.int(32));
                let inside = self.in_range(a, most);
                self.when(inside, |l| {
                    let old = l.number(Number::Triggered);
                    let bit = l.b.binary(Binary::Shl, one, a);
                    let new = l.b.binary(Binary::Or, old, bit);
                    l.set_number(Number::Triggered, new)
                })
            }
            Op::UseDie => self.use_die(a, b),
            Op::Copy => self.call_action("copy", &args, |l, args| l.copy_piece(args)),
            Op::RemoveAtEndOfTurn | Op::Remember | Op::Forget | Op::SetDie | Op::Swap => {
                self.ask_machine(op, &args);
                Ok(())
            }
        }
    }
    fn set_number(&mut self, n: Number, value: Expr) -> Lowered<()> {
        self.put(n, value);
        Ok(())
    }
    /// `0 <= e < most`.
    fn in_range(&mut self, e: Expr, most: Expr) -> Expr {
        let zero = self.b.int(0);
        let low = self.b.binary(Binary::Le, zero, e);
        let high = self.b.binary(Binary::Lt, e, most);
        self.b.binary(Binary::And, low, high)
    }
    /// An action as a function of its own, made once.
    fn call_action(
        &mut self,
        name: &str,
        args: &[Expr],
        make: impl FnOnce(&mut Self, &[Expr]) -> Lowered<()>,
    ) -> Lowered<()> {
        let f = self.shared(name, args.len() as u32, |l, args| {
            make(l, args)?;
            Ok(l.b.int(0))
        })?;
        let call = self.b.call(f, args);
        self.b.push(Statement::Do(call));
        Ok(())
    }
    /// The machine does an action that has no code of its own.
    fn ask_machine(&mut self, op: Op, args: &[Expr]) {
        let mut all = vec![self.b.int(op as i64)];
        all.extend(&args[..SERVICE_ARGUMENTS - 1]);
        self.do_service(Service::Act, &all);
    }
    /// Where the action has a place, it is the latest place of the move being made.
    fn note_action(&mut self, op: Op, args: &[Expr]) {
        let Some((from, to)) = op.ends() else { return };
        let (mut from, mut to) = (args[from], args[to]);
        if op == Op::UseDie {
            let firsts = self.dice_sets().iter().map(|d| d.first as i64).collect();
            let table = self.b.table("first dice", Width::Half, firsts, OFF.into());
            let first = self.b.load(table, args[0]);
            let site = self.b.add(first, args[1]);
            (from, to) = (site, site);
        }
        let off = self.b.int(OFF.into());
        for (n, e) in [(Number::ActionFrom, from), (Number::ActionTo, to)] {
            let old = self.number(n);
            let real = self.b.binary(Binary::Ne, e, off);
            let new = self.b.select(real, e, old);
            self.put(n, new);
        }
    }

    /// From, to, state, rotation, value where they are said; whether it was decided.
    fn move_piece(&mut self, args: &[Expr]) -> Lowered<()> {
        let (from, to, decided) = (args[0], args[1], args[ARGUMENTS - 1]);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        self.if_site(from, |l| {
            let (what, count) = (l.what(from), l.count_at(from));
            let (what, count) = (l.b.bind(what), l.b.bind(count));
            let some = l.b.binary(Binary::Or, what, count);
            l.when(some, |l| {
                let carried = l.carried(from);
                let counts = l.layout.count.is_some();
                if counts {
                    let last = l.b.eq(count, one);
                    l.when_else(
                        last,
                        |l| l.clear_site(from),
                        |l| {
                            let less = l.b.binary(Binary::Sub, count, one);
                            l.set_content(from, what, less)
                        },
                    )?;
                } else {
                    l.clear_site(from)?;
                }
                l.if_site(to, |l| {
                    let kept = l.kept_by_piece(what, to, carried, &args[2..5]);
                    let mut new = one;
                    if counts {
                        let there = l.count_at(to);
                        let there = l.b.bind(there);
                        let standing = l.what(to);
                        let alike = l.b.eq(standing, what);
                        let same = l.b.binary(Binary::Lt, zero, there);
                        let same = l.b.binary(Binary::And, alike, same);
                        let more = l.b.add(there, one);
                        new = l.b.select(same, more, one);
                        new = l.b.bind(new);
                    }
                    l.set_content(to, what, new)?;
                    l.set_carried(to, kept);
                    l.on_tracks(OnTracks::Moves, [what, one, from, to, decided]);
                    Ok(())
                })
            })
        })
    }
    /// From, to: what is moved stays where it was as well.
    fn copy_piece(&mut self, args: &[Expr]) -> Lowered<()> {
        let (from, to) = (args[0], args[1]);
        self.if_site(from, |l| {
            l.if_site(to, |l| {
                let count = l.count_at(from);
                let count = l.b.bind(count);
                let undefined = l.b.int(UNDEFINED.into());
                let mut args = args.to_vec();
                args[2..5].fill(undefined);
                l.call_action("move", &args, |l, args| l.move_piece(args))?;
                let (what, zero) = (l.what(to), l.b.int(0));
                let what = l.b.bind(what);
                let carried = l.carried(to).map(|e| e.unwrap_or(zero));
                l.set_content(from, what, count)?;
                l.set_carried(from, carried);
                Ok(())
            })
        })
    }
    /// What a piece carries once it has arrived: what is said, else what it carried before.
    fn kept_by_piece(
        &mut self,
        what: Expr,
        to: Expr,
        carried: [Option<Expr>; 3],
        said: &[Expr],
    ) -> [Expr; 3] {
        let zero = self.b.int(0);
        let undefined = self.b.int(UNDEFINED.into());
        let mut kept = [zero; 3];
        for (i, carried) in carried.into_iter().enumerate() {
            let Some(mut value) = carried else { continue };
            if let (0, Some(states)) = (i, self.layout.state) {
                let there = self.b.load(states, to);
                value = self.b.select(what, value, there);
            }
            let is_said = self.b.binary(Binary::Ne, said[i], undefined);
            let value = self.b.select(is_said, said[i], value);
            kept[i] = self.b.bind(value);
        }
        kept
    }
    /// From, to, count; whether it was decided.
    fn move_count(&mut self, args: &[Expr]) -> Lowered<()> {
        let (from, to, count, decided) = (args[0], args[1], args[2], args[ARGUMENTS - 1]);
        let zero = self.b.int(0);
        self.if_site(from, |l| {
            let (what, there) = (l.what(from), l.count_at(from));
            let (what, there) = (l.b.bind(what), l.b.bind(there));
            let left = l.b.binary(Binary::Sub, there, count);
            let left = l.b.bind(left);
            let none = l.b.binary(Binary::Le, left, zero);
            l.when_else(none, |l| l.clear_site(from), |l| l.set_content(from, what, left))?;
            l.if_site(to, |l| {
                let target = l.count_at(to);
                let target = l.b.bind(target);
                let standing = l.what(to);
                let alike = l.b.eq(standing, what);
                let sum = l.b.add(target, count);
                let most = l.b.int(l.game.uses.max_count.into());
                let fits = l.b.binary(Binary::Le, sum, most);
                let joins = l.b.binary(Binary::And, alike, fits);
                let joins = l.b.bind(joins);
                l.when_else(
                    target,
                    |l| l.when(joins, |l| l.set_content(to, what, sum)),
                    |l| l.set_content(to, what, count),
                )?;
                l.on_tracks(OnTracks::Moves, [what, count, from, to, decided]);
                Ok(())
            })
        })
    }
    /// To, what, count, state.
    fn add_piece(&mut self, args: &[Expr]) -> Lowered<()> {
        let (site, count, state) = (args[0], args[2], args[3]);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let what = self.b.binary(Binary::Max, args[1], zero);
        let what = self.b.bind(what);
        self.if_site(site, |l| {
            let old = l.what(site);
            let old = l.b.bind(old);
            let new = l.b.select(old, old, what);
            let new = l.b.bind(new);
            let amount = if l.layout.count.is_some() {
                let there = l.count_at(site);
                let more = l.b.add(there, count);
                let amount = l.b.select(old, more, count);
                l.b.bind(amount)
            } else {
                one
            };
            l.set_content(site, new, amount)?;
            if let Some(states) = l.layout.state {
                let undefined = l.b.int(UNDEFINED.into());
                let said = l.b.binary(Binary::Ne, state, undefined);
                l.when(said, |l| {
                    l.b.store(states, site, state);
                    Ok(())
                })?;
            }
            l.on_tracks(OnTracks::Enters, [what, site, count, zero, zero]);
            Ok(())
        })
    }
    fn remove_piece(&mut self, site: Expr) -> Lowered<()> {
        if self.layout.tracks.is_some() {
            let (what, zero) = (self.what(site), self.b.int(0));
            self.on_tracks(OnTracks::Leaves, [what, site, zero, zero, zero]);
        }
        self.clear_site(site)
    }
    /// Sets a number of a player, or adds to it.
    fn set_of_player(
        &mut self,
        which: PerPlayer,
        player: Expr,
        value: Expr,
        adds: Option<Expr>,
    ) -> Lowered<()> {
        let most = self.b.int(self.layout.players as i64 + 2);
        let inside = self.in_range(player, most);
        self.when(inside, |l| {
            let first = l.b.int(l.layout.per_player(which, 0) as i64);
            let at = l.b.add(first, player);
            let at = l.b.bind(at);
            let new = match adds {
                None => value,
                Some(adds) => {
                    let old = l.b.load(l.layout.numbers, at);
                    let sum = l.b.add(old, value);
                    // (Sums stay within what is stored.)
                    let (least, most) = (l.b.int(i32::MIN.into()), l.b.int(i32::MAX.into()));
                    let sum = l.b.binary(Binary::Max, sum, least);
                    let sum = l.b.binary(Binary::Min, sum, most);
                    l.b.select(adds, sum, value)
                }
            };
            l.b.store(l.layout.numbers, at, new);
            Ok(())
        })
    }
    /// Notes a site, or another number, as pending. What is noted already is not noted again.
    fn set_pending(&mut self, site: Expr) -> Lowered<()> {
        let (one, off) = (self.b.int(1), self.b.int(OFF.into()));
        let note = |l: &mut Self| {
            l.increase(Number::PendingCount, 1);
            l.put(Number::PendingValue, site);
        };
        // (Numbers of sites, of whichever kind.)
        let most = self.b.int(self.layout.universe as i64);
        let one_kind = self.layout.grounds.len() == 1;
        let exists = if one_kind { self.exists(site) } else { self.in_range(site, most) };
        let exists = self.b.bind(exists);
        self.when_else(
            exists,
            |l| {
                let pending = l.plane(Plane::Pending);
                let known = l.contains(&pending, site);
                let new = l.b.not(known);
                l.when(new, |l| {
                    let (word, bit) = l.bit_of(site);
                    let row = l.b.int(l.layout.plane(Plane::Pending) as i64);
                    l.flip_bit(row, word, bit);
                    note(l);
                    Ok(())
                })
            },
            |l| {
                let nowhere = l.b.eq(site, off);
                let nowhere = l.b.bind(nowhere);
                let noted = l.number(Number::PendingNowhere);
                let known = l.b.both(nowhere, noted);
                let new = l.b.not(known);
                l.when(new, |l| {
                    l.when(nowhere, |l| {
                        l.put(Number::PendingNowhere, one);
                        Ok(())
                    })?;
                    note(l);
                    Ok(())
                })
            },
        )
    }
    fn set_next_player(&mut self, player: Expr) -> Lowered<()> {
        let (zero, one, most) = (self.b.int(0), self.b.int(1), self.b.int(255));
        let next = self.b.binary(Binary::Max, player, zero);
        let next = self.b.binary(Binary::Min, next, most);
        self.put(Number::Next, next);
        let mover = self.number(Number::Mover);
        let again = self.b.eq(player, mover);
        self.when(again, |l| {
            l.put(Number::Again, one);
            Ok(())
        })
    }
    fn use_die(&mut self, set: Expr, die: Expr) -> Lowered<()> {
        let zero = self.b.int(0);
        let (firsts, lens): (Vec<i64>, Vec<i64>) =
            self.layout.dice.iter().map(|&(first, len)| (first as i64, len as i64)).unzip();
        let firsts = self.b.table("values of dice", Width::Half, firsts, -1);
        let lens = self.b.table("numbers of dice", Width::Half, lens, 0);
        let most = self.b.load(lens, set);
        let inside = self.in_range(die, most);
        self.when(inside, |l| {
            let first = l.b.load(firsts, set);
            let at = l.b.add(first, die);
            l.b.store(l.layout.numbers, at, zero);
            Ok(())
        })
    }

    // ---- all that were collected ----

    /// Does the actions that were collected from a place on, and takes them off the list.
    pub(super) fn commit(&mut self, first: Expr, mover: usize) {
        let call = self.b.call(self.commits[mover], &[first]);
        self.b.push(Statement::Do(call));
    }
    /// How many actions are collected.
    pub(super) fn collected(&mut self) -> Expr {
        self.needs_list();
        let n = self.b.load_at(self.scratch.counters, ACTIONS);
        self.b.bind(n)
    }

    /// The functions that do what was collected, for each player: what follows is that of the player who moves.
    pub(super) fn commit_functions(&mut self) -> Lowered<()> {
        for p in 1..=self.game.players {
            let (commit, range) = (self.commits[p], self.ranges[p]);
            self.define(commit, |l, args| {
                let first = args[0];
                let end = l.collected();
                let most = l.b.int(MOST_ACTIONS as i64);
                let full = l.b.binary(Binary::Le, most, end);
                l.when(full, |l| {
                    l.do_service(Service::Overflow, &[]);
                    Ok(())
                })?;
                let call = l.b.call(range, &[first, end]);
                l.b.push(Statement::Do(call));
                let at = l.b.int(ACTIONS as i64);
                l.b.store(l.scratch.counters, at, first);
                Ok(l.b.int(0))
            })?;
            self.define(range, |l, args| l.do_range(p, args[0], args[1]))?;
        }
        Ok(())
    }
    fn do_range(&mut self, mover: usize, first: Expr, end: Expr) -> Lowered<Expr> {
        let now = self.b.variable(first);
        let ops: Vec<Op> = Op::ALL.into_iter().filter(|op| self.listed.contains(&(*op as i32))).collect();
        self.repeat(|l| {
            let i = l.b.get(now);
            let done = l.b.binary(Binary::Le, end, i);
            l.break_if(done);
            let (size, one) = (l.b.int(RECORD as i64), l.b.int(1));
            let at = l.b.binary(Binary::Mul, i, size);
            let at = l.b.bind(at);
            let mut record = Vec::new();
            for k in 0..RECORD {
                let k = l.b.int(k as i64);
                let place = l.b.add(at, k);
                record.push(l.b.load(l.scratch.actions, place));
            }
            let op = l.b.bind(record[0]);
            l.dispatch_ops(&ops, op, &record[1..], mover)?;
            let next = l.b.add(i, one);
            l.b.set(now, next);
            Ok(())
        })?;
        Ok(self.b.int(0))
    }
    fn dispatch_ops(&mut self, ops: &[Op], op: Expr, args: &[Expr], mover: usize) -> Lowered<()> {
        let Some((&first, rest)) = ops.split_first() else { return Ok(()) };
        let make = |l: &mut Self| {
            if first == Op::Follow { l.do_what_follows(args[0], mover) } else { l.do_action(first, args) }
        };
        let number = self.b.int(first as i64);
        let is = self.b.eq(op, number);
        self.when_else(is, make, |l| l.dispatch_ops(rest, op, args, mover))
    }
    /// What follows an effect happens when its turn comes: its actions are collected and done then.
    fn do_what_follows(&mut self, then: Expr, mover: usize) -> Lowered<()> {
        let then = self.b.bind(then);
        let first = self.collected();
        let mut known: Vec<(u32, Acting)> =
            self.thens.iter().filter(|((p, _), _)| *p == mover).map(|((_, t), &f)| (*t, f)).collect();
        known.sort_unstable_by_key(|k| k.0);
        known.retain(|k| self.followed.contains(&k.0));
        for (number, acting) in known {
            let number = self.b.int(number.into());
            let is = self.b.eq(then, number);
            self.when(is, |l| {
                l.run_acting(acting, &[], first, mover);
                Ok(())
            })?;
        }
        Ok(())
    }
    /// Calls a function that makes actions; what it collected from a place on is done then.
    pub(super) fn run_acting(&mut self, acting: Acting, args: &[Expr], first: Expr, mover: usize) {
        let call = self.b.call(acting.f, args);
        self.b.push(Statement::Do(call));
        if !acting.direct {
            self.commit(first, mover);
        }
    }
}
