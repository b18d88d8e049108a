//! Reading arguments and building a game: what every meaning function needs. Knows checked clauses and the
//! engine's kernel; knows no ludeme by name.

use crate::checked::{Arg, Checked, CheckedId, CheckedNode, Value};
use crate::entry::Ludeme;
use crate::meaning::Meaning;
use crate::notes::{Notable, Notes};
use ludarium_board::GraphSpec;
use ludarium_engine::ctx::RuleId;
use ludarium_engine::game::Game;
use ludarium_engine::kernel::{Bool, Dir, Float, Int, IntArr, Moves, MovesKind, Range, Region, Start};
use ludarium_engine::moves::ThenId;
use ludarium_engine::types::*;
use ludarium_syntax::NodeId;

/// Why a description that reads well cannot be played: which ludeme, where, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unplayable {
    pub at: NodeId,
    /// Not written yet on our side (`true`), or a mistake in the description.
    pub unsupported: bool,
    /// A name that stands for nothing.
    pub unknown_name: bool,
    pub ludeme: &'static str,
    pub message: String,
}

pub type Done<T> = Result<T, Unplayable>;

/// The arguments of one clause.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub checked: &'a Checked,
    pub id: CheckedId,
}

impl<'a> Args<'a> {
    pub fn node(self) -> &'a CheckedNode {
        self.checked.node(self.id)
    }
    pub fn entry(self) -> &'static Ludeme {
        self.node().entry
    }
    /// The argument for a parameter. Asking for a parameter that the entry does not have is a mistake of ours.
    pub fn arg(self, name: &str) -> Option<&'a Arg> {
        let slot = self.entry().slot(name);
        debug_assert!(slot.is_some(), "{} has no parameter {name}", self.entry().id);
        slot.and_then(|s| self.node().args[s].as_ref())
    }
    pub fn has(self, name: &str) -> bool {
        self.arg(name).is_some()
    }
    /// Does the entry have such a parameter at all? For meanings shared by several entries.
    pub fn takes(self, name: &str) -> bool {
        self.entry().slot(name).is_some()
    }
    /// The argument, if the entry has such a parameter and it is given.
    pub fn find(self, name: &str) -> Option<&'a Arg> {
        self.entry().slot(name).and_then(|s| self.node().args[s].as_ref())
    }
    /// An enum word.
    pub fn word(self, name: &str) -> Option<&'static str> {
        self.find(name).and_then(|a| a.value.word())
    }
    /// The words of an array of enum words (or of a single one).
    pub fn words(self, name: &str) -> Vec<&'static str> {
        self.each(name).into_iter().filter_map(|a| a.value.word()).collect()
    }
    pub fn text(self, name: &str) -> Option<&'a str> {
        match self.find(name).map(|a| &a.value) {
            Some(Value::Text(t)) => Some(t),
            _ => None,
        }
    }
    pub fn texts(self, name: &str) -> Vec<&'a str> {
        self.each(name)
            .into_iter()
            .filter_map(|a| match &a.value {
                Value::Text(t) => Some(t.as_str()),
                _ => None,
            })
            .collect()
    }
    /// A number written as such.
    pub fn literal(self, name: &str) -> Option<i64> {
        match self.find(name).map(|a| &a.value) {
            Some(Value::Int(n)) => Some(*n),
            _ => None,
        }
    }
    pub fn literals(self, name: &str) -> Vec<i64> {
        self.each(name)
            .into_iter()
            .filter_map(|a| match &a.value {
                Value::Int(n) => Some(*n),
                _ => None,
            })
            .collect()
    }
    pub fn float_literal(self, name: &str) -> Option<f64> {
        match self.find(name).map(|a| &a.value) {
            Some(Value::Float(x)) => Some(*x),
            Some(Value::Int(n)) => Some(*n as f64),
            _ => None,
        }
    }
    /// `True` or `False` written as such.
    pub fn flag(self, name: &str) -> Option<bool> {
        match self.find(name).map(|a| &a.value) {
            Some(Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }
    /// The clause given for a parameter.
    #[expect(clippy::should_implement_trait, reason = "nobody subtracts from a clause")]
    pub fn sub(self, name: &str) -> Option<Args<'a>> {
        self.find(name).and_then(|a| self.clause(a))
    }
    /// The clauses of an array (or a single clause).
    pub fn subs(self, name: &str) -> Vec<Args<'a>> {
        self.each(name).into_iter().filter_map(|a| self.clause(a)).collect()
    }
    pub fn clause(self, arg: &Arg) -> Option<Args<'a>> {
        match &arg.value {
            Value::Node(id) => Some(Args { checked: self.checked, id: *id }),
            _ => None,
        }
    }
    /// The items of an array, or the one argument as a list of one; empty where nothing is given.
    pub fn each(self, name: &str) -> Vec<&'a Arg> {
        match self.find(name) {
            None => Vec::new(),
            Some(Arg { value: Value::Array(items), .. }) => items.iter().collect(),
            Some(one) => vec![one],
        }
    }
    /// A complaint about this clause.
    pub fn wrong<T>(self, message: impl Into<String>) -> Done<T> {
        Err(Unplayable {
            at: self.node().at,
            unsupported: false,
            unknown_name: false,
            ludeme: self.entry().id,
            message: message.into(),
        })
    }
    /// A name in this clause stands for nothing.
    pub fn unknown<T>(self, message: impl Into<String>) -> Done<T> {
        self.wrong(message).map_err(|why| Unplayable { unknown_name: true, ..why })
    }
    /// This clause, or this use of it, is beyond us as yet.
    pub fn unsupported<T>(self, message: impl Into<String>) -> Done<T> {
        Err(Unplayable {
            at: self.node().at,
            unsupported: true,
            unknown_name: false,
            ludeme: self.entry().id,
            message: message.into(),
        })
    }
}

/// The game being built.
pub struct Lower<'a> {
    pub checked: &'a Checked,
    pub game: Game,
    /// Which clause each rule number stands for: the caller turns these into names with places.
    pub rules: Vec<(&'static str, NodeId)>,
    /// Which components each clause of the equipment made.
    pub declared: Vec<(NodeId, usize)>,
    pub phase_names: Vec<String>,
    /// Moves along tracks met so far, each once.
    pub track_moves: Vec<Int>,
    /// What each clause was made into, where somebody wants to know.
    pub notes: Option<Notes>,
}

impl<'a> Lower<'a> {
    /// Ready to add the meaning of clauses to a game.
    pub fn new(checked: &'a Checked, game: Game) -> Lower<'a> {
        Lower {
            checked,
            game,
            rules: Vec::new(),
            declared: Vec::new(),
            phase_names: Vec::new(),
            track_moves: Vec::new(),
            notes: None,
        }
    }
}

macro_rules! by_type {
    ($(#[$doc:meta])* $one:ident, $need:ident, $list:ident, $variant:ident, $out:ty, $literal:expr) => {
        $(#[$doc])*
        pub fn $one(&mut self, a: Args<'a>, name: &str) -> Done<Option<$out>> {
            match a.find(name) {
                None => Ok(None),
                Some(arg) => self.value_of(a, arg, |cx, sub| match sub.entry().meaning {
                    Meaning::$variant(f) => f(sub, cx),
                    _ => sub.unsupported("cannot be played yet"),
                }, $literal).map(Some),
            }
        }
        /// The same, where the argument must be given.
        pub fn $need(&mut self, a: Args<'a>, name: &str) -> Done<$out> {
            match self.$one(a, name)? {
                Some(v) => Ok(v),
                None => a.wrong(format!("`{name}` is missing")),
            }
        }
        /// The same, for an array.
        pub fn $list(&mut self, a: Args<'a>, name: &str) -> Done<Vec<$out>> {
            let mut all = Vec::new();
            for arg in a.each(name) {
                all.push(self.value_of(a, arg, |cx, sub| match sub.entry().meaning {
                    Meaning::$variant(f) => f(sub, cx),
                    _ => sub.unsupported("cannot be played yet"),
                }, $literal)?);
            }
            Ok(all)
        }
    };
}

impl<'a> Lower<'a> {
    fn value_of<T: Notable>(
        &mut self,
        a: Args<'a>,
        arg: &'a Arg,
        clause: impl FnOnce(&mut Self, Args<'a>) -> Done<T>,
        literal: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Done<T> {
        match a.clause(arg) {
            Some(sub) if self.notes.is_some() => {
                let before = self.notes.as_mut().map(|notes| notes.begin(sub.id));
                let made = clause(self, sub);
                if let (Some(notes), Some(before)) = (&mut self.notes, before) {
                    notes.end(before, made.as_ref().ok().and_then(Notable::noted));
                }
                made
            }
            Some(sub) => clause(self, sub),
            None => match literal(&arg.value) {
                Some(v) => Ok(v),
                None => Err(Unplayable {
                    at: arg.at,
                    unsupported: true,
                    unknown_name: false,
                    ludeme: a.entry().id,
                    message: "this kind of argument cannot be played yet".to_string(),
                }),
            },
        }
    }

    by_type!(
        /// A condition.
        bool, need_bool, bools, Bool, Bool, |v| match v {
            Value::Bool(b) => Some(Bool::Const(*b)),
            _ => None,
        }
    );
    by_type!(
        /// A number.
        int, need_int, int_list, Int, Int, |v| match v {
            Value::Int(n) => Some(Int::Const((*n).clamp(i32::MIN.into(), i32::MAX.into()) as i32)),
            _ => None,
        }
    );
    by_type!(
        /// A decimal number.
        float, need_float, floats, Float, Float, |v| match v {
            Value::Int(n) => Some(Float::Const(*n as f64)),
            Value::Float(x) => Some(Float::Const(*x)),
            _ => None,
        }
    );
    by_type!(
        /// A size of the board.
        dim, need_dim, dims, Dim, i64, |v| match v {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    );
    by_type!(
        /// A list of numbers.
        int_arr, need_int_arr, int_arrs, IntArr, IntArr, |_| None
    );
    by_type!(
        /// A range.
        range, need_range, ranges, Range, Range, |_| None
    );
    by_type!(
        /// A set of sites.
        region, need_region, regions, Region, Region, |_| None
    );
    by_type!(
        /// A board shape.
        graph, need_graph, graphs, Graph, GraphSpec, |_| None
    );
    by_type!(
        /// Moves.
        moves, need_moves, moves_list, Moves, Moves, |_| None
    );
    by_type!(
        /// Start rules.
        start, need_start, starts, Start, Vec<Start>, |_| None
    );

    /// Directions: a clause, or words.
    pub fn dir(&mut self, a: Args<'a>, name: &str) -> Done<Option<Dir>> {
        match a.find(name) {
            None => Ok(None),
            Some(arg) => match a.clause(arg) {
                Some(sub) => match sub.entry().meaning {
                    Meaning::Dir(f) => f(sub, self).map(Some),
                    _ => sub.unsupported("cannot be played yet"),
                },
                None => match crate::directions::dir_of_words(&a.words(name)) {
                    Some(d) => Ok(Some(d)),
                    None => a.unsupported(format!("the direction given as `{name}` cannot be played yet")),
                },
            },
        }
    }

    /// The same, where they must be given.
    pub fn need_dir(&mut self, a: Args<'a>, name: &str) -> Done<Dir> {
        match self.dir(a, name)? {
            Some(d) => Ok(d),
            None => a.wrong(format!("`{name}` is missing")),
        }
    }

    /// The type of site that a parameter says, or the game's own.
    pub fn site_type(&mut self, a: Args<'a>, name: &str) -> SiteType {
        self.said_site_type(a, name).unwrap_or(self.game.site_type)
    }
    /// The type of site that a parameter says, if any. A game whose rules name a type uses it.
    pub fn said_site_type(&mut self, a: Args<'a>, name: &str) -> Option<SiteType> {
        let said = a.word(name).and_then(site_type_of)?;
        match said {
            SiteType::Cell => self.game.uses.cells = true,
            SiteType::Edge => self.game.uses.edges = true,
            SiteType::Vertex => self.game.uses.vertices = true,
        }
        Some(said)
    }
    /// The role that a parameter says.
    pub fn role(&self, a: Args<'a>, name: &str) -> Option<Role> {
        a.word(name).and_then(role_of)
    }
    /// A number for a name (variable, vote, note, remembered list).
    pub fn name(&mut self, name: &str) -> u16 {
        if let Some(i) = self.game.names.iter().position(|n| n == name) {
            return i as u16;
        }
        self.game.names.push(name.to_string());
        (self.game.names.len() - 1) as u16
    }
    /// A number for the rule that this clause is.
    pub fn rule(&mut self, a: Args<'a>) -> RuleId {
        self.rules.push((a.entry().id, a.node().at));
        RuleId((self.rules.len() - 1) as u32)
    }
    /// What follows, from the parameter `then`.
    pub fn then(&mut self, a: Args<'a>) -> Done<Option<ThenId>> {
        match a.sub("then") {
            None => Ok(None),
            Some(then) => {
                let moves = self.need_moves(then, "moves")?;
                self.game.thens.push(moves);
                Ok(Some(ThenId((self.game.thens.len() - 1) as u32)))
            }
        }
    }
    /// A moves node for this clause, with its `then`.
    pub fn moves_node(&mut self, a: Args<'a>, kind: MovesKind, decision: bool) -> Done<Moves> {
        let rule = self.rule(a);
        let then = self.then(a)?;
        Ok(Moves { kind, decision, then, rule })
    }
}

pub fn site_type_of(word: &str) -> Option<SiteType> {
    match word {
        "Cell" => Some(SiteType::Cell),
        "Edge" => Some(SiteType::Edge),
        "Vertex" => Some(SiteType::Vertex),
        _ => None,
    }
}

pub fn role_of(word: &str) -> Option<Role> {
    Some(match word {
        "Neutral" => Role::Neutral,
        "Each" => Role::Each,
        "Shared" => Role::Shared,
        "All" => Role::All,
        "Any" => Role::Any,
        "Mover" => Role::Mover,
        "Next" => Role::Next,
        "Prev" => Role::Prev,
        "NonMover" => Role::NonMover,
        "Enemy" => Role::Enemy,
        "Friend" => Role::Friend,
        "Ally" => Role::Ally,
        "Player" => Role::Player,
        "TeamMover" => Role::TeamMover,
        _ => {
            if let Some(n) = word.strip_prefix("Team") {
                Role::Team(n.parse().ok()?)
            } else if let Some(n) = word.strip_prefix('P') {
                Role::P(n.parse().ok()?)
            } else {
                return None;
            }
        }
    })
}
