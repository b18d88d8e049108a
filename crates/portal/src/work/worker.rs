//! The process that works for others: takes jobs from the shared database, the most urgent first, does them, and says
//! every second that it still does. If it dies, what it had is done again by somebody else. A portal works so too where
//! nobody else does.

use super::{Outcome, Situation, Task};
use crate::catalogue::Catalogue;
use crate::cluster::Cluster;
use crate::engine::{Ask, Opening, Tell, There};
use crate::reconstructing::{Desk, Standing};
use crate::session::Session;
use crate::store::{JobRow, JobState, Me, News, Place, Store};
use crate::study::Study;
use crate::thinking;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// How a worker is started.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    pub database: String,
    /// Jobs at a time; 0 for one to each core.
    pub slots: usize,
    /// Folders of further descriptions, the same as the portals have.
    pub games: Vec<PathBuf>,
    /// A folder for what is being worked on.
    pub data: PathBuf,
    pub json_logs: bool,
}

/// Games in progress that are remembered: the next question about one is mostly a move further.
const MOST_GAMES: usize = 64;
/// Files of a reconstruction are kept up to this size.
const MOST_FILE: u64 = 8 << 20;

pub struct Worker {
    store: Arc<Store>,
    catalogue: Arc<Catalogue>,
    study: Arc<Study>,
    desk: Arc<Desk>,
    games: Mutex<Vec<(Situation, Session)>>,
    /// What is in work here, and whether it is still wanted.
    running: Mutex<HashMap<i64, watch::Sender<bool>>>,
    /// Places for what takes minutes.
    long: Arc<Semaphore>,
    remotes: Arc<Semaphore>,
}

impl Worker {
    pub fn new(store: Arc<Store>, catalogue: Arc<Catalogue>, desk: Arc<Desk>, slots: usize) -> Arc<Worker> {
        Arc::new(Worker {
            study: Arc::new(Study::new(catalogue.clone(), store.clone())),
            store,
            catalogue,
            desk,
            games: Mutex::default(),
            running: Mutex::default(),
            // Whoever waits for a move finds a place that no reconstruction takes.
            long: Arc::new(Semaphore::new((slots / 2).clamp(1, crate::reconstructing::MOST_AT_ONCE))),
            remotes: Arc::new(Semaphore::new(slots)),
        })
    }

    /// Works in so many places until asked to stop; what is in work then is finished or given back. `idle_while`: others
    /// do it at the moment.
    pub async fn work(
        self: Arc<Self>,
        slots: usize,
        stopping: watch::Receiver<bool>,
        idle_while: impl Fn() -> bool + Clone + Send + Sync + 'static,
    ) {
        let mut places = tokio::task::JoinSet::new();
        for _ in 0..slots {
            let (worker, stopping, idle) = (self.clone(), stopping.clone(), idle_while.clone());
            places.spawn(async move { worker.place(stopping, idle).await });
        }
        let renewing = tokio::spawn(self.clone().renew());
        while places.join_next().await.is_some() {}
        renewing.abort();
    }

    async fn place(self: Arc<Self>, mut stopping: watch::Receiver<bool>, idle: impl Fn() -> bool) {
        let mut news = self.store.news();
        while !*stopping.borrow() {
            let long = self.long.clone().try_acquire_owned().ok();
            let job = if idle() { Ok(None) } else { self.store.take_job(long.is_some()).await };
            match job {
                Ok(Some(job)) => {
                    let _long = long.filter(|_| matches!(job.kind.as_str(), "reconstruct" | "verdict"));
                    self.clone().do_job(job, stopping.clone()).await;
                }
                Ok(None) => {
                    drop(long);
                    // Something new, or a look now and then: a dead worker's jobs are not announced.
                    let heard = async {
                        while let Ok(n) = news.recv().await {
                            if matches!(n, News::Job | News::Missed) {
                                break;
                            }
                        }
                    };
                    tokio::select! {
                        () = heard => {}
                        () = tokio::time::sleep(Duration::from_secs(1)) => {}
                        _ = stopping.wait_for(|stop| *stop) => {}
                    }
                }
                Err(e) => {
                    drop(long);
                    tracing::warn!(error = %e, "no job could be taken");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    /// Says which jobs are still in work, and learns which are wanted no more.
    async fn renew(self: Arc<Self>) {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let own: Vec<i64> =
                self.running.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
            if own.is_empty() {
                continue;
            }
            let Ok(still) = self.store.renew_jobs(own.clone()).await else { continue };
            let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            for id in own.iter().filter(|id| !still.contains(id)) {
                if let Some(wanted) = running.get(id) {
                    let _ = wanted.send(false);
                }
            }
        }
    }

    async fn do_job(self: Arc<Self>, job: JobRow, stopping: watch::Receiver<bool>) {
        let (wanted, still_wanted) = watch::channel(true);
        self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(job.id, wanted);
        let begun = Instant::now();
        let outcome = match serde_json::from_str::<Task>(&job.payload) {
            Ok(task) => self.clone().perform(job.id, task, still_wanted, stopping).await,
            Err(e) => Some(Outcome::Failed(format!("this job is not understood: {e}"))),
        };
        let ms = begun.elapsed().as_millis() as u64;
        tracing::debug!(job = job.id, kind = job.kind, attempt = job.attempts, ms, "a job was done");
        metrics::histogram!("ludarium_work_seconds", "kind" => job.kind.clone())
            .record(begun.elapsed().as_secs_f64());
        // Nothing: it was stopped, or is left to another.
        if let Some(outcome) = outcome {
            let state = match &outcome {
                Outcome::Failed(_) => JobState::Failed,
                Outcome::Thought(_)
                | Outcome::Judged(_)
                | Outcome::Verdict(_)
                | Outcome::Reconstructed(_) => JobState::Done,
            };
            let text = match &outcome {
                Outcome::Failed(why) => why.clone(),
                other => serde_json::to_string(other).unwrap_or_default(),
            };
            if let Err(e) = self.store.finish_job(job.id, state, text).await {
                tracing::warn!(job = job.id, error = %e, "what came of a job was not kept");
            }
        }
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&job.id);
    }

    async fn perform(
        self: Arc<Self>,
        id: i64,
        task: Task,
        wanted: watch::Receiver<bool>,
        stopping: watch::Receiver<bool>,
    ) -> Option<Outcome> {
        let done = match task {
            Task::Think { of, level, player, seed } if of.spec.written.is_some() => {
                match self.ask_apart(of, Ask::Think { level, player, seed }).await {
                    Ok(Tell::Thought(thought)) => Ok(Outcome::Thought(thought)),
                    Ok(_) => Err(anyhow::anyhow!("an unexpected answer")),
                    Err(e) => Err(e),
                }
            }
            Task::Judge { of } if of.spec.written.is_some() => match self.ask_apart(of, Ask::Judge).await {
                Ok(Tell::Judged(judged)) => Ok(Outcome::Judged(judged)),
                Ok(_) => Err(anyhow::anyhow!("an unexpected answer")),
                Err(e) => Err(e),
            },
            Task::Think { of, level, player, seed } => {
                self.with_game(of, move |s| Outcome::Thought(thinking::choose(s, level, player, seed))).await
            }
            Task::Judge { of } => self.with_game(of, |s| Outcome::Judged(thinking::judge(s))).await,
            Task::Verdict { key, ruleset } => self.judge(key, ruleset).await,
            Task::Reconstruct(ask) => return self.reconstruct(id, &ask, wanted, stopping).await,
        };
        Some(done.unwrap_or_else(|e| Outcome::Failed(format!("{e:#}"))))
    }

    /// Does something with a game of the catalogue in progress.
    async fn with_game(
        self: &Arc<Self>,
        of: Situation,
        work: impl FnOnce(&Session) -> Outcome + Send + 'static,
    ) -> Result<Outcome> {
        let worker = self.clone();
        let done = tokio::task::spawn_blocking(move || -> Result<Outcome> {
            let session = worker.game(&of)?;
            let outcome = work(&session);
            let mut games = worker.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.retain(|(known, _)| known.spec != of.spec || known.chance != of.chance);
            games.push((of, session));
            if games.len() > MOST_GAMES {
                games.remove(0);
            }
            Ok(outcome)
        });
        done.await.context("this game broke down")?
    }

    fn game(&self, of: &Situation) -> Result<Session> {
        let known = {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let at = games.iter().position(|(known, _)| known.spec == of.spec && known.chance == of.chance);
            at.map(|at| games.remove(at))
        };
        let mut session = match known {
            Some((known, mut session)) => {
                let same = known.moves.iter().zip(&of.moves).take_while(|(a, b)| a == b).count();
                session.rewind(same);
                session
            }
            None => {
                let Some(entry) = self.catalogue.get(&of.spec.game).cloned() else {
                    bail!("this worker has no game called \"{}\"", of.spec.game);
                };
                let compiled = self
                    .catalogue
                    .compiled(&entry, of.spec.ruleset.as_deref(), &of.spec.options)
                    .map_err(|f| anyhow::anyhow!("{} has {} faults", of.spec.game, f.problems.len()))?;
                Session::start(compiled, of.chance.clone())
            }
        };
        for index in of.moves.iter().skip(session.ply()) {
            if let Err(refused) = session.play(*index) {
                bail!("move {} cannot be played here: {refused:?}", session.ply() + 1);
            }
        }
        Ok(session)
    }

    /// Asks about a description of a visitor, in a process of its own.
    async fn ask_apart(&self, of: Situation, ask: Ask) -> Result<Tell> {
        let id = of.spec.written.clone().unwrap_or_default();
        let text = self.store.written(&id).await?.context("there is no such description")?;
        let Situation { spec, chance, moves } = of;
        let opening = Opening { text, options: spec.options, ruleset: spec.ruleset, chance };
        let place = self.remotes.clone().acquire_owned().await?;
        let mut there = There::new(opening, moves);
        match there.wake(place).await {
            Tell::Look(_) => {}
            other => bail!("this description does not start: {other:?}"),
        }
        Ok(there.ask(ask).await)
    }

    async fn judge(self: &Arc<Self>, key: String, ruleset: String) -> Result<Outcome> {
        let Some(entry) = self.catalogue.get(&key).cloned() else {
            bail!("this worker has no game called \"{key}\"");
        };
        let selection = crate::pages::study::selection_of(&entry, &ruleset);
        let (study, of, name) = (self.study.clone(), entry.clone(), ruleset.clone());
        let judged = tokio::task::spawn_blocking(move || study.judge(&of, &name, &selection)).await?;
        let Some(verdict) = judged else { return Ok(Outcome::Verdict(false)) };
        self.study.keep(&entry, &ruleset, &verdict).await?;
        Ok(Outcome::Verdict(true))
    }

    /// Runs a reconstruction and keeps what it writes. Nothing comes back if it was stopped or is left to another.
    async fn reconstruct(
        &self,
        job: i64,
        ask: &crate::reconstructing::Ask,
        wanted: watch::Receiver<bool>,
        stopping: watch::Receiver<bool>,
    ) -> Option<Outcome> {
        let run = match self.desk.start(ask) {
            Ok(run) => run,
            Err(refusal) => return Some(Outcome::Failed(refusal.words())),
        };
        let mut kept: HashMap<String, u64> = HashMap::new();
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if !*wanted.borrow() || *stopping.borrow() {
                self.desk.stop(run);
                return None;
            }
            let standing = self.desk.standing(run)?;
            self.keep_files(job, run, &mut kept).await;
            if standing.state != "running" {
                return Some(Outcome::Reconstructed(standing));
            }
            let Ok(progress) = serde_json::to_string::<Standing>(&standing) else { continue };
            let _ = self.store.note_job(job, progress).await;
        }
    }

    async fn keep_files(&self, job: i64, run: u64, kept: &mut HashMap<String, u64>) {
        for (name, size) in self.desk.files(run) {
            if size <= MOST_FILE
                && kept.get(&name) != Some(&size)
                && let Some(data) = self.desk.file(run, &name)
                && self.store.put_job_file(job, &name, data).await.is_ok()
            {
                kept.insert(name, size);
            }
        }
    }
}

/// Works for the portals on a database until asked to stop.
pub fn run(config: &WorkerConfig) -> Result<()> {
    crate::telemetry::start(config.json_logs);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let slots = if config.slots == 0 { cores.max(2) } else { config.slots };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(64 << 20)
        .max_blocking_threads(slots + 8)
        .build()
        .context("no runtime")?;
    let store =
        Arc::new(Store::open_at(&Place::Server(config.database.clone()), Me::new("worker", String::new()))?);
    let catalogue = Arc::new(Catalogue::open(&config.games, store.clone())?);
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("cannot make {}", config.data.display()))?;
    let world = crate::world::World::open(&config.data);
    let desk = Arc::new(Desk::new(&config.data, &config.games, world.history.clone()));
    let result = runtime.block_on(async {
        let (stop, stopping) = watch::channel(false);
        let cluster = Arc::new(Cluster::new(store.clone()));
        cluster.join().await?;
        println!("A worker with {slots} places ({} games)", catalogue.entries().len());
        tracing::info!(slots, "working");
        let worker = Worker::new(store.clone(), catalogue, desk, slots);
        let working = tokio::spawn(worker.work(slots, stopping.clone(), || false));
        let beating = tokio::spawn(beat(store.clone()));
        crate::web::asked_to_stop().await;
        tracing::info!("stopping");
        let _ = stop.send(true);
        // Thinking takes seconds; what takes longer is given back.
        let _ = tokio::time::timeout(Duration::from_secs(8), working).await;
        beating.abort();
        let _ = store.leave().await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    store.close();
    result
}

async fn beat(store: Arc<Store>) {
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if let Err(e) = store.beat().await {
            tracing::warn!(error = %e, "the database does not hear that this worker is there");
        }
    }
}
