//! What can be counted in a position without knowing the game: material, hands, advance, place on the board, freedom,
//! lines, connection, tracks, regions, points. Which of these exist is read off the description once; what they are
//! worth is for [`crate::prior`] to guess and for [`crate::calibrate`] to find out.

use ludarium::{Ctx, Game};
use ludarium_board::{Direction, Relation};
use ludarium_engine::SiteSet;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{Bool, EndRule, Int, Region};

/// More kinds of pieces than this are counted apart, but not placed apart.
const PLACED_APART: usize = 14;
/// Larger boards are not searched for lines and connections.
const MOST_SITES: usize = 1000;

/// The features of one game.
#[derive(Debug)]
pub struct Sheet {
    pub names: Vec<String>,
    pub(crate) players: usize,
    /// By component: the number of its label, where it is a piece.
    pub(crate) label: Vec<Option<usize>>,
    pub(crate) labels: usize,
    pub(crate) placed: usize,
    pub(crate) first: Firsts,
    pub(crate) sites: usize,
    pub(crate) centre: Vec<f32>,
    /// By seat and site: how far forward it lies, 0 to 1.
    pub(crate) advance: Vec<Vec<f32>>,
    pub(crate) corner: Vec<bool>,
    pub(crate) edge: Vec<bool>,
    around: Vec<Vec<u32>>,
    /// Sets of sites in a row, and how many a line needs.
    windows: Vec<Vec<u32>>,
    pub(crate) line: usize,
    /// Lines that are complete are counted too: they do not end the game.
    pub(crate) closed: bool,
    /// All pieces of a seat are to come together: their distance from their middle is counted.
    gathers: bool,
    places: Vec<[f32; 2]>,
    /// What each seat has when the game begins.
    pub(crate) start: Vec<f32>,
    /// By seat: what is to be connected.
    ends: Vec<Vec<SiteSet>>,
    /// By seat and region that the seat owns: how near each site is, 0 to 1, and the region.
    pub(crate) goals: Vec<Vec<(Vec<f32>, SiteSet)>>,
    /// By seat: how far along each site is, 0 to 1; below 0 off the track.
    pub(crate) along: Vec<Vec<f32>>,
    /// Where who cannot move loses, and what belongs to nobody stands in the way: by site, what lies in line with it, nearest
    /// first. Else nothing.
    rays: Vec<Vec<Vec<u32>>>,
    /// Being unable to move is all that decides: how many moves each seat would have is counted, by whoever can list them.
    pub(crate) moves_decide: bool,
}

/// Where each family of features begins.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Firsts {
    pub count: usize,
    pub hand: usize,
    pub advance: usize,
    pub centre: usize,
    pub rest: usize,
    pub lines: usize,
    pub connect: usize,
    pub goals: usize,
    pub track: usize,
    pub room: usize,
    pub scatter: usize,
    pub moves: usize,
    pub end: usize,
}

/// Which of the features that hang on several sites are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shapes {
    pub contact: bool,
    pub lines: bool,
    pub scatter: bool,
    pub room: bool,
    pub connection: bool,
}

impl Shapes {
    const ALL: Shapes = Shapes { contact: true, lines: true, scatter: true, room: true, connection: true };

    pub fn any(self) -> bool {
        self.contact || self.lines || self.scatter || self.room || self.connection
    }
}

/// The families that every game has: points, tempo, freedom, contact, corners, edges, height of stacks, neutral things.
pub(crate) const REST: [&str; 7] = ["score", "to move", "freedom", "contact", "corners", "edge", "buried"];

impl Sheet {
    pub fn new(game: &Game) -> Sheet {
        let kind = game.site_type;
        let sites = game.board_sites(kind);
        let n = game.players;
        let mut labels: Vec<&str> = Vec::new();
        let label: Vec<Option<usize>> = game
            .components
            .iter()
            .map(|c| {
                use ludarium_engine::game::ComponentKind as K;
                match c.kind {
                    K::Nothing | K::Die { .. } => None,
                    K::Piece | K::Large { .. } | K::Card { .. } | K::Domino { .. } | K::Tile { .. } => {
                        let at = labels.iter().position(|l| *l == c.label);
                        Some(at.unwrap_or_else(|| {
                            labels.push(&c.label);
                            labels.len() - 1
                        }))
                    }
                }
            })
            .collect();
        let placed = if labels.len() <= PLACED_APART { labels.len() } else { 1 };
        let to_centre = game.board.distance_to_centre(kind);
        let farthest = to_centre.iter().copied().filter(|&d| d < u16::MAX).max().unwrap_or(1).max(1);
        let centre =
            to_centre.iter().map(|&d| 1.0 - f32::from(d.min(farthest)) / f32::from(farthest)).collect();
        let flag = |list: &[u32]| {
            let mut flags = vec![false; sites];
            list.iter().for_each(|&s| flags[s as usize] = true);
            flags
        };
        let around =
            (0..sites).map(|s| game.board.neighbours(kind, s, Relation::Adjacent).to_vec()).collect();
        let end = end_conditions(game);
        let ending = if sites <= MOST_SITES { line_length(&end) } else { 0 };
        // Lines that are good for something else (mills) matter where no line ends the game.
        let line = if ending == 0 && sites <= MOST_SITES { line_in_rules(game) } else { ending };
        let windows = windows(game, line);
        let connects = end.iter().any(|c| matches!(c, Bool::Connected(_)));
        let ends = if connects && sites <= MOST_SITES { ends(game) } else { Vec::new() };
        let goals = goals(game, sites);
        let along = along(game, sites);
        let rays =
            if is_walled_in(game, &end) && sites <= MOST_SITES { rays(game, sites) } else { Vec::new() };
        let mut sheet = Sheet {
            names: Vec::new(),
            players: n,
            label,
            labels: labels.len(),
            placed,
            first: Firsts::default(),
            sites,
            centre,
            advance: advance(game, sites),
            corner: flag(game.board.corners(kind)),
            edge: flag(game.board.perimeter(kind)),
            around,
            line: if windows.is_empty() { 0 } else { line },
            closed: ending == 0,
            gathers: gathers(&end),
            places: (0..sites)
                .map(|s| game.board.place(kind, s))
                .map(|p| [p[0] as f32, p[1] as f32])
                .collect(),
            start: Vec::new(),
            windows,
            ends,
            goals,
            along,
            moves_decide: rays.is_empty()
                && n == 2
                && !end.is_empty()
                && end.iter().all(|c| matches!(c, Bool::NoMoves(_))),
            rays,
        };
        let names = &mut sheet.names;
        let f = &mut sheet.first;
        let each = |names: &mut Vec<String>, what: &str, apart: bool| {
            let from = names.len();
            if apart {
                names.extend(labels.iter().map(|l| format!("{what} {l}")));
            } else {
                names.push(what.to_owned());
            }
            from
        };
        let apart = placed == labels.len();
        f.count = each(names, "count", true);
        f.hand = each(names, "hand", apart);
        f.advance = each(names, "advance", apart);
        f.centre = each(names, "centre", apart);
        f.rest = names.len();
        names.extend(REST.map(str::to_owned));
        f.lines = names.len();
        names.extend((1..sheet.line + usize::from(sheet.closed)).map(|i| format!("line {i}")));
        f.connect = names.len();
        if !sheet.ends.is_empty() {
            names.push("connection".to_owned());
        }
        f.goals = names.len();
        let most = sheet.goals.iter().map(Vec::len).max().unwrap_or(0);
        for g in 0..most {
            names.extend(["near", "nearest", "own in", "things in"].map(|w| format!("{w} region {g}")));
        }
        f.track = names.len();
        if !sheet.along.is_empty() {
            names.push("track".to_owned());
        }
        f.room = names.len();
        if !sheet.rays.is_empty() {
            names.extend(["room", "view"].map(str::to_owned));
        }
        f.scatter = names.len();
        if sheet.gathers {
            names.push("scatter".to_owned());
        }
        f.moves = names.len();
        if sheet.moves_decide {
            names.push("moves".to_owned());
        }
        f.end = names.len();
        if game.subgames.is_empty() {
            let mut start = Vec::new();
            sheet.counts(&Ctx::start(game, 0), &mut start);
            sheet.start = start;
        }
        sheet
    }

    /// The place of the number of moves that a seat would have, where that is counted.
    pub fn place_of_moves(&self) -> Option<usize> {
        self.moves_decide.then_some(self.first.moves)
    }

    /// Is the room counted that pieces have among walls?
    pub fn counts_room(&self) -> bool {
        !self.rays.is_empty()
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What each seat has, seat by seat, `len` numbers each; but for moves, which must be listed to be counted.
    pub fn counts(&self, ctx: &Ctx<'_>, out: &mut Vec<f32>) {
        let width = self.len();
        out.clear();
        out.resize((self.players + 1) * width, 0.0);
        let game = ctx.game;
        let kind = game.site_type;
        let pos = &ctx.pos;
        let f = self.first;
        let rest = |i: usize| f.rest + i;
        let mut owner_at = vec![0u8; self.sites];
        let mut empty = vec![false; self.sites];
        for site in 0..self.sites {
            let slot = game.layout.slot(kind, site as i32);
            let height = pos.height(slot);
            if height == 0 {
                empty[site] = true;
                continue;
            }
            let stacking = pos.stacking();
            for level in 0..height {
                let piece = pos.at_level(slot, level);
                let seat = usize::from(piece.who);
                let count = if stacking { 1.0 } else { pos.count(slot) as f32 };
                let on_top = level + 1 == height;
                for s in 1..=self.players {
                    if let Some(goals) = self.goals.get(s) {
                        for (g, (_, region)) in goals.iter().enumerate() {
                            if region.contains(site as i32) {
                                out[s * width + f.goals + 4 * g + 3] += count / 8.0;
                            }
                        }
                    }
                }
                if seat == 0 || seat > self.players {
                    continue;
                }
                let Some(label) = self.label.get(usize::from(piece.what)).copied().flatten() else {
                    continue;
                };
                let row = &mut out[seat * width..(seat + 1) * width];
                row[f.count + label] += count / 4.0;
                if !on_top {
                    row[rest(6)] += 0.25;
                    continue;
                }
                owner_at[site] = seat as u8;
                let at = if self.placed == self.labels { label } else { 0 };
                row[f.advance + at] += self.advance[seat][site] / 4.0;
                row[f.centre + at] += self.centre[site] / 4.0;
                row[rest(4)] += f32::from(u8::from(self.corner[site])) / 4.0;
                row[rest(5)] += f32::from(u8::from(self.edge[site])) / 8.0;
                if let Some(goals) = self.goals.get(seat) {
                    for (g, (near, region)) in goals.iter().enumerate() {
                        let at = f.goals + 4 * g;
                        row[at] += near[site] / 4.0;
                        row[at + 1] = row[at + 1].max(near[site]);
                        row[at + 2] += f32::from(u8::from(region.contains(site as i32))) / 4.0;
                    }
                }
                if let Some(along) = self.along.get(seat) {
                    row[f.track] += along[site].max(0.0) / 4.0;
                }
            }
        }
        for c in game.containers.iter().skip(1) {
            let hand = c.kind == ContainerKind::Hand && (1..=self.players).contains(&c.owner);
            if !hand {
                continue;
            }
            for site in c.first..c.first + c.len {
                let slot = game.layout.slot(ludarium_engine::SiteType::Cell, site);
                for level in 0..pos.height(slot) {
                    let piece = pos.at_level(slot, level);
                    let count = if pos.stacking() { 1.0 } else { pos.count(slot) as f32 };
                    let label = self.label.get(usize::from(piece.what)).copied().flatten().unwrap_or(0);
                    let at = if self.placed == self.labels { label } else { 0 };
                    if self.labels > 0 {
                        out[c.owner * width + f.hand + at] += count / 4.0;
                    }
                }
            }
        }
        for seat in 1..=self.players {
            let row = &mut out[seat * width..(seat + 1) * width];
            row[rest(0)] = pos.scores[seat] as f32 / 10.0;
            row[rest(1)] = f32::from(u8::from(usize::from(pos.mover) == seat));
        }
        self.count_shapes(&owner_at, &empty, Shapes::ALL, out);
    }

    /// What hangs on several sites at once.
    pub(crate) fn count_shapes(&self, owner_at: &[u8], empty: &[bool], wanted: Shapes, out: &mut [f32]) {
        if wanted.contact {
            self.count_contact(owner_at, empty, out);
        }
        if wanted.lines {
            self.count_lines(owner_at, out);
        }
        if wanted.scatter && self.gathers {
            self.count_scatter(owner_at, out);
        }
        if wanted.room && !self.rays.is_empty() {
            self.count_room(owner_at, empty, out);
        }
        for seat in 1..=self.players {
            if let Some(ends) = self.ends.get(seat).filter(|e| wanted.connection && e.len() >= 2) {
                let steps = self.steps_to_connect(owner_at, seat as u8, ends);
                out[seat * self.len() + self.first.connect] = 1.0 - steps as f32 / 8.0;
            }
        }
    }

    fn count_contact(&self, owner_at: &[u8], empty: &[bool], out: &mut [f32]) {
        let width = self.len();
        for site in 0..self.sites {
            let seat = usize::from(owner_at[site]);
            if seat == 0 {
                continue;
            }
            let (mut free, mut foes) = (0.0, 0.0);
            for &a in &self.around[site] {
                let other = usize::from(owner_at[a as usize]);
                if empty[a as usize] {
                    free += 1.0;
                } else if other != 0 && other != seat {
                    foes += 1.0;
                }
            }
            out[seat * width + self.first.rest + 2] += free / 16.0;
            out[seat * width + self.first.rest + 3] += foes / 16.0;
        }
    }

    /// How many empty sites a seat's pieces come to before any other's do, step by step, and how many they see in line.
    fn count_room(&self, owner_at: &[u8], empty: &[bool], out: &mut [f32]) {
        let width = self.len();
        let mut first = owner_at.to_vec();
        let mut since = vec![0u16; self.sites];
        let mut queue: Vec<u32> = (0..self.sites as u32).filter(|&s| owner_at[s as usize] != 0).collect();
        for &site in &queue {
            let seen: usize = self.rays[site as usize]
                .iter()
                .map(|ray| ray.iter().take_while(|&&s| empty[s as usize]).count())
                .sum();
            out[usize::from(owner_at[site as usize]) * width + self.first.room + 1] += seen as f32 / 16.0;
        }
        let mut next = 0;
        while let Some(&site) = queue.get(next) {
            next += 1;
            let (seat, step) = (first[site as usize], since[site as usize] + 1);
            for &near in self.around[site as usize].iter().filter(|&&s| empty[s as usize]) {
                let near = near as usize;
                if since[near] == 0 {
                    (first[near], since[near]) = (seat, step);
                    queue.push(near as u32);
                } else if since[near] == step && first[near] != seat {
                    // Nobody's, and nobody's is what is reached through it only.
                    first[near] = 0;
                }
            }
        }
        for (site, &seat) in first.iter().enumerate().filter(|(_, seat)| **seat != 0) {
            if empty[site] {
                out[usize::from(seat) * width + self.first.room] += 0.125;
            }
        }
    }

    fn count_lines(&self, owner_at: &[u8], out: &mut [f32]) {
        if self.line < 2 {
            return;
        }
        let width = self.len();
        for window in &self.windows {
            let (mut seat, mut count) = (0u8, 0);
            let mut open = true;
            for &s in window {
                let o = owner_at[s as usize];
                if o != 0 {
                    if seat != 0 && o != seat {
                        open = false;
                        break;
                    }
                    seat = o;
                    count += 1;
                }
            }
            if open && seat != 0 && count < self.line + usize::from(self.closed) {
                out[usize::from(seat) * width + self.first.lines + count - 1] += 0.25;
            }
        }
    }

    /// How far a seat's pieces lie from their middle, all together.
    fn count_scatter(&self, owner_at: &[u8], out: &mut [f32]) {
        let width = self.len();
        for seat in 1..=self.players {
            let own = || (0..self.sites).filter(|&s| usize::from(owner_at[s]) == seat);
            let n = own().count().max(1) as f32;
            let sum = own().fold([0.0; 2], |a, s| [a[0] + self.places[s][0], a[1] + self.places[s][1]]);
            let middle = sum.map(|x| x / n);
            let far = |s: usize| (0..2).map(|i| (self.places[s][i] - middle[i]).powi(2)).sum::<f32>().sqrt();
            // In parts of the board's size, as if everybody had as many pieces.
            out[seat * width + self.first.scatter] = 4.0 * own().map(far).sum::<f32>() / n / self.extent();
        }
    }

    fn extent(&self) -> f32 {
        let span = |i: usize| {
            let all = self.places.iter().map(|p| p[i]);
            let (low, high) = all.fold((f32::MAX, f32::MIN), |a, x| (a.0.min(x), a.1.max(x)));
            high - low
        };
        span(0).max(span(1)).max(1e-6)
    }

    /// The least number of sites that a seat must still take to join two of its ends.
    fn steps_to_connect(&self, owner_at: &[u8], seat: u8, ends: &[SiteSet]) -> u32 {
        let mut best = vec![u32::MAX; self.sites];
        let mut queue = std::collections::VecDeque::new();
        let cost = |s: usize| match owner_at[s] {
            0 => Some(1),
            o if o == seat => Some(0),
            _ => None,
        };
        let reach = |best: &mut Vec<u32>, queue: &mut std::collections::VecDeque<usize>, s: usize, d: u32| {
            if let Some(c) = cost(s)
                && d + c < best[s]
            {
                best[s] = d + c;
                if c == 0 { queue.push_front(s) } else { queue.push_back(s) }
            }
        };
        for s in ends[0].iter() {
            if (s as usize) < self.sites {
                reach(&mut best, &mut queue, s as usize, 0);
            }
        }
        while let Some(s) = queue.pop_front() {
            let d = best[s];
            for &a in &self.around[s] {
                reach(&mut best, &mut queue, a as usize, d);
            }
        }
        let other = ends[1].iter().filter_map(|s| best.get(s as usize)).min().copied();
        other.unwrap_or(u32::MAX).min(24)
    }

    /// What sets a seat apart from the others since the game began: its counts less the mean of theirs.
    pub fn difference(&self, counts: &[f32], seat: usize, out: &mut Vec<f32>) {
        let width = self.len();
        let others = (self.players.max(2) - 1) as f32;
        out.clear();
        let since = |s: usize, i: usize| {
            counts[s * width + i]
                - if i == self.tempo() { 0.0 } else { self.start.get(s * width + i).copied().unwrap_or(0.0) }
        };
        for i in 0..width {
            let all: f32 = (1..=self.players).map(|s| since(s, i)).sum();
            let own = since(seat, i);
            out.push(own - (all - own) / others);
        }
    }

    /// The place of the feature that says whose turn it is.
    fn tempo(&self) -> usize {
        self.first.rest + 1
    }
}

/// Is a number of groups asked for when the game may end?
fn gathers(end: &[&Bool]) -> bool {
    let groups = |p: Part<'_>| matches!(p, Part::Int(Int::Groups { .. } | Int::GroupSize { .. }));
    walk::any(end.iter().map(|b| Part::Bool(b)), groups)
}

/// The longest line that any rule but those of the end asks for; 0 where none does.
fn line_in_rules(game: &Game) -> usize {
    let mut longest = 0;
    walk::any(walk::rules_of(game), |part| {
        if let Part::Bool(Bool::Line(line)) = part
            && let Int::Const(n @ 2..=8) = line.length
        {
            longest = longest.max(n as usize);
        }
        false
    });
    longest
}

/// The conditions under which a game ends, taken apart where they are combined of others.
pub(crate) fn end_conditions(game: &Game) -> Vec<&Bool> {
    let ends = game.end.iter().chain(game.phases.iter().filter_map(|p| p.end.as_ref()));
    let mut rules: Vec<&EndRule> = ends.flat_map(|e| &e.rules).collect();
    let mut open = Vec::new();
    while let Some(rule) = rules.pop() {
        match rule {
            EndRule::If { cond, cases, result: _ } => {
                open.push(cond);
                rules.extend(cases);
            }
            EndRule::ForEachPlayer { cond, .. } | EndRule::ForEachTrack { cond, .. } => open.push(cond),
            EndRule::Always(_) => {}
        }
    }
    let mut all = Vec::new();
    while let Some(cond) = open.pop() {
        if let Bool::And(list) | Bool::Or(list) = cond {
            open.extend(list);
        } else if let Bool::Not(inner) | Bool::AllSites { cond: inner, .. } = cond {
            open.push(inner);
        } else if let Bool::If { cond, then, otherwise } = cond {
            open.extend([&**cond, then, otherwise]);
        } else {
            all.push(cond);
        }
    }
    all
}

/// The longest line that an end rule asks for; 0 where none does.
fn line_length(ends: &[&Bool]) -> usize {
    let length = |cond: &&Bool| {
        if let Bool::Line(line) = cond
            && let Int::Const(n) = line.length
        {
            return usize::try_from(n).ok().filter(|n| (2..=8).contains(n));
        }
        None
    };
    ends.iter().filter_map(length).max().unwrap_or(0)
}

fn windows(game: &Game, line: usize) -> Vec<Vec<u32>> {
    let kind = game.site_type;
    let mut all = std::collections::BTreeSet::new();
    if line < 2 {
        return Vec::new();
    }
    for site in 0..game.board_sites(kind) {
        for radial in game.board.radials(kind, site, Direction::All) {
            let window: Vec<u32> = [site as u32].iter().chain(radial).copied().take(line).collect();
            if window.len() == line {
                let mut sorted = window;
                sorted.sort_unstable();
                all.insert(sorted);
            }
        }
    }
    all.into_iter().take(20_000).collect()
}

fn fixed_parts(game: &Game, seat: usize) -> Vec<Vec<SiteSet>> {
    let mut all = Vec::new();
    for named in game.regions.iter().filter(|r| r.owner == seat) {
        let mut parts: Vec<SiteSet> = named.parts.clone();
        parts.extend(
            named
                .regions
                .iter()
                .filter_map(|r| if let Region::Fixed(set) = r { Some(set.clone()) } else { None }),
        );
        parts.extend(named.sites.clone());
        parts.retain(|p| !p.is_empty());
        if !parts.is_empty() {
            all.push(parts);
        }
    }
    // Maps from players to sites name their stores.
    for map in &game.maps {
        let own = map.pairs.iter().filter(|(key, _)| usize::try_from(*key) == Ok(seat));
        let sites: SiteSet = own.map(|&(_, site)| site).filter(|&s| s >= 0).collect();
        if !sites.is_empty() {
            all.push(vec![sites]);
        }
    }
    all
}

fn ends(game: &Game) -> Vec<Vec<SiteSet>> {
    let all: Vec<Vec<SiteSet>> =
        (0..=game.players).map(|s| fixed_parts(game, s).into_iter().flatten().collect()).collect();
    if all.iter().skip(1).all(|e| e.len() < 2) { Vec::new() } else { all }
}

fn goals(game: &Game, sites: usize) -> Vec<Vec<(Vec<f32>, SiteSet)>> {
    let kind = game.site_type;
    if sites > MOST_SITES {
        return vec![Vec::new(); game.players + 1];
    }
    (0..=game.players)
        .map(|seat| {
            if seat == 0 {
                return Vec::new();
            }
            let regions = fixed_parts(game, seat).into_iter().take(4);
            regions
                .map(|parts| {
                    let mut whole = SiteSet::new();
                    parts.iter().for_each(|p| whole.union_with(p));
                    let steps = |s: usize| {
                        let to = whole.iter().filter_map(|g| {
                            game.board.distance(kind, Relation::Adjacent, s, usize::try_from(g).ok()?)
                        });
                        to.min()
                    };
                    let all: Vec<Option<i32>> = (0..sites).map(steps).collect();
                    let most = all.iter().flatten().max().copied().unwrap_or(1).max(1) as f32;
                    let near = all.iter().map(|d| d.map_or(0.0, |d| 1.0 - d as f32 / most)).collect();
                    (near, whole)
                })
                .collect()
        })
        .collect()
}

/// How far forward each site lies for each seat: from where its pieces begin towards where the others' do.
fn advance(game: &Game, sites: usize) -> Vec<Vec<f32>> {
    let kind = game.site_type;
    let mut out = vec![vec![0.0; sites]; game.players + 1];
    if game.players < 2 || !game.subgames.is_empty() {
        return out;
    }
    let start = Ctx::start(game, 0);
    let mut heaps = vec![(0.0f64, 0.0f64, 0.0f64); game.players + 1];
    for site in 0..sites {
        let who = usize::from(start.pos.top(game.layout.slot(kind, site as i32)).who);
        if (1..=game.players).contains(&who) {
            let p = game.board.place(kind, site);
            heaps[who] = (heaps[who].0 + p[0], heaps[who].1 + p[1], heaps[who].2 + 1.0);
        }
    }
    for seat in 1..=game.players {
        let own = heaps[seat];
        let all = heaps.iter().fold((0.0, 0.0, 0.0), |a, h| (a.0 + h.0, a.1 + h.1, a.2 + h.2));
        let others = (all.0 - own.0, all.1 - own.1, all.2 - own.2);
        if own.2 == 0.0 || others.2 == 0.0 {
            continue;
        }
        let (dx, dy) = (others.0 / others.2 - own.0 / own.2, others.1 / others.2 - own.1 / own.2);
        let along: Vec<f64> = (0..sites)
            .map(|s| {
                let p = game.board.place(kind, s);
                p[0] * dx + p[1] * dy
            })
            .collect();
        let low = along.iter().copied().fold(f64::INFINITY, f64::min);
        let high = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if high - low > 1e-9 && dx.abs() + dy.abs() > 1e-6 {
            for (o, a) in out[seat].iter_mut().zip(&along) {
                *o = ((a - low) / (high - low)) as f32;
            }
        }
    }
    out
}

/// Does who cannot move lose, while things that belong to nobody stand in the way?
fn is_walled_in(game: &Game, end: &[&Bool]) -> bool {
    let nobodys = |c: &ludarium_engine::game::Component| {
        c.owner == 0 && c.kind == ludarium_engine::game::ComponentKind::Piece
    };
    end.iter().any(|c| matches!(c, Bool::NoMoves(_))) && game.components.iter().skip(1).any(nobodys)
}

/// What lies in line with each site, nearest first.
fn rays(game: &Game, sites: usize) -> Vec<Vec<Vec<u32>>> {
    let of = |site| game.board.radials(game.site_type, site, Direction::All).map(<[u32]>::to_vec).collect();
    (0..sites).map(of).collect()
}

fn along(game: &Game, sites: usize) -> Vec<Vec<f32>> {
    if game.tracks.is_empty() {
        return Vec::new();
    }
    (0..=game.players)
        .map(|seat| {
            let mut out = vec![-1.0; sites];
            let own = game.tracks.iter().find(|t| t.owner == seat && seat > 0);
            let Some(track) = own.or(game.tracks.iter().find(|t| t.owner == 0)) else { return out };
            let last = track.sites.len().max(2) as f32 - 1.0;
            for (i, &s) in track.sites.iter().enumerate() {
                if let Some(o) = usize::try_from(s).ok().and_then(|s| out.get_mut(s)) {
                    *o = i as f32 / last;
                }
            }
            out
        })
        .collect()
}
