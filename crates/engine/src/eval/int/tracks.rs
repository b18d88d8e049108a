//! Numbers about tracks.

use crate::ctx::Ctx;
use crate::kernel::int::TrackPick;
use crate::kernel::{Bool, Int};
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(in crate::eval) fn pick_track(&mut self, pick: &TrackPick) -> Option<usize> {
        let player = self.int(&pick.player);
        self.track_of(pick, player)
    }

    #[inline]
    pub(super) fn track_of(&self, pick: &TrackPick, player: i32) -> Option<usize> {
        let t = usize::try_from(player).ok().and_then(|p| pick.by_player.get(p)).copied()?;
        usize::try_from(t).ok().filter(|&t| t < self.game.tracks.len())
    }

    pub(super) fn track_first(
        &mut self,
        track: Option<usize>,
        from: Option<&Int>,
        cond: Option<&Bool>,
    ) -> i32 {
        let Some(track) = track else { return UNDEFINED };
        let sites = &self.game.tracks[track].sites;
        let from = from.map_or(UNDEFINED, |f| self.int(f));
        let start = if from == UNDEFINED { Some(0) } else { sites.iter().position(|&s| s == from) };
        let Some(start) = start else { return UNDEFINED };
        let old = self.reg.to;
        let mut found = UNDEFINED;
        for i in 0..sites.len() {
            let site = sites[(start + i) % sites.len()];
            self.reg.to = site;
            if cond.is_none_or(|c| self.bool(c)) {
                found = site;
                break;
            }
        }
        self.reg.to = old;
        found
    }

    /// Where on a track a player's piece at a site stands; past its end if nowhere. Where tracks cross themselves
    /// the piece's own progress decides.
    fn track_index(&mut self, track: usize, player: i32, site: i32) -> Option<usize> {
        let t = &self.game.tracks[track];
        let first = t.index_of(site).unwrap_or(t.sites.len());
        if t.looped || !self.game.uses.track_indices {
            return Some(first);
        }
        if site < 0 {
            return None;
        }
        let slot = self.slot(self.game.site_type, site);
        let mine = (0..self.pos.height(slot))
            .map(|l| self.pos.at_level(slot, l))
            .find(|p| i32::from(p.who) == player);
        let what = mine.unwrap_or(self.pos.top(slot)).what;
        if what == 0 {
            return Some(first);
        }
        let here =
            (0..t.sites.len()).find(|&i| t.sites[i] == site && self.on_track(track, what, i as i32) > 0);
        Some(here.unwrap_or(t.sites.len()))
    }

    /// Where the answer for a number of [`Int::TrackMove`] is kept, and what it hangs on now.
    #[inline]
    pub(super) fn known_for_now(&self, alike: Option<u8>) -> Option<(usize, [i32; 3])> {
        let number = usize::from(alike?);
        let sum = match self.pos.dice_sum.as_slice() {
            [] => 0,
            [one] => *one,
            _ => return None,
        };
        let known = number < crate::ctx::WorkedOut::QUESTIONS && !self.game.uses.track_indices;
        known.then_some((number, [self.reg.from, self.pos.mover.into(), sum]))
    }

    pub(super) fn track_move(&mut self, track: Option<usize>, player: i32, from: i32, steps: i32) -> i32 {
        let Some(track) = track else { return OFF };
        let Some(mut i) = self.track_index(track, player, from) else { return OFF };
        let t = &self.game.tracks[track];
        let len = t.sites.len();
        i = i.saturating_add(steps.max(0) as usize);
        if i < len {
            return t.sites[i];
        }
        let after = |i: usize| {
            let next = t.next.get(i).copied().unwrap_or(OFF);
            usize::try_from(next).ok().and_then(|n| t.sites.get(n)).copied().unwrap_or(OFF)
        };
        if len == 0 || after(len - 1) == OFF {
            return OFF;
        }
        // Round and round: the last place leads on to the first that follows it.
        match i % len {
            0 => after(len - 1),
            rest => after(rest - 1),
        }
    }

    pub(super) fn track_steps(&mut self, track: Option<usize>, player: i32, from: i32, to: i32) -> i32 {
        let Some(track) = track else { return OFF };
        let Some(start) = self.track_index(track, player, from) else { return OFF };
        let t = &self.game.tracks[track];
        if let Some(steps) = t.sites.iter().skip(start).position(|&s| s == to) {
            return steps as i32;
        }
        if !t.looped && self.game.uses.track_indices {
            return OFF;
        }
        match t.sites.iter().take(start).position(|&s| s == to) {
            Some(before) => (t.sites.len() - start + before) as i32,
            None => OFF,
        }
    }
}
