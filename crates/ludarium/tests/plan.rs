//! The law of the fast form: by its plan a game has the same moves with the same successors as by the plain evaluator,
//! random play by it has the same statistics, and taking back leaves nothing behind. Over our own games always; over a
//! slice of the reference corpus when it is there (`LUDARIUM_ALL_LAWS=1`: over all of it).

mod common;

use common::{compiled, files, reference};
use ludarium::{Game, Rng, Selection, library_defines};
use ludarium_engine::plan::agree::compare;
use ludarium_engine::plan::{Plan, Runner};

fn agrees(game: &Game, seeds: u64, plies: usize) -> (u64, u64) {
    let plan = Plan::new(game);
    let (mut positions, mut successors) = (0, 0);
    for seed in 1..=seeds {
        match compare(&plan, seed, plies, 1) {
            Ok(met) => (positions, successors) = (positions + met.positions, successors + met.successors),
            Err(d) => panic!("{} seed {seed} ply {}: {}", game.name, d.ply, d.what),
        }
    }
    (positions, successors)
}

#[test]
fn our_games_are_played_the_same_way() {
    for entry in ludarium::games() {
        let game = compiled(entry.key, entry.text, &library_defines(), &Selection::default()).unwrap();
        let (positions, _) = agrees(&game, 1, 30);
        assert!(positions > 0, "{}", entry.key);
    }
}

#[test]
fn the_corpus_is_played_the_same_way() {
    let Some(folder) = reference("plan and evaluator over the corpus") else { return };
    let all = std::env::var_os("LUDARIUM_ALL_LAWS").is_some();
    // Known differences, with their reasons, are listed for readers and left out here.
    let notes = include_str!("../../../docs/performance.md");
    let known: Vec<&str> = notes
        .lines()
        .filter_map(|l| l.strip_prefix("- differs: `"))
        .filter_map(|l| l.split('`').next())
        .collect();
    let paths = files(&folder.join("corpus/lud"), "lud");
    let mut rng = Rng::new(7);
    let (mut positions, mut successors, mut wrong) = (0, 0, Vec::new());
    let chosen: Vec<_> =
        if all { paths.iter().collect() } else { (0..40).map(|_| &paths[rng.below(paths.len())]).collect() };
    for path in chosen {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(path).expect("text");
        let Ok(game) = compiled(&name, &text, &library_defines(), &Selection::default()) else { continue };
        // (Giants would take all the time there is.)
        let plies = if game.board.len(game.site_type) > 400 { 4 } else { 24 };
        if known.contains(&name.as_str()) {
            continue;
        }
        let met = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            agrees(&game, if all { 2 } else { 1 }, if all { plies * 4 } else { plies })
        }));
        match met {
            Ok((p, s)) => (positions, successors) = (positions + p, successors + s),
            Err(_) => wrong.push(name),
        }
    }
    assert!(wrong.is_empty(), "plan and evaluator differ: {wrong:?}");
    assert!(positions > 200, "{positions}");
    eprintln!("{positions} positions and {successors} successors agree");
}

/// Lengths and winners of random games by the plan and by the evaluator, from fixed seeds.
#[test]
fn random_play_has_the_same_statistics() {
    for key in ["tic-tac-toe", "breakthrough", "reversi"] {
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
            let mut plies = 0;
            while runner.play_random(&mut rng) {
                plies += 1;
            }
            fast.push(f64::from(plies));
            fast_wins += f64::from(u8::from(runner.ctx.pos.winner == 1));
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
