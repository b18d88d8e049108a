//! The pages of lessons and puzzles, and the interface below them.

use super::asked::{Base, Line, No, Question, Want, ask, on_deep_stack, session};
use super::shelf::{self, By, Shelf};
use super::{WRITTEN, spec_of};
use crate::api::Failure;
use crate::compiled::Compiled;
use crate::pages::{message, not_found, render};
use crate::session::Session;
use crate::texts::{found, t, with};
use crate::web::App;
use askama::Template;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use ludarium_play::shown;
use ludarium_puzzles::{Prover, Puzzle, Task, Theme};
use ludarium_render::{Options, from_game, svg};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

impl From<No> for Failure {
    fn from(no: No) -> Failure {
        let status = match no {
            No::NoGame(_) => StatusCode::NOT_FOUND,
            No::Not(_) => StatusCode::UNPROCESSABLE_ENTITY,
            No::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        Failure::new(status, no.words())
    }
}

/// A question about a position.
pub async fn board(
    State(app): State<App>,
    body: Result<Json<Question>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let Json(question) = body?;
    Ok(Json(ask(&app, question).await?))
}

/// A picture of a position, for those without scripts.
pub fn picture(session: &Session) -> String {
    let ctx = shown::after_throw(&session.inner_ctx(), session.legal());
    let mut view = session.part().empty.clone();
    from_game::show(&mut view, &ctx, u8::try_from(session.moment().mover).ok());
    svg(&view, &Options::default())
}

/// A game of the catalogue, ready to be played.
pub async fn compiled(app: &App, key: &str) -> Result<Arc<Compiled>, String> {
    let Some(entry) = app.catalogue.get(key).cloned() else { return Err(t("learn.nogame").to_owned()) };
    let catalogue = app.catalogue.clone();
    let made = on_deep_stack(move || catalogue.compiled(&entry, None, &[])).await;
    let first = |problem: &crate::compiled::Message| problem.message.clone();
    made.ok_or_else(|| t("learn.broken").to_owned())?
        .map_err(|faulty| faulty.problems.first().map_or(t("learn.broken").to_owned(), first))
}

// ---- lessons ----

#[derive(Template)]
#[template(path = "learngame.html")]
struct LessonPage {
    key: String,
    title: String,
    head: String,
    steps: Vec<StepShown>,
    note: &'static str,
    puzzles: bool,
    written: bool,
    spec: String,
}

struct StepShown {
    heading: String,
    text: Vec<String>,
    picture: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Of {
    ruleset: String,
}

pub async fn lesson(State(app): State<App>, Path(key): Path<String>, Query(of): Query<Of>) -> Response {
    let ruleset = Some(of.ruleset).filter(|r| !r.is_empty());
    let spec = spec_of(&key, ruleset.clone(), Vec::new());
    let shown = json!(spec).to_string();
    if key.starts_with(WRITTEN) {
        // Somebody's own description: its steps come from the process that plays it.
        let title = t("learn.written").to_owned();
        let head = with("learn.title", &[("game", &title)]);
        let page = LessonPage {
            key,
            title,
            head,
            steps: Vec::new(),
            note: "",
            puzzles: true,
            written: true,
            spec: shown,
        };
        return render(&page);
    }
    let Some(entry) = app.catalogue.get(&key).cloned() else {
        return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("learn.nogame"));
    };
    let title = entry.facts().title.clone();
    let catalogue = app.catalogue.clone();
    let made = on_deep_stack(move || {
        let compiled = catalogue
            .compiled(&entry, ruleset.as_deref(), &[])
            .map_err(|faulty| faulty.problems.first().map_or(String::new(), |p| p.message.clone()))?;
        let lesson = super::lesson::of(&compiled);
        let steps: Vec<StepShown> = lesson
            .steps
            .iter()
            .map(|step| StepShown {
                heading: heading(step.kind.word(), &step.title),
                text: step.text.clone(),
                picture: step.state.as_ref().map_or_else(String::new, |state| {
                    picture(&Session::study(compiled.clone(), state.clone()))
                }),
            })
            .collect();
        Ok::<_, String>((steps, lesson.note, Prover::new(&compiled.game).is_ok()))
    });
    match made.await {
        Some(Ok((steps, note, puzzles))) => {
            let head = with("learn.title", &[("game", &title)]);
            render(&LessonPage {
                key,
                title,
                head,
                steps,
                note: note_text(note),
                puzzles,
                written: false,
                spec: shown,
            })
        }
        Some(Err(why)) => message(StatusCode::UNPROCESSABLE_ENTITY, t("learn.cannot"), &why),
        None => message(StatusCode::INTERNAL_SERVER_ERROR, t("learn.cannot"), t("learn.broken")),
    }
}

fn heading(kind: &str, title: &str) -> String {
    let words = found(&format!("script.learn.{kind}")).unwrap_or(kind);
    if title.is_empty() {
        words.replace("{what}", "").trim().to_owned()
    } else {
        words.replace("{what}", title)
    }
}

fn note_text(note: &str) -> &'static str {
    found(&format!("learn.note.{note}")).unwrap_or("")
}

// ---- puzzles ----

/// A puzzle in a list.
struct Row {
    href: String,
    id: String,
    game: String,
    grade: u8,
    what: String,
    themes: Vec<&'static str>,
}

fn row(shelf: &Shelf, p: &Puzzle, by: &By) -> Row {
    Row {
        href: format!("/puzzles/{}/{}?by={}", shelf.key, p.id, by.write()),
        id: p.id.clone(),
        game: shelf.title.clone(),
        grade: p.grade(),
        what: task_words(p),
        themes: p.themes.iter().map(|theme| theme_name(*theme)).collect(),
    }
}

fn theme_name(theme: Theme) -> &'static str {
    found(&format!("puzzles.theme.{}", theme.word())).unwrap_or(theme.word())
}

/// What is to be found, without names of sides.
pub(crate) fn task_words(p: &Puzzle) -> String {
    match p.task {
        Task::Win { plies: 1 } => t("puzzles.task.once").to_owned(),
        Task::Win { .. } if p.own <= 1 => t("puzzles.task.force").to_owned(),
        Task::Win { .. } => with("puzzles.task.win", &[("n", &p.own)]),
        Task::Save { .. } => t("puzzles.task.save").to_owned(),
    }
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct IndexPage {
    daily: Option<Row>,
    daily_picture: String,
    games: Vec<(String, String, usize)>,
    themes: Vec<(&'static str, &'static str, usize)>,
    total: usize,
}

pub async fn index(State(app): State<App>) -> Response {
    let games: Vec<(String, String, usize)> =
        shelf::library().map(|s| (s.key.clone(), s.title.clone(), s.puzzles.len())).collect();
    let count = |theme: Theme| shelf::along(&By::Theme(theme)).len();
    let themes: Vec<_> =
        Theme::ALL.into_iter().map(|theme| (theme.word(), theme_name(theme), count(theme))).collect();
    let total = games.iter().map(|g| g.2).sum();
    let daily = shelf::of_day(shelf::today());
    let daily_picture = match daily {
        Some((shelf, puzzle)) => shown_of(&app, &shelf.key, puzzle).await.map_or(String::new(), |s| s.0),
        None => String::new(),
    };
    let daily = daily.map(|(shelf, p)| row(shelf, p, &By::All));
    let themes = themes.into_iter().filter(|theme| theme.2 > 0).collect();
    render(&IndexPage { daily, daily_picture, games, themes, total })
}

pub async fn daily() -> Response {
    match shelf::of_day(shelf::today()) {
        Some((shelf, p)) => {
            Redirect::to(&format!("/puzzles/{}/{}?by=daily", shelf.key, p.id)).into_response()
        }
        None => Redirect::to("/puzzles").into_response(),
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Way {
    by: String,
    after: String,
    /// How many the visitor solved in a row: through all puzzles the way gets steeper with it.
    row: u32,
}

/// The next one on a way, after a puzzle; from its end the way begins again.
pub async fn next(Query(way): Query<Way>) -> Response {
    let by = By::read(&way.by);
    match shelf::next(&by, &way.after, way.row) {
        Some((shelf, p)) => {
            Redirect::to(&format!("/puzzles/{}/{}?by={}", shelf.key, p.id, by.write())).into_response()
        }
        None => Redirect::to("/puzzles").into_response(),
    }
}

#[derive(Template)]
#[template(path = "puzzlelist.html")]
struct ListPage {
    title: String,
    lead: String,
    rows: Vec<Row>,
    /// Why there are none; then nobody is asked to look for some either.
    why: String,
    /// The game for which puzzles may be made.
    make: String,
    key: String,
    game: String,
    command: String,
}

pub async fn theme(Path(word): Path<String>) -> Response {
    let Some(theme) = Theme::read(&word) else { return not_found().await };
    let by = By::Theme(theme);
    let rows = shelf::along(&by).into_iter().map(|(shelf, p)| row(shelf, p, &by)).collect();
    let lead = found(&format!("puzzles.about.{word}")).unwrap_or("").to_owned();
    render(&ListPage {
        title: theme_name(theme).to_owned(),
        lead,
        rows,
        why: String::new(),
        make: String::new(),
        key: String::new(),
        game: String::new(),
        command: String::new(),
    })
}

/// The puzzles of a game: those of the library, or those that were made here.
async fn shelf_of(app: &App, key: &str) -> Option<Shelf> {
    let (stamp, title) = match key.strip_prefix(WRITTEN) {
        Some(id) => (id.to_owned(), t("learn.written").to_owned()),
        None => {
            let entry = app.catalogue.get(key)?;
            (entry.stamp().to_owned(), entry.facts().title.clone())
        }
    };
    if let Some(own) = shelf::of_library(key) {
        let copy = Shelf {
            key: own.key.clone(),
            title: own.title.clone(),
            puzzles: own.puzzles.clone(),
            command: own.command.clone(),
        };
        return Some(copy);
    }
    let empty =
        Shelf { key: key.to_owned(), title: title.clone(), puzzles: Vec::new(), command: String::new() };
    Some(shelf::made_here(&app.store, key, &stamp, &title).await.unwrap_or(empty))
}

pub async fn of_game(State(app): State<App>, Path(key): Path<String>) -> Response {
    let Some(shelf) = shelf_of(&app, &key).await else {
        return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("learn.nogame"));
    };
    let by = By::Game(key.clone());
    let rows: Vec<Row> = shelf.puzzles.iter().map(|p| row(&shelf, p, &by)).collect();
    let mut why = String::new();
    if rows.is_empty() && !key.starts_with(WRITTEN) {
        why = match compiled(&app, &key).await {
            Ok(compiled) => {
                Prover::new(&compiled.game).err().map_or(String::new(), |w| sentence(&w.to_string()))
            }
            Err(problem) => problem,
        };
    }
    let make = if rows.is_empty() && why.is_empty() { key.clone() } else { String::new() };
    render(&ListPage {
        title: with("puzzles.of", &[("game", &shelf.title)]),
        lead: t("puzzles.lead").to_owned(),
        rows,
        why,
        make,
        key,
        game: shelf.title,
        command: shelf.command,
    })
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect::<String>() + ".")
}

/// All puzzles of a game as data.
pub async fn list(State(app): State<App>, Path(key): Path<String>) -> Result<Json<Value>, Failure> {
    let shelf = shelf_of(&app, &key).await;
    let shelf = shelf.ok_or(Failure::new(StatusCode::NOT_FOUND, "there is no such game"))?;
    let rows: Vec<Value> = shelf.puzzles.iter().map(puzzle_json).collect();
    Ok(Json(json!({ "game": shelf.key, "made_by": shelf.command, "puzzles": rows })))
}

fn puzzle_json(p: &Puzzle) -> Value {
    json!({
        "id": p.id, "win": matches!(p.task, Task::Win { .. }), "plies": p.task.plies(), "beyond": p.beyond,
        "grade": p.grade(), "seed": p.seed, "moves": p.moves, "line": p.line, "choices": p.choices,
        "themes": p.themes.iter().map(|theme| theme.word()).collect::<Vec<_>>(), "proven": p.proven(),
    })
}

/// Looks for puzzles of a game that has none; they are kept.
pub async fn make(State(app): State<App>, Path(key): Path<String>) -> Result<Json<Value>, Failure> {
    let shelf = shelf_of(&app, &key).await;
    let shelf = shelf.ok_or(Failure::new(StatusCode::NOT_FOUND, "there is no such game"))?;
    if !shelf.puzzles.is_empty() {
        return Ok(Json(json!({ "found": shelf.puzzles.len() })));
    }
    let of = spec_of(&key, None, Vec::new());
    let line = Line { of, base: Base::Start, seed: 1, chance: None, moves: Vec::new() };
    let told = ask(&app, Question { line, want: Want::Puzzles { count: 12, seed: 1 } }).await?;
    let found = told["found"].as_u64().unwrap_or(0);
    if found > 0 {
        let stamp = match key.strip_prefix(WRITTEN) {
            Some(id) => id.to_owned(),
            None => app.catalogue.get(&key).map_or(String::new(), |e| e.stamp().to_owned()),
        };
        let text = told["text"].as_str().unwrap_or_default().to_owned();
        let kept = shelf::keep(&app.store, &key, &stamp, text).await;
        kept.map_err(|why| Failure::new(StatusCode::SERVICE_UNAVAILABLE, why))?;
    }
    Ok(Json(json!({ "found": found })))
}

/// The picture of a puzzle, the side to move, its name in addresses of the game, and the labels of the line.
async fn shown_of(app: &App, key: &str, puzzle: &Puzzle) -> Option<(String, String, Vec<String>)> {
    let compiled = compiled(app, key).await.ok()?;
    let p = puzzle.clone();
    let line = line_of(key, puzzle);
    on_deep_stack(move || {
        let mut here = session(&compiled, &line).ok()?;
        let side = here.part().sides.get(here.moment().mover.wrapping_sub(1)).map(|s| s.name.clone());
        let picture = picture(&here);
        let before = here.plies().len();
        for name in &p.line {
            let index = here.find(name).ok()?;
            here.play(index).ok()?;
        }
        let labels = here.plies()[before..].iter().map(|ply| ply.label.clone()).collect();
        Some((picture, side.unwrap_or_default(), labels))
    })
    .await?
}

fn line_of(key: &str, puzzle: &Puzzle) -> Line {
    let of = spec_of(key, None, Vec::new());
    Line { of, base: Base::Start, seed: puzzle.seed, chance: None, moves: puzzle.moves.clone() }
}

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    key: String,
    id: String,
    game: String,
    title: String,
    task: String,
    proven: String,
    grade: u8,
    graded: String,
    themes: Vec<(&'static str, &'static str)>,
    picture: String,
    labels: Vec<String>,
    by: String,
    data: String,
    daily: bool,
}

pub async fn puzzle(
    State(app): State<App>,
    Path((key, id)): Path<(String, String)>,
    Query(way): Query<Way>,
) -> Response {
    let Some(shelf) = shelf_of(&app, &key).await else { return not_found().await };
    let Some(p) = shelf.puzzles.iter().find(|p| p.id == id) else {
        return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("puzzles.nosuch"));
    };
    let (picture, side, labels) = match key.starts_with(WRITTEN) {
        true => Default::default(),
        false => shown_of(&app, &key, p).await.unwrap_or_default(),
    };
    let mover = if side.is_empty() { t("puzzles.you").to_owned() } else { side };
    let what = match p.task {
        Task::Win { plies: 1 } => with("puzzles.ask.once", &[("side", &mover)]),
        Task::Win { .. } if p.own <= 1 => with("puzzles.ask.force", &[("side", &mover)]),
        Task::Win { .. } => with("puzzles.ask.win", &[("side", &mover), ("n", &p.own)]),
        Task::Save { .. } => with("puzzles.ask.save", &[("side", &mover)]),
    };
    let mut data = puzzle_json(p);
    data["of"] = json!(spec_of(&key, None, Vec::new()));
    data["key"] = json!(key);
    let daily = way.by == "daily";
    let by = match By::read(&way.by) {
        By::All if !daily && way.by != "all" => By::Game(key.clone()),
        by => by,
    };
    render(&PuzzlePage {
        title: with("puzzles.title", &[("game", &shelf.title)]),
        id,
        game: shelf.title.clone(),
        task: what,
        proven: p.proven(),
        grade: p.grade(),
        graded: with("puzzles.grade", &[("n", &p.grade())]),
        themes: p.themes.iter().map(|theme| (theme.word(), theme_name(*theme))).collect(),
        picture,
        labels,
        by: by.write(),
        data: data.to_string(),
        daily,
        key,
    })
}
