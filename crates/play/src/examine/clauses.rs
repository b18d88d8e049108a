//! The checked clauses of a description, ready to be asked about, and the checks that need nothing but them: ends
//! without results, moves of pieces that nobody asks for, dice and hands that are not there.

use crate::Reading;
use ludarium_check::{Arg, Checked, CheckedNode, Value};
use ludarium_engine::SiteType;
use ludarium_ludemes::Param;
use ludarium_syntax::{Fix, NodeId, Problem, Span, Tree};

/// The kinds of sites that a board has.
pub(super) const SITE_TYPES: [SiteType; 3] = [SiteType::Cell, SiteType::Vertex, SiteType::Edge];

pub(super) struct Clauses<'a> {
    pub tree: &'a Tree,
    pub checked: &'a Checked,
    pub text: &'a str,
    file: ludarium_syntax::FileId,
    /// Where the items of options are written.
    option_items: Vec<Span>,
}

/// One value of a clause: lists are taken apart.
pub(super) struct Given<'a> {
    pub node: &'a CheckedNode,
    pub param: &'static Param,
    pub arg: &'a Arg,
}

impl<'a> Clauses<'a> {
    pub fn new(reading: &'a Reading, checked: &'a Checked) -> Clauses<'a> {
        Clauses {
            tree: &reading.expanded.game,
            checked,
            text: &reading.parsed.text,
            file: reading.parsed.file,
            option_items: reading
                .expanded
                .options
                .iter()
                .flat_map(|o| &o.items)
                .map(|item| item.span)
                .collect(),
        }
    }

    /// Whether an option chooses how many players there are.
    pub fn players_by_option(&self) -> bool {
        let root = self.checked.root();
        let Some(players) = root.entry.slot("players").and_then(|slot| root.args[slot].as_ref()) else {
            return false;
        };
        let mut todo = vec![players.at];
        while let Some(at) = todo.pop() {
            let node = self.tree.node(at);
            let within = |item: &&Span| {
                item.file == node.span.file && item.start <= node.span.start && node.span.end <= item.end
            };
            if self.option_items.iter().any(|item| within(&item)) {
                return true;
            }
            todo.extend(&node.children);
        }
        false
    }

    /// Every value of every clause.
    pub fn values(&self) -> Vec<Given<'a>> {
        let mut all = Vec::new();
        for node in &self.checked.nodes {
            for (param, arg) in node.entry.params.iter().zip(&node.args) {
                let mut todo: Vec<&Arg> = arg.iter().collect();
                while let Some(arg) = todo.pop() {
                    match &arg.value {
                        Value::Array(items) => todo.extend(items.iter().rev()),
                        Value::Node(_)
                        | Value::Int(_)
                        | Value::Float(_)
                        | Value::Bool(_)
                        | Value::Text(_) => {
                            all.push(Given { node, param, arg });
                        }
                        Value::Enum(..) | Value::Hole(..) => all.push(Given { node, param, arg }),
                    }
                }
            }
        }
        all
    }

    pub fn all(&self, ids: &[&str]) -> Vec<&'a CheckedNode> {
        debug_assert!(
            ids.iter().all(|id| ludarium_ludemes::all().any(|l| l.id == *id)),
            "unknown among {ids:?}"
        );
        self.checked.nodes.iter().filter(|node| ids.contains(&node.entry.id)).collect()
    }

    pub fn any(&self, ids: &[&str]) -> bool {
        !self.all(ids).is_empty()
    }

    /// Whether the equipment has anything that is placed and moved. Without it each player has a ball.
    pub fn declares_pieces(&self) -> bool {
        self.any(&["piece [item]", "tile", "domino", "dominoes", "deck", "dice", "die"])
    }

    pub fn text_of(&self, node: &'a CheckedNode, name: &str) -> Option<&'a str> {
        match node.entry.slot(name).and_then(|slot| node.args[slot].as_ref()).map(|arg| &arg.value) {
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        }
    }

    pub fn word_of(&self, node: &'a CheckedNode, name: &str) -> Option<&'static str> {
        node.entry.slot(name).and_then(|slot| node.args[slot].as_ref()).and_then(|arg| arg.value.word())
    }

    /// Whether any clause says which kind of sites it means.
    pub fn names_site_types(&self) -> bool {
        self.values().iter().any(|given| {
            matches!(&given.arg.value, Value::Enum(def, _) if def.name == "SiteType")
                && given.param.name != "use"
        })
    }

    pub fn has(&self, node: &CheckedNode, name: &str) -> bool {
        node.entry.slot(name).is_some_and(|slot| node.args[slot].is_some())
    }

    /// A problem at a node of the tree.
    pub fn error(&self, code: &'static str, at: NodeId, message: impl Into<String>) -> Problem {
        let node = self.tree.node(at);
        Problem::error(code, node.span, message).origin(self.tree, node.origin)
    }

    pub fn warning(&self, code: &'static str, at: NodeId, message: impl Into<String>) -> Problem {
        let node = self.tree.node(at);
        Problem::warning(code, node.span, message).origin(self.tree, node.origin)
    }

    /// Where a node is written, if that is in this very text and not in a definition.
    pub fn own(&self, at: NodeId) -> Option<Span> {
        let node = self.tree.node(at);
        (node.origin.is_none() && node.span.file == self.file && !node.span.is_empty()).then_some(node.span)
    }

    /// A change that writes something before the closing bracket of a clause or list.
    pub fn append(&self, at: NodeId, what: &str, title: impl Into<String>) -> Option<Fix> {
        let span = self.own(at)?;
        let last = span.of(self.text).chars().last()?;
        if !matches!(last, ')' | '}') {
            return None;
        }
        let end = span.end - 1;
        Some(Fix::new(Span { start: end, end, ..span }, format!(" {what}"), title))
    }

    /// A change that adds an item to the equipment.
    pub fn add_item(&self, item: &str) -> Option<Fix> {
        let equipment = self.all(&["equipment"]).into_iter().next()?;
        let items = equipment.entry.slot("items").and_then(|slot| equipment.args[slot].as_ref())?;
        self.append(items.at, item, format!("add `{item}` to the equipment"))
    }

    pub fn replace(&self, at: NodeId, with: &str) -> Option<Fix> {
        let span = self.own(at)?;
        Some(Fix::new(span, with, format!("write `{with}`")))
    }

    pub fn check_without_game(&self, problems: &mut Vec<Problem>) {
        if self.checked.root().entry.id != "game" {
            return;
        }
        self.players(problems);
        self.ends_without_result(problems);
        self.moves_of_pieces(problems);
        self.dice(problems);
        self.hands(problems);
        self.twice(problems);
        self.amounts(problems);
    }

    /// How many players the description says there are, where it says so by a number or by naming each.
    fn player_count(&self) -> Option<usize> {
        let root = self.checked.root();
        let players = root.entry.slot("players").and_then(|slot| root.args[slot].as_ref())?;
        let Value::Node(id) = players.value else { return None };
        let node = self.checked.node(id);
        node.args.iter().flatten().find_map(|arg| match &arg.value {
            Value::Int(n) => usize::try_from(*n).ok(),
            Value::Array(items) => Some(items.len()),
            Value::Node(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) => None,
            Value::Enum(..) | Value::Hole(..) => None,
        })
    }

    /// Players beyond the number of players. Where an option chooses the number, rules may speak of another choice.
    fn players(&self, problems: &mut Vec<Problem>) {
        let Some(players) = self.player_count().filter(|_| !self.players_by_option()) else {
            return;
        };
        for given in self.values() {
            let Value::Enum(def, index) = &given.arg.value else { continue };
            let role = def.values[usize::from(*index)].0;
            let number = role.strip_prefix('P').and_then(|n| n.parse::<usize>().ok());
            let Some(number) = number.filter(|&n| def.name == "RoleType" && n > players) else { continue };
            if players == 0 {
                problems.extend(self.nobody_plays(given.arg.at, role));
                return;
            }
            let problem = self
                .error("E0505", given.arg.at, format!("there is no player {role}"))
                .wanted(if players == 1 {
                    "P1, the only player".to_string()
                } else {
                    format!("P1 to P{players}")
                })
                .help(format!(
                    "the game is for {players}: `(players {number})` would make it one for {number}"
                ));
            problems.push(with_fix(problem, self.replace(given.arg.at, &format!("P{players}"))));
        }
    }

    /// A game for no players that speaks of one.
    fn nobody_plays(&self, at: NodeId, role: &str) -> Option<Problem> {
        let root = self.checked.root();
        let players = root.entry.slot("players").and_then(|slot| root.args[slot].as_ref())?;
        let problem = self
            .error("E0505", players.at, format!("nobody plays this game, yet it speaks of {role}"))
            .wanted("a number of players, from 1 to 16")
            .label(self.tree.node(at).span, format!("{role} is a player"))
            .help("write how many play: `(players 2)`");
        Some(with_fix(problem, self.replace(players.at, "(players 2)")))
    }

    fn ends_without_result(&self, problems: &mut Vec<Problem>) {
        for node in self.all(&["if [end]"]) {
            if ["sub", "subs", "result"].iter().any(|name| self.has(node, name)) {
                continue;
            }
            let problem = self
                .error("E0509", node.at, "this end condition says nothing about the result")
                .wanted("what follows when it holds, such as `(result Mover Win)`")
                .help("say who wins or loses: `(if … (result Mover Win))`");
            let fix = self.append(node.at, "(result Mover Win)", "add `(result Mover Win)`");
            problems.push(with_fix(problem, fix));
        }
    }

    /// The moves that a piece declares are made only where a rule asks for the moves of pieces.
    fn moves_of_pieces(&self, problems: &mut Vec<Problem>) {
        let pieces = self.all(&["piece [item]"]);
        let moving: Vec<&CheckedNode> = pieces.iter().copied().filter(|p| self.has(p, "generator")).collect();
        let asks: Vec<&CheckedNode> = self.all(&["forEach Piece"]);
        let asks_own: Vec<&&CheckedNode> = asks.iter().filter(|ask| !self.has(ask, "moves")).collect();
        if let Some(first) = moving.first()
            && asks.is_empty()
        {
            let name = self.text_of(first, "name").unwrap_or_default();
            let at = first.entry.slot("generator").and_then(|slot| first.args[slot].as_ref());
            let at = at.map_or(first.at, |arg| arg.at);
            problems.push(
                self.warning("E0510", at, format!("no rule asks for the moves of \"{name}\""))
                    .wanted("`(forEach Piece)` in the rules of play")
                    .help("moves of pieces are made where the rules of play say `(forEach Piece)`"),
            );
        }
        let larger = self.any(&["tile", "die", "domino", "dominoes", "deck"]);
        for ask in asks_own {
            if larger {
                break;
            }
            let named = self.names_asked(ask);
            let lacks = if named.is_empty() {
                moving.is_empty()
            } else {
                // Names that no piece has are the business of `names`.
                let of_name = |p: &&CheckedNode| named.iter().any(|n| self.is_called(p, n));
                pieces.iter().any(&of_name) && !moving.iter().any(of_name)
            };
            if lacks {
                let which = match named.first() {
                    Some(name) => format!("\"{name}\" has"),
                    None => "the pieces have".to_string(),
                };
                problems.push(
                    self.error("E0511", ask.at, format!("this asks for moves that {which} not been given"))
                        .wanted("a piece with moves, such as `(piece \"Pawn\" Each (move Step Forward (to if:(is Empty (to)))))`")
                        .help("write the moves behind the piece's owner in the equipment, or here as an argument"),
                );
            }
        }
    }

    fn names_asked(&self, ask: &'a CheckedNode) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for name in ["item", "items"] {
            let Some(arg) = ask.entry.slot(name).and_then(|slot| ask.args[slot].as_ref()) else { continue };
            let mut todo = vec![arg];
            while let Some(arg) = todo.pop() {
                match &arg.value {
                    Value::Text(text) => names.push(text),
                    Value::Array(items) => todo.extend(items),
                    Value::Node(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_) => {}
                    Value::Enum(..) | Value::Hole(..) => {}
                }
            }
        }
        names
    }

    fn is_called(&self, piece: &'a CheckedNode, name: &str) -> bool {
        let own = self.text_of(piece, "name").unwrap_or_default();
        own == name || name.strip_prefix(own).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    }

    fn dice(&self, problems: &mut Vec<Problem>) {
        if self.any(&["dice", "die"]) {
            return;
        }
        let asks = [
            "roll",
            "forEach Die",
            "pips",
            "count Pips",
            "face",
            "all DiceUsed",
            "all DiceEqual",
            "is AnyDie",
        ];
        if let Some(node) = self.all(&asks).first() {
            let what = node.entry.id;
            let problem = self
                .error("E0506", node.at, format!("`{what}` needs dice, and the equipment has none"))
                .wanted("dice in the equipment, such as `(dice num:2)`")
                .help("add `(dice num:2)` to the equipment");
            problems.push(with_fix(problem, self.add_item("(dice num:2)")));
        }
    }

    fn hands(&self, problems: &mut Vec<Problem>) {
        let hands = self.all(&["hand"]);
        let owners: Vec<&str> = hands.iter().filter_map(|hand| self.word_of(hand, "role")).collect();
        let asks = self.all(&["handSite", "sites Hand"]);
        if owners.is_empty() {
            if let Some(node) = asks.first().filter(|_| !self.any(&["deck"])) {
                let problem = self
                    .error("E0507", node.at, "nobody has a hand in this game")
                    .wanted("hands in the equipment, such as `(hand Each)`")
                    .help("add `(hand Each)` to the equipment");
                problems.push(with_fix(problem, self.add_item("(hand Each)")));
            }
            return;
        }
        let everybody = owners.iter().any(|role| !is_numbered(role));
        self.hands_of_some(&owners, problems);
        for node in asks {
            let Some(role) = self.word_of(node, "role").filter(|role| is_numbered(role) && !everybody) else {
                continue;
            };
            if !owners.contains(&role) {
                let problem = self
                    .error("E0507", node.at, format!("{role} has no hand in this game"))
                    .wanted(format!("a hand of {}", owners.join(" or ")))
                    .help(format!("add `(hand {role})` to the equipment"));
                problems.push(with_fix(problem, self.add_item(&format!("(hand {role})"))));
            }
        }
    }

    /// Some players have hands, and the rules ask for the mover's, whoever that is.
    fn hands_of_some(&self, owners: &[&str], problems: &mut Vec<Problem>) {
        let players = self.player_count().filter(|_| !self.players_by_option()).unwrap_or(0);
        let owned = |player: usize| owners.iter().any(|role| *role == format!("P{player}"));
        let lacks = (1..=players).find(|&player| !owned(player));
        let (Some(lacks), true) = (lacks, owners.iter().all(|role| is_numbered(role))) else { return };
        let of_mover = |node: &&CheckedNode| self.word_of(node, "role") == Some("Mover");
        let Some(node) = self.all(&["handSite", "sites Hand"]).into_iter().find(of_mover) else { return };
        let problem = self
            .warning("E0507", node.at, format!("player {lacks} has no hand, and may be the mover here"))
            .wanted("a hand for each player who moves")
            .help(format!("add `(hand P{lacks})` to the equipment, if player {lacks} has one too"));
        let hands = self.all(&["hand"]);
        let problem = match hands.first() {
            Some(hand) => problem.label(self.tree.node(hand.at).span, "others have one"),
            None => problem,
        };
        problems.push(with_fix(problem, self.add_item(&format!("(hand P{lacks})"))));
    }

    /// Two pieces of one name for one owner: rules cannot tell which of them is meant.
    fn twice(&self, problems: &mut Vec<Problem>) {
        let pieces = self.all(&["piece [item]"]);
        for (i, piece) in pieces.iter().enumerate() {
            let Some(name) = self.text_of(piece, "name") else { continue };
            let role = self.word_of(piece, "role").unwrap_or("Each");
            let same = |other: &&&CheckedNode| {
                let theirs = self.word_of(other, "role").unwrap_or("Each");
                let both = theirs == role
                    || theirs == "Each" && is_numbered(role)
                    || role == "Each" && is_numbered(theirs);
                self.text_of(other, "name") == Some(name) && both
            };
            let Some(first) = pieces[..i].iter().find(same) else { continue };
            let mut problem = self
                .error(
                    "E0508",
                    piece.at,
                    format!("the piece \"{name}\" is declared twice for the same player"),
                )
                .wanted("one declaration for each name and owner")
                .help("give one of them another name, or take it away");
            problem = problem.label(self.tree.node(first.at).span, "declared here first");
            let fix = self.own(piece.at).map(|span| Fix::new(span, "", "take the second declaration away"));
            problems.push(with_fix(problem, fix));
        }
    }

    /// Amounts of nothing: dice without faces, lines of no pieces, hands without room.
    fn amounts(&self, problems: &mut Vec<Problem>) {
        for given in self.values() {
            let Value::Int(n) = given.arg.value else { continue };
            let id = given.node.entry.id;
            let least = match (id, given.param.name) {
                ("dice", "d" | "num") | ("hand", "size") | ("die", "numFaces") => 1,
                ("is Line", "length") => 2,
                _ => continue,
            };
            const MOST: i64 = 1000;
            if (least..=MOST).contains(&n) {
                continue;
            }
            let name = given.param.name;
            let problem = self
                .error("E0516", given.arg.at, format!("`{id}` cannot have {n} as its `{name}`"))
                .wanted(format!("a number from {least} to {MOST}"))
                .help(format!("try {}", if n < least { least.max(2) } else { 6 }));
            let fix = self.replace(given.arg.at, &if n < least { least.max(2) } else { 6 }.to_string());
            problems.push(with_fix(problem, fix));
        }
    }
}

/// Whether a role is a player by number.
pub(super) fn is_numbered(role: &str) -> bool {
    role.strip_prefix('P').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

pub(super) fn with_fix(problem: Problem, fix: Option<Fix>) -> Problem {
    match fix {
        Some(fix) => problem.fix(fix),
        None => problem,
    }
}
