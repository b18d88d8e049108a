//! The proof: plan and plain evaluator, side by side, move by move.

use super::{List, Runner};
use crate::ctx::Ctx;
use crate::game::Game;
use crate::moves::Move;
use crate::rng::Rng;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What was compared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Compared {
    pub positions: u64,
    pub moves: u64,
    pub successors: u64,
    /// Moves that were taken back, by the journal of the position, and left nothing behind.
    pub taken_back: u64,
}

/// Where the two went different ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub ply: usize,
    pub what: String,
}

/// Plays a game of random moves both ways for at most so many plies, comparing all legal moves at every position, the
/// successor of the move that is played, and of `successors` others, which are taken back.
pub fn compare(game: &Game, seed: u64, plies: usize, successors: usize) -> Result<Compared, Difference> {
    let plan = game.plan();
    let mut plain = Ctx::start(game, seed);
    let mut fast = Runner::from_ctx(plain.clone());
    let mut rng = Rng::new(seed ^ 0x0A92_EE51);
    let mut met = Compared::default();
    let (mut legal, mut list) = (Vec::new(), List::default());
    for ply in 0..plies {
        plain.legal_moves_into(&mut legal);
        fast.legal_moves(&mut list);
        if plain.stopped.is_some() || (legal.is_empty() && list.is_empty()) {
            break;
        }
        let mut ours = Vec::new();
        for i in 0..list.moves.len() {
            let mv = list.moves[i];
            let Some(m) = fast.materialise(mv, &list) else {
                return Err(Difference { ply, what: format!("a move that the rules do not make: {mv:?}") });
            };
            ours.push(m);
        }
        met.positions += 1;
        met.moves += legal.len() as u64;
        // In which order moves are listed is nobody's business.
        let written_out = plan.gens.iter().any(|g| matches!(g, super::Gen::Longest { .. }));
        let mut pairs = Vec::new();
        let mut left: Vec<usize> = (0..ours.len()).collect();
        for m in &legal {
            // (Moves that begin the longest turn are listed by the evaluator with all that follows written out.)
            let like = |o: &Move| (o.mover, o.from, o.to, &o.between) == (m.mover, m.from, m.to, &m.between);
            let exact = left.iter().position(|&i| ours[i] == *m);
            let Some(k) = exact.or_else(|| left.iter().position(|&i| written_out && like(&ours[i]))) else {
                let others: Vec<&Move> = ours.iter().filter(|o| o.from == m.from && o.to == m.to).collect();
                return Err(Difference { ply, what: format!("the plan lacks {m:?}\nit has {others:?}") });
            };
            pairs.push(left.swap_remove(k));
        }
        if let Some(&extra) = left.first() {
            return Err(Difference { ply, what: format!("only the plan has {:?}", ours[extra]) });
        }
        if !plain.pos.same(&fast.ctx.pos) {
            return Err(Difference { ply, what: differing(&plain, &fast.ctx) });
        }
        for k in 0..=successors {
            let i = rng.below(legal.len());
            let mv = list.moves[pairs[i]];
            let mut after = plain.clone();
            after.apply(&legal[i]);
            if after.stopped.is_some() {
                // The evaluator ran out of fuel (over the longest of very many captures): there is nothing to compare.
                return Ok(met);
            }
            let last = k == successors;
            let before = (!last).then(|| fast.ctx.clone());
            // (Where the evaluator has the whole course of the game, matches among them, nothing is marked.)
            let mark = (!last && !plan.plain).then(|| fast.ctx.pos.mark());
            fast.apply(mv, &list);
            if !game.uses.last_between {
                // What the last move passed over is not noted where no rule asks for it.
                for pos in [&mut after.pos, &mut fast.ctx.pos] {
                    if let Some(last) = &mut pos.last {
                        Arc::make_mut(last).between.clear();
                    }
                }
            }
            if !plan.notes_actions || written_out {
                // Nor what it did in detail, and how it was marked.
                for pos in [&mut after.pos, &mut fast.ctx.pos] {
                    if let Some(last) = &mut pos.last {
                        let m = Arc::make_mut(last);
                        m.actions.clear();
                        m.then.clear();
                        (m.level_min, m.level_max, m.state, m.edge, m.oriented) = (0, 0, 0, 0, true);
                    }
                }
            }
            met.successors += 1;
            if !after.pos.same(&fast.ctx.pos) {
                let what = format!("after {:?}\n{}", legal[i], differing(&after, &fast.ctx));
                return Err(Difference { ply, what });
            }
            if !fast.ctx.pos.sets_are_right() {
                return Err(Difference { ply, what: "the sets of slots are wrong".to_owned() });
            }
            let fresh = fast.ctx.pos.content_hash_from_scratch();
            if fast.ctx.pos.content_hash() != fresh {
                return Err(Difference { ply, what: "the hash is not that from scratch".to_owned() });
            }
            match before {
                Some(before) => {
                    if let Some(mark) = mark {
                        fast.take_back(mark);
                        if !fast.ctx.pos.same(&before.pos) || !fast.ctx.pos.sets_are_right() {
                            let what =
                                format!("taking back {:?}\n{}", legal[i], differing(&before, &fast.ctx));
                            return Err(Difference { ply, what });
                        }
                        fast.ctx.rng = before.rng;
                        met.taken_back += 1;
                    } else {
                        fast.set(&before);
                    }
                }
                None => plain = after,
            }
        }
    }
    Ok(met)
}

/// Draws random moves from positions of a random game, again and again, and holds how often each successor came against
/// the legal moves that lead there: each of them must be as likely as any other. Returns how many moves were drawn.
pub fn draws(game: &Game, seed: u64, positions: usize, each: usize) -> Result<u64, Difference> {
    const MOST_MOVES: usize = 60;
    let mut runner = Runner::start(game, seed);
    let mut rng = Rng::new(seed ^ 0xD2A3_5EED);
    let mut list = List::default();
    let mut drawn = 0;
    for _ in 0..positions {
        for _ in 0..rng.below(12) {
            let before = runner.ctx.clone();
            if !runner.play_random(&mut rng) || runner.is_over() {
                runner.set(&before);
                break;
            }
        }
        if game.plan().plain || runner.is_over() || runner.ctx.stopped.is_some() {
            break;
        }
        let before = runner.ctx.clone();
        let ply = before.pos.moves_made as usize;
        runner.legal_moves(&mut list);
        let legal = list.len();
        if !(2..=MOST_MOVES).contains(&legal) {
            runner.set(&before);
            continue;
        }
        // (Whether somebody was found stalemated along the way is no matter of the move.)
        let led_to = |runner: &Runner<'_>| (runner.ctx.pos.positional_hash(), runner.ctx.pos.mover);
        let mut ways: FxHashMap<(u64, u8), (u32, u32)> = FxHashMap::default();
        for i in 0..legal {
            runner.set(&before);
            runner.apply(list.moves[i], &list);
            ways.entry(led_to(&runner)).or_default().0 += 1;
        }
        for _ in 0..each {
            runner.set(&before);
            runner.play_random(&mut rng);
            match ways.get_mut(&led_to(&runner)) {
                Some(way) => way.1 += 1,
                None => {
                    return Err(Difference { ply, what: "a move was drawn that is not legal".to_owned() });
                }
            }
            drawn += 1;
        }
        runner.set(&before);
        let expected = |way: u32| each as f64 * f64::from(way) / legal as f64;
        let off: f64 = ways.values().map(|&(w, n)| (f64::from(n) - expected(w)).powi(2) / expected(w)).sum();
        let free = (ways.len() - 1) as f64;
        // (Beyond all chance: more than seven standard deviations, and some for the skew of few.)
        if off > free + 7.0 * (2.0 * free).sqrt() + 20.0 {
            let mut seen: Vec<(u32, u32)> = ways.into_values().collect();
            seen.sort_unstable();
            return Err(Difference { ply, what: format!("of {legal} moves, ways and draws: {seen:?}") });
        }
    }
    Ok(drawn)
}

/// The first lines in which two positions differ.
fn differing(a: &Ctx<'_>, b: &Ctx<'_>) -> String {
    let (a, b) = (format!("{:#?}", a.pos), format!("{:#?}", b.pos));
    let lines = a.lines().zip(b.lines()).filter(|(x, y)| x != y).take(12);
    lines.map(|(x, y)| format!("evaluator {} | plan {}\n", x.trim(), y.trim())).collect()
}

/// Plays random games that need no position at all, and replays every move the usual way: each piece must be put where it may come, and the game must end when it is
/// said to, and as.
pub fn leanly(game: &Game, seed: u64, games: usize) -> Result<u64, Difference> {
    let mut rng = Rng::new(seed ^ 0x1EA7_1EA7);
    let mut list = List::default();
    let mut replayed = 0;
    for round in 0..games as u64 {
        let mut usual = Runner::start(game, seed ^ round);
        let mut told = Vec::new();
        let met = usual.play_out_leanly(&mut rng, |mover, site| told.push((mover, site)));
        // (Where seats may be changed, that is not told.)
        let Some(met) = met.filter(|_| !game.meta.swap) else { break };
        for &(mover, site) in &told {
            let ply = usual.ctx.pos.moves_made as usize;
            usual.legal_moves(&mut list);
            let found = list.moves.iter().copied().find(|mv| usize::from(mv.to) == site);
            let Some(mv) = found.filter(|_| !usual.is_over() && usize::from(usual.ctx.pos.mover) == mover)
            else {
                return Err(Difference { ply, what: format!("player {mover} cannot put a piece on {site}") });
            };
            usual.apply(mv, &list);
            replayed += 1;
        }
        // (Where the board is full, everybody passes.)
        while !usual.is_over() && usual.ctx.pos.moves_made < (met.plies as i32) + usual.ctx.pos.start_moves {
            usual.play_random(&mut rng);
        }
        let really = (usual.is_over(), usual.ctx.pos.winner.max(0) as usize);
        if really != (true, met.winner) {
            let what = format!("a lean game was won by {}, but (over, winner) is {really:?}", met.winner);
            return Err(Difference { ply: met.plies as usize, what });
        }
    }
    Ok(replayed)
}
