//! The leanest games: two players put pieces on empty sites, one a turn, until somebody has a line or a link. A random
//! game of these needs no position at all: a set of sites for each player, and what the end rules look at.

use super::groups::LinkRule;
use super::*;
use crate::kernel::end::{Outcome, ResultKind};
use crate::rng::Rng;

/// Boards of more words of sites than this are played the usual way.
const MOST_WORDS: usize = 6;

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedOut {
    pub plies: u64,
    /// The seat that won, 0 for nobody.
    pub winner: usize,
}

/// What an end rule of a lean game says when its condition holds after a move.
#[derive(Debug, Clone, Copy)]
struct Verdict {
    mover_wins: bool,
}

/// Links as they grow, by site.
#[derive(Debug, Default, Clone)]
pub(super) struct Links {
    parent: Vec<u16>,
    goals: Vec<u32>,
}

impl Links {
    fn root(&mut self, mut site: u16) -> u16 {
        while self.parent[usize::from(site)] != site {
            let up = self.parent[usize::from(self.parent[usize::from(site)])];
            self.parent[usize::from(site)] = up;
            site = up;
        }
        site
    }
}

fn verdict(rule: &EndRule) -> Option<Verdict> {
    let EndRule::If { cases, result: Some(Outcome::Result { who, result }), .. } = rule else { return None };
    if !cases.is_empty() {
        return None;
    }
    match (who, result) {
        (Role::Mover, ResultKind::Win) | (Role::Next, ResultKind::Loss) => Some(Verdict { mover_wins: true }),
        (Role::Mover, ResultKind::Loss) | (Role::Next, ResultKind::Win) => {
            Some(Verdict { mover_wins: false })
        }
        _ => None,
    }
}

fn is_lean_cond(cond: &Cond<'_>) -> bool {
    match cond {
        Cond::Line(line) => matches!(line.through, Pivot::LastTo) && !line.by_level,
        // Where the goals are somebody's, they are the mover's own.
        Cond::Linked(rule) => matches!(rule.owner, None | Some(Role::Mover)),
        Cond::Or(list) => list.iter().all(is_lean_cond),
        Cond::Plain(_)
        | Cond::Const(_)
        | Cond::And(_)
        | Cond::Not(_)
        | Cond::CanMove(_)
        | Cond::NextCannotMove
        | Cond::Threatened(_)
        | Cond::OneGroup(_)
        | Cond::NoPieces { .. }
        | Cond::NotStored
        | Cond::If(_)
        | Cond::Count { .. }
        | Cond::SameMover
        | Cond::Near { .. }
        | Cond::Liberty { .. }
        | Cond::Loop { .. } => false,
    }
}

/// Is this a lean game? Asked when everything else is compiled.
pub(super) fn is_lean(plan: &Plan<'_>, only_adds: bool) -> bool {
    let game = plan.game;
    let Some(&Gen::Leaf(index)) = plan.phases.first().map(|&id| &plan.gens[id]) else { return false };
    let leaf = &plan.leaves[usize::from(index)];
    let places = matches!(
        &leaf.form,
        Form::Place { piece: Int::Mover, to: Where::Empty, state: None, on_stack: false }
    );
    let sites = game.board.len(leaf.kind);
    let one_kind = game.layout.slots() == sites + 1;
    only_adds
        && !plan.plain
        && game.players == 2
        && plan.phases.len() == 1
        && game.phases[0].end.is_none()
        && places
        && matches!(leaf.to, Test::True)
        && leaf.thens.is_empty()
        && one_kind
        && sites.div_ceil(64) <= MOST_WORDS
        && game.start.is_empty()
        && game.components.len() == 3
        && game.components.iter().enumerate().skip(1).all(|(what, c)| c.owner == what)
        && game.uses.all_pass
        && !game.uses.not_all_pass
        && (sites as i32) + 4 < game.turn_limit
        && (sites as i32) + 4 < game.move_limit
        && plan
            .ends
            .iter()
            .all(|part| part.cond.as_ref().is_some_and(is_lean_cond) && verdict(part.rule).is_some())
}

impl<'p, 'g> Runner<'p, 'g> {
    /// Plays on with random moves to the end of the game. Where the game allows it, only the result is worked out, and
    /// the position is left as it is; else the position is the last one.
    pub fn play_out(&mut self, rng: &mut Rng) -> PlayedOut {
        if let Some(met) = self.play_out_leanly(rng, |_, _| {}) {
            return met;
        }
        let mut plies = 0;
        while self.play_random(rng) {
            plies += 1;
        }
        PlayedOut { plies, winner: self.ctx.pos.winner.max(0) as usize }
    }

    /// Where the game allows it: works the result of a random game from here out and leaves the position as it is.
    /// Tells who puts a piece where.
    pub fn play_out_leanly(&mut self, rng: &mut Rng, told: impl FnMut(usize, usize)) -> Option<PlayedOut> {
        if !self.plan.lean || self.ctx.pos.over {
            return None;
        }
        let words = self.ctx.pos.empty_slots().len();
        Some(match words {
            1 => self.lean_game::<1>(rng, told),
            2 => self.lean_game::<2>(rng, told),
            3..=4 => self.lean_game::<4>(rng, told),
            _ => self.lean_game::<MOST_WORDS>(rng, told),
        })
    }

    fn lean_game<const W: usize>(&mut self, rng: &mut Rng, mut told: impl FnMut(usize, usize)) -> PlayedOut {
        let plan = self.plan;
        let game = plan.game;
        let sites = game.layout.slots() - 1;
        let mut own = [[0u64; W]; 3];
        let mut links = std::mem::take(&mut self.links);
        links.resize(plan.links, Links::default());
        for link in &mut links {
            link.parent.clear();
            link.parent.resize(sites, NO_SITE);
            link.goals.resize(sites, 0);
        }
        let (mut free, mut plies, mut mover) = (sites, 0, usize::from(self.ctx.pos.mover));
        // What stands already: nothing of it has ended the game.
        let before = self.ctx.pos.moves_made as u64;
        if before > 0 {
            for (who, set) in own.iter_mut().enumerate().skip(1) {
                set.iter_mut().zip(self.ctx.pos.slots_of_who(who)).for_each(|(to, from)| *to = *from);
                free -= set.iter().map(|w| w.count_ones() as usize).sum::<usize>();
            }
            for who in [1, 2] {
                for site in (0..sites).filter(|s| plan.links > 0 && own[who][s / 64 % W] >> (s % 64) & 1 == 1)
                {
                    for part in &plan.ends {
                        if let Some(cond) = &part.cond {
                            lean_holds(cond, &placed_until(&own, who, site), who, site, &mut links);
                        }
                    }
                }
            }
        }
        let mut met = PlayedOut::default();
        'game: loop {
            if free == 0 {
                // Nobody can move any more: everybody passes once, and that is a draw.
                plies += game.players as u64;
                break;
            }
            if game.meta.swap && before + plies == 1 && rng.below(free + 1) == free {
                // The seats change, and the same seat moves on.
                plies += 1;
            }
            let site = loop {
                let site = rng.below(sites);
                if (own[1][site / 64 % W] | own[2][site / 64 % W]) >> (site % 64) & 1 == 0 {
                    break site;
                }
                // When few are left, they are counted off instead.
                if free * 8 < sites {
                    let mut k = rng.below(free);
                    break (0..sites)
                        .find(|&s| {
                            let taken = (own[1][s / 64 % W] | own[2][s / 64 % W]) >> (s % 64) & 1 == 1;
                            if taken {
                                return false;
                            }
                            if k == 0 {
                                return true;
                            }
                            k -= 1;
                            false
                        })
                        .unwrap_or(site);
                }
            };
            own[mover][site / 64 % W] |= 1 << (site % 64);
            free -= 1;
            plies += 1;
            told(mover, site);
            for part in &plan.ends {
                let (Some(cond), Some(verdict)) = (&part.cond, verdict(part.rule)) else { continue };
                if lean_holds(cond, &own, mover, site, &mut links) {
                    met.winner = if verdict.mover_wins { mover } else { 3 - mover };
                    break 'game;
                }
            }
            mover = 3 - mover;
        }
        met.plies = plies;
        self.links = links;
        met
    }
}

/// The pieces of a player on the sites up to one: links are made in the order of sites.
fn placed_until<const W: usize>(own: &[[u64; W]; 3], who: usize, site: usize) -> [[u64; W]; 3] {
    let mut until = [[0; W]; 3];
    for (i, word) in own[who].iter().enumerate() {
        let keep = match i.cmp(&(site / 64)) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => u64::MAX >> (63 - site % 64),
            std::cmp::Ordering::Greater => 0,
        };
        until[who][i] = word & keep;
    }
    until
}

/// Every rule that keeps links must see every move, so none is passed over.
fn lean_holds<const W: usize>(
    cond: &Cond<'_>,
    own: &[[u64; W]; 3],
    mover: usize,
    site: usize,
    links: &mut [Links],
) -> bool {
    match cond {
        Cond::Or(list) => {
            let mut any = false;
            for c in list {
                any |= lean_holds(c, own, mover, site, links);
            }
            any
        }
        Cond::Line(line) => {
            let like = |site: u16| own[mover][usize::from(site) / 64 % W] >> (site % 64) & 1 == 1;
            let run = |half: &[u16]| half.iter().take_while(|&&s| like(s)).count() as u32;
            line.axes.of(site).any(|(ahead, behind)| {
                let length = 1 + run(ahead) + run(behind);
                if line.exact { length == line.length } else { length >= line.length }
            })
        }
        Cond::Linked(rule) => lean_link(rule, own, mover, site, &mut links[rule.index]),
        _ => false,
    }
}

fn lean_link<const W: usize>(
    rule: &LinkRule,
    own: &[[u64; W]; 3],
    mover: usize,
    site: usize,
    links: &mut Links,
) -> bool {
    let row = if rule.goals.len() == 1 { 0 } else { mover };
    let mut root = site as u16;
    links.parent[site] = root;
    let mut goals = rule.goals[row][site];
    for &near in rule.steps.of(site) {
        if own[mover][usize::from(near) / 64 % W] >> (near % 64) & 1 == 1 {
            let other = links.root(near);
            if other != root {
                links.parent[usize::from(root)] = other;
                goals |= links.goals[usize::from(other)];
                root = other;
            }
        }
    }
    links.goals[usize::from(root)] = goals;
    let all = rule.counts[row];
    all > 0 && goals.count_ones() >= rule.number.unwrap_or(all)
}
