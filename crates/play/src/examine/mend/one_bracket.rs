//! One bracket too many, too few or of the wrong kind. Which one it is cannot be told from the brackets alone, since many
//! changes make them match; the layout tells: lines are set in as deep as they stand in brackets. So all changes of one
//! bracket after which the brackets match are ordered by how well the layout then fits, and by how near they are.

use super::candidates::Candidates;
use ludarium_syntax::{Fix, Span};

/// So many of the changes are worth reading the description for.
const MOST: usize = 40;
/// A longer text has too many brackets to try each.
const LONGEST: usize = 12_000;

impl Candidates<'_> {
    /// Changes of one bracket, the likeliest first.
    pub(super) fn one_bracket(&self, span: Span) -> Vec<Fix> {
        let text = self.text;
        if text.len() > LONGEST {
            return Vec::new();
        }
        let signs = signs(text);
        let lines = Lines::of(text);
        let mut found: Vec<(usize, usize, Change)> = Vec::new();
        for change in changes(text, &signs) {
            if let Some(odd) = lines.odd_after(&signs, &change) {
                found.push((odd, change.at.abs_diff(span.start as usize), change));
            }
        }
        found.sort_by_key(|(odd, far, _)| (*odd, *far));
        found.into_iter().take(MOST).map(|(_, _, change)| change.fix(span)).collect()
    }
}

/// Takes what stands at a place away, writes something there, or both.
#[derive(Clone, Copy)]
struct Change {
    at: usize,
    away: Option<u8>,
    write: Option<u8>,
}

impl Change {
    fn fix(self, span: Span) -> Fix {
        let end = self.at + usize::from(self.away.is_some());
        let place = Span { start: self.at as u32, end: end as u32, ..span };
        let written = self.write.map_or(String::new(), |sign| char::from(sign).to_string());
        let title = match (self.away, self.write) {
            (None, _) => format!("add `{written}`"),
            (Some(sign), None) => format!("take `{}` away", char::from(sign)),
            (Some(_), Some(_)) => format!("write `{written}`"),
        };
        Fix::new(place, written, title)
    }
}

/// The brackets outside texts and remarks.
fn signs(text: &str) -> Vec<(usize, u8)> {
    let bytes = text.as_bytes();
    let mut signs = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'"' => i += 1 + bytes[i + 1..].iter().position(|&b| b == b'"').unwrap_or(bytes.len() - i - 1),
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i += bytes[i..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - i);
            }
            sign @ (b'(' | b')' | b'{' | b'}') => signs.push((i, sign)),
            _ => {}
        }
        i += 1;
    }
    signs
}

fn changes(text: &str, signs: &[(usize, u8)]) -> Vec<Change> {
    let mut all = Vec::new();
    for &(at, sign) in signs {
        all.push(Change { at, away: Some(sign), write: None });
        let other = match sign {
            b'(' => b'{',
            b'{' => b'(',
            b')' => b'}',
            _ => b')',
        };
        all.push(Change { at, away: Some(sign), write: Some(other) });
        // A bracket may be missing beside any other, ...
        let (beside, write) =
            if matches!(sign, b'(' | b'{') { (at, [b'(', b'{']) } else { (at + 1, [b')', b'}']) };
        all.extend(write.map(|write| Change { at: beside, away: None, write: Some(write) }));
    }
    // ... at the end of a line, and before and behind a word.
    let bytes = text.as_bytes();
    let open = |b: u8| b.is_ascii_whitespace() || matches!(b, b'(' | b'{');
    let close = |b: u8| b.is_ascii_whitespace() || matches!(b, b')' | b'}');
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'"' | b'#' | b'<' | b'=' | b'>');
    for at in 1..bytes.len() {
        if part(bytes[at]) && open(bytes[at - 1]) {
            all.push(Change { at, away: None, write: Some(b'(') });
        }
        if part(bytes[at - 1]) && close(bytes[at]) {
            all.extend([b')', b'}'].map(|write| Change { at, away: None, write: Some(write) }));
        }
    }
    all
}

/// Where lines begin, and how far each is set in.
struct Lines {
    /// Where the first sign that is no blank stands.
    starts: Vec<usize>,
    indents: Vec<usize>,
    /// By so much one level is set in.
    unit: usize,
}

impl Lines {
    fn of(text: &str) -> Lines {
        let (mut starts, mut indents) = (Vec::new(), Vec::new());
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start().len();
            if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
                starts.push(at + indent);
                indents.push(indent);
            }
            at += line.len();
        }
        let unit = indents.iter().copied().filter(|&indent| indent > 0).min().unwrap_or(1);
        Lines { starts, indents, unit }
    }

    /// How many lines are set in oddly after a change; nothing if the brackets do not match then.
    fn odd_after(&self, signs: &[(usize, u8)], change: &Change) -> Option<usize> {
        let mut open: Vec<u8> = Vec::new();
        let mut line = 0;
        let mut odd = 0;
        let mut changed = false;
        let step = |at: usize, sign: u8, open: &mut Vec<u8>, line: &mut usize, odd: &mut usize| {
            while self.starts.get(*line).is_some_and(|&start| start <= at) {
                let closes = self.starts[*line] == at && matches!(sign, b')' | b'}');
                let depth = open.len().saturating_sub(usize::from(closes));
                *odd += usize::from(self.indents[*line] != depth * self.unit);
                *line += 1;
            }
            match sign {
                b'(' | b'{' => open.push(sign),
                b')' => return open.pop() == Some(b'('),
                _ => return open.pop() == Some(b'{'),
            }
            true
        };
        for &(at, sign) in signs {
            if !changed && change.at <= at {
                changed = true;
                if let Some(write) = change.write
                    && !step(change.at, write, &mut open, &mut line, &mut odd)
                {
                    return None;
                }
                if change.away.is_some() {
                    continue;
                }
            }
            if !step(at, sign, &mut open, &mut line, &mut odd) {
                return None;
            }
        }
        if !changed
            && let Some(write) = change.write
            && !step(change.at, write, &mut open, &mut line, &mut odd)
        {
            return None;
        }
        open.is_empty().then_some(odd)
    }
}
