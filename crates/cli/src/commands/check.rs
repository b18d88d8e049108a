//! `ludarium check`: is a description right, and if not, what is wrong where? Files or whole folders, with the default
//! options or with all of them.

use crate::game_arg::{GameText, ReadingArgs};
use crate::{files, interrupt, out};
use anyhow::Result;
use ludarium_play::{
    Defines, Problem, Reading, Selection, Severity, Sources, examine, mend, plain, read, read_parsed, render,
};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check descriptions against the language
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium check games
  ludarium check my-game.lud --all-options")]
pub struct Args {
    /// .lud files, folders of them, or games of the library
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Check each option item and each ruleset too, one at a time
    #[arg(long, conflicts_with_all = ["options", "ruleset"])]
    all_options: bool,
    /// Let problems with this code pass: E0514 allows unknown regions
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<String>,
    /// Take warnings for errors
    #[arg(long)]
    deny_warnings: bool,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    /// How many files to check at once [default: one per processor]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// A code as messages bear it; a word would allow nothing, and silently.
fn code(text: &str) -> Result<String, String> {
    let number = text.strip_prefix('E').filter(|n| n.len() == 4 && n.bytes().all(|b| b.is_ascii_digit()));
    match number {
        Some(_) => Ok(text.to_owned()),
        None => Err("a code stands in the brackets of a message: E0514".to_owned()),
    }
}

/// Something to check, not yet opened: a corpus need not be in memory at once.
enum Target {
    File(PathBuf),
    Named(String),
}

/// What was found out about one description.
struct Report {
    name: String,
    /// With which selections it was read.
    readings: usize,
    findings: Vec<Finding>,
    sources: Option<Sources>,
    /// Why it could not even be opened.
    unreadable: Option<String>,
}

struct Finding {
    /// The option item or ruleset with which it was found; `None` for the selection of the command.
    with: Option<String>,
    problem: Problem,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let defines = args.reading.defines()?;
    let targets = targets(&args.paths);
    interrupt::listen();
    let bar = out::progress(targets.len());
    let work = || -> Vec<Report> {
        targets
            .par_iter()
            .filter_map(|target| {
                if interrupt::happened() {
                    return None;
                }
                let report = check(target, args, &defines);
                bar.inc(1);
                Some(report)
            })
            .collect()
    };
    let reports = match args.jobs {
        Some(jobs) => rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?.install(work),
        None => work(),
    };
    bar.finish_and_clear();
    interrupt::tell(format_args!("{} of {} files were checked", reports.len(), targets.len()));
    let totals = Totals::of(&reports);
    out::print(&if args.json { as_json(&reports, &totals)? } else { as_text(&reports, &totals) });
    Ok(interrupt::status(if totals.errors > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }))
}

/// Folders become the files below them; what is no path must be a game of the library.
fn targets(paths: &[String]) -> Vec<Target> {
    let mut targets = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            let found = match files::with_extension(Path::new(path), &["lud"]) {
                Ok(found) => found,
                Err(error) => {
                    out::complain(format_args!("{error:#}"));
                    continue;
                }
            };
            if found.is_empty() {
                out::complain(format_args!("{path}: no .lud file in this folder"));
            }
            targets.extend(found.into_iter().map(Target::File));
        } else {
            targets.push(Target::Named(path.clone()));
        }
    }
    targets
}

fn check(target: &Target, args: &Args, defines: &Defines) -> Report {
    let opened = match target {
        Target::File(path) => {
            files::read_text(path).map(|text| GameText { name: path.display().to_string(), text })
        }
        Target::Named(name) => args.reading.open(name),
    };
    let GameText { name, text } = match opened {
        Ok(opened) => opened,
        Err(error) => {
            let name = match target {
                Target::File(path) => path.display().to_string(),
                Target::Named(name) => name.clone(),
            };
            let unreadable = Some(format!("{error:#}"));
            return Report { name, readings: 0, findings: Vec::new(), sources: None, unreadable };
        }
    };
    // What is not understood is reported by the reader, at its place.
    let selection = args.reading.selection(&text).unwrap_or_else(|_| args.reading.asked());
    let first = read(&name, &text, defines, &selection);
    let mut report = Report { name, readings: 1, findings: Vec::new(), sources: None, unreadable: None };
    let mut known = BTreeSet::new();
    if args.all_options {
        check_selections(&first, defines, &mut report, &mut known);
    }
    let mut own = examine(&first);
    mend(&first, &selection, own.len(), &mut own);
    let own = own.into_iter().map(|problem| Finding { with: None, problem });
    report.findings.splice(0..0, own);
    report.findings.retain(|finding| !args.allow.iter().any(|code| code == finding.problem.code));
    for finding in &mut report.findings {
        if args.deny_warnings && finding.problem.severity == Severity::Warning {
            finding.problem.severity = Severity::Error;
        }
    }
    if !report.findings.is_empty() {
        report.sources = Some(first.sources());
    }
    report
}

/// Reads the description once for each option item and each ruleset. A problem is reported with the first selection
/// that shows it, and not at all if the default shows it too.
fn check_selections(first: &Reading, defines: &Defines, report: &mut Report, known: &mut BTreeSet<String>) {
    known.extend(examine(first).iter().map(identity));
    let items = first.expanded.options.iter().flat_map(|category| {
        (0..category.items.len())
            .map(|item| category.path(item))
            .map(|path| (path.clone(), Selection::options([path])))
    });
    let rulesets = first.expanded.rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty());
    let rulesets =
        rulesets.map(|ruleset| (ruleset.name.to_string(), Selection::ruleset(ruleset.name.as_str())));
    for (with, selection) in items.chain(rulesets) {
        let reading = read_parsed(&first.name, first.parsed.clone(), defines, &selection);
        report.readings += 1;
        for problem in examine(&reading) {
            if known.insert(identity(&problem)) {
                report.findings.push(Finding { with: Some(with.clone()), problem });
            }
        }
    }
}

/// What makes two problems the same to a reader: place, kind and words.
fn identity(problem: &Problem) -> String {
    let span = problem.span;
    let origin = problem.origin.first().map(|origin| origin.used_at);
    format!("{:?}{}-{}{:?}{}{}", span.file, span.start, span.end, origin, problem.code, problem.message)
}

/// The sums that the last line tells.
#[derive(Default, Serialize, JsonSchema)]
pub struct Totals {
    files: usize,
    /// Descriptions times selections.
    readings: usize,
    errors: usize,
    warnings: usize,
}

impl Totals {
    fn of(reports: &[Report]) -> Totals {
        let mut totals = Totals { files: reports.len(), ..Totals::default() };
        for report in reports {
            totals.readings += report.readings;
            totals.errors += usize::from(report.unreadable.is_some());
            for finding in &report.findings {
                match finding.problem.severity {
                    Severity::Error => totals.errors += 1,
                    Severity::Warning => totals.warnings += 1,
                    Severity::Note => {}
                }
            }
        }
        totals
    }

    fn sentence(&self) -> String {
        let number = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        let mut line = number(self.files, "file");
        if self.readings > self.files {
            line += &format!(" in {}", number(self.readings, "selection"));
        }
        match (self.errors, self.warnings) {
            (0, 0) => line + ": nothing wrong\n",
            (0, warnings) => format!("{line}: {}\n", number(warnings, "warning")),
            (errors, 0) => format!("{line}: {}\n", number(errors, "error")),
            (errors, warnings) => {
                format!("{line}: {}, {}\n", number(errors, "error"), number(warnings, "warning"))
            }
        }
    }
}

fn as_text(reports: &[Report], totals: &Totals) -> String {
    let colour = out::colour();
    let mut text = String::new();
    for report in reports {
        if let Some(reason) = &report.unreadable {
            text += &format!("error: {reason}\n\n");
        }
        let Some(sources) = &report.sources else { continue };
        for finding in &report.findings {
            text += &render(&finding.problem, sources, colour);
            if let Some(with) = &finding.with {
                text += &format!("   = found with: {with}\n");
            }
            text.push('\n');
        }
    }
    text + &totals.sentence()
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct JsonPlace {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    /// The same place in bytes.
    start: u32,
    end: u32,
}

impl From<ludarium_syntax::Location> for JsonPlace {
    fn from(place: ludarium_syntax::Location) -> JsonPlace {
        JsonPlace {
            file: place.file,
            line: place.start.line,
            column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            start: place.bytes.0,
            end: place.bytes.1,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Label")]
pub struct JsonLabel {
    place: JsonPlace,
    words: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Origin")]
pub struct JsonOrigin {
    name: String,
    used: JsonPlace,
    defined: JsonPlace,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fix")]
pub struct JsonFix {
    /// What is replaced; an empty place is one to insert at.
    place: JsonPlace,
    replacement: String,
    title: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct JsonProblem {
    code: String,
    severity: String,
    message: String,
    place: JsonPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<JsonLabel>,
    /// Changes that mend it, each by itself; each has been tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<JsonFix>,
    /// Through which definitions the place came, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    origin: Vec<JsonOrigin>,
    /// The option item or ruleset with which the problem appears.
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "File")]
pub struct JsonFile {
    file: String,
    /// With how many selections of options it was read.
    readings: usize,
    /// Why it could not be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    problems: Vec<JsonProblem>,
}

/// What `ludarium check --json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Check")]
pub struct JsonAll<'a> {
    files: Vec<JsonFile>,
    totals: &'a Totals,
}

fn as_json(reports: &[Report], totals: &Totals) -> Result<String> {
    let files = reports.iter().map(|report| JsonFile {
        file: report.name.clone(),
        readings: report.readings,
        unreadable: report.unreadable.clone(),
        problems: report
            .sources
            .iter()
            .flat_map(|sources| report.findings.iter().map(|f| json(f, sources)))
            .collect(),
    });
    let mut text = serde_json::to_string_pretty(&JsonAll { files: files.collect(), totals })?;
    text.push('\n');
    Ok(text)
}

fn json(finding: &Finding, sources: &Sources) -> JsonProblem {
    let plain = plain(&finding.problem, sources);
    JsonProblem {
        code: plain.code,
        severity: plain.severity,
        message: plain.message,
        place: plain.location.into(),
        wanted: plain.wanted,
        help: plain.help,
        labels: plain
            .labels
            .into_iter()
            .map(|(place, words)| JsonLabel { place: place.into(), words })
            .collect(),
        fixes: plain
            .fixes
            .into_iter()
            .map(|(place, replacement, title)| JsonFix { place: place.into(), replacement, title })
            .collect(),
        origin: plain
            .origin
            .into_iter()
            .map(|(name, used, defined)| JsonOrigin { name, used: used.into(), defined: defined.into() })
            .collect(),
        with: finding.with.clone(),
    }
}
