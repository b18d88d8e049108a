//! Equipment that does not fit: what is declared and never used, what some players lack, hands and boards of
//! different sizes, players who do not start alike.

use crate::finding::Draft;
use crate::walk::Walk;
use ludarium_engine::game::{ComponentKind, ContainerKind};
use ludarium_engine::{Ctx, Game, SiteType};
use ludarium_ludemes::checked::CheckedId;

pub(crate) fn check(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    unused_regions(walk, drafts);
    unused_maps(walk, drafts);
    regions_that_some_lack(walk, drafts);
    unused_dice(walk, drafts);
    if walk.game.uses.deduction_puzzle {
        return;
    }
    let start = walk.game.begin(1);
    absent_pieces(walk, &start, drafts);
    full_hands(walk, &start, drafts);
    unlike_starts(walk, &start, drafts);
}

/// Clauses that use regions without naming them.
static USES_ALL_REGIONS: &[&str] = &[
    "is Connected",
    "is Blocked",
    "is Sum",
    "is Count",
    "is Unique",
    "all Different#2",
    "forAll",
    "satisfy",
];

fn unused_regions(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    if walk.any(USES_ALL_REGIONS) {
        return;
    }
    let nameless_use = walk.all(&["sites#5"]).iter().any(|id| walk.text(*id, "name").is_none());
    for region in walk.items(&["regions"]) {
        let Some(name) = walk.text(region, "name") else { continue };
        let speaks = |text: &str| !text.is_empty() && name.contains(text);
        let used = (0..walk.checked.nodes.len() as u32)
            .map(CheckedId)
            .filter(|id| *id != region && walk.id(*id) != "regions")
            .flat_map(|id| walk.texts_of(id))
            .chain(walk.texts_of_metadata())
            .any(|text| speaks(text) || named_with_owner(text, name));
        if !used && !nameless_use && !walk.any(&["hints"]) {
            let message = format!("The region \"{name}\" is declared, but no rule speaks of it.");
            // One finding for a name, however many players own such a region.
            if !drafts.iter().any(|d| d.finding.code == "L0301" && d.finding.message == message) {
                drafts.push(walk.draft("L0301", &[region], message));
            }
        }
    }
}

/// `Home1` speaks of the region `Home` of player 1.
fn named_with_owner(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn unused_maps(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    let entries = walk.all(&["mapEntry"]);
    if entries.iter().any(|id| walk.text(*id, "name").is_none()) {
        return;
    }
    // Bumped pieces and tracks may be led by maps.
    for map in walk.items(&["map", "map#2"]) {
        let name = walk.text(map, "name").unwrap_or("Map");
        if !entries.iter().any(|id| walk.text(*id, "name") == Some(name)) {
            let message = format!("The map \"{name}\" is declared, but no rule looks anything up in it.");
            drafts.push(walk.draft("L0302", &[map], message));
        }
    }
}

/// `(sites Mover "Home")` where only some players have a home.
fn regions_that_some_lack(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    let mut told: Vec<&str> = Vec::new();
    for id in walk.all(&["sites#5"]) {
        let (Some(name), Some("Mover" | "Next" | "Prev" | "Each")) =
            (walk.text(id, "name"), walk.word(id, "role"))
        else {
            continue;
        };
        let owners: Vec<usize> =
            game.regions.iter().filter(|region| region.name == name).map(|region| region.owner).collect();
        let lacking: Vec<usize> = (1..=game.players).filter(|p| !owners.contains(p)).collect();
        let everybody = owners.iter().any(|owner| *owner == 0 || *owner > game.players);
        // Where different kinds of player meet, a name may be meant for one of them.
        let guarded = walk.piece_around(id).is_some_and(|piece| walk.word(piece, "role") != Some("Each"));
        if !owners.is_empty() && !lacking.is_empty() && !everybody && !guarded && !told.contains(&name) {
            told.push(name);
            let who: Vec<String> = lacking.iter().map(|p| format!("player {p}")).collect();
            let message = format!(
                "{} speaks of everybody's region \"{name}\", but {} has none.",
                walk.short(id),
                who.join(" and ")
            );
            drafts.push(walk.draft("L0304", &[id], message));
        }
    }
}

fn unused_dice(walk: &Walk<'_>, drafts: &mut Vec<Draft<'_>>) {
    let dice = walk.items(&["dice"]);
    if let Some(first) = dice.first()
        && !walk.any(&["roll"])
    {
        let message = "The game has dice, but no rule rolls them.".to_string();
        drafts.push(walk.draft("L0306", &[*first], message));
    }
}

/// Clauses that can put any piece anywhere, by its number.
static PUTS_BY_NUMBER: &[&str] =
    &["move Add", "add [moves]", "move Promote", "promote", "move Shoot", "shoot", "move Claim", "claim"];

/// Pieces that are nowhere at the start and that nothing brings in.
fn absent_pieces(walk: &Walk<'_>, start: &Ctx<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    let mut present = vec![false; game.components.len()];
    for slot in 0..game.layout.slots() {
        for piece in start.pos.levels(slot) {
            present[usize::from(piece.what)] = true;
        }
        present[start.pos.what(slot)] = true;
    }
    let rules = walk.sub(walk.checked.root, "rules");
    let mut named: Vec<&str> = rules.map_or(Vec::new(), |rules| walk.texts_in(rules));
    for item in walk.items(&["piece [item]"]) {
        if let Some(generator) = walk.sub(item, "generator") {
            named.extend(walk.texts_in(generator));
        }
    }
    // A piece put down by number, without a name, could be any; with nothing said it is the mover's first.
    let by_number = walk.all(PUTS_BY_NUMBER).into_iter().any(|id| match walk.sub(id, "what") {
        Some(what) => walk.value(what, "component").or(walk.value(what, "components")).is_some(),
        None => false,
    });
    let by_default = walk.all(PUTS_BY_NUMBER).into_iter().any(|id| walk.sub(id, "what").is_none());
    let shuffled = game.uses.stochastic
        || walk.any(&["place Random", "place Random#2", "place Random#3", "flip", "take Control"]);
    if by_number || shuffled {
        return;
    }
    for item in walk.items(&["piece [item]"]) {
        // A kind without a rule of its own may be there for another option.
        if walk.sub(item, "generator").is_none() {
            continue;
        }
        let components = walk.components_of(item);
        let Some(name) = walk.text(item, "name") else { continue };
        let here = components.iter().any(|c| {
            let component = &game.components[*c];
            present[*c]
                || component.kind != ComponentKind::Piece
                || (by_default && *c <= game.players)
                || named.iter().any(|text| *text == component.name || *text == component.label)
        });
        if !here && !components.is_empty() {
            let message = format!("No {name} is on the board at the start, and no rule brings one in.");
            drafts.push(walk.draft("L0303", &[item], message));
        }
    }
}

/// How many pieces the hands hold.
fn in_hands(game: &Game, ctx: &Ctx<'_>) -> i64 {
    let mut pieces = 0;
    for hand in game.containers.iter().filter(|c| c.kind == ContainerKind::Hand) {
        for site in hand.first..hand.first + hand.len {
            let slot = game.layout.slot(SiteType::Cell, site);
            if !ctx.pos.is_empty(slot) {
                let each = if ctx.pos.stacking() { ctx.pos.height(slot) as i64 } else { 1 };
                pieces += each.max(i64::from(ctx.pos.count(slot)));
            }
        }
    }
    pieces
}

fn full_hands(walk: &Walk<'_>, start: &Ctx<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    let room = game.board_sites(game.site_type) as i64;
    let held = in_hands(game, start);
    let pieces_pile_up = game.uses.stacking || game.uses.count && !walk.any(&["place"]) || walk.any(&["sow"]);
    if room == 0 || held <= room || pieces_pile_up || game.boardless || game.uses.cards {
        return;
    }
    let places: Vec<CheckedId> = walk
        .all(&["place", "place#2", "place Stack"])
        .into_iter()
        .filter(|id| walk.texts_of(*id).iter().any(|text| text.starts_with("Hand")))
        .collect();
    let takes = walk.any(&["remove [moves]", "move Remove"]);
    let message = format!(
        "The players begin with {held} pieces in hand, but the board has only {room} sites{}.",
        if takes {
            ": it can be full while pieces are still in hand"
        } else {
            ": they can never all be placed"
        }
    );
    let at = if places.is_empty() { vec![walk.checked.root] } else { places };
    let watch = Box::new(move |_: usize, ctx: &mut Ctx<'_>| {
        let game = ctx.game;
        let sites = game.board_sites(game.site_type) as i32;
        let full = (0..sites).all(|site| !ctx.pos.is_empty(game.layout.slot(game.site_type, site)));
        let left = in_hands(game, ctx);
        (full && left > 0 && !ctx.pos.over)
            .then(|| format!("the board is full and {left} pieces are still in hand"))
    });
    let draft = walk.draft_to_show("L0305", &at, message, watch);
    drafts.push(Draft { only_if_shown: true, ..draft });
}

/// Two players with the same pieces whose set-up no symmetry of the board turns into each other.
fn unlike_starts(walk: &Walk<'_>, start: &Ctx<'_>, drafts: &mut Vec<Draft<'_>>) {
    let game = walk.game;
    if game.players != 2 || game.uses.stochastic || game.uses.hidden || game.uses.cards || game.boardless {
        return;
    }
    let kind = game.site_type;
    let sites = game.board_sites(kind);
    if sites > 400 {
        return;
    }
    // What stands on each site: label and owner, or nothing.
    let at = |site: usize| {
        let slot = game.layout.slot(kind, site as i32);
        let what = start.pos.what(slot);
        let component = &game.components[what];
        (what != 0).then(|| (component.label.as_str(), start.pos.who(slot), start.pos.count(slot)))
    };
    let here: Vec<_> = (0..sites).map(at).collect();
    let of = |player: usize| {
        let mut labels: Vec<&str> = here
            .iter()
            .flatten()
            .filter(|(_, owner, _)| *owner == player)
            .map(|(label, ..)| *label)
            .collect();
        labels.sort_unstable();
        labels
    };
    let (first, second) = (of(1), of(2));
    // With one kind of piece any set-up may be meant; with several, one side mirrors the other.
    let kinds = first.windows(2).filter(|pair| pair[0] != pair[1]).count() + 1;
    if first.is_empty() || first != second || kinds < 2 {
        return;
    }
    let other = |owner: usize| match owner {
        1 => 2,
        2 => 1,
        nobody => nobody,
    };
    let swapped: Vec<_> =
        here.iter().map(|piece| piece.map(|(label, owner, n)| (label, other(owner), n))).collect();
    let all = ludarium_board::symmetry::symmetries(&game.board);
    if all.len() <= 1 {
        return;
    }
    let alike = all.iter().any(|symmetry| {
        let map = symmetry.map(kind);
        (0..sites).all(|site| here[site] == swapped[map[site] as usize])
    });
    if !alike {
        let begins = walk.all(&["start"]);
        let at = begins.first().copied().unwrap_or(walk.checked.root);
        let message =
            "Both players have the same pieces, but no symmetry of the board turns the set-up of one into \
                       that of the other."
                .to_string();
        drafts.push(walk.draft_at_start("L0601", &[at], message, "the set-up"));
    }
}
