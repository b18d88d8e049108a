//! Questions about moves: can somebody move, is a piece threatened. Each is a function of its own.

use super::moves::Mode;
use super::*;
use ludarium_engine::kernel::boolean::Threatened;

impl<'g> Lower<'g> {
    /// Is there a move by this rule, with what is looked at now?
    pub fn can_move(&mut self, moves: &'g Moves, env: &Env) -> Lowered<Expr> {
        let name = format!("can move {} {}", env.mover, self.b.program.functions.len());
        let inner = env.clone();
        // (Who is next and who was before may be others than the state says.)
        let visiting = env.next.is_some() || env.prev.is_some();
        let parameters = if visiting { REGISTERS + 2 } else { REGISTERS };
        let f = self.once(&name, parameters, |l, args| {
            let mut env = inner.with_registers(args);
            if let [.., next, prev] = args[..]
                && visiting
            {
                (env.next, env.prev) = (Some(next), Some(prev));
            }
            l.ask(moves, &env, Mode::Any)?;
            Ok(l.b.int(0))
        })?;
        let mut regs = env.registers();
        if visiting {
            regs.push(self.role(Role::Next, env)?);
            regs.push(self.role(Role::Prev, env)?);
        }
        if !self.game.uses.visited {
            return Ok(self.b.call(f, &regs));
        }
        // The sites of the last move count as visited.
        let before = self.plane(Plane::Visited);
        let before = self.bind_set(&before);
        let (from, to) = (self.number(Number::LastFrom), self.number(Number::LastTo));
        let (from, to) = (self.single(from), self.single(to));
        let more = self.union(&from, &to);
        let all = self.union(&before, &more);
        let at = self.layout.plane(Plane::Visited);
        for (i, &w) in all.0.iter().enumerate() {
            let place = self.b.int((at + i) as i64);
            self.b.store(self.layout.planes, place, w);
        }
        let can = self.b.call(f, &regs);
        let can = self.b.bind(can);
        for (i, &w) in before.0.iter().enumerate() {
            let place = self.b.int((at + i) as i64);
            self.b.store(self.layout.planes, place, w);
        }
        Ok(can)
    }

    /// A function that answers a question about a player's moves in a phase: a site, next and previous player.
    pub fn question(
        &mut self,
        player: usize,
        phase: usize,
        question: Question,
        env: &Env,
    ) -> Lowered<Function> {
        // (What is already being judged is not asked again, so that it is another function.)
        let (stalemate, threat) = (env.judging_stalemate, env.judging_threat);
        let key = (player, phase, question, stalemate, threat);
        if let Some(&f) = self.questions.get(&key) {
            return Ok(f);
        }
        let name = format!("{question:?} {player} {phase} {stalemate} {threat}");
        let game = self.game;
        let f = self.once(&name, 3, |l, args| {
            let mut env = l.env(player);
            (env.next, env.prev) = (Some(args[1]), Some(args[2]));
            (env.judging_stalemate, env.judging_threat) = (stalemate, threat);
            let mode = match question {
                Question::Any => Mode::Any,
                Question::Reaches => Mode::Reaches(args[0]),
            };
            l.ask(&game.phases[phase].play, &env, mode)?;
            Ok(l.b.int(0))
        })?;
        self.questions.insert(key, f);
        Ok(f)
    }

    /// The same for whichever phase the player is in.
    pub fn ask_player(
        &mut self,
        player: usize,
        question: Question,
        args: [Expr; 3],
        env: &Env,
    ) -> Lowered<Expr> {
        let phases = self.game.phases.len();
        let number = self.b.int(player as i64);
        // While the question is asked it is that player's turn: moves that are tried see it in the state.
        let seats = [Number::Mover, Number::Next, Number::Prev];
        let saved = seats.map(|n| {
            let now = self.number(n);
            self.b.bind(now)
        });
        let [site, next, prev] = args;
        let (next, prev) = (self.b.bind(next), self.b.bind(prev));
        let args = [site, next, prev];
        self.take_seats([number, next, prev]);
        let phase = self.of_player(PerPlayer::Phase, number);
        let mut value = self.b.int(0);
        for p in 0..phases {
            let f = self.question(player, p, question, env)?;
            let call = self.b.call(f, &args);
            let p = self.b.int(p as i64);
            let is = self.b.eq(phase, p);
            value = if phases == 1 { call } else { self.b.choose(is, call, value) };
        }
        let value = self.b.bind(value);
        self.take_seats(saved);
        Ok(value)
    }
    /// Says in the state whose turn it is, who is next and who was before.
    fn take_seats(&mut self, seats: [Expr; 3]) {
        for (n, seat) in [Number::Mover, Number::Next, Number::Prev].into_iter().zip(seats) {
            let at = self.b.int(n as i64);
            self.b.store(self.layout.numbers, at, seat);
        }
    }

    pub(super) fn no_moves(&mut self, role: Role, env: &Env) -> Lowered<Expr> {
        if role == Role::Next {
            if env.judging_stalemate {
                return Ok(self.b.int(0));
            }
            let next = self.role(Role::Next, env)?;
            let next = self.b.bind(next);
            for p in 1..=self.game.players {
                let number = self.b.int(p as i64);
                let is = self.b.eq(next, number);
                let active = self.number(Number::Active);
                let on = self.b.both(is, active);
                self.when(on, |l| l.judge_stalemate(p, env))?;
            }
        }
        let player = self.role(role, env)?;
        let player = self.b.bind(player);
        let (bits, one) = (self.number(Number::Stalemated), self.b.int(1));
        let shifted = self.b.binary(Binary::Shr, bits, player);
        let bit = self.b.binary(Binary::And, shifted, one);
        // (The answer is taken now, before somebody asks again.)
        Ok(self.b.bind(bit))
    }
    /// Finds out, and notes, whether a player could move if it were their turn now.
    fn judge_stalemate(&mut self, player: usize, env: &Env) -> Lowered<()> {
        let n = self.game.players;
        let mover = self.b.int(env.mover as i64);
        // The next one who is still in the game.
        let active = self.number(Number::Active);
        let active = self.b.bind(active);
        let mut other = self.b.int((player % n + 1) as i64);
        for k in (1..=n).rev() {
            let p = (player + k - 1) % n + 1;
            let (number, bit) = (self.b.int(p as i64), self.b.int(1 << p));
            let plays = self.b.binary(Binary::And, active, bit);
            other = self.b.select(plays, number, other);
        }
        let off = self.b.int(OFF.into());
        let judging = Env { judging_stalemate: true, ..env.clone() };
        let mut can = self.ask_player(player, Question::Any, [off, other, mover], &judging)?;
        if self.game.meta.swap {
            let (made, start) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
            let moves = self.b.binary(Binary::Sub, made, start);
            let turn = self.b.int(n as i64 - 1);
            let swap = self.b.eq(moves, turn);
            can = self.b.either(swap, can);
        }
        let can = self.b.bind(can);
        let (old, bit) = (self.number(Number::Stalemated), self.b.int(1 << player));
        let (with, without) = (self.b.binary(Binary::Or, old, bit), self.b.binary(Binary::AndNot, old, bit));
        let new = self.b.select(can, without, with);
        let at = self.b.int(Number::Stalemated as i64);
        self.b.store(self.layout.numbers, at, new);
        Ok(())
    }

    pub(super) fn threatened(&mut self, t: &'g Threatened, env: &Env) -> Lowered<Expr> {
        if env.judging_threat {
            return Ok(self.b.int(0));
        }
        if t.kind != self.layout.kind {
            return refuse("Bool", "Threatened on another kind of site");
        }
        let what = match &t.what {
            Some(what) => {
                let what = self.int(what, env)?;
                Some(self.b.bind(what))
            }
            None => None,
        };
        let board = self.board_sites();
        let sites = match (&t.sites, what) {
            (Some(sites), _) => self.region(sites, env)?,
            (None, Some(what)) => {
                let here = self.plane_of_what(what);
                let here = self.intersection(&here, &board);
                let first = self.first(&here);
                self.single(first)
            }
            (None, None) => {
                let taken = self.occupied();
                self.intersection(&taken, &board)
            }
        };
        let zero = self.b.int(0);
        let found = self.b.variable(zero);
        let n = self.game.players;
        let inner = Env { judging_threat: true, ..env.clone() };
        self.for_each(&sites, |l, site| {
            let there = l.what(site);
            let there = l.b.bind(there);
            let what = what.unwrap_or(there);
            l.when(what, |l| {
                let owner = l.owner_of(what);
                let owner = l.b.bind(owner);
                let other = l.b.binary(Binary::Ne, what, there);
                let other = l.b.bind(other);
                l.when(other, |l| {
                    let put = l.b.service(Service::Put, &[site, what]);
                    l.b.push(Statement::Do(put));
                    Ok(())
                })?;
                for enemy in 1..=n {
                    let number = l.b.int(enemy as i64);
                    let apart = l.b.binary(Binary::Ne, owner, number);
                    let before = l.b.get(found);
                    let open = l.b.not(before);
                    let go = l.b.binary(Binary::And, apart, open);
                    l.when(go, |l| {
                        let next = match t.what {
                            None => owner,
                            Some(_) => l.role(Role::Next, &inner)?,
                        };
                        let yes = match &t.moves {
                            None => l.ask_player(enemy, Question::Reaches, [site, next, owner], &inner)?,
                            Some(moves) => {
                                let enemy_env = Env {
                                    mover: enemy,
                                    next: Some(next),
                                    prev: Some(owner),
                                    ..inner.clone()
                                };
                                l.reaches(moves, site, &enemy_env)?
                            }
                        };
                        l.b.set(found, yes);
                        Ok(())
                    })?;
                }
                l.when(other, |l| {
                    let back = if l.stacking() { l.b.int(-1) } else { there };
                    let put = l.b.service(Service::Put, &[site, back]);
                    l.b.push(Statement::Do(put));
                    Ok(())
                })
            })
        })?;
        Ok(self.b.get(found))
    }

    /// Does a move of this rule go to the site?
    pub(super) fn reaches(&mut self, moves: &'g Moves, site: Expr, env: &Env) -> Lowered<Expr> {
        let name = format!("reaches {} {}", env.mover, self.b.program.functions.len());
        let inner = env.clone();
        let f = self.once(&name, 3 + REGISTERS, |l, args| {
            let mut env = inner.with_registers(&args[3..]);
            (env.next, env.prev) = (Some(args[1]), Some(args[2]));
            l.ask(moves, &env, Mode::Reaches(args[0]))?;
            Ok(l.b.int(0))
        })?;
        let off = self.b.int(OFF.into());
        let mut args = vec![site, env.next.unwrap_or(off), env.prev.unwrap_or(off)];
        args.extend(env.registers());
        Ok(self.b.call(f, &args))
    }
}

/// How many registers are handed to a function that needs all.
pub const REGISTERS: u32 = 9;

/// Whether a number reads a register, in the order of [`Env::registers`].
pub const IS_REGISTER: [fn(&Int) -> bool; REGISTERS as usize] = [
    super::reads_from,
    super::reads_to,
    |i| matches!(i, Int::Between),
    |i| matches!(i, Int::Site),
    |i| matches!(i, Int::Level),
    |i| matches!(i, Int::Value),
    |i| matches!(i, Int::Player),
    |i| matches!(i, Int::Pips),
    |i| matches!(i, Int::Track),
];
/// The place of the level among the registers.
pub const LEVEL: usize = 4;

impl Env {
    pub fn registers(&self) -> Vec<Expr> {
        vec![
            self.from,
            self.to,
            self.between,
            self.site,
            self.level,
            self.value,
            self.player,
            self.pips,
            self.track,
        ]
    }
    /// The same with registers from the parameters of a function. (What stood in locals of another function is gone.)
    pub fn with_registers(&self, args: &[Expr]) -> Env {
        Env {
            from: args[0],
            to: args[1],
            between: args[2],
            site: args[3],
            level: args[4],
            value: args[5],
            player: args[6],
            pips: args[7],
            track: args[8],
            region: None,
            next: None,
            prev: None,
            ..self.clone()
        }
    }
}
