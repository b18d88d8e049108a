//! The moves that a program found, one by one. A program lists single moves as records and moves that share their origin
//! as sets of targets; here both become [`Move`]s, in one pass over the lists.

use crate::lower::{DICE, RECORD, SETS, SINGLES, shifts};
use crate::run::{Machine, Move};

impl Machine {
    /// The stream of chance that decides how dice fall next, as [`Machine::seed_dice`] takes it.
    pub fn dice(&self) -> u64 {
        self.memory.words[self.memory.scratch + self.compiled.scratch.random_at + DICE]
    }

    /// Appends the moves that were found last, singles first, targets of a set upwards.
    pub(crate) fn found_into(&self, out: &mut Vec<Move>) {
        let c = &*self.compiled;
        let halves: &[i32] = bytemuck::cast_slice(&self.memory.words[self.memory.scratch..]);
        let singles = self.memory.counter(c, SINGLES) * RECORD;
        let records = &halves[c.scratch.singles_at..c.scratch.singles_at + singles];
        let records: &[[i32; RECORD]] = bytemuck::cast_slice(records);
        out.extend(records.iter().map(|r| Move {
            leaf: r[0] as u32,
            from: r[1],
            to: r[2],
            carried: [r[3], r[4], r[5], r[6]],
        }));
        let each = c.layout.words + 2;
        let at = self.memory.scratch + c.scratch.sets_at;
        let sets = &self.memory.words[at..at + self.memory.counter(c, SETS) * each];
        for entry in sets.chunks_exact(each) {
            let leaf = entry[0] as u32;
            let from_is_to = c.leaves[leaf as usize].from_is_to;
            let field = (entry[0] >> 32) as i32;
            let carried = [entry[1] as i32, (entry[1] >> 32) as i32, 0, 0];
            for (k, &word) in entry[2..].iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let to = (k * 64) as i32 + left.trailing_zeros() as i32;
                    left &= left - 1;
                    out.push(Move {
                        leaf,
                        from: if from_is_to { to } else { shifts::origin(field, to) },
                        to,
                        carried,
                    });
                }
            }
        }
    }
}
