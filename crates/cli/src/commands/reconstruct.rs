//! `ludarium reconstruct`: whole rulesets from a description with holes. Here are the files, the clock, the progress
//! bar and the journal by which a broken-off run goes on; what is tried and why is `crates/reconstruct`.

mod again;

use crate::game_arg::{Faulty, ReadingArgs};
use crate::{files, interrupt, out};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use ludarium_play::render;
use ludarium_reconstruct::controls::{self, Controls};
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::evidence::{Evidence, Expected, Tied};
use ludarium_reconstruct::history::{History, Kind, Years};
use ludarium_reconstruct::holes::{Expectation, Wanted};
use ludarium_reconstruct::hypotheses::{self, Held};
use ludarium_reconstruct::plausible::{Family, Plausible};
use ludarium_reconstruct::policy::{Own, Policy};
use ludarium_reconstruct::posterior::{self, Posterior, clusters};
use ludarium_reconstruct::report::cited::{Run, corpus_hash};
use ludarium_reconstruct::report::{self, Case, Told};
use ludarium_reconstruct::scores::pages::{self, Page};
use ludarium_reconstruct::scores::total::{AsPublished, Line};
use ludarium_reconstruct::scores::{Closeness, Subject, Weights, expected_concepts};
use ludarium_reconstruct::search::{Progress, Settings, Stopped, Watch, reconstruct};
use ludarium_reconstruct::types::{Candidate, Donor, DonorScores, Figures, Fill, Outcome, Stage};
use ludarium_reconstruct::{Incomplete, read_incomplete};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Reconstruct whole, playable rulesets from a description with holes
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium reconstruct found.lud --budget 3m --out results")]
pub struct Args {
    /// A .lud file with holes: [#] for anything, [a | b] for a choice, [3..12] for a range
    file: String,
    /// Borrow from the complete games of this folder too, beside those of the library
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Statements with source, place, years and confidence, as TOML
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Tables of rulesets and cultural similarities (rulesets.csv, cultural.csv.gz)
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// How much culture, concepts and geography count
    #[arg(long, value_name = "C,K,G", default_value = "0.5,0.5,0")]
    weights: String,
    /// How many playable results are wanted
    #[arg(long, value_name = "N", default_value_t = 10)]
    results: usize,
    /// Stop after this long (90s, 3m) or after so many candidates (2000)
    #[arg(long, value_name = "T", default_value = "3m")]
    budget: String,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write descriptions, tables and pages into this folder; a run that was broken off goes on there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also show the scores as the published reconstructions reckon them
    #[arg(long)]
    published_scores: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// How many candidates at once; all cores when left out
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print every candidate that was turned down, with the reason
    #[arg(long)]
    rejected: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    /// Search on so many scrambled boards too, to see what chance alone finds
    #[arg(long, value_name = "K", default_value_t = 4)]
    controls: usize,
    /// Compare this whole ruleset with others on the same evidence; may be given several times
    #[arg(long, value_name = "FILE")]
    hypothesis: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// Who may give parts.
#[derive(clap::Args)]
struct PolicyArgs {
    /// Donors may be so many years younger than the evidence; the least of 200 to 4500 that leaves enough when left out
    #[arg(long, value_name = "YEARS")]
    margin: Option<i32>,
    /// Modern inventions with a known author may give parts too
    #[arg(long)]
    inventions: bool,
    /// Kinds of rulesets that may give parts
    #[arg(
        long,
        value_name = "KIND,…",
        value_delimiter = ',',
        default_value = "described,observed,scholarly"
    )]
    kinds: Vec<String>,
    /// Only donors of these families: hunt, race, sow, space, war, chess
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    families: Vec<String>,
    /// Only donors whose evidence falls into these years: -500..1500
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true)]
    donor_years: Option<String>,
    /// Only donors from so near
    #[arg(long, value_name = "KM")]
    within: Option<f64>,
}

impl PolicyArgs {
    fn read(&self) -> Result<Policy> {
        let kind = |word: &String| {
            Kind::from_word(word.trim()).with_context(|| {
                format!(
                    "{word:?} is no kind of ruleset: described, observed, scholarly, suggested, reconstructed"
                )
            })
        };
        let family = |word: &String| {
            Family::from_word(word.trim())
                .with_context(|| format!("{word:?} is no family: hunt, race, sow, space, war, chess"))
        };
        let years = |text: &String| -> Result<Years> {
            let (from, to) =
                text.split_once("..").with_context(|| format!("{text:?}: years are written -500..1500"))?;
            let year = |t: &str| t.trim().parse::<i32>().with_context(|| format!("{t:?} is no year"));
            Years::new(year(from)?, year(to)?).map_err(|why| anyhow::anyhow!(why))
        };
        Ok(Policy {
            margin: self.margin,
            inventions: self.inventions,
            kinds: self.kinds.iter().map(kind).collect::<Result<_>>()?,
            years: self.donor_years.as_ref().map(years).transpose()?,
            families: match self.families.is_empty() {
                true => None,
                false => Some(self.families.iter().map(family).collect::<Result<_>>()?),
            },
            within_km: self.within,
        })
    }
}

/// What may be spent.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Budget {
    Time(Duration),
    Candidates(usize),
    /// So many rounds of candidates: what a run that a clock ended says, to be made again.
    Rounds(usize),
}

impl Budget {
    fn read(text: &str) -> Result<Budget> {
        let text = text.trim();
        let number = |digits: &str| digits.parse::<f64>().ok().filter(|n| *n > 0.0 && *n < 1e6);
        let time = |seconds: f64| Ok(Budget::Time(Duration::from_secs_f64(seconds)));
        match text.char_indices().last() {
            Some((at, 's')) if number(&text[..at]).is_some() => time(number(&text[..at]).unwrap_or(1.0)),
            Some((at, 'm')) if number(&text[..at]).is_some() => {
                time(60.0 * number(&text[..at]).unwrap_or(1.0))
            }
            Some((at, 'h')) if number(&text[..at]).is_some() => {
                time(3600.0 * number(&text[..at]).unwrap_or(1.0))
            }
            Some((at, 'r')) if text[..at].parse::<usize>().is_ok() => Ok(Budget::Rounds(text[..at].parse()?)),
            _ => match text.parse() {
                Ok(n) if n > 0 => Ok(Budget::Candidates(n)),
                _ => bail!("{text:?}: a budget is a time (90s, 3m, 1h) or a number of candidates (2000)"),
            },
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.file.ends_with(".zip") {
        return again::again(args);
    }
    match args.jobs {
        Some(n) => rayon::ThreadPoolBuilder::new()
            .num_threads(n.max(1))
            .stack_size(64 << 20)
            .build()?
            .install(|| work(args)),
        None => work(args),
    }
}

fn work(args: &Args) -> Result<ExitCode> {
    let budget = Budget::read(&args.budget)?;
    let defines = args.reading.defines()?;
    let text = args.reading.open(&args.file)?;
    let mut incomplete =
        match read_incomplete(&text.name, &text.text, &defines, &args.reading.selection(&text.text)?) {
            Ok(incomplete) => incomplete,
            Err((problems, reading)) => {
                let sources = reading.sources();
                for problem in &problems {
                    eprintln!("{}", render(problem, &sources, out::colour_on_stderr()));
                }
                return Err(Faulty(text.name).into());
            }
        };
    let (evidence, tied) = evidence(args, &mut incomplete)?;
    let donors = gather(args, &defines)?;
    let history = history(args)?;
    let weights: Weights = args.weights.parse().map_err(|why: String| anyhow::anyhow!(why))?;
    let subject = Subject {
        id: evidence.id.or(incomplete.key.as_ref().and_then(|key| key.parse().ok())),
        place: evidence.place.as_ref().map(|named| named.at),
        years: evidence.years,
        expected: expected_concepts(&incomplete.reading).unwrap_or_default(),
    };
    let similarity = Closeness::new(subject, weights, &history);
    let memory = Memory::open(&donors);
    let mut settings = Settings { results: args.results.max(1), seed: args.seed, ..Settings::default() };
    let mut watch = Shell::new(args, &incomplete, budget)?;
    match budget {
        Budget::Candidates(n) => settings.candidates = n,
        Budget::Rounds(n) => settings.rounds = Some(n),
        Budget::Time(_) => {}
    }
    let own = Own { names: own_names(&incomplete), id: similarity.subject.id, key: incomplete.key.clone() };
    let policy = args.policy.read()?.apply(&donors.list, &own, &similarity, &history);
    if policy.admitted == 0 {
        bail!("no donor is left: {}", policy.told());
    }
    let usable = |donor: &Donor| policy.allows(donor.id);
    let stop = settings.gate.stop.0.clone();
    interrupt::listen();
    let found = {
        let _guard = Guard::watch(watch.until, stop.clone());
        reconstruct(&incomplete, &donors, &similarity, &settings, &usable, &mut watch)
    };
    watch.bar.finish_and_clear();
    let controls = {
        let mut rest = Rest { until: watch.for_controls(budget) };
        stop.store(false, Ordering::Relaxed);
        let _guard = Guard::watch(rest.until, stop);
        let effort = controls::Effort { controls: args.controls, ..controls::Effort::default() };
        (args.controls > 0 && !interrupt::happened())
            .then(|| controls::run(&incomplete, &donors, &similarity, &settings, &usable, effort, &mut rest))
    };
    let posterior = posterior::of(&incomplete, &donors, &similarity, &usable);
    let hypotheses = hypotheses(args, &incomplete, &tied, &evidence, &settings)?;
    let pages = match args.published_scores {
        true => pages::of_game(similarity.subject.id, &history, &donors.list, &similarity.subject.expected),
        false => Vec::new(),
    };
    memory.keep(&donors);
    let run = Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        corpus: corpus_hash(&donors.list),
        donors: donors.list.len(),
        options: again::options(args, &settings, &found, controls.as_ref()),
    };
    let case = Case {
        incomplete: &incomplete,
        donors: &donors,
        closeness: &similarity,
        evidence: args.evidence.as_ref().map(|_| (&evidence, &tied)),
        found: &found,
        as_published: args.published_scores,
        policy: Some(&policy),
        controls: controls.as_ref(),
        posterior: &posterior,
        hypotheses: &hypotheses,
        pages: &pages,
        run: Some(&run),
    };
    let told = case.tell();
    if let Some(folder) = &args.out {
        let written = write_results(folder, &case, &told, &settings)?;
        again::write_bundle(folder, args, &case, &text.text, &written)?;
    }
    let output = if args.json {
        serde_json::to_string_pretty(&json(&case, &told, &settings))? + "\n"
    } else {
        words(args, &case, &told, &settings)
    };
    out::print(&output);
    interrupt::tell(format_args!("{} results until then", found.results.len()));
    Ok(interrupt::status(if found.results.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS }))
}

/// The library's games, and those of `--games`; the latter first, since they carry the ids of the database.
fn gather(args: &Args, defines: &ludarium_play::Defines) -> Result<Donors> {
    let mut sources: Vec<Source> = Vec::new();
    if let Some(folder) = &args.games {
        for path in files::with_extension(folder, &["lud"])? {
            let shown = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            if Donors::is_used(&shown) {
                let Some(text) = files::read_or_complain(&path) else { continue };
                sources.push(Source { path: shown, text, key: None });
            }
        }
    }
    sources.extend(Donors::library());
    let donors = Donors::gather(&sources, defines);
    if donors.list.is_empty() {
        bail!("there is no complete game to borrow from");
    }
    Ok(donors)
}

/// The file of `--evidence`. What it expects of concepts joins what the description expects.
fn evidence(args: &Args, incomplete: &mut Incomplete) -> Result<(Evidence, Tied)> {
    let Some(path) = &args.evidence else { return Ok(Default::default()) };
    let shown = path.display();
    let faults = |faults: Vec<ludarium_reconstruct::evidence::Fault>| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("{shown}:{fault}")).collect();
        anyhow::anyhow!(lines.join("\n"))
    };
    let evidence = Evidence::read(&files::read_text(path)?).map_err(faults)?;
    let tied = evidence.tie(&incomplete.term).map_err(faults)?;
    let span = ludarium_syntax::Span::new(ludarium_syntax::FileId(0), 0, 0);
    let contradictions = evidence.contradictions_told();
    if !contradictions.is_empty() {
        bail!("{shown}: {}", contradictions.join("\n"));
    }
    let all = evidence.statements.iter().flat_map(|s| s.concepts.iter().map(move |c| (c, s.confidence)));
    for ((concept, expected), confidence) in all {
        let Some(known) = ludarium_concepts::taxonomy::by_id(*concept) else { continue };
        let wanted = match *expected {
            Expected::Holds(holds) => Wanted::Holds(holds),
            Expected::Between(low, high) => Wanted::Between(low, high),
        };
        let name = known.name;
        incomplete.expectations.push(Expectation { concept: *concept, name, wanted, confidence, span });
    }
    Ok((evidence, tied))
}

/// The tables of `--history`; empty ones without.
fn history(args: &Args) -> Result<History> {
    let Some(folder) = &args.history else { return Ok(History::default()) };
    let read = |name: &str| fs::read(folder.join(name));
    let rulesets = read("rulesets.csv")
        .with_context(|| format!("{}: no rulesets.csv can be read there", folder.display()))?;
    let cultural = read("cultural.csv.gz").or_else(|_| read("cultural.csv")).ok();
    History::read(&rulesets, cultural.as_deref())
        .map_err(|fault| anyhow::anyhow!("{}: {fault}", folder.display()))
}

/// What donors show, kept from run to run beside other caches of the user. The program's own size and age are part
/// of the name: another build may know other concepts.
struct Memory {
    path: Option<PathBuf>,
    known: usize,
}

impl Memory {
    fn open(donors: &Donors) -> Memory {
        let path = Memory::path();
        if let Some(text) = path.as_ref().and_then(|path| fs::read_to_string(path).ok()) {
            donors.recall(&text);
        }
        Memory { path, known: Memory::count(donors) }
    }
    fn count(donors: &Donors) -> usize {
        donors.list.iter().filter(|donor| donor.profile.get().is_some()).count()
    }
    fn path() -> Option<PathBuf> {
        let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
        let folder = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home)?.join("ludarium");
        let own = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let age = own.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
        Some(folder.join(format!("concepts-{:x}-{age:x}.txt", own.len())))
    }
    /// Writing is a convenience: where it fails the next run works it out again.
    fn keep(&self, donors: &Donors) {
        if Memory::count(donors) == self.known {
            return;
        }
        if let Some(path) = &self.path
            && let Some(folder) = path.parent()
        {
            let _ = fs::create_dir_all(folder).and_then(|()| fs::write(path, donors.memory()));
        }
    }
}

/// The rulesets of `--hypothesis`, held against the evidence.
fn hypotheses(
    args: &Args,
    incomplete: &Incomplete,
    tied: &Tied,
    evidence: &Evidence,
    settings: &Settings,
) -> Result<Vec<Held>> {
    let defines = args.reading.defines()?;
    let mut texts = Vec::new();
    for path in &args.hypothesis {
        let text = files::read_text(path)?;
        let reading = ludarium_play::read(
            &path.display().to_string(),
            &text,
            &defines,
            &ludarium_play::Selection::default(),
        );
        let whole = reading
            .expanded
            .game
            .roots
            .first()
            .map_or(String::new(), |&root| reading.expanded.game.print(root));
        texts.push((path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned()), whole));
    }
    let sure = |clause: &ludarium_reconstruct::term::Term| {
        let said = tied.statements(clause).iter().filter_map(|&n| evidence.statements.get(n));
        said.map(|s| s.confidence).reduce(f64::max)
    };
    Ok(hypotheses::compare(incomplete, &texts, &sure, &settings.gate))
}

/// All names of the game that is reconstructed.
fn own_names(incomplete: &Incomplete) -> Vec<String> {
    let metadata = incomplete.reading.expanded.metadata.as_ref();
    let aliases = metadata.map_or(Vec::new(), |tree| ludarium_reconstruct::donors::texts_of(tree, "aliases"));
    std::iter::once(incomplete.name.clone()).chain(aliases).collect()
}

/// Raises a flag when the time is up or somebody interrupts, so that a candidate whose games take long is broken off too.
struct Guard {
    over: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Guard {
    fn watch(until: Option<Instant>, stop: Arc<AtomicBool>) -> Guard {
        let over = Arc::new(AtomicBool::new(false));
        let ended = over.clone();
        let thread = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                if interrupt::happened() || until.is_some_and(|until| Instant::now() >= until) {
                    stop.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        Guard { over, thread: Some(thread) }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The time that is left for controls.
struct Rest {
    until: Option<Instant>,
}

impl Watch for Rest {
    fn progress(&mut self, _: &Progress, _: &Candidate) {}
    fn go_on(&mut self) -> bool {
        !interrupt::happened() && self.until.is_none_or(|until| Instant::now() < until)
    }
}

/// Looks on: draws the bar, watches the clock, keeps the journal.
struct Shell {
    bar: ProgressBar,
    begun: Instant,
    until: Option<Instant>,
    journal: Option<File>,
    known: BTreeMap<u64, Outcome>,
}

impl Shell {
    fn new(args: &Args, incomplete: &Incomplete, budget: Budget) -> Result<Shell> {
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} results  {msg}");
        let bar = ProgressBar::new(args.results as u64)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let until = match budget {
            Budget::Time(time) if args.controls > 0 => Some(Instant::now() + time.mul_f64(FOR_RESULTS)),
            Budget::Time(time) => Some(Instant::now() + time),
            Budget::Candidates(_) | Budget::Rounds(_) => None,
        };
        let mut shell = Shell { bar, begun: Instant::now(), until, journal: None, known: BTreeMap::new() };
        if let Some(folder) = &args.out {
            fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
            let path = folder.join("journal.jsonl");
            // The gate depends on the description and the seed: of another run nothing is known.
            let head = format!("{} {} {}", incomplete.name, args.seed, incomplete.term.stable_hash());
            let old = fs::read_to_string(&path).unwrap_or_default();
            let mut lines = old.lines();
            let same = lines.next() == Some(head.as_str());
            if same {
                for line in lines {
                    if let Some((hash, outcome)) = line.split_once('\t')
                        && let (Ok(hash), Ok(outcome)) =
                            (hash.parse(), serde_json::from_str::<Outcome>(outcome))
                        && was_thought_about(&outcome)
                    {
                        shell.known.insert(hash, outcome);
                    }
                }
            }
            let mut file = OpenOptions::new()
                .create(true)
                .write(true)
                .append(same)
                .truncate(!same)
                .open(&path)
                .with_context(|| format!("{}: cannot be written", path.display()))?;
            if !same {
                writeln!(file, "{head}")?;
            }
            shell.journal = Some(file);
        }
        Ok(shell)
    }
}

/// The share of a time budget that goes into results; controls have the rest.
const FOR_RESULTS: f64 = 0.7;

impl Shell {
    /// When controls must end: what the results left over is theirs too.
    fn for_controls(&self, budget: Budget) -> Option<Instant> {
        match budget {
            Budget::Time(time) => Some(self.begun + time),
            Budget::Candidates(_) | Budget::Rounds(_) => None,
        }
    }
}

impl Watch for Shell {
    fn progress(&mut self, progress: &Progress, newest: &Candidate) {
        self.bar.set_position(progress.playable as u64);
        self.bar.set_message(format!("{} looked at", progress.looked_at));
        let played = newest.hash != 0 && !self.known.contains_key(&newest.hash);
        if let (true, Some(file)) = (played, &mut self.journal)
            && let Ok(outcome) = serde_json::to_string(&newest.outcome)
        {
            let _ = writeln!(file, "{}\t{outcome}", newest.hash);
        }
    }
    fn go_on(&mut self) -> bool {
        !interrupt::happened() && self.until.is_none_or(|until| Instant::now() < until)
    }
    fn known(&self, hash: u64) -> Option<Outcome> {
        self.known.get(&hash).cloned()
    }
}

/// Whether an outcome is one of games in thought, which are dear; all else is found out again.
fn was_thought_about(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Playable { plausible, .. } => plausible.is_some(),
        Outcome::Rejected(why) => why.stage == Stage::Search,
    }
}

fn file_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").to_lowercase()
}

/// The description of a result, with where its parts come from.
fn description(
    number: usize,
    incomplete: &Incomplete,
    donors: &Donors,
    result: &Candidate,
    metadata: &str,
) -> String {
    let mut text = format!("// {}, reconstruction {number} (Ludarium)\n", incomplete.name);
    for fill in &result.fills {
        let hole = &incomplete.holes[fill.hole.0 as usize];
        let from = fill.donor.map_or("chosen among the alternatives".to_owned(), |d| {
            let donor = donors.get(d);
            let with = fill.with.map(|d| format!(", in one place as in {}", donors.get(d).title()));
            format!(
                "from {} [{}]{}, score {:.3}",
                donor.title(),
                donor.key,
                with.unwrap_or_default(),
                fill.score
            )
        });
        let _ = writeln!(text, "// {}  {}: {from}", fill.hole, hole.place);
        for (theirs, ours) in &fill.bindings {
            let _ = writeln!(text, "//     \"{theirs}\" there is \"{ours}\" here");
        }
    }
    for (donor, term) in &result.brought {
        let _ = writeln!(text, "// brought along from {}: {term}", donors.get(*donor).title());
    }
    let key = incomplete.key.as_ref().map(|key| format!(" (completes ruleset {key})")).unwrap_or_default();
    let _ = writeln!(text, "// combined score {:.3}{key}\n", result.score);
    text + &ludarium_syntax::format(&format!("{}\n{metadata}", result.text))
}

fn csv_head() -> &'static str {
    "number,game,incomplete,score,donors,other_donors,decided,timeouts,balance,turns,choices,file\n"
}

/// Writes what was found, and gives the names of the files.
fn write_results(
    folder: &Path,
    case: &Case<'_>,
    told: &[Told<'_>],
    settings: &Settings,
) -> Result<Vec<String>> {
    let (incomplete, donors, found) = (case.incomplete, case.donors, case.found);
    let written = std::cell::RefCell::new(Vec::new());
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        written.borrow_mut().push(name.to_owned());
        fs::write(&path, text).with_context(|| format!("{}: cannot be written", path.display()))
    };
    let quoted = crate::tables::quoted;
    let keys = |list: &[ludarium_reconstruct::DonorId]| {
        list.iter().map(|d| donors.get(*d).key.clone()).collect::<Vec<_>>().join(" ")
    };
    let mut table = csv_head().to_owned();
    for (i, result) in found.results.iter().enumerate() {
        let file = format!("{}-{}.lud", file_name(&incomplete.name), i + 1);
        let name = report::result_name(incomplete, i);
        let metadata = told.get(i).map_or(String::new(), |told| report::cited::metadata(case, told, &name));
        write(&file, &description(i + 1, incomplete, donors, result, &metadata))?;
        let other = result.also.iter().map(|list| keys(list)).collect::<Vec<_>>().join(" | ");
        let f = figures(result);
        let _ = writeln!(
            table,
            "{},{},{},{:.4},{},{},{:.2},{:.2},{:.2},{:.0},{:.2},{file}",
            i + 1,
            quoted(&incomplete.name),
            incomplete.key.clone().unwrap_or_default(),
            result.score,
            quoted(&keys(&result.donors())),
            quoted(&other),
            f.decided,
            f.timeouts,
            f.balance,
            f.turns,
            f.choices
        );
    }
    write("results.csv", &table)?;
    let mut table = "stage,reason,score,donors\n".to_owned();
    for candidate in &found.rejected {
        if let Outcome::Rejected(why) = &candidate.outcome {
            let stage = serde_json::to_string(&why.stage)?;
            let (stage, score) = (stage.trim_matches('"'), candidate.score);
            let _ = writeln!(
                table,
                "{stage},{},{score:.4},{}",
                quoted(&why.reason),
                quoted(&keys(&candidate.donors()))
            );
        }
    }
    write("rejected.csv", &table)?;
    write("results.json", &(serde_json::to_string_pretty(&json(case, told, settings))? + "\n"))?;
    write("scores.csv", &report::table::csv(&report::table::rows(case, told)))?;
    for at in 0..told.len() {
        write(&report::file_name(at), &report::page(case, told, at))?;
    }
    if let Some(run) = case.run {
        write("CITATION.cff", &run.cff(case))?;
        write("citation.bib", &run.bibtex(case))?;
    }
    write("index.html", &report::index(case, told))?;
    Ok(written.into_inner())
}

fn figures(candidate: &Candidate) -> Figures {
    match &candidate.outcome {
        Outcome::Playable { search, .. } => *search,
        Outcome::Rejected(_) => {
            Figures { games: 0, timeouts: 0.0, decided: 0.0, balance: 0.0, turns: 0.0, choices: 0.0 }
        }
    }
}

fn plausible_of(candidate: &Candidate) -> Option<&Plausible> {
    match &candidate.outcome {
        Outcome::Playable { plausible, .. } => plausible.as_deref(),
        Outcome::Rejected(_) => None,
    }
}

fn why_stopped(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Found => "as many results as were wanted",
        Stopped::Exhausted => {
            "every combination was looked at, but for those that share their faults with one that failed"
        }
        Stopped::Candidates => "the number of candidates is used up",
        Stopped::Told => "the time is used up",
    }
}

fn words(args: &Args, case: &Case<'_>, told: &[Told<'_>], settings: &Settings) -> String {
    let (incomplete, donors, found) = (case.incomplete, case.donors, case.found);
    let mut text =
        format!("{}: {} holes, {} donors\n\n", incomplete.name, incomplete.holes.len(), donors.list.len());
    for (hole, parts) in incomplete.holes.iter().zip(&found.parts) {
        let wanted = if hole.wanted.is_empty() { String::new() } else { format!(" ({})", hole.wanted) };
        let _ = writeln!(text, "  {}  {}{wanted}: {parts} parts to choose from", hole.id, hole.place);
    }
    let _ = writeln!(
        text,
        "\n{} playable of {} looked at; {}.",
        found.results.len(),
        found.progress.looked_at,
        why_stopped(found.stopped)
    );
    for stage in Stage::ALL {
        let n = found.progress.rejected[stage as usize];
        if n > 0 {
            let _ = writeln!(text, "  {n:5}  {}", stage.words());
        }
    }
    if let Some(policy) = case.policy {
        let _ = writeln!(text, "\nDonors: {}", policy.told());
    }
    if let Some(controls) = case.controls {
        let _ = writeln!(text, "\nControls: {}", controls.told());
    }
    text.push_str(&report::uncertain(case));
    for (i, result) in found.results.iter().enumerate() {
        let f = figures(result);
        let _ = writeln!(text, "\n{}. score {:.3}", i + 1, result.score);
        if let Some(plausible) = plausible_of(result) {
            let _ = writeln!(text, "   {}", plausible.told());
        }
        for fill in &result.fills {
            let place = &incomplete.holes[fill.hole.0 as usize].place;
            let part: Vec<String> = fill.terms.iter().map(ToString::to_string).collect();
            let part = ludarium_reconstruct::holes::shorten(&part.join(" "));
            match fill.donor {
                Some(d) => {
                    let donor = donors.get(d);
                    let with = fill.with.map(|d| format!(", in one place as in {}", donors.get(d).title()));
                    let _ = writeln!(
                        text,
                        "   {place}\n      {part}\n      from {} [{}]{} {:.3}",
                        donor.title(),
                        donor.key,
                        with.unwrap_or_default(),
                        fill.score
                    );
                }
                None => {
                    let _ = writeln!(text, "   {place}\n      {part}");
                }
            }
        }
        if !result.also.is_empty() {
            let _ = writeln!(text, "   can also be based on {} other lists of donors", result.also.len());
        }
        if let Some(told) = told.get(i) {
            for line in told.total.lines.iter().filter(|line| line.value.is_some()) {
                let _ = writeln!(text, "   {}: {:.3}", line.score.name(), line.value.unwrap_or(0.0));
            }
            if let Some(published) = &told.total.published {
                let [combined, cultural, conceptual, geographical] = &published.shown;
                let _ = writeln!(
                    text,
                    "   as published: Combined {combined}, Cultural {cultural}, Conceptual {conceptual}, Geographical \
                     {geographical} (~{} km)",
                    published.shown_km
                );
            }
        }
        if f.games > 0 {
            let _ = writeln!(
                text,
                "   {} games ({}): {:.0} % decided, {:.0} % without end, balance {:.2}, {:.0} turns, {:.0} % choices",
                f.games,
                settings.gate.player(),
                100.0 * f.decided,
                100.0 * f.timeouts,
                f.balance,
                f.turns,
                100.0 * f.choices
            );
        }
    }
    if args.rejected {
        text.push_str("\nTurned down:\n");
        for candidate in &found.rejected {
            if let Outcome::Rejected(why) = &candidate.outcome {
                let names: Vec<String> =
                    candidate.donors().iter().map(|d| donors.get(*d).name.clone()).collect();
                let _ = writeln!(text, "  {} [{}]: {}", why.stage.words(), names.join(", "), why.reason);
            }
        }
    }
    text
}

/// What `ludarium reconstruct --json` prints, and `results.json` holds.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Reconstruction")]
pub struct Report {
    game: String,
    /// The number of the incomplete ruleset in the database, where it is known.
    incomplete: Option<String>,
    seed: u64,
    /// Who plays the candidates beside random players.
    gate: String,
    /// Candidates that were looked at.
    looked_at: usize,
    stopped: Stopped,
    /// Candidates turned down, by the stage that turned them down.
    rejected: BTreeMap<String, usize>,
    /// Who could give parts, in sentences.
    donors: String,
    /// How the run was made, and the address that is its own.
    run: Option<Run>,
    address: Option<String>,
    /// What the same search finds on scrambled boards with shuffled evidence.
    controls: Option<Controls>,
    /// What may have stood in each unknown place.
    posterior: Vec<Posterior>,
    /// Results of the same kinds of parts, by their numbers; the first represents the others.
    families_of_rules: Vec<Vec<usize>>,
    /// Rulesets that were proposed, held against the evidence.
    hypotheses: Vec<Held>,
    /// Published reconstructions of this game, worked out again.
    published: Vec<Page>,
    /// Whole rulesets, the best first.
    results: Vec<OneResult>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Result")]
pub struct OneResult {
    score: f64,
    fills: Vec<OneFill>,
    brought_along: Vec<Brought>,
    /// Other donors that give the very same rules.
    other_donors: Vec<Vec<OneDonor>>,
    figures: Figures,
    /// How it compares with documented games.
    plausible: Option<Plausible>,
    scores: Option<Vec<Line>>,
    published_scores: Option<AsPublished>,
    description: String,
}

/// What a hole was filled with.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fill")]
pub struct OneFill {
    hole: String,
    fill: String,
    donor: Option<OneDonor>,
    /// A second donor, for one place in the part.
    with: Option<OneDonor>,
    /// Names there, and what they are here.
    renamed: Vec<[String; 2]>,
    scores: DonorScores,
    score: Option<f64>,
}

/// A clause that a part cannot do without.
#[derive(Serialize, JsonSchema)]
pub struct Brought {
    donor: OneDonor,
    clause: String,
}

/// A ruleset that a part was taken from.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Donor")]
pub struct OneDonor {
    id: String,
    game: String,
    ruleset: String,
    path: String,
}

fn json(case: &Case<'_>, told: &[Told<'_>], settings: &Settings) -> Report {
    let (incomplete, donors, found) = (case.incomplete, case.donors, case.found);
    let donor = |id: ludarium_reconstruct::DonorId| {
        let d = donors.get(id);
        OneDonor { id: d.key.clone(), game: d.name.clone(), ruleset: d.ruleset.clone(), path: d.path.clone() }
    };
    let fill = |fill: &Fill| OneFill {
        hole: incomplete.holes[fill.hole.0 as usize].place.to_string(),
        fill: fill.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        donor: fill.donor.map(donor),
        with: fill.with.map(donor),
        renamed: fill.bindings.iter().map(|(a, b)| [a.to_string(), b.to_string()]).collect(),
        scores: fill.scores,
        score: fill.donor.map(|_| fill.score),
    };
    let results = found.results.iter().enumerate().map(|(i, result)| OneResult {
        score: result.score,
        fills: result.fills.iter().map(fill).collect(),
        brought_along: result
            .brought
            .iter()
            .map(|(d, t)| Brought { donor: donor(*d), clause: t.to_string() })
            .collect(),
        other_donors: result.also.iter().map(|list| list.iter().map(|d| donor(*d)).collect()).collect(),
        figures: figures(result),
        plausible: plausible_of(result).cloned(),
        scores: told.get(i).map(|told| told.total.lines.clone()),
        published_scores: told.get(i).and_then(|told| told.total.published.clone()),
        description: result.text.clone(),
    });
    let rejected = Stage::ALL
        .iter()
        .map(|stage| (stage.words().to_owned(), found.progress.rejected[*stage as usize]))
        .collect();
    Report {
        game: incomplete.name.clone(),
        incomplete: incomplete.key.clone(),
        seed: settings.seed,
        gate: settings.gate.player(),
        looked_at: found.progress.looked_at,
        stopped: found.stopped,
        rejected,
        donors: case.policy.map(|policy| policy.told()).unwrap_or_default(),
        run: case.run.cloned(),
        address: case.run.map(|run| run.address(case)),
        controls: case.controls.cloned(),
        posterior: case.posterior.to_vec(),
        families_of_rules: clusters(incomplete, &found.results)
            .into_iter()
            .map(|cluster| cluster.results.into_iter().map(|at| at + 1).collect())
            .collect(),
        hypotheses: case.hypotheses.to_vec(),
        published: case.pages.to_vec(),
        results: results.collect(),
    }
}
