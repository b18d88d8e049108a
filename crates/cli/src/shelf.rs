//! Work over a whole folder of games: every ruleset of every description is one item, a table keeps one row per item,
//! and a run that was broken off goes on where it stopped. Rows come in the order of items whatever the number of
//! cores, so that a resumed table is the same table.

use crate::{files, game_arg, out};
use anyhow::{Context, Result, bail};
use ludarium::{Game, Reading, Selection, compile_with, read};
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
        let text = files::read_text(&path)?;
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let parsed = ludarium_syntax::parse(ludarium_syntax::FileId(0), &text);
        let expanded = ludarium_syntax::expand(
            &parsed,
            &ludarium::Defines::default(),
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
    defines: &ludarium::Defines,
) -> Result<(Reading, Game)> {
    let text = files::read_text(&item.path)?;
    let mut options = reading.options.clone();
    if !item.option.is_empty() {
        options.push(item.option.clone());
    }
    let selection = Selection { options, ruleset: reading.ruleset.clone() };
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

/// A CSV field.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

/// The row of an item: its fields after path and ruleset.
pub type Row<'w> = &'w (dyn Fn(&Item, &Reading, &Game) -> String + Sync);

/// Fills a table: one row per item. Rows that a journal beside the table already holds are not worked out again.
pub fn table(
    folder: &Path,
    reading: &game_arg::ReadingArgs,
    shelf: &ShelfArgs,
    table: &Path,
    header: &str,
    row: Row<'_>,
) -> Result<()> {
    let all = shard(items(folder)?, shelf.shard.as_deref())?;
    let journal_path = table.with_extension("journal");
    let done = journal(&journal_path, header)?;
    let journal = OpenOptions::new().create(true).append(true).open(&journal_path);
    let journal =
        Mutex::new(journal.with_context(|| format!("{}: cannot be written", journal_path.display()))?);
    let begun = std::fs::metadata(&journal_path).is_ok_and(|m| m.len() > 0);
    {
        let mut file = journal.lock().map_err(|_| anyhow::anyhow!("the journal is broken"))?;
        // A line that was cut off is ended, so that the next one begins a line of its own.
        writeln!(file, "{}", if begun { "" } else { header })?;
    }
    let defines = reading.defines()?;
    let bar = out::progress(all.len());
    let work = || {
        all.par_iter()
            .map(|item| {
                let key = format!("{},{}", quoted(&item.name), quoted(&item.option));
                let fields = match done.get(&key) {
                    Some(fields) => fields.clone(),
                    None => {
                        let fields = match open(item, reading, &defines) {
                            Ok((read, game)) => row(item, &read, &game),
                            Err(why) => format!("error,{}", quoted(&why.to_string())),
                        };
                        // A line is written whole or, when we are killed, not at all or cut: cut lines are not read.
                        let line = format!("{key}\t{fields}\t.\n");
                        if let Ok(mut file) = journal.lock() {
                            let _ = file.write_all(line.as_bytes()).and_then(|()| file.flush());
                        }
                        fields
                    }
                };
                bar.inc(1);
                format!("{key},{fields}\n")
            })
            .collect::<Vec<String>>()
    };
    let rows = match shelf.jobs {
        Some(n) => {
            rayon::ThreadPoolBuilder::new().num_threads(n.max(1)).stack_size(64 << 20).build()?.install(work)
        }
        None => work(),
    };
    bar.finish_and_clear();
    let text = format!("game,ruleset,{header}\n{}", rows.concat());
    std::fs::write(table, text).with_context(|| format!("{}: cannot be written", table.display()))?;
    out::print(&format!("{}: {} rows\n", table.display(), rows.len()));
    Ok(())
}

/// The rows that an earlier run left, by item; none if it made another table.
fn journal(path: &Path, header: &str) -> Result<BTreeMap<String, String>> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(BTreeMap::new()) };
    let mut lines = text.lines();
    if lines.next() != Some(header) {
        bail!("{}: belongs to another table; remove it to begin anew", path.display());
    }
    let whole = lines.filter_map(|line| line.strip_suffix("\t."));
    Ok(whole.filter_map(|line| line.split_once('\t')).map(|(k, v)| (k.to_string(), v.to_string())).collect())
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
