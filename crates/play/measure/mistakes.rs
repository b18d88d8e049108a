//! How many slips of the hand the checker names at their place, and how many of its suggestions mend them. Games of the
//! library are drawn at random and spoilt at random: two arguments change places, a wrapper or an argument is gone, a
//! word is misspelt, a player or a coordinate does not exist, a bracket is another one or gone, a name has no quotes, a
//! value is of another kind.
//!
//! `cargo run --profile quick -p ludarium-play --example mistakes -- [MISTAKES 40] [SEED 1]`
//!
//! A line for each mistake: `named` or `unnamed` (nothing is said at the place), `legal` (what came out is a game that
//! can be played, and the checker is silent), whether the first suggestion leaves a description without errors, and
//! whether that is the one that was spoilt.

use ludarium_play::{Problem, Rng, Selection, examine, games, library_defines, mend, read};
use ludarium_syntax::cst::{CstKind, Parsed};
use ludarium_syntax::lex::Bracket;
use std::collections::BTreeMap;

const KINDS: [&str; 9] = [
    "two arguments change places",
    "a wrapper is gone",
    "an argument is gone",
    "a word is misspelt",
    "a player does not exist",
    "a coordinate is off the board",
    "a bracket is wrong",
    "a name has no quotes",
    "a value is of another kind",
];

/// What was written, where, and the whole text with it.
struct Slip {
    start: usize,
    end: usize,
    text: String,
    told: String,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (wanted, seed) = (number(0, 40), number(1, 1));
    let mut rng = Rng::new(seed);
    let defines = library_defines();
    let mut sums: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
    let mut made = 0;
    while made < wanted {
        let game = &games()[rng.below(games().len())];
        let kind = KINDS[rng.below(KINDS.len())];
        let whole = read(game.key, game.text, &defines, &Selection::default());
        let Some(slip) = slip(&whole.parsed, kind, &mut rng) else { continue };
        made += 1;
        let reading = read("slip.lud", &slip.text, &defines, &Selection::default());
        let mut problems = examine(&reading);
        mend(&reading, &Selection::default(), problems.len(), &mut problems);
        let named = problems.iter().any(|problem| is_at(problem, &slip));
        let fix = problems.iter().flat_map(|p| &p.fixes).next();
        let text = fix.map(|fix| fix.apply(&slip.text));
        let clean = |text: &String| {
            let left = examine(&read("mended.lud", text, &defines, &Selection::default()));
            !left.iter().any(Problem::is_error)
        };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().concat();
        let mended = text.as_ref().is_some_and(clean);
        let restored = text.is_some_and(|text| words(&text) == words(game.text));
        let legal = problems.is_empty();
        let sum = sums.entry(kind).or_default();
        for (sum, counts) in sum.iter_mut().zip([true, legal, named, mended, restored]) {
            *sum += u64::from(counts);
        }
        let first = problems.first().map_or(String::new(), |p| format!("{} {}", p.code, p.message));
        println!(
            "{}\t{}\t{}\t{kind}: {}\t{first}\t{}",
            if legal {
                "legal"
            } else if named {
                "named"
            } else {
                "unnamed"
            },
            if restored {
                "as it was"
            } else if mended {
                "mended"
            } else {
                "-"
            },
            game.key,
            slip.told.replace('\n', " "),
            fix.map_or("", |fix| fix.title.as_str()),
        );
    }
    println!("\nkind\tmade\tlegal\tnamed\tmended\tas it was");
    for (kind, [made, legal, named, mended, restored]) in &sums {
        println!("{kind}\t{made}\t{legal}\t{named}\t{mended}\t{restored}");
    }
}

/// At the slip or on its line, at a label, or at the clause right around it.
fn is_at(problem: &Problem, slip: &Slip) -> bool {
    let through = problem.origin.iter().map(|o| o.used_at);
    let spans = [problem.span].into_iter().chain(through).chain(problem.labels.iter().map(|(span, _)| *span));
    spans.into_iter().any(|span| {
        let (start, end) = (span.start as usize, span.end as usize);
        let touches = start <= slip.end + 1 && slip.start <= end + 1;
        let around = slip.text.get(start..end).unwrap_or_default();
        let line = |at: usize| slip.text.get(..at).unwrap_or_default().matches('\n').count();
        let here = start + 1 >= slip.start && start <= slip.end || line(start) == line(slip.start);
        here || touches && around.lines().count() <= 8
    })
}

fn slip(parsed: &Parsed, kind: &str, rng: &mut Rng) -> Option<Slip> {
    let text = &*parsed.text;
    let end_of_game = text.find("(metadata").unwrap_or(text.len());
    let group = |n: u32| parsed.nodes[n as usize].kind == CstKind::Group(Bracket::Round);
    let nodes: Vec<u32> = (0..parsed.nodes.len() as u32)
        .filter(|&n| (parsed.span(n).end as usize) < end_of_game && !matches!(parsed.slice(n), "" | ":"))
        .collect();
    let draw = |rng: &mut Rng, from: Vec<u32>| (!from.is_empty()).then(|| from[rng.below(from.len())]);
    let of = |what: CstKind| nodes.iter().copied().filter(move |&n| parsed.nodes[n as usize].kind == what);
    let change = |start: u32, end: u32, with: String| {
        let (start, end) = (start as usize, end as usize);
        Some(Slip {
            start,
            end: start + with.len(),
            told: format!("{} -> {}", &text[start..end], with),
            text: format!("{}{with}{}", &text[..start], &text[end..]),
        })
    };
    match kind {
        "two arguments change places" => {
            let clause = draw(rng, nodes.iter().copied().filter(|&n| group(n)).collect())?;
            let parts: Vec<u32> = parsed.children(Some(clause)).skip(1).collect();
            let i = rng.below(parts.len().checked_sub(1).filter(|n| *n > 0)?);
            let (a, b) = (parsed.span(parts[i]), parsed.span(parts[i + 1]));
            let between = &text[a.end as usize..b.start as usize];
            let colon = |n: u32| parsed.nodes[n as usize].kind == CstKind::Colon;
            if colon(parts[i])
                || colon(parts[i + 1])
                || between.contains(':')
                || text[..a.start as usize].ends_with(':')
            {
                return None;
            }
            change(
                a.start,
                b.end,
                format!("{}{between}{}", parsed.slice(parts[i + 1]), parsed.slice(parts[i])),
            )
        }
        "a wrapper is gone" => {
            let one = |n: &u32| {
                group(*n) && {
                    let parts: Vec<u32> = parsed.children(Some(*n)).collect();
                    parts.len() == 2 && group(parts[1])
                }
            };
            let clause = draw(rng, nodes.iter().copied().filter(one).collect())?;
            let inner = parsed.children(Some(clause)).nth(1)?;
            let span = parsed.span(clause);
            change(span.start, span.end, parsed.slice(inner).to_owned())
        }
        "an argument is gone" => {
            let clause = draw(rng, nodes.iter().copied().filter(|&n| group(n)).collect())?;
            let parts: Vec<u32> = parsed.children(Some(clause)).skip(1).collect();
            if parts.is_empty() {
                return None;
            }
            let span = parsed.span(parts[rng.below(parts.len())]);
            if text[..span.start as usize].ends_with(':') {
                return None;
            }
            change(span.start, span.end, String::new())
        }
        "a word is misspelt" => {
            let long = |n: &u32| parsed.slice(*n).len() > 3 && parsed.slice(*n).is_ascii();
            let word = draw(rng, of(CstKind::Word).chain(of(CstKind::Text)).filter(long).collect())?;
            let span = parsed.span(word);
            let mut letters: Vec<char> = parsed.slice(word).chars().collect();
            let i = 1 + rng.below(letters.len() - 3);
            match rng.below(3) {
                0 => letters.swap(i, i + 1),
                1 => drop(letters.remove(i)),
                _ => letters.insert(i, letters[i]),
            }
            let with: String = letters.into_iter().collect();
            (with != parsed.slice(word)).then(|| change(span.start, span.end, with)).flatten()
        }
        "a player does not exist" => {
            let role = |n: &u32| matches!(parsed.slice(*n), "P1" | "P2" | "Mover" | "Next" | "Each");
            let span = parsed.span(draw(rng, of(CstKind::Word).filter(role).collect())?);
            change(span.start, span.end, format!("P{}", 5 + rng.below(4)))
        }
        "a coordinate is off the board" => {
            let place = |n: &u32| {
                let own = parsed.slice(*n).trim_matches('"');
                let digits = own.trim_start_matches(|c: char| c.is_ascii_uppercase());
                digits.len() + 1 == own.len() && digits.parse::<u32>().is_ok()
            };
            let span = parsed.span(draw(rng, of(CstKind::Text).filter(place).collect())?);
            let column = char::from(b'P' + rng.below(8) as u8);
            change(span.start, span.end, format!("\"{column}{}\"", 1 + rng.below(30)))
        }
        "a bracket is wrong" => {
            let signs: Vec<usize> =
                text[..end_of_game].match_indices(['(', ')', '{', '}']).map(|(i, _)| i).collect();
            let at = signs[rng.below(signs.len())];
            let with = match (rng.below(3), &text[at..=at]) {
                (0, _) => "",
                (1, "(") => "{",
                (1, ")") => "}",
                (1, "{") => "(",
                (1, _) => ")",
                (_, "(" | "{") => "((",
                (_, _) => "))",
            };
            change(at as u32, at as u32 + 1, with.to_owned())
        }
        "a name has no quotes" => {
            let span = parsed.span(draw(rng, of(CstKind::Text).collect())?);
            let inner = text[span.start as usize..span.end as usize].trim_matches('"').to_owned();
            change(span.start, span.end, inner)
        }
        _ => {
            let node = draw(
                rng,
                nodes
                    .iter()
                    .copied()
                    .filter(|&n| !matches!(parsed.nodes[n as usize].kind, CstKind::Param(_)))
                    .collect(),
            )?;
            let span = parsed.span(node);
            let with = ["7.5", "\"Something\"", "True", "(is Empty 3)", "(sites Board)"][rng.below(5)];
            change(span.start, span.end, with.to_owned())
        }
    }
}
