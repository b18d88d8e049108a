//! Views made by hand, drawn in every style: what must be in the picture is in it, and it is a picture.

use ludarium_render::style::{BoardStyle, Ornament, StackKind, StackRule, Symbol};
use ludarium_render::view::{Cell, Container, ContainerKind, Edge, Face, Geometry, Mark, Pt, Vertex};
use ludarium_render::{Options, PieceAt, Site, SiteType, View, png, sheet, svg, text};

/// A grid of squares with coordinates, played on cells or on the crossings.
fn grid(columns: usize, rows: usize, played: SiteType) -> Geometry {
    let mut g = Geometry { played, ..Geometry::default() };
    let name = |x: usize, y: usize| format!("{}{}", char::from(b'A' + x as u8), y + 1);
    let vertex = |x: usize, y: usize| y * (columns + 1) + x;
    for y in 0..=rows {
        for x in 0..=columns {
            g.vertices.push(Vertex { at: Pt::new(x as f64, y as f64), layer: 0, label: name(x, y) });
            if x > 0 {
                g.edges.push(Edge { a: vertex(x - 1, y), b: vertex(x, y), ..Edge::default() });
            }
            if y > 0 {
                g.edges.push(Edge { a: vertex(x, y - 1), b: vertex(x, y), ..Edge::default() });
            }
        }
    }
    for y in 0..rows {
        for x in 0..columns {
            g.cells.push(Cell {
                centre: Pt::new(x as f64 + 0.5, y as f64 + 0.5),
                corners: vec![vertex(x, y), vertex(x + 1, y), vertex(x + 1, y + 1), vertex(x, y + 1)],
                phase: (x + y + 1) % 2,
                label: name(x, y),
            });
        }
    }
    g
}

fn piece(name: &str, owner: u8, site: usize) -> PieceAt {
    PieceAt { name: format!("{name}{owner}"), owner, site, ..PieceAt::default() }
}

fn chess() -> View {
    let mut view = View {
        title: "Chess <8×8>".into(),
        players: 2,
        board: grid(8, 8, SiteType::Cell),
        ..View::default()
    };
    view.style.board = BoardStyle::Chess;
    for (x, name) in
        ["Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook"].iter().enumerate()
    {
        view.pieces.push(piece(name, 1, x));
        view.pieces.push(piece("Pawn", 1, 8 + x));
        view.pieces.push(piece("Pawn", 2, 48 + x));
        view.pieces.push(piece(name, 2, 56 + x));
    }
    view
}

/// Nothing is accepted that the rasteriser does not read, and something must be painted.
fn paints(picture: &str) -> Vec<u8> {
    let bytes = png::png(picture, 0.25).expect("our own SVG can be read");
    assert_eq!(&bytes[1..4], b"PNG");
    bytes
}

#[test]
fn a_chessboard_has_every_square_and_every_piece_once() {
    let picture = svg(&chess(), &Options::default());
    assert_eq!(picture.matches("class=\"site\"").count(), 64);
    assert_eq!(picture.matches("class=\"piece\"").count(), 32);
    assert!(picture.contains("data-type=\"Cell\" data-site=\"4\" data-label=\"E1\""));
    assert!(picture.contains("data-site=\"60\" data-piece=\"King2\" data-owner=\"2\""));
    assert!(picture.contains("<title>Chess &lt;8×8&gt;</title>"));
    assert!(picture.contains("player 1: 8 Pawn"), "the description tells what stands there");
    // Twelve kinds of piece, each drawn once and placed from there.
    assert_eq!(picture.matches("<g id=\"p-").count(), 12);
    paints(&picture);
}

#[test]
fn the_same_view_gives_the_same_bytes() {
    assert_eq!(svg(&chess(), &Options::default()), svg(&chess(), &Options::default()));
    assert_eq!(paints(&svg(&chess(), &Options::default())), paints(&svg(&chess(), &Options::default())));
}

#[test]
fn every_style_draws_every_kind_of_board() {
    let styles = "Board Backgammon Boardless Chess Connect4 ConnectiveGoal Futoshiki Go Graph Hashi HoundsAndJackals \
        Isometric Janggi Kakuro Lasca Mancala PenAndPaper Puzzle Shibumi Shogi SnakesAndLadders Spiral Sudoku Surakarta \
        Table Tafl UltimateTicTacToe Xiangqi";
    for name in styles.split_whitespace() {
        for played in SiteType::ALL {
            let mut view = View { players: 2, board: grid(8, 9, played), ..View::default() };
            view.style.board = BoardStyle::named(name).unwrap_or_else(|| panic!("{name} is a style"));
            for (site, what) in ["Disc", "Seed", "King", "Ma", "Unheard Of", "7"].iter().enumerate() {
                view.pieces.push(PieceAt { kind: played, ..piece(what, 1 + site as u8 % 2, site) });
            }
            view.goals = vec![(1, (0..8).map(Site::cell).collect()), (2, (64..72).map(Site::cell).collect())];
            view.links = vec![(Site { kind: played, index: 3 }, Site { kind: played, index: 40 })];
            let picture = svg(&view, &Options { labels: true, indices: true, ..Options::default() });
            assert_eq!(picture.matches("class=\"piece\"").count(), 6, "{name} on {played:?}");
            paints(&picture);
            assert!(!text(&view).is_empty());
        }
    }
}

#[test]
fn stacks_counts_hands_dice_and_marks_are_shown() {
    let mut view = chess();
    view.pieces.clear();
    view.containers = vec![
        Container { name: "Hand1".into(), kind: ContainerKind::Hand { owner: 1 }, first: 64, count: 2 },
        Container { name: "Dice".into(), kind: ContainerKind::Dice { owner: 3 }, first: 66, count: 1 },
    ];
    for level in 0..3 {
        view.pieces.push(PieceAt { level, ..piece("Disc", 1, 9) });
    }
    view.pieces.push(PieceAt { count: 12, ..piece("Disc", 1, 64) });
    view.pieces.push(PieceAt { face: Face::Die { value: 5, sides: 6 }, ..piece("Die", 3, 66) });
    view.pieces.push(PieceAt { hidden: true, ..piece("Secret", 2, 20) });
    view.marks = vec![
        Mark::LastMove { from: Some(Site::cell(1)), to: Site::cell(9) },
        Mark::Choice(Site::cell(30)),
        Mark::Warning(Site::cell(4)),
        Mark::Selected(Site::cell(5)),
    ];
    let picture = svg(&view, &Options::default());
    assert_eq!(picture.matches("class=\"mark\"").count(), 5);
    assert_eq!(picture.matches("class=\"tray\"").count(), 2);
    assert!(picture.contains("data-level=\"2\""));
    assert!(!picture.contains("Secret"), "what is hidden stays out of the picture's text");
    paints(&picture);
    let printed = text(&view);
    assert!(printed.contains("hand of player 1:"), "{printed}");
    assert!(printed.contains("dice: [5]"), "{printed}");
    assert!(!printed.contains("Secret"), "{printed}");
}

#[test]
fn wishes_of_a_game_are_followed() {
    let mut view = chess();
    view.style.players = vec![(1, ludarium_render::Colour::hex(0x123456))];
    let flower = Ornament { image: Some("flower".into()), ..Ornament::default() };
    view.style.symbols.push(Symbol { sites: vec![Site::cell(27)], ornament: flower });
    view.style.stacks.push(StackRule {
        filter: Default::default(),
        sites: Vec::new(),
        kind: StackKind::Count,
        scale: 1.0,
        limit: None,
    });
    let picture = svg(&view, &Options::default());
    assert!(picture.contains("#123456"));
    assert!(picture.contains("id=\"p-flower-"));
}

#[test]
fn pieces_over_several_cells_are_one_shape() {
    let mut view = View { players: 2, board: grid(4, 4, SiteType::Cell), ..View::default() };
    view.pieces.push(PieceAt { footprint: vec![0, 1, 2, 6], ..piece("L", 1, 0) });
    let picture = svg(&view, &Options::default());
    assert_eq!(picture.matches("class=\"piece\"").count(), 1);
    paints(&picture);
    assert_eq!(text(&view).matches('L').count(), 6, "four cells, and letter and name in the legend");
}

#[test]
fn nothing_at_all_is_still_a_picture() {
    let picture = svg(&View::default(), &Options::default());
    paints(&picture);
    assert!(picture.contains("empty"));
}

#[test]
fn places_that_do_not_exist_are_passed_over() {
    let mut view = View { players: 2, board: grid(2, 2, SiteType::Cell), ..View::default() };
    view.board.cells[0].corners = vec![0, 99, 4];
    view.board.edges.push(Edge { a: 77, b: 2, ..Edge::default() });
    view.pieces.push(piece("Disc", 1, 1234));
    view.marks.push(Mark::Choice(Site::vertex(555)));
    paints(&svg(&view, &Options::default()));
    text(&view);
}

#[test]
fn a_chessboard_as_text() {
    let printed = text(&chess());
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[1], "8  r n b q k b n r");
    assert_eq!(lines[3], "6  · · · · · · · ·");
    assert_eq!(lines[8], "1  R N B Q K B N R");
    assert_eq!(lines[9], "   A B C D E F G H");
}

#[test]
fn a_board_of_points_as_text_has_lines() {
    let mut view = View { players: 2, board: grid(2, 2, SiteType::Vertex), ..View::default() };
    for (owner, site) in [(1, 0), (2, 4)] {
        view.pieces.push(PieceAt { kind: SiteType::Vertex, ..piece("Disc", owner, site) });
    }
    let printed = text(&view);
    let expected = "3  +───+───+\n   │   │   │\n2  +───●───+\n   │   │   │\n1  ○───+───+\n   A   B   C\n○ player 1   ● player 2\n";
    assert_eq!(printed, expected);
}

#[test]
fn a_sheet_keeps_its_pictures_apart() {
    let page = sheet::sheet(&[chess(), chess()], 2, 600.0, &Options::default());
    assert!(page.contains("id=\"v0-p-king-") && page.contains("id=\"v1-p-king-"));
    paints(&page);
}
