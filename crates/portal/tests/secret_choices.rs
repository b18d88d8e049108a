//! Where all choose at once, each chooses only for themselves, and nothing of it is told before all have chosen.

mod common;

use axum::http::StatusCode;
use common::{Portal, in_portal};
use ludarium_play::{Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::Session;
use ludarium_portal::store::Event;
use serde_json::{Value, json};
use std::sync::Arc;

const GAME: &str = "rock-paper-scissors";

async fn two_people(portal: &Portal) -> (String, String, String) {
    let seats = json!([{ "who": "me" }, { "who": "friend" }]);
    let (id, token, made) = portal.made(&json!({ "game": GAME, "seats": seats })).await;
    let invite = made["invites"][0][1].as_str().unwrap();
    let seat = portal.post(&format!("/api/tables/{id}/claim"), "", &json!({ "invite": invite })).await.json();
    (id, token, seat["token"].as_str().unwrap().to_owned())
}

fn labels(view: &Value) -> Vec<String> {
    let choices = view["scene"]["choices"].as_array().unwrap();
    choices.iter().map(|c| c["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn everybody_chooses_only_their_own_part() {
    in_portal(0.0, async |portal| {
        let (id, one, two) = two_people(&portal).await;
        for token in [&one, &two] {
            let view = portal.look(&id, token).await;
            let labels = labels(&view);
            assert_eq!(labels.len(), 3, "{labels:?}");
            for sign in ["rock", "paper", "scissors"] {
                assert!(labels.iter().any(|l| l.contains(sign)), "{labels:?}");
            }
            assert!(labels.iter().all(|l| !l.contains('#') && !l.contains('.')), "{labels:?}");
            assert_eq!(view["table"]["choose"], json!([1, 2]));
        }
        // Onlookers choose nothing.
        assert!(labels(&portal.look(&id, "").await).is_empty());
    });
}

#[test]
fn a_choice_is_sealed_until_all_have_chosen() {
    in_portal(0.0, async |portal| {
        let paths = |id: &str| ["", "/ground", "/moves", "/at/0"].map(|p| format!("/api/tables/{id}{p}"));
        // Whatever the first one chooses, the other and onlookers are told the same bytes.
        let mut told: Vec<Vec<String>> = Vec::new();
        for choice in 0..3 {
            let (id, one, two) = two_people(&portal).await;
            let name =
                portal.look(&id, &one).await["scene"]["choices"][choice]["name"].as_str().unwrap().to_owned();
            let answer = portal.play_named(&id, &one, &name).await;
            assert_eq!((answer.status, answer.json()), (StatusCode::OK, json!({ "ply": 0 })));
            let mine = portal.look(&id, &one).await;
            assert_eq!(mine["table"]["sealed"], json!([1]));
            assert_eq!(mine["table"]["choose"], json!([2]));
            assert!(mine["table"]["own_choice"].is_string() && labels(&mine).is_empty());
            let again = portal.play_named(&id, &one, &name).await;
            assert_eq!(again.status, StatusCode::FORBIDDEN, "what is chosen is chosen");
            let mut bytes = Vec::new();
            for token in [two.as_str(), ""] {
                for path in paths(&id) {
                    bytes.push(portal.get(&path, token).await.text.replace(&id, "ID"));
                }
            }
            told.push(bytes);
            // It survives the server.
            let fresh =
                ludarium_portal::tables::Tables::new(portal.app.catalogue.clone(), portal.app.store.clone());
            let table = fresh.open(&id).await.unwrap_or_else(|t| panic!("{}", t.words()));
            assert_eq!(fresh.view(&table, &two, None).await.sealed, [1]);
            let reply =
                portal.look(&id, &two).await["scene"]["choices"][1]["name"].as_str().unwrap().to_owned();
            assert_eq!(portal.play_named(&id, &two, &reply).await.json(), json!({ "ply": 1 }));
            let view = portal.look(&id, "").await;
            let row = view["table"]["moves"][0][2].as_str().unwrap().to_owned();
            assert!(row.starts_with("White: ") && row.contains(", Black: "), "{row}");
            assert_eq!(view["table"]["moves"][0][0], 0, "everybody's");
        }
        let strip =
            |bytes: &Vec<String>| -> Vec<String> { bytes.iter().map(|b| without_numbers(b)).collect() };
        assert_eq!(strip(&told[0]), strip(&told[1]));
        assert_eq!(strip(&told[0]), strip(&told[2]));
    });
}

/// Logs of before November 2026 call a joint move by the first player's choice and a number.
#[test]
fn a_table_of_an_earlier_version_opens() {
    in_portal(0.0, async |portal| {
        let open = async |id: &str| {
            let tables =
                ludarium_portal::tables::Tables::new(portal.app.catalogue.clone(), portal.app.store.clone());
            tables.open(id).await.map(|_| ()).map_err(|trouble| trouble.words())
        };
        let (id, one, two) = two_people(&portal).await;
        for token in [&one, &two] {
            let name =
                portal.look(&id, token).await["scene"]["choices"][1]["name"].as_str().unwrap().to_owned();
            assert_eq!(portal.play_named(&id, token, &name).await.status, StatusCode::OK);
        }
        let move_of = |events: &[Event]| events.iter().find(|e| e.kind == "move").unwrap().data.clone();
        let now = move_of(&portal.app.store.events(&id).await.unwrap());
        let name = serde_json::from_str::<Value>(&now).unwrap()["name"].as_str().unwrap().to_owned();
        let first = name.split('+').next().unwrap();
        for (kept, opens) in [(format!("{first}#2"), true), ("hand1.7-a1#2".to_owned(), false)] {
            rewrite(&portal, &id, &name, &kept).await;
            assert_eq!(open(&id).await.is_ok(), opens, "{kept}: {:?}", open(&id).await);
            rewrite(&portal, &id, &kept, &name).await;
        }
        // A file of those days plays the same moves.
        let saved = json!({ "game": GAME, "seats": [], "moves": [format!("{first}#2")] });
        let (again, token, _) = portal.made(&saved).await;
        assert_eq!(portal.look(&again, &token).await["table"]["moves"][0][1], name);
    });
}

/// Writes a table's log anew, with another name for a move.
async fn rewrite(portal: &Portal, id: &str, name: &str, other: &str) {
    let mut chain = String::new();
    let mut events = Vec::new();
    for e in portal.app.store.events(id).await.unwrap() {
        let data = e.data.replace(&format!("\"{name}\""), &format!("\"{other}\""));
        let event = Event::after(&chain, id, e.n, e.at, &e.kind, data);
        chain.clone_from(&event.chain);
        events.push(event);
    }
    let row = portal.app.store.table(id).await.unwrap().unwrap();
    portal.app.store.erase(id, 0).await.unwrap();
    portal.app.store.make_table(row, events, false).await.unwrap();
}

/// In every public description of this kind any choices of the players make a legal move.
#[test]
fn own_choices_join_to_legal_moves() {
    let Some(folder) = common::corpus() else { return };
    let mut games = 0;
    for file in common::descriptions(&folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.contains("mode Simultaneous") {
            continue;
        }
        let find = |n: &str| ludarium_play::find(n).ok().map(|g| g.text.to_owned());
        let compiled = Compiled::make("", &text, &Selection::default(), &find);
        let compiled = compiled.unwrap_or_else(|f| panic!("{}: {:?}", file.display(), f.problems));
        let mut session = Session::start(Arc::new(compiled), 3);
        let mut rng = Rng::new(4);
        games += 1;
        for _ in 0..12 {
            if session.moment().over {
                break;
            }
            let players = session.choosers();
            assert!(players.len() > 1, "{}", file.display());
            let mut all = 1;
            let chosen: Vec<(usize, usize)> = players
                .iter()
                .map(|&p| {
                    let own = session.choices(p);
                    all *= own.len();
                    let index = rng.below(own.len());
                    assert_eq!(session.find_own(p, &own[index].label), Ok(index), "{}", own[index].label);
                    assert!(!own[index].label.contains(['#', ':', '.']), "{}", own[index].label);
                    (p, index)
                })
                .collect();
            assert_eq!(all, session.legal().len(), "{}", file.display());
            let index = session.joined(&chosen).unwrap_or_else(|e| panic!("{}: {e:?}", file.display()));
            session.play(index).unwrap();
        }
    }
    assert!(games >= 3, "{games}");
}

/// Versions and times differ from table to table and say nothing.
fn without_numbers(text: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    if let Some(table) = value.get_mut("table").and_then(Value::as_object_mut) {
        table.remove("version");
        table.remove("epoch");
    }
    value.to_string()
}

#[test]
fn a_computer_chooses_for_itself() {
    in_portal(0.0, async |portal| {
        for (seat, level) in [(1, 0), (2, 0), (1, 3)] {
            let mut seats = vec![json!({ "who": "computer", "level": level }); 2];
            seats[seat - 1] = json!({ "who": "me" });
            let (id, token, _) = portal.made(&json!({ "game": GAME, "seats": seats })).await;
            let view = portal.look(&id, &token).await;
            let name = view["scene"]["choices"][0]["name"].as_str().unwrap().to_owned();
            let answer = portal.play_named(&id, &token, &name).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            let mut played = false;
            for _ in 0..200 {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                played = portal.look(&id, &token).await["table"]["ply"] == 1;
                if played {
                    break;
                }
            }
            assert!(played, "the computer at level {level} chose nothing");
        }
    });
}
