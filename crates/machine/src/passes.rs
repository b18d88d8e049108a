//! The optional steps of lowering, each with a name, an explanation and a switch. A program means the same with a pass
//! and without it; the tests hold both against the evaluator. Knows what the passes are for, and not how they work: that is
//! in their own files under `lower`.

/// A pass that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    Lift,
    Captures,
    Shifts,
    Rays,
    Origins,
    Windows,
    Direct,
    Sieve,
    Straight,
    Unread,
}

/// What there is to say about a pass.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it is for, when it applies and what it leaves alone: the text of `docs/passes.md`.
    pub explanation: &'static str,
    /// Where it is written, below the root of the repository.
    pub file: &'static str,
}

impl Pass {
    pub const ALL: [Pass; 10] = [
        Pass::Lift,
        Pass::Captures,
        Pass::Shifts,
        Pass::Rays,
        Pass::Origins,
        Pass::Windows,
        Pass::Direct,
        Pass::Sieve,
        Pass::Straight,
        Pass::Unread,
    ];

    pub fn about(self) -> About {
        match self {
            Pass::Lift => About {
                name: "lift",
                summary: "conditions on each site of a loop become one expression over sets of sites",
                explanation: LIFT,
                file: "crates/machine/src/lower/lift.rs",
            },
            Pass::Captures => About {
                name: "captures",
                summary: "captures between two friends are found for all sites of the board at once",
                explanation: CAPTURES,
                file: "crates/machine/src/lower/captures.rs",
            },
            Pass::Shifts => About {
                name: "shifts",
                summary: "steps and hops of all pieces of a kind are one shift of their set",
                explanation: SHIFTS,
                file: "crates/machine/src/lower/shifts.rs",
            },
            Pass::Rays => About {
                name: "rays",
                summary: "slides and hops of one piece are sets of targets instead of walks along rays",
                explanation: RAYS,
                file: "crates/machine/src/lower/reach.rs",
            },
            Pass::Origins => About {
                name: "origins",
                summary: "whether a site is threatened is asked only of pieces that could reach it on an empty board",
                explanation: ORIGINS,
                file: "crates/machine/src/lower/reach.rs",
            },
            Pass::Windows => About {
                name: "windows",
                summary: "a line through a site is looked for in a table of all places where it may lie",
                explanation: WINDOWS,
                file: "crates/machine/src/lower/windows.rs",
            },
            Pass::Direct => About {
                name: "direct",
                summary: "the actions of a move are done on the spot instead of being listed first",
                explanation: DIRECT,
                file: "crates/machine/src/lower/direct.rs",
            },
            Pass::Sieve => About {
                name: "sieve",
                summary: "most moves that must not end in check, or in a group without liberties, are legal without a trial",
                explanation: SIEVE,
                file: "crates/machine/src/lower/sieve.rs",
            },
            Pass::Straight => About {
                name: "straight",
                summary: "random moves are drawn from sets and made without a list of moves",
                explanation: STRAIGHT,
                file: "crates/machine/src/lower/straight.rs",
            },
            Pass::Unread => About {
                name: "unread",
                summary: "numbers of the state that no rule reads are not kept",
                explanation: UNREAD,
                file: "crates/machine/src/lower/turn.rs",
            },
        }
    }

    /// The pass with a name.
    pub fn named(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|p| p.about().name == name)
    }
}

/// Which passes are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes(u16);

impl Passes {
    pub const ALL: Passes = Passes(u16::MAX);
    pub const NONE: Passes = Passes(0);

    #[must_use]
    pub fn without(self, pass: Pass) -> Passes {
        Passes(self.0 & !(1 << pass as u16))
    }
    pub fn has(self, pass: Pass) -> bool {
        self.0 & (1 << pass as u16) != 0
    }
}

const LIFT: &str = "A rule often asks one question of every site: which neighbours are empty, which cells hold an enemy. Asked one by one, each \
answer costs a load, a comparison and a branch. The pass turns the condition into algebra of sets: `(is Empty (to))` is the set of \
empty sites, `and` is an intersection, `not` a difference, and a condition that does not speak of the site is all sites or none. A loop over \
sixty-four squares becomes one operation on a word.\n\nIt applies where every part of the condition has a set. Where one part has none, the whole condition \
is asked site by site, as it is written.";

const CAPTURES: &str = "In Reversi a disc may be placed where it catches a row. To find out for one empty site means following eight rows. The pass follows \
the rows of all sites together, backwards: an enemy beside a friend is closed off, so is an enemy behind one that is closed off, and the sites \
behind closed-off enemies are the answer. Each round is a few shifts of whole sets.\n\nIt applies to captures between two friends on boards that \
are numbered evenly, where the capture always does something. Other boards ask each site.";

const SHIFTS: &str = "On a board that is numbered evenly, a step in one direction adds the same number to any site. The targets of all pawns are then the set of \
pawns, shifted. The moves are listed as one set of targets that says how far its moves go; where each of them begins follows from where it ends.\n\nIt applies \
to steps and to hops over one neighbour, of plain pieces on one kind of site. Pieces of which there are few at the start are looked at one by one: that is \
quicker. Boards that are numbered otherwise (hexagonal shapes, rings) are left to the pass `rays`.";

const RAYS: &str = "A rook goes along a ray until something blocks it. Instead of walking, the pass takes the ray as a set, intersects it with what blocks, and cuts it \
off at the lowest bit (the highest, where the ray is numbered downwards). Hops over a neighbour are pairs of sites in a table, of which those \
with a hurdle and a free landing are left.\n\nIt applies where the conditions on the way are sets (see `lift`) and where each ray is numbered upwards or downwards throughout.";

const ORIGINS: &str = "Whether a king is attacked is asked after almost every move of chess. Generating all moves of the enemy to see whether one ends on the king's site is \
wasteful: most pieces could not come there even on an empty board. From the rules of each piece the pass works out beforehand, for every site, from where it \
could be reached at all. Only pieces on those sites are asked.\n\nIt applies to questions about one site, for rules whose widest reach can be told from steps, slides, hops and leaps.";

const WINDOWS: &str = "Five in a row is looked for at the site of the last move. All places where such a line may lie through that site are worked out beforehand as sets. A line is \
there if one of these sets is filled. That is a few comparisons of words, where walking in four directions from stone to stone costs a branch for each.\n\nIt applies to lines of a \
fixed length, on boards where the table stays small.";

const DIRECT: &str = "Rules say what a move does as a list of actions, and all of them are worked out before the first is done. Most moves do a few things that are known one by \
one: the piece moves, what stood there is removed. The pass keeps the numbers of these actions in registers and does them at the end of the function, in their order. No list \
is written to memory and read back.\n\nWhere actions are found in a loop, or a rule asks what was collected so far, the list stays.";

const SIEVE: &str = "A move of chess is legal if the king cannot be taken afterwards. The rule says so by a trial: copy the state, make the move, ask. The pass works out once per position which \
sites decide the answer: the lines between the king and enemies that could attack along them. A move that touches none of these sites leaves the answer as it is, so it needs no \
trial. For stones that must keep a liberty it looks at groups instead.\n\nIt applies to rules that are proven to look no farther than their own sites. All other moves are tried. \
It is used where all legal moves are listed; a random move is drawn first and tried alone, which is quicker.";

const STRAIGHT: &str = "To draw a random move it is not necessary to write all moves down. Where the moves of a player are a few sets, the pass counts them, draws a number, finds the move with \
that number and makes it in the same function. Nothing goes through memory, and the kind of the move is known when the code is made.\n\nIt applies where nothing but sets is found, where \
no move needs a trial, and where positions may repeat. The same seed gives the same game as with lists.";

const UNREAD: &str = "A state has numbers for whatever a rule may ask: the last move, how many moves were made, who passed. Most games ask for few of them. Once all rules are lowered it is known which \
numbers are read. The others are not kept: writing them would cost time at every move, and copying them in every search.\n\nIt does not apply where positions are told apart by what they \
keep, or where the evaluator is asked: there everything is written down.";
