//! A tournament as everybody sees it, as data: for pages, programs and sockets alike.

use super::log::{Game, Meeting, Phase, State};
use super::rules::{Kind, Rules};
use super::standings::{standings, ties, winners};
use crate::tables::Timing;
use serde_json::{Value, json};

/// An arena lists so many of its last games.
const LAST_OF_ARENA: usize = 40;

/// What a list of tournaments says of one.
pub fn line(state: &State) -> Value {
    let rules = &state.rules;
    let leader = (state.phase == Phase::Over).then(|| winners(&standings(state)));
    json!({
        "name": rules.name, "kind": rules.kind, "title": rules.title, "game": rules.spec.game, "clock": rules.clock,
        "phase": state.phase, "players": state.active().count(), "most": rules.most, "rounds": state.number_of_rounds(),
        "minutes": rules.minutes, "starts_at": rules.starts_at, "rated": rules.rated, "begun_at": state.begun_at,
        "ended_at": state.ended_at, "winner": leader, "by": rules.by,
    })
}

fn game(state: &State, g: &Game) -> Value {
    let seats: Vec<Value> = g
        .seats
        .iter()
        .map(|e| {
            let entrant = &state.entrants[*e];
            json!({ "entrant": e, "player": entrant.player, "name": entrant.name })
        })
        .collect();
    json!({ "table": g.table, "seats": seats, "scores": g.scores, "how": g.how })
}

fn meeting(state: &State, m: &Meeting) -> Value {
    let games: Vec<Value> = m.games.iter().map(|g| game(state, g)).collect();
    let names: Vec<&str> = m.entrants.iter().map(|e| state.entrants[*e].name.as_str()).collect();
    json!({ "entrants": m.entrants, "names": names, "games": games, "bye": m.is_bye() })
}

/// The round that is shown where none is asked for.
pub fn view(id: &str, state: &State) -> Value {
    view_of(id, state, state.rounds.len())
}

/// Everything: standings, and the meetings of a round.
pub fn view_of(id: &str, state: &State, round: usize) -> Value {
    let rules = &state.rules;
    let shown = round.checked_sub(1).and_then(|r| state.rounds.get(r)).or(state.rounds.last());
    let last: Vec<Value> = match (rules.kind, shown) {
        (_, None) => Vec::new(),
        (Kind::Arena, Some(all)) => {
            // Those that are being played, then the last ones.
            let (open, over): (Vec<&Meeting>, Vec<&Meeting>) = all.iter().partition(|m| m.has_open_game());
            let shown = open.into_iter().chain(over.into_iter().rev().take(LAST_OF_ARENA));
            shown.map(|m| meeting(state, m)).collect()
        }
        (Kind::Swiss | Kind::RoundRobin | Kind::Knockout, Some(round)) => {
            round.iter().map(|m| meeting(state, m)).collect()
        }
    };
    let rows = standings(state);
    json!({
        "id": id, "rules": rules, "phase": state.phase, "round": state.rounds.len(), "shown": round, "rounds": state.number_of_rounds(),
        "begun_at": state.begun_at, "ends_at": (rules.kind == Kind::Arena && state.begun_at > 0)
            .then(|| state.begun_at + rules.minutes * 60_000),
        "ended_at": state.ended_at, "winner": (state.phase == Phase::Over).then(|| winners(&rows)),
        "ties": ties(rules.kind), "standings": rows, "meetings": last,
        "players": state.active().count(),
    })
}

/// The time of a game in words: `5 min + 3 s`.
pub fn clock_words(rules: &Rules) -> String {
    clock(rules.clock.timing, rules.clock.base_ms, rules.clock.more_ms)
}

fn span(ms: i64) -> String {
    match ms / 1000 {
        s if s < 60 => format!("{s} s"),
        s if s < 3600 => format!("{} min", s / 60),
        s if s < 2 * 86_400 => format!("{} h", s / 3600),
        s => format!("{} days", s / 86_400),
    }
}

/// The same for any clock.
pub fn clock(timing: Timing, base_ms: i64, more_ms: i64) -> String {
    match timing {
        Timing::None => "no clock".to_owned(),
        Timing::Move => format!("{} a move", span(base_ms)),
        Timing::Total => span(base_ms),
        Timing::Increment => format!("{} + {}", span(base_ms), span(more_ms)),
    }
}
