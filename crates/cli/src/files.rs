//! Finding and reading files: folders are searched in order of names, and a file too long to be a description is not
//! read at all.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Nothing longer than this is read into memory; what the language allows is far less and is checked by the parser.
const LONGEST: u64 = 16 << 20;

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    let shown = path.display();
    let length = fs::metadata(path).with_context(|| format!("{shown}: cannot be read"))?.len();
    if length > LONGEST {
        bail!("{shown}: {length} bytes are too many for a description");
    }
    let bytes = fs::read(path).with_context(|| format!("{shown}: cannot be read"))?;
    String::from_utf8(bytes).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        anyhow::anyhow!("{shown}:{line}: not UTF-8 text")
    })
}

/// The text of a file of many: nothing, and a line about it on standard error, where it cannot be read.
pub fn read_or_complain(path: &Path) -> Option<String> {
    read_text(path).map_err(|error| crate::out::complain(format_args!("{error:#}"))).ok()
}

/// The files below a folder whose names end in one of `extensions`, in order of their paths. A folder below it that
/// cannot be opened is complained of and left out.
pub fn with_extension(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        let opened = fs::read_dir(&below).with_context(|| format!("{}: cannot be opened", below.display()));
        let entries = match opened {
            Ok(entries) => entries,
            Err(error) if below == folder => return Err(error),
            Err(error) => {
                crate::out::complain(format_args!("{error:#}"));
                continue;
            }
        };
        for entry in entries {
            let path = match entry {
                Ok(entry) => entry.path(),
                Err(error) => {
                    crate::out::complain(format_args!("{}: cannot be listed: {error}", below.display()));
                    continue;
                }
            };
            // A link to a folder could lead round in a circle.
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|wanted| e == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
