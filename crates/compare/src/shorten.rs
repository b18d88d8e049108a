//! Makes a witness shorter: moves are left out as long as the games still part, and games are looked for that use the
//! moves of the witness and part sooner.

use crate::lockstep::{Difference, Lockstep, Moment, Pair, Parted};
use crate::pairing::Joint;
use crate::search::{Token, token};
use ludarium_engine::rng::{Rng, mix};

/// A sequence that was played side by side until the games differed.
pub(crate) struct Parting<'g> {
    pub tokens: Vec<Token>,
    pub difference: Difference,
    /// The moves by their places in the lists of both games.
    pub moments: Vec<(Moment<'g>, Joint)>,
    /// The last moment.
    pub pair: Pair<'g>,
}

pub(crate) struct Shortening<'s, 'g> {
    pub lockstep: &'s Lockstep<'g>,
    pub start: &'s Pair<'g>,
    pub seed: u64,
    /// Positions to look at, at most.
    pub most: u64,
    pub go_on: &'s dyn Fn() -> bool,
}

impl<'g> Shortening<'_, 'g> {
    /// Plays a sequence; nothing where a move is not possible or the games never part.
    pub fn play(&self, tokens: &[Token]) -> Option<Parting<'g>> {
        let lockstep = self.lockstep;
        let mut pair = self.start.clone();
        let mut moments: Vec<(Moment<'g>, Joint)> = Vec::new();
        let part = |difference, moments: Vec<(Moment<'g>, Joint)>, pair| {
            let used = moments.len();
            Some(Parting { tokens: tokens[..used].to_vec(), difference, moments, pair })
        };
        for at in 0..=tokens.len() {
            if pair.a.pos.over {
                return None;
            }
            // After the last move any chance will do.
            let chance = tokens.get(at).map_or(mix(self.seed ^ at as u64), |t| t.chance);
            let here = pair.clone();
            let moment = match lockstep.arrive(pair, chance) {
                Ok(moment) => moment,
                Err(Parted::Unsure) => return None,
                Err(Parted::Differ(difference)) => return part(difference, moments, here),
            };
            let wanted = tokens.get(at)?;
            let fits = |j: &&Joint| j.sure && token(lockstep, &moment, **j) == *wanted;
            let joint = *moment.joints.iter().find(fits)?;
            match lockstep.follow(&moment, joint) {
                Ok(next) => {
                    moments.push((moment, joint));
                    pair = next;
                }
                Err(Parted::Unsure) => return None,
                Err(Parted::Differ(difference)) => {
                    let next = lockstep.step(&moment, joint).ok()?;
                    moments.push((moment, joint));
                    return part(difference, moments, next);
                }
            }
        }
        None
    }

    /// The shortest that is found within the bounds.
    pub fn shorten(&self, tokens: Vec<Token>) -> Vec<Token> {
        let mut best = tokens;
        let mut spent = 0;
        loop {
            let before = best.len();
            self.leave_out(&mut best, &mut spent);
            self.look_near(&mut best, &mut spent);
            if best.len() == before || spent >= self.most || !(self.go_on)() {
                return best;
            }
        }
    }

    /// Leaves parts out, large ones first.
    fn leave_out(&self, best: &mut Vec<Token>, spent: &mut u64) {
        let mut size = best.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at + size <= best.len() {
                if *spent >= self.most || !(self.go_on)() {
                    return;
                }
                let mut fewer = best.clone();
                fewer.drain(at..at + size);
                *spent += fewer.len() as u64 + 1;
                match self.play(&fewer) {
                    Some(parting) => *best = parting.tokens,
                    None => at += 1.max(size / 2),
                }
            }
            size = if size > 4 { size / 2 } else { size - 1 };
        }
    }

    /// Plays games that are shorter than the best, mostly with its moves.
    fn look_near(&self, best: &mut Vec<Token>, spent: &mut u64) {
        let mut rng = Rng::new(mix(self.seed ^ 0x5407));
        let budget = *spent + self.most / 4;
        while best.len() > 1 && *spent < budget && (self.go_on)() {
            if let Some(shorter) = self.near(best, &mut rng, spent) {
                *best = shorter;
            }
        }
    }

    fn near(&self, best: &[Token], rng: &mut Rng, spent: &mut u64) -> Option<Vec<Token>> {
        let lockstep = self.lockstep;
        let mut pair = self.start.clone();
        let mut tokens: Vec<Token> = Vec::new();
        while tokens.len() < best.len() && !pair.a.pos.over {
            *spent += 1;
            let chance = best.get(tokens.len()).map_or_else(|| rng.next_u64(), |t| t.chance);
            let moment = match lockstep.arrive(pair, chance) {
                Ok(moment) => moment,
                Err(Parted::Unsure) => return None,
                Err(Parted::Differ(_)) => return Some(tokens),
            };
            if tokens.len() + 1 == best.len() {
                return None;
            }
            let sure: Vec<(Joint, Token)> =
                moment.joints.iter().filter(|j| j.sure).map(|j| (*j, token(lockstep, &moment, *j))).collect();
            let used = |t: &Token| best.iter().any(|b| b.key == t.key && b.nth == t.nth);
            let familiar: Vec<usize> = (0..sure.len()).filter(|&i| used(&sure[i].1)).collect();
            let pick = if !familiar.is_empty() && rng.below(6) > 0 {
                familiar[rng.below(familiar.len())]
            } else if !sure.is_empty() {
                rng.below(sure.len())
            } else {
                return None;
            };
            let (joint, token) = sure.into_iter().nth(pick)?;
            tokens.push(token);
            match lockstep.follow(&moment, joint) {
                Ok(next) => pair = next,
                Err(Parted::Unsure) => return None,
                Err(Parted::Differ(_)) => return Some(tokens),
            }
        }
        None
    }
}
