//! Pages about what games have in common and how they play: concepts, games that are alike, the map of all games, and
//! verdicts.

use super::{message, not_found, render};
use crate::catalogue::{Entry, RulesetFacts, slug};
use crate::study::{Verdict, spaced};
use crate::web::{App, Visitor};
use crate::work::{Outcome, Task, Unanswered};
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use ludarium_concepts::distance::Measure;
use ludarium_play::Selection;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// A game and which of its rulesets is meant; the description as it stands where none is named.
pub(super) struct Meant {
    pub entry: Arc<Entry>,
    pub ruleset: Option<RulesetFacts>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Of {
    ruleset: String,
}

/// A verdict takes ten seconds; others may be waiting for theirs.
const JUDGING: Duration = Duration::from_secs(28);

/// What a ruleset chooses, by its name in addresses; nothing for the description as it stands.
pub(crate) fn selection_of(entry: &Entry, ruleset: &str) -> Selection {
    let facts = entry.facts();
    let chosen = facts.rulesets.iter().find(|r| !ruleset.is_empty() && ruleset_slug(r) == ruleset);
    chosen.map(RulesetFacts::selection).unwrap_or_default()
}

fn ruleset_slug(r: &RulesetFacts) -> String {
    slug(r.name.strip_prefix("Ruleset/").unwrap_or(&r.name))
}

pub(super) async fn meant(app: &App, key: &str, of: &Of) -> Option<Meant> {
    let entry = app.catalogue.get(key)?.clone();
    if entry.facts().playable.is_none() {
        let (catalogue, e) = (app.catalogue.clone(), entry.clone());
        let _ = tokio::task::spawn_blocking(move || catalogue.find_out(&e)).await;
    }
    if of.ruleset.is_empty() {
        return Some(Meant { entry, ruleset: None });
    }
    let ruleset = entry.facts().rulesets.iter().find(|r| ruleset_slug(r) == of.ruleset).cloned()?;
    Some(Meant { entry, ruleset: Some(ruleset) })
}

impl Meant {
    /// `Chess`, or `Chess: Lichess 960`.
    pub fn title(&self) -> String {
        let title = self.entry.facts().title.clone();
        match self.ruleset.as_ref().map(RulesetFacts::short) {
            // A ruleset may bear its game's name already.
            Some(name) if name.starts_with(&title) => name.to_owned(),
            Some(name) => format!("{title}: {name}"),
            None => title,
        }
    }
    pub fn href(&self) -> String {
        match &self.ruleset {
            Some(r) => format!("/games/{}/rulesets/{}", self.entry.key, ruleset_slug(r)),
            None => format!("/games/{}", self.entry.key),
        }
    }
    /// What follows the address of a page about it.
    pub fn suffix(&self) -> String {
        self.ruleset.as_ref().map_or(String::new(), |r| format!("?ruleset={}", ruleset_slug(r)))
    }
}

#[derive(Template)]
#[template(path = "concepts.html")]
struct ConceptsPage {
    key: String,
    title: String,
    href: String,
    kinds: Vec<(&'static str, Vec<crate::telling::Shown>)>,
    total: usize,
    /// Name and address of the game and its other rulesets.
    others: Vec<(String, String)>,
}

pub async fn concepts(State(app): State<App>, Path(key): Path<String>, Query(of): Query<Of>) -> Response {
    let Some(meant) = meant(&app, &key, &of).await else { return not_found().await };
    let facts = meant.entry.facts();
    let (title, href) = (meant.title(), meant.href());
    let mut others = Vec::new();
    if !of.ruleset.is_empty() {
        others.push((facts.title.clone(), format!("/games/{key}/concepts")));
    }
    for r in facts.rulesets.iter().filter(|r| r.playable && ruleset_slug(r) != of.ruleset) {
        others.push((r.short().to_owned(), format!("/games/{key}/concepts?ruleset={}", ruleset_slug(r))));
    }
    let catalogue = app.catalogue.clone();
    let kinds = tokio::task::spawn_blocking(move || {
        let text = meant.entry.text().unwrap_or_default();
        let chosen = meant.ruleset.as_ref().map(RulesetFacts::selection).unwrap_or_default();
        crate::telling::concepts(&text, &chosen, &|name| catalogue.text_of(name))
    })
    .await
    .unwrap_or_default();
    let total = kinds.iter().map(|(_, list)| list.len()).sum();
    render(&ConceptsPage { key, title, href, kinds, total, others })
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Asked {
    q: String,
}

struct Named {
    key: String,
    title: String,
    line: String,
}

fn named(app: &App, key: &str) -> Option<Named> {
    let facts = app.catalogue.get(key)?.facts();
    Some(Named { key: key.to_owned(), title: facts.title.clone(), line: super::card_line(&facts) })
}

#[derive(Template)]
#[template(path = "ask.html")]
struct AskPage {
    q: String,
    wrong: String,
    found: Vec<Named>,
    asked: bool,
    kinds: Vec<(&'static str, Vec<&'static str>)>,
    /// Concepts in plain words: key, words, how many games.
    plain: Vec<(String, String, usize)>,
}

/// Games by their concepts: `Hop and not Dice and NumPlayers = 2`.
pub async fn ask(State(app): State<App>, Query(Asked { q }): Query<Asked>) -> Response {
    let asked = !q.trim().is_empty();
    let all = app.catalogue.ask(&crate::asking::Question::default());
    let plain = all.facets.get("has").into_iter().flatten();
    let mut plain: Vec<(String, String, usize)> =
        plain.map(|(key, n)| (key.clone(), super::list::label("has", key), *n)).collect();
    plain.sort_by_key(|p| std::cmp::Reverse(p.2));
    let mut wrong = String::new();
    let mut found = Vec::new();
    if asked && q.len() > 2000 {
        "This question is too long.".clone_into(&mut wrong);
    } else if asked {
        let (study, question) = (app.study.clone(), q.clone());
        match tokio::task::spawn_blocking(move || study.having(&question)).await {
            Ok(Ok(keys)) => found = keys.iter().filter_map(|key| named(&app, key)).collect(),
            Ok(Err(why)) => wrong = why,
            Err(_) => "That did not work.".clone_into(&mut wrong),
        }
        found.sort_by_key(|n| n.title.to_lowercase());
    }
    let mut kinds: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for concept in ludarium_concepts::taxonomy::all().iter().filter(|c| c.compiled) {
        let kind = concept.kind.name();
        match kinds.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, list)) => list.push(concept.name),
            None => kinds.push((kind, vec![concept.name])),
        }
    }
    render(&AskPage { q, wrong, found, asked, kinds, plain })
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct By {
    by: String,
}

struct Similar {
    key: String,
    title: String,
    line: String,
    far: String,
    both: Vec<(String, &'static str)>,
    here: Vec<(String, &'static str)>,
    there: Vec<(String, &'static str)>,
    numbers: Vec<String>,
}

#[derive(Template)]
#[template(path = "similar.html")]
struct SimilarPage {
    key: String,
    title: String,
    by: &'static str,
    list: Vec<Similar>,
    known: bool,
}

pub async fn similar(State(app): State<App>, Path(key): Path<String>, Query(by): Query<By>) -> Response {
    let Some(meant) = meant(&app, &key, &Of::default()).await else { return not_found().await };
    let (by, measure) = match by.by.as_str() {
        "rules" => ("rules", Measure::Compiled),
        "text" => ("text", Measure::Tree),
        _ => ("both", Measure::All),
    };
    let (study, own) = (app.study.clone(), key.clone());
    let found = tokio::task::spawn_blocking(move || study.similar(&own, measure, 20)).await.ok().flatten();
    let words = |names: &[&'static str]| names.iter().map(|n| (spaced(n), *n)).collect::<Vec<_>>();
    let known = found.is_some();
    let list = found
        .unwrap_or_default()
        .into_iter()
        .filter_map(|alike| {
            let other = named(&app, &alike.key)?;
            Some(Similar {
                key: alike.key,
                title: other.title,
                line: other.line,
                far: format!("{:.0} %", (1.0 - alike.far) * 100.0),
                both: words(&alike.why.shared),
                here: words(&alike.why.only_first),
                there: words(&alike.why.only_second),
                numbers: alike.why.numbers,
            })
        })
        .collect();
    render(&SimilarPage { key, title: meant.title(), by, list, known })
}

struct Dot {
    key: String,
    title: String,
    family: String,
    x: String,
    y: String,
    colour: &'static str,
    label: bool,
}

#[derive(Template)]
#[template(path = "library-map.html")]
struct MapPage {
    dots: Vec<Dot>,
    families: Vec<(String, &'static str, Vec<Named>)>,
}

/// Colours that most eyes tell apart; families are also named on every dot and in the list.
const COLOURS: [&str; 10] = [
    "#4477aa", "#cc5566", "#228833", "#a08a00", "#3399bb", "#aa3377", "#777777", "#cc6633", "#339988",
    "#332288",
];

/// All games as a map: those that are alike lie near each other.
pub async fn map(State(app): State<App>) -> Response {
    let study = app.study.clone();
    let places = tokio::task::spawn_blocking(move || study.map()).await.unwrap_or_default();
    let family = |key: &str| {
        let facts = app.catalogue.get(key).map(|e| e.facts()).unwrap_or_default();
        super::list::label("family", &facts.family)
    };
    let mut families: BTreeMap<String, Vec<Named>> = BTreeMap::new();
    for place in places.iter() {
        if let Some(named) = named(&app, &place.key) {
            families.entry(family(&place.key)).or_default().push(named);
        }
    }
    let colours: BTreeMap<String, &'static str> =
        families.keys().enumerate().map(|(i, f)| (f.clone(), COLOURS[i % COLOURS.len()])).collect();
    let mut written: Vec<(f64, f64, f64)> = Vec::new();
    let mut dots = Vec::new();
    for place in places.iter() {
        let Some(named) = named(&app, &place.key) else { continue };
        let (x, y) = (20.0 + place.x * 1060.0, 20.0 + place.y * 860.0);
        // Names are written where there is room.
        let long = 6.2 * named.title.chars().count() as f64;
        let label = x + 8.0 + long < 1180.0
            && written.iter().all(|(a, b, w)| (y - b).abs() > 12.0 || x + 8.0 > a + w || x + 8.0 + long < *a);
        if label {
            written.push((x + 8.0, y, long));
        }
        let family = family(&place.key);
        let colour = colours.get(&family).copied().unwrap_or("#777777");
        let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
        dots.push(Dot { key: named.key, title: named.title, family, x, y, colour, label });
    }
    let families = families
        .into_iter()
        .map(|(name, mut games)| {
            games.sort_by_key(|g| g.title.to_lowercase());
            let colour = colours.get(&name).copied().unwrap_or("#777777");
            (name, colour, games)
        })
        .collect();
    render(&MapPage { dots, families })
}

#[derive(Template)]
#[template(path = "verdict.html")]
struct VerdictPage {
    key: String,
    title: String,
    href: String,
    suffix: String,
    verdict: Option<Verdict>,
    playable: bool,
}

pub async fn verdict(State(app): State<App>, Path(key): Path<String>, Query(of): Query<Of>) -> Response {
    let Some(meant) = meant(&app, &key, &of).await else { return not_found().await };
    let verdict = app.study.verdict(&meant.entry, &of.ruleset);
    let playable = meant.entry.facts().playable == Some(true);
    let (title, href, suffix) = (meant.title(), meant.href(), meant.suffix());
    render(&VerdictPage { key, title, href, suffix, verdict, playable })
}

/// Plays the game at random and leads back to what came of it.
pub async fn judge(
    State(app): State<App>,
    Path(key): Path<String>,
    Query(of): Query<Of>,
    visitor: Option<Extension<Visitor>>,
) -> Response {
    let Some(meant) = meant(&app, &key, &of).await else { return not_found().await };
    let to = format!("/games/{key}/verdict{}", meant.suffix());
    let chosen = meant.ruleset.as_ref().map(RulesetFacts::selection).unwrap_or_default();
    let task = Task::Verdict { key: key.clone(), ruleset: of.ruleset.clone() };
    match app.office.ask(&task, visitor.map(|v| v.0.0), JUDGING).await {
        Ok(Outcome::Verdict(true)) => return Redirect::to(&to).into_response(),
        Err(Unanswered::TooMany) => {
            let why = "Wait for the verdicts that you asked for.";
            return message(StatusCode::TOO_MANY_REQUESTS, "Not now", why);
        }
        Ok(_) | Err(Unanswered::Nobody) => {}
    }
    let (study, entry, ruleset) = (app.study.clone(), meant.entry.clone(), of.ruleset.clone());
    let judged =
        tokio::task::spawn_blocking(move || study.judge(&entry, &ruleset, &chosen)).await.ok().flatten();
    let Some(verdict) = judged else {
        return message(StatusCode::UNPROCESSABLE_ENTITY, "Not judged", "This description cannot be played.");
    };
    match app.study.keep(&meant.entry, &of.ruleset, &verdict).await {
        Ok(()) => Redirect::to(&to).into_response(),
        Err(_) => message(StatusCode::SERVICE_UNAVAILABLE, "Not kept", "The verdict could not be stored."),
    }
}
