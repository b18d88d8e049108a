//! What features are worth before anything was learnt, read off the rules: a piece by how freely it moves on boards that
//! are filled at random, advance where there is only a way forward, lines by how much of them stands, points, stores and
//! tracks by what the end rules count. Knows rules and boards, and no search.

use crate::features::Sheet;
use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::kernel::boolean::PiecesOf;
use ludarium_engine::kernel::end::{Outcome, ResultKind};
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::kernel::{Bool, EndRule, MovesKind};
use ludarium_engine::position::{Piece, Slot};
use ludarium_engine::rng::mix;
use ludarium_engine::types::Role;
use ludarium_play::{Ctx, Game, Rng};

/// All of one side's pieces together are worth so much, in the units of the evaluation: a hundredth or a tenth of that is
/// an advantage, a third is decisive.
const ARMY: f32 = 5.0;
/// How much of a board is filled when moves are counted, in hundredths.
const DENSITIES: [usize; 3] = [15, 30, 45];
/// Sites of a board that are tried for each kind of piece.
const MOST_TRIED: usize = 32;
/// Boards larger than this are not filled.
const MOST_SITES: usize = 600;
/// All rules that are asked while counting may not burn more than this, nor a single one more than a hundredth of it.
const FUEL: u64 = 12_000_000;

/// What a few games at random showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Glimpse {
    /// By label: it was there in every position that went on, and not taken.
    pub always_there: Vec<bool>,
    /// By label: moves that one piece of it had in the mean.
    pub freedom: Vec<Option<f32>>,
    /// By label: nearly all of its moves led forward.
    pub forward: Vec<bool>,
    pub branching: f32,
    pub length: f32,
    /// The part of moves that took something, and of games that nobody won.
    pub captures: f32,
    pub draws: f32,
}

/// What the end rules are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aims {
    /// Who has no piece left wins: pieces are to be got rid of, or off the board.
    pub few_pieces_win: bool,
    /// Who cannot move loses (or wins).
    pub stuck_loses: bool,
    pub stuck_wins: bool,
    /// Who makes a line wins (or loses).
    pub line_wins: bool,
    pub line_loses: bool,
    /// Somebody wins where a piece comes to some sites.
    pub arrival_wins: bool,
    pub points_decide: bool,
    pub fewest_points_win: bool,
}

impl Aims {
    pub fn of(game: &Game) -> Aims {
        let mut aims = Aims::default();
        for (cond, outcome) in endings(game) {
            match outcome {
                Outcome::ByScore { misere, .. } => {
                    aims.points_decide = true;
                    aims.fewest_points_win |= matches!(misere, Some(Bool::Const(true)));
                }
                Outcome::Payoffs(_) => aims.points_decide = true,
                Outcome::Result { who, result } => {
                    let wins = match result {
                        ResultKind::Win => true,
                        ResultKind::Loss => false,
                        ResultKind::Draw | ResultKind::Tie | ResultKind::Abandon | ResultKind::Crash => {
                            continue;
                        }
                    };
                    cond.into_iter().for_each(|c| aims.note(c, *who, wins));
                }
            }
        }
        aims
    }

    fn note(&mut self, cond: &Bool, who: Role, wins: bool) {
        // In a game of two the one is what the other is not.
        let same = |of: Role| (of == who) == wins;
        if let Bool::And(all) | Bool::Or(all) = cond {
            all.iter().for_each(|c| self.note(c, who, wins));
        } else if let Bool::NoPieces(none) = cond {
            let of = match none.of {
                PiecesOf::Role(role) => role,
                PiecesOf::Player(_) => Role::Player,
            };
            self.few_pieces_win |= none.whats.is_none() && none.region.is_none() && same(of);
        } else if let Bool::NoMoves(of) = cond {
            self.stuck_wins |= same(*of);
            self.stuck_loses |= !same(*of);
        } else if matches!(cond, Bool::Line(_)) {
            // The line that was just made is the mover's.
            let good = (who == Role::Mover) == wins;
            self.line_wins |= good;
            self.line_loses |= !good;
        } else if matches!(
            cond,
            Bool::In { .. } | Bool::Within { .. } | Bool::AllSites { .. } | Bool::SameSites(..)
        ) {
            self.arrival_wins |= wins;
        }
    }
}

/// When a game ends, and what comes of it then.
fn endings(game: &Game) -> Vec<(Option<&Bool>, &Outcome)> {
    let ends = game.end.iter().chain(game.phases.iter().filter_map(|p| p.end.as_ref()));
    let mut rules: Vec<&EndRule> = ends.flat_map(|e| &e.rules).collect();
    let mut all = Vec::new();
    while let Some(rule) = rules.pop() {
        match rule {
            EndRule::If { cond, cases, result } => {
                all.extend(result.iter().map(|r| (Some(cond), r)));
                rules.extend(cases);
            }
            EndRule::Always(outcome) => all.push((None, outcome)),
            EndRule::ForEachPlayer { cond, result, .. } | EndRule::ForEachTrack { cond, result } => {
                all.push((Some(cond), result));
            }
        }
    }
    all
}

/// How a kind of piece moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mobility {
    /// Moves in the mean.
    mean: f32,
    /// How many more there are in the middle of the board than at its rim.
    central: f32,
    /// It comes nearer to the other side with some moves, and farther away with none.
    only_forward: bool,
}

/// What each feature is worth.
pub fn prior(game: &Game, sheet: &Sheet, glimpse: &Glimpse) -> Vec<f32> {
    let mut values = vec![0.0; sheet.len()];
    let f = sheet.first;
    let aims = Aims::of(game);
    let mobility = mobilities(game, sheet, glimpse);
    let worths = worths(game, sheet, &mobility, glimpse);
    let scale = scale(game, sheet, &worths, glimpse);
    let tracked = !sheet.along.is_empty() && game.uses.stochastic;
    // Where nothing is ever taken, having pieces decides little.
    let material = if glimpse.captures < 0.003 && !aims.few_pieces_win { 0.25 } else { 1.0 };
    let material = if aims.few_pieces_win { -1.0 } else { material };
    let threatened = walk::any(walk::rules_of(game), |p| matches!(p, Part::Bool(Bool::Threatened(_))));
    for (label, worth) in worths.iter().enumerate() {
        let value = 4.0 * scale * worth;
        let royal = glimpse.always_there.get(label).copied().unwrap_or(false);
        let at = if sheet.placed == sheet.labels { label } else { 0 };
        values[f.count + label] = value * material;
        values[f.hand + at] = value * material * 0.9;
        let Some(m) = mobility[label] else { continue };
        let goal = promotes(game) || aims.arrival_wins;
        if royal {
            // A piece that must not be lost is kept back while there is much to threaten it.
            values[f.advance + at] = if threatened { -2.0 * scale } else { 0.0 };
        } else if aims.few_pieces_win {
            continue;
        } else if m.only_forward {
            values[f.advance + at] = value * if goal { 0.4 } else { 0.15 };
        } else {
            // Where nothing is taken and a place must be reached, the way there is all that counts.
            let way = aims.arrival_wins && glimpse.captures < 0.003;
            values[f.advance + at] = value * if way { 1.0 } else { 0.03 };
        }
        if !royal {
            values[f.centre + at] = (scale * m.central).clamp(0.0, 0.3 * value.abs());
        }
    }
    if tracked || (!sheet.along.is_empty() && aims.few_pieces_win) {
        race(sheet, &mut values);
    }
    shapes(game, sheet, &aims, scale, &mut values);
    values
}

/// Pieces that run along a track and off the board: a piece that is gone is better than one at the end of its way, and one
/// that has not begun is worse than any.
fn race(sheet: &Sheet, values: &mut [f32]) {
    let f = sheet.first;
    values[f.track] = 1.6;
    values[f.count..f.hand].iter_mut().for_each(|w| *w = -2.4);
    let own = |seat: usize| sheet.start.get(seat * sheet.len() + f.hand..seat * sheet.len() + f.advance);
    let begins_in_hand = (1..=sheet.players).filter_map(own).flatten().any(|&n| n > 0.0);
    let waiting = if begins_in_hand { -2.8 } else { -1.2 };
    values[f.hand..f.advance].iter_mut().for_each(|w| *w = waiting);
}

/// What lies in lines, regions and stores, and whose turn it is.
fn shapes(game: &Game, sheet: &Sheet, aims: &Aims, scale: f32, values: &mut [f32]) {
    let f = sheet.first;
    let points = if aims.fewest_points_win { -2.0 } else { 2.0 };
    values[f.rest] = if game.uses.score { points } else { 0.0 };
    values[f.rest + 1] = 0.04;
    values[f.rest + 2] = if aims.stuck_loses && !aims.stuck_wins { 0.25 } else { 0.0 };
    let better = if aims.line_loses && !aims.line_wins { -1.0 } else { 1.0 };
    let longest = f.connect - f.lines;
    for i in 0..longest {
        // Each piece more in a line is worth three times as much.
        values[f.lines + i] = better * 1.6 / 3.0f32.powi((longest - 1 - i) as i32);
        if sheet.closed {
            values[f.lines + i] *= scale;
        }
    }
    values[f.connect..f.goals].iter_mut().for_each(|w| *w = 2.4);
    let most = sheet.goals.iter().map(Vec::len).max().unwrap_or(0);
    // Things that belong to nobody are counted by where they lie.
    let nobodys = game.components.iter().skip(1).all(|c| c.owner == 0 || c.owner > game.players);
    for g in 0..most {
        let at = f.goals + 4 * g;
        if aims.arrival_wins {
            (values[at], values[at + 1]) = (0.8 * scale, 0.6);
        }
        let stores =
            sheet.goals.iter().skip(1).all(|of| of.get(g).is_none_or(|(_, sites)| sites.iter().count() == 1));
        if nobodys && game.uses.count {
            values[at + 3] = if stores { 1.2 } else { 0.15 };
        }
    }
    if f.scatter > f.room {
        (values[f.room], values[f.room + 1]) = (1.0, 0.2);
    }
    values[f.scatter..f.moves].iter_mut().for_each(|w| *w = -1.5);
    let stuck = if aims.stuck_wins && !aims.stuck_loses { -1.0 } else { 1.0 };
    values[f.moves..f.end].iter_mut().for_each(|w| *w = stuck);
}

fn promotes(game: &Game) -> bool {
    walk::any(
        walk::rules_of(game),
        |p| matches!(p, Part::Moves(m) if matches!(m.kind, MovesKind::Promote { .. })),
    )
}

/// By label: what a piece is worth beside the others.
fn worths(game: &Game, sheet: &Sheet, mobility: &[Option<Mobility>], glimpse: &Glimpse) -> Vec<f32> {
    let seen = |label: usize| glimpse.freedom.get(label).copied().flatten();
    let known = mobility.iter().flatten().any(|m| m.mean > 0.0);
    let mut worths: Vec<f32> = (0..sheet.labels)
        .map(|label| match mobility[label] {
            // A piece that moves twice as freely is worth twice as much.
            Some(m) if m.mean > 0.0 => m.mean.max(0.3),
            Some(_) | None if known => seen(label).map_or(1.0, |m| m.clamp(0.3, 20.0)),
            Some(_) | None => 1.0,
        })
        .collect();
    if promotes(game) {
        let royal = |label: usize| glimpse.always_there.get(label).copied().unwrap_or(false);
        let best = (0..sheet.labels).filter(|&l| !royal(l)).map(|l| worths[l]).fold(0.0, f32::max);
        for (label, worth) in worths.iter_mut().enumerate() {
            if mobility[label].is_some_and(|m| m.only_forward) {
                *worth += 0.03 * best;
            }
        }
    }
    // Numbers of cards, dominoes and tiles say nothing about how they move.
    let pieces = |c: &ludarium_engine::game::Component| {
        matches!(c.kind, ComponentKind::Piece | ComponentKind::Nothing | ComponentKind::Die { .. })
    };
    if !game.components.iter().all(pieces) {
        worths.iter_mut().for_each(|w| *w = 1.0);
    }
    worths
}

/// What one unit of worth is in the evaluation: an army is worth much the same everywhere.
fn scale(game: &Game, sheet: &Sheet, worths: &[f32], glimpse: &Glimpse) -> f32 {
    let f = sheet.first;
    let royal = |label: usize| glimpse.always_there.get(label).copied().unwrap_or(false);
    let mut sides = Vec::new();
    for seat in 1..=game.players {
        let row = sheet.start.get(seat * sheet.len()..(seat + 1) * sheet.len()).unwrap_or(&[]);
        let own = |at: usize| 4.0 * row.get(at).copied().unwrap_or(0.0);
        let board: f32 = (0..sheet.labels).filter(|&l| !royal(l)).map(|l| own(f.count + l) * worths[l]).sum();
        let hands: f32 = if sheet.placed == sheet.labels {
            (0..sheet.labels).map(|l| own(f.hand + l) * worths[l]).sum()
        } else {
            own(f.hand)
        };
        sides.push(board + hands);
    }
    let army = sides.iter().sum::<f32>() / sides.len().max(1) as f32;
    let least = worths.iter().copied().fold(f32::INFINITY, f32::min).max(0.1);
    if army <= 0.0 { 0.1 / least.min(1.0) } else { (ARMY / army).min(0.6 / least) }
}

/// By label: how its pieces move, where they have a rule of their own.
fn mobilities(game: &Game, sheet: &Sheet, glimpse: &Glimpse) -> Vec<Option<Mobility>> {
    let mut out = asked(game, sheet);
    // Where no piece has a rule of its own, what they did in random games must do; kings that fly meet few obstacles there.
    if out.iter().all(Option::is_none) {
        let least = glimpse.freedom.iter().flatten().copied().fold(f32::INFINITY, f32::min);
        for (label, mean) in glimpse.freedom.iter().enumerate().take(sheet.labels) {
            let only_forward = glimpse.forward.get(label).copied().unwrap_or(false);
            out[label] = mean.map(|m| Mobility { mean: m.min(3.0 * least), central: 0.0, only_forward });
        }
    }
    out
}

/// The same, from the rules of the pieces alone.
fn asked(game: &Game, sheet: &Sheet) -> Vec<Option<Mobility>> {
    let mut out = vec![None; sheet.labels];
    let unclear = game.uses.deduction_puzzle || game.boardless || game.uses.large_pieces;
    if unclear
        || sheet.sites == 0
        || sheet.sites > MOST_SITES
        || !game.subgames.is_empty()
        || game.players < 2
    {
        return out;
    }
    let mut fuel = FUEL;
    for (what, component) in game.components.iter().enumerate() {
        let Some(label) = sheet.label[what] else { continue };
        let owned = (1..=game.players).contains(&component.owner);
        if !owned || component.moves.is_none() || out[label].is_some() || fuel == 0 {
            continue;
        }
        out[label] = Trial::of(game, what).measure(sheet, &mut fuel);
    }
    out
}

/// A kind of piece, tried on boards that are filled at random.
struct Trial<'g> {
    game: &'g Game,
    what: usize,
    bare: Ctx<'g>,
    /// By player: what may stand about.
    company: Vec<Vec<usize>>,
    start: Vec<usize>,
    rng: Rng,
}

impl<'g> Trial<'g> {
    fn of(game: &'g Game, what: usize) -> Trial<'g> {
        let mut bare = game.begin(1);
        let sites = game.board_sites(game.site_type);
        let slot = |s: usize| game.layout.slot(game.site_type, s as i32);
        let start = (0..sites).filter(|&s| usize::from(bare.pos.top(slot(s)).what) == what).collect();
        (0..sites).for_each(|s| bare.pos.clear(slot(s)));
        let owner = game.components[what].owner;
        bare.pos.mover = owner as u8;
        bare.pos.next = (owner % game.players + 1) as u8;
        let of = |player: usize| {
            let own = |c: &usize| {
                game.components[*c].owner == player && game.components[*c].kind == ComponentKind::Piece
            };
            (1..game.components.len()).filter(own).collect()
        };
        let company = (0..=game.players).map(|p| if p == 0 { Vec::new() } else { of(p) }).collect();
        Trial { game, what, bare, company, start, rng: Rng::new(mix(what as u64 ^ 0x9817)) }
    }

    /// Where the piece may go from a site on a board of which so many hundredths are filled.
    fn goes(&mut self, site: usize, density: usize, fuel: &mut u64) -> Vec<usize> {
        let game = self.game;
        let sites = game.board_sites(game.site_type);
        let mut ctx = self.bare.clone();
        let put = |ctx: &mut Ctx<'g>, what: usize, site: usize| {
            let slot = game.layout.slot(game.site_type, site as i32);
            let who = game.components[what].owner as u8;
            let piece = Piece { what: what as u16, who, ..Piece::default() };
            if ctx.pos.stacking() {
                ctx.pos.push(slot, piece);
            } else {
                ctx.pos.set_slot(slot, Slot { piece, count: 1 });
            }
        };
        for other in (0..sites).filter(|&s| s != site) {
            if self.rng.below(100) < density {
                let company = &self.company[1 + self.rng.below(game.players)];
                if !company.is_empty() {
                    let stands = company[self.rng.below(company.len())];
                    put(&mut ctx, stands, other);
                }
            }
        }
        put(&mut ctx, self.what, site);
        let Some(rule) = &game.components[self.what].moves else { return Vec::new() };
        ctx.fuel = (*fuel).min(FUEL / 100);
        let given = ctx.fuel;
        (ctx.reg.from, ctx.reg.level) = (site as i32, 0);
        let mut moves = Vec::new();
        ctx.moves(rule, &mut moves);
        *fuel = fuel.saturating_sub(given - ctx.fuel.min(given) + 1);
        let to = |m: &ludarium_play::Move| {
            usize::try_from(m.to).ok().filter(|&t| m.from == site as i32 && t != site && t < sites)
        };
        let mut all: Vec<usize> = moves.iter().filter_map(to).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The sites that the piece can be on: what it comes to from where it begins, or all.
    fn reached(&mut self, fuel: &mut u64) -> Vec<usize> {
        let sites = self.game.board_sites(self.game.site_type);
        let mut seen = vec![false; sites];
        let mut open = self.start.clone();
        open.iter().for_each(|&s| seen[s] = true);
        while let Some(site) = open.pop() {
            for density in [0, 40] {
                for to in self.goes(site, density, fuel) {
                    if !seen[to] {
                        seen[to] = true;
                        open.push(to);
                    }
                }
            }
        }
        let reached: Vec<usize> = (0..sites).filter(|&s| seen[s]).collect();
        let hands = self.game.containers.iter().any(|c| c.kind == ContainerKind::Hand);
        if reached.len() > 1 && !hands { reached } else { (0..sites).collect() }
    }

    fn measure(mut self, sheet: &Sheet, fuel: &mut u64) -> Option<Mobility> {
        let reached = self.reached(fuel);
        let every = reached.len().div_ceil(MOST_TRIED).max(1);
        let owner = self.game.components[self.what].owner;
        let (mut forward, mut backward) = (0u32, 0u32);
        let mut points: Vec<(f32, f32)> = Vec::new();
        // The rows are gone through unevenly, lest always the same column is met.
        for &site in
            reached.iter().enumerate().filter(|(i, _)| (i + i / every).is_multiple_of(every)).map(|(_, s)| s)
        {
            let mut sum = 0.0;
            for density in DENSITIES {
                let goes = self.goes(site, density, fuel);
                sum += goes.len() as f32 / DENSITIES.len() as f32;
                for to in goes {
                    let gain = sheet.advance[owner][to] - sheet.advance[owner][site];
                    forward += u32::from(gain > 1e-4);
                    backward += u32::from(gain < -1e-4);
                }
            }
            if *fuel == 0 {
                return None;
            }
            points.push((sheet.centre[site], sum));
        }
        let n = points.len().max(1) as f32;
        let mean = points.iter().map(|p| p.1).sum::<f32>() / n;
        let middle = points.iter().map(|p| p.0).sum::<f32>() / n;
        let spread: f32 = points.iter().map(|p| (p.0 - middle).powi(2)).sum();
        let slope: f32 = points.iter().map(|p| (p.0 - middle) * (p.1 - mean)).sum();
        let central = if spread > 1e-6 { slope / spread } else { 0.0 };
        Some(Mobility { mean, central, only_forward: forward > 0 && backward == 0 })
    }
}
