//! This process among others on one database: it says every second that it is there, notices when it was away, takes over
//! tables that must go on when their owner is gone, and tidies what processes left behind. With SQLite there are no
//! others and nothing of this runs.

use crate::store::{News, Present, Store};
use crate::tables::Tables;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// A process that has not said for so long that it is there may have lost its tables.
const LEASE: Duration = Duration::from_secs(3);
const BEAT: Duration = Duration::from_secs(1);
/// So many tables are taken over at a time.
const ORPHANS: i64 = 100;
const TIDY: Duration = Duration::from_secs(20);

pub struct Cluster {
    store: Arc<Store>,
    /// By which requests of other processes are told from those of visitors.
    secret: OnceLock<String>,
    seen: Mutex<(Instant, Present)>,
    draining: AtomicBool,
}

impl Cluster {
    pub fn new(store: Arc<Store>) -> Cluster {
        Cluster {
            store,
            secret: OnceLock::new(),
            seen: Mutex::new((Instant::now(), Present::default())),
            draining: AtomicBool::new(false),
        }
    }

    fn seen(&self) -> (Instant, Present) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Are there processes that work for others?
    pub fn has_workers(&self) -> bool {
        let (at, present) = self.seen();
        present.workers > 0 && at.elapsed() < 3 * LEASE
    }

    pub fn present(&self) -> Present {
        self.seen().1
    }

    /// Has the database answered lately?
    pub fn is_well(&self) -> bool {
        !self.store.is_shared() || self.seen().0.elapsed() < 2 * LEASE
    }

    pub fn secret(&self) -> Option<&str> {
        self.secret.get().map(String::as_str)
    }

    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// From now on this process wants no more visitors.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Joins the others: known to them when this returns.
    pub async fn join(&self) -> anyhow::Result<()> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let _ = self.secret.set(self.store.common_secret().await?);
        let present = self.store.beat().await?;
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), present);
        Ok(())
    }

    /// Stays one of them until the process stops.
    pub async fn stay(self: Arc<Self>, tables: Arc<Tables>, mut stopping: watch::Receiver<bool>) {
        if !self.store.is_shared() {
            return;
        }
        let mut every = tokio::time::interval(BEAT);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut tidied = Instant::now();
        loop {
            tokio::select! {
                _ = every.tick() => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            self.beat(&tables).await;
            if tidied.elapsed() > TIDY {
                tidied = Instant::now();
                let _ = self.store.tidy().await;
            }
        }
    }

    /// Forgets tables that others took over, as soon as that is heard.
    pub async fn listen(self: Arc<Self>, tables: Arc<Tables>) {
        let mut news = self.store.news();
        loop {
            match news.recv().await {
                Ok(News::Taken(table, epoch)) => tables.taken(&table, epoch),
                Ok(News::Job | News::Done(_)) => {}
                Ok(News::Missed) | Err(RecvError::Lagged(_)) => self.look_what_is_left(&tables).await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Others may have taken what was ours; what is left stays.
    async fn look_what_is_left(&self, tables: &Tables) {
        if let Ok(owned) = self.store.owned().await {
            tables.keep_only(&owned);
        }
    }

    async fn beat(&self, tables: &Arc<Tables>) {
        let asked = Instant::now();
        match self.store.beat().await {
            Ok(present) => {
                let before = {
                    let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                    std::mem::replace(&mut *seen, (asked, present)).0
                };
                metrics::gauge!("ludarium_portals").set(present.portals as f64);
                metrics::gauge!("ludarium_workers").set(present.workers as f64);
                let away = before.elapsed() > LEASE;
                if away {
                    tracing::warn!(away_ms = before.elapsed().as_millis() as u64, "this process was away");
                    self.look_what_is_left(tables).await;
                }
                // After the database was away everybody looks dead for a moment.
                if !away && !self.is_draining() {
                    self.adopt(tables).await;
                }
                let _ = self.store.give_up_jobs().await;
                if let Ok((waiting, running)) = self.store.open_jobs().await {
                    metrics::gauge!("ludarium_jobs_waiting").set(waiting as f64);
                    metrics::gauge!("ludarium_jobs_running").set(running as f64);
                }
            }
            Err(e) => tracing::warn!(error = %e, "the database does not hear that this process is there"),
        }
    }

    /// Takes over tables whose clocks run or whose computers have to move.
    async fn adopt(&self, tables: &Arc<Tables>) {
        let Ok(orphans) = self.store.orphans(ORPHANS).await else { return };
        for id in orphans {
            let tables = tables.clone();
            tokio::spawn(async move {
                if tables.open(&id).await.is_ok() {
                    tracing::debug!(table = id, "a table without an owner was taken over");
                }
            });
        }
    }
}
