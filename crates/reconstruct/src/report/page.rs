//! The page of one result.

use super::html::{escape, frame};
use super::origin::Origin;
use super::{Case, Told, differences, file_name, result_name};
use crate::evidence::Statement;
use crate::scores::Score;
use crate::scores::total::Line;
use crate::types::{DonorId, Figures, Outcome};
use ludarium_english::Sentence;
use std::fmt::Write;

/// The parts of a page, for a frame of one's own.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub rules: String,
    pub holes: String,
    pub scores: String,
    pub verdict: String,
    pub siblings: String,
    pub evidence: String,
}

/// A page that needs no other file.
pub fn page(case: &Case<'_>, all: &[Told<'_>], at: usize) -> String {
    let Some(told) = all.get(at) else { return String::new() };
    let parts = parts(case, all, at);
    let name = result_name(case.incomplete, at);
    let mut body = String::new();
    let _ = writeln!(
        body,
        "<p class=\"soft\"><a href=\"index.html\">All results for {}</a></p>\n<h1>{}</h1>",
        escape(&case.incomplete.name),
        escape(&name)
    );
    let combined = told.total.value(Score::Combined).map_or(String::new(), |v| format!(", score {v:.3}"));
    let donors = told.candidate.donors();
    let from = match donors.len() {
        0 => "filled from the alternatives that the description allows".to_owned(),
        1 => "one part borrowed".to_owned(),
        n => format!("{n} parts borrowed"),
    };
    let _ = writeln!(body, "<p>A reconstruction: {from}{combined}.</p>");
    body.push_str(&super::cited::picture(told));
    body.push_str(&parts.rules);
    body.push_str(&super::cited::record_html(case));
    body.push_str(&parts.holes);
    body.push_str(&parts.scores);
    body.push_str(&parts.verdict);
    body.push_str(&parts.evidence);
    body.push_str(&parts.siblings);
    body.push_str(&super::cited::html(case, &donors));
    let text = ludarium_syntax::format(&told.candidate.text);
    let _ = writeln!(
        body,
        "<details><summary>The description in ludemes</summary>\n<pre>{}</pre></details>",
        escape(&text)
    );
    frame(&name, &body)
}

/// The parts of a result's page.
pub fn parts(case: &Case<'_>, all: &[Told<'_>], at: usize) -> Parts {
    let Some(told) = all.get(at) else { return Parts::default() };
    Parts {
        rules: rules(case, told),
        holes: holes(case, told),
        scores: scores(told),
        verdict: verdict(told),
        siblings: siblings(case, all, at),
        evidence: evidence(case),
    }
}

/// Donors of a result in the order of holes, each once: their place is their colour.
fn palette(told: &Told<'_>) -> Vec<DonorId> {
    let mut donors = Vec::new();
    for donor in told.candidate.donors() {
        if !donors.contains(&donor) {
            donors.push(donor);
        }
    }
    donors
}

/// The class and the short mark of an origin, and what it says when one points at it.
fn shown(case: &Case<'_>, palette: &[DonorId], origin: &Origin) -> (String, String, String) {
    match origin {
        Origin::Stated(n) => {
            let statement = case.evidence.and_then(|(evidence, _)| evidence.statements.get(*n));
            let words = statement.map_or(String::new(), citation);
            ("o-stated".into(), format!("E{}", n + 1), words)
        }
        Origin::Written => ("o-written".into(), String::new(), "given in the incomplete description".into()),
        Origin::Choice(hole) => {
            ("o-choice".into(), String::new(), format!("one of the alternatives allowed ({hole})"))
        }
        Origin::Donor(donor, hole) => {
            let colour = palette.iter().position(|d| d == donor).unwrap_or(0);
            let mark = char::from(b'a' + (colour % 26) as u8).to_string();
            (format!("o-d{}", colour % 6), mark, format!("from {} ({hole})", case.title_of(*donor)))
        }
        Origin::Brought => {
            ("o-brought".into(), String::new(), "came along because a borrowed part needs it".into())
        }
        Origin::Default => ("o-default".into(), String::new(), "nothing is said: the language's rule".into()),
    }
}

/// `The board has … (Gautier 1912, p. 21; 1912; confidence 0.9)`
fn citation(statement: &Statement) -> String {
    let mut words = format!("“{}” ({}", statement.text, statement.source);
    if let Some(years) = statement.years {
        let _ = write!(words, "; {years}");
    }
    if let Some(place) = statement.place.as_ref().and_then(|place| place.name.as_ref()) {
        let _ = write!(words, "; {place}");
    }
    if statement.confidence < 1.0 {
        let _ = write!(words, "; confidence {}", statement.confidence);
    }
    words + ")"
}

fn rules(case: &Case<'_>, told: &Told<'_>) -> String {
    let palette = palette(told);
    let mut used: Vec<Origin> = Vec::new();
    let mut text = String::new();
    for section in &told.document.sections {
        if !section.heading.is_empty() {
            let _ = writeln!(text, "<h3>{}</h3>", escape(&section.heading));
        }
        paragraphs(case, told, &palette, &section.sentences, &mut used, &mut text);
    }
    // Kinds of origin in their order; statements and donors one by one.
    used.sort();
    used.dedup_by(|a, b| {
        shown(case, &palette, a).0 == shown(case, &palette, b).0 && !matches!(a, Origin::Stated(_))
    });
    let mut out = String::from("<h2>Rules</h2>\n<ul class=\"legend\">\n");
    for origin in &used {
        let (class, mark, words) = shown(case, &palette, origin);
        let words = match origin {
            Origin::Donor(donor, _) => format!("from {}", case.title_of(*donor)),
            Origin::Choice(_) => "one of the alternatives allowed".to_owned(),
            Origin::Stated(_) | Origin::Written | Origin::Brought | Origin::Default => words,
        };
        let mark = if mark.is_empty() { mark } else { format!(" <sup>{mark}</sup>") };
        let _ = writeln!(out, "<li class=\"{class}\">{}{mark}</li>", escape(&words));
    }
    out.push_str("</ul>\n<div class=\"told\">\n");
    out.push_str(&text);
    out.push_str("</div>\n");
    out
}

/// Sentences in a row are a paragraph; lists follow theirs. Depth is bounded by that of the description.
fn paragraphs(
    case: &Case<'_>,
    told: &Told<'_>,
    palette: &[DonorId],
    sentences: &[Sentence],
    used: &mut Vec<Origin>,
    out: &mut String,
) {
    let mut row = String::new();
    let flush = |row: &mut String, out: &mut String| {
        if !row.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", std::mem::take(row).trim_end());
        }
    };
    for sentence in sentences {
        row.push_str(&coloured(case, told, palette, sentence, used));
        row.push(' ');
        if !sentence.list.is_empty() {
            flush(&mut row, out);
            list(case, told, palette, &sentence.list, used, out);
        }
        if !sentence.more.is_empty() {
            paragraphs(case, told, palette, &sentence.more, used, out);
        }
    }
    flush(&mut row, out);
}

fn list(
    case: &Case<'_>,
    told: &Told<'_>,
    palette: &[DonorId],
    items: &[Sentence],
    used: &mut Vec<Origin>,
    out: &mut String,
) {
    out.push_str("<ul>\n");
    for item in items {
        out.push_str("<li>");
        out.push_str(&coloured(case, told, palette, item, used));
        if !item.list.is_empty() {
            list(case, told, palette, &item.list, used, out);
        }
        if !item.more.is_empty() {
            paragraphs(case, told, palette, &item.more, used, out);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

fn coloured(
    case: &Case<'_>,
    told: &Told<'_>,
    palette: &[DonorId],
    sentence: &Sentence,
    used: &mut Vec<Origin>,
) -> String {
    let origins = told.origins.sentence(sentence, &told.reading.expanded.game);
    let class = origins.first().map_or(String::new(), |origin| shown(case, palette, origin).0);
    let titles: Vec<String> = origins.iter().map(|origin| shown(case, palette, origin).2).collect();
    let mut marks: Vec<String> =
        origins.iter().map(|origin| shown(case, palette, origin).1).filter(|mark| !mark.is_empty()).collect();
    marks.dedup();
    let marks = if marks.is_empty() { String::new() } else { format!("<sup>{}</sup>", marks.join(",")) };
    used.extend(origins);
    let title = escape(&titles.join("; "));
    format!("<span class=\"s {class}\" title=\"{title}\">{}</span>{marks}", escape(&sentence.text))
}

fn holes(case: &Case<'_>, told: &Told<'_>) -> String {
    let mut out = String::from(
        "<h2>Based on</h2>\n<div class=\"wide\"><table>\n<tr><th>Unknown part</th><th>Filled from</th>\
         <th class=\"n\">",
    );
    let first = told.total.lines.get(1).map_or("Cultural", |line| line.score.name());
    let _ = writeln!(
        out,
        "{first}</th><th class=\"n\">Conceptual</th><th class=\"n\">Geographical</th><th class=\"n\">Distance</th>\
         <th class=\"n\">Years apart</th></tr>"
    );
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |v| format!("{v:.3}"));
    for fill in &told.candidate.fills {
        let Some(hole) = case.incomplete.holes.get(fill.hole.0 as usize) else { continue };
        let place = format!("<code>{}</code>", escape(&hole.place));
        let Some(donor) = fill.donor else {
            let terms: Vec<String> = fill.terms.iter().map(ToString::to_string).collect();
            let chosen = escape(&terms.join(" "));
            let _ = writeln!(
                out,
                "<tr><td>{place}</td><td>chosen: <code>{chosen}</code></td><td class=\"n\">–</td>\
                 <td class=\"n\">–</td><td class=\"n\">–</td><td class=\"n\">–</td><td class=\"n\">–</td></tr>"
            );
            continue;
        };
        let scores = told.total.holes.iter().find(|h| h.hole == fill.hole);
        let distance = scores.map(|h| h.distance).unwrap_or_default();
        let mut from = escape(&case.title_of(donor));
        if let Some(with) = fill.with {
            let _ = write!(
                from,
                "<br><span class=\"soft\">in one place as in {}</span>",
                escape(&case.title_of(with))
            );
        }
        if !fill.bindings.is_empty() {
            let names: Vec<String> = fill.bindings.iter().map(|(a, b)| format!("{a} → {b}")).collect();
            let _ = write!(from, "<br><span class=\"soft\">renamed: {}</span>", escape(&names.join(", ")));
        }
        let _ = writeln!(
            out,
            "<tr><td>{place}</td><td>{from}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            number(fill.scores.cultural),
            number(fill.scores.conceptual),
            number(fill.scores.geographical),
            distance.km.map_or("–".to_owned(), |km| format!("{km:.0} km")),
            distance.years.map_or("–".to_owned(), |years| years.to_string()),
        );
    }
    out.push_str("</table></div>\n");
    out + &also(case, told)
}

/// Lists of other donors that are shown.
const MOST_ALSO: usize = 8;

/// Other lists of donors that give the very same game.
fn also(case: &Case<'_>, told: &Told<'_>) -> String {
    let lists = &told.candidate.also;
    if lists.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h3>Can also be based on</h3>\n<ol>\n");
    for list in lists.iter().take(MOST_ALSO) {
        let titles: Vec<String> = list
            .iter()
            .enumerate()
            .map(|(i, &d)| format!("{}. {}", i + 1, escape(&case.title_of(d))))
            .collect();
        let _ = writeln!(out, "<li>{}</li>", titles.join(" "));
    }
    out.push_str("</ol>\n");
    if lists.len() > MOST_ALSO {
        let _ = writeln!(out, "<p class=\"soft\">… and {} more</p>", lists.len() - MOST_ALSO);
    }
    out
}

fn score_row(line: &Line) -> String {
    let value = line.value.map_or("not known".to_owned(), |value| format!("{value:.3}"));
    let bar = line
        .value
        .map_or(String::new(), |value| format!("<meter value=\"{:.3}\"></meter>", value.clamp(0.0, 1.0)));
    let interval = line.interval.map_or(String::new(), |(low, high)| {
        format!(" <span class=\"soft\">(decided: {:.0}–{:.0} %)</span>", low * 100.0, high * 100.0)
    });
    format!(
        "<tr><th>{}</th><td class=\"n\">{value}</td><td>{bar}{interval}</td><td class=\"soft\">{}</td></tr>\n",
        line.score.name(),
        escape(line.score.formula())
    )
}

fn scores(told: &Told<'_>) -> String {
    let mut out = String::from("<h2>Scores</h2>\n<div class=\"wide\"><table>\n");
    told.total.lines.iter().for_each(|line| out.push_str(&score_row(line)));
    out.push_str("</table></div>\n");
    let _ = writeln!(
        out,
        "<p class=\"soft\">Weights (cultural, conceptual, geographical): {}. Means are over the {} of {} unknown parts that were borrowed; \
         what was chosen among alternatives or came along has no such score.</p>",
        told.total.weights,
        told.total.holes.len(),
        told.candidate.fills.len()
    );
    if let Some(published) = &told.total.published {
        let [combined, cultural, conceptual, geographical] = &published.shown;
        let _ = writeln!(
            out,
            "<h3>Counted as on the published pages</h3>\n<p>Combined Score: {combined}<br>Cultural Score: \
             {cultural}<br>Conceptual Score: {conceptual}<br>Geographical Score: {geographical} (~{}km)</p>\n\
             <p class=\"soft\">These three partial scores mix in the combined score of the parts before the last, digits \
             are cut off, and the ~km is a distance only where one part was borrowed.</p>",
            published.shown_km
        );
    }
    out
}

fn figures(name: &str, f: &Figures) -> String {
    let percent = |x: f64| format!("{:.0} %", x * 100.0);
    format!(
        "<tr><th>{name}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{:.2}</td>\
         <td class=\"n\">{:.0}</td><td class=\"n\">{}</td></tr>\n",
        f.games,
        percent(f.timeouts),
        percent(f.decided),
        f.balance,
        f.turns,
        percent(f.choices)
    )
}

fn verdict(told: &Told<'_>) -> String {
    match &told.candidate.outcome {
        Outcome::Playable { random, search, plausible } => format!(
            "<h2>Is it plausible?</h2>\n<p>No documented game forbids it: no defect is known of it. {}</p>\n\
             <div class=\"wide\"><table>\n<tr><th>Players</th><th class=\"n\">Games</th><th class=\"n\">Time-outs</th>\
             <th class=\"n\">Decided</th><th class=\"n\">Balance</th><th class=\"n\">Turns</th><th class=\"n\">Real \
             choices</th></tr>\n{}{}</table></div>\n",
            plausible.as_ref().map_or(String::new(), |p| escape(&(p.told() + "."))),
            figures("at random", random),
            figures("in thought", search)
        ),
        Outcome::Rejected(rejection) => format!(
            "<h2>Does it play?</h2>\n<p>No: it {} – {}</p>\n",
            rejection.stage.words(),
            escape(&rejection.reason)
        ),
    }
}

/// Differing sentences that are shown of each sibling.
const MOST_DIFFERENCES: usize = 6;

fn siblings(case: &Case<'_>, all: &[Told<'_>], at: usize) -> String {
    let Some(mine) = all.get(at) else { return String::new() };
    if all.len() < 2 {
        return String::new();
    }
    let mut out = String::from("<h2>Other results, and what differs there</h2>\n");
    for (number, other) in all.iter().enumerate().filter(|(number, _)| *number != at) {
        let score = other
            .total
            .value(Score::Combined)
            .map_or(String::new(), |v| format!(" <span class=\"soft\">{v:.3}</span>"));
        let different = differences(&mine.document, &other.document);
        let count = different.len();
        let _ = writeln!(
            out,
            "<details><summary><a href=\"{}\">{}</a>{score} · {count} {} of its rules {} not here</summary>\n<ul>",
            file_name(number),
            escape(&result_name(case.incomplete, number)),
            if count == 1 { "sentence" } else { "sentences" },
            if count == 1 { "is" } else { "are" },
        );
        for text in different.iter().take(MOST_DIFFERENCES) {
            let _ = writeln!(out, "<li>{}</li>", escape(text));
        }
        if count > MOST_DIFFERENCES {
            let _ = writeln!(out, "<li class=\"soft\">… and {} more</li>", count - MOST_DIFFERENCES);
        }
        out.push_str("</ul></details>\n");
    }
    out
}

fn evidence(case: &Case<'_>) -> String {
    let Some((evidence, _)) = case.evidence.filter(|(evidence, _)| !evidence.statements.is_empty()) else {
        return String::new();
    };
    let mut out = String::from("<h2>Evidence</h2>\n<ol>\n");
    for (n, statement) in evidence.statements.iter().enumerate() {
        let clauses: Vec<String> =
            statement.supports.iter().map(|clause| format!("<code>{}</code>", escape(clause))).collect();
        let supports =
            if clauses.is_empty() { String::new() } else { format!("<br>supports {}", clauses.join(", ")) };
        let _ = writeln!(out, "<li id=\"e{}\">{}{supports}</li>", n + 1, escape(&citation(statement)));
    }
    out + "</ol>\n"
}
