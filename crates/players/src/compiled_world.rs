//! The compiled game behind [`World`]: a position is the words of its state, a move a handful of numbers, and all moves,
//! successors and random games come from the machine. Knows states and the machine, and no search. Positions come in from
//! [`State`], and answers go out as its moves.

use crate::engine_world::{EngineWorld, looks_back_when_choosing, number_matters, result_of_ranks};
use crate::evaluation::{Pieces, Standing, each_in_slots};
use crate::player::{Answer, Candidate};
use crate::world::{Facts, SEATS, Stakes, Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_machine::future::{Asked, Future};
use ludarium_machine::layout::{Number, PerPlayer, Plane};
use ludarium_machine::state::Look;
use ludarium_machine::{Compiled, Leaf, Machine, Move, Reach};
use ludarium_play::{Ctx, Move as FullMove, Rng, State};
use std::sync::{Arc, Mutex, PoisonError};

/// No site of the board.
const NOWHERE: u32 = u32::MAX;

/// A compiled game ready for searching.
#[derive(Clone)]
pub struct CompiledWorld<'g> {
    /// The same game behind the evaluator: what is worth what is worked out from its rules.
    engine: EngineWorld<'g>,
    compiled: Arc<Compiled>,
    machine: Machine,
    future: Arc<Future>,
    /// For each slot of a position, where states keep it.
    places: Arc<Vec<Option<usize>>>,
    /// What tells the moves of each leaf from others between the same sites, wherever they are made.
    kinds: Arc<Vec<u64>>,
    /// The board's sites as an evaluation numbers them, by where states keep them; [`NOWHERE`] for what lies beside it.
    board: Arc<Vec<u32>>,
}

/// A position in a search. Copies share a machine until somebody asks for a copy of their own.
#[derive(Clone, Debug)]
pub struct Place {
    words: Vec<u64>,
    chance: u64,
    /// Something did not fit into the words: the game is taken for drawn.
    void: bool,
    machine: Arc<Mutex<Machine>>,
}

impl Place {
    /// Lends the machine with this position in it; what is done there is kept.
    fn in_machine<T>(&mut self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let mut machine = self.machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.load(&self.words);
        machine.seed_dice(self.chance);
        machine.memory.overflow = false;
        let done = work(&mut machine);
        self.void |= machine.memory.overflow;
        machine.save(&mut self.words);
        self.chance = machine.dice();
        done
    }
}

impl<'g> CompiledWorld<'g> {
    /// Nothing where the game is not compiled, or players do not see everything.
    pub fn new(engine: &EngineWorld<'g>) -> Option<CompiledWorld<'g>> {
        let facts = engine.facts();
        if facts.hidden || facts.simultaneous || facts.deduction {
            return None;
        }
        let machine = engine.game.compiled()?;
        let compiled = machine.compiled.clone();
        let asked =
            Asked { numbers: number_matters(engine.game), last: looks_back_when_choosing(engine.game) };
        let future = Future::of(&compiled, engine.game.meta.swap, asked);
        let places = compiled.layout.places_of_slots(engine.game);
        let kinds = compiled.leaves.iter().map(kind_of).collect();
        let mut board = vec![NOWHERE; compiled.layout.stored];
        let kind = engine.game.site_type;
        for site in 0..engine.game.board_sites(kind) {
            if let Some(at) = places[engine.game.layout.slot(kind, site as i32)] {
                board[at] = site as u32;
            }
        }
        Some(CompiledWorld {
            engine: engine.clone(),
            compiled,
            machine,
            future: Arc::new(future),
            places: Arc::new(places),
            kinds: Arc::new(kinds),
            board: Arc::new(board),
        })
    }

    pub fn engine(&self) -> &EngineWorld<'g> {
        &self.engine
    }

    fn look<'p>(&'p self, pos: &'p Place) -> Look<'p> {
        Look { layout: &self.compiled.layout, words: &pos.words }
    }

    /// The agent who sits at a seat.
    fn agent_at(&self, look: &Look<'_>, seat: usize) -> usize {
        (1..=self.compiled.facts.players).find(|&a| seat_of(look, a) == seat).unwrap_or(seat)
    }

    /// A state of the game and its legal moves, in their order. Nothing where it is not clear which move is which.
    pub fn stand(&self, state: &State) -> Option<(Place, Vec<Move>)> {
        let ctx = state.as_arrived();
        let legal = state.legal_moves();
        if ctx.stopped.is_some() || !ctx.forced_dice.is_empty() {
            return None;
        }
        let mut machine = self.machine.clone();
        machine.take(&ctx);
        machine.seed_dice(ctx.rng.state());
        machine.memory.overflow = false;
        let mut moves = Vec::new();
        machine.legal_moves(&mut moves);
        if machine.memory.overflow || moves.len() != legal.len() {
            return None;
        }
        let moves = self.matched(&mut machine, &ctx, legal, &moves)?;
        let (mut words, chance) = (Vec::new(), machine.dice());
        machine.save(&mut words);
        if self.exceeds_bounds(&mut machine, &moves) {
            return None;
        }
        machine.load(&words);
        machine.seed_dice(chance);
        Some((Place { words, chance, void: false, machine: Arc::new(Mutex::new(machine)) }, moves))
    }

    /// Does one of the moves lead to a position that does not fit into the words of a state? A search would take it for a draw.
    fn exceeds_bounds(&self, machine: &mut Machine, moves: &[Move]) -> bool {
        let before = machine.state().to_vec();
        moves.iter().any(|m| {
            machine.set_state(&before);
            machine.apply(m);
            std::mem::take(&mut machine.memory.overflow)
        })
    }

    /// The moves of the machine in the order of the evaluator's: by their ends where these tell them apart, else by the
    /// states that they lead to.
    fn matched(
        &self,
        machine: &mut Machine,
        ctx: &Ctx<'_>,
        legal: &[FullMove],
        moves: &[Move],
    ) -> Option<Vec<Move>> {
        let ends = |m: &FullMove| if m.from < 0 { (m.to, m.to) } else { (m.from, m.to) };
        let ours = |m: &Move| if m.from < 0 { (m.to, m.to) } else { (m.from, m.to) };
        // (Dice that fell otherwise would show in no end.)
        let by_ends = self.compiled.dice.is_empty();
        let same = |e: (i32, i32)| {
            let both = legal.iter().filter(|m| ends(m) == e).count();
            (both, moves.iter().filter(|m| ours(m) == e).count())
        };
        let mut left: Vec<bool> = vec![true; moves.len()];
        let mut out = Vec::with_capacity(moves.len());
        let before = machine.state().to_vec();
        let chance = machine.dice();
        let mut successors: Vec<Option<Vec<u64>>> = vec![None; moves.len()];
        for m in legal {
            let e = ends(m);
            let near = |i: &usize| ours(&moves[*i]) == e;
            let found = if by_ends && same(e) == (1, 1) {
                (0..moves.len()).find(near)
            } else {
                let mut after = ctx.clone();
                after.apply(m);
                machine.take(&after);
                let wanted = machine.compared();
                (0..moves.len()).filter(|&i| left[i]).find(|&i| {
                    let met = successors[i].get_or_insert_with(|| {
                        machine.set_state(&before);
                        machine.seed_dice(chance);
                        machine.apply(&moves[i]);
                        machine.compared()
                    });
                    *met == wanted
                })
            };
            let i = found?;
            left[i] = false;
            out.push(moves[i]);
        }
        machine.set_state(&before);
        machine.seed_dice(chance);
        machine.memory.overflow = false;
        Some(out)
    }

    /// The answer with moves that others understand; lines only for so many of the best.
    pub fn in_full(&self, state: &State, answer: Answer<Move>, lines: usize) -> Answer<FullMove> {
        let legal = state.legal_moves();
        let candidates = answer.candidates.into_iter().enumerate().map(|(n, c)| {
            let mut line: Vec<FullMove> = legal.get(c.index).into_iter().cloned().collect();
            if n < lines {
                self.retell(state, &c.line, &mut line);
            }
            Candidate {
                index: c.index,
                visits: c.visits,
                share: c.share,
                value: c.value,
                proven: c.proven,
                line,
            }
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

    /// The moves after the first of a line as the evaluator has them, as far as it is clear which they are.
    fn retell(&self, state: &State, line: &[Move], out: &mut Vec<FullMove>) {
        let mut ctx = state.ctx_of(self.engine.game);
        for m in line.iter().take(12).skip(1) {
            let Some(last) = out.last() else { return };
            ctx.apply(last);
            if ctx.pos.over || ctx.stopped.is_some() || !self.compiled.dice.is_empty() {
                return;
            }
            let legal = ctx.legal_moves();
            let is_it = |full: &&FullMove| {
                let from = if full.from < 0 { full.to } else { full.from };
                let ours = if m.from < 0 { m.to } else { m.from };
                (from, full.to) == (ours, m.to)
            };
            let mut found = legal.iter().filter(is_it);
            match (found.next(), found.next()) {
                (Some(only), None) => out.push(only.clone()),
                (Some(_), Some(_)) => {
                    // Several share their ends: what they lead to decides.
                    let mut machine = self.machine.clone();
                    machine.take(&ctx);
                    let mut ours = Vec::new();
                    machine.legal_moves(&mut ours);
                    let matched = self.matched(&mut machine, &ctx, &legal, &ours);
                    let index = matched.and_then(|all| all.iter().position(|o| o == m));
                    let Some(full) = index.and_then(|i| legal.get(i)) else { return };
                    out.push(full.clone());
                }
                (None, _) => return,
            }
        }
    }

    /// What a move takes from others, and how many pieces: found by making it. The machine is left with what came of it.
    fn taken(&self, look: &Look<'_>, machine: &mut Machine, m: &Move) -> (usize, f32) {
        machine.load(look.words);
        machine.apply(m);
        machine.memory.overflow = false;
        let mover = look.get(Number::Mover) as usize;
        let after = Look { layout: look.layout, words: machine.state() };
        let (mut pieces, mut worth) = (0, 0.0);
        let layout = look.layout;
        let count = |look: &Look<'_>, at: usize| -> u32 {
            (0..layout.row_words).map(|i| look.plane_word(at + i).count_ones()).sum()
        };
        for (what, &owner) in layout.owners.iter().enumerate().skip(1) {
            if usize::from(owner) != mover && (1..=self.compiled.facts.players).contains(&owner.into()) {
                let at = layout.plane_anywhere(what);
                let lost = count(look, at).saturating_sub(count(&after, at));
                pieces += lost as usize;
                worth += lost as f32 * self.engine.worth(what);
            }
        }
        (pieces, worth)
    }

    /// What is at stake in a move, with a machine for moves that have to be made to find out.
    fn stakes_with(&self, look: &Look<'_>, machine: &mut Machine, m: &Move) -> Option<Stakes> {
        let leaf = &self.compiled.leaves[m.leaf as usize];
        let becomes = leaf.told.as_ref().and_then(|t| t.becomes);
        let tries = leaf.reaches != Reach::Ends;
        let won = match self.met(look, m) {
            Some(what) => self.engine.worth(what),
            None if tries => match self.taken(look, machine, m) {
                (0, _) if becomes.is_none() => return None,
                (_, worth) => worth,
            },
            None if becomes.is_none() => return None,
            None => 0.0,
        };
        let own = if m.from < 0 { 0.0 } else { self.worth_at(look, m.from) };
        let before = if m.from < 0 { self.worth_at(look, m.to) } else { own };
        let grown = becomes.map_or(0.0, |what| self.engine.worth(what.into()) - before);
        Some(Stakes { won: won + grown, own })
    }

    /// Whose piece stands where a move ends, if it is not the mover's.
    fn met(&self, look: &Look<'_>, m: &Move) -> Option<usize> {
        if look.layout.stacks.is_some() {
            return None;
        }
        let what = usize::from(look.what(look.site(m.to)?));
        let owner = usize::from(look.layout.owners[what]);
        (owner != 0 && owner != look.get(Number::Mover) as usize).then_some(what)
    }

    fn worth_at(&self, look: &Look<'_>, site: i32) -> f32 {
        look.site(site).map_or(0.0, |site| self.engine.worth(look.what(site).into()))
    }

    /// How many moves a seat would have if it were its turn.
    fn moves_of(&self, pos: &Place, seat: usize) -> f32 {
        let mut turned = pos.clone();
        let mut moves = Vec::new();
        turned.in_machine(|machine| {
            let mut view = machine.view();
            view.put(Number::Mover, seat as i32);
            view.put(Number::Next, 3 - seat as i32);
            view.put(Number::Prev, 3 - seat as i32);
            machine.legal_moves(&mut moves);
        });
        let none = moves.iter().all(|m| self.compiled.leaves[m.leaf as usize].is_pass);
        if none { 0.0 } else { moves.len() as f32 / 8.0 }
    }
}

/// What a leaf's moves are, if not the plain way of a piece from one site to another.
fn kind_of(leaf: &Leaf) -> u64 {
    let becomes = leaf.told.as_ref().and_then(|told| told.becomes).map_or(0, |what| u64::from(what) + 1);
    let pass = u64::from(leaf.is_pass) | u64::from(leaf.is_swap) << 1;
    (leaf.mover as u64) << 32 | becomes << 2 | pass
}

fn seat_of(look: &Look<'_>, agent: usize) -> usize {
    usize::try_from(look.of_player(PerPlayer::Seat, agent)).unwrap_or(agent)
}

impl World for CompiledWorld<'_> {
    type Pos = Place;
    type Move = Move;

    fn facts(&self) -> Facts {
        self.engine.facts()
    }

    fn own_copy(&self, pos: &Place, _hashed: bool) -> Place {
        Place { machine: Arc::new(Mutex::new(self.machine.clone())), ..pos.clone() }
    }

    fn moves(&self, pos: &mut Place, out: &mut Vec<Move>) {
        pos.in_machine(|machine| machine.legal_moves(out));
    }

    fn apply(&self, pos: &mut Place, m: &Move) {
        pos.in_machine(|machine| machine.apply(m));
    }

    fn over(&self, pos: &Place) -> bool {
        pos.void || self.look(pos).get(Number::Over) != 0
    }

    fn is_void(&self, pos: &Place) -> bool {
        pos.void
    }

    fn utilities(&self, pos: &Place) -> Utilities {
        let look = self.look(pos);
        if pos.void || look.get(Number::Over) == 0 {
            return [0.0; SEATS];
        }
        let rank = |seat: usize| f64::from(look.of_player(PerPlayer::Rank, seat)) / 2.0;
        let no_winner = look.get(Number::Winners) == 0;
        result_of_ranks(
            self.engine.game,
            rank,
            |agent| seat_of(&look, agent),
            no_winner,
            || look.of_player(PerPlayer::Score, 1),
        )
    }

    fn agent(&self, pos: &Place) -> usize {
        let look = self.look(pos);
        self.agent_at(&look, look.get(Number::Mover) as usize)
    }

    fn hash(&self, pos: &Place) -> u64 {
        self.future.hash(&pos.words)
    }

    fn key(&self, m: &Move) -> u64 {
        let from = if m.from < 0 { m.to } else { m.from };
        mix(self.kinds[m.leaf as usize] ^ mix((from as u32 as u64) << 32 | m.to as u32 as u64))
    }

    fn identity(&self, m: &Move) -> u64 {
        let [a, b, c, d] = m.carried.map(|n| n as u32 as u64);
        mix(self.key(m) ^ mix(u64::from(m.leaf) << 40 ^ a << 32 ^ b).wrapping_add(mix(c << 32 ^ d)))
    }

    fn reseed(&self, pos: &mut Place, seed: u64) {
        pos.chance = seed;
    }

    fn imagine(&self, _pos: &mut Place, _agent: usize, _rng: &mut Rng) {}

    fn is_tactical(&self, pos: &Place, m: &Move) -> bool {
        self.stakes(pos, m).is_some()
    }

    fn stakes(&self, pos: &Place, m: &Move) -> Option<Stakes> {
        let mut machine = pos.machine.lock().unwrap_or_else(PoisonError::into_inner);
        self.stakes_with(&self.look(pos), &mut machine, m)
    }

    fn all_stakes(&self, pos: &Place, moves: &[Move], out: &mut Vec<Option<Stakes>>) {
        let mut machine = pos.machine.lock().unwrap_or_else(PoisonError::into_inner);
        let look = self.look(pos);
        out.clear();
        out.extend(moves.iter().map(|m| self.stakes_with(&look, &mut machine, m)));
    }

    fn in_danger(&self, pos: &Place) -> bool {
        if self.compiled.safe.iter().all(Option::is_none) {
            return false;
        }
        let mut machine = pos.machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.load(&pos.words);
        machine.is_in_danger()
    }

    fn pass(&self, pos: &mut Place) -> bool {
        let (mover, before) = {
            let look = self.look(pos);
            (look.get(Number::Mover), look.get(Number::Prev))
        };
        // (In the middle of a turn there is nothing to give away.)
        if self.compiled.facts.players != 2 || mover == before || !(1..=2).contains(&mover) {
            return false;
        }
        pos.in_machine(|machine| {
            let mut view = machine.view();
            view.put(Number::Mover, 3 - mover);
            view.put(Number::Next, mover);
            view.put(Number::Prev, mover);
        });
        true
    }

    fn unit(&self) -> f32 {
        self.engine.unit()
    }

    fn wander(
        &self,
        pos: &mut Place,
        rng: &mut Rng,
        most: u32,
        stop: &dyn Fn() -> bool,
        trace: Option<&mut Vec<(usize, u64)>>,
    ) -> (u32, Option<Utilities>) {
        /// Moves between two looks at the clock.
        const AT_ONCE: u64 = 64;
        let mut made = 0;
        let fits = pos.in_machine(|machine| {
            match trace {
                None => {
                    while made < most && !machine.is_over() && !stop() {
                        let asked = AT_ONCE.min(u64::from(most - made));
                        let Some(plies) = machine.play_out(rng, asked) else { return false };
                        made += plies as u32;
                        if plies == 0 {
                            break;
                        }
                    }
                }
                Some(trace) => {
                    while made < most && !machine.is_over() && !stop() {
                        let look = Look { layout: &self.compiled.layout, words: machine.state() };
                        let agent = self.agent_at(&look, look.get(Number::Mover) as usize);
                        let Some(m) = machine.draw(rng) else { break };
                        trace.push((agent, self.key(&m)));
                        machine.apply(&m);
                        made += 1;
                    }
                }
            }
            true
        });
        pos.void |= !fits;
        (made, self.over(pos).then(|| self.utilities(pos)))
    }

    fn contents(&self, pos: &Place, out: &mut Vec<u64>) {
        out.clear();
        let (look, layout) = (self.look(pos), &self.compiled.layout);
        if layout.stacks.is_some() {
            return;
        }
        out.extend((0..layout.stored).map(|site| {
            let what = if layout.is_site(site) { look.what(site) } else { 0 };
            if what == 0 {
                return 0;
            }
            let [state, rotation, value] = look.carried(site).map(|n| n as u32 as u64);
            u64::from(what)
                ^ state << 24
                ^ value << 40
                ^ rotation << 56
                ^ (look.count(site) as u32 as u64) << 16
        }));
    }

    fn evaluate(&self, pos: &Place) -> Option<Utilities> {
        let stood = Stood { look: self.look(pos), places: &self.places, board: &self.board };
        self.engine.weigh(&stood, |seat| self.moves_of(pos, seat))
    }

    fn choices(&self, pos: &Place, moves: &[Move]) -> Vec<(usize, usize)> {
        vec![(self.agent(pos), moves.len())]
    }
}

/// A state as an evaluation sees it.
struct Stood<'a> {
    look: Look<'a>,
    places: &'a [Option<usize>],
    board: &'a [u32],
}

impl Pieces for Stood<'_> {
    fn stacking(&self) -> bool {
        self.look.layout.stacks.is_some()
    }
    fn height(&self, slot: usize) -> usize {
        self.places[slot].map_or(0, |site| self.look.height(site))
    }
    fn at_level(&self, slot: usize, level: usize) -> (usize, usize) {
        let Some(site) = self.places[slot] else { return (0, 0) };
        let what = if self.stacking() { self.look.what_at(site, level) } else { self.look.what(site) };
        // (What was counted out is nobody's.)
        let nobodys = self.look.layout.ownerless && self.look.in_plane(Plane::Ownerless, site);
        (if nobodys { 0 } else { self.look.layout.owners[usize::from(what)].into() }, what.into())
    }
    fn count(&self, slot: usize) -> i32 {
        self.places[slot].map_or(0, |site| self.look.count(site))
    }
    fn each_on(&self, slots: &[usize], visit: &mut impl FnMut(Standing)) {
        let layout = self.look.layout;
        if layout.stacks.is_some() || layout.ownerless {
            return each_in_slots(self, slots, visit);
        }
        // (Sets of sites say at once where each component stands.)
        for (what, &owner) in layout.owners.iter().enumerate().skip(1) {
            let row = layout.plane_of_component(what);
            for word in 0..layout.row_words {
                let mut bits = self.look.plane_word(row + word);
                while bits != 0 {
                    let at = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let Some(&site) = self.board.get(at).filter(|s| **s != NOWHERE) else { continue };
                    let count = self.look.count(at) as f32;
                    visit(Standing { site: site as usize, seat: owner.into(), what, count, on_top: true });
                }
            }
        }
    }
    fn score(&self, seat: usize) -> i32 {
        self.look.of_player(PerPlayer::Score, seat)
    }
    fn mover(&self) -> usize {
        self.look.get(Number::Mover) as usize
    }
    fn seat_of(&self, agent: usize) -> usize {
        seat_of(&self.look, agent)
    }
}
