//! What every search must do: obey its budget, be the same for the same seed, win what is won, and see nothing that is
//! hidden.

mod common;

use common::*;
use ludarium_engine::position::Slot;
use ludarium_play::{Game, Move, Rng, State};
use ludarium_players::alphabeta::{AlphaBeta, Config};
use ludarium_players::arena::{self, Ended, Terms};
use ludarium_players::control::{NEVER, no_clock};
use ludarium_players::engine_world::result_of;
use ludarium_players::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn ask(game: &Game, state: &State, player: &str, budget: Budget, seed: u64) -> Answer<ludarium_play::Move> {
    let state = State::from_text(game, &state.to_text().unwrap()).unwrap();
    let world = EngineWorld::new(game);
    let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
    let table = Table { state: &state, agent: state.agent(), seed };
    seat.choose(table, &Control::counted(budget)).unwrap()
}

fn solve(game: &Game) -> Option<f32> {
    let world = EngineWorld::new(game);
    let state = State::start(game, 1);
    let mut search = AlphaBeta::new(Config::EXACT);
    let steps = world.roots(&world.position(&state), state.legal_moves());
    let answer = search.search(
        &world,
        &world.position(&state),
        &steps,
        1,
        &Control::counted(Budget::nodes(3_000_000)),
    );
    answer.solved
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(solve(&library("Tic-Tac-Toe")), Some(0.0));
}

#[test]
fn connect_3_on_four_by_four_is_won_by_the_first() {
    assert_eq!(solve(&game(CONNECT_3)), Some(1.0));
}

#[test]
fn three_mens_morris_is_won_by_the_first() {
    assert_eq!(solve(&game(THREE_MEN)), Some(1.0));
}

#[test]
fn hex_on_four_by_four_is_won_by_the_first() {
    assert_eq!(solve(&game(HEX_4)), Some(1.0));
}

#[test]
fn tree_search_proves_tic_tac_toe_too() {
    let game = library("Tic-Tac-Toe");
    let answer = ask(&game, &State::start(&game, 1), "mcts", Budget::iterations(60_000), 1);
    assert_eq!(answer.solved, Some(0.0), "{} iterations", answer.iterations);
}

#[test]
fn a_win_at_hand_is_taken_and_a_loss_at_hand_avoided() {
    let game = library("Tic-Tac-Toe");
    for player in ["flat", "uct", "mcts", "ab", "maxn", "default"] {
        let mut state = State::start(&game, 1);
        for m in ["a1", "a3", "b1", "b3"] {
            state.play(m).unwrap();
        }
        let answer =
            ask(&game, &state, player, Budget { iterations: Some(600), nodes: Some(9000), time: None }, 3);
        assert_eq!(state.names()[answer.index], "c1", "{player} does not take the win");
        let mut state = State::start(&game, 1);
        for m in ["a1", "b2", "b1"] {
            state.play(m).unwrap();
        }
        if player != "flat" {
            let answer = ask(
                &game,
                &state,
                player,
                Budget { iterations: Some(2000), nodes: Some(30_000), time: None },
                3,
            );
            assert_eq!(state.names()[answer.index], "c1", "{player} does not see the threat");
        }
    }
}

#[test]
fn the_same_seed_and_count_give_the_same_answer() {
    for text in [CONNECT_3, THREE_MEN, RACE] {
        let game = game(text);
        let mut state = State::start(&game, 4);
        state.play_random(&mut Rng::new(4), 3);
        for player in ["random", "flat", "uct", "mcts", "ab", "default"] {
            let budget = Budget { iterations: Some(150), nodes: Some(4000), time: None };
            let first = ask(&game, &state, player, budget, 9);
            let again = ask(&game, &state, player, budget, 9);
            assert_eq!(first, again, "{player} in {}", game.name);
            assert!(first.iterations <= 150, "{player}");
        }
    }
}

/// With fewer thoughts than there are moves most moves look alike. In the order of the list one side's advances would come first
/// and the other's last.
#[test]
fn who_thinks_little_favours_no_side() {
    let game = library("Breakthrough");
    let world = EngineWorld::new(&game);
    for player in ["flat", "uct", "mcts"] {
        let spec = Spec::read(player).unwrap();
        let mut won = [0, 0];
        for seed in 0..24 {
            let mut state = State::start(&game, seed);
            let mut seats = [0, 1].map(|_| make(&spec, &world, Setting::default()));
            while !state.is_over() {
                let agent = state.agent();
                let table = Table { state: &state, agent, seed: seed << 32 | state.plies() as u64 };
                let answer = seats[agent - 1].choose(table, &Control::counted(Budget::iterations(30)));
                state.play(answer.unwrap().index).unwrap();
            }
            won[usize::from(result_of(&state)[1] < 0.0)] += 1;
        }
        assert!(won.iter().all(|&n| n >= 5), "{player}: {won:?} games won");
    }
}

#[test]
fn a_search_that_is_cancelled_ends_at_once_with_a_legal_move() {
    let game = library("Chess");
    let state = State::start(&game, 1);
    let world = EngineWorld::new(&game);
    for player in ["flat", "uct", "mcts", "ab", "maxn", "default"] {
        let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
        let raised = AtomicBool::new(true);
        let control = Control { budget: Budget::default(), elapsed: &no_clock, cancel: &raised };
        let answer = seat.choose(Table { state: &state, agent: 1, seed: 1 }, &control).unwrap();
        assert!(answer.index < state.legal_moves().len(), "{player}");
        assert!(answer.nodes < 2000, "{player} made {} moves after it was cancelled", answer.nodes);
    }
}

#[test]
fn a_search_that_runs_ends_within_fifty_milliseconds_of_being_cancelled() {
    let game = library("Chess");
    let state = State::start(&game, 1);
    let world = EngineWorld::new(&game);
    for player in ["flat", "uct", "mcts", "mcts@threads=2", "ab", "brs", "maxn", "default"] {
        // A machine that is busy with other things may take the processor away: one of a few tries must do.
        let mut best = Duration::MAX;
        for _ in 0..8 {
            let raised = AtomicBool::new(false);
            let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
            let late = std::thread::scope(|scope| {
                let waker = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(60));
                    raised.store(true, Ordering::Relaxed);
                    std::time::Instant::now()
                });
                let control = Control { budget: Budget::default(), elapsed: &no_clock, cancel: &raised };
                let answer = seat.choose(Table { state: &state, agent: 1, seed: 1 }, &control).unwrap();
                let done = std::time::Instant::now();
                assert!(answer.index < state.legal_moves().len(), "{player}");
                done.saturating_duration_since(waker.join().unwrap())
            });
            best = best.min(late);
            if best < Duration::from_millis(50) {
                break;
            }
        }
        assert!(best < Duration::from_millis(50), "{player} went on for {best:?}");
    }
}

#[test]
fn games_that_need_no_position_end_as_they_would_with_one() {
    // (Which games can be played so is the plan's affair; most of these can.)
    let mut so_played = 0;
    'games: for name in ["Tic-Tac-Toe", "Gomoku", "Yavalath", "Hex", "Y", "Connect Four"] {
        let game = library(name);
        for seed in 0..12u64 {
            let mut rng = Rng::new(seed);
            let mut runner = ludarium_engine::plan::Runner::start(&game, seed);
            // (Once nobody can change seats any more.)
            for _ in 0..2 + (seed as usize * 3) % 23 {
                let before = runner.ctx.clone();
                if !runner.play_random(&mut rng) || runner.is_over() {
                    runner = ludarium_engine::plan::Runner::from_ctx(before);
                    break;
                }
            }
            let mut told = Vec::new();
            let mut state = State::from_ctx(&game, runner.ctx.clone(), seed);
            let Some(met) = runner.play_out_leanly(&mut rng, |mover, site| told.push((mover, site as i32)))
            else {
                continue 'games;
            };
            for (mover, site) in told {
                assert!(!state.is_over() && state.mover() == mover, "{name}, seed {seed}");
                let index = state.legal_moves().iter().position(|m| m.to == site && !m.is_pass()).unwrap();
                state.play(index).unwrap();
            }
            // A full board without a winner is passed to its end.
            while !state.is_over() {
                assert_eq!((state.legal_moves().len(), met.winner), (1, 0), "{name}, seed {seed}");
                state.play(0usize).unwrap();
            }
            let winner = state.outcome().and_then(|o| o.winner()).unwrap_or(0);
            assert_eq!(winner, met.winner, "{name}, seed {seed}");
        }
        so_played += 1;
    }
    assert_eq!(so_played, 6);
}

#[test]
fn keen_playouts_are_games_by_the_rules() {
    // Lines that are long enough to lose by, and too short to win by.
    let short = game(
        "(game \"Short\" (players 2) (equipment {(board (square 5)) (piece \"Ball\" Each)}) (rules (play (move Add (to \
         (sites Empty)))) (end {(if (is Line 4) (result Mover Win)) (if (is Line 3) (result Mover Loss))})))",
    );
    for game in [short, library("Connect Four"), library("Gomoku"), library("Tic-Tac-Toe")] {
        let world = EngineWorld::new(&game);
        let lean = world.lean().expect("a lean game").with_keen_playouts(true);
        assert!(lean.has_lines());
        for seed in 0..20u64 {
            let mut state = State::start(&game, seed);
            let root = world.position(&state);
            let steps = world.roots(&root, state.legal_moves());
            let (mut pos, _) = lean.stand(&world, &root, &steps).unwrap();
            let mut trace = Vec::new();
            let (_, result) = lean.wander(&mut pos, &mut Rng::new(seed), 1000, &|| false, Some(&mut trace));
            let mut missed = 0;
            for (agent, key) in trace {
                // (Twice the cell and the seat.)
                let site = (key as i32 - 1) / 2;
                assert_eq!(state.agent(), agent);
                let wins = |i: usize| {
                    let mut after = State::from_ctx(&game, state.ctx().clone(), seed);
                    after.play(i).is_ok_and(|_| after.outcome().and_then(|o| o.winner()) == Some(agent))
                };
                let could_win = (0..state.legal_moves().len()).any(wins);
                let index = state.legal_moves().iter().position(|m| m.to == site).unwrap();
                state.play(index).unwrap();
                missed += usize::from(could_win && !state.is_over());
            }
            assert_eq!(missed, 0, "a win at hand was not taken");
            while !state.is_over() {
                state.play(0usize).unwrap();
            }
            assert_eq!(result, Some(result_of(&state)), "seed {seed}");
        }
    }
}

#[test]
fn lean_worlds_are_the_games_they_stand_for() {
    for name in ["Tic-Tac-Toe", "Gomoku", "Yavalath", "Hex", "Y", "Connect Four"] {
        let game = library(name);
        let world = EngineWorld::new(&game);
        let lean = world.lean().unwrap_or_else(|| panic!("{name} is not lean"));
        for seed in 0..6u64 {
            let mut rng = Rng::new(seed);
            let mut state = State::start(&game, seed);
            let root = world.position(&state);
            let steps = world.roots(&root, state.legal_moves());
            let (mut pos, _) = lean.stand(&world, &root, &steps).expect("the start can be searched leanly");
            let mut puts = Vec::new();
            while !lean.over(&pos) {
                assert!(!state.is_over(), "{name}, seed {seed}");
                lean.moves(&mut pos, &mut puts);
                assert_eq!(puts.len(), state.legal_moves().len(), "{name}, seed {seed}");
                assert_eq!(lean.agent(&pos), state.agent(), "{name}, seed {seed}");
                // The swap of seats must be tried, and early.
                let swap = puts.iter().position(|p| p.site().is_none()).filter(|_| seed % 2 == 0);
                let put = puts[swap.unwrap_or_else(|| rng.below(puts.len()))];
                let is_it = |m: &Move| match put.site() {
                    Some(site) => m.to == site as i32 && !m.is_swap(),
                    None => m.is_swap(),
                };
                let index = state.legal_moves().iter().position(is_it).unwrap();
                state.play(index).unwrap();
                lean.apply(&mut pos, &put);
            }
            // A full board without a winner may have to be passed to its end.
            while !state.is_over() {
                assert!(state.legal_moves().iter().all(Move::is_pass), "{name}, seed {seed}");
                state.play(0usize).unwrap();
            }
            assert_eq!(lean.utilities(&pos), result_of(&state), "{name}, seed {seed}");
        }
    }
}

#[test]
fn games_of_covering_are_searched_as_they_are_played() {
    let game = game(
        "(game \"Slabs\" (players 2) (equipment {(board (square 5)) (tile \"Upright\" P1 {F} numSides:4) (tile \"Bent\" P2 \
         {F R F} numSides:4)}) (rules (play (move Add (piece (mover) state:0) (to (sites Empty)))) (end (if (no Moves Next) \
         (result Mover Win)))))",
    );
    let world = EngineWorld::new(&game);
    let cover = world.cover().expect("a game of covering");
    for seed in 0..12u64 {
        let mut rng = Rng::new(seed);
        let mut state = State::start(&game, seed);
        let root = world.position(&state);
        let steps = world.roots(&root, state.legal_moves());
        let (mut pos, _) =
            cover.stand(&world, &root, &steps).expect("the start can be searched without positions");
        let mut laid = Vec::new();
        // Some by hand, the rest as playouts do it.
        let by_hand = if seed % 2 == 0 { usize::MAX } else { seed as usize };
        for _ in 0..by_hand {
            if cover.over(&pos) {
                break;
            }
            assert!(!state.is_over(), "seed {seed}");
            cover.moves(&mut pos, &mut laid);
            assert_eq!(laid.len(), state.legal_moves().len(), "seed {seed}");
            assert_eq!(cover.agent(&pos), state.agent(), "seed {seed}");
            let m = laid[rng.below(laid.len())];
            let is_it = |l: &Move| l.to == cover.site(&m);
            let index = state.legal_moves().iter().position(is_it).unwrap();
            state.play(index).unwrap();
            cover.apply(&mut pos, &m);
        }
        if !cover.over(&pos) {
            let mut trace = Vec::new();
            let before = pos;
            let (made, result) = cover.wander(&mut pos, &mut rng, 1000, &|| false, Some(&mut trace));
            assert_eq!(made as usize, trace.len());
            assert_eq!(result, Some(cover.utilities(&pos)));
            let mut again = before;
            for (agent, key) in trace {
                cover.moves(&mut again, &mut laid);
                let m = *laid.iter().find(|m| cover.key(m) == key).expect("a legal move");
                assert_eq!(state.agent(), agent);
                let index = state.legal_moves().iter().position(|l| l.to == cover.site(&m)).unwrap();
                state.play(index).unwrap();
                cover.apply(&mut again, &m);
            }
        }
        assert!(state.is_over(), "seed {seed}");
        assert_eq!(cover.utilities(&pos), result_of(&state), "seed {seed}");
    }
    // The search itself: the same answer for the same seed, and it sees what wins at once.
    let state = State::start(&game, 1);
    let asked = || ask(&game, &state, "mcts@learn=false;history=0", Budget::iterations(3000), 5);
    assert_eq!(asked(), asked());
    assert_eq!(asked().iterations, 3000);
}

#[test]
fn what_belongs_to_nobody_stands_in_the_way() {
    let game = game(
        "(game \"Walls\" (players 2) (equipment {(board (rectangle 1 7)) (piece \"Ball\" Each (move Step (to if:(is Empty (to))))) \
         (piece \"Wall\" Neutral)}) (rules (start {(place \"Ball1\" 1) (place \"Wall0\" 2) (place \"Ball2\" 4)}) (play (forEach \
         Piece)) (end (if (no Moves Next) (result Mover Win)))))",
    );
    let world = EngineWorld::new(&game);
    let state = State::start(&game, 1);
    let sheet = world.sheet();
    let mut counts = Vec::new();
    sheet.counts(&state.ctx(), &mut counts);
    let of = |seat: usize, name: &str| {
        counts[seat * sheet.len() + sheet.names.iter().position(|n| n == name).unwrap()]
    };
    // The first ball has one free site beside it, the second two; behind the second lies one more.
    assert_eq!((of(1, "freedom"), of(2, "freedom")), (1.0 / 16.0, 2.0 / 16.0));
    assert_eq!((of(1, "view"), of(2, "view")), (1.0 / 16.0, 3.0 / 16.0));
    assert_eq!((of(1, "room"), of(2, "room")), (1.0 / 8.0, 3.0 / 8.0));
    let chess = library("Chess");
    assert!(!EngineWorld::new(&chess).sheet().names.contains(&"room".to_owned()));
}

#[test]
fn where_being_stuck_decides_moves_are_counted() {
    let game = game(
        "(game \"Stuck\" (players 2) (equipment {(board (rectangle 1 5)) (piece \"Ball\" Each (move Step (to if:(is Empty \
         (to)))))}) (rules (start {(place \"Ball1\" 0) (place \"Ball2\" 3)}) (play (forEach Piece)) (end (if (no Moves \
         Next) (result Mover Win)))))",
    );
    let world = EngineWorld::new(&game);
    let mut counts = Vec::new();
    world.counts(&State::start(&game, 1).ctx(), &mut counts);
    let place = world.sheet().place_of_moves().expect("nothing else decides");
    let of = |seat: usize| counts[seat * world.sheet().len() + place];
    assert_eq!((of(1), of(2)), (1.0 / 8.0, 2.0 / 8.0));
    assert_eq!(EngineWorld::new(&library("Chess")).sheet().place_of_moves(), None);
}

#[test]
fn time_is_watched_between_any_two_moves_of_a_search() {
    // A clock that ticks whenever somebody looks: a player that looked less often than once in so many moves would make
    // more of them. (Random games go on for some moves at once: they take a few microseconds.)
    let game = library("Chess");
    let state = State::start(&game, 1);
    let world = EngineWorld::new(&game);
    for (player, at_once) in [("flat", 64), ("uct", 64), ("mcts", 1), ("ab", 1)] {
        let looks = AtomicU64::new(0);
        let elapsed = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
        let control =
            Control { budget: Budget::time(Duration::from_millis(200)), elapsed: &elapsed, cancel: &NEVER };
        let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
        let answer = seat.choose(Table { state: &state, agent: 1, seed: 1 }, &control).unwrap();
        assert!(
            answer.nodes <= 200 * at_once + 250,
            "{player} made {} moves in 200 looks at the clock",
            answer.nodes
        );
    }
}

#[test]
fn memory_is_bounded() {
    let game = library("Reversi");
    let world = EngineWorld::new(&game);
    let state = State::start(&game, 1);
    let setting = Setting { memory: 200_000, ..Setting::default() };
    let mut seat = make(&Spec::read("uct").unwrap(), &world, setting);
    let control = Control::counted(Budget::iterations(400));
    let answer = seat.choose(Table { state: &state, agent: 1, seed: 1 }, &control).unwrap();
    assert_eq!(answer.iterations, 400, "a full tree is still searched");
}

#[test]
fn several_threads_give_a_sensible_answer() {
    let game = library("Tic-Tac-Toe");
    let mut state = State::start(&game, 1);
    for m in ["a1", "a3", "b1", "b3"] {
        state.play(m).unwrap();
    }
    let answer = ask(&game, &state, "mcts@threads=2", Budget::iterations(400), 3);
    assert_eq!(state.names()[answer.index], "c1");
}

#[test]
fn threads_that_part_count_every_visit_once() {
    // So small that nearly all moves are made in the tree: threads go on with a tree each.
    let game = game(
        "(game \"To and fro\" (players 2) (equipment {(board (rectangle 1 5)) (piece \"Ball\" Each (move Step (to if:(is \
         Empty (to)))))}) (rules (start {(place \"Ball1\" 1) (place \"Ball2\" 3)}) (play (forEach Piece)) (end (if (no \
         Moves Next) (result Mover Win)))))",
    );
    let state = State::start(&game, 1);
    for player in ["uct@threads=2;longest=40", "uct@threads=3;longest=40"] {
        let answer = ask(&game, &state, player, Budget::iterations(6000), 3);
        let visits: u64 = answer.candidates.iter().map(|c| c.visits).sum();
        assert!((6000..6100).contains(&answer.iterations), "{player}: {}", answer.iterations);
        assert_eq!(visits, answer.iterations, "{player}");
    }
}

#[test]
fn what_is_hidden_is_never_read() {
    let game = game(SECRETS);
    let state = State::start(&game, 1);
    // The same to the eyes of player 1: the other's pieces lie otherwise under their cover, and even other pieces.
    let mut other = state.ctx().clone();
    let at = |site: i32| other.slot(game.site_type, site);
    let slots = [at(12), at(13), at(14), at(15)];
    let contents = slots.map(|s| other.pos.slot_content(s));
    for (i, s) in slots.into_iter().enumerate() {
        other.pos.set_slot(s, contents[(i + 1) % 4]);
    }
    let mut different = other.clone();
    for s in slots {
        different.pos.set_slot(s, Slot { ..contents[0] });
    }
    for there in [other, different] {
        let there = State::from_ctx(&game, there, 1);
        assert_eq!(state.view_for(1), there.view_for(1), "they look the same");
        let world = EngineWorld::new(&game);
        for player in ["flat", "uct", "mcts", "default", "ab"] {
            for seed in 0..4 {
                let answers = [&state, &there].map(|s| {
                    let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
                    let table = Table { state: s, agent: 1, seed };
                    seat.choose(table, &Control::counted(Budget::iterations(60))).unwrap()
                });
                assert_eq!(answers[0], answers[1], "{player} sees more than it may (seed {seed})");
            }
        }
    }
}

#[test]
fn future_chance_is_not_known() {
    let game = game(RACE);
    // Two games that differ only in what the dice will bring.
    let a = State::start(&game, 1);
    let mut ctx = a.ctx().clone();
    ctx.rng = Rng::new(777);
    let world = EngineWorld::new(&game);
    let control = Control::counted(Budget::iterations(60));
    let mut first = mcts::Mcts::<EngineWorld>::new(mcts::Config::FULL);
    let mut second = mcts::Mcts::<EngineWorld>::new(mcts::Config::FULL);
    let steps = EngineWorld::steps(a.legal_moves());
    let one = first.search(&world, &world.spot(a.ctx().clone()), &steps, 5, &control);
    let two = second.search(&world, &world.spot(ctx), &steps, 5, &control);
    assert_eq!(one, two);
}

#[test]
fn better_players_win() {
    // Counted, not timed: the same on every machine.
    let game = game(CONNECT_3);
    let world = EngineWorld::new(&game);
    let mut points = 0.0;
    for number in 0..12 {
        let mut strong = make(&Spec::read("mcts@iterations=200").unwrap(), &world, Setting::default());
        let mut weak = make(&Spec::read("random").unwrap(), &world, Setting::default());
        let sides = arena::seats(2, number);
        let terms = Terms {
            budget: Budget::iterations(1),
            most_plies: 100,
            by_material: false,
            now: &no_clock,
            cancel: &NEVER,
        };
        let mut pair: [Option<&mut (dyn Player<'_> + '_)>; 2] = [Some(&mut *strong), Some(&mut *weak)];
        let mut table: Vec<&mut (dyn Player<'_> + '_)> =
            sides.iter().filter_map(|&s| pair[s].take()).collect();
        let played = arena::play(&game, &mut table, number as u64, terms);
        assert_eq!(played.ended, Ended::Over);
        points += arena::side_result(&played.results, &sides) / 4.0 + 0.5;
    }
    assert!(points >= 10.0, "{points} of 12");
}

#[test]
fn games_of_the_library_are_played_by_the_default_player() {
    // One in six of them, for a few moves: enough to meet every kind of game.
    for named in ludarium_play::games().iter().step_by(6) {
        let game = common::game(named.text);
        let world = EngineWorld::new(&game);
        let spec = Spec::read("default").unwrap();
        let mut seats: Vec<_> = (0..game.players).map(|_| make(&spec, &world, Setting::default())).collect();
        let mut table: Vec<&mut (dyn Player<'_> + '_)> = seats.iter_mut().map(|s| &mut **s as _).collect();
        let budget = Budget { iterations: Some(2), nodes: Some(60), time: None };
        let terms = Terms { budget, most_plies: 16, by_material: false, now: &no_clock, cancel: &NEVER };
        let played = arena::play(&game, &mut table, 1, terms);
        assert!(matches!(played.ended, Ended::Over | Ended::TooLong), "{}: {:?}", named.title, played.ended);
    }
}

#[test]
fn who_has_more_left_wins_a_game_that_is_broken_off() {
    // Fifty random moves leave nobody exactly equal in most games; the result is that of the pieces, with either side ahead.
    let named = ludarium_play::games().iter().find(|g| g.title == "Chess").unwrap();
    let game = common::game(named.text);
    let world = EngineWorld::new(&game);
    let worth = [("Pawn", 1), ("Knight", 3), ("Bishop", 3), ("Rook", 5), ("Queen", 9)];
    let mut decided = [0; 2];
    for seed in 0..12 {
        let result = |by_material: bool| {
            let spec = Spec::read("random").unwrap();
            let mut seats: Vec<_> = (0..2).map(|_| make(&spec, &world, Setting::default())).collect();
            let mut table: Vec<&mut (dyn Player<'_> + '_)> =
                seats.iter_mut().map(|s| &mut **s as _).collect();
            let budget = Budget::iterations(1);
            let terms = Terms { budget, most_plies: 50, by_material, now: &no_clock, cancel: &NEVER };
            arena::play(&game, &mut table, seed, terms)
        };
        let (judged, drawn) = (result(true), result(false));
        if drawn.ended != Ended::TooLong {
            continue;
        }
        assert_eq!(drawn.results[1], 0.0);
        let pos = &judged.state.ctx().pos;
        let mut points = [0, 0];
        for site in 0..64 {
            let what = pos.what(game.layout.slot(game.site_type, site));
            let component = &game.components[what];
            if let Some((_, points_of)) = worth.iter().find(|w| w.0 == component.label) {
                points[component.owner - 1] += points_of;
            }
        }
        // (Only where a textbook would not hesitate either.)
        let ahead: i32 = points[0] - points[1];
        if ahead.abs() >= 8 {
            let leader = usize::from(ahead < 0);
            assert_eq!(judged.results[leader + 1], 1.0, "seed {seed}: {points:?}");
            assert_eq!(judged.results[2 - leader], -1.0, "seed {seed}: {points:?}");
            decided[leader] += 1;
        }
    }
    assert!(decided[0] > 0 && decided[1] > 0, "{decided:?}");
}

/// Sets up a position of our Chess, given as chess players write it.
fn chess<'g>(game: &'g Game, fen: &str) -> ludarium_play::Ctx<'g> {
    use ludarium_engine::SiteType;
    use ludarium_engine::position::Piece;
    let mut ctx = ludarium_play::Ctx::start(game, 1);
    let mut fields = fen.split(' ');
    let board = fields.next().unwrap();
    let mover = fields.next().unwrap();
    for site in 0..64 {
        ctx.pos.clear(ctx.slot(SiteType::Cell, site));
    }
    for (i, row) in board.split('/').enumerate() {
        let mut column = 0;
        for c in row.chars() {
            if let Some(skip) = c.to_digit(10) {
                column += skip as i32;
                continue;
            }
            let owner = if c.is_uppercase() { 1 } else { 2 };
            let name = match c.to_ascii_lowercase() {
                'p' => "Pawn",
                'r' => "Rook",
                'n' => "Knight",
                'b' => "Bishop",
                'q' => "Queen",
                _ => "King",
            };
            let what = game.component_named(&format!("{name}{owner}")).unwrap() as u16;
            let piece = Piece { what, who: owner, ..Piece::default() };
            let slot = ctx.slot(SiteType::Cell, (7 - i as i32) * 8 + column);
            ctx.pos.set_slot(slot, Slot { piece, count: 1 });
            column += 1;
        }
    }
    (ctx.pos.mover, ctx.pos.next) = if mover == "w" { (1, 2) } else { (2, 1) };
    ctx.refresh_after_set_up();
    ctx
}

#[test]
fn mates_in_three_are_found() {
    let game = library("Chess");
    let world = EngineWorld::new(&game);
    for fen in [
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b - -",
        "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - -",
        "r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - -",
    ] {
        let state = State::from_ctx(&game, chess(&game, fen), 1);
        let mut search = AlphaBeta::new(Config::EXACT);
        let steps = world.roots(&world.position(&state), state.legal_moves());
        let control = Control::counted(Budget::nodes(100_000));
        let answer = search.search(&world, &world.position(&state), &steps, 1, &control);
        assert_eq!(answer.solved, Some(1.0), "{fen}: {} moves tried", answer.nodes);
        // (Where there is only one answer the search looks further than it was asked.)
        assert!(answer.depth <= 5, "{fen}: depth {}", answer.depth);
    }
}

/// Few moves are left, and the one that wins does so far ahead: it is proven, not estimated.
#[test]
fn the_only_winning_drop_is_found_by_proof() {
    let game = library("Connect Four");
    for (moves, wins) in [
        ("a1 a2 a3 g1 a4 d1 d2 f1 f2 d3 g2 d4 d5 b1 g3 d6 e1 a5 b2", "e2"),
        ("c1 a1 a2 a3 a4 a5 f1 b1 d1 b2 a6 e1 d2 e2 g1 g2", "d3"),
        ("b1 f1 b2 e1 f2 f3 e2 c1 a1 g1 g2 a2 g3 g4 e3 a3 c2 c3 g5 c4", "d1"),
    ] {
        let mut state = State::start(&game, 1);
        for name in moves.split(' ') {
            state.play(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        let world = EngineWorld::new(&game).informed(&NEVER);
        let mut seat = make(&Spec::read("default").unwrap(), &world, Setting::default());
        // The clock stands still: there is time enough for a proof.
        let control =
            Control { budget: Budget::time(Duration::from_secs(1)), elapsed: &no_clock, cancel: &NEVER };
        let answer = seat.choose(Table { state: &state, agent: state.agent(), seed: 1 }, &control).unwrap();
        assert_eq!((state.names()[answer.index].as_str(), answer.solved), (wins, Some(1.0)), "{moves}");
    }
}
