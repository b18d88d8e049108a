//! How sure all of it is: what may have stood in each place, results in families of rules, proposals with Bayes factors,
//! published pages worked out again. As plain lines and as HTML.

use super::html::escape;
use super::{Case, file_name, result_name};
use crate::hypotheses::strength;
use crate::posterior::{Cluster, clusters};
use std::fmt::Write;

/// So many kinds are shown for a place; all of a credible set are in the tables.
const MOST_KINDS: usize = 10;

fn percent(x: f64) -> String {
    format!("{:.0} %", 100.0 * x)
}

/// What a family of rules is called: the kinds of its parts.
fn called(cluster: &Cluster) -> String {
    cluster.kinds.join(" | ")
}

/// In plain lines.
pub fn uncertain(case: &Case<'_>) -> String {
    let mut text = String::new();
    for posterior in case.posterior {
        let _ = writeln!(text, "\nWhat may have stood in {}:", posterior.place);
        for share in posterior.kinds.iter().take(MOST_KINDS) {
            let _ = writeln!(
                text,
                "  {:>5}  {} (as in {})",
                percent(share.probability),
                share.kind,
                share.donors.join("; ")
            );
        }
        let _ = writeln!(
            text,
            "  {:>5}  something that no donor has; {} other kinds share the rest",
            percent(posterior.something_else),
            posterior.others + posterior.kinds.len().saturating_sub(MOST_KINDS)
        );
    }
    let clusters = clusters(case.incomplete, &case.found.results);
    if clusters.len() > 1 {
        let _ = writeln!(text, "\n{} families of rules:", clusters.len());
        for cluster in &clusters {
            let numbers: Vec<String> = cluster.results.iter().map(|at| (at + 1).to_string()).collect();
            let _ = writeln!(text, "  {}: {}", numbers.join(", "), called(cluster));
        }
    }
    if !case.hypotheses.is_empty() {
        text.push_str("\nHypotheses, held against the same evidence:\n");
        for held in case.hypotheses {
            let fault = held.fault.as_ref().map_or(String::new(), |why| format!("; {why}"));
            let _ = writeln!(
                text,
                "  {}: {} (Bayes factor against the likeliest {:.3}{}{fault})",
                held.name,
                percent(held.posterior),
                held.bayes_factor,
                if held.bayes_factor < 1.0 {
                    format!(", {}", strength(held.bayes_factor))
                } else {
                    String::new()
                }
            );
            for ground in held.grounds.iter().filter(|g| !g.holds) {
                let _ = writeln!(text, "      against it: {}", ground.expected);
            }
        }
    }
    for page in case.pages {
        let shown = page.solved.as_ref().unwrap_or(&page.computed);
        let [combined, cultural, conceptual, geographical] = &shown.shown;
        let _ = writeln!(
            text,
            "\nPublished: {} [{}]\n  on its page Combined {}, Cultural {}, Conceptual {}, Geographical {}\n  from its donors Combined \
             {combined}, Cultural {cultural}, Conceptual {conceptual}, Geographical {geographical} (~{} km){}",
            page.name,
            page.id,
            page.published[0],
            page.published[1],
            page.published[2],
            page.published[3],
            shown.shown_km,
            if page.is_met() { "" } else { ": not the same" }
        );
        for missing in &page.missing {
            let _ = writeln!(text, "  {missing}");
        }
    }
    text
}

/// As a part of the page of all results.
pub(super) fn html(case: &Case<'_>) -> String {
    let mut out = String::new();
    if !case.posterior.is_empty() {
        out.push_str("<h2>What may have stood there</h2>\n");
    }
    for posterior in case.posterior {
        let _ = writeln!(
            out,
            "<h3><code>{}</code></h3>\n<table>\n<tr><th class=\"n\">Probability</th><th>Kind of rule</th><th>As in</th></tr>",
            escape(&posterior.place)
        );
        for share in posterior.kinds.iter().take(MOST_KINDS) {
            let _ = writeln!(
                out,
                "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
                percent(share.probability),
                escape(&share.kind),
                escape(&share.donors.join("; "))
            );
        }
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td>something that no donor has</td><td class=\"soft\">{} other kinds share the rest</td></tr>\n</table>",
            percent(posterior.something_else),
            posterior.others + posterior.kinds.len().saturating_sub(MOST_KINDS)
        );
    }
    let clusters = clusters(case.incomplete, &case.found.results);
    if clusters.len() > 1 {
        let _ = writeln!(out, "<h2>{} families of rules</h2>\n<ul>", clusters.len());
        for cluster in &clusters {
            let links: Vec<String> = cluster
                .results
                .iter()
                .map(|&at| {
                    format!("<a href=\"{}\">{}</a>", file_name(at), escape(&result_name(case.incomplete, at)))
                })
                .collect();
            let _ = writeln!(out, "<li>{}: {}</li>", links.join(", "), escape(&called(cluster)));
        }
        out.push_str("</ul>\n");
    }
    if !case.hypotheses.is_empty() {
        out.push_str(
            "<h2>Hypotheses</h2>\n<table>\n<tr><th>Ruleset</th><th class=\"n\">Posterior</th><th class=\"n\">Bayes factor</th>\
             <th>Against it</th></tr>\n",
        );
        for held in case.hypotheses {
            let mut against: Vec<&str> =
                held.grounds.iter().filter(|g| !g.holds).map(|g| g.expected.as_str()).collect();
            against.extend(held.fault.as_deref());
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.3}</td><td>{}</td></tr>",
                escape(&held.name),
                percent(held.posterior),
                held.bayes_factor,
                escape(&against.join("; "))
            );
        }
        out.push_str("</table>\n");
    }
    out
}
