//! What single numbers of rules stand for, one function each.

use super::*;
use ludarium_engine::eval::int::power;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::IntArr;

impl<'g> Lower<'g> {
    pub(super) fn int_if(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::If { cond, then, otherwise } = e else { return refuse("Int", "If") };
        let cond = self.bool(cond, env)?;
        self.if_else(cond, |l| l.int(then, env), |l| l.int(otherwise, env))
    }
    /// Who moved in the turn before this one.
    pub(super) fn prev_turn_mover(&mut self, env: &Env) -> Expr {
        let (latest, before) = (self.latest_mover(), self.number(Number::BeforeRun));
        let mover = self.b.int(env.mover as i64);
        let mine = self.b.eq(latest, mover);
        self.b.select(mine, before, latest)
    }
    pub(super) fn start_of_turn(&mut self, env: &Env) -> Expr {
        let (latest, mover) = (self.latest_mover(), self.b.int(env.mover as i64));
        let mine = self.b.eq(latest, mover);
        let (from, off) = (self.number(Number::TurnFrom), self.b.int(OFF.into()));
        self.b.select(mine, from, off)
    }
    /// How many moves were made since the game was set up.
    pub(super) fn move_number(&mut self) -> Expr {
        let (made, start) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
        self.b.binary(Binary::Sub, made, start)
    }
    pub(super) fn active_players(&mut self) -> Expr {
        let active = self.number(Number::Active);
        self.b.unary(Unary::Ones, active)
    }
    /// What is pending where it is one number, else 0.
    pub(super) fn pending_value(&mut self) -> Expr {
        let (count, one) = (self.number(Number::PendingCount), self.b.int(1));
        let single = self.b.eq(count, one);
        let (value, zero) = (self.number(Number::PendingValue), self.b.int(0));
        self.b.select(single, value, zero)
    }
    pub(super) fn variable_named(&mut self, name: u16) -> Expr {
        let at = self.layout.variables + usize::from(name);
        if at >= self.layout.variables_end {
            return self.b.int(OFF.into());
        }
        self.b.load_at(self.layout.numbers, at)
    }
    pub(super) fn number_of_player(&mut self, which: PerPlayer, p: &'g Int, env: &Env) -> Lowered<Expr> {
        let p = self.int(p, env)?;
        Ok(self.of_player(which, p))
    }
    /// State, rotation or value, by number, of the piece at a site.
    pub(super) fn carried_there(
        &mut self,
        which: usize,
        kind: SiteType,
        site: &'g Int,
        level: Option<&'g Int>,
        env: &Env,
    ) -> Lowered<Expr> {
        let site = self.int(site, env)?;
        let site = self.site_of(kind, site);
        self.carried_at_level(which, site, level, env)
    }
    /// How many numbers a list has, their sum, product, least or greatest.
    pub(super) fn number_of_list(&mut self, e: &'g Int, list: &'g IntArr, env: &Env) -> Lowered<Expr> {
        if let (Int::Len(_), IntArr::Sites(region)) = (e, list) {
            let sites = self.region(region, env)?;
            return Ok(self.size(&sites));
        }
        let (zero, one) = (self.b.int(0), self.b.int(1));
        // (A number that no rule knows stands for none.)
        let none = self.b.int(i64::MIN);
        let step = |l: &mut Self, so_far: Expr, n: Expr| {
            let joined = match e {
                Int::Len(_) => return l.b.add(so_far, one),
                Int::Sum(_) => return l.b.add(so_far, n),
                Int::MinOf(_) => l.b.binary(Binary::Min, so_far, n),
                Int::MaxOf(_) => l.b.binary(Binary::Max, so_far, n),
                _ => {
                    let product = l.b.binary(Binary::Mul, so_far, n);
                    let (low, high) = (l.b.int(i32::MIN.into()), l.b.int(i32::MAX.into()));
                    let product = l.b.binary(Binary::Max, product, low);
                    l.b.binary(Binary::Min, product, high)
                }
            };
            let first = l.b.eq(so_far, none);
            l.b.select(first, n, joined)
        };
        let counts = matches!(e, Int::Len(_) | Int::Sum(_));
        let begin = if counts { zero } else { none };
        let found = if Self::is_short(list) {
            let list = self.listed(list, env)?;
            list.into_iter().fold(begin, |so_far, n| step(self, so_far, n))
        } else {
            self.over_list(list, begin, env, step)?
        };
        let found = self.b.bind(found);
        let missing = self.b.eq(found, none);
        let nothing = if matches!(e, Int::Product(_)) { zero } else { self.b.int(UNDEFINED.into()) };
        Ok(if counts { found } else { self.b.select(missing, nothing, found) })
    }
    pub(super) fn end_of_last_move(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Last { part, after } = e else { return refuse("Int", "Last") };
        use ludarium_engine::kernel::int::LastPart;
        let after = self.bool(after, env)?;
        let (of_move, of_action) = match part {
            LastPart::From => (Number::LastFrom, Number::LastActionFrom),
            LastPart::To => (Number::LastTo, Number::LastActionTo),
            LastPart::LevelFrom | LastPart::LevelTo => return self.level_of_last_move(*part, after),
        };
        let (of_move, of_action) = (self.number(of_move), self.number(of_action));
        Ok(self.b.select(after, of_action, of_move))
    }
    /// A power of a number that is known, or one with a small exponent that is known.
    pub(super) fn power(&mut self, base: &'g Int, exponent: &'g Int, env: &Env) -> Lowered<Expr> {
        let (base, exponent) = (self.int(base, env)?, self.int(exponent, env)?);
        let base = self.b.bind(base);
        match (self.constant(base), self.constant(exponent)) {
            (Some(b), _) => {
                // (Beyond these the result does not change any more but in its sign.)
                const MOST: i64 = 64;
                let Ok(b) = i32::try_from(b) else { return refuse("Int", "Pow of a large number") };
                let data = (-MOST..=MOST).map(|e| power(b, e as i32).into()).collect();
                let (low, high) = (self.b.int(-MOST), self.b.int(MOST));
                let exponent = self.b.binary(Binary::Max, exponent, low);
                let exponent = self.b.binary(Binary::Min, exponent, high);
                let at = self.b.binary(Binary::Sub, exponent, low);
                let table = self.b.table("powers", Width::Half, data, 0);
                Ok(self.b.load(table, at))
            }
            (None, Some(e @ 1..=8)) => {
                let mut value = base;
                for _ in 1..e {
                    value = self.b.binary(Binary::Mul, value, base);
                    let (low, high) = (self.b.int(i32::MIN.into()), self.b.int(i32::MAX.into()));
                    value = self.b.binary(Binary::Max, value, low);
                    value = self.b.binary(Binary::Min, value, high);
                    value = self.b.bind(value);
                }
                Ok(value)
            }
            (None, Some(_) | None) => refuse("Int", "Pow of what is not known"),
        }
    }
    /// How many neighbours the first site of a region has.
    pub(super) fn neighbours_of_first(
        &mut self,
        kind: SiteType,
        relation: Relation,
        region: &'g ludarium_engine::kernel::Region,
        env: &Env,
    ) -> Lowered<Expr> {
        let sites = self.region(region, env)?;
        let data = (0..self.layout.universe as i32)
            .map(|s| self.ctx.neighbour_count(kind, relation, Some(s)).into())
            .collect();
        let zero = self.b.int(0);
        let first = self.nth(&sites, zero);
        let table = self.b.table("neighbours", Width::Half, data, UNDEFINED.into());
        Ok(self.b.load(table, first))
    }
    pub(super) fn absolute(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Abs(a) = e else { return refuse("Int", "Abs") };
        let a = self.int(a, env)?;
        let a = self.b.bind(a);
        let zero = self.b.int(0);
        let minus = self.b.binary(Binary::Sub, zero, a);
        Ok(self.b.binary(Binary::Max, a, minus))
    }
    pub(super) fn what_there(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::What { kind, site, level } = e else { return refuse("Int", "What") };
        let site = self.int(site, env)?;
        let site = self.site_of(*kind, site);
        if site == env.from
            && level.is_none()
            && let Some(what) = env.what_at_from
        {
            return Ok(self.b.int(what.into()));
        }
        self.what_at_level(site, level.as_deref(), env)
    }
    pub(super) fn owner_there(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Who { kind, site, level } = e else { return refuse("Int", "Who") };
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
        Ok(self.owner_of(what))
    }
    pub(super) fn count_there(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Count { kind, site } = e else { return refuse("Int", "Count") };
        let site = self.int(site, env)?;
        let site = self.site_of(*kind, site);
        Ok(self.count_at(site))
    }
    pub(super) fn count_in_region(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::CountIn { kind, region } = e else { return refuse("Int", "CountIn") };
        let sites = self.region(region, env)?;
        if self.layout.ground(*kind).is_some() && self.layout.count.is_none() && !self.stacking() {
            let taken = self.on(*kind, |l| Ok(l.occupied()))?;
            let taken = self.intersection(&sites, &taken);
            return Ok(self.size(&taken));
        }
        self.sum_over(&sites, |l, site| {
            let site = l.site_of(*kind, site);
            Ok(l.count_at(site))
        })
    }
    pub(super) fn top_level(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::TopLevel { kind, site } = e else { return refuse("Int", "TopLevel") };
        if !self.stacking() {
            return Ok(self.b.int(0));
        }
        let site = self.int(site, env)?;
        let site = self.site_of(*kind, site);
        let height = self.height(site);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let top = self.b.binary(Binary::Sub, height, one);
        Ok(self.b.binary(Binary::Max, top, zero))
    }
    pub(super) fn levels_of_stacks(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::StackLevels { kind, region, from_top, cond, stop } = e else {
            return refuse("Int", "StackLevels");
        };
        let sites = self.region(region, env)?;
        if *kind != self.layout.kind {
            return refuse("Int", "StackLevels on another kind of site");
        }
        self.stack_levels(&sites, *from_top, cond.as_deref(), stop.as_deref(), env)
    }
    pub(super) fn level_of_component(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::WhereLevel { what, state, kind, site, from_top } = e else {
            return refuse("Int", "WhereLevel");
        };
        let from_top = self.bool(from_top, env)?;
        let Some(from_top) = self.constant(from_top).filter(|_| *kind == self.layout.kind) else {
            return refuse("Int", "WhereLevel of an unusual kind");
        };
        let (what, site) = (self.int(what, env)?, self.int(site, env)?);
        let state = match state {
            Some(s) => Some(self.int(s, env)?),
            None => None,
        };
        self.where_level(what, state, site, from_top != 0)
    }
    pub(super) fn site_in_region(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::RegionSite { region, index } = e else { return refuse("Int", "RegionSite") };
        let sites = self.region(region, env)?;
        let index = self.int(index, env)?;
        Ok(self.nth(&sites, index))
    }
    pub(super) fn sites_in_container(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::ContainerSites(c) = e else { return refuse("Int", "ContainerSites") };
        let c = self.int(c, env)?;
        let Some(c) = self.constant(c) else { return refuse("Int", "ContainerSites") };
        let n = match usize::try_from(c) {
            Ok(0) => self.game.board_sites(self.game.site_type) as i64,
            Ok(c) => self.game.containers.get(c).map_or(0, |c| c.len.into()),
            Err(_) => 0,
        };
        Ok(self.b.int(n))
    }
    pub(super) fn at_row_column(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::AtRowColumn { kind, row, column } = e else { return refuse("Int", "AtRowColumn") };
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
        Ok(self.b.load(table, at))
    }
    pub(super) fn hand_site(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::HandSite { player, index } = e else { return refuse("Int", "HandSite") };
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
        Ok(self.b.select(has, site, off))
    }
    pub(super) fn map_entry(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::MapEntry { maps, key } = e else { return refuse("Int", "MapEntry") };
        let key = self.int(key, env)?;
        let key = self.b.bind(key);
        let most =
            maps.iter().flat_map(|&m| &self.game.maps[usize::from(m)].pairs).map(|p| p.0).max().unwrap_or(-1);
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
        Ok(self.b.select(missing, key, found))
    }
    pub(super) fn component_of_owner(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::ComponentOf { by_owner, owner } = e else { return refuse("Int", "ComponentOf") };
        let owner = self.int(owner, env)?;
        let data = by_owner.iter().map(|&c| c.into()).collect();
        let table = self.b.table("component of", Width::Half, data, OFF.into());
        Ok(self.b.load(table, owner))
    }
    pub(super) fn site_of_component(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Where { what, state, kind } = e else { return refuse("Int", "Where") };
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
        })
    }
    pub(super) fn all_pieces(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Pieces { kind, .. } = e else { return refuse("Int", "Pieces") };
        let ground = kind.unwrap_or(self.game.site_type);
        // Where there are no cells but beside the board, these are meant.
        let beside = ground == SiteType::Cell && self.game.layout.board[ground as usize].1 == 0;
        let ground = if beside { self.layout.kind } else { ground };
        self.on(ground, |l| l.count_pieces(e, beside, env))
    }
    pub(super) fn face_of_die(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Face(site) = e else { return refuse("Int", "Face") };
        let site = self.int(site, env)?;
        let site = self.site_of(SiteType::Cell, site);
        self.face(site)
    }
    pub(super) fn sum_of_dice(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::DiceSum(player) = e else { return refuse("Int", "DiceSum") };
        let player = self.int(player, env)?;
        let Some(p) = self.constant(player) else { return refuse("Int", "DiceSum of somebody") };
        let set = self
            .game
            .containers
            .iter()
            .filter(|c| matches!(c.kind, ContainerKind::Dice { .. }))
            .position(|c| c.owner as i64 == p);
        Ok(match set {
            Some(i) => self.b.load_at(self.layout.numbers, self.layout.dice_sums + i),
            None => self.b.int(0),
        })
    }
    pub(super) fn group_size(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::GroupSize { kind, site, dirs, cond } = e else { return refuse("Int", "GroupSize") };
        let site = self.int(site, env)?;
        let group = self.group_at(*kind, site, dirs, cond.as_deref(), env)?;
        Ok(self.size(&group))
    }
    pub(super) fn count_liberties(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Liberties { kind, site, dirs, cond } = e else { return refuse("Int", "Liberties") };
        let site = self.int(site, env)?;
        self.liberties(*kind, site, dirs, cond.as_deref(), env)
    }
    pub(super) fn count_groups(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Groups { kind, dirs, cond, min } = e else { return refuse("Int", "Groups") };
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
        Ok(self.b.get(count))
    }
    pub(super) fn biggest_group(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::BiggestGroup { kind, dirs, through, cond, visible: None } = e else {
            return refuse("Int", "BiggestGroup");
        };
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
        Ok(self.b.get(most))
    }
    pub(super) fn territory_of(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Territory { kind, of, dir } = e else { return refuse("Int", "Territory") };
        let Some(mask) = self.owner_mask(of, env)? else {
            return refuse("Int", "Territory of somebody");
        };
        self.territory(*kind, mask, *dir, env)
    }
    pub(super) fn steps_to(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Steps { kind, relation, walk, from, to } = e else { return refuse("Int", "Steps") };
        let from = self.int(from, env)?;
        let to = self.region(to, env)?;
        Ok(match walk {
            None => self.steps_between(*kind, *relation, from, &to)?,
            Some(walk) => self.steps_of_walk(*kind, walk, from, &to, env)?,
        })
    }
    pub(super) fn along_track(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::TrackMove { track, from, steps, .. } = e else { return refuse("Int", "TrackMove") };
        let from = self.int(from, env)?;
        let steps = self.int(steps, env)?;
        let player = self.int(&track.player, env)?;
        let (from, player) = (self.b.bind(from), self.b.bind(player));
        self.by_track(track, env, |l, t| l.track_move(t, player, from, steps))
    }
    pub(super) fn cost(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Cost { kind, region } = e else { return refuse("Int", "Cost") };
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
        self.sum_over(&sites, |l, site| Ok(l.b.load(table, site)))
    }
    pub(super) fn site_ahead(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Ahead { kind, site, steps, dirs } = e else { return refuse("Int", "Ahead") };
        let site = self.int(site, env)?;
        let steps = self.int(steps, env)?;
        self.ahead(*kind, site, steps, dirs, env)
    }
    pub(super) fn occurrences_in_list(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let Int::Occurrences { value, list } = e else { return refuse("Int", "Occurrences") };
        let value = self.int(value, env)?;
        let (value, zero) = (self.b.bind(value), self.b.int(0));
        self.over_list(list, zero, env, |l, n, listed| {
            let same = l.b.eq(listed, value);
            l.b.add(n, same)
        })
    }
}
