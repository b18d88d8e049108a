//! The table of results: a row per result and one per borrowed part.

use super::{Case, Told, result_name};
use serde::Serialize;

/// A result as data.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub scores: Vec<(String, Option<f64>)>,
    pub based_on: Vec<String>,
    pub holes: Vec<crate::scores::HoleScores>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_published: Option<crate::scores::total::AsPublished>,
    pub outcome: crate::types::Outcome,
    pub text: String,
}

pub fn rows(case: &Case<'_>, all: &[Told<'_>]) -> Vec<Row> {
    let row = |(at, told): (usize, &Told<'_>)| Row {
        name: result_name(case.incomplete, at),
        scores: told.total.lines.iter().map(|line| (line.score.name().to_owned(), line.value)).collect(),
        based_on: told.candidate.donors().into_iter().map(|donor| case.title_of(donor)).collect(),
        holes: told.total.holes.clone(),
        as_published: told.total.published.clone(),
        outcome: told.candidate.outcome.clone(),
        text: told.candidate.text.clone(),
    };
    all.iter().enumerate().map(row).collect()
}

/// As CSV, with a header.
pub fn csv(rows: &[Row]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names =
        rows.first().map_or(Vec::new(), |row| row.scores.iter().map(|(name, _)| name.clone()).collect());
    let mut header = vec!["Result".to_owned()];
    header.extend(names);
    header.extend(["Based on".to_owned(), "Description".to_owned()]);
    // Writing to memory does not fail.
    let _ = writer.write_record(&header);
    for row in rows {
        let mut fields = vec![row.name.clone()];
        fields.extend(row.scores.iter().map(|(_, value)| value.map_or(String::new(), |v| format!("{v:.4}"))));
        fields.extend([row.based_on.join("; "), row.text.clone()]);
        let _ = writer.write_record(&fields);
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
