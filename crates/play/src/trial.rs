//! Moves as the reference writes them in its recorded games: `[Move:mover=1,from=3,to=4,actions=[…],[…]]`. Reading a
//! move that was written gives the same move again, but for what the notation has no words for: the sites jumped over
//! (`between`), what is still to follow (`then`), and whether a remembered value had to be a new one. Of what the
//! reference writes, three things are not kept: the level at which a piece is added (it is added on top), the player
//! that a note speaks of, and whether a pending value of 1 was said.

use ludarium_engine::action::{Act, Action, Facet};
use ludarium_engine::{Game, Move, OFF, SiteType, UNDEFINED};
use std::fmt::{Display, Write};

/// Writes a move. To have its consequences among its actions, give it as [`ludarium_engine::Ctx::apply`] returns it.
///
/// ```
/// # use ludarium_play::{Selection, compile, library_defines, read};
/// # let text = ludarium_play::find("Tic-Tac-Toe").unwrap().text;
/// # let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
/// let mut ctx = game.begin(1);
/// let middle = ctx.legal_moves().swap_remove(4);
/// let text = ludarium_play::trial::write_move(&game, &middle);
/// assert_eq!(text, "[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]");
/// assert_eq!(ludarium_play::trial::read_move(&game, &text).unwrap().actions, middle.actions);
/// ```
pub fn write_move(game: &Game, m: &Move) -> String {
    let mut out = format!("[Move:mover={}", m.mover);
    for (name, n, unsaid) in
        [("from", m.from, OFF), ("to", m.to, OFF), ("state", m.state, UNDEFINED), ("edge", m.edge, OFF)]
    {
        if name == "edge" && !m.oriented {
            out.push_str(",oriented=false");
        }
        if n != unsaid {
            let _ = write!(out, ",{name}={n}");
        }
    }
    if m.level_min != 0 && m.level_max != 0 {
        let _ = write!(out, ",levelMin={},levelMax={}", m.level_min, m.level_max);
    }
    out.push_str(",actions=");
    let written: Vec<String> = m.actions.iter().filter_map(|a| write_action(game, a)).collect();
    out.push_str(&written.join(","));
    out.push(']');
    out
}

/// An action between its brackets: a name, then fields.
struct Writer(String);

impl Writer {
    fn new(name: &str) -> Writer {
        Writer(format!("[{name}:"))
    }
    fn put(mut self, name: &str, value: impl Display) -> Writer {
        let comma = if self.0.ends_with(':') { "" } else { "," };
        let _ = write!(self.0, "{comma}{name}={value}");
        self
    }
    /// Unless it is left undefined.
    fn said(self, name: &str, value: i32) -> Writer {
        self.unless(name, value, UNDEFINED)
    }
    fn unless(self, name: &str, value: i32, unsaid: i32) -> Writer {
        if value == unsaid { self } else { self.put(name, value) }
    }
    fn flag(self, name: &str, value: bool) -> Writer {
        if value { self.put(name, true) } else { self }
    }
    fn at(self, kind: SiteType, to: i32) -> Writer {
        self.put("type", kind.name()).put("to", to)
    }
    fn places(self, from: (SiteType, i32, i32), to: (SiteType, i32, i32)) -> Writer {
        self.put("typeFrom", from.0.name())
            .put("from", from.1)
            .said("levelFrom", from.2)
            .put("typeTo", to.0.name())
            .put("to", to.1)
            .said("levelTo", to.2)
    }
    fn piece(self, state: i32, rotation: i32, value: i32) -> Writer {
        self.said("state", state).said("rotation", rotation).said("value", value)
    }
}

/// Writes one action; nothing for what is no action yet (what follows later, see [`Act::Follow`]).
fn write_action(game: &Game, action: &Action) -> Option<String> {
    let name_of = |name: u16| game.names.get(usize::from(name)).map_or("null", String::as_str);
    let optional = |name: Option<u16>| name.map_or("null", name_of);
    let w = Writer::new;
    let written = match action.act {
        Act::Add { kind, to, what, count, state, rotation, value, on_stack } => {
            let w = w("Add").at(kind, to).put("what", what).unless("count", count, 1);
            w.piece(state, rotation, value).flag("stack", on_stack)
        }
        Act::Insert { kind, to, level, what, state } => {
            w("Insert").at(kind, to).put("level", level).put("what", what).said("state", state)
        }
        Act::Move { from_kind, from, from_level, to_kind, to, to_level, state, rotation, value, stack } => {
            w("Move")
                .places((from_kind, from, from_level), (to_kind, to, to_level))
                .piece(state, rotation, value)
                .flag("stack", stack)
        }
        Act::MoveCount { from_kind, from, to_kind, to, count } => {
            w("Move").places((from_kind, from, UNDEFINED), (to_kind, to, UNDEFINED)).put("count", count)
        }
        Act::MoveSubStack { from_kind, from, to_kind, to, levels } => w("StackMove")
            .places((from_kind, from, UNDEFINED), (to_kind, to, UNDEFINED))
            .put("numLevel", levels),
        Act::Copy { from_kind, from, from_level, to_kind, to, to_level, state, rotation, value, stack } => {
            w("Copy")
                .places((from_kind, from, from_level), (to_kind, to, to_level))
                .piece(state, rotation, value)
                .flag("stack", stack)
        }
        Act::Remove { kind, to, level, applied } => {
            let w = w("Remove").at(kind, to).said("level", level);
            if applied { w } else { w.put("applied", false) }
        }
        Act::Promote { kind, to, level, what } => {
            w("Promote").at(kind, to).said("level", level).put("what", what)
        }
        Act::Select { from_kind, from, from_level, to_kind, to, to_level } => {
            let w = w("Select").put("typeFrom", from_kind.name()).put("from", from);
            let w = w.said("levelFrom", from_level);
            // One site is said once.
            if (from_kind, from) == (to_kind, to) && to_level == UNDEFINED {
                w
            } else {
                w.put("typeTo", to_kind.name()).put("to", to).said("levelTo", to_level)
            }
        }
        // The one action that says its decision before its other field.
        Act::Pass { forced } => {
            let w = w("Pass").flag("decision", action.decision).flag("forced", forced);
            return Some(w.0 + "]");
        }
        Act::Swap { a, b } => w("Swap").put("player1", a).put("player2", b),
        Act::Propose { name } => w("Propose").put("proposition", name_of(name)).put("propositionInt", name),
        Act::Vote { name } => w("Vote").put("vote", name_of(name)).put("voteInt", name),
        Act::Note { name, player } => w("Note").put("message", name_of(name)).put("to", player),
        Act::Bet { player, bet } => w("Bet").put("player", player).put("bet", bet),
        Act::SetAmount { player, amount } => w("SetAmount").put("player", player).put("amount", amount),
        Act::SetPot { pot } => w("SetPot").put("pot", pot),
        Act::SetScore { player, score, add } => {
            w("SetScore").put("player", player).put("score", score).flag("add", add)
        }
        Act::SetCount { kind, to, what, count } => {
            w("SetCount").at(kind, to).put("what", what).put("count", count)
        }
        Act::SetState { kind, to, level, state } => {
            w("SetState").at(kind, to).said("level", level).put("state", state)
        }
        Act::SetRotation { kind, to, level, rotation } => {
            w("SetRotation").at(kind, to).said("level", level).put("rotation", rotation)
        }
        Act::SetValue { kind, to, level, value } => {
            w("SetValue").at(kind, to).said("level", level).put("value", value)
        }
        Act::SetPlayerValue { player, value } => {
            w("SetValueOfPlayer").put("player", player).put("value", value)
        }
        Act::SetCounter { counter } => w("SetCounter").put("counter", counter),
        Act::SetTemp { temp } => w("SetTemp").put("temp", temp),
        Act::SetVar { name, value } => w("SetVar").put("name", name_of(name)).put("value", value),
        Act::SetPending { value } => w("SetPending").unless("value", value, 1),
        Act::SetNextPlayer { player } => w("SetNextPlayer").put("player", player),
        Act::SetTrump { suit } => w("SetTrumpSuit").put("trumpSuit", suit),
        Act::Trigger { player, name } => w("Trigger").put("event", name_of(name)).put("player", player),
        Act::Remember { name, value, unique: _ } => {
            w("RememberValue").put("name", optional(name)).put("value", value)
        }
        Act::Forget { name, value } => w("ForgetValue").put("name", optional(name)).put("value", value),
        Act::StoreState => w("StoreStateInContext"),
        Act::AddToTeam { player, team } => w("AddPlayerToTeam").put("team", team).put("player", player),
        Act::SetCost { kind, to, cost } => w("SetCost").at(kind, to).put("cost", cost),
        Act::SetPhase { kind, to, phase } => w("SetPhase").at(kind, to).put("phase", phase),
        Act::SetHidden { facet, player, kind, to, level, hidden } => {
            let name = match facet {
                Facet::All => "SetHidden",
                Facet::What => "SetHiddenWhat",
                Facet::Who => "SetHiddenWho",
                Facet::Count => "SetHiddenCount",
                Facet::State => "SetHiddenState",
                Facet::Rotation => "SetHiddenRotation",
                Facet::Value => "SetHiddenValue",
            };
            w(name).at(kind, to).put("level", level).put("who", player).put("value", hidden)
        }
        Act::UseDie { container, die, site } => {
            w("UseDie").put("indexHandDice", container).put("indexDie", die).put("site", site)
        }
        Act::SetDie { site, face } => w("SetStateAndUpdateDice").put("site", site).put("state", face),
        Act::SetDiceAllEqual { equal } => w("SetDiceAllEqual").put("value", equal),
        Act::NextInstance => w("NextInstance"),
        Act::Forfeit { player } => w("Forfeit").put("player", player),
        Act::Follow { .. } => return None,
        Act::PuzzleSet { kind, var, value } => {
            w("Set").put("type", kind.name()).put("var", var).put("value", value)
        }
        Act::PuzzleToggle { kind, var, value } => {
            w("Toggle").put("type", kind.name()).put("var", var).put("value", value)
        }
        Act::PuzzleReset { kind, var } => {
            let max = game.puzzle_ranges[kind as usize].map_or(0, |(_, most)| most);
            w("Reset").put("type", kind.name()).put("var", var).put("max", max)
        }
    };
    Some(written.flag("decision", action.decision).0 + "]")
}

/// Reads a move. Its consequences are among its actions, so nothing follows it any more.
pub fn read_move(game: &Game, text: &str) -> Result<Move, String> {
    let inner = text.trim().strip_prefix("[Move:").and_then(|t| t.strip_suffix(']')).ok_or("not a move")?;
    let (head, actions) = inner.split_once("actions=").ok_or("a move without actions")?;
    let head = Fields::read(head.trim_end_matches(','));
    let mut list = Vec::new();
    for text in split_actions(actions) {
        list.push(read_action(game, text)?);
    }
    let Some(first) = list.first() else { return Err("a move without actions".to_string()) };
    let mut m = Move::new(first.clone());
    m.actions = list.into();
    m.mover = head.number("mover").unwrap_or(0).clamp(0, 255) as u8;
    m.from = head.number("from").unwrap_or(OFF);
    m.to = head.number("to").unwrap_or(OFF);
    if let Some(d) = m.decision().cloned() {
        m.from_kind = d.from_kind();
        m.to_kind = d.to_kind();
    }
    m.level_min = head.number("levelMin").unwrap_or(0);
    m.level_max = head.number("levelMax").unwrap_or(0);
    m.state = head.number("state").unwrap_or(UNDEFINED);
    m.edge = head.number("edge").unwrap_or(OFF);
    m.oriented = head.text("oriented") != Some("false");
    Ok(m)
}

/// The texts between matching brackets.
fn split_actions(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (i, c) in text.char_indices() {
        match c {
            '[' => {
                if depth == 0 {
                    start = i + 1;
                }
                depth += 1;
            }
            ']' => {
                depth -= 1;
                if depth == 0 {
                    out.push(&text[start..i]);
                }
            }
            _ => {}
        }
    }
    out
}

struct Fields<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Fields<'t> {
    fn read(text: &'t str) -> Fields<'t> {
        Fields(text.split(',').filter_map(|f| f.split_once('=')).collect())
    }
    fn text(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }
    fn number(&self, name: &str) -> Option<i32> {
        self.text(name).and_then(|t| t.parse().ok())
    }
    fn or(&self, name: &str, default: i32) -> i32 {
        self.number(name).unwrap_or(default)
    }
    fn flag(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }
    fn kind(&self, game: &Game, name: &str) -> SiteType {
        match self.text(name) {
            Some("Cell") => SiteType::Cell,
            Some("Edge") => SiteType::Edge,
            Some("Vertex") => SiteType::Vertex,
            _ => game.site_type,
        }
    }
}

fn name_of(game: &Game, name: Option<&str>) -> Option<u16> {
    let name = name.filter(|n| *n != "null")?;
    // A note begins with the player it speaks of.
    let bare = name
        .strip_prefix('P')
        .map_or(name, |n| n.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start());
    let find = |wanted: &str| game.names.iter().position(|n| n == wanted).map(|i| i as u16);
    find(name).or_else(|| find(bare))
}

fn read_action(game: &Game, text: &str) -> Result<Action, String> {
    let (name, rest) = text.split_once(':').ok_or_else(|| format!("not an action: {text}"))?;
    let f = Fields::read(rest);
    let kind = f.kind(game, "type");
    let to = f.or("to", OFF);
    let level = f.or("level", UNDEFINED);
    let player = f.or("player", 0);
    let value = f.or("value", UNDEFINED);
    let from_to = || {
        let from_kind = f.kind(game, "typeFrom");
        (
            from_kind,
            f.or("from", OFF),
            f.or("levelFrom", UNDEFINED),
            f.kind(game, "typeTo"),
            to,
            f.or("levelTo", UNDEFINED),
        )
    };
    let (state, rotation) = (f.or("state", UNDEFINED), f.or("rotation", UNDEFINED));
    let hide = |facet| Act::SetHidden {
        facet,
        player: f.or("who", 0),
        kind,
        to,
        level: level.max(0),
        hidden: f.flag("value"),
    };
    let act = match name {
        "Add" => Act::Add {
            kind,
            to,
            what: f.or("what", 0),
            count: f.or("count", 1),
            state,
            rotation,
            value,
            on_stack: f.flag("stack"),
        },
        "Insert" => Act::Insert { kind, to, level, what: f.or("what", 0), state },
        "Move" => {
            let (from_kind, from, from_level, to_kind, to, to_level) = from_to();
            match f.number("count") {
                Some(count) => Act::MoveCount { from_kind, from, to_kind, to, count },
                None => Act::Move {
                    from_kind,
                    from,
                    from_level,
                    to_kind,
                    to,
                    to_level,
                    state,
                    rotation,
                    value,
                    stack: f.flag("stack"),
                },
            }
        }
        "StackMove" => {
            let (from_kind, from, _, to_kind, to, _) = from_to();
            Act::MoveSubStack { from_kind, from, to_kind, to, levels: f.or("numLevel", 0) }
        }
        "Copy" => {
            let (from_kind, from, from_level, to_kind, to, to_level) = from_to();
            let stack = f.flag("stack");
            Act::Copy { from_kind, from, from_level, to_kind, to, to_level, state, rotation, value, stack }
        }
        "Remove" => Act::Remove { kind, to, level, applied: f.text("applied") != Some("false") },
        "Promote" => Act::Promote { kind, to, level, what: f.or("what", 0) },
        "Select" => {
            let (from_kind, from, from_level, to_kind, to, to_level) = from_to();
            // One site is said once.
            let (to_kind, to) = if to == OFF { (from_kind, from) } else { (to_kind, to) };
            Act::Select { from_kind, from, from_level, to_kind, to, to_level }
        }
        "Pass" => Act::Pass { forced: f.flag("forced") },
        "Swap" => Act::Swap { a: f.or("player1", 0), b: f.or("player2", 0) },
        "Propose" => Act::Propose { name: name_of(game, f.text("proposition")).unwrap_or(0) },
        "Vote" => Act::Vote { name: name_of(game, f.text("vote")).unwrap_or(0) },
        "Note" => Act::Note { name: name_of(game, f.text("message")).unwrap_or(0), player: to },
        "Bet" => Act::Bet { player, bet: f.or("bet", 0) },
        "SetAmount" => Act::SetAmount { player, amount: f.or("amount", 0) },
        "SetPot" => Act::SetPot { pot: f.or("pot", 0) },
        "SetScore" => Act::SetScore { player, score: f.or("score", 0), add: f.flag("add") },
        "SetCount" => Act::SetCount { kind, to, what: f.or("what", UNDEFINED), count: f.or("count", 0) },
        "SetState" => Act::SetState { kind, to, level, state: f.or("state", 0) },
        "SetRotation" => Act::SetRotation { kind, to, level, rotation: f.or("rotation", 0) },
        "SetValue" => Act::SetValue { kind, to, level, value: f.or("value", 0) },
        "SetValueOfPlayer" => Act::SetPlayerValue { player, value },
        "SetCounter" => Act::SetCounter { counter: f.or("counter", 0) },
        "SetTemp" => Act::SetTemp { temp: f.or("temp", 0) },
        "SetVar" => Act::SetVar { name: name_of(game, f.text("name")).unwrap_or(0), value },
        "SetPending" => Act::SetPending { value: f.or("value", 1) },
        "SetNextPlayer" => Act::SetNextPlayer { player },
        "SetTrumpSuit" => Act::SetTrump { suit: f.or("trumpSuit", OFF) },
        "Trigger" => Act::Trigger { player, name: name_of(game, f.text("event")).unwrap_or(0) },
        "RememberValue" => Act::Remember { name: name_of(game, f.text("name")), value, unique: false },
        "ForgetValue" => Act::Forget { name: name_of(game, f.text("name")), value },
        "StoreStateInContext" => Act::StoreState,
        "AddPlayerToTeam" => Act::AddToTeam { player, team: f.or("team", 0) },
        "SetCost" => Act::SetCost { kind, to, cost: f.or("cost", 0) },
        "SetPhase" => Act::SetPhase { kind, to, phase: f.or("phase", 0) },
        "SetHidden" => hide(Facet::All),
        "SetHiddenWhat" => hide(Facet::What),
        "SetHiddenWho" => hide(Facet::Who),
        "SetHiddenCount" => hide(Facet::Count),
        "SetHiddenState" => hide(Facet::State),
        "SetHiddenRotation" => hide(Facet::Rotation),
        "SetHiddenValue" => hide(Facet::Value),
        "UseDie" => Act::UseDie {
            container: f.or("indexHandDice", 0),
            die: f.or("indexDie", 0),
            site: f.or("site", OFF),
        },
        "SetStateAndUpdateDice" => Act::SetDie { site: f.or("site", OFF), face: f.or("state", 0) },
        "SetDiceAllEqual" => Act::SetDiceAllEqual { equal: f.flag("value") },
        "NextInstance" => Act::NextInstance,
        "Forfeit" => Act::Forfeit { player },
        "Set" => Act::PuzzleSet { kind, var: f.or("var", 0), value },
        "Toggle" => Act::PuzzleToggle { kind, var: f.or("var", 0), value },
        "Reset" => Act::PuzzleReset { kind, var: f.or("var", 0) },
        _ => return Err(format!("unknown action `{name}`")),
    };
    Ok(Action { act, decision: f.flag("decision") })
}
