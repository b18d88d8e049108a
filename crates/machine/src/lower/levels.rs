//! The level that the last move's decision went to, for rules that ask for it. A piece that moves comes to the top, which the language calls
//! level 0 here; what is pointed at or taken has the level at which it stands.

use super::*;
use ludarium_engine::kernel::int::LastPart;
use ludarium_engine::kernel::walk::{any, rules_of};
use ludarium_engine::kernel::{MovesKind, Origin, Place, Region};

/// Do rules ask for the level that the last move went to?
pub(super) fn are_asked_for(game: &Game) -> bool {
    let asks = |p: Part<'_>| matches!(p, Part::Int(Int::Last { part: LastPart::LevelTo, .. }));
    game.uses.stacking && any(rules_of(game), asks)
}

/// Do rules ask for what the last move did beyond its own from and to?
pub(super) fn actions_are_asked_for(game: &Game) -> bool {
    let asks = |p: Part<'_>| match p {
        Part::Int(Int::Last { part: LastPart::From | LastPart::To, .. } | Int::PathExtent { .. }) => true,
        Part::Int(Int::Last { after, .. }) => **after != Bool::Const(false),
        Part::Region(Region::LastFrom | Region::LastTo) => true,
        Part::Int(_)
        | Part::Region(_)
        | Part::Bool(_)
        | Part::IntArr(_)
        | Part::Float(_)
        | Part::Dir(_)
        | Part::Moves(_)
        | Part::Effect(_) => false,
    };
    game.uses.last_actions && any(rules_of(game), asks)
}

impl<'g> Lower<'g> {
    pub(super) fn level_of_last_move(&mut self, part: LastPart, after: Expr) -> Lowered<Expr> {
        // (Moves to a level that is said, and pieces put between others, are not followed.)
        let lands = |p: Part<'_>| {
            let Part::Moves(m) = p else { return false };
            matches!(&m.kind, MovesKind::FromTo { to, .. } | MovesKind::Add { to, .. } if to.level.is_some())
        };
        let plain = part == LastPart::LevelTo && self.constant(after) == Some(0) && self.stacking();
        if !plain || any(rules_of(self.game), lands) {
            return refuse("Int", "levels of the last move");
        }
        Ok(self.number(Number::LastLevelTo))
    }

    /// Notes at which level a decision points at a site: one that is said, else the top.
    pub(super) fn note_level(&mut self, from: &'g Origin, site: Expr, env: &Env) -> Lowered<()> {
        let level = match &from.level {
            Some(level) => {
                let same = matches!(&from.place, Place::Site(Int::From));
                if !same && mentions([Part::Int(level)], reads_from) {
                    return refuse("Moves", "Select at a level that depends on what is looked at outside");
                }
                self.int(level, env)?
            }
            None => {
                let one = self.b.int(1);
                let height = self.height(site);
                self.b.binary(Binary::Sub, height, one)
            }
        };
        self.note_level_number(level);
        Ok(())
    }
    /// The same where the level is known; where it is not said (the top) it is 0.
    pub(super) fn note_level_number(&mut self, level: Expr) {
        if self.deciding {
            let undefined = self.b.int(UNDEFINED.into());
            let zero = self.b.int(0);
            let level = self.b.bind(level);
            let top = self.b.eq(level, undefined);
            let level = self.b.select(top, zero, level);
            self.put(Number::LevelTo, level);
        }
    }
}
