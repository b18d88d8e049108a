//! Mistakes that are made where a definition is used and show only in its body: an argument that was left out, a body
//! that does not fit the place. They are told at the use; the body becomes the second place.

use crate::Reading;
use ludarium_syntax::{Origin, Problem, Sources, Span};

/// Makes the use of a definition the first place of a problem, where the mistake is there.
pub(super) fn show(reading: &Reading, problem: &mut Problem) {
    let Some(origin) = problem.origin.first().cloned() else { return };
    if origin.used_at.file != reading.parsed.file || !problem.is_error() {
        return;
    }
    let sources = reading.sources();
    let given = arguments_of(reading, origin.used_at);
    let wanted = parameters_of(&sources, &origin);
    let left_out = given.is_some_and(|given| given < wanted);
    if !left_out && !is_body(&sources, &origin, problem.span) {
        return;
    }
    let words = std::mem::take(&mut problem.message);
    let name = &origin.name;
    if left_out {
        let numbers: Vec<String> = (1..=wanted).map(|n| format!("#{n}")).collect();
        let given = given.unwrap_or(0);
        problem.message = format!("\"{name}\" is used with {given} of its {wanted} arguments, so {words}");
        problem.help = Some(format!("write `(\"{name}\" {})`, with something for each", numbers.join(" ")));
    } else {
        problem.message = format!("\"{name}\" does not fit here: {words}");
    }
    problem.labels.push((problem.span, "this is what it stands for".to_owned()));
    problem.span = origin.used_at;
    problem.origin.remove(0);
}

/// How many arguments a use gives; a name alone gives none.
fn arguments_of(reading: &Reading, used_at: Span) -> Option<usize> {
    let parsed = &reading.parsed;
    let node = (0..parsed.nodes.len() as u32).find(|&node| parsed.span(node) == used_at)?;
    Some(parsed.children(Some(node)).count().saturating_sub(1))
}

/// How many parameters a definition has; none where their numbers have a gap, because then the mistake is in its body.
fn parameters_of(sources: &Sources, origin: &Origin) -> usize {
    let text = sources.text(origin.defined_at).as_bytes();
    let used = |n: usize| text.windows(2).any(|pair| pair[0] == b'#' && pair[1] == b'0' + n as u8);
    let without_gap = (1..=9).take_while(|&n| used(n)).count();
    let most = (1..=9).rev().find(|&n| used(n)).unwrap_or(0);
    if without_gap == most { most } else { 0 }
}

/// Whether a place is the whole body of a definition.
fn is_body(sources: &Sources, origin: &Origin, span: Span) -> bool {
    let defined = origin.defined_at;
    if span.file != defined.file || span.start < defined.start || span.end > defined.end {
        return false;
    }
    let text = sources.text(defined);
    let before = text.get(..(span.start - defined.start) as usize).unwrap_or_default();
    let after = text.get((span.end - defined.start) as usize..).unwrap_or_default();
    after.trim() == ")" && before.matches('"').count() == 2 && before.trim_end().ends_with('"')
}
