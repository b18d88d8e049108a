//! Walks: where a path of forward steps and turns leads on the board.

use crate::eval::direction::next_supported;
use crate::game::{Game, StepWalk};
use crate::siteset::SiteSet;
use crate::types::*;

/// Follows a walk, turning among the given directions; `step` goes forward, and says when it cannot.
pub(crate) fn follow(
    walk: &[StepWalk],
    start: Direction,
    ways: &[Direction],
    mut step: impl FnMut(Direction) -> Option<()>,
) -> Option<()> {
    let mut d = start;
    for s in walk {
        match s {
            StepWalk::Forward => step(d)?,
            StepWalk::Left => d = next_supported(d, false, ways)?,
            StepWalk::Right => d = next_supported(d, true, ways)?,
        }
    }
    Some(())
}

/// Where a walk that starts at a site facing `dir` ends; every site it enters by a forward step is shown to `visit`.
/// `None` where it leaves the board.
pub fn walk(
    game: &Game,
    kind: SiteType,
    site: i32,
    dir: Direction,
    steps: &[StepWalk],
    mut visit: impl FnMut(i32),
) -> Option<i32> {
    let ways = game.board.supported(kind, Relation::Orthogonal);
    let mut at = site;
    follow(steps, dir, ways, |facing| {
        at = *game.board.steps(kind, usize::try_from(at).ok()?, facing).last()? as i32;
        visit(at);
        Some(())
    })?;
    Some(at)
}

/// The ends of the walks from a site, begun in every orthogonal direction or only in the first.
pub fn walk_ends(
    game: &Game,
    kind: SiteType,
    site: i32,
    walks: &[Box<[StepWalk]>],
    every_direction: bool,
) -> SiteSet {
    let mut ends = SiteSet::new();
    if site < 0 {
        return ends;
    }
    let starts = game.board.supported(kind, Relation::Orthogonal);
    let starts = if every_direction { starts } else { &starts[..starts.len().min(1)] };
    for &dir in starts {
        for steps in walks {
            ends.extend(walk(game, kind, site, dir, steps, |_| {}));
        }
    }
    ends
}
