//! The law of secrets, over every game of the corpus that has any: two positions that look the same to the one who moves
//! get the same answer for the same seed, whatever lies under the covers and whatever chance will bring.

mod common;

use common::*;
use ludarium::{Ctx, Game, Rng, State};
use ludarium_engine::action::Facet;

use ludarium_players::*;
use std::path::{Path, PathBuf};

/// Descriptions that may hide something: those that say so, and those that deal.
fn candidates(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                if ["set Hidden", "(deal ", "is Hidden", "sites Hidden"].iter().any(|w| text.contains(w)) {
                    found.push(path.strip_prefix(root).expect("below the root").to_owned());
                }
            }
        }
    }
    found.sort();
    found
}

/// The same position to the eyes of a seat: what it does not see changes places with other things it does not see.
/// Nothing where nothing is left to change.
fn alike<'g>(whole: &Game, ctx: &Ctx<'g>, seat: usize, rng: &mut Rng) -> Option<Ctx<'g>> {
    let game = ctx.game;
    let mut other = ctx.clone();
    let hidden = |slot: usize, level: usize| {
        [Facet::All, Facet::What].into_iter().any(|f| ctx.is_hidden(f, seat as i32, slot, level))
    };
    let mut places = Vec::new();
    for slot in 0..game.layout.nowhere {
        let levels = if ctx.pos.stacking() { ctx.pos.height(slot) } else { 1 };
        places.extend((0..levels).filter(|&l| hidden(slot, l)).map(|l| (slot, l)));
    }
    if places.is_empty() {
        return None;
    }
    // Where a piece is not seen at all, neither is an empty site: it may as well lie there. (What was covered when the
    // game began is known to be covered.)
    let covered = &ludarium_players::hidden::covered_at_first(whole)[seat];
    let unseen_here = |slot: usize| ctx.is_hidden(Facet::All, seat as i32, slot, 0) && !covered[slot];
    let bare: Vec<(usize, usize)> = (0..game.board_sites(game.site_type))
        .map(|s| ctx.slot(game.site_type, s as i32))
        .filter(|&s| !ctx.pos.stacking() && ctx.pos.at_level(s, 0).what == 0 && !hidden(s, 0) && !covered[s])
        .map(|s| (s, 0))
        .collect();
    let looks = |there: &Ctx<'g>| State::from_ctx(whole, there.clone(), 1).view_for(seat);
    let before = looks(ctx);
    let mut changed = 0;
    for _ in 0..24 {
        let a = places[rng.below(places.len())];
        let moved = !bare.is_empty() && unseen_here(a.0) && rng.below(2) == 0;
        let b = if moved { bare[rng.below(bare.len())] } else { places[rng.below(places.len())] };
        let mut trial = other.clone();
        let contents = |ctx: &Ctx<'g>, at: (usize, usize)| {
            (ctx.pos.at_level(at.0, at.1), if ctx.pos.stacking() { 1 } else { ctx.pos.count(at.0) })
        };
        let (in_a, in_b) = (contents(&other, a), contents(&other, b));
        if in_a == in_b {
            continue;
        }
        for (at, (piece, count)) in [(a, in_b), (b, in_a)] {
            if ctx.pos.stacking() {
                trial.pos.set_level(at.0, at.1, piece);
            } else {
                trial.pos.set_slot(at.0, ludarium_engine::position::Slot { piece, count });
            }
        }
        if moved {
            trial.pos.hidden.swap(a.0, b.0);
        }
        if looks(&trial) == before {
            other = trial;
            changed += 1;
            if changed >= 3 {
                break;
            }
        }
    }
    other.rng = Rng::new(rng.next_u64());
    (changed > 0).then_some(other)
}

/// Looks at positions of random games; how many pairs were asked about.
fn check(game: &Game, name: &str, seeds: u64, plies: usize) -> usize {
    let world = EngineWorld::new(game);
    let mut asked = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let mut state = State::start(game, seed);
        for ply in 0..plies {
            if state.is_over() || state.legal_moves().is_empty() {
                break;
            }
            if ply % 8 < 2
                && let Some(ctx) = alike(game, &state.ctx(), state.mover(), &mut rng)
            {
                let there = State::from_ctx(game, ctx, seed);
                // What is legal is told to everybody who moves: where it differs, they do not look the same.
                if there.names() == state.names() && there.legal_moves().len() > 1 {
                    for player in ["uct", "mcts", "default"] {
                        let [here, other] = [&state, &there].map(|s| {
                            let mut seat = make(&Spec::read(player).unwrap(), &world, Setting::default());
                            let table = Table { state: s, agent: s.agent(), seed };
                            let budget = Budget { iterations: Some(6), nodes: Some(150), time: None };
                            seat.choose(table, &Control::counted(budget)).unwrap().index
                        });
                        assert_eq!(
                            here, other,
                            "{name}: {player} sees more than it may (seed {seed}, ply {ply})"
                        );
                    }
                    asked += 1;
                }
            }
            let pick = rng.below(state.legal_moves().len());
            state.play(pick).unwrap();
        }
    }
    asked
}

#[test]
fn what_is_hidden_is_never_read_in_games_of_the_corpus() {
    let Some(corpus) = corpus() else { return };
    for name in ["board/race/reach/Geister.lud", "board/race/reach/Sneakthrough.lud"] {
        let game = of_corpus(&corpus, name, &[]);
        let asked = check(&game, name, 1, 10);
        assert!(asked > 0, "{name}: nothing to compare");
    }
}

#[test]
#[ignore = "minutes with optimisation: cargo test --release -p ludarium-players --test secrets -- --ignored"]
fn what_is_hidden_is_never_read_in_any_game_of_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let mut games = 0;
    let mut pairs = 0;
    for path in candidates(&corpus.join("lud")) {
        let name = path.display().to_string();
        let Some(game) = try_of_corpus(&corpus, &name) else {
            println!("{name}: not compiled");
            continue;
        };
        if !game.uses.hidden && !game.subgames.iter().any(|s| s.game.uses.hidden) {
            continue;
        }
        let asked = check(&game, &name, 2, 24);
        println!("{name}: {asked} pairs of positions");
        games += usize::from(asked > 0);
        pairs += asked;
    }
    println!("{games} games, {pairs} pairs");
    assert!(games >= 8, "too few games had anything to compare: {games}");
}
