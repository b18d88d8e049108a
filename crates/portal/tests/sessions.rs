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
    serde_json::to_string(&session.scene(Eyes::Public, Some(session.moment().mover))).unwrap()
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
            for choice in session.choices(session.moment().mover) {
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

fn play_all(session: &mut Session, moves: &[&str]) {
    for name in moves {
        let index = session.find(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        session.play(index).unwrap();
    }
}

#[test]
fn check_mate_and_captures_are_seen() {
    let mut session = library("Chess", 1);
    play_all(&mut session, &["e4", "d5", "exd5", "Qxd5", "Nf3", "Qe4"]);
    let scene = session.scene(Eyes::Public, None);
    let king = session.ground(Eyes::Public).spots.into_iter().find(|s| s.name == "e1").unwrap().key;
    assert_eq!(scene.check, [king]);
    assert_eq!(session.plies().last().unwrap().label, "Qe4+");
    // Each took a pawn of the other.
    let taken =
        |i: usize| scene.captured[i].iter().map(|g| (g.words.as_str(), g.owner, g.count)).collect::<Vec<_>>();
    assert_eq!((taken(0), taken(1)), (vec![("pawn", 2, 1)], vec![("pawn", 1, 1)]));
    let mut session = library("Chess", 1);
    play_all(&mut session, &["f3", "e5", "g4", "Qh4#"]);
    assert!(session.moment().over);
    assert_eq!(session.plies().last().unwrap().label, "Qh4#");
    assert!(library("Chess", 1).scene(Eyes::Public, None).check.is_empty());
}

#[test]
fn points_are_shown_where_the_rules_keep_them() {
    let mut session = library("Oware", 1);
    let mut rng = Rng::new(2);
    let mut won = false;
    while !session.moment().over {
        let scene = session.scene(Eyes::Public, None);
        let ctx = session.state().ctx();
        let store = |site: i32| {
            let slot = ctx.slot(ctx.game.site_type, site);
            if ctx.pos.what(slot) == 0 { 0 } else { ctx.pos.count(slot) }
        };
        // The description maps player 1 to site 13 and player 2 to site 0.
        assert_eq!(scene.scores, [store(13), store(0)]);
        won |= scene.scores.iter().any(|s| *s > 0);
        let n = session.legal().len();
        session.play(rng.below(n)).unwrap();
    }
    assert!(won, "nobody took anything");
    assert!(library("Chess", 1).scene(Eyes::Public, None).scores.is_empty());
}

#[test]
fn sides_have_names_colours_and_an_edge_of_the_board() {
    for (game, names, turns) in [
        ("Chess", ["White", "Black"], [0, 180]),
        ("Hex", ["Red", "Blue"], [0, 0]),
        ("Reversi", ["Black", "White"], [0, 0]),
        ("Oware", ["White", "Black"], [0, 180]),
    ] {
        let session = library(game, 1);
        let sides = &session.compiled().parts[0].sides;
        assert_eq!(sides.iter().map(|s| s.turn).collect::<Vec<_>>(), turns, "{game}");
        let mut found: Vec<&str> = sides.iter().map(|s| s.name.as_str()).collect();
        assert_ne!(sides[0].colour, sides[1].colour, "{game}");
        assert!(sides.iter().all(|s| s.colour.starts_with('#') && s.colour.len() == 7));
        let mut names = names.to_vec();
        // (Who of the two has which is the description's affair.)
        names.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, names, "{game}");
    }
}
