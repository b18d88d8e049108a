//! Do two games play differently? Looks for a witness and says how far it looked.

use crate::correspondence::{Correspondence, candidates};
use crate::lockstep::{Difference, Lockstep, Pair, Parted};
use crate::search::{Found, Result as Searched, Search, Spent};
use crate::shorten::{Parting, Shortening};
use ludarium_engine::rng::mix;
use ludarium_play::naming::move_names;
use ludarium_play::{Game, State};
use std::collections::VecDeque;

/// How much is looked at. The same bounds give the same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub seed: u64,
    /// Positions that are compared, at most.
    pub positions: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { seed: 1, positions: 20_000 }
    }
}

/// A move of a witness.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub mover: usize,
    /// Its name in each game, as [`State::names`] gives it.
    pub a: String,
    pub b: String,
    /// What the dice showed, as site and face, where there are dice: see [`State::force_dice`].
    pub dice_a: Vec<(i32, i32)>,
    pub dice_b: Vec<(i32, i32)>,
}

/// Moves after which two games differ.
#[derive(Clone, Debug)]
pub struct Witness {
    pub steps: Vec<Step>,
    pub difference: Difference,
    /// No shorter sequence shows a difference.
    pub shortest: bool,
    /// Both games after these moves.
    pub a: State,
    pub b: State,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    /// Nothing can be played side by side, and why.
    Incomparable(String),
    Differ(Box<Witness>),
    /// No difference was found; `complete` where every position that can be reached was compared.
    Same {
        complete: bool,
    },
}

/// What looking at the play of two games came to.
#[derive(Clone, Debug)]
pub struct Play {
    pub verdict: Verdict,
    /// What was taken to be the same, in sentences.
    pub taken_as_same: Vec<String>,
    /// What was not compared, in sentences.
    pub not_compared: Vec<String>,
    /// How many positions were compared, and how many games were played side by side.
    pub positions: u64,
    pub games: u64,
}

/// Guesses of what corresponds are corrected at most so often.
const CORRECTIONS: usize = 24;

/// Looks for a witness. `go_on` ends it early.
pub fn compare_play(a: &Game, b: &Game, bounds: &Bounds, go_on: &dyn Fn() -> bool) -> Play {
    let mut play = Play {
        verdict: Verdict::Same { complete: false },
        taken_as_same: Vec::new(),
        not_compared: Vec::new(),
        positions: 0,
        games: 0,
    };
    let start = Pair { a: a.begin(bounds.seed), b: b.begin(bounds.seed) };
    let all = match candidates(&start.a, &start.b) {
        Ok(all) => all,
        Err(why) => {
            play.verdict = Verdict::Incomparable(why);
            return play;
        }
    };
    let mut open: VecDeque<(Lockstep<'_>, Pair<'_>)> = fitting(a, b, all, &start).into();
    let mut corrections = 0;
    let mut best: Option<(Lockstep<'_>, Pair<'_>, Found)> = None;
    while let Some((lockstep, start)) = open.pop_front() {
        let mut search = Search {
            lockstep: &lockstep,
            start: &start,
            seed: bounds.seed,
            most: bounds.positions,
            go_on,
            spent: Spent::default(),
        };
        let found = look(&mut search);
        let spent = search.spent;
        play.positions = play.positions.max(spent.positions);
        play.games = play.games.max(spent.games);
        match found {
            Searched::Nothing { complete } => {
                play.describe(&lockstep.same, &spent);
                play.verdict = Verdict::Same { complete };
                return play;
            }
            Searched::Found(found) => {
                // Was something taken for what it is not? Then that is tried before anything else.
                let seed = bounds.seed;
                let shortening = Shortening { lockstep: &lockstep, start: &start, seed, most: 0, go_on };
                let parting = shortening.play(&found.tokens);
                if let Some(Parting { difference: Difference::Position { .. }, pair, .. }) = parting
                    && corrections < CORRECTIONS
                    && let Some(same) = lockstep.same.corrected(&pair.a, &pair.b)
                {
                    corrections += 1;
                    open.push_front((Lockstep::new(a, b, same), start.clone()));
                }
                let longer =
                    best.as_ref().is_none_or(|(_, _, other)| found.tokens.len() > other.tokens.len());
                if longer {
                    play.describe(&lockstep.same, &spent);
                    best = Some((lockstep, start, found));
                }
            }
        }
        if !go_on() {
            break;
        }
    }
    if let Some((lockstep, start, found)) = best {
        let most = bounds.positions / 2;
        let shortening = Shortening { lockstep: &lockstep, start: &start, seed: bounds.seed, most, go_on };
        let mut tokens = found.tokens;
        if !found.shortest {
            tokens = shortening.shorten(tokens);
            // Another difference may show sooner.
            let spent = Spent::default();
            let seed = mix(bounds.seed ^ 0x54E7);
            let mut search = Search { lockstep: &lockstep, start: &start, seed, most, go_on, spent };
            while let Some(fewer) = tokens.len().checked_sub(1)
                && let Some(shorter) = search.games(fewer)
            {
                tokens = shortening.shorten(shorter);
            }
        }
        if let Some(parting) = shortening.play(&tokens) {
            play.verdict = Verdict::Differ(Box::new(witness(a, b, parting, found.shortest)));
        }
    }
    play
}

impl Play {
    fn describe(&mut self, same: &Correspondence, spent: &Spent) {
        self.taken_as_same.clone_from(&same.words);
        self.not_compared.clone_from(&same.not_compared);
        if spent.unsure > 0 {
            let n = spent.unsure;
            self.not_compared.push(format!(
                "{n} times something else than dice decided, and the games were not followed."
            ));
        }
    }
}

/// The correspondences under which both games begin alike; where there is none, the first of all.
fn fitting<'g>(
    a: &'g Game,
    b: &'g Game,
    all: Vec<Correspondence>,
    start: &Pair<'g>,
) -> Vec<(Lockstep<'g>, Pair<'g>)> {
    let by_lot = drawn_by_lot(a) || drawn_by_lot(b);
    let mut found: Vec<(Lockstep<'g>, Pair<'g>)> = Vec::new();
    let mut first = None;
    for same in all {
        let mut lockstep = Lockstep::new(a, b, same);
        let mut start = start.clone();
        if by_lot {
            lockstep.lay_out_like_a(&mut start);
            lockstep.same.not_compared.push("The set-up is drawn by lot: B was set up as A.".to_owned());
        }
        match lockstep.look(&start) {
            Err(Parted::Differ(Difference::Position { places })) => {
                let n = places.len();
                if first.as_ref().is_none_or(|(least, _)| n < *least) {
                    first = Some((n, (lockstep, start)));
                }
            }
            Ok(()) | Err(_) => found.push((lockstep, start)),
        }
    }
    if found.is_empty() {
        found.extend(first.map(|(_, pair)| pair));
    }
    found
}

/// Does chance decide how the game is set up?
fn drawn_by_lot(game: &Game) -> bool {
    let hash = |seed| game.begin(seed).pos.content_hash();
    game.uses.stochastic && (2..5).any(|seed| hash(seed) != hash(1))
}

/// Breadth first to a quarter of the bound, then whole games.
fn look(search: &mut Search<'_, '_>) -> Searched {
    let breadth = (search.most / 4).clamp(1, 6_000);
    match search.breadth_first(breadth) {
        Searched::Nothing { complete: false } => match search.games(usize::MAX) {
            Some(tokens) => Searched::Found(Found { tokens, shortest: false }),
            None => Searched::Nothing { complete: false },
        },
        done @ (Searched::Found(_) | Searched::Nothing { complete: true }) => done,
    }
}

fn witness(a: &Game, b: &Game, parting: Parting<'_>, shortest: bool) -> Witness {
    let mut steps = Vec::new();
    for (moment, joint) in &parting.moments {
        steps.push(Step {
            mover: moment.pair.a.pos.mover.into(),
            a: move_names(a, &moment.legal_a).swap_remove(joint.a),
            b: move_names(b, &moment.legal_b).swap_remove(joint.b),
            dice_a: moment.pair.a.forced_dice.clone(),
            dice_b: moment.pair.b.forced_dice.clone(),
        });
    }
    let seed = mix(steps.len() as u64);
    Witness {
        steps,
        difference: parting.difference,
        shortest,
        a: State::from_ctx(a, parting.pair.a, seed),
        b: State::from_ctx(b, parting.pair.b, seed),
    }
}
