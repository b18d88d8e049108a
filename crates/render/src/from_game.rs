//! A game and a position as a [`View`]: the one place where this crate meets the engine. It copies what can be seen
//! and evaluates nothing but the regions that a game's metadata speaks of.

use crate::metadata::{self, Ask, Facts};
use crate::style::{BoardStyle, Style};
use crate::view::{
    Cell, Container, ContainerKind, Edge, Face, Geometry, Hint, Mark, PieceAt, Pt, Site, SiteType, Suit,
    Track, Vertex, View,
};
use ludarium_board::{Direction, Relation, Topology};
use ludarium_engine::action::Facet;
use ludarium_engine::game::{self, ComponentKind, Game};
use ludarium_engine::kernel::{Region, Start};
use ludarium_engine::position::{Piece, Position};
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::{Ctx, OFF};
use ludarium_ludemes::checked::{Checked, CheckedId, Value};
use ludarium_ludemes::lower::{Args, Lower};
use std::collections::BTreeMap;

/// The geometry of a board.
pub fn geometry(board: &Topology, played: SiteType) -> Geometry {
    let flat = |p: [f64; 3]| Pt::new(p[0], p[1]);
    let label = |kind: SiteType, site: usize| board.label(kind, site).to_string();
    let vertices: Vec<Vertex> = (0..board.len(SiteType::Vertex))
        .map(|v| Vertex {
            at: flat(board.place(SiteType::Vertex, v)),
            layer: usize::try_from(board.layer(SiteType::Vertex, v)).unwrap_or(0),
            label: label(SiteType::Vertex, v),
        })
        .collect();
    let edges = (0..board.len(SiteType::Edge))
        .map(|e| {
            let (a, b) = board.edge_ends(e).unwrap_or((0, 0));
            let (a, b) = (a as usize, b as usize);
            let curve = match board.curve(e) {
                Some((from, to)) => vertices.get(a).zip(vertices.get(b)).map(|(va, vb)| {
                    let reach = va.at.distance(vb.at) / 3.0;
                    [va.at.plus(flat(from).times(reach)), vb.at.plus(flat(to).times(reach))]
                }),
                None => arc(board, &vertices, a, b),
            };
            Edge { a, b, curve, label: label(SiteType::Edge, e) }
        })
        .collect();
    let cells = (0..board.len(SiteType::Cell))
        .map(|c| Cell {
            centre: flat(board.place(SiteType::Cell, c)),
            corners: board
                .incident(SiteType::Cell, c, SiteType::Vertex)
                .iter()
                .map(|&v| v as usize)
                .collect(),
            phase: usize::try_from(board.phase(SiteType::Cell, c)).unwrap_or(0),
            label: label(SiteType::Cell, c),
        })
        .collect();
    Geometry { vertices, edges, cells, played }
}

/// Edges of round boards: both ends turn about one vertex at one distance, so the edge is an arc.
fn arc(board: &Topology, vertices: &[Vertex], a: usize, b: usize) -> Option<[Pt; 2]> {
    let pivot = board.pivot(a)?;
    if board.pivot(b) != Some(pivot) {
        return None;
    }
    let centre = vertices.get(pivot as usize)?.at;
    let (pa, pb) = (vertices.get(a)?.at.minus(centre), vertices.get(b)?.at.minus(centre));
    let (ra, rb) = (pa.length(), pb.length());
    if ra < 1e-6 || (ra - rb).abs() > 0.02 * ra {
        return None;
    }
    let angle = (pa.x * pb.y - pa.y * pb.x).atan2(pa.x * pb.x + pa.y * pb.y);
    let k = 4.0 / 3.0 * (angle / 4.0).tan();
    let control = |p: Pt, k: f64| centre.plus(Pt::new(p.x - k * p.y, p.y + k * p.x));
    Some([control(pa, k), control(pb, -k)])
}

/// The style of a game, read from its metadata on its board.
pub fn style(game: &Game, metadata: Option<&Checked>) -> Style {
    let played = game.site_type;
    let players = u8::try_from(game.players).unwrap_or(u8::MAX);
    let mut style = match metadata {
        None => Style::default(),
        Some(checked) => {
            let sites = |ask: Ask<'_>, kind: SiteType| -> Vec<Site> {
                let found = match ask {
                    Ask::Function(id) => region_function(game, checked, id),
                    Ask::Named(name, owner) => {
                        let wanted = |r: &&game::NamedRegion| {
                            r.name == name && owner.is_none_or(|o| r.owner == usize::from(o))
                        };
                        game.regions
                            .iter()
                            .filter(wanted)
                            .flat_map(|r| region_parts(game, r))
                            .flatten()
                            .collect()
                    }
                    Ask::Owned(owner) => {
                        let wanted = |r: &&game::NamedRegion| r.owner == usize::from(owner);
                        game.regions
                            .iter()
                            .filter(wanted)
                            .flat_map(|r| region_parts(game, r))
                            .flatten()
                            .collect()
                    }
                };
                found.into_iter().map(|index| Site { kind, index }).collect()
            };
            metadata::style(checked, &Facts { players, played, sites: &sites })
        }
    };
    if game.boardless {
        style.board = BoardStyle::Boardless;
    } else if style == Style::default() {
        style.board = guess(game);
        if style.board == BoardStyle::ConnectiveGoal {
            // Sides of a board show their owners better in colours than in black and white.
            style.players = ["Red", "Blue", "Green", "Gold"]
                .iter()
                .zip(1..=players)
                .filter_map(|(name, player)| Some((player, crate::palette::named(name)?)))
                .collect();
        }
    }
    style
}

/// The style of a game that says nothing about its looks, from what it is played with.
fn guess(game: &Game) -> BoardStyle {
    let labels: Vec<String> = game.components.iter().map(|c| c.label.to_ascii_lowercase()).collect();
    let has = |name: &str| labels.iter().any(|l| l.starts_with(name));
    let board = &game.board;
    match game.site_type {
        SiteType::Vertex => {
            let n = board.len(SiteType::Vertex);
            if has("seed") {
                BoardStyle::Mancala
            } else if n >= 49
                && board.rows(SiteType::Vertex).len() * board.columns(SiteType::Vertex).len() == n
            {
                BoardStyle::Go
            } else {
                BoardStyle::Plain
            }
        }
        SiteType::Cell => {
            let square = board.basis() == ludarium_board::Basis::Square;
            let army =
                ["king", "queen", "rook", "knight", "bishop", "pawn"].iter().filter(|n| has(n)).count() >= 3;
            let draughts = (has("counter") || has("disc")) && (has("doublecounter") || has("king"));
            let rim = listed(&board.perimeter(SiteType::Cell).iter().map(|&s| s as i32).collect());
            let owned: Vec<&game::NamedRegion> =
                game.regions.iter().filter(|r| r.owner >= 1 && r.owner <= game.players).collect();
            let sides = owned.len() >= 2
                && owned.iter().all(|r| region_parts(game, r).iter().flatten().all(|s| rim.contains(s)));
            if square && (army || draughts) {
                BoardStyle::Chess
            } else if !square && sides {
                BoardStyle::ConnectiveGoal
            } else {
                BoardStyle::Plain
            }
        }
        SiteType::Edge => BoardStyle::PenAndPaper,
    }
}

fn listed(set: &SiteSet) -> Vec<usize> {
    set.iter().filter_map(|s| usize::try_from(s).ok()).collect()
}

fn evaluate(game: &Game, region: &Region) -> Vec<usize> {
    listed(&Ctx::new(game, Position::empty(game), Rng::new(0)).region(region))
}

/// A region of the equipment, part by part.
fn region_parts(game: &Game, region: &game::NamedRegion) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = region.sites.iter().map(listed).collect();
    parts.extend(region.parts.iter().map(listed));
    parts.extend(region.regions.iter().map(|r| evaluate(game, r)));
    parts
}

/// A region function that stands in the metadata, worked out on the empty board; empty if it cannot be.
fn region_function(game: &Game, checked: &Checked, id: CheckedId) -> Vec<usize> {
    // The clause that holds the function is the one to ask for it.
    let holder = (0..checked.nodes.len()).find_map(|index| {
        let holder = CheckedId(u32::try_from(index).ok()?);
        let held = checked.arg(holder, "regionFunction")?;
        (held.value == Value::Node(id)).then_some(holder)
    });
    let Some(holder) = holder else { return Vec::new() };
    let mut lower = Lower::new(checked, game.clone());
    match lower.region(Args { checked, id: holder }, "regionFunction") {
        Ok(Some(region)) => evaluate(game, &region),
        Ok(None) | Err(_) => Vec::new(),
    }
}

/// An empty board of a game, with its hands and dice.
pub fn empty(game: &Game, metadata: Option<&Checked>) -> View {
    let played = game.site_type;
    let players = u8::try_from(game.players).unwrap_or(u8::MAX);
    let style = style(game, metadata);
    let site = |index: usize| Site { kind: played, index };
    let mut view = View {
        title: game.name.clone(),
        players,
        board: geometry(&game.board, played),
        containers: game.containers.iter().skip(1).map(container).collect(),
        ..View::default()
    };
    if style.board == BoardStyle::ConnectiveGoal {
        for region in game.regions.iter().filter(|r| r.owner >= 1 && r.owner <= game.players) {
            let owner = u8::try_from(region.owner).unwrap_or(0);
            for part in region_parts(game, region) {
                view.goals.push((owner, part.into_iter().map(site).collect()));
            }
        }
    }
    for hint in &game.hints {
        let sites = hint.region.iter().filter_map(|&s| usize::try_from(s).ok());
        view.hints.push(Hint {
            sites: sites.map(|index| Site { kind: hint.site_type, index }).collect(),
            value: hint.value.map(i64::from),
        });
    }
    if style.board == BoardStyle::SnakesAndLadders {
        for &(from, to) in game.maps.iter().flat_map(|m| &m.pairs) {
            if let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) {
                view.links.push((site(from), site(to)));
            }
        }
    }
    for track in &game.tracks {
        view.tracks.push(Track {
            name: track.name.clone(),
            owner: u8::try_from(track.owner).unwrap_or(0),
            sites: track.sites.iter().filter_map(|&s| usize::try_from(s).ok()).collect(),
            looped: track.looped,
        });
    }
    view.facing = facing(game);
    view.pieces_point = game.uses.rotation;
    view.style = style;
    view
}

/// Where each player looks: as the description says, else two players at each other and more to where they are.
fn facing(game: &Game) -> Vec<f64> {
    let of = |player: usize| match game.facing.get(player).copied().flatten() {
        Some(direction) => compass(direction),
        None if player == 2 && game.players == 2 => 180.0,
        None => 0.0,
    };
    (0..=game.players).map(of).collect()
}

/// A direction of the compass in degrees clockwise from north; 0 for what is none.
fn compass(direction: Direction) -> f64 {
    let name = format!("{direction:?}");
    let points =
        ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
    points.iter().position(|p| *p == name).map_or(0.0, |i| 22.5 * i as f64)
}

fn container(c: &game::Container) -> Container {
    let owner = u8::try_from(c.owner).unwrap_or(0);
    Container {
        name: c.name.clone(),
        kind: match c.kind {
            game::ContainerKind::Board | game::ContainerKind::Hand => ContainerKind::Hand { owner },
            game::ContainerKind::Dice { .. } => ContainerKind::Dice { owner },
            game::ContainerKind::Deck => ContainerKind::Deck { owner },
        },
        first: usize::try_from(c.first).unwrap_or(0),
        count: usize::try_from(c.len).unwrap_or(0),
    }
}

/// A position as a certain player sees it, or as an onlooker who sees everything.
pub fn view(ctx: &Ctx<'_>, metadata: Option<&Checked>, viewer: Option<u8>) -> View {
    let mut view = empty(ctx.game, metadata);
    show(&mut view, ctx, viewer);
    view
}

/// Put the pieces of a position onto the board of its game, in place of those that were there.
pub fn show(view: &mut View, ctx: &Ctx<'_>, viewer: Option<u8>) {
    let game = ctx.game;
    view.pieces.clear();
    view.marks.clear();
    let kinds = [
        (SiteType::Cell, game.uses.cells),
        (SiteType::Edge, game.uses.edges),
        (SiteType::Vertex, game.uses.vertices),
    ];
    for (kind, used) in kinds {
        if used {
            for site in 0..game.board_sites(kind) {
                site_pieces(view, ctx, kind, site, viewer);
            }
        }
    }
    for c in game.containers.iter().skip(1) {
        for site in c.first..c.first.saturating_add(c.len) {
            if let Ok(site) = usize::try_from(site) {
                site_pieces(view, ctx, SiteType::Cell, site, viewer);
            }
        }
    }
    for (site, value) in decided(ctx) {
        let name = value.to_string();
        view.pieces.push(PieceAt { kind: site.kind, site: site.index, name, ..PieceAt::default() });
    }
    if let Some(last) = &ctx.pos.last {
        let place = |kind: SiteType, site: i32| {
            let index = usize::try_from(site).ok().filter(|_| site != OFF)?;
            let kind = if index >= game.board_sites(kind) { SiteType::Cell } else { kind };
            Some(Site { kind, index })
        };
        if ctx.pos.moves_made > ctx.pos.start_moves
            && let Some(to) = place(last.to_kind, last.to)
        {
            let from = place(last.from_kind, last.from).filter(|f| *f != to);
            view.marks.push(Mark::LastMove { from, to });
        }
    }
}

/// The numbers of a deduction puzzle that are given or found.
fn decided(ctx: &Ctx<'_>) -> BTreeMap<Site, i32> {
    let mut out = BTreeMap::new();
    for rule in &ctx.game.start {
        if let Start::PuzzleSet { kind, pairs } = rule {
            for &(site, value) in pairs {
                if let Ok(index) = usize::try_from(site) {
                    out.insert(Site { kind: *kind, index }, value);
                }
            }
        }
    }
    if ctx.pos.puzzle.is_some() {
        for kind in SiteType::ALL {
            for index in 0..ctx.game.board_sites(kind) {
                let value = i32::try_from(index).ok().and_then(|site| ctx.puzzle_value(kind, site));
                if let Some(value) = value {
                    out.insert(Site { kind, index }, value);
                }
            }
        }
    }
    out
}

fn site_pieces(view: &mut View, ctx: &Ctx<'_>, kind: SiteType, site: usize, viewer: Option<u8>) {
    let Ok(number) = i32::try_from(site) else { return };
    let slot = ctx.slot(kind, number);
    let pos = &ctx.pos;
    if pos.stacking() {
        for (level, piece) in pos.levels(slot).iter().enumerate() {
            one_piece(view, ctx, Site { kind, index: site }, slot, level, piece, 1, viewer);
        }
    } else {
        one_piece(view, ctx, Site { kind, index: site }, slot, 0, &pos.top(slot), pos.count(slot), viewer);
    }
}

#[expect(clippy::too_many_arguments, reason = "a piece is a place, a level and what the position says of it")]
fn one_piece(
    view: &mut View,
    ctx: &Ctx<'_>,
    site: Site,
    slot: usize,
    level: usize,
    piece: &Piece,
    count: i32,
    viewer: Option<u8>,
) {
    let game = ctx.game;
    let Some(component) = game.components.get(usize::from(piece.what)).filter(|_| piece.what != 0) else {
        return;
    };
    let unseen = |facet: Facet| viewer.is_some_and(|p| ctx.is_hidden(facet, i32::from(p), slot, level));
    if unseen(Facet::All) {
        return;
    }
    let face = match &component.kind {
        ComponentKind::Die { faces, .. } => {
            let value = usize::try_from(piece.state).ok().and_then(|s| faces.get(s)).copied().unwrap_or(0);
            Face::Die { value: i64::from(value), sides: i64::try_from(faces.len()).unwrap_or(6) }
        }
        ComponentKind::Card { suit, rank, .. } => Face::Card {
            rank: i64::from(*rank),
            suit: match suit {
                1 => Suit::Clubs,
                2 => Suit::Spades,
                3 => Suit::Diamonds,
                _ => Suit::Hearts,
            },
        },
        ComponentKind::Domino { value, value2 } => {
            Face::Domino { first: i64::from(*value), second: i64::from(*value2) }
        }
        ComponentKind::Tile { paths, sides, .. } if !paths.is_empty() => Face::Paths {
            sides: sides.and_then(|s| usize::try_from(s).ok()).unwrap_or(4),
            paths: paths
                .iter()
                .filter_map(|p| {
                    Some((
                        usize::try_from(p.from).ok()?,
                        usize::try_from(p.to).ok()?,
                        usize::try_from(p.colour).ok()?,
                    ))
                })
                .collect(),
        },
        ComponentKind::Tile { .. }
        | ComponentKind::Nothing
        | ComponentKind::Piece
        | ComponentKind::Large { .. } => Face::Plain,
    };
    let large = matches!(component.kind, ComponentKind::Large { .. } | ComponentKind::Domino { .. });
    let footprint = if large && site.kind == SiteType::Cell && site.index < game.board_sites(SiteType::Cell) {
        let anchor = i32::try_from(site.index).unwrap_or(OFF);
        let covered = ctx.large_piece_sites(usize::from(piece.what), anchor, piece.state);
        covered.into_iter().filter_map(|s| usize::try_from(s).ok()).collect()
    } else {
        Vec::new()
    };
    // A turn is one of the board's directions.
    let turns = game.board.supported(site.kind, Relation::All).len().max(1);
    let hidden = unseen(Facet::What);
    let seen = |facet: Facet, value: i32| if unseen(facet) { 0 } else { i64::from(value) };
    view.pieces.push(PieceAt {
        kind: site.kind,
        site: site.index,
        level,
        name: component.name.clone(),
        // Dice are numbered; what is said about them is said about "Die".
        label: if matches!(face, Face::Die { .. }) { "Die".into() } else { component.label.clone() },
        owner: if unseen(Facet::Who) { 0 } else { piece.who },
        state: seen(Facet::State, piece.state),
        count: if unseen(Facet::Count) { 1 } else { i64::from(count) },
        rotation: if unseen(Facet::Rotation) {
            0.0
        } else {
            f64::from(piece.rotation) * 360.0 / turns as f64
        },
        value: seen(Facet::Value, piece.value),
        hidden,
        footprint,
        face: if hidden { Face::Plain } else { face },
    });
}
