//! A uniformly random move by proposals: every way that a piece could go on an empty board is as likely as any other,
//! and one that the position does not allow is dropped and drawn anew. What is kept is uniform among the moves that
//! there are, and most of the board is never looked at.

use super::sample::{Counted, nth_bit};
use super::test::MASK_WORDS;
use super::*;
use crate::rng::Rng;

/// After so many proposals in vain the moves are counted.
const MOST_PROPOSALS: usize = 8;

impl<'g> Runner<'g> {
    /// Proposes moves of a generator until one is found; `None` where it knows of no proposals, or none was allowed.
    pub(super) fn propose(&mut self, id: GenId, rng: &mut Rng, list: &mut List) -> Option<Mv> {
        let mut sources = std::mem::take(&mut self.counted);
        sources.clear();
        let mut found = None;
        if self.sources(id, &mut sources, list) {
            if !list.is_empty() {
                self.name_movers(list);
                sources.push(Counted::Listed { count: list.len() as u32 });
            }
            let total: usize = sources.iter().map(|s| s.count() as usize).sum();
            if total > 0 {
                for _ in 0..MOST_PROPOSALS {
                    let mut k = rng.below(total) as u32;
                    let mut at = 0;
                    while k >= sources[at].count() {
                        k -= sources[at].count();
                        at += 1;
                    }
                    found = match sources[at] {
                        Counted::Listed { .. } => Some(list.moves[k as usize]),
                        source => self.proposal(source, k),
                    };
                    if found.is_some() {
                        break;
                    }
                }
            }
        }
        self.counted = sources;
        found
    }

    /// Adds what a generator could do on an empty board, and lists what cannot be told so; false where a list of all is
    /// better.
    fn sources(&mut self, id: GenId, out: &mut Vec<Counted>, list: &mut List) -> bool {
        let plan = self.plan;
        match &plan.gens[id] {
            Gen::All(parts) => parts.iter().all(|&part| self.sources(part, out, list)),
            Gen::If { cond, then, otherwise, .. } => {
                if self.holds(cond) {
                    self.sources(*then, out, list)
                } else {
                    otherwise.is_none_or(|other| self.sources(other, out, list))
                }
            }
            Gen::Leaf(index) => {
                let leaf = &plan.leaves[usize::from(*index)];
                if let Some(what) = self.placed_component(leaf) {
                    let count = self.ctx.game.board.len(leaf.kind) as u32;
                    out.push(Counted::Places { leaf: *index, what, count });
                    return true;
                }
                if let Form::Place { piece, to: Where::Region(Sites::Where(of, _)), .. } = &leaf.form
                    && let Sites::Plain(region) = &**of
                    && let Region::Fixed(set) = &**region
                {
                    let what = self.ctx.int(piece);
                    if what < 0 || what as usize >= self.ctx.game.components.len() {
                        return true;
                    }
                    let count = set.len() as u32;
                    out.push(Counted::Spots { leaf: *index, what: what as u16, count });
                    return true;
                }
                if let Form::Large { piece, covers } = &leaf.form {
                    let what = self.ctx.int(piece);
                    let states = usize::try_from(what).ok().and_then(|what| covers.get(what));
                    let Some(states) = states else { return true };
                    let count = (self.ctx.game.board.len(leaf.kind) * states.len()) as u32;
                    out.push(Counted::Larges { leaf: *index, what: what as u16, count });
                    return true;
                }
                if let Form::Carry { to: Where::Empty } = leaf.form
                    && matches!(leaf.to, Test::True)
                    && leaf.ask.is_none()
                    && self.is_roomy()
                {
                    let origins = match &leaf.origin {
                        From::Region(region) => self.sites(region).len() as u32,
                        From::Register | From::Site(_) | From::None => 1,
                    };
                    let count = origins * self.ctx.game.board.len(leaf.kind) as u32;
                    out.push(Counted::Carries { leaf: *index, count });
                    return true;
                }
                // (What is carried, taken or selected may lie beside the board: it is listed.)
                let walks = matches!(
                    leaf.form,
                    Form::Jump(_) | Form::Slide { .. } | Form::Hop { .. } | Form::Shoot { .. }
                );
                if walks && let From::Site(site) = &leaf.origin {
                    let origin = self.ctx.int(site);
                    if origin < 0 || origin as usize >= self.ctx.game.board.len(leaf.kind) {
                        return true;
                    }
                    let slot = leaf.first + origin as usize;
                    let count = width(&leaf.form, self.ctx.pos.what(slot));
                    let aux = match &leaf.form {
                        Form::Shoot { piece, .. } => self.ctx.int(piece),
                        _ => 0,
                    };
                    if count > 0 && aux >= 0 && (!needs_room(leaf) || self.is_roomy()) {
                        out.push(Counted::Ways { leaf: *index, slot: slot as u32, aux: aux as u16, count });
                        return true;
                    }
                }
                self.generate(id, Want::All, list);
                true
            }
            Gen::First(parts) => {
                for &part in parts {
                    if self.any(part) {
                        return self.sources(part, out, list);
                    }
                }
                true
            }
            Gen::ForSites { region: Sites::Passing { test: Test::Empty, .. }, moves } => {
                let Gen::Leaf(leaf) = plan.gens[*moves] else { return false };
                let Form::Outflank { .. } = plan.leaves[usize::from(leaf)].form else { return false };
                let count = self.ctx.game.board.len(plan.leaves[usize::from(leaf)].kind) as u32;
                out.push(Counted::Flanks { leaf, count });
                true
            }
            Gen::Pieces(pieces) => self.pieces_that_move(id, pieces, out),
            Gen::Plain { .. } if !out.is_empty() => {
                self.generate(id, Want::All, list);
                true
            }
            Gen::Tall { .. }
            | Gen::ForSites { .. }
            | Gen::After { .. }
            | Gen::Longest { .. }
            | Gen::Plain { .. } => false,
        }
    }

    /// Is enough of the board empty for a proposal to be worth its while?
    fn is_roomy(&self) -> bool {
        let kind = self.ctx.game.site_type;
        let (first, len) = self.ctx.game.layout.board[kind as usize];
        let empty = self.ctx.pos.empty_slots();
        let free: u32 = (first / 64..(first + len).div_ceil(64))
            .map(|w| (empty[w] & super::generate::mask(w, first, first + len)).count_ones())
            .sum();
        free as usize * 5 > len * 2
    }

    fn pieces_that_move(&mut self, id: GenId, pieces: &'g Pieces, out: &mut Vec<Counted>) -> bool {
        let player = self.ctx.int(&pieces.player);
        if player != i32::from(self.ctx.pos.mover)
            || self.ctx.pos.over
            || pieces.within.len() > MASK_WORDS
            || pieces.container.is_some()
            || (self.ctx.game.uses.stacking && self.ctx.pos.any_tall())
        {
            return false;
        }
        let Some(all) = pieces.by_player.get(player as usize) else { return true };
        let roomy = self.is_roomy();
        for (p, piece) in all.iter().enumerate() {
            let set = self.ctx.pos.slots_of_what(piece.what.into());
            let (mut count, mut elsewhere) = (0, 0);
            for ((s, w), m) in set.iter().zip(&pieces.within).zip(&pieces.main) {
                count += (s & m).count_ones();
                elsewhere |= s & w & !m;
            }
            if elsewhere != 0 {
                return false;
            }
            if count == 0 {
                continue;
            }
            let Some(ways) = &piece.ways else { return false };
            if piece.needs_room && !roomy {
                return false;
            }
            for (f, way) in ways.iter().enumerate() {
                let (player, piece, flat) = (player as u16, p as u16, f as u16);
                let count = count * way.width;
                out.push(Counted::Jumps { pieces: id, player, piece, flat, count });
            }
        }
        true
    }

    /// The way with a number, if the position allows it.
    fn proposal(&mut self, source: Counted, k: u32) -> Option<Mv> {
        let plan = self.plan;
        match source {
            Counted::Listed { .. } => None,
            Counted::Places { leaf, what, .. } => {
                let site = k as u16;
                let slot = plan.leaves[usize::from(leaf)].first + k as usize;
                self.ctx.pos.is_empty(slot).then_some(Mv { from: site, to: site, leaf, aux: what })
            }
            Counted::Spots { leaf, what, .. } => {
                let rule = &plan.leaves[usize::from(leaf)];
                let Form::Place { to: Where::Region(Sites::Where(of, cond)), .. } = &rule.form else {
                    return None;
                };
                let Sites::Plain(region) = &**of else { return None };
                let Region::Fixed(set) = &**region else { return None };
                let site = set.iter().nth(k as usize)?;
                let saved = (self.ctx.reg.site, self.ctx.reg.to);
                self.ctx.reg.site = site;
                let mut free = self.holds(cond);
                self.ctx.reg.site = saved.0;
                self.ctx.reg.to = site;
                free = free && (matches!(rule.to, Test::True) || self.passes(&rule.to, 0, site));
                self.ctx.reg.to = saved.1;
                let site = u16::try_from(site).ok().filter(|&s| free && s != NO_SITE)?;
                Some(Mv { from: site, to: site, leaf, aux: what })
            }
            Counted::Larges { leaf, what, .. } => {
                let rule = &plan.leaves[usize::from(leaf)];
                let Form::Large { covers, .. } = &rule.form else { return None };
                let states = &covers[usize::from(what)];
                let (site, (state, table)) = (k as usize / states.len(), &states[k as usize % states.len()]);
                let empty = self.ctx.pos.empty_slots();
                let covered = table.words_of(site);
                let free = !covered.is_empty()
                    && self.ctx.pos.is_empty(rule.first + site)
                    && covered.iter().all(|&(w, bits)| bits & !empty[w as usize] == 0);
                free.then_some(Mv { from: site as u16, to: site as u16, leaf, aux: *state as u16 })
            }
            Counted::Flanks { leaf, .. } => {
                let rule = &plan.leaves[usize::from(leaf)];
                let Form::Outflank { flank, .. } = &rule.form else { return None };
                let site = k as u16;
                let found = self.ctx.pos.is_empty(rule.first + k as usize) && self.catches(flank, k as i32);
                found.then_some(Mv { from: site, to: site, leaf, aux: 0 })
            }
            Counted::Carries { leaf: index, .. } => self.carry(index, k as usize),
            Counted::Ways { leaf, slot, aux, .. } => {
                let mv = self.way(leaf, slot as usize, k as usize, &[])?;
                match plan.leaves[usize::from(leaf)].form {
                    // What is shot comes from nowhere.
                    Form::Shoot { .. } => Some(Mv { from: mv.to, aux, ..mv }),
                    _ => Some(mv),
                }
            }
            Counted::Jumps { pieces, player, piece, flat, .. } => {
                let Gen::Pieces(pieces) = &plan.gens[pieces] else { return None };
                let piece = &pieces.by_player[usize::from(player)][usize::from(piece)];
                let way = &piece.ways.as_ref()?[usize::from(flat)];
                let mut nth = k / way.width;
                let set = self.ctx.pos.slots_of_what(piece.what.into());
                for (word, (s, m)) in set.iter().zip(&pieces.main).enumerate() {
                    let bits = s & m;
                    let here = bits.count_ones();
                    if nth < here {
                        let slot = word * 64 + nth_bit(bits, nth) as usize;
                        return self.way(way.leaf, slot, (k % way.width) as usize, &way.guards);
                    }
                    nth -= here;
                }
                None
            }
        }
    }

    /// A piece carried from the origin with a number to the site with a number, if the position allows it.
    fn carry(&mut self, index: u16, k: usize) -> Option<Mv> {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(index)];
        let sites = self.ctx.game.board.len(leaf.kind);
        if !self.ctx.pos.is_empty(leaf.first + k % sites) {
            return None;
        }
        let from = match &leaf.origin {
            From::Region(region) => self.sites(region).iter().nth(k / sites)?,
            From::Site(site) => self.ctx.int(site),
            From::Register => self.ctx.reg.from,
            From::None => return None,
        };
        if from < 0 || from >= i32::from(NO_SITE) {
            return None;
        }
        let slot = self.ctx.slot(self.ctx.game.kind_of_site(Some(leaf.kind), from), from);
        let saved = std::mem::replace(&mut self.ctx.reg.from, from);
        let free = self.ctx.pos.what(slot) != 0
            && leaf.from_cond.as_ref().is_none_or(|test| self.passes(test, slot, from));
        self.ctx.reg.from = saved;
        free.then_some(Mv { from: from as u16, to: (k % sites) as u16, leaf: index, aux: 0 })
    }

    /// The way of a leaf with a number from a slot, if the position allows it.
    fn way(&mut self, index: u16, slot: usize, way: usize, guards: &'g [(GenId, bool)]) -> Option<Mv> {
        let reg = &self.ctx.reg;
        let saved = (reg.from, reg.to, reg.between, reg.level);
        let found = self.way_inside(index, slot, way, guards);
        let reg = &mut self.ctx.reg;
        (reg.from, reg.to, reg.between, reg.level) = saved;
        found
    }

    #[inline]
    fn way_inside(&mut self, index: u16, slot: usize, way: usize, guards: &'g [(GenId, bool)]) -> Option<Mv> {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(index)];
        let what = self.ctx.pos.what(slot);
        let origin = slot - leaf.first;
        (self.ctx.reg.from, self.ctx.reg.level) = (origin as i32, 0);
        let slot_of = |site: u16| leaf.first + usize::from(site);
        let (mut aux, first_between) = (0, self.ctx.reg.between);
        // What is cheap to ask comes first: is there such a way, and does it lead anywhere?
        let to = match &leaf.form {
            Form::Jump(table) => {
                let to = *table.of(what)?.of(origin).get(way)?;
                if !self.passes(&leaf.to, slot_of(to), to.into()) {
                    return None;
                }
                to
            }
            Form::Hop { pairs: Some(pairs), hurdle, .. } => {
                let (over, to) = *pairs.of(what)?.of(origin).get(way)?;
                self.ctx.reg.between = over.into();
                if !self.passes(&leaf.to, slot_of(to), to.into())
                    || !self.passes(hurdle, slot_of(over), over.into())
                {
                    return None;
                }
                aux = over;
                to
            }
            Form::Slide { rays, min, max, pass } => {
                let ray = rays.of(what)?.up_to(origin, way)?;
                let distance = ray.len() as i32;
                if distance < *min || distance > *max {
                    return None;
                }
                for (i, &site) in ray.iter().enumerate() {
                    let last = i + 1 == ray.len();
                    if *min <= i as i32 + 1 && self.passes(&leaf.to, slot_of(site), site.into()) {
                        if last {
                            break;
                        }
                        return None;
                    }
                    self.ctx.reg.between = site.into();
                    if !self.passes(pass, slot_of(site), site.into()) {
                        return None;
                    }
                }
                *ray.last()?
            }
            Form::Shoot { rays, .. } => {
                let ray = rays.of(what)?.up_to(origin, way)?;
                for &site in ray {
                    if !self.passes(&leaf.to, slot_of(site), site.into()) {
                        return None;
                    }
                    self.ctx.reg.between = site.into();
                }
                *ray.last()?
            }
            Form::Hop { .. }
            | Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Pass
            | Form::Outflank { .. }
            | Form::Round { .. }
            | Form::Large { .. } => return None,
        };
        if let Some(ask) = &leaf.ask
            && !self.passes(ask, slot_of(to), to.into())
        {
            return None;
        }
        self.ctx.reg.between = first_between;
        for &(id, yes) in guards {
            let Gen::If { cond, at_from, .. } = &plan.gens[id] else { continue };
            let holds = match at_from {
                Some(test) => self.passes(test, slot, origin as i32),
                None => self.holds(cond),
            };
            if holds != yes {
                return None;
            }
        }
        match &leaf.from_cond {
            Some(test) if !self.passes(test, slot, origin as i32) => None,
            _ => Some(Mv { from: origin as u16, to, leaf: index, aux }),
        }
    }
}

/// Does a leaf lead to empty sites, or over them?
pub(super) fn needs_room(leaf: &Leaf) -> bool {
    fn is_empty(test: &Test) -> bool {
        match test {
            Test::Empty => true,
            Test::And(list) => list.iter().any(is_empty),
            _ => false,
        }
    }
    match &leaf.form {
        Form::Slide { pass, .. } => is_empty(pass),
        _ => is_empty(&leaf.to),
    }
}

/// How many ways there are at most from one site, on an empty board; 0 where they cannot be numbered.
pub(super) fn width(form: &Form, what: usize) -> u32 {
    let most = match form {
        Form::Jump(table) => table.of(what).map_or(0, Targets::widest),
        Form::Slide { rays, .. } | Form::Shoot { rays, .. } => rays.of(what).map_or(0, Rays::widest),
        // Hops are rare among the ways that there are, and better counted, unless anything may be hopped over.
        Form::Hop { pairs: Some(pairs), hurdle: Test::True, .. } => pairs.of(what).map_or(0, Pairs::widest),
        Form::Hop { .. }
        | Form::Carry { .. }
        | Form::Place { .. }
        | Form::Remove
        | Form::Select
        | Form::Pass
        | Form::Outflank { .. }
        | Form::Round { .. }
        | Form::Large { .. } => 0,
    };
    most as u32
}
