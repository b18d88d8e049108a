//! Numbers. This file holds the match over all of them; longer ones are in the files beside it.

mod groups;
mod lists;
mod pieces;
mod sites;
mod tracks;

use crate::ctx::Ctx;
use crate::kernel::int::{FloatFn, LastPart};
use crate::kernel::{Float, Int, Range};
use crate::position::{PASSED, PLAYERS};
use crate::types::*;

impl<'g> Ctx<'g> {
    /// A number. What most rules ask for is answered here, without a call.
    #[inline]
    pub fn int(&mut self, e: &Int) -> i32 {
        if let Int::Const(n) = e {
            *n
        } else if self.observer.is_some() {
            self.int_observed(e)
        } else if let Int::From = e {
            self.reg.from
        } else if let Int::To = e {
            self.reg.to
        } else if let Int::Mover = e {
            self.pos.mover.into()
        } else {
            self.int_often_asked(e)
        }
    }

    pub(crate) fn int_unobserved(&mut self, e: &Int) -> i32 {
        self.int_often_asked(e)
    }

    /// The next in line: short enough to cost little where it cannot help.
    #[inline(never)]
    fn int_often_asked(&mut self, e: &Int) -> i32 {
        if let Int::Site = e {
            self.reg.site
        } else if let Int::Between = e {
            self.reg.between
        } else if let Int::TrackMove { alike, .. } = e
            && let Some((number, key)) = self.known_for_now(*alike)
            && let Some(site) = self.worked_out.get(number, key)
        {
            site
        } else if let Int::LastTo = e {
            self.pos.last.as_ref().map_or(OFF, |m| m.to)
        } else if let Int::Who { kind, site, level: None } = e {
            let site = self.int(site);
            let piece = self.pos.top(self.slot(*kind, site));
            self.shown_owner(&piece) as i32
        } else if let Int::What { kind, site, level: None } = e
            && !self.game.uses.deduction_puzzle
        {
            let site = self.int(site);
            self.pos.what(self.slot(*kind, site)) as i32
        } else if let Int::Count { kind, site } = e {
            let site = self.int(site);
            self.count_at(*kind, site)
        } else if let Int::Sub(a, b) = e {
            self.int(a).saturating_sub(self.int(b))
        } else {
            self.int_of(e)
        }
    }

    fn int_of(&mut self, e: &Int) -> i32 {
        match e {
            Int::Const(n) => *n,
            Int::From => self.reg.from,
            Int::To => self.reg.to,
            Int::Between => self.reg.between,
            Int::Site => self.reg.site,
            Int::Level => self.reg.level,
            Int::Value => self.reg.value,
            Int::Player => self.reg.player,
            Int::Track => self.reg.track,
            Int::Edge => self.reg.edge,
            Int::Pips => self.reg.pips,
            Int::Hint { kind, site } => match site {
                None => self.reg.hint,
                Some(site) => {
                    let site = self.int(site);
                    let hints = &self.game.hints;
                    hints
                        .iter()
                        .find(|h| h.site_type == *kind && h.region.first() == Some(&site))
                        .and_then(|h| h.value)
                        .unwrap_or(UNDEFINED)
                }
            },
            Int::FromAtTurnStart => {
                let mine = self.pos.trail.last().is_some_and(|&m| m & !PASSED == self.pos.mover);
                if mine { self.pos.turn_from } else { UNDEFINED }
            }
            Int::Mover => self.pos.mover.into(),
            Int::Next => self.pos.next.into(),
            Int::Prev => self.pos.prev.into(),
            Int::PrevTurnMover => {
                let mover = self.pos.mover;
                let other = self.pos.trail.iter().rev().map(|&m| m & !PASSED).find(|&m| m != mover);
                other.map_or(UNDEFINED, i32::from)
            }
            Int::Role(r) => self.role(*r),
            Int::LastFrom => self.pos.last.as_ref().map_or(OFF, |m| m.from),
            Int::LastTo => self.pos.last.as_ref().map_or(OFF, |m| m.to),
            Int::Last { part, after } => {
                let after = self.bool(after);
                self.last_part(*part, after)
            }
            Int::Add(list) => list.iter().fold(0i32, |a, e| a.saturating_add(self.int(e))),
            Int::Sub(a, b) => self.int(a).saturating_sub(self.int(b)),
            Int::Mul(list) => list.iter().fold(1i32, |a, e| a.saturating_mul(self.int(e))),
            Int::Div(a, b) => divided(self.int(a), self.int(b)),
            Int::Mod(a, b) => remainder(self.int(a), self.int(b)),
            Int::Pow(a, b) => power(self.int(a), self.int(b)),
            Int::Abs(a) => self.int(a).saturating_abs(),
            Int::Min(a, b) => self.int(a).min(self.int(b)),
            Int::Max(a, b) => self.int(a).max(self.int(b)),
            Int::Sum(list) => self.ints(list).into_iter().fold(0i32, i32::saturating_add),
            Int::Product(list) => {
                let list = self.ints(list);
                if list.is_empty() { 0 } else { list.into_iter().fold(1i32, i32::saturating_mul) }
            }
            Int::MinOf(list) => self.ints(list).into_iter().min().unwrap_or(UNDEFINED),
            Int::MaxOf(list) => self.ints(list).into_iter().max().unwrap_or(UNDEFINED),
            Int::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.int(then)
                } else {
                    self.int(otherwise)
                }
            }
            Int::FromBool(b) => i32::from(self.bool(b)),
            Int::FromFloat(x) => self.float(x) as i32,
            Int::Random(range) => {
                let (min, max) = self.range(range);
                if min > max {
                    return UNDEFINED;
                }
                let n = (i64::from(max) - i64::from(min) + 1) as usize;
                (i64::from(min) + self.rng.below(n) as i64) as i32
            }
            Int::Len(list) => self.ints(list).len() as i32,
            Int::Occurrences { value, list } => {
                let value = self.int(value);
                self.ints(list).into_iter().filter(|&v| v == value).count() as i32
            }
            Int::Nth { list, index } => {
                let list = self.ints(list);
                let index = self.int(index);
                if index < 0 { OFF } else { list.get(index as usize).copied().unwrap_or(OFF) }
            }
            Int::What { kind, site, level } => {
                if self.game.uses.deduction_puzzle {
                    // What stands there is the value that was decided, or nothing yet.
                    let site = self.int(site);
                    return self.puzzle_value(*kind, site).unwrap_or(0);
                }
                self.piece_at(*kind, site, level).what.into()
            }
            Int::Who { kind, site, level } => {
                let piece = self.piece_at(*kind, site, level);
                self.shown_owner(&piece) as i32
            }
            Int::State { kind, site, level } => self.piece_at(*kind, site, level).state,
            Int::Rotation { kind, site, level } => self.piece_at(*kind, site, level).rotation.into(),
            Int::PieceValue { kind, site, level } => self.piece_at(*kind, site, level).value,
            Int::Count { kind, site } => {
                let site = self.int(site);
                self.count_at(*kind, site)
            }
            Int::CountIn { kind, region } => {
                let sites = self.region(region);
                sites.iter().map(|s| self.count_at(*kind, s)).fold(0i32, i32::saturating_add)
            }
            Int::TopLevel { kind, site } => {
                let site = self.int(site);
                (self.pos.height(self.slot(*kind, site)) as i32 - 1).max(0)
            }
            Int::FirstSite(r) => self.region(r).first().unwrap_or(OFF),
            Int::RegionSite { region, index } => {
                let sites = self.region(region);
                let index = self.int(index);
                if index < 0 { OFF } else { sites.iter().nth(index as usize).unwrap_or(OFF) }
            }
            Int::Sites(region) => self.region_len(region) as i32,
            Int::ContainerSites(c) => {
                let c = self.int(c);
                if c == 0 {
                    self.game.board_sites(self.game.site_type) as i32
                } else {
                    usize::try_from(c).ok().and_then(|c| self.game.containers.get(c)).map_or(0, |c| c.len)
                }
            }
            Int::Neighbours { kind, relation, region } => {
                let first = self.region(region).first();
                self.neighbour_count(*kind, *relation, first)
            }
            Int::Row { kind, site } => self.board_number(*kind, site, |b, k, s| b.row(k, s)),
            Int::Column { kind, site } => self.board_number(*kind, site, |b, k, s| b.column(k, s)),
            Int::Layer { kind, site } => self.board_number(*kind, site, |b, k, s| b.layer(k, s)),
            Int::SitePhase { kind, site } => {
                let site = self.int(site);
                self.phase_of(*kind, site)
            }
            Int::AtRowColumn { kind, row, column } => {
                let (row, column) = (self.int(row), self.int(column));
                let board = &self.game.board;
                (0..board.len(*kind))
                    .find(|&s| board.row(*kind, s) == row && board.column(*kind, s) == column)
                    .map_or(OFF, |s| s as i32)
            }
            Int::Cost { kind, region } => {
                let sites = self.region(region);
                let costs = &self.pos.costs;
                costs.iter().filter(|(k, s, _)| k == kind && sites.contains(*s)).map(|c| c.2).sum()
            }
            Int::Ahead { kind, site, steps, dirs } => {
                let (site, steps) = (self.int(site), self.int(steps));
                self.ahead(*kind, site, steps, dirs)
            }
            Int::EdgeBetween(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.edge_between(a, b)
            }
            Int::HandSite { player, index } => {
                let (player, index) = (self.int(player), self.int(index));
                self.game.hand_of(player).map_or(OFF, |hand| hand.first.saturating_add(index))
            }
            Int::MapEntry { maps, key } => {
                let key = self.int(key);
                for &m in maps {
                    let found =
                        self.game.maps[usize::from(m)].pairs.iter().find(|(k, v)| *k == key && *v != OFF);
                    if let Some(&(_, v)) = found {
                        return v;
                    }
                }
                key
            }
            Int::Steps { kind, relation, walk, from, to } => {
                let from = self.int(from);
                let to = self.region(to);
                self.steps_between(*kind, *relation, walk.as_deref(), from, &to)
            }
            Int::ComponentOf { by_owner, owner } => {
                let owner = self.int(owner);
                usize::try_from(owner).ok().and_then(|o| by_owner.get(o)).copied().unwrap_or(OFF)
            }
            Int::Where { what, state, kind } => {
                let what = self.int(what);
                let state = state.as_ref().map(|s| self.int(s));
                self.where_is(what, state, *kind)
            }
            Int::WhereLevel { what, state, kind, site, from_top } => {
                let site = self.int(site);
                let from_top = self.bool(from_top);
                let what = self.int(what);
                let state = state.as_ref().map(|s| self.int(s));
                self.where_level(what, state, *kind, site, from_top)
            }
            Int::Pieces { kind, of, whats, within, cond } => {
                self.count_pieces(*kind, of, whats.as_deref(), within.as_deref(), cond.as_deref())
            }
            Int::Bag => self.pos.remaining_dominoes.len() as i32,
            Int::StackLevels { kind, region, from_top, cond, stop } => {
                let sites = self.region(region);
                self.stack_levels(*kind, &sites, *from_top, cond.as_deref(), stop.as_deref())
            }
            Int::PlatformBelow { kind, site, who, whats } => {
                let site = self.int(site);
                self.platform_below(*kind, site, who.as_deref(), whats.as_deref())
            }
            Int::LargePieceSize { kind, region } => {
                let sites = self.region(region);
                self.large_piece_size(*kind, &sites)
            }
            Int::Face(site) => {
                let site = self.int(site);
                self.face(site)
            }
            Int::DiceSum(player) => {
                let player = self.int(player);
                self.dice_sum_of(player)
            }
            Int::TrumpSuit => self.pos.trump,
            Int::Card { part, site, level } => {
                let what = self.piece_at(SiteType::Cell, site, level).what;
                self.card_number(*part, what.into())
            }
            Int::PathExtent { colour, starts } => {
                let starts = self.region(starts);
                let colour = self.int(colour);
                self.path_extent(colour, &starts)
            }
            Int::GroupSize { kind, site, dirs, cond } => {
                let site = self.int(site);
                self.group_at(*kind, site, dirs, cond.as_deref(), false).len() as i32
            }
            Int::Groups { kind, dirs, cond, min } => {
                let min = self.int(min).max(0) as usize;
                let sizes = self.group_sizes_where(*kind, dirs, cond.as_deref(), None, None);
                sizes.into_iter().filter(|&n| n >= min).count() as i32
            }
            Int::BiggestGroup { kind, dirs, through, cond, visible } => {
                let through = through.as_ref().map(|r| self.region(r));
                let visible = visible.as_deref();
                let sizes = self.group_sizes_where(*kind, dirs, cond.as_deref(), through.as_ref(), visible);
                sizes.into_iter().max().unwrap_or(0) as i32
            }
            Int::BiggestLine { kind, dir, cond } => self.biggest_line(*kind, *dir, cond.as_deref()),
            Int::Liberties { kind, site, dirs, cond } => {
                let site = self.int(site);
                self.liberties(*kind, site, dirs, cond.as_deref())
            }
            Int::Territory { kind, of, dir } => {
                let mask = self.owner_mask(of);
                self.territory(*kind, mask, *dir)
            }
            Int::TrackFirst { track, from, cond } => {
                let track = self.pick_track(track);
                self.track_first(track, from.as_deref(), cond.as_deref())
            }
            Int::TrackEnd { track } => {
                let track = self.pick_track(track);
                track.and_then(|t| self.game.tracks[t].sites.last().copied()).unwrap_or(UNDEFINED)
            }
            Int::TrackMove { track, from, steps, alike } => {
                let known = self.known_for_now(*alike);
                let player = self.int(&track.player);
                let track = self.track_of(track, player);
                let from = self.int(from);
                let steps = self.int(steps);
                let site = self.track_move(track, player, from, steps);
                if let Some((number, key)) = known {
                    self.worked_out.keep(number, key, site);
                }
                site
            }
            Int::TrackSteps { track, from, to } => {
                let player = self.int(&track.player);
                let track = self.track_of(track, player);
                let (from, to) = (self.int(from), self.int(to));
                self.track_steps(track, player, from, to)
            }
            Int::Score(p) => {
                let p = self.int(p);
                self.of_player(p, |pos, p| pos.scores[p]).unwrap_or(0)
            }
            Int::MatchScore(p) => {
                let p = self.int(p);
                if self.pos.instance.is_some() {
                    self.of_player(p, |pos, p| pos.scores[p]).unwrap_or(0)
                } else {
                    UNDEFINED
                }
            }
            Int::Amount(p) => {
                let p = self.int(p);
                if p < 1 || p > self.game.players as i32 {
                    return UNDEFINED;
                }
                self.pos.amounts[p as usize]
            }
            Int::Pot => self.pos.pot,
            Int::Counter => self.pos.counter,
            Int::Temp => self.pos.temp,
            Int::Var(name) => self.pos.vars.get(usize::from(*name)).copied().unwrap_or(OFF),
            Int::PlayerValue(p) => {
                let p = self.int(p);
                self.of_player(p, |pos, p| pos.player_values[p]).unwrap_or(UNDEFINED)
            }
            Int::Pending => match self.pos.pending.as_slice() {
                [one] => *one,
                _ => 0,
            },
            Int::MoveLimit => self.game.move_limit,
            Int::TurnLimit => self.game.turn_limit,
            Int::MoveNumber => self.pos.moves_made - self.pos.start_moves,
            Int::TurnNumber => self.pos.turns,
            Int::MovesThisTurn => self.pos.turns_same_player,
            Int::ActivePlayers => (1..=self.game.players).filter(|&p| self.pos.is_active(p)).count() as i32,
            Int::PhaseCount => self.game.phases.len() as i32,
            Int::LegalMoves => {
                // A rule that counts the moves it is itself part of would never end.
                if self.depth >= MAX_DEPTH {
                    return 0;
                }
                let mut ahead = self.fork();
                ahead.depth += 1;
                ahead.legal_moves().len() as i32
            }
            Int::Trials => self.pos.instance.as_ref().map_or(0, |i| i.played as i32),
        }
    }

    fn of_player<T>(&self, p: i32, read: impl Fn(&crate::position::Position, usize) -> T) -> Option<T> {
        usize::try_from(p).ok().filter(|&p| p < PLAYERS).map(|p| read(&self.pos, p))
    }

    fn last_part(&self, part: LastPart, after: bool) -> i32 {
        let Some(last) = &self.pos.last else { return UNDEFINED };
        if !after {
            return match part {
                LastPart::From => last.from,
                LastPart::To => last.to,
                LastPart::LevelFrom => last.decision().map_or(0, |a| a.levels().0),
                LastPart::LevelTo => last.decision().map_or(0, |a| a.levels().1),
            };
        }
        let mut back = last.actions.iter().rev();
        match part {
            LastPart::From => back.map(|a| a.from()).find(|&s| s != OFF).unwrap_or(OFF),
            LastPart::To => back.map(|a| a.to()).find(|&s| s != OFF).unwrap_or(OFF),
            LastPart::LevelFrom => back.find(|a| a.from() != OFF).map_or(OFF, |a| a.levels().0),
            LastPart::LevelTo => back.find(|a| a.to() != OFF).map_or(OFF, |a| a.levels().1),
        }
    }

    /// The piece at a site, at a level or on top.
    pub fn piece_at(
        &mut self,
        kind: SiteType,
        site: &Int,
        level: &Option<Box<Int>>,
    ) -> crate::position::Piece {
        let site = self.int(site);
        let slot = self.slot(kind, site);
        match level {
            None => self.pos.top(slot),
            Some(l) => {
                let level = self.int(l);
                if level < 0 { self.pos.top(slot) } else { self.pos.at_level(slot, level as usize) }
            }
        }
    }

    #[inline]
    pub fn float(&mut self, e: &Float) -> f64 {
        if self.observer.is_some() { self.float_observed(e) } else { self.float_unobserved(e) }
    }

    pub(crate) fn float_unobserved(&mut self, e: &Float) -> f64 {
        match e {
            Float::Const(x) => *x,
            Float::FromInt(i) => f64::from(self.int(i)),
            Float::FromBool(b) => f64::from(u8::from(self.bool(b))),
            Float::Add(list) => list.iter().map(|e| self.float(e)).sum(),
            Float::Sub(a, b) => self.float(a) - self.float(b),
            Float::Mul(list) => list.iter().map(|e| self.float(e)).product(),
            Float::Div(a, b) => {
                let (a, b) = (self.float(a), self.float(b));
                if b == 0.0 { 0.0 } else { a / b }
            }
            Float::Pow(a, b) => self.float(a).powf(self.float(b)),
            Float::Min(list) => list.iter().map(|e| self.float(e)).fold(f64::INFINITY, f64::min),
            Float::Max(list) => list.iter().map(|e| self.float(e)).fold(f64::NEG_INFINITY, f64::max),
            Float::Apply(f, x) => {
                let x = self.float(x);
                match f {
                    FloatFn::Abs => x.abs(),
                    FloatFn::Sin => x.sin(),
                    FloatFn::Cos => x.cos(),
                    FloatFn::Tan => x.tan(),
                    FloatFn::Exp => x.exp(),
                    FloatFn::Log => x.ln(),
                    FloatFn::Log10 => x.log10(),
                    FloatFn::Sqrt => x.sqrt(),
                }
            }
        }
    }

    /// Lower and upper end of a range, both included.
    pub fn range(&mut self, e: &Range) -> (i32, i32) {
        (self.int(&e.min), self.int(&e.max))
    }
}

/// How deeply rules may ask for the moves of rules.
pub const MAX_DEPTH: u32 = 8;

/// Towards zero; 0 where the divisor is 0.
pub fn divided(a: i32, b: i32) -> i32 {
    a.checked_div(b).unwrap_or(0)
}

/// The rest of a division, with the sign of the first number; 0 where the divisor is 0.
pub fn remainder(a: i32, b: i32) -> i32 {
    a.checked_rem(b).unwrap_or(0)
}

/// A power, cut off at what fits.
pub fn power(a: i32, b: i32) -> i32 {
    f64::from(a).powf(f64::from(b)) as i32
}
