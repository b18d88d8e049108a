//! The rules on a game's page are the rules that `ludarium rules` prints, word for word.

mod common;

use ludarium::{Rng, Selection, compile_board, compile_with, library_defines, read};
use ludarium_english::{Description, Style, rules};
use ludarium_portal::telling::tell;
use std::collections::BTreeSet;

/// The words of a text without markup and bullets.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().filter(|w| !w.chars().all(|c| "-=•".contains(c))).map(str::to_owned).collect()
}

fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => {
                inside = true;
                out.push(' ');
            }
            '>' if inside => inside = false,
            _ if !inside => out.push(c),
            _ => {}
        }
    }
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#38;", "&"),
        ("&#39;", "'"),
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&amp;", "&"),
    ];
    pairs.iter().fold(out, |text, (from, to)| text.replace(from, to))
}

/// What the command prints, as `crates/cli/src/commands/rules.rs` makes it.
fn printed(text: &str, find: &dyn Fn(&str) -> Option<String>) -> Option<Vec<String>> {
    let reading = read("", text, &library_defines(), &Selection::default());
    let checked = reading.game.as_ref()?;
    let built = compile_with(&reading, find).or_else(|_| compile_board(&reading)).ok();
    let description = Description { game: checked, tree: &reading.expanded.game, board: built.as_deref() };
    let document = rules(&description, Style::Plain);
    let title = words(&document.title).len();
    Some(words(&document.text(100)).split_off(title))
}

fn of_library(name: &str) -> Option<String> {
    ludarium::find(name).ok().map(|g| g.text.to_owned())
}

#[test]
fn the_pages_of_the_library_say_what_the_command_prints() {
    common::runtime().block_on(async {
        let portal = common::Portal::open(0.0, Vec::new());
        let mut seen = BTreeSet::new();
        for game in ludarium::games() {
            let key = portal
                .app
                .catalogue
                .entries()
                .iter()
                .find(|e| e.facts().title == game.title)
                .map(|e| e.key.clone());
            let key = key.unwrap_or_else(|| panic!("{} has no page", game.title));
            let page = portal.get(&format!("/games/{key}"), "").await.text;
            let part =
                page.split("<h3>In plain English</h3>").nth(1).unwrap_or_else(|| panic!("{key}: no rules"));
            let part = part.split("</div>").next().unwrap();
            assert_eq!(words(&without_tags(part)), printed(game.text, &of_library).unwrap(), "{key}");
            seen.insert(key);
        }
        assert!(seen.len() > 150, "{}", seen.len());
    });
}

#[test]
fn so_do_those_of_public_descriptions() {
    let Some(folder) = common::corpus() else { return };
    let mut files = common::descriptions(&folder);
    let mut rng = Rng::new(20);
    let most = std::env::var("LUDARIUM_RULES_PAGES").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut told = 0;
    while told < most && !files.is_empty() {
        let file = files.swap_remove(rng.below(files.len()));
        let text = std::fs::read_to_string(&file).unwrap();
        let Some(printed) = printed(&text, &of_library) else { continue };
        let shown = tell(&text, &Selection::default(), &of_library).plain;
        let shown: String = shown.iter().map(|(heading, html)| format!("{heading} {html} ")).collect();
        assert_eq!(words(&without_tags(&shown)), printed, "{}", file.display());
        told += 1;
    }
    assert!(told > 30, "{told}");
}
