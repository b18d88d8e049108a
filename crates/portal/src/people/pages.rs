//! Pages of people: who there is, what somebody played and how good he is at it, and the lobby. All of it can be read
//! without scripts; taking a name, seeking and accepting need them.

use super::contests::{Played, Standing, level_of};
use super::{Person, Refusal};
use crate::pages::{message, render};
use crate::texts::{count, t, with};
use crate::thinking::LEVELS;
use crate::web::App;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

/// A day as people read it.
pub fn day(ms: i64) -> String {
    chrono::DateTime::from_timestamp_millis(ms).map_or(String::new(), |d| d.format("%-d %B %Y").to_string())
}

/// The moment for programs that read pages.
pub fn moment(ms: i64) -> String {
    chrono::DateTime::from_timestamp_millis(ms)
        .map_or(String::new(), |d| d.format("%Y-%m-%dT%H:%MZ").to_string())
}

/// What a game is called, and its page if it has one.
pub fn game_title(app: &App, key: &str) -> (String, Option<String>) {
    match app.catalogue.get(key) {
        Some(entry) => (entry.facts().title.clone(), Some(format!("/games/{key}"))),
        None => (t("people.written").to_owned(), None),
    }
}

/// What a player is called.
pub fn player_name(player: &str) -> String {
    match level_of(player).and_then(|level| LEVELS.get(usize::from(level))) {
        Some(level) => with("people.computer", &[("level", level)]),
        None => player.to_owned(),
    }
}

fn trouble(why: Refusal) -> Response {
    crate::api::Failure::from(why).into_response()
}

struct Line {
    rank: usize,
    player: String,
    name: String,
    rating: String,
    games: String,
}

struct Board {
    title: String,
    href: Option<String>,
    games: String,
    lines: Vec<Line>,
}

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage {
    q: String,
    asked: bool,
    found: Vec<Person>,
    boards: Vec<Board>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Asked {
    q: String,
    game: String,
    level: Option<u8>,
}

/// So many games have a list of their best, with so many lines.
const BOARDS: i64 = 9;
const LINES: i64 = 8;

pub async fn list(State(app): State<App>, Query(asked): Query<Asked>) -> Response {
    let people = &app.tables.people;
    let q = asked.q.trim().to_owned();
    let found = if q.is_empty() { Vec::new() } else { people.find(&q, 50).await.unwrap_or_default() };
    if let [only] = &found[..]
        && only.id == q.to_lowercase()
    {
        return Redirect::to(&format!("/people/{}", only.id)).into_response();
    }
    let mut boards = Vec::new();
    for (game, played) in people.rated_games(BOARDS).await.unwrap_or_default() {
        let best = people.best(&game, LINES).await.unwrap_or_default();
        let (title, href) = game_title(&app, &game);
        boards.push(Board {
            title,
            href,
            games: count("people.games", played as usize),
            lines: lines(&app, &best).await,
        });
    }
    render(&PeoplePage { asked: !q.is_empty(), q, found, boards })
}

async fn lines(app: &App, best: &[Standing]) -> Vec<Line> {
    let mut out = Vec::new();
    for (standing, rank) in best.iter().zip(1..) {
        let known = app.tables.people.player(&standing.player).await.ok().flatten();
        out.push(Line {
            rank,
            name: known.map_or_else(|| player_name(&standing.player), |(person, _)| person.name),
            player: standing.player.clone(),
            rating: standing.rating.words(),
            games: standing.games.to_string(),
        });
    }
    out
}

struct RatingRow {
    game: String,
    title: String,
    rating: String,
    guess: bool,
    won: i64,
    drawn: i64,
    lost: i64,
    chosen: bool,
}

struct Opponent {
    player: String,
    name: String,
}

struct GameRow {
    table: String,
    title: String,
    href: Option<String>,
    /// `won`, `lost` or `drawn`.
    result: &'static str,
    word: &'static str,
    opponents: Vec<Opponent>,
    change: String,
    up: bool,
    how: String,
    day: String,
    moment: String,
    tournament: Option<String>,
}

/// A course of ratings, to be drawn: everything in places of a picture of 640 by 220.
struct Graph {
    title: String,
    line: String,
    dots: Vec<(String, String, String)>,
    /// Heights with what they stand for.
    steps: Vec<(String, i64)>,
    words: String,
    first: String,
    last: String,
}

#[derive(Template)]
#[template(path = "profile.html")]
struct ProfilePage {
    who: Person,
    is_computer: bool,
    since: String,
    ratings: Vec<RatingRow>,
    graph: Option<Graph>,
    games: Vec<GameRow>,
    sits: Vec<(String, String)>,
}

pub async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
) -> Response {
    let people = &app.tables.people;
    let (who, since) = match people.player(&name).await {
        Ok(Some(known)) => known,
        Ok(None) => return message(StatusCode::NOT_FOUND, t("people.nobody"), t("people.nobody_why")),
        Err(why) => return trouble(why),
    };
    if who.id != name {
        return Redirect::permanent(&format!("/people/{}", who.id)).into_response();
    }
    let standings = people.standings_of(&who.id).await.unwrap_or_default();
    let chosen = if asked.game.is_empty() {
        standings.first().map_or(String::new(), |s| s.game.clone())
    } else {
        asked.game
    };
    let graph = match people.course(&who.id, &chosen).await {
        Ok(course) if course.len() > 1 => Some(graph(game_title(&app, &chosen).0, &course)),
        Ok(_) | Err(_) => None,
    };
    let ratings = standings
        .iter()
        .map(|s| RatingRow {
            title: game_title(&app, &s.game).0,
            chosen: s.game == chosen,
            game: s.game.clone(),
            rating: s.rating.words(),
            guess: s.rating.words().ends_with('?'),
            won: s.won,
            drawn: s.drawn,
            lost: s.lost,
        })
        .collect();
    let games = people.played(&who.id, i64::MAX, 30).await.unwrap_or_default();
    let games = games.iter().map(|g| game_row(&app, g)).collect();
    let mut sits = Vec::new();
    for table in people.sits_at(&who.id, 8).await.unwrap_or_default() {
        let row = app.store.table(&table).await.ok().flatten();
        let spec = row.and_then(|r| serde_json::from_str::<crate::tables::Spec>(&r.spec).ok());
        if let Some(spec) = spec {
            sits.push((table, game_title(&app, &spec.rating_key()).0));
        }
    }
    let is_computer = level_of(&who.id).is_some();
    let since = if is_computer { String::new() } else { with("people.since", &[("day", &day(since))]) };
    render(&ProfilePage { is_computer, since, who, ratings, graph, games, sits })
}

fn game_row(app: &App, played: &Played) -> GameRow {
    let (mine, finished) = (played.seat - 1, &played.finished);
    let score = finished.scores.get(mine).copied().unwrap_or(0.5);
    let (result, word) = match score {
        s if s > 0.5 => ("won", t("people.won")),
        s if s < 0.5 => ("lost", t("people.lost")),
        _ => ("drawn", t("people.drawn")),
    };
    let others = finished.seats.iter().enumerate().filter(|(i, _)| *i != mine);
    let change = match (played.before, played.after) {
        (Some(before), Some(after)) => format!("{:+.0}", after.round() - before.round()),
        (_, _) => String::new(),
    };
    let (title, href) = game_title(app, &played.game);
    GameRow {
        table: played.table.clone(),
        title: if href.is_some() { title } else { finished.title.clone() },
        href,
        result,
        word,
        opponents: others.map(|(_, s)| Opponent { player: s.player.clone(), name: s.name.clone() }).collect(),
        up: !change.starts_with('-'),
        change,
        how: finished.how.clone(),
        day: day(played.ended_at),
        moment: moment(played.ended_at),
        tournament: played.tournament.clone(),
    }
}

/// Steps of a scale that people count in.
fn step(range: f64) -> i64 {
    [25, 50, 100, 200, 500].into_iter().find(|s| range / *s as f64 <= 5.0).unwrap_or(1000)
}

fn graph(title: String, course: &[(i64, f64)]) -> Graph {
    let (least, most) =
        course.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (_, r)| (a.min(*r), b.max(*r)));
    let step = step((most - least).max(50.0));
    let from = (least / step as f64).floor() as i64 * step;
    let to = ((most / step as f64).ceil() as i64 * step).max(from + step);
    let y = |rating: f64| 190.0 - (rating - from as f64) / (to - from) as f64 * 170.0;
    let x = |i: usize| 52.0 + i as f64 * 576.0 / (course.len() - 1) as f64;
    let at = |i: usize| (format!("{:.1}", x(i)), format!("{:.1}", y(course[i].1)));
    let points: Vec<String> = (0..course.len()).map(|i| format!("{},{}", at(i).0, at(i).1)).collect();
    let few = course.len() <= 40;
    let shown = (0..course.len()).filter(|i| few || *i + 1 == course.len());
    let (first, last) = (course[0], course[course.len() - 1]);
    Graph {
        line: points.join(" "),
        dots: shown
            .map(|i| (at(i).0, at(i).1, format!("{:.0}, {}", course[i].1, day(course[i].0))))
            .collect(),
        steps: (0..=(to - from) / step)
            .map(|n| (format!("{:.1}", y((from + n * step) as f64)), from + n * step))
            .collect(),
        words: with(
            "people.course",
            &[("n", &course.len()), ("from", &format!("{:.0}", first.1)), ("to", &format!("{:.0}", last.1))],
        ),
        title,
        first: day(first.0),
        last: day(last.0),
    }
}

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage {
    key: String,
    title: String,
    levels: &'static [&'static str],
    level: usize,
}

pub async fn lobby(State(app): State<App>, Query(asked): Query<Asked>) -> Response {
    let wanted = if asked.game.is_empty() { "chess" } else { asked.game.as_str() };
    let entry = app.catalogue.get(wanted).or(app.catalogue.get("tic-tac-toe"));
    let (key, title) =
        entry.map_or((String::new(), String::new()), |e| (e.key.clone(), e.facts().title.clone()));
    render(&LobbyPage { key, title, levels: LEVELS, level: usize::from(asked.level.unwrap_or(2)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_as_people_do() {
        assert_eq!(day(1_700_000_000_123), "14 November 2023");
        assert_eq!(moment(1_700_000_000_123), "2023-11-14T22:13Z");
    }

    #[test]
    fn a_graph_stays_in_its_picture_and_its_steps_are_round() {
        let course: Vec<(i64, f64)> =
            (0..25).map(|i| (i * 86_400_000, 1432.0 + (i * 37 % 90) as f64)).collect();
        let graph = graph("Hex".to_owned(), &course);
        for pair in graph.line.split(' ') {
            let (x, y) = pair.split_once(',').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((50.0..=630.0).contains(&x) && (19.0..=191.0).contains(&y), "{pair}");
        }
        assert!(graph.steps.len() >= 2 && graph.steps.iter().all(|(_, s)| s % 25 == 0), "{:?}", graph.steps);
    }
}
