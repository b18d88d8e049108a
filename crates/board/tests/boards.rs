//! Boards that people know, checked against what people know of them.

use ludarium_board::*;

fn board(graph: GraphSpec, use_type: SiteType) -> Topology {
    let spec = BoardSpec { kind: BoardKind::Graph(graph), use_type: Some(use_type), tracks: vec![] };
    build_board(&spec).expect("a good board").topology
}

fn square(dim: i64) -> GraphSpec {
    GraphSpec::Square { shape: None, dim, diagonals: None, pyramidal: false }
}

fn hex(a: i64) -> GraphSpec {
    GraphSpec::Hex { shape: None, a, b: None }
}

use SiteType::{Cell, Edge, Vertex};

#[test]
fn a_chess_board_is_numbered_from_the_bottom_left() {
    let t = board(square(8), Cell);
    assert_eq!((t.len(Vertex), t.len(Edge), t.len(Cell)), (81, 144, 64));
    assert_eq!((t.label(Cell, 0), t.label(Cell, 7), t.label(Cell, 63)), ("A1", "H1", "H8"));
    assert_eq!(t.site_by_label(Cell, "E4"), Some(28));
    assert_eq!(t.place(Cell, 28), [4.5, 3.5, 0.0]);
    assert_eq!((t.row(Cell, 28), t.column(Cell, 28), t.row(Cell, 64)), (3, 4, -1));
    assert_eq!(t.corners(Cell), [0, 7, 56, 63]);
    assert_eq!(t.centre(Cell), [27, 28, 35, 36]);
    assert_eq!(t.side(Cell, Direction::N), [56, 57, 58, 59, 60, 61, 62, 63]);
    // A1 is dark, its neighbours are light.
    assert_eq!((t.phase(Cell, 0), t.phase(Cell, 1), t.phase(Cell, 9)), (0, 1, 0));
}

#[test]
fn steps_go_clockwise_from_north() {
    let t = board(square(3), Cell);
    assert_eq!(t.steps(Cell, 4, Direction::All), [7, 8, 5, 2, 1, 0, 3, 6]);
    assert_eq!(t.steps(Cell, 4, Direction::Orthogonal), [7, 5, 1, 3]);
    assert_eq!(t.steps(Cell, 4, Direction::NE), [8]);
    assert_eq!(t.steps(Cell, 8, Direction::NE), [0u32; 0]);
    assert_eq!(t.steps(Cell, 99, Direction::N), [0u32; 0]);
    use Direction::*;
    assert_eq!(t.supported(Cell, Relation::Orthogonal), [N, E, S, W]);
    assert_eq!(t.supported(Cell, Relation::All), [N, NE, E, SE, S, SW, W, NW]);
    assert_eq!(t.supported_at(Cell, 0, Relation::Diagonal), [NE]);
}

#[test]
fn lines_run_to_the_edge_and_know_what_lies_behind() {
    let t = board(square(5), Cell);
    let north: Vec<&[u32]> = t.radials(Cell, 7, Direction::N).collect();
    assert_eq!(north, [&[12u32, 17, 22][..]]);
    let through: Vec<(&[u32], Vec<&[u32]>)> =
        t.radials_with_opposites(Cell, 7, Direction::Orthogonal).collect();
    assert_eq!(through, [(&[12u32, 17, 22][..], vec![&[2u32][..]]), (&[8, 9][..], vec![&[6, 5][..]])]);
    assert_eq!(t.lines(Cell, 7, Direction::Orthogonal).filter(|l| l.distinct).count(), 2);
    assert_eq!(t.lines(Cell, 7, Direction::Orthogonal).len(), 4);
}

#[test]
fn hexagons_have_six_neighbours_and_twelve_ways() {
    let t = board(hex(3), Cell);
    assert_eq!(t.len(Cell), 19);
    assert_eq!(t.neighbours(Cell, 9, Relation::Orthogonal).len(), 6);
    assert_eq!(t.neighbours(Cell, 9, Relation::Diagonal).len(), 6);
    assert_eq!(t.centre(Cell), [9]);
    assert_eq!(t.corners(Cell).len(), 6);
}

#[test]
fn distances_count_steps() {
    let t = board(square(8), Cell);
    assert_eq!(t.distance(Cell, Relation::Orthogonal, 0, 63), Some(14));
    assert_eq!(t.distance(Cell, Relation::Adjacent, 0, 63), Some(7));
    assert_eq!(t.distance(Cell, Relation::Diagonal, 0, 1), None);
    assert_eq!(t.distance(Cell, Relation::Adjacent, 5, 5), Some(0));
    assert_eq!(t.distance(Cell, Relation::Adjacent, 5, 64), None);
    assert_eq!(t.distance_to_corners(Cell)[27], 3);
}

#[test]
fn a_vertex_board_has_one_line_less() {
    let go = board(square(19), Vertex);
    assert_eq!((go.len(Vertex), go.len(Cell)), (361, 324));
    assert_eq!(go.incident(Vertex, 0, Edge).len(), 2);
    assert_eq!(go.incident(Cell, 0, Vertex), [0, 19, 20, 1]);
}

#[test]
fn crossing_edges_are_told_from_meeting_ones() {
    let t = board(
        GraphSpec::Square { shape: None, dim: 2, diagonals: Some(Diagonals::SolidNoSplit), pyramidal: false },
        Vertex,
    );
    let edge =
        |a, b| (0..t.len(Edge)).find(|&e| t.edge_ends(e) == Some((a, b)) || t.edge_ends(e) == Some((b, a)));
    let (up, down) = (edge(0, 3).unwrap(), edge(1, 2).unwrap());
    assert!(t.edges_cross(up, down) && t.edges_cross(down, up));
    assert!(!t.edges_cross(up, edge(0, 1).unwrap()) && !t.edges_cross(up, up));
}

#[test]
fn mancala_stores_stand_at_both_ends() {
    let spec = BoardSpec {
        kind: BoardKind::Mancala { rows: 2, columns: 6, store: None, num_stores: None },
        use_type: None,
        tracks: vec![TrackSpec {
            name: "Track".into(),
            path: TrackPath::Notation("1,E,N,W".into()),
            looped: true,
            owner: None,
            directed: false,
        }],
    };
    let board = build_board(&spec).unwrap();
    assert_eq!(board.site_type, Vertex);
    assert_eq!(board.topology.len(Vertex), 14);
    assert_eq!(board.tracks[0].sites, [1, 2, 3, 4, 5, 6, 12, 11, 10, 9, 8, 7]);
}

#[test]
fn tracks_stop_where_they_are_told() {
    let lay = |text: &str| {
        let track = TrackSpec {
            name: "T".into(),
            path: TrackPath::Notation(text.into()),
            looped: false,
            owner: Some(1),
            directed: true,
        };
        let spec = BoardSpec { kind: BoardKind::Graph(square(4)), use_type: None, tracks: vec![track] };
        build_board(&spec).map(|b| b.tracks[0].sites.clone())
    };
    assert_eq!(lay("0,E2,N,End"), Ok(vec![0, 1, 2, 6, 10, 14, -2]));
    assert_eq!(lay("20,3,W1,"), Ok(vec![20, 3, 2]));
    for bad in ["E,N", "0,X", "20,N", "", "0,,E"] {
        assert!(matches!(lay(bad), Err(BoardError::Track { .. })), "{bad:?} should be refused");
    }
}

#[test]
fn surakarta_loops_pass_their_corners_twice() {
    let spec = BoardSpec {
        kind: BoardKind::Surakarta { graph: square(6), loops: Some(2), from: None },
        use_type: None,
        tracks: vec![],
    };
    let board = build_board(&spec).unwrap();
    let names: Vec<&str> = board.tracks.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["Track1F", "Track1B", "Track2F", "Track2B"]);
    assert_eq!(board.tracks[0].sites[..8], [6, 7, 8, 9, 10, 11, 11, 4]);
    assert!(board.tracks.iter().all(|t| t.looped && t.sites.len() == 28));
}

#[test]
fn symmetries_form_the_group_of_the_shape() {
    for (graph, turns, mirrors) in [
        (square(4), 4, 4),
        (GraphSpec::Rectangle { rows: 2, columns: Some(3), diagonals: None }, 2, 2),
        (hex(2), 6, 6),
        (GraphSpec::Tri { shape: None, a: 3, b: None }, 3, 3),
        (GraphSpec::Spiral { turns: 4, sites: 80, clockwise: None }, 1, 0),
    ] {
        let t = board(graph, Cell);
        let all = symmetries(&t);
        let rotations = all.iter().filter(|s| matches!(s.kind, SymmetryKind::Rotation { .. })).count();
        assert_eq!((rotations, all.len() - rotations), (turns, mirrors));
        assert!(
            all[0].map(Vertex).iter().enumerate().all(|(i, &v)| i == v as usize),
            "the identity comes first"
        );
        for symmetry in &all {
            for kind in SiteType::ALL {
                let mut image = symmetry.map(kind).to_vec();
                image.sort_unstable();
                assert!(image.iter().enumerate().all(|(i, &v)| i == v as usize), "a renumbering");
            }
            // Neighbours stay neighbours.
            let map = symmetry.map(Cell);
            for cell in 0..t.len(Cell) {
                for &next in t.neighbours(Cell, cell, Relation::Orthogonal) {
                    let images = t.neighbours(Cell, map[cell] as usize, Relation::Orthogonal);
                    assert!(images.contains(&map[next as usize]));
                }
            }
        }
    }
}

#[test]
fn impossible_boards_are_refused_by_name() {
    let try_graph = |graph: GraphSpec| build(&graph, Cell, Limits::default()).map(|g| g.vertices.len());
    let poly = Poly { points: vec![[0.0, 0.0], [f64::NAN, 1.0], [2.0, 0.0]], rotations: None };
    assert!(matches!(try_graph(square(0)), Err(BoardError::TooSmall { value: 0, .. })));
    assert!(matches!(try_graph(square(-3)), Err(BoardError::TooSmall { .. })));
    assert!(matches!(try_graph(square(1000)), Err(BoardError::TooBig { .. })));
    assert!(matches!(try_graph(square(i64::MAX)), Err(BoardError::TooBig { .. })));
    assert!(matches!(try_graph(hex(i64::MAX)), Err(BoardError::TooBig { .. })));
    assert!(matches!(
        try_graph(GraphSpec::HexCustom { outline: Outline::Sides(vec![]) }),
        Err(BoardError::TooSmall { .. })
    ));
    assert!(matches!(
        try_graph(GraphSpec::Keep { graph: Box::new(square(3)), poly }),
        Err(BoardError::BadNumber { .. })
    ));
    assert!(matches!(
        try_graph(GraphSpec::Spiral { turns: 2, sites: 12, clockwise: None }),
        Err(BoardError::Unsupported { .. })
    ));
    assert_eq!(try_graph(GraphSpec::Custom { vertices: vec![], edges: vec![] }), Err(BoardError::Empty));
    assert!(matches!(
        try_graph(GraphSpec::Custom { vertices: vec![[0.0; 3]], edges: vec![[0, 7]] }),
        Err(BoardError::NoSuchElement { index: 7, count: 1, .. })
    ));
    assert!(matches!(
        try_graph(GraphSpec::Complete { graph: Box::new(square(30)), each_cell: false }),
        Err(BoardError::TooBig { .. })
    ));
    assert!(matches!(
        try_graph(GraphSpec::Layers { layers: 1000, graph: Box::new(square(20)) }),
        Err(BoardError::TooBig { .. })
    ));
    let deep = (0..500).fold(square(2), |g, _| GraphSpec::Trim { graph: Box::new(g) });
    assert!(matches!(try_graph(deep), Err(BoardError::TooDeep { .. })));
    let mancala = BoardSpec {
        kind: BoardKind::Mancala { rows: 9, columns: 6, store: None, num_stores: None },
        use_type: None,
        tracks: vec![],
    };
    assert!(matches!(build_board(&mancala), Err(BoardError::TooBig { .. })));
    assert_eq!(
        BoardError::TooSmall { what: "the size", value: -3, least: 1 }.to_string(),
        "the size is -3, but must be at least 1"
    );
}

#[test]
fn a_board_is_written_down_as_the_records_are() {
    let t = board(square(1), Cell);
    let expected = "Vertex 4\n0 A1 0.000,0.000\n1 B1 1.000,0.000\n2 A2 0.000,1.000\n3 B2 1.000,1.000\n\
                    Edge 4\n0 0 0.500,0.000 v0-1\n1 1 0.000,0.500 v0-2\n2 2 1.000,0.500 v1-3\n3 3 0.500,1.000 v2-3\n\
                    Cell 1\n0 A1 0.500,0.500 v0-2-3-1 o: d: x:\n";
    assert_eq!(dump(&t, Cell), expected);
}

#[test]
fn a_hole_may_take_more_than_it_was_drawn_round() {
    // The loops of a knot share bare edges: found by trying boards nobody would draw.
    let celtic = GraphSpec::Celtic { rows: 1, columns: None };
    let points = vec![[-1.25, -2.75], [1.0, 2.25], [3.25, -1.25], [2.75, 2.5], [2.75, -2.25]];
    let hole = GraphSpec::Hole { graph: Box::new(celtic), poly: Poly { points, rotations: None } };
    let built = build(&hole, Vertex, Limits::default());
    assert!(built.is_ok_and(|g| g.faces.len() < 5));
}
