//! Chance in programs: random numbers, and the move with a number among those that were found.

use super::*;

impl<'g> Lower<'g> {
    /// A number of a stream of chance, advanced by one.
    fn next_random(&mut self, stream: usize) -> Lowered<Expr> {
        let f = self.shared(&format!("random {stream}"), 0, |l, _| {
            let at = l.b.int(stream as i64);
            let state = l.b.load(l.scratch.random, at);
            let step = l.b.int(0x9E37_79B9_7F4A_7C15_u64 as i64);
            let state = l.b.add(state, step);
            let state = l.b.bind(state);
            l.b.store(l.scratch.random, at, state);
            let mut z = state;
            for (shift, factor) in [(30, 0xBF58_476D_1CE4_E5B9_u64), (27, 0x94D0_49BB_1331_11EB)] {
                let shift = l.b.int(shift);
                let high = l.b.binary(Binary::Shr, z, shift);
                let mixed = l.b.binary(Binary::Xor, z, high);
                let factor = l.b.int(factor as i64);
                z = l.b.binary(Binary::Mul, mixed, factor);
                z = l.b.bind(z);
            }
            let shift = l.b.int(31);
            let high = l.b.binary(Binary::Shr, z, shift);
            Ok(l.b.binary(Binary::Xor, z, high))
        })?;
        Ok(self.b.call(f, &[]))
    }
    /// A number below `n`, each as likely as any other: the same as [`ludarium_engine::rng::Rng::below`].
    pub(super) fn below(&mut self, stream: usize, n: Expr) -> Lowered<Expr> {
        if let Some(n) = self.constant(n)
            && n <= 1
        {
            return Ok(self.b.int(0));
        }
        let f = self.shared(&format!("below {stream}"), 1, |l, args| {
            let n = args[0];
            let (zero, one) = (l.b.int(0), l.b.int(1));
            let few = l.b.binary(Binary::Le, n, one);
            l.when(few, |l| {
                l.b.push(Statement::Return(zero));
                Ok(())
            })?;
            let drawn = l.next_random(stream)?;
            let drawn = l.b.bind(drawn);
            let low = l.b.binary(Binary::Mul, drawn, n);
            // (One draw in many billions does not count: the machine goes on.)
            let near = l.b.binary(Binary::Under, low, n);
            l.when(near, |l| {
                let stream = l.b.int(stream as i64);
                let again = l.b.service(Service::DrawAgain, &[stream, n]);
                l.b.push(Statement::Return(again));
                Ok(())
            })?;
            Ok(l.b.binary(Binary::MulHigh, drawn, n))
        })?;
        Ok(self.b.call(f, &[n]))
    }
    /// Chooses the move with a number: single moves come first, then the targets of sets.
    pub(super) fn choose_nth(&mut self, n: Expr) -> Lowered<()> {
        let singles = self.counter(SINGLES);
        let single = self.b.binary(Binary::Lt, n, singles);
        self.when_else(
            single,
            |l| {
                let size = l.b.int(RECORD as i64);
                let at = l.b.binary(Binary::Mul, n, size);
                let at = l.b.bind(at);
                let parts: Vec<Expr> = (0..CHOSEN)
                    .map(|i| {
                        let i = l.b.int(i as i64);
                        let place = l.b.add(at, i);
                        l.b.load(l.scratch.singles, place)
                    })
                    .collect();
                l.store_chosen(&parts);
                Ok(())
            },
            |l| {
                let left = l.b.binary(Binary::Sub, n, singles);
                l.choose_target(left)
            },
        )
    }
    /// Chooses a target by its number among those of all sets.
    fn choose_target(&mut self, n: Expr) -> Lowered<()> {
        let words = self.layout.words;
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let each = self.b.int(words as i64 + 2);
        let left = self.b.variable(n);
        let at = self.b.variable(zero);
        let (word, base) = (self.b.variable(zero), self.b.variable(zero));
        self.repeat(|l| {
            let begin = l.b.get(at);
            let ahead = l.b.get(left);
            let mut sum = zero;
            let mut ones = Vec::new();
            for k in 0..words {
                let place = l.set_word(begin, k);
                let count = l.b.unary(Unary::Ones, place);
                let count = l.b.bind(count);
                ones.push(count);
                sum = l.b.add(sum, count);
            }
            let sum = l.b.bind(sum);
            let here = l.b.binary(Binary::Lt, ahead, sum);
            l.when(here, |l| {
                l.find_word(begin, &ones, 0, [left, word, base])?;
                l.b.push(Statement::Break);
                Ok(())
            })?;
            let less = l.b.binary(Binary::Sub, ahead, sum);
            l.b.set(left, less);
            let next = l.b.add(begin, each);
            l.b.set(at, next);
            Ok(())
        })?;
        // The bit with the number that is left.
        let left = self.b.get(left);
        let (begin, word, base) = (self.b.get(at), self.b.get(word), self.b.get(base));
        let bit = self.b.binary(Binary::NthBit, word, left);
        let to = self.b.add(base, bit);
        let to = self.b.bind(to);
        let head = self.b.load(self.scratch.sets, begin);
        let head = self.b.bind(head);
        let low = self.b.int(0xFFFF_FFFF);
        let leaf = self.b.binary(Binary::And, head, low);
        let leaf = self.b.bind(leaf);
        let thirty_two = self.b.int(32);
        let field = self.b.binary(Binary::Shr, head, thirty_two);
        let mut from = self.origin_of(field, to);
        if self.leaves.iter().any(|l| l.from_is_to) {
            let same = self.of_leaf(leaf, |l| l.from_is_to.into());
            from = self.b.select(same, to, from);
        }
        let second = self.b.add(begin, one);
        let carried = self.b.load(self.scratch.sets, second);
        let carried = self.b.bind(carried);
        let high = self.b.binary(Binary::Shr, carried, thirty_two);
        // (Stored as numbers of 32 bits.)
        self.store_chosen(&[leaf, from, to, carried, high]);
        Ok(())
    }
    /// Where a move begins, given what its set says of that. Moves that all go equally far say how far.
    pub(super) fn origin_of(&mut self, field: Expr, to: Expr) -> Expr {
        let (shifted, least) = (self.b.int(shifts::SHIFTED.into()), self.b.int((shifts::SHIFTED / 2).into()));
        let field = self.b.bind(field);
        let goes = self.b.binary(Binary::Sub, field, shifted);
        let start = self.b.binary(Binary::Sub, to, goes);
        let above = self.b.binary(Binary::Sub, field, least);
        let far = self.b.binary(Binary::Under, above, shifted);
        self.b.select(far, start, field)
    }
    fn set_word(&mut self, begin: Expr, k: usize) -> Expr {
        let k = self.b.int(2 + k as i64);
        let place = self.b.add(begin, k);
        self.b.load(self.scratch.sets, place)
    }
    /// Finds the word that a number falls into, given how many bits each word has.
    fn find_word(&mut self, begin: Expr, ones: &[Expr], k: usize, out: [Local; 3]) -> Lowered<()> {
        let [left, word, base] = out;
        let take = |l: &mut Self| {
            let w = l.set_word(begin, k);
            l.b.set(word, w);
            let first = l.b.int(64 * k as i64);
            l.b.set(base, first);
            Ok(())
        };
        if k + 1 == ones.len() {
            return take(self);
        }
        let n = self.b.get(left);
        let here = self.b.binary(Binary::Lt, n, ones[k]);
        self.when_else(here, take, |l| {
            let less = l.b.binary(Binary::Sub, n, ones[k]);
            l.b.set(left, less);
            l.find_word(begin, ones, k + 1, out)
        })
    }
}
