//! Finding puzzles: weak players play against each other, their games are gone through from the end, each position is
//! asked whether exactly one move wins (or saves), and of all that was found a varied choice is kept. What is the same but
//! for a turn or a reflection of the board is kept once. Knows players and proofs; chance comes from the seed alone.

use crate::prove::{Effort, Prover, Verdicts};
use crate::puzzle::{Puzzle, Task, id_of};
use crate::themes::themes;
use ludarium_board::symmetry::Symmetry;
use ludarium_engine::rng::mix;
use ludarium_play::notation::digest;
use ludarium_play::symmetry::{canonical_form, game_symmetries};
use ludarium_play::{Game, Rng, State};
use ludarium_players::planning::{Limits, Plan, plan};
use ludarium_players::player::Table;
use ludarium_players::{Budget, Control, Player, Setting, Spec, World, make};
use rustc_hash::FxHashSet;

/// How many puzzles are wanted, and what may be spent on them.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub count: usize,
    pub seed: u64,
    /// Games that are played at most.
    pub games: u32,
    /// Moves made in search for one position at most.
    pub nodes: u64,
    /// No win that takes more moves of all players together is looked for.
    pub deepest: u32,
    /// Games are broken off after so many moves.
    pub most_plies: usize,
}

impl Default for Order {
    fn default() -> Order {
        Order { count: 24, seed: 1, games: 2000, nodes: 1_000_000, deepest: 9, most_plies: 160 }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Made {
    pub puzzles: Vec<Puzzle>,
    pub games: u32,
    pub positions: u64,
    /// Puzzles that were found and proven, those that were not kept included.
    pub proven: usize,
    /// A game came to no end, or to no winner.
    pub undecided: u32,
}

/// The other moves are searched so many moves deeper than the right one, where the effort allows.
const BEYOND: u32 = 2;
/// With fewer moves to choose from there is nothing to find, unless one must look ahead.
const FEWEST_CHOICES: usize = 3;
/// Of one game so many puzzles at most.
const PER_GAME: usize = 4;
/// So many other endings of a game are tried.
const VARIATIONS: usize = 4;

/// Looks for puzzles until there are enough, or the budget is spent. `told` hears of each game that was gone through.
pub fn find(prover: &Prover<'_>, order: &Order, control: &Control<'_>, mut told: impl FnMut(&Made)) -> Made {
    let game = prover.game();
    let mut finder = Finder {
        prover,
        order,
        control,
        symmetries: game_symmetries(game, order.seed, 3, 24),
        known: FxHashSet::default(),
        asked: FxHashSet::default(),
    };
    let mut made = Made::default();
    let mut pool: Vec<Puzzle> = Vec::new();
    for number in 0..order.games {
        if control.expired() || enough(&pool, order.count) {
            break;
        }
        // (A small number, since files tell it.)
        let seed = order.seed.wrapping_mul(100_000).wrapping_add(u64::from(number) + 1);
        let state = finder.self_play(seed);
        made.games += 1;
        let decided = state.outcome().is_some_and(|o| o.winner().is_some());
        made.undecided += u32::from(!decided);
        let found = finder.game_and_variations(state, seed, &mut made.positions);
        made.proven += found.len();
        pool.extend(found);
        told(&made);
    }
    made.puzzles = choose(pool, order.count);
    made
}

/// Kinds of puzzles by what one must see: a win at once, in two moves, further on; a threat to meet, a far one.
fn kind(p: &Puzzle) -> usize {
    match p.task {
        Task::Win { .. } if p.own <= 1 => 0,
        Task::Win { .. } if p.own == 2 => 1,
        Task::Win { .. } => 2,
        Task::Save { plies } if plies <= 2 => 3,
        Task::Save { .. } => 4,
    }
}

/// Of each kind so many in a hundred are wanted.
const SHARES: [usize; 5] = [20, 40, 40, 15, 20];

fn share(kind: usize, count: usize) -> usize {
    (count * SHARES[kind]).div_ceil(100)
}

/// Enough of all kinds to fill a collection?
fn enough(pool: &[Puzzle], count: usize) -> bool {
    let counted: usize =
        (0..SHARES.len()).map(|k| pool.iter().filter(|p| kind(p) == k).count().min(share(k, count))).sum();
    counted >= count
}

/// A choice with something of each kind, in order of difficulty.
fn choose(mut pool: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    // Within a kind the deeper ones first, and of those the ones with much to choose from.
    pool.sort_by_key(|p| std::cmp::Reverse((p.task.plies(), p.choices)));
    let mut kept = Vec::new();
    let mut rest = Vec::new();
    let mut taken = [0; SHARES.len()];
    for p in pool {
        let k = kind(&p);
        if taken[k] < share(k, count) && kept.len() < count {
            taken[k] += 1;
            kept.push(p);
        } else {
            rest.push(p);
        }
    }
    let open = count.saturating_sub(kept.len());
    kept.extend(rest.into_iter().take(open));
    kept.sort_by(|a, b| (a.grade(), a.task.plies(), &a.id).cmp(&(b.grade(), b.task.plies(), &b.id)));
    kept
}

struct Finder<'a, 'g> {
    prover: &'a Prover<'g>,
    order: &'a Order,
    control: &'a Control<'a>,
    symmetries: Vec<Symmetry>,
    /// Positions of puzzles, each as the first of its images.
    known: FxHashSet<String>,
    /// Positions that were looked at.
    asked: FxHashSet<u64>,
}

impl<'g> Finder<'_, 'g> {
    /// A game between players of different strength, after some moves at random: such games are decided sooner.
    fn self_play(&self, seed: u64) -> State {
        let game: &'g Game = self.prover.game();
        let mut rng = Rng::new(mix(seed));
        let mut state = State::start(game, seed);
        let opening = rng.below(5);
        state.play_random(&mut rng, opening);
        const LEVELS: [&str; 5] = ["random", "level1", "level2", "level3", "level4"];
        if game.players == 1 && self.planned(&mut state, rng.next_u64()) {
            return state;
        }
        let strong = rng.below(game.players.max(1));
        let mut levels = Vec::new();
        for seat in 0..game.players {
            levels.push(if seat == strong { LEVELS[2 + rng.below(3)] } else { LEVELS[rng.below(4)] });
        }
        self.play_on(&mut state, &levels, &mut rng, self.order.most_plies);
        state
    }

    /// Alone nobody wins by chance: a way to the end is looked for and walked. False where none was found.
    fn planned(&self, state: &mut State, seed: u64) -> bool {
        let world = self.prover.world();
        let control =
            Control { budget: Budget { nodes: Some(600_000), ..self.control.budget }, ..*self.control };
        let mut here = world.position(state);
        let limits = Limits { positions: 150_000, ..Limits::default() };
        let (Plan::Found { moves, .. }, _) = plan(world, &here, seed, limits, &control) else { return false };
        for step in moves {
            let Some(m) = world.full(&here, &step) else { return false };
            world.apply(&mut here, &step);
            if state.play(m).is_err() {
                return false;
            }
        }
        true
    }

    /// Plays until the end, or until so many moves were made.
    fn play_on(&self, state: &mut State, levels: &[&str], rng: &mut Rng, most_plies: usize) {
        let world = self.prover.world();
        let setting = Setting { lines: 0, memory: 64 << 20, ..Setting::default() };
        let mut seats: Vec<Box<dyn Player<'_> + '_>> = levels
            .iter()
            .filter_map(|level| Spec::read(level).ok())
            .map(|spec| make(&spec, world, setting))
            .collect();
        while !state.is_over() && state.stopped().is_none() && state.plies() < most_plies {
            if self.control.expired() || state.legal_moves().is_empty() {
                break;
            }
            let agent = state.agent();
            let control =
                Control { budget: Budget { nodes: Some(60_000), ..self.control.budget }, ..*self.control };
            let table = Table { state, agent, seed: rng.next_u64() };
            let index = match seats.get_mut(agent.wrapping_sub(1)) {
                Some(player) => player.choose(table, &control).map_or(0, |answer| answer.index),
                None => 0,
            };
            if state.play(index).is_err() {
                break;
            }
        }
    }

    /// The puzzles of a game, and of other ways in which its last moves could have gone: these cost less than another game.
    fn game_and_variations(&mut self, mut state: State, seed: u64, positions: &mut u64) -> Vec<Puzzle> {
        let mut rng = Rng::new(mix(seed ^ 0xA1));
        let end = state.plies();
        let mut found = self.scan(state.clone(), 0, positions);
        for _ in 0..VARIATIONS {
            if !state.is_over() || end < 4 || found.len() >= PER_GAME {
                break;
            }
            let back = 2 + rng.below(10.min(end - 2));
            state.go_back(end - back);
            let levels = vec!["level2"; state.game().players];
            let parted = state.plies();
            state.play_random(&mut rng, 1);
            self.play_on(&mut state, &levels, &mut rng, end + 30);
            found.extend(self.scan(state.clone(), parted + 1, positions));
            // (The next one parts from this one.)
            if state.plies() < end {
                break;
            }
        }
        found.sort_by_key(|p| std::cmp::Reverse(p.task.plies()));
        found.truncate(PER_GAME);
        found
    }

    /// The puzzles of a game that was played, from a move on.
    fn scan(&mut self, mut state: State, from: usize, positions: &mut u64) -> Vec<Puzzle> {
        let played = state.plies();
        let winner = state.winning_agent();
        let mut found: Vec<(Puzzle, Vec<u32>)> = Vec::new();
        for ply in (from..played).rev() {
            if self.control.expired() {
                break;
            }
            state.go_back(ply);
            if state.legal_moves().len() < 2 || !self.asked.insert(state.situation_hash() ^ mix(ply as u64)) {
                continue;
            }
            *positions += 1;
            // Where the game was won soon after, a proof is likely, and worth more effort.
            let near = (played - ply) as u32 <= self.order.deepest + 2;
            let worth = |likely: bool| if near && likely { self.order.nodes } else { self.order.nodes / 32 };
            let wins = worth(winner == Some(state.agent()));
            let saves = worth(winner.is_some_and(|w| w != state.agent()));
            let Some((puzzle, on_the_way)) = self.examine(&state, wins, saves) else { continue };
            // What lies on the way of a longer solution is not another puzzle.
            found.retain(|(old, _)| !on_the_way.contains(&old.at));
            found.push((puzzle, on_the_way));
        }
        found.into_iter().map(|(p, _)| p).collect()
    }

    /// Is the position a puzzle? With it come the positions in which the solver is to move on the way.
    fn examine(&mut self, state: &State, wins: u64, saves: u64) -> Option<(Puzzle, Vec<u32>)> {
        let only_win = self.only_win(state, &mut Effort::of(wins));
        let (task, beyond, key) = only_win.or_else(|| self.only_defence(state, &mut Effort::of(saves)))?;
        if task.plies() <= 2 && state.legal_moves().len() < FEWEST_CHOICES {
            return None;
        }
        let form = canonical_form(state, &self.symmetries);
        if self.known.contains(&form) {
            return None;
        }
        let (line, on_the_way, forced) = self.main_line(state, key, task)?;
        let solver = state.agent();
        let names = names_of(state, &line)?;
        let mut own = 0;
        let mut walked = state.clone();
        for &index in &line {
            own += u32::from(walked.agent() == solver);
            walked.play(index).ok()?;
        }
        let puzzle = Puzzle {
            id: id_of(&state.game().name, &form),
            task,
            beyond,
            seed: state.seed(),
            moves: state.history().into_iter().map(|p| p.name).collect(),
            at: digest(&state.ctx()),
            seat: state.mover(),
            choices: state.legal_moves().len(),
            line: names,
            own,
            themes: themes(state, &line, task, forced),
        };
        // (A position that its own moves do not lead to again could not be shown.)
        puzzle.state(state.game()).ok()?;
        self.known.insert(form);
        Some((puzzle, on_the_way))
    }

    /// The only move that forces a win, and how far the others were searched.
    fn only_win(&self, state: &State, effort: &mut Effort) -> Option<(Task, u32, usize)> {
        let deepest = self.order.deepest;
        let settled = |v: &Verdicts| match shortest(v) {
            None => v.depth >= deepest,
            Some(first) => v.winning().count() > 1 || v.depth >= first + BEYOND,
        };
        let verdicts = self.prover.force(state, state.agent(), deepest + BEYOND, effort, settled).ok()?;
        let mut winning = verdicts.winning();
        match (winning.next(), winning.next()) {
            (Some((key, plies)), None) => Some((Task::Win { plies }, verdicts.depth, key)),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// The only move that does not lose by force, in games of two.
    fn only_defence(&self, state: &State, effort: &mut Effort) -> Option<(Task, u32, usize)> {
        let game = state.game();
        if game.players != 2 || self.prover.is_chancy() {
            return None;
        }
        let opponent = 3 - state.agent();
        let deepest = self.order.deepest - 1;
        let settled = |v: &Verdicts| match v.others().count() {
            0 => true,
            1 => v.depth >= v.winning().map(|w| w.1).max().unwrap_or(0) + BEYOND,
            // Without a threat there is nothing to meet.
            left => (v.depth >= 2 && left == v.wins.len()) || v.depth >= deepest,
        };
        let verdicts = self.prover.force(state, opponent, deepest + BEYOND, effort, settled).ok()?;
        let mut left = verdicts.others();
        let (Some(key), None) = (left.next(), left.next()) else { return None };
        let plies = verdicts.winning().map(|w| w.1).max()?;
        // (That the right move holds must be seen at least one move of the opponent farther than the threat reaches.)
        let held = verdicts.depth > plies || plies > deepest;
        (plies >= 2 && held).then_some((Task::Save { plies }, verdicts.depth, key))
    }

    /// The right move and what follows it: the longest defence, the quickest win. Also the digests of the positions on the way in
    /// which the solver is to move, and whether the opponent never had a choice.
    fn main_line(&self, state: &State, key: usize, task: Task) -> Option<(Vec<usize>, Vec<u32>, bool)> {
        let mut line = vec![key];
        let Task::Win { plies } = task else { return Some((line, Vec::new(), false)) };
        let solver = state.agent();
        let mut here = state.clone();
        here.play(key).ok()?;
        let (mut on_the_way, mut forced) = (Vec::new(), true);
        let mut left = plies - 1;
        while !here.is_over() {
            let own = here.agent() == solver;
            let mut effort = Effort::of(8 * self.order.nodes);
            let verdicts = self
                .prover
                .force(&here, solver, left, &mut effort, |v| own && v.winning().next().is_some())
                .ok()?;
            let next = if own {
                on_the_way.push(digest(&here.ctx()));
                verdicts.winning().min_by_key(|w| w.1)?
            } else {
                forced &= here.legal_moves().len() == 1;
                verdicts.winning().max_by_key(|w| w.1)?
            };
            left = next.1 - 1;
            line.push(next.0);
            here.play(next.0).ok()?;
        }
        Some((line, on_the_way, forced))
    }
}

fn shortest(v: &Verdicts) -> Option<u32> {
    v.winning().map(|w| w.1).min()
}

fn names_of(state: &State, line: &[usize]) -> Option<Vec<String>> {
    let mut state = state.clone();
    line.iter()
        .map(|&index| {
            let name = state.names().get(index)?.clone();
            state.play(index).ok()?;
            Some(name)
        })
        .collect()
}
