//! Games of putting pieces down, in a batch. Where the engine has a lean form of the rules (nothing but free sites, lines and
//! links), a step changes one row of the observation and one place of the mask, and no position is needed. What a lean
//! game looks like is found out by playing two moves of it in full.

use crate::Environment;
use ludarium_engine::plan::{LeanGame, LeanSpot, List, Runner};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Mode};

/// What all games of a batch share.
#[derive(Debug)]
pub(crate) struct Placing {
    first: LeanSpot,
    /// The first observation and mask.
    observation: Vec<f32>,
    mask: Vec<u8>,
    actions: Vec<u32>,
    /// The planes of each player's piece and of its owner.
    planes: [[usize; 2]; 2],
    /// The plane of where the last move came from; the next is where it went.
    last: usize,
    width: usize,
    /// The counter at the start, and what a move adds to it.
    counter: (f32, f32),
}

/// One of the games.
#[derive(Debug, Default)]
pub(crate) struct Course {
    spot: LeanSpot,
    /// Where each action is in the list of legal ones; [`GONE`] where it is not.
    place: Vec<u32>,
    last: Option<usize>,
    moves: f32,
}

const GONE: u32 = u32::MAX;
/// Behind the table: observer and mover, of two each, then counter, pending, passes and moves.
const GLOBALS: usize = 8;

impl Placing {
    /// The lean form of a game that begins with this position; nothing where it has none that shows all there is.
    pub(crate) fn of(env: &Environment, first: &Position) -> Option<Placing> {
        let game = env.game();
        let space = env.observations();
        let lean = game.plan().lean(game)?;
        let (owners, last) = space.plain_planes()?;
        let sites = game.layout.nowhere;
        let empty = (0..sites).all(|slot| first.is_empty(slot));
        let plain = game.players == 2 && game.mode == Mode::Alternating && game.subgames.is_empty();
        if !plain || !empty || lean.seats_may_change() || space.globals().len() != GLOBALS {
            return None;
        }
        // (Passes are not put anywhere.)
        if !lean.ends_when_full() {
            return None;
        }
        let spot = lean.stand(first, false)?;
        if !lean.free(&spot).eq(0..sites) {
            return None;
        }
        let mut runner = Runner::from_ctx(Ctx::new(game, first.clone(), Rng::new(0)));
        let mut list = List::default();
        let (mut planes, mut counters) = ([[0; 2]; 2], vec![first.counter]);
        for (k, planes) in planes.iter_mut().enumerate() {
            runner.legal_moves(&mut list);
            let mv = list.get(0)?;
            let (from, to) = runner.slots_of(mv)?;
            if from != to || runner.is_over() || usize::from(runner.ctx.pos.mover) != k + 1 {
                return None;
            }
            runner.apply(mv, &list);
            *planes = [runner.ctx.pos.what(to).checked_sub(1)?, owners + k];
            counters.push(runner.ctx.pos.counter);
        }
        let step = counters[1] - counters[0];
        if step != counters[2] - counters[1] {
            return None;
        }
        let mut observation = vec![0.0; space.size()];
        space.fill(&Ctx::new(game, first.clone(), Rng::new(0)), 0, &mut observation);
        let actions: Vec<u32> = (0..sites).map(|s| env.actions().of_slots(s, s)).collect::<Option<_>>()?;
        let mut mask = vec![0; env.actions().size()];
        actions.iter().for_each(|&action| mask[action as usize] = 1);
        let width = space.planes().len();
        let counter = (counters[0] as f32, step as f32);
        Some(Placing { first: spot, observation, mask, actions, planes, last, width, counter })
    }

    /// Begins a game: what is seen and what is legal.
    pub(crate) fn begin(
        &self,
        course: &mut Course,
        actions: &mut Vec<u32>,
        seen: &mut [f32],
        mask: &mut [u8],
    ) {
        course.spot.clone_from(&self.first);
        course.place.clear();
        course.place.extend(0..self.actions.len() as u32);
        (course.last, course.moves) = (None, 0.0);
        actions.clone_from(&self.actions);
        seen.copy_from_slice(&self.observation);
        mask.copy_from_slice(&self.mask);
    }

    pub(crate) fn mover(&self, course: &Course) -> usize {
        course.spot.mover().max(1) - 1
    }

    /// Puts a piece down; false where that is not legal.
    pub(crate) fn play(
        &self,
        game: LeanGame<'_>,
        course: &mut Course,
        action: u32,
        actions: &mut Vec<u32>,
        seen: &mut [f32],
        mask: &mut [u8],
    ) -> bool {
        let site = action.wrapping_sub(self.actions[0]) as usize;
        let Some(place) = course.place.get_mut(site).filter(|place| **place != GONE) else { return false };
        let place = std::mem::replace(place, GONE) as usize;
        actions.swap_remove(place);
        if let Some(&moved) = actions.get(place) {
            course.place[(moved - self.actions[0]) as usize] = place as u32;
        }
        mask[action as usize] = 0;
        let mover = self.mover(course);
        game.play(&mut course.spot, site);
        course.moves += 1.0;
        let row = site * self.width;
        self.planes[mover].iter().for_each(|plane| seen[row + plane] = 1.0);
        for (site, value) in [(course.last, 0.0), (Some(site), 1.0)] {
            let Some(site) = site else { continue };
            seen[site * self.width + self.last..][..2].fill(value);
        }
        course.last = Some(site);
        let globals = seen.len() - GLOBALS;
        let next = 1 - mover;
        for (k, value) in [(mover, 0.0), (next, 1.0)] {
            (seen[globals + k], seen[globals + 2 + k]) = (value, value);
        }
        seen[globals + 4] = self.counter.0 + self.counter.1 * course.moves;
        seen[globals + 7] = course.moves;
        true
    }

    /// What each agent got, once the game is over.
    pub(crate) fn result(&self, course: &Course) -> Option<[f32; 2]> {
        course.spot.is_over().then(|| match course.spot.winner() {
            1 => [1.0, -1.0],
            2 => [-1.0, 1.0],
            _ => [0.0, 0.0],
        })
    }
}
