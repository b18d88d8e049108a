//! `ludarium conform`: replays recorded games and compares recorded boards, file by file.

use crate::{files, interrupt, out};
use anyhow::Result;
use flate2::read::GzDecoder;
use ludarium_play::Defines;
use ludarium_play::conform::{Verdict, verdict};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay recorded games and compare recorded boards
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium conform traces --corpus corpus --quiet")]
pub struct Args {
    /// Trace or board files (.txt or .txt.gz), or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder of descriptions that the records speak of (the one that holds `lud`); found beside the records
    /// when left out
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Use the definitions in this folder instead of our own
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// How many files at once; all cores when left out
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print only what is not ok
    #[arg(long)]
    quiet: bool,
}

/// What `ludarium conform --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Conform {
    files: Vec<Line>,
    summary: Summary,
}

/// How many files came out how.
#[derive(Serialize, JsonSchema)]
pub struct Summary {
    ok: usize,
    diverged: usize,
    unsupported: usize,
    failed: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct Line {
    file: String,
    /// `ok`, `diverged`, `unsupported` or `failed`.
    verdict: &'static str,
    /// The ply that went otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    what: String,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut all = Vec::new();
    for path in &args.paths {
        if path.is_file() {
            all.push(path.clone());
        } else {
            match files::with_extension(path, &["gz", "txt"]) {
                Ok(found) => all.extend(found),
                Err(error) => out::complain(format_args!("{error:#}")),
            }
        }
    }
    let reading = crate::game_arg::ReadingArgs {
        options: Vec::new(),
        ruleset: None,
        defs: args.defs.clone(),
        more_defs: None,
        corpus: None,
    };
    let defines = reading.defines()?;
    interrupt::listen();
    let bar = out::progress(all.len());
    let work = || {
        all.par_iter()
            .filter_map(|path| {
                if interrupt::happened() {
                    return None;
                }
                let verdict = one(path, args.corpus.as_deref(), &defines);
                bar.inc(1);
                let line = line_of(path, verdict);
                let silent = args.json || (args.quiet && line.verdict == "ok");
                if !silent {
                    bar.suspend(|| out::print(&text_of(&line)));
                }
                Some(line)
            })
            .collect::<Vec<Line>>()
    };
    let lines = match args.jobs {
        Some(n) => rayon::ThreadPoolBuilder::new().num_threads(n.max(1)).build()?.install(work),
        None => work(),
    };
    bar.finish_and_clear();
    interrupt::tell(format_args!("{} of {} files were replayed", lines.len(), all.len()));
    let count = |v: &str| lines.iter().filter(|l| l.verdict == v).count();
    let (ok, diverged, unsupported, failed) =
        (count("ok"), count("diverged"), count("unsupported"), count("failed"));
    if args.json {
        let all = ok == lines.len();
        let report = Conform { files: lines, summary: Summary { ok, diverged, unsupported, failed } };
        out::print_json(&report)?;
        return Ok(interrupt::status(ExitCode::from(u8::from(!all))));
    } else {
        out::print(&format!("{ok} ok, {diverged} diverged, {unsupported} unsupported, {failed} failed\n"));
    }
    Ok(interrupt::status(ExitCode::from(u8::from(ok != lines.len()))))
}

fn text_of(line: &Line) -> String {
    match (line.verdict, line.ply) {
        ("ok", _) => format!("ok {} ({})\n", line.file, line.what),
        (v, Some(ply)) => format!("{v} {}: ply {ply}: {}\n", line.file, line.what),
        (v, None) => format!("{v} {}: {}\n", line.file, line.what),
    }
}

fn line_of(path: &Path, verdict: Verdict) -> Line {
    let file = path.display().to_string();
    match verdict {
        Verdict::Ok(n) => Line { file, verdict: "ok", ply: None, what: format!("{n} plies") },
        Verdict::Diverged { ply, what } => Line { file, verdict: "diverged", ply: Some(ply), what },
        Verdict::Unsupported(what) => Line { file, verdict: "unsupported", ply: None, what },
        Verdict::Failed(what) => Line { file, verdict: "failed", ply: None, what },
    }
}

fn one(path: &Path, corpus: Option<&Path>, defines: &Defines) -> Verdict {
    let text = match read_text(path) {
        Ok(t) => t,
        Err(e) => return Verdict::Failed(format!("cannot be read: {e}")),
    };
    verdict(&text, defines, &|game| {
        let description = description_of(path, corpus, game)
            .ok_or_else(|| format!("{game}: no such description; say where with --corpus"))?;
        files::read_text(&description).map_err(|e| e.to_string())
    })
}

fn read_text(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|e| e == "gz") {
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text)?;
        Ok(text)
    } else {
        Ok(String::from_utf8(bytes)?)
    }
}

/// The description a record speaks of: in `--corpus`, or in a folder `corpus` beside or above the record.
fn description_of(record: &Path, corpus: Option<&Path>, game: &str) -> Option<PathBuf> {
    let under = |dir: &Path| [dir.join("lud").join(game), dir.join(game)].into_iter().find(|p| p.is_file());
    match corpus {
        Some(dir) => under(dir),
        None => record.canonicalize().ok()?.ancestors().find_map(|a| under(&a.join("corpus"))),
    }
}
