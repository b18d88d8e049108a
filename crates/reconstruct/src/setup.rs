//! Set-ups made to fit: a borrowed set-up says who stands where on its own board. On ours one side may find less room
//! than the other, or the evidence may know another number of pieces. Then pieces are left out or added where the
//! others stand, and the second player's pieces stand as the first one's do, seen from the other side.
//!
//! Knows pieces and sites; refuses to know what they do.

use crate::ground::Ground;
use crate::term::{Shape, Term};
use ludarium_engine::game::ContainerKind;
use ludarium_play::{Game, State};
use smol_str::SmolStr;

/// Pieces of one name on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    name: SmolStr,
    label: SmolStr,
    owner: usize,
    sites: Vec<u32>,
}

/// What stands on the board when the game begins, and how many pieces lie elsewhere; `None` where pieces stand in piles.
fn standing(game: &Game) -> Option<(Vec<Group>, usize)> {
    let state = State::start(game, 1);
    let pos = &state.ctx().pos;
    let board = game.containers.iter().find(|c| c.kind == ContainerKind::Board)?;
    let mut groups: Vec<Group> = Vec::new();
    let mut elsewhere = 0;
    for slot in 0..game.layout.nowhere {
        let what = pos.what(slot);
        if what == 0 {
            continue;
        }
        let count = pos.count(slot).max(1) as usize;
        if slot >= board.len.max(0) as usize {
            elsewhere += count;
            continue;
        }
        let piece = game.components.get(what)?;
        if count > 1 || game.uses.stacking {
            return None;
        }
        match groups.iter_mut().find(|g| g.name == piece.name) {
            Some(group) => group.sites.push(slot as u32),
            None => groups.push(Group {
                name: piece.name.as_str().into(),
                label: piece.label.as_str().into(),
                owner: piece.owner,
                sites: vec![slot as u32],
            }),
        }
    }
    Some((groups, elsewhere))
}

/// What is asked of a set-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// From so many pieces to so many, if it is known.
    pub pieces: Option<(usize, usize)>,
    /// Both players should have as many.
    pub even: bool,
    /// The pieces whose places are open, by name; none where all are.
    pub open: Vec<SmolStr>,
}

/// The set-up of a game as it should be, as placings by name; `None` where it is well as it is, or cannot be mended.
pub fn mended(game: &Game, ground: &Ground, asked: &Asked) -> Option<Vec<(SmolStr, Vec<u32>)>> {
    let (mut groups, elsewhere) = standing(game)?;
    if groups.is_empty() || groups.iter().any(|g| g.owner == 0) {
        return None;
    }
    let all = |groups: &[Group]| groups.iter().map(|g| g.sites.len()).sum::<usize>();
    let of = |groups: &[Group], owner: usize| {
        groups.iter().filter(|g| g.owner == owner).map(|g| g.sites.len()).sum::<usize>()
    };
    let uneven = of(&groups, 1) != of(&groups, 2);
    let has = all(&groups) + elsewhere;
    let target = match asked.pieces {
        Some((low, high)) => has.clamp(low, high).checked_sub(elsewhere)?,
        None => all(&groups),
    };
    if !(asked.even && uneven) && target == all(&groups) {
        return None;
    }
    if asked.even {
        if game.players != 2 {
            return None;
        }
        let base = if of(&groups, 1) >= of(&groups, 2) { 1 } else { 2 };
        groups.retain(|g| g.owner == base);
        let each = if asked.pieces.is_some() { target / 2 } else { all(&groups).min(ground.len() / 2) };
        let mirror = ground.mirror();
        resize(
            &mut groups,
            each,
            &mut |site, taken| {
                let image = mirror[site as usize];
                image == site || taken.contains(&image)
            },
            ground,
        )?;
        let ours: Vec<u32> = groups.iter().flat_map(|g| g.sites.iter().copied()).collect();
        let mut images: Vec<Group> = Vec::new();
        for group in &groups {
            let other =
                game.components.iter().find(|c| c.owner == 3 - base && c.label == group.label.as_str())?;
            let sites: Vec<u32> = group.sites.iter().map(|&s| mirror[s as usize]).collect();
            if sites.iter().any(|s| ours.contains(s)) {
                return None;
            }
            let (name, label) = (other.name.as_str().into(), group.label.clone());
            images.push(Group { name, label, owner: other.owner, sites });
        }
        groups.extend(images);
        groups.sort_by_key(|g| g.owner);
    } else {
        // The larger army is the one whose number is not told by its nature.
        let is_open = |g: &Group| asked.open.is_empty() || asked.open.contains(&g.name);
        groups.sort_by_key(|g| (!is_open(g), std::cmp::Reverse(g.sites.len())));
        if !is_open(&groups[0]) {
            return None;
        }
        let others = all(&groups[1..]);
        let blocked: Vec<u32> = groups[1..].iter().flat_map(|g| g.sites.iter().copied()).collect();
        let wanted = target.checked_sub(others)?;
        resize(&mut groups[..1], wanted, &mut |site, _| blocked.contains(&site), ground)?;
    }
    Some(groups.into_iter().map(|g| (g.name, g.sites)).collect())
}

/// Brings groups to so many pieces in all: those farthest from the middle of their like go, those nearest to it come.
fn resize(
    groups: &mut [Group],
    wanted: usize,
    is_barred: &mut dyn FnMut(u32, &[u32]) -> bool,
    ground: &Ground,
) -> Option<()> {
    if wanted == 0 {
        return None;
    }
    // Sites that are taken by an image of another are given up first.
    let mut kept: Vec<u32> = Vec::new();
    for group in groups.iter_mut() {
        group.sites.retain(|&site| {
            let keep = !is_barred(site, &kept) && !kept.contains(&site);
            if keep {
                kept.push(site);
            }
            keep
        });
    }
    let largest = (0..groups.len()).max_by_key(|&i| (groups[i].sites.len(), usize::MAX - i))?;
    while kept.len() > wanted {
        let group = &mut groups[largest].sites;
        let far = ground.outermost(group)?;
        group.retain(|&s| s != far);
        kept.retain(|&s| s != far);
        if group.is_empty() {
            return None;
        }
    }
    while kept.len() < wanted {
        let group = &mut groups[largest].sites;
        let near = ground.next_to(group, &mut |site| kept.contains(&site) || is_barred(site, &kept))?;
        group.push(near);
        kept.push(near);
    }
    for group in groups.iter_mut() {
        group.sites.sort_unstable();
    }
    Some(())
}

/// The set-up clause of a game.
pub fn start_of(game: &Term) -> Option<&Term> {
    if game.head() == Some("start") {
        return Some(game);
    }
    game.parts.iter().find_map(start_of)
}

/// What a set-up consists of, with or without braces.
fn clauses_of(start: &Term) -> Vec<Term> {
    match start.args() {
        [set] if set.shape == Shape::Set => set.parts.clone(),
        args => args.to_vec(),
    }
}

/// The number of pieces that a clause lays on one site as a count, if it does.
fn counted(place: &Term) -> Option<&Term> {
    let plain = place.head() == Some("place") && place.args().first().is_some_and(|a| a.as_text().is_some());
    let count = || place.args().iter().find(|a| a.label.as_deref() == Some("count"));
    plain.then(count).flatten()
}

/// Whether a set-up lays counted pieces on sites, which in a game of stacks would be single ones.
pub fn counts_pieces(start: &Term) -> bool {
    let mut found = false;
    start.each(&mut |t| found |= counted(t).is_some());
    found
}

/// The set-up with stacks instead of counted pieces.
pub fn as_stacks(start: &Term, players: usize) -> Term {
    let call = |parts: Vec<Term>| Term::new(Shape::Call, parts);
    let mut all: Vec<Term> = Vec::new();
    for clause in clauses_of(start) {
        let (Some(count), [name, place, ..]) = (counted(&clause), clause.args()) else {
            all.push(clause);
            continue;
        };
        let hand = place.as_text().and_then(|text| text.strip_prefix("Hand"));
        let (Some(hand), Some(piece)) = (hand, name.as_text()) else {
            let mut parts = clause.parts.clone();
            parts.insert(1, Term::word("Stack"));
            all.push(call(parts));
            continue;
        };
        // `(place "Disc" "Hand" …)` is for every player, `(place "Disc1" "Hand1" …)` for the first.
        for player in (1..=players).filter(|player| hand.is_empty() || hand == player.to_string()) {
            let own = match hand {
                "" => format!("{piece}{player}"),
                _ => piece.to_owned(),
            };
            let site = call(vec![Term::word("handSite"), Term::word(format!("P{player}"))]);
            all.push(call(vec![
                Term::word("place"),
                Term::word("Stack"),
                Term::text(own),
                site,
                count.clone(),
            ]));
        }
    }
    Term::new(Shape::Call, vec![Term::word("start"), Term::new(Shape::Set, all)])
}

/// A set-up clause with these placings instead of its own on the board; `None` where it does more than to place pieces.
pub fn rewritten(start: &Term, placings: &[(SmolStr, Vec<u32>)]) -> Option<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for clause in clauses_of(start) {
        let beside = {
            let mut found = false;
            clause.each(&mut |t| {
                found |=
                    t.as_text().is_some_and(|text| text.starts_with("Hand")) || t.head() == Some("handSite");
            });
            found
        };
        match clause.head() {
            Some("place") if beside => kept.push(clause),
            Some("place") => {}
            Some("set") => kept.push(clause),
            Some(_) | None => return None,
        }
    }
    let mut all: Vec<Term> = placings
        .iter()
        .filter(|(_, sites)| !sites.is_empty())
        .map(|(name, sites)| {
            let numbers = sites.iter().map(|&s| Term::int(i64::from(s))).collect();
            let parts = vec![Term::word("place"), Term::text(name.clone()), Term::new(Shape::Set, numbers)];
            Term::new(Shape::Call, parts)
        })
        .collect();
    all.extend(kept);
    Some(Term::new(Shape::Call, vec![Term::word("start"), Term::new(Shape::Set, all)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::game;

    #[test]
    fn in_a_game_of_stacks_counted_pieces_are_stacks() {
        let stacked = |start: &str| {
            let game = game(&format!("(game \"x\" (rules (start {start})))"));
            let start = start_of(&game).expect("a set-up").clone();
            counts_pieces(&start).then(|| as_stacks(&start, 2).to_string())
        };
        assert_eq!(
            stacked("(place \"Disc\" \"Hand\" count:15)").as_deref(),
            Some(
                "(start {(place Stack \"Disc1\" (handSite P1) count:15) (place Stack \"Disc2\" (handSite P2) count:15)})"
            )
        );
        assert_eq!(
            stacked("{(place \"Disc2\" \"Hand2\" count:3) (place \"Disc1\" 11 count:5) (place \"Disc1\" 7)}")
                .as_deref(),
            Some(
                "(start {(place Stack \"Disc2\" (handSite P2) count:3) (place Stack \"Disc1\" 11 count:5) (place \"Disc1\" 7)})"
            )
        );
        assert_eq!(stacked("(place Stack \"Disc1\" 11 count:5)"), None, "it is a stack already");
    }
}
