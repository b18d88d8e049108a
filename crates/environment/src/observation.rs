//! Positions as numbers: a table with a row for each site and a column for each plane, and behind it a row of globals. The
//! shape is fixed by the game; what an agent may not see is left out. Numbers are as the game has them (a count of 12 is
//! 12), cut off at ±[`MOST`].

use crate::actions::{parts, slot_name};
use crate::turn::agent_of;
use ludarium_engine::action::Facet;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::position::{Piece, Position};
use ludarium_engine::{Ctx, Game, SiteType};

/// No number in an observation is greater than this, or less than its negative.
pub const MOST: f32 = 1_048_576.0;
/// Components have a plane each where the table does not become larger than this.
const MOST_ONE_HOT: usize = 1 << 16;

/// What the columns and globals of a game's observations hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservationSpace {
    sites: Vec<String>,
    planes: Vec<String>,
    globals: Vec<String>,
    at: Columns,
}

/// Where each kind of plane begins; equal neighbours where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    pub(crate) components: usize,
    pub(crate) one_hot: bool,
    pub(crate) owners: usize,
    pub(crate) players: usize,
    pub(crate) below: Option<usize>,
    pub(crate) count: Option<usize>,
    pub(crate) state: Option<usize>,
    pub(crate) rotation: Option<usize>,
    pub(crate) value: Option<usize>,
    pub(crate) hidden: Option<usize>,
    /// Where the last move came from; the next plane is where it went.
    pub(crate) last: Option<usize>,
    /// For each value that a variable of a puzzle may still take.
    pub(crate) puzzle: Option<usize>,
    pub(crate) values: usize,
    pub(crate) phases: usize,
    pub(crate) scores: bool,
    pub(crate) amounts: bool,
    pub(crate) dice: usize,
    pub(crate) vars: usize,
}

impl ObservationSpace {
    /// The space of a game; of a match one that holds for all its games.
    pub fn of(game: &Game) -> ObservationSpace {
        let parts = parts(game);
        let most = |f: &dyn Fn(&Game) -> usize| parts.iter().map(|g| f(g)).max().unwrap_or(0);
        let any = |f: &dyn Fn(&Game) -> bool| parts.iter().any(|g| f(g));
        let sites = most(&|g| g.layout.nowhere).max(1);
        let components = most(&|g| g.components.len().saturating_sub(1));
        let players = game.players.max(1);
        let named = parts.iter().max_by_key(|g| g.components.len()).copied().unwrap_or(game);
        let mut planes: Vec<String> = Vec::new();
        let mut at = Columns { players, ..Columns::default() };
        at.one_hot = sites * components <= MOST_ONE_HOT;
        if at.one_hot {
            planes.extend(named.components.iter().skip(1).map(|c| c.name.clone()));
        } else {
            planes.push("component".to_owned());
        }
        at.components = components;
        at.owners = planes.len();
        planes.extend((1..=players).map(|p| format!("owner {p}")));
        let stacking = any(&|g| g.uses.stacking);
        if stacking {
            at.below = Some(planes.len());
            planes.extend((0..=players).map(|p| format!("below, owner {p}")));
        }
        let mut plane = |name: &str, wanted: bool| {
            wanted.then(|| {
                planes.push(name.to_owned());
                planes.len() - 1
            })
        };
        at.count = plane("count", stacking || any(&|g| g.uses.count));
        at.state = plane("state", any(&|g| g.uses.state || has_dice(g)));
        at.rotation = plane("rotation", any(&|g| g.uses.rotation));
        at.value = plane("value", any(&|g| g.uses.value));
        at.hidden = plane("hidden", any(&|g| g.uses.hidden));
        // (The last move of somebody else would tell what is hidden.)
        at.last = plane("last from", at.hidden.is_none());
        plane("last to", at.last.is_some());
        let ranges = || parts.iter().flat_map(|g| g.puzzle_ranges).flatten();
        if any(&|g| g.uses.deduction_puzzle) {
            at.values = ranges().map(|(_, max)| max.clamp(0, 63) as usize + 1).max().unwrap_or(1);
            at.puzzle = Some(planes.len());
            planes.extend((0..at.values).map(|v| format!("may be {v}")));
        }
        at.phases = most(&|g| if g.phases.len() > 1 { g.phases.len() } else { 0 });
        at.scores = any(&|g| g.uses.score);
        at.amounts = any(&|g| g.uses.amount);
        at.dice = most(&|g| dice(g).map(|c| c.len as usize).sum());
        at.vars = most(&|g| if g.uses.vars { g.names.len() } else { 0 });
        let globals = at.globals(named);
        let largest = parts.iter().max_by_key(|g| g.layout.nowhere).copied().unwrap_or(game);
        let sites = (0..sites).map(|slot| slot_name(largest, slot)).collect();
        ObservationSpace { sites, planes, globals, at }
    }

    /// What the rows of the table are called: sites in the order of [`crate::actions`].
    pub fn sites(&self) -> &[String] {
        &self.sites
    }

    /// What the columns are called.
    pub fn planes(&self) -> &[String] {
        &self.planes
    }

    /// What the numbers behind the table are called.
    pub fn globals(&self) -> &[String] {
        &self.globals
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.sites.len() * self.planes.len() + self.globals.len()
    }

    /// Where each kind of plane begins.
    pub(crate) fn columns(&self) -> &Columns {
        &self.at
    }

    /// Where nothing is told of a site but its piece, the owner and the last move: the first plane of owners, and the first of
    /// the last move.
    pub(crate) fn plain_planes(&self) -> Option<(usize, usize)> {
        let last = self.at.last.filter(|_| self.at.is_plain() && self.at.puzzle.is_none())?;
        Some((self.at.owners, last))
    }

    /// Writes what an agent (counted from 0) sees of a position.
    pub fn fill(&self, ctx: &Ctx<'_>, agent: usize, out: &mut [f32]) {
        out.fill(0.0);
        let width = self.planes.len();
        let Some((table, globals)) = out.split_at_mut_checked(self.sites.len() * width) else { return };
        let seat = ctx.pos.order.get(agent + 1).copied().unwrap_or(1);
        self.at.fill_globals(ctx, agent, globals);
        // In a match the game on the table is what is seen.
        let (game, pos) = match &ctx.pos.instance {
            Some(instance) => (&*ctx.game.subgames[instance.index].game, &instance.position),
            None => (ctx.game, &ctx.pos),
        };
        self.at.fill_table(game, pos, usize::from(seat), table, width);
    }
}

fn dice(game: &Game) -> impl Iterator<Item = &ludarium_engine::game::Container> {
    game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. }))
}

fn has_dice(game: &Game) -> bool {
    dice(game).next().is_some()
}

#[inline]
pub(crate) fn number(n: i32) -> f32 {
    (n as f32).clamp(-MOST, MOST)
}

/// Is something about a piece hidden from a player?
fn is_hidden(pos: &Position, facet: Facet, player: usize, slot: usize, level: usize) -> bool {
    let bit = 1u128.checked_shl(facet as u32 * 17 + player as u32).unwrap_or(0);
    pos.hidden.get(slot).and_then(|h| h.get(level)).is_some_and(|h| h & bit != 0)
}

impl Columns {
    fn globals(&self, game: &Game) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut each = |name: &str, n: usize| out.extend((1..=n).map(|p| format!("{name} {p}")));
        each("observer", self.players);
        each("mover", self.players);
        each("phase", self.phases);
        each("score", if self.scores { self.players } else { 0 });
        each("amount", if self.amounts { self.players } else { 0 });
        each("pot", usize::from(self.amounts));
        each("die", self.dice);
        out.extend((0..self.vars).map(|v| format!("variable {}", game.names.get(v).map_or("", |n| n))));
        out.extend(["counter", "pending", "passes", "moves"].map(str::to_owned));
        out
    }

    fn fill_globals(&self, ctx: &Ctx<'_>, agent: usize, out: &mut [f32]) {
        let mut at = 0;
        let mut put = |value: f32| {
            if let Some(place) = out.get_mut(at) {
                *place = value;
            }
            at += 1;
        };
        let pos = match &ctx.pos.instance {
            Some(instance) => &instance.position,
            None => &ctx.pos,
        };
        let mover = agent_of(ctx, ctx.pos.mover.into());
        (0..self.players).for_each(|a| put(f32::from(u8::from(a == agent))));
        (0..self.players).for_each(|a| put(f32::from(u8::from(a == mover))));
        let phase = pos.phase.get(usize::from(pos.mover)).copied().unwrap_or(0);
        (0..self.phases).for_each(|p| put(f32::from(u8::from(p == usize::from(phase)))));
        let each = |n: usize, values: &[i32]| {
            (1..=n).map(|p| number(values.get(p).copied().unwrap_or(0))).collect::<Vec<f32>>()
        };
        if self.scores {
            each(self.players, &pos.scores).into_iter().for_each(&mut put);
        }
        if self.amounts {
            each(self.players, &pos.amounts).into_iter().for_each(&mut put);
            put(number(pos.pot));
        }
        if self.dice > 0 {
            let mut values = pos.dice.iter().flatten();
            (0..self.dice).for_each(|_| put(number(values.next().copied().unwrap_or(0))));
        }
        (0..self.vars).for_each(|v| put(number(pos.vars.get(v).copied().unwrap_or(0))));
        put(number(pos.counter));
        put(pos.pending.len() as f32);
        put(number(pos.consecutive_passes));
        put(number(pos.moves_made - pos.start_moves));
    }

    fn fill_table(&self, game: &Game, pos: &Position, seat: usize, table: &mut [f32], width: usize) {
        let plain = self.is_plain() && !pos.stacking();
        for (word, &empty) in pos.empty_slots().iter().enumerate() {
            // (An empty site may carry a state or a value.)
            let all = self.state.is_some() || self.value.is_some();
            let first = word * 64;
            let past = game.layout.nowhere.saturating_sub(first);
            let there = if past >= 64 { u64::MAX } else { (1 << past) - 1 };
            let mut left = if all { there } else { !empty & there };
            while left != 0 {
                let slot = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let Some(row) = table.get_mut(slot * width..(slot + 1) * width) else { break };
                if plain { self.fill_plain_row(pos, slot, row) } else { self.fill_row(pos, slot, seat, row) }
            }
        }
        if let (Some(first), Some(puzzle)) = (self.puzzle, &pos.puzzle) {
            for kind in SiteType::ALL {
                for (site, bits) in puzzle.candidates[kind as usize].iter().enumerate() {
                    let slot = game.layout.slot(kind, site as i32);
                    let Some(row) = table.chunks_exact_mut(width).nth(slot) else { continue };
                    for v in (0..self.values).filter(|v| bits >> v & 1 == 1) {
                        row[first + v] = 1.0;
                    }
                }
            }
        }
        if let (Some(first), Some(last)) = (self.last, &pos.last) {
            let ends = [(last.from_kind, last.from), (last.to_kind, last.to)];
            for (i, (kind, site)) in ends.into_iter().enumerate() {
                let slot = game.layout.slot(kind, site);
                if let Some(place) = table.get_mut(slot * width + first + i)
                    && slot != game.layout.nowhere
                {
                    *place = 1.0;
                }
            }
        }
    }

    /// Is nothing told of a site but which piece stands there, and whose it is?
    pub(crate) fn is_plain(&self) -> bool {
        let more = [self.below, self.count, self.state, self.rotation, self.value, self.hidden];
        self.one_hot && more.iter().all(Option::is_none)
    }

    #[inline]
    fn fill_plain_row(&self, pos: &Position, slot: usize, row: &mut [f32]) {
        let piece = pos.slot_content(slot).piece;
        let (what, who) = (usize::from(piece.what), usize::from(piece.who));
        if what == 0 {
            return;
        }
        row[what - 1] = 1.0;
        if (1..=self.players).contains(&who) {
            row[self.owners + who - 1] = 1.0;
        }
    }

    fn fill_row(&self, pos: &Position, slot: usize, seat: usize, row: &mut [f32]) {
        let height = pos.height(slot);
        let top = height.saturating_sub(1);
        let hides =
            |facet: Facet, level: usize| self.hidden.is_some() && is_hidden(pos, facet, seat, slot, level);
        if let Some(plane) = self.hidden
            && (0..height.max(1)).any(|level| hides(Facet::All, level) || hides(Facet::What, level))
        {
            row[plane] = 1.0;
        }
        if hides(Facet::All, top) {
            return;
        }
        let piece: Piece = pos.top(slot);
        let what = usize::from(piece.what);
        if what > 0 && what <= self.components && !hides(Facet::What, top) {
            if self.one_hot { row[what - 1] = 1.0 } else { row[0] = what as f32 }
        }
        let who = usize::from(piece.who);
        if what > 0 && (1..=self.players).contains(&who) && !hides(Facet::Who, top) {
            row[self.owners + who - 1] = 1.0;
        }
        if let Some(plane) = self.count
            && !hides(Facet::Count, top)
        {
            row[plane] = if pos.stacking() { height as f32 } else { number(pos.count(slot)) };
        }
        if let Some(first) = self.below {
            for level in (0..top).filter(|&level| !hides(Facet::All, level) && !hides(Facet::Who, level)) {
                row[first + usize::from(pos.at_level(slot, level).who).min(self.players)] += 1.0;
            }
        }
        let carried = [
            (self.state, Facet::State, piece.state),
            (self.rotation, Facet::Rotation, i32::from(piece.rotation)),
            (self.value, Facet::Value, piece.value),
        ];
        for (plane, facet, n) in carried {
            if let Some(plane) = plane
                && !hides(facet, top)
            {
                row[plane] = number(n);
            }
        }
    }
}
