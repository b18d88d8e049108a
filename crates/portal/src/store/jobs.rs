//! Work for other processes, kept in the shared database. Whoever takes a job has it for a few seconds at a time; if it
//! stops saying that it is at work, the job is given to another ([`Store::take_job`], `SKIP LOCKED`). What a job is, is the
//! business of [`crate::work`].

use super::Store;
use super::postgres::Trouble;
use anyhow::{Result, anyhow, bail};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// A job that ended a worker so many times is given up.
const MOST_ATTEMPTS: i32 = 3;

#[derive(Clone, Debug)]
pub struct NewJob {
    pub kind: &'static str,
    /// Higher comes first.
    pub priority: i32,
    /// Who wants it; empty for the games themselves.
    pub visitor: String,
    pub payload: String,
    /// So many of one visitor may wait or be in work.
    pub most_of_one: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    Waiting,
    Running,
    Done,
    Failed,
    Stopped,
}

impl JobState {
    pub fn name(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Stopped => "stopped",
        }
    }

    fn of(name: &str) -> JobState {
        let all = [JobState::Waiting, JobState::Running, JobState::Done, JobState::Failed, JobState::Stopped];
        all.into_iter().find(|s| s.name() == name).unwrap_or(JobState::Failed)
    }

    pub fn is_open(self) -> bool {
        matches!(self, JobState::Waiting | JobState::Running)
    }
}

#[derive(Clone, Debug)]
pub struct JobRow {
    pub id: i64,
    pub kind: String,
    pub state: JobState,
    pub payload: String,
    /// What came of it, or how far it is.
    pub result: Option<String>,
    pub attempts: i32,
    /// How long it has been in work, in seconds.
    pub seconds: f64,
}

const COLUMNS: &str = "id, kind, state, payload, result, attempts,
    coalesce(extract(epoch FROM coalesce(ended, clock_timestamp()) - begun), 0)::float8";

fn row(row: &Row) -> JobRow {
    JobRow {
        id: row.get(0),
        kind: row.get(1),
        state: JobState::of(row.get(2)),
        payload: row.get(3),
        result: row.get(4),
        attempts: row.get(5),
        seconds: row.get(6),
    }
}

type Given = Vec<Box<dyn ToSql + Sync + Send>>;

impl Store {
    async fn job_rows(&self, sql: &str, args: Given) -> Result<Vec<Row>> {
        let Some(db) = self.shared() else { bail!("there are no other processes on this database") };
        // The statements of this file are few and known; those put together from `COLUMNS` are kept as text.
        let (base, sql) = (db.base.clone(), sql.to_owned());
        let work = async move {
            let args: Vec<&(dyn ToSql + Sync)> = args.iter().map(|a| &**a as &(dyn ToSql + Sync)).collect();
            base.query(&sql, &args).await
        };
        let told = db.on(work).await.unwrap_or(Err(Trouble::Wrong("the database is closed".to_owned())));
        told.map_err(|t| anyhow!(t.words()))
    }

    fn my_id(&self) -> String {
        self.me().map_or(String::new(), |me| me.id.clone())
    }

    /// Hands in a job; nothing comes back if this visitor has enough of them already.
    pub async fn submit_job(&self, job: NewJob) -> Result<Option<i64>> {
        const PUT: &str = "WITH j AS (INSERT INTO jobs (kind, priority, visitor, payload) SELECT $1::text, $2::int, $3::text, $4::text
            WHERE $3 = '' OR (SELECT count(*) FROM jobs WHERE visitor = $3 AND kind = $1
            AND state IN ('waiting', 'running')) < $5 RETURNING id)
            SELECT id, pg_notify('ludarium_job', '')::text FROM j";
        let args: Given = vec![
            Box::new(job.kind),
            Box::new(job.priority),
            Box::new(job.visitor),
            Box::new(job.payload),
            Box::new(job.most_of_one),
        ];
        Ok(self.job_rows(PUT, args).await?.first().map(|r| r.get(0)))
    }

    /// Takes the most urgent job, for six seconds. `long`: also one that takes minutes.
    pub async fn take_job(&self, long: bool) -> Result<Option<JobRow>> {
        let take = format!(
            "WITH next AS (SELECT id AS which FROM jobs WHERE (state = 'waiting' OR (state = 'running' AND lease < clock_timestamp()))
            AND attempts < {MOST_ATTEMPTS} AND ($2 OR kind NOT IN ('reconstruct', 'verdict'))
            ORDER BY priority DESC, id LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE jobs SET state = 'running', worker = $1, attempts = attempts + 1, result = NULL,
            lease = clock_timestamp() + interval '6 s', begun = coalesce(begun, clock_timestamp())
            FROM next WHERE id = which RETURNING {COLUMNS}"
        );
        let args: Given = vec![Box::new(self.my_id()), Box::new(long)];
        Ok(self.job_rows(&take, args).await?.first().map(row))
    }

    /// Says that these jobs are still in work. Those that come back are; the others were stopped or given to another.
    pub async fn renew_jobs(&self, jobs: Vec<i64>) -> Result<Vec<i64>> {
        const RENEW: &str = "UPDATE jobs SET lease = clock_timestamp() + interval '6 s'
            WHERE id = ANY($2) AND worker = $1 AND state = 'running' RETURNING id";
        let rows = self.job_rows(RENEW, vec![Box::new(self.my_id()), Box::new(jobs)]).await?;
        Ok(rows.iter().map(|r| r.get(0)).collect())
    }

    /// Notes how far a job is.
    pub async fn note_job(&self, job: i64, progress: String) -> Result<()> {
        const NOTE: &str = "UPDATE jobs SET result = $3 WHERE id = $2 AND worker = $1 AND state = 'running'";
        self.job_rows(NOTE, vec![Box::new(self.my_id()), Box::new(job), Box::new(progress)]).await.map(drop)
    }

    /// What came of a job. Nothing happens if it was given to another meanwhile.
    pub async fn finish_job(&self, job: i64, state: JobState, result: String) -> Result<()> {
        const DONE: &str = "WITH j AS (UPDATE jobs SET state = $3, result = $4, ended = clock_timestamp()
            WHERE id = $2 AND worker = $1 AND state = 'running' RETURNING id)
            SELECT pg_notify('ludarium_done', id::text)::text FROM j";
        let args: Given =
            vec![Box::new(self.my_id()), Box::new(job), Box::new(state.name()), Box::new(result)];
        self.job_rows(DONE, args).await.map(drop)
    }

    /// Ends a job that nobody wants any more; whoever works on it learns of it when it says that it does.
    pub async fn stop_job(&self, job: i64) -> Result<()> {
        const STOP: &str = "WITH j AS (UPDATE jobs SET state = 'stopped', ended = clock_timestamp()
            WHERE id = $1 AND state IN ('waiting', 'running') RETURNING id)
            SELECT pg_notify('ludarium_done', id::text)::text FROM j";
        self.job_rows(STOP, vec![Box::new(job)]).await.map(drop)
    }

    /// Gives up jobs that ended every worker that took them.
    pub async fn give_up_jobs(&self) -> Result<()> {
        let give_up = format!(
            "WITH j AS (UPDATE jobs SET state = 'failed', ended = clock_timestamp(),
            result = 'the processes that worked on it ended, {MOST_ATTEMPTS} times'
            WHERE state = 'running' AND lease < clock_timestamp() AND attempts >= {MOST_ATTEMPTS} RETURNING id)
            SELECT pg_notify('ludarium_done', id::text)::text FROM j"
        );
        self.job_rows(&give_up, Vec::new()).await.map(drop)
    }

    pub async fn job(&self, id: i64) -> Result<Option<JobRow>> {
        let get = format!("SELECT {COLUMNS} FROM jobs WHERE id = $1");
        Ok(self.job_rows(&get, vec![Box::new(id)]).await?.first().map(row))
    }

    /// The jobs of a kind, the newest first.
    pub async fn jobs(&self, kind: &str, most: i64) -> Result<Vec<JobRow>> {
        let get = format!("SELECT {COLUMNS} FROM jobs WHERE kind = $1 ORDER BY id DESC LIMIT $2");
        let rows = self.job_rows(&get, vec![Box::new(kind.to_owned()), Box::new(most)]).await?;
        Ok(rows.iter().map(row).collect())
    }

    /// How many jobs wait, and how many are in work.
    pub async fn open_jobs(&self) -> Result<(i64, i64)> {
        const COUNT: &str =
            "SELECT count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'running')
            FROM jobs WHERE state IN ('waiting', 'running')";
        let rows = self.job_rows(COUNT, Vec::new()).await?;
        Ok(rows.first().map_or((0, 0), |r| (r.get(0), r.get(1))))
    }

    /// Keeps a file that a job wrote.
    pub async fn put_job_file(&self, job: i64, name: &str, data: Vec<u8>) -> Result<()> {
        const PUT: &str = "INSERT INTO job_files VALUES ($1, $2, $3)
            ON CONFLICT (job, name) DO UPDATE SET data = excluded.data";
        self.job_rows(PUT, vec![Box::new(job), Box::new(name.to_owned()), Box::new(data)]).await.map(drop)
    }

    pub async fn job_file(&self, job: i64, name: &str) -> Result<Option<Vec<u8>>> {
        const GET: &str = "SELECT data FROM job_files WHERE job = $1 AND name = $2";
        let rows = self.job_rows(GET, vec![Box::new(job), Box::new(name.to_owned())]).await?;
        Ok(rows.first().map(|r| r.get(0)))
    }

    pub async fn job_file_names(&self, job: i64) -> Result<Vec<String>> {
        const GET: &str = "SELECT name FROM job_files WHERE job = $1 ORDER BY name";
        Ok(self.job_rows(GET, vec![Box::new(job)]).await?.iter().map(|r| r.get(0)).collect())
    }
}
