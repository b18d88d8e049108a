//! Numbers read off the compiled game: sites, sides and corners of the board, neighbours, pieces, dice, phases.

use crate::taxonomy::{Set, id};
use ludarium_board::topology::Part;
use ludarium_engine::game::ComponentKind;
use ludarium_engine::{Game, Relation, SiteType};

/// Every compiled number of a game, by concept.
pub fn numbers(game: &Game, shown: &Set) -> Vec<(u16, f64)> {
    let board = &game.board;
    let kind = game.site_type;
    let sites = board.len(kind);
    let mean = |relation: Relation| {
        let total: usize = (0..sites).map(|site| board.neighbours(kind, site, relation).len()).sum();
        if sites == 0 { 0.0 } else { two_decimals(total as f64 / sites as f64) }
    };
    let part = |part: Part| board.part(kind, part).len() as f64;
    let played = [(SiteType::Cell, "Cell"), (SiteType::Vertex, "Vertex"), (SiteType::Edge, "Edge")]
        .iter()
        .filter(|(_, name)| shown.has_name(name))
        .map(|(kind, _)| board.len(*kind))
        .sum::<usize>() as f64;
    let beside: i32 = game.containers.iter().skip(1).map(|c| c.len).sum();
    // What is written into the sites of a deduction puzzle are numbers, not pieces.
    let puzzle = shown.has_name("DeductionPuzzle");
    let components = if puzzle { &[][..] } else { game.components.get(1..).unwrap_or(&[]) };
    let owned = components.iter().filter(|c| c.owner > 0 && c.owner <= game.players).count() as f64;
    let dice = components.iter().filter(|c| matches!(c.kind, ComponentKind::Die { .. })).count() as f64;
    let per_player = if game.players == 0 { 0.0 } else { two_decimals(owned / game.players as f64) };
    let filled = |lists: &[Vec<u32>]| lists.iter().filter(|list| !list.is_empty()).count() as f64;
    [
        ("NumPlayers", game.players as f64),
        ("NumPlayableSitesOnBoard", played),
        ("NumColumns", board.columns(kind).len() as f64),
        ("NumRows", board.rows(kind).len() as f64),
        ("NumCorners", part(Part::Corners)),
        ("NumDirections", mean(Relation::All)),
        ("NumOrthogonalDirections", mean(Relation::Orthogonal)),
        ("NumDiagonalDirections", mean(Relation::Diagonal)),
        ("NumAdjacentDirections", mean(Relation::Adjacent)),
        ("NumOffDiagonalDirections", mean(Relation::OffDiagonal)),
        ("NumOuterSites", part(Part::Outer)),
        ("NumInnerSites", part(Part::Inner)),
        ("NumLayers", if game.boardless { 0.0 } else { board.layers(kind).len() as f64 }),
        ("NumEdges", board.len(SiteType::Edge) as f64),
        ("NumCells", board.len(SiteType::Cell) as f64),
        ("NumVertices", board.len(SiteType::Vertex) as f64),
        ("NumPerimeterSites", part(Part::Perimeter)),
        ("NumTopSites", part(Part::Top)),
        ("NumBottomSites", part(Part::Bottom)),
        ("NumRightSites", part(Part::Right)),
        ("NumLeftSites", part(Part::Left)),
        ("NumCentreSites", part(Part::Centre)),
        ("NumConvexCorners", part(Part::ConvexCorners)),
        ("NumConcaveCorners", part(Part::ConcaveCorners)),
        ("NumPhasesBoard", filled(board.phases(kind))),
        ("NumContainers", game.containers.len() as f64),
        ("NumPlayableSites", played + f64::from(beside)),
        ("NumComponentsType", components.len() as f64),
        ("NumComponentsTypePerPlayer", per_player),
        ("NumDice", dice),
        ("NumPlayPhase", game.phases.len() as f64),
    ]
    .map(|(name, value)| (id(name), value))
    .to_vec()
}

/// Rounded as the number stands in memory, not as it would be written: a half is rarely a half there.
fn two_decimals(x: f64) -> f64 {
    format!("{x:.2}").parse().unwrap_or(x)
}
