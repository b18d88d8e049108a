//! A game in progress, as a program that plays wants it: what is legal, playing with and without a check, taking
//! back, the outcome, hashes, chance that can be prescribed, and what each player may see. It adds no rules: those are
//! the engine's.

use crate::naming::{NotFound, find_move, move_names, short_name};
use crate::{Game, RandomGames};
use crate::{notation, shown};
use ludarium_engine::action::Facet;
use ludarium_engine::ctx::RuleId;
use ludarium_engine::plan::{PlayedOut, Runner};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Move, SiteType};
use std::sync::Arc;

/// A game in progress. Cheap enough to clone for a search; independent of every other state of the same game.
///
/// ```
/// let game = ludarium_play::Game::load("Tic-Tac-Toe").unwrap();
/// let mut state = game.start(1);
/// assert_eq!(state.legal_moves().len(), 9);
/// state.play("b2")?;                                // by name,
/// state.play(0)?;                                   // by its place in the list,
/// let corner = state.legal_moves()[0].clone();
/// state.play(corner)?;                              // or the move itself
/// assert_eq!(state.mover(), 2);
/// assert!(state.play("b2").is_err());
///
/// state.undo();
/// assert_eq!((state.mover(), state.plies()), (1, 2));
/// assert!(state.playout(7).outcome.is_some());
/// # Ok::<(), ludarium_play::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct State {
    game: Game,
    seed: u64,
    here: Here,
    /// The moves that led here, the first one first.
    steps: Vec<Arc<Step>>,
    /// Some of the positions that were left, by their number of moves: see [`State::keep`].
    kept: Vec<(usize, Arc<Here>)>,
    /// Of the positions before the last few, those are kept whose number can be divided by this.
    every: usize,
    /// How many of the last positions are all kept.
    recent: usize,
}

/// A moment of a game.
#[derive(Clone, Debug)]
struct Here {
    pos: Position,
    /// Chance after the legal moves were worked out: that may throw dice.
    rng: Rng,
    /// Prescribed dice that were not used up yet.
    forced: Vec<(i32, i32)>,
    stopped: Option<RuleId>,
    /// Nothing where they must be worked out again.
    legal: Option<Arc<[Move]>>,
    /// Chance, and who was known to be stuck, before the legal moves were worked out: dice prescribed later make
    /// them be worked out again.
    arrived: (Rng, u32),
    /// Dice prescribed in this position.
    dice: Vec<(i32, i32)>,
}

/// A move that was made, and what must be known to make it again.
#[derive(Debug)]
struct Step {
    chosen: Move,
    made: Arc<Move>,
    rng: Rng,
    stalemated: u32,
    forced: Vec<(i32, i32)>,
    dice: Vec<(i32, i32)>,
}

/// So many of the last positions are kept, so that a search that plays and takes back never plays again.
const RECENT: usize = 24;
/// At most so many positions are kept before those.
const SPARSE: usize = 24;

/// One ply that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What people call the move, see [`State::names`].
    pub name: String,
    /// The move as made, consequences among its actions.
    pub made: Arc<Move>,
    /// Dice that were prescribed for it, as site and face.
    pub dice: Vec<(i32, i32)>,
}

/// Which move is meant: the move, its place in the list of legal moves, or its name.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Move(Box<Move>),
    Index(usize),
    Name(String),
}

impl From<Move> for Choice {
    fn from(m: Move) -> Choice {
        Choice::Move(Box::new(m))
    }
}
impl From<&Move> for Choice {
    fn from(m: &Move) -> Choice {
        Choice::Move(Box::new(m.clone()))
    }
}
impl From<usize> for Choice {
    fn from(index: usize) -> Choice {
        Choice::Index(index)
    }
}
impl From<&str> for Choice {
    fn from(name: &str) -> Choice {
        Choice::Name(name.to_owned())
    }
}
impl From<String> for Choice {
    fn from(name: String) -> Choice {
        Choice::Name(name)
    }
}

/// Somebody who can be asked for a move: a computer player, or a person behind a keyboard.
pub trait Chooser {
    /// The place of a move in the list of legal moves; nothing to give up.
    fn choose(&mut self, state: &State) -> Option<usize>;
}

/// A move that was not played, given back, and why not.
#[derive(Clone, Debug, PartialEq)]
pub struct Illegal {
    pub choice: Choice,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game is over.
    Over,
    /// It is not among the legal moves.
    NotLegal,
    /// The name fits several legal moves: these.
    Ambiguous(Vec<String>),
    /// A rule was stopped because it did not come to an end; the rule's name.
    Stopped(String),
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.choice {
            Choice::Move(m) => write!(f, "the move from {} to {}", m.from, m.to)?,
            Choice::Index(i) => write!(f, "move number {i}")?,
            Choice::Name(name) => write!(f, "\"{name}\"")?,
        }
        match &self.why {
            Why::Over => write!(f, " cannot be played: the game is over"),
            Why::NotLegal => write!(f, " is not a legal move"),
            Why::Ambiguous(names) => write!(f, " may mean {}", names.join(", ")),
            Why::Stopped(rule) => write!(f, " cannot be played: a rule did not come to an end ({rule})"),
        }
    }
}

impl std::error::Error for Illegal {}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The rank of each player, player 1 first: 1.0 is best, equal ranks are averaged (1.5 and 1.5).
    pub ranks: Vec<f64>,
}

impl Outcome {
    /// The player who came first alone.
    pub fn winner(&self) -> Option<usize> {
        let first: Vec<usize> = (0..self.ranks.len()).filter(|&i| self.ranks[i] == 1.0).collect();
        // A player alone is first however badly the game went; a solitaire lost has another rank.
        if let [only] = first[..] { Some(only + 1) } else { None }
    }
    /// Nobody came out before anybody else.
    pub fn is_draw(&self) -> bool {
        self.winner().is_none() && self.ranks.windows(2).all(|w| w[0] == w[1])
    }
}

impl State {
    /// The beginning of a game, after its start rules. The seed decides all chance in it.
    pub fn start(game: &Game, seed: u64) -> State {
        State::from_ctx(game, game.begin(seed), seed)
    }

    /// Goes on from a position that was made with the engine's own means; nothing can be taken back before it.
    pub fn from_ctx(game: &Game, ctx: Ctx<'_>, seed: u64) -> State {
        let here = Here::arrive(ctx, Vec::new());
        State {
            game: game.clone(),
            seed,
            here,
            steps: Vec::new(),
            kept: Vec::new(),
            every: 1,
            recent: RECENT,
        }
    }

    /// Keeps fewer earlier positions from now on: taking back takes longer, and a long game needs little memory.
    pub fn keep_few_positions(&mut self) {
        self.recent = 0;
    }

    /// This moment before its legal moves were worked out.
    pub fn as_arrived(&self) -> Ctx<'_> {
        let mut ctx = self.ctx();
        (ctx.rng, ctx.pos.stalemated) = self.here.arrived;
        ctx
    }

    /// The last move as it was chosen.
    pub(crate) fn last_chosen(&self) -> Option<&Move> {
        self.steps.last().map(|step| &step.chosen)
    }

    pub fn game(&self) -> &Game {
        &self.game
    }
    /// The engine's view of this moment, for those who need more than is offered here. The position is copied.
    pub fn ctx(&self) -> Ctx<'_> {
        self.ctx_of(&self.game)
    }
    /// The same for a longer life: `game` must be the one that is played.
    pub fn ctx_of<'g>(&self, game: &'g ludarium_engine::Game) -> Ctx<'g> {
        let mut ctx = Ctx::new(game, self.here.pos.clone(), self.here.rng);
        ctx.stopped = self.here.stopped;
        ctx.forced_dice.clone_from(&self.here.forced);
        ctx
    }
    /// The position as the engine holds it.
    pub fn board(&self) -> &Position {
        &self.here.pos
    }
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Whose turn it is.
    pub fn mover(&self) -> usize {
        self.here.pos.mover.into()
    }
    /// How many moves were made since the start.
    pub fn plies(&self) -> usize {
        self.steps.len()
    }
    pub fn is_over(&self) -> bool {
        self.here.pos.over
    }
    /// The score of a player (1 is the first); 0 in games without scores.
    pub fn score(&self, player: usize) -> i32 {
        self.here.pos.scores.get(player).copied().unwrap_or(0)
    }
    /// The rule that was stopped because it did not come to an end, if any was: nothing more can be played.
    pub fn stopped(&self) -> Option<&str> {
        let rule = self.here.stopped?;
        Some(self.game.rule_names.get(rule.0 as usize).map_or("unnamed rule", String::as_str))
    }

    /// All legal moves, as generated: two moves may differ in their consequences only. None when the game is over;
    /// where a player can do nothing, a pass.
    pub fn legal_moves(&self) -> &[Move] {
        self.here.legal.as_deref().unwrap_or(&[])
    }
    /// What people call the legal moves, in the same order: `e2-e4`, `c3`, `e7-e8=Queen`, `pass`. All different.
    pub fn names(&self) -> Vec<String> {
        move_names(self.inner_game(), self.legal_moves())
    }
    /// The game on the table: in a match the one that is being played.
    pub fn inner_game(&self) -> &ludarium_engine::Game {
        match &self.here.pos.instance {
            Some(instance) => &self.game.subgames[instance.index].game,
            None => &self.game,
        }
    }

    /// Plays a move if it is legal. The answer is the move as made, with all its consequences.
    pub fn play(&mut self, choice: impl Into<Choice>) -> Result<Arc<Move>, Illegal> {
        let choice = choice.into();
        match self.find(&choice) {
            Ok(index) => {
                let m = self.legal_moves()[index].clone();
                Ok(self.apply(&m))
            }
            Err(why) => Err(Illegal { choice, why }),
        }
    }

    /// The place of a move in the list of legal moves.
    pub fn find(&self, choice: &Choice) -> Result<usize, Why> {
        if let Some(rule) = self.stopped() {
            return Err(Why::Stopped(rule.to_owned()));
        }
        if self.is_over() {
            return Err(Why::Over);
        }
        let legal = self.legal_moves();
        match choice {
            Choice::Index(i) => legal.get(*i).map(|_| *i).ok_or(Why::NotLegal),
            Choice::Move(m) => legal.iter().position(|l| l == &**m).ok_or(Why::NotLegal),
            Choice::Name(name) => {
                let names = self.names();
                find_move(&shown::on_the_table(&self.ctx()), legal, &names, name).map_err(|e| match e {
                    NotFound::NoSuchMove => Why::NotLegal,
                    NotFound::Several(which) => {
                        Why::Ambiguous(which.into_iter().map(|i| names[i].clone()).collect())
                    }
                })
            }
        }
    }

    /// Plays a move without asking whether it is legal: for those who took it from [`State::legal_moves`].
    pub fn apply(&mut self, m: &Move) -> Arc<Move> {
        let mut ctx = self.ctx();
        let made = ctx.apply(m);
        ctx.forced_dice.clear();
        let next = Here::arrive(ctx, Vec::new());
        let before = std::mem::replace(&mut self.here, next);
        self.steps.push(Arc::new(Step {
            chosen: m.clone(),
            made: made.clone(),
            rng: before.rng,
            stalemated: before.pos.stalemated,
            forced: before.forced.clone(),
            dice: before.dice.clone(),
        }));
        self.keep(before);
        made
    }

    /// Keeps the position that was just left: the last few all, those before them ever more sparsely. Others are
    /// reached again by playing on from one that was kept.
    fn keep(&mut self, mut before: Here) {
        let ply = self.steps.len() - 1;
        let recent = self.recent;
        if recent == 0 && !ply.is_multiple_of(self.every) {
            return;
        }
        if recent == 0 {
            before.legal = None;
        }
        self.kept.push((ply, Arc::new(before)));
        let old = |kept: &(usize, Arc<Here>)| kept.0 + recent <= ply;
        if self.kept.iter().filter(|k| old(k) && k.0.is_multiple_of(self.every)).count() > SPARSE {
            self.every *= 2;
        }
        let every = self.every;
        self.kept.retain(|k| !old(k) || k.0.is_multiple_of(every));
    }

    /// Takes the last move back, chance included: playing it again leads to the same position. The answer is the move
    /// as it was made; nothing at the start.
    pub fn undo(&mut self) -> Option<Arc<Move>> {
        let last = self.steps.last()?.clone();
        self.go_back(self.steps.len() - 1);
        Some(last.made.clone())
    }

    /// Takes moves back until so many are left.
    pub fn go_back(&mut self, plies: usize) {
        let Some(left) = self.steps.get(plies).cloned() else { return };
        while self.kept.last().is_some_and(|k| k.0 > plies) {
            self.kept.pop();
        }
        let Some((base, here)) = self.kept.pop() else { return };
        let again: Vec<Arc<Step>> = self.steps.drain(base..).take(plies - base).collect();
        self.here = Arc::unwrap_or_clone(here);
        if again.is_empty() && self.here.legal.is_some() {
            return;
        }
        let mut ctx = self.as_arrived();
        for step in &again {
            (ctx.rng, ctx.pos.stalemated) = (step.rng, step.stalemated);
            ctx.forced_dice.clone_from(&step.forced);
            ctx.apply(&step.chosen);
            ctx.forced_dice.clear();
        }
        let here = Here::arrive(ctx, left.dice.clone());
        let left_behind = std::mem::replace(&mut self.here, here);
        // The position that was kept stays kept, unless we are there.
        if !again.is_empty() {
            self.kept.push((base, Arc::new(left_behind)));
            self.steps.extend(again);
        }
    }

    /// The moves made since the start, the first one first. Names need the legal moves of each position, so the game is
    /// played again.
    pub fn history(&self) -> Vec<Played> {
        let mut there = self.clone();
        there.go_back(0);
        let mut out = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            if !step.dice.is_empty() {
                there.force_dice(&step.dice);
            }
            let at = there.legal_moves().iter().position(|m| *m == step.chosen);
            let name = match at {
                Some(i) => there.names().swap_remove(i),
                None => short_name(there.inner_game(), &step.chosen),
            };
            out.push(Played { name, made: step.made.clone(), dice: step.dice.clone() });
            there.here.rng = step.rng;
            there.apply(&step.chosen);
        }
        out
    }

    /// Prescribes what dice show, as (site, index of the face): for the legal moves of this position, which are worked
    /// out again, and for what the next move throws.
    pub fn force_dice(&mut self, faces: &[(i32, i32)]) {
        self.here = Here::arrive(self.as_arrived(), faces.to_vec());
    }

    /// Chance comes from this seed from now on. The legal moves stay what they are.
    pub fn reseed(&mut self, seed: u64) {
        self.here.rng = Rng::new(seed);
    }

    /// How the game ended; nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let ranks = self.here.pos.ranks.get(1..=self.game.players).unwrap_or(&[]).to_vec();
        self.is_over().then_some(Outcome { ranks })
    }

    /// What lies where, whoever is to move, in 64 bits that are kept as moves are made.
    pub fn position_hash(&self) -> u64 {
        self.here.pos.positional_hash()
    }
    /// What lies where, whose turn it is and what else decides the next moves.
    pub fn situation_hash(&self) -> u64 {
        self.here.pos.situational_hash()
    }
    /// The position in one line, see [`crate::notation`]: what lies where, whose turn it is, scores. The dice are those
    /// that the legal moves use.
    pub fn position(&self) -> String {
        notation::position(&shown::after_throw(&self.ctx(), self.legal_moves()))
    }

    /// Plays random legal moves, so many at most, until the game is over. Gives how many; they can be taken back.
    pub fn play_random(&mut self, rng: &mut Rng, most: usize) -> usize {
        let mut made = 0;
        while made < most && !self.legal_moves().is_empty() {
            let m = self.legal_moves()[rng.below(self.legal_moves().len())].clone();
            self.apply(&m);
            made += 1;
        }
        made
    }

    /// How a game of random moves from here goes; the state stays as it is. The seed decides both chance and choices.
    pub fn playout(&self, seed: u64) -> RandomGame {
        self.random_games().play(seed)
    }

    /// Plays any number of random games from here, without setting up memory anew for each.
    pub fn random_games(&self) -> RandomGames<'_> {
        RandomGames::from(self.ctx(), self.game.machine())
    }

    /// The picture of this position as SVG, as everybody sees it, or as one player does.
    pub fn svg(&self, viewer: Option<u8>) -> String {
        let metadata = self.game.reading().and_then(|reading| reading.metadata.as_ref());
        let view = ludarium_render::from_game::view(
            &shown::after_throw(&self.ctx(), self.legal_moves()),
            metadata,
            viewer,
        );
        ludarium_render::svg(&view, &ludarium_render::Options::default())
    }

    /// Asks somebody for a move and plays it.
    pub fn play_by(&mut self, chooser: &mut dyn Chooser) -> Result<Arc<Move>, Illegal> {
        match chooser.choose(self) {
            Some(index) => self.play(index),
            None => Err(Illegal { choice: Choice::Name("no move".to_owned()), why: Why::NotLegal }),
        }
    }

    /// The agent whose turn it is. Agents are numbered as the players were at the start; another number than
    /// [`State::mover`] has the one who changed seats.
    pub fn agent(&self) -> usize {
        self.agent_of(self.mover())
    }
    /// The agent who came first alone, once the game is over.
    pub fn winning_agent(&self) -> Option<usize> {
        Some(self.agent_of(self.outcome()?.winner()?))
    }
    fn agent_of(&self, player: usize) -> usize {
        let order = &self.here.pos.order;
        (1..=self.game.players).find(|&agent| usize::from(order[agent]) == player).unwrap_or(player)
    }

    /// How many sequences of legal moves of a length there are from here.
    pub fn perft(&self, depth: u32) -> u64 {
        self.game.perft_from(self.as_arrived(), depth).0
    }

    /// What one player may see: everything that the rules hide from this player is left out.
    ///
    /// What the state's other methods tell (hashes, the position, legal moves of others) is not for that player's eyes
    /// in a game with hidden information; give them this.
    pub fn view_for(&self, player: usize) -> PlayerView {
        let ctx = &shown::after_throw(&self.ctx(), self.legal_moves());
        let game = ctx.game;
        let mut pieces = Vec::new();
        let kinds = [
            (SiteType::Cell, game.uses.cells),
            (SiteType::Edge, game.uses.edges),
            (SiteType::Vertex, game.uses.vertices),
        ];
        let board = kinds.into_iter().filter(|(_, used)| *used);
        let board = board.flat_map(|(kind, _)| (0..game.board_sites(kind) as i32).map(move |s| (kind, s)));
        let beside = game.containers.iter().skip(1);
        let beside = beside.flat_map(|c| (c.first..c.first + c.len).map(|s| (SiteType::Cell, s)));
        for (kind, site) in board.chain(beside) {
            let slot = ctx.slot(kind, site);
            for level in 0..ctx.pos.height(slot) {
                let seen = |facet| !ctx.is_hidden(facet, player as i32, slot, level);
                if !seen(Facet::All) {
                    continue;
                }
                let piece = ctx.pos.at_level(slot, level);
                let count = if ctx.pos.stacking() { 1 } else { ctx.pos.count(slot) };
                let component = game.components.get(usize::from(piece.what));
                // The name of a piece tells whose it is, and what it is worth.
                let what = component
                    .filter(|_| seen(Facet::What))
                    .map(|c| if seen(Facet::Who) { c.name.clone() } else { c.label.clone() });
                pieces.push(SeenPiece {
                    kind,
                    site,
                    level,
                    what,
                    owner: seen(Facet::Who).then_some(piece.who.into()),
                    count: seen(Facet::Count).then_some(count),
                    state: seen(Facet::State).then_some(piece.state),
                    rotation: seen(Facet::Rotation).then_some(piece.rotation.into()),
                    value: seen(Facet::Value).then_some(piece.value),
                });
            }
        }
        PlayerView {
            player,
            mover: self.mover(),
            pieces,
            scores: ctx.pos.scores.get(1..=game.players).unwrap_or(&[]).to_vec(),
            legal: self.legal_moves().iter().filter(|m| usize::from(m.mover) == player).cloned().collect(),
            outcome: self.outcome(),
        }
    }
}

/// A position with the eyes of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerView {
    pub player: usize,
    pub mover: usize,
    /// The pieces whose presence is not hidden; of each what may be known.
    pub pieces: Vec<SeenPiece>,
    pub scores: Vec<i32>,
    /// What this player may do now.
    pub legal: Vec<Move>,
    pub outcome: Option<Outcome>,
}

/// A piece as far as a player may know it: `None` is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPiece {
    pub kind: SiteType,
    pub site: i32,
    pub level: usize,
    pub what: Option<String>,
    pub owner: Option<usize>,
    pub count: Option<i32>,
    pub state: Option<i32>,
    pub rotation: Option<i32>,
    pub value: Option<i32>,
}

impl Here {
    /// Works out the legal moves; prescribed dice count for them.
    fn arrive(mut ctx: Ctx<'_>, dice: Vec<(i32, i32)>) -> Here {
        if !dice.is_empty() {
            ctx.force_dice(&dice);
        }
        let arrived = (ctx.rng, ctx.pos.stalemated);
        let mut legal = Vec::new();
        if ctx.stopped.is_none() {
            ctx.legal_moves_into(&mut legal);
        }
        Here {
            pos: ctx.pos,
            rng: ctx.rng,
            forced: ctx.forced_dice,
            stopped: ctx.stopped,
            legal: Some(legal.into()),
            arrived,
            dice,
        }
    }
}

/// How a game of random moves went.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomGame {
    /// Moves made.
    pub plies: u64,
    pub outcome: Option<Outcome>,
    /// The rule that did not come to an end, if there was one.
    pub stopped: Option<String>,
}

impl RandomGame {
    pub(crate) fn of(runner: &Runner<'_>, met: &PlayedOut) -> RandomGame {
        let game = runner.ctx.game;
        let name = |rule: RuleId| game.rule_names.get(rule.0 as usize).cloned();
        RandomGame {
            plies: met.plies,
            outcome: met.over.then(|| Outcome { ranks: runner.ranks_of(met).to_vec() }),
            stopped: runner.ctx.stopped.map(|rule| name(rule).unwrap_or_else(|| "unnamed rule".to_owned())),
        }
    }
}
