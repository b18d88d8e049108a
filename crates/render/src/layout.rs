//! Where everything goes on the sheet: sites, the room each has for a piece, and the containers beside the board.
//! Knows geometry; draws nothing.

use crate::canvas::Bounds;
use crate::style::BoardStyle;
use crate::view::{ContainerKind, Geometry, Pt, Site, SiteType, View};

/// Picture units between neighbouring sites.
pub const CELL: f64 = 100.0;

/// Beyond this many sites, distances are measured along edges only.
const MANY: usize = 4000;

/// A container's place on the sheet.
#[derive(Clone, Debug)]
pub struct Tray {
    pub container: usize,
    pub area: Bounds,
    pub sites: Vec<Pt>,
    /// Room for a piece.
    pub room: f64,
}

/// The places of a view's sites on the sheet.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Picture units to a board unit.
    pub unit: f64,
    low: Pt,
    high: Pt,
    pub vertices: Vec<Pt>,
    pub edges: Vec<Pt>,
    pub cells: Vec<Pt>,
    /// Room for a piece on each site of the played kind: the diameter of what fits.
    pub room: Vec<f64>,
    /// What the board covers, without frames and coordinates.
    pub board: Bounds,
    pub trays: Vec<Tray>,
}

impl Layout {
    pub fn of(view: &View, empty_trays: bool) -> Layout {
        let geometry = &view.board;
        let spacing = spacing(geometry);
        let typical = percentile(&spacing, 0.25).filter(|s| *s > 1e-9).unwrap_or(1.0);
        let unit = CELL / typical;
        let points = geometry.vertices.iter().map(|v| v.at).chain(geometry.cells.iter().map(|c| c.centre));
        let bounds = Bounds::of(points);
        let (low, high) =
            if bounds.is_empty() { (Pt::default(), Pt::default()) } else { (bounds.low, bounds.high) };
        let mut layout = Layout {
            unit,
            low,
            high,
            vertices: Vec::new(),
            edges: Vec::new(),
            cells: Vec::new(),
            room: rooms(geometry.played, &spacing, unit),
            board: Bounds::empty(),
            trays: Vec::new(),
        };
        layout.vertices = geometry.vertices.iter().map(|v| layout.place(v.at)).collect();
        layout.cells = geometry.cells.iter().map(|c| layout.place(c.centre)).collect();
        layout.edges = (0..geometry.edges.len())
            .map(|e| geometry.centre(Site::edge(e)).map_or(Pt::default(), |p| layout.place(p)))
            .collect();
        rearrange(view, &mut layout);
        layout.board = Bounds::of(layout.vertices.iter().chain(&layout.cells).copied());
        if view.style.board == BoardStyle::Boardless {
            layout.board = Bounds::of(occupied(view, &layout)).grown(1.5 * CELL);
        }
        if geometry.played == SiteType::Vertex {
            layout.board = layout.board.grown(CELL * 0.5);
        }
        if layout.board.is_empty() {
            layout.board = Bounds { low: Pt::default(), high: Pt::new(CELL, CELL) };
        }
        layout.trays = trays(view, &layout, empty_trays);
        layout
    }

    /// From board coordinates to the sheet.
    pub fn place(&self, p: Pt) -> Pt {
        Pt::new((p.x - self.low.x) * self.unit, (self.high.y - p.y) * self.unit)
    }

    /// Where a site of the board is.
    pub fn site(&self, site: Site) -> Option<Pt> {
        match site.kind {
            SiteType::Vertex => self.vertices.get(site.index).copied(),
            SiteType::Edge => self.edges.get(site.index).copied(),
            SiteType::Cell => self.cells.get(site.index).copied(),
        }
    }

    /// The corners of a cell on the sheet.
    pub fn outline(&self, geometry: &Geometry, cell: usize) -> Vec<Pt> {
        geometry
            .cells
            .get(cell)
            .map_or(Vec::new(), |c| c.corners.iter().filter_map(|&v| self.vertices.get(v)).copied().collect())
    }

    /// Room for a piece on a site.
    pub fn room_at(&self, geometry: &Geometry, site: Site) -> f64 {
        if site.kind == geometry.played {
            self.room.get(site.index).copied().unwrap_or(CELL)
        } else {
            CELL * 0.5
        }
    }
}

/// The places of the pieces on a board that only pieces make; its middle when there are none.
fn occupied(view: &View, layout: &Layout) -> Vec<Pt> {
    let on_board = view.pieces.iter().filter(|p| p.kind == SiteType::Cell && p.site < layout.cells.len());
    let mut places: Vec<Pt> = on_board
        .flat_map(|p| p.footprint.iter().copied().chain([p.site]))
        .filter_map(|c| layout.cells.get(c))
        .copied()
        .collect();
    if places.is_empty() {
        places.push(Bounds::of(layout.cells.iter().copied()).middle());
    }
    places
}

/// Room for a piece on each site. Pieces on points are all of one size; cells may give theirs a little more or less.
fn rooms(played: SiteType, spacing: &[f64], unit: f64) -> Vec<f64> {
    match played {
        SiteType::Vertex | SiteType::Edge => {
            let narrow = percentile(spacing, 0.1).unwrap_or(1.0) * unit;
            vec![narrow.clamp(60.0, CELL); spacing.len()]
        }
        SiteType::Cell => spacing.iter().map(|s| (s * unit).clamp(50.0, 1.3 * CELL)).collect(),
    }
}

/// Distance from a point to a segment.
pub fn to_segment(p: Pt, a: Pt, b: Pt) -> f64 {
    let d = b.minus(a);
    let length = d.x * d.x + d.y * d.y;
    let share =
        if length > 0.0 { (((p.x - a.x) * d.x + (p.y - a.y) * d.y) / length).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a.plus(d.times(share)))
}

/// The width of each played site, in board units: what fits into a cell, or up to the next vertex.
fn spacing(geometry: &Geometry) -> Vec<f64> {
    match geometry.played {
        SiteType::Cell => (0..geometry.cells.len())
            .map(|c| {
                let outline = geometry.outline(c);
                let centre = geometry.cells[c].centre;
                let inner = (0..outline.len())
                    .map(|i| to_segment(centre, outline[i], outline[(i + 1) % outline.len()]))
                    .fold(f64::INFINITY, f64::min);
                if inner.is_finite() { 2.0 * inner } else { 1.0 }
            })
            .collect(),
        SiteType::Vertex => {
            let mut nearest = vec![f64::INFINITY; geometry.vertices.len()];
            if geometry.vertices.len() <= MANY {
                for (i, a) in geometry.vertices.iter().enumerate() {
                    for (j, b) in geometry.vertices.iter().enumerate().skip(i + 1) {
                        if a.layer != b.layer {
                            continue;
                        }
                        let d = a.at.distance(b.at);
                        if d > 1e-6 {
                            nearest[i] = nearest[i].min(d);
                            nearest[j] = nearest[j].min(d);
                        }
                    }
                }
            } else {
                for edge in &geometry.edges {
                    let ends = (geometry.vertices.get(edge.a), geometry.vertices.get(edge.b));
                    if let (Some(a), Some(b)) = ends {
                        let d = a.at.distance(b.at);
                        nearest[edge.a] = nearest[edge.a].min(d);
                        nearest[edge.b] = nearest[edge.b].min(d);
                    }
                }
            }
            nearest.into_iter().map(|d| if d.is_finite() { d } else { 1.0 }).collect()
        }
        SiteType::Edge => geometry
            .edges
            .iter()
            .map(|e| match (geometry.vertices.get(e.a), geometry.vertices.get(e.b)) {
                (Some(a), Some(b)) => a.at.distance(b.at),
                _ => 1.0,
            })
            .collect(),
    }
}

fn percentile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * share).floor() as usize).copied()
}

/// Two rows of points, as in backgammon: the bottom row's sites from left to right, then the top row's.
pub struct PointBoard {
    pub columns: usize,
    /// The column that is the bar between the halves, if it is a column of its own.
    pub bar: Option<usize>,
}

/// Height of a board with points.
pub const POINT_BOARD_HEIGHT: f64 = 11.4 * CELL;

/// Is this a board of two rows, and how many columns has it?
pub fn point_board(view: &View) -> Option<PointBoard> {
    if !matches!(view.style.board, BoardStyle::Backgammon | BoardStyle::Table)
        || view.board.played != SiteType::Vertex
    {
        return None;
    }
    let count = view.board.vertices.len();
    let columns = count / 2;
    (columns >= 6 && count.is_multiple_of(2))
        .then(|| PointBoard { columns, bar: (columns % 2 == 1).then_some(columns / 2) })
}

/// How many discs a column of a rack holds, where one site is a whole column; 1 on other boards.
pub fn rack_rows(view: &View) -> usize {
    let flat = view.style.board == BoardStyle::Connect4
        && view.board.played == SiteType::Cell
        && view.board.cells.windows(2).all(|w| (w[0].centre.y - w[1].centre.y).abs() < 1e-6);
    if !flat {
        return 1;
    }
    let tallest = view
        .pieces
        .iter()
        .filter(|p| p.site < view.board.cells.len())
        .map(|p| p.level + 1)
        .max()
        .unwrap_or(0);
    tallest.max(view.board.cells.len().saturating_sub(1)).clamp(4, 20)
}

/// Boards whose sites are not drawn where the graph has them.
fn rearrange(view: &View, layout: &mut Layout) {
    if let Some(points) = point_board(view) {
        let half = points.columns / 2;
        for (i, p) in layout.vertices.iter_mut().enumerate() {
            let column = i % points.columns;
            // Without a bar of its own, the halves are parted by a gap.
            let gap = if points.bar.is_none() && column >= half { 0.5 * CELL } else { 0.0 };
            let x = column as f64 * CELL + gap;
            let y = if i / points.columns == 0 { POINT_BOARD_HEIGHT - 0.55 * CELL } else { 0.55 * CELL };
            *p = Pt::new(x, y);
        }
        layout.room.iter_mut().for_each(|r| *r = CELL);
        for (e, p) in layout.edges.iter_mut().enumerate() {
            if let Some(edge) = view.board.edges.get(e)
                && let (Some(a), Some(b)) = (layout.vertices.get(edge.a), layout.vertices.get(edge.b))
            {
                *p = a.towards(*b, 0.5);
            }
        }
        for (c, p) in layout.cells.iter_mut().enumerate() {
            let corners: Vec<Pt> =
                view.board.cells[c].corners.iter().filter_map(|&v| layout.vertices.get(v)).copied().collect();
            *p = Bounds::of(corners).middle();
        }
    }
}

/// Where a tray is put.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
    Left,
    Right,
}

fn trays(view: &View, layout: &Layout, empty: bool) -> Vec<Tray> {
    let mut out = Vec::new();
    let board = layout.board;
    let room = CELL;
    let gap = 0.75 * CELL;
    let mut below = board.high.y + gap;
    let mut above = board.low.y - gap;
    let mut left = board.low.x - gap;
    let mut right = board.high.x + gap;
    for (index, container) in view.containers.iter().enumerate() {
        let sites = container.first..container.first + container.count;
        let used = view
            .pieces
            .iter()
            .any(|p| sites.contains(&p.site) && p.kind == SiteType::Cell && p.site >= container.first);
        if container.count == 0 || (!used && !empty) {
            continue;
        }
        // A long row is cut after its last piece, unless empty places are wanted too.
        let last = view
            .pieces
            .iter()
            .filter(|p| p.kind == SiteType::Cell && sites.contains(&p.site))
            .map(|p| p.site)
            .max();
        let count =
            if empty { container.count } else { last.map_or(container.count, |l| l + 1 - container.first) };
        let side = match container.kind {
            ContainerKind::Hand { owner } => match owner {
                1 => Side::Below,
                2 => Side::Above,
                3 => Side::Left,
                4 => Side::Right,
                0 => Side::Right,
                n if n > view.players => Side::Right,
                n if n % 2 == 1 => Side::Below,
                _ => Side::Above,
            },
            ContainerKind::Dice { .. } | ContainerKind::Deck { .. } => Side::Right,
        };
        let along = match side {
            Side::Below | Side::Above => board.width(),
            Side::Left | Side::Right => board.height(),
        };
        let per_line = ((along / room).floor() as usize).clamp(1, count.max(1)).max(count.min(4));
        let lines = count.div_ceil(per_line);
        let (long, short) = (per_line as f64 * room, lines as f64 * room);
        let (w, h) = match side {
            Side::Below | Side::Above => (long, short),
            Side::Left | Side::Right => (short, long),
        };
        let middle = board.middle();
        let low = match side {
            Side::Below => Pt::new(middle.x - w / 2.0, below),
            Side::Above => Pt::new(middle.x - w / 2.0, above - h),
            Side::Left => Pt::new(left - w, middle.y - h / 2.0),
            Side::Right => Pt::new(right, middle.y - h / 2.0),
        };
        match side {
            Side::Below => below += h + 0.3 * CELL,
            Side::Above => above -= h + 0.3 * CELL,
            Side::Left => left -= w + 0.3 * CELL,
            Side::Right => right += w + 0.3 * CELL,
        }
        let places = (0..count)
            .map(|i| {
                let (a, b) = (i % per_line, i / per_line);
                let (a, b) = ((a as f64 + 0.5) * room, (b as f64 + 0.5) * room);
                match side {
                    Side::Below | Side::Above => low.plus(Pt::new(a, b)),
                    Side::Left | Side::Right => low.plus(Pt::new(b, a)),
                }
            })
            .collect();
        out.push(Tray {
            container: index,
            area: Bounds { low, high: low.plus(Pt::new(w, h)) },
            sites: places,
            room: room * 0.9,
        });
    }
    out
}
