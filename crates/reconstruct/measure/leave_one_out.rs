//! Leave one out: from well documented games a part is taken away (the end rules, a piece's moves, the set-up), the game
//! itself is not among the donors, and the question is whether the true part is among the first ten results.
//!
//! `cargo run --release -p ludarium-reconstruct --example leave_one_out [-- GAMES [SEED [FIRST [LAST]]]]`
//!
//! Results are not played here, unless `--played` says so: then the gate is on as in any run, with a minute for each game. Where the
//! true part was met but turned down, the table says by what. `--controls` searches on scrambled boards too, see [`control`].
//!
//! The sample: rulesets that the tables call described or observed, with place and years, that compile; sorted by family,
//! in each family in an order of the seed, taken in turn from all families; the part to take away goes round. Part of
//! the answer is whether any other game has the true part at all: where none does, nobody can find it.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "leave_one_out/control.rs"]
mod control;
#[path = "leave_one_out/learn.rs"]
mod learn;
#[path = "leave_one_out/posterior.rs"]
mod posterior;
#[path = "leave_one_out/reference.rs"]
mod reference;

use ludarium_engine::rng::mix;
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::fit::{all_parts, canonical};
use ludarium_reconstruct::history::{History, Kind};
use ludarium_reconstruct::scores::{Closeness, Subject, Weights, expected_concepts};
use ludarium_reconstruct::search::{Progress, Settings, Watch};
use ludarium_reconstruct::term::{Shape, Term};
use ludarium_reconstruct::types::{Candidate, Outcome};
use ludarium_reconstruct::{Donor, Incomplete, read_incomplete, reconstruct};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// What is taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Removal {
    End,
    Moves,
    Setup,
    /// Only to learn from.
    Play,
}

impl Removal {
    const ALL: [Removal; 3] = [Removal::End, Removal::Moves, Removal::Setup];
    const LEARNT: [Removal; 4] = [Removal::Setup, Removal::End, Removal::Moves, Removal::Play];
    fn words(self) -> &'static str {
        match self {
            Removal::End => "end rules",
            Removal::Moves => "a piece's moves",
            Removal::Setup => "set-up",
            Removal::Play => "play",
        }
    }
    /// The game with a hole instead.
    fn from(self, game: &Term) -> Option<Term> {
        let mut game = game.clone();
        let hole = || Term::new(Shape::Hole(ludarium_reconstruct::HoleId(0)), Vec::new());
        let mut done = false;
        let mut cut = |clause: &mut Term| {
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
                Removal::Play if head == "play" => {
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
                Removal::End | Removal::Setup | Removal::Moves | Removal::Play => {}
            }
        };
        match self {
            // Rules speak of pieces too: those that are meant are declared in the equipment.
            Removal::Moves => {
                let equipment = game.parts.iter_mut().filter(|clause| clause.head() == Some("equipment"));
                equipment.for_each(|clause| clause.each_mut(&mut cut));
            }
            Removal::End | Removal::Setup | Removal::Play => game.each_mut(&mut cut),
        }
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

impl<'d> Case<'d> {
    /// The same game with something else taken away.
    fn with(&self, removal: Removal) -> Option<Case<'d>> {
        let game = removal.from(&self.donor.term)?;
        Some(Case {
            donor: self.donor,
            family: self.family.clone(),
            removal,
            text: text_of(&game, self.donor),
        })
    }
    /// What was taken away, as it is written.
    fn truth(&self) -> String {
        let mut found = String::new();
        self.donor.term.each(&mut |clause| {
            let fits = match self.removal {
                Removal::End => clause.head() == Some("end"),
                Removal::Setup => clause.head() == Some("start"),
                Removal::Play => clause.head() == Some("play"),
                Removal::Moves => {
                    clause.head() == Some("piece")
                        && clause.parts.last().is_some_and(|p| p.shape == Shape::Call)
                }
            };
            if found.is_empty() && fits {
                found = canonical(clause).to_string();
            }
        });
        found
    }
}

fn text_of(game: &Term, donor: &Donor) -> String {
    format!("{game}\n(metadata (info {{(id \"{}\")}}))\n", donor.key)
}

fn reading_of(case: &Case<'_>) -> Result<Incomplete, String> {
    let none = ludarium_play::Defines::none();
    let selection = ludarium_play::Selection::default();
    read_incomplete(&case.donor.name, &case.text, &none, &selection)
        .map_err(|(problems, _)| problems.first().map_or(String::new(), |p| p.message.clone()))
}

fn subject(case: &Case<'_>, incomplete: &Incomplete) -> Subject {
    Subject {
        id: case.donor.database_id(),
        expected: expected_concepts(&incomplete.reading).unwrap_or_default(),
        ..Subject::default()
    }
}

/// Whether a donor may be asked: no ruleset of the same game may.
fn usable(case: &Case<'_>, donor: &Donor, history: &History) -> bool {
    let game = |d: &Donor| d.database_id().and_then(|id| history.ruleset(id)).and_then(|r| r.game);
    donor.name != case.donor.name
        && donor.path != case.donor.path
        && (game(case.donor).is_none() || game(donor) != game(case.donor))
}

fn main() {
    // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
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
    if let Some(path) = std::env::var_os("CONCEPTS") {
        donors.recall(&std::fs::read_to_string(path).unwrap_or_default());
    }
    eprintln!("{} donors", donors.list.len());
    if std::env::args().any(|arg| arg == "--learn") {
        learn::learn(&donors, &history, games, seed);
        return;
    }
    if std::env::args().any(|arg| arg == "--posterior") {
        posterior::learn(&donors, &history, games, seed);
        return;
    }
    if std::env::args().any(|arg| arg == "--controls") {
        control::measure(&donors, &history, games, seed);
        return;
    }
    if std::env::args().any(|arg| arg == "--calibration") {
        posterior::check(&donors, &history, games, seed);
        return;
    }
    let mut words = std::env::args().skip_while(|arg| arg != "--reference").skip(1);
    if let Some(folder) = words.next() {
        reference::compare(std::path::Path::new(&folder), &donors, &history);
        return;
    }
    println!(
        "| game | family | taken away | another game has it | found at | the same | from | looked at | seconds | turned down |"
    );
    println!("| --- | --- | --- | --- | ---: | --- | --- | ---: | ---: | --- |");
    let (mut found, mut by_tree, mut findable, mut all) = (0, 0, 0, 0);
    let but = if std::env::args().any(|arg| arg == "--not-judged") {
        learn::judged(&donors, &history)
    } else {
        BTreeSet::new()
    };
    for case in sample(&donors, &history, games, seed, &but).iter().take(last).skip(first) {
        let begun = Instant::now();
        let outcome = run(case, &donors, &history, seed);
        let seconds = begun.elapsed().as_secs_f64();
        all += 1;
        let (title, family, removal) = (case.donor.title(), &case.family, case.removal.words());
        match outcome {
            Err(why) => println!("| {title} | {family} | {removal} | {why} | | | | | | |"),
            Ok(o) => {
                found += usize::from(o.rank.is_some());
                by_tree += usize::from(o.rank.is_some_and(|(_, how)| how == "tree"));
                findable += usize::from(o.elsewhere);
                let (rank, how) =
                    o.rank.map_or(("–".to_owned(), ""), |(rank, how)| (rank.to_string(), how));
                let elsewhere = if o.elsewhere { "yes" } else { "no" };
                println!(
                    "| {title} | {family} | {removal} | {elsewhere} | {rank} | {how} | {} | {} | {seconds:.0} | {} |",
                    o.from, o.looked_at, o.turned_down
                );
            }
        }
    }
    println!(
        "\nfound {found} of {all} ({by_tree} as the same tree); another game has the true part in {findable}"
    );
    if let Some(path) = std::env::var_os("CONCEPTS") {
        let _ = std::fs::write(path, donors.memory());
    }
}

/// The sample, as the head of this file says.
fn sample<'d>(
    donors: &'d Donors,
    history: &History,
    games: usize,
    seed: u64,
    but: &BTreeSet<String>,
) -> Vec<Case<'d>> {
    let mut families: BTreeMap<String, Vec<&Donor>> = BTreeMap::new();
    for donor in &donors.list {
        let Some(row) = donor.database_id().and_then(|id| history.ruleset(id)) else { continue };
        let documented = matches!(row.kind, Kind::Described | Kind::Observed)
            && row.place.is_some()
            && row.years.is_some();
        let family: Vec<&str> = donor.path.split('/').collect();
        if documented && family.len() > 2 && !but.contains(&donor.name) {
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
            let text = text_of(&game, donor);
            cases.push(Case { donor, family: family.clone(), removal, text });
        }
    }
    cases
}

struct Result1 {
    /// Another single game has the true part.
    elsewhere: bool,
    /// Its place among the results, and whether it is the same tree or the same in other words.
    rank: Option<(usize, &'static str)>,
    /// Who gave it.
    from: String,
    looked_at: usize,
    /// Why the true part is none of the results, where it was met.
    turned_down: String,
}

fn run(case: &Case<'_>, donors: &Donors, history: &History, seed: u64) -> Result<Result1, String> {
    let incomplete = reading_of(case)?;
    let closeness = Closeness::new(subject(case, &incomplete), Weights::default(), history);
    let usable = |donor: &Donor| usable(case, donor, history);
    // Is the true part anywhere else?
    let truth = canonical(&case.donor.term).stable_hash();
    let all = all_parts(&incomplete, donors, &|id| usable(donors.get(id)));
    let elsewhere = all.values().flatten().any(|part| {
        ludarium_reconstruct::fit::assemble(&incomplete, donors, &[Some(part)])
            .is_ok_and(|whole| canonical(&whole.term).stable_hash() == truth)
    });
    // With `--played` the whole pipeline is on: candidates are played, and a clock stands beside.
    let play = std::env::args().any(|arg| arg == "--played");
    let settings = Settings { results: 10, seed, play, candidates: 600, ..Settings::default() };
    let mut clock = Clock(Instant::now() + Duration::from_secs(if play { 60 } else { 300 }));
    let found = reconstruct(&incomplete, donors, &closeness, &settings, &usable, &mut clock);
    let means = meaning_of(&case.donor.term.to_string());
    let is_true = |candidate: &Candidate| {
        if candidate.hash == truth {
            Some("tree")
        } else {
            (means.is_some() && meaning_of(&candidate.text) == means).then_some("meaning")
        }
    };
    let rank = found.results.iter().enumerate().find_map(|(at, result)| Some((at + 1, is_true(result)?)));
    let from = rank.map_or(String::new(), |(at, _)| {
        let names = found.results[at - 1].donors().into_iter().map(|d| donors.get(d).name.clone());
        names.collect::<Vec<_>>().join(" + ")
    });
    let met = found.rejected.iter().find(|candidate| candidate.hash == truth);
    let turned_down = met.map_or(String::new(), |candidate| match &candidate.outcome {
        Outcome::Rejected(rejection) => rejection.reason.replace('|', "/"),
        Outcome::Playable { .. } => String::new(),
    });
    if rank.is_none() && std::env::var_os("WHY").is_some() {
        eprintln!("## {} {}", case.donor.title(), case.truth());
        for result in &found.results {
            let fill: Vec<String> = result.fills[0].terms.iter().map(ToString::to_string).collect();
            let names: Vec<String> =
                result.donors().into_iter().map(|d| donors.get(d).name.clone()).collect();
            eprintln!("     {} <- {}", names.join(" + "), fill.join(" "));
        }
    }
    Ok(Result1 { elsewhere, rank, from, looked_at: found.progress.looked_at, turned_down })
}

/// What a description means, if it compiles.
fn meaning_of(text: &str) -> Option<u64> {
    let none = ludarium_play::Defines::none();
    let reading = ludarium_play::read("", text, &none, &ludarium_play::Selection::default());
    let tree = &reading.expanded.game;
    let term = Term::of(tree, *tree.roots.first()?, &mut |_| ludarium_reconstruct::HoleId(0));
    ludarium_reconstruct::meaning::meaning_of(&term)
}
