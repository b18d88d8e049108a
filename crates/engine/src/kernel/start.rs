//! How a game is set up, before the first move.

use super::{Bool, Int, IntArr, Region};
use crate::action::Facet;
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Puts pieces on each of the sites.
    Place {
        kind: SiteType,
        what: i32,
        at: Places,
        with: Carried,
    },
    /// Puts pieces on the first empty site of a container.
    PlaceFree {
        container: usize,
        what: i32,
        with: Carried,
    },
    /// Builds a stack on each of the sites: of each item in turn, so many pieces.
    Stack {
        kind: SiteType,
        items: Box<[i32]>,
        at: Places,
        /// One number for all sites, or one for each.
        counts: Box<[Int]>,
        with: Carried,
    },
    /// Puts pieces of each item on empty sites of the region, drawn by chance.
    Random {
        kind: SiteType,
        region: Region,
        items: Box<[i32]>,
        /// The items come in an order drawn by chance too.
        shuffled: bool,
        with: Carried,
    },
    /// Builds one stack of so many pieces of each item, in an order drawn by chance.
    RandomStack {
        kind: SiteType,
        items: Box<[(i32, Int)]>,
        at: Int,
        with: Carried,
    },
    /// Sets a number of each of the sites.
    SetSites {
        number: SiteNumber,
        kind: SiteType,
        at: Places,
        value: Int,
    },
    /// Sets a number of the players; of all where no role is said.
    SetPlayers {
        number: PlayerNumber,
        role: Option<Role>,
        value: Int,
    },
    SetTeam {
        team: Int,
        roles: Box<[Role]>,
    },
    SetHidden {
        facets: Box<[Facet]>,
        kind: SiteType,
        at: Places,
        level: Int,
        hidden: Bool,
        from: Role,
    },
    Remember {
        name: Option<u16>,
        values: Places,
        unique: Bool,
    },
    /// Deduction puzzles: variables and the values they are given.
    PuzzleSet {
        kind: SiteType,
        pairs: Box<[(i32, i32)]>,
    },
    /// So many cards to each hand, one at a time.
    DealCards(i32),
    /// So many dominoes to each hand, drawn by chance.
    DealDominoes(i32),
    /// The whole deck to the hands, from its bottom, one card at a time.
    SplitDeck,
    /// For each site of the region, as `(site)`, where the condition holds.
    ForEachSite {
        region: Region,
        cond: Bool,
        rules: Box<[Start]>,
    },
    /// For each number from `min` to `max`, as `(value)`.
    ForEachValue {
        min: Int,
        max: Int,
        rules: Box<[Start]>,
    },
    /// For each player, or each of those listed, as `(player)`.
    ForEachPlayer {
        players: Option<IntArr>,
        rules: Box<[Start]>,
    },
    /// For each team, as `(team)`.
    ForEachTeam {
        rules: Box<[Start]>,
    },
}

/// Sites in the order in which a rule fills them.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    Sites(Box<[Int]>),
    Region(Region),
}

/// What pieces carry: `UNDEFINED` where it is not said.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    pub count: Int,
    pub state: Int,
    pub rotation: Int,
    pub value: Int,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteNumber {
    Count,
    Cost,
    Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerNumber {
    Score,
    Amount,
}
