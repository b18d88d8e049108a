//! Reading the tables. Knows columns and what may stand in them; every fault names the table and the line.

use super::{Kind, Place, Published, Ruleset, Thousandths, Years};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

/// Rows of the table of rulesets at most.
pub const MOST_ROWS: usize = 200_000;
/// Pairs of the table of similarities at most.
pub const MOST_PAIRS: usize = 20_000_000;
/// Bytes of an unpacked table at most.
const MOST_BYTES: u64 = 1 << 30;

/// The span that stands for an unknown date.
const ALL_TIME: (i32, i32) = (-3500, 2020);

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub table: &'static str,
    pub line: u64,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.table, self.line, self.message)
    }
}

impl std::error::Error for Fault {}

/// One row, with names for its fields.
struct Row<'r> {
    table: &'static str,
    line: u64,
    columns: &'r [String],
    record: &'r csv::StringRecord,
}

impl Row<'_> {
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { table: self.table, line: self.line, message: message.into() }
    }
    fn text(&self, column: &str) -> &str {
        let at = self.columns.iter().position(|name| name == column);
        at.and_then(|at| self.record.get(at)).map_or("", str::trim)
    }
    /// A number, if something stands there.
    fn number<N: std::str::FromStr>(&self, column: &str) -> Result<Option<N>, Fault> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| self.fault(format!("{column} {text:?} is not a number")))
    }
    fn needed<N: std::str::FromStr>(&self, column: &str) -> Result<N, Fault> {
        self.number(column)?.ok_or_else(|| self.fault(format!("{column} is empty")))
    }
    fn score(&self, column: &str) -> Result<Option<Thousandths>, Fault> {
        let Some(value) = self.number::<f64>(column)? else { return Ok(None) };
        if !(0.0..=1.0).contains(&value) {
            return Err(self.fault(format!("{column} {value} is not between 0 and 1")));
        }
        Ok(Some(Thousandths((value * 1000.0).round() as i32)))
    }
    /// `1134, 1027`
    fn ids(&self, text: &str) -> Result<Vec<u32>, Fault> {
        let words = text.split([',', ' ', ';']).map(str::trim).filter(|word| !word.is_empty());
        words
            .map(|word| word.parse().map_err(|_| self.fault(format!("{word:?} is not the id of a donor"))))
            .collect()
    }
}

/// Calls back with every row.
fn rows(
    table: &'static str,
    bytes: &[u8],
    needed: &[&str],
    most: usize,
    each: &mut dyn FnMut(&Row<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let broken = |line: u64, why: csv::Error| Fault { table, line, message: format!("is no table: {why}") };
    let headers = reader.headers().map_err(|why| broken(1, why))?;
    let columns: Vec<String> =
        headers.iter().map(|name| name.trim().trim_start_matches('\u{feff}').to_lowercase()).collect();
    for column in needed {
        if !columns.iter().any(|name| name == column) {
            return Err(Fault { table, line: 1, message: format!("there is no column {column:?}") });
        }
    }
    let mut record = csv::StringRecord::new();
    for count in 0.. {
        let line = reader.position().line();
        if !reader.read_record(&mut record).map_err(|why| broken(line, why))? {
            break;
        }
        if count >= most {
            return Err(Fault { table, line, message: format!("there are more than {most} rows") });
        }
        let line = record.position().map_or(line, csv::Position::line);
        each(&Row { table, line, columns: &columns, record: &record })?;
    }
    Ok(())
}

pub fn rulesets(bytes: &[u8]) -> Result<BTreeMap<u32, Ruleset>, Fault> {
    let bytes = unpacked("rulesets.csv", bytes)?;
    let mut found = BTreeMap::new();
    rows("rulesets.csv", &bytes, &["id", "name", "type"], MOST_ROWS, &mut |row| {
        let ruleset = ruleset(row)?;
        let id = ruleset.id;
        if found.insert(id, ruleset).is_some() {
            return Err(row.fault(format!("id {id} is there twice")));
        }
        Ok(())
    })?;
    Ok(found)
}

fn ruleset(row: &Row<'_>) -> Result<Ruleset, Fault> {
    let word = row.text("type");
    let kind = Kind::from_word(word).ok_or_else(|| {
        let all = Kind::ALL.map(Kind::word).join(", ");
        row.fault(format!("type {word:?} is none of {all}"))
    })?;
    let place = match (row.number("latitude")?, row.number("longitude")?) {
        (Some(latitude), Some(longitude)) => {
            Some(Place::new(latitude, longitude).map_err(|why| row.fault(why))?)
        }
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => return Err(row.fault("latitude and longitude come together")),
    };
    let years = match (row.number("year_from")?, row.number("year_to")?) {
        (None, None) => None,
        (Some(from), Some(to)) if (from, to) == ALL_TIME => None,
        (Some(from), Some(to)) => Some(Years::new(from, to).map_err(|why| row.fault(why))?),
        (Some(year), None) | (None, Some(year)) => Some(Years { from: year, to: year }),
    };
    let scores = ["combined", "cultural", "conceptual", "geographical"].map(|column| row.score(column));
    let [combined, cultural, conceptual, geographical] = scores;
    let published = match (combined?, cultural?, conceptual?, geographical?) {
        (Some(combined), Some(cultural), Some(conceptual), Some(geographical)) => Some(Published {
            combined,
            cultural,
            conceptual,
            geographical,
            donors: row.ids(row.text("donors"))?,
            others: other_donors(row)?,
        }),
        (_, _, _, _) => None,
    };
    let name = row.text("name").to_owned();
    Ok(Ruleset { id: row.needed("id")?, game: row.number("game_id")?, name, kind, place, years, published })
}

/// `[{306, 1435}, {1435, 1435}]`
fn other_donors(row: &Row<'_>) -> Result<Vec<Vec<u32>>, Fault> {
    let text = row.text("other_donors").trim_start_matches('[').trim_end_matches(']');
    let lists = text.split('{').skip(1).map(|list| list.split('}').next().unwrap_or(""));
    lists.map(|list| row.ids(list)).collect()
}

pub fn similarities(bytes: &[u8]) -> Result<Vec<(u32, u32, f64)>, Fault> {
    const TABLE: &str = "cultural.csv";
    let bytes = unpacked(TABLE, bytes)?;
    let mut found: Vec<(u32, u32, f64)> = Vec::new();
    rows(TABLE, &bytes, &["id_a", "id_b", "similarity"], MOST_PAIRS, &mut |row| {
        let (a, b): (u32, u32) = (row.needed("id_a")?, row.needed("id_b")?);
        let similarity: f64 = row.needed("similarity")?;
        if !(0.0..=1.0).contains(&similarity) {
            return Err(row.fault(format!("similarity {similarity} is not between 0 and 1")));
        }
        found.push((a.min(b), a.max(b), similarity));
        Ok(())
    })?;
    // Of a pair that is there twice the first counts.
    found.sort_by_key(|&(a, b, _)| (a, b));
    found.dedup_by_key(|&mut (a, b, _)| (a, b));
    Ok(found)
}

/// The bytes of a table, unpacked if they were packed with gzip.
fn unpacked<'b>(table: &'static str, bytes: &'b [u8]) -> Result<std::borrow::Cow<'b, [u8]>, Fault> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.into());
    }
    let mut out = Vec::new();
    let read = flate2::read::GzDecoder::new(bytes).take(MOST_BYTES).read_to_end(&mut out);
    match read {
        Ok(size) if (size as u64) < MOST_BYTES => Ok(out.into()),
        Ok(_) => Err(Fault { table, line: 0, message: format!("is larger than {MOST_BYTES} bytes") }),
        Err(why) => Err(Fault { table, line: 0, message: format!("cannot be unpacked: {why}") }),
    }
}
