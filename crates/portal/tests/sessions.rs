//! A session is the engine's game, kept: going back and forth, and playing it again, lead to the same positions.

use ludarium::{Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::{Eyes, Session};
use std::sync::Arc;

fn library(name: &str, seed: u64) -> Session {
    let text = ludarium::find(name).unwrap().text;
    let compiled = Compiled::make(name, text, &Selection::default(), &|n| {
        ludarium::find(n).ok().map(|g| g.text.to_owned())
    });
    let compiled = compiled.unwrap_or_else(|f| panic!("{name}: {:?}", f.problems));
    Session::start(Arc::new(compiled), seed)
}

fn scene(session: &Session) -> String {
    serde_json::to_string(&session.scene(Eyes::Public, true)).unwrap()
}

#[test]
fn going_back_leads_to_where_one_was() {
    for name in ["Chess", "Reversi", "Nine Men's Morris"] {
        let mut session = library(name, 7);
        let mut rng = Rng::new(5);
        let mut seen = vec![scene(&session)];
        for _ in 0..70 {
            let n = session.legal().len();
            if session.play(rng.below(n)).is_err() {
                break;
            }
            seen.push(scene(&session));
        }
        let moves: Vec<usize> = session.plies().iter().map(|p| p.index).collect();
        for ply in [moves.len() - 1, moves.len() / 2, 3, 0] {
            let mut back = session.clone();
            back.rewind(ply);
            assert_eq!(scene(&back), seen[ply], "{name} at {ply}");
            for &m in &moves[ply..] {
                back.play(m).unwrap();
            }
            assert_eq!(scene(&back), seen[moves.len()], "{name} from {ply} to the end");
        }
    }
}

#[test]
fn every_choice_points_at_a_place_of_the_ground() {
    // A slice of the library: every game would be slow, and `corpus.mjs` does that.
    for game in ludarium::games().iter().step_by(7) {
        let mut session = library(game.title, 3);
        let mut rng = Rng::new(9);
        for _ in 0..12 {
            let ground = session.ground(Eyes::Public);
            for choice in session.choices() {
                for key in choice.from.iter().chain(&choice.to) {
                    assert!(
                        ground.spots.iter().any(|s| s.key == *key),
                        "{}: {key} of {}",
                        game.title,
                        choice.name
                    );
                }
            }
            let n = session.legal().len();
            if n == 0 || session.play(rng.below(n)).is_err() {
                break;
            }
        }
    }
}

#[test]
fn moves_are_found_by_what_people_type() {
    let session = library("Chess", 1);
    let at = |name: &str| session.find(name).map(|i| session.names()[i].clone());
    assert_eq!(at("e2-e4").unwrap(), "e2-e4");
    assert_eq!(at("E2 E4").unwrap(), "e2-e4");
    assert_eq!(at("e2e4").unwrap(), "e2-e4");
    assert!(at("e2-e5").is_err());
}

#[test]
fn why_a_game_ended_is_told() {
    let mut session = library("Tic-Tac-Toe", 1);
    for name in ["b2", "a1", "a2", "a3", "c2"] {
        let index = session.find(name).unwrap();
        session.play(index).unwrap();
    }
    let moment = session.moment();
    assert!(moment.over);
    assert_eq!(moment.ranks, [1.0, 2.0]);
    assert!(!moment.why.unwrap().is_empty());
}
