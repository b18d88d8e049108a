//! Who plays whom: one module for each kind of tournament, all of them plain functions from what happened so far to the next
//! meetings. They know numbers of players and nothing of tables, clocks or databases.

pub mod arena;
pub mod knockout;
pub mod round_robin;
pub mod swiss;

/// What a pairing has to know of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The number of the player, by which the answer names it.
    pub player: usize,
    /// Twice the points: halves are counted exactly.
    pub half_points: i64,
    /// The players met so far, in order.
    pub met: Vec<usize>,
    /// The sides played so far: true where the player had the first seat.
    pub first: Vec<bool>,
    pub had_bye: bool,
}

impl Standing {
    /// How much more often the player had the first seat.
    pub fn surplus(&self) -> i64 {
        self.first.iter().map(|first| if *first { 1 } else { -1 }).sum()
    }

    /// The side that the player has to have (true: the first), if another one would be unfair: never three times more
    /// often the one than the other, never three times in a row.
    fn must(&self) -> Option<bool> {
        let twice = match self.first[..] {
            [.., a, b] if a == b => Some(!b),
            [..] => None,
        };
        match self.surplus() {
            s if s >= 2 => Some(false),
            s if s <= -2 => Some(true),
            _ => twice,
        }
    }

    /// The side that the player would rather have.
    fn wish(&self) -> Option<bool> {
        match self.surplus() {
            0 => self.first.last().map(|last| !last),
            s => Some(s < 0),
        }
    }
}

/// Two players in the order of their seats. `even`: who comes first of two who have the same right to the first seat.
pub fn seated(a: &Standing, b: &Standing, even: bool) -> [usize; 2] {
    let a_first = match (a.must(), b.must()) {
        (Some(a), None) => a,
        (None, Some(b)) => !b,
        (Some(x), Some(y)) if x != y => x,
        (_, _) => match a.surplus().cmp(&b.surplus()) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => match (a.wish(), b.wish()) {
                (Some(x), Some(y)) if x != y => x,
                (Some(x), None) => x,
                (None, Some(y)) => !y,
                (_, _) => even,
            },
        },
    };
    if a_first { [a.player, b.player] } else { [b.player, a.player] }
}
