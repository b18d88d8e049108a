//! Random play against the recorded random play of the reference: lengths, wins and draws of 200 games, evenly taken from
//! all that were recorded often enough. Long, so it runs when asked for (`--ignored`); `GAMES=N` sets how many games are
//! played of each, `PRINT=1` prints each figure, `JOURNAL=FILE` keeps what is done, so that a run can be broken off.

use ludarium_concepts::trial::{Trial, quick_trial};
use ludarium_play::{Selection, compile, library_defines, read};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

struct Row {
    game: String,
    options: Vec<String>,
    playouts: f64,
    mean: f64,
    sd: f64,
    wins: Vec<f64>,
    draws: f64,
}

/// Of each, when nothing else is said.
const GAMES: u64 = 60;
const SAMPLE: usize = 200;
/// What was recorded less often says little.
const RECORDED: f64 = 30.0;
/// The two-sided 99 % point of the normal distribution.
const Z99: f64 = 2.575_829;

fn rows(folder: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(folder.join("playouts.tsv")).unwrap();
    let all: Vec<Row> = text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let f: Vec<&str> = line.split('\t').collect();
            Some(Row {
                game: f.first()?.to_string(),
                options: f.get(1)?.split("; ").filter(|o| !o.is_empty()).map(str::to_string).collect(),
                playouts: f.get(2)?.parse().ok()?,
                mean: f.get(3)?.parse().ok()?,
                sd: f.get(4)?.parse().ok()?,
                wins: f.get(5)?.split(' ').filter_map(|w| w.parse().ok()).collect(),
                draws: f.get(6)?.parse().ok()?,
            })
        })
        .filter(|row| row.playouts >= RECORDED)
        .collect();
    let n = all.len();
    let wanted: Vec<usize> = (0..SAMPLE.min(n)).map(|i| i * n / SAMPLE.min(n)).collect();
    all.into_iter().enumerate().filter(|(i, _)| wanted.contains(i)).map(|(_, row)| row).collect()
}

/// Whether two means agree within the joint interval; the resolution of the record is allowed for.
fn agree(a: f64, var_a: f64, n_a: f64, b: f64, var_b: f64, n_b: f64) -> bool {
    (a - b).abs() <= Z99 * (var_a / n_a + var_b / n_b).sqrt() + 0.01
}

/// Whether two shares agree; the variance is that of both together, as if they were one.
fn shares_agree(a: f64, n_a: f64, b: f64, n_b: f64) -> bool {
    // Half a case more on either side: a share of 0 of 30 games is not known to be 0.
    let p = (a + b + 1.0) / (n_a + n_b + 2.0);
    (a / n_a - b / n_b).abs() <= Z99 * (p * (1.0 - p) * (1.0 / n_a + 1.0 / n_b)).sqrt()
}

#[test]
#[ignore = "plays tens of thousands of games"]
fn random_play_agrees_with_the_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    if !folder.join("playouts.tsv").is_file() {
        println!("skipped: ../shared/reference is not here");
        return;
    }
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let defines = library_defines();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(64 << 20).build().unwrap();
    let rows = rows(&folder);
    let journal = Journal::open(games);
    let results: Vec<Vec<(String, bool)>> = pool.install(|| {
        rows.par_iter()
            .map(|row| {
                let key = format!("{}|{}", row.game, row.options.join("; "));
                journal.kept(&key).unwrap_or_else(|| {
                    let figures = compare(&folder, &defines, row, games);
                    journal.keep(&key, &figures);
                    figures
                })
            })
            .collect()
    });
    let all: Vec<(String, bool)> = results.into_iter().flatten().collect();
    for (what, same) in &all {
        if !same || std::env::var("PRINT").is_ok() {
            println!("{} {what}", if *same { "same" } else { "DIFFERS" });
        }
    }
    let good = all.iter().filter(|(_, same)| *same).count();
    let share = 100.0 * good as f64 / all.len().max(1) as f64;
    println!("{} games, {} figures: {share:.2} % agree", rows.len(), all.len());
    assert!(share >= 98.0);
}

/// The figures of one game, each with whether it agrees.
fn compare(folder: &Path, defines: &ludarium_play::Defines, row: &Row, games: u64) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(folder.join("corpus/lud").join(&row.game)).unwrap();
    let selection = Selection { options: row.options.clone(), ruleset: None };
    let reading = read(&row.game, &text, defines, &selection);
    let Ok(game) = compile(&reading) else {
        return vec![(format!("{}: not compiled", row.game), false)];
    };
    let trials: Vec<Trial> = (0..games).map(|seed| quick_trial(&game, seed, None)).collect();
    let n = trials.len() as f64;
    let lengths: Vec<f64> = trials.iter().map(|t| t.moves as f64).collect();
    let mean = lengths.iter().sum::<f64>() / n;
    let variance = lengths.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let length = agree(mean, variance, n, row.mean, row.sd * row.sd, row.playouts);
    let mut out = vec![(format!("{} length {mean:.2} for {:.2}", row.game, row.mean), length)];
    let none = trials.iter().filter(|t| t.winner.is_none()).count() as f64;
    let drawn = shares_agree(none, n, row.draws, row.playouts);
    out.push((format!("{} draws {none} of {n} for {} of {}", row.game, row.draws, row.playouts), drawn));
    for (p, wins) in row.wins.iter().enumerate() {
        let ours = trials.iter().filter(|t| t.winner == Some(p + 1)).count() as f64;
        let same = shares_agree(ours, n, *wins, row.playouts);
        let what = format!("{} wins of {} {ours} of {n} for {wins} of {}", row.game, p + 1, row.playouts);
        out.push((what, same));
    }
    out
}

/// Results that were worked out before.
struct Journal {
    games: u64,
    file: Option<Mutex<std::fs::File>>,
    kept: BTreeMap<String, Vec<(String, bool)>>,
}

impl Journal {
    fn open(games: u64) -> Journal {
        let Ok(path) = std::env::var("JOURNAL") else {
            return Journal { games, file: None, kept: BTreeMap::new() };
        };
        let mut kept: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for line in text.lines().filter_map(|l| l.strip_prefix(&format!("{games}\t"))?.strip_suffix("\t.")) {
            let mut fields = line.split('\t');
            let key = fields.next().unwrap_or_default().to_string();
            let figure = |f: &str| Some((f.get(1..)?.to_string(), f.starts_with('+')));
            kept.insert(key, fields.filter_map(figure).collect());
        }
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        Journal { games, file: Some(Mutex::new(file)), kept }
    }
    fn kept(&self, key: &str) -> Option<Vec<(String, bool)>> {
        self.kept.get(key).cloned()
    }
    fn keep(&self, key: &str, figures: &[(String, bool)]) {
        let Some(file) = &self.file else { return };
        let list: Vec<String> =
            figures.iter().map(|(what, same)| format!("{}{what}", if *same { '+' } else { '-' })).collect();
        let line = format!("\n{}\t{key}\t{}\t.\n", self.games, list.join("\t"));
        file.lock().unwrap().write_all(line.as_bytes()).unwrap();
    }
}
