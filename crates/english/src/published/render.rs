//! From a clause to its words: fills the phrase of each ludeme from the clause's arguments, and holds the few
//! ways of writing that slots cannot say by themselves.

use super::phrases::{UNSAID, phrase};
use super::template::{Slot, Words, fill};
use super::words::{capital, direction, list, plural_ending, role, split_owner};
use ludarium_engine::Game;
use ludarium_engine::types::SiteType;
use ludarium_ludemes::checked::{Arg, Checked, CheckedId, Value};
use std::cell::Cell;

/// Deeper nesting than any sentence survives.
const DEEPEST: usize = 400;

pub(super) struct Renderer<'a> {
    pub checked: &'a Checked,
    pub game: &'a Game,
    depth: Cell<usize>,
    /// How many unions and intersections of a list of regions are around: in there regions go by their names.
    in_lists: Cell<usize>,
    /// How many loops of start rules are around: in there sites have no kind.
    in_loops: Cell<usize>,
}

impl<'a> Renderer<'a> {
    pub fn new(checked: &'a Checked, game: &'a Game) -> Renderer<'a> {
        Renderer { checked, game, depth: Cell::new(0), in_lists: Cell::new(0), in_loops: Cell::new(0) }
    }

    pub fn id(&self, clause: CheckedId) -> &'static str {
        self.checked.node(clause).entry.id
    }

    pub fn value(&self, clause: CheckedId, name: &str) -> Option<&'a Value> {
        self.checked.arg(clause, name).map(|arg| &arg.value)
    }

    /// The clause that is an argument.
    pub fn try_sub(&self, clause: CheckedId, name: &str) -> Option<CheckedId> {
        match self.value(clause, name) {
            Some(Value::Node(id)) => Some(*id),
            _ => None,
        }
    }

    pub fn sub(&self, clause: CheckedId, name: &str) -> Option<CheckedId> {
        self.try_sub(clause, name)
    }

    /// The clauses that are an argument: one, or those of a list.
    pub fn subs(&self, clause: Option<CheckedId>, name: &str) -> Vec<CheckedId> {
        let Some(clause) = clause else { return Vec::new() };
        match self.value(clause, name) {
            Some(Value::Node(id)) => vec![*id],
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(|item| match &item.value {
                    Value::Node(id) => Some(*id),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    pub fn word(&self, clause: CheckedId, name: &str) -> Option<&'static str> {
        self.value(clause, name).and_then(Value::word)
    }

    pub fn text(&self, clause: CheckedId, name: &str) -> Option<&'a str> {
        match self.value(clause, name) {
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        }
    }

    /// A whole number that is written, or that plain arithmetic gives.
    pub fn number(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Int(n) => Some(*n),
            Value::Float(x) => Some(*x as i64),
            Value::Node(id) => {
                let entry = self.checked.node(*id).entry;
                let part = |name: &str| self.value(*id, name).and_then(|value| self.number(value));
                let (a, b) = (part("a").or(part("valueA"))?, part("b").or(part("valueB"))?);
                match entry.id {
                    "+ [dim]" => a.checked_add(b),
                    "- [dim]" => a.checked_sub(b),
                    "* [dim]" => a.checked_mul(b),
                    "/ [dim]" => a.checked_div(b),
                    "max [dim]" => Some(a.max(b)),
                    "min [dim]" => Some(a.min(b)),
                    _ => None,
                }
            }
            Value::Array(_) | Value::Bool(_) | Value::Text(_) | Value::Enum(..) | Value::Hole(..) => None,
        }
    }

    /// Which owners a piece of equipment makes components for: 0 nobody, players, above them everybody.
    pub fn owners(&self, item: CheckedId) -> Vec<usize> {
        let players = self.game.players;
        match self.word(item, "role").unwrap_or("any") {
            "Each" => (1..=players).collect(),
            "any" => (0..=players + 1).collect(),
            "Neutral" => vec![0],
            word => match word.strip_prefix('P').and_then(|n| n.parse().ok()) {
                Some(n) => vec![n],
                None => vec![players + 1],
            },
        }
    }

    /// The words for a clause.
    pub fn clause(&self, id: CheckedId) -> String {
        if self.depth.get() >= DEEPEST {
            return "…".to_string();
        }
        self.depth.set(self.depth.get() + 1);
        let entry = self.checked.node(id).entry;
        let list = usize::from(matches!(entry.id, "union [region]#2" | "intersection [region]#2"));
        let looped = usize::from(matches!(entry.id, "forEach Value [start]" | "forEach [start]"));
        self.in_lists.set(self.in_lists.get() + list);
        self.in_loops.set(self.in_loops.get() + looped);
        let words = match phrase(entry.id) {
            Some(phrase) => fill(phrase, &Clause { r: self, id }),
            None => match UNSAID.iter().find(|(known, _)| *known == entry.id) {
                Some((_, class)) => format!("<{class}>"),
                None => String::new(),
            },
        };
        self.in_lists.set(self.in_lists.get() - list);
        self.in_loops.set(self.in_loops.get() - looped);
        self.depth.set(self.depth.get() - 1);
        words
    }

    /// The words for an argument, in the ordinary way.
    pub fn words_of(&self, value: &Value) -> String {
        match value {
            Value::Node(id) => self.clause(*id),
            Value::Array(_) => self.set(value),
            Value::Int(n) => n.to_string(),
            Value::Float(x) => x.to_string(),
            Value::Bool(true) => "true".to_string(),
            Value::Bool(false) => "false".to_string(),
            Value::Text(text) => text.to_string(),
            Value::Enum(def, index) => {
                let word = def.values[*index as usize].0;
                match def.name {
                    // A player that a rule counts with is a number; where it is spoken of, `role` writes it out.
                    "RoleType" => match word.strip_prefix('P').filter(|n| n.parse::<u8>().is_ok()) {
                        Some(number) => number.to_string(),
                        None => role(word),
                    },
                    "AbsoluteDirection" | "RelativeDirection" => direction(word),
                    _ => word.to_string(),
                }
            }
            Value::Hole(..) => "[?]".to_string(),
        }
    }

    fn each(&self, value: &Value) -> Vec<String> {
        match value {
            Value::Array(items) => items.iter().map(|item: &Arg| self.words_of(&item.value)).collect(),
            one => vec![self.words_of(one)],
        }
    }

    /// `[a,b]`; a clause that gives a list speaks for itself.
    fn set(&self, value: &Value) -> String {
        match value {
            Value::Node(id) if is_list(self.checked.node(*id).entry.gives) => self.clause(*id),
            _ => format!("[{}]", self.each(value).join(",")),
        }
    }

    /// `[a, b]`, with raw words.
    pub fn spaced(&self, value: &Value) -> String {
        let raw = |value: &Value| match value {
            Value::Enum(def, index) => def.values[*index as usize].0.to_string(),
            other => self.words_of(other),
        };
        match value {
            Value::Array(items) => {
                format!("[{}]", items.iter().map(|item| raw(&item.value)).collect::<Vec<_>>().join(", "))
            }
            one => format!("[{}]", raw(one)),
        }
    }
}

/// Whether a clause of this type gives a list of numbers.
fn is_list(ty: ludarium_ludemes::Ty) -> bool {
    use ludarium_ludemes::Ty;
    matches!(ty, Ty::IntArray | Ty::IntArrayDifference)
}

/// The sites of a region that does not depend on the position.
fn fixed_sites(region: &ludarium_engine::game::NamedRegion) -> Option<Vec<u32>> {
    use ludarium_engine::kernel::Region;
    let mut sites: Vec<u32> = region.sites.iter().flat_map(|s| s.iter()).map(|s| s as u32).collect();
    for part in &region.regions {
        let Region::Fixed(fixed) = part else { return None };
        sites.extend(fixed.iter().map(|s| s as u32));
    }
    Some(sites)
}

/// `[1,2,3]`.
fn numbers(sites: impl IntoIterator<Item = u32>) -> String {
    format!("[{}]", sites.into_iter().map(|site| site.to_string()).collect::<Vec<_>>().join(","))
}

/// The name of a kind of site, as written.
fn site_name(kind: SiteType) -> &'static str {
    match kind {
        SiteType::Vertex => "Vertex",
        SiteType::Edge => "Edge",
        SiteType::Cell => "Cell",
    }
}

/// One clause whose phrase is being filled.
struct Clause<'r, 'a> {
    r: &'r Renderer<'a>,
    id: CheckedId,
}

impl Words for Clause<'_, '_> {
    fn slot(&self, slot: &Slot<'_>) -> Option<String> {
        let r = self.r;
        let value = slot.paths.split('/').find_map(|path| self.find(path));
        if let Some(between) = slot.between {
            return value.map(|value| r.each(value).join(between));
        }
        let Some(how) = slot.how else {
            return value.map(|value| r.words_of(value));
        };
        let site = || match value.and_then(Value::word) {
            Some(word) => word,
            None => site_name(r.game.site_type),
        };
        match how {
            // Kinds of site; the board's own where none is said.
            "site" => Some(site().to_lowercase()),
            "Site" => Some(site().to_string()),
            "sites" => Some(format!("{}{}", site().to_lowercase(), plural_ending(site()))),
            "Sites" => Some(format!("{}{}", site(), plural_ending(site()))),
            "givenSite" => value.and_then(Value::word).map(str::to_lowercase),
            "role" => value.map(|value| value.word().map_or_else(|| r.words_of(value), role)),
            // Words as they are written.
            "name" => value.map(|value| value.word().map_or_else(|| r.words_of(value), str::to_string)),
            "lower" => value.and_then(Value::word).map(str::to_lowercase),
            "lowers" => value.and_then(Value::word).map(|word| word.to_lowercase() + plural_ending(word)),
            "plain" => value.map(|value| r.words_of(value)),
            // Lists.
            "set" => value.map(|value| r.set(value)),
            "spaced" => value.map(|value| r.spaced(value)),
            "and" => value.map(|value| list(&r.each(value), "and")),
            "or" => value.map(|value| list(&r.each(value), "or")),
            // Only if there is anything to say.
            "said" => value.map(|value| r.words_of(value)).filter(|words| !words.is_empty()),
            "yes, the values for dice are combined" | "yes, the double rules apply" => {
                let yes = value.is_some_and(|value| matches!(value, Value::Bool(true)));
                Some(if yes { how[3..].to_string() } else { String::new() })
            }
            // Where the pages show the address of an object, which nothing can reproduce.
            "address" => value.map(|value| match value {
                Value::Node(id) if matches!(r.id(*id), "site" | "value" | "to [int]" | "from [int]") => {
                    r.checked.node(*id).entry.head.to_string()
                }
                other => r.words_of(other),
            }),
            "emptySites" => Some(value.map_or_else(
                || format!("the set of empty {}s", site_name(r.game.site_type).to_lowercase()),
                |value| r.words_of(value),
            )),
            "theSites" => value.map(|value| format!("the sites {}", r.set(value))),
            "most" => value.map(|value| self.most(value)),
            "promoted" => Some(self.promoted()),
            "selectTo" => value.map(|_| self.select_to()),
            "fromTo" => Some(self.carrying()),
            "addTo" => Some(self.add_to()),
            "sow" => Some(self.sow()),
            "isIn" => Some(self.is_in()),
            "connected" => Some(self.connected()),
            "countPieces" => Some(self.count_pieces()),
            "countSites" => Some(self.count_sites()),
            "equipmentRegion" => Some(self.equipment_region()),
            "hiddenSites" => Some(self.hidden_sites()),
            "setHidden" => Some(self.set_hidden()),
            "placed" => Some(self.placed()),
            "stackSites" => value.map(|value| match value {
                Value::Array(_) => r.set(value),
                one => r.words_of(one),
            }),
            "typed" => value.map(|value| {
                let site = self.word("type").unwrap_or(site_name(r.game.site_type));
                format!("{} {}", site.to_lowercase(), r.words_of(value))
            }),
            "coordinates" => value.map(|value| match value {
                Value::Array(coords) if coords.is_empty() => "sites ]".to_string(),
                _ => format!(
                    "the {}{} with coordinates {}",
                    self.site("type"),
                    plural_ending(&self.site("type")),
                    r.spaced(value)
                ),
            }),
            "emptyBetween" => {
                let said = self.find("between.if").is_some();
                let site = site_name(r.game.site_type).to_lowercase();
                Some(if said { String::new() } else { format!("[between] is in the set of empty {site}s") })
            }
            "choice" => value.map(|value| match value {
                Value::Enum(def, index) => format!("DirectionChoice({}, )", def.values[*index as usize].0),
                other => r.words_of(other),
            }),
            "sitePhase" => value.map(|value| {
                let kind = match self.site("type").as_str() {
                    "vertex" => SiteType::Vertex,
                    "edge" => SiteType::Edge,
                    _ => SiteType::Cell,
                };
                let phase =
                    r.number(value).and_then(|n| r.game.board.phases(kind).get(usize::try_from(n).ok()?));
                numbers(phase.into_iter().flatten().copied())
            }),
            "startScore" => Some(self.start_score()),
            "variables" => Some(self.variables()),
            "teamPlayers" => Some(
                value
                    .map_or(Vec::new(), |value| r.each(value))
                    .iter()
                    .map(|p| format!("Player {p},"))
                    .collect(),
            ),
            "addScores" => Some(self.add_scores()),
            "satisfy" => value.map(|value| {
                let all = r.each(value).into_iter().map(|words| format!("Satisfy the constraint: {words}"));
                all.collect::<Vec<_>>().join(", ")
            }),
            "result" => Some(self.result()),
            "byScore" => {
                let lowest = matches!(value, Some(Value::Bool(true)));
                let which = if lowest { "lowest" } else { "highest" };
                Some(format!("the game ends and the player with the {which} score wins"))
            }
            unknown => {
                debug_assert!(false, "no way of writing is called {unknown}");
                value.map(|value| r.words_of(value))
            }
        }
    }
}

impl<'a> Clause<'_, 'a> {
    /// The argument that a path leads to.
    fn find(&self, path: &str) -> Option<&'a Value> {
        let mut at = self.id;
        let mut steps = path.split('.').peekable();
        while let Some(step) = steps.next() {
            let value = self.r.value(at, step)?;
            match (steps.peek(), value) {
                (None, value) => return Some(value),
                (Some(_), Value::Node(id)) => at = *id,
                (Some(_), _) => return None,
            }
        }
        None
    }

    /// The words at the end of the first path that leads anywhere.
    fn say(&self, paths: &str) -> Option<String> {
        paths.split('/').find_map(|path| self.find(path)).map(|value| self.r.words_of(value))
    }

    fn word(&self, path: &str) -> Option<&'static str> {
        self.find(path).and_then(Value::word)
    }

    fn site(&self, path: &str) -> String {
        self.word(path).unwrap_or(site_name(self.r.game.site_type)).to_lowercase()
    }

    /// The upper end of a range.
    fn most(&self, range: &Value) -> String {
        let Value::Node(id) = range else { return self.r.words_of(range) };
        ["max", "value", "min"]
            .iter()
            .find_map(|name| self.r.value(*id, name))
            .map_or(String::new(), |value| self.r.words_of(value))
    }

    /// What a piece may become; pieces given by number are not named.
    fn promoted(&self) -> String {
        match (self.find("what.nameComponent"), self.find("what.nameComponents")) {
            (Some(one), _) => self.r.words_of(one),
            (None, Some(many)) => list(&self.r.each(many), "or"),
            (None, None) => String::new(),
        }
    }

    fn select_to(&self) -> String {
        let site = self.word("to.type").unwrap_or(site_name(self.r.game.site_type));
        let mut text =
            format!("{site} in {}", self.say("to.region/to.site").unwrap_or_else(|| "to".to_string()));
        if let Some(level) = self.say("to.level") {
            text += &format!(" level {level}");
        }
        text += &format!(" if {}", self.say("to.if").unwrap_or_else(|| "true".to_string()));
        text
    }

    fn carrying(&self) -> String {
        let mut text = format!("from {}", self.site("from.type"));
        let from =
            self.say("from.region/from.site").unwrap_or_else(|| "the location of the piece".to_string());
        text += &format!(" in {from}");
        if let Some(level) = self.say("from.level") {
            text += &format!(" {level}");
        }
        if let Some(condition) = self.say("from.if") {
            text += &format!(" if {condition}");
        }
        text += &format!(" to {}", self.site("to.type"));
        text += &match (self.say("to.region"), self.say("to.site")) {
            (Some(region), _) => format!(" in {region}"),
            (None, Some(site)) => format!(" {site}"),
            (None, None) => " to".to_string(),
        };
        if let Some(level) = self.say("to.level") {
            text += &format!(" {level}");
        }
        text += &format!(" moveRule: {}", self.say("to.if").unwrap_or_else(|| "true".to_string()));
        if let Some(condition) = self.say("to.effect.if") {
            text += &format!(" captureRule: {condition}");
        }
        if let Some(effect) = self.say("to.effect.effect") {
            text += &format!(" captureEffect: {effect}");
        }
        if let Some(then) = self.say("then") {
            text += &format!(" then {then}");
        }
        text
    }

    fn add_to(&self) -> String {
        let names = match self.find("what.components/what.nameComponents") {
            Some(many) => self.r.each(many).concat(),
            None => ["what.component", "what.nameComponent", "what.components", "what.nameComponents"]
                .iter()
                .find_map(|path| self.find(path))
                .map(|value| match value {
                    Value::Text(text) => text.to_string(),
                    other => self.r.each(other).concat(),
                })
                .unwrap_or_default(),
        };
        let is_mover =
            matches!(self.find("what.component"), Some(Value::Node(id)) if self.r.id(*id) == "mover");
        match self.say("to.region") {
            Some(region) if names.is_empty() || is_mover => format!("Add one of your pieces to {region}"),
            Some(region) => format!("Add {names} to {region}"),
            None if self.find("what").is_none() => "add current moving player".to_string(),
            None => format!("add {names}"),
        }
    }

    fn sow(&self) -> String {
        let start = self.say("start").unwrap_or_else(|| "the to location of the last move".to_string());
        let site = self.site("type");
        let given = |path: &str| self.say(path);
        let parts: [(&str, Option<String>); 12] = [
            ("startLoc", Some(start.clone())),
            (
                "countFn",
                Some(given("count").unwrap_or_else(|| format!("the total number of {site} in {start}"))),
            ),
            ("numPerHoleFn", Some(given("numPerHole").unwrap_or_else(|| "1".to_string()))),
            ("trackName", given("trackName")),
            ("ownerFn", given("owner")),
            ("origin", Some(given("origin").unwrap_or_else(|| "false".to_string()))),
            ("skipFn", given("skipIf")),
            ("captureRule", Some(given("if").unwrap_or_else(|| "true".to_string()))),
            ("backtracking", given("backtracking")),
            ("forward", given("forward")),
            ("captureEffect", given("apply")),
            ("sowEffect", given("sowEffect")),
        ];
        let mut text = "Sow with the following rules, ".to_string();
        for (name, words) in parts {
            if let Some(words) = words {
                text += &format!("{name}: {words}, ");
            }
        }
        let kind = self.word("type").unwrap_or(site_name(self.r.game.site_type));
        let include = self.say("includeSelf").unwrap_or_else(|| "true".to_string());
        text + &format!("type: {kind}, includeSelf: {include}")
    }

    fn is_in(&self) -> String {
        let place = self.say("region/array").unwrap_or_default();
        match (self.find("site"), self.find("region")) {
            (Some(site), Some(_)) => format!("{} is in {place}", self.r.words_of(site)),
            (Some(site), None) => format!("[{}] is in {place}", self.r.words_of(site)),
            (None, _) => {
                let sites = self.find("sites").map_or("[]".to_string(), |sites| self.r.set(sites));
                format!("{sites} is in {place}")
            }
        }
    }

    fn connected(&self) -> String {
        match self.find("regions") {
            Some(regions) => format!("regions{}", self.r.each(regions).join(", ")),
            None => match self.say("role") {
                Some(role) => format!("region(s) of {role}"),
                None => "region(s) of the mover".to_string(),
            },
        }
    }

    fn count_pieces(&self) -> String {
        let what = self.say("name").unwrap_or_else(|| "pieces".to_string());
        let on = self
            .word("type")
            .map_or(String::new(), |word| format!(" on {}{}", word.to_lowercase(), plural_ending(word)));
        let whose = match (self.say("in"), self.say("of/role")) {
            (Some(region), _) => format!(" in the region {region}"),
            (None, Some(who)) => format!(" owned by Player {who}"),
            (None, None) => String::new(),
        };
        format!("the number of {what}{on}{whose}")
    }

    fn count_sites(&self) -> String {
        match self.say("in") {
            Some(region) => format!("the number of sites in {region}"),
            None => String::new(),
        }
    }

    /// The sites of a region of the equipment, if it is known whose is meant; otherwise the names of all that could be.
    fn equipment_region(&self) -> String {
        let wanted = self.say("name");
        let fits = |name: &str| wanted.as_deref().is_none_or(|wanted| name.contains(wanted));
        let whose = match (self.word("role"), self.find("player")) {
            (None, None) => Some(None),
            (Some(role), _) => role.strip_prefix('P').and_then(|n| n.parse::<usize>().ok()).map(Some),
            (None, Some(_)) => {
                self.find("player.index").and_then(|n| self.r.number(n)).map(|n| Some(n as usize))
            }
        };
        if let Some(whose) = whose.filter(|_| self.r.in_lists.get() == 0) {
            let meant: Vec<_> = self
                .r
                .game
                .regions
                .iter()
                .filter(|region| fits(&region.name) && whose.is_none_or(|owner| owner == region.owner))
                .collect();
            let fixed: Option<Vec<Vec<u32>>> = meant.iter().map(|region| fixed_sites(region)).collect();
            if let Some(fixed) = fixed.filter(|fixed| !fixed.is_empty()) {
                let mut sites = fixed.concat();
                sites.sort_unstable();
                sites.dedup();
                return numbers(sites);
            }
            if meant.is_empty()
                && let Some(name) = &wanted
            {
                let site = self.site("type");
                return format!("the {site}{} with coordinates [{name}]", plural_ending(&site));
            }
        }
        let mut names: Vec<(usize, String)> = Vec::new();
        for item in self.r.subs(self.r.sub(self.r.checked.root, "equipment"), "items") {
            if self.r.id(item) != "regions" || !fits(self.r.text(item, "name").unwrap_or_default()) {
                continue;
            }
            let owner = match self.r.word(item, "role") {
                None => 0,
                Some(_) => self.r.owners(item).first().copied().unwrap_or(0),
            };
            names.push((owner, super::region_name(self.r, item)));
        }
        names.sort_by_key(|(owner, _)| *owner);
        names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" or ")
    }

    fn hidden_sites(&self) -> String {
        let who = match (self.say("to.index"), self.say("toRole")) {
            (Some(who), _) | (None, Some(who)) => format!("Player {who}"),
            (None, None) => "all players".to_string(),
        };
        match self.word("dataType") {
            Some("What") => format!("all sites where the piece is hidden for {who}"),
            _ => format!("all hidden sites for {who}"),
        }
    }

    fn set_hidden(&self) -> String {
        let data = match self.find("dataTypes/dataType").or(self.find("dataTypes")).or(self.find("dataType"))
        {
            Some(value) => {
                let names = self.r.spaced(value).trim_matches(['[', ']']).to_lowercase();
                format!("properties {names}")
            }
            None => "all properties".to_string(),
        };
        let value = self.say("value").unwrap_or_else(|| "true".to_string());
        let who = self.say("to.index/toRole/to").map_or(String::new(), |who| format!(" for Player {who}"));
        let kind = self.word("type").unwrap_or(site_name(self.r.game.site_type));
        let sites = match self.word("type") {
            None if self.r.in_loops.get() > 0 => " sites".to_string(),
            _ => format!(" {}{} ", kind.to_lowercase(), plural_ending(kind)),
        };
        let region =
            self.say("region").or(self.say("at")).map_or(String::new(), |r| format!(" in region {r}"));
        let level = self.say("level").unwrap_or_else(|| "0".to_string());
        format!(
            "set the hidden values for {data} to value {value}{who} at all{sites}{region} at level {level}"
        )
    }

    fn placed(&self) -> String {
        let (name, owner) = split_owner(self.r.text(self.id, "item").unwrap_or_default());
        let whose = owner.map_or(String::new(), |n| format!(" for player {}", super::words::number(n)));
        let what = format!("Place a {name}{whose}");
        if let Some(coord) = self.say("coord") {
            return format!("{what} on site {coord}.");
        }
        if let Some(Value::Array(coords)) = self.find("coords") {
            let coords: Vec<String> = coords.iter().map(|coord| self.r.words_of(&coord.value)).collect();
            return match coords.as_slice() {
                [] => String::new(),
                [one] => format!("{what} on site  and {one}."),
                many => format!("{what} on sites: {}.", list(many, "and")),
            };
        }
        match self.say("region") {
            Some(region) => format!("{what} at {region}."),
            None => String::new(),
        }
    }

    fn start_score(&self) -> String {
        let value = self.say("value").unwrap_or_default();
        match self.word("role") {
            Some("Each" | "All") | None => "set the scores of the players as follows".to_string(),
            Some(_) => {
                let who = self.say("role").unwrap_or_default();
                format!("set the scores of the players as follows, {who}={value}")
            }
        }
    }

    fn variables(&self) -> String {
        let mut vars = Vec::new();
        let mut values = Vec::new();
        if let Some(Value::Array(pairs)) = self.find("pairs") {
            for pair in pairs {
                let words = self.r.each(&pair.value);
                vars.push(words.first().cloned().unwrap_or_default());
                values.push(words.get(1).cloned().unwrap_or_default());
            }
        }
        format!("set the variables [{}] to values [{}]", vars.join(", "), values.join(", "))
    }

    fn add_scores(&self) -> String {
        let of = |name: &str| self.find(name).map_or(Vec::new(), |value| self.r.each(value));
        let players = if self.find("players").is_some() { of("players") } else { of("roles") };
        let lines = players.iter().zip(of("scores"));
        lines.map(|(player, score)| format!("add score {score} to player {player}\n")).collect()
    }

    fn result(&self) -> String {
        let who = self.word("who").map_or(String::new(), role);
        match self.word("result") {
            Some("Win") => format!("{who} wins"),
            Some("Loss") => format!("{who} loses"),
            Some("Draw") => "it's a draw".to_string(),
            Some(other) => capital(other),
            None => String::new(),
        }
    }
}
