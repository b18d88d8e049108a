//! Moves: listed, asked about, or done. One lowering for all: what becomes of a move that was found is decided where it
//! is emitted. Where a whole set of targets is known at once, it is emitted at once.

use super::lift::Looked;
use super::pieces::Way;
use super::stacks::Leaves;
use super::*;
use ludarium_engine::kernel::{ForEachPiece, IntArr, MovesKind};
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
    /// The sites where they begin or end, as a set that grows.
    Collect(End),
}

/// An end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    From,
    To,
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
    /// The dice that this uses.
    pub dice: Vec<usize>,
    /// What was done before these moves were looked for, and is done with each of them.
    pub before: Vec<(&'g Moves, Env)>,
    /// What must hold once a move is made, asked as soon as it is found: the condition, what was looked at then, and how
    /// many of those that follow come only after that.
    pub tests: Vec<(&'g Bool, Env, usize)>,
    /// The same where actions are pushed: where they lie, from and up to.
    pub prefix: Vec<(Expr, Expr)>,
    /// The set that grows.
    pub collected: Vec<Local>,
    /// Who makes the moves, where they are looked for as another player's.
    pub by: Option<usize>,
    /// Actions are pushed, and nothing but these: nothing was pushed before, and nothing is looked at afterwards.
    pub alone: bool,
}

impl<'g> Out<'g> {
    pub fn new(mode: Mode) -> Out<'g> {
        Out {
            mode,
            thens: Vec::new(),
            after: None,
            outside: 0,
            strict: false,
            suffix: None,
            dice: Vec::new(),
            before: Vec::new(),
            alone: false,
            tests: Vec::new(),
            prefix: Vec::new(),
            collected: Vec::new(),
            by: None,
        }
    }
}

/// A move that was found.
pub(super) struct Found<'g, 'e> {
    pub(super) m: &'g Moves,
    pub(super) env: &'e Env,
    pub(super) deed: Deed<'g>,
    pub(super) simple: Option<Op>,
    pub(super) is_pass: bool,
    pub(super) is_swap: bool,
    pub(super) from_is_to: bool,
    /// The move itself needs what its level stands for.
    pub(super) carries_level: bool,
    /// Rules that follow it only where the evaluator said so.
    pub(super) may_follow: Vec<ThenId>,
    /// It is what a player decides, not a consequence.
    pub(super) decision: bool,
}

impl<'g, 'e> Found<'g, 'e> {
    pub(super) fn new(m: &'g Moves, env: &'e Env, deed: Deed<'g>) -> Found<'g, 'e> {
        Found {
            m,
            env,
            deed,
            simple: None,
            is_pass: false,
            is_swap: false,
            from_is_to: false,
            carries_level: false,
            may_follow: Vec::new(),
            decision: m.decision,
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
        out.alone &= stays_alone(&m.kind);
        self.deeper(|l| l.on(l.layout.kind, |l| l.moves_or_evaluated(m, env, &out)))
    }

    pub(super) fn moves_of(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        match &m.kind {
            MovesKind::Or(list) | MovesKind::And(list) => {
                for part in list.iter() {
                    self.moves(part, env, out)?;
                }
                Ok(())
            }
            MovesKind::If { .. } => self.moves_if(m, env, out),
            MovesKind::Priority(list) => self.priority(list, env, out),
            MovesKind::Do { prior, next, after } => {
                self.do_then(prior, next.as_deref(), after.as_deref(), env, out)
            }
            MovesKind::Seq(list) => self.in_sequence(list, env, out),
            MovesKind::While { cond, moves } => self.while_holds(cond, moves, env, out),
            MovesKind::MaxMoves { value, moves } => self.longest(value, moves, env, out),
            MovesKind::MaxDistance { moves, .. } => self.moves(moves, env, out),
            MovesKind::Append(moves) => self.append_moves(m, moves, env, out),
            MovesKind::AllCombinations(first, second) => self.all_combinations(first, second, env, out),
            MovesKind::ForEachPiece(e) => self.for_each_piece(e, env, out),
            MovesKind::ForEachSite { .. } => self.for_each_site(m, env, out),
            MovesKind::ForEachValueIn { .. } => self.for_each_value_in(m, env, out),
            MovesKind::ForEachValue { .. } => self.for_each_value(m, env, out),
            MovesKind::ForEachPlayer { players, moves } => {
                self.for_each_player(players.as_deref(), moves, env, out)
            }
            MovesKind::ForEachTeam(moves) => self.for_each_team(moves, env, out),
            MovesKind::ForEachDirection { .. } => self.for_each_direction(m, env, out),
            MovesKind::ForEachGroup { kind, dirs, cond, moves } => {
                self.each_group(*kind, dirs, cond.as_deref(), moves, env, out)
            }
            MovesKind::FirstMoveOnTrack { track, moves } => self.first_on_track(track, moves, env, out),
            MovesKind::ForEachDie { dice, combined, replay_double, cond, moves } => {
                self.for_each_die(dice, combined, replay_double, cond.as_deref(), moves, env, out)
            }
            // (The directions of steps and hops are found before the piece is, those of slides after.)
            MovesKind::Step { from, dirs, to, stack } => {
                self.by_directions(None, dirs, env, &mut |l, dirs| {
                    l.step(m, from, dirs, to, *stack, env, out)
                })
            }
            MovesKind::Slide { from, tracks: None, dirs, between, to, stack } => {
                self.by_directions(Some(from), dirs, env, &mut |l, dirs| {
                    l.slide(m, from, dirs, between.as_deref(), to.as_deref(), *stack, env, out)
                })
            }
            MovesKind::Slide { tracks: Some(_), .. } => self.slide_on_tracks(m, env, out),
            MovesKind::Hop { from, dirs, between, to, stack } => {
                self.by_directions(None, dirs, env, &mut |l, dirs| {
                    l.hop(m, from, dirs, between.as_deref(), to, *stack, env, out)
                })
            }
            MovesKind::Leap { .. } => self.leap(m, env, out),
            MovesKind::FromTo { .. } => self.carry_from_to(m, env, out),
            MovesKind::Add { pieces, state, to, count, on_stack: _ } => {
                self.add(m, pieces, state.as_ref(), to, count.as_ref(), env, out)
            }
            MovesKind::Shoot { .. } => self.shoot(m, env, out),
            MovesKind::Remove { kind, place, level, count, at_end_of_turn } => {
                self.remove(m, *kind, place, level.as_ref(), count.as_ref(), *at_end_of_turn, env, out)
            }
            MovesKind::ForEachLevel { .. } => self.on_each_level(m, env, out),
            MovesKind::Promote { kind, site, to } => self.promote(m, *kind, site, to, env, out),
            MovesKind::Select { from, to, mover } => {
                if mover.is_some_and(|r| r != Role::Mover) {
                    return refuse("Moves", "Select by another player");
                }
                self.select(m, from, to.as_deref(), env, out)
            }
            MovesKind::SwapPieces { .. } => self.swap_pieces(m, env, out),
            MovesKind::Pass => {
                let mut found = Found::new(m, env, Rc::new(|_, _| Ok(())));
                (found.simple, found.is_pass) = (Some(Op::None), true);
                let off = self.b.int(OFF.into());
                self.emit(&found, off, off, out)
            }
            MovesKind::Propose(names) => self.speak(m, names, false, env, out),
            MovesKind::Vote(names) => self.speak(m, names, true, env, out),
            MovesKind::SwapPlayers { .. } => self.swap_players(m, env, out),
            MovesKind::Effect(e) => self.effect_moves(e, env, out),
            MovesKind::SetNextPlayer(_) => self.set_next_players(m, env, out),
            MovesKind::SetRotation { .. }
            | MovesKind::PlayCard
            | MovesKind::Bet { .. }
            | MovesKind::SetTrump(_)
            | MovesKind::AvoidStoredState(_)
            | MovesKind::MaxCaptures { .. }
            | MovesKind::Fall => refuse("Moves", name_of(m)),
        }
    }

    fn moves_if(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::If { cond, then, otherwise } = &m.kind else { return Ok(()) };
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
    fn for_each_site(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::ForEachSite { region, moves, otherwise } = &m.kind else { return Ok(()) };
        let sites = self.region(region, env)?;
        let before = self.mark(out);
        let strict = out.strict || otherwise.is_some();
        let inner_out = Out { strict, ..out.clone() };
        if let (MovesKind::Append(inner), None, true) =
            (&moves.kind, otherwise, out.mode != Mode::Act && self.layout.tracks.is_none())
            && let Some(found) = self.attempt(|l| l.sites_that_append(moves, env))?
        {
            let sites = self.intersection(&sites, &found);
            return self.append_at_each(moves, inner, &sites, env, &inner_out);
        }
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
    fn for_each_value_in(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::ForEachValueIn { range, moves } = &m.kind else { return Ok(()) };
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
    fn for_each_value(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::ForEachValue { values, moves } = &m.kind else { return Ok(()) };
        if !Self::is_short(values) {
            return self.each_value(values, env, |l, value| {
                let env = Env { value, ..env.clone() };
                l.moves(moves, &env, out)
            });
        }
        for value in self.listed(values, env)? {
            let value = self.b.bind(value);
            self.moves(moves, &Env { value, ..env.clone() }, out)?;
        }
        Ok(())
    }
    fn for_each_player(
        &mut self,
        players: Option<&'g IntArr>,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if let Some(list) = players.filter(|list| !Self::is_short(list)) {
            return self.each_value(list, env, |l, player| {
                let (zero, most) = (l.b.int(0), l.b.int(l.game.players as i64 + 1));
                let low = l.b.binary(Binary::Le, zero, player);
                let high = l.b.binary(Binary::Le, player, most);
                let real = l.b.binary(Binary::And, low, high);
                let env = Env { player, ..env.clone() };
                l.when(real, |l| l.moves(moves, &env, out))
            });
        }
        let players = match players {
            None => (1..=self.game.players).map(|p| self.b.int(p as i64)).collect(),
            Some(list) => self.listed(list, env)?,
        };
        for player in players {
            self.moves(moves, &Env { player, ..env.clone() }, out)?;
        }
        Ok(())
    }
    fn for_each_team(&mut self, moves: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let n = self.game.players;
        for t in 1..=n {
            let members = self.side(Role::Team(t as u8), env.mover).unwrap_or(0);
            let team: Vec<usize> = (1..=n).filter(|&p| members >> p & 1 == 1).collect();
            if !team.is_empty() {
                self.moves(moves, &Env { team, ..env.clone() }, out)?;
            }
        }
        Ok(())
    }
    fn leap(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::Leap { from, walks, forward, rotations, to } = &m.kind else { return Ok(()) };
        let (forward, rotations) = (self.bool(forward, env)?, self.bool(rotations, env)?);
        let (Some(forward), Some(rotations)) = (self.constant(forward), self.constant(rotations)) else {
            return refuse("Moves", "Leap that may turn or go forward");
        };
        if from.kind != self.layout.kind || self.game.site_type != from.kind {
            return refuse("Moves", "Leap on another kind of site");
        }
        let (game, len, kind) = (self.game, self.layout.board_len, from.kind);
        self.for_each_origin(from, env, |l, origin, env| {
            let facing = |what: usize| game.components.get(what).and_then(|c| c.facing);
            // (A piece that faces nowhere leaps everywhere.)
            let facings: Vec<Option<Direction>> = match (forward, env.what_at_from) {
                (0, _) => vec![None],
                (_, Some(what)) => vec![facing(what.into())],
                (_, None) => {
                    (0..l.layout.components).map(facing).collect::<BTreeSet<_>>().into_iter().collect()
                }
            };
            let here = l.here(origin);
            let what = l.what(here);
            let mut targets = l.no_sites();
            for (i, &facing_it) in facings.iter().enumerate() {
                let rows = l.rows("leaps", |s| {
                    if s as usize >= len {
                        return SiteSet::new();
                    }
                    let ends = ludarium_engine::eval::walk::walk_ends(game, kind, s, walks, rotations != 0);
                    let ahead = |to: &i32| facing_it.is_none_or(|f| game.board.lies_ahead(kind, f, s, *to));
                    ends.iter().filter(ahead).collect()
                });
                let row = l.row(rows, origin);
                targets = if i == 0 {
                    row
                } else {
                    let faces = (0..l.layout.components).map(|w| (facing(w) == facing_it).into()).collect();
                    let faces = l.b.table("faces", Width::Byte, faces, 0);
                    let it = l.b.load(faces, what);
                    l.choose_set(it, &row, &targets)
                };
            }
            l.move_to_each(m, from, &targets, to, Leaves::Top, env, out)
        })
    }
    fn carry_from_to(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::FromTo { from, to, count, copy, stack, mover } = &m.kind else { return Ok(()) };
        if mover.is_some_and(|r| r != Role::Mover) {
            return refuse("Moves", "FromTo of another player");
        }
        let copy = self.bool(copy, env)?;
        let Some(copied) = self.constant(copy) else {
            return refuse("Moves", "FromTo that may copy");
        };
        let way = Way { count: count.as_ref(), copied: copied != 0, stack: *stack };
        self.carry(m, from, to, way, env, out)
    }
    fn shoot(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::Shoot { kind, piece, from, dirs, to } = &m.kind else { return Ok(()) };
        let origin = self.int(from, env)?;
        let what = self.int(piece, env)?;
        let what = self.b.bind(what);
        if to.is_none() && *kind != SiteType::Cell || *kind != self.layout.kind {
            return refuse("Moves", "Shoot on another kind of site");
        }
        self.if_on_board(*kind, origin, |l, origin| {
            let known = if origin == env.from { env.what_at_from } else { None };
            let rays = l.rays(dirs, known, origin)?;
            l.for_each_ray(rays, |l, along| {
                // (The site before is the one between.)
                let last = l.b.variable(env.between);
                l.along_ray(rays.1, along, |l, site| {
                    let between = l.b.get(last);
                    let between = l.b.bind(between);
                    let inner = Env { to: site, between, ..env.clone() };
                    let free = match to {
                        Some(cond) => l.bool(cond, &inner)?,
                        None => l.is_empty(site),
                    };
                    let stops = l.b.not(free);
                    l.break_if(stops);
                    l.b.set(last, site);
                    let inner = Env { between: site, ..inner };
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
    fn on_each_level(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::ForEachLevel { kind, site, from_bottom, moves } = &m.kind else { return Ok(()) };
        let site = self.int(site, env)?;
        let site = self.site_of(*kind, site);
        let site = self.b.bind(site);
        self.for_each_level(site, !*from_bottom, |l, level| {
            let env = Env { level, ..env.clone() };
            l.moves(moves, &env, out)
        })
    }
    fn swap_pieces(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::SwapPieces { a, b } = &m.kind else { return Ok(()) };
        let (x, y) = (self.int(a, env)?, self.int(b, env)?);
        let (x, y) = (self.b.bind(x), self.b.bind(y));
        let zero = self.b.int(0);
        let (p, q) = (self.b.binary(Binary::Le, zero, x), self.b.binary(Binary::Le, zero, y));
        let real = self.b.binary(Binary::And, p, q);
        if self.stacking() {
            return refuse("Moves", "SwapPieces of stacks");
        }
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
    fn swap_players(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::SwapPlayers { a, b } = &m.kind else { return Ok(()) };
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
    fn set_next_players(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::SetNextPlayer(list) = &m.kind else { return Ok(()) };
        let list = self.listed(list, env)?;
        let n = self.game.players as i64;
        if out.mode != Mode::Act {
            return self.choose_next_player(m, &list, env, out);
        }
        if !out.tests.is_empty() {
            return refuse("Moves", "SetNextPlayer that is tried");
        }
        for p in list {
            let p = self.b.bind(p);
            let (one, most) = (self.b.int(1), self.b.int(n));
            let low = self.b.binary(Binary::Le, one, p);
            let high = self.b.binary(Binary::Le, p, most);
            let real = self.b.binary(Binary::And, low, high);
            self.when(real, |l| {
                l.push_prefix(out)?;
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

    /// Along each direction as far as the range and the conditions allow; a piece must stand at `(from)`.
    fn for_each_direction(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::ForEachDirection { kind, from, dirs, range, between, to, moves } = &m.kind else {
            return Ok(());
        };
        if *kind != self.layout.kind {
            return refuse("Moves", "ForEachDirection on another kind of site");
        }
        let origin = self.int(from, env)?;
        let (min, max) = match range {
            None => (self.b.int(1), self.b.int(1)),
            Some(r) => (self.int(&r.min, env)?, self.int(&r.max, env)?),
        };
        let (min, max) = (self.b.bind(min), self.b.bind(max));
        let arrived = self.constant(env.to) != Some(OFF.into());
        let absolute = Self::is_absolute(dirs);
        let from_there = arrived && origin == env.to;
        if !absolute && origin != env.from && !from_there {
            return refuse("Moves", "ForEachDirection seen from elsewhere");
        }
        self.if_on_board(*kind, origin, |l, origin| {
            let standing = l.what(env.from);
            l.when(standing, |l| {
                if !Self::are_static(dirs) {
                    l.choose_directions(dirs, env)?;
                }
                let rays = if !absolute && arrived && Self::are_static(dirs) {
                    l.rays_on_the_way(dirs, from_there, env)?
                } else {
                    l.rays(dirs, None, origin)?
                };
                l.for_each_ray(rays, |l, along| {
                    let begin = l.b.get(along);
                    let begin = l.b.bind(begin);
                    l.along_ray(rays.1, along, |l, site| {
                        let at = l.b.get(along);
                        let distance = l.b.binary(Binary::Sub, at, begin);
                        let distance = l.b.bind(distance);
                        let far = l.b.binary(Binary::Lt, max, distance);
                        l.break_if(far);
                        let reached = l.b.binary(Binary::Le, min, distance);
                        let reached = l.b.bind(reached);
                        if let Some(between) = between {
                            let on_the_way = l.b.not(reached);
                            let inner = Env { between: site, ..env.clone() };
                            let open = l.lazy(|l| {
                                let open = l.bool(between, &inner)?;
                                Ok(l.b.not(open))
                            })?;
                            let blocked = l.b.both(on_the_way, open);
                            l.break_if(blocked);
                        }
                        let inner = Env { to: site, ..env.clone() };
                        let holds = l.holds(to.as_deref(), &inner)?;
                        let fails = l.b.not(holds);
                        l.break_if(fails);
                        l.when(reached, |l| l.moves(moves, &inner, out))
                    })
                })
            })
        })
    }

    /// A decision about who is next: which player travels with the move, as its level.
    fn choose_next_player(&mut self, m: &'g Moves, list: &[Expr], env: &Env, out: &Out<'g>) -> Lowered<()> {
        let n = self.game.players as i64;
        for &p in list {
            let p = self.b.bind(p);
            let fixed = self.constant(p);
            let deed: Deed<'g> = Rc::new(move |l, env| {
                let p = fixed.map_or(env.level, |p| l.b.int(p));
                l.push(Op::SetNextPlayer, &[p]);
                Ok(())
            });
            let inner = Env { level: p, ..env.clone() };
            let mut found = Found::new(m, &inner, deed);
            found.carries_level = fixed.is_none();
            let (one, most, off) = (self.b.int(1), self.b.int(n), self.b.int(OFF.into()));
            let (low, high) = (self.b.binary(Binary::Le, one, p), self.b.binary(Binary::Le, p, most));
            let real = self.b.binary(Binary::And, low, high);
            self.when(real, |l| l.emit(&found, off, off, out))?;
        }
        Ok(())
    }

    /// Moves with each group of sites for which a condition holds (by default: the mover's) as `(sites)`.
    fn each_group(
        &mut self,
        kind: SiteType,
        dirs: &'g Dir,
        cond: Option<&'g Bool>,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if self.stacking() || cond.is_some_and(|c| Looked::From.mentioned_in(&[Part::Bool(c)])) {
            return refuse("Moves", "ForEachGroup of an unusual kind");
        }
        let members = match cond {
            Some(_) => None,
            None if self.game.uses.who_is_what => return refuse("Moves", "ForEachGroup by component"),
            None => Some(self.of_owner(env.mover)),
        };
        let starts = cond.is_some().then(|| self.occupied());
        self.for_each_group_of(kind, dirs, cond, members, starts.as_ref(), env, |l, group| {
            // (The last site that was looked at is still known.)
            if Looked::To.mentioned_in(&[Part::Moves(moves)])
                || Looked::From.mentioned_in(&[Part::Moves(moves)])
            {
                return refuse("Moves", "ForEachGroup that asks for a site");
            }
            let env = Env { region: Some(group.clone()), ..env.clone() };
            l.moves(moves, &env, out)
        })
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
    pub(super) fn found_so_far(&mut self) -> Expr {
        if let Some(found) = self.held_so_far() {
            return found;
        }
        let singles = self.b.load_at(self.scratch.counters, SINGLES);
        let sets = self.b.load_at(self.scratch.counters, SETS);
        self.b.add(singles, sets)
    }
    pub(super) fn nothing_since(&mut self, before: Expr) -> Expr {
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
            Mode::Reaches(_) | Mode::Act | Mode::Collect(_) => {
                if rest.is_empty() {
                    return self.moves(first, env, out);
                }
                let can = self.can_move(first, env)?;
                self.when_else(can, |l| l.moves(first, env, out), |l| l.priority(rest, env, out))
            }
        }
    }

    fn for_each_piece(&mut self, e: &'g ForEachPiece, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let player = self.int(&e.player, env)?;
        let container = self.int(&e.container, env)?;
        let n = self.game.players as i64;
        let Some(container) = self.constant(container) else {
            return refuse("Moves", "ForEachPiece of some container");
        };
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
        let visited;
        let out = if visiting && out.by.is_none() {
            visited = Out { by: Some(env.mover), ..out.clone() };
            &visited
        } else {
            out
        };
        if visiting {
            let mover = self.b.int(env.mover as i64);
            (env.prev, env.next) = (Some(mover), Some(mover));
            env.mover = player as usize;
        }
        env.level = self.b.int(0);
        if container != 0 {
            return self.pieces_here(e, &wanted, container, &env, out);
        }
        if e.kind.is_some_and(|k| self.layout.ground(k).is_none()) {
            return refuse(KINDS, "ForEachPiece on another kind of site");
        }
        for ground in self.layout.grounds.clone() {
            if e.kind.is_none_or(|k| k == ground.kind) {
                self.on(ground.kind, |l| l.pieces_here(e, &wanted, container, &env, out))?;
            }
        }
        Ok(())
    }

    /// The same on one kind of sites.
    fn pieces_here(
        &mut self,
        e: &'g ForEachPiece,
        wanted: &[usize],
        container: i64,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let game = self.game;
        let on_board = container == 0;
        let within = if on_board {
            let reach = game.board.len(e.kind.unwrap_or(game.site_type));
            let sites = (0..self.ground.len.min(reach) as i32).collect();
            self.fixed(&sites)
        } else {
            let container = self.b.int(container);
            self.sites_of_container(container)
        };
        let main = self.ground.offset == 0;
        if self.stacking() {
            if !main {
                return refuse("Moves", "ForEachPiece of stacks on several kinds of sites");
            }
            return self.for_each_stacked(e, wanted, &within, on_board, env, out);
        }
        let through = |l: &mut Self, sites: &Set, what: Option<u16>, moves: &'g Moves| {
            let sites = l.intersection(sites, &within);
            let what = what.filter(|_| main);
            let sites = match out.mode {
                Mode::Reaches(site) if on_board && main => l.could_reach(&sites, moves, what, site)?,
                Mode::Reaches(_) | Mode::List | Mode::Any | Mode::Act | Mode::Collect(_) => sites,
            };
            let (left, out) = if on_board && main {
                l.by_shifts(moves, &sites, what, env, out)?
            } else {
                (vec![moves], out.clone())
            };
            if left.is_empty() {
                return Ok(());
            }
            l.for_each(&sites, |l, from| {
                if on_board {
                    l.know_on_board(from);
                }
                let env = Env { from, what_at_from: what, ..env.clone() };
                for moves in &left {
                    l.moves(moves, &env, &out)?;
                }
                Ok(())
            })
        };
        match &e.moves {
            Some(moves) => {
                let one = if let [c] = wanted[..] { Some(c as u16) } else { None };
                let mut sites = self.no_sites();
                for &c in wanted {
                    let here = self.of_component(c);
                    sites = self.union(&sites, &here);
                }
                through(self, &sites, one, moves)
            }
            None => {
                for &c in wanted {
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
        let combined = self.bool(combined, env)?;
        let combined = self.b.bind(combined);
        let Some(set) = self.constant(set) else { return refuse("Moves", "ForEachDie of some set") };
        let outer = self.outer_env(env)?;
        let Some(&(at, len)) = usize::try_from(set).ok().and_then(|s| self.layout.dice.get(s)) else {
            return Ok(());
        };
        if out.suffix.is_some() {
            return refuse("Moves", "ForEachDie inside another");
        }
        let mut choices: Vec<Vec<usize>> = (0..len).map(|die| vec![die]).collect();
        if self.constant(combined) != Some(0) {
            choices.extend(match len {
                2 => vec![vec![0, 1]],
                3 => vec![vec![0, 1, 2], vec![0, 1], vec![0, 2], vec![1, 2]],
                _ => vec![],
            });
        }
        for dice in choices {
            let mut sum = self.b.int(0);
            let mut all_left = self.b.int(1);
            for &die in &dice {
                let pips = self.b.load_at(self.layout.numbers, at + die);
                let zero = self.b.int(0);
                let left = self.b.binary(Binary::Ne, pips, zero);
                all_left = self.b.binary(Binary::And, all_left, left);
                sum = self.b.add(sum, pips);
            }
            let pips = self.b.bind(sum);
            let inner = Env { pips, ..env.clone() };
            let mut holds = self.holds(cond, &inner)?;
            let alone = dice.len() == 1;
            if !alone {
                let all_left = self.b.both(combined, all_left);
                holds = self.b.both(all_left, holds);
            }
            let mut out = out.clone();
            let outer = outer.clone();
            out.dice.clone_from(&dice);
            out.suffix = Some(Rc::new(move |l, _| {
                for &die in &dice {
                    let (set, die) = (l.b.int(set), l.b.int(die as i64));
                    l.push(Op::UseDie, &[set, die]);
                }
                if !alone {
                    return Ok(());
                }
                let double = l.bool(replay_double, &outer)?;
                l.replay_double(double, (at, len), at + dice[0])
            }));
            self.when(holds, |l| l.moves(moves, &inner, &out))?;
        }
        Ok(())
    }

    /// Doubles are played twice: the first time they are noted, the second time all dice show them again.
    fn replay_double(&mut self, may_double: Expr, (at, len): (usize, usize), die: usize) -> Lowered<()> {
        use ludarium_engine::game::ContainerKind;
        self.sets_dice = true;
        let off = self.b.int(UNDEFINED.into());
        let temp = self.number(Number::Temp);
        let temp = self.b.bind(temp);
        let fresh = self.b.eq(temp, off);
        let mut doubled = may_double;
        let first = self.b.load_at(self.layout.numbers, at);
        for i in 0..len {
            let other = self.b.load_at(self.layout.numbers, at + i);
            let same = self.b.eq(first, other);
            doubled = self.b.binary(Binary::And, doubled, same);
        }
        let doubled = self.b.bind(doubled);
        let sets: Vec<(i32, i32, i32)> = self
            .game
            .containers
            .iter()
            .filter_map(|c| match c.kind {
                ContainerKind::Dice { faces, .. } => Some((c.first, c.len, faces)),
                ContainerKind::Board | ContainerKind::Hand | ContainerKind::Deck => None,
            })
            .collect();
        self.when_else(
            doubled,
            |l| {
                let pips = l.b.load_at(l.layout.numbers, die);
                let noted = l.b.select(fresh, pips, off);
                l.push(Op::SetTemp, &[noted]);
                Ok(())
            },
            |l| {
                let again = l.b.not(fresh);
                l.when(again, |l| {
                    let one = l.b.int(1);
                    let face = l.b.binary(Binary::Sub, temp, one);
                    let face = l.b.bind(face);
                    for (first, len, faces) in sets {
                        let most = l.b.int(faces.into());
                        let shown = l.b.binary(Binary::Lt, face, most);
                        l.when(shown, |l| {
                            for site in first..first + len {
                                let site = l.b.int(site.into());
                                l.push(Op::SetDie, &[site, face]);
                            }
                            Ok(())
                        })?;
                    }
                    Ok(())
                })
            },
        )
    }
}

/// Is there at most one rule inside that may do something? (A condition is asked before.)
fn stays_alone(kind: &MovesKind) -> bool {
    match kind {
        MovesKind::If { .. } => true,
        MovesKind::Or(list) | MovesKind::And(list) => list.len() == 1,
        kind => {
            matches!(kind, MovesKind::Effect(e) if matches!(**e, ludarium_engine::kernel::Effect::Sow(_)))
        }
    }
}
