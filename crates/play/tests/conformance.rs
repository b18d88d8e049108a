//! Replays recorded games and boards of `../shared/reference`. By default a fixed part of the records, so that the
//! suite stays quick; all of them with `LUDARIUM_ALL_RECORDS=1`. A record that is known to differ is named, with the
//! reason, in `docs/conformance.md`; a record that is named there and agrees is a mistake of the list.

use flate2::read::GzDecoder;
use ludarium_play::conform::{Verdict, verdict};
use ludarium_play::{Defines, library_defines};
use std::io::Read;
use std::path::{Path, PathBuf};

fn reference() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference")
}

fn records(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![reference().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|e| e.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "gz") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn verdict_on(path: &Path, defines: &Defines) -> Verdict {
    let mut text = String::new();
    let bytes = std::fs::read(path).unwrap();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    verdict(&text, defines, &|game| {
        std::fs::read_to_string(reference().join("corpus/lud").join(game)).map_err(|e| format!("{game}: {e}"))
    })
}

/// Every n-th record, or all.
fn chosen(all: Vec<PathBuf>, every: usize) -> Vec<PathBuf> {
    let every = if std::env::var_os("LUDARIUM_ALL_RECORDS").is_some() { 1 } else { every };
    all.into_iter().step_by(every).collect()
}

fn compare(folder: &str, every: usize) {
    let all = records(folder);
    if all.is_empty() {
        println!("skipped: no records in {}", reference().join(folder).display());
        return;
    }
    let known =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md"))
            .unwrap();
    let defines = library_defines();
    let chosen = chosen(all, every);
    let mut wrong = Vec::new();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|w| {
                let (chosen, defines, known) = (&chosen, &defines, &known);
                let work = move || {
                    let mut wrong = Vec::new();
                    for path in chosen.iter().skip(w).step_by(workers) {
                        let name = path.strip_prefix(reference().join(folder)).unwrap().display().to_string();
                        let listed = known.contains(&format!("`{name}`"));
                        match verdict_on(path, defines) {
                            Verdict::Ok(_) if listed => wrong.push(format!("{name}: agrees, but is listed")),
                            Verdict::Ok(_) => {}
                            _ if listed => {}
                            other => wrong.push(format!("{name}: {other:?}")),
                        }
                    }
                    wrong
                };
                std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work).unwrap()
            })
            .collect();
        for thread in threads {
            wrong.extend(thread.join().unwrap());
        }
    });
    println!("{} records of {folder} compared, {} wrong", chosen.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn recorded_games_replay() {
    compare("traces", 3);
}

#[test]
fn recorded_boards_agree() {
    compare("boards", 1);
}
