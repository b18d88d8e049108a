//! Pages of tournaments: the list, the form for a new one, and one with its standings. What changes while somebody looks
//! is told by the live connection; everything can be read without scripts.

use super::api::current;
use super::log::{Meeting, Phase, State as Cupped};
use super::rules::{Kind, MOST_COMPUTERS};
use super::standings::{Row, standings, ties, winners};
use super::view::{clock, clock_words};
use crate::pages::{message, render};
use crate::people::pages::{day, moment};
use crate::tables::{Timing, Trouble};
use crate::texts::{count, found, t, with};
use crate::thinking::LEVELS;
use crate::web::App;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;

/// What a kind is called.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Swiss => t("tournaments.swiss"),
        Kind::RoundRobin => t("tournaments.round_robin"),
        Kind::Knockout => t("tournaments.knockout"),
        Kind::Arena => t("tournaments.arena"),
    }
}

fn kind_about(kind: Kind) -> &'static str {
    match kind {
        Kind::Swiss => t("tournaments.swiss_about"),
        Kind::RoundRobin => t("tournaments.round_robin_about"),
        Kind::Knockout => t("tournaments.knockout_about"),
        Kind::Arena => t("tournaments.arena_about"),
    }
}

struct Line {
    id: String,
    name: String,
    game: String,
    facts: String,
    when: String,
    moment: String,
}

#[derive(Template)]
#[template(path = "tournaments.html")]
struct ListPage {
    groups: Vec<(&'static str, Vec<Line>)>,
}

fn line(told: &Value) -> Option<(Phase, Line)> {
    let text = |key: &str| told[key].as_str().unwrap_or("").to_owned();
    let number = |key: &str| told[key].as_i64().unwrap_or(0);
    let phase: Phase = serde_json::from_value(told["phase"].clone()).ok()?;
    let kind: Kind = serde_json::from_value(told["kind"].clone()).ok()?;
    let timing: Timing = serde_json::from_value(told["clock"]["timing"].clone()).ok()?;
    let time = clock(
        timing,
        told["clock"]["base_ms"].as_i64().unwrap_or(0),
        told["clock"]["more_ms"].as_i64().unwrap_or(0),
    );
    let players = count("tournaments.players", usize::try_from(number("players")).unwrap_or(0));
    let mut facts = vec![text("title"), kind_name(kind).to_owned(), time, players];
    if told["rated"] == true {
        facts.push(t("lobby.is_rated").to_owned());
    }
    let (when, at) = match phase {
        Phase::Open => match told["starts_at"].as_i64() {
            Some(at) => (with("tournaments.begins", &[("when", &moment(at))]), at),
            None => (t("tournaments.waits").to_owned(), 0),
        },
        Phase::Running => (t("tournaments.goes_on").to_owned(), number("begun_at")),
        Phase::Over => (with("tournaments.won_by", &[("name", &text("winner"))]), number("ended_at")),
        Phase::Off => (t("tournaments.off").to_owned(), number("ended_at")),
    };
    let moment = if at > 0 { moment(at) } else { String::new() };
    let line = Line {
        id: text("id"),
        name: text("name"),
        game: text("game"),
        facts: facts.join(" · "),
        when,
        moment,
    };
    Some((phase, line))
}

pub async fn list(State(app): State<App>) -> Response {
    let (mut open, mut running, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for told in app.cups.listed("", 80).await.unwrap_or_default() {
        match line(&told) {
            Some((Phase::Open, line)) => open.push(line),
            Some((Phase::Running, line)) => running.push(line),
            Some((Phase::Over, line)) => over.push(line),
            Some((Phase::Off, _)) | None => {}
        }
    }
    let groups = vec![
        (t("tournaments.open"), open),
        (t("tournaments.running"), running),
        (t("tournaments.over"), over),
    ];
    render(&ListPage { groups: groups.into_iter().filter(|(_, lines)| !lines.is_empty()).collect() })
}

struct KindChoice {
    key: &'static str,
    name: &'static str,
    about: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "tournament-new.html")]
struct NewPage {
    kinds: Vec<KindChoice>,
    levels: &'static [&'static str],
    most: usize,
    key: String,
    title: String,
    computers: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Wanted {
    kind: String,
    game: String,
    who: String,
}

pub async fn new(State(app): State<App>, Query(wanted): Query<Wanted>) -> Response {
    let game = if wanted.game.is_empty() { "hex" } else { wanted.game.as_str() };
    let entry = app.catalogue.get(game).or(app.catalogue.get("tic-tac-toe"));
    let (key, title) =
        entry.map_or((String::new(), String::new()), |e| (e.key.clone(), e.facts().title.clone()));
    let chosen = if wanted.kind.is_empty() { Kind::Swiss } else { super::api::kind_of(&wanted.kind) };
    let choice = |kind: Kind| KindChoice {
        key: kind.key(),
        name: kind_name(kind),
        about: kind_about(kind),
        chosen: kind == chosen,
    };
    render(&NewPage {
        kinds: [Kind::Swiss, Kind::RoundRobin, Kind::Knockout, Kind::Arena].map(choice).into(),
        levels: LEVELS,
        most: MOST_COMPUTERS,
        key,
        title,
        computers: wanted.who == "computers",
    })
}

/// A cell of the table of standings: who was met and what was won there.
struct Cell {
    class: &'static str,
    text: String,
    words: String,
}

struct StandingRow {
    rank: usize,
    player: String,
    name: String,
    rating: i64,
    points: String,
    ties: Vec<String>,
    cells: Vec<Cell>,
    gone: bool,
}

struct Side {
    name: String,
    won: bool,
}

struct GameRow {
    table: String,
    sides: Vec<Side>,
    score: String,
    rest: Option<String>,
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct CupPage {
    id: String,
    name: String,
    game: String,
    has_page: bool,
    title: String,
    kind: &'static str,
    facts: String,
    status: String,
    ties: Vec<(&'static str, &'static str)>,
    columns: Vec<usize>,
    rows: Vec<StandingRow>,
    games: Vec<GameRow>,
    arena: bool,
    data: String,
}

/// A number as people write it: halves as ½.
pub fn halves(x: f64) -> String {
    let whole = x.floor();
    let half = x - whole;
    match (whole as i64, half) {
        (0, 0.5) => "½".to_owned(),
        (w, 0.5) => format!("{w}½"),
        (w, 0.0) => w.to_string(),
        (_, _) => format!("{x:.2}"),
    }
}

fn status(state: &Cupped) -> String {
    match state.phase {
        Phase::Open => match state.rules.starts_at {
            Some(at) => with("tournaments.begins", &[("when", &moment(at))]),
            None => t("tournaments.waits").to_owned(),
        },
        Phase::Running if state.rules.kind == Kind::Arena => count("tournaments.playing", state.open_games),
        Phase::Running => {
            let round = with(
                "tournaments.round_of",
                &[("n", &state.rounds.len()), ("all", &state.number_of_rounds())],
            );
            format!("{round} · {}", count("tournaments.playing", state.open_games))
        }
        Phase::Over => {
            let winner = winners(&standings(state));
            format!("{} · {}", with("tournaments.won_by", &[("name", &winner)]), day(state.ended_at))
        }
        Phase::Off => t("tournaments.off").to_owned(),
    }
}

fn cells(state: &Cupped, rows: &[Row], row: &Row) -> Vec<Cell> {
    let rank = |e: usize| rows.iter().position(|r| r.entrant == e).map_or(0, |at| at + 1);
    let cell = |cell: &Option<super::standings::Cell>| match cell {
        None => Cell { class: "", text: String::new(), words: String::new() },
        Some(c) if c.met.is_empty() => {
            Cell { class: "d", text: "+".to_owned(), words: t("tournaments.rest").to_owned() }
        }
        Some(c) => {
            let names: Vec<&str> = c.met.iter().map(|e| state.entrants[*e].name.as_str()).collect();
            let ranks: Vec<String> = c.met.iter().map(|e| rank(*e).to_string()).collect();
            let (class, word) = match c.won {
                None => ("o", "…".to_owned()),
                Some(won) if 2.0 * won > c.games as f64 => ("w", halves(won)),
                Some(won) if 2.0 * won < c.games as f64 => ("l", halves(won)),
                Some(won) => ("d", halves(won)),
            };
            Cell { class, text: format!("{word} {}", ranks.join(",")), words: names.join(", ") }
        }
    };
    row.cells.iter().map(cell).collect()
}

fn game_rows(state: &Cupped, meetings: &[Meeting]) -> Vec<GameRow> {
    let mut out = Vec::new();
    for meeting in meetings {
        if meeting.games.is_empty() {
            let names: Vec<&str> =
                meeting.entrants.iter().map(|e| state.entrants[*e].name.as_str()).collect();
            let rest = with("tournaments.rests", &[("name", &names.join(", "))]);
            out.push(GameRow {
                table: String::new(),
                sides: Vec::new(),
                score: String::new(),
                rest: Some(rest),
            });
        }
        for game in &meeting.games {
            let score = game
                .scores
                .as_ref()
                .map_or("–".to_owned(), |s| s.iter().map(|x| halves(*x)).collect::<Vec<_>>().join(" : "));
            let sides = game.seats.iter().enumerate().map(|(i, e)| Side {
                name: state.entrants[*e].name.clone(),
                won: game.scores.as_ref().is_some_and(|s| s[i] > 0.5),
            });
            out.push(GameRow { table: game.table.clone(), sides: sides.collect(), score, rest: None });
        }
    }
    out
}

/// So many games of a round, or of an arena the last ones, are on the page.
const MOST_GAMES: usize = 200;

pub async fn cup(State(app): State<App>, Path(id): Path<String>) -> Response {
    let state = match current(&app, &id).await {
        Ok(state) => state,
        Err(Trouble::NoSuchTable) => {
            return message(StatusCode::NOT_FOUND, t("tournaments.none"), t("tournaments.none_why"));
        }
        Err(why) => return crate::api::Failure::from(why).into_response(),
    };
    let rules = &state.rules;
    let rows = standings(&state);
    let arena = rules.kind == Kind::Arena;
    let mut facts = vec![clock_words(rules), count("tournaments.players", state.active().count())];
    facts.extend(rules.rated.then(|| t("lobby.is_rated").to_owned()));
    facts.extend(arena.then(|| with("tournaments.minutes", &[("n", &rules.minutes)])));
    facts.extend((rules.legs > 1).then(|| t("tournaments.both_sides").to_owned()));
    let shown: Vec<StandingRow> = rows
        .iter()
        .zip(1..)
        .map(|(row, place)| StandingRow {
            rank: place,
            player: row.player.clone(),
            name: row.name.clone(),
            rating: row.rating,
            points: halves(row.points),
            ties: row.ties.iter().map(|x| halves(*x)).collect(),
            cells: cells(&state, &rows, row),
            gone: row.gone,
        })
        .collect();
    let last = state.rounds.last().map_or(&[][..], |r| r.as_slice());
    let games = game_rows(&state, &last[last.len().saturating_sub(MOST_GAMES)..]);
    let tie = |key: &&'static str| {
        let name = found(&format!("tournaments.tie_{key}")).unwrap_or(key);
        (name, found(&format!("tournaments.tie_{key}_why")).unwrap_or(""))
    };
    render(&CupPage {
        name: rules.name.clone(),
        has_page: app.catalogue.get(&rules.spec.game).is_some(),
        game: rules.spec.game.clone(),
        title: rules.title.clone(),
        kind: kind_name(rules.kind),
        facts: facts.join(" · "),
        status: status(&state),
        ties: ties(rules.kind).iter().map(tie).collect(),
        columns: if arena { Vec::new() } else { (1..=state.rounds.len()).collect() },
        rows: shown,
        games,
        arena,
        data: super::view::view(&id, &state).to_string(),
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::halves;

    #[test]
    fn points_are_written_as_on_boards_of_tournaments() {
        assert_eq!([0.0, 0.5, 1.0, 2.5, 10.0].map(halves), ["0", "½", "1", "2½", "10"]);
        assert_eq!(halves(1.25), "1.25");
    }
}
