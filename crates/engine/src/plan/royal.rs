//! Moves that must not leave a piece threatened, without making each of them. A move that only takes one piece from here
//! to there, whatever stood there, can be tried by changing two slots. And while the royal piece is not threatened, it
//! can become so only by a line that such a move opens: by a piece that stands alone between it and an enemy who
//! slides. All other pieces may go where they like.

use super::*;
use crate::position::Slot;
use smallvec::{SmallVec, smallvec};

/// What is known of threats to a royal piece, by the player who threatens.
#[derive(Debug, Default)]
pub(super) struct Royal {
    /// The condition (among those asked after moves) that this is about.
    pub after: u16,
    /// By what the pieces of a player threaten.
    attacks: Box<[Box<[Attack]>]>,
    /// Sites that something else than the pieces' own moves may lead to: there nothing is known.
    elsewhere: Box<[Box<[u64]>]>,
    /// By site, the slots right beside it, where moves leave something pending there.
    beside: Box<[u64]>,
}

/// A leaf by which a component threatens.
#[derive(Debug)]
struct Attack {
    what: u16,
    leaf: u16,
    /// Conditions (of these generators, holding or not) on where it stands.
    guards: Box<[(GenId, bool)]>,
    /// By site: the slots from which it is reached on an empty board.
    reach: Box<[u64]>,
}

/// What is known in one position.
#[derive(Debug, Clone)]
pub(super) struct Safety {
    mover: u8,
    royal: usize,
    /// Those whose going opens a line to it.
    pinned: SmallVec<[u64; 4]>,
}

/// Does the condition ask only whether a component of somebody is threatened where it stands?
fn asked(cond: &Cond) -> Option<&Threat> {
    let Cond::Not(inner) = cond else { return None };
    match &**inner {
        Cond::Threatened(t) if t.sites.is_none() => Some(t),
        _ => None,
    }
}

/// Does something wait right beside where the last move went?
fn waits_beside(effect: &Effect) -> bool {
    let Effect::SetPending(Some(Int::Ahead { site, steps, .. })) = effect else { return false };
    (&**site, &**steps) == (&Int::LastTo, &Int::Const(1))
}

/// Does nothing but numbers change, and what stands where the piece goes? (Something may be left pending beside it.)
fn is_harmless(plan: GamePlan<'_>, eff: &Eff) -> bool {
    let follows = |then: &Option<ThenId>| then.is_none_or(|t| is_harmless(plan, &plan.thens[t.0 as usize]));
    match eff {
        Eff::All(list) => list.iter().all(|eff| is_harmless(plan, eff)),
        Eff::If { then, otherwise, .. } => {
            is_harmless(plan, then) && otherwise.as_deref().is_none_or(|eff| is_harmless(plan, eff))
        }
        Eff::One { effect, then } => {
            let sets_numbers = matches!(
                **effect,
                Effect::SetState { .. }
                    | Effect::SetCounter(_)
                    | Effect::SetPlayerValue { .. }
                    | Effect::Remember { .. }
                    | Effect::MoveAgain
            );
            (sets_numbers || waits_beside(effect)) && follows(then)
        }
        Eff::Remove { site, later, then, .. } => **site == Int::To && !later && follows(then),
        Eff::Promote { site, then, .. } => matches!(**site, Int::LastTo | Int::To) && follows(then),
        Eff::Add { site, then, .. } => matches!(**site, Int::HandSite { .. }) && follows(then),
        Eff::Score { then, .. } => follows(then),
        Eff::Plain(_)
        | Eff::ForSites { .. }
        | Eff::Custodial(_)
        | Eff::Carry { .. }
        | Eff::Flip { .. }
        | Eff::Enclose(_)
        | Eff::Do { .. }
        | Eff::Sow(_) => false,
    }
}

/// Can a move of this leaf be tried by changing two slots? `quick` must be known.
pub(super) fn is_light(plan: GamePlan<'_>, leaf: &Leaf) -> bool {
    let walks = matches!(leaf.form, Form::Jump(_) | Form::Slide { .. });
    let thens = &leaf.thens[..leaf.thens.len() - leaf.outside];
    leaf.quick
        && walks
        && leaf.at_hurdle.is_none()
        && leaf.at_target.as_ref().is_none_or(|eff| is_harmless(plan, eff))
        && thens.iter().all(|then| is_harmless(plan, &plan.thens[then.0 as usize]))
        && leaf.tried.is_some_and(|after| asked(&plan.afters[usize::from(after)].cond).is_some())
}

/// Does a move of this leaf leave something pending beside where it goes?
pub(super) fn leaves_pending(plan: GamePlan<'_>, leaf: &Leaf) -> bool {
    let mut open: Vec<&Eff> = leaf.thens.iter().map(|then| &plan.thens[then.0 as usize]).collect();
    open.extend(leaf.at_target.iter().chain(&leaf.at_hurdle));
    while let Some(eff) = open.pop() {
        let then = match eff {
            Eff::One { effect, .. } if waits_beside(effect) => return true,
            Eff::All(list) => {
                open.extend(list);
                &None
            }
            Eff::If { then, otherwise, .. } => {
                open.push(then);
                open.extend(otherwise.as_deref());
                &None
            }
            Eff::One { then, .. }
            | Eff::Remove { then, .. }
            | Eff::Promote { then, .. }
            | Eff::Add { then, .. }
            | Eff::Carry { then, .. }
            | Eff::Score { then, .. } => then,
            // (What does more is not harmless anyway.)
            Eff::Plain(_)
            | Eff::ForSites { .. }
            | Eff::Custodial(_)
            | Eff::Flip { .. }
            | Eff::Enclose(_)
            | Eff::Do { .. }
            | Eff::Sow(_) => &None,
        };
        open.extend(then.map(|then| &plan.thens[then.0 as usize]));
    }
    false
}

/// Works out what is known, where anything is.
pub(super) fn royal(plan: GamePlan<'_>, site_of: &dyn Fn(&Int, i32) -> Option<i32>) -> Option<Royal> {
    let game = plan.game;
    let royal_of_mover = |after: &After| {
        let what = asked(&after.cond).map(|t| &*t.what);
        matches!(what, Some(Int::ComponentOf { owner, .. }) if **owner == Int::Mover)
    };
    let after = plan.afters.iter().position(royal_of_mover).map_or(u16::MAX, |after| after as u16);
    if plan.afters.is_empty() || !plan.simple_pieces || plan.phases.len() != 1 {
        return None;
    }
    let mut found = Royal { after, ..Royal::default() };
    let (mut attacks, mut elsewhere) = (Vec::new(), Vec::new());
    for enemy in 0..=game.players {
        let mut own = Vec::new();
        let mut sites = vec![0u64; game.layout.words()];
        if enemy > 0 && !look(plan, plan.phases[0], enemy, site_of, &mut own, &mut sites) {
            return None;
        }
        attacks.push(own.into_boxed_slice());
        elsewhere.push(sites.into_boxed_slice());
    }
    (found.attacks, found.elsewhere) = (attacks.into(), elsewhere.into());
    if plan.leaves.iter().any(|leaf| leaf.light && leaf.pends) {
        let (words, kind) = (game.layout.words(), game.site_type);
        let (first, len) = game.layout.board[kind as usize];
        let mut beside = vec![0u64; words * len];
        for site in 0..len {
            let lines = game.board.radials(kind, site, Direction::All);
            for slot in lines.filter_map(|line| line.first()).map(|&next| first + next as usize) {
                beside[site * words + slot / 64] |= 1 << (slot % 64);
            }
        }
        found.beside = beside.into();
    }
    Some(found)
}

/// Looks through a player's rules of moving; false where something is not understood.
fn look(
    plan: GamePlan<'_>,
    id: GenId,
    player: usize,
    site_of: &dyn Fn(&Int, i32) -> Option<i32>,
    attacks: &mut Vec<Attack>,
    sites: &mut [u64],
) -> bool {
    match &plan.gens[id] {
        Gen::All(list) => list.iter().all(|&part| look(plan, part, player, site_of, attacks, sites)),
        // Who threatens is asked as if the other had moved before.
        Gen::If { cond: Cond::SameMover, otherwise, .. } => {
            otherwise.is_none_or(|other| look(plan, other, player, site_of, attacks, sites))
        }
        // (What leads elsewhere may hang on anything.)
        Gen::If { then, otherwise, .. } => {
            let before = attacks.len();
            look(plan, *then, player, site_of, attacks, sites)
                && otherwise.is_none_or(|other| look(plan, other, player, site_of, attacks, sites))
                && attacks.len() == before
        }
        Gen::Pieces(pieces) => {
            let own = *pieces.player == Int::Mover && pieces.container.is_none();
            own && pieces.by_player.get(player).is_none_or(|list| {
                list.iter().all(|piece| is_known(plan, piece.moves, piece.what, &mut Vec::new(), attacks))
            })
        }
        Gen::Leaf(index) if !leaf_threatens(&plan.leaves[usize::from(*index)]) => true,
        Gen::Leaf(index) => {
            let leaf = &plan.leaves[usize::from(*index)];
            // (A king that castles is carried to one site.)
            if let Form::Carry { to: Where::Site(site) } = &leaf.form {
                let target = site_of(site, player as i32).and_then(|s| usize::try_from(s).ok());
                let Some(target) = target.filter(|&t| t < plan.game.board.len(leaf.kind)) else {
                    return false;
                };
                let slot = leaf.first + target;
                sites[slot / 64] |= 1 << (slot % 64);
                return true;
            }
            let (From::Site(site), Form::Slide { rays, .. }) = (&leaf.origin, &leaf.form) else {
                return false;
            };
            let Some(origin) = site_of(site, player as i32).and_then(|s| usize::try_from(s).ok()) else {
                return false;
            };
            for what in 1..plan.game.components.len() {
                let Some(rays) = rays.of(what) else { continue };
                for &to in rays.of(origin).flatten() {
                    let slot = leaf.first + usize::from(to);
                    sites[slot / 64] |= 1 << (slot % 64);
                }
            }
            true
        }
        Gen::ForSites { moves, .. } => !threatens(plan, *moves),
        Gen::Plain { .. } | Gen::First(_) | Gen::After { .. } | Gen::Tall { .. } | Gen::Longest { .. } => {
            false
        }
    }
}

/// Can what a piece threatens be told from where it stands, what it threatens, and (of those who slide) whether all
/// between is empty? Then that is noted.
fn is_known(
    plan: GamePlan<'_>,
    id: GenId,
    what: u16,
    guards: &mut Vec<(GenId, bool)>,
    attacks: &mut Vec<Attack>,
) -> bool {
    match &plan.gens[id] {
        Gen::All(list) => list.iter().all(|&part| is_known(plan, part, what, guards, attacks)),
        Gen::If { at_from, then, otherwise, .. } => {
            // A condition matters only to what can threaten anything.
            if threatens(plan, id) && !at_from.as_ref().is_some_and(is_local) {
                return false;
            }
            guards.push((id, true));
            let mut known = is_known(plan, *then, what, guards, attacks);
            guards.pop();
            if let Some(other) = otherwise {
                guards.push((id, false));
                known &= is_known(plan, *other, what, guards, attacks);
                guards.pop();
            }
            known
        }
        Gen::Leaf(index) => {
            let leaf = &plan.leaves[usize::from(*index)];
            if !leaf_threatens(leaf) {
                return true;
            }
            let Some(reach) = reach(plan, leaf, what) else { return false };
            attacks.push(Attack { what, leaf: *index, guards: guards.as_slice().into(), reach });
            leaf.ask.is_none()
                && leaf.kind == plan.game.site_type
                && matches!(leaf.origin, From::Register)
                && is_local(&leaf.to)
                && leaf.from_cond.as_ref().is_none_or(is_local)
                && leaf.tried.is_none_or(|after| plan.afters[usize::from(after)].holds_when_judging)
        }
        Gen::Plain { .. }
        | Gen::Pieces(_)
        | Gen::First(_)
        | Gen::ForSites { .. }
        | Gen::After { .. }
        | Gen::Tall { .. }
        | Gen::Longest { .. } => false,
    }
}

/// By site: from which slots a leaf reaches it on an empty board. `None` for forms that are not understood.
fn reach(plan: GamePlan<'_>, leaf: &Leaf, what: u16) -> Option<Box<[u64]>> {
    let words = plan.game.layout.words();
    let sites = plan.game.board.len(leaf.kind);
    let mut reach = vec![0u64; sites * words];
    for origin in 0..sites {
        let slot = leaf.first + origin;
        let mut add = |to: u16| reach[usize::from(to) * words + slot / 64] |= 1 << (slot % 64);
        match &leaf.form {
            Form::Jump(table) => table.of(what.into())?.of(origin).iter().for_each(|&to| add(to)),
            // (Over anything, or nothing.)
            Form::Hop { pairs: Some(pairs), hurdle: Test::True, .. } => {
                pairs.of(what.into())?.of(origin).iter().for_each(|&(_, to)| add(to));
            }
            Form::Slide { rays, min, max, pass: Test::Empty } => {
                for ray in rays.of(what.into())?.of(origin) {
                    let far = ray.iter().zip(1..).filter(|&(_, distance)| (*min..=*max).contains(&distance));
                    far.for_each(|(&to, _)| add(to));
                }
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
            | Form::Shoot { .. }
            | Form::Large { .. } => return None,
        }
    }
    Some(reach.into())
}

fn threatens(plan: GamePlan<'_>, id: GenId) -> bool {
    match &plan.gens[id] {
        Gen::All(list) | Gen::First(list) => list.iter().any(|&part| threatens(plan, part)),
        Gen::If { then, otherwise, .. } => {
            threatens(plan, *then) || otherwise.is_some_and(|other| threatens(plan, other))
        }
        Gen::Leaf(index) => leaf_threatens(&plan.leaves[usize::from(*index)]),
        Gen::Plain { .. }
        | Gen::Pieces(_)
        | Gen::ForSites { .. }
        | Gen::After { .. }
        | Gen::Tall { .. }
        | Gen::Longest { .. } => true,
    }
}

/// Can a leaf lead to where something stands? (Sites that are pending are looked at apart.)
fn leaf_threatens(leaf: &Leaf) -> bool {
    fn spares(test: &Test) -> bool {
        match test {
            Test::Empty | Test::False | Test::Pending(_) => true,
            Test::Ask(Cond::Plain(cond), _) => match &**cond {
                Bool::Eq(a, b) => {
                    matches!((&**a, &**b), (Int::To, Int::Pending) | (Int::Pending, Int::To))
                }
                _ => false,
            },
            Test::And(list) => list.iter().any(spares),
            _ => false,
        }
    }
    match &leaf.form {
        Form::Slide { pass, .. } => !(spares(&leaf.to) && spares(pass)),
        Form::Carry { to: Where::Empty } | Form::Place { to: Where::Empty, .. } => false,
        _ => !(spares(&leaf.to) || leaf.ask.as_ref().is_some_and(spares)),
    }
}

/// Does a test hang on the one site alone, and on nothing that another's move to elsewhere could change?
fn is_local(test: &Test) -> bool {
    match test {
        Test::True
        | Test::False
        | Test::Empty
        | Test::Occupied
        | Test::Friend
        | Test::NotFriend
        | Test::Enemy
        | Test::Of(_)
        | Test::OfNext
        | Test::In(_)
        | Test::AtStart { .. }
        | Test::Is(_)
        | Test::IsMovers(_)
        | Test::IsNexts(_)
        | Test::Owned(_) => true,
        Test::Not(test) => is_local(test),
        Test::And(list) | Test::Or(list) | Test::ByMover(list) => list.iter().all(is_local),
        Test::FriendState
        | Test::EnemyState
        | Test::IsFrom
        | Test::Straight(_)
        | Test::Pending(_)
        | Test::ToClear(_)
        | Test::Visited
        | Test::AtFrom(..)
        | Test::Ask(..) => false,
    }
}

impl<'g> Runner<'g> {
    /// What is known of the mover's royal piece now, where it is not threatened.
    pub(super) fn safety(&mut self) -> Option<Safety> {
        let plan = self.plan;
        let royal = plan.royal.as_ref()?;
        let t = asked(&plan.afters.get(usize::from(royal.after))?.cond)?;
        let what = usize::try_from(self.ctx.int(&t.what)).ok().filter(|&w| w > 0)?;
        let set = self.ctx.pos.slots_of_what(what);
        if set.iter().map(|w| w.count_ones()).sum::<u32>() != 1 {
            return None;
        }
        let (word, bits) = set.iter().copied().enumerate().find(|(_, w)| *w != 0)?;
        let slot = word * 64 + bits.trailing_zeros() as usize;
        if !(t.first..t.first + t.len).contains(&slot) || self.attacked(t, (slot - t.first) as i32, what) {
            return None;
        }
        let mover = usize::from(self.ctx.pos.mover);
        let site = (slot - t.first) as u16;
        if self.ctx.pos.pending.contains(&i32::from(site)) {
            return None;
        }
        let mut pinned: SmallVec<[u64; 4]> = smallvec![0; set_len(self)];
        for enemy in (1..=self.ctx.game.players).filter(|&p| p != mover) {
            if royal.elsewhere[enemy][slot / 64] >> (slot % 64) & 1 == 1 {
                return None;
            }
            for attack in &royal.attacks[enemy] {
                let leaf = &plan.leaves[usize::from(attack.leaf)];
                let Form::Slide { rays, .. } = &leaf.form else { continue };
                let Some(rays) = rays.of(attack.what.into()) else { continue };
                let words = set_len(self);
                let near = &attack.reach[usize::from(site) * words..][..words];
                for (word, &bits) in self.ctx.pos.slots_of_what(attack.what.into()).iter().enumerate() {
                    let mut bits = bits & near[word];
                    while bits != 0 {
                        let from = word * 64 + bits.trailing_zeros() as usize - leaf.first;
                        bits &= bits - 1;
                        for ray in rays.of(from) {
                            let Some(at) = ray.iter().position(|&s| s == site) else { continue };
                            let slots = ray[..at].iter().map(|&s| leaf.first + usize::from(s));
                            let mut between = slots.filter(|&s| !self.ctx.pos.is_empty(s));
                            if let (Some(one), None) = (between.next(), between.next()) {
                                pinned[one / 64] |= 1 << (one % 64);
                            }
                        }
                    }
                }
            }
        }
        Some(Safety { mover: mover as u8, royal: slot, pinned })
    }

    /// Does a player, whose turn it is taken to be, threaten what stands on a site? `None` where that is not known so.
    pub(super) fn threatens(&mut self, enemy: usize, first: usize, site: usize) -> Option<bool> {
        let plan = self.plan;
        let royal = plan.royal.as_ref()?;
        let there = first + site;
        let elsewhere = royal.elsewhere.get(enemy)?;
        if first != self.ctx.game.layout.board[self.ctx.game.site_type as usize].0 {
            return None;
        }
        if elsewhere[there / 64] >> (there % 64) & 1 == 1 || self.ctx.pos.pending.contains(&(site as i32)) {
            return None;
        }
        let words = set_len(self);
        for attack in &royal.attacks[enemy] {
            let near = &attack.reach[site * words..][..words];
            for (word, near) in near.iter().enumerate() {
                let mut bits = self.ctx.pos.slots_of_what(attack.what.into())[word] & near;
                while bits != 0 {
                    let slot = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if self.hits(attack, slot, site as u16) {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }

    /// Does a piece that stands right for it hit a site?
    fn hits(&mut self, attack: &'g Attack, slot: usize, site: u16) -> bool {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(attack.leaf)];
        let origin = slot - leaf.first;
        let slot_of = |site: u16| leaf.first + usize::from(site);
        if !self.passes(&leaf.to, slot_of(site), site.into()) {
            return false;
        }
        for &(id, yes) in &attack.guards {
            let Gen::If { at_from: Some(test), .. } = &plan.gens[id] else { continue };
            if self.passes(test, slot, origin as i32) != yes {
                return false;
            }
        }
        if let Some(test) = &leaf.from_cond
            && !self.passes(test, slot, origin as i32)
        {
            return false;
        }
        let Form::Slide { rays, min, .. } = &leaf.form else { return true };
        let Some(rays) = rays.of(attack.what.into()) else { return false };
        // It goes on over what is empty, and ends where it may.
        rays.of(origin).any(|ray| {
            let Some(at) = ray.iter().position(|&s| s == site) else { return false };
            ray[..at].iter().zip(1..).all(|(&s, distance)| {
                self.ctx.pos.is_empty(slot_of(s))
                    && !(*min <= distance && self.passes(&leaf.to, slot_of(s), s.into()))
            })
        })
    }

    /// Does the condition hold after a move that takes one piece from here to there? `None` where the move does more.
    pub(super) fn stands_lightly(&mut self, mv: Mv, list: &List) -> Option<bool> {
        let plan = self.plan;
        if mv.leaf == PLAIN || !list.prior.is_empty() {
            return None;
        }
        let leaf = &plan.leaves[usize::from(mv.leaf)];
        let after = leaf.tried.filter(|_| leaf.light)?;
        let (from, to) = (leaf.first + usize::from(mv.from), leaf.first + usize::from(mv.to));
        let royal = plan.royal.as_ref()?;
        if let Some(safety) = &self.safety
            && royal.after == after
            && safety.mover == self.ctx.pos.mover
            && from != safety.royal
            && safety.pinned[from / 64] >> (from % 64) & 1 == 0
            && !(leaf.pends && royal.is_beside(mv.to, safety.royal))
        {
            return Some(true);
        }
        let (left, taken) = (self.ctx.pos.slot_content(from), self.ctx.pos.slot_content(to));
        // (Pieces that are alike may lie together.)
        if left.piece.what == 0 || left.count != 1 || taken.piece.what == left.piece.what {
            return None;
        }
        let after = &plan.afters[usize::from(after)].cond;
        // Nothing is known of threats to where something else than the pieces' own moves leads.
        let what = usize::try_from(self.ctx.int(&asked(after)?.what)).ok().filter(|&w| w > 0)?;
        let moves_itself = usize::from(left.piece.what) == what;
        if (leaf.pends || !self.ctx.pos.pending.is_empty()) && moves_itself {
            return None;
        }
        if leaf.pends {
            let words = set_len(self);
            let row = self.ctx.pos.slots_of_what(what);
            let near = royal.beside.get(usize::from(mv.to) * words..)?;
            if row.iter().zip(near).any(|(a, b)| a & b != 0) {
                return None;
            }
        }
        let owner = self.ctx.game.components.get(what)?.owner;
        for enemy in (1..=self.ctx.game.players).filter(|&p| p != owner) {
            let elsewhere = &royal.elsewhere[enemy];
            let met = match moves_itself {
                true => elsewhere[to / 64] >> (to % 64) & 1 == 1,
                false => self.ctx.pos.slots_of_what(what).iter().zip(elsewhere).any(|(a, b)| a & b != 0),
            };
            if met {
                return None;
            }
        }
        let safety = self.safety.take();
        self.ctx.pos.set_slot(from, Slot::default());
        self.ctx.pos.set_slot(to, left);
        let holds = self.holds_afterwards(mv, list, after);
        self.ctx.pos.set_slot(to, taken);
        self.ctx.pos.set_slot(from, left);
        self.safety = safety;
        Some(holds)
    }
}

impl Royal {
    /// Does a slot lie right beside a site?
    fn is_beside(&self, site: u16, slot: usize) -> bool {
        let words = self.elsewhere.first().map_or(0, |row| row.len());
        let word = self.beside.get(usize::from(site) * words + slot / 64);
        word.is_none_or(|word| word >> (slot % 64) & 1 == 1)
    }
}

fn set_len(runner: &Runner<'_>) -> usize {
    runner.ctx.pos.empty_slots().len()
}
