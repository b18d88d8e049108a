//! Rulebooks of games that everybody can play: what is in them, and that pictures show what the engine allows.

use ludarium_play::{Game, games};
use ludarium_rulebook::{Effort, Rulebook, Subject, like, rulebook};
use rayon::prelude::*;
use std::collections::BTreeSet;

fn book(name: &str, moves: usize) -> Rulebook {
    let game = Game::load(name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let effort = Effort { most_moves: moves, ..Effort::default() };
    rulebook(game.reading().unwrap(), Some(&game), &effort).unwrap()
}

fn with_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(64 << 20).spawn(work).unwrap().join().unwrap()
}

#[test]
fn chess_shows_every_piece_and_what_it_may_do() {
    with_stack(|| {
        let book = book("Chess", 1500);
        let about = |subject| book.figures.iter().filter(move |(_, f)| f.subject == subject);
        assert_eq!(about(Subject::Start).count(), 1);
        assert_eq!(about(Subject::Piece).count(), 6, "one for each kind of piece");
        assert!(about(Subject::Special).count() >= 2, "captures and more");
        for (section, figure) in about(Subject::Piece) {
            assert_eq!(book.document.sections[*section].heading, "How the pieces move");
            assert!(figure.caption.starts_with("The "), "{}", figure.caption);
        }
        let headings: Vec<&str> = book.document.sections.iter().map(|s| s.heading.as_str()).collect();
        assert_eq!(
            headings,
            [
                "Goal",
                "Players and board",
                "Pieces",
                "Setup",
                "A turn",
                "How the pieces move",
                "How the game ends"
            ]
        );
    });
}

/// The marks of every picture of a piece are the engine's legal moves, worked out anew by the plain evaluator.
#[test]
fn pictures_mark_exactly_the_legal_moves() {
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    let all: Vec<&str> = games().iter().map(|g| g.title).collect();
    let shown: usize = all
        .par_iter()
        .map(|name| {
            let Ok(game) = Game::load(name) else { return 0 };
            let effort = Effort { most_moves: 150, ..Effort::default() };
            let book = rulebook(game.reading().unwrap(), Some(&game), &effort).unwrap();
            let plain = game.with_engine(ludarium_play::Engine::Reference);
            let mut checked = 0;
            for (_, figure) in &book.figures {
                let Some(example) = &figure.example else { continue };
                let again = example.anew(&plain, example.state.ctx_of(&plain));
                let legal: BTreeSet<i32> = again
                    .legal_moves()
                    .iter()
                    .filter(|m| {
                        m.from == example.from && m.from_kind == example.kind && m.to_kind == example.kind
                    })
                    .map(|m| m.to)
                    .collect();
                assert_eq!(legal, example.to, "{name}: {}", figure.caption);
                checked += 1;
            }
            checked
        })
        .sum();
    println!("{shown} pictures of pieces in {} rulebooks agree with the engine", all.len());
    assert!(shown > 150, "only {shown} pictures were made");
}

#[test]
fn a_rulebook_is_a_page_a_text_and_a_file_to_print() {
    with_stack(|| {
        let book = book("Tic-Tac-Toe", 300);
        let page = book.html(true);
        assert!(page.contains("The goal is to get three"), "{page}");
        assert!(page.contains("<span title=\"("), "pointing at a sentence shows its ludemes");
        assert!(page.matches("<svg").count() > 3);
        let (text, pictures) = book.markdown("pictures/");
        assert!(text.contains("## How the game ends") && text.contains("](pictures/figure-1.svg)"), "{text}");
        assert!(!pictures.is_empty());
        let pdf = book.pdf(true).unwrap();
        assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 5000);
    });
}

#[test]
fn an_end_marks_the_winning_row() {
    with_stack(|| {
        let book = book("Tic-Tac-Toe", 300);
        let (_, end) = book.figures.iter().find(|(_, f)| f.subject == Subject::End).unwrap();
        assert!(end.caption.contains("has won"), "{}", end.caption);
        // The row and the last move are washed with colour.
        assert!(end.pictures[0].matches("class=\"mark\"").count() >= 4, "{}", end.pictures[0]);
    });
}

/// A game that is another with one sentence changed is told by that sentence.
#[test]
fn a_variant_is_told_by_its_difference() {
    with_stack(|| {
        let chess = book("Chess", 0).document;
        let mut variant = chess.clone();
        variant.title = "Chess without castling".to_string();
        variant.sections[0].sentences[0].text = "The goal is to lose all pieces.".to_string();
        let found = like(&variant, [&chess]).unwrap();
        assert_eq!(found.title, "Chess");
        assert_eq!(found.except, ["The goal is to lose all pieces."]);
        assert!(like(&book("Hex", 0).document, [&chess]).is_none());
    });
}
