//! Work over a whole folder of games: every ruleset of every description is one item, a table keeps one row or several
//! per item, and a run that was broken off goes on where it stopped. Rows come in the order of items whatever the number
//! of cores, so that a resumed table is the same table.

use crate::tables::{self, Column, quoted};
use crate::{files, game_arg, interrupt, out};
use anyhow::{Context, Result, bail};
use ludarium_play::{Game, Reading, Selection, compile_with, read};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

#[derive(clap::Args)]
pub struct ShelfArgs {
    /// How many rulesets at once; all cores when left out
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Do only every Nth ruleset, beginning with the Ith: 1/4, 2/4 …
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write a table of every ruleset below the folder GAME: a .csv or .parquet file, by its ending; may be given twice.
    /// A journal beside the first one keeps what is done, and a run that was broken off goes on from there
    #[arg(long, value_name = "FILE")]
    pub out: Vec<PathBuf>,
}

/// One ruleset of one description.
#[derive(Clone, Debug)]
pub struct Item {
    pub path: PathBuf,
    /// Its name below the folder.
    pub name: String,
    /// The option that chooses it; empty for the description as it stands.
    pub option: String,
}

/// Options of this heading are rulesets of their own.
const VARIANT: &str = "Variant";

/// Every ruleset below a folder, in order of paths. Descriptions that offer variants count once for each of these,
/// the others once.
pub fn items(folder: &Path) -> Result<Vec<Item>> {
    let mut found = Vec::new();
    for path in files::with_extension(folder, &["lud"])? {
        // What cannot be read gets a row that says why.
        let text = files::read_text(&path).unwrap_or_default();
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let parsed = ludarium_syntax::parse(ludarium_syntax::FileId(0), &text);
        let expanded = ludarium_syntax::expand(
            &parsed,
            &ludarium_play::Defines::default(),
            &Selection::default(),
            &ludarium_syntax::Limits::default(),
        );
        let variants = expanded.options.iter().find(|category| category.heading == VARIANT);
        match variants {
            Some(category) => found.extend(category.items.iter().map(|item| Item {
                path: path.clone(),
                name: name.clone(),
                option: format!("{VARIANT}/{}", item.name),
            })),
            None => found.push(Item { path, name, option: String::new() }),
        }
    }
    Ok(found)
}

/// Reads and compiles one item.
pub fn open(
    item: &Item,
    reading: &game_arg::ReadingArgs,
    defines: &ludarium_play::Defines,
) -> Result<(Reading, Game)> {
    let text = files::read_text(&item.path)?;
    let mut options = reading.options.clone();
    if !item.option.is_empty() {
        options.push(item.option.clone());
    }
    let asked = Selection { options, ruleset: reading.ruleset.clone() };
    let selection = ludarium_play::resolve_selection(&text, &asked)?;
    let read = read(&item.name, &text, defines, &selection);
    if read.has_errors() {
        let first = read.problems.iter().find(|p| p.is_error()).map_or(String::new(), |p| p.message.clone());
        bail!("{first}");
    }
    let path = item.path.display().to_string();
    let find = |name: &str| reading.open_subgame(&path, name);
    match compile_with(&read, &find) {
        Ok(game) => Ok((read, game)),
        Err(problems) => bail!("{}", problems.first().map_or(String::new(), |p| p.message.clone())),
    }
}

/// The rows of an item: each its fields after game and ruleset, as CSV.
pub type Rows<'w> = &'w (dyn Fn(&Item, &Reading, &Game) -> Result<Vec<String>> + Sync);

/// What a table holds.
pub struct Plan<'w> {
    pub columns: &'w [Column],
    /// Everything that the rows depend on: rows made otherwise are not gone on with.
    pub recipe: String,
    pub rows: Rows<'w>,
}

/// Between the rows of an item in the journal.
const NEXT_ROW: char = '\u{1e}';

/// Fills a table. Items that a journal beside the table already holds are not worked out again.
pub fn table(folder: &str, reading: &game_arg::ReadingArgs, shelf: &ShelfArgs, plan: &Plan) -> Result<()> {
    let Some(first) = shelf.out.first() else { bail!("--out: which file?") };
    for path in &shelf.out {
        tables::format(path)?;
    }
    if !Path::new(folder).is_dir() {
        bail!("{folder}: a table is made of a folder of .lud files, and this is none");
    }
    let folder = Path::new(folder);
    let all = shard(items(folder)?, shelf.shard.as_deref())?;
    if all.is_empty() {
        bail!("{}: no .lud file below this folder", folder.display());
    }
    let journal_path = first.with_extension("journal");
    let head = format!("{}\t{}", tables::header(plan.columns), plan.recipe);
    let done = journal(&journal_path, &head)?;
    let begun = std::fs::metadata(&journal_path).is_ok_and(|m| m.len() > 0);
    let journal = OpenOptions::new().create(true).append(true).open(&journal_path);
    let journal =
        Mutex::new(journal.with_context(|| format!("{}: cannot be written", journal_path.display()))?);
    {
        let mut file = journal.lock().map_err(|_| anyhow::anyhow!("the journal is broken"))?;
        // A line that was cut off is ended, so that the next one begins a line of its own.
        writeln!(file, "{}", if begun { "" } else { head.as_str() })?;
    }
    let defines = reading.defines()?;
    interrupt::listen();
    let bar = out::progress_of(all.len(), "rulesets");
    bar.set_position(0);
    let blank = ",".repeat(plan.columns.len());
    let work = || {
        all.par_iter()
            .filter_map(|item| {
                if interrupt::happened() {
                    return None;
                }
                let key = format!("{},{}", quoted(&item.name), quoted(&item.option));
                let rows = match done.get(&key) {
                    Some(rows) => rows.clone(),
                    None => {
                        let made = open(item, reading, &defines)
                            .and_then(|(read, game)| (plan.rows)(item, &read, &game));
                        let rows: Vec<String> = match made {
                            Ok(rows) => rows.into_iter().map(|row| row + ",").collect(),
                            Err(why) => {
                                vec![format!("{blank}{}", quoted(&format!("{why:#}").replace('\n', " ")))]
                            }
                        };
                        if interrupt::happened() {
                            return None;
                        }
                        // A line is written whole or, when we are killed, not at all or cut: cut lines are not read.
                        let line = format!("{key}\t{}\t.\n", rows.join(&NEXT_ROW.to_string()));
                        if let Ok(mut file) = journal.lock() {
                            let _ = file.write_all(line.as_bytes()).and_then(|()| file.flush());
                        }
                        rows
                    }
                };
                bar.inc(1);
                // Figures of a game that was broken off in the middle are not those of the recipe.
                (!interrupt::happened())
                    .then(|| rows.into_iter().map(|row| format!("{key},{row}")).collect::<Vec<String>>())
            })
            .collect::<Vec<Vec<String>>>()
    };
    let rows = match shelf.jobs {
        Some(n) => {
            rayon::ThreadPoolBuilder::new().num_threads(n.max(1)).stack_size(64 << 20).build()?.install(work)
        }
        None => work(),
    };
    bar.finish_and_clear();
    let done = rows.len();
    interrupt::tell(format_args!(
        "{done} of {} rulesets are done; the same command goes on from there",
        all.len()
    ));
    let failed = rows.iter().flatten().filter(|row| !row.ends_with(',')).count();
    let rows: Vec<String> = rows.into_iter().flatten().collect();
    for path in &shelf.out {
        tables::write(path, plan.columns, &rows)?;
        out::print(&format!("{}: {} rows of {done} rulesets\n", path.display(), rows.len()));
    }
    if failed > 0 {
        out::complain(format_args!(
            "{failed} of {done} rulesets could not be worked out; the column `error` says why"
        ));
    }
    Ok(())
}

/// The rows that an earlier run left, by item. A journal of another table is not touched.
fn journal(path: &Path, head: &str) -> Result<BTreeMap<String, Vec<String>>> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(BTreeMap::new()) };
    let mut lines = text.lines();
    match lines.next() {
        None => return Ok(BTreeMap::new()),
        Some(first) if first == head => {}
        Some(first) => {
            let made = |head: &str| head.split('\t').nth(1).unwrap_or("").to_string();
            bail!(
                "{}: belongs to another run ({}; asked for now: {}); remove it to begin anew",
                path.display(),
                made(first),
                made(head)
            );
        }
    }
    let whole = lines.filter_map(|line| line.strip_suffix("\t."));
    let rows = |v: &str| v.split(NEXT_ROW).map(str::to_string).collect();
    Ok(whole.filter_map(|line| line.split_once('\t')).map(|(k, v)| (k.to_string(), rows(v))).collect())
}

fn shard(all: Vec<Item>, shard: Option<&str>) -> Result<Vec<Item>> {
    let Some(shard) = shard else { return Ok(all) };
    let parts =
        shard.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) => {
            Ok(all.into_iter().enumerate().filter(|(k, _)| k % n == i - 1).map(|(_, item)| item).collect())
        }
        Some(_) | None => bail!("{shard:?}: a shard is written I/N with I from 1 to N"),
    }
}
