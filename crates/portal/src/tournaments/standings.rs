//! Standings: points, and what decides between those who have as many. Worked out from a [`State`] alone, so that the log
//! gives the same as the tournament in memory.

use super::log::{Meeting, State};
use super::rules::Kind;
use serde::Serialize;

/// What came of one meeting for somebody. There are many of them, so they are written as short as they can be: the
/// opponents, what was won (nothing yet: null), and whether the player had the first seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Opponents, by number; nobody where the player rested.
    pub met: Vec<usize>,
    /// What was won, and out of how much; nothing as long as a game is open.
    pub won: Option<f64>,
    pub games: usize,
    /// Had the first seat in the first game.
    pub first: bool,
    /// The last table.
    pub table: String,
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (&self.met, self.won, self.first).serialize(to)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    pub rank: usize,
    pub entrant: usize,
    pub player: String,
    pub name: String,
    pub rating: i64,
    pub points: f64,
    /// What decides between equals, in order; see [`ties`].
    pub ties: Vec<f64>,
    pub won: usize,
    pub games: usize,
    pub gone: bool,
    /// By round; in an arena the last few games.
    pub cells: Vec<Option<Cell>>,
}

/// The keys of what decides between those who have as many points.
pub fn ties(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Swiss => &["buchholz", "berger", "wins"],
        Kind::RoundRobin => &["berger", "wins"],
        Kind::Knockout => &[],
        Kind::Arena => &["wins"],
    }
}

/// An arena shows so many of the last games of each.
const CELLS_OF_ARENA: usize = 8;

fn cell(meeting: &Meeting, me: usize) -> Cell {
    Cell {
        met: meeting.entrants.iter().copied().filter(|&e| e != me).collect(),
        won: (!meeting.is_bye() && !meeting.has_open_game()).then(|| meeting.score(me)),
        games: meeting.games.len(),
        first: meeting.games.first().is_some_and(|g| g.seats.first() == Some(&me)),
        table: meeting.games.last().map_or(String::new(), |g| g.table.clone()),
    }
}

/// What the games of an arena bring, in order: a win 2, a draw 1; twice that from the third win in a row on, until the
/// first game that is not won.
fn arena_points(scores: &[f64]) -> f64 {
    let (mut points, mut row) = (0.0, 0);
    for score in scores {
        points += score * if row >= 2 { 4.0 } else { 2.0 };
        row = if *score == 1.0 { row + 1 } else { 0 };
    }
    points
}

/// The number of the last round that somebody has reached in a knock-out, one more for the winner of all.
fn reached(state: &State, me: usize) -> f64 {
    let mut last = 0;
    for (round, meetings) in (1..).zip(&state.rounds) {
        if let Some(meeting) = meetings.iter().find(|m| m.entrants.contains(&me)) {
            last = round;
            if state.winner(meeting) == Some(me) {
                last = round + 1;
            }
        }
    }
    f64::from(last)
}

/// Everybody, the best first.
pub fn standings(state: &State) -> Vec<Row> {
    let n = state.entrants.len();
    let mut of: Vec<Vec<Option<&Meeting>>> = vec![Vec::new(); n];
    if state.rules.kind == Kind::Arena {
        for meeting in state.meetings() {
            meeting.entrants.iter().for_each(|&e| of[e].push(Some(meeting)));
        }
    } else {
        for (round, meetings) in state.rounds.iter().enumerate() {
            for meeting in meetings {
                for &e in &meeting.entrants {
                    of[e].resize(round, None);
                    of[e].push(Some(meeting));
                }
            }
        }
    }
    let full = state.rules.legs as f64;
    let won_in = |m: &Meeting, e: usize| if m.is_bye() { full } else { m.score(e) };
    let points: Vec<f64> = (0..n)
        .map(|e| {
            let all = of[e].iter().flatten();
            match state.rules.kind {
                Kind::Swiss | Kind::RoundRobin => all.map(|m| won_in(m, e)).sum(),
                Kind::Knockout => reached(state, e),
                Kind::Arena => {
                    let over = all.filter(|m| !m.has_open_game());
                    arena_points(&over.map(|m| m.score(e)).collect::<Vec<f64>>())
                }
            }
        })
        .collect();
    let mut rows: Vec<Row> = (0..n).map(|e| row(state, e, &of[e], &points)).collect();
    rows.sort_by(|a, b| {
        let ties = a.ties.iter().zip(&b.ties).map(|(x, y)| y.total_cmp(x));
        let ties = ties.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then);
        let seeds = state.seed(a.entrant).cmp(&state.seed(b.entrant));
        b.points.total_cmp(&a.points).then(ties).then(seeds).then(a.entrant.cmp(&b.entrant))
    });
    for i in 0..rows.len() {
        // Who is equal in all shares the rank.
        let same = i > 0 && rows[i].points == rows[i - 1].points && rows[i].ties == rows[i - 1].ties;
        rows[i].rank = if same { rows[i - 1].rank } else { i + 1 };
    }
    rows
}

/// Who has won: the first, and who is equal to the first in all.
pub fn winners(rows: &[Row]) -> String {
    let first: Vec<&str> = rows.iter().take_while(|r| r.rank == 1).map(|r| r.name.as_str()).collect();
    first.join(", ")
}

fn row(state: &State, e: usize, meetings: &[Option<&Meeting>], points: &[f64]) -> Row {
    let played = || meetings.iter().flatten().filter(|m| !m.is_bye());
    let over = || played().filter(|m| !m.has_open_game());
    let won = over().filter(|m| m.entrants.iter().all(|&o| o == e || m.score(e) > m.score(o))).count();
    // A rest counts as an opponent who has as many points as oneself in the end.
    let rests = meetings.iter().flatten().filter(|m| m.is_bye()).count() as f64;
    let others = |m: &Meeting| -> f64 { m.entrants.iter().filter(|o| **o != e).map(|o| points[*o]).sum() };
    let buchholz: f64 = over().map(|m| others(m)).sum::<f64>() + rests * points[e];
    let berger: f64 =
        over().map(|m| m.score(e) / state.rules.legs as f64 * others(m)).sum::<f64>() + rests * points[e];
    let ties = ties(state.rules.kind)
        .iter()
        .map(|key| match *key {
            "buchholz" => buchholz,
            "berger" => berger,
            _ => won as f64,
        })
        .collect();
    let cells: Vec<Option<Cell>> = meetings.iter().map(|m| m.map(|m| cell(m, e))).collect();
    let skip = if state.rules.kind == Kind::Arena { cells.len().saturating_sub(CELLS_OF_ARENA) } else { 0 };
    let entrant = &state.entrants[e];
    Row {
        rank: 0,
        entrant: e,
        player: entrant.player.clone(),
        name: entrant.name.clone(),
        rating: entrant.rating.round() as i64,
        points: points[e],
        ties,
        won,
        games: over().map(|m| m.games.len()).sum(),
        gone: entrant.gone,
        cells: cells.into_iter().skip(skip).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournaments::log::{Game, Happened};
    use crate::tournaments::rules::Rules;
    use serde_json::json;

    fn state(kind: &str, players: usize) -> State {
        let rules: Rules =
            serde_json::from_value(json!({ "name": "t", "kind": kind, "game": "chess" })).unwrap();
        let mut state = State::new(rules.checked(2, "Chess".to_owned(), false).unwrap());
        for p in 0..players {
            let (player, name) = (format!("p{p}"), format!("P{p}"));
            state.apply(Happened::Join { player, name, rating: 2000.0 - p as f64 }, 0);
        }
        state.apply(Happened::Start, 1);
        state
    }

    /// A round: pairs with the score of the first.
    fn round(state: &mut State, pairs: &[(usize, usize, f64)], bye: Option<usize>) {
        let number = state.rounds.len();
        let mut meetings: Vec<Meeting> = pairs
            .iter()
            .enumerate()
            .map(|(i, (a, b, _))| {
                let game = Game {
                    table: format!("{number}-{i}"),
                    seats: vec![*a, *b],
                    scores: None,
                    how: String::new(),
                };
                Meeting { entrants: vec![*a, *b], games: vec![game] }
            })
            .collect();
        meetings.extend(bye.map(|b| Meeting { entrants: vec![b], games: Vec::new() }));
        state.apply(Happened::Round { meetings }, 2);
        for (i, (_, _, score)) in pairs.iter().enumerate() {
            let scores = vec![*score, 1.0 - score];
            state.apply(Happened::Result { table: format!("{number}-{i}"), scores, how: String::new() }, 3);
        }
    }

    #[test]
    fn equal_points_are_decided_by_those_of_the_opponents() {
        let mut state = state("swiss", 4);
        round(&mut state, &[(0, 2, 1.0), (1, 3, 1.0)], None);
        round(&mut state, &[(0, 1, 1.0), (2, 3, 0.5)], None);
        round(&mut state, &[(0, 3, 0.0), (1, 2, 1.0)], None);
        let rows = standings(&state);
        let told: Vec<(usize, f64, Vec<f64>)> =
            rows.iter().map(|r| (r.entrant, r.points, r.ties.clone())).collect();
        // 0 and 1 have two points; 0 met 2 (0.5), 1 (2) and 3 (1.5), 1 met 3 (1.5), 0 (2) and 2 (0.5).
        assert_eq!(
            told,
            [
                (0, 2.0, vec![4.0, 2.5, 2.0]),
                (1, 2.0, vec![4.0, 2.0, 2.0]),
                (3, 1.5, vec![4.5, 2.25, 1.0]),
                (2, 0.5, vec![5.5, 0.75, 0.0]),
            ]
        );
        assert_eq!(rows.iter().map(|r| r.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn a_rest_is_a_full_point_against_ones_like() {
        let mut state = state("swiss", 3);
        round(&mut state, &[(0, 1, 0.5)], Some(2));
        let rows = standings(&state);
        assert_eq!((rows[0].entrant, rows[0].points, rows[0].ties[0]), (2, 1.0, 1.0));
        assert_eq!((rows[1].rank, rows[2].rank), (2, 2), "equal in all");
    }

    #[test]
    fn three_wins_in_a_row_count_double() {
        assert_eq!(arena_points(&[1.0, 1.0, 1.0, 0.5, 1.0]), 2.0 + 2.0 + 4.0 + 2.0 + 2.0);
        assert_eq!(arena_points(&[0.0, 0.5]), 1.0);
    }

    #[test]
    fn who_comes_further_in_a_knockout_is_before() {
        let mut state = state("knockout", 4);
        round(&mut state, &[(0, 3, 0.0), (1, 2, 1.0)], None);
        round(&mut state, &[(3, 1, 1.0)], None);
        let order: Vec<usize> = standings(&state).iter().map(|r| r.entrant).collect();
        assert_eq!(order, [3, 1, 0, 2]);
    }

    #[test]
    fn equals_in_a_knockout_play_on_and_then_the_better_placed_goes_on() {
        let mut state = state("knockout", 2);
        round(&mut state, &[(0, 1, 0.5)], None);
        for i in 0..4 {
            let meeting = state.rounds[0][0].clone();
            assert!(state.wants_game(&meeting) && state.winner(&meeting).is_none(), "{i}");
            let game = Game { table: format!("m{i}"), seats: vec![1, 0], scores: None, how: String::new() };
            state.apply(Happened::Game { round: 0, meeting: 0, game }, 4);
            state.apply(
                Happened::Result { table: format!("m{i}"), scores: vec![0.5, 0.5], how: String::new() },
                5,
            );
        }
        let meeting = state.rounds[0][0].clone();
        assert!(!state.wants_game(&meeting));
        assert_eq!(state.winner(&meeting), Some(0));
    }
}
