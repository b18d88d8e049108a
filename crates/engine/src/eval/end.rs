//! Deciding results: who has won, lost or drawn, and in which rank.

use crate::ctx::Ctx;
use crate::game::End;
use crate::kernel::EndRule;
use crate::kernel::end::{Outcome, ResultKind};
use crate::position::{PASSED, Position};
use crate::types::*;

impl<'g> Ctx<'g> {
    /// Applies the end rules, all of them: several may come true at once.
    pub fn check_end(&mut self, end: &End) {
        for rule in &end.rules {
            self.apply_end_rule(rule);
        }
        self.close_end(true);
    }

    /// Applies one end rule, if its time has come.
    pub(crate) fn apply_end_rule(&mut self, rule: &EndRule) {
        if let Some(outcome) = self.end_rule(rule) {
            self.apply_outcome(outcome);
        }
    }

    /// What comes after all end rules: where everybody passes the game is drawn, unless passing means something.
    /// `may_be_pass`: the last move may have been a pass.
    pub(crate) fn close_end(&mut self, may_be_pass: bool) {
        if may_be_pass && !self.pos.over && self.game.uses.all_pass && self.all_passed() {
            self.draw();
        }
        self.pos.wins_decided = 0;
        self.pos.losses_decided = 0;
    }

    /// The outcome that a rule asks for now, if any. Rules for each player apply theirs at once.
    fn end_rule<'r>(&mut self, rule: &'r EndRule) -> Option<&'r Outcome> {
        let Some(observer) = self.observer.clone() else { return self.end_rule_unobserved(rule) };
        observer.enter_end(rule, self);
        let decided = (self.pos.over, self.pos.active);
        let outcome = self.end_rule_unobserved(rule);
        observer.leave_end(rule, outcome.is_some() || decided != (self.pos.over, self.pos.active), self);
        outcome
    }

    fn end_rule_unobserved<'r>(&mut self, rule: &'r EndRule) -> Option<&'r Outcome> {
        match rule {
            EndRule::If { cond, cases, result } => {
                if !self.bool(cond) {
                    return None;
                }
                for case in cases {
                    if let Some(outcome) = self.end_rule(case) {
                        return Some(outcome);
                    }
                }
                result.as_ref()
            }
            EndRule::Always(outcome) => Some(outcome),
            EndRule::ForEachPlayer { role, cond, result } => {
                let before = self.reg.player;
                for p in 1..=self.game.players as i32 {
                    let passed_over = *role == Role::NonMover && p == i32::from(self.pos.mover);
                    if passed_over || !self.pos.is_active(p as usize) {
                        continue;
                    }
                    self.reg.player = p;
                    if self.bool(cond) {
                        self.apply_result_now(result);
                    }
                }
                self.reg.player = before;
                None
            }
            EndRule::ForEachTrack { cond, result } => {
                let before = self.reg.track;
                for t in 0..self.game.tracks.len() as i32 {
                    if !self.pos.any_active() {
                        break;
                    }
                    self.reg.track = t;
                    if self.bool(cond) {
                        self.apply_result_now(result);
                    }
                }
                self.reg.track = before;
                None
            }
        }
    }

    /// An outcome is void where it speaks of a player who is no longer in the game.
    fn apply_outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Result { who, .. } => {
                let p = self.role(*who);
                let everybody = p == self.game.players as i32 + 1;
                if everybody || (p >= 0 && self.pos.is_active(p as usize)) {
                    self.apply_result_now(outcome);
                }
            }
            Outcome::ByScore { .. } | Outcome::Payoffs(_) => self.apply_result_now(outcome),
        }
    }

    fn apply_result_now(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Result { who, result } => {
                if matches!(who, Role::Team(_) | Role::TeamMover) {
                    self.team_result(*who, *result);
                } else {
                    self.player_result(*who, *result);
                }
            }
            Outcome::ByScore { finals, misere } => {
                for (role, score) in finals.iter() {
                    let score = self.int(score);
                    for p in self.role_players(*role) {
                        self.pos.scores[p as usize] = score;
                    }
                }
                let scores: Vec<f64> =
                    (0..=self.game.players).map(|p| f64::from(self.pos.scores[p])).collect();
                let lowest_first = misere.as_ref().is_some_and(|m| self.bool(m));
                self.rank_by(&scores, lowest_first);
            }
            Outcome::Payoffs(list) => {
                for (role, payoff) in list.iter() {
                    let payoff = self.float(payoff);
                    for p in self.role_players(*role) {
                        self.pos.payoffs[p as usize] = payoff;
                    }
                }
                let values: Vec<f64> = self.pos.payoffs[..=self.game.players].to_vec();
                self.rank_by(&values, false);
            }
        }
    }

    /// Ranks all players that have none yet by a value, the highest first; equals share the mean of their ranks.
    fn rank_by(&mut self, values: &[f64], lowest_first: bool) {
        let n = self.game.players;
        let mut open: Vec<usize> = (1..=n).filter(|&p| self.pos.ranks[p] == 0.0).collect();
        open.sort_by(|&a, &b| {
            let o = values[b].total_cmp(&values[a]);
            if lowest_first { o.reverse() } else { o }
        });
        let taken = self.pos.winners.len();
        let mut i = 0;
        while i < open.len() {
            let mut j = i;
            while j < open.len() && values[open[j]] == values[open[i]] {
                j += 1;
            }
            let rank = taken as f64 + (i + 1 + j) as f64 / 2.0;
            for &p in &open[i..j] {
                self.pos.ranks[p] = rank;
            }
            i = j;
        }
        self.finish();
    }

    fn finish(&mut self) {
        let pos = &mut self.pos;
        pos.active = 0;
        pos.over = true;
        pos.winner = (1..=self.game.players).find(|&p| pos.ranks[p] == 1.0).map_or(0, |p| p as i32);
    }

    fn draw(&mut self) {
        let n = self.game.players;
        if n > 1 {
            let rank = draw_rank(&self.pos);
            for p in 1..=n {
                if self.pos.ranks[p] == 0.0 {
                    self.pos.ranks[p] = rank;
                }
            }
        } else {
            self.pos.ranks[1] = 0.0;
        }
        self.finish();
    }

    /// Everybody still in the game shares the ranks that are left: the turn limit is reached.
    pub fn draw_by_limit(&mut self) {
        self.draw();
    }

    fn player_result(&mut self, who: Role, result: ResultKind) {
        let n = self.game.players;
        let everybody = who == Role::All;
        match result {
            ResultKind::Win if everybody => {
                if n > 1 {
                    for p in 1..=n {
                        if self.pos.ranks[p] == 0.0 {
                            self.pos.winners.push(p as u8);
                            self.pos.ranks[p] = 1.0;
                        }
                    }
                }
                self.finish();
                self.pos.winner = 0;
                self.pos.wins_decided += 1;
            }
            ResultKind::Win => {
                let p = self.role(who).max(0) as usize;
                self.pos.set_active(p, false);
                let rank = self.pos.winners.len() as f64 + 1.0;
                self.pos.winners.push(p as u8);
                self.pos.ranks[p] = rank;
                if let Some(last) = self.pos.only_active() {
                    self.pos.ranks[last] = rank + 1.0;
                    self.pos.losers.push(last as u8);
                    self.pos.set_active(last, false);
                    self.finish();
                } else if !self.pos.any_active() {
                    self.finish();
                }
                self.pos.wins_decided += 1;
            }
            ResultKind::Loss if everybody => {
                if n > 1 {
                    for p in 1..=n {
                        if self.pos.ranks[p] == 0.0 {
                            self.pos.ranks[p] = n as f64;
                        }
                    }
                }
                self.finish();
                self.pos.winner = 0;
            }
            ResultKind::Loss => {
                self.lose(self.role(who).max(0) as usize);
                self.pos.losses_decided += 1;
            }
            ResultKind::Draw => self.draw(),
            ResultKind::Tie | ResultKind::Abandon | ResultKind::Crash => {
                self.pos.active = 0;
                self.pos.over = true;
                self.pos.winner = if result == ResultKind::Tie { n as i32 + 1 } else { -1 };
            }
        }
    }

    fn lose(&mut self, p: usize) {
        let n = self.game.players;
        if !self.pos.is_active(p) {
            return;
        }
        self.pos.set_active(p, false);
        if usize::from(self.pos.next) == p && n != 1 && self.pos.any_active() {
            let mut next = p;
            while !self.pos.is_active(next) {
                next = next % n + 1;
            }
            self.pos.next = next as u8;
        }
        if n == 1 {
            self.finish();
            self.pos.winner = 0;
            return;
        }
        // Players who lose in the same turn share the mean of the ranks that they take up together.
        let fresh = n as f64 - self.pos.losers.len() as f64;
        let given_before = fresh + 1.0 + 0.5 * (f64::from(self.pos.losses_decided) - 1.0);
        let rank = given_before - 0.5;
        self.pos.ranks[p] = rank;
        self.pos.losers.push(p as u8);
        for r in &mut self.pos.ranks[..=n] {
            if *r == given_before {
                *r = rank;
            }
        }
        if !self.pos.any_active() {
            self.finish();
        } else if let Some(last) = self.pos.only_active() {
            self.pos.ranks[last] = self.pos.winners.len() as f64 + 1.0;
            self.pos.winners.push(last as u8);
            self.pos.set_active(last, false);
            self.finish();
        }
    }

    fn team_result(&mut self, who: Role, result: ResultKind) {
        let n = self.game.players;
        match result {
            ResultKind::Win => {
                let members = self.role_players(who);
                for &p in &members {
                    self.pos.set_active(p as usize, false);
                    self.pos.winners.push(p as u8);
                }
                let rank = (1..=n).find(|&r| (1..=n).all(|p| self.pos.ranks[p] != r as f64)).unwrap_or(n);
                for &p in &members {
                    self.pos.ranks[p as usize] = rank as f64;
                }
                let left: Vec<usize> = (1..=n).filter(|&p| self.pos.is_active(p)).collect();
                let one_team = left
                    .first()
                    .is_some_and(|&f| left.iter().all(|&p| self.pos.teams[p] == self.pos.teams[f]));
                if one_team {
                    for &p in &left {
                        self.pos.ranks[p] = (rank + members.len()) as f64;
                        self.pos.losers.push(p as u8);
                    }
                    self.finish();
                } else if left.is_empty() {
                    self.finish();
                }
            }
            ResultKind::Loss => {
                for p in self.role_players(who) {
                    self.lose(p as usize);
                    self.pos.losses_decided += 1;
                }
            }
            ResultKind::Draw => self.draw(),
            ResultKind::Tie | ResultKind::Abandon | ResultKind::Crash => {
                self.player_result(Role::All, result)
            }
        }
    }

    /// Has every player, in their latest turn, done nothing but pass?
    pub fn all_passed(&self) -> bool {
        // What set the game up counts too: nobody's moves, and no passes.
        let trail = &self.pos.trail;
        let n = self.game.players;
        if n == 1 {
            return trail.last().is_some_and(|&m| m & PASSED != 0);
        }
        let mut back = trail.iter().rev();
        let mut mover = self.pos.mover;
        let mut passed = false;
        let mut moves_in_turn = 0;
        for _ in 0..n {
            loop {
                let Some(&m) = back.next() else { return passed };
                if moves_in_turn > 1 {
                    return false;
                }
                let (who, pass) = (m & !PASSED, m & PASSED != 0);
                if who != mover {
                    if !passed {
                        return false;
                    }
                    mover = who;
                    moves_in_turn = 0;
                    passed = pass;
                    break;
                }
                moves_in_turn += 1;
                passed = pass;
            }
        }
        true
    }
}

fn draw_rank(pos: &Position) -> f64 {
    f64::from(pos.active.count_ones() + 1) / 2.0 + pos.winners.len() as f64
}
