//! How often two games that differ are told apart, and two that do not are not. Sixty pairs, drawn by a seed: games of the
//! library against descriptions of the same name in a corpus, options and rulesets of one game, and library games with one
//! change (a number, a direction, a condition, a result, a piece).
//!
//! `cargo run --profile quick -p ludarium-compare --example pairs -- CORPUS [SEED 1] [POSITIONS 8000] [SECONDS 20]`
//!
//! A row for each pair, as Markdown. Every witness is played again by name, move for move, by the plain evaluator, and what
//! it claims is looked at there. Where nothing was found, random games of up to three times as many positions are played side by
//! side, with moves chosen by their names alone: a way that shares no code with the search.

use ludarium_compare::{Bounds, Difference, Verdict, Witness, compare_play, compare_rules};
use ludarium_play::{Engine, Game, Rng, Selection, State, library_defines, read};
use ludarium_syntax::{FileId, Kind, Limits, NodeId, Tree, expand, parse};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let corpus = args.first().cloned().ok_or("the folder of the corpus is missing")?;
    let number = |i: usize, default: u64| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (seed, positions, seconds) = (number(1, 1), number(2, 8000), number(3, 20));
    let work = move || measure(Path::new(&corpus), seed, positions, seconds);
    // Rules may nest deeply; the stack of the main thread is not ours to choose.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work)?;
    thread.join().map_err(|_| "a game panicked".into())
}

/// Two games, and what is known about them beforehand.
struct Drawn {
    kind: &'static str,
    what: String,
    a: Game,
    b: Game,
}

fn measure(corpus: &Path, seed: u64, positions: u64, seconds: u64) {
    let mut rng = Rng::new(seed);
    println!(
        "| # | kind | pair | rules | answer | checked | s |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    let mut pairs = of_corpus(corpus, &mut rng, 20);
    pairs.extend(of_options(&mut rng, 20));
    pairs.extend(of_changes(&mut rng, 20));
    let mut sums = std::collections::BTreeMap::new();
    for (i, pair) in pairs.iter().enumerate() {
        let began = Instant::now();
        let limit = Duration::from_secs(seconds);
        let go_on = || began.elapsed() < limit;
        let play = compare_play(&pair.a, &pair.b, &Bounds { seed, positions }, &go_on);
        let took = began.elapsed().as_secs_f64();
        let rules = compare_rules(&pair.a, &pair.b).map_or("-".to_owned(), |rules| {
            if rules.identical {
                "identical".to_owned()
            } else {
                format!("{} differ", rules.differences.len())
            }
        });
        let (answer, checked, sort) = match &play.verdict {
            Verdict::Incomparable(why) => (why.clone(), "-".to_owned(), "incomparable"),
            Verdict::Differ(witness) => {
                let moves: Vec<&str> = witness.steps.iter().map(|s| s.a.as_str()).collect();
                let list = if moves.len() > 30 { "…".to_owned() } else { moves.join(" ") };
                let difference: String = format!("{:?}", witness.difference).chars().take(300).collect();
                let told = format!("{} moves [{list}]: {difference}", moves.len());
                let held = holds(&pair.a, &pair.b, witness);
                let sort = if held.is_ok() { "witness, replayed" } else { "witness, NOT replayed" };
                (told, held.map_or_else(|why| format!("FALSE: {why}"), |()| "true".to_owned()), sort)
            }
            Verdict::Same { complete } => {
                let all = if *complete { "all " } else { "" };
                let again = by_names(&pair.a, &pair.b, seed, 3 * play.positions, &|| {
                    began.elapsed() < limit + limit / 2
                });
                let sort = if again.is_ok() { "same, confirmed" } else { "same, DOUBTED" };
                let checked =
                    again.map_or_else(|why| format!("DOUBT: {why}"), |n| format!("{n} more by name"));
                (format!("same in {all}{} positions, {} games", play.positions, play.games), checked, sort)
            }
        };
        *sums.entry((pair.kind, sort)).or_insert(0) += 1;
        let cell = |text: &str| text.replace('|', "/");
        println!(
            "| {} | {} | {} | {rules} | {} | {} | {took:.1} |",
            i + 1,
            pair.kind,
            cell(&pair.what),
            cell(&answer),
            cell(&checked)
        );
    }
    println!();
    for ((kind, sort), n) in sums {
        println!("- {kind}: {sort}: {n}");
    }
}

/// Plays the witness by name with the plain evaluator and looks at what it claims.
fn holds(a: &Game, b: &Game, witness: &Witness) -> Result<(), String> {
    let (a, b) = (a.with_engine(Engine::Reference), b.with_engine(Engine::Reference));
    let mut one = a.start(1);
    let mut other = b.start(1);
    for step in &witness.steps {
        if !step.dice_a.is_empty() {
            one.force_dice(&step.dice_a);
            other.force_dice(&step.dice_b);
        }
        one.play(step.a.as_str()).map_err(|e| format!("A: {e}"))?;
        other.play(step.b.as_str()).map_err(|e| format!("B: {e}"))?;
    }
    let shown = match &witness.difference {
        Difference::Position { .. } => true,
        Difference::Mover { a, b } => one.mover() == *a && other.mover() == *b && a != b,
        Difference::Result { a, b } => one.outcome() == *a && other.outcome() == *b && a != b,
        Difference::Scores { a, b } => a != b,
        Difference::Moves { only_a, only_b, .. } => {
            // (What was thrown last is not among the moves of the witness.)
            let dice = !witness.steps.iter().all(|s| s.dice_a.is_empty());
            let has = |state: &State, names: &[String]| names.iter().all(|n| state.names().contains(n));
            dice || (has(&one, only_a) && has(&other, only_b))
        }
    };
    if shown { Ok(()) } else { Err("not so".to_owned()) }
}

/// Random games side by side, by the names of moves alone. Where names do not fit, nothing can be said.
fn by_names(a: &Game, b: &Game, seed: u64, positions: u64, go_on: &dyn Fn() -> bool) -> Result<u64, String> {
    let mut compared = 0;
    let chance = a.uses.stochastic || b.uses.stochastic;
    for game in 0.. {
        if compared >= positions || !go_on() || chance {
            break;
        }
        let mut rng = Rng::new(seed ^ (game << 20) ^ 0xBEEF);
        let (mut one, mut other) = (a.start(1), b.start(1));
        one.keep_few_positions();
        other.keep_few_positions();
        for _ in 0..2000 {
            if compared >= positions || !go_on() {
                break;
            }
            if one.outcome() != other.outcome() {
                return Err(format!("results differ after {} moves", one.plies()));
            }
            if one.is_over() {
                break;
            }
            let names = |state: &State| state.names().into_iter().collect::<BTreeSet<String>>();
            let (mine, theirs) = (names(&one), names(&other));
            if mine.len() != theirs.len() {
                return Err(format!("{} and {} moves after {}", mine.len(), theirs.len(), one.plies()));
            }
            let both: Vec<&String> = mine.intersection(&theirs).collect();
            if both.is_empty() {
                return Ok(compared);
            }
            compared += 1;
            let name = both[rng.below(both.len())].clone();
            if one.play(name.as_str()).is_err() || other.play(name.as_str()).is_err() {
                break;
            }
        }
    }
    Ok(compared)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "lud") {
            found.push(path);
        }
    }
}

fn load(text: &str, selection: &Selection) -> Option<Game> {
    let reading = read("", text, &library_defines(), selection);
    Game::from_reading(reading, &|_| None).ok()
}

fn shuffled<T>(mut list: Vec<T>, rng: &mut Rng) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
    list
}

/// Games of the library against descriptions of the same name.
fn of_corpus(corpus: &Path, rng: &mut Rng, most: usize) -> Vec<Drawn> {
    let mut found = Vec::new();
    files(corpus, &mut found);
    found.sort();
    let mut pairs = Vec::new();
    for path in shuffled(found, rng) {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let plain = ludarium_play::library::plain;
        let Some(game) = ludarium_play::games().iter().find(|g| plain(g.key) == plain(&stem)) else {
            continue;
        };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (Some(a), Some(b)) = (load(game.text, &Selection::default()), load(&text, &Selection::default()))
        else {
            continue;
        };
        pairs.push(Drawn { kind: "corpus", what: format!("{} / {stem}.lud", game.key), a, b });
        if pairs.len() == most {
            break;
        }
    }
    pairs
}

/// Two choices of options of one game; the first pair of every four is the default against itself, chosen by its name.
fn of_options(rng: &mut Rng, most: usize) -> Vec<Drawn> {
    let mut pairs = Vec::new();
    let mut sizes = 0;
    for game in shuffled(ludarium_play::games().iter().collect(), rng) {
        let parsed = parse(FileId(0), game.text);
        let offered = expand(&parsed, &library_defines(), &Selection::default(), &Limits::default());
        let categories: Vec<_> = offered.options.iter().filter(|c| c.items.len() > 1).collect();
        if categories.is_empty() {
            continue;
        }
        let category = categories[rng.below(categories.len())];
        let first = rng.below(category.items.len());
        let second = (first + usize::from(pairs.len() % 4 != 0)) % category.items.len();
        let (one, other) = (category.path(first), category.path(second));
        let pick = |path: &str| load(game.text, &Selection::options([path]));
        let (Some(a), Some(b)) = (pick(&one), pick(&other)) else { continue };
        // Boards of different sizes are told apart without play: a few are enough.
        if a.board_sites(a.site_type) != b.board_sites(b.site_type) {
            sizes += 1;
            if sizes > 5 {
                continue;
            }
        }
        pairs.push(Drawn { kind: "options", what: format!("{}: {one} / {other}", game.key), a, b });
        if pairs.len() == most {
            break;
        }
    }
    pairs
}

/// Library games with one change of the expanded tree that still makes a game.
fn of_changes(rng: &mut Rng, most: usize) -> Vec<Drawn> {
    let mut pairs = Vec::new();
    for game in shuffled(ludarium_play::games().iter().collect(), rng) {
        let reading = read("", game.text, &library_defines(), &Selection::default());
        let tree = reading.expanded.game.clone();
        let Some(a) = load(game.text, &Selection::default()) else { continue };
        for _ in 0..20 {
            let Some((text, what)) = changed(&tree, rng) else { continue };
            if let Some(b) = load(&text, &Selection::default()) {
                pairs.push(Drawn { kind: "change", what: format!("{}: {what}", game.key), a: a.clone(), b });
                break;
            }
        }
        if pairs.len() == most {
            break;
        }
    }
    pairs
}

/// Words that may stand for each other.
const WORDS: [&[&str]; 8] = [
    &["Orthogonal", "Diagonal", "Adjacent"],
    &["Forward", "Backward", "Forwards"],
    &["Win", "Loss", "Draw"],
    &["Mover", "Next"],
    &["Enemy", "Friend"],
    &["and", "or"],
    &["Top", "Bottom"],
    &["<", "<=", ">", ">=", "="],
];

fn changed(tree: &Tree, rng: &mut Rng) -> Option<(String, String)> {
    let mut tree = tree.clone();
    let at = rng.below(tree.nodes.len());
    let old = tree.print(NodeId(at as u32));
    let kind = match &tree.nodes[at].kind {
        Kind::Int(n) => Kind::Int(n + [1, -1][rng.below(2)]),
        Kind::Word(word) => {
            let family = WORDS.iter().find(|family| family.contains(&word.as_str()))?;
            let other: Vec<&&str> = family.iter().filter(|w| **w != word.as_str()).collect();
            Kind::Word((**other[rng.below(other.len())]).into())
        }
        Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) | Kind::Float(_) | Kind::Text(_) => {
            return None;
        }
    };
    tree.nodes[at].kind = kind;
    let new = tree.print(NodeId(at as u32));
    let parent = tree.nodes.iter().position(|n| n.children.contains(&NodeId(at as u32)))?;
    let around: String = tree.print(NodeId(parent as u32)).chars().take(60).collect();
    let text = tree.roots.first().map(|&root| tree.print(root))?;
    Some((text, format!("{old} → {new} in `{around}`")))
}
