//! Numbers about pieces: where they are, how many there are, what dice and cards show.

use crate::ctx::Ctx;
use crate::game::{ComponentKind, ContainerKind};
use crate::kernel::int::{CardPart, Owners};
use crate::kernel::{Bool, Int, Region};
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    /// The owners that are meant, as bits by number: 0 nobody, then the players, then "shared".
    pub fn owner_mask(&mut self, of: &Owners) -> u32 {
        match of {
            Owners::Role(role) => self.role_mask(*role),
            Owners::Player(p) => {
                let p = self.int(p);
                if (0..32).contains(&p) { 1 << p } else { 0 }
            }
        }
    }

    /// The owners that a role names when rules speak of pieces: `All` includes nobody's and shared ones.
    pub fn role_mask(&self, role: Role) -> u32 {
        let n = self.game.players as u32;
        let mover = u32::from(self.pos.mover);
        let players = || 1..=n;
        let team = |p: u32| self.pos.teams[p as usize];
        let teams = self.game.uses.teams;
        let bits = |keep: &dyn Fn(u32) -> bool| players().filter(|&p| keep(p)).fold(0, |m, p| m | 1 << p);
        match role {
            Role::All => (1u32 << (n + 2)) - 1,
            Role::Enemy if teams => bits(&|p| p != mover && team(p) != team(mover)),
            Role::Enemy => bits(&|p| p != mover),
            Role::Ally if teams => bits(&|p| p != mover && team(p) == team(mover)),
            Role::Ally => 0,
            Role::Friend | Role::TeamMover if teams => bits(&|p| team(p) == team(mover)),
            Role::Friend | Role::TeamMover => 1 << mover,
            Role::NonMover => bits(&|p| p != mover) | 1,
            Role::Team(t) if teams => bits(&|p| team(p) == t),
            Role::Team(t) => 1u32.checked_shl(t.into()).unwrap_or(0),
            Role::Neutral
            | Role::P(_)
            | Role::Each
            | Role::Shared
            | Role::Any
            | Role::Mover
            | Role::Next
            | Role::Prev
            | Role::Player => {
                let p = self.role(role);
                if (0..32).contains(&p) { 1 << p } else { 0 }
            }
        }
    }

    pub(super) fn where_is(&self, what: i32, state: Option<i32>, kind: SiteType) -> i32 {
        if what <= 0 {
            return OFF;
        }
        let what = what as u16;
        let fits = |p: crate::position::Piece| {
            p.what == what && state.is_none_or(|s| s == UNDEFINED || s == p.state)
        };
        for site in 0..self.game.board_sites(kind) as i32 {
            let slot = self.slot(kind, site);
            let found = if self.pos.stacking() {
                self.pos.levels(slot).iter().any(|&p| fits(p))
            } else {
                fits(self.pos.top(slot))
            };
            if found {
                return site;
            }
        }
        OFF
    }

    pub(super) fn where_level(
        &self,
        what: i32,
        state: Option<i32>,
        kind: SiteType,
        site: i32,
        from_top: bool,
    ) -> i32 {
        if what <= 0 || site < 0 || site >= self.game.board_sites(kind) as i32 {
            return OFF;
        }
        let slot = self.slot(kind, site);
        let fits = |level: &usize| {
            let p = self.pos.at_level(slot, *level);
            i32::from(p.what) == what && state.is_none_or(|s| s == UNDEFINED || s == p.state)
        };
        let levels = 0..self.pos.height(slot);
        let found = if from_top { levels.rev().find(fits) } else { levels.into_iter().find(fits) };
        found.map_or(OFF, |l| l as i32)
    }

    /// All pieces of owners, from the sets that the position keeps; where pieces are counted, by their counts.
    fn count_by_sets(&self, kind: Option<SiteType>, owners: u32) -> Option<i32> {
        let game = self.game;
        let board_kind = kind.unwrap_or(game.site_type);
        let (first, len) = game.layout.board[board_kind as usize];
        if !self.pos.keeps_sets() || len != game.board_sites(board_kind) || game.uses.large_pieces {
            return None;
        }
        let beside = if matches!(kind, None | Some(SiteType::Cell)) { game.layout.extra_len } else { 0 };
        let mut total = 0;
        for who in (0..game.players + 2).filter(|&who| owners >> who & 1 == 1) {
            let row = self.pos.slots_of_who(who);
            if game.uses.count {
                for (first, len) in [(first, len), (game.layout.extra_slot, beside)] {
                    for site in crate::siteset::SiteSet::from_slots(row, first, len).iter() {
                        total += self.pos.count(first + site as usize).max(0) as usize;
                    }
                }
                continue;
            }
            total += crate::siteset::SiteSet::from_slots(row, first, len).len();
            if beside > 0 {
                total += crate::siteset::SiteSet::from_slots(row, game.layout.extra_slot, beside).len();
            }
        }
        Some(total as i32)
    }

    pub(super) fn count_pieces(
        &mut self,
        kind: Option<SiteType>,
        of: &Owners,
        whats: Option<&[u16]>,
        within: Option<&Region>,
        cond: Option<&Bool>,
    ) -> i32 {
        let mask = self.owner_mask(of);
        let within = within.map(|r| self.region(r));
        let (old_site, old_level) = (self.reg.site, self.reg.level);
        let board_kind = kind.unwrap_or(self.game.site_type);
        if let (None, None, None) = (&within, whats, cond)
            && let Some(count) = self.count_by_sets(kind, mask)
        {
            return count;
        }
        let mut total = 0i32;
        let first = self.game.layout.extra_first;
        let beside = if matches!(kind, None | Some(SiteType::Cell)) { self.game.layout.extra_len } else { 0 };
        let (board, beside) = (0..self.game.board_sites(board_kind) as i32, first..first + beside as i32);
        // (A region is mostly small: it is gone through, and not the whole board.)
        let places: SmallVec<[(SiteType, i32); 32]> = match &within {
            Some(w) => {
                let of = |kind: SiteType, range: std::ops::Range<i32>| {
                    w.iter().filter(move |s| range.contains(s)).map(move |s| (kind, s))
                };
                of(board_kind, board).chain(of(SiteType::Cell, beside)).collect()
            }
            None => board.map(|s| (board_kind, s)).chain(beside.map(|s| (SiteType::Cell, s))).collect(),
        };
        for (kind, site) in places {
            let slot = self.slot(kind, site);
            if self.pos.is_empty(slot) {
                continue;
            }
            self.reg.site = site;
            if self.pos.stacking() {
                // The reference looks at a stack once for each owner that has a piece in it.
                let mut owners = 0u32;
                let mut fitting = 0;
                for level in 0..self.pos.height(slot) {
                    let p = self.pos.at_level(slot, level);
                    let bit = mask & (1u32 << p.who);
                    owners |= bit;
                    if bit == 0 || whats.is_some_and(|w| !w.contains(&p.what)) {
                        continue;
                    }
                    self.reg.level = level as i32;
                    if cond.is_none_or(|c| self.bool(c)) {
                        fitting += 1;
                    }
                }
                total = total.saturating_add(fitting * owners.count_ones() as i32);
            } else {
                let p = self.pos.top(slot);
                if mask & (1u32 << p.who) == 0 || whats.is_some_and(|w| !w.contains(&p.what)) {
                    continue;
                }
                if cond.is_none_or(|c| self.bool(c)) {
                    total = total.saturating_add(self.pos.count(slot));
                }
            }
        }
        (self.reg.site, self.reg.level) = (old_site, old_level);
        total
    }

    pub(super) fn stack_levels(
        &mut self,
        kind: SiteType,
        sites: &SiteSet,
        from_top: bool,
        cond: Option<&Bool>,
        stop: Option<&Bool>,
    ) -> i32 {
        let (old_to, old_level) = (self.reg.to, self.reg.level);
        let mut count = 0;
        for site in sites.iter() {
            let height = self.pos.height(self.slot(kind, site));
            self.reg.to = site;
            for i in 0..height {
                self.reg.level = if from_top { height - 1 - i } else { i } as i32;
                if stop.is_some_and(|s| self.bool(s)) {
                    break;
                }
                if cond.is_none_or(|c| self.bool(c)) {
                    count += 1;
                }
            }
        }
        (self.reg.to, self.reg.level) = (old_to, old_level);
        count
    }

    pub(super) fn platform_below(
        &mut self,
        kind: SiteType,
        site: i32,
        who: Option<&Int>,
        whats: Option<&[Int]>,
    ) -> i32 {
        let game = self.game;
        if site < 0 || site as usize >= game.board.len(SiteType::Vertex) {
            return UNDEFINED;
        }
        if game.board.layer(SiteType::Vertex, site as usize) == 0 {
            return 0;
        }
        let whats: Option<Vec<i32>> = whats.map(|list| list.iter().map(|w| self.int(w)).collect());
        let who = who.map(|w| self.int(w));
        let below = game.board.steps(kind, site as usize, Direction::Downward);
        below
            .iter()
            .filter(|&&s| {
                let top = self.pos.top(self.slot(SiteType::Vertex, s as i32));
                match &whats {
                    Some(list) => list.contains(&top.what.into()),
                    None => who == Some(top.who.into()),
                }
            })
            .count() as i32
    }

    pub(super) fn large_piece_size(&self, kind: SiteType, sites: &SiteSet) -> i32 {
        let mut count = 0;
        for site in sites.iter() {
            match self.game.components.get(self.what(kind, site)).map(|c| &c.kind) {
                None | Some(ComponentKind::Nothing) => {}
                Some(ComponentKind::Large { .. }) => {
                    let centre = self.game.board.centre(kind).first().map_or(0, |&s| s as i32);
                    count += self.large_piece_sites(self.what(kind, site), centre, 0).len() as i32;
                }
                Some(
                    ComponentKind::Piece
                    | ComponentKind::Die { .. }
                    | ComponentKind::Card { .. }
                    | ComponentKind::Domino { .. }
                    | ComponentKind::Tile { .. },
                ) => count += 1,
            }
        }
        count
    }

    /// What the die at a site shows.
    pub(super) fn face(&self, site: i32) -> i32 {
        let top = self.pos.top(self.slot(SiteType::Cell, site));
        match self.game.components.get(usize::from(top.what)).map(|c| &c.kind) {
            Some(ComponentKind::Die { faces, .. }) => {
                usize::try_from(top.state).ok().and_then(|s| faces.get(s)).copied().unwrap_or(OFF)
            }
            Some(
                ComponentKind::Nothing
                | ComponentKind::Piece
                | ComponentKind::Large { .. }
                | ComponentKind::Card { .. }
                | ComponentKind::Domino { .. }
                | ComponentKind::Tile { .. },
            )
            | None => OFF,
        }
    }

    pub(super) fn dice_sum_of(&self, player: i32) -> i32 {
        self.game
            .containers
            .iter()
            .filter(|c| matches!(c.kind, ContainerKind::Dice { .. }))
            .position(|c| c.owner as i32 == player)
            .and_then(|i| self.pos.dice_sum.get(i).copied())
            .unwrap_or(0)
    }

    pub(super) fn card_number(&self, part: CardPart, what: usize) -> i32 {
        match self.game.components.get(what).map(|c| &c.kind) {
            Some(ComponentKind::Card { suit, rank, trump_rank, trump_value, .. }) => match part {
                CardPart::Rank => *rank,
                CardPart::Suit => *suit,
                CardPart::TrumpRank => *trump_rank,
                CardPart::TrumpValue => *trump_value,
            },
            Some(
                ComponentKind::Nothing
                | ComponentKind::Piece
                | ComponentKind::Large { .. }
                | ComponentKind::Die { .. }
                | ComponentKind::Domino { .. }
                | ComponentKind::Tile { .. },
            )
            | None => OFF,
        }
    }

    /// How far, in rows or columns, the tiles reach that paths of a colour join to the start tiles.
    pub(super) fn path_extent(&mut self, colour: i32, starts: &SiteSet) -> i32 {
        let game = self.game;
        let board = &game.board;
        let kind = SiteType::Cell;
        let mut extent = 0;
        let ways = board.supported(kind, Relation::Orthogonal);
        if ways.is_empty() {
            return 0;
        }
        for start in starts.iter() {
            let at = |s: usize| (board.row(kind, s), board.column(kind, s));
            let (row, column) = at(start as usize);
            let mut seen: SiteSet = [start].into_iter().collect();
            let mut open = vec![start];
            while let Some(site) = open.pop() {
                let top = self.pos.top(self.slot(kind, site));
                let Some(ComponentKind::Tile { paths, .. }) =
                    game.components.get(usize::from(top.what)).map(|c| &c.kind)
                else {
                    continue;
                };
                let rotation = usize::from(top.rotation) * 2 / ways.len();
                for path in paths.iter().filter(|p| p.colour == colour) {
                    for side in [path.from, path.to] {
                        let way = ways[(side.max(0) as usize + rotation) % ways.len()];
                        let Some(&next) = board.steps(kind, site as usize, way).first() else { continue };
                        let (r, c) = at(next as usize);
                        extent = extent.max((r - row).abs()).max((c - column).abs());
                        if !seen.contains(next as i32) {
                            seen.insert(next as i32);
                            open.push(next as i32);
                        }
                    }
                }
            }
        }
        extent
    }
}
