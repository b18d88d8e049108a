//! A lesson of a few steps on the board, made from the description: the goal shown by the last move of a game, each piece's
//! moves to be tried, taking, special moves, and a first game. Positions and words are those of the rulebook. What somebody
//! wrote for a game (`games/KEY/lesson.md`) takes the place of the words of a step. It knows descriptions and play, and
//! nothing of pages.

use crate::compiled::Compiled;
use ludarium_english::{Document, Sentence, grammar};
use ludarium_play::{Game, Move, Rng, State};
use ludarium_players::{Budget, Control, EngineWorld, Setting, Spec, Table, make};
use ludarium_puzzles::{Collection, Task};
use ludarium_rulebook::{Effort, Example, Figure, Subject, rulebook};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a step is about; the page has words of its own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Goal,
    Turn,
    Piece,
    Capture,
    Special,
    Play,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Goal => "goal",
            Kind::Turn => "turn",
            Kind::Piece => "piece",
            Kind::Capture => "capture",
            Kind::Special => "special",
            Kind::Play => "play",
        }
    }
}

pub struct Step {
    pub kind: Kind,
    pub title: String,
    pub text: Vec<String>,
    pub state: Option<State>,
    /// The moves that this step wants; any will do where none is named.
    pub wanted: Vec<String>,
}

pub struct Lesson {
    pub steps: Vec<Step>,
    /// Why there is less than usual, in words for people.
    pub note: &'static str,
}

/// So much is played at random to find positions.
const MOVES: usize = 1200;
/// Pieces with a step of their own.
const MOST_PIECES: usize = 8;
const MOST_SPECIAL: usize = 4;
/// A last move is looked for so long by players who think.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Lesson {
    pub fn position(&self, step: usize) -> Option<&State> {
        self.steps.get(step)?.state.as_ref()
    }

    pub fn told(&self) -> Value {
        let steps: Vec<Value> = self
            .steps
            .iter()
            .enumerate()
            .map(|(n, step)| {
                json!({
                    "n": n, "kind": step.kind.word(), "title": step.title, "text": step.text,
                    "wanted": step.wanted, "board": step.state.is_some(),
                })
            })
            .collect();
        json!({ "steps": steps, "note": self.note })
    }
}

/// The lesson of a game; made once.
pub fn of(compiled: &Arc<Compiled>) -> &Lesson {
    compiled.lesson.get_or_init(|| lesson(compiled))
}

fn lesson(compiled: &Arc<Compiled>) -> Lesson {
    let reading = compiled.reading();
    let game = &compiled.game;
    let effort = Effort { most_moves: MOVES, ..Effort::default() };
    let Some(book) = rulebook(&reading, Some(game), &effort) else {
        return Lesson { steps: Vec::new(), note: "no_rules" };
    };
    let figures: Vec<&Figure> = book.figures.iter().map(|(_, figure)| figure).collect();
    let mut steps = vec![goal(game, &book.document, &figures)];
    let pieces: Vec<Step> = figures
        .iter()
        .filter(|f| f.subject == Subject::Piece)
        .filter_map(|f| piece(compiled, game, f.example.as_ref()?))
        .take(MOST_PIECES)
        .collect();
    let alone = pieces.is_empty();
    steps.push(Step {
        kind: Kind::Turn,
        title: String::new(),
        text: section(&book.document, &["A turn", "Setup", "Players and board"], 5),
        state: Some(game.start(1)),
        wanted: Vec::new(),
    });
    steps.extend(pieces);
    let examples: Vec<&Example> = figures.iter().filter_map(|f| f.example.as_ref()).collect();
    steps.extend(capture(game, &examples));
    for figure in figures.iter().filter(|f| f.subject == Subject::Special).take(MOST_SPECIAL) {
        steps.extend(special(game, figure));
    }
    // (Whoever knows how pieces move need not be shown that one is moved.)
    if !alone && steps[1].text.is_empty() {
        steps.remove(1);
    }
    steps.push(Step {
        kind: Kind::Play,
        title: String::new(),
        text: Vec::new(),
        state: Some(game.start(2)),
        wanted: Vec::new(),
    });
    written(compiled, &mut steps);
    Lesson { steps, note: note(compiled) }
}

/// What of a game a lesson cannot show.
fn note(compiled: &Compiled) -> &'static str {
    let game = &compiled.game;
    if !game.subgames.is_empty() {
        "match"
    } else if compiled.hidden() {
        "hidden"
    } else if game.mode == ludarium_engine::Mode::Simultaneous {
        "together"
    } else if game.uses.stochastic {
        "chance"
    } else {
        ""
    }
}

/// The first sentences of the first of these sections that the rules have.
fn section(document: &Document, headings: &[&str], most: usize) -> Vec<String> {
    let found = headings.iter().find_map(|h| document.sections.iter().find(|s| s.heading == *h));
    let lines = found.into_iter().flat_map(|s| &s.sentences).flat_map(Sentence::lines);
    lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).take(most).collect()
}

/// A position without the moves before it.
fn settled(game: &Game, state: &State) -> State {
    State::from_ctx(game, state.as_arrived(), state.seed())
}

fn name_of(state: &State, m: &Move) -> Option<String> {
    let at = state.legal_moves().iter().position(|l| l == m)?;
    state.names().get(at).cloned()
}

/// The goal: one move before the end of a game that somebody wins.
fn goal(game: &Game, document: &Document, figures: &[&Figure]) -> Step {
    let mut step = Step {
        kind: Kind::Goal,
        title: String::new(),
        text: section(document, &["Goal", "How the game ends"], 4),
        state: None,
        wanted: Vec::new(),
    };
    let end = figures.iter().find(|f| f.subject == Subject::End).and_then(|f| f.moment.as_ref());
    let by_chance = end.and_then(|(state, _)| last_move(game, state.clone()));
    let decided = end.is_some_and(|(s, _)| s.outcome().is_some_and(|o| o.winner().is_some()));
    let found = by_puzzle(game)
        .or_else(|| by_chance.clone().filter(|_| decided))
        .or_else(|| by_players(game))
        .or_else(|| by_luck(game))
        .or(by_chance);
    match found {
        Some((state, wanted)) => (step.state, step.wanted) = (Some(state), wanted),
        None => step.state = Some(game.start(1)),
    }
    step
}

/// The position before the last move of a game, and that move.
fn last_move(game: &Game, mut state: State) -> Option<(State, Vec<String>)> {
    let seat = state.winning_agent();
    let made = state.history().pop()?.name;
    state.undo()?;
    let before = settled(game, &state);
    // Every move that wins at once does.
    let mut wanted = vec![made];
    if seat == Some(before.agent()) && before.legal_moves().len() <= 120 {
        let names = before.names();
        for (i, name) in names.into_iter().enumerate() {
            let mut after = before.clone();
            let won = after.play(i).is_ok() && after.winning_agent() == seat;
            if won && !wanted.contains(&name) {
                wanted.push(name);
            }
        }
    }
    before.find(&wanted[0].as_str().into()).is_ok().then_some((before, wanted))
}

/// The last move of the easiest of the library's puzzles.
fn by_puzzle(game: &Game) -> Option<(State, Vec<String>)> {
    let of = ludarium_play::games().iter().find(|g| g.title == game.name)?;
    let all = Collection::read(of.puzzles?).ok()?;
    let puzzle = all.puzzles.iter().find(|p| matches!(p.task, Task::Win { .. }))?;
    let mut state = puzzle.state(game).ok()?;
    for name in &puzzle.line {
        state.play(name.as_str()).ok()?;
    }
    state.is_over().then_some(())?;
    last_move(game, state)
}

/// The end of a game between players who think a little.
fn by_players(game: &Game) -> Option<(State, Vec<String>)> {
    let world = EngineWorld::new(game);
    let begun = Instant::now();
    let elapsed = || begun.elapsed();
    let stop = &ludarium_players::control::NEVER;
    for seed in 1..=8u64 {
        let mut state = State::start(game, seed);
        let setting = Setting { lines: 0, memory: 32 << 20, ..Setting::default() };
        let levels = ["level3", "random"];
        let mut seats: Vec<_> = (0..game.players)
            .filter_map(|i| Spec::read(levels[(i + seed as usize) % 2]).ok())
            .map(|spec| make(&spec, &world, setting))
            .collect();
        while !state.is_over() && state.plies() < 200 && !state.legal_moves().is_empty() {
            if elapsed() > PATIENCE {
                return None;
            }
            let agent = state.agent();
            let table = Table { state: &state, agent, seed: seed ^ state.plies() as u64 };
            let budget = Budget { nodes: Some(8000), ..Budget::time(PATIENCE) };
            let control = Control { budget, elapsed: &elapsed, cancel: stop };
            let chosen = seats.get_mut(agent.wrapping_sub(1)).map(|seat| seat.choose(table, &control));
            let index = chosen.and_then(Result::ok).map_or(0, |answer| answer.index);
            state.play(index).ok()?;
        }
        if state.outcome().is_some_and(|o| o.winner().is_some()) {
            return last_move(game, state);
        }
    }
    None
}

/// The end of a long game of random moves: where players who think come to no end in time, chance may.
fn by_luck(game: &Game) -> Option<(State, Vec<String>)> {
    let begun = Instant::now();
    for seed in 1..=20u64 {
        let mut state = State::start(game, seed);
        let mut rng = Rng::new(seed);
        while begun.elapsed() < PATIENCE && state.plies() < 5000 && state.play_random(&mut rng, 50) > 0 {}
        if state.outcome().is_some_and(|o| o.winner().is_some()) {
            return last_move(game, state);
        }
        if begun.elapsed() >= PATIENCE {
            break;
        }
    }
    None
}

/// Whole sentences from the beginning of a text, as many as one reads beside a board.
fn brief(text: &str) -> String {
    const ROOM: usize = 360;
    let mut out = String::new();
    for sentence in text.split_inclusive(". ") {
        if !out.is_empty() && out.len() + sentence.len() > ROOM {
            break;
        }
        out += sentence;
    }
    let out = out.trim_end();
    // A sentence that only opens a list says nothing without it.
    match (out.ends_with(':'), out.rfind(". ")) {
        (true, Some(end)) => out[..=end].to_owned(),
        (true, None) | (false, _) => out.to_owned(),
    }
}

/// A piece's moves, to be tried.
fn piece(compiled: &Compiled, game: &Game, example: &Example) -> Option<Step> {
    let state = &example.state;
    let ctx = state.ctx();
    let component = game.components.get(ctx.what(example.kind, example.from))?;
    let own = |m: &&Move| m.from == example.from && m.from_kind == example.kind;
    let wanted: Vec<String> =
        state.legal_moves().iter().filter(own).filter_map(|m| name_of(state, m)).collect();
    let said = brief(compiled.piece_words.get(&component.label).map_or("", String::as_str));
    (!wanted.is_empty()).then(|| Step {
        kind: Kind::Piece,
        title: grammar::words_of_name(&component.label),
        text: vec![said].into_iter().filter(|s| !s.is_empty()).collect(),
        state: Some(state.clone()),
        wanted,
    })
}

/// A position in which something can be taken, and all moves that take.
fn capture(game: &Game, examples: &[&Example]) -> Option<Step> {
    let example = examples.iter().filter(|e| !e.taken.is_empty()).max_by_key(|e| e.taken.len())?;
    let state = &example.state;
    let mover = state.mover();
    let theirs = |s: &State| -> i64 {
        let ctx = s.ctx();
        let sites = 0..game.board_sites(example.kind) as i32;
        let count = |site: i32| {
            let who = ctx.who(example.kind, site);
            let slot = ctx.slot(example.kind, site);
            if who != 0 && who != mover { i64::from(ctx.pos.count(slot).max(1)) } else { 0 }
        };
        sites.map(count).sum()
    };
    let before = theirs(state);
    let names = state.names();
    let takes = |i: usize| {
        let mut after = state.clone();
        after.play(i).is_ok() && theirs(&after) < before
    };
    let wanted: Vec<String> =
        (0..names.len().min(200)).filter(|&i| takes(i)).map(|i| names[i].clone()).collect();
    (!wanted.is_empty()).then(|| Step {
        kind: Kind::Capture,
        title: String::new(),
        text: Vec::new(),
        state: Some(state.clone()),
        wanted,
    })
}

/// A special move, to be made.
fn special(game: &Game, figure: &Figure) -> Option<Step> {
    let (before, m) = figure.moment.as_ref()?;
    let m = m.as_ref()?;
    let state = settled(game, before);
    let name = name_of(&state, m)?;
    // (The caption begins with what it is, and goes on with the rule.)
    let (title, rest) = figure.caption.split_once(", before and after")?;
    if title == "A capture" {
        return None;
    }
    let rule = rest.split_once(". ").map_or("", |(_, rule)| rule);
    let text = if rule.is_empty() { Vec::new() } else { vec![rule.to_owned()] };
    Some(Step { kind: Kind::Special, title: title.to_owned(), text, state: Some(state), wanted: vec![name] })
}

/// The words that somebody wrote for this very description take the place of ours.
fn written(compiled: &Compiled, steps: &mut [Step]) {
    let title = compiled.game.name.as_str();
    let of = ludarium_play::games().iter().find(|g| g.title == title);
    let Some(text) = of.filter(|of| compiled.is_of(of.text)).and_then(|of| of.lesson) else { return };
    let words = sections(text);
    for step in steps {
        let named = format!("{} {}", step.kind.word(), step.title.to_lowercase());
        if let Some(text) = words.get(named.trim()).or_else(|| words.get(step.kind.word())) {
            step.text.clone_from(text);
        }
    }
}

/// The paragraphs of a written lesson by what they are about: `## piece knight`.
pub fn sections(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in text.split("\n## ").skip(1) {
        let (heading, body) = part.split_once('\n').unwrap_or((part, ""));
        let paragraphs = body.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
        out.insert(heading.trim().to_lowercase(), paragraphs.filter(|p| !p.is_empty()).collect());
    }
    out
}
