//! Tournaments: computers and people, what is refused, going on after an end without warning, several processes.

mod common;
#[path = "common/postgres.rs"]
mod postgres;

use axum::http::StatusCode;
use common::{Portal, in_portal};
use ludarium_portal::catalogue::Catalogue;
use ludarium_portal::store::{Me, Place, Store, export, import};
use ludarium_portal::tables::{Tables, Trouble};
use ludarium_portal::tournaments::{Cups, read};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

fn drive(portal: &Portal) -> watch::Sender<bool> {
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(portal.app.cups.clone().drive(stopping));
    stop
}

async fn until<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(90), "{what} never came");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

async fn named(portal: &Portal, name: &str) -> String {
    let made = portal.post("/api/people", "", &json!({ "name": name })).await;
    made.json()["key"].as_str().unwrap().to_owned()
}

async fn announce(portal: &Portal, key: &str, body: Value) -> String {
    let made = portal.post("/api/tournaments", key, &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    made.json()["id"].as_str().unwrap().to_owned()
}

async fn look(portal: &Portal, id: &str) -> Value {
    portal.get(&format!("/api/tournaments/{id}"), "").await.json()
}

/// What is shown is what the log gives when it is read again.
async fn is_what_the_log_says(portal: &Portal, id: &str) {
    let log = portal.get(&format!("/api/tournaments/{id}/log"), "").await.json();
    assert_eq!(log["tournament"]["standings"], look(portal, id).await["standings"]);
}

#[test]
fn computers_play_every_kind_to_its_end() {
    in_portal(0.0, async |portal| {
        let _driving = drive(&portal);
        for (kind, games) in [("swiss", 6), ("round-robin", 6), ("knockout", 3)] {
            let body = json!({ "name": "", "kind": kind, "game": "tic-tac-toe", "computers": [0, 0, 0, 0], "only_computers": true });
            let id = announce(&portal, "", body).await;
            let over =
                until(kind, || async { Some(look(&portal, &id).await).filter(|c| c["phase"] == "over") })
                    .await;
            let rows = over["standings"].as_array().unwrap();
            assert_eq!(rows.len(), 4);
            let played: u64 = rows.iter().map(|r| r["games"].as_u64().unwrap()).sum();
            assert!(played >= 2 * games, "{kind}: {played}");
            if kind != "knockout" {
                let points: f64 = rows.iter().map(|r| r["points"].as_f64().unwrap()).sum();
                assert_eq!(points, games as f64, "{kind}");
            }
            is_what_the_log_says(&portal, &id).await;
            let page = portal.get(&format!("/tournaments/{id}"), "").await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains("Computer (Random) 4") && page.text.contains("/play/"));
        }
        // What is noted for lists comes a moment later.
        until("the list", || async {
            let list = portal.get("/api/tournaments?state=over", "").await.json();
            (list["tournaments"].as_array().unwrap().len() == 3).then_some(())
        })
        .await;
        assert!(portal.get("/tournaments", "").await.text.contains("Won by Computer (Random)"));
        assert_eq!(portal.get("/tournaments/new", "").await.status, StatusCode::OK);
        assert_eq!(portal.get("/tournaments/none", "").await.status, StatusCode::NOT_FOUND);
    });
}

/// Plays all games of people that are open, in one move each: whoever is to move resigns.
async fn resign_all(portal: &Portal, id: &str, keys: &[(&str, String)]) {
    let now = look(portal, id).await;
    for game in now["meetings"].as_array().unwrap().iter().flat_map(|m| m["games"].as_array().unwrap()) {
        if !game["scores"].is_null() {
            continue;
        }
        let first = game["seats"][0]["player"].as_str().unwrap();
        let key = &keys.iter().find(|(name, _)| *name == first).unwrap().1;
        let table = game["table"].as_str().unwrap();
        let seen = until("the table", || async {
            let seen = portal.get(&format!("/api/tables/{table}"), key).await;
            (seen.status == StatusCode::OK).then(|| seen.json())
        })
        .await;
        assert_eq!((&seen["table"]["yours"], &seen["table"]["tournament"]), (&json!([1]), &json!(id)));
        portal.post(&format!("/api/tables/{table}/resign"), key, &json!({})).await;
    }
}

#[test]
fn people_join_play_and_withdraw() {
    in_portal(0.0, async |portal| {
        let _driving = drive(&portal);
        let mut keys = Vec::new();
        for name in ["ann", "bob", "cid", "dee", "eve"] {
            keys.push((name, named(&portal, name).await));
        }
        let clock = json!({ "timing": "total", "base_ms": 600_000 });
        let body = json!({ "name": "Friday", "kind": "swiss", "game": "tic-tac-toe", "clock": clock, "rounds": 3, "join": true, "rated": true });
        let id = announce(&portal, &keys[0].1, body).await;
        let path = |what: &str| format!("/api/tournaments/{id}/{what}");
        for (_, key) in &keys[1..] {
            assert_eq!(portal.post(&path("join"), key, &json!({})).await.status, StatusCode::OK);
            assert_eq!(
                portal.post(&path("join"), key, &json!({})).await.status,
                StatusCode::OK,
                "twice is once"
            );
        }
        assert_eq!(portal.post(&path("leave"), &keys[4].1, &json!({})).await.status, StatusCode::OK);
        assert_eq!(portal.post(&path("join"), "", &json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(portal.post(&path("begin"), &keys[1].1, &json!({})).await.status, StatusCode::FORBIDDEN);
        assert_eq!(look(&portal, &id).await["players"], 4);
        assert_eq!(portal.post(&path("begin"), &keys[0].1, &json!({})).await.status, StatusCode::OK);
        let late = portal.post(&path("join"), &keys[4].1, &json!({})).await;
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", late.text);
        let over = until("the end", || async {
            resign_all(&portal, &id, &keys).await;
            Some(look(&portal, &id).await).filter(|c| c["phase"] == "over")
        })
        .await;
        let rows = over["standings"].as_array().unwrap();
        assert_eq!((rows.len(), &over["round"]), (4, &json!(3)));
        // Of four in three rounds everybody has met everybody.
        for row in rows {
            let mut met: Vec<u64> =
                row["cells"].as_array().unwrap().iter().map(|c| c[0][0].as_u64().unwrap()).collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), 3, "{row}");
        }
        is_what_the_log_says(&portal, &id).await;
    });
}

#[test]
fn what_cannot_be_is_refused() {
    in_portal(0.0, async |portal| {
        let key = named(&portal, "ann").await;
        let clock = json!({ "timing": "total", "base_ms": 600_000 });
        for (body, why) in [
            (json!({ "name": "", "kind": "swiss", "game": "tic-tac-toe" }), "clock"),
            (json!({ "name": "", "kind": "swiss", "game": "nothing", "clock": clock }), "no game"),
            (
                json!({ "name": "", "kind": "swiss", "game": "tic-tac-toe", "clock": clock, "computers": [9] }),
                "levels",
            ),
            (
                json!({ "name": "", "kind": "swiss", "game": "tic-tac-toe", "computers": [1], "only_computers": true }),
                "2 to",
            ),
        ] {
            let answer = portal.post("/api/tournaments", &key, &body).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
            assert!(answer.text.contains(why), "{why}: {}", answer.text);
        }
        let open = json!({ "name": "", "kind": "swiss", "game": "tic-tac-toe", "clock": clock });
        assert_eq!(portal.post("/api/tournaments", "", &open).await.status, StatusCode::UNAUTHORIZED);
        let id = announce(&portal, &key, open).await;
        // A tournament is no table, though its log stands beside theirs.
        assert_eq!(portal.get(&format!("/api/tables/cup-{id}"), &key).await.status, StatusCode::NOT_FOUND);
        let off = portal.post(&format!("/api/tournaments/{id}/call-off"), &key, &json!({})).await;
        assert_eq!(off.status, StatusCode::OK, "{}", off.text);
        assert_eq!(look(&portal, &id).await["phase"], "off");
    });
}

#[test]
fn it_goes_on_from_its_log_and_makes_the_tables_that_are_missing() {
    in_portal(0.0, async |portal| {
        let key = named(&portal, "ann").await;
        let bob = named(&portal, "bob").await;
        let clock = json!({ "timing": "total", "base_ms": 600_000 });
        let body = json!({ "name": "", "kind": "round-robin", "game": "tic-tac-toe", "clock": clock, "join": true, "most": 2 });
        let id = announce(&portal, &key, body).await;
        assert_eq!(
            portal.post(&format!("/api/tournaments/{id}/join"), &bob, &json!({})).await.status,
            StatusCode::OK
        );
        let table = look(&portal, &id).await["meetings"][0]["games"][0]["table"].as_str().unwrap().to_owned();
        // As after an end between the log and the table: the table is not there.
        let live = portal.app.tables.open(&table).await.unwrap_or_else(|t| panic!("{}", t.words()));
        drop(live);
        portal.app.tables.let_go().await;
        portal.app.store.erase(&table, 0).await.unwrap();
        let fresh = Cups::new(Tables::new(portal.app.catalogue.clone(), portal.app.store.clone()));
        let (_stop, stopping) = watch::channel(false);
        tokio::spawn(fresh.clone().drive(stopping));
        until("the table", || async { portal.app.store.table(&table).await.unwrap() }).await;
    });
}

#[test]
fn another_process_takes_it_over_and_the_first_can_write_no_more() {
    let Some(server) = postgres::common() else { return };
    let place = Place::Server(server.database());
    common::runtime().block_on(async {
        let process = || {
            let store =
                Arc::new(Store::open_at(&place, Me::new("portal", "127.0.0.1:1".to_owned())).unwrap());
            let catalogue = Arc::new(Catalogue::open(&[], store.clone()).unwrap());
            (store.clone(), Cups::new(Tables::new(catalogue, store)))
        };
        let ((one, first), (two, second)) = tokio::task::block_in_place(|| (process(), process()));
        one.beat().await.unwrap();
        two.beat().await.unwrap();
        let rules = json!({ "name": "t", "kind": "arena", "game": "tic-tac-toe", "minutes": 1, "by": "ann",
            "clock": { "timing": "total", "base_ms": 600_000 } });
        let rules = serde_json::from_value::<ludarium_portal::tournaments::rules::Rules>(rules).unwrap();
        let rules = rules.checked(2, "Tic-Tac-Toe".to_owned(), true).unwrap();
        let id = first.make(rules, Vec::new()).await.unwrap_or_else(|t| panic!("{}", t.words()));
        let cup = first.open(&id).await.unwrap_or_else(|t| panic!("{}", t.words()));
        for name in ["ann", "bob"] {
            first.join(&cup, name, name).await.unwrap_or_else(|t| panic!("{}", t.words()));
        }
        assert!(matches!(second.open(&id).await, Err(Trouble::Elsewhere { .. })), "somebody has it");
        // The first one does not say any more that it is there.
        let there = until("the other", || async { second.open(&id).await.ok() }).await;
        assert_eq!(there.state().await.entrants, cup.state().await.entrants);
        second.join(&there, "cid", "cid").await.unwrap_or_else(|t| panic!("{}", t.words()));
        let told = first.join(&cup, "dee", "dee").await;
        assert!(matches!(told, Err(Trouble::Elsewhere { .. })), "{told:?}");
        let (state, events) = read(&two, &id).await.unwrap_or_else(|t| panic!("{}", t.words()));
        assert_eq!((state.entrants.len(), events.len()), (3, 3));
        one.close();
        two.close();
    });
}

#[test]
fn people_and_tournaments_are_taken_out_and_brought_in() {
    in_portal(0.0, async |portal| {
        let _driving = drive(&portal);
        let ann = named(&portal, "ann").await;
        let body = json!({ "name": "", "kind": "round-robin", "game": "tic-tac-toe", "computers": [0, 1, 0], "only_computers": true, "rated": true });
        let id = announce(&portal, "", body).await;
        until("the end", || async { Some(look(&portal, &id).await).filter(|c| c["phase"] == "over") }).await;
        // What is noted for lists comes a moment later.
        until("the list", || async {
            let list = portal.get("/api/tournaments?state=over", "").await.json();
            (list["tournaments"].as_array().unwrap().len() == 1).then_some(())
        })
        .await;
        let mut first = Vec::new();
        let counted = export(&portal.app.store, &mut first).await.unwrap();
        assert!(counted.rows >= 8 && counted.damaged.is_empty(), "{counted:?}");
        let mut places =
            vec![Place::Folder(std::env::temp_dir().join(format!("ludarium-cups-{}", std::process::id())))];
        places.extend(postgres::common().map(|server| Place::Server(server.database())));
        for place in places {
            let opening = place.clone();
            let there = tokio::task::spawn_blocking(move || Store::open_at(&opening, Me::tool()).unwrap())
                .await
                .unwrap();
            import(&there, &mut first.as_slice()).await.unwrap();
            let mut second = Vec::new();
            export(&there, &mut second).await.unwrap();
            assert!(
                first == second,
                "{place:?}: {}\n{}",
                String::from_utf8_lossy(&first),
                String::from_utf8_lossy(&second)
            );
            let (state, _) = read(&there, &id).await.unwrap_or_else(|t| panic!("{}", t.words()));
            assert_eq!(
                json!(ludarium_portal::tournaments::standings::standings(&state)),
                look(&portal, &id).await["standings"]
            );
            let key = there.look("SELECT person FROM person_keys", Vec::new()).await.unwrap();
            assert_eq!(key[0][0].text(), "ann");
            there.close();
            if let Place::Folder(folder) = place {
                let _ = std::fs::remove_dir_all(folder);
            }
        }
        assert!(!ann.is_empty());
    });
}
