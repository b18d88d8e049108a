//! The debugger behind the editor: one question holds the text, the moves and what is wanted, one answer all that is
//! shown. Nothing is kept between questions. It runs where descriptions of strangers run, and no longer than a moment.

use crate::compiled::{Compiled, Message, defines, messages};
use ludarium_debugger::told::{Ran, Report, Watched};
use ludarium_debugger::{Bounds, Doing, Run, Session, choices};
use ludarium_play::{Choice, Selection, read};
use ludarium_render::{Options, from_game, svg};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What somebody wants to see.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Debug {
    pub text: String,
    pub options: Vec<String>,
    pub ruleset: Option<String>,
    /// The moves that were made, by name.
    pub moves: Vec<String>,
    pub seed: u64,
    #[serde(rename = "break")]
    pub breaks: Vec<String>,
    pub watches: Vec<String>,
    /// Make a random move first.
    pub random: bool,
    /// Random games from the start until a breakpoint is met, at most so many.
    pub run: Option<u64>,
    /// Count what each line does in so many random games.
    pub coverage: Option<u64>,
    /// What a legal move does is shown instead of how the legal moves are found.
    pub trace: Option<String>,
    /// The evaluation at which watch expressions are asked, by its number in the tree.
    pub at: Option<usize>,
}

/// What is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Debugged {
    pub report: Report,
    /// The position as a picture.
    pub svg: Option<String>,
    /// What is wrong with the description.
    pub messages: Vec<Message>,
}

/// Random games go on for so long.
const LONGEST: Duration = Duration::from_millis(1500);
const MOST_GAMES: u64 = 100_000;
/// So many moves, breakpoints and watch expressions are taken.
const MOST_MOVES: usize = 2_000;
const MOST_LINES: usize = 32;
const MOST_SHOWN: usize = 1_500;
/// Deeper trees are more than those who read JSON take.
const BOUNDS: Bounds = Bounds { entries: 6_000, depth: 40 };

pub fn answer(wanted: &Debug) -> Debugged {
    let selection = Selection { options: wanted.options.clone(), ruleset: wanted.ruleset.clone() };
    let reading = read("description", &wanted.text, defines(), &selection);
    let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_owned());
    let compiled = match Compiled::of(&reading, &find) {
        Ok(compiled) => compiled,
        Err(faulty) => return Debugged { messages: faulty.problems, ..Debugged::default() },
    };
    let warnings = messages(&reading, &reading.problems);
    let state = compiled.game.start(wanted.seed);
    match Session::new(state, Arc::new(reading), selection) {
        Ok(mut session) => {
            session.set_bounds(BOUNDS);
            let report = worked(&mut session, wanted);
            let mut view = compiled.parts[0].empty.clone();
            let state = session.state();
            let seen = ludarium_play::shown::after_throw(&state.ctx(), state.legal_moves());
            from_game::show(&mut view, &seen, None);
            let picture = svg(&view, &Options { size: 260.0, ..Options::default() });
            Debugged { report, svg: Some(picture), messages: warnings }
        }
        Err(why) => {
            let report = Report { problems: vec![why], ..Report::default() };
            Debugged { report, svg: None, messages: warnings }
        }
    }
}

fn worked(session: &mut Session, wanted: &Debug) -> Report {
    let mut problems = Vec::new();
    for text in wanted.breaks.iter().filter(|t| !t.trim().is_empty()).take(MOST_LINES) {
        match session.read_breakpoint(text) {
            Ok(breakpoint) => {
                session.add_breakpoint(breakpoint);
            }
            Err(why) => problems.push(format!("{text}: {}", why.message)),
        }
    }
    let until = Instant::now() + LONGEST;
    let go_on = || Instant::now() < until;
    let mut run: Option<Run> = None;
    if let Some(games) = wanted.run {
        run = Some(session.run(wanted.seed, games.min(MOST_GAMES), &go_on));
    } else {
        let moves: Vec<String> = wanted.moves.iter().take(MOST_MOVES).cloned().collect();
        if let Err(illegal) = session.play_all(wanted.seed, &moves) {
            problems.push(illegal.to_string());
        }
        if wanted.random {
            let plies = session.state().plies() as u64;
            let _ =
                session.play_random(&mut choices(wanted.seed.wrapping_mul(1_000_003).wrapping_add(plies)));
        }
    }
    if session.stepping().is_none() {
        let index = wanted.trace.as_ref().map(|name| session.state().find(&Choice::Name(name.clone())));
        match index {
            Some(Ok(index)) => session.begin(Doing::Apply(index)),
            Some(Err(_)) | None => session.begin(Doing::Moves),
        };
        if let Some(at) = wanted.at {
            session.seek(at);
        }
    }
    let watches = watched(
        session,
        &wanted.watches,
        wanted.at.is_some() || run.as_ref().is_some_and(|r| r.stop.is_some()),
    );
    let mut report = session.report(run.as_ref());
    report.watches = watches;
    if let Some(stepping) = session.stepping() {
        let here = (wanted.at.is_some() || report.stopped.is_some()).then_some(stepping.at);
        report.tree = Some(session.told_tree(&stepping.trace, here, MOST_SHOWN));
    }
    if let Some(games) = wanted.coverage {
        let (coverage, ran) = session.coverage(wanted.seed, games.min(MOST_GAMES), &go_on);
        report.coverage = Some(session.told_coverage(&coverage));
        report.ran = Some(Ran { games: ran.games, plies: ran.plies, interrupted: ran.interrupted });
    }
    report.problems = problems;
    report
}

/// The watch expressions, at the clause where we stand or in the position.
fn watched(session: &Session, texts: &[String], here: bool) -> Vec<Watched> {
    let texts = texts.iter().filter(|t| !t.trim().is_empty()).take(MOST_LINES);
    let told = texts.map(|text| match session.expression(text) {
        Ok(expression) => {
            let value =
                if here { session.value_of(&expression) } else { session.value_in_position(&expression) };
            Watched { expression: text.clone(), value: Some(value.words(session.game())), problem: None }
        }
        Err(bad) => Watched { expression: text.clone(), value: None, problem: Some(bad.message) },
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Debug {
        Debug {
            text: ludarium_play::find("Tic-Tac-Toe").unwrap().text.to_owned(),
            seed: 1,
            ..Debug::default()
        }
    }

    #[test]
    fn a_question_holds_all_that_the_answer_needs() {
        let shown = answer(&Debug {
            moves: vec!["b2".into()],
            watches: vec!["(count Pieces All)".into(), "(count Peices)".into()],
            ..wanted()
        });
        assert_eq!(shown.report.moves, ["b2"]);
        assert_eq!(shown.report.watches[0].value.as_deref(), Some("1"));
        assert!(shown.report.watches[1].problem.is_some());
        assert!(shown.svg.is_some() && !shown.report.tree.unwrap().roots.is_empty());
    }

    #[test]
    fn a_run_stops_at_the_line_and_its_moves_lead_there_again() {
        let ran = answer(&Debug { breaks: vec!["(is Line".into()], run: Some(100), ..wanted() });
        let stopped = ran.report.stopped.expect("somebody wins soon");
        assert!(stopped.clause.unwrap().text.starts_with("(is Line"));
        let again = answer(&Debug { moves: ran.report.moves.clone(), seed: ran.report.seed, ..wanted() });
        assert_eq!(again.svg, ran.svg);
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(!answer(&Debug { text: "(game".into(), ..Debug::default() }).messages.is_empty());
        let lost = answer(&Debug { moves: vec!["z9".into()], breaks: vec!["9999".into()], ..wanted() });
        assert_eq!(lost.report.problems.len(), 2, "{:?}", lost.report.problems);
        let text = serde_json::to_string(&answer(&wanted())).unwrap();
        serde_json::from_str::<Debugged>(&text).unwrap();
    }
}
