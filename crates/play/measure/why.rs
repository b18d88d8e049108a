//! How often the clause that is named for an illegal move is one whose change makes the move legal. Random games of the
//! library and of a corpus are played to a random moment; of the moves that a person could click there (an own piece, or
//! one of the hand, to any site; or a site to put something on) one that is not legal is asked about. The description is
//! then edited as text, read and compiled anew, the game is played again from its start by names of moves, and
//! the move is looked for.
//!
//! `cargo run --release -p ludarium-play --example why -- [CORPUS] [GAMES 50] [MOVES 10] [SEED 1] [near]`
//!
//! Most of what a person could click is no move of that piece at all, and then the rule of moving is all there is to name
//! (`Rule`). With `near` only moves are asked about that the same piece could make at another moment of the same game, from
//! that site to that site: something of this moment keeps them out.
//!
//! A line for each move that failed; at the end the sums, by what the clause does.

#[path = "../tests/common/mod.rs"]
mod common;

use ludarium_play::why::{Attempt, edited};
use ludarium_play::{Defines, Game, Rng, Selection, State, library_defines, read};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (games, moves, seed) = (number(1, 50) as usize, number(2, 10), number(3, 1));
    let corpus = args.first().cloned();
    let near = args.get(4).is_some_and(|word| word == "near");
    let work = move || measure(corpus.as_deref(), games, moves, seed, near);
    // Rules may nest deeply; the stack of the main thread is not ours to choose.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work)?;
    thread.join().map_err(|_| "a game panicked".into())
}

fn measure(corpus: Option<&str>, games: usize, moves: u64, seed: u64, near: bool) {
    let mut rng = Rng::new(seed);
    let mut texts: Vec<(String, String)> =
        ludarium_play::games().iter().map(|g| (g.key.to_string(), g.text.to_string())).collect();
    if let Some(folder) = corpus {
        let found = common::files(std::path::Path::new(folder), "lud");
        let text = |path: &std::path::PathBuf| std::fs::read_to_string(path).ok();
        texts.extend(found.iter().filter_map(|path| Some((path.display().to_string(), text(path)?))));
    }
    let defines = library_defines();
    let (mut sums, mut asked, mut good, mut slowest) = (BTreeMap::new(), 0, 0, 0.0_f64);
    let mut used = 0;
    while used < games && !texts.is_empty() {
        let (name, text) = texts.swap_remove(rng.below(texts.len()));
        let reading = read(&name, &text, &defines, &Selection::default());
        let Ok(game) = ludarium_play::compile(&reading) else { continue };
        if game.mode != ludarium_engine::Mode::Alternating || game.uses.hidden || game.uses.deduction_puzzle {
            continue;
        }
        let mut of_game = 0;
        for _ in 0..moves * 4 {
            let found = if near { near_moment(&game, &mut rng) } else { moment(&game, &mut rng) };
            let Some((state, attempt)) = found else { continue };
            if of_game == moves {
                break;
            }
            of_game += 1;
            asked += 1;
            let began = Instant::now();
            let change = state.change_for(&reading, attempt);
            slowest = slowest.max(began.elapsed().as_secs_f64());
            let kind = change.as_ref().map_or("none".to_owned(), |c| format!("{:?}", c.fault));
            let tree = &reading.expanded.game;
            let legal =
                change.as_ref().is_some_and(|c| allows(&edited(tree, c.node, &c.instead), &state, attempt));
            let sum: &mut (u64, u64) = sums.entry(kind.clone()).or_default();
            sum.0 += 1;
            sum.1 += u64::from(legal);
            good += u64::from(legal);
            if !legal {
                let clause = change.map_or(String::new(), |c| tree.print(c.node));
                let short: String = clause.chars().take(100).collect();
                println!(
                    "failed\t{name}\t{:?}-{}\tply {}\t{kind}\t{short}",
                    attempt.from,
                    attempt.to,
                    state.plies()
                );
            }
        }
        if of_game > 0 {
            used += 1;
        }
    }
    for (kind, (all, right)) in sums {
        println!("{kind}\t{right} of {all}");
    }
    println!("{good} of {asked} illegal moves of {used} games; slowest answer {slowest:.2} s");
}

/// A moment of a random game, and something that a person could click there that is not legal.
fn moment(game: &Game, rng: &mut Rng) -> Option<(State, Attempt)> {
    let mut state = game.start(rng.below(1 << 20) as u64);
    let plies = rng.below(30);
    state.play_random(rng, plies);
    if state.is_over() || state.legal_moves().is_empty() {
        return None;
    }
    let ctx = state.ctx();
    let sites = game.board_sites(game.site_type) as i32;
    let beside: Vec<i32> = game.containers.iter().skip(1).flat_map(|c| c.first..c.first + c.len).collect();
    let own = |kind, site| {
        let what = ctx.what(kind, site);
        what != 0 && game.components.get(what).is_some_and(|c| c.owner == state.mover())
    };
    let mut starts: Vec<Option<i32>> = (0..sites).filter(|&s| own(game.site_type, s)).map(Some).collect();
    starts.extend(beside.into_iter().filter(|&s| own(ludarium_engine::SiteType::Cell, s)).map(Some));
    if state.legal_moves().iter().any(|m| !m.is_pass() && m.from == m.to) {
        starts = vec![None];
    }
    if starts.is_empty() {
        return None;
    }
    let from = starts[rng.below(starts.len())];
    let to = rng.below(sites as usize) as i32;
    let legal =
        |m: &ludarium_play::Move| !m.is_pass() && m.to == to && from.is_none_or(|from| m.from == from);
    let same = from == Some(to);
    (!same && !state.legal_moves().iter().any(legal)).then_some((state, Attempt { from, to }))
}

/// A moment of a random game, and a move that the same piece could make at another moment of it.
fn near_moment(game: &Game, rng: &mut Rng) -> Option<(State, Attempt)> {
    const LONGEST: usize = 60;
    let (seed, mut choices) = (rng.below(1 << 20) as u64, Rng::new(rng.below(1 << 20) as u64));
    let what_at = |state: &State, site: i32| {
        let ctx = state.ctx();
        let on_board = site < game.board_sites(game.site_type) as i32;
        let kind = if on_board { game.site_type } else { ludarium_engine::SiteType::Cell };
        let what = ctx.what(kind, site);
        (what, game.components.get(what).map_or(0, |c| c.owner))
    };
    let mut state = game.start(seed);
    let (mut seen, mut moments) = (Vec::new(), Vec::new());
    for _ in 0..LONGEST {
        if state.is_over() {
            break;
        }
        for m in state.legal_moves().iter().filter(|m| !m.is_pass() && m.to >= 0) {
            let lifted = m.from != m.to && m.from >= 0;
            let piece = if lifted { what_at(&state, m.from).0 } else { 0 };
            seen.push((state.mover(), lifted.then_some(m.from), m.to, piece));
        }
        moments.push(state.clone());
        state.play_random(&mut choices, 1);
    }
    seen.sort_unstable();
    seen.dedup();
    let state = moments.swap_remove(rng.below(moments.len().max(1)).min(moments.len().checked_sub(1)?));
    let legal = |from: Option<i32>, to: i32| {
        let fits = |m: &ludarium_play::Move| m.to == to && from.is_none_or(|from| m.from == from);
        state.legal_moves().iter().any(|m| !m.is_pass() && fits(m))
    };
    seen.retain(|&(mover, from, to, piece)| {
        mover == state.mover() && from.is_none_or(|from| what_at(&state, from).0 == piece) && !legal(from, to)
    });
    if seen.is_empty() || state.legal_moves().is_empty() {
        return None;
    }
    let (_, from, to, _) = seen[rng.below(seen.len())];
    Some((state, Attempt { from, to }))
}

/// Does the description, played to the same moment, allow the move?
fn allows(text: &str, state: &State, attempt: Attempt) -> bool {
    let reading = read("", text, &Defines::default(), &Selection::default());
    let Ok(game) = ludarium_play::compile(&reading) else { return false };
    let mut there = game.start(state.seed());
    let legal = |there: &State| {
        let fits = |m: &ludarium_play::Move| {
            !m.is_pass() && m.to == attempt.to && attempt.from.is_none_or(|from| m.from == from)
        };
        there.legal_moves().iter().any(fits)
    };
    let replayed = state.history().iter().all(|played| {
        if !played.dice.is_empty() {
            there.force_dice(&played.dice);
        }
        let made = &played.made;
        let names = there.names();
        let same = names.iter().position(|name| *name == played.name).map(|i| there.legal_moves()[i].clone());
        let alike = || {
            let ends = |m: &&ludarium_play::Move| {
                m.from == made.from && m.to == made.to && m.is_pass() == made.is_pass()
            };
            there.legal_moves().iter().find(ends).cloned()
        };
        match same.or_else(alike) {
            Some(m) => {
                there.apply(&m);
                true
            }
            None => false,
        }
    });
    if replayed && there.mover() == state.mover() {
        return legal(&there);
    }
    // The changed rules would have led elsewhere: the same position under them.
    let ctx = ludarium_engine::Ctx::new(&game, state.board().clone(), Rng::new(1));
    legal(&State::from_ctx(&game, ctx, 1))
}
