//! Tells many games at once, for people who work on the words: `survey FOLDER DEFS OUT [PHRASES]` writes a text per game and
//! ruleset into OUT and prints the meter, the lengths of sentences and the faults. FAULTS.tsv in OUT shows each of them.

use ludarium_check::check;
use ludarium_english::readability::{self, Tally};
use ludarium_english::{Description, Document, Phrases, rules_with_phrases};
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
    let told: Vec<(String, Document)> = games
        .par_iter()
        // Descriptions with gaps still to be filled are no games yet.
        .filter(|path| !path.components().any(|c| c.as_os_str() == "pending"))
        .flat_map_iter(|path| {
            let Ok(text) = std::fs::read_to_string(path) else { return Vec::new() };
            let parsed = parse(FileId(0), &text);
            let tell = |selection: &Selection| {
                let expanded = expand(&parsed, &defines, selection, &Limits::default());
                let (checked, _) = check(&expanded.game, *expanded.game.roots.first()?, Ty::Root);
                let checked = checked?;
                let built = assemble::assemble(&checked).map(|(game, _)| game);
                let built = built.or_else(|_| assemble::assemble_board(&checked)).ok();
                let description = Description { game: &checked, tree: &expanded.game, board: built.as_ref() };
                Some((rules_with_phrases(&description, &phrases), expanded.rulesets))
            };
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
            let name = if stem == "game" { folder.to_string_lossy().to_string() } else { stem };
            let Some((document, rulesets)) = tell(&Selection::default()) else {
                eprintln!("cannot read {}", path.display());
                return Vec::new();
            };
            let mut all = vec![(name.clone(), document)];
            for ruleset in rulesets {
                let chosen = Selection::ruleset(ruleset.name.as_str());
                all.extend(
                    tell(&chosen).map(|(d, _)| (format!("{name}@{}", ruleset.name.replace('/', "_")), d)),
                );
            }
            all
        })
        .collect();
    let mut shown = String::new();
    let (mut tally, mut rulesets) = (Tally::default(), Tally::default());
    for (name, document) in &told {
        let _ = std::fs::write(Path::new(out).join(format!("{name}.txt")), document.text(110));
        if name.contains('@') {
            rulesets.add(document)
        } else {
            tally.add(document)
        }
        for fault in readability::faults(document) {
            shown.push_str(&format!("{}\t{name}\t{}\n", fault.kind, fault.shown));
        }
        for text in readability::sentences(document) {
            let words = readability::words(&text);
            if words > readability::LONG {
                shown.push_str(&format!("{words} words\t{name}\t{text}\n"));
            }
        }
    }
    let _ = std::fs::write(Path::new(out).join("FAULTS.tsv"), shown);
    for (what, tally) in [("games", &tally), ("rulesets", &rulesets)] {
        println!(
            "{what}: {} texts, {} sentences, {} over {} words ({:.2} %), {} over {}, longest {}",
            tally.texts,
            tally.sentences,
            tally.long,
            readability::LONG,
            tally.percent_long(),
            tally.too_long,
            readability::TOO_LONG,
            tally.longest
        );
        for (kind, texts) in &tally.faults {
            println!("  {texts:5} texts: {kind}");
        }
    }
    let results: Vec<(String, f64, Vec<String>)> = told
        .iter()
        .filter(|(name, _)| !name.contains('@'))
        .map(|(name, document)| {
            let unsaid =
                document.meter.unsaid.iter().map(|u| format!("{} / {}", u.ludeme, u.argument)).collect();
            (name.clone(), document.meter.percent(), unsaid)
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
