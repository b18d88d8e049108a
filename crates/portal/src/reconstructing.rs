//! Reconstructions that somebody runs from a page. Each is a process of its own (`ludarium reconstruct … --out DIR`) in a
//! folder of its own; what it has found out so far is read off its journal. Knows how to start, watch and end such
//! processes, a few at a time; refuses to know how reconstruction works.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::process::{Child, Command};

/// So many run at a time; each uses all cores it can get.
pub const MOST_AT_ONCE: usize = 2;
/// So many are remembered; the oldest goes when another comes.
const MOST_KEPT: usize = 40;
/// A run may take this long at most, and is given this much more to write its pages.
const MOST_SECONDS: u64 = 300;
const GRACE: Duration = Duration::from_secs(60);
/// Evidence may be so long.
const MOST_EVIDENCE: usize = 1 << 18;
/// A page that is larger than this is not one of ours.
const MOST_PAGE: u64 = 8 << 20;

/// What somebody asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The description with holes.
    pub text: String,
    /// Statements, as TOML; may be empty.
    #[serde(default)]
    pub evidence: String,
    /// A whole ruleset to hold against the same evidence; may be empty.
    #[serde(default)]
    pub hypothesis: String,
    /// `0.5,0.5,0`
    #[serde(default)]
    pub weights: String,
    #[serde(default)]
    pub results: Option<usize>,
    #[serde(default)]
    pub seconds: Option<u64>,
    #[serde(default)]
    pub seed: Option<u64>,
}

/// Why a run was not started.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// What was asked for makes no sense.
    Bad(String),
    /// Not now.
    Busy(String),
}

impl Refusal {
    pub fn words(self) -> String {
        match self {
            Refusal::Bad(why) | Refusal::Busy(why) => why,
        }
    }
}

impl Ask {
    /// The weights, if what is asked for makes sense.
    pub fn weights(&self) -> Result<&str, Refusal> {
        if self.text.trim().is_empty() {
            return Err(Refusal::Bad("there is no description".to_owned()));
        }
        if self.text.len() > crate::catalogue::MOST_TEXT
            || self.hypothesis.len() > crate::catalogue::MOST_TEXT
            || self.evidence.len() > MOST_EVIDENCE
        {
            return Err(Refusal::Bad("the description or the evidence is too long".to_owned()));
        }
        let weights = if self.weights.trim().is_empty() { "0.5,0.5,0" } else { self.weights.trim() };
        weights.parse::<ludarium_reconstruct::scores::Weights>().map_err(Refusal::Bad)?;
        Ok(weights)
    }

    fn wanted(&self) -> usize {
        self.results.unwrap_or(10).clamp(1, 30)
    }
}

impl Standing {
    /// A run that nobody has begun yet.
    pub fn before(ask: &Ask) -> Standing {
        Standing {
            title: title_of(&ask.text),
            state: "running".to_owned(),
            wanted: ask.wanted(),
            ..Standing::default()
        }
    }
}

/// Where a run stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Standing {
    pub title: String,
    /// `running`, `done`, `failed`, `stopped`.
    pub state: String,
    pub seconds: u64,
    pub looked_at: usize,
    pub playable: usize,
    pub wanted: usize,
    /// By stage: how many were turned down there.
    pub rejected: BTreeMap<String, usize>,
    /// Pages that are there.
    pub pages: Vec<String>,
    /// What the process says of its input when it fails.
    pub message: String,
}

struct Job {
    folder: PathBuf,
    title: String,
    wanted: usize,
    begun: Instant,
    ended: Option<Duration>,
    child: Option<Child>,
    until: Instant,
    failed: bool,
    stopped: bool,
}

/// All runs.
pub struct Desk {
    folder: PathBuf,
    games: Vec<PathBuf>,
    history: Option<PathBuf>,
    jobs: Mutex<BTreeMap<u64, Job>>,
    next: Mutex<u64>,
}

/// The most memory a run may take, in KiB: 4 GiB; a search over the whole corpus took 0.6.
const MOST_KIB: u64 = 4 << 20;

/// The program, started by a shell that limits its memory first: a description from outside must not take the
/// server's. Where there is no such shell the program is started as it is.
fn with_limited_memory(program: &std::path::Path) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(format!("ulimit -v {MOST_KIB}; exec \"$0\" \"$@\"")).arg(program);
        return command;
    }
    Command::new(program)
}

impl Desk {
    pub fn new(data: &Path, games: &[PathBuf], history: Option<PathBuf>) -> Desk {
        let folder = data.join("reconstructions");
        let jobs = Mutex::new(earlier(&folder));
        Desk { folder, games: games.to_vec(), history, jobs, next: Mutex::new(1) }
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Job>> {
        self.jobs.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Files that a run wrote, with their sizes.
    pub fn files(&self, id: u64) -> Vec<(String, u64)> {
        let Some(folder) = self.jobs().get(&id).map(|job| job.folder.clone()) else { return Vec::new() };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let sized = entries.filter_map(|entry| {
            let size = entry.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
            Some((entry.file_name().into_string().ok()?, size))
        });
        sized.collect()
    }

    /// Starts a run and gives its number.
    pub fn start(&self, ask: &Ask) -> Result<u64, Refusal> {
        let weights = ask.weights()?;
        let wanted = ask.wanted();
        let seconds = ask.seconds.unwrap_or(120).clamp(5, MOST_SECONDS);
        {
            let mut jobs = self.jobs();
            jobs.values_mut().for_each(Job::look);
            if jobs.values().filter(|job| job.child.is_some()).count() >= MOST_AT_ONCE {
                let why = format!("{MOST_AT_ONCE} reconstructions run already; please wait for one of them");
                return Err(Refusal::Busy(why));
            }
            while jobs.len() >= MOST_KEPT {
                let Some((_, old)) = jobs.pop_first() else { break };
                let _ = std::fs::remove_dir_all(&old.folder);
            }
        }
        let id = {
            let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *next += 1;
            // Numbers of an earlier server's folders are not used again.
            while self.folder.join(next.to_string()).exists() {
                *next += 1;
            }
            *next
        };
        let folder = self.folder.join(id.to_string());
        let trouble = |why: std::io::Error| Refusal::Busy(format!("the run could not be started: {why}"));
        std::fs::create_dir_all(&folder).map_err(trouble)?;
        std::fs::write(folder.join("input.lud"), &ask.text).map_err(trouble)?;
        let program = std::env::current_exe().map_err(trouble)?;
        let mut command = with_limited_memory(&program);
        command
            .arg("reconstruct")
            .arg(folder.join("input.lud"))
            .arg("--out")
            .arg(&folder)
            .args(["--weights", weights, "--results", &wanted.to_string()])
            .args(["--budget", &format!("{seconds}s"), "--seed", &ask.seed.unwrap_or(1).to_string()]);
        if !ask.evidence.trim().is_empty() {
            std::fs::write(folder.join("evidence.toml"), &ask.evidence).map_err(trouble)?;
            command.arg("--evidence").arg(folder.join("evidence.toml"));
        }
        if !ask.hypothesis.trim().is_empty() {
            std::fs::write(folder.join("hypothesis.lud"), &ask.hypothesis).map_err(trouble)?;
            command.arg("--hypothesis").arg(folder.join("hypothesis.lud"));
        }
        if let Some(games) = self.games.first() {
            command.arg("--games").arg(games);
        }
        if let Some(history) = &self.history {
            command.arg("--history").arg(history).arg("--published-scores");
        }
        let errors = std::fs::File::create(folder.join("errors.txt")).map_err(trouble)?;
        let child = command
            // It works on a description from outside: where our data is, is none of its business.
            .env_remove("LUDARIUM_DATABASE")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .map_err(trouble)?;
        let begun = Instant::now();
        let job = Job {
            folder,
            title: title_of(&ask.text),
            wanted,
            begun,
            ended: None,
            child: Some(child),
            until: begun + Duration::from_secs(seconds) + GRACE,
            failed: false,
            stopped: false,
        };
        self.jobs().insert(id, job);
        Ok(id)
    }

    pub fn standing(&self, id: u64) -> Option<Standing> {
        let mut jobs = self.jobs();
        let job = jobs.get_mut(&id)?;
        job.look();
        Some(job.standing())
    }

    /// All that are remembered, the newest first.
    pub fn list(&self) -> Vec<(u64, Standing)> {
        let mut jobs = self.jobs();
        jobs.values_mut().for_each(Job::look);
        jobs.iter().rev().map(|(&id, job)| (id, job.standing())).collect()
    }

    pub fn stop(&self, id: u64) -> bool {
        let mut jobs = self.jobs();
        let Some(job) = jobs.get_mut(&id) else { return false };
        job.stop();
        true
    }

    /// A file that a run wrote: a page, a table or a description.
    pub fn file(&self, id: u64, name: &str) -> Option<Vec<u8>> {
        if !is_plain(name) {
            return None;
        }
        let path = self.jobs().get(&id)?.folder.join(name);
        let size = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?.len();
        if size > MOST_PAGE {
            return None;
        }
        std::fs::read(path).ok()
    }
}

/// Runs of an earlier server, the newest of them: what they wrote is still there, under the same address.
fn earlier(folder: &Path) -> BTreeMap<u64, Job> {
    let mut found: Vec<(u64, PathBuf)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .filter(|(_, path)| path.join("input.lud").is_file())
        .collect();
    found.sort();
    let newest = found.split_off(found.len().saturating_sub(MOST_KEPT));
    let now = Instant::now();
    let job = |folder: PathBuf| Job {
        title: title_of(&std::fs::read_to_string(folder.join("input.lud")).unwrap_or_default()),
        // One that the end of the server broke off has no page of all its results.
        stopped: !folder.join("index.html").is_file(),
        folder,
        wanted: 0,
        begun: now,
        ended: Some(Duration::ZERO),
        child: None,
        until: now,
        failed: false,
    };
    newest.into_iter().map(|(id, folder)| (id, job(folder))).collect()
}

impl Job {
    /// Notes that the process ended, or ends it when its time is up.
    fn look(&mut self) {
        let Some(child) = &mut self.child else { return };
        match child.try_wait() {
            Ok(Some(status)) => {
                // 1: ran, and found nothing.
                self.failed = !matches!(status.code(), Some(0 | 1));
                self.end();
            }
            Ok(None) if Instant::now() > self.until => self.stop(),
            Ok(None) => {}
            Err(_) => {
                self.failed = true;
                self.end();
            }
        }
    }

    fn stop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.start_kill();
            self.stopped = true;
            self.end();
        }
    }

    fn end(&mut self) {
        self.child = None;
        self.ended = Some(self.begun.elapsed());
    }

    fn standing(&self) -> Standing {
        let journal = std::fs::read_to_string(self.folder.join("journal.jsonl")).unwrap_or_default();
        let (looked_at, playable, rejected) = counted(&journal);
        let mut pages: Vec<String> = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.ends_with(".html"))
            .collect();
        pages.sort();
        let message = std::fs::read_to_string(self.folder.join("errors.txt")).unwrap_or_default();
        let shown = |text: &str| plain(text).replace(&format!("{}/", self.folder.display()), "");
        let failed =
            self.failed || (self.child.is_none() && !self.stopped && pages.is_empty() && looked_at == 0);
        Standing {
            title: self.title.clone(),
            state: match (&self.child, self.stopped, failed) {
                (Some(_), _, _) => "running",
                (None, true, _) => "stopped",
                (None, false, true) => "failed",
                (None, false, false) => "done",
            }
            .to_owned(),
            seconds: self.ended.unwrap_or_else(|| self.begun.elapsed()).as_secs(),
            looked_at,
            playable,
            wanted: self.wanted,
            rejected,
            pages,
            message: shown(&message).chars().take(4000).collect(),
        }
    }
}

/// A name without a way out of its folder.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.starts_with('.') && name.chars().all(plain)
}

/// Counts the lines of a journal: candidates, playable ones, and those turned down by stage.
fn counted(journal: &str) -> (usize, usize, BTreeMap<String, usize>) {
    let (mut all, mut playable, mut rejected) = (0, 0, BTreeMap::new());
    for line in journal.lines().skip(1) {
        let Some((_, outcome)) = line.split_once('\t') else { continue };
        let Ok(outcome) = serde_json::from_str::<ludarium_reconstruct::Outcome>(outcome) else { continue };
        all += 1;
        match outcome {
            ludarium_reconstruct::Outcome::Playable { .. } => playable += 1,
            ludarium_reconstruct::Outcome::Rejected(rejection) => {
                *rejected.entry(rejection.stage.words().to_owned()).or_default() += 1;
            }
        }
    }
    (all, playable, rejected)
}

/// The name in `(game "Name" …`.
fn title_of(text: &str) -> String {
    let name = text.split("(game").nth(1).and_then(|rest| rest.split('"').nth(1)).unwrap_or("a game");
    name.chars().take(80).collect()
}

/// Without the colours of a terminal.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            let _ = rest.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journals_are_counted() {
        let journal = "Head 1 2\n5\t{\"rejected\":{\"stage\":\"lint\",\"reason\":\"x\"}}\n6\t{\"rejected\":{\"stage\":\"lint\",\"reason\":\"y\"}}\n7\tcut";
        let (all, playable, rejected) = counted(journal);
        assert_eq!((all, playable), (2, 0));
        assert_eq!(rejected.into_iter().collect::<Vec<_>>(), [("has a known defect".to_owned(), 2)]);
    }

    #[test]
    fn runs_survive_the_server() {
        let data = std::env::temp_dir().join(format!("ludarium-desk-{}", std::process::id()));
        let run = data.join("reconstructions/7");
        std::fs::create_dir_all(&run).unwrap();
        std::fs::write(run.join("input.lud"), "(game \"Lost\" (players 2))").unwrap();
        std::fs::write(run.join("index.html"), "<p>found</p>").unwrap();
        let desk = Desk::new(&data, &[], None);
        let standing = desk.standing(7).expect("the run is known");
        assert_eq!((standing.state.as_str(), standing.title.as_str()), ("done", "Lost"));
        assert_eq!(desk.file(7, "index.html").as_deref(), Some(&b"<p>found</p>"[..]));
        std::fs::remove_dir_all(&data).unwrap();
    }

    #[test]
    fn only_files_of_the_run_are_given_out() {
        let desk = Desk::new(Path::new("/nonexistent"), &[], None);
        for name in ["../../etc/passwd", "/etc/passwd", ".hidden", "a/b"] {
            assert!(desk.file(1, name).is_none());
        }
        assert_eq!(title_of("(game \"Lost\" (players 2))"), "Lost");
        assert_eq!(plain("\u{1b}[31mred\u{1b}[0m"), "red");
    }
}
