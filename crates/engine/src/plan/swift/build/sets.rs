//! Sets of slots: tests, regions, lines and shapes.

use super::*;

impl<'a, const W: usize> Build<'a, W> {
    /// The sites that a condition on one site and nothing else holds at.
    pub(super) fn as_set(&self, cond: &Cond<W>, of: impl Fn(At) -> bool + Copy) -> Option<Set<W>> {
        let all = |list: &[Cond<W>]| list.iter().map(|c| self.as_set(c, of)).collect::<Option<Vec<_>>>();
        let components = self.plan.game.components.len();
        let row = |what: i32| match usize::try_from(what) {
            Ok(what) if (1..components).contains(&what) => self.row(what),
            _ => Set::Fixed([0; W]),
        };
        match cond {
            Cond::Const(true) => Some(Set::Fixed([u64::MAX; W])),
            Cond::Const(false) => Some(Set::Fixed([0; W])),
            Cond::In(at, set) if of(*at) => Some(set.clone()),
            Cond::Equal(Num::SiteOf(at), Num::Const(site))
            | Cond::Equal(Num::Const(site), Num::SiteOf(at))
                if of(*at) =>
            {
                let site = u16::try_from(*site).ok().filter(|&site| usize::from(site) < self.sites)?;
                Some(Set::Fixed(bit(site)))
            }
            Cond::Equal(Num::What(at), Num::Const(what @ 1..)) if of(*at) => Some(row(*what)),
            Cond::Equal(Num::What(at), Num::ByNext(whats)) if of(*at) => {
                // (What is nothing stands nowhere: a number below 1 is no component.)
                Some(Set::ByNext(whats.iter().map(|&what| row(what)).collect()))
            }
            Cond::Not(cond) => Some(but(self.as_set(cond, of)?)),
            Cond::And(list) => Some(all_of(all(list)?)),
            Cond::Or(list) => Some(any_of(all(list)?)),
            Cond::In(..)
            | Cond::None(_)
            | Cond::Equal(..)
            | Cond::Less(..)
            | Cond::Odd(_)
            | Cond::SameMover
            | Cond::Any(_)
            | Cond::NextCan(_)
            | Cond::NextCannotMove
            | Cond::Triggered(_)
            | Cond::Stalemated(_)
            | Cond::Threatened(_)
            | Cond::Unknown
            | Cond::OneGroup(..)
            | Cond::LineThrough(..)
            | Cond::Line(_) => None,
        }
    }

    pub(super) fn row(&self, what: usize) -> Set<W> {
        Set::Row(what as u8)
    }

    pub(super) fn owned(&self, who: usize) -> Set<W> {
        Set::Row((self.plan.game.components.len() + who) as u8)
    }

    pub(super) fn next(&self) -> usize {
        self.mover % self.plan.game.players + 1
    }

    /// The pieces of all players but the mover, as `Enemy` means them.
    pub(super) fn enemies(&self) -> Set<W> {
        let others = (1..=self.plan.game.players + 1).filter(|&who| who != self.mover && self.owns(who));
        any_of(others.map(|who| self.owned(who)).collect())
    }

    /// Is there any piece of this owner?
    pub(super) fn owns(&self, who: usize) -> bool {
        self.plan.game.components.iter().skip(1).any(|c| c.owner == who)
    }

    pub(super) fn fixed(&self, words: &[u64]) -> Set<W> {
        Set::Fixed(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }

    pub(super) fn set(&self, test: &Test) -> Option<Set<W>> {
        if self.plan.game.uses.state {
            // (Whose a piece is says nothing there.)
            return match test {
                Test::True => Some(Set::Fixed([u64::MAX; W])),
                Test::Empty => Some(Set::Row(0)),
                Test::FriendState => Some(self.row(self.mover)),
                Test::EnemyState => Some(self.row(self.next())),
                _ => None,
            };
        }
        let whats = |table: &[i32], player: usize| {
            let what = table.get(player).copied().and_then(|what| usize::try_from(what).ok())?;
            (1..self.plan.game.components.len()).contains(&what).then(|| self.row(what))
        };
        Some(match test {
            Test::True => Set::Fixed([u64::MAX; W]),
            Test::False => Set::Fixed([0; W]),
            Test::Empty => Set::Row(0),
            Test::Occupied => all_of(vec![Set::Without(0), Set::Fixed(self.board)]),
            Test::Enemy => self.enemies(),
            Test::Friend => self.owned(self.mover),
            Test::NotFriend => Set::Without((self.plan.game.components.len() + self.mover) as u8),
            Test::Is(what) => self.row(*what),
            Test::IsMovers(table) => whats(table, self.mover)?,
            Test::IsNexts(table) => {
                let row = |player| whats(table, player).unwrap_or(Set::Fixed([0; W]));
                Set::ByNext((0..=self.plan.game.players).map(row).collect())
            }
            Test::Of(who) => self.owned(*who),
            Test::Owned(role) => self.of_role(*role)?,
            Test::OfNext => self.of_role(Role::Next)?,
            Test::ByMover(tests) => self.set(tests.get(self.mover)?)?,
            Test::ToClear(0) => Set::ToClear,
            Test::In(bits) => self.fixed(bits),
            Test::Not(test) => but(self.set(test)?),
            Test::And(list) => all_of(list.iter().map(|t| self.set(t)).collect::<Option<_>>()?),
            Test::Or(list) => any_of(list.iter().map(|t| self.set(t)).collect::<Option<_>>()?),
            Test::ToClear(_)
            | Test::FriendState
            | Test::EnemyState
            | Test::Pending(_)
            | Test::Visited
            | Test::IsFrom
            | Test::Straight(_)
            | Test::AtFrom(..)
            | Test::AtStart { .. } => return None,
            Test::Ask(cond, here) => {
                let seen =
                    Seen { from: here.from, to: here.to, over: here.between, site: here.site, at_end: false };
                let cond = self.cond(cond, seen, DEEPEST)?;
                self.as_set(&cond, |at| match at {
                    At::From => here.from,
                    At::To => here.to,
                    At::Over => here.between,
                    At::Site => here.site,
                    At::LastTo | At::LastFrom | At::Fixed(_) => false,
                })?
            }
        })
    }

    /// The pieces of the one player that a role names.
    pub(super) fn of_role(&self, role: Role) -> Option<Set<W>> {
        match role {
            Role::Next => Some(Set::OfNext(self.plan.game.components.len() as u8)),
            Role::All if self.stocks.is_empty() => {
                Some(all_of(vec![Set::Without(0), Set::Fixed(self.board)]))
            }
            role => Some(self.owned(self.role(role)?)),
        }
    }

    /// The one player that a role names.
    pub(super) fn role(&self, role: Role) -> Option<usize> {
        match role {
            Role::P(p) => Some(p.into()),
            Role::Mover => Some(self.mover),
            Role::Enemy if self.plan.game.players == 2 => Some(self.next()),
            Role::Neutral => Some(0),
            Role::Shared | Role::Each | Role::Any => Some(self.plan.game.players + 1),
            _ => None,
        }
    }

    pub(super) fn region(&self, region: &Region) -> Option<Set<W>> {
        let game = self.plan.game;
        if game.uses.state {
            return match region {
                Region::InState { kind, state } if *kind == game.site_type => match **state {
                    Int::Const(state @ 1..=2) => Some(self.row(state as usize)),
                    _ => None,
                },
                Region::Empty { kind } if *kind == game.site_type => Some(Set::Part(0, self.board)),
                _ => None,
            };
        }
        Some(match region {
            Region::Fixed(set) => {
                if set.iter().any(|site| site < 0 || site as usize >= self.sites) {
                    return None;
                }
                let mut bits = [0; W];
                set.iter().for_each(|site| bits[site as usize / 64] |= 1 << (site as usize % 64));
                Set::Fixed(bits)
            }
            Region::ByPlayer { regions, player } if matches!(**player, Int::Next) => {
                let sets = regions.iter().map(|region| self.region(region));
                Set::ByNext(sets.collect::<Option<_>>()?)
            }
            Region::ByPlayer { regions, player } => self.region(regions.get(self.player(player)?)?)?,
            Region::Union(list) => any_of(list.iter().map(|r| self.region(r)).collect::<Option<_>>()?),
            Region::Intersection(list) => all_of(list.iter().map(|r| self.region(r)).collect::<Option<_>>()?),
            Region::Difference(a, b) => all_of(vec![self.region(a)?, but(self.region(b)?)]),
            Region::Empty { kind } if *kind == game.site_type => Set::Part(0, self.board),
            Region::Occupied { of: Owners::Role(role), whats: Whats::Any, container, kind, .. }
                if *kind == game.site_type =>
            {
                match container.as_deref() {
                    None if self.stocks.is_empty() => self.of_role(*role)?,
                    Some(Int::Const(0)) => all_of(vec![self.of_role(*role)?, Set::Fixed(self.board)]),
                    None | Some(_) => return None,
                }
            }
            Region::ToClear => Set::ToClear,
            Region::List(list) => match (&**list, &self.noting) {
                (IntArr::Remembered(name), Some((known, _))) if *name == Some(*known) => Set::Noted,
                _ => return None,
            },
            Region::If { cond, then, otherwise } => {
                let Bool::In { site, region } = &**cond else { return None };
                let (Int::LastTo, Set::Fixed(slots)) = (&**site, self.region(region)?) else { return None };
                Set::IfLastIn(slots, Box::new([self.region(then)?, self.region(otherwise)?]))
            }
            Region::Around { kind, region, content: None, distance, dir, cond: None, include_self }
                if *kind == game.site_type
                    && matches!(**distance, Int::Const(1))
                    && matches!(**include_self, Bool::Const(false))
                    && matches!(dir, Direction::Adjacent) =>
            {
                match &**region {
                    Region::Sites(list) if matches!(&**list, [Int::LastTo]) => {
                        Set::NearLast(self.neighbours())
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    pub(super) fn neighbours(&self) -> Arc<Targets> {
        let game = self.plan.game;
        let build = || {
            Arc::new(Targets::build(self.sites, 0, |site, row| {
                for line in game.board.radials(game.site_type, site, Direction::Adjacent) {
                    row.extend(line.first().map(|&s| s as u16));
                }
                row.sort_unstable();
                row.dedup();
            }))
        };
        self.near.get_or_init(build).clone()
    }

    /// The shapes that are found along a walk, turned each way, and from which sites.
    pub(super) fn shapes(&self, walk: &[StepWalk]) -> Arc<Shapes<W>> {
        let game = self.plan.game;
        let ways = game.board.supported(game.site_type, Relation::Orthogonal);
        let mut all: Vec<[Bits<W>; 2]> = Vec::new();
        for from in 0..self.sites {
            for &start in ways {
                let mut site = from;
                let mut shape = bit::<W>(from as u16);
                let whole = crate::eval::walk::follow(walk, start, ways, |facing| {
                    site = *game.board.steps(game.site_type, site, facing).last()? as usize;
                    shape[site / 64] |= 1 << (site % 64);
                    Some(())
                });
                if whole.is_none() {
                    continue;
                }
                let known = all.iter().position(|known| known[0] == shape).unwrap_or(all.len());
                if known == all.len() {
                    all.push([shape, [0; W]]);
                }
                all[known][1][from / 64] |= 1 << (from % 64);
            }
        }
        let seen_from = (0..self.sites).map(|site| {
            let here = all.iter().filter(|[_, from]| super::super::has(from, site as u16));
            here.map(|[shape, _]| *shape).collect()
        });
        Arc::new(Shapes { seen_from: seen_from.collect(), all: all.into() })
    }

    /// All straight stretches of a length.
    pub(super) fn lines(&self, line: &LineRule) -> Option<Arc<Stretches<W>>> {
        let mut all: Vec<Bits<W>> = Vec::new();
        let (mut runs, mut others): (Vec<(i32, Bits<W>)>, Vec<Bits<W>>) = (Vec::new(), Vec::new());
        let length = line.length as usize;
        for site in 0..self.sites {
            for (ahead, behind) in line.axes.of(site) {
                let path: Vec<u16> =
                    behind.iter().rev().copied().chain([site as u16]).chain(ahead.iter().copied()).collect();
                for stretch in path.windows(length.max(1)).filter(|s| s.contains(&(site as u16))) {
                    let mut bits = [0; W];
                    stretch.iter().for_each(|&s| bits[usize::from(s) / 64] |= 1 << (s % 64));
                    if super::super::count(&bits) as usize != length {
                        return None;
                    }
                    if all.contains(&bits) {
                        continue;
                    }
                    all.push(bits);
                    let apart = |pair: &[u16]| i32::from(pair[1]) - i32::from(pair[0]);
                    let first = stretch.windows(2).next().map_or(0, apart);
                    if length < 2 || stretch.windows(2).any(|pair| apart(pair) != first) {
                        others.push(bits);
                        continue;
                    }
                    let known = runs.iter().position(|run| run.0 == first).unwrap_or(runs.len());
                    if known == runs.len() {
                        runs.push((first, [0; W]));
                    }
                    runs[known].1[usize::from(stretch[0]) / 64] |= 1 << (stretch[0] % 64);
                }
            }
        }
        Some(Arc::new(Stretches { length: length as i32, runs: runs.into(), others: others.into() }))
    }

    pub(super) fn sites(&self, sites: &Sites, seen: Seen) -> Option<Set<W>> {
        match sites {
            Sites::Plain(region) => self.region(region),
            Sites::Passing { test, first: 0, len } if *len == self.sites => {
                Some(all_of(vec![self.set(test)?, Set::Fixed(self.board)]))
            }
            Sites::Where(of, cond) => {
                let cond = self.cond(cond, Seen { site: true, ..seen }, DEEPEST)?;
                Some(all_of(vec![self.sites(of, seen)?, self.as_set(&cond, |at| at == At::Site)?]))
            }
            Sites::MovesFrom(id) => {
                let mut open = vec![self.pick(*id, DEEPEST)?];
                let mut walks = Vec::new();
                while let Some(pick) = open.pop() {
                    match pick {
                        Pick::All(list) => open.extend(list),
                        Pick::Walk(walk) if walk.deed.tried.is_none() => walks.push(walk),
                        Pick::Nothing => {}
                        Pick::Unknown
                        | Pick::First(_)
                        | Pick::Longest(_)
                        | Pick::If(..)
                        | Pick::Walk(_)
                        | Pick::Place(_)
                        | Pick::Carry(_)
                        | Pick::Pass(_) => return None,
                    }
                }
                Some(Set::Origins(walks.into()))
            }
            Sites::Passing { .. } => None,
        }
    }
}

/// All slots that are not in the set.
pub(super) fn but<const W: usize>(set: Set<W>) -> Set<W> {
    match set {
        Set::Fixed(bits) => Set::Fixed(bits.map(|w| !w)),
        Set::Row(row) => Set::Without(row),
        Set::Without(row) => Set::Row(row),
        Set::Not(of) => *of,
        Set::Part(..)
        | Set::ToClear
        | Set::LastTo
        | Set::Catching(..)
        | Set::IfLastIn(..)
        | Set::OfNext(_)
        | Set::ByNext(_)
        | Set::InLines(..)
        | Set::InShapes(..)
        | Set::NearLast(_)
        | Set::Near(..)
        | Set::NearAt(..)
        | Set::Origins(_)
        | Set::Noted
        | Set::And(_)
        | Set::Or(_) => Set::Not(Box::new(set)),
    }
}

pub(super) fn all_of<const W: usize>(sets: Vec<Set<W>>) -> Set<W> {
    let mut fixed = [u64::MAX; W];
    let mut rest = Vec::new();
    for set in sets {
        match set {
            Set::Fixed(bits) => fixed = super::super::and(&fixed, &bits),
            Set::Part(row, bits) => {
                fixed = super::super::and(&fixed, &bits);
                rest.push(Set::Row(row));
            }
            Set::And(list) => rest.extend(list),
            Set::Row(_)
            | Set::Without(_)
            | Set::ToClear
            | Set::LastTo
            | Set::Catching(..)
            | Set::IfLastIn(..)
            | Set::OfNext(_)
            | Set::ByNext(_)
            | Set::InLines(..)
            | Set::InShapes(..)
            | Set::NearLast(_)
            | Set::Near(..)
            | Set::NearAt(..)
            | Set::Origins(_)
            | Set::Noted
            | Set::Not(_)
            | Set::Or(_) => rest.push(set),
        }
    }
    let all = fixed == [u64::MAX; W];
    match (&rest[..], all) {
        ([], _) => Set::Fixed(fixed),
        ([Set::Row(row)], false) => Set::Part(*row, fixed),
        ([one], true) => one.clone(),
        _ => {
            if !all {
                rest.push(Set::Fixed(fixed));
            }
            Set::And(rest.into())
        }
    }
}

pub(super) fn any_of<const W: usize>(mut sets: Vec<Set<W>>) -> Set<W> {
    sets.retain(|set| !matches!(set, Set::Fixed(none) if *none == [0; W]));
    match sets.len() {
        0 => Set::Fixed([0; W]),
        1 => sets.remove(0),
        _ => Set::Or(sets.into()),
    }
}

/// From each site, those that lead to it.
pub(super) fn reversed(table: &Targets) -> Arc<Targets> {
    Arc::new(Targets::build(table.sites(), 0, |site, row| {
        row.extend((0..table.sites()).filter(|&s| table.of(s).contains(&(site as u16))).map(|s| s as u16));
    }))
}
