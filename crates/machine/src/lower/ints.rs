//! Numbers.

use super::*;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::IntArr;
use ludarium_engine::kernel::int::{Owners, TrackPick};

impl<'g> Lower<'g> {
    pub fn int(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        self.deeper(|l| l.int_of(e, env))
    }

    fn int_of(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        Ok(match e {
            Int::Const(n) => self.b.int((*n).into()),
            Int::From => env.from,
            Int::To => env.to,
            Int::Between => env.between,
            Int::Site => env.site,
            Int::Level => env.level,
            Int::Value => env.value,
            Int::Player => env.player,
            Int::Track => env.track,
            Int::Pips => env.pips,
            Int::Mover => self.b.int(env.mover as i64),
            Int::Next => self.role(Role::Next, env)?,
            Int::Prev => self.role(Role::Prev, env)?,
            Int::Role(r) => self.role(*r, env)?,
            Int::PrevTurnMover => {
                let latest = self.latest_mover();
                let mover = self.b.int(env.mover as i64);
                let mine = self.b.eq(latest, mover);
                let before = self.number(Number::BeforeRun);
                self.b.select(mine, before, latest)
            }
            Int::FromAtTurnStart => {
                let latest = self.latest_mover();
                let mover = self.b.int(env.mover as i64);
                let mine = self.b.eq(latest, mover);
                let (from, off) = (self.number(Number::TurnFrom), self.b.int(OFF.into()));
                self.b.select(mine, from, off)
            }
            Int::LastFrom => self.number(Number::LastFrom),
            Int::LastTo => self.number(Number::LastTo),
            Int::Last { part, after } => {
                use ludarium_engine::kernel::int::LastPart;
                let after = self.bool(after, env)?;
                let (of_move, of_action) = match part {
                    LastPart::From => (Number::LastFrom, Number::LastActionFrom),
                    LastPart::To => (Number::LastTo, Number::LastActionTo),
                    LastPart::LevelFrom | LastPart::LevelTo => {
                        return refuse("Int", "levels of the last move");
                    }
                };
                let (of_move, of_action) = (self.number(of_move), self.number(of_action));
                self.b.select(after, of_action, of_move)
            }
            Int::Add(list) => self.folded(Binary::Add, 0, list, env)?,
            Int::Mul(list) => self.folded(Binary::Mul, 1, list, env)?,
            Int::Sub(a, b) => self.two(Binary::Sub, a, b, env)?,
            Int::Div(a, b) => self.two(Binary::Div, a, b, env)?,
            Int::Mod(a, b) => self.two(Binary::Rem, a, b, env)?,
            Int::Min(a, b) => self.two(Binary::Min, a, b, env)?,
            Int::Max(a, b) => self.two(Binary::Max, a, b, env)?,
            Int::Abs(a) => {
                let a = self.int(a, env)?;
                let a = self.b.bind(a);
                let zero = self.b.int(0);
                let minus = self.b.binary(Binary::Sub, zero, a);
                self.b.binary(Binary::Max, a, minus)
            }
            Int::If { cond, then, otherwise } => {
                let cond = self.bool(cond, env)?;
                self.if_else(cond, |l| l.int(then, env), |l| l.int(otherwise, env))?
            }
            Int::FromBool(b) => self.bool(b, env)?,
            Int::What { kind, site, level } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                if site == env.from
                    && level.is_none()
                    && let Some(what) = env.what_at_from
                {
                    return Ok(self.b.int(what.into()));
                }
                self.what_at_level(site, level.as_deref(), env)?
            }
            Int::Who { kind, site, level } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                if site == env.from
                    && level.is_none()
                    && let Some(what) = env.what_at_from
                {
                    let what = self.b.int(what.into());
                    return Ok(self.owner_of(what));
                }
                let what = self.what_at_level(site, level.as_deref(), env)?;
                self.owner_of(what)
            }
            Int::State { kind, site, level } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.carried_at_level(0, site, level.as_deref(), env)?
            }
            Int::Rotation { kind, site, level } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.carried_at_level(1, site, level.as_deref(), env)?
            }
            Int::PieceValue { kind, site, level } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.carried_at_level(2, site, level.as_deref(), env)?
            }
            Int::Count { kind, site } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.count_at(site)
            }
            Int::CountIn { kind, region } => {
                let sites = self.region(region, env)?;
                if self.layout.ground(*kind).is_some() && self.layout.count.is_none() && !self.stacking() {
                    let taken = self.on(*kind, |l| Ok(l.occupied()))?;
                    let taken = self.intersection(&sites, &taken);
                    return Ok(self.size(&taken));
                }
                self.sum_over(&sites, |l, site| {
                    let site = l.site_of(*kind, site);
                    Ok(l.count_at(site))
                })?
            }
            Int::TopLevel { .. } if !self.stacking() => self.b.int(0),
            Int::TopLevel { kind, site } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                let height = self.height(site);
                let (zero, one) = (self.b.int(0), self.b.int(1));
                let top = self.b.binary(Binary::Sub, height, one);
                self.b.binary(Binary::Max, top, zero)
            }
            Int::StackLevels { kind, region, from_top, cond, stop } => {
                let sites = self.region(region, env)?;
                if *kind != self.layout.kind {
                    return refuse("Int", "StackLevels on another kind of site");
                }
                self.stack_levels(&sites, *from_top, cond.as_deref(), stop.as_deref(), env)?
            }
            Int::WhereLevel { what, state, kind, site, from_top } => {
                let from_top = self.bool(from_top, env)?;
                let Some(from_top) = self.constant(from_top).filter(|_| *kind == self.layout.kind) else {
                    return refuse("Int", "WhereLevel of an unusual kind");
                };
                let (what, site) = (self.int(what, env)?, self.int(site, env)?);
                let state = match state {
                    Some(s) => Some(self.int(s, env)?),
                    None => None,
                };
                self.where_level(what, state, site, from_top != 0)?
            }
            Int::FirstSite(r) => {
                let sites = self.region(r, env)?;
                self.first(&sites)
            }
            Int::RegionSite { region, index } => {
                let sites = self.region(region, env)?;
                let index = self.int(index, env)?;
                self.nth_site(&sites, index)?
            }
            Int::Sites(region) => {
                let sites = self.region(region, env)?;
                self.size(&sites)
            }
            Int::ContainerSites(c) => {
                let c = self.int(c, env)?;
                let Some(c) = self.constant(c) else { return refuse("Int", "ContainerSites") };
                let n = match usize::try_from(c) {
                    Ok(0) => self.game.board_sites(self.game.site_type) as i64,
                    Ok(c) => self.game.containers.get(c).map_or(0, |c| c.len.into()),
                    Err(_) => 0,
                };
                self.b.int(n)
            }
            Int::Row { kind, site } => self.board_number("row", *kind, site, env, |b, k, s| b.row(k, s))?,
            Int::Column { kind, site } => {
                self.board_number("column", *kind, site, env, |b, k, s| b.column(k, s))?
            }
            Int::Layer { kind, site } => {
                self.board_number("layer", *kind, site, env, |b, k, s| b.layer(k, s))?
            }
            Int::SitePhase { kind, site } => {
                self.board_number("phase of site", *kind, site, env, |b, k, s| b.phase(k, s))?
            }
            Int::AtRowColumn { kind, row, column } => {
                let (row, column) = (self.int(row, env)?, self.int(column, env)?);
                let board = &self.game.board;
                let of = |s: usize| (board.row(*kind, s), board.column(*kind, s));
                let most = (0..board.len(*kind)).map(|s| of(s).0.max(of(s).1)).max().unwrap_or(0).max(0) + 1;
                let mut data = vec![-1; (most * most) as usize];
                for s in (0..board.len(*kind)).rev() {
                    let (r, c) = of(s);
                    if r >= 0 && c >= 0 {
                        data[(r * most + c) as usize] = s as i64;
                    }
                }
                let table = self.b.table("by row and column", Width::Half, data, -1);
                let (row, column) = (self.b.bind(row), self.b.bind(column));
                let (zero, each) = (self.b.int(0), self.b.int(most.into()));
                let low = self.b.binary(Binary::Le, zero, column);
                let high = self.b.binary(Binary::Lt, column, each);
                let inside = self.b.binary(Binary::And, low, high);
                let line = self.b.binary(Binary::Mul, row, each);
                let at = self.b.add(line, column);
                let off = self.b.int(-1);
                let at = self.b.select(inside, at, off);
                self.b.load(table, at)
            }
            Int::HandSite { player, index } => {
                let (player, index) = (self.int(player, env)?, self.int(index, env)?);
                let hands = (0..self.game.players as i32 + 2)
                    .map(|p| self.game.hand_of(p).map_or(i64::from(i32::MIN), |h| h.first.into()))
                    .collect();
                let table = self.b.table("hands", Width::Half, hands, i32::MIN.into());
                let first = self.b.load(table, player);
                let first = self.b.bind(first);
                let site = self.b.add(first, index);
                let (zero, off) = (self.b.int(0), self.b.int(OFF.into()));
                let has = self.b.binary(Binary::Le, zero, first);
                self.b.select(has, site, off)
            }
            Int::MapEntry { maps, key } => {
                let key = self.int(key, env)?;
                let key = self.b.bind(key);
                let most = maps
                    .iter()
                    .flat_map(|&m| &self.game.maps[usize::from(m)].pairs)
                    .map(|p| p.0)
                    .max()
                    .unwrap_or(-1);
                if !(-1..100_000).contains(&most)
                    || maps.iter().any(|&m| self.game.maps[usize::from(m)].pairs.iter().any(|p| p.0 < 0))
                {
                    return refuse("Int", "MapEntry of unusual keys");
                }
                let none = i64::from(i32::MIN);
                let mut data = vec![none; (most + 1) as usize];
                for &m in maps.iter() {
                    for &(k, v) in &self.game.maps[usize::from(m)].pairs {
                        if v != OFF && data[k as usize] == none {
                            data[k as usize] = v.into();
                        }
                    }
                }
                let table = self.b.table("map", Width::Half, data, none);
                let found = self.b.load(table, key);
                let found = self.b.bind(found);
                let none = self.b.int(none);
                let missing = self.b.eq(found, none);
                self.b.select(missing, key, found)
            }
            Int::ComponentOf { by_owner, owner } => {
                let owner = self.int(owner, env)?;
                let data = by_owner.iter().map(|&c| c.into()).collect();
                let table = self.b.table("component of", Width::Half, data, OFF.into());
                self.b.load(table, owner)
            }
            Int::Where { what, state, kind } if state.is_none() || !self.stacking() => {
                let what = self.int(what, env)?;
                let state = match state {
                    Some(state) => Some(self.int(state, env)?),
                    None => None,
                };
                self.on(*kind, |l| {
                    let (sites, board) = (l.plane_of_what(what), l.board_sites());
                    let mut sites = l.intersection(&sites, &board);
                    if let (Some(state), Some(array)) = (state, l.layout.state) {
                        let state = l.b.bind(state);
                        let (off, bound) = (l.b.int(UNDEFINED.into()), l.bind_set(&sites));
                        let any = l.b.eq(state, off);
                        sites = l.tested(&bound, |l, site| {
                            let at = l.here(site);
                            let has = l.b.load(array, at);
                            let same = l.b.eq(has, state);
                            Ok(l.b.binary(Binary::Or, same, any))
                        })?;
                    }
                    Ok(l.first(&sites))
                })?
            }
            Int::Pieces { kind, .. } => {
                let ground = kind.unwrap_or(self.game.site_type);
                // Where there are no cells but beside the board, these are meant.
                let beside = ground == SiteType::Cell && self.game.layout.board[ground as usize].1 == 0;
                let ground = if beside { self.layout.kind } else { ground };
                self.on(ground, |l| l.count_pieces(e, beside, env))?
            }
            Int::Face(site) => {
                let site = self.int(site, env)?;
                let site = self.site_of(SiteType::Cell, site);
                self.face(site)?
            }
            Int::DiceSum(player) => {
                let player = self.int(player, env)?;
                let Some(p) = self.constant(player) else { return refuse("Int", "DiceSum of somebody") };
                let set = self
                    .game
                    .containers
                    .iter()
                    .filter(|c| matches!(c.kind, ContainerKind::Dice { .. }))
                    .position(|c| c.owner as i64 == p);
                match set {
                    Some(i) => self.b.load_at(self.layout.numbers, self.layout.dice_sums + i),
                    None => self.b.int(0),
                }
            }
            Int::GroupSize { kind, site, dirs, cond } => {
                let site = self.int(site, env)?;
                let group = self.group_at(*kind, site, dirs, cond.as_deref(), env)?;
                self.size(&group)
            }
            Int::Groups { kind, dirs, cond, min } => {
                let min = self.int(min, env)?;
                let (min, zero) = (self.b.bind(min), self.b.int(0));
                let count = self.b.variable(zero);
                self.for_each_group(*kind, dirs, cond.as_deref(), None, env, |l, group| {
                    let size = l.size(group);
                    let enough = l.b.binary(Binary::Le, min, size);
                    let old = l.b.get(count);
                    let new = l.b.add(old, enough);
                    l.b.set(count, new);
                    Ok(())
                })?;
                self.b.get(count)
            }
            Int::BiggestGroup { kind, dirs, through, cond, visible: None } => {
                let through = match through {
                    Some(r) => Some(self.region(r, env)?),
                    None => None,
                };
                let zero = self.b.int(0);
                let most = self.b.variable(zero);
                self.for_each_group(*kind, dirs, cond.as_deref(), through.as_ref(), env, |l, group| {
                    let size = l.size(group);
                    let old = l.b.get(most);
                    let new = l.b.binary(Binary::Max, old, size);
                    l.b.set(most, new);
                    Ok(())
                })?;
                self.b.get(most)
            }
            Int::Territory { kind, of, dir } => {
                let Some(mask) = self.owner_mask(of, env)? else {
                    return refuse("Int", "Territory of somebody");
                };
                self.territory(*kind, mask, *dir, env)?
            }
            Int::Liberties { kind, site, dirs, cond } => {
                let site = self.int(site, env)?;
                self.liberties(*kind, site, dirs, cond.as_deref(), env)?
            }
            Int::Steps { kind, relation, walk, from, to } => {
                let from = self.int(from, env)?;
                let to = self.region(to, env)?;
                match walk {
                    None => self.steps_between(*kind, *relation, from, &to)?,
                    Some(walk) => self.steps_of_walk(*kind, walk, from, &to, env)?,
                }
            }
            Int::TrackMove { track, from, steps, .. } => {
                let from = self.int(from, env)?;
                let steps = self.int(steps, env)?;
                let player = self.int(&track.player, env)?;
                let (from, player) = (self.b.bind(from), self.b.bind(player));
                self.by_track(track, env, |l, t| l.track_move(t, player, from, steps))?
            }
            Int::TrackFirst { track, from, cond } => {
                self.track_first(track, from.as_deref(), cond.as_deref(), env)?
            }
            Int::TrackSteps { track, from, to } => self.track_steps(track, from, to, env)?,
            Int::TrackEnd { track } => self.by_track(track, env, |l, t| {
                let end = l.game.tracks[t].sites.last().copied().unwrap_or(UNDEFINED);
                Ok(l.b.int(end.into()))
            })?,
            Int::Cost { kind, region } => {
                // (Costs are set up before the game and stay.)
                if self.random_start {
                    return refuse("Int", "Cost of a set-up drawn by chance");
                }
                let mut data = vec![0; self.layout.universe];
                for (_, site, cost) in self.ctx.pos.costs.iter().filter(|c| c.0 == *kind) {
                    if let Some(sum) = usize::try_from(*site).ok().and_then(|s| data.get_mut(s)) {
                        *sum += i64::from(*cost);
                    }
                }
                let table = self.b.table("costs", Width::Half, data, 0);
                let sites = self.region(region, env)?;
                self.sum_over(&sites, |l, site| Ok(l.b.load(table, site)))?
            }
            Int::Ahead { kind, site, steps, dirs } => {
                let site = self.int(site, env)?;
                let steps = self.int(steps, env)?;
                self.ahead(*kind, site, steps, dirs, env)?
            }
            Int::Score(p) => {
                let p = self.int(p, env)?;
                self.of_player(PerPlayer::Score, p)
            }
            Int::Amount(p) => {
                let p = self.int(p, env)?;
                self.of_player(PerPlayer::Amount, p)
            }
            Int::Pot => self.number(Number::Pot),
            Int::Counter => self.number(Number::Counter),
            Int::Temp => self.number(Number::Temp),
            Int::Var(name) => {
                let at = self.layout.variables + usize::from(*name);
                if at >= self.layout.variables_end {
                    return Ok(self.b.int(OFF.into()));
                }
                self.b.load_at(self.layout.numbers, at)
            }
            Int::PlayerValue(p) => {
                let p = self.int(p, env)?;
                self.of_player(PerPlayer::Value, p)
            }
            Int::Pending => {
                let (count, one) = (self.number(Number::PendingCount), self.b.int(1));
                let single = self.b.eq(count, one);
                let (value, zero) = (self.number(Number::PendingValue), self.b.int(0));
                self.b.select(single, value, zero)
            }
            Int::MoveLimit => self.b.int(self.game.move_limit.into()),
            Int::TurnLimit => self.b.int(self.game.turn_limit.into()),
            Int::MoveNumber => {
                let (made, start) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
                self.b.binary(Binary::Sub, made, start)
            }
            Int::TurnNumber => self.number(Number::Turns),
            Int::MovesThisTurn => self.number(Number::TurnsSamePlayer),
            Int::ActivePlayers => {
                let active = self.number(Number::Active);
                self.b.unary(Unary::Ones, active)
            }
            Int::PhaseCount => self.b.int(self.game.phases.len() as i64),
            Int::Trials => self.b.int(0),
            Int::MatchScore(_) => self.b.int(UNDEFINED.into()),
            Int::Len(list) => match &**list {
                IntArr::Sites(region) => {
                    let sites = self.region(region, env)?;
                    self.size(&sites)
                }
                IntArr::Const(list) => self.b.int(list.len() as i64),
                list => {
                    let (zero, one) = (self.b.int(0), self.b.int(1));
                    self.over_list(list, zero, env, |l, n, _| l.b.add(n, one))?
                }
            },
            Int::Sum(list) if !Self::is_short(list) => {
                let zero = self.b.int(0);
                self.over_list(list, zero, env, |l, sum, n| l.b.add(sum, n))?
            }
            Int::MinOf(list) | Int::MaxOf(list) if !Self::is_short(list) => {
                let op = if matches!(e, Int::MinOf(_)) { Binary::Min } else { Binary::Max };
                // (A number that no rule knows stands for none.)
                let none = self.b.int(i64::MIN);
                let found = self.over_list(list, none, env, |l, best, n| {
                    let first = l.b.eq(best, none);
                    let other = l.b.binary(op, best, n);
                    l.b.select(first, n, other)
                })?;
                let found = self.b.bind(found);
                let missing = self.b.eq(found, none);
                let off = self.b.int(UNDEFINED.into());
                self.b.select(missing, off, found)
            }
            Int::Product(list) => {
                let none = self.b.int(i64::MIN);
                let found = self.over_list(list, none, env, |l, so_far, n| {
                    let first = l.b.eq(so_far, none);
                    let product = l.b.binary(Binary::Mul, so_far, n);
                    let (low, high) = (l.b.int(i32::MIN.into()), l.b.int(i32::MAX.into()));
                    let product = l.b.binary(Binary::Max, product, low);
                    let product = l.b.binary(Binary::Min, product, high);
                    l.b.select(first, n, product)
                })?;
                let found = self.b.bind(found);
                let missing = self.b.eq(found, none);
                let zero = self.b.int(0);
                self.b.select(missing, zero, found)
            }
            Int::Occurrences { value, list } => {
                let value = self.int(value, env)?;
                let (value, zero) = (self.b.bind(value), self.b.int(0));
                self.over_list(list, zero, env, |l, n, listed| {
                    let same = l.b.eq(listed, value);
                    l.b.add(n, same)
                })?
            }
            Int::Nth { list, index } => {
                let index = self.int(index, env)?;
                self.nth_of_list(list, index, env)?
            }
            Int::Sum(list) => {
                let list = self.listed(list, env)?;
                let mut sum = self.b.int(0);
                for e in list {
                    sum = self.b.add(sum, e);
                }
                sum
            }
            Int::MinOf(list) | Int::MaxOf(list) => {
                let op = if matches!(e, Int::MinOf(_)) { Binary::Min } else { Binary::Max };
                let list = self.listed(list, env)?;
                let Some((&first, rest)) = list.split_first() else {
                    return Ok(self.b.int(UNDEFINED.into()));
                };
                let mut found = first;
                for &e in rest {
                    found = self.b.binary(op, found, e);
                }
                found
            }
            Int::Edge
            | Int::Hint { .. }
            | Int::Pow(..)
            | Int::FromFloat(..)
            | Int::Random(..)
            | Int::Neighbours { .. }
            | Int::EdgeBetween(..)
            | Int::Where { .. }
            | Int::Bag
            | Int::PlatformBelow { .. }
            | Int::LargePieceSize { .. }
            | Int::TrumpSuit
            | Int::Card { .. }
            | Int::PathExtent { .. }
            | Int::BiggestGroup { .. }
            | Int::BiggestLine { .. }
            | Int::LegalMoves => {
                return refuse("Int", crate::refuse::head(&format!("{e:?}")));
            }
        })
    }

    /// Pieces on the ground that is spoken of and, where no kind is said or it is cells, beside the board; or only there.
    fn count_pieces(&mut self, e: &'g Int, only_beside: bool, env: &Env) -> Lowered<Expr> {
        let Int::Pieces { kind, of, whats, within, cond } = e else { return refuse("Int", "Pieces") };
        let mut sites = if self.stacking() {
            self.pieces_of_owners(of, None, env)?
        } else {
            self.sites_of_owners(of, env)?
        };
        let board = self.board_sites();
        if only_beside {
            sites = self.difference(&sites, &board);
        } else if kind.is_some_and(|k| k != SiteType::Cell) {
            sites = self.intersection(&sites, &board);
        }
        if let Some(whats) = whats {
            let mut of_these = self.no_sites();
            for &w in whats.iter() {
                let here = self.anywhere(w.into());
                of_these = self.union(&of_these, &here);
            }
            sites = self.intersection(&sites, &of_these);
        }
        if let Some(within) = within {
            let within = self.region(within, env)?;
            sites = self.intersection(&sites, &within);
        }
        if self.stacking() {
            if self.ground.offset > 0 {
                return refuse("Int", "Pieces in stacks on several kinds of sites");
            }
            let (whats, cond) = (whats.as_deref(), cond.as_deref());
            if let Some(mask) = self.owner_mask(of, env)? {
                return self.pieces_in_stacks(&sites, mask, whats, cond, env);
            }
            let sites = self.bind_set(&sites);
            let owner = self.some_owner(of, env)?;
            let owner = self.b.bind(owner);
            let mut count = self.b.int(0);
            for p in 0..=self.layout.players + 1 {
                let here = self.lazy(|l| l.pieces_in_stacks(&sites, 1 << p, whats, cond, env))?;
                let number = self.b.int(p as i64);
                let is = self.b.eq(owner, number);
                count = self.b.choose(is, here, count);
            }
            return Ok(count);
        }
        let empty = self.plane(Plane::Empty);
        sites = self.difference(&sites, &empty);
        if let Some(cond) = cond {
            sites = self.filtered(&sites, cond, env)?;
        }
        if self.layout.count.is_none() {
            return Ok(self.size(&sites));
        }
        self.sum_over(&sites, |l, site| {
            let here = l.here(site);
            Ok(l.count_at(here))
        })
    }

    /// Is it a list whose length is known?
    pub(super) fn is_short(e: &IntArr) -> bool {
        matches!(e, IntArr::Const(_) | IntArr::List(_))
    }
    /// A list whose length is known.
    pub fn listed(&mut self, e: &'g IntArr, env: &Env) -> Lowered<Vec<Expr>> {
        match e {
            IntArr::Const(list) => Ok(list.iter().map(|&n| self.b.int(n.into())).collect()),
            IntArr::List(list) => list.iter().map(|e| self.int(e, env)).collect(),
            IntArr::Team => Ok(env.team.iter().map(|&p| self.b.int(p as i64)).collect()),
            IntArr::TeamPlayers { team, cond: None } => {
                let n = self.game.players;
                let mask = self.side(Role::Team(*team), env.mover).unwrap_or(1 << *team);
                Ok((1..=n).filter(|&p| mask >> p & 1 == 1).map(|p| self.b.int(p as i64)).collect())
            }
            IntArr::Players { relation, of: None, cond: None } => {
                use ludarium_engine::kernel::int::PlayerRelation;
                let (n, mover) = (self.game.players, env.mover);
                let of = |l: &Self, role: Role, plain: u32| l.side(role, mover).unwrap_or(plain);
                let mask: u32 = match relation {
                    PlayerRelation::All => (1 << (n + 2)) - 1,
                    PlayerRelation::NonMover => ((1 << (n + 1)) - 1) & !(1 << mover),
                    PlayerRelation::Enemy => of(self, Role::Enemy, ((1 << (n + 1)) - 2) & !(1 << mover)),
                    PlayerRelation::Friend => of(self, Role::Friend, 1 << mover),
                    PlayerRelation::Ally => of(self, Role::Ally, 0),
                };
                Ok((0..=n + 1).filter(|&p| mask >> p & 1 == 1).map(|p| self.b.int(p as i64)).collect())
            }
            other => refuse("IntArr", crate::refuse::head(&format!("{other:?}"))),
        }
    }

    /// Empty sites that only the owners' pieces enclose.
    fn territory(&mut self, kind: SiteType, owners: u32, dir: Direction, env: &Env) -> Lowered<Expr> {
        if self.game.uses.who_is_what {
            return refuse("Int", "Territory by component");
        }
        let dirs = Dir::Absolute([dir].into());
        let all = (1u32 << (self.layout.players + 2)) - 1;
        let others = self.of_owners(all & !owners);
        let others = self.bind_set(&others);
        let zero = self.b.int(0);
        let total = self.b.variable(zero);
        let empty = self.empty_board();
        self.for_each_group_of(kind, &dirs, None, Some(empty), None, env, |l, area| {
            let around = l.union_over(area, |l, site| l.step_set(&dirs, None, site))?;
            let foreign = l.intersection(&around, &others);
            let enclosed = l.none(&foreign);
            let size = l.size(area);
            let won = l.b.select(enclosed, size, zero);
            let old = l.b.get(total);
            let new = l.b.add(old, won);
            l.b.set(total, new);
            Ok(())
        })?;
        Ok(self.b.get(total))
    }

    /// The site at a place of a set, nowhere past its end.
    fn nth_site(&mut self, sites: &Set, index: Expr) -> Lowered<Expr> {
        let left = self.b.variable(index);
        let off = self.b.int(OFF.into());
        let found = self.b.variable(off);
        self.for_each(sites, |l, site| {
            let n = l.b.get(left);
            let here = l.b.not(n);
            l.when(here, |l| {
                l.b.set(found, site);
                Ok(())
            })?;
            let (n, one) = (l.b.get(left), l.b.int(1));
            let less = l.b.binary(Binary::Sub, n, one);
            l.b.set(left, less);
            Ok(())
        })?;
        Ok(self.b.get(found))
    }

    fn latest_mover(&mut self) -> Expr {
        let word = self.b.load_at(self.layout.trail, 0);
        let mask = self.b.int(0x7f);
        self.b.binary(Binary::And, word, mask)
    }

    fn folded(&mut self, op: Binary, begin: i64, list: &'g [Int], env: &Env) -> Lowered<Expr> {
        let mut value = self.b.int(begin);
        for (i, e) in list.iter().enumerate() {
            let e = self.int(e, env)?;
            value = if i == 0 { e } else { self.b.binary(op, value, e) };
        }
        Ok(value)
    }
    fn two(&mut self, op: Binary, a: &'g Int, b: &'g Int, env: &Env) -> Lowered<Expr> {
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        Ok(self.b.binary(op, a, b))
    }
    fn board_number(
        &mut self,
        name: &str,
        kind: SiteType,
        site: &'g Int,
        env: &Env,
        read: fn(&ludarium_board::Topology, SiteType, usize) -> i32,
    ) -> Lowered<Expr> {
        let site = self.int(site, env)?;
        let board = &self.game.board;
        let len = board.len(kind);
        let data = (0..len).map(|s| read(board, kind, s).into()).collect();
        let table = self.b.table(name, Width::Half, data, OFF.into());
        Ok(self.b.load(table, site))
    }

    /// The sum of a number over the sites of a set.
    pub fn sum_over(
        &mut self,
        sites: &Set,
        of: impl FnOnce(&mut Self, Expr) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let zero = self.b.int(0);
        let sum = self.b.variable(zero);
        self.for_each(sites, |l, site| {
            let n = of(l, site)?;
            let old = l.b.get(sum);
            let new = l.b.add(old, n);
            l.b.set(sum, new);
            Ok(())
        })?;
        Ok(self.b.get(sum))
    }

    /// The sites where a component stands, whichever it turns out to be, at whatever level.
    pub fn plane_of_what(&mut self, what: Expr) -> Set {
        if let Some(w) = self.constant(what) {
            return self.anywhere(usize::try_from(w).unwrap_or(0));
        }
        let what = self.b.bind(what);
        let (zero, most) = (self.b.int(0), self.b.int(self.layout.components as i64));
        let low = self.b.binary(Binary::Lt, zero, what);
        let high = self.b.binary(Binary::Lt, what, most);
        let inside = self.b.binary(Binary::And, low, high);
        let words = self.b.int(self.layout.row_words as i64);
        let at = self.b.binary(Binary::Mul, what, words);
        let first = self.b.int(self.layout.plane_anywhere(0) as i64);
        let at = self.b.add(first, at);
        let (set, none) = (self.kept_at(at), self.no_sites());
        self.choose_set(inside, &set, &none)
    }

    /// Owners as bits, where they are known beforehand.
    pub fn owner_mask(&mut self, of: &'g Owners, env: &Env) -> Lowered<Option<u32>> {
        let n = self.game.players as u32;
        let mover = 1u32 << env.mover;
        let players = (1u32 << (n + 1)) - 2;
        let one = |l: &Self, e: Expr| l.constant(e).map(|p| if (0..32).contains(&p) { 1u32 << p } else { 0 });
        Ok(match of {
            Owners::Player(p) => {
                let p = self.int(p, env)?;
                one(self, p)
            }
            Owners::Role(role) if self.side(*role, env.mover).is_some() => self.side(*role, env.mover),
            Owners::Role(role) => match role {
                Role::All => Some((1 << (n + 2)) - 1),
                Role::Enemy => Some(players & !mover),
                Role::Ally => Some(0),
                Role::Friend | Role::TeamMover => Some(mover),
                Role::NonMover => Some(players & !mover | 1),
                Role::Team(t) => Some(1u32.checked_shl((*t).into()).unwrap_or(0)),
                Role::Neutral
                | Role::P(_)
                | Role::Each
                | Role::Shared
                | Role::Any
                | Role::Mover
                | Role::Next
                | Role::Prev
                | Role::Player => {
                    let p = self.role(*role, env)?;
                    one(self, p)
                }
            },
        })
    }
    /// The sites of owners, also where only the state knows who they are.
    pub fn sites_of_owners(&mut self, of: &'g Owners, env: &Env) -> Lowered<Set> {
        if let Some(mask) = self.owner_mask(of, env)? {
            return Ok(self.of_owners(mask));
        }
        let player = self.some_owner(of, env)?;
        Ok(self.of_some_owner(player))
    }
    fn some_owner(&mut self, of: &'g Owners, env: &Env) -> Lowered<Expr> {
        match of {
            Owners::Player(p) => self.int(p, env),
            Owners::Role(role) => self.role(*role, env),
        }
    }

    fn face(&mut self, site: Expr) -> Lowered<Expr> {
        let mut data = Vec::new();
        let mut most = 1;
        for c in &self.game.components {
            if let ludarium_engine::game::ComponentKind::Die { faces, .. } = &c.kind {
                most = most.max(faces.len());
            }
        }
        for c in &self.game.components {
            match &c.kind {
                ludarium_engine::game::ComponentKind::Die { faces, .. } => {
                    data.extend((0..most).map(|i| faces.get(i).map_or(i64::from(OFF), |&f| f.into())));
                }
                _ => data.extend((0..most).map(|_| i64::from(OFF))),
            }
        }
        let Some(state) = self.layout.state else { return Ok(self.b.int(OFF.into())) };
        let table = self.b.table("faces", Width::Half, data, OFF.into());
        let site = self.b.bind(site);
        let (what, each) = (self.what(site), self.b.int(most as i64));
        let shown = self.b.load(state, site);
        let row = self.b.binary(Binary::Mul, what, each);
        let at = self.b.add(row, shown);
        Ok(self.b.load(table, at))
    }

    fn steps_between(&mut self, kind: SiteType, relation: Relation, from: Expr, to: &Set) -> Lowered<Expr> {
        let board = &self.game.board;
        let n = board.len(kind);
        let mut data = Vec::with_capacity(n * n);
        for a in 0..n {
            data.extend((0..n).map(|b| i64::from(board.distance(kind, relation, a, b).unwrap_or(0))));
        }
        let table = self.b.table("distance", Width::Half, data, 0);
        let from = self.b.bind(from);
        let most = self.b.int(i64::from(INFINITY));
        let best = self.b.variable(most);
        let each = self.b.int(n as i64);
        let row = self.b.binary(Binary::Mul, from, each);
        let row = self.b.bind(row);
        self.for_each(to, |l, site| {
            let at = l.b.add(row, site);
            let d = l.b.load(table, at);
            let old = l.b.get(best);
            let new = l.b.binary(Binary::Min, old, d);
            l.b.set(best, new);
            Ok(())
        })?;
        let zero = self.b.int(0);
        let found = self.b.get(best);
        let some = self.some(to);
        let real = self.b.binary(Binary::Le, zero, from);
        let asked = self.b.binary(Binary::And, some, real);
        Ok(self.b.select(asked, found, zero))
    }

    // ---- tracks ----

    /// What a track answers, for the player that is meant.
    pub fn by_track(
        &mut self,
        pick: &'g TrackPick,
        env: &Env,
        mut of: impl FnMut(&mut Self, usize) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let player = self.int(&pick.player, env)?;
        let tracks = self.game.tracks.len();
        let real = |t: i32| usize::try_from(t).ok().filter(|&t| t < tracks);
        if let Some(p) = self.constant(player) {
            let t = usize::try_from(p).ok().and_then(|p| pick.by_player.get(p)).copied().and_then(real);
            return match t {
                Some(t) => of(self, t),
                None => Ok(self.b.int(OFF.into())),
            };
        }
        let player = self.b.bind(player);
        let mut value = self.b.int(OFF.into());
        for (p, &t) in pick.by_player.iter().enumerate() {
            if let Some(t) = real(t) {
                let here = self.lazy(|l| of(l, t))?;
                let p = self.b.int(p as i64);
                let is = self.b.eq(player, p);
                value = self.b.choose(is, here, value);
            }
        }
        Ok(value)
    }

    /// The index of a site on a track, its length where it is not on it.
    pub fn track_index(&mut self, track: usize, site: Expr) -> Expr {
        let t = &self.game.tracks[track];
        let end = t.sites.len() as i64;
        let data =
            (0..self.layout.universe as i32).map(|s| t.index_of(s).map_or(end, |i| i as i64)).collect();
        let table = self.b.table("index on track", Width::Half, data, end);
        self.b.load(table, site)
    }

    /// Where on a track a player's piece at a site stands: by how far it has come, where sites alone do not tell.
    fn progress(&mut self, track: usize, player: Expr, site: Expr) -> Lowered<Expr> {
        let t = &self.game.tracks[track];
        let first = self.track_index(track, site);
        let Some(tracks) = self.layout.tracks.as_ref().filter(|_| !t.looped) else { return Ok(first) };
        if self.game.site_type != self.layout.kind {
            return refuse("Int", "TrackMove on another kind of site");
        }
        let (array, row) = (tracks.array, tracks.index(track, 0, 0) as i64);
        let len = t.sites.len() as i64;
        let lists = (0..self.layout.universe as i32)
            .map(|s| (0..t.sites.len()).filter(|&i| t.sites[i] == s).map(|i| i as i64).collect())
            .collect();
        let (begins, all) = self.lists("places on track", lists);
        let what = self.what(site);
        let what = self.b.variable(what);
        if self.stacking() {
            self.for_each_level(site, false, |l, level| {
                let here = l.what_of_level(site, level);
                let here = l.b.bind(here);
                let owner = l.owner_of(here);
                let mine = l.b.eq(owner, player);
                let mine = l.b.bind(mine);
                l.when(mine, |l| {
                    l.b.set(what, here);
                    Ok(())
                })?;
                l.break_if(mine);
                Ok(())
            })?;
        }
        let what = self.b.get(what);
        let what = self.b.bind(what);
        let zero = self.b.int(0);
        let nothing = self.b.eq(what, zero);
        let none = self.b.int(len);
        let begin = self.b.select(nothing, first, none);
        let found = self.b.variable(begin);
        self.when(what, |l| {
            let begin = l.b.load(begins, site);
            let along = l.b.variable(begin);
            l.along_ray(all, along, |l, place| {
                let (each, row) = (l.b.int(len), l.b.int(row));
                let of_what = l.b.binary(Binary::Mul, what, each);
                let at = l.b.add(row, of_what);
                let at = l.b.add(at, place);
                let n = l.b.load(array, at);
                let stands = l.b.binary(Binary::Lt, zero, n);
                let stands = l.b.bind(stands);
                l.when(stands, |l| {
                    l.b.set(found, place);
                    Ok(())
                })?;
                l.break_if(stands);
                Ok(())
            })
        })?;
        Ok(self.b.get(found))
    }

    fn track_move(&mut self, track: usize, player: Expr, from: Expr, steps: Expr) -> Lowered<Expr> {
        let t = &self.game.tracks[track];
        if t.sites.iter().any(|&s| s < 0 && s != OFF && s != END) {
            return refuse("Int", "TrackMove on an odd track");
        }
        let len = t.sites.len();
        if len == 0 {
            return Ok(self.b.int(OFF.into()));
        }
        // Sites by index, for once round and what may follow; further on the index comes round.
        let after = |i: usize| {
            let next = t.next.get(i).copied().unwrap_or(OFF);
            usize::try_from(next).ok().and_then(|n| t.sites.get(n)).copied().unwrap_or(OFF)
        };
        let goes_round = after(len - 1) != OFF;
        let mut data: Vec<i64> = t.sites.iter().map(|&s| s.into()).collect();
        if goes_round {
            for i in 0..len {
                data.push(match i {
                    0 => after(len - 1).into(),
                    rest => after(rest - 1).into(),
                });
            }
        }
        let table = self.b.table("sites of track", Width::Half, data, OFF.into());
        let index = self.progress(track, player, from)?;
        let zero = self.b.int(0);
        let steps = self.b.binary(Binary::Max, steps, zero);
        let mut sum = self.b.add(index, steps);
        if self.layout.tracks.is_some() && !t.looped {
            // (From nowhere nothing moves.)
            let real = self.b.binary(Binary::Le, zero, from);
            let off = self.b.int(OFF.into());
            sum = self.b.select(real, sum, off);
        }
        if !goes_round {
            return Ok(self.b.load(table, sum));
        }
        let sum = self.b.bind(sum);
        let n = self.b.int(len as i64);
        let beyond = self.b.binary(Binary::Le, n, sum);
        let rest = self.b.binary(Binary::Rem, sum, n);
        let round = self.b.add(rest, n);
        let at = self.b.select(beyond, round, sum);
        Ok(self.b.load(table, at))
    }

    fn ahead(&mut self, kind: SiteType, site: Expr, steps: Expr, dirs: &'g Dir, env: &Env) -> Lowered<Expr> {
        if kind != self.layout.kind {
            return refuse("Int", "Ahead on another kind of site");
        }
        let Some(steps) = self.constant(steps) else { return refuse("Int", "Ahead by a number of steps") };
        let known = if site == env.from { env.what_at_from } else { None };
        if !Self::are_static(dirs) {
            // (The way that is looked at is that of the last move only where nothing else is.)
            let off = Some(OFF.into());
            if matches!(dirs, Dir::Relative { .. })
                && (self.constant(env.from), self.constant(env.to)) != (off, off)
            {
                return refuse("Int", "Ahead on the way that is looked at");
            }
            self.choose_directions(dirs, env)?;
        }
        let board = &self.game.board;
        self.by_facing("ahead", dirs, known, site, |s, dirs| {
            let Some(&way) = dirs.first().filter(|_| steps >= 1) else { return s.into() };
            let mut radials = board.radials(kind, s as usize, way);
            radials.find_map(|r| r.get(steps as usize - 1).copied()).map_or(s.into(), i64::from)
        })
    }
}
