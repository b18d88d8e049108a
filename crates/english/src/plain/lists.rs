//! Enumerations that run on for lines: places of a track, sites of a region, clues. They become lists. Knows no ludeme.

use crate::document::{Section, Sentence};
use crate::readability::{LONG, TOO_OFTEN, WORTH_A_NAME, balanced, lead_of, split, words};

/// Items of an enumeration on one line of a list.
const PER_LINE: usize = 10;
/// An item of an enumeration has at most so many words.
const ITEM: usize = 8;

pub fn break_up(sections: &mut [Section]) {
    for section in sections {
        for sentence in &mut section.sentences {
            break_sentence(sentence);
        }
    }
}

fn break_sentence(sentence: &mut Sentence) {
    for inner in sentence.list.iter_mut().chain(&mut sentence.more) {
        break_sentence(inner);
    }
    if !sentence.list.is_empty() || !split(&sentence.text).iter().any(|s| words(s) > LONG) {
        return;
    }
    // Only the first long sentence of several is taken; what stands before it stays, what follows goes behind the list.
    let parts = split(&sentence.text);
    let Some(long) = parts.iter().position(|s| words(s) > LONG) else { return };
    let Some((head, items)) = enumeration(&parts[long]) else { return };
    let lead = parts[..long].iter().map(String::as_str).chain([head.as_str()]).collect::<Vec<_>>().join(" ");
    let rest = parts[long + 1..].join(" ");
    let at = sentence.at.clone();
    sentence.text = lead;
    sentence.list = items.into_iter().map(|text| Sentence::new(text, at.clone())).collect();
    sentence.list.iter_mut().for_each(break_sentence);
    if !rest.is_empty() {
        let mut more = Sentence::new(rest, at);
        break_sentence(&mut more);
        sentence.more.insert(0, more);
    }
}

/// A sentence as what introduces an enumeration, and its items.
fn enumeration(text: &str) -> Option<(String, Vec<String>)> {
    by_semicolons(text).or_else(|| by_commas(text))
}

fn by_semicolons(text: &str) -> Option<(String, Vec<String>)> {
    // Cases in brackets at the end of a sentence.
    if let Some((head, cases)) = text.trim_end_matches('.').strip_suffix(')').and_then(|t| t.split_once(" ("))
        && balanced(head)
        && balanced(cases)
        && cases.matches("; ").count() > 2
        && cases.split("; ").all(balanced)
    {
        let lines = cases.split("; ").map(crate::grammar::capital).collect();
        return Some((format!("{head} one of these:"), lines));
    }
    let parts: Vec<&str> = text.trim_end_matches('.').split("; ").collect();
    if parts.len() < 4 || !parts.iter().all(|p| balanced(p)) {
        return None;
    }
    let (head, first) = parts[0].rsplit_once(": ").or_else(|| parts[0].split_once(" with "))?;
    let head = if parts[0].contains(": ") { format!("{head}:") } else { format!("{head} with:") };
    let items: Vec<&str> = std::iter::once(first).chain(parts[1..].iter().copied()).collect();
    let short = items.iter().all(|i| words(i) <= 3);
    let lines = if short {
        items.chunks(PER_LINE).map(|c| c.join("; ")).collect()
    } else {
        items.into_iter().map(crate::grammar::capital).collect()
    };
    Some((head, lines))
}

/// The longest run of short items between commas.
fn by_commas(text: &str) -> Option<(String, Vec<String>)> {
    let parts: Vec<&str> = text.split(", ").collect();
    let item = |i: usize| words(parts[i]) <= ITEM;
    let mut best = (0, 0);
    let mut from = 1;
    while from < parts.len() {
        let mut to = from;
        while to < parts.len() && item(to) {
            to += 1;
        }
        if to - from > best.1 - best.0 {
            best = (from, to);
        }
        from = to + 1;
    }
    if best.1 - best.0 < 8 {
        return None;
    }
    // The part before the run ends in its first item: after the last of these words.
    let opening = parts[..best.0].join(", ");
    let after =
        |openers: &[&str]| openers.iter().filter_map(|w| opening.rfind(w).map(|at| at + w.len())).max();
    // Words that open an enumeration for certain, and words that often do.
    const SURE: [&str; 10] = [
        " runs ",
        " consists of ",
        " consist of ",
        " are: ",
        " is: ",
        " other than ",
        " one of ",
        " none of ",
        " among ",
        " between points ",
    ];
    const LIKELY: [&str; 14] = [
        " on ", " has ", " have ", ": ", " of ", " cells ", " points ", " lines ", " at ", " same ", "lace ",
        " hold ", " that ", " if ",
    ];
    let cut = after(&SURE).or_else(|| after(&LIKELY))?;
    let head = format!("{}:", opening[..cut].trim_end().trim_end_matches(':'));
    let first = opening[cut..].to_string();
    let run: Vec<String> =
        std::iter::once(first).chain(parts[best.0..best.1].iter().map(|p| p.to_string())).collect();
    if words(&head) > LONG {
        return None;
    }
    // Long items get a line each.
    let long = run.iter().filter(|item| words(item) > 4).count();
    let per_line = if 2 * long > run.len() { 1 } else { PER_LINE };
    let mut lines: Vec<String> = run.chunks(per_line).map(|c| c.join(", ")).collect();
    let rest = parts[best.1..].join(", ");
    if !rest.is_empty() {
        lines.push(rest);
    }
    if !balanced(&head) || lines.iter().any(|l| !balanced(l)) {
        return None;
    }
    if let Some(last) = lines.last_mut() {
        *last = last.trim_end_matches('.').to_string();
    }
    Some((head, lines))
}

/// Sentences that are repeated all over become standing rules, told where the first of them stood.
pub fn say_once(sections: &mut [Section]) {
    let mut counted: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for section in sections.iter_mut() {
        each(&mut section.sentences, &mut |s| {
            for text in split(&s.text) {
                let (_, rule) = lead_of(&text);
                if words(rule) >= WORTH_A_NAME && text.ends_with('.') && balanced(rule) {
                    *counted.entry(rule.to_string()).or_default() += 1;
                }
            }
        });
    }
    counted.retain(|_, times| *times >= TOO_OFTEN);
    if counted.is_empty() {
        return;
    }
    let mut named: Vec<String> = Vec::new();
    // Which of them is the one rule of promotion.
    let mut promoting: Vec<bool> = Vec::new();
    let promotion = |rule: &str| rule.contains("promote it");
    for section in sections.iter_mut() {
        let mut first: Vec<Sentence> = Vec::new();
        each(&mut section.sentences, &mut |s| {
            let at = s.at.clone();
            let parts: Vec<String> = split(&s.text)
                .into_iter()
                .map(|text| {
                    let (lead, rule) = lead_of(&text);
                    if !counted.contains_key(rule) || !text.ends_with('.') {
                        return text;
                    }
                    let number = named.iter().position(|n| n == rule).unwrap_or_else(|| {
                        named.push(rule.to_string());
                        let told = match promotion(rule) && !promoting.contains(&true) {
                            true => format!("The promotion rule: {}", super::say::lower(rule)),
                            false => format!("Standing rule {}: {}", named.len(), super::say::lower(rule)),
                        };
                        promoting.push(told.starts_with("The promotion"));
                        first.push(Sentence::new(told, at.clone()));
                        named.len() - 1
                    });
                    let text = match promoting[number] {
                        true => format!("{lead}the promotion rule applies"),
                        false => format!("{lead}standing rule {} applies", number + 1),
                    };
                    crate::grammar::sentence(&text)
                })
                .collect();
            s.text = several_at_once(parts).join(" ");
        });
        section.sentences.splice(0..0, first);
    }
}

/// `Then standing rule 1 applies. Also, standing rule 2 applies.` in one sentence.
fn several_at_once(parts: Vec<String>) -> Vec<String> {
    let rule = |text: &str| -> Option<(String, usize)> {
        let (lead, rest) = text.strip_suffix(" applies.")?.split_once("tanding rule ")?;
        Some((lead[..lead.len() - 1].trim_end_matches([',', ' ']).to_string(), rest.parse().ok()?))
    };
    let mut out: Vec<String> = Vec::new();
    let mut run: Vec<(String, usize)> = Vec::new();
    let end = |run: &mut Vec<(String, usize)>, out: &mut Vec<String>| {
        if let [(lead, number)] = run.as_slice() {
            out.push(crate::grammar::sentence(&format!("{lead} standing rule {number} applies")));
        } else if let Some((lead, _)) = run.first() {
            let numbers: Vec<String> = run.iter().map(|(_, n)| n.to_string()).collect();
            let list = crate::grammar::list(&numbers, "and");
            out.push(crate::grammar::sentence(&format!("{lead} standing rules {list} apply")));
        }
        run.clear();
    };
    for part in parts {
        match rule(&part) {
            Some(found) if run.is_empty() || found.0 == "Also" => run.push(found),
            Some(found) => {
                end(&mut run, &mut out);
                run.push(found);
            }
            None => {
                end(&mut run, &mut out);
                out.push(part);
            }
        }
    }
    end(&mut run, &mut out);
    out
}

pub fn each(sentences: &mut [Sentence], work: &mut dyn FnMut(&mut Sentence)) {
    for sentence in sentences {
        work(sentence);
        each(&mut sentence.list, work);
        each(&mut sentence.more, work);
    }
}
