//! Where pieces can go at all: each kind of piece is put alone on every site, on boards that are otherwise empty,
//! full of enemies, or with enemies or friends nearby, and its own rule is asked where it may move. What none of these
//! boards lets it do is taken for impossible; so these boards are many.

use ludarium_engine::position::{Piece, Slot};
use ludarium_engine::{Ctx, Game};

/// Boards larger than this are not looked at: it would take too long.
const MOST_SITES: usize = 400;
/// All evaluations of rules together may not burn more than this.
const FUEL: u64 = 40_000_000;

/// For each component and site: where it could go.
pub(crate) struct Reach<'g> {
    game: &'g Game,
    /// Empty where nothing is known.
    goes: Vec<Option<Vec<Vec<i32>>>>,
}

/// What else is on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    Nobody,
    EnemiesEverywhere,
    /// On sites at this distance from the piece.
    EnemiesAt(u16),
    FriendsAt(u16),
}

const COMPANY: [Company; 6] = [
    Company::Nobody,
    Company::EnemiesEverywhere,
    Company::EnemiesAt(1),
    Company::EnemiesAt(2),
    Company::FriendsAt(1),
    Company::FriendsAt(2),
];

impl<'g> Reach<'g> {
    pub fn new(game: &'g Game) -> Reach<'g> {
        let mut reach = Reach { game, goes: vec![None; game.components.len()] };
        let sites = game.board_sites(game.site_type);
        let unclear =
            game.uses.stochastic || game.uses.deduction_puzzle || game.boardless || game.uses.large_pieces;
        if unclear || sites == 0 || sites > MOST_SITES || !game.subgames.is_empty() {
            return reach;
        }
        let bare = bare_board(game);
        let mut fuel = FUEL;
        for what in 1..game.components.len() {
            let component = &game.components[what];
            if component.moves.is_none() || component.owner == 0 || component.owner > game.players {
                continue;
            }
            let mut goes = vec![Vec::new(); sites];
            for (site, goes) in goes.iter_mut().enumerate() {
                for company in COMPANY {
                    goes.extend(moves_with(&bare, what, site as i32, company, &mut fuel));
                }
                goes.sort_unstable();
                goes.dedup();
            }
            if fuel == 0 {
                break;
            }
            reach.goes[what] = Some(goes);
        }
        reach
    }

    /// Where a component could go from each site, if that is known.
    pub fn of(&self, what: usize) -> Option<&[Vec<i32>]> {
        self.goes.get(what).and_then(|goes| goes.as_deref())
    }

    /// All sites that a component could come to from some sites.
    pub fn from(&self, what: usize, starts: &[i32]) -> Option<Vec<bool>> {
        let goes = self.of(what)?;
        let mut seen = vec![false; goes.len()];
        let mut todo: Vec<i32> =
            starts.iter().filter_map(|start| goes.get(*start as usize)).flatten().copied().collect();
        while let Some(site) = todo.pop() {
            let Some(known) = seen.get_mut(site as usize) else { continue };
            if !*known {
                *known = true;
                todo.extend(goes[site as usize].iter().copied());
            }
        }
        Some(seen)
    }

    /// Whether any enemy could ever move onto, or remove, a component; nothing if that is not known.
    pub fn can_be_taken(&self, what: usize) -> Option<bool> {
        let game = self.game;
        let owner = game.components[what].owner;
        let sites = game.board_sites(game.site_type);
        let bare = bare_board(game);
        let mut fuel = FUEL;
        let mut asked = false;
        for enemy in 1..game.components.len() {
            let component = &game.components[enemy];
            if component.owner == owner || component.owner == 0 || component.owner > game.players {
                continue;
            }
            if component.moves.is_none() {
                continue;
            }
            self.of(enemy)?;
            asked = true;
            for site in 0..sites as i32 {
                // The victim everywhere, then only next to the enemy, then beyond its neighbours.
                for at in [None, Some(1), Some(2)] {
                    let mut ctx = bare.clone();
                    ctx.pos.mover = component.owner as u8;
                    ctx.pos.next = owner as u8;
                    for other in 0..sites as i32 {
                        let far = distance(game, site, other);
                        if other != site && at.is_none_or(|at| at == far) {
                            put(&mut ctx, what, other);
                        }
                    }
                    put(&mut ctx, enemy, site);
                    let before = count(&ctx, what);
                    for m in own_moves(&mut ctx, enemy, site, &mut fuel) {
                        let lands = ctx.what(m.to_kind, m.to) == what && m.to != m.from;
                        if lands || takes(&ctx, &m, what, before) {
                            return Some(true);
                        }
                    }
                    if fuel == 0 {
                        return None;
                    }
                }
            }
        }
        asked.then_some(false)
    }
}

/// Whether a piece could move by its own rule in a position, if it were its owner's turn.
pub(crate) fn could_move(ctx: &Ctx<'_>, what: usize, site: i32) -> bool {
    let mut ctx = ctx.clone();
    let owner = ctx.game.components[what].owner;
    ctx.pos.mover = owner as u8;
    ctx.pos.next = (owner % ctx.game.players.max(1) + 1) as u8;
    !own_moves(&mut ctx, what, site, &mut { FUEL }).is_empty()
}

/// How many of a component are on the board.
fn count(ctx: &Ctx<'_>, what: usize) -> usize {
    let sites = ctx.game.board_sites(ctx.game.site_type) as i32;
    (0..sites).filter(|site| ctx.what(ctx.game.site_type, *site) == what).count()
}

/// Whether fewer of a component are there once the move is made.
fn takes(ctx: &Ctx<'_>, m: &ludarium_engine::Move, what: usize, before: usize) -> bool {
    let mut after = ctx.fork();
    after.apply(m);
    count(&after, what) < before
}

/// The game at its start with nothing on the board.
fn bare_board(game: &Game) -> Ctx<'_> {
    let mut ctx = game.begin(1);
    for site in 0..game.board_sites(game.site_type) as i32 {
        ctx.pos.clear(game.layout.slot(game.site_type, site));
    }
    ctx
}

fn put(ctx: &mut Ctx<'_>, what: usize, site: i32) {
    let slot = ctx.game.layout.slot(ctx.game.site_type, site);
    let piece = Piece { what: what as u16, who: ctx.game.components[what].owner as u8, ..Piece::default() };
    if ctx.pos.stacking() {
        ctx.pos.push(slot, piece);
    } else {
        ctx.pos.set_slot(slot, Slot { piece, count: 1 });
    }
}

fn distance(game: &Game, a: i32, b: i32) -> u16 {
    game.board
        .distance(game.site_type, ludarium_board::Relation::All, a as usize, b as usize)
        .map_or(u16::MAX, |d| d as u16)
}

/// The moves of a piece's own rule.
fn own_moves(ctx: &mut Ctx<'_>, what: usize, site: i32, fuel: &mut u64) -> Vec<ludarium_engine::Move> {
    let game = ctx.game;
    let Some(rule) = &game.components[what].moves else { return Vec::new() };
    ctx.fuel = (*fuel).min(200_000);
    let given = ctx.fuel;
    ctx.reg.from = site;
    ctx.reg.level = 0;
    let mut out = Vec::new();
    ctx.moves(rule, &mut out);
    *fuel = fuel.saturating_sub(given - ctx.fuel + 1);
    out
}

fn moves_with(bare: &Ctx<'_>, what: usize, site: i32, company: Company, fuel: &mut u64) -> Vec<i32> {
    let game = bare.game;
    let mut ctx = bare.clone();
    let owner = game.components[what].owner;
    ctx.pos.mover = owner as u8;
    let next = owner % game.players + 1;
    ctx.pos.next = next as u8;
    let enemies: Vec<usize> = (1..game.components.len())
        .filter(|c| {
            game.components[*c].owner == next && game.components[*c].label == game.components[what].label
        })
        .chain((1..game.components.len()).filter(|c| game.components[*c].owner == next))
        .take(1)
        .collect();
    let enemy = enemies.first().copied();
    for other in 0..game.board_sites(game.site_type) as i32 {
        if other == site {
            continue;
        }
        let stands = match company {
            Company::Nobody => None,
            Company::EnemiesEverywhere => enemy,
            Company::EnemiesAt(d) => enemy.filter(|_| distance(game, site, other) == d),
            Company::FriendsAt(d) => Some(what).filter(|_| distance(game, site, other) == d),
        };
        if let Some(stands) = stands {
            put(&mut ctx, stands, other);
        }
    }
    put(&mut ctx, what, site);
    let moves = own_moves(&mut ctx, what, site, fuel);
    moves.into_iter().filter(|m| m.from == site && m.to >= 0 && m.to != site).map(|m| m.to).collect()
}
