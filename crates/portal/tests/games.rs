//! The list of games: every game once, with all its descriptions, and rulesets by the names that pages show.

mod common;

use axum::http::StatusCode;
use serde_json::json;

#[test]
fn a_file_of_a_library_game_is_another_version_of_it() {
    let folder = std::env::temp_dir().join(format!("ludarium-games-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = ludarium::find("Hex").unwrap().text;
    std::fs::write(folder.join("Hex.lud"), text).unwrap();
    std::fs::write(folder.join("Nobody's Game.lud"), text.replace("\"Hex\"", "\"Nobody's Game\"")).unwrap();
    common::runtime().block_on(async {
        let portal = common::Portal::open(0.0, vec![folder.clone()]);
        let list = portal.get("/api/games?q=hex", "").await.json();
        let named =
            |title: &str| list["games"].as_array().unwrap().iter().filter(|g| g["title"] == title).count();
        assert_eq!(named("Hex"), 1, "{list}");
        let own = portal.get("/games/hex", "").await.text;
        let theirs = portal.get("/games/hex-2", "").await;
        assert_eq!(theirs.status, StatusCode::OK);
        assert!(
            own.contains("href=\"/games/hex-2\"") && own.contains("Hex.lud"),
            "no link to the other version"
        );
        assert!(theirs.text.contains("href=\"/games/hex\""));
        assert!(!portal.get("/games/chess", "").await.text.contains("vershead"));
        let all = portal.get("/api/games?q=nobody", "").await.json();
        assert_eq!(all["games"][0]["title"], "Nobody's Game");
        // Both can be played.
        for game in ["hex", "hex-2"] {
            portal.made(&json!({ "game": game, "seats": [] })).await;
        }
    });
    let _ = std::fs::remove_dir_all(folder);
}

/// Every ruleset that a page of the library lists opens a table by the name that the page shows.
#[test]
fn rulesets_are_chosen_by_the_names_that_pages_show() {
    common::runtime().block_on(async {
        let portal = common::Portal::open(0.0, Vec::new());
        let mut tried = 0;
        for entry in portal.app.catalogue.entries() {
            let facts = entry.facts();
            for ruleset in facts.rulesets.iter().filter(|r| r.playable) {
                for name in [
                    ruleset.name.clone(),
                    ruleset.short().to_owned(),
                    format!("{} ({})", ruleset.short(), ruleset.kind()),
                ] {
                    let body = json!({ "game": entry.key, "ruleset": name, "seats": [] });
                    let made = portal.post("/api/tables", "", &body).await;
                    assert_eq!(made.status, StatusCode::CREATED, "{} {name}: {}", entry.key, made.text);
                    tried += 1;
                }
            }
        }
        assert!(tried >= 10, "{tried}");
    });
}
