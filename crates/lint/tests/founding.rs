//! The five founding rulesets: what was found wrong with them by hand is found by the program.

use ludarium_lint::{Effort, Finding, Subject, lint};
use ludarium_play::{Defines, Selection, compile, read};
use std::path::{Path, PathBuf};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

fn corpus_defines() -> Defines {
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut folders = vec![shared().join("reference/corpus/def")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "def") {
                texts.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    texts.sort();
    Defines::from_texts(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

/// Rules are evaluated by recursion; tests run on small stacks.
fn on_a_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build().expect("a thread");
    pool.install(work)
}

fn findings(path: &str, variant: &str) -> Option<Vec<Finding>> {
    let path = shared().join("reference/corpus/lud/reconstruction/done/board/war").join(path);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    let text = std::fs::read_to_string(&path).expect("a description");
    let selection = Selection { options: vec![format!("Variant/{variant}")], ruleset: None };
    on_a_big_stack(|| {
        let reading = read(variant, &text, &corpus_defines(), &selection);
        let game = compile(&reading).expect("a game");
        let checked = reading.game.as_ref().expect("checked");
        let subject = Subject {
            checked,
            tree: &reading.expanded.game,
            game: &game,
            metadata: reading.metadata.as_ref(),
        };
        let found = lint(&subject, &Effort::default());
        for finding in &found {
            println!(
                "{variant}: {} {} {:?}",
                finding.code,
                finding.message,
                finding.witness.as_ref().map(|w| &w.shows)
            );
        }
        Some(found)
    })
}

fn has(found: &[Finding], code: &str, words: &str) {
    assert!(
        found.iter().any(|finding| finding.code == code && finding.message.contains(words)),
        "{code} ({words}) is not among {:?}",
        found.iter().map(|f| (f.code, &f.message)).collect::<Vec<_>>()
    );
}

fn shows(found: &[Finding], code: &str) {
    assert!(
        found.iter().any(|finding| finding.code == code && finding.witness.is_some()),
        "no position shows {code}"
    );
}

#[test]
fn shakhmaty_has_no_promotion() {
    let path = "replacement/checkmate/chaturanga/Shakhmaty (Medieval).lud";
    let Some(found) = findings(path, "Shakhmaty (Medieval) (Ludii 5)") else { return };
    has(&found, "L0201", "Pawn");
    shows(&found, "L0201");
    has(&found, "L0103", "counter");
    shows(&found, "L0103");
    has(&found, "L0105", "state");
    has(&found, "L0302", "RookLeft");
    has(&found, "L0502", "mate");
    shows(&found, "L0502");
}

#[test]
fn pawns_of_the_limb_chess_walk_backwards() {
    let path = "replacement/checkmate/chaturanga/Shatranj al-Jawarhiya.lud";
    let Some(found) = findings(path, "Shatranj al-Jawarhiya (Ludii 1)") else { return };
    has(&found, "L0401", "Pawn");
    has(&found, "L0403", "player 2");
    has(&found, "L0404", "player 2");
    has(&found, "L0404", "not one of them can move");
}

#[test]
fn seven_fang_runs_full_and_has_two_rules_for_one_signal() {
    let Some(found) = findings("other/Seven-Fang.lud", "Seven-Fang (Ludii 2)") else { return };
    has(&found, "L0305", "80 pieces");
    shows(&found, "L0305");
    has(&found, "L0106", "value of a player");
    shows(&found, "L0106");
    has(&found, "L0202", "extra move");
    shows(&found, "L0202");
}

#[test]
fn the_king_of_samantsy_is_decoration() {
    let path = "replacement/checkmate/chaturanga/Samantsy.lud";
    let Some(found) = findings(path, "Samantsy (Ludii 2)") else { return };
    has(&found, "L0501", "King");
}

#[test]
fn sfenj_knows_no_draw() {
    let path = "replacement/checkmate/chaturanga/Sfenj.lud";
    let Some(found) = findings(path, "Sfenj (Ludii 11)") else { return };
    has(&found, "L0502", "mate");
    shows(&found, "L0502");
}
