//! Directions: what a direction means for a piece at a site, given how it faces.

use crate::ctx::Ctx;
use crate::kernel::{Dir, Relative};
use crate::types::*;
use smallvec::SmallVec;

/// A handful of directions, in the order in which moves are generated.
pub type Dirs = SmallVec<[Direction; 8]>;

/// How a piece stands, where that is not to be read off the site: nothing said means as it is on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stance {
    /// The component to turn; its owner's facing counts.
    pub what: Option<usize>,
    pub facing: Option<Direction>,
    pub rotation: Option<i32>,
}

impl<'g> Ctx<'g> {
    /// The absolute directions that a direction means for the piece at `site` (its owner's facing, its rotation).
    /// Sets of steps (`Orthogonal` …) stay sets: see [`Ctx::single_directions`] to spell them out.
    pub fn directions(&mut self, e: &Dir, kind: SiteType, site: i32) -> Dirs {
        self.directions_for(e, kind, site, Stance::default())
    }

    /// The same for a piece that may stand otherwise than the one at the site.
    pub fn directions_for(&mut self, e: &Dir, kind: SiteType, site: i32, stance: Stance) -> Dirs {
        match e {
            Dir::Absolute(list) => list.iter().copied().collect(),
            Dir::Relative { dirs, of, by_site } => {
                if site < 0 || site as usize >= self.game.board.len(kind) {
                    return Dirs::new();
                }
                let game = self.game;
                let supported = if *by_site {
                    game.board.supported_at(kind, site as usize, *of)
                } else {
                    game.board.supported(kind, *of)
                };
                let facing = self.facing(kind, site, stance, supported);
                let mut out = Dirs::new();
                for relative in dirs {
                    match relative {
                        Relative::SameDirection => {
                            let (from, to) = self.last_from_to();
                            out.extend(self.first_direction_between(kind, from, to, supported));
                        }
                        Relative::OppositeDirection => {
                            let (from, to) = self.last_from_to();
                            out.extend(self.first_direction_between(kind, to, from, supported));
                        }
                        Relative::Forward
                        | Relative::Backward
                        | Relative::Rightward
                        | Relative::Leftward
                        | Relative::Forwards
                        | Relative::Backwards
                        | Relative::Rightwards
                        | Relative::Leftwards
                        | Relative::FL
                        | Relative::FLL
                        | Relative::FLLL
                        | Relative::BL
                        | Relative::BLL
                        | Relative::BLLL
                        | Relative::FR
                        | Relative::FRR
                        | Relative::FRRR
                        | Relative::BR
                        | Relative::BRR
                        | Relative::BRRR => turned(*relative, facing, supported, &mut out),
                    }
                }
                out
            }
            Dir::FromTo { kind, from, to } => {
                let (from, to) = (self.int(from), self.int(to));
                self.directions_between(*kind, from, to)
            }
            Dir::Random { dirs, num } => {
                let num = self.int(num).max(0) as usize;
                let dirs = self.directions_for(dirs, kind, site, stance);
                // Drawn from the last to the first, each set spelt out in its place.
                let mut open = Dirs::new();
                for &d in dirs.iter().rev() {
                    match relation_of(d) {
                        Some(relation) => {
                            for &s in self.supported_at(kind, site, relation) {
                                if !dirs.contains(&s) {
                                    open.push(s);
                                }
                            }
                        }
                        None => open.push(d),
                    }
                }
                let mut drawn = Dirs::new();
                while drawn.len() < num && !open.is_empty() {
                    let d = open.remove(self.rng.below(open.len()));
                    if !drawn.contains(&d) {
                        drawn.push(d);
                    }
                }
                drawn
            }
            Dir::Union(a, b) => {
                let a = self.directions_for(a, kind, site, stance);
                let b = self.directions_for(b, kind, site, stance);
                let mut all = self.single_directions(&a, kind, site);
                for d in self.single_directions(&b, kind, site) {
                    if !all.contains(&d) {
                        all.push(d);
                    }
                }
                all
            }
            Dir::Difference(a, b) => {
                let a = self.directions_for(a, kind, site, stance);
                let b = self.directions_for(b, kind, site, stance);
                let mut left = self.single_directions(&a, kind, site);
                let gone = self.single_directions(&b, kind, site);
                left.retain(|d| !gone.contains(d));
                left
            }
            Dir::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.directions_for(then, kind, site, stance)
                } else {
                    self.directions_for(otherwise, kind, site, stance)
                }
            }
        }
    }

    /// `Orthogonal`, `Adjacent`, `Diagonal`, `OffDiagonal` and `All` as the single directions that a site has;
    /// all others as they are.
    pub fn single_directions(&self, dirs: &[Direction], kind: SiteType, site: i32) -> Dirs {
        let mut out = Dirs::new();
        for &d in dirs {
            match relation_of(d) {
                Some(relation) => {
                    for &s in self.supported_at(kind, site, relation) {
                        if !out.contains(&s) {
                            out.push(s);
                        }
                    }
                }
                None => out.push(d),
            }
        }
        out
    }

    fn supported_at(&self, kind: SiteType, site: i32, relation: Relation) -> &[Direction] {
        if site < 0 { &[] } else { self.game.board.supported_at(kind, site as usize, relation) }
    }

    /// The direction that a piece at a site faces once its rotation is counted: north where nothing is said.
    fn facing(&self, kind: SiteType, site: i32, stance: Stance, supported: &[Direction]) -> Direction {
        let top = self.pos.top(self.slot(kind, site));
        let what = stance.what.unwrap_or(usize::from(top.what));
        let mut facing = stance.facing.or_else(|| self.facing_of(what)).unwrap_or(Direction::N);
        let rotation = stance.rotation.unwrap_or(i32::from(top.rotation));
        for _ in 0..rotation.clamp(0, 255) {
            let Some(next) = next_supported(facing, true, supported) else { break };
            facing = next;
        }
        facing
    }

    /// The direction that all pieces of a component face: their owner's, or their own.
    pub fn facing_of(&self, what: usize) -> Option<Direction> {
        let component = self.game.components.get(what)?;
        self.game.facing.get(component.owner).copied().flatten().or(component.facing)
    }

    /// Where the last move went from and to.
    pub fn last_from_to(&self) -> (i32, i32) {
        self.pos.last.as_ref().map_or((OFF, OFF), |m| (m.from, m.to))
    }

    /// All single directions in which a line from one site passes through another.
    pub fn directions_between(&self, kind: SiteType, from: i32, to: i32) -> Dirs {
        let len = self.game.board.len(kind) as i32;
        if from < 0 || from >= len || to < 0 || to >= len {
            return Dirs::new();
        }
        let board = &self.game.board;
        let mut out = Dirs::new();
        for &d in board.supported(kind, Relation::All) {
            for radial in board.radials(kind, from as usize, d) {
                if radial.contains(&(to as u32)) {
                    out.push(d);
                }
            }
        }
        out
    }

    /// The first of `among` in which a line from one site passes through another.
    fn first_direction_between(
        &self,
        kind: SiteType,
        from: i32,
        to: i32,
        among: &[Direction],
    ) -> Option<Direction> {
        if from < 0 || to < 0 {
            return None;
        }
        among.iter().copied().find(|&d| {
            self.game.board.radials(kind, from as usize, d).any(|radial| radial.contains(&(to as u32)))
        })
    }
}

/// The relation whose steps a set of steps is.
pub fn relation_of(d: Direction) -> Option<Relation> {
    Relation::LIST.into_iter().find(|r| r.direction() == d)
}

/// The next direction of the same family: clockwise, or the other way.
fn beside(d: Direction, clockwise: bool, places: usize) -> Direction {
    let shift = |list: &[Direction], i: usize, places: usize| {
        let n = list.len();
        list[(i + if clockwise { places } else { n - places % n }) % n]
    };
    if let Some(i) = d.compass_index() {
        return shift(&Direction::COMPASS, i, places);
    }
    for ring in [&Direction::ROTATIONAL[..], &Direction::UPWARDS[1..], &Direction::DOWNWARDS[1..]] {
        if let Some(i) = ring.iter().position(|&r| r == d) {
            return shift(ring, i, 1);
        }
    }
    d
}

/// A quarter turn on the compass; in other families a step in their own order.
fn quarter(d: Direction, clockwise: bool) -> Direction {
    beside(d, clockwise, 4)
}

/// The nearest supported direction beside a direction; `None` where there is none at all.
pub(in crate::eval) fn next_supported(
    d: Direction,
    clockwise: bool,
    supported: &[Direction],
) -> Option<Direction> {
    let mut at = d;
    for _ in 0..Direction::COMPASS.len() {
        at = beside(at, clockwise, 1);
        if supported.contains(&at) {
            return Some(at);
        }
    }
    None
}

/// What a relative direction means to who faces `facing`, among supported directions.
fn turned(relative: Relative, facing: Direction, supported: &[Direction], out: &mut Dirs) {
    let back = facing.opposite().unwrap_or(facing);
    let mut only = |d: Direction| {
        if supported.contains(&d) {
            out.push(d);
        }
    };
    // Strictly between two directions, going round.
    let between = |from: Direction, to: Direction, clockwise: bool| {
        let mut found = Dirs::new();
        let mut at = beside(from, clockwise, 1);
        for _ in 0..Direction::COMPASS.len() {
            if at == to {
                break;
            }
            if supported.contains(&at) {
                found.push(at);
            }
            at = beside(at, clockwise, 1);
        }
        found
    };
    match relative {
        Relative::Forward => only(facing),
        Relative::Backward => only(back),
        Relative::Rightward => only(quarter(facing, true)),
        Relative::Leftward => only(quarter(facing, false)),
        Relative::Forwards => out.extend(between(quarter(facing, false), quarter(facing, true), true)),
        Relative::Backwards => out.extend(between(quarter(back, false), quarter(back, true), true)),
        Relative::Rightwards => out.extend(between(facing, back, true)),
        Relative::Leftwards => out.extend(between(facing, back, false)),
        // The reference takes the repeated letters to mean the same as one; games are recorded that way.
        Relative::FL | Relative::FLL | Relative::FLLL => out.extend(next_supported(facing, false, supported)),
        Relative::BL | Relative::BLL | Relative::BLLL => out.extend(next_supported(back, false, supported)),
        Relative::FR | Relative::FRR | Relative::FRRR => out.extend(next_supported(facing, true, supported)),
        Relative::BR | Relative::BRR | Relative::BRRR => out.extend(next_supported(back, true, supported)),
        // Read off the last move, by the caller.
        Relative::SameDirection | Relative::OppositeDirection => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::*;

    fn of(relative: Relative, facing: Direction, supported: &[Direction]) -> Vec<Direction> {
        let mut out = Dirs::new();
        turned(relative, facing, supported, &mut out);
        out.to_vec()
    }

    #[test]
    fn directions_turn_with_the_piece() {
        let square = [N, NE, E, SE, S, SW, W, NW];
        assert_eq!(of(Relative::Forward, S, &square), [S]);
        assert_eq!(of(Relative::FL, S, &square), [SE]);
        assert_eq!(of(Relative::BR, N, &square), [SW]);
        assert_eq!(of(Relative::Forwards, N, &square), [NW, N, NE]);
        assert_eq!(of(Relative::Leftwards, N, &square), [NW, W, SW]);
        assert_eq!(of(Relative::Rightward, W, &square), [N]);
        assert_eq!(of(Relative::Forward, NE, &[N, E, S, W]), []);
    }

    #[test]
    fn a_board_without_directions_gives_none() {
        assert_eq!(of(Relative::FL, N, &[]), []);
        assert_eq!(of(Relative::Forwards, N, &[]), []);
    }
}
