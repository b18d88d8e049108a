//! What moves do: effects of the plan, and those that it left as they were written.

use super::*;

impl<'a, const W: usize> Build<'a, W> {
    pub(super) fn deed(&self, index: u16, leaf: &Leaf, depth: u32) -> Option<Deed<W>> {
        let mut before = Vec::new();
        for eff in leaf.at_hurdle.iter().chain(&leaf.at_target) {
            before.push(self.eff(eff, THE_MOVE, depth).filter(|eff| !has_do(eff))?);
        }
        let mut then = Vec::new();
        for id in &leaf.thens {
            then.push(self.eff(&self.plan.thens[id.0 as usize], NOTHING, depth)?);
        }
        // What is noted must be forgotten after each move.
        let forgets = |eff: &Eff<W>| match eff {
            Eff::All(list) => list.iter().any(|eff| matches!(eff, Eff::Forget)),
            eff => matches!(eff, Eff::Forget),
        };
        if self.noting.is_some() && !then.iter().any(forgets) {
            return None;
        }
        let tried = match leaf.tried {
            Some(after) => {
                // The move must be no more than the piece's going until that is asked.
                let done = then.len() - leaf.outside.min(then.len());
                if !before.iter().all(takes) || !then[..done].iter().all(is_harmless) || leaf.copy {
                    return None;
                }
                let asker = self.seen_by(self.asker.unwrap_or(self.mover), None);
                let cond = asker.cond(&self.plan.afters[usize::from(after)].cond, NOTHING, depth)?;
                // (While a threat is judged, this is not asked: it must be about a threat, or there must be none.)
                let threat = matches!(&cond, Cond::Not(inner) if matches!(**inner, Cond::Threatened(_)));
                if self.threats && !threat {
                    return None;
                }
                Some(cond)
            }
            None => None,
        };
        Some(Deed {
            leaf: index,
            from_beside: None,
            noting: self.noting.as_ref().map(|(_, set)| set.clone()),
            copy: leaf.copy,
            hops: matches!(leaf.form, Form::Hop { .. }),
            removes: matches!(leaf.form, Form::Remove),
            selects: matches!(leaf.form, Form::Select),
            catches: false,
            tried,
            before: before.into(),
            then: then.into(),
        })
    }

    pub(super) fn eff(&self, eff: &PlanEff, seen: Seen, depth: u32) -> Option<Eff<W>> {
        let depth = depth.checked_sub(1)?;
        let own_kind = |kind: &SiteType| (*kind == self.plan.game.site_type).then_some(());
        Some(match eff {
            PlanEff::All(list) => {
                let all: Box<[Eff<W>]> =
                    list.iter().map(|e| self.eff(e, seen, depth)).collect::<Option<_>>()?;
                if all.iter().any(has_do) {
                    return None;
                }
                Eff::All(all)
            }
            PlanEff::If { cond, then, otherwise } => {
                let otherwise = match otherwise {
                    Some(eff) => Some(Box::new(self.eff(eff, seen, depth)?)),
                    None => None,
                };
                Eff::If(self.cond(cond, seen, depth)?, Box::new(self.eff(then, seen, depth)?), otherwise)
            }
            PlanEff::Remove { kind, site, later, then: None } => {
                own_kind(kind)?;
                let at = self.at(site, seen)?;
                if *later { Eff::RemoveLater(at) } else { Eff::Remove(at) }
            }
            PlanEff::Promote { kind, site, to, then: None } => {
                own_kind(kind)?;
                Eff::Become(self.at(site, seen)?, self.promoted(to)?)
            }
            PlanEff::Add { kind, what, site, on_stack: false, then: None } => {
                own_kind(kind)?;
                let at = self.at(site, seen)?;
                let components = self.plan.game.components.len() as i32;
                match self.num(what, seen)? {
                    _ if self.plan.game.uses.count => return None,
                    Num::Const(what) if (1..components).contains(&what) => Eff::Become(at, what as u8),
                    Num::Const(_) => return None,
                    num => Eff::Put(at, num),
                }
            }
            PlanEff::One { effect, then: None } => match &**effect {
                Effect::MoveAgain => Eff::Again,
                Effect::Trigger { player, .. } => Eff::Trigger(self.player(player)? as u8),
                Effect::SetCounter(Int::Const(n)) => Eff::SetCounter(*n),
                Effect::ForgetAll(_) if self.noting.is_some() => Eff::Forget,
                Effect::SetVar { name, value } => Eff::SetVar(self.name(*name)?, self.num(value, seen)?),
                _ => return None,
            },
            PlanEff::Score { player, score, add, then: None } => {
                let player = match player {
                    ScoreOf::Player(p) => usize::try_from(*p).ok()?,
                    ScoreOf::Mover => self.mover,
                    ScoreOf::Next => return None,
                };
                if !(1..=self.plan.game.players).contains(&player) {
                    return None;
                }
                Eff::Score(player as u8, self.num(score, seen)?, *add)
            }
            PlanEff::Custodial(flank) => {
                own_kind(&flank.kind)?;
                let (target, friend) = match flank.told_by {
                    Some(ToldBy::Owner) => (self.enemies(), self.owned(self.mover)),
                    Some(ToldBy::State) => return None,
                    None => (self.set(&flank.target)?, self.set(&flank.friend)?),
                };
                let effect = self.eff(&flank.effect, Seen { over: true, ..seen }, depth)?;
                if has_do(&effect) {
                    return None;
                }
                Eff::Flank(Box::new(Flanking {
                    from: self.at(&flank.from, seen)?,
                    rays: flank.rays.clone(),
                    min: flank.min,
                    max: flank.max,
                    target: all_of(vec![target, Set::Fixed(self.board)]),
                    friend: all_of(vec![friend, Set::Fixed(self.board)]),
                    effect,
                }))
            }
            PlanEff::ForSites { region, each } => {
                let each = self.eff(each, Seen { site: true, ..seen }, depth).filter(|eff| !has_do(eff))?;
                Eff::Each(self.sites(region, seen)?, Box::new(each))
            }
            // (Where numbers are set first, nothing else follows: the plan saw to that.)
            PlanEff::Do { prior, next, .. } => {
                let parts = [self.eff(prior, seen, depth)?, self.eff(next, seen, depth)?];
                permuted(&parts).unwrap_or_else(|| Eff::Do(Box::new(parts)))
            }
            PlanEff::Plain(rule) => self.plain(rule, seen, depth)?,
            PlanEff::Remove { .. }
            | PlanEff::Promote { .. }
            | PlanEff::Add { .. }
            | PlanEff::One { .. }
            | PlanEff::Score { .. }
            | PlanEff::Carry { .. }
            | PlanEff::Flip { .. }
            | PlanEff::Enclose(_)
            | PlanEff::Sow(_) => return None,
        })
    }

    /// What the plan left as it was written.
    pub(super) fn plain(&self, rule: &Moves, seen: Seen, depth: u32) -> Option<Eff<W>> {
        let depth = depth.checked_sub(1)?;
        if rule.then.is_some() || rule.decision {
            return None;
        }
        match &rule.kind {
            MovesKind::Effect(effect) => match &**effect {
                Effect::MoveAgain => Some(Eff::Again),
                Effect::ForgetAll(_) if self.noting.is_some() => Some(Eff::Forget),
                Effect::Trigger { player, .. } => Some(Eff::Trigger(self.player(player)? as u8)),
                Effect::Surround { capture, except, with: None } => {
                    let game = self.plan.game;
                    if capture.kind != game.site_type || capture.range.is_some() {
                        return None;
                    }
                    let asked = |cond: &Bool, seen: Seen, at: At| {
                        let cond = self.bool(cond, seen, depth)?;
                        self.as_set(&cond, |other| other == at)
                    };
                    let near = (0..self.sites)
                        .map(|site| {
                            let lines = game.board.radials(game.site_type, site, capture.dir);
                            lines.into_iter().filter_map(|line| line.first().map(|&s| s as u16)).collect()
                        })
                        .collect();
                    Some(Eff::Surround(Box::new(Surrounding {
                        from: self.at(&capture.from, seen)?,
                        near,
                        except: self.number(except)?,
                        target: asked(&capture.target, Seen { over: true, ..NOTHING }, At::Over)?,
                        friend: asked(&capture.friend, Seen { to: true, ..NOTHING }, At::To)?,
                        effect: self.plain(&capture.effect, Seen { over: true, ..seen }, depth)?,
                    })))
                }
                _ => None,
            },
            MovesKind::Remove { kind, place: Place::Site(site), .. } if *kind == self.plan.game.site_type => {
                Some(Eff::Remove(self.at(site, seen)?))
            }
            _ => None,
        }
    }

    /// The one component that a piece becomes.
    pub(super) fn promoted(&self, to: &PromoteTo) -> Option<u8> {
        let components = &self.plan.game.components;
        let what = match to {
            PromoteTo::Pieces(list) => match &**list {
                [one] => usize::try_from(self.number(one)?).ok()?,
                _ => return None,
            },
            PromoteTo::OwnedBy { owner, names } => {
                let owner = self.player(owner)?;
                let [names] = &**names else { return None };
                usize::from(*names.iter().find(|&&what| components[usize::from(what)].owner == owner)?)
            }
            PromoteTo::LikeOwnedBy { .. } => return None,
        };
        (1..components.len()).contains(&what).then_some(what as u8)
    }
}

/// Numbers of what stands at some sites are kept, all of that is taken away, and each comes back somewhere else: then pieces
/// change places.
pub(super) fn permuted<const W: usize>([prior, next]: &[Eff<W>; 2]) -> Option<Eff<W>> {
    let (Eff::All(kept), Eff::All(done)) = (prior, next) else { return None };
    let mut all: Vec<Shifted> = Vec::new();
    for eff in kept {
        let Eff::SetVar(name, Num::What(At::Fixed(from))) = eff else { return None };
        if all.iter().any(|known| known.name == *name || known.from == *from) {
            return None;
        }
        all.push(Shifted { from: *from, to: NOWHERE, name: *name });
    }
    if done.len() != 2 * all.len() || all.len() > VARS {
        return None;
    }
    let (taken, put) = done.split_at(all.len());
    // (Each only where something stood.)
    let guarded = |eff: &Eff<W>| match eff {
        Eff::If(Cond::Not(cond), then, None) => match &**cond {
            Cond::Equal(Num::Const(0), Num::Var(name)) | Cond::Equal(Num::Var(name), Num::Const(0)) => {
                Some((*name, (**then).clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let mut gone = Vec::new();
    for eff in taken {
        let (name, Eff::Remove(At::Fixed(from))) = guarded(eff)? else { return None };
        if gone.contains(&from) || !all.iter().any(|known| known.name == name && known.from == from) {
            return None;
        }
        gone.push(from);
    }
    for eff in put {
        let (name, Eff::Put(At::Fixed(to), Num::Var(of))) = guarded(eff)? else { return None };
        let free = all.iter().all(|known| known.to != to) && gone.contains(&to);
        let known = all.iter_mut().find(|known| known.name == name && known.to == NOWHERE)?;
        if name != of || !free {
            return None;
        }
        known.to = to;
    }
    Some(Eff::Permute(all.into()))
}

/// What an effect comes to, whichever way its conditions turn out.
fn parts<const W: usize>(eff: &Eff<W>) -> Vec<&Eff<W>> {
    let (mut open, mut found) = (vec![eff], Vec::new());
    while let Some(eff) = open.pop() {
        match eff {
            Eff::All(list) => open.extend(list),
            Eff::If(_, then, otherwise) => {
                open.push(then);
                open.extend(otherwise.as_deref());
            }
            Eff::Again
            | Eff::Forget
            | Eff::Remove(_)
            | Eff::RemoveLater(_)
            | Eff::Become(..)
            | Eff::Trigger(_)
            | Eff::Score(..)
            | Eff::SetVar(..)
            | Eff::Put(..)
            | Eff::Permute(_)
            | Eff::Do(_)
            | Eff::SetCounter(_)
            | Eff::Flank(_)
            | Eff::Surround(_)
            | Eff::Each(..) => found.push(eff),
        }
    }
    found
}

/// Are numbers set before something else, which may be done alone only?
pub(super) fn has_do<const W: usize>(eff: &Eff<W>) -> bool {
    parts(eff).iter().any(|part| matches!(part, Eff::Do(_) | Eff::Permute(_)))
}

/// Does an effect decide no more than who moves next?
pub(super) fn is_harmless<const W: usize>(eff: &Eff<W>) -> bool {
    parts(eff).iter().all(|part| matches!(part, Eff::Again | Eff::SetCounter(_)))
}

/// Does an effect take what stands where the piece goes, if anything, and nothing else happen?
pub(super) fn takes<const W: usize>(eff: &Eff<W>) -> bool {
    match eff {
        Eff::If(_, then, None) => takes(then),
        eff => matches!(eff, Eff::Remove(At::To)),
    }
}
