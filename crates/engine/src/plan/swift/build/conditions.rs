//! Numbers and conditions, and what rules ask for at all.

use super::*;

impl<'a, const W: usize> Build<'a, W> {
    /// A player who is known beforehand.
    pub(super) fn player(&self, e: &Int) -> Option<usize> {
        match e {
            Int::Const(n) => usize::try_from(*n).ok(),
            Int::Mover => Some(self.mover),
            Int::Role(role) => self.role(*role),
            _ => None,
        }
    }

    /// A number that is known beforehand.
    pub(super) fn number(&self, e: &Int) -> Option<i32> {
        match e {
            Int::Const(n) => Some(*n),
            Int::Mover => Some(self.mover as i32),
            Int::ComponentOf { by_owner, owner } => by_owner.get(self.player(owner)?).copied(),
            _ => None,
        }
    }

    /// The slot and the number of a site beside the board where pieces wait.
    pub(super) fn stock(&self, site: &Int) -> Option<(u16, i32)> {
        let Int::HandSite { player, index } = site else { return None };
        let (player, Int::Const(index)) = (self.player(player)?, &**index) else { return None };
        let game = self.plan.game;
        let mut hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
        let hand = hands.find(|c| c.owner == player && (0..c.len).contains(index))?;
        self.stocks.iter().copied().find(|stock| stock.1 == hand.first + index)
    }

    pub(super) fn name(&self, name: u16) -> Option<u8> {
        (usize::from(name) < VARS).then_some(name as u8)
    }

    pub(super) fn at(&self, e: &Int, seen: Seen) -> Option<At> {
        match e {
            Int::LastTo => Some(At::LastTo),
            // (Beside the board the number of a site is not that of its slot.)
            Int::LastFrom if self.stocks.is_empty() => Some(At::LastFrom),
            Int::From if seen.from => Some(At::From),
            Int::To if seen.to => Some(At::To),
            Int::Between if seen.over => Some(At::Over),
            Int::Site if seen.site => Some(At::Site),
            Int::Const(n) if (0..self.sites as i32).contains(n) => Some(At::Fixed(*n as u16)),
            _ => None,
        }
    }

    pub(super) fn num(&self, e: &Int, seen: Seen) -> Option<Num<W>> {
        if let Some(n) = self.number(e) {
            return Some(Num::Const(n));
        }
        Some(match e {
            Int::ComponentOf { by_owner, owner } if matches!(**owner, Int::Next) => Num::ByNext(
                (0..=self.plan.game.players).map(|p| by_owner.get(p).copied().unwrap_or(OFF)).collect(),
            ),
            Int::Prev => Num::Prev,
            Int::Next => Num::Next,
            Int::Counter => Num::Counter,
            Int::Var(name) => Num::Var(self.name(*name)?),
            Int::MoveNumber => Num::MoveNumber,
            Int::What { kind, site, level } if *kind == self.plan.game.site_type => {
                if !matches!(level.as_deref(), None | Some(Int::Const(0 | -1))) {
                    return None;
                }
                Num::What(self.at(site, seen)?)
            }
            Int::Sites(region) => Num::Count(self.region(region)?),
            Int::Pieces { kind: None, of: Owners::Role(role), whats, within: None, cond: None } => {
                let mut those = vec![self.of_role(*role)?];
                if let Some(whats) = whats {
                    those.push(any_of(whats.iter().map(|&w| self.row(w.into())).collect()));
                }
                let stocks = self.stocks.iter().map(|stock| stock.0).collect();
                Num::Pieces(all_of(those), stocks)
            }
            _ => Num::SiteOf(self.at(e, seen)?),
        })
    }

    pub(super) fn cond(&self, cond: &PlanCond, seen: Seen, depth: u32) -> Option<Cond<W>> {
        let depth = depth.checked_sub(1)?;
        let all =
            |list: &[PlanCond]| list.iter().map(|c| self.cond(c, seen, depth)).collect::<Option<Box<[_]>>>();
        Some(match cond {
            PlanCond::Plain(b) => self.bool(b, seen, depth)?,
            PlanCond::Const(b) => Cond::Const(*b),
            PlanCond::And(list) => Cond::And(all(list)?),
            PlanCond::Or(list) => Cond::Or(all(list)?),
            PlanCond::Not(c) => Cond::Not(Box::new(self.cond(c, seen, depth)?)),
            PlanCond::CanMove(id) => match &self.plan.gens[*id] {
                Gen::Pieces(pieces) if *pieces.player == Int::Next && self.plan.game.players == 2 => {
                    let visitor = self.seen_by(self.next(), Some(self.mover));
                    Cond::NextCan(Box::new(visitor.pieces(pieces, depth)?))
                }
                _ => Cond::Any(Box::new(self.pick(*id, depth).filter(|pick| !has_unknown(pick))?)),
            },
            PlanCond::Settled(_, b) => self.bool(b, seen, depth)?,
            PlanCond::NextCannotMove => Cond::NextCannotMove,
            PlanCond::SameMover => Cond::SameMover,
            PlanCond::NoPieces { of, slots } => {
                let set = self.fixed(slots);
                Cond::None(all_of(vec![self.of_role(*of)?, set]))
            }
            PlanCond::If(parts) => {
                let [cond, then, otherwise] = &**parts;
                let (cond, then) = (self.cond(cond, seen, depth)?, self.cond(then, seen, depth)?);
                let otherwise = self.cond(otherwise, seen, depth)?;
                let not = Cond::Not(Box::new(cond.clone()));
                Cond::Or(Box::new([Cond::And(Box::new([cond, then])), Cond::And(Box::new([not, otherwise]))]))
            }
            PlanCond::Count { sites, wanted } => {
                Cond::Equal(Num::Count(self.sites(sites, seen)?), Num::Const(*wanted as i32))
            }
            PlanCond::Line(line)
                if matches!(line.through, Pivot::LastTo) && !line.by_level && line.first == 0 =>
            {
                let through = (0..self.sites).map(|site| {
                    let halves = line.axes.of(site).map(|(ahead, behind)| [ahead.into(), behind.into()]);
                    halves.collect()
                });
                Cond::Line(Arc::new(Lines {
                    through: through.collect(),
                    length: line.length,
                    exact: line.exact,
                }))
            }
            PlanCond::Line(line) if !line.by_level && !line.exact && line.first == 0 => {
                // Sites of lines are told by sets; what is empty is in none.
                let rows = (1..self.plan.game.components.len()).map(|what| what as u8).collect();
                let lines = Set::InLines(rows, self.lines(line)?);
                match &line.through {
                    Pivot::At(site) => Cond::In(self.at(site, seen)?, lines),
                    Pivot::AnyOf(sites) => {
                        let Set::InLines(rows, lines) = lines else { return None };
                        Cond::LineThrough(self.sites(sites, seen)?, rows, lines)
                    }
                    Pivot::LastTo => return None,
                }
            }
            PlanCond::Near { site, near, test, first: 0 } => {
                let at = self.at(site, seen)?;
                Cond::In(at, Set::Near(Box::new(self.set(test)?), reversed(near)))
            }
            PlanCond::Threatened(threat) if threat.sites.is_none() && threat.first == 0 => {
                let what = self.num(&threat.what, NOTHING)?;
                if !matches!(what, Num::Const(_) | Num::ByNext(_)) || self.plan.game.phases.len() != 1 {
                    return None;
                }
                Cond::Threatened(what)
            }
            PlanCond::OneGroup(rule) if rule.first == 0 => {
                let members = all_of(vec![self.set(&rule.members)?, Set::Fixed(self.board)]);
                Cond::OneGroup(members, rule.near.clone())
            }
            PlanCond::Line(_)
            | PlanCond::Paired(_)
            | PlanCond::Near { .. }
            | PlanCond::NotStored
            | PlanCond::Threatened(_)
            | PlanCond::Linked(_)
            | PlanCond::OneGroup(_)
            | PlanCond::Liberty { .. }
            | PlanCond::Loop { .. } => return None,
        })
    }

    pub(super) fn bool(&self, cond: &Bool, seen: Seen, depth: u32) -> Option<Cond<W>> {
        let depth = depth.checked_sub(1)?;
        let all =
            |list: &[Bool]| list.iter().map(|c| self.bool(c, seen, depth)).collect::<Option<Box<[_]>>>();
        let two = |a: &Int, b: &Int| Some((self.num(a, seen)?, self.num(b, seen)?));
        let not = |c: Cond<W>| Cond::Not(Box::new(c));
        let of_site = |who: &Int| match who {
            Int::Who { kind, site, level } if *kind == self.plan.game.site_type => {
                let plain = matches!(level.as_deref(), None | Some(Int::Const(0 | -1)));
                self.at(site, seen).filter(|_| plain)
            }
            _ => None,
        };
        Some(match cond {
            Bool::Const(b) => Cond::Const(*b),
            Bool::And(list) => Cond::And(all(list)?),
            Bool::Or(list) => Cond::Or(all(list)?),
            Bool::Not(c) => not(self.bool(c, seen, depth)?),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (who @ Int::Who { .. }, Int::Const(player)) | (Int::Const(player), who @ Int::Who { .. })
                    if (1..=self.plan.game.players as i32).contains(player) =>
                {
                    Cond::In(of_site(who)?, self.owned(*player as usize))
                }
                (Int::Const(1), Int::Steps { kind, relation: Relation::Adjacent, walk: None, from, to })
                    if *kind == self.plan.game.site_type =>
                {
                    let Region::Sites(to) = &**to else { return None };
                    let [to] = &**to else { return None };
                    Cond::In(self.at(to, seen)?, Set::NearAt(self.at(from, seen)?, self.neighbours()))
                }
                _ => match two(a, b)? {
                    (Num::Const(a), Num::Const(b)) => Cond::Const(a == b),
                    (a, b) => Cond::Equal(a, b),
                },
            },
            Bool::Ne(a, b) => two(a, b).map(|(a, b)| not(Cond::Equal(a, b)))?,
            Bool::Lt(a, b) => two(a, b).map(|(a, b)| Cond::Less(a, b))?,
            Bool::Gt(a, b) => two(a, b).map(|(a, b)| Cond::Less(b, a))?,
            Bool::Le(a, b) => two(a, b).map(|(a, b)| not(Cond::Less(b, a)))?,
            Bool::Ge(a, b) => two(a, b).map(|(a, b)| not(Cond::Less(a, b)))?,
            Bool::Odd(a) => Cond::Odd(self.num(a, seen)?),
            Bool::Empty { kind, site } if *kind == self.plan.game.site_type => {
                Cond::In(self.at(site, seen)?, Set::Row(0))
            }
            Bool::Occupied { kind, site } if *kind == self.plan.game.site_type => {
                Cond::In(self.at(site, seen)?, self.set(&Test::Occupied)?)
            }
            Bool::In { site, region } => Cond::In(self.at(site, seen)?, self.region(region)?),
            Bool::Enemy(who) => Cond::In(of_site(who)?, self.enemies()),
            Bool::Friend(who) => Cond::In(of_site(who)?, self.owned(self.mover)),
            Bool::Full => Cond::None(Set::Part(0, self.board)),
            Bool::Pattern { kind, walk, from, whats }
                if *kind == self.plan.game.site_type && whats.is_empty() =>
            {
                let rows = (1..self.plan.game.components.len()).map(|what| what as u8).collect();
                Cond::In(self.at(from, seen)?, Set::InShapes(rows, self.shapes(walk)))
            }
            // (Who has moved is not stalemated; who was found to be so stays so until then.)
            Bool::NoMoves(role @ (Role::P(_) | Role::Mover))
                if seen.at_end && !asks_next_moves(self.plan.game) =>
            {
                Cond::Stalemated(self.role(*role)? as u8)
            }
            Bool::AllSites { region, cond } if !matches!(**region, Region::Hand(_)) => {
                let here = self.bool(cond, Seen { site: true, ..seen }, depth)?;
                let not_here = but(self.as_set(&here, |at| at == At::Site)?);
                Cond::None(all_of(vec![self.region(region)?, not_here]))
            }
            Bool::AllSites { region, cond } => {
                let (Region::Hand(player), Bool::Eq(a, b)) = (&**region, &**cond) else { return None };
                let (Int::Const(0), Int::Count { kind: SiteType::Cell, site }) = (&**a, &**b) else {
                    return None;
                };
                let player = self.player(player)?;
                let game = self.plan.game;
                let mut hand = [0; W];
                let hands = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Hand));
                for site in hands.filter(|c| c.owner == player).flat_map(|c| c.first..c.first + c.len) {
                    let (slot, _) = *self.stocks.iter().find(|stock| stock.1 == site)?;
                    hand[usize::from(slot) / 64] |= 1 << (slot % 64);
                }
                if !matches!(**site, Int::Site) {
                    return None;
                }
                Cond::None(all_of(vec![Set::Without(0), Set::Fixed(hand)]))
            }
            Bool::Within { what, region } => {
                let what = usize::try_from(self.number(what)?).ok()?;
                if !(1..self.plan.game.components.len()).contains(&what) {
                    return None;
                }
                not(Cond::None(all_of(vec![self.row(what), self.region(region)?])))
            }
            // (Nothing is proposed or decided while a game is swift.)
            Bool::Proposed(_) | Bool::Decided(_) => Cond::Const(false),
            Bool::AllPassed if seen.at_end => Cond::Const(false),
            Bool::Triggered(player) => Cond::Triggered(self.player(player)? as u8),
            Bool::If { cond, then, otherwise } => {
                let (cond, then) = (self.bool(cond, seen, depth)?, self.bool(then, seen, depth)?);
                let otherwise = self.bool(otherwise, seen, depth)?;
                let and = |a, b| Cond::And(Box::new([a, b]));
                Cond::Or(Box::new([and(cond.clone(), then), and(not(cond), otherwise)]))
            }
            _ => return None,
        })
    }
}

/// Does a condition ask whether the next player can move?
pub(super) fn asks_next<const W: usize>(cond: &Cond<W>) -> bool {
    match cond {
        Cond::NextCannotMove => true,
        Cond::And(list) | Cond::Or(list) => list.iter().any(asks_next),
        Cond::Not(cond) => asks_next(cond),
        Cond::Const(_)
        | Cond::In(..)
        | Cond::None(_)
        | Cond::Equal(..)
        | Cond::Less(..)
        | Cond::Odd(_)
        | Cond::SameMover
        | Cond::Any(_)
        | Cond::NextCan(_)
        | Cond::Triggered(_)
        | Cond::Stalemated(_)
        | Cond::Threatened(_)
        | Cond::Unknown
        | Cond::OneGroup(..)
        | Cond::LineThrough(..)
        | Cond::Line(_) => false,
    }
}

/// Does any rule ask whether the next player can move? (That notes who cannot.)
pub(super) fn asks_next_moves(game: &Game) -> bool {
    walk::any(walk::rules_of(game), |part| matches!(part, Part::Bool(Bool::NoMoves(Role::Next))))
}

/// Does any rule ask whether something is threatened?
pub(super) fn asks_threats(game: &Game) -> bool {
    walk::any(walk::rules_of(game), |part| matches!(part, Part::Bool(Bool::Threatened(_))))
}

/// Do rules of moving look at what changes between turns?
pub(super) fn asks_counter(game: &Game) -> bool {
    let changes =
        |part: Part<'_>| matches!(part, Part::Int(Int::Counter | Int::TurnNumber | Int::MovesThisTurn));
    walk::any(walk::choosing_rules(game), changes)
}
