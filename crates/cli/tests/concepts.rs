//! The commands about what games are and how they play, run as a user would.

use std::path::PathBuf;
use std::process::{Command, Output};

fn ludarium(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium")).args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludarium-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn concepts_are_listed_and_explained() {
    let json: serde_json::Value =
        serde_json::from_str(&text(&ludarium(&["concepts", "tic-tac-toe", "--json"]))).unwrap();
    let concepts = json["concepts"].as_array().unwrap();
    let find = |name: &str| concepts.iter().find(|c| c["name"] == name);
    assert_eq!(find("AddDecision").unwrap()["value"], true);
    assert_eq!(find("NumCells").unwrap()["value"], 9.0);
    assert!(find("Dice").is_none());
    assert!(concepts.iter().all(|c| !c["why"].as_array().unwrap().is_empty()));
    let why = text(&ludarium(&["concepts", "tic-tac-toe", "--why", "adddecision"]));
    assert!(why.starts_with("AddDecision holds\n") && why.contains("(move Add"), "{why}");
    let unknown = ludarium(&["concepts", "tic-tac-toe", "--why", "AddDecison"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean AddDecision?"));
}

#[test]
fn played_figures_are_the_same_again() {
    let run = || text(&ludarium(&["concepts", "tic-tac-toe", "--played", "--games", "40", "--json"]));
    let first = run();
    assert_eq!(first, run());
    let json: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(json["recipe"]["games"], 40);
    let played = json["played"].as_array().unwrap();
    let completion = played.iter().find(|m| m["name"] == "Completion").unwrap();
    assert_eq!(completion["value"], 1.0);
    assert!(completion["low"].as_f64().unwrap() > 0.9);
}

#[test]
fn searching_players_are_measured_as_well() {
    let run = |player: &str| {
        let args = ["concepts", "tic-tac-toe", "--played", "--games", "6", "--json", "--player", player];
        text(&ludarium(&args))
    };
    for player in ["uct@iterations=30", "ab@nodes=200"] {
        let first = run(player);
        if player.starts_with("uct") {
            assert_eq!(first, run(player), "{player}");
        }
        let json: serde_json::Value = serde_json::from_str(&first).unwrap();
        assert_eq!(json["recipe"]["player"], player);
        let names: Vec<&str> =
            json["played"].as_array().unwrap().iter().filter_map(|m| m["name"].as_str()).collect();
        for name in ["AddDecisionFrequency", "LineWinFrequency", "Narrowness", "LeadChange", "Stability"] {
            assert!(names.contains(&name), "{name}");
        }
        let unknown = json["unknown"].as_array().unwrap();
        assert_eq!(names.len() + unknown.len(), 298, "what is not measured is named");
    }
    let clock = ludarium(&["concepts", "tic-tac-toe", "--played", "--player", "uct@time=1"]);
    assert!(String::from_utf8_lossy(&clock.stderr).contains("cannot be repeated"));
    let nobody = ludarium(&["concepts", "tic-tac-toe", "--played", "--player", "utc"]);
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("no player is called utc"));
}

#[test]
fn skill_is_traced() {
    let args = [
        "concepts",
        "tic-tac-toe",
        "--played",
        "--games",
        "2",
        "--skill",
        "2",
        "--skill-games",
        "4",
        "--json",
    ];
    let json: serde_json::Value = serde_json::from_str(&text(&ludarium(&args))).unwrap();
    let played = json["played"].as_array().unwrap();
    let find = |name: &str| played.iter().find(|m| m["name"] == name).unwrap()["value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&find("SkillTraceScore")));
    assert_eq!(find("SkillTraceTrials"), 2.0);
}

#[test]
fn a_verdict_is_given_in_sentences() {
    let verdict = text(&ludarium(&["verdict", "tic-tac-toe", "--games", "60", "--search", "2"]));
    assert!(verdict.starts_with("Tic-Tac-Toe: "), "{verdict}");
    assert!(verdict.contains("of the games are decided"), "{verdict}");
    assert!(verdict.contains("Under search"), "{verdict}");
}

#[test]
fn chess_is_no_doubtful_game_and_a_sudoku_is_solved() {
    let chess = text(&ludarium(&["verdict", "chess", "--games", "40", "--think", "2"]));
    assert!(chess.starts_with("Chess: sound") || chess.starts_with("Chess: playable"), "{chess}");
    assert!(chess.contains("Somebody who thinks wins against random movers"), "{chess}");
    let sudoku = text(&ludarium(&["verdict", "sudoku", "--games", "20"]));
    assert!(sudoku.contains("exactly one solution"), "{sudoku}");
    assert!(!sudoku.contains("FAILS"), "{sudoku}");
}

#[test]
fn a_playtest_reports_styles_openings_and_games_to_replay() {
    let run = || text(&ludarium(&["playtest", "tic-tac-toe", "--games", "12", "--json"]));
    let report: serde_json::Value = serde_json::from_str(&run()).unwrap();
    let styles: Vec<&str> =
        report["rounds"].as_array().unwrap().iter().map(|r| r["style"].as_str().unwrap()).collect();
    assert_eq!(styles, ["random", "casual", "careful", "playouts"]);
    // Two players who think cannot win this game.
    assert_eq!(report["rounds"][2]["draws"]["value"], 1.0);
    let longest = report["examples"].as_array().unwrap().last().unwrap()["moves"].as_array().unwrap();
    let moves: Vec<&str> = longest.iter().map(|m| m.as_str().unwrap()).collect();
    let replayed = text(&ludarium(&["board", "tic-tac-toe", "--moves", &moves.join(",")]));
    assert!(!replayed.is_empty());
    assert_eq!(run(), run(), "the same seed gives the same report");
}

#[test]
fn queries_and_likeness_over_the_library() {
    let found = text(&ludarium(&["query", "LineWin and NumPlayers = 2 and not Dice"]));
    assert!(found.lines().any(|line| line == "Tic-Tac-Toe"), "{found}");
    let wrong = ludarium(&["query", "Lien"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean Line?"));
    let similar = text(&ludarium(&["similar", "tic-tac-toe", "--most", "3"]));
    assert!(similar.contains("both:"), "{similar}");
}

#[test]
fn a_table_that_was_broken_off_comes_out_the_same() {
    let folder = folder("table");
    let games = folder.join("games");
    std::fs::create_dir_all(&games).unwrap();
    for (i, size) in [3, 4, 5].iter().enumerate() {
        let game = format!(
            "(game \"Line {i}\" (players 2) (equipment {{(board (square {size})) (piece \"Disc\" Each)}})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
        );
        std::fs::write(games.join(format!("line{i}.lud")), game).unwrap();
    }
    let table = folder.join("verdicts.csv");
    let run = || {
        let (games, table) = (games.display().to_string(), table.display().to_string());
        text(&ludarium(&["verdict", &games, "--out", &table, "--games", "20", "--jobs", "2"]));
        std::fs::read_to_string(&table).unwrap()
    };
    let whole = run();
    assert_eq!(whole.lines().count(), 4, "{whole}");
    // As if killed in the middle of the second row.
    let journal = table.with_extension("journal");
    let kept = std::fs::read_to_string(&journal).unwrap();
    let second = kept.match_indices('\n').nth(1).unwrap().0 + 20;
    std::fs::write(&journal, &kept[..second]).unwrap();
    std::fs::remove_file(&table).unwrap();
    assert_eq!(run(), whole);
    // Rows that were made otherwise are not gone on with.
    let (from, to) = (games.display().to_string(), table.display().to_string());
    let other = ludarium(&["verdict", &from, "--out", &to, "--games", "30"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to another run"));
    let parquet = folder.join("verdicts.parquet").display().to_string();
    text(&ludarium(&["verdict", &from, "--out", &to, "--out", &parquet, "--games", "20"]));
    let bytes = std::fs::read(&parquet).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let wrong = ludarium(&["verdict", &from, "--out", "verdicts.xlsx"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains(".csv or .parquet"));
    std::fs::remove_dir_all(&folder).unwrap();
}
