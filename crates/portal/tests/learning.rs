//! Boards without a table, lessons, puzzles and studies, asked over HTTP as a browser does.

mod common;

use axum::http::StatusCode;
use common::{Portal, runtime};
use ludarium_portal::learning::shelf;
use serde_json::{Value, json};

fn open() -> Portal {
    Portal::open(0.0, Vec::new())
}

async fn board(portal: &Portal, game: &str, moves: &[&str], want: Value) -> Value {
    let answer = portal.post("/api/board", "", &json!({ "game": game, "moves": moves, "want": want })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

#[test]
fn a_position_is_told_by_its_moves() {
    runtime().block_on(async {
        let portal = open();
        let told =
            board(&portal, "chess", &["e4", "e7-e5", "Nf3"], json!({ "scene": { "ground": true } })).await;
        let labels: Vec<&str> =
            told["plies"].as_array().unwrap().iter().map(|p| p["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["e4", "e5", "Nf3"]);
        assert_eq!(told["side"], "Black");
        assert_eq!(told["ground"]["spots"].as_array().unwrap().len(), 64);
        let wrong = json!({ "game": "chess", "moves": ["e2-e5"], "want": { "scene": { "ground": false } } });
        let answer = portal.post("/api/board", "", &wrong).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.text.contains("move 1, e2-e5"), "{}", answer.text);
        let fen = board(&portal, "chess", &["e4"], json!("fen")).await;
        assert_eq!(fen["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        let none = json!({ "game": "no-such-game", "moves": [], "want": "fen" });
        assert_eq!(portal.post("/api/board", "", &none).await.status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn a_lesson_can_be_done_to_its_end_in_games_of_every_kind() {
    runtime().block_on(async {
        let portal = open();
        for game in [
            "chess", "oware", "hex", "backgammon", "sudoku", "peg-solitaire", "rock-paper-scissors", "go",
            "snakes-and-ladders", "nine-mens-morris",
        ] {
            let lesson = board(&portal, game, &[], json!("lesson")).await;
            let steps = lesson["steps"].as_array().unwrap();
            assert!(steps.len() >= 2, "{game}: {} steps", steps.len());
            assert_eq!((&steps[0]["kind"], &steps[steps.len() - 1]["kind"]), (&json!("goal"), &json!("play")));
            for step in steps {
                let base = json!({ "lesson": step["n"] });
                let ask = |moves: Value, want: Value| {
                    json!({ "game": game, "base": base, "moves": moves, "want": want })
                };
                let shown = ask(json!([]), json!({ "scene": { "ground": false } }));
                let shown = portal.post("/api/board", "", &shown).await;
                assert_eq!(shown.status, StatusCode::OK, "{game} {step}: {}", shown.text);
                let choices = shown.json()["scene"]["choices"].clone();
                let offered: Vec<&Value> = choices.as_array().unwrap().iter().map(|c| &c["name"]).collect();
                for wanted in step["wanted"].as_array().unwrap() {
                    assert!(offered.contains(&wanted), "{game} {}: {wanted} is not offered", step["kind"]);
                }
                if let Some(first) = step["wanted"].as_array().unwrap().first() {
                    let made = ask(json!([first]), json!({ "scene": { "ground": false } }));
                    let made = portal.post("/api/board", "", &made).await;
                    assert_eq!(made.status, StatusCode::OK, "{game} {step}: {}", made.text);
                    let decided = made.json()["winner"].as_u64().unwrap() > 0;
                    if ["chess", "hex"].contains(&game) && step["kind"] == "goal" {
                        assert!(decided, "{game}: the goal is shown by a win");
                    }
                }
            }
            // Against a beginner: a move, and an answer.
            let last = json!({ "lesson": steps.len() - 1 });
            let reply = json!({ "game": game, "base": last, "moves": [], "want": { "reply": { "level": 1 } } });
            let reply = portal.post("/api/board", "", &reply).await;
            assert_eq!(reply.status, StatusCode::OK, "{game}: {}", reply.text);
            let page = portal.get(&format!("/games/{game}/learn"), "").await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains("<noscript>") && page.text.contains("plainstep"), "{game}");
        }
    });
}

const WRITTEN: &str = r#"(game "Corners" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn a_portal_without_workers_says_so_for_descriptions_of_visitors() {
    // (In this test the program is not ludarium, and no process can be started; what counts is that nothing breaks.)
    runtime().block_on(async {
        let portal = open();
        let id = portal.post("/api/written", "", &json!({ "text": WRITTEN })).await.json()["id"].clone();
        let key = format!("written-{}", id.as_str().unwrap());
        assert_eq!(portal.get(&format!("/games/{key}/learn"), "").await.status, StatusCode::OK);
        assert_eq!(portal.get(&format!("/games/{key}/puzzles"), "").await.status, StatusCode::OK);
        let unknown = json!({ "written": "0000", "moves": [], "want": "lesson" });
        assert_eq!(portal.post("/api/board", "", &unknown).await.status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn the_same_questions_are_answered_for_a_text() {
    use ludarium_portal::learning::asked::{OfText, of_text};
    let ask = |want: Value, moves: Value| {
        let question = json!({ "written": "x", "moves": moves, "want": want });
        of_text(OfText { text: WRITTEN.to_owned(), question: serde_json::from_value(question).unwrap() })
    };
    let lesson = ask(json!("lesson"), json!([])).unwrap();
    assert!(lesson["steps"].as_array().unwrap().len() >= 3, "{lesson}");
    let found = ask(json!({ "puzzles": { "count": 4, "seed": 3 } }), json!([])).unwrap();
    assert!(found["found"].as_u64().unwrap() > 0, "{found}");
    // X: a1, b1; O: a3, b3: c1 wins at once, and a2 does not.
    let before = ["a1", "a3", "b1", "b3"];
    let with = |last: &str| json!([before[0], before[1], before[2], before[3], last]);
    let task = json!({ "try": { "win": true, "plies": 1, "made": 0 } });
    assert_eq!(ask(task.clone(), with("c1")).unwrap()["verdict"], "solved");
    assert_eq!(ask(task, with("a2")).unwrap()["verdict"], "wrong");
    assert!(ask(json!("lesson"), json!([])).is_ok());
    assert!(ask(json!({ "scene": { "ground": false } }), json!(["z9"])).is_err());
}

#[test]
fn puzzles_have_pages_that_can_be_read_and_solved() {
    runtime().block_on(async {
        let portal = open();
        let index = portal.get("/puzzles", "").await;
        assert_eq!(index.status, StatusCode::OK);
        let full = shelf::library().filter(|s| s.puzzles.len() >= 20).count();
        assert!(full >= 100, "only {full} games have 20 puzzles");
        let day = portal.get("/puzzles/daily", "").await;
        assert_eq!(day.status, StatusCode::SEE_OTHER);
        // One of each difficulty is solved by its line, and refused for another move.
        let mut done = std::collections::BTreeSet::new();
        for (of, puzzle) in shelf::along(&shelf::By::All) {
            if !done.insert(puzzle.grade()) {
                continue;
            }
            let page = portal.get(&format!("/puzzles/{}/{}", of.key, puzzle.id), "").await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text.contains("<svg") && page.text.contains("Proven by complete search"));
            let win = matches!(puzzle.task, ludarium_puzzles::Task::Win { .. });
            let tried = |made: usize, last: String| {
                let mut moves = puzzle.moves.clone();
                moves.extend(puzzle.line[..made].iter().cloned());
                moves.push(last);
                let want = json!({ "try": { "win": win, "plies": puzzle.task.plies(), "made": made } });
                json!({ "game": of.key, "seed": puzzle.seed, "moves": moves, "want": want })
            };
            let right = portal.post("/api/board", "", &tried(0, puzzle.line[0].clone())).await.json();
            assert!(["solved", "on"].contains(&right["verdict"].as_str().unwrap()), "{} {right}", puzzle.id);
            let here = json!({ "game": of.key, "seed": puzzle.seed, "moves": puzzle.moves,
                "want": { "scene": { "ground": false } } });
            let here = portal.post("/api/board", "", &here).await.json();
            let choices = here["scene"]["choices"].as_array().unwrap().clone();
            let other = choices.iter().find(|c| c["name"] != puzzle.line[0].as_str()).unwrap();
            let other = other["name"].as_str().unwrap().to_owned();
            let wrong = portal.post("/api/board", "", &tried(0, other)).await.json();
            assert!(
                ["wrong", "loses"].contains(&wrong["verdict"].as_str().unwrap()),
                "{} {wrong}",
                puzzle.id
            );
        }
        assert!(done.len() >= 3, "{done:?}");
        let next = portal.get("/puzzles/next?by=game:chess", "").await;
        assert_eq!(next.status, StatusCode::SEE_OTHER);
        assert!(next.headers["location"].to_str().unwrap().starts_with("/puzzles/chess/"));
    });
}

#[test]
fn games_without_puzzles_say_why() {
    runtime().block_on(async {
        let portal = open();
        for (game, words) in
            [("sudoku", "a puzzle itself"), ("rock-paper-scissors", "all players move at once")]
        {
            let page = portal.get(&format!("/games/{game}/puzzles"), "").await;
            assert!(page.text.to_lowercase().contains(words), "{game}");
            let made = portal.post(&format!("/api/puzzles/{game}"), "", &json!({})).await;
            assert_eq!(made.status, StatusCode::UNPROCESSABLE_ENTITY, "{game}: {}", made.text);
        }
    });
}

async fn read(portal: &Portal, game: &str, text: &str) -> Value {
    let answer = portal.post("/api/studies/read", "", &json!({ "text": text, "game": game })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["study"].clone()
}

async fn write(portal: &Portal, study: &Value, format: &str) -> String {
    let answer = portal.post("/api/studies/write", "", &json!({ "study": study, "format": format })).await;
    assert_eq!(answer.status, StatusCode::OK, "{format}: {}", answer.text);
    answer.json()["text"].as_str().unwrap().to_owned()
}

const PGN: &str = r#"[Event "A lesson"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]

1. e4 e5 2. Bc4 {aims at f7 [%csl Rf7][%cal Gc4f7]} 2... Nc6 (2... Nf6 3. d3 (3. Nc3 Nxe4) 3... c6)
3. Qh5 $6 Nf6?? 4. Qxf7# 1-0
"#;

#[test]
fn a_chess_game_comes_in_and_goes_out_as_pgn() {
    runtime().block_on(async {
        let portal = open();
        let study = read(&portal, "", PGN).await;
        assert_eq!(study["game"], "chess");
        assert_eq!(study["players"], json!(["Anna", "Bert"]));
        let nodes = study["nodes"].as_array().unwrap();
        let label = |i: usize| nodes[i]["label"].as_str().unwrap();
        let labels: Vec<&str> = (1..nodes.len()).map(label).collect();
        assert!(labels.contains(&"Qxf7#") && labels.contains(&"Nxe4"), "{labels:?}");
        let commented = nodes.iter().find(|n| n["comment"] == "aims at f7").unwrap();
        assert_eq!(commented["marks"].as_array().unwrap().len(), 2);
        let out = write(&portal, &study, "pgn").await;
        for words in [
            "[Event \"A lesson\"]",
            "{[%csl Rf7] [%cal Gc4f7] aims at f7}",
            "(2... Nf6 3. d3 (3. Nc3",
            "3. Qh5 $6 Nf6 $4 4. Qxf7# 1-0",
        ] {
            let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(words), "{words}\n{out}");
        }
        let mut again = read(&portal, "", &out).await;
        again["result"] = study["result"].clone();
        assert_eq!(again, study, "what was written is read as the same study");
        let told = portal.post("/api/studies/write", "", &json!({ "study": study, "format": "sgf" })).await;
        assert_eq!(told.status, StatusCode::UNPROCESSABLE_ENTITY, "chess is not written as SGF");
    });
}

#[test]
fn go_and_hex_come_in_and_go_out_as_sgf() {
    runtime().block_on(async {
        let portal = open();
        let sgf = "(;FF[4]GM[1]SZ[19]PB[A]PW[B];B[pd]C[a corner: \\] done]TR[pd](;W[dp];B[dd](;W[pp])(;W[pq]))(;W[dd];B[]))";
        let study = read(&portal, "", sgf).await;
        assert_eq!(study["game"], "go");
        let nodes = study["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), 8, "{study}");
        assert_eq!(nodes[1]["comment"], "a corner: ] done");
        assert_eq!(nodes[1]["marks"].as_array().unwrap().len(), 1);
        let out = write(&portal, &study, "sgf").await;
        assert!(out.contains("B[pd]") && out.contains("W[pq]") && out.contains("B[]"), "{out}");
        let again = read(&portal, "", &out).await;
        assert_eq!(again["nodes"], study["nodes"], "{out}");
        let hex = read(&portal, "hex", "(;GM[11]SZ[11];B[a1];W[f6];B[c3])").await;
        let out = write(&portal, &hex, "sgf").await;
        assert!(out.contains("GM[11]") && out.contains("W[f6]"), "{out}");
        let gomoku = read(&portal, "gomoku", "(;GM[4]SZ[15];B[hh];W[gg])").await;
        assert_eq!(gomoku["nodes"][1]["m"], "h8");
    });
}

#[test]
fn every_game_goes_out_as_a_record_and_comes_in_again() {
    runtime().block_on(async {
        let portal = open();
        for (game, moves) in [("oware", 6), ("backgammon", 5), ("chess", 4)] {
            let mut line: Vec<String> = Vec::new();
            for _ in 0..moves {
                let names: Vec<&str> = line.iter().map(String::as_str).collect();
                let told = board(&portal, game, &names, json!({ "scene": { "ground": false } })).await;
                line.push(told["scene"]["choices"][0]["name"].as_str().unwrap().to_owned());
            }
            let nodes: Vec<Value> = std::iter::once(json!({ "up": 0, "m": "" }))
                .chain(line.iter().enumerate().map(|(i, m)| json!({ "up": i, "m": m })))
                .collect();
            let study = json!({ "game": game, "nodes": nodes });
            let record = write(&portal, &study, "record").await;
            assert!(record.starts_with("ludarium game 1"), "{record}");
            let again = read(&portal, "", &record).await;
            let names: Vec<&str> =
                again["nodes"].as_array().unwrap()[1..].iter().map(|n| n["m"].as_str().unwrap()).collect();
            assert_eq!(names, line, "{game}");
            assert_eq!(again["game"], game);
        }
    });
}

#[test]
fn what_is_shared_keeps_its_address_and_its_content() {
    runtime().block_on(async {
        let portal = open();
        let study = read(&portal, "", PGN).await;
        let kept = portal.post("/api/studies", "", &study).await;
        assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
        let (id, address) = (kept.json()["id"].clone(), kept.json()["address"].clone());
        assert_eq!(portal.post("/api/studies", "", &study).await.json()["id"], id);
        let mut other = study.clone();
        other["title"] = json!("Another");
        assert_ne!(portal.post("/api/studies", "", &other).await.json()["id"], id);
        let page = portal.get(address.as_str().unwrap(), "").await;
        assert!(page.text.contains("A lesson") && page.text.contains("Qxf7#"), "readable without scripts");
        let pgn = portal.get(&format!("{}.pgn", address.as_str().unwrap()), "").await;
        assert!(pgn.text.contains("Qxf7#"), "{}", pgn.text);
        assert_eq!(portal.get("/study/0000000000000000", "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(portal.get("/study/..%2Fx", "").await.status, StatusCode::NOT_FOUND);
        // It is taken out and brought in with everything else.
        let mut lines = Vec::new();
        ludarium_portal::store::export(&portal.app.store, &mut lines).await.unwrap();
        let new = open();
        ludarium_portal::store::import(&new.app.store, &mut lines.as_slice()).await.unwrap();
        assert_eq!(new.get(address.as_str().unwrap(), "").await.status, StatusCode::OK);
    });
}

#[test]
fn nonsense_is_refused_in_words() {
    runtime().block_on(async {
        let portal = open();
        let no = |text: &str| json!({ "text": text, "game": "" });
        for text in [
            "",
            "(;GM[1]",
            "1. e9",
            "[Variant \"Calvinball\"]\n\n1. e4",
            "{\"nodes\":[]}",
            "ludarium game 1\n",
        ] {
            let answer = portal.post("/api/studies/read", "", &no(text)).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}: {}", answer.text);
            assert!(answer.json()["error"].as_str().is_some_and(|e| e.len() > 8), "{text}");
        }
        let loops = json!({ "game": "chess", "nodes": [{ "up": 0, "m": "" }, { "up": 5, "m": "e2-e4" }] });
        assert_eq!(portal.post("/api/studies", "", &loops).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let long: String = "(".repeat(50_000);
        let answer = portal.post("/api/studies/read", "", &no(&format!("1. e4 {long}"))).await;
        assert!(answer.status.is_client_error() || answer.status == StatusCode::OK);
    });
}

#[test]
fn a_game_at_a_table_can_be_studied_when_it_is_over_and_not_before() {
    runtime().block_on(async {
        let portal = open();
        let (id, token) = portal.table("tic-tac-toe").await;
        portal.play_named(&id, &token, "a1").await;
        let early = portal.get(&format!("/study/new?table={id}"), "").await;
        assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "the game belongs to those who play it");
        for name in ["b2", "a2", "b1", "a3"] {
            portal.play_named(&id, &token, name).await;
        }
        let page = portal.get(&format!("/study/new?table={id}"), "").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("data-study=") && page.text.contains("a3"), "{}", page.text);
        // A game of dice is the same game again, by what chance brought.
        let (id, token) = portal.table("backgammon").await;
        let first = portal.play(&id, &token).await;
        portal.post(&format!("/api/tables/{id}/resign"), &token, &json!({ "seat": 1 })).await;
        let page = portal.get(&format!("/study/new?table={id}"), "").await;
        if page.status == StatusCode::OK {
            assert!(page.text.contains(&first));
        }
    });
}
