//! From the plan to a swift game, for each player: who is the mover is known here, so that "enemy" and "the mover's
//! king" become rows of bits. Whatever is not recognised makes the game, or the phase, an ordinary one.

mod conditions;
mod effects;
mod moves;
mod sets;
mod ways;

use super::{
    At, Bits, Carrying, Cond, Deed, Eff, Far, Flanking, Lines, NO_ROW, Num, Pick, Placing, Program, ROWS,
    Set, Shift,
};
use super::{
    NOWHERE, STOCKS, Shapes, Shifted, Stretches, Surrounding, Swift, Turn, VARS, Verdict, Walk, Way, Ways,
    bit,
};
use crate::game::{ContainerKind, Game, StepWalk};
use crate::kernel::end::{NextPhase, Outcome, ResultKind};
use crate::kernel::int::Owners;
use crate::kernel::moves::Place;
use crate::kernel::region::Whats;
use crate::kernel::walk::{self, Part};
use crate::kernel::{Bool, Effect, EndRule, Int, IntArr, Moves, MovesKind, PromoteTo, Region};
use crate::plan::tables::{Rays, Targets, Walks};
use crate::plan::test::Test;
use crate::plan::{ByWhat, GamePlan, Length, LineRule, Num as PlanNum, PLAIN, Pieces, ToldBy, Where};
use crate::plan::{Cond as PlanCond, Eff as PlanEff, Form, From, Gen, GenId, Leaf, Pivot, ScoreOf, Sites};
use crate::types::*;
use conditions::{asks_counter, asks_next, asks_threats};
use moves::has_unknown;
use sets::{all_of, any_of, but, reversed};
use std::sync::Arc;
use ways::{along, over_the_first, round};

/// Rules nested deeper than this are not for us.
const DEEPEST: u32 = 24;
/// More differences of numbers than this, and going from piece to piece is quicker.
const MOST_SHIFTS: usize = 16;

/// A swift game, where this is one.
pub(in crate::plan) fn swift(plan: GamePlan<'_>) -> Option<Swift> {
    let game = plan.game;
    let uses = &game.uses;
    let (first, len) = game.layout.board[game.site_type as usize];
    let swift = !plan.plain
        && plan.simple_pieces
        && plan.lean.is_none()
        && !plan.notes_actions
        && !plan.compares_positions
        && !plan.has_dice
        && (1..=3).contains(&game.players)
        && (!uses.state || by_state(game))
        && !uses.rotation
        && !uses.value
        && !uses.teams
        && !uses.visited
        // (Where owners read as components, they must be the same.)
        && (!uses.who_is_what || game.components.iter().enumerate().skip(1).all(|(i, c)| c.owner == i))
        && (!uses.vars || game.names.len() <= VARS)
        && !uses.pending
        && !uses.stochastic
        && !uses.last_between
        && !uses.payoff
        && !uses.amount
        && !game.meta.swap
        && !game.meta.no_suicide
        && game.meta.repeat.is_none()
        && first == 0
        && game.board.len(game.site_type) == len
        && game.components.len() + game.players + 4 < ROWS;
    if !swift {
        return None;
    }
    match game.layout.words() {
        1 => program(plan).map(Swift::One),
        2 => program(plan).map(Swift::Two),
        3..=4 => program(plan).map(Swift::Four),
        _ => None,
    }
}

/// Is there one component only, of which nothing counts but on which of two sides it lies?
fn by_state(game: &Game) -> bool {
    game.players == 2 && game.components.len() == 2 && game.components[1].flips == Some((1, 2))
}

fn program<const W: usize>(plan: GamePlan<'_>) -> Option<Program<W>> {
    let game = plan.game;
    let sites = game.board.len(game.site_type);
    let mut board = [0; W];
    for slot in 0..sites {
        board[slot / 64] |= 1 << (slot % 64);
    }
    let by_state = game.uses.state;
    let stocks = stocks(plan);
    let components = if by_state { 3 } else { game.components.len() };
    let owner_row = |what: usize| match what {
        0 => NO_ROW as u8,
        _ if by_state => (components + what) as u8,
        _ => (components + game.components[what].owner.min(game.players + 1)) as u8,
    };
    let slides = plan.leaves.iter().any(|leaf| matches!(leaf.form, Form::Slide { .. } | Form::Shoot { .. }));
    let tries = plan.leaves.iter().any(|leaf| leaf.tried.is_some());
    let threats = asks_threats(game);
    let looks_ahead =
        !slides && !tries && !asks_counter(game) && game.phases.iter().all(|phase| phase.next.is_empty());
    let phases: Vec<Option<Box<[Turn<W>]>>> = (0..plan.phases.len())
        .map(|phase| {
            // (A phase that gives way to another for good or ill after each move is as good as none.)
            let next_phase = match &game.phases[phase].next[..] {
                [] => None,
                [NextPhase { role: Role::Mover, cond, phase: Some(next) }] if *next < game.phases.len() => {
                    Some((cond.as_ref(), u8::try_from(*next).ok()?))
                }
                _ => return None,
            };
            let mut turns = vec![Turn::default()];
            for mover in 1..=game.players {
                let build = Build {
                    plan,
                    mover,
                    sites,
                    board,
                    near: Arc::default(),
                    looks_ahead,
                    threats,
                    asker: None,
                    noting: None,
                    stocks: &stocks,
                };
                let next_phase = match next_phase {
                    Some((Some(cond), next)) => Some((Some(build.bool(cond, NOTHING, DEEPEST)?), next)),
                    Some((None, next)) => Some((None, next)),
                    None => None,
                };
                turns.push(Turn { next_phase, ..build.turn(phase)? });
            }
            Some(turns.into())
        })
        .collect();
    phases.iter().any(Option::is_some).then(|| Program {
        board,
        sites,
        stocks: stocks.clone(),
        owner_row: (0..components).map(owner_row).collect(),
        components,
        players: game.players,
        by_state,
        phases: phases.into(),
        turn_limit: game.turn_limit.saturating_mul(game.players as i32),
        move_limit: game.move_limit,
        clears: game.uses.sequence_capture,
        vars: if game.uses.vars { game.names.len() } else { 0 },
        slides,
        tries,
    })
}

/// Where pieces may wait beside the board: the sites of hands, where there are few, and where pieces come from them.
fn stocks(plan: GamePlan<'_>) -> Box<[(u16, i32)]> {
    let game = plan.game;
    let hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
    let all: Box<[(u16, i32)]> = hands
        .flat_map(|c| c.first..c.first + c.len)
        .map(|site| (game.layout.slot(SiteType::Cell, site) as u16, site))
        .collect();
    let come = plan
        .leaves
        .iter()
        .any(|leaf| matches!(&leaf.origin, From::Site(site) if matches!(**site, Int::HandSite { .. })));
    if !come || all.len() > STOCKS || game.uses.state { Box::default() } else { all }
}

struct Build<'a, const W: usize> {
    plan: GamePlan<'a>,
    /// Slots beside the board where pieces wait, with the numbers of their sites.
    stocks: &'a [(u16, i32)],
    mover: usize,
    sites: usize,
    board: Bits<W>,
    near: Arc<std::sync::OnceLock<Arc<Targets>>>,
    /// Can moves be counted before the turn of their mover has come?
    looks_ahead: bool,
    /// Does any rule ask for threats?
    threats: bool,
    /// Who asks what the mover could do, and tries it.
    asker: Option<usize>,
    /// What is noted under this name before the moves that are being looked at.
    noting: Option<(u16, Arc<Set<W>>)>,
}

/// What a rule may look at: which of `(from)`, `(to)`, `(between)`, `(site)` are known there.
#[derive(Clone, Copy)]
struct Seen {
    from: bool,
    to: bool,
    over: bool,
    site: bool,
    /// Is it an end rule, asked after a move that was no pass?
    at_end: bool,
}

const NOTHING: Seen = Seen { from: false, to: false, over: false, site: false, at_end: false };
const AT_THE_END: Seen = Seen { at_end: true, ..NOTHING };
const THE_MOVE: Seen = Seen { from: true, to: true, over: true, ..NOTHING };

impl<'a, const W: usize> Build<'a, W> {
    fn turn(&self, phase: usize) -> Option<Turn<W>> {
        let pick = self.pick(self.plan.phases[phase], DEEPEST)?;
        // (Where threats are asked for, it must be known what everybody can do.)
        if self.threats && has_unknown(&pick) {
            return None;
        }
        let mut ends = Vec::new();
        for part in self.plan.phase_ends[phase].iter().chain(&self.plan.ends) {
            let cond = part.cond.as_ref()?;
            // (A condition that is not known here may stand behind one that seldom holds.)
            let cond = match cond {
                PlanCond::And(list) => {
                    let mut parts = vec![self.cond(list.first()?, AT_THE_END, DEEPEST)?];
                    let rest = list
                        .iter()
                        .skip(1)
                        .map(|c| self.cond(c, AT_THE_END, DEEPEST).unwrap_or(Cond::Unknown));
                    parts.extend(rest);
                    Cond::And(parts.into())
                }
                cond => self.cond(cond, AT_THE_END, DEEPEST)?,
            };
            ends.push((cond, self.verdict(&part.rule)));
        }
        let looks_ahead = ends.iter().any(|(cond, _)| asks_next(cond)) && self.looks_ahead;
        Some(Turn { pick, ends: ends.into(), looks_ahead, next_phase: None })
    }

    fn verdict(&self, rule: &EndRule) -> Verdict {
        let EndRule::If { cases, result: Some(Outcome::Result { who, result }), .. } = rule else {
            return Verdict::AsWritten;
        };
        let is_next = *who == Role::Next;
        let who = match who {
            Role::Mover => Some(self.mover),
            Role::P(p) => Some(usize::from(*p)),
            _ => None,
        };
        let other = |p: usize| (3 - p) as u8;
        match (who, result) {
            _ if !cases.is_empty() || self.plan.game.players != 2 => Verdict::AsWritten,
            (None, ResultKind::Win) if is_next => Verdict::NextWon,
            (None, ResultKind::Loss) if is_next => Verdict::NextLost,
            (Some(p @ 1..=2), ResultKind::Win) => Verdict::Won(p as u8),
            (Some(p @ 1..=2), ResultKind::Loss) => Verdict::Won(other(p)),
            (Some(1..=2), ResultKind::Draw) => Verdict::Won(0),
            _ => Verdict::AsWritten,
        }
    }

    /// The same with another for the mover.
    fn seen_by(&self, mover: usize, asker: Option<usize>) -> Build<'a, W> {
        Build { mover, asker, near: self.near.clone(), noting: self.noting.clone(), ..*self }
    }
}
