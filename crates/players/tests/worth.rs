//! What the rules tell about the worth of things, before anybody has played: the order of pieces that every player of the
//! game knows, the sign of material where pieces are to be got rid of; and evaluation by tables is evaluation by features.

mod common;

use common::*;
use ludarium_play::{Ctx, Game, Rng};
use ludarium_players::calibrate::{Effort, Weights, calibrate, guess};
use ludarium_players::control::NEVER;
use ludarium_players::evaluation::Evaluator;
use ludarium_players::knowledge::{for_game, rules_number};
use ludarium_players::player::Choice;
use ludarium_players::{EngineWorld, World};

fn guessed(game: &Game) -> Weights {
    guess(&EngineWorld::new(game), &NEVER)
}

fn weight(w: &Weights, name: &str) -> f32 {
    let at =
        w.names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name} is not among {:?}", w.names));
    w.values[at]
}

/// Each group is worth more than the one before, and pieces of one group much the same.
fn in_order(game: &str, groups: &[&[&str]]) {
    let w = guessed(&library(game));
    let worth = |label: &&str| weight(&w, &format!("count {label}"));
    let mut below = 0.0;
    for group in groups {
        let worths: Vec<f32> = group.iter().map(worth).collect();
        let (least, most) = worths.iter().fold((f32::MAX, 0.0f32), |a, &x| (a.0.min(x), a.1.max(x)));
        assert!(least > below, "{game}: {group:?} {worths:?}, and below them {below}");
        assert!(most < 1.7 * least, "{game}: {group:?} {worths:?}");
        below = most;
    }
}

#[test]
fn pieces_are_worth_what_players_say() {
    in_order("Chess", &[&["Pawn"], &["Knight", "Bishop"], &["Rook"], &["Queen"]]);
    in_order("Makruk", &[&["Bia"], &["Met"], &["Khon", "Ma"], &["Ruea"]]);
    in_order("English Draughts", &[&["Man"], &["King"]]);
    in_order("Xiangqi", &[&["Advisor"], &["Horse"], &["Chariot"]]);
    in_order("Shatranj", &[&["Sarbaz"], &["Alfil", "Ferz"], &["Faras"], &["Rukh"]]);
}

#[test]
fn a_pawn_is_a_third_of_a_knight_at_most_and_a_fifth_at_least() {
    let w = guessed(&library("Chess"));
    let ratio = weight(&w, "count Knight") / weight(&w, "count Pawn");
    assert!((2.0..5.0).contains(&ratio), "{ratio}");
    let ratio = weight(&w, "count Queen") / weight(&w, "count Pawn");
    assert!((6.0..14.0).contains(&ratio), "{ratio}");
    assert!(weight(&w, "advance Pawn") > 0.0);
}

#[test]
fn pieces_that_are_to_be_lost_count_against_their_owner() {
    let w = guessed(&library("Losing Chess"));
    let counts = w.names.iter().zip(&w.values).filter(|(n, _)| n.starts_with("count"));
    counts.for_each(|(name, value)| assert!(*value < 0.0, "{name} {value}"));
    let w = guessed(&library("Backgammon"));
    assert!(weight(&w, "track") > 0.0);
    let men = w.names.iter().zip(&w.values).find(|(n, _)| n.starts_with("count")).unwrap();
    assert!(
        *men.1 < 0.0 && weight(&w, "track") + men.1 < 0.0,
        "a man that is off the board is better than any other"
    );
}

#[test]
fn few_decided_games_leave_the_guess_alone() {
    let game = library("Chess");
    let world = EngineWorld::new(&game);
    let effort = Effort { random: 800, greedy: 3000, longest: 60 };
    let learnt = calibrate(&world, 1, effort, &NEVER);
    assert!(learnt.decided < 24, "{}", learnt.decided);
    let guess = calibrate(&world, 1, Effort { greedy: 0, ..effort }, &NEVER);
    assert_eq!(learnt.values, guess.values);
}

#[test]
fn what_was_learnt_keeps_the_sign_of_material() {
    let game = library("Breakthrough");
    let world = EngineWorld::new(&game);
    let learnt = calibrate(&world, 1, Effort { random: 800, greedy: 40_000, longest: 200 }, &NEVER);
    assert!(learnt.decided >= 24, "{}", learnt.decided);
    let guess = calibrate(&world, 1, Effort { random: 800, greedy: 0, longest: 200 }, &NEVER);
    assert_ne!(learnt.values, guess.values);
    for ((name, a), b) in learnt.names.iter().zip(&learnt.values).zip(&guess.values) {
        assert!(!name.starts_with("count") || a * b > 0.0, "{name}: {a}, guessed {b}");
    }
    assert!(learnt.accuracy > 0.5 && learnt.error > 0.0);
}

#[test]
fn tables_give_what_features_give() {
    for name in
        ["Chess", "Kalah", "Nine Men's Morris", "Lines of Action", "Lasca", "Shogi", "Hex", "Amazons", "Ludo"]
    {
        let game = library(name);
        let world = EngineWorld::new(&game);
        let sheet = world.sheet();
        let mut rng = Rng::new(5);
        let values: Vec<f32> = (0..sheet.len()).map(|_| rng.below(200) as f32 / 100.0 - 1.0).collect();
        let tables = Evaluator::new(&game, sheet, &values).unwrap();
        let mut ctx = Ctx::start(&game, 3);
        let (mut counts, mut difference) = (Vec::new(), Vec::new());
        for ply in 0..40 {
            let moves = ctx.legal_moves();
            if moves.is_empty() {
                break;
            }
            ctx.apply(&moves[rng.below(moves.len())]);
            let sums = tables.sums(sheet, &ctx.pos);
            sheet.counts(&ctx, &mut counts);
            for seat in 1..=game.players {
                sheet.difference(&counts, seat, &mut difference);
                let slow: f32 = difference.iter().zip(&values).map(|(d, v)| d * v).sum();
                let all: f32 = sums.iter().skip(1).sum();
                let quick = sums[seat] - (all - sums[seat]) / (game.players - 1) as f32;
                assert!((slow - quick).abs() < 1e-3, "{name}, move {ply}, seat {seat}: {slow} and {quick}");
            }
        }
    }
}

#[test]
fn weights_are_read_as_written() {
    let mut w = guessed(&library("Tic-Tac-Toe"));
    for search in ["alpha-beta", "tree explore=0.7 rave=30 history=0.4 learn=true keen=false cutoff=8"] {
        w.search = Choice::read(search);
        assert_eq!(w.search.map(Choice::write).as_deref(), Some(search));
        let again = Weights::read(&w.write()).unwrap();
        assert_eq!((again.search, again.rules, &again.names), (w.search, w.rules, &w.names));
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-3;
        assert!(again.values.iter().zip(&w.values).all(near));
    }
    assert!(Weights::read("ludarium weights 2\nsearch magic").is_err());
    assert!(Weights::read("ludarium weights 2\nweight x count").is_err());
}

#[test]
fn rules_have_a_number_and_other_rules_another() {
    let numbers: Vec<u64> =
        ["Chess", "Makruk", "Hex", "Go"].iter().map(|n| rules_number(&library(n))).collect();
    assert_eq!(numbers[0], rules_number(&library("Chess")));
    for (i, a) in numbers.iter().enumerate() {
        assert!(numbers[i + 1..].iter().all(|b| a != b));
    }
}

#[test]
fn what_is_lost_on_the_way_is_seen() {
    // A queen more is better by the guess, for whoever has it.
    let game = library("Chess");
    let world = EngineWorld::new(&game).informed(&NEVER);
    let mut ctx = Ctx::start(&game, 1);
    let even = world.judge(&ctx).unwrap()[1];
    assert!(even.abs() < 0.1, "{even}");
    let queen = ctx.game.components.iter().position(|c| c.label == "Queen" && c.owner == 2).unwrap();
    let site = (0..64).find(|&s| ctx.what(game.site_type, s) == queen).unwrap();
    ctx.pos.clear(game.layout.slot(game.site_type, site));
    assert!(world.judge(&ctx).unwrap()[1] > 0.5);
    assert!(world.facts().plain_duel());
}

#[test]
fn what_ships_is_of_the_rules_that_ship() {
    let mut found = 0;
    for entry in ludarium_play::games().iter().filter(|g| g.weights.is_some()) {
        let game = library(entry.title);
        let weights = for_game(&game).unwrap_or_else(|| {
            panic!("{}: its rules have the number {:016x}: train it again", entry.key, rules_number(&game))
        });
        assert!(
            weights.fits(EngineWorld::new(&game).sheet()),
            "{}: other features than the game has",
            entry.key
        );
        assert!(weights.search.is_some(), "{}: no search", entry.key);
        found += 1;
    }
    assert!(found > 150, "{found}");
    // The same rules under another name are known, other rules are not.
    let text = ludarium_play::find("Tablut").unwrap().text;
    assert!(for_game(&game(&text.replacen("\"Tablut\"", "\"My Game\"", 1))).is_some());
    assert!(for_game(&game(HEX_4)).is_none());
}
