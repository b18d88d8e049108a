//! Figures of play of two games side by side: how long games are, who wins, how much there is to choose from, of random
//! play and of players who think a little. Effort is counted: a seed gives the same figures.

use ludarium_concepts::seats::{Effort, Searching};
use ludarium_concepts::stats::{Figure, mean, share};
use ludarium_concepts::trial::{Trial, contested_trial, quick_trial};
use ludarium_engine::rng::mix;
use ludarium_play::Game;
use ludarium_players::control::NEVER;
use ludarium_players::{Budget, EngineWorld, Spec};

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    pub seed: u64,
    /// Games of random moves.
    pub random: usize,
    /// Games of players who think.
    pub thinking: usize,
    /// Games are broken off after so many moves.
    pub most: usize,
}

impl Default for Figures {
    fn default() -> Figures {
        Figures { seed: 1, random: 200, thinking: 20, most: 1000 }
    }
}

/// One figure of both games.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Who played: `random` or `thinking`.
    pub players: &'static str,
    pub what: String,
    pub a: Figure,
    pub b: Figure,
    /// Games that the figure is of.
    pub games_a: usize,
    pub games_b: usize,
}

impl Compared {
    /// The intervals do not touch, and are of enough games to be trusted: a few games may be alike by chance.
    pub fn differs(&self) -> bool {
        self.games_a.min(self.games_b) >= ENOUGH && self.apart()
    }
    fn apart(&self) -> bool {
        self.a.high < self.b.low || self.b.high < self.a.low
    }
}

/// Figures of fewer games are not said to differ.
const ENOUGH: usize = 10;

/// Moves that a thinking player may make on its board for one move of the game.
const NODES: u64 = 600;

/// Plays both games. `go_on` ends it early: only whole games count.
pub fn compare_figures(a: &Game, b: &Game, plan: &Figures, go_on: &dyn Fn() -> bool) -> Vec<Compared> {
    let mut out = Vec::new();
    // In turn, so that a limit of time falls on both alike.
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    for n in 0..plan.random as u64 {
        if !go_on() {
            break;
        }
        let seed = mix(plan.seed ^ mix(n));
        of_a.extend(whole(quick_trial(a, seed, Some(plan.most))));
        of_b.extend(whole(quick_trial(b, seed, Some(plan.most))));
    }
    out.extend(side_by_side("random", a, b, &of_a, &of_b));
    if plan.thinking > 0 && go_on() {
        let worlds = (EngineWorld::new(a).informed(&NEVER), EngineWorld::new(b).informed(&NEVER));
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        for n in 0..plan.thinking as u64 {
            if !go_on() {
                break;
            }
            let seed = mix(plan.seed ^ mix(n ^ 0x7417));
            let (Some(one), Some(other)) =
                (thoughtful(a, &worlds.0, seed, plan), thoughtful(b, &worlds.1, seed, plan))
            else {
                break;
            };
            of_a.extend(whole(one));
            of_b.extend(whole(other));
        }
        out.extend(side_by_side("thinking", a, b, &of_a, &of_b));
    }
    out
}

fn whole(trial: Trial) -> Option<Trial> {
    trial.stopped.is_none().then_some(trial)
}

fn thoughtful<'g>(game: &'g Game, world: &EngineWorld<'g>, seed: u64, plan: &Figures) -> Option<Trial> {
    let spec = Spec::read("default").ok()?;
    let efforts = vec![Effort::Fixed(Budget::nodes(NODES)); game.players + 1];
    let mut players = Searching::new(game, world, &spec, efforts, seed);
    Some(contested_trial(game, seed, plan.most, &mut players).0)
}

fn side_by_side(players: &'static str, a: &Game, b: &Game, of_a: &[Trial], of_b: &[Trial]) -> Vec<Compared> {
    if of_a.is_empty() || of_b.is_empty() {
        return Vec::new();
    }
    let row = |what: String, figure: &dyn Fn(&[Trial]) -> Figure| Compared {
        players,
        what,
        a: figure(of_a),
        b: figure(of_b),
        games_a: of_a.len(),
        games_b: of_b.len(),
    };
    let over = |test: &dyn Fn(&Trial) -> bool, trials: &[Trial]| {
        share(trials.iter().filter(|t| test(t)).count(), trials.len())
    };
    let average = |value: &dyn Fn(&Trial) -> f64, trials: &[Trial]| {
        mean(&trials.iter().map(value).collect::<Vec<f64>>())
    };
    let mut rows = vec![
        row("moves of a game".to_owned(), &|t| average(&|t| t.moves as f64, t)),
        row("legal moves to choose from".to_owned(), &|t| {
            average(&|t| t.choices as f64 / t.moves.max(1) as f64, t)
        }),
    ];
    for p in 1..=a.players.max(b.players) {
        rows.push(row(format!("games that player {p} wins"), &|t| over(&|t| t.winner == Some(p), t)));
    }
    rows.push(row("games that nobody wins".to_owned(), &|t| {
        over(&|t| !t.unfinished && t.winner.is_none(), t)
    }));
    rows.push(row("games cut off".to_owned(), &|t| over(&|t| t.unfinished, t)));
    rows
}
