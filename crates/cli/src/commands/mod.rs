//! One module per command. Each has `Args` (what may be typed) and `run`.

pub mod analyse;
pub mod bench;
pub mod board;
pub mod check;
pub mod concepts;
pub mod conform;
pub mod contest;
pub mod expand;
pub mod explain;
pub mod fmt;
pub mod games;
pub mod levels;
pub mod lint;
pub mod lower;
pub mod perft;
pub mod play;
pub mod playout;
pub mod query;
pub mod rate;
pub mod reconstruct;
pub mod rules;
#[cfg(feature = "portal")]
pub mod serve;
pub mod similar;
pub mod ugi;
pub mod verdict;
