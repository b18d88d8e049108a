//! Notes on games and positions, reports of wrong rules with their positions, and the moderators' page. Everything works
//! as plain forms; a form is taken from our own pages only.

use super::position::{Led, replay};
use super::{message, not_found, render};
use crate::citing;
use crate::notes::{Kind, Note, Position, Refusal, State as Became, Written};
use crate::store::NotWritten;
use crate::texts::{self, t};
use crate::web::App;
use askama::Template;
use axum::Form;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/notes", get(list).post(add))
        .route("/notes/moderate", get(moderate).post(enter))
        .route("/notes/moderate/{id}", post(decide))
        .route("/notes/{id}", get(one))
        .route("/notes/{id}/flag", post(flag))
        .route("/contribute/report", get(form).post(report))
        .route("/contribute/reports", get(reports))
        .route("/contribute/reports/{id}", get(one_report))
        .route("/contribute/reports.jsonl", get(export))
}

/// A note as a page shows it.
pub struct Shown {
    pub id: String,
    pub name: String,
    pub day: String,
    pub html: String,
    pub about: String,
    pub href: String,
    pub state: &'static str,
    pub state_words: &'static str,
    pub flags: i64,
    pub is_report: bool,
    pub reply: String,
}

/// A day as everybody writes it in files: `2026-11-19`.
pub fn day(ms: i64) -> String {
    // After H. Hinnant: the civil date of a number of days.
    let z = ms.div_euclid(86_400_000) + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (d, m) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{m:02}-{d:02}", year + era * 400 + i64::from(m <= 2))
}

/// The game that an address of a page is about, in words.
fn about(app: &App, subject: &str) -> String {
    let rest = subject.strip_prefix("/games/").unwrap_or_default();
    let key = rest.split(['/', '?']).next().unwrap_or_default();
    let title = app.catalogue.get(key).map_or_else(|| key.to_owned(), |e| e.facts().title.clone());
    match rest.get(key.len()..).unwrap_or_default() {
        "" => title,
        page if page.starts_with("/position") => texts::with("notes.aposition", &[("game", &title)]),
        page => format!("{title}: {}", page.trim_start_matches("/rulesets/").replace('-', " ")),
    }
}

pub fn shown(app: &App, note: &Note) -> Shown {
    Shown {
        id: note.id.clone(),
        name: if note.name.is_empty() { t("notes.nobody").to_owned() } else { note.name.clone() },
        day: day(note.made_at),
        html: crate::markup::blocks(&note.written.text),
        about: about(app, &note.subject),
        href: match note.kind {
            Kind::Note => note.subject.clone(),
            Kind::Report => format!("/contribute/reports/{}", note.id),
        },
        state: note.state.key(),
        state_words: state_words(note.kind, note.state),
        flags: note.flags,
        is_report: note.kind == Kind::Report,
        reply: crate::markup::blocks(&note.written.reply),
    }
}

fn state_words(kind: Kind, state: Became) -> &'static str {
    match (kind, state) {
        (Kind::Report, Became::Shown) => t("report.open"),
        (Kind::Note, Became::Shown) => t("notes.shown"),
        (Kind::Note | Kind::Report, Became::Hidden) => t("notes.hidden"),
        (Kind::Note | Kind::Report, Became::Mended) => t("report.mended"),
        (Kind::Note | Kind::Report, Became::Right) => t("report.right"),
    }
}

/// The notes below a page, and whether more can be written.
pub struct Below {
    pub subject: String,
    pub on: bool,
    pub notes: Vec<Shown>,
}

/// A page waits so long for the notes below it.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(800);

pub async fn below(app: &App, subject: String) -> Below {
    // (A page does not wait for a database that is away.)
    let asked = tokio::time::timeout(PATIENCE, app.notes.about(&subject)).await;
    let found = asked.ok().and_then(Result::ok).unwrap_or_default();
    Below { on: app.notes.are_on(), notes: found.iter().map(|n| shown(app, n)).collect(), subject }
}

/// Comes this form from a page of ours? Browsers say where a form was sent from.
fn is_ours(headers: &HeaderMap) -> bool {
    let said = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    match (said("sec-fetch-site"), said("origin"), said("host")) {
        (Some(site), ..) => matches!(site, "same-origin" | "none"),
        (None, Some(origin), Some(host)) => origin.split("://").nth(1) == Some(host),
        // No browser at all: there is nobody whose rights could be borrowed.
        (None, None, _) => true,
        (None, Some(_), None) => false,
    }
}

fn refused(refusal: Refusal) -> Response {
    let words = match refusal {
        Refusal::Off => t("notes.off"),
        Refusal::Empty => t("notes.empty"),
        Refusal::TooLong => t("notes.toolong"),
        Refusal::Full => t("notes.full"),
    };
    let status = if refusal == Refusal::Off { StatusCode::FORBIDDEN } else { StatusCode::BAD_REQUEST };
    message(status, t("notes.notkept"), words)
}

fn unwritten(why: &NotWritten) -> Response {
    message(StatusCode::SERVICE_UNAVAILABLE, t("notes.notkept"), &why.to_string())
}

fn foreign() -> Response {
    message(StatusCode::FORBIDDEN, t("notes.notkept"), t("notes.foreign"))
}

#[derive(Template)]
#[template(path = "notes.html")]
struct NotesPage {
    on: bool,
    notes: Vec<Shown>,
    next: Option<i64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Before {
    before: Option<i64>,
}

async fn list(State(app): State<App>, Query(asked): Query<Before>) -> Response {
    app.notes.look_at_switch().await;
    let on = app.notes.are_on();
    let found = match on {
        true => app.notes.newest(Kind::Note, asked.before.unwrap_or(i64::MAX)).await.unwrap_or_default(),
        false => Vec::new(),
    };
    let next = (found.len() >= 50).then(|| found.last().map(|n| n.made_at)).flatten();
    render(&NotesPage { on, notes: found.iter().map(|n| shown(&app, n)).collect(), next })
}

#[derive(Template)]
#[template(path = "note.html")]
struct NotePage {
    note: Shown,
}

async fn one(State(app): State<App>, Path(id): Path<String>) -> Response {
    match app.notes.one(&id).await {
        Ok(Some(note)) if note.kind == Kind::Report => {
            Redirect::to(&format!("/contribute/reports/{id}")).into_response()
        }
        Ok(Some(note)) if note.state != Became::Hidden && app.notes.are_on() => {
            render(&NotePage { note: shown(&app, &note) })
        }
        Ok(_) | Err(_) => not_found().await,
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct NewNote {
    subject: String,
    name: String,
    text: String,
    /// People do not see this field; whoever fills it in is a machine.
    website: String,
}

async fn add(State(app): State<App>, headers: HeaderMap, Form(new): Form<NewNote>) -> Response {
    if !is_ours(&headers) {
        return foreign();
    }
    let key =
        new.subject.strip_prefix("/games/").and_then(|r| r.split(['/', '?']).next()).unwrap_or_default();
    if app.catalogue.get(key).is_none() || !new.website.is_empty() {
        return message(StatusCode::BAD_REQUEST, t("notes.notkept"), t("notes.nosubject"));
    }
    let written = Written { text: new.text, ..Written::default() };
    match app.notes.add(Kind::Note, &new.subject, &new.name, &written).await {
        Ok(Ok(_)) => Redirect::to(&format!("{}#notes", new.subject)).into_response(),
        Ok(Err(refusal)) => refused(refusal),
        Err(why) => unwritten(&why),
    }
}

async fn flag(State(app): State<App>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if !is_ours(&headers) {
        return foreign();
    }
    match app.notes.flag(&id).await {
        Ok(()) => message(StatusCode::OK, t("notes.flagged"), t("notes.flaggedtext")),
        Err(why) => unwritten(&why),
    }
}

/// What a report begins with: a position by its moves, or a table of this portal at a move.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Begun {
    game: String,
    ruleset: String,
    options: String,
    moves: String,
    table: String,
    at: Option<usize>,
}

impl Begun {
    fn led(&self) -> Led {
        Led { ruleset: self.ruleset.clone(), options: self.options.clone(), moves: self.moves.clone() }
    }
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportForm {
    begun: Begun,
    title: String,
    picture: Option<String>,
    path: String,
    trouble: String,
    games: Vec<(String, String)>,
}

/// Puts the moves of a table in the place of its name.
async fn of_table(app: &App, mut begun: Begun) -> Begun {
    if begun.table.is_empty() {
        return begun;
    }
    let Ok(table) = app.tables.open(&begun.table).await else { return begun };
    let Ok(moves) = app.tables.moves(&table, "").await else { return begun };
    let most = begun.at.unwrap_or(moves.len());
    begun.game.clone_from(&table.spec.game);
    begun.ruleset = table.spec.ruleset.clone().unwrap_or_default();
    begun.options = table.spec.options.join(";");
    begun.moves = moves.into_iter().take(most).collect::<Vec<_>>().join(";");
    begun
}

async fn form(State(app): State<App>, Query(begun): Query<Begun>) -> Response {
    let begun = of_table(&app, begun).await;
    let entry = app.catalogue.get(&begun.game).cloned();
    let title = entry.as_ref().map_or(String::new(), |e| e.facts().title.clone());
    let games = if entry.is_some() {
        Vec::new()
    } else {
        app.catalogue.entries().iter().map(|e| (e.key.clone(), e.facts().title.clone())).collect()
    };
    let led = begun.led();
    let (mut picture, mut trouble) = (None, String::new());
    if let Some(entry) = entry {
        let (a, e, l) = (app.clone(), entry, led.clone());
        match tokio::task::spawn_blocking(move || replay(&a, &e, &l).map(drop)).await {
            Ok(Ok(())) => picture = Some(format!("/games/{}/position.svg{}", begun.game, led.query())),
            Ok(Err(why)) => trouble = why,
            Err(_) => t("position.broken").clone_into(&mut trouble),
        }
    }
    render(&ReportForm { path: led.path(&begun.game), title, picture, trouble, games, begun })
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct NewReport {
    game: String,
    ruleset: String,
    options: String,
    moves: String,
    name: String,
    text: String,
    expected: String,
    source: String,
    website: String,
}

async fn report(State(app): State<App>, headers: HeaderMap, Form(new): Form<NewReport>) -> Response {
    if !is_ours(&headers) {
        return foreign();
    }
    let Some(entry) = app.catalogue.get(&new.game).filter(|_| new.website.is_empty()) else {
        return message(StatusCode::BAD_REQUEST, t("notes.notkept"), t("notes.nosubject"));
    };
    let led = Led { ruleset: new.ruleset, options: new.options, moves: new.moves };
    let position = Position {
        game: new.game.clone(),
        ruleset: led.ruleset.clone(),
        options: led.options.clone(),
        moves: led.moves.clone(),
        version: citing::version(entry.stamp()),
    };
    let written = Written {
        text: new.text,
        expected: new.expected,
        source: new.source,
        position: Some(position),
        reply: String::new(),
    };
    match app.notes.add(Kind::Report, &led.path(&new.game), &new.name, &written).await {
        Ok(Ok(id)) => Redirect::to(&format!("/contribute/reports/{id}")).into_response(),
        Ok(Err(refusal)) => refused(refusal),
        Err(why) => unwritten(&why),
    }
}

#[derive(Template)]
#[template(path = "reports.html")]
struct ReportsPage {
    notes: Vec<Shown>,
    next: Option<i64>,
}

async fn reports(State(app): State<App>, Query(asked): Query<Before>) -> Response {
    let found = app.notes.newest(Kind::Report, asked.before.unwrap_or(i64::MAX)).await.unwrap_or_default();
    let next = (found.len() >= 50).then(|| found.last().map(|n| n.made_at)).flatten();
    render(&ReportsPage { notes: found.iter().map(|n| shown(&app, n)).collect(), next })
}

#[derive(Template)]
#[template(path = "report-page.html")]
struct ReportPage {
    note: Shown,
    picture: String,
    path: String,
    moves: Vec<String>,
    expected: String,
    source: String,
    version: String,
    /// The description has changed since.
    changed: bool,
}

async fn one_report(State(app): State<App>, Path(id): Path<String>) -> Response {
    let found = app.notes.one(&id).await.ok().flatten();
    let Some(note) = found.filter(|n| n.kind == Kind::Report && n.state != Became::Hidden) else {
        return not_found().await;
    };
    let position = note.written.position.clone().unwrap_or_default();
    let led = Led { ruleset: position.ruleset, options: position.options, moves: position.moves };
    let now = app.catalogue.get(&position.game).map(|e| citing::version(e.stamp()));
    render(&ReportPage {
        picture: format!("/games/{}/position.svg{}", position.game, led.query()),
        path: led.path(&position.game),
        moves: led.moves.split(';').filter(|m| !m.is_empty()).map(str::to_owned).collect(),
        expected: crate::markup::blocks(&note.written.expected),
        source: note.written.source.clone(),
        changed: now.is_some_and(|now| now != position.version),
        version: position.version,
        note: shown(&app, &note),
    })
}

/// All reports as lines of JSON.
async fn export(State(app): State<App>) -> Response {
    let all = app.notes.reports().await.unwrap_or_default();
    let text: String =
        all.iter().filter_map(|n| serde_json::to_string(n).ok()).map(|line| line + "\n").collect();
    let heads = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ludarium-reports.jsonl\""),
    ];
    (heads, text).into_response()
}

/// The cookie that a moderator's browser shows.
const COOKIE: &str = "ludarium-moderator";

fn may_moderate(app: &App, headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let wanted = format!("{COOKIE}={}", app.notes.cookie());
    cookies.flat_map(|c| c.split("; ")).any(|c| c == wanted)
}

#[derive(Template)]
#[template(path = "moderate.html")]
struct ModeratePage {
    inside: bool,
    wrong: bool,
    wanted: bool,
    on: bool,
    notes: Vec<Shown>,
}

async fn moderate(State(app): State<App>, headers: HeaderMap) -> Response {
    let inside = may_moderate(&app, &headers);
    app.notes.look_at_switch().await;
    let found = if inside { app.notes.queue().await.unwrap_or_default() } else { Vec::new() };
    render(&ModeratePage {
        inside,
        wrong: false,
        wanted: app.notes.are_wanted(),
        on: app.notes.are_on(),
        notes: found.iter().map(|n| shown(&app, n)).collect(),
    })
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Entering {
    key: String,
    switch: String,
}

async fn enter(State(app): State<App>, headers: HeaderMap, Form(said): Form<Entering>) -> Response {
    if !is_ours(&headers) {
        return foreign();
    }
    if !said.switch.is_empty() {
        if !may_moderate(&app, &headers) {
            return foreign();
        }
        return match app.notes.switch(said.switch == "on").await {
            Ok(()) => Redirect::to("/notes/moderate").into_response(),
            Err(why) => unwritten(&why),
        };
    }
    if !app.notes.is_moderator(&said.key) {
        let page = render(&ModeratePage {
            inside: false,
            wrong: true,
            wanted: app.notes.are_wanted(),
            on: app.notes.are_on(),
            notes: Vec::new(),
        });
        return (StatusCode::FORBIDDEN, page).into_response();
    }
    let cookie = format!(
        "{COOKIE}={}; Path=/notes/moderate; HttpOnly; SameSite=Strict; Max-Age=2592000",
        app.notes.cookie()
    );
    let mut response = Redirect::to("/notes/moderate").into_response();
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Decision {
    what: String,
    reply: Option<String>,
}

async fn decide(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Form(decision): Form<Decision>,
) -> Response {
    if !is_ours(&headers) || !may_moderate(&app, &headers) {
        return foreign();
    }
    let done = match (decision.what.as_str(), Became::from_key(&decision.what)) {
        ("erase", _) => app.notes.erase(&id).await,
        (_, Some(state)) => app.notes.set(&id, state, decision.reply.as_deref()).await,
        (_, None) => return not_found().await,
    };
    match done {
        Ok(()) => Redirect::to("/notes/moderate").into_response(),
        Err(why) => unwritten(&why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_795_132_800_000), "2026-11-20");
    }
}
