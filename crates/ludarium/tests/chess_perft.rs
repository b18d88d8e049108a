//! Our Chess against the known numbers of positions, from the start and from the five test positions that chess
//! programs are usually checked with. A promotion is two moves of one turn with us, so turns are counted.

use ludarium::{Ctx, Game, Selection, compile, library_defines, read};
use ludarium_engine::SiteType;
use ludarium_engine::position::{Piece, Slot};

fn chess() -> Game {
    let text = ludarium::find("Chess").unwrap().text;
    compile(&read("chess", text, &library_defines(), &Selection::default())).unwrap()
}

/// Sets up a position given in the notation that chess players use (FEN).
fn set_up<'g>(game: &'g Game, fen: &str) -> Ctx<'g> {
    let mut ctx = Ctx::start(game, 1);
    let fields: Vec<&str> = fen.split(' ').collect();
    let (board, mover, castling, passing) = (fields[0], fields[1], fields[2], fields[3]);
    for site in 0..64 {
        ctx.pos.clear(ctx.slot(SiteType::Cell, site));
    }
    for (i, row) in board.split('/').enumerate() {
        let mut column = 0;
        for c in row.chars() {
            if let Some(skip) = c.to_digit(10) {
                column += skip as i32;
                continue;
            }
            let owner = if c.is_uppercase() { 1 } else { 2 };
            let name = match c.to_ascii_lowercase() {
                'p' => "Pawn",
                'r' => "Rook",
                'n' => "Knight",
                'b' => "Bishop",
                'q' => "Queen",
                _ => "King",
            };
            let site = (7 - i as i32) * 8 + column;
            let wing = |site: i32| match site {
                0 => "Q",
                7 => "K",
                56 => "q",
                63 => "k",
                _ => "?",
            };
            let own = |sides: &str| castling.chars().any(|c| sides.contains(c));
            let state = match (name, owner) {
                ("Rook", _) => castling.contains(wing(site)),
                ("King", 1) => site == 4 && own("KQ"),
                ("King", _) => site == 60 && own("kq"),
                _ => false,
            };
            let what = game.component_named(&format!("{name}{owner}")).unwrap() as u16;
            let piece = Piece { what, who: owner, state: i32::from(state), ..Piece::default() };
            ctx.pos.set_slot(ctx.slot(SiteType::Cell, site), Slot { piece, count: 1 });
            column += 1;
        }
    }
    (ctx.pos.mover, ctx.pos.next) = if mover == "w" { (1, 2) } else { (2, 1) };
    if passing != "-" {
        ctx.pos
            .pending
            .push(game.board.site_by_label(SiteType::Cell, &passing.to_uppercase()).unwrap() as i32);
    }
    ctx.refresh_after_set_up();
    ctx
}

/// Positions after so many turns.
fn perft(ctx: &mut Ctx<'_>, depth: usize) -> u64 {
    let mover = ctx.pos.mover;
    let mut count = 0;
    for m in ctx.legal_moves() {
        let mut after = ctx.clone();
        after.apply(&m);
        let same_turn = !after.pos.over && after.pos.mover == mover;
        count += match depth {
            _ if m.is_pass() => 0,
            _ if same_turn => perft(&mut after, depth),
            1 => 1,
            _ if after.pos.over => 0,
            _ => perft(&mut after, depth - 1),
        };
    }
    count
}

fn check(fen: &str, known: &[u64]) {
    let game = chess();
    for (i, &wanted) in known.iter().enumerate() {
        assert_eq!(perft(&mut set_up(&game, fen), i + 1), wanted, "{fen}, {} turns", i + 1);
    }
}

#[test]
fn from_the_start() {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902]);
}

#[test]
fn castling_and_pins() {
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97862]);
}

#[test]
fn taking_in_passing_under_pins() {
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238]);
}

#[test]
fn promotions_under_check() {
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
}

#[test]
fn promotion_by_capture() {
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]);
}

#[test]
fn a_middle_game() {
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89890]);
}
