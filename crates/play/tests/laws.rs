//! Laws that hold in every position of every game: taking back restores everything, the hash that is kept is the hash
//! from scratch, the same seed is the same game, and a record replays. Over our own games always; over a slice of the
//! reference corpus when it is there. Counts bound the work, never the clock.

mod common;

use common::law::{Budget, keeps_the_laws, keeps_them_long, replays};
use common::{compiled, files, reference};
use ludarium_play::{Rng, Selection, compile_with, library_defines, read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

fn everything_asked_for() -> bool {
    std::env::var_os("LUDARIUM_ALL_LAWS").is_some()
}

#[test]
fn our_games_keep_the_laws() {
    let (seeds, plies, tries) = if everything_asked_for() { (3, 60, 3) } else { (1, 16, 2) };
    for entry in ludarium_play::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        for seed in 1..=seeds {
            assert!(keeps_the_laws(&game, seed, plies, tries) > 0, "{}", entry.key);
            replays(&game, seed, plies * 3);
        }
    }
}

/// Of each game of the reference corpus some moves are taken back: forty games by default, every one with
/// `LUDARIUM_ALL_LAWS=1`. Only descriptions that cannot be compiled (unfinished reconstructions) are passed over.
/// Millions of moves, in pieces that can be taken up again: `cargo run --release --example laws`.
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
                    let kept = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        if all {
                            keeps_them_long(&game, Budget { enough: 100, most_work: 50_000 })
                        } else {
                            keeps_the_laws(&game, 1, 12, 2)
                        }
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
    assert!(
        played > refused.len() * 3 && undone > played as u64,
        "{played} games, {undone} moves; {refused:#?}"
    );
}
