//! The law of the fast form: by its plan a game has the same moves with the same successors as by the plain evaluator,
//! random play by it has the same statistics, and taking back leaves nothing behind. Over our own games always; over a
//! slice of the reference corpus when it is there (`LUDARIUM_ALL_LAWS=1`: over all of it; the example `laws` does so by the
//! million).

mod common;

use common::law::{Budget, agree_long};
use common::{compiled, files, reference};
use ludarium::{Rng, Selection, library_defines};
use ludarium_engine::plan::{Plan, Runner, agree};

#[test]
fn our_games_are_played_the_same_way() {
    for entry in ludarium::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let met = agree_long(&game, Budget { enough: 30, most_work: 50_000 });
        assert!(met.positions > 0, "{}", entry.key);
    }
}

#[test]
fn the_corpus_is_played_the_same_way() {
    let Some(folder) = reference("plan and evaluator over the corpus") else { return };
    let all = std::env::var_os("LUDARIUM_ALL_LAWS").is_some();
    let paths = files(&folder.join("corpus/lud"), "lud");
    let mut rng = Rng::new(7);
    let (mut positions, mut successors, mut taken_back, mut wrong) = (0, 0, 0, Vec::new());
    let chosen: Vec<_> =
        if all { paths.iter().collect() } else { (0..40).map(|_| &paths[rng.below(paths.len())]).collect() };
    for path in chosen {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("text");
        let Ok(game) = compiled(&name, &text, &library_defines(), &Selection::default()) else { continue };
        let met = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let enough = if all { 200 } else { 24 };
            agree_long(&game, Budget { enough, most_work: enough * 2_000 })
        }));
        match met {
            Ok(met) => {
                positions += met.positions;
                successors += met.successors;
                taken_back += met.taken_back;
            }
            Err(_) => wrong.push(name),
        }
    }
    assert!(wrong.is_empty(), "plan and evaluator differ: {wrong:?}");
    assert!(positions > 200, "{positions}");
    eprintln!("{positions} positions and {successors} successors agree, {taken_back} moves taken back");
}

/// A random move is drawn without a list of all: each legal one must still be as likely as any other.
#[test]
fn every_legal_move_is_as_likely_as_any_other() {
    let mut drawn = 0;
    for entry in ludarium::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let met = agree::draws(&Plan::new(&game), 11, 3, 400);
        drawn += met.unwrap_or_else(|d| panic!("{}, ply {}: {}", entry.key, d.ply, d.what));
    }
    assert!(drawn > 100_000, "{drawn}");
}

/// Games that are played on sets, or without any position: every move of theirs, made again the usual way.
#[test]
fn what_is_played_on_sets_alone_is_the_same_game() {
    let replay = |key: &str, game: &ludarium_engine::Game| {
        let plan = Plan::new(game);
        let fail = |d: agree::Difference| -> u64 { panic!("{key}, ply {}: {}", d.ply, d.what) };
        (agree::swiftly(&plan, 3, 2).unwrap_or_else(fail), agree::leanly(&plan, 3, 4).unwrap_or_else(fail))
    };
    let (mut swift, mut lean) = (0, 0);
    for entry in ludarium::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let met = replay(entry.key, &game);
        (swift, lean) = (swift + met.0, lean + met.1);
    }
    assert!(swift > 5_000 && lean > 500, "{swift} {lean}");
    let Some(folder) = reference("games on sets alone over the corpus") else { return };
    let paths = files(&folder.join("corpus/lud/board"), "lud");
    let mut rng = Rng::new(9);
    for path in (0..60).map(|_| &paths[rng.below(paths.len())]) {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("text");
        let Ok(game) = compiled(&name, &text, &library_defines(), &Selection::default()) else { continue };
        if game.board.len(game.site_type) <= 150 {
            replay(&name, &game);
        }
    }
}

/// Lengths and winners of random games by the plan and by the evaluator, from fixed seeds.
#[test]
fn random_play_has_the_same_statistics() {
    for key in ["tic-tac-toe", "breakthrough", "reversi", "domineering", "nine-mens-morris"] {
        let entry = ludarium::games().iter().find(|g| g.key == key).unwrap();
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let plan = Plan::new(&game);
        let n = 300;
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        let (mut fast_wins, mut plain_wins) = (0.0, 0.0);
        let mut runner = Runner::start(&plan, 0);
        for seed in 0..n {
            runner.restart(seed);
            let mut rng = Rng::new(seed ^ 0xFA57);
            let met = runner.play_out(&mut rng);
            fast.push(met.plies as f64);
            fast_wins += f64::from(u8::from(met.winner == 1));
            let mut state = ludarium::State::start(&game, seed);
            plain.push(state.playout(&mut Rng::new(seed ^ 0x51_0E), 10_000).plies as f64);
            plain_wins += f64::from(u8::from(state.ctx().pos.winner == 1));
        }
        let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
        let variance = |v: &[f64]| v.iter().map(|x| (x - mean(v)).powi(2)).sum::<f64>() / v.len() as f64;
        let error = ((variance(&fast) + variance(&plain)) / n as f64).sqrt();
        assert!((mean(&fast) - mean(&plain)).abs() <= 4.0 * error + 1e-9, "{key}: lengths {error}");
        let share = (fast_wins + plain_wins) / (2.0 * n as f64);
        let error = (2.0 * share * (1.0 - share) / n as f64).sqrt();
        assert!((fast_wins - plain_wins).abs() / n as f64 <= 4.0 * error, "{key}: wins");
    }
}
