//! Two games side by side: the same moves are made in both, and what a player sees is compared. Chance is prescribed: dice
//! show the same in both. It plays by the evaluator, which judges all faster ways of playing.

use crate::correspondence::{Correspondence, owner};
use crate::pairing::{Joint, pair_moves};
use ludarium_engine::rng::{Rng, mix};
use ludarium_engine::types::Mode;
use ludarium_engine::{Ctx, Move};
use ludarium_play::naming::{component_words, site_name};
use ludarium_play::{Game, Outcome};
use ludarium_players::EngineWorld;

/// How two games differ after the same moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// What stands where: the place, what A has there, what B has there.
    Position { places: Vec<(String, String, String)> },
    /// Whose turn it is.
    Mover { a: usize, b: usize },
    /// Whether the game is over, and how it ended; `None` while it goes on.
    Result { a: Option<Outcome>, b: Option<Outcome> },
    /// The players' scores, player 1 first.
    Scores { a: Vec<i32>, b: Vec<i32> },
    /// Moves that only one of the games allows, by name, and how many both allow.
    Moves { only_a: Vec<String>, only_b: Vec<String>, both: usize },
}

/// Why two games cannot go on side by side.
#[derive(Clone, Debug)]
pub(crate) enum Parted {
    Differ(Difference),
    /// Something else than dice was drawn, or a rule was stopped: nothing can be said.
    Unsure,
}

/// Both games at the same moment.
#[derive(Clone)]
pub(crate) struct Pair<'g> {
    pub a: Ctx<'g>,
    pub b: Ctx<'g>,
}

/// A moment with its legal moves, each with its partner.
pub(crate) struct Moment<'g> {
    pub pair: Pair<'g>,
    pub legal_a: Vec<Move>,
    pub legal_b: Vec<Move>,
    pub joints: Vec<Joint>,
    /// The number that decides chance at this moment.
    pub chance: u64,
}

pub(crate) struct Lockstep<'g> {
    pub a: &'g Game,
    pub b: &'g Game,
    pub same: Correspondence,
    pub worlds: (EngineWorld<'g>, EngineWorld<'g>),
}

/// So many other draws of B are tried where something else than dice decides.
const DRAWS: u64 = 24;

impl<'g> Lockstep<'g> {
    pub fn new(a: &'g Game, b: &'g Game, same: Correspondence) -> Lockstep<'g> {
        Lockstep { a, b, same, worlds: (EngineWorld::new(a), EngineWorld::new(b)) }
    }

    /// What the future depends on in both games, as a number.
    pub fn hash(&self, pair: &Pair<'_>) -> u64 {
        mix(self.worlds.0.hash_of(&pair.a.pos)) ^ self.worlds.1.hash_of(&pair.b.pos).rotate_left(17)
    }

    /// Looks at a moment: the positions, the results, the legal moves.
    pub fn arrive(&self, mut pair: Pair<'g>, chance: u64) -> Result<Moment<'g>, Parted> {
        self.look(&pair)?;
        let drawn = self.prescribe(&mut pair, chance);
        let mut legal_a = Vec::new();
        let mut legal_b = Vec::new();
        pair.a.legal_moves_into(&mut legal_a);
        pair.b.legal_moves_into(&mut legal_b);
        if pair.a.stopped.is_some() || pair.b.stopped.is_some() {
            return Err(Parted::Unsure);
        }
        let lucky = pair.a.rng.state() != drawn || pair.b.rng.state() != drawn;
        let mut moment = Moment { pair, legal_a, legal_b, joints: Vec::new(), chance };
        match pair_moves(self, &moment, false) {
            Ok(joints) => moment.joints = joints,
            Err(_) if lucky => return Err(Parted::Unsure),
            Err(difference) => return Err(Parted::Differ(difference)),
        }
        Ok(moment)
    }

    /// Makes a move and its partner. The positions are not compared yet.
    pub fn step(&self, moment: &Moment<'g>, joint: Joint) -> Result<Pair<'g>, Parted> {
        let mut pair = moment.pair.clone();
        let set = Rng::new(mix(moment.chance ^ 0xA11));
        (pair.a.rng, pair.b.rng) = (set, set);
        pair.a.apply(&moment.legal_a[joint.a]);
        pair.b.apply(&moment.legal_b[joint.b]);
        if pair.a.stopped.is_some() || pair.b.stopped.is_some() {
            return Err(Parted::Unsure);
        }
        let drawn = pair.a.rng != set || pair.b.rng != set;
        if drawn && self.look(&pair).is_err() {
            // The games may draw in another order: is there a draw of B that gives what A has?
            for n in 1..=DRAWS {
                let mut other = moment.pair.b.clone();
                other.rng = Rng::new(mix(moment.chance ^ n << 32));
                other.apply(&moment.legal_b[joint.b]);
                pair.b = other;
                if self.look(&pair).is_ok() {
                    return Ok(pair);
                }
            }
            return Err(Parted::Unsure);
        }
        Ok(pair)
    }

    /// Makes a move and its partner and looks at what comes of it. Where that differs it is asked again which move of B does
    /// what the move of A does: two descriptions may point at the same move in other ways.
    pub fn follow(&self, moment: &Moment<'g>, joint: Joint) -> Result<Pair<'g>, Parted> {
        let pair = self.step(moment, joint)?;
        let Err(parted) = self.look(&pair) else { return Ok(pair) };
        match pair_moves(self, moment, true) {
            Err(_) => Err(parted),
            Ok(joints) => {
                let Some(again) = joints.into_iter().find(|j| j.a == joint.a) else {
                    return Err(Parted::Unsure);
                };
                let pair = self.step(moment, again)?;
                self.look(&pair).map(|()| pair)
            }
        }
    }

    /// Dice and all other chance of this moment come from one number. Gives where the streams stand.
    fn prescribe(&self, pair: &mut Pair<'g>, chance: u64) -> u64 {
        let mut rng = Rng::new(mix(chance));
        pair.a.forced_dice.clear();
        pair.b.forced_dice.clear();
        for die in &self.same.dice {
            let face = rng.below(die.faces.len());
            pair.a.forced_dice.push((die.a, face as i32));
            pair.b.forced_dice.push((die.b, die.faces.get(face).copied().unwrap_or(0)));
        }
        let set = Rng::new(mix(chance ^ 0xC4A));
        (pair.a.rng, pair.b.rng) = (set, set);
        set.state()
    }

    /// Compares what can be seen without asking for moves.
    pub fn look(&self, pair: &Pair<'_>) -> Result<(), Parted> {
        let (a, b) = (&pair.a, &pair.b);
        if self.content_a(a, false) != self.content_b(b, false) {
            return Err(Parted::Differ(Difference::Position { places: self.places(pair) }));
        }
        let outcome = |ctx: &Ctx<'_>| {
            let ranks = ctx.pos.ranks.get(1..=ctx.game.players).unwrap_or(&[]).to_vec();
            ctx.pos.over.then_some(Outcome { ranks })
        };
        let (ends_a, ends_b) = (outcome(a), outcome(b));
        if ends_a != ends_b {
            return Err(Parted::Differ(Difference::Result { a: ends_a, b: ends_b }));
        }
        if ends_a.is_none() && a.game.mode == Mode::Alternating && a.pos.mover != b.pos.mover {
            let (a, b) = (a.pos.mover.into(), b.pos.mover.into());
            return Err(Parted::Differ(Difference::Mover { a, b }));
        }
        let scores = |ctx: &Ctx<'_>| ctx.pos.scores.get(1..=ctx.game.players).unwrap_or(&[]).to_vec();
        if self.same.scores && scores(a) != scores(b) {
            return Err(Parted::Differ(Difference::Scores { a: scores(a), b: scores(b) }));
        }
        Ok(())
    }

    /// A number for what is seen of a position: pieces, results, whose turn. `all` adds what lies beside the board and what
    /// pieces carry.
    pub fn seen_a(&self, ctx: &Ctx<'_>, all: bool) -> u64 {
        status(ctx, self.same.scores, self.content_a(ctx, all))
    }
    pub fn seen_b(&self, ctx: &Ctx<'_>, all: bool) -> u64 {
        status(ctx, self.same.scores, self.content_b(ctx, all))
    }

    fn content_a(&self, ctx: &Ctx<'_>, all: bool) -> u64 {
        let beside = if all { &self.same.beside[..] } else { &[] };
        let slots = self.same.board.iter().chain(beside).map(|p| p.0);
        content(ctx, slots, self.same.rotation, all, &|what| what)
    }
    fn content_b(&self, ctx: &Ctx<'_>, all: bool) -> u64 {
        let beside = if all { &self.same.beside[..] } else { &[] };
        let slots = self.same.board.iter().chain(beside).map(|p| p.1);
        let name = |what: u16| self.same.components.get(usize::from(what)).copied().unwrap_or(u16::MAX);
        content(ctx, slots, self.same.rotation, all, &name)
    }

    /// The places that differ, with what is there.
    fn places(&self, pair: &Pair<'_>) -> Vec<(String, String, String)> {
        let name = |what: u16| self.same.components.get(usize::from(what)).copied().unwrap_or(u16::MAX);
        let mut out = Vec::new();
        for &(s, t) in &self.same.board {
            let one = slot_content(&pair.a, s, self.same.rotation, false, &|what| what);
            if one == slot_content(&pair.b, t, self.same.rotation, false, &name) {
                continue;
            }
            out.push((place_name(self.a, s), told(&pair.a, s), told(&pair.b, t)));
        }
        // Puzzles: the numbers that are still possible.
        if let (Some(one), Some(other)) = (&pair.a.pos.puzzle, &pair.b.pos.puzzle) {
            for kind in ludarium_engine::SiteType::ALL {
                let (mine, theirs) = (&one.candidates[kind as usize], &other.candidates[kind as usize]);
                for (site, (x, y)) in mine.iter().zip(theirs).enumerate().filter(|(_, (x, y))| x != y) {
                    out.push((site_name(self.a, kind, site as i32), values(*x), values(*y)));
                }
            }
        }
        out
    }
}

/// What people call the place of a slot of the board.
pub(crate) fn place_name(game: &ludarium_engine::Game, slot: usize) -> String {
    for kind in ludarium_engine::SiteType::ALL {
        let (first, len) = game.layout.board[kind as usize];
        if (first..first + len).contains(&slot) {
            return site_name(game, kind, (slot - first) as i32);
        }
    }
    format!("slot {slot}")
}

/// The values of a puzzle's variable that are still possible.
fn values(bits: u64) -> String {
    let list: Vec<String> = (0..64).filter(|n| bits >> n & 1 == 1).map(|n| n.to_string()).collect();
    format!("the possible values {}", list.join(" "))
}

/// What stands on a slot, in words.
fn told(ctx: &Ctx<'_>, slot: usize) -> String {
    let game = ctx.game;
    let mut words: Vec<String> = Vec::new();
    for level in 0..ctx.pos.height(slot) {
        let piece = ctx.pos.at_level(slot, level);
        let owner = game.components.get(usize::from(piece.what)).map_or(0, |c| c.owner);
        let noun = component_words(game, piece.what.into());
        let whose =
            if (1..=game.players).contains(&owner) { format!(" of player {owner}") } else { String::new() };
        words.push(format!("{noun}{whose}"));
    }
    let count = ctx.pos.count(slot);
    if !ctx.pos.stacking() && game.uses.count && count > 1 && words.len() == 1 {
        return format!("{count} × {}", words[0]);
    }
    if words.is_empty() { "nothing".to_owned() } else { words.join(" under ") }
}

fn status(ctx: &Ctx<'_>, scores: bool, content: u64) -> u64 {
    let mut hash = content;
    let mut add = |n: u64| hash = mix(hash ^ mix(n));
    add(u64::from(ctx.pos.over));
    if ctx.pos.over {
        ctx.pos.ranks.iter().for_each(|rank| add(rank.to_bits()));
    } else if ctx.game.mode == Mode::Alternating {
        add(ctx.pos.mover.into());
    }
    if scores {
        ctx.pos.scores.iter().for_each(|&score| add(score as u64));
    }
    hash
}

/// The pieces on a slot, the lowest first: component, owner, how many, and what they carry.
fn slot_content(ctx: &Ctx<'_>, slot: usize, rotation: bool, all: bool, name: &dyn Fn(u16) -> u16) -> u64 {
    let pos = &ctx.pos;
    let mut hash = 0_u64;
    // Equal pieces on top of each other are so many pieces, however the game keeps them.
    let mut run: Option<([u64; 5], u64)> = None;
    let mut close = |run: &mut Option<([u64; 5], u64)>| {
        if let Some((piece, n)) = run.take() {
            hash = piece.iter().chain([&n]).fold(hash, |h, &x| mix(h ^ mix(x.wrapping_add(0x9E37))));
        }
    };
    for level in 0..pos.height(slot) {
        let piece = pos.at_level(slot, level);
        if piece.what == 0 {
            continue;
        }
        let n = if pos.stacking() || !ctx.game.uses.count { 1 } else { pos.count(slot).max(0) as u64 };
        let carried = |value: i32| if all { value as u64 } else { 0 };
        let this = [
            name(piece.what).into(),
            owner(ctx.game, piece.who.into()) as u64,
            if rotation { piece.rotation.into() } else { 0 },
            carried(piece.state),
            carried(piece.value),
        ];
        match &mut run {
            Some((before, so_many)) if *before == this => *so_many += n,
            _ => {
                close(&mut run);
                run = Some((this, n));
            }
        }
    }
    close(&mut run);
    hash
}

fn content(
    ctx: &Ctx<'_>,
    slots: impl Iterator<Item = usize>,
    rotation: bool,
    all: bool,
    name: &dyn Fn(u16) -> u16,
) -> u64 {
    let mut hash = 0;
    for (i, slot) in slots.enumerate() {
        let here = slot_content(ctx, slot, rotation, all, name);
        if here != 0 {
            hash = mix(hash ^ mix(here ^ (i as u64) << 40));
        }
    }
    if let Some(puzzle) = &ctx.pos.puzzle {
        puzzle.candidates.iter().flatten().for_each(|&bits| hash = mix(hash ^ mix(bits)));
    }
    hash
}

impl<'g> Lockstep<'g> {
    /// Puts B's pieces where A has them, for games whose set-up is drawn by lot.
    pub fn lay_out_like_a(&self, pair: &mut Pair<'g>) {
        let slots: Vec<(usize, usize)> = self.same.board.iter().chain(&self.same.beside).copied().collect();
        for &(_, t) in &slots {
            pair.b.pos.clear(t);
        }
        for (s, t) in slots {
            for level in 0..pair.a.pos.height(s) {
                let mut piece = pair.a.pos.at_level(s, level);
                let Some(what) = self.same.components.iter().position(|&x| x == piece.what) else { continue };
                piece.what = what as u16;
                if pair.b.pos.stacking() {
                    pair.b.pos.push(t, piece);
                } else {
                    let count = pair.a.pos.count(s);
                    pair.b.pos.set_slot(t, ludarium_engine::position::Slot { piece, count });
                }
            }
        }
        pair.b.refresh_after_set_up();
    }
}
