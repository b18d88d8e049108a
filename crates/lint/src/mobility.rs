//! Pieces that cannot do what their rules promise: forward without facing, moves that lead away from the enemy, zones
//! out of reach, pieces that never move.

use crate::finding::Draft;
use crate::reach::{Reach, could_move};
use crate::signals::notices_extra_moves;
use crate::walk::Walk;
use ludarium_engine::kernel::{Moves, MovesKind, Region};
use ludarium_engine::{Ctx, Direction, Game};
use ludarium_ludemes::checked::CheckedId;

pub(crate) fn check(walk: &Walk<'_>, reach: &Reach<'_>, drafts: &mut Vec<Draft<'_>>) {
    if walk.game.uses.deduction_puzzle {
        return;
    }
    let start = walk.game.begin(1);
    for piece in walk.items(&["piece [item]"]) {
        if walk.sub(piece, "generator").is_none() {
            continue;
        }
        facing(walk, piece, drafts);
        never_moves(walk, reach, piece, drafts);
        zones(walk, reach, &start, piece, drafts);
        backwards(walk, reach, &start, piece, drafts);
    }
    unawaited_moves(walk, reach, drafts);
}

/// Words for directions that depend on where a piece faces.
fn depends_on_facing(word: &str) -> bool {
    matches!(word, "Forward" | "Backward" | "Forwards" | "Backwards") || {
        let mut letters = word.chars();
        matches!(letters.next(), Some('F' | 'B'))
            && word.len() >= 2
            && letters.all(|c| matches!(c, 'L' | 'R'))
    }
}

/// The direction behind a direction.
fn turned(word: &str) -> String {
    match word {
        "Forward" => "Backward".to_string(),
        "Backward" => "Forward".to_string(),
        "Forwards" => "Backwards".to_string(),
        "Backwards" => "Forwards".to_string(),
        "Rightward" => "Leftward".to_string(),
        "Leftward" => "Rightward".to_string(),
        "Rightwards" => "Leftwards".to_string(),
        "Leftwards" => "Rightwards".to_string(),
        short if depends_on_facing(short) => short
            .chars()
            .map(|c| match c {
                'F' => 'B',
                'B' => 'F',
                'L' => 'R',
                'R' => 'L',
                other => other,
            })
            .collect(),
        other => other.to_string(),
    }
}

/// Rules that say `Forward` of pieces whose owners face nowhere: then everybody moves in the same direction.
fn facing(walk: &Walk<'_>, piece: CheckedId, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    let Some(generator) = walk.sub(piece, "generator") else { return };
    let rule = walk.inside(generator).into_iter().find(|id| {
        let words: Vec<&str> = walk
            .words_of(*id)
            .into_iter()
            .filter(|(list, _)| *list == "RelativeDirection")
            .map(|(_, w)| w)
            .collect();
        // Directions that are the same when turned round do not depend on where a piece faces.
        let same_turned = words.iter().all(|word| words.contains(&turned(word).as_str()));
        !same_turned && words.iter().any(|word| depends_on_facing(word))
    });
    let Some(rule) = rule else { return };
    let faces = |owner: usize| game.facing.get(owner).copied().flatten();
    let components = walk.components_of(piece);
    let lost: Vec<usize> = components
        .iter()
        .map(|c| &game.components[*c])
        .filter(|c| c.facing.is_none() && c.owner >= 1 && c.owner <= game.players && faces(c.owner).is_none())
        .map(|c| c.owner)
        .collect();
    let north_too = components
        .iter()
        .map(|c| &game.components[*c])
        .any(|c| (1..=game.players).contains(&c.owner) && c.facing.or(faces(c.owner)) == Some(Direction::N));
    // A piece of one player that goes north because nothing else is said is no accident.
    if lost.is_empty() || lost.len() + usize::from(north_too) < 2 {
        return;
    }
    let name = walk.text(piece, "name").unwrap_or("piece");
    let message = format!(
        "The {name} moves by where it faces, but no player faces anywhere: forward is north for everybody."
    );
    let at_players = walk.sub(walk.checked.root, "players");
    let at: Vec<CheckedId> = [rule].into_iter().chain(at_players).collect();
    drafts.push(walk.draft_at_start("L0401", &at, message, "the set-up"));
}

/// Pieces with a rule of their own that lets them go nowhere on any board.
fn never_moves(walk: &Walk<'_>, reach: &Reach<'_>, piece: CheckedId, drafts: &mut Vec<Draft<'_>>) {
    let components = walk.components_of(piece);
    let known: Vec<&[Vec<i32>]> = components.iter().filter_map(|c| reach.of(*c)).collect();
    let moves_itself = components.iter().all(|c| {
        walk.game.components[*c].moves.as_ref().is_some_and(|moves| every_part(moves, &mut is_plain_move))
    });
    if known.len() != components.len() || components.is_empty() || !moves_itself {
        return;
    }
    if known.iter().all(|goes| goes.iter().all(Vec::is_empty)) {
        let name = walk.text(piece, "name").unwrap_or("piece");
        let message =
            format!("A {name} has a rule for moving, but there is no site from which it could move.");
        drafts.push(walk.draft("L0402", &[piece], message));
    }
}

/// Whether a rule only steps, slides, hops and leaps: moves whose possibility the trial boards decide.
fn is_plain_move(kind: &MovesKind) -> bool {
    matches!(
        kind,
        MovesKind::Step { .. }
            | MovesKind::Slide { tracks: None, .. }
            | MovesKind::Hop { .. }
            | MovesKind::Leap { .. }
            | MovesKind::Or(_)
    )
}

fn every_part(moves: &Moves, holds: &mut dyn FnMut(&MovesKind) -> bool) -> bool {
    if !holds(&moves.kind) {
        return false;
    }
    if let MovesKind::Or(parts) = &moves.kind {
        parts.iter().all(|part| every_part(part, holds))
    } else {
        true
    }
}

/// Where a component stands at the start.
fn stands(game: &Game, start: &Ctx<'_>, what: usize) -> Vec<i32> {
    (0..game.board_sites(game.site_type) as i32)
        .filter(|site| start.what(game.site_type, *site) == what)
        .collect()
}

/// Where a condition speaks of where a piece has come to: `(is In (last To) (sites Mover "…"))`, with the region's
/// name, and whether it is where the piece stands before it moves.
fn arrivals<'a>(walk: &Walk<'a>, outer: CheckedId) -> Vec<(CheckedId, &'a str, bool)> {
    walk.inside(outer)
        .into_iter()
        .filter(|id| walk.id(*id) == "is In")
        .filter(|id| {
            let site = walk.sub(*id, "site").map(|site| walk.id(site));
            matches!(site, Some("last To" | "to [int]" | "from [int]"))
        })
        .filter_map(|id| {
            let region = walk.sub(id, "region")?;
            let mine = walk.id(region) == "sites#5" && walk.word(region, "role") == Some("Mover");
            let stands = walk.sub(id, "site").is_some_and(|site| walk.id(site) == "from [int]");
            walk.text(region, "name").filter(|_| mine).map(|name| (id, name, stands))
        })
        .collect()
}

/// The sites of a player's region, if they do not depend on the position.
fn region_of(game: &Game, name: &str, owner: usize) -> Option<Vec<i32>> {
    let region = game.regions.iter().find(|region| region.name == name && region.owner == owner)?;
    let mut sites: Vec<i32> = region.sites.iter().flat_map(|sites| sites.iter()).collect();
    for part in &region.regions {
        let Region::Fixed(fixed) = part else { return None };
        sites.extend(fixed.iter());
    }
    Some(sites)
}

/// Zones that a piece's rule waits for and that the piece cannot come to.
fn zones(walk: &Walk<'_>, reach: &Reach<'_>, start: &Ctx<'_>, piece: CheckedId, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    let Some(generator) = walk.sub(piece, "generator") else { return };
    for (condition, name, stands_there) in arrivals(walk, generator) {
        for what in walk.components_of(piece) {
            let owner = game.components[what].owner;
            let begins = stands(game, start, what);
            let (Some(region), Some(seen)) = (region_of(game, name, owner), reach.from(what, &begins)) else {
                continue;
            };
            if begins.is_empty()
                || (stands_there && begins.iter().any(|site| region.contains(site)))
                || region.iter().any(|site| seen.get(*site as usize).copied().unwrap_or(true))
            {
                continue;
            }
            let label = &game.components[what].label;
            let message = format!(
                "No {label} of player {owner} can ever come to the region \"{name}\" that its rule waits for."
            );
            let told = drafts.iter().any(|d| d.finding.code == "L0403" && d.finding.message == message);
            if !told {
                drafts.push(walk.draft_at_start("L0403", &[condition, piece], message, "the set-up"));
            }
        }
    }
}

/// Pieces that can only go one way, and that way leads from the enemy.
fn backwards(
    walk: &Walk<'_>,
    reach: &Reach<'_>,
    start: &Ctx<'_>,
    piece: CheckedId,
    drafts: &mut Vec<Draft<'_>>,
) {
    let game = walk.game;
    if game.players != 2 {
        return;
    }
    let places = game.board.places(game.site_type);
    let middle = |sites: &[i32]| -> Option<(f64, f64)> {
        let n = sites.len() as f64;
        let sum = sites.iter().fold((0.0, 0.0), |(x, y), s| {
            let p = places.get(*s as usize).copied().unwrap_or_default();
            (x + p[0], y + p[1])
        });
        (!sites.is_empty()).then(|| (sum.0 / n, sum.1 / n))
    };
    for what in walk.components_of(piece) {
        let owner = game.components[what].owner;
        let Some(goes) = reach.of(what) else { continue };
        let begins = stands(game, start, what);
        let enemies: Vec<i32> = (1..game.components.len())
            .filter(|c| {
                game.components[*c].owner != owner && (1..=game.players).contains(&game.components[*c].owner)
            })
            .flat_map(|c| stands(game, start, c))
            .collect();
        let (Some(own), Some(enemy)) = (middle(&begins), middle(&enemies)) else { continue };
        let mut way = (0.0, 0.0);
        let mut edges = 0;
        let mut returns = false;
        for (site, to) in goes.iter().enumerate() {
            for to in to {
                returns |= goes.get(*to as usize).is_some_and(|back| back.contains(&(site as i32)));
                let (Some(a), Some(b)) = (places.get(site), places.get(*to as usize)) else { continue };
                way = (way.0 + b[0] - a[0], way.1 + b[1] - a[1]);
                edges += 1;
            }
        }
        if returns || edges == 0 {
            continue;
        }
        let towards = (enemy.0 - own.0, enemy.1 - own.1);
        let length = |v: (f64, f64)| length_of(v.0, v.1);
        let along = way.0 * towards.0 + way.1 * towards.1;
        if length(way) > 1e-9 && length(towards) > 1e-9 && along < -0.5 * length(way) * length(towards) {
            let label = &game.components[what].label;
            let blocked = begins.iter().all(|site| !could_move(start, what, *site));
            let message = format!(
                "Every move of a {label} of player {owner} leads away from where the enemy stands at the start.{}",
                if blocked { " At the start not one of them can move." } else { "" }
            );
            drafts.push(walk.draft_at_start("L0404", &[piece], message, "the set-up"));
        }
    }
}

fn length_of(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// An extra move for a piece that has come to the end of its way, in a game where no rule can tell an extra move from
/// another: the rule that was to use it (a promotion, as a rule) is missing.
fn unawaited_moves(walk: &Walk<'_>, reach: &Reach<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    if notices_extra_moves(walk) {
        return;
    }
    for extra in walk.all(&["moveAgain"]) {
        let Some(piece) = walk.piece_around(extra) else { continue };
        let guards: Vec<(CheckedId, &str, bool)> = walk
            .around(extra)
            .filter(|(outer, slot)| walk.id(*outer) == "if [moves]" && *slot == "list")
            .filter_map(|(guard, _)| walk.sub(guard, "condition"))
            .flat_map(|condition| arrivals(walk, condition))
            .collect();
        for (condition, name, _) in guards {
            let stuck: Vec<usize> = walk
                .components_of(piece)
                .into_iter()
                .filter(|what| {
                    let owner = game.components[*what].owner;
                    match (region_of(game, name, owner), reach.of(*what)) {
                        (Some(region), Some(goes)) => {
                            !region.is_empty()
                                && region
                                    .iter()
                                    .all(|site| goes.get(*site as usize).is_some_and(Vec::is_empty))
                        }
                        _ => false,
                    }
                })
                .collect();
            if stuck.is_empty() {
                continue;
            }
            let label = walk.text(piece, "name").unwrap_or("piece").to_string();
            let message = format!(
                "A {label} that comes to the region \"{name}\" gives its player an extra move, but no rule waits for it: \
                 any ordinary move may follow. The {label} itself can never move from there."
            );
            let shown = label.clone();
            let watch = Box::new(move |mover: usize, ctx: &mut Ctx<'_>| {
                let last = ctx.pos.last.clone()?;
                let again = usize::from(ctx.pos.mover) == mover && !ctx.pos.over;
                let arrived = stuck.contains(&ctx.what(last.to_kind, last.to));
                let choice = ctx.legal_moves();
                let others = choice.iter().any(|m| m.from >= 0 && m.from != last.to);
                (again && arrived && others).then(|| {
                    format!("the {shown} has just arrived, and any of {} moves may follow", choice.len())
                })
            });
            drafts.push(walk.draft_to_show("L0201", &[extra, condition], message, watch));
        }
    }
}
