//! Setting a game up. Each placement counts as a move of the set-up, as recorded games count them.

use crate::action::{Act, Action};
use crate::ctx::{Ctx, RuleId};
use crate::game::ContainerKind;
use crate::kernel::Start;
use crate::kernel::start::{Carried, Places, PlayerNumber, SiteNumber};
use crate::moves::Move;
use crate::types::*;
use std::sync::Arc;

/// What one placement costs: a set-up that never ends is stopped before it fills the memory.
const STEP: u64 = 500;

/// What pieces carry, as numbers.
#[derive(Clone, Copy)]
struct Load {
    count: i32,
    state: i32,
    rotation: i32,
    value: i32,
}

impl<'g> Ctx<'g> {
    pub fn start_rule(&mut self, s: &Start) {
        match s {
            Start::Place { kind, what, at, with } => {
                let load = self.start_load(with);
                for site in self.start_places(at) {
                    if !self.place(*kind, site, *what, load, false) {
                        break;
                    }
                }
            }
            Start::PlaceFree { container, what, with } => {
                let load = self.start_load(with);
                let c = &self.game.containers[*container];
                let free = (c.first..c.first + c.len)
                    .find(|&site| self.pos.is_empty(self.slot(SiteType::Cell, site)));
                if let Some(site) = free {
                    self.place(SiteType::Cell, site, *what, load, false);
                }
            }
            Start::Stack { kind, items, at, counts, with } => {
                let load = Load { count: 1, ..self.start_load(with) };
                let counts: Vec<i32> = counts.iter().map(|c| self.int(c)).collect();
                for (i, site) in self.start_places(at).into_iter().enumerate() {
                    let count = counts.get(i).or(counts.first()).copied().unwrap_or(1);
                    for &what in items {
                        for _ in 0..count {
                            if !self.place(*kind, site, what, load, true) {
                                return;
                            }
                        }
                    }
                }
            }
            Start::Random { kind, region, items, shuffled, with } => {
                let load = Load { count: 1, ..self.start_load(with) };
                let mut items = items.to_vec();
                if *shuffled {
                    for i in (1..items.len()).rev() {
                        let j = self.rng.below(i + 1);
                        items.swap(i, j);
                    }
                }
                for what in items {
                    let region = self.region(region);
                    let mut free: Vec<i32> = region.iter().filter(|&s| self.what(*kind, s) == 0).collect();
                    let count = self.int(&with.count);
                    for _ in 0..count {
                        if free.is_empty() {
                            break;
                        }
                        let site = free.remove(self.rng.below(free.len()));
                        if !self.place(*kind, site, what, load, false) {
                            return;
                        }
                    }
                }
            }
            Start::RandomStack { kind, items, at, with } => {
                let load = Load { count: 1, ..self.start_load(with) };
                let site = self.int(at);
                let mut left: Vec<(i32, i32)> =
                    items.iter().map(|(what, count)| (*what, self.int(count).max(0))).collect();
                loop {
                    let total: i64 = left.iter().map(|&(_, n)| i64::from(n)).sum();
                    if total == 0 {
                        break;
                    }
                    let mut draw = self.rng.below(total as usize) as i64;
                    for (what, n) in &mut left {
                        draw -= i64::from(*n);
                        if draw < 0 {
                            *n -= 1;
                            if !self.place(*kind, site, *what, load, true) {
                                return;
                            }
                            break;
                        }
                    }
                }
            }
            Start::SetSites { number, kind, at, value } => {
                // Counts are of the component that was named last.
                let what = self.game.components.len() as i32 - 1;
                for to in self.start_places(at) {
                    let value = self.int(value);
                    let act = match number {
                        SiteNumber::Count if what < 1 => continue,
                        SiteNumber::Count => Act::SetCount { kind: *kind, to, what, count: value },
                        SiteNumber::Cost => Act::SetCost { kind: *kind, to, cost: value },
                        SiteNumber::Phase => Act::SetPhase { kind: *kind, to, phase: value },
                    };
                    if !self.set_up(act) {
                        return;
                    }
                }
            }
            Start::SetPlayers { number, role, value } => {
                let players = match role {
                    None | Some(Role::Each | Role::All) => (1..=self.game.players as i32).collect(),
                    Some(role) => vec![self.role(*role)],
                };
                for player in players {
                    let value = self.int(value);
                    self.set_up(match number {
                        PlayerNumber::Score => Act::SetScore { player, score: value, add: false },
                        PlayerNumber::Amount => Act::SetAmount { player, amount: value },
                    });
                }
            }
            Start::SetTeam { team, roles } => {
                let team = self.int(team);
                for role in roles {
                    let player = self.role(*role);
                    if (1..=self.game.players as i32).contains(&player) {
                        self.set_up(Act::AddToTeam { player, team });
                    }
                }
            }
            Start::SetHidden { facets, kind, at, level, hidden, from } => {
                let sites = self.start_places(at);
                let level = self.int(level);
                let hidden = self.bool(hidden);
                let players = self.role_players(*from);
                for &facet in facets {
                    for &to in &sites {
                        for &player in players.iter().filter(|&&p| p > 0) {
                            let act = Act::SetHidden { facet, player, kind: *kind, to, level, hidden };
                            if !self.set_up(act) {
                                return;
                            }
                        }
                    }
                }
            }
            Start::Remember { name, values, unique } => {
                let unique = self.bool(unique);
                for value in self.start_places(values) {
                    if !self.set_up(Act::Remember { name: *name, value, unique }) {
                        return;
                    }
                }
            }
            Start::PuzzleSet { kind, pairs } => {
                for &(var, value) in pairs {
                    self.set_up(Act::PuzzleSet { kind: *kind, var, value });
                }
            }
            Start::DealCards(count) => self.deal_cards(*count, true),
            Start::SplitDeck => self.deal_cards(i32::MAX, false),
            Start::DealDominoes(count) => self.deal_dominoes(*count),
            Start::ForEachSite { region, cond, rules } => {
                let before = self.reg.site;
                for site in self.region(region).iter() {
                    self.reg.site = site;
                    if self.bool(cond) {
                        self.start_rules(rules);
                    }
                }
                self.reg.site = before;
            }
            Start::ForEachValue { min, max, rules } => {
                let before = self.reg.value;
                let (min, max) = (self.int(min), self.int(max));
                for value in min..=max {
                    if !self.burn(STEP, RuleId::default()) {
                        break;
                    }
                    self.reg.value = value;
                    self.start_rules(rules);
                }
                self.reg.value = before;
            }
            Start::ForEachPlayer { players, rules } => {
                let n = self.game.players as i32;
                let before = self.reg.player;
                let players = match players {
                    None => (1..=n).collect(),
                    Some(list) => self.ints(list),
                };
                for player in players.into_iter().filter(|p| (0..=n + 1).contains(p)) {
                    self.reg.player = player;
                    self.start_rules(rules);
                }
                self.reg.player = before;
            }
            Start::ForEachTeam { rules } => {
                let n = self.game.players;
                let before = self.reg.team.take();
                for team in 1..=n {
                    let members: Vec<i32> = (1..=n)
                        .filter(|&p| usize::from(self.pos.teams[p]) == team)
                        .map(|p| p as i32)
                        .collect();
                    if !members.is_empty() {
                        self.reg.team = Some(Arc::new(members));
                        self.start_rules(rules);
                    }
                }
                self.reg.team = before;
            }
        }
    }

    fn start_rules(&mut self, rules: &[Start]) {
        for rule in rules {
            self.start_rule(rule);
        }
    }

    /// Performs one action of the set-up. False when the set-up has gone on for too long.
    fn set_up(&mut self, act: Act) -> bool {
        if !self.burn(STEP, RuleId::default()) {
            return false;
        }
        let action = Action { act, decision: false };
        self.do_action(&action);
        self.pos.moves_made += 1;
        self.pos.trail.push(0);
        self.pos.last = Some(Arc::new(Move::new(action)));
        true
    }

    fn place(&mut self, kind: SiteType, to: i32, what: i32, load: Load, on_stack: bool) -> bool {
        let Load { count, state, rotation, value } = load;
        if self.game.uses.deduction_puzzle {
            return self.set_up(Act::PuzzleSet { kind, var: to, value: what });
        }
        self.set_up(Act::Add { kind, to, what, count, state, rotation, value, on_stack })
    }

    fn start_load(&mut self, c: &Carried) -> Load {
        Load {
            count: self.int(&c.count),
            state: self.int(&c.state),
            rotation: self.int(&c.rotation),
            value: self.int(&c.value),
        }
    }

    /// The sites that exist, in order.
    fn start_places(&mut self, p: &Places) -> Vec<i32> {
        let all: Vec<i32> = match p {
            Places::Sites(list) => list.iter().map(|e| self.int(e)).collect(),
            Places::Region(region) => self.region(region).iter().collect(),
        };
        all.into_iter().filter(|&s| s >= 0).collect()
    }

    /// The first sites of the players' hands, when every player has exactly one.
    fn hands(&self) -> Option<Vec<i32>> {
        let hands: Vec<i32> =
            self.game.containers.iter().filter(|c| c.kind == ContainerKind::Hand).map(|c| c.first).collect();
        (hands.len() == self.game.players && !hands.is_empty()).then_some(hands)
    }

    fn deal_cards(&mut self, each: i32, from_top: bool) {
        let game = self.game;
        let Some(hands) = self.hands() else { return };
        let Some(deck) = game.containers.iter().find(|c| c.kind == ContainerKind::Deck) else { return };
        let slot = self.slot(SiteType::Cell, deck.first);
        let cards = self.pos.height(slot).min((each.max(0) as usize).saturating_mul(hands.len()));
        for &to in hands.iter().cycle().take(cards) {
            let from_level = if from_top { self.pos.height(slot) as i32 - 1 } else { 0 };
            self.set_up(Act::Move {
                from_kind: SiteType::Cell,
                from: deck.first,
                from_level,
                to_kind: SiteType::Cell,
                to,
                to_level: UNDEFINED,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                stack: false,
            });
        }
    }

    fn deal_dominoes(&mut self, each: i32) {
        let Some(hands) = self.hands() else { return };
        let mut left: Vec<i32> = (1..self.game.components.len() as i32).collect();
        let bare = Load { count: 1, state: UNDEFINED, rotation: UNDEFINED, value: UNDEFINED };
        for round in 0..each.max(0) {
            for &hand in &hands {
                if left.is_empty() {
                    return;
                }
                let what = left.remove(self.rng.below(left.len()));
                if !self.place(SiteType::Cell, hand + round, what, bare, false) {
                    return;
                }
            }
        }
    }
}
