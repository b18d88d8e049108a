//! The laws of play, checked: taking back restores everything, the hash that is kept is the hash from scratch, the same
//! seed is the same game, a record replays, and plan and evaluator agree. Shared by the tests (a slice of the games) and
//! the example `laws` (all of them). Counts bound the work, never the clock. A law that is broken panics.
#![allow(dead_code, reason = "not everybody checks every law")]

use ludarium_engine::plan::agree::{Compared, compare};
use ludarium_play::{Game, Record, Rng, Selection, State};
use std::collections::BTreeSet;

/// Everything that taking back must restore.
fn everything(state: &State) -> String {
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

/// How much is looked at.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Moves, or positions, that are enough.
    pub enough: u64,
    /// Sites and legal moves of all positions that are looked at: what giants stop at before they have had enough.
    pub most_work: u64,
}

fn work_of(game: &Game, legal: u64) -> u64 {
    legal + game.layout.slots() as u64
}

/// Plays a random game of at most `plies` moves and tries `tries` moves at every `stride`-th ply; the number of moves
/// taken back.
pub fn keeps_the_laws(game: &Game, seed: u64, plies: usize, tries: usize) -> u64 {
    let budget = Budget { enough: u64::MAX, most_work: u64::MAX };
    kept(game, seed, plies, tries, 1, budget).0
}

fn kept(game: &Game, seed: u64, plies: usize, tries: usize, stride: usize, budget: Budget) -> (u64, u64) {
    let mut state = State::start(game, seed);
    let mut rng = Rng::new(seed);
    let (mut undone, mut work) = (0, 0);
    for ply in 0..plies {
        let pos = &state.ctx().pos;
        assert_eq!(pos.content_hash(), pos.content_hash_from_scratch(), "{} ply {ply}: hash", game.name);
        if state.legal_moves().is_empty() || undone >= budget.enough || work >= budget.most_work {
            break;
        }
        if ply % stride != 0 {
            work += 1;
            let m = state.legal_moves()[rng.below(state.legal_moves().len())].clone();
            state.apply(&m);
            continue;
        }
        work += work_of(game, state.legal_moves().len() as u64) * tries as u64;
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
    (undone, work)
}

/// Plays games, whole ones as far as that goes, until enough moves were taken back.
pub fn keeps_them_long(game: &Game, budget: Budget) -> u64 {
    let (mut undone, mut work) = (0, 0);
    let mut seed = 1;
    while undone < budget.enough && work < budget.most_work && seed <= budget.enough {
        let left = Budget { enough: budget.enough - undone, most_work: budget.most_work - work };
        let (moves, spent) = kept(game, seed, 400, 4, 3, left);
        undone += moves;
        work += spent.max(1);
        if seed <= 4 {
            replays(game, seed, 100);
        }
        if moves == 0 {
            break;
        }
        seed += 1;
    }
    undone
}

/// Compares plan and evaluator over random games, whole ones as far as that goes, until enough positions were met.
pub fn agree_long(game: &Game, budget: Budget) -> Compared {
    let mut sum = Compared::default();
    let mut seed = 1;
    loop {
        let work = sum.moves * 2 + sum.positions * game.layout.slots() as u64;
        if sum.positions >= budget.enough || work >= budget.most_work {
            return sum;
        }
        let typical = sum.moves.checked_div(sum.positions).unwrap_or(40);
        let left = (budget.most_work - work) / work_of(game, typical * 2) + 1;
        let plies = (budget.enough - sum.positions).min(left).min(if seed == 1 { 40 } else { 1000 });
        match compare(game, seed, plies as usize, 1) {
            Ok(met) if met.positions == 0 => return sum,
            Ok(met) => {
                sum.positions += met.positions;
                sum.moves += met.moves;
                sum.successors += met.successors;
                sum.taken_back += met.taken_back;
            }
            Err(d) => panic!("{} seed {seed} ply {}: {}", game.name, d.ply, d.what),
        }
        seed += 1;
    }
}

/// The same seed gives the same game, and the record of a game is read and replayed as it was.
pub fn replays(game: &Game, seed: u64, plies: usize) {
    let played = |seed| {
        let mut state = State::start(game, seed);
        state.play_random(&mut Rng::new(seed), plies);
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
