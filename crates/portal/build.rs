//! Tells the portal the day of the source it is built from, for citations: that of the last commit, or of the build where
//! there is no repository.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() {
    let date = Command::new("git")
        .args(["log", "-1", "--format=%cs"])
        .output()
        .ok()
        .filter(|o| o.status.success())
        .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned())
        .filter(|d| d.len() == 10)
        .unwrap_or_else(today);
    println!("cargo:rustc-env=LUDARIUM_DATE={date}");
    println!("cargo:rerun-if-changed=../../games");
    println!("cargo:rerun-if-env-changed=SOURCE_DATE_EPOCH");
}

/// Today, or the day that builders who want the same bytes again have set.
fn today() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|s| s.parse::<i64>().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
    // The civil date of a number of days, after H. Hinnant.
    let z = set.unwrap_or_else(now) / 86_400 + 719_468;
    let era = z / 146_097;
    let day = z - era * 146_097;
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (d, m) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{m:02}-{d:02}", year + era * 400 + i64::from(m <= 2))
}
