//! Rules as plain data: what a description says once names are resolved and defaults filled in. It can be
//! printed, compared and analysed; nothing here evaluates anything. One file per kind of value.
//!
//! Conventions. Children are boxed or in boxed slices. Site types are always resolved (`SiteType`, never an
//! option) unless the meaning differs when none is said. Optional parts are `Option`. Every variant says in one
//! line what it stands for.

pub mod boolean;
pub mod direction;
pub mod effects;
pub mod end;
pub mod fixed;
pub mod int;
pub mod moves;
pub mod region;
pub mod start;
pub mod walk;

pub use boolean::Bool;
pub use direction::{Dir, Relative};
pub use effects::{Effect, LineCapture, Sow, Who};
pub use end::{EndRule, NextPhase};
pub use int::{Float, Int, IntArr, Range};
pub use moves::{
    Apply, Between, ForEachPiece, Moves, MovesKind, Origin, Place, PromoteTo, SlideTracks, Target,
    TrackChoice,
};
pub use region::Region;
pub use start::Start;
