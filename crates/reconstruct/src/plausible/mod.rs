//! How plausible a game is beside the documented games of its family: not whether it is to anybody's taste, but how many
//! documented games are at least as strange. The documented games were measured once, by the same players, and are kept
//! here as a table of figures (`games.csv`, made by `--example calibrate`); no text of any game is in it.
//!
//! The measure of strangeness is the distance to the fifth nearest documented game of the family. The share of documented
//! games that are at least as far from their own neighbours is a conformal p-value: of documented games that nobody has
//! measured before, a share p has a value of p or less, whatever the figures are distributed like.
//!
//! Knows figures of play; refuses to know rules and where they come from.

pub mod family;

pub use family::{Family, Odds, odds};

use ludarium_concepts::trial::Trial;
use std::sync::OnceLock;

/// How many figures a game is told by.
pub const FIGURES: usize = 9;
/// The first of them are those of random games.
const RANDOM: usize = 4;

pub const NAMES: [&str; FIGURES] = [
    "random_endless",
    "random_turns",
    "random_choices",
    "random_advantage",
    "endless",
    "decided",
    "turns",
    "choices",
    "advantage",
];

/// The strangest that a game may be and still be a result: of documented games this share is turned down.
pub const LEAST: f64 = 0.05;
/// The same for random games alone, before anybody thinks.
pub const LEAST_AT_RANDOM: f64 = 0.02;
/// Strangeness is the distance to this neighbour, among documented games of the family.
const NEIGHBOUR: usize = 5;

/// A game in figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample(pub [f64; FIGURES]);

/// Which of two players begins the game with fewer pieces, where the difference is one of roles; otherwise the first.
/// Gives the players, from 1, as they are compared: the few against the many, or who moves first against who moves second.
pub fn roles(armies: &[u32]) -> (usize, usize) {
    match armies {
        [first, second] if *second > 0 && f64::from(*first) > 1.5 * f64::from(*second) => (2, 1),
        _ => (1, 2),
    }
}

/// What games told, four figures for random ones: their share without end, how long they last, how much is chosen and
/// by how much one role is ahead.
pub fn figures_of(players: usize, roles: (usize, usize), trials: &[Trial]) -> [f64; 5] {
    let n = trials.len().max(1) as f64;
    let endless = trials.iter().filter(|t| t.timed_out || t.unfinished).count() as f64 / n;
    let decided = trials.iter().filter(|t| t.winner.is_some()).count() as f64 / n;
    let turns = trials.iter().map(|t| t.turns as f64).sum::<f64>() / n;
    let choices = trials.iter().map(|t| t.decisions as f64 / t.moves.max(1) as f64).sum::<f64>() / n;
    let utility = |t: &Trial, player: usize| t.utilities.get(player - 1).copied().unwrap_or(0.0);
    let ahead = |t: &Trial| match players {
        2 => (utility(t, roles.0) - utility(t, roles.1)) / 2.0,
        _ => 0.0,
    };
    let advantage = trials.iter().map(ahead).sum::<f64>() / n;
    [endless, (1.0 + turns).ln(), choices, advantage, decided]
}

/// Puts the figures of random games and those of thought side by side.
pub fn sample(random: [f64; 5], thought: [f64; 5]) -> Sample {
    let [endless, turns, choices, advantage, _] = random;
    let [t_endless, t_turns, t_choices, t_advantage, t_decided] = thought;
    Sample([endless, turns, choices, advantage, t_endless, t_decided, t_turns, t_choices, t_advantage])
}

/// How plausible a game is, and beside what.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Plausible {
    /// The likeliest family by what the rules show.
    pub family: Family,
    /// How likely that family is.
    pub certainty: f64,
    /// The share of documented games that are at least as strange, over the families as likely as they are.
    pub percentile: f64,
    /// The same beside the documented games of the likeliest family alone.
    pub in_family: f64,
    /// How many documented games of that family were measured.
    pub documented: usize,
}

impl Plausible {
    /// Of a game that there is nothing to compare with.
    pub fn unknown(odds: &Odds) -> Plausible {
        let (family, certainty) = odds.likeliest();
        Plausible { family, certainty: rounded(certainty), percentile: 1.0, in_family: 1.0, documented: 0 }
    }
    /// In a sentence.
    pub fn told(&self) -> String {
        if self.documented == 0 {
            return "no documented puzzles were measured, so nothing is said about how plausible it is"
                .to_owned();
        }
        format!(
            "{}: {:.0} of 100 documented {} are at least as unusual in play ({} were measured)",
            if self.percentile >= 0.5 {
                "as plausible as most documented games"
            } else if self.percentile >= LEAST {
                "within what documented games do"
            } else {
                "stranger than nearly all documented games"
            },
            100.0 * self.in_family,
            self.family.plural(),
            self.documented
        )
    }
}

/// A documented game of the table.
#[derive(Clone, Debug)]
pub struct Documented {
    /// Its number in the published database.
    pub id: u32,
    pub family: Family,
    pub sample: Sample,
}

struct Table {
    games: Vec<Documented>,
    /// What each figure is divided by: how much documented games differ in it.
    scale: [f64; FIGURES],
    /// By family: strangeness of each documented game beside the others of its family, by all figures and by the random ones.
    strange: Vec<[Vec<f64>; 2]>,
}

const GAMES: &str = include_str!("games.csv");

fn read(text: &str) -> Vec<Documented> {
    let line = |line: &str| -> Option<Documented> {
        let mut fields = line.split(',');
        let id = fields.next()?.parse().ok()?;
        let family = Family::from_word(fields.next()?)?;
        let mut values = [0.0; FIGURES];
        for value in &mut values {
            *value = fields.next()?.parse().ok()?;
        }
        Some(Documented { id, family, sample: Sample(values) })
    };
    text.lines().filter_map(line).collect()
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::of(read(GAMES)))
}

/// The documented games that were measured, by number: what is tested must not be among them.
pub fn documented() -> &'static [Documented] {
    &table().games
}

impl Table {
    fn of(games: Vec<Documented>) -> Table {
        let n = games.len().max(1) as f64;
        let mut scale = [1.0; FIGURES];
        for (i, scale) in scale.iter_mut().enumerate() {
            let mean = games.iter().map(|g| g.sample.0[i]).sum::<f64>() / n;
            let var = games.iter().map(|g| (g.sample.0[i] - mean).powi(2)).sum::<f64>() / n;
            *scale = var.sqrt().max(0.05);
        }
        let mut table = Table { games, scale, strange: Vec::new() };
        table.strange = Family::ALL
            .iter()
            .map(|&family| {
                [RANDOM, FIGURES].map(|figures| {
                    let own: Vec<usize> =
                        (0..table.games.len()).filter(|&i| table.games[i].family == family).collect();
                    own.iter()
                        .map(|&i| table.strangeness(family, &table.games[i].sample, figures, Some(i)))
                        .collect()
                })
            })
            .collect();
        table
    }

    /// The distance to the fifth nearest documented game of the family, by the first figures.
    fn strangeness(&self, family: Family, sample: &Sample, figures: usize, but: Option<usize>) -> f64 {
        let others = self.games.iter().enumerate().filter(|(i, g)| g.family == family && Some(*i) != but);
        let mut distances: Vec<f64> = others
            .map(|(_, g)| {
                let parts = (0..figures).map(|i| (g.sample.0[i] - sample.0[i]) / self.scale[i]);
                parts.map(|d| d * d).sum::<f64>().sqrt()
            })
            .collect();
        distances.sort_by(f64::total_cmp);
        distances.get(NEIGHBOUR - 1).or(distances.last()).copied().unwrap_or(f64::INFINITY)
    }

    /// The share of documented games of a family that are at least as strange.
    fn percentile(&self, family: Family, sample: &Sample, figures: usize) -> f64 {
        let known = &self.strange[family as usize][usize::from(figures > RANDOM)];
        let own = self.strangeness(family, sample, figures, None);
        let stranger = known.iter().filter(|&&other| other >= own).count();
        (1 + stranger) as f64 / (1 + known.len()) as f64
    }
}

/// To nine digits: what is written into a journal is read back as it was.
pub(crate) fn rounded(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

/// How plausible a game is, by all its figures.
pub fn judge(sample: &Sample, odds: &Odds) -> Plausible {
    let table = table();
    let (family, certainty) = odds.likeliest();
    let share = |&f: &Family| odds.of(f) * table.percentile(f, sample, FIGURES);
    Plausible {
        family,
        certainty: rounded(certainty),
        percentile: rounded(Family::ALL.iter().map(share).sum()),
        in_family: rounded(table.percentile(family, sample, FIGURES)),
        documented: table.games.iter().filter(|g| g.family == family).count(),
    }
}

/// The same by random games alone.
pub fn at_random(random: [f64; 5], odds: &Odds) -> f64 {
    let sample = sample(random, [0.0; 5]);
    let table = table();
    Family::ALL.iter().map(|&f| odds.of(f) * table.percentile(f, &sample, RANDOM)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_games_are_as_strange_as_documented_games() {
        // Conformal by construction: beside the others of its family each rank is met once.
        let table = table();
        for family in Family::ALL {
            let known = &table.strange[family as usize][1];
            assert!(known.len() >= 15, "{family:?}: {} documented games", known.len());
            let below = |p: f64| {
                let rank = |own: &f64| {
                    known.iter().filter(|&other| other >= own).count() as f64 / known.len() as f64
                };
                known.iter().filter(|own| rank(own) <= p).count() as f64 / known.len() as f64
            };
            assert!(below(0.2) <= 0.3, "{family:?}");
        }
    }

    #[test]
    fn what_is_over_at_once_without_a_choice_is_strange() {
        let nothing = Sample([0.0, 0.7, 0.0, 1.0, 0.0, 1.0, 0.7, 0.0, 1.0]);
        for family in Family::ALL {
            let judged = judge(&nothing, &Odds::certain(family));
            assert!(judged.percentile < 0.1, "{judged:?}");
        }
    }

    #[test]
    fn roles_are_few_and_many() {
        assert_eq!(roles(&[13, 1]), (2, 1));
        assert_eq!(roles(&[1, 13]), (1, 2));
        assert_eq!(roles(&[16, 16]), (1, 2));
        assert_eq!(roles(&[12, 0]), (1, 2));
    }
}
