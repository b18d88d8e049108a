//! Page style against the published pages, and against more texts of the reference where somebody has them.

use ludarium_english::{Description, page};
use ludarium_play::{Defines, Selection, compile, read};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// The page of a description in the public corpus, with the corpus's own definitions.
fn page_of(path: &Path, options: &[String], defines: &Defines) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
    let selection = Selection { options: options.to_vec(), ruleset: None };
    let reading = read("", &text, defines, &selection);
    let first =
        |problems: &[ludarium_play::Problem]| problems.first().map_or(String::new(), |p| p.message.clone());
    let Some(checked) = &reading.game else { return Err(first(&reading.problems)) };
    let game = compile(&reading).map_err(|problems| first(&problems))?;
    Ok(page(&Description { game: checked, tree: &reading.expanded.game, board: Some(&game) }))
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
                let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                texts.push((name, std::fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    texts.sort();
    Defines::from_texts(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

/// Lines without the quotes round the name and with single blanks: the only freedom there is.
fn lines(text: &str) -> Vec<String> {
    text.replace('"', "")
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect()
}

/// The lines of a page between the heading `Rules` and the reconstruction's details.
fn rules_section(page: &str) -> Vec<String> {
    let all = lines(page);
    let from = all.iter().position(|line| line == "Rules").map_or(0, |i| i + 1);
    let to = all.iter().position(|line| line == "Reconstruction Details").unwrap_or(all.len());
    all[from..to].to_vec()
}

fn assert_same(what: &str, ours: &[String], theirs: &[String]) {
    for (i, line) in theirs.iter().enumerate() {
        assert_eq!(ours.get(i).map(String::as_str), Some(line.as_str()), "{what}, line {}", i + 1);
    }
    assert_eq!(ours.len(), theirs.len(), "{what}: lines");
}

const FOUNDING: [(&str, &str, &str); 5] = [
    ("000_61a496edfa7b8c0d.txt", "replacement/checkmate/chaturanga/Sfenj.lud", "Sfenj (Ludii 11)"),
    (
        "001_37250da55c8bfff7.txt",
        "replacement/checkmate/chaturanga/Shakhmaty (Medieval).lud",
        "Shakhmaty (Medieval) (Ludii 5)",
    ),
    ("002_ead38e295e2d279a.txt", "replacement/checkmate/chaturanga/Samantsy.lud", "Samantsy (Ludii 2)"),
    ("003_eeb5f5b125da7d9e.txt", "other/Seven-Fang.lud", "Seven-Fang (Ludii 2)"),
    (
        "004_500f31c340fe8c61.txt",
        "replacement/checkmate/chaturanga/Shatranj al-Jawarhiya.lud",
        "Shatranj al-Jawarhiya (Ludii 1)",
    ),
];

/// The five founding pages, from the public descriptions: 131 lines.
#[test]
fn the_five_pages_line_by_line() {
    let seeds = shared().join("seeds");
    if !seeds.exists() {
        println!("skipped: no pages in {}", seeds.display());
        return;
    }
    let defines = corpus_defines();
    for (seed, path, variant) in FOUNDING {
        let published = std::fs::read_to_string(seeds.join(seed)).expect("a page");
        let path = shared().join("reference/corpus/lud/reconstruction/done/board/war").join(path);
        let ours = page_of(&path, &[format!("Variant/{variant}")], &defines).expect("a game");
        assert_same(variant, &lines(&ours), &rules_section(&published));
    }
}

/// The same pages from our own descriptions in the library.
#[test]
fn the_five_pages_from_the_library() {
    let seeds = shared().join("seeds");
    if !seeds.exists() {
        println!("skipped: no pages in {}", seeds.display());
        return;
    }
    for (seed, _, variant) in FOUNDING {
        let published = std::fs::read_to_string(seeds.join(seed)).expect("a page");
        let name = variant.rsplit_once(" (Ludii").map_or(variant, |(name, _)| name);
        let entry = ludarium_play::find(name).expect("an entry of the library");
        let reading = read(entry.key, entry.text, &ludarium_play::library_defines(), &Selection::default());
        let checked = reading.game.as_ref().expect("a description without mistakes");
        let game = compile(&reading).expect("a game");
        let ours = page(&Description { game: checked, tree: &reading.expanded.game, board: Some(&game) });
        assert_same(name, &lines(&ours), &rules_section(&published));
    }
}

/// More texts of the reference: files that begin with a line `path<TAB>options`, then its text. Their folder is
/// named by LUDARIUM_PAGE_TEXTS; each difference is printed, nothing is required.
#[test]
fn further_texts() {
    let Ok(folder) = std::env::var("LUDARIUM_PAGE_TEXTS") else {
        println!("skipped: LUDARIUM_PAGE_TEXTS names no folder of texts");
        return;
    };
    let defines = corpus_defines();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
    files.sort();
    let found: Vec<(bool, String)> = files
        .par_iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let (head, theirs) = text.split_once('\n').unwrap_or((&text, ""));
            let (path, options) = head.split_once('\t').unwrap_or((head, ""));
            let options: Vec<String> =
                options.split(';').filter(|o| !o.is_empty()).map(str::to_string).collect();
            let name =
                Path::new(path).file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let ours = match page_of(Path::new(path), &options, &defines) {
                Ok(page) => page,
                Err(why) if why.is_empty() => String::new(),
                Err(why) => return (false, format!("{name}: {why}")),
            };
            let (ours, theirs) = (lines(&ours), lines(theirs));
            if ours == theirs {
                return (true, String::new());
            }
            let at = (0..ours.len().max(theirs.len())).find(|i| ours.get(*i) != theirs.get(*i)).unwrap_or(0);
            let (a, b) = (ours.get(at).map_or("", |l| l), theirs.get(at).map_or("", |l| l));
            let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
            let cut = |text: &str| {
                text.char_indices()
                    .filter(|(i, _)| *i + 40 >= same && *i < same + 160)
                    .map(|(_, c)| c)
                    .collect::<String>()
            };
            (false, format!("{name}\n   ours   {}\n   theirs {}", cut(a), cut(b)))
        })
        .collect();
    for (_, difference) in found.iter().filter(|(same, _)| !same) {
        println!("{difference}");
    }
    println!("{} of {} texts are equal", found.iter().filter(|(same, _)| *same).count(), found.len());
}
