//! What visitors read before they play: the menu's pages, the search, citations, positions with addresses, notes and
//! reports with their moderators.

mod common;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use common::{Answer, Portal, runtime};
use ludarium_portal::Config;
use ludarium_portal::asking::Question;
use ludarium_portal::menu;
use serde_json::Value;
use tower::ServiceExt;

/// Sends a form as a browser does.
async fn form(portal: &Portal, path: &str, body: &str, heads: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    for (name, value) in heads {
        request = request.header(*name, *value);
    }
    let answer =
        portal.router.clone().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
    let (parts, body) = answer.into_parts();
    let bytes = axum::body::to_bytes(body, 8 << 20).await.unwrap();
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

fn location(answer: &Answer) -> String {
    answer.headers[header::LOCATION].to_str().unwrap().to_owned()
}

/// The first titles that a question finds.
fn found(portal: &Portal, q: &str) -> Vec<String> {
    let answer = portal.app.catalogue.ask(&Question { q: q.to_owned(), ..Question::default() });
    answer.entries.iter().take(5).map(|e| e.facts().title.clone()).collect()
}

#[test]
fn every_page_of_the_menu_is_there_and_can_be_read_without_a_script() {
    runtime().block_on(async {
        let portal = Portal::open(0.0, Vec::new());
        let mut seen = 0;
        for item in menu::groups().iter().flat_map(|g| &g.items).chain(&menu::row()) {
            let page = portal.get(item.href, "").await;
            if item.href == "/random" {
                assert_eq!(page.status, StatusCode::SEE_OTHER);
                continue;
            }
            assert_eq!(page.status, StatusCode::OK, "{}", item.href);
            assert!(page.text.contains("<h1"), "{} has no heading", item.href);
            assert!(page.text.contains("<meta name=\"description\""), "{}", item.href);
            assert!(page.text.contains("<main id=\"main\">"), "{}", item.href);
            seen += 1;
        }
        assert!(seen > 15, "{seen}");
        for (old, new) in [("/learn", "/tutorials"), ("/learn/2?listing=1", "/tutorials/2?listing=1")] {
            assert_eq!(location(&portal.get(old, "").await), new);
        }
    });
}

#[test]
fn games_are_found_by_what_somebody_remembers() {
    let portal = Portal::open(0.0, Vec::new());
    portal.app.catalogue.index(&|| false);
    for (asked, title) in [
        ("connect 4", "Connect Four"),
        ("four in a row", "Connect Four"),
        ("drafts", "English Draughts"),
        ("checkers", "English Draughts"),
        ("weiqi", "Go"),
        ("noughts and crosses", "Tic-Tac-Toe"),
        ("muehle", "Nine Men's Morris"),
        ("mühle", "Nine Men's Morris"),
        ("thai chess", "Makruk"),
        ("stones in holes", "Oware"),
        ("seeds and pits", "Kalah"),
        ("tigers and goats", "Bagh Chal"),
        ("bagchal", "Bagh Chal"),
        ("jump over pegs alone", "Peg Solitaire"),
        ("a viking game with a king", "Hnefatafl"),
        ("chutes and laders", "Snakes and Ladders"),
        ("connect two sides hexagons", "Hex"),
        ("snakes", "Snakes and Ladders"),
        ("dominos on squares", "Domineering"),
        ("sixty four squares japanese lion", "Dōbutsu Shōgi"),
        ("ancient egypt", "Senet"),
        ("mesopotamian", "Royal Game of Ur"),
        ("tictactoe", "Tic-Tac-Toe"),
        ("goose", "Fox and Geese"),
    ] {
        let titles = found(&portal, asked);
        assert!(titles.iter().any(|t| t == title), "{asked}: {titles:?}");
    }
    assert!(found(&portal, "qwertzuiop asdfghjkl").is_empty());
    // The first of all games are those that most people know, and incomplete ones stand apart.
    assert_eq!(found(&portal, "")[0], "Chess");
    let answer = portal.app.catalogue.ask(&Question { has: "sowing".to_owned(), ..Question::default() });
    assert!(
        answer.total >= 8 && answer.entries.iter().all(|e| e.facts().traits.iter().any(|t| t == "sowing"))
    );
    // What a facet promises is what its choice brings.
    let all = portal.app.catalogue.ask(&Question::default());
    for (family, n) in &all.facets["family"] {
        let question = Question { family: family.clone(), ..Question::default() };
        assert_eq!(portal.app.catalogue.ask(&question).total, *n, "{family}");
    }
}

#[test]
fn pages_can_be_cited() {
    runtime().block_on(async {
        let portal = Portal::open(0.0, Vec::new());
        for page in ["/games/hex", "/games/sfenj/rulesets/ludii-7", "/games/chess/position?moves=e2-e4;e7-e5"]
        {
            let answer = portal.get(page, "").await;
            // Not every ruleset is called so; its own page says how.
            if answer.status == StatusCode::NOT_FOUND && page.contains("rulesets") {
                continue;
            }
            assert_eq!(answer.status, StatusCode::OK, "{page}");
            let data = answer.text.split("<script type=\"application/ld+json\">").nth(1).unwrap();
            let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
            assert_eq!(data["@context"], "https://schema.org", "{page}");
            for field in ["name", "url", "version", "dateModified", "image"] {
                assert!(data[field].is_string(), "{page} has no {field}: {data}");
            }
            assert!(
                answer.text.contains("rel=\"canonical\"") && answer.text.contains("property=\"og:image\"")
            );
            assert!(answer.text.contains("@misc{ludarium-"), "{page} has no BibTeX");
        }
        for picture in ["/share/hex.png", "/games/chess/position.png?moves=e2-e4"] {
            let answer = portal.get(picture, "").await;
            assert_eq!(answer.status, StatusCode::OK, "{picture}");
            assert_eq!(answer.headers[header::CONTENT_TYPE], "image/png");
        }
        // The board of a position has the pawn where the move put it.
        let start = portal.get("/games/chess/position.svg", "").await.text;
        let after = portal.get("/games/chess/position.svg?moves=e2-e4", "").await.text;
        assert!(start != after && after.matches("class=\"piece\"").count() == 32, "{}", after.len());
        let wrong = portal.get("/games/chess/position?moves=e2-e5", "").await;
        assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
        let map = portal.get("/sitemap.xml", "").await.text;
        assert!(map.contains("/games/hex</loc>") && map.contains("/about</loc>"));
        assert!(portal.get("/robots.txt", "").await.text.contains("/sitemap.xml"));
    });
}

#[test]
fn sources_are_listed_with_the_games_that_cite_them() {
    runtime().block_on(async {
        let portal = Portal::open(0.0, Vec::new());
        let page = portal.get("/references?q=murray+1951", "").await.text;
        assert!(page.contains("A History of Board-Games Other Than Chess") && page.contains("/games/oware"));
        assert!(page.contains("@misc{murray1951,"));
        let bib = portal.get("/references.bib", "").await.text;
        assert!(bib.matches("@misc{").count() > 100);
        let mut keys: Vec<&str> = bib.lines().filter_map(|l| l.strip_prefix("@misc{")).collect();
        let n = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), n, "two sources have one key");
        let table = portal.get("/downloads/facts.csv", "").await.text;
        assert_eq!(table.lines().count(), portal.app.catalogue.entries().len() + 1);
        let games = portal.get("/downloads/games.jsonl", "").await.text;
        for line in games.lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            assert!(game["description"].as_str().unwrap().contains("(game "), "{}", game["key"]);
        }
        assert_eq!(portal.get("/downloads/passwd", "").await.status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn a_wrong_rule_is_reported_with_its_position_and_can_be_taken_away() {
    runtime().block_on(async {
        let portal = Portal::open(0.0, Vec::new());
        let (id, token) = portal.table("chess").await;
        for name in ["e2-e4", "e7-e5"] {
            portal.play_named(&id, &token, name).await;
        }
        let begun = portal.get(&format!("/contribute/report?table={id}&at=1"), "").await.text;
        assert!(begun.contains("value=\"e2-e4\"") && begun.contains("position.svg?moves=e2-e4"), "{begun}");
        let body = "game=chess&moves=e2-e4%3Be7-e5&text=Pawns+%3Cb%3Efly%3C/b%3E&expected=They+walk&source=FIDE&name=Ann";
        let sent = form(&portal, "/contribute/report", body, &[]).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text);
        let page = portal.get(&location(&sent), "").await.text;
        assert!(page.contains("moves=e2-e4%3Be7-e5") && page.contains("They walk") && page.contains("FIDE"));
        assert!(!page.contains("<b>fly"), "what somebody wrote became markup");
        let all = portal.get("/contribute/reports.jsonl", "").await.text;
        let report: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
        assert_eq!(report["written"]["position"]["moves"], "e2-e4;e7-e5");
        assert_eq!(report["name"], "Ann");
        let foreign = [("origin", "https://elsewhere.example"), ("host", "here.example")];
        assert_eq!(form(&portal, "/contribute/report", body, &foreign).await.status, StatusCode::FORBIDDEN);
        let nowhere = body.replace("game=chess", "game=nothing");
        assert_eq!(form(&portal, "/contribute/report", &nowhere, &[]).await.status, StatusCode::BAD_REQUEST);
    });
}

#[test]
fn notes_are_kept_flagged_hidden_and_switched_off() {
    runtime().block_on(async {
        let config = Config { rate: 0.0, moderator: Some("a secret".to_owned()), ..Config::default() };
        let portal = Portal::open_with(config);
        let sent = form(&portal, "/notes", "subject=/games/hex&text=Nash+and+Hein&name=", &[]).await;
        assert_eq!(location(&sent), "/games/hex#notes");
        assert!(portal.get("/games/hex", "").await.text.contains("Nash and Hein"));
        let position = "subject=/games/hex/position%3Fmoves%3Da1&text=The+corner";
        form(&portal, "/notes", position, &[]).await;
        assert!(portal.get("/games/hex", "").await.text.contains("The corner"), "below its game");
        let list = portal.get("/notes", "").await.text;
        let id = list.split("id=\"note-").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert_eq!(portal.get(&format!("/notes/{id}"), "").await.status, StatusCode::OK);
        assert_eq!(form(&portal, &format!("/notes/{id}/flag"), "", &[]).await.status, StatusCode::OK);
        // Nobody moderates without the key.
        let hide = format!("/notes/moderate/{id}");
        assert_eq!(form(&portal, &hide, "what=hidden", &[]).await.status, StatusCode::FORBIDDEN);
        assert_eq!(form(&portal, "/notes/moderate", "key=wrong", &[]).await.status, StatusCode::FORBIDDEN);
        let entered = form(&portal, "/notes/moderate", "key=a+secret", &[]).await;
        let cookie = entered.headers[header::SET_COOKIE].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let mine = [("cookie", cookie.as_str())];
        assert_eq!(form(&portal, &hide, "what=hidden", &mine).await.status, StatusCode::SEE_OTHER);
        assert_eq!(portal.get(&format!("/notes/{id}"), "").await.status, StatusCode::NOT_FOUND);
        assert!(!portal.get("/notes", "").await.text.contains(&format!("note-{id}")));
        // The switch.
        form(&portal, "/notes/moderate", "switch=off", &mine).await;
        assert!(!portal.get("/games/hex", "").await.text.contains("Nash and Hein"));
        let refused = form(&portal, "/notes", "subject=/games/hex&text=Late", &[]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        form(&portal, "/notes/moderate", "switch=on", &mine).await;
        let long = format!("subject=/games/hex&text={}", "x".repeat(5000));
        assert_eq!(form(&portal, "/notes", &long, &[]).await.status, StatusCode::BAD_REQUEST);
        let robot = "subject=/games/hex&text=Buy&website=x";
        assert_eq!(form(&portal, "/notes", robot, &[]).await.status, StatusCode::BAD_REQUEST);
    });
}

#[test]
fn an_operator_who_wants_no_notes_has_none() {
    runtime().block_on(async {
        let portal = Portal::open_with(Config { rate: 0.0, notes: false, ..Config::default() });
        assert_eq!(
            form(&portal, "/notes", "subject=/games/hex&text=x", &[]).await.status,
            StatusCode::FORBIDDEN
        );
        assert!(!portal.get("/games/hex", "").await.text.contains("id=\"notes\""));
        // A wrong rule can be told all the same.
        let body = "game=hex&text=wrong";
        assert_eq!(form(&portal, "/contribute/report", body, &[]).await.status, StatusCode::SEE_OTHER);
    });
}
