//! How many sequences of legal moves of a length there are. The moves of the last ply are counted, not listed, where sets and the
//! sieve tell which of them are legal.

use crate::lower::sieve::SETS_OF_CLASS;
use crate::lower::{RECORD, SETS, SINGLES, shifts};
use crate::run::{Machine, Move, holds};

impl Machine {
    /// The sequences of so many legal moves from this state; nothing where something did not fit. The state stays as it is.
    pub fn perft(&mut self, depth: u32) -> Option<u64> {
        let mut before = Vec::new();
        self.save(&mut before);
        let dice = self.dice();
        let counted = if depth == 0 { 1 } else { self.sequences(depth) };
        self.load(&before);
        self.seed_dice(dice);
        (!self.memory.overflow).then_some(counted)
    }

    fn sequences(&mut self, depth: u32) -> u64 {
        if self.memory.overflow {
            return 0;
        }
        if depth == 1 {
            return self.count_legal();
        }
        let (mut moves, mut before) = (Vec::new(), Vec::new());
        self.legal_moves(&mut moves);
        self.save(&mut before);
        let dice = self.dice();
        let mut total = 0;
        for mv in &moves {
            self.apply(mv);
            total += self.sequences(depth - 1);
            self.load(&before);
            self.seed_dice(dice);
        }
        total
    }

    /// How many legal moves there are; a forced pass is one.
    fn count_legal(&mut self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let forbids = self.compiled.layout.history.as_ref().is_some_and(|h| h.forbidden.is_some());
        if forbids {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            return moves.len() as u64;
        }
        let total = self.generate();
        let legal = if self.compiled.tries { self.count_tried() } else { total };
        legal.max(1)
    }

    /// The same where some moves must be tried.
    fn count_tried(&mut self) -> u64 {
        self.call_sieve();
        let c = self.compiled.clone();
        let (mut counted, mut open) = (0, Vec::new());
        let words = c.layout.words;
        let sets_of = |class: usize| {
            self.memory.scratch + c.sieve.as_ref().map_or(0, |s| s.at) + class * SETS_OF_CLASS * words
        };
        let sifted = |leaf: u32| {
            let sieve = c.sieve.as_ref()?;
            let sifted = (*sieve.leaves.get(leaf as usize)?)?;
            Some((sets_of(sifted.class), sifted.whole))
        };
        let all = &self.memory.words;
        let has = |set: usize, site: i32| {
            usize::try_from(site).is_ok_and(|s| s < 64 * words && all[set + s / 64] >> (s % 64) & 1 == 1)
        };
        let halves: &[i32] = bytemuck::cast_slice(&all[self.memory.scratch..]);
        for i in 0..self.memory.counter(&c, SINGLES) {
            let mv = Move::of(&halves[c.scratch.singles_at + i * RECORD..][..RECORD - 1]);
            match sifted(mv.leaf) {
                _ if c.leaves[mv.leaf as usize].after.is_none() => counted += 1,
                Some((first, _)) if has(first, mv.from) && has(first + words, mv.to) => counted += 1,
                Some((_, true)) => {}
                Some((_, false)) | None => open.push(mv),
            }
        }
        let at = self.memory.scratch + c.scratch.sets_at;
        for entry in all[at..].chunks_exact(words + 2).take(self.memory.counter(&c, SETS)) {
            let leaf = entry[0] as u32;
            let field = (entry[0] >> 32) as i32;
            let from_is_to = c.leaves[leaf as usize].from_is_to;
            let plain = c.leaves[leaf as usize].after.is_none();
            let judged = sifted(leaf);
            let fixed = !from_is_to && shifts::origin(field, 0) == field;
            let carried = [entry[1] as i32, (entry[1] >> 32) as i32, 0, 0];
            for (k, &word) in entry[2..].iter().enumerate() {
                let mut left = word;
                match judged {
                    _ if plain => {
                        counted += u64::from(word.count_ones());
                        continue;
                    }
                    Some((first, whole)) if fixed => {
                        let passed = if has(first, field) { word & all[first + words + k] } else { 0 };
                        counted += u64::from(passed.count_ones());
                        left = if whole { 0 } else { word & !passed };
                    }
                    Some(_) | None => {}
                }
                while left != 0 {
                    let to = (k * 64) as i32 + left.trailing_zeros() as i32;
                    left &= left - 1;
                    let from = if from_is_to { to } else { shifts::origin(field, to) };
                    match judged {
                        Some((first, _)) if has(first, from) && has(first + words, to) => counted += 1,
                        Some((_, true)) => {}
                        Some((_, false)) | None => open.push(Move { leaf, from, to, carried }),
                    }
                }
            }
        }
        let code = self.code.clone();
        counted + open.iter().filter(|mv| holds(&c, &*code, &mut self.memory, 0, mv, None)).count() as u64
    }
}
