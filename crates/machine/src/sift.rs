//! Which moves pass the sieve of a program (`lower/sieve.rs`): they are legal without being tried.

use crate::lower::Compiled;
use crate::lower::sieve::{SETS_OF_CLASS, Sieve};
use crate::repetition::Lookup;
use crate::run::{Memory, Move};
use crate::state::View;

/// What the sieve knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    Legal,
    Illegal,
    /// It must be tried.
    Unknown,
}

/// The sieve in one position, once its function was called.
pub(crate) struct Sifter<'c> {
    c: &'c Compiled,
    sieve: Option<&'c Sieve>,
    /// Positions must not repeat.
    forbids: bool,
    seen: Option<Lookup>,
}

impl<'c> Sifter<'c> {
    /// `contents` is the hash of what lies where, where positions are remembered.
    pub(crate) fn of(c: &'c Compiled, view: &View<'_>, contents: Option<u64>) -> Sifter<'c> {
        let forbidden = c.layout.history.as_ref().and_then(|h| Some((h, h.forbidden?)));
        let sieve = c.sieve.as_ref();
        let seen = match (forbidden, contents, sieve) {
            (Some((h, repeat)), Some(contents), Some(_)) => h.lookup(view, contents, repeat),
            _ => None,
        };
        Sifter { c, sieve, forbids: forbidden.is_some(), seen }
    }

    /// What is known of a move.
    #[inline]
    pub(crate) fn judge(&self, memory: &mut Memory, mv: &Move) -> Judged {
        let leaf = &self.c.leaves[mv.leaf as usize];
        let forbids = self.forbids && !leaf.is_pass;
        if leaf.after.is_none() && !forbids {
            return Judged::Legal;
        }
        let sifted = self.sieve.and_then(|s| Some((s, (*s.leaves.get(mv.leaf as usize)?)?)));
        let (Some((sieve, sifted)), Ok(from), Ok(to)) =
            (sifted, usize::try_from(mv.from), usize::try_from(mv.to))
        else {
            return Judged::Unknown;
        };
        let words = self.c.layout.words;
        let first = memory.scratch + sieve.at + sifted.class * SETS_OF_CLASS * words;
        let sets = &memory.words[first..first + SETS_OF_CLASS * words];
        let holds = |set: usize, site: usize| {
            site < 64 * words && sets[set * words + site / 64] >> (site % 64) & 1 == 1
        };
        if !holds(0, from) || !holds(1, to) {
            return if sifted.whole { Judged::Illegal } else { Judged::Unknown };
        }
        if !forbids {
            return Judged::Legal;
        }
        let (Some(seen), Some(history)) = (&self.seen, &self.c.layout.history) else {
            return Judged::Unknown;
        };
        if !holds(2, to) || sifted.puts == 0 {
            return Judged::Unknown;
        }
        match history.repeats_with(&memory.view(self.c, 0), seen, to, sifted.puts) {
            true => Judged::Illegal,
            false => Judged::Legal,
        }
    }
}
