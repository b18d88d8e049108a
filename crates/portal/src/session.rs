//! A game in progress as the portal needs it: owned (no borrowed game), with everything that leaves it as plain data
//! that could as well come from another process. It knows the engine and the pictures; it has never heard of seats,
//! clocks, databases or HTTP. What a viewer may not see is left out here, before anything is made of it.

use crate::compiled::{Compiled, Part};
use crate::seating::Seating;
use crate::secrets;
use ludarium_engine::Game;
use ludarium_engine::position::Position;
use ludarium_engine::types::Mode;
use ludarium_play::naming::{NotFound, find_move, is_written_like_chess, move_labels, move_names};
use ludarium_play::shown;
use ludarium_play::{Choice, Ctx, Move, State, Why};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whose eyes look at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Eyes {
    /// One player's.
    Player(u8),
    /// An onlooker's: what every player can see.
    Public,
}

/// What everybody may know about a moment. What is listed for each seat begins with seat 1; see [`crate::seating`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub ply: usize,
    /// The player to move: 1 is the first. 0 in a simulation.
    pub mover: usize,
    /// The seat that plays this player now.
    pub seat: usize,
    /// The player that each seat plays now.
    pub seating: Seating,
    /// The seats that have to choose now: the one to move, or all that take part where all move at once.
    pub choosing: Vec<usize>,
    /// All players move at once.
    pub simultaneous: bool,
    pub over: bool,
    /// The rank of each seat, once the game is over.
    pub ranks: Vec<f64>,
    /// A rule that did not come to an end.
    pub stopped: Option<String>,
    /// Why the game is over, in words.
    pub why: Option<String>,
    pub phase: String,
}

/// A ply in the list of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// Who made it: the seat, and the player that it played then; 0 where all chose at once.
    pub seat: usize,
    pub player: usize,
    pub index: usize,
    /// What the log knows it by.
    pub name: String,
    /// What people read.
    pub label: String,
    /// What others may know, in a game that hides something.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guarded: Option<secrets::Guarded>,
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refused {
    Over,
    NotLegal,
    Ambiguous(Vec<String>),
    Stopped(String),
}

/// What decides chance: secrets, each from a move on until the next one begins. Every move has a seed of its own, made
/// so that what was seen of one says nothing about the next: whoever works out a seed from the dice he saw has only the
/// past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance(Vec<(usize, u64)>);

impl From<u64> for Chance {
    fn from(secret: u64) -> Chance {
        Chance(vec![(0, secret)])
    }
}

impl Chance {
    /// No secrets: chance is what the seed of the game makes it, for boards on which somebody studies alone.
    pub fn open() -> Chance {
        Chance(Vec::new())
    }

    /// The same up to a move, another secret from there.
    pub fn branch(&self, ply: usize, secret: u64) -> Chance {
        let mut parts: Vec<(usize, u64)> = self.0.iter().copied().filter(|(from, _)| *from < ply).collect();
        parts.push((ply, secret));
        Chance(parts)
    }

    /// The seed for the move of this number; `None` for the start.
    fn seed(&self, ply: Option<usize>) -> u64 {
        let at = ply.unwrap_or(0);
        // The start belongs to the first secret, also where the first move does not.
        let part =
            if ply.is_none() { self.0.first() } else { self.0.iter().rev().find(|(from, _)| *from <= at) };
        let secret = part.map_or(0, |(_, secret)| *secret);
        let mut hash = blake3::Hasher::new();
        hash.update(&secret.to_le_bytes());
        hash.update(&ply.map_or(u64::MAX, |p| p as u64).to_le_bytes());
        let mut seed = [0; 8];
        seed.copy_from_slice(&hash.finalize().as_bytes()[..8]);
        u64::from_le_bytes(seed)
    }
}

impl From<Why> for Refused {
    fn from(why: Why) -> Refused {
        match why {
            Why::Over => Refused::Over,
            Why::NotLegal => Refused::NotLegal,
            Why::Ambiguous(names) => Refused::Ambiguous(names),
            Why::Stopped(rule) => Refused::Stopped(rule),
        }
    }
}

#[derive(Clone)]
pub struct Session {
    compiled: Arc<Compiled>,
    chance: Chance,
    state: State,
    names: Arc<Vec<String>>,
    plies: Vec<Ply>,
}

impl Session {
    pub fn start(compiled: Arc<Compiled>, chance: impl Into<Chance>) -> Session {
        let chance = chance.into();
        let mut state = compiled.game.start(chance.seed(None));
        // Thousands of games are in progress at once, and few go back often.
        state.keep_few_positions();
        let names = Arc::new(state.names());
        Session { compiled, chance, state, names, plies: Vec::new() }
    }

    /// Goes on from a position for somebody who studies alone: chance is what the seed of the position makes it.
    pub fn study(compiled: Arc<Compiled>, mut state: State) -> Session {
        state.keep_few_positions();
        let names = Arc::new(state.names());
        Session { compiled, chance: Chance::open(), state, names, plies: Vec::new() }
    }

    pub fn game(&self) -> &ludarium_play::Game {
        &self.compiled.game
    }
    /// The game in progress, without what belongs to the portal.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The game on the table and its position: in a match the one being played, with its number.
    pub(crate) fn inner(&self) -> (usize, &Game, &Position) {
        let game = &self.compiled.game;
        match &self.whole().instance {
            Some(i) => (i.index, &game.subgames[i.index].game, &i.position),
            None => (0, game, self.whole()),
        }
    }
    pub(crate) fn part(&self) -> &Part {
        &self.compiled.parts[self.inner().0]
    }
    pub(crate) fn inner_ctx(&self) -> Ctx<'_> {
        shown::on_the_table(&self.state.ctx())
    }
    /// The position of the whole contest, where the game is a match.
    pub(crate) fn whole(&self) -> &Position {
        self.state.board()
    }
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }
    pub fn ply(&self) -> usize {
        self.plies.len()
    }
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }
    pub fn names(&self) -> &[String] {
        &self.names
    }
    pub fn legal(&self) -> &[Move] {
        self.state.legal_moves()
    }

    /// The number of the legal move that somebody named.
    pub fn find(&self, name: &str) -> Result<usize, Refused> {
        self.state.find(&Choice::Name(name.to_owned())).map_err(Refused::from)
    }

    /// Plays the legal move of this number.
    pub fn play(&mut self, index: usize) -> Result<(), Refused> {
        self.state.find(&Choice::Index(index))?;
        let m = self.legal()[index].clone();
        let name = self.names[index].clone();
        let mut player = self.state.mover();
        let mut seat = self.seating().seat(player);
        let mut label = move_labels(&self.inner_ctx(), self.legal()).swap_remove(index).text;
        let together = if self.is_simultaneous() { self.choosers() } else { Vec::new() };
        if !together.is_empty() {
            (player, seat) = (0, 0);
            label = self.told_together(&together, &label);
        }
        let compiled = self.compiled.clone();
        let before = compiled.hidden().then(|| shown::on_the_table(&self.state.ctx_of(&compiled.game)));
        if self.chance != Chance::open() {
            self.state.reseed(self.chance.seed(Some(self.ply())));
        }
        self.state.apply(&m);
        let label = if together.is_empty() { label + self.mark_of_check(player) } else { label };
        let guarded = before.map(|before| secrets::guard(&before, &self.inner_ctx(), &m));
        self.plies.push(Ply { seat, player, index, name, label, guarded });
        self.names = Arc::new(self.state.names());
        Ok(())
    }

    /// What everybody chose at once, each with the side's name.
    fn told_together(&self, players: &[usize], label: &str) -> String {
        let sides = &self.part().sides;
        let parts: Vec<&str> = label.split(" / ").collect();
        if parts.len() != players.len() {
            return label.to_owned();
        }
        let name = |p: usize| p.checked_sub(1).and_then(|i| sides.get(i)).map_or("", |s| s.name.as_str());
        let told: Vec<String> =
            players.iter().zip(parts).map(|(p, part)| format!("{}: {part}", name(*p))).collect();
        told.join(", ")
    }

    /// What chess players write after a move that gives check or mate.
    fn mark_of_check(&self, player: usize) -> &'static str {
        let (_, game, pos) = self.inner();
        if !is_written_like_chess(game) || game.uses.hidden {
            ""
        } else if pos.over {
            if pos.ranks.get(player) == Some(&1.0) { "#" } else { "" }
        } else if shown::checked_pieces(&self.inner_ctx()).is_empty() {
            ""
        } else {
            "+"
        }
    }

    /// Goes back to an earlier moment.
    pub fn rewind(&mut self, ply: usize) {
        if ply >= self.ply() {
            return;
        }
        self.state.go_back(ply);
        self.plies.truncate(ply);
        self.names = Arc::new(self.state.names());
    }

    /// The player that each seat plays now.
    pub fn seating(&self) -> Seating {
        Seating::of(self.game().players, self.inner().2)
    }

    /// Do all players choose at once in this game?
    pub fn is_simultaneous(&self) -> bool {
        self.inner().1.mode == Mode::Simultaneous && !self.inner().2.over
    }

    /// The players who have to choose now.
    pub fn choosers(&self) -> Vec<usize> {
        let (_, game, pos) = self.inner();
        if self.is_simultaneous() {
            (1..=game.players).filter(|&p| pos.is_active(p)).collect()
        } else {
            vec![usize::from(pos.mover)]
        }
    }

    /// What a player may choose, and what that is called: the legal moves, or, where all choose at once, the player's own
    /// part of them.
    pub fn own_moves(&self, player: usize) -> (Vec<Move>, Vec<String>) {
        if !self.is_simultaneous() {
            return (self.legal().to_vec(), self.names.to_vec());
        }
        let mut ctx = self.inner_ctx();
        ctx.refuel();
        let own = ctx.own_choices(player);
        let names = move_names(self.inner().1, &own);
        (own, names)
    }

    /// The number, among a player's own choices, of what somebody named.
    pub fn find_own(&self, player: usize, name: &str) -> Result<usize, Refused> {
        if !self.is_simultaneous() {
            return self.find(name);
        }
        let (own, names) = self.own_moves(player);
        find_move(&self.inner_ctx(), &own, &names, name).map_err(|e| refusal(e, &names))
    }

    /// The legal move that is made of one choice of each player, given as player and number.
    pub fn joined(&self, chosen: &[(usize, usize)]) -> Result<usize, Refused> {
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        let mut joint: Option<Move> = None;
        for (player, index) in chosen {
            let own = self.own_moves(player).0;
            let part = own.get(index).ok_or(Refused::NotLegal)?;
            joint = Some(match joint {
                Some(before) => before.joined_with(part),
                None => part.clone(),
            });
        }
        let joint = joint.ok_or(Refused::NotLegal)?;
        self.legal().iter().position(|m| *m == joint).ok_or(Refused::NotLegal)
    }

    pub fn moment(&self) -> Moment {
        let game = self.game();
        let mover = usize::from(self.whole().mover);
        // (Ranks of a match belong to the match, whoever sat where in its last game.)
        let ranks = self.whole().ranks.get(1..=game.players).unwrap_or(&[]).to_vec();
        let ranks = Seating::of(game.players, self.whole()).by_seat(&ranks);
        let seating = self.seating();
        let phase = self.whole().phase.get(mover).map_or(0, |p| usize::from(*p));
        Moment {
            ply: self.ply(),
            mover,
            seat: seating.seat(mover),
            choosing: self.choosers().into_iter().map(|p| seating.seat(p)).collect(),
            simultaneous: self.is_simultaneous(),
            seating,
            over: self.state.is_over(),
            ranks: if self.state.is_over() { ranks } else { Vec::new() },
            stopped: self.state.stopped().map(str::to_owned),
            why: self.state.is_over().then(|| self.compiled.why_over(&self.state.ctx())),
            phase: if game.phases.len() > 1 {
                game.phases.get(phase).map_or(String::new(), |p| p.name.clone())
            } else {
                String::new()
            },
        }
    }
}

fn refusal(not_found: NotFound, names: &[String]) -> Refused {
    match not_found {
        NotFound::NoSuchMove => Refused::NotLegal,
        NotFound::Several(which) => {
            Refused::Ambiguous(which.into_iter().filter_map(|i| names.get(i).cloned()).collect())
        }
    }
}
