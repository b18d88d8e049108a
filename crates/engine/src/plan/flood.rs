//! Sites that hang together, by sets of slots: is there one group, has a group a liberty, what is enclosed?

use super::test::MASK_WORDS;
use super::*;

/// `(= 1 (count Groups …))`: do all sites that pass a test hang together?
#[derive(Debug)]
pub(super) struct OneGroup {
    pub members: Test,
    pub near: Arc<Targets>,
    pub first: usize,
}

/// Targets with nothing free beside them, found from a site.
#[derive(Debug)]
pub(super) struct Enclosing {
    pub from: Arc<Int>,
    pub target: Test,
    pub near: Arc<Targets>,
    pub first: usize,
    pub len: usize,
    pub effect: Eff,
}

type Slots = [u64; MASK_WORDS];

/// Grows a group from a slot among `members`, until `enough` says so of the words of slots beside one of its own.
/// True where it did.
#[inline]
fn grow(
    near: &Targets,
    first: usize,
    start: usize,
    members: &[u64],
    group: &mut Slots,
    mut enough: impl FnMut(&[(u32, u64)]) -> bool,
) -> bool {
    let mut open: smallvec::SmallVec<[u16; 64]> = smallvec::SmallVec::new();
    group[start / 64] |= 1 << (start % 64);
    open.push(start as u16);
    while let Some(slot) = open.pop() {
        let beside = near.words_of(usize::from(slot) - first);
        if enough(beside) {
            return true;
        }
        for &(word, bits) in beside {
            let word = word as usize;
            let mut new = bits & members[word] & !group[word];
            group[word] |= new;
            while new != 0 {
                open.push((word * 64) as u16 + new.trailing_zeros() as u16);
                new &= new - 1;
            }
        }
    }
    false
}

impl<'g> Runner<'g> {
    pub(super) fn is_one_group(&self, rule: &OneGroup) -> bool {
        let words = self.ctx.pos.empty_slots().len();
        let mut members = [0; MASK_WORDS];
        self.mask(&rule.members, &mut members[..words]);
        let found = members.iter().enumerate().find(|(_, w)| **w != 0);
        let Some((word, bits)) = found else { return false };
        let start = word * 64 + bits.trailing_zeros() as usize;
        let mut group = [0; MASK_WORDS];
        grow(&rule.near, rule.first, start, &members, &mut group, |_| false);
        group == members
    }

    /// Has the group of like pieces at a slot something free beside it?
    pub(super) fn has_liberty(&self, near: &Targets, first: usize, slot: usize) -> bool {
        let pos = &self.ctx.pos;
        let empty = pos.empty_slots();
        let mut group = [0; MASK_WORDS];
        grow(near, first, slot, pos.slots_of_what(pos.what(slot)), &mut group, |beside| {
            beside.iter().any(|&(word, bits)| bits & empty[word as usize] != 0)
        })
    }

    /// Works out what is done to all that is enclosed.
    pub(super) fn enclosed(&mut self, rule: &'g Enclosing, steps: &mut Vec<super::perform::Step>) {
        let from = self.ctx.int(&rule.from);
        if from < 0 || from as usize >= rule.len || self.ctx.pos.what(rule.first + from as usize) == 0 {
            return;
        }
        let words = self.ctx.pos.empty_slots().len();
        let mut targets = [0; MASK_WORDS];
        self.mask(&rule.target, &mut targets[..words]);
        let mut caught = [0u64; MASK_WORDS];
        let mut looked_at = [0u64; MASK_WORDS];
        let empty = self.ctx.pos.empty_slots();
        for &start in rule.near.of(from as usize) {
            let slot = rule.first + usize::from(start);
            let (word, bit) = (slot / 64, 1 << (slot % 64));
            if targets[word] & bit == 0 || looked_at[word] & bit != 0 {
                continue;
            }
            let mut group = [0; MASK_WORDS];
            let free = grow(&rule.near, rule.first, slot, &targets, &mut group, |beside| {
                beside.iter().any(|&(word, bits)| bits & empty[word as usize] != 0)
            });
            for i in 0..words {
                looked_at[i] |= group[i];
                if !free {
                    caught[i] |= group[i];
                }
            }
        }
        let saved = self.ctx.reg.between;
        for (word, mut bits) in caught.into_iter().enumerate() {
            while bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.ctx.reg.between = (slot - rule.first) as i32;
                self.work_out(&rule.effect, steps);
            }
        }
        self.ctx.reg.between = saved;
    }
}
