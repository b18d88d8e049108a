//! Where and when games were played: points for the world map, and arrows from donors to reconstructions. Knows what the
//! library tells of its games, and the tables of rulesets and files of evidence that somebody put into the portal's
//! folder (`history/`, `history/evidence/*.toml`).

pub mod whole;

use ludarium_library::about::RulesetKind;
use ludarium_reconstruct::evidence::Evidence;
use ludarium_reconstruct::history::{History, Kind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A ruleset on the map.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Point {
    pub name: String,
    /// `described`, `observed`, …, `reconstructed`.
    pub kind: String,
    pub lat: f64,
    pub lon: f64,
    /// First and last year; both absent where no date is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// Points that it borrowed from, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<usize>,
}

/// Everything that the map shows.
#[derive(Debug, Default)]
pub struct World {
    pub points: Vec<Point>,
    /// The folder of the tables, if there are any that can be read.
    pub history: Option<PathBuf>,
    /// What is wrong with them otherwise.
    pub trouble: Option<String>,
    tables: History,
    /// Kept until more is known of the games.
    whole: Mutex<Option<(u64, Arc<whole::Whole>)>>,
}

impl World {
    /// The library's games, and the tables in `history/` below the portal's folder.
    pub fn open(data: &Path) -> World {
        let folder = data.join("history");
        let (tables, history, trouble) = match read(&folder) {
            Ok(Some(tables)) => (tables, Some(folder), None),
            Ok(None) => (History::default(), None, None),
            Err(why) => (History::default(), None, Some(why)),
        };
        let mut points = points(&tables);
        let told = evidence(&data.join("history/evidence"), &mut points);
        let trouble = trouble.or(told.err());
        World { points, history, trouble, tables, whole: Mutex::default() }
    }

    pub fn tables(&self) -> &History {
        &self.tables
    }
}

fn read(folder: &Path) -> Result<Option<History>, String> {
    let path = folder.join("rulesets.csv");
    if !path.exists() {
        return Ok(None);
    }
    let bytes = |path: &Path| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
    let rulesets = bytes(&path)?;
    let cultural = ["cultural.csv.gz", "cultural.csv"].map(|name| folder.join(name));
    let cultural = cultural.iter().find(|path| path.exists()).map(|path| bytes(path)).transpose()?;
    History::read(&rulesets, cultural.as_deref())
        .map(Some)
        .map_err(|why| format!("{}: {why}", folder.display()))
}

/// Files of evidence at most: the map is for people.
const MOST_FILES: usize = 1000;

/// Puts every statement of the files of evidence in a folder on the map, where it or its game has a place. A file
/// that cannot be read is named; the others count all the same.
fn evidence(folder: &Path, points: &mut Vec<Point>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files.truncate(MOST_FILES);
    let mut trouble = Ok(());
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|why| why.to_string());
        let read = text.and_then(|text| {
            Evidence::read(&text).map_err(|faults| {
                faults.first().map_or(String::new(), |f| format!("line {}: {}", f.line, f.message))
            })
        });
        match read {
            Ok(evidence) => points.extend(statements(&evidence)),
            Err(why) => trouble = Err(format!("{}: {why}", path.display())),
        }
    }
    trouble
}

fn statements(evidence: &Evidence) -> impl Iterator<Item = Point> + '_ {
    evidence.statements.iter().filter_map(|statement| {
        let place = statement.place.as_ref().or(evidence.place.as_ref())?;
        let years = statement.years.or(evidence.years);
        Some(Point {
            name: format!("{} ({})", statement.text, statement.source),
            kind: "evidence".to_owned(),
            lat: place.at.latitude,
            lon: place.at.longitude,
            years: years.map(|years| (years.from, years.to)),
            href: None,
            id: None,
            from: Vec::new(),
        })
    })
}

/// `DLP.GameRulesets.44` is number 44.
pub fn number(id: &str) -> Option<u32> {
    id.rsplit('.').next()?.parse().ok()
}

fn points(tables: &History) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut borrowed: Vec<(usize, Vec<u32>)> = Vec::new();
    let mut by_id: BTreeMap<u32, usize> = BTreeMap::new();
    for game in ludarium_library::games() {
        let about = game.about();
        for ruleset in &about.rulesets {
            let Some(place) = ruleset.place.as_ref().or(about.place.as_ref()) else { continue };
            let id = ruleset.ids.iter().find_map(|id| number(id));
            let years = ruleset.years.or(about.years).map(|years| (years.from, years.to));
            let name = match ruleset.name.starts_with(&about.title) || about.rulesets.len() == 1 {
                true if about.rulesets.len() == 1 => about.title.clone(),
                true => ruleset.name.clone(),
                false => format!("{}: {}", about.title, ruleset.name),
            };
            let point = Point {
                name,
                kind: kind_of_library(ruleset.kind).to_owned(),
                lat: place.latitude,
                lon: place.longitude,
                years,
                href: Some(format!("/games/{}", game.key)),
                id,
                from: Vec::new(),
            };
            let donors: Vec<u32> = ruleset.based_on.iter().filter_map(|donor| number(&donor.id)).collect();
            borrowed.push((points.len(), donors));
            if let Some(id) = id {
                by_id.insert(id, points.len());
            }
            points.push(point);
        }
    }
    let game_names = names_of_games(tables);
    for row in tables.rulesets() {
        let donors = row.published.as_ref().map_or(Vec::new(), |published| published.donors.clone());
        if by_id.contains_key(&row.id) {
            continue;
        }
        // A reconstruction without a place of its own is where its game is.
        let place = row.place.or_else(|| {
            let incomplete = tables.incomplete_of(row.game?).next()?;
            incomplete.place
        });
        let Some(place) = place else { continue };
        let name = match row.kind {
            Kind::Incomplete => row
                .game
                .and_then(|game| game_names.get(&game))
                .map_or(row.name.clone(), |game| format!("{game}: {}", row.name)),
            Kind::Described | Kind::Observed | Kind::Scholarly | Kind::Suggested | Kind::Reconstructed => {
                row.name.clone()
            }
        };
        by_id.insert(row.id, points.len());
        borrowed.push((points.len(), donors));
        points.push(Point {
            name,
            kind: row.kind.word().to_owned(),
            lat: place.latitude,
            lon: place.longitude,
            years: row.years.map(|years| (years.from, years.to)),
            href: None,
            id: Some(row.id),
            from: Vec::new(),
        });
    }
    for (at, donors) in borrowed {
        let mut from: Vec<usize> = donors.iter().filter_map(|id| by_id.get(id).copied()).collect();
        from.sort_unstable();
        from.dedup();
        points[at].from = from;
    }
    points
}

/// By game: what its reconstructions are called, without the number.
fn names_of_games(tables: &History) -> BTreeMap<u32, &str> {
    tables.reconstructions().filter_map(|(row, _)| Some((row.game?, row.series()))).collect()
}

fn kind_of_library(kind: RulesetKind) -> &'static str {
    kind.key()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_where_they_or_their_game_do() {
        let text = "[game]
place = { name = \"Fianarantsoa\", latitude = -21.28, longitude = 47.13 }
years = [1912, 1912]
[[statement]]
text = \"The board has eight squares each way.\"
source = \"Gautier 1912\"
[[statement]]
text = \"Two rows were scratched into a step.\"
source = \"a traveller\"
place = { latitude = 10.5, longitude = 20.25 }
";
        let evidence = Evidence::read(text).unwrap();
        let points: Vec<Point> = statements(&evidence).collect();
        let places: Vec<(f64, f64)> = points.iter().map(|point| (point.lat, point.lon)).collect();
        assert_eq!(places, [(-21.28, 47.13), (10.5, 20.25)]);
        assert_eq!(points[0].name, "The board has eight squares each way. (Gautier 1912)");
        assert_eq!(points[0].years, Some((1912, 1912)));
        assert!(points.iter().all(|point| point.kind == "evidence"));
    }

    #[test]
    fn tables_and_library_make_one_map() {
        let alone = points(&History::default());
        assert!(alone.len() > 50, "{}", alone.len());
        assert!(alone.iter().all(|point| point.lat.abs() <= 90.0 && point.lon.abs() <= 180.0));
        let table = "id,game_id,name,type,latitude,longitude,year_from,year_to,combined,cultural,conceptual,geographical,donors
90001,1,Somewhere,described,10,20,1500,1600,,,,,
90002,2,Lost (Ludii 1),reconstructed,11,21,1700,1700,0.9,0.9,0.9,0.9,90001
";
        let tables = History::read(table.as_bytes(), None).unwrap();
        let points = points(&tables);
        assert_eq!(points.len(), alone.len() + 2);
        assert_eq!(points[alone.len() + 1].from, [alone.len()]);
    }
}
