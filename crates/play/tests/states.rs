//! What a state offers beyond the laws: views that leak nothing, dice that are prescribed, names and refusals,
//! symmetries, and texts that are no positions.

mod common;

use common::compiled;
use ludarium_engine::game::ContainerKind;
use ludarium_play::symmetry::{canonical_form, game_symmetries};
use ludarium_play::{Choice, Game, Rng, Selection, State, Why, library_defines};

fn game(text: &str) -> Game {
    compiled("test", text, &library_defines(), &Selection::default()).unwrap()
}

fn ours(name: &str) -> Game {
    game(ludarium_play::find(name).unwrap().text)
}

#[test]
fn what_is_hidden_is_not_seen() {
    let veiled = game(
        "(game \"Veil\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)})
            (rules
                (start {
                    (place \"Disc1\" (sites Bottom))
                    (place \"Disc2\" (sites Top))
                    (set Hidden What (sites Bottom) to:P2)
                    (set Hidden (sites Top) to:P1)})
                (play (move Add (to (sites Empty))))
                (end (if (is Full) (result Mover Win)))))",
    );
    let state = State::start(&veiled, 1);
    let (first, second) = (state.view_for(1), state.view_for(2));
    let sites = |pieces: &[ludarium_play::SeenPiece]| pieces.iter().map(|p| p.site).collect::<Vec<_>>();
    assert_eq!(sites(&first.pieces), [0, 1, 2], "player 1 does not know that anything stands at the top");
    assert!(first.pieces.iter().all(|p| p.what.as_deref() == Some("Disc1") && p.owner == Some(1)));
    assert_eq!(sites(&second.pieces), [0, 1, 2, 6, 7, 8]);
    let (bottom, top) = second.pieces.split_at(3);
    assert!(bottom.iter().all(|p| p.what.is_none() && p.owner == Some(1)), "{bottom:?}");
    assert!(top.iter().all(|p| p.what.as_deref() == Some("Disc2")), "{top:?}");
    assert_eq!(first.legal.len(), 3);
    assert!(second.legal.is_empty(), "it is the other's turn");
}

#[test]
fn dice_show_what_is_prescribed() {
    let rolling = game(
        "(game \"Rolling\" (players 2)
            (equipment {(board (square 3)) (dice d:6 num:1) (piece \"Disc\" Each)})
            (rules
                (play (do (roll) next:(move Add (to (sites {(count Pips)})))))
                (end (if (is Line 3) (result Mover Win)))))",
    );
    let die = rolling.containers.iter().find(|c| matches!(c.kind, ContainerKind::Dice { .. })).unwrap().first;
    let mut state = State::start(&rolling, 1);
    for face in 0..6 {
        state.force_dice(&[(die, face)]);
        let ends: Vec<i32> = state.legal_moves().iter().map(|m| m.to).collect();
        assert_eq!(ends, [face + 1], "face {face} shows {}", face + 1);
    }
    // What was prescribed is part of the record.
    state.force_dice(&[(die, 3)]);
    state.play(0).unwrap();
    let record = ludarium_play::Record::of(&state, &Selection::default());
    assert!(record.write().contains(&format!("\ndice {die}=3\n1 P1 ")), "{}", record.write());
    assert_eq!(record.replay(&rolling).unwrap().position(), state.position());
    // Left to chance, different seeds throw differently, and taking back does not throw again.
    let thrown = |seed| State::start(&rolling, seed).legal_moves()[0].to;
    assert!((1..20).any(|seed| thrown(seed) != thrown(20)));
    let mut state = State::start(&rolling, 5);
    state.play(0).unwrap();
    let second = state.legal_moves().to_vec();
    state.undo();
    state.play(0).unwrap();
    assert_eq!(state.legal_moves(), second);
}

#[test]
fn refusals_give_back_what_they_took() {
    let game = ours("Tic-Tac-Toe");
    let mut state = State::start(&game, 1);
    let middle = state.legal_moves()[4].clone();
    state.play(&middle).unwrap();
    let refused = state.play(middle.clone()).unwrap_err();
    assert_eq!(refused.choice, Choice::from(middle));
    assert_eq!(refused.why, Why::NotLegal);
    assert_eq!(state.play(8).unwrap_err().choice, Choice::Index(8));
    assert_eq!(state.play("d4").unwrap_err().to_string(), "\"d4\" is not a legal move");
    assert_eq!(state.plies(), 1, "nothing was played");
    state.play_random(&mut Rng::new(2), 100);
    assert_eq!(state.play(0).unwrap_err().why, Why::Over);
}

#[test]
fn promotions_have_names_of_their_own() {
    let game = game(
        "(game \"Choice\" (players 2)
            (equipment {(board (square 2)) (piece \"Disc\" Each) (piece \"King\" Each)})
            (rules
                (play (or (move Add (piece (id \"Disc\" Mover)) (to (sites Empty)))
                    (move Add (piece (id \"King\" Mover)) (to (sites Empty)))))
                (end (if (is Full) (result Mover Win)))))",
    );
    let mut state = State::start(&game, 1);
    assert!(state.names().contains(&"a1=King".to_owned()), "{:?}", state.names());
    let refused = state.play("a1").unwrap_err();
    assert_eq!(refused.why, Why::Ambiguous(vec!["a1=Disc".to_owned(), "a1=King".to_owned()]));
    state.play("A1=king").unwrap();
    assert_eq!(state.view_for(1).pieces[0].what.as_deref(), Some("King1"));
}

#[test]
fn symmetries_are_those_the_rules_keep() {
    // Square board, eight symmetries; pawns that go forward keep two of them; goals between sides keep two.
    let kept = |name| game_symmetries(&ours(name), 1, 3, 20).len();
    assert_eq!(kept("Tic-Tac-Toe"), 8);
    assert_eq!(kept("Breakthrough"), 2);
    assert_eq!(kept("Reversi"), 4);
    let game = ours("Reversi");
    let symmetries = game_symmetries(&game, 1, 3, 20);
    let forms: std::collections::BTreeSet<String> = (0..4)
        .map(|i| {
            let mut state = State::start(&game, 1);
            state.play(i).unwrap();
            canonical_form(&state, &symmetries)
        })
        .collect();
    assert_eq!(forms.len(), 1, "all four first moves of Reversi are one: {forms:?}");
}

#[test]
fn texts_that_are_no_positions() {
    let game = ours("Breakthrough");
    let good = State::start(&game, 1).to_text().unwrap();
    assert!(State::from_text(&game, &good).is_ok());
    for (from, to) in [
        ("ludarium position 1", "ludarium position 9"),
        ("game Breakthrough", "game Chess"),
        ("\nat 0 ", "\nat 99999 "),
        ("\nat 0 ", "\nat 0 77 "),
        ("\nchance ", "\nchance x"),
        ("\nat 0 ", "\nmover 9\nat 0 "),
        ("\nat 0 ", "\nphase 1 2 3\nat 0 "),
        ("\nat 0 ", "\nvisited 2000000000\nat 0 "),
        ("\nat 0 ", "\ndice 5 1\nat 0 "),
        ("\nat 0 ", "\nactive 8\nat 0 "),
        ("\nat 0 ", "\nnothing 1\nat 0 "),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        assert!(State::from_text(&game, &bad).is_err(), "{from} -> {to}");
    }
}
