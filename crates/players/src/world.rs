//! What a search may ask of a game. Searches are written against this alone, so that the same search runs on the plain
//! evaluator and on every faster form of the game.

use ludarium_play::Rng;

/// More players than any game has.
pub const SEATS: usize = ludarium_engine::MAX_PLAYERS + 1;

/// What each agent gets, from -1 (the worst) to 1 (the best), by agent number; index 0 is nobody's.
pub type Utilities = [f32; SEATS];

/// What kind of game it is, as far as a search must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    pub players: usize,
    /// Dice, cards or other chance: legal moves may differ from one look to the next.
    pub chance: bool,
    /// Players do not see everything.
    pub hidden: bool,
    /// All players move at once.
    pub simultaneous: bool,
    /// A deduction puzzle.
    pub deduction: bool,
    /// Points decide, or at least are counted.
    pub scores: bool,
}

impl Facts {
    /// Two players who move in turn, see everything, and leave nothing to chance.
    pub fn plain_duel(&self) -> bool {
        self.players == 2 && !self.chance && !self.hidden && !self.simultaneous
    }
    /// The same moves are legal whenever one comes to a position.
    pub fn settled(&self) -> bool {
        !self.chance && !self.hidden
    }
}

/// What a move wins at once, in values of positions, and what the piece that makes it is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stakes {
    pub won: f32,
    pub own: f32,
}

impl Stakes {
    /// Is as much won as the piece that moves may cost?
    pub fn pays(self) -> bool {
        self.won >= 0.9 * self.own
    }
}

/// A game as a search sees it. Agents are numbered from 1 and stay the same when players change seats.
pub trait World: Sync {
    /// A position, with all that the rules remember and its own stream of chance.
    type Pos: Clone + Send + Sync;
    type Move: Clone + Send + Sync + 'static;

    fn facts(&self) -> Facts;
    /// A copy for a thread of its own, which shares nothing with the position that threads would have to agree on. Will it
    /// be asked for numbers of positions?
    fn own_copy(&self, pos: &Self::Pos, _hashed: bool) -> Self::Pos {
        pos.clone()
    }
    /// All legal moves; none when the game is over.
    fn moves(&self, pos: &mut Self::Pos, out: &mut Vec<Self::Move>);
    /// Plays a move that [`World::moves`] gave for this position (now or at an earlier visit).
    fn apply(&self, pos: &mut Self::Pos, m: &Self::Move);
    /// The same for a move after which, as is known, the game goes on.
    fn apply_on(&self, pos: &mut Self::Pos, m: &Self::Move) {
        self.apply(pos, m);
    }
    /// Is the game over, or can nothing more be played?
    fn over(&self, pos: &Self::Pos) -> bool;
    /// Did something not fit into the world's memory, so that what it says of this position is not the rules' word?
    fn is_void(&self, _pos: &Self::Pos) -> bool {
        false
    }
    /// The result of a position that is over.
    fn utilities(&self, pos: &Self::Pos) -> Utilities;
    /// Which agent decides; where all move at once, the first.
    fn agent(&self, pos: &Self::Pos) -> usize;
    /// A number for everything that decides what may still happen (chance and repetitions aside).
    fn hash(&self, pos: &Self::Pos) -> u64;
    /// What a move is, wherever it is played: who, what kind, from where, to where. Moves that look alike share it.
    fn key(&self, m: &Self::Move) -> u64;
    /// Tells moves of one position apart, dice included.
    fn identity(&self, m: &Self::Move) -> u64;
    /// Begins a fresh stream of chance.
    fn reseed(&self, pos: &mut Self::Pos, seed: u64);
    /// Replaces what an agent does not see by something that may be there for all the agent knows.
    fn imagine(&self, pos: &mut Self::Pos, agent: usize, rng: &mut Rng);
    /// Does the move take something, or change what a piece is?
    fn is_tactical(&self, pos: &Self::Pos, m: &Self::Move) -> bool;
    /// What is at stake in a move that takes or changes something; nothing for other moves.
    fn stakes(&self, pos: &Self::Pos, m: &Self::Move) -> Option<Stakes> {
        self.is_tactical(pos, m).then_some(Stakes { won: 0.0, own: 0.0 })
    }
    /// The same of several moves of one position.
    fn all_stakes(&self, pos: &Self::Pos, moves: &[Self::Move], out: &mut Vec<Option<Stakes>>) {
        out.clear();
        out.extend(moves.iter().map(|m| self.stakes(pos, m)));
    }
    /// Must the side to move get something out of danger before all else?
    fn in_danger(&self, _pos: &Self::Pos) -> bool {
        false
    }
    /// Gives the turn to the other player, as if one could pass. False where nobody can say what that would be.
    fn pass(&self, _pos: &mut Self::Pos) -> bool {
        false
    }
    /// What the least of the pieces that are worth something is worth in values of positions; 0 where no piece is.
    fn unit(&self) -> f32 {
        0.0
    }
    /// Plays at random until the game is over, so many moves were made, or `stop` says so; what was played goes into the
    /// trace. How many moves were made, and the result where the game came to its end (the position may then be anything).
    fn wander(
        &self,
        pos: &mut Self::Pos,
        rng: &mut Rng,
        most: u32,
        stop: &dyn Fn() -> bool,
        mut trace: Option<&mut Vec<(usize, u64)>>,
    ) -> (u32, Option<Utilities>) {
        let mut moves = Vec::new();
        let mut made = 0;
        while made < most && !self.over(pos) && !stop() {
            self.moves(pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            let m = &moves[rng.below(moves.len())];
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((self.agent(pos), self.key(m)));
            }
            self.apply(pos, m);
            made += 1;
        }
        (made, self.over(pos).then(|| self.utilities(pos)))
    }
    /// What lies where, as a number for each place, 0 for nothing; nothing at all where numbers cannot say it.
    fn contents(&self, _pos: &Self::Pos, out: &mut Vec<u64>) {
        out.clear();
    }
    /// How well each agent stands, where that can be said.
    fn evaluate(&self, pos: &Self::Pos) -> Option<Utilities>;
    /// Where all move at once: how many choices each agent has, the last agent's varying fastest.
    fn choices(&self, pos: &Self::Pos, moves: &[Self::Move]) -> Vec<(usize, usize)>;
}
