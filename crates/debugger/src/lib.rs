//! The debugger of rules. It watches the reference evaluator at work ([`ludarium_engine::observe`]), traces what it sees
//! to the clauses of the description, and lets people step through that, stop where a clause fires, and ask for values.
//!
//! It knows no files, clocks or terminals. Evaluation is recorded and then looked at: stepping walks over what was
//! recorded, so that one can go back as well as on, and nothing that is looked at changes what is played.

mod breakpoint;
mod clauses;
mod coverage;
mod recorder;
mod session;
pub mod told;
mod trace;

pub use breakpoint::{Breakpoint, Event, NoSuchClause};
pub use clauses::{ClausePlace, Clauses};
pub use coverage::{Counts, Coverage};
pub use ludarium_play::{BadExpression, Expression};
pub use session::{Doing, Run, Session, Stepping, Stop, choices};
pub use trace::{Bounds, Entry, Register, Trace, Value};
