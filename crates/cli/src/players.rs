//! What the commands that play share: players by name, outside programs among them, and calibrations kept in files.

use crate::game_arg::GameArgs;
use anyhow::{Context, Result, bail};
use ludarium_engine::Mode;
use ludarium_play::{Game, Move, Selection, State};
use ludarium_players::calibrate::{Effort, Weights, calibrate};
use ludarium_players::player::{self, weights_help};
use ludarium_players::{Answer, Budget, Control, EngineWorld, Player, Setting, Spec, Table, ugi};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long players think, as typed.
#[derive(clap::Args, Clone)]
pub struct BudgetArgs {
    /// Seconds for each move
    #[arg(long, value_name = "S")]
    pub time: Option<f64>,
    /// Iterations for each move
    #[arg(long, value_name = "K")]
    pub iterations: Option<u64>,
    /// Moves made in search for each move
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

impl BudgetArgs {
    /// What was typed, or else so many seconds.
    pub fn budget(&self, otherwise: f64) -> Result<Budget> {
        let seconds =
            |s: f64| Duration::try_from_secs_f64(s).context("--time: a number of seconds is wanted");
        let mut budget = Budget {
            time: self.time.map(seconds).transpose()?,
            iterations: self.iterations,
            nodes: self.nodes,
        };
        if budget.is_unlimited() {
            budget.time = Some(seconds(otherwise)?);
        }
        Ok(budget)
    }
}

/// What players need beside the game.
#[derive(clap::Args, Clone)]
pub struct PlayerArgs {
    /// Threads for each player's search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// Keep what was learnt about games (the worth of pieces and so on) in this folder, and use what is there
    #[arg(long, value_name = "DIR")]
    pub weights: Option<PathBuf>,
    /// Know nothing of what things are worth
    #[arg(long)]
    pub uncalibrated: bool,
    /// Learn first by so many moves of random games, and so much more between players who have learnt something; left
    /// out: what comes with the game, or what its rules tell
    #[arg(long, value_name = "N")]
    pub effort: Option<u64>,
    /// Megabytes for each player's tree
    #[arg(long, value_name = "MB", default_value_t = 512)]
    pub memory: usize,
}

impl PlayerArgs {
    /// Whether games are to be played first, to learn what things are worth.
    pub fn learns(&self) -> bool {
        self.effort.is_some() || self.weights.is_some()
    }

    pub fn setting(&self) -> Setting {
        Setting { threads: self.threads.max(1), memory: self.memory.max(1) << 20, lines: 0 }
    }

    /// The game with an evaluation, if anybody wants one: from the folder of weights, learnt now where that is asked for,
    /// else what comes with the game or what its rules tell.
    pub fn world<'g>(
        &self,
        game: &'g Game,
        selection: &Selection,
        specs: &[Entrant],
    ) -> Result<EngineWorld<'g>> {
        let world = EngineWorld::new(game);
        let wanted = specs.iter().any(|s| match s {
            Entrant::Ours(spec) => spec.wants_weights(),
            Entrant::Outside(_) => false,
        });
        if !wanted || self.uncalibrated || !weights_help(&world) {
            return Ok(world);
        }
        let file = self.weights.as_ref().map(|folder| folder.join(weights_name(game, selection)));
        if let Some(file) = file.as_deref().filter(|f| f.is_file()) {
            let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
            let weights = Weights::read(&text).map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))?;
            if weights.fits(world.sheet()) {
                return Ok(world.with_weights(Some(Arc::new(weights))));
            }
        }
        match (self.effort, &file) {
            (None, None) => Ok(limited(GLANCE, |stop| world.informed(stop))),
            (effort, file) => self.calibrated(world, effort, file.as_deref()),
        }
    }

    fn calibrated<'g>(
        &self,
        world: EngineWorld<'g>,
        effort: Option<u64>,
        file: Option<&Path>,
    ) -> Result<EngineWorld<'g>> {
        let begun = Instant::now();
        let usual = Effort::default();
        let random = effort.unwrap_or(usual.random);
        let greedy = random.saturating_mul(usual.greedy) / usual.random;
        // Slow games are given up on after a while: a guess from a few games beats none.
        let weights = limited(Duration::from_secs(60), |stop| {
            calibrate(&world, 1, Effort { random, greedy, ..usual }, stop)
        });
        eprintln!(
            "calibrated on {} moves ({} decided games) in {:.1} s; the better side by these weights won {:.0} times in 100",
            weights.plies,
            weights.decided,
            begun.elapsed().as_secs_f64(),
            100.0 * weights.accuracy
        );
        if let Some(file) = file {
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            std::fs::write(file, weights.write()).with_context(|| file.display().to_string())?;
        }
        Ok(world.with_weights(Some(Arc::new(weights))))
    }
}

/// A look at a game's rules takes no longer than this.
const GLANCE: Duration = Duration::from_millis(400);

/// Does something with a flag that is raised after a while.
fn limited<T>(most: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let (done, waiting) = sync_channel::<()>(1);
    let timer = std::thread::spawn(move || {
        if waiting.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let result = work(&stop);
    drop(done);
    let _ = timer.join();
    result
}

fn weights_name(game: &Game, selection: &Selection) -> String {
    let mut name = game.name.clone();
    for part in selection.options.iter().chain(&selection.ruleset) {
        name += "__";
        name += part;
    }
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    name.to_lowercase().chars().map(plain).collect::<String>() + ".weights"
}

/// Somebody who takes part: one of ours, or an outside program by its command line.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    Ours(Spec),
    Outside(String),
}

impl Entrant {
    pub fn read(text: &str) -> Result<Entrant> {
        match text.trim().strip_prefix("ugi:") {
            Some("") => bail!("ugi: which command?"),
            Some(command) => Ok(Entrant::Outside(command.to_owned())),
            None => Spec::read(text).map(Entrant::Ours).map_err(|e| anyhow::anyhow!(e)),
        }
    }
    pub fn name(&self) -> String {
        match self {
            Entrant::Ours(spec) => spec.text.clone(),
            Entrant::Outside(command) => format!("ugi:{command}"),
        }
    }
    pub fn seat<'g>(
        &self,
        world: &EngineWorld<'g>,
        setting: Setting,
        game: &GameName,
    ) -> Result<Box<dyn Player<'g> + 'g>> {
        match self {
            Entrant::Ours(spec) => Ok(player::make(spec, world, setting)),
            Entrant::Outside(command) => Ok(Box::new(Outside::start(command, game)?)),
        }
    }
}

/// How an outside program is told which game it is.
#[derive(Clone, Debug, Default)]
pub struct GameName {
    pub game: String,
    pub options: Vec<String>,
    pub ruleset: Option<String>,
}

impl GameName {
    /// Files are told by their whole path: the program may run elsewhere.
    pub fn of(args: &GameArgs) -> GameName {
        let opened = args.reading.open(&args.game).ok().map(|text| PathBuf::from(text.name));
        let path = opened.filter(|p| p.is_file() && ludarium_play::find(&args.game).is_err());
        let path = path.or_else(|| Some(PathBuf::from(&args.game)).filter(|p| p.is_file()));
        let whole = path.and_then(|p| p.canonicalize().ok());
        let selection = args.selection().unwrap_or_else(|_| args.reading.asked());
        GameName {
            game: whole.map_or_else(|| args.game.clone(), |p| p.display().to_string()),
            options: selection.options,
            ruleset: selection.ruleset,
        }
    }
}

/// An outside program that speaks the protocol.
struct Outside {
    command: String,
    game: GameName,
    line: Option<Connection>,
}

/// A program that runs.
struct Connection {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

/// How long a program may take to begin.
const START: Duration = Duration::from_secs(30);
/// How much later than its time an answer may come (the time that an overrun is measured by is its own affair).
const GRACE: Duration = Duration::from_secs(5);
/// So many lines without an answer are too many.
const MOST_LINES: usize = 100_000;

impl Outside {
    fn start(command: &str, game: &GameName) -> Result<Outside> {
        let line = Connection::open(command, game)?;
        Ok(Outside { command: command.to_owned(), game: game.clone(), line: Some(line) })
    }

    fn ask(line: &mut Connection, state: &State, control: &Control<'_>) -> Result<Answer<Move>, String> {
        let moves: Vec<String> = state.history().into_iter().map(|p| p.name).collect();
        line.drain()?;
        line.say(&ugi::position(state.game().uses.stochastic.then(|| state.seed()), &moves))?;
        line.say(&ugi::go(&control.budget))?;
        let most = control.budget.time.map_or(Duration::from_secs(600), |t| t + GRACE);
        let said = line.wait(most, |line| line.starts_with("bestmove"))?;
        let name = ugi::best_move(&said).ok_or("an empty bestmove")?;
        let found = state.find(&ludarium_play::Choice::Name(name.to_owned()));
        found.map(|index| Answer::of(index, 0.0)).map_err(|_| format!("{name} is not a legal move"))
    }
}

impl Connection {
    fn open(command: &str, game: &GameName) -> Result<Connection> {
        let mut words = command.split_whitespace();
        let program = words.next().context("ugi: which command?")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("ugi:{command}"))?;
        let to = child.stdin.take().context("no way to write to it")?;
        let out = child.stdout.take().context("no way to read from it")?;
        let (send, from) = sync_channel(1024);
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            loop {
                let mut line = Vec::new();
                let mut limited = (&mut out).take(ugi::LONGEST_LINE as u64);
                match limited.read_until(b'\n', &mut line) {
                    Ok(n) if n > 0 && line.ends_with(b"\n") => {
                        if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                            return;
                        }
                    }
                    // The end, an error, or a line without end.
                    Ok(_) | Err(_) => return,
                }
            }
        });
        let mut line = Connection { child, to, from };
        line.begin(game).map_err(|e| anyhow::anyhow!("ugi:{command}: {e}"))?;
        Ok(line)
    }

    fn begin(&mut self, game: &GameName) -> Result<(), String> {
        self.say("ugi")?;
        self.wait(START, |line| line == "ugiok" || line == "uciok")?;
        for option in &game.options {
            self.say(&format!("setoption name Option value {option}"))?;
        }
        if let Some(ruleset) = &game.ruleset {
            self.say(&format!("setoption name Ruleset value {ruleset}"))?;
        }
        self.say(&format!("setoption name Game value {}", game.game))?;
        self.say("isready")?;
        self.wait(START, |line| line == "readyok")?;
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.to, "{line}")
            .and_then(|()| self.to.flush())
            .map_err(|e| format!("it does not listen: {e}"))
    }

    /// Whatever was said before it was asked is no answer.
    fn drain(&mut self) -> Result<(), String> {
        let spoken = self.from.try_iter().take(MOST_LINES).count();
        if spoken == MOST_LINES { Err("it says too much".to_owned()) } else { Ok(()) }
    }

    fn wait(&mut self, most: Duration, wanted: impl Fn(&str) -> bool) -> Result<String, String> {
        let begun = Instant::now();
        for _ in 0..MOST_LINES {
            let left = most.saturating_sub(begun.elapsed());
            match self.from.recv_timeout(left) {
                Ok(line) if wanted(&line) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err("it did not answer in time".to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Err("it went away".to_owned()),
            }
        }
        Err("it says too much".to_owned())
    }
}

impl<'g> Player<'g> for Outside {
    fn name(&self) -> String {
        format!("ugi:{}", self.command)
    }
    fn new_game(&mut self) {
        // A program that failed in the game before gets another chance.
        if self.line.is_none() {
            self.line = Connection::open(&self.command, &self.game).ok();
        }
        // If it does not listen any more that is found out with the first move.
        if let Some(line) = &mut self.line {
            let _ = line.say("uginewgame");
        }
    }
    fn choose(&mut self, table: Table<'_>, control: &Control<'_>) -> Result<Answer<Move>, String> {
        let game = table.state.game();
        if game.uses.hidden {
            return Err("games with hidden information are not played over the protocol".to_owned());
        }
        if game.mode == Mode::Simultaneous {
            return Err("games in which all move at once are not played over the protocol".to_owned());
        }
        let line = self.line.as_mut().ok_or("it could not be started again")?;
        let answer = Outside::ask(line, table.state, control);
        if answer.is_err() {
            self.line = None;
        }
        answer
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(300) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
