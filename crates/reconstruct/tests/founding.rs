//! The five founding pages: given their donors, the four scores as published, and the true ones beside them.

mod common;

use ludarium_concepts::taxonomy::by_id;
use ludarium_reconstruct::scores::audit::{Run, incomplete, run_of};
use ludarium_reconstruct::scores::published::{Single, cut, geographical, means, running, shown_km};

/// The numbers of the pages' rulesets.
const FOUNDING: [u32; 5] = [3823, 4090, 2899, 3326, 3865];

#[test]
fn scores_of_the_founding_pages() {
    let Some(reference) = common::reference() else { return };
    let history = common::history(&reference);
    let defines = common::defines(&reference);
    let numbered = common::numbered(&reference.join("corpus/lud"), &defines);
    for id in FOUNDING {
        let row = history.ruleset(id).expect("a founding ruleset");
        let published = row.published.as_ref().expect("its scores");
        let of = incomplete(&history, row.game, &published.donors).expect("its incomplete ruleset");
        let game: Vec<_> =
            history.reconstructions().filter(|(r, _)| r.game == row.game).map(|(_, p)| p).collect();
        let run = run_of(&game);
        let asked =
            numbered.get(&of).and_then(|found| common::asked(found, &defines)).expect("what is asked for");
        let names: Vec<&str> = asked.ids().filter_map(by_id).map(|c| c.name).collect();
        println!(
            "{} ({id}) from {of}: {} weighted; {} concepts: {names:?}",
            row.name,
            run.words(),
            names.len()
        );
        let singles: Vec<Single> = published
            .donors
            .iter()
            .map(|&donor| {
                let found =
                    numbered.get(&donor).unwrap_or_else(|| panic!("donor {donor} is not in the corpus"));
                let has = common::concepts(found, &defines).unwrap_or_else(|why| panic!("{donor}: {why}"));
                let km = history.km(of, donor);
                let single = Single {
                    cultural: history.similarity(of, donor).expect("a similarity"),
                    conceptual: common::share(&asked, &has).expect("some concept"),
                    geographical: km.map_or(0.0, geographical),
                };
                println!("  donor {donor}: {single:?}, {km:?} km");
                single
            })
            .collect();
        let four = running(&singles, run.weights());
        println!(
            "  running {four:?}\n  true    {:?}\n  page    {published:?}",
            means(&singles, run.weights())
        );
        println!("  ~{} km", shown_km(published.geographical));
        let _ = cut(0.5);
        let _ = Run::Unclear;
    }
}
