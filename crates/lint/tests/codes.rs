//! A small flawed game for every code, and the same game without the flaw.

use ludarium_lint::{CODES, Effort, Subject, lint};
use ludarium_play::{Selection, compile, library_defines, read};

/// What makes a game flawed, and what would be right: parts of a game of discs on a small square board.
struct Case {
    code: &'static str,
    flawed: Parts,
    sound: Parts,
}

#[derive(Clone, Copy)]
struct Parts {
    players: &'static str,
    equipment: &'static str,
    start: &'static str,
    play: &'static str,
    end: &'static str,
}

const BASE: Parts = Parts {
    players: "(players {(player N) (player S)})",
    equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to)))))",
    start: "(start {(place \"Disc1\" (sites Bottom)) (place \"Disc2\" (sites Top))})",
    play: "(play (forEach Piece))",
    end: "(end (if (no Moves Next) (result Mover Win)))",
};

impl Parts {
    fn text(&self) -> String {
        let Parts { players, equipment, start, play, end } = self;
        format!(
            "(game \"Sample\" {players} (equipment {{(board (square 5)) {equipment}}}) (rules {start} {play} {end}))"
        )
    }
}

const fn play(play: &'static str) -> Parts {
    Parts { play, ..BASE }
}
const fn equipment(equipment: &'static str) -> Parts {
    Parts { equipment, ..BASE }
}
const fn end(end: &'static str) -> Parts {
    Parts { end, ..BASE }
}
const fn pieces(equipment: &'static str, start: &'static str) -> Parts {
    Parts { equipment, start, ..BASE }
}

static CASES: &[Case] = &[
    Case {
        code: "L0101",
        flawed: play("(play (forEach Piece (then (set Var \"Mark\" 1))))"),
        sound: play(
            "(play (if (= (var \"Mark\") 1) (forEach Piece) (forEach Piece (then (set Var \"Mark\" 1)))))",
        ),
    },
    Case {
        code: "L0102",
        flawed: play("(play (forEach Piece (then (set Pending))))"),
        sound: play("(play (if (is Pending) (move Pass) (forEach Piece (then (set Pending)))))"),
    },
    Case {
        code: "L0103",
        flawed: play("(play (forEach Piece (then (set Counter 3))))"),
        sound: Parts {
            play: "(play (forEach Piece (then (set Counter 3))))",
            ..end("(end {(if (= (counter) 9) (result Mover Draw)) (if (no Moves Next) (result Mover Win))})")
        },
    },
    Case {
        code: "L0104",
        flawed: play("(play (forEach Piece (then (remember Value \"Way\" (last To)))))"),
        sound: play(
            "(play (if (is In (mover) (values Remembered \"Way\")) (move Pass) \
             (forEach Piece (then (remember Value \"Way\" (last To))))))",
        ),
    },
    Case {
        code: "L0105",
        flawed: play(
            "(play (forEach Piece (then (if (= 0 (state at:(last To))) (set State at:(last To) 1)))))",
        ),
        sound: Parts {
            play: "(play (forEach Piece (then (set State at:(last To) 1))))",
            ..end(
                "(end {(if (= 1 (state at:0)) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
    },
    Case {
        code: "L0106",
        flawed: play("(play (forEach Piece (then (set Value Mover 1))))"),
        sound: Parts {
            play: "(play (forEach Piece (then (set Value Mover 1))))",
            ..end(
                "(end {(if (= 3 (value Player Mover)) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
    },
    Case {
        code: "L0108",
        flawed: play("(play (forEach Piece (then (addScore Mover 1))))"),
        sound: Parts {
            play: "(play (forEach Piece (then (addScore Mover 1))))",
            ..end("(end (if (no Moves Next) (byScore)))")
        },
    },
    Case {
        code: "L0109",
        flawed: play("(play (forEach Piece (then (trigger \"Lost\" Next))))"),
        sound: Parts {
            play: "(play (forEach Piece (then (trigger \"Lost\" Next))))",
            ..end("(end (if (is Triggered \"Lost\" Next) (result Next Loss)))")
        },
    },
    Case {
        code: "L0111",
        flawed: play("(play (if (= (var \"Mark\") 1) (move Pass) (forEach Piece)))"),
        sound: play(
            "(play (if (= (var \"Mark\") 1) (move Pass) (forEach Piece (then (set Var \"Mark\" 1)))))",
        ),
    },
    Case {
        code: "L0112",
        flawed: play("(play (if (is Pending) (move Pass) (forEach Piece)))"),
        sound: play("(play (if (is Pending) (move Pass) (forEach Piece (then (set Pending)))))"),
    },
    Case {
        code: "L0114",
        flawed: play("(play (if (is In (mover) (values Remembered \"Way\")) (move Pass) (forEach Piece)))"),
        sound: play(
            "(play (if (is In (mover) (values Remembered \"Way\")) (move Pass) \
             (forEach Piece (then (remember Value \"Way\" (last To))))))",
        ),
    },
    Case {
        code: "L0201",
        flawed: equipment(PAWN_THAT_MOVES_AGAIN),
        sound: Parts {
            equipment: PAWN_THAT_MOVES_AGAIN,
            ..play("(play (if (is Prev Mover) (move Remove (last To)) (forEach Piece)))")
        },
    },
    Case {
        code: "L0202",
        flawed: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))) \
                        (then (if (is In (last To) (sites Centre)) (and (set Value Mover 1) (moveAgain))))))",
            ..play(MOVE_OR_REMOVE)
        },
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))) \
                        (then (if (is In (last To) (sites Centre)) (moveAgain)))))",
            ..play(MOVE_OR_REMOVE)
        },
    },
    Case {
        code: "L0301",
        flawed: equipment(
            "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (regions \"Goal\" P1 (sites Top))",
        ),
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (regions \"Goal\" P1 (sites Top))",
            ..end(
                "(end {(if (is In (last To) (sites P1 \"Goal\")) (result P1 Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
    },
    Case {
        code: "L0302",
        flawed: equipment(
            "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (map \"Home\" {(pair 1 0) (pair 2 24)})",
        ),
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (map \"Home\" {(pair 1 0) (pair 2 24)})",
            ..end(
                "(end {(if (= (last To) (mapEntry \"Home\" Next)) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
    },
    Case {
        code: "L0303",
        flawed: equipment(
            "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (piece \"King\" Each (move Step (to if:(is Empty (to)))))",
        ),
        sound: pieces(
            "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (piece \"King\" Each (move Step (to if:(is Empty (to)))))",
            "(start {(place \"Disc1\" (sites Bottom)) (place \"Disc2\" (sites Top)) (place \"King1\" coord:\"C2\") (place \"King2\" coord:\"C4\")})",
        ),
    },
    Case {
        code: "L0304",
        flawed: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (regions \"Goal\" P1 (sites Top))",
            ..end(
                "(end {(if (is In (last To) (sites Mover \"Goal\")) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (regions \"Goal\" P1 (sites Top)) (regions \"Goal\" P2 (sites Bottom))",
            ..end(
                "(end {(if (is In (last To) (sites Mover \"Goal\")) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
            )
        },
    },
    Case {
        code: "L0305",
        flawed: Parts {
            equipment: "(piece \"Disc\" Each) (hand Each)",
            start: "(start (place \"Disc\" \"Hand\" count:20))",
            play: "(play (move (from (handSite Mover)) (to (sites Empty))))",
            ..end("(end (if (is Line 5) (result Mover Win)))")
        },
        sound: Parts {
            equipment: "(piece \"Disc\" Each) (hand Each)",
            start: "(start (place \"Disc\" \"Hand\" count:10))",
            play: "(play (move (from (handSite Mover)) (to (sites Empty))))",
            ..end("(end (if (is Line 5) (result Mover Win)))")
        },
    },
    Case {
        code: "L0306",
        flawed: equipment("(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (dice d:6 num:1)"),
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) (dice d:6 num:1)",
            ..play("(play (do (roll) next:(forEach Piece)))")
        },
    },
    Case {
        code: "L0401",
        flawed: Parts {
            players: "(players 2)",
            ..equipment(
                "(piece \"Disc\" Each (or (move Step Forward (to if:(is Empty (to)))) (move Step Rightward (to if:(is Empty (to))))))",
            )
        },
        sound: equipment(
            "(piece \"Disc\" Each (or (move Step Forward (to if:(is Empty (to)))) (move Step Rightward (to if:(is Empty (to))))))",
        ),
    },
    Case {
        code: "L0402",
        flawed: equipment(
            "(piece \"Disc\" Each (move Step Orthogonal (to if:(and (is Empty (to)) (is Enemy (who at:(to)))))))",
        ),
        sound: equipment("(piece \"Disc\" Each (move Step Orthogonal (to if:(is Empty (to)))))"),
    },
    Case {
        code: "L0403",
        flawed: equipment(
            "(piece \"Disc\" Each (move Step Forward (to if:(is Empty (to))) \
             (then (if (is In (last To) (sites Mover \"Goal\")) (remove (last To)))))) \
             (regions \"Goal\" P1 (sites Bottom)) (regions \"Goal\" P2 (sites Bottom))",
        ),
        sound: equipment(
            "(piece \"Disc\" Each (move Step Forward (to if:(is Empty (to))) \
             (then (if (is In (last To) (sites Mover \"Goal\")) (remove (last To)))))) \
             (regions \"Goal\" P1 (sites Top)) (regions \"Goal\" P2 (sites Bottom))",
        ),
    },
    Case {
        code: "L0404",
        flawed: Parts {
            players: "(players {(player S) (player N)})",
            start: "(start {(place \"Disc1\" (sites Row 1)) (place \"Disc2\" (sites Row 3))})",
            ..equipment("(piece \"Disc\" Each (move Step Forward (to if:(is Empty (to)))))")
        },
        sound: Parts {
            start: "(start {(place \"Disc1\" (sites Row 1)) (place \"Disc2\" (sites Row 3))})",
            ..equipment("(piece \"Disc\" Each (move Step Forward (to if:(is Empty (to)))))")
        },
    },
    Case {
        code: "L0501",
        flawed: end(
            "(end {(if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Mover Win))})",
        ),
        sound: Parts {
            equipment: "(piece \"Disc\" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))",
            ..end("(end {(if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Mover Win))})")
        },
    },
    Case {
        code: "L0502",
        flawed: Parts { end: MATE, ..KINGS },
        sound: Parts {
            end: "(end {(if (and (is Threatened (id \"King\" Next) at:(where \"King\" Next)) (not (can Move (forEach Piece)))) \
                  (result Mover Win)) (if (no Moves Next) (result Mover Draw))})",
            ..KINGS
        },
    },
    Case { code: "L0503", flawed: end("(end (if (no Pieces Next) (result Mover Win)))"), sound: BASE },
    Case {
        code: "L0601",
        flawed: pieces(
            TWO_KINDS,
            "(start {(place \"Disc1\" {\"A1\" \"B1\" \"C1\"}) (place \"King1\" coord:\"D1\") \
             (place \"Disc2\" {\"A5\" \"C5\" \"E5\"}) (place \"King2\" coord:\"D5\")})",
        ),
        sound: pieces(
            TWO_KINDS,
            "(start {(place \"Disc1\" {\"A1\" \"B1\" \"C1\"}) (place \"King1\" coord:\"D1\") \
             (place \"Disc2\" {\"A5\" \"B5\" \"C5\"}) (place \"King2\" coord:\"D5\")})",
        ),
    },
];

const TWO_KINDS: &str = "(piece \"Disc\" Each (move Step (to if:(is Empty (to))))) \
    (piece \"King\" Each (move Step (to if:(is Empty (to)))))";

const PAWN_THAT_MOVES_AGAIN: &str = "(piece \"Disc\" Each (move Step Forward (to if:(is Empty (to))) \
    (then (if (is In (last To) (sites Mover \"Goal\")) (moveAgain))))) \
    (regions \"Goal\" P1 (sites Top)) (regions \"Goal\" P2 (sites Bottom))";

const MOVE_OR_REMOVE: &str = "(play (if (is Prev Mover) (move Remove (sites Occupied by:Next)) \
    (forEach Piece (then (if (is Line 3) (moveAgain))))))";

const KINGS: Parts = Parts {
    equipment: "(piece \"King\" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))",
    start: "(start {(place \"King1\" coord:\"C1\") (place \"King2\" coord:\"C5\")})",
    ..BASE
};

const MATE: &str = "(end (if (and (is Threatened (id \"King\" Next) at:(where \"King\" Next)) (not (can Move (forEach Piece)))) \
    (result Mover Win)))";

fn codes(parts: &Parts) -> Vec<&'static str> {
    let text = parts.text();
    let reading = read("sample.lud", &text, &library_defines(), &Selection::default());
    assert!(!reading.has_errors(), "{text}\n{:?}", reading.problems.first().map(|p| &p.message));
    let game =
        compile(&reading).unwrap_or_else(|why| panic!("{text}\n{:?}", why.first().map(|p| &p.message)));
    let checked = reading.game.as_ref().expect("checked");
    let subject = Subject { checked, tree: &reading.expanded.game, game: &game, metadata: None };
    lint(&subject, &Effort::default()).iter().map(|finding| finding.code).collect()
}

#[test]
fn every_code_is_found_where_it_should_be_and_not_where_it_should_not() {
    let mut wrong = Vec::new();
    for case in CASES {
        let (flawed, sound) = (codes(&case.flawed), codes(&case.sound));
        if !flawed.contains(&case.code) {
            wrong.push(format!("{} is not found, but {flawed:?}, in {}", case.code, case.flawed.text()));
        }
        if sound.contains(&case.code) {
            wrong.push(format!("{} is found in {}", case.code, case.sound.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_case() {
    for code in CODES {
        assert!(CASES.iter().any(|case| case.code == code.code), "nothing shows {}", code.code);
    }
}

/// `docs/lint.md` lists the codes with the titles that they have here.
#[test]
fn the_list_for_people_is_complete() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lint.md");
    let page = std::fs::read_to_string(path).expect("docs/lint.md");
    for code in CODES {
        let row = format!("| {} | {} |", code.code, code.title);
        assert!(page.contains(&row), "docs/lint.md lacks the row {row}");
    }
}

#[test]
fn the_sample_itself_is_sound() {
    assert_eq!(codes(&BASE), Vec::<&str>::new());
}
