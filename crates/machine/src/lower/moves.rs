//! Moves: listed, asked about, or done. One lowering for all: what becomes of a move that was found is decided where it
//! is emitted. Where a whole set of targets is known at once, it is emitted at once.

use super::bools::REGISTERS;
use super::lift::Looked;
use super::*;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::{
    Apply, Between, Effect, ForEachPiece, MovesKind, Origin, Place, PromoteTo, Region, Target,
};
use std::rc::Rc;

/// What is wanted of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All of them, as records.
    List,
    /// The function returns 1 as soon as there is one.
    Any,
    /// The function returns 1 as soon as there is one that goes to this site.
    Reaches(Expr),
    /// Their actions, all of them.
    Act,
}

/// Pushes the actions of a move, given what is looked at.
pub type Deed<'g> = Rc<dyn Fn(&mut Lower<'g>, &Env) -> Lowered<()> + 'g>;

/// Where moves go.
#[derive(Clone)]
pub struct Out<'g> {
    pub mode: Mode,
    /// What follows them, inner rules first.
    pub thens: Vec<ThenId>,
    /// What must hold once they are made, and what was looked at then.
    pub after: Option<(&'g Bool, Env)>,
    /// How many of those that follow come only after that.
    pub outside: usize,
    /// Whether there are moves is asked before they are tried.
    pub strict: bool,
    /// What is done after the move itself.
    pub suffix: Option<Deed<'g>>,
}

impl<'g> Out<'g> {
    pub fn new(mode: Mode) -> Out<'g> {
        Out { mode, thens: Vec::new(), after: None, outside: 0, strict: false, suffix: None }
    }
}

/// A move that was found.
struct Found<'g, 'e> {
    m: &'g Moves,
    env: &'e Env,
    deed: Deed<'g>,
    simple: Option<Op>,
    is_pass: bool,
    is_swap: bool,
    from_is_to: bool,
    /// The move itself needs what its level stands for.
    carries_level: bool,
}

impl<'g, 'e> Found<'g, 'e> {
    fn new(m: &'g Moves, env: &'e Env, deed: Deed<'g>) -> Found<'g, 'e> {
        Found {
            m,
            env,
            deed,
            simple: None,
            is_pass: false,
            is_swap: false,
            from_is_to: false,
            carries_level: false,
        }
    }
}

impl<'g> Lower<'g> {
    /// Answers a question about moves by returning from the function.
    pub fn ask(&mut self, m: &'g Moves, env: &Env, mode: Mode) -> Lowered<()> {
        self.moves(m, env, &Out::new(mode))
    }
    /// Pushes the actions of all moves of a rule.
    pub fn act(&mut self, m: &'g Moves, env: &Env) -> Lowered<()> {
        self.ask(m, env, Mode::Act)
    }

    pub fn moves(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let mut out = out.clone();
        if let Some(then) = m.then {
            out.thens.insert(0, then);
        }
        self.deeper(|l| l.moves_of(m, env, &out))
    }

    fn moves_of(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) => {
                for part in list.iter() {
                    self.moves(part, env, out)?;
                }
                Ok(())
            }
            MovesKind::If { cond, then, otherwise } => {
                let cond = self.bool(cond, env)?;
                self.when_else(
                    cond,
                    |l| l.moves(then, env, out),
                    |l| match otherwise {
                        Some(other) => l.moves(other, env, out),
                        None => Ok(()),
                    },
                )
            }
            MovesKind::Priority(list) => self.priority(list, env, out),
            MovesKind::Do { prior, next, after } => {
                self.do_then(prior, next.as_deref(), after.as_deref(), env, out)
            }
            MovesKind::MaxDistance { moves, .. } => self.moves(moves, env, out),
            MovesKind::ForEachPiece(e) => self.for_each_piece(e, env, out),
            MovesKind::ForEachSite { region, moves, otherwise } => {
                let sites = self.region(region, env)?;
                let before = self.mark(out);
                let strict = out.strict || otherwise.is_some();
                let inner_out = Out { strict, ..out.clone() };
                self.for_each(&sites, |l, site| {
                    let env = Env { to: site, site, ..env.clone() };
                    l.moves(moves, &env, &inner_out)
                })?;
                match otherwise {
                    None => Ok(()),
                    Some(other) => {
                        let Some(before) = before else {
                            return refuse("Moves", "ForEachSite with otherwise, asked about");
                        };
                        let fresh = self.nothing_since(before);
                        self.when(fresh, |l| l.moves(other, env, out))
                    }
                }
            }
            MovesKind::ForEachValueIn { range, moves } => {
                let (min, max) = (self.int(&range.min, env)?, self.int(&range.max, env)?);
                let max = self.b.bind(max);
                let at = self.b.variable(min);
                self.repeat(|l| {
                    let value = l.b.get(at);
                    let done = l.b.binary(Binary::Lt, max, value);
                    l.break_if(done);
                    let value = l.b.bind(value);
                    let inner = Env { value, ..env.clone() };
                    l.moves(moves, &inner, out)?;
                    let one = l.b.int(1);
                    let next = l.b.add(value, one);
                    l.b.set(at, next);
                    Ok(())
                })
            }
            MovesKind::ForEachValue { values, moves } => {
                let values = self.listed(values, env)?;
                for value in values {
                    let value = self.b.bind(value);
                    let env = Env { value, ..env.clone() };
                    self.moves(moves, &env, out)?;
                }
                Ok(())
            }
            MovesKind::ForEachPlayer { players, moves } => {
                let players = match players {
                    None => (1..=self.game.players).map(|p| self.b.int(p as i64)).collect(),
                    Some(list) => self.listed(list, env)?,
                };
                for player in players {
                    let env = Env { player, ..env.clone() };
                    self.moves(moves, &env, out)?;
                }
                Ok(())
            }
            MovesKind::ForEachDirection { kind, from, dirs, range, between, to, moves } => {
                if between.is_some() || *kind != self.layout.kind {
                    return refuse("Moves", "ForEachDirection with a condition between");
                }
                let origin = self.int(from, env)?;
                let (min, max) = match range {
                    None => (self.b.int(1), self.b.int(1)),
                    Some(r) => (self.int(&r.min, env)?, self.int(&r.max, env)?),
                };
                let (min, max) = (self.b.bind(min), self.b.bind(max));
                if !Self::is_absolute(dirs) {
                    return refuse("Moves", "ForEachDirection along relative directions");
                }
                self.if_on_board(*kind, origin, |l, origin| {
                    let standing = l.what(env.from);
                    l.when(standing, |l| {
                        let rays = l.rays(dirs, None, origin)?;
                        l.for_each_ray(rays, |l, along| {
                            let begin = l.b.get(along);
                            let begin = l.b.bind(begin);
                            l.along_ray(rays.1, along, |l, site| {
                                let at = l.b.get(along);
                                let distance = l.b.binary(Binary::Sub, at, begin);
                                let distance = l.b.bind(distance);
                                let far = l.b.binary(Binary::Lt, max, distance);
                                l.break_if(far);
                                let inner = Env { to: site, ..env.clone() };
                                let holds = l.holds(to.as_deref(), &inner)?;
                                let fails = l.b.not(holds);
                                l.break_if(fails);
                                let reached = l.b.binary(Binary::Le, min, distance);
                                l.when(reached, |l| l.moves(moves, &inner, out))
                            })
                        })
                    })
                })
            }
            MovesKind::ForEachDie { dice, combined, replay_double, cond, moves } => {
                self.for_each_die(dice, combined, replay_double, cond.as_deref(), moves, env, out)
            }
            MovesKind::Step { from, dirs, to, stack: _ } => self.step(m, from, dirs, to, env, out),
            MovesKind::Slide { from, tracks: None, dirs, between, to, stack: _ } => {
                self.slide(m, from, dirs, between.as_deref(), to.as_deref(), env, out)
            }
            MovesKind::Hop { from, dirs, between, to, stack: _ } => {
                self.hop(m, from, dirs, between.as_deref(), to, env, out)
            }
            MovesKind::Leap { from, walks, forward, rotations, to } => {
                let (forward, rotations) = (self.bool(forward, env)?, self.bool(rotations, env)?);
                let (Some(0), Some(rotations)) = (self.constant(forward), self.constant(rotations)) else {
                    return refuse("Moves", "Leap forward");
                };
                if from.kind != self.layout.kind || self.game.site_type != from.kind {
                    return refuse("Moves", "Leap on another kind of site");
                }
                let (game, len, kind) = (self.game, self.layout.board_len, from.kind);
                let rows = self.rows("leaps", |s| {
                    if s as usize >= len {
                        return SiteSet::new();
                    }
                    ludarium_engine::eval::walk::walk_ends(game, kind, s, walks, rotations != 0)
                });
                self.for_each_origin(from, env, |l, origin, env| {
                    let targets = l.row(rows, origin);
                    l.move_to_each(m, from, &targets, to, env, out)
                })
            }
            MovesKind::FromTo { from, to, count, copy, stack: _, mover } => {
                if mover.is_some_and(|r| r != Role::Mover) {
                    return refuse("Moves", "FromTo of another player");
                }
                let copy = self.bool(copy, env)?;
                let Some(copied) = self.constant(copy) else { return refuse("Moves", "FromTo that may copy") };
                self.from_to(m, from, to, count.as_ref(), copied != 0, env, out)
            }
            MovesKind::Add { pieces, state, to, count, on_stack: _ } => {
                self.add(m, pieces, state.as_ref(), to, count.as_ref(), env, out)
            }
            MovesKind::Shoot { kind, piece, from, dirs, to } => {
                let origin = self.int(from, env)?;
                let what = self.int(piece, env)?;
                let what = self.b.bind(what);
                if to.is_none() && *kind != SiteType::Cell {
                    return refuse("Moves", "Shoot on another kind of site");
                }
                self.if_on_board(*kind, origin, |l, origin| {
                    let known = if origin == env.from { env.what_at_from } else { None };
                    let rays = l.rays(dirs, known, origin)?;
                    l.for_each_ray(rays, |l, along| {
                        l.along_ray(rays.1, along, |l, site| {
                            let inner = Env { to: site, ..env.clone() };
                            let free = match to {
                                Some(cond) => l.bool(cond, &inner)?,
                                None => l.is_empty(site),
                            };
                            let stops = l.b.not(free);
                            l.break_if(stops);
                            let acting = out.mode == Mode::Act;
                            if !acting && Looked::To.mentioned_in(&[Part::Int(piece)]) {
                                return refuse("Moves", "Shoot of a piece that depends on the target");
                            }
                            let deed: Deed<'g> = Rc::new(move |l, env| {
                                let what = if acting { what } else { l.int(piece, env)? };
                                let (one, off) = (l.b.int(1), l.b.int(OFF.into()));
                                l.push(Op::Add, &[env.to, what, one, off]);
                                Ok(())
                            });
                            let mut found = Found::new(m, &inner, deed);
                            found.from_is_to = true;
                            let real = {
                                let zero = l.b.int(0);
                                l.b.binary(Binary::Le, zero, what)
                            };
                            l.when(real, |l| l.emit(&found, site, site, out))
                        })
                    })
                })
            }
            MovesKind::Remove { kind, place, level: _, count, at_end_of_turn } => {
                self.remove(m, *kind, place, count.as_ref(), *at_end_of_turn, env, out)
            }
            MovesKind::Promote { kind, site, to } => self.promote(m, *kind, site, to, env, out),
            MovesKind::Select { from, to, mover } => {
                if mover.is_some_and(|r| r != Role::Mover) {
                    return refuse("Moves", "Select by another player");
                }
                self.select(m, from, to.as_deref(), env, out)
            }
            MovesKind::SwapPieces { a, b } => {
                let (x, y) = (self.int(a, env)?, self.int(b, env)?);
                let (x, y) = (self.b.bind(x), self.b.bind(y));
                let zero = self.b.int(0);
                let (p, q) = (self.b.binary(Binary::Le, zero, x), self.b.binary(Binary::Le, zero, y));
                let real = self.b.binary(Binary::And, p, q);
                let deed: Deed<'g> = Rc::new(|l, env| {
                    let back = l.what(env.to);
                    let back = l.b.bind(back);
                    let (one, off) = (l.b.int(1), l.b.int(OFF.into()));
                    l.push(Op::Move, &[env.from, env.to, off, off, off]);
                    l.push(Op::Add, &[env.from, back, one, off]);
                    Ok(())
                });
                self.when(real, |l| {
                    let found = Found::new(m, env, deed);
                    l.emit(&found, x, y, out)
                })
            }
            MovesKind::Pass => {
                let mut found = Found::new(m, env, Rc::new(|_, _| Ok(())));
                (found.simple, found.is_pass) = (Some(Op::None), true);
                let off = self.b.int(OFF.into());
                self.emit(&found, off, off, out)
            }
            MovesKind::SwapPlayers { a, b } => {
                let deed: Deed<'g> = Rc::new(move |l, env| {
                    let (a, b) = (l.int(a, env)?, l.int(b, env)?);
                    l.push(Op::Swap, &[a, b]);
                    let mover = l.b.int(env.mover as i64);
                    l.push(Op::SetNextPlayer, &[mover]);
                    Ok(())
                });
                let mut found = Found::new(m, env, deed);
                found.is_swap = true;
                let off = self.b.int(OFF.into());
                self.emit(&found, off, off, out)
            }
            MovesKind::Effect(e) => self.effect_moves(m, e, env, out),
            MovesKind::SetNextPlayer(list) => {
                let list = self.listed(list, env)?;
                if out.mode != Mode::Act {
                    return refuse("Moves", "SetNextPlayer as a decision");
                }
                let n = self.game.players as i64;
                for p in list {
                    let p = self.b.bind(p);
                    let (one, most) = (self.b.int(1), self.b.int(n));
                    let low = self.b.binary(Binary::Le, one, p);
                    let high = self.b.binary(Binary::Le, p, most);
                    let real = self.b.binary(Binary::And, low, high);
                    self.when(real, |l| {
                        l.push(Op::SetNextPlayer, &[p]);
                        if m.decision {
                            l.push(Op::Decide, &[]);
                        }
                        l.follow(out);
                        Ok(())
                    })?;
                }
                Ok(())
            }
            MovesKind::SetRotation { .. }
            | MovesKind::Slide { .. }
            | MovesKind::PlayCard
            | MovesKind::Propose(_)
            | MovesKind::Vote(_)
            | MovesKind::Bet { .. }
            | MovesKind::SetTrump(_)
            | MovesKind::Append(_)
            | MovesKind::AllCombinations(..)
            | MovesKind::Seq(_)
            | MovesKind::While { .. }
            | MovesKind::AvoidStoredState(_)
            | MovesKind::FirstMoveOnTrack { .. }
            | MovesKind::MaxMoves { .. }
            | MovesKind::MaxCaptures { .. }
            | MovesKind::ForEachTeam(_)
            | MovesKind::ForEachLevel { .. }
            | MovesKind::ForEachGroup { .. }
            | MovesKind::Fall => refuse("Moves", name_of(m)),
        }
    }

    // ---- combined ----

    /// How many moves there are so far; nothing where they are not counted.
    fn mark(&mut self, out: &Out<'g>) -> Option<Expr> {
        if out.mode != Mode::List {
            return None;
        }
        let sum = self.found_so_far();
        Some(self.b.bind(sum))
    }
    fn found_so_far(&mut self) -> Expr {
        let singles = self.b.load_at(self.scratch.counters, SINGLES);
        let sets = self.b.load_at(self.scratch.counters, SETS);
        self.b.add(singles, sets)
    }
    fn nothing_since(&mut self, before: Expr) -> Expr {
        let now = self.found_so_far();
        self.b.eq(now, before)
    }

    fn priority(&mut self, list: &'g [Moves], env: &Env, out: &Out<'g>) -> Lowered<()> {
        let [first, rest @ ..] = list else { return Ok(()) };
        match out.mode {
            Mode::List => {
                if rest.is_empty() {
                    return self.moves(first, env, out);
                }
                if out.after.is_some() {
                    return refuse("Moves", "Priority of moves that are tried");
                }
                let before = self.found_so_far();
                let before = self.b.bind(before);
                self.moves(first, env, &Out { strict: true, ..out.clone() })?;
                let fresh = self.nothing_since(before);
                self.when(fresh, |l| l.priority(rest, env, out))
            }
            Mode::Any => {
                for part in list {
                    self.moves(part, env, out)?;
                }
                Ok(())
            }
            Mode::Reaches(_) | Mode::Act => {
                if rest.is_empty() {
                    return self.moves(first, env, out);
                }
                let can = self.can_move(first, env)?;
                self.when_else(can, |l| l.moves(first, env, out), |l| l.priority(rest, env, out))
            }
        }
    }

    fn do_then(
        &mut self,
        prior: &'g Moves,
        next: Option<&'g Moves>,
        after: Option<&'g Bool>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        match (next, after) {
            (None, None) => Ok(()),
            (None, Some(after)) => {
                if out.after.is_some() || out.mode == Mode::Act {
                    return refuse("Moves", "Do inside Do");
                }
                if out.strict && out.mode == Mode::List {
                    return refuse("Moves", "a choice between moves that are tried");
                }
                let mut out = out.clone();
                out.after = Some((after, env.clone()));
                // What follows outside of the trial comes after it.
                out.outside = out.thens.len();
                self.moves(prior, env, &out)
            }
            (Some(next), None) => {
                let rolls = matches!(&prior.kind, MovesKind::Effect(e) if matches!(**e, Effect::Roll));
                if !rolls || prior.then.is_some() {
                    return refuse("Moves", "Do before others");
                }
                match out.mode {
                    // Where dice are rolled there is always a move, if only a pass.
                    Mode::Any => {
                        let one = self.b.int(1);
                        self.b.push(Statement::Return(one));
                        Ok(())
                    }
                    Mode::List => {
                        let roll = self.b.service(Service::Roll, &[]);
                        self.b.push(Statement::Do(roll));
                        let before = self.found_so_far();
                        let before = self.b.bind(before);
                        self.moves(next, env, &Out { strict: true, ..out.clone() })?;
                        let fresh = self.nothing_since(before);
                        let mut found = Found::new(prior, env, Rc::new(|_, _| Ok(())));
                        (found.simple, found.is_pass) = (Some(Op::None), true);
                        let off = self.b.int(OFF.into());
                        self.when(fresh, |l| l.emit(&found, off, off, out))
                    }
                    Mode::Reaches(_) | Mode::Act => refuse("Moves", "Do Roll asked about"),
                }
            }
            (Some(_), Some(_)) => refuse("Moves", "Do before others, and a condition"),
        }
    }

    fn for_each_piece(&mut self, e: &'g ForEachPiece, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let player = self.int(&e.player, env)?;
        let container = self.int(&e.container, env)?;
        let n = self.game.players as i64;
        let Some(container) = self.constant(container) else {
            return refuse("Moves", "ForEachPiece of some container");
        };
        if e.kind.is_some_and(|k| k != self.layout.kind) {
            return refuse("Moves", "ForEachPiece on another kind of site");
        }
        let Some(player) = self.constant(player) else {
            // Whoever it turns out to be.
            let player = self.b.bind(player);
            for p in 1..=n {
                let number = self.b.int(p);
                let is = self.b.eq(player, number);
                self.when(is, |l| l.pieces_of(e, p, container, env, out))?;
            }
            return Ok(());
        };
        self.pieces_of(e, player, container, env, out)
    }

    fn pieces_of(
        &mut self,
        e: &'g ForEachPiece,
        player: i64,
        container: i64,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let n = self.game.players as i64;
        let all = e.everybody && player == n + 1;
        let game = self.game;
        let wanted: Vec<usize> = (1..game.components.len())
            .filter(|&c| {
                (all || game.components[c].owner as i64 == player)
                    && e.components.as_ref().is_none_or(|list| list.contains(&(c as u16)))
            })
            .collect();
        let mut env = env.clone();
        let visiting = player != env.mover as i64 && (1..=n).contains(&player);
        if visiting {
            if out.mode == Mode::List {
                return refuse("Moves", "ForEachPiece of another player");
            }
            let mover = self.b.int(env.mover as i64);
            (env.prev, env.next) = (Some(mover), Some(mover));
            env.mover = player as usize;
        }
        let within = if container == 0 {
            self.board_sites()
        } else {
            self.container_sites(usize::try_from(container).unwrap_or(usize::MAX))
        };
        env.level = self.b.int(0);
        let on_board = container == 0;
        let through = |l: &mut Self, sites: &Set, what: Option<u16>, moves: &'g Moves| {
            let sites = l.intersection(sites, &within);
            l.for_each(&sites, |l, from| {
                if on_board {
                    l.know_on_board(from);
                }
                let env = Env { from, what_at_from: what, ..env.clone() };
                l.moves(moves, &env, out)
            })
        };
        match &e.moves {
            Some(moves) => {
                let one = if let [c] = wanted[..] { Some(c as u16) } else { None };
                let mut sites = self.no_sites();
                for &c in &wanted {
                    let here = self.of_component(c);
                    sites = self.union(&sites, &here);
                }
                through(self, &sites, one, moves)
            }
            None => {
                for &c in &wanted {
                    if let Some(moves) = &game.components[c].moves {
                        let sites = self.of_component(c);
                        through(self, &sites, Some(c as u16), moves)?;
                    }
                }
                Ok(())
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn for_each_die(
        &mut self,
        dice: &'g Int,
        combined: &'g Bool,
        replay_double: &'g Bool,
        cond: Option<&'g Bool>,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let set = self.int(dice, env)?;
        let (combined, double) = (self.bool(combined, env)?, self.bool(replay_double, env)?);
        let (Some(set), Some(0), Some(0)) =
            (self.constant(set), self.constant(combined), self.constant(double))
        else {
            return refuse("Moves", "ForEachDie combined or doubled");
        };
        let Some(&(at, len)) = usize::try_from(set).ok().and_then(|s| self.layout.dice.get(s)) else {
            return Ok(());
        };
        if out.suffix.is_some() {
            return refuse("Moves", "ForEachDie inside another");
        }
        for die in 0..len {
            let pips = self.b.load_at(self.layout.numbers, at + die);
            let pips = self.b.bind(pips);
            let inner = Env { pips, ..env.clone() };
            let holds = self.holds(cond, &inner)?;
            let mut out = out.clone();
            out.suffix = Some(Rc::new(move |l, _| {
                let (set, die) = (l.b.int(set), l.b.int(die as i64));
                l.push(Op::UseDie, &[set, die]);
                Ok(())
            }));
            self.when(holds, |l| l.moves(moves, &inner, &out))?;
        }
        Ok(())
    }

    // ---- pieces that move ----

    fn for_each_place(
        &mut self,
        place: &'g Place,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        match place {
            Place::Site(site) => {
                let site = self.int(site, env)?;
                let site = self.b.bind(site);
                make(self, site)
            }
            Place::Region(region) => {
                let sites = self.region(region, env)?;
                self.for_each(&sites, make)
            }
        }
    }

    /// Goes through the sites of the board that pieces may start from.
    fn for_each_origin(
        &mut self,
        from: &'g Origin,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr, &Env) -> Lowered<()>,
    ) -> Lowered<()> {
        let same = matches!(&from.place, Place::Site(Int::From));
        let (outer, known) = (env.from, env.what_at_from);
        self.for_each_place(&from.place, env, |l, origin| {
            let origin = if same { outer } else { origin };
            l.if_on_board(from.kind, origin, |l, origin| {
                let what_at_from = if same { known } else { None };
                let env = Env { from: origin, what_at_from, ..env.clone() };
                let holds = l.holds(from.cond.as_ref(), &env)?;
                l.when(holds, |l| make(l, origin, &env))
            })
        })
    }

    /// Moves a piece to each of the targets for which the condition holds.
    fn move_to_each(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        targets: &Set,
        to: &'g Target,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.plain(from, to)?;
        let origin = env.from;
        let apply = &to.apply;
        let deed: Deed<'g> = Rc::new(move |l, env| {
            l.apply(apply, env)?;
            l.push_move(env.from, env.to);
            Ok(())
        });
        let mut found = Found::new(m, env, deed);
        if apply.effect.is_none() {
            found.simple = Some(Op::Move);
        }
        self.to_each(&found, origin, targets, to.cond.as_ref(), env, out)
    }

    fn to_each(
        &mut self,
        found: &Found<'g, '_>,
        origin: Expr,
        targets: &Set,
        cond: Option<&'g Bool>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let lifted = match cond {
            None => Some(targets.clone()),
            Some(c) => self.lift(c, Looked::To, env)?.map(|set| self.intersection(targets, &set)),
        };
        match lifted {
            Some(set) => self.emit_set(found, origin, &set, out),
            None => {
                let targets = self.bind_set(targets);
                self.for_each(&targets, |l, target| {
                    let inner = Env { to: target, ..env.clone() };
                    let holds = l.holds(cond, &inner)?;
                    let found = Found { env: &inner, deed: found.deed.clone(), ..*found };
                    let from = if found.from_is_to { target } else { origin };
                    l.when(holds, |l| l.emit(&found, from, target, out))
                })
            }
        }
    }

    /// Without levels and rotations.
    fn plain(&self, from: &Origin, to: &Target) -> Lowered<()> {
        if to.rotations.is_some() {
            return refuse("Moves", "rotations of a target");
        }
        if to.level.is_some() || from.kind != to.kind && from.kind != self.layout.kind {
            return refuse("Moves", "levels or kinds of a target");
        }
        Ok(())
    }

    fn step(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        to: &'g Target,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.for_each_origin(from, env, |l, origin, env| {
            let targets = l.step_set(dirs, env.what_at_from, origin)?;
            l.move_to_each(m, from, &targets, to, env, out)
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn slide(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        between: Option<&'g Between>,
        to: Option<&'g Target>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if between.is_some_and(|b| b.trail.is_some() || b.apply.effect.is_some()) {
            return refuse("Moves", "Slide that leaves something behind");
        }
        if to.is_some_and(|t| t.rotations.is_some()) {
            return refuse("Moves", "rotations of a target");
        }
        let pass = between.and_then(|b| b.cond.as_ref());
        if pass.is_none() && self.game.site_type != self.layout.kind {
            return refuse("Moves", "Slide on another kind of site");
        }
        let range = between.and_then(|b| b.range.as_ref());
        let effect = to.and_then(|t| t.apply.effect.as_deref());
        let stop = to.and_then(|t| t.cond.as_ref());
        let allowed = to.and_then(|t| t.apply.cond.as_ref());
        let deed: Deed<'g> = Rc::new(move |l, env| {
            if let Some(effect) = effect {
                l.act(effect, env)?;
            }
            l.push_move(env.from, env.to);
            Ok(())
        });
        self.for_each_origin(from, env, |l, origin, env| {
            let min = match range {
                Some(r) => Some(l.int(&r.min, env)?),
                None => None,
            };
            let max = match range {
                Some(r) => Some(l.int(&r.max, env)?),
                None => None,
            };
            let (min, max) = (min.map(|e| l.b.bind(e)), max.map(|e| l.b.bind(e)));
            let rays = l.rays(dirs, env.what_at_from, origin)?;
            let simple = if effect.is_none() { Some(Op::Move) } else { None };
            l.for_each_ray(rays, |l, along| {
                let begin = l.b.get(along);
                let begin = l.b.bind(begin);
                l.along_ray(rays.1, along, |l, site| {
                    let at = l.b.get(along);
                    let distance = l.b.binary(Binary::Sub, at, begin);
                    let distance = l.b.bind(distance);
                    if let Some(max) = max {
                        let far = l.b.binary(Binary::Lt, max, distance);
                        l.break_if(far);
                    }
                    let reached = match min {
                        Some(min) => l.b.binary(Binary::Le, min, distance),
                        None => l.b.int(1),
                    };
                    let inner = Env { to: site, ..env.clone() };
                    let passed = Env { to: site, between: site, ..env.clone() };
                    let emit = |l: &mut Self, env: &Env| {
                        let may = l.holds(allowed, env)?;
                        let mut found = Found::new(m, env, deed.clone());
                        found.simple = simple;
                        l.when(may, |l| l.emit(&found, origin, site, out))
                    };
                    if let Some(stop) = stop {
                        let stops = l.bool(stop, &inner)?;
                        let stops = l.b.both(stops, reached);
                        let stops = l.b.bind(stops);
                        l.when(stops, |l| emit(l, &inner))?;
                        l.break_if(stops);
                    }
                    let free = match pass {
                        Some(cond) => l.bool(cond, &passed)?,
                        None => l.is_empty(site),
                    };
                    let blocked = l.b.not(free);
                    l.break_if(blocked);
                    l.when(reached, |l| emit(l, &passed))
                })
            })
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn hop(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        between: Option<&'g Between>,
        to: &'g Target,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.plain(from, to)?;
        if to.apply.cond.is_some() {
            return refuse("Moves", "Hop that stops");
        }
        let range = between.and_then(|b| b.range.as_ref());
        if let Some(r) = range {
            let (min, max) = (self.int(&r.min, env)?, self.int(&r.max, env)?);
            if (self.constant(min), self.constant(max)) != (Some(1), Some(1)) {
                return refuse("Moves", "Hop over long hurdles");
            }
        }
        let over_effect = between.map(|b| &b.apply);
        let effect = to.apply.effect.as_deref();
        let deed: Deed<'g> = Rc::new(move |l, env| {
            if let Some(apply) = over_effect {
                l.apply(apply, env)?;
            }
            if let Some(effect) = effect {
                l.act(effect, env)?;
            }
            l.push_move(env.from, env.to);
            Ok(())
        });
        let simple = if effect.is_none() && over_effect.is_none_or(|a| a.effect.is_none()) {
            Some(Op::Move)
        } else {
            None
        };
        let hurdle = |l: &mut Self, site: Expr, env: &Env| match between {
            None => Ok(l.b.int(1)),
            Some(b) => match &b.cond {
                None => Ok(l.b.int(0)),
                Some(c) => {
                    let env = Env { between: site, ..env.clone() };
                    l.bool(c, &env)
                }
            },
        };
        self.for_each_origin(from, env, |l, origin, env| {
            let before = match between.and_then(|b| b.before.as_ref()) {
                Some(e) => l.int(e, env)?,
                None => l.b.int(0),
            };
            let after = match between.and_then(|b| b.after.as_ref()) {
                Some(e) => l.int(e, env)?,
                None => l.b.int(0),
            };
            let (before, after) = (l.b.bind(before), l.b.bind(after));
            let rays = l.rays(dirs, env.what_at_from, origin)?;
            l.for_each_ray(rays, |l, along| {
                let begin = l.b.get(along);
                let begin = l.b.bind(begin);
                l.along_ray(rays.1, along, |l, site| {
                    let is = hurdle(l, site, env)?;
                    let is = l.b.bind(is);
                    l.when(is, |l| {
                        let first = l.b.get(along);
                        let first = l.b.bind(first);
                        l.along_ray(rays.1, along, |l, landing| {
                            let inner = Env { to: landing, between: site, ..env.clone() };
                            let holds = l.holds(to.cond.as_ref(), &inner)?;
                            let fails = l.b.not(holds);
                            l.break_if(fails);
                            let mut found = Found::new(m, &inner, deed.clone());
                            found.simple = simple;
                            l.emit(&found, origin, landing, out)?;
                            let at = l.b.get(along);
                            let gone = l.b.binary(Binary::Sub, at, first);
                            let far = l.b.binary(Binary::Lt, after, gone);
                            l.break_if(far);
                            Ok(())
                        })
                    })?;
                    l.break_if(is);
                    let at = l.b.get(along);
                    let gone = l.b.binary(Binary::Sub, at, begin);
                    let far = l.b.binary(Binary::Lt, before, gone);
                    l.break_if(far);
                    let inner = Env { to: site, ..env.clone() };
                    let holds = l.holds(to.cond.as_ref(), &inner)?;
                    let fails = l.b.not(holds);
                    l.break_if(fails);
                    Ok(())
                })
            })
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn from_to(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        to: &'g Target,
        count: Option<&'g Int>,
        copied: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if to.rotations.is_some() || to.level.is_some() || from.level.is_some() {
            return refuse("Moves", "FromTo with levels or rotations");
        }
        if to.kind != self.layout.kind && self.game.layout.board[to.kind as usize].1 > 0 {
            return refuse("Moves", "FromTo to another kind of site");
        }
        let outer = env.clone();
        let apply = &to.apply;
        if apply.cond.as_ref().is_some_and(|c| Looked::From.mentioned_in(&[Part::Bool(c)])) {
            return refuse("Moves", "FromTo whose effect depends on what is looked at outside");
        }
        if count.is_some_and(|c| Looked::To.mentioned_in(&[Part::Int(c)])) {
            return refuse("Moves", "FromTo of a number that depends on what is looked at outside");
        }
        let same = matches!(&from.place, Place::Site(Int::From));
        let deed: Deed<'g> = Rc::new(move |l, env| {
            l.apply(apply, env)?;
            match count {
                Some(count) => {
                    let n = l.int(count, env)?;
                    l.push(Op::MoveCount, &[env.from, env.to, n]);
                }
                None if copied => l.push(Op::Copy, &[env.from, env.to]),
                None => l.push_move(env.from, env.to),
            }
            Ok(())
        });
        self.for_each_place(&from.place, env, |l, origin| {
            let origin = if same { outer.from } else { origin };
            let origin = l.b.bind(origin);
            let site = l.site_either(from.kind, origin)?;
            let what = l.what(site);
            l.when(what, |l| {
                let what_at_from = if same { outer.what_at_from } else { None };
                let inner = Env { from: origin, what_at_from, ..outer.clone() };
                let holds = l.holds(from.cond.as_ref(), &inner)?;
                l.when(holds, |l| {
                    let mut found = Found::new(m, &inner, deed.clone());
                    if apply.effect.is_none() && count.is_none() && !copied {
                        found.simple = Some(Op::Move);
                    }
                    match &to.place {
                        Place::Region(region) => {
                            let targets = l.region(region, &inner)?;
                            l.to_each(&found, origin, &targets, to.cond.as_ref(), &inner, out)
                        }
                        Place::Site(site) => {
                            let target = l.int(site, &inner)?;
                            let target = l.b.bind(target);
                            let zero = l.b.int(0);
                            let real = l.b.binary(Binary::Le, zero, target);
                            l.when(real, |l| {
                                let inner = Env { to: target, ..inner.clone() };
                                let holds = l.holds(to.cond.as_ref(), &inner)?;
                                let mut found = Found::new(m, &inner, deed.clone());
                                if apply.effect.is_none() && count.is_none() && !copied {
                                    found.simple = Some(Op::Move);
                                }
                                l.when(holds, |l| l.emit(&found, origin, target, out))
                            })
                        }
                    }
                })
            })
        })
    }

    /// A site of the board by the kind that is said, or a cell beside it.
    fn site_either(&mut self, kind: SiteType, site: Expr) -> Lowered<Expr> {
        if kind == self.layout.kind { Ok(site) } else { Ok(self.site_of(kind, site)) }
    }

    // ---- pieces that come and go ----

    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        m: &'g Moves,
        pieces: &'g [Int],
        state: Option<&'g Int>,
        to: &'g Target,
        count: Option<&'g Int>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if to.level.is_some() || to.rotations.is_some() {
            return refuse("Moves", "Add with levels or rotations");
        }
        if to.kind != self.layout.kind {
            return refuse("Moves", "Add on another kind of site");
        }
        let one_site = matches!(to.place, Place::Site(_));
        if one_site && pieces.len() > 1 {
            return refuse("Moves", "Add of the first component that fits");
        }
        let apply = &to.apply;
        let most = self.layout.components as i64;
        for piece in pieces {
            let what = self.int(piece, env)?;
            let what = self.b.bind(what);
            let (zero, most) = (self.b.int(0), self.b.int(most));
            let low = self.b.binary(Binary::Le, zero, what);
            let high = self.b.binary(Binary::Lt, what, most);
            let real = self.b.binary(Binary::And, low, high);
            let acting = out.mode == Mode::Act;
            if !acting && Looked::To.mentioned_in(&[Part::Int(piece)]) {
                return refuse("Moves", "Add of a piece that depends on what is looked at outside");
            }
            let deed: Deed<'g> = Rc::new(move |l, env| {
                if let Some(effect) = &apply.effect {
                    let holds = l.holds(apply.cond.as_ref(), env)?;
                    l.when(holds, |l| {
                        let env = Env { from: env.to, what_at_from: None, ..env.clone() };
                        let again = l.holds(apply.cond.as_ref(), &env)?;
                        l.when(again, |l| l.act(effect, &env))
                    })?;
                }
                // (Which piece it is was said before the site was looked at.)
                let what = if acting { what } else { l.int(piece, env)? };
                let state = match state {
                    Some(s) => l.int(s, env)?,
                    None => l.b.int(UNDEFINED.into()),
                };
                let (what, state) = (l.b.bind(what), l.b.bind(state));
                let one = l.b.int(1);
                match count {
                    None => l.push(Op::Add, &[env.to, what, one, state]),
                    Some(c) => {
                        let n = l.int(c, env)?;
                        let left = l.b.variable(n);
                        l.repeat(|l| {
                            let k = l.b.get(left);
                            let done = l.b.binary(Binary::Lt, k, one);
                            l.break_if(done);
                            l.push(Op::Add, &[env.to, what, one, state]);
                            let less = l.b.binary(Binary::Sub, k, one);
                            l.b.set(left, less);
                            Ok(())
                        })?;
                    }
                }
                Ok(())
            });
            let enough = match count {
                None => self.b.int(1),
                Some(c) => {
                    let n = self.int(c, env)?;
                    let one = self.b.int(1);
                    self.b.binary(Binary::Le, one, n)
                }
            };
            let go = self.b.both(real, enough);
            self.when(go, |l| {
                let mut found = Found::new(m, env, deed.clone());
                found.from_is_to = true;
                match &to.place {
                    Place::Region(region) => {
                        let targets = l.region(region, env)?;
                        let off = l.b.int(OFF.into());
                        l.to_each(&found, off, &targets, to.cond.as_ref(), env, out)
                    }
                    Place::Site(site) => {
                        let site = l.int(site, env)?;
                        let site = l.b.bind(site);
                        let inner = Env { to: site, ..env.clone() };
                        let holds = l.holds(to.cond.as_ref(), &inner)?;
                        let mut found = Found::new(m, &inner, deed.clone());
                        found.from_is_to = true;
                        l.when(holds, |l| l.emit(&found, site, site, out))
                    }
                }
            })?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn remove(
        &mut self,
        m: &'g Moves,
        kind: SiteType,
        place: &'g Place,
        count: Option<&'g Int>,
        at_end_of_turn: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if let Some(c) = count {
            let n = self.int(c, env)?;
            if self.constant(n) != Some(1) {
                return refuse("Moves", "Remove of several");
            }
        }
        let op = if at_end_of_turn { Op::RemoveAtEndOfTurn } else { Op::Remove };
        let deed: Deed<'g> = Rc::new(move |l, env| {
            l.push(op, &[env.to]);
            Ok(())
        });
        let mut found = Found::new(m, env, deed.clone());
        (found.simple, found.from_is_to) = (Some(op), true);
        match place {
            Place::Region(region) => {
                let sites = self.region(region, env)?;
                let taken = self.occupied();
                let sites = self.intersection(&sites, &taken);
                let off = self.b.int(OFF.into());
                self.emit_set(&found, off, &sites, out)
            }
            Place::Site(site) => {
                let site = self.int(site, env)?;
                let site = self.b.bind(site);
                let there = self.site_either(kind, site)?;
                let what = self.what(there);
                let inner = Env { to: site, ..env.clone() };
                let mut found = Found::new(m, &inner, deed);
                (found.simple, found.from_is_to) = (Some(op), true);
                self.when(what, |l| l.emit(&found, site, site, out))
            }
        }
    }

    fn promote(
        &mut self,
        m: &'g Moves,
        kind: SiteType,
        site: &'g Int,
        to: &'g PromoteTo,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if kind != self.layout.kind {
            return refuse("Moves", "Promote on another kind of site");
        }
        let site = self.int(site, env)?;
        let site = self.b.bind(site);
        let game = self.game;
        let mut choices: Vec<Expr> = Vec::new();
        match to {
            PromoteTo::Pieces(list) => {
                for e in list.iter() {
                    let e = self.int(e, env)?;
                    choices.push(self.b.bind(e));
                }
            }
            PromoteTo::OwnedBy { owner, names } => {
                let owner = self.int(owner, env)?;
                let Some(owner) = self.constant(owner) else { return refuse("Moves", "Promote for somebody") };
                for list in names.iter() {
                    let found = list.iter().find(|&&i| {
                        game.components.get(usize::from(i)).is_some_and(|c| c.owner as i64 == owner)
                    });
                    if let Some(&i) = found {
                        choices.push(self.b.int(i.into()));
                    }
                }
            }
            PromoteTo::LikeOwnedBy { .. } => return refuse("Moves", "Promote to one like another"),
        }
        let zero = self.b.int(0);
        let real = self.b.binary(Binary::Le, zero, site);
        for what in choices {
            let good = self.b.binary(Binary::Lt, zero, what);
            let go = self.b.binary(Binary::And, real, good);
            // (Which component it is travels with the move, as its level.)
            let inner = Env { to: site, level: what, ..env.clone() };
            let fixed = self.constant(what);
            let deed: Deed<'g> = Rc::new(move |l, env| {
                let what = match fixed {
                    Some(w) => l.b.int(w),
                    None => env.level,
                };
                l.push(Op::Promote, &[env.to, what]);
                Ok(())
            });
            let mut found = Found::new(m, &inner, deed);
            found.from_is_to = true;
            found.carries_level = fixed.is_none();
            self.when(go, |l| l.emit(&found, site, site, out))?;
        }
        Ok(())
    }

    fn select(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        to: Option<&'g Target>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let nothing: Deed<'g> = Rc::new(|_, _| Ok(()));
        if let (Place::Region(region), None, true) = (&from.place, to, from.kind == self.layout.kind) {
            let sites = self.region(region, env)?;
            let sites = self.existing(&sites);
            let sites = self.bind_set(&sites);
            let mut found = Found::new(m, env, nothing);
            (found.simple, found.from_is_to) = (Some(Op::None), true);
            let lifted = match &from.cond {
                None => Some(sites.clone()),
                Some(c) if !Looked::From.mentioned_in(&[Part::Bool(c)]) => {
                    self.lift(c, Looked::To, env)?.map(|s| self.intersection(&sites, &s))
                }
                Some(c) if !Looked::To.mentioned_in(&[Part::Bool(c)]) => {
                    self.lift(c, Looked::From, env)?.map(|s| self.intersection(&sites, &s))
                }
                Some(_) => None,
            };
            let sites = match (lifted, &from.cond) {
                (Some(s), _) => s,
                (None, cond) => self.tested(&sites, |l, site| {
                    let env = Env { from: site, to: site, what_at_from: None, ..env.clone() };
                    l.holds(cond.as_ref(), &env)
                })?,
            };
            let off = self.b.int(OFF.into());
            return self.emit_set(&found, off, &sites, out);
        }
        self.for_each_place(&from.place, env, |l, site| {
            let all = l.layout.site_words(false);
            let all = Set(all.into_iter().map(|w| l.b.int(w as i64)).collect());
            let real = if from.kind == l.layout.kind {
                l.contains(&all, site)
            } else {
                return refuse("Moves", "Select on another kind of site");
            };
            let inner = Env { from: site, to: site, what_at_from: None, ..env.clone() };
            l.when(real, |l| {
                let holds = l.holds(from.cond.as_ref(), &inner)?;
                l.when(holds, |l| match to {
                    None => {
                        let mut found = Found::new(m, &inner, nothing.clone());
                        found.simple = Some(Op::None);
                        l.emit(&found, site, site, out)
                    }
                    Some(target) => {
                        if target.kind != l.layout.kind || target.level.is_some() {
                            return refuse("Moves", "Select of a level");
                        }
                        let mut found = Found::new(m, &inner, nothing.clone());
                        found.simple = Some(Op::None);
                        match &target.place {
                            Place::Region(region) => {
                                let second = l.region(region, &inner)?;
                                let second = l.existing(&second);
                                l.to_each(&found, site, &second, target.cond.as_ref(), &inner, out)
                            }
                            Place::Site(_) => refuse("Moves", "Select of two sites"),
                        }
                    }
                })
            })
        })
    }
    fn existing(&mut self, sites: &Set) -> Set {
        let all = self.layout.site_words(false);
        let all = Set(all.into_iter().map(|w| self.b.int(w as i64)).collect());
        self.intersection(sites, &all)
    }

    // ---- what becomes of moves ----

    /// One move was found. `(to)` of its environment is where it goes.
    fn emit(&mut self, found: &Found<'g, '_>, from: Expr, to: Expr, out: &Out<'g>) -> Lowered<()> {
        match out.mode {
            Mode::Act => self.emit_actions(found, from, to, out),
            Mode::Any => match out.after {
                None => {
                    let one = self.b.int(1);
                    self.b.push(Statement::Return(one));
                    Ok(())
                }
                Some(_) => self.return_if_it_holds(found, from, to, out),
            },
            Mode::Reaches(site) => {
                let there = self.b.eq(to, site);
                self.when(there, |l| match out.after {
                    None => {
                        let one = l.b.int(1);
                        l.b.push(Statement::Return(one));
                        Ok(())
                    }
                    Some(_) => l.return_if_it_holds(found, from, to, out),
                })
            }
            Mode::List => {
                let (leaf, captured) = self.leaf(found, out)?;
                let n = self.b.load_at(self.scratch.counters, SINGLES);
                let n = self.b.bind(n);
                let three = self.b.int(3);
                let at = self.b.binary(Binary::Shl, n, three);
                let at = self.b.bind(at);
                let number = self.b.int(leaf as i64);
                for (i, e) in [number, from, to].into_iter().chain(captured).enumerate() {
                    let i = self.b.int(i as i64);
                    let place = self.b.add(at, i);
                    self.b.store(self.scratch.singles, place, e);
                }
                let (one, most) = (self.b.int(1), self.b.int(MOST_SINGLES as i64));
                let next = self.b.add(n, one);
                let next = self.b.binary(Binary::Min, next, most);
                let place = self.b.int(SINGLES as i64);
                self.b.store(self.scratch.counters, place, next);
                Ok(())
            }
        }
    }

    /// A move to each site of a set was found.
    fn emit_set(&mut self, found: &Found<'g, '_>, from: Expr, set: &Set, out: &Out<'g>) -> Lowered<()> {
        let from_of = |found: &Found<'g, '_>, to: Expr| if found.from_is_to { to } else { from };
        match out.mode {
            Mode::Any if out.after.is_none() => {
                let some = self.some(set);
                self.when(some, |l| {
                    let one = l.b.int(1);
                    l.b.push(Statement::Return(one));
                    Ok(())
                })
            }
            Mode::Reaches(site) => {
                let there = self.contains(set, site);
                self.when(there, |l| {
                    let env = Env { to: site, ..found.env.clone() };
                    let found = Found { env: &env, deed: found.deed.clone(), ..*found };
                    let from = from_of(&found, site);
                    l.emit(&found, from, site, out)
                })
            }
            Mode::Act | Mode::Any => self.for_each(set, |l, to| {
                let env = Env { to, ..found.env.clone() };
                let found = Found { env: &env, deed: found.deed.clone(), ..*found };
                let from = from_of(&found, to);
                l.emit(&found, from, to, out)
            }),
            Mode::List => {
                let (leaf, captured) = self.leaf(found, out)?;
                if captured.len() > 2 {
                    return refuse("Moves", "a set of moves that carry too much");
                }
                let set = self.bind_set(set);
                let some = self.some(&set);
                self.when(some, |l| {
                    let n = l.b.load_at(l.scratch.counters, SETS);
                    let n = l.b.bind(n);
                    let each = l.b.int(l.layout.words as i64 + 2);
                    let at = l.b.binary(Binary::Mul, n, each);
                    let at = l.b.bind(at);
                    let thirty_two = l.b.int(32);
                    let high = l.b.binary(Binary::Shl, from, thirty_two);
                    let number = l.b.int(leaf as i64);
                    let head = l.b.binary(Binary::Or, high, number);
                    let mut carried = l.b.int(0);
                    if let Some(&x) = captured.first() {
                        let mask = l.b.int(0xFFFF_FFFF);
                        carried = l.b.binary(Binary::And, x, mask);
                    }
                    if let Some(&y) = captured.get(1) {
                        let y = l.b.binary(Binary::Shl, y, thirty_two);
                        carried = l.b.binary(Binary::Or, carried, y);
                    }
                    for (i, e) in [head, carried].into_iter().chain(set.0.iter().copied()).enumerate() {
                        let i = l.b.int(i as i64);
                        let place = l.b.add(at, i);
                        l.b.store(l.scratch.sets, place, e);
                    }
                    let (one, most) = (l.b.int(1), l.b.int(MOST_SETS as i64));
                    let next = l.b.add(n, one);
                    let next = l.b.binary(Binary::Min, next, most);
                    let place = l.b.int(SETS as i64);
                    l.b.store(l.scratch.counters, place, next);
                    Ok(())
                })
            }
        }
    }

    fn emit_actions(&mut self, found: &Found<'g, '_>, from: Expr, to: Expr, out: &Out<'g>) -> Lowered<()> {
        let env = Env { from, to, ..found.env.clone() };
        (found.deed)(self, &env)?;
        if let Some(suffix) = &out.suffix {
            suffix(self, &env)?;
        }
        if found.m.decision && !found.is_pass {
            self.push(Op::Decide, &[]);
        }
        self.follow(out);
        Ok(())
    }

    /// Notes what follows the actions pushed so far.
    pub fn follow(&mut self, out: &Out<'g>) {
        for then in &out.thens {
            let then = self.b.int(then.0.into());
            self.push(Op::Follow, &[then]);
        }
    }

    fn return_if_it_holds(
        &mut self,
        found: &Found<'g, '_>,
        from: Expr,
        to: Expr,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let (leaf, captured) = self.leaf(found, out)?;
        let mut args = vec![self.b.int(leaf as i64), from, to];
        args.extend(captured);
        let zero = self.b.int(0);
        args.resize(7, zero);
        let holds = self.b.service(Service::HoldsAfter, &args);
        self.when(holds, |l| {
            let one = l.b.int(1);
            l.b.push(Statement::Return(one));
            Ok(())
        })
    }

    /// The leaf of a decision, and what its moves carry.
    fn leaf(&mut self, found: &Found<'g, '_>, out: &Out<'g>) -> Lowered<(usize, Vec<Expr>)> {
        // Which words the rest of the rule needs, besides from and to.
        let mut parts = vec![Part::Moves(found.m)];
        let tests: [fn(&Int) -> bool; 7] = [
            |i| matches!(i, Int::Between),
            |i| matches!(i, Int::Site),
            |i| matches!(i, Int::Level),
            |i| matches!(i, Int::Value),
            |i| matches!(i, Int::Player),
            |i| matches!(i, Int::Pips),
            |i| matches!(i, Int::Track),
        ];
        let regs = found.env.registers();
        let mut captured: Vec<(usize, Expr)> = Vec::new();
        for (k, test) in tests.into_iter().enumerate() {
            let e = regs[k + 2];
            let needed = mentions(parts.iter().copied(), test) || (k == 2 && found.carries_level);
            if self.constant(e).is_none() && needed {
                captured.push((k + 2, e));
            }
        }
        // The condition afterwards sees what was looked at outside.
        let mut seen_after: Vec<(usize, usize)> = Vec::new();
        if let Some((cond, env)) = &out.after {
            parts = vec![Part::Bool(*cond)];
            let tests: [fn(&Int) -> bool; 9] = [
                |i| matches!(i, Int::From),
                |i| matches!(i, Int::To),
                |i| matches!(i, Int::Between),
                |i| matches!(i, Int::Site),
                |i| matches!(i, Int::Level),
                |i| matches!(i, Int::Value),
                |i| matches!(i, Int::Player),
                |i| matches!(i, Int::Pips),
                |i| matches!(i, Int::Track),
            ];
            let outside = env.registers();
            for (k, test) in tests.into_iter().enumerate() {
                let e = outside[k];
                if self.constant(e).is_none() && mentions(parts.iter().copied(), test) {
                    let at = match captured.iter().position(|c| c.1 == e) {
                        Some(at) => at,
                        None => {
                            captured.push((usize::MAX, e));
                            captured.len() - 1
                        }
                    };
                    seen_after.push((k, at));
                }
            }
            if env.region.is_some() {
                return refuse("Moves", "a trial inside a region");
            }
        }
        if captured.len() > 4 || found.env.region.is_some() {
            return refuse("Moves", "a move that carries too much");
        }
        // (Leaves may be made inside of the functions of this one.)
        let n = self.b.program.functions.len();
        let outer = self.outer_env(found.env)?;
        let deed = found.deed.clone();
        let suffix = out.suffix.clone();
        let caught = captured.clone();
        let apply = self.once(&format!("apply {n}"), 6, |l, args| {
            let off = l.b.int(OFF.into());
            let mut regs = vec![off; REGISTERS as usize];
            let known = outer.registers();
            for (k, reg) in regs.iter_mut().enumerate() {
                if l.constant(known[k]).is_some() {
                    *reg = known[k];
                }
            }
            (regs[0], regs[1]) = (args[0], args[1]);
            for (i, &(k, _)) in caught.iter().enumerate() {
                if k != usize::MAX {
                    regs[k] = args[2 + i];
                }
            }
            let (next, prev) = (outer.next, outer.prev);
            let env = Env { next, prev, ..outer.with_registers(&regs) };
            deed(l, &env)?;
            if let Some(suffix) = &suffix {
                suffix(l, &env)?;
            }
            Ok(l.b.int(0))
        })?;
        let after = match &out.after {
            None => None,
            Some((cond, env)) => {
                let cond: &'g Bool = cond;
                let outer = self.outer_env(env)?;
                let f = self.once(&format!("after {n}"), 6, |l, args| {
                    let off = l.b.int(OFF.into());
                    let mut regs = vec![off; REGISTERS as usize];
                    let known = outer.registers();
                    for (k, reg) in regs.iter_mut().enumerate() {
                        if l.constant(known[k]).is_some() {
                            *reg = known[k];
                        }
                    }
                    for &(k, at) in &seen_after {
                        regs[k] = args[2 + at];
                    }
                    let env = Env { what_at_from: None, ..outer.with_registers(&regs) };
                    l.bool(cond, &env)
                })?;
                Some(f)
            }
        };
        let mover = found.env.mover;
        let mut thens = Vec::new();
        for &then in &out.thens {
            thens.push((then, self.then_function(then, mover)?));
        }
        self.leaves.push(Leaf {
            mover,
            apply,
            simple: if out.suffix.is_some() { None } else { found.simple },
            thens,
            after,
            tried_thens: out.thens.len() - out.outside.min(out.thens.len()),
            is_pass: found.is_pass,
            is_swap: found.is_swap,
            captured: captured.len(),
            from_is_to: found.from_is_to,
        });
        Ok((self.leaves.len() - 1, captured.into_iter().map(|c| c.1).collect()))
    }

    /// An environment as another function may see it.
    pub fn outer_env(&mut self, env: &Env) -> Lowered<Env> {
        let known = |l: &Self, e: Option<Expr>| e.filter(|&e| l.constant(e).is_some());
        let mut outer = env.clone();
        outer.next = known(self, env.next);
        outer.prev = known(self, env.prev);
        Ok(outer)
    }

    /// The function that pushes the actions of what follows moves of a player.
    pub fn then_function(&mut self, then: ThenId, mover: usize) -> Lowered<Function> {
        if let Some(&f) = self.thens.get(&(mover, then.0)) {
            return Ok(f);
        }
        let game = self.game;
        let f = self.once(&format!("then {} of {mover}", then.0), 0, |l, _| {
            let env = l.env(mover);
            l.act(&game.thens[then.0 as usize], &env)?;
            Ok(l.b.int(0))
        })?;
        self.thens.insert((mover, then.0), f);
        Ok(f)
    }

    // ---- actions ----

    pub fn push_move(&mut self, from: Expr, to: Expr) {
        let off = self.b.int(UNDEFINED.into());
        self.push(Op::Move, &[from, to, off, off, off]);
    }
    /// Notes an action.
    pub fn push(&mut self, op: Op, args: &[Expr]) {
        let n = self.b.load_at(self.scratch.counters, ACTIONS);
        let n = self.b.bind(n);
        let three = self.b.int(3);
        let at = self.b.binary(Binary::Shl, n, three);
        let at = self.b.bind(at);
        let number = self.b.int(op as i64);
        for (i, e) in std::iter::once(number).chain(args.iter().copied()).enumerate() {
            let i = self.b.int(i as i64);
            let place = self.b.add(at, i);
            self.b.store(self.scratch.actions, place, e);
        }
        let (one, most) = (self.b.int(1), self.b.int(MOST_ACTIONS as i64));
        let next = self.b.add(n, one);
        let next = self.b.binary(Binary::Min, next, most);
        let place = self.b.int(ACTIONS as i64);
        self.b.store(self.scratch.counters, place, next);
    }
    /// Does what an `apply` says, if its condition holds.
    pub fn apply(&mut self, apply: &'g Apply, env: &Env) -> Lowered<()> {
        let Some(effect) = &apply.effect else { return Ok(()) };
        let holds = self.holds(apply.cond.as_ref(), env)?;
        self.when(holds, |l| l.act(effect, env))
    }

    #[allow(dead_code)]
    fn has_dice(&self) -> bool {
        self.game.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. }))
    }
    #[allow(dead_code)]
    fn whole(&mut self, region: &'g Region, env: &Env) -> Lowered<Set> {
        self.region(region, env)
    }
}

