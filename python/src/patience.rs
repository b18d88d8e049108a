//! Long work away from Python: the interpreter goes on, and Ctrl-C is heard.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often it is asked whether somebody pressed Ctrl-C.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Does work in a thread of its own with the interpreter released. The work is told to stop by the flag; `meanwhile` is
/// called now and then with the interpreter held.
pub fn with_patience<T: Send>(
    py: Python<'_>,
    mut meanwhile: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (done, ready) = channel();
        let flag = &cancel;
        scope.spawn(move || {
            let _ = done.send(work(flag));
        });
        // A channel's end may not be shared between threads, and the wait is on another thread's behalf.
        let ready = std::sync::Mutex::new(ready);
        let mut stopped = None;
        loop {
            let got = py.detach(|| match ready.lock() {
                Ok(ready) => ready.recv_timeout(HEARTBEAT),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            match got {
                Ok(answer) => return stopped.map_or(Ok(answer), Err),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(why) = py.check_signals().and_then(|()| meanwhile(py)) {
                        cancel.store(true, Ordering::Relaxed);
                        stopped.get_or_insert(why);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let broken =
                        pyo3::exceptions::PyRuntimeError::new_err("the work was broken off by a fault");
                    return Err(stopped.unwrap_or(broken));
                }
            }
        }
    })
}
