//! Positions that are the same but for a turn or reflection of the board. Which of the board's symmetries the rules
//! keep cannot be read off the board (pawns have a forward, goals have owners); it is found out by play.

use crate::Game;
use crate::notation;
use crate::state::State;
use ludarium_board::symmetry::{Symmetry, symmetries};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, SiteType};
use std::collections::BTreeSet;

/// The symmetries of the board under which the game is the same, as far as `games` random games of at most `plies`
/// moves show: in every position met, the image has the same legal moves, mirrored. The identity comes first and is
/// always among them; a game with chance or hidden pieces has no other. What random play does not meet is not noticed.
pub fn game_symmetries(game: &Game, seed: u64, games: usize, plies: usize) -> Vec<Symmetry> {
    let mut kept = symmetries(&game.board);
    if game.uses.stochastic || game.uses.hidden {
        kept.truncate(1);
    }
    let start = State::start(game, seed);
    kept.retain(|s| notation::content(&image(&start.ctx(), s)) == notation::content(&start.ctx()));
    for n in 0..games {
        let mut rng = Rng::new(seed.wrapping_add(n as u64));
        let mut state = start.clone();
        for _ in 0..plies {
            if kept.len() <= 1 || state.legal_moves().is_empty() {
                break;
            }
            kept.retain(|s| {
                let there = State::from_ctx(game, image(&state.ctx(), s), seed);
                let ends = |m: &ludarium_engine::Move| {
                    let (from, to) = m.choice();
                    (m.from_kind as usize, from, m.to_kind as usize, to)
                };
                let mirrored = |m: &ludarium_engine::Move| {
                    let (from, to) = m.choice();
                    let there = |kind, site| goes_to(game, s, kind, site);
                    (m.from_kind as usize, there(m.from_kind, from), m.to_kind as usize, there(m.to_kind, to))
                };
                let here: BTreeSet<_> = state.legal_moves().iter().map(mirrored).collect();
                here == there.legal_moves().iter().map(ends).collect()
            });
            let m = state.legal_moves()[rng.below(state.legal_moves().len())].clone();
            state.apply(&m);
        }
    }
    kept
}

/// Of all images of a position the first in the order of their texts: equal for positions that are the same but for
/// one of the symmetries. Give it those of [`game_symmetries`].
///
/// ```
/// use ludarium_play::symmetry::{canonical_form, game_symmetries};
/// use ludarium_play::{Selection, State, compile, library_defines, read};
/// let text = ludarium_play::find("Tic-Tac-Toe").unwrap().text;
/// let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
/// let kept = game_symmetries(&game, 1, 4, 9);
/// assert_eq!(kept.len(), 8);
/// let after = |corner: &str| {
///     let mut state = State::start(&game, 1);
///     state.play(corner).unwrap();
///     canonical_form(&state, &kept)
/// };
/// assert_eq!(after("a1"), after("c3"));
/// assert_ne!(after("a1"), after("b1"));
/// ```
pub fn canonical_form(state: &State, symmetries: &[Symmetry]) -> String {
    let own = state.position();
    let images = symmetries.iter().map(|s| notation::position(&image(&state.ctx(), s)));
    images.chain([own]).min().unwrap_or_default()
}

/// Where a site of the board goes; what lies beside the board stays.
fn goes_to(game: &ludarium_engine::Game, symmetry: &Symmetry, kind: SiteType, site: i32) -> i32 {
    if site < 0 || game.container_of(kind, site) != 0 {
        return site;
    }
    symmetry.map(kind).get(site as usize).map_or(site, |&to| to as i32)
}

/// The position with everything on the board moved.
fn image<'g>(ctx: &Ctx<'g>, symmetry: &Symmetry) -> Ctx<'g> {
    let game = ctx.game;
    let mut there = ctx.clone();
    let old: &Position = &ctx.pos;
    for kind in SiteType::ALL {
        let (first, len) = game.layout.board[kind as usize];
        for slot in first..first + len {
            there.pos.clear(slot);
        }
    }
    for kind in SiteType::ALL {
        let (first, len) = game.layout.board[kind as usize];
        for site in 0..len {
            let from = first + site;
            let to = game.layout.slot(kind, goes_to(game, symmetry, kind, site as i32));
            if old.stacking() {
                for &piece in old.levels(from) {
                    there.pos.push(to, piece);
                }
            } else {
                there.pos.set_slot(to, old.slot_content(from));
            }
        }
    }
    there
}
