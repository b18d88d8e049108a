//! A whole board: a topology, the kind of site it is played on, and its tracks.

use crate::build::{self, Site};
use crate::error::{BoardError, Limits};
use crate::graph::{Basis, Graph};
use crate::spec::*;
use crate::topology::Topology;
use crate::track::Track;

/// The side of a boardless board when none is given: room enough to grow.
const BOARDLESS_SIDE: i64 = 41;
const BOARDLESS_HEX_SIDE: i64 = 21;

/// A board, ready to be played on.
#[derive(Clone, Debug)]
pub struct Board {
    pub topology: Topology,
    /// The kind of site that is meant when none is named.
    pub site_type: SiteType,
    pub tracks: Vec<Track>,
    /// Pieces make the board: only sites next to a piece count.
    pub boardless: bool,
}

/// How to build, apart from what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub limits: Limits,
    /// The game speaks of layers.
    pub spatial: bool,
}

/// Builds a board with the usual limits.
///
/// ```
/// use ludarium_board::*;
/// let graph = GraphSpec::Hex { shape: None, a: 3, b: None };
/// let board = build_board(&BoardSpec { kind: BoardKind::Graph(graph), use_type: None, tracks: vec![] }).unwrap();
/// assert_eq!(board.topology.len(SiteType::Cell), 19);
/// assert_eq!(board.topology.label(SiteType::Cell, 0), "A1");
/// ```
pub fn build_board(spec: &BoardSpec) -> Result<Board, BoardError> {
    build_board_with(spec, Options::default())
}

pub fn build_board_with(spec: &BoardSpec, options: Options) -> Result<Board, BoardError> {
    let site_type = spec.site_type();
    let graph = spec.graph(options.limits)?;
    let boardless = matches!(spec.kind, BoardKind::Boardless { .. });
    let topology = Topology::new(&graph, options.spatial, boardless);
    let mut tracks = Vec::with_capacity(spec.tracks.len());
    for track in &spec.tracks {
        tracks.push(Track::lay(track, &topology, site_type)?);
    }
    if let BoardKind::Surakarta { loops, from, .. } = &spec.kind {
        tracks.extend(surakarta_tracks(&topology, *loops, from.unwrap_or(1))?);
    }
    Ok(Board { topology, site_type, tracks, boardless })
}

impl BoardSpec {
    /// The kind of site the board is played on.
    pub fn site_type(&self) -> SiteType {
        match &self.kind {
            BoardKind::Graph(_) => self.use_type.unwrap_or(SiteType::Cell),
            BoardKind::Mancala { .. } | BoardKind::Surakarta { .. } => SiteType::Vertex,
            BoardKind::Boardless { .. } => SiteType::Cell,
        }
    }

    /// The graph alone.
    pub fn graph(&self, limits: Limits) -> Result<Graph, BoardError> {
        let use_type = self.site_type();
        let graph = match &self.kind {
            BoardKind::Graph(graph) | BoardKind::Surakarta { graph, .. } => {
                build::build(graph, use_type, limits)?
            }
            BoardKind::Mancala { rows, columns, store, num_stores } => build::mancala(
                &Site::new(use_type, limits),
                *rows,
                *columns,
                store.unwrap_or(Stores::Outer),
                num_stores.unwrap_or(2),
            )?,
            BoardKind::Boardless { tiling, dimension } => {
                let graph = match tiling {
                    BoardlessTiling::Square => GraphSpec::Square {
                        shape: None,
                        dim: dimension.unwrap_or(BOARDLESS_SIDE),
                        diagonals: None,
                        pyramidal: false,
                    },
                    BoardlessTiling::Hexagonal => {
                        GraphSpec::Hex { shape: None, a: dimension.unwrap_or(BOARDLESS_HEX_SIDE), b: None }
                    }
                    BoardlessTiling::Triangular => {
                        GraphSpec::Tri { shape: None, a: dimension.unwrap_or(BOARDLESS_SIDE), b: None }
                    }
                };
                build::build(&graph, use_type, limits)?
            }
        };
        if graph.vertices.is_empty() {
            return Err(BoardError::Empty);
        }
        Ok(graph)
    }
}

/// The loops of a Surakarta board: each runs along lines of the board and, at their ends, round a corner outside
/// it. Passing outside counts as passing the site before the corner once more.
fn surakarta_tracks(topology: &Topology, loops: Option<i64>, from: i64) -> Result<Vec<Track>, BoardError> {
    let rows = topology.rows(SiteType::Vertex).len() as i64;
    let columns = topology.columns(SiteType::Vertex).len() as i64;
    let triangular = match topology.basis() {
        Basis::Square => false,
        Basis::Triangular => true,
        Basis::None | Basis::Hexagonal | Basis::Other => {
            return Err(BoardError::Unsupported {
                what: "a Surakarta board",
                shape: "this tiling".to_string(),
            });
        }
    };
    let loops = loops
        .unwrap_or(if triangular { (rows - 1) / 2 } else { (rows.min(columns) - 2) / 2 })
        .min(rows.max(columns));
    let mut tracks = Vec::new();
    for line in from..from.saturating_add(loops) {
        // Each stretch is straight across the board; loops turn between stretches.
        let stretches: Vec<Vec<i64>> = if triangular {
            triangular_stretches(rows, line)
        } else {
            let last = rows * columns - 1;
            vec![
                (0..columns).map(|c| line * columns + c).collect(),
                (0..rows).map(|r| columns - 1 - line + r * columns).collect(),
                (0..columns).map(|c| last - line * columns - c).collect(),
                (0..rows).map(|r| last + 1 - columns + line - r * columns).collect(),
            ]
        };
        // Site 0 never counts as the end of a stretch.
        let mut marked: Vec<(i64, bool)> = Vec::new();
        for stretch in &stretches {
            let end = stretch.len().saturating_sub(1);
            marked.extend(stretch.iter().enumerate().map(|(i, &s)| (s, (i == 0 || i == end) && s != 0)));
        }
        let count = topology.len(SiteType::Vertex) as i64;
        if let Some(&(index, _)) = marked.iter().find(|&&(s, _)| s < 0 || s >= count) {
            return Err(BoardError::NoSuchElement { what: "vertex", index, count: count as usize });
        }
        for backwards in [false, true] {
            if backwards {
                marked.reverse();
            }
            let mut sites = Vec::new();
            for (i, &(site, is_end)) in marked.iter().enumerate() {
                sites.push(site);
                if is_end && marked[(i + 1) % marked.len()].1 {
                    sites.push(site);
                }
            }
            let name = format!("Track{line}{}", if backwards { 'B' } else { 'F' });
            let sites = sites.into_iter().map(|s: i64| s as i32).collect();
            tracks.push(Track { name, owner: None, looped: true, directed: true, sites });
        }
    }
    Ok(tracks)
}

fn triangular_stretches(rows: i64, line: i64) -> Vec<Vec<i64>> {
    let length = (rows - line).max(0);
    // Row `r` of the triangle starts at this vertex and has `rows - r` vertices.
    let row_start = |r: i64| (0..r).map(|k| rows - k).sum::<i64>();
    let along_row: Vec<i64> = (0..length).map(|k| row_start(line) + k).collect();
    let up_right: Vec<i64> = (0..length).map(|r| row_start(r) + rows - 1 - line - r).collect();
    let down_left: Vec<i64> = (0..length).map(|k| row_start(length - 1 - k) + line).collect();
    vec![along_row, up_right, down_left]
}
