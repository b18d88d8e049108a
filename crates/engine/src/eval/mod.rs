//! The plain reference evaluator: a recursive match over the kernel, one file per kind of value. It stays for
//! ever: every faster way of running a game must agree with it.

pub mod apply;
pub mod boolean;
pub mod direction;
pub mod end;
pub mod int;
pub mod moves;
pub mod pyramid;
pub mod region;
pub mod start;
pub mod walk;
