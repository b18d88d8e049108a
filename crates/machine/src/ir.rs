//! The intermediate form: functions over a flat state. Expressions are numbers of 64 bits in an arena that the program
//! owns; statements are trees. Constants are folded while nodes are made. Nothing here knows a rule of a game.
//!
//! Every array has one element more than it has places: an index outside it reads that last element, and writes
//! nothing. So "nowhere" needs no branch, and no program can read or write outside its own arrays.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub u32);

/// A local number of a function. Parameters come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(pub u32);

/// A function of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function(pub u32);

/// An array of the state, of scratch memory, or of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Array(pub u32);

/// Where an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Copied with the state.
    State,
    /// Kept beside it: lists of moves and actions, sets in use.
    Scratch,
    /// Never changes.
    Constant,
}

/// How wide the elements of an array are. Narrow ones are signed but for bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Byte,
    Half,
    Word,
}

impl Width {
    pub fn bytes(self) -> usize {
        match self {
            Width::Byte => 1,
            Width::Half => 4,
            Width::Word => 8,
        }
    }
}

#[derive(Clone, Debug)]
pub struct ArrayInfo {
    pub name: String,
    pub space: Space,
    pub width: Width,
    /// Places. One element more is stored.
    pub len: usize,
    /// Where it begins in its space, in bytes.
    pub offset: usize,
    /// Constants: the elements and what lies behind them.
    pub data: Vec<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// 1 where it is 0, else 0.
    Not,
    BitNot,
    Ones,
    /// 64 where there is none.
    TrailingZeros,
    /// The same from the top.
    LeadingZeros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Towards zero; 0 where the divisor is 0.
    Div,
    /// With the sign of the first; 0 where the divisor is 0.
    Rem,
    Min,
    Max,
    And,
    Or,
    Xor,
    AndNot,
    /// By the low six bits.
    Shl,
    /// Without sign, by the low six bits.
    Shr,
    /// The upper half of a product without sign.
    MulHigh,
    /// The place of the bit of a word that has so many others below it; 64 where there is none.
    NthBit,
    Eq,
    Ne,
    Lt,
    Le,
    /// Less, both without sign.
    Under,
}

/// What the program asks the machine around it to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Applies an outcome of an end rule: its number, the player, the players of a team as bits.
    Outcome,
    /// Rolls all dice.
    Roll,
    /// Has every player passed in their latest turn?
    AllPassed,
    /// Puts a component on a site, whatever stood there: site, component.
    Put,
    /// Keeps a copy of the state for a trial.
    Save,
    /// Goes back to the copy that was kept last.
    Restore,
    /// Does an action that has no code: its record.
    Act,
    /// A piece comes onto its tracks, leaves them, or goes on along them: which ([`crate::tracks::OnTracks`]) and what is needed for it.
    OnTracks,
    /// Takes away what was captured during a turn of several moves.
    TakeCaptured,
    /// Adds the change of seats to the legal moves.
    OfferSwap,
    /// The chosen move, if it is legal once tried, else another one of so many: 0 where none is.
    DrawLegal,
    /// Draws a number again, of a stream, below another one.
    DrawAgain,
    /// The game is drawn.
    Draw,
    /// Adds up what the dice show.
    SumDice,
    /// Notes the position for later questions about repetition.
    NotePosition,
    /// Something did not fit.
    Overflow,
    /// Was this position there before? Which kind of repetition, by number.
    Repeats,
    /// Do the latest positions go round in a circle?
    Cycle,
    /// A question about the graphs that players draw: see [`crate::graphs`].
    Graph,
    /// Keeps of the moves that were listed from some places on those that begin the longest turns.
    Longest,
    /// Asks the evaluator a question, by number: see [`crate::fallback`].
    Evaluate,
    /// A move that the evaluator found: its place, and whether its beginning, its end or what tells it apart is wanted.
    Evaluated,
    /// Collects the actions of a move that the evaluator finds anew (its question, its beginning, its end, what tells it
    /// apart), or of all moves of an effect; which rules follow, as bits.
    CollectEvaluated,
}

impl Service {
    pub const ALL: [Service; 23] = [
        Service::Outcome,
        Service::Roll,
        Service::AllPassed,
        Service::Put,
        Service::Save,
        Service::Restore,
        Service::Act,
        Service::OnTracks,
        Service::TakeCaptured,
        Service::OfferSwap,
        Service::DrawLegal,
        Service::DrawAgain,
        Service::Draw,
        Service::SumDice,
        Service::NotePosition,
        Service::Overflow,
        Service::Repeats,
        Service::Cycle,
        Service::Graph,
        Service::Longest,
        Service::Evaluate,
        Service::Evaluated,
        Service::CollectEvaluated,
    ];
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(i64),
    Local(Local),
    Load(Array, Expr),
    Unary(Unary, Expr),
    Binary(Binary, Expr, Expr),
    /// Both are worked out.
    Select(Expr, Expr, Expr),
    /// The second only where the first is not 0; 0 or 1.
    Both(Expr, Expr),
    /// The second only where the first is 0; 0 or 1.
    Either(Expr, Expr),
    /// Only the one that is needed.
    Choose(Expr, Expr, Expr),
    /// Statements, then a value.
    After(Block, Expr),
    Call(Function, Box<[Expr]>),
    /// A function without parameters, called on a copy of the state, which is thrown away.
    OnCopy(Function),
    Service(Service, Box<[Expr]>),
}

/// A list of statements, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Set(Local, Expr),
    Store(Array, Expr, Expr),
    Do(Expr),
    If(Expr, Block, Block),
    /// For each bit of a word, its number added to the base.
    ForBits {
        word: Expr,
        base: Expr,
        bit: Local,
        body: Block,
    },
    /// Goes round until something breaks it, at most [`MOST_ROUNDS`] times.
    Loop(Block),
    /// Leaves the innermost loop.
    Break,
    Return(Expr),
}

#[derive(Clone, Debug)]
pub struct FunctionInfo {
    pub name: String,
    pub parameters: u32,
    pub locals: u32,
    pub body: Block,
}

/// A loop goes round no more often than this: whatever a description says, a program comes to an end.
pub const MOST_ROUNDS: i64 = 1 << 20;

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub nodes: Vec<Node>,
    pub blocks: Vec<Vec<Statement>>,
    pub functions: Vec<FunctionInfo>,
    pub arrays: Vec<ArrayInfo>,
    /// Bytes of each space.
    pub state_bytes: usize,
    pub scratch_bytes: usize,
    pub constant_bytes: usize,
    /// Functions that are called from outside.
    pub entries: Vec<Function>,
    /// A small array that nothing outside looks at while a function runs, but for what the function calls: its elements
    /// may be kept in registers. It is read and written by constant indices alone.
    pub registers: Option<Array>,
    /// How many copies of the state there are now.
    pub copies: Option<Array>,
    /// Arrays of the state that nothing asks for on a copy: they lie behind all others and are not copied.
    pub late: Vec<Array>,
    /// Bytes of the state that are copied.
    pub copied_bytes: usize,
    known: HashMap<Node, Expr>,
}

impl Program {
    pub fn node(&self, e: Expr) -> &Node {
        &self.nodes[e.0 as usize]
    }
    pub fn block(&self, b: Block) -> &[Statement] {
        &self.blocks[b.0 as usize]
    }
    pub fn array(&self, a: Array) -> &ArrayInfo {
        &self.arrays[a.0 as usize]
    }
    pub fn function(&self, f: Function) -> &FunctionInfo {
        &self.functions[f.0 as usize]
    }
    pub fn constant(&self, e: Expr) -> Option<i64> {
        match self.node(e) {
            Node::Constant(n) => Some(*n),
            Node::Local(_)
            | Node::Load(..)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Select(..)
            | Node::Both(..)
            | Node::Either(..)
            | Node::Choose(..)
            | Node::After(..)
            | Node::Call(..)
            | Node::OnCopy(..)
            | Node::Service(..) => None,
        }
    }

    pub(crate) fn add(&mut self, node: Node) -> Expr {
        if let Some(&e) = self.known.get(&node) {
            return e;
        }
        let e = Expr(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.known.insert(node, e);
        e
    }
    pub(crate) fn new_array(&mut self, name: &str, space: Space, width: Width, len: usize) -> Array {
        self.arrays.push(ArrayInfo {
            name: name.to_string(),
            space,
            width,
            len,
            offset: 0,
            data: Vec::new(),
        });
        Array(self.arrays.len() as u32 - 1)
    }

    /// Gives every array its place. Words come first so that all are aligned.
    pub(crate) fn lay_out(&mut self) {
        let mut ends = [0usize; 3];
        let late: Vec<usize> = self.late.iter().map(|a| a.0 as usize).collect();
        for width in [Width::Word, Width::Half, Width::Byte] {
            let others = self.arrays.iter_mut().enumerate().filter(|(i, _)| !late.contains(i));
            for info in others.map(|(_, info)| info).filter(|a| a.width == width) {
                let end = &mut ends[info.space as usize];
                info.offset = *end;
                *end += (info.len + 1) * width.bytes();
            }
        }
        let state = &mut ends[Space::State as usize];
        self.copied_bytes = state.div_ceil(8) * 8;
        for i in late {
            let info = &mut self.arrays[i];
            info.offset = state.div_ceil(8) * 8;
            *state = info.offset + (info.len + 1) * info.width.bytes();
        }
        let [state, scratch, constant] = ends.map(|e| e.div_ceil(8) * 8);
        (self.state_bytes, self.scratch_bytes, self.constant_bytes) = (state, scratch, constant);
    }

    /// The program as text.
    pub fn print(&self) -> String {
        self.functions_as_text().concat()
    }
    /// The program as text, function by function.
    pub fn functions_as_text(&self) -> Vec<String> {
        let one = |f: &FunctionInfo| {
            let mut out = format!("fn {}({})\n", f.name, f.parameters);
            self.print_block(f.body, 1, &mut out);
            out
        };
        self.functions.iter().map(one).collect()
    }
    fn print_block(&self, b: Block, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        for s in self.block(b) {
            let _ = match s {
                Statement::Set(l, e) => writeln!(out, "{pad}%{} = {}", l.0, self.text(*e)),
                Statement::Store(a, i, e) => {
                    writeln!(out, "{pad}{}[{}] = {}", self.array(*a).name, self.text(*i), self.text(*e))
                }
                Statement::Do(e) => writeln!(out, "{pad}{}", self.text(*e)),
                Statement::If(c, a, b) => {
                    let _ = writeln!(out, "{pad}if {}", self.text(*c));
                    self.print_block(*a, depth + 1, out);
                    if !self.block(*b).is_empty() {
                        let _ = writeln!(out, "{pad}else");
                        self.print_block(*b, depth + 1, out);
                    }
                    Ok(())
                }
                Statement::ForBits { word, base, bit, body } => {
                    let r = writeln!(
                        out,
                        "{pad}for %{} in {} + bits {}",
                        bit.0,
                        self.text(*base),
                        self.text(*word)
                    );
                    self.print_block(*body, depth + 1, out);
                    r
                }
                Statement::Loop(b) => {
                    let r = writeln!(out, "{pad}loop");
                    self.print_block(*b, depth + 1, out);
                    r
                }
                Statement::Break => writeln!(out, "{pad}break"),
                Statement::Return(e) => writeln!(out, "{pad}return {}", self.text(*e)),
            };
        }
    }
    fn text(&self, e: Expr) -> String {
        let list = |es: &[Expr]| es.iter().map(|&e| self.text(e)).collect::<Vec<_>>().join(", ");
        match self.node(e) {
            Node::Constant(n) if n.unsigned_abs() > 1 << 32 => format!("{n:#x}"),
            Node::Constant(n) => format!("{n}"),
            Node::Local(l) => format!("%{}", l.0),
            Node::Load(a, i) => format!("{}[{}]", self.array(*a).name, self.text(*i)),
            Node::Unary(op, a) => format!("{op:?}({})", self.text(*a)),
            Node::Binary(op, a, b) => format!("{op:?}({}, {})", self.text(*a), self.text(*b)),
            Node::Select(c, a, b) => {
                format!("select({}, {}, {})", self.text(*c), self.text(*a), self.text(*b))
            }
            Node::Both(a, b) => format!("({} && {})", self.text(*a), self.text(*b)),
            Node::Either(a, b) => format!("({} || {})", self.text(*a), self.text(*b)),
            Node::Choose(c, a, b) => {
                format!("({} ? {} : {})", self.text(*c), self.text(*a), self.text(*b))
            }
            Node::After(b, e) => {
                let mut inner = String::new();
                self.print_block(*b, 0, &mut inner);
                format!("{{ {}; {} }}", inner.trim().replace('\n', "; "), self.text(*e))
            }
            Node::Call(f, args) => {
                format!("{}({})", self.functions.get(f.0 as usize).map_or("?", |f| &f.name), list(args))
            }
            Node::OnCopy(f) => {
                format!("on a copy {}", self.functions.get(f.0 as usize).map_or("?", |f| &f.name))
            }
            Node::Service(s, args) => format!("{s:?}({})", list(args)),
        }
    }
}

/// What an operation on two constants gives.
pub fn binary(op: Binary, a: i64, b: i64) -> i64 {
    match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div => a.checked_div(b).unwrap_or(0),
        Binary::Rem => a.checked_rem(b).unwrap_or(0),
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::AndNot => a & !b,
        Binary::Shl => a.wrapping_shl(b as u32 & 63),
        Binary::Shr => ((a as u64) >> (b as u32 & 63)) as i64,
        Binary::NthBit => nth_bit(a as u64, b as u64) as i64,
        Binary::MulHigh => ((u128::from(a as u64) * u128::from(b as u64)) >> 64) as i64,
        Binary::Eq => i64::from(a == b),
        Binary::Ne => i64::from(a != b),
        Binary::Lt => i64::from(a < b),
        Binary::Le => i64::from(a <= b),
        Binary::Under => i64::from((a as u64) < b as u64),
    }
}

/// The place of the bit of a word that has so many others below it; 64 where there is none.
pub fn nth_bit(mut word: u64, n: u64) -> u64 {
    for _ in 0..n.min(64) {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros().into()
}

pub fn unary(op: Unary, a: i64) -> i64 {
    match op {
        Unary::Not => i64::from(a == 0),
        Unary::BitNot => !a,
        Unary::Ones => i64::from(a.count_ones()),
        Unary::TrailingZeros => i64::from(a.trailing_zeros()),
        Unary::LeadingZeros => i64::from(a.leading_zeros()),
    }
}

/// Longer tables are not joined.
const MOST_JOINED: usize = 4096;

/// Makes one function: statements go to the block that is open.
#[derive(Default)]
pub struct Builder {
    pub program: Program,
    open: Vec<Vec<Statement>>,
    locals: u32,
    parameters: u32,
    name: String,
    /// Locals that are given their value in one place: they need not be bound again.
    held: HashSet<Local>,
    /// Functions that were begun before this one was asked for.
    waiting: Vec<Waiting>,
}

/// A function that goes on once another one is made.
struct Waiting {
    open: Vec<Vec<Statement>>,
    locals: u32,
    parameters: u32,
    name: String,
    held: HashSet<Local>,
}

impl Builder {
    /// Reserves a function that is made later.
    pub fn declare(&mut self, name: &str, parameters: u32) -> Function {
        let body = self.block(Vec::new());
        self.program.functions.push(FunctionInfo {
            name: name.to_string(),
            parameters,
            locals: parameters,
            body,
        });
        Function(self.program.functions.len() as u32 - 1)
    }
    /// Begins the body of a function; the one under way goes on afterwards.
    pub fn begin(&mut self, f: Function) -> Vec<Expr> {
        let info = self.program.function(f).clone();
        let before = Waiting {
            open: std::mem::take(&mut self.open),
            locals: self.locals,
            parameters: self.parameters,
            name: std::mem::replace(&mut self.name, info.name),
            held: std::mem::take(&mut self.held),
        };
        self.waiting.push(before);
        self.open.push(Vec::new());
        self.locals = info.parameters;
        self.parameters = info.parameters;
        (0..info.parameters).map(|i| self.program.add(Node::Local(Local(i)))).collect()
    }
    /// How many functions are under way.
    pub fn nesting(&self) -> usize {
        self.waiting.len()
    }
    /// Ends the body; where nothing was returned before, `value` is.
    pub fn finish(&mut self, f: Function, value: Expr) {
        self.push(Statement::Return(value));
        let body = self.open.pop().unwrap_or_default();
        let body = self.block(body);
        let locals = self.locals;
        let info = &mut self.program.functions[f.0 as usize];
        (info.body, info.locals) = (body, locals);
        if let Some(before) = self.waiting.pop() {
            (self.open, self.locals, self.parameters) = (before.open, before.locals, before.parameters);
            (self.name, self.held) = (before.name, before.held);
        }
    }
    fn block(&mut self, statements: Vec<Statement>) -> Block {
        self.program.blocks.push(statements);
        Block(self.program.blocks.len() as u32 - 1)
    }
    pub fn push(&mut self, s: Statement) {
        if let Some(open) = self.open.last_mut() {
            open.push(s);
        }
    }
    pub fn open_scope(&mut self) {
        self.open.push(Vec::new());
    }
    pub fn close_scope(&mut self) -> Block {
        let block = self.open.pop().unwrap_or_default();
        self.block(block)
    }
    /// How many scopes are open.
    pub fn scopes(&self) -> usize {
        self.open.len()
    }
    /// Closes a scope whose statements belong to the scope around it after all.
    pub fn merge_scope(&mut self) {
        let inner = self.open.pop().unwrap_or_default();
        if let Some(outer) = self.open.last_mut() {
            outer.extend(inner);
        }
    }
    /// Closes a scope whose statements are not needed.
    pub fn drop_scope(&mut self) {
        self.open.pop();
    }
    pub fn local(&mut self) -> Local {
        self.locals += 1;
        Local(self.locals - 1)
    }

    // ---- expressions ----

    pub fn int(&mut self, n: i64) -> Expr {
        self.program.add(Node::Constant(n))
    }
    pub fn get(&mut self, l: Local) -> Expr {
        self.program.add(Node::Local(l))
    }
    /// A value that is worked out once, here.
    pub fn bind(&mut self, e: Expr) -> Expr {
        match self.program.node(e) {
            Node::Constant(_) => return e,
            Node::Local(l) if self.held.contains(l) => return e,
            _ => {}
        }
        let l = self.local();
        self.push(Statement::Set(l, e));
        self.hold(l)
    }
    /// A local that is given its value in one place alone, as a number.
    pub fn hold(&mut self, l: Local) -> Expr {
        self.held.insert(l);
        self.get(l)
    }
    /// A number that changes.
    pub fn variable(&mut self, e: Expr) -> Local {
        let l = self.local();
        self.push(Statement::Set(l, e));
        l
    }
    pub fn set(&mut self, l: Local, e: Expr) {
        self.push(Statement::Set(l, e));
    }
    pub fn load(&mut self, a: Array, index: Expr) -> Expr {
        if let Some(i) = self.program.constant(index) {
            let info = self.program.array(a);
            if info.space == Space::Constant {
                let n = usize::try_from(i).ok().filter(|&i| i < info.len).unwrap_or(info.len);
                let value = info.data[n];
                return self.int(value);
            }
        }
        self.program.add(Node::Load(a, index))
    }
    pub fn load_at(&mut self, a: Array, index: usize) -> Expr {
        let i = self.int(index as i64);
        self.load(a, i)
    }
    pub fn store(&mut self, a: Array, index: Expr, value: Expr) {
        self.push(Statement::Store(a, index, value));
    }
    pub fn unary(&mut self, op: Unary, a: Expr) -> Expr {
        match self.program.constant(a) {
            Some(n) => self.int(unary(op, n)),
            None => self.program.add(Node::Unary(op, a)),
        }
    }
    pub fn not(&mut self, a: Expr) -> Expr {
        self.unary(Unary::Not, a)
    }
    pub fn binary(&mut self, op: Binary, a: Expr, b: Expr) -> Expr {
        let (x, y) = (self.program.constant(a), self.program.constant(b));
        if let (Some(x), Some(y)) = (x, y) {
            return self.int(binary(op, x, y));
        }
        match (op, x, y) {
            (Binary::And, Some(0), _) | (Binary::And, _, Some(-1)) => return a,
            (Binary::And, _, Some(0)) => return b,
            (Binary::And, Some(-1), _) => return b,
            (Binary::AndNot, Some(0), _) | (Binary::AndNot, _, Some(0)) => return a,
            (Binary::AndNot, _, Some(-1)) => return self.int(0),
            (Binary::Or | Binary::Xor | Binary::Add, Some(0), _) => return b,
            (Binary::Or | Binary::Xor | Binary::Add | Binary::Sub, _, Some(0)) => return a,
            (Binary::Mul, Some(1), _) => return b,
            (Binary::Mul, _, Some(1)) => return a,
            (Binary::Or, Some(-1), _) => return a,
            (Binary::Or, _, Some(-1)) => return b,
            _ => {}
        }
        if a == b && matches!(op, Binary::And | Binary::Or) {
            return a;
        }
        match self.of_tables(op, a, b) {
            Some(e) => e,
            None => self.program.add(Node::Binary(op, a, b)),
        }
    }
    /// Two tables that are looked into at the same place are one table.
    fn of_tables(&mut self, op: Binary, a: Expr, b: Expr) -> Option<Expr> {
        let (&Node::Load(x, i), &Node::Load(y, k)) = (self.program.node(a), self.program.node(b)) else {
            return None;
        };
        let (x, y) = (self.program.array(x), self.program.array(y));
        let sets = matches!(op, Binary::And | Binary::Or | Binary::Xor | Binary::AndNot);
        let alike = x.space == Space::Constant && y.space == Space::Constant && x.len == y.len;
        if i != k
            || !sets
            || !alike
            || x.width != Width::Word
            || y.width != Width::Word
            || x.len > MOST_JOINED
        {
            return None;
        }
        let data: Vec<i64> = x.data.iter().zip(&y.data).map(|(&x, &y)| binary(op, x, y)).collect();
        let (rows, outside) = data.split_at(x.len);
        let (rows, outside) = (rows.to_vec(), outside.first().copied().unwrap_or(0));
        let table = self.table("joined", Width::Word, rows, outside);
        Some(self.load(table, i))
    }
    pub fn eq(&mut self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::Eq, a, b)
    }
    pub fn select(&mut self, c: Expr, a: Expr, b: Expr) -> Expr {
        match self.program.constant(c) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.program.add(Node::Select(c, a, b)),
        }
    }
    /// A value with the statements that it needs.
    pub fn after(&mut self, block: Block, e: Expr) -> Expr {
        if self.program.block(block).is_empty() { e } else { self.program.add(Node::After(block, e)) }
    }
    pub fn both(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.program.constant(a), self.program.constant(b)) {
            (Some(0), _) => a,
            (Some(_), _) => b,
            (None, Some(n)) if n != 0 => a,
            (None, _) => self.program.add(Node::Both(a, b)),
        }
    }
    pub fn either(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.program.constant(a), self.program.constant(b)) {
            (Some(0), _) => b,
            (Some(_), _) => self.int(1),
            (None, Some(0)) => a,
            (None, _) => self.program.add(Node::Either(a, b)),
        }
    }
    pub fn choose(&mut self, c: Expr, a: Expr, b: Expr) -> Expr {
        match self.program.constant(c) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.program.add(Node::Choose(c, a, b)),
        }
    }
    pub fn call(&mut self, f: Function, args: &[Expr]) -> Expr {
        self.program.add(Node::Call(f, args.into()))
    }
    pub fn on_copy(&mut self, f: Function) -> Expr {
        self.program.add(Node::OnCopy(f))
    }
    pub fn service(&mut self, s: Service, args: &[Expr]) -> Expr {
        self.program.add(Node::Service(s, args.into()))
    }
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::Add, a, b)
    }
    /// Constants in an array; `outside` is what an index outside of it reads.
    pub fn table(&mut self, name: &str, width: Width, data: Vec<i64>, outside: i64) -> Array {
        let found = self.program.arrays.iter().position(|a| {
            a.space == Space::Constant
                && a.width == width
                && a.len == data.len()
                && a.data.last() == Some(&outside)
                && a.data[..a.len] == data[..]
        });
        if let Some(i) = found {
            return Array(i as u32);
        }
        let a = self.program.new_array(name, Space::Constant, width, data.len());
        let info = &mut self.program.arrays[a.0 as usize];
        info.data = data;
        info.data.push(outside);
        a
    }
}
