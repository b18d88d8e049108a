//! Directions on a board, and the relations that group steps. Knows names, order and compass arithmetic;
//! knows nothing of any particular board.

/// An absolute direction, as the language names them. The first thirteen name sets of steps; the others are
/// single directions: sixteen compass points, four rotational ones, and nine each upwards and downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    All,
    Angled,
    Adjacent,
    Axial,
    Orthogonal,
    Diagonal,
    OffDiagonal,
    SameLayer,
    Upward,
    Downward,
    Rotational,
    Base,
    Support,
    N,
    E,
    S,
    W,
    NE,
    SE,
    NW,
    SW,
    NNW,
    WNW,
    WSW,
    SSW,
    SSE,
    ESE,
    ENE,
    NNE,
    CW,
    CCW,
    In,
    Out,
    U,
    UN,
    UNE,
    UE,
    USE,
    US,
    USW,
    UW,
    UNW,
    D,
    DN,
    DNE,
    DE,
    DSE,
    DS,
    DSW,
    DW,
    DNW,
}

use Direction::*;

impl Direction {
    /// How many directions there are.
    pub const COUNT: usize = 51;

    /// Every direction, in the order of the enum.
    pub const LIST: [Direction; Direction::COUNT] = [
        All,
        Angled,
        Adjacent,
        Axial,
        Orthogonal,
        Diagonal,
        OffDiagonal,
        SameLayer,
        Upward,
        Downward,
        Rotational,
        Base,
        Support,
        N,
        E,
        S,
        W,
        NE,
        SE,
        NW,
        SW,
        NNW,
        WNW,
        WSW,
        SSW,
        SSE,
        ESE,
        ENE,
        NNE,
        CW,
        CCW,
        In,
        Out,
        U,
        UN,
        UNE,
        UE,
        USE,
        US,
        USW,
        UW,
        UNW,
        D,
        DN,
        DNE,
        DE,
        DSE,
        DS,
        DSW,
        DW,
        DNW,
    ];

    /// The sixteen compass points, clockwise from north.
    pub const COMPASS: [Direction; 16] = [N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW];

    /// The nine upward directions: straight up, then clockwise from north.
    pub const UPWARDS: [Direction; 9] = [U, UN, UNE, UE, USE, US, USW, UW, UNW];

    /// The nine downward directions: straight down, then clockwise from north.
    pub const DOWNWARDS: [Direction; 9] = [D, DN, DNE, DE, DSE, DS, DSW, DW, DNW];

    /// The rotational directions, in their cyclic order.
    pub const ROTATIONAL: [Direction; 4] = [Out, CW, In, CCW];

    /// Position in [`Direction::LIST`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Does this name one direction (`N`, `CW`, `UNE`) rather than a set of steps (`Orthogonal`)?
    pub fn is_single(self) -> bool {
        self.index() >= N.index()
    }

    /// Place among the sixteen compass points, clockwise from north.
    pub fn compass_index(self) -> Option<usize> {
        Direction::COMPASS.iter().position(|&d| d == self)
    }

    /// The name in the language.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The direction with this name.
    pub fn from_name(name: &str) -> Option<Direction> {
        NAMES.iter().position(|&n| n == name).map(|i| Direction::LIST[i])
    }

    /// The direction that points the other way, for single directions.
    pub fn opposite(self) -> Option<Direction> {
        if let Some(i) = self.compass_index() {
            return Some(Direction::COMPASS[(i + 8) % 16]);
        }
        if let Some(i) = Direction::ROTATIONAL.iter().position(|&d| d == self) {
            return Some(Direction::ROTATIONAL[(i + 2) % 4]);
        }
        // Spatial: up and north is opposed to down and south.
        let turned = |i: usize| if i == 0 { 0 } else { (i - 1 + 4) % 8 + 1 };
        if let Some(i) = Direction::UPWARDS.iter().position(|&d| d == self) {
            return Some(Direction::DOWNWARDS[turned(i)]);
        }
        if let Some(i) = Direction::DOWNWARDS.iter().position(|&d| d == self) {
            return Some(Direction::UPWARDS[turned(i)]);
        }
        None
    }
}

const NAMES: [&str; Direction::COUNT] = [
    "All",
    "Angled",
    "Adjacent",
    "Axial",
    "Orthogonal",
    "Diagonal",
    "OffDiagonal",
    "SameLayer",
    "Upward",
    "Downward",
    "Rotational",
    "Base",
    "Support",
    "N",
    "E",
    "S",
    "W",
    "NE",
    "SE",
    "NW",
    "SW",
    "NNW",
    "WNW",
    "WSW",
    "SSW",
    "SSE",
    "ESE",
    "ENE",
    "NNE",
    "CW",
    "CCW",
    "In",
    "Out",
    "U",
    "UN",
    "UNE",
    "UE",
    "USE",
    "US",
    "USW",
    "UW",
    "UNW",
    "D",
    "DN",
    "DNE",
    "DE",
    "DSE",
    "DS",
    "DSW",
    "DW",
    "DNW",
];

/// How two elements of the same kind are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Relation {
    Orthogonal,
    Diagonal,
    OffDiagonal,
    Adjacent,
    All,
}

impl Relation {
    pub const LIST: [Relation; 5] =
        [Relation::Orthogonal, Relation::Diagonal, Relation::OffDiagonal, Relation::Adjacent, Relation::All];

    /// The set of steps of the same name.
    pub fn direction(self) -> Direction {
        match self {
            Relation::Orthogonal => Orthogonal,
            Relation::Diagonal => Diagonal,
            Relation::OffDiagonal => OffDiagonal,
            Relation::Adjacent => Adjacent,
            Relation::All => All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_direction() {
        for d in Direction::LIST {
            assert_eq!(Direction::from_name(d.name()), Some(d));
            assert_eq!(Direction::LIST[d.index()], d);
            assert_eq!(format!("{d:?}"), d.name());
        }
    }

    #[test]
    fn opposites_pair_up() {
        for d in Direction::LIST.into_iter().filter(|d| d.is_single()) {
            let back = d.opposite().expect("single directions have an opposite");
            assert_eq!(back.opposite(), Some(d));
            assert_ne!(back, d);
        }
        assert_eq!(UNE.opposite(), Some(DSW));
        assert_eq!(Orthogonal.opposite(), None);
    }
}
