//! Games of a batch on the compiled engine. A game is the words of its state; a thread lends its machine to one game after the
//! other. Moves are numbered by their ends alone. Where these do not tell moves apart, the position is written out and
//! the evaluator lists its moves, as for a [`ludarium_play::State`]; after that move the game goes on in words.

use crate::Environment;
use crate::actions::{ActionSpace, NONE, PASS, SWAP};
use crate::painting::{Painter, mover_of};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::types::UNDEFINED;
use ludarium_engine::{Act, Action, Ctx, Mode, SiteType};
use ludarium_machine::layout::{Number, PerPlayer};
use ludarium_machine::state::View;
use ludarium_machine::{Compiled, Machine, Move};
use ludarium_play::Game;
use ludarium_play::naming::exact_name;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// In a mask while moves are numbered: several share this number.
const SHARED: u8 = 2;

/// What all games of a batch share.
#[derive(Debug)]
pub(crate) struct Form {
    compiled: Arc<Compiled>,
    painter: Painter,
    /// The slot of each site, for each kind of sites that moves may name.
    slots: [Vec<u32>; 3],
    leaves: Vec<Numbered>,
    /// Numbers of moves by their names, for each kind of decision, by their ends: as far as they were asked for.
    names: Vec<OnceLock<Vec<AtomicU32>>>,
    /// The state after the start rules, where chance has no part in it.
    first: Option<Vec<u64>>,
    /// A position after the start rules.
    start: Position,
    /// May listing moves change a state, because dice are thrown?
    throws: bool,
}

/// How the moves of a kind of decision are numbered.
#[derive(Clone, Copy, Debug)]
enum Numbered {
    /// It has no place, but a number of its own.
    As(u32),
    /// By its ends, of these kinds.
    ByEnds([u8; 2]),
}

/// One of the games.
#[derive(Debug, Default)]
pub(crate) struct Course {
    /// The state, after the throw with which a turn begins.
    words: Vec<u64>,
    /// Before it, and the chance that decided it, where dice are thrown.
    before: Vec<u64>,
    chance: u64,
    /// The legal moves, in the order of their numbers.
    moves: Vec<Move>,
    /// Does the observation show the state?
    shown: bool,
    pub(crate) by: By,
}

/// Which engine a game goes on with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum By {
    /// By its words.
    #[default]
    Words,
    /// By its position, for one move that its ends do not tell.
    PositionOnce,
    /// By its position, to the end of the game: something did not fit into the words.
    Position,
}

/// What became of a move or a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Went {
    Well,
    /// The position must be written out: see [`Course::by`].
    Otherwise,
}

impl Form {
    /// Or why there is none: the game is not compiled, or a state does not tell all that agents see.
    pub(crate) fn of(env: &Environment, chanceless: bool) -> Result<(Form, Machine), String> {
        let game = env.game();
        if game.mode != Mode::Alternating || !game.subgames.is_empty() {
            return Err("matches and moves at once".to_owned());
        }
        let Some(mut machine) = game.compiled_to_watch() else {
            return Err(game.program().err().unwrap_or_else(|| "no native code".to_owned()));
        };
        let compiled = machine.compiled.clone();
        let layout = &compiled.layout;
        if let Some(why) = layout.untold(game) {
            return Err(why.to_owned());
        }
        let slots = SiteType::ALL.map(|kind| {
            let sites = 0..layout.universe as i32;
            let slot = |site: i32| game.layout.slot(kind, site);
            sites
                .map(|site| if slot(site) < game.layout.nowhere { slot(site) as u32 } else { NONE })
                .collect()
        });
        let leaves = compiled
            .leaves
            .iter()
            .map(|leaf| match (leaf.is_pass, leaf.is_swap, leaf.kinds) {
                (true, ..) => Numbered::As(PASS),
                (false, true, _) => Numbered::As(SWAP),
                (false, false, Some(kinds)) if layout.grounds.len() > 1 => {
                    Numbered::ByEnds(kinds.map(|kind| kind as u8))
                }
                (false, false, _) => Numbered::ByEnds([layout.kind as u8; 2]),
            })
            .collect();
        let names = compiled.leaves.iter().map(|_| OnceLock::new()).collect();
        let start = Ctx::start(game, 1);
        machine.take(&start);
        let first = chanceless.then(|| {
            let mut first = Vec::new();
            machine.save(&mut first);
            first
        });
        let painter = Painter::new(game, layout, env.observations());
        let throws = !compiled.dice.is_empty();
        Ok((Form { compiled, painter, slots, leaves, names, first, start: start.pos, throws }, machine))
    }

    /// Begins a game in the machine.
    pub(crate) fn begin(&self, game: &Game, machine: &mut Machine, seed: u64) {
        match &self.first {
            Some(first) => {
                machine.load(first);
                machine.seed_dice(seed);
            }
            None => {
                let ctx = Ctx::start(game, seed);
                machine.take(&ctx);
                machine.seed_dice(ctx.rng.state());
            }
        }
    }

    /// Takes a game over from its position.
    pub(crate) fn resume(&self, machine: &mut Machine, ctx: &Ctx<'_>) {
        machine.take(ctx);
        machine.seed_dice(ctx.rng.state());
    }

    /// Makes the legal move with a place in the list.
    pub(crate) fn play(&self, machine: &mut Machine, course: &mut Course, rng: Rng, index: usize) -> Went {
        machine.load(&course.words);
        machine.seed_dice(rng.state());
        machine.memory.overflow = false;
        machine.apply(&course.moves[index]);
        if machine.memory.overflow {
            course.by = By::Position;
            return Went::Otherwise;
        }
        Went::Well
    }

    /// Lists the legal moves of the state in the machine and numbers them.
    pub(crate) fn list(
        &self,
        game: &Game,
        space: &ActionSpace,
        machine: &mut Machine,
        course: &mut Course,
        actions: &mut Vec<u32>,
        mask: &mut [u8],
    ) -> Went {
        if self.throws {
            machine.save(&mut course.before);
            course.chance = machine.dice();
        }
        machine.memory.overflow = false;
        machine.legal_moves(&mut course.moves);
        if machine.memory.overflow {
            course.by = By::Position;
            return Went::Otherwise;
        }
        let mut shared = false;
        for mv in &course.moves {
            let action = self.number(space, mv);
            // (Marks are left in the mask for the caller to take out again.)
            if action == NONE {
                course.by = By::PositionOnce;
                return Went::Otherwise;
            }
            actions.push(action);
            let mark = &mut mask[action as usize];
            shared |= *mark != 0;
            *mark = if *mark == 0 { 1 } else { SHARED };
        }
        if shared && !self.name(game, space, &course.moves, actions, mask) {
            course.by = By::PositionOnce;
            return Went::Otherwise;
        }
        Went::Well
    }

    /// Numbers moves that share their ends by their names. False where these are not known, or two take the same number.
    fn name(
        &self,
        game: &Game,
        space: &ActionSpace,
        moves: &[Move],
        actions: &mut [u32],
        mask: &mut [u8],
    ) -> bool {
        let mut named: Vec<(usize, u32)> = Vec::new();
        for (i, mv) in moves.iter().enumerate().filter(|&(i, _)| mask[actions[i] as usize] == SHARED) {
            match self.number_of_name(game, space, mv) {
                Some(number) => named.push((i, number)),
                None => return false,
            }
        }
        let taken = |k: usize| named[..k].iter().any(|&(_, other)| other == named[k].1);
        if (0..named.len()).any(taken) {
            return false;
        }
        for &(i, number) in &named {
            mask[actions[i] as usize] = 0;
            (mask[number as usize], actions[i]) = (1, number);
        }
        true
    }

    /// The number of a move by its name, which is worked out once.
    fn number_of_name(&self, game: &Game, space: &ActionSpace, mv: &Move) -> Option<u32> {
        let leaf = &self.compiled.leaves[mv.leaf as usize];
        let told = leaf.told.as_ref()?;
        let wide = self.compiled.layout.universe + 1;
        let place = |site: i32| usize::try_from(site + 1).ok().filter(|&s| s < wide);
        let at = place(mv.from)? * wide + place(mv.to)?;
        let known = self
            .names
            .get(mv.leaf as usize)?
            .get_or_init(|| (0..wide * wide).map(|_| AtomicU32::new(NONE)).collect());
        let number = known[at].load(Ordering::Relaxed);
        if number != NONE {
            return Some(number);
        }
        let layout = &self.compiled.layout;
        let [from, to] = leaf.kinds.unwrap_or([layout.kind; 2]);
        let (from_kind, to_kind) =
            (game.kind_of_site(Some(from), mv.from), game.kind_of_site(Some(to), mv.to));
        let act = match told.becomes {
            Some(what) => Act::Promote { kind: to, to: mv.to, level: UNDEFINED, what: what.into() },
            None => Act::Move {
                from_kind,
                from: mv.from,
                from_level: UNDEFINED,
                to_kind,
                to: mv.to,
                to_level: UNDEFINED,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                stack: false,
            },
        };
        let mut full = ludarium_engine::Move::new(Action { act, decision: leaf.decision });
        let used = |&die: &usize| Action {
            act: Act::UseDie { container: 0, die: die as i32, site: 0 },
            decision: false,
        };
        full.actions.extend(told.dice.iter().map(used));
        let number = space.by_name(&exact_name(game, &full));
        known[at].store(number, Ordering::Relaxed);
        Some(number)
    }

    /// The number of a move by its ends, if these tell it.
    #[inline]
    fn number(&self, space: &ActionSpace, mv: &Move) -> u32 {
        let kinds = match self.leaves[mv.leaf as usize] {
            Numbered::As(action) => return action,
            Numbered::ByEnds(kinds) => kinds,
        };
        let slot = |kind: u8, site: i32| {
            usize::try_from(site).ok().and_then(|s| self.slots[usize::from(kind)].get(s)).copied()
        };
        let to = slot(kinds[1], mv.to).unwrap_or(NONE);
        let from = if mv.from < 0 { to } else { slot(kinds[0], mv.from).unwrap_or(NONE) };
        space.of_slots(from as usize, to as usize).unwrap_or(NONE)
    }

    /// Writes out the position before the moves were listed; the machine holds its state.
    pub(crate) fn position(
        &self,
        game: &Game,
        machine: &mut Machine,
        course: &mut Course,
        listed: bool,
    ) -> (Position, Rng) {
        let layout = &self.compiled.layout;
        let words = match (self.throws, listed) {
            (true, _) => &machine.whole(&course.before),
            (false, true) => machine.state(),
            (false, false) => &machine.whole(&course.words),
        };
        let chance = if self.throws { course.chance } else { machine.dice() };
        (layout.decode(game, &self.start, words), Rng::new(chance))
    }

    /// Writes what the mover sees of the state in the machine, and keeps the state.
    pub(crate) fn show(&self, machine: &mut Machine, course: &mut Course, out: &mut [f32]) -> usize {
        let layout = &self.compiled.layout;
        let shown = std::mem::replace(&mut course.shown, true);
        let Course { words, .. } = course;
        let new = machine.view();
        let agent = mover_of(&new);
        if shown {
            let old = View { layout, words };
            self.painter.paint(Some(&old), &new, agent, out);
        } else {
            self.painter.paint(None, &new, agent, out);
        }
        machine.save(words);
        agent
    }

    /// Keeps the state in the machine, which the caller shows in another way.
    pub(crate) fn keep(&self, machine: &Machine, course: &mut Course) {
        machine.save(&mut course.words);
        course.shown = true;
    }
}

impl Course {
    /// The observation is written anew next time.
    pub(crate) fn forget_shown(&mut self) {
        self.shown = false;
    }
}

/// What each agent got in a state that is over, as [`crate::returns_of`] says it of a position.
pub(crate) fn returns(game: &Game, view: &View<'_>, out: &mut [f32]) {
    let n = game.players;
    let rank = |player: usize| f64::from(view.of_player(PerPlayer::Rank, player)) / 2.0;
    if n == 1 {
        let scored = game.uses.score && view.get(Number::Winners) == 0;
        out[0] = match (rank(1) == 1.0, scored) {
            (false, _) => -1.0,
            (true, true) => {
                let s = f64::from(view.of_player(PerPlayer::Score, 1));
                (s / (s.abs() + 100.0)) as f32
            }
            (true, false) => 1.0,
        };
        return;
    }
    for (i, out) in out.iter_mut().enumerate() {
        let seat = view.of_player(PerPlayer::Seat, i + 1).max(0) as usize;
        let rank = rank(seat.min(n));
        *out = if rank == 0.0 { 0.0 } else { (1.0 - 2.0 * (rank - 1.0) / (n - 1) as f64) as f32 };
    }
    if let [first, second] = out {
        let margin = (*first - *second) / 2.0;
        (*first, *second) = (margin, -margin);
    }
}
