//! Connections kept as pieces come: in games where pieces are only ever added, the groups of pieces that hang together
//! are united step by step (union-find), and each group remembers which goals it touches.

use super::tables::Targets;
use super::*;
use crate::position::Position;
use crate::siteset::SiteSet;

/// What a rule asks: does the piece that came last belong to a group that touches enough of the goals?
#[derive(Debug)]
pub(super) struct LinkRule {
    pub index: usize,
    pub first: usize,
    pub steps: Arc<Targets>,
    /// By owner (0 where goals are the same for all): the goals that each site belongs to, as bits.
    pub goals: Box<[Box<[u32]>]>,
    /// How many goals there are, by owner.
    pub counts: Box<[u32]>,
    /// How many must be touched; all of them where nothing is said.
    pub number: Option<u32>,
    /// The goals are those of the player whose role this is; only their own pieces count.
    pub owner: Option<Role>,
}

impl LinkRule {
    pub fn goal_bits(regions: &[SiteSet], sites: usize) -> Box<[u32]> {
        (0..sites as i32)
            .map(|s| regions.iter().enumerate().fold(0, |b, (i, r)| b | u32::from(r.contains(s)) << i))
            .collect()
    }
}

/// The groups of one rule, as of some number of moves.
#[derive(Debug, Default, Clone)]
pub(super) struct Groups {
    parent: Vec<u16>,
    goals: Vec<u32>,
    /// After how many moves they are true; `None` where they must be built afresh.
    at: Option<i32>,
}

impl Groups {
    pub fn forget(&mut self) {
        self.at = None;
    }

    fn root(&mut self, mut site: u16) -> u16 {
        while self.parent[usize::from(site)] != site {
            let up = self.parent[usize::from(self.parent[usize::from(site)])];
            self.parent[usize::from(site)] = up;
            site = up;
        }
        site
    }

    fn add(&mut self, rule: &LinkRule, pos: &Position, site: u16) {
        let who = pos.who(rule.first + usize::from(site));
        let row = if rule.goals.len() == 1 { 0 } else { who };
        self.parent[usize::from(site)] = site;
        self.goals[usize::from(site)] = rule.goals.get(row).map_or(0, |g| g[usize::from(site)]);
        for &near in rule.steps.of(site.into()) {
            if self.parent[usize::from(near)] != NO_SITE && pos.who(rule.first + usize::from(near)) == who {
                let (a, b) = (self.root(site), self.root(near));
                if a != b {
                    self.parent[usize::from(a)] = b;
                    self.goals[usize::from(b)] |= self.goals[usize::from(a)];
                }
            }
        }
    }
}

impl<'g> Runner<'g> {
    /// Forgets what was kept about a position that is no longer the one being played.
    pub(super) fn forget_groups(&mut self) {
        self.groups.iter_mut().for_each(Groups::forget);
    }

    pub(super) fn linked(&mut self, rule: &LinkRule) -> bool {
        let pos = &self.ctx.pos;
        let to = pos.last.as_ref().map_or(OFF, |m| m.to);
        let sites = rule.goals.first().map_or(0, |g| g.len());
        if to < 0 || to as usize >= sites {
            // Nothing was added: the groups are what they were.
            if let Some(at) = &mut self.groups[rule.index].at
                && *at == pos.moves_made - 1
            {
                *at += 1;
            }
            return false;
        }
        let who = pos.who(rule.first + to as usize);
        if who == 0 {
            return false;
        }
        let groups = &mut self.groups[rule.index];
        if groups.at == Some(pos.moves_made - 1) {
            groups.add(rule, pos, to as u16);
        } else if groups.at != Some(pos.moves_made) {
            groups.parent.clear();
            groups.parent.resize(sites, NO_SITE);
            groups.goals.resize(sites, 0);
            for site in 0..sites {
                if pos.what(rule.first + site) != 0 {
                    groups.add(rule, pos, site as u16);
                }
            }
        }
        groups.at = Some(pos.moves_made);
        let row = if rule.goals.len() == 1 { 0 } else { who };
        if rule.owner.is_some_and(|role| self.ctx.role(role) != who as i32) {
            // The goals asked for are another player's: nothing that belongs to this group counts.
            return self.reaches_others_goal(rule, to as usize);
        }
        let root = self.groups[rule.index].root(to as u16);
        let touched = self.groups[rule.index].goals[usize::from(root)].count_ones();
        let all = rule.counts.get(row).copied().unwrap_or(0);
        all > 0 && touched >= rule.number.unwrap_or(all)
    }

    /// Where the goals are another player's, only the site of the last move itself is looked at.
    fn reaches_others_goal(&self, rule: &LinkRule, site: usize) -> bool {
        let owner = rule.owner.map_or(0, |role| self.ctx.role(role)).max(0) as usize;
        let bits = rule.goals.get(owner).map_or(0, |g| g[site]);
        let all = rule.counts.get(owner).copied().unwrap_or(0);
        all > 0 && bits.count_ones() >= rule.number.unwrap_or(all)
    }
}
