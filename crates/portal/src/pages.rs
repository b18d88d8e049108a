//! Pages: what a browser gets. Each handler gathers what its template shows; templates escape everything that is not
//! our own markup.

pub mod home;
pub mod knowledge;
pub mod learn;
pub mod list;
pub mod map;
pub mod notes;
pub mod position;
pub mod reconstruct;
pub mod rulebook;
pub mod study;
pub mod written;

pub use list::card_line;

use crate::catalogue::{Entry, Facts, Origin, RulesetFacts, slug};
use crate::citing::{Citation, Cited};
use crate::language;
use crate::texts;
use crate::thinking::LEVELS;
use crate::web::App;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludarium_ludemes::{FOLDERS, Ludeme, Ty};
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Assets;

pub(crate) fn render(template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => Html(text).into_response(),
        Err(e) => {
            tracing::error!(error = %e, "a page could not be made");
            (StatusCode::INTERNAL_SERVER_ERROR, "this page could not be made\n").into_response()
        }
    }
}

/// How visitors reach the portal: what their browser asked for, through a proxy as that one says.
pub(crate) fn web_origin(app: &App, headers: &HeaderMap) -> String {
    let said = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let harmless = |h: &&str| {
        !h.is_empty() && h.len() < 200 && h.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c))
    };
    let host = said("host").filter(harmless).unwrap_or("localhost");
    let scheme = match said("x-forwarded-proto") {
        Some("https") if app.behind_proxy => "https",
        Some(_) | None => "http",
    };
    format!("{scheme}://{host}")
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessagePage {
    title: String,
    text: String,
}

pub(crate) fn message(status: StatusCode, title: &str, text: &str) -> Response {
    let page = render(&MessagePage { title: title.to_owned(), text: text.to_owned() });
    (status, page).into_response()
}

pub async fn not_found() -> Response {
    message(StatusCode::NOT_FOUND, "Not here", "There is no such page. The list of games may help.")
}

pub async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let Some(found) = Assets::get(&file) else { return not_found().await };
    let kind = match file.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some(_) | None => "application/octet-stream",
    };
    let hash = found.metadata.sha256_hash();
    let tag: String = hash.iter().take(8).map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()) == Some(tag.as_str()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let heads =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    (heads, found.data.into_owned()).into_response()
}

/// The words of the interface, for scripts.
pub async fn words() -> Response {
    let heads =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "max-age=600")];
    (heads, crate::texts::script()).into_response()
}

pub async fn favicon() -> Redirect {
    Redirect::permanent("/static/icon.svg")
}

pub async fn thumb(State(app): State<App>, Path(file): Path<String>) -> Response {
    let key = file.strip_suffix(".svg").unwrap_or(&file);
    let Some(entry) = app.catalogue.get(key).cloned() else { return not_found().await };
    let catalogue = app.catalogue.clone();
    let svg = tokio::task::spawn_blocking(move || catalogue.thumb(&entry)).await.ok().flatten();
    let body = svg.map_or_else(|| NO_PICTURE.as_bytes().to_vec(), |s| s.to_vec());
    let heads = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    (heads, body).into_response()
}

const NO_PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><rect x=\"20\" y=\"20\" \
    width=\"60\" height=\"60\" rx=\"8\" fill=\"none\" stroke=\"#8a7d70\" stroke-width=\"4\" stroke-dasharray=\"8 6\"/></svg>";

pub async fn download(State(app): State<App>, Path(file): Path<String>) -> Response {
    let Some((key, kind)) = file.rsplit_once('.') else { return not_found().await };
    let Some(entry) = app.catalogue.get(key) else { return not_found().await };
    let name = format!("attachment; filename=\"{}\"", file.replace(['"', '\\'], ""));
    match kind {
        "lud" => match entry.text() {
            Ok(text) => (
                [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)],
                text,
            )
                .into_response(),
            Err(_) => not_found().await,
        },
        "json" => {
            let facts = entry.facts();
            (
                [(header::CONTENT_DISPOSITION, name)],
                axum::Json(serde_json::json!({ "key": key, "facts": *facts })),
            )
                .into_response()
        }
        "svg" => {
            let (catalogue, entry) = (app.catalogue.clone(), entry.clone());
            let svg = tokio::task::spawn_blocking(move || catalogue.thumb(&entry)).await.ok().flatten();
            let heads =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_DISPOSITION, name.as_str())];
            (heads, svg.map_or(Vec::new(), |s| s.to_vec())).into_response()
        }
        _ => not_found().await,
    }
}

struct RulesetLink {
    name: String,
    kind: String,
    href: String,
    playable: bool,
}

/// One of several descriptions of a game.
struct Version {
    name: String,
    href: String,
    /// It is the one on this page.
    here: bool,
}

impl Shown {
    /// What its family is called.
    fn family(&self) -> String {
        list::label("family", &self.facts.family)
    }
    fn region(&self) -> String {
        list::label("region", &self.facts.region)
    }
    /// `64 squares`.
    fn board(&self) -> String {
        let kind = list::label("board", &self.facts.board);
        texts::with("game.sites", &[("n", &self.facts.sites), ("kind", &kind)])
    }
    fn traits(&self) -> Vec<(String, String)> {
        self.facts.traits.iter().map(|t| (t.clone(), list::label("has", t))).collect()
    }
    fn alt(&self) -> String {
        texts::with("game.boardalt", &[("title", &self.facts.title)])
    }
    fn pending(&self) -> bool {
        crate::shelves::is_pending(&self.facts.classification)
    }
    /// Sources without the markup that some descriptions have in them.
    fn source(&self) -> String {
        crate::references::plain(&self.facts.source)
    }
    /// The further pages about the game: address and name. Another page about games is one more line.
    fn doors(&self) -> Vec<(String, &'static str)> {
        let key = &self.key;
        let at = |page: &str| format!("/games/{key}/{page}{}", self.suffix);
        vec![
            (at("learn"), texts::t("learn.door")),
            (format!("/games/{key}/puzzles"), texts::t("puzzles.head")),
            (format!("/study/new?game={key}"), texts::t("study.door")),
            (at("rulebook"), texts::t("game.rulebook")),
            (at("rulebook.pdf"), texts::t("game.sheet")),
            (at("concepts"), texts::t("menu.concepts")),
            (at("similar"), texts::t("game.similar")),
            (format!("/contribute/report?game={key}"), texts::t("report.link")),
        ]
    }
}

struct Told {
    heading: String,
    /// Sentences and lists as HTML.
    html: String,
}

/// What a game page and a ruleset page have in common.
struct Shown {
    key: String,
    facts: Arc<Facts>,
    /// Our own text as HTML.
    story: String,
    source_html: String,
    levels: &'static [&'static str],
    seats: Vec<usize>,
    rulesets: Vec<RulesetLink>,
    /// All descriptions of this game, where there are several.
    versions: Vec<Version>,
    english: Vec<Told>,
    published: Vec<Told>,
    lint: Vec<String>,
    /// What playing it at random showed, if that was done.
    verdict: Option<crate::study::Verdict>,
    /// What follows the addresses of pages about this ruleset.
    suffix: String,
    /// Options that a ruleset fixes, as JSON; empty where they may be chosen.
    fixed: String,
}

fn ruleset_href(key: &str, name: &str) -> String {
    format!("/games/{key}/rulesets/{}", slug(name.strip_prefix("Ruleset/").unwrap_or(name)))
}

async fn shown(app: &App, entry: &Arc<Entry>, ruleset: Option<&RulesetFacts>) -> Shown {
    let (catalogue, e) = (app.catalogue.clone(), entry.clone());
    let text = entry.text().unwrap_or_default();
    let selection = ruleset.map(RulesetFacts::selection).unwrap_or_default();
    let told = tokio::task::spawn_blocking(move || {
        if e.facts().playable.is_none() {
            catalogue.find_out(&e);
        }
        catalogue.told(&e, &selection)
    })
    .await
    .unwrap_or_default();
    let facts = entry.facts();
    let story = match &entry.origin {
        Origin::Library(game) => crate::markup::blocks(game.story()),
        Origin::File(_) => String::new(),
    };
    let rulesets = facts
        .rulesets
        .iter()
        .map(|r| RulesetLink {
            name: r.short().to_owned(),
            kind: r.kind().to_owned(),
            href: ruleset_href(&entry.key, &r.name),
            playable: r.playable,
        })
        .collect();
    let part = |sections: crate::telling::Sections| {
        sections.into_iter().map(|(heading, html)| Told { heading, html }).collect()
    };
    let wanted = ruleset.map_or(String::new(), |r| slug(r.name.strip_prefix("Ruleset/").unwrap_or(&r.name)));
    let verdict = app.study.verdict(entry, &wanted);
    // Where it was played, the findings come with positions that show them.
    let lint = verdict.as_ref().map_or(told.lint, |v| v.lint.clone());
    let suffix = if wanted.is_empty() { wanted } else { format!("?ruleset={wanted}") };
    Shown {
        key: entry.key.clone(),
        story,
        source_html: language::highlight(&text),
        levels: LEVELS,
        seats: (1..=facts.players.max(1)).collect(),
        rulesets,
        versions: versions(app, entry),
        english: part(told.plain),
        published: part(told.published),
        lint,
        verdict,
        suffix,
        fixed: ruleset.map_or(String::new(), |r| serde_json::to_string(&r.options).unwrap_or_default()),
        facts,
    }
}

fn versions(app: &App, entry: &Arc<Entry>) -> Vec<Version> {
    let all = app.catalogue.versions(entry);
    if all.len() < 2 {
        return Vec::new();
    }
    all.iter()
        .map(|e| Version {
            name: match &e.origin {
                Origin::Library(_) => "Ludarium's own description".to_owned(),
                Origin::File(path) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    format!("the description in {file}")
                }
            },
            href: format!("/games/{}", e.key),
            here: e.key == entry.key,
        })
        .collect()
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    shown: Shown,
    selected: String,
    cite: Citation,
    below: notes::Below,
}

pub async fn game(State(app): State<App>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    let Some(entry) = app.catalogue.get(&key).cloned() else {
        return message(StatusCode::NOT_FOUND, "Not here", &format!("There is no game called “{key}”."));
    };
    let shown = shown(&app, &entry, None).await;
    let cite = cited(&app, &headers, &entry, None);
    let below = notes::below(&app, format!("/games/{key}")).await;
    render(&GamePage { shown, selected: String::new(), cite, below })
}

/// How a game or one of its rulesets is cited.
fn cited(app: &App, headers: &HeaderMap, entry: &Entry, ruleset: Option<&RulesetFacts>) -> Citation {
    let facts = entry.facts();
    let title = match ruleset {
        Some(r) => format!("{}: {}", facts.title, r.short()),
        None => facts.title.clone(),
    };
    let own = ruleset.map(|r| r.summary.as_str()).filter(|s| !s.is_empty()).unwrap_or(&facts.summary);
    let about = match home::beginning(own, 260) {
        about if about.is_empty() => texts::with("cite.about", &[("title", &title)]),
        about => about,
    };
    let cited = Cited {
        path: ruleset.map_or_else(|| format!("/games/{}", entry.key), |r| ruleset_href(&entry.key, &r.name)),
        title,
        about,
        picture: format!("/share/{}.png", entry.key),
        version: entry.stamp(),
        facts: &facts,
        ruleset,
        kind: "Game",
        more: serde_json::json!({}),
    };
    Citation::of(&web_origin(app, headers), &cited)
}

#[derive(Template)]
#[template(path = "ruleset.html")]
struct RulesetPage {
    shown: Shown,
    selected: String,
    ruleset: RulesetFacts,
    name: String,
    others: Vec<(String, Vec<RulesetLink>)>,
    named: Vec<(String, Vec<Sibling>)>,
    id: Option<String>,
    based_on: Vec<Donor>,
    also: Vec<Vec<Donor>>,
    cite: Citation,
    below: notes::Below,
    details: Option<reconstruct::Details>,
}

/// A ruleset that a rule was taken from; its page, if there is one here.
struct Donor {
    name: String,
    id: String,
    href: Option<String>,
}

struct Sibling {
    name: String,
    summary: String,
    id: String,
    href: Option<String>,
}

pub async fn ruleset(
    State(app): State<App>,
    Path((key, wanted)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let Some(entry) = app.catalogue.get(&key).cloned() else { return not_found().await };
    if entry.facts().playable.is_none() {
        let (catalogue, e) = (app.catalogue.clone(), entry.clone());
        let _ = tokio::task::spawn_blocking(move || catalogue.find_out(&e)).await;
    }
    let facts = entry.facts();
    let named = |r: &RulesetFacts| slug(r.name.strip_prefix("Ruleset/").unwrap_or(&r.name));
    let Some(ruleset) = facts.rulesets.iter().find(|r| named(r) == wanted).cloned() else {
        return message(StatusCode::NOT_FOUND, "Not here", "This game has no ruleset of that name.");
    };
    let shown = shown(&app, &entry, Some(&ruleset)).await;
    let mut others: Vec<(String, Vec<RulesetLink>)> = Vec::new();
    for r in facts.rulesets.iter().filter(|r| r.name != ruleset.name) {
        let link = RulesetLink {
            name: r.short().to_owned(),
            kind: r.kind().to_owned(),
            href: ruleset_href(&key, &r.name),
            playable: r.playable,
        };
        match others.iter_mut().find(|(kind, _)| kind == r.kind()) {
            Some((_, list)) => list.push(link),
            None => others.push((r.kind().to_owned(), vec![link])),
        }
    }
    let mut named: Vec<(String, Vec<Sibling>)> = Vec::new();
    for (kind, name, summary, id) in &ruleset.siblings {
        let href = app.catalogue.by_id(id);
        let sibling = Sibling { name: name.clone(), summary: summary.clone(), id: id.clone(), href };
        match named.iter_mut().find(|(k, _)| k == kind) {
            Some((_, list)) => list.push(sibling),
            None => named.push((kind.clone(), vec![sibling])),
        }
    }
    let selected = if ruleset.kind.is_empty() { ruleset.name.clone() } else { String::new() };
    let id = ruleset.id.clone().map(|i| if i.contains('.') { i } else { format!("DLP.GameRulesets.{i}") });
    let name = ruleset.short().to_owned();
    let donors = |list: &[(String, String)]| -> Vec<Donor> {
        let donor = |(name, id): &(String, String)| Donor {
            name: name.clone(),
            id: id.clone(),
            href: app.catalogue.by_id(id),
        };
        list.iter().map(donor).collect()
    };
    let made_of = ruleset.reconstruction.clone().unwrap_or_default();
    let based_on = donors(&made_of.based_on);
    let also = made_of.also.iter().map(|list| donors(list)).collect();
    let details = reconstruct::details(&app, &ruleset);
    let cite = cited(&app, &headers, &entry, Some(&ruleset));
    let below = notes::below(&app, ruleset_href(&key, &ruleset.name)).await;
    render(&RulesetPage {
        shown,
        selected,
        ruleset,
        name,
        others,
        named,
        id,
        based_on,
        also,
        cite,
        below,
        details,
    })
}

/// Permanent identifiers lead to their pages.
pub async fn identifier(State(app): State<App>, Path(id): Path<String>) -> Response {
    match app.catalogue.by_id(&id) {
        Some(address) => Redirect::to(&address).into_response(),
        None => message(
            StatusCode::NOT_FOUND,
            "Unknown identifier",
            &format!("No game or ruleset here has the identifier “{id}”."),
        ),
    }
}

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage {
    id: String,
    title: String,
    key: String,
    /// The game in the addresses of its lesson and its puzzles.
    of: String,
}

pub async fn play(State(app): State<App>, Path(id): Path<String>) -> Response {
    let table = match app.tables.open(&id).await {
        Ok(table) => table,
        Err(trouble) => {
            return message(StatusCode::NOT_FOUND, "No game at this table", &trouble.words());
        }
    };
    let view = app.tables.view(&table, "", None).await;
    let written = table.spec.written.as_ref().map(|id| format!("written-{id}"));
    let of = written.unwrap_or_else(|| table.spec.game.clone());
    render(&PlayPage { id, title: view.title, key: table.spec.game.clone(), of })
}

struct Family {
    name: &'static str,
    ludemes: Vec<&'static Ludeme>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LudemeQuestion {
    q: String,
}

#[derive(Template)]
#[template(path = "ludemes.html")]
struct LudemesPage {
    q: String,
    families: Vec<Family>,
    total: usize,
}

pub async fn ludemes(Query(question): Query<LudemeQuestion>) -> Response {
    let found = language::search(&question.q);
    let families: Vec<Family> = if question.q.trim().is_empty() {
        FOLDERS
            .iter()
            .map(|(name, families)| Family {
                name,
                ludemes: families.iter().flat_map(|f| f.iter().copied()).collect(),
            })
            .collect()
    } else {
        vec![Family { name: "Found", ludemes: found.clone() }]
    };
    render(&LudemesPage { q: question.q, families, total: found.len() })
}

struct ParamRow {
    name: String,
    kind: String,
    words: Vec<(&'static str, &'static str)>,
    optional: bool,
    doc: &'static str,
}

#[derive(Template)]
#[template(path = "ludeme.html")]
struct LudemePage {
    name: String,
    forms: Vec<Form>,
    games: Vec<(String, String)>,
}

struct Form {
    id: &'static str,
    gives: &'static str,
    doc: &'static str,
    example_html: String,
    signature: String,
    params: Vec<ParamRow>,
    takers: Vec<(String, String)>,
}

fn form(ludeme: &'static Ludeme) -> Form {
    let params = ludeme
        .params
        .iter()
        .map(|p| {
            let kind = (0..p.array).fold(p.ty.name().to_owned(), |kind, _| format!("{{{kind}}}"));
            let words = match p.ty {
                Ty::Enum(list) => list.values.to_vec(),
                _ => Vec::new(),
            };
            ParamRow {
                name: p.label.map_or_else(|| p.name.to_owned(), |l| format!("{l}:")),
                kind,
                words,
                optional: p.optional,
                doc: p.doc,
            }
        })
        .collect();
    let mut takers: Vec<(String, String)> = Vec::new();
    for (taker, _) in ludarium_check::reference::taken_by(ludeme) {
        let name = ludarium_check::reference::name(taker);
        if !takers.iter().any(|(_, n)| *n == name) && takers.len() < 24 {
            takers.push((format!("/ludemes/{}", language::address(taker.id)), name));
        }
    }
    Form {
        id: ludeme.id,
        gives: ludeme.gives.name(),
        doc: ludeme.doc,
        example_html: language::highlight(ludeme.example),
        signature: ludarium_check::signature(ludeme).trim_matches('`').to_owned(),
        params,
        takers,
    }
}

pub async fn ludeme(State(app): State<App>, Path(id): Path<String>) -> Response {
    let forms: Vec<&'static Ludeme> = ludarium_ludemes::all().filter(|l| l.id == id).collect();
    let Some(first) = forms.first() else {
        return Redirect::to(&format!("/ludemes?q={}", language::address(&id))).into_response();
    };
    let name = ludarium_check::reference::name(first);
    let same: Vec<&'static Ludeme> =
        ludarium_ludemes::all().filter(|l| ludarium_check::reference::name(l) == name).collect();
    let games = app.catalogue.using(first);
    render(&LudemePage { name, forms: same.into_iter().map(form).collect(), games })
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct EditorQuestion {
    game: String,
    example: String,
    lesson: Option<usize>,
    listing: Option<usize>,
}

#[derive(Template)]
#[template(path = "editor.html")]
struct EditorPage {
    text: String,
    from: String,
}

const BLANK: &str = "(game \"My Game\"\n    (players 2)\n    (equipment {\n        (board (square 3))\n        (piece \"Disc\" P1)\n        (piece \"Cross\" P2)\n    })\n    (rules\n        (play (move Add (to (sites Empty))))\n        (end (if (is Line 3) (result Mover Win)))\n    )\n)\n";

pub async fn editor(State(app): State<App>, Query(question): Query<EditorQuestion>) -> Response {
    let listing = question.lesson.and_then(|lesson| learn::listing(lesson, question.listing.unwrap_or(1)));
    if let Some((text, from)) = listing {
        return render(&EditorPage { text, from });
    }
    let (text, from) = match app.catalogue.get(&question.game) {
        Some(entry) => (entry.text().unwrap_or_default(), entry.key.clone()),
        None if !question.example.is_empty() => match ludarium_ludemes::by_id(&question.example) {
            Some(l) => (language::in_a_game(l), format!("example {}", l.id)),
            None => (BLANK.to_owned(), String::new()),
        },
        None => (BLANK.to_owned(), String::new()),
    };
    render(&EditorPage { text, from })
}

/// Leads to some game that can be played.
pub async fn random(State(app): State<App>) -> Response {
    let all = app.catalogue.entries();
    let mut bytes = [0u8; 8];
    let _ = getrandom::fill(&mut bytes);
    let first = usize::try_from(u64::from_le_bytes(bytes) % all.len().max(1) as u64).unwrap_or(0);
    let found = all.iter().cycle().skip(first).take(all.len()).find(|e| e.facts().playable != Some(false));
    match found {
        Some(entry) => Redirect::to(&format!("/games/{}", entry.key)).into_response(),
        None => not_found().await,
    }
}

#[derive(Template)]
#[template(path = "tables.html")]
struct TablesPage {}

/// The games that this browser holds seats at; the page itself knows nothing of them.
pub async fn tables() -> Response {
    render(&TablesPage {})
}
