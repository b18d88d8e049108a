//! Positions that came before, for rules about repetition: hashes in the state, with a bound. They are the hashes of the
//! evaluator, so that a state can take over the history of a position.

use crate::ir::{Array, Builder, Space, Width};
use crate::layout::{Number, PerPlayer, Plane};
use crate::state::View;
use ludarium_engine::game::{Game, Repeat};
use ludarium_engine::position::{PLAYERS, Piece, Position, piece_hash};
use ludarium_engine::rng::mix;
use ludarium_engine::types::UNDEFINED;

/// Most positions of a game, and of a turn, that are remembered. A game that goes on longer is void and played another way.
const MOST_SEEN: usize = 4096;
const MOST_IN_TURN: usize = 64;
/// Counts whose hashes are worked out beforehand, and most sites times components for that.
const COUNTS: usize = 64;
const MOST_COUNTED: usize = 512;

/// What a game remembers of its positions. Each list: how many, then the hashes.
#[derive(Clone, Debug)]
pub struct History {
    pub seen: Array,
    pub in_turn: Array,
    most_seen: usize,
    most_in_turn: usize,
    /// Where a site lies in a position of the evaluator, and whose each component is there.
    slots: Vec<usize>,
    owners: Vec<u8>,
    players: usize,
    positional: bool,
    positional_in_turn: bool,
    situational: bool,
    situational_in_turn: bool,
    cycles: bool,
    /// What teams add to the hash of a position; they stay as they are.
    teams: u64,
    /// Repetition that no move may bring about.
    pub forbidden: Option<Repeat>,
    /// What each component adds to the hash at each site, where pieces carry nothing and are not counted; else nothing.
    pieces: Vec<u64>,
    /// The same where they are counted, for the first so many counts.
    counted: Vec<u64>,
    components: usize,
}

/// A position's hash, and those before it with a filter that most others do not pass.
pub(crate) struct Lookup {
    hash: u64,
    filter: [u64; 16],
    at: usize,
    most: usize,
}

impl History {
    /// Does a game ask whether positions were there before?
    pub fn is_needed(game: &Game) -> bool {
        let uses = &game.uses;
        let turns = uses.no_repeat_positional_turn || uses.no_repeat_situational_turn;
        Self::of_whole_game(game) || turns || game.meta.repeat.is_some()
    }
    fn of_whole_game(game: &Game) -> bool {
        let uses = &game.uses;
        uses.cycle_detection || uses.no_repeat_positional_game || uses.no_repeat_situational_game
    }
    /// Nothing where no rule asks.
    pub fn of(
        game: &Game,
        teams: &[u8],
        universe: usize,
        slot: impl Fn(usize) -> usize,
        b: &mut Builder,
    ) -> Option<History> {
        if !Self::is_needed(game) {
            return None;
        }
        let uses = &game.uses;
        let whole = Self::of_whole_game(game);
        let turns = uses.no_repeat_positional_turn || uses.no_repeat_situational_turn;
        let positions = uses.no_repeat_positional_game || uses.no_repeat_situational_game;
        let all = MOST_SEEN.min(game.move_limit.max(1) as usize * 2 + 2);
        let most_seen = match (whole, positions || game.meta.repeat.is_some()) {
            (false, _) => 0,
            (true, true) => all,
            // (Only the latest positions can go round in a circle.)
            (true, false) => 3 * game.players * game.players,
        };
        let most_in_turn = if turns { MOST_IN_TURN } else { 0 };
        let mut array =
            |name: &str, most: usize| b.program.new_array(name, Space::State, Width::Word, most + 1);
        Some(History {
            seen: array("seen", most_seen),
            in_turn: array("seen in turn", most_in_turn),
            most_seen,
            most_in_turn,
            slots: (0..universe).map(slot).collect(),
            owners: game.components.iter().map(|c| c.owner as u8).collect(),
            players: game.players,
            positional: uses.no_repeat_positional_game,
            positional_in_turn: uses.no_repeat_positional_turn,
            situational: uses.no_repeat_situational_game,
            situational_in_turn: uses.no_repeat_situational_turn,
            cycles: uses.cycle_detection,
            teams: teams
                .iter()
                .enumerate()
                .filter(|(i, t)| usize::from(**t) != *i)
                .fold(0, |h, (i, &team)| h ^ mix(0x22 << 56 ^ (i as u64) << 40 ^ u64::from(team))),
            forbidden: game.meta.repeat,
            pieces: Vec::new(),
            counted: Vec::new(),
            components: game.components.len().max(1),
        })
    }

    /// Works out what pieces add to a hash, where nothing but their kind and their site matters.
    pub fn tabulate(&mut self, plain: bool, counted: bool) {
        let of_site = |slot: usize| (0..self.components).map(move |what| (slot, what as u8));
        let all = self.slots.iter().copied().flat_map(of_site);
        if plain {
            let hash = |(slot, what): (usize, u8)| {
                piece_hash(slot, 0, &self.piece(what, [0; 3]), i32::from(what != 0))
            };
            self.pieces = all.map(hash).collect();
        } else if counted && self.slots.len() * self.components <= MOST_COUNTED {
            let hash = |(slot, what): (usize, u8)| {
                let piece = self.piece(what, [0; 3]);
                (0..COUNTS).map(move |count| piece_hash(slot, 0, &piece, count as i32))
            };
            self.counted = all.flat_map(hash).collect();
        }
    }

    /// Writes the history of a position.
    pub fn encode(&self, pos: &Position, view: &mut View<'_>) {
        let [seen, in_turn] = view.layout.places.history;
        for (at, most, list) in
            [(seen, self.most_seen, &pos.seen), (in_turn, self.most_in_turn, &pos.seen_in_turn)]
        {
            // (A circle is made of the latest ones.)
            let first = if self.positional || self.situational { 0 } else { list.len().saturating_sub(most) };
            let list = &list[first..];
            view.words[at] = list.len() as u64;
            for (i, &hash) in list.iter().take(most).enumerate() {
                view.words[at + 1 + i] = hash;
            }
        }
    }

    /// Reads the history into a position.
    pub fn decode(&self, view: &View<'_>, pos: &mut Position) {
        let [seen, in_turn] = view.layout.places.history;
        pos.seen = Self::list(view, seen, self.most_seen).to_vec();
        pos.seen_in_turn = Self::list(view, in_turn, self.most_in_turn).to_vec();
    }

    fn piece(&self, what: u8, [state, rotation, value]: [i32; 3]) -> Piece {
        let who = self.owners.get(usize::from(what)).copied().unwrap_or(0);
        let who = if what == 0 { 0 } else { who };
        Piece { what: what.into(), who, state, rotation: rotation as u8, value }
    }
    /// What lies at a site.
    #[inline]
    fn site_hash(&self, view: &View<'_>, site: usize) -> u64 {
        if !self.pieces.is_empty() {
            return self.pieces[site * self.components + usize::from(view.what(site))];
        }
        if !self.counted.is_empty()
            && let Some(count) = usize::try_from(view.count(site)).ok().filter(|&c| c < COUNTS)
        {
            return self.counted[(site * self.components + usize::from(view.what(site))) * COUNTS + count];
        }
        if view.layout.stacks.is_some() {
            return (0..view.height(site)).fold(0, |h, level| {
                let piece = self.piece(view.what_at(site, level), view.carried_at(site, level));
                h ^ piece_hash(self.slots[site], level, &piece, 1)
            });
        }
        let mut piece = self.piece(view.what(site), view.carried(site));
        if view.layout.ownerless && view.in_plane(Plane::Ownerless, site) {
            piece.who = 0;
        }
        piece_hash(self.slots[site], 0, &piece, view.count(site))
    }
    /// What lies where.
    pub fn content_hash(&self, view: &View<'_>) -> u64 {
        let l = view.layout;
        if !self.pieces.is_empty() {
            // (Where nothing lies nothing is added.)
            let mut h = self.teams;
            for what in 1..l.components {
                for k in 0..l.row_words {
                    let mut left = view.plane_word(l.plane_of_component(what) + k);
                    while left != 0 {
                        let site = k * 64 + left.trailing_zeros() as usize;
                        h ^= self.pieces[site * self.components + what];
                        left &= left - 1;
                    }
                }
            }
            return h;
        }
        let sites = (0..self.slots.len()).filter(|&s| view.layout.is_site(s));
        sites.fold(self.teams, |h, site| h ^ self.site_hash(view, site))
    }
    /// The same of a state that came from one whose hash is known: only what is different is looked at.
    pub(crate) fn content_hash_after(&self, before: &View<'_>, contents: u64, after: &View<'_>) -> u64 {
        let l = after.layout;
        let plain = !self.pieces.is_empty();
        let mut h = contents;
        let mut site = 0;
        while site < self.slots.len() {
            // (Mostly eight sites hold what they held.)
            if plain && site + 8 <= self.slots.len() && before.eight_whats(site) == after.eight_whats(site) {
                site += 8;
                continue;
            }
            for s in (site..(site + 8).min(self.slots.len())).filter(|&s| l.is_site(s)) {
                if !Self::is_same(before, after, s) {
                    h ^= self.site_hash(before, s) ^ self.site_hash(after, s);
                }
            }
            site += 8;
        }
        h
    }
    /// Does the same lie at a site?
    #[inline]
    fn is_same(before: &View<'_>, after: &View<'_>, site: usize) -> bool {
        let l = after.layout;
        l.stacks.is_none()
            && before.what(site) == after.what(site)
            && before.count(site) == after.count(site)
            && before.carried(site) == after.carried(site)
            && (!l.ownerless
                || before.in_plane(Plane::Ownerless, site) == after.in_plane(Plane::Ownerless, site))
    }
    /// What lies where and who sits where.
    pub fn positional_hash(&self, view: &View<'_>) -> u64 {
        self.with_seats(self.content_hash(view), view)
    }
    #[inline]
    fn with_seats(&self, mut h: u64, view: &View<'_>) -> u64 {
        let mut add = |tag: u64, i: usize, v: i64| h ^= mix(tag << 56 ^ (i as u64) << 40 ^ v as u64);
        for i in 0..=self.players + 1 {
            let seat = view.of_player(PerPlayer::Seat, i);
            if seat != i as i32 {
                add(0x21, i, seat.into());
            }
        }
        let temp = view.get(Number::Temp);
        if temp != UNDEFINED {
            add(0x23, 0, temp.into());
        }
        h
    }
    /// The same with whose turn it is and what else decides the next moves.
    fn with_turn(&self, mut h: u64, view: &View<'_>) -> u64 {
        let mut add = |tag: u64, v: i64| h ^= mix(tag << 56 ^ v as u64 ^ 0x5170_0000);
        for (tag, n) in [
            (1, Number::Mover),
            (2, Number::Next),
            (3, Number::Prev),
            (4, Number::Active),
            (5, Number::Stalemated),
            (6, Number::TurnsSamePlayer),
            (7, Number::ConsecutivePasses),
        ] {
            add(tag, view.get(n).into());
        }
        for (tag, which) in [(9, PerPlayer::Amount), (10, PerPlayer::Score)] {
            for i in 0..PLAYERS {
                let v = if i <= self.players + 1 { view.of_player(which, i) } else { 0 };
                add(tag, (i as i64) << 32 ^ i64::from(v));
            }
        }
        h
    }
    fn list<'v>(view: &'v View<'_>, at: usize, most: usize) -> &'v [u64] {
        let len = (view.words[at] as usize).min(most);
        &view.words[at + 1..at + 1 + len]
    }

    /// Is a repetition told by what lies where and who sits where alone?
    pub fn looks_at_sites_only(repeat: Repeat) -> bool {
        match repeat {
            Repeat::Positional | Repeat::PositionalInTurn => true,
            Repeat::Situational | Repeat::SituationalInTurn => false,
        }
    }

    /// Was the position of `view` there before, as it remembers itself?
    pub fn repeats(&self, view: &View<'_>, repeat: Repeat) -> bool {
        self.is_repeated_by(view, Some(self.content_hash(view)), view, repeat)
    }

    /// Was the position of `after` there before, as `before` remembers? `contents` is the hash of what lies where in
    /// `before`, where it is known.
    pub fn is_repeated_by(
        &self,
        before: &View<'_>,
        contents: Option<u64>,
        after: &View<'_>,
        repeat: Repeat,
    ) -> bool {
        let [seen, in_turn] = after.layout.places.history;
        let contents = match contents {
            Some(known) => self.content_hash_after(before, known, after),
            None => self.content_hash(after),
        };
        let mut hash = self.with_seats(contents, after);
        if !History::looks_at_sites_only(repeat) {
            hash = self.with_turn(hash, after);
        }
        let (at, most) = match repeat {
            Repeat::Positional | Repeat::Situational => (seen, self.most_seen),
            Repeat::PositionalInTurn | Repeat::SituationalInTurn => (in_turn, self.most_in_turn),
        };
        Self::list(before, at, most).contains(&hash)
    }
    /// What is known of a position before its moves are: the hashes that came before, to be looked up quickly. Nothing where more
    /// than what lies where counts, or pieces are not told by their kind alone.
    pub(crate) fn lookup(&self, view: &View<'_>, contents: u64, repeat: Repeat) -> Option<Lookup> {
        if self.pieces.is_empty() || !History::looks_at_sites_only(repeat) {
            return None;
        }
        let [seen, in_turn] = view.layout.places.history;
        let (at, most) = match repeat {
            Repeat::Positional | Repeat::Situational => (seen, self.most_seen),
            Repeat::PositionalInTurn | Repeat::SituationalInTurn => (in_turn, self.most_in_turn),
        };
        let mut lookup = Lookup { hash: self.with_seats(contents, view), filter: [0; 16], at, most };
        for &hash in Self::list(view, at, most) {
            lookup.filter[(hash >> 6 & 15) as usize] |= 1 << (hash & 63);
        }
        Some(lookup)
    }
    /// Was the position there before that comes of putting a component on a site, and nothing else?
    pub(crate) fn repeats_with(&self, view: &View<'_>, lookup: &Lookup, site: usize, what: u8) -> bool {
        let of_site = &self.pieces[site * self.components..(site + 1) * self.components];
        let hash = lookup.hash ^ of_site[usize::from(view.what(site))] ^ of_site[usize::from(what)];
        lookup.filter[(hash >> 6 & 15) as usize] >> (hash & 63) & 1 == 1
            && Self::list(view, lookup.at, lookup.most).contains(&hash)
    }
    /// Were the last positions, as many as players squared, repeated three times over?
    pub fn is_cycle(&self, view: &View<'_>) -> bool {
        let n = self.players * self.players;
        let seen = Self::list(view, view.layout.places.history[0], self.most_seen);
        if seen.len() < 3 * n {
            return false;
        }
        let tail = &seen[seen.len() - 3 * n..];
        tail[..n] == tail[n..2 * n] && tail[n..2 * n] == tail[2 * n..]
    }

    /// Remembers a position once a move was made, before the turn is handed over. Does it fit?
    #[must_use]
    pub fn note(&self, view: &mut View<'_>, contents: u64) -> bool {
        let [seen, in_turn] = view.layout.places.history;
        let new_turn = view.get(Number::Mover) != view.get(Number::Prev);
        let mut fits = true;
        let latest = !self.positional && !self.situational;
        let mut push = |view: &mut View<'_>, at: usize, most: usize, hash: u64| {
            let len = view.words[at] as usize;
            if len == most && latest && at == seen {
                view.words.copy_within(at + 2..at + 1 + len, at + 1);
                view.words[at + len] = hash;
            } else if len < most {
                view.words[at + 1 + len] = hash;
                view.words[at] += 1;
            } else {
                fits = false;
            }
        };
        if self.positional && new_turn || self.cycles {
            let hash = self.with_seats(contents, view);
            push(view, seen, self.most_seen, hash);
        }
        if self.positional_in_turn {
            if new_turn {
                forget(view, in_turn);
            }
            let hash = self.with_seats(contents, view);
            push(view, in_turn, self.most_in_turn, hash);
        }
        if self.situational && new_turn {
            let hash = self.with_turn(self.with_seats(contents, view), view);
            push(view, seen, self.most_seen, hash);
        }
        if self.situational_in_turn {
            if new_turn {
                forget(view, in_turn);
            }
            let hash = self.with_turn(self.with_seats(contents, view), view);
            push(view, in_turn, self.most_in_turn, hash);
        }
        fits
    }
}

fn forget(view: &mut View<'_>, at: usize) {
    let len = view.words[at] as usize;
    view.words[at..=at + len].fill(0);
}
