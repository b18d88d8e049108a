//! A round of a Swiss: a matching of least cost in the graph of those who have not met. What costs most comes first: meeting
//! again, a side that would be unfair, other points, then the fold (the upper half of those with equal points meets the
//! lower half) and wishes for a side. Who is left over where the number is odd rests, and nobody rests twice.

use super::{Standing, seated};
use mwmatching::Matching;

/// A round: pairs in the order of their seats, and who rests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub pairs: Vec<[usize; 2]>,
    pub bye: Option<usize>,
}

/// Everything is taken from this; the matching looks for the greatest sum.
const MOST: i32 = 250_000_000;
const AGAIN: i32 = 120_000_000;
const UNFAIR: i32 = 30_000_000;
/// For each half point between two, squared.
const POINTS: i32 = 2_000;
const MOST_APART: i64 = 100;
const FOLD: i32 = 6;
const WISH: i32 = 250;
/// Of many players each is compared with so many on both sides first: that is enough for nearly every round.
const NEAR: usize = 30;
const MANY: usize = 80;

/// What it costs that these two meet; `i` and `j` are their places among those with as many points, of `group`.
fn cost(a: &Standing, b: &Standing, (i, j, group): (usize, usize, usize)) -> i32 {
    let apart = (a.half_points - b.half_points).abs().min(MOST_APART);
    let mut cost = i32::try_from(apart * apart).unwrap_or(0) * POINTS;
    if a.met.contains(&b.player) {
        cost += AGAIN;
    }
    if let (Some(x), Some(y)) = (a.must(), b.must())
        && x == y
    {
        cost += UNFAIR;
    } else if let (Some(x), Some(y)) = (a.wish(), b.wish())
        && x == y
    {
        cost += WISH;
    }
    if apart == 0 {
        let off = (j.abs_diff(i)).abs_diff(group / 2).min(200);
        cost += FOLD * i32::try_from(off).unwrap_or(0);
    }
    cost
}

/// What it costs that somebody rests: the lower, the cheaper.
fn cost_of_rest(a: &Standing, place: usize, lowest: i64) -> i32 {
    let above = (a.half_points - lowest).clamp(0, MOST_APART);
    let again = if a.had_bye { AGAIN } else { 0 };
    again + i32::try_from(above * above).unwrap_or(0) * POINTS + WISH
        - i32::try_from(place.min(200)).unwrap_or(0)
}

/// The next round. `all`: those who play, the best first; `round` begins with 0.
pub fn pair(all: &[Standing], round: usize) -> Round {
    if all.len() < 2 {
        return Round { pairs: Vec::new(), bye: all.first().map(|s| s.player) };
    }
    let near = (all.len() > MANY).then(|| matched(all, NEAR)).flatten();
    let mates = near.or_else(|| matched(all, all.len())).unwrap_or_else(|| neighbours(all.len()));
    let mut out = Round::default();
    for (i, &mate) in mates.iter().enumerate() {
        if mate == all.len() {
            out.bye = Some(all[i].player);
        } else if i < mate {
            // Who is before the other in the list has the first seat at every second board.
            out.pairs.push(seated(&all[i], &all[mate], (out.pairs.len() + round).is_multiple_of(2)));
        }
    }
    out
}

/// The mate of each by place; the place after the last is the rest. Nothing if some are left over, or, in a window, if
/// somebody would meet somebody again.
fn matched(all: &[Standing], window: usize) -> Option<Vec<usize>> {
    let n = all.len();
    let groups = places(all);
    let lowest = all.iter().map(|s| s.half_points).min().unwrap_or(0);
    let is_whole = window >= n;
    let mut edges = Vec::new();
    for i in 0..n {
        for j in i + 1..n.min(i + 1 + window) {
            let cost = cost(&all[i], &all[j], (groups[i].0, groups[j].0, groups[i].1));
            if is_whole || cost < AGAIN {
                edges.push((i, j, MOST - cost));
            }
        }
        if n % 2 == 1 {
            edges.push((i, n, MOST - cost_of_rest(&all[i], i, lowest)));
        }
    }
    let mates = Matching::new(edges).max_cardinality().solve();
    let nodes = n + n % 2;
    let is_perfect =
        mates.len() == nodes && mates.iter().enumerate().all(|(i, &m)| m < nodes && mates[m] == i);
    is_perfect.then(|| mates[..n].to_vec())
}

/// The place of each among those with as many points, and how many those are.
fn places(all: &[Standing]) -> Vec<(usize, usize)> {
    let mut out = Vec::with_capacity(all.len());
    let mut begin = 0;
    while begin < all.len() {
        let same = all[begin..].iter().take_while(|s| s.half_points == all[begin].half_points).count();
        out.extend((0..same).map(|i| (i, same)));
        begin += same;
    }
    out
}

/// Two by two as they stand: for the case that cannot be, a graph of all that has no matching of all.
fn neighbours(n: usize) -> Vec<usize> {
    (0..n).map(|i| if i ^ 1 < n { i ^ 1 } else { n }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournaments::rules::most_rounds;
    use proptest::prelude::*;

    /// Plays a Swiss where `results` says who wins; the players at its end.
    fn play(n: usize, rounds: usize, results: &[u8]) -> Vec<Standing> {
        let mut all: Vec<Standing> =
            (0..n).map(|player| Standing { player, ..Standing::default() }).collect();
        let mut dice = results.iter().cycle();
        for round in 0..rounds {
            let mut order = all.clone();
            order.sort_by_key(|s| (-s.half_points, s.player));
            let paired = pair(&order, round);
            let mut seen = vec![0; n];
            for &[a, b] in &paired.pairs {
                assert!(!all[a].met.contains(&b), "round {round}: {a} and {b} meet again");
                let half = i64::from(dice.next().unwrap() % 3);
                all[a].half_points += half;
                all[b].half_points += 2 - half;
                all[a].met.push(b);
                all[b].met.push(a);
                all[a].first.push(true);
                all[b].first.push(false);
                seen[a] += 1;
                seen[b] += 1;
            }
            if let Some(bye) = paired.bye {
                assert!(!all[bye].had_bye, "round {round}: {bye} rests again");
                all[bye].had_bye = true;
                all[bye].half_points += 2;
                seen[bye] += 1;
            }
            assert_eq!(paired.bye.is_some(), n % 2 == 1);
            assert!(seen.iter().all(|s| *s == 1), "round {round}: {seen:?}");
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn nobody_meets_anybody_twice_nor_rests_twice(n in 2usize..40, results in prop::collection::vec(0u8..3, 1..200)) {
            play(n, most_rounds(n), &results);
        }

        #[test]
        fn sides_are_fair(n in 8usize..60, results in prop::collection::vec(0u8..3, 1..300)) {
            // As many rounds as are played among so many.
            let rounds = (n.next_power_of_two().trailing_zeros() as usize + 2).min(most_rounds(n) - 1);
            for s in play(n, rounds, &results) {
                prop_assert!(s.surplus().abs() <= 2, "{s:?}");
                prop_assert!(s.first.windows(3).all(|w| w[0] != w[1] || w[1] != w[2]), "{s:?}");
            }
        }
    }

    #[test]
    fn who_has_as_many_points_meets_the_other_half() {
        let all: Vec<Standing> = (0..8).map(|player| Standing { player, ..Standing::default() }).collect();
        let mut pairs: Vec<[usize; 2]> = pair(&all, 0).pairs;
        pairs.iter_mut().for_each(|p| p.sort_unstable());
        assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
    }

    #[test]
    fn the_lowest_rests_who_has_not_rested() {
        let standing =
            |player, half_points, had_bye| Standing { player, half_points, had_bye, ..Standing::default() };
        let all = [
            standing(7, 4, false),
            standing(3, 2, false),
            standing(5, 2, false),
            standing(1, 0, false),
            standing(4, 0, true),
        ];
        assert_eq!(pair(&all, 2).bye, Some(1));
    }

    #[test]
    fn where_it_cannot_be_helped_some_meet_again() {
        let standing = |player: usize| Standing {
            player,
            met: vec![1 - player],
            first: vec![player == 0],
            ..Standing::default()
        };
        assert_eq!(pair(&[standing(0), standing(1)], 1).pairs, [[1, 0]]);
    }

    #[test]
    fn two_hundred_are_paired_quickly() {
        let begun = std::time::Instant::now();
        let all = play(200, 9, &[2, 0, 1, 2, 2, 0, 0, 1, 0, 2, 1]);
        // Points near each other: the leader has met the best.
        assert!(all.iter().all(|s| s.met.len() == 9));
        assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    }
}
