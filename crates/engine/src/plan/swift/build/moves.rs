//! Which moves there are: generators of the plan become picks, and leaves become walks, placings and carryings.

use super::*;

impl<'a, const W: usize> Build<'a, W> {
    pub(super) fn pick(&self, id: GenId, depth: u32) -> Option<Pick<W>> {
        let depth = depth.checked_sub(1)?;
        let all =
            |parts: &[GenId]| parts.iter().map(|&part| self.pick(part, depth)).collect::<Option<Box<[_]>>>();
        match &self.plan.gens[id] {
            Gen::All(parts) => Some(Pick::All(all(parts)?)),
            Gen::First(parts) => Some(Pick::First(all(parts)?)),
            Gen::If { cond, then, otherwise, .. } => {
                let cond = self.cond(cond, NOTHING, depth)?;
                match (&cond, otherwise) {
                    (Cond::Const(true), _) => return self.pick(*then, depth),
                    (Cond::Const(false), Some(other)) => return self.pick(*other, depth),
                    (Cond::Const(false), None) => return Some(Pick::Nothing),
                    _ => {}
                }
                // (What is rare may be unknown: the game is handed back there.)
                let then = self.pick(*then, depth).unwrap_or(Pick::Unknown);
                let otherwise = match otherwise {
                    Some(other) => self.pick(*other, depth).unwrap_or(Pick::Unknown),
                    None => Pick::Nothing,
                };
                if let (Pick::Unknown, Pick::Unknown | Pick::Nothing) = (&then, &otherwise)
                    && !matches!(cond, Cond::Const(false) | Cond::Not(_))
                {
                    return None;
                }
                Some(Pick::If(cond, Box::new([then, otherwise])))
            }
            Gen::Pieces(pieces) if *pieces.player == Int::Mover => self.pieces(pieces, depth),
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                match &leaf.form {
                    Form::Pass => Some(Pick::Pass(Arc::new(self.deed(*index, leaf, depth)?))),
                    Form::Place { piece, to, state: None, on_stack: false } => {
                        let what = u8::try_from(self.number(piece)?).ok().filter(|&what| what > 0)?;
                        if usize::from(what) >= self.plan.game.components.len()
                            || leaf.ask.is_some()
                            || leaf.tried.is_some()
                        {
                            return None;
                        }
                        let to = match to {
                            Where::Empty => all_of(vec![Set::Part(0, self.board), self.set(&leaf.to)?]),
                            Where::Site(_) | Where::Region(_) => return None,
                        };
                        Some(Pick::Place(Arc::new(Placing {
                            to,
                            what,
                            deed: self.deed(*index, leaf, depth)?,
                        })))
                    }
                    Form::Select => {
                        let From::Region(region) = &leaf.origin else { return None };
                        if leaf.ask.is_some() || leaf.tried.is_some() || !matches!(leaf.to, Test::True) {
                            return None;
                        }
                        let mut to = vec![self.sites(region, NOTHING)?, Set::Fixed(self.board)];
                        if let Some(test) = &leaf.from_cond {
                            to.push(self.set(test)?);
                        }
                        let deed = self.deed(*index, leaf, depth)?;
                        Some(Pick::Place(Arc::new(Placing { to: all_of(to), what: 0, deed })))
                    }
                    Form::Remove => {
                        let From::Region(region) = &leaf.origin else { return None };
                        if leaf.from_cond.is_some() || leaf.ask.is_some() || leaf.tried.is_some() {
                            return None;
                        }
                        let there = all_of(vec![Set::Without(0), Set::Fixed(self.board)]);
                        let to = all_of(vec![self.sites(region, NOTHING)?, there]);
                        Some(Pick::Place(Arc::new(Placing {
                            to,
                            what: 0,
                            deed: self.deed(*index, leaf, depth)?,
                        })))
                    }
                    Form::Carry { to: Where::Empty } => {
                        if leaf.ask.is_some() || leaf.tried.is_some() || leaf.stack {
                            return None;
                        }
                        let mut beside = None;
                        let mut from = match &leaf.origin {
                            From::Region(region) => {
                                vec![self.sites(region, NOTHING)?, Set::Without(0), Set::Fixed(self.board)]
                            }
                            From::Site(site) if !leaf.copy => {
                                let (slot, number) = self.stock(site)?;
                                beside = Some(u16::try_from(number).ok()?);
                                vec![Set::Fixed(bit(slot)), Set::Without(0)]
                            }
                            From::Site(_) | From::Register | From::None => return None,
                        };
                        if let Some(test) = &leaf.from_cond {
                            from.push(self.set(test)?);
                        }
                        let to = all_of(vec![Set::Part(0, self.board), self.set(&leaf.to)?]);
                        let deed = Deed { from_beside: beside, ..self.deed(*index, leaf, depth)? };
                        Some(Pick::Carry(Arc::new(Carrying { from: all_of(from), to, deed })))
                    }
                    _ if matches!(&leaf.origin, From::Site(site) if **site == Int::LastTo) => {
                        if leaf.from_cond.is_some() {
                            return None;
                        }
                        Some(Pick::Walk(Arc::new(self.walk(*index, None, None, depth)?)))
                    }
                    _ => None,
                }
            }
            Gen::ForSites { region: Sites::Passing { test: Test::Empty, .. }, moves } => {
                let Gen::Leaf(index) = self.plan.gens[*moves] else { return None };
                let leaf = &self.plan.leaves[usize::from(index)];
                let Form::Outflank { flank, piece, state: Some(state) } = &leaf.form else {
                    return None;
                };
                if **piece != Int::Const(1)
                    || **state != Int::Mover
                    || !self.plan.game.uses.state
                    || !matches!(flank.told_by, Some(ToldBy::State))
                    || !matches!(flank.effect, PlanEff::Flip { ref site, .. } if **site == Int::Between)
                    || flank.min > 1
                    || (flank.max as usize) < self.sites
                    || leaf.tried.is_some()
                    || leaf.at_target.is_some()
                    || leaf.at_hurdle.is_some()
                {
                    return None;
                }
                let (friends, enemies) = (self.mover as u8, self.next() as u8);
                let mut deed = self.deed(index, leaf, depth)?;
                deed.catches = true;
                deed.before = Box::new([Eff::Flank(Box::new(Flanking {
                    from: At::To,
                    rays: flank.rays.clone(),
                    min: flank.min,
                    max: flank.max,
                    target: Set::Row(enemies),
                    friend: Set::Row(friends),
                    effect: Eff::Become(At::Over, friends),
                }))]);
                let to = Set::Catching(friends, enemies, self.straight_lines(&flank.rays)?);
                Some(Pick::Place(Arc::new(Placing { to, what: friends, deed })))
            }
            Gen::Plain { rule, outer, tried: None, .. } if outer.is_empty() && rule.then.is_none() => {
                let MovesKind::Promote { kind, site: Int::LastTo, to } = &rule.kind else { return None };
                if *kind != self.plan.game.site_type || !rule.decision {
                    return None;
                }
                let deed = Deed { leaf: PLAIN, ..Deed::default() };
                let what = self.promoted(to)?;
                Some(Pick::Place(Arc::new(Placing { to: Set::LastTo, what, deed })))
            }
            Gen::After { prior, next, .. } if self.noting.is_none() => {
                // Sites are noted first, and forgotten after the move.
                let PlanEff::ForSites { region, each } = prior else { return None };
                let PlanEff::One { effect, then: None } = &**each else { return None };
                let Effect::Remember { name, value, .. } = &**effect else { return None };
                if *value != Int::Site {
                    return None;
                }
                let set = self.sites(region, NOTHING)?;
                let noting = Some(((*name)?, Arc::new(set)));
                Build { near: self.near.clone(), noting, ..*self }.pick(*next, depth)
            }
            // (What must be tried, and threats, do not go with it.)
            Gen::Longest { of } if !self.threats && self.plan.afters.is_empty() => {
                Some(Pick::Longest(Box::new(self.pick(*of, depth)?)))
            }
            Gen::Pieces(_)
            | Gen::Plain { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Tall { .. }
            | Gen::Longest { .. } => None,
        }
    }

    pub(super) fn pieces(&self, pieces: &Pieces, depth: u32) -> Option<Pick<W>> {
        if pieces.container.is_some() {
            return None;
        }
        let mut walks = Vec::new();
        for piece in pieces.by_player.get(self.mover).map_or(&[][..], |list| list) {
            let row = self.row(piece.what.into());
            for &id in &piece.rest {
                walks.push(self.of_piece(id, piece.what.into(), depth)?);
            }
            for flat in &piece.flat {
                let leaf = &self.plan.leaves[usize::from(flat.leaf)];
                let mut origins = vec![row.clone()];
                if !self.stocks.is_empty() {
                    origins.push(Set::Fixed(self.board));
                }
                for &(guard, yes) in &flat.guards {
                    let Gen::If { at_from: Some(test), .. } = &self.plan.gens[guard] else {
                        return None;
                    };
                    let set = self.set(test)?;
                    origins.push(if yes { set } else { but(set) });
                }
                if let Some(test) = &leaf.from_cond {
                    origins.push(self.set(test)?);
                }
                let walk = self.walk(flat.leaf, Some(all_of(origins)), Some(piece.what.into()), depth)?;
                walks.push(Pick::Walk(Arc::new(walk)));
            }
        }
        Some(Pick::All(walks.into()))
    }

    /// What a piece may do that the plan does not look at as sets.
    pub(super) fn of_piece(&self, id: GenId, what: usize, depth: u32) -> Option<Pick<W>> {
        let depth = depth.checked_sub(1)?;
        match &self.plan.gens[id] {
            Gen::All(parts) => {
                let parts = parts.iter().map(|&part| self.of_piece(part, what, depth));
                Some(Pick::All(parts.collect::<Option<_>>()?))
            }
            Gen::Leaf(index) => {
                let leaf = &self.plan.leaves[usize::from(*index)];
                let From::Register = leaf.origin else { return None };
                let mut origins = vec![self.row(what), Set::Fixed(self.board)];
                if let Some(test) = &leaf.from_cond {
                    origins.push(self.set(test)?);
                }
                Some(Pick::Walk(Arc::new(self.walk(*index, Some(all_of(origins)), Some(what), depth)?)))
            }
            Gen::First(_)
            | Gen::If { .. }
            | Gen::Pieces(_)
            | Gen::Plain { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Tall { .. }
            | Gen::Longest { .. } => None,
        }
    }

    pub(super) fn walk(
        &self,
        index: u16,
        origins: Option<Set<W>>,
        what: Option<usize>,
        depth: u32,
    ) -> Option<Walk<W>> {
        let leaf = &self.plan.leaves[usize::from(index)];
        let (mut to, mut over, mut through, mut shoots) = (self.set(&leaf.to)?, None, None, 0);
        let (mut as_many, mut far) = (None, None);
        let each = |of: &dyn Fn(usize) -> Option<Arc<Ways<W>>>, same: bool| -> Box<[Option<Arc<Ways<W>>>]> {
            match what {
                Some(what) => Box::new([of(what)]),
                None if same => Box::new([of(0)]),
                None => (0..self.plan.game.components.len()).map(of).collect(),
            }
        };
        let ways = match &leaf.form {
            Form::Jump(table) => {
                let ways = |what: usize| Some(Arc::new(self.straight(table.of(what)?)));
                each(&ways, matches!(table, ByWhat::Same(_)))
            }
            Form::Hop { pairs: Some(pairs), hurdle, steps: None, stop: None, .. } => {
                over = Some(self.set(hurdle)?);
                let ways = |what: usize| {
                    let pairs = pairs.of(what)?;
                    let of = |site: usize| {
                        pairs
                            .of(site)
                            .iter()
                            .map(|&(over, to)| Way { to, over, rest: 0, stops: true, between: [0; W] })
                            .collect()
                    };
                    Some(Arc::new(self.ways(&of, false)))
                };
                each(&ways, matches!(pairs, ByWhat::Same(_)))
            }
            Form::Hop {
                rays,
                pairs: None,
                steps: None,
                before,
                after,
                length: Length::One,
                hurdle,
                stop: None,
            } => {
                over = Some(self.set(hurdle)?);
                let rays = match (what, rays) {
                    (_, ByWhat::Same(rays)) => Box::new([Some(rays.clone())]) as Box<[_]>,
                    (Some(what), ByWhat::Each(list)) => Box::new([list.get(what)?.clone()]),
                    (None, ByWhat::Each(list)) => list.clone(),
                };
                let most = |n: i32| n.max(0) as usize;
                far = Some(Far { rays, before: most(*before), after: most(*after) });
                Box::new([Some(Arc::new(self.ways(&|_| Vec::new(), true)))])
            }
            // Over all but as many as stand on some line, and to right behind them.
            Form::Hop {
                rays,
                hurdle,
                before: 0,
                after: 0,
                stop: None,
                length: Length::Between(min, max),
                steps: Some(_),
                ..
            } => {
                let (PlanNum::Sub(a, b), PlanNum::Sub(c, d)) = (min, max) else { return None };
                let (
                    PlanNum::Sites { region, without: Some(Test::Empty) },
                    PlanNum::Const(1),
                    PlanNum::Sites { region: same, without: Some(Test::Empty) },
                    PlanNum::Const(1),
                ) = (&**a, &**b, &**c, &**d)
                else {
                    return None;
                };
                if (0..self.sites).any(|site| region.of(site) != same.of(site)) {
                    return None;
                }
                as_many = Some(region.clone());
                through = Some(self.set(hurdle)?);
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    let of = |site: usize| over_the_first(along(rays, site, usize::MAX));
                    Some(Arc::new(self.ways(&of, true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Slide { rays, min, max, pass }
                if *min <= 1 || (matches!(pass, Test::Empty) && never_empty(&leaf.to)) =>
            {
                let pass = self.set(pass)?;
                // A slide goes on while it may pass and need not stop, and ends wherever it may pass or stop.
                through = Some(all_of(vec![pass.clone(), but(to.clone())]));
                to = any_of(vec![to, pass]);
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    let of = |site: usize| {
                        let mut ways = along(rays, site, (*max).max(0) as usize);
                        // (How far a way leads is how many lie before it, and one.)
                        let far = |way: &Way<W>| super::super::count(&way.between) as i32 + 1;
                        ways.iter_mut().for_each(|way| way.stops = far(way) >= *min);
                        ways
                    };
                    Some(Arc::new(self.ways(&of, true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Shoot { piece, rays } => {
                shoots = u8::try_from(self.number(piece)?).ok().filter(|&what| what > 0)?;
                through = Some(to.clone());
                let ways = |what: usize| {
                    let rays = rays.of(what)?;
                    Some(Arc::new(self.ways(&|site| along(rays, site, usize::MAX), true)))
                };
                each(&ways, matches!(rays, ByWhat::Same(_)))
            }
            Form::Round { walks, min, max, pass } if *min <= 1 => {
                let pass = match pass {
                    // (A piece does not stand in its own way.)
                    Test::Or(list) if list.iter().any(|t| matches!(t, Test::IsFrom)) => {
                        let rest = list.iter().filter(|t| !matches!(t, Test::IsFrom));
                        any_of(rest.map(|t| self.set(t)).collect::<Option<_>>()?)
                    }
                    _ => return None,
                };
                through = Some(all_of(vec![pass, but(to.clone())]));
                let of = |site: usize| round(walks, site, (*max).max(0) as usize);
                Box::new([Some(Arc::new(self.ways(&of, true)))]) as Box<[_]>
            }
            Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Large { .. } => return None,
        };
        if leaf.kind != self.plan.game.site_type || leaf.stack {
            return None;
        }
        // (Such hops are looked for one by one: no more is asked of them, and nobody asks for their threats.)
        if far.is_some() && (leaf.ask.is_some() || self.threats) {
            return None;
        }
        let (mut either, mut straight) = (None, None);
        match &leaf.ask {
            Some(Test::And(list)) if origins.is_none() && over.is_some() => match &**list {
                [Test::Straight(headings)] => straight = Some(headings.clone()),
                _ => return None,
            },
            Some(test) => either = Some(self.either(test, depth)?),
            None => {}
        }
        // Pieces that are alike may lie together where they are counted: nothing lies there.
        if self.plan.game.uses.count && !only_empty(&leaf.to) {
            return None;
        }
        Some(Walk {
            origins,
            to,
            either,
            straight,
            as_many,
            over,
            far,
            through,
            ways,
            shoots,
            round: matches!(leaf.form, Form::Round { .. }),
            visits: self.asker.is_some(),
            deed: self.deed(index, leaf, depth)?,
        })
    }

    /// A condition on where a piece goes, or where it comes from, as two sets of which one must hold.
    pub(super) fn either(&self, test: &Test, depth: u32) -> Option<(Set<W>, Set<W>)> {
        let parts = match test {
            Test::And(list) if list.len() == 1 => return self.either(&list[0], depth.checked_sub(1)?),
            Test::Or(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        let (mut to, mut from) = (Vec::new(), Vec::new());
        for part in parts {
            match (self.set(part), part) {
                (Some(set), _) => to.push(set),
                (None, Test::AtFrom(test, _)) => from.push(self.set(test)?),
                (None, Test::Not(test)) => match &**test {
                    Test::AtFrom(test, _) => from.push(but(self.set(test)?)),
                    _ => return None,
                },
                (None, Test::Ask(cond, here)) if here.to && !here.from => {
                    let cond = self.cond(cond, Seen { from: true, ..NOTHING }, depth)?;
                    from.push(self.as_set(&cond, |at| at == At::From)?);
                }
                _ => return None,
            }
        }
        Some((any_of(to), any_of(from)))
    }
}

/// Is any of these moves not known?
pub(super) fn has_unknown<const W: usize>(pick: &Pick<W>) -> bool {
    match pick {
        Pick::Unknown => true,
        Pick::All(list) | Pick::First(list) => list.iter().any(has_unknown),
        Pick::Longest(of) => has_unknown(of),
        Pick::If(_, parts) => parts.iter().any(has_unknown),
        Pick::Nothing | Pick::Walk(_) | Pick::Place(_) | Pick::Carry(_) | Pick::Pass(_) => false,
    }
}

/// Does a test hold only where something stands?
pub(super) fn never_empty(test: &Test) -> bool {
    match test {
        Test::Enemy | Test::Friend | Test::Occupied | Test::Is(_) | Test::Of(_) | Test::False => true,
        Test::And(list) => list.iter().any(never_empty),
        Test::Or(list) => list.iter().all(never_empty),
        _ => false,
    }
}

/// Does a test hold only where nothing stands?
pub(super) fn only_empty(test: &Test) -> bool {
    match test {
        Test::Empty => true,
        Test::And(list) => list.iter().any(only_empty),
        _ => false,
    }
}
