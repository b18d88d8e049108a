//! Ctrl-C: long work stops at the next good place, and what was found so far is printed. One flag for the whole
//! process; the second Ctrl-C ends it at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a run that was interrupted, as shells have it (128 and the number of the signal).
pub const INTERRUPTED: u8 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C sets the flag instead of ending the process. For commands that look at the flag.
pub fn listen() -> &'static AtomicBool {
    let heard = || {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    // A second call finds a handler in place, which is what is wanted.
    let _ = ctrlc::try_set_handler(heard);
    &STOP
}

/// Whether somebody wants this to end.
pub fn happened() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// The exit status of work that ended, or was ended.
pub fn status(otherwise: ExitCode) -> ExitCode {
    if happened() { ExitCode::from(INTERRUPTED) } else { otherwise }
}

/// Says on standard error that what follows is not all.
pub fn tell(done: impl std::fmt::Display) {
    if happened() {
        eprintln!("ludarium: interrupted: {done}");
    }
}
