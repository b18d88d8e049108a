//! Moves are found by what people type, and shown as people read them.

use ludarium_play::naming::{is_former_name, move_labels, move_names};
use ludarium_play::{Rng, Selection, State, compile, library_defines, read};

fn text_of(name: &str) -> &'static str {
    ludarium_play::find(name).unwrap().text
}

macro_rules! state {
    ($state:ident, $name:expr) => {
        let game = compile(&read("", text_of($name), &library_defines(), &Selection::default())).unwrap();
        #[allow(unused_mut, reason = "some only look")]
        let mut $state = State::start(&game, 1);
    };
}

fn labels(state: &State) -> Vec<String> {
    move_labels(&state.ctx(), state.legal_moves()).into_iter().map(|l| l.text).collect()
}

#[test]
fn chess_is_played_as_chess_players_write() {
    state!(state, "Chess");
    let mut seen = Vec::new();
    for text in
        ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5+?", "Nf3", "Bg4", "Be2", "nc6", "O-O", "0-0-0", "h3", "Bxf3"]
    {
        let names = state.names();
        let index = state.find(&text.into()).unwrap_or_else(|e| panic!("{text}: {e:?} of {names:?}"));
        seen.push(labels(&state)[index].clone());
        state.play(index).unwrap();
    }
    assert_eq!(seen[..6], ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"]);
    assert_eq!(seen[8..], ["Be2", "Nc6", "O-O", "O-O-O", "h3", "Bxf3"]);
    for nonsense in ["Nf9", "Kxe9", "O-O", "x", "@", "e", "", "1.", "Bxf4"] {
        assert!(state.find(&nonsense.into()).is_err(), "{nonsense}");
    }
    assert_eq!(state.names()[state.find(&"12. Bxf3".into()).unwrap()], "e2-f3");
}

#[test]
fn promotions_and_twins_are_told_apart() {
    state!(state, "Chess");
    for text in ["h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5"] {
        state.play(text).unwrap_or_else(|e| panic!("{e}"));
    }
    // What the pawn becomes is asked for afterwards.
    assert!(state.find(&"hxg8=K".into()).is_err());
    state.play("hxg8=N").unwrap_or_else(|e| panic!("{e}"));
    assert!(labels(&state).contains(&"g8=Q".to_owned()), "{:?}", labels(&state));
    state.play("=N").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(state.mover(), 2);
    state!(other, "Chess");
    for text in ["Nf3", "a6", "Nc3", "a5", "e4", "a4", "Nb1", "Ra6"] {
        other.play(text).unwrap_or_else(|e| panic!("{e}"));
    }
    for text in ["d3", "Ra8"] {
        other.play(text).unwrap();
    }
    let labels = labels(&other);
    assert!(labels.contains(&"Nbd2".to_owned()) && labels.contains(&"Nfd2".to_owned()), "{labels:?}");
    match other.find(&"Nd2".into()) {
        Err(ludarium_play::Why::Ambiguous(names)) => assert_eq!(names, ["b1-d2", "f3-d2"]),
        found => panic!("{found:?}"),
    }
    assert!(other.find(&"Nbd2".into()).is_ok() && other.find(&"nfd2".into()).is_ok());
}

#[test]
fn pieces_from_the_hand_are_placed_by_saying_where() {
    for game in ["Nine Men's Morris", "Gomoku"] {
        state!(state, game);
        let names = state.names();
        let labels = labels(&state);
        for (name, label) in names.iter().zip(&labels) {
            assert!(!label.contains("hand") && !label.contains('.'), "{game}: {name} is shown as {label}");
            assert_eq!(names[state.find(&label.as_str().into()).unwrap()], *name);
        }
    }
}

#[test]
fn a_place_alone_is_enough_where_one_move_goes_there() {
    state!(state, "Makruk");
    state.play("e4").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(state.mover(), 2);
    // In chess it means a pawn, also where only a knight could go there.
    state!(chess, "Chess");
    for text in ["Nf3", "a6"] {
        chess.play(text).unwrap_or_else(|e| panic!("{e}"));
    }
    assert!(chess.find(&"g5".into()).is_err());
}

/// Every label of the library's games is free of raw notation, different from its fellows, and found again.
#[test]
fn labels_are_readable_different_and_found_again() {
    for listed in ludarium_play::games() {
        let Ok(game) = compile(&read("", listed.text, &library_defines(), &Selection::default())) else {
            continue;
        };
        if !game.subgames.is_empty() {
            continue;
        }
        let mut state = State::start(&game, 3);
        let mut rng = Rng::new(4);
        for _ in 0..6 {
            let legal = state.legal_moves();
            if legal.is_empty() || legal.len() > 400 {
                break;
            }
            let names = move_names(&game, legal);
            let labels = move_labels(&state.ctx(), legal);
            for (i, label) in labels.iter().enumerate().step_by(1 + labels.len() / 25) {
                let text = label.text.as_str();
                assert!(
                    !text.contains('#') && !text.contains('_') && !text.contains("hand1."),
                    "{}: {text}",
                    listed.title
                );
                assert_eq!(labels.iter().filter(|l| l.text == text).count(), 1, "{}: {text}", listed.title);
                for written in [text, names[i].as_str()] {
                    assert_eq!(state.find(&written.into()), Ok(i), "{}: {written}", listed.title);
                }
            }
            let index = rng.below(labels.len());
            state.play(index).unwrap();
        }
    }
}

#[test]
fn joint_moves_are_found_by_the_names_of_earlier_versions() {
    state!(state, "Rock Paper Scissors");
    let names = state.names();
    let found = |text: &str| state.find(&text.into()).map(|i| names[i].as_str());
    // The first player's choice, and which of the moves with it.
    assert_eq!(found("hand1.1-a1#3"), Ok("hand1.1-a1+hand2.2-b1"));
    assert_eq!(found("hand1.0-a1#1"), Ok("hand1.0-a1+hand2.0-b1"));
    assert!(found("hand1.1-a1#4").is_err() && found("hand1.1-a1").is_err());
    assert!(is_former_name("hand1.1-a1#3", "hand1.1-a1+hand2.2-b1"));
    assert!(!is_former_name("hand1.2-a1#3", "hand1.1-a1+hand2.2-b1"));
    assert!(!is_former_name("e2-e4", "e2-e4") && !is_former_name("bet:12#1", "bet:1+bet:2"));
}
