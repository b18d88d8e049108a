//! The empty board and the pieces in their number, to be cut out and played with.

use ludarium_play::{Game, Reading};
use ludarium_render::view::{Cell, Geometry, Pt, Vertex};
use ludarium_render::{Options, PieceAt, View, from_game, svg};
use std::collections::BTreeMap;

/// Pictures to print.
#[derive(Clone, Debug)]
pub struct Cutouts {
    pub board: String,
    /// A piece and how often it is needed: at the start, or in play where pieces are placed on an empty board; 1 for those
    /// that come later.
    pub pieces: Vec<(String, usize)>,
}

/// Nobody cuts out more of one kind.
const MOST: usize = 60;

impl Cutouts {
    pub fn of(reading: &Reading, game: &Game) -> Cutouts {
        let view = from_game::empty(game, reading.metadata.as_ref());
        let board = svg(&view, &Options { size: 800.0, ..Options::default() });
        let start = from_game::view(&game.start(1).ctx(), reading.metadata.as_ref(), None);
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for piece in &start.pieces {
            *count.entry(piece.name.clone()).or_default() += usize::try_from(piece.count).unwrap_or(1).max(1);
        }
        // Who starts with nothing places pieces in play: enough for a share of the board.
        let bare = |owner: usize| {
            let own = |p: &PieceAt| usize::from(p.owner) == owner || usize::from(p.owner) > game.players;
            !start.pieces.iter().any(own)
        };
        let share = game.board_sites(game.site_type).div_ceil(game.players.max(1));
        let mut pieces = Vec::new();
        for component in game.components.iter().skip(1) {
            let shown = start.pieces.iter().find(|p| p.name == component.name);
            let piece = PieceAt {
                name: component.name.clone(),
                label: component.label.clone(),
                owner: u8::try_from(component.owner).unwrap_or(0),
                site: 0,
                level: 0,
                count: 1,
                footprint: Vec::new(),
                ..shown.cloned().unwrap_or_default()
            };
            let later = if bare(component.owner) { share } else { 1 };
            let needed = count.get(&component.name).copied().unwrap_or(later).min(MOST);
            pieces.push((alone(&view, piece), needed));
        }
        Cutouts { board, pieces }
    }
}

/// One piece on a square of its own.
fn alone(of: &View, piece: PieceAt) -> String {
    let corner = |x, y| Vertex { at: Pt::new(x, y), ..Vertex::default() };
    let board = Geometry {
        vertices: vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        cells: vec![Cell { centre: Pt::new(0.5, 0.5), corners: vec![0, 1, 2, 3], ..Cell::default() }],
        ..Geometry::default()
    };
    let piece = PieceAt { kind: ludarium_render::SiteType::Cell, ..piece };
    let view =
        View { players: of.players, board, pieces: vec![piece], style: of.style.clone(), ..View::default() };
    svg(&view, &Options { size: 90.0, axes: false, ..Options::default() })
}
