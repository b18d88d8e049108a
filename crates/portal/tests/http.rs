//! The portal as its visitors meet it, without a network: requests go into the router, answers come out.

mod common;

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use common::in_portal;
use ludarium_portal::tables::Tables;
use serde_json::json;

#[test]
fn no_seed_is_in_any_answer() {
    in_portal(0.0, async |portal| {
        for game in ["backgammon", "royal-game-of-ur", "pig"] {
            let (id, token) = portal.table(game).await;
            for _ in 0..4 {
                portal.play(&id, &token).await;
            }
            let stored = portal.app.store.table(&id).await.unwrap().unwrap().chance;
            let parts: Vec<(usize, u64)> = serde_json::from_str(&stored).unwrap();
            let mut told = String::new();
            for path in ["", "/ground", "/moves", "/at/1", "/at/0"] {
                for who in [token.as_str(), ""] {
                    let answer = portal.get(&format!("/api/tables/{id}{path}"), who).await;
                    told += &format!("{:?}{}", answer.headers, answer.text);
                }
            }
            for path in [format!("/play/{id}"), "/health".to_owned(), format!("/api/games/{game}")] {
                told += &portal.get(&path, &token).await.text;
            }
            for (_, secret) in parts {
                assert!(secret > 1 << 20, "a seed that could be guessed: {secret}");
                for form in [secret.to_string(), (secret as i64).to_string(), format!("{secret:x}")] {
                    assert!(!told.contains(&form), "{game}: {form}");
                }
            }
            assert!(!told.contains("\"seed\"") && !told.contains("\"chance\":["));
        }
    });
}

#[test]
fn a_branch_has_the_same_past_and_a_future_of_its_own() {
    in_portal(0.0, async |portal| {
        let (id, token) = portal.table("backgammon").await;
        let mut moves = Vec::new();
        for _ in 0..8 {
            moves.push(portal.play(&id, &token).await);
        }
        let branch = json!({ "game": "backgammon", "seats": [], "moves": moves, "of": id });
        let made = portal.post("/api/tables", &token, &branch).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let there = made.json();
        let (id2, token2) = (there["id"].as_str().unwrap(), there["token"].as_str().unwrap());
        let here = portal.get(&format!("/api/tables/{id}"), &token).await.json();
        let there = portal.get(&format!("/api/tables/{id2}"), token2).await.json();
        assert_eq!(here["scene"], there["scene"]);
        let chance = async |id: &str| portal.app.store.table(id).await.unwrap().unwrap().chance;
        assert_ne!(chance(&id).await, chance(id2).await);
        // It also comes back from its log.
        let fresh = Tables::new(portal.app.catalogue.clone(), portal.app.store.clone());
        let table = fresh.open(id2).await.unwrap_or_else(|t| panic!("{}", t.words()));
        let scene = fresh.scene(&table, token2).await.unwrap_or_else(|t| panic!("{}", t.words()));
        assert_eq!(json!(*scene), there["scene"]);
    });
}

#[test]
fn a_table_can_be_erased_by_whoever_is_alone_there() {
    in_portal(0.0, async |portal| {
        let (id, token) = portal.table("tic-tac-toe").await;
        portal.play(&id, &token).await;
        let path = format!("/api/tables/{id}");
        assert_eq!(portal.ask(Method::DELETE, &path, "", Body::empty()).await.status, StatusCode::FORBIDDEN);
        assert_eq!(portal.ask(Method::DELETE, &path, &token, Body::empty()).await.status, StatusCode::OK);
        assert_eq!(portal.get(&path, &token).await.status, StatusCode::NOT_FOUND);
        assert!(portal.app.store.events(&id).await.unwrap().is_empty());
        let friends = json!({ "game": "tic-tac-toe", "seats": [{ "who": "me" }, { "who": "friend" }] });
        let made = portal.post("/api/tables", "", &friends).await.json();
        let path = format!("/api/tables/{}", made["id"].as_str().unwrap());
        let token = made["token"].as_str().unwrap();
        assert_eq!(
            portal.ask(Method::DELETE, &path, token, Body::empty()).await.status,
            StatusCode::FORBIDDEN
        );
    });
}

#[test]
fn what_is_too_long_malformed_or_unknown_is_refused_with_its_reason() {
    in_portal(0.0, async |portal| {
        let long = json!({ "text": "(".repeat((1 << 20) + 1) });
        for path in ["/api/check", "/api/written"] {
            let answer = portal.post(path, "", &long).await;
            assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        }
        let huge = json!({ "text": "x".repeat(3 << 20) });
        assert_eq!(portal.post("/api/written", "", &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        for body in ["", "{", "[]", "{\"game\": 7}", "null", "{\"seats\": [{\"level\": 300}]}"] {
            let answer = portal.ask(Method::POST, "/api/tables", "", body.to_owned()).await;
            assert!(answer.status.is_client_error(), "{body}: {}", answer.status);
            assert!(answer.json()["error"].is_string(), "{body}: {}", answer.text);
        }
        for (path, status) in [
            ("/nowhere", StatusCode::NOT_FOUND),
            ("/games/no-such-game", StatusCode::NOT_FOUND),
            ("/games/chess/rulesets/none", StatusCode::NOT_FOUND),
            ("/games/chess/concepts?ruleset=none", StatusCode::NOT_FOUND),
            ("/play/none", StatusCode::NOT_FOUND),
            ("/id/DLP.Games.99999999", StatusCode::NOT_FOUND),
            ("/static/..%2f..%2fCargo.toml", StatusCode::NOT_FOUND),
            ("/download/..%2f..%2fetc%2fpasswd.lud", StatusCode::NOT_FOUND),
            ("/api/tables/none", StatusCode::NOT_FOUND),
            ("/api/games?page=x", StatusCode::BAD_REQUEST),
            ("/api/games?page=18446744073709551615", StatusCode::OK),
        ] {
            assert_eq!(portal.get(path, "").await.status, status, "{path}");
        }
        let (id, token) = portal.table("tic-tac-toe").await;
        for ply in ["-1", "x", "18446744073709551616"] {
            let answer = portal.get(&format!("/api/tables/{id}/at/{ply}"), &token).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{ply}");
        }
        let move_of = |name: String| json!({ "ply": 0, "name": name });
        for name in [String::new(), "zz".to_owned(), "a".repeat(100_000), "\u{202e}<script>".to_owned()] {
            let answer = portal.post(&format!("/api/tables/{id}/moves"), &token, &move_of(name)).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let stale = json!({ "ply": 5, "name": "a1" });
        let answer = portal.post(&format!("/api/tables/{id}/moves"), &token, &stale).await;
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert_eq!(answer.json()["table"]["ply"], 0);
    });
}

#[test]
fn every_page_has_the_policy_and_escapes_what_it_shows() {
    in_portal(0.0, async |portal| {
        let nasty = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27";
        for path in [
            "/",
            "/tables",
            "/editor",
            "/help",
            "/ludemes",
            "/concepts",
            "/map/games",
            "/games/chess",
            "/games/chess/concepts",
            "/games/chess/similar",
            "/games/chess/verdict",
            &format!("/games?q={nasty}&family={nasty}&sort={nasty}"),
            &format!("/concepts?q={nasty}"),
            &format!("/ludemes?q={nasty}"),
            &format!("/editor?game={nasty}"),
            &format!("/games/{nasty}"),
            &format!("/id/{nasty}"),
            &format!("/games/chess/similar?by={nasty}"),
        ] {
            let answer = portal.get(path, "").await;
            assert!(answer.status == StatusCode::OK || answer.status == StatusCode::NOT_FOUND, "{path}");
            let policy = answer.headers.get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap();
            assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}");
            assert!(!answer.text.contains("<script>alert"), "{path}");
        }
    });
}

#[test]
fn the_pages_of_the_founding_rulesets_lead_on() {
    in_portal(0.0, async |portal| {
        for id in ["3823", "4090", "2899", "3326", "3865"] {
            let there = portal.get(&format!("/id/DLP.GameRulesets.{id}"), "").await;
            assert_eq!(there.status, StatusCode::SEE_OTHER, "{id}");
            let path = there.headers.get(header::LOCATION).unwrap().to_str().unwrap();
            let page = portal.get(path, "").await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            let links = page.text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let mut seen = 0;
            for link in links.filter(|l| l.starts_with("/games/") || l.starts_with("/id/")) {
                let answer = portal.get(&link.replace("&#38;", "&"), "").await;
                assert!(answer.status == StatusCode::OK || answer.status.is_redirection(), "{path} → {link}");
                seen += 1;
            }
            assert!(seen >= 3, "{path}: {seen} links");
        }
    });
}

#[test]
fn a_verdict_is_found_once_and_kept() {
    in_portal(0.0, async |portal| {
        let path = "/games/tic-tac-toe/verdict";
        assert!(portal.get(path, "").await.text.contains("Play and judge"));
        let judged = portal.ask(Method::POST, path, "", Body::empty()).await;
        assert_eq!(judged.status, StatusCode::SEE_OTHER, "{}", judged.text);
        let page = portal.get(path, "").await.text;
        assert!(page.contains("sound") || page.contains("playable") || page.contains("doubtful"), "{page}");
        assert!(portal.get("/games/tic-tac-toe", "").await.text.contains("games at random"));
    });
}

#[test]
fn one_address_cannot_ask_without_end() {
    in_portal(10.0, async |portal| {
        let mut refused = None;
        for _ in 0..200 {
            let answer = portal.get("/health", "").await;
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                refused = Some(answer);
                break;
            }
        }
        assert!(refused.unwrap().headers.contains_key(header::RETRY_AFTER));
    });
}
