//! Compares our expansions with those written down by the reference program. The file is made by hand (it is no part
//! of the project): set LUDARIUM_EXPANSIONS to it. Per expansion: `@@ path TAB options joined by ;; TAB ruleset`, then
//! the game on one line (or `!!` and an error), then `MM ` and the metadata.

mod common;

use common::{corpus, library};
use ludarium_syntax::{Defines, FileId, Kind, Limits, NodeId, Selection, Tree, expand, parse};

/// A tree on one line, with the blanks inside strings taken out: the reference moves those about.
fn shape(tree: &Tree) -> String {
    let mut tree = tree.clone();
    for node in &mut tree.nodes {
        if let Kind::Text(text) = &mut node.kind {
            *text = text.replace("\\\"", "'").split_whitespace().collect::<String>().into();
        }
    }
    // What a game tells its artificial players lies in files that are no part of the corpus.
    let ai: Vec<_> =
        (0..tree.nodes.len() as u32).map(NodeId).filter(|&id| tree.head(id) == Some("ai")).collect();
    for node in &mut tree.nodes {
        node.children.retain(|id| !ai.contains(id));
    }
    tree.to_string()
}

#[test]
fn expansions_equal_those_of_the_reference() {
    let Some(corpus) = corpus() else { return };
    let Ok(list) = std::env::var("LUDARIUM_EXPANSIONS") else {
        println!("skipped: LUDARIUM_EXPANSIONS is not set");
        return;
    };
    let library = library(&corpus);
    let limits = Limits::default();
    let plain = |text: &str| {
        let parsed = parse(FileId(1), text);
        expand(&parsed, &Defines::none(), &Selection::default(), &limits)
    };
    let text = std::fs::read_to_string(list).unwrap();
    let (mut same, mut different, mut refused) = (0, 0, 0);
    for entry in text.split("\n@@ ") {
        let mut lines = entry.trim_start_matches("@@ ").split('\n');
        let mut head = lines.next().unwrap().split('\t');
        let path = head.next().unwrap();
        let options: Vec<String> =
            head.next().unwrap_or("").split(";;").filter(|o| !o.is_empty()).map(str::to_string).collect();
        let ruleset = head.next().filter(|r| !r.is_empty()).map(str::to_string);
        let game = lines.next().unwrap_or("");
        if game.starts_with("!!") {
            refused += 1;
            continue;
        }
        let metadata = lines.next().unwrap_or("").trim_start_matches("MM ").replace('\u{1}', "\n");
        let source = std::fs::read_to_string(path).unwrap();
        let parsed = parse(FileId(0), &source);
        let selection = if ruleset.is_some() {
            Selection { options: Vec::new(), ruleset }
        } else {
            Selection { options, ruleset }
        };
        let ours = expand(&parsed, &library, &selection, &limits);
        let theirs = plain(game);
        let pairs = [
            ("game", shape(&ours.game), shape(&theirs.game)),
            (
                "metadata",
                ours.metadata.as_ref().map(shape).unwrap_or_default(),
                plain(&metadata).metadata.as_ref().map(shape).unwrap_or_default(),
            ),
        ];
        let mut equal = true;
        for (what, a, b) in pairs {
            if a != b {
                equal = false;
                let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
                let cut = |s: &str| {
                    let from = (0..=at.saturating_sub(60).min(s.len()))
                        .rev()
                        .find(|&i| s.is_char_boundary(i))
                        .unwrap();
                    s[from..].chars().take(160).collect::<String>()
                };
                println!("{path} {selection:?} {what}\n  ours:   {}\n  theirs: {}", cut(&a), cut(&b));
            }
        }
        if equal { same += 1 } else { different += 1 }
    }
    println!("{same} equal, {different} different, {refused} refused by the reference");
    assert_eq!(different, 0);
}
