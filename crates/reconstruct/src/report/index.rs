//! The page that lists all results of a reconstruction, and what was turned down.

use super::html::{escape, frame};
use super::{Case, Told, file_name, result_name};
use crate::scores::Score;
use crate::search::Stopped;
use crate::types::{Outcome, Stage};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Examples of reasons that are shown for each stage.
const MOST_REASONS: usize = 5;

pub fn index(case: &Case<'_>, all: &[Told<'_>]) -> String {
    let name = &case.incomplete.name;
    let mut body = format!("<h1>Reconstructions of {}</h1>\n", escape(name));
    let progress = &case.found.progress;
    let why = match case.found.stopped {
        Stopped::Found => "as many as wanted were found",
        Stopped::Exhausted => {
            "every combination was looked at, but for those that share their faults with one that failed"
        }
        Stopped::Candidates => "the most combinations that were allowed have been looked at",
        Stopped::Told => "the time was up",
    };
    let _ = writeln!(
        body,
        "<p>{} playable {} from {} combinations; {why}.</p>",
        all.len(),
        if all.len() == 1 { "result" } else { "results" },
        progress.looked_at
    );
    let known = &case.closeness.subject;
    let mut facts = Vec::new();
    facts.extend(known.place.map(|place| place.to_string()));
    facts.extend(known.years.map(|years| years.to_string()));
    if !facts.is_empty() {
        let _ = writeln!(body, "<p class=\"soft\">Evidence from {}.</p>", escape(&facts.join("; ")));
    }
    if let Some(controls) = case.controls {
        let _ = writeln!(body, "<h2>What chance alone finds</h2>\n<p>{}</p>", escape(&controls.told()));
    }
    if let Some(policy) = case.policy {
        let _ = writeln!(body, "<h2>Who could give parts</h2>\n<p>{}</p>", escape(&policy.told()));
    }
    body.push_str(&super::uncertain::html(case));
    body.push_str("<h2>Results</h2>\n<div class=\"wide\"><table>\n<tr><th>Result</th><th>Based on</th>");
    let names: Vec<Score> =
        all.first().map_or(Vec::new(), |told| told.total.lines.iter().map(|l| l.score).collect());
    for score in &names {
        let _ = write!(body, "<th class=\"n\" title=\"{}\">{}</th>", escape(score.formula()), score.name());
    }
    body.push_str("</tr>\n");
    for (at, told) in all.iter().enumerate() {
        let mut donors: Vec<String> =
            told.candidate.donors().into_iter().map(|d| escape(&case.title_of(d))).collect();
        donors.dedup();
        let _ = write!(
            body,
            "<tr><td><a href=\"{}\">{}</a></td><td>{}</td>",
            file_name(at),
            escape(&result_name(case.incomplete, at)),
            donors.join("; ")
        );
        for score in &names {
            let value = told.total.value(*score).map_or("–".to_owned(), |v| format!("{v:.3}"));
            let _ = write!(body, "<td class=\"n\">{value}</td>");
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table></div>\n");
    body.push_str(&super::cited::record_html(case));
    let donors: Vec<_> = all.iter().flat_map(|told| told.candidate.donors()).collect();
    body.push_str(&super::cited::html(case, &donors));
    body.push_str(&turned_down(case));
    frame(&format!("Reconstructions of {name}"), &body)
}

fn turned_down(case: &Case<'_>) -> String {
    if case.found.rejected.is_empty() {
        return String::new();
    }
    let mut reasons: BTreeMap<Stage, BTreeMap<&str, usize>> = BTreeMap::new();
    for candidate in &case.found.rejected {
        match &candidate.outcome {
            Outcome::Rejected(r) => *reasons.entry(r.stage).or_default().entry(&r.reason).or_default() += 1,
            Outcome::Playable { .. } => {}
        }
    }
    let mut out = String::from("<h2>What was turned down, and why</h2>\n");
    for (stage, reasons) in reasons {
        let count: usize = reasons.values().sum();
        let mut by_count: Vec<(&str, usize)> = reasons.into_iter().collect();
        by_count.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        let _ = writeln!(out, "<details><summary>{count}: {}</summary>\n<ul>", stage.words());
        for (reason, n) in by_count.iter().take(MOST_REASONS) {
            let _ = writeln!(out, "<li>{} <span class=\"soft\">({n})</span></li>", escape(reason));
        }
        if by_count.len() > MOST_REASONS {
            let _ =
                writeln!(out, "<li class=\"soft\">… and {} more reasons</li>", by_count.len() - MOST_REASONS);
        }
        out.push_str("</ul></details>\n");
    }
    out
}
