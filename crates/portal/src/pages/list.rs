//! The list of games: search, facets, cards. The page's script asks for the same page again while somebody types and takes
//! its parts; without it the form is an ordinary form.

use super::render;
use crate::asking::{Answer, PER_PAGE, Question};
use crate::catalogue::{Entry, Facts};
use crate::shelves;
use crate::texts::{self, t};
use crate::web::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;

/// A choice of a facet with its count.
pub struct Choice {
    pub value: String,
    pub label: String,
    pub count: usize,
    pub chosen: bool,
}

pub struct Facet {
    pub name: &'static str,
    pub label: &'static str,
    pub choices: Vec<Choice>,
}

/// A game in a list.
pub struct Card {
    pub key: String,
    pub title: String,
    pub line: String,
    pub incomplete: bool,
}

impl Card {
    pub fn of(entry: &Entry) -> Card {
        let f = entry.facts();
        Card {
            key: entry.key.clone(),
            title: f.title.clone(),
            line: card_line(&f),
            incomplete: crate::asking::is_incomplete(&f),
        }
    }
}

/// What was chosen, with the address of the list without it.
struct Chip {
    label: String,
    href: String,
}

/// A group of families, each with its address.
pub struct Shelf {
    pub name: &'static str,
    pub href: String,
    pub families: Vec<(String, String, usize)>,
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    question: Question,
    facets: Vec<Facet>,
    chips: Vec<Chip>,
    shelves: Vec<Shelf>,
    cards: Vec<Card>,
    count: String,
    placeholder: String,
    note: String,
    /// Address and words of the list of incomplete games.
    apart: Option<(String, String)>,
    more: Option<(String, String)>,
    none: bool,
}

/// A value of a facet as people read it.
pub fn label(facet: &str, value: &str) -> String {
    let found = |key: String| texts::found(&key).map(str::to_owned);
    match facet {
        "family" => found(format!("family.{value}")).or_else(|| found(format!("group.{value}"))),
        "has" => found(format!("trait.{value}")),
        "players" => Some(players(value)),
        "region" if value == "World" => Some(t("games.world").to_owned()),
        _ => found(format!("{facet}.{value}")),
    }
    .unwrap_or_else(|| value.to_owned())
}

fn players(value: &str) -> String {
    match value.parse::<usize>() {
        Ok(0) => t("games.nobody").to_owned(),
        Ok(n) => texts::count("games.players", n),
        Err(_) => t("games.manyplayers").to_owned(),
    }
}

/// The line below a title: how many play, where or when it is from.
pub fn card_line(f: &Facts) -> String {
    let mut parts = Vec::new();
    if f.playable == Some(true) {
        parts.push(players(&f.players.to_string()));
    }
    if !f.region.is_empty() && f.region != "World" {
        parts.push(f.region.clone());
    } else if !f.period.is_empty() {
        parts.push(f.period.clone());
    }
    if parts.len() < 2
        && let Some(year) = f.date.split(|c: char| !c.is_ascii_digit()).find(|d| d.len() == 4)
    {
        parts.push(year.to_owned());
    }
    parts.join(" · ")
}

fn facets(question: &Question, answer: &Answer) -> Vec<Facet> {
    let chosen = [
        ("family", t("games.family"), &question.family),
        ("players", t("games.playersfacet"), &question.players),
        ("has", t("games.has"), &question.has),
        ("region", t("games.region"), &question.region),
        ("period", t("games.period"), &question.period),
        ("board", t("games.board"), &question.board),
        ("chance", t("games.chance"), &question.chance),
        ("hidden", t("games.hidden"), &question.hidden),
    ];
    let one = |(name, title, wanted): (&'static str, &'static str, &String)| {
        let mut choices: Vec<Choice> = answer
            .facets
            .get(name)
            .into_iter()
            .flatten()
            .map(|(value, count)| Choice {
                value: value.clone(),
                label: label(name, value),
                count: *count,
                chosen: value == wanted,
            })
            .collect();
        if !wanted.is_empty() && !choices.iter().any(|c| c.chosen) {
            // A group of families, or something that nothing has.
            choices.push(Choice {
                value: wanted.clone(),
                label: label(name, wanted),
                count: answer.total,
                chosen: true,
            });
        }
        match name {
            "players" | "period" => {}
            _ => choices.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.label.cmp(&b.label))),
        }
        Facet { name, label: title, choices }
    };
    chosen.into_iter().map(one).collect()
}

fn chips(question: &Question, facets: &[Facet]) -> Vec<Chip> {
    let mut chips: Vec<Chip> = facets
        .iter()
        .flat_map(|f| f.choices.iter().filter(|c| c.chosen).map(move |c| (f, c)))
        .map(|(f, c)| Chip { label: format!("{}: {}", f.label, c.label), href: question.address(f.name, "") })
        .collect();
    if question.state == "incomplete" {
        chips.push(Chip { label: t("games.incomplete").to_owned(), href: question.address("state", "") });
    }
    chips
}

/// The families with how many games each has, in their groups.
pub fn shelves_of(answer: &Answer) -> Vec<Shelf> {
    let counts = answer.facets.get("family");
    let mut out: Vec<(&str, Shelf)> = Vec::new();
    for family in shelves::families() {
        let Some(n) = counts.and_then(|c| c.get(&family.key)) else { continue };
        let row = (format!("/games?family={}", family.key), label("family", &family.key), *n);
        match out.iter_mut().find(|(group, _)| *group == family.group) {
            Some((_, shelf)) => shelf.families.push(row),
            None => {
                let name = texts::found(&format!("group.{}", family.group)).unwrap_or_default();
                let href = format!("/games?family={}", family.group);
                out.push((&family.group, Shelf { name, href, families: vec![row] }));
            }
        }
    }
    out.into_iter().map(|(_, shelf)| shelf).collect()
}

pub async fn games(State(app): State<App>, Query(question): Query<Question>) -> Response {
    let answer = app.catalogue.ask(&question);
    let facets = facets(&question, &answer);
    let chips = chips(&question, &facets);
    let fresh = chips.is_empty() && question.q.trim().is_empty() && question.page == 0;
    let pages = answer.total.div_ceil(PER_PAGE);
    let next = question.page + 1;
    let more = (next < pages).then(|| {
        let words = texts::with("games.more", &[("n", &(next + 1)), ("all", &pages)]);
        (question.address("page", &next.to_string()), words)
    });
    let apart = (question.state.is_empty() && question.q.trim().is_empty() && answer.incomplete > 0)
        .then(|| (question.address("state", "incomplete"), texts::count("games.apart", answer.incomplete)));
    let note = match (answer.partial, question.state.as_str()) {
        (true, _) => t("games.partial").to_owned(),
        (false, "incomplete") => t("games.aboutincomplete").to_owned(),
        (false, _) => String::new(),
    };
    render(&GamesPage {
        shelves: if fresh { shelves_of(&answer) } else { Vec::new() },
        facets,
        chips,
        cards: answer.entries.iter().map(|e| Card::of(e)).collect(),
        count: texts::count("games.count", answer.total),
        placeholder: texts::with("games.placeholder", &[("n", &app.catalogue.entries().len())]),
        note,
        apart,
        more,
        none: answer.total == 0,
        question,
    })
}
