//! Games of covering: two players put pieces that cover several sites each, until somebody finds no room. A game of these
//! needs no position at all: which sites are free is all there is to know, besides whose turn it is.

use super::lean::{PlayedOut, mover_wins};
use super::*;
use crate::rng::Rng;

/// Sites as bits, for pieces that cover several.
type Cover = [u64; 4];

/// Games of pieces that cover several sites and stay there, until somebody finds no room.
#[derive(Debug)]
pub(super) struct Covering {
    /// By player: all that a piece of theirs may cover.
    covers: [Box<[Cover]>; 3],
    /// By player: the sites that such moves are known by.
    sites: [Box<[u16]>; 3],
    /// Does who cannot move win?
    stuck_wins: bool,
}

/// A game of covering, where this is one. Asked when everything else is compiled.
pub(super) fn covering(plan: GamePlan<'_>) -> Option<Covering> {
    let game = plan.game;
    let Gen::Leaf(index) = plan.gens[*plan.phases.first()?] else { return None };
    let leaf = &plan.leaves[usize::from(index)];
    let Form::Large { piece, covers } = &leaf.form else { return None };
    if **piece != Int::Mover {
        return None;
    }
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
    let mut all = [const { (Vec::new(), Vec::new()) }; 3];
    for (player, (wholes, names)) in all.iter_mut().enumerate().skip(1) {
        for (_, table) in covers.get(player).into_iter().flatten() {
            for site in (0..sites).filter(|&site| !table.words_of(site).is_empty()) {
                let mut cover = Cover::default();
                let slot = leaf.first + site;
                cover[slot / 64] |= 1 << (slot % 64);
                table.words_of(site).iter().for_each(|&(word, bits)| cover[word as usize] |= bits);
                wholes.push(cover);
                names.push(u16::try_from(site).ok()?);
            }
        }
    }
    let stuck_wins = !mover_wins(&end.rule)?;
    let [_, one, two] = all;
    Some(Covering {
        covers: [Box::default(), one.0.into(), two.0.into()],
        sites: [Box::default(), one.1.into(), two.1.into()],
        stuck_wins,
    })
}

/// A game of covering as it stands.
#[derive(Clone, Copy, Debug)]
pub struct CoverSpot {
    free: Cover,
    mover: u8,
    /// The seat that has won, 0 while the game goes on.
    winner: u8,
}

impl CoverSpot {
    #[inline]
    pub fn is_over(&self) -> bool {
        self.winner != 0
    }
    /// The seat that has won, 0 while the game goes on.
    #[inline]
    pub fn winner(&self) -> usize {
        self.winner.into()
    }
    #[inline]
    pub fn mover(&self) -> usize {
        self.mover.into()
    }
    /// What is free, as bits.
    pub fn free(&self) -> [u64; 4] {
        self.free
    }
}

/// A game of covering: what may be done in it, without a position. Moves are known by their numbers among all moves that
/// a player ever has.
#[derive(Clone, Copy, Debug)]
pub struct CoverGame<'g> {
    covering: &'g Covering,
}

#[inline]
fn fits(cover: &Cover, free: &Cover) -> bool {
    (0..4).all(|i| cover[i] & !free[i] == 0)
}

impl Plan {
    /// The game without positions, where pieces cover several sites.
    pub fn covering(&self) -> Option<CoverGame<'_>> {
        self.covering.as_ref().map(|covering| CoverGame { covering })
    }
}

impl CoverGame<'_> {
    /// The game as it stands in a position in which somebody can move.
    pub fn stand(&self, pos: &crate::position::Position) -> Option<CoverSpot> {
        let mut spot = CoverSpot { free: Cover::default(), mover: pos.mover, winner: 0 };
        spot.free.iter_mut().zip(pos.empty_slots()).for_each(|(word, &empty)| *word = empty);
        let plays = (1..=2).contains(&spot.mover) && !pos.over && self.can_move(spot.mover(), &spot.free);
        plays.then_some(spot)
    }

    #[inline]
    fn can_move(&self, player: usize, free: &Cover) -> bool {
        self.covering.covers[player].iter().any(|cover| fits(cover, free))
    }

    /// The moves that the mover has.
    pub fn moves<'s>(&'s self, spot: &'s CoverSpot) -> impl Iterator<Item = usize> + use<'s> {
        let all = self.covering.covers[spot.mover()].iter().enumerate();
        all.filter(|(_, cover)| fits(cover, &spot.free)).map(|(index, _)| index)
    }

    /// The site that a player's move is known by.
    pub fn site(&self, player: usize, index: usize) -> usize {
        self.covering.sites[player][index].into()
    }

    /// The mover makes a move that fits.
    #[inline]
    pub fn play(&self, spot: &mut CoverSpot, index: usize) {
        let mover = spot.mover();
        let cover = &self.covering.covers[mover][index];
        (0..4).for_each(|i| spot.free[i] &= !cover[i]);
        let other = 3 - mover;
        if !self.can_move(other, &spot.free) {
            spot.winner = if self.covering.stuck_wins { other } else { mover } as u8;
        }
        spot.mover = other as u8;
    }

    /// Plays on with random moves to the end of a game that is not over, and tells who makes which move.
    #[inline]
    pub fn play_out(
        &self,
        spot: &mut CoverSpot,
        rng: &mut Rng,
        mut told: impl FnMut(usize, usize),
    ) -> PlayedOut {
        let mut plies = 0;
        while !spot.is_over() {
            let mover = spot.mover();
            let all = &self.covering.covers[mover];
            // Any that does not fit is drawn anew: there is one that does.
            let index = loop {
                let index = rng.below(all.len());
                if fits(&all[index], &spot.free) {
                    break index;
                }
            };
            plies += 1;
            told(mover, index);
            self.play(spot, index);
        }
        PlayedOut { plies, winner: spot.winner(), over: true }
    }
}

impl<'g> Runner<'g> {
    /// Where the game is one of covering: works the result of a random game from here out and leaves the position as it
    /// is.
    pub(super) fn cover_at_random(&self, rng: &mut Rng) -> Option<PlayedOut> {
        let game = self.plan.covering()?;
        let mut spot = game.stand(&self.ctx.pos)?;
        Some(game.play_out(&mut spot, rng, |_, _| {}))
    }
}
