//! Moves collected over pieces, sites, values, players, teams, levels, groups, directions and dice.

use super::{MAX_DEPTH, enough};
use crate::action::{Act, Action};
use crate::ctx::{Ctx, Wanted};
use crate::eval::direction::Stance;
use crate::game::ContainerKind;
use crate::kernel::{Bool, Dir, ForEachPiece, Int, IntArr, Moves, Range, Region};
use crate::moves::Move;
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;
use std::sync::Arc;

/// A piece on the board or beside it: component, site, level.
type Found = (u16, i32, i32);

impl<'g> Ctx<'g> {
    pub(super) fn for_each_piece(
        &mut self,
        m: &Moves,
        e: &ForEachPiece,
        wanted: Option<Wanted>,
        out: &mut Vec<Move>,
    ) {
        if self.pos.over || self.depth >= MAX_DEPTH {
            return;
        }
        let player = self.int(&e.player);
        let container = self.int(&e.container);
        let top = self.bool(&e.top);
        let n = self.game.players as i32;
        let found = self.pieces_of(e, player, container, top);
        let first = out.len();
        let saved = (self.reg.from, self.reg.level);
        let seats = (self.pos.prev, self.pos.mover, self.pos.next);
        // The pieces of another player move as if it were that player's turn.
        let visiting = player != i32::from(seats.1) && (1..=n).contains(&player);
        if visiting {
            self.pos.prev = seats.1;
            self.pos.mover = player as u8;
            self.pos.next = seats.1;
        }
        self.depth += 1;
        for (what, site, level) in found {
            if !self.burn(1, m.rule) {
                break;
            }
            let moves = match &e.moves {
                Some(moves) => Some(moves),
                None => self.game.components[usize::from(what)].moves.as_ref(),
            };
            if let Some(moves) = moves {
                self.reg.from = site;
                self.reg.level = level;
                self.wanted = wanted;
                self.moves(moves, out);
                if enough(wanted, &out[first..]) {
                    break;
                }
            }
        }
        self.depth -= 1;
        (self.pos.prev, self.pos.mover, self.pos.next) = seats;
        (self.reg.from, self.reg.level) = saved;
        for mv in &mut out[first..] {
            mv.mover = self.pos.mover;
        }
    }

    /// The pieces that a `forEach Piece` goes through: by component, then by site.
    fn pieces_of(&self, e: &ForEachPiece, player: i32, container: i32, top: bool) -> Vec<Found> {
        let game = self.game;
        let all = e.everybody && player == game.players as i32 + 1;
        let wanted = |what: u16| {
            let owner = game.components.get(usize::from(what)).map_or(-1, |c| c.owner as i32);
            what != 0
                && (all || owner == player)
                && e.components.as_ref().is_none_or(|list| list.contains(&what))
        };
        let mut found = Vec::new();
        let mut look = |slot: usize, site: i32| {
            if self.pos.stacking() {
                let levels = self.pos.levels(slot);
                for (level, p) in levels.iter().enumerate() {
                    if wanted(p.what) && (!top || level + 1 == levels.len()) {
                        found.push((p.what, site, level as i32));
                    }
                }
            } else {
                let what = self.pos.top(slot).what;
                if wanted(what) {
                    found.push((what, site, 0));
                }
            }
        };
        if container == 0 {
            let reach = game.board.len(e.kind.unwrap_or(game.site_type));
            for kind in [SiteType::Vertex, SiteType::Edge, SiteType::Cell] {
                if e.kind.is_some_and(|k| k != kind) {
                    continue;
                }
                let (first, len) = game.layout.board[kind as usize];
                for site in 0..len.min(reach) {
                    look(first + site, site as i32);
                }
            }
        } else if let Some(c) = usize::try_from(container).ok().and_then(|i| game.containers.get(i)) {
            for site in c.first..c.first + c.len {
                look(self.slot(SiteType::Cell, site), site);
            }
        }
        found.sort_by_key(|f| f.0);
        found
    }

    pub(super) fn for_each_site(
        &mut self,
        m: &Moves,
        region: &Region,
        moves: &Moves,
        otherwise: Option<&Moves>,
        out: &mut Vec<Move>,
    ) {
        let first = out.len();
        let sites = self.region(region);
        let saved = (self.reg.to, self.reg.site);
        for site in sites.iter() {
            if !self.burn(1, m.rule) {
                break;
            }
            self.reg.to = site;
            self.reg.site = site;
            self.moves(moves, out);
        }
        if out.len() == first
            && let Some(other) = otherwise
        {
            self.moves(other, out);
        }
        (self.reg.to, self.reg.site) = saved;
    }

    pub(super) fn for_each_value(
        &mut self,
        m: &Moves,
        values: impl IntoIterator<Item = i32>,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let saved = self.reg.value;
        for value in values {
            if !self.burn(1, m.rule) {
                break;
            }
            self.reg.value = value;
            self.moves(moves, out);
        }
        self.reg.value = saved;
    }

    pub(super) fn for_each_player(
        &mut self,
        m: &Moves,
        players: Option<&IntArr>,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let n = self.game.players as i32;
        let players = match players {
            None => (1..=n).collect(),
            Some(list) => self.ints(list),
        };
        let saved = self.reg.player;
        for player in players {
            if (0..=n + 1).contains(&player) && self.burn(1, m.rule) {
                self.reg.player = player;
                self.moves(moves, out);
            }
        }
        self.reg.player = saved;
    }

    pub(super) fn for_each_team(&mut self, moves: &Moves, out: &mut Vec<Move>) {
        let n = self.game.players;
        let saved = self.reg.team.take();
        for team in 1..=n {
            let members: Vec<i32> =
                (1..=n).filter(|&p| usize::from(self.pos.teams[p]) == team).map(|p| p as i32).collect();
            if !members.is_empty() {
                self.reg.team = Some(Arc::new(members));
                self.moves(moves, out);
            }
        }
        self.reg.team = saved;
    }

    pub(super) fn for_each_level(
        &mut self,
        m: &Moves,
        kind: SiteType,
        site: &Int,
        from_bottom: bool,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let site = self.int(site);
        let kind = self.game.kind_of_site(Some(kind), site);
        let height = self.height(kind, site);
        let saved = self.reg.level;
        for i in 0..height {
            if !self.burn(1, m.rule) {
                break;
            }
            self.reg.level = if from_bottom { i } else { height - 1 - i };
            self.moves(moves, out);
        }
        self.reg.level = saved;
    }

    /// Groups of sites for which the condition holds (by default: the mover's), each as `(sites)`.
    pub(super) fn for_each_group(
        &mut self,
        m: &Moves,
        kind: SiteType,
        dirs: &Dir,
        cond: Option<&Bool>,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let board = &self.game.board;
        let saved = (self.reg.from, self.reg.to, self.reg.region.take());
        let mover = usize::from(self.pos.mover);
        let mut done = SiteSet::new();
        for start in 0..board.len(kind) as i32 {
            let slot = self.slot(kind, start);
            let stands = if cond.is_some() {
                !self.pos.is_empty(slot)
            } else if self.pos.stacking() {
                self.pos.levels(slot).iter().any(|p| usize::from(p.who) == mover)
            } else {
                self.pos.who(slot) == mover
            };
            if !stands || done.contains(start) || !self.burn(1, m.rule) {
                continue;
            }
            self.reg.from = start;
            if !self.in_group(kind, start, cond, mover) {
                continue;
            }
            let mut group: Vec<i32> = vec![start];
            let mut inside: SiteSet = [start].into_iter().collect();
            let mut next = 0;
            while next < group.len() {
                let site = group[next];
                next += 1;
                for dir in self.directions(dirs, kind, site) {
                    for &to in board.steps(kind, site as usize, dir) {
                        let to = to as i32;
                        if !inside.contains(to)
                            && self.burn(1, m.rule)
                            && self.in_group(kind, to, cond, mover)
                        {
                            inside.insert(to);
                            group.push(to);
                        }
                    }
                }
            }
            done.union_with(&inside);
            self.reg.region = Some(Arc::new(inside));
            self.moves(moves, out);
        }
        (self.reg.from, self.reg.to, self.reg.region) = saved;
    }

    fn in_group(&mut self, kind: SiteType, site: i32, cond: Option<&Bool>, mover: usize) -> bool {
        self.reg.to = site;
        match cond {
            Some(cond) => self.bool(cond),
            None => self.who(kind, site) == mover,
        }
    }

    /// Along each direction as far as the range and the conditions allow; a piece must stand at `(from)`.
    #[allow(clippy::too_many_arguments)]
    /// The direction in which a site lies that is one step away.
    pub(crate) fn facing_on_the_way(&self, kind: SiteType, from: i32, to: i32) -> Option<Direction> {
        if to == OFF || !self.on_board(kind, from) {
            return None;
        }
        let board = &self.game.board;
        let leads = |d: Direction| board.steps(kind, from as usize, d).iter().any(|&s| s as i32 == to);
        board.supported(kind, Relation::All).iter().copied().rfind(|&d| leads(d))
    }

    pub(super) fn for_each_direction(
        &mut self,
        m: &Moves,
        kind: SiteType,
        from: &Int,
        dirs: &Dir,
        range: Option<&Range>,
        between: Option<&Bool>,
        to: Option<&Bool>,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let origin = self.int(from);
        if !self.on_board(kind, origin) {
            return;
        }
        let (min, max) = range.map_or((1, 1), |r| self.range(r));
        let what = self.what(self.game.kind_of_site(Some(kind), self.reg.from), self.reg.from);
        if what == 0 {
            return;
        }
        let board = &self.game.board;
        let saved = (self.reg.from, self.reg.to, self.reg.between);
        // A piece that comes from a neighbouring site looks on the way it came.
        let facing = self.facing_on_the_way(kind, saved.0, saved.1);
        let stance = Stance { what: Some(what), facing, rotation: None };
        for dir in self.directions_for(dirs, kind, origin, stance) {
            for line in board.radials(kind, origin as usize, dir) {
                for (i, &site) in line.iter().enumerate() {
                    let distance = i as i32 + 1;
                    if distance > max || !self.burn(1, m.rule) {
                        break;
                    }
                    let site = site as i32;
                    if let Some(between) = between
                        && min > 1
                        && distance < min
                    {
                        self.reg.between = site;
                        if !self.bool(between) {
                            break;
                        }
                        self.reg.between = saved.2;
                    }
                    self.reg.to = site;
                    if !self.holds(to) {
                        break;
                    }
                    if distance >= min {
                        self.moves(moves, out);
                    }
                }
            }
        }
        (self.reg.from, self.reg.to, self.reg.between) = saved;
    }

    pub(super) fn for_each_die(
        &mut self,
        dice: &Int,
        combined: &Bool,
        replay_double: &Bool,
        cond: Option<&Bool>,
        moves: &Moves,
        out: &mut Vec<Move>,
    ) {
        let set = self.int(dice);
        let Some(values) = usize::try_from(set).ok().and_then(|i| self.pos.dice.get(i)).cloned() else {
            return;
        };
        let game = self.game;
        let is_dice = |c: &&crate::game::Container| matches!(c.kind, ContainerKind::Dice { .. });
        let first_site =
            game.containers.iter().filter(is_dice).nth(set.max(0) as usize).map_or(OFF, |c| c.first);
        let use_die =
            |die: usize| Act::UseDie { container: set, die: die as i32, site: first_site + die as i32 };
        let doubled = self.bool(replay_double) && values.iter().all(|&v| v == values[0]);
        let saved = self.reg.pips;
        for (die, &pips) in values.iter().enumerate() {
            let mut after: SmallVec<[Act; 4]> = SmallVec::new();
            after.push(use_die(die));
            let temp = self.pos.temp;
            if doubled {
                after.push(Act::SetTemp { temp: if temp == UNDEFINED { pips } else { UNDEFINED } });
            } else if temp != UNDEFINED {
                // The second half of a double: all dice show it again.
                for c in game.containers.iter().filter(is_dice) {
                    if let ContainerKind::Dice { faces, .. } = c.kind
                        && temp - 1 < faces
                    {
                        after.extend(
                            (c.first..c.first + c.len).map(|site| Act::SetDie { site, face: temp - 1 }),
                        );
                    }
                }
            }
            self.moves_with_pips(pips, cond, moves, &after, out);
        }
        if self.bool(combined) {
            let sums: &[&[usize]] = match values.len() {
                2 => &[&[0, 1]],
                3 => &[&[0, 1, 2], &[0, 1], &[0, 2], &[1, 2]],
                _ => &[],
            };
            for together in sums {
                if together.iter().all(|&i| values[i] != 0) {
                    let pips = together.iter().map(|&i| values[i]).sum();
                    let after: SmallVec<[Act; 4]> = together.iter().map(|&i| use_die(i)).collect();
                    self.moves_with_pips(pips, cond, moves, &after, out);
                }
            }
        }
        self.reg.pips = saved;
    }

    fn moves_with_pips(
        &mut self,
        pips: i32,
        cond: Option<&Bool>,
        moves: &Moves,
        after: &[Act],
        out: &mut Vec<Move>,
    ) {
        self.reg.pips = pips;
        if !self.holds(cond) {
            return;
        }
        let first = out.len();
        self.moves(moves, out);
        for mv in &mut out[first..] {
            mv.actions.extend(after.iter().map(|act| Action { act: act.clone(), decision: false }));
        }
    }
}
