//! What came of tables where people sat: kept once for each table, whoever noticed the end and however often, and with it
//! the ratings. Rated games of one game are numbered in the order in which they were rated, so that all ratings can be
//! worked out again from them ([`recompute`]).

use super::rating::{Rating, after};
use super::{People, Refusal};
use crate::store::{Change, Datum, NotWritten, Row, Store};
use crate::tables::now_ms;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Somebody at a table: a person's name in small letters, or `computer:` and a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub player: String,
    pub name: String,
}

/// The player that a level of our computers is.
pub fn computer(level: u8) -> String {
    format!("computer:{level}")
}

/// The level, if this player is a computer.
pub fn level_of(player: &str) -> Option<u8> {
    player.strip_prefix("computer:")?.parse().ok()
}

/// A contest that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    #[serde(skip)]
    pub table: String,
    /// What ratings know the game by.
    #[serde(skip)]
    pub game: String,
    #[serde(skip)]
    pub made_at: i64,
    #[serde(skip)]
    pub tournament: Option<String>,
    pub title: String,
    pub rated: bool,
    /// Empty names are seats of nobody in particular.
    pub seats: Vec<Player>,
    /// Between 0 and 1 for each seat.
    pub scores: Vec<f64>,
    pub plies: usize,
    /// How it ended, in words.
    pub how: String,
}

/// What ranks are worth: 1 for whoever is before all others, 0 for whoever is behind all.
pub fn scores(ranks: &[f64]) -> Vec<f64> {
    let others = ranks.len().saturating_sub(1).max(1) as f64;
    let against = |a: f64, b: f64| match a.total_cmp(&b) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    (0..ranks.len())
        .map(|me| {
            let won: f64 = (0..ranks.len()).filter(|&o| o != me).map(|o| against(ranks[me], ranks[o])).sum();
            won / others
        })
        .collect()
}

/// What a player begins with: people in the middle, levels where they are expected until they have played.
fn beginning(player: &str) -> Rating {
    const LEVELS: [f64; 6] = [900.0, 1050.0, 1200.0, 1400.0, 1600.0, 1800.0];
    match level_of(player) {
        Some(level) => Rating {
            rating: LEVELS[usize::from(level).min(LEVELS.len() - 1)],
            deviation: 250.0,
            ..Rating::default()
        },
        None => Rating::default(),
    }
}

/// A line of a table of ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub player: String,
    pub game: String,
    #[serde(flatten)]
    pub rating: Rating,
    pub games: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
    pub last_at: i64,
}

impl Standing {
    fn new(player: &str, game: &str) -> Standing {
        Standing {
            player: player.to_owned(),
            game: game.to_owned(),
            rating: beginning(player),
            games: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            last_at: 0,
        }
    }

    fn of(row: &Row) -> Standing {
        let (real, int) = (|i: usize| row[i].real().unwrap_or(0.0), |i: usize| row[i].int().unwrap_or(0));
        Standing {
            player: row[0].text().to_owned(),
            game: row[1].text().to_owned(),
            rating: Rating { rating: real(2), deviation: real(3), volatility: real(4) },
            games: int(5),
            won: int(6),
            drawn: int(7),
            lost: int(8),
            last_at: int(9),
        }
    }

    fn rested(&self, at: i64) -> Rating {
        if self.games == 0 { self.rating } else { self.rating.rested(at - self.last_at) }
    }
}

const RATING: &str =
    "SELECT player, game, rating, deviation, volatility, games, won, drawn, lost, last_at FROM ratings";

const BEGIN: &str = "INSERT INTO contests (table_id, game, made_at, tournament) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING";
const STAND: &str = "DELETE FROM sitting WHERE table_id = $1";

/// What standings become after a game at `at`.
fn rated(before: &[Standing], scores: &[f64], at: i64) -> Vec<Standing> {
    let old: Vec<Rating> = before.iter().map(|s| s.rested(at)).collect();
    let new = after(&old, scores);
    before
        .iter()
        .zip(new)
        .zip(scores)
        .map(|((standing, rating), score)| Standing {
            rating,
            games: standing.games + 1,
            won: standing.won + i64::from(*score > 0.5),
            drawn: standing.drawn + i64::from(*score == 0.5),
            lost: standing.lost + i64::from(*score < 0.5),
            last_at: at,
            ..standing.clone()
        })
        .collect()
}

/// All ratings, worked out again from the results alone.
pub async fn recompute(store: &Store) -> anyhow::Result<Vec<Standing>> {
    const ALL: &str = "SELECT game, n, ended_at, data FROM contests WHERE n IS NOT NULL ORDER BY game, n";
    let mut all: BTreeMap<(String, String), Standing> = BTreeMap::new();
    for row in store.look(ALL, Vec::new()).await? {
        let finished: Finished = serde_json::from_str(row[3].text())?;
        let game = row[0].text();
        let before: Vec<Standing> = finished
            .seats
            .iter()
            .map(|s| {
                let key = (s.player.clone(), game.to_owned());
                all.get(&key).cloned().unwrap_or_else(|| Standing::new(&s.player, game))
            })
            .collect();
        for standing in rated(&before, &finished.scores, row[2].int().unwrap_or(0)) {
            all.insert((standing.player.clone(), standing.game.clone()), standing);
        }
    }
    Ok(all.into_values().collect())
}

/// All ratings as they are kept, in the same order.
pub async fn kept(store: &Store) -> anyhow::Result<Vec<Standing>> {
    let mut all: Vec<Standing> = store.look(RATING, Vec::new()).await?.iter().map(Standing::of).collect();
    all.sort_by(|a, b| (&a.player, &a.game).cmp(&(&b.player, &b.game)));
    Ok(all)
}

impl People {
    /// Notes that a table's result will count, before anything is played there.
    pub async fn begin(&self, table: &str, game: &str, tournament: Option<&str>) -> Result<(), NotWritten> {
        let args: Vec<Datum> = vec![table.into(), game.into(), now_ms().into(), tournament.into()];
        self.store.change(vec![Change::new(BEGIN, args)]).await
    }

    /// Notes who sits at a table, so that they find it again.
    pub async fn seat(&self, table: &str, people: &[String]) -> Result<(), NotWritten> {
        if people.is_empty() {
            return Ok(());
        }
        const PUT: &str = "INSERT INTO sitting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let now = now_ms();
        let one = |p: &String| Change::new(PUT, vec![table.into(), p.as_str().into(), now.into()]);
        self.store.change(people.iter().map(one).collect()).await
    }

    /// Notes that nothing goes on at a table any more.
    pub async fn unseat(&self, table: &str) -> Result<(), NotWritten> {
        self.store.change(vec![Change::new(STAND, vec![table.into()])]).await
    }

    /// Tables where somebody sits whose games are not over, the newest first.
    pub async fn sits_at(&self, person: &str, most: i64) -> Result<Vec<String>, Refusal> {
        const AT: &str =
            "SELECT table_id FROM sitting WHERE player = $1 ORDER BY made_at DESC, table_id LIMIT $2";
        let rows = self.store.look(AT, vec![person.into(), most.into()]).await?;
        Ok(rows.iter().map(|r| r[0].text().to_owned()).collect())
    }

    /// Keeps a result without keeping anybody waiting; tried again while the database is away.
    pub fn settle_later(self: &Arc<Self>, finished: Finished) {
        let people = self.clone();
        tokio::spawn(async move {
            let mut pause = Duration::from_millis(50);
            for _ in 0..10 {
                match people.settle(&finished).await {
                    Ok(()) => {
                        let _ = people.ended.send(finished.table.clone());
                        return;
                    }
                    Err(why) => tracing::warn!(table = finished.table, ?why, "a result was not kept yet"),
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_secs(10));
            }
            tracing::error!(
                table = finished.table,
                "a result was not kept; it is noticed again when the table is opened"
            );
        });
    }

    /// Keeps a result once: who notices it again changes nothing.
    pub async fn settle(&self, finished: &Finished) -> Result<(), Refusal> {
        // Somebody else may rate a game of the same players or the same game in between.
        for _ in 0..40 {
            const STATE: &str = "SELECT ended_at FROM contests WHERE table_id = $1";
            let there = self.store.look(STATE, vec![finished.table.clone().into()]).await?;
            if there.first().is_some_and(|r| r[0].int().is_some()) {
                return Ok(());
            }
            match self.store.change(self.changes(finished, there.is_empty()).await?).await {
                Ok(()) => return Ok(()),
                Err(NotWritten::Fenced) => {}
                Err(NotWritten::Unavailable(why)) => return Err(Refusal::Broken(why)),
            }
        }
        Err(Refusal::Broken("too many results at once".to_owned()))
    }

    async fn changes(&self, finished: &Finished, is_new: bool) -> Result<Vec<Change>, Refusal> {
        let now = now_ms();
        let mut all = Vec::new();
        let distinct = |i: usize| finished.seats[..i].iter().all(|s| s.player != finished.seats[i].player);
        let counts = finished.rated
            && finished.seats.len() > 1
            && (0..finished.seats.len()).all(|i| !finished.seats[i].player.is_empty() && distinct(i));
        let (mut before, mut new, mut n) = (Vec::new(), Vec::new(), None);
        if counts {
            for seat in &finished.seats {
                before.push(self.standing(&seat.player, &finished.game).await?);
            }
            new = rated(&before, &finished.scores, now);
            const LAST: &str = "SELECT max(n) FROM contests WHERE game = $1";
            let last = self.store.look(LAST, vec![finished.game.clone().into()]).await?;
            n = Some(last.first().and_then(|r| r[0].int()).unwrap_or(0) + 1);
        }
        if is_new {
            let tournament: Datum = finished.tournament.clone().into();
            all.push(Change::new(
                BEGIN,
                vec![
                    finished.table.clone().into(),
                    finished.game.clone().into(),
                    finished.made_at.into(),
                    tournament,
                ],
            ));
        }
        const END: &str =
            "UPDATE contests SET ended_at = $2, n = $3, data = $4 WHERE table_id = $1 AND ended_at IS NULL";
        let data = serde_json::to_string(&Finished { rated: counts, ..finished.clone() }).unwrap_or_default();
        all.push(Change::one(END, vec![finished.table.clone().into(), now.into(), n.into(), data.into()]));
        all.push(Change::new(STAND, vec![finished.table.clone().into()]));
        const RATE: &str = "INSERT INTO ratings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
            volatility = excluded.volatility, games = excluded.games, won = excluded.won, drawn = excluded.drawn,
            lost = excluded.lost, last_at = excluded.last_at WHERE ratings.games = excluded.games - 1";
        // In one order for all, so that two who rate at once do not wait for each other.
        let mut ordered: Vec<&Standing> = new.iter().collect();
        ordered.sort_by(|a, b| a.player.cmp(&b.player));
        for s in ordered {
            all.push(Change::one(
                RATE,
                vec![
                    s.player.clone().into(),
                    s.game.clone().into(),
                    s.rating.rating.into(),
                    s.rating.deviation.into(),
                    s.rating.volatility.into(),
                    s.games.into(),
                    s.won.into(),
                    s.drawn.into(),
                    s.lost.into(),
                    s.last_at.into(),
                ],
            ));
        }
        const RESULT: &str =
            "INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        for (i, seat) in finished.seats.iter().enumerate().filter(|(_, s)| !s.player.is_empty()) {
            all.push(Change::new(
                RESULT,
                vec![
                    finished.table.clone().into(),
                    (i as i64 + 1).into(),
                    seat.player.clone().into(),
                    finished.game.clone().into(),
                    now.into(),
                    finished.scores[i].into(),
                    before.get(i).map(|s: &Standing| s.rating.rating).into(),
                    new.get(i).map(|s: &Standing| s.rating.rating).into(),
                ],
            ));
        }
        Ok(all)
    }

    /// How good somebody is at a game; what everybody begins with if nothing was rated yet.
    pub async fn standing(&self, player: &str, game: &str) -> Result<Standing, Refusal> {
        const ONE: &str =
            "SELECT player, game, rating, deviation, volatility, games, won, drawn, lost, last_at
            FROM ratings WHERE player = $1 AND game = $2";
        let rows = self.store.look(ONE, vec![player.into(), game.into()]).await?;
        Ok(rows.first().map_or_else(|| Standing::new(player, game), Standing::of))
    }

    /// Somebody's ratings, the most played game first.
    pub async fn standings_of(&self, player: &str) -> Result<Vec<Standing>, Refusal> {
        const OWN: &str =
            "SELECT player, game, rating, deviation, volatility, games, won, drawn, lost, last_at
            FROM ratings WHERE player = $1 ORDER BY games DESC, game LIMIT 100";
        Ok(self.store.look(OWN, vec![player.into()]).await?.iter().map(Standing::of).collect())
    }

    /// The best at a game.
    pub async fn best(&self, game: &str, most: i64) -> Result<Vec<Standing>, Refusal> {
        const BEST: &str =
            "SELECT player, game, rating, deviation, volatility, games, won, drawn, lost, last_at
            FROM ratings WHERE game = $1 ORDER BY rating DESC, player LIMIT $2";
        Ok(self.store.look(BEST, vec![game.into(), most.into()]).await?.iter().map(Standing::of).collect())
    }

    /// Games that have ratings, the most played first, with how many were rated.
    pub async fn rated_games(&self, most: i64) -> Result<Vec<(String, i64)>, Refusal> {
        const GAMES: &str = "SELECT game, count(*) AS played FROM contests WHERE n IS NOT NULL
            GROUP BY game ORDER BY played DESC, game LIMIT $1";
        let rows = self.store.look(GAMES, vec![most.into()]).await?;
        Ok(rows.iter().map(|r| (r[0].text().to_owned(), r[1].int().unwrap_or(0))).collect())
    }

    /// The rating of somebody at a game after each rated game: when, and what.
    pub async fn course(&self, player: &str, game: &str) -> Result<Vec<(i64, f64)>, Refusal> {
        const COURSE: &str =
            "SELECT r.ended_at, r.rating_after FROM results r JOIN contests c ON c.table_id = r.table_id
            WHERE r.player = $1 AND r.game = $2 AND c.n IS NOT NULL ORDER BY c.n DESC LIMIT 400";
        let rows = self.store.look(COURSE, vec![player.into(), game.into()]).await?;
        let mut all: Vec<(i64, f64)> =
            rows.iter().filter_map(|r| Some((r[0].int()?, r[1].real()?))).collect();
        all.reverse();
        Ok(all)
    }

    /// Somebody's games, the newest first: table, game, when, own seat, ratings before and after, and what is known of it.
    pub async fn played(&self, player: &str, before: i64, most: i64) -> Result<Vec<Played>, Refusal> {
        const PLAYED: &str =
            "SELECT r.table_id, r.game, r.ended_at, r.seat, r.rating_before, r.rating_after, c.data,
            c.tournament FROM results r JOIN contests c ON c.table_id = r.table_id
            WHERE r.player = $1 AND r.ended_at < $2 ORDER BY r.ended_at DESC, r.table_id LIMIT $3";
        let rows = self.store.look(PLAYED, vec![player.into(), before.into(), most.into()]).await?;
        Ok(rows
            .iter()
            .filter_map(|r| {
                Some(Played {
                    table: r[0].text().to_owned(),
                    game: r[1].text().to_owned(),
                    ended_at: r[2].int()?,
                    seat: usize::try_from(r[3].int()?).ok()?,
                    before: r[4].real(),
                    after: r[5].real(),
                    finished: serde_json::from_str(r[6].text()).ok()?,
                    tournament: Some(r[7].text().to_owned()).filter(|t| !t.is_empty()),
                })
            })
            .collect())
    }

    /// Contests of a tournament that were over after `since`: the table, when it was kept, and what came of it.
    pub async fn settled(
        &self,
        tournament: &str,
        since: i64,
    ) -> Result<Vec<(String, i64, Finished)>, Refusal> {
        const OVER: &str =
            "SELECT table_id, ended_at, data FROM contests WHERE tournament = $1 AND ended_at > $2
            ORDER BY ended_at";
        let rows = self.store.look(OVER, vec![tournament.into(), since.into()]).await?;
        Ok(rows
            .iter()
            .filter_map(|r| {
                Some((r[0].text().to_owned(), r[1].int()?, serde_json::from_str(r[2].text()).ok()?))
            })
            .collect())
    }

    /// Contests that nobody has seen the end of, as far as is known.
    pub async fn unfinished(&self, most: i64) -> Result<Vec<String>, Refusal> {
        const OPEN: &str =
            "SELECT table_id FROM contests WHERE ended_at IS NULL ORDER BY made_at DESC LIMIT $1";
        let rows = self.store.look(OPEN, vec![most.into()]).await?;
        Ok(rows.iter().map(|r| r[0].text().to_owned()).collect())
    }
}

/// A game in somebody's history.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    pub table: String,
    pub game: String,
    pub ended_at: i64,
    pub seat: usize,
    pub before: Option<f64>,
    pub after: Option<f64>,
    pub tournament: Option<String>,
    #[serde(flatten)]
    pub finished: Finished,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_worth_what_was_won_against_others() {
        assert_eq!(scores(&[1.0, 2.0]), [1.0, 0.0]);
        assert_eq!(scores(&[1.5, 1.5]), [0.5, 0.5]);
        assert_eq!(scores(&[2.0, 1.0, 3.0]), [0.5, 1.0, 0.0]);
        assert_eq!(scores(&[1.5, 3.0, 1.5]), [0.75, 0.0, 0.75]);
        assert_eq!(scores(&[1.0]), [0.0]);
    }
}
