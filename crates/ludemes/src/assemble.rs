//! From a checked description to a game: players, equipment, then rules, in the order in which they need each
//! other. What single ludemes mean stands beside them; this is only the frame.

use crate::checked::{Arg, Checked, Value};
use crate::lower::{Args, Done, Lower, site_type_of};
use crate::notes::Notes;
use ludarium_board::{BoardKind, BoardSpec, BoardlessTiling, Stores, Topology, TrackPath, TrackSpec};
use ludarium_engine::ctx::Ctx;
use ludarium_engine::game::*;
use ludarium_engine::kernel::end::{Outcome, ResultKind};
use ludarium_engine::kernel::{EndRule, Int, Moves, MovesKind, NextPhase, Region};
use ludarium_engine::moves::ThenId;
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;
use ludarium_syntax::NodeId;

/// A game, and which clause each of its rule numbers stands for.
pub type Assembled = (Game, Vec<(&'static str, NodeId)>);

/// Builds the game that a checked `(game …)` describes.
pub fn assemble(checked: &Checked) -> Done<Assembled> {
    assembled(checked, None).map(|(game, _)| game)
}

/// The same, with what each clause of the rules was made into.
pub fn assemble_noted(checked: &Checked) -> Done<(Assembled, Notes)> {
    assembled(checked, Some(Notes::default())).map(|(game, notes)| (game, notes.unwrap_or_default()))
}

fn assembled(checked: &Checked, notes: Option<Notes>) -> Done<(Assembled, Option<Notes>)> {
    let root = Args { checked, id: checked.root };
    if root.entry().id != "game" {
        return root.unsupported("only a single game can be built here, not a match");
    }
    let mut cx = Lower::new(checked, blank());
    cx.notes = notes;
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    if let Some(mode) = root.sub("mode") {
        cx.game.mode = match mode.word("mode") {
            Some("Simultaneous") => Mode::Simultaneous,
            Some("Simulation") => Mode::Simulation,
            _ => Mode::Alternating,
        };
    }
    if let Some(equipment) = root.sub("equipment") {
        read_equipment(cx, equipment)?;
    }
    let Some(rules) = root.sub("rules") else { return root.wrong("there are no rules of play") };
    read_rules(cx, rules)?;
    finish(cx);
    let game = (std::mem::replace(&mut cx.game, blank()), std::mem::take(&mut cx.rules));
    Ok((game, cx.notes.take()))
}

/// Finds a game of a match by its name and options, and builds it.
pub type FindGame<'f> = &'f mut dyn FnMut(&str, Option<&str>) -> Result<Game, String>;

/// Builds the match that a checked `(match …)` describes. `find` builds a game from its name and options.
pub fn assemble_match(checked: &Checked, find: FindGame<'_>) -> Done<Assembled> {
    let root = Args { checked, id: checked.root };
    let mut cx = Lower::new(checked, blank());
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    let games = root.sub("games").map(|g| [g.subs("game"), g.subs("games")].concat()).unwrap_or_default();
    for sub in games {
        let name = sub.text("name").unwrap_or_default();
        let game = match find(name, sub.text("option")) {
            Ok(game) => std::sync::Arc::new(game),
            Err(why) => return sub.wrong(why),
        };
        // Names that the match counts with belong to the game they speak of.
        cx.game.site_type = game.site_type;
        let next = cx.int(sub, "next")?;
        let result = cx.int(sub, "result")?;
        if cx.game.players == 0 {
            cx.game.players = game.players;
        }
        cx.game.subgames.push(Subgame { game, next, result });
    }
    if cx.game.subgames.is_empty() {
        return root.wrong("a match needs at least one game");
    }
    if let Some(end) = root.sub("end") {
        cx.game.end = Some(read_end(cx, end)?);
    }
    cx.game.mode = Mode::Alternating;
    cx.game.uses.score = true;
    Ok((std::mem::replace(&mut cx.game, blank()), std::mem::take(&mut cx.rules)))
}

/// Only the board of a game and what lies beside it: enough to draw it.
pub fn assemble_board(checked: &Checked) -> Done<Game> {
    let root = Args { checked, id: checked.root };
    let mut cx = Lower::new(checked, blank());
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if root.entry().id != "game" {
        return root.unsupported("a match has no board of its own");
    }
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    if let Some(equipment) = root.sub("equipment") {
        let items = equipment.subs("items");
        for item in &items {
            if is_board(*item) {
                read_board(cx, *item)?;
            }
        }
        for item in &items {
            read_container(cx, *item)?;
        }
        lay_out(cx);
    }
    Ok(std::mem::replace(&mut cx.game, blank()))
}

fn blank() -> Game {
    Game {
        name: String::new(),
        players: 0,
        facing: Vec::new(),
        mode: Mode::Alternating,
        board: Topology::default(),
        site_type: SiteType::Cell,
        containers: Vec::new(),
        components: vec![component("", "", 0, ComponentKind::Nothing)],
        regions: Vec::new(),
        tracks: Vec::new(),
        maps: Vec::new(),
        hints: Vec::new(),
        start: Vec::new(),
        phases: Vec::new(),
        end: None,
        meta: Meta::default(),
        thens: Vec::new(),
        rule_names: Vec::new(),
        names: Vec::new(),
        uses: Uses::default(),
        layout: Layout::default(),
        turn_limit: 1250,
        move_limit: 10_000,
        subgames: Vec::new(),
        boardless: false,
        puzzle_ranges: [None; 3],
        fast: Default::default(),
    }
}

fn component(name: &str, label: &str, owner: usize, kind: ComponentKind) -> Component {
    Component {
        name: name.to_string(),
        label: label.to_string(),
        owner,
        facing: None,
        moves: None,
        max_state: OFF,
        max_count: OFF,
        max_value: OFF,
        flips: None,
        kind,
    }
}

/// A compass word.
pub fn direction_of(word: &str) -> Option<Direction> {
    Direction::LIST.iter().copied().find(|d| d.name() == word)
}

fn read_players<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    cx.game.facing = vec![None];
    if a.takes("numPlayers") {
        let n = a.literal("numPlayers").unwrap_or(0);
        if !(0..=MAX_PLAYERS as i64).contains(&n) {
            return a.wrong(format!("{n} players; between 0 and {MAX_PLAYERS} can play"));
        }
        cx.game.facing.resize(n as usize + 1, None);
    } else {
        for p in a.subs("players") {
            cx.game.facing.push(p.word("facing").and_then(direction_of));
        }
        if cx.game.facing.len() > MAX_PLAYERS + 1 {
            return a.wrong(format!("too many players; at most {MAX_PLAYERS} can play"));
        }
    }
    cx.game.players = cx.game.facing.len() - 1;
    if cx.game.players == 0 {
        cx.game.mode = Mode::Simulation;
    }
    Ok(())
}

/// The player number of a role that owns equipment: 0 for nobody, players + 1 for everybody.
fn owner_of(cx: &Lower<'_>, role: Role) -> usize {
    match role {
        Role::P(p) => usize::from(p),
        Role::Shared | Role::All | Role::Any | Role::Each => cx.game.players + 1,
        Role::Neutral
        | Role::Team(_)
        | Role::TeamMover
        | Role::Mover
        | Role::Next
        | Role::Prev
        | Role::NonMover
        | Role::Enemy
        | Role::Friend
        | Role::Ally
        | Role::Player => 0,
    }
}

// ---- equipment ----

fn is_board(item: Args<'_>) -> bool {
    matches!(item.entry().head, "board" | "boardless" | "mancalaBoard" | "surakartaBoard")
}

fn read_equipment<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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

fn read_board<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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

fn track_spec<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<TrackSpec> {
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
fn track_of(t: ludarium_board::Track) -> Track {
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

fn read_container<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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
fn dice_faces(a: Args<'_>) -> Vec<Vec<i32>> {
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

fn int_of(arg: &Arg) -> Option<i32> {
    match arg.value {
        Value::Int(n) => Some(n as i32),
        _ => None,
    }
}

/// Numbers the sites of all containers and says where each is stored. The board comes first; the others follow in
/// the order hands and decks, then dice.
fn lay_out(cx: &mut Lower<'_>) {
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

fn set_layout(g: &mut Game, extra_first: i32, end: i32) {
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
fn declare_components<'a>(cx: &mut Lower<'a>, items: &[Args<'a>]) -> Done<()> {
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

fn declare_cards<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
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

fn declare_dice<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
    let owner = owner_of(cx, cx.role(a, "role").unwrap_or(Role::Shared));
    let biased: Vec<i32> = a.literals("biased").iter().map(|&n| n as i32).collect();
    let before = cx.game.components.iter().filter(|c| matches!(c.kind, ComponentKind::Die { .. })).count();
    for (i, faces) in dice_faces(a).into_iter().enumerate() {
        let name = format!("Die{}", before + i + 1);
        let kind = ComponentKind::Die { faces, biased: biased.clone() };
        cx.game.components.push(component(&name, &name, owner, kind));
    }
}

fn declare_dominoes<'a>(cx: &mut Lower<'a>, a: Args<'a>) {
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

fn declare_piece<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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
fn walk_of(arg: &Arg) -> Vec<StepWalk> {
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

fn name_components(cx: &mut Lower<'_>) {
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

fn read_generator<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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

fn read_hints<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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

fn read_map<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
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
fn map_number<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Option<i32>> {
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

fn landmark(cx: &Lower<'_>, word: &str) -> Option<i32> {
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

/// The value of a number that does not depend on play.
pub fn eval_int_now(game: &Game, e: &Int) -> i32 {
    Ctx::new(game, Position::empty(game), Rng::new(0)).int(e)
}

/// The sites of a region that does not depend on play.
pub fn eval_region_now(game: &Game, e: &Region) -> SiteSet {
    Ctx::new(game, Position::empty(game), Rng::new(0)).region(e)
}

fn read_region<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let role = cx.role(a, "role");
    let owner = match role {
        Some(Role::P(p)) => p.into(),
        Some(Role::Shared | Role::All) => cx.game.players + 1,
        _ => 0,
    };
    let name = match (a.text("name"), a.word("role")) {
        (Some(name), _) => name.to_string(),
        (None, role) => format!("Region{}", role.unwrap_or("P1")),
    };
    let mut regions = cx.regions(a, "regions")?;
    regions.extend(cx.region(a, "region")?);
    let mut parts = Vec::new();
    let mut words = a.words("staticRegion");
    words.extend(a.words("staticRegions"));
    for word in words {
        parts.extend(static_parts(cx, word));
    }
    let sites = a.has("sites").then(|| a.literals("sites").iter().map(|&n| n as i32).collect());
    cx.game.regions.push(NamedRegion { name, role, owner, sites, regions, parts });
    Ok(())
}

/// The regions that a word such as `Rows` stands for.
pub fn static_parts(cx: &Lower<'_>, word: &str) -> Vec<SiteSet> {
    let (g, b, kind) = (&cx.game, &cx.game.board, cx.game.site_type);
    let set = |list: &[u32]| list.iter().map(|&s| s as i32).collect::<SiteSet>();
    let each = |lists: &[Vec<u32>]| lists.iter().map(|l| set(l)).collect::<Vec<_>>();
    let n = b.len(kind);
    match word {
        "Rows" => each(b.rows(kind)),
        "Columns" => each(b.columns(kind)),
        "Layers" => each(b.layers(kind)),
        "AllSites" | "AllBoard" => vec![SiteSet::first_n(n)],
        "Corners" => b.corners(kind).iter().map(|&c| set(&[c])).collect(),
        "Sides" | "SidesNoCorners" => Direction::COMPASS
            .iter()
            .map(|&d| {
                let mut side = set(b.side(kind, d));
                if word == "SidesNoCorners" {
                    side.subtract(&set(b.corners(kind)));
                }
                side
            })
            .filter(|side| !side.is_empty())
            .collect(),
        "SubGrids" => sub_grids(g),
        "Diagonals" => diagonals(g),
        "HintRegions" => g.hints.iter().map(|h| h.region.iter().copied().collect()).collect(),
        "Touching" => pairs(n, |s| b.neighbours(kind, s, Relation::Adjacent).to_vec()),
        // What holds along all lines from a site holds for that site and each other one: pairs say it all.
        "AllDirections" => pairs(n, |s| b.radials(kind, s, Direction::All).flatten().copied().collect()),
        "Vertices" => vec![SiteSet::first_n(b.len(SiteType::Vertex))],
        _ => {
            let side = direction_of(word.trim_end_matches("Side"));
            side.map(|d| set(b.side(kind, d))).into_iter().collect()
        }
    }
}

/// Each site together with each later site that it is related to.
fn pairs(sites: usize, related: impl Fn(usize) -> Vec<u32>) -> Vec<SiteSet> {
    let mut all = Vec::new();
    for a in 0..sites {
        let mut later: Vec<u32> = related(a).into_iter().filter(|&b| b as usize > a).collect();
        later.sort_unstable();
        later.dedup();
        all.extend(later.into_iter().map(|b| [a as i32, b as i32].into_iter().collect()));
    }
    all
}

/// The square blocks of a board such as a sudoku's.
fn sub_grids(g: &Game) -> Vec<SiteSet> {
    let kind = g.site_type;
    let n = g.board.len(kind);
    let side = (n as f64).sqrt().round() as usize;
    let block = (side as f64).sqrt().round() as usize;
    if side * side != n || block * block != side {
        return Vec::new();
    }
    let mut grids = Vec::new();
    for by in 0..block {
        for bx in 0..block {
            let mut s = SiteSet::new();
            for y in 0..block {
                for x in 0..block {
                    s.insert(((by * block + y) * side + bx * block + x) as i32);
                }
            }
            grids.push(s);
        }
    }
    grids
}

/// The two long diagonals of a square board.
fn diagonals(g: &Game) -> Vec<SiteSet> {
    let n = g.board.len(g.site_type);
    let side = (n as f64).sqrt().round() as usize;
    if side * side != n {
        return Vec::new();
    }
    vec![
        (0..side).map(|i| (i * side + i) as i32).collect(),
        (0..side).map(|i| (i * side + side - 1 - i) as i32).collect(),
    ]
}

// ---- rules ----

fn read_rules<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    if let Some(meta) = a.sub("meta") {
        for name in ["rule", "rules"] {
            for rule in meta.subs(name) {
                read_meta(cx, rule)?;
            }
        }
    }
    // Phases are known by name before any rule speaks of them.
    let phases = if a.takes("phases") { a.subs("phases") } else { Vec::new() };
    cx.phase_names = phases.iter().map(|p| p.text("name").unwrap_or_default().to_string()).collect();
    if let Some(start) = a.sub("start") {
        for name in ["rule", "rules"] {
            for rules in cx.starts(start, name)? {
                cx.game.start.extend(rules);
            }
        }
    }
    if let Some(end) = a.sub("end") {
        cx.game.end = Some(read_end(cx, end)?);
    }
    if phases.is_empty() {
        let Some(play) = a.sub("play") else { return a.wrong("there are no rules of play") };
        let play = cx.need_moves(play, "moves")?;
        cx.game.phases.push(Phase {
            name: "Default Phase".into(),
            role: Role::Shared,
            play,
            end: None,
            next: Vec::new(),
        });
    }
    for p in phases {
        let Some(play) = p.sub("play").or_else(|| a.sub("play")) else {
            return p.wrong("this phase has no moves");
        };
        let play = cx.need_moves(play, "moves")?;
        let end = match p.sub("end") {
            Some(end) => Some(read_end(cx, end)?),
            None => None,
        };
        let mut next = Vec::new();
        for name in ["nextPhase", "nextPhases"] {
            for n in p.subs(name) {
                next.push(read_next_phase(cx, n)?);
            }
        }
        let role = cx.role(p, "role").unwrap_or(Role::Shared);
        let name = p.text("name").unwrap_or_default().to_string();
        cx.game.phases.push(Phase { name, role, play, end, next });
    }
    Ok(())
}

fn read_next_phase<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<NextPhase> {
    let role = match a.sub("player") {
        Some(_) => return a.unsupported("a phase for a player by number cannot be played yet"),
        None => cx.role(a, "role").unwrap_or(Role::Shared),
    };
    let cond = cx.bool(a, "condition")?;
    let phase = match a.text("phaseName") {
        None => None,
        Some(name) => match cx.phase_names.iter().position(|n| n == name) {
            Some(i) => Some(i),
            None => return a.unknown(format!("there is no phase \"{name}\"")),
        },
    };
    Ok(NextPhase { role, cond, phase })
}

fn read_end<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<End> {
    let mut rules = Vec::new();
    for name in ["endRule", "endRules"] {
        for rule in a.subs(name) {
            rules.push(read_end_rule(cx, rule)?);
        }
    }
    Ok(End { rules })
}

fn read_end_rule<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<EndRule> {
    match a.entry().id {
        "if [end]" => {
            let cond = cx.need_bool(a, "test")?;
            let mut cases = Vec::new();
            for name in ["sub", "subs"] {
                for sub in a.subs(name) {
                    cases.push(read_end_rule(cx, sub)?);
                }
            }
            let result = match a.sub("result") {
                Some(r) => Some(read_outcome(cx, r)?),
                None => None,
            };
            Ok(EndRule::If { cond, cases: cases.into(), result })
        }
        "forEach [end]" => {
            let cond = cx.need_bool(a, "if")?;
            let Some(result) = a.sub("result") else { return a.wrong("there is no result") };
            let result = read_outcome(cx, result)?;
            if a.has("trackType") {
                Ok(EndRule::ForEachTrack { cond, result })
            } else {
                Ok(EndRule::ForEachPlayer { role: cx.role(a, "type").unwrap_or(Role::Each), cond, result })
            }
        }
        _ => Ok(EndRule::Always(read_outcome(cx, a)?)),
    }
}

fn read_outcome<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<Outcome> {
    match a.entry().id {
        "byScore" => {
            cx.game.uses.score = true;
            let mut finals = Vec::new();
            for s in a.subs("scores") {
                finals.push((cx.role(s, "role").unwrap_or(Role::Mover), cx.need_int(s, "score")?));
            }
            let misere = cx.bool(a, "misere")?;
            Ok(Outcome::ByScore { finals: finals.into(), misere })
        }
        "payoffs" => {
            cx.game.uses.payoff = true;
            let mut list = Vec::new();
            for p in a.subs("payoffs") {
                list.push((cx.role(p, "role").unwrap_or(Role::Mover), cx.need_float(p, "payoff")?));
            }
            Ok(Outcome::Payoffs(list.into()))
        }
        _ => {
            let who = cx.role(a, "who").unwrap_or(Role::Mover);
            let result = match a.word("result") {
                Some("Win") => ResultKind::Win,
                Some("Loss") => ResultKind::Loss,
                Some("Tie") => ResultKind::Tie,
                Some("Abandon") => ResultKind::Abandon,
                Some("Crash") => ResultKind::Crash,
                _ => ResultKind::Draw,
            };
            Ok(Outcome::Result { who, result })
        }
    }
}

fn read_meta<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let rule = cx.rule(a);
    let uses = &mut cx.game.uses;
    let meta = &mut cx.game.meta;
    match a.entry().head {
        "swap" => meta.swap = true,
        "automove" => meta.automove = true,
        "gravity" => {
            let fall = Moves { kind: MovesKind::Fall, decision: false, then: None, rule };
            cx.game.thens.push(fall);
            meta.fall = Some(ThenId((cx.game.thens.len() - 1) as u32));
        }
        "pin" => meta.pin = true,
        "noStackOn" => meta.no_stack_on_fallen = true,
        "passEnd" => {
            uses.not_all_pass = true;
        }
        _ => match a.entry().keyword {
            Some("Suicide") => meta.no_suicide = true,
            _ => {
                let repeat = match a.word("repetition") {
                    Some("Situational") => Repeat::Situational,
                    Some("PositionalInTurn") => Repeat::PositionalInTurn,
                    Some("SituationalInTurn") => Repeat::SituationalInTurn,
                    _ => Repeat::Positional,
                };
                meta.repeat = Some(repeat);
                match repeat {
                    Repeat::Positional => uses.no_repeat_positional_game = true,
                    Repeat::PositionalInTurn => uses.no_repeat_positional_turn = true,
                    Repeat::Situational => uses.no_repeat_situational_game = true,
                    Repeat::SituationalInTurn => uses.no_repeat_situational_turn = true,
                }
            }
        },
    }
    Ok(())
}

/// What can only be said when all rules are known: which parts of a position exist, and where they are stored.
fn finish(cx: &mut Lower<'_>) {
    let g = &mut cx.game;
    g.uses.stacking |= g.uses.cards;
    // Hands, decks and dice alike: where anything lies beside the board, pieces of a kind are counted on a site.
    g.uses.count = !g.uses.stacking && (g.uses.count || g.containers.len() > 1);
    let dice = g.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. }));
    g.uses.all_pass = !dice && !g.uses.not_all_pass && g.mode != Mode::Simulation;
    g.uses.who_is_what = who_is_what(g);
    g.uses.max_count = i32::MAX;
    let (first, end) = (g.layout.extra_first, g.layout.extra_first + g.layout.extra_len as i32);
    set_layout(g, first, end);
}

/// On boards of cells alone, where nobody has two components, there are no more of them than players, and sites
/// hold neither counts nor states, pieces are told apart by their component alone: a piece counts as owned by the
/// player with its component's number.
fn who_is_what(g: &Game) -> bool {
    let u = &g.uses;
    if u.stacking || u.count || u.state || u.edges || u.vertices || u.deduction_puzzle {
        return false;
    }
    let pieces = &g.components[1..];
    let doubled = |p: usize| pieces.iter().filter(|c| c.owner == p).count() > 1;
    pieces.len() <= g.players && !(0..=g.players).any(doubled)
}
