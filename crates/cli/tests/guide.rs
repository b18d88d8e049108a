//! The guide is followed: every command of `docs/guide` is run as it is written, page by page, in a folder of its own. Blocks marked `no-run` serve, wait for
//! somebody to type, or take long.

use std::path::Path;
use std::process::Command;

/// The commands of a page, with the lines where they stand.
fn commands(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim() {
            "```sh" => inside = true,
            mark if mark.starts_with("```") => inside = false,
            command if inside && !command.is_empty() => found.push((number + 1, command.to_owned())),
            _ => {}
        }
    }
    found
}

/// The words of a command; quotes keep words together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let mut words = Vec::new();
    for (i, part) in parts {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_command_of_the_guide_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for what the commands write");
    let mut wrong = Vec::new();
    let mut run = 0;
    for page in std::fs::read_dir(root.join("docs/guide")).expect("the guide").flatten() {
        let text = std::fs::read_to_string(page.path()).expect("a page can be read");
        let name = page.file_name().to_string_lossy().into_owned();
        for (line, command) in commands(&text) {
            let words = words(&command);
            assert_eq!(words.first().map(String::as_str), Some("ludarium"), "{name}:{line}");
            let output =
                Command::new(env!("CARGO_BIN_EXE_ludarium")).args(&words[1..]).current_dir(&folder).output();
            let output = output.expect("the command can be started");
            run += 1;
            // A command says something or leaves the file that it was asked for.
            let said = !output.stdout.is_empty() || !output.stderr.is_empty();
            let written = words.iter().any(|word| word.contains('.') && folder.join(word).is_file());
            if !output.status.success() || !said && !written {
                wrong.push(format!("{name}:{line}: {command}: {}", String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    assert!(run > 40, "the guide has commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
