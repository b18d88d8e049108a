//! People: names and keys, seats that know who sits there, ratings, the lobby.

mod common;

use axum::http::{Method, StatusCode};
use common::{Portal, in_portal};
use ludarium_portal::people::contests::{kept, recompute};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn named(portal: &Portal, name: &str) -> String {
    let made = portal.post("/api/people", "", &json!({ "name": name })).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    made.json()["key"].as_str().unwrap().to_owned()
}

/// Waits until something is so.
async fn until<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} never came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_name_belongs_to_whoever_has_its_key() {
    in_portal(0.0, async |portal| {
        let zoe = named(&portal, "Zoë").await;
        let again = portal.post("/api/people", "", &json!({ "name": "zOË" })).await;
        assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.text);
        for bad in ["", "x", "a b", "computer", "<b>"] {
            let answer = portal.post("/api/people", "", &json!({ "name": bad })).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        }
        let me = portal.get("/api/people/me", &zoe).await.json();
        assert_eq!(
            (me["id"].as_str(), me["name"].as_str(), me["password"].as_bool()),
            (Some("zoë"), Some("Zoë"), Some(false))
        );
        for stranger in ["", "key-abc", "abc"] {
            assert_eq!(portal.get("/api/people/me", stranger).await.status, StatusCode::UNAUTHORIZED);
        }
        // With the secret of a seat before it, as pages send it.
        assert_eq!(portal.get("/api/people/me", &format!("abc,{zoe}")).await.status, StatusCode::OK);
    });
}

#[test]
fn a_password_gives_a_new_key_and_others_can_be_forgotten() {
    in_portal(0.0, async |portal| {
        let first = named(&portal, "anna").await;
        let wrong = json!({ "name": "Anna", "password": "correct horse" });
        assert_eq!(
            portal.post("/api/people/login", "", &wrong).await.status,
            StatusCode::FORBIDDEN,
            "none is set"
        );
        let set = |password: &str| json!({ "password": password }).to_string();
        let short = portal.ask(Method::PUT, "/api/people/me", &first, set("short")).await;
        assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY);
        let done = portal.ask(Method::PUT, "/api/people/me", &first, set("correct horse")).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text);
        let back = portal
            .post("/api/people/login", "", &json!({ "name": "Anna", "password": "correct horse" }))
            .await;
        assert_eq!(back.status, StatusCode::OK, "{}", back.text);
        let second = back.json()["key"].as_str().unwrap().to_owned();
        assert_ne!(first, second);
        for key in [&first, &second] {
            assert_eq!(portal.get("/api/people/me", key).await.json()["name"], "anna");
        }
        let stored = portal.app.store.look("SELECT password FROM people", Vec::new()).await.unwrap();
        assert!(stored[0][0].text().starts_with("$argon2id$"), "{stored:?}");
        let bad = json!({ "name": "anna", "password": "wrong horse" });
        assert_eq!(portal.post("/api/people/login", "", &bad).await.status, StatusCode::FORBIDDEN);
        // Guessing comes to its end.
        let mut last = StatusCode::FORBIDDEN;
        for _ in 0..12 {
            last = portal.post("/api/people/login", "", &bad).await.status;
        }
        assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
        let gone = portal.ask(Method::DELETE, "/api/people/me/others", &second, "").await;
        assert_eq!(gone.status, StatusCode::OK);
        assert_eq!(portal.get("/api/people/me", &first).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(portal.get("/api/people/me", &second).await.status, StatusCode::OK);
    });
}

#[test]
fn a_seat_knows_who_sits_there_also_in_another_browser() {
    in_portal(0.0, async |portal| {
        let (zoe, ann) = (named(&portal, "zoe").await, named(&portal, "ann").await);
        let body = json!({ "game": "tic-tac-toe", "seats": [{ "who": "me" }, { "who": "friend" }] });
        let made = portal.post("/api/tables", &zoe, &body).await.json();
        let id = made["id"].as_str().unwrap();
        let invite = made["invites"][0][1].as_str().unwrap();
        // Without the secret of the seat: the key is enough.
        let seen = portal.look(id, &zoe).await;
        assert_eq!(
            (&seen["table"]["yours"], &seen["table"]["seats"][0]["person"]),
            (&json!([1]), &json!("zoe"))
        );
        assert_eq!(portal.look(id, &ann).await["table"]["yours"], json!([]));
        let claim = format!("/api/tables/{id}/claim");
        let claimed = portal.post(&claim, &ann, &json!({ "invite": invite, "name": "somebody else" })).await;
        assert_eq!(claimed.status, StatusCode::OK, "{}", claimed.text);
        let seen = portal.look(id, &ann).await;
        assert_eq!(
            (&seen["table"]["yours"], &seen["table"]["seats"][1]["name"]),
            (&json!([2]), &json!("ann"))
        );
        let at = |name: &str| {
            portal.app.tables.people.sits_at(
                match name {
                    "zoe" => "zoe",
                    _ => "ann",
                },
                10,
            )
        };
        assert_eq!(at("zoe").await.unwrap(), [id.to_owned()]);
        assert_eq!(at("ann").await.unwrap(), [id.to_owned()]);
        // It is over: both have it in their history, and nobody's rating has changed.
        let resign = portal.post(&format!("/api/tables/{id}/resign"), &zoe, &json!({})).await;
        assert_eq!(resign.status, StatusCode::OK, "{}", resign.text);
        let told = until("the result", || async {
            let told = portal.get("/api/people/zoe", "").await.json();
            (told["games"].as_array().unwrap().len() == 1).then_some(told)
        })
        .await;
        assert_eq!(told["games"][0]["scores"], json!([0.0, 1.0]));
        assert_eq!((&told["games"][0]["rated"], &told["ratings"]), (&json!(false), &json!([])));
        assert!(at("zoe").await.unwrap().is_empty());
    });
}

/// Zoe seeks and Ann accepts: the table.
async fn paired(portal: &Portal, zoe: &str, ann: &str, rated: bool) -> String {
    let clock = json!({ "timing": "total", "base_ms": 600_000 });
    let body = json!({ "game": "tic-tac-toe", "clock": clock, "rated": rated, "seat": 1 });
    let seek = portal.post("/api/lobby", zoe, &body).await;
    assert_eq!(seek.status, StatusCode::CREATED, "{}", seek.text);
    let seek = seek.json()["id"].as_str().unwrap().to_owned();
    let taken = portal.post(&format!("/api/lobby/{seek}/accept"), ann, &json!({})).await;
    assert_eq!(taken.status, StatusCode::OK, "{}", taken.text);
    taken.json()["table"].as_str().unwrap().to_owned()
}

async fn play_all(portal: &Portal, table: &str, keys: [&str; 2], moves: &[&str]) {
    for (i, name) in moves.iter().enumerate() {
        let answer = portal.play_named(table, keys[i % 2], name).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.text);
    }
}

#[test]
fn a_rated_game_changes_both_ratings_and_all_can_be_worked_out_again() {
    in_portal(0.0, async |portal| {
        let (zoe, ann) = (named(&portal, "zoe").await, named(&portal, "ann").await);
        let table = paired(&portal, &zoe, &ann, true).await;
        let seen = portal.look(&table, &zoe).await;
        assert_eq!((&seen["table"]["yours"], &seen["table"]["rated"]), (&json!([1]), &json!(true)));
        play_all(&portal, &table, [&zoe, &ann], &["b2", "a1", "a2"]).await;
        // Nothing is taken back and nobody is helped in a game that counts.
        let undo = portal.post(&format!("/api/tables/{table}/offer"), &zoe, &json!({ "what": "undo" })).await;
        assert_eq!(undo.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", undo.text);
        assert_eq!(
            portal.get(&format!("/api/tables/{table}/hint"), &zoe).await.status,
            StatusCode::FORBIDDEN
        );
        play_all(&portal, &table, [&ann, &zoe], &["c3", "c2"]).await;
        let rating = async |name: &str| portal.app.tables.people.standing(name, "tic-tac-toe").await.unwrap();
        let zoes = until("the rating", || async { Some(rating("zoe").await).filter(|s| s.games == 1) }).await;
        let anns = rating("ann").await;
        // Two newcomers: what the formulas give for 1500 (350) against each other.
        assert!((zoes.rating.rating - 1662.31).abs() < 0.01, "{zoes:?}");
        assert!((anns.rating.rating - 1337.69).abs() < 0.01, "{anns:?}");
        assert_eq!((zoes.won, anns.lost), (1, 1));
        // More games of several people, at the same time.
        let bob = named(&portal, "bob").await;
        let mut all = Vec::new();
        for (a, b) in [(&zoe, &ann), (&ann, &bob), (&bob, &zoe), (&ann, &zoe), (&bob, &ann)] {
            all.push((paired(&portal, a, b, true).await, a, b));
        }
        for (table, a, b) in &all {
            play_all(&portal, table, [a, b], &["b2", "a1", "a2", "c3"]).await;
        }
        let mut ending = tokio::task::JoinSet::new();
        for (table, a, _) in all {
            let (portal, a) = (portal.clone(), a.clone());
            ending.spawn(async move { play_all(&portal, &table, [&a, ""], &["c2"]).await });
        }
        ending.join_all().await;
        until("all ratings", || async {
            let rows = kept(&portal.app.store).await.unwrap();
            (rows.iter().map(|s| s.games).sum::<i64>() == 12).then_some(())
        })
        .await;
        assert_eq!(kept(&portal.app.store).await.unwrap(), recompute(&portal.app.store).await.unwrap());
        // The page tells all of it.
        let page = portal.get("/people/zoe", "").await;
        assert_eq!(page.status, StatusCode::OK);
        for part in ["Tic-Tac-Toe", "<polyline", "/people/ann", "Won", "Lost"] {
            assert!(page.text.contains(part), "{part}");
        }
        assert_eq!(portal.get("/people/ZOE", "").await.status, StatusCode::PERMANENT_REDIRECT);
        assert_eq!(portal.get("/people/nobody-here", "").await.status, StatusCode::NOT_FOUND);
        let best = portal.get("/api/ratings/tic-tac-toe", "").await.json();
        assert_eq!(best["ratings"].as_array().unwrap().len(), 3);
        assert!(portal.get("/people", "").await.text.contains("/people/bob"));
    });
}

#[test]
fn a_level_is_rated_like_everybody() {
    in_portal(0.0, async |portal| {
        let zoe = named(&portal, "zoe").await;
        let clock = json!({ "timing": "total", "base_ms": 600_000 });
        let body = json!({ "game": "tic-tac-toe", "clock": clock, "rated": true, "seat": 1, "level": 0 });
        let made = portal.post("/api/lobby", &zoe, &body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let table = made.json()["table"].as_str().unwrap().to_owned();
        portal.play_named(&table, &zoe, "b2").await;
        until("the computer's move", || async {
            let seen = portal.look(&table, &zoe).await;
            (seen["table"]["ply"] == 2).then_some(())
        })
        .await;
        portal.post(&format!("/api/tables/{table}/resign"), &zoe, &json!({})).await;
        let level = until("the rating", || async {
            Some(portal.app.tables.people.standing("computer:0", "tic-tac-toe").await.unwrap())
                .filter(|s| s.games == 1)
        })
        .await;
        assert!(level.won == 1 && level.rating.rating > 900.0, "{level:?}");
        assert_eq!(portal.get("/people/computer:0", "").await.status, StatusCode::OK);
    });
}

#[test]
fn seeks_are_accepted_once_and_by_others() {
    in_portal(0.0, async |portal| {
        let (zoe, ann, bob) =
            (named(&portal, "zoe").await, named(&portal, "ann").await, named(&portal, "bob").await);
        let clock = json!({ "timing": "increment", "base_ms": 300_000, "more_ms": 3000 });
        let body = json!({ "game": "tic-tac-toe", "clock": clock, "rated": true });
        assert_eq!(portal.post("/api/lobby", "", &body).await.status, StatusCode::UNAUTHORIZED);
        let seek = |body: Value, key: String| {
            let portal = portal.clone();
            async move { portal.post("/api/lobby", &key, &body).await.json()["id"].as_str().unwrap().to_owned() }
        };
        let id = seek(body.clone(), zoe.clone()).await;
        let open = portal.get("/api/lobby", "").await.json();
        assert_eq!(
            (&open["seeks"][0]["name"], &open["seeks"][0]["rating"]),
            (&json!("zoe"), &json!("1500?"))
        );
        let path = format!("/api/lobby/{id}/accept");
        assert_eq!(
            portal.post(&path, &zoe, &json!({})).await.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "one's own"
        );
        let nothing = json!({});
        let (first, second) =
            tokio::join!(portal.post(&path, &ann, &nothing), portal.post(&path, &bob, &nothing));
        let mut both = [first.status, second.status];
        both.sort();
        assert_eq!(both, [StatusCode::OK, StatusCode::CONFLICT]);
        assert_eq!(portal.get("/api/lobby", "").await.json()["seeks"], json!([]));
        let told = portal.get(&format!("/api/lobby/{id}"), &zoe).await.json();
        assert_eq!(
            portal.look(told["table"].as_str().unwrap(), &zoe).await["table"]["yours"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
        // Withdrawn by whoever made it, and by nobody else.
        let id = seek(body.clone(), zoe.clone()).await;
        let path = format!("/api/lobby/{id}");
        assert_eq!(portal.ask(Method::DELETE, &path, &ann, "").await.status, StatusCode::CONFLICT);
        assert_eq!(portal.ask(Method::DELETE, &path, &zoe, "").await.status, StatusCode::OK);
        assert_eq!(
            portal.post(&format!("{path}/accept"), &ann, &json!({})).await.status,
            StatusCode::NOT_FOUND
        );
        // Not too many at a time; and only games for two.
        for _ in 0..5 {
            seek(body.clone(), zoe.clone()).await;
        }
        assert_eq!(portal.post("/api/lobby", &zoe, &body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(portal.get("/lobby", "").await.status, StatusCode::OK);
    });
}

#[test]
fn whoever_never_comes_loses_a_game_that_counts_but_no_rating() {
    in_portal(0.0, async |portal| {
        let (zoe, ann) = (named(&portal, "zoe").await, named(&portal, "ann").await);
        let table = paired(&portal, &zoe, &ann, true).await;
        // The first move has its time; nobody waits for it here.
        let mut seen = Value::Null;
        for _ in 0..3 {
            portal.app.tables.tick().await;
            seen = portal.look(&table, &ann).await;
        }
        assert_eq!(seen["table"]["clock"]["running"], 1, "the clock runs from the beginning");
        let resign = portal.post(&format!("/api/tables/{table}/resign"), &zoe, &json!({})).await;
        assert_eq!(resign.status, StatusCode::OK);
        let told = until("the result", || async {
            let told = portal.get("/api/people/ann", "").await.json();
            (told["games"].as_array().unwrap().len() == 1).then_some(told)
        })
        .await;
        assert_eq!(
            (&told["games"][0]["scores"], &told["games"][0]["rated"]),
            (&json!([0.0, 1.0]), &json!(false))
        );
    });
}
