//! Board shapes: graphs of vertices, edges and cells, and the operations that cut and join them.

pub mod basis;
pub mod operators;
mod reading;
pub mod shapes;
pub mod tilings;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[basis::ALL, tilings::ALL, shapes::ALL, operators::ALL];
