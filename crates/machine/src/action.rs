//! Actions: what moves do to a state, as records of eight numbers. Programs collect them; the machine commits them.

/// What an action does. The other numbers of its record are its arguments, in the order given here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Op {
    /// Nothing: a site was pointed at, or nothing done.
    None,
    /// From, to, and state, rotation, value where they are said.
    Move,
    /// In stacks: from, to, the level it leaves and the one it comes to; the top where none is said.
    MoveLevel,
    /// A whole stack: from, to, the level it comes to.
    MoveStack,
    /// From, to, how many pieces from the top.
    MoveSubStack,
    /// From, to, count.
    MoveCount,
    /// From, to.
    Copy,
    /// To, what, count, state.
    Add,
    /// In stacks: to, level, what, state.
    Insert,
    Remove,
    /// In stacks: site, level.
    RemoveLevel,
    RemoveAtEndOfTurn,
    /// Site, what.
    Promote,
    /// Site, what, count.
    SetCount,
    /// Site, state, level.
    SetState,
    SetValue,
    /// Site, rotation.
    SetRotation,
    /// Player, score, is it added?
    SetScore,
    SetPlayerValue,
    SetPot,
    SetCounter,
    SetTemp,
    /// Index into the numbers, value.
    SetVariable,
    SetPending,
    SetNextPlayer,
    Trigger,
    /// Where the list begins, value.
    Remember,
    Forget,
    /// Set, die.
    UseDie,
    /// Site, face.
    SetDie,
    /// Two players.
    Swap,
    /// What follows a move, by number; it happens when its turn comes.
    Follow,
    /// What was done just now was decided: a pass with such consequences is none.
    Decide,
}

impl Op {
    pub const ALL: [Op; 33] = [
        Op::None,
        Op::Move,
        Op::MoveLevel,
        Op::MoveStack,
        Op::MoveSubStack,
        Op::MoveCount,
        Op::Copy,
        Op::Add,
        Op::Insert,
        Op::Remove,
        Op::RemoveLevel,
        Op::RemoveAtEndOfTurn,
        Op::Promote,
        Op::SetCount,
        Op::SetState,
        Op::SetValue,
        Op::SetRotation,
        Op::SetScore,
        Op::SetPlayerValue,
        Op::SetPot,
        Op::SetCounter,
        Op::SetTemp,
        Op::SetVariable,
        Op::SetPending,
        Op::SetNextPlayer,
        Op::Trigger,
        Op::Remember,
        Op::Forget,
        Op::UseDie,
        Op::SetDie,
        Op::Swap,
        Op::Follow,
        Op::Decide,
    ];
    /// Which of its arguments say where the action comes from and goes to; nothing where it has no place.
    pub fn ends(self) -> Option<(usize, usize)> {
        match self {
            Op::Move | Op::MoveLevel | Op::MoveStack | Op::MoveSubStack | Op::MoveCount | Op::Copy => {
                Some((0, 1))
            }
            Op::Add
            | Op::Insert
            | Op::Remove
            | Op::RemoveLevel
            | Op::RemoveAtEndOfTurn
            | Op::Promote
            | Op::SetCount
            | Op::SetState
            | Op::SetValue
            | Op::SetRotation
            | Op::SetDie
            | Op::UseDie => Some((0, 0)),
            Op::None
            | Op::SetScore
            | Op::SetPlayerValue
            | Op::SetPot
            | Op::SetCounter
            | Op::SetTemp
            | Op::SetVariable
            | Op::SetPending
            | Op::SetNextPlayer
            | Op::Trigger
            | Op::Remember
            | Op::Forget
            | Op::Swap
            | Op::Follow
            | Op::Decide => None,
        }
    }
    /// In games with stacks, is this done level by level?
    pub fn touches_stacks(self) -> bool {
        match self {
            Op::Move
            | Op::MoveLevel
            | Op::MoveStack
            | Op::MoveSubStack
            | Op::Copy
            | Op::Add
            | Op::Insert
            | Op::Remove
            | Op::RemoveLevel
            | Op::Promote
            | Op::SetCount
            | Op::SetState
            | Op::SetValue => true,
            Op::None
            | Op::MoveCount
            | Op::RemoveAtEndOfTurn
            | Op::SetRotation
            | Op::SetScore
            | Op::SetPlayerValue
            | Op::SetPot
            | Op::SetCounter
            | Op::SetTemp
            | Op::SetVariable
            | Op::SetPending
            | Op::SetNextPlayer
            | Op::Trigger
            | Op::Remember
            | Op::Forget
            | Op::UseDie
            | Op::SetDie
            | Op::Swap
            | Op::Follow
            | Op::Decide => false,
        }
    }
    pub fn of(number: i32) -> Op {
        usize::try_from(number).ok().and_then(|n| Op::ALL.get(n)).copied().unwrap_or(Op::None)
    }
}
