//! What both trees work out from visits alone, kept in tables, and the order in which moves are tried first.

/// Numbers that depend on visits alone, for the first so many of them.
pub(crate) struct Tables {
    explore: f32,
    rave: f32,
    /// How wide the unknown is taken, by the first bits of the visits of the position as a number with a point.
    spreads: Vec<f32>,
    /// One over the root of visits, and one over them.
    widths: Vec<(f32, f32)>,
    /// How much of a move's value is what it did later.
    trusts: Vec<f32>,
}

const TABLED: u32 = 1024;

/// So many bits of the mantissa count for the spread: a hundredth of the visits more or less does not matter.
const SPREAD_BITS: u32 = 6;
const ONE: u32 = 1.0f32.to_bits();

impl Tables {
    pub fn new(explore: f32, rave: f32) -> Tables {
        let mut t = Tables { explore, rave, spreads: Vec::new(), widths: Vec::new(), trusts: Vec::new() };
        t.spreads.extend((0..32 << SPREAD_BITS).map(|i: u32| {
            let n = f32::from_bits(ONE + (i << (23 - SPREAD_BITS)));
            explore * n.ln().sqrt()
        }));
        for n in 0..TABLED {
            let (widths, trust) = (t.widths(n), t.trust(n));
            t.widths.push(widths);
            t.trusts.push(trust);
        }
        t
    }
    #[inline]
    pub fn spread(&self, n: u32) -> f32 {
        let bits = (n as f32 + 1.0).to_bits();
        self.spreads.get(((bits - ONE) >> (23 - SPREAD_BITS)) as usize).copied().unwrap_or(self.explore)
    }
    /// One over the root of so many visits, and one over them.
    #[inline]
    pub fn widths(&self, n: u32) -> (f32, f32) {
        match self.widths.get(n as usize) {
            Some(w) => *w,
            None => (1.0 / (n as f32 + 0.5).sqrt(), 1.0 / n.max(1) as f32),
        }
    }
    #[inline]
    pub fn trust(&self, n: u32) -> f32 {
        match self.trusts.get(n as usize) {
            Some(t) => *t,
            None => (self.rave / (3.0 * n as f32 + self.rave)).sqrt(),
        }
    }
}

/// Each of `n` once, in an order that differs from position to position.
pub(crate) fn nth(turn: usize, n: usize, position: usize) -> usize {
    let mut stride = 1 + position % n;
    while gcd(stride, n) != 1 {
        stride = stride % n + 1;
    }
    (turn * stride + stride / 2) % n
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_the_formulas_say() {
        let t = Tables::new(0.7, 50.0);
        for n in [0u32, 1, 2, 5, 63, 1000, 1023, 1024, 1025, 70_000, 5_000_000] {
            let (visits, real) = (n as f32, f64::from(n));
            let spread = (0.7 * (real + 1.0).ln().sqrt()) as f32;
            assert!((t.spread(n) - spread).abs() <= 0.02 * spread.max(0.5), "{n}: {} {spread}", t.spread(n));
            assert!((t.widths(n).0 - 1.0 / (visits + 0.5).sqrt()).abs() < 1e-6, "{n}");
            assert!(n == 0 || (t.widths(n).1 * visits - 1.0).abs() < 1e-5, "{n}");
            assert!((t.trust(n) - (50.0 / (3.0 * visits + 50.0)).sqrt()).abs() < 1e-6, "{n}");
        }
    }

    #[test]
    fn everything_is_tried_once() {
        for n in 1..40usize {
            for position in 0..50 {
                let mut seen: Vec<usize> = (0..n).map(|turn| nth(turn, n, position)).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..n).collect::<Vec<_>>());
            }
        }
    }
}
