//! The `ludarium` command. A shell: it reads arguments and files, asks the crates below, and prints. Each command is
//! a module of its own in `commands`; what several of them need (naming a game, printing) stands beside them.

mod bundle;
mod catalogue;
mod clock;
mod commands;
mod files;
mod game_arg;
mod interrupt;
mod out;
mod players;
mod position;
mod schema;
mod shelf;
mod tables;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What the exit status says, for the help and the manual.
macro_rules! exit_status {
    () => {
        "Exit status:
  0    all is well
  1    something that was given is wrong (a description, a record, a file of a folder), or a check found something
  2    the command could not be carried out: wrong arguments, no such game, no such file
  130  interrupted with Ctrl-C; what was found until then was printed (a second Ctrl-C ends at once)"
    };
}

pub const EXIT_STATUS: &str = exit_status!();

const AFTER_HELP: &str = concat!(
    "Wherever a command takes a GAME it takes the name of a game of the library or the path of a .lud file.
`ludarium COMMAND --help` explains a command, with examples; `ludarium man` prints the manual.\n\n",
    exit_status!()
);

/// Read, check, play and explain games described in ludemes.
#[derive(Parser)]
#[command(name = "ludarium", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    About(commands::games::AboutArgs),
    Analyse(commands::analyse::Args),
    Bench(commands::bench::Args),
    Board(commands::board::Args),
    Check(commands::check::Args),
    Completions(commands::manual::CompletionArgs),
    Concepts(commands::concepts::Args),
    Conform(commands::conform::Args),
    Debug(commands::debug::Args),
    Diff(commands::diff::Args),
    Expand(commands::expand::Args),
    Explain(commands::explain::Args),
    Fmt(commands::fmt::Args),
    Games(commands::games::Args),
    Levels(commands::levels::Args),
    Train(commands::train::Args),
    Lint(commands::lint::Args),
    Lower(commands::lower::Args),
    Lsp(commands::lsp::Args),
    Man(commands::manual::ManArgs),
    Match(commands::contest::Args),
    New(commands::new::Args),
    Perft(commands::perft::Args),
    Play(commands::play::Args),
    Playout(commands::playout::Args),
    Puzzles(commands::puzzles::Args),
    Query(commands::query::Args),
    Rate(commands::rate::Args),
    Reconstruct(commands::reconstruct::Args),
    Schema(commands::manual::SchemaArgs),
    Similar(commands::similar::Args),
    Verdict(commands::verdict::Args),
    Playtest(commands::playtest::Args),
    Rulebook(commands::rulebook::Args),
    Rules(commands::rules::Args),
    Ugi(commands::ugi::Args),
    Wear(commands::wear::Args),
    Why(commands::why::Args),
    #[cfg(feature = "portal")]
    Serve(commands::serve::Args),
    #[cfg(feature = "portal")]
    Portal(commands::portal::Args),
    #[cfg(feature = "portal")]
    Worker(commands::serve::WorkerArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(cli.command));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            eprintln!("ludarium: no thread to work in: {error}");
            ExitCode::from(2)
        }
    }
}

const STACK: usize = 64 << 20;

fn run(command: Command) -> ExitCode {
    let result = match command {
        Command::About(args) => commands::games::about(&args),
        Command::Analyse(args) => commands::analyse::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Board(args) => commands::board::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Completions(args) => commands::manual::completions(&args),
        Command::Concepts(args) => commands::concepts::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Debug(args) => commands::debug::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Expand(args) => commands::expand::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Levels(args) => commands::levels::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Lint(args) => commands::lint::run(&args),
        Command::Lower(args) => commands::lower::run(&args),
        Command::Lsp(args) => commands::lsp::run(&args),
        Command::Man(args) => commands::manual::man(&args),
        Command::Match(args) => commands::contest::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Playout(args) => commands::playout::run(&args),
        Command::Puzzles(args) => commands::puzzles::run(&args),
        Command::Query(args) => commands::query::run(&args),
        Command::Rate(args) => commands::rate::run(&args),
        Command::Reconstruct(args) => commands::reconstruct::run(&args),
        Command::Schema(args) => commands::manual::schemas(&args),
        Command::Similar(args) => commands::similar::run(&args),
        Command::Verdict(args) => commands::verdict::run(&args),
        Command::Playtest(args) => commands::playtest::run(&args),
        Command::Rulebook(args) => commands::rulebook::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Ugi(args) => commands::ugi::run(&args),
        Command::Wear(args) => commands::wear::run(&args),
        Command::Why(args) => commands::why::run(&args),
        #[cfg(feature = "portal")]
        Command::Serve(args) => commands::serve::run(&args),
        #[cfg(feature = "portal")]
        Command::Portal(args) => commands::portal::run(&args),
        #[cfg(feature = "portal")]
        Command::Worker(args) => commands::serve::worker(&args),
    };
    match result {
        // Some of what was given could not be used: each had its line.
        Ok(status) if status == ExitCode::SUCCESS && out::complained() => ExitCode::from(1),
        Ok(status) => status,
        Err(error) => {
            eprintln!("ludarium: {error:#}");
            ExitCode::from(if error.is::<game_arg::Faulty>() { 1 } else { 2 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The words of a line as a shell takes them apart.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quote = None;
        for c in line.chars() {
            let last = words.len() - 1;
            match (quote, c) {
                (None, '"' | '\'') => quote = Some(c),
                (Some(q), c) if q == c => quote = None,
                (None, ' ') => words.push(String::new()),
                (_, c) => words[last].push(c),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_says_what_it_is_for_with_an_example_that_works() {
        for command in Cli::command().get_subcommands().filter(|c| !c.is_hide_set()) {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name} says what it is for");
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> =
                help.lines().map(str::trim).filter(|l| l.starts_with("ludarium ")).collect();
            assert!(!examples.is_empty(), "{name} has an example");
            for example in examples {
                let typed = example.split(['>', '|']).next().unwrap_or_default();
                let typed = words(typed);
                assert_eq!(typed[1], name, "{example}");
                if let Err(error) = Cli::try_parse_from(&typed) {
                    panic!("{example}: {error}");
                }
            }
        }
    }

    #[test]
    fn help_names_only_commands_that_exist() {
        let mut whole = Cli::command();
        let names: Vec<String> = whole.get_subcommands().map(|c| c.get_name().to_owned()).collect();
        let mut texts = vec![whole.render_long_help().to_string()];
        texts.extend(whole.get_subcommands_mut().map(|c| c.render_long_help().to_string()));
        for text in texts {
            for rest in text.split("`ludarium ").skip(1) {
                let named = rest.split([' ', '`', '\n']).next().unwrap_or_default();
                assert!(named == "COMMAND" || names.iter().any(|n| n == named), "`ludarium {named}`: {text}");
            }
        }
    }
}
