//! `ludarium match`: players against each other, and what the results say.

use crate::clock::thread_worked;
use crate::game_arg::{EngineArgs, GameArgs};
use crate::players::{BudgetArgs, Entrant, GameName, PlayerArgs};
use crate::{interrupt, out};
use anyhow::{Context, Result, bail};
use ludarium_play::{Game, Record, Selection};
use ludarium_players::arena::{self, Ended, Played, Terms};
use ludarium_players::elo::{Sprt, Tally, Verdict, ratings};
use ludarium_players::{EngineWorld, Player, tournament};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Let players play against each other and measure them
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium match hex --players default,uct --games 20
  ludarium match chess --players level3,level4 --time 0.1 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Two or more: random, flat, uct, mcts, ab, paranoid, brs, maxn, default, level1 … level10, ugi:COMMAND; settings of
    /// their own after @, as in uct@iterations=500;explore=1
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "default,uct")]
    players: Vec<String>,
    /// Games of each pair
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    player_args: PlayerArgs,
    /// Two players only: stop when it is clear whether the first is ELO1 rather than ELO0 stronger
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]")]
    sprt: Option<String>,
    /// With more than two players: so many rounds by the Swiss system instead of everybody against everybody
    #[arg(long, value_name = "ROUNDS")]
    swiss: Option<usize>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Count the time that the processor worked for a player, not the time on the wall: for machines that are busy with
    /// other things (Linux, players with one thread)
    #[arg(long)]
    cpu_time: bool,
    /// Seed of the first pair of games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longer games are broken off as draws
    #[arg(long, value_name = "N", default_value_t = 2000)]
    most_plies: usize,
    /// Who has clearly more pieces or points left wins a game that is broken off
    #[arg(long)]
    by_material: bool,
    /// Store every game in this folder
    #[arg(long, value_name = "DIR")]
    trials: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium match --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Match {
    game: String,
    options: Vec<String>,
    seed: u64,
    pairs: Vec<Pair>,
    /// With more than two players.
    ratings: Vec<Rated>,
    games: Vec<OneGame>,
    mean_plies: f64,
    worst_overrun_ms: u64,
    /// Games that somebody forfeited, or that a rule without end stopped.
    faults: usize,
    /// With `--sprt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Sequential>,
}

/// The games of two players against each other; Elo is null where it is beyond all measure.
#[derive(Serialize, JsonSchema)]
pub struct Pair {
    a: String,
    b: String,
    /// Games that `a` won, drew and lost.
    wins: u32,
    draws: u32,
    losses: u32,
    /// The part of all points that `a` took.
    score: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
pub struct Rated {
    player: String,
    elo: Option<f64>,
    error: Option<f64>,
    points: f64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct OneGame {
    number: usize,
    /// Who sat where, player 1 first.
    seats: Vec<String>,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    result_of_a: f32,
    plies: usize,
    /// `over`, or how else it ended.
    ended: String,
    /// The longest that somebody thought, and the most that somebody thought too long.
    longest_ms: u64,
    overrun_ms: u64,
}

/// The sequential test.
#[derive(Serialize, JsonSchema)]
pub struct Sequential {
    /// The logarithm of the ratio of likelihoods, and the bounds at which the test ends.
    ratio: f64,
    bounds: (f64, f64),
    verdict: &'static str,
}

/// A game to be played: which two players, and its number between them.
#[derive(Clone, Copy)]
struct Fixture {
    a: usize,
    b: usize,
    number: usize,
    /// Its number among all.
    id: usize,
}

struct Line {
    fixture: Fixture,
    result: f32,
    plies: usize,
    ended: Ended,
    sides: Vec<usize>,
    /// By side: longest overrun.
    overrun: Duration,
    longest: Duration,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let entrants: Vec<Entrant> = args.players.iter().map(|p| Entrant::read(p)).collect::<Result<_>>()?;
    if entrants.len() < 2 {
        bail!("a match needs two players");
    }
    let sprt = args.sprt.as_deref().map(Sprt::read).transpose().map_err(|e| anyhow::anyhow!("--sprt {e}"))?;
    if sprt.is_some() && entrants.len() != 2 {
        bail!("--sprt is for two players");
    }
    let (_, game) = args.game.compile()?;
    let game = args.engine.game(&game);
    if game.players == 0 {
        bail!("{} is played by nobody", game.name);
    }
    let selection = args.game.selection()?;
    let world = args.player_args.world(&game, &selection, &entrants)?;
    if let Some(folder) = &args.trials {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut contest = Contest {
        args,
        entrants: &entrants,
        game: &game,
        world: &world,
        selection: &selection,
        results: vec![vec![Tally::default(); entrants.len()]; entrants.len()],
        lines: Vec::new(),
        sprt,
    };
    interrupt::listen();
    contest.play_all()?;
    interrupt::tell(format_args!("{} games were played", contest.lines.len()));
    contest.report().map(interrupt::status)
}

struct Contest<'a, 'g> {
    args: &'a Args,
    entrants: &'a [Entrant],
    game: &'g Game,
    world: &'a EngineWorld<'g>,
    selection: &'a Selection,
    /// `results[a][b]`: of a against b, a before b.
    results: Vec<Vec<Tally>>,
    lines: Vec<Line>,
    sprt: Option<Sprt>,
}

impl<'g> Contest<'_, 'g> {
    fn play_all(&mut self) -> Result<()> {
        let n = self.entrants.len();
        match self.args.swiss.filter(|_| n > 2) {
            None => {
                let pairs = tournament::round_robin(n);
                // Games of all pairs by turns, so that a tournament broken off is a fair one.
                let fixtures = (0..self.args.games)
                    .flat_map(|number| pairs.iter().map(move |&(a, b)| Fixture { a, b, number, id: 0 }));
                let fixtures: Vec<Fixture> =
                    fixtures.enumerate().map(|(id, f)| Fixture { id, ..f }).collect();
                self.play(&fixtures)
            }
            Some(rounds) => {
                let mut met = vec![vec![0; n]; n];
                let mut rests = vec![0; n];
                for _ in 0..rounds {
                    let points: Vec<f64> = (0..n).map(|p| self.points(p) + f64::from(rests[p])).collect();
                    let (pairs, rest) = tournament::swiss(&points, &met, &rests);
                    if let Some(r) = rest {
                        rests[r] += 1;
                    }
                    let mut fixtures = Vec::new();
                    for &(a, b) in &pairs {
                        met[a][b] += 1;
                        met[b][a] += 1;
                        for number in 0..self.args.games {
                            let id = self.lines.len() + fixtures.len();
                            fixtures.push(Fixture { a: a.min(b), b: a.max(b), number, id });
                        }
                    }
                    self.play(&fixtures)?;
                }
                Ok(())
            }
        }
    }

    fn tally(&self, p: usize) -> Tally {
        let mut t = Tally::default();
        for q in 0..self.entrants.len() {
            t = t.plus(self.results[p][q]);
            let r = self.results[q][p];
            t = t.plus(Tally { wins: r.losses, draws: r.draws, losses: r.wins });
        }
        t
    }

    fn points(&self, p: usize) -> f64 {
        let t = self.tally(p);
        f64::from(t.wins) + 0.5 * f64::from(t.draws)
    }

    /// Plays games, several at a time.
    fn play(&mut self, fixtures: &[Fixture]) -> Result<()> {
        let bar = out::progress_of(fixtures.len(), "games");
        let next = Mutex::new(fixtures.iter().copied());
        let enough = AtomicBool::new(false);
        let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        let jobs = self.args.jobs.clamp(1, 64).min(fixtures.len().max(1));
        let done = Mutex::new((Vec::new(), std::mem::take(&mut self.results)));
        let this = &*self;
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let work = || {
                    let mut seats: BTreeMap<(usize, usize), Box<dyn Player<'g> + 'g>> = BTreeMap::new();
                    loop {
                        let Some(fixture) = next.lock().ok().and_then(|mut n| n.next()) else { return };
                        if enough.load(Ordering::Relaxed) || interrupt::happened() {
                            return;
                        }
                        match this.one(fixture, &mut seats) {
                            // Broken off in the middle: it says nothing about the players.
                            Ok(line) if line.ended == Ended::Cancelled => return,
                            Ok(line) => {
                                bar.inc(1);
                                let Ok(mut guard) = done.lock() else { return };
                                let (lines, results) = &mut *guard;
                                let tally = &mut results[fixture.a][fixture.b];
                                tally.add(line.result);
                                if this.sprt.is_some_and(|s| s.verdict(tally) != Verdict::Open) {
                                    enough.store(true, Ordering::Relaxed);
                                }
                                lines.push(line);
                            }
                            Err(error) => {
                                enough.store(true, Ordering::Relaxed);
                                if let Ok(mut f) = failed.lock() {
                                    *f = Some(error);
                                }
                                return;
                            }
                        }
                    }
                };
                let thread = std::thread::Builder::new().stack_size(64 << 20);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    eprintln!("ludarium: one thread fewer: {error}");
                }
            }
        });
        bar.finish_and_clear();
        let (mut lines, results) = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.results = results;
        lines.sort_by_key(|l| l.fixture.id);
        self.lines.extend(lines);
        failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn one(
        &self,
        fixture: Fixture,
        seats: &mut BTreeMap<(usize, usize), Box<dyn Player<'g> + 'g>>,
    ) -> Result<Line> {
        let game = self.game;
        let sides = if game.players == 1 {
            vec![fixture.number % 2]
        } else {
            arena::seats(game.players, fixture.number)
        };
        let name = GameName::of(&self.args.game);
        let keys: Vec<(usize, usize)> =
            sides.iter().enumerate().map(|(i, &s)| ([fixture.a, fixture.b][s], i)).collect();
        for &(p, copy) in &keys {
            if let std::collections::btree_map::Entry::Vacant(empty) = seats.entry((p, copy)) {
                empty.insert(self.entrants[p].seat(self.world, self.args.player_args.setting(), &name)?);
            }
        }
        let mut taken: Vec<Box<dyn Player<'g> + 'g>> = keys.iter().filter_map(|k| seats.remove(k)).collect();
        let clock = Instant::now();
        let cpu = self.args.cpu_time;
        // (Players look at it as seldom as they can: see `Watch`.)
        let worked = || thread_worked().unwrap_or_else(|| clock.elapsed());
        let now = || if cpu { worked() } else { clock.elapsed() };
        let terms = Terms {
            budget: self.args.budget.budget(0.2)?,
            most_plies: self.args.most_plies,
            by_material: self.args.by_material,
            now: &now,
            cancel: interrupt::listen(),
        };
        // Both games of a pair have the same chance.
        let seed = self.args.seed.wrapping_add((fixture.number / 2) as u64);
        let played = {
            let mut at_table: Vec<&mut (dyn Player<'g> + 'g)> =
                taken.iter_mut().map(|p| &mut **p as &mut (dyn Player<'g> + 'g)).collect();
            arena::play(game, &mut at_table, seed, terms)
        };
        for (key, seat) in keys.into_iter().zip(taken) {
            seats.insert(key, seat);
        }
        let result = if game.players == 1 {
            // Alone, one plays against the puzzle.
            played.results[1] * if sides[0] == 0 { 1.0 } else { -1.0 }
        } else {
            arena::side_result(&played.results, &sides)
        };
        self.store(fixture, &sides, &played)?;
        let most =
            |f: fn(&arena::Thinking) -> Duration| played.thinking.iter().map(f).max().unwrap_or_default();
        Ok(Line {
            fixture,
            result,
            plies: played.state.plies(),
            ended: played.ended.clone(),
            overrun: most(|t| t.overrun),
            longest: most(|t| t.longest),
            sides,
        })
    }

    fn store(&self, fixture: Fixture, sides: &[usize], played: &Played) -> Result<()> {
        let Some(folder) = &self.args.trials else { return Ok(()) };
        let mut text = String::new();
        for (i, &s) in sides.iter().enumerate() {
            let who = self.entrants[[fixture.a, fixture.b][s]].name();
            text += &format!("# P{}: {who}\n", i + 1);
        }
        if played.ended != Ended::Over {
            text += &format!("# {}\n", ending(&played.ended));
        }
        let record = Record::of(&played.state, self.selection).write();
        let file = folder.join(format!("game-{:05}.txt", fixture.id + 1));
        let (first, rest) = record.split_once('\n').unwrap_or((&record, ""));
        std::fs::write(&file, format!("{first}\n{text}{rest}")).with_context(|| file.display().to_string())
    }

    fn report(&self) -> Result<ExitCode> {
        let n = self.entrants.len();
        let names: Vec<String> = self.entrants.iter().map(Entrant::name).collect();
        let mut pairs = Vec::new();
        for (a, row) in self.results.iter().enumerate() {
            for (b, t) in row.iter().enumerate().filter(|(_, t)| t.games() > 0) {
                pairs.push((a, b, *t));
            }
        }
        let faults: Vec<&Line> = self
            .lines
            .iter()
            .filter(|l| matches!(l.ended, Ended::Forfeit { .. } | Ended::Stopped(_)))
            .collect();
        let overrun = self.lines.iter().map(|l| l.overrun).max().unwrap_or_default();
        let plies = self.lines.iter().map(|l| l.plies).sum::<usize>() as f64 / self.lines.len().max(1) as f64;
        let rated = if n > 2 { ratings(&self.results) } else { Vec::new() };
        if self.args.json {
            let of_pair = |&(a, b, t): &(usize, usize, Tally)| {
                let e = t.elo();
                Pair {
                    a: names[a].clone(),
                    b: names[b].clone(),
                    wins: t.wins,
                    draws: t.draws,
                    losses: t.losses,
                    score: t.score(),
                    elo: number(e.mean),
                    elo_low: number(e.low),
                    elo_high: number(e.high),
                }
            };
            let of_game = |l: &Line| OneGame {
                number: l.fixture.id + 1,
                seats: l.sides.iter().map(|&s| names[[l.fixture.a, l.fixture.b][s]].clone()).collect(),
                result_of_a: l.result,
                plies: l.plies,
                ended: ending(&l.ended),
                longest_ms: l.longest.as_millis() as u64,
                overrun_ms: l.overrun.as_millis() as u64,
            };
            let of_rating = |(i, r): (usize, &(f64, f64))| Rated {
                player: names[i].clone(),
                elo: number(r.0),
                error: number(r.1),
                points: self.points(i),
            };
            let sequential = self.sprt.as_ref().zip(pairs.first()).map(|(sprt, (_, _, t))| Sequential {
                ratio: sprt.ratio(t),
                bounds: sprt.bounds(),
                verdict: verdict(sprt, t),
            });
            out::print_json(&Match {
                game: self.game.name.clone(),
                options: self.selection.options.clone(),
                seed: self.args.seed,
                pairs: pairs.iter().map(of_pair).collect(),
                ratings: rated.iter().enumerate().map(of_rating).collect(),
                games: self.lines.iter().map(of_game).collect(),
                mean_plies: plies,
                worst_overrun_ms: overrun.as_millis() as u64,
                faults: faults.len(),
                sprt: sequential,
            })?;
        } else {
            let mut text = String::new();
            for &(a, b, t) in &pairs {
                text += &format!(
                    "{} against {}: {} won, {} drawn, {} lost of {} ({:.1} %), Elo {}\n",
                    names[a],
                    names[b],
                    t.wins,
                    t.draws,
                    t.losses,
                    t.games(),
                    100.0 * t.score(),
                    t.elo()
                );
            }
            if !rated.is_empty() {
                let mut order: Vec<usize> = (0..n).collect();
                order.sort_by(|&x, &y| rated[y].0.total_cmp(&rated[x].0));
                text += "\n";
                for (place, &p) in order.iter().enumerate() {
                    text += &format!(
                        "{:>3}. {:<24} {:>6.1} points  Elo {:+.0} ± {:.0}\n",
                        place + 1,
                        names[p],
                        self.points(p),
                        rated[p].0,
                        rated[p].1
                    );
                }
            }
            if let (Some(sprt), Some(&(_, _, t))) = (&self.sprt, pairs.first()) {
                let (low, high) = sprt.bounds();
                text += &format!(
                    "sequential test of Elo {} against {}: {} (log-likelihood ratio {:.2}, bounds {:.2} and {:.2})\n",
                    sprt.elo0,
                    sprt.elo1,
                    verdict(sprt, &t),
                    sprt.ratio(&t),
                    low,
                    high
                );
            }
            text += &format!("{plies:.0} moves in a game on average");
            if overrun > Duration::ZERO {
                text += &format!(", worst time overrun {} ms", overrun.as_millis());
            }
            text += "\n";
            for l in faults {
                text += &format!("game {}: {}\n", l.fixture.id + 1, ending(&l.ended));
            }
            out::print(&text);
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn verdict(sprt: &Sprt, t: &Tally) -> &'static str {
    match sprt.verdict(t) {
        Verdict::Accept => "accepted",
        Verdict::Reject => "rejected",
        Verdict::Open => "open",
    }
}

/// Numbers beyond all measure are null in JSON.
fn number(x: f64) -> Option<f64> {
    x.is_finite().then_some((x * 10.0).round() / 10.0)
}

fn ending(ended: &Ended) -> String {
    match ended {
        Ended::Over => "over".to_owned(),
        Ended::TooLong => "broken off".to_owned(),
        Ended::Stopped(rule) => format!("rule {rule} did not come to an end"),
        Ended::Forfeit { agent, why } => format!("player {agent} forfeits: {why}"),
        Ended::Cancelled => "cancelled".to_owned(),
    }
}
