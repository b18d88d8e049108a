//! Pieces moved from any site to any site.

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Bool, Int, Moves, Origin, Target};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn carry(
        &mut self,
        m: &Moves,
        from: &Origin,
        to: &Target,
        count: Option<&Int>,
        copy: &Bool,
        stack: bool,
        mover: Option<Role>,
        out: &mut Vec<Move>,
    ) {
        let first = out.len();
        let saved = (self.reg.from, self.reg.to);
        for origin in self.places(&from.place) {
            if origin < 0 {
                continue;
            }
            let kind = self.game.kind_of_site(Some(from.kind), origin);
            let what = self.what(kind, origin);
            if what == 0 {
                continue;
            }
            self.reg.from = origin;
            let copied = self.bool(copy);
            if self.holds(from.cond.as_ref()) {
                let targets = self.places(&to.place);
                let how_many = count.map(|c| self.int(c));
                if self.is_large(what) {
                    self.reg.from = saved.0;
                    self.move_large(m, from.kind, origin, to, &targets, out);
                } else {
                    self.while_still(|ctx| {
                        for target in targets {
                            if target < 0 || !ctx.burn(1, m.rule) {
                                continue;
                            }
                            ctx.reg.from = saved.0;
                            let way = Way { kind, origin, how_many, copied, stack };
                            ctx.carry_to(m, from, &way, to, target, out);
                        }
                    });
                }
            }
            (self.reg.from, self.reg.to) = saved;
        }
        if let Some(role) = mover {
            let player = self.role(role).clamp(0, 255) as u8;
            for mv in &mut out[first..] {
                mv.mover = player;
            }
        }
    }

    fn carry_to(
        &mut self,
        m: &Moves,
        from: &Origin,
        way: &Way,
        to: &Target,
        target: i32,
        out: &mut Vec<Move>,
    ) {
        let (origin, kind) = (way.origin, way.kind);
        let outside = self.reg.from;
        let to_kind = self.game.kind_of_site(Some(to.kind), target);
        let from_level = match &from.level {
            Some(level) if !way.stack || to.level.is_none() => Some(self.int(level)),
            _ => None,
        };
        let to_level = to.level.as_ref().map(|l| self.int(l));
        let one = |stack| Act::Move {
            from_kind: kind,
            from: origin,
            from_level: from_level.unwrap_or(UNDEFINED),
            to_kind,
            to: target,
            to_level: to_level.unwrap_or(UNDEFINED),
            state: UNDEFINED,
            rotation: UNDEFINED,
            value: UNDEFINED,
            stack,
        };
        let act = match (to_level, from_level, way.how_many) {
            (Some(_), _, _) => one(way.stack),
            (None, Some(_), _) => one(false),
            (None, None, None) if way.copied => Act::Copy {
                from_kind: kind,
                from: origin,
                from_level: UNDEFINED,
                to_kind,
                to: target,
                to_level: UNDEFINED,
                state: UNDEFINED,
                rotation: UNDEFINED,
                value: UNDEFINED,
                stack: false,
            },
            (None, None, None) => one(way.stack),
            (None, None, Some(count)) => {
                if self.pos.stacking() || way.stack {
                    Act::MoveSubStack { from_kind: kind, from: origin, to_kind, to: target, levels: count }
                } else {
                    Act::MoveCount { from_kind: kind, from: origin, to_kind, to: target, count }
                }
            }
        };
        self.reg.from = origin;
        self.reg.to = target;
        if !self.holds(to.cond.as_ref()) {
            return;
        }
        self.reg.from = outside;
        let mut mv = self.new_move(m, act);
        if self.pos.stacking() {
            let top = self.height(kind, origin) - 1;
            let level = from_level.unwrap_or(top);
            (mv.level_min, mv.level_max) = if way.stack { (0, top) } else { (level, level) };
        }
        if let Some(rotations) = &to.rotations {
            for rotation in self.ints(rotations) {
                let mut turned = mv.clone();
                let act = Act::SetRotation { kind: to.kind, to: target, level: UNDEFINED, rotation };
                turned.actions.push(Action { act, decision: false });
                out.push(turned);
            }
            return;
        }
        if let Some(effect) = &to.apply.effect
            && self.holds(to.apply.cond.as_ref())
        {
            self.reg.from = origin;
            self.reg.to = target;
            self.prepend(&mut mv, effect);
        }
        out.push(mv);
    }
}

/// What stays the same for all targets of one piece.
struct Way {
    kind: SiteType,
    origin: i32,
    how_many: Option<i32>,
    copied: bool,
    stack: bool,
}
