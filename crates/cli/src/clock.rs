//! The processor's clocks: how long it has worked, which a machine busy with other things does not change.

use std::time::Duration;

/// How long the processor has worked for this thread.
pub fn thread_worked() -> Option<Duration> {
    worked(Whose::Thread)
}

/// How long the processor has worked for all threads of this process.
pub fn process_worked() -> Option<Duration> {
    worked(Whose::Process)
}

enum Whose {
    Thread,
    Process,
}

#[cfg(unix)]
fn worked(whose: Whose) -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(match whose {
        Whose::Thread => ClockId::ThreadCPUTime,
        Whose::Process => ClockId::ProcessCPUTime,
    });
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Elsewhere nobody tells.
#[cfg(not(unix))]
fn worked(whose: Whose) -> Option<Duration> {
    match whose {
        Whose::Thread | Whose::Process => None,
    }
}
