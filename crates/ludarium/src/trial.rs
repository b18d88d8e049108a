//! Moves as the reference writes them in its recorded games: `[Move:mover=1,from=3,to=4,actions=[…],[…]]`.

use ludarium_engine::action::{Act, Action, Facet};
use ludarium_engine::{Game, Move, OFF, SiteType, UNDEFINED};

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
    game.names.iter().position(|n| n == name).map(|i| i as u16)
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
            let to = if to == OFF { from } else { to };
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
