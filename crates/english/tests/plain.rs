//! The plain style, read as text: forty games of the library as goldens, and every game there is (the library's, and
//! the corpus beside the repository where it is present) against a list of what must never be printed.
//!
//! `BLESS=1` accepts changed goldens.

use ludarium_check::check;
use ludarium_english::{Description, Document, Style, readability, rules};
use ludarium_ludemes::{Ty, assemble};
use ludarium_syntax::{Defines, FileId, Limits, Selection, expand, parse};
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// From all families; each was read aloud.
const GOLDEN: [&str; 40] = [
    "alquerque",
    "amazons",
    "backgammon",
    "bagh-chal",
    "breakthrough",
    "chess",
    "chinese-checkers",
    "clobber",
    "connect-four",
    "dara",
    "dodgem",
    "dots-and-boxes",
    "english-draughts",
    "fanorona",
    "fox-and-geese",
    "game-of-the-goose",
    "go",
    "gomoku",
    "havannah",
    "hex",
    "hnefatafl",
    "international-draughts",
    "kalah",
    "konane",
    "lights-out",
    "ludo",
    "nim",
    "nine-mens-morris",
    "oware",
    "peg-solitaire",
    "reversi",
    "royal-game-of-ur",
    "senet",
    "shogi",
    "snakes-and-ladders",
    "sudoku",
    "surakarta",
    "tablut",
    "tic-tac-toe",
    "xiangqi",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn defines(folder: &Path) -> Defines {
    let texts = files(folder, "def").into_iter().chain(files(folder, "ludef"));
    Defines::from_texts(
        texts.filter_map(|p| Some((p.display().to_string(), std::fs::read_to_string(&p).ok()?))),
    )
}

fn tell(path: &Path, defines: &Defines) -> Option<Document> {
    tell_chosen(&std::fs::read_to_string(path).ok()?, defines, &Selection::default())
}

fn tell_chosen(text: &str, defines: &Defines, chosen: &Selection) -> Option<Document> {
    let expanded = expand(&parse(FileId(0), text), defines, chosen, &Limits::default());
    let (checked, _) = check(&expanded.game, *expanded.game.roots.first()?, Ty::Root);
    let checked = checked?;
    let built = assemble::assemble(&checked).map(|(game, _)| game);
    let built = built.or_else(|_| assemble::assemble_board(&checked)).ok();
    let description = Description { game: &checked, tree: &expanded.game, board: built.as_ref() };
    Some(rules(&description, Style::Plain))
}

/// Rules are told by recursion, up to a limit that wants more stack than test threads have.
fn with_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(64 << 20).spawn(work).unwrap().join().unwrap()
}

#[test]
fn golden_texts() {
    with_stack(|| {
        let bless = std::env::var_os("BLESS").is_some();
        let defines = defines(&repository().join("crates/library/defines"));
        let mut wrong = String::new();
        for key in GOLDEN {
            let document = tell(&repository().join("games").join(key).join("game.lud"), &defines);
            let text = document.unwrap_or_else(|| panic!("{key} cannot be read")).markdown();
            let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{key}.md"));
            if bless {
                std::fs::write(&golden, &text).unwrap();
            } else if std::fs::read_to_string(&golden).unwrap_or_default() != text {
                let _ =
                    writeln!(wrong, "{key} is told otherwise than {}; BLESS=1 accepts it", golden.display());
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

/// What no text may contain. Names (of games, in quotes) may be anything.
fn faults(document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    let text = document.text(usize::MAX >> 1);
    let text = text.split_once('\n').map_or("", |(_, rest)| rest);
    let mut plain = String::new();
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '“' => {
                quoted = true;
                plain.push('Q');
            }
            '”' => quoted = false,
            _ if quoted => {}
            _ => plain.push(c),
        }
    }
    const NEVER: [&str; 14] = [
        "vertexs",
        "not in words",
        "too deep for words",
        " .",
        " ,",
        "( ",
        "{",
        "}",
        "<",
        ">",
        "^",
        "@ ",
        "'s's",
        "moveAgain",
    ];
    for never in NEVER {
        if plain.contains(never) {
            let at = plain.find(never).unwrap_or(0);
            let around: String =
                plain[..at].chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
            found.push(format!("{never:?} after {around:?}"));
        }
    }
    for line in plain.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (i, pair) in words.windows(2).enumerate() {
            let (a, b) = (pair[0], pair[1]);
            // Inside a sentence a capital A is the name of something (`condition A`), no article.
            let begins = i == 0 || words[i - 1].ends_with(['.', ':', '-']);
            let a = if begins || a != a.to_uppercase() || a.len() > 2 { a } else { "name" };
            if a.eq_ignore_ascii_case(b) && a.chars().all(char::is_alphabetic) {
                found.push(format!("doubled {a:?}"));
            }
            let vowel =
                b.starts_with(['a', 'e', 'i', 'o', 'u']) && !b.starts_with("one") && !b.starts_with("uni");
            if a.eq_ignore_ascii_case("a") && vowel {
                found.push(format!("broken article: {a} {b}"));
            }
            let consonant =
                b.starts_with(|c: char| c.is_ascii_lowercase()) && !vowel && !b.starts_with("hour");
            if a.eq_ignore_ascii_case("an") && consonant && b.len() > 2 {
                found.push(format!("broken article: {a} {b}"));
            }
            const ONE: [&str; 4] = ["a", "an", "one", "each"];
            const MANY: [&str; 7] = ["squares", "pieces", "players", "points", "holes", "cells", "edges"];
            let singular = ["square", "piece", "point", "hole", "cell", "edge", "player"];
            if ONE.contains(&a) && MANY.contains(&b.trim_end_matches(['.', ',', ';'])) {
                found.push(format!("broken plural: {a} {b}"));
            }
            let number = ["two", "three", "four", "five", "six", "seven", "eight"].contains(&a);
            if number && singular.contains(&b.trim_end_matches(['.', ',', ';'])) {
                found.push(format!("broken plural: {a} {b}"));
            }
        }
        for word in words {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let letters: Vec<char> = word.chars().collect();
            let camel = letters.windows(2).any(|w| w[0].is_lowercase() && w[1].is_uppercase());
            if camel {
                found.push(format!("camel case {word:?}"));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn the_library_reads_well() {
    with_stack(|| {
        let defines = defines(&repository().join("crates/library/defines"));
        let mut wrong = String::new();
        for path in files(&repository().join("games"), "lud") {
            let Some(document) = tell(&path, &defines) else { continue };
            for fault in faults(&document) {
                let _ = writeln!(wrong, "{}: {fault}", path.display());
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    });
}

/// What the texts may cost at most, in ten thousandths of all sentences: those of more than 35 words. It only falls:
/// `BLESS=1` writes a smaller figure, never a larger one.
fn within_budget(name: &str, tally: &readability::Tally) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readability").join(name);
    let long = (100.0 * tally.percent_long()).ceil() as u64;
    let budget: u64 = std::fs::read_to_string(&path).ok().and_then(|t| t.trim().parse().ok()).unwrap_or(200);
    println!(
        "{name}: {} texts, {} sentences, {} of more than {} words ({:.2} %), longest {}",
        tally.texts,
        tally.sentences,
        tally.long,
        readability::LONG,
        tally.percent_long(),
        tally.longest
    );
    if std::env::var_os("BLESS").is_some() && long < budget {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("{long}\n")).unwrap();
    }
    assert_eq!(tally.too_long, 0, "sentences of more than {} words", readability::TOO_LONG);
    assert!(tally.faults.is_empty(), "{:?}", tally.faults);
    assert!(long <= budget, "{long} of 10,000 sentences are long; {} allows {budget}", path.display());
}

#[test]
fn the_library_is_readable() {
    with_stack(|| {
        let defines = defines(&repository().join("crates/library/defines"));
        let mut tally = readability::Tally::default();
        for path in files(&repository().join("games"), "lud") {
            if let Some(document) = tell(&path, &defines) {
                tally.add(&document);
            }
        }
        within_budget("library", &tally);
    });
}

/// Every ruleset of every public description that has rulesets.
#[test]
fn the_rulesets_of_the_corpus_are_readable() {
    let corpus = repository().join("../shared/reference/corpus");
    if !corpus.join("lud").is_dir() {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    }
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let defines = defines(&corpus.join("def"));
    let told: Vec<Document> = files(&corpus.join("lud"), "lud")
        .into_par_iter()
        .filter(|path| !path.components().any(|c| c.as_os_str() == "pending"))
        .flat_map_iter(|path| {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let offered =
                expand(&parse(FileId(0), &text), &defines, &Selection::default(), &Limits::default());
            let chosen = offered.rulesets.into_iter().map(|r| Selection::ruleset(r.name.as_str()));
            chosen.filter_map(|c| tell_chosen(&text, &defines, &c)).collect::<Vec<_>>()
        })
        .collect();
    let mut tally = readability::Tally::default();
    told.iter().for_each(|document| tally.add(document));
    assert!(tally.texts > 1000, "only {} rulesets were told", tally.texts);
    within_budget("rulesets", &tally);
}

#[test]
fn the_corpus_is_in_words() {
    let corpus = repository().join("../shared/reference/corpus");
    if !corpus.join("lud").is_dir() {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    }
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let defines = defines(&corpus.join("def"));
    let told: Vec<(PathBuf, Document)> = files(&corpus.join("lud"), "lud")
        .into_par_iter()
        // Descriptions with gaps still to be filled are no games yet.
        .filter(|path| !path.components().any(|c| c.as_os_str() == "pending"))
        .filter_map(|path| tell(&path, &defines).map(|document| (path, document)))
        .collect();
    let whole = told.iter().filter(|(_, d)| d.meter.unsaid.is_empty()).count() as f64 / told.len() as f64;
    let mean = told.iter().map(|(_, d)| d.meter.percent()).sum::<f64>() / told.len() as f64;
    println!("{} games, {:.1} % told whole, mean {mean:.2} %", told.len(), 100.0 * whole);
    let mut wrong = String::new();
    for (path, document) in &told {
        for fault in faults(document) {
            let _ = writeln!(wrong, "{}: {fault}", path.display());
        }
    }
    assert!(told.len() > 1200, "only {} games were told", told.len());
    assert!(whole >= 0.8, "only {:.1} % of the games are told whole", 100.0 * whole);
    assert!(mean >= 99.9, "the mean is {mean:.2} %");
    assert!(wrong.is_empty(), "{wrong}");
    let mut tally = readability::Tally::default();
    told.iter().for_each(|(_, document)| tally.add(document));
    within_budget("games", &tally);
}

/// Questions about the rules, written from knowledge of the games before the texts were looked at, each answered from
/// the text alone: the quotation must stand there. `-` marks a question that the text does not answer.
#[test]
fn questions_of_players_are_answered() {
    with_stack(|| {
        let defines = defines(&repository().join("crates/library/defines"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/questions");
        let rows = std::fs::read_to_string(folder.join("answers.tsv")).unwrap();
        let corpus = repository().join("../shared/reference/corpus");
        let public = files(&corpus.join("lud"), "lud");
        let theirs = self::defines(&corpus.join("def"));
        // `corpus:Name:Ruleset` is a public game; where those are absent, such questions are left out.
        let told = |key: &str| match key.strip_prefix("corpus:") {
            None => tell(&repository().join("games").join(key).join("game.lud"), &defines),
            Some(name) => {
                let (name, ruleset) = name.split_once(':').map_or((name, None), |(n, r)| (n, Some(r)));
                let path = public.iter().find(|p| p.file_stem().is_some_and(|s| s == name))?;
                let chosen = ruleset.map(Selection::ruleset).unwrap_or_default();
                tell_chosen(&std::fs::read_to_string(path).ok()?, &theirs, &chosen)
            }
        };
        let mut texts: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
        let (mut asked, mut answered, mut wrong) = (0, 0, String::new());
        for row in rows.lines() {
            let [key, question, _, quotation] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("not four columns: {row}");
            };
            if key.starts_with("corpus:") && public.is_empty() {
                continue;
            }
            asked += 1;
            if quotation == "-" {
                continue;
            }
            let text = texts.entry(key.to_string()).or_insert_with(|| {
                let document = told(key).unwrap_or_else(|| panic!("{key} cannot be read"));
                let lines = document.text(usize::MAX >> 1);
                let lines = lines.lines().map(|l| l.trim_start().trim_start_matches("- "));
                lines.collect::<Vec<_>>().join(" ")
            });
            if text.contains(quotation) {
                answered += 1;
            } else {
                let _ = writeln!(wrong, "{key}: {question} Not there: {quotation}");
            }
        }
        println!("{answered} of {asked} questions about {} games are answered", texts.len());
        assert!(wrong.is_empty(), "{wrong}");
        assert!(answered * 100 >= asked * 95, "only {answered} of {asked} questions are answered");
    });
}

/// A limit on a jump is told where the board is large enough for it to matter, and only there.
#[test]
fn a_jump_is_told_as_far_as_it_goes() {
    with_stack(|| {
        let defines = defines(&repository().join("crates/library/defines"));
        let told = |size: usize| {
            let text = format!(
                r#"(game "Jumps" (players 2) (equipment {{(board (square {size})) (piece "Disc" Each
                (move Hop Diagonal (between before:5 after:5 if:(is Enemy (who at:(between)))
                    (apply (remove (between)))) (to if:(is Empty (to)))))}})
                (rules (start {{(place "Disc1" {{"A1"}}) (place "Disc2" {{"C3"}})}})
                    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#
            );
            tell_chosen(&text, &defines, &Selection::default()).unwrap().text(usize::MAX >> 1)
        };
        assert!(told(8).contains("at any distance"), "{}", told(8));
        let far = told(10);
        assert!(!far.contains("any distance") && far.contains("at most five empty squares"), "{far}");
    });
}
