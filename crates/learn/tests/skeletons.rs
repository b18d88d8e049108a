//! Every skeleton, on every board of its kind and with every choice, is right and is played to the end.

use ludarium_learn::skeletons::{Board, DICE, KINDS, Kind, Wanted, board, write};
use ludarium_lint::{Effort, Subject, lint};
use ludarium_play::{Game, Selection, examine, library_defines, read};

const RANDOM_GAMES: u64 = 10;
const MOST_MOVES: u64 = 100_000;

fn check(wanted: &Wanted) {
    let text = write("A Game", wanted).unwrap_or_else(|error| panic!("{wanted:?}: {error}"));
    assert!(!text.contains("{NAME}") && !text.contains("{BOARD}"), "{wanted:?}: a slot is left");
    let reading = read("new.lud", &text, &library_defines(), &Selection::default());
    let problems: Vec<String> =
        examine(&reading).iter().map(|p| format!("{} {}", p.code, p.message)).collect();
    assert!(problems.is_empty(), "{wanted:?}: {problems:?}\n{text}");
    let game = Game::from_text(&text, &Selection::default()).expect("it was read before");
    let mut games = game.random_games().at_most(MOST_MOVES);
    for seed in 1..=RANDOM_GAMES {
        assert!(games.play(seed).outcome.is_some(), "{wanted:?}: random game {seed} does not end");
    }
    // Findings do not hang on the size of the board; looking for them takes long on large ones.
    if *wanted == wanted.kind.usual() {
        let reading = game.reading().expect("a description");
        let checked = reading.game.as_ref().expect("checked");
        let subject = Subject { checked, tree: &reading.expanded.game, game: &game, metadata: None };
        let findings: Vec<String> =
            lint(&subject, &Effort::default()).iter().map(|f| f.message.clone()).collect();
        assert!(findings.is_empty(), "{wanted:?}: {findings:?}");
    }
}

#[test]
fn every_combination_is_right_and_ends() {
    let mut made = 0;
    for &kind in KINDS {
        for &(shape, least, most) in kind.boards() {
            for size in least..=most {
                for players in kind.players() {
                    let dice: Vec<u32> =
                        if kind.has_dice() { vec![*DICE.start(), 4, 6, *DICE.end()] } else { vec![6] };
                    for dice in dice {
                        check(&Wanted { kind, board: Board { shape, size }, players, dice });
                        made += 1;
                    }
                }
            }
        }
    }
    println!("{made} skeletons");
    assert!(made > 150);
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    assert!(board(Kind::Line, "square:2").unwrap_err().contains("square:3"));
    assert!(board(Kind::Race, "hex:5").is_err());
    assert!(board(Kind::Line, "").is_err() && board(Kind::Line, "square:99999999999").is_err());
    assert_eq!(board(Kind::Line, "7").map(|b| b.to_string()), Ok("square:7".to_owned()));
    let usual = Kind::Hunt.usual();
    assert!(write("x", &Wanted { players: 3, ..usual }).unwrap_err().contains("2 players"));
    let usual = Kind::Race.usual();
    assert!(write("x", &Wanted { dice: 1, ..usual }).is_err());
}

#[test]
fn any_name_can_stand_in_a_description() {
    for name in ["", "\"", "a\"b\\c", "{BOARD}", "line\nbreak // no remark", "Ünïcode ☃", "((("] {
        let text = write(name, &Kind::Line.usual()).expect("a text");
        let reading = read("new.lud", &text, &library_defines(), &Selection::default());
        assert!(examine(&reading).is_empty(), "{name:?}: {text}");
    }
}
