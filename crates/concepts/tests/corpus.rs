//! The compiled concepts of every recorded game and ruleset against what the reference compiles. Reads
//! `../shared/reference`, and says so where that is absent. `REPORT=1` prints the differences per concept,
//! `GAME=part-of-a-path` those of some games, `DEFS=ours` reads with our own definitions.

use flate2::read::GzDecoder;
use ludarium_concepts::taxonomy::{self, Data, Kind};
use ludarium_concepts::{Profile, profile_of};
use ludarium_play::{Defines, Selection, compile_with, library_defines, read};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};

struct Row {
    game: String,
    option: String,
    booleans: BTreeSet<u16>,
    numbers: BTreeMap<u16, f64>,
}

fn reference() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    folder.join("concepts.tsv.gz").is_file().then_some(folder)
}

fn rows(folder: &Path) -> Vec<Row> {
    let bytes = std::fs::read(folder.join("concepts.tsv.gz")).unwrap();
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text.lines()
        .map(|line| {
            let mut parts = line.split('\t');
            let mut next = || parts.next().unwrap_or("").to_string();
            let (game, option, booleans, numbers) = (next(), next(), next(), next());
            let pair = |p: &str| p.split_once('=').map(|(id, v)| (id.parse().unwrap(), v.parse().unwrap()));
            Row {
                game,
                option,
                booleans: booleans.split(' ').filter_map(|id| id.parse().ok()).collect(),
                numbers: numbers.split(' ').filter_map(pair).collect(),
            }
        })
        .collect()
}

fn corpus_defines(folder: &Path) -> Defines {
    let mut texts = Vec::new();
    let mut folders = vec![folder.join("corpus/def")];
    while let Some(dir) = folders.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    texts.sort();
    Defines::from_texts(texts)
}

fn profile(folder: &Path, row: &Row, defines: &Defines) -> Result<Profile, String> {
    let text =
        std::fs::read_to_string(folder.join("corpus/lud").join(&row.game)).map_err(|e| e.to_string())?;
    let options = row.option.split("; ").filter(|o| !o.is_empty()).map(str::to_string).collect();
    let reading = read(&row.game, &text, defines, &Selection { options, ruleset: None });
    if reading.has_errors() {
        return Err(reading
            .problems
            .iter()
            .find(|p| p.is_error())
            .map_or(String::new(), |p| p.message.clone()));
    }
    let find = |name: &str| -> Option<String> {
        let mut folders = vec![folder.join("corpus/lud")];
        while let Some(dir) = folders.pop() {
            for entry in std::fs::read_dir(dir).ok()? {
                let path = entry.ok()?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_stem().is_some_and(|s| s.to_string_lossy() == name) {
                    return std::fs::read_to_string(path).ok();
                }
            }
        }
        None
    };
    let game =
        compile_with(&reading, &find).map_err(|p| p.first().map_or(String::new(), |p| p.message.clone()))?;
    profile_of(&reading, &game, &find).ok_or_else(|| "no concepts".to_string())
}

#[test]
fn compiled_concepts_agree_with_the_reference() {
    let Some(folder) = reference() else {
        println!("skipped: ../shared/reference is not here");
        return;
    };
    let only = std::env::var("GAME").unwrap_or_default();
    let rows: Vec<Row> = rows(&folder).into_iter().filter(|row| row.game.contains(&only)).collect();
    let ours = std::env::var("DEFS").is_ok_and(|d| d == "ours");
    let defines = if ours { library_defines() } else { corpus_defines(&folder) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(64 << 20).build().unwrap();
    let results: Vec<Result<Profile, String>> =
        pool.install(|| rows.par_iter().map(|row| profile(&folder, row, &defines)).collect());
    let mut wrong: BTreeMap<u16, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    let mut numbers_wrong: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    let (mut equal, mut equal_numbers) = (0, 0);
    for (row, result) in rows.iter().zip(&results) {
        let profile = match result {
            Ok(profile) => profile,
            Err(why) => {
                println!("{} [{}]: {why}", row.game, row.option);
                continue;
            }
        };
        let mut same = true;
        for concept in taxonomy::all().iter().filter(|c| c.compiled && c.data == Data::Boolean) {
            let (have, want) = (profile.set.has(concept.id), row.booleans.contains(&concept.id));
            if have != want {
                let lists = wrong.entry(concept.id).or_default();
                (if have { &mut lists.0 } else { &mut lists.1 }).push(&row.game);
                same &= matches!(concept.kind, Kind::Visual | Kind::Implementation | Kind::Rules);
            }
        }
        equal += usize::from(same);
        let mut same = true;
        for (&id, &want) in &row.numbers {
            // What is measured on the start position is not read off the description.
            if taxonomy::by_id(id).is_none_or(|c| !c.compiled) {
                continue;
            }
            let have = profile.value(id).unwrap_or(f64::NAN);
            if (have - want).abs() > 1e-6 || have.is_nan() {
                same = false;
                numbers_wrong.entry(id).or_default().push(format!("{} ({have} for {want})", row.game));
            }
        }
        equal_numbers += usize::from(same);
    }
    if std::env::var("REPORT").is_ok() || !only.is_empty() {
        let mut lines: Vec<_> = wrong.iter().collect();
        lines.sort_by_key(|(_, (more, less))| std::cmp::Reverse(more.len() + less.len()));
        let some = |list: &[&str]| {
            let mut seen: Vec<&str> = list.iter().map(|g| g.rsplit('/').next().unwrap_or(g)).collect();
            seen.dedup();
            seen.truncate(4);
            seen.join(", ")
        };
        for (id, (more, less)) in lines {
            let concept = taxonomy::by_id(*id).unwrap();
            println!(
                "{id} {} [{}]: {} too many ({}), {} missing ({})",
                concept.name,
                concept.kind.name(),
                more.len(),
                some(more),
                less.len(),
                some(less)
            );
        }
        for (id, games) in &numbers_wrong {
            let name = taxonomy::by_id(*id).map_or("", |c| c.name);
            println!("{id} {name}: {} differ: {}", games.len(), games[..games.len().min(4)].join(", "));
        }
    }
    let share = |n: usize| 100.0 * n as f64 / rows.len().max(1) as f64;
    println!(
        "{} rows: booleans equal {:.2} %, numbers equal {:.2} %",
        rows.len(),
        share(equal),
        share(equal_numbers)
    );
    if only.is_empty() && !ours {
        assert!(share(equal) >= 99.0 && share(equal_numbers) >= 99.0);
    }
}

#[test]
fn rules_name_concepts_that_exist() {
    assert_eq!(ludarium_concepts::rules::misspelt(), Vec::<String>::new());
}
