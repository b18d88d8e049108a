//! A set of site indices: the value of every region. Always iterated in ascending order.

use smallvec::SmallVec;

#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct SiteSet {
    words: SmallVec<[u64; 4]>,
}

impl SiteSet {
    pub fn new() -> SiteSet {
        SiteSet::default()
    }
    /// The sites `0..n`.
    pub fn first_n(n: usize) -> SiteSet {
        let mut s = SiteSet::new();
        let full = n / 64;
        s.words.resize(full, u64::MAX);
        if !n.is_multiple_of(64) {
            s.words.push((1u64 << (n % 64)) - 1);
        }
        s
    }
    /// Negative numbers (off the board) are passed over.
    pub fn insert(&mut self, site: i32) {
        if site < 0 {
            return;
        }
        let (w, b) = (site as usize / 64, site as usize % 64);
        if w >= self.words.len() {
            self.words.resize(w + 1, 0);
        }
        self.words[w] |= 1 << b;
    }
    pub fn remove(&mut self, site: i32) {
        if site < 0 {
            return;
        }
        if let Some(w) = self.words.get_mut(site as usize / 64) {
            *w &= !(1 << (site as usize % 64));
        }
    }
    pub fn contains(&self, site: i32) -> bool {
        site >= 0 && self.words.get(site as usize / 64).is_some_and(|w| w >> (site as usize % 64) & 1 == 1)
    }
    /// The sites whose slots are in a set of slots, where slots `first..first + len` are those of sites `0..len`.
    pub fn from_slots(slots: &[u64], first: usize, len: usize) -> SiteSet {
        let words = len.div_ceil(64);
        let (skip, shift) = (first / 64, first % 64);
        let mut set = SiteSet { words: SmallVec::new() };
        if shift == 0 && skip + words <= slots.len() {
            set.words.extend_from_slice(&slots[skip..skip + words]);
        } else {
            set.words.reserve(words);
        }
        for i in set.words.len()..words {
            let low = slots.get(skip + i).copied().unwrap_or(0) >> shift;
            let high = match shift {
                0 => 0,
                _ => slots.get(skip + i + 1).copied().unwrap_or(0) << (64 - shift),
            };
            set.words.push(low | high);
        }
        if let (Some(last), rest @ 1..) = (set.words.last_mut(), len % 64) {
            *last &= (1 << rest) - 1;
        }
        set
    }
    /// The set as words of 64 sites.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }
    pub fn clear(&mut self) {
        self.words.clear();
    }
    pub fn first(&self) -> Option<i32> {
        self.iter().next()
    }
    pub fn union_with(&mut self, other: &SiteSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }
    pub fn intersect_with(&mut self, other: &SiteSet) {
        for (i, a) in self.words.iter_mut().enumerate() {
            *a &= other.words.get(i).copied().unwrap_or(0);
        }
    }
    pub fn subtract(&mut self, other: &SiteSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }
    /// Do the two sets hold the same sites? (Unlike `==`, trailing empty words do not matter.)
    pub fn same(&self, other: &SiteSet) -> bool {
        let n = self.words.len().max(other.words.len());
        (0..n).all(|i| self.words.get(i).copied().unwrap_or(0) == other.words.get(i).copied().unwrap_or(0))
    }
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &w)| Bits(w).map(move |b| (i * 64 + b) as i32))
    }
}

struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let b = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(b)
    }
}

impl FromIterator<i32> for SiteSet {
    fn from_iter<T: IntoIterator<Item = i32>>(iter: T) -> SiteSet {
        let mut s = SiteSet::new();
        for site in iter {
            s.insert(site);
        }
        s
    }
}

impl Extend<i32> for SiteSet {
    fn extend<T: IntoIterator<Item = i32>>(&mut self, iter: T) {
        for site in iter {
            self.insert(site);
        }
    }
}

impl std::fmt::Debug for SiteSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_come_out_in_order_and_off_board_is_ignored() {
        let s: SiteSet = [70, 3, -1, 64, 3].into_iter().collect();
        assert_eq!(s.iter().collect::<Vec<_>>(), [3, 64, 70]);
        assert_eq!(s.len(), 3);
        assert!(!s.contains(-1) && s.contains(64));
    }

    #[test]
    fn set_algebra() {
        let mut a = SiteSet::first_n(66);
        let b: SiteSet = [0, 65, 200].into_iter().collect();
        a.subtract(&b);
        assert_eq!(a.len(), 64);
        a.union_with(&b);
        assert!(a.contains(200));
        a.intersect_with(&b);
        assert!(a.same(&b));
    }
}
