//! How long a player may think, and how it is told to stop. The clock is the caller's: nothing here reads one.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What may be spent on one move. Whatever runs out first ends the search; with nothing given a search that cannot
/// prove its move goes on until it is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    pub time: Option<Duration>,
    /// Ways from the root to an evaluated leaf.
    pub iterations: Option<u64>,
    /// Moves made on a board in search, those of playouts included.
    pub nodes: Option<u64>,
}

impl Budget {
    pub fn iterations(n: u64) -> Budget {
        Budget { iterations: Some(n), ..Budget::default() }
    }
    pub fn nodes(n: u64) -> Budget {
        Budget { nodes: Some(n), ..Budget::default() }
    }
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }
    pub fn is_unlimited(&self) -> bool {
        *self == Budget::default()
    }
}

/// A search's way to learn that it must end: the time that has passed since it was asked, and a flag that anybody
/// may raise.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    pub budget: Budget,
    /// Time since the question was put.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    pub cancel: &'a AtomicBool,
}

/// A clock that stands still: for budgets without time.
pub fn no_clock() -> Duration {
    Duration::ZERO
}

/// A flag that nobody raises.
pub static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Control<'a> {
    /// A search limited by counting alone, and so the same on every machine.
    pub fn counted(budget: Budget) -> Control<'static> {
        Control { budget: Budget { time: None, ..budget }, elapsed: &no_clock, cancel: &NEVER }
    }
    /// Has the time run out, or has somebody cancelled?
    pub fn expired(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.budget.time.is_some_and(|t| (self.elapsed)() >= t)
    }
    pub fn enough(&self, iterations: u64, nodes: u64) -> bool {
        self.budget.iterations.is_some_and(|n| iterations >= n)
            || self.budget.nodes.is_some_and(|n| nodes >= n)
            || self.expired()
    }
}

/// Looks at the clock now and then: looking costs as much as a quick move does. How often depends on how much time passed
/// between the last two looks, so that slow work is watched at every step.
#[derive(Debug)]
pub struct Watch {
    every: Cell<u32>,
    left: Cell<u32>,
    before: Cell<Duration>,
    /// The time has run out: whoever asks next must hear it too.
    over: Cell<bool>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            every: Cell::new(1),
            left: Cell::new(0),
            before: Cell::new(Duration::ZERO),
            over: Cell::new(false),
        }
    }
}

impl Watch {
    const OFTEN: Duration = Duration::from_micros(200);
    const SELDOM: Duration = Duration::from_micros(50);
    const MOST: u32 = 256;

    /// Has the time run out, or has somebody cancelled? To be asked at every step.
    pub fn expired(&self, control: &Control<'_>) -> bool {
        if self.over.get() || control.cancel.load(Ordering::Relaxed) {
            return true;
        }
        let Some(most) = control.budget.time else { return false };
        let left = self.left.get();
        if left > 1 {
            self.left.set(left - 1);
            return false;
        }
        let now = (control.elapsed)();
        let passed = now.saturating_sub(self.before.replace(now));
        let every = self.every.get();
        let every = if passed < Watch::SELDOM {
            (2 * every).min(Watch::MOST)
        } else if passed > Watch::OFTEN {
            1
        } else {
            every
        };
        self.every.set(every);
        self.left.set(every);
        self.over.set(now >= most);
        now >= most
    }
    pub fn enough(&self, control: &Control<'_>, iterations: u64, nodes: u64) -> bool {
        control.budget.iterations.is_some_and(|n| iterations >= n)
            || control.budget.nodes.is_some_and(|n| nodes >= n)
            || self.expired(control)
    }
}
