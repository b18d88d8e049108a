//! Printing. Output may be cut off by the reader (`ludarium … | head`); that is the reader's right and no error.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Prints to standard output and leaves quietly when nobody listens any more.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("ludarium: cannot write: {error}");
            std::process::exit(2);
        }
    }
}

/// Prints JSON on one line.
pub fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"));
    Ok(())
}

static COMPLAINED: AtomicBool = AtomicBool::new(false);

/// One line on standard error about something that could not be used. The work goes on; the exit status tells.
pub fn complain(what: impl std::fmt::Display) {
    COMPLAINED.store(true, Ordering::Relaxed);
    eprintln!("ludarium: {what}");
}

/// Whether anything was complained of.
pub fn complained() -> bool {
    COMPLAINED.load(Ordering::Relaxed)
}

/// Whether standard output is a terminal that wants colours.
pub fn colour() -> bool {
    wants_colour() && std::io::stdout().is_terminal()
}

/// Whether standard error is a terminal that wants colours.
pub fn colour_on_stderr() -> bool {
    wants_colour() && std::io::stderr().is_terminal()
}

fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Hides itself when standard error is not a terminal.
pub fn progress(files: usize) -> ProgressBar {
    progress_of(files, "files")
}

/// The same for other things than files.
pub fn progress_of(many: usize, things: &str) -> ProgressBar {
    if many < 2 {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} to go"));
    ProgressBar::new(many as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// For work whose end is not known beforehand: what is done, and for how long already.
pub fn working(what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar =
        ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
