//! A law over games drawn from the public game files: every legal move comes out of a clause of moves in the trace, and
//! watching changes nothing.

use ludarium_debugger::{Bounds, Session, Value, choices};
use ludarium_engine::Move;
use ludarium_play::naming::short_name;
use ludarium_play::{Defines, Rng, Selection, compile, read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

const DRAWN: usize = 60;
const SEED: u64 = 20;

/// The names of the moves that clauses gave, and whether the list of any of them was cut.
fn given(trace: &ludarium_debugger::Trace) -> (Vec<&str>, bool) {
    let (mut all, mut cut) = (Vec::new(), trace.left_out > 0);
    for entry in &trace.entries {
        if let (Some(_), Value::Moves { count, names }) = (entry.clause, &entry.value) {
            cut |= names.len() < *count;
            all.extend(names.iter().map(String::as_str));
        }
    }
    (all, cut)
}

#[test]
fn every_legal_move_comes_out_of_a_clause() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus");
    let (mut luds, mut defs) = (Vec::new(), Vec::new());
    files(&corpus.join("lud"), "lud", &mut luds);
    files(&corpus.join("def"), "def", &mut defs);
    if luds.is_empty() {
        println!("skipped: no game files in {}", corpus.display());
        return;
    }
    luds.sort();
    defs.sort();
    let texts = defs.iter().filter_map(|p| Some((p.display().to_string(), std::fs::read_to_string(p).ok()?)));
    let defines = Defines::from_texts(texts);
    let mut rng = Rng::new(SEED);
    let (mut positions, mut compared) = (0, 0);
    for _ in 0..DRAWN {
        let path = luds.swap_remove(rng.below(luds.len()));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let reading = Arc::new(read("drawn", &text, &defines, &Selection::default()));
        let Ok(game) = compile(&reading) else { continue };
        let Ok(mut session) = Session::new(game.start(1), reading, Selection::default()) else { continue };
        session.set_bounds(Bounds { entries: 100_000, depth: 200 });
        let mut rng = choices(1);
        for _ in 0..3 {
            let (trace, traced) = session.trace_moves();
            let plain: Vec<Move> =
                traced.iter().map(|m| Move { given: Default::default(), ..m.clone() }).collect();
            assert_eq!(plain, session.state().legal_moves(), "{}: watching changes nothing", path.display());
            positions += 1;
            let (names, cut) = given(&trace);
            // Joint moves and moves that the frame of a game adds (a swap, a forced pass) belong to no clause.
            let joint = game.mode != ludarium_engine::Mode::Alternating;
            for m in plain.iter().filter(|m| !cut && !joint && !m.is_swap() && !m.is_pass()) {
                let name = short_name(&game, m);
                assert!(names.contains(&name.as_str()), "{}: no clause gives {name}", path.display());
                compared += 1;
            }
            if traced.is_empty() || session.state().is_over() {
                break;
            }
            let index = rng.below(traced.len());
            if session.play(index).is_err() {
                break;
            }
        }
    }
    assert!(positions > 60 && compared > 500, "{positions} positions, {compared} moves");
}
