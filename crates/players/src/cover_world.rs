//! Games of covering, searched without positions: [`World`] answered by which sites are free. Knows no rule and no game.

use crate::engine_world::{EngineWorld, Spot, Step};
use crate::world::{Facts, SEATS, Utilities, World};
use ludarium_engine::plan::{CoverGame, CoverSpot};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

/// A game of covering.
#[derive(Clone, Copy)]
pub struct CoverWorld<'g> {
    game: CoverGame<'g>,
    facts: Facts,
}

/// What is free, whose turn it is, and who sits where.
#[derive(Clone, Copy)]
pub struct CoverPos {
    spot: CoverSpot,
    /// The agents of the two seats.
    agents: [u8; 2],
}

/// A piece that covers some sites: whose, and which of all that it may cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    index: u16,
    mover: u8,
}

#[inline]
fn laid_key(mover: usize, index: usize) -> u64 {
    (2 * index + mover) as u64
}

impl<'g> CoverWorld<'g> {
    pub fn new(game: CoverGame<'g>, facts: Facts) -> CoverWorld<'g> {
        CoverWorld { game, facts }
    }

    /// The site that a move is known by.
    pub fn site(&self, m: &Laid) -> i32 {
        self.game.site(m.mover.into(), m.index.into()) as i32
    }

    /// A position and its moves. Nothing where it is not clear which move is which.
    pub fn stand(
        &self,
        world: &EngineWorld<'g>,
        root: &Spot<'g>,
        steps: &[Step],
    ) -> Option<(CoverPos, Vec<Laid>)> {
        let spot = self.game.stand(&root.pos)?;
        let agents = [1, 2].map(|seat| world.agent_at(&root.pos, seat) as u8);
        let pos = CoverPos { spot, agents };
        let mut all = Vec::new();
        self.moves(&mut pos.clone(), &mut all);
        let mut by_site: Vec<(i32, Laid)> = all.iter().map(|m| (self.site(m), *m)).collect();
        by_site.sort_unstable_by_key(|m| m.0);
        let of = |step: &Step| {
            let site = match step {
                Step::Small(mv, _) => mv.ends().1,
                Step::Full(m) => m.to,
            };
            by_site.binary_search_by_key(&site, |m| m.0).ok().map(|at| by_site[at].1)
        };
        let laid: Vec<Laid> = steps.iter().map(of).collect::<Option<_>>()?;
        let mut sites: Vec<i32> = laid.iter().map(|m| self.site(m)).collect();
        sites.sort_unstable();
        sites.dedup();
        // (Some of the moves may be left out; those that are known must be all that the rules allow.)
        let mut legal = Vec::new();
        world.moves(&mut root.clone(), &mut legal);
        (legal.len() == all.len() && sites.len() == laid.len()).then_some((pos, laid))
    }
}

impl World for CoverWorld<'_> {
    type Pos = CoverPos;
    type Move = Laid;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn moves(&self, pos: &mut CoverPos, out: &mut Vec<Laid>) {
        out.clear();
        if !pos.spot.is_over() {
            let mover = pos.spot.mover() as u8;
            out.extend(self.game.moves(&pos.spot).map(|index| Laid { index: index as u16, mover }));
        }
    }

    #[inline]
    fn apply(&self, pos: &mut CoverPos, m: &Laid) {
        self.game.play(&mut pos.spot, m.index.into());
    }

    #[inline]
    fn over(&self, pos: &CoverPos) -> bool {
        pos.spot.is_over()
    }

    #[inline]
    fn utilities(&self, pos: &CoverPos) -> Utilities {
        let mut out = [0.0; SEATS];
        if let Some(seat) = pos.spot.winner().checked_sub(1) {
            let won = usize::from(pos.agents[seat & 1]);
            (out[won], out[3 - won]) = (1.0, -1.0);
        }
        out
    }

    #[inline]
    fn agent(&self, pos: &CoverPos) -> usize {
        pos.agents[(pos.spot.mover() - 1) & 1].into()
    }

    fn hash(&self, pos: &CoverPos) -> u64 {
        let of = u64::from(pos.agents[0]) << 8 | pos.spot.mover() as u64;
        pos.spot.free().iter().fold(of, |h, &word| mix(h ^ mix(word)))
    }

    #[inline]
    fn key(&self, m: &Laid) -> u64 {
        laid_key(m.mover.into(), m.index.into())
    }

    fn identity(&self, m: &Laid) -> u64 {
        self.key(m)
    }

    fn reseed(&self, _pos: &mut CoverPos, _seed: u64) {}

    fn imagine(&self, _pos: &mut CoverPos, _agent: usize, _rng: &mut Rng) {}

    fn is_tactical(&self, _pos: &CoverPos, _m: &Laid) -> bool {
        false
    }

    /// (Such games are never long, so that nobody need stop one.)
    fn wander(
        &self,
        pos: &mut CoverPos,
        rng: &mut Rng,
        _most: u32,
        _stop: &dyn Fn() -> bool,
        trace: Option<&mut Vec<(usize, u64)>>,
    ) -> (u32, Option<Utilities>) {
        let agents = pos.agents;
        let met = match trace {
            None => self.game.play_out(&mut pos.spot, rng, |_, _| {}),
            Some(trace) => self.game.play_out(&mut pos.spot, rng, |mover, index| {
                trace.push((agents[(mover - 1) & 1].into(), laid_key(mover, index)));
            }),
        };
        (met.plies as u32, Some(self.utilities(pos)))
    }

    fn evaluate(&self, _pos: &CoverPos) -> Option<Utilities> {
        None
    }

    fn choices(&self, pos: &CoverPos, moves: &[Laid]) -> Vec<(usize, usize)> {
        vec![(self.agent(pos), moves.len())]
    }
}
