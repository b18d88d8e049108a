//! Games of the library that were spoilt on purpose: a verdict must catch them, and must find nothing wrong with most of
//! the games they were made from.

use ludarium_concepts::thinking::Thought;
use ludarium_concepts::verdict::{Decided, Grade, How, Weight, decide};
use ludarium_lint::Effort;
use ludarium_play::{Rng, Selection, compile, games, library_defines, read};
use std::collections::BTreeSet;

/// One way to spoil a game: `None` where the description has nothing of the kind.
type Spoil = fn(&str) -> Option<String>;

const SPOILS: [(&str, Spoil); 14] = [
    ("nothing ends it", |text| with_end(text, "(end (if (= 1 2) (result Mover Win)))")),
    ("the first move wins", |text| with_end(text, "(end (if (>= (count Moves) 1) (result Mover Win)))")),
    ("nobody ever wins", |text| with_end(text, "(end (if (>= (count Moves) 30) (result Mover Draw)))")),
    ("player 1 wins whatever happens", |text| {
        with_end(text, "(end (if (>= (count Moves) 30) (result P1 Win)))")
    }),
    ("players may only pass", |text| replaced(text, "(play (forEach Piece))", "(play (move Pass))")),
    ("player 2 has no pieces", without_player_2),
    ("the mover moves for ever", |text| {
        replaced(text, "(move Add (to (sites Empty)))", "(move Add (to (sites Empty)) (then (moveAgain)))")
            .or_else(|| replaced(text, "(play (forEach Piece))", "(play (forEach Piece (then (moveAgain))))"))
    }),
    ("nobody faces anywhere", |text| replaced(text, "(players {(player N) (player S)})", "(players 2)")),
    ("player 2 may only pass", |text| {
        replaced(text, "(play (forEach Piece))", "(play (if (is Mover P1) (forEach Piece) (move Pass)))")
    }),
    ("only player 2 can win", |text| replaced(text, "(result Mover Win)", "(result P2 Win)")),
    ("men walk backwards", |text| replaced(text, " Forward", " Backward")),
    ("lines are longer than the board", |text| {
        ["(is Line 3)", "(is Line 4)", "(is Line 5)"]
            .iter()
            .find_map(|line| replaced(text, line, "(is Line 30)"))
    }),
    ("a condition contradicts itself", |text| {
        replaced(text, "(to if:(is Empty (to)))", "(to if:(and (is Empty (to)) (is Occupied (to))))")
    }),
    ("player 1 goes on for ever", |text| {
        replaced(
            text,
            "(play (forEach Piece))",
            "(play (forEach Piece (then (if (is Mover P1) (moveAgain)))))",
        )
        .or_else(|| {
            let always = "(move Add (to (sites Empty)) (then (if (is Mover P1) (moveAgain))))";
            replaced(text, "(move Add (to (sites Empty)))", always)
        })
    }),
];

fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replace(from, to))
}

/// The end of the clause that begins at `start`.
fn clause(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text[start..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start + i + 1);
        }
    }
    None
}

/// All ends of the game become this one.
fn with_end(text: &str, end: &str) -> Option<String> {
    let mut spoilt = text.to_owned();
    let mut from = spoilt.find("(rules")?;
    let mut found = false;
    while let Some(at) = spoilt[from..].find("(end ").map(|i| from + i) {
        let stop = clause(&spoilt, at)?;
        spoilt.replace_range(at..stop, end);
        from = at + end.len();
        found = true;
    }
    found.then_some(spoilt)
}

/// No piece of player 2 is set up.
fn without_player_2(text: &str) -> Option<String> {
    let mut spoilt = text.to_owned();
    let mut found = false;
    let mut from = 0;
    while let Some(at) = spoilt[from..].find("(place \"").map(|i| from + i) {
        let name = &spoilt[at + 8..][..spoilt[at + 8..].find('"')?];
        if name.ends_with('2') {
            let stop = clause(&spoilt, at)?;
            spoilt.replace_range(at..stop, "");
            found = true;
        } else {
            from = at + 8;
        }
    }
    found.then_some(spoilt)
}

fn verdict(text: &str) -> Option<Decided> {
    let reading = read("spoilt.lud", text, &library_defines(), &Selection::default());
    let game = compile(&reading).ok()?;
    let thought = Thought { games: 2, nodes: 800, most: 100, solving: 50_000, ..Thought::default() };
    let how = How {
        seed: 1,
        games: 30,
        margin: 0.05,
        early: false,
        most: Some(1_000),
        thought: Some(thought),
        lint: Effort::NONE,
    };
    Some(decide(&reading, &game, &|_| None, &how, &|_| true, &|_| {}))
}

/// What is doubtful about a game. Defects of the rules are told apart by their codes, which end their sentences.
fn doubts(decided: &Decided) -> BTreeSet<String> {
    let doubtful = decided.verdict.findings.iter().filter(|f| f.weight >= Weight::Doubt);
    let code = |sentence: &str| sentence.rfind(" [L").map(|at| sentence[at..].to_owned()).unwrap_or_default();
    doubtful.map(|f| f.check.to_owned() + &code(&f.sentence)).collect()
}

#[test]
fn spoilt_games_are_caught() {
    // `SPOILT_EACH` draws more.
    let each = std::env::var("SPOILT_EACH").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    // `SPOILT_SEED` draws other games.
    let seed = std::env::var("SPOILT_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(26);
    let mut rng = Rng::new(seed);
    let (mut looked, mut missed) = (0, Vec::new());
    for (what, spoil) in SPOILS {
        let mut left: Vec<_> = games()
            .iter()
            .filter(|g| {
                g.text.contains("(players 2)") || g.text.contains("(players {(player N) (player S)})")
            })
            .collect();
        let mut found = 0;
        while found < each && !left.is_empty() {
            let library = left.swap_remove(rng.below(left.len()));
            let Some(text) = spoil(library.text) else { continue };
            let Some(spoilt) = verdict(&text) else { continue };
            found += 1;
            looked += 1;
            let known = verdict(library.text).map(|whole| doubts(&whole)).unwrap_or_default();
            let caught = spoilt.verdict.grade >= Grade::Doubtful || !doubts(&spoilt).is_subset(&known);
            if !caught {
                missed.push(format!("{}: {what}", library.key));
            }
        }
        assert!(found > 0, "no game can be spoilt so that {what}");
    }
    println!("{looked} spoilt games, missed: {missed:?}");
    assert!(missed.len() * 20 <= looked, "{looked} spoilt games, missed: {missed:?}");
}
