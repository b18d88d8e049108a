//! `ludarium ugi`: our players for outside programs, by lines of text. See docs/protocol.md.

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::out;
use crate::players::{Entrant, GameName, PlayerArgs};
use anyhow::{Context, Result};
use ludarium::{Game, State};
use ludarium_engine::plan::Plan;
use ludarium_players::engine_world::agent_of;
use ludarium_players::ugi::{self, Command};
use ludarium_players::{Budget, Control, EngineWorld, Player, Table};
use std::io::{BufRead, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

/// Play for an outside program, by the universal game interface
#[derive(clap::Args)]
pub struct Args {
    /// A game of the library by name, or the path of a .lud file; may also be set by the other side
    game: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Who plays
    #[arg(long, default_value = "default")]
    player: String,
    #[command(flatten)]
    player_args: PlayerArgs,
}

/// What the other side has set.
struct Wishes {
    game: Option<String>,
    reading: ReadingArgs,
    player: String,
    player_args: PlayerArgs,
    quit: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    // A thread listens, so that a search can be stopped.
    let stop = Arc::new(AtomicBool::new(false));
    let (send, lines) = sync_channel::<Result<Command, String>>(64);
    let flag = stop.clone();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let mut limited = (&mut input).take(ugi::LONGEST_LINE as u64);
            match limited.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let command = ugi::read(&String::from_utf8_lossy(&line));
            if matches!(command, Ok(Command::Stop | Command::Quit)) {
                flag.store(true, Ordering::Relaxed);
            }
            if send.send(command).is_err() {
                return;
            }
        }
        flag.store(true, Ordering::Relaxed);
        let _ = send.send(Ok(Command::Quit));
    });
    let mut wishes = Wishes {
        game: args.game.clone(),
        reading: args.reading.clone(),
        player: args.player.clone(),
        player_args: args.player_args.clone(),
        quit: false,
    };
    // The game is read again whenever another is wished for.
    while !wishes.quit {
        match wishes.game.clone() {
            None => without_game(&lines, &mut wishes),
            Some(name) => {
                let named = GameArgs { game: name.clone(), reading: wishes.reading.clone() };
                match named.compile() {
                    Ok((_, game)) => with_game(&game, &name, &lines, &stop, &mut wishes)?,
                    Err(error) => {
                        say(&format!("info string error: {error:#}"));
                        wishes.game = None;
                    }
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn say(line: &str) {
    out::print(&format!("{line}\n"));
}

fn introduce() {
    say(&format!("id name Ludarium {}", env!("CARGO_PKG_VERSION")));
    say("id author the Ludarium developers");
    say("option name Game type string default");
    say("option name Option type string default");
    say("option name Ruleset type string default");
    say("option name Player type string default default");
    say("option name Threads type spin default 1 min 1 max 64");
    say("ugiok");
}

/// Takes an option in. Does the game have to be read again?
fn set(name: &str, value: &str, wishes: &mut Wishes) -> bool {
    match name.to_lowercase().as_str() {
        "game" => {
            wishes.game = Some(value.to_owned()).filter(|v| !v.is_empty());
            true
        }
        "option" => {
            if value.is_empty() {
                wishes.reading.options.clear();
            } else {
                wishes.reading.options.push(value.to_owned());
            }
            true
        }
        "ruleset" => {
            wishes.reading.ruleset = Some(value.to_owned()).filter(|v| !v.is_empty());
            true
        }
        "player" => {
            wishes.player = value.to_owned();
            true
        }
        "threads" => {
            match value.parse() {
                Ok(n) => wishes.player_args.threads = n,
                Err(_) => say("info string error: Threads is a number"),
            }
            true
        }
        _ => {
            say(&format!("info string error: there is no option {name}"));
            false
        }
    }
}

fn without_game(lines: &Receiver<Result<Command, String>>, wishes: &mut Wishes) {
    for command in lines {
        match command {
            Ok(Command::Ugi) => introduce(),
            Ok(Command::IsReady) => say("readyok"),
            Ok(Command::Quit) => break,
            Ok(Command::SetOption { name, value }) => {
                set(&name, &value, wishes);
                if wishes.game.is_some() {
                    return;
                }
            }
            Ok(Command::Go(_)) => say("bestmove (none)"),
            Ok(Command::Nothing | Command::NewGame | Command::Stop) => {}
            Ok(Command::Position { .. } | Command::Query(_)) => say("info string error: which game?"),
            Err(why) => say(&format!("info string error: {why}")),
        }
    }
    wishes.quit = true;
}

fn with_game(
    game: &Game,
    name: &str,
    lines: &Receiver<Result<Command, String>>,
    stop: &AtomicBool,
    wishes: &mut Wishes,
) -> Result<()> {
    let plan = Plan::new(game);
    let mut state = State::start(game, 1);
    let mut seat: Option<(EngineWorld<'_>, Box<dyn Player<'_> + '_>)> = None;
    for command in lines {
        match command {
            Ok(Command::Ugi) => introduce(),
            Ok(Command::IsReady) => {
                // Whatever takes long is done before the answer.
                if seat.is_none() {
                    match sit_down(game, &plan, name, wishes) {
                        Ok(s) => seat = Some(s),
                        Err(error) => say(&format!("info string error: {error:#}")),
                    }
                }
                say("readyok");
            }
            Ok(Command::NewGame) => {
                state = State::start(game, 1);
                if let Some((_, player)) = &mut seat {
                    player.new_game();
                }
            }
            Ok(Command::SetOption { name, value }) => {
                if set(&name, &value, wishes) {
                    return Ok(());
                }
            }
            Ok(Command::Position { seed, fen, moves }) => match arrive(game, seed, fen, &moves) {
                Ok(there) => state = there,
                Err(why) => say(&format!("info string error: {why}")),
            },
            Ok(Command::Go(budget)) => {
                stop.store(false, Ordering::Relaxed);
                if seat.is_none() {
                    seat = Some(sit_down(game, &plan, name, wishes)?);
                }
                if let Some((_, player)) = &mut seat {
                    go(&state, player.as_mut(), budget, stop);
                }
            }
            Ok(Command::Query(what)) => query(&state, &what),
            Ok(Command::Stop | Command::Nothing) => {}
            Ok(Command::Quit) => break,
            Err(why) => say(&format!("info string error: {why}")),
        }
    }
    wishes.quit = true;
    Ok(())
}

fn sit_down<'g>(
    game: &'g Game,
    plan: &'g Plan<'g>,
    name: &str,
    wishes: &Wishes,
) -> Result<(EngineWorld<'g>, Box<dyn Player<'g> + 'g>)> {
    let entrant = Entrant::read(&wishes.player)?;
    let selection = wishes.reading.selection();
    let world = wishes.player_args.world(game, plan, &selection, std::slice::from_ref(&entrant))?;
    let named = GameName { game: name.to_owned(), options: selection.options, ruleset: selection.ruleset };
    let seat = entrant.seat(&world, wishes.player_args.setting(), &named).context("no player")?;
    Ok((world, seat))
}

fn arrive<'g>(
    game: &'g Game,
    seed: Option<u64>,
    fen: Option<String>,
    moves: &[String],
) -> Result<State<'g>, String> {
    let mut state = match fen {
        None => State::start(game, seed.unwrap_or(1)),
        // A position as one line: what `State::to_text` writes, with `;` for the ends of lines.
        Some(fen) => State::from_text(game, &fen.replace(';', "\n"))?,
    };
    for m in moves {
        state.play(m.as_str()).map_err(|e| e.to_string())?;
    }
    Ok(state)
}

fn go<'g>(state: &State<'g>, player: &mut (dyn Player<'g> + 'g), budget: Budget, stop: &AtomicBool) {
    if state.is_over() || state.legal_moves().is_empty() {
        return say("bestmove (none)");
    }
    let clock = Instant::now();
    let elapsed = || clock.elapsed();
    // Some time is needed to answer.
    let budget = Budget { time: budget.time.map(|t| t.saturating_sub(Duration::from_millis(5))), ..budget };
    let control = Control { budget, elapsed: &elapsed, cancel: stop };
    let table = Table { state, agent: agent_of(state), seed: state.plies() as u64 + 1 };
    match player.choose(table, &control) {
        Ok(answer) => {
            let names = state.names();
            let best = names.get(answer.index).cloned().unwrap_or_default();
            say(&format!(
                "info depth {} nodes {} iterations {} time {} score {:.3} pv {best}",
                answer.depth,
                answer.nodes,
                answer.iterations,
                clock.elapsed().as_millis(),
                answer.value
            ));
            say(&format!("bestmove {best}"));
        }
        Err(why) => {
            say(&format!("info string error: {why}"));
            say(&format!("bestmove {}", state.names().first().cloned().unwrap_or_default()));
        }
    }
}

fn query(state: &State<'_>, what: &str) {
    match what {
        "gameover" => say(&format!("response {}", state.is_over())),
        "p1turn" => say(&format!("response {}", !state.is_over() && state.mover() == 1)),
        "turn" => say(&format!("response {}", if state.is_over() { 0 } else { state.mover() })),
        "moves" => say(&format!("response {}", state.names().join(" "))),
        "position" => say(&format!("response {}", state.position())),
        "fen" => match state.to_text() {
            Ok(text) => say(&format!("response {}", text.trim_end().replace('\n', ";"))),
            Err(why) => say(&format!("info string error: {why}")),
        },
        "result" => {
            let result = match state.outcome() {
                None => "none".to_owned(),
                Some(o) => match o.winner() {
                    Some(p) => format!("p{p}win"),
                    None if o.is_draw() => "draw".to_owned(),
                    None => o.ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
                },
            };
            say(&format!("response {result}"));
        }
        other => say(&format!("info string error: query {other}: unknown")),
    }
}
