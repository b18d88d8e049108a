//! Generating moves as small values.

use super::perform::How;
use super::test::MASK_WORDS;
use super::*;
use crate::ctx::Wanted;
use crate::siteset::SiteSet;

impl<'g> Runner<'g> {
    /// Appends the moves of a generator. Moves that must still be tried are listed with the others, unless somebody
    /// asks whether there is any: then they are tried here. Registers are left as they were found.
    pub(super) fn generate(&mut self, id: GenId, want: Want, out: &mut List) {
        let plan = self.plan;
        let before = out.moves.len();
        match &plan.gens[id] {
            Gen::All(parts) => {
                for &part in parts {
                    self.generate(part, want, out);
                    if want != Want::All && out.moves.len() > before {
                        return;
                    }
                }
            }
            Gen::First(parts) => {
                for &part in parts {
                    // What comes first is only known once moves have been tried.
                    let inner = if let Want::To(_) = want { Want::All } else { want };
                    self.generate(part, inner, out);
                    self.keep_tried(before, out);
                    if out.moves.len() > before {
                        break;
                    }
                }
                if let Want::To(site) = want {
                    self.keep_to(site, before, out);
                }
            }
            Gen::If { cond, then, otherwise, .. } => {
                if self.holds(cond) {
                    self.generate(*then, want, out);
                } else if let Some(other) = otherwise {
                    self.generate(*other, want, out);
                }
            }
            Gen::Tall { tall, flat } => {
                let id = if self.ctx.pos.any_tall() { *tall } else { *flat };
                self.generate(id, want, out);
            }
            Gen::Pieces(pieces) => self.pieces(pieces, want, out),
            Gen::ForSites { region, moves } => self.at_each_site(region, *moves, want, out),
            Gen::Leaf(index) => self.leaf(*index, want, out),
            Gen::After { prior, next, outer } => self.after(prior, *next, outer, want, out),
            Gen::Longest { of } => {
                self.generate(*of, Want::All, out);
                self.keep_tried(before, out);
                self.keep_longest(before, out);
                if let Want::To(site) = want {
                    self.keep_to(site, before, out);
                }
            }
            Gen::Plain { .. } => self.by_evaluator(&plan.gens[id], want, out),
        }
    }

    // (What is longer stands apart: the way through all the others stays short.)
    #[inline(never)]
    fn at_each_site(&mut self, region: &'g Sites, moves: GenId, want: Want, out: &mut List) {
        let before = out.moves.len();
        let saved = (self.ctx.reg.to, self.ctx.reg.site);
        let sites = self.sites(region);
        for site in sites.iter() {
            self.ctx.reg.to = site;
            self.ctx.reg.site = site;
            self.generate(moves, want, out);
            if want != Want::All && out.moves.len() > before {
                break;
            }
        }
        (self.ctx.reg.to, self.ctx.reg.site) = saved;
    }

    #[inline(never)]
    fn after(&mut self, prior: &'g Eff, next: GenId, outer: &[ThenId], want: Want, out: &mut List) {
        let before = out.moves.len();
        let made = std::mem::take(&mut self.made);
        let mark = self.ctx.pos.mark();
        self.noting = true;
        self.run_effect(prior);
        self.noting = false;
        let done = std::mem::replace(&mut self.made, made);
        self.generate(next, want, out);
        self.take_back(mark);
        if out.moves.len() == before && self.plan.has_dice {
            out.moves.push(Mv::plain(out.full.len()));
            let mut mv = crate::play::pass(self.ctx.pos.mover.into(), true);
            mv.then.extend(outer.iter().copied());
            out.full.push(Full::new(mv));
        }
        out.prior = done;
    }

    #[inline(never)]
    fn by_evaluator(&mut self, made: &'g Gen, want: Want, out: &mut List) {
        let Gen::Plain { rule, outer, outside, tried } = made else { return };
        let before = out.moves.len();
        let reg = &self.ctx.reg;
        let seen = [reg.from, reg.to, reg.site];
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.ctx.wanted = match want {
            Want::All => None,
            // A move that is found may not stand when it is tried.
            _ if tried.is_some() => None,
            Want::Any => Some(Wanted::Any),
            Want::To(site) => Some(Wanted::To(site)),
        };
        self.ctx.moves(rule, &mut found);
        self.ctx.wanted = None;
        for mut mv in found.drain(..) {
            if let Want::To(site) = want
                && mv.to != site
            {
                continue;
            }
            mv.then.extend(outer.iter().copied());
            out.moves.push(Mv::plain(out.full.len()));
            out.full.push(Full { mv, tried: *tried, outside: *outside, seen });
            if want != Want::All {
                self.keep_tried(before, out);
                if out.moves.len() > before {
                    break;
                }
            }
        }
        self.found = found;
    }

    fn pieces(&mut self, pieces: &'g Pieces, want: Want, out: &mut List) {
        if self.ctx.pos.over {
            return;
        }
        let player = self.ctx.int(&pieces.player);
        let Some(list) = usize::try_from(player).ok().and_then(|p| pieces.by_player.get(p)) else { return };
        let before = out.moves.len();
        let full_before = out.full.len();
        let seats = (self.ctx.pos.prev, self.ctx.pos.mover, self.ctx.pos.next);
        let visiting = player != i32::from(seats.1) && (1..=self.ctx.game.players as i32).contains(&player);
        if visiting {
            (self.ctx.pos.prev, self.ctx.pos.mover, self.ctx.pos.next) = (seats.1, player as u8, seats.1);
        }
        let saved = (self.ctx.reg.from, self.ctx.reg.level);
        self.ctx.reg.level = 0;
        // Moves are tried from the seats of those who asked, not from a visitor's.
        let asked = want;
        let want = if visiting { Want::All } else { want };
        let outside = match &pieces.container {
            None => None,
            Some(container) => {
                let container = self.ctx.int(container);
                match usize::try_from(container).ok().and_then(|c| self.ctx.game.containers.get(c)) {
                    // The board itself.
                    Some(_) if container == 0 => None,
                    Some(c) => Some((self.ctx.slot(SiteType::Cell, c.first), c.len.max(0) as usize)),
                    None => Some((0, 0)),
                }
            }
        };
        let tall = self.ctx.game.uses.stacking && self.ctx.pos.any_tall();
        'all: for piece in list {
            let words = pieces.within.len();
            let by_sets = !matches!(want, Want::To(_))
                && (!tall || self.seen_from_above(pieces, piece))
                && outside.is_none()
                && !piece.flat.is_empty()
                && {
                    let set = self.ctx.pos.slots_of_what(piece.what.into());
                    set.iter().zip(&pieces.within).zip(&pieces.main).all(|((s, w), m)| s & w & !m == 0)
                };
            if by_sets {
                for flat in &piece.flat {
                    if self.flat_moves(pieces, piece.what.into(), flat, want, out) {
                        break 'all;
                    }
                }
                if piece.rest.is_empty() {
                    continue;
                }
            }
            for word in 0..words {
                let within = match outside {
                    None => pieces.within[word],
                    Some((first, len)) => mask(word, first, first + len),
                };
                let pos = &self.ctx.pos;
                let what = piece.what.into();
                let all = if pieces.top { pos.slots_of_top(what) } else { pos.slots_of_what(what) };
                let mut bits = all[word] & within;
                if let (Want::To(site), Some(reach)) = (want, &piece.reach) {
                    bits &= reach[site as usize * words + word];
                }
                while bits != 0 {
                    let slot = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    self.ctx.reg.from = i32::from(self.plan.site_of_slot[slot]);
                    // In stacks, every piece of the component on the way up has its say.
                    let height = if tall { self.ctx.pos.height(slot) } else { 1 };
                    for level in if pieces.top { height.saturating_sub(1)..height } else { 0..height } {
                        if tall && self.ctx.pos.at_level(slot, level).what != piece.what {
                            continue;
                        }
                        self.ctx.reg.level = level as i32;
                        if !by_sets {
                            self.generate(piece.moves, want, out);
                        } else {
                            for &part in &piece.rest {
                                self.generate(part, want, out);
                            }
                        }
                    }
                    if want != Want::All && out.moves.len() > before {
                        break 'all;
                    }
                }
            }
        }
        (self.ctx.reg.from, self.ctx.reg.level) = saved;
        if visiting && asked == Want::All {
            // What a visitor's move does is what it would do at the visitor's turn: it is written out while it is.
            for i in before..out.moves.len() {
                let mv = out.moves[i];
                if mv.leaf == PLAIN {
                    continue;
                }
                let leaf = &self.plan.leaves[usize::from(mv.leaf)];
                if let Some(m) = self.written_out(mv, out) {
                    out.moves[i] = Mv::plain(out.full.len());
                    let seen = [i32::from(mv.from), OFF, OFF];
                    out.full.push(Full { mv: m, tried: leaf.tried, outside: leaf.outside, seen });
                }
            }
        }
        for full in &mut out.full[full_before..] {
            full.mv.mover = seats.1;
        }
        if visiting {
            (self.ctx.pos.prev, self.ctx.pos.mover, self.ctx.pos.next) = seats;
            if let Want::To(site) = asked {
                self.keep_to(site, before, out);
            }
            if asked != Want::All {
                self.keep_one_tried(before, out);
            }
        }
    }

    /// Can the moves of a component be told by sets while some stacks are tall? Sets know only what lies on top.
    pub(super) fn seen_from_above(&self, pieces: &Pieces, piece: &PieceMoves) -> bool {
        pieces.top
            && !piece.by_level
            && piece.flat.iter().all(|f| self.plan.leaves[usize::from(f.leaf)].ask.is_none())
    }

    /// The moves of one leaf for all pieces of a component, by sets; true when nothing more is wanted.
    pub(super) fn flat_moves(
        &mut self,
        pieces: &'g Pieces,
        what: usize,
        flat: &'g Flat,
        want: Want,
        out: &mut List,
    ) -> bool {
        // The number of words is known when this is compiled, so that small boards are done in registers.
        match pieces.within.len() {
            1 => self.flat_moves_in::<1>(pieces, what, flat, want, out),
            2 => self.flat_moves_in::<2>(pieces, what, flat, want, out),
            3 => self.flat_moves_in::<3>(pieces, what, flat, want, out),
            4 => self.flat_moves_in::<4>(pieces, what, flat, want, out),
            5..=8 => self.flat_moves_in::<8>(pieces, what, flat, want, out),
            _ => self.flat_moves_in::<MASK_WORDS>(pieces, what, flat, want, out),
        }
    }

    /// Where the pieces of a component stand that a leaf may move, and where it may take them.
    #[inline]
    pub(super) fn flat_sets<const W: usize>(
        &self,
        pieces: &Pieces,
        what: usize,
        flat: &Flat,
    ) -> ([u64; W], [u64; W]) {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(flat.leaf)];
        let words = pieces.within.len().min(W);
        let (mut origins, mut set) = ([0u64; W], [0u64; W]);
        let row = self.ctx.pos.slots_of_top(what);
        for i in 0..words {
            origins[i] = row[i] & pieces.within[i];
        }
        if origins.iter().all(|&o| o == 0) {
            return (origins, set);
        }
        for &(id, yes) in &flat.guards {
            let Gen::If { at_from: Some(test), .. } = &plan.gens[id] else { continue };
            self.mask(test, &mut set[..words]);
            for i in 0..words {
                origins[i] &= if yes { set[i] } else { !set[i] };
            }
        }
        if let Some(test) = &leaf.from_cond {
            self.mask(test, &mut set[..words]);
            for i in 0..words {
                origins[i] &= set[i];
            }
        }
        self.mask(&leaf.to, &mut set[..words]);
        (origins, set)
    }

    fn flat_moves_in<const W: usize>(
        &mut self,
        pieces: &'g Pieces,
        what: usize,
        flat: &'g Flat,
        want: Want,
        out: &mut List,
    ) -> bool {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(flat.leaf)];
        let words = pieces.within.len().min(W);
        let (origins, to_set) = self.flat_sets::<W>(pieces, what, flat);
        if origins.iter().all(|&o| o == 0) {
            return false;
        }
        let first = leaf.first;
        let holds = |set: &[u64; W], site: u16| {
            let slot = first + usize::from(site);
            set[slot / 64 % W] >> (slot % 64) & 1 == 1
        };
        macro_rules! emit {
            ($mv:expr) => {
                if want == Want::All && leaf.ask.is_none() {
                    out.moves.push($mv);
                } else {
                    let reg = &mut self.ctx.reg;
                    let saved = (reg.from, reg.to, reg.between);
                    reg.from = $mv.from.into();
                    let enough = self.emit(leaf, $mv, want, out);
                    let reg = &mut self.ctx.reg;
                    (reg.from, reg.to, reg.between) = saved;
                    if enough {
                        return true;
                    }
                }
            };
        }
        macro_rules! each_origin {
            ($from:ident, $body:block) => {
                for word in 0..words {
                    let mut bits = origins[word];
                    while bits != 0 {
                        let slot = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let $from = (slot - first) as u16;
                        $body
                    }
                }
            };
        }
        if let Some(shifts) = &flat.shifts {
            let hurdles = self.hurdles::<W>(leaf, words);
            for (apart, found) in shifts.ways(&origins, hurdles.as_ref(), &to_set) {
                for (word, mut bits) in found.into_iter().enumerate() {
                    while bits != 0 {
                        let slot = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let from = (slot - first) as u16;
                        let aux = if hurdles.is_some() { apart.over(from) } else { 0 };
                        emit!(Mv { from, to: apart.to(from), leaf: flat.leaf, aux });
                    }
                }
            }
            return false;
        }
        match &leaf.form {
            Form::Jump(table) => {
                let Some(table) = table.of(what) else { return false };
                each_origin!(from, {
                    for &(word, targets) in table.words_of(from.into()) {
                        let mut targets = targets & to_set[word as usize % W];
                        while targets != 0 {
                            let slot = word as usize * 64 + targets.trailing_zeros() as usize;
                            targets &= targets - 1;
                            let to = (slot - first) as u16;
                            emit!(Mv { from, to, leaf: flat.leaf, aux: 0 });
                        }
                    }
                });
            }
            Form::Slide { rays, min, max, pass } => {
                let Some(rays) = rays.of(what) else { return false };
                let mut pass_set = [0u64; W];
                self.mask(pass, &mut pass_set[..words]);
                each_origin!(from, {
                    for ray in rays.of(from.into()) {
                        for (i, &to) in ray.iter().enumerate() {
                            let distance = i as i32 + 1;
                            if distance > *max {
                                break;
                            }
                            let mv = Mv { from, to, leaf: flat.leaf, aux: 0 };
                            if holds(&to_set, to) && *min <= distance {
                                emit!(mv);
                                break;
                            }
                            if !holds(&pass_set, to) {
                                break;
                            }
                            if *min <= distance {
                                emit!(mv);
                            }
                        }
                    }
                });
            }
            Form::Hop { pairs: Some(pairs), hurdle, .. } => {
                let Some(pairs) = pairs.of(what) else { return false };
                let mut hurdles = [0u64; W];
                self.mask(hurdle, &mut hurdles[..words]);
                each_origin!(from, {
                    for &(over, to) in pairs.of(from.into()) {
                        if holds(&hurdles, over) & holds(&to_set, to) {
                            emit!(Mv { from, to, leaf: flat.leaf, aux: over });
                        }
                    }
                });
            }
            Form::Hop { rays, before, after, hurdle, stop, .. } => {
                let Some(rays) = rays.of(what) else { return false };
                let mut stops = [0u64; W];
                if let Some(stop) = stop {
                    self.mask(stop, &mut stops[..words]);
                }
                let mut hurdles = [0u64; W];
                self.mask(hurdle, &mut hurdles[..words]);
                each_origin!(from, {
                    for ray in rays.of(from.into()) {
                        for (i, &over) in ray.iter().enumerate() {
                            if holds(&hurdles, over) {
                                for (beyond, &to) in ray[i + 1..].iter().enumerate() {
                                    let mv = Mv { from, to, leaf: flat.leaf, aux: over };
                                    if !holds(&to_set, to) {
                                        if stop.is_some() && holds(&stops, to) {
                                            emit!(mv);
                                        }
                                        break;
                                    }
                                    if stop.is_none() {
                                        emit!(mv);
                                    }
                                    if beyond as i32 + 1 > *after {
                                        break;
                                    }
                                }
                                break;
                            }
                            if i as i32 + 1 > *before || !holds(&to_set, over) {
                                break;
                            }
                        }
                    }
                });
            }
            Form::Carry { .. }
            | Form::Place { .. }
            | Form::Remove
            | Form::Select
            | Form::Outflank { .. }
            | Form::Large { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Pass => {}
        }
        false
    }

    fn leaf(&mut self, index: u16, want: Want, out: &mut List) {
        let plan = self.plan;
        let leaf = &plan.leaves[usize::from(index)];
        let before = out.moves.len();
        let reg = &self.ctx.reg;
        let saved = (reg.from, reg.to, reg.between);
        match &leaf.origin {
            From::Register => {
                let from = self.ctx.reg.from;
                self.moves_from(leaf, index, from, want, out);
            }
            From::Site(site) => {
                let from = self.ctx.int(site);
                self.moves_from(leaf, index, from, want, out);
            }
            From::Region(Sites::Passing { test, first, len }) => {
                let slots = self.slots_passing(test, *first, *len);
                for (word, mut bits) in slots.into_iter().enumerate().take((first + len).div_ceil(64)) {
                    while bits != 0 {
                        let from = word * 64 + bits.trailing_zeros() as usize - first;
                        bits &= bits - 1;
                        self.moves_from(leaf, index, from as i32, want, out);
                        if want != Want::All && out.moves.len() > before {
                            bits = 0;
                        }
                        (self.ctx.reg.from, self.ctx.reg.to, self.ctx.reg.between) = saved;
                    }
                    if want != Want::All && out.moves.len() > before {
                        break;
                    }
                }
            }
            From::Region(region) => {
                let origins = self.sites(region);
                for from in origins.iter() {
                    self.moves_from(leaf, index, from, want, out);
                    if want != Want::All && out.moves.len() > before {
                        break;
                    }
                    (self.ctx.reg.from, self.ctx.reg.to, self.ctx.reg.between) = saved;
                }
            }
            From::None => self.without_origin(leaf, index, want, out),
        }
        (self.ctx.reg.from, self.ctx.reg.to, self.ctx.reg.between) = saved;
    }

    /// Notes a move; true when nothing more is wanted.
    #[inline]
    fn emit(&mut self, leaf: &Leaf, mv: Mv, want: Want, out: &mut List) -> bool {
        if let Some(ask) = &leaf.ask {
            self.ctx.reg.from = mv.from.into();
            if let Form::Hop { .. } = leaf.form {
                self.ctx.reg.between = mv.aux.into();
            }
            if !self.passes(ask, leaf.first + usize::from(mv.to), mv.to.into()) {
                return false;
            }
        }
        out.moves.push(mv);
        if want == Want::All {
            return false;
        }
        if leaf.tried.is_some() {
            let last = out.moves.len() - 1;
            self.keep_tried(last, out);
            return out.moves.len() > last;
        }
        true
    }

    fn moves_from(&mut self, leaf: &'g Leaf, index: u16, from: i32, want: Want, out: &mut List) {
        let wanted = |site: u16| match want {
            Want::To(to) => i32::from(site) == to,
            Want::All | Want::Any => true,
        };
        match &leaf.form {
            Form::Carry { .. } | Form::Remove | Form::Select => {
                return self.at_any_site(leaf, index, from, want, out);
            }
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Place { .. }
            | Form::Outflank { .. }
            | Form::Large { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Pass => {}
        }
        if from < 0 || from as usize >= self.ctx.game.board.len(leaf.kind) {
            return;
        }
        let origin = from as usize;
        // (A shot does not move what shoots: `(from)` stays what it is around it.)
        if !matches!(leaf.form, Form::Shoot { .. }) {
            self.ctx.reg.from = from;
        }
        if let Some(test) = &leaf.from_cond
            && !self.passes(test, leaf.first + origin, from)
        {
            return;
        }
        let what = self.ctx.pos.what(leaf.first + origin);
        match &leaf.form {
            Form::Jump(table) => {
                let Some(table) = table.of(what) else { return };
                for &to in table.of(origin) {
                    if wanted(to)
                        && self.passes(&leaf.to, leaf.first + usize::from(to), to.into())
                        && self.emit(leaf, Mv { from: from as u16, to, leaf: index, aux: 0 }, want, out)
                    {
                        return;
                    }
                }
            }
            Form::Slide { rays, min, max, pass } => {
                let Some(rays) = rays.of(what) else { return };
                let outside = self.ctx.reg.between;
                for ray in rays.of(origin) {
                    if let Want::To(to) = want
                        && !ray.contains(&(to as u16))
                    {
                        continue;
                    }
                    self.ctx.reg.between = outside;
                    for (i, &to) in ray.iter().enumerate() {
                        let distance = i as i32 + 1;
                        if distance > *max {
                            break;
                        }
                        let slot = leaf.first + usize::from(to);
                        let mv = Mv { from: from as u16, to, leaf: index, aux: 0 };
                        if self.passes(&leaf.to, slot, to.into()) && *min <= distance {
                            if wanted(to) && self.emit(leaf, mv, want, out) {
                                return;
                            }
                            break;
                        }
                        self.ctx.reg.between = to.into();
                        if !self.passes(pass, slot, to.into()) {
                            break;
                        }
                        if *min <= distance && wanted(to) && self.emit(leaf, mv, want, out) {
                            return;
                        }
                    }
                }
            }
            Form::Hop { rays, steps, before, after, length: Length::Between(min, max), hurdle, .. } => {
                let (min, max) = (self.number(min, origin), self.number(max, origin));
                if min == 0
                    && let Some(steps) = steps.as_ref().and_then(|s| s.of(what))
                {
                    for &to in steps.of(origin) {
                        // Nothing is done where such a hop ends.
                        let mv = Mv { from: from as u16, to, leaf: index, aux: NO_SITE };
                        if wanted(to)
                            && self.passes(&leaf.to, leaf.first + usize::from(to), to.into())
                            && self.emit(leaf, mv, want, out)
                        {
                            return;
                        }
                    }
                }
                let Some(rays) = rays.of(what).filter(|_| max > 0) else { return };
                for ray in rays.of(origin) {
                    if self.hop_along(leaf, index, from, ray, [*before, min, max, *after], hurdle, want, out)
                    {
                        return;
                    }
                }
            }
            Form::Hop { rays, before, after, hurdle, stop, .. } => {
                let Some(rays) = rays.of(what) else { return };
                for ray in rays.of(origin) {
                    for (i, &over) in ray.iter().enumerate() {
                        let slot = leaf.first + usize::from(over);
                        self.ctx.reg.between = over.into();
                        if self.passes(hurdle, slot, over.into()) {
                            for (beyond, &to) in ray[i + 1..].iter().enumerate() {
                                let mv = Mv { from: from as u16, to, leaf: index, aux: over };
                                let slot = leaf.first + usize::from(to);
                                if !self.passes(&leaf.to, slot, to.into()) {
                                    if let Some(stop) = stop
                                        && self.passes(stop, slot, to.into())
                                        && wanted(to)
                                        && self.emit(leaf, mv, want, out)
                                    {
                                        return;
                                    }
                                    break;
                                }
                                if stop.is_none() && wanted(to) && self.emit(leaf, mv, want, out) {
                                    return;
                                }
                                if beyond as i32 + 1 > *after {
                                    break;
                                }
                            }
                            break;
                        }
                        if i as i32 + 1 > *before || !self.passes(&leaf.to, slot, over.into()) {
                            break;
                        }
                    }
                }
            }
            Form::Round { walks, min, max, pass } => {
                for walk in walks.of(origin) {
                    for (i, &(to, may_stop)) in walk.iter().enumerate() {
                        let distance = i as i32 + 1;
                        if distance > *max {
                            break;
                        }
                        let slot = leaf.first + usize::from(to);
                        if may_stop && self.passes(&leaf.to, slot, to.into()) && *min <= distance {
                            let mv = Mv { from: from as u16, to, leaf: index, aux: 0 };
                            if wanted(to) && self.emit(leaf, mv, want, out) {
                                return;
                            }
                            break;
                        }
                        if !self.passes(pass, slot, to.into()) {
                            break;
                        }
                    }
                }
            }
            Form::Shoot { piece, rays } => {
                let shot = self.ctx.int(piece);
                let Some(rays) = rays.of(what).filter(|_| shot >= 0) else { return };
                let outside = self.ctx.reg.between;
                for ray in rays.of(origin) {
                    self.ctx.reg.between = outside;
                    for &to in ray {
                        if !self.passes(&leaf.to, leaf.first + usize::from(to), to.into()) {
                            break;
                        }
                        self.ctx.reg.between = to.into();
                        let mv = Mv { from: to, to, leaf: index, aux: shot as u16 };
                        if wanted(to) && self.emit(leaf, mv, want, out) {
                            return;
                        }
                    }
                }
            }
            Form::Carry { .. }
            | Form::Remove
            | Form::Select
            | Form::Place { .. }
            | Form::Outflank { .. }
            | Form::Large { .. }
            | Form::Pass => {}
        }
    }

    /// A number for a piece at a site.
    fn number(&mut self, n: &Num, origin: usize) -> i32 {
        match n {
            Num::Plain(e) => self.ctx.int(e),
            Num::Const(n) => *n,
            Num::Sub(a, b) => self.number(a, origin).saturating_sub(self.number(b, origin)),
            Num::Sites { region, without } => {
                let empty = self.ctx.pos.empty_slots();
                let words = region.words_of(origin).iter();
                let count = words.map(|&(w, bits)| match without {
                    Some(_) => (bits & !empty[w as usize]).count_ones(),
                    None => bits.count_ones(),
                });
                count.sum::<u32>() as i32
            }
        }
    }

    /// Hops over a hurdle of several sites; true when nothing more is wanted.
    fn hop_along(
        &mut self,
        leaf: &'g Leaf,
        index: u16,
        from: i32,
        ray: &[u16],
        [before, min, max, after]: [i32; 4],
        hurdle: &'g Test,
        want: Want,
        out: &mut List,
    ) -> bool {
        let slot = |site: u16| leaf.first + usize::from(site);
        for (start, &site) in ray.iter().enumerate() {
            self.ctx.reg.between = site.into();
            if self.passes(hurdle, slot(site), site.into()) {
                let mut end = start + 1;
                while end < ray.len() && ((end - start) as i32) < max {
                    self.ctx.reg.between = ray[end].into();
                    if !self.passes(hurdle, slot(ray[end]), ray[end].into()) {
                        break;
                    }
                    end += 1;
                }
                let spare = (end - start) as i32 - min;
                for short in (0..=spare).rev() {
                    let mut landing = (end as i32 - short).max(0) as usize;
                    while landing < ray.len() {
                        let to = ray[landing];
                        if !self.passes(&leaf.to, slot(to), to.into()) {
                            break;
                        }
                        let mv = Mv { from: from as u16, to, leaf: index, aux: site };
                        if self.fits(want, to) && self.emit(leaf, mv, want, out) {
                            return true;
                        }
                        if landing as i32 - end as i32 + 1 > after - short {
                            break;
                        }
                        landing += 1;
                    }
                }
                return false;
            }
            if start as i32 + 1 > before || !self.passes(&leaf.to, slot(site), site.into()) {
                return false;
            }
        }
        false
    }

    /// Moves that may begin beside the board too.
    fn at_any_site(&mut self, leaf: &'g Leaf, index: u16, from: i32, want: Want, out: &mut List) {
        if from < 0 || from >= i32::from(NO_SITE) {
            return;
        }
        let game = self.ctx.game;
        let site = from as u16;
        match &leaf.form {
            Form::Remove => {
                let kind = game.kind_of_site(Some(leaf.kind), from);
                if self.ctx.what(kind, from) != 0 && (want == Want::All || self.fits(want, site)) {
                    self.emit(leaf, Mv { from: site, to: site, leaf: index, aux: 0 }, want, out);
                }
            }
            Form::Select => {
                let exists = match leaf.kind {
                    SiteType::Cell => self.ctx.slot(leaf.kind, from) != game.layout.nowhere,
                    SiteType::Vertex | SiteType::Edge => (from as usize) < game.board.len(leaf.kind),
                };
                if !exists {
                    return;
                }
                self.ctx.reg.from = from;
                self.ctx.reg.to = from;
                let slot = self.ctx.slot(leaf.kind, from);
                let may = leaf.from_cond.as_ref().is_none_or(|test| self.passes(test, slot, from));
                if may && self.fits(want, site) {
                    self.emit(leaf, Mv { from: site, to: site, leaf: index, aux: 0 }, want, out);
                }
            }
            Form::Carry { to } => {
                let kind = game.kind_of_site(Some(leaf.kind), from);
                let slot = self.ctx.slot(kind, from);
                if self.ctx.pos.what(slot) == 0 {
                    return;
                }
                self.ctx.reg.from = from;
                if let Some(test) = &leaf.from_cond
                    && !self.passes(test, slot, from)
                {
                    return;
                }
                self.for_targets(to, leaf, |runner, target| {
                    runner.ctx.reg.from = from;
                    runner.ctx.reg.to = target;
                    let slot = runner.ctx.slot(game.kind_of_site(Some(leaf.kind), target), target);
                    runner.fits(want, target as u16)
                        && runner.passes(&leaf.to, slot, target)
                        && runner.emit(
                            leaf,
                            Mv { from: site, to: target as u16, leaf: index, aux: 0 },
                            want,
                            out,
                        )
                });
            }
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Place { .. }
            | Form::Outflank { .. }
            | Form::Large { .. }
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Pass => {}
        }
    }

    fn fits(&self, want: Want, site: u16) -> bool {
        match want {
            Want::All | Want::Any => true,
            Want::To(to) => i32::from(site) == to,
        }
    }

    /// The sites of a region.
    pub(super) fn sites(&mut self, sites: &Sites) -> SiteSet {
        match sites {
            Sites::Plain(region) => self.ctx.region(region),
            Sites::Passing { test, first, len } => {
                SiteSet::from_slots(&self.slots_passing(test, *first, *len), *first, *len)
            }
            Sites::Where(of, cond) => {
                let mut sites = self.sites(of);
                let saved = self.ctx.reg.site;
                for site in sites.clone().iter() {
                    self.ctx.reg.site = site;
                    if !self.holds(cond) {
                        sites.remove(site);
                    }
                }
                self.ctx.reg.site = saved;
                sites
            }
            Sites::MovesFrom(id) => {
                let mut list = self.lists.pop().unwrap_or_default();
                list.clear();
                self.generate(*id, Want::All, &mut list);
                self.keep_tried(0, &mut list);
                let from = |mv: Mv| match mv.leaf {
                    PLAIN => list.full[mv.plain_index()].mv.from,
                    _ => mv.from.into(),
                };
                let found = list.moves.iter().map(|&mv| from(mv)).collect();
                self.lists.push(list);
                found
            }
        }
    }

    /// The slots of a stretch where a test that is a set holds.
    #[inline]
    fn slots_passing(&self, test: &Test, first: usize, len: usize) -> [u64; MASK_WORDS] {
        let mut slots = [0; MASK_WORDS];
        let words = self.ctx.pos.empty_slots().len();
        self.mask(test, &mut slots[..words]);
        for (word, bits) in slots[..words].iter_mut().enumerate() {
            *bits &= mask(word, first, first + len);
        }
        slots
    }

    /// Goes through the sites that a place means, until `f` says that it is enough.
    fn for_targets(&mut self, place: &'g Where, leaf: &Leaf, mut f: impl FnMut(&mut Self, i32) -> bool) {
        match place {
            Where::Site(site) => {
                let site = self.ctx.int(site);
                if (0..i32::from(NO_SITE)).contains(&site) {
                    f(self, site);
                }
            }
            Where::Empty => {
                let len = self.ctx.game.board.len(leaf.kind);
                let (first, last) = (leaf.first, leaf.first + len);
                for word in first / 64..last.div_ceil(64) {
                    let mut bits = self.ctx.pos.empty_slots()[word] & mask(word, first, last);
                    while bits != 0 {
                        let slot = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        if f(self, (slot - first) as i32) {
                            return;
                        }
                    }
                }
            }
            Where::Region(Sites::Plain(region)) if let Region::Fixed(sites) = &**region => {
                for site in sites.iter() {
                    if site < i32::from(NO_SITE) && f(self, site) {
                        return;
                    }
                }
            }
            Where::Region(region) => {
                let sites = self.sites(region);
                for site in sites.iter() {
                    if site < i32::from(NO_SITE) && f(self, site) {
                        return;
                    }
                }
            }
        }
    }

    fn without_origin(&mut self, leaf: &'g Leaf, index: u16, want: Want, out: &mut List) {
        match &leaf.form {
            Form::Pass => {
                if let Want::To(_) = want {
                    return;
                }
                self.emit(leaf, Mv { from: NO_SITE, to: NO_SITE, leaf: index, aux: 0 }, want, out);
            }
            Form::Place { piece, to, .. } => {
                let what = self.ctx.int(piece);
                if what < 0 || what as usize >= self.ctx.game.components.len() {
                    return;
                }
                let always = matches!(leaf.to, Test::True);
                self.for_targets(to, leaf, |runner, site| {
                    runner.fits(want, site as u16)
                        && (always || {
                            runner.ctx.reg.to = site;
                            runner.passes(&leaf.to, 0, site)
                        })
                        && runner.emit(
                            leaf,
                            Mv { from: site as u16, to: site as u16, leaf: index, aux: what as u16 },
                            want,
                            out,
                        )
                });
            }
            Form::Outflank { flank, .. } => {
                let site = self.ctx.reg.site;
                if (0..i32::from(NO_SITE)).contains(&site)
                    && self.fits(want, site as u16)
                    && self.catches(flank, site)
                {
                    let site = site as u16;
                    self.emit(leaf, Mv { from: site, to: site, leaf: index, aux: 0 }, want, out);
                }
            }
            Form::Large { piece, covers } => {
                let what = self.ctx.int(piece);
                let Some(states) = usize::try_from(what).ok().and_then(|w| covers.get(w)) else { return };
                for site in 0..self.ctx.game.board.len(leaf.kind) {
                    let slot = leaf.first + site;
                    if self.ctx.pos.empty_slots()[slot / 64] >> (slot % 64) & 1 == 0
                        || !self.fits(want, site as u16)
                    {
                        continue;
                    }
                    for (state, table) in states {
                        let empty = self.ctx.pos.empty_slots();
                        let covered = table.words_of(site);
                        if covered.is_empty()
                            || covered.iter().any(|&(w, bits)| bits & !empty[w as usize] != 0)
                        {
                            continue;
                        }
                        let mv = Mv { from: site as u16, to: site as u16, leaf: index, aux: *state as u16 };
                        if self.emit(leaf, mv, want, out) {
                            return;
                        }
                    }
                }
            }
            Form::Jump(_)
            | Form::Slide { .. }
            | Form::Hop { .. }
            | Form::Carry { .. }
            | Form::Remove
            | Form::Round { .. }
            | Form::Shoot { .. }
            | Form::Select => {}
        }
    }

    /// Would a piece at the site catch anything?
    pub(super) fn catches(&mut self, flank: &'g Flank, site: i32) -> bool {
        let saved = (self.ctx.reg.to, self.ctx.reg.between);
        let found = flank.rays.of(site as usize).any(|ray| self.caught(flank, ray) > 0);
        (self.ctx.reg.to, self.ctx.reg.between) = saved;
        found
    }

    // ---- longest turns ----

    /// Keeps the moves from `first` on that begin the longest turn.
    fn keep_longest(&mut self, first: usize, out: &mut List) {
        if out.moves.len() <= first + 1 {
            return;
        }
        let mut best = 0;
        let mut lengths = Vec::with_capacity(out.moves.len() - first);
        for i in first..out.moves.len() {
            let length = self.turn_after(out.moves[i], out, 1, 0);
            best = best.max(length);
            lengths.push(length);
        }
        let mut kept = first;
        for (i, length) in lengths.into_iter().enumerate() {
            if length == best {
                out.moves[kept] = out.moves[first + i];
                kept += 1;
            }
        }
        out.moves.truncate(kept);
    }

    /// How many moves a turn has that begins with this one, with `so_far` counted up to it.
    fn turn_after(&mut self, mv: Mv, list: &List, so_far: u32, depth: u32) -> u32 {
        let hurried = u32::from(self.ctx.hurried);
        if self.ctx.hurried && !self.ctx.burn(self.ctx.toll(), Default::default()) {
            return so_far;
        }
        self.ctx.within += hurried;
        let rng = self.ctx.rng;
        let made = std::mem::take(&mut self.made);
        let mark = self.ctx.pos.mark();
        self.apply(mv, list);
        let mut best = so_far;
        let pos = &self.ctx.pos;
        if pos.prev == pos.mover && !pos.over && depth < 64 {
            let mut next = self.lists.pop().unwrap_or_default();
            self.legal_moves(&mut next);
            best = 0;
            for i in 0..next.moves.len() {
                best = best.max(self.turn_after(next.moves[i], &next, so_far + 1, depth + 1));
            }
            self.lists.push(next);
        }
        self.take_back(mark);
        self.made = made;
        self.ctx.rng = rng;
        self.ctx.within -= hurried;
        best
    }

    // ---- moves that must be tried ----

    /// The condition that a move must still meet.
    pub(super) fn tried_of(&self, mv: Mv, list: &List) -> Option<u16> {
        match mv.leaf {
            PLAIN => list.full[mv.plain_index()].tried,
            leaf => self.plan.leaves[usize::from(leaf)].tried,
        }
    }

    /// Drops the moves from `first` on that do not stand when they are tried.
    pub(super) fn keep_tried(&mut self, first: usize, out: &mut List) {
        let mut kept = first;
        for i in first..out.moves.len() {
            let mv = out.moves[i];
            let stands = match self.tried_of(mv, out) {
                None => true,
                Some(after) => self.stands(mv, after, out),
            };
            if stands {
                out.moves[kept] = mv;
                kept += 1;
            }
        }
        out.moves.truncate(kept);
    }

    /// Keeps the first of the moves from `first` on that stands when it is tried.
    fn keep_one_tried(&mut self, first: usize, out: &mut List) {
        for i in first..out.moves.len() {
            let mv = out.moves[i];
            let stands = match self.tried_of(mv, out) {
                None => true,
                Some(after) => self.stands(mv, after, out),
            };
            if stands {
                out.moves[first] = mv;
                out.moves.truncate(first + 1);
                return;
            }
        }
        out.moves.truncate(first);
    }

    fn keep_to(&mut self, site: i32, first: usize, out: &mut List) {
        let mut kept = first;
        for i in first..out.moves.len() {
            let mv = out.moves[i];
            let to = match mv.leaf {
                PLAIN => out.full[mv.plain_index()].mv.to,
                _ => i32::from(mv.to),
            };
            if to == site {
                out.moves[kept] = mv;
                kept += 1;
            }
        }
        out.moves.truncate(kept);
    }

    /// Does the condition hold after the move? The move is made and taken back.
    fn stands(&mut self, mv: Mv, after: u16, list: &List) -> bool {
        let plan = self.plan;
        let after = &plan.afters[usize::from(after)];
        if self.ctx.judging_threat && after.holds_when_judging {
            return true;
        }
        if let Some(stands) = self.stands_lightly(mv, list) {
            return stands;
        }
        let rng = self.ctx.rng;
        let (made, stored) = (std::mem::take(&mut self.made), self.stored);
        let mark = self.ctx.pos.mark();
        self.perform(mv, list, How::Tried);
        let holds = self.holds_afterwards(mv, list, &after.cond);
        self.take_back(mark);
        (self.made, self.stored) = (made, stored);
        self.ctx.rng = rng;
        holds
    }

    /// Asks a condition of the position after a move that is being tried.
    pub(super) fn holds_afterwards(&mut self, mv: Mv, list: &List, cond: &'g Cond) -> bool {
        let reg = &mut self.ctx.reg;
        let saved = (reg.from, reg.to, reg.site);
        match mv.leaf {
            PLAIN => [reg.from, reg.to, reg.site] = list.full[mv.plain_index()].seen,
            leaf if self.plan.leaves[usize::from(leaf)].in_piece => reg.from = mv.from.into(),
            _ => {}
        }
        let holds = self.asked_afterwards(cond);
        (self.ctx.reg.from, self.ctx.reg.to, self.ctx.reg.site) = saved;
        holds
    }

    fn asked_afterwards(&mut self, cond: &'g Cond) -> bool {
        let next = self.ctx.pos.next;
        if self.ctx.pos.mover == next {
            self.ctx.pos.next = self.ctx.pos.prev;
        }
        let holds = self.holds(cond);
        self.ctx.pos.next = next;
        holds
    }

    // ---- conditions ----

    pub(super) fn holds(&mut self, cond: &Cond) -> bool {
        match cond {
            Cond::Plain(cond) => self.ctx.bool(cond),
            Cond::Const(b) => *b,
            Cond::And(list) => list.iter().all(|c| self.holds(c)),
            Cond::Or(list) => list.iter().any(|c| self.holds(c)),
            Cond::Not(c) => !self.holds(c),
            Cond::CanMove(id) => self.any(*id),
            Cond::NextCannotMove => self.next_cannot_move(),
            Cond::Threatened(t) => self.threatened(t),
            Cond::Line(line) => self.has_line(line),
            Cond::Linked(rule) => self.linked(rule),
            Cond::If(parts) => {
                let [cond, then, otherwise] = &**parts;
                if self.holds(cond) { self.holds(then) } else { self.holds(otherwise) }
            }
            Cond::Count { sites, wanted } => self.how_many(sites) == *wanted,
            Cond::Settled(number, cond) => self.settled(*number, cond),
            Cond::Paired(pair) => self.fit_together(pair),
            Cond::SameMover => self.ctx.pos.mover == self.ctx.pos.prev,
            Cond::NotStored => self.ctx.pos.content_hash() != self.stored,
            Cond::NoPieces { of, slots } => self.has_none(*of, slots),
            Cond::OneGroup(rule) => self.is_one_group(rule),
            Cond::Near { site, near, test, first } => self.is_near(site, near, test, *first),
            Cond::Liberty { cond, site, near, first } => self.breathes(cond, site, near, *first),
            Cond::Loop { cond, near, first } => self.has_loop(cond, near, *first),
        }
    }

    #[inline(never)]
    fn how_many(&mut self, sites: &Sites) -> usize {
        match sites {
            Sites::Passing { test, first, len } => {
                let slots = self.slots_passing(test, *first, *len);
                slots.iter().take((first + len).div_ceil(64)).map(|word| word.count_ones()).sum::<u32>()
                    as usize
            }
            Sites::Plain(_) | Sites::Where(..) | Sites::MovesFrom(_) => self.sites(sites).len(),
        }
    }

    fn has_none(&mut self, of: Role, slots: &[u64]) -> bool {
        let owners = self.ctx.owners(of);
        let pos = &self.ctx.pos;
        let mut those = (0..self.ctx.game.players + 2).filter(|&who| owners >> who & 1 == 1);
        !those.any(|who| pos.slots_of_who(who).iter().zip(slots).any(|(p, s)| p & s != 0))
    }

    #[inline(never)]
    fn is_near(&mut self, site: &Int, near: &Targets, test: &Test, first: usize) -> bool {
        let Ok(site) = usize::try_from(self.ctx.int(site)) else { return false };
        near.of(site).iter().any(|&n| self.passes(test, first + usize::from(n), n.into()))
    }

    #[inline(never)]
    fn breathes(&mut self, cond: &Bool, site: &Int, table: &Targets, first: usize) -> bool {
        let site = self.ctx.int(site);
        let pos = &self.ctx.pos;
        let near = usize::try_from(site).map_or(&[][..], |s| table.of(s));
        let stands = usize::try_from(site).is_ok_and(|s| s < table.sites() && pos.what(first + s) != 0);
        if !stands {
            return self.ctx.bool(cond);
        }
        near.iter().any(|&n| pos.is_empty(first + usize::from(n)))
            || self.has_liberty(table, first, first + site as usize)
    }

    #[inline(never)]
    fn has_loop(&mut self, cond: &Bool, near: &Targets, first: usize) -> bool {
        let pos = &self.ctx.pos;
        let to = pos.last.as_ref().map_or(OFF, |m| m.to);
        let Ok(site) = usize::try_from(to) else { return false };
        // The last move may have gone to a hand, or to a site of another kind.
        if site >= near.sites() {
            return self.ctx.bool(cond);
        }
        let what = pos.what(first + site);
        let like = near.of(site).iter().filter(|&&n| pos.what(first + usize::from(n)) == what);
        like.take(2).count() == 2 && self.ctx.bool(cond)
    }

    /// Is there any move?
    pub(super) fn any(&mut self, id: GenId) -> bool {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.generate(id, Want::Any, &mut list);
        let found = !list.is_empty();
        self.lists.push(list);
        found
    }

    fn can_move_to(&mut self, id: GenId, site: i32) -> bool {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.generate(id, Want::To(site), &mut list);
        let found = !list.is_empty();
        self.lists.push(list);
        found
    }

    pub(super) fn phase_of(&self, player: usize) -> GenId {
        let phase = usize::from(self.ctx.pos.phase[player]);
        self.plan.phases[phase.min(self.plan.phases.len() - 1)]
    }

    /// Has the next player no legal move? What is found out is noted in the position, as the evaluator does.
    fn next_cannot_move(&mut self) -> bool {
        let pos = &mut self.ctx.pos;
        if !self.ctx.judging_stalemate {
            let (mover, next, prev) = (pos.mover, pos.next, pos.prev);
            let on = !pos.over && pos.any_active();
            if on {
                let after = self.ctx.active_after(next);
                let pos = &mut self.ctx.pos;
                (pos.mover, pos.next, pos.prev) = (next, after, mover);
            }
            self.ctx.judging_stalemate = true;
            self.find_stalemate();
            self.ctx.judging_stalemate = false;
            (self.ctx.pos.mover, self.ctx.pos.next, self.ctx.pos.prev) = (mover, next, prev);
            let bit = self.ctx.pos.stalemated >> next & 1;
            return bit == 1;
        }
        false
    }

    /// Finds out whether the mover could move at all.
    pub(super) fn find_stalemate(&mut self) {
        if self.ctx.finding_stalemate || !self.ctx.pos.any_active() {
            return;
        }
        let game = self.ctx.game;
        let mover = usize::from(self.ctx.pos.mover);
        let can = self.swap_is_open() || {
            let rule = self.phase_of(mover);
            self.ctx.finding_stalemate = true;
            let can = self.any(rule);
            self.ctx.finding_stalemate = false;
            can
        };
        debug_assert!(mover <= game.players);
        if can { self.ctx.pos.stalemated &= !(1 << mover) } else { self.ctx.pos.stalemated |= 1 << mover }
    }

    pub(super) fn swap_is_open(&self) -> bool {
        let game = self.ctx.game;
        game.meta.swap && self.ctx.pos.moves_made - self.ctx.pos.start_moves == game.players as i32 - 1
    }

    fn threatened(&mut self, t: &Threat) -> bool {
        if self.ctx.judging_threat {
            return false;
        }
        let game = self.ctx.game;
        let what = self.ctx.int(&t.what);
        if what < 1 || what as usize >= game.components.len() {
            return false;
        }
        let what = what as usize;
        match &t.sites {
            Some(region) => {
                let sites = self.ctx.region(region);
                sites.iter().any(|site| self.attacked(t, site, what))
            }
            None => {
                // The lowest site of the board where the component stands.
                let found = self.ctx.pos.slots_of_what(what).iter().enumerate().find_map(|(word, &bits)| {
                    let bits = bits & mask(word, t.first, t.first + t.len);
                    (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize - t.first)
                });
                found.is_some_and(|site| self.attacked(t, site as i32, what))
            }
        }
    }

    /// Could another player move to the site if the component stood there?
    pub(super) fn attacked(&mut self, t: &Threat, site: i32, what: usize) -> bool {
        let game = self.ctx.game;
        if site < 0 || site as usize >= t.len {
            return false;
        }
        let owner = game.components[what].owner;
        let slot = t.first + site as usize;
        let pos = &mut self.ctx.pos;
        let seats = (pos.mover, pos.prev);
        let stacking = pos.stacking();
        let content = if stacking { Default::default() } else { pos.slot_content(slot) };
        let there = pos.top(slot);
        let piece = crate::position::Piece { what: what as u16, who: owner as u8, ..there };
        let stand_in = piece != there;
        if stand_in && stacking {
            pos.push(slot, piece);
        } else if stand_in {
            pos.set_slot(slot, crate::position::Slot { piece, count: content.count.max(1) });
        }
        pos.prev = owner as u8;
        self.ctx.judging_threat = true;
        let mut found = false;
        for enemy in (1..=game.players).filter(|&p| p != owner) {
            self.ctx.pos.mover = enemy as u8;
            let rule = self.phase_of(enemy);
            let threatens = self.threatens(enemy, t.first, site as usize);
            if threatens.unwrap_or_else(|| self.can_move_to(rule, site)) {
                found = true;
                break;
            }
        }
        self.ctx.judging_threat = false;
        let pos = &mut self.ctx.pos;
        (pos.mover, pos.prev) = seats;
        if stand_in && stacking {
            pos.pop(slot);
        } else if stand_in {
            pos.set_slot(slot, content);
        }
        found
    }

    fn has_line_in_stacks(&self, line: &LineRule, pivot: usize) -> bool {
        let pos = &self.ctx.pos;
        let stack = pos.levels(line.first + pivot);
        let Some((top, below)) = stack.split_last() else { return false };
        let length = line.length as usize;
        if stack.len() >= length && below.iter().rev().take(length - 1).all(|p| p.what == top.what) {
            return true;
        }
        let level = below.len() as i32;
        let run = |half: &[u16], rise: i32| {
            let like = |(&site, i): (&u16, i32)| {
                let level = usize::try_from(level + rise * i).ok();
                let stack = pos.levels(line.first + usize::from(site));
                level.and_then(|l| stack.get(l)).is_some_and(|p| p.what == top.what)
            };
            half.iter().zip(1..).take_while(|&at| like(at)).count()
        };
        line.axes.of(pivot).any(|(ahead, behind)| {
            [0, -1, 1].into_iter().any(|rise| {
                let found = 1 + run(ahead, rise) + run(behind, -rise);
                if line.exact { found == length } else { found >= length }
            })
        })
    }

    fn has_line(&mut self, line: &LineRule) -> bool {
        let to = match &line.through {
            Pivot::LastTo => self.ctx.pos.last.as_ref().map_or(OFF, |m| m.to),
            Pivot::At(site) => self.ctx.int(site),
            Pivot::AnyOf(sites) => {
                let sites = self.sites(sites);
                return sites.iter().any(|site| self.has_line_at(line, site));
            }
        };
        self.has_line_at(line, to)
    }

    fn has_line_at(&mut self, line: &LineRule, to: i32) -> bool {
        let Ok(pivot) = usize::try_from(to) else { return false };
        if pivot >= line.axes.sites() {
            return false;
        }
        let pos = &self.ctx.pos;
        let what = pos.what(line.first + pivot);
        if line.by_level {
            return self.has_line_in_stacks(line, pivot);
        }
        if what == 0 || what >= self.ctx.game.components.len() {
            return self.ctx.bool(&line.rule);
        }
        let row = pos.slots_of_what(what);
        let like = |site: u16| {
            let slot = line.first + usize::from(site);
            row[slot / 64] >> (slot % 64) & 1 == 1
        };
        let run = |half: &[u16]| half.iter().take_while(|&&s| like(s)).count() as u32;
        line.axes.of(pivot).any(|(ahead, behind)| {
            let length = 1 + run(ahead) + run(behind);
            if line.exact { length == line.length } else { length >= line.length }
        })
    }
}

/// The bits of a word of slots that lie in `first..last`.
#[inline]
pub(super) fn mask(word: usize, first: usize, last: usize) -> u64 {
    let (start, end) = (word * 64, word * 64 + 64);
    let mut m = u64::MAX;
    if first > start {
        m &= u64::MAX.checked_shl((first - start) as u32).unwrap_or(0);
    }
    if last < end {
        m &= if last <= start { 0 } else { u64::MAX >> (end - last) };
    }
    m
}
