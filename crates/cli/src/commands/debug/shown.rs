//! What the debugger prints: positions, clauses with their values, source lines with a marker, coverage.

use ludarium_debugger::told::{Clause, Evaluated, LineCoverage, Report};
use ludarium_debugger::{Run, Session, Trace};
use ludarium_play::shown::after_throw;
use ludarium_play::why::Attempt;
use ludarium_render::{from_game, text};

/// So much of a clause is shown on a line.
fn short(clause: &str, most: usize) -> String {
    match clause.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &clause[..end]),
        None => clause.to_owned(),
    }
}

pub fn board(session: &Session) -> String {
    let state = session.state();
    let mut view = from_game::empty(state.game(), session.reading().metadata.as_ref());
    from_game::show(&mut view, &after_throw(&state.ctx(), state.legal_moves()), None);
    let turn = match (state.is_over(), state.outcome().and_then(|o| o.winner())) {
        (true, Some(winner)) => format!("The game is over: player {winner} wins."),
        (true, None) => "The game is over.".to_owned(),
        (false, _) => format!("Player {} to move, {} legal moves.", state.mover(), state.legal_moves().len()),
    };
    format!("{}\n{turn}\n", text(&view).trim_end())
}

pub fn moves(session: &Session) -> String {
    let names = session.state().names();
    if names.is_empty() { "no legal moves".to_owned() } else { names.join(" ") }
}

pub fn clause(clause: &Clause) -> String {
    let through = match &clause.through[..] {
        [] => String::new(),
        names => format!("  (from {})", names.join(" in ")),
    };
    format!("  {}:{}:{}{through}\n  {}\n", clause.file, clause.line, clause.column, short(&clause.text, 200))
}

/// The clause at which we are.
pub fn entry(session: &Session) -> String {
    let Some(stepping) = session.stepping() else { return String::new() };
    let Some(entry) = stepping.trace.entries.get(stepping.at) else { return String::new() };
    let registers: Vec<String> = entry.registers.iter().map(|r| r.words(session.game())).collect();
    let with = if registers.is_empty() { String::new() } else { format!("  [{}]", registers.join(" ")) };
    let trial = if entry.trial { "  (on trial)" } else { "" };
    let place = match entry.clause {
        Some(id) => {
            let told = session.told_clause(id);
            format!("{}:{}  {}", told.file, told.line, short(&told.text, 160))
        }
        None => format!("· {}", entry.action.as_deref().unwrap_or_default()),
    };
    format!("{place}{with}{trial}\n    = {}\n", session.words_of(entry))
}

pub fn watches(session: &Session) -> String {
    let lines = session.told_watches().into_iter();
    lines.map(|w| format!("  {} = {}\n", w.expression, w.value.unwrap_or_default())).collect()
}

pub fn breakpoints(session: &Session) -> String {
    let mut text = String::new();
    for (number, breakpoint) in session.breakpoints() {
        let clauses = breakpoint.clauses.len();
        let noun = if clauses == 1 { "clause" } else { "clauses" };
        text += &format!(
            "{}  {}  ({} of {clauses} {noun})\n",
            number + 1,
            breakpoint.text,
            breakpoint.event.word()
        );
        for &id in breakpoint.clauses.iter().take(3) {
            let told = session.told_clause(id);
            text += &format!("     line {}  {}\n", told.used_line, short(&told.text, 100));
        }
    }
    if text.is_empty() { "no breakpoints".to_owned() } else { text }
}

pub fn ran(session: &Session, run: &Run) -> String {
    let games = if run.games == 1 { "1 game".to_owned() } else { format!("{} games", run.games) };
    let counted = format!("{games}, {} moves", run.plies);
    let Some(stop) = &run.stop else {
        let why = if run.interrupted { "interrupted" } else { "no breakpoint was met" };
        return format!("{why} ({counted})\n");
    };
    let told = session.told_stop(stop);
    let how = match (&told.by, told.made) {
        (Some(name), true) => format!(" by the move {name}"),
        (Some(name), false) => format!(" while {name} is made"),
        (None, _) => " while the legal moves are found".to_owned(),
    };
    let at = told.clause.as_ref().map(clause).unwrap_or_default();
    format!("Stopped at {} ({}){how}, after {counted}.\n{at}", told.breakpoint, told.event)
}

fn lines(evaluated: &[Evaluated], depth: usize, most: usize, out: &mut String) {
    for node in evaluated {
        let what = match (&node.clause, &node.action) {
            (Some(clause), _) => short(&clause.text, 90),
            (None, Some(action)) => format!("· {action}"),
            (None, None) => String::new(),
        };
        let with = if node.registers.is_empty() {
            String::new()
        } else {
            format!(" [{}]", node.registers.join(" "))
        };
        let mark = if node.here { "→ " } else { "" };
        let trial = if node.trial { " (on trial)" } else { "" };
        *out += &format!("{}{mark}{what}{with}{trial} = {}\n", "  ".repeat(depth), short(&node.value, 90));
        if depth + 1 < most {
            lines(&node.children, depth + 1, most, out);
        }
    }
}

fn whole(session: &Session, trace: &Trace, here: Option<usize>, depth: usize) -> String {
    let tree = session.told_tree(trace, here, super::MOST_SHOWN);
    let mut out = String::new();
    lines(&tree.roots, 0, depth, &mut out);
    if tree.left_out > 0 {
        out += &format!("… {} more evaluations are not shown\n", tree.left_out);
    }
    out
}

pub fn tree(session: &Session, depth: &str) -> String {
    let depth = depth.parse().unwrap_or(usize::MAX);
    match session.stepping() {
        Some(stepping) => whole(session, &stepping.trace, Some(stepping.at), depth),
        None => whole(session, &session.trace_moves().0, None, depth),
    }
}

pub fn end(session: &Session) -> String {
    match session.trace_end() {
        Some(trace) if !trace.entries.is_empty() => whole(session, &trace, None, usize::MAX),
        Some(_) | None => "no end rule was judged yet".to_owned(),
    }
}

/// The lines around the clause at which we are.
pub fn here(session: &Session) -> String {
    let Some(stepping) = session.stepping() else {
        return "nothing is being evaluated; `step` begins".to_owned();
    };
    let found = stepping.trace.entries[..=stepping.at.min(stepping.trace.entries.len() - 1)]
        .iter()
        .rev()
        .find_map(|entry| entry.clause);
    let Some(id) = found else { return entry(session) };
    let told = session.told_clause(id);
    let at = told.used_line as usize;
    let text = &session.reading().parsed.text;
    let mut page = String::new();
    for (i, line) in text.lines().enumerate().skip(at.saturating_sub(4)).take(7) {
        let mark = if i + 1 == at { "→" } else { " " };
        page += &format!("{mark} {:>4}  {line}\n", i + 1);
    }
    page + &entry(session)
}

/// The description with what its lines did.
pub fn coverage(session: &Session, counted: &[LineCoverage]) -> String {
    let text = &session.reading().parsed.text;
    let mut page = "evaluated      fired    applied  line\n".to_owned();
    for (i, line) in text.lines().enumerate() {
        let number = i as u32 + 1;
        let counts = match counted.iter().find(|c| c.line == number) {
            Some(c) => {
                let mark = if c.fired == 0 { " !" } else { "  " };
                format!("{:>9} {:>10} {:>10}{mark}", c.evaluated, c.fired, c.applied)
            }
            None => " ".repeat(33),
        };
        page += &format!("{counts}{number:>4}  {line}\n");
    }
    let silent: Vec<String> = counted
        .iter()
        .flat_map(|c| c.silent.iter().map(move |t| format!("  line {}: {}", c.line, short(t, 100))))
        .collect();
    if !silent.is_empty() {
        page += &format!("Never fired:\n{}\n", silent.join("\n"));
    }
    page
}

/// The clauses that give a legal move.
pub fn given(session: &Session, attempt: Attempt) -> String {
    let state = session.state();
    let fits = |m: &ludarium_play::Move| m.to == attempt.to && attempt.from.is_none_or(|from| m.from == from);
    let Some(index) = state.legal_moves().iter().position(fits) else { return "it is legal".to_owned() };
    let clauses = session.given(index);
    let told = clauses.iter().rev().map(|&id| clause(&session.told_clause(id)));
    format!("It is legal by these clauses, the innermost first:\n{}", told.collect::<String>())
}

/// What the flags asked for.
pub fn report(session: &Session, report: &Report, tree: bool) -> String {
    let mut page = board(session);
    if !report.moves.is_empty() {
        page += &format!("Moves: {}\n", report.moves.join(" "));
    }
    match (&report.stopped, &report.ran) {
        (Some(stopped), ran) => {
            let by = stopped.by.as_ref().map(|name| format!(" by {name}")).unwrap_or_default();
            let games = ran.as_ref().map(|r| format!(" in game {}", r.games)).unwrap_or_default();
            page += &format!(
                "Stopped at {} ({}){by}{games}, seed {}.\n",
                stopped.breakpoint, stopped.event, report.seed
            );
            page += &stopped.clause.as_ref().map(clause).unwrap_or_default();
        }
        (None, Some(ran)) if report.coverage.is_none() => {
            page += &format!("No breakpoint was met in {} games, {} moves.\n", ran.games, ran.plies);
        }
        (None, Some(ran)) => page += &format!("{} games, {} moves.\n", ran.games, ran.plies),
        (None, None) => {}
    }
    page += &report
        .watches
        .iter()
        .map(|w| format!("  {} = {}\n", w.expression, w.value.as_deref().unwrap_or("?")))
        .collect::<String>();
    if let (true, Some(told)) = (tree, &report.tree) {
        lines(&told.roots, 0, usize::MAX, &mut page);
        if told.left_out > 0 {
            page += &format!("… {} more evaluations are not shown\n", told.left_out);
        }
    }
    if let Some(lines) = &report.coverage {
        page += &coverage(session, lines);
    }
    page
}
