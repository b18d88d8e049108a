//! Walks: where a path of forward steps and turns leads on the board.

use crate::game::{Game, StepWalk};
use crate::siteset::SiteSet;
use crate::types::*;

/// The next direction among `allowed` when turning right or left from `dir`, by compass points.
fn turn(dir: Direction, right: bool, allowed: &[Direction]) -> Option<Direction> {
    let compass = &Direction::COMPASS;
    let i = compass.iter().position(|&d| d == dir)?;
    (1..=16)
        .map(|n| compass[if right { (i + n) % 16 } else { (i + 16 - n) % 16 }])
        .find(|d| allowed.contains(d))
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
    let allowed = game.board.supported(kind, Relation::Orthogonal);
    let (mut at, mut dir) = (site, dir);
    for step in steps {
        match step {
            StepWalk::Forward => {
                let to = game.board.steps(kind, usize::try_from(at).ok()?, dir).last()?;
                at = *to as i32;
                visit(at);
            }
            StepWalk::Right => dir = turn(dir, true, allowed)?,
            StepWalk::Left => dir = turn(dir, false, allowed)?,
        }
    }
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
