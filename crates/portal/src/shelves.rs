//! The order that visitors find games in: families in groups, how widely a game is known, where a named place lies, and
//! concepts in plain words. All of it is data (`data/*.toml`, `data/places.tsv`); here it gets types. It knows titles and
//! paths of classification, and no rules.

use crate::search::words;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A family of games, as the list and the search know it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    pub key: String,
    /// The group it stands in: a key of the texts (`group.capture`).
    pub group: String,
    /// Beginnings of paths of classification that belong here.
    paths: Vec<String>,
    pub words: Vec<String>,
}

/// A concept, or several, in plain words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trait {
    pub key: String,
    pub concepts: Vec<String>,
    pub words: Vec<String>,
}

/// A place that descriptions name.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub region: String,
}

#[derive(Deserialize)]
struct Families {
    families: Vec<Family>,
}

#[derive(Deserialize)]
struct Traits {
    traits: Vec<Trait>,
}

#[derive(Deserialize)]
struct Known {
    steps: Vec<Step>,
}

/// Games that are about as widely known as each other, and why we think so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub why: String,
    pub titles: Vec<String>,
}

/// What stands in a data file of ours; a test reads each.
fn read<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Option<T> {
    toml::from_str(text).inspect_err(|why| tracing::error!(%why, file, "a data file cannot be read")).ok()
}

static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    read::<Families>(include_str!("../data/families.toml"), "families.toml")
        .map_or(Vec::new(), |f| f.families)
});
static TRAITS: LazyLock<Vec<Trait>> = LazyLock::new(|| {
    read::<Traits>(include_str!("../data/traits.toml"), "traits.toml").map_or(Vec::new(), |t| t.traits)
});
static KNOWN: LazyLock<Vec<Step>> = LazyLock::new(|| {
    read::<Known>(include_str!("../data/known.toml"), "known.toml").map_or(Vec::new(), |k| k.steps)
});
static RANKS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let titles = KNOWN.iter().flat_map(|step| &step.titles);
    titles.zip(0..).map(|(title, rank)| (words(title).concat(), rank)).collect()
});
static PLACES: LazyLock<Vec<(Vec<String>, Spot)>> = LazyLock::new(|| {
    let rows = include_str!("../data/places.tsv").lines().filter(|l| !l.starts_with('#'));
    rows.filter_map(|row| {
        let mut parts = row.split('\t');
        let spot = Spot {
            name: parts.next()?.to_owned(),
            latitude: parts.next()?.parse().ok()?,
            longitude: parts.next()?.parse().ok()?,
            region: parts.next()?.to_owned(),
        };
        Some((words(&spot.name), spot))
    })
    .collect()
});

pub fn families() -> &'static [Family] {
    &FAMILIES
}

pub fn family(key: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|f| f.key == key)
}

/// The family that a path of classification belongs to: the one with the longest beginning of it.
pub fn family_of(path: &str) -> Option<&'static Family> {
    let fits =
        |p: &String| path == p || path.strip_prefix(p.as_str()).is_some_and(|rest| rest.starts_with('/'));
    FAMILIES
        .iter()
        .filter_map(|f| Some((f.paths.iter().filter(|p| fits(p)).map(String::len).max()?, f)))
        .max_by_key(|(length, _)| *length)
        .map(|(_, f)| f)
}

/// Does a path of classification say that the rules are not complete yet?
pub fn is_pending(path: &str) -> bool {
    path.split('/').any(|part| part == "pending")
}

/// The place among the known games; nothing for all others.
pub fn rank(title: &str) -> Option<u32> {
    RANKS.get(&words(title).concat()).copied()
}

/// The steps of the list of known games, for whoever wants to know why a game comes first.
pub fn steps() -> &'static [Step] {
    &KNOWN
}

pub fn traits() -> &'static [Trait] {
    &TRAITS
}

/// The first place that a text names; of two at one spot the longer name ("South Sudan", not "Sudan").
pub fn place_in(text: &str) -> Option<&'static Spot> {
    let said = words(text);
    (0..said.len()).find_map(|at| {
        PLACES
            .iter()
            .filter(|(name, _)| said[at..].starts_with(name))
            .max_by_key(|(name, _)| name.len())
            .map(|(_, spot)| spot)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn data_files_are_whole() {
        assert!(families().len() > 15 && traits().len() > 15 && steps().len() > 2 && PLACES.len() > 150);
        for family in ludarium_library::Family::ALL {
            assert!(super::family(family.key()).is_some(), "{}", family.key());
        }
        for f in families() {
            assert!(crate::texts::found(&format!("family.{}", f.key)).is_some(), "{}", f.key);
            assert!(crate::texts::found(&format!("group.{}", f.group)).is_some(), "{}", f.group);
        }
        for t in traits() {
            assert!(crate::texts::found(&format!("trait.{}", t.key)).is_some(), "{}", t.key);
            for concept in &t.concepts {
                assert!(
                    ludarium_concepts::taxonomy::all().iter().any(|c| c.name == *concept),
                    "{concept} is no concept"
                );
            }
        }
        let regions: BTreeSet<&str> = ludarium_library::Region::ALL.iter().map(|r| r.key()).collect();
        for (_, spot) in PLACES.iter() {
            assert!(regions.contains(spot.region.as_str()), "{} of {}", spot.region, spot.name);
            assert!(spot.latitude.abs() <= 90.0 && spot.longitude.abs() <= 180.0, "{}", spot.name);
        }
    }

    #[test]
    fn every_known_game_of_the_library_has_a_rank() {
        let known = ludarium_library::games().iter().filter(|g| rank(g.title).is_some()).count();
        assert!(known > 60, "{known}");
        assert!(rank("Chess") < rank("Senet") && rank("Korkserschach").is_none());
    }

    #[test]
    fn paths_belong_to_the_family_with_the_longest_beginning() {
        let of = |path: &str| family_of(path).map(|f| f.key.as_str());
        assert_eq!(of("board/sow/two rows"), Some("mancala"));
        assert_eq!(of("board/war/leaping/lines"), Some("leaping"));
        assert_eq!(of("board/war/leaping/diagonal/reconstruction/done"), Some("draughts"));
        assert_eq!(of("board/race/fill"), Some("crossing"));
        assert_eq!(of("board/spaceship"), None);
        assert!(
            is_pending("board/hunt/reconstruction/pending") && !is_pending("board/hunt/reconstruction/done")
        );
    }

    #[test]
    fn places_are_found_in_sentences() {
        let of = |text: &str| place_in(text).map(|s| s.name.as_str());
        assert_eq!(of("This game was played in South Sudan, around 1920."), Some("South Sudan"));
        assert_eq!(of("This game was played in Hawai'i, around 1865."), Some("Hawaii"));
        assert_eq!(of("This game is from USA., on 1952."), Some("USA"));
        assert_eq!(of("nowhere in particular"), None);
    }
}
