//! Leave one out: from well documented games a part is taken away (the end rules, a piece's moves, the set-up), the game
//! itself is not among the donors, and the question is whether the true part is among the first ten results.
//!
//! `cargo run --release -p ludarium-reconstruct --example leave_one_out [-- GAMES [SEED [FIRST [LAST]]]]`
//!
//! Results are not played here: whether a game plays well is another question, and a true part may well fail it. Where the
//! true part was met but turned down, the table says by what.
//!
//! The sample: rulesets that the tables call described or observed, with place and years, that compile; sorted by family,
//! in each family in an order of the seed, taken in turn from all families; the part to take away goes round. Part of
//! the answer is whether any other game has the true part at all: where none does, nobody can find it.

#[path = "../tests/common/mod.rs"]
mod common;

use ludarium_engine::rng::mix;
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::fit::{all_parts, canonical};
use ludarium_reconstruct::history::{History, Kind};
use ludarium_reconstruct::scores::{Closeness, Subject, Weights, expected_concepts};
use ludarium_reconstruct::search::{Progress, Settings, Watch};
use ludarium_reconstruct::term::{Shape, Term};
use ludarium_reconstruct::types::{Candidate, Outcome};
use ludarium_reconstruct::{Donor, Incomplete, read_incomplete, reconstruct};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What is taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Removal {
    End,
    Moves,
    Setup,
}

impl Removal {
    const ALL: [Removal; 3] = [Removal::End, Removal::Moves, Removal::Setup];
    fn words(self) -> &'static str {
        match self {
            Removal::End => "end rules",
            Removal::Moves => "a piece's moves",
            Removal::Setup => "set-up",
        }
    }
    /// The game with a hole instead.
    fn from(self, game: &Term) -> Option<Term> {
        let mut game = game.clone();
        let hole = || Term::new(Shape::Hole(ludarium_reconstruct::HoleId(0)), Vec::new());
        let mut done = false;
        game.each_mut(&mut |clause| {
            if done {
                return;
            }
            let head = clause.head().unwrap_or_default().to_owned();
            match self {
                Removal::End if head == "end" => {
                    clause.parts.truncate(1);
                    clause.parts.push(hole());
                    done = true;
                }
                Removal::Setup if head == "start" => {
                    clause.parts.truncate(1);
                    clause.parts.push(hole());
                    done = true;
                }
                Removal::Moves
                    if head == "piece" && clause.parts.last().is_some_and(|p| p.shape == Shape::Call) =>
                {
                    // What the piece may do, and all that follows.
                    let at = clause.parts.iter().position(|p| p.shape == Shape::Call);
                    clause.parts.truncate(at.unwrap_or(1));
                    clause.parts.push(hole());
                    done = true;
                }
                Removal::End | Removal::Setup | Removal::Moves => {}
            }
        });
        done.then_some(game)
    }
}

/// Stops when the time is up.
struct Clock(Instant);
impl Watch for Clock {
    fn progress(&mut self, _: &Progress, _: &Candidate) {}
    fn go_on(&mut self) -> bool {
        Instant::now() < self.0
    }
}

struct Case<'d> {
    donor: &'d Donor,
    family: String,
    removal: Removal,
    text: String,
}

fn main() {
    let Some(reference) = common::reference() else { return };
    let args: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let games = args.first().copied().unwrap_or(30);
    let seed = args.get(1).copied().unwrap_or(1) as u64;
    let (first, last) = (args.get(2).copied().unwrap_or(0), args.get(3).copied().unwrap_or(usize::MAX));
    let history = common::history(&reference);
    let defines = common::defines(&reference);
    let folder = reference.join("corpus/lud");
    let mut sources: Vec<Source> = common::with_extension(&folder, "lud")
        .into_iter()
        .filter_map(|path| {
            let shown = path.strip_prefix(&folder).ok()?.display().to_string();
            Donors::is_used(&shown).then(|| Source {
                path: shown,
                text: std::fs::read_to_string(&path).unwrap_or_default(),
                key: None,
            })
        })
        .collect();
    sources.extend(Donors::library());
    let donors = Donors::gather(&sources, &defines);
    eprintln!("{} donors", donors.list.len());
    println!(
        "| game | family | taken away | parts | true part elsewhere | found at | looked at | seconds | turned down |"
    );
    println!("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | --- |");
    let (mut found, mut findable, mut all) = (0, 0, 0);
    for case in sample(&donors, &history, games, seed).iter().take(last).skip(first) {
        let begun = Instant::now();
        let outcome = run(case, &donors, &history, seed);
        let seconds = begun.elapsed().as_secs_f64();
        all += 1;
        match outcome {
            Err(why) => println!(
                "| {} | {} | {} | | {why} | | | | |",
                case.donor.title(),
                case.family,
                case.removal.words()
            ),
            Ok(o) => {
                found += usize::from(o.rank.is_some());
                findable += usize::from(o.elsewhere);
                println!(
                    "| {} | {} | {} | {} | {} | {} | {} | {seconds:.0} | {} |",
                    case.donor.title(),
                    case.family,
                    case.removal.words(),
                    o.parts,
                    if o.elsewhere { "yes" } else { "no" },
                    o.rank.map_or("–".to_owned(), |rank| rank.to_string()),
                    o.looked_at,
                    o.turned_down
                );
            }
        }
    }
    println!("\nfound {found} of {all}; another game has the true part in {findable}");
}

/// The sample, as the head of this file says.
fn sample<'d>(donors: &'d Donors, history: &History, games: usize, seed: u64) -> Vec<Case<'d>> {
    let mut families: BTreeMap<String, Vec<&Donor>> = BTreeMap::new();
    for donor in &donors.list {
        let Some(row) = donor.database_id().and_then(|id| history.ruleset(id)) else { continue };
        let documented = matches!(row.kind, Kind::Described | Kind::Observed)
            && row.place.is_some()
            && row.years.is_some();
        let family: Vec<&str> = donor.path.split('/').collect();
        if documented && family.len() > 2 {
            families.entry(family[..2].join("/")).or_default().push(donor);
        }
    }
    for list in families.values_mut() {
        list.sort_by_key(|donor| mix(seed ^ mix(u64::from(donor.database_id().unwrap_or(0)))));
    }
    let mut cases: Vec<Case<'d>> = Vec::new();
    let mut turn = 0;
    while cases.len() < games && families.values().any(|list| !list.is_empty()) {
        for (family, list) in &mut families {
            if cases.len() >= games || list.is_empty() {
                continue;
            }
            let donor = list.remove(0);
            // One ruleset of a game is enough.
            if cases.iter().any(|case| case.donor.name == donor.name) {
                continue;
            }
            let wanted = (0..3).map(|i| Removal::ALL[(turn + i) % 3]);
            let cut = wanted.filter_map(|removal| Some((removal, removal.from(&donor.term)?))).next();
            let Some((removal, game)) = cut else { continue };
            if donor.profile().is_none() {
                continue;
            }
            turn += 1;
            let text = format!("{game}\n(metadata (info {{(id \"{}\")}}))\n", donor.key);
            cases.push(Case { donor, family: family.clone(), removal, text });
        }
    }
    cases
}

struct Result1 {
    parts: usize,
    elsewhere: bool,
    rank: Option<usize>,
    looked_at: usize,
    /// Why the true part is none of the results, where it was met.
    turned_down: String,
}

fn run(case: &Case<'_>, donors: &Donors, history: &History, seed: u64) -> Result<Result1, String> {
    let none = ludarium::Defines::none();
    let selection = ludarium::Selection::default();
    let incomplete: Incomplete = read_incomplete(&case.donor.name, &case.text, &none, &selection)
        .map_err(|(problems, _)| problems.first().map_or(String::new(), |p| p.message.clone()))?;
    let subject = Subject {
        id: case.donor.database_id(),
        expected: expected_concepts(&incomplete.reading).unwrap_or_default(),
        ..Subject::default()
    };
    let closeness = Closeness::new(subject, Weights::default(), history);
    let game = case.donor.database_id().and_then(|id| history.ruleset(id)).and_then(|r| r.game);
    let usable = |donor: &Donor| {
        let same = donor.database_id().and_then(|id| history.ruleset(id)).and_then(|r| r.game);
        donor.name != case.donor.name && donor.path != case.donor.path && (game.is_none() || same != game)
    };
    // Is the true part anywhere else?
    let truth = canonical(&case.donor.term).stable_hash();
    let all = all_parts(&incomplete, donors, &|id| usable(donors.get(id)));
    let parts: usize = all.values().map(Vec::len).sum();
    let elsewhere = all.values().flatten().any(|part| {
        ludarium_reconstruct::fit::assemble(&incomplete, donors, &[Some(part)])
            .is_ok_and(|whole| canonical(&whole.term).stable_hash() == truth)
    });
    if !elsewhere && std::env::var_os("WHY").is_some() {
        // The true part, and what keeps the same part of others from being put in its place.
        let own = all_parts(&incomplete, donors, &|id| id == case.donor.id);
        let plain =
            |terms: &[Term]| terms.iter().map(canonical).map(|t| t.to_string()).collect::<Vec<_>>().join(" ");
        for truth in own.values().flatten().take(1) {
            eprintln!("{}: {}", case.donor.title(), plain(&truth.terms));
            let size = |terms: &[Term]| terms.iter().map(Term::size).sum::<usize>();
            let others = all.values().flatten().filter(|p| size(&p.terms) == size(&truth.terms));
            for part in others.take(400) {
                if let Err(why) = ludarium_reconstruct::fit::assemble(&incomplete, donors, &[Some(part)]) {
                    eprintln!("    {} <- {}", why.0, plain(&part.terms));
                } else if part.terms.len() == truth.terms.len() && part.signals == truth.signals {
                    eprintln!("    fits <- {}", plain(&part.terms));
                }
            }
        }
    }
    let settings = Settings { results: 10, seed, play: false, candidates: 600, ..Settings::default() };
    let mut clock = Clock(Instant::now() + Duration::from_secs(60));
    let found = reconstruct(&incomplete, donors, &closeness, &settings, &usable, &mut clock);
    let rank = found.results.iter().position(|result| result.hash == truth).map(|at| at + 1);
    let met = found.rejected.iter().find(|candidate| candidate.hash == truth);
    let turned_down = met.map_or(String::new(), |candidate| match &candidate.outcome {
        Outcome::Rejected(rejection) => rejection.reason.replace('|', "/"),
        Outcome::Playable { .. } => String::new(),
    });
    Ok(Result1 { parts, elsewhere, rank, looked_at: found.progress.looked_at, turned_down })
}
