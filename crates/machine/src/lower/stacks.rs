//! Stacks: pieces by level, and what moves do to stacks.

use super::*;
use ludarium_engine::kernel::int::Owners;
use ludarium_engine::kernel::{ForEachPiece, Origin, Target};

use super::moves::Out;

/// How a piece leaves its stack.
#[derive(Clone, Copy)]
pub(super) enum Leaves<'g> {
    /// From the top; it leaves behind what it carried.
    Top,
    /// From a level, or from the top where none is said; it keeps what it carries.
    Level(Option<&'g Int>),
    /// With everything below it.
    Whole,
}

impl<'g> Lower<'g> {
    pub fn stacking(&self) -> bool {
        self.layout.stacks.is_some()
    }
    /// How many pieces lie at a site.
    pub fn height(&mut self, site: Expr) -> Expr {
        match &self.layout.stacks {
            Some(s) => {
                let height = s.height;
                self.b.load(height, site)
            }
            None => {
                let (what, zero) = (self.what(site), self.b.int(0));
                self.b.binary(Binary::Ne, what, zero)
            }
        }
    }
    /// An element of an array by level; 0 above the top. A level below 0 is the top, which another array keeps.
    pub fn at_level(&mut self, top: Array, levels: Array, site: Expr, level: Expr) -> Expr {
        let Some(most) = self.layout.stacks.as_ref().map(|s| s.most) else { return self.b.load(top, site) };
        let (site, level) = (self.b.bind(site), self.b.bind(level));
        let zero = self.b.int(0);
        let on_top = self.b.binary(Binary::Lt, level, zero);
        let each = self.b.int(most as i64);
        let first = self.b.binary(Binary::Mul, site, each);
        let at = self.b.add(first, level);
        let inside = self.b.binary(Binary::Lt, level, each);
        let nowhere = self.b.int(OFF.into());
        let at = self.b.select(inside, at, nowhere);
        let (top, below) = (self.b.load(top, site), self.b.load(levels, at));
        self.b.select(on_top, top, below)
    }
    /// The component at a site, on top or at a level.
    pub fn what_at_level(&mut self, site: Expr, level: Option<&'g Int>, env: &Env) -> Lowered<Expr> {
        let Some((levels, level)) = self.layout.stacks.as_ref().map(|s| s.what).zip(level) else {
            return Ok(self.what(site));
        };
        let level = self.int(level, env)?;
        Ok(self.at_level(self.layout.what, levels, site, level))
    }
    /// What a piece carries: 0 its state, 1 its rotation, 2 its value.
    pub fn carried_at_level(
        &mut self,
        which: usize,
        site: Expr,
        level: Option<&'g Int>,
        env: &Env,
    ) -> Lowered<Expr> {
        let top = [self.layout.state, self.layout.rotation, self.layout.value][which];
        let Some(top) = top else { return Ok(self.b.int(0)) };
        let levels = self.layout.stacks.as_ref().and_then(|s| s.carried[which]);
        let Some((levels, level)) = levels.zip(level) else { return Ok(self.b.load(top, site)) };
        let level = self.int(level, env)?;
        Ok(self.at_level(top, levels, site, level))
    }
    /// Goes through the levels of a site, from the top or from the bottom.
    pub fn for_each_level(
        &mut self,
        site: Expr,
        from_top: bool,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let height = self.height(site);
        let height = self.b.bind(height);
        let zero = self.b.int(0);
        let at = self.b.variable(zero);
        self.repeat(|l| {
            let gone = l.b.get(at);
            let done = l.b.binary(Binary::Le, height, gone);
            l.break_if(done);
            let gone = l.b.bind(gone);
            let one = l.b.int(1);
            let next = l.b.add(gone, one);
            l.b.set(at, next);
            let level = if from_top {
                let left = l.b.binary(Binary::Sub, height, next);
                l.b.bind(left)
            } else {
                gone
            };
            make(l, level)
        })
    }
    /// The component at a level that exists.
    pub fn what_of_level(&mut self, site: Expr, level: Expr) -> Expr {
        match self.layout.stacks.as_ref().map(|s| s.what) {
            Some(levels) => self.at_level(self.layout.what, levels, site, level),
            None => self.what(site),
        }
    }

    // ---- sets ----

    /// Sites where a component stands, at whatever level.
    pub fn anywhere(&mut self, what: usize) -> Set {
        if what == 0 || what >= self.layout.components {
            return self.no_sites();
        }
        self.kept(self.layout.plane_anywhere(what))
    }
    /// Sites with a piece of these owners and components, at whatever level.
    pub fn pieces_anywhere(&mut self, mask: u32, whats: Option<&[u16]>) -> Set {
        let mut all = self.no_sites();
        for c in 1..self.layout.components {
            if mask >> self.layout.owners[c] & 1 == 1 && whats.is_none_or(|w| w.contains(&(c as u16))) {
                let here = self.anywhere(c);
                all = self.union(&all, &here);
            }
        }
        all
    }
    /// The same where only the state knows the owner.
    pub fn pieces_of_some_owner(&mut self, owner: Expr, whats: Option<&[u16]>) -> Set {
        let owner = self.b.bind(owner);
        let mut all = self.no_sites();
        for p in 0..=self.layout.players + 1 {
            let number = self.b.int(p as i64);
            let is = self.b.eq(owner, number);
            let theirs = self.pieces_anywhere(1 << p, whats);
            all = self.choose_set(is, &theirs, &all);
        }
        all
    }
    /// Pieces of owners, also where only the state knows who they are.
    pub fn pieces_of_owners(&mut self, of: &'g Owners, whats: Option<&[u16]>, env: &Env) -> Lowered<Set> {
        if let Some(mask) = self.owner_mask(of, env)? {
            return Ok(self.pieces_anywhere(mask, whats));
        }
        let player = match of {
            Owners::Player(p) => self.int(p, env)?,
            Owners::Role(role) => self.role(*role, env)?,
        };
        Ok(self.pieces_of_some_owner(player, whats))
    }

    // ---- numbers ----

    /// Levels on which a condition holds, up to the first on which another does.
    pub fn stack_levels(
        &mut self,
        sites: &Set,
        from_top: bool,
        cond: Option<&'g Bool>,
        stop: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Expr> {
        let zero = self.b.int(0);
        let count = self.b.variable(zero);
        self.for_each(sites, |l, site| {
            l.for_each_level(site, from_top, |l, level| {
                let env = Env { to: site, level, ..env.clone() };
                if let Some(stop) = stop {
                    let stops = l.bool(stop, &env)?;
                    l.break_if(stops);
                }
                let holds = l.holds(cond, &env)?;
                l.when(holds, |l| {
                    let (n, one) = (l.b.get(count), l.b.int(1));
                    let more = l.b.add(n, one);
                    l.b.set(count, more);
                    Ok(())
                })
            })
        })?;
        Ok(self.b.get(count))
    }

    /// The level of a component at a site, nowhere where it is not there.
    pub fn where_level(
        &mut self,
        what: Expr,
        state: Option<Expr>,
        site: Expr,
        from_top: bool,
    ) -> Lowered<Expr> {
        let (what, site) = (self.b.bind(what), self.b.bind(site));
        let state = state.map(|s| self.b.bind(s));
        let off = self.b.int(OFF.into());
        let found = self.b.variable(off);
        let zero = self.b.int(0);
        let low = self.b.binary(Binary::Lt, zero, what);
        let (site_low, len) =
            (self.b.binary(Binary::Le, zero, site), self.b.int(self.layout.board_len as i64));
        let site_high = self.b.binary(Binary::Lt, site, len);
        let real = self.b.binary(Binary::And, low, site_low);
        let real = self.b.binary(Binary::And, real, site_high);
        self.when(real, |l| {
            l.for_each_level(site, false, |l, level| {
                let here = l.what_of_level(site, level);
                let mut is = l.b.eq(here, what);
                if let Some(state) = state {
                    let levels = l.layout.stacks.as_ref().and_then(|s| s.carried[0]);
                    let has = match (l.layout.state, levels) {
                        (Some(top), Some(levels)) => l.at_level(top, levels, site, level),
                        (Some(top), None) => l.b.load(top, site),
                        (None, _) => l.b.int(0),
                    };
                    let same = l.b.eq(has, state);
                    let any = l.b.eq(state, off);
                    let fits = l.b.binary(Binary::Or, same, any);
                    is = l.b.binary(Binary::And, is, fits);
                }
                let is = l.b.bind(is);
                l.when(is, |l| {
                    l.b.set(found, level);
                    Ok(())
                })?;
                if !from_top {
                    l.break_if(is);
                }
                Ok(())
            })
        })?;
        Ok(self.b.get(found))
    }

    /// Pieces of owners and components in stacks. A stack counts once for each of the owners that have a piece in it.
    pub fn pieces_in_stacks(
        &mut self,
        sites: &Set,
        mask: u32,
        whats: Option<&[u16]>,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Expr> {
        let owned: Vec<i64> = (0..self.layout.components)
            .map(|c| i64::from(if c > 0 { mask & (1u32 << self.layout.owners[c]) } else { mask & 1 }))
            .collect();
        let counted: Vec<i64> = owned
            .iter()
            .enumerate()
            .map(|(c, &o)| i64::from(o != 0 && whats.is_none_or(|w| w.contains(&(c as u16)))))
            .collect();
        let owned = self.b.table("owned", Width::Half, owned, 0);
        let counted = self.b.table("counted", Width::Byte, counted, 0);
        self.sum_over(sites, |l, site| {
            let zero = l.b.int(0);
            let (owners, fitting) = (l.b.variable(zero), l.b.variable(zero));
            l.for_each_level(site, false, |l, level| {
                let what = l.what_of_level(site, level);
                let what = l.b.bind(what);
                let bit = l.b.load(owned, what);
                let seen = l.b.get(owners);
                let seen = l.b.binary(Binary::Or, seen, bit);
                l.b.set(owners, seen);
                let counts = l.b.load(counted, what);
                let env = Env { site, level, ..env.clone() };
                l.when(counts, |l| {
                    let holds = l.holds(cond, &env)?;
                    l.when(holds, |l| {
                        let (n, one) = (l.b.get(fitting), l.b.int(1));
                        let more = l.b.add(n, one);
                        l.b.set(fitting, more);
                        Ok(())
                    })
                })
            })?;
            let owners = l.b.get(owners);
            let times = l.b.unary(Unary::Ones, owners);
            let fitting = l.b.get(fitting);
            Ok(l.b.binary(Binary::Mul, fitting, times))
        })
    }

    // ---- moves ----

    /// Goes through the pieces of stacks: those of a player, by component and level.
    pub(super) fn for_each_stacked(
        &mut self,
        e: &'g ForEachPiece,
        wanted: &[usize],
        within: &Set,
        on_board: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let top = self.bool(&e.top, env)?;
        let Some(top) = self.constant(top) else { return refuse("Moves", "ForEachPiece perhaps on top") };
        let game = self.game;
        let groups: Vec<(Vec<usize>, &'g Moves)> = match &e.moves {
            Some(moves) => vec![(wanted.to_vec(), moves)],
            None => wanted
                .iter()
                .filter_map(|&c| game.components[c].moves.as_ref().map(|m| (vec![c], m)))
                .collect(),
        };
        for (whats, moves) in groups {
            let mut sites = self.no_sites();
            for &c in &whats {
                let here = if top != 0 { self.of_component(c) } else { self.anywhere(c) };
                sites = self.union(&sites, &here);
            }
            let sites = self.intersection(&sites, within);
            let one = if let [c] = whats[..] { Some(c as u16) } else { None };
            let members = (0..self.layout.components).map(|c| i64::from(whats.contains(&c))).collect();
            let table = self.b.table("wanted", Width::Byte, members, 0);
            self.for_each(&sites, |l, from| {
                if on_board {
                    l.know_on_board(from);
                }
                if top != 0 {
                    let (height, one_level) = (l.height(from), l.b.int(1));
                    let level = l.b.binary(Binary::Sub, height, one_level);
                    let level = l.b.bind(level);
                    let env = Env { from, level, what_at_from: one, ..env.clone() };
                    return l.moves(moves, &env, out);
                }
                l.for_each_level(from, false, |l, level| {
                    let what = l.what_of_level(from, level);
                    let is = l.b.load(table, what);
                    let env = Env { from, level, what_at_from: None, ..env.clone() };
                    l.when(is, |l| l.moves(moves, &env, out))
                })
            })?;
        }
        Ok(())
    }

    /// Notes the action that moves a piece, or a stack of them.
    pub(super) fn push_leaving(&mut self, leaves: Leaves<'g>, env: &Env) -> Lowered<()> {
        let (from, to) = (env.from, env.to);
        let off = self.b.int(UNDEFINED.into());
        match leaves {
            Leaves::Whole if self.stacking() => self.push_mover(Op::MoveStack, &[from, to, off]),
            Leaves::Level(level) if self.stacking() => {
                let height = self.height(from);
                let one = self.b.int(1);
                let top = self.b.binary(Binary::Sub, height, one);
                let level = match level {
                    None => top,
                    Some(level) => {
                        let level = self.int(level, env)?;
                        let level = self.b.bind(level);
                        let unsaid = self.b.eq(level, off);
                        self.b.select(unsaid, top, level)
                    }
                };
                self.push_mover(Op::MoveLevel, &[from, to, level, off]);
            }
            Leaves::Top | Leaves::Whole | Leaves::Level(_) => self.push_move(from, to),
        }
        Ok(())
    }

    /// Is a level said without speaking of what changes while a move is looked for?
    pub(super) fn settled_level(&self, from: &Origin, to: Option<&Target>) -> Lowered<()> {
        use super::lift::Looked;
        use ludarium_engine::kernel::Place;
        let same = matches!(&from.place, Place::Site(Int::From));
        if from.level.as_ref().is_some_and(|e| {
            !same && Looked::From.mentioned_in(&[Part::Int(e)]) || Looked::To.mentioned_in(&[Part::Int(e)])
        }) {
            return refuse("Moves", "a level that depends on what is looked at outside");
        }
        if to.and_then(|t| t.level.as_ref()).is_some_and(|e| {
            !same && Looked::From.mentioned_in(&[Part::Int(e)]) || Looked::To.mentioned_in(&[Part::Int(e)])
        }) {
            return refuse("Moves", "a level that depends on what is looked at outside");
        }
        Ok(())
    }
}
