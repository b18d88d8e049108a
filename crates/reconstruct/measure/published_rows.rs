//! Works out the Combined and Cultural scores of all published reconstructions again, and says how many follow from what
//! was published and why the others do not. Reads the tables and descriptions beside the repository.
//!
//! `cargo run --profile quick -p ludarium-reconstruct --example published_rows [-- --all]`; `--asked` prints what each incomplete text asks
//! for instead

#[path = "../tests/common/mod.rs"]
mod common;

use ludarium_concepts::taxonomy::{Set, by_id};
use ludarium_reconstruct::history::Ruleset;
use ludarium_reconstruct::scores::audit::{Finding, Run, audit};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn main() {
    let Some(reference) = common::reference() else { return };
    let history = common::history(&reference);
    let defines = common::defines(&reference);
    let numbered = common::numbered(&reference.join("corpus/lud"), &defines);
    // By series: what its incomplete text asks for. The texts stand with the published reconstructions.
    let asked: BTreeMap<String, Set> =
        common::incomplete_texts(&reference.join("corpus/lud/reconstruction/done"), &defines);
    if std::env::args().any(|arg| arg == "--asked") {
        for (series, set) in &asked {
            let names: Vec<&str> = set.ids().filter_map(by_id).map(|concept| concept.name).collect();
            println!("{series}\t{}", names.join(" "));
        }
        return;
    }
    let donors: BTreeSet<u32> =
        history.reconstructions().flat_map(|(_, published)| published.donors.iter().copied()).collect();
    let has: BTreeMap<u32, Set> = donors
        .par_iter()
        .filter_map(|&id| Some((id, common::concepts(numbered.get(&id)?, &defines).ok()?)))
        .collect();
    eprintln!("{} incomplete texts, {} of {} donors compiled", asked.len(), has.len(), donors.len());
    let conceptual = |row: &Ruleset, donor: u32| {
        let asked = asked.get(row.series())?;
        common::share(asked, has.get(&donor)?)
    };
    let audit = audit(&history, &conceptual);
    println!("{audit}");
    println!(
        "| weights of the run | rows | Combined reproduced | Cultural reproduced |\n| --- | ---: | ---: | ---: |"
    );
    for run in [Run::CulturalConceptual, Run::CulturalGeographical, Run::CulturalAlone, Run::Unclear] {
        let rows: Vec<_> = audit.rows.iter().filter(|row| row.run == run).collect();
        let combined = rows.iter().filter(|row| row.combined.is_reproduced()).count();
        let cultural = rows.iter().filter(|row| row.cultural.is_reproduced()).count();
        println!("| {} | {} | {combined} | {cultural} |", run.words(), rows.len());
    }
    if std::env::args().any(|arg| arg == "--all") {
        for row in
            audit.rows.iter().filter(|row| row.combined != Finding::Equal || row.cultural != Finding::Equal)
        {
            println!("{}\t{}\t{:?}\t{:?}\t{:?}", row.id, row.name, row.run, row.combined, row.cultural);
        }
    }
}
