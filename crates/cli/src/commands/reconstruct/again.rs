//! Making a run again: the bundle that a run leaves, and the run that a bundle asks for.

use super::{Args, run};
use crate::bundle::{self, Recipe};
use crate::files;
use anyhow::{Context, Result, bail};
use ludarium_reconstruct::controls::Controls;
use ludarium_reconstruct::report::Case;
use ludarium_reconstruct::search::{Found, Settings, Stopped};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Makes the run of a bundle again, from what the bundle holds and the folders that it names.
pub(super) fn again(args: &Args) -> Result<ExitCode> {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }
    let shown = &args.file;
    let archive = fs::read(shown).with_context(|| format!("{shown}: cannot be read"))?;
    let held = bundle::unzipped(&archive).with_context(|| format!("{shown}: this bundle cannot be read"))?;
    let file = |name: &str| held.iter().find(|(n, _)| n == name).map(|(_, bytes)| bytes);
    let recipe = file("recipe.json").with_context(|| format!("{shown}: there is no recipe.json in it"))?;
    let recipe: Recipe = serde_json::from_slice(recipe).with_context(|| format!("{shown}: recipe.json"))?;
    if recipe.version != env!("CARGO_PKG_VERSION") {
        eprintln!(
            "ludarium: {shown} was made by version {}, this is {}: results may differ",
            recipe.version,
            env!("CARGO_PKG_VERSION")
        );
    }
    let given = [
        ("--games", args.games.is_some()),
        ("--history", args.history.is_some()),
        ("--defs", args.reading.defs.is_some()),
    ];
    for need in &recipe.needs {
        if given.iter().any(|(name, is)| name == need && !is) {
            bail!("{shown}: this run needs {need}, which a bundle does not hold");
        }
    }
    let folder = args.out.clone().context("a bundle is made again into a folder: give --out")?;
    fs::create_dir_all(&folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let mut line: Vec<String> = vec!["ludarium".to_owned(), folder.join("input.lud").display().to_string()];
    for name in ["input.lud", "evidence.toml"] {
        if let Some(bytes) = file(name) {
            let path = folder.join(name);
            fs::write(&path, bytes).with_context(|| format!("{}: cannot be written", path.display()))?;
        }
    }
    line.extend(recipe.options.iter().cloned());
    if file("evidence.toml").is_some() {
        line.extend(["--evidence".to_owned(), folder.join("evidence.toml").display().to_string()]);
    }
    let path = |name: &str, path: &Option<PathBuf>| {
        path.iter().flat_map(|p| [name.to_owned(), p.display().to_string()]).collect::<Vec<_>>()
    };
    line.extend(path("--games", &args.games));
    line.extend(path("--history", &args.history));
    line.extend(path("--defs", &args.reading.defs));
    line.extend(path("--out", &args.out));
    line.extend(args.jobs.iter().flat_map(|n| ["--jobs".to_owned(), n.to_string()]));
    let line = <Line as clap::Parser>::try_parse_from(line)?;
    let status = run(&line.args)?;
    let made = fs::read(folder.join("bundle.zip")).ok().and_then(|b| bundle::unzipped(&b).ok());
    let own = made.iter().flatten().find(|(n, _)| n == "recipe.json");
    match own.and_then(|(_, bytes)| serde_json::from_slice::<Recipe>(bytes).ok()) {
        Some(own) if own.corpus != recipe.corpus => {
            eprintln!(
                "ludarium: {shown} was made from other descriptions (corpus {}, these are {})",
                recipe.corpus, own.corpus
            );
        }
        Some(_) | None => {}
    }
    Ok(status)
}

/// The options by which a run is made again.
pub(super) fn options(
    args: &Args,
    settings: &Settings,
    found: &Found,
    controls: Option<&Controls>,
) -> Vec<String> {
    let budget = match found.stopped {
        Stopped::Told => format!("{}r", found.rounds),
        Stopped::Found | Stopped::Exhausted | Stopped::Candidates => settings.candidates.to_string(),
    };
    let made = controls.map_or(0, |controls| controls.controls.len());
    let mut all = vec![
        format!("--weights={}", args.weights),
        format!("--results={}", args.results),
        format!("--budget={budget}"),
        format!("--seed={}", args.seed),
        format!("--controls={made}"),
        format!("--kinds={}", args.policy.kinds.join(",")),
    ];
    all.extend(args.policy.margin.map(|m| format!("--margin={m}")));
    all.extend(args.policy.inventions.then(|| "--inventions".to_owned()));
    if !args.policy.families.is_empty() {
        all.push(format!("--families={}", args.policy.families.join(",")));
    }
    all.extend(args.policy.donor_years.as_ref().map(|y| format!("--donor-years={y}")));
    all.extend(args.policy.within.map(|km| format!("--within={km}")));
    all.extend(args.published_scores.then(|| "--published-scores".to_owned()));
    all.extend(args.reading.options.iter().map(|o| format!("--option={o}")));
    all.extend(args.reading.ruleset.iter().map(|r| format!("--ruleset={r}")));
    all
}

/// Everything of a run in one file. The journal is left out: it says nothing that the run does not.
pub(super) fn write_bundle(
    folder: &Path,
    args: &Args,
    case: &Case<'_>,
    text: &str,
    written: &[String],
) -> Result<()> {
    let Some(run) = case.run else { return Ok(()) };
    let needs = [
        ("--games", args.games.is_some()),
        ("--history", args.history.is_some()),
        ("--defs", args.reading.defs.is_some()),
    ];
    let recipe = Recipe {
        version: run.version.clone(),
        corpus: run.corpus.clone(),
        address: run.address(case),
        options: run.options.clone(),
        needs: needs.iter().filter(|(_, is)| *is).map(|(name, _)| (*name).to_owned()).collect(),
    };
    let mut all = vec![
        ("recipe.json".to_owned(), (serde_json::to_string_pretty(&recipe)? + "\n").into_bytes()),
        ("input.lud".to_owned(), text.as_bytes().to_vec()),
    ];
    if let Some(path) = &args.evidence {
        all.push(("evidence.toml".to_owned(), files::read_text(path)?.into_bytes()));
    }
    for name in written {
        let path = folder.join(name);
        all.push((
            name.clone(),
            fs::read(&path).with_context(|| format!("{}: cannot be read", path.display()))?,
        ));
    }
    let path = folder.join("bundle.zip");
    fs::write(&path, bundle::zipped(&all)?).with_context(|| format!("{}: cannot be written", path.display()))
}
