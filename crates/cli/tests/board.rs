//! The command that draws boards, on the games of the contact sheet. Needs the reference corpus beside the project.

use std::path::{Path, PathBuf};
use std::process::Command;

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud");
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: no reference corpus at {}", path.display());
    None
}

fn ludarium(arguments: &[&str]) -> (bool, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludarium")).args(arguments).output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_board_of_the_library_is_printed_and_drawn() {
    let (fine, printed, errors) = ludarium(&["board", "Chess", "--start"]);
    assert!(fine, "{errors}");
    assert!(printed.contains("8  r n b q k b n r"), "{printed}");
    let file = std::env::temp_dir().join(format!("ludarium-board-{}.svg", std::process::id()));
    let (fine, _, errors) = ludarium(&["board", "Hex", "--labels", "--svg", &file.to_string_lossy()]);
    assert!(fine, "{errors}");
    let picture = std::fs::read_to_string(&file).expect("the picture is there");
    std::fs::remove_file(&file).expect("and can be removed");
    assert_eq!(picture.matches("class=\"site\"").count(), 121);
}

#[test]
fn an_unknown_game_is_refused() {
    let (fine, _, errors) = ludarium(&["board", "Nonesuch"]);
    assert!(!fine);
    assert!(errors.contains("Nonesuch"), "{errors}");
}

#[test]
fn every_game_of_the_contact_sheet_can_be_drawn() {
    let Some(corpus) = corpus() else { return };
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/boards.txt");
    let names = std::fs::read_to_string(&list).expect("the list is part of the project");
    let wanted = names.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).count();
    let file = std::env::temp_dir().join(format!("ludarium-sheet-{}.svg", std::process::id()));
    let (fine, _, errors) = ludarium(&[
        "board",
        "--games-from",
        &list.to_string_lossy(),
        "--corpus",
        &corpus.to_string_lossy(),
        "--sheet",
        &file.to_string_lossy(),
    ]);
    assert!(fine, "{errors}");
    let page = std::fs::read_to_string(&file).expect("the page is there");
    std::fs::remove_file(&file).expect("and can be removed");
    assert_eq!(page.matches("class=\"ground\"").count(), wanted);
}
