//! Games of counted pieces that are all alike: seeds that are sown from hole to hole. A random game of these is played on
//! one number per site instead of a position: how many lie there; with the scores, values and variables that rules keep.
//! What the rules say is worked out beforehand for each player (`build`): a site or a set that hangs on one site alone is
//! a table, and a track is a list of holes to go through.
//!
//! It knows nothing of stacks, of pieces that differ, of states, of hidden things and of chance. Where something comes up that is not
//! known here (a pass that does not end the game, a vote, an end that is no plain result), the position is
//! written back and the game goes on the usual way. It must never differ from that way in anything: `agree::swiftly`
//! replays every move.

mod build;
mod play;

use super::*;
use crate::position::Piece;
use crate::rng::Rng;

pub(super) use build::seeds;

/// Sites are bits of a word; the last one stands for nowhere.
const SITES: usize = 64;
const NOWHERE: usize = SITES - 1;
/// Tables by site begin with what is told of `END` and `OFF`.
const BELOW: i32 = 2;
const TABLE: usize = SITES + BELOW as usize;
/// So many numbers may be remembered by name, and so many values wait to be dealt with.
const VARS: usize = 16;
const PENDING: usize = 4;
/// So many lists of so many numbers are kept.
const LISTS: usize = 4;
const LONGEST: usize = 31;
/// Players are numbered from 1; tables by player have one more at the end for what is everybody's.
const SEATS: usize = 6;

type Bits = u64;

/// Everything that there is to know.
#[derive(Debug)]
pub(super) struct Seeds {
    /// A seed that was sown, and one that lies where it was set up.
    seed: Piece,
    set_up: Piece,
    /// The sites of the board, and how many there are with those beside it.
    board: usize,
    sites: usize,
    /// Where a site is kept in a position.
    slots: Box<[u16]>,
    players: usize,
    /// By phase and player; nothing where a phase is not for us.
    phases: Box<[Option<Box<[Turn]>>]>,
    /// By player: what follows moves, where some rule here says so.
    thens: Box<[Box<[Option<Eff>]>]>,
    turn_limit: i32,
    move_limit: i32,
    vars: usize,
    /// The names of lists that rules remember numbers in.
    lists: Box<[Option<u16>]>,
    max_count: i32,
    /// Does some rule ask where the last action of a move pointed, or whether positions come again?
    notes_actions: bool,
    cycles: bool,
    /// May something turn out to be unknown while a move is being made?
    may_fail: bool,
}

/// What a player may do, and what ends the game or the phase after it.
#[derive(Debug)]
struct Turn {
    pick: Pick,
    ends: Box<[End]>,
    /// May a forced pass be judged by these ends alone?
    ends_alone: bool,
    /// By player: where to go on from this phase, as this mover's move decides.
    next: Box<[NextPhase]>,
}

#[derive(Debug)]
struct End {
    cond: Cond,
    verdict: Verdict,
}

#[derive(Debug)]
enum Verdict {
    /// This seat wins; 0: nobody does.
    Won(u8),
    NextWon,
    NextLost,
    ByScore {
        finals: Box<[(Box<[u8]>, Num)]>,
        lowest: bool,
    },
    /// The first of these that holds; else the last.
    First(Box<[End]>, Option<Box<Verdict>>),
    /// Whatever the end rules say.
    AsWritten,
}

/// One player, or everybody, goes on to a phase when a condition holds.
#[derive(Debug)]
struct NextPhase {
    who: Whose,
    cond: Option<Cond>,
    phase: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    One(u8),
    Next,
    Prev,
    All,
}

/// What a rule is looking at, or the last move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reg {
    From,
    To,
    Site,
    Between,
    Value,
    Player,
    LastFrom,
    LastTo,
    /// Where the last action of the last move pointed.
    NotedFrom,
    NotedTo,
    Next,
    Prev,
}

const FROM: usize = Reg::From as usize;
const TO: usize = Reg::To as usize;
const SITE: usize = Reg::Site as usize;
const VALUE: usize = Reg::Value as usize;
const LAST_FROM: usize = Reg::LastFrom as usize;
const LAST_TO: usize = Reg::LastTo as usize;
const NOTED_FROM: usize = Reg::NotedFrom as usize;
const NOTED_TO: usize = Reg::NotedTo as usize;
/// All but those that name players.
const REGS: usize = NOTED_TO + 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Than {
    Equal,
    Unlike,
    Less,
    AtMost,
}

#[derive(Debug, Clone)]
enum Num {
    Const(i32),
    Reg(Reg),
    /// What hangs on one of these numbers alone.
    Table(Reg, Arc<[i32; TABLE]>),
    Look(Box<Num>, Arc<[i32; TABLE]>),
    /// One for each who may be next.
    ByNext(Box<[Num]>),
    CountFixed(u8),
    CountReg(Reg),
    CountTable(Reg, Arc<[i32; TABLE]>),
    Count(Box<Num>),
    CountIn(Set),
    Sites(Set),
    FirstSite(Set),
    NthSite(Set, Box<Num>),
    /// Whose seeds lie at a site.
    Who(Box<Num>),
    /// How long a list is.
    Listed(u8),
    Score(Box<Num>),
    PlayerValue(Box<Num>),
    ScoreOf(u8),
    ValueOf(u8),
    Temp,
    Var(u16),
    Counter,
    Pending,
    MoveNumber,
    TurnNumber,
    MovesThisTurn,
    TurnFrom,
    Add(Box<[Num]>),
    Sub(Box<[Num; 2]>),
    Mul(Box<[Num]>),
    Div(Box<[Num; 2]>),
    Mod(Box<[Num; 2]>),
    Min(Box<[Num; 2]>),
    Max(Box<[Num; 2]>),
    Abs(Box<Num>),
    If(Box<Cond>, Box<[Num; 2]>),
    /// The first site of a track, from a site on, where the condition on `(to)` holds.
    AlongTrack(Box<[u8]>, Option<Box<Num>>, Box<Cond>),
}

#[derive(Debug, Clone)]
enum Cond {
    Const(bool),
    And(Box<[Cond]>),
    Or(Box<[Cond]>),
    Not(Box<Cond>),
    If(Box<[Cond; 3]>),
    Compare(Than, Num, Num),
    /// What hangs on one of these numbers alone.
    Among(Reg, u128),
    /// One for each who may be next.
    ByNext(Box<[Cond]>),
    In(Num, Set),
    Odd(Num),
    Empty(Num),
    Occupied(Num),
    AllSites(Set, Box<Cond>),
    SameSites(Set, Set),
    Pending,
    Cycle,
    /// The last move was a pass, or all were: never while play is here.
    Passed,
    Decided(i32),
    Stalemated(Whose),
    NextCannotMove,
    CanMove(Box<Pick>),
}

/// Sites by number.
#[derive(Debug, Clone)]
enum Set {
    Fixed(Bits),
    /// What hangs on one of these numbers alone.
    Table(Reg, Arc<[Bits; TABLE]>),
    Full,
    /// Sites with seeds that lie as they were set up, or of those that were sown, or both.
    Owned(bool, bool),
    /// The numbers of a list.
    Listed(u8),
    EmptyBoard,
    /// Sites of a set with at least and at most so many seeds.
    Counted(Box<Set>, i32, i32),
    One(Box<Num>),
    Several(Box<[Num]>),
    And(Box<[Set]>),
    Or(Box<[Set]>),
    Without(Box<[Set; 2]>),
    /// Those where a condition on `(site)` holds, or on where a move starts.
    Where(Box<Set>, Box<Cond>),
    FromWhere(Box<Set>, Box<Cond>),
    If(Box<Cond>, Box<[Set; 2]>),
    Pending,
}

/// What moves there are.
#[derive(Debug, Clone)]
enum Pick {
    Nothing,
    /// Not known here.
    Unknown,
    All(Box<[Pick]>),
    First(Box<[Pick]>),
    If(Cond, Box<[Pick; 2]>),
    Select(Arc<Deed>),
    Pass(u16),
}

/// A hole is chosen, and something follows.
#[derive(Debug)]
struct Deed {
    leaf: u16,
    origins: Set,
    thens: Box<[u16]>,
    /// What must hold afterwards, and how many of those that follow come before that is asked.
    tried: Option<(Cond, usize)>,
}

/// What is done at the same time as others, with what follows each.
#[derive(Debug)]
enum Eff {
    All(Box<[Eff]>),
    If(Cond, Box<Eff>, Option<Box<Eff>>),
    Each(Set, Box<Eff>, Option<Box<Eff>>),
    EachValue(Num, Num, Box<Eff>),
    EachListed(u8, Box<Eff>),
    One(Act, Box<[u16]>),
    Sow(Box<Sowing>, Box<[u16]>),
    /// Numbers are set, and the rest follows; if nothing does, they are as before. Only ever alone.
    Do(Box<[Eff; 2]>),
}

#[derive(Debug)]
enum Act {
    Carry {
        from: Num,
        to: Num,
        count: Option<Num>,
    },
    CarryAll {
        from: Set,
        to: Num,
        count: Option<Num>,
    },
    Remove(Num),
    RemoveAll(Set),
    SetCount(Num, Num),
    Again,
    NextPlayer(Num),
    Score(Num, Num, bool),
    PlayerValue(Num, Num),
    Var(u16, Num),
    Temp(Num),
    Counter(Num),
    Pending(Option<Num>),
    /// Only where it is not there already, if so.
    Remember(u8, Num, Cond),
    Forget(u8, Num),
    ForgetAll(u8),
}

#[derive(Debug)]
struct Sowing {
    start: Num,
    /// Nothing: all that lie there.
    count: Option<Num>,
    /// By index of the track: its site; and, by who is next, the index that follows.
    sites: Box<[u8]>,
    first_at: [u8; SITES],
    ahead: Box<[u8]>,
    back: Box<[u8]>,
    hops: Box<[Box<[u8]>]>,
    /// Does the track go on for ever, whichever holes are passed over?
    endless: bool,
    skip: Option<Cond>,
    capture_if: Option<Cond>,
    capture: Option<Eff>,
    include_self: bool,
    origin: Cond,
    backtracking: Option<Cond>,
    forward: Option<Cond>,
}

/// No index of a track.
const NO_INDEX: u8 = u8::MAX;

/// A position of such a game.
#[derive(Debug, Clone)]
struct State {
    count: [i32; SITES],
    full: Bits,
    /// Holes that were never empty since they were set up: their seeds are nobody's.
    set_up: Bits,
    regs: [i32; REGS],
    /// Where the last action of the move that is being made pointed.
    noting: (i32, i32),
    mover: u8,
    next: u8,
    prev: u8,
    /// Who made the last move.
    trail_mover: u8,
    unknown: bool,
    /// A forced pass is being judged.
    passing: bool,
    cycle: bool,
    judging_stalemate: bool,
    pendings: u8,
    stalemated: u32,
    pending: [i32; PENDING],
    temp: i32,
    counter: i32,
    turns: i32,
    turns_same_player: i32,
    moves_made: i32,
    start_moves: i32,
    turn_from: i32,
    decided: i32,
    scores: [i32; SEATS],
    values: [i32; SEATS],
    phases: [u8; SEATS],
    vars: [i32; VARS],
    lists: [Listed; LISTS],
    /// Named lists in the order in which they were begun.
    begun: [u8; LISTS],
    lists_begun: u8,
}

/// Numbers in the order in which they were remembered; all are sites.
#[derive(Debug, Clone, Copy, Default)]
struct Listed {
    bits: Bits,
    len: u8,
    values: [u8; LONGEST],
}

impl Listed {
    fn all(&self) -> &[u8] {
        &self.values[..usize::from(self.len).min(LONGEST)]
    }
}

/// How a stretch of such play ended.
enum Stretch {
    Over(usize),
    /// The position was written back: after a move that may end the game, or where the mover has none.
    AfterMove,
    NoMove,
    /// The same, and this move is made the usual way, or made if it may be.
    Make(Mv),
    Try(Mv),
}

impl<'g> Runner<'g> {
    /// Plays as long as everything is known here: how many moves were made, and who won if the game is over and the position
    /// was left as it was; else it was written back. `None` where this position is none for it.
    pub(super) fn play_seeds(
        &mut self,
        rng: &mut Rng,
        most: u64,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Option<(u64, Option<usize>)> {
        let program = self.plan.seeds.as_ref()?;
        let mut s = program.taken_over(&self.ctx.pos)?;
        let mut trail = std::mem::take(&mut self.trail);
        trail.clear();
        let mut seen = program.seen_before(&self.ctx.pos);
        let before = seen.len();
        let base = program.hash_beside(&s, &self.ctx.pos);
        let stretch = program.play(&mut s, rng, &mut trail, (&mut seen, base), most, told);
        let mut plies = trail.len() as u64;
        let over = match stretch {
            Stretch::Over(winner) => Some(winner),
            Stretch::NoMove | Stretch::AfterMove | Stretch::Make(_) | Stretch::Try(_) => {
                self.untouched = false;
                program.hand_back(self.plan.beside(self.ctx.game), &s, &trail, &mut self.ctx.pos);
                self.ctx.pos.seen.extend_from_slice(&seen[before..]);
                match stretch {
                    Stretch::AfterMove => self.after_swift_move(),
                    Stretch::Make(mv) => {
                        self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
                        self.apply(mv, &List::default());
                        plies += 1;
                    }
                    Stretch::Try(mv) => {
                        self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
                        let mover = self.ctx.pos.mover;
                        if self.apply_if_it_stands(mv, &List::default()) {
                            told(mover, mv, None);
                            plies += 1;
                        }
                    }
                    Stretch::NoMove | Stretch::Over(_) => {}
                }
                None
            }
        };
        self.trail = trail;
        Some((plies, over))
    }

    /// Draws a move here, without making it.
    pub(super) fn draw_seeds(&self, rng: &mut Rng) -> Option<Mv> {
        let program = self.plan.seeds.as_ref()?;
        let mut s = program.taken_over(&self.ctx.pos)?;
        s.cycle = program.is_cycle(&program.seen_before(&self.ctx.pos));
        program.draw(&mut s, rng)
    }
}
