//! A game in progress, as a program that plays wants it: what is legal, playing with and without a check, taking
//! back, the outcome, hashes, chance that can be prescribed, and what each player may see. It adds no rules: those are
//! the engine's.

use crate::naming::{NotFound, find_move, move_names, short_name};
use crate::{notation, shown};
use ludarium_engine::action::Facet;
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, Game, Move, SiteType};
use std::sync::Arc;

/// A game in progress. Cheap enough to clone for a search; independent of every other state of the same game.
///
/// ```
/// use ludarium::{Selection, State, compile, library_defines, read};
/// let text = ludarium::find("Tic-Tac-Toe").unwrap().text;
/// let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
///
/// let mut state = State::start(&game, 1);
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
/// state.playout(&mut ludarium::Rng::new(7), 100);
/// assert!(state.outcome().is_some());
/// # Ok::<(), ludarium::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct State<'g> {
    ctx: Ctx<'g>,
    seed: u64,
    legal: Vec<Move>,
    /// Chance, and who was known to be stuck, before the legal moves were worked out: dice prescribed later make
    /// them be worked out again.
    arrived: (Rng, u32),
    /// Dice prescribed in this position.
    dice: Vec<(i32, i32)>,
    past: Vec<Past>,
}

/// A position that was left, and by which move.
#[derive(Clone, Debug)]
struct Past {
    pos: Position,
    rng: Rng,
    forced: Vec<(i32, i32)>,
    legal: Vec<Move>,
    arrived: (Rng, u32),
    dice: Vec<(i32, i32)>,
    chosen: Move,
    made: Arc<Move>,
}

/// One ply that was played.
#[derive(Clone, Debug)]
pub struct Played<'s> {
    /// What people call the move, see [`State::names`].
    pub name: String,
    /// The move as made, consequences among its actions.
    pub made: &'s Move,
    /// Dice that were prescribed for it, as site and face.
    pub dice: &'s [(i32, i32)],
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

/// What was met on a random way to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// Moves made.
    pub plies: usize,
    /// The sum of the numbers of legal moves over these.
    pub choices: usize,
}

impl<'g> State<'g> {
    /// The beginning of a game, after its start rules. The seed decides all chance in it.
    pub fn start(game: &'g Game, seed: u64) -> State<'g> {
        State::from_ctx(Ctx::start(game, seed), seed)
    }

    /// Goes on from a position that was made with the engine's own means; nothing can be taken back before it.
    pub fn from_ctx(ctx: Ctx<'g>, seed: u64) -> State<'g> {
        let arrived = (ctx.rng, ctx.pos.stalemated);
        let mut state = State { ctx, seed, legal: Vec::new(), arrived, dice: Vec::new(), past: Vec::new() };
        state.arrive();
        state
    }

    fn arrive(&mut self) {
        self.arrived = (self.ctx.rng, self.ctx.pos.stalemated);
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        if self.ctx.stopped.is_none() {
            self.ctx.legal_moves_into(&mut legal);
        }
        self.legal = legal;
    }

    /// This moment before its legal moves were worked out.
    pub(crate) fn as_arrived(&self) -> Ctx<'g> {
        let mut ctx = self.ctx.clone();
        (ctx.rng, ctx.pos.stalemated) = self.arrived;
        ctx
    }

    pub fn game(&self) -> &'g Game {
        self.ctx.game
    }
    /// The engine's view of this moment, for those who need more than is offered here.
    pub fn ctx(&self) -> &Ctx<'g> {
        &self.ctx
    }
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Whose turn it is.
    pub fn mover(&self) -> usize {
        self.ctx.pos.mover.into()
    }
    /// How many moves were made since the start.
    pub fn plies(&self) -> usize {
        self.past.len()
    }
    pub fn is_over(&self) -> bool {
        self.ctx.pos.over
    }
    /// The score of a player (1 is the first); 0 in games without scores.
    pub fn score(&self, player: usize) -> i32 {
        self.ctx.pos.scores.get(player).copied().unwrap_or(0)
    }
    /// The rule that was stopped because it did not come to an end, if any was: nothing more can be played.
    pub fn stopped(&self) -> Option<&str> {
        let rule = self.ctx.stopped?;
        Some(self.ctx.game.rule_names.get(rule.0 as usize).map_or("unnamed rule", String::as_str))
    }

    /// All legal moves, as generated: two moves may differ in their consequences only. None when the game is over;
    /// where a player can do nothing, a pass.
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal
    }
    /// What people call the legal moves, in the same order: `e2-e4`, `c3`, `e7-e8=Queen`, `pass`. All different.
    pub fn names(&self) -> Vec<String> {
        move_names(self.ctx.game, &self.legal)
    }

    /// Plays a move if it is legal. The answer is the move as made, with all its consequences.
    pub fn play(&mut self, choice: impl Into<Choice>) -> Result<Arc<Move>, Illegal> {
        let choice = choice.into();
        match self.find(&choice) {
            Ok(index) => {
                let m = self.legal[index].clone();
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
        match choice {
            Choice::Index(i) => self.legal.get(*i).map(|_| *i).ok_or(Why::NotLegal),
            Choice::Move(m) => self.legal.iter().position(|l| l == &**m).ok_or(Why::NotLegal),
            Choice::Name(name) => {
                let names = self.names();
                find_move(&shown::on_the_table(&self.ctx), &self.legal, &names, name).map_err(|e| match e {
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
        let pos = self.ctx.pos.clone();
        let (rng, forced) = (self.ctx.rng, self.ctx.forced_dice.clone());
        let made = self.ctx.apply(m);
        self.past.push(Past {
            pos,
            rng,
            forced,
            legal: std::mem::take(&mut self.legal),
            arrived: self.arrived,
            dice: std::mem::take(&mut self.dice),
            chosen: m.clone(),
            made: made.clone(),
        });
        self.ctx.forced_dice.clear();
        self.arrive();
        made
    }

    /// Takes the last move back, chance included: playing it again leads to the same position. The answer is the move
    /// as it was made; nothing at the start.
    pub fn undo(&mut self) -> Option<Arc<Move>> {
        let past = self.past.pop()?;
        self.ctx.pos = past.pos;
        self.ctx.rng = past.rng;
        self.ctx.forced_dice = past.forced;
        self.ctx.stopped = None;
        self.legal = past.legal;
        self.arrived = past.arrived;
        self.dice = past.dice;
        Some(past.made)
    }

    /// The moves made since the start, the first one first.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Played<'_>> {
        self.past.iter().map(|past| {
            let at = past.legal.iter().position(|m| *m == past.chosen);
            let name = match at {
                Some(i) => move_names(self.ctx.game, &past.legal).swap_remove(i),
                None => short_name(self.ctx.game, &past.chosen),
            };
            Played { name, made: &past.made, dice: &past.dice }
        })
    }

    /// Prescribes what dice show, as (site, index of the face): for the legal moves of this position, which are worked
    /// out again, and for what the next move throws.
    pub fn force_dice(&mut self, faces: &[(i32, i32)]) {
        (self.ctx.rng, self.ctx.pos.stalemated) = self.arrived;
        self.ctx.force_dice(faces);
        self.dice = faces.to_vec();
        self.arrive();
    }

    /// How the game ended; nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let ranks = self.ctx.pos.ranks.get(1..=self.ctx.game.players).unwrap_or(&[]).to_vec();
        self.is_over().then_some(Outcome { ranks })
    }

    /// What lies where, whoever is to move, in 64 bits that are kept as moves are made.
    pub fn position_hash(&self) -> u64 {
        self.ctx.pos.positional_hash()
    }
    /// What lies where, whose turn it is and what else decides the next moves.
    pub fn situation_hash(&self) -> u64 {
        self.ctx.pos.situational_hash()
    }
    /// The position in one line, see [`crate::notation`]: what lies where, whose turn it is, scores. The dice are those
    /// that the legal moves use.
    pub fn position(&self) -> String {
        notation::position(&shown::after_throw(&self.ctx, &self.legal))
    }

    /// Plays random legal moves until the game is over, or so many moves were made. The moves can be taken back.
    pub fn playout(&mut self, rng: &mut Rng, most: usize) -> Playout {
        let mut met = Playout::default();
        while !self.legal.is_empty() && met.plies < most {
            met.choices += self.legal.len();
            met.plies += 1;
            let m = self.legal[rng.below(self.legal.len())].clone();
            self.apply(&m);
        }
        met
    }

    /// What one player may see: everything that the rules hide from this player is left out.
    ///
    /// What the state's other methods tell (hashes, the position, legal moves of others) is not for that player's eyes
    /// in a game with hidden information; give them this.
    pub fn view_for(&self, player: usize) -> PlayerView<'g> {
        let ctx = &shown::after_throw(&self.ctx, &self.legal);
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
                    .map(|c| if seen(Facet::Who) { c.name.as_str() } else { c.label.as_str() });
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
            legal: self.legal.iter().filter(|m| usize::from(m.mover) == player).cloned().collect(),
            outcome: self.outcome(),
        }
    }
}

/// A position with the eyes of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerView<'g> {
    pub player: usize,
    pub mover: usize,
    /// The pieces whose presence is not hidden; of each what may be known.
    pub pieces: Vec<SeenPiece<'g>>,
    pub scores: Vec<i32>,
    /// What this player may do now.
    pub legal: Vec<Move>,
    pub outcome: Option<Outcome>,
}

/// A piece as far as a player may know it: `None` is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPiece<'g> {
    pub kind: SiteType,
    pub site: i32,
    pub level: usize,
    pub what: Option<&'g str>,
    pub owner: Option<usize>,
    pub count: Option<i32>,
    pub state: Option<i32>,
    pub rotation: Option<i32>,
    pub value: Option<i32>,
}

/// A whole game of random moves, by far quicker than [`State::playout`] because nothing is kept to be taken back. The
/// seed decides both chance and choices.
pub fn random_game(game: &Game, seed: u64, most: usize) -> RandomGame {
    let mut rng = Rng::new(ludarium_engine::rng::mix(seed ^ 0x6C75_6461_7269_756D));
    let mut ctx = Ctx::start(game, seed);
    let mut met = Playout::default();
    let mut legal = Vec::new();
    loop {
        ctx.legal_moves_into(&mut legal);
        if legal.is_empty() || ctx.stopped.is_some() || met.plies >= most {
            break;
        }
        met.choices += legal.len();
        met.plies += 1;
        let m = legal.swap_remove(rng.below(legal.len()));
        ctx.apply(&m);
    }
    let end = State {
        arrived: (ctx.rng, ctx.pos.stalemated),
        ctx,
        seed,
        legal,
        dice: Vec::new(),
        past: Vec::new(),
    };
    RandomGame { playout: met, outcome: end.outcome(), stopped: end.stopped().map(str::to_owned) }
}

/// How a game of random moves went.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomGame {
    pub playout: Playout,
    pub outcome: Option<Outcome>,
    /// The rule that did not come to an end, if there was one.
    pub stopped: Option<String>,
}
