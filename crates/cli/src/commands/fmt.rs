//! `ludarium fmt`: one pleasant layout for all descriptions. Comments stay, the meaning stays, and a text that is laid
//! out already is left alone.

use crate::{files, out};
use anyhow::{Context, Result};
use ludarium_syntax::{FileId, Sources, format, has_errors, parse, render};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Lay out descriptions
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium fmt my-game.lud
  ludarium fmt --check games")]
pub struct Args {
    /// .lud and .def files, or folders of them; - reads standard input and prints the result
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Change nothing; name the files that would change and exit with status 1 if there are any
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut wrong = false;
    for path in &args.paths {
        if path == "-" {
            wrong |= format_input(args.check)?;
            continue;
        }
        let files = match below(Path::new(path)) {
            Ok(files) => files,
            Err(error) => {
                out::complain(format_args!("{error:#}"));
                continue;
            }
        };
        for file in files {
            match format_file(&file, args.check) {
                Ok(changes) => wrong |= changes,
                Err(error) => out::complain(format_args!("{error:#}")),
            }
        }
    }
    Ok(if wrong { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn below(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_dir() {
        files::with_extension(path, &["lud", "def", "ludef"])
    } else {
        Ok(vec![path.to_owned()])
    }
}

/// Lays out one file; says whether there is something to complain about.
fn format_file(path: &Path, only_check: bool) -> Result<bool> {
    let name = path.display().to_string();
    let text = files::read_text(path)?;
    let Some(laid_out) = laid_out(&name, &text) else { return Ok(true) };
    if laid_out == text {
        return Ok(false);
    }
    if only_check {
        out::print(&format!("{name}\n"));
        return Ok(true);
    }
    std::fs::write(path, laid_out).with_context(|| format!("{name}: cannot be written"))?;
    Ok(false)
}

fn format_input(only_check: bool) -> Result<bool> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
    let Some(laid_out) = laid_out("<stdin>", &text) else { return Ok(true) };
    if only_check {
        return Ok(laid_out != text);
    }
    out::print(&laid_out);
    Ok(false)
}

/// The text laid out; `None`, with the reason on standard error, when its brackets are broken.
fn laid_out(name: &str, text: &str) -> Option<String> {
    let parsed = parse(FileId(0), text);
    if has_errors(&parsed.problems) {
        let mut sources = Sources::new();
        sources.add(parsed.file, name, parsed.text.clone());
        for problem in parsed.problems.iter().filter(|problem| problem.is_error()) {
            eprintln!("{}", render(problem, &sources, out::colour_on_stderr()));
        }
        return None;
    }
    Some(format(text))
}
