//! The semi-regular tilings, bricks, Celtic knots and the quad-hex board.
//!
//! Most are a motif of points stamped on a lattice, with points one unit apart joined.

use super::{Site, Stamp, check_sides, hexagonal_outline, lattice_range, operators, polygon};
use crate::error::BoardError;
use crate::geometry::{self, Point2, Polygon, turn, unit};
use crate::graph::{Basis, Graph};
use crate::measure;
use crate::num::{self, PI};
use crate::spec::{BrickShape, Outline, Tiling};

fn root3() -> f64 {
    3.0_f64.sqrt()
}

/// Stamps a motif over rows and columns where `keep` says so, and joins points one unit apart.
fn stamped(
    site: &Site,
    (rows, columns): (i64, i64),
    place: impl Fn(i64, i64) -> Point2,
    keep: impl Fn(i64, i64) -> bool,
    motif: &[Point2],
) -> Result<Graph, BoardError> {
    site.lattice(rows, columns, (motif.len() / 4) as i64)?;
    let mut stamp = Stamp::new();
    for r in 0..rows {
        for c in 0..columns {
            if keep(r, c) {
                stamp.press(place(r, c), motif);
            }
        }
    }
    Ok(stamp.into_graph(Basis::Other))
}

fn ordered(mut graph: Graph) -> Graph {
    graph.reorder();
    graph
}

/// Swaps x and y.
fn mirrored(motif: &[Point2]) -> Vec<Point2> {
    motif.iter().map(|&[x, y]| [y, x]).collect()
}

// -- motifs and lattices ----------------------------------------------------------------------------------

/// A regular twelve-sided polygon with unit sides.
fn dodecagon() -> Vec<Point2> {
    let radius = 1.0 / (2.0 - root3()).sqrt();
    (0..12)
        .map(|s| {
            let theta = PI / 12.0 + f64::from(s) / 12.0 * 2.0 * PI;
            [radius * num::cos(theta), radius * num::sin(theta)]
        })
        .collect()
}

/// A unit hexagon with its ring of squares and triangles.
fn ringed_hexagon() -> Vec<Point2> {
    let uy = root3() / 2.0;
    let mut motif = vec![[-0.5, uy], [0.5, uy], [1.0, 0.0], [0.5, -uy], [-0.5, -uy], [-1.0, 0.0]];
    let radius = (1.0 + root3() / 2.0) / num::cos(num::radians(15.0));
    for n in 0..12 {
        let theta = num::radians(f64::from(15 + n * 30));
        motif.push([radius * num::cos(theta), radius * num::sin(theta)]);
    }
    motif
}

/// A hexagon with its ring of triangles, on the half-unit lattice.
fn snub_hexagon() -> Vec<Point2> {
    const PLACES: [(i32, i32); 18] = [
        (-1, 1),
        (1, 1),
        (2, 0),
        (1, -1),
        (-1, -1),
        (-2, 0),
        (-2, 2),
        (0, 2),
        (2, 2),
        (3, 1),
        (4, 0),
        (3, -1),
        (2, -2),
        (0, -2),
        (-2, -2),
        (-3, -1),
        (-4, 0),
        (-3, 1),
    ];
    let (ux, uy) = (0.5, root3() / 2.0);
    PLACES.iter().map(|&(x, y)| [f64::from(x) * ux, f64::from(y) * uy]).collect()
}

/// Squares and triangles round a point: numbers of half-units and half-roots along x and y.
fn snub_square() -> Vec<Point2> {
    const PLACES: [(i32, i32, i32, i32); 14] = [
        (-1, 0, -1, -1),
        (1, 0, -1, -1),
        (-1, -1, 0, -1),
        (1, 1, 0, -1),
        (0, 0, -1, 0),
        (-2, -1, 0, 0),
        (0, -1, 0, 0),
        (0, 1, 0, 0),
        (2, 1, 0, 0),
        (0, 0, 1, 0),
        (-1, -1, 0, 1),
        (1, 1, 0, 1),
        (-1, 0, 1, 1),
        (1, 0, 1, 1),
    ];
    let (u2, u3) = (0.5, root3() / 2.0);
    PLACES
        .iter()
        .map(|&(a, b, c, d)| [f64::from(a) * u2 + f64::from(b) * u3, f64::from(c) * u2 + f64::from(d) * u3])
        .collect()
}

fn octagon() -> Vec<Point2> {
    let (u, v) = (1.0, octagon_pitch());
    vec![
        [u / 2.0, v / 2.0],
        [v / 2.0, u / 2.0],
        [v / 2.0, -u / 2.0],
        [u / 2.0, -v / 2.0],
        [-u / 2.0, -v / 2.0],
        [-v / 2.0, -u / 2.0],
        [-v / 2.0, u / 2.0],
        [-u / 2.0, v / 2.0],
    ]
}

fn octagon_pitch() -> f64 {
    1.0 + 2.0 / 2.0_f64.sqrt()
}

fn octagon_place(row: i64, column: i64) -> Point2 {
    [column as f64 * octagon_pitch(), row as f64 * octagon_pitch()]
}

/// A hexagon lying on its side.
fn flat_hexagon() -> Vec<Point2> {
    let x = root3() / 2.0;
    mirrored(&[[0.0, 1.0], [x, 0.5], [x, -0.5], [0.0, -1.0], [-x, -0.5], [-x, 0.5]])
}

fn hexagon_triangle_place(row: i64, column: i64) -> Point2 {
    [2.0 * (column as f64 - 0.5 * row as f64), root3() * row as f64]
}

fn unit_square() -> Vec<Point2> {
    vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
}

fn square_row_place(row: i64, column: i64) -> Point2 {
    [column as f64 + 0.5 * row as f64, row as f64 * (1.0 + root3() / 2.0)]
}

fn ringed_place(row: i64, column: i64) -> Point2 {
    let (hx, hy) = (1.0 + root3(), (3.0 + root3()) / 2.0);
    [hx * (column as f64 - 0.5 * row as f64), hy * row as f64]
}

fn ringed_tilted_place(row: i64, column: i64) -> Point2 {
    let (hx, hy) = (1.0 + root3(), (3.0 + root3()) / 2.0);
    [hy * (column - row) as f64, hx * (row + column) as f64 * 0.5]
}

/// A triangular lattice of big places, `pitch` apart.
fn wide_place(pitch: f64) -> impl Fn(i64, i64) -> Point2 {
    move |row, column| [(column as f64 - 0.5 * row as f64) * pitch, row as f64 * (pitch * root3() / 2.0)]
}

// -- the tilings ------------------------------------------------------------------------------------------

pub fn tiling(site: &Site, tiling: Tiling, a: i64, b: Option<i64>) -> Result<Graph, BoardError> {
    let a = site.positive("the size", a)?;
    let b = b.map(|b| site.positive("the second size", b)).transpose()?;
    let size = 2 * a - 1;
    let half = size / 2;
    let hexagonal = |r: i64, c: i64| (r - c).abs() <= half;
    let everywhere = |_: i64, _: i64| true;
    match tiling {
        Tiling::T31212 => {
            stamped(site, (size, size), wide_place(3.7320508), hexagonal, &dodecagon()).map(ordered)
        }
        Tiling::T4612 => {
            stamped(site, (size, size), wide_place(4.7320508), hexagonal, &dodecagon()).map(ordered)
        }
        Tiling::T333333_33434 => {
            let (hx, hy) = (1.5 + root3(), 2.0 + root3());
            let place = |r: i64, c: i64| [hx * (c - r) as f64, hy * (r + c) as f64 * 0.5];
            stamped(site, (size, size), place, hexagonal, &ringed_hexagon()).map(ordered)
        }
        Tiling::T33336 => {
            let (ux, uy) = (0.5, root3() / 2.0);
            let place = |r: i64, c: i64| {
                let (r, c) = (r as f64, c as f64);
                [c * 5.0 * ux - r * 4.0 * ux, r * 2.0 * uy + c * uy]
            };
            stamped(site, (size, size), place, hexagonal, &snub_hexagon()).map(ordered)
        }
        Tiling::T33434 => {
            let pitch = (1.0 + root3()) / 2.0;
            let place = |r: i64, c: i64| [pitch * (c - r) as f64, pitch * (r + c) as f64];
            stamped(site, (a, a), place, everywhere, &snub_square()).map(ordered)
        }
        Tiling::T33344 => {
            stamped(site, (a, b.unwrap_or(a)), square_row_place, everywhere, &unit_square()).map(ordered)
        }
        Tiling::T3464 => match b {
            None => {
                stamped(site, (size, size), ringed_tilted_place, hexagonal, &ringed_hexagon()).map(ordered)
            }
            Some(b) => stamped(site, (a, b), ringed_tilted_place, everywhere, &ringed_hexagon()).map(ordered),
        },
        Tiling::T3636 => match b {
            None => {
                stamped(site, (size, size), hexagon_triangle_place, hexagonal, &flat_hexagon()).map(ordered)
            }
            Some(b) => stamped(site, (size, 2 * b - 1), hexagon_triangle_place, everywhere, &flat_hexagon())
                .map(ordered),
        },
        // This one keeps the order in which its points were stamped.
        Tiling::T488 => stamped(site, (a, b.unwrap_or(a)), octagon_place, everywhere, &octagon()),
    }
}

pub fn custom(site: &Site, kind: Tiling, outline: &Outline) -> Result<Graph, BoardError> {
    match kind {
        // Outlines are not cut from these tilings: a board of fixed size stands in.
        Tiling::T333333_33434 => tiling(site, kind, 2, None),
        Tiling::T4612 | Tiling::T31212 | Tiling::T33336 => tiling(site, kind, 3, None),
        Tiling::T33434 => match outline {
            Outline::Sides(_) => tiling(site, kind, 3, None),
            Outline::Poly(poly) => operators::keep(site, tiling(site, kind, 5, None)?, poly),
        },
        Tiling::T3636 => outlined(site, outline, hexagon_triangle_place, &flat_hexagon()),
        Tiling::T3464 => outlined(site, outline, ringed_place, &mirrored(&ringed_hexagon())),
        Tiling::T33344 => outlined(site, outline, square_row_place, &unit_square()),
        Tiling::T488 => {
            let polygon = match outline {
                Outline::Poly(poly) => polygon(site, poly)?,
                Outline::Sides(sides) => {
                    check_sides(site, sides)?;
                    Polygon::walk(sides, &[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
                }
            };
            cut(site, polygon, octagon_place, &octagon())
        }
    }
}

fn outlined(
    site: &Site,
    outline: &Outline,
    place: impl Fn(i64, i64) -> Point2,
    motif: &[Point2],
) -> Result<Graph, BoardError> {
    let polygon = match outline {
        Outline::Poly(poly) => polygon(site, poly)?,
        Outline::Sides(sides) => hexagonal_outline(site, sides, &place)?,
    };
    cut(site, polygon, place, motif)
}

fn cut(
    site: &Site,
    mut polygon: Polygon,
    place: impl Fn(i64, i64) -> Point2,
    motif: &[Point2],
) -> Result<Graph, BoardError> {
    polygon.inflate(0.1);
    let (rows, columns) = lattice_range(site, &polygon, 2)?;
    let mut stamp = Stamp::new();
    for r in rows {
        for c in columns.clone() {
            let at = place(r, c);
            if polygon.contains(at) {
                stamp.press(at, motif);
            }
        }
    }
    Ok(ordered(stamp.into_graph(Basis::Other)))
}

// -- bricks -----------------------------------------------------------------------------------------------

/// Outlines of bricks, as column and row offsets in order round them.
const BRICK: [(i64, i64); 6] = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0)];
const HALF_BRICK: [(i64, i64); 4] = [(0, 0), (0, 1), (1, 1), (1, 0)];
const UPRIGHT_BRICK: [(i64, i64); 6] = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)];

fn lay(graph: &mut Graph, row: i64, column: i64, brick: &[(i64, i64)]) {
    let ring: Vec<u32> = brick
        .iter()
        .map(|&(dx, dy)| graph.find_or_add_flat([(column + dx) as f64, (row + dy) as f64]))
        .collect();
    for (i, &v) in ring.iter().enumerate() {
        graph.find_or_add_edge(v, ring[(i + 1) % ring.len()]);
    }
    graph.find_or_add_face(&ring);
}

pub fn brick(
    site: &Site,
    shape: Option<BrickShape>,
    a: i64,
    b: Option<i64>,
    trim: bool,
) -> Result<Graph, BoardError> {
    let a = site.positive("the size", a)?;
    let b = b.map(|b| site.positive("the second size", b)).transpose()?;
    let mut graph = Graph::new();
    // With `trim`, bricks that would stick out at either side are cut in half.
    let lay_row = |graph: &mut Graph, r: i64, c: i64, columns: i64| {
        if trim && c == 0 {
            lay(graph, r, c + 1, &HALF_BRICK);
        } else if trim && c >= columns - 1 {
            lay(graph, r, c, &HALF_BRICK);
        } else {
            lay(graph, r, c, &BRICK);
        }
    };
    let mut wall = |rows: i64, across: i64| -> Result<(), BoardError> {
        let columns = across * 2 + 1;
        site.lattice(rows, columns, 1)?;
        for r in 0..rows {
            for c in (r % 2..columns).step_by(2) {
                lay_row(&mut graph, r, c, columns);
            }
        }
        Ok(())
    };
    match shape.unwrap_or(BrickShape::Square) {
        BrickShape::Square | BrickShape::Rectangle => wall(a, b.unwrap_or(a))?,
        BrickShape::Limping => wall(a, a + 1)?,
        shape @ (BrickShape::Diamond | BrickShape::Prism) => {
            let middle = if shape == BrickShape::Prism { b.unwrap_or(a) } else { 0 };
            let (rows, columns) = (2 * a + 2 * middle, 2 * a);
            site.lattice(rows, columns, 1)?;
            for r in 0..rows {
                for c in ((r + 1) % 2..columns).step_by(2) {
                    if r + c >= a - 1 && c - r < a && r + c < 3 * a - 1 && r - c <= a {
                        lay_row(&mut graph, r, c, columns);
                    }
                }
            }
        }
        BrickShape::Spiral => {
            site.lattice(2 * a, 2 * a, 1)?;
            lay(&mut graph, a - 1, a - 1, &HALF_BRICK);
            for ring in 1..a {
                for n in (0..2 * ring).step_by(2) {
                    lay(&mut graph, a - ring + n, a - ring - 1, &UPRIGHT_BRICK);
                    lay(&mut graph, a + ring - 1, a - ring + n, &BRICK);
                    lay(&mut graph, a - ring - 1 + n, a + ring - 1, &UPRIGHT_BRICK);
                    lay(&mut graph, a - ring - 1, a - ring - 1 + n, &BRICK);
                }
            }
        }
    }
    graph.basis = Basis::Other;
    graph.reorder();
    Ok(graph)
}

// -- Celtic knots -----------------------------------------------------------------------------------------

pub fn celtic(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    let rows = site.positive("the number of rows", rows)?;
    let columns = site.positive("the number of columns", columns)?;
    site.lattice(rows, columns, 2)?;
    knot(0..=rows - 1, 0..=columns - 1, |_| true)
}

pub fn celtic_custom(site: &Site, outline: &Outline) -> Result<Graph, BoardError> {
    let step = 2.0 * (1.0 / 2.0_f64.sqrt());
    let mut polygon = match outline {
        Outline::Poly(poly) => polygon(site, poly)?,
        Outline::Sides(sides) => {
            check_sides(site, sides)?;
            Polygon::walk(sides, &[[step, 0.0], [0.0, step], [-step, 0.0], [0.0, -step]])
        }
    };
    polygon.inflate(0.1);
    let (rows, columns) = lattice_range(site, &polygon, 1)?;
    knot(rows, columns, |p| polygon.contains(p))
}

/// Squares standing on a corner, with loops drawn round the outside.
fn knot(
    rows: std::ops::RangeInclusive<i64>,
    columns: std::ops::RangeInclusive<i64>,
    keep: impl Fn(Point2) -> bool,
) -> Result<Graph, BoardError> {
    let half = 1.0 / 2.0_f64.sqrt();
    let mut graph = Graph::new();
    for row in rows {
        for column in columns.clone() {
            let at = [column as f64 * (2.0 * half), row as f64 * (2.0 * half)];
            if keep(at) {
                for [dx, dy] in [[half, 0.0], [0.0, half], [-half, 0.0], [0.0, -half]] {
                    graph.find_or_add_flat([at[0] + dx, at[1] + dy]);
                }
            }
        }
    }
    graph.join_at_unit_distance();
    graph.make_faces(true);
    let perimeters = measure::perimeters(&graph);
    let Some(outline) = perimeters.first().map(|p| p.vertices.clone()) else { return Err(BoardError::Empty) };
    let n = outline.len();
    let at = |graph: &Graph, i: usize| graph.flat_at(outline[i % n]);

    // A loop springs from every outer corner, and from every second vertex along a straight side.
    let mut springs: Vec<usize> = Vec::new();
    let mut straight = 0;
    for i in 0..n {
        let bend = turn(at(&graph, i + n - 1), at(&graph, i), at(&graph, i + 1));
        if bend > 0.25 * PI {
            springs.push(i);
            straight = 0;
        } else if bend.abs() < 0.1 * PI {
            straight += 1;
            if straight % 2 == 0 {
                springs.push(i);
            }
        }
    }
    for i in springs {
        let (vb, vc, vd, ve) =
            (outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n], outline[(i + 2) % n]);
        let [b, c, d, e] = [vb, vc, vd, ve].map(|v| graph.flat_at(v));
        let towards = |from: Point2, to: Point2| [to[0] - from[0], to[1] - from[1], 0.0];
        let scaled = |v: [f64; 3], by: f64| [v[0] * by, v[1] * by, v[2] * by];
        if turn(c, d, e) < -0.25 * PI {
            graph.add_curved_edge(
                vc,
                ve,
                scaled(unit(towards(d, e)), 1.25),
                scaled(unit(towards(d, c)), 1.25),
            );
            graph.find_or_add_face(&[vd, vc, ve]);
        } else {
            let out = if turn(b, c, d).abs() < 0.1 * PI {
                let along = towards(c, d);
                // A quarter turn to the right.
                [along[1], -along[0], -along[2]]
            } else {
                towards(b, c)
            };
            let middle = [(c[0] + d[0]) / 2.0, (c[1] + d[1]) / 2.0];
            let near = [middle[0] + 0.5 * out[0], middle[1] + 0.5 * out[1]];
            let tip = graph.add_flat([middle[0] + 0.9 * out[0], middle[1] + 0.9 * out[1]]);
            let leave = scaled(unit(out), 1.333);
            graph.add_curved_edge(vc, tip, leave, unit(towards(near, c)));
            graph.add_curved_edge(tip, vd, unit(towards(near, d)), leave);
            graph.find_or_add_face(&[vc, tip, vd]);
        }
    }
    graph.basis = Basis::Other;
    graph.reorder();
    Ok(graph)
}

// -- quad-hex ---------------------------------------------------------------------------------------------

pub fn quadhex(site: &Site, layers: i64, thirds: bool) -> Result<Graph, BoardError> {
    let layers = site.positive("the number of layers", layers)?;
    site.lattice(layers, layers, 6)?;
    let mut graph = Graph::new();
    if thirds {
        three_sections(&mut graph, layers)?;
    } else {
        six_sections(&mut graph, layers);
    }
    graph.make_faces(true);
    graph.basis = Basis::Other;
    graph.reorder();
    Ok(graph)
}

fn six_sections(graph: &mut Graph, layers: i64) {
    let size = layers as f64;
    let top = size * root3() / 2.0;
    let a: Point2 = [0.0, 0.0];
    let b: Point2 = [0.0, top];
    let c: Point2 = [size / 2.0, top];
    let e: Point2 = [size, 0.0];
    let d: Point2 = [(c[0] + e[0]) / 2.0, (c[1] + e[1]) / 2.0];
    use geometry::{lerp2, rotate};
    for section in 0..6 {
        let theta = f64::from(section) * PI / 3.0;
        for row in 0..layers {
            let (r0, r1) = (row as f64 / size, (row + 1) as f64 / size);
            let near = [rotate(theta, lerp2(r0, a, d)), rotate(theta, lerp2(r0, b, c))];
            let far = [rotate(theta, lerp2(r1, a, d)), rotate(theta, lerp2(r1, b, c))];
            for column in 0..layers {
                let (c0, c1) = (column as f64 / size, (column + 1) as f64 / size);
                let va = graph.find_or_add_flat(lerp2(c0, near[0], near[1]));
                let vb = graph.find_or_add_flat(lerp2(c1, near[0], near[1]));
                let vc = graph.find_or_add_flat(lerp2(c1, far[0], far[1]));
                graph.find_or_add_edge(va, vb);
                graph.find_or_add_edge(vb, vc);
                if row == layers - 1 {
                    let vd = graph.find_or_add_flat(lerp2(c0, far[0], far[1]));
                    graph.find_or_add_edge(vc, vd);
                }
            }
        }
    }
}

fn three_sections(graph: &mut Graph, layers: i64) -> Result<(), BoardError> {
    use geometry::lerp2;
    let size = layers as f64;
    let top = size * root3() / 2.0;
    let o: Point2 = [0.0, 0.0];
    let a: Point2 = [-size / 2.0, -top];
    let c: Point2 = [-size, 0.0];
    let e: Point2 = [0.0, -top];
    let ratio = size / (size + 0.5);
    let f = lerp2(ratio, e, o);
    let g = lerp2(ratio / 2.0, a, c);
    let mut section = Graph::new();
    for row in 0..layers {
        let (r0, r1) = (row as f64 / size, (row + 1) as f64 / size);
        let low = [lerp2(r0, a, e), lerp2(r0, g, f)];
        let high = [lerp2(r1, a, e), lerp2(r1, g, f)];
        for column in 0..layers {
            let (c0, c1) = (column as f64 / size, (column + 1) as f64 / size);
            let corners = [
                lerp2(c0, low[0], low[1]),
                lerp2(c1, low[0], low[1]),
                lerp2(c0, high[0], high[1]),
                lerp2(c1, high[0], high[1]),
            ];
            // The quarter and its mirror image.
            for flip in [1.0, -1.0] {
                let v = corners.map(|[x, y]| section.find_or_add_flat([flip * x, y]));
                for (p, q) in [(0, 1), (2, 3), (0, 2), (1, 3)] {
                    section.find_or_add_edge(v[p], v[q]);
                }
            }
        }
    }
    let count = section.vertices.len() as u32;
    let theta = 2.0 * PI / 3.0;
    let (s, co) = (num::sin(theta), num::cos(theta));
    let mut ends: Vec<[u32; 3]> = Vec::new();
    for turn in 0..3u32 {
        for vertex in &section.vertices {
            graph.add_vertex(vertex.at);
        }
        for edge in &section.edges {
            graph.add_edge(edge.a + turn * count, edge.b + turn * count);
        }
        section.transform(|p| [p[0] * co - p[1] * s, p[1] * co + p[0] * s, p[2]]);
        let first = i64::from(turn * count);
        let picked =
            [4 * layers, 4 * layers + 2, layers * (2 * layers + 3)].map(|k| graph.vertex_id(first + k));
        let [Some(x), Some(y), Some(z)] = picked else {
            return Err(BoardError::TooSmall { what: "the number of layers", value: layers, least: 2 });
        };
        ends.push([x, y, z]);
    }
    for (p, q) in [
        (ends[0][2], ends[1][2]),
        (ends[1][2], ends[2][2]),
        (ends[2][2], ends[0][2]),
        (ends[0][1], ends[1][0]),
        (ends[1][1], ends[2][0]),
        (ends[2][1], ends[0][0]),
    ] {
        graph.find_or_add_edge(p, q);
    }
    Ok(())
}
