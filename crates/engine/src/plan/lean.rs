//! The leanest games: two players put pieces on empty sites, or drop them on columns, one a turn, until somebody has a
//! line or a link. A random game of these needs no position at all: a list of the free sites, the pieces of each player
//! along each line as bits of a word, and links.

use super::groups::LinkRule;
use super::*;
use crate::kernel::end::{Outcome, ResultKind};
use crate::rng::Rng;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Boards of more places than this are played the usual way.
const MOST_CELLS: usize = 384;

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedOut {
    pub plies: u64,
    /// The seat that won, 0 for nobody.
    pub winner: usize,
}

/// A lean game, worked out. A *cell* is a site, or a level of a column.
#[derive(Debug)]
pub(super) struct Lean {
    /// Sites that pieces may come to.
    sites: Box<[u16]>,
    /// Where pieces are dropped on columns: how high they may be.
    cap: Option<usize>,
    /// How many columns lie between a cell and the one above it.
    apart: usize,
    cells: usize,
    rules: Box<[LeanRule]>,
    tracks: Box<[Tracks]>,
}

/// An end rule: who wins, and when.
#[derive(Debug)]
struct LeanRule {
    mover_wins: bool,
    when: When,
}

#[derive(Debug)]
enum When {
    /// A line among those of some tracks, of a length, or of exactly that.
    Run { tracks: usize, length: u32, exact: bool },
    /// All of one of these sets that a cell belongs to; by cell, the range of its sets. For boards of 64 cells at most.
    Filled { starts: Box<[u16]>, sets: Box<[u64]> },
    /// What the rule with this number among the end rules, and this one among its conditions, keeps.
    Linked { part: usize, link: usize },
    /// Pieces alike close a ring. On a board where the neighbours of each site surround it, a piece closes one if it
    /// joins pieces that hung together already, from two sides of it, or if a neighbour has none but its like around it.
    Loop { near: Arc<Targets>, inside: Box<[bool]> },
}

/// All straight lines of one kind: for each cell, on which lines it lies, and where.
#[derive(Debug)]
struct Tracks {
    starts: Box<[u32]>,
    /// The line and the place on it.
    places: Box<[(u16, u8)]>,
    lines: usize,
}

impl Tracks {
    /// From paths through each cell. `None` where a path looks different from different cells on it, or is too long.
    fn build(paths: &[Vec<Vec<u16>>], shortest: u32) -> Option<Tracks> {
        let mut numbers: FxHashMap<Vec<u16>, usize> = FxHashMap::default();
        let mut on: Vec<Vec<(u16, u8)>> = vec![Vec::new(); paths.len()];
        for (cell, through) in paths.iter().enumerate() {
            for path in through.iter().filter(|p| p.len() >= shortest as usize) {
                let mut path = path.clone();
                if path.first() > path.last() {
                    path.reverse();
                }
                let place = path.iter().position(|&c| usize::from(c) == cell)?;
                if path.len() > 64 {
                    return None;
                }
                let next = numbers.len();
                let line = *numbers.entry(path).or_insert(next);
                let entry = (u16::try_from(line).ok()?, place as u8);
                if !on[cell].contains(&entry) {
                    on[cell].push(entry);
                }
            }
        }
        for (path, &line) in &numbers {
            for (place, &cell) in path.iter().enumerate() {
                if !on[usize::from(cell)].contains(&(line as u16, place as u8)) {
                    return None;
                }
            }
        }
        let mut starts = vec![0];
        for places in &on {
            starts.push(starts[starts.len() - 1] + places.len() as u32);
        }
        Some(Tracks { starts: starts.into(), places: on.concat().into(), lines: numbers.len() })
    }

    #[inline]
    fn of(&self, cell: usize) -> &[(u16, u8)] {
        &self.places[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// How many pieces in a row run through a place of a line.
#[inline]
fn run(line: u64, place: u8) -> u32 {
    (line >> place).trailing_ones() + (line << (63 - place)).leading_ones() - 1
}

/// What a lean game keeps while it is played.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    free: Vec<u16>,
    owner: Vec<u8>,
    height: Vec<u8>,
    /// The cells of each player, on small boards.
    own: [u64; 2],
    /// By tracks: the lines of the first player, then those of the second.
    lines: Vec<Vec<u64>>,
    links: Vec<Links>,
}

/// Links as they grow, by site.
#[derive(Debug, Default, Clone)]
struct Links {
    parent: Vec<u16>,
    goals: Vec<u32>,
}

impl Links {
    fn root(&mut self, mut site: u16) -> u16 {
        while self.parent[usize::from(site)] != site {
            let up = self.parent[usize::from(self.parent[usize::from(site)])];
            self.parent[usize::from(site)] = up;
            site = up;
        }
        site
    }
}

/// Who wins by an end rule: the mover, or the other.
fn mover_wins(rule: &EndRule) -> Option<bool> {
    let EndRule::If { cases, result: Some(Outcome::Result { who, result }), .. } = rule else { return None };
    if !cases.is_empty() {
        return None;
    }
    match (who, result) {
        (Role::Mover, ResultKind::Win) | (Role::Next, ResultKind::Loss) => Some(true),
        (Role::Mover, ResultKind::Loss) | (Role::Next, ResultKind::Win) => Some(false),
        _ => None,
    }
}

/// Where pieces may come to, and how high columns may grow where they are dropped on them.
fn places(leaf: &Leaf<'_>, sites: usize) -> Option<(Box<[u16]>, Option<usize>)> {
    let Form::Place { piece: Int::Mover, to, state: None, on_stack } = &leaf.form else { return None };
    match to {
        Where::Empty if !on_stack => Some(((0..sites as u16).collect(), None)),
        Where::Region(Sites::Where(of, Cond::Plain(Bool::Lt(count, cap)))) if *on_stack => {
            let (Int::Count { site, .. }, Int::Const(cap)) = (&**count, &**cap) else { return None };
            let (Int::Site, Sites::Plain(Region::Fixed(set))) = (&**site, &**of) else { return None };
            let cap = usize::try_from(*cap).ok().filter(|&cap| 0 < cap && cap * sites <= MOST_CELLS)?;
            let columns = set.iter().filter_map(|s| u16::try_from(s).ok());
            Some((columns.filter(|&s| usize::from(s) < sites).collect(), Some(cap)))
        }
        Where::Site(_) | Where::Empty | Where::Region(_) => None,
    }
}

/// The straight paths through each cell. In columns they go down, level, and up or down like stairs.
fn paths(line: &LineRule<'_>, sites: usize, cap: Option<usize>) -> Vec<Vec<Vec<u16>>> {
    let flat: Vec<Vec<Vec<u16>>> = (0..sites)
        .map(|site| {
            let whole = |(ahead, behind): (&[u16], &[u16])| {
                behind.iter().rev().chain([&(site as u16)]).chain(ahead).copied().collect()
            };
            line.axes.of(site).map(whole).collect()
        })
        .collect();
    let Some(cap) = cap else { return flat };
    let cell = |site: u16, level: i64| site + (level as usize * sites) as u16;
    let mut all = Vec::new();
    for level in 0..cap as i64 {
        for (site, through) in flat.iter().enumerate() {
            let mut paths: Vec<Vec<u16>> = vec![(0..cap as i64).map(|l| cell(site as u16, l)).collect()];
            for path in through {
                let here = path.iter().position(|&s| usize::from(s) == site).unwrap_or(0) as i64;
                for rise in [-1, 0, 1] {
                    let at = |i: usize| level + rise * (i as i64 - here);
                    let inside = path.iter().enumerate().filter(|&(i, _)| (0..cap as i64).contains(&at(i)));
                    paths.push(inside.map(|(i, &s)| cell(s, at(i))).collect());
                }
            }
            all.push(paths);
        }
    }
    all
}

/// A lean game, where this is one. Asked when everything else is compiled.
pub(super) fn lean(plan: &Plan<'_>, only_adds: bool) -> Option<Lean> {
    let game = plan.game;
    let Gen::Leaf(index) = plan.gens[*plan.phases.first()?] else { return None };
    let leaf = &plan.leaves[usize::from(index)];
    let board = game.board.len(leaf.kind);
    let (sites, cap) = places(leaf, board)?;
    let cells = board * cap.unwrap_or(1);
    let is_lean = only_adds
        && !plan.plain
        && game.players == 2
        && plan.phases.len() == 1
        && game.phases[0].end.is_none()
        && matches!(leaf.to, Test::True)
        && leaf.thens.is_empty()
        && game.layout.slots() == board + 1
        && cells <= MOST_CELLS
        && game.start.is_empty()
        && game.components.len() == 3
        && game.components.iter().enumerate().skip(1).all(|(what, c)| c.owner == what)
        && game.uses.all_pass
        && !game.uses.not_all_pass
        && (cells as i32) + 4 < game.turn_limit
        && (cells as i32) + 4 < game.move_limit;
    if !is_lean {
        return None;
    }
    let mut rules = Vec::new();
    let mut known: Vec<Vec<Vec<Vec<u16>>>> = Vec::new();
    for (part, end) in plan.ends.iter().enumerate() {
        let mover_wins = mover_wins(end.rule)?;
        let conds = match end.cond.as_ref()? {
            Cond::Or(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        for (link, cond) in conds.iter().enumerate() {
            let when = match cond {
                Cond::Line(line)
                    if matches!(line.through, Pivot::LastTo)
                        && line.by_level == cap.is_some()
                        && !(line.by_level && line.exact) =>
                {
                    let paths = paths(line, board, cap);
                    let tracks = known.iter().position(|k| *k == paths).unwrap_or(known.len());
                    if tracks == known.len() {
                        known.push(paths);
                    }
                    When::Run { tracks, length: line.length, exact: line.exact }
                }
                // Where the goals are somebody's, they are the mover's own.
                Cond::Linked(rule) if cap.is_none() && matches!(rule.owner, None | Some(Role::Mover)) => {
                    When::Linked { part, link }
                }
                Cond::Loop { near, cond: Bool::Loop(rule), .. }
                    if cap.is_none()
                        && rule.surround.is_empty()
                        && rule.tile_path.is_none()
                        && matches!((&rule.colour, &rule.start), (Int::Mover, Int::LastTo))
                        && mover_wins =>
                {
                    let mut inside = vec![true; board].into_boxed_slice();
                    game.board.outer(rule.kind).iter().for_each(|&site| inside[site as usize] = false);
                    When::Loop { near: near.clone(), inside }
                }
                Cond::Line(_)
                | Cond::Linked(_)
                | Cond::Or(_)
                | Cond::Plain(_)
                | Cond::Const(_)
                | Cond::And(_)
                | Cond::Not(_)
                | Cond::CanMove(_)
                | Cond::NextCannotMove
                | Cond::Threatened(_)
                | Cond::OneGroup(_)
                | Cond::NoPieces { .. }
                | Cond::NotStored
                | Cond::If(_)
                | Cond::Count { .. }
                | Cond::SameMover
                | Cond::Near { .. }
                | Cond::Liberty { .. }
                | Cond::Loop { .. } => return None,
            };
            rules.push(LeanRule { mover_wins, when });
        }
    }
    // On small boards a line is a set of cells, and all of them one word.
    let small = cells <= 64;
    for rule in rules.iter_mut().filter(|_| small) {
        if let When::Run { tracks, length, exact: false } = rule.when
            && let Some(filled) = filled(&known[tracks], length as usize)
        {
            rule.when = filled;
        }
    }
    let shortest = |index: usize| {
        let lengths = rules.iter().filter_map(|r| match r.when {
            When::Run { tracks, length, .. } if tracks == index => Some(length),
            When::Run { .. } | When::Filled { .. } | When::Linked { .. } | When::Loop { .. } => None,
        });
        lengths.min().unwrap_or(1)
    };
    let runs =
        |index: usize| rules.iter().any(|r| matches!(r.when, When::Run { tracks, .. } if tracks == index));
    let tracks = known.iter().enumerate().map(|(i, paths)| match runs(i) {
        true => Tracks::build(paths, shortest(i)),
        false => Some(Tracks { starts: vec![0; cells + 1].into(), places: Box::default(), lines: 0 }),
    });
    let tracks = tracks.collect::<Option<_>>()?;
    Some(Lean { sites, cap, apart: board, cells, rules: rules.into(), tracks })
}

/// Lines of a length as sets of cells, from the paths through each cell.
fn filled(paths: &[Vec<Vec<u16>>], length: usize) -> Option<When> {
    let (mut starts, mut sets) = (vec![0], Vec::new());
    for (cell, through) in paths.iter().enumerate() {
        let first = sets.len();
        for line in through.iter().flat_map(|path| path.windows(length.max(1))) {
            let set = line.iter().fold(0u64, |set, &c| set | 1 << c);
            let here = line.contains(&(cell as u16));
            // (A path that meets a cell twice is no set.)
            if here && set.count_ones() as usize != length {
                return None;
            }
            if here && !sets[first..].contains(&set) {
                sets.push(set);
            }
        }
        starts.push(u16::try_from(sets.len()).ok()?);
    }
    Some(When::Filled { starts: starts.into(), sets: sets.into() })
}

impl<'p, 'g> Runner<'p, 'g> {
    /// Where the game allows it: works the result of a random game from here out and leaves the position as it is.
    /// Tells who puts a piece where.
    pub fn play_out_leanly(&mut self, rng: &mut Rng, told: impl FnMut(usize, usize)) -> Option<PlayedOut> {
        let lean = self.plan.lean.as_ref()?;
        if self.ctx.pos.over {
            return None;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let met = self.lean_game(lean, &mut scratch, rng, told);
        self.scratch = scratch;
        Some(met)
    }

    /// What stands already goes into the scratch; nothing of it has ended the game.
    fn take_stock(&self, lean: &'p Lean, scratch: &mut Scratch) {
        scratch.own = [0; 2];
        scratch.owner.clear();
        scratch.owner.resize(lean.cells, 0);
        scratch.height.clear();
        scratch.height.resize(lean.apart, 0);
        scratch.lines.resize_with(lean.tracks.len(), Vec::new);
        for (lines, tracks) in scratch.lines.iter_mut().zip(&lean.tracks) {
            lines.clear();
            lines.resize(2 * tracks.lines, 0);
        }
        // (One more for rings.)
        scratch.links.resize_with(self.plan.links + 1, Links::default);
        for links in &mut scratch.links {
            links.parent.resize(lean.cells, 0);
            links.goals.resize(lean.cells, 0);
        }
        scratch.free.clear();
        scratch.free.extend_from_slice(&lean.sites);
        let pos = &self.ctx.pos;
        if pos.moves_made == 0 {
            return;
        }
        for site in 0..lean.apart {
            for level in 0..pos.height(site) {
                let who = usize::from(pos.at_level(site, level).who);
                if who == 1 || who == 2 {
                    self.put(lean, scratch, who, site);
                }
            }
        }
        let (height, cap) = (&scratch.height, lean.cap.unwrap_or(1));
        scratch.free.retain(|&site| usize::from(height[usize::from(site)]) < cap);
    }

    /// Puts a player's piece on a site; who wins by that, if anybody.
    #[inline]
    fn put(&self, lean: &'p Lean, scratch: &mut Scratch, mover: usize, site: usize) -> Option<usize> {
        let level = usize::from(scratch.height[site]);
        scratch.height[site] += 1;
        let cell = site + level * lean.apart;
        scratch.owner[cell] = mover as u8;
        let own_cells = &mut scratch.own[(mover - 1) % 2];
        *own_cells |= 1 << (cell % 64);
        let own_cells = *own_cells;
        for (lines, tracks) in scratch.lines.iter_mut().zip(&lean.tracks) {
            let own = &mut lines[(mover - 1) * tracks.lines..];
            for &(line, place) in tracks.of(cell) {
                own[usize::from(line)] |= 1 << place;
            }
        }
        let mut winner = None;
        // (Every rule that keeps links must see every move, so none is passed over.)
        for rule in &lean.rules {
            let holds = match &rule.when {
                &When::Run { tracks: index, length, exact } => {
                    let tracks = &lean.tracks[index];
                    let own = &scratch.lines[index][(mover - 1) * tracks.lines..];
                    tracks.of(cell).iter().any(|&(line, place)| {
                        let found = run(own[usize::from(line)], place);
                        if exact { found == length } else { found >= length }
                    })
                }
                When::Filled { starts, sets } => {
                    let range = usize::from(starts[cell])..usize::from(starts[cell + 1]);
                    sets[range].iter().any(|set| set & !own_cells == 0)
                }
                When::Loop { near, inside } => {
                    let links = &mut scratch.links[self.plan.links];
                    let owns = |site: u16| usize::from(scratch.owner[usize::from(site)]) == mover;
                    let fills = |site: u16| {
                        inside[usize::from(site)] && near.of(site.into()).iter().all(|&s| owns(s))
                    };
                    closes_ring(near, &scratch.owner, mover, cell, links)
                        || near.of(cell).iter().any(|&site| owns(site) && fills(site))
                }
                &When::Linked { part, link } => {
                    let cond = match &self.plan.ends[part].cond {
                        Some(Cond::Or(list)) => list.get(link),
                        cond => cond.as_ref(),
                    };
                    let Some(Cond::Linked(rule)) = cond else { continue };
                    linked(rule, &scratch.owner, mover, cell, &mut scratch.links[rule.index])
                }
            };
            if holds && winner.is_none() {
                winner = Some(if rule.mover_wins { mover } else { 3 - mover });
            }
        }
        winner
    }

    fn lean_game(
        &self,
        lean: &'p Lean,
        scratch: &mut Scratch,
        rng: &mut Rng,
        mut told: impl FnMut(usize, usize),
    ) -> PlayedOut {
        let game = self.plan.game;
        self.take_stock(lean, scratch);
        let cap = lean.cap.unwrap_or(1);
        let (mut plies, mut mover) = (0, usize::from(self.ctx.pos.mover));
        let before = self.ctx.pos.moves_made as u64;
        loop {
            let free = scratch.free.len();
            if free == 0 {
                // Nobody can move any more: everybody passes once, and that is a draw.
                return PlayedOut { plies: plies + game.players as u64, winner: 0 };
            }
            if game.meta.swap && before + plies == 1 && rng.below(free + 1) == free {
                // The seats change, and the same seat moves on.
                plies += 1;
            }
            let k = rng.below(free);
            let site = usize::from(scratch.free[k]);
            plies += 1;
            told(mover, site);
            if let Some(winner) = self.put(lean, scratch, mover, site) {
                return PlayedOut { plies, winner };
            }
            if usize::from(scratch.height[site]) == cap {
                scratch.free.swap_remove(k);
            }
            mover = 3 - mover;
        }
    }
}

fn linked(rule: &LinkRule, owner: &[u8], mover: usize, site: usize, links: &mut Links) -> bool {
    let row = if rule.goals.len() == 1 { 0 } else { mover };
    let mut root = site as u16;
    links.parent[site] = root;
    let mut goals = rule.goals[row][site];
    for &near in rule.steps.of(site) {
        if usize::from(owner[usize::from(near)]) == mover {
            let other = links.root(near);
            if other != root {
                links.parent[usize::from(root)] = other;
                goals |= links.goals[usize::from(other)];
                root = other;
            }
        }
    }
    links.goals[usize::from(root)] = goals;
    let all = rule.counts[row];
    all > 0 && goals.count_ones() >= rule.number.unwrap_or(all)
}

/// Adds a piece; does it join pieces that hang together already, from two sides of it? (Neighbours that touch each other
/// are on the same side.)
fn closes_ring(near: &Targets, owner: &[u8], mover: usize, site: usize, links: &mut Links) -> bool {
    let mut sides: SmallVec<[(u16, u16); 8]> = SmallVec::new();
    let mut closes = false;
    for &piece in near.of(site) {
        if usize::from(owner[usize::from(piece)]) != mover {
            continue;
        }
        let root = links.root(piece);
        sides.push((piece, root));
    }
    for (i, &(piece, root)) in sides.iter().enumerate() {
        closes |=
            sides[..i].iter().any(|&(other, its)| its == root && !same_side(near, &sides, piece, other));
    }
    links.parent[site] = site as u16;
    for (piece, _) in sides {
        let root = links.root(piece);
        links.parent[usize::from(root)] = site as u16;
    }
    closes
}

/// Do two of some pieces around a site touch, if only by way of others of them?
fn same_side(near: &Targets, around: &[(u16, u16)], one: u16, other: u16) -> bool {
    let mut reached: SmallVec<[u16; 8]> = SmallVec::from_slice(&[one]);
    let mut next = 0;
    while let Some(&piece) = reached.get(next) {
        next += 1;
        for &(touching, _) in around {
            if !reached.contains(&touching) && near.of(piece.into()).contains(&touching) {
                reached.push(touching);
            }
        }
    }
    reached.contains(&other)
}

/// Sites as bits, for pieces that cover several.
type Cover = [u64; 4];

/// Games of pieces that cover several sites and stay there, until somebody finds no room.
#[derive(Debug)]
pub(super) struct Covering {
    /// By player: all that a piece of theirs may cover.
    covers: [Box<[Cover]>; 3],
    /// Does who cannot move win?
    stuck_wins: bool,
}

/// A game of covering, where this is one. Asked when everything else is compiled.
pub(super) fn covering(plan: &Plan<'_>) -> Option<Covering> {
    let game = plan.game;
    let Gen::Leaf(index) = plan.gens[*plan.phases.first()?] else { return None };
    let leaf = &plan.leaves[usize::from(index)];
    let Form::Large { piece: Int::Mover, covers } = &leaf.form else { return None };
    let [end] = &*plan.ends else { return None };
    let sites = game.board.len(leaf.kind);
    let is_covering = !plan.plain
        && game.players == 2
        && plan.phases.len() == 1
        && game.phases[0].end.is_none()
        && game.phases[0].next.is_empty()
        && leaf.thens.is_empty()
        && leaf.tried.is_none()
        && game.layout.words() <= 4
        && !game.meta.swap
        && game.meta.repeat.is_none()
        && !game.meta.no_suicide
        && matches!(end.cond, Some(Cond::NextCannotMove))
        && (sites as i32) + 4 < game.turn_limit
        && (sites as i32) + 4 < game.move_limit;
    if !is_covering {
        return None;
    }
    let of = |player: usize| {
        let mut all = Vec::new();
        for (_, table) in covers.get(player).into_iter().flatten() {
            for site in (0..sites).filter(|&site| !table.words_of(site).is_empty()) {
                let mut cover = Cover::default();
                let slot = leaf.first + site;
                cover[slot / 64] |= 1 << (slot % 64);
                table.words_of(site).iter().for_each(|&(word, bits)| cover[word as usize] |= bits);
                all.push(cover);
            }
        }
        all.into_boxed_slice()
    };
    Some(Covering { covers: [Box::default(), of(1), of(2)], stuck_wins: !mover_wins(end.rule)? })
}

impl<'p, 'g> Runner<'p, 'g> {
    /// Where the game is one of covering: works the result of a random game from here out and leaves the position as it
    /// is.
    pub(super) fn cover_at_random(&self, rng: &mut Rng) -> Option<PlayedOut> {
        let game = self.plan.covering.as_ref()?;
        let pos = &self.ctx.pos;
        let mut free = Cover::default();
        free.iter_mut().zip(pos.empty_slots()).for_each(|(word, &empty)| *word = empty);
        let fits = |cover: &Cover, free: &Cover| (0..4).all(|i| cover[i] & !free[i] == 0);
        let mut mover = usize::from(pos.mover);
        let can_move =
            |player: usize, free: &Cover| game.covers[player].iter().any(|cover| fits(cover, free));
        if pos.over || !can_move(mover, &free) {
            return None;
        }
        let mut plies = 0;
        loop {
            let all = &game.covers[mover];
            // Any that does not fit is drawn anew: there is one that does.
            let cover = loop {
                let cover = &all[rng.below(all.len())];
                if fits(cover, &free) {
                    break cover;
                }
            };
            (0..4).for_each(|i| free[i] &= !cover[i]);
            plies += 1;
            let other = 3 - mover;
            if !can_move(other, &free) {
                return Some(PlayedOut { plies, winner: if game.stuck_wins { other } else { mover } });
            }
            mover = other;
        }
    }
}
