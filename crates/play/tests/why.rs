//! Why a move is not legal: sentences that name the rule, in games of many kinds.

use ludarium_play::why::Attempt;
use ludarium_play::{Game, Rng, State};

fn why(state: &State, tried: &str) -> String {
    let attempt = Attempt::read(state.game(), tried).unwrap_or_else(|| panic!("{tried}: places"));
    state.why_not(attempt).map_or("legal".to_owned(), |reason| reason.sentence)
}

fn chess(fen: &str) -> State {
    State::from_fen(&Game::load("Chess").unwrap(), fen).unwrap()
}

#[test]
fn chess_at_the_start() {
    let state = Game::load("Chess").unwrap().start(1);
    for (tried, sentence) in [
        ("e2-e4", "legal"),
        ("a1-a3", "Your pawn on a2 is in the way."),
        ("a1-a2", "a2 is occupied by your own pawn."),
        ("a1-b3", "A rook does not move like that."),
        ("e7-e5", "It is Player 1’s turn, and that pawn is Player 2’s."),
        ("e4-e5", "There is no piece on e4."),
        ("e2-d3", "A pawn goes there only to capture, and d3 is empty."),
        ("e2-e5", "A pawn does not move like that."),
        ("e1-g1", "f1 and g1 must be empty."),
    ] {
        assert_eq!(why(&state, tried), sentence, "{tried}");
    }
}

#[test]
fn kings_are_kept_out_of_check() {
    for (fen, tried, sentence) in [
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3-d5", "Your king would be in check from b4."),
        ("4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", "a2-a3", "Your king would still be in check from e4."),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1-f2", "Your king would be in check from d2."),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1-g1", "No piece of the opponent’s may attack e1, f1 or g1."),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1-g1", "The king on e1 has moved already."),
        ("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e1-g1", "It is Player 2’s turn, and that king is Player 1’s."),
        ("4k3/8/8/8/3P4/3p4/8/4K3 w - - 0 1", "d4-d3", "A pawn does not move like that."),
        ("4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1", "d4-d5", "d5 is occupied, and a pawn cannot capture there."),
    ] {
        assert_eq!(why(&chess(fen), tried), sentence, "{fen} {tried}");
    }
}

#[test]
fn places_that_are_not_there() {
    let state = Game::load("Chess").unwrap().start(1);
    for (from, to) in [(Some(0), 64), (Some(-1), 0), (Some(i32::MAX), 3), (None, -7)] {
        let said = state.why_not(Attempt { from, to }).unwrap().sentence;
        assert_eq!(said, "There is no such place.", "{from:?} {to}");
    }
}

#[test]
fn a_promotion_comes_first() {
    let mut state = chess("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    state.play("a7-a8").unwrap();
    assert_eq!(why(&state, "e1-e2"), "First choose what the pawn on a8 becomes.");
}

#[test]
fn a_game_that_is_over() {
    let game = Game::load("Tic-Tac-Toe").unwrap();
    let mut state = game.start(1);
    assert_eq!(why(&state, "b2"), "legal");
    state.play("b2").unwrap();
    assert_eq!(why(&state, "b2"), "b2 is occupied.");
    for m in ["a1", "b1", "a2", "b3"] {
        state.play(m).unwrap();
    }
    assert_eq!(why(&state, "c3"), "The game is over.");
}

/// What is said about every move from every own piece to every place, over some random games.
fn sentences(name: &str, games: u64, plies: usize) -> Vec<String> {
    let game = Game::load(name).unwrap();
    let mut said = Vec::new();
    for seed in 0..games {
        let mut state = game.start(seed);
        let mut rng = Rng::new(seed + 1);
        for ply in 0..plies {
            let legal = state.legal_moves().to_vec();
            if legal.is_empty() {
                break;
            }
            if ply % 5 == 4 {
                let sites = game.board_sites(game.site_type);
                for _ in 0..6 {
                    let from = rng.below(sites) as i32;
                    let to = rng.below(sites) as i32;
                    for from in [Some(from), None] {
                        if let Some(reason) = state.why_not(Attempt { from, to }) {
                            assert!(reason.sentence.ends_with('.'), "{name}: {}", reason.sentence);
                            said.push(reason.sentence);
                        }
                    }
                }
                // What is legal needs no reason.
                let m = &legal[rng.below(legal.len())];
                if m.from >= 0 && m.to >= 0 && !m.is_pass() {
                    assert_eq!(state.why_not(Attempt { from: Some(m.from), to: m.to }), None, "{name}");
                }
            }
            state.apply(&legal[rng.below(legal.len())]);
        }
    }
    said
}

#[test]
fn every_kind_of_game_has_its_reasons() {
    for name in [
        "Tic-Tac-Toe",
        "Hex",
        "Reversi",
        "Go",
        "Nine Men's Morris",
        "Oware",
        "Backgammon",
        "Shogi",
        "Hnefatafl",
        "Amazons",
        "Lasca",
        "Sudoku",
        "Rock Paper Scissors",
        "Ludo",
    ] {
        let said = sentences(name, 1, 30);
        assert!(said.iter().all(|s| !s.is_empty()), "{name}");
    }
}

/// A move of a man that is legal but for the captures that are there.
fn steps_instead(name: &str, wanted: &str) -> bool {
    let game = Game::load(name).unwrap();
    (0..40).any(|seed| {
        let mut state = game.start(seed);
        let mut rng = Rng::new(seed);
        for _ in 0..80 {
            let legal = state.legal_moves().to_vec();
            let Some(first) = legal.first() else { return false };
            // Own pieces that have no legal move here, to all neighbours.
            let mover = state.mover();
            let ctx = state.ctx();
            let own: Vec<i32> = (0..game.board_sites(game.site_type) as i32)
                .filter(|&s| game.components[ctx.what(game.site_type, s)].owner == mover)
                .collect();
            if !first.between.is_empty() || legal.len() <= 2 {
                for &from in &own {
                    for to in 0..game.board_sites(game.site_type) as i32 {
                        if (from - to).abs() > 25 {
                            continue;
                        }
                        let reason = state.why_not(Attempt { from: Some(from), to });
                        if reason.is_some_and(|r| r.sentence.starts_with(wanted)) {
                            return true;
                        }
                    }
                }
            }
            state.apply(&legal[rng.below(legal.len())]);
        }
        false
    })
}

#[test]
fn captures_are_compulsory_where_they_are() {
    assert!(steps_instead("English Draughts", "Captures are compulsory."));
}

#[test]
fn the_longest_capture_must_be_taken_where_it_must() {
    assert!(steps_instead("International Draughts", "The longest capture must be taken."));
}

#[test]
fn one_place_that_was_pointed_at() {
    let start = |name: &str| Game::load(name).unwrap().start(1);
    for (game, place, sentence) in [
        ("Chess", "a1", "The rook on a1 has no move now."),
        ("Chess", "e7", "It is Player 1’s turn, and that pawn is Player 2’s."),
        ("Chess", "e5", "There is no piece on e5."),
        ("Reversi", "a1", "A move must capture, and this one would capture nothing."),
        ("Reversi", "d4", "d4 is occupied."),
    ] {
        assert_eq!(why(&start(game), place), sentence, "{game} {place}");
    }
    let pinned = chess("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
    assert_eq!(why(&pinned, "e2"), "Your king would be in check from e4.");
}

/// Somewhere in random games a piece that could only step is pointed at while another must capture.
#[test]
fn a_piece_that_may_not_move_because_another_captures() {
    let game = Game::load("English Draughts").unwrap();
    let told = (1..20).any(|seed| {
        let (mut state, mut rng) = (game.start(seed), Rng::new(seed));
        for _ in 0..40 {
            let legal = state.legal_moves().to_vec();
            if legal.is_empty() {
                break;
            }
            let sites = 0..game.board_sites(game.site_type) as i32;
            let tried = sites.filter_map(|to| state.why_not(Attempt { from: None, to }));
            if tried.into_iter().any(|reason| reason.sentence.starts_with("Captures are compulsory. You can"))
            {
                return true;
            }
            state.apply(&legal[rng.below(legal.len())]);
        }
        false
    });
    assert!(told);
}

/// The clause that is named for a move, and whether the move is there once the text is changed as told.
fn named(game: &Game, state: &State, tried: &str) -> (String, bool) {
    let reading = game.reading().unwrap();
    let attempt = Attempt::read(game, tried).unwrap();
    let change = state.change_for(reading, attempt).unwrap_or_else(|| panic!("{tried}: no clause"));
    let tree = &reading.expanded.game;
    let text = ludarium_play::why::edited(tree, change.node, &change.instead);
    let changed = Game::from_text(&text, &ludarium_play::Selection::default()).unwrap();
    let mut there = changed.start(state.seed());
    for played in state.history() {
        there.play(played.name).unwrap();
    }
    (tree.print(change.node), there.why_not(attempt).is_none())
}

#[test]
fn a_clause_is_named_whose_change_lets_the_move_in() {
    for (name, moves, tried, clause) in [
        ("Tic-Tac-Toe", &["b2"][..], "b2", "(sites Empty)"),
        ("Chess", &[], "a1-b3", "(move Slide Orthogonal"),
        ("Chess", &[], "e1-g1", "if:(is Empty (site))"),
    ] {
        let game = Game::load(name).unwrap();
        let mut state = game.start(1);
        moves.iter().for_each(|m| drop(state.play(*m).unwrap()));
        let (found, legal) = named(&game, &state, tried);
        assert!(found.starts_with(clause), "{name} {tried}: {found}");
        assert!(legal, "{name} {tried}: {found}");
    }
}

#[test]
fn a_game_that_goes_on_has_no_end_rule_and_one_that_is_over_has() {
    let game = Game::load("Tic-Tac-Toe").unwrap();
    let reading = game.reading().unwrap();
    let mut state = game.start(1);
    for m in ["b2", "a1", "b1", "a2"] {
        state.play(m).unwrap();
        assert_eq!(state.why_over(reading), None);
    }
    state.play("b3").unwrap();
    let ending = state.why_over(reading).unwrap();
    assert_eq!(reading.expanded.game.print(ending.node.unwrap()), "(if (is Line 3) (result Mover Win))");
}
