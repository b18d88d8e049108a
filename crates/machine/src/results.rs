//! Who has won, lost or drawn, and in which rank, on a state.

use crate::layout::{Number, PerPlayer};
use crate::state::View;
use ludarium_engine::kernel::Bool;
use ludarium_engine::kernel::end::{Outcome, ResultKind};
use ludarium_engine::types::Role;

/// Applies an outcome. Ranks are kept twice as large, so that half ranks are whole numbers.
/// `members` are the players of the team that an outcome speaks of, as bits.
pub fn apply(view: &mut View<'_>, outcome: &Outcome, player: i32, members: u32, teams: &[u8]) {
    match outcome {
        Outcome::Result { who: Role::Team(_) | Role::TeamMover, result } => {
            team_result(view, members, teams, *result);
        }
        Outcome::Result { who, result } => player_result(view, *who == Role::All, player, *result),
        Outcome::ByScore { misere, .. } => {
            let n = view.layout.players;
            let sign = if *misere == Some(Bool::Const(true)) { -1 } else { 1 };
            let scores: Vec<i64> =
                (0..=n).map(|p| sign * i64::from(view.of_player(PerPlayer::Score, p))).collect();
            rank_by(view, &scores);
        }
        // (Not lowered.)
        Outcome::Payoffs(_) => {}
    }
}

fn rank_by(view: &mut View<'_>, values: &[i64]) {
    let n = view.layout.players;
    let mut open: Vec<usize> = (1..=n).filter(|&p| view.of_player(PerPlayer::Rank, p) == 0).collect();
    open.sort_by_key(|&p| std::cmp::Reverse(values[p]));
    let taken = view.get(Number::Winners);
    let mut i = 0;
    while i < open.len() {
        let mut j = i;
        while j < open.len() && values[open[j]] == values[open[i]] {
            j += 1;
        }
        let rank = taken * 2 + (i + 1 + j) as i32;
        for &p in &open[i..j] {
            view.put_player(PerPlayer::Rank, p, rank);
        }
        i = j;
    }
    finish(view);
}

fn finish(view: &mut View<'_>) {
    view.put(Number::Active, 0);
    view.put(Number::Over, 1);
    let n = view.layout.players;
    let winner = (1..=n).find(|&p| view.of_player(PerPlayer::Rank, p) == 2).unwrap_or(0);
    view.put(Number::Winner, winner as i32);
}

/// Everybody still in the game shares the ranks that are left.
pub fn draw(view: &mut View<'_>) {
    let n = view.layout.players;
    if n > 1 {
        let active = view.get(Number::Active).count_ones() as i32;
        let rank = active + 1 + 2 * view.get(Number::Winners);
        for p in 1..=n {
            if view.of_player(PerPlayer::Rank, p) == 0 {
                view.put_player(PerPlayer::Rank, p, rank);
            }
        }
    } else {
        view.put_player(PerPlayer::Rank, 1, 0);
    }
    finish(view);
}

fn only_active(view: &View<'_>) -> Option<usize> {
    let active = view.get(Number::Active) as u32;
    (active.count_ones() == 1).then(|| active.trailing_zeros() as usize)
}
fn deactivate(view: &mut View<'_>, player: usize) {
    let active = view.get(Number::Active);
    view.put(Number::Active, active & !(1 << player));
}
fn count(view: &mut View<'_>, n: Number) {
    let old = view.get(n);
    view.put(n, old + 1);
}

fn player_result(view: &mut View<'_>, everybody: bool, player: i32, result: ResultKind) {
    let n = view.layout.players;
    match result {
        ResultKind::Win if everybody => {
            if n > 1 {
                for p in 1..=n {
                    if view.of_player(PerPlayer::Rank, p) == 0 {
                        count(view, Number::Winners);
                        view.put_player(PerPlayer::Rank, p, 2);
                    }
                }
            }
            finish(view);
            view.put(Number::Winner, 0);
            count(view, Number::WinsDecided);
        }
        ResultKind::Win => {
            let p = player.max(0) as usize;
            deactivate(view, p);
            let rank = 2 * (view.get(Number::Winners) + 1);
            count(view, Number::Winners);
            view.put_player(PerPlayer::Rank, p, rank);
            if let Some(last) = only_active(view) {
                view.put_player(PerPlayer::Rank, last, rank + 2);
                count(view, Number::Losers);
                deactivate(view, last);
                finish(view);
            } else if view.get(Number::Active) == 0 {
                finish(view);
            }
            count(view, Number::WinsDecided);
        }
        ResultKind::Loss if everybody => {
            if n > 1 {
                for p in 1..=n {
                    if view.of_player(PerPlayer::Rank, p) == 0 {
                        view.put_player(PerPlayer::Rank, p, 2 * n as i32);
                    }
                }
            }
            finish(view);
            view.put(Number::Winner, 0);
        }
        ResultKind::Loss => {
            lose(view, player.max(0) as usize);
            count(view, Number::LossesDecided);
        }
        ResultKind::Draw => draw(view),
        ResultKind::Tie | ResultKind::Abandon | ResultKind::Crash => {
            view.put(Number::Active, 0);
            view.put(Number::Over, 1);
            view.put(Number::Winner, if result == ResultKind::Tie { n as i32 + 1 } else { -1 });
        }
    }
}

fn team_result(view: &mut View<'_>, members: u32, teams: &[u8], result: ResultKind) {
    let n = view.layout.players;
    let members: Vec<usize> = (1..=n).filter(|&p| members >> p & 1 == 1).collect();
    match result {
        ResultKind::Win => {
            for &p in &members {
                deactivate(view, p);
                count(view, Number::Winners);
            }
            let taken = |r: usize| (1..=n).any(|p| view.of_player(PerPlayer::Rank, p) == 2 * r as i32);
            let rank = (1..=n).find(|&r| !taken(r)).unwrap_or(n) as i32;
            for &p in &members {
                view.put_player(PerPlayer::Rank, p, 2 * rank);
            }
            let left: Vec<usize> = (1..=n).filter(|&p| view.is_active(p as i32)).collect();
            match left.first() {
                None => finish(view),
                Some(&f) if left.iter().all(|&p| teams.get(p) == teams.get(f)) => {
                    for &p in &left {
                        view.put_player(PerPlayer::Rank, p, 2 * (rank + members.len() as i32));
                        count(view, Number::Losers);
                    }
                    finish(view);
                }
                Some(_) => {}
            }
        }
        ResultKind::Loss => {
            for p in members {
                lose(view, p);
                count(view, Number::LossesDecided);
            }
        }
        ResultKind::Draw => draw(view),
        ResultKind::Tie | ResultKind::Abandon | ResultKind::Crash => player_result(view, true, 0, result),
    }
}

fn lose(view: &mut View<'_>, p: usize) {
    let n = view.layout.players;
    if !view.is_active(p as i32) {
        return;
    }
    deactivate(view, p);
    if view.get(Number::Next) == p as i32 && n != 1 && view.get(Number::Active) != 0 {
        let mut next = p;
        while !view.is_active(next as i32) {
            next = next % n + 1;
        }
        view.put(Number::Next, next as i32);
    }
    if n == 1 {
        finish(view);
        view.put(Number::Winner, 0);
        return;
    }
    let fresh = 2 * (n as i32 - view.get(Number::Losers));
    let given_before = fresh + 2 + (view.get(Number::LossesDecided) - 1);
    let rank = given_before - 1;
    view.put_player(PerPlayer::Rank, p, rank);
    count(view, Number::Losers);
    for q in 0..=n {
        if view.of_player(PerPlayer::Rank, q) == given_before {
            view.put_player(PerPlayer::Rank, q, rank);
        }
    }
    if view.get(Number::Active) == 0 {
        finish(view);
    } else if let Some(last) = only_active(view) {
        let rank = 2 * (view.get(Number::Winners) + 1);
        view.put_player(PerPlayer::Rank, last, rank);
        count(view, Number::Winners);
        deactivate(view, last);
        finish(view);
    }
}
