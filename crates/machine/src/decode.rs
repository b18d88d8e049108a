//! The way back from a state to a position of the evaluator. A state keeps only what the rules of its game can read, so
//! a position that comes back holds that and is otherwise as after the start rules: it has the same legal moves and the same future,
//! and writing it as a state again gives the same words.
//!
//! What is kept in short is written out as far as it matters. Of the movers so far the latest sixteen are known; those
//! before them are filled in so that the number of moves and the player before the latest run of moves are right. The last move has
//! its ends, and where the rules ask for its actions, one action with the ends of the last of them.

use crate::layout::{Layout, Number, PerPlayer, PerSite, Plane, slot_of};
use crate::state::View;
use ludarium_engine::action::{Act, Action};
use ludarium_engine::game::Game;
use ludarium_engine::kernel::start::{SiteNumber, Start};
use ludarium_engine::kernel::walk::{Part, any, rules_of};
use ludarium_engine::kernel::{Effect, MovesKind};
use ludarium_engine::moves::Move;
use ludarium_engine::position::{PASSED, Piece, Position, Slot};
use ludarium_engine::types::*;
use std::sync::Arc;

/// Does some rule say how many pieces lie at a site?
fn counts_out(game: &Game) -> bool {
    let effect = |p: Part<'_>| {
        let Part::Moves(m) = p else { return false };
        matches!(&m.kind, MovesKind::Effect(e) if matches!(**e, Effect::SetCount { .. }))
    };
    game.start.iter().any(sets_counts) || any(rules_of(game), effect)
}

fn sets_counts(rule: &Start) -> bool {
    match rule {
        Start::SetSites { number, .. } => *number == SiteNumber::Count,
        Start::ForEachSite { rules, .. }
        | Start::ForEachValue { rules, .. }
        | Start::ForEachPlayer { rules, .. }
        | Start::ForEachTeam { rules } => rules.iter().any(sets_counts),
        Start::Place { .. }
        | Start::PlaceFree { .. }
        | Start::Stack { .. }
        | Start::Random { .. }
        | Start::RandomStack { .. }
        | Start::SetPlayers { .. }
        | Start::SetTeam { .. }
        | Start::SetHidden { .. }
        | Start::Remember { .. }
        | Start::PuzzleSet { .. }
        | Start::DealCards(_)
        | Start::DealDominoes(_)
        | Start::SplitDeck => false,
    }
}

/// The latest movers that a state knows.
const TRAIL: usize = 16;

impl Layout {
    /// Can positions of this game be told from their states alone? What players may not see is no part of a state, and pieces
    /// that are counted out are nobody's to the evaluator until they move, which a state does not tell either. Of votes it keeps
    /// only how many there were, and of the last move not always of which kind its sites are (`knows_kinds`).
    pub fn is_whole(&self, game: &Game) -> bool {
        self.untold(game).is_none()
    }
    /// What states of this game do not tell of its positions.
    pub fn untold(&self, game: &Game) -> Option<&'static str> {
        let owned = game.components.iter().any(|c| (1..=game.players).contains(&c.owner));
        let reasons = [
            (!self.knows_kinds, "of which kind the sites of the last move are"),
            (self.votes.is_some(), "who voted"),
            (game.uses.hidden, "what is hidden"),
            (owned && counts_out(game), "whose pieces are that were counted out"),
        ];
        reasons.into_iter().find(|(untold, _)| *untold).map(|(_, why)| why)
    }

    /// The slot of the evaluator where a site lies, given where it is stored.
    pub fn slot(&self, game: &Game, site: usize) -> usize {
        slot_of(game, &self.grounds, site)
    }

    /// Whose sites these are: of the board, or beside it.
    fn kind_of(&self, view: &View<'_>, kept: Number, site: i32) -> SiteType {
        if self.grounds.len() > 1 {
            let kind = usize::try_from(view.get(kept)).ok().and_then(|k| SiteType::ALL.get(k));
            return kind.copied().unwrap_or(self.kind);
        }
        if (0..self.board_len as i32).contains(&site) { self.kind } else { SiteType::Cell }
    }

    /// Writes a state as a position; `first` is one after the start rules of the same game.
    pub fn decode(&self, game: &Game, first: &Position, words: &[u64]) -> Position {
        let mut pos = first.clone();
        self.decode_into(game, first, words.to_vec(), &mut pos);
        pos
    }

    /// Writes a state over a position of the same game.
    pub(crate) fn decode_into(&self, game: &Game, first: &Position, mut words: Vec<u64>, pos: &mut Position) {
        let view = View { layout: self, words: &mut words };
        self.decode_sites(game, &view, pos);
        self.decode_numbers(&view, pos);
        self.decode_players(&view, pos);
        pos.last.clone_from(&first.last);
        self.decode_course(&view, pos);
        if let Some(lists) = &self.lists {
            lists.decode(&view, pos);
        }
        if let Some(votes) = self.votes {
            votes.decode(&view, pos);
        }
        if let Some(history) = &self.history {
            history.decode(&view, pos);
        }
    }

    fn decode_sites(&self, game: &Game, view: &View<'_>, pos: &mut Position) {
        let owner = |what: u8| game.components.get(usize::from(what)).map_or(0, |c| c.owner as u8);
        let piece = |what: u8, [state, rotation, value]: [i32; 3]| Piece {
            what: what.into(),
            who: if what == 0 { 0 } else { owner(what) },
            rotation: rotation as u8,
            state,
            value,
        };
        for site in (0..self.stored).filter(|&s| self.is_site(s)) {
            let slot = self.slot(game, site);
            if self.stacks.is_some() {
                let level_of = |level: usize| piece(view.what_at(site, level), view.carried_at(site, level));
                let height = view.height(site);
                let known = pos.levels(slot);
                if known.len() == height && (0..height).all(|level| known[level] == level_of(level)) {
                    continue;
                }
                pos.clear(slot);
                (0..height).for_each(|level| pos.push(slot, level_of(level)));
            } else {
                let mut piece = piece(view.what(site), view.carried(site));
                if self.ownerless && view.in_plane(Plane::Ownerless, site) {
                    piece.who = 0;
                }
                let content = Slot { piece, count: view.count(site) };
                if pos.slot_content(slot) != content {
                    pos.set_slot(slot, content);
                }
            }
        }
        if let Some(tracks) = &self.tracks {
            pos.on_track = view.all_on_tracks(tracks);
        }
    }

    fn decode_numbers(&self, view: &View<'_>, pos: &mut Position) {
        let get = |n: Number| view.get(n);
        pos.mover = get(Number::Mover) as u8;
        pos.next = get(Number::Next) as u8;
        pos.prev = get(Number::Prev) as u8;
        pos.counter = get(Number::Counter);
        pos.temp = get(Number::Temp);
        pos.active = get(Number::Active) as u32;
        pos.stalemated = get(Number::Stalemated) as u32;
        pos.triggered = get(Number::Triggered) as u32;
        pos.over = get(Number::Over) != 0;
        pos.winner = get(Number::Winner);
        pos.wins_decided = get(Number::WinsDecided);
        pos.losses_decided = get(Number::LossesDecided);
        pos.dice_all_equal = get(Number::DiceAllEqual) != 0;
        pos.turns = get(Number::Turns);
        pos.turns_same_player = get(Number::TurnsSamePlayer);
        pos.consecutive_passes = get(Number::ConsecutivePasses);
        pos.moves_made = get(Number::MovesMade);
        pos.start_moves = get(Number::StartMoves);
        pos.turn_from = get(Number::TurnFrom);
        pos.pot = get(Number::Pot);
        for (set, &(at, len)) in self.dice.iter().enumerate() {
            if let Some(dice) = pos.dice.get_mut(set) {
                *dice = (0..len).map(|i| view.number(at + i)).collect();
            }
            if let Some(sum) = pos.dice_sum.get_mut(set) {
                *sum = view.number(self.dice_sums + set);
            }
        }
        let variables = self.variables_end - self.variables;
        for (i, v) in pos.vars.iter_mut().enumerate().take(variables) {
            *v = view.number(self.variables + i);
        }
        let sites = |plane: Plane| -> Vec<i32> {
            let mut sites = Vec::new();
            for k in 0..self.words {
                let mut left = view.plane_word(self.plane(plane) + k);
                while left != 0 {
                    sites.push((k * 64) as i32 + left.trailing_zeros() as i32);
                    left &= left - 1;
                }
            }
            sites
        };
        let (count, value) = (get(Number::PendingCount), get(Number::PendingValue));
        let mut pending = if count == 1 { vec![value] } else { sites(Plane::Pending) };
        if count > 1 && get(Number::PendingNowhere) != 0 {
            pending.push(OFF);
        }
        // (What was added last stands last.)
        if let Some(at) = pending.iter().position(|&p| p == value) {
            pending[at..].rotate_left(1);
        }
        pos.pending = pending.into_iter().collect();
        pos.to_remove = sites(Plane::ToRemove)
            .into_iter()
            .flat_map(|site| std::iter::repeat_n(site, view.marked(site as usize)))
            .collect();
        pos.visited.clear();
        for site in sites(Plane::Visited) {
            pos.visited.insert(site);
        }
    }

    fn decode_players(&self, view: &View<'_>, pos: &mut Position) {
        for p in 0..=self.players + 1 {
            let get = |which: PerPlayer| view.of_player(which, p);
            pos.phase[p] = get(PerPlayer::Phase) as u8;
            pos.scores[p] = get(PerPlayer::Score);
            pos.amounts[p] = get(PerPlayer::Amount);
            pos.player_values[p] = get(PerPlayer::Value);
            pos.ranks[p] = f64::from(get(PerPlayer::Rank)) / 2.0;
            pos.order[p] = get(PerPlayer::Seat) as u8;
        }
        // (How many won and lost matters, not who: that is in the ranks.)
        pos.winners = std::iter::repeat_n(0, view.get(Number::Winners).max(0) as usize).collect();
        pos.losers = std::iter::repeat_n(0, view.get(Number::Losers).max(0) as usize).collect();
    }

    /// Who moved so far, and the last move.
    fn decode_course(&self, view: &View<'_>, pos: &mut Position) {
        let trail = view.trail();
        let entry = |i: usize| (trail[i / 8] >> (8 * (i % 8))) as u8;
        let latest: Vec<u8> = (0..TRAIL).map(entry).take_while(|&m| m != u8::MAX).collect();
        let made = pos.moves_made.max(0) as usize;
        let before = match view.get(Number::BeforeRun) {
            OFF => latest.first().map_or(0, |m| m & !PASSED),
            player => player as u8,
        };
        pos.trail.clear();
        pos.trail.resize(made.saturating_sub(latest.len()), before);
        pos.trail.extend(latest.iter().rev());
        if pos.moves_made == pos.start_moves {
            return;
        }
        let ends = |from: i32, to: i32| {
            let from_kind = self.kind_of(view, Number::LastFromKind, from);
            let to_kind = self.kind_of(view, Number::LastToKind, to);
            let (from_level, to_level) = (UNDEFINED, UNDEFINED);
            Act::Select { from_kind, from, from_level, to_kind, to, to_level }
        };
        let (from, to) = (view.get(Number::LastFrom), view.get(Number::LastTo));
        let mut last = Move::new(Action { act: ends(from, to), decision: true });
        last.mover = latest.first().map_or(0, |m| m & !PASSED);
        let of_actions = (view.get(Number::LastActionFrom), view.get(Number::LastActionTo));
        last.actions[0].act = ends(of_actions.0, of_actions.1);
        if let Act::Select { to_level, .. } = &mut last.actions[0].act {
            *to_level = view.get(Number::LastLevelTo);
        }
        pos.last = Some(Arc::new(last));
    }
}

impl View<'_> {
    /// How many pieces of a site are taken at the end of the turn.
    fn marked(&self, site: usize) -> usize {
        match self.layout.stacks {
            None => 1,
            Some(_) => bytemuck::cast_slice::<u64, u8>(self.words)[self.layout.places.marked + site].into(),
        }
    }
    /// The numbers per site that a game keeps, 0 where it keeps none.
    pub fn kept(&self, which: PerSite, site: usize) -> i32 {
        let l = self.layout;
        let array = match which {
            PerSite::Count => return self.count(site),
            PerSite::State => l.state,
            PerSite::Rotation => l.rotation,
            PerSite::Value => l.value,
        };
        array.map_or(0, |_| self.half(which, site))
    }
}
