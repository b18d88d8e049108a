//! Laws that hold in every position of every game: taking back restores everything, the hash that is kept is the hash
//! from scratch, the same seed is the same game, and a record replays. Over our own games always; over a slice of the
//! reference corpus when it is there. Counts bound the work, never the clock.

mod common;

use common::{compiled, files, reference};
use ludarium::{Game, Record, Rng, Selection, State, compile_with, library_defines, read};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Everything that taking back must restore.
fn everything(state: &State<'_>) -> String {
    let names = state.names();
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "names are all different: {names:?}"
    );
    format!(
        "{:?} {:?} {:x} {:x} {} {:?}",
        state.ctx().pos,
        state.ctx().rng,
        state.position_hash(),
        state.situation_hash(),
        state.position(),
        names,
    )
}

/// Plays a random game of at most `plies` moves and tries `tries` moves at every ply; the number of moves taken back.
fn keeps_the_laws(game: &Game, seed: u64, plies: usize, tries: usize) -> usize {
    let mut state = State::start(game, seed);
    let mut rng = Rng::new(seed);
    let mut undone = 0;
    for ply in 0..plies {
        let pos = &state.ctx().pos;
        assert_eq!(pos.content_hash(), pos.content_hash_from_scratch(), "{} ply {ply}: hash", game.name);
        if state.legal_moves().is_empty() {
            break;
        }
        let before = everything(&state);
        let text = state.to_text().unwrap();
        let read =
            State::from_text(game, &text).unwrap_or_else(|e| panic!("{} ply {ply}: {e}\n{text}", game.name));
        assert_eq!(everything(&read), before, "{} ply {ply}: written and read\n{text}", game.name);
        for _ in 0..tries {
            let m = state.legal_moves()[rng.below(state.legal_moves().len())].clone();
            let made = state.apply(&m);
            let pos = &state.ctx().pos;
            assert_eq!(
                pos.content_hash(),
                pos.content_hash_from_scratch(),
                "{} ply {ply}: hash after {m:?}",
                game.name
            );
            let after = state.position();
            assert_eq!(state.undo().as_ref(), Some(&made));
            assert_eq!(everything(&state), before, "{} ply {ply}: taken back {m:?}", game.name);
            // Worked out afresh, the legal moves are the same; played again, the move leads to the same position.
            let mut fresh = state.clone();
            fresh.force_dice(&[]);
            assert_eq!(fresh.legal_moves(), state.legal_moves(), "{} ply {ply}: legal moves", game.name);
            fresh.apply(&m);
            assert_eq!(fresh.position(), after, "{} ply {ply}: played again {m:?}", game.name);
            undone += 1;
        }
        let m = state.legal_moves()[rng.below(state.legal_moves().len())].clone();
        state.apply(&m);
    }
    undone
}

/// The same seed gives the same game, and the record of a game is read and replayed as it was.
fn replays(game: &Game, seed: u64, plies: usize) {
    let played = |seed| {
        let mut state = State::start(game, seed);
        state.playout(&mut Rng::new(seed), plies);
        Record::of(&state, &Selection::default())
    };
    let record = played(seed);
    assert_eq!(played(seed), record, "{}: the same seed", game.name);
    let text = record.write();
    assert_eq!(Record::read(&text).as_ref(), Ok(&record), "{}", game.name);
    if let Err(departure) = record.replay(game) {
        panic!("{}: {departure}\n{text}", game.name);
    }
}

fn everything_asked_for() -> bool {
    std::env::var_os("LUDARIUM_ALL_LAWS").is_some()
}

#[test]
fn our_games_keep_the_laws() {
    let (seeds, plies, tries) = if everything_asked_for() { (3, 60, 3) } else { (1, 16, 2) };
    for entry in ludarium::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        for seed in 1..=seeds {
            assert!(keeps_the_laws(&game, seed, plies, tries) > 0, "{}", entry.key);
            replays(&game, seed, plies * 3);
        }
    }
}

/// Plays games of one description until enough moves were taken back, or it has no more to offer.
fn keeps_them_long(game: &Game, enough: usize) -> usize {
    let mut undone = 0;
    for seed in 1..=8 {
        if undone >= enough {
            break;
        }
        undone += keeps_the_laws(game, seed, 40, 6);
        replays(game, seed, 60);
    }
    undone
}

/// Of each game of the reference corpus as many moves are taken back: forty games by default, every one, and moves by
/// the million, with `LUDARIUM_ALL_LAWS=1`. Only descriptions that cannot be compiled (unfinished reconstructions) are
/// passed over.
#[test]
fn the_corpus_keeps_the_laws() {
    let Some(folder) = reference("the laws over the corpus") else { return };
    let paths = files(&folder.join("corpus/lud"), "lud");
    let all = everything_asked_for();
    let chosen: Vec<&PathBuf> = if all {
        paths.iter().collect()
    } else {
        let mut rng = Rng::new(2026);
        (0..44).map(|_| &paths[rng.below(paths.len())]).collect()
    };
    let text_of = |name: &str| {
        let path = paths.iter().find(|p| p.file_stem().is_some_and(|s| s.to_string_lossy() == name));
        std::fs::read_to_string(path?).ok()
    };
    let defines = library_defines();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut undone, mut played, mut refused, mut broken) = (0, 0, Vec::new(), Vec::new());
        while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let text = std::fs::read_to_string(path).expect("text");
            let reading = read(&name, &text, &defines, &Selection::default());
            match compile_with(&reading, &text_of) {
                Ok(game) => {
                    let enough = if all { 700 } else { 24 };
                    let kept = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        if all { keeps_them_long(&game, enough) } else { keeps_the_laws(&game, 1, 12, 2) }
                    }));
                    match kept {
                        Ok(n) => (undone, played) = (undone + n, played + 1),
                        Err(_) => broken.push(name),
                    }
                }
                Err(_) => refused.push(name),
            }
        }
        (undone, played, refused, broken)
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut undone, mut played, mut refused, mut broken) = (0, 0, Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|_| {
                std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work).expect("thread")
            })
            .collect();
        for thread in threads {
            let (u, p, r, b) = thread.join().expect("a worker");
            undone += u;
            played += p;
            refused.extend(r);
            broken.extend(b);
        }
    });
    println!("{played} games, {undone} moves taken back; cannot be compiled: {refused:?}");
    assert!(broken.is_empty(), "laws broken by {broken:#?}");
    assert!(played > refused.len() * 3 && undone > played, "{played} games, {undone} moves; {refused:#?}");
    assert!(!all || undone >= 1_000_000, "only {undone} moves were taken back");
}
