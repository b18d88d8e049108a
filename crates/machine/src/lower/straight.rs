//! Random play without lists. Where a player's moves in a phase are a few sets that are known one by one, a move is drawn from
//! them and made on the spot: it is known of which leaf it is, and nothing goes through memory. What is drawn is the same
//! as from the lists. Which rules these are is seen while their lists are lowered: see [`Lower::note_set`].
//!
//! An example: placing a stone on an empty site is one set, the empty sites. Its lists are a record of that set, of its
//! leaf and of how many sites there are; `straight 1 0` is: count the empty sites, draw one, place the stone, end the turn.

use super::turn::{MadeBy, Rules};
use super::*;

/// Words of all sets together that may be held at once.
const MOST_HELD: usize = 16;

/// What is seen while the lists of a player's moves are lowered.
#[derive(Debug)]
pub(super) struct Noted {
    /// How deep functions lie in functions where the lists are made.
    nesting: usize,
    /// The leaves of the sets, in their order.
    leaves: Vec<usize>,
    /// Nothing else was found than sets, each in one place and outside of loops.
    fits: bool,
}

/// The sets that are found, as locals of the function under way.
#[derive(Debug)]
pub(super) struct Held {
    sets: Vec<HeldSet>,
    next: usize,
    /// How many of them were not empty so far.
    found: Local,
}

#[derive(Clone, Debug)]
struct HeldSet {
    leaf: usize,
    from: Local,
    carried: [Local; 2],
    words: Vec<Local>,
}

impl<'g> Lower<'g> {
    /// Lowers the lists of a player's moves by `make`, and sees of which leaves their sets are; nothing where they are not only
    /// a few sets.
    pub(super) fn noting_sets<T>(
        &mut self,
        make: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(T, Option<Vec<usize>>)> {
        let noted = Noted { nesting: self.b.nesting() + 1, leaves: Vec::new(), fits: true };
        let outer = self.noted.replace(noted);
        let made = make(self);
        let noted = std::mem::replace(&mut self.noted, outer);
        let words = self.layout.words;
        let few = |n: &Noted| n.fits && !n.leaves.is_empty() && n.leaves.len() * words <= MOST_HELD;
        Ok((made?, noted.filter(few).map(|n| n.leaves)))
    }

    /// A set of moves of a leaf was found; or, where none is given, something else.
    pub(super) fn note_set(&mut self, leaf: Option<usize>) {
        let (nesting, rounds) = (self.b.nesting(), self.rounds);
        let Some(noted) = &mut self.noted else { return };
        match leaf {
            Some(leaf) if nesting == noted.nesting && rounds == 0 => noted.leaves.push(leaf),
            Some(_) | None => noted.fits = false,
        }
    }

    /// Holds a set of moves that was found, where sets are held.
    pub(super) fn hold_set(&mut self, from: Expr, carried: &[Expr], set: &Set) {
        let Some(held) = &mut self.held else { return };
        let Some(slot) = held.sets.get(held.next).cloned() else { return };
        held.next += 1;
        let found = held.found;
        self.b.set(slot.from, from);
        for (&local, &value) in slot.carried.iter().zip(carried) {
            self.b.set(local, value);
        }
        for (&local, &word) in slot.words.iter().zip(&set.0) {
            self.b.set(local, word);
        }
        let (some, one, before) = (self.some(set), self.b.int(1), self.b.get(found));
        let more = self.b.add(before, one);
        let more = self.b.select(some, more, before);
        self.b.set(found, more);
    }

    /// How many sets that are not empty were held so far, where sets are held.
    pub(super) fn held_so_far(&mut self) -> Option<Expr> {
        let found = self.held.as_ref()?.found;
        Some(self.b.get(found))
    }

    /// May the moves of a leaf be drawn without a trial, by what they carry?
    fn is_straight(&self, leaf: usize) -> bool {
        let leaf = &self.leaves[leaf];
        leaf.after.is_none() && leaf.captured <= 2 && !leaf.is_pass && !leaf.is_swap
    }

    /// Plays one move of a player in a phase by chance, and ends the turn: 1, or 0 where there is no move (and nothing
    /// was done). Nothing where the moves are not a few sets.
    pub(super) fn straight(
        &mut self,
        rules: &Rules,
        [p, phase]: [usize; 2],
        made_by: MadeBy,
        end: Function,
    ) -> Lowered<Option<Function>> {
        let Some(leaves) = rules.sets[p][phase].clone() else { return Ok(None) };
        if !self.passes.has(Pass::Straight)
            || self.forbids_repetition()
            || !leaves.iter().all(|&leaf| self.is_straight(leaf))
        {
            return Ok(None);
        }
        let game = self.game;
        let play = &game.phases[phase].play;
        let (mut drawn_all, made_before) = (true, self.leaves.len());
        let f = self.once(&format!("straight {p} {phase}"), 0, |l, _| {
            let (zero, one) = (l.b.int(0), l.b.int(1));
            let actions = l.b.int(ACTIONS as i64);
            l.b.store(l.scratch.counters, actions, zero);
            let sets: Vec<HeldSet> = leaves
                .iter()
                .map(|&leaf| HeldSet {
                    leaf,
                    from: l.b.variable(zero),
                    carried: [l.b.variable(zero), l.b.variable(zero)],
                    words: (0..l.layout.words).map(|_| l.b.variable(zero)).collect(),
                })
                .collect();
            let found = l.b.variable(zero);
            let outer = l.held.replace(Held { sets: sets.clone(), next: 0, found });
            let env = l.env(p);
            let listed = l.moves(play, &env, &moves::Out::new(moves::Mode::List));
            let held = std::mem::replace(&mut l.held, outer);
            listed?;
            drawn_all = held.is_some_and(|h| h.next == sets.len());
            let counted: Vec<Vec<Expr>> = sets.iter().map(|set| l.ones_of(set)).collect();
            let totals: Vec<Expr> = counted.iter().map(|ones| l.sum(ones)).collect();
            let total = l.sum(&totals);
            let none = l.b.not(total);
            l.when(none, |l| {
                l.b.push(Statement::Return(zero));
                Ok(())
            })?;
            l.note_stalemate(one)?;
            l.clear_pending()?;
            let n = l.below(CHOICES, total)?;
            let left = l.b.variable(n);
            l.draw_from(&sets, &counted, &totals, left, made_by, end, p)?;
            Ok(one)
        })?;
        // (The lists were lowered once more: what they made is not listed by anybody.)
        let again = self.leaves.len() - made_before;
        if !drawn_all || again > 0 {
            return Ok(None);
        }
        Ok(Some(f))
    }

    fn sum(&mut self, parts: &[Expr]) -> Expr {
        let zero = self.b.int(0);
        let sum = parts.iter().fold(zero, |sum, &e| self.b.add(sum, e));
        self.b.bind(sum)
    }

    /// How many sites each word of a set has.
    fn ones_of(&mut self, set: &HeldSet) -> Vec<Expr> {
        set.words
            .iter()
            .map(|&word| {
                let word = self.b.get(word);
                let ones = self.b.unary(Unary::Ones, word);
                self.b.bind(ones)
            })
            .collect()
    }

    /// Makes the move with a number among those of some sets, and ends the turn.
    fn draw_from(
        &mut self,
        sets: &[HeldSet],
        counted: &[Vec<Expr>],
        totals: &[Expr],
        left: Local,
        made_by: MadeBy,
        end: Function,
        p: usize,
    ) -> Lowered<()> {
        let ([set, more @ ..], [ones, ones_of_more @ ..], [total, totals_of_more @ ..]) =
            (sets, counted, totals)
        else {
            return Ok(());
        };
        if more.is_empty() {
            return self.make_from(set, ones, left, made_by, end, p);
        }
        let n = self.b.get(left);
        let here = self.b.binary(Binary::Lt, n, *total);
        self.when_else(
            here,
            |l| l.make_from(set, ones, left, made_by, end, p),
            |l| {
                let n = l.b.get(left);
                let less = l.b.binary(Binary::Sub, n, *total);
                l.b.set(left, less);
                l.draw_from(more, ones_of_more, totals_of_more, left, made_by, end, p)
            },
        )
    }

    /// The same of one set.
    fn make_from(
        &mut self,
        set: &HeldSet,
        ones: &[Expr],
        left: Local,
        made_by: MadeBy,
        end: Function,
        p: usize,
    ) -> Lowered<()> {
        let to = self.held_site(&set.words, ones, left, 0)?;
        let leaf = self.leaves[set.leaf].clone();
        let from = if leaf.from_is_to {
            to
        } else {
            let field = self.b.get(set.from);
            let from = self.origin_of(field, to);
            self.b.bind(from)
        };
        // (As they are where they are listed: numbers of 32 bits.)
        let carried = set.carried.map(|c| self.b.get(c));
        let zero = self.b.int(0);
        let parts = [from, to, carried[0], carried[1], zero, zero];
        self.begin_move();
        self.make_leaf(set.leaf, &parts, made_by.note, false)?;
        self.finish_move()?;
        let (mover, flags) = (self.b.int(p as i64), self.b.int(0));
        self.run(end, &[mover, from, to, flags]);
        Ok(())
    }

    /// The site with a number among those of the words from the `k`th on.
    fn held_site(&mut self, words: &[Local], ones: &[Expr], left: Local, k: usize) -> Lowered<Expr> {
        let word = self.b.get(words[k]);
        let base = self.b.int(64 * k as i64);
        if k + 1 == words.len() {
            let n = self.b.get(left);
            let bit = self.b.binary(Binary::NthBit, word, n);
            let to = self.b.add(base, bit);
            return Ok(self.b.bind(to));
        }
        let zero = self.b.int(0);
        let to = self.b.variable(zero);
        let n = self.b.get(left);
        let here = self.b.binary(Binary::Lt, n, ones[k]);
        self.when_else(
            here,
            |l| {
                let n = l.b.get(left);
                let bit = l.b.binary(Binary::NthBit, word, n);
                let site = l.b.add(base, bit);
                l.b.set(to, site);
                Ok(())
            },
            |l| {
                let n = l.b.get(left);
                let less = l.b.binary(Binary::Sub, n, ones[k]);
                l.b.set(left, less);
                let site = l.held_site(words, ones, left, k + 1)?;
                l.b.set(to, site);
                Ok(())
            },
        )?;
        let to = self.b.get(to);
        Ok(self.b.bind(to))
    }
}
