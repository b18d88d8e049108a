//! What players say to each other beside moves, and that it arrives: draws, taking back, playing again; clocks that wait
//! for everybody.

mod common;

use axum::http::StatusCode;
use common::{Portal, in_portal};
use serde_json::{Value, json};

async fn friends(portal: &Portal, game: &str, clock: Value) -> (String, String, String) {
    let seats = json!([{ "who": "me", "name": "Ann" }, { "who": "friend" }]);
    let (id, one, made) = portal.made(&json!({ "game": game, "seats": seats, "clock": clock })).await;
    (id, one, made["invites"][0][1].as_str().unwrap().to_owned())
}

async fn join(portal: &Portal, id: &str, invite: &str) -> String {
    let body = json!({ "invite": invite, "name": "Bob" });
    let seat = portal.post(&format!("/api/tables/{id}/claim"), "", &body).await.json();
    seat["token"].as_str().unwrap().to_owned()
}

async fn offer(portal: &Portal, id: &str, token: &str, what: &str) -> StatusCode {
    portal.post(&format!("/api/tables/{id}/offer"), token, &json!({ "what": what })).await.status
}

fn signs(view: &Value) -> Vec<String> {
    let signs = view["table"]["signs"].as_array().unwrap();
    signs.iter().map(|s| format!("{} {}", s["what"].as_str().unwrap(), s["text"].as_str().unwrap())).collect()
}

#[test]
fn the_clock_waits_until_the_friend_has_joined() {
    in_portal(0.0, async |portal| {
        let clock = json!({ "timing": "total", "base_ms": 60000, "more_ms": 0 });
        let (id, one, invite) = friends(&portal, "tic-tac-toe", clock).await;
        portal.play_named(&id, &one, "b2").await;
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        let view = portal.look(&id, &one).await;
        assert_eq!(view["table"]["clock"]["running"], Value::Null);
        assert_eq!(view["table"]["clock"]["left_ms"][1], 60000);
        let two = join(&portal, &id, &invite).await;
        let view = portal.look(&id, &two).await;
        assert_eq!(view["table"]["clock"]["running"], 2);
        assert_eq!(signs(&view), ["joined Bob has joined"]);
    });
}

#[test]
fn offers_and_answers_arrive_as_signs() {
    in_portal(0.0, async |portal| {
        let (id, one, invite) = friends(&portal, "tic-tac-toe", json!({})).await;
        let two = join(&portal, &id, &invite).await;
        portal.play_named(&id, &one, "b2").await;
        assert_eq!(offer(&portal, &id, &one, "undo").await, StatusCode::OK);
        assert_eq!(portal.look(&id, &two).await["table"]["offer"], json!(["undo", 1]));
        offer(&portal, &id, &two, "decline").await;
        let view = portal.look(&id, &one).await;
        assert_eq!((&view["table"]["offer"], &view["table"]["ply"]), (&Value::Null, &json!(1)));
        offer(&portal, &id, &one, "undo").await;
        offer(&portal, &id, &two, "undo").await;
        assert_eq!(portal.look(&id, &one).await["table"]["ply"], 0);
        offer(&portal, &id, &two, "draw").await;
        offer(&portal, &id, &one, "draw").await;
        let view = portal.look(&id, "").await;
        assert_eq!(view["table"]["status"], "Draw: the players agreed");
        let told = signs(&view);
        assert!(told.contains(&"undo Ann asks to take back".to_owned()), "{told:?}");
        assert!(told.contains(&"declined Bob does not want to take back".to_owned()), "{told:?}");
        assert!(told.contains(&"draw Bob offers a draw".to_owned()), "{told:?}");
        assert!(told.last().unwrap().starts_with("accepted Ann"), "{told:?}");
        let numbers: Vec<u64> =
            view["table"]["signs"].as_array().unwrap().iter().map(|s| s["n"].as_u64().unwrap()).collect();
        assert!(numbers.windows(2).all(|w| w[0] < w[1]), "{numbers:?}");
        assert_eq!(offer(&portal, &id, "", "draw").await, StatusCode::FORBIDDEN);
    });
}

#[test]
fn a_rematch_has_the_sides_exchanged() {
    in_portal(0.0, async |portal| {
        let (id, one, invite) = friends(&portal, "tic-tac-toe", json!({})).await;
        let two = join(&portal, &id, &invite).await;
        assert_eq!(offer(&portal, &id, &one, "rematch").await, StatusCode::UNPROCESSABLE_ENTITY);
        portal.post(&format!("/api/tables/{id}/resign"), &one, &json!({})).await;
        assert!(portal.look(&id, &one).await["table"]["status"].as_str().unwrap().starts_with("Bob wins"));
        offer(&portal, &id, &two, "rematch").await;
        assert_eq!(portal.look(&id, &one).await["table"]["rematch"], Value::Null);
        offer(&portal, &id, &one, "rematch").await;
        let next = portal.look(&id, &two).await["table"]["rematch"].as_str().unwrap().to_owned();
        for (token, seat) in [(&one, 2), (&two, 1)] {
            assert_eq!(portal.look(&next, token).await["table"]["yours"], json!([seat]));
        }
        assert_eq!(portal.look(&next, &one).await["table"]["seats"][0]["name"], "Bob");
        // Both tables come back from their logs.
        let fresh =
            ludarium_portal::tables::Tables::new(portal.app.catalogue.clone(), portal.app.store.clone());
        let table = fresh.open(&id).await.unwrap_or_else(|t| panic!("{}", t.words()));
        assert_eq!(fresh.view(&table, &one, None).await.rematch, Some(next));
    });
}

/// A computer declines at once what comes too early, and the game goes on.
#[test]
fn a_computer_does_not_take_any_draw() {
    in_portal(0.0, async |portal| {
        let seats = json!([{ "who": "me" }, { "who": "computer", "level": 0 }]);
        let (id, token, _) = portal.made(&json!({ "game": "tic-tac-toe", "seats": seats })).await;
        assert_eq!(offer(&portal, &id, &token, "draw").await, StatusCode::OK);
        let mut view = portal.look(&id, &token).await;
        for _ in 0..400 {
            if signs(&view).len() > 1 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            view = portal.look(&id, &token).await;
        }
        assert!(signs(&view)[1].starts_with("declined Computer"), "{:?}", signs(&view));
        assert_eq!(view["table"]["over"], false);
        assert_eq!(view["table"]["offer"], Value::Null);
        assert_eq!(portal.play_named(&id, &token, "b2").await.status, StatusCode::OK);
    });
}

#[test]
fn a_rematch_with_a_computer_needs_no_waiting() {
    in_portal(0.0, async |portal| {
        let seats = json!([{ "who": "me" }, { "who": "computer", "level": 0 }]);
        let (id, token, _) = portal.made(&json!({ "game": "tic-tac-toe", "seats": seats })).await;
        portal.post(&format!("/api/tables/{id}/resign"), &token, &json!({})).await;
        offer(&portal, &id, &token, "rematch").await;
        let next = portal.look(&id, &token).await["table"]["rematch"].as_str().unwrap().to_owned();
        let view = portal.look(&next, &token).await;
        assert_eq!(view["table"]["yours"], json!([2]));
        assert_eq!(view["table"]["seats"][0]["sitter"], "computer");
    });
}
