//! Of which family a game is, by the concepts that its rules show. How often each concept is met in each family was
//! counted on documented games (`concepts.csv`, made by `--example calibrate`).

use ludarium_concepts::taxonomy::{self, Set};
use std::sync::OnceLock;

/// Families of games whose play is alike.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    Hunt,
    Race,
    Sow,
    Space,
    War,
    Chess,
}

impl Family {
    pub const ALL: [Family; 6] =
        [Family::Hunt, Family::Race, Family::Sow, Family::Space, Family::War, Family::Chess];
    pub fn word(self) -> &'static str {
        match self {
            Family::Hunt => "hunt",
            Family::Race => "race",
            Family::Sow => "sow",
            Family::Space => "space",
            Family::War => "war",
            Family::Chess => "chess",
        }
    }
    pub fn plural(self) -> &'static str {
        match self {
            Family::Hunt => "hunts",
            Family::Race => "race games",
            Family::Sow => "sowing games",
            Family::Space => "space games",
            Family::War => "war games",
            Family::Chess => "games of the chess family",
        }
    }
    pub fn from_word(word: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.word() == word)
    }
    /// By the folder in which the published corpus keeps a game; games of mate are a family of their own.
    pub fn of_path(path: &str) -> Option<Family> {
        let mut parts = path.split(['/', '\\']);
        if parts.next() != Some("board") {
            return None;
        }
        if path.contains("checkmate") {
            return Some(Family::Chess);
        }
        Family::from_word(parts.next()?)
    }
    /// How many times the usual thought players need before they find what people find.
    pub fn thought(self) -> u64 {
        match self {
            Family::Hunt | Family::Chess => 3,
            Family::Race | Family::Sow | Family::Space | Family::War => 1,
        }
    }
}

/// How likely a game is of each family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds([f64; Family::ALL.len()]);

impl Odds {
    pub fn certain(family: Family) -> Odds {
        let mut odds = [0.0; Family::ALL.len()];
        odds[family as usize] = 1.0;
        Odds(odds)
    }
    pub fn of(&self, family: Family) -> f64 {
        self.0[family as usize]
    }
    pub fn likeliest(&self) -> (Family, f64) {
        let first = (Family::Hunt, self.of(Family::Hunt));
        Family::ALL.iter().fold(first, |best, &f| if self.of(f) > best.1 { (f, self.of(f)) } else { best })
    }
}

const CONCEPTS: &str = include_str!("concepts.csv");
/// Concepts come in bunches: what each says counts for less than if it stood alone.
const TEMPER: f64 = 0.25;

/// By concept: how often it is met in each family.
fn rates() -> &'static [(u16, [f64; Family::ALL.len()])] {
    static RATES: OnceLock<Vec<(u16, [f64; Family::ALL.len()])>> = OnceLock::new();
    RATES.get_or_init(|| {
        let line = |line: &str| {
            let mut fields = line.split(',');
            let concept = taxonomy::by_name(fields.next()?)?.id;
            let mut rates = [0.0; Family::ALL.len()];
            for rate in &mut rates {
                *rate = fields.next()?.parse().ok()?;
            }
            Some((concept, rates))
        };
        CONCEPTS.lines().filter_map(line).collect()
    })
}

/// How likely a game with these concepts is of each family.
pub fn odds(has: &Set) -> Odds {
    let mut logs = [0.0_f64; Family::ALL.len()];
    for (concept, rates) in rates() {
        for (log, rate) in logs.iter_mut().zip(rates) {
            let rate = rate.clamp(0.02, 0.98);
            *log += TEMPER * if has.has(*concept) { rate.ln() } else { (1.0 - rate).ln() };
        }
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares = logs.map(|log| (log - most).exp());
    let sum: f64 = shares.iter().sum();
    Odds(shares.map(|share| share / sum))
}

/// How often each concept that tells families apart is met in each, as a table.
pub fn table(games: &[(Family, Set)], most: usize) -> String {
    let count = |family: Family| games.iter().filter(|(f, _)| *f == family).count().max(1) as f64;
    let all = Family::ALL.map(count);
    let mut rows: Vec<(f64, &str, [f64; Family::ALL.len()])> = Vec::new();
    for concept in taxonomy::all().iter().filter(|c| c.compiled && c.data == taxonomy::Data::Boolean) {
        let mut rates = [0.0; Family::ALL.len()];
        for &family in &Family::ALL {
            let has = games.iter().filter(|(f, set)| *f == family && set.has(concept.id)).count() as f64;
            rates[family as usize] = (has + 0.5) / (all[family as usize] + 1.0);
        }
        // What the concept tells of the family, all families being as likely.
        let entropy = |p: f64| -(p * p.ln() + (1.0 - p) * (1.0 - p).ln());
        let n = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / n;
        let told = entropy(mean) - rates.iter().map(|&p| entropy(p)).sum::<f64>() / n;
        rows.push((told, concept.name, rates));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    rows.truncate(most);
    let mut text = format!("concept,{}\n", Family::ALL.map(Family::word).join(","));
    for (_, name, rates) in rows {
        text.push_str(&format!("{name},{}\n", rates.map(|r| format!("{r:.3}")).join(",")));
    }
    text
}
