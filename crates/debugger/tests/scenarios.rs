//! What a designer does with the debugger, on small games written for it.

use ludarium_debugger::{Doing, Session, Value, choices};
use ludarium_engine::Move;
use ludarium_play::notation::position;
use ludarium_play::why::values::{self, Is};
use ludarium_play::{Game, Reading, Selection, compile, games, library_defines, read};
use std::sync::Arc;

/// Two rows of men; a man steps forward, or hops over an enemy and takes it.
const JUMPERS: &str = r#"(game "Jumpers" (players {(player N) (player S)})
  (equipment {(board (square 5))
    (piece "Man" Each (or
      (move Step (directions {FL FR}) (to if:(is Empty (to))))
      (move Hop
        (between if:(is Enemy (who at:(between))) (apply (remove (between))))
        (to if:(is Empty (to))))))})
  (rules
    (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
    (play (forEach Piece))
    (end {
      (if (no Moves Next) (result Mover Win))
      (if (no Pieces Next) (result Mover Win))})))"#;

fn reading(text: &str) -> Arc<Reading> {
    Arc::new(read("test", text, &library_defines(), &Selection::default()))
}

fn session(text: &str) -> Session {
    let reading = reading(text);
    let game = compile(&reading).unwrap_or_else(|problems| panic!("{problems:?}"));
    Session::new(game.start(1), reading, Selection::default()).unwrap()
}

fn breakpoint(session: &mut Session, text: &str) {
    let read = session.read_breakpoint(text).unwrap_or_else(|why| panic!("{}", why.message));
    session.add_breakpoint(read);
}

fn men(session: &Session) -> usize {
    session.state().board().count_pieces()
}

trait CountPieces {
    fn count_pieces(&self) -> usize;
}

impl CountPieces for ludarium_engine::Position {
    fn count_pieces(&self) -> usize {
        (0..25).filter(|&site| !self.is_empty(site)).count()
    }
}

#[test]
fn a_breakpoint_on_a_capture_stops_at_the_first_capture_and_not_before() {
    let mut session = session(JUMPERS);
    breakpoint(&mut session, "(remove");
    let run = session.run(7, 50, &|| true);
    let stop = run.stop.expect("men are taken sooner or later");
    assert!(stop.made);
    assert_eq!(men(&session), 9, "one man of ten was taken, and no other before it");
    let clause = session.told_clause(stop.clause.unwrap());
    assert!(clause.text.starts_with("(remove"), "{clause:?}");
    assert_eq!(clause.line, 6);
}

#[test]
fn the_moves_of_a_run_lead_to_the_same_stop_again() {
    let mut first = session(JUMPERS);
    breakpoint(&mut first, "(remove");
    first.run(7, 50, &|| true);
    let report = first.report(None);
    let mut again = session(JUMPERS);
    again.play_all(first.state().seed(), &report.moves).unwrap();
    assert_eq!(position(&again.state().ctx()), position(&first.state().ctx()));
    again.back();
    assert_eq!(men(&again), 10, "one move earlier nobody was taken");
}

#[test]
fn a_breakpoint_can_have_a_condition_and_an_event() {
    let mut session = session(JUMPERS);
    breakpoint(&mut session, "(remove if (<= (count Pieces All) 8)");
    let run = session.run(7, 200, &|| true);
    assert!(run.stop.is_some());
    assert_eq!(men(&session), 7, "the condition is asked before the move that takes the third");
    let mut session = self::session(JUMPERS);
    breakpoint(&mut session, "(no Moves evaluated");
    let run = session.run(7, 1, &|| true);
    assert_eq!(run.plies, 0, "the end is judged with the first move");
    assert!(!run.stop.unwrap().made);
}

#[test]
fn lines_and_words_find_clauses_and_mistakes_are_told() {
    let session = session(JUMPERS);
    let on_line = session.read_breakpoint("6").unwrap();
    let texts: Vec<&str> = on_line.clauses.iter().map(|&id| session.clauses().text(id)).collect();
    assert_eq!(texts.len(), 2, "the condition and the capture begin there: {texts:?}");
    assert!(session.read_breakpoint("hop").unwrap().clauses.len() == 1);
    assert!(session.read_breakpoint("3:1").is_err());
    let why = session.read_breakpoint("2").unwrap_err().message;
    assert!(why.contains("nearest line that has one is 3"), "{why}");
    let why = session.read_breakpoint("promote").unwrap_err().message;
    assert!(why.contains("remove") && why.contains("forEach".to_lowercase().as_str()), "{why}");
}

#[test]
fn a_watch_has_the_value_that_is_counted_by_hand() {
    let session = session(JUMPERS);
    let value = |text: &str| session.value_of(&session.expression(text).unwrap());
    assert_eq!(value("(count Pieces Mover)"), Is::Number(5));
    assert_eq!(value("(is Empty 12)"), Is::Truth(true));
    assert_eq!(value("(sites Occupied by:Next)"), Is::Sites(vec![20, 21, 22, 23, 24]));
    assert_eq!(value("(array {1 (+ 1 1) 3})"), Is::Numbers(vec![1, 2, 3]));
}

#[test]
fn a_wrong_watch_is_told_as_a_compiler_would() {
    let session = session(JUMPERS);
    for (wrong, word) in [
        ("(count Peices Mover)", "Pieces"),
        ("(is Empty", "("),
        ("(frobnicate 3)", "frobnicate"),
        ("", "clause"),
        ("hello", ""),
        ("(move Pass)", ""),
    ] {
        let bad = session.expression(wrong).err().unwrap_or_else(|| panic!("{wrong} is accepted"));
        assert!(bad.shown.contains(word), "{wrong}: {}", bad.shown);
    }
}

#[test]
fn a_watch_inside_a_stop_sees_the_registers() {
    let mut session = session(JUMPERS);
    assert!(session.begin(Doing::Moves));
    let mut seen = 0;
    let to = session.expression("(to)").unwrap();
    loop {
        let stepping = session.stepping().unwrap();
        let entry = &stepping.trace.entries[stepping.at];
        let told = entry.registers.iter().find(|r| r.name == "to").map(|r| r.value);
        if let Some(told) = told {
            assert_eq!(session.value_of(&to), Is::Number(told));
            seen += 1;
        }
        if !session.step() || seen > 20 {
            break;
        }
    }
    assert!(seen > 3);
}

#[test]
fn conditions_of_a_trace_have_the_values_that_clauses_have_by_themselves() {
    let session = session(JUMPERS);
    let (trace, _) = session.trace_moves();
    let reading = reading(JUMPERS);
    let checked = reading.game.as_ref().unwrap();
    let mut compared = 0;
    let mut registers: Vec<ludarium_engine::ctx::Registers> = Vec::new();
    for entry in &trace.entries {
        let mut reg = entry.parent.map_or_else(Default::default, |p: usize| registers[p].clone());
        for r in &entry.registers {
            match r.name {
                "from" => reg.from = r.value,
                "to" => reg.to = r.value,
                "between" => reg.between = r.value,
                "site" => reg.site = r.value,
                "level" => reg.level = r.value,
                "player" => reg.player = r.value,
                other => panic!("{other}"),
            }
        }
        registers.push(reg.clone());
        if let (Some(id), Value::Is(is), false) = (entry.clause, &entry.value, entry.trial) {
            let mut ctx = session.state().as_arrived();
            ctx.reg = reg;
            assert_eq!(values::value(checked, id, &ctx).as_ref(), Some(is), "{}", session.clauses().text(id));
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn steps_go_in_over_out_and_back() {
    let mut session = session(JUMPERS);
    assert!(session.step());
    let depth = |s: &Session| s.stepping().map(|st| st.trace.entries[st.at].depth);
    assert_eq!(depth(&session), Some(0));
    assert!(session.step());
    assert_eq!(depth(&session), Some(1));
    assert!(session.step());
    let inside = depth(&session).unwrap();
    session.step_out();
    assert!(depth(&session).is_none_or(|now| now < inside));
    session.back();
    assert!(session.stepping().is_none());
    session.play(0).unwrap();
    assert!(session.back() && session.state().plies() == 0);
    assert!(!session.back(), "nothing is before the start");
}

#[test]
fn the_end_rules_are_traced_after_a_move() {
    let mut session = session(JUMPERS);
    assert!(session.trace_end().is_none());
    session.play(0).unwrap();
    let trace = session.trace_end().unwrap();
    let roots = trace.children(None);
    assert_eq!(roots.len(), 2);
    assert!(roots.iter().all(|&i| trace.entries[i].value == Value::Ends(false)));
}

#[test]
fn a_rule_that_never_fires_shows_in_the_coverage() {
    let dead = JUMPERS.replace("(if (no Pieces Next)", "(if (is Full)");
    let session = session(&dead);
    let (coverage, run) = session.coverage(3, 5, &|| true);
    assert!(run.plies > 10);
    let lines = session.told_coverage(&coverage);
    let line = |n: u32| lines.iter().find(|l| l.line == n).unwrap();
    assert!(line(5).applied > 0, "men hop");
    assert!(line(13).evaluated > 0 && line(13).fired == 0, "the board is never full: {:?}", line(13));
    assert!(line(13).silent.iter().any(|text| text == "(is Full)"));
}

fn plain(moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|m| Move { given: Default::default(), ..m.clone() }).collect()
}

/// Random moves with the observer looking at everything: the same moves, the same positions, the same chance.
fn nothing_changes(game: &Game, reading: &Arc<Reading>, plies: usize) -> (u64, u64) {
    let Ok(mut session) = Session::new(game.start(5), reading.clone(), Selection::default()) else {
        return (0, 0);
    };
    let mut rng = choices(5);
    let (mut moves, mut attributed) = (0, 0);
    for _ in 0..plies {
        let (_, traced) = session.trace_moves();
        assert_eq!(plain(&traced), plain(session.state().legal_moves()), "{}", game.name);
        for m in traced.iter().filter(|m| !m.is_pass() && !m.is_swap()) {
            moves += 1;
            attributed += u64::from(m.given.iter().any(|&rule| session.clauses().of_rule(rule).is_some()));
        }
        if traced.is_empty() || session.state().is_over() {
            break;
        }
        let index = rng.below(traced.len());
        session.trace_apply(index);
        session.play(index).unwrap();
    }
    let mut alone = game.start(5);
    let mut rng = choices(5);
    for _ in 0..session.state().plies() {
        let index = rng.below(alone.legal_moves().len());
        alone.play(index).unwrap();
    }
    assert_eq!(position(&alone.ctx()), position(&session.state().ctx()), "{}", game.name);
    (moves, attributed)
}

#[test]
fn watching_changes_nothing_in_any_library_game() {
    let mut total = (0, 0);
    for library in games() {
        let reading = reading(library.text);
        let game = compile(&reading).unwrap();
        let (moves, attributed) = nothing_changes(&game, &reading, 4);
        total = (total.0 + moves, total.1 + attributed);
    }
    assert!(total.0 > 1000 && total.0 == total.1, "every move has a clause: {total:?}");
}
