//! What has to happen next in a tournament, from what happened so far. Whoever drives it asks until there is nothing to do.

use super::log::{Entrant, Game, Happened, Meeting, Phase, State};
use super::pairing::{self, Standing, knockout, round_robin, seated, swiss};
use super::rules::Kind;

/// A tournament whose time has come and that too few have joined is called off after so long.
const WAIT_FOR_MORE_MS: i64 = 10 * 60_000;

/// The moment, and what the log does not know.
pub struct Now<'a> {
    pub ms: i64,
    /// Is somebody there to be paired in an arena?
    pub present: &'a dyn Fn(&Entrant) -> bool,
    /// A new name for a table.
    pub name: &'a dyn Fn() -> String,
}

/// The next event, if something has to happen now.
pub fn next(state: &State, now: &Now<'_>) -> Option<Happened> {
    match state.phase {
        Phase::Over | Phase::Off => None,
        Phase::Open => opening(state, now),
        Phase::Running if state.rules.kind == Kind::Arena => arena(state, now),
        Phase::Running => rounds(state, now),
    }
}

fn opening(state: &State, now: &Now<'_>) -> Option<Happened> {
    let enough = state.active().count() >= state.rules.seats.max(2);
    let late = state.rules.starts_at.map(|at| now.ms - at);
    let full = state.entrants.len() >= state.rules.most;
    match late {
        Some(late) if late >= 0 && enough => Some(Happened::Start),
        Some(late) if late >= WAIT_FOR_MORE_MS => Some(Happened::Off),
        Some(_) => None,
        None => (full && enough).then_some(Happened::Start),
    }
}

fn arena(state: &State, now: &Now<'_>) -> Option<Happened> {
    let is_over = now.ms >= state.begun_at + state.rules.minutes * 60_000;
    if is_over {
        return (state.open_games == 0).then_some(Happened::Over);
    }
    let playing: Vec<usize> = state.open().flat_map(|g| g.seats.iter().copied()).collect();
    let is_free = |e: &usize| !playing.contains(e) && (now.present)(&state.entrants[*e]);
    let all = state.for_pairing();
    let waiting: Vec<Standing> = state.active().filter(is_free).map(|e| all[e].clone()).collect();
    let tables = pairing::arena::pair(&waiting, state.rules.seats, !playing.is_empty());
    let meetings: Vec<Meeting> = tables
        .into_iter()
        .map(|seats| Meeting { entrants: seats.clone(), games: vec![game(now, seats)] })
        .collect();
    (!meetings.is_empty()).then_some(Happened::Round { meetings })
}

fn game(now: &Now<'_>, seats: Vec<usize>) -> Game {
    Game { table: (now.name)(), seats, scores: None, how: String::new() }
}

fn rounds(state: &State, now: &Now<'_>) -> Option<Happened> {
    for (round, meetings) in state.rounds.iter().enumerate().skip(state.rounds.len().saturating_sub(1)) {
        if let Some((at, meeting)) = meetings.iter().enumerate().find(|(_, m)| state.wants_game(m)) {
            // Each game has the sides of the one before exchanged.
            let mut seats = meeting.games.last().map_or(meeting.entrants.clone(), |g| g.seats.clone());
            if !meeting.games.is_empty() {
                seats.reverse();
            }
            return Some(Happened::Game { round, meeting: at, game: game(now, seats) });
        }
    }
    if state.open_games > 0 {
        return None;
    }
    if state.rounds.len() >= state.number_of_rounds() || state.active().count() < 2 {
        return Some(Happened::Over);
    }
    let meetings = match state.rules.kind {
        Kind::Swiss => swiss_round(state),
        Kind::RoundRobin => round_of_all(state),
        Kind::Knockout => knockout_round(state),
        // (Has no rounds.)
        Kind::Arena => Vec::new(),
    };
    let begin = |entrants: Vec<usize>| {
        let plays = entrants.len() > 1 && entrants.iter().all(|e| !state.entrants[*e].gone);
        let games = if plays { vec![game(now, entrants.clone())] } else { Vec::new() };
        Meeting { entrants, games }
    };
    let meetings: Vec<Meeting> = meetings.into_iter().map(begin).collect();
    Some(if meetings.is_empty() { Happened::Over } else { Happened::Round { meetings } })
}

fn swiss_round(state: &State) -> Vec<Vec<usize>> {
    let all = state.for_pairing();
    let mut order: Vec<Standing> = state.active().map(|e| all[e].clone()).collect();
    // As many points count as equal here, whatever decides between them in the end: then by seed.
    order.sort_by_key(|s| (-s.half_points, state.seed(s.player)));
    let round = swiss::pair(&order, state.rounds.len());
    let pairs = round.pairs.iter().map(|pair| pair.to_vec());
    pairs.chain(round.bye.map(|bye| vec![bye])).collect()
}

fn round_of_all(state: &State) -> Vec<Vec<usize>> {
    let all = round_robin::rounds(state.seeds.len());
    let Some(round) = all.get(state.rounds.len()) else { return Vec::new() };
    let mut out: Vec<Vec<usize>> = Vec::new();
    for pair in &round.pairs {
        let both: Vec<usize> = pair.iter().map(|p| state.seeds[*p]).collect();
        // Whose opponent has gone has won without playing.
        let here: Vec<usize> = both.iter().copied().filter(|e| !state.entrants[*e].gone).collect();
        out.push(if here.is_empty() { both } else { here });
    }
    // (One who rests where the number is odd wins nothing by it: everybody rests once.)
    out.retain(|meeting| meeting.len() > 1 || !state.entrants[meeting[0]].gone);
    out
}

fn knockout_round(state: &State) -> Vec<Vec<usize>> {
    let all = state.for_pairing();
    let sides = |a: usize, b: usize| seated(&all[a], &all[b], state.seed(a) < state.seed(b)).to_vec();
    match state.rounds.last() {
        None => knockout::first_round(state.seeds.len())
            .into_iter()
            .map(|(a, b)| match b {
                Some(b) => sides(state.seeds[a], state.seeds[b]),
                None => vec![state.seeds[a]],
            })
            .collect(),
        Some(last) => {
            let winners: Vec<usize> = last.iter().filter_map(|m| state.winner(m)).collect();
            winners.chunks(2).map(|w| if let [a, b] = w { sides(*a, *b) } else { w.to_vec() }).collect()
        }
    }
}

/// Plays a whole tournament by itself, for tests: `result` says how a game ends.
#[cfg(test)]
pub fn play_through(state: &mut State, result: &mut dyn FnMut(&Game) -> Vec<f64>) -> Vec<Happened> {
    let count = std::cell::Cell::new(0);
    let name = || {
        count.set(count.get() + 1);
        format!("t{}", count.get())
    };
    let mut log = Vec::new();
    let mut ms = 0;
    for _ in 0..100_000 {
        ms += 1000;
        let now = Now { ms, present: &|_| true, name: &name };
        let happened = match next(state, &now) {
            Some(happened) => happened,
            None => {
                let Some(game) = state.open().next().cloned() else {
                    if state.phase.is_active() {
                        continue;
                    }
                    break;
                };
                let scores = result(&game);
                Happened::Result { table: game.table, scores, how: String::new() }
            }
        };
        log.push(happened.clone());
        state.apply(happened, ms);
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournaments::rules::Rules;
    use crate::tournaments::standings::standings;
    use proptest::prelude::*;
    use serde_json::json;

    fn begun(kind: Kind, players: usize, legs: usize) -> State {
        let rules: Rules = serde_json::from_value(
            json!({ "name": "t", "kind": kind, "game": "g", "legs": legs, "most": players }),
        )
        .unwrap();
        let mut state = State::new(rules.checked(2, "G".to_owned(), false).unwrap());
        for p in 0..players {
            let (player, name) = (format!("p{p}"), format!("P{p}"));
            state.apply(Happened::Join { player, name, rating: 1500.0 }, 0);
        }
        state
    }

    fn any_kind() -> impl Strategy<Value = Kind> {
        prop::sample::select(Kind::ALL.to_vec())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Every tournament comes to its end, whatever the results, and the log gives the same standings again.
        #[test]
        fn every_tournament_ends_and_its_log_tells_the_same(
            kind in any_kind(), players in 2usize..18, legs in 1usize..3, results in prop::collection::vec(0u8..3, 1..60)
        ) {
            let mut state = begun(kind, players, legs);
            let first = state.clone();
            let mut dice = results.iter().cycle().copied();
            let log = play_through(&mut state, &mut |_| {
                let half = f64::from(dice.next().unwrap_or(0)) / 2.0;
                vec![half, 1.0 - half]
            });
            prop_assert_eq!(state.phase, Phase::Over);
            prop_assert_eq!(state.open_games, 0);
            // Every event goes through its text, as in the database.
            let mut again = first;
            let mut at = 0;
            for happened in &log {
                at += 1000;
                let text = serde_json::to_string(happened).unwrap();
                again.apply(serde_json::from_str(&text).unwrap(), at);
            }
            prop_assert_eq!(standings(&again), standings(&state));
            match kind {
                Kind::RoundRobin => {
                    let met = state.meetings().filter(|m| !m.is_bye()).count();
                    prop_assert_eq!(met, players * (players - 1) / 2);
                    prop_assert!(state.meetings().all(|m| m.is_bye() || m.games.len() == legs));
                }
                Kind::Knockout => {
                    let last = state.rounds.last().unwrap();
                    prop_assert_eq!(last.len(), 1);
                    prop_assert_eq!(Some(standings(&state)[0].entrant), state.winner(&last[0]));
                }
                Kind::Swiss => prop_assert_eq!(state.rounds.len(), state.number_of_rounds()),
                Kind::Arena => {}
            }
        }
    }

    #[test]
    fn who_withdraws_is_not_paired_and_in_a_knockout_the_other_goes_on() {
        let mut state = begun(Kind::Knockout, 4, 1);
        state.apply(Happened::Start, 0);
        let name = || "x".to_owned();
        let now = Now { ms: 1, present: &|_| true, name: &name };
        state.apply(Happened::Leave { player: "p3".to_owned() }, 1);
        let Some(Happened::Round { meetings }) = next(&state, &now) else { panic!("no round") };
        let against = meetings.iter().find(|m| m.entrants.contains(&3)).unwrap().clone();
        assert!(against.games.is_empty());
        state.apply(Happened::Round { meetings }, 2);
        assert_eq!(state.winner(&against), Some(0));

        let mut state = begun(Kind::Swiss, 5, 1);
        state.apply(Happened::Start, 0);
        state.apply(Happened::Leave { player: "p1".to_owned() }, 1);
        let Some(Happened::Round { meetings }) = next(&state, &now) else { panic!("no round") };
        assert_eq!(meetings.len(), 2);
        assert!(meetings.iter().all(|m| !m.entrants.contains(&1)));
    }

    #[test]
    fn it_begins_when_it_is_full_or_when_its_time_has_come() {
        let name = || "x".to_owned();
        let at = |ms| Now { ms, present: &|_| true, name: &name };
        let full = begun(Kind::Swiss, 4, 1);
        assert_eq!(next(&full, &at(5)), Some(Happened::Start));
        let mut waiting = begun(Kind::Swiss, 1, 1);
        waiting.rules.starts_at = Some(1000);
        assert_eq!(next(&waiting, &at(2000)), None, "one is not enough");
        assert_eq!(next(&waiting, &at(1000 + WAIT_FOR_MORE_MS)), Some(Happened::Off));
        waiting.apply(Happened::Join { player: "x".to_owned(), name: "X".to_owned(), rating: 1.0 }, 0);
        assert_eq!(next(&waiting, &at(999)), None);
        assert_eq!(next(&waiting, &at(1000)), Some(Happened::Start));
    }
}
