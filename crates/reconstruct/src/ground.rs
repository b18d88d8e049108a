//! Boards as ground to lay things on: which site of one board means what a site of another means, and ways that lead
//! over a board where a race needs one and the description has none. Knows places, neighbours and tracks; refuses to
//! know rules.
//!
//! A site is carried over by its place in the unit square into which each board is stretched: corners become corners,
//! the middle the middle, sides sides. Sites on a track are carried over along the track.

use crate::term::{Shape, Term};
use ludarium_board::direction::Relation;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::types::END;
use ludarium_play::Selection;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Arc, Mutex, PoisonError};

/// A stop of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Site(u32),
    /// A site of somebody's hand, by player.
    Hand(u32),
    /// Off the board.
    End,
}

/// A track as a board has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub name: SmolStr,
    /// 0: everybody's.
    pub owner: usize,
    pub looped: bool,
    pub directed: bool,
    pub stops: Vec<Stop>,
}

impl Line {
    /// The sites of the board that it passes, in order.
    pub fn sites(&self) -> Vec<u32> {
        let mut sites: Vec<u32> = Vec::new();
        for stop in &self.stops {
            if let Stop::Site(site) = stop
                && !sites.contains(site)
            {
                sites.push(*site);
            }
        }
        sites
    }

    /// As the language writes it. `hands` says where the hands are.
    pub fn term(&self, hands: &dyn Fn(u32) -> Option<u32>) -> Term {
        let stops = self.stops.iter().filter_map(|stop| match stop {
            Stop::Site(site) => Some(Term::int(i64::from(*site))),
            Stop::Hand(player) => hands(*player).map(|site| Term::int(i64::from(site))),
            Stop::End => Some(Term::word("End")),
        });
        let mut parts =
            vec![Term::word("track"), Term::text(self.name.clone()), Term::new(Shape::Set, stops.collect())];
        if self.looped {
            parts.push(Term { label: Some("loop".into()), ..Term::word("True") });
        }
        if self.owner > 0 {
            parts.push(Term::word(format!("P{}", self.owner)));
        }
        if self.directed {
            parts.push(Term { label: Some("directed".into()), ..Term::word("True") });
        }
        Term::new(Shape::Call, parts)
    }
}

/// A board, as far as things can be laid on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// In the unit square.
    places: Vec<(f64, f64)>,
    neighbours: Vec<Vec<u32>>,
    rows: Vec<Vec<u32>>,
    columns: usize,
    labels: Vec<SmolStr>,
    pub lines: Vec<Line>,
    /// By player: the first site of the hand.
    hands: Vec<Option<u32>>,
}

/// Boards that were looked at, by the hash of their description.
#[derive(Debug, Default)]
pub struct Grounds(Mutex<FxHashMap<u64, Option<Arc<Ground>>>>);

impl Grounds {
    /// The ground of a game, whole or not: only its board, hands and dice are looked at.
    pub fn of(&self, game: &Term) -> Option<Arc<Ground>> {
        let bare = bare(game)?;
        let hash = bare.stable_hash();
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&hash) {
            return known.clone();
        }
        let found = Ground::of(&bare).map(Arc::new);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(hash, found.clone());
        found
    }
}

/// A game with the same board, hands and dice, and nothing else.
fn bare(game: &Term) -> Option<Term> {
    let players = game.args().iter().find(|clause| clause.head() == Some("players"))?;
    let equipment = game.args().iter().find(|clause| clause.head() == Some("equipment"))?;
    let mut items = Vec::new();
    fn pick(term: &Term, items: &mut Vec<Term>) {
        for part in &term.parts {
            match part.head() {
                Some("board" | "mancalaBoard" | "surakartaBoard" | "hand" | "dice") => {
                    items.push(part.clone())
                }
                Some(_) => {}
                None => pick(part, items),
            }
        }
    }
    pick(equipment, &mut items);
    if !items.iter().any(|item| item.head().is_some_and(|head| head.ends_with("oard"))) {
        return None;
    }
    if items.iter().any(Term::has_hole) || players.has_hole() {
        items = items.iter().map(without_holes).collect();
    }
    let call = |head: &str, parts: Vec<Term>| {
        Term::new(Shape::Call, std::iter::once(Term::word(head)).chain(parts).collect())
    };
    let result = call("result", vec![Term::word("Mover"), Term::word("Win")]);
    let condition = call("no", vec![Term::word("Moves"), Term::word("Next")]);
    let rules = call(
        "rules",
        vec![
            call("play", vec![call("move", vec![Term::word("Pass")])]),
            call("end", vec![call("if", vec![condition, result])]),
        ],
    );
    let players = without_holes(players);
    let equipment = call("equipment", vec![Term::new(Shape::Set, items)]);
    Some(call("game", vec![Term::text("Ground"), players, equipment, rules]))
}

/// Holes where nothing need stand are left out.
fn without_holes(term: &Term) -> Term {
    let parts: Vec<Term> =
        term.parts.iter().filter(|p| !matches!(p.shape, Shape::Hole(_))).map(without_holes).collect();
    let parts = parts.into_iter().filter(|p| p.shape != Shape::Set || !p.parts.is_empty()).collect();
    Term { label: term.label.clone(), shape: term.shape.clone(), parts }
}

impl Ground {
    fn of(bare: &Term) -> Option<Ground> {
        let text = bare.to_string();
        let work = || {
            let reading =
                ludarium_play::read("", &text, &ludarium_play::Defines::none(), &Selection::default());
            ludarium_play::compile(&reading).ok()
        };
        // Boards of candidates are as strange as candidates.
        let game = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).ok()??;
        let (board, kind) = (&game.board, game.site_type);
        let sites = game.containers.first().map_or(0, |c| c.len.max(0)) as usize;
        if sites == 0 || sites > board.len(kind) || game.boardless {
            return None;
        }
        let raw: Vec<(f64, f64)> = (0..sites).map(|i| board.place(kind, i)).map(|p| (p[0], p[1])).collect();
        let orthogonal = neighbours(sites, &|i| board.neighbours(kind, i, Relation::Orthogonal));
        let neighbours = if is_connected(&orthogonal) {
            orthogonal
        } else {
            neighbours(sites, &|i| board.neighbours(kind, i, Relation::Adjacent))
        };
        let mut hands = vec![None; game.players + 1];
        for container in game.containers.iter().filter(|c| c.kind == ContainerKind::Hand) {
            if let Some(hand) = hands.get_mut(container.owner) {
                hand.get_or_insert(container.first.max(0) as u32);
            }
        }
        let owner_of = |site: i32| {
            let held = |c: &&ludarium_engine::game::Container| {
                c.kind == ContainerKind::Hand && (c.first..c.first + c.len).contains(&site)
            };
            game.containers.iter().find(held).map(|c| c.owner as u32)
        };
        let lines = game.tracks.iter().map(|track| Line {
            name: track.name.as_str().into(),
            owner: track.owner,
            looped: track.looped,
            directed: track.directed,
            stops: track
                .sites
                .iter()
                .filter_map(|&site| match site {
                    END => Some(Stop::End),
                    site if (0..sites as i32).contains(&site) => Some(Stop::Site(site as u32)),
                    site => owner_of(site).map(Stop::Hand),
                })
                .collect(),
        });
        Some(Ground {
            places: stretched(&raw),
            neighbours,
            rows: rows(&raw),
            columns: columns(&raw),
            labels: (0..sites).map(|i| SmolStr::from(board.label(kind, i))).collect(),
            lines: lines.collect(),
            hands,
        })
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }
    /// Where the sites are, in the unit square.
    pub fn places(&self) -> &[(f64, f64)] {
        &self.places
    }
    /// Which sites are neighbours, each pair once.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        let all = self.neighbours.iter().enumerate();
        let pairs = all.flat_map(|(a, near)| near.iter().map(move |&b| (a as u32, b)));
        let mut found: Vec<(u32, u32)> =
            pairs.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
    pub fn hand(&self, player: u32) -> Option<u32> {
        self.hands.get(player as usize).copied().flatten()
    }
    pub fn site(&self, label: &str) -> Option<u32> {
        self.labels.iter().position(|l| l == label).map(|i| i as u32)
    }
    pub fn label(&self, site: u32) -> Option<&SmolStr> {
        self.labels.get(site as usize)
    }
    /// How many rows and columns its sites stand in.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns)
    }
    /// Whether both have the same sites in the same places; tracks do not matter.
    pub fn is_like(&self, other: &Ground) -> bool {
        self.places == other.places && self.size() == other.size()
    }
    /// Whether the sites fill their rows and columns.
    fn is_grid(&self) -> bool {
        self.rows.len() * self.columns == self.len()
    }

    /// A way over the board: around its edge if it has to lead back to where it began, over all of it otherwise, as far
    /// as there is one.
    fn way(&self, closed: bool) -> Vec<u32> {
        let ends: Vec<u32> =
            (0..self.len() as u32).filter(|&i| self.neighbours[i as usize].len() == 1).collect();
        if self.is_grid() && self.rows.len() > 1 && self.columns > 1 {
            return if closed || self.rows.len() == 2 { self.around() } else { self.to_and_fro() };
        }
        let start = ends.first().copied().unwrap_or_else(|| self.corner());
        if closed {
            let edge = self.edge();
            let round = longest(&self.neighbours, edge.first().copied().unwrap_or(start), &edge, true);
            if round.len() >= 4 {
                return round;
            }
        }
        let all: Vec<u32> = (0..self.len() as u32).collect();
        longest(&self.neighbours, start, &all, false)
    }

    /// The site nearest to the lower left.
    fn corner(&self) -> u32 {
        let far = |&(x, y): &(f64, f64)| x + y;
        let at = (0..self.len()).min_by(|&a, &b| far(&self.places[a]).total_cmp(&far(&self.places[b])));
        at.unwrap_or(0) as u32
    }

    /// Sites that nothing surrounds: those with fewer neighbours than most, or all if that says nothing.
    fn edge(&self) -> Vec<u32> {
        let most = self.neighbours.iter().map(Vec::len).max().unwrap_or(0);
        let outer: Vec<u32> =
            (0..self.len() as u32).filter(|&i| self.neighbours[i as usize].len() < most).collect();
        if outer.len() < 4 { (0..self.len() as u32).collect() } else { outer }
    }

    fn around(&self) -> Vec<u32> {
        let (rows, last) = (&self.rows, self.rows.len() - 1);
        let mut way = rows[0].clone();
        way.extend(rows[1..last].iter().filter_map(|row| row.last()));
        way.extend(rows[last].iter().rev());
        way.extend(rows[1..last].iter().rev().filter_map(|row| row.first()));
        way
    }

    fn to_and_fro(&self) -> Vec<u32> {
        let mut way = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            if i % 2 == 0 { way.extend(row.iter()) } else { way.extend(row.iter().rev()) }
        }
        way
    }

    /// The tracks of another board, laid onto this one: as many, with the same names and owners, beginning and ending
    /// alike, in the same relation to each other. `None` where there is no way to lay them along.
    pub fn lay(&self, theirs: &Ground) -> Option<Vec<Line>> {
        let first = theirs.lines.first()?.sites();
        let closed = theirs.lines.first()?.looped;
        let way = self.way(closed);
        if way.len() < 4 || first.len() < 2 {
            return None;
        }
        let image = self.turned(&way);
        let (m, n) = (first.len() as i64, way.len() as i64);
        let mut laid = Vec::new();
        for line in &theirs.lines {
            let sites = line.sites();
            let at: Vec<Option<i64>> =
                sites.iter().map(|s| first.iter().position(|f| f == s).map(|i| i as i64)).collect();
            let known: Vec<i64> = at.iter().copied().flatten().collect();
            let ours: Vec<u32> = if 5 * known.len() < 4 * sites.len() {
                // A way of its own: what our first way looks like from the other side.
                image.clone()
            } else {
                let up = known.windows(2).filter(|w| w[1] == w[0] + 1).count();
                let down = known.windows(2).filter(|w| w[1] == w[0] - 1).count();
                let begin = known.first().copied().unwrap_or(0);
                let step: i64 = if up >= down { 1 } else { -1 };
                let circles = closed || known.windows(2).any(|w| (w[1] - w[0]).abs() == m - 1);
                if circles {
                    let start = begin * n / m;
                    let many = (sites.len() as i64 * n / m).clamp(2, n);
                    (0..many).map(|i| way[(start + step * i).rem_euclid(n) as usize]).collect()
                } else {
                    let start = begin * (n - 1) / (m - 1).max(1);
                    let many = if step > 0 { n - start } else { start + 1 };
                    (0..many).map(|i| way[(start + step * i) as usize]).collect()
                }
            };
            let board = |stop: &&Stop| matches!(stop, Stop::Site(_));
            let lead = line.stops.iter().take_while(|stop| !board(stop)).copied();
            let tail = line.stops.iter().rev().take_while(|stop| !board(stop)).copied();
            let mut stops: Vec<Stop> = lead.collect();
            stops.extend(ours.into_iter().map(Stop::Site));
            stops.extend(tail.collect::<Vec<_>>().into_iter().rev());
            laid.push(Line { stops, ..line.clone() });
        }
        Some(laid)
    }

    /// A way as it looks from the other side of the board.
    fn turned(&self, way: &[u32]) -> Vec<u32> {
        let mut taken = vec![false; self.len()];
        let mut image = Vec::new();
        for &site in way {
            let (x, y) = self.places[site as usize];
            if let Some(other) = self.nearest((1.0 - x, 1.0 - y), &taken) {
                taken[other as usize] = true;
                image.push(other);
            }
        }
        image
    }

    /// By site: what it is seen from the other side. The half turn, or else a reflection, whatever maps the board onto
    /// itself; where nothing does, sites are paired as nearly so as can be, those left over with themselves.
    pub fn mirror(&self) -> Vec<u32> {
        let free = vec![false; self.len()];
        type Turn = fn((f64, f64)) -> (f64, f64);
        let turns: [Turn; 3] = [|(x, y)| (1.0 - x, 1.0 - y), |(x, y)| (x, 1.0 - y), |(x, y)| (1.0 - x, y)];
        let misses = |turn: Turn, a: u32, b: u32| {
            let ((x, y), (u, v)) = (turn(self.places[a as usize]), self.places[b as usize]);
            (u - x).abs() + (v - y).abs()
        };
        let images = turns.map(|turn| {
            let image = |&place: &(f64, f64)| self.nearest(turn(place), &free).unwrap_or(0);
            self.places.iter().map(image).collect::<Vec<u32>>()
        });
        let missed = |i: usize| -> Vec<f64> {
            images[i].iter().zip(0..).map(|(&image, site)| misses(turns[i], site, image)).collect()
        };
        let exact = (0..turns.len()).find(|&i| missed(i).into_iter().fold(0.0, f64::max) < 1e-3);
        if let Some(exact) = exact {
            return images[exact].clone();
        }
        let all = |i: usize| missed(i).iter().sum::<f64>();
        let best = (0..turns.len()).min_by(|&a, &b| all(a).total_cmp(&all(b))).unwrap_or(0);
        let sites = self.len() as u32;
        let mut pairs: Vec<(f64, u32, u32)> = Vec::new();
        for a in 0..sites {
            pairs.extend(
                (a + 1..sites).map(|b| (misses(turns[best], a, b) + misses(turns[best], b, a), a, b)),
            );
        }
        pairs.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
        let mut image: Vec<u32> = (0..sites).collect();
        for (_, a, b) in pairs {
            if image[a as usize] == a && image[b as usize] == b {
                (image[a as usize], image[b as usize]) = (b, a);
            }
        }
        image
    }

    /// Of these sites the one farthest from the middle of them all; the last of several.
    pub fn outermost(&self, sites: &[u32]) -> Option<u32> {
        let middle = self.middle(sites);
        sites
            .iter()
            .copied()
            .max_by(|&a, &b| self.far(a, middle).total_cmp(&self.far(b, middle)).then(a.cmp(&b)))
    }

    /// The site nearest to the middle of these that is not barred; the first of several.
    pub fn next_to(&self, sites: &[u32], is_barred: &mut dyn FnMut(u32) -> bool) -> Option<u32> {
        let middle = self.middle(sites);
        let free = (0..self.len() as u32).filter(|&site| !is_barred(site)).collect::<Vec<_>>();
        free.into_iter().min_by(|&a, &b| self.far(a, middle).total_cmp(&self.far(b, middle)).then(a.cmp(&b)))
    }

    fn middle(&self, sites: &[u32]) -> (f64, f64) {
        let n = sites.len().max(1) as f64;
        let sum =
            sites.iter().map(|&s| self.places[s as usize]).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        (sum.0 / n, sum.1 / n)
    }

    fn far(&self, site: u32, (x, y): (f64, f64)) -> f64 {
        let (u, v) = self.places[site as usize];
        (u - x).powi(2) + (v - y).powi(2)
    }

    fn nearest(&self, (x, y): (f64, f64), taken: &[bool]) -> Option<u32> {
        let far = |i: usize| (self.places[i].0 - x).powi(2) + (self.places[i].1 - y).powi(2);
        let free = (0..self.len()).filter(|&i| !taken[i]);
        free.min_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b))).map(|i| i as u32)
    }
}

/// Carries sites of one board over to another, each to a place of its own.
pub struct Carrier {
    theirs: Arc<Ground>,
    ours: Arc<Ground>,
    /// Their first track and ours, where both matter.
    along: Option<(Vec<u32>, Vec<u32>)>,
    known: FxHashMap<u32, u32>,
    taken: Vec<bool>,
}

impl Carrier {
    pub fn new(theirs: Arc<Ground>, ours: Arc<Ground>, along: Option<(Vec<u32>, Vec<u32>)>) -> Carrier {
        let taken = vec![false; ours.len()];
        Carrier { theirs, ours, along, known: FxHashMap::default(), taken }
    }

    /// Where a site of theirs is on our board; `None` where there is no room left.
    pub fn site(&mut self, site: u32) -> Option<u32> {
        if self.theirs.is_like(&self.ours) {
            return Some(site);
        }
        if let Some(&known) = self.known.get(&site) {
            return Some(known);
        }
        let &place = self.theirs.places.get(site as usize)?;
        let along = self.along.as_ref().and_then(|(from, to)| {
            let at = from.iter().position(|s| *s == site)?;
            let (m, n) = (from.len() - 1, to.len() - 1);
            to.get(if m == 0 { 0 } else { (2 * at * n + m) / (2 * m) }).copied()
        });
        let wanted = match along {
            Some(found) if !self.taken[found as usize] => found,
            Some(found) => self.ours.nearest(self.ours.places[found as usize], &self.taken)?,
            None => self.ours.nearest(place, &self.taken)?,
        };
        self.known.insert(site, wanted);
        self.taken[wanted as usize] = true;
        Some(wanted)
    }

    /// The same for a site by its coordinate.
    pub fn label(&mut self, label: &str) -> Option<SmolStr> {
        let site = self.theirs.site(label)?;
        let site = self.site(site)?;
        self.ours.label(site).cloned()
    }

    /// Row or column `i` of theirs as one of ours.
    pub fn row(&self, i: i64) -> i64 {
        scaled(i, self.theirs.size().0, self.ours.size().0)
    }
    pub fn column(&self, i: i64) -> i64 {
        scaled(i, self.theirs.size().1, self.ours.size().1)
    }

    /// Whether tracks that are told by directions keep their meaning: both boards have as many full rows.
    pub fn keeps_rows(&self) -> bool {
        self.theirs.rows.len() == self.ours.rows.len()
    }
    pub fn ours(&self) -> &Ground {
        &self.ours
    }
    pub fn theirs(&self) -> &Ground {
        &self.theirs
    }
}

fn scaled(i: i64, from: usize, to: usize) -> i64 {
    if from < 2 || from == to {
        return i.min(to.saturating_sub(1) as i64);
    }
    let (m, n) = (from as i64 - 1, to as i64 - 1);
    (2 * i * n + m) / (2 * m)
}

fn neighbours<'n>(sites: usize, of: &dyn Fn(usize) -> &'n [u32]) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = Vec::with_capacity(sites);
    for i in 0..sites {
        let mut list: Vec<u32> = of(i).iter().copied().filter(|&n| (n as usize) < sites).collect();
        list.sort_unstable();
        list.dedup();
        all.push(list);
    }
    all
}

fn is_connected(neighbours: &[Vec<u32>]) -> bool {
    let mut met = vec![false; neighbours.len()];
    let mut stack = vec![0usize];
    let mut count = 0;
    while let Some(i) = stack.pop() {
        if std::mem::replace(&mut met[i], true) {
            continue;
        }
        count += 1;
        stack.extend(neighbours[i].iter().map(|&n| n as usize).filter(|&n| !met[n]));
    }
    count == neighbours.len()
}

/// Into the unit square; what has no extent comes to the middle. Rounded, so that equal boards are equal.
fn stretched(raw: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let range = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let low = raw.iter().map(of).fold(f64::INFINITY, f64::min);
        let high = raw.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (low, high - low)
    };
    let (x, y) = (range(&|p| p.0), range(&|p| p.1));
    let one = |value: f64, (low, extent): (f64, f64)| {
        if extent < 1e-6 { 0.5 } else { ((value - low) / extent * 1e6).round() / 1e6 }
    };
    raw.iter().map(|p| (one(p.0, x), one(p.1, y))).collect()
}

/// Sites at the same height, from the bottom, each row from the left.
fn rows(raw: &[(f64, f64)]) -> Vec<Vec<u32>> {
    let mut order: Vec<usize> = (0..raw.len()).collect();
    order.sort_by(|&a, &b| raw[a].1.total_cmp(&raw[b].1));
    let mut rows: Vec<Vec<u32>> = Vec::new();
    let mut height = f64::NEG_INFINITY;
    for i in order {
        if raw[i].1 - height > 1e-3 {
            rows.push(Vec::new());
        }
        height = raw[i].1;
        if let Some(row) = rows.last_mut() {
            row.push(i as u32);
        }
    }
    for row in &mut rows {
        row.sort_by(|&a, &b| raw[a as usize].0.total_cmp(&raw[b as usize].0));
    }
    rows
}

fn columns(raw: &[(f64, f64)]) -> usize {
    let mut xs: Vec<f64> = raw.iter().map(|p| p.0).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
    xs.len()
}

/// Steps that the search for a long way may take.
const STEPS: usize = 20_000;

/// The longest way over these sites that is found in so many steps; with `closed`, one that leads back.
fn longest(neighbours: &[Vec<u32>], start: u32, over: &[u32], closed: bool) -> Vec<u32> {
    let mut allowed = vec![false; neighbours.len()];
    over.iter().for_each(|&i| allowed[i as usize] = true);
    allowed[start as usize] = true;
    let mut best: Vec<u32> = Vec::new();
    let mut way = vec![start];
    let mut on_way = vec![false; neighbours.len()];
    on_way[start as usize] = true;
    // Where fewest ways lead on goes first: such sites are hard to reach later.
    let next = |at: u32, on_way: &[bool]| {
        let free = |i: &u32| allowed[*i as usize] && !on_way[*i as usize];
        let mut list: Vec<u32> = neighbours[at as usize].iter().copied().filter(|i| free(i)).collect();
        list.sort_by_key(|&i| (neighbours[i as usize].iter().filter(|n| free(n)).count(), i));
        list.reverse();
        list
    };
    let mut open = vec![next(start, &on_way)];
    let wanted = over.len();
    for _ in 0..STEPS {
        let Some(options) = open.last_mut() else { break };
        match options.pop() {
            Some(site) => {
                way.push(site);
                on_way[site as usize] = true;
                let whole = !closed || neighbours[site as usize].contains(&start);
                if whole && way.len() > best.len() {
                    best.clone_from(&way);
                    if best.len() >= wanted {
                        break;
                    }
                }
                let more = next(site, &on_way);
                open.push(more);
            }
            None => {
                open.pop();
                if let Some(site) = way.pop() {
                    on_way[site as usize] = false;
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(board: &str) -> Ground {
        let text = format!("(game \"x\" (players 2) (equipment {{{board} (hand Each)}}))");
        let parsed = ludarium_syntax::parse(ludarium_syntax::FileId(0), &text);
        let limits = ludarium_syntax::Limits::default();
        let none = ludarium_play::Defines::none();
        let expanded = ludarium_syntax::expand(&parsed, &none, &Selection::default(), &limits);
        let mut no_hole = |_| crate::types::HoleId(0);
        let term = Term::of(&expanded.game, expanded.game.roots[0], &mut no_hole);
        let found = Grounds::default().of(&term).expect("a board");
        Ground::clone(&found)
    }

    #[test]
    fn corners_become_corners() {
        let (small, large) = (Arc::new(ground("(board (square 3))")), Arc::new(ground("(board (square 5))")));
        let mut carrier = Carrier::new(small, large, None);
        let carried: Vec<Option<u32>> = [0, 2, 4, 6, 8].into_iter().map(|site| carrier.site(site)).collect();
        assert_eq!(carried, [Some(0), Some(4), Some(12), Some(20), Some(24)]);
        assert_eq!(carrier.label("C3").as_deref(), Some("E5"));
    }

    #[test]
    fn a_track_is_laid_around_another_board() {
        let theirs = ground(
            "(board (rectangle 2 3) {(track \"Track1\" {6 0..2 5..3 End} P1 directed:True) (track \"Track2\" {7 3..5 2..0 End} P2 directed:True)})",
        );
        let ours = ground("(board (rectangle 2 4))");
        let laid = ours.lay(&theirs).expect("a way");
        let told: Vec<String> = laid.iter().map(|l| l.term(&|p| ours.hand(p)).to_string()).collect();
        assert_eq!(
            told,
            [
                "(track \"Track1\" {8 0 1 2 3 7 6 5 4 End} P1 directed:True)",
                "(track \"Track2\" {9 4 5 6 7 3 2 1 0 End} P2 directed:True)"
            ]
        );
    }

    #[test]
    fn a_ring_is_followed_all_around() {
        let ours = ground("(board (concentric {12}) use:Vertex)");
        let way = ours.way(true);
        assert_eq!(way.len(), 12);
        assert!(way.windows(2).all(|w| ours.neighbours[w[0] as usize].contains(&w[1])));
    }

    #[test]
    fn from_the_other_side_every_site_is_one_other() {
        assert_eq!(ground("(board (rectangle 2 3))").mirror(), [5, 4, 3, 2, 1, 0]);
        // Nothing maps this board onto itself.
        let odd = ground(
            "(board (merge {(rectangle 1 5) (shift 1 1 (rectangle 2 3)) (shift 0 2 (rectangle 1 2))}))",
        );
        let mirror = odd.mirror();
        assert!((0..odd.len()).all(|site| mirror[mirror[site] as usize] as usize == site), "{mirror:?}");
        assert!((0..odd.len()).filter(|&site| mirror[site] as usize == site).count() < 2, "{mirror:?}");
    }
}
