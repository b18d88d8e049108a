//! Directions, absolute and relative to how a piece faces.

use super::{Bool, Int};
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Dir {
    /// Compass points and sets of steps, the same for every piece.
    Absolute(Box<[Direction]>),
    /// Relative to the way the piece faces, among the directions that the relation allows on the whole board, or
    /// with `by_site` at the piece's own site.
    Relative {
        dirs: Box<[Relative]>,
        of: Relation,
        by_site: bool,
    },
    /// Every direction in which a line from one site passes through the other.
    FromTo {
        kind: SiteType,
        from: Box<Int>,
        to: Box<Int>,
    },
    /// Some of them, drawn by chance.
    Random {
        dirs: Box<Dir>,
        num: Box<Int>,
    },
    /// Both, without repetition; sets of steps are spelt out as single directions.
    Union(Box<Dir>, Box<Dir>),
    /// The first without the second; sets of steps are spelt out as single directions.
    Difference(Box<Dir>, Box<Dir>),
    If {
        cond: Box<Bool>,
        then: Box<Dir>,
        otherwise: Box<Dir>,
    },
}

/// A direction as a piece sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relative {
    Forward,
    Backward,
    Rightward,
    Leftward,
    Forwards,
    Backwards,
    Rightwards,
    Leftwards,
    FL,
    FLL,
    FLLL,
    BL,
    BLL,
    BLLL,
    FR,
    FRR,
    FRRR,
    BR,
    BRR,
    BRRR,
    /// The way the last move went.
    SameDirection,
    /// The way back.
    OppositeDirection,
}

impl Relative {
    pub const LIST: [Relative; 22] = [
        Relative::Forward,
        Relative::Backward,
        Relative::Rightward,
        Relative::Leftward,
        Relative::Forwards,
        Relative::Backwards,
        Relative::Rightwards,
        Relative::Leftwards,
        Relative::FL,
        Relative::FLL,
        Relative::FLLL,
        Relative::BL,
        Relative::BLL,
        Relative::BLLL,
        Relative::FR,
        Relative::FRR,
        Relative::FRRR,
        Relative::BR,
        Relative::BRR,
        Relative::BRRR,
        Relative::SameDirection,
        Relative::OppositeDirection,
    ];

    /// The relative direction with this name.
    pub fn from_name(name: &str) -> Option<Relative> {
        Relative::LIST.into_iter().find(|r| format!("{r:?}") == name)
    }
}
