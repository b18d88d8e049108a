//! Who plays whom: everybody against everybody, or by the Swiss system. Knows points, and no games.

/// All pairs of players.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
}

/// The pairs of the next round of a Swiss tournament: players with equal points meet, nobody meets the same opponent
/// again while that can be helped. `met[a][b]` counts meetings. With an odd number the lowest player who has had the
/// fewest rounds off sits out.
pub fn swiss(points: &[f64], met: &[Vec<u32>], rests: &[u32]) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[b].total_cmp(&points[a]).then(a.cmp(&b)));
    let mut rests_now = None;
    if order.len() % 2 == 1 {
        let fewest = order.iter().map(|&p| rests[p]).min().unwrap_or(0);
        let at = order.iter().rposition(|&p| rests[p] == fewest);
        rests_now = at.map(|at| order.remove(at));
    }
    let mut steps = 200_000;
    for allowed in 0.. {
        let mut pairs = Vec::new();
        if pair_up(&order, met, allowed, &mut pairs, &mut steps) {
            return (pairs, rests_now);
        }
        if steps == 0 || allowed > 1000 {
            break;
        }
    }
    // Too many to search: neighbours meet, whoever they are.
    let pairs = order.chunks_exact(2).map(|c| (c[0], c[1])).collect();
    (pairs, rests_now)
}

/// Pairs the first with the nearest below who may be met, and so on; takes back what leads nowhere.
fn pair_up(
    left: &[usize],
    met: &[Vec<u32>],
    allowed: u32,
    pairs: &mut Vec<(usize, usize)>,
    steps: &mut u32,
) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    for (i, &other) in rest.iter().enumerate() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if met[first][other] > allowed {
            continue;
        }
        let mut others = rest.to_vec();
        others.remove(i);
        pairs.push((first, other));
        if pair_up(&others, met, allowed, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        assert_eq!(round_robin(4).len(), 6);
        assert_eq!(round_robin(2), [(0, 1)]);
    }

    #[test]
    fn swiss_rounds_do_not_repeat_pairs_while_they_need_not() {
        let n = 6;
        let mut met = vec![vec![0; n]; n];
        let mut points = vec![0.0; n];
        for round in 0..5 {
            let (pairs, rest) = swiss(&points, &met, &vec![0; n]);
            assert_eq!((pairs.len(), rest), (3, None));
            for (a, b) in pairs {
                assert_eq!(met[a][b], 0, "round {round}: {a} and {b} met before");
                met[a][b] += 1;
                met[b][a] += 1;
                points[a.min(b)] += 1.0;
            }
        }
    }

    #[test]
    fn rounds_off_go_round() {
        let (n, mut rests) = (5, vec![0; 5]);
        let met = vec![vec![0; n]; n];
        for _ in 0..5 {
            let (_, rest) = swiss(&[4.0, 3.0, 2.0, 1.0, 0.0], &met, &rests);
            rests[rest.unwrap()] += 1;
        }
        assert_eq!(rests, [1; 5]);
    }
}
