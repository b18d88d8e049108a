//! Our games, played: for each a game at random, written down move by move, and how many lines of play there are to a
//! small depth. The records are `games/*/golden.txt`; `BLESS=1` accepts what is played now. `GAME=key` plays one only.

mod common;

use ludarium_play::notation::{digest, status};
use ludarium_play::{Ctx, Game, Rng, Selection, State, games, library_defines};
use std::fmt::Write;
use std::path::Path;

/// Games longer than this are cut; every rule that is worth a test has had its chance by then.
const MOST_PLIES: usize = 60;
/// Lines of play are counted one ply deeper as long as there were at most so many.
const MOST_LINES: u64 = 500;
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
    let _ = writeln!(text, "end {cut}{}", status(&state.ctx()));
    text
}

fn seen(state: &State) -> String {
    format!("{:08x}", digest(&state.ctx()))
}

/// The number of lines of 1, 2, 3 … plies, or why they are not counted.
fn perft(game: &Game, seed: u64) -> String {
    if game.uses.stochastic {
        return "not counted: chance".to_owned();
    }
    let mut counts = vec![count(&mut Ctx::start(game, seed), 1)];
    while counts.len() < DEEPEST as usize && counts.last().is_some_and(|&n| n > 0 && n <= MOST_LINES) {
        counts.push(count(&mut Ctx::start(game, seed), counts.len() as u32 + 1));
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

/// What others have counted: the usual tables of chess and draughts programs, to depths where a turn is one ply here too
/// (a promotion or a second jump is a ply of its own in ours).
#[test]
fn published_counts() {
    let table: [(&str, &[u64]); 9] = [
        ("chess", &[20, 400, 8902]),
        ("xiangqi", &[44, 1920]),
        ("shogi", &[30, 900]),
        ("minishogi", &[14, 181]),
        ("makruk", &[23, 529, 12012]),
        ("shatranj", &[16, 256, 4176]),
        ("los-alamos-chess", &[10, 100, 1212]),
        ("english-draughts", &[7, 49, 302, 1469]),
        ("international-draughts", &[9, 81, 658, 4265]),
    ];
    for (key, published) in table {
        let entry = ludarium_play::find(key).expect(key);
        let game = common::compiled(key, entry.text, &library_defines(), &Selection::default()).expect(key);
        let ours: Vec<u64> =
            (1..=published.len() as u32).map(|depth| count(&mut Ctx::start(&game, 1), depth)).collect();
        assert_eq!(ours, published, "{key}");
    }
}
