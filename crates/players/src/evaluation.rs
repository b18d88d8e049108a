//! Features and their weights worked into tables: what a piece is worth at each site, once for all positions. Gives the same
//! as multiplying all features with their weights, and much sooner. Knows positions, and no search.

use crate::features::{Shapes, Sheet};
use ludarium_engine::game::ContainerKind;
use ludarium_engine::{Position, SiteType};
use ludarium_play::Game;

/// Tables for more entries than this are not made; evaluation is slow there.
const MOST_ENTRIES: usize = 4_000_000;

/// The weights of a game, ready for use.
#[derive(Debug)]
pub struct Evaluator {
    players: usize,
    sites: usize,
    kinds: usize,
    /// By seat, component and site: what a piece on top is worth there beyond being there.
    place: Vec<f32>,
    /// By component: what having one is worth, and having one under others.
    count: Vec<f32>,
    buried: f32,
    hand: Vec<f32>,
    /// The slots of hands, and whose they are.
    hands: Vec<(usize, usize)>,
    /// By seat and site: what anything there is worth to the seat.
    things: Vec<f32>,
    has_things: bool,
    /// The place of each site in a position.
    slots: Vec<usize>,
    score: f32,
    tempo: f32,
    unit: f32,
    /// By seat: places of features of which the best piece counts, and their weights.
    nearest: Vec<(usize, f32)>,
    shapes: Shapes,
    values: Vec<f32>,
    /// By seat: the sum when the game begins, whose turn it is apart.
    start: Vec<f32>,
}

impl Evaluator {
    /// Nothing where the tables would be too large.
    pub fn new(game: &Game, sheet: &Sheet, values: &[f32]) -> Option<Evaluator> {
        let (players, sites, kinds) = (sheet.players, sheet.sites, game.components.len());
        if (players + 1) * sites * kinds > MOST_ENTRIES || values.len() != sheet.len() {
            return None;
        }
        let f = sheet.first;
        let rest = |i: usize| values[f.rest + i];
        let at = |label: usize| if sheet.placed == sheet.labels { label } else { 0 };
        let of_label = |what: usize| sheet.label.get(what).copied().flatten();
        let mut place = vec![0.0; (players + 1) * sites * kinds];
        for seat in 1..=players {
            for what in 0..kinds {
                let Some(label) = of_label(what) else { continue };
                for site in 0..sites {
                    let mut v = values[f.advance + at(label)] * sheet.advance[seat][site] / 4.0
                        + values[f.centre + at(label)] * sheet.centre[site] / 4.0;
                    v += if sheet.corner[site] { rest(4) / 4.0 } else { 0.0 };
                    v += if sheet.edge[site] { rest(5) / 8.0 } else { 0.0 };
                    for (g, (near, region)) in sheet.goals.get(seat).into_iter().flatten().enumerate() {
                        let own =
                            if region.contains(site as i32) { values[f.goals + 4 * g + 2] } else { 0.0 };
                        v += near[site] * values[f.goals + 4 * g] / 4.0 + own / 4.0;
                    }
                    if let Some(along) = sheet.along.get(seat) {
                        v += along[site].max(0.0) * values[f.track] / 4.0;
                    }
                    place[(seat * kinds + what) * sites + site] = v;
                }
            }
        }
        let mut things = vec![0.0; (players + 1) * sites];
        for seat in 1..=players {
            for (g, (_, region)) in sheet.goals.get(seat).into_iter().flatten().enumerate() {
                for site in (0..sites).filter(|&s| region.contains(s as i32)) {
                    things[seat * sites + site] += values[f.goals + 4 * g + 3] / 8.0;
                }
            }
        }
        let most = sheet.goals.iter().map(Vec::len).max().unwrap_or(0);
        let nearest = (0..most).map(|g| (g, values[f.goals + 4 * g + 1])).filter(|n| n.1 != 0.0).collect();
        let used = |from: usize, to: usize| values[from..to].iter().any(|&w| w != 0.0);
        let mut evaluator =
            Evaluator {
                players,
                sites,
                kinds,
                place,
                count: (0..kinds).map(|w| of_label(w).map_or(0.0, |l| values[f.count + l] / 4.0)).collect(),
                buried: rest(6) / 4.0,
                hand: (0..kinds)
                    .map(|w| {
                        if sheet.labels > 0 {
                            values[f.hand + at(of_label(w).unwrap_or(0))] / 4.0
                        } else {
                            0.0
                        }
                    })
                    .collect(),
                hands: hands(game),
                has_things: things.iter().any(|&w| w != 0.0),
                things,
                slots: (0..sites).map(|s| game.layout.slot(game.site_type, s as i32)).collect(),
                score: rest(0) / 10.0,
                tempo: rest(1),
                unit: unit(sheet, values),
                nearest,
                shapes: Shapes {
                    contact: rest(2) != 0.0 || rest(3) != 0.0,
                    lines: used(f.lines, f.connect),
                    connection: used(f.connect, f.goals),
                    room: used(f.room, f.scatter),
                    scatter: used(f.scatter, f.moves),
                },
                values: values.to_vec(),
                start: Vec::new(),
            };
        let sums = |row: usize| {
            let counts = sheet.start.get(row * sheet.len()..(row + 1) * sheet.len()).unwrap_or(&[]);
            let all = counts.iter().zip(values).enumerate().filter(|(i, _)| *i != f.rest + 1);
            all.map(|(_, (c, w))| c * w).sum()
        };
        evaluator.start = (0..=players).map(sums).collect();
        Some(evaluator)
    }

    /// What one piece of a component is worth.
    pub fn worth(&self, what: usize) -> f32 {
        self.count.get(what).copied().unwrap_or(0.0)
    }

    /// What the least piece is worth that is worth something, of those that a game begins with; 0 where none is.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// By seat: the weighed sum of its features since the game began; without the number of moves, which must be listed.
    pub fn sums(&self, sheet: &Sheet, pos: &impl Pieces) -> Vec<f32> {
        let mut sums = vec![0.0f32; self.players + 1];
        let shapes = self.shapes.any();
        let mut owner_at = if shapes { vec![0u8; self.sites] } else { Vec::new() };
        let mut empty = if shapes { vec![false; self.sites] } else { Vec::new() };
        let mut nearest = vec![0.0f32; (self.players + 1) * self.nearest.len()];
        if shapes {
            empty.fill(true);
        }
        pos.each_on(&self.slots, &mut |Standing { site, seat, what, count, on_top }| {
            if shapes {
                empty[site] = false;
            }
            if self.has_things {
                for (s, sum) in sums.iter_mut().enumerate().skip(1) {
                    *sum += count * self.things[s * self.sites + site];
                }
            }
            if seat == 0 || seat > self.players || !matches!(sheet.label.get(what), Some(Some(_))) {
                return;
            }
            sums[seat] += count * self.count[what];
            if !on_top {
                sums[seat] += self.buried;
                return;
            }
            if shapes {
                owner_at[site] = seat as u8;
            }
            sums[seat] += self.place[(seat * self.kinds + what) * self.sites + site];
            for (i, &(g, _)) in self.nearest.iter().enumerate() {
                if let Some((near, _)) = sheet.goals.get(seat).and_then(|goals| goals.get(g)) {
                    let best = &mut nearest[seat * self.nearest.len() + i];
                    *best = best.max(near[site]);
                }
            }
        });
        self.add_hands(pos, &mut sums);
        for seat in 1..=self.players {
            sums[seat] += self.score * pos.score(seat) as f32 - self.start[seat];
            sums[seat] += if pos.mover() == seat { self.tempo } else { 0.0 };
            for (i, (_, weight)) in self.nearest.iter().enumerate() {
                sums[seat] += weight * nearest[seat * self.nearest.len() + i];
            }
        }
        if shapes {
            let width = sheet.len();
            let mut counts = vec![0.0; (self.players + 1) * width];
            sheet.count_shapes(&owner_at, &empty, self.shapes, &mut counts);
            for seat in 1..=self.players {
                let row = &counts[seat * width..(seat + 1) * width];
                sums[seat] += row.iter().zip(&self.values).map(|(c, w)| c * w).sum::<f32>();
            }
        }
        sums
    }

    /// By seat: what pieces and points are worth, whatever else the rules care for.
    pub fn material(&self, sheet: &Sheet, pos: &impl Pieces) -> Vec<f32> {
        let mut sums = vec![0.0f32; self.players + 1];
        pos.each_on(&self.slots, &mut |Standing { seat, what, count, .. }| {
            if (1..=self.players).contains(&seat) && matches!(sheet.label.get(what), Some(Some(_))) {
                sums[seat] += count * self.count[what];
            }
        });
        self.add_hands(pos, &mut sums);
        for (seat, sum) in sums.iter_mut().enumerate().skip(1) {
            *sum += self.score * pos.score(seat) as f32;
        }
        sums
    }

    fn add_hands(&self, pos: &impl Pieces, sums: &mut [f32]) {
        for &(owner, slot) in &self.hands {
            for level in 0..pos.height(slot) {
                let (_, what) = pos.at_level(slot, level);
                let count = if pos.stacking() { 1.0 } else { pos.count(slot) as f32 };
                sums[owner] += count * self.hand.get(what).copied().unwrap_or(0.0);
            }
        }
    }
}

/// What the lesser half of the pieces that a game begins with is worth, piece by piece; 0 where they are worth nothing.
fn unit(sheet: &Sheet, values: &[f32]) -> f32 {
    let count = |label: usize| -> f32 {
        (1..=sheet.players)
            .map(|seat| {
                sheet.start.get(seat * sheet.len() + sheet.first.count + label).copied().unwrap_or(0.0)
            })
            .sum()
    };
    let worth = |label: usize| (values[sheet.first.count + label] / 4.0).abs();
    let mut all: Vec<(f32, f32)> = (0..sheet.labels).map(|l| (worth(l), count(l))).collect();
    all.retain(|&(worth, count)| worth > 1e-3 && count > 0.0);
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = all.iter().map(|a| a.1).sum::<f32>() / 2.0;
    let mut so_far = 0.0;
    let middle = all.iter().find(|a| {
        so_far += a.1;
        so_far >= half
    });
    middle.map_or(0.0, |a| a.0)
}

/// The slots of players' hands, and whose they are.
fn hands(game: &Game) -> Vec<(usize, usize)> {
    let hands = game.containers.iter().skip(1);
    let hands = hands.filter(|c| c.kind == ContainerKind::Hand && (1..=game.players).contains(&c.owner));
    let slot = |site| game.layout.slot(SiteType::Cell, site);
    hands.flat_map(|c| (c.first..c.first + c.len).map(move |site| (c.owner, slot(site)))).collect()
}

/// A piece on the board.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub site: usize,
    /// The seat that owns it, 0 for nobody.
    pub seat: usize,
    pub what: usize,
    /// How many there are.
    pub count: f32,
    /// Nothing lies on it.
    pub on_top: bool,
}

/// Visits all pieces slot by slot; the sites are the places of the slots in their list.
pub fn each_in_slots(pos: &impl Pieces, slots: &[usize], visit: &mut impl FnMut(Standing)) {
    let stacking = pos.stacking();
    for (site, &slot) in slots.iter().enumerate() {
        let height = pos.height(slot);
        for level in 0..height {
            let (seat, what) = pos.at_level(slot, level);
            let count = if stacking { 1.0 } else { pos.count(slot) as f32 };
            visit(Standing { site, seat, what, count, on_top: level + 1 == height });
        }
    }
}

/// What an evaluation asks of a position, however it is kept. Slots are those of the evaluator's positions.
pub trait Pieces: Sized {
    fn stacking(&self) -> bool;
    fn height(&self, slot: usize) -> usize;
    /// The seat that owns the piece at a level, 0 for nobody, and its component.
    fn at_level(&self, slot: usize, level: usize) -> (usize, usize);
    fn count(&self, slot: usize) -> i32;
    /// Visits all pieces that stand in slots of the board.
    fn each_on(&self, slots: &[usize], visit: &mut impl FnMut(Standing)) {
        each_in_slots(self, slots, visit);
    }
    fn score(&self, seat: usize) -> i32;
    fn mover(&self) -> usize;
    fn seat_of(&self, agent: usize) -> usize;
}

impl Pieces for Position {
    fn stacking(&self) -> bool {
        Position::stacking(self)
    }
    fn height(&self, slot: usize) -> usize {
        Position::height(self, slot)
    }
    fn at_level(&self, slot: usize, level: usize) -> (usize, usize) {
        let piece = Position::at_level(self, slot, level);
        (piece.who.into(), piece.what.into())
    }
    fn count(&self, slot: usize) -> i32 {
        Position::count(self, slot)
    }
    fn score(&self, seat: usize) -> i32 {
        self.scores[seat]
    }
    fn mover(&self) -> usize {
        self.mover.into()
    }
    fn seat_of(&self, agent: usize) -> usize {
        self.order[agent].into()
    }
}
