//! Conditions: expressions that are 0 or 1.

use super::lift::Looked;
use super::*;
use ludarium_engine::game::Repeat;
use ludarium_engine::kernel::boolean::{NoPieces, PiecesOf};
use ludarium_engine::kernel::{IntArr, Region};

impl<'g> Lower<'g> {
    pub fn bool(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let ask = |l: &mut Self, number| l.evaluated(number);
        self.deeper(|l| l.or_evaluated(Part::Bool(e), env, |l| l.bool_of(e, env), ask))
    }
    /// A condition that may be missing and then holds.
    pub fn holds(&mut self, e: Option<&'g Bool>, env: &Env) -> Lowered<Expr> {
        match e {
            Some(e) => self.bool(e, env),
            None => Ok(self.b.int(1)),
        }
    }

    fn bool_of(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        Ok(match e {
            Bool::Const(b) => self.b.int((*b).into()),
            Bool::And(_) => self.all_of(e, env)?,
            Bool::Or(_) => self.any_of(e, env)?,
            Bool::Not(e) => {
                let e = self.bool(e, env)?;
                self.b.not(e)
            }
            Bool::Xor(a, b) => {
                let (a, b) = (self.bool(a, env)?, self.bool(b, env)?);
                self.b.binary(Binary::Ne, a, b)
            }
            Bool::If { cond, then, otherwise } => {
                let cond = self.bool(cond, env)?;
                self.if_else(cond, |l| l.bool(then, env), |l| l.bool(otherwise, env))?
            }
            Bool::Eq(a, b) => self.compared(Binary::Eq, a, b, env)?,
            Bool::Ne(a, b) => self.compared(Binary::Ne, a, b, env)?,
            Bool::Lt(a, b) => self.compared(Binary::Lt, a, b, env)?,
            Bool::Le(a, b) => self.compared(Binary::Le, a, b, env)?,
            Bool::Gt(a, b) => self.compared(Binary::Lt, b, a, env)?,
            Bool::Ge(a, b) => self.compared(Binary::Le, b, a, env)?,
            Bool::SameSites(a, b) => self.are_same_sites(a, b, env)?,
            Bool::Odd(n) => {
                let (n, one) = (self.int(n, env)?, self.b.int(1));
                self.b.binary(Binary::And, n, one)
            }
            Bool::Empty { kind, site } => {
                let site = self.int(site, env)?;
                let site = self.site_of(*kind, site);
                self.is_empty(site)
            }
            Bool::Occupied { .. } => self.is_occupied_there(e, env)?,
            Bool::In { site, region } => {
                let site = self.int(site, env)?;
                self.is_in(site, region, env)?
            }
            Bool::InList { .. } => self.are_in_list(e, env)?,
            Bool::Visited(site) => self.is_visited(site, env)?,
            Bool::Related { .. } => self.is_related(e, env)?,
            Bool::Within { .. } => self.stands_within(e, env)?,
            Bool::Enemy(_) => self.is_enemy(e, env)?,
            Bool::Friend(p) => {
                let p = self.int(p, env)?;
                self.on_movers_side(p, env)
            }
            Bool::Active(p) => {
                let (p, active) = (self.int(p, env)?, self.number(Number::Active));
                self.player_bit(active, p)
            }
            Bool::Triggered(_) => self.is_triggered(e, env)?,
            Bool::Repeat(_) => self.repeats(e)?,
            Bool::Cycle => {
                let cycle = self.b.service(Service::Cycle, &[]);
                self.b.bind(cycle)
            }
            Bool::Proposed(name) => self.is_proposed(*name),
            Bool::Decided(name) => self.is_decided(*name),
            Bool::Pending => {
                let (n, zero) = (self.number(Number::PendingCount), self.b.int(0));
                self.b.binary(Binary::Ne, n, zero)
            }
            Bool::Full => {
                let empty = self.on(self.game.site_type, |l| Ok(l.empty_board()))?;
                self.none(&empty)
            }
            Bool::WasPass => self.was_pass(),
            Bool::AllPassed => self.all_passed(),
            Bool::Tree { shape, who } => self.drawn_tree(*shape, who, env)?,
            Bool::RegularGraph { .. } => self.drawn_regular_graph(e, env)?,
            Bool::Path(p) => self.drawn_path(p, env)?,
            Bool::AllDiceUsed => self.all_dice_used(),
            Bool::AllDiceEqual => self.number(Number::DiceAllEqual),
            Bool::AnyDie(_) => self.any_die(e, env)?,
            Bool::AllSites { .. } => self.all_sites_hold(e, env)?,
            Bool::AllValues { .. } => self.all_values_hold(e, env)?,
            Bool::CanMove(moves) => self.can_move(moves, env)?,
            Bool::NoMoves(role) => self.no_moves(*role, env)?,
            Bool::NoPieces(n) => {
                let kind = n.kind.unwrap_or(self.game.site_type);
                self.on(kind, |l| l.no_pieces(n, env))?
            }
            Bool::Line(l) => self.line(l, env)?,
            Bool::Connected(c) => self.connected(c, env)?,
            Bool::Threatened(t) => self.threatened(t, env)?,
            Bool::Pattern { kind, walk, from, whats } if *kind == self.layout.kind => {
                self.pattern(walk, from, whats, env)?
            }
            Bool::Target { container, configuration, sites } => {
                let container = self.int(container, env)?;
                self.target(container, configuration, sites)?
            }
            Bool::Flat(_) if self.layout.kind == SiteType::Vertex => self.rests_on_others(e, env)?,
            Bool::Flat(_)
            | Bool::NonZero(_)
            | Bool::Hidden { .. }
            | Bool::LastKind { .. }
            | Bool::Crossing(..)
            | Bool::Angle { .. }
            | Bool::AllDifferent { .. }
            | Bool::AllGroups { .. }
            | Bool::Blocked(_)
            | Bool::Loop(_)
            | Bool::Pattern { .. }
            | Bool::PyramidCorners { .. }
            | Bool::Freedom { .. }
            | Bool::SidesMatch(_)
            | Bool::PipsMatch(_)
            | Bool::ForAllSites { .. }
            | Bool::ForAllHints(_)
            | Bool::PuzzleDifferent { .. }
            | Bool::PuzzleUnique { .. }
            | Bool::PuzzleCount { .. }
            | Bool::PuzzleSum { .. }
            | Bool::Solved => return refuse("Bool", name_of_bool(e)),
        })
    }

    fn is_visited(&mut self, site: &'g Int, env: &Env) -> Lowered<Expr> {
        let site = self.int(site, env)?;
        let visited = self.plane(Plane::Visited);
        Ok(self.contains(&visited, site))
    }
    fn are_same_sites(&mut self, a: &'g Region, b: &'g Region, env: &Env) -> Lowered<Expr> {
        let (a, b) = (self.region(a, env)?, self.region(b, env)?);
        let apart = self.combine(Binary::Xor, &a, &b);
        Ok(self.none(&apart))
    }
    fn all_of(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::And(list) = e else { return refuse("Bool", "And") };
        let mut all = self.b.int(1);
        for c in list.iter() {
            if self.constant(all) == Some(0) {
                break;
            }
            let c = self.lazy(|l| l.bool(c, env))?;
            all = self.b.both(all, c);
        }
        Ok(all)
    }
    fn any_of(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Or(list) = e else { return refuse("Bool", "Or") };
        let mut all = self.b.int(0);
        for c in list.iter() {
            if self.constant(all).is_some_and(|n| n != 0) {
                break;
            }
            let c = self.lazy(|l| l.bool(c, env))?;
            all = self.b.either(all, c);
        }
        Ok(all)
    }
    fn is_occupied_there(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Occupied { kind, site } = e else { return refuse("Bool", "Occupied") };
        let site = self.int(site, env)?;
        let site = self.site_of(*kind, site);
        let (what, zero) = (self.what(site), self.b.int(0));
        Ok(self.b.binary(Binary::Ne, what, zero))
    }
    fn are_in_list(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::InList { values, list } = e else { return refuse("Bool", "InList") };
        if let IntArr::Sites(region) = &**list {
            let mut all = self.b.int(1);
            for v in values.iter() {
                let v = self.int(v, env)?;
                let is = self.is_in(v, region, env)?;
                all = self.b.binary(Binary::And, all, is);
            }
            return Ok(all);
        }
        if !Self::is_short(list) {
            let mut all = self.b.int(1);
            for v in values.iter() {
                let v = self.int(v, env)?;
                let is = self.is_listed(v, list, env)?;
                all = self.b.binary(Binary::And, all, is);
            }
            return Ok(all);
        }
        let list = self.listed(list, env)?;
        let list: Vec<Expr> = list.into_iter().map(|e| self.b.bind(e)).collect();
        let mut all = self.b.int(1);
        for v in values.iter() {
            let v = self.int(v, env)?;
            let v = self.b.bind(v);
            let mut some = self.b.int(0);
            for &e in &list {
                let same = self.b.eq(v, e);
                some = self.b.binary(Binary::Or, some, same);
            }
            all = self.b.binary(Binary::And, all, some);
        }
        Ok(all)
    }
    fn is_related(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Related { kind, relation, site, region } = e else { return refuse("Bool", "Related") };
        if *kind == SiteType::Edge {
            return refuse("Bool", "Related edges");
        }
        let region = self.region(region, env)?;
        let site = self.int(site, env)?;
        let (board, len) = (&self.game.board, self.game.board.len(*kind));
        let (kind, relation) = (*kind, *relation);
        let rows = self.rows("neighbours of", |s| {
            if s as usize >= len {
                return SiteSet::new();
            }
            board.neighbours(kind, s as usize, relation).iter().map(|&s| s as i32).collect()
        });
        let near = self.row(rows, site);
        let both = self.intersection(&near, &region);
        Ok(self.some(&both))
    }
    fn stands_within(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Within { what, region } = e else { return refuse("Bool", "Within") };
        let what = self.int(what, env)?;
        let here = self.on(self.game.site_type, |l| Ok(l.plane_of_what(what)))?;
        let region = self.region(region, env)?;
        let both = self.intersection(&here, &region);
        Ok(self.some(&both))
    }
    fn is_enemy(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Enemy(p) = e else { return refuse("Bool", "Enemy") };
        let p = self.int(p, env)?;
        let p = self.b.bind(p);
        let zero = self.b.int(0);
        let real = self.b.binary(Binary::Ne, p, zero);
        let mine = self.on_movers_side(p, env);
        let other = self.b.not(mine);
        Ok(self.b.binary(Binary::And, real, other))
    }
    fn is_triggered(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Triggered(p) = e else { return refuse("Bool", "Triggered") };
        let p = self.int(p, env)?;
        let p = self.b.bind(p);
        let (active, triggered) = (self.number(Number::Active), self.number(Number::Triggered));
        let both = self.b.binary(Binary::And, active, triggered);
        Ok(self.player_bit(both, p))
    }
    fn repeats(&mut self, e: &'g Bool) -> Lowered<Expr> {
        let Bool::Repeat(repeat) = e else { return refuse("Bool", "Repeat") };
        self.plain_pending(*repeat)?;
        let number = crate::run::REPEATS.iter().position(|r| r == repeat).unwrap_or(0);
        let number = self.b.int(number as i64);
        let repeats = self.b.service(Service::Repeats, &[number]);
        Ok(self.b.bind(repeats))
    }
    fn was_pass(&mut self) -> Expr {
        let word = self.b.load_at(self.layout.trail, 0);
        let (mask, passed) = (self.b.int(0xff), self.b.int(0x80));
        let latest = self.b.binary(Binary::And, word, mask);
        let latest = self.b.bind(latest);
        let pass = self.b.binary(Binary::And, latest, passed);
        let zero = self.b.int(0);
        let is_pass = self.b.binary(Binary::Ne, pass, zero);
        let exists = self.b.binary(Binary::Ne, latest, mask);
        self.b.binary(Binary::And, is_pass, exists)
    }
    fn all_passed(&mut self) -> Expr {
        let (made, start) = (self.number(Number::MovesMade), self.number(Number::StartMoves));
        let moves = self.b.binary(Binary::Sub, made, start);
        let n = self.b.int(self.game.players as i64);
        let enough = self.b.binary(Binary::Le, n, moves);
        let passed = self.b.service(Service::AllPassed, &[]);
        self.b.both(enough, passed)
    }
    fn all_dice_used(&mut self) -> Expr {
        let mut sum = self.b.int(0);
        for (at, len) in self.layout.dice.clone() {
            for i in 0..len {
                let die = self.b.load_at(self.layout.numbers, at + i);
                sum = self.b.binary(Binary::Or, sum, die);
            }
        }
        self.b.not(sum)
    }
    fn any_die(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::AnyDie(n) = e else { return refuse("Bool", "AnyDie") };
        let n = self.int(n, env)?;
        let n = self.b.bind(n);
        let mut some = self.b.int(0);
        if let Some(&(at, len)) = self.layout.dice.first() {
            for i in 0..len {
                let die = self.b.load_at(self.layout.numbers, at + i);
                let is = self.b.eq(die, n);
                some = self.b.binary(Binary::Or, some, is);
            }
        }
        Ok(some)
    }
    fn all_sites_hold(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::AllSites { region, cond } = e else { return refuse("Bool", "AllSites") };
        let sites = self.region(region, env)?;
        let sites = self.bind_set(&sites);
        if let Some(set) = self.lift(cond, Looked::Site, env)? {
            let not = self.difference(&sites, &set);
            return Ok(self.none(&not));
        }
        let one = self.b.int(1);
        let all = self.b.variable(one);
        self.for_each(&sites, |l, site| {
            let env = Env { site, ..env.clone() };
            let holds = l.bool(cond, &env)?;
            let fails = l.b.not(holds);
            l.when(fails, |l| {
                let zero = l.b.int(0);
                l.b.set(all, zero);
                Ok(())
            })
        })?;
        Ok(self.b.get(all))
    }
    fn all_values_hold(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::AllValues { list, cond } = e else { return refuse("Bool", "AllValues") };
        if !Self::is_short(list) {
            let one = self.b.int(1);
            return self.all_listed(list, cond, one, env);
        }
        let list = self.listed(list, env)?;
        let mut all = self.b.int(1);
        for value in list {
            let value = self.b.bind(value);
            let env = Env { value, ..env.clone() };
            let c = self.lazy(|l| l.bool(cond, &env))?;
            all = self.b.both(all, c);
        }
        Ok(all)
    }
    fn rests_on_others(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::Flat(site) = e else { return refuse("Bool", "Flat") };
        let site = self.int(site, env)?;
        let site = self.b.bind(site);
        let (board, len) = (&self.game.board, self.layout.board_len);
        let rows = self.rows("rests on", |s| {
            if s as usize >= len || board.layer(SiteType::Vertex, s as usize) == 0 {
                return SiteSet::new();
            }
            let below = board.steps(SiteType::Vertex, s as usize, Direction::Downward);
            below.iter().map(|&s| s as i32).collect()
        });
        let below = self.row(rows, site);
        let taken = self.occupied();
        let open = self.difference(&below, &taken);
        let rests = self.none(&open);
        let (zero, len) = (self.b.int(0), self.b.int(len as i64));
        let low = self.b.binary(Binary::Le, zero, site);
        let high = self.b.binary(Binary::Lt, site, len);
        let real = self.b.binary(Binary::And, low, high);
        Ok(self.b.binary(Binary::And, rests, real))
    }

    /// Situations differ in what is pending, of which a state keeps too little for their hash.
    fn plain_pending(&self, repeat: Repeat) -> Lowered<()> {
        use ludarium_engine::kernel::Effect;
        use ludarium_engine::kernel::walk::{any, rules_of};
        let sets =
            |p: Part<'_>| matches!(p, Part::Effect(Effect::SetPending(_) | Effect::SetPendingSites(_)));
        match repeat {
            Repeat::Positional | Repeat::PositionalInTurn => Ok(()),
            Repeat::Situational | Repeat::SituationalInTurn if any(rules_of(self.game), sets) => {
                refuse("Bool", "Repeat of situations with something pending")
            }
            Repeat::Situational | Repeat::SituationalInTurn => Ok(()),
        }
    }

    fn compared(&mut self, op: Binary, a: &'g Int, b: &'g Int, env: &Env) -> Lowered<Expr> {
        let (a, b) = (self.int(a, env)?, self.int(b, env)?);
        Ok(self.b.binary(op, a, b))
    }

    /// Do these components stand on the sites, each on its own; in stacks: does one stack consist of them?
    fn target(&mut self, container: Expr, components: &[i32], sites: &[i32]) -> Lowered<Expr> {
        let Some(container) = self.constant(container) else {
            return refuse("Bool", "Target in some container");
        };
        let game = self.game;
        let Some(c) = game.containers.get(container.max(0) as usize) else { return Ok(self.b.int(0)) };
        let all: Vec<i32> = match (sites.is_empty(), container) {
            (false, _) => sites.to_vec(),
            (true, 0) => (0..game.board_sites(game.site_type) as i32).collect(),
            (true, _) => (c.first..c.first + c.len).collect(),
        };
        let place = |l: &mut Self, site: i32| {
            let site = l.b.int(site.into());
            l.site_of(game.site_type, site)
        };
        if !self.stacking() {
            let mut fits = self.b.int((all.len() == components.len()).into());
            for (&site, &what) in all.iter().zip(components) {
                let (site, what) = (place(self, site), self.b.int(what.into()));
                let here = self.what(site);
                let same = self.b.eq(here, what);
                fits = self.b.both(fits, same);
            }
            return Ok(fits);
        }
        let mut some = self.b.int(0);
        for &site in &all {
            let site = place(self, site);
            let (height, wanted) = (self.height(site), self.b.int(components.len() as i64));
            let mut fits = self.b.eq(height, wanted);
            for (level, &what) in components.iter().enumerate() {
                let (level, what) = (self.b.int(level as i64), self.b.int(what.into()));
                let here = self.what_of_level(site, level);
                let same = self.b.eq(here, what);
                fits = self.b.both(fits, same);
            }
            some = self.b.either(some, fits);
        }
        Ok(some)
    }

    /// Is a player the mover, or of the mover's team?
    fn on_movers_side(&mut self, player: Expr, env: &Env) -> Expr {
        if self.game.uses.teams {
            let bits = self.b.int(self.own_side(env.mover).into());
            return self.player_bit(bits, player);
        }
        let mover = self.b.int(env.mover as i64);
        self.b.eq(player, mover)
    }

    /// Is a player's bit set? Only real players have one.
    fn player_bit(&mut self, bits: Expr, player: Expr) -> Expr {
        let player = self.b.bind(player);
        let (one, n) = (self.b.int(1), self.b.int(self.game.players as i64));
        let low = self.b.binary(Binary::Le, one, player);
        let high = self.b.binary(Binary::Le, player, n);
        let real = self.b.binary(Binary::And, low, high);
        let bit = self.b.binary(Binary::Shr, bits, player);
        let bit = self.b.binary(Binary::And, bit, one);
        self.b.binary(Binary::And, bit, real)
    }

    pub fn is_in(&mut self, site: Expr, region: &'g Region, env: &Env) -> Lowered<Expr> {
        let site = self.b.bind(site);
        match region {
            Region::Empty { kind } => self.on(*kind, |l| {
                let here = l.here(site);
                let count = l.count_at(here);
                let none = l.b.not(count);
                let inside = l.inside_board(site);
                Ok(l.b.binary(Binary::And, none, inside))
            }),
            Region::Union(list) => {
                let mut some = self.b.int(0);
                for r in list.iter() {
                    let is = self.lazy(|l| l.is_in(site, r, env))?;
                    some = self.b.either(some, is);
                }
                Ok(some)
            }
            Region::Intersection(list) if !list.is_empty() => {
                let mut all = self.b.int(1);
                for r in list.iter() {
                    let is = self.lazy(|l| l.is_in(site, r, env))?;
                    all = self.b.both(all, is);
                }
                Ok(all)
            }
            Region::Difference(a, b) => {
                let a = self.is_in(site, a, env)?;
                let b = self.lazy(|l| {
                    let is = l.is_in(site, b, env)?;
                    Ok(l.b.not(is))
                })?;
                Ok(self.b.both(a, b))
            }
            Region::Sites(list) => {
                let zero = self.b.int(0);
                let mut some = zero;
                for e in list.iter() {
                    let e = self.int(e, env)?;
                    let is = self.b.eq(e, site);
                    some = self.b.binary(Binary::Or, some, is);
                }
                let real = self.b.binary(Binary::Le, zero, site);
                Ok(self.b.binary(Binary::And, some, real))
            }
            Region::Filter { region, cond } => {
                let inside = self.is_in(site, region, env)?;
                let holds = self.lazy(|l| {
                    let env = Env { site, ..env.clone() };
                    l.bool(cond, &env)
                })?;
                Ok(self.b.both(inside, holds))
            }
            region => {
                let set = self.region(region, env)?;
                Ok(self.contains(&set, site))
            }
        }
    }

    fn no_pieces(&mut self, n: &'g NoPieces, env: &Env) -> Lowered<Expr> {
        let players = self.game.players as u32;
        let mask = match &n.of {
            PiecesOf::Player(p) => {
                let p = self.int(p, env)?;
                self.constant(p).map(|p| if (0..32).contains(&p) { 1u32 << p } else { 0 })
            }
            PiecesOf::Role(role) if self.side(*role, env.mover).is_some() => self.side(*role, env.mover),
            PiecesOf::Role(role) => match role {
                Role::All => Some((1u32 << (players + 2)) - 1),
                Role::NonMover => Some(((1u32 << (players + 1)) - 1) & !(1 << env.mover)),
                Role::Enemy => Some(((1u32 << (players + 1)) - 2) & !(1 << env.mover)),
                Role::Friend | Role::TeamMover => Some(1 << env.mover),
                Role::Ally => Some(0),
                Role::Team(t) => Some(1u32.checked_shl((*t).into()).unwrap_or(0)),
                Role::Neutral
                | Role::Each
                | Role::Shared
                | Role::Any
                | Role::P(_)
                | Role::Mover
                | Role::Next
                | Role::Prev
                | Role::Player => {
                    let p = self.role(*role, env)?;
                    self.constant(p).map(|p| if (0..32).contains(&p) { 1u32 << p } else { 0 })
                }
            },
        };
        let owner = match (mask, &n.of) {
            (Some(_), _) => self.b.int(0),
            (None, PiecesOf::Player(p)) => self.int(p, env)?,
            (None, PiecesOf::Role(role)) => self.role(*role, env)?,
        };
        let whats = n.whats.as_deref();
        let mut sites = match (mask, self.stacking()) {
            (Some(mask), true) => self.pieces_anywhere(mask, whats),
            (Some(mask), false) => self.of_owners(mask),
            (None, true) => self.pieces_of_some_owner(owner, whats),
            (None, false) => self.of_some_owner(owner),
        };
        if let (Some(whats), false) = (&n.whats, self.stacking()) {
            let of_these = self.of_components(whats);
            sites = self.intersection(&sites, &of_these);
        }
        // (Where no kind is said, and of cells, those beside the board count too.)
        if n.kind.is_some_and(|k| k != SiteType::Cell) {
            let board = self.board_sites();
            sites = self.intersection(&sites, &board);
        }
        if let Some(region) = &n.region {
            let region = self.region(region, env)?;
            sites = self.intersection(&sites, &region);
        }
        Ok(self.none(&sites))
    }

    /// The sites of an owner whom only the state knows.
    pub fn of_some_owner(&mut self, player: Expr) -> Set {
        let player = self.b.bind(player);
        let mut all = self.no_sites();
        for p in 0..=self.layout.players + 1 {
            let number = self.b.int(p as i64);
            let is = self.b.eq(player, number);
            let theirs = self.of_owner(p);
            all = self.choose_set(is, &theirs, &all);
        }
        all
    }
}
