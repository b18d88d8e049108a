//! Changes of text that mend a mistake. Small changes around the place of a problem are tried, and only those are kept
//! after which the whole description has fewer errors: what is suggested has been checked. Which changes are tried is
//! known to `candidates`; here it is only known which of them help.

mod candidates;

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
/// So many changes are kept.
const MOST_KEPT: usize = 3;

/// Adds to each error the changes that mend it. `selection` is the one the description was read with.
pub fn mend(reading: &Reading, selection: &Selection, problems: &mut [Problem]) {
    let text: &str = &reading.parsed.text;
    if text.len() > LONGEST {
        return;
    }
    let tries = (MOST_BYTES_READ / text.len().max(1)).clamp(LEAST_TRIES, MOST_TRIES);
    let before = weight(problems);
    let errors = problems.iter_mut().filter(|problem| problem.is_error());
    for problem in errors.take(MOST_PROBLEMS) {
        let mut kept: Vec<(usize, Fix)> = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for fix in Candidates::of(reading, problem) {
            let changed = fix.apply(text);
            if changed == text || seen.contains(&changed) {
                continue;
            }
            let after = weight(&examine(&read(&reading.name, &changed, reading.defines(), selection)));
            seen.push(changed);
            if after < before {
                kept.push((after, fix));
            }
            let whole = kept.iter().filter(|(after, _)| *after == 0).count();
            if whole >= MOST_KEPT || seen.len() >= tries {
                break;
            }
        }
        // The sort is stable: of changes that mend as much, the more likely one stays first.
        kept.sort_by_key(|(after, _)| *after);
        problem.fixes = kept.into_iter().take(MOST_KEPT).map(|(_, fix)| fix).collect();
    }
}

/// How wrong a description is. A text that cannot be read at all may hide more behind its one error.
fn weight(problems: &[Problem]) -> usize {
    let errors = problems.iter().filter(|p| p.is_error());
    errors
        .map(|p| {
            if p.code < "E03" {
                100
            } else if p.code < "E05" {
                10
            } else {
                1
            }
        })
        .sum()
}
