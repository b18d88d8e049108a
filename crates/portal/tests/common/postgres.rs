//! A PostgreSQL server of the system's packages on a folder of its own, for tests and measurements; it ends with the
//! process that started it. Where there is none, that is said in one line and nothing is tested.
#![allow(dead_code, reason = "each test file uses a part")]

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use std::time::{Duration, Instant};

pub struct Server {
    folder: PathBuf,
    port: u16,
    /// As whom it runs: it refuses to run as root.
    user: Option<(u32, u32)>,
    pid: Mutex<u32>,
}

/// A program of the server, in the path or where Debian puts it.
fn program(name: &str) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|p| std::env::split_paths(&p).collect()).unwrap_or_default();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|v| v.path().join("bin")));
    folders.into_iter().map(|f| f.join(name)).find(|p| p.is_file())
}

/// The number of `postgres`, or of `nobody`, if this is root.
fn user() -> Option<(u32, u32)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let uid = status.lines().find_map(|l| l.strip_prefix("Uid:"))?.split_whitespace().next()?;
    if uid != "0" {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    ["postgres", "nobody"].iter().find_map(|name| {
        let mut parts = users.lines().find_map(|l| l.strip_prefix(&format!("{name}:")))?.split(':').skip(1);
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    })
}

fn command(program: &Path, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if let Some((uid, gid)) = user {
        command.args([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".to_owned()]);
    }
    command.arg(program).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Server {
    /// Starts one. `durable`: with all promises about power; tests do without.
    pub fn start(durable: bool) -> Option<Server> {
        let (Some(initdb), Some(_), Some(_)) = (program("initdb"), program("postgres"), program("setpriv"))
        else {
            println!("skipped: there is no PostgreSQL server here (initdb, postgres, setpriv)");
            return None;
        };
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("ludarium-pg-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let user = user();
        std::fs::create_dir_all(&folder).ok()?;
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).ok()?;
        }
        let made = command(&initdb, user)
            .args(["-A", "trust", "-U", "ludarium", "-E", "UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(folder.join("data"))
            .status();
        if !made.is_ok_and(|s| s.success()) {
            println!("skipped: PostgreSQL's initdb does not work here");
            return None;
        }
        let port = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let more = if durable { "" } else { "fsync = off\n" };
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = ''\nmax_connections = 200\n\
             shared_buffers = 256MB\nmax_wal_size = 2GB\n{more}"
        );
        std::fs::write(folder.join("data/postgresql.auto.conf"), settings).ok()?;
        let server = Server { folder, port, user, pid: Mutex::new(0) };
        server.run();
        Some(server)
    }

    fn run(&self) {
        let mut command = command(&program("postgres").expect("it was there"), self.user);
        command.arg("-D").arg(self.folder.join("data"));
        let (told, pid) = mpsc::channel();
        // The signal of the end comes when the thread ends that started it: this one stays.
        std::thread::spawn(move || {
            let mut child = command.spawn().expect("the server starts");
            let _ = told.send(child.id());
            let _ = child.wait();
        });
        *self.pid.lock().unwrap_or_else(PoisonError::into_inner) = pid.recv().expect("it has started");
        let begun = Instant::now();
        while !self.answers() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not come up");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn answers(&self) -> bool {
        self.sql("postgres", "SELECT 1").is_ok()
    }

    pub fn sql(&self, database: &str, sql: &str) -> Result<(), String> {
        let url = self.url(database);
        let sql = sql.to_owned();
        let asked = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|e| e.to_string())?;
            runtime.block_on(async {
                let (client, connection) =
                    tokio_postgres::connect(&url, tokio_postgres::NoTls).await.map_err(|e| e.to_string())?;
                let talking = tokio::spawn(connection);
                let done = client.batch_execute(&sql).await.map_err(|e| e.to_string());
                drop(client);
                let _ = talking.await;
                done
            })
        });
        asked.join().map_err(|_| "broke down".to_owned())?
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres://ludarium@127.0.0.1:{}/{database}", self.port)
    }

    /// A database that nobody has used.
    pub fn database(&self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("d{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}")).expect("a database");
        self.url(&name)
    }

    pub fn pid(&self) -> u32 {
        *self.pid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops it: `INT` sends everybody away, `QUIT` is like a crash.
    pub fn stop(&self, signal: &str) {
        let pid = self.pid().to_string();
        let _ = Command::new("kill").args([&format!("-{signal}"), &pid]).status();
        let begun = Instant::now();
        while Path::new(&format!("/proc/{pid}/exe")).exists() && begun.elapsed() < Duration::from_secs(30) {
            if std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|s| s.contains(") Z ")) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn start_again(&self) {
        self.run();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop("INT");
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// One server for all tests of a file; nothing where there is none.
pub fn common() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(|| Server::start(false)).as_ref()
}
