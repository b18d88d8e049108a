//! Who may give parts. By default neither reconstructions nor suggestions, no game younger than the evidence by more than a
//! stated margin, no modern invention with a known author, and never the game itself under any of its names and numbers.
//! Every exclusion has a reason that the report counts.
//!
//! Knows what tables, libraries and metadata say about donors; refuses to look at rules.

use crate::history::{History, Kind, Years, great_circle_km};
use crate::plausible::Family;
use crate::scores::Closeness;
use crate::types::{Donor, DonorId};
use std::collections::{BTreeMap, BTreeSet};

/// What a description or a table says about a ruleset beside its rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    /// The title and all other names.
    pub names: Vec<String>,
    pub author: Option<String>,
    /// The year that the description gives.
    pub year: Option<i32>,
    /// Where it is described, as short citations.
    pub sources: Vec<String>,
    /// What the ruleset is, as its own name says.
    pub kind: Option<Kind>,
}

/// Margins in years that are tried one after the other where the user says none: the first that leaves enough donors.
pub const MARGINS: [i32; 5] = [200, 500, 1000, 2000, 4500];
/// Donors that are enough.
pub const ENOUGH: usize = 150;
/// An author is a modern inventor from this year on; before, an author is a witness.
const MODERN: i32 = 1850;

/// What is asked of donors.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// The most years by which a donor may be younger than the evidence; found out where it is not said.
    pub margin: Option<i32>,
    /// Modern inventions with a known author may give parts.
    pub inventions: bool,
    /// Which kinds of rulesets may give parts. A ruleset of which nothing is known counts as described.
    pub kinds: BTreeSet<Kind>,
    /// Only donors of these years, of these families, so near.
    pub years: Option<Years>,
    pub families: Option<BTreeSet<Family>>,
    pub within_km: Option<f64>,
}

impl Default for Policy {
    fn default() -> Policy {
        let kinds = BTreeSet::from([Kind::Described, Kind::Observed, Kind::Scholarly]);
        Policy { margin: None, inventions: false, kinds, years: None, families: None, within_km: None }
    }
}

/// Why a donor may not give parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Barred {
    Itself,
    Kind,
    Invention,
    Younger,
    Years,
    Family,
    Far,
}

impl Barred {
    pub fn words(self) -> &'static str {
        match self {
            Barred::Itself => "the game itself, under one of its names or numbers",
            Barred::Kind => {
                "a reconstruction or a suggestion, or another kind of ruleset that was not asked for"
            }
            Barred::Invention => "a modern invention with a known author",
            Barred::Younger => "younger than the evidence by more than the margin",
            Barred::Years => "of other years than were asked for",
            Barred::Family => "of another family than was asked for",
            Barred::Far => "farther away than was asked for, or of no known place",
        }
    }
}

/// A policy applied to a list of donors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Applied {
    allowed: Vec<bool>,
    /// The margin in force, in years; none where the years of the evidence are not known.
    pub margin: Option<i32>,
    /// Whether the user stated it.
    pub stated: bool,
    pub barred: BTreeMap<Barred, usize>,
    pub admitted: usize,
}

impl Applied {
    pub fn allows(&self, donor: DonorId) -> bool {
        self.allowed.get(donor.0 as usize).copied().unwrap_or(false)
    }
    /// In sentences.
    pub fn told(&self) -> String {
        let margin = match (self.margin, self.stated) {
            (Some(years), true) => format!("None is more than {years} years younger than the evidence."),
            (Some(years), false) => {
                format!(
                    "None is more than {years} years younger than the evidence: the first margin of {MARGINS:?} that leaves {ENOUGH} donors, \
                     or the last."
                )
            }
            (None, _) => {
                "Nothing is said about the years of the evidence, so no donor is left out for its age."
                    .to_owned()
            }
        };
        let reasons: Vec<String> =
            self.barred.iter().map(|(why, n)| format!("{n} as {}", why.words())).collect();
        let left_out =
            if reasons.is_empty() { String::new() } else { format!(" Left out: {}.", reasons.join("; ")) };
        format!("{} rulesets may give parts. {margin}{left_out}", self.admitted)
    }
}

/// The game that is reconstructed, as far as donors must not be it.
#[derive(Clone, Debug, Default)]
pub struct Own {
    pub names: Vec<String>,
    /// Its number in the tables, and the number of its game.
    pub id: Option<u32>,
    pub key: Option<String>,
}

/// A name as it is compared: letters and digits, and nothing in brackets.
fn plain(name: &str) -> String {
    let before = name.split(" (").next().unwrap_or(name);
    before.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Policy {
    /// Which of the donors may give parts to a game.
    pub fn apply(
        &self,
        donors: &[Donor],
        own: &Own,
        closeness: &Closeness<'_>,
        history: &History,
    ) -> Applied {
        let evidence = closeness.subject.years;
        let margins: Vec<Option<i32>> = match (self.margin, evidence) {
            (_, None) => vec![None],
            (Some(margin), Some(_)) => vec![Some(margin)],
            (None, Some(_)) => MARGINS.map(Some).to_vec(),
        };
        let mut found = Applied::default();
        for margin in margins {
            found = self.with_margin(donors, own, closeness, history, margin);
            if found.admitted >= ENOUGH {
                break;
            }
        }
        found.stated = self.margin.is_some();
        found
    }

    fn with_margin(
        &self,
        donors: &[Donor],
        own: &Own,
        closeness: &Closeness<'_>,
        history: &History,
        margin: Option<i32>,
    ) -> Applied {
        let game = |id: Option<u32>| id.and_then(|id| history.ruleset(id)).and_then(|r| r.game);
        let own_game = game(own.id);
        let names: BTreeSet<String> =
            own.names.iter().map(|name| plain(name)).filter(|name| !name.is_empty()).collect();
        let mut found = Applied { margin, ..Applied::default() };
        for donor in donors {
            let is_itself = Some(&donor.key) == own.key.as_ref()
                || (own_game.is_some() && game(donor.database_id()) == own_game)
                || donor.facts.names.iter().chain([&donor.name]).any(|name| names.contains(&plain(name)));
            let why =
                if is_itself { Some(Barred::Itself) } else { self.bars(donor, closeness, history, margin) };
            found.allowed.push(why.is_none());
            match why {
                Some(why) => *found.barred.entry(why).or_default() += 1,
                None => found.admitted += 1,
            }
        }
        found
    }

    fn bars(
        &self,
        donor: &Donor,
        closeness: &Closeness<'_>,
        history: &History,
        margin: Option<i32>,
    ) -> Option<Barred> {
        let row = donor.database_id().and_then(|id| history.ruleset(id));
        let kind = row.map(|r| r.kind).or(donor.facts.kind);
        if !self.kinds.contains(&kind.unwrap_or(Kind::Described)) {
            return Some(Barred::Kind);
        }
        let there = closeness.whereabouts(donor);
        let from = there.years.map(|years| years.from).or(donor.facts.year);
        // An author without a year is a modern one: the old are witnesses, and their years are known.
        if !self.inventions && donor.facts.author.is_some() && from.is_none_or(|year| year >= MODERN) {
            return Some(Barred::Invention);
        }
        if let (Some(margin), Some(evidence)) = (margin, closeness.subject.years) {
            // What nobody dates cannot be shown to be old enough.
            if from.is_none_or(|from| from > evidence.to.saturating_add(margin)) {
                return Some(Barred::Younger);
            }
        }
        if let Some(asked) = self.years
            && there.years.is_none_or(|years| years.gap(asked) > 0)
        {
            return Some(Barred::Years);
        }
        if let Some(families) = &self.families
            && family_of(donor).is_none_or(|family| !families.contains(&family))
        {
            return Some(Barred::Family);
        }
        if let Some(most) = self.within_km {
            let km = closeness.subject.place.zip(there.place).map(|(a, b)| great_circle_km(a, b));
            if km.is_none_or(|km| km > most) {
                return Some(Barred::Far);
            }
        }
        None
    }
}

/// The family of a donor: by the folder of the corpus, otherwise by what its rules show.
pub fn family_of(donor: &Donor) -> Option<Family> {
    Family::of_path(&donor.path).or_else(|| {
        let (family, certainty) = crate::plausible::odds(&donor.profile()?.set).likeliest();
        (certainty >= 0.5).then_some(family)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::donors::{Donors, Source};
    use crate::scores::{Subject, Weights};

    const TABLE: &str = "id,game_id,name,type,year_from,year_to
1,9,Lost Game,incomplete,1000,1050
2,9,Lost Game Again,described,1900,1900
3,5,Old,described,900,950
4,6,Young,observed,1950,1960
5,7,Guess,suggested,900,950
";

    fn donors() -> Donors {
        let game = |name: &str, id: u32, extra: &str, size: u32| Source {
            path: format!("board/war/{name}.lud"),
            text: format!(
                "(game \"{name}\" (players 2) (equipment {{ (board (square {size})) (piece \"Man\" Each) }}) \
                 (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))\n\
                 (metadata (info {{ (id \"{id}\") {extra} }}))"
            ),
            key: None,
        };
        let sources = [
            game("Elsewhere", 2, "", 3),
            game("Old", 3, "", 4),
            game("Young", 4, "", 5),
            game("Guess", 5, "", 6),
            game("Alias", 99, "(aliases {\"Lost Game\"}) (date \"900\")", 7),
            game("Invented", 98, "(author \"A. Person\") (date \"05-12-1999\")", 8),
        ];
        Donors::gather(&sources, &ludarium_play::Defines::none())
    }

    fn allowed(policy: &Policy) -> Vec<String> {
        let history = History::read(TABLE.as_bytes(), None).unwrap();
        let donors = donors();
        let subject = Subject { id: Some(1), ..Subject::default() };
        let closeness = Closeness::new(subject, Weights::default(), &history);
        let own = Own { names: vec!["Lost Game".into()], id: Some(1), key: Some("1".into()) };
        let applied = policy.apply(&donors.list, &own, &closeness, &history);
        donors.list.iter().filter(|d| applied.allows(d.id)).map(|d| d.name.clone()).collect()
    }

    #[test]
    fn the_game_itself_suggestions_inventions_and_the_young_give_nothing() {
        let policy = |margin| Policy { margin: Some(margin), ..Policy::default() };
        assert_eq!(allowed(&policy(200)), ["Old"]);
        assert_eq!(allowed(&policy(1000)), ["Old", "Young"]);
        assert_eq!(allowed(&Policy { inventions: true, ..policy(1000) }), ["Old", "Young", "Invented"]);
        let suggested = BTreeSet::from([Kind::Suggested]);
        assert_eq!(allowed(&Policy { kinds: suggested, ..policy(1000) }), ["Guess"]);
        let hunts = Some(BTreeSet::from([Family::Hunt]));
        assert!(allowed(&Policy { families: hunts, ..policy(1000) }).is_empty());
    }

    #[test]
    fn where_nobody_says_a_margin_it_grows_until_there_are_donors() {
        assert_eq!(allowed(&Policy::default()), ["Old", "Young"]);
    }
}
