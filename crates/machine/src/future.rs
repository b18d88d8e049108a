//! A number for what may still happen from a state: states with the same number have the same future, as far as rules look.
//! The course of the game so far counts only where rules ask for it. It is for the tables of searches; positions that
//! rules forbid to repeat are told apart by [`crate::repetition`].

use crate::ir::Space;
use crate::layout::{Layout, Number, Plane};
use crate::lower::Compiled;
use ludarium_engine::rng::mix;

/// Which words of a state count, with a key for each.
#[derive(Clone, Debug)]
pub struct Future {
    parts: Vec<Part>,
    /// Where it is kept how many moves were made, if the change of seats is offered after the first.
    swap: Option<[usize; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    word: u32,
    mask: u64,
    key: u64,
}

/// What the rules of moving and of the end ask about the course of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// How many moves or turns were made.
    pub numbers: bool,
    /// Which move was the last.
    pub last: bool,
}

impl Future {
    pub fn of(c: &Compiled, swap: bool, asked: Asked) -> Future {
        let layout = &c.layout;
        let mut mask = vec![0u64; c.program.copied_bytes / 8];
        let mut bytes = |from: usize, to: usize, on: bool| {
            for byte in from..to {
                let Some(word) = mask.get_mut(byte / 8) else { continue };
                let bits = 0xFF << (8 * (byte % 8));
                *word = if on { *word | bits } else { *word & !bits };
            }
        };
        let arrays = c.program.arrays.iter().enumerate().filter(|(_, a)| a.space == Space::State);
        for (i, a) in arrays {
            // (The sets of components follow from what lies where; of those who moved, only passes count.)
            let is = |array: crate::ir::Array| array.0 as usize == i;
            let late = c.program.late.iter().any(|&l| is(l));
            if !late && !is(layout.planes) && !is(layout.trail) {
                bytes(a.offset, a.offset + a.len * a.width.bytes(), true);
            }
        }
        for plane in [Plane::Visited, Plane::Pending, Plane::ToRemove, Plane::Ownerless] {
            let at = 8 * (layout.places.planes + layout.plane(plane));
            bytes(at, at + 8 * layout.row_words, true);
        }
        for byte in 0..layout.players.saturating_sub(1).min(16) {
            bytes(8 * layout.places.trail + byte, 8 * layout.places.trail + byte + 1, true);
        }
        for (number, at) in Number::ALL.into_iter().zip(layout.places.numbers..) {
            bytes(4 * at, 4 * at + 4, counts(number, asked));
        }
        let trail = layout.places.trail;
        let parts = mask.iter().enumerate().filter(|(_, m)| **m != 0).map(|(word, &mask)| {
            let passes = if (trail..trail + 2).contains(&word) { 0x8080_8080_8080_8080 } else { u64::MAX };
            Part { word: word as u32, mask: mask & passes, key: mix(word as u64 ^ 0xF0_70_4E) }
        });
        let numbers = layout.places.numbers;
        let swap = swap.then_some([Number::MovesMade, Number::StartMoves].map(|n| numbers + n as usize));
        Future { parts: parts.collect(), swap }
    }

    /// The number of a state, which may be one that [`crate::Machine::save`] wrote.
    pub fn hash(&self, words: &[u64]) -> u64 {
        let mut hash = 0u64;
        for part in &self.parts {
            let word = words[part.word as usize] & part.mask;
            if word != 0 {
                hash = hash.wrapping_add(mix(word ^ part.key));
            }
        }
        if let Some([made, start]) = self.swap {
            let halves: &[i32] = bytemuck::cast_slice(words);
            // The change of seats is offered at one moment only.
            hash = mix(hash ^ (halves[made] - halves[start]).clamp(0, 3) as u64);
        }
        hash
    }
}

/// Does a number of a state decide what may still happen?
fn counts(number: Number, asked: Asked) -> bool {
    use Number::*;
    match number {
        Mover | Next | Prev | Temp | Active | Stalemated | Triggered | Over | Winner | WinsDecided
        | LossesDecided | DiceAllEqual | TurnsSamePlayer | ConsecutivePasses | TurnFrom | Pot | Winners
        | Losers | PendingCount | PendingValue | PendingNowhere | BeforeRun => true,
        Turns | MovesMade | StartMoves => asked.numbers,
        LastFrom | LastTo | LastActionFrom | LastActionTo | LastFromKind | LastToKind | LastLevelTo => {
            asked.last
        }
        // (A game that ends when nothing was taken for long would else know no position twice.)
        Counter => false,
        // (Of the move being made.)
        Again | Decided | ActionFrom | ActionTo | LevelTo => false,
    }
}

impl Layout {
    /// For each slot of a position, the place where states keep what lies there.
    pub fn places_of_slots(&self, game: &ludarium_engine::Game) -> Vec<Option<usize>> {
        let mut places = vec![None; game.layout.slots()];
        for site in (0..self.stored).filter(|&s| self.is_site(s)) {
            if let Some(place) = places.get_mut(self.slot(game, site)) {
                *place = Some(site);
            }
        }
        places
    }
}
