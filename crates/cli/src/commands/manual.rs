//! `ludarium completions`, `ludarium man` and `ludarium schema`: what describes the command itself, made from the same
//! types that read the command line and print the output.

use crate::{out, schema};
use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print the completions of this command for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium completions bash > ~/.local/share/bash-completion/completions/ludarium
  ludarium completions zsh > ~/.zfunc/_ludarium
  ludarium completions fish > ~/.config/fish/completions/ludarium.fish")]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Print the manual page, of the whole or of one command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium man | man -l -
  ludarium man playout
  ludarium man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The command whose page is wanted; the overview when left out
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Print the JSON schema of what a command prints with --json
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium schema playout
  ludarium schema --out docs/schema")]
pub struct SchemaArgs {
    /// The command; the list of them when left out
    command: Option<String>,
    /// Write the schemas of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn completions(args: &CompletionArgs) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "ludarium", &mut text);
    out::print(&String::from_utf8_lossy(&text));
    Ok(ExitCode::SUCCESS)
}

pub fn man(args: &ManArgs) -> Result<ExitCode> {
    let mut whole = crate::Cli::command();
    // Gives every command its full name, `ludarium playout`.
    whole.build();
    if let Some(folder) = &args.out {
        make_folder(folder)?;
        let mut pages = vec![("ludarium".to_owned(), whole.clone())];
        for command in shown(&whole) {
            pages.push((format!("ludarium-{}", command.get_name()), command.clone()));
        }
        for (name, command) in pages {
            write(&folder.join(format!("{name}.1")), &page(command, &name)?)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let text = match &args.command {
        None => page(whole, "ludarium")?,
        Some(name) => match shown(&whole).find(|c| c.get_name() == name) {
            Some(command) => page(command.clone(), &format!("ludarium-{name}"))?,
            None => {
                let names: Vec<&str> = shown(&whole).map(clap::Command::get_name).collect();
                bail!("there is no command {name:?}; the commands are {}", names.join(", "));
            }
        },
    };
    out::print(&String::from_utf8_lossy(&text));
    Ok(ExitCode::SUCCESS)
}

/// The commands that people are told of. (`help` has no page of its own.)
fn shown(whole: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    whole.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help")
}

fn page(command: clap::Command, title: &str) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).title(title.to_uppercase()).render(&mut text)?;
    if title != "ludarium" {
        // Pages of single commands say it too.
        text.extend_from_slice(b".SH \"EXIT STATUS\"\n");
        for line in crate::EXIT_STATUS.lines().skip(1) {
            let line = line.trim();
            let (number, meaning) = line.split_once("  ").unwrap_or((line, ""));
            text.extend_from_slice(format!(".TP\n{number}\n{}\n", meaning.trim()).as_bytes());
        }
    }
    Ok(text)
}

pub fn schemas(args: &SchemaArgs) -> Result<ExitCode> {
    let all = schema::all();
    let print = |schema: &schemars::Schema| -> Result<String> {
        Ok(serde_json::to_string_pretty(schema).map(|text| text + "\n")?)
    };
    if let Some(folder) = &args.out {
        make_folder(folder)?;
        for (name, schema) in &all {
            write(&folder.join(schema::file_name(name)), print(schema)?.as_bytes())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let text = match &args.command {
        None => all.iter().map(|(name, _)| format!("{name}\n")).collect(),
        Some(wanted) => match all.iter().find(|(name, _)| name == wanted) {
            Some((_, schema)) => print(schema)?,
            None => {
                let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
                bail!("{wanted:?} prints no JSON; there are schemas of {}", names.join(", "));
            }
        },
    };
    out::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}
