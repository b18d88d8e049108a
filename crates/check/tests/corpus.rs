//! The whole reference corpus against the vocabulary.

mod common;

use common::{games, library, reference};
use ludarium_check::{Checked, check};
use ludarium_ludemes::Ty;
use ludarium_syntax::{Expanded, FileId, Limits, Selection, Sources, Tree, expand, parse, render};
use std::collections::{BTreeMap, BTreeSet};

/// Checks one tree; prints the problems and gives nothing if there are any.
fn checked(
    name: &str,
    text: &str,
    library: &ludarium_syntax::Defines,
    tree: &Tree,
    wanted: Ty,
) -> Option<Checked> {
    let Some(&root) = tree.roots.first() else {
        println!("{name}: nothing to check");
        return None;
    };
    let (checked, problems) = check(tree, root, wanted);
    if !problems.is_empty() {
        let mut sources = Sources::new();
        sources.add(FileId(0), name.to_string(), text);
        library.add_to(&mut sources);
        for p in problems.iter().take(4) {
            println!("{}", render(p, &sources, false));
        }
    }
    checked
}

/// Checks game and metadata.
fn both(name: &str, text: &str, library: &ludarium_syntax::Defines, whole: &Expanded) -> Option<Checked> {
    let game = checked(name, text, library, &whole.game, Ty::Root);
    if let Some(metadata) = &whole.metadata {
        checked(name, text, library, metadata, Ty::Metadata)?;
    }
    game
}

/// How the usage table names what an entry gives.
fn kind(ty: Ty) -> String {
    match ty {
        Ty::Bool => "boolean".into(),
        Ty::NonDecision | Ty::Step | Ty::Apply | Ty::Moves => "moves".into(),
        Ty::IntArray | Ty::IntArrayDifference | Ty::Rotations => "ints".into(),
        Ty::PlainRange => "range".into(),
        Ty::Item => "item".into(),
        Ty::StartRule => "start".into(),
        Ty::EndRule | Ty::EndIf => "end".into(),
        Ty::MetaRule => "meta".into(),
        Ty::NextPhase => "int".into(),
        Ty::DeckCard => "card".into(),
        Ty::MapPair => "pair".into(),
        Ty::EndScore => "score".into(),
        Ty::ItemCount => "count".into(),
        Ty::PlayerFacing => "player".into(),
        Ty::TilePath => "path".into(),
        ty => ty.name().into(),
    }
}

type Usage = BTreeMap<(String, String, String), BTreeSet<String>>;

fn count(usage: &mut Usage, game: &str, checked: &Checked) {
    for node in &checked.nodes {
        let key = (
            node.entry.head.to_string(),
            node.entry.keyword.unwrap_or("").to_string(),
            kind(node.entry.gives),
        );
        usage.entry(key).or_default().insert(game.to_string());
    }
}

#[test]
fn every_game_fits_and_the_ludemes_it_uses_are_counted_alike() {
    let Some(reference) = reference() else { return };
    let library = library(&reference);
    let (mut main, mut done) = (Usage::new(), Usage::new());
    let mut subgames: Vec<(String, Vec<String>)> = Vec::new();
    let mut of_game: BTreeMap<String, Checked> = BTreeMap::new();
    let (mut tried, mut bad) = (0, 0);
    for (name, text) in games(&reference) {
        if name.starts_with("reconstruction/pending") {
            continue;
        }
        tried += 1;
        let whole = expand(&parse(FileId(0), &text), &library, &Selection::default(), &Limits::default());
        let Some(checked) = both(&name, &text, &library, &whole) else {
            println!("{name} does not fit");
            bad += 1;
            continue;
        };
        let named: Vec<String> = checked
            .nodes
            .iter()
            .filter(|n| n.entry.gives == Ty::Subgame)
            .filter_map(|n| match n.args.first()?.as_ref()?.value {
                ludarium_check::Value::Text(ref t) => Some(format!("/{t}.lud").to_lowercase()),
                _ => None,
            })
            .collect();
        if !named.is_empty() {
            subgames.push((name.clone(), named));
        }
        count(if name.starts_with("reconstruction") { &mut done } else { &mut main }, &name, &checked);
        of_game.insert(name, checked);
    }
    println!("{tried} games tried, {bad} do not fit");
    assert!(tried >= 1413 && bad == 0);
    // A match counts the ludemes of its games as its own.
    for (name, named) in subgames {
        for sub in named {
            let found = of_game.iter().find(|(n, _)| format!("/{n}").to_lowercase().ends_with(&sub));
            if let Some((_, checked)) = found {
                count(&mut main, &name, checked);
            } else {
                println!("{name}: no game {sub}");
            }
        }
    }
    let table = std::fs::read_to_string(reference.join("ludemes/usage.csv")).expect("the usage table");
    let mut expected: BTreeMap<(String, String, String), Vec<(usize, usize)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let kind = match cells[4] {
            "component" | "container" => "item",
            "byScore" | "payoffs" => "result",
            "directions" => "direction",
            other => other,
        };
        let key = (cells[1].to_string(), cells[2].to_string(), kind.to_string());
        let numbers = (cells[5].parse().expect("a number"), cells[10].parse().expect("a number"));
        expected.entry(key).or_default().push(numbers);
    }
    let mut differ = 0;
    for (key, rows) in &expected {
        let ours = (main.get(key).map_or(0, BTreeSet::len), done.get(key).map_or(0, BTreeSet::len));
        // Two classes of one name and type (`all Different`) are one row here and two there.
        let sum = rows.iter().fold((0, 0), |all, row| (all.0 + row.0, all.1 + row.1));
        let most = rows.iter().fold((0, 0), |all, row| (all.0.max(row.0), all.1.max(row.1)));
        let alike = most.0 <= ours.0 && ours.0 <= sum.0 && most.1 <= ours.1 && ours.1 <= sum.1;
        if !alike {
            println!("{key:?}: {ours:?} here, {:?} in the table", rows[0]);
            differ += 1;
        }
    }
    for key in main.keys().chain(done.keys()) {
        if !expected.contains_key(key) {
            println!("{key:?}: not in the table");
            differ += 1;
        }
    }
    assert_eq!(differ, 0);
}

#[test]
fn every_option_fits_by_itself_and_every_ruleset() {
    let Some(reference) = reference() else { return };
    let library = library(&reference);
    let (mut tried, mut bad) = (0, 0);
    for (name, text) in games(&reference) {
        if name.starts_with("reconstruction/pending") {
            continue;
        }
        let parsed = parse(FileId(0), &text);
        let plain = expand(&parsed, &library, &Selection::default(), &Limits::default());
        let mut selections = Vec::new();
        for category in &plain.options {
            for item in 0..category.items.len() {
                if Some(item) != category.default_item() {
                    selections.push(Selection::options([category.path(item)]));
                }
            }
        }
        for ruleset in &plain.rulesets {
            if !ruleset.settings.is_empty() {
                selections.push(Selection::ruleset(ruleset.name.as_str()));
            }
        }
        for selection in selections {
            tried += 1;
            let whole = expand(&parsed, &library, &selection, &Limits::default());
            // One option gives half a clause per argument, which expansion refuses.
            if name.ends_with("/Dots and Boxes.lud") && selection.options == ["Dual/Yes"] {
                continue;
            }
            if both(&name, &text, &library, &whole).is_none() {
                println!("{name} with {selection:?} does not fit");
                bad += 1;
            }
        }
    }
    println!("{tried} variants tried, {bad} do not fit");
    assert!(tried >= 3610 && bad == 0);
}

/// Unfinished files with mistakes of their own, apart from their holes: `(is (to) Empty)`, a label without a
/// value, `(board …)` for `(mancalaBoard …)`, and the like.
const MISTAKEN: &[&str] =
    &["Leoncito", "Moo (Hunt)", "Phanjika", "Qarqis", "Gabata (Gondar)", "Lievre", "Heian Dai Shogi"];

#[test]
fn unfinished_reconstructions_fit_around_their_holes() {
    let Some(reference) = reference() else { return };
    let library = library(&reference);
    let (mut tried, mut bad) = (0, 0);
    for (name, text) in games(&reference) {
        if !name.starts_with("reconstruction/pending") {
            continue;
        }
        tried += 1;
        let whole = expand(&parse(FileId(0), &text), &library, &Selection::default(), &Limits::default());
        let mistaken = MISTAKEN.iter().any(|m| name.ends_with(&format!("/{m}.lud")));
        if both(&name, &text, &library, &whole).is_none() != mistaken {
            println!("{name}: not as expected");
            bad += 1;
        }
    }
    println!("{tried} reconstructions tried, {bad} not as expected");
    assert!(tried >= 146 && bad == 0);
}

#[test]
fn hardly_a_game_uses_a_name_that_it_does_not_declare() {
    let Some(reference) = reference() else { return };
    let library = library(&reference);
    let (mut tried, mut warned) = (0, 0);
    for (name, text) in games(&reference) {
        if name.starts_with("reconstruction/pending") {
            continue;
        }
        let whole = expand(&parse(FileId(0), &text), &library, &Selection::default(), &Limits::default());
        let Some(&root) = whole.game.roots.first() else { continue };
        let (Some(checked), _) = check(&whole.game, root, Ty::Root) else { continue };
        tried += 1;
        for problem in ludarium_check::check_names(&whole.game, &checked) {
            println!("{name}: {}", problem.message);
            warned += 1;
        }
    }
    println!("{tried} games tried, {warned} warnings");
    // Mistakes of the games, as far as they were looked up: pieces that are never made, a region in the wrong case.
    assert!(tried >= 1413 && warned <= 19);
}
