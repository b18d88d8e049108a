//! The board itself: plates, cells, lines, points and what is printed on them, in the style the game asks for.
//! Draws no pieces.

use crate::canvas::{Bounds, Canvas, Path, Pen};
use crate::font::{self, Anchor, Weight};
use crate::layout::{self, CELL, Layout};
use crate::palette;
use crate::piece;
use crate::style::{BoardStyle, Colour, EdgeClass, HintPlace, LineStyle, StepClass};
use crate::view::{Pt, Site, SiteType, View};
use std::collections::{BTreeMap, BTreeSet};

/// A drawing of the board's ground in progress.
pub struct Ground<'a> {
    pub view: &'a View,
    pub layout: &'a Layout,
    /// Edges with a cell on one side only.
    outer: BTreeSet<(usize, usize)>,
    /// Edges with a cell on any side.
    sided: BTreeSet<(usize, usize)>,
    /// Curved edges by their ends.
    curved: BTreeMap<(usize, usize), usize>,
}

fn key(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// The colours and widths of lines, after the game's wishes.
struct Lines {
    inner: Colour,
    outer: Colour,
    inner_width: f64,
    outer_width: f64,
}

impl<'a> Ground<'a> {
    pub fn new(view: &'a View, layout: &'a Layout) -> Self {
        let mut sides: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for cell in &view.board.cells {
            for i in 0..cell.corners.len() {
                *sides
                    .entry(key(cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]))
                    .or_default() += 1;
            }
        }
        let sided = sides.keys().copied().collect();
        let outer = sides.into_iter().filter(|(_, n)| *n == 1).map(|(k, _)| k).collect();
        let curved = view
            .board
            .edges
            .iter()
            .enumerate()
            .filter(|(_, e)| e.curve.is_some() && !view.style.straight_edges);
        let curved = curved.map(|(i, e)| (key(e.a, e.b), i)).collect();
        Ground { view, layout, outer, sided, curved }
    }

    /// Draw the ground.
    pub fn draw(&self, canvas: &mut Canvas) {
        let style = &self.view.style;
        if self.view.board.vertices.is_empty() && self.view.board.cells.is_empty() {
            return;
        }
        canvas.open("class=\"ground\"");
        if style.hide_board {
            self.site_targets(canvas);
            canvas.close();
            return;
        }
        self.ornaments(canvas, &style.background);
        match (style.board, self.view.board.played) {
            (BoardStyle::Backgammon | BoardStyle::Table, SiteType::Vertex)
                if layout::point_board(self.view).is_some() =>
            {
                self.points(canvas);
            }
            (BoardStyle::Mancala, _) => self.mancala(canvas),
            (BoardStyle::Go, SiteType::Vertex) => self.go(canvas),
            (BoardStyle::Xiangqi | BoardStyle::Janggi, SiteType::Vertex) => self.xiangqi(canvas),
            (BoardStyle::Surakarta, SiteType::Vertex) => self.surakarta(canvas),
            (BoardStyle::Spiral, SiteType::Vertex) => self.spiral(canvas),
            (BoardStyle::Shibumi, SiteType::Vertex) => self.shibumi(canvas),
            (BoardStyle::HoundsAndJackals, SiteType::Vertex) => self.holes(canvas),
            (BoardStyle::Hashi, SiteType::Vertex) => self.hashi(canvas),
            (BoardStyle::Futoshiki, SiteType::Vertex) => self.boxes_at_points(canvas),
            (BoardStyle::Boardless, _) => self.boardless(canvas),
            (BoardStyle::Connect4, SiteType::Cell) => self.connect4(canvas),
            (BoardStyle::PenAndPaper, _) | (_, SiteType::Edge) => self.pen_and_paper(canvas),
            (_, SiteType::Vertex) => self.graph(canvas),
            (_, SiteType::Cell) => self.cells(canvas),
        }
        self.drawn_lines(canvas);
        self.symbols(canvas);
        self.hints(canvas);
        self.links(canvas);
        self.ornaments(canvas, &style.foreground);
        if self.view.board.played != SiteType::Cell || style.board == BoardStyle::Mancala {
            self.site_targets(canvas);
        }
        canvas.close();
    }

    /// Shapes round the middle of the board. Those that are shifted or turned were composed for another program's
    /// drawing of the board and would not fit ours; whole-board squares are what our plates are for.
    fn ornaments(&self, canvas: &mut Canvas, ornaments: &[crate::style::Ornament]) {
        let area = Bounds::of(self.layout.vertices.iter().copied());
        if area.is_empty() {
            return;
        }
        for ornament in ornaments.iter().filter(|o| is_centred(o)) {
            if ornament.image.as_deref().is_none_or(is_square) && ornament.scale_x >= 0.9 {
                continue;
            }
            let size = area.width().max(area.height());
            let fill = ornament.fill.map(palette::calm);
            let edge = ornament.edge.or(fill);
            let name = ornament.image.as_deref().map_or("", |i| i.trim_end_matches(".svg"));
            if name.eq_ignore_ascii_case("disc") {
                // Drawn here, so that its line is as thin as the board's.
                let pen = Pen { fill, stroke: edge, width: 4.0, ..Pen::default() };
                canvas.circle(area.middle(), size * ornament.scale_x / 2.0, &pen, "");
            } else {
                let plain = crate::style::Ornament { fill, edge, ..ornament.clone() };
                piece::ornament_at(canvas, &plain, area.middle(), size, palette::WOOD, palette::LINE);
            }
        }
    }

    /// The colour of the plate below the board: a whole-board square of the game's, or its first phase, or ours.
    fn plate_colour(&self, ours: Colour) -> Colour {
        let style = &self.view.style;
        let square = style
            .background
            .iter()
            .find(|o| is_centred(o) && o.image.as_deref().is_none_or(is_square) && o.scale_x >= 0.9)
            .and_then(|o| o.fill);
        square.or(style.colours.phases[0]).map(palette::calm).filter(|c| c.a > 0).unwrap_or(ours)
    }

    /// Does the game paint a ground that is no square, so that ours would cover it?
    fn has_ground_of_its_own(&self) -> bool {
        self.view.style.background.iter().any(|o| {
            is_centred(o)
                && o.fill.is_some()
                && o.scale_x >= 0.75
                && o.image.as_deref().is_some_and(|i| !is_square(i))
        })
    }

    /// Edges that the game hides because it composed a drawing of its own, which we leave out.
    fn shows_hidden_edges(&self) -> bool {
        self.view.style.background.iter().any(|o| !is_centred(o)) && self.view.style.lines.is_empty()
    }

    // -- helpers --------------------------------------------------------------------------------------------------

    fn lines(&self, inner: Colour, outer: Colour, inner_width: f64, outer_width: f64) -> Lines {
        let style = &self.view.style;
        Lines {
            inner: style.colours.inner_edges.unwrap_or(inner),
            outer: style.colours.outer_edges.or(style.colours.inner_edges).unwrap_or(outer),
            inner_width: inner_width * style.widths.inner_edges.unwrap_or(1.0).clamp(0.0, 4.0),
            outer_width: outer_width * style.widths.outer_edges.unwrap_or(1.0).clamp(0.0, 4.0),
        }
    }

    /// The rule about the board's own edges of a class, if the game has one.
    fn edge_rule(&self, outer: bool) -> Option<&crate::style::EdgeRule> {
        let class = if outer { EdgeClass::Outer } else { EdgeClass::Inner };
        self.view.style.edges.iter().rev().find(|rule| {
            !rule.connection
                && rule.step == StepClass::All
                && (rule.class == EdgeClass::All || rule.class == class)
        })
    }

    /// The outline of a cell, along its curved edges where it has such.
    pub fn cell_path(&self, cell: usize) -> Path {
        let geometry = &self.view.board;
        if self.curved.is_empty() {
            return Path::polygon(&self.layout.outline(geometry, cell));
        }
        let corners = &geometry.cells[cell].corners;
        let mut path = Path::new();
        for i in 0..corners.len() {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            let (Some(&pa), Some(&pb)) = (self.layout.vertices.get(a), self.layout.vertices.get(b)) else {
                continue;
            };
            if i == 0 {
                path.start(pa);
            }
            let curve = self.curved.get(&key(a, b)).and_then(|&e| {
                let edge = &geometry.edges[e];
                edge.curve.map(|[c, d]| if edge.a == a { [c, d] } else { [d, c] })
            });
            match curve {
                Some([c, d]) => path.cubic(self.layout.place(c), self.layout.place(d), pb),
                None => path.line(pb),
            }
        }
        path.close();
        path
    }

    fn is_outer(&self, edge: usize) -> bool {
        let e = &self.view.board.edges[edge];
        self.view.board.cells.is_empty() || self.outer.contains(&key(e.a, e.b))
    }

    fn add_edge(&self, path: &mut Path, edge: usize) {
        let e = &self.view.board.edges[edge];
        let (Some(&a), Some(&b)) = (self.layout.vertices.get(e.a), self.layout.vertices.get(e.b)) else {
            return;
        };
        path.start(a);
        match e.curve {
            Some([c, d]) if !self.view.style.straight_edges => {
                path.cubic(self.layout.place(c), self.layout.place(d), b)
            }
            Some(_) | None => path.line(b),
        }
    }

    /// All the board's edges, inner ones first.
    fn draw_edges(&self, canvas: &mut Canvas, lines: &Lines) {
        for outer in [false, true] {
            let (mut colour, mut width) =
                if outer { (lines.outer, lines.outer_width) } else { (lines.inner, lines.inner_width) };
            let mut pen_style = LineStyle::Thin;
            if let Some(rule) = self.edge_rule(outer) {
                pen_style = rule.style;
                colour = rule.colour.unwrap_or(colour);
                if matches!(rule.style, LineStyle::Thick | LineStyle::ThickDotted | LineStyle::ThickDashed) {
                    width *= 2.0;
                }
            }
            if (pen_style == LineStyle::Hidden && !self.shows_hidden_edges()) || width == 0.0 || colour.a == 0
            {
                continue;
            }
            let path = if outer
                && self.view.board.edges.iter().all(|e| e.curve.is_none())
                && !self.view.board.cells.is_empty()
            {
                self.rim()
            } else {
                let mut path = Path::new();
                for edge in 0..self.view.board.edges.len() {
                    if self.is_outer(edge) == outer {
                        self.add_edge(&mut path, edge);
                    }
                }
                path
            };
            canvas.path(&path, &styled(Pen::line(colour, width).rounded(), pen_style, width), "");
        }
    }

    /// The outer edges chained into closed lines, so that corners are mitred well.
    fn rim(&self) -> Path {
        let mut path = Path::new();
        for places in self.rims() {
            path.add_polyline(&places);
            path.close();
        }
        path
    }

    /// Closed lines round the faces and round the holes between them. Faces are walked with their inside to the left;
    /// where lines meet in a point, the sharpest turn to the right keeps them apart.
    fn rims(&self) -> Vec<Vec<Pt>> {
        let geometry = &self.view.board;
        let mut onward: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for cell in &geometry.cells {
            let points: Vec<Pt> =
                cell.corners.iter().filter_map(|&v| self.layout.vertices.get(v)).copied().collect();
            if points.len() != cell.corners.len() {
                continue;
            }
            let area: f64 = (0..points.len())
                .map(|i| {
                    let (a, b) = (points[i], points[(i + 1) % points.len()]);
                    a.x * b.y - b.x * a.y
                })
                .sum();
            for i in 0..cell.corners.len() {
                let (a, b) = (cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]);
                let (a, b) = if area > 0.0 { (a, b) } else { (b, a) };
                if self.outer.contains(&key(a, b)) {
                    onward.entry(a).or_default().push(b);
                }
            }
        }
        let mut rims = Vec::new();
        while let Some((&start, _)) = onward.iter().find(|(_, to)| !to.is_empty()) {
            let mut points = vec![self.layout.vertices[start]];
            let mut at = start;
            let mut came: Option<Pt> = None;
            while let Some(choices) = onward.get_mut(&at).filter(|c| !c.is_empty()) {
                let here = self.layout.vertices[at];
                let turn = |to: usize| -> f64 {
                    let d = self.layout.vertices[to].minus(here);
                    came.map_or(0.0, |c| (c.x * d.y - c.y * d.x).atan2(c.x * d.x + c.y * d.y))
                };
                let best = (0..choices.len())
                    .max_by(|&i, &j| turn(choices[i]).total_cmp(&turn(choices[j])))
                    .unwrap_or(0);
                let to = choices.swap_remove(best);
                came = Some(self.layout.vertices[to].minus(here));
                at = to;
                if at == start {
                    break;
                }
                points.push(self.layout.vertices[at]);
            }
            rims.push(points);
        }
        rims
    }

    /// Lines between neighbouring sites that the game asks for besides the board's own edges.
    fn connections(&self, canvas: &mut Canvas, colour: Colour) {
        for rule in &self.view.style.edges {
            if !rule.connection || rule.style == LineStyle::Hidden {
                continue;
            }
            if !matches!(rule.step, StepClass::All | StepClass::Orthogonal | StepClass::Adjacent) {
                continue;
            }
            if self.view.board.played != SiteType::Cell {
                continue;
            }
            // Cells that share a side are joined from middle to middle.
            let mut owner: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            let mut path = Path::new();
            for (c, cell) in self.view.board.cells.iter().enumerate() {
                for i in 0..cell.corners.len() {
                    let side = key(cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]);
                    if let Some(&other) = owner.get(&side) {
                        path.start(self.layout.cells[other]);
                        path.line(self.layout.cells[c]);
                    } else {
                        owner.insert(side, c);
                    }
                }
            }
            let width = 3.0;
            canvas.path(
                &path,
                &styled(Pen::line(rule.colour.unwrap_or(colour), width).rounded(), rule.style, width),
                "",
            );
        }
    }

    fn data(&self, site: Site) -> String {
        let label = self.view.board.label(site);
        if label.is_empty() || label == site.index.to_string() {
            format!("class=\"site\" data-type=\"{}\" data-site=\"{}\"", site.kind.name(), site.index)
        } else {
            format!(
                "class=\"site\" data-type=\"{}\" data-site=\"{}\" data-label=\"{}\"",
                site.kind.name(),
                site.index,
                crate::canvas::escape(label)
            )
        }
    }

    /// Invisible places to point at, for sites that are not painted as shapes of their own.
    fn site_targets(&self, canvas: &mut Canvas) {
        let kind = self.view.board.played;
        canvas.open("fill-opacity=\"0\"");
        for index in 0..self.view.board.count(kind) {
            let site = Site { kind, index };
            let Some(at) = self.layout.site(site) else { continue };
            if kind == SiteType::Edge {
                let mut path = Path::new();
                self.add_edge(&mut path, index);
                canvas.path(&path, &Pen::line(palette::INK.with_alpha(0), 24.0).rounded(), &self.data(site));
            } else {
                let room = self.layout.room_at(&self.view.board, site);
                canvas.circle(at, room * 0.46, &Pen::fill(palette::INK.with_alpha(0)), &self.data(site));
            }
        }
        canvas.close();
    }

    /// A plate below a board of points and lines: the shape of the graph, grown by a margin with round corners.
    fn plate(&self, canvas: &mut Canvas, fill: Colour, margin: f64) {
        let geometry = &self.view.board;
        let mut shape = Path::new();
        for cell in 0..geometry.cells.len() {
            let outline = self.layout.outline(geometry, cell);
            shape.add_polyline(&outline);
            if !outline.is_empty() {
                shape.close();
            }
        }
        for edge in 0..geometry.edges.len() {
            let e = &geometry.edges[edge];
            if geometry.cells.is_empty() || !self.in_cell(e.a, e.b) {
                self.add_edge(&mut shape, edge);
            }
        }
        if geometry.edges.is_empty() {
            for &v in &self.layout.vertices {
                shape.start(v);
                shape.line(Pt::new(v.x + 0.1, v.y));
            }
        }
        let rim = fill.mix(palette::WOOD_FRAME, 0.75);
        canvas.path(&shape, &Pen::both(rim, rim, 2.0 * margin + 6.0).rounded(), "");
        canvas.path(&shape, &Pen::both(fill, fill, 2.0 * margin).rounded(), "");
        if self.fills_its_hull() {
            let around = crate::svg::hull(&self.shape_points());
            canvas.path(&Path::polygon(&around), &Pen::both(rim, rim, 2.0 * margin + 6.0).rounded(), "");
            canvas.path(&Path::polygon(&around), &Pen::both(fill, fill, 2.0 * margin).rounded(), "");
        }
        // Holes between the faces belong to the plate.
        for part in self.rims() {
            canvas.path(&Path::polygon(&part), &Pen::fill(fill), "");
        }
    }

    /// The vertices, and places along curved edges.
    fn shape_points(&self) -> Vec<Pt> {
        let mut points = self.layout.vertices.clone();
        for edge in &self.view.board.edges {
            let ends = (self.layout.vertices.get(edge.a), self.layout.vertices.get(edge.b));
            let (Some([c, d]), (Some(&a), Some(&b))) = (edge.curve, ends) else { continue };
            let (c, d) = (self.layout.place(c), self.layout.place(d));
            for t in [0.2, 0.4, 0.6, 0.8] {
                let (ab, bc, cd) = (a.towards(c, t), c.towards(d, t), d.towards(b, t));
                points.push(ab.towards(bc, t).towards(bc.towards(cd, t), t));
            }
        }
        points
    }

    /// Do the lines of a board without faces fill the space between its corners, so that it reads as one plate?
    fn fills_its_hull(&self) -> bool {
        let around = crate::svg::hull(&self.shape_points());
        let b = self.vertex_bounds();
        // Where there are faces, the shape of the board is theirs unless the lines leave hardly a gap.
        let (reach, share) = if self.view.board.cells.is_empty() { (0.8, 0.8) } else { (0.72, 0.99) };
        let (mut inside, mut near) = (0, 0);
        let segments: Vec<(Pt, Pt)> = self
            .view
            .board
            .edges
            .iter()
            .filter_map(|e| Some((*self.layout.vertices.get(e.a)?, *self.layout.vertices.get(e.b)?)))
            .collect();
        if segments.len() > 2000 {
            return false;
        }
        for i in 0..24 {
            for j in 0..24 {
                let p = Pt::new(
                    b.low.x + b.width() * (f64::from(i) + 0.5) / 24.0,
                    b.low.y + b.height() * (f64::from(j) + 0.5) / 24.0,
                );
                if crate::svg::inside(&around, p) {
                    inside += 1;
                    near += usize::from(
                        segments.iter().any(|(a, c)| layout::to_segment(p, *a, *c) < reach * CELL),
                    );
                }
            }
        }
        near as f64 >= inside as f64 * share
    }

    fn in_cell(&self, a: usize, b: usize) -> bool {
        self.sided.contains(&key(a, b))
    }

    /// A plain rectangular plate.
    fn slab(&self, canvas: &mut Canvas, area: Bounds, fill: Colour) {
        canvas.rectangle(area, 10.0, &Pen::both(fill, fill.mix(palette::WOOD_FRAME, 0.75), 4.0), "");
    }

    fn painted(&self, site: Site) -> Option<Colour> {
        self.view.style.paints.iter().rev().find(|p| p.sites.contains(&site)).and_then(|p| p.colour)
    }

    /// A colour for a surface: players' colours stay as they are, loud ones are calmed.
    fn surface(&self, colour: Colour) -> Colour {
        if self.view.style.players.iter().any(|(_, c)| *c == colour) { colour } else { palette::calm(colour) }
    }

    fn paint_sites(&self, canvas: &mut Canvas, kind: SiteType) {
        for paint in &self.view.style.paints {
            let Some(colour) = paint.colour else { continue };
            for &site in paint.sites.iter().filter(|s| s.kind == kind) {
                match kind {
                    SiteType::Cell => {
                        let outline = self.layout.outline(&self.view.board, site.index);
                        if outline.is_empty() {
                            continue;
                        }
                        if paint.scale == 1.0 {
                            canvas.path(&self.cell_path(site.index), &Pen::fill(self.surface(colour)), "");
                            continue;
                        }
                        let centre = self.layout.cells[site.index];
                        let scaled: Vec<Pt> =
                            outline.iter().map(|p| centre.towards(*p, paint.scale)).collect();
                        canvas.path(&Path::polygon(&scaled), &Pen::fill(colour), "");
                    }
                    SiteType::Edge => {
                        let mut path = Path::new();
                        if site.index < self.view.board.edges.len() {
                            self.add_edge(&mut path, site.index);
                        }
                        canvas.path(&path, &Pen::line(colour, 8.0 * paint.scale).rounded(), "");
                    }
                    SiteType::Vertex => {
                        if let Some(at) = self.layout.site(site) {
                            canvas.circle(at, 14.0 * paint.scale, &Pen::fill(colour), "");
                        }
                    }
                }
            }
        }
    }

    // -- boards of cells ----------------------------------------------------------------------------------------------

    fn checkered(&self) -> bool {
        let style = &self.view.style;
        style.checkered
            || style.board == BoardStyle::Chess
            || style.colours.phases[1..].iter().any(Option::is_some)
    }

    fn phase_colour(&self, phase: usize, base: Colour) -> Colour {
        let wished = &self.view.style.colours.phases;
        if self.checkered() {
            wished
                .get(phase)
                .copied()
                .flatten()
                .map(palette::calm)
                .unwrap_or(palette::PHASES[phase % palette::PHASES.len()])
        } else {
            wished[0].map(palette::calm).unwrap_or(base)
        }
    }

    fn cells(&self, canvas: &mut Canvas) {
        let board = self.view.style.board;
        let manner = board.manner();
        let base = manner.cells;
        let lines = self.lines(manner.inner.0, manner.outer.0, manner.inner.1, manner.outer.1);
        let geometry = &self.view.board;
        let order: Vec<usize> = self.by_layer();
        canvas.open("class=\"cells\"");
        for &cell in &order {
            let outline = self.layout.outline(geometry, cell);
            let site = Site::cell(cell);
            let fill = self.phase_colour(geometry.cells[cell].phase, base);
            let seam = if board == BoardStyle::Chess || self.checkered() { fill } else { base };
            if outline.len() < 3 {
                canvas.circle(
                    self.layout.cells[cell],
                    46.0,
                    &Pen::both(fill, lines.inner, lines.inner_width),
                    &self.data(site),
                );
                continue;
            }
            // Neighbouring fills overlap by a hair, so that no light shines through the seams.
            canvas.path(&self.cell_path(cell), &Pen::both(fill, seam, 0.6), &self.data(site));
        }
        canvas.close();
        self.paint_sites(canvas, SiteType::Cell);
        if board == BoardStyle::Kakuro {
            self.kakuro_walls(canvas);
        }
        if board == BoardStyle::Tafl {
            self.tafl_marks(canvas);
        }
        if board == BoardStyle::Lasca {
            self.discs(canvas);
        }
        if board == BoardStyle::ConnectiveGoal {
            self.goals(canvas);
        }
        self.draw_edges(canvas, &lines);
        if board == BoardStyle::ConnectiveGoal {
            self.goal_rims(canvas);
        }
        if matches!(board, BoardStyle::Sudoku | BoardStyle::UltimateTicTacToe) {
            self.boxes(canvas);
        }
        self.connections(canvas, lines.inner);
        self.paint_sites(canvas, SiteType::Edge);
        self.paint_sites(canvas, SiteType::Vertex);
        if board == BoardStyle::Shogi {
            self.shogi_dots(canvas);
        }
        self.vertex_dots(canvas, false);
    }

    /// Cells in the order of painting: lower layers first.
    fn by_layer(&self) -> Vec<usize> {
        let geometry = &self.view.board;
        let layer = |c: usize| {
            geometry.cells[c]
                .corners
                .iter()
                .filter_map(|&v| geometry.vertices.get(v))
                .map(|v| v.layer)
                .max()
                .unwrap_or(0)
        };
        let mut order: Vec<usize> = (0..geometry.cells.len()).collect();
        order.sort_by_key(|&c| layer(c));
        order
    }

    /// Vertices where the game asks for them.
    fn vertex_dots(&self, canvas: &mut Canvas, by_default: bool) {
        let style = &self.view.style;
        let inner_colour = style.colours.inner_vertices;
        let outer_colour = style.colours.outer_vertices;
        let rim: BTreeSet<usize> = self.outer.iter().flat_map(|&(a, b)| [a, b]).collect();
        for (v, &at) in self.layout.vertices.iter().enumerate() {
            let outer = rim.contains(&v);
            let (colour, width) = if outer {
                (outer_colour, style.widths.outer_vertices)
            } else {
                (inner_colour, style.widths.inner_vertices)
            };
            if colour.is_none() && width.is_none() && !by_default {
                continue;
            }
            let colour = colour.or(style.colours.inner_edges).unwrap_or(palette::LINE);
            let radius = (6.5 * width.unwrap_or(1.0)).clamp(0.0, 34.0);
            if radius > 0.0 && colour.a > 0 {
                canvas.circle(at, radius, &Pen::fill(colour), "");
            }
        }
    }

    /// Marks of a tafl board: throne, corners, and the camps where pieces of the game stand by painting.
    fn tafl_marks(&self, canvas: &mut Canvas) {
        let geometry = &self.view.board;
        let bounds = Bounds::of(self.layout.cells.iter().copied());
        let ink = palette::WOOD_DARK.mix(palette::INK, 0.15);
        for (cell, &at) in self.layout.cells.iter().enumerate() {
            let centre = at.distance(bounds.middle()) < 1.0;
            let corner = [bounds.low.x, bounds.high.x].iter().any(|x| (x - at.x).abs() < 1.0)
                && [bounds.low.y, bounds.high.y].iter().any(|y| (y - at.y).abs() < 1.0);
            if !(centre || corner) {
                continue;
            }
            let outline = self.layout.outline(geometry, cell);
            let inner: Vec<Pt> = outline.iter().map(|p| at.towards(*p, 0.72)).collect();
            canvas.path(&Path::polygon(&outline), &Pen::fill(palette::WOOD_MIDDLE), "");
            canvas.path(&Path::polygon(&inner), &Pen::line(ink, 3.0), "");
            let mut cross = Path::new();
            if inner.len() == 4 {
                cross.start(inner[0]);
                cross.line(inner[2]);
                cross.start(inner[1]);
                cross.line(inner[3]);
            }
            canvas.path(&cross, &Pen::line(ink, 3.0), "");
        }
    }

    /// Cells that belong to no sum are walls, and carry the sums.
    fn kakuro_walls(&self, canvas: &mut Canvas) {
        let free: BTreeSet<usize> = self.view.hints.iter().flat_map(|h| &h.sites).map(|s| s.index).collect();
        for cell in (0..self.view.board.cells.len()).filter(|c| !free.contains(c)) {
            canvas.path(&self.cell_path(cell), &Pen::fill(Colour::hex(0x4a4540)), "");
            let outline = Bounds::of(self.layout.outline(&self.view.board, cell));
            canvas.path(
                &Path::segment(outline.low, outline.high),
                &Pen::line(Colour::hex(0x8d8375), 2.0),
                "",
            );
        }
    }

    fn discs(&self, canvas: &mut Canvas) {
        for &at in &self.layout.cells {
            canvas.circle(at, 44.0, &Pen::line(palette::LINE, 2.5), "");
        }
    }

    /// The thicker lines between the boxes of a sudoku.
    fn boxes(&self, canvas: &mut Canvas) {
        let b = Bounds::of(self.layout.vertices.iter().copied());
        let side = (b.width() / CELL).round() as usize;
        let step = (side as f64).sqrt().round() as usize;
        if step < 2 || step * step != side || (b.width() - b.height()).abs() > 1.0 {
            return;
        }
        let mut path = Path::new();
        for k in 1..step {
            let share = k as f64 / step as f64;
            let (x, y) = (b.low.x + b.width() * share, b.low.y + b.height() * share);
            path.start(Pt::new(x, b.low.y));
            path.line(Pt::new(x, b.high.y));
            path.start(Pt::new(b.low.x, y));
            path.line(Pt::new(b.high.x, y));
        }
        canvas.path(&path, &Pen::line(palette::INK, 4.5), "");
    }

    /// Dots at the crossings that part the camps from the middle.
    fn shogi_dots(&self, canvas: &mut Canvas) {
        let b = Bounds::of(self.layout.vertices.iter().copied());
        let (columns, rows) = ((b.width() / CELL).round() as usize, (b.height() / CELL).round() as usize);
        if columns < 7 || rows < 7 || columns > 13 {
            return;
        }
        let (dx, dy) = ((columns / 3) as f64 * CELL, (rows / 3) as f64 * CELL);
        for x in [b.low.x + dx, b.high.x - dx] {
            for y in [b.low.y + dy, b.high.y - dy] {
                canvas.circle(Pt::new(x, y), 7.0, &Pen::fill(palette::LINE), "");
            }
        }
    }

    /// Goal sides, each split into the parts that hang together.
    fn goal_parts(&self) -> Vec<(u8, BTreeSet<usize>)> {
        let geometry = &self.view.board;
        let mut parts = Vec::new();
        for (owner, sites) in &self.view.goals {
            let mut left: BTreeSet<usize> = sites
                .iter()
                .filter(|s| s.kind == SiteType::Cell && s.index < geometry.cells.len())
                .map(|s| s.index)
                .collect();
            while let Some(&first) = left.iter().next() {
                left.remove(&first);
                let mut part = BTreeSet::from([first]);
                let mut queue = vec![first];
                while let Some(c) = queue.pop() {
                    let near: Vec<usize> = left
                        .iter()
                        .copied()
                        .filter(|&d| {
                            geometry.cells[c]
                                .corners
                                .iter()
                                .filter(|v| geometry.cells[d].corners.contains(v))
                                .count()
                                >= 2
                        })
                        .collect();
                    for d in near {
                        left.remove(&d);
                        part.insert(d);
                        queue.push(d);
                    }
                }
                parts.push((*owner, part));
            }
        }
        parts
    }

    /// Which player's goal each outer edge belongs to.
    fn goal_edges(&self) -> Vec<(u8, usize, usize)> {
        let geometry = &self.view.board;
        let middle = Bounds::of(self.layout.cells.iter().copied()).middle();
        let parts: Vec<(u8, BTreeSet<usize>, Pt)> = self
            .goal_parts()
            .into_iter()
            .map(|(owner, cells)| {
                let n = cells.len().max(1) as f64;
                let sum = cells.iter().fold(Pt::default(), |s, &c| s.plus(self.layout.cells[c]));
                let out = sum.times(1.0 / n).minus(middle);
                let length = out.length().max(1e-9);
                (owner, cells, out.times(1.0 / length))
            })
            .collect();
        let mut out = Vec::new();
        for (c, cell) in geometry.cells.iter().enumerate() {
            for i in 0..cell.corners.len() {
                let (a, b) = (cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]);
                if !self.outer.contains(&key(a, b)) {
                    continue;
                }
                let normal =
                    self.layout.vertices[a].towards(self.layout.vertices[b], 0.5).minus(self.layout.cells[c]);
                let best = parts
                    .iter()
                    .filter(|(_, cells, _)| cells.contains(&c))
                    .map(|(owner, _, dir)| (*owner, dir.x * normal.x + dir.y * normal.y))
                    .max_by(|x, y| x.1.total_cmp(&y.1));
                if let Some((owner, _)) = best {
                    out.push((owner, a, b));
                }
            }
        }
        out
    }

    fn goals(&self, canvas: &mut Canvas) {
        // Below the lines: a broad band round the board in the colour of whoever owns that side.
        let mut by_owner: BTreeMap<u8, Path> = BTreeMap::new();
        for (owner, a, b) in self.goal_edges() {
            let path = by_owner.entry(owner).or_default();
            path.start(self.layout.vertices[a]);
            path.line(self.layout.vertices[b]);
        }
        for (owner, path) in by_owner {
            let colour = piece::player_colour(&self.view.style, owner, self.view.players);
            canvas.path(&path, &Pen::line(palette::outline(colour), 41.0).rounded(), "");
            canvas.path(&path, &Pen::line(colour, 36.0).rounded(), "");
        }
    }

    fn goal_rims(&self, canvas: &mut Canvas) {
        // The cells cover the inner half of the band again, so that it reads as a border.
        let geometry = &self.view.board;
        let edges: BTreeSet<(usize, usize)> =
            self.goal_edges().into_iter().map(|(_, a, b)| key(a, b)).collect();
        let lines = self.lines(palette::LINE, palette::LINE, 2.8, 2.8);
        for (c, cell) in geometry.cells.iter().enumerate() {
            let touches = (0..cell.corners.len())
                .any(|i| edges.contains(&key(cell.corners[i], cell.corners[(i + 1) % cell.corners.len()])));
            if touches {
                let fill = self
                    .painted(Site::cell(c))
                    .unwrap_or_else(|| self.phase_colour(cell.phase, self.view.style.board.manner().cells));
                let pen = Pen::both(fill, lines.inner, lines.inner_width).rounded();
                canvas.path(&Path::polygon(&self.layout.outline(geometry, c)), &pen, "");
            }
        }
    }

    /// A rack of columns to drop discs into; a column may be a single site that holds a stack.
    fn connect4(&self, canvas: &mut Canvas) {
        let blue = self.view.style.colours.phases[0].unwrap_or(Colour::hex(0x2f6fa8));
        let rows = layout::rack_rows(self.view);
        let mut area = Bounds::of(self.layout.vertices.iter().copied());
        area.low.y -= (rows - 1) as f64 * CELL;
        canvas.rectangle(area.grown(10.0), 16.0, &Pen::both(blue, blue.mix(palette::INK, 0.4), 5.0), "");
        for (c, &at) in self.layout.cells.iter().enumerate() {
            let hole = Pen::both(Colour::hex(0xeaf1f6), blue.mix(palette::INK, 0.5), 3.0);
            canvas.circle(at, 42.0, &hole, &self.data(Site::cell(c)));
            for row in 1..rows {
                canvas.circle(Pt::new(at.x, at.y - row as f64 * CELL), 42.0, &hole, "");
            }
        }
    }

    fn boardless(&self, canvas: &mut Canvas) {
        let geometry = &self.view.board;
        let near = self.near_pieces();
        canvas.open("class=\"cells\"");
        for cell in 0..geometry.cells.len() {
            if !near.contains(&cell) {
                continue;
            }
            let outline = self.layout.outline(geometry, cell);
            let pen = Pen::both(palette::PAPER, palette::WOOD_MIDDLE, 2.0).dashed(8.0, 6.0);
            canvas.path(&Path::polygon(&outline), &pen, &self.data(Site::cell(cell)));
        }
        canvas.close();
    }

    /// Cells that are occupied, or touch one that is; the middle of the board when it is empty.
    pub fn near_pieces(&self) -> BTreeSet<usize> {
        let geometry = &self.view.board;
        let mut seeds: BTreeSet<usize> = BTreeSet::new();
        for piece in
            self.view.pieces.iter().filter(|p| p.kind == SiteType::Cell && p.site < geometry.cells.len())
        {
            seeds.insert(piece.site);
            seeds.extend(piece.footprint.iter().copied().filter(|&c| c < geometry.cells.len()));
        }
        if seeds.is_empty() {
            let middle = Bounds::of(self.layout.cells.iter().copied()).middle();
            let nearest = (0..geometry.cells.len()).min_by(|&a, &b| {
                self.layout.cells[a].distance(middle).total_cmp(&self.layout.cells[b].distance(middle))
            });
            seeds.extend(nearest);
        }
        let corners: BTreeSet<usize> =
            seeds.iter().flat_map(|&c| geometry.cells[c].corners.iter().copied()).collect();
        let mut out: BTreeSet<usize> = (0..geometry.cells.len())
            .filter(|&c| geometry.cells[c].corners.iter().any(|v| corners.contains(v)))
            .collect();
        out.extend(seeds);
        out
    }

    // -- boards of points and lines ----------------------------------------------------------------------------------

    fn graph(&self, canvas: &mut Canvas) {
        let geometry = &self.view.board;
        let plate = self.plate_colour(palette::WOOD_LIGHT);
        if !self.has_ground_of_its_own() {
            self.plate(canvas, plate, 46.0);
        }
        if self.checkered() {
            for (c, cell) in geometry.cells.iter().enumerate() {
                let fill = self.phase_colour(cell.phase, plate);
                canvas.path(
                    &Path::polygon(&self.layout.outline(geometry, c)),
                    &Pen::both(fill, fill, 0.6),
                    "",
                );
            }
        }
        self.paint_sites(canvas, SiteType::Cell);
        let lines = self.lines(palette::LINE, palette::LINE, 3.4, 4.2);
        self.draw_edges(canvas, &lines);
        self.paint_sites(canvas, SiteType::Edge);
        self.vertex_dots(canvas, true);
        self.paint_sites(canvas, SiteType::Vertex);
    }

    fn vertex_bounds(&self) -> Bounds {
        Bounds::of(self.layout.vertices.iter().copied())
    }

    /// Columns and rows of a complete grid of vertices, one unit apart.
    fn grid(&self) -> Option<(usize, usize)> {
        let b = self.vertex_bounds();
        let (columns, rows) =
            ((b.width() / CELL).round() as usize + 1, (b.height() / CELL).round() as usize + 1);
        (columns * rows == self.layout.vertices.len()).then_some((columns, rows))
    }

    fn go(&self, canvas: &mut Canvas) {
        let wood = self.plate_colour(Colour::hex(0xe6c68c));
        let Some((columns, rows)) = self.grid() else {
            self.graph(canvas);
            return;
        };
        let b = self.vertex_bounds();
        self.slab(canvas, b.grown(62.0), wood);
        let lines =
            self.lines(palette::LINE.mix(palette::INK, 0.4), palette::LINE.mix(palette::INK, 0.4), 2.8, 4.5);
        self.draw_edges(canvas, &lines);
        let stars = |n: usize| -> Vec<usize> {
            match n {
                0..=6 => Vec::new(),
                7..=8 => vec![2, n - 3],
                9 | 11 => vec![2, n / 2, n - 3],
                10 | 12 => vec![2, n - 3],
                _ if n % 2 == 1 => vec![3, n / 2, n - 4],
                _ => vec![3, n - 4],
            }
        };
        let (xs, ys) = (stars(columns), stars(rows));
        for &x in &xs {
            for &y in &ys {
                // On small boards the sides' middles stay empty, as is usual.
                let small = columns.min(rows) < 13;
                let side = (xs.len() == 3 && x == xs[1]) != (ys.len() == 3 && y == ys[1]);
                if small && side {
                    continue;
                }
                let at = Pt::new(b.low.x + x as f64 * CELL, b.low.y + y as f64 * CELL);
                canvas.circle(at, 9.0, &Pen::fill(lines.outer), "");
            }
        }
    }

    fn xiangqi(&self, canvas: &mut Canvas) {
        let Some((columns, rows)) = self.grid() else {
            self.graph(canvas);
            return;
        };
        let b = self.vertex_bounds();
        let wood = self.plate_colour(Colour::hex(0xf0d8a8));
        self.slab(canvas, b.grown(66.0), wood);
        let lines = self.lines(palette::LINE, palette::LINE, 3.0, 5.0);
        let at = |x: f64, y: f64| Pt::new(b.low.x + x * CELL, b.low.y + y * CELL);
        let river = self.view.style.board == BoardStyle::Xiangqi && rows % 2 == 0 && rows >= 8;
        let (w, h) = (columns - 1, rows - 1);
        let mut path = Path::new();
        for y in 0..rows {
            path.start(at(0.0, y as f64));
            path.line(at(w as f64, y as f64));
        }
        for x in 0..columns {
            if river && x > 0 && x < w {
                let bank = (rows / 2 - 1) as f64;
                path.start(at(x as f64, 0.0));
                path.line(at(x as f64, bank));
                path.start(at(x as f64, bank + 1.0));
                path.line(at(x as f64, h as f64));
            } else {
                path.start(at(x as f64, 0.0));
                path.line(at(x as f64, h as f64));
            }
        }
        if columns == 9 {
            for y in [0.0, (h - 2) as f64] {
                path.start(at(3.0, y));
                path.line(at(5.0, y + 2.0));
                path.start(at(5.0, y));
                path.line(at(3.0, y + 2.0));
            }
        }
        canvas.path(&path, &Pen::line(lines.inner, lines.inner_width), "");
        canvas.rectangle(b, 0.0, &Pen::line(lines.outer, lines.outer_width), "");
        canvas.rectangle(b.grown(11.0), 0.0, &Pen::line(lines.outer, 2.0), "");
        if river && columns == 9 && rows == 10 {
            let mut ticks = Path::new();
            let spots = [(1.0, 2.0), (7.0, 2.0), (1.0, 7.0), (7.0, 7.0)];
            let soldiers = [0.0, 2.0, 4.0, 6.0, 8.0].into_iter().flat_map(|x| [(x, 3.0), (x, 6.0)]);
            for (x, y) in spots.into_iter().chain(soldiers) {
                for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                    if (x == 0.0 && sx < 0.0) || (x == 8.0 && sx > 0.0) {
                        continue;
                    }
                    let p = at(x + sx * 0.08, y + sy * 0.08);
                    ticks.start(Pt::new(p.x + sx * 14.0, p.y));
                    ticks.line(p);
                    ticks.line(Pt::new(p.x, p.y + sy * 14.0));
                }
            }
            canvas.path(&ticks, &Pen::line(lines.inner, 2.6), "");
        }
    }

    fn surakarta(&self, canvas: &mut Canvas) {
        let Some((columns, rows)) = self.grid() else {
            self.graph(canvas);
            return;
        };
        let b = self.vertex_bounds();
        let loops = columns.min(rows) / 2 - 1;
        let margin = loops as f64 * CELL + 30.0;
        let wood = self.plate_colour(palette::WOOD_LIGHT);
        canvas.rectangle(
            b.grown(margin),
            30.0,
            &Pen::both(wood, wood.mix(palette::WOOD_FRAME, 0.75), 4.0),
            "",
        );
        let lines = self.lines(palette::LINE, palette::LINE, 3.4, 3.4);
        self.draw_edges(canvas, &lines);
        let colours =
            [Colour::hex(0x2478b8), Colour::hex(0xd5532b), Colour::hex(0x1f9b78), Colour::hex(0xe8ab28)];
        for k in (1..=loops).rev() {
            let r = k as f64 * CELL;
            let mut path = Path::new();
            for (corner, sx, sy) in [
                (Pt::new(b.low.x, b.low.y), 1.0, 1.0),
                (Pt::new(b.high.x, b.low.y), -1.0, 1.0),
                (Pt::new(b.high.x, b.high.y), -1.0, -1.0),
                (Pt::new(b.low.x, b.high.y), 1.0, -1.0),
            ] {
                path.start(Pt::new(corner.x + sx * r, corner.y));
                path.arc(r, true, sx * sy < 0.0, Pt::new(corner.x, corner.y + sy * r));
            }
            // The lines that the loops continue, in the same colour.
            for (a, c) in [
                (Pt::new(b.low.x + r, b.low.y), Pt::new(b.low.x + r, b.high.y)),
                (Pt::new(b.high.x - r, b.low.y), Pt::new(b.high.x - r, b.high.y)),
                (Pt::new(b.low.x, b.low.y + r), Pt::new(b.high.x, b.low.y + r)),
                (Pt::new(b.low.x, b.high.y - r), Pt::new(b.high.x, b.high.y - r)),
            ] {
                path.start(a);
                path.line(c);
            }
            canvas.path(&path, &Pen::line(colours[(k - 1) % colours.len()], 6.0).rounded(), "");
        }
        for &v in &self.layout.vertices {
            canvas.circle(v, 7.0, &Pen::fill(palette::LINE), "");
        }
    }

    /// A snake or spiral: one smooth band through the sites in their order.
    fn spiral(&self, canvas: &mut Canvas) {
        let points = &self.layout.vertices;
        if points.len() < 3 {
            self.graph(canvas);
            return;
        }
        let path = smooth(points);
        let wood = self.plate_colour(palette::WOOD_LIGHT);
        let area = self.vertex_bounds();
        let centre = area.middle();
        let radius = points.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
        canvas.circle(centre, radius + 62.0, &Pen::both(palette::WOOD_MIDDLE, palette::WOOD_FRAME, 5.0), "");
        canvas.path(&path, &Pen::line(palette::WOOD_FRAME, 92.0).rounded(), "");
        canvas.path(&path, &Pen::line(wood, 86.0).rounded(), "");
        // A bar between every two sites, across the band.
        let mut bars = Path::new();
        for pair in points.windows(2) {
            let middle = pair[0].towards(pair[1], 0.5);
            let d = pair[1].minus(pair[0]);
            let length = d.length().max(1e-9);
            // The band is curved; its middle lies off the chord, away from the spiral's centre.
            let out = middle.minus(centre);
            let bulge = if out.length() > 1.0 {
                out.times(1.0 / out.length()).times(d.length() * d.length() / (8.0 * out.length().max(CELL)))
            } else {
                Pt::default()
            };
            let n = Pt::new(-d.y / length, d.x / length).times(43.0);
            bars.start(middle.plus(bulge).plus(n));
            bars.line(middle.plus(bulge).minus(n));
        }
        canvas.path(&bars, &Pen::line(palette::WOOD_FRAME, 2.6), "");
    }

    fn shibumi(&self, canvas: &mut Canvas) {
        let wood = self.plate_colour(palette::WOOD);
        let b = self.vertex_bounds();
        canvas.rectangle(b.grown(66.0), 18.0, &Pen::both(wood, wood.mix(palette::WOOD_FRAME, 0.75), 4.0), "");
        for (v, &at) in self.layout.vertices.iter().enumerate() {
            if self.view.board.vertices[v].layer == 0 {
                canvas.circle(
                    at,
                    30.0,
                    &Pen::both(wood.mix(palette::INK, 0.25), wood.mix(palette::INK, 0.4), 3.0),
                    "",
                );
            }
        }
    }

    /// A peg board: holes joined by fine lines.
    fn holes(&self, canvas: &mut Canvas) {
        let wood = self.plate_colour(palette::WOOD);
        self.plate(canvas, wood, 58.0);
        let lines = self.lines(palette::LINE.mix(wood, 0.4), palette::LINE.mix(wood, 0.4), 2.0, 2.0);
        self.draw_edges(canvas, &lines);
        for &at in &self.layout.vertices {
            canvas.circle(at, 24.0, &Pen::both(wood.mix(palette::INK, 0.45), palette::LINE, 4.0), "");
        }
    }

    fn hashi(&self, canvas: &mut Canvas) {
        let lines = self.lines(Colour::hex(0xd5ccbb), Colour::hex(0xd5ccbb), 2.0, 2.0);
        canvas.rectangle(
            self.vertex_bounds().grown(60.0),
            8.0,
            &Pen::both(Colour::hex(0xfdfaf3), palette::INK, 4.0),
            "",
        );
        self.draw_edges(canvas, &lines);
    }

    /// A box at every point, for numbers.
    fn boxes_at_points(&self, canvas: &mut Canvas) {
        self.slab(canvas, self.vertex_bounds().grown(64.0), Colour::hex(0xfdfaf3));
        for &at in &self.layout.vertices {
            let area = Bounds { low: at, high: at }.grown(33.0);
            canvas.rectangle(area, 5.0, &Pen::both(Colour::hex(0xffffff), palette::INK, 3.0), "");
        }
    }

    fn pen_and_paper(&self, canvas: &mut Canvas) {
        let geometry = &self.view.board;
        let paper = self.plate_colour(Colour::hex(0xfbf6ea));
        self.plate(canvas, paper, 34.0);
        if geometry.played == SiteType::Cell {
            canvas.open("class=\"cells\"");
            for cell in 0..geometry.cells.len() {
                let fill = self.phase_colour(geometry.cells[cell].phase, paper);
                canvas.path(
                    &Path::polygon(&self.layout.outline(geometry, cell)),
                    &Pen::fill(fill),
                    &self.data(Site::cell(cell)),
                );
            }
            canvas.close();
        }
        self.paint_sites(canvas, SiteType::Cell);
        let grey = Colour::hex(0xb9ad9b);
        let lines = self.lines(grey, grey, 2.6, 2.6);
        if self.view.style.edges.is_empty() && geometry.played == SiteType::Edge {
            let mut path = Path::new();
            for edge in 0..geometry.edges.len() {
                self.add_edge(&mut path, edge);
            }
            canvas.path(&path, &Pen::line(lines.inner, lines.inner_width).rounded().dashed(0.1, 8.0), "");
        } else {
            self.draw_edges(canvas, &lines);
        }
        self.paint_sites(canvas, SiteType::Edge);
        if geometry.played != SiteType::Cell {
            for &at in &self.layout.vertices {
                canvas.circle(at, 9.0, &Pen::fill(palette::INK), "");
            }
        } else {
            self.vertex_dots(canvas, false);
        }
        self.paint_sites(canvas, SiteType::Vertex);
    }

    // -- boards of their own kind ------------------------------------------------------------------------------------

    /// Backgammon and its kin: two rows of points.
    fn points(&self, canvas: &mut Canvas) {
        let Some(board) = layout::point_board(self.view) else { return };
        let xs: Vec<f64> = self.layout.vertices.iter().take(board.columns).map(|p| p.x).collect();
        let (Some(first), Some(last)) = (xs.first(), xs.last()) else { return };
        let area = Bounds {
            low: Pt::new(first - 50.0, 0.0),
            high: Pt::new(last + 50.0, layout::POINT_BOARD_HEIGHT),
        };
        let field = self.view.style.colours.phases[0].unwrap_or(Colour::hex(0xf1e2c4));
        canvas.rectangle(
            area.grown(26.0),
            14.0,
            &Pen::both(palette::WOOD_FRAME, palette::WOOD_FRAME.mix(palette::INK, 0.3), 4.0),
            "",
        );
        canvas.rectangle(area, 0.0, &Pen::fill(field), "");
        let (light, dark) = (Colour::hex(0xd9a86a), Colour::hex(0x9c4f36));
        let height = layout::POINT_BOARD_HEIGHT * 0.425;
        for (i, at) in self.layout.vertices.iter().enumerate() {
            let column = i % board.columns;
            if board.bar == Some(column) {
                continue;
            }
            let bottom = i < board.columns;
            let order = if board.bar.is_some_and(|b| column > b) { column + 1 } else { column };
            let colour = if (order % 2 == 0) == bottom { dark } else { light };
            let (base, tip) =
                if bottom { (area.high.y, area.high.y - height) } else { (area.low.y, area.low.y + height) };
            let triangle = [Pt::new(at.x - 46.0, base), Pt::new(at.x, tip), Pt::new(at.x + 46.0, base)];
            canvas.path(&Path::polygon(&triangle), &Pen::fill(colour), "");
        }
        let bar = match board.bar {
            Some(b) => Bounds { low: Pt::new(xs[b] - 48.0, 0.0), high: Pt::new(xs[b] + 48.0, area.high.y) },
            None => {
                let (a, b) = (xs[board.columns / 2 - 1], xs[board.columns / 2]);
                Bounds { low: Pt::new(a + 52.0, 0.0), high: Pt::new(b - 52.0, area.high.y) }
            }
        };
        canvas.rectangle(bar, 0.0, &Pen::fill(palette::WOOD_FRAME), "");
    }

    /// Is this pit a store at the end of the board? Stores stand outside the rows.
    pub fn is_store(&self, index: usize) -> bool {
        let places = match self.view.board.played {
            SiteType::Vertex => &self.layout.vertices,
            SiteType::Cell => &self.layout.cells,
            SiteType::Edge => return false,
        };
        let Some(at) = places.get(index) else { return false };
        let b = Bounds::of(places.iter().copied());
        if b.height() < 40.0 {
            return false;
        }
        let at_end = (at.x - b.low.x).abs() < 1.0 || (at.x - b.high.x).abs() < 1.0;
        let alone = places.iter().filter(|p| (p.x - at.x).abs() < 1.0).count() == 1;
        let level = (at.y - b.middle().y).abs() < 1.0;
        let in_row = places.iter().filter(|p| (p.y - at.y).abs() < 1.0).count();
        at_end && alone && level && in_row <= 2
    }

    fn mancala(&self, canvas: &mut Canvas) {
        let kind = self.view.board.played;
        let wood = self.plate_colour(palette::WOOD_MIDDLE);
        let places = match kind {
            SiteType::Cell => &self.layout.cells,
            SiteType::Vertex => &self.layout.vertices,
            SiteType::Edge => &self.layout.edges,
        };
        let b = Bounds::of(places.iter().copied());
        let square = places.iter().all(|p| {
            (p.x - b.low.x).abs() < 1.0
                || (p.x - b.high.x).abs() < 1.0
                || (p.y - b.low.y).abs() < 1.0
                || (p.y - b.high.y).abs() < 1.0
        }) || self.mostly_filled(places, b);
        if square {
            canvas.rectangle(
                b.grown(64.0),
                60.0,
                &Pen::both(wood, wood.mix(palette::WOOD_FRAME, 0.8), 5.0),
                "",
            );
        } else {
            self.plate(canvas, wood, 60.0);
        }
        let pit = wood.mix(palette::INK, 0.42);
        let rim = wood.mix(palette::INK, 0.58);
        for (i, &at) in places.iter().enumerate() {
            let fill = self.painted(Site { kind, index: i }).unwrap_or(pit);
            if self.is_store(i) {
                let half = (b.height() / 2.0 + 38.0).min(190.0);
                let area = Bounds {
                    low: Pt::new(at.x - 36.0, at.y - half),
                    high: Pt::new(at.x + 36.0, at.y + half),
                };
                canvas.rectangle(area, 36.0, &Pen::both(fill, rim, 4.0), "");
            } else {
                canvas.circle(at, 41.0, &Pen::both(fill, rim, 4.0), "");
            }
        }
    }

    fn mostly_filled(&self, places: &[Pt], b: Bounds) -> bool {
        let slots = ((b.width() / CELL).round() + 1.0) * ((b.height() / CELL).round() + 1.0);
        places.len() as f64 > 0.55 * slots
    }

    // -- what is printed on boards --------------------------------------------------------------------------------------

    fn drawn_lines(&self, canvas: &mut Canvas) {
        let thin = 3.4;
        for line in &self.view.style.lines {
            if line.style == LineStyle::Hidden {
                continue;
            }
            let mut path = Path::new();
            for &(a, b) in &line.ends {
                let ends = (
                    self.layout.site(Site { kind: line.kind, index: a }),
                    self.layout.site(Site { kind: line.kind, index: b }),
                );
                let (Some(a), Some(b)) = ends else { continue };
                path.start(a);
                match line.curve {
                    // Tangents at the ends, in board units, y upwards.
                    Some([x1, y1, x2, y2]) => {
                        let k = a.distance(b) / 3.0;
                        path.cubic(
                            Pt::new(a.x + x1 * k, a.y - y1 * k),
                            Pt::new(b.x + x2 * k, b.y - y2 * k),
                            b,
                        );
                    }
                    None => path.line(b),
                }
            }
            let thick =
                matches!(line.style, LineStyle::Thick | LineStyle::ThickDotted | LineStyle::ThickDashed);
            let width = if thick { thin * 2.0 } else { thin } * line.scale.clamp(0.1, 6.0);
            let colour = line.colour.or(self.view.style.colours.inner_edges).unwrap_or(palette::LINE);
            canvas.path(&path, &styled(Pen::line(colour, width).rounded(), line.style, width), "");
        }
    }

    fn symbols(&self, canvas: &mut Canvas) {
        let colour = self.view.style.colours.symbols.unwrap_or(palette::WOOD_DARK.mix(palette::INK, 0.2));
        for symbol in &self.view.style.symbols {
            for &site in &symbol.sites {
                let Some(at) = self.layout.site(site) else { continue };
                let mut size = match site.kind {
                    SiteType::Cell => self.layout.room_at(&self.view.board, site).min(1.4 * CELL),
                    SiteType::Vertex | SiteType::Edge => 0.85 * CELL,
                };
                if symbol.ornament.image.as_deref().is_some_and(|i| i.eq_ignore_ascii_case("thincross")) {
                    size *= 1.0;
                }
                piece::ornament_at(canvas, &symbol.ornament, at, size * 0.92, colour, colour);
            }
        }
    }

    fn hints(&self, canvas: &mut Canvas) {
        if self.view.style.hints == HintPlace::None {
            return;
        }
        for hint in &self.view.hints {
            let places: Vec<Pt> = hint.sites.iter().filter_map(|&s| self.layout.site(s)).collect();
            let Some(&first) = places.first() else { continue };
            if self.view.style.board == BoardStyle::Futoshiki && places.len() == 2 {
                // The first of the two is the smaller: the sign points at it.
                let (a, b) = (places[1], places[0]);
                let (m, d) = (a.towards(b, 0.5), b.minus(a).times(1.0 / a.distance(b).max(1e-9)));
                let n = Pt::new(-d.y, d.x);
                let mut sign = Path::new();
                sign.start(m.minus(d.times(9.0)).plus(n.times(14.0)));
                sign.line(m.plus(d.times(9.0)));
                sign.line(m.minus(d.times(9.0)).minus(n.times(14.0)));
                canvas.path(&sign, &Pen::line(palette::INK, 5.0).rounded(), "");
                continue;
            }
            let Some(value) = hint.value else { continue };
            let text = value.to_string();
            let caged = hint.sites.len() > 1 && hint.sites.iter().all(|s| s.kind == SiteType::Cell);
            let place = match (self.view.style.board, self.view.style.hints) {
                (BoardStyle::Sudoku, HintPlace::Default) if caged => HintPlace::TopLeft,
                (_, place) => place,
            };
            match (self.view.style.board, place) {
                (BoardStyle::Hashi, _) => {
                    canvas.circle(first, 36.0, &Pen::both(Colour::hex(0xfdfaf3), palette::INK, 4.0), "");
                    font::write(canvas, &text, first, 46.0, Anchor::Middle, Weight::Bold, palette::INK);
                }
                (_, HintPlace::BetweenVertices) => {
                    let middle = Bounds::of(places.iter().copied()).middle();
                    font::write(canvas, &text, middle, 44.0, Anchor::Middle, Weight::Regular, palette::INK);
                }
                (BoardStyle::Kakuro, _) | (_, HintPlace::NextTo) => {
                    // Before the first cell: to its left for a row, above it for a column.
                    let b = Bounds::of(places.iter().copied());
                    let (before, at) = if b.width() > b.height() {
                        (Pt::new(b.low.x - CELL, b.low.y), Pt::new(b.low.x - 76.0, b.low.y - 22.0))
                    } else {
                        (Pt::new(b.low.x, b.low.y - CELL), Pt::new(b.low.x - 24.0, b.low.y - 76.0))
                    };
                    let on_wall = self.layout.cells.iter().any(|c| c.distance(before) < 1.0);
                    let ink = if on_wall && self.view.style.board == BoardStyle::Kakuro {
                        palette::IVORY
                    } else {
                        palette::CAPTION
                    };
                    font::write(canvas, &text, at, 30.0, Anchor::Middle, Weight::Bold, ink);
                }
                (_, HintPlace::TopLeft) => {
                    let top = places.iter().copied().min_by(|a, b| {
                        (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap_or(std::cmp::Ordering::Equal)
                    });
                    let top = top.unwrap_or(first);
                    if hint.sites.len() > 1 {
                        self.cage(canvas, &hint.sites);
                    }
                    font::write(
                        canvas,
                        &text,
                        Pt::new(top.x - 38.0, top.y - 32.0),
                        22.0,
                        Anchor::Start,
                        Weight::Regular,
                        palette::INK,
                    );
                }
                (_, HintPlace::Default | HintPlace::None) => {
                    let middle =
                        if places.len() > 1 { Bounds::of(places.iter().copied()).middle() } else { first };
                    font::write(canvas, &text, middle, 44.0, Anchor::Middle, Weight::Regular, palette::INK);
                }
            }
        }
    }

    /// A dashed line round a group of cells.
    fn cage(&self, canvas: &mut Canvas, sites: &[Site]) {
        let inside: BTreeSet<usize> =
            sites.iter().filter(|s| s.kind == SiteType::Cell).map(|s| s.index).collect();
        let mut sides: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for &c in &inside {
            let Some(cell) = self.view.board.cells.get(c) else { continue };
            for i in 0..cell.corners.len() {
                sides
                    .entry(key(cell.corners[i], cell.corners[(i + 1) % cell.corners.len()]))
                    .or_default()
                    .push(c);
            }
        }
        let mut path = Path::new();
        for ((a, b), cells) in sides {
            if let [cell] = cells.as_slice() {
                let centre = self.layout.cells[*cell];
                path.start(self.layout.vertices[a].towards(centre, 0.1));
                path.line(self.layout.vertices[b].towards(centre, 0.1));
            }
        }
        canvas.path(&path, &Pen::line(palette::CAPTION, 2.2).dashed(7.0, 5.0), "");
    }

    /// Snakes and ladders: up by a ladder, down by a snake.
    fn links(&self, canvas: &mut Canvas) {
        let snakes =
            [Colour::hex(0x4f8a4b), Colour::hex(0xb5573c), Colour::hex(0x5a6fa8), Colour::hex(0x8c6aa0)];
        for (i, &(from, to)) in self.view.links.iter().enumerate() {
            let (Some(a), Some(b)) = (self.layout.site(from), self.layout.site(to)) else { continue };
            if b.y <= a.y {
                let d = b.minus(a).times(1.0 / a.distance(b).max(1e-9));
                let n = Pt::new(-d.y, d.x).times(13.0);
                let mut path = Path::new();
                for side in [n, n.times(-1.0)] {
                    path.start(a.plus(side));
                    path.line(b.plus(side));
                }
                let rungs = (a.distance(b) / 30.0).floor().max(1.0) as usize;
                for k in 1..=rungs {
                    let p = a.towards(b, (k as f64 - 0.5) / rungs as f64);
                    path.start(p.plus(n));
                    path.line(p.minus(n));
                }
                canvas.path(&path, &Pen::line(palette::WOOD_FRAME, 6.0).rounded(), "");
            } else {
                let d = b.minus(a);
                let n = Pt::new(-d.y, d.x).times(0.16 * if i % 2 == 0 { 1.0 } else { -1.0 });
                let mut path = Path::new();
                path.start(a);
                path.cubic(
                    a.plus(d.times(0.25)).plus(n.times(2.0)),
                    a.plus(d.times(0.3)).plus(n),
                    a.plus(d.times(0.5)),
                );
                path.cubic(a.plus(d.times(0.7)).minus(n), a.plus(d.times(0.75)).minus(n.times(2.0)), b);
                let skin = snakes[i % snakes.len()];
                canvas.path(&path, &Pen::line(palette::INK, 19.0).rounded(), "");
                canvas.path(&path, &Pen::line(skin, 14.0).rounded(), "");
                canvas.circle(a, 15.0, &Pen::both(skin, palette::INK, 2.5), "");
                for side in [-5.0, 5.0] {
                    canvas.circle(Pt::new(a.x + side, a.y - 3.0), 2.6, &Pen::fill(palette::IVORY), "");
                }
            }
        }
    }
}

fn is_centred(o: &crate::style::Ornament) -> bool {
    o.offset_x.abs() < 0.02 && o.offset_y.abs() < 0.02 && o.rotation == 0.0
}

fn is_square(image: &str) -> bool {
    let name = image.trim_end_matches(".svg");
    name.eq_ignore_ascii_case("square") || name.eq_ignore_ascii_case("rectangle")
}

/// A pen with the dashes of a line style.
fn styled(pen: Pen, style: LineStyle, width: f64) -> Pen {
    match style {
        LineStyle::Thin | LineStyle::Thick | LineStyle::Hidden => pen,
        LineStyle::ThinDotted | LineStyle::ThickDotted => pen.dashed(0.1, 3.2 * width),
        LineStyle::ThinDashed | LineStyle::ThickDashed => pen.dashed(4.0 * width, 4.0 * width),
    }
}

/// A smooth line through points.
pub fn smooth(points: &[Pt]) -> Path {
    let mut path = Path::new();
    for (i, &p) in points.iter().enumerate() {
        if i == 0 {
            path.start(p);
            continue;
        }
        let a = points[i - 1];
        let before = if i >= 2 { points[i - 2] } else { a };
        let after = points.get(i + 1).copied().unwrap_or(p);
        path.cubic(a.plus(p.minus(before).times(1.0 / 6.0)), p.minus(after.minus(a).times(1.0 / 6.0)), p);
    }
    path
}
