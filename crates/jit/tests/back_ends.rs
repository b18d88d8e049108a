//! The laws of compiled games: both back ends have the moves and successors of the evaluator, both play the same game
//! from the same seed, and a random move is drawn fairly. Over our own games always; over a slice of the public
//! descriptions where they are.

use ludarium_jit::Native;
use ludarium_machine::interpret::Interpreter;
use ludarium_machine::lockstep::compare;
use ludarium_machine::{Code, Compiled, Machine, compile};
use ludarium_play::{Game, Rng, Selection, compile_with, library_defines, read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn game(name: &str, text: &str) -> Option<Game> {
    let reading = read(name, text, &library_defines(), &Selection::default());
    compile_with(&reading, &|_| None).ok()
}

fn back_ends(compiled: &Compiled) -> [Arc<dyn Code>; 2] {
    [Arc::new(Interpreter), Native::of(&compiled.program).expect("native code")]
}

/// The games of the library that are compiled.
fn compiled_games() -> Vec<(Game, Arc<Compiled>)> {
    let all = ludarium_play::games().iter().filter_map(|entry| game(entry.key, entry.text));
    // (The largest take longer than all others together.)
    let small = all.filter(|g| g.board.len(g.site_type) <= 130 && g.components.len() <= 40);
    small.filter_map(|g| compile(&g).ok().map(|c| (g, c))).collect()
}

fn agree(game: &Game, compiled: &Arc<Compiled>, enough: [u64; 2]) -> u64 {
    let mut successors = 0;
    for (code, enough) in back_ends(compiled).into_iter().zip(enough) {
        let mut machine = Machine::new(compiled.clone(), code);
        let met = compare(game, &mut machine, 5, 200, enough);
        successors += met.unwrap_or_else(|d| panic!("{}, ply {}: {}", game.name, d.ply, d.what)).successors;
    }
    successors
}

#[test]
fn our_games_are_played_as_the_evaluator_plays_them() {
    let games = compiled_games();
    let successors: u64 = games.iter().map(|(g, c)| agree(g, c, [10, 200])).sum();
    assert!(games.len() >= 40 && successors > 10_000, "{} games, {successors} successors", games.len());
}

#[test]
fn states_and_positions_are_one_and_the_same() {
    let mut compared = 0;
    for (game, compiled) in compiled_games() {
        let mut machine = Machine::new(compiled.clone(), Native::of(&compiled.program).expect("native code"));
        let met = ludarium_machine::lockstep::decode(&game, &mut machine, 3, 60);
        compared += met.unwrap_or_else(|d| panic!("{}, ply {}: {}", game.name, d.ply, d.what));
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn the_same_seed_is_the_same_game_in_both_back_ends() {
    for (game, compiled) in compiled_games().into_iter().step_by(2) {
        let ends: Vec<(Option<u64>, Vec<u64>)> = back_ends(&compiled)
            .into_iter()
            .map(|code| {
                let mut machine = Machine::new(compiled.clone(), code);
                machine.restart(&game, 9);
                let plies = machine.play_out(&mut Rng::new(4), 12);
                (plies, machine.state().to_vec())
            })
            .collect();
        assert_eq!(ends[0], ends[1], "{}", game.name);
    }
}

#[test]
fn every_legal_move_is_drawn_as_often_as_any_other() {
    for (game, compiled) in compiled_games().into_iter().step_by(6) {
        let mut machine = Machine::new(compiled.clone(), Native::of(&compiled.program).expect("native code"));
        machine.restart(&game, 3);
        // Somewhere in the middle, where dice do not decide which moves there are.
        machine.play_out(&mut Rng::new(8), 6);
        if machine.is_over() || !compiled.dice.is_empty() {
            continue;
        }
        let before = machine.state().to_vec();
        let mut legal = Vec::new();
        machine.legal_moves(&mut legal);
        let mut rng = Rng::new(11);
        let mut drawn = vec![0u32; legal.len()];
        let each = 60;
        for _ in 0..each * legal.len() {
            machine.set_state(&before);
            let mv = machine.draw(&mut rng).expect("the game goes on");
            let i = legal.iter().position(|m| *m == mv).expect("a legal move");
            drawn[i] += 1;
        }
        // (Six standard deviations.)
        let most = each as f64 + 6.0 * (each as f64).sqrt();
        let fair = |n: &u32| f64::from(*n) < most && f64::from(*n) > each as f64 - (most - each as f64);
        assert!(drawn.iter().all(fair), "{}: {drawn:?}", game.name);
    }
}

#[test]
fn the_public_games_are_played_as_the_evaluator_plays_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud/board");
    if !folder.is_dir() {
        eprintln!("skipped: compiled public games, because {} is not there", folder.display());
        return;
    }
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let mut rng = Rng::new(7);
    let mut compared = 0;
    for _ in 0..60 {
        let path = &paths[rng.below(paths.len())];
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(game) = game(&name, &std::fs::read_to_string(path).expect("text")) else { continue };
        if game.board.len(game.site_type) > 150 {
            continue;
        }
        if let Ok(compiled) = compile(&game) {
            agree(&game, &compiled, [10, 200]);
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "lud") {
            out.push(path);
        }
    }
}

/// Where kings and liberties decide what is legal, many kinds of moves may pass without a trial.
#[test]
fn games_with_trials_have_a_sieve() {
    for key in ["chess", "makruk", "go"] {
        let entry = ludarium_play::find(key).expect("a game of the library");
        let game = game(entry.key, entry.text).expect("it reads");
        let compiled = compile(&game).expect("it compiles");
        let sieve = compiled.sieve.as_ref().unwrap_or_else(|| panic!("{key}"));
        let tried = compiled.leaves.iter().filter(|leaf| leaf.after.is_some()).count();
        let sifted = sieve.leaves.iter().flatten().count();
        assert!(sifted * 3 > tried, "{key}: {sifted} of {tried} kinds of moves");
    }
}
