//! Numbers.

use super::*;
use ludarium_board::Topology;
use ludarium_engine::kernel::IntArr;
use ludarium_engine::kernel::int::Owners;

impl<'g> Lower<'g> {
    pub fn int(&mut self, e: &'g Int, env: &Env) -> Lowered<Expr> {
        let ask = |l: &mut Self, number| l.evaluated(number);
        self.deeper(|l| l.or_evaluated(Part::Int(e), env, |l| l.int_of(e, env), ask))
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
            Int::PrevTurnMover => self.prev_turn_mover(env),
            Int::FromAtTurnStart => self.start_of_turn(env),
            Int::LastFrom => self.number(Number::LastFrom),
            Int::LastTo => self.number(Number::LastTo),
            Int::Last { .. } => self.end_of_last_move(e, env)?,
            Int::Add(list) => self.folded(Binary::Add, 0, list, env)?,
            Int::Mul(list) => self.folded(Binary::Mul, 1, list, env)?,
            Int::Sub(a, b) => self.two(Binary::Sub, a, b, env)?,
            Int::Div(a, b) => self.two(Binary::Div, a, b, env)?,
            Int::Mod(a, b) => self.two(Binary::Rem, a, b, env)?,
            Int::Min(a, b) => self.two(Binary::Min, a, b, env)?,
            Int::Max(a, b) => self.two(Binary::Max, a, b, env)?,
            Int::Abs(_) => self.absolute(e, env)?,
            Int::If { .. } => self.int_if(e, env)?,
            Int::FromBool(b) => self.bool(b, env)?,
            Int::What { .. } => self.what_there(e, env)?,
            Int::Who { .. } => self.owner_there(e, env)?,
            Int::State { kind, site, level } => self.carried_there(0, *kind, site, level.as_deref(), env)?,
            Int::Rotation { kind, site, level } => {
                self.carried_there(1, *kind, site, level.as_deref(), env)?
            }
            Int::PieceValue { kind, site, level } => {
                self.carried_there(2, *kind, site, level.as_deref(), env)?
            }
            Int::Count { .. } => self.count_there(e, env)?,
            Int::CountIn { .. } => self.count_in_region(e, env)?,
            Int::TopLevel { .. } => self.top_level(e, env)?,
            Int::StackLevels { .. } => self.levels_of_stacks(e, env)?,
            Int::WhereLevel { .. } => self.level_of_component(e, env)?,
            Int::FirstSite(r) => self.region(r, env).map(|sites| self.first(&sites))?,
            Int::RegionSite { .. } => self.site_in_region(e, env)?,
            Int::Sites(r) => self.region(r, env).map(|sites| self.size(&sites))?,
            Int::ContainerSites(_) => self.sites_in_container(e, env)?,
            Int::Row { kind, site } => self.board_number("row", *kind, site, env, Topology::row)?,
            Int::Column { kind, site } => self.board_number("column", *kind, site, env, Topology::column)?,
            Int::Layer { kind, site } => self.board_number("layer", *kind, site, env, Topology::layer)?,
            Int::SitePhase { kind, site } => self.board_number("phase", *kind, site, env, Topology::phase)?,
            Int::AtRowColumn { .. } => self.at_row_column(e, env)?,
            Int::HandSite { .. } => self.hand_site(e, env)?,
            Int::MapEntry { .. } => self.map_entry(e, env)?,
            Int::ComponentOf { .. } => self.component_of_owner(e, env)?,
            Int::Where { state, .. } if state.is_none() || !self.stacking() => {
                self.site_of_component(e, env)?
            }
            Int::Pieces { .. } => self.all_pieces(e, env)?,
            Int::Face(_) => self.face_of_die(e, env)?,
            Int::DiceSum(_) => self.sum_of_dice(e, env)?,
            Int::GroupSize { .. } => self.group_size(e, env)?,
            Int::Groups { .. } => self.count_groups(e, env)?,
            Int::BiggestGroup { .. } => self.biggest_group(e, env)?,
            Int::Territory { .. } => self.territory_of(e, env)?,
            Int::Liberties { .. } => self.count_liberties(e, env)?,
            Int::Steps { .. } => self.steps_to(e, env)?,
            Int::TrackMove { .. } => self.along_track(e, env)?,
            Int::TrackFirst { track, from, cond } => {
                self.track_first(track, from.as_deref(), cond.as_deref(), env)?
            }
            Int::TrackSteps { track, from, to } => self.track_steps(track, from, to, env)?,
            Int::TrackEnd { track } => self.end_of_track(track, env)?,
            Int::Cost { .. } => self.cost(e, env)?,
            Int::Ahead { .. } => self.site_ahead(e, env)?,
            Int::Score(p) => self.number_of_player(PerPlayer::Score, p, env)?,
            Int::Amount(p) => self.number_of_player(PerPlayer::Amount, p, env)?,
            Int::Pot => self.number(Number::Pot),
            Int::Counter => self.number(Number::Counter),
            Int::Temp => self.number(Number::Temp),
            Int::Var(name) => self.variable_named(*name),
            Int::PlayerValue(p) => self.number_of_player(PerPlayer::Value, p, env)?,
            Int::Pending => self.pending_value(),
            Int::MoveLimit => self.b.int(self.game.move_limit.into()),
            Int::TurnLimit => self.b.int(self.game.turn_limit.into()),
            Int::MoveNumber => self.move_number(),
            Int::TurnNumber => self.number(Number::Turns),
            Int::MovesThisTurn => self.number(Number::TurnsSamePlayer),
            Int::ActivePlayers => self.active_players(),
            Int::PhaseCount => self.b.int(self.game.phases.len() as i64),
            Int::Trials => self.b.int(0),
            Int::MatchScore(_) => self.b.int(UNDEFINED.into()),
            Int::Len(list) | Int::Sum(list) | Int::MinOf(list) | Int::MaxOf(list) | Int::Product(list) => {
                self.number_of_list(e, list, env)?
            }
            Int::Occurrences { .. } => self.occurrences_in_list(e, env)?,
            Int::Nth { list, index } => self.nth_of_list(list, index, env)?,
            Int::Random(range) => self.drawn_number(range, env)?,
            Int::Pow(base, exponent) => self.power(base, exponent, env)?,
            Int::Neighbours { kind, relation, region } => {
                self.neighbours_of_first(*kind, *relation, region, env)?
            }
            Int::Edge
            | Int::Hint { .. }
            | Int::FromFloat(..)
            | Int::EdgeBetween(..)
            | Int::Where { .. }
            | Int::Bag
            | Int::PlatformBelow { .. }
            | Int::LargePieceSize { .. }
            | Int::TrumpSuit
            | Int::Card { .. }
            | Int::PathExtent { .. }
            | Int::BiggestLine { .. }
            | Int::LegalMoves => {
                return refuse("Int", crate::refuse::head(&format!("{e:?}")));
            }
        })
    }

    /// A number of a range, drawn by chance.
    fn drawn_number(&mut self, range: &'g ludarium_engine::kernel::Range, env: &Env) -> Lowered<Expr> {
        let (min, max) = (self.int(&range.min, env)?, self.int(&range.max, env)?);
        let (min, max) = (self.b.bind(min), self.b.bind(max));
        let (one, undefined) = (self.b.int(1), self.b.int(UNDEFINED.into()));
        let more = self.b.binary(Binary::Sub, max, min);
        let n = self.b.add(more, one);
        self.draws_numbers = true;
        let drawn = self.below(DICE, n)?;
        let number = self.b.add(min, drawn);
        let none = self.b.binary(Binary::Lt, max, min);
        let number = self.b.select(none, undefined, number);
        Ok(self.b.bind(number))
    }

    /// Pieces on the ground that is spoken of and, where no kind is said or it is cells, beside the board; or only there.
    pub(super) fn count_pieces(&mut self, e: &'g Int, only_beside: bool, env: &Env) -> Lowered<Expr> {
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
    pub(super) fn territory(
        &mut self,
        kind: SiteType,
        owners: u32,
        dir: Direction,
        env: &Env,
    ) -> Lowered<Expr> {
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
            let around = l.next_to(area, &dirs)?;
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

    pub(super) fn latest_mover(&mut self) -> Expr {
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
        read: fn(&Topology, SiteType, usize) -> i32,
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

    pub(super) fn face(&mut self, site: Expr) -> Lowered<Expr> {
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

    pub(super) fn steps_between(
        &mut self,
        kind: SiteType,
        relation: Relation,
        from: Expr,
        to: &Set,
    ) -> Lowered<Expr> {
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

    pub(super) fn ahead(
        &mut self,
        kind: SiteType,
        site: Expr,
        steps: Expr,
        dirs: &'g Dir,
        env: &Env,
    ) -> Lowered<Expr> {
        if kind != self.layout.kind {
            return refuse("Int", "Ahead on another kind of site");
        }
        let known = if site == env.from { env.what_at_from } else { None };
        self.settle_way_ahead(dirs, env)?;
        let board = &self.game.board;
        let ahead = |s: i32, dirs: &[Direction], steps: usize| {
            let Some(&way) = dirs.first().filter(|_| steps >= 1) else { return s.into() };
            let mut radials = board.radials(kind, s as usize, way);
            radials.find_map(|r| r.get(steps - 1).copied()).map_or(s.into(), i64::from)
        };
        match self.constant(steps) {
            Some(steps) => {
                let steps = usize::try_from(steps).unwrap_or(0);
                self.by_facing("ahead", dirs, known, site, |s, dirs| ahead(s, dirs, steps))
            }
            None => {
                // (No ray is longer than the board has sites; one step more than the longest leads nowhere.)
                let longest = (0..self.layout.board_len)
                    .flat_map(|s| board.radials(kind, s, Direction::All))
                    .map(<[u32]>::len)
                    .max();
                let most = longest.unwrap_or(0) + 1;
                self.by_facing_and_number("ahead", (dirs, known), (site, steps, most), ahead)
            }
        }
    }
}
