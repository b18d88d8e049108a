//! The compiled game is the same game: at positions of random games of the library it lists the same moves, leads to the
//! same results, and is judged alike.

mod common;

use common::*;
use ludarium_engine::Position;
use ludarium_play::{Game, Rng, State};
use ludarium_players::calibrate::guess;
use ludarium_players::compiled_world::CompiledWorld;
use ludarium_players::evaluation::Pieces;
use ludarium_players::{EngineWorld, World};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays a game at random and compares the two at some of its positions; how many were compared.
fn compare(game: &Game, seed: u64, plies: usize) -> usize {
    let plain = EngineWorld::new(game);
    let weights = guess(&plain, &AtomicBool::new(false));
    let engine = plain.with_weights(Some(Arc::new(weights)));
    let Some(compiled) = CompiledWorld::new(&engine) else { return 0 };
    let mut state = State::start(game, seed);
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    for ply in 0..plies {
        if state.is_over() || state.stopped().is_some() {
            break;
        }
        let legal = state.legal_moves().to_vec();
        let index = rng.below(legal.len());
        if ply % 3 == 0 {
            let at = format!("{} ply {ply}", game.name);
            let root = engine.position(&state);
            let (place, moves) = compiled.stand(&state).unwrap_or_else(|| panic!("{at}: no moves"));
            assert_eq!(moves.len(), legal.len(), "{at}");
            assert_eq!(compiled.agent(&place), state.agent(), "{at}");
            let steps = engine.roots(&root, &legal);
            let (mut here, mut there) = (place.clone(), root.clone());
            let settled = engine.facts().settled();
            if settled {
                close(compiled.evaluate(&place), engine.evaluate(&root), &at);
            }
            // (What is said to take nothing takes nothing. In stacks only sites are looked at, not how many lie there.)
            if !state.ctx().pos.stacking() && compiled.stakes(&place, &moves[index]).is_none() {
                let others = |state: &State| others_than(game, &state.ctx().pos, state.mover());
                let (mut after, mover) = (state.clone(), state.mover());
                after.play(index).unwrap();
                let left = others_than(game, &after.ctx().pos, mover);
                assert!(left >= others(&state), "{at}: {:?} takes something", legal[index]);
            }
            compiled.apply(&mut here, &moves[index]);
            engine.apply(&mut there, &steps[index]);
            assert_eq!(compiled.over(&here), engine.over(&there), "{at}: over after {:?}", legal[index]);
            assert_eq!(compiled.utilities(&here), engine.utilities(&there), "{at}");
            if !engine.over(&there) {
                assert_eq!(
                    compiled.agent(&here),
                    engine.agent(&there),
                    "{at}: turn after {:?}",
                    legal[index]
                );
                if settled {
                    close(compiled.evaluate(&here), engine.evaluate(&there), &at);
                }
            }
            compared += 1;
        }
        state.play(index).unwrap();
    }
    compared
}

/// How many pieces the others than a seat have.
fn others_than(game: &Game, pos: &Position, seat: usize) -> i32 {
    let at = |slot: usize| -> i32 {
        let owned = |level: usize| {
            let (owner, _) = Pieces::at_level(pos, slot, level);
            owner != seat && (1..=game.players).contains(&owner)
        };
        let pieces = (0..Pieces::height(pos, slot)).filter(|&level| owned(level)).count() as i32;
        if pos.stacking() { pieces } else { pieces * Pieces::count(pos, slot) }
    };
    (0..game.layout.slots()).map(at).sum()
}

fn close(
    a: Option<[f32; ludarium_players::world::SEATS]>,
    b: Option<[f32; ludarium_players::world::SEATS]>,
    at: &str,
) {
    match (a, b) {
        (Some(a), Some(b)) => {
            let far = a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
            assert!(!far, "{at}: {a:?} instead of {b:?}");
        }
        (None, None) => {}
        (a, b) => panic!("{at}: {a:?} instead of {b:?}"),
    }
}

#[test]
fn the_compiled_game_is_the_same_game() {
    let mut compared = 0;
    let mut games = 0;
    for entry in ludarium_play::games() {
        let Ok(game) = Game::load(entry.title) else { continue };
        let met = compare(&game, 7, 30);
        compared += met;
        games += usize::from(met > 0);
    }
    println!("{compared} positions of {games} games");
    assert!(games > 120, "{games} games are compiled");
}

#[test]
fn so_it_is_in_public_games() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    let mut games = 0;
    for path in descriptions(&corpus).iter().skip(11).step_by(29) {
        let Some(game) = try_of_corpus(&corpus, path) else { continue };
        // (What plays no turns one after another, or is very large, is not what this is about.)
        if game.board.len(game.site_type) > 150 {
            continue;
        }
        let met = compare(&game, 11, 16);
        compared += met;
        games += usize::from(met > 0);
    }
    println!("{compared} positions of {games} games");
    assert!(games > 25, "{games} games are compiled");
}

#[test]
fn a_king_in_check_is_in_danger() {
    let game = library("chess");
    let plain = EngineWorld::new(&game);
    let compiled = CompiledWorld::new(&plain).unwrap();
    let mut state = State::start(&game, 1);
    // The scholar's way, but only to the check: after each move, is the side to move in check?
    for (name, check) in
        [("e2-e4", false), ("f7-f5", false), ("d1-h5", true), ("g7-g6", false), ("h5-g6", true)]
    {
        state.play(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (place, _) = compiled.stand(&state).unwrap();
        assert_eq!(compiled.in_danger(&place), check, "after {name}");
    }
    // Where nothing is royal, nothing is in danger.
    let draughts = library("english-draughts");
    let plain = EngineWorld::new(&draughts);
    let compiled = CompiledWorld::new(&plain).unwrap();
    let (place, _) = compiled.stand(&State::start(&draughts, 1)).unwrap();
    assert!(!compiled.in_danger(&place));
}
