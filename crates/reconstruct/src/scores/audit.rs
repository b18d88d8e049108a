//! All published reconstructions, worked out again: which of their Combined and Cultural scores follow from what was
//! published, and why the others cannot be had. Knows the published arithmetic; the conceptual values come from outside.
//!
//! Of the values behind the scores only the cultural ones were published as a table. Conceptual values are counted
//! again from the descriptions, which were changed since for most games (the reference program itself, asked today, gives
//! other values); geographical ones rest on records of evidence that were never published. Where a single
//! value is missing, the row's third score and the other rows of the same series bound it: each published score is a
//! linear form of the values of its donors, known to a thousandth. A Combined or Cultural score counts as reproduced only
//! if these pin it down; neither of the two takes part in working out itself or the other.

use super::Weights;
use super::published::{self, Single, running};
use crate::history::{History, Published, Ruleset, Thousandths};
use std::collections::BTreeMap;
use std::fmt;

/// How a published score was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Finding {
    /// No donor: all scores are 0.
    NoDonor,
    /// Worked out from the tables and the descriptions: the same digits.
    Equal,
    /// Worked out so, but other digits.
    Differs,
    /// Bounded by other rows to less than a thousandth, and the published value lies there.
    Bounded,
    /// Bounded so, but the published value lies elsewhere.
    Contradicted,
    /// A value behind it is unknown, and no other row tells it.
    Untold,
    /// The table of similarities does not know a donor.
    NoSimilarity,
}

impl Finding {
    pub const ALL: [Finding; 7] = [
        Finding::NoDonor,
        Finding::Equal,
        Finding::Bounded,
        Finding::Untold,
        Finding::NoSimilarity,
        Finding::Differs,
        Finding::Contradicted,
    ];
    pub fn words(self) -> &'static str {
        match self {
            Finding::NoDonor => "no donor, all zero: equal",
            Finding::Equal => "worked out, equal in all digits",
            Finding::Differs => "worked out, other digits",
            Finding::Bounded => "a missing value told by the third score and other rows: agrees",
            Finding::Contradicted => "a missing value told by the third score and other rows: contradicted",
            Finding::Untold => "a missing value that neither the third score nor other rows tell",
            Finding::NoSimilarity => "a donor that the table of similarities does not know",
        }
    }
    pub fn is_reproduced(self) -> bool {
        match self {
            Finding::NoDonor | Finding::Equal | Finding::Bounded => true,
            Finding::Differs | Finding::Contradicted | Finding::Untold | Finding::NoSimilarity => false,
        }
    }
}

/// The weights of a published run, read off its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Run {
    CulturalConceptual,
    CulturalGeographical,
    CulturalAlone,
    /// Both fit, or there is nothing to tell by.
    Unclear,
}

impl Run {
    pub fn weights(self) -> Weights {
        match self {
            Run::CulturalConceptual | Run::Unclear => Weights::default(),
            Run::CulturalGeographical => Weights { cultural: 0.5, conceptual: 0.0, geographical: 0.5 },
            Run::CulturalAlone => Weights { cultural: 1.0, conceptual: 0.0, geographical: 0.0 },
        }
    }
    pub fn words(self) -> &'static str {
        match self {
            Run::CulturalConceptual => "cultural and conceptual",
            Run::CulturalGeographical => "cultural and geographical",
            Run::CulturalAlone => "cultural alone",
            Run::Unclear => "cannot be told",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Row {
    pub id: u32,
    pub name: String,
    pub run: Run,
    pub combined: Finding,
    pub cultural: Finding,
    /// No score of its series contradicts another.
    pub consistent: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Audit {
    pub rows: Vec<Row>,
}

/// Tells the conceptual value of a donor for an incomplete ruleset (by the series' name), if it can be counted.
pub type Conceptual<'c> = &'c dyn Fn(&Ruleset, u32) -> Option<f64>;

/// Published rulesets with what was published of them.
type Rows<'h> = Vec<(&'h Ruleset, &'h Published)>;

/// Rows of one series, which share their single values.
struct Series<'h> {
    run: Run,
    rows: Rows<'h>,
    /// By donor.
    cultural: BTreeMap<u32, f64>,
    /// By donor: its combined value, where it was worked out.
    told: BTreeMap<u32, f64>,
}

/// Works all rows out again.
pub fn audit(history: &History, conceptual: Conceptual<'_>) -> Audit {
    let mut series: BTreeMap<(Option<u32>, &str), Rows<'_>> = BTreeMap::new();
    let mut games: BTreeMap<Option<u32>, Vec<&Published>> = BTreeMap::new();
    for (ruleset, published) in history.reconstructions() {
        series.entry((ruleset.game, ruleset.series())).or_default().push((ruleset, published));
        games.entry(ruleset.game).or_default().push(published);
    }
    let mut rows = Vec::new();
    for ((game, _), group) in series {
        // One setting of weights per game.
        let run = run_of(games.get(&game).map_or(&[][..], Vec::as_slice));
        let donors: Vec<u32> = group.iter().flat_map(|(_, p)| p.donors.iter().copied()).collect();
        let of = incomplete(history, game, &donors);
        let (mut cultural, mut told) = (BTreeMap::new(), BTreeMap::new());
        for &donor in &donors {
            let Some(value) = of.and_then(|of| history.similarity(of, donor)) else { continue };
            cultural.insert(donor, value);
            let conceptual = || group.first().and_then(|(row, _)| conceptual(row, donor));
            let own = match run {
                Run::CulturalAlone => Some(value),
                Run::CulturalConceptual => conceptual().map(|conceptual| {
                    Single { cultural: value, conceptual, geographical: 0.0 }.combined(run.weights())
                }),
                Run::CulturalGeographical | Run::Unclear => None,
            };
            if let Some(own) = own {
                told.insert(donor, own);
            }
        }
        let series = Series { run, rows: group, cultural, told };
        let consistent = series.bounds(usize::MAX).values().all(|span| span.0 <= span.1 + SLACK);
        rows.extend((0..series.rows.len()).map(|at| Row { consistent, ..series.row(at) }));
    }
    rows.sort_by_key(|row| row.id);
    Audit { rows }
}

/// The incomplete ruleset that a series was made from: of those of the game, the first that the table knows.
pub fn incomplete(history: &History, game: Option<u32>, donors: &[u32]) -> Option<u32> {
    let known = |id: u32| donors.iter().filter(|&&donor| history.similarity(id, donor).is_some()).count();
    let ids = history.incomplete_of(game?).map(|r| r.id);
    ids.max_by_key(|&id| (known(id), std::cmp::Reverse(id)))
}

/// Combined is the mean of the two weighted scores, whatever the donors: that tells which two.
pub fn run_of(rows: &[&Published]) -> Run {
    let rows: Vec<&&Published> = rows.iter().filter(|p| !p.donors.is_empty()).collect();
    // Two cut numbers in the mean against a third: off by less than two thousandths.
    let mean = |p: &Published, other: Thousandths| (2 * p.combined.0 - p.cultural.0 - other.0).abs() <= 2;
    let with_concepts = rows.iter().all(|p| mean(p, p.conceptual));
    let with_places = rows.iter().all(|p| mean(p, p.geographical));
    let alone = rows.iter().all(|p| p.combined == p.cultural);
    match (rows.is_empty(), with_concepts, with_places, alone) {
        (true, ..) | (_, true, true, _) => Run::Unclear,
        (_, true, false, _) => Run::CulturalConceptual,
        (_, false, true, _) => Run::CulturalGeographical,
        (_, false, false, true) => Run::CulturalAlone,
        (_, false, false, false) => Run::Unclear,
    }
}

/// An interval.
type Span = (f64, f64);

/// Narrower than this, a missing value is as good as known.
const THOUSANDTH: f64 = 0.001;
/// Of counting with numbers that have a point.
const SLACK: f64 = 1e-9;
/// Rounds of tightening at most; the intervals settle long before.
const ROUNDS: usize = 100;

impl Series<'_> {
    fn row(&self, at: usize) -> Row {
        let (ruleset, published) = self.rows[at];
        let (combined, cultural) = self.findings(at, published);
        Row {
            id: ruleset.id,
            name: ruleset.name.clone(),
            run: self.run,
            combined,
            cultural,
            consistent: true,
        }
    }

    fn findings(&self, at: usize, published: &Published) -> (Finding, Finding) {
        let donors = &published.donors;
        let Some(&last) = donors.last() else {
            let zero = |score: Thousandths| if score.0 == 0 { Finding::NoDonor } else { Finding::Differs };
            return (zero(published.combined), zero(published.cultural));
        };
        if donors.iter().any(|donor| !self.cultural.contains_key(donor)) {
            return (Finding::NoSimilarity, Finding::NoSimilarity);
        }
        let n = donors.len() as f64;
        let own = |donor: &u32| self.told.get(donor).copied();
        // Everything is told: the published arithmetic itself.
        let all: Option<Vec<f64>> = donors.iter().map(own).collect();
        let before: Option<Vec<f64>> = donors[..donors.len() - 1].iter().map(own).collect();
        // `running` wants single values; a donor whose combined value is known is one with that value for all three.
        let of = |values: &[f64]| {
            let even = |&v: &f64| Single { cultural: v, conceptual: v, geographical: v };
            running(&values.iter().map(even).collect::<Vec<_>>(), Weights::default()).combined
        };
        let same = |value: f64, score: Thousandths| published::cut(value) == score;
        let combined = all.is_some_and(|values| same(of(&values), published.combined));
        let cultural = before.map(|mut values| {
            values.push(self.cultural[&last]);
            same(of(&values), published.cultural)
        });
        // Of one donor the table alone tells the cultural score.
        let certain = donors.len() == 1 || self.run == Run::CulturalAlone;
        let cultural = match cultural {
            Some(true) => Some(Finding::Equal),
            Some(false) if certain => Some(Finding::Differs),
            Some(false) | None => None,
        };
        let combined = combined.then_some(Finding::Equal);
        if let (Some(combined), Some(cultural)) = (combined, cultural) {
            return (combined, cultural);
        }
        // A value is missing, or was counted on a text that changed since: what do the other rows say?
        let bounds = self.bounds(at);
        let sum = |donors: &[u32]| -> Span {
            let spans = donors.iter().filter_map(|donor| bounds.get(donor));
            spans.fold((0.0, 0.0), |(low, high), span| (low + span.0, high + span.1))
        };
        let bounded = |(low, high): Span, score: Thousandths| {
            let (from, to) = score.interval();
            if high - low > THOUSANDTH {
                Finding::Untold
            } else if low <= to + SLACK && high >= from - SLACK {
                Finding::Bounded
            } else {
                Finding::Contradicted
            }
        };
        let all = sum(donors);
        let before = sum(&donors[..donors.len() - 1]);
        let own = self.cultural[&last];
        (
            combined.unwrap_or_else(|| bounded((all.0 / n, all.1 / n), published.combined)),
            cultural
                .unwrap_or_else(|| bounded(((before.0 + own) / n, (before.1 + own) / n), published.cultural)),
        )
    }

    /// What all rows say of the combined values of the donors; of one row only what its third score says.
    fn bounds(&self, without: usize) -> BTreeMap<u32, Span> {
        let mut bounds: BTreeMap<u32, Span> = self
            .cultural
            .iter()
            .map(|(&donor, &cultural)| (donor, (cultural / 2.0, cultural / 2.0 + 0.5)))
            .collect();
        for _ in 0..ROUNDS {
            let before = bounds.clone();
            for (at, (_, published)) in self.rows.iter().enumerate() {
                let Some((&last, others)) = published.donors.split_last() else { continue };
                let Some(&own) = self.cultural.get(&last) else { continue };
                let n = published.donors.len() as f64;
                let times_n = |score: Thousandths, less: f64| {
                    let (from, to) = score.interval();
                    (n * from - less, n * to - less)
                };
                let mut form: BTreeMap<u32, f64> = BTreeMap::new();
                others.iter().for_each(|&donor| *form.entry(donor).or_default() += 1.0);
                // Cultural: the others' combined values and the last one's own.
                if at != without {
                    tighten(&mut bounds, &form, times_n(published.cultural, own));
                }
                *form.entry(last).or_default() += 1.0;
                if at != without {
                    tighten(&mut bounds, &form, times_n(published.combined, 0.0));
                }
                // The other weighted score x of the last: twice its combined value less the cultural one.
                let other = match self.run {
                    Run::CulturalConceptual => Some(published.conceptual),
                    Run::CulturalGeographical => Some(published.geographical),
                    Run::CulturalAlone | Run::Unclear => None,
                };
                if let Some(other) = other {
                    *form.entry(last).or_default() += 1.0;
                    tighten(&mut bounds, &form, times_n(other, -own));
                }
            }
            if bounds == before {
                break;
            }
        }
        bounds
    }
}

/// Narrows the values of a sum that lies in a span.
fn tighten(bounds: &mut BTreeMap<u32, Span>, form: &BTreeMap<u32, f64>, (low, high): Span) {
    for (donor, times) in form {
        let others = form.iter().filter(|(other, _)| *other != donor);
        let rest = others.fold((0.0, 0.0), |(a, b), (other, times)| {
            let span = bounds.get(other).copied().unwrap_or((0.0, 1.0));
            (a + times * span.0, b + times * span.1)
        });
        if let Some(span) = bounds.get_mut(donor) {
            span.0 = span.0.max((low - rest.1) / times);
            span.1 = span.1.min((high - rest.0) / times);
        }
    }
}

impl Audit {
    pub fn count(&self, of: impl Fn(&Row) -> Finding, finding: Finding) -> usize {
        self.rows.iter().filter(|row| of(row) == finding).count()
    }
    /// Rows of series in which every published score can be true at once under the published arithmetic.
    pub fn consistent(&self) -> usize {
        self.rows.iter().filter(|row| row.consistent).count()
    }
    /// How many of both scores are reproduced.
    pub fn reproduced(&self) -> (usize, usize) {
        let count = |of: fn(&Row) -> Finding| self.rows.iter().filter(|row| of(row).is_reproduced()).count();
        (count(|row| row.combined), count(|row| row.cultural))
    }
}

/// A table in Markdown.
impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} published rows | Combined | Cultural |\n| --- | ---: | ---: |", self.rows.len())?;
        for finding in Finding::ALL {
            let (a, b) = (self.count(|r| r.combined, finding), self.count(|r| r.cultural, finding));
            if a + b > 0 {
                writeln!(f, "| {} | {a} | {b} |", finding.words())?;
            }
        }
        let (combined, cultural) = self.reproduced();
        writeln!(f, "| **reproduced** | **{combined}** | **{cultural}** |")?;
        writeln!(f, "\nRows whose series contradicts the arithmetic nowhere: {}", self.consistent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two donors whose places are unknown: three rows tell a fourth.
    #[test]
    fn other_rows_tell_what_is_missing() {
        let (a, b) = (0.8, 0.9);
        let weights = Run::CulturalGeographical.weights();
        let single = |cultural, geographical| Single { cultural, geographical, conceptual: 0.3 };
        let (x, y) = (single(a, 0.7123), single(b, 0.9456));
        let mut table = String::from(
            "id,game_id,name,type,combined,cultural,conceptual,geographical,donors\n1,9,Historical,incomplete,,,,,\n2,1,X,described,,,,,\n3,2,Y,described,,,,,\n",
        );
        for (i, donors) in [vec![(2, x)], vec![(3, y)], vec![(2, x), (3, y)], vec![]].into_iter().enumerate()
        {
            let singles: Vec<Single> = donors.iter().map(|d| d.1).collect();
            let four = running(&singles, weights);
            let cut = |v: f64| published::cut(v);
            let ids: Vec<String> = donors.iter().map(|d| d.0.to_string()).collect();
            table += &format!(
                "{},9,Lost (Ludii {i}),reconstructed,{},{},{},{},\"{}\"\n",
                10 + i,
                cut(four.combined),
                cut(four.cultural),
                cut(four.conceptual),
                cut(four.geographical),
                ids.join(", ")
            );
        }
        let history =
            History::read(table.as_bytes(), Some(b"id_a,id_b,similarity\n1,2,0.8\n1,3,0.9\n")).unwrap();
        let audit = audit(&history, &|_, _| None);
        let findings: Vec<(Finding, Finding)> = audit.rows.iter().map(|r| (r.combined, r.cultural)).collect();
        assert_eq!(audit.rows[0].run, Run::CulturalGeographical);
        assert_eq!(findings[0].1, Finding::Equal);
        assert_eq!(findings[2], (Finding::Bounded, Finding::Bounded));
        assert_eq!(findings[3], (Finding::NoDonor, Finding::NoDonor));
    }
}
