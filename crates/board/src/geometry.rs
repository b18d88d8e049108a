//! Plane geometry: segments, polygons, near neighbours. Knows points, not graphs.

use crate::num;
use crate::spec::{Point, Poly};
use rustc_hash::FxHashMap;

/// Differences below this are rounding.
pub const EPSILON: f64 = 1e-7;

pub type Point2 = [f64; 2];

pub fn flat(p: Point) -> Point2 {
    [p[0], p[1]]
}

pub fn distance(a: Point2, b: Point2) -> f64 {
    distance_squared(a, b).sqrt()
}

pub fn distance_squared(a: Point2, b: Point2) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    dx * dx + dy * dy
}

pub fn distance3(a: Point, b: Point) -> f64 {
    let (dx, dy, dz) = (b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    (dx * dx + dy * dy + dz * dz).sqrt()
}

pub fn lerp(t: f64, a: f64, b: f64) -> f64 {
    a + t * (b - a)
}

pub fn lerp2(t: f64, a: Point2, b: Point2) -> Point2 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    [a[0] + t * dx, a[1] + t * dy]
}

pub fn rotate(theta: f64, p: Point2) -> Point2 {
    let (s, c) = (num::sin(theta), num::cos(theta));
    [p[0] * c - p[1] * s, p[1] * c + p[0] * s]
}

/// The heading from `a` to `b`, counter-clockwise from east.
pub fn heading(a: Point, b: Point) -> f64 {
    num::atan2(b[1] - a[1], b[0] - a[0])
}

/// Distance from a point to the endless line through `a` and `b`.
pub fn distance_to_line(p: Point2, a: Point2, b: Point2) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    if dx.abs() + dy.abs() < EPSILON {
        return distance(p, a);
    }
    let area = (p[1] - a[1]) * dx - (p[0] - a[0]) * dy;
    (area * area / (dx * dx + dy * dy)).sqrt()
}

/// Distance from a point to the segment between `a` and `b`, in space.
pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let to_a = [a[0] - p[0], a[1] - p[1], a[2] - p[2]];
    let length_squared = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
    if length_squared < EPSILON {
        return distance3(p, a);
    }
    let t = -(to_a[0] * along[0] + to_a[1] * along[1] + to_a[2] * along[2]) / length_squared;
    if t <= 0.0 {
        return distance3(p, a);
    }
    if t >= 1.0 {
        return distance3(p, b);
    }
    let off = [to_a[0] + t * along[0], to_a[1] + t * along[1], to_a[2] + t * along[2]];
    (off[0] * off[0] + off[1] * off[1] + off[2] * off[2]).sqrt()
}

/// How far along each of two segments they meet, as fractions; `None` when they are parallel.
fn meeting(a0: Point2, a1: Point2, b0: Point2, b1: Point2) -> Option<(f64, f64)> {
    let (ax, ay) = (a1[0] - a0[0], a1[1] - a0[1]);
    let (bx, by) = (b1[0] - b0[0], b1[1] - b0[1]);
    let (cx, cy) = (b0[0] - a0[0], b0[1] - a0[1]);
    let det = bx * ay - by * ax;
    if det.abs() < EPSILON {
        return None;
    }
    let inverse = 1.0 / det;
    Some(((bx * cy - by * cx) * inverse, (ax * cy - ay * cx) * inverse))
}

/// Do the segments meet anywhere, ends included?
pub fn segments_meet(a0: Point2, a1: Point2, b0: Point2, b1: Point2) -> bool {
    let inside = |t: f64| (-EPSILON..=1.0 + EPSILON).contains(&t);
    meeting(a0, a1, b0, b1).is_some_and(|(s, t)| inside(s) && inside(t))
}

/// Where the segments cross, well away from their ends.
pub fn crossing_point(a0: Point2, a1: Point2, b0: Point2, b1: Point2) -> Option<Point2> {
    const MARGIN: f64 = 0.01;
    let inside = |t: f64| t > MARGIN && t < 1.0 - MARGIN;
    let (s, t) = meeting(a0, a1, b0, b1)?;
    (inside(s) && inside(t)).then(|| [a0[0] + s * (a1[0] - a0[0]), a0[1] + s * (a1[1] - a0[1])])
}

/// Is `p` on the segment, but at neither end?
pub fn touches_inside(p: Point, a: Point, b: Point) -> bool {
    const MARGIN: f64 = 0.001;
    distance3(p, a) >= MARGIN && distance3(p, b) >= MARGIN && distance_to_segment(p, a, b) <= MARGIN
}

/// Does the turn a, b, c go clockwise (or straight on)?
pub fn clockwise(a: Point2, b: Point2, c: Point2) -> bool {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) < EPSILON
}

/// Which side of the line a-b the point is on: 1 left, -1 right, 0 on it.
pub fn side_of(p: Point2, a: Point2, b: Point2) -> i32 {
    let area = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    if area < -EPSILON {
        -1
    } else if area > EPSILON {
        1
    } else {
        0
    }
}

/// The turn at `b` on the way from `a` to `c`, positive to the left.
pub fn turn(a: Point2, b: Point2, c: Point2) -> f64 {
    let (vx, vy) = (b[0] - a[0], b[1] - a[1]);
    let (ux, uy) = (c[0] - b[0], c[1] - b[1]);
    num::atan2(ux * -vy + uy * vx, ux * vx + uy * vy)
}

/// The tangent of the bend at `b` on the way from `a` to `c`, or infinity when the way turns back.
pub fn bend(a: Point, b: Point, c: Point) -> f64 {
    let v = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let u = [c[0] - b[0], c[1] - b[1], c[2] - b[2]];
    let dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    if dot <= 0.0 {
        return f64::INFINITY;
    }
    let cross = [v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]];
    ((cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).sqrt() / dot).abs()
}

/// Signed area: positive when the points go round counter-clockwise.
pub fn signed_area(points: &[Point2]) -> f64 {
    let mut area = 0.0;
    for (n, p) in points.iter().enumerate() {
        let q = points[(n + 1) % points.len()];
        area += p[0] * q[1] - q[0] * p[1];
    }
    area / 2.0
}

/// Is the point inside the polygon? (Counts crossings of a ray to the left.)
pub fn inside(p: Point2, polygon: &[Point2]) -> bool {
    let [x, y] = p;
    let mut odd = false;
    let Some(mut last) = polygon.last().copied() else { return false };
    for &this in polygon {
        let [ix, iy] = this;
        let [jx, jy] = last;
        if (iy < y && jy >= y || jy < y && iy >= y) && (ix <= x || jx <= x) {
            odd ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x;
        }
        last = this;
    }
    odd
}

/// A vector scaled to length one; too short a vector is left as it is.
pub fn unit(v: Point) -> Point {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length < EPSILON { v } else { [v[0] / length, v[1] / length, v[2] / length] }
}

pub fn unit2(v: Point2) -> Point2 {
    let [x, y, _] = unit([v[0], v[1], 0.0]);
    [x, y]
}

/// The box around some points: low corner, then width and height.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Bounds {
    pub fn of(points: impl Iterator<Item = Point2>) -> Bounds {
        let (mut x0, mut y0, mut x1, mut y1) =
            (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for [x, y] in points {
            x0 = x0.min(x);
            x1 = x1.max(x);
            y0 = y0.min(y);
            y1 = y1.max(y);
        }
        if x0 > x1 {
            return Bounds { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };
        }
        Bounds { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
    }

    pub fn max_x(&self) -> f64 {
        self.x + self.width
    }

    pub fn max_y(&self) -> f64 {
        self.y + self.height
    }
}

/// A closed polygon to cut with.
#[derive(Clone, Debug, Default)]
pub struct Polygon {
    pub points: Vec<Point2>,
}

impl Polygon {
    /// The polygon a description gives, with its rotated copies. A negative count reverses the points first.
    pub fn from_spec(poly: &Poly) -> Polygon {
        let mut points: Vec<Point2> =
            poly.points.iter().map(|p| [num::single(p[0]), num::single(p[1])]).collect();
        let rotations = poly.rotations.unwrap_or(0);
        if rotations != 0 {
            if rotations < 0 {
                points.reverse();
            }
            let base = points.len();
            let step = 2.0 * num::PI / rotations as f64;
            let mut angle = step;
            for _ in 1..rotations.unsigned_abs() {
                let (s, c) = (num::sin(angle), num::cos(angle));
                for i in 0..base {
                    let [x, y] = points[i];
                    points.push([x * c - y * s, x * s + y * c]);
                }
                angle += step;
            }
        }
        Polygon { points }
    }

    /// A walk round the sides: each side turns left (right when negative) and then goes its length.
    pub fn walk(sides: &[i64], steps: &[Point2]) -> Polygon {
        let turns = steps.len() as i64;
        let mut heading = turns - 1;
        let mut at = [0.0, 0.0];
        let mut points = vec![at];
        for &side in sides {
            heading = (heading + if side < 0 { -1 } else { 1 } + turns) % turns;
            let step = steps[heading as usize];
            at = [at[0] + side as f64 * step[0], at[1] + side as f64 * step[1]];
            points.push(at);
        }
        Polygon { points }
    }

    pub fn contains(&self, p: Point2) -> bool {
        inside(p, &self.points)
    }

    /// Pushes every corner outwards, so that points on the outline count as inside.
    pub fn inflate(&mut self, amount: f64) {
        let n = self.points.len();
        if n == 0 {
            return;
        }
        let outward: Vec<Point2> = (0..n)
            .map(|i| {
                let (a, b, c) = (self.points[i], self.points[(i + 1) % n], self.points[(i + 2) % n]);
                let towards = |from: Point2, to: Point2| unit2([to[0] - from[0], to[1] - from[1]]);
                let (one, two) = if clockwise(a, b, c) {
                    (towards(a, b), towards(c, b))
                } else {
                    (towards(b, a), towards(b, c))
                };
                [(one[0] * amount + two[0] * amount) * 0.5, (one[1] * amount + two[1] * amount) * 0.5]
            })
            .collect();
        for (i, p) in self.points.iter_mut().enumerate() {
            let push = outward[(i + n - 1) % n];
            *p = [p[0] + push[0], p[1] + push[1]];
        }
    }

    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.points.iter().copied())
    }
}

/// Points in a hash grid, to find those near a place without looking at all.
#[derive(Clone, Debug)]
pub struct PointGrid {
    size: f64,
    cells: FxHashMap<(i64, i64), Vec<u32>>,
}

impl PointGrid {
    /// A grid that finds everything within `radius`.
    pub fn new(radius: f64) -> PointGrid {
        PointGrid { size: radius.max(1e-9), cells: FxHashMap::default() }
    }

    fn key(&self, p: Point2) -> (i64, i64) {
        ((p[0] / self.size).floor() as i64, (p[1] / self.size).floor() as i64)
    }

    pub fn insert(&mut self, id: u32, p: Point2) {
        let key = self.key(p);
        self.cells.entry(key).or_default().push(id);
    }

    /// Calls `visit` with every point that could be within the radius of `p`; order is unspecified.
    pub fn near(&self, p: Point2, mut visit: impl FnMut(u32)) {
        let (x, y) = self.key(p);
        for gx in x.saturating_sub(1)..=x.saturating_add(1) {
            for gy in y.saturating_sub(1)..=y.saturating_add(1) {
                if let Some(ids) = self.cells.get(&(gx, gy)) {
                    ids.iter().for_each(|&id| visit(id));
                }
            }
        }
    }
}
