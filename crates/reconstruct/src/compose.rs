//! Parts made of parts: where no single game has what was lost, two may have it between them. A part that one game has
//! is changed in one place, and what stands there instead is what another game has in such a place: another number,
//! another region, another condition; one clause more or one less; in a set-up, one piece placed as elsewhere.
//!
//! Knows trees and how likely whole parts are; refuses to know what any of it means. All parts here are already in our
//! own names.

use crate::rank::Kind;
use crate::term::{Shape, Term};
use crate::types::DonorId;
use rustc_hash::{FxHashMap, FxHasher};
use smol_str::SmolStr;
use std::hash::{Hash, Hasher};

/// A part that one game has, bound.
#[derive(Clone, Debug)]
pub struct Whole {
    pub terms: Vec<Term>,
    /// What it needs beside itself.
    pub brought: Vec<Term>,
    pub donor: DonorId,
    /// How likely it is among all whole parts; the shares of all add up to 1.
    pub share: f64,
}

/// A part made of two.
#[derive(Clone, Debug)]
pub struct Made {
    pub terms: Vec<Term>,
    pub brought: Vec<(DonorId, Term)>,
    /// Whose part was changed, and who has what stands there now; the same where something was only left out.
    pub donor: DonorId,
    pub with: DonorId,
    /// How likely it is among all that are made.
    pub share: f64,
}

/// So many of the likeliest parts are changed; so many say what may stand where.
const CHANGED: usize = 25;
const ASKED: usize = 200;
/// So many things are tried in one place.
const IN_ONE_PLACE: usize = 12;
/// How changes share out: something else in one place; a clause more; a clause less; a piece placed otherwise.
const ELSE: f64 = 0.5;
const MORE: f64 = 0.15;
const LESS: f64 = 0.15;
const PLACED: f64 = 0.2;
/// What the description itself says in such a place counts as much as so many of all parts.
const OWN: f64 = 0.5;

/// What stands in a place.
#[derive(Clone, Debug)]
struct Option1 {
    term: Term,
    from: usize,
    share: f64,
}

/// By place: what stands there, and how much of all that have the place there is.
#[derive(Default)]
struct Places {
    options: FxHashMap<u64, Vec<Option1>>,
    all: FxHashMap<u64, f64>,
}

impl Places {
    fn add(&mut self, place: u64, term: &Term, from: usize, share: f64) {
        *self.all.entry(place).or_default() += share;
        let list = self.options.entry(place).or_default();
        match list.iter_mut().find(|option| option.term == *term) {
            Some(option) => option.share += share,
            None => list.push(Option1 { term: term.clone(), from, share }),
        }
    }
    fn sort(&mut self) {
        for list in self.options.values_mut() {
            list.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.from.cmp(&b.from)));
        }
    }
    /// The likeliest things in a place, with how likely each is.
    fn of(&self, place: u64) -> impl Iterator<Item = (&Option1, f64)> {
        let all = self.all.get(&place).copied().unwrap_or(1.0);
        let list = self.options.get(&place).map_or(&[][..], Vec::as_slice);
        list.iter().take(IN_ONE_PLACE).map(move |option| (option, option.share / all))
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The place of each part of a term, by number of the part; `around` is the term's own place.
fn place_of(term: &Term, part: usize, around: u64) -> u64 {
    match term.shape {
        Shape::Call => {
            let head = term.head().unwrap_or_default();
            let keyword = term.args().first().filter(|_| part > 1);
            // Who is placed matters for where; elsewhere a first word says what kind of clause it is.
            let keyword = keyword.and_then(|first| match (&first.shape, head) {
                (Shape::Word(word), _) => Some(word.as_str()),
                (Shape::Text(text), "place") => Some(text.as_str()),
                _ => None,
            });
            let name =
                (head == "place" && part > 2).then(|| term.args().get(1).and_then(Term::as_text)).flatten();
            match &term.parts[part].label {
                Some(label) => hash_of(&(head, keyword, name, label.as_str())),
                None => {
                    let before = term.parts[1..part].iter().filter(|other| other.label.is_none()).count();
                    hash_of(&(head, keyword, name, before))
                }
            }
        }
        Shape::Set => hash_of(&("member", around)),
        Shape::Word(_) | Shape::Int(_) | Shape::Float(_) | Shape::Text(_) | Shape::Hole(_) => 0,
    }
}

/// The hole itself.
const ROOT: u64 = 1;

/// A part as one term: a set of clauses where the order of arguments says nothing.
fn rooted(terms: &[Term], kind: Kind) -> Term {
    let is_list = matches!(kind, Kind::Start | Kind::End);
    match terms {
        [only] if is_list && only.shape == Shape::Set => only.clone(),
        terms if is_list => Term::new(Shape::Set, terms.to_vec()),
        terms => {
            let parts = std::iter::once(Term::word("piece")).chain(terms.iter().cloned()).collect();
            Term::new(Shape::Call, parts)
        }
    }
}

fn unrooted(root: Term, kind: Kind) -> Vec<Term> {
    let is_list = matches!(kind, Kind::Start | Kind::End);
    let mut parts = root.parts;
    match (is_list, parts.len()) {
        (true, 1) => parts,
        (true, _) => vec![Term::new(Shape::Set, parts)],
        (false, _) => parts.split_off(1),
    }
}

/// All places in a term, with the ways to them.
fn walk(term: &Term, around: u64, way: &mut Vec<usize>, visit: &mut dyn FnMut(&Term, u64, &[usize])) {
    let first = usize::from(term.shape == Shape::Call);
    for part in first..term.parts.len() {
        let place = place_of(term, part, around);
        way.push(part);
        visit(&term.parts[part], place, way);
        walk(&term.parts[part], place, way, visit);
        way.pop();
    }
}

fn at<'t>(term: &'t mut Term, way: &[usize]) -> &'t mut Term {
    way.iter().fold(term, |term, &part| &mut term.parts[part])
}

fn at_ref<'t>(term: &'t Term, way: &[usize]) -> &'t Term {
    way.iter().fold(term, |term, &part| &term.parts[part])
}

/// The new parts, likeliest first, no more than `most`. None is one of the whole parts.
pub fn made(kind: Kind, wholes: &[Whole], description: &Term, pieces: &[&str], most: usize) -> Vec<Made> {
    let mut order: Vec<usize> = (0..wholes.len()).collect();
    order.sort_by(|&a, &b| wholes[b].share.total_cmp(&wholes[a].share).then(a.cmp(&b)));
    let roots: Vec<Term> = wholes.iter().map(|whole| rooted(&whole.terms, kind)).collect();
    let mut places = Places::default();
    let mut groups = Places::default();
    for &i in order.iter().take(ASKED) {
        let mut met: Vec<(u64, Term)> = Vec::new();
        walk(&roots[i], ROOT, &mut Vec::new(), &mut |term, place, _| {
            // Once for each part, however often it says so.
            let plain = Term { label: None, ..term.clone() };
            if !met.iter().any(|(p, t)| *p == place && *t == plain) {
                met.push((place, plain));
            }
        });
        for (place, term) in &met {
            places.add(*place, term, i, wholes[i].share);
        }
        if kind == Kind::Start {
            for name in pieces {
                let group = placings(&roots[i], name);
                if !group.is_empty() {
                    groups.add(hash_of(name), &Term::new(Shape::Set, group), i, wholes[i].share);
                }
            }
        }
    }
    // A game says one thing in the same way throughout: what counts as a line where pieces are placed counts as one where
    // they move.
    let mut met: Vec<(u64, Term)> = Vec::new();
    walk(description, ROOT, &mut Vec::new(), &mut |term, place, _| {
        let plain = Term { label: None, ..term.clone() };
        let known = places.options.contains_key(&place) && !plain.has_hole();
        if known && !met.iter().any(|(p, t)| *p == place && *t == plain) {
            met.push((place, plain));
        }
    });
    for (place, term) in &met {
        places.add(*place, term, usize::MAX, OWN);
    }
    places.sort();
    groups.sort();
    let mut pool = Pool { kind, wholes, found: FxHashMap::default(), list: Vec::new() };
    for root in &roots {
        pool.known(root);
    }
    for &base in order.iter().take(CHANGED) {
        change(base, &roots[base], &places, &mut pool);
        if kind == Kind::Start {
            place_otherwise(base, &roots[base], pieces, &groups, &mut pool);
        }
    }
    let mut list = pool.list;
    list.sort_by(|a, b| b.share.total_cmp(&a.share));
    list.truncate(most);
    list
}

struct Pool<'w> {
    kind: Kind,
    wholes: &'w [Whole],
    /// By hash: its number in the list, or none for what is no news.
    found: FxHashMap<u64, Option<usize>>,
    list: Vec<Made>,
}

impl Pool<'_> {
    fn known(&mut self, root: &Term) {
        self.found.insert(crate::fit::canonical(root).stable_hash(), None);
    }
    fn add(&mut self, root: Term, base: usize, other: usize, share: f64) {
        let hash = crate::fit::canonical(&root).stable_hash();
        match self.found.get(&hash) {
            Some(None) => {}
            Some(Some(at)) => self.list[*at].share += share,
            None => {
                self.found.insert(hash, Some(self.list.len()));
                let mut brought: Vec<(DonorId, Term)> = Vec::new();
                // What the description says itself is nobody's.
                let other = if other == usize::MAX { base } else { other };
                for i in [base, other] {
                    for term in &self.wholes[i].brought {
                        if !brought.iter().any(|(_, known)| known == term) {
                            brought.push((self.wholes[i].donor, term.clone()));
                        }
                    }
                }
                self.list.push(Made {
                    terms: unrooted(root, self.kind),
                    brought,
                    donor: self.wholes[base].donor,
                    with: self.wholes[other].donor,
                    share,
                });
            }
        }
    }
}

/// One place changed, one clause more, one clause less.
fn change(base: usize, root: &Term, places: &Places, pool: &mut Pool<'_>) {
    let own = pool.wholes[base].share;
    let mut all: Vec<(Term, u64, Vec<usize>)> = Vec::new();
    walk(root, ROOT, &mut Vec::new(), &mut |term, place, way| all.push((term.clone(), place, way.to_vec())));
    let each = own * ELSE / all.len().max(1) as f64;
    for (i, (term, place, way)) in all.iter().enumerate() {
        // One site of several says nothing by itself.
        let of_a_set = way.split_last().is_some_and(|(_, above)| at_ref(root, above).shape == Shape::Set);
        if of_a_set && term.shape != Shape::Call {
            continue;
        }
        // The first word says what kind of clause it is: another one is another clause.
        if way.last() == Some(&1) && matches!(term.shape, Shape::Word(_)) {
            continue;
        }
        let plain = Term { label: None, ..term.clone() };
        // The same thing in several such places means the same: all change together.
        let alike = |(other, p, _): &&(Term, u64, Vec<usize>)| p == place && other == term;
        if all[..i].iter().any(|other| alike(&other)) {
            continue;
        }
        let same: Vec<&Vec<usize>> = all.iter().filter(alike).map(|(_, _, way)| way).collect();
        // Equal numbers change together too, wherever they stand.
        let numbers: Vec<&Vec<usize>> = all
            .iter()
            .filter(|(other, _, _)| matches!(term.shape, Shape::Int(_)) && other == term)
            .map(|(_, _, way)| way)
            .collect();
        for (option, share) in places.of(*place) {
            if option.term == plain {
                continue;
            }
            let put = |ways: &[&Vec<usize>]| {
                let mut new = root.clone();
                for way in ways {
                    let old = at(&mut new, way);
                    let label = old.label.take();
                    *old = Term { label, ..option.term.clone() };
                }
                new
            };
            pool.add(put(&same), base, option.from, each * same.len() as f64 * share);
            if same.len() > 1 {
                pool.add(put(&[way]), base, option.from, each * share / 2.0);
            }
            if numbers.len() > same.len() {
                pool.add(put(&numbers), base, option.from, each * numbers.len() as f64 * share);
            }
        }
    }
    let mut sets: Vec<(Vec<usize>, u64)> = Vec::new();
    if root.shape == Shape::Set {
        sets.push((Vec::new(), ROOT));
    }
    sets.extend(all.iter().filter(|(t, _, _)| t.shape == Shape::Set).map(|(_, p, way)| (way.clone(), *p)));
    let members: usize = sets.iter().map(|(way, _)| at(&mut root.clone(), way).parts.len()).sum();
    for (way, around) in &sets {
        let mut new = root.clone();
        let set = at(&mut new, way).clone();
        let place = place_of(&set, 0, *around);
        // Sites, and the placings of a set-up, are not left out or added one by one.
        let clauses = set.parts.iter().all(|part| part.shape == Shape::Call);
        if !clauses {
            continue;
        }
        for i in 0..set.parts.len() {
            let placing = set.parts[i].head() == Some("place");
            if set.parts.len() > 1 && !placing {
                let mut new = root.clone();
                at(&mut new, way).parts.remove(i);
                pool.add(new, base, base, own * LESS / members.max(1) as f64);
            }
        }
        for (option, share) in places.of(place) {
            if set.parts.contains(&option.term) || option.term.head() == Some("place") {
                continue;
            }
            // Behind the others, or before them: the order may matter, and nobody knows.
            for (first, weight) in [(false, 0.7), (true, 0.3)] {
                let mut new = root.clone();
                let parts = &mut at(&mut new, way).parts;
                parts.insert(if first { 0 } else { parts.len() }, option.term.clone());
                pool.add(new, base, option.from, own * MORE * weight * share / sets.len() as f64);
            }
        }
    }
}

/// The clauses of a set-up that place a piece.
fn placings(root: &Term, piece: &str) -> Vec<Term> {
    let about = |clause: &&Term| {
        clause.head() == Some("place")
            && clause
                .args()
                .iter()
                .filter_map(Term::as_text)
                .any(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()) == piece || name == piece)
    };
    root.parts.iter().filter(about).cloned().collect()
}

/// All clauses of one piece exchanged for those of another set-up.
fn place_otherwise(base: usize, root: &Term, pieces: &[&str], groups: &Places, pool: &mut Pool<'_>) {
    let own = pool.wholes[base].share;
    for name in pieces {
        let old = placings(root, name);
        for (option, share) in groups.of(hash_of(name)) {
            if option.term.parts == old {
                continue;
            }
            let mut new = root.clone();
            new.parts.retain(|clause| !old.contains(clause));
            new.parts.extend(option.term.parts.iter().cloned());
            pool.add(new, base, option.from, own * PLACED * share / pieces.len().max(1) as f64);
        }
    }
}

/// A part with the players exchanged: who hunts in one game is hunted in another. `pieces` are ours, with their roles;
/// `None` where nothing changes, or where nobody could say which piece is which.
pub fn exchanged(terms: &[Term], pieces: &[(SmolStr, SmolStr)]) -> Option<Vec<Term>> {
    let of = |role: &str| -> Vec<&SmolStr> {
        pieces.iter().filter(|(_, r)| r == role).map(|(name, _)| name).collect()
    };
    let (first, second) = (of("P1"), of("P2"));
    if first.len() != second.len() {
        return None;
    }
    let other = |text: &str| -> Option<SmolStr> {
        let base = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let digit = match &text[base.len()..] {
            "1" => "2",
            "2" => "1",
            "" => "",
            _ => return None,
        };
        let at = |list: &[&SmolStr]| list.iter().position(|name| name.as_str() == base);
        let name = match (at(&first), at(&second)) {
            (Some(i), _) => second[i].as_str(),
            (None, Some(i)) => first[i].as_str(),
            (None, None) => base,
        };
        Some(format!("{name}{digit}").into())
    };
    let mut new = terms.to_vec();
    let mut failed = false;
    for term in &mut new {
        term.each_mut(&mut |leaf| match &mut leaf.shape {
            Shape::Word(word) if word == "P1" => *word = "P2".into(),
            Shape::Word(word) if word == "P2" => *word = "P1".into(),
            // Coordinates are no pieces.
            Shape::Text(text) if crate::holes::coordinate(text).is_none() => match other(text) {
                Some(exchanged) => *text = exchanged,
                None => failed = true,
            },
            Shape::Word(_)
            | Shape::Text(_)
            | Shape::Int(_)
            | Shape::Float(_)
            | Shape::Hole(_)
            | Shape::Call
            | Shape::Set => {}
        });
    }
    (!failed && new != terms).then_some(new)
}

/// A set-up of pieces in hand that fill the donor's board, but for one site or none, with so many that they fill ours.
pub fn filling(terms: &[Term], theirs: usize, ours: usize) -> Option<Vec<Term>> {
    let mut numbers: Vec<i64> = Vec::new();
    for term in terms {
        term.each(&mut |clause| {
            if clause.head() == Some("place") {
                let count = clause.args().iter().find(|arg| arg.label.as_deref() == Some("count"));
                numbers.push(count.and_then(Term::as_int).unwrap_or(-1));
            }
        });
    }
    let each = *numbers.first()?;
    let full = 2 * each == theirs as i64 || 2 * each + 1 == theirs as i64;
    let new = (ours / 2) as i64;
    if !full || numbers.len() > 2 || numbers.iter().any(|n| *n != each) || new == each || new < 1 {
        return None;
    }
    let mut changed = terms.to_vec();
    for term in &mut changed {
        term.each_mut(&mut |leaf| {
            if leaf.label.as_deref() == Some("count")
                && let Shape::Int(n) = &mut leaf.shape
            {
                *n = new;
            }
        });
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::{game, terms, told};

    fn whole(donor: u32, share: f64, text: &str) -> Whole {
        Whole { terms: terms(text), brought: Vec::new(), donor: DonorId(donor), share }
    }

    fn made_of(wholes: &[Whole]) -> Vec<(String, DonorId, DonorId)> {
        let nothing = game("(game \"x\" (players 2))");
        let made = made(Kind::End, wholes, &nothing, &[], 100);
        made.iter().map(|m| (told(&m.terms), m.donor, m.with)).collect()
    }

    #[test]
    fn one_place_is_changed_to_what_another_game_has_there() {
        let found = made_of(&[
            whole(0, 0.6, "(if (is Line 3) (result Mover Win))"),
            whole(1, 0.4, "(if (is Line 4) (result Mover Loss))"),
        ]);
        let has = |text: &str| found.iter().find(|(told, _, _)| told == text).map(|(_, a, b)| (*a, *b));
        assert_eq!(has("(if (is Line 4) (result Mover Win))"), Some((DonorId(0), DonorId(1))));
        assert_eq!(has("(if (is Line 3) (result Mover Loss))"), Some((DonorId(0), DonorId(1))));
        // What a game has by itself is no news.
        assert_eq!(has("(if (is Line 4) (result Mover Loss))"), None);
    }

    #[test]
    fn one_clause_less() {
        let both = "{(if (is Line 3) (result Mover Win)) (if (no Moves Next) (result Mover Draw))}";
        let found = made_of(&[whole(0, 1.0, both)]);
        assert!(found.iter().any(|(told, _, _)| told == "(if (is Line 3) (result Mover Win))"));
        assert!(found.iter().any(|(told, _, _)| told == "(if (no Moves Next) (result Mover Draw))"));
    }

    #[test]
    fn the_likelier_part_is_changed_first() {
        let found = made_of(&[
            whole(0, 0.1, "(if (is Line 3) (result Mover Win))"),
            whole(1, 0.9, "(if (is Line 4) (result Mover Loss))"),
        ]);
        assert_eq!(found.first().map(|(_, donor, _)| *donor), Some(DonorId(1)));
    }

    #[test]
    fn players_are_exchanged_with_their_pieces() {
        let pieces = [("Fox".into(), "P1".into()), ("Goose".into(), "P2".into())];
        let end = terms("(if (no Pieces P2) (result P1 Win))");
        assert_eq!(
            exchanged(&end, &pieces).map(|t| told(&t)).as_deref(),
            Some("(if (no Pieces P1) (result P2 Win))")
        );
        let placing = terms("{(place \"Fox1\" \"A1\") (place \"Goose2\" (sites Top))}");
        assert_eq!(
            exchanged(&placing, &pieces).map(|t| told(&t)).as_deref(),
            Some("{(place \"Goose2\" \"A1\") (place \"Fox1\" (sites Top))}")
        );
        // Where nothing speaks of players there is nothing to exchange, and two against one cannot be.
        assert_eq!(exchanged(&terms("(if (is Line 3) (result Mover Win))"), &pieces), None);
        let uneven = [pieces[0].clone(), ("Hen".into(), "P1".into()), pieces[1].clone()];
        assert_eq!(exchanged(&end, &uneven), None);
    }

    #[test]
    fn what_fills_their_board_fills_ours() {
        let hand = |n: u32| terms(&format!("(place \"Ball\" \"Hand\" count:{n})"));
        assert_eq!(
            filling(&hand(12), 25, 49).map(|t| told(&t)).as_deref(),
            Some("(place \"Ball\" \"Hand\" count:24)")
        );
        assert_eq!(filling(&hand(9), 25, 49), None, "nine do not fill it");
    }
}
