//! Chance that a program can take into its own hands. Where a turn begins with a throw of dice and nothing else is left to
//! chance, all throws are listed with their probabilities; elsewhere chance is drawn by the game.

use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::kernel::Effect;
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Game, SiteType};
use ludarium_play::{State, shown};

/// How a game leaves things to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Not at all.
    None,
    /// By throws of dice with which turns begin.
    Dice,
    /// In other ways, too: by draws that the game makes itself.
    Sampled,
}

/// More throws than this are not listed.
const MOST_THROWS: usize = 4096;

/// One way in which the dice may fall.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw {
    /// As (site, index of the face), for [`State::force_dice`].
    pub faces: Vec<(i32, i32)>,
    /// The values that the dice show.
    pub values: Vec<i32>,
    /// How probable it is.
    pub probability: f64,
}

impl Chance {
    /// How a game leaves things to chance.
    pub fn of(game: &Game) -> Chance {
        let draws = |game: &Game| walk::any(walk::rules_of(game), walk::draws);
        if !game.subgames.is_empty() {
            let any = game.subgames.iter().any(|s| draws(&s.game) || starts_by_chance(&s.game));
            return if any { Chance::Sampled } else { Chance::None };
        }
        if starts_by_chance(game) {
            return Chance::Sampled;
        }
        if !draws(game) {
            return Chance::None;
        }
        let other = |part: Part<'_>| {
            walk::draws(part) && !matches!(part, Part::Effect(effect) if matches!(effect, Effect::Roll))
        };
        let later = walk::any(game.thens.iter().map(Part::Moves), walk::draws);
        if later || walk::any(walk::rules_of(game), other) || throws(game).is_none() {
            return Chance::Sampled;
        }
        Chance::Dice
    }
}

/// Is something drawn before the first move?
fn starts_by_chance(game: &Game) -> bool {
    (1..=2).any(|seed| Ctx::start(game, seed).rng != Rng::new(seed))
}

/// All throws of all dice of a game; nothing where there are none, or too many.
pub fn throws(game: &Game) -> Option<Vec<Throw>> {
    let start = Ctx::start(game, 1);
    let mut all = vec![Throw { faces: Vec::new(), values: Vec::new(), probability: 1.0 }];
    for container in game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. })) {
        for site in container.first..container.first + container.len {
            let die = game.components.get(start.what(SiteType::Cell, site)).map(|c| &c.kind);
            let Some(ComponentKind::Die { faces, biased }) = die else { continue };
            let total: i32 = biased.iter().map(|b| (*b).max(0)).sum();
            let chance = |face: usize| match biased.len() == faces.len() && total > 0 {
                true => f64::from(biased[face].max(0)) / f64::from(total),
                false => 1.0 / faces.len() as f64,
            };
            let mut longer = Vec::new();
            for throw in &all {
                for (face, value) in faces.iter().enumerate().filter(|(face, _)| chance(*face) > 0.0) {
                    let mut next = throw.clone();
                    next.faces.push((site, face as i32));
                    next.values.push(*value);
                    next.probability *= chance(face);
                    longer.push(next);
                }
            }
            all = longer;
            if all.len() > MOST_THROWS {
                return None;
            }
        }
    }
    (all.len() > 1).then_some(all)
}

/// Were the legal moves of a state worked out with a throw?
pub fn begins_with_throw(state: &State) -> bool {
    !shown::throw(state.legal_moves()).is_empty()
}
