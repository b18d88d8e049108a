//! Which holes make a difference: where parts were exchanged for others in one hole and games went on move by move as
//! before, more such parts are not what is missing.
//!
//! Knows which parts played alike; refuses to know what they are.

use ludarium_engine::rng::mix;
use rustc_hash::{FxHashMap, FxHashSet};

/// So many exchanges without a difference, against at most a quarter as many with one, tell that a hole makes none.
const ENOUGH: u32 = 3;
/// What another part for such a hole loses in rank.
const IN_VAIN: f64 = 0.3;

#[derive(Clone, Default, Debug)]
struct Tally {
    same: u32,
    other: u32,
    /// The part, by its class, that the others played like.
    first: Option<u64>,
}

/// What was seen so far. Candidates are told by the classes of their parts, one for each hole.
#[derive(Default, Debug)]
pub struct Difference {
    holes: Vec<Tally>,
    /// By how their games went: the candidates that were the first to play so.
    first: FxHashMap<u64, Vec<Vec<u64>>>,
    /// Candidates without one of their parts.
    company: FxHashSet<u64>,
}

impl Difference {
    pub fn new(holes: usize) -> Difference {
        Difference { holes: vec![Tally::default(); holes], ..Difference::default() }
    }

    /// A candidate played like none before it.
    pub fn is_new(&mut self, course: u64, classes: Vec<u64>) {
        for (hole, tally) in self.holes.iter_mut().enumerate() {
            let others = classes.iter().enumerate().filter(|(h, _)| *h != hole);
            let key = others.fold(mix(hole as u64), |key, (_, &class)| mix(key ^ class));
            if !self.company.insert(key) {
                tally.other += 1;
            }
        }
        self.first.entry(course).or_default().push(classes);
    }

    /// A candidate played like one before it.
    pub fn is_alike(&mut self, course: u64, classes: &[u64]) {
        let Some(firsts) = self.first.get(&course) else { return };
        for first in firsts {
            let mut differ = (0..classes.len()).filter(|&hole| classes[hole] != first[hole]);
            if let (Some(hole), None) = (differ.next(), differ.next()) {
                let tally = &mut self.holes[hole];
                tally.same += 1;
                tally.first.get_or_insert(first[hole]);
                return;
            }
        }
    }

    /// The rank that a part loses because its hole makes no difference.
    pub fn lost(&self, hole: usize, class: u64) -> f64 {
        let tally = &self.holes[hole];
        let in_vain = tally.same >= ENOUGH && 4 * tally.other <= tally.same;
        match tally.first {
            Some(first) if in_vain && first != class => IN_VAIN,
            Some(_) | None => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_whose_parts_play_alike_is_left_alone() {
        let mut difference = Difference::new(2);
        difference.is_new(7, vec![1, 10]);
        difference.is_new(8, vec![2, 10]);
        for part in 11..14 {
            assert_eq!(difference.lost(1, part), 0.0);
            difference.is_alike(7, &[1, part]);
        }
        assert!(difference.lost(1, 14) > 0.0, "three exchanges in vain are enough");
        assert_eq!(difference.lost(1, 10), 0.0, "the first stays as good as it was");
        assert_eq!(difference.lost(0, 3), 0.0, "the other hole makes a difference");
        difference.is_new(9, vec![1, 15]);
        assert_eq!(difference.lost(1, 14), 0.0, "one part of four did matter after all");
    }
}
