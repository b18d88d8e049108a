//! Lists the definition files and the games that go into the binary. It reads directory names and the title line of
//! each game, nothing more; everything about their content is the business of the crates that read them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let defines = here.join("defines");
    let games = here.join("../../games");
    println!("cargo::rerun-if-changed={}", defines.display());
    println!("cargo::rerun-if-changed={}", games.display());

    let mut code = String::from("pub(crate) static DEFINES: &[DefineFile] = &[\n");
    for path in entries(&defines).into_iter().filter(|p| p.extension().is_some_and(|e| e == "ludef")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(code, "    DefineFile {{ name: {name:?}, text: include_str!({path:?}) }},")
            .expect("writing to a string");
    }
    code.push_str("];\n\npub(crate) static GAMES: &[LibraryGame] = &[\n");
    for folder in entries(&games) {
        let game = folder.join("game.lud");
        if !game.is_file() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        let text = fs::read_to_string(&game).unwrap_or_else(|e| panic!("{}: {e}", game.display()));
        let title = title(&text).unwrap_or_else(|| panic!("{}: no (game \"Title\"", game.display()));
        let [notes, facts] = ["notes.md", "about.toml"].map(|name| folder.join(name));
        for file in [&notes, &facts] {
            assert!(file.is_file(), "{} is missing: see games/README.md", file.display());
        }
        let key = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let [weights, puzzles, lesson] = ["weights.txt", "puzzles.txt", "lesson.md"].map(|name| {
            let file = folder.join(name);
            if file.is_file() { format!("Some(include_str!({file:?}))") } else { "None".to_owned() }
        });
        writeln!(
            code,
            "    LibraryGame {{ key: {key:?}, title: {title:?}, text: include_str!({game:?}), \
             notes: include_str!({notes:?}), facts: include_str!({facts:?}), weights: {weights}, puzzles: {puzzles}, lesson: {lesson} }},"
        )
        .expect("writing to a string");
    }
    code.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("embedded.rs"), code).expect("OUT_DIR can be written");
}

/// What a folder holds, by name; nothing when it does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).map(|all| all.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.sort();
    paths
}

/// `Chess` in `(game "Chess"`; a test of the crate compares it with what the parser reads.
fn title(text: &str) -> Option<String> {
    let rest = text.split_once("(game \"")?.1;
    Some(rest.split_once('"')?.0.to_owned())
}
