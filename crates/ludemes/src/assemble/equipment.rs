//! Equipment: boards, tracks, containers, pieces, maps and hints.

use super::*;

pub(super) fn read_equipment<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let items = a.subs("items");
    let mut boards = items.iter().filter(|i| is_board(**i));
    match boards.next() {
        Some(board) => read_board(cx, *board)?,
        None => return a.wrong("there is no board"),
    }
    if let Some(second) = boards.next() {
        return second.wrong("a game has one board");
    }
    for item in &items {
        read_container(cx, *item)?;
    }
    lay_out(cx);
    // Names first, so that rules may speak of pieces and regions that stand further down.
    declare_components(cx, &items)?;
    name_components(cx);
    for item in &items {
        if item.entry().head == "hints" {
            read_hints(cx, *item)?;
        }
    }
    for item in &items {
        if item.entry().head == "map" {
            read_map(cx, *item)?;
        }
    }
    for item in &items {
        if item.entry().head == "regions" {
            read_region(cx, *item)?;
        }
    }
    for item in &items {
        read_generator(cx, *item)?;
    }
    Ok(())
}

pub(super) fn read_board<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let kind = match a.entry().head {
        "board" => BoardKind::Graph(cx.need_graph(a, "graph")?),
        "mancalaBoard" => BoardKind::Mancala {
            rows: a.literal("rows").unwrap_or(0),
            columns: a.literal("columns").unwrap_or(0),
            store: a.word("store").map(|w| match w {
                "None" => Stores::None,
                "Inner" => Stores::Inner,
                _ => Stores::Outer,
            }),
            num_stores: a.literal("numStores"),
        },
        "surakartaBoard" => BoardKind::Surakarta {
            graph: cx.need_graph(a, "graph")?,
            loops: a.literal("loops"),
            from: a.literal("from"),
        },
        _ => BoardKind::Boardless {
            tiling: match a.word("tiling") {
                Some("Triangular") => BoardlessTiling::Triangular,
                Some("Hexagonal") => BoardlessTiling::Hexagonal,
                _ => BoardlessTiling::Square,
            },
            dimension: cx.dim(a, "dimension")?,
        },
    };
    let mut tracks = Vec::new();
    for name in ["track", "tracks"] {
        if a.takes(name) {
            for t in a.subs(name) {
                tracks.push(track_spec(cx, t)?);
            }
        }
    }
    let use_type = if a.takes("use") { a.word("use").and_then(site_type_of) } else { None };
    // A game that asks for the layer of a site counts its rows and columns on the ground.
    let spatial = a.checked.nodes.iter().any(|n| n.entry.id == "layer");
    let options = ludarium_board::Options { spatial, ..Default::default() };
    let board = match ludarium_board::build_board_with(&BoardSpec { kind, use_type, tracks }, options) {
        Ok(b) => b,
        Err(e) => return a.wrong(e.to_string()),
    };
    cx.game.site_type = board.site_type;
    cx.game.board = board.topology;
    for t in board.tracks {
        cx.game.tracks.push(track_of(t));
    }
    cx.game.uses.track_indices = cx.game.tracks.iter().any(|t| t.internal_loop);
    cx.game.boardless = a.entry().head == "boardless";
    if a.flag("largeStack") == Some(true) {
        cx.game.uses.stacking = true;
    }
    for values in ["values", "valuesArray"] {
        if a.takes(values) {
            for v in a.subs(values) {
                let kind = v.word("type").and_then(site_type_of).unwrap_or(SiteType::Cell);
                let range =
                    v.sub("range").and_then(|r| Some((r.literal("min")? as i32, r.literal("max")? as i32)));
                if let Some(range) = range {
                    cx.game.puzzle_ranges[kind as usize] = Some(range);
                }
            }
        }
    }
    use_kind(&mut cx.game, board.site_type);
    cx.game.containers.push(Container {
        name: "Board".to_string(),
        kind: ContainerKind::Board,
        owner: 0,
        first: 0,
        len: cx.game.board.len(cx.game.site_type) as i32,
    });
    Ok(())
}

/// Marks a kind of site as one that the game uses.
pub fn use_kind(game: &mut Game, kind: SiteType) {
    match kind {
        SiteType::Cell => game.uses.cells = true,
        SiteType::Edge => game.uses.edges = true,
        SiteType::Vertex => game.uses.vertices = true,
    }
}

pub(super) fn track_spec<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<TrackSpec> {
    let path = if a.has("track") {
        TrackPath::Sites(a.literals("track"))
    } else if let Some(notation) = a.text("trackDirection") {
        TrackPath::Notation(notation.to_string())
    } else {
        return a.unsupported("tracks given step by step cannot be built yet");
    };
    let owner = a.literal("owner").or_else(|| match cx.role(a, "role") {
        Some(Role::P(p)) => Some(p.into()),
        _ => None,
    });
    Ok(TrackSpec {
        name: a.text("name").unwrap_or_default().to_string(),
        path,
        looped: a.flag("loop").unwrap_or(false),
        owner,
        directed: a.flag("directed").unwrap_or(false),
    })
}

/// A track as the engine follows it. A site written several times in a row makes a piece that comes there bump on.
pub(super) fn track_of(t: ludarium_board::Track) -> Track {
    let mut sites: Vec<i32> = Vec::new();
    let mut bump = Vec::new();
    let mut has_bump = false;
    let mut run = 0;
    for (i, &s) in t.sites.iter().enumerate() {
        if t.sites.get(i + 1) == Some(&s) {
            run += 1;
            has_bump = true;
        } else {
            sites.push(s);
            bump.push(run);
            run = 0;
        }
    }
    let n = sites.len() as i32;
    let next = (0..n)
        .map(|i| {
            if i + 1 < n {
                i + 1
            } else if t.looped {
                0
            } else {
                OFF
            }
        })
        .collect();
    let prev = (0..n)
        .map(|i| match i {
            0 if t.looped => n - 1,
            0 => OFF,
            _ if t.directed && i + 1 < n => OFF,
            _ => i - 1,
        })
        .collect();
    let mut seen = SiteSet::new();
    let mut internal_loop = false;
    for &s in &sites {
        internal_loop |= !has_bump && s >= 0 && seen.contains(s);
        seen.insert(s);
    }
    Track {
        name: t.name,
        owner: t.owner.unwrap_or(0).max(0) as usize,
        looped: t.looped,
        directed: t.directed,
        first_at: Track::first_indices(&sites),
        sites,
        next,
        prev,
        bump,
        internal_loop,
    }
}

pub(super) fn read_container<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let head = a.entry().head;
    if !matches!(head, "hand" | "deck" | "dice") {
        return Ok(());
    }
    cx.game.uses.cells = true;
    let role = cx.role(a, "role").unwrap_or(Role::Shared);
    let add = |cx: &mut Lower<'a>, name: String, kind: ContainerKind, owner: usize, len: i64| {
        cx.game.containers.push(Container { name, kind, owner, first: 0, len: len.clamp(0, 20_000) as i32 });
    };
    // Whoever is not a player is written as 0 in the names of containers.
    let number = |role: Role| match role {
        Role::P(p) => p,
        _ => 0,
    };
    match head {
        "hand" => {
            let size = a.literal("size").unwrap_or(1);
            if role == Role::Each {
                for p in 1..=cx.game.players {
                    add(cx, format!("Hand{p}"), ContainerKind::Hand, p, size);
                }
            } else {
                let owner = owner_of(cx, role);
                add(cx, format!("Hand{}", number(role)), ContainerKind::Hand, owner, size);
            }
        }
        "deck" => {
            cx.game.uses.cards = true;
            cx.game.uses.stacking = true;
            cx.game.uses.stochastic = true;
            let owner = owner_of(cx, role);
            add(cx, format!("Deck{}", number(role)), ContainerKind::Deck, owner, 1);
        }
        _ => {
            cx.game.uses.stochastic = true;
            cx.game.uses.state = true;
            let num = a.literal("num").unwrap_or(1);
            let owner = owner_of(cx, role);
            let faces = dice_faces(a).first().map_or(6, Vec::len) as i32;
            let same = cx
                .game
                .containers
                .iter_mut()
                .find(|c| matches!(c.kind, ContainerKind::Dice { .. }) && c.owner == owner);
            match same {
                Some(c) => c.len += num as i32,
                None => add(
                    cx,
                    format!("Dice{}", number(role)),
                    ContainerKind::Dice { faces, num: num as usize },
                    owner,
                    num,
                ),
            }
        }
    }
    Ok(())
}

/// The numbers on each die of a set.
pub(super) fn dice_faces(a: Args<'_>) -> Vec<Vec<i32>> {
    let num = a.literal("num").unwrap_or(1).clamp(0, 1000) as usize;
    if a.has("facesByDie") {
        return a
            .each("facesByDie")
            .iter()
            .map(|arg| match &arg.value {
                Value::Array(items) => items.iter().filter_map(int_of).collect(),
                _ => Vec::new(),
            })
            .collect();
    }
    let faces: Vec<i32> = if a.has("faces") {
        a.literals("faces").iter().map(|&n| n as i32).collect()
    } else {
        let from = a.literal("from").unwrap_or(1) as i32;
        (0..a.literal("d").unwrap_or(6).clamp(0, 100) as i32).map(|i| from + i).collect()
    };
    vec![faces; num]
}

pub(super) fn int_of(arg: &Arg) -> Option<i32> {
    match arg.value {
        Value::Int(n) => Some(n as i32),
        _ => None,
    }
}

/// Numbers the sites of all containers and says where each is stored. The board comes first; the others follow in
/// the order hands and decks, then dice.
pub(super) fn lay_out(cx: &mut Lower<'_>) {
    let g = &mut cx.game;
    let rank = |c: &Container| match c.kind {
        ContainerKind::Board => 0,
        ContainerKind::Hand | ContainerKind::Deck => 1,
        ContainerKind::Dice { .. } => 2,
    };
    g.containers.sort_by_key(rank);
    let board_sites = g.board.len(SiteType::Cell).max(g.board.len(g.site_type)) as i32;
    let mut next = board_sites;
    for c in g.containers.iter_mut().skip(1) {
        c.first = next;
        next += c.len;
    }
    set_layout(g, board_sites, next);
}

pub(super) fn set_layout(g: &mut Game, extra_first: i32, end: i32) {
    let mut slot = 0;
    let uses = [g.uses.vertices, g.uses.edges, g.uses.cells];
    for kind in SiteType::ALL {
        let len = if uses[kind as usize] { g.board.len(kind) } else { 0 };
        g.layout.board[kind as usize] = (slot, len);
        slot += len;
    }
    g.layout.extra_first = extra_first;
    g.layout.extra_slot = slot;
    g.layout.extra_len = (end - extra_first).max(0) as usize;
    g.layout.nowhere = slot + g.layout.extra_len;
}

/// Components in the order in which they are numbered: cards, dice, dominoes, then pieces.
pub(super) fn declare_components<'a>(cx: &mut Lower<'a>, items: &[Args<'a>]) -> Done<()> {
    for head in ["deck", "dice", "dominoes"] {
        for item in items.iter().filter(|i| i.entry().head == head) {
            match head {
                "deck" => declare_cards(cx, *item),
                "dice" => declare_dice(cx, *item),
                _ => declare_dominoes(cx, *item),
            }
        }
    }
    for item in items {
        if matches!(item.entry().head, "piece" | "tile" | "card" | "die" | "domino") {
            declare_piece(cx, *item)?;
        }
    }
    if cx.game.components.len() == 1 && !cx.game.uses.deduction_puzzle {
        for p in 1..=cx.game.players {
            let name = format!("Ball{p}");
            cx.game.components.push(component(&name, &name, p, ComponentKind::Piece));
        }
    }
    Ok(())
}

pub(super) fn declare_cards<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
    let owner = owner_of(cx, cx.role(a, "role").unwrap_or(Role::Shared));
    let suits = a.literal("suits").unwrap_or(4).clamp(0, 100) as i32;
    let mut kinds: Vec<(i32, i32, i32, i32)> = a
        .subs("cards")
        .iter()
        .map(|c| {
            let (rank, value) =
                (c.literal("rank").unwrap_or(0) as i32, c.literal("value").unwrap_or(0) as i32);
            let trump_rank = c.literal("trumpRank").map_or(rank, |n| n as i32);
            let trump_value = c.literal("trumpValue").map_or(value, |n| n as i32);
            (rank, value, trump_rank, trump_value)
        })
        .collect();
    if kinds.is_empty() {
        let n = a.literal("cardsBySuit").unwrap_or(13).clamp(0, 100) as i32;
        kinds = (1..=n).map(|i| (i, i, i, i)).collect();
    }
    let mut number = 1;
    for suit in 1..=suits {
        for &(rank, value, trump_rank, trump_value) in &kinds {
            let name = format!("Card{number}");
            let kind = ComponentKind::Card { suit, rank, value, trump_rank, trump_value };
            cx.game.components.push(component(&name, &name, owner, kind));
            number += 1;
        }
    }
}

pub(super) fn declare_dice<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
    let owner = owner_of(cx, cx.role(a, "role").unwrap_or(Role::Shared));
    let biased: Vec<i32> = a.literals("biased").iter().map(|&n| n as i32).collect();
    let before = cx.game.components.iter().filter(|c| matches!(c.kind, ComponentKind::Die { .. })).count();
    for (i, faces) in dice_faces(a).into_iter().enumerate() {
        let name = format!("Die{}", before + i + 1);
        let kind = ComponentKind::Die { faces, biased: biased.clone() };
        cx.game.components.push(component(&name, &name, owner, kind));
    }
}

pub(super) fn declare_dominoes<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
    let up_to = a.literal("upTo").unwrap_or(6).clamp(0, 16) as i32;
    let owner = cx.game.players + 1;
    cx.game.uses.dominoes = true;
    cx.game.uses.large_pieces = true;
    for i in 0..=up_to {
        for j in i..=up_to {
            let name = format!("Domino{i}{j}");
            cx.game.components.push(component(
                &name,
                &name,
                owner,
                ComponentKind::Domino { value: i, value2: j },
            ));
        }
    }
}

pub(super) fn declare_piece<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let label = a.text(if a.takes("label") { "label" } else { "name" }).unwrap_or_default().to_string();
    let unsaid = if a.entry().head == "tile" { Role::Shared } else { Role::Each };
    let role = cx.role(a, "role").unwrap_or(unsaid);
    let literal = |name: &str| a.literal(name).map(|n| n as i32);
    let kind = match a.entry().head {
        "tile" => {
            let walks = if a.has("walks") { a.each("walks") } else { a.arg("walk").into_iter().collect() };
            if walks.is_empty() {
                let paths = a.subs("paths").into_iter().map(|p| {
                    let n = |name: &str| p.literal(name).unwrap_or(0) as i32;
                    TilePath {
                        from: n("from"),
                        from_slot: n("slotsFrom"),
                        to: n("to"),
                        to_slot: n("slotsTo"),
                        colour: n("colour"),
                    }
                });
                let sides = literal("numSides").or_else(|| {
                    (cx.game.board.len(SiteType::Cell) > 0)
                        .then(|| cx.game.board.incident(SiteType::Cell, 0, SiteType::Edge).len() as i32)
                });
                let slots_per_side = literal("slotsPerSide").unwrap_or(1);
                ComponentKind::Tile { paths: paths.collect(), slots_per_side, sides }
            } else {
                cx.game.uses.large_pieces = true;
                cx.game.uses.state = true;
                ComponentKind::Large { walks: walks.iter().map(|w| walk_of(w)).collect() }
            }
        }
        "card" => {
            cx.game.uses.cards = true;
            ComponentKind::Card {
                suit: literal("suit").unwrap_or(0),
                rank: literal("rank").unwrap_or(0),
                value: literal("value").unwrap_or(0),
                trump_rank: literal("trumpRank").unwrap_or(0),
                trump_value: literal("trumpValue").unwrap_or(0),
            }
        }
        "die" => {
            ComponentKind::Die { faces: (1..=literal("numFaces").unwrap_or(6)).collect(), biased: Vec::new() }
        }
        "domino" => {
            cx.game.uses.dominoes = true;
            cx.game.uses.large_pieces = true;
            ComponentKind::Domino {
                value: literal("value").unwrap_or(0),
                value2: literal("value2").unwrap_or(0),
            }
        }
        _ => ComponentKind::Piece,
    };
    let facing = if a.takes("facing") { a.word("facing").and_then(direction_of) } else { None };
    let flips = if a.takes("flips") {
        a.sub("flips")
            .map(|f| (f.literal("flipA").unwrap_or(0) as i32, f.literal("flipB").unwrap_or(0) as i32))
    } else {
        None
    };
    let owners: Vec<usize> =
        if role == Role::Each { (1..=cx.game.players).collect() } else { vec![owner_of(cx, role)] };
    for owner in owners {
        let max = |name: &str| if a.takes(name) { literal(name).unwrap_or(OFF) } else { OFF };
        let player_facing = cx.game.facing.get(owner).copied().flatten();
        let mut c = component(&label, &label, owner, kind.clone());
        c.facing = if owner > 0 { player_facing.or(facing) } else { facing };
        c.flips = flips;
        c.max_state = max("maxState");
        c.max_count = max("maxCount");
        c.max_value = max("maxValue");
        cx.declared.push((a.node().at, cx.game.components.len()));
        cx.game.components.push(c);
    }
    Ok(())
}

/// One walk: steps forward and turns.
pub(super) fn walk_of(arg: &Arg) -> Vec<StepWalk> {
    let items: Vec<&Arg> = match &arg.value {
        Value::Array(items) => items.iter().collect(),
        _ => vec![arg],
    };
    items
        .iter()
        .filter_map(|a| match a.value.word() {
            Some("F") => Some(StepWalk::Forward),
            Some("L") => Some(StepWalk::Left),
            Some("R") => Some(StepWalk::Right),
            _ => None,
        })
        .collect()
}

pub(super) fn name_components(cx: &mut Lower<'_>) {
    let players = cx.game.players;
    for c in cx.game.components.iter_mut().skip(1) {
        if c.name.contains("Domino") || c.name.contains("Die") {
            continue;
        }
        let numbered = c.owner == 0 || (players != 1 && c.owner <= players);
        if numbered {
            c.name = format!("{}{}", c.label, c.owner);
        }
    }
}

pub(super) fn read_generator<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    if !a.takes("generator") || !a.has("generator") {
        return Ok(());
    }
    let moves = cx.need_moves(a, "generator")?;
    let at = a.node().at;
    let mine: Vec<usize> =
        cx.declared.iter().filter(|(node, _)| *node == at).map(|(_, component)| *component).collect();
    for i in mine {
        cx.game.components[i].moves = Some(moves.clone());
    }
    Ok(())
}

pub(super) fn read_hints<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let site_type = a.word("type").and_then(site_type_of).unwrap_or(SiteType::Cell);
    for h in a.subs("records") {
        let region =
            if h.takes("region") { h.literals("region") } else { h.literal("site").into_iter().collect() };
        cx.game.hints.push(Hint {
            site_type,
            region: region.iter().map(|&n| n as i32).collect(),
            value: h.literal("hint").map(|n| n as i32),
        });
    }
    Ok(())
}

pub(super) fn read_map<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    // A later pair takes the place of an earlier one with the same key.
    let mut pairs: Vec<(i32, i32)> = Vec::new();
    let mut put = |key, value| match pairs.iter_mut().find(|(k, _)| *k == key) {
        Some(pair) => pair.1 = value,
        None => pairs.push((key, value)),
    };
    if a.takes("pairs") {
        for p in a.subs("pairs") {
            let key = map_number(cx, p, "key")?;
            let value = if p.takes("landmark") {
                p.word("landmark").and_then(|w| landmark(cx, w))
            } else {
                map_number(cx, p, "value")?
            };
            if let (Some(k), Some(v)) = (key, value) {
                put(k, v);
            }
        }
    } else {
        let keys = cx.int_list(a, "keys")?;
        let values = cx.int_list(a, "values")?;
        for (k, v) in keys.iter().zip(&values) {
            put(eval_int_now(&cx.game, k), eval_int_now(&cx.game, v));
        }
    }
    cx.game.maps.push(Map { name: a.text("name").unwrap_or("Map").to_string(), pairs });
    Ok(())
}

/// One side of a map's entry: a number, a player, a coordinate or a piece.
pub(super) fn map_number<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Option<i32>> {
    if let Some(role) = cx.role(a, name) {
        let game = &cx.game;
        return Ok(Some(Ctx::new(game, Position::empty(game), Rng::new(0)).role(role)));
    }
    if let Some(text) = a.text(name) {
        let site = cx.game.board.site_by_label(cx.game.site_type, text);
        return Ok(site.or_else(|| cx.game.component_named(text)).map(|i| i as i32));
    }
    match cx.int(a, name)? {
        Some(e) => Ok(Some(eval_int_now(&cx.game, &e)).filter(|&n| n != OFF)),
        None => Ok(None),
    }
}

pub(super) fn landmark(cx: &Lower<'_>, word: &str) -> Option<i32> {
    let (b, kind) = (&cx.game.board, cx.game.site_type);
    let n = b.len(kind) as i32;
    let first = |list: &[u32]| list.first().map(|&s| s as i32);
    match word {
        "LastSite" => Some(n - 1),
        "CentreSite" => first(b.centre(kind)),
        "LeftSite" => first(b.left(kind)),
        "RightSite" => first(b.right(kind)),
        "Topsite" => first(b.top(kind)),
        "BottomSite" => first(b.bottom(kind)),
        _ => Some(0),
    }
}
