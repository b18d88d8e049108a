//! Bundles: the description, the evidence, the settings and the results of a reconstruction in one file (zip), from which the
//! same run can be made again to the same bytes. Entries are stored as they are and carry no time, so that equal contents are
//! equal files. Written here and not by a crate: what is needed is the frame around stored bytes, no packing and no
//! other kinds of archives.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// The settings of a run, as its bundle keeps them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Of the program: another version may find other results.
    pub version: String,
    /// The number of all descriptions that were searched.
    pub corpus: String,
    pub address: String,
    /// The options of the command line that make the same run.
    pub options: Vec<String>,
    /// Names of files that must be given again, since a bundle does not hold them: `--games`, `--history`, `--defs`.
    pub needs: Vec<String>,
}

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The first of January 1980, the earliest that the format knows.
const DATE: u16 = 0x0021;

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Files by name as one archive.
pub fn zipped(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut out: Vec<u8> = Vec::new();
    let mut directory: Vec<u8> = Vec::new();
    let short = |n: usize| u16::try_from(n).context("a bundle holds too many files");
    let long = |n: usize| u32::try_from(n).context("a bundle is larger than 4 GiB");
    for (name, bytes) in files {
        let at = long(out.len())?;
        // Version 1.0, names in UTF-8, stored.
        let mut head: Vec<u8> = Vec::new();
        for number in [10u16, 1 << 11, 0, 0, DATE] {
            head.extend(number.to_le_bytes());
        }
        head.extend(crc(bytes).to_le_bytes());
        head.extend(long(bytes.len())?.to_le_bytes());
        head.extend(long(bytes.len())?.to_le_bytes());
        head.extend(short(name.len())?.to_le_bytes());
        head.extend(0u16.to_le_bytes());
        out.extend(LOCAL.to_le_bytes());
        out.extend(&head);
        out.extend(name.as_bytes());
        out.extend(bytes);
        directory.extend(CENTRAL.to_le_bytes());
        directory.extend(10u16.to_le_bytes());
        directory.extend(&head);
        directory.extend([0u8; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let at = long(out.len())?;
    out.extend(&directory);
    out.extend(END.to_le_bytes());
    out.extend([0u8; 4]);
    out.extend(short(files.len())?.to_le_bytes());
    out.extend(short(files.len())?.to_le_bytes());
    out.extend(long(directory.len())?.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    Ok(out)
}

/// The files of an archive that [`zipped`] made.
pub fn unzipped(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>> {
    let short = |at: usize| archive.get(at..at + 2).map(|b| usize::from(u16::from_le_bytes([b[0], b[1]])));
    let long = |at: usize| archive.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let cut = "it is cut off";
    let mut found = Vec::new();
    let mut at = 0;
    while long(at).context(cut)? == LOCAL {
        if short(at + 8) != Some(0) {
            bail!("its files are packed, so it was not written by ludarium");
        }
        let size = long(at + 18).context(cut)? as usize;
        let (name, extra) = (short(at + 26).context(cut)?, short(at + 28).context(cut)?);
        let begin = at + 30 + name + extra;
        let text = archive.get(at + 30..at + 30 + name).context(cut)?;
        let bytes = archive.get(begin..begin + size).context(cut)?;
        if Some(crc(bytes)) != long(at + 14) {
            bail!("{} is damaged", String::from_utf8_lossy(text));
        }
        found.push((String::from_utf8_lossy(text).into_owned(), bytes.to_vec()));
        at = begin + size;
    }
    if found.is_empty() {
        bail!("it is no bundle");
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_and_damage_is_seen() {
        let files = vec![("a.txt".to_owned(), b"one".to_vec()), ("b/ü.txt".to_owned(), Vec::new())];
        let archive = zipped(&files).unwrap();
        assert_eq!(archive, zipped(&files).unwrap());
        assert_eq!(unzipped(&archive).unwrap(), files);
        let mut damaged = archive.clone();
        damaged[36] ^= 1;
        assert!(unzipped(&damaged).unwrap_err().to_string().contains("a.txt"));
        assert!(unzipped(&archive[..20]).is_err());
        assert!(unzipped(b"PK").is_err());
    }
}
