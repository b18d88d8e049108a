//! The first page: what this is, a board that is alive, the game of the day, where to go from here.

use super::list::{Card, Shelf, shelves_of};
use super::position::Led;
use super::{not_found, render};
use crate::asking::Question;
use crate::learning::shelf;
use crate::living;
use crate::texts::{self, t};
use crate::web::App;
use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// A way into the portal for somebody who wants something.
struct Way {
    name: &'static str,
    text: &'static str,
    links: Vec<(&'static str, &'static str)>,
}

/// What the page shows of the game of the day.
struct Featured {
    key: String,
    title: String,
    line: String,
    teaser: String,
    /// What the living board shows, in words.
    alt: String,
    level: usize,
}

/// Something for today: a card that is wider than high.
struct Today {
    href: String,
    picture: String,
    kicker: &'static str,
    title: String,
    line: String,
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    lead: String,
    featured: Option<Featured>,
    today: Vec<Today>,
    ways: Vec<Way>,
    cards: Vec<Card>,
    shelves: Vec<Shelf>,
    all: String,
    incomplete: String,
}

/// So many known games are on the first page.
const KNOWN: usize = 12;
/// The computer that plays against whoever clicks "Play now": Beginner.
const FIRST_LEVEL: usize = 1;

fn ways() -> Vec<Way> {
    let way = |name, text, links| Way { name: t(name), text: t(text), links };
    vec![
        way(
            "home.wayplay",
            "home.wayplaytext",
            vec![
                ("/games", t("home.findgame")),
                ("/lobby", t("menu.lobby")),
                ("/tournaments", t("menu.tournaments")),
            ],
        ),
        way(
            "home.waylearn",
            "home.waylearntext",
            vec![
                ("/puzzles/daily", t("puzzles.daily")),
                ("/puzzles", t("puzzles.head")),
                ("/study", t("study.head")),
                ("/help/play", t("home.howto")),
            ],
        ),
        way(
            "home.wayhistory",
            "home.wayhistorytext",
            vec![("/map", t("menu.map")), ("/reconstruct", t("menu.reconstruct"))],
        ),
        way(
            "home.waywrite",
            "home.waywritetext",
            vec![("/editor", t("menu.editor")), ("/tutorials", t("menu.tutorials"))],
        ),
        way(
            "home.wayresearch",
            "home.wayresearchtext",
            vec![("/concepts", t("menu.concepts")), ("/help/experiment", t("home.experiments"))],
        ),
    ]
}

/// The first sentences of a text, as many as fit into so many letters.
pub fn beginning(text: &str, most: usize) -> String {
    let mut out = String::new();
    for sentence in text.split_inclusive(". ") {
        if !out.is_empty() && out.chars().count() + sentence.chars().count() > most {
            break;
        }
        out += sentence;
    }
    out.trim().to_owned()
}

/// The puzzle of the day, the lesson of a known game, and whoever is in the lobby.
fn today(app: &App) -> Vec<Today> {
    let mut out = Vec::new();
    if let Some((shelf, puzzle)) = shelf::of_day(shelf::today()) {
        let led = Led { moves: puzzle.moves.join(";"), ..Led::default() };
        out.push(Today {
            href: "/puzzles/daily".to_owned(),
            picture: format!("/games/{}/position.svg{}", shelf.key, led.query()),
            kicker: t("puzzles.daily"),
            title: shelf.title.clone(),
            line: crate::learning::pages::task_words(puzzle),
        });
    }
    // Another game than that of the day, so that every day has two to meet.
    let days = living::today().wrapping_add(1);
    if let Some(entry) = living::of_the_day(&app.catalogue, days) {
        out.push(Today {
            href: format!("/games/{}/learn", entry.key),
            picture: format!("/thumb/{}.svg", entry.key),
            kicker: t("home.learnit"),
            title: entry.facts().title.clone(),
            line: t("home.learnline").to_owned(),
        });
    }
    out.push(Today {
        href: "/lobby".to_owned(),
        picture: "/static/icon.svg".to_owned(),
        kicker: t("menu.lobby"),
        title: t("home.together").to_owned(),
        line: t("home.togetherline").to_owned(),
    });
    out
}

pub async fn home(State(app): State<App>) -> Response {
    let catalogue = &app.catalogue;
    let answer = catalogue.ask(&Question::default());
    let featured = living::of_the_day(catalogue, living::today()).map(|entry| {
        let f = entry.facts();
        Featured {
            key: entry.key.clone(),
            title: f.title.clone(),
            alt: texts::with("home.livealt", &[("game", &f.title)]),
            line: super::list::card_line(&f),
            teaser: beginning(&f.summary, 220),
            level: FIRST_LEVEL,
        }
    });
    let kept =
        |e: &&std::sync::Arc<crate::catalogue::Entry>| featured.as_ref().is_none_or(|f| f.key != e.key);
    render(&HomePage {
        lead: texts::with("home.lead", &[("n", &answer.total)]),
        cards: answer.entries.iter().filter(kept).take(KNOWN).map(|e| Card::of(e)).collect(),
        shelves: shelves_of(&answer),
        ways: ways(),
        today: today(&app),
        all: texts::with("home.all", &[("n", &answer.total)]),
        incomplete: if answer.incomplete > 0 {
            texts::count("home.incomplete", answer.incomplete)
        } else {
            String::new()
        },
        featured,
    })
}

/// The board of the game of the day, playing by itself; the still picture of its start where that cannot be made.
pub async fn living(State(app): State<App>) -> Response {
    let Some(entry) = living::of_the_day(&app.catalogue, living::today()) else { return not_found().await };
    let found = tokio::task::spawn_blocking(move || {
        let living = app.living.of(&app.catalogue, &entry).map(|s| s.as_bytes().to_vec());
        living.or_else(|| app.catalogue.thumb(&entry).map(|s| s.to_vec()))
    })
    .await;
    let Ok(Some(svg)) = found else { return not_found().await };
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], svg).into_response()
}
