//! The `ludarium` command. A shell: it reads arguments and files, asks the crates below, and prints. Each command is
//! a module of its own in `commands`; what several of them need (naming a game, printing) stands beside them.

mod catalogue;
mod clock;
mod commands;
mod files;
mod game_arg;
mod out;
mod players;
mod shelf;
mod tables;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Read, check, play and explain games described in ludemes.
#[derive(Parser)]
#[command(name = "ludarium", version, arg_required_else_help = true)]
struct Cli {
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
    Concepts(commands::concepts::Args),
    Conform(commands::conform::Args),
    Expand(commands::expand::Args),
    Explain(commands::explain::Args),
    Fmt(commands::fmt::Args),
    Games(commands::games::Args),
    Levels(commands::levels::Args),
    Lint(commands::lint::Args),
    Lower(commands::lower::Args),
    Match(commands::contest::Args),
    Perft(commands::perft::Args),
    Play(commands::play::Args),
    Playout(commands::playout::Args),
    Query(commands::query::Args),
    Rate(commands::rate::Args),
    Reconstruct(commands::reconstruct::Args),
    Similar(commands::similar::Args),
    Verdict(commands::verdict::Args),
    Rules(commands::rules::Args),
    Ugi(commands::ugi::Args),
    #[cfg(feature = "portal")]
    Serve(commands::serve::Args),
    /// Plays one description for the portal, over standard input and output
    #[cfg(feature = "portal")]
    #[command(hide = true)]
    Worker,
}

/// Exit statuses: 0, all is well; 1, something given to us is wrong (or fmt --check would change it); 2, the command
/// itself could not be carried out.
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
        Command::Concepts(args) => commands::concepts::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Expand(args) => commands::expand::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Levels(args) => commands::levels::run(&args),
        Command::Lint(args) => commands::lint::run(&args),
        Command::Lower(args) => commands::lower::run(&args),
        Command::Match(args) => commands::contest::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Playout(args) => commands::playout::run(&args),
        Command::Query(args) => commands::query::run(&args),
        Command::Rate(args) => commands::rate::run(&args),
        Command::Reconstruct(args) => commands::reconstruct::run(&args),
        Command::Similar(args) => commands::similar::run(&args),
        Command::Verdict(args) => commands::verdict::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Ugi(args) => commands::ugi::run(&args),
        #[cfg(feature = "portal")]
        Command::Serve(args) => commands::serve::run(&args),
        #[cfg(feature = "portal")]
        Command::Worker => commands::serve::worker(),
    };
    result.unwrap_or_else(|error| {
        eprintln!("ludarium: {error:#}");
        ExitCode::from(if error.is::<game_arg::Faulty>() { 1 } else { 2 })
    })
}
