//! Lists of numbers that rules remember: each is kept in the state as its length and its values, with a bound. A game
//! that remembers more is void and played another way.

use crate::ir::{Array, Builder, Space, Width};
use crate::state::View;
use ludarium_engine::game::Game;
use ludarium_engine::kernel::start::Start;
use ludarium_engine::kernel::walk::{Part, any, rules_of};
use ludarium_engine::kernel::{Effect, MovesKind};
use ludarium_engine::position::Position;

/// Most values of a list on a small board. On a larger one every site may be remembered.
const MOST_REMEMBERED: usize = 64;

/// The lists of a game. One after another: the length, then the values, 0 behind the last.
#[derive(Clone, Debug)]
pub struct Lists {
    pub array: Array,
    /// What each remembers under; nothing for the list without a name.
    pub names: Vec<Option<u16>>,
    /// Most values of each.
    pub most: usize,
}

impl Lists {
    /// Lays out the lists that some rule adds to: all others are empty for ever.
    pub fn of(game: &Game, b: &mut Builder) -> Option<Lists> {
        if !game.uses.remembers {
            return None;
        }
        let mut names: Vec<Option<u16>> = Vec::new();
        any(rules_of(game), |p| {
            if let Part::Moves(m) = p
                && let MovesKind::Effect(e) = &m.kind
                && let Effect::Remember { name, .. } = &**e
            {
                names.push(*name);
            }
            false
        });
        for rule in &game.start {
            if let Start::Remember { name, .. } = rule {
                names.push(*name);
            }
        }
        names.sort_unstable();
        names.dedup();
        let most = MOST_REMEMBERED.max(game.board.len(game.site_type));
        let len = names.len() * (most + 1);
        Some(Lists { array: b.program.new_array("lists", Space::State, Width::Half, len), names, most })
    }
    /// Where a list begins: its length.
    pub fn begin(&self, name: Option<u16>) -> Option<usize> {
        self.names.iter().position(|n| *n == name).map(|i| i * (self.most + 1))
    }
    /// Writes the lists of a position.
    pub fn encode(&self, pos: &Position, view: &mut View<'_>) {
        for &name in &self.names {
            let values: &[i32] = match name {
                None => &pos.remembered,
                Some(n) => pos.remembered_by_name.iter().find(|(m, _)| *m == n).map_or(&[], |(_, v)| v),
            };
            let Some(begin) = self.begin(name) else { continue };
            view.set_listed(begin, values.len() as i32);
            for (i, &v) in values.iter().take(self.most).enumerate() {
                view.set_listed(begin + 1 + i, v);
            }
        }
    }
    /// Reads the lists into a position.
    pub fn decode(&self, view: &View<'_>, pos: &mut Position) {
        for &name in &self.names {
            let Some(begin) = self.begin(name) else { continue };
            let len = (view.listed(begin).max(0) as usize).min(self.most);
            let values: Vec<i32> = (0..len).map(|i| view.listed(begin + 1 + i)).collect();
            let Some(name) = name else {
                pos.remembered = values;
                continue;
            };
            match pos.remembered_by_name.iter().position(|(n, _)| *n == name) {
                Some(i) => pos.remembered_by_name[i].1 = values,
                None if values.is_empty() => {}
                None => pos.remembered_by_name.push((name, values)),
            }
        }
    }
}

impl View<'_> {
    /// A number of the lists.
    fn listed(&self, index: usize) -> i32 {
        bytemuck::cast_slice::<u64, i32>(self.words)[self.layout.places.lists + index]
    }
    fn set_listed(&mut self, index: usize, value: i32) {
        bytemuck::cast_slice_mut::<u64, i32>(self.words)[self.layout.places.lists + index] = value;
    }
    /// Adds a value at the end of the list that begins there. Does it fit?
    #[must_use]
    pub fn remember(&mut self, begin: usize, value: i32) -> bool {
        let most = self.layout.lists.as_ref().map_or(0, |l| l.most);
        let len = self.listed(begin).max(0) as usize;
        if len >= most {
            return false;
        }
        self.set_listed(begin + 1 + len, value);
        self.set_listed(begin, len as i32 + 1);
        true
    }
    /// Takes the first such value out of the list that begins there.
    pub fn forget(&mut self, begin: usize, value: i32) {
        let most = self.layout.lists.as_ref().map_or(0, |l| l.most);
        let len = (self.listed(begin).max(0) as usize).min(most);
        let Some(at) = (0..len).find(|&i| self.listed(begin + 1 + i) == value) else { return };
        for i in at..len {
            let next = if i + 1 < len { self.listed(begin + 2 + i) } else { 0 };
            self.set_listed(begin + 1 + i, next);
        }
        self.set_listed(begin, len as i32 - 1);
    }
}
