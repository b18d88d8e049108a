//! Engine work that need not be done where the visitors are: what a computer plays, what a position is worth, whether a game
//! can be played, reconstructions. It becomes a job in the shared database; a worker ([`worker`]) does it. Where there is
//! no shared database or nobody works, whoever wants it does it itself.

pub mod worker;

use crate::cluster::Cluster;
use crate::reconstructing::{self, Standing};
use crate::session::Chance;
use crate::store::{JobRow, JobState, NewJob, News, Store};
use crate::tables::Spec;
use crate::thinking::{Judgement, Thought};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast};

/// A game in progress, as somebody who does not have it needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Situation {
    pub spec: Spec,
    pub chance: Chance,
    pub moves: Vec<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    Think { of: Situation, level: u8, player: usize, seed: u64 },
    Judge { of: Situation },
    Verdict { key: String, ruleset: String },
    Reconstruct(reconstructing::Ask),
}

/// What came of a task. A verdict is in the database by then.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    Thought(Option<Thought>),
    Judged(Judgement),
    Verdict(bool),
    Reconstructed(Standing),
    /// It cannot be done, and why.
    Failed(String),
}

/// Who waits comes before who looks later: a computer's move before a hint, a hint before a verdict, a reconstruction last.
impl Task {
    fn kind(&self) -> &'static str {
        match self {
            Task::Think { .. } => "think",
            Task::Judge { .. } => "judge",
            Task::Verdict { .. } => "verdict",
            Task::Reconstruct(_) => "reconstruct",
        }
    }

    fn priority(&self) -> i32 {
        match self {
            Task::Think { .. } => 100,
            Task::Judge { .. } => 80,
            Task::Verdict { .. } => 40,
            Task::Reconstruct(_) => 10,
        }
    }

    /// So many of one visitor may be under way.
    fn most_of_one(&self) -> i64 {
        match self {
            Task::Think { .. } => i64::MAX,
            Task::Judge { .. } => 4,
            Task::Verdict { .. } | Task::Reconstruct(_) => 2,
        }
    }
}

/// Why nothing came of a task here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// Nobody works for others, or not in time: whoever asked may do it itself.
    Nobody,
    /// This visitor has enough under way.
    TooMany,
}

/// Where tasks are handed in.
pub struct Office {
    store: Arc<Store>,
    cluster: Arc<Cluster>,
    waiting: Mutex<HashMap<i64, Arc<Notify>>>,
}

/// A job is asked about again after so long, also when nothing was heard.
const LOOK: Duration = Duration::from_millis(700);

impl Office {
    pub fn new(store: Arc<Store>, cluster: Arc<Cluster>) -> Arc<Office> {
        Arc::new(Office { store, cluster, waiting: Mutex::default() })
    }

    /// Wakes those whose jobs are done, as long as the database tells.
    pub async fn listen(self: Arc<Self>) {
        let mut news = self.store.news();
        loop {
            let which = match news.recv().await {
                Ok(News::Done(id)) => Some(id),
                Ok(News::Job | News::Taken(..)) => continue,
                Ok(News::Missed) | Err(broadcast::error::RecvError::Lagged(_)) => None,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            for (id, waits) in waiting.iter() {
                if which.is_none_or(|which| which == *id) {
                    waits.notify_one();
                }
            }
        }
    }

    async fn submit(&self, task: &Task, visitor: Option<IpAddr>) -> Result<i64, Unanswered> {
        let job = NewJob {
            kind: task.kind(),
            priority: task.priority(),
            visitor: visitor.map_or(String::new(), |v| v.to_string()),
            payload: serde_json::to_string(task).map_err(|_| Unanswered::Nobody)?,
            most_of_one: task.most_of_one(),
        };
        match self.store.submit_job(job).await {
            Ok(Some(id)) => Ok(id),
            Ok(None) => Err(Unanswered::TooMany),
            Err(e) => {
                tracing::warn!(error = %e, "a job was not handed in");
                Err(Unanswered::Nobody)
            }
        }
    }

    /// Lets somebody else do it and waits for what comes of it.
    pub async fn ask(
        &self,
        task: &Task,
        visitor: Option<IpAddr>,
        patience: Duration,
    ) -> Result<Outcome, Unanswered> {
        if !self.store.is_shared() || !self.cluster.has_workers() {
            return Err(Unanswered::Nobody);
        }
        let begun = Instant::now();
        let id = self.submit(task, visitor).await?;
        let done = Arc::new(Notify::new());
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(id, done.clone());
        let told = self.wait(id, &done, begun + patience).await;
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        metrics::histogram!("ludarium_job_seconds", "kind" => task.kind())
            .record(begun.elapsed().as_secs_f64());
        match told {
            Some(JobRow { state: JobState::Done, result: Some(result), .. }) => {
                serde_json::from_str(&result).map_err(|_| Unanswered::Nobody)
            }
            Some(row) => {
                tracing::warn!(job = id, kind = row.kind, why = row.result, "a job came to nothing");
                Err(Unanswered::Nobody)
            }
            None => {
                let _ = self.store.stop_job(id).await;
                Err(Unanswered::Nobody)
            }
        }
    }

    async fn wait(&self, id: i64, done: &Notify, until: Instant) -> Option<JobRow> {
        while Instant::now() < until {
            let _ = tokio::time::timeout(LOOK, done.notified()).await;
            match self.store.job(id).await {
                Ok(Some(row)) if row.state.is_open() => {}
                Ok(row) => return row,
                // The database is away: it will tell when it is back.
                Err(_) => {}
            }
        }
        None
    }

    /// Hands in a reconstruction; it goes on when nobody looks.
    pub async fn begin(&self, ask: &reconstructing::Ask, visitor: Option<IpAddr>) -> Result<i64, Unanswered> {
        self.submit(&Task::Reconstruct(ask.clone()), visitor).await
    }
}

/// How a reconstruction that was handed in stands.
pub fn standing_of(row: &JobRow) -> Standing {
    let told = row.result.as_deref().and_then(|text| {
        let done = match serde_json::from_str::<Outcome>(text) {
            Ok(Outcome::Reconstructed(standing)) => Some(standing),
            Ok(_) | Err(_) => None,
        };
        done.or_else(|| serde_json::from_str::<Standing>(text).ok())
    });
    let known = told.is_some();
    let mut standing = told.unwrap_or_else(|| match serde_json::from_str(&row.payload) {
        Ok(Task::Reconstruct(ask)) => Standing::before(&ask),
        Ok(_) | Err(_) => Standing::default(),
    });
    match row.state {
        JobState::Waiting | JobState::Running => standing.state = "running".to_owned(),
        JobState::Stopped => standing.state = "stopped".to_owned(),
        JobState::Done if known => {}
        JobState::Done | JobState::Failed => {
            standing.state = "failed".to_owned();
            standing.message = row.result.clone().unwrap_or_default();
        }
    }
    standing.seconds = row.seconds as u64;
    standing
}
