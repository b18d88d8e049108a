//! What the tutorial and the page of devices show is true: listings are right and can be played to the end, games
//! shown are games, mistakes give the messages shown. `BLESS=1` writes messages anew.

use ludarium_engine::game::{Container, ContainerKind};
use ludarium_learn::blocks::{Block, Kind, blocks};
use ludarium_learn::lessons::lessons;
use ludarium_lint::{Effort, Subject, lint};
use ludarium_play::naming::site_name;
use ludarium_play::{Game, Reading, Selection, examine, library_defines, mend, read, render};
use std::path::{Path, PathBuf};

const RANDOM_GAMES: u64 = 50;
/// A game that random players have not finished after so many moves does not end.
const MOST_MOVES: u64 = 5000;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = lessons()
        .iter()
        .map(|lesson| (format!("tutorial/{}", lesson.file), lesson.text.to_owned()))
        .collect();
    pages.push(("language/devices.md".into(), include_str!("../../../docs/language/devices.md").into()));
    pages
}

fn reading(text: &str, selection: &Selection) -> Reading {
    read("my-game.lud", text, &library_defines(), selection)
}

/// The description with each item of each option and each ruleset.
fn selections(text: &str) -> Vec<Selection> {
    let first = reading(text, &Selection::default());
    let mut all = vec![Selection::default()];
    for option in &first.expanded.options {
        all.extend((0..option.items.len()).map(|item| Selection::options([option.path(item)])));
    }
    all.extend(first.expanded.rulesets.iter().map(|ruleset| Selection::ruleset(ruleset.name.as_str())));
    all
}

/// What `ludarium check` prints about a text.
fn messages(text: &str) -> String {
    let reading = reading(text, &Selection::default());
    let mut problems = examine(&reading);
    mend(&reading, &Selection::default(), problems.len(), &mut problems);
    let sources = reading.sources();
    problems.iter().map(|problem| render(problem, &sources, false)).collect()
}

fn check_game(place: &str, text: &str) {
    let said = messages(text);
    assert!(said.is_empty(), "{place}: {said}");
    for selection in selections(text) {
        let reading = reading(text, &selection);
        let found: Vec<String> =
            examine(&reading).iter().map(|p| format!("{} {}", p.code, p.message)).collect();
        assert!(found.is_empty(), "{place} with {selection:?}: {found:?}");
        let game = Game::from_text(text, &selection).unwrap_or_else(|error| panic!("{place}: {error}"));
        let mut games = game.random_games().at_most(MOST_MOVES);
        for seed in 1..=RANDOM_GAMES {
            let played = games.play(seed);
            assert!(played.outcome.is_some(), "{place} with {selection:?}: random game {seed} does not end");
        }
    }
    let game = Game::from_text(text, &Selection::default()).expect("it was made before");
    let reading = game.reading().expect("a description");
    let checked = reading.game.as_ref().expect("checked");
    let subject = Subject { checked, tree: &reading.expanded.game, game: &game, metadata: None };
    let findings: Vec<String> =
        lint(&subject, &Effort::default()).iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert!(findings.is_empty(), "{place}: {findings:?}");
}

/// The site of the only die: dice come after the board and the hands.
fn die(game: &Game) -> i32 {
    let is_die = |container: &&Container| matches!(container.kind, ContainerKind::Dice { .. });
    game.containers.iter().find(is_die).expect("a die").first
}

/// Plays the moves of a block; its last line is the result: `=> P1 wins`, `=> draw`, `=> P2 to move`. A number in brackets
/// before a move is what the dice show.
fn replay(place: &str, game: &str, moves: &str) {
    let game = Game::from_text(game, &Selection::default()).expect("a game");
    let mut state = game.start(1);
    let (moves, result) =
        moves.split_once("=>").unwrap_or_else(|| panic!("{place}: a result in the last line"));
    let mut throw: Option<i32> = None;
    for word in moves.split_whitespace() {
        if let Some(face) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
            throw = Some(face.parse().expect("a throw"));
            continue;
        }
        if let Some(face) = throw.take() {
            state.force_dice(&[(die(&game), face - 1)]);
        }
        let names = state.names();
        state.play(word).unwrap_or_else(|why| panic!("{place}: {word}: {why}; {names:?}"));
    }
    let told = match state.outcome() {
        Some(outcome) => match outcome.winner() {
            Some(player) => format!("P{player} wins"),
            None => "draw".to_owned(),
        },
        None => format!("P{} to move", state.mover()),
    };
    assert_eq!(told, result.trim(), "{place}");
}

fn squeezed(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("{ ", "{").replace(" }", "}").replace("( ", "(").replace(" )", ")")
}

fn check_sites(place: &str, game: &str, lines: &str) {
    let game = Game::from_text(game, &Selection::default()).expect("a game");
    let kind = game.site_type;
    for line in lines.lines() {
        let (name, number) = line.split_once(" = ").expect("a name and a number");
        let number: i32 = number.parse().expect("a number");
        assert_eq!(site_name(&game, kind, number).to_uppercase(), name, "{place}");
    }
}

#[test]
fn what_the_pages_show_is_true() {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    for (file, text) in pages() {
        let mut blessed = text.clone();
        let (mut game, mut wrong): (Option<&str>, Option<&str>) = (None, None);
        let mut games = 0;
        for Block { kind, text: block, line } in blocks(&text) {
            let place = format!("{file}:{line}");
            let before = || game.unwrap_or_else(|| panic!("{place}: about no listing"));
            match kind {
                Kind::Game => {
                    check_game(&place, block);
                    game = Some(block);
                    games += 1;
                }
                Kind::Wrong => wrong = Some(block),
                Kind::Part => {
                    assert!(
                        squeezed(before()).contains(&squeezed(block)),
                        "{place}: not in the listing before"
                    );
                }
                Kind::Message => {
                    let said = messages(wrong.take().unwrap_or_else(|| panic!("{place}: about no mistake")));
                    assert!(!said.is_empty(), "{place}: nothing is wrong there");
                    if bless {
                        blessed = blessed.replace(
                            &format!("```message\n{block}```"),
                            &format!("```message\n{}\n```", said.trim_end()),
                        );
                    } else {
                        assert_eq!(said.trim_end(), block.trim_end(), "{place}");
                    }
                }
                Kind::Moves => replay(&place, before(), block),
                Kind::Sites => check_sites(&place, before(), block),
                Kind::Expanded => {
                    let tree = reading(before(), &Selection::default()).expanded.game;
                    let whole = squeezed(&tree.to_string());
                    for clause in block.lines() {
                        assert!(whole.contains(&squeezed(clause)), "{place}: {clause} is not in {whole}");
                    }
                }
                Kind::Other => {}
            }
        }
        assert!(wrong.is_none(), "{file}: a mistake without its message");
        assert!(games > 0, "{file} shows a game");
        if bless && blessed != text {
            std::fs::write(docs().join(&file), blessed).expect("the page is written");
        }
    }
}

#[test]
fn every_lesson_has_its_parts() {
    assert_eq!(lessons().len(), 7);
    let index = include_str!("../../../docs/tutorial/README.md");
    for lesson in lessons() {
        let all = blocks(lesson.text);
        let count = |kind| all.iter().filter(|block| block.kind == kind).count();
        assert!(count(Kind::Game) >= 3, "{}: the game and the solutions of two exercises", lesson.file);
        assert!(count(Kind::Wrong) >= 1 && count(Kind::Moves) >= 1, "{}", lesson.file);
        for part in
            ["## What we want", "## The text", "## Try it", "## A mistake", "## Exercises", "## Solutions"]
        {
            assert!(lesson.text.contains(part), "{} lacks {part}", lesson.file);
        }
        assert!(index.contains(lesson.file), "the index names {}", lesson.file);
    }
}
