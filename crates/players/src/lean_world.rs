//! Games of putting pieces down, searched without positions: [`World`] answered by the plan's lean form of a game (lines
//! as bits, columns, links). And tree search in the leanest form that a game has ([`TreeSearch`]). Knows no rule and no game.

use crate::control::Control;
use crate::cover_world::CoverWorld;
use crate::engine_world::{EngineWorld, Spot, Step};
use crate::flat::Flat;
use crate::mcts::{Config, Mcts};
use crate::player::{Answer, Candidate};
use crate::proof;
use crate::searcher::TreeOf;
use crate::world::{Facts, SEATS, Utilities, World};
use ludarium_engine::action::Act;
use ludarium_engine::plan::{LeanGame, LeanSpot};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;

/// A game in its lean form.
#[derive(Clone, Copy)]
pub struct LeanWorld<'g> {
    game: LeanGame<'g>,
    facts: Facts,
    /// Playouts see what wins at once.
    keen: bool,
}

/// What stands, who sits where, and a number for it.
pub struct LeanPos {
    spot: LeanSpot,
    /// The agents of the two seats.
    agents: [u8; 2],
    /// After the first move the seats may be changed instead of moving, in some games: how many moves were made.
    made: u8,
}

/// Not a site: the seats are changed.
const CHANGE: u16 = u16::MAX;

impl Clone for LeanPos {
    fn clone(&self) -> LeanPos {
        LeanPos { spot: self.spot.clone(), agents: self.agents, made: self.made }
    }
    fn clone_from(&mut self, from: &LeanPos) {
        self.spot.clone_from(&from.spot);
        (self.agents, self.made) = (from.agents, from.made);
    }
}

/// A piece put on a site: who puts it, and where it comes to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    site: u16,
    cell: u16,
    mover: u8,
}

impl Put {
    /// The site, unless the seats are changed.
    pub fn site(self) -> Option<usize> {
        (self.site != CHANGE).then_some(self.site.into())
    }
}

/// A piece of a seat at a cell, wherever it came there: worth much the same whenever it is put there.
#[inline]
fn cell_key(mover: usize, cell: usize) -> u64 {
    (2 * cell + mover) as u64
}

impl<'g> LeanWorld<'g> {
    pub fn new(game: LeanGame<'g>, facts: Facts) -> LeanWorld<'g> {
        LeanWorld { game, facts, keen: false }
    }

    /// Can anybody win by a line?
    pub fn has_lines(&self) -> bool {
        self.game.has_lines()
    }

    /// The same with playouts that see what wins at once, where lines win.
    pub fn with_keen_playouts(self, keen: bool) -> LeanWorld<'g> {
        LeanWorld { keen: keen && self.game.has_lines(), ..self }
    }

    /// So many pieces can still be put down.
    pub fn left(&self, pos: &LeanPos) -> usize {
        pos.spot.left()
    }

    /// The seat to move, and the one that has won.
    pub fn mover(&self, pos: &LeanPos) -> usize {
        pos.spot.mover()
    }
    pub fn winner(&self, pos: &LeanPos) -> usize {
        pos.spot.winner()
    }

    /// Are threats noted in its positions?
    pub fn is_keen(&self) -> bool {
        self.keen
    }

    /// A piece of the mover, or one against the other player, where that would be the last of a line.
    pub fn threat(&self, pos: &mut LeanPos, own: bool) -> Option<Put> {
        let mover = pos.spot.mover();
        let site = self.game.threat(&mut pos.spot, if own { mover } else { 3 - mover })?;
        Some(Put { site: site as u16, cell: self.game.cell(&pos.spot, site) as u16, mover: mover as u8 })
    }

    /// A position and its moves in lean form. Nothing where moves are other than putting a piece down and changing seats.
    pub fn stand(
        &self,
        world: &EngineWorld<'g>,
        root: &Spot<'g>,
        steps: &[Step],
    ) -> Option<(LeanPos, Vec<Put>)> {
        let mut spot = self.game.stand(&root.pos, self.keen)?;
        if self.keen {
            let cells: Vec<usize> = spot.pieces().map(|(cell, _)| cell).collect();
            cells.into_iter().for_each(|cell| self.game.note_threats(&mut spot, cell));
        }
        let agents = [1, 2].map(|seat| world.agent_at(&root.pos, seat) as u8);
        let made = (root.pos.moves_made - root.pos.start_moves).clamp(0, 3) as u8;
        let pos = LeanPos { spot, agents, made };
        let mut all = Vec::new();
        self.moves(&mut pos.clone(), &mut all);
        let site = |step: &Step| match step {
            Step::Small(mv, _) => mv.ends().1,
            Step::Full(m) if matches!(m.decision().map(|a| &a.act), Some(Act::Swap { .. })) => CHANGE.into(),
            Step::Full(m) => m.to,
        };
        let of = |step: &Step| all.iter().copied().find(|p| i32::from(p.site) == site(step));
        let puts: Vec<Put> = steps.iter().map(of).collect::<Option<_>>()?;
        let mut sites: Vec<u16> = puts.iter().map(|p| p.site).collect();
        sites.sort_unstable();
        sites.dedup();
        // (Some of the moves may be left out; those that are known must be all that the rules allow.)
        let mut legal = Vec::new();
        world.moves(&mut root.clone(), &mut legal);
        (legal.len() == all.len() && sites.len() == puts.len()).then_some((pos, puts))
    }
}

impl World for LeanWorld<'_> {
    type Pos = LeanPos;
    type Move = Put;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn moves(&self, pos: &mut LeanPos, out: &mut Vec<Put>) {
        out.clear();
        if pos.spot.is_over() {
            return;
        }
        let (spot, mover) = (&pos.spot, pos.spot.mover() as u8);
        let put = |site: usize| Put { site: site as u16, cell: self.game.cell(spot, site) as u16, mover };
        out.extend(self.game.free(spot).map(put));
        if pos.made == 1 && self.game.seats_may_change() {
            out.push(Put { site: CHANGE, cell: CHANGE, mover });
        }
    }

    #[inline]
    fn apply(&self, pos: &mut LeanPos, m: &Put) {
        pos.made = pos.made.saturating_add(1);
        if m.site == CHANGE {
            // The seats change, and the same seat moves on.
            pos.agents.swap(0, 1);
            return;
        }
        self.game.play(&mut pos.spot, m.site.into());
        if self.keen {
            self.game.note_threats(&mut pos.spot, m.cell.into());
        }
    }

    #[inline]
    fn over(&self, pos: &LeanPos) -> bool {
        pos.spot.is_over()
    }

    fn utilities(&self, pos: &LeanPos) -> Utilities {
        results(pos, pos.spot.winner())
    }

    #[inline]
    fn agent(&self, pos: &LeanPos) -> usize {
        pos.agents[(pos.spot.mover() - 1) & 1].into()
    }

    fn hash(&self, pos: &LeanPos) -> u64 {
        let stands = |h, (cell, seat)| h ^ mix(cell_key(seat, cell) ^ 0x1EA4 << 32);
        pos.spot.pieces().fold(u64::from(pos.agents[0]), stands)
    }

    #[inline]
    fn key(&self, m: &Put) -> u64 {
        cell_key(m.mover.into(), m.cell.into())
    }

    fn identity(&self, m: &Put) -> u64 {
        self.key(m)
    }

    fn reseed(&self, _pos: &mut LeanPos, _seed: u64) {}

    fn imagine(&self, _pos: &mut LeanPos, _agent: usize, _rng: &mut Rng) {}

    fn is_tactical(&self, _pos: &LeanPos, _m: &Put) -> bool {
        false
    }

    /// (Such games are never long, so that nobody need stop one.)
    fn wander(
        &self,
        pos: &mut LeanPos,
        rng: &mut Rng,
        _most: u32,
        _stop: &dyn Fn() -> bool,
        trace: Option<&mut Vec<(usize, u64)>>,
    ) -> (u32, Option<Utilities>) {
        let mut begun = 0;
        if pos.made < 2 && self.game.seats_may_change() {
            // The first moves one by one: the seats may change between them.
            let mut moves = Vec::new();
            while pos.made < 2 && !pos.spot.is_over() {
                self.moves(pos, &mut moves);
                self.apply(pos, &moves[rng.below(moves.len())]);
                begun += 1;
            }
            if pos.spot.is_over() {
                return (begun, Some(self.utilities(pos)));
            }
        }
        let agents = pos.agents;
        let met = match trace {
            None if self.keen => self.game.play_out_keenly(&mut pos.spot, rng, |_, _, _| {}),
            None => self.game.play_out(&mut pos.spot, rng, |_, _, _| {}),
            Some(trace) => {
                let told = |mover: usize, _, cell| {
                    trace.push((agents[(mover - 1) & 1].into(), cell_key(mover, cell)));
                };
                match self.keen {
                    true => self.game.play_out_keenly(&mut pos.spot, rng, told),
                    false => self.game.play_out(&mut pos.spot, rng, told),
                }
            }
        };
        (begun + met.plies as u32, Some(results(pos, met.winner)))
    }

    fn evaluate(&self, _pos: &LeanPos) -> Option<Utilities> {
        None
    }

    fn choices(&self, pos: &LeanPos, moves: &[Put]) -> Vec<(usize, usize)> {
        vec![(self.agent(pos), moves.len())]
    }
}

#[inline]
fn results(pos: &LeanPos, winner: usize) -> Utilities {
    let mut out = [0.0; SEATS];
    if winner > 0 {
        let won = usize::from(pos.agents[(winner - 1) & 1]);
        (out[won], out[3 - won]) = (1.0, -1.0);
    }
    out
}

/// Tree search in the leanest form that a game has.
pub struct TreeSearch<'g> {
    full: Mcts<EngineWorld<'g>>,
    lean: Option<Lean<LeanWorld<'g>>>,
    cover: Option<Lean<CoverWorld<'g>>>,
}

struct Lean<W: World> {
    world: W,
    tree: Flat<W>,
}

impl<'g> TreeSearch<'g> {
    pub fn new(world: &EngineWorld<'g>, config: Config) -> TreeSearch<'g> {
        let lean = world.lean().filter(|_| Flat::<LeanWorld<'g>>::serves(&config));
        let lean = lean.map(|world| world.with_keen_playouts(config.keen));
        let cover = world.cover().filter(|_| Flat::<CoverWorld<'g>>::serves(&config));
        TreeSearch {
            full: Mcts::new(config),
            lean: lean.map(|world| Lean { world, tree: Flat::new(config) }),
            cover: cover.map(|world| Lean { world, tree: Flat::new(config) }),
        }
    }
}

impl<'g> TreeOf<EngineWorld<'g>> for TreeSearch<'g> {
    fn reset(&mut self) {
        self.full.reset();
        if let Some(lean) = &mut self.lean {
            lean.tree.reset();
        }
        if let Some(cover) = &mut self.cover {
            cover.tree.reset();
        }
    }

    fn search(
        &mut self,
        world: &EngineWorld<'g>,
        root: &Spot<'g>,
        moves: &[Step],
        seed: u64,
        control: &Control<'_>,
        lines: usize,
    ) -> Answer<Step> {
        if let Some(Lean { world: lean, tree }) = &mut self.lean
            && let Some((pos, puts)) = lean.stand(world, root, moves)
        {
            let proven =
                proof::winning_move(lean, &pos, &puts, control).map(|index| Answer::won(index, puts[index]));
            let answer = proven.unwrap_or_else(|| tree.search(lean, &pos, &puts, seed, control));
            return in_steps(world, root, moves, answer, lines, |put| put.site.into());
        }
        if let Some(Lean { world: cover, tree }) = &mut self.cover
            && let Some((pos, laid)) = cover.stand(world, root, moves)
        {
            let answer = tree.search(cover, &pos, &laid, seed, control);
            return in_steps(world, root, moves, answer, lines, |m| cover.site(m));
        }
        self.full.search(world, root, moves, seed, control)
    }
}

/// The same answer with the moves of the game, which are known by their sites.
fn in_steps<'g, M>(
    world: &EngineWorld<'g>,
    root: &Spot<'g>,
    moves: &[Step],
    answer: Answer<M>,
    lines: usize,
    site: impl Fn(&M) -> i32,
) -> Answer<Step> {
    let mut legal = Vec::new();
    let candidates = answer.candidates.into_iter().enumerate().map(|(n, c)| {
        let mut line: Vec<Step> = moves.get(c.index).into_iter().cloned().collect();
        if n < lines {
            let mut pos = root.clone();
            for m in c.line.iter().skip(1) {
                let Some(last) = line.last() else { break };
                world.apply(&mut pos, last);
                world.moves(&mut pos, &mut legal);
                let is_it = |s: &&Step| match s {
                    Step::Small(mv, _) => mv.ends().1 == site(m),
                    Step::Full(full) => full.to == site(m),
                };
                let Some(next) = legal.iter().find(is_it) else { break };
                line.push(next.clone());
            }
        }
        Candidate { index: c.index, visits: c.visits, share: c.share, value: c.value, proven: c.proven, line }
    });
    Answer {
        index: answer.index,
        value: answer.value,
        solved: answer.solved,
        candidates: candidates.collect(),
        iterations: answer.iterations,
        nodes: answer.nodes,
        depth: answer.depth,
    }
}
