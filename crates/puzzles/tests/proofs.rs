//! What is proven is true: by hand where that can be done, by the plain evaluator elsewhere, and for a sample of the
//! library's puzzles that is another one each time.

use ludarium_play::{Engine, Game, Rng, Selection, State};
use ludarium_players::{Budget, Control};
use ludarium_puzzles::answer::{Tried, tried};
use ludarium_puzzles::verify::verify;
use ludarium_puzzles::{Collection, Effort, Order, Prover, Task, Unsuitable, find};

fn at(game: &Game, moves: &[&str]) -> State {
    let mut state = game.start(1);
    for m in moves {
        state.play(*m).unwrap();
    }
    state
}

fn verdicts(game: &Game, state: &State, attacker: usize, deepest: u32) -> Vec<(String, Option<u32>)> {
    let prover = Prover::new(game).unwrap();
    let mut effort = Effort::of(u64::MAX);
    let all = prover.force(state, attacker, deepest, &mut effort, |_| false).unwrap();
    state.names().into_iter().zip(all.wins).collect()
}

#[test]
fn wins_are_counted_in_moves_of_all_players() {
    let game = Game::load("Tic-Tac-Toe").unwrap();
    // X: a1, b1; O: a3, b3. X completes the row at c1.
    let state = at(&game, &["a1", "a3", "b1", "b3"]);
    let all = verdicts(&game, &state, 1, 5);
    assert_eq!(all.iter().find(|v| v.0 == "c1").unwrap().1, Some(1));
    // Everything else lets O win at c3, or only delays: c3 blocks and threatens nothing at once.
    let blocked = all.iter().find(|v| v.0 == "c3").unwrap().1;
    assert_eq!(blocked, Some(3), "after c3 both c1 and b2 win: a fork");
    assert!(all.iter().filter(|v| v.1 == Some(1)).count() == 1);
}

#[test]
fn the_right_reply_to_the_middle_is_a_corner() {
    let game = Game::load("Tic-Tac-Toe").unwrap();
    let state = at(&game, &["b2"]);
    // After an edge X wins by force; after a corner nobody does.
    for (name, lost) in verdicts(&game, &state, 1, 8) {
        let corner = ["a1", "a3", "c1", "c3"].contains(&name.as_str());
        assert_eq!(lost.is_none(), corner, "{name}: {lost:?}");
    }
}

/// The plain evaluator's own search, written as simply as can be.
fn forced(state: &State, attacker: usize, depth: u32) -> bool {
    if state.is_over() {
        return state.winning_agent() == Some(attacker);
    }
    if depth == 0 || state.legal_moves().is_empty() {
        return false;
    }
    let mut after = state.legal_moves().iter().map(|m| {
        let mut next = state.clone();
        next.apply(m);
        forced(&next, attacker, depth - 1)
    });
    if state.agent() == attacker { after.any(|w| w) } else { after.all(|w| w) }
}

#[test]
fn the_prover_and_the_plain_evaluator_agree() {
    let seed = seed_of_today();
    for name in ["Tic-Tac-Toe", "Breakthrough", "Dobutsu Shogi", "Konane", "Pong Hau K'i", "Reversi"] {
        let game = Game::load(name).unwrap();
        let plain = game.with_engine(Engine::Reference);
        for n in 0..3 {
            let mut rng = Rng::new(seed + n);
            let mut state = game.start(seed + n);
            let length = game.random_game(seed + n).plies as usize;
            state.play_random(&mut rng, length.saturating_sub(4).max(2));
            if state.is_over() || state.legal_moves().len() > 14 {
                continue;
            }
            let mut slow = plain.start(state.seed());
            for played in state.history() {
                slow.play(played.name.as_str()).unwrap();
            }
            let attacker = state.agent();
            for (name_of_move, win) in verdicts(&game, &state, attacker, 3) {
                let mut next = slow.clone();
                next.play(name_of_move.as_str()).unwrap();
                let first = (1..=3).find(|d| forced(&next, attacker, d - 1));
                assert_eq!(win, first, "{name}, seed {}: {name_of_move} in {}", seed + n, state.position());
            }
        }
    }
}

fn seed_of_today() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    println!("seed {now}");
    now
}

fn made(game: &Game, count: usize, seed: u64) -> Collection {
    let prover = Prover::new(game).unwrap();
    let order = Order { count, seed, games: 60, nodes: 60_000, deepest: 5, ..Order::default() };
    let found = find(&prover, &order, &Control::counted(Budget::default()), |_| {});
    Collection {
        game: game.name.clone(),
        selection: Selection::default(),
        version: "test".to_owned(),
        seed,
        command: "a test".to_owned(),
        puzzles: found.puzzles,
    }
}

#[test]
fn what_is_found_is_read_as_written_and_proven_again_by_the_evaluator() {
    let game = Game::load("Breakthrough").unwrap();
    let all = made(&game, 5, seed_of_today());
    assert!(all.puzzles.len() >= 3, "{} puzzles", all.puzzles.len());
    let again = Collection::read(&all.write()).unwrap();
    assert_eq!(again, all);
    let plain = game.with_engine(Engine::Reference);
    let (prover, slow) = (Prover::new(&game).unwrap(), Prover::new(&plain).unwrap());
    for puzzle in &again.puzzles {
        verify(&prover, puzzle, u64::MAX).unwrap_or_else(|e| panic!("{}: {e}", puzzle.id));
        if puzzle.beyond <= 4 {
            verify(&slow, puzzle, u64::MAX).unwrap_or_else(|e| panic!("{}: {e}", puzzle.id));
        }
    }
}

#[test]
fn a_puzzle_that_does_not_hold_is_noticed() {
    let game = Game::load("Breakthrough").unwrap();
    let all = made(&game, 5, 3);
    let prover = Prover::new(&game).unwrap();
    let right = all.puzzles.iter().find(|p| matches!(p.task, Task::Win { plies } if plies >= 3)).unwrap();
    let fails = |change: &dyn Fn(&mut ludarium_puzzles::Puzzle)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        verify(&prover, &wrong, u64::MAX).is_err()
    };
    assert!(fails(&|p| p.task = Task::Win { plies: 1 }));
    assert!(fails(&|p| p.task = Task::Save { plies: 2 }));
    assert!(fails(&|p| p.line[0] = p.line[1].clone()));
    assert!(fails(&|p| p.at ^= 1));
    assert!(fails(&|p| p.choices += 1));
    assert!(fails(&|p| {
        p.moves.pop();
    }));
    assert!(!fails(&|_| {}));
}

#[test]
fn every_defence_is_met_and_wrong_moves_are_told() {
    let game = Game::load("Breakthrough").unwrap();
    let prover = Prover::new(&game).unwrap();
    for puzzle in made(&game, 8, 11).puzzles {
        let Task::Win { plies } = puzzle.task else { continue };
        let state = puzzle.state(&game).unwrap();
        for (i, name) in state.names().iter().enumerate() {
            let answer = tried(&prover, &state, puzzle.task, plies, i, &mut Effort::of(u64::MAX)).unwrap();
            let right = !matches!(answer, Tried::Fails { .. } | Tried::Loses { .. });
            assert_eq!(right, name == puzzle.key(), "{}: {name} {answer:?}", puzzle.id);
        }
        // Whoever follows the answers wins in time.
        let (mut here, mut left, mut made) = (state, plies, 0);
        let solver = here.agent();
        while !here.is_over() {
            let names = here.names();
            let found = (0..names.len()).find_map(|i| {
                let answer = tried(&prover, &here, puzzle.task, left, i, &mut Effort::of(u64::MAX)).unwrap();
                (!matches!(answer, Tried::Fails { .. } | Tried::Loses { .. })).then_some((i, answer))
            });
            let (i, answer) = found.expect("a right move");
            here.play(i).unwrap();
            made += 1;
            if let Tried::Right { replies, plies } = answer {
                for reply in replies {
                    here.play(reply).unwrap();
                    made += 1;
                }
                left = plies;
            }
        }
        assert_eq!(here.winning_agent(), Some(solver));
        assert!(made <= plies);
    }
}

#[test]
fn games_that_cannot_have_puzzles_say_why() {
    let why = |name: &str| Prover::new(&Game::load(name).unwrap()).err();
    assert_eq!(why("Sudoku"), Some(Unsuitable::Deduction));
    assert_eq!(why("Rock-Paper-Scissors"), Some(Unsuitable::Simultaneous));
}

/// So many puzzles of the library are proven again; `LUDARIUM_ALL_PUZZLES=1` proves all.
const SAMPLE: usize = 40;

#[test]
fn a_sample_of_the_librarys_puzzles_is_proven_again() {
    let mut all = Vec::new();
    for of in ludarium_play::games() {
        let Some(text) = of.puzzles else { continue };
        let collection = Collection::read(text).unwrap_or_else(|e| panic!("{}: {e}", of.key));
        assert_eq!(collection.game, of.title);
        all.extend(collection.puzzles.into_iter().map(|p| (of, p)));
    }
    let mut ids: Vec<&str> = all.iter().map(|(_, p)| p.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all.len(), "no puzzle is there twice");
    let mut rng = Rng::new(seed_of_today());
    if std::env::var_os("LUDARIUM_ALL_PUZZLES").is_none() {
        while all.len() > SAMPLE {
            all.swap_remove(rng.below(all.len()));
        }
    }
    for (of, puzzle) in all {
        let game = Game::load(of.key).unwrap();
        let prover = Prover::new(&game).unwrap();
        verify(&prover, &puzzle, 200_000_000).unwrap_or_else(|e| panic!("{} {}: {e}", of.key, puzzle.id));
    }
}
