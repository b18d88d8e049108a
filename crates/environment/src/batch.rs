//! Many games of one kind, stepped at once, on all cores. What a step brings is written into arrays of the caller: what
//! the agents see, what they may do, what they got, whose games are over. A game that is over is followed by a new one in
//! the same step.
//!
//! Games are kept without the engine's working objects, which a thread lends to its games in turn: as words where the rules
//! are compiled (`compiled`), else as positions. Legal moves are numbered by their ends; only where several share these are
//! they written out by the evaluator, exactly as [`ludarium_play::State`] lists them.

use crate::actions::{NONE, PASS};
use crate::compiled::{self, By, Form, Went};
use crate::placing::{Course, Placing};
use crate::turn::{Turn, agent_of, thrown};
use crate::{Environment, returns_of};
use ludarium_engine::plan::{LeanGame, List, Runner};
use ludarium_engine::position::Position;
use ludarium_engine::rng::{Rng, mix};
use ludarium_engine::{Ctx, Mode, Move};
use ludarium_machine::Machine;
use ludarium_play::Game;
use rayon::prelude::*;

/// Instead of an action: the game stays as it is.
pub const STAY: i64 = -1;

/// Arrays of the caller, one after the other for each game. A game has one row of observations and masks, or one for each
/// agent where all move at once ([`Batch::rows`]).
#[derive(Debug)]
pub struct Views<'a> {
    /// Rows × the size of an observation.
    pub observations: &'a mut [f32],
    /// Rows × the number of actions; 1 where an action is legal.
    pub masks: &'a mut [u8],
    /// What each agent got in this step.
    pub rewards: &'a mut [f32],
    /// Whether a game ended by its rules in this step.
    pub terminated: &'a mut [u8],
    /// Whether a game was broken off in this step: too long, an action that is not legal, a rule without end.
    pub truncated: &'a mut [u8],
    /// Which agent decides, counted from 0; where all move at once, the first that does.
    pub agents: &'a mut [i32],
}

/// Many games of one kind.
#[derive(Debug)]
pub struct Batch {
    env: Environment,
    seed: u64,
    /// Games are broken off after so many moves.
    most: Option<u32>,
    rows: usize,
    /// The first position, where chance has no part in it.
    first: Option<Position>,
    /// The lean form of the game, where it has one.
    placing: Option<Placing>,
    /// The compiled form of the game, where it has one, and a machine for each thread.
    form: Option<Form>,
    /// Why the games are not kept as words.
    not_in_words: Option<String>,
    machines: Vec<Machine>,
    /// All is done by whoever calls.
    alone: bool,
    seats: Vec<Seat>,
}

/// One of the games.
#[derive(Debug)]
struct Seat {
    pos: Position,
    rng: Rng,
    /// Draws random actions: it is no part of the game.
    choosing: Rng,
    games: u64,
    moves: u32,
    legal: Legal,
    /// The game in its lean form; then the position is not used.
    course: Course,
    /// The game in words; then the position is used where these do not do.
    state: compiled::Course,
}

/// The legal moves of a game in a batch.
#[derive(Debug, Default)]
struct Legal {
    list: List,
    /// The moves written out, where numbers alone do not tell them; else empty.
    full: Vec<Move>,
    turn: Turn,
    /// The numbers of the moves, where one agent decides.
    actions: Vec<u32>,
    /// What is set in the masks, to be taken out again.
    marked: Vec<u32>,
}

impl Batch {
    /// So many games. The seed decides all chance in them; `most` breaks games off after so many moves.
    pub fn new(env: &Environment, n: usize, seed: u64, most: Option<u32>) -> Batch {
        let game = env.game();
        let rows = if game.mode == Mode::Simultaneous { env.agents() } else { 1 };
        let start = Ctx::start(game, seed);
        let first = (start.rng == Rng::new(seed)).then_some(start.pos);
        let seat = |_| Seat {
            pos: Position::empty(game),
            rng: Rng::new(0),
            choosing: Rng::new(0),
            games: 0,
            moves: 0,
            legal: Legal::default(),
            course: Course::default(),
            state: compiled::Course::default(),
        };
        let placing = first.as_ref().and_then(|first| Placing::of(env, first));
        let form = if placing.is_none() { Some(Form::of(env, first.is_some())) } else { None };
        let (form, machines, not_in_words) = match form {
            Some(Ok((form, machine))) => (Some(form), vec![machine], None),
            Some(Err(why)) => (None, Vec::new(), Some(why)),
            None => (None, Vec::new(), None),
        };
        let seats = (0..n).map(seat).collect();
        Batch {
            env: env.clone(),
            seed,
            most,
            rows,
            first,
            placing,
            form,
            not_in_words,
            machines,
            alone: false,
            seats,
        }
    }

    /// From now on no other threads help: what is called does all, without handing anything over.
    pub fn keep_to_one_thread(&mut self) {
        self.alone = true;
    }

    /// The game with its spaces.
    pub fn environment(&self) -> &Environment {
        &self.env
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// How many rows of observations, masks and actions each game has: one, or one per agent where all move at once.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the games are stepped by compiled rules, as words; else by the fast form of the rules or the evaluator.
    pub fn is_compiled(&self) -> bool {
        self.form.is_some()
    }

    /// Why the games are neither stepped as words nor in a lean form of their own.
    pub fn not_in_words(&self) -> Option<&str> {
        self.not_in_words.as_deref()
    }

    /// The seed of the first game that a place of the batch plays after a reset, as [`Game::start`] takes it.
    pub fn first_seed(&self, place: usize) -> u64 {
        seed_of(self.seed, place, 0)
    }

    /// Begins all games anew. The same seed begins the same games.
    pub fn reset(&mut self, seed: u64, views: Views<'_>) {
        self.seed = seed;
        for (i, seat) in self.seats.iter_mut().enumerate() {
            seat.games = 0;
            seat.choosing = Rng::new(mix(seed ^ mix(i as u64 ^ 0x00C4_01CE)));
            seat.legal.marked.clear();
            seat.state.forget_shown();
        }
        views.masks.fill(0);
        self.each(None, views);
    }

    /// Makes a move in every game: an action for each row, or [`STAY`] to leave a game as it is. Gives how many actions were not legal.
    pub fn step(&mut self, actions: &[i64], views: Views<'_>) -> usize {
        self.each(Some(actions), views)
    }

    /// Random legal actions for all rows, drawn from the batch's own chance. The same seed draws the same actions, whichever
    /// engine lists the moves: what is drawn is a place among the legal actions in rising order.
    pub fn sample(&mut self, out: &mut [i64]) {
        let rows = self.rows;
        let mut rising = Vec::new();
        for (seat, out) in self.seats.iter_mut().zip(out.chunks_mut(rows)) {
            for (row, out) in out.iter_mut().enumerate() {
                let legal = if rows == 1 { &seat.legal.actions[..] } else { seat.legal.turn.actions(row) };
                rising.clear();
                rising.extend(legal.iter().copied().filter(|&a| a != NONE));
                let place = seat.choosing.below(rising.len());
                *out = match rising.len() {
                    0 => 0,
                    _ => i64::from(*rising.select_nth_unstable(place).1),
                };
            }
        }
    }

    /// What an action of a game means now: the name of the move, or nothing where it is not legal.
    pub fn describe(&self, game: usize, row: usize, action: u32) -> Option<String> {
        let seat = self.seats.get(game)?;
        let mut ctx = Ctx::new(self.env.game(), seat.pos.clone(), seat.rng);
        if !seat.legal.full.is_empty() || self.rows > 1 {
            let legal = &seat.legal.full;
            let at = match self.rows {
                1 => seat.legal.actions.iter().position(|&a| a == action)?,
                _ => {
                    let own = ctx.own_choices(row + 1);
                    let at = seat.legal.turn.actions(row).iter().position(|&a| a == action)?;
                    return Some(ludarium_play::naming::move_names(self.env.game(), &own).swap_remove(at));
                }
            };
            let rules = match &ctx.pos.instance {
                Some(instance) => &self.env.game().subgames[instance.index].game,
                None => ctx.game,
            };
            return Some(ludarium_play::naming::move_names(rules, legal).swap_remove(at));
        }
        let known = seat.legal.actions.contains(&action);
        known.then(|| self.env.actions().describe(self.env.game(), action))
    }

    fn each(&mut self, actions: Option<&[i64]>, views: Views<'_>) -> usize {
        let (env, rows, most, seed) = (&self.env, self.rows, self.most, self.seed);
        let (first, placing, form) = (self.first.as_ref(), self.placing.as_ref(), self.form.as_ref());
        let n = self.seats.len();
        if n == 0 {
            return 0;
        }
        let (width, size, agents) = (env.observations().size(), env.actions().size(), env.agents());
        let threads = if self.alone { 1 } else { rayon::current_num_threads().max(1) };
        let share = n.div_ceil(threads).max(1);
        let mut lent: Vec<Option<&mut Machine>> = Vec::new();
        if form.is_some() {
            while self.machines.len() < n.div_ceil(share) {
                self.machines.extend(env.game().compiled_to_watch());
            }
            lent.extend(self.machines.iter_mut().map(Some));
        }
        lent.resize_with(n.div_ceil(share), || None);
        // The games from one on, with their parts of the arrays.
        let part = |k: usize, seats: &mut [Seat], machine: Option<&mut Machine>, views: Views<'_>| {
            let mut worker = Worker::new(env, first, placing, rows, most, seed);
            worker.form = form.zip(machine);
            let mut wrong = 0;
            for (i, seat) in seats.iter_mut().enumerate() {
                let number = k * share + i;
                let mut at = At {
                    observations: &mut views.observations[i * rows * width..(i + 1) * rows * width],
                    masks: &mut views.masks[i * rows * size..(i + 1) * rows * size],
                    rewards: &mut views.rewards[i * agents..(i + 1) * agents],
                    terminated: &mut views.terminated[i],
                    truncated: &mut views.truncated[i],
                    agent: &mut views.agents[i],
                };
                let chosen = actions.map(|all| &all[number * rows..(number + 1) * rows]);
                wrong += usize::from(!worker.advance(number, seat, chosen, &mut at));
            }
            wrong
        };
        if lent.len() == 1 {
            return part(0, &mut self.seats, lent.pop().flatten(), views);
        }
        let all = self
            .seats
            .par_chunks_mut(share)
            .zip(lent)
            .zip(views.observations.par_chunks_mut(share * rows * width))
            .zip(views.masks.par_chunks_mut(share * rows * size))
            .zip(views.rewards.par_chunks_mut(share * agents))
            .zip(views.terminated.par_chunks_mut(share))
            .zip(views.truncated.par_chunks_mut(share))
            .zip(views.agents.par_chunks_mut(share));
        all.enumerate()
            .map(
                |(
                    k,
                    (((((((seats, machine), observations), masks), rewards), terminated), truncated), agents),
                )| {
                    let views = Views { observations, masks, rewards, terminated, truncated, agents };
                    part(k, seats, machine, views)
                },
            )
            .sum()
    }
}

/// The seed of a game: of which batch, in which place, the how manieth there.
fn seed_of(batch: u64, place: usize, games: u64) -> u64 {
    mix(batch ^ mix(place as u64 ^ mix(games)))
}

/// What one game may write.
struct At<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [u8],
    rewards: &'a mut [f32],
    terminated: &'a mut u8,
    truncated: &'a mut u8,
    agent: &'a mut i32,
}

/// Plays the games of one thread.
struct Worker<'g> {
    env: &'g Environment,
    game: &'g Game,
    first: Option<&'g Position>,
    rows: usize,
    most: Option<u32>,
    seed: u64,
    /// Made where it is first needed.
    lazy: Option<Runner<'g>>,
    placing: Option<(&'g Placing, LeanGame<'g>)>,
    form: Option<(&'g Form, &'g mut Machine)>,
    /// Does a turn possibly begin with a throw?
    dice: bool,
}

impl<'g> Worker<'g> {
    fn new(
        env: &'g Environment,
        first: Option<&'g Position>,
        placing: Option<&'g Placing>,
        rows: usize,
        most: Option<u32>,
        seed: u64,
    ) -> Worker<'g> {
        let game = env.game();
        let dice = env.observations().globals().iter().any(|name| name.starts_with("die "));
        let placing = placing.and_then(|placing| Some((placing, game.plan().lean(game)?)));
        Worker { env, game, first, rows, most, seed, lazy: None, placing, form: None, dice }
    }

    fn runner(&mut self) -> &mut Runner<'g> {
        let game = self.game;
        self.lazy.get_or_insert_with(|| Runner::from_ctx(Ctx::new(game, Position::empty(game), Rng::new(0))))
    }

    /// Plays one move of one game, or begins it. False where the action was not legal.
    fn advance(&mut self, number: usize, seat: &mut Seat, chosen: Option<&[i64]>, at: &mut At<'_>) -> bool {
        at.rewards.fill(0.0);
        (*at.terminated, *at.truncated) = (0, 0);
        if chosen.is_some_and(|chosen| chosen.iter().all(|&action| action == STAY)) {
            return true;
        }
        if let Some((placing, lean)) = self.placing {
            return self.put(placing, lean, seat, chosen, at);
        }
        if self.form.is_some() {
            return self.go(number, seat, chosen, at);
        }
        let mut right = true;
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        match chosen {
            None => self.begin(number, seat),
            Some(chosen) => {
                right = self.play(seat, chosen, at);
                if *at.terminated != 0 || *at.truncated != 0 {
                    self.begin(number, seat);
                }
            }
        }
        self.list(&mut seat.legal, at.masks);
        // A game that cannot go on is begun again once; where that is of no use, it stays as it is.
        if seat.legal.actions.is_empty() && chosen.is_some() {
            *at.truncated = 1;
            self.begin(number, seat);
            self.list(&mut seat.legal, at.masks);
        }
        self.show(&seat.legal, at);
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        right
    }

    /// The same by the words of the game, or by its position where words do not do.
    fn go(&mut self, number: usize, seat: &mut Seat, chosen: Option<&[i64]>, at: &mut At<'_>) -> bool {
        let mut right = true;
        let mut over = chosen.is_none();
        if let Some(chosen) = chosen {
            right = match seat.state.by {
                By::Words => self.go_by_words(seat, chosen, at),
                By::PositionOnce | By::Position => self.go_by_position(seat, chosen, at),
            };
            over = *at.terminated != 0 || *at.truncated != 0;
        }
        let Some((form, machine)) = &mut self.form else { return right };
        if over {
            seat.state.by = By::Words;
            form.begin(self.game, machine, seed_of(self.seed, number, seat.games));
            seat.games += 1;
            seat.moves = 0;
        }
        if seat.state.by != By::Words {
            // (Something did not fit into the words: the position is shown as it is.)
            self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
            self.list(&mut seat.legal, at.masks);
            self.show(&seat.legal, at);
            self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
            return right;
        }
        seat.legal.unmark(at.masks);
        seat.legal.full.clear();
        let actions = &mut seat.legal.actions;
        let went = form.list(self.game, self.env.actions(), machine, &mut seat.state, actions, at.masks);
        if went == Went::Well {
            seat.legal.marked.extend_from_slice(&seat.legal.actions);
            seat.rng = Rng::new(machine.dice());
            *at.agent = form.show(machine, &mut seat.state, at.observations) as i32;
            return right;
        }
        seat.legal.marked.extend_from_slice(&seat.legal.actions);
        (seat.pos, seat.rng) = form.position(self.game, machine, &mut seat.state, true);
        form.keep(machine, &mut seat.state);
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        self.list(&mut seat.legal, at.masks);
        self.show(&seat.legal, at);
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        right
    }

    /// Plays what was chosen in words. False where it was not legal.
    fn go_by_words(&mut self, seat: &mut Seat, chosen: &[i64], at: &mut At<'_>) -> bool {
        let Some((form, machine)) = &mut self.form else { return false };
        let action = chosen.first().and_then(|&a| u32::try_from(a).ok()).unwrap_or(NONE);
        let Some(index) = seat.legal.actions.iter().position(|&a| a == action) else {
            *at.truncated = 1;
            at.rewards[*at.agent as usize] = -1.0;
            return false;
        };
        if form.play(machine, &mut seat.state, seat.rng, index) == Went::Otherwise {
            (seat.pos, seat.rng) = form.position(self.game, machine, &mut seat.state, false);
            seat.state.forget_shown();
            self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
            self.list(&mut seat.legal, at.masks);
            let right = self.play(seat, chosen, at);
            self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
            return right;
        }
        seat.moves += 1;
        if machine.is_over() {
            *at.terminated = 1;
            compiled::returns(self.game, &machine.view(), at.rewards);
        } else if self.most.is_some_and(|most| seat.moves >= most) {
            *at.truncated = 1;
        }
        true
    }

    /// The same in a position; afterwards the game is words again if it can be.
    fn go_by_position(&mut self, seat: &mut Seat, chosen: &[i64], at: &mut At<'_>) -> bool {
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        let right = self.play(seat, chosen, at);
        if let (By::PositionOnce, Some((form, machine)), Some(runner)) =
            (seat.state.by, &mut self.form, &self.lazy)
        {
            form.resume(machine, &runner.ctx);
            seat.state.by = By::Words;
        }
        self.runner().exchange_position(&mut seat.pos, &mut seat.rng);
        right
    }

    /// The same in the lean form of the game.
    fn put(
        &self,
        placing: &Placing,
        lean: LeanGame<'_>,
        seat: &mut Seat,
        chosen: Option<&[i64]>,
        at: &mut At<'_>,
    ) -> bool {
        let Seat { legal, course, .. } = seat;
        let mut right = true;
        let mut over = chosen.is_none();
        if let Some(chosen) = chosen {
            let mover = placing.mover(course);
            let action = chosen.first().and_then(|&a| u32::try_from(a).ok()).unwrap_or(NONE);
            right = placing.play(lean, course, action, &mut legal.actions, at.observations, at.masks);
            seat.moves += 1;
            if let Some(result) = placing.result(course) {
                at.rewards.copy_from_slice(&result);
                *at.terminated = 1;
            } else if !right {
                at.rewards[mover] = -1.0;
                *at.truncated = 1;
            } else if self.most.is_some_and(|most| seat.moves >= most) {
                *at.truncated = 1;
            }
            over = *at.terminated != 0 || *at.truncated != 0;
        }
        if over {
            placing.begin(course, &mut legal.actions, at.observations, at.masks);
            seat.moves = 0;
        }
        *at.agent = placing.mover(course) as i32;
        right
    }

    fn begin(&mut self, number: usize, seat: &mut Seat) {
        let seed = seed_of(self.seed, number, seat.games);
        seat.games += 1;
        seat.moves = 0;
        match self.first {
            Some(first) => {
                self.runner().ctx.pos.clone_from(first);
                self.runner().ctx.rng = Rng::new(seed);
                self.runner().ctx.stopped = None;
            }
            None => {
                let mut fresh = Ctx::start(self.game, seed);
                self.runner().exchange(&mut fresh);
            }
        }
        self.runner().stop_keeping_hash();
    }

    /// Plays what was chosen. An action that is not legal loses the game for whoever chose it.
    fn play(&mut self, seat: &mut Seat, chosen: &[i64], at: &mut At<'_>) -> bool {
        let action = |row: usize| chosen.get(row).and_then(|&a| u32::try_from(a).ok()).unwrap_or(NONE);
        let legal = &seat.legal;
        let index = if self.rows == 1 {
            legal.actions.iter().position(|&a| a == action(0) && a != NONE)
        } else {
            let joint: Vec<u32> = legal.turn.agents().map(action).collect();
            legal.turn.joint(&joint)
        };
        let Some(index) = index else {
            *at.truncated = 1;
            let guilty: Vec<usize> = match self.rows {
                1 => {
                    let ctx = &self.runner().ctx;
                    vec![agent_of(ctx, ctx.pos.mover.into())]
                }
                _ => {
                    let own = |&a: &usize| !legal.turn.actions(a).contains(&action(a));
                    legal.turn.agents().filter(own).collect()
                }
            };
            for agent in guilty {
                at.rewards[agent] = -1.0;
            }
            return false;
        };
        match legal.full.get(index) {
            Some(m) => self.runner().apply_full(m),
            None => {
                if let Some(mv) = legal.list.get(index) {
                    self.runner().apply(mv, &legal.list);
                }
            }
        }
        seat.moves += 1;
        if self.runner().is_over() {
            *at.terminated = 1;
            at.rewards.copy_from_slice(&returns_of(self.game, &self.runner().ctx.pos));
        } else if self.runner().ctx.stopped.is_some() || self.most.is_some_and(|most| seat.moves >= most) {
            *at.truncated = 1;
        }
        true
    }

    /// Works out what is legal now, and marks it.
    fn list(&mut self, legal: &mut Legal, masks: &mut [u8]) {
        legal.full.clear();
        legal.turn = Turn::default();
        legal.unmark(masks);
        let before = (self.runner().ctx.rng, self.runner().ctx.pos.stalemated);
        self.runner().legal_moves(&mut legal.list);
        if self.runner().ctx.stopped.is_some() {
            return;
        }
        if self.rows == 1 && self.game.subgames.is_empty() && self.by_ends(legal, masks) {
            return;
        }
        legal.unmark(masks);
        // The evaluator tells moves apart that go the same way; its list is that of a state.
        let mut ctx = self.runner().ctx.clone();
        (ctx.rng, ctx.pos.stalemated) = before;
        ctx.legal_moves_into(&mut legal.full);
        self.runner().ctx.rng = ctx.rng;
        legal.turn = Turn::of(self.env.actions(), &mut ctx, &legal.full);
        let size = self.env.actions().size();
        for row in 0..self.rows {
            let agent = if self.rows > 1 { row } else { legal.turn.agents().next().unwrap_or(0) };
            for &action in legal.turn.actions(agent).iter().filter(|&&action| action != NONE) {
                masks[row * size + action as usize] = 1;
                legal.marked.push((row * size) as u32 + action);
            }
            legal.actions.extend_from_slice(legal.turn.actions(agent));
        }
    }

    /// Numbers the moves by where they come from and go to; false where that does not tell them apart.
    fn by_ends(&mut self, legal: &mut Legal, masks: &mut [u8]) -> bool {
        let space = self.env.actions();
        for mv in legal.list.iter() {
            let action = match (legal.list.full(mv), self.runner().slots_of(mv)) {
                (Some(m), _) => space.by_ends(self.game, m),
                (None, None) => Some(PASS),
                (None, Some((from, to))) => space.of_slots(from, to),
            };
            let Some(action) = action else { return false };
            if std::mem::replace(&mut masks[action as usize], 1) != 0 {
                return false;
            }
            legal.marked.push(action);
            legal.actions.push(action);
        }
        true
    }

    /// Writes what the agents see.
    fn show(&mut self, legal: &Legal, at: &mut At<'_>) {
        let (env, rows, dice) = (self.env, self.rows, self.dice);
        let ctx = &self.runner().ctx;
        let mover = agent_of(ctx, ctx.pos.mover.into());
        let deciding = if rows > 1 { legal.turn.agents().next() } else { None };
        *at.agent = deciding.unwrap_or(mover) as i32;
        let seen = if dice { after_throw(ctx, legal) } else { None };
        let ctx = seen.as_ref().unwrap_or(ctx);
        let width = env.observations().size();
        for (row, out) in at.observations.chunks_exact_mut(width).enumerate() {
            let observer = if rows > 1 { row } else { mover };
            env.observations().fill(ctx, observer, out);
        }
    }
}

impl Legal {
    /// Takes the marks of the position before out of the masks.
    fn unmark(&mut self, masks: &mut [u8]) {
        self.marked.drain(..).for_each(|k| masks[k as usize] = 0);
        self.actions.clear();
    }
}

/// The position after the throw of the turn, where it begins with one.
fn after_throw<'g>(ctx: &Ctx<'g>, legal: &Legal) -> Option<Ctx<'g>> {
    if !legal.full.is_empty() {
        return thrown(ctx, &legal.full);
    }
    let Some(first) = legal.list.prior().first() else {
        // A pass that is forced by the throw carries it itself.
        let full: Vec<Move> = legal.list.iter().filter_map(|mv| legal.list.full(mv).cloned()).collect();
        return thrown(ctx, &full);
    };
    let mut throw = Move::new(first.clone());
    throw.actions = legal.list.prior().into();
    thrown(ctx, &[throw])
}
