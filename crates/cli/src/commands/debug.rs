//! `ludarium debug`: steps through the evaluation of a position, stops where a clause fires, shows values of ludemes. Line
//! commands, so that it works in a terminal and from a pipe; and flags for scripts.

mod shown;

use crate::game_arg::GameArgs;
use crate::position::PositionArgs;
use crate::{interrupt, out};
use anyhow::{Context, Result, anyhow};
use ludarium_debugger::{Doing, Run, Session, choices};
use ludarium_play::why::Attempt;
use ludarium_play::{Choice, Rng};
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// Debug the rules of a game: step through clauses, break where one fires, watch ludemes, count what is used
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium debug chess
  ludarium debug breakthrough --break \"(is In\" --run 100
  ludarium debug tic-tac-toe --moves b2,a1 --watch \"(sites Occupied by:Mover)\" --tree
  ludarium debug hex --coverage 20

Without flags it reads commands, a line each; help lists them.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Stop at a clause: LINE, LINE:COLUMN, the beginning of a clause as \"(move Hop\", or its head; behind it evaluated, fired or applied, and \"if EXPRESSION\"
    #[arg(long = "break", value_name = "WHERE")]
    breaks: Vec<String>,
    /// Play so many random games until a clause of --break fires
    #[arg(long, value_name = "GAMES")]
    run: Option<u64>,
    /// Show what an expression in ludemes is; may be given several times
    #[arg(long, value_name = "EXPRESSION")]
    watch: Vec<String>,
    /// Print the clauses that are evaluated to find the legal moves, with their values
    #[arg(long)]
    tree: bool,
    /// Count what each line of the description does in so many random games
    #[arg(long, value_name = "GAMES")]
    coverage: Option<u64>,
    /// Seed of chance and of random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print where the debugger stands as JSON
    #[arg(long)]
    json: bool,
}

/// So many evaluations are printed at most.
const MOST_SHOWN: usize = 400;

pub fn run(args: &Args) -> Result<ExitCode> {
    let (reading, game) = args.game.compile()?;
    let selection = args.game.selection()?;
    let state = args.position.state(&game, &selection, args.seed)?;
    let session = Session::new(state, Arc::new(reading), selection).map_err(|why| anyhow!(why))?;
    let mut debugger = Debugger { session, rng: choices(args.seed), seed: args.seed };
    for text in &args.breaks {
        let read =
            debugger.session.read_breakpoint(text).map_err(|why| anyhow!("--break: {}", why.message))?;
        debugger.session.add_breakpoint(read);
    }
    for text in &args.watch {
        debugger.session.add_watch(text).map_err(|bad| anyhow!("--watch:\n{}", bad.shown))?;
    }
    interrupt::listen();
    let scripted =
        args.run.is_some() || args.tree || args.coverage.is_some() || args.json || !args.watch.is_empty();
    if scripted { debugger.script(args) } else { debugger.talk() }
}

struct Debugger {
    session: Session,
    rng: Rng,
    seed: u64,
}

fn going() -> bool {
    !interrupt::happened()
}

impl Debugger {
    fn script(&mut self, args: &Args) -> Result<ExitCode> {
        let run = args.run.map(|games| self.session.run(args.seed, games, &going));
        let mut report = self.session.report(run.as_ref());
        if args.tree || report.stopped.is_some() {
            if self.session.stepping().is_none() {
                self.session.begin(Doing::Moves);
            }
            if let Some(stepping) = self.session.stepping() {
                let stopped = report.stopped.is_some().then_some(stepping.at);
                report.tree = Some(self.session.told_tree(&stepping.trace, stopped, MOST_SHOWN));
            }
        }
        if let Some(games) = args.coverage {
            let (coverage, ran) = self.session.coverage(args.seed, games, &going);
            report.coverage = Some(self.session.told_coverage(&coverage));
            let run = ludarium_debugger::told::Ran {
                games: ran.games,
                plies: ran.plies,
                interrupted: ran.interrupted,
            };
            report.ran = report.ran.or(Some(run));
        }
        if args.json {
            out::print_json(&report)?;
        } else {
            out::print(&shown::report(&self.session, &report, args.tree));
        }
        Ok(interrupt::status(ExitCode::SUCCESS))
    }

    /// Reads commands until the input ends.
    fn talk(&mut self) -> Result<ExitCode> {
        let asking = std::io::stdin().is_terminal();
        out::print(&shown::board(&self.session));
        out::print("Type help for the commands.\n");
        let prompt = || {
            if asking {
                print!("(debug) ");
                let _ = std::io::stdout().flush();
            }
        };
        prompt();
        let mut last = String::new();
        for line in std::io::stdin().lock().lines() {
            let line = line.context("cannot read")?;
            let typed = line.trim();
            // An empty line does the last step again.
            let command = if typed.is_empty() && asking { last.clone() } else { typed.to_owned() };
            let (word, rest) = command.split_once(' ').unwrap_or((&command, ""));
            if matches!(word, "quit" | "q" | "exit") {
                break;
            }
            if !word.is_empty() {
                let answer = self.command(word, rest.trim());
                out::print(&format!("{}\n", answer.trim_end()));
                last = if matches!(word, "step" | "s" | "next" | "n" | "out" | "o") {
                    command.clone()
                } else {
                    String::new()
                };
            }
            if interrupt::happened() {
                break;
            }
            prompt();
        }
        Ok(interrupt::status(ExitCode::SUCCESS))
    }

    fn command(&mut self, word: &str, rest: &str) -> String {
        match word {
            "help" | "h" | "?" => HELP.to_owned(),
            "board" => shown::board(&self.session),
            "moves" => shown::moves(&self.session),
            "play" | "p" => self.play(rest),
            "random" | "r" => self.random(rest),
            "back" | "b" => self.back(),
            "step" | "s" => self.step(rest),
            "next" | "n" => self.stepped(Session::step_over),
            "out" | "o" => self.stepped(Session::step_out),
            "tree" | "t" => shown::tree(&self.session, rest),
            "where" | "w" => shown::here(&self.session),
            "end" => shown::end(&self.session),
            "print" => self.print(rest),
            "watch" => self.watch(rest),
            "break" => self.add_break(rest),
            "breaks" => shown::breakpoints(&self.session),
            "delete" => self.delete(rest),
            "run" => self.run(rest),
            "continue" | "c" => {
                let run = self.session.resume(&mut self.rng, &going);
                self.ran(&run)
            }
            "coverage" => self.coverage(rest),
            "why" => self.why(rest),
            _ => unknown(word),
        }
    }

    fn play(&mut self, name: &str) -> String {
        if name.is_empty() {
            return "play which move? `moves` lists them".to_owned();
        }
        match self.session.play(name) {
            Ok(_) => shown::board(&self.session),
            Err(illegal) => format!("{illegal}; `why {name}` may tell the reason"),
        }
    }

    fn random(&mut self, rest: &str) -> String {
        let mut names = Vec::new();
        for _ in 0..rest.parse().unwrap_or(1usize).clamp(1, 10_000) {
            match self.session.play_random(&mut self.rng) {
                Some(name) => names.push(name),
                None => break,
            }
        }
        format!("played {}\n{}", names.join(" "), shown::board(&self.session))
    }

    fn back(&mut self) -> String {
        let stepping = self.session.stepping().is_some();
        match (self.session.back(), stepping) {
            (true, true) => "left the evaluation; the position is as it was".to_owned(),
            (true, false) => shown::board(&self.session),
            (false, _) => "this is where the game began".to_owned(),
        }
    }

    fn step(&mut self, name: &str) -> String {
        if name.is_empty() {
            return self.stepped(Session::step);
        }
        match self.session.state().find(&Choice::Name(name.to_owned())) {
            Ok(index) => self.stepped(|session| session.begin(Doing::Apply(index))),
            Err(_) => format!("{name:?} is not a legal move; `moves` lists them"),
        }
    }

    fn stepped(&mut self, go: impl FnOnce(&mut Session) -> bool) -> String {
        if go(&mut self.session) {
            shown::entry(&self.session) + &shown::watches(&self.session)
        } else {
            "the evaluation is at its end; `play` a move, or `step` to begin again".to_owned()
        }
    }

    fn print(&self, text: &str) -> String {
        match self.session.expression(text) {
            Ok(expression) => self.session.value_of(&expression).words(self.session.game()),
            Err(bad) => bad.shown,
        }
    }

    fn watch(&mut self, text: &str) -> String {
        match text {
            "" => shown::watches(&self.session),
            "none" => {
                self.session.clear_watches();
                "nothing is watched".to_owned()
            }
            _ => match self.session.add_watch(text) {
                Ok(()) => shown::watches(&self.session),
                Err(bad) => bad.shown,
            },
        }
    }

    fn add_break(&mut self, text: &str) -> String {
        if text.is_empty() {
            return shown::breakpoints(&self.session);
        }
        match self.session.read_breakpoint(text) {
            Ok(breakpoint) => {
                self.session.add_breakpoint(breakpoint);
                shown::breakpoints(&self.session)
            }
            Err(why) => why.message,
        }
    }

    fn delete(&mut self, text: &str) -> String {
        match text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
            Some(number) if self.session.delete_breakpoint(number) => shown::breakpoints(&self.session),
            Some(_) | None => format!("no breakpoint has the number {text:?}; `breaks` lists them"),
        }
    }

    fn run(&mut self, text: &str) -> String {
        if self.session.breakpoints().next().is_none() {
            return "set a breakpoint first: break LINE, or break \"(move Hop\"".to_owned();
        }
        let games = text.parse().unwrap_or(100u64).clamp(1, 1_000_000);
        let run = self.session.run(self.seed, games, &going);
        self.seed = self.seed.wrapping_add(run.games);
        self.ran(&run)
    }

    fn ran(&self, run: &Run) -> String {
        let mut text = shown::ran(&self.session, run);
        if run.stop.is_some() {
            text += &shown::board(&self.session);
            text += &shown::entry(&self.session);
            text += &shown::watches(&self.session);
        }
        text
    }

    fn coverage(&self, text: &str) -> String {
        let games = text.parse().unwrap_or(20u64).clamp(1, 100_000);
        let (coverage, run) = self.session.coverage(self.seed, games, &going);
        let lines = self.session.told_coverage(&coverage);
        format!("{} games, {} moves\n{}", run.games, run.plies, shown::coverage(&self.session, &lines))
    }

    fn why(&self, text: &str) -> String {
        let state = self.session.state();
        let Some(attempt) = Attempt::read(state.game(), text) else {
            return format!("{text:?}: a move is written FROM-TO, as e2-e4, or with one place");
        };
        match state.why_not(attempt) {
            Some(reason) => {
                let change = state.change_for(self.session.reading(), attempt);
                let clause = change.and_then(|change| self.session.clause_at(change.node));
                let told = clause.map(|id| shown::clause(&self.session.told_clause(id))).unwrap_or_default();
                format!("{}\n{told}", reason.sentence)
            }
            None => shown::given(&self.session, attempt),
        }
    }
}

/// Every command, for those who mistype one.
const COMMANDS: [&str; 22] = [
    "help", "board", "moves", "play", "random", "back", "step", "next", "out", "tree", "where", "end",
    "print", "watch", "break", "breaks", "delete", "run", "continue", "coverage", "why", "quit",
];

fn unknown(word: &str) -> String {
    let near = COMMANDS
        .iter()
        .map(|c| (strsim::damerau_levenshtein(c, word), c))
        .filter(|(distance, c)| *distance <= 2 || c.starts_with(word))
        .min();
    match near {
        Some((_, meant)) => format!("no command is called {word:?}; did you mean {meant}?"),
        None => format!("no command is called {word:?}; help lists them"),
    }
}

const HELP: &str = "board            draw the position
moves            the legal moves
play MOVE        play a move: play e2-e4
random [N]       play N random moves
back             leave the evaluation, or take a move back
step             to the next clause that is evaluated, into this one (s)
step MOVE        begin with what a move does, and whether the game ends
next             to the next clause that is not inside this one (n)
out              to what comes after the clause around this one (o)
tree [DEPTH]     the clauses of this evaluation with their values (t)
where            the line of the description, with a marker (w)
end              how the end rules were judged after the last move
print EXPR       what an expression is here: print (count Pieces Mover)
watch EXPR       show it at every step; watch none forgets all
break WHERE      stop at a clause: break 12, break 12:30, break \"(move Hop\", break remove;
                 behind it evaluated, fired or applied, and if EXPR
breaks           the breakpoints; delete N removes one
run [N]          random games from the start until a breakpoint is met, at most N
continue         random moves from here until a breakpoint is met (c)
coverage [N]     what each line of the description does in N random games
why MOVE         the clauses that give a move, or why it is not legal
quit             leave";
