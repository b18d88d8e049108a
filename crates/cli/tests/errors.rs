//! Every file of `tests/errors` is a small description with a mistake. What `ludarium check` says about it stands
//! beside it in a file `.expected`. `BLESS=1 cargo test -p ludarium-cli` accepts what is said now; the difference is
//! what a reviewer reads.
//!
//! The first line of a description says what is wrong with it; a second line `// run: …` holds arguments for `check`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Splits arguments at blanks; quotes hold a group together.
fn arguments(line: &str) -> Vec<String> {
    line.split('"')
        .enumerate()
        .flat_map(|(i, part)| -> Vec<String> {
            if i % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

/// What the command says about one description, and with which status it ends.
fn said(name: &str) -> String {
    let text =
        std::fs::read_to_string(root().join("tests/errors").join(name)).expect("the file was just listed");
    let run = text.lines().find_map(|line| line.strip_prefix("// run: ")).unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .current_dir(root())
        .arg("check")
        .args(arguments(run))
        .arg(format!("tests/errors/{name}"))
        .output()
        .expect("the command can be started");
    assert!(
        output.status.code().is_some_and(|code| code < 3),
        "{name}: {:?}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    format!(
        "{}{}exit status {}\n",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap_or(-1)
    )
}

fn descriptions() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("tests/errors")).expect("tests/errors is there");
    let mut names: Vec<String> = folder
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".lud"))
        .collect();
    names.sort();
    names
}

#[test]
fn messages_are_those_accepted() {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut wrong = String::new();
    for name in descriptions() {
        let expected_at = root().join("tests/errors").join(&name).with_extension("expected");
        let said = said(&name);
        if bless {
            std::fs::write(&expected_at, &said).expect("tests/errors can be written");
            continue;
        }
        let expected = std::fs::read_to_string(&expected_at).unwrap_or_default();
        if expected != said {
            wrong += &format!("---- {name}: expected\n{expected}---- {name}: said\n{said}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nBLESS=1 accepts what is said now");
}

/// A message that does not complain, or complains without a place, teaches nobody. Files that are right in the end
/// (warnings only) are named here so that none slips in.
#[test]
fn every_mistake_is_found_and_placed() {
    let names = descriptions();
    assert!(names.len() >= 60, "{} kinds of mistake", names.len());
    let mut codes = std::collections::BTreeSet::new();
    for name in &names {
        let said = said(name);
        assert!(!said.contains("nothing wrong"), "{name}: the mistake is not found");
        assert!(said.contains("tests/errors/"), "{name}: no place in the file\n{said}");
        codes
            .extend(said.split('[').filter_map(|rest| rest.split_once(']')).map(|(code, _)| code.to_owned()));
    }
    assert!(codes.iter().filter(|code| code.starts_with("E0")).count() >= 20, "{codes:?}");
}

/// No description has lost its message, no message its description.
#[test]
fn nothing_is_left_over() {
    let folder = std::fs::read_dir(root().join("tests/errors")).expect("tests/errors is there");
    for entry in folder {
        let path = entry.expect("it can be listed").path();
        let twin = match path.extension().and_then(|e| e.to_str()) {
            Some("lud") => path.with_extension("expected"),
            Some("expected") => path.with_extension("lud"),
            Some(_) | None => panic!("{}: neither a description nor a message", path.display()),
        };
        assert!(twin.is_file(), "{} has no {}", path.display(), twin.display());
    }
}
