//! How much the portal's strongest level thinks, beside the command line's default player with the same time, in one
//! process: iterations (or nodes, where the player counts those) in the first position of some games.
//!
//! `cargo run --release -p ludarium-portal --example thinking [GAME …]`

use ludarium_play::Selection;
use ludarium_players::{Budget, Control, EngineWorld, Setting, Spec, Table, make};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::Session;
use ludarium_portal::thinking;
use std::sync::Arc;
use std::time::Instant;

const GAMES: [&str; 10] = [
    "hex",
    "chess",
    "go",
    "draughts",
    "oware",
    "backgammon",
    "reversi",
    "nine-mens-morris",
    "breakthrough",
    "amazons",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut games: Vec<String> = std::env::args().skip(1).collect();
    if games.is_empty() {
        games = GAMES.map(str::to_owned).to_vec();
    }
    println!("game\tstrongest level\tcommand line\tshare");
    for name in games {
        let text = ludarium_play::find(&name)?.text;
        let compiled = Compiled::make(&name, text, &Selection::default(), &|_| None)
            .map_err(|faulty| faulty.problems.first().map_or(String::new(), |p| p.message.clone()))?;
        let session = Session::start(Arc::new(compiled), 1);
        let side = session.state().mover();
        // Once before, so that both find what is made on first use.
        thinking::choose(&session, 5, side, 1);
        let thought = thinking::choose(&session, 5, side, 1).ok_or("no move")?;
        let direct = command_line(&session, thinking::longest(5));
        println!("{name}\t{}\t{direct}\t{:.2}", thought.work, thought.work as f64 / direct.max(1) as f64);
    }
    Ok(())
}

/// What the default player of the command line does in the same time.
fn command_line(session: &Session, time: std::time::Duration) -> u64 {
    let world = EngineWorld::new(session.game()).informed(&ludarium_players::control::NEVER);
    let begun = Instant::now();
    let elapsed = move || begun.elapsed();
    let control =
        Control { budget: Budget::time(time), elapsed: &elapsed, cancel: &ludarium_players::control::NEVER };
    let Ok(spec) = Spec::read("default") else { return 0 };
    let mut seat = make(&spec, &world, Setting { threads: 1, memory: 512 << 20, ..Setting::default() });
    let state = session.state();
    let table = Table { state, agent: state.agent(), seed: 1 };
    seat.choose(table, &control).map_or(0, |answer| answer.iterations.max(answer.nodes))
}
