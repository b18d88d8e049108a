//! Everybody plays everybody once: the tables of Berger, by which the sides are as even as they can be.

/// The rounds of `n` players: pairs in the order of their seats, and who rests.
pub fn rounds(n: usize) -> Vec<super::swiss::Round> {
    let even = n.next_multiple_of(2);
    if n < 2 {
        return Vec::new();
    }
    let turn = even - 1;
    (0..turn)
        .map(|round| {
            let mut out = super::swiss::Round::default();
            // One stays where it is, and the others go round it.
            match (even == n, round % 2 == 0) {
                (false, _) => out.bye = Some(round),
                (true, true) => out.pairs.push([round, even - 1]),
                (true, false) => out.pairs.push([even - 1, round]),
            }
            for i in 1..even / 2 {
                out.pairs.push([(round + i) % turn, (round + turn - i) % turn]);
            }
            out
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_once_and_sides_are_even() {
        for n in 2..40usize {
            let all = rounds(n);
            assert_eq!(all.len(), n.next_multiple_of(2) - 1);
            let mut met = BTreeSet::new();
            let (mut surplus, mut rests) = (vec![0i32; n], vec![0; n]);
            for round in &all {
                let mut seen = BTreeSet::new();
                for &[a, b] in &round.pairs {
                    assert!(seen.insert(a) && seen.insert(b), "{n}: {round:?}");
                    assert!(met.insert((a.min(b), a.max(b))), "{n}: {a} and {b} meet twice");
                    surplus[a] += 1;
                    surplus[b] -= 1;
                }
                if let Some(bye) = round.bye {
                    assert!(seen.insert(bye));
                    rests[bye] += 1;
                }
                assert_eq!(seen.len(), n);
            }
            assert_eq!(met.len(), n * (n - 1) / 2);
            assert!(surplus.iter().all(|s| s.abs() <= 1), "{n}: {surplus:?}");
            assert!(rests.iter().all(|r| *r == n % 2), "{n}: {rests:?}");
        }
    }
}
