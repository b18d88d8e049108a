//! Our games, played: for each a game at random, written down move by move, and how many lines of play there are to a
//! small depth. The records are `games/*/golden.txt`; `BLESS=1` accepts what is played now. `GAME=key` plays one only.

mod common;

use ludarium::notation::{digest, status};
use ludarium::{Ctx, Game, Rng, Selection, State, games, library_defines};
use std::fmt::Write;
use std::path::Path;

/// Games longer than this are cut; every rule that is worth a test has had its chance by then.
const MOST_PLIES: usize = 60;
/// Perft goes as deep as it stays below this many lines.
const MOST_LINES: u64 = 1_000;
const DEEPEST: u32 = 5;

#[test]
fn golden_playthroughs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let only = std::env::var("GAME").ok();
    let bless = std::env::var_os("BLESS").is_some();
    let defines = library_defines();
    let mut wrong = Vec::new();
    for entry in games() {
        if only.as_deref().is_some_and(|key| key != entry.key) {
            continue;
        }
        let game = match common::compiled(entry.key, entry.text, &defines, &Selection::default()) {
            Ok(game) => game,
            Err(why) => {
                wrong.push(format!("{}: does not compile: {why}", entry.key));
                continue;
            }
        };
        let now = playthrough(&game, entry.title, 1);
        let path = folder.join(entry.key).join("golden.txt");
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        if now == recorded {
            continue;
        }
        if bless {
            std::fs::write(&path, &now).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        } else {
            let at = now.lines().zip(recorded.lines()).position(|(a, b)| a != b);
            let line = at.unwrap_or_else(|| now.lines().count().min(recorded.lines().count()));
            let [a, b] = [&recorded, &now].map(|text| text.lines().nth(line).unwrap_or("nothing").to_owned());
            wrong.push(format!("{}: line {}: recorded `{a}`, now `{b}`", entry.key, line + 1));
        }
    }
    assert!(wrong.is_empty(), "{} (BLESS=1 accepts)\n{}", wrong.len(), wrong.join("\n"));
}

/// The whole record: what is in it is said in its first lines.
fn playthrough(game: &Game, title: &str, seed: u64) -> String {
    let mut state = State::start(game, seed);
    let mut rng = Rng::new(seed);
    let mut text = format!(
        "# {title}: a game at random. Ply, player, move of how many, position after it.\nseed {seed}\n"
    );
    let _ = writeln!(text, "perft {}", perft(game, seed));
    let _ = writeln!(text, "start {}", seen(&state));
    while !state.is_over() && !state.legal_moves().is_empty() && state.plies() < MOST_PLIES {
        let legal = state.legal_moves().len();
        let chosen = rng.below(legal);
        let name = state.names().swap_remove(chosen);
        let mover = state.mover();
        let m = state.legal_moves()[chosen].clone();
        state.apply(&m);
        let _ = writeln!(text, "{} P{mover} {name} of {legal}: {}", state.plies(), seen(&state));
    }
    assert_eq!(state.stopped(), None, "{title}: a rule ran away");
    let cut = if state.is_over() { "" } else { "cut, " };
    let _ = writeln!(text, "end {cut}{}", status(state.ctx()));
    text
}

fn seen(state: &State<'_>) -> String {
    format!("{:08x}", digest(state.ctx()))
}

/// The number of lines of 1, 2, 3 … plies, or why they are not counted.
fn perft(game: &Game, seed: u64) -> String {
    if game.uses.stochastic {
        return "not counted: chance".to_owned();
    }
    let mut counts = Vec::new();
    let mut guess = 0;
    for depth in 1..=DEEPEST {
        if guess > MOST_LINES {
            break;
        }
        let n = count(&mut Ctx::start(game, seed), depth);
        guess = n * n / counts.last().copied().unwrap_or(1).max(1);
        counts.push(n);
    }
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The last ply is counted without being played.
fn count(ctx: &mut Ctx<'_>, depth: u32) -> u64 {
    let legal = ctx.legal_moves();
    if depth <= 1 {
        return legal.len() as u64;
    }
    let below = |m| {
        let mut after = ctx.clone();
        after.apply(m);
        count(&mut after, depth - 1)
    };
    legal.iter().map(below).sum()
}
