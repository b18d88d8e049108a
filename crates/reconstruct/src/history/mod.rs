//! What is known of rulesets from outside: kind, place, years, published scores and donors, and a table of cultural
//! similarities. Reads two tables (`rulesets.csv`, `cultural.csv`, the latter perhaps packed with gzip) that the user
//! gives; nothing of the kind is part of the program. Knows places and years; refuses to know what a score means.
//!
//! `rulesets.csv` has a row per ruleset: `id, game_id, name, type, latitude, longitude, year_from, year_to, combined,
//! cultural, conceptual, geographical, donors, other_donors`. Only `id`, `name` and `type` are needed, columns may come
//! in any order, and columns that are not known are ignored. `cultural.csv` has `id_a, id_b, similarity`; pairs that
//! are missing are unknown.

mod place;
mod read;

pub use place::{Place, Years, great_circle_km};
pub use read::{Fault, MOST_PAIRS, MOST_ROWS};

use serde::Serialize;
use std::collections::BTreeMap;

/// What a ruleset is to its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Described,
    Observed,
    Scholarly,
    Suggested,
    Incomplete,
    Reconstructed,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Described,
        Kind::Observed,
        Kind::Scholarly,
        Kind::Suggested,
        Kind::Incomplete,
        Kind::Reconstructed,
    ];
    pub fn word(self) -> &'static str {
        match self {
            Kind::Described => "described",
            Kind::Observed => "observed",
            Kind::Scholarly => "scholarly",
            Kind::Suggested => "suggested",
            Kind::Incomplete => "incomplete",
            Kind::Reconstructed => "reconstructed",
        }
    }
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A published score: thousandths, cut and not rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Default)]
pub struct Thousandths(pub i32);

impl Thousandths {
    /// The value that was cut lies in this interval, the end excluded.
    pub fn interval(self) -> (f64, f64) {
        (f64::from(self.0) / 1000.0, f64::from(self.0 + 1) / 1000.0)
    }
}

impl std::fmt::Display for Thousandths {
    /// As on the published pages: `0.93`, `0`, `1`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The scores and donors that were published with a reconstruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Published {
    pub combined: Thousandths,
    pub cultural: Thousandths,
    pub conceptual: Thousandths,
    pub geographical: Thousandths,
    /// Ids of the donors, in the order of holes.
    pub donors: Vec<u32>,
    /// Other lists of donors that gave the very same text.
    pub others: Vec<Vec<u32>>,
}

/// A row of the table of rulesets.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruleset {
    pub id: u32,
    pub game: Option<u32>,
    pub name: String,
    pub kind: Kind,
    pub place: Option<Place>,
    pub years: Option<Years>,
    pub published: Option<Published>,
}

impl Ruleset {
    /// The name without the number of the reconstruction: rows of one series were made from one incomplete text.
    pub fn series(&self) -> &str {
        let name = self.name.trim_end();
        if let Some((front, last)) = name.rsplit_once(" (Ludii ")
            && last.trim_end_matches(')').chars().all(|c| c.is_ascii_digit())
        {
            return front;
        }
        name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end()
    }
}

/// Both tables.
#[derive(Clone, Debug, Default)]
pub struct History {
    rulesets: BTreeMap<u32, Ruleset>,
    /// Sorted by pair, the smaller id first.
    cultural: Vec<(u32, u32, f64)>,
}

impl History {
    /// Reads the table of rulesets and, if there is one, that of similarities.
    pub fn read(rulesets: &[u8], cultural: Option<&[u8]>) -> Result<History, Fault> {
        let rulesets = read::rulesets(rulesets)?;
        let cultural = cultural.map_or(Ok(Vec::new()), read::similarities)?;
        Ok(History { rulesets, cultural })
    }

    /// All rulesets, by id.
    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.rulesets.values()
    }
    pub fn ruleset(&self, id: u32) -> Option<&Ruleset> {
        self.rulesets.get(&id)
    }
    /// Whether there are similarities at all.
    pub fn has_similarities(&self) -> bool {
        !self.cultural.is_empty()
    }
    /// The similarity of two rulesets as given; `None` where the table says nothing.
    pub fn similarity(&self, a: u32, b: u32) -> Option<f64> {
        let pair = (a.min(b), a.max(b));
        let at = self.cultural.binary_search_by_key(&pair, |&(a, b, _)| (a, b)).ok()?;
        Some(self.cultural[at].2)
    }
    /// The incomplete rulesets of a game, by id.
    pub fn incomplete_of(&self, game: u32) -> impl Iterator<Item = &Ruleset> {
        self.rulesets().filter(move |r| r.kind == Kind::Incomplete && r.game == Some(game))
    }
    /// The published reconstructions, by id.
    pub fn reconstructions(&self) -> impl Iterator<Item = (&Ruleset, &Published)> {
        self.rulesets().filter_map(|r| Some((r, r.published.as_ref()?)))
    }
    /// Distance in kilometres between the places of two rulesets.
    pub fn km(&self, a: u32, b: u32) -> Option<f64> {
        Some(great_circle_km(self.ruleset(a)?.place?, self.ruleset(b)?.place?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "id,game_id,name,type,latitude,longitude,year_from,year_to,combined,cultural,conceptual,geographical,donors,other_donors
1,9,Historical Information,incomplete,-21.2803,47.1337,1912,1912,,,,,,
2,5,Short Assize,described,43.3486,2.2541,1496,1498,,,,,,
3,9,\"Lost, Game (Ludii 2)\",reconstructed,,,,,0.93,0.958,1,0,\"2, 2\",\"[{2, 7}, {7, 7}]\"
4,8,Nowhere,described,,,-3500,2020,,,,,,
";

    #[test]
    fn rows_become_rulesets() {
        let history = History::read(TABLE.as_bytes(), Some(b"id_a,id_b,similarity\n2,1,0.9584\n")).unwrap();
        assert_eq!(history.similarity(1, 2), Some(0.9584));
        assert_eq!(history.similarity(1, 3), None);
        let lost = history.ruleset(3).unwrap();
        assert_eq!(lost.series(), "Lost, Game");
        let published = lost.published.as_ref().unwrap();
        assert_eq!(published.combined, Thousandths(930));
        assert_eq!(published.conceptual.to_string(), "1");
        assert_eq!(published.combined.to_string(), "0.93");
        assert_eq!(
            (published.donors.clone(), published.others.clone()),
            (vec![2, 2], vec![vec![2, 7], vec![7, 7]])
        );
        // The whole of history is not a date.
        assert_eq!(history.ruleset(4).unwrap().years, None);
        let km = history.km(1, 2).unwrap();
        assert!((8480.0..8560.0).contains(&km), "{km}");
    }

    #[test]
    fn faults_say_where() {
        let said = |text: &str| History::read(text.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(
            said("id,name,type\n1,A,described\n2,B,invented\n"),
            "rulesets.csv, line 3: type \"invented\" is none of described, observed, scholarly, suggested, incomplete, reconstructed"
        );
        assert_eq!(said("id,type\n"), "rulesets.csv, line 1: there is no column \"name\"");
        assert_eq!(
            said("id,name,type,latitude,longitude\n1,A,described,95,3\n"),
            "rulesets.csv, line 2: latitude 95 is not between -90 and 90"
        );
        assert_eq!(
            said("id,name,type\n1,A,described\n1,B,described\n"),
            "rulesets.csv, line 3: id 1 is there twice"
        );
    }
}
