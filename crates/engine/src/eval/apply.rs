//! Performing atomic actions on a position.

use crate::action::{Act, Action, Facet};
use crate::ctx::Ctx;
use crate::game::{ComponentKind, ContainerKind};
use crate::kernel::Bool;
use crate::position::{Piece, Slot};
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    pub fn do_action(&mut self, a: &Action) {
        self.deciding = a.decision;
        if let Some(observer) = &self.observer {
            observer.act(a, self);
        }
        match &a.act {
            Act::Add { kind, to, what, count, state, rotation, value, .. } => {
                self.add(*kind, *to, *what, *count, *state, *rotation, *value)
            }
            Act::Insert { kind, to, level, what, state } => {
                let slot = self.slot(self.kind_at(*kind, *to), *to);
                let piece = Piece { state: (*state).max(0), ..self.fresh(*what) };
                self.pos.insert_level(slot, (*level).max(0) as usize, piece);
                self.enter_tracks(*what, *to, 1);
            }
            Act::Move {
                from_kind,
                from,
                from_level,
                to_kind,
                to,
                to_level,
                state,
                rotation,
                value,
                stack,
            } => {
                let (a, b) = ((*from_kind, *from), (*to_kind, *to));
                if *stack && self.pos.stacking() {
                    self.move_stack(a, b, *to_level, [*state, *rotation, *value]);
                } else if self.pos.stacking() {
                    self.move_in_stacks(a, *from_level, b, *to_level, [*state, *rotation, *value]);
                } else {
                    self.move_flat(a, b, [*state, *rotation, *value]);
                }
            }
            Act::MoveCount { from_kind, from, to_kind, to, count } => {
                self.move_count((*from_kind, *from), (*to_kind, *to), *count)
            }
            Act::MoveSubStack { from_kind, from, to_kind, to, levels } => {
                self.move_sub_stack((*from_kind, *from), (*to_kind, *to), *levels)
            }
            Act::Copy {
                from_kind, from, from_level, to_kind, to, to_level, state, rotation, value, ..
            } => {
                let (a, b) = (self.slot(*from_kind, *from), self.slot(*to_kind, *to));
                if self.pos.stacking() {
                    let kept: SmallVec<[Piece; 8]> = self.pos.levels(a).iter().copied().collect();
                    self.move_in_stacks(
                        (*from_kind, *from),
                        *from_level,
                        (*to_kind, *to),
                        *to_level,
                        [*state, *rotation, *value],
                    );
                    self.pos.clear(a);
                    for p in kept {
                        self.pos.push(a, p);
                    }
                } else {
                    let count = self.pos.count(a);
                    self.move_flat((*from_kind, *from), (*to_kind, *to), [*state, *rotation, *value]);
                    let piece = self.pos.top(b);
                    self.pos.set_slot(a, Slot { piece, count });
                }
            }
            Act::Remove { kind, to, level, applied } => {
                if *applied {
                    self.remove(*kind, *to, *level);
                } else {
                    self.pos.to_remove.push(*to);
                }
            }
            Act::Promote { kind, to, level, what } => self.promote(*kind, *to, *level, *what),
            // What follows is evaluated by `perform`, which knows the moves.
            Act::Select { .. } | Act::Pass { .. } | Act::NextInstance | Act::Follow { .. } => {}
            Act::Swap { a, b } => {
                for seat in &mut self.pos.order {
                    if i32::from(*seat) == *a {
                        *seat = *b as u8;
                    } else if i32::from(*seat) == *b {
                        *seat = *a as u8;
                    }
                }
            }
            Act::Propose { name } => self.pos.propositions.push((*name).into()),
            Act::Vote { name } => self.vote((*name).into()),
            Act::Note { name, player } => {
                let moves = self.pos.moves_made;
                self.pos.notes.push((moves, *name, (*player).max(0) as u8));
            }
            Act::Bet { player, bet } => self.for_player(*player, |p, i| p.amounts[i] = *bet),
            Act::SetAmount { player, amount } => self.for_player(*player, |p, i| p.amounts[i] = *amount),
            Act::SetPot { pot } => self.pos.pot = *pot,
            Act::SetScore { player, score, add } => self.for_player(*player, |p, i| {
                p.scores[i] = if *add { p.scores[i].saturating_add(*score) } else { *score };
            }),
            Act::SetCount { kind, to, what, count } => self.set_count(*kind, *to, *what, *count),
            Act::SetState { kind, to, level, state } => {
                self.change(*kind, *to, *level, |p| p.state = *state);
            }
            Act::SetRotation { kind, to, level, rotation } => {
                self.change(*kind, *to, *level, |p| p.rotation = *rotation as u8);
            }
            Act::SetValue { kind, to, level, value } => {
                self.change(*kind, *to, *level, |p| p.value = *value);
            }
            Act::SetPlayerValue { player, value } => {
                self.for_player(*player, |p, i| p.player_values[i] = *value)
            }
            Act::SetCounter { counter } => self.pos.counter = *counter,
            Act::SetTemp { temp } => self.pos.temp = *temp,
            Act::SetVar { name, value } => {
                let i = usize::from(*name);
                if i >= self.pos.vars.len() {
                    self.pos.vars.resize(i + 1, OFF);
                }
                self.pos.vars[i] = *value;
            }
            Act::SetPending { value } => {
                if !self.pos.pending.contains(value) {
                    self.pos.pending.push(*value);
                }
            }
            Act::SetNextPlayer { player } => self.pos.next = (*player).clamp(0, 255) as u8,
            Act::SetTrump { suit } => self.pos.trump = *suit,
            Act::Trigger { player, .. } => {
                if (0..32).contains(player) {
                    self.pos.triggered |= 1 << player;
                }
            }
            Act::Remember { name, value, unique } => {
                let list = self.remembered_list(*name);
                if !*unique || !list.contains(value) {
                    list.push(*value);
                }
            }
            Act::Forget { name, value } => {
                let list = self.remembered_list(*name);
                if let Some(i) = list.iter().position(|v| v == value) {
                    list.remove(i);
                }
            }
            Act::StoreState => self.pos.stored_state = self.pos.content_hash(),
            Act::AddToTeam { player, team } => self.for_player(*player, |p, i| p.teams[i] = *team as u8),
            Act::SetCost { kind, to, cost } => set_sparse(&mut self.pos.costs, *kind, *to, *cost),
            Act::SetPhase { kind, to, phase } => set_sparse(&mut self.pos.site_phases, *kind, *to, *phase),
            Act::SetHidden { facet, player, kind, to, level, hidden } => {
                self.set_hidden(*facet, *player, *kind, *to, *level, *hidden)
            }
            Act::UseDie { container, die, .. } => {
                if let Some(d) =
                    self.pos.dice.get_mut(*container as usize).and_then(|d| d.get_mut(*die as usize))
                {
                    *d = 0;
                }
            }
            Act::SetDie { site, face } => self.set_die(*site, *face),
            Act::SetDiceAllEqual { equal } => {
                self.pos.dice_all_equal = *equal;
                // The last action of a throw: what the dice show together is known from here on.
                let sums = self.pos.dice.iter().map(|dice| dice.iter().sum()).collect();
                self.pos.dice_sum = sums;
            }
            Act::Forfeit { player } => {
                let p = (*player).max(0) as usize;
                self.pos.set_active(p, false);
            }
            Act::PuzzleSet { kind, var, value } => self.puzzle_set(*kind, *var, *value),
            Act::PuzzleToggle { kind, var, value } => {
                if let Some(c) = self.puzzle_variable(*kind, *var) {
                    *c ^= 1 << (*value).clamp(0, 63);
                }
            }
            Act::PuzzleReset { kind, var } => self.puzzle_reset(*kind, *var),
        }
    }

    /// The kind that an action means: past the board it is a cell of another container.
    fn kind_at(&self, kind: SiteType, site: i32) -> SiteType {
        if site >= self.game.board_sites(kind) as i32 { SiteType::Cell } else { kind }
    }

    fn for_player(&mut self, player: i32, f: impl FnOnce(&mut crate::position::Position, usize)) {
        if (0..crate::position::PLAYERS as i32).contains(&player) {
            f(&mut self.pos, player as usize);
        }
    }

    fn owner_of(&self, what: i32) -> u8 {
        if what < 1 { 0 } else { self.game.components.get(what as usize).map_or(0, |c| c.owner as u8) }
    }

    /// A piece of a component as it comes from the box.
    fn fresh(&self, what: i32) -> Piece {
        Piece { what: what.max(0) as u16, who: self.owner_of(what), ..Piece::default() }
    }

    // ---- adding and removing ----

    fn add(&mut self, kind: SiteType, to: i32, what: i32, count: i32, state: i32, rotation: i32, value: i32) {
        if to < 0 {
            return;
        }
        let slot = self.slot(self.kind_at(kind, to), to);
        let said = |old: i32, new: i32| if new == UNDEFINED { old } else { new };
        if self.pos.stacking() {
            let piece = Piece {
                state: state.max(0),
                rotation: rotation.max(0) as u8,
                value: value.max(0),
                ..self.fresh(what)
            };
            self.pos.push(slot, piece);
        } else {
            let old = self.pos.slot_content(slot);
            let fresh = self.fresh(what);
            let empty = old.piece.what == 0;
            let value = if self.game.uses.dominoes && empty { 1 } else { value };
            let piece = Piece {
                what: if empty { fresh.what } else { old.piece.what },
                who: if empty { fresh.who } else { old.piece.who },
                state: said(old.piece.state, state),
                rotation: said(old.piece.rotation.into(), rotation) as u8,
                value: said(old.piece.value, value),
            };
            let count = match (empty, self.game.uses.count) {
                // Nothing, put on an empty site of a game without counts, leaves it empty.
                (true, false) if what <= 0 => 0,
                (true, _) => count,
                (false, true) => old.count + count,
                (false, false) => 1,
            };
            self.pos.set_slot(slot, Slot { piece, count });
            if empty && what > 0 {
                self.pos.remaining_dominoes.retain(|&d| i32::from(d) != what);
                self.cover_large(what, to, state, true);
            }
        }
        self.enter_tracks(what, to, if self.pos.stacking() { 1 } else { count });
    }

    fn remove(&mut self, kind: SiteType, to: i32, level: i32) {
        let slot = self.slot(self.kind_at(kind, to), to);
        let what;
        if self.pos.stacking() {
            let gone = if level == UNDEFINED {
                self.pos.pop(slot)
            } else {
                self.pos.remove_level(slot, level.max(0) as usize)
            };
            what = gone.map_or(0, |p| p.what);
        } else {
            let old = self.pos.top(slot);
            what = old.what;
            self.cover_large(what.into(), to, old.state, false);
            self.pos.clear(slot);
        }
        if what > 0 {
            self.leave_tracks(what, to);
        }
    }

    fn promote(&mut self, kind: SiteType, to: i32, level: i32, what: i32) {
        let slot = self.slot(self.kind_at(kind, to), to);
        let piece = self.fresh(what);
        if self.pos.stacking() {
            if level == UNDEFINED {
                self.pos.pop(slot);
            } else {
                self.pos.remove_level(slot, level.max(0) as usize);
            }
            self.pos.push(slot, piece);
        } else {
            let who = if self.pos.what(slot) == 0 { 0 } else { piece.who };
            self.pos.set_slot(slot, Slot { piece: Piece { who, ..piece }, count: 1 });
        }
    }

    fn set_count(&mut self, kind: SiteType, to: i32, what: i32, count: i32) {
        let slot = self.slot(self.kind_at(kind, to), to);
        if count > 0 {
            let old = self.pos.slot_content(slot).piece;
            let piece = if what == UNDEFINED { old } else { Piece { what: what.max(0) as u16, ..old } };
            self.pos.set_slot(slot, Slot { piece, count });
        } else {
            let old = self.pos.what(slot);
            self.pos.clear(slot);
            if old > 0 {
                self.leave_tracks(old as u16, to);
            }
        }
    }

    /// Changes what the piece on top, or at a level, carries.
    fn change(&mut self, kind: SiteType, to: i32, level: i32, f: impl FnOnce(&mut Piece)) {
        if to < 0 {
            return;
        }
        let slot = self.slot(self.kind_at(kind, to), to);
        if self.pos.stacking() {
            let height = self.pos.height(slot);
            let level = if level == UNDEFINED { height.saturating_sub(1) } else { level.max(0) as usize };
            if level < height {
                let mut p = self.pos.at_level(slot, level);
                f(&mut p);
                self.pos.set_level(slot, level, p);
            }
        } else {
            let mut content = self.pos.slot_content(slot);
            f(&mut content.piece);
            self.pos.set_slot(slot, content);
        }
    }

    // ---- moving ----

    /// One piece moves on a board without stacks; its state, rotation and value go with it unless others are said.
    fn move_flat(&mut self, from: (SiteType, i32), to: (SiteType, i32), said: [i32; 3]) {
        let (a, b) = (self.slot(from.0, from.1), self.slot(to.0, to.1));
        let source = self.pos.slot_content(a);
        if source.piece.what == 0 && source.count == 0 {
            return;
        }
        let moved = source.piece;
        let large = self.is_large(moved.what.into());
        if source.count == 1 {
            if large {
                self.cover_large(moved.what.into(), from.1, moved.state, false);
            }
            self.pos.set_slot(a, Slot::default());
        } else {
            self.pos.set_slot(a, Slot { count: source.count - 1, ..source });
        }
        let target = self.pos.slot_content(b);
        let [state, rotation, value] = said;
        let mut piece = Piece { who: self.owner_of(moved.what.into()), ..moved };
        if moved.what == 0 {
            piece.state = target.piece.state;
        }
        if state != UNDEFINED {
            piece.state = state;
        }
        if rotation != UNDEFINED {
            piece.rotation = rotation as u8;
        }
        if value != UNDEFINED {
            piece.value = value;
        }
        if self.game.uses.dominoes {
            piece.value = 1;
        }
        let same = target.piece.what == moved.what && target.count > 0;
        let count = if same && self.game.uses.count { target.count + 1 } else { 1 };
        if same {
            piece.who = target.piece.who;
        }
        self.pos.set_slot(b, Slot { piece, count });
        self.move_on_tracks(moved.what, 1, from.1, to.1);
        if large {
            let state = if state == UNDEFINED { moved.state } else { state };
            self.cover_large(moved.what.into(), to.1, state, true);
        }
        if !self.pos.hidden.is_empty() {
            let h = self.pos.hidden[a].clone();
            self.pos.hidden[b] = h;
            if self.pos.what(a) == 0 {
                self.pos.hidden[a].clear();
            }
        }
    }

    fn move_count(&mut self, from: (SiteType, i32), to: (SiteType, i32), count: i32) {
        let (a, b) = (self.slot(from.0, from.1), self.slot(to.0, to.1));
        let source = self.pos.slot_content(a);
        let what = source.piece.what;
        if source.count - count <= 0 {
            self.pos.clear(a);
        } else {
            self.pos.set_slot(a, Slot { count: source.count - count, ..source });
        }
        let target = self.pos.slot_content(b);
        if target.count == 0 {
            let piece = Piece { what, who: self.owner_of(what.into()), ..target.piece };
            self.pos.set_slot(b, Slot { piece, count });
        } else if target.piece.what == what && target.count + count <= self.game.uses.max_count {
            self.pos.set_slot(b, Slot { count: target.count + count, ..target });
        }
        self.move_on_tracks(what, count, from.1, to.1);
    }

    /// One piece leaves a stack, from the top or from a level, and comes onto another, on top or at a level.
    fn move_in_stacks(
        &mut self,
        from: (SiteType, i32),
        from_level: i32,
        to: (SiteType, i32),
        to_level: i32,
        said: [i32; 3],
    ) {
        if from == to {
            return;
        }
        let (a, b) = (self.slot(from.0, from.1), self.slot(to.0, to.1));
        let height = self.pos.height(a);
        let level = if from_level == UNDEFINED { height.wrapping_sub(1) } else { from_level.max(0) as usize };
        if height == 0 || level >= height {
            return;
        }
        let hidden = self.pos.hidden.get(a).and_then(|h| h.get(level).copied()).unwrap_or(0);
        let Some(moved) = self.pos.remove_level(a, level) else { return };
        let [state, rotation, value] = said;
        // A piece that moves from the top leaves behind what it carried; one taken from a level, or moving from edge to
        // edge, keeps it. (So it is recorded; the games on edges need it too: there pieces carry home and direction.)
        let on_edges = from.0 == SiteType::Edge && to.0 == SiteType::Edge;
        let mut piece = if from_level == UNDEFINED && to_level == UNDEFINED && !on_edges {
            self.fresh(moved.what.into())
        } else {
            Piece { who: self.owner_of(moved.what.into()), ..moved }
        };
        if state != UNDEFINED {
            piece.state = state;
        }
        if rotation != UNDEFINED {
            piece.rotation = rotation as u8;
        }
        if value != UNDEFINED {
            piece.value = value;
        }
        let level = if to_level == UNDEFINED { self.pos.height(b) } else { to_level.max(0) as usize };
        self.pos.insert_level(b, level, piece);
        if hidden != 0 {
            let h = &mut self.pos.hidden[b];
            while h.len() <= level {
                h.push(0);
            }
            h[level] = hidden;
        }
        self.move_on_tracks(moved.what, 1, from.1, to.1);
    }

    fn move_stack(&mut self, from: (SiteType, i32), to: (SiteType, i32), to_level: i32, said: [i32; 3]) {
        if from == to {
            return;
        }
        let (a, b) = (self.slot(from.0, from.1), self.slot(to.0, to.1));
        let moved: SmallVec<[Piece; 8]> = self.pos.levels(a).iter().copied().collect();
        self.pos.clear(a);
        for piece in moved {
            self.move_on_tracks(piece.what, 1, from.1, to.1);
            if to_level == UNDEFINED {
                self.pos.push(b, piece);
            } else {
                let [state, rotation, value] = said.map(|v| v.max(0));
                let piece = Piece { state, rotation: rotation as u8, value, ..piece };
                self.pos.insert_level(b, to_level.max(0) as usize, piece);
            }
        }
    }

    fn move_sub_stack(&mut self, from: (SiteType, i32), to: (SiteType, i32), levels: i32) {
        let (a, b) = (self.slot(from.0, from.1), self.slot(to.0, to.1));
        let n = levels.max(0) as usize;
        let height = self.pos.height(a);
        if height == 0 || height < n {
            return;
        }
        let moved: SmallVec<[Piece; 8]> = self.pos.levels(a)[height - n..].iter().copied().collect();
        for _ in 0..n {
            self.pos.pop(a);
        }
        for piece in moved {
            self.move_on_tracks(piece.what, 1, from.1, to.1);
            self.pos.push(b, piece);
        }
    }

    // ---- tracks: which index of a track a piece has reached, where sites alone do not tell ----

    /// A piece comes onto the board: it stands at the first index of each track that passes there.
    fn enter_tracks(&mut self, what: i32, site: i32, count: i32) {
        if what < 1 || !self.game.uses.track_indices {
            return;
        }
        for (t, track) in self.game.tracks.iter().enumerate() {
            if let Some(i) = track.sites.iter().position(|&s| s == site) {
                self.note_on_track(t, what as u16, i as i32, count);
            }
        }
    }

    /// A piece is taken off: where its track passes a site several times, the piece that has come least far.
    fn leave_tracks(&mut self, what: u16, site: i32) {
        if !self.game.uses.track_indices {
            return;
        }
        for (t, track) in self.game.tracks.iter().enumerate() {
            let here = (0..track.sites.len() as i32)
                .find(|&i| track.sites[i as usize] == site && self.on_track(t, what, i) > 0);
            if let Some(i) = here {
                self.note_on_track(t, what, i, -1);
            }
        }
    }

    fn move_on_tracks(&mut self, what: u16, count: i32, from: i32, to: i32) {
        if what == 0 || !self.game.uses.track_indices {
            return;
        }
        let owner = self.game.components.get(usize::from(what)).map_or(0, |c| c.owner);
        let sent = !self.deciding
            && (1..=self.game.players).contains(&owner)
            && owner != usize::from(self.pos.mover);
        for (t, track) in self.game.tracks.iter().enumerate() {
            let here = |site: i32| {
                track.sites.iter().enumerate().filter(move |&(_, &s)| s == site).map(|(i, _)| i as i32)
            };
            let mut was_on_track = false;
            let mut left = None;
            for i in here(from) {
                was_on_track = true;
                if self.on_track(t, what, i) > 0 {
                    left = Some(i);
                    break;
                }
            }
            if let Some(i) = left {
                self.note_on_track(t, what, i, -count);
                // A piece that is sent somewhere by another player's move has not gone there: it begins anew.
                let ahead = here(to).find(|&j| j > i && !sent);
                if let Some(j) = ahead.or_else(|| here(to).next()) {
                    self.note_on_track(t, what, j, count);
                }
            } else if !was_on_track && let Some(j) = here(to).next() {
                self.note_on_track(t, what, j, 1);
            }
        }
    }

    /// How many pieces of a component stand at an index of a track.
    pub fn on_track(&self, track: usize, what: u16, index: i32) -> i32 {
        self.pos
            .on_track
            .get(track)
            .and_then(|l| l.iter().find(|&&(w, i, _)| w == what && i == index))
            .map_or(0, |&(_, _, n)| n)
    }

    fn note_on_track(&mut self, track: usize, what: u16, index: i32, change: i32) {
        if self.pos.on_track.len() <= track {
            self.pos.on_track.resize(track + 1, Vec::new());
        }
        let list = &mut self.pos.on_track[track];
        match list.iter().position(|&(w, i, _)| w == what && i == index) {
            Some(k) => {
                list[k].2 += change;
                if list[k].2 == 0 {
                    list.swap_remove(k);
                }
            }
            None => list.push((what, index, change)),
        }
    }

    // ---- large pieces ----

    pub fn is_large(&self, what: usize) -> bool {
        matches!(
            self.game.components.get(what).map(|c| &c.kind),
            Some(ComponentKind::Large { .. } | ComponentKind::Domino { .. })
        )
    }

    /// Marks the other sites that a large piece covers as taken or free. A domino shows there what its halves are
    /// worth, and counts as its own number, so that two sites can be told to be of one domino.
    fn cover_large(&mut self, what: i32, anchor: i32, state: i32, cover: bool) {
        if what < 1 || !self.game.uses.large_pieces || !self.is_large(what as usize) {
            return;
        }
        let sites = self.large_piece_sites(what as usize, anchor, state.max(0));
        let halves = match self.game.components[what as usize].kind {
            ComponentKind::Domino { value, value2 } => Some([value, value2]),
            _ => None,
        };
        for (i, site) in sites.into_iter().enumerate() {
            let slot = self.slot(SiteType::Cell, site);
            let mut content = self.pos.slot_content(slot);
            match halves {
                Some(halves) => {
                    content.count = if cover { what } else { 0 };
                    content.piece.value = if cover { halves[usize::from(i >= 4)] } else { 0 };
                }
                None if site == anchor => continue,
                None => content.count = i32::from(cover),
            }
            self.pos.set_slot(slot, content);
        }
    }

    // ---- votes, memory, hiding ----

    /// A vote is counted when all have voted; more than half decide.
    fn vote(&mut self, name: i32) {
        self.pos.votes.push(name);
        let n = self.game.players;
        if self.pos.votes.len() < n {
            return;
        }
        let votes = std::mem::take(&mut self.pos.votes);
        if let Some(&v) = votes.iter().find(|&&v| votes.iter().filter(|&&w| w == v).count() > n / 2) {
            self.pos.decided = v;
        }
        self.pos.propositions.clear();
    }

    fn remembered_list(&mut self, name: Option<u16>) -> &mut Vec<i32> {
        match name {
            None => &mut self.pos.remembered,
            Some(n) => {
                let lists = &mut self.pos.remembered_by_name;
                let i = match lists.iter().position(|(m, _)| *m == n) {
                    Some(i) => i,
                    None => {
                        lists.push((n, Vec::new()));
                        lists.len() - 1
                    }
                };
                &mut lists[i].1
            }
        }
    }

    fn set_hidden(&mut self, facet: Facet, player: i32, kind: SiteType, to: i32, level: i32, hidden: bool) {
        let slot = self.slot(self.kind_at(kind, to), to);
        if slot == self.game.layout.nowhere || !(0..=16).contains(&player) {
            return;
        }
        if let Some(h) = self.pos.hidden.get_mut(slot) {
            let level = level.max(0) as usize;
            while h.len() <= level {
                h.push(0);
            }
            let bit = 1u128 << (facet as u32 * 17 + player as u32);
            if hidden { h[level] |= bit } else { h[level] &= !bit }
        }
    }

    /// Is something of the piece at a slot and level hidden from a player?
    pub fn is_hidden(&self, facet: Facet, player: i32, slot: usize, level: usize) -> bool {
        if !(0..=16).contains(&player) {
            return false;
        }
        let bit = 1u128 << (facet as u32 * 17 + player as u32);
        self.pos.hidden.get(slot).and_then(|h| h.get(level)).is_some_and(|h| h & bit != 0)
    }

    // ---- dice, decks ----

    /// The faces of the die at a site.
    fn faces_at(&self, site: i32) -> &'g [i32] {
        let what = self.what(SiteType::Cell, site);
        match self.game.components.get(what).map(|c| &c.kind) {
            Some(ComponentKind::Die { faces, .. }) => faces,
            _ => &[],
        }
    }

    pub(crate) fn set_die(&mut self, site: i32, face: i32) {
        if face < 0 {
            return;
        }
        self.change(SiteType::Cell, site, UNDEFINED, |p| p.state = face);
        let pips = self.faces_at(site).get(face as usize).copied().unwrap_or(0);
        let mut set = 0;
        for c in &self.game.containers {
            if let ContainerKind::Dice { .. } = c.kind {
                if site >= c.first
                    && site < c.first + c.len
                    && let Some(d) =
                        self.pos.dice.get_mut(set).and_then(|d| d.get_mut((site - c.first) as usize))
                {
                    *d = pips;
                }
                set += 1;
            }
        }
    }

    /// Dice lie in their containers from the start, showing their first face; decks are shuffled.
    pub fn set_up_containers(&mut self) {
        let game = self.game;
        for c in &game.containers {
            match c.kind {
                ContainerKind::Dice { .. } => {
                    let mut values = SmallVec::new();
                    for i in 0..c.len {
                        let site = c.first + i;
                        let what = self.component_for_die(c, i);
                        self.start_add(SiteType::Cell, site, what);
                        values.push(self.faces_at(site).first().copied().unwrap_or(0));
                    }
                    self.pos.dice.push(values);
                    self.pos.dice_sum.push(0);
                }
                ContainerKind::Deck => {
                    let mut cards: Vec<usize> = (1..game.components.len())
                        .filter(|&i| matches!(game.components[i].kind, ComponentKind::Card { .. }))
                        .collect();
                    while !cards.is_empty() {
                        let i = self.rng.below(cards.len());
                        let card = cards.remove(i);
                        self.start_add(SiteType::Cell, c.first, card as i32);
                    }
                }
                ContainerKind::Board | ContainerKind::Hand => {}
            }
        }
        if game.uses.dominoes {
            self.pos.remaining_dominoes = (1..game.components.len() as u16).collect();
        }
    }

    fn component_for_die(&self, container: &crate::game::Container, die: i32) -> i32 {
        // Dice of several sets are numbered through, in the order of their containers.
        let mut before = 0;
        for c in &self.game.containers {
            if c.first >= container.first {
                break;
            }
            if let ContainerKind::Dice { .. } = c.kind {
                before += c.len;
            }
        }
        let wanted = before + die;
        let mut n = 0;
        for (i, c) in self.game.components.iter().enumerate() {
            if let ComponentKind::Die { .. } = c.kind {
                if n == wanted {
                    return i as i32;
                }
                n += 1;
            }
        }
        0
    }

    /// Places a piece during set-up; counts as a move of the set-up.
    pub fn start_add(&mut self, kind: SiteType, site: i32, what: i32) {
        self.add(kind, site, what, 1, UNDEFINED, UNDEFINED, UNDEFINED);
        self.pos.moves_made += 1;
        self.pos.trail.push(0);
    }

    /// Refreshes the sums shown by the dice.
    pub fn sum_dice(&mut self) {
        let game = self.game;
        let mut set = 0;
        for c in &game.containers {
            if let ContainerKind::Dice { .. } = c.kind {
                let mut sum = 0;
                for site in c.first..c.first + c.len {
                    let face = self.pos.top(self.slot(SiteType::Cell, site)).state;
                    sum += self.faces_at(site).get(face.max(0) as usize).copied().unwrap_or(0);
                }
                // (To write costs more than to look.)
                if self.pos.dice_sum.get(set).is_some_and(|&known| known != sum) {
                    self.pos.dice_sum[set] = sum;
                }
                set += 1;
            }
        }
    }

    // ---- deduction puzzles ----

    fn puzzle_variable(&mut self, kind: SiteType, var: i32) -> Option<&mut u64> {
        self.pos.puzzle.as_mut().and_then(|p| p.candidates[kind as usize].get_mut(var.max(0) as usize))
    }

    fn puzzle_set(&mut self, kind: SiteType, var: i32, value: i32) {
        if let Some(c) = self.puzzle_variable(kind, var) {
            *c = 1 << value.clamp(0, 63);
        }
    }

    fn puzzle_reset(&mut self, kind: SiteType, var: i32) {
        let all = self.puzzle_range_bits(kind);
        if let Some(c) = self.puzzle_variable(kind, var) {
            *c = all;
        }
    }

    /// All values that a variable of this kind may take, as bits.
    fn puzzle_range_bits(&self, kind: SiteType) -> u64 {
        let (min, max) = self.game.puzzle_ranges[kind as usize].unwrap_or((0, 0));
        (min.clamp(0, 63)..=max.clamp(0, 63)).fold(0, |bits, v| bits | 1 << v)
    }

    /// Every variable may take every value of its range, before the start rules fix some.
    pub fn set_up_puzzle(&mut self) {
        let candidates = SiteType::ALL.map(|kind| {
            let n = if self.game.puzzle_ranges[kind as usize].is_some() {
                self.game.board_sites(kind)
            } else {
                0
            };
            vec![self.puzzle_range_bits(kind); n]
        });
        self.pos.puzzle = Some(Box::new(crate::position::Puzzle { candidates }));
    }

    /// Every value for every open variable that contradicts no constraint.
    pub fn puzzle_moves(
        &mut self,
        constraints: &[crate::kernel::Bool],
        m: &crate::kernel::Moves,
        out: &mut Vec<crate::moves::Move>,
    ) {
        // Where all constraints hold now, trying a variable need only look at what that variable touches.
        let sound = constraints.iter().all(|c| self.bool(c));
        for kind in SiteType::ALL {
            let open = match &self.pos.puzzle {
                Some(p) => p.candidates[kind as usize].clone(),
                None => return,
            };
            for (var, &bits) in open.iter().enumerate().filter(|(_, bits)| bits.count_ones() > 1) {
                for value in (0..64).filter(|v| bits >> v & 1 == 1) {
                    if !self.burn(1, m.rule) {
                        return;
                    }
                    let var = var as i32;
                    self.puzzle_set(kind, var, value);
                    let fits = constraints.iter().all(|c| {
                        let by_regions = matches!(c, Bool::PuzzleDifferent { .. } | Bool::PuzzleSum { .. });
                        self.puzzle_trying = (sound && by_regions).then_some((kind, var));
                        let holds = self.bool(c);
                        self.puzzle_trying = None;
                        holds
                    });
                    if let Some(c) = self.puzzle_variable(kind, var) {
                        *c = bits;
                    }
                    if fits {
                        let act = Act::PuzzleSet { kind, var, value };
                        let mut mv = crate::moves::Move::new(Action { act, decision: true });
                        mv.mover = self.pos.mover;
                        out.push(mv);
                    }
                }
            }
        }
    }

    // ---- metarules ----

    /// Metarules that add, change or drop moves: swap, pin, gravity, automove.
    pub fn meta_moves(&mut self, out: &mut Vec<crate::moves::Move>) {
        let game = self.game;
        if game.meta.swap && self.pos.moves_made - self.pos.start_moves == game.players as i32 - 1 {
            let mover = self.pos.mover;
            let trail = &self.pos.trail[self.pos.start_moves.max(0) as usize..];
            let last = trail.iter().rev().map(|m| m & !crate::position::PASSED).find(|&m| m != mover);
            if let Some(other) = last {
                let act = Act::Swap { a: mover.into(), b: other.into() };
                let mut m = crate::moves::Move::new(Action { act, decision: true });
                let again = Act::SetNextPlayer { player: mover.into() };
                m.actions.push(Action { act: again, decision: false });
                m.mover = mover;
                out.push(m);
            }
        }
        self.pyramid_rules(out);
        if game.meta.automove {
            for m in out.iter_mut() {
                self.add_forced_moves(m);
            }
        }
    }

    /// Where a move leaves sites to which exactly one move goes, those moves are made with it; and so on until
    /// nothing more is forced.
    fn add_forced_moves(&mut self, m: &mut crate::moves::Move) {
        let mut after = self.fork();
        after.perform(m, true);
        loop {
            let rule = after.moves_of_phase(after.pos.mover.into());
            let mut next = Vec::new();
            after.moves(rule, &mut next);
            let sole: Vec<usize> = (0..next.len())
                .filter(|&i| next.iter().filter(|o| o.to == next[i].to).count() == 1)
                .collect();
            if sole.is_empty() || !self.burn(1000, rule.rule) {
                break;
            }
            for i in sole {
                let made = after.perform(&next[i], false);
                m.actions.extend(made.actions.iter().map(|a| Action { decision: false, ..a.clone() }));
            }
        }
    }
}

fn set_sparse(list: &mut Vec<(SiteType, i32, i32)>, kind: SiteType, site: i32, value: i32) {
    match list.iter_mut().find(|(k, s, _)| *k == kind && *s == site) {
        Some(entry) => entry.2 = value,
        None => list.push((kind, site, value)),
    }
}
