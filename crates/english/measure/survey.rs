//! Tells many games at once, for people who work on the words: `survey FOLDER DEFS OUT [PHRASES]` writes a text per game into
//! OUT and prints the meter.

use ludarium_compiler::check;
use ludarium_english::{Description, Phrases, rules_with_phrases};
use ludarium_ludemes::{Ty, assemble};
use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, parse};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, defs, out, more @ ..] = args.as_slice() else {
        eprintln!("survey FOLDER DEFS OUT [PHRASES]");
        return;
    };
    // A phrase per line: the id of the ludeme, a tab, the template; `PLAN` where the planner speaks.
    let mut phrases = Phrases::new();
    for line in more.first().and_then(|p| std::fs::read_to_string(p).ok()).unwrap_or_default().lines() {
        if let Some((id, phrase)) = line.split_once('\t') {
            let phrase = if phrase == "PLAN" { "*" } else { phrase };
            phrases.insert(id.to_string(), Box::leak(phrase.to_string().into_boxed_str()));
        }
    }
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let mut games = Vec::new();
    files(Path::new(folder), "lud", &mut games);
    let mut texts = Vec::new();
    files(Path::new(defs), "def", &mut texts);
    files(Path::new(defs), "ludef", &mut texts);
    let defines = Defines::from_texts(
        texts.into_iter().filter_map(|p| Some((p.display().to_string(), std::fs::read_to_string(&p).ok()?))),
    );
    let _ = std::fs::create_dir_all(out);
    let results: Vec<(String, f64, Vec<String>)> = games
        .par_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let expanded =
                expand(&parse(FileId(0), &text), &defines, &Selection::default(), &Limits::default());
            let (checked, _) = check(&expanded.game, *expanded.game.roots.first()?, Ty::Root);
            let Some(checked) = checked else {
                eprintln!("cannot read {}", path.display());
                return None;
            };
            let built = assemble::assemble(&checked).map(|(game, _)| game);
            let built = built.or_else(|_| assemble::assemble_board(&checked)).ok();
            let description = Description { game: &checked, tree: &expanded.game, board: built.as_ref() };
            let document = rules_with_phrases(&description, &phrases);
            let stem = path.file_stem()?.to_string_lossy().to_string();
            let folder = path.parent()?.file_name()?.to_string_lossy().to_string();
            let name = if stem == "game" { folder } else { stem };
            let _ = std::fs::write(Path::new(out).join(format!("{name}.txt")), document.text(110));
            let _ = std::fs::write(Path::new(out).join(format!("{name}.md")), document.markdown());
            let unsaid =
                document.meter.unsaid.iter().map(|u| format!("{} / {}", u.ludeme, u.argument)).collect();
            Some((name, document.meter.percent(), unsaid))
        })
        .collect();
    let whole = results.iter().filter(|r| r.2.is_empty()).count();
    let mean = results.iter().map(|r| r.1).sum::<f64>() / results.len().max(1) as f64;
    println!(
        "{} games, {whole} whole ({:.1} %), mean {mean:.2} %",
        results.len(),
        100.0 * whole as f64 / results.len().max(1) as f64
    );
    let mut by: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (_, _, unsaid) in &results {
        let mut seen = Vec::new();
        for u in unsaid {
            let entry = by.entry(u).or_default();
            entry.0 += 1;
            if !seen.contains(&u) {
                entry.1 += 1;
                seen.push(u);
            }
        }
    }
    let mut by: Vec<_> = by.into_iter().collect();
    by.sort_by_key(|(_, (_, games))| std::cmp::Reverse(*games));
    for (what, (times, games)) in by.into_iter().take(60) {
        println!("{games:5} games {times:6} times  {what}");
    }
    let mut worst: Vec<_> = results.iter().filter(|r| r.1 < 100.0).collect();
    worst.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (name, percent, _) in worst.into_iter().take(15) {
        println!("{percent:6.1}  {name}");
    }
}
