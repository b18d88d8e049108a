//! Mistakes that are made where a definition is used and show only in its body: an argument that was left out, a body
//! that does not fit the place. They are told at the use; the body becomes the second place.

use crate::Reading;
use ludarium_syntax::cst::{CstKind, Parsed};
use ludarium_syntax::{Origin, Problem, Sources, Span};

/// Makes the use of a definition the first place of a problem, where the mistake is there.
pub(super) fn show(reading: &Reading, problem: &mut Problem) {
    // Parameters that are counted with gaps are a mistake of the definition itself.
    const OF_THE_DEFINITION: &str = "E0204";
    let Some(origin) = problem.origin.first().cloned().filter(|_| problem.code != OF_THE_DEFINITION) else {
        return;
    };
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

/// Uses of a definition of this very text that give fewer arguments than all its other uses: what was left out may be
/// left out by the language, and was hardly meant to be.
pub(super) fn with_too_little(reading: &Reading, problems: &mut Vec<Problem>) {
    /// So many other uses show what is usual, where something is given; none at all is odd beside a single one.
    const USUAL: usize = 3;
    let parsed = &reading.parsed;
    let texts: Vec<(u32, Option<u32>)> = texts(parsed);
    for &(defined, parent) in &texts {
        let Some(clause) = parent.filter(|&clause| parsed.head(clause) == Some("define")) else { continue };
        if parsed.children(Some(clause)).nth(1) != Some(defined) {
            continue;
        }
        let name = parsed.inner(defined);
        let uses: Vec<(u32, usize)> = texts
            .iter()
            .filter(|&&(text, _)| text != defined && parsed.inner(text) == name)
            .map(|&(text, parent)| {
                let call = parent.filter(|&call| parsed.children(Some(call)).next() == Some(text));
                match call {
                    Some(call) => (call, parsed.children(Some(call)).count() - 1),
                    None => (text, 0),
                }
            })
            .collect();
        for (i, &(node, given)) in uses.iter().enumerate() {
            let mut others = uses.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, (_, given))| *given);
            let count = uses.len() - 1;
            let Some(usual) = others.next().filter(|&usual| usual > given) else { continue };
            // One argument is often one that may be left out.
            let odd = if given == 0 && usual > 1 { 1 } else { USUAL };
            if !others.all(|other| other == usual) || count < odd {
                continue;
            }
            let arguments = if given == 1 { "1 argument".to_owned() } else { format!("{given} arguments") };
            let message = format!("\"{name}\" is used with {arguments} here and with {usual} elsewhere");
            let numbers: Vec<String> = (1..=usual).map(|n| format!("#{n}")).collect();
            problems.push(
                Problem::warning("E0231", parsed.span(node), message)
                    .wanted(format!("`(\"{name}\" {})`, with something for each", numbers.join(" ")))
                    .label(parsed.span(clause), "defined here")
                    .help("an argument that is not given is left out of what the definition stands for"),
            );
        }
    }
}

/// The texts of a description, each with the group around it.
fn texts(parsed: &Parsed) -> Vec<(u32, Option<u32>)> {
    let mut texts = Vec::new();
    let mut around: Vec<u32> = Vec::new();
    for node in 0..parsed.nodes.len() as u32 {
        while around.last().is_some_and(|&up| parsed.nodes[up as usize].after <= node) {
            around.pop();
        }
        match parsed.nodes[node as usize].kind {
            CstKind::Text => texts.push((node, around.last().copied())),
            CstKind::Group(_) => around.push(node),
            CstKind::Word | CstKind::Colon => {}
            CstKind::Param(_) | CstKind::Opener(_) | CstKind::Closer(_) => {}
        }
    }
    texts
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
