//! The leanest games: two players put pieces on empty sites, on sites that open when others are taken, or drop them on
//! columns, one a turn, until somebody has a line or a link. A random game of these needs no position at all: a list of the free sites, the pieces of each player
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
    /// Did the game come to its end?
    pub over: bool,
}

/// A lean game, worked out. A *cell* is a site, or a level of a column.
#[derive(Debug)]
pub(super) struct Lean {
    /// Sites that pieces may come to, and those of them that are open from the start.
    sites: Box<[u16]>,
    open: Box<[u16]>,
    /// Where sites open as others are taken: by site the one that must be taken first (itself where it is open from the
    /// start), and those that open when it is.
    gates: Option<Gates>,
    /// All lines are told by sets.
    by_sets: bool,
    /// The game is over when the board is full; else everybody must pass first.
    full_ends: bool,
    /// Where pieces are dropped on columns: how high they may be.
    cap: Option<usize>,
    /// How many columns lie between a cell and the one above it.
    apart: usize,
    cells: usize,
    rules: Box<[LeanRule]>,
    tracks: Box<[Tracks]>,
}

#[derive(Debug)]
struct Gates {
    under: Box<[u16]>,
    over: Box<[Box<[u16]>]>,
}

impl Gates {
    #[inline]
    fn is_open(&self, site: u16, height: &[u8]) -> bool {
        let under = self.under[usize::from(site)];
        under == site || height[usize::from(under)] > 0
    }
}

/// An end rule: who wins, and when.
#[derive(Debug)]
struct LeanRule {
    mover_wins: bool,
    when: When,
    /// A line as one of some sets, where that can be said.
    filled: Option<Filled>,
}

#[derive(Debug)]
enum When {
    /// A line among those of some tracks, of a length, or of exactly that.
    Run { tracks: usize, length: u32, exact: bool },
    /// What the rule with this number among the end rules, and this one among its conditions, keeps.
    Linked { part: usize, link: usize },
    /// Pieces alike close a ring. On a board where the neighbours of each site surround it, a piece closes one if it
    /// joins pieces that hung together already, from two sides of it, or if a neighbour has none but its like around it.
    Loop { near: Arc<Targets>, inside: Box<[bool]> },
}

/// Lines of a length as sets of cells, for boards of 64 at most: by cell, the range of the sets that it belongs to.
#[derive(Debug)]
struct Filled {
    starts: Box<[u16]>,
    sets: Box<[u64]>,
}

/// All straight lines of one kind: for each cell, on which lines it lies, and where.
#[derive(Debug)]
struct Tracks {
    starts: Box<[u32]>,
    /// The line and the place on it.
    places: Box<[(u16, u8)]>,
    lines: usize,
    /// Where the lines of these tracks begin among those of all.
    first: usize,
    /// The cells of each line.
    cells: Box<[Box<[u16]>]>,
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
        let lines = numbers.len();
        let mut cells: Vec<Box<[u16]>> = vec![Box::default(); lines];
        for (path, line) in numbers {
            cells[line] = path.into();
        }
        let (starts, places) = (starts.into(), on.concat().into());
        Some(Tracks { starts, places, lines, first: 0, cells: cells.into() })
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

/// A lean game being played: all that its rules look at. Copying one over another keeps the memory of the other.
#[derive(Debug, Default)]
pub struct LeanSpot {
    /// Sites that can still be played to; true only while a random game is played.
    free: Vec<u16>,
    owner: Vec<u8>,
    height: Vec<u8>,
    /// The cells of each player, on small boards.
    own: [u64; 2],
    /// Tracks one after another, of each the lines of the first player, then those of the second. None where lines are
    /// told by sets alone, and nobody looks for threats.
    lines: Vec<u64>,
    links: Vec<Links>,
    /// Where a piece of each player may have been the last of a line, when it was looked at; only where somebody asks.
    threats: [Vec<u16>; 2],
    mover: u8,
    /// The seat that has won, 0 for nobody.
    winner: u8,
    /// So many pieces can still be put down.
    left: u16,
}

impl Clone for LeanSpot {
    fn clone(&self) -> LeanSpot {
        let mut new = LeanSpot::default();
        new.clone_from(self);
        new
    }
    fn clone_from(&mut self, from: &LeanSpot) {
        // (What is free is worked out anew whenever it is asked for.)
        let LeanSpot { free: _, owner, height, own, lines, links, threats, mover, winner, left } = from;
        self.owner.clone_from(owner);
        self.height.clone_from(height);
        self.lines.clone_from(lines);
        self.links.clone_from(links);
        for (own, theirs) in self.threats.iter_mut().zip(threats) {
            own.clone_from(theirs);
        }
        (self.own, self.mover, self.winner, self.left) = (*own, *mover, *winner, *left);
    }
}

impl LeanSpot {
    /// Has somebody won, or can nobody play any more?
    #[inline]
    pub fn is_over(&self) -> bool {
        self.winner != 0 || self.left == 0
    }
    /// The seat that has won, 0 for nobody.
    pub fn winner(&self) -> usize {
        self.winner.into()
    }
    pub fn mover(&self) -> usize {
        self.mover.into()
    }
    /// So many pieces can still be put down.
    pub fn left(&self) -> usize {
        self.left.into()
    }
    /// All pieces: their cells, and whose they are.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        self.owner
            .iter()
            .enumerate()
            .filter(|(_, who)| **who != 0)
            .map(|(cell, who)| (cell, usize::from(*who)))
    }
}

/// A lean game: what may be done in it, without a position.
#[derive(Clone, Copy, Debug)]
pub struct LeanGame<'g> {
    plan: GamePlan<'g>,
    lean: &'g Lean,
}

/// Links as they grow, by site.
#[derive(Debug, Default)]
struct Links {
    parent: Vec<u16>,
    goals: Vec<u32>,
}

impl Clone for Links {
    fn clone(&self) -> Links {
        Links { parent: self.parent.clone(), goals: self.goals.clone() }
    }
    fn clone_from(&mut self, from: &Links) {
        self.parent.clone_from(&from.parent);
        self.goals.clone_from(&from.goals);
    }
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
pub(super) fn mover_wins(rule: &EndRule) -> Option<bool> {
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

/// Is a game drawn by this rule when the board is full?
fn full_draws(end: &EndPart) -> bool {
    let EndRule::If { cases, result: Some(Outcome::Result { result, .. }), .. } = &*end.rule else {
        return false;
    };
    cases.is_empty()
        && *result == ResultKind::Draw
        && matches!(&end.cond, Some(Cond::Plain(cond)) if **cond == Bool::Full)
}

/// Where pieces may come to, which sites open when others are taken, and how high columns may grow.
struct Places {
    sites: Box<[u16]>,
    gates: Option<Gates>,
    cap: Option<usize>,
}

fn places(plan: GamePlan<'_>, leaf: &Leaf, sites: usize) -> Option<Places> {
    let Form::Place { piece, to, state: None, on_stack } = &leaf.form else { return None };
    if **piece != Int::Mover {
        return None;
    }
    match to {
        Where::Empty if !on_stack => {
            Some(Places { sites: (0..sites as u16).collect(), gates: None, cap: None })
        }
        Where::Region(Sites::Where(of, Cond::Plain(cond))) if *on_stack => {
            let Bool::Lt(count, cap) = &**cond else { return None };
            let (Int::Count { site, .. }, Int::Const(cap)) = (&**count, &**cap) else { return None };
            let (Int::Site, Sites::Plain(region)) = (&**site, &**of) else { return None };
            let Region::Fixed(set) = &**region else { return None };
            let cap = usize::try_from(*cap).ok().filter(|&cap| 0 < cap && cap * sites <= MOST_CELLS)?;
            let columns = set.iter().filter_map(|s| u16::try_from(s).ok());
            let columns = columns.filter(|&s| usize::from(s) < sites).collect();
            Some(Places { sites: columns, gates: None, cap: Some(cap) })
        }
        Where::Region(Sites::Where(of, Cond::Or(ways))) if !*on_stack => {
            let all_empty = match &**of {
                Sites::Passing { test: Test::Empty, len, .. } => *len == sites,
                Sites::Plain(region) if matches!(**region, Region::Empty { kind } if kind == leaf.kind) => {
                    true
                }
                Sites::Passing { .. } | Sites::Plain(_) | Sites::Where(..) | Sites::MovesFrom(_) => false,
            };
            if !all_empty {
                return None;
            }
            let gates = gates(plan, ways, leaf.kind, sites)?;
            Some(Places { sites: gates.reached(), gates: Some(gates), cap: None })
        }
        Where::Site(_) | Where::Empty | Where::Region(_) => None,
    }
}

/// Sites that are open from the start, or when the site some steps ahead of them is taken.
fn gates(plan: GamePlan<'_>, ways: &[Cond], kind: SiteType, sites: usize) -> Option<Gates> {
    let mut ctx = crate::ctx::Ctx::start(plan.game, 0);
    let mut under: Vec<Option<u16>> = vec![None; sites];
    let mut named = false;
    for way in ways {
        let Cond::Plain(way) = way else { return None };
        if let Bool::In { site, region } = &**way {
            let (Int::Site, Region::Fixed(set)) = (&**site, &**region) else { return None };
            for site in set.iter().filter_map(|s| usize::try_from(s).ok()).filter(|&s| s < sites) {
                under[site] = Some(site as u16);
            }
        } else if let Bool::Occupied { kind: of, site } = &**way
            && let Int::Ahead { kind: along, site: from, steps, dirs } = &**site
        {
            let fixed = matches!(**steps, Int::Const(_)) && matches!(**dirs, crate::kernel::Dir::Absolute(_));
            if named || *of != kind || *along != kind || !matches!(**from, Int::Site) || !fixed {
                return None;
            }
            named = true;
            for (here, under) in under.iter_mut().enumerate() {
                ctx.reg.site = here as i32;
                let there = usize::try_from(ctx.int(site)).ok().filter(|&s| s < sites && s != here);
                *under = under.or(there.map(|s| s as u16));
            }
        } else {
            return None;
        }
    }
    // (A region that was named after the site ahead opens its sites all the same.)
    let mut over: Vec<Vec<u16>> = vec![Vec::new(); sites];
    for (site, under) in under.iter().enumerate() {
        if let Some(under) = under.filter(|&u| usize::from(u) != site) {
            over[usize::from(under)].push(site as u16);
        }
    }
    let under = under.iter().map(|u| u.unwrap_or(SHUT)).collect();
    Some(Gates { under, over: over.into_iter().map(Vec::into).collect() })
}

/// A site that never opens.
const SHUT: u16 = u16::MAX;

impl Gates {
    fn is_open_at_first(&self, site: u16) -> bool {
        self.under[usize::from(site)] == site
    }
    /// The sites that can open at all.
    fn reached(&self) -> Box<[u16]> {
        let all = 0..self.under.len() as u16;
        let mut reached: Vec<u16> = all.filter(|&s| self.is_open_at_first(s)).collect();
        let mut next = 0;
        while next < reached.len() {
            reached.extend_from_slice(&self.over[usize::from(reached[next])]);
            next += 1;
        }
        reached.sort_unstable();
        reached.into()
    }
}

/// The straight paths through each cell. In columns they go down, level, and up or down like stairs.
fn paths(line: &LineRule, sites: usize, cap: Option<usize>) -> Vec<Vec<Vec<u16>>> {
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
pub(super) fn lean(plan: GamePlan<'_>, only_adds: bool) -> Option<Lean> {
    let game = plan.game;
    let Gen::Leaf(index) = plan.gens[*plan.phases.first()?] else { return None };
    let leaf = &plan.leaves[usize::from(index)];
    let board = game.board.len(leaf.kind);
    let Places { sites, gates, cap } = places(plan, leaf, board)?;
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
    let mut full_ends = false;
    for (part, end) in plan.ends.iter().enumerate() {
        if full_ends {
            return None;
        }
        if full_draws(end) && leaf.kind == game.site_type && sites.len() == board && cap.is_none() {
            full_ends = true;
            continue;
        }
        let mover_wins = mover_wins(&end.rule)?;
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
                Cond::Loop { near, cond, .. }
                    if let Bool::Loop(rule) = &**cond
                        && cap.is_none()
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
                | Cond::Settled(..)
                | Cond::Paired(_)
                | Cond::SameMover
                | Cond::Near { .. }
                | Cond::Liberty { .. }
                | Cond::Loop { .. } => return None,
            };
            let filled = match when {
                When::Run { tracks, length, exact: false } if cells <= 64 => {
                    filled(&known[tracks], length as usize)
                }
                When::Run { .. } | When::Linked { .. } | When::Loop { .. } => None,
            };
            rules.push(LeanRule { mover_wins, when, filled });
        }
    }
    let shortest = |index: usize| {
        let lengths = rules.iter().filter_map(|r| match r.when {
            When::Run { tracks, length, .. } if tracks == index => Some(length),
            When::Run { .. } | When::Linked { .. } | When::Loop { .. } => None,
        });
        lengths.min().unwrap_or(1)
    };
    let tracks = known.iter().enumerate().map(|(i, paths)| Tracks::build(paths, shortest(i)));
    let mut tracks = tracks.collect::<Option<Box<[Tracks]>>>()?;
    let mut first = 0;
    for tracks in &mut tracks {
        tracks.first = first;
        first += 2 * tracks.lines;
    }
    let at_first = |&s: &u16| gates.as_ref().is_none_or(|g| g.is_open_at_first(s));
    let open = sites.iter().copied().filter(at_first).collect();
    let by_sets = rules.iter().all(|r| r.filled.is_some() || !matches!(r.when, When::Run { .. }));
    Some(Lean {
        by_sets,
        sites,
        open,
        gates,
        full_ends,
        cap,
        apart: board,
        cells,
        rules: rules.into(),
        tracks,
    })
}

/// Lines of a length as sets of cells, from the paths through each cell.
fn filled(paths: &[Vec<Vec<u16>>], length: usize) -> Option<Filled> {
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
    Some(Filled { starts: starts.into(), sets: sets.into() })
}

impl<'g> Runner<'g> {
    /// Where the game allows it: works the result of a random game from here out and leaves the position as it is.
    /// Tells who puts a piece where.
    pub fn play_out_leanly(
        &mut self,
        rng: &mut Rng,
        mut told: impl FnMut(usize, usize),
    ) -> Option<PlayedOut> {
        let game = self.plan.lean(self.ctx.game)?;
        if self.ctx.pos.over {
            return None;
        }
        game.take_stock(&self.ctx.pos, &mut self.scratch, !game.lean.by_sets);
        let changes_seats = self.ctx.game.meta.swap.then_some(1 - i64::from(self.ctx.pos.moves_made));
        Some(game.play_on(&mut self.scratch, rng, changes_seats, |mover, site, _| told(mover, site)))
    }
}

impl Plan {
    /// The game without positions, where it is of that kind.
    pub fn lean<'g>(&'g self, game: &'g Game) -> Option<LeanGame<'g>> {
        self.lean.as_ref().map(|lean| LeanGame { plan: self.beside(game), lean })
    }
}

impl<'g> LeanGame<'g> {
    /// May the second player, after the first move, change the seats instead of moving?
    pub fn seats_may_change(&self) -> bool {
        self.plan.game.meta.swap
    }

    /// Is the game over as soon as the board is full? Else everybody must pass first.
    pub fn ends_when_full(&self) -> bool {
        self.lean.full_ends
    }

    /// The game as it stands in a position that is not over. Threats can be noted only where lines are kept.
    pub fn stand(&self, pos: &crate::position::Position, keep_lines: bool) -> Option<LeanSpot> {
        if pos.over {
            return None;
        }
        let mut spot = LeanSpot::default();
        self.take_stock(pos, &mut spot, keep_lines || !self.lean.by_sets);
        Some(spot)
    }

    /// The sites that the mover may play to.
    pub fn free<'s>(&self, spot: &'s LeanSpot) -> impl Iterator<Item = usize> + use<'s, 'g> {
        let lean = self.lean;
        let cap = lean.cap.unwrap_or(1);
        let free = move |&&site: &&u16| {
            usize::from(spot.height[usize::from(site)]) < cap
                && lean.gates.as_ref().is_none_or(|g| g.is_open(site, &spot.height))
        };
        lean.sites.iter().filter(free).map(|&site| usize::from(site))
    }

    /// Where a piece comes to lie that is put on a site: the site itself, or a level of its column.
    #[inline]
    pub fn cell(&self, spot: &LeanSpot, site: usize) -> usize {
        site + usize::from(spot.height[site]) * self.lean.apart
    }

    /// The mover's piece is put on a free site.
    #[inline]
    pub fn play(&self, spot: &mut LeanSpot, site: usize) {
        let mover = usize::from(spot.mover);
        let met = match spot.lines.is_empty() {
            true => self.put::<false>(spot, mover, site),
            false => self.put::<true>(spot, mover, site),
        };
        if let Some(winner) = met {
            spot.winner = winner as u8;
        }
        spot.left -= 1;
        spot.mover = 3 - spot.mover;
    }

    /// Can anybody win by a line?
    pub fn has_lines(&self) -> bool {
        self.lean.rules.iter().any(|r| r.mover_wins && matches!(r.when, When::Run { .. }))
    }

    /// Notes where a player's next piece would make a line of those through a cell that has just been taken.
    pub fn note_threats(&self, spot: &mut LeanSpot, cell: usize) {
        let mover = usize::from(spot.owner[cell]);
        let Some(threats) = mover.checked_sub(1).and_then(|m| spot.threats.get_mut(m)) else { return };
        for rule in self.lean.rules.iter().filter(|r| r.mover_wins) {
            let When::Run { tracks, length, .. } = rule.when else { continue };
            let tracks = &self.lean.tracks[tracks];
            let own = &spot.lines[tracks.first + (mover - 1) * tracks.lines..];
            let Some(whole) = 64u32.checked_sub(length).and_then(|less| u64::MAX.checked_shr(less)) else {
                continue;
            };
            for &(line, place) in tracks.of(cell) {
                let (pieces, cells) = (own[usize::from(line)], &tracks.cells[usize::from(line)]);
                if cells.len() < length as usize {
                    // (Long enough for another rule only.)
                    continue;
                }
                let first = u32::from(place).saturating_sub(length - 1);
                let last = u32::from(place).min((cells.len() as u32).saturating_sub(length));
                for start in first..=last {
                    let window = pieces >> start & whole;
                    if window.count_ones() + 1 == length {
                        let gap = cells[(start + (!window).trailing_zeros()) as usize];
                        if spot.owner[usize::from(gap)] == 0 {
                            threats.push(gap);
                        }
                    }
                }
            }
        }
    }

    /// A site at which a player would make a line now. Threats must have been noted from the start.
    pub fn threat(&self, spot: &mut LeanSpot, player: usize) -> Option<usize> {
        let lean = self.lean;
        let mut i = 0;
        while let Some(&cell) = spot.threats[player - 1].get(i) {
            let cell = usize::from(cell);
            if spot.owner[cell] != 0 {
                spot.threats[player - 1].swap_remove(i);
                continue;
            }
            let (site, level) = (cell % lean.apart, cell / lean.apart);
            let open = lean.gates.as_ref().is_none_or(|g| g.is_open(site as u16, &spot.height));
            if open && usize::from(spot.height[site]) == level {
                return Some(site);
            }
            i += 1;
        }
        None
    }

    /// Plays on to the end of a game that is not over: whoever can make a line does, whoever must hinder one does, and all
    /// other moves are random. Threats must have been noted from the start.
    pub fn play_out_keenly(
        &self,
        spot: &mut LeanSpot,
        rng: &mut Rng,
        mut told: impl FnMut(usize, usize, usize),
    ) -> PlayedOut {
        self.list_free(spot);
        let cap = self.lean.cap.unwrap_or(1);
        let (mut plies, mut mover) = (0, usize::from(spot.mover));
        while !spot.free.is_empty() {
            let urgent = match self.threat(spot, mover) {
                None => self.threat(spot, 3 - mover),
                site => site,
            };
            let k = match urgent {
                Some(site) => spot.free.iter().position(|&s| usize::from(s) == site).unwrap_or(0),
                None => rng.below(spot.free.len()),
            };
            let site = usize::from(spot.free[k]);
            let cell = self.cell(spot, site);
            plies += 1;
            told(mover, site, cell);
            if let Some(winner) = self.put::<true>(spot, mover, site) {
                return PlayedOut { plies, winner, over: true };
            }
            if usize::from(spot.height[site]) == cap {
                spot.free.swap_remove(k);
            }
            if let Some(gates) = &self.lean.gates {
                spot.free.extend_from_slice(&gates.over[site]);
            }
            self.note_threats(spot, cell);
            mover = 3 - mover;
        }
        PlayedOut { plies, winner: 0, over: true }
    }

    /// Plays on with random moves to the end of a game that is not over, and tells who puts a piece on which site and cell.
    pub fn play_out(
        &self,
        spot: &mut LeanSpot,
        rng: &mut Rng,
        told: impl FnMut(usize, usize, usize),
    ) -> PlayedOut {
        self.list_free(spot);
        self.play_on(spot, rng, None, told)
    }

    fn list_free(&self, spot: &mut LeanSpot) {
        let lean = self.lean;
        let cap = lean.cap.unwrap_or(1);
        // (Written without asking, and kept where it is free: quicker than to guess.)
        spot.free.resize(lean.sites.len(), 0);
        let mut kept = 0;
        for &site in &lean.sites {
            spot.free[kept] = site;
            kept += usize::from(usize::from(spot.height[usize::from(site)]) < cap);
        }
        spot.free.truncate(kept);
        if let Some(gates) = &lean.gates {
            let height = &spot.height;
            spot.free.retain(|&site| gates.is_open(site, height));
        }
    }

    /// What stands already goes into the spot; nothing of it has ended the game.
    fn take_stock(&self, pos: &crate::position::Position, spot: &mut LeanSpot, keep_lines: bool) {
        let lean = self.lean;
        spot.own = [0; 2];
        spot.owner.clear();
        spot.owner.resize(lean.cells, 0);
        spot.height.clear();
        spot.height.resize(lean.apart, 0);
        spot.lines.clear();
        if keep_lines {
            spot.lines.resize(2 * lean.tracks.iter().map(|t| t.lines).sum::<usize>(), 0);
        }
        // (One more for rings.)
        spot.links.resize_with(self.plan.links + 1, Links::default);
        for links in &mut spot.links {
            links.parent.resize(lean.cells, 0);
            links.goals.resize(lean.cells, 0);
        }
        let cap = lean.cap.unwrap_or(1);
        spot.threats.iter_mut().for_each(Vec::clear);
        (spot.mover, spot.winner) = (pos.mover, 0);
        spot.left = (lean.sites.len() * cap) as u16;
        spot.free.clear();
        spot.free.extend_from_slice(&lean.open);
        if pos.moves_made == 0 {
            return;
        }
        for site in 0..lean.apart {
            for level in 0..pos.height(site) {
                let who = usize::from(pos.at_level(site, level).who);
                if who == 1 || who == 2 {
                    match keep_lines {
                        true => self.put::<true>(spot, who, site),
                        false => self.put::<false>(spot, who, site),
                    };
                    spot.left -= 1;
                }
            }
        }
        self.list_free(spot);
    }

    /// Puts a player's piece on a site; who wins by that, if anybody.
    #[inline(always)]
    fn put<const LINES: bool>(&self, spot: &mut LeanSpot, mover: usize, site: usize) -> Option<usize> {
        let lean = self.lean;
        let level = usize::from(spot.height[site]);
        spot.height[site] += 1;
        let cell = site + level * lean.apart;
        spot.owner[cell] = mover as u8;
        spot.own[(mover - 1) % 2] |= 1 << (cell % 64);
        let own_cells = spot.own[(mover - 1) % 2];
        for tracks in lean.tracks.iter().filter(|_| LINES) {
            let own = &mut spot.lines[tracks.first + (mover - 1) * tracks.lines..];
            for &(line, place) in tracks.of(cell) {
                own[usize::from(line)] |= 1 << place;
            }
        }
        let mut winner = None;
        // (Every rule that keeps links must see every move, so none is passed over.)
        for rule in &lean.rules {
            let holds = match &rule.when {
                When::Run { .. } if rule.filled.is_some() => rule.filled.as_ref().is_some_and(|filled| {
                    let range = usize::from(filled.starts[cell])..usize::from(filled.starts[cell + 1]);
                    filled.sets[range].iter().any(|set| set & !own_cells == 0)
                }),
                &When::Run { tracks: index, length, exact } => {
                    let tracks = &lean.tracks[index];
                    let own = &spot.lines[tracks.first + (mover - 1) * tracks.lines..];
                    tracks.of(cell).iter().any(|&(line, place)| {
                        let found = run(own[usize::from(line)], place);
                        if exact { found == length } else { found >= length }
                    })
                }
                When::Loop { near, inside } => {
                    let owns = |site: u16| usize::from(spot.owner[usize::from(site)]) == mover;
                    let fills = |site: u16| {
                        inside[usize::from(site)] && near.of(site.into()).iter().all(|&s| owns(s))
                    };
                    // (Asked first, for it must see every move.)
                    let links = &mut spot.links[self.plan.links];
                    closes_ring(near, &spot.owner, mover, cell, links)
                        || near.of(cell).iter().any(|&site| owns(site) && fills(site))
                }
                &When::Linked { part, link } => {
                    let cond = match &self.plan.ends[part].cond {
                        Some(Cond::Or(list)) => list.get(link),
                        cond => cond.as_ref(),
                    };
                    let Some(Cond::Linked(rule)) = cond else { continue };
                    linked(rule, &spot.owner, mover, cell, &mut spot.links[rule.index])
                }
            };
            if holds && winner.is_none() {
                winner = Some(if rule.mover_wins { mover } else { 3 - mover });
            }
        }
        winner
    }

    /// Random moves to the end. Seats may be changed when so many moves were made, where that is said.
    fn play_on(
        &self,
        spot: &mut LeanSpot,
        rng: &mut Rng,
        changes_seats: Option<i64>,
        mut told: impl FnMut(usize, usize, usize),
    ) -> PlayedOut {
        let cap = self.lean.cap.unwrap_or(1);
        let (mut plies, mut mover) = (0, usize::from(spot.mover));
        loop {
            let free = spot.free.len();
            if free == 0 {
                // Nobody can move any more: that is a draw, at once or when everybody has passed.
                let passes = if self.lean.full_ends { 0 } else { self.plan.game.players as u64 };
                return PlayedOut { plies: plies + passes, winner: 0, over: true };
            }
            if changes_seats == Some(plies as i64) && rng.below(free + 1) == free {
                // The seats change, and the same seat moves on.
                plies += 1;
            }
            let k = rng.below(free);
            let site = usize::from(spot.free[k]);
            plies += 1;
            told(mover, site, self.cell(spot, site));
            let met = match self.lean.by_sets {
                true => self.put::<false>(spot, mover, site),
                false => self.put::<true>(spot, mover, site),
            };
            if let Some(winner) = met {
                return PlayedOut { plies, winner, over: true };
            }
            if usize::from(spot.height[site]) == cap {
                spot.free.swap_remove(k);
            }
            if let Some(gates) = &self.lean.gates {
                spot.free.extend_from_slice(&gates.over[site]);
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
