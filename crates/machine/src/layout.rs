//! Where the parts of a state lie: sets of sites as planes of bits, numbers per site only where the game has them, and
//! one array of named numbers for everything else. Also the way from a position of the evaluator to a state.

use crate::ir::{Array, Builder, Program, Space, Width};
use crate::lists::Lists;
use crate::refuse::{Refusal, refuse};
use crate::repetition::History;
use crate::tracks::Tracks;
use ludarium_engine::game::{ContainerKind, Game};
use ludarium_engine::position::{PASSED, PLAYERS, Position};
use ludarium_engine::types::*;

/// Numbers of a state, by index into the array `numbers`. Numbers per player follow after [`Number::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Number {
    Mover,
    Next,
    Prev,
    Counter,
    Temp,
    Active,
    Stalemated,
    Triggered,
    Over,
    Winner,
    WinsDecided,
    LossesDecided,
    DiceAllEqual,
    Turns,
    TurnsSamePlayer,
    ConsecutivePasses,
    MovesMade,
    StartMoves,
    TurnFrom,
    LastFrom,
    LastTo,
    Pot,
    Winners,
    Losers,
    PendingCount,
    PendingValue,
    PendingNowhere,
    /// Who moved before the latest run of moves by one player.
    BeforeRun,
    /// The mover was told to move again by the move being made.
    Again,
    /// Something that followed the move being made was a decision.
    Decided,
    /// Where the last action of the last move that has a place came from and went to.
    LastActionFrom,
    LastActionTo,
    /// The same of the move being made.
    ActionFrom,
    ActionTo,
    /// Of which kind the sites of the last move are, where a board has several.
    LastFromKind,
    LastToKind,
    /// The level that the decision of the last move went to, and that of the move being made.
    LastLevelTo,
    LevelTo,
}

impl Number {
    pub const COUNT: usize = Number::LevelTo as usize + 1;
    /// All of them in their order.
    pub const ALL: [Number; Number::COUNT] = [
        Number::Mover,
        Number::Next,
        Number::Prev,
        Number::Counter,
        Number::Temp,
        Number::Active,
        Number::Stalemated,
        Number::Triggered,
        Number::Over,
        Number::Winner,
        Number::WinsDecided,
        Number::LossesDecided,
        Number::DiceAllEqual,
        Number::Turns,
        Number::TurnsSamePlayer,
        Number::ConsecutivePasses,
        Number::MovesMade,
        Number::StartMoves,
        Number::TurnFrom,
        Number::LastFrom,
        Number::LastTo,
        Number::Pot,
        Number::Winners,
        Number::Losers,
        Number::PendingCount,
        Number::PendingValue,
        Number::PendingNowhere,
        Number::BeforeRun,
        Number::Again,
        Number::Decided,
        Number::LastActionFrom,
        Number::LastActionTo,
        Number::ActionFrom,
        Number::ActionTo,
        Number::LastFromKind,
        Number::LastToKind,
        Number::LastLevelTo,
        Number::LevelTo,
    ];
}

/// Numbers per player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum PerPlayer {
    Phase,
    Score,
    Amount,
    Value,
    /// Twice the rank, 0 while undecided.
    Rank,
    Seat,
}

impl PerPlayer {
    pub const COUNT: usize = PerPlayer::Seat as usize + 1;
}

/// Numbers per site, where a game keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum PerSite {
    Count,
    State,
    Rotation,
    Value,
}

/// Where the arrays of a state begin, each in its own elements.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub numbers: usize,
    pub planes: usize,
    pub what: usize,
    pub trail: usize,
    pub per_site: [usize; 4],
    pub height: usize,
    pub marked: usize,
    /// What pieces of stacks are, and their states, rotations and values.
    pub levels: [usize; 4],
    pub lists: usize,
    /// The positions of the game and of the turn.
    pub history: [usize; 2],
}

/// Arrays of a game whose sites hold stacks of pieces. What lies on top is kept for every site as in other games; here
/// is every level, the lowest first, 0 above the top.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// Levels of a site.
    pub most: usize,
    pub height: Array,
    pub what: Array,
    /// State, rotation, value, where the game keeps them.
    pub carried: [Option<Array>; 3],
    /// How many pieces of each site are taken at the end of the turn.
    pub marked: Array,
}

impl Stacks {
    fn of(game: &Game, start: &Position, stored: usize, p: &mut Program) -> Stacks {
        let uses = &game.uses;
        let pieces: usize = (0..game.layout.nowhere).map(|slot| start.height(slot)).sum();
        let most = pieces.clamp(LEAST_LEVELS, MOST_LEVELS);
        let mut of_levels = |name: &str, used: bool| {
            used.then(|| p.new_array(name, Space::State, Width::Half, stored * most))
        };
        let carried = [
            of_levels("states of levels", uses.state),
            of_levels("rotations of levels", uses.rotation),
            of_levels("values of levels", uses.value),
        ];
        Stacks {
            most,
            height: p.new_array("height", Space::State, Width::Byte, stored),
            what: p.new_array("levels", Space::State, Width::Byte, stored * most),
            carried,
            marked: p.new_array("marked", Space::State, Width::Byte, stored),
        }
    }
}

/// Where proposals and votes lie among the numbers: what was decided, how many votes were cast, then for each name of the
/// game whether it is proposed, and for each how many votes it has.
#[derive(Clone, Copy, Debug)]
pub struct Votes {
    pub first: usize,
    pub names: usize,
}

impl Votes {
    /// Nothing where nobody votes.
    fn of(game: &Game, number_count: &mut usize) -> Option<Votes> {
        use ludarium_engine::kernel::MovesKind;
        use ludarium_engine::kernel::walk::{Part, any, rules_of};
        let votes = |p: Part<'_>| matches!(p, Part::Moves(m) if matches!(m.kind, MovesKind::Propose(_) | MovesKind::Vote(_)));
        if !any(rules_of(game), votes) {
            return None;
        }
        let votes = Votes { first: *number_count, names: game.names.len() };
        *number_count += 2 + 2 * votes.names;
        Some(votes)
    }
    pub fn decided(self) -> usize {
        self.first
    }
    pub fn cast(self) -> usize {
        self.first + 1
    }
    pub fn proposed(self, name: u16) -> usize {
        self.first + 2 + usize::from(name)
    }
    pub fn votes_of(self, name: u16) -> usize {
        self.proposed(name) + self.names
    }
    fn encode(self, pos: &Position, view: &mut crate::state::View<'_>) {
        view.set_number(self.decided(), pos.decided);
        view.set_number(self.cast(), pos.votes.len() as i32);
        for &name in &pos.propositions {
            view.set_number(self.proposed(name as u16), 1);
        }
        for &name in &pos.votes {
            let at = self.votes_of(name as u16);
            view.set_number(at, view.number(at) + 1);
        }
    }
    pub(crate) fn decode(self, view: &crate::state::View<'_>, pos: &mut Position) {
        pos.decided = view.number(self.decided());
        let names = || 0..self.names as u16;
        pos.propositions = names().filter(|&n| view.number(self.proposed(n)) != 0).map(i32::from).collect();
        let votes = |n: u16| view.number(self.votes_of(n)).max(0) as usize;
        pos.votes = names().flat_map(|n| std::iter::repeat_n(i32::from(n), votes(n))).collect();
    }
}

/// A kind of sites that pieces may stand on: how many there are, and where they are stored. Sites of the first kind are
/// stored at their own numbers (and what lies beside the board behind them), those of others behind all that, each kind
/// at the beginning of a word of bits, so that its sets are words of the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    pub kind: SiteType,
    pub len: usize,
    pub offset: usize,
}

/// Sets of sites beside those of components and owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Plane {
    Empty,
    Visited,
    Pending,
    ToRemove,
    /// Where pieces lie that were counted out and have no owner, whatever they are: only in games that remember positions,
    /// since nothing but the hash of a position tells them apart.
    Ownerless,
}

impl Plane {
    pub const COUNT: usize = Plane::Ownerless as usize + 1;
}

/// How many levels a stack may have: as many as there are pieces at the start, within these bounds. A game that piles up
/// more is void and played another way.
const LEAST_LEVELS: usize = 24;
const MOST_LEVELS: usize = 64;

/// Where the evaluator keeps what is stored at a place.
pub(crate) fn slot_of(game: &Game, grounds: &[Ground], site: usize) -> usize {
    for g in grounds {
        if (g.offset..g.offset + g.len).contains(&site) {
            return game.layout.board[g.kind as usize].0 + site - g.offset;
        }
    }
    game.layout.extra_slot + site.saturating_sub(game.layout.extra_first.max(0) as usize)
}

/// Refusals of this family are for want of kinds of sites: with several kinds the game may still be compiled.
pub const KINDS: &str = "kinds of sites";

/// Most words that a set of sites may take.
pub const MOST_WORDS: usize = 8;

/// Where the words of each owner's set begin, and how many rows components and owners have together.
fn rows_of_owners(owners: &[u8], components: usize, players: usize, row_words: usize) -> (Vec<usize>, usize) {
    let mut rows = components;
    let begins = (0..players + 2).map(|owner| {
        let mut theirs = (1..components).filter(|&c| usize::from(owners[c]) == owner);
        let row = match (theirs.next(), theirs.next()) {
            (Some(only), None) => only,
            _ => {
                rows += 1;
                rows - 1
            }
        };
        row * row_words
    });
    let begins = begins.collect();
    (begins, rows)
}

/// The layout of the states of one game.
#[derive(Clone, Debug)]
pub struct Layout {
    pub players: usize,
    pub components: usize,
    /// Sites are numbered below this: of the board, whichever kind, then hands and dice.
    pub universe: usize,
    pub board_len: usize,
    /// Kinds of sites, the main one first.
    pub grounds: Vec<Ground>,
    /// Places where sites are stored, and the words that each plane has for them.
    pub stored: usize,
    pub row_words: usize,
    /// Where the sites beside the board end.
    pub extra_end: usize,
    pub extra_first: usize,
    /// Words of a set of sites.
    pub words: usize,
    pub kind: SiteType,
    pub numbers: Array,
    pub planes: Array,
    pub what: Array,
    pub count: Option<Array>,
    pub state: Option<Array>,
    pub rotation: Option<Array>,
    pub value: Option<Array>,
    /// The last sixteen movers, a byte each, the latest lowest; 255 where there were fewer.
    pub trail: Array,
    /// Dice of each set: where its values begin in `numbers`, and how many there are.
    pub dice: Vec<(usize, usize)>,
    pub dice_sums: usize,
    pub variables: usize,
    /// Where variables end, and where all numbers do.
    pub variables_end: usize,
    pub number_count: usize,
    pub owners: Vec<u8>,
    /// Where the words of each owner's set begin. Whoever owns one component shares its set.
    rows_of_owners: Vec<usize>,
    /// Rows of words before the sets that are neither of components nor of owners.
    own_rows: usize,
    /// Do pieces carry a state, a rotation or a value?
    pub carries: bool,
    pub stacks: Option<Stacks>,
    pub tracks: Option<Tracks>,
    pub lists: Option<Lists>,
    pub history: Option<History>,
    /// Known once all arrays are.
    pub votes: Option<Votes>,
    /// The state says which pieces have no owner: see [`Plane::Ownerless`].
    pub ownerless: bool,
    pub places: Places,
    /// Which numbers anything reads, and whether anything asks who moved: what nobody reads stays as it is in an empty state.
    pub kept: [bool; Number::COUNT],
    pub keeps_trail: bool,
    /// Do states tell of which kind the sites of the last move are?
    pub knows_kinds: bool,
}

impl Layout {
    /// Refuses what a state has no room for.
    fn check(game: &Game) -> Result<(), Refusal> {
        let uses = &game.uses;
        for (used, what) in [
            (uses.dominoes, "dominoes"),
            (uses.large_pieces, "large pieces"),
            (uses.cards, "cards"),
            (uses.deduction_puzzle, "deduction puzzles"),
            (uses.last_between, "what the last move passed over"),
            (uses.stores_state, "stored positions"),
            (uses.payoff, "payoffs"),
            (!game.subgames.is_empty(), "matches"),
            (game.boardless, "boards that grow"),
            (game.mode != Mode::Alternating, "turns that are not taken one after another"),
            (game.players == 0, "no players"),
            (game.players + 2 > PLAYERS, "as many players as there may be"),
            (
                game.meta.automove || game.meta.fall.is_some() || game.meta.pin || game.meta.no_suicide,
                "metarules",
            ),
            (game.components.len() > 255, "more than 255 components"),
        ] {
            if used {
                return refuse("state", what);
            }
        }
        Ok(())
    }
    /// Lays the states of a game out, given its first position, or says why that cannot be done yet.
    pub fn of(game: &Game, start: &Position, several: bool, b: &mut Builder) -> Result<Layout, Refusal> {
        let uses = &game.uses;
        Self::check(game)?;
        let grounds = Self::grounds(game, start, several)?;
        let Ground { kind, len: board_len, .. } = grounds[0];
        let extra_first = game.layout.extra_first.max(0) as usize;
        let extra_end = extra_first + game.layout.extra_len;
        let numbered = if game.layout.extra_len > 0 { extra_end } else { board_len };
        let universe = grounds.iter().map(|g| g.len).fold(numbered, usize::max);
        let words = universe.div_ceil(64).max(1);
        let last = grounds[grounds.len() - 1];
        let stored = if grounds.len() == 1 { universe } else { last.offset + last.len };
        let row_words = stored.div_ceil(64).max(words);
        if words > MOST_WORDS || row_words > 3 * MOST_WORDS {
            return refuse("state", "boards of more than 512 sites");
        }
        let players = game.players;
        let components = game.components.len().max(1);
        let mut number_count = Number::COUNT + PerPlayer::COUNT * (players + 2);
        let dice_sets: Vec<_> =
            game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. })).collect();
        let dice = dice_sets
            .iter()
            .map(|c| {
                let at = number_count;
                number_count += c.len as usize;
                (at, c.len as usize)
            })
            .collect();
        let dice_sums = number_count;
        number_count += dice_sets.len();
        let variables = number_count;
        if uses.vars {
            number_count += game.names.len();
        }
        let variables_end = number_count;
        let votes = Votes::of(game, &mut number_count);
        let lists = Lists::of(game, b);
        let history = History::of(game, &start.teams, stored, |site| slot_of(game, &grounds, site), b);
        let ownerless = history.is_some() && uses.count && game.components.iter().any(|c| c.owner != 0);
        let p = &mut b.program;
        let mut per_site = |name: &str, used: bool, width: Width| {
            used.then(|| p.new_array(name, Space::State, width, stored))
        };
        let count = per_site("count", uses.count && !uses.stacking, Width::Half);
        let state = per_site("state", uses.state || !dice_sets.is_empty(), Width::Half);
        let rotation = per_site("rotation", uses.rotation, Width::Half);
        let value = per_site("value", uses.value, Width::Half);
        let what = p.new_array("what", Space::State, Width::Byte, stored);
        let stacks = uses.stacking.then(|| Stacks::of(game, start, stored, p));
        let tracks = uses.track_indices.then(|| Tracks::of(game, components, p));
        let anywhere = if stacks.is_some() { components } else { 0 };
        let owners: Vec<u8> = game.components.iter().map(|c| c.owner.min(players + 1) as u8).collect();
        let (rows_of_owners, own_rows) = rows_of_owners(&owners, components, players, row_words);
        let rows = own_rows + Plane::COUNT + anywhere;
        Ok(Layout {
            players,
            components,
            universe,
            board_len,
            extra_first,
            extra_end,
            words,
            row_words,
            stored,
            kind,
            grounds,
            numbers: p.new_array("numbers", Space::State, Width::Half, number_count),
            planes: p.new_array("planes", Space::State, Width::Word, rows * row_words),
            what,
            count,
            state,
            rotation,
            value,
            trail: p.new_array("trail", Space::State, Width::Word, 2),
            dice,
            dice_sums,
            variables,
            variables_end,
            number_count,
            owners,
            rows_of_owners,
            own_rows,
            carries: state.is_some() || rotation.is_some() || value.is_some(),
            stacks,
            tracks,
            lists,
            votes,
            history,
            ownerless,
            places: Places::default(),
            kept: [true; Number::COUNT],
            keeps_trail: true,
            knows_kinds: true,
        })
    }

    /// Works out what pieces add to the hash of a position, where there is a history and nothing else matters.
    pub(crate) fn tabulate_history(&mut self) {
        let plain = self.has_plain_pieces();
        let counted = !self.carries && !self.ownerless && self.stacks.is_none();
        if let Some(history) = &mut self.history {
            history.tabulate(plain, counted);
        }
    }
    /// Is all that a site holds told by the component that stands there?
    pub fn has_plain_pieces(&self) -> bool {
        self.count.is_none() && !self.carries && !self.ownerless && self.stacks.is_none()
    }

    /// Notes where the arrays came to lie.
    pub fn resolve(&mut self, program: &crate::ir::Program) {
        let at = |a: Array| program.array(a).offset / program.array(a).width.bytes();
        let per_site = [self.count, self.state, self.rotation, self.value].map(|a| a.map_or(0, at));
        self.places = Places {
            numbers: at(self.numbers),
            planes: at(self.planes),
            what: at(self.what),
            trail: at(self.trail),
            per_site,
            ..Places::default()
        };
        if let Some(t) = &mut self.tracks {
            t.at = at(t.array);
        }
        if let Some(s) = &self.stacks {
            let [state, rotation, value] = s.carried.map(|a| a.map_or(0, at));
            self.places.levels = [at(s.what), state, rotation, value];
            (self.places.height, self.places.marked) = (at(s.height), at(s.marked));
        }
        self.places.history = self.history.as_ref().map_or([0; 2], |h| [at(h.seen), at(h.in_turn)]);
        self.places.lists = self.lists.as_ref().map_or(0, |l| at(l.array));
    }

    pub fn per_player(&self, which: PerPlayer, player: usize) -> usize {
        Number::COUNT + which as usize * (self.players + 2) + player
    }
    /// Is the set of a component that of its owner?
    pub fn shares_row(&self, what: usize) -> bool {
        let owner = self.owners.get(what).map_or(0, |&o| o.into());
        self.plane_of_owner(owner) == self.plane_of_component(what)
    }
    /// Where the words of a component's set begin.
    pub fn plane_of_component(&self, what: usize) -> usize {
        what * self.row_words
    }
    pub fn plane_of_owner(&self, owner: usize) -> usize {
        self.rows_of_owners[owner.min(self.players + 1)]
    }
    pub fn plane(&self, plane: Plane) -> usize {
        (self.own_rows + plane as usize) * self.row_words
    }
    /// Where a component stands, in stacks at whatever level. (Sets of components are of those on top.)
    pub fn plane_anywhere(&self, what: usize) -> usize {
        if self.stacks.is_none() {
            return self.plane_of_component(what);
        }
        (self.own_rows + Plane::COUNT + what) * self.row_words
    }
    /// Does a number stand for a place where a site is stored?
    pub fn is_site(&self, site: usize) -> bool {
        site < self.board_len
            || self.is_beside(site)
            || self.grounds[1..].iter().any(|g| (g.offset..g.offset + g.len).contains(&site))
    }
    /// Is a number a site beside the board?
    pub fn is_beside(&self, site: usize) -> bool {
        (self.extra_first..self.extra_end).contains(&site)
    }
    /// Of which kind a site is that a rule names with a kind: what lies beside the board are cells.
    pub fn kind_of_named(&self, kind: SiteType, site: i32) -> SiteType {
        let own = self.ground(kind).map_or(0, |g| g.len);
        let beside = usize::try_from(site).is_ok_and(|s| self.is_beside(s) && s >= own);
        if beside { SiteType::Cell } else { kind }
    }
    /// The same as a state keeps it beside a site: nowhere is of no kind.
    fn kind_number(&self, kind: SiteType, site: i32) -> i32 {
        if site < 0 { 0 } else { self.kind_of_named(kind, site) as i32 }
    }
    pub fn ground(&self, kind: SiteType) -> Option<Ground> {
        self.grounds.iter().copied().find(|g| g.kind == kind)
    }
    /// All places where sites are stored, as words of a plane.
    pub fn stored_words(&self) -> Vec<u64> {
        let mut words = vec![0u64; self.row_words];
        for site in (0..self.stored).filter(|&s| self.is_site(s)) {
            words[site / 64] |= 1 << (site % 64);
        }
        words
    }
    /// The kinds of sites that pieces stand on, the first the one that rules mean where they say none. With `several` all
    /// kinds that rules speak of; without, one alone, and rules that ask for others are refused.
    fn grounds(game: &Game, start: &Position, several: bool) -> Result<Vec<Ground>, Refusal> {
        let used = |k: SiteType| game.layout.board[k as usize].1;
        let kinds: Vec<SiteType> = SiteType::ALL.into_iter().filter(|&k| used(k) > 0).collect();
        let kind = match kinds[..] {
            [kind] => kind,
            _ => game.site_type,
        };
        let mut grounds = vec![Ground { kind, len: used(kind), offset: 0 }];
        let numbered = game.layout.extra_first.max(0) as usize + game.layout.extra_len;
        let mut end = kinds.iter().map(|&k| used(k)).fold(numbered, usize::max);
        for &k in kinds.iter().filter(|&&k| k != kind) {
            let first = game.layout.board[k as usize].0;
            if several {
                let offset = end.div_ceil(64) * 64;
                grounds.push(Ground { kind: k, len: used(k), offset });
                end = offset + used(k);
            } else if (first..first + used(k)).any(|slot| !start.is_empty(slot)) {
                return refuse(KINDS, "pieces on several kinds of sites");
            }
        }
        Ok(grounds)
    }

    fn encode_sites(&self, game: &Game, pos: &Position, view: &mut crate::state::View<'_>) {
        for site in (0..self.stored).filter(|&s| self.is_site(s)) {
            let slot = slot_of(game, &self.grounds, site);
            if self.stacks.is_some() {
                for (level, piece) in pos.levels(slot).iter().enumerate() {
                    let carried = [piece.state, i32::from(piece.rotation), piece.value];
                    let _ = view.insert(site, level, piece.what as u8, carried);
                }
                continue;
            }
            let content = pos.slot_content(slot);
            let piece = content.piece;
            view.set_content(site, piece.what as u8, content.count);
            if self.ownerless && piece.who == 0 && self.owners[usize::from(piece.what)] != 0 {
                view.add_to_plane(Plane::Ownerless, site);
            }
            for (array, value) in [
                ((self.state, PerSite::State), piece.state),
                ((self.rotation, PerSite::Rotation), i32::from(piece.rotation)),
                ((self.value, PerSite::Value), piece.value),
            ] {
                if array.0.is_some() {
                    view.set_half(array.1, site, value);
                }
            }
        }
    }
    /// Writes a position as a state.
    pub fn encode(&self, game: &Game, pos: &Position, view: &mut crate::state::View<'_>) {
        view.clear();
        self.encode_sites(game, pos, view);
        for (track, list) in pos.on_track.iter().enumerate() {
            for &(what, place, count) in list {
                view.set_on_track(track, what, place, count);
            }
        }
        let mut put = |n: Number, v: i32| {
            if self.kept[n as usize] {
                view.set_number(n as usize, v);
            }
        };
        put(Number::Mover, pos.mover.into());
        put(Number::Next, pos.next.into());
        put(Number::Prev, pos.prev.into());
        put(Number::Counter, pos.counter);
        put(Number::Temp, pos.temp);
        put(Number::Active, pos.active as i32);
        put(Number::Stalemated, pos.stalemated as i32);
        put(Number::Triggered, pos.triggered as i32);
        put(Number::Over, pos.over.into());
        put(Number::Winner, pos.winner);
        put(Number::WinsDecided, pos.wins_decided);
        put(Number::LossesDecided, pos.losses_decided);
        put(Number::DiceAllEqual, pos.dice_all_equal.into());
        put(Number::Turns, pos.turns);
        put(Number::TurnsSamePlayer, pos.turns_same_player);
        put(Number::ConsecutivePasses, pos.consecutive_passes);
        put(Number::MovesMade, pos.moves_made);
        put(Number::StartMoves, pos.start_moves);
        put(Number::TurnFrom, pos.turn_from);
        put(Number::LastFrom, pos.last.as_ref().map_or(OFF, |m| m.from));
        put(Number::LastTo, pos.last.as_ref().map_or(OFF, |m| m.to));
        if let Some(last) = pos.last.as_ref().filter(|_| self.grounds.len() > 1) {
            put(Number::LastFromKind, self.kind_number(last.from_kind, last.from));
            put(Number::LastToKind, self.kind_number(last.to_kind, last.to));
        }
        let actions = |end: fn(&ludarium_engine::Action) -> i32| {
            let last = pos.last.as_ref();
            last.and_then(|m| m.actions.iter().rev().map(end).find(|&s| s != OFF)).unwrap_or(OFF)
        };
        put(Number::LastActionFrom, actions(|a| a.from()));
        put(Number::LastActionTo, actions(|a| a.to()));
        let decision = pos.last.as_ref().and_then(|m| m.decision());
        put(Number::LastLevelTo, decision.map_or(0, |a| a.levels().1));
        put(Number::Pot, pos.pot);
        put(Number::Winners, pos.winners.len() as i32);
        put(Number::Losers, pos.losers.len() as i32);
        put(Number::PendingCount, pos.pending.len() as i32);
        put(Number::PendingValue, pos.pending.last().copied().unwrap_or(0));
        put(Number::PendingNowhere, pos.pending.contains(&OFF).into());
        let latest = pos.trail.last().map(|m| m & !PASSED);
        let before = pos.trail.iter().rev().map(|m| m & !PASSED).find(|m| Some(*m) != latest);
        put(Number::BeforeRun, before.map_or(OFF, i32::from));
        for &site in pos.pending.iter().filter(|&&s| s >= 0 && (s as usize) < self.universe) {
            view.add_to_plane(Plane::Pending, site as usize);
        }
        for &site in pos.to_remove.iter().filter(|&&s| s >= 0) {
            view.mark_for_removal(site as usize);
        }
        for site in pos.visited.iter().filter(|&s| (s as usize) < self.universe) {
            view.add_to_plane(Plane::Visited, site as usize);
        }
        for p in 0..=self.players + 1 {
            let mut put = |which: PerPlayer, v: i32| view.set_number(self.per_player(which, p), v);
            put(PerPlayer::Phase, pos.phase[p].into());
            put(PerPlayer::Score, pos.scores[p]);
            put(PerPlayer::Amount, pos.amounts[p]);
            put(PerPlayer::Value, pos.player_values[p]);
            put(PerPlayer::Rank, (pos.ranks[p] * 2.0) as i32);
            put(PerPlayer::Seat, pos.order[p].into());
        }
        for (set, &(at, len)) in self.dice.iter().enumerate() {
            for i in 0..len {
                let shown = pos.dice.get(set).and_then(|d| d.get(i)).copied().unwrap_or(0);
                view.set_number(at + i, shown);
            }
            view.set_number(self.dice_sums + set, pos.dice_sum.get(set).copied().unwrap_or(0));
        }
        for (i, &v) in pos.vars.iter().enumerate() {
            if self.variables + i < self.variables_end {
                view.set_number(self.variables + i, v);
            }
        }
        let mut trail = [u64::MAX; 2];
        let tail = pos.trail.len().saturating_sub(16);
        for &m in &pos.trail[tail..] {
            trail = crate::state::pushed(trail, m);
        }
        if self.keeps_trail {
            view.set_trail(trail);
        }
        if let Some(lists) = &self.lists {
            lists.encode(pos, view);
        }
        if let Some(votes) = self.votes {
            votes.encode(pos, view);
        }
        if let Some(history) = &self.history {
            history.encode(pos, view);
        }
    }
}
