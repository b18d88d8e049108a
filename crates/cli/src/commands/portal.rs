//! `ludarium portal`: what the portal keeps, taken out, brought in, looked through. Works on both kinds of database.

use anyhow::{Context, Result, bail};
use ludarium_portal::store::{Counted, Me, Place, Store, check, export, import};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Take out, bring in or check what the portal keeps
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium portal export --data portal-data --out portal.jsonl
  ludarium portal import --database postgres://ludarium@db/ludarium portal.jsonl
  ludarium portal check --data portal-data")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Write all tables and tournaments with their logs, descriptions, verdicts and people as lines of JSON
    Export(ExportArgs),
    /// Read such lines in; what is there already stays as it is
    Import(ImportArgs),
    /// Look through all logs: is anything missing or changed?
    Check(CheckArgs),
}

#[derive(clap::Args)]
struct Where {
    /// The folder of the portal's database [default: portal-data]
    #[arg(long, value_name = "DIR", env = "LUDARIUM_DATA")]
    data: Option<PathBuf>,
    /// The portal's PostgreSQL database
    #[arg(long, value_name = "URL", env = "LUDARIUM_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The portal's file of settings
    #[arg(long, value_name = "FILE", env = "LUDARIUM_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(clap::Args)]
struct ExportArgs {
    #[command(flatten)]
    place: Where,
    /// The file to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
struct ImportArgs {
    #[command(flatten)]
    place: Where,
    /// The file to read; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(clap::Args)]
struct CheckArgs {
    #[command(flatten)]
    place: Where,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Where {
    /// `make`: a database that is not there yet is made.
    fn open(&self, make: bool) -> Result<Store> {
        let kept = super::serve::Settings::read(self.config.as_deref())?;
        let asked = self.database.clone().filter(|url| !url.trim().is_empty());
        // A folder on the command line means the file in it.
        let url = asked.or(kept.database.filter(|_| self.data.is_none()));
        let place = match url {
            Some(url) => Place::Server(url),
            None => {
                let folder = self.data.clone().unwrap_or_else(|| PathBuf::from("portal-data"));
                if !make && !folder.join("portal.db").is_file() {
                    bail!("there is no portal.db in {}", folder.display());
                }
                Place::Folder(folder)
            }
        };
        Store::open_at(&place, Me::tool())
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("no runtime")?;
    let (store, counted) = match &args.what {
        What::Export(args) => {
            let store = args.place.open(false)?;
            let counted = match &args.out {
                Some(path) => {
                    let file = std::fs::File::create(path)
                        .with_context(|| format!("cannot write {}", path.display()))?;
                    let mut out = BufWriter::new(file);
                    let counted = runtime.block_on(export(&store, &mut out))?;
                    let file = out.into_inner().context("cannot write")?;
                    file.sync_all().with_context(|| format!("cannot write {}", path.display()))?;
                    counted
                }
                None => {
                    let mut out = BufWriter::new(std::io::stdout().lock());
                    let counted = runtime.block_on(export(&store, &mut out))?;
                    out.flush()?;
                    counted
                }
            };
            (store, counted)
        }
        What::Import(args) => {
            let mut lines: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
                Box::new(BufReader::new(std::io::stdin()))
            } else {
                let file = std::fs::File::open(&args.file)
                    .with_context(|| format!("cannot read {}", args.file.display()))?;
                Box::new(BufReader::new(file))
            };
            let store = args.place.open(true)?;
            let counted = runtime.block_on(import(&store, &mut lines))?;
            (store, counted)
        }
        What::Check(args) => {
            let store = args.place.open(false)?;
            let counted = runtime.block_on(check(&store))?;
            if args.json {
                println!("{}", serde_json::to_string(&counted)?);
            }
            (store, counted)
        }
    };
    store.close();
    Ok(told(&counted))
}

/// Says what was done, and that something is damaged.
fn told(counted: &Counted) -> ExitCode {
    let Counted { tables, events, descriptions, verdicts, rows, known, damaged } = counted;
    let more = if *known > 0 { format!(", {known} tables were there already") } else { String::new() };
    eprintln!(
        "{tables} tables with {events} events, {descriptions} descriptions, {verdicts} verdicts, {rows} rows about \
         people, tournaments and notes{more}"
    );
    for (table, at) in damaged {
        eprintln!("the log of table {table} is damaged at event {at}");
    }
    if damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
