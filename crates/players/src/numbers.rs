//! What both trees work out from visits alone, kept in tables; the order in which moves are tried first; and what threads
//! with a tree each tell each other.

use ludarium_play::Rng;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI64, AtomicU32};
use std::sync::{Mutex, PoisonError};

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

/// What threads that have a tree each tell each other about the moves of the root: visits, and what came of them.
pub(crate) struct News(Vec<Said>);

struct Said {
    /// What the thread has found out itself, for each move.
    told: Vec<(AtomicU32, AtomicI64)>,
    /// What it has heard of each other thread, for each move.
    heard: Mutex<Vec<Vec<(u32, i64)>>>,
}

impl News {
    pub fn new(threads: usize, moves: usize) -> News {
        let said = |_| Said {
            told: (0..moves).map(|_| (AtomicU32::new(0), AtomicI64::new(0))).collect(),
            heard: Mutex::new(vec![vec![(0, 0); moves]; threads]),
        };
        // (Who is alone has nobody to tell.)
        News((0..threads).map(said).collect())
    }
    pub fn threads(&self) -> usize {
        self.0.len()
    }
    /// Takes all that a thread knows, the news of others included, and gives what it has not heard yet.
    pub fn exchange(&self, thread: usize, known: &[(u32, i64)]) -> Vec<(u32, i64)> {
        let me = &self.0[thread];
        let mut heard = me.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let mut more = vec![(0, 0); known.len()];
        for (i, &(mut own, mut sum)) in known.iter().enumerate() {
            for (other, said) in self.0.iter().enumerate().filter(|(other, _)| *other != thread) {
                let now = (said.told[i].0.load(Relaxed), said.told[i].1.load(Relaxed));
                let before = std::mem::replace(&mut heard[other][i], now);
                (own, sum) = (own.saturating_sub(before.0), sum - before.1);
                more[i] = (more[i].0 + now.0.saturating_sub(before.0), more[i].1 + (now.1 - before.1));
            }
            me.told[i].0.store(own, Relaxed);
            me.told[i].1.store(sum, Relaxed);
        }
        more
    }
    /// What all threads have said about a move.
    pub fn of_all(&self, i: usize) -> (u32, i64) {
        self.0.iter().fold((0, 0), |all, said| {
            let (visits, sum) = &said.told[i];
            (all.0.saturating_add(visits.load(Relaxed)), all.1 + sum.load(Relaxed))
        })
    }
}

/// The best of what was offered; of equals each is as likely.
pub(crate) struct Best {
    score: f32,
    pub index: usize,
    equals: usize,
}

impl Best {
    pub const NONE: Best = Best { score: f32::NEG_INFINITY, index: 0, equals: 1 };

    /// Is this the best now?
    #[inline]
    pub fn offer(&mut self, score: f32, index: usize, rng: &mut Rng) {
        if score > self.score {
            *self = Best { score, index, equals: 1 };
        } else if score == self.score {
            self.equals += 1;
            if rng.below(self.equals) == 0 {
                self.index = index;
            }
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
    fn news_reach_everybody_once() {
        let news = News::new(3, 2);
        let mut known = [[(5, 10), (0, 0)], [(1, -1), (2, 4)], [(0, 0), (7, 70)]];
        // Twice around, so that the first hear what the last said; the third time there is nothing new.
        for round in 0..3 {
            for (thread, own) in known.iter_mut().enumerate() {
                let news = news.exchange(thread, own);
                for (k, more) in own.iter_mut().zip(news) {
                    assert!(round < 2 || more == (0, 0));
                    *k = (k.0 + more.0, k.1 + more.1);
                }
            }
        }
        assert_eq!(known, [[(6, 9), (9, 74)]; 3]);
        assert_eq!([news.of_all(0), news.of_all(1)], [(6, 9), (9, 74)]);
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
