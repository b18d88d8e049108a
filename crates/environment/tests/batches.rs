//! A batch plays as states do: the same legal actions, the same observations, the same results.

use ludarium_environment::{Batch, Environment, Views};
use ludarium_play::{Engine, Game, Rng, State};

/// The arrays of a caller.
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    agents: Vec<i32>,
}

impl Arrays {
    fn of(batch: &Batch) -> Arrays {
        let (n, env) = (batch.len(), batch.environment());
        Arrays {
            observations: vec![7.0; n * batch.rows() * env.observations().size()],
            masks: vec![0; n * batch.rows() * env.actions().size()],
            rewards: vec![0.0; n * env.agents()],
            terminated: vec![0; n],
            truncated: vec![0; n],
            agents: vec![0; n],
        }
    }
    fn views(&mut self) -> Views<'_> {
        Views {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            agents: &mut self.agents,
        }
    }
}

/// Plays one game both ways and compares everything at every move. `seed` is that of the state's chance.
fn compare(name: &str, game: &Game, seed: u64, most: usize) -> Result<(), String> {
    let env = Environment::new(game);
    let mut batch = Batch::new(&env, 2, seed, None);
    let mut arrays = Arrays::of(&batch);
    batch.reset(seed, arrays.views());
    let mut state: State = game.start(batch.first_seed(1));
    let mut rng = Rng::new(seed);
    let (width, size, rows) = (env.observations().size(), env.actions().size(), batch.rows());
    for ply in 0..most {
        let turn = env.turn(&state);
        let legal = state.legal_moves().len();
        if legal == 0 {
            break;
        }
        let at = |what: &str| format!("{name}, seed {seed}, move {ply}: {what}");
        for row in 0..rows {
            let agent = if rows > 1 { row } else { turn.agents().next().unwrap_or(0) };
            let mask = &arrays.masks[(rows + row) * size..][..size];
            let masked: Vec<u32> = (0..size as u32).filter(|&a| mask[a as usize] != 0).collect();
            let listed = turn.legal_actions(agent);
            if masked != listed {
                return Err(at(&format!("the masks differ: {masked:?} {listed:?} {:?}", state.names())));
            }
            if rows == 1 && listed.len() != legal {
                return Err(at(&format!("{} of {legal} moves have numbers", listed.len())));
            }
            let mut seen = vec![0.0; width];
            env.observe(&state, agent, &mut seen);
            let ours = &arrays.observations[(rows + row) * width..][..width];
            if let Some(k) = (0..width).find(|&k| ours[k] != seen[k]) {
                let planes = env.observations().planes().len();
                let plane = env.observations().planes().get(k % planes);
                return Err(at(&format!("number {k} ({plane:?}) is {} and not {}", ours[k], seen[k])));
            }
        }
        let index = rng.below(legal);
        let chosen = turn.split(index);
        let mut actions = vec![0i64; 2 * rows];
        batch.sample(&mut actions);
        for (agent, &action) in turn.agents().zip(&chosen) {
            actions[if rows > 1 { rows + agent } else { 1 }] = action.into();
        }
        if turn.joint(&chosen) != Some(index) {
            return Err(at("an action does not lead back to its move"));
        }
        state.play(index).map_err(|why| at(&why.to_string()))?;
        let wrong = batch.step(&actions, arrays.views());
        if wrong != 0 {
            return Err(at(&format!("{wrong} actions were refused")));
        }
        let over = arrays.terminated[1] != 0;
        if over != state.is_over() {
            return Err(at("one of them is over"));
        }
        if over {
            let agents = env.agents();
            let got = &arrays.rewards[agents..2 * agents];
            let wanted = env.returns(&state);
            return if got == &wanted[..] { Ok(()) } else { Err(at(&format!("{got:?} and not {wanted:?}"))) };
        }
        if arrays.truncated[1] != 0 {
            return if state.stopped().is_some() { Ok(()) } else { Err(at("it was broken off")) };
        }
    }
    Ok(())
}

fn report(failed: Vec<String>) {
    assert!(failed.is_empty(), "{} games differ:\n{}", failed.len(), failed.join("\n"));
}

/// How many moves of a game are compared: `LUDARIUM_BATCH_MOVES` where it is set.
fn moves(usual: usize) -> usize {
    std::env::var("LUDARIUM_BATCH_MOVES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Most games of the library are stepped as words; all of them play as states do.
#[test]
fn every_game_of_the_library_plays_in_a_batch_as_by_itself() {
    let mut failed = Vec::new();
    let mut compiled = 0;
    for found in ludarium_play::games() {
        let game = Game::load(found.key).unwrap();
        compiled += usize::from(Batch::new(&Environment::new(&game), 1, 1, None).is_compiled());
        failed.extend(compare(found.key, &game, 11, moves(60)).err());
    }
    report(failed);
    assert!(compiled >= 100, "{compiled} games are compiled");
}

/// The same seed draws the same actions, whichever engine lists the moves.
#[test]
fn random_actions_do_not_depend_on_the_engine() {
    for name in ["breakthrough", "english-draughts", "royal-game-of-ur", "kalah"] {
        let fast = Game::load(name).unwrap();
        let plain = fast.with_engine(Engine::Reference);
        let drawn = [fast, plain].map(|game| {
            let mut batch = Batch::new(&Environment::new(&game), 3, 7, None);
            let mut arrays = Arrays::of(&batch);
            batch.reset(7, arrays.views());
            let mut all = Vec::new();
            for _ in 0..40 {
                let mut actions = vec![0; 3];
                batch.sample(&mut actions);
                batch.step(&actions, arrays.views());
                all.extend(actions);
            }
            (batch.is_compiled(), all)
        });
        assert!(drawn[0].0 && !drawn[1].0, "{name}");
        assert_eq!(drawn[0].1, drawn[1].1, "{name}");
    }
}

/// All games of the corpus when `LUDARIUM_ALL_BATCHES` is set, else every twentieth.
#[test]
fn games_of_the_corpus_play_in_a_batch_as_by_themselves() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud");
    let mut files = Vec::new();
    let mut open = vec![root];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        println!("skipped: no corpus beside the checkout");
        return;
    }
    files.sort();
    let all = std::env::var_os("LUDARIUM_ALL_BATCHES").is_some();
    let mut failed = Vec::new();
    let mut compared = 0;
    for path in files.iter().step_by(if all { 1 } else { 20 }) {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let Ok(game) = Game::from_text(&text, &Default::default()) else { continue };
        compared += 1;
        failed.extend(compare(&path.display().to_string(), &game, 5, moves(40)).err());
    }
    println!("{compared} games were compared");
    report(failed);
}

/// Games that the batch plays in the engine's lean form, to their ends.
#[test]
fn games_of_putting_pieces_down_end_as_they_should() {
    let mut failed = Vec::new();
    for name in ["tic-tac-toe", "hex", "gomoku", "y", "notakto", "yavalath"] {
        let game = Game::load(name).unwrap();
        for seed in 1..6 {
            failed.extend(compare(name, &game, seed, 1000).err());
        }
    }
    report(failed);
}
