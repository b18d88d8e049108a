//! What makes a level weaker than the strongest: it thinks less, and it does not see every move. Knows how much each level
//! thinks and how often it overlooks something; the search itself is the same for all.
//!
//! To overlook moves before the search, not to prefer bad ones after it, has three reasons. A level gets weaker by the same
//! measure whatever the game, because the chance that the best move is missed does not depend on how many moves there are,
//! nor on whether a search counts visits or compares values. The search need not give every bad move a value of its own.
//! And what is played is always the best of what was seen, so a weak level makes mistakes that people make.

use crate::player::LEVELS;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

/// How a level below the strongest plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Handicap {
    level: u8,
    /// The chance that a move is overlooked.
    overlooks: f32,
}

impl Handicap {
    /// None for the strongest level.
    pub(crate) fn of(level: u8) -> Option<Handicap> {
        (level < LEVELS).then(|| Handicap { level, overlooks: 0.1 * f32::from(LEVELS - level) })
    }

    /// How many ways from the position to a judged one a level looks at: twice as many as the level below. They grow with
    /// the number of moves at hand, so that a level sees each of them about equally often in every game.
    pub(crate) fn iterations(self, moves: usize) -> u64 {
        (moves as u64 + 8) << self.level
    }

    /// Is something overlooked that happens with the chance of this level?
    pub(crate) fn misses(self, rng: &mut Rng) -> bool {
        chance(rng) < self.overlooks
    }

    /// The numbers of the moves that are seen, at least one. What is obvious at a glance is missed only by those who miss
    /// it three times.
    pub(crate) fn seen(self, moves: usize, obvious: usize, seed: u64) -> Vec<usize> {
        let mut rng = Rng::new(mix(seed ^ 0x05EE));
        let mut seen = Vec::with_capacity(moves);
        for i in 0..moves {
            let looks = if i == obvious { 3 } else { 1 };
            if (0..looks).any(|_| !self.misses(&mut rng)) {
                seen.push(i);
            }
        }
        if seen.is_empty() && moves > 0 {
            seen.push(rng.below(moves));
        }
        seen
    }
}

/// How many ways a first glance takes for each move at hand.
pub(crate) const GLANCE: u64 = 2;

fn chance(rng: &mut Rng) -> f32 {
    rng.below(1 << 24) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_misses_less_than_the_one_below_and_the_strongest_nothing() {
        let missed = |level: u8| {
            let handicap = Handicap::of(level).unwrap();
            let plays = 4000;
            let best = (0..plays).filter(|&seed| !handicap.seen(20, 7, seed).contains(&3)).count();
            let obvious = (0..plays).filter(|&seed| !handicap.seen(20, 7, seed).contains(&7)).count();
            (best as f32 / plays as f32, obvious as f32 / plays as f32)
        };
        let mut before = (1.0, 1.0);
        for level in 1..LEVELS {
            let now = missed(level);
            assert!(now.0 < before.0 - 0.03, "level {level} misses {} of the moves", now.0);
            // Three chances at once.
            assert!((now.1 - now.0.powi(3)).abs() < 0.04, "level {level}: {} of what is obvious", now.1);
            before = now;
        }
        assert_eq!(Handicap::of(LEVELS), None);
    }

    #[test]
    fn something_is_always_seen() {
        let handicap = Handicap::of(1).unwrap();
        assert!((0..1000).all(|seed| !handicap.seen(1, 0, seed).is_empty()));
        assert!((0..1000).all(|seed| !handicap.seen(2, 1, seed).is_empty()));
        assert!(handicap.seen(0, 0, 1).is_empty());
    }

    #[test]
    fn a_level_thinks_twice_as_much_as_the_one_below() {
        for level in 2..LEVELS {
            let [below, this] = [level - 1, level].map(|l| Handicap::of(l).unwrap().iterations(30));
            assert_eq!(this, 2 * below);
        }
    }
}
