//! Observations straight from the words of a compiled state. Only rows of sites that changed since the observation was last
//! written are written again: what an observation holds is the same as [`ObservationSpace::fill`] writes for the position.

use crate::observation::{Columns, ObservationSpace, number};
use ludarium_engine::{Game, SiteType};
use ludarium_machine::layout::{Layout, Number, PerPlayer, PerSite, Plane};
use ludarium_machine::state::View;

/// How the states of a game are written as observations.
#[derive(Debug)]
pub(crate) struct Painter {
    at: Columns,
    width: usize,
    sites: usize,
    /// The row of each site of a state; nothing where it has none.
    rows: Vec<Option<u32>>,
    /// Sites without a piece may still have something to show.
    shows_empty: bool,
    /// Numbers per site that are shown, and where in a row.
    shown: Vec<(PerSite, usize)>,
    /// Is nothing told of a site but its piece and the owner?
    plain: bool,
    /// Numbers behind the table.
    numbers: Vec<Option<usize>>,
}

impl Painter {
    pub(crate) fn new(game: &Game, layout: &Layout, space: &ObservationSpace) -> Painter {
        let at = space.columns().clone();
        let rows = (0..layout.stored)
            .map(|site| layout.is_site(site).then(|| layout.slot(game, site) as u32))
            .collect();
        let mut shown = Vec::new();
        for (wanted, array, which) in [
            (at.count, layout.count, PerSite::Count),
            (at.state, layout.state, PerSite::State),
            (at.rotation, layout.rotation, PerSite::Rotation),
            (at.value, layout.value, PerSite::Value),
        ] {
            if let (Some(plane), Some(_)) = (wanted, array) {
                shown.push((which, plane));
            }
        }
        Painter {
            width: space.planes().len(),
            sites: space.sites().len(),
            shows_empty: at.state.is_some() || at.value.is_some(),
            plain: at.is_plain() && layout.stacks.is_none(),
            rows,
            shown,
            numbers: shown_numbers(&at, layout),
            at,
        }
    }

    /// Writes what an agent sees. `old` is the state that `out` shows now, if it shows any.
    pub(crate) fn paint(&self, old: Option<&View<'_>>, new: &View<'_>, agent: usize, out: &mut [f32]) {
        let Some((table, globals)) = out.split_at_mut_checked(self.sites * self.width) else { return };
        match old {
            None => {
                table.fill(0.0);
                for site in 0..self.rows.len() {
                    self.paint_row(new, site, table);
                }
            }
            Some(old) => {
                self.mark_last(old, table, 0.0);
                for k in 0..new.layout.row_words {
                    let pieces = self.changed(old, new, k);
                    for site in bits(k, pieces) {
                        self.paint_row(new, site, table);
                    }
                    if !self.shown.is_empty() {
                        self.paint_numbers(old, new, k, !pieces, table);
                    }
                }
            }
        }
        self.mark_last(new, table, 1.0);
        self.paint_globals(new, agent, globals);
    }

    /// The sites of one word at which other pieces stand.
    fn changed(&self, old: &View<'_>, new: &View<'_>, k: usize) -> u64 {
        let l = new.layout;
        let differ = |at: usize| old.plane_word(at) ^ new.plane_word(at);
        let mut changed = (1..l.components).fold(0, |all, what| all | differ(l.plane_of_component(what) + k));
        if self.plain {
            return changed;
        }
        changed |= differ(l.plane(Plane::Empty) + k);
        if l.stacks.is_some() {
            for site in k * 64..l.stored.min(k * 64 + 64) {
                changed |= u64::from(self.stack_differs(old, new, site)) << (site % 64);
            }
        }
        changed
    }
    /// Writes the numbers that changed at some sites of one word where the same pieces stand as before.
    fn paint_numbers(&self, old: &View<'_>, new: &View<'_>, k: usize, sites: u64, table: &mut [f32]) {
        let (begin, end) = (k * 64, new.layout.stored.min(k * 64 + 64));
        let empty = if self.shows_empty { 0 } else { new.plane_word(new.layout.plane(Plane::Empty) + k) };
        for &(which, plane) in &self.shown {
            let (before, now) = (old.halves_of(which, begin..end), new.halves_of(which, begin..end));
            let differ = before.iter().zip(now).enumerate();
            let differ = differ.fold(0, |all, (i, (a, b))| all | u64::from(a != b) << i);
            for site in bits(k, differ & sites & !empty) {
                let Some(slot) = self.rows[site] else { continue };
                if let Some(place) = table.get_mut(slot as usize * self.width + plane) {
                    *place = number(now[site - begin]);
                }
            }
        }
    }

    fn stack_differs(&self, old: &View<'_>, new: &View<'_>, site: usize) -> bool {
        let height = new.height(site);
        height != old.height(site)
            || (0..height).any(|level| old.what_at(site, level) != new.what_at(site, level))
    }

    fn paint_row(&self, view: &View<'_>, site: usize, table: &mut [f32]) {
        let Some(slot) = self.rows.get(site).copied().flatten() else { return };
        let Some(row) = table.get_mut(slot as usize * self.width..(slot as usize + 1) * self.width) else {
            return;
        };
        row.fill(0.0);
        if !self.shows_empty && view.in_plane(Plane::Empty, site) {
            return;
        }
        let what = usize::from(view.what(site));
        if what > 0 && what <= self.at.components {
            if self.at.one_hot { row[what - 1] = 1.0 } else { row[0] = what as f32 }
        }
        let owner = |what: usize| view.layout.owners.get(what).map_or(0, |&owner| usize::from(owner));
        let who = owner(what);
        if what > 0 && (1..=self.at.players).contains(&who) {
            row[self.at.owners + who - 1] = 1.0;
        }
        if self.plain {
            return;
        }
        if let Some(plane) = self.at.count {
            let stacked = view.layout.stacks.is_some();
            row[plane] = if stacked { view.height(site) as f32 } else { number(view.count(site)) };
        }
        if let Some(first) = self.at.below {
            for level in 0..view.height(site).saturating_sub(1) {
                let who = owner(view.what_at(site, level).into());
                row[first + who.min(self.at.players)] += 1.0;
            }
        }
        let [state, rotation, value] = view.carried(site);
        for (plane, n) in [(self.at.state, state), (self.at.rotation, rotation), (self.at.value, value)] {
            if let Some(plane) = plane {
                row[plane] = number(n);
            }
        }
    }

    /// Where the last move came from and went to.
    fn mark_last(&self, view: &View<'_>, table: &mut [f32], value: f32) {
        let Some(first) = self.at.last else { return };
        let ends = [(Number::LastFrom, Number::LastFromKind), (Number::LastTo, Number::LastToKind)];
        for (i, (n, kind)) in ends.into_iter().enumerate() {
            let site = usize::try_from(view.get(n)).ok();
            let stored = site.map(|s| self.stored(view, kind, s));
            let slot = stored.and_then(|s| self.rows.get(s).copied().flatten());
            if let Some(place) = slot.and_then(|slot| table.get_mut(slot as usize * self.width + first + i)) {
                *place = value;
            }
        }
    }

    /// Where a site of the last move is stored.
    fn stored(&self, view: &View<'_>, kind: Number, site: usize) -> usize {
        let l = view.layout;
        if l.grounds.len() == 1 || l.is_beside(site) && view.get(kind) == SiteType::Cell as i32 {
            return site;
        }
        let ground = l.grounds.iter().find(|g| g.kind as i32 == view.get(kind));
        ground.map_or(usize::MAX, |g| if site < g.len { g.offset + site } else { usize::MAX })
    }

    fn paint_globals(&self, view: &View<'_>, agent: usize, out: &mut [f32]) {
        let at = &self.at;
        let mover = mover_of(view);
        let (flags, numbers) = out.split_at_mut((2 * at.players + at.phases).min(out.len()));
        flags.fill(0.0);
        let player = view.get(Number::Mover).max(0) as usize;
        let phase = view.of_player(PerPlayer::Phase, player.min(view.layout.players + 1)) as usize;
        let said =
            [(0, agent, at.players), (at.players, mover, at.players), (2 * at.players, phase, at.phases)];
        for (first, which, most) in said {
            if which < most
                && let Some(flag) = flags.get_mut(first + which)
            {
                *flag = 1.0;
            }
        }
        // (The last of them is how many moves were made.)
        let [others @ .., moves] = numbers else { return };
        for (place, &which) in others.iter_mut().zip(&self.numbers) {
            *place = which.map_or(0.0, |which| number(view.number(which)));
        }
        *moves = number(view.get(Number::MovesMade) - view.get(Number::StartMoves));
    }
}

/// The sites of a word of bits.
fn bits(k: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let site = k * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            site
        })
    })
}

/// The numbers that observations show behind the table after those of the mover and the phase, as a state keeps them.
fn shown_numbers(at: &Columns, layout: &Layout) -> Vec<Option<usize>> {
    let mut shown = Vec::new();
    let of_players = |which| (1..=at.players).map(move |p| Some(layout.per_player(which, p)));
    if at.scores {
        shown.extend(of_players(PerPlayer::Score));
    }
    if at.amounts {
        shown.extend(of_players(PerPlayer::Amount));
        shown.push(Some(Number::Pot as usize));
    }
    let dice = layout.dice.iter().flat_map(|&(first, len)| first..first + len).map(Some);
    shown.extend(dice.chain(std::iter::repeat(None)).take(at.dice));
    shown.extend((0..at.vars).map(|v| Some(layout.variables + v)));
    shown
        .extend([Number::Counter, Number::PendingCount, Number::ConsecutivePasses].map(|n| Some(n as usize)));
    shown
}

/// The agent whose turn it is. (Agents keep their number when players change seats.)
pub(crate) fn mover_of(view: &View<'_>) -> usize {
    let player = view.get(Number::Mover);
    // (Most sit where they sat at first.)
    if let Ok(agent @ 1..) = usize::try_from(player)
        && agent <= view.layout.players
        && view.of_player(PerPlayer::Seat, agent) == player
    {
        return agent - 1;
    }
    let seated = |&agent: &usize| view.of_player(PerPlayer::Seat, agent) == player;
    let agent = (1..=view.layout.players).find(seated);
    agent.unwrap_or(player.max(0) as usize).max(1) - 1
}
