//! Our Chess against the known numbers of positions, from the start and from the five test positions that chess
//! programs are usually checked with. A promotion is two moves of one turn with us, so turns are counted.

use ludarium_play::{Ctx, FenError, Game, Rng, State};

fn game(name: &str) -> Game {
    Game::load(name).unwrap()
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
    let game = game("Chess");
    let state = State::from_fen(&game, fen).unwrap();
    assert_eq!(state.to_fen().as_deref(), Ok(fen), "written again as it was read");
    for (i, &wanted) in known.iter().enumerate() {
        assert_eq!(perft(&mut state.ctx(), i + 1), wanted, "{fen}, {} turns", i + 1);
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

/// Random games of every game of the library that is enough like chess: each position is written, read again, and has
/// the same legal moves.
#[test]
fn positions_are_read_as_they_were_written() {
    let mut sayable = Vec::new();
    for found in ludarium_play::games() {
        let Ok(game) = Game::load(found.key) else { continue };
        let mut state = State::start(&game, 1);
        if let Err(FenError::NotForThisGame(_)) = state.to_fen() {
            continue;
        }
        sayable.push(found.key);
        let mut rng = Rng::new(5);
        for _ in 0..60 {
            if state.play_random(&mut rng, 1) == 0 {
                break;
            }
            let Ok(fen) = state.to_fen() else { continue };
            if state.is_over() {
                break;
            }
            let again = State::from_fen(&game, &fen).unwrap_or_else(|e| panic!("{}: {fen}: {e}", found.key));
            assert_eq!(again.to_fen().as_deref(), Ok(fen.as_str()), "{}", found.key);
            let mut wanted = state.names();
            let mut names = again.names();
            wanted.sort();
            names.sort();
            assert_eq!(names, wanted, "{}: {fen}", found.key);
        }
    }
    for key in ["chess", "capablanca-chess", "gardner-minichess", "losing-chess", "los-alamos-chess"] {
        assert!(sayable.contains(&key), "{key} is enough like chess: {sayable:?}");
    }
    for key in ["hex", "shogi", "backgammon", "english-draughts", "oware"] {
        assert!(!sayable.contains(&key), "{key}");
    }
}

#[test]
fn what_fen_keeps_is_kept() {
    let chess = game("Chess");
    let mut state = State::start(&chess, 1);
    for (m, wanted) in [
        ("e2-e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("g8-f6", "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"),
        ("e1-e2", "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 2 2"),
        ("h8-g8", "rnbqkbr1/pppppppp/5n2/8/4P3/8/PPPPKPPP/RNBQ1BNR w q - 3 3"),
    ] {
        state.play(m).unwrap();
        assert_eq!(state.to_fen().as_deref(), Ok(wanted), "after {m}");
    }
    // A pawn that just went two squares can be taken in passing, and castling works, only where the text says so.
    let moves = |fen: &str| State::from_fen(&chess, fen).unwrap().names();
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert!(moves(passing).contains(&"e5-d6".to_owned()));
    assert!(!moves(&passing.replace("d6", "-")).contains(&"e5-d6".to_owned()));
    assert!(moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1-g1".to_owned()));
    assert!(!moves("4k3/8/8/8/8/8/8/4K2R w - - 0 1").contains(&"e1-g1".to_owned()));
    // Rooks by their files, as some programs write.
    assert!(moves("4k3/8/8/8/8/8/8/4K2R w H - 0 1").contains(&"e1-g1".to_owned()));
    // The rule of fifty moves goes on from the clock.
    let mut late = State::from_fen(&chess, "4k3/8/8/8/8/8/8/4K2R w - - 99 80").unwrap();
    late.play("h1-h2").unwrap();
    let soon = late.is_over();
    late = State::from_fen(&chess, "4k3/8/8/8/8/8/8/4K2R w - - 98 80").unwrap();
    late.play("h1-h2").unwrap();
    assert!(soon && !late.is_over(), "{soon}");
}

#[test]
fn what_is_no_position_is_said() {
    let chess = game("Chess");
    for (fen, word) in [
        ("", "six fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "7 rows"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "8 squares"),
        ("8/8/8/8/8/8/8/kk7 w - - 0 1", "8 squares"),
        ("8/8/8/8/8/8/8/7x w - - 0 1", "'x'"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no Rook stands on h1"),
        ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "no such square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - many 1", "number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "over by move"),
        ("99999999999999999999999/8/8/8/8/8/8/8 w - - 0 1", "8 squares"),
    ] {
        let error = State::from_fen(&chess, fen).unwrap_err().to_string();
        assert!(error.contains(word), "{fen}: {error}");
    }
    let hex = game("Hex");
    let error = State::from_fen(&hex, "8/8 w - - 0 1").unwrap_err();
    assert!(matches!(error, FenError::NotForThisGame(_)), "{error}");
}
