//! A game that can be played: its rules, shared by everybody who plays or studies it, with the fast form that is made
//! from them on first use. It knows nothing of positions in progress: those are [`crate::State`]s.

use crate::state::RandomGame;
use crate::{Problem, Reading, Selection, State};
use ludarium_engine::Ctx;
use ludarium_engine::ctx::RuleId;
use ludarium_engine::game::Engine;
use ludarium_engine::plan::Runner;
use ludarium_engine::rng::{Rng, mix};
use ludarium_english::{Description, Document, Style};
use ludarium_jit::Native;
use ludarium_machine::interpret::Interpreter;
use ludarium_machine::layout::Number;
use ludarium_machine::{Code, Compiled, Machine, Pass, Passes};
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A game that can be played. Cloning it is free: all clones share the rules and the fast form made of them.
///
/// ```
/// use ludarium_play::Game;
/// let hex = Game::load("Hex").unwrap();
/// assert_eq!((hex.players, hex.start(1).legal_moves().len()), (2, 121));
///
/// let elsewhere = hex.clone();
/// let winner = std::thread::spawn(move || elsewhere.random_game(7).outcome.unwrap().winner()).join().unwrap();
/// assert!(winner.is_some(), "no game of Hex is drawn");
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Arc<ludarium_engine::Game>,
    /// The description it was made of, where that was kept.
    reading: Option<Arc<Reading>>,
    /// The rules as native code, made when somebody first plays by it; nothing where a rule stands in the way.
    native: Arc<OnceLock<Option<NativeForm>>>,
    /// The same where states are looked at, not only played.
    watched: Arc<OnceLock<Option<NativeForm>>>,
}

/// What a pass changes in a program: functions as text.
#[derive(Clone, Debug)]
pub struct Around {
    /// What the functions are without the pass.
    pub before: Vec<String>,
    /// What they are with it.
    pub after: Vec<String>,
}

/// The rules as a program, and its native code.
type NativeForm = (Arc<Compiled>, Arc<Native>);

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({})", self.rules.name)
    }
}

/// A game that could not be made, and why.
#[derive(Clone, Debug)]
pub enum LoadError {
    /// No game of the library has this name.
    NotInLibrary(crate::NotInLibrary),
    /// The description has faults: each with its place, see [`crate::render`].
    Faulty(Vec<Problem>),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotInLibrary(why) => write!(f, "{why}"),
            LoadError::Faulty(problems) => {
                let first = problems.first().map_or("the description has faults", |p| p.message.as_str());
                write!(f, "{first}")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl Deref for Game {
    type Target = ludarium_engine::Game;
    fn deref(&self) -> &ludarium_engine::Game {
        &self.rules
    }
}

impl From<ludarium_engine::Game> for Game {
    fn from(rules: ludarium_engine::Game) -> Game {
        Game { rules: Arc::new(rules), reading: None, native: Arc::default(), watched: Arc::default() }
    }
}

impl Game {
    /// A game of the library, by any of its names, with its usual options.
    pub fn load(name: &str) -> Result<Game, LoadError> {
        Game::load_with(name, &Selection::default())
    }

    /// A game of the library with options or a ruleset of one's choice.
    pub fn load_with(name: &str, selection: &Selection) -> Result<Game, LoadError> {
        let found = crate::find(name).map_err(LoadError::NotInLibrary)?;
        Game::from_text(found.text, selection)
    }

    /// The game that a description describes.
    pub fn from_text(text: &str, selection: &Selection) -> Result<Game, LoadError> {
        let reading: Reading = crate::read("", text, &crate::library_defines(), selection);
        Game::from_reading(reading, &|name| crate::find(name).ok().map(|game| game.text.to_owned()))
    }

    /// The game of a description that was read; `find` gives the descriptions of the games that a match names.
    pub fn from_reading(reading: Reading, find: &dyn Fn(&str) -> Option<String>) -> Result<Game, LoadError> {
        if reading.has_errors() {
            return Err(LoadError::Faulty(reading.problems));
        }
        let mut game = crate::compile_with(&reading, find).map_err(LoadError::Faulty)?;
        game.reading = Some(Arc::new(reading));
        Ok(game)
    }

    /// The description that the game was made of; nothing where a program made it otherwise.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_deref()
    }

    /// The rules in English, where the description was kept: as text, Markdown or HTML.
    pub fn rules(&self) -> Option<Document> {
        let reading = self.reading()?;
        let description =
            Description { game: reading.game.as_ref()?, tree: &reading.expanded.game, board: Some(self) };
        Some(ludarium_english::rules(&description, Style::Plain))
    }

    /// The beginning of a game, after its start rules. The seed decides all chance in it.
    pub fn start(&self, seed: u64) -> State {
        State::start(self, seed)
    }

    /// The same game, played by the engine that is named. Everything that is made from it follows: random games,
    /// searches, counts.
    pub fn with_engine(&self, engine: Engine) -> Game {
        if engine == self.engine() {
            return self.clone();
        }
        Game {
            rules: Arc::new(self.rules.with_engine(engine)),
            reading: self.reading.clone(),
            native: Arc::default(),
            watched: Arc::default(),
        }
    }

    /// A whole game of random moves. The seed decides both chance and choices.
    pub fn random_game(&self, seed: u64) -> RandomGame {
        self.random_games().play(seed)
    }

    /// Plays any number of random games, one after the other, without setting up memory anew for each.
    pub fn random_games(&self) -> RandomGames<'_> {
        let machine = self.machine();
        RandomGames { runner: Runner::start(self, 0), machine, from: None, most: u64::MAX }
    }

    /// The rules as a program of the compiled engine, as text; or the rule that stands in the way.
    pub fn program(&self) -> Result<String, String> {
        ludarium_machine::compile(&self.rules).map(|c| c.program.print()).map_err(|r| r.to_string())
    }

    /// What a pass changes in the program: the functions that are otherwise without it, and what they are with it.
    pub fn program_around(&self, pass: Pass) -> Result<Around, String> {
        let functions = |passes| {
            let compiled = ludarium_machine::compile_with(&self.rules, &[], passes);
            compiled.map(|c| c.program.functions_as_text()).map_err(|r| r.to_string())
        };
        let (mut before, mut after) = (functions(Passes::ALL.without(pass))?, functions(Passes::ALL)?);
        let both: BTreeSet<String> = before.iter().filter(|f| after.contains(f)).cloned().collect();
        before.retain(|f| !both.contains(f));
        after.retain(|f| !both.contains(f));
        Ok(Around { before, after })
    }

    /// The rules of which the compiled engine asks the evaluator; or the rule that stands in the way of compiling.
    pub fn coverage(&self) -> Result<Vec<String>, String> {
        ludarium_machine::compile(&self.rules).map(|c| c.fallbacks.clone()).map_err(|r| r.to_string())
    }

    /// Plays a random game beside the evaluator with each way of running the compiled rules, and compares all legal moves
    /// and all successors, so many of them. How many were compared, or where they differ; nothing where a rule stands in
    /// the way of compiling.
    pub fn compare_compiled(&self, seed: u64, successors: u64) -> Result<Option<u64>, String> {
        self.compare_compiled_with(Passes::ALL, seed, successors)
    }

    /// The same for rules that are compiled with some passes only.
    pub fn compare_compiled_with(
        &self,
        passes: Passes,
        seed: u64,
        successors: u64,
    ) -> Result<Option<u64>, String> {
        let Ok(compiled) = ludarium_machine::compile_with(&self.rules, &[], passes) else { return Ok(None) };
        let native = Native::of(&compiled.program).map_err(|e| e.to_string())?;
        let mut compared = 0;
        for (code, enough) in
            [(native as Arc<dyn Code>, successors), (Arc::new(Interpreter), successors.div_ceil(10))]
        {
            let mut machine = Machine::new(compiled.clone(), code);
            let met = ludarium_machine::lockstep::compare(&self.rules, &mut machine, seed, 400, enough);
            compared += met.map_err(|d| format!("ply {}: {}", d.ply, d.what))?.successors;
        }
        Ok(Some(compared))
    }

    /// How many sequences of legal moves of a length there are from a position, and the rule that did not come to an end, if there
    /// was one. Where dice fall, they fall as they do for the evaluator.
    pub fn perft_from(&self, ctx: Ctx<'_>, depth: u32) -> (u64, Option<RuleId>) {
        if !self.uses.stochastic
            && ctx.stopped.is_none()
            && let Some(mut machine) = self.compiled()
        {
            machine.take(&ctx);
            if let Some(sequences) = machine.perft(depth) {
                return (sequences, None);
            }
        }
        let mut runner = Runner::from_ctx(ctx);
        let sequences = runner.perft(depth);
        (sequences, runner.ctx.stopped)
    }

    /// The game as native code, where the compiled engine knows all its rules: a machine with memory of its own.
    pub fn compiled(&self) -> Option<Machine> {
        self.machine_of(&self.native, &[])
    }

    /// The same for those who look at states: they keep what a position tells of the course of the game (the last move, passes,
    /// the counter) even if no rule asks for it, and dice fall as they do for a [`State`] of the same seed.
    pub fn compiled_to_watch(&self) -> Option<Machine> {
        use Number::*;
        let course = [Prev, Counter, Stalemated, TurnsSamePlayer, ConsecutivePasses];
        let last = [LastFrom, LastTo, LastFromKind, LastToKind];
        let watched = [&course[..], &last].concat();
        self.machine_of(&self.watched, &watched)
    }

    fn machine_of(&self, made: &OnceLock<Option<NativeForm>>, watched: &[Number]) -> Option<Machine> {
        let native = made.get_or_init(|| {
            if self.engine() != Engine::Fast {
                return None;
            }
            let compiled = ludarium_machine::compile_watched(&self.rules, watched).ok()?;
            let code = Native::of(&compiled.program).ok()?;
            Some((compiled, code))
        });
        native.as_ref().map(|(compiled, code)| Machine::new(compiled.clone(), code.clone()))
    }

    /// The same for random games. Those in which pieces are only added stay with the plan: that is still quicker.
    pub(crate) fn machine(&self) -> Option<Machine> {
        if self.plan().only_adds() { None } else { self.compiled() }
    }
}

/// Plays random games of one game: see [`Game::random_games`] and [`State::random_games`].
pub struct RandomGames<'g> {
    runner: Runner<'g>,
    machine: Option<Machine>,
    /// Where the games begin, if not at the start.
    from: Option<Box<Ctx<'g>>>,
    most: u64,
}

impl<'g> RandomGames<'g> {
    pub(crate) fn from(ctx: Ctx<'g>, machine: Option<Machine>) -> RandomGames<'g> {
        let from = Some(Box::new(ctx.clone()));
        RandomGames { runner: Runner::from_ctx(ctx), machine, from, most: u64::MAX }
    }

    fn begin(&mut self, seed: u64) -> Rng {
        match &self.from {
            Some(from) => {
                self.runner.set(from);
                self.runner.ctx.rng = Rng::new(mix(seed));
            }
            None => self.runner.restart(mix(seed)),
        }
        Rng::new(mix(seed ^ CHOICES))
    }

    /// Games are broken off after so many moves.
    pub fn at_most(mut self, moves: u64) -> Self {
        self.most = moves;
        self
    }

    /// One game. The seed decides both chance and choices.
    pub fn play(&mut self, seed: u64) -> RandomGame {
        if let Some(played) = self.play_compiled(seed) {
            return played;
        }
        let mut rng = self.begin(seed);
        let met = self.runner.play_out(&mut rng, self.most);
        RandomGame::of(&self.runner, &met)
    }

    /// The same by native code; nothing where it has none, or where something did not fit its memory.
    fn play_compiled(&mut self, seed: u64) -> Option<RandomGame> {
        let machine = self.machine.as_mut()?;
        match &self.from {
            Some(from) => machine.take(from),
            None => machine.restart(self.runner.ctx.game, mix(seed)),
        }
        let plies = machine.play_out(&mut Rng::new(mix(seed ^ CHOICES)), self.most)?;
        let ranks = machine.ranks();
        Some(RandomGame { plies, outcome: ranks.map(|ranks| crate::Outcome { ranks }), stopped: None })
    }

    /// One game in which the legal moves of every so many positions are listed: how many positions these were, and how
    /// many legal moves they had together. To list all moves takes longer than to draw one.
    pub fn count_choices(&mut self, seed: u64, every: u64) -> (u64, u64) {
        let mut rng = self.begin(seed);
        let (mut positions, mut choices) = (0, 0);
        for ply in 0..self.most {
            if !(ply + seed).is_multiple_of(every) {
                if !self.runner.play_random(&mut rng) {
                    break;
                }
                continue;
            }
            let Some(legal) = self.runner.play_random_of_all(&mut rng) else { break };
            positions += 1;
            choices += legal as u64;
        }
        (positions, choices)
    }
}

/// Tells the stream that chooses moves from the stream of chance.
const CHOICES: u64 = 0x5EED;
