//! From a checked description to a game: players, equipment, then rules, in the order in which they need each
//! other. What single ludemes mean stands beside them; this is only the frame.

mod equipment;
pub use equipment::use_kind;
use equipment::*;

use crate::checked::{Arg, Checked, Value};
use crate::lower::{Args, Done, Lower, site_type_of};
use crate::notes::Notes;
use ludarium_board::{BoardKind, BoardSpec, BoardlessTiling, Stores, Topology, TrackPath, TrackSpec};
use ludarium_engine::ctx::Ctx;
use ludarium_engine::game::*;
use ludarium_engine::kernel::end::{Outcome, ResultKind};
use ludarium_engine::kernel::{EndRule, Int, Moves, MovesKind, NextPhase, Region};
use ludarium_engine::moves::ThenId;
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;
use ludarium_syntax::NodeId;

/// A game, and which clause each of its rule numbers stands for.
pub type Assembled = (Game, Vec<(&'static str, NodeId)>);

/// Builds the game that a checked `(game …)` describes.
pub fn assemble(checked: &Checked) -> Done<Assembled> {
    assembled(checked, None).map(|(game, _)| game)
}

/// The same, with what each clause of the rules was made into.
pub fn assemble_noted(checked: &Checked) -> Done<(Assembled, Notes)> {
    assembled(checked, Some(Notes::default())).map(|(game, notes)| (game, notes.unwrap_or_default()))
}

fn assembled(checked: &Checked, notes: Option<Notes>) -> Done<(Assembled, Option<Notes>)> {
    let root = Args { checked, id: checked.root };
    if root.entry().id != "game" {
        return root.unsupported("only a single game can be built here, not a match");
    }
    let mut cx = Lower::new(checked, blank());
    cx.notes = notes;
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    if let Some(mode) = root.sub("mode") {
        cx.game.mode = match mode.word("mode") {
            Some("Simultaneous") => Mode::Simultaneous,
            Some("Simulation") => Mode::Simulation,
            _ => Mode::Alternating,
        };
    }
    if let Some(equipment) = root.sub("equipment") {
        read_equipment(cx, equipment)?;
    }
    let Some(rules) = root.sub("rules") else { return root.wrong("there are no rules of play") };
    read_rules(cx, rules)?;
    finish(cx);
    let game = (std::mem::replace(&mut cx.game, blank()), std::mem::take(&mut cx.rules));
    Ok((game, cx.notes.take()))
}

/// Finds a game of a match by its name and options, and builds it.
pub type FindGame<'f> = &'f mut dyn FnMut(&str, Option<&str>) -> Result<Game, String>;

/// Builds the match that a checked `(match …)` describes. `find` builds a game from its name and options.
pub fn assemble_match(checked: &Checked, find: FindGame<'_>) -> Done<Assembled> {
    let root = Args { checked, id: checked.root };
    let mut cx = Lower::new(checked, blank());
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    let games = root.sub("games").map(|g| [g.subs("game"), g.subs("games")].concat()).unwrap_or_default();
    for sub in games {
        let name = sub.text("name").unwrap_or_default();
        let game = match find(name, sub.text("option")) {
            Ok(game) => std::sync::Arc::new(game),
            Err(why) => return sub.wrong(why),
        };
        // Names that the match counts with belong to the game they speak of.
        cx.game.site_type = game.site_type;
        let next = cx.int(sub, "next")?;
        let result = cx.int(sub, "result")?;
        if cx.game.players == 0 {
            cx.game.players = game.players;
        }
        cx.game.subgames.push(Subgame { game, next, result });
    }
    if cx.game.subgames.is_empty() {
        return root.wrong("a match needs at least one game");
    }
    if let Some(end) = root.sub("end") {
        cx.game.end = Some(read_end(cx, end)?);
    }
    cx.game.mode = Mode::Alternating;
    cx.game.uses.score = true;
    Ok((std::mem::replace(&mut cx.game, blank()), std::mem::take(&mut cx.rules)))
}

/// Only the board of a game and what lies beside it: enough to draw it.
pub fn assemble_board(checked: &Checked) -> Done<Game> {
    let root = Args { checked, id: checked.root };
    let mut cx = Lower::new(checked, blank());
    let cx = &mut cx;
    cx.game.name = root.text("name").unwrap_or_default().to_string();
    if root.entry().id != "game" {
        return root.unsupported("a match has no board of its own");
    }
    if let Some(players) = root.sub("players") {
        read_players(cx, players)?;
    }
    if let Some(equipment) = root.sub("equipment") {
        let items = equipment.subs("items");
        for item in &items {
            if is_board(*item) {
                read_board(cx, *item)?;
            }
        }
        for item in &items {
            read_container(cx, *item)?;
        }
        lay_out(cx);
    }
    Ok(std::mem::replace(&mut cx.game, blank()))
}

fn blank() -> Game {
    Game {
        name: String::new(),
        players: 0,
        facing: Vec::new(),
        mode: Mode::Alternating,
        board: Topology::default(),
        site_type: SiteType::Cell,
        containers: Vec::new(),
        components: vec![component("", "", 0, ComponentKind::Nothing)],
        regions: Vec::new(),
        tracks: Vec::new(),
        maps: Vec::new(),
        hints: Vec::new(),
        start: Vec::new(),
        phases: Vec::new(),
        end: None,
        meta: Meta::default(),
        thens: Vec::new(),
        rule_names: Vec::new(),
        names: Vec::new(),
        uses: Uses::default(),
        layout: Layout::default(),
        turn_limit: 1250,
        move_limit: 10_000,
        subgames: Vec::new(),
        boardless: false,
        puzzle_ranges: [None; 3],
        fast: Default::default(),
    }
}

fn component(name: &str, label: &str, owner: usize, kind: ComponentKind) -> Component {
    Component {
        name: name.to_string(),
        label: label.to_string(),
        owner,
        facing: None,
        moves: None,
        max_state: OFF,
        max_count: OFF,
        max_value: OFF,
        flips: None,
        kind,
    }
}

/// A compass word.
pub fn direction_of(word: &str) -> Option<Direction> {
    Direction::LIST.iter().copied().find(|d| d.name() == word)
}

fn read_players<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    cx.game.facing = vec![None];
    if a.takes("numPlayers") {
        let n = a.literal("numPlayers").unwrap_or(0);
        if !(0..=MAX_PLAYERS as i64).contains(&n) {
            return a.wrong(format!("{n} players; between 0 and {MAX_PLAYERS} can play"));
        }
        cx.game.facing.resize(n as usize + 1, None);
    } else {
        for p in a.subs("players") {
            cx.game.facing.push(p.word("facing").and_then(direction_of));
        }
        if cx.game.facing.len() > MAX_PLAYERS + 1 {
            return a.wrong(format!("too many players; at most {MAX_PLAYERS} can play"));
        }
    }
    cx.game.players = cx.game.facing.len() - 1;
    if cx.game.players == 0 {
        cx.game.mode = Mode::Simulation;
    }
    Ok(())
}

/// The player number of a role that owns equipment: 0 for nobody, players + 1 for everybody.
fn owner_of(cx: &Lower<'_>, role: Role) -> usize {
    match role {
        Role::P(p) => usize::from(p),
        Role::Shared | Role::All | Role::Any | Role::Each => cx.game.players + 1,
        Role::Neutral
        | Role::Team(_)
        | Role::TeamMover
        | Role::Mover
        | Role::Next
        | Role::Prev
        | Role::NonMover
        | Role::Enemy
        | Role::Friend
        | Role::Ally
        | Role::Player => 0,
    }
}

// ---- equipment ----

fn is_board(item: Args<'_>) -> bool {
    matches!(item.entry().head, "board" | "boardless" | "mancalaBoard" | "surakartaBoard")
}

/// The value of a number that does not depend on play.
pub fn eval_int_now(game: &Game, e: &Int) -> i32 {
    Ctx::new(game, Position::empty(game), Rng::new(0)).int(e)
}

/// The sites of a region that does not depend on play.
pub fn eval_region_now(game: &Game, e: &Region) -> SiteSet {
    Ctx::new(game, Position::empty(game), Rng::new(0)).region(e)
}

fn read_region<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let role = cx.role(a, "role");
    let owner = match role {
        Some(Role::P(p)) => p.into(),
        Some(Role::Shared | Role::All) => cx.game.players + 1,
        _ => 0,
    };
    let name = match (a.text("name"), a.word("role")) {
        (Some(name), _) => name.to_string(),
        (None, role) => format!("Region{}", role.unwrap_or("P1")),
    };
    let mut regions = cx.regions(a, "regions")?;
    regions.extend(cx.region(a, "region")?);
    let mut parts = Vec::new();
    let mut words = a.words("staticRegion");
    words.extend(a.words("staticRegions"));
    for word in words {
        parts.extend(static_parts(cx, word));
    }
    let sites = a.has("sites").then(|| a.literals("sites").iter().map(|&n| n as i32).collect());
    cx.game.regions.push(NamedRegion { name, role, owner, sites, regions, parts });
    Ok(())
}

/// The regions that a word such as `Rows` stands for.
pub fn static_parts(cx: &Lower<'_>, word: &str) -> Vec<SiteSet> {
    let (g, b, kind) = (&cx.game, &cx.game.board, cx.game.site_type);
    let set = |list: &[u32]| list.iter().map(|&s| s as i32).collect::<SiteSet>();
    let each = |lists: &[Vec<u32>]| lists.iter().map(|l| set(l)).collect::<Vec<_>>();
    let n = b.len(kind);
    match word {
        "Rows" => each(b.rows(kind)),
        "Columns" => each(b.columns(kind)),
        "Layers" => each(b.layers(kind)),
        "AllSites" | "AllBoard" => vec![SiteSet::first_n(n)],
        "Corners" => b.corners(kind).iter().map(|&c| set(&[c])).collect(),
        "Sides" | "SidesNoCorners" => Direction::COMPASS
            .iter()
            .map(|&d| {
                let mut side = set(b.side(kind, d));
                if word == "SidesNoCorners" {
                    side.subtract(&set(b.corners(kind)));
                }
                side
            })
            .filter(|side| !side.is_empty())
            .collect(),
        "SubGrids" => sub_grids(g),
        "Diagonals" => diagonals(g),
        "HintRegions" => g.hints.iter().map(|h| h.region.iter().copied().collect()).collect(),
        "Touching" => pairs(n, |s| b.neighbours(kind, s, Relation::Adjacent).to_vec()),
        // What holds along all lines from a site holds for that site and each other one: pairs say it all.
        "AllDirections" => pairs(n, |s| b.radials(kind, s, Direction::All).flatten().copied().collect()),
        "Vertices" => vec![SiteSet::first_n(b.len(SiteType::Vertex))],
        _ => {
            let side = direction_of(word.trim_end_matches("Side"));
            side.map(|d| set(b.side(kind, d))).into_iter().collect()
        }
    }
}

/// Each site together with each later site that it is related to.
fn pairs(sites: usize, related: impl Fn(usize) -> Vec<u32>) -> Vec<SiteSet> {
    let mut all = Vec::new();
    for a in 0..sites {
        let mut later: Vec<u32> = related(a).into_iter().filter(|&b| b as usize > a).collect();
        later.sort_unstable();
        later.dedup();
        all.extend(later.into_iter().map(|b| [a as i32, b as i32].into_iter().collect()));
    }
    all
}

/// The square blocks of a board such as a sudoku's.
fn sub_grids(g: &Game) -> Vec<SiteSet> {
    let kind = g.site_type;
    let n = g.board.len(kind);
    let side = (n as f64).sqrt().round() as usize;
    let block = (side as f64).sqrt().round() as usize;
    if side * side != n || block * block != side {
        return Vec::new();
    }
    let mut grids = Vec::new();
    for by in 0..block {
        for bx in 0..block {
            let mut s = SiteSet::new();
            for y in 0..block {
                for x in 0..block {
                    s.insert(((by * block + y) * side + bx * block + x) as i32);
                }
            }
            grids.push(s);
        }
    }
    grids
}

/// The two long diagonals of a square board.
fn diagonals(g: &Game) -> Vec<SiteSet> {
    let n = g.board.len(g.site_type);
    let side = (n as f64).sqrt().round() as usize;
    if side * side != n {
        return Vec::new();
    }
    vec![
        (0..side).map(|i| (i * side + i) as i32).collect(),
        (0..side).map(|i| (i * side + side - 1 - i) as i32).collect(),
    ]
}

// ---- rules ----

fn read_rules<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    if let Some(meta) = a.sub("meta") {
        for name in ["rule", "rules"] {
            for rule in meta.subs(name) {
                read_meta(cx, rule)?;
            }
        }
    }
    // Phases are known by name before any rule speaks of them.
    let phases = if a.takes("phases") { a.subs("phases") } else { Vec::new() };
    cx.phase_names = phases.iter().map(|p| p.text("name").unwrap_or_default().to_string()).collect();
    if let Some(start) = a.sub("start") {
        for name in ["rule", "rules"] {
            for rules in cx.starts(start, name)? {
                cx.game.start.extend(rules);
            }
        }
    }
    if let Some(end) = a.sub("end") {
        cx.game.end = Some(read_end(cx, end)?);
    }
    if phases.is_empty() {
        let Some(play) = a.sub("play") else { return a.wrong("there are no rules of play") };
        let play = cx.need_moves(play, "moves")?;
        cx.game.phases.push(Phase {
            name: "Default Phase".into(),
            role: Role::Shared,
            play,
            end: None,
            next: Vec::new(),
        });
    }
    for p in phases {
        let Some(play) = p.sub("play").or_else(|| a.sub("play")) else {
            return p.wrong("this phase has no moves");
        };
        let play = cx.need_moves(play, "moves")?;
        let end = match p.sub("end") {
            Some(end) => Some(read_end(cx, end)?),
            None => None,
        };
        let mut next = Vec::new();
        for name in ["nextPhase", "nextPhases"] {
            for n in p.subs(name) {
                next.push(read_next_phase(cx, n)?);
            }
        }
        let role = cx.role(p, "role").unwrap_or(Role::Shared);
        let name = p.text("name").unwrap_or_default().to_string();
        cx.game.phases.push(Phase { name, role, play, end, next });
    }
    Ok(())
}

fn read_next_phase<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<NextPhase> {
    let role = match a.sub("player") {
        Some(_) => return a.unsupported("a phase for a player by number cannot be played yet"),
        None => cx.role(a, "role").unwrap_or(Role::Shared),
    };
    let cond = cx.bool(a, "condition")?;
    let phase = match a.text("phaseName") {
        None => None,
        Some(name) => match cx.phase_names.iter().position(|n| n == name) {
            Some(i) => Some(i),
            None => return a.unknown(format!("there is no phase \"{name}\"")),
        },
    };
    Ok(NextPhase { role, cond, phase })
}

fn read_end<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<End> {
    let mut rules = Vec::new();
    for name in ["endRule", "endRules"] {
        for rule in a.subs(name) {
            rules.push(read_end_rule(cx, rule)?);
        }
    }
    Ok(End { rules })
}

fn read_end_rule<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<EndRule> {
    match a.entry().id {
        "if [end]" => {
            let cond = cx.need_bool(a, "test")?;
            let mut cases = Vec::new();
            for name in ["sub", "subs"] {
                for sub in a.subs(name) {
                    cases.push(read_end_rule(cx, sub)?);
                }
            }
            let result = match a.sub("result") {
                Some(r) => Some(read_outcome(cx, r)?),
                None => None,
            };
            Ok(EndRule::If { cond, cases: cases.into(), result })
        }
        "forEach [end]" => {
            let cond = cx.need_bool(a, "if")?;
            let Some(result) = a.sub("result") else { return a.wrong("there is no result") };
            let result = read_outcome(cx, result)?;
            if a.has("trackType") {
                Ok(EndRule::ForEachTrack { cond, result })
            } else {
                Ok(EndRule::ForEachPlayer { role: cx.role(a, "type").unwrap_or(Role::Each), cond, result })
            }
        }
        _ => Ok(EndRule::Always(read_outcome(cx, a)?)),
    }
}

fn read_outcome<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<Outcome> {
    match a.entry().id {
        "byScore" => {
            cx.game.uses.score = true;
            let mut finals = Vec::new();
            for s in a.subs("scores") {
                finals.push((cx.role(s, "role").unwrap_or(Role::Mover), cx.need_int(s, "score")?));
            }
            let misere = cx.bool(a, "misere")?;
            Ok(Outcome::ByScore { finals: finals.into(), misere })
        }
        "payoffs" => {
            cx.game.uses.payoff = true;
            let mut list = Vec::new();
            for p in a.subs("payoffs") {
                list.push((cx.role(p, "role").unwrap_or(Role::Mover), cx.need_float(p, "payoff")?));
            }
            Ok(Outcome::Payoffs(list.into()))
        }
        _ => {
            let who = cx.role(a, "who").unwrap_or(Role::Mover);
            let result = match a.word("result") {
                Some("Win") => ResultKind::Win,
                Some("Loss") => ResultKind::Loss,
                Some("Tie") => ResultKind::Tie,
                Some("Abandon") => ResultKind::Abandon,
                Some("Crash") => ResultKind::Crash,
                _ => ResultKind::Draw,
            };
            Ok(Outcome::Result { who, result })
        }
    }
}

fn read_meta<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<()> {
    let rule = cx.rule(a);
    let uses = &mut cx.game.uses;
    let meta = &mut cx.game.meta;
    match a.entry().head {
        "swap" => meta.swap = true,
        "automove" => meta.automove = true,
        "gravity" => {
            let fall = Moves { kind: MovesKind::Fall, decision: false, then: None, rule };
            cx.game.thens.push(fall);
            meta.fall = Some(ThenId((cx.game.thens.len() - 1) as u32));
        }
        "pin" => meta.pin = true,
        "noStackOn" => meta.no_stack_on_fallen = true,
        "passEnd" => {
            uses.not_all_pass = true;
        }
        _ => match a.entry().keyword {
            Some("Suicide") => meta.no_suicide = true,
            _ => {
                let repeat = match a.word("repetition") {
                    Some("Situational") => Repeat::Situational,
                    Some("PositionalInTurn") => Repeat::PositionalInTurn,
                    Some("SituationalInTurn") => Repeat::SituationalInTurn,
                    _ => Repeat::Positional,
                };
                meta.repeat = Some(repeat);
                match repeat {
                    Repeat::Positional => uses.no_repeat_positional_game = true,
                    Repeat::PositionalInTurn => uses.no_repeat_positional_turn = true,
                    Repeat::Situational => uses.no_repeat_situational_game = true,
                    Repeat::SituationalInTurn => uses.no_repeat_situational_turn = true,
                }
            }
        },
    }
    Ok(())
}

/// What can only be said when all rules are known: which parts of a position exist, and where they are stored.
fn finish(cx: &mut Lower<'_>) {
    let g = &mut cx.game;
    g.uses.stacking |= g.uses.cards;
    // Hands, decks and dice alike: where anything lies beside the board, pieces of a kind are counted on a site.
    g.uses.count = !g.uses.stacking && (g.uses.count || g.containers.len() > 1);
    let dice = g.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. }));
    g.uses.all_pass = !dice && !g.uses.not_all_pass && g.mode != Mode::Simulation;
    g.uses.who_is_what = who_is_what(g);
    g.uses.max_count = i32::MAX;
    let (first, end) = (g.layout.extra_first, g.layout.extra_first + g.layout.extra_len as i32);
    set_layout(g, first, end);
}

/// On boards of cells alone, where nobody has two components, there are no more of them than players, and sites
/// hold neither counts nor states, pieces are told apart by their component alone: a piece counts as owned by the
/// player with its component's number.
fn who_is_what(g: &Game) -> bool {
    let u = &g.uses;
    if u.stacking || u.count || u.state || u.edges || u.vertices || u.deduction_puzzle {
        return false;
    }
    let pieces = &g.components[1..];
    let doubled = |p: usize| pieces.iter().filter(|c| c.owner == p).count() > 1;
    pieces.len() <= g.players && !(0..=g.players).any(doubled)
}
