//! Looking for pictures by playing: positions in which a piece has much to choose from, moves that do something special,
//! and ends of games. What is found is made as small as it can be without changing the moves that it shows.

use crate::pictures::{self, Marked};
use crate::{Figure, Subject};
use ludarium_engine::action::Act;
use ludarium_engine::{Ctx, Move, SiteType};
use ludarium_english::{Document, Sentence, lookup, readability};
use ludarium_play::{Game, Reading, Rng, State, shown};
use std::collections::{BTreeMap, BTreeSet};

/// How much is played to find pictures. Counted in moves, so that the same rulebook comes out everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub seed: u64,
    pub games: usize,
    pub plies: usize,
    /// In all games together.
    pub most_moves: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { seed: 1, games: 24, plies: 250, most_moves: 3000 }
    }
}

/// The moves of one piece in a position, as a picture marks them.
#[derive(Clone, Debug)]
pub struct Example {
    pub state: State,
    pub kind: SiteType,
    pub from: i32,
    /// Where the piece may go.
    pub to: BTreeSet<i32>,
    /// Where something is taken by one of these moves.
    pub taken: BTreeSet<i32>,
    /// What the dice show, as (site, face).
    pub dice: Vec<(i32, i32)>,
}

impl Example {
    /// The moves of the piece at a place, as the engine gives them.
    fn at(state: &State, kind: SiteType, from: i32) -> Example {
        let dice = shown::throw(state.legal_moves())
            .iter()
            .filter_map(|a| match a.act {
                Act::SetDie { site, face } => Some((site, face)),
                _ => None,
            })
            .collect();
        let mut example =
            Example { state: state.clone(), kind, from, to: BTreeSet::new(), taken: BTreeSet::new(), dice };
        for m in state.legal_moves() {
            if m.from == from && m.from_kind == kind && m.to_kind == kind {
                example.to.insert(m.to);
                example.taken.extend(removed(m).into_iter().filter(|(k, _)| *k == kind).map(|(_, s)| s));
            }
        }
        example
    }

    /// The same position with the same throw, as an engine makes it anew.
    pub fn anew(&self, game: &Game, ctx: Ctx<'_>) -> State {
        let mut state = State::from_ctx(game, ctx, self.state.seed());
        if !self.dice.is_empty() {
            state.force_dice(&self.dice);
        }
        state
    }

    fn same_moves(&self, other: &Example) -> bool {
        self.to == other.to && self.taken == other.taken
    }
}

/// Where a move takes pieces off.
fn removed(m: &Move) -> Vec<(SiteType, i32)> {
    m.actions
        .iter()
        .filter_map(|a| match a.act {
            Act::Remove { kind, to, .. } => Some((kind, to)),
            _ => None,
        })
        .collect()
}

/// What makes a move worth a picture of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Special {
    Castling,
    EnPassant,
    Promotion,
    SeveralCaptures,
    Capture,
    Drop,
    Sowing,
    BearingOff,
}

impl Special {
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Special::Castling => ("Castling", &["castle"]),
            Special::EnPassant => ("A capture beside the move", &["en passant", "captur"]),
            Special::Promotion => ("Promotion", &["promote", "turn "]),
            Special::SeveralCaptures => ("Several pieces captured at once", &["captur", "remove"]),
            Special::Capture => ("A capture", &["captur", "remove"]),
            Special::Drop => ("A piece comes onto the board", &["drop ", "place ", "from your hand"]),
            Special::Sowing => ("Sowing", &["sow "]),
            Special::BearingOff => ("A piece leaves the board", &["remove", "take"]),
        }
    }
}

struct Found {
    best: BTreeMap<String, (usize, Example)>,
    special: BTreeMap<Special, (State, Move, State)>,
    end: Option<(usize, State, Option<Move>)>,
}

pub fn find(reading: &Reading, game: &Game, document: &Document, effort: &Effort) -> Vec<Figure> {
    let mut figures = Vec::new();
    let start = game.start(effort.seed);
    // A match is played in its games; they have rulebooks of their own.
    if start.board().instance.is_some() {
        return figures;
    }
    let picture = |state: &State, marked: &Marked| pictures::picture(reading, state, marked);
    let set_up = document.sections.iter().any(|s| s.heading == "Setup");
    figures.push(Figure {
        subject: Subject::Start,
        caption: if set_up { "The start." } else { "The board." }.to_string(),
        pictures: vec![picture(&start, &Marked::default())],
        example: None,
        moment: None,
    });
    let found = play(game, effort);
    for (label, (_, example)) in found.best {
        let example = minimal(game, example);
        let marked = Marked {
            selected: vec![(example.kind, example.from)],
            choices: example.to.difference(&example.taken).map(|s| (example.kind, *s)).collect(),
            warnings: example.taken.iter().map(|s| (example.kind, *s)).collect(),
            last: None,
        };
        figures.push(Figure {
            subject: Subject::Piece,
            caption: piece_caption(reading, document, &label, &example),
            pictures: vec![picture(&example.state, &marked)],
            example: Some(example),
            moment: None,
        });
    }
    for (special, (before, m, after)) in found.special {
        let marked = Marked { last: Some(ends_of(&m)), ..Marked::default() };
        let (what, words) = special.words();
        let rule = sentence_with(document, words).map(|s| format!(" {s}")).unwrap_or_default();
        let name = ludarium_play::naming::short_name(game, &m);
        figures.push(Figure {
            subject: Subject::Special,
            caption: if name.contains("hand") {
                format!("{what}, before and after.{rule}")
            } else {
                format!("{what}, before and after {name}.{rule}")
            },
            pictures: vec![picture(&before, &Marked::default()), picture(&after, &marked)],
            example: None,
            moment: Some((before, Some(m))),
        });
    }
    if let Some((_, state, last)) = found.end {
        figures.push(end_figure(reading, game, document, &state, last.as_ref()));
    }
    figures
}

/// Plays random games and keeps the best examples of everything.
fn play(game: &Game, effort: &Effort) -> Found {
    let mut found = Found { best: BTreeMap::new(), special: BTreeMap::new(), end: None };
    let mut moves = 0;
    let mut rng = Rng::new(effort.seed);
    for round in 0..effort.games {
        let mut state = game.start(effort.seed.wrapping_add(round as u64));
        state.keep_few_positions();
        let mut last = None;
        for _ in 0..effort.plies {
            if moves >= effort.most_moves || state.legal_moves().is_empty() {
                break;
            }
            moves += 1;
            look(game, &state, &mut found);
            let m = state.legal_moves()[rng.below(state.legal_moves().len())].clone();
            let before = state.clone();
            state.apply(&m);
            if let Some(special) = special(game, &before, &m, &state) {
                found.special.entry(special).or_insert_with(|| (before, m.clone(), state.clone()));
            }
            last = Some(m);
        }
        if state.is_over() {
            // A game that somebody won shows more than a draw; a short one more than a long one.
            let decided = state.outcome().is_some_and(|o| o.winner().is_some());
            let worth = if decided { 10_000 } else { 0 } + 5_000usize.saturating_sub(state.plies());
            if found.end.as_ref().is_none_or(|(w, _, _)| worth > *w) {
                found.end = Some((worth, state, last));
            }
        }
        if moves >= effort.most_moves {
            break;
        }
    }
    // Several captures at once tell all that one does.
    if found.special.contains_key(&Special::SeveralCaptures) {
        found.special.remove(&Special::Capture);
    }
    found
}

/// Does a piece of the mover have more to choose from here than seen so far?
fn look(game: &Game, state: &State, found: &mut Found) {
    let ctx = state.ctx();
    let mut seen: BTreeSet<(SiteType, i32)> = BTreeSet::new();
    for m in state.legal_moves() {
        let on_board = m.from >= 0 && (m.from as usize) < game.board_sites(m.from_kind);
        if !on_board || m.from == m.to || m.to_kind != m.from_kind || !seen.insert((m.from_kind, m.from)) {
            continue;
        }
        let what = ctx.what(m.from_kind, m.from);
        let Some(component) = game.components.get(what).filter(|_| what > 0) else { continue };
        if component.owner != 0 && component.owner != state.mover() && component.owner <= game.players {
            continue;
        }
        let example = Example::at(state, m.from_kind, m.from);
        let beyond = example.to.iter().any(|t| *t < 0 || *t as usize >= game.board_sites(m.from_kind));
        if beyond {
            continue;
        }
        let worth = example.to.len() + 4 * example.taken.len().min(2);
        if found.best.get(&component.label).is_none_or(|(w, _)| worth > *w) {
            found.best.insert(component.label.clone(), (worth, example));
        }
    }
}

/// The same moves with as few other pieces on the board as possible.
fn minimal(game: &Game, example: Example) -> Example {
    let mut best = example;
    if game.uses.stacking {
        return best;
    }
    for site in 0..game.board_sites(best.kind) as i32 {
        let ctx = best.state.ctx();
        let slot = ctx.slot(best.kind, site);
        if site == best.from || ctx.pos.is_empty(slot) || best.taken.contains(&site) {
            continue;
        }
        let mut without: Ctx<'_> = best.state.ctx_of(game);
        without.pos.clear(slot);
        let state = best.anew(game, without);
        if state.is_over() || state.stopped().is_some() {
            continue;
        }
        let smaller = Example::at(&state, best.kind, best.from);
        if smaller.same_moves(&best) {
            best = smaller;
        }
    }
    best
}

/// What lies where, by owner.
fn pieces(game: &Game, state: &State) -> BTreeMap<(SiteType, i32), usize> {
    let ctx = state.ctx();
    let kind = game.site_type;
    (0..game.board_sites(kind) as i32)
        .map(|s| ((kind, s), ctx.what(kind, s)))
        .filter(|(_, what)| *what > 0)
        .collect()
}

fn special(game: &Game, before: &State, m: &Move, after: &State) -> Option<Special> {
    let mover = before.mover();
    let owner = |what: usize| game.components.get(what).map_or(0, |c| c.owner);
    let (old, new) = (pieces(game, before), pieces(game, after));
    let count = |all: &BTreeMap<(SiteType, i32), usize>, mine: bool| {
        all.values().filter(|w| (owner(**w) == mover) == mine && owner(**w) > 0).count()
    };
    let mine_gone: Vec<i32> = old
        .iter()
        .filter(|(at, w)| owner(**w) == mover && new.get(at) != Some(w))
        .map(|(at, _)| at.1)
        .collect();
    let mine_new = new.iter().filter(|(at, w)| owner(**w) == mover && old.get(at) != Some(w)).count();
    let theirs = count(&old, false).saturating_sub(count(&new, false));
    let on_board = |site: i32| site >= 0 && (site as usize) < game.board_sites(game.site_type);
    if m.actions.iter().any(|a| matches!(a.act, Act::Promote { .. })) {
        return Some(Special::Promotion);
    }
    let (from, to) = (old.get(&(m.from_kind, m.from)), new.get(&(m.to_kind, m.to)));
    if let (Some(a), Some(b)) = (from, to)
        && a != b
        && owner(*a) == mover
        && owner(*b) == mover
        && !old.contains_key(&(m.to_kind, m.to))
    {
        return Some(Special::Promotion);
    }
    if mine_gone.len() == 2 && mine_new == 2 && theirs == 0 {
        return Some(Special::Castling);
    }
    if theirs > 1 {
        return Some(Special::SeveralCaptures);
    }
    let beside = !old.get(&(m.to_kind, m.to)).is_some_and(|w| owner(*w) != mover && owner(*w) > 0);
    if theirs == 1 && beside && m.between.is_empty() && on_board(m.from) {
        return Some(Special::EnPassant);
    }
    if theirs == 1 {
        return Some(Special::Capture);
    }
    if m.from >= 0 && !on_board(m.from) && on_board(m.to) {
        return Some(Special::Drop);
    }
    if count(&old, true) > count(&new, true) && theirs == 0 && mine_new == 0 {
        return Some(Special::BearingOff);
    }
    let counts = |s: &State| -> Vec<i32> {
        let ctx = s.ctx();
        (0..game.board_sites(game.site_type) as i32)
            .map(|i| ctx.pos.count(ctx.slot(game.site_type, i)))
            .collect()
    };
    let changed = counts(before).iter().zip(counts(after)).filter(|(a, b)| **a != *b).count();
    (game.uses.count && changed > 3).then_some(Special::Sowing)
}

fn ends_of(m: &Move) -> (Option<(SiteType, i32)>, (SiteType, i32)) {
    let from = (m.from >= 0 && m.from != m.to).then_some((m.from_kind, m.from));
    (from, (m.to_kind, m.to))
}

/// A final position, with what decided it.
fn end_figure(
    reading: &Reading,
    game: &Game,
    document: &Document,
    state: &State,
    last: Option<&Move>,
) -> Figure {
    let mut marked = Marked { last: last.map(ends_of), ..Marked::default() };
    let winner = state.outcome().and_then(|o| o.winner());
    if let (Some(winner), Some(m)) = (winner, last) {
        marked.selected = line_through(game, state, winner, m, document);
    }
    // A king that cannot escape.
    let mut asked = state.ctx();
    asked.pos.over = false;
    marked.warnings = shown::checked_pieces(&asked);
    let result = match winner {
        Some(w) if game.players > 1 => format!("Player {w} has won."),
        Some(_) => "The puzzle is solved.".to_string(),
        None if state.outcome().is_some_and(|o| o.is_draw()) => "It is a draw.".to_string(),
        None => "The game is over.".to_string(),
    };
    let ends = document.sections.iter().find(|s| s.heading == "How the game ends" || s.heading == "Goal");
    let goal = document.sections.iter().find(|s| s.heading == "Goal").or(ends);
    let rule = goal.and_then(|s| s.sentences.first()).map(|s| s.text.clone()).unwrap_or_default();
    Figure {
        subject: Subject::End,
        caption: format!("An end of a game. {result} {rule}").trim().to_string(),
        pictures: vec![pictures::picture(reading, state, &marked)],
        example: None,
        moment: Some((state.clone(), last.cloned())),
    }
}

/// The row of the winner's pieces through the last move, where a row is what the game is about.
fn line_through(
    game: &Game,
    state: &State,
    winner: usize,
    last: &Move,
    document: &Document,
) -> Vec<(SiteType, i32)> {
    let goal = document.sections.iter().find(|s| s.heading == "Goal").and_then(|s| s.sentences.first());
    if !goal.is_some_and(|s| s.text.contains(" in a row")) || last.to < 0 {
        return Vec::new();
    }
    let ctx = state.ctx();
    let kind = last.to_kind;
    let mine = |site: u32| ctx.who(kind, site as i32) == winner;
    let mut best: Vec<(SiteType, i32)> = Vec::new();
    if (last.to as usize) >= game.board.len(kind) {
        return best;
    }
    for (line, back) in
        game.board.radials_with_opposites(kind, last.to as usize, ludarium_board::Direction::All)
    {
        let mut row = vec![(kind, last.to)];
        row.extend(line.iter().take_while(|s| mine(**s)).map(|s| (kind, *s as i32)));
        for other in back {
            row.extend(other.iter().take_while(|s| mine(**s)).map(|s| (kind, *s as i32)));
        }
        if row.len() > best.len() {
            best = row;
        }
    }
    if best.len() > 2 { best } else { Vec::new() }
}

/// What the rules say about a piece, as far as a caption goes.
fn piece_caption(reading: &Reading, document: &Document, label: &str, example: &Example) -> String {
    let name = ludarium_english::grammar::words_of_name(label);
    let told = lookup::piece(document, &reading.expanded.game, label);
    let said = told.first().and_then(|s| first_sentence(s)).unwrap_or_default();
    let places = example.to.len();
    let many = if places == 1 { "one place".to_string() } else { format!("{places} places") };
    let taken = if example.taken.is_empty() { "" } else { " Red: what it would take." };
    format!("The {name}: dots mark where it may go ({many}).{taken} {said}").trim().to_string()
}

fn first_sentence(sentence: &Sentence) -> Option<String> {
    readability::split(&sentence.text).into_iter().next().map(|text| match text.strip_suffix(':') {
        Some(open) if sentence.list.is_empty() => format!("{open}."),
        // An item that opens a list of its own says nothing here.
        Some(_) if sentence.list[0].text.ends_with(':') => String::new(),
        Some(open) => format!("{open}: {}", sentence.list[0].text),
        None => text,
    })
}

/// The first sentence of the rules that has one of these words.
fn sentence_with(document: &Document, words: &[&str]) -> Option<String> {
    let skip = ["Goal", "Players and board", "Pieces", "Setup"];
    for word in words {
        let mut found = None;
        for section in document.sections.iter().filter(|s| !skip.contains(&s.heading.as_str())) {
            let mut todo: Vec<&Sentence> = section.sentences.iter().rev().collect();
            while let Some(s) = todo.pop() {
                let hit = readability::split(&s.text)
                    .into_iter()
                    .find(|t| t.to_lowercase().contains(word) && !t.starts_with("In outline"));
                if let Some(text) = hit.filter(|t| !t.ends_with(':')) {
                    found = Some(text);
                    break;
                }
                todo.extend(s.more.iter().rev());
                todo.extend(s.list.iter().rev());
            }
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
