//! Who plays the games that are measured: random movers or searching players, always by counted effort, so that the
//! same recipe is the same game for ever. Knows how to ask players; watches nothing.

use ludarium_engine::rng::mix;
use ludarium_play::{Ctx, Game, Move, Rng, State};

use ludarium_players::{Budget, Control, EngineWorld, Player, Setting, Spec, Table, World, make};

/// Somebody who picks one of the legal moves; an error breaks the game off.
pub trait Chooser<'g> {
    fn choose(&mut self, ctx: &Ctx<'g>, legal: &[Move]) -> Result<usize, String>;
}

/// Any legal move.
pub struct Random(pub(crate) Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::new(mix(seed ^ 0x6C75_6461_7269_756D)))
    }
}

impl<'g> Chooser<'g> for Random {
    fn choose(&mut self, _: &Ctx<'g>, legal: &[Move]) -> Result<usize, String> {
        Ok(self.0.below(legal.len()))
    }
}

/// What a searching player spends on a move where its name does not say.
pub const ITERATIONS: u64 = 100;

/// Bytes for one player's tree.
const MEMORY: usize = 64 << 20;

/// Searching players around a table of their own, on which the same game is played.
pub struct Searching<'g> {
    state: State,
    world: EngineWorld<'g>,
    players: Vec<Box<dyn Player<'g> + 'g>>,
    /// By agent.
    efforts: Vec<Effort>,
}

/// How much a player looks at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effort {
    Fixed(Budget),
    /// So many iterations for each legal move.
    PerMove(u64),
}

/// Whether a player's effort can be counted: clocks differ from machine to machine.
pub fn repeatable(spec: &Spec) -> Result<(), String> {
    if spec.budget.time.is_some() {
        return Err(format!(
            "{}: how far a player comes in a time cannot be repeated; give iterations or nodes \
             (uct@iterations=200)",
            spec.text
        ));
    }
    if spec.threads.is_some_and(|n| n > 1) {
        return Err(format!("{}: what several threads find cannot be repeated; use one", spec.text));
    }
    Ok(())
}

impl<'g> Searching<'g> {
    /// Everybody plays alike.
    pub fn alike(game: &'g Game, world: &EngineWorld<'g>, spec: &Spec, seed: u64) -> Searching<'g> {
        let budget = if spec.budget.is_unlimited() { Budget::iterations(ITERATIONS) } else { spec.budget };
        Searching::new(game, world, spec, vec![Effort::Fixed(budget); game.players + 1], seed)
    }

    /// Everybody searches in the same way; `efforts` are by agent.
    pub fn new(
        game: &'g Game,
        world: &EngineWorld<'g>,
        spec: &Spec,
        efforts: Vec<Effort>,
        seed: u64,
    ) -> Searching<'g> {
        let specs = vec![spec; game.players.max(1)];
        Searching::around(game, world, &specs, efforts, seed)
    }

    /// A player for each agent, from agent 1 on.
    pub fn around(
        game: &'g Game,
        world: &EngineWorld<'g>,
        specs: &[&Spec],
        efforts: Vec<Effort>,
        seed: u64,
    ) -> Searching<'g> {
        let setting = Setting { memory: MEMORY, threads: 1, lines: 0 };
        let players = specs.iter().map(|spec| make(spec, world, setting)).collect();
        Searching { state: State::start(game, seed), world: world.clone(), players, efforts }
    }

    /// The game as it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What is played next, by its place among the legal moves.
    fn ask(&mut self) -> Result<usize, String> {
        let asked: Vec<(usize, usize)> = if self.world.facts().simultaneous {
            let pos = self.world.position(&self.state);
            self.world.choices(&pos, &EngineWorld::steps(self.state.legal_moves()))
        } else {
            vec![(self.state.agent(), self.state.legal_moves().len())]
        };
        let mut index = 0;
        for (agent, choices) in asked {
            let seed = mix(self.state.seed() ^ mix(self.state.plies() as u64 ^ (agent as u64) << 32));
            let budget = match self.efforts.get(agent).or(self.efforts.last()) {
                Some(Effort::Fixed(budget)) => *budget,
                Some(Effort::PerMove(k)) => Budget::iterations(k.saturating_mul(choices as u64)),
                None => Budget::iterations(ITERATIONS),
            };
            let control = Control::counted(budget);
            let pick = match self.players.get_mut(agent.wrapping_sub(1)) {
                Some(player) => player.choose(Table { state: &self.state, agent, seed }, &control)?.index,
                // A seat that nobody plays: the first move.
                None => 0,
            };
            if pick >= choices {
                return Err(format!("agent {agent} chose move number {pick} of {choices}"));
            }
            index = index * choices + pick;
        }
        Ok(index)
    }
}

impl<'g> Chooser<'g> for Searching<'g> {
    fn choose(&mut self, _: &Ctx<'g>, legal: &[Move]) -> Result<usize, String> {
        if legal.len() != self.state.legal_moves().len() {
            return Err("the two tables of one game differ".to_string());
        }
        let index = self.ask()?;
        self.state.play(index).map_err(|illegal| illegal.to_string())?;
        Ok(index)
    }
}
