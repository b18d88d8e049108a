//! Every ludeme in a few scenes that a player could follow: a small game, some moves, and what must then be so. The scenes are
//! text files in `scenarios`, by family; `scenarios/README.md` tells how they are written.
//!
//! `BLESS=1 cargo test -p ludarium-play --test scenarios` writes what is so into the files. Read the change before you keep it.

#[path = "scenarios/scene.rs"]
mod scene;

use ludarium_play::library_defines;
use scene::{Scene, files, scenes};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_scene_is_as_written() {
    let accept = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let only = std::env::var("SCENE").ok();
    let defines = library_defines();
    let (mut wrong, mut played) = (Vec::new(), 0);
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a file of scenes can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for scene in scenes(&text) {
            if only.as_ref().is_some_and(|only| !scene.about.contains(only) && !scene.title.contains(only)) {
                continue;
            }
            played += 1;
            for (line, is, problem) in scene.play(&defines) {
                wrong.push(format!("{name}:{}: {}: {problem}", line + 1, scene.title));
                if let (true, Some(is)) = (accept, is) {
                    lines[line] = is;
                }
            }
        }
        let accepted = lines.join("\n") + "\n";
        if accept && accepted != text {
            std::fs::write(&path, accepted).expect("a file of scenes can be written");
        }
    }
    assert!(accept || wrong.is_empty(), "{} of {played} scenes:\n{}", wrong.len(), wrong.join("\n"));
}

/// The ludemes that a scene says it is about stand in its game or in its questions, and none that public games use is left out.
#[test]
fn every_ludeme_in_use_has_a_scene() {
    let defines = library_defines();
    let mut about: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a file of scenes can be read");
        for scene in scenes(&text) {
            let used: BTreeSet<&str> = scene.entries(&defines);
            for id in &scene.about {
                if !used.contains(id.as_str()) {
                    wrong.push(format!("{:?} is about {id}, which is not in it", scene.title));
                }
                about.entry(id.clone()).or_default().push(scene.title.clone());
            }
        }
    }
    let known: BTreeSet<&str> = ludarium_ludemes::all().map(|ludeme| ludeme.id).collect();
    wrong
        .extend(about.keys().filter(|id| !known.contains(id.as_str())).map(|id| format!("there is no {id}")));
    let list = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/in_use.txt");
    let list = std::fs::read_to_string(list).expect("the list of ludemes in use");
    let missing: Vec<&str> = list
        .lines()
        .filter(|id| !id.is_empty() && !id.starts_with('#') && !about.contains_key(*id))
        .collect();
    assert!(
        wrong.is_empty() && missing.is_empty(),
        "{}\n{} without a scene:\n{}",
        wrong.join("\n"),
        missing.len(),
        missing.join("\n")
    );
}

/// The scenes that were read are all that stand in the files: nothing is passed over in silence.
#[test]
fn no_scene_is_passed_over() {
    let all: Vec<Scene> =
        files().iter().flat_map(|path| scenes(&std::fs::read_to_string(path).unwrap_or_default())).collect();
    let empty: Vec<&str> =
        all.iter().filter(|scene| !scene.asks()).map(|scene| scene.title.as_str()).collect();
    assert!(empty.is_empty(), "these ask nothing: {empty:?}");
}
