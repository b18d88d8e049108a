//! The evaluation context: a game, a position, the registers that rules read (`(from)`, `(to)`, `(site)` …),
//! chance, and fuel.

use crate::game::Game;
use crate::kernel::int::Walk;
use crate::observe::Observer;
use crate::position::Position;
use crate::rng::Rng;
use crate::siteset::SiteSet;
use crate::types::*;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which rule of the description is meant: an index into [`Game::rule_names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RuleId(pub u32);

/// What the words `(from)`, `(to)`, `(between)`, `(site)`, `(level)`, `(value)`, `(player)` … stand for now.
#[derive(Clone, Debug)]
pub struct Registers {
    pub from: i32,
    pub to: i32,
    pub between: i32,
    pub site: i32,
    pub level: i32,
    pub value: i32,
    pub player: i32,
    pub track: i32,
    pub edge: i32,
    pub pips: i32,
    pub hint: i32,
    /// `(sites)`: the region being iterated.
    pub region: Option<Arc<SiteSet>>,
    /// The region a hint of a puzzle speaks of.
    pub hint_region: Option<Arc<Vec<i32>>>,
    /// `(team)`
    pub team: Option<Arc<Vec<i32>>>,
}

impl Default for Registers {
    fn default() -> Registers {
        Registers {
            from: OFF,
            to: OFF,
            between: OFF,
            site: OFF,
            level: OFF,
            value: OFF,
            player: OFF,
            track: OFF,
            edge: OFF,
            pips: OFF,
            hint: OFF,
            region: None,
            hint_region: None,
            team: None,
        }
    }
}

/// What somebody wants to know who does not want all the moves. Generation may then stop as soon as one is found,
/// and may leave out what was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Is there a move at all?
    Any,
    /// Is there a move that goes to this site?
    To(i32),
}

#[derive(Clone, Debug)]
pub struct Ctx<'g> {
    pub game: &'g Game,
    pub pos: Position,
    pub reg: Registers,
    pub rng: Rng,
    /// Steps that may still be spent before the rule named in `stopped` is blamed.
    pub fuel: u64,
    /// Somebody thinks about many positions: what takes long is given up soon.
    pub hurried: bool,
    /// Questions that are asked to answer another share its fuel then.
    pub within: u32,
    pub stopped: Option<RuleId>,
    /// Inside a trial application (`do … ifAfterwards`, threats): nothing is recorded.
    pub trying: bool,
    /// How deeply rules are being evaluated inside rules.
    pub nesting: u32,
    /// Finding out whether the mover could move at all.
    pub finding_stalemate: bool,
    /// The variable of a puzzle that is being tried out: what it does not touch holds as before.
    pub puzzle_trying: Option<(SiteType, i32)>,
    /// What the next generation of moves is asked for, where not all moves are.
    pub wanted: Option<Wanted>,
    /// Outcomes of dice that are prescribed, by site: used up before chance is asked.
    pub forced_dice: Vec<(i32, i32)>,
    /// How deeply rule evaluation is nested through components' own moves (`is Threatened` inside moves …).
    pub depth: u32,
    /// Asking whether a piece is threatened: threats inside the enemy's moves are not followed further.
    pub judging_threat: bool,
    /// Asking whether the next player can move: the same question inside those moves is answered with no.
    pub judging_stalemate: bool,
    /// Is the action that is being done a decision, or does it follow from one?
    pub(crate) deciding: bool,
    /// Sites along tracks that were worked out before, and what for: see [`crate::kernel::Int::TrackMove`].
    pub(crate) worked_out: WorkedOut,
    /// Where steps lead, while the same position is asked about again and again.
    pub(crate) steps_known: StepsKnown,
    /// Notes which rules gave moves, where somebody wants to know.
    pub witness: Option<Arc<Witness>>,
    /// Is told what is evaluated and what came out, where somebody watches. It changes nothing.
    pub observer: Option<Arc<dyn Observer>>,
}

/// Answers that were worked out before, for a few questions and what they hang on. A copy begins without any.
#[derive(Debug, Default)]
pub(crate) struct WorkedOut(Vec<([i32; 3], i32)>);

impl Clone for WorkedOut {
    fn clone(&self) -> WorkedOut {
        WorkedOut::default()
    }
}

impl WorkedOut {
    /// So many questions are numbered.
    pub const QUESTIONS: usize = 4;
    /// So many answers to each are kept.
    const EACH: usize = 128;

    #[inline]
    fn place(number: usize, key: [i32; 3]) -> usize {
        let mixed = key[0] as usize ^ (key[2] as usize) << 4 ^ (key[1] as usize) << 6;
        number * Self::EACH + mixed % Self::EACH
    }
    #[inline]
    pub fn get(&self, number: usize, key: [i32; 3]) -> Option<i32> {
        self.0.get(Self::place(number, key)).filter(|known| known.0 == key).map(|known| known.1)
    }
    pub fn keep(&mut self, number: usize, key: [i32; 3], answer: i32) {
        if self.0.is_empty() {
            self.0 = vec![([i32::MIN; 3], OFF); Self::QUESTIONS * Self::EACH];
        }
        if let Some(known) = self.0.get_mut(Self::place(number, key)) {
            *known = (key, answer);
        }
    }
}

/// Where the steps of a walk lead from each site, kept while a rule goes through many sites of one position: to find the
/// ways from all of them, each step is judged once and not once for every beginning. A copy begins without any.
#[derive(Debug, Default)]
pub(crate) struct StepsKnown {
    /// Loops over sites that are under way, and how deeply rules were nested when the first began.
    loops: u32,
    nesting: u32,
    /// Walks by address: does where they lead hang on `(site)`? Nothing where it is not to be kept at all.
    walks: Vec<(usize, Option<bool>)>,
    reached: FxHashMap<StepsOf, Arc<[i32]>>,
}

/// A walk, where it begins, and what else its condition may read.
pub(crate) type StepsOf = (usize, [i32; 12]);

impl Clone for StepsKnown {
    fn clone(&self) -> StepsKnown {
        StepsKnown::default()
    }
}

impl<'g> Ctx<'g> {
    /// Goes through sites while the position stays as it is.
    pub(crate) fn while_still<R>(&mut self, go: impl FnOnce(&mut Self) -> R) -> R {
        if self.steps_known.loops == 0 {
            self.steps_known.nesting = self.nesting;
        }
        self.steps_known.loops += 1;
        let result = go(self);
        self.steps_known.loops -= 1;
        if self.steps_known.loops == 0 && !self.steps_known.walks.is_empty() {
            self.steps_known = StepsKnown::default();
        }
        result
    }

    /// Under which name the steps of a walk from a site are kept; nothing where they are not.
    pub(crate) fn name_of_steps(&mut self, kind: SiteType, from: i32, walk: &Walk) -> Option<StepsOf> {
        let known = &mut self.steps_known;
        // (Rules inside rules may ask about a position that was changed for the question.)
        if known.loops == 0 || known.nesting != self.nesting || self.pos.puzzle.is_some() {
            return None;
        }
        let address = std::ptr::from_ref(walk).addr();
        let of_site = match known.walks.iter().find(|w| w.0 == address) {
            Some(&(_, of_site)) => of_site,
            None => {
                let of_site = walk.is_still().then(|| walk.speaks_of_site());
                known.walks.push((address, of_site));
                of_site
            }
        }?;
        let r = &self.reg;
        if r.region.is_some() || r.hint_region.is_some() || r.team.is_some() {
            return None;
        }
        let turn = i32::from(self.pos.mover) << 8 | i32::from(self.pos.next);
        let site = if of_site { r.site } else { OFF };
        let hangs_on = [
            kind as i32,
            from,
            site,
            turn,
            r.between,
            r.level,
            r.value,
            r.player,
            r.track,
            r.edge,
            r.pips,
            r.hint,
        ];
        Some((address, hangs_on))
    }

    pub(crate) fn known_steps(&self, name: &StepsOf) -> Option<Arc<[i32]>> {
        self.steps_known.reached.get(name).cloned()
    }

    pub(crate) fn keep_steps(&mut self, name: StepsOf, reached: &Arc<[i32]>) {
        if self.steps_known.reached.len() < StepsKnown::MOST {
            self.steps_known.reached.insert(name, reached.clone());
        }
    }
}

impl StepsKnown {
    const MOST: usize = 1 << 14;
}

/// Which rules have given at least one move, in all positions that were looked at and tried.
#[derive(Debug)]
pub struct Witness(Vec<AtomicBool>);

impl Witness {
    pub fn of(game: &Game) -> Witness {
        Witness(game.rule_names.iter().map(|_| AtomicBool::new(false)).collect())
    }
    pub fn note(&self, rule: RuleId) {
        if let Some(seen) = self.0.get(rule.0 as usize) {
            seen.store(true, Ordering::Relaxed);
        }
    }
    pub fn has_fired(&self, rule: RuleId) -> bool {
        self.0.get(rule.0 as usize).is_some_and(|seen| seen.load(Ordering::Relaxed))
    }
}

/// Rules inside rules, through components' moves and moves that are tried: no deeper than this.
pub const MOST_NESTED: u32 = 400;

/// Fuel for one call of legal moves or one application of a move.
pub const FUEL: u64 = 50_000_000;

/// The same where somebody is in a hurry; a few hundredths of a second at most.
const LITTLE_FUEL: u64 = 300_000;

impl<'g> Ctx<'g> {
    pub fn new(game: &'g Game, pos: Position, rng: Rng) -> Ctx<'g> {
        Ctx {
            game,
            pos,
            reg: Registers::default(),
            rng,
            fuel: FUEL,
            hurried: false,
            within: 0,
            stopped: None,
            worked_out: WorkedOut::default(),
            steps_known: StepsKnown::default(),
            trying: false,
            nesting: 0,
            finding_stalemate: false,
            puzzle_trying: None,
            wanted: None,
            forced_dice: Vec::new(),
            depth: 0,
            judging_threat: false,
            judging_stalemate: false,
            deciding: false,
            witness: None,
            observer: None,
        }
    }
    /// A copy in which moves can be tried.
    pub fn fork(&self) -> Ctx<'g> {
        let mut c = self.clone();
        c.trying = true;
        c.fuel = c.fuel.saturating_sub(c.toll() - 1);
        c
    }
    /// Prescribes the faces that the next rolls show, as (site, index of the face).
    pub fn force_dice(&mut self, faces: &[(i32, i32)]) {
        self.forced_dice = faces.to_vec();
    }
    /// Rolls the die at a site: the index of the face that comes up.
    pub fn roll_face(&mut self, site: i32) -> i32 {
        // The last face prescribed for a site holds for all further throws.
        if let Some(i) = self.forced_dice.iter().position(|&(s, _)| s == site) {
            let last = !self.forced_dice[i + 1..].iter().any(|&(s, _)| s == site);
            return if last { self.forced_dice[i].1 } else { self.forced_dice.remove(i).1 };
        }
        let what = self.what(SiteType::Cell, site);
        match self.game.components.get(what).map(|c| &c.kind) {
            Some(crate::game::ComponentKind::Die { faces, biased }) if biased.len() == faces.len() => {
                let total: i32 = biased.iter().map(|b| (*b).max(0)).sum();
                let mut draw = self.rng.below(total.max(1) as usize) as i32;
                for (i, b) in biased.iter().enumerate() {
                    draw -= (*b).max(0);
                    if draw < 0 {
                        return i as i32;
                    }
                }
                0
            }
            Some(crate::game::ComponentKind::Die { faces, .. }) => self.rng.below(faces.len()) as i32,
            _ => 0,
        }
    }
    /// Fuel for the next question.
    #[inline]
    pub fn refuel(&mut self) {
        if self.within == 0 {
            self.fuel = if self.hurried { LITTLE_FUEL } else { FUEL };
        }
    }
    /// What it costs to make a move on trial: much more than a step, where somebody is in a hurry.
    #[inline]
    pub fn toll(&self) -> u64 {
        if self.hurried { 120 } else { 1 }
    }
    /// What it costs to judge a condition that may look at many sites.
    #[inline]
    pub fn price_of_a_judgement(&self) -> u64 {
        if self.hurried { 8 } else { 1 }
    }
    /// Spends fuel; false when there is none left, and then every loop must stop.
    #[inline]
    pub fn burn(&mut self, steps: u64, rule: RuleId) -> bool {
        if self.fuel < steps {
            self.fuel = 0;
            if self.stopped.is_none() {
                self.stopped = Some(rule);
            }
            return false;
        }
        self.fuel -= steps;
        true
    }
    #[inline]
    pub fn slot(&self, kind: SiteType, site: i32) -> usize {
        self.game.layout.slot(kind, site)
    }
    #[inline]
    pub fn what(&self, kind: SiteType, site: i32) -> usize {
        self.pos.what(self.slot(kind, site))
    }
    #[inline]
    pub fn who(&self, kind: SiteType, site: i32) -> usize {
        self.shown_owner(&self.pos.top(self.slot(kind, site)))
    }
    /// The owner of a piece as its site tells it: see `Uses::who_is_what`.
    #[inline]
    pub fn shown_owner(&self, piece: &crate::position::Piece) -> usize {
        if self.game.uses.who_is_what { piece.what.into() } else { piece.who.into() }
    }

    /// The number that a role stands for now: a player, 0 for nobody, players + 1 for all.
    pub fn role(&self, role: Role) -> i32 {
        let n = self.game.players as i32;
        match role {
            Role::Neutral => 0,
            Role::P(p) => i32::from(p),
            Role::Team(t) => i32::from(t),
            Role::TeamMover => i32::from(self.pos.teams[self.pos.mover as usize]),
            Role::Each | Role::Shared | Role::All | Role::Any => n + 1,
            Role::Mover | Role::Friend | Role::Ally => i32::from(self.pos.mover),
            Role::Next => i32::from(self.pos.next),
            Role::Prev => i32::from(self.pos.prev),
            Role::NonMover | Role::Enemy => n + 1,
            Role::Player => self.reg.player,
        }
    }
    /// All players that a role stands for now.
    pub fn role_players(&self, role: Role) -> SmallVec<[i32; 4]> {
        let n = self.game.players as i32;
        let mover = self.pos.mover as i32;
        let team = |p: i32| self.pos.teams[p as usize];
        match role {
            Role::Neutral => smallvec![0],
            Role::Each | Role::Shared | Role::All | Role::Any => (1..=n).collect(),
            Role::NonMover => (1..=n).filter(|&p| p != mover).collect(),
            Role::Enemy => {
                if self.game.uses.teams {
                    (1..=n).filter(|&p| team(p) != team(mover)).collect()
                } else {
                    (1..=n).filter(|&p| p != mover).collect()
                }
            }
            Role::Friend | Role::Ally => {
                let with_self = role == Role::Friend;
                if self.game.uses.teams {
                    (1..=n).filter(|&p| team(p) == team(mover) && (with_self || p != mover)).collect()
                } else if with_self {
                    smallvec![mover]
                } else {
                    SmallVec::new()
                }
            }
            Role::Team(t) => (1..=n).filter(|&p| team(p) == t).collect(),
            Role::TeamMover => (1..=n).filter(|&p| team(p) == team(mover)).collect(),
            Role::P(_) | Role::Mover | Role::Next | Role::Prev | Role::Player => smallvec![self.role(role)],
        }
    }
}
