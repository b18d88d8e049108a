//! Questions to the list of games and their answers: what is looked for, which choices of facets leave how many games,
//! and in which order games stand. Known games that can be played come first, incomplete ones stand apart.

use crate::catalogue::{Catalogue, Entry, Facts};
use crate::finding::{Doc, Index};
use crate::shelves;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a list is asked for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Question {
    pub q: String,
    /// A family, or a group of families.
    pub family: String,
    pub players: String,
    pub board: String,
    pub period: String,
    pub region: String,
    pub chance: String,
    pub hidden: String,
    /// A trait: a concept in plain words.
    pub has: String,
    /// `incomplete`: the games whose rules are not complete; `all`: those too. Else they are left out of a list and stand
    /// last in what was searched for.
    pub state: String,
    pub sort: String,
    pub page: usize,
}

/// A page of a list, and how many games each choice of a facet would leave.
#[derive(Default)]
pub struct Answer {
    pub total: usize,
    pub entries: Vec<Arc<Entry>>,
    pub facets: BTreeMap<&'static str, BTreeMap<String, usize>>,
    /// How many games with incomplete rules fit beside.
    pub incomplete: usize,
    /// No game has all that was searched for; these have most of it.
    pub partial: bool,
}

pub const PER_PAGE: usize = 48;

/// The facets in the order in which the index keeps their values.
pub const FACETS: [&str; 8] = ["family", "players", "board", "period", "region", "has", "chance", "hidden"];

/// A question may be this long; more says nothing.
const MOST_ASKED: usize = 300;

/// The values of a game for each facet.
fn values(f: &Facts) -> Vec<Vec<String>> {
    let one = |text: &str| if text.is_empty() { Vec::new() } else { vec![text.to_owned()] };
    let yes = |b: bool| one(if b { "yes" } else { "no" });
    let known = f.playable == Some(true);
    let players = match f.players {
        n @ 0..=4 => n.to_string(),
        _ => "5+".to_owned(),
    };
    vec![
        one(&f.family),
        if known { one(&players) } else { Vec::new() },
        one(&f.board),
        f.period.split(", ").filter(|p| !p.is_empty()).map(str::to_owned).collect(),
        one(&f.region),
        f.traits.clone(),
        if known { yes(f.chance) } else { Vec::new() },
        if known { yes(f.hidden) } else { Vec::new() },
    ]
}

/// Is something missing from the rules, so that it cannot be played?
pub fn is_incomplete(f: &Facts) -> bool {
    f.playable == Some(false) || shelves::is_pending(&f.classification)
}

impl Question {
    fn wanted(&self) -> [&str; FACETS.len()] {
        [
            &self.family,
            &self.players,
            &self.board,
            &self.period,
            &self.region,
            &self.has,
            &self.chance,
            &self.hidden,
        ]
    }

    /// The question without its page, as it stands in an address, with something changed.
    pub fn address(&self, changed: &str, to: &str) -> String {
        let own = [("q", self.q.as_str())].into_iter().chain(FACETS.into_iter().zip(self.wanted()));
        let rest = [("state", self.state.as_str()), ("sort", self.sort.as_str()), ("page", "")];
        let mut out = String::new();
        for (name, value) in own.chain(rest) {
            let value = if name == changed { to } else { value };
            if !value.is_empty() {
                out.push(if out.is_empty() { '?' } else { '&' });
                out += &format!("{name}={}", crate::language::address(value));
            }
        }
        format!("/games{out}")
    }
}

/// Does a game have this value of a facet? A group of families stands for all of them.
fn has(doc: &Doc, facet: usize, wanted: &str) -> bool {
    doc.values[facet].iter().any(|v| v == wanted)
        || (FACETS[facet] == "family"
            && shelves::family(&doc.facts.family).is_some_and(|f| f.group == wanted))
}

/// While games are still being found out, the index is made anew no more often than this.
const PATIENCE: Duration = Duration::from_secs(5);

impl Catalogue {
    /// All games ready to be looked through.
    pub fn shelf(&self) -> Arc<Index> {
        self.shelf_of().1
    }

    /// The same with how much was known when it was made.
    fn shelf_of(&self) -> (u64, Arc<Index>) {
        let now = self.learnt();
        let mut kept = self.index.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((then, made, index)) = &*kept
            && (*then == now || made.elapsed() < PATIENCE)
        {
            return (*then, index.clone());
        }
        let all = self.entries().iter().map(|e| {
            let others = self.versions(e).into_iter().filter(|v| v.key != e.key).collect();
            (e.clone(), others)
        });
        let index = Arc::new(Index::new(all, &values, &is_incomplete));
        *kept = Some((now, Instant::now(), index.clone()));
        (now, index)
    }

    /// The answer to a question. The same question is worked out once, until more is known of the games.
    pub fn ask(&self, question: &Question) -> Arc<Answer> {
        let (now, index) = self.shelf_of();
        {
            let kept = self.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some((.., answer)) = kept.iter().find(|(then, asked, _)| *then == now && asked == question)
            {
                return answer.clone();
            }
        }
        let answer = Arc::new(work_out(&index, question));
        let mut kept = self.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.retain(|(then, ..)| *then == now);
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((now, question.clone(), answer.clone()));
        answer
    }
}

/// So many answers are kept.
const MOST_KEPT: usize = 200;

/// An answer, when it was given and to what.
pub(crate) type Kept = (u64, Question, Arc<Answer>);

fn work_out(index: &Index, question: &Question) -> Answer {
    let text: String = question.q.chars().take(MOST_ASKED).collect();
    let searched = !text.trim().is_empty();
    // Each game that fits the words, with its place: the smaller the earlier.
    let (fitting, partial): (Vec<usize>, bool) = if searched {
        let found = index.find(&text);
        (found.hits.iter().map(|h| h.doc).collect(), !found.whole && !found.hits.is_empty())
    } else {
        ((0..index.docs.len()).collect(), false)
    };
    let wanted = question.wanted();
    let mut answer = Answer { partial, ..Answer::default() };
    let mut found: Vec<usize> = Vec::new();
    let mut counts: [HashMap<&str, usize>; FACETS.len()] = Default::default();
    for at in fitting {
        let doc = &index.docs[at];
        let missed: Vec<usize> =
            (0..FACETS.len()).filter(|&i| !wanted[i].is_empty() && !has(doc, i, wanted[i])).collect();
        let counted = match question.state.as_str() {
            "incomplete" => doc.incomplete,
            "all" => true,
            _ => searched || !doc.incomplete,
        };
        if doc.incomplete && missed.is_empty() {
            answer.incomplete += 1;
        }
        if !counted {
            continue;
        }
        for (i, counts) in counts.iter_mut().enumerate() {
            // A choice is counted as if its own facet were free.
            if missed.iter().all(|m| *m == i) {
                doc.values[i].iter().for_each(|value| *counts.entry(value.as_str()).or_insert(0) += 1);
            }
        }
        if missed.is_empty() {
            found.push(at);
        }
    }
    for (name, counts) in FACETS.into_iter().zip(counts).filter(|(_, counts)| !counts.is_empty()) {
        let counts = counts.into_iter().map(|(value, n)| (value.to_owned(), n));
        answer.facets.insert(name, counts.collect());
    }
    sort(index, &mut found, &question.sort, searched);
    answer.total = found.len();
    let page = found.into_iter().skip(question.page.min(1000) * PER_PAGE).take(PER_PAGE);
    answer.entries = page.map(|at| index.docs[at].entry.clone()).collect();
    answer
}

fn sort(index: &Index, found: &mut [usize], by: &str, searched: bool) {
    let doc = |at: &usize| &index.docs[*at];
    let title = |d: &Doc| d.place;
    let known = |d: &Doc| {
        let place = d.rank.unwrap_or(u32::MAX);
        (d.incomplete, place, !d.entry.is_ours(), d.facts.family == "experiment")
    };
    match by {
        "name" => found.sort_by_cached_key(|at| (crate::search::words(&doc(at).facts.title).concat(), *at)),
        "players" => found.sort_by_cached_key(|at| (doc(at).facts.players, known(doc(at)), title(doc(at)))),
        "size" => found.sort_by_cached_key(|at| (doc(at).facts.sites, known(doc(at)), title(doc(at)))),
        "old" => {
            found.sort_by_cached_key(|at| (doc(at).facts.first_year.unwrap_or(i32::MAX), title(doc(at))))
        }
        // What was searched for stands in the order in which it fits.
        _ if searched => {}
        _ => found.sort_by_key(|at| (known(doc(at)), title(doc(at)))),
    }
}
