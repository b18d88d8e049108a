//! What is hidden stays on the server: positions that differ only in what somebody may not see look the same to them,
//! byte for byte.

use ludarium::Selection;
use ludarium_portal::compiled::Compiled;
use ludarium_portal::scene::Scene;
use ludarium_portal::session::{Eyes, Session};
use std::sync::Arc;

/// A game whose far corner holds `piece`, hidden from player 1 in the way `facet` says.
fn game(piece: &str, facet: &str) -> Session {
    let text = format!(
        "(game \"Secret\" (players 2)
            (equipment {{(board (square 4)) (piece \"Disc\" Each (move Step (to if:(is Empty (to)))))
                (piece \"Rook\" Each (move Slide))}})
            (rules
                (start {{(place \"Disc1\" {{0 1}}) (place \"{piece}\" {{15}}) (place \"Disc2\" {{12}})
                    (set Hidden {facet} at:15 to:P1)}})
                (play (forEach Piece))
                (end (if (no Moves Next) (result Mover Win)))))"
    );
    let compiled = Compiled::make("secret", &text, &Selection::default(), &|_| None);
    let compiled = compiled.unwrap_or_else(|f| panic!("{:?}", f.problems));
    Session::start(Arc::new(compiled), 1)
}

fn bytes(scene: &Scene) -> String {
    serde_json::to_string(scene).unwrap()
}

#[test]
fn what_a_piece_is_cannot_be_told_by_those_from_whom_it_is_hidden() {
    for facet in ["What", ""] {
        let (disc, rook) = (game("Disc2", facet), game("Rook2", facet));
        for eyes in [Eyes::Player(1), Eyes::Public] {
            assert_eq!(bytes(&disc.scene(eyes, None)), bytes(&rook.scene(eyes, None)), "{facet} {eyes:?}");
            assert_eq!(disc.ground(eyes), rook.ground(eyes));
        }
        let own = Eyes::Player(2);
        assert_ne!(bytes(&disc.scene(own, None)), bytes(&rook.scene(own, None)), "the owner sees it");
    }
}

#[test]
fn a_piece_hidden_altogether_is_not_there() {
    let scene = game("Rook2", "").scene(Eyes::Player(1), None);
    assert!(!scene.sites.iter().any(|s| s.key == "c15"));
    assert!(game("Rook2", "").scene(Eyes::Player(2), None).sites.iter().any(|s| s.key == "c15"));
}

#[test]
fn choices_are_for_the_one_who_chooses() {
    let session = game("Rook2", "What");
    assert!(session.scene(Eyes::Player(1), None).choices.is_empty());
    assert!(!session.scene(Eyes::Player(1), Some(1)).choices.is_empty());
}

#[test]
fn the_moves_of_a_hidden_piece_are_not_told_to_others() {
    let mut session = game("Rook2", "");
    let own = session.names().iter().position(|n| n.starts_with("a1-")).unwrap();
    session.play(own).unwrap();
    let theirs = session.names().iter().position(|n| n.starts_with("d4-")).unwrap();
    session.play(theirs).unwrap();
    let ply = session.plies().last().unwrap();
    assert!(ply.name.starts_with("d4-"));
    let guarded = ply.guarded.as_ref().unwrap();
    assert_eq!(guarded.listed(Eyes::Player(1)), "moved");
    assert_eq!(guarded.listed(Eyes::Public), "moved");
    assert!(session.scene(Eyes::Player(1), None).last.is_empty());
    assert_eq!(session.scene(Eyes::Player(2), None).last.len(), 2);
}

/// Whoever works out where the stream of chance stands, from the dice he saw, must not know the next throw by it.
#[test]
fn what_was_seen_of_chance_says_nothing_about_what_comes() {
    let text = ludarium::find("Royal Game of Ur").unwrap().text;
    let compiled = Compiled::make("ur", text, &Selection::default(), &|_| None);
    let compiled = Arc::new(compiled.unwrap_or_else(|f| panic!("{:?}", f.problems)));
    let mut session = Session::start(compiled.clone(), 77);
    let mut again = Session::start(compiled, 77);
    let (mut foreseen, mut throws) = (0, 0);
    for i in 0..120 {
        let n = session.legal().len();
        if n == 0 {
            break;
        }
        let chosen = i % n;
        // The attacker goes on with the stream as it stands after everything he has seen.
        let mut guess = session.state().ctx();
        let m = session.legal()[chosen].clone();
        guess.apply(&m);
        // What was thrown decides what can be done.
        let guessed = guess.legal_moves();
        drop(guess);
        session.play(chosen).unwrap();
        again.play(chosen).unwrap();
        throws += 1;
        foreseen += usize::from(guessed == session.legal());
    }
    assert!(throws > 40, "{throws}");
    assert!(foreseen * 10 < throws * 7, "{foreseen} of {throws} throws were foreseen");
    assert_eq!(bytes(&session.scene(Eyes::Public, Some(1))), bytes(&again.scene(Eyes::Public, Some(1))));
}
