//! The pages of the menu that are read: about, contribute, downloads, references; and what search engines ask for. Their
//! words stand in the file of texts, their data in the catalogue.

use super::{not_found, render, web_origin};
use crate::catalogue::{Catalogue, Origin};
use crate::references::{self, Reference};
use crate::texts::{self, t};
use crate::web::App;
use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/about", get(about))
        .route("/contribute", get(contribute))
        .route("/downloads", get(downloads))
        .route("/downloads/{file}", get(download))
        .route("/references", get(references))
        .route("/references.bib", get(bibliography))
        .route("/sitemap.xml", get(sitemap))
        .route("/robots.txt", get(robots))
}

/// A page of words in our Markdown.
#[derive(Template)]
#[template(path = "prose.html")]
struct Prose {
    title: &'static str,
    body: String,
}

fn prose(title: &'static str, text: &str) -> Response {
    let mut body = String::new();
    let parser = pulldown_cmark::Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES);
    pulldown_cmark::html::push_html(&mut body, parser);
    render(&Prose { title, body })
}

async fn about(State(app): State<App>) -> Response {
    let entries = app.catalogue.entries();
    let playable = entries.iter().filter(|e| e.facts().playable == Some(true)).count();
    let why: String = crate::shelves::steps().iter().fold(String::new(), |mut out, step| {
        let _ = writeln!(out, "1. {}", step.why);
        out
    });
    let text = texts::with(
        "about.body",
        &[
            ("games", &entries.len()),
            ("playable", &playable),
            ("version", &env!("CARGO_PKG_VERSION")),
            ("date", &crate::citing::DATE),
            ("known", &why),
        ],
    );
    prose(t("menu.about"), &text)
}

async fn contribute() -> Response {
    prose(t("menu.contribute"), t("contribute.body"))
}

/// Something that can be downloaded.
struct File {
    href: &'static str,
    name: &'static str,
    what: String,
    licence: &'static str,
}

#[derive(Template)]
#[template(path = "downloads.html")]
struct DownloadsPage {
    data: Vec<File>,
    program: String,
    cite: String,
}

/// So large is the running program, where that can be found out.
fn program_size() -> Option<u64> {
    std::env::current_exe().and_then(std::fs::metadata).ok().map(|m| m.len())
}

async fn downloads(State(app): State<App>) -> Response {
    let ours = app.catalogue.entries().iter().filter(|e| e.is_ours()).count();
    let all = app.catalogue.entries().len();
    let file = |href, name, what, licence| File { href, name: t(name), what, licence: t(licence) };
    let data = vec![
        file(
            "/downloads/games.jsonl",
            "downloads.lud",
            texts::with("downloads.ludwhat", &[("n", &ours)]),
            "downloads.ours",
        ),
        file(
            "/downloads/facts.jsonl",
            "downloads.facts",
            texts::with("downloads.factswhat", &[("n", &all)]),
            "downloads.cc0",
        ),
        file(
            "/downloads/facts.csv",
            "downloads.csv",
            texts::with("downloads.csvwhat", &[("n", &all)]),
            "downloads.cc0",
        ),
        file("/references.bib", "downloads.bib", t("downloads.bibwhat").to_owned(), "downloads.cc0"),
        file("/api/map", "downloads.map", t("downloads.mapwhat").to_owned(), "downloads.cc0"),
        file("/api/openapi.json", "downloads.api", t("downloads.apiwhat").to_owned(), "downloads.ours"),
    ];
    let megabytes = program_size().map_or(String::new(), |n| (n / 1_000_000).to_string());
    render(&DownloadsPage {
        data,
        program: if megabytes.is_empty() {
            String::new()
        } else {
            texts::with(
                "downloads.programwhat",
                &[("n", &megabytes), ("system", &std::env::consts::OS), ("machine", &std::env::consts::ARCH)],
            )
        },
        cite: texts::with(
            "downloads.cite",
            &[
                ("version", &env!("CARGO_PKG_VERSION")),
                ("date", &crate::citing::DATE),
                ("year", &crate::citing::DATE.get(..4).unwrap_or_default()),
            ],
        ),
    })
}

/// One line of JSON for each game of the library: what it is and its whole description.
fn library_lines(catalogue: &Catalogue) -> String {
    let mut out = String::new();
    for entry in catalogue.entries() {
        let Origin::Library(game) = &entry.origin else { continue };
        let line = serde_json::json!({
            "key": game.key, "title": game.title, "version": crate::citing::version(entry.stamp()),
            "description": game.text, "notes": game.notes, "about": game.facts,
        });
        let _ = writeln!(out, "{line}");
    }
    out
}

fn facts_lines(catalogue: &Catalogue) -> String {
    let mut out = String::new();
    for entry in catalogue.entries() {
        let line = serde_json::json!({ "key": entry.key, "version": crate::citing::version(entry.stamp()), "facts": *entry.facts() });
        let _ = writeln!(out, "{line}");
    }
    out
}

/// A cell of a table with commas.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn facts_table(catalogue: &Catalogue) -> String {
    let mut out = String::from(
        "key,title,aliases,family,players,board,places,period,first_year,last_year,region,latitude,longitude,author,has,chance,hidden,playable,identifier,version\n",
    );
    for entry in catalogue.entries() {
        let f = entry.facts();
        let number = |n: Option<i32>| n.map_or(String::new(), |n| n.to_string());
        let point = |of: &dyn Fn(&crate::catalogue::Point) -> f64| {
            f.point.as_ref().map_or(String::new(), |p| of(p).to_string())
        };
        let row = [
            entry.key.clone(),
            f.title.clone(),
            f.aliases.join("; "),
            f.family.clone(),
            f.players.to_string(),
            f.board.clone(),
            f.sites.to_string(),
            f.period.clone(),
            number(f.first_year),
            number(f.last_year),
            f.region.clone(),
            point(&|p| p.latitude),
            point(&|p| p.longitude),
            f.author.clone(),
            f.traits.join("; "),
            f.chance.to_string(),
            f.hidden.to_string(),
            f.playable.map_or(String::new(), |p| p.to_string()),
            f.id.clone().unwrap_or_default(),
            crate::citing::version(entry.stamp()),
        ];
        let _ = writeln!(out, "{}", row.iter().map(|c| cell(c)).collect::<Vec<_>>().join(","));
    }
    out
}

async fn download(State(app): State<App>, Path(file): Path<String>) -> Response {
    let kind = match file.as_str() {
        "games.jsonl" | "facts.jsonl" => "application/jsonl; charset=utf-8",
        "facts.csv" => "text/csv; charset=utf-8",
        "ludarium" => return program().await,
        _ => return not_found().await,
    };
    let (catalogue, wanted) = (app.catalogue.clone(), file.clone());
    let made = tokio::task::spawn_blocking(move || match wanted.as_str() {
        "games.jsonl" => library_lines(&catalogue),
        "facts.jsonl" => facts_lines(&catalogue),
        _ => facts_table(&catalogue),
    })
    .await;
    let Ok(text) = made else { return not_found().await };
    let name = format!("attachment; filename=\"ludarium-{file}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response()
}

/// The program that runs this portal. It is read piece by piece as the visitor takes it.
async fn program() -> Response {
    let Ok(path) = std::env::current_exe() else { return not_found().await };
    let Ok(file) = tokio::fs::File::open(path).await else { return not_found().await };
    let size = file.metadata().await.map_or(0, |m| m.len());
    let heads = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ludarium\"".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
    ];
    (heads, axum::body::Body::from_stream(tokio_util::io::ReaderStream::new(file))).into_response()
}

/// The bibliography, kept until more is known.
#[derive(Default)]
pub struct Library {
    kept: Mutex<Option<(u64, Arc<Vec<Reference>>)>>,
}

impl Library {
    fn all(&self, catalogue: &Catalogue) -> Arc<Vec<Reference>> {
        let now = catalogue.learnt();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((then, all)) = &*kept
            && *then == now
        {
            return all.clone();
        }
        let all = Arc::new(references::all(catalogue));
        *kept = Some((now, all.clone()));
        all
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Asked {
    q: String,
    page: usize,
}

/// A source on the page.
struct Source {
    key: String,
    text: String,
    bibtex: String,
    games: Vec<(String, String, String)>,
    /// How many more games cite it.
    more: String,
}

#[derive(Template)]
#[template(path = "references.html")]
struct ReferencesPage {
    q: String,
    count: String,
    sources: Vec<Source>,
    next: Option<String>,
}

/// Sources on a page, and games that are named at each.
const SOURCES: usize = 60;
const CITERS: usize = 300;

async fn references(State(app): State<App>, Query(asked): Query<Asked>) -> Response {
    let q: String = asked.q.chars().take(200).collect();
    let words = crate::search::words(&q);
    let all = app.library.all(&app.catalogue);
    let found: Vec<&Reference> = all.iter().filter(|r| r.has(&words)).collect();
    let page = asked.page.min(10_000);
    let sources = found.iter().skip(page * SOURCES).take(SOURCES).map(|r| Source {
        key: r.key.clone(),
        text: r.text.clone(),
        bibtex: r.bibtex(),
        games: r.games.iter().take(CITERS).cloned().collect(),
        more: match r.games.len() {
            n if n > CITERS => texts::with("references.more", &[("n", &(n - CITERS))]),
            _ => String::new(),
        },
    });
    render(&ReferencesPage {
        count: texts::count("references.count", found.len()),
        sources: sources.collect(),
        next: ((page + 1) * SOURCES < found.len())
            .then(|| format!("/references?q={}&page={}", crate::language::address(&q), page + 1)),
        q,
    })
}

async fn bibliography(State(app): State<App>) -> Response {
    let text: String = app.library.all(&app.catalogue).iter().map(|r| r.bibtex() + "\n").collect();
    let heads = [
        (header::CONTENT_TYPE, "application/x-bibtex; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ludarium.bib\""),
    ];
    (heads, text).into_response()
}

async fn sitemap(State(app): State<App>, headers: HeaderMap) -> Response {
    let origin = web_origin(&app, &headers);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let mut add = |path: &str| {
        let _ =
            writeln!(out, "<url><loc>{origin}{path}</loc><lastmod>{}</lastmod></url>", crate::citing::DATE);
    };
    add("/");
    for group in crate::menu::groups() {
        group.items.iter().filter(|i| i.href != "/random").for_each(|i| add(i.href));
    }
    for entry in app.catalogue.entries() {
        add(&format!("/games/{}", entry.key));
        for ruleset in &entry.facts().rulesets {
            add(&super::ruleset_href(&entry.key, &ruleset.name));
        }
    }
    out += "</urlset>\n";
    ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], out).into_response()
}

async fn robots(State(app): State<App>, headers: HeaderMap) -> Response {
    let origin = web_origin(&app, &headers);
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /play/\nDisallow: /random\nDisallow: /contribute/report\nSitemap: {origin}/sitemap.xml\n"
    );
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}
