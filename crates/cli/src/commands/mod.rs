//! One module per command. Each has `Args` (what may be typed) and `run`.

pub mod analyse;
pub mod bench;
pub mod board;
pub mod check;
pub mod conform;
pub mod contest;
pub mod expand;
pub mod explain;
pub mod fmt;
pub mod lower;
pub mod perft;
pub mod play;
pub mod playout;
pub mod rules;
pub mod ugi;
