//! The same question put to the reference program: its validation files are a folder of results (`GAME/GAME3.lud`) and a
//! table for each game (`GAME.csv`: name of the result, number of the ruleset, …). Which part was taken away is not
//! written there; it is told by what the ten results do not all have alike.

use super::{Case, Donors, History, Removal, meaning_of, run};
use ludarium_reconstruct::fit::canonical;
use ludarium_reconstruct::term::Term;
use std::path::Path;

pub fn compare(folder: &Path, donors: &Donors, history: &History) {
    println!(
        "| game | results differ in | the reference has the true part at | the same | ours at | the same |"
    );
    println!("| --- | --- | ---: | --- | ---: | --- |");
    for table in super::common::with_extension(folder, "csv") {
        let name = table.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&table).unwrap_or_default();
        let id = text.lines().next().and_then(|line| line.split(',').nth(1)).unwrap_or_default().to_owned();
        let Some(donor) = donors.list.iter().find(|donor| donor.key == id) else {
            println!("| {name} | ruleset {id} is not among the games | | | | |");
            continue;
        };
        let files = (1..=10).map(|n| folder.join(&name).join(format!("{name}{n}.lud")));
        let results: Vec<Option<(String, Term)>> = files
            .map(|file| {
                std::fs::read_to_string(file).ok().and_then(|text| Some((text.clone(), term(&text)?)))
            })
            .collect();
        let differ = differing(&donor.term, &results.iter().flatten().map(|(_, t)| t).collect::<Vec<_>>());
        let truth = canonical(&donor.term).stable_hash();
        let means = meaning_of(&donor.term.to_string());
        let found = results.iter().enumerate().find_map(|(i, result)| {
            let (text, term) = result.as_ref()?;
            if canonical(term).stable_hash() == truth {
                return Some((i + 1, "tree"));
            }
            (means.is_some() && meaning_of(text) == means).then_some((i + 1, "meaning"))
        });
        // The same part taken away from the same game, for ours.
        let removal = match differ.as_slice() {
            [only] if only == "end" => Some(Removal::End),
            [only] if only == "start" => Some(Removal::Setup),
            [only] if only == "piece" => Some(Removal::Moves),
            [only] if only == "play" => Some(Removal::Play),
            _ => None,
        };
        let ours = removal.and_then(|removal| {
            let whole = Case { donor, family: String::new(), removal, text: String::new() };
            run(&whole.with(removal)?, donors, history, 1).ok()
        });
        let shown = |place: Option<(usize, &'static str)>| {
            place.map_or(("–".to_owned(), ""), |(at, how)| (at.to_string(), how))
        };
        let (at, how) = shown(found);
        let (our_at, our_how) = match &ours {
            Some(ours) => shown(ours.rank),
            None => ("not asked".to_owned(), ""),
        };
        println!("| {name} | {} | {at} | {how} | {our_at} | {our_how} |", differ.join(", "));
    }
}

fn term(text: &str) -> Option<Term> {
    let reading =
        ludarium_play::read("", text, &ludarium_play::Defines::none(), &ludarium_play::Selection::default());
    let tree = &reading.expanded.game;
    Some(Term::of(tree, *tree.roots.first()?, &mut |_| ludarium_reconstruct::HoleId(0)))
}

/// Kinds of clauses that not all results have as the true game has them.
fn differing(truth: &Term, results: &[&Term]) -> Vec<String> {
    let clauses = |game: &Term, head: &str| {
        let mut found = Vec::new();
        game.each(&mut |clause| {
            if clause.head() == Some(head) {
                found.push(canonical(clause));
            }
        });
        found
    };
    let heads = ["players", "board", "hand", "piece", "regions", "start", "play", "end"];
    let differs = |head: &&str| results.iter().any(|result| clauses(result, head) != clauses(truth, head));
    heads.iter().filter(|head| differs(head)).map(ToString::to_string).collect()
}
