//! Whoever is free plays somebody near in points, and not the last opponent if there is another.

use super::{Standing, seated};

/// Tables of `seats` players each out of those who wait, in the order of their seats; who is left over waits on. `others`:
/// there are more players than those who wait, so that nobody has to meet his last opponent at once.
pub fn pair(waiting: &[Standing], seats: usize, others: bool) -> Vec<Vec<usize>> {
    let mut free: Vec<&Standing> = waiting.iter().collect();
    free.sort_by_key(|s| (-s.half_points, s.player));
    let mut tables = Vec::new();
    let mut n = 0;
    while free.len() >= seats {
        let first = free.remove(0);
        let mut table = vec![first];
        while table.len() < seats {
            let is_fresh = |s: &&Standing| table.iter().all(|t| s.met.last() != Some(&t.player));
            let at = free.iter().position(is_fresh);
            // Two who have just played wait for somebody else, as long as there is one.
            let at = match at {
                None if others => break,
                found => found.unwrap_or(0),
            };
            table.push(free.remove(at));
        }
        if table.len() < seats {
            // Nobody for this one now; those taken for its table are free again.
            for s in table.drain(1..) {
                free.push(s);
            }
            free.sort_by_key(|s| (-s.half_points, s.player));
            continue;
        }
        n += 1;
        tables.push(match table[..] {
            [a, b] => seated(a, b, n % 2 == 0).to_vec(),
            _ => {
                // Whoever sat first most often sits last.
                table.sort_by_key(|s| (s.first.iter().filter(|f| **f).count(), s.player));
                table.iter().map(|s| s.player).collect()
            }
        });
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(player: usize, half_points: i64, met: &[usize]) -> Standing {
        Standing { player, half_points, met: met.to_vec(), ..Standing::default() }
    }

    #[test]
    fn neighbours_in_points_play_and_not_the_same_two_again() {
        let all = [standing(0, 8, &[1]), standing(1, 8, &[0]), standing(2, 4, &[3]), standing(3, 4, &[2])];
        let mut tables = pair(&all, 2, false);
        tables.iter_mut().for_each(|t| t.sort_unstable());
        assert_eq!(tables, [[0, 2], [1, 3]]);
    }

    #[test]
    fn two_who_are_alone_play_again_and_otherwise_wait() {
        let all = [standing(0, 8, &[1]), standing(1, 8, &[0])];
        assert_eq!(pair(&all, 2, false).len(), 1);
        assert!(pair(&all, 2, true).is_empty());
    }

    #[test]
    fn tables_of_more_than_two_are_full() {
        let all: Vec<Standing> = (0..11).map(|p| standing(p, 0, &[])).collect();
        let tables = pair(&all, 4, false);
        assert_eq!(tables.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }
}
