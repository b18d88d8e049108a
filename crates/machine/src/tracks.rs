//! How far pieces have come on their tracks, in games where the site alone does not tell.

use crate::ir::{Array, Program, Space, Width};
use crate::layout::Number;
use crate::state::View;
use ludarium_engine::game::Game;

/// The tracks of a game and where the progress of pieces is kept.
#[derive(Clone, Debug)]
pub struct Tracks {
    pub array: Array,
    /// Where the array lies, in its own elements; known once all arrays are.
    pub at: usize,
    /// Where each track begins in the array: a row of its places for each component.
    pub first: Vec<usize>,
    pub sites: Vec<Vec<i32>>,
}

impl Tracks {
    pub fn of(game: &Game, components: usize, p: &mut Program) -> Tracks {
        let sites: Vec<Vec<i32>> = game.tracks.iter().map(|t| t.sites.clone()).collect();
        let mut first = Vec::new();
        let mut len = 0;
        for s in &sites {
            first.push(len);
            len += components * s.len();
        }
        let array = p.new_array("on tracks", Space::State, Width::Half, len);
        Tracks { array, at: 0, first, sites }
    }
    /// The element that counts the pieces of a component at a place of a track.
    pub fn index(&self, track: usize, what: usize, place: usize) -> usize {
        self.first[track] + what * self.sites[track].len() + place
    }
}

/// What happens to a piece on its tracks: component, then the numbers named here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum OnTracks {
    /// Site, count.
    Enters,
    /// Site.
    Leaves,
    /// Count, from, to, was it decided?
    Moves,
}

impl View<'_> {
    fn on_track(&self, tracks: &Tracks, track: usize, what: u8, place: usize) -> i32 {
        let at = tracks.at + tracks.index(track, what.into(), place);
        bytemuck::cast_slice::<u64, i32>(self.words)[at]
    }
    fn note_on_track(&mut self, tracks: &Tracks, track: usize, what: u8, place: usize, change: i32) {
        let at = tracks.at + tracks.index(track, what.into(), place);
        bytemuck::cast_slice_mut::<u64, i32>(self.words)[at] += change;
    }
    /// Sets how many pieces of a component have reached a place.
    pub fn set_on_track(&mut self, track: usize, what: u16, place: i32, count: i32) {
        let Some(tracks) = &self.layout.tracks else { return };
        if let Ok(place) = usize::try_from(place) {
            self.note_on_track(tracks, track, what as u8, place, count);
        }
    }

    /// What has come how far, for each track: component, place, how many.
    pub fn all_on_tracks(&self, tracks: &Tracks) -> Vec<Vec<(u16, i32, i32)>> {
        let of_track = |track: usize| {
            let places = tracks.sites[track].len();
            let each =
                (0..self.layout.components).flat_map(|what| (0..places).map(move |place| (what, place)));
            each.map(|(what, place)| {
                (what as u16, place as i32, self.on_track(tracks, track, what as u8, place))
            })
            .filter(|&(_, _, count)| count != 0)
            .collect()
        };
        (0..tracks.sites.len()).map(of_track).collect()
    }

    /// A piece comes onto the board: it stands at the first place of each track that passes there.
    pub fn enter_tracks(&mut self, what: u8, site: i32, count: i32) {
        let Some(tracks) = self.layout.tracks.as_ref().filter(|_| what > 0) else { return };
        for (t, sites) in tracks.sites.iter().enumerate() {
            if let Some(i) = sites.iter().position(|&s| s == site) {
                self.note_on_track(tracks, t, what, i, count);
            }
        }
    }

    /// A piece is taken off: of several, the one that has come least far.
    pub fn leave_tracks(&mut self, what: u8, site: i32) {
        let Some(tracks) = self.layout.tracks.as_ref().filter(|_| what > 0) else { return };
        for (t, sites) in tracks.sites.iter().enumerate() {
            let here = (0..sites.len()).find(|&i| sites[i] == site && self.on_track(tracks, t, what, i) > 0);
            if let Some(i) = here {
                self.note_on_track(tracks, t, what, i, -1);
            }
        }
    }

    /// A piece goes on along its tracks. One that another player's move sends somewhere begins anew there.
    pub fn move_on_tracks(&mut self, what: u8, count: i32, from: i32, to: i32, decided: bool) {
        let Some(tracks) = self.layout.tracks.as_ref().filter(|_| what > 0) else { return };
        let owner = i32::from(self.layout.owners[usize::from(what)]);
        let sent =
            !decided && (1..=self.layout.players as i32).contains(&owner) && owner != self.get(Number::Mover);
        for (t, sites) in tracks.sites.iter().enumerate() {
            let here = |site: i32| (0..sites.len()).filter(move |&i| sites[i] == site);
            let left = here(from).find(|&i| self.on_track(tracks, t, what, i) > 0);
            if let Some(i) = left {
                self.note_on_track(tracks, t, what, i, -count);
                let ahead = here(to).find(|&j| j > i && !sent);
                if let Some(j) = ahead.or_else(|| here(to).next()) {
                    self.note_on_track(tracks, t, what, j, count);
                }
            } else if here(from).next().is_none()
                && let Some(j) = here(to).next()
            {
                self.note_on_track(tracks, t, what, j, 1);
            }
        }
    }
}
