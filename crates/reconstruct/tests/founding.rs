//! The five founding pages: given their donors, the four scores as published, and the true ones beside them.
//!
//! Cultural values come from the published table, conceptual ones are counted by ourselves on the incomplete texts and the
//! donors. The distances behind the geographical values were never published: each is solved from the page's own
//! Geographical score (and, with two different donors, from Combined), inside the thousandth that was cut off. One
//! conceptual value is solved as well: the page of Seven-Fang implies 7/8 for its second donor, which today's text and
//! today's reference program do not give (six of six).

mod common;

use ludarium_reconstruct::history::Published;
use ludarium_reconstruct::scores::Weights;
use ludarium_reconstruct::scores::audit::{incomplete, run_of};
use ludarium_reconstruct::scores::published::{Four, Single, cut, geographical, means, running, shown_km};

struct Page {
    id: u32,
    /// `~3400km`
    km: i64,
    /// The value that is solved for the last donor instead of counted.
    conceptual: Option<f64>,
}

const PAGES: [Page; 5] = [
    Page { id: 3823, km: 3400, conceptual: None },
    Page { id: 4090, km: 1120, conceptual: None },
    Page { id: 2899, km: 8520, conceptual: None },
    Page { id: 3326, km: 340, conceptual: Some(7.0 / 8.0) },
    Page { id: 3865, km: 520, conceptual: None },
];

/// Steps into which a thousandth is divided when looking for the value that was cut.
const STEPS: i32 = 50;

/// Geographical values of the donors from the uncut scores: the first that differ, the last always.
fn solved(singles: &mut [Single], weights: Weights, combined: f64, geographical: f64) {
    let n = singles.len() as f64;
    let Some((last, before)) = singles.split_last_mut() else { return };
    if weights.geographical == 0.0 {
        // Places do not count: those before the last are not in the score at all.
        let mean = if before.is_empty() { 0.0 } else { running(before, weights).combined };
        last.geographical = n * geographical - (n - 1.0) * mean;
        return;
    }
    let half = weights.geographical;
    if before.iter().all(|single| single.cultural == last.cultural) {
        // One donor, n times: n·G = (n − 1)(c/2 + g/2) + g.
        let g = (n * geographical - (n - 1.0) * half * last.cultural) / ((n - 1.0) * half + 1.0);
        before.iter_mut().for_each(|single| single.geographical = g);
        last.geographical = g;
    } else if let [first] = before {
        // Two donors: s1 + s2 = 2C and s1 + g2 = 2G.
        last.geographical = 4.0 * (geographical - combined) + last.cultural;
        let s1 = 2.0 * geographical - last.geographical;
        first.geographical = (s1 - half * first.cultural) / half;
    }
}

fn shown(four: &Four) -> [i32; 4] {
    [four.combined, four.cultural, four.conceptual, four.geographical].map(|value| cut(value).0)
}

/// The scores with solved values, if any inside the cut thousandths gives the page's digits.
fn met(singles: &[Single], weights: Weights, published: &Published) -> Option<Vec<Single>> {
    let wanted =
        [published.combined, published.cultural, published.conceptual, published.geographical].map(|t| t.0);
    let within = |score: i32, step: i32| (f64::from(score) + f64::from(step) / f64::from(STEPS)) / 1000.0;
    (0..STEPS * STEPS).find_map(|step| {
        let mut singles = singles.to_vec();
        solved(&mut singles, weights, within(wanted[0], step % STEPS), within(wanted[3], step / STEPS));
        let real = singles.iter().all(|s| (0.0..=1.0).contains(&s.geographical));
        (real && shown(&running(&singles, weights)) == wanted).then_some(singles)
    })
}

#[test]
fn scores_of_the_founding_pages() {
    let Some(reference) = common::reference() else { return };
    let history = common::history(&reference);
    let defines = common::defines(&reference);
    let numbered = common::numbered(&reference.join("corpus/lud"), &defines);
    for page in PAGES {
        let row = history.ruleset(page.id).expect("a founding ruleset");
        let published = row.published.as_ref().expect("its scores");
        let of = incomplete(&history, row.game, &published.donors).expect("its incomplete ruleset");
        let rows = history.reconstructions().filter(|(r, _)| r.game == row.game);
        let weights = run_of(&rows.map(|(_, p)| p).collect::<Vec<_>>()).weights();
        let asked =
            numbered.get(&of).and_then(|found| common::asked(found, &defines)).expect("what is asked");
        let mut singles = Vec::new();
        for &donor in &published.donors {
            let found = numbered.get(&donor).unwrap_or_else(|| panic!("donor {donor} is not in the corpus"));
            let has = common::concepts(found, &defines).unwrap_or_else(|why| panic!("{donor}: {why}"));
            singles.push(Single {
                cultural: history.similarity(of, donor).expect("a similarity"),
                conceptual: common::share(&asked, &has).expect("some concept"),
                geographical: history.km(of, donor).map_or(0.0, geographical),
            });
        }
        let truth = means(&singles, weights);
        if let (Some(value), Some(last)) = (page.conceptual, singles.last_mut()) {
            last.conceptual = value;
        }
        let with_solved = met(&singles, weights, published)
            .unwrap_or_else(|| panic!("{}: {singles:?} do not give {published:?}", row.name));
        assert_eq!(shown_km(published.geographical), page.km, "{}", row.name);
        println!(
            "{}: combined {}, cultural {}, conceptual {}, geographical {} (~{}km)",
            row.name,
            published.combined,
            published.cultural,
            published.conceptual,
            published.geographical,
            page.km
        );
        for ((donor, ours), solved) in published.donors.iter().zip(&singles).zip(&with_solved) {
            let km = |g: f64| (1.0 - g) * 20_000.0;
            println!(
                "  donor {donor}: cultural {:.4}, conceptual {:.4}; between the origins {:.0} km, the page implies {:.0} km",
                ours.cultural,
                ours.conceptual,
                km(ours.geographical),
                km(solved.geographical)
            );
        }
        println!(
            "  true: combined {:.3}, cultural {:.3}, conceptual {:.3}, geographical {:.3}",
            truth.combined, truth.cultural, truth.conceptual, truth.geographical
        );
    }
}
