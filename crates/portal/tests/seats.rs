//! After a swap everything follows the person: seats, sides, the list of moves, results.

mod common;

use axum::http::StatusCode;
use common::{Portal, in_portal};
use ludarium_play::{Rng, Selection, State, compile, library_defines, read};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::Session;
use serde_json::{Value, json};
use std::sync::Arc;

/// A random game in which player 2 swaps: the names of its moves, and the seat that wins (0 for none).
fn game_with_swap(name: &str, seed: u64) -> (Vec<String>, usize) {
    let text = ludarium_play::find(name).unwrap().text;
    let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
    let mut state = State::start(&game, seed);
    let mut rng = Rng::new(seed);
    let mut names = Vec::new();
    while !state.is_over() {
        let legal = state.names();
        let swap = legal.iter().position(|n| n == "swap");
        let index = swap.unwrap_or_else(|| rng.below(legal.len()));
        names.push(legal[index].clone());
        state.play(index).unwrap();
    }
    assert_eq!(names.iter().filter(|n| *n == "swap").count(), 1, "{name}");
    // The one who swapped has the side that began.
    let winner = match state.outcome().unwrap().winner() {
        Some(1) => 2,
        Some(_) => 1,
        None => 0,
    };
    (names, winner)
}

fn name_of(view: &Value, seat: usize) -> String {
    let seat = &view["table"]["seats"][seat - 1];
    seat["name"].as_str().unwrap().to_owned()
}

async fn finish(portal: &Portal, game: &str, seats: Value, moves: &[String]) -> Value {
    let (id, token, _) =
        portal.made(&json!({ "game": game, "seats": seats, "moves": &moves[..moves.len() - 1] })).await;
    let last = moves.last().unwrap();
    let answer = portal.play_named(&id, &token, last).await;
    assert_eq!(answer.status, StatusCode::OK, "{game}: {}", answer.text);
    portal.look(&id, &token).await
}

/// Random games with a swap, both outcomes of each game: whoever the engine says has won is the one the page names.
#[test]
fn the_winner_after_a_swap_is_the_person_who_won() {
    in_portal(0.0, async |portal| {
        for (game, key) in [
            ("Hex", "hex"),
            ("Y", "y"),
            ("Havannah", "havannah"),
            ("Yavalath", "yavalath"),
            ("Gonnect", "gonnect"),
        ] {
            let mut met = [false; 3];
            for seed in 1..60 {
                let (moves, winner) = game_with_swap(game, seed);
                if met[winner] || moves.len() < 4 {
                    continue;
                }
                met[winner] = true;
                // Whoever makes the last move: all seats are one person's, or that person's against a computer.
                let last_mover = |view: &Value| {
                    view["table"]["moves"].as_array().unwrap().last().unwrap()[0].as_u64().unwrap() as usize
                };
                let view = finish(&portal, key, json!([]), &moves).await;
                check(game, &view, &moves, winner);
                let seats = if last_mover(&view) == 1 {
                    json!([{ "who": "me" }, { "who": "computer", "level": 0 }])
                } else {
                    json!([{ "who": "computer", "level": 0 }, { "who": "me" }])
                };
                let against = finish(&portal, key, seats, &moves).await;
                check(game, &against, &moves, winner);
                if met[1] && met[2] {
                    break;
                }
            }
            assert!(met[1] && met[2], "{game}: {met:?}");
        }
    });
}

fn check(game: &str, view: &Value, moves: &[String], winner: usize) {
    let table = &view["table"];
    assert_eq!(table["over"], true, "{game}");
    let status = table["status"].as_str().unwrap();
    let says = |seat: usize| status.starts_with(&name_of(view, seat)) && status.contains(" wins");
    match winner {
        0 => assert!(!says(1) && !says(2), "{game}: {status}"),
        _ => {
            assert!(says(winner), "{game}: {status}");
            assert_eq!(table["ranks"][winner - 1], 1.0, "{game}");
            assert_eq!(table["ranks"][2 - winner], 2.0, "{game}");
        }
    }
    // Each seat plays the other side now, and the list says who made each move.
    assert_eq!((&table["seats"][0]["player"], &table["seats"][1]["player"]), (&json!(2), &json!(1)));
    assert_ne!(table["seats"][0]["side"], table["seats"][1]["side"]);
    let rows = table["moves"].as_array().unwrap();
    assert_eq!(rows.len(), moves.len());
    for (i, row) in rows.iter().enumerate() {
        // Nobody in these games moves twice, so the seats take turns.
        assert_eq!(row[0], i % 2 + 1, "{game} ply {i}");
        assert_eq!(row[3], if i < 2 { i % 2 + 1 } else { 2 - i % 2 }, "{game} ply {i}");
    }
}

/// The case that was seen: a person against a computer that swapped, and the person's own chain connects.
#[test]
fn hex_against_a_computer_that_swapped() {
    in_portal(0.0, async |portal| {
        // Where the chains of the two sides run is read off the sides' own stones.
        let (moves, _) = (1..200).map(|seed| game_with_swap("Hex", seed)).find(|(_, w)| *w == 1).unwrap();
        let seats = json!([{ "who": "me" }, { "who": "computer", "level": 0 }]);
        let view = finish(&portal, "hex", seats, &moves).await;
        let status = view["table"]["status"].as_str().unwrap();
        assert!(status.starts_with("Player 1 (") && status.contains(" wins"), "{status}");
        assert!(!status.contains("Computer"), "{status}");
        let side = view["table"]["seats"][0]["side"].as_str().unwrap();
        assert!(status.contains(side), "{status}: {side}");
    });
}

/// Resigning, time and turns belong to seats too.
#[test]
fn whoever_resigns_after_a_swap_has_lost() {
    in_portal(0.0, async |portal| {
        for seat in [1, 2] {
            let mut seats =
                vec![json!({ "who": "computer", "level": 0 }), json!({ "who": "computer", "level": 0 })];
            seats[seat - 1] = json!({ "who": "me" });
            let moves = if seat == 1 { json!(["a2", "swap"]) } else { json!(["a2", "swap", "f6"]) };
            let (id, token, _) = portal.made(&json!({ "game": "hex", "seats": seats, "moves": moves })).await;
            let view = portal.look(&id, &token).await;
            assert_eq!(view["table"]["seat"], seat);
            assert_eq!(view["table"]["yours"], json!([seat]));
            assert_eq!(view["table"]["choose"], json!([seat]));
            assert!(!view["scene"]["choices"].as_array().unwrap().is_empty());
            portal.post(&format!("/api/tables/{id}/resign"), &token, &json!({})).await;
            let view = portal.look(&id, &token).await;
            let status = view["table"]["status"].as_str().unwrap();
            assert!(status.starts_with("Computer") && status.contains(&format!("Player {seat}")), "{status}");
        }
    });
}

/// What a pawn becomes may be typed with its move, also where the rules ask for it afterwards.
#[test]
fn a_promotion_is_typed_in_one_go() {
    in_portal(0.0, async |portal| {
        let moves = ["h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5"];
        let (id, token, _) = portal.made(&json!({ "game": "chess", "seats": [], "moves": moves })).await;
        let answer = portal.play_named(&id, &token, "hxg8=N").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let view = portal.look(&id, &token).await;
        let rows = view["table"]["moves"].as_array().unwrap();
        let labels: Vec<&str> = rows.iter().map(|r| r[2].as_str().unwrap()).collect();
        assert_eq!(labels[..3], ["h4", "g5", "hxg5"]);
        assert_eq!(labels[8..], ["hxg8", "g8=N"]);
        assert_eq!(view["table"]["seat"], 2);
    });
}

/// Public descriptions in which players may change seats: ranks and turns go by seat, followed here move by move.
#[test]
fn seats_are_followed_through_the_swaps_of_public_descriptions() {
    let Some(folder) = common::corpus() else { return };
    let (mut finished, mut swapped) = (0, 0);
    for file in common::descriptions(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.contains("(swap)") && !text.contains("(swap Players") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let Ok(compiled) = Compiled::make(&name, &text, &Selection::default(), &|_| None) else { continue };
        if compiled.game.players != 2 {
            continue;
        }
        let mut session = Session::start(Arc::new(compiled), 6);
        let mut rng = Rng::new(7);
        // Which player the first seat plays.
        let (mut first, mut swaps) = (1, 0);
        while session.ply() < 400 && !session.moment().over {
            let moment = session.moment();
            let seat_to_move = if moment.mover == first { 1 } else { 2 };
            assert_eq!(moment.seat, seat_to_move, "{name} ply {}", moment.ply);
            assert_eq!(moment.seating.players(), [first, 3 - first], "{name}");
            let n = session.legal().len();
            let swap = session.names().iter().position(|n| n == "swap").filter(|_| swaps < 3);
            let Ok(()) = session.play(swap.unwrap_or_else(|| rng.below(n))) else { break };
            let ply = session.plies().last().unwrap();
            assert_eq!((ply.seat, ply.player), (seat_to_move, moment.mover), "{name}");
            // (Seats may also change as a consequence of another move.)
            let made = session.state().board().last.clone();
            if made.is_some_and(|m| m.actions.iter().any(|a| a.act.is_swap())) {
                first = 3 - first;
                swaps += 1;
            }
        }
        swapped += usize::from(swaps > 0);
        let moment = session.moment();
        if moment.over && swaps > 0 {
            finished += 1;
            let by_player = session.state().board().ranks[1..=2].to_vec();
            assert_eq!(moment.ranks, [by_player[first - 1], by_player[2 - first]], "{name}");
        }
    }
    println!("{swapped} games with swaps, {finished} finished");
    assert!(swapped >= 20 && finished >= 15, "{swapped} games with swaps, {finished} finished");
}
