//! Changes of text that mend a mistake. Small changes around the place of a problem are tried, and only those are kept
//! after which the whole description has fewer errors: what is suggested has been checked. Which changes are tried is
//! known to `candidates`; here it is only known which of them help.

mod candidates;
mod habits;
mod one_bracket;

use super::examine;
use crate::{Reading, read};
use candidates::Candidates;
use ludarium_syntax::{Fix, Problem, Selection};

/// So many problems are looked at. The description is read again for each change, so a longer text allows fewer.
const MOST_PROBLEMS: usize = 4;
const LONGEST: usize = 20_000;
const MOST_TRIES: usize = 240;
const LEAST_TRIES: usize = 30;
const MOST_BYTES_READ: usize = 400_000;
/// Warnings of what is hardly meant as it is written: more arguments than a definition takes, a name of nothing.
const MENDED_WARNINGS: [&str; 2] = ["E0228", "E0320"];
/// So many changes are kept.
const MOST_KEPT: usize = 3;

/// Adds the changes that mend it to each error (and each of some warnings) among the first problems. `selection` is the one the description was
/// read with, and `problems` is all that [`examine`] found.
pub fn mend(reading: &Reading, selection: &Selection, first: usize, problems: &mut [Problem]) {
    let text: &str = &reading.parsed.text;
    if text.len() > LONGEST {
        return;
    }
    let tries = (MOST_BYTES_READ / text.len().max(1)).clamp(LEAST_TRIES, MOST_TRIES);
    let before = Wrong::of(problems);
    let mendable = |problem: &&mut Problem| problem.is_error() || MENDED_WARNINGS.contains(&problem.code);
    for problem in problems.iter_mut().take(first).filter(mendable).take(MOST_PROBLEMS) {
        let mut kept: Vec<(Wrong, Fix)> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for fix in Candidates::of(reading, problem) {
            let changed = fix.apply(text);
            if changed == text || seen.contains(&changed) {
                continue;
            }
            let left = examine(&read(&reading.name, &changed, reading.defines(), selection));
            let after = Wrong::of(&left);
            seen.push(changed);
            let better = if problem.is_error() {
                after.is_better_than(before)
            } else {
                // A warning is worth no new one.
                after.warnings < before.warnings && !before.is_better_than(after)
            };
            if better && !left.iter().any(|problem| is_at(problem, &fix)) {
                kept.push((after, fix));
            }
            let whole = kept.iter().filter(|(after, _)| after.errors == 0).count();
            if whole >= MOST_KEPT || seen.len() >= tries {
                break;
            }
        }
        // The sort is stable: of changes that mend as much, the more likely one stays first.
        kept.sort_by_key(|(after, _)| (after.unreadable, after.errors));
        if let Some((_, fix)) = kept.first().filter(|(after, _)| problem.code < "E02" && after.errors == 0) {
            point_at(fix, text, problem);
        }
        problem.fixes = kept.into_iter().take(MOST_KEPT).map(|(_, fix)| fix).collect();
    }
}

/// Where brackets do not match, reading stumbles behind the mistake; what mends all of it shows where it is.
fn point_at(fix: &Fix, text: &str, problem: &mut Problem) {
    let line = |at: u32| text.get(..at as usize).unwrap_or_default().matches('\n').count();
    if fix.span.file == problem.span.file && line(fix.span.start) != line(problem.span.start) {
        problem.labels.insert(0, (fix.span, format!("perhaps here: {}", fix.title)));
    }
}

/// Whether a change has an error in it: then one mistake only became another.
fn is_at(problem: &Problem, fix: &Fix) -> bool {
    let end = fix.span.start + fix.replacement.len() as u32;
    let span = problem.span;
    problem.is_error() && span.file == fix.span.file && fix.span.start <= span.start && span.end <= end
}

/// How wrong a description is.
#[derive(Clone, Copy)]
struct Wrong {
    /// Errors that keep the text from being read; one of them may hide many of the others.
    unreadable: usize,
    errors: usize,
    warnings: usize,
}

impl Wrong {
    fn of(problems: &[Problem]) -> Wrong {
        let errors = problems.iter().filter(|p| p.is_error());
        let unreadable = errors.clone().filter(|p| p.code < "E03").count();
        let errors = errors.count();
        Wrong { unreadable, errors, warnings: problems.len() - errors }
    }

    fn is_better_than(self, before: Wrong) -> bool {
        self.unreadable < before.unreadable
            || self.unreadable == before.unreadable && self.errors < before.errors
    }
}
