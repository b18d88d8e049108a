//! Whoever loses is out: the places of a draw in which the best two can meet only in the last round. Where the number is no
//! power of two, the best rest in the first round.

/// The first round of `n` players, 0 being the best: pairs, or one who rests, in the order of the draw. The winners of two
/// that follow each other meet next.
pub fn first_round(n: usize) -> Vec<(usize, Option<usize>)> {
    let size = n.max(2).next_power_of_two();
    // Who is at a place: each step puts the one who completes the pair beside whom is there.
    let mut places = vec![0usize];
    while places.len() < size {
        let double = places.len() * 2;
        places = places.iter().flat_map(|&p| [p, double - 1 - p]).collect();
    }
    places
        .chunks(2)
        .map(|pair| (pair[0].min(pair[1]), Some(pair[0].max(pair[1])).filter(|worse| *worse < n)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_can_only_meet_late() {
        assert_eq!(first_round(4), [(0, Some(3)), (1, Some(2))]);
        assert_eq!(first_round(5), [(0, None), (3, Some(4)), (1, None), (2, None)]);
        for n in 2..70usize {
            let mut round: Vec<(usize, Option<usize>)> = first_round(n);
            let mut left = n;
            // The better one always wins: then the best that are left are always all there.
            loop {
                let all: Vec<usize> = round.iter().flat_map(|(a, b)| std::iter::once(*a).chain(*b)).collect();
                let mut sorted = all.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..left).collect::<Vec<_>>(), "{n}: {round:?}");
                if round.len() == 1 {
                    break;
                }
                left = round.len();
                let winners: Vec<usize> = round.iter().map(|(a, _)| *a).collect();
                round = winners.chunks(2).map(|w| (w[0].min(w[1]), Some(w[0].max(w[1])))).collect();
            }
        }
    }
}
