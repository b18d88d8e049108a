//! Laws that every board obeys, tried on boards nobody would draw.

use ludarium_board::*;

/// SplitMix64: the same boards on every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Mostly small, sometimes senseless.
    fn size(&mut self) -> i64 {
        match self.below(40) {
            0 => -1,
            1 => 0,
            2 => i64::MAX,
            _ => 1 + self.below(4) as i64,
        }
    }

    fn maybe<T>(&mut self, f: impl FnOnce(&mut Dice) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| f(self))
    }

    fn number(&mut self) -> f64 {
        match self.below(60) {
            0 => f64::NAN,
            1 => 1e300,
            2 => 0.0,
            _ => self.below(33) as f64 / 4.0 - 4.0,
        }
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    fn list<T>(&mut self, most: u64, mut f: impl FnMut(&mut Dice) -> T) -> Vec<T> {
        let n = self.below(most + 1);
        (0..n).map(|_| f(self)).collect()
    }

    fn point(&mut self) -> Point {
        [self.number(), self.number(), if self.below(4) == 0 { self.number() } else { 0.0 }]
    }

    fn poly(&mut self) -> Poly {
        Poly {
            points: self.list(5, |d| [d.number(), d.number()]),
            rotations: self.maybe(|d| d.below(7) as i64 - 3),
        }
    }

    fn outline(&mut self) -> Outline {
        if self.below(2) == 0 {
            Outline::Poly(self.poly())
        } else {
            Outline::Sides(self.list(6, |d| d.size() * if d.below(5) == 0 { -1 } else { 1 } % 1000))
        }
    }

    fn graph(&mut self, depth: u32) -> GraphSpec {
        let diagonals = [
            Diagonals::Implied,
            Diagonals::Solid,
            Diagonals::SolidNoSplit,
            Diagonals::Alternating,
            Diagonals::Concentric,
            Diagonals::Radiating,
        ];
        let shapes = [
            HexTriShape::NoShape,
            HexTriShape::Square,
            HexTriShape::Rectangle,
            HexTriShape::Diamond,
            HexTriShape::Triangle,
            HexTriShape::Hexagon,
            HexTriShape::Star,
            HexTriShape::Limping,
            HexTriShape::Prism,
        ];
        let tilings = [
            Tiling::T31212,
            Tiling::T3464,
            Tiling::T488,
            Tiling::T33434,
            Tiling::T33336,
            Tiling::T33344,
            Tiling::T3636,
            Tiling::T4612,
            Tiling::T333333_33434,
        ];
        let bricks = [
            BrickShape::Square,
            BrickShape::Rectangle,
            BrickShape::Diamond,
            BrickShape::Prism,
            BrickShape::Spiral,
            BrickShape::Limping,
        ];
        let squares =
            [SquareShape::Square, SquareShape::Rectangle, SquareShape::Diamond, SquareShape::Limping];
        let kinds = if depth == 0 { 17 } else { 37 };
        let inner = |d: &mut Dice| Box::new(d.graph(depth - 1));
        match self.below(kinds) {
            0 => GraphSpec::Square {
                shape: self.maybe(|d| d.pick(&squares)),
                dim: self.size(),
                diagonals: self.maybe(|d| d.pick(&diagonals)),
                pyramidal: self.below(5) == 0,
            },
            1 => GraphSpec::SquareCustom {
                outline: self.outline(),
                diagonals: self.maybe(|d| d.pick(&diagonals)),
            },
            2 => GraphSpec::Rectangle { rows: self.size(), columns: self.maybe(Dice::size), diagonals: None },
            3 => GraphSpec::Hex {
                shape: self.maybe(|d| d.pick(&shapes)),
                a: self.size(),
                b: self.maybe(Dice::size),
            },
            4 => GraphSpec::HexCustom { outline: self.outline() },
            5 => GraphSpec::Tri {
                shape: self.maybe(|d| d.pick(&shapes)),
                a: self.size(),
                b: self.maybe(Dice::size),
            },
            6 => GraphSpec::TriCustom { outline: self.outline() },
            7 => GraphSpec::Tiling {
                tiling: self.pick(&tilings),
                a: self.size().min(3),
                b: self.maybe(|d| d.size().min(3)),
            },
            8 => GraphSpec::TilingCustom { tiling: self.pick(&tilings), outline: self.outline() },
            9 => GraphSpec::Brick {
                shape: self.maybe(|d| d.pick(&bricks)),
                a: self.size(),
                b: self.maybe(Dice::size),
                trim: self.maybe(|d| d.below(2) == 0),
            },
            10 => GraphSpec::Celtic { rows: self.size(), columns: self.maybe(Dice::size) },
            11 => GraphSpec::Quadhex { layers: self.size(), thirds: self.maybe(|d| d.below(2) == 0) },
            12 => GraphSpec::Regular { star: self.below(2) == 0, sides: self.size().saturating_add(2) },
            13 => GraphSpec::Repeat {
                rows: self.size(),
                columns: self.size(),
                step: self.list(3, |d| [d.number(), d.number()]),
                polys: self.list(2, Dice::poly),
            },
            14 => GraphSpec::Wedge { rows: self.size(), columns: self.maybe(Dice::size) },
            15 => GraphSpec::Concentric {
                shape: match self.below(3) {
                    0 => ConcentricRings::Sides(self.size()),
                    1 => ConcentricRings::Cells(self.list(4, |d| d.below(14) as i64 - 4)),
                    _ => ConcentricRings::Shape(self.pick(&[
                        ConcentricShape::Square,
                        ConcentricShape::Triangle,
                        ConcentricShape::Hexagon,
                        ConcentricShape::Target,
                    ])),
                },
                rings: self.maybe(Dice::size),
                steps: self.maybe(Dice::size),
                midpoints: self.maybe(|d| d.below(2) == 0),
                join_midpoints: self.maybe(|d| d.below(2) == 0),
                join_corners: self.maybe(|d| d.below(2) == 0),
                stagger: self.maybe(|d| d.below(2) == 0),
            },
            16 => GraphSpec::Custom {
                vertices: self.list(9, Dice::point),
                edges: self.list(9, |d| [d.below(9) as i64, d.below(9) as i64]),
            },
            17 => GraphSpec::Add {
                graph: self.maybe(inner),
                vertices: self.list(3, Dice::point),
                edges: self.maybe(|d| {
                    if d.below(2) == 0 {
                        EdgePicks::Points(d.list(3, |d| [d.point(), d.point()]))
                    } else {
                        EdgePicks::Indices(d.list(3, |d| [d.size(), d.size()]))
                    }
                }),
                curved_edges: self.list(2, |d| CurvedEdge {
                    a: d.point(),
                    b: d.point(),
                    tangent_a: d.point(),
                    tangent_b: d.point(),
                }),
                cells: self.maybe(|d| CellPicks::Points(d.list(2, |d| d.list(5, Dice::point)))),
                connect: self.below(2) == 0,
            },
            18 => GraphSpec::Remove {
                graph: inner(self),
                cells: self.maybe(|d| CellPicks::Indices(d.list(4, |d| d.below(9) as i64))),
                edges: self.maybe(|d| EdgePicks::Indices(d.list(4, |d| [d.size(), d.size()]))),
                vertices: self.maybe(|d| VertexPicks::Points(d.list(4, Dice::point))),
                trim_edges: self.maybe(|d| d.below(2) == 0),
            },
            19 => GraphSpec::RemovePoly { graph: inner(self), poly: self.poly(), trim_edges: None },
            20 => GraphSpec::Clip { graph: inner(self), poly: self.poly() },
            21 => GraphSpec::Keep { graph: inner(self), poly: self.poly() },
            22 => GraphSpec::Hole { graph: inner(self), poly: self.poly() },
            23 => {
                GraphSpec::Merge { graphs: self.list(3, |d| d.graph(depth - 1)), connect: self.below(2) == 0 }
            }
            24 => {
                GraphSpec::Union { graphs: self.list(3, |d| d.graph(depth - 1)), connect: self.below(2) == 0 }
            }
            25 => GraphSpec::Intersect { graphs: self.list(3, |d| d.graph(depth - 1)) },
            26 => GraphSpec::Complete { graph: inner(self), each_cell: self.below(2) == 0 },
            27 => GraphSpec::Dual { graph: inner(self) },
            28 => GraphSpec::Subdivide { graph: inner(self), min: self.maybe(Dice::size) },
            29 => GraphSpec::SplitCrossings { graph: inner(self) },
            30 => GraphSpec::MakeFaces { graph: inner(self) },
            31 => GraphSpec::Trim { graph: inner(self) },
            32 => GraphSpec::Rotate { degrees: 15.0 * self.number(), graph: inner(self) },
            33 => GraphSpec::Scale {
                x: self.number(),
                y: self.maybe(Dice::number),
                z: self.maybe(Dice::number),
                graph: inner(self),
            },
            34 => GraphSpec::Shift { x: self.number(), y: self.number(), z: None, graph: inner(self) },
            35 => GraphSpec::Layers { layers: self.size(), graph: inner(self) },
            _ => GraphSpec::Renumber { types: vec![], graph: inner(self) },
        }
    }
}

#[test]
fn boards_obey_their_laws_or_are_refused() {
    let limits = Limits { max_sites: 400, max_depth: 10 };
    let mut dice = Dice(7);
    let (mut good, mut refused) = (0, 0);
    for round in 0..300 {
        let spec = dice.graph(2);
        let use_type = dice.pick(&SiteType::ALL);
        let Ok(graph) = build(&spec, use_type, limits) else {
            refused += 1;
            continue;
        };
        good += 1;
        let t = Topology::new(&graph, false, false);
        for kind in SiteType::ALL {
            let n = t.len(kind);
            let all: usize = t.rows(kind).iter().map(Vec::len).sum();
            assert!(all <= n && t.phases(kind).iter().map(Vec::len).sum::<usize>() == n);
            for site in 0..n {
                assert!(t.site_by_label(kind, t.label(kind, site)).is_some(), "labels lead to sites");
                for direction in Direction::LIST {
                    for &to in t.steps(kind, site, direction) {
                        assert!((to as usize) < n && to as usize != site || spec_has_loops(&t, kind, site));
                        let listed = t.steps(kind, site, Direction::All);
                        assert!(listed.contains(&to), "round {round}: every step is one of all steps");
                    }
                    for line in t.lines(kind, site, direction) {
                        assert!(!line.sites.is_empty() && line.sites.iter().all(|&s| (s as usize) < n));
                    }
                }
                for &to in t.neighbours(kind, site, Relation::Orthogonal) {
                    if kind != SiteType::Cell {
                        let back = t.neighbours(kind, to as usize, Relation::Orthogonal);
                        assert!(back.contains(&(site as u32)), "round {round}: neighbours know each other");
                    }
                }
            }
        }
        let all = symmetries(&t);
        assert!(all.len() <= 2 * t.len(SiteType::Vertex));
        assert_eq!(
            dump(&t, use_type).lines().count(),
            3 + SiteType::ALL.map(|k| t.len(k)).iter().sum::<usize>()
        );
    }
    assert!(good > 100 && refused > 10, "{good} good, {refused} refused");
}

/// An edge may lead from a vertex to itself when somebody writes it down.
fn spec_has_loops(t: &Topology, kind: SiteType, site: usize) -> bool {
    let edges = t.incident(kind, site, SiteType::Edge);
    edges.iter().any(|&e| t.edge_ends(e as usize).is_some_and(|(a, b)| a == b))
}
