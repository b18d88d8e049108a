//! Steps and hops of all pieces at once: sites are numbered so regularly that a direction is mostly one difference of
//! numbers, and a whole set of sites can be looked at one step further by shifting its bits.

use super::tables::{Pairs, Targets};

/// All ways of a table, sorted by how far the numbers of their sites lie apart.
#[derive(Debug)]
pub(super) struct Shifts {
    words: usize,
    apart: Box<[Apart]>,
    /// By difference, the slots where such a way begins.
    origins: Box<[u64]>,
}

/// How far away what is passed over lies, and where the way ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Apart {
    over: i16,
    to: i16,
}

impl Apart {
    pub fn over(self, from: u16) -> u16 {
        from.wrapping_add_signed(self.over)
    }
    pub fn to(self, from: u16) -> u16 {
        from.wrapping_add_signed(self.to)
    }
}

/// More differences than this, and going from piece to piece is quicker.
const MOST_APART: usize = 12;

impl Shifts {
    pub fn of_targets(table: &Targets, first: usize, words: usize) -> Option<Shifts> {
        let ways = (0..table.sites()).flat_map(|from| table.of(from).iter().map(move |&to| (from, to, to)));
        Shifts::build(ways, first, words)
    }

    pub fn of_pairs(table: &Pairs, first: usize, words: usize) -> Option<Shifts> {
        let ways = (0..table.sites())
            .flat_map(|from| table.of(from).iter().map(move |&(over, to)| (from, over, to)));
        Shifts::build(ways, first, words)
    }

    fn build(ways: impl Iterator<Item = (usize, u16, u16)>, first: usize, words: usize) -> Option<Shifts> {
        let mut sorted = std::collections::BTreeMap::<Apart, Vec<u64>>::new();
        for (from, over, to) in ways {
            let by = |site: u16| i16::try_from(i32::from(site) - from as i32).ok();
            let apart = Apart { over: by(over)?, to: by(to)? };
            let origins = sorted.entry(apart).or_insert_with(|| vec![0; words]);
            let slot = first + from;
            let word = origins.get_mut(slot / 64)?;
            // The same way twice cannot be told by sets.
            if *word >> (slot % 64) & 1 == 1 {
                return None;
            }
            *word |= 1 << (slot % 64);
            if sorted.len() > MOST_APART {
                return None;
            }
        }
        let (apart, origins): (Vec<_>, Vec<_>) = sorted.into_iter().unzip();
        Some(Shifts { words, apart: apart.into(), origins: origins.concat().into() })
    }

    /// For each difference, the origins among `from` that lead over `over`, if given, to `to`.
    #[inline]
    pub fn ways<'a, const W: usize>(
        &'a self,
        from: &'a [u64; W],
        over: Option<&'a [u64; W]>,
        to: &'a [u64; W],
    ) -> impl Iterator<Item = (Apart, [u64; W])> + 'a {
        self.apart.iter().zip(self.origins.chunks_exact(self.words)).map(move |(&apart, origins)| {
            let mut found = ahead(to, apart.to.into());
            if let Some(over) = over {
                let passed = ahead(over, apart.over.into());
                (0..W).for_each(|i| found[i] &= passed[i]);
            }
            for i in 0..W {
                found[i] &= from[i] & origins.get(i).copied().unwrap_or(0);
            }
            (apart, found)
        })
    }
}

/// The slots that have a slot of the set so far ahead.
#[inline]
pub(super) fn ahead<const W: usize>(set: &[u64; W], by: i32) -> [u64; W] {
    let (far, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
    let word = |i: Option<usize>| i.and_then(|i| set.get(i)).copied().unwrap_or(0);
    let mut out = [0; W];
    for (i, o) in out.iter_mut().enumerate() {
        *o = if by >= 0 {
            let low = word(Some(i + far)) >> bits;
            if bits == 0 { low } else { low | word(Some(i + far + 1)) << (64 - bits) }
        } else {
            let high = word(i.checked_sub(far)) << bits;
            if bits == 0 { high } else { high | word(i.checked_sub(far + 1)) >> (64 - bits) }
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::ahead;

    /// The law: bit `s` of the result is bit `s + by` of the set.
    #[test]
    fn looking_ahead_is_a_look_at_a_slot_further_on() {
        let set = [0x8421_0000_dead_beef_u64, 0x0123_4567_89ab_cdef, 0xffff_0000_0000_0001];
        let bit = |words: &[u64; 3], s: i32| {
            usize::try_from(s).ok().and_then(|s| words.get(s / 64).map(|w| w >> (s % 64) & 1)).unwrap_or(0)
        };
        for by in -130..=130 {
            let found = ahead(&set, by);
            for s in 0..192 {
                assert_eq!(bit(&found, s), bit(&set, s + by), "slot {s}, {by} ahead");
            }
        }
    }
}
