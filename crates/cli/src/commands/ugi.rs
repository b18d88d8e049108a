//! `ludarium ugi`: our players for outside programs, by lines of text. See docs/protocol.md.

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::out;
use crate::players::{Entrant, GameName, PlayerArgs};
use anyhow::{Context, Result};
use ludarium::{Game, Move, State};
use ludarium_engine::Mode;

use ludarium_players::ugi::{self, Command};
use ludarium_players::{Budget, Control, EngineWorld, Player, Setting, Table};
use std::io::{BufRead, Read};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Play for an outside program, by the universal game interface
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium ugi chess --player level5")]
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

/// What a search that is under way must hear.
#[derive(Default)]
struct Signals {
    stop: AtomicBool,
    /// Time does not run yet.
    pondering: AtomicBool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    // A thread listens, so that a search can be stopped.
    let signals = Arc::new(Signals::default());
    let (send, lines) = sync_channel::<Result<Command, String>>(64);
    let heard = signals.clone();
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
            // These are for a search that is under way; everything else waits its turn.
            match command {
                Ok(Command::Stop | Command::Quit) => heard.stop.store(true, Ordering::Relaxed),
                Ok(Command::PonderHit) => heard.pondering.store(false, Ordering::Relaxed),
                // (Said here, so that a stop that follows at once is not lost.)
                Ok(Command::Go(ref go)) => {
                    heard.stop.store(false, Ordering::Relaxed);
                    heard.pondering.store(go.ponder, Ordering::Relaxed);
                }
                Ok(
                    Command::Ugi
                    | Command::IsReady
                    | Command::NewGame
                    | Command::SetOption { .. }
                    | Command::Position { .. }
                    | Command::Query(_)
                    | Command::Nothing,
                )
                | Err(_) => {}
            }
            if send.send(command).is_err() {
                return;
            }
        }
        heard.stop.store(true, Ordering::Relaxed);
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
                    Ok((_, game)) => with_game(&game, &name, &lines, &signals, &mut wishes)?,
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
            Ok(Command::Nothing | Command::NewGame | Command::Stop | Command::PonderHit) => {}
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
    signals: &Signals,
    wishes: &mut Wishes,
) -> Result<()> {
    let mut state = State::start(game, 1);
    let mut seat: Option<(EngineWorld<'_>, Box<dyn Player<'_> + '_>)> = None;
    for command in lines {
        match command {
            Ok(Command::Ugi) => introduce(),
            Ok(Command::IsReady) => {
                // Whatever takes long is done before the answer.
                if seat.is_none() {
                    match sit_down(game, name, wishes) {
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
            Ok(Command::Go(wanted)) => {
                if seat.is_none() {
                    match sit_down(game, name, wishes) {
                        Ok(s) => seat = Some(s),
                        Err(error) => say(&format!("info string error: {error:#}")),
                    }
                }
                match &mut seat {
                    Some((_, player)) => go(&state, player.as_mut(), &wanted, signals),
                    None => say("bestmove (none)"),
                }
            }
            Ok(Command::Query(what)) => query(&state, &what, wishes),
            Ok(Command::Stop | Command::PonderHit | Command::Nothing) => {}
            Ok(Command::Quit) => break,
            Err(why) => say(&format!("info string error: {why}")),
        }
    }
    wishes.quit = true;
    Ok(())
}

fn sit_down<'g>(
    game: &'g Game,
    name: &str,
    wishes: &Wishes,
) -> Result<(EngineWorld<'g>, Box<dyn Player<'g> + 'g>)> {
    let entrant = Entrant::read(&wishes.player)?;
    let text = wishes.reading.open(name)?.text;
    let selection = wishes.reading.selection(&text)?;
    let world = wishes.player_args.world(game, &selection, std::slice::from_ref(&entrant))?;
    let named = GameName { game: name.to_owned(), options: selection.options, ruleset: selection.ruleset };
    let seat = entrant
        .seat(&world, Setting { lines: 1, ..wishes.player_args.setting() }, &named)
        .context("no player")?;
    Ok((world, seat))
}

fn arrive(game: &Game, seed: Option<u64>, fen: Option<String>, moves: &[String]) -> Result<State, String> {
    let mut state = match fen {
        None => State::start(game, seed.unwrap_or(1)),
        // A position as one line: what `State::to_text` writes, with `;` for the ends of lines.
        Some(fen) if fen.starts_with("ludarium position") => State::from_text(game, &fen.replace(';', "\n"))?,
        Some(fen) => State::from_fen(game, &fen).map_err(|e| e.to_string())?,
    };
    for m in moves {
        state.play(m.as_str()).map_err(|e| e.to_string())?;
    }
    Ok(state)
}

fn go<'g>(state: &State, player: &mut (dyn Player<'g> + 'g), wanted: &ugi::Go, signals: &Signals) {
    if state.is_over() || state.legal_moves().is_empty() {
        return say("bestmove (none)");
    }
    if state.game().mode == Mode::Simultaneous {
        say("info string error: all players move at once; one side's move cannot be told");
        return say("bestmove (none)");
    }
    let clock = Instant::now();
    // While we ponder no time passes.
    let hit = OnceLock::new();
    let elapsed = || {
        if signals.pondering.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        let from = hit.get_or_init(|| if wanted.ponder { Instant::now() } else { clock });
        from.elapsed()
    };
    // Some time is needed to answer.
    let allotted = wanted.allot(state.mover());
    let time = allotted.time.map(|t| t.saturating_sub(Duration::from_millis(5)));
    let control = Control { budget: Budget { time, ..allotted }, elapsed: &elapsed, cancel: &signals.stop };
    let table = Table { state, agent: state.agent(), seed: state.plies() as u64 + 1 };
    let answer = player.choose(table, &control);
    // A search that is done before its time says nothing while the other side still thinks.
    while signals.pondering.load(Ordering::Relaxed) && !signals.stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(2));
    }
    match answer {
        Ok(answer) => {
            let names = state.names();
            let best = names.get(answer.index).cloned().unwrap_or_default();
            let chosen = answer.candidates.iter().find(|c| c.index == answer.index);
            let line = chosen.map_or_else(Vec::new, |c| line_names(state, &c.line));
            let line = if line.first() == Some(&best) { line } else { vec![best.clone()] };
            say(&format!(
                "info depth {} nodes {} iterations {} time {} score {:.3} pv {}",
                answer.depth,
                answer.nodes,
                answer.iterations,
                clock.elapsed().as_millis(),
                answer.value,
                line.join(" ")
            ));
            match line.get(1) {
                Some(reply) => say(&format!("bestmove {best} ponder {reply}")),
                None => say(&format!("bestmove {best}")),
            }
        }
        Err(why) => {
            say(&format!("info string error: {why}"));
            say(&format!("bestmove {}", state.names().first().cloned().unwrap_or_default()));
        }
    }
}

/// What the moves of a line are called.
fn line_names(state: &State, line: &[Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut out = Vec::new();
    for m in line.iter().take(8) {
        let Ok(index) = state.find(&ludarium::Choice::Move(Box::new(m.clone()))) else { break };
        out.push(state.names().swap_remove(index));
        state.apply(m);
    }
    out
}

fn query(state: &State, what: &str, wishes: &Wishes) {
    match what {
        "players" => say(&format!("response {}", state.game().players)),
        "game" => {
            let mut words = vec![state.game().name.clone()];
            words.extend(wishes.reading.options.iter().map(|o| format!("option {o}")));
            words.extend(wishes.reading.ruleset.iter().map(|r| format!("ruleset {r}")));
            say(&format!("response {}", words.join("; ")));
        }
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
