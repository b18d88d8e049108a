//! How much of an evaluation is traced to clauses: over the library and games drawn from the corpus, the share of legal
//! moves with a clause and of evaluated parts that are clauses by themselves.
//!
//! `cargo run --profile quick -p ludarium-debugger --example attribution -- [CORPUS] [HOW MANY] [SEED]`

use ludarium_debugger::{Session, choices};
use ludarium_play::{Defines, Reading, Rng, Selection, compile, games, library_defines, read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Default)]
struct Sums {
    games: u64,
    moves: u64,
    with_clause: u64,
    parts: u64,
    parts_with_clause: u64,
    left_out: u64,
}

fn look(reading: Reading, sums: &mut Sums) {
    let reading = Arc::new(reading);
    let Ok(game) = compile(&reading) else { return };
    let Ok(mut session) = Session::new(game.start(1), reading, Selection::default()) else { return };
    sums.games += 1;
    let mut rng = choices(1);
    for _ in 0..6 {
        let (trace, moves) = session.trace_moves();
        sums.parts += trace.parts;
        sums.parts_with_clause += trace.parts_with_clause;
        sums.left_out += u64::from(trace.left_out > 0);
        for m in &moves {
            sums.moves += 1;
            sums.with_clause += u64::from(m.given.iter().any(|&r| session.clauses().of_rule(r).is_some()));
        }
        if moves.is_empty() || session.state().is_over() {
            break;
        }
        let index = rng.below(moves.len());
        if let Some(trace) = session.trace_apply(index) {
            sums.parts += trace.parts;
            sums.parts_with_clause += trace.parts_with_clause;
        }
        if session.play(index).is_err() {
            break;
        }
    }
}

fn print(name: &str, sums: &Sums) {
    let share = |a: u64, b: u64| 100.0 * a as f64 / b.max(1) as f64;
    println!(
        "{name}: {} games, {} legal moves, {:.2} % with a clause; {} parts evaluated, {:.2} % clauses by themselves; {} positions cut",
        sums.games,
        sums.moves,
        share(sums.with_clause, sums.moves),
        sums.parts,
        share(sums.parts_with_clause, sums.parts),
        sums.left_out
    );
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut sums = Sums::default();
    let defines = library_defines();
    for game in games() {
        look(read(game.key, game.text, &defines, &Selection::default()), &mut sums);
    }
    print("library", &sums);
    let Some(corpus) = arguments.first() else { return };
    let many: usize = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let seed: u64 = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut luds, mut defs) = (Vec::new(), Vec::new());
    files(&Path::new(corpus).join("lud"), "lud", &mut luds);
    files(&Path::new(corpus).join("def"), "def", &mut defs);
    luds.sort();
    defs.sort();
    let texts = defs.iter().filter_map(|p| Some((p.display().to_string(), std::fs::read_to_string(p).ok()?)));
    let defines = if defs.is_empty() { library_defines() } else { Defines::from_texts(texts) };
    let (mut rng, mut sums) = (Rng::new(seed), Sums::default());
    for _ in 0..many.min(luds.len()) {
        let path = luds.swap_remove(rng.below(luds.len()));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        look(read(&path.display().to_string(), &text, &defines, &Selection::default()), &mut sums);
    }
    print("corpus", &sums);
}
