//! Names that stand for nothing: tracks, regions, pieces and variables that the description never declares.

use super::clauses::{Clauses, Given, SITE_TYPES, with_fix};
use crate::{Game, Reading};
use ludarium_check::Value;
use ludarium_check::similar;
use ludarium_ludemes::Ty;
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::{Fix, Problem};

/// What a text of a clause names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Track,
    Region,
    Piece,
    Variable,
}

impl Names {
    fn code(self) -> &'static str {
        match self {
            Names::Piece => "E0503",
            Names::Track => "E0513",
            Names::Region => "E0514",
            Names::Variable => "E0515",
        }
    }
    fn word(self) -> &'static str {
        match self {
            Names::Piece => "piece",
            Names::Track => "track",
            Names::Region => "region",
            Names::Variable => "variable",
        }
    }
}

pub(super) fn check(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    if clauses.checked.root().entry.id != "game" {
        return;
    }
    let known = Known { variables: named(clauses, &["set Var"]), regions: named(clauses, &["regions"]) };
    let mut told: Vec<(&str, &str)> = Vec::new();
    // The first of several uses is the one that is named.
    let mut values = clauses.values();
    values.sort_by_key(|given| clauses.tree.node(given.arg.at).span);
    for given in values {
        let Value::Text(text) = &given.arg.value else { continue };
        let Some(kind) = kind_of(&given) else { continue };
        let declared = declared(game, kind, &known);
        if is_found(clauses, game, &given, kind, &declared, text) || told.contains(&(kind.code(), text)) {
            continue;
        }
        // Only tracks and pieces that carry the text in their name are found by play.
        told.push((kind.code(), text));
        let quoted = format!("\"{text}\"");
        problems.retain(|p| !(p.code == "E0320" && p.message.ends_with(&quoted)));
        let mut problem =
            clauses.error(kind.code(), given.arg.at, format!("there is no {} \"{text}\"", kind.word()));
        problem = match declared.as_slice() {
            [] => problem.wanted(format!("a {}, and the description declares none", kind.word())),
            some => problem.wanted(format!("one of {}", listed(some))),
        };
        let plain = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut tries = similar(text, declared.iter().map(String::as_str));
        tries.extend(similar(plain, declared.iter().map(String::as_str)));
        let best = tries.first().copied().or(match declared.as_slice() {
            [one] => Some(one.as_str()),
            _ => None,
        });
        match best {
            Some(best) => {
                problem = problem.help(format!("did you mean \"{best}\"?"));
                problem = with_fix(problem, clauses.replace(given.arg.at, &format!("\"{best}\"")));
            }
            None => {
                problem = problem.help(format!("declare it, or use a {} that exists", kind.word()));
                if kind == Names::Piece {
                    problem = with_fix(problem, clauses.add_item(&format!("(piece \"{text}\" Each)")));
                }
            }
        }
        problems.push(problem);
    }
    nothing_to_count(clauses, game, problems);
    regions_of_some(clauses, game, problems);
}

/// Seeds to be counted at the start, and no piece that could lie there.
fn nothing_to_count(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    if game.components.len() > 1 && clauses.declares_pieces() {
        return;
    }
    for node in clauses.all(&["set Count [start]"]).into_iter().take(1) {
        let problem = clauses
            .error("E0503", node.at, "pieces are counted out here, and the equipment has none")
            .wanted("a piece in the equipment, such as `(piece \"Seed\" Shared)`")
            .help("seeds that belong to nobody are `(piece \"Seed\" Shared)`");
        problems.push(with_fix(problem, clauses.add_item("(piece \"Seed\" Shared)")));
    }
}

/// Regions that some players have, asked for by the mover whoever that is: for the others they are empty.
fn regions_of_some(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    let declared = clauses.all(&["regions"]);
    let mut told: Vec<&str> = Vec::new();
    for node in clauses.all(&["sites#5"]) {
        let (Some(name), Some("Mover" | "Next")) =
            (clauses.text_of(node, "name"), clauses.word_of(node, "role"))
        else {
            continue;
        };
        let of_name: Vec<_> =
            declared.iter().filter(|region| clauses.text_of(region, "name") == Some(name)).collect();
        let owners: Vec<usize> = of_name
            .iter()
            .filter_map(|region| clauses.word_of(region, "role")?.strip_prefix('P')?.parse().ok())
            .collect();
        let lacks = (1..=game.players).find(|player| !owners.contains(player));
        let Some(lacks) = lacks.filter(|_| !owners.is_empty() && owners.len() == of_name.len()) else {
            continue;
        };
        if told.contains(&name) {
            continue;
        }
        told.push(name);
        let mut problem = clauses
            .warning("E0514", node.at, format!("player {lacks} has no region \"{name}\""))
            .wanted("a region of that name for each player who moves")
            .help(format!("for player {lacks} it is empty: add `(regions \"{name}\" P{lacks} …)`"));
        if let Some(first) = of_name.first() {
            problem = problem.label(clauses.tree.node(first.at).span, "others have one");
        }
        problems.push(problem);
    }
}

/// Which texts are names of what, by the words that the vocabulary uses for them.
fn kind_of(given: &Given<'_>) -> Option<Names> {
    if given.param.ty != Ty::Text {
        return None;
    }
    let (id, name, doc) = (given.node.entry.id, given.param.name, given.param.doc);
    match name {
        _ if given.node.entry.gives == Ty::Item || given.node.entry.gives == Ty::Track => None,
        "trackName" | "track" => Some(Names::Track),
        "name" if doc.contains("the track") && given.node.entry.gives != Ty::Track => Some(Names::Track),
        "name" if id == "sites#5" => Some(Names::Region),
        "key" if id == "var" => Some(Names::Variable),
        "nameComponent" | "nameComponents" | "namePiece" | "componentName" => Some(Names::Piece),
        "item" | "items" if id == "forEach Piece" => Some(Names::Piece),
        "components" if id.starts_with("sites Occupied") => Some(Names::Piece),
        "name" if doc.contains("only pieces of this name") => Some(Names::Piece),
        "name" if id == "id" || id.starts_with("id#") => Some(Names::Piece),
        _ => None,
    }
}

/// What clauses give a name to, beside what the game keeps: a region without sites is not kept.
struct Known {
    variables: Vec<String>,
    regions: Vec<String>,
}

/// The names that clauses of these kinds give.
fn named(clauses: &Clauses<'_>, ids: &[&str]) -> Vec<String> {
    clauses
        .all(ids)
        .into_iter()
        .filter_map(|node| clauses.text_of(node, "name"))
        .map(str::to_string)
        .collect()
}

fn declared(game: &Game, kind: Names, known: &Known) -> Vec<String> {
    let mut names: Vec<String> = match kind {
        Names::Track => game.tracks.iter().map(|t| t.name.clone()).collect(),
        Names::Region => {
            game.regions.iter().map(|r| r.name.clone()).chain(known.regions.iter().cloned()).collect()
        }
        Names::Variable => known.variables.clone(),
        Names::Piece => {
            let pieces = game.components.iter().skip(1);
            pieces.flat_map(|c| [c.label.clone(), c.name.clone()]).collect()
        }
    };
    names.sort();
    names.dedup();
    names
}

/// Whether play finds something by a name. Tracks, and regions of a player, are found by a part of their names; a
/// coordinate is a region of one site; `AllTracks` stands for all of them.
fn is_found(
    clauses: &Clauses<'_>,
    game: &Game,
    given: &Given<'_>,
    kind: Names,
    declared: &[String],
    text: &str,
) -> bool {
    let numbered = |rest: Option<&str>| rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    let owned = ["player", "role"].iter().any(|name| clauses.has(given.node, name));
    let coordinate = || SITE_TYPES.iter().any(|&kind| game.board.site_by_label(kind, text).is_some());
    match kind {
        Names::Track => {
            text == "AllTracks" && !declared.is_empty()
                || declared
                    .iter()
                    .any(|name| name.contains(text) || numbered(text.strip_prefix(name.as_str())))
        }
        Names::Region if owned => declared.iter().any(|name| name.contains(text)),
        Names::Region => declared.iter().any(|name| name == text) || coordinate(),
        Names::Piece => declared.iter().any(|name| name == text || numbered(name.strip_prefix(text))),
        Names::Variable => declared.iter().any(|name| name == text),
    }
}

fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("\"{name}\"")).collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// Rulesets that choose what no option offers. The defaults can be played all the same, so this is a warning.
pub(super) fn check_rulesets(reading: &Reading, problems: &mut Vec<Problem>) {
    let options = &reading.expanded.options;
    let offered: Vec<String> =
        options.iter().flat_map(|o| (0..o.items.len()).map(|item| o.path(item))).collect();
    let parsed = &reading.parsed;
    for ruleset in &reading.expanded.rulesets {
        for setting in ruleset.settings.iter().chain(&ruleset.variations) {
            if offered.iter().any(|path| path == setting.as_str()) {
                continue;
            }
            let written = (0..parsed.nodes.len() as u32).find(|&node| {
                let span = parsed.span(node);
                let within = ruleset.span.start <= span.start && span.end <= ruleset.span.end;
                within
                    && parsed.nodes[node as usize].kind == CstKind::Text
                    && parsed.inner(node) == setting.as_str()
            });
            let span = written.map_or(ruleset.span.first_byte(), |node| parsed.span(node));
            let message = format!("the ruleset chooses \"{setting}\", which no option offers");
            let mut problem = Problem::warning("E0215", span, message).wanted("an item as `Heading/Item`");
            problem = match similar(setting, offered.iter().map(String::as_str)).first() {
                Some(near) => problem.help(format!("did you mean \"{near}\"?")).fix(Fix::new(
                    span,
                    format!("\"{near}\""),
                    format!("write `\"{near}\"`"),
                )),
                None => problem.help(format!("the options offer {}", listed(&offered))),
            };
            problems.push(problem);
        }
    }
}

/// Items of options that give too few texts for the markers. Each is checked, chosen or not.
pub(super) fn check_items(reading: &Reading, problems: &mut Vec<Problem>) {
    for option in &reading.expanded.options {
        let wanted = option.args.len();
        let markers: Vec<String> = option.args.iter().map(|arg| format!("<{arg}>")).collect();
        for item in option.items.iter().filter(|item| item.args.len() < wanted) {
            let message = format!(
                "the item \"{}\" gives {} of the {wanted} texts that `args:{{ {} }}` names",
                item.name,
                item.args.len(),
                markers.join(" ")
            );
            let problem = Problem::warning("E0213", item.span, message)
                .wanted(format!("`(item \"{}\" {} \"what it means\")`", item.name, markers.join(" ")))
                .help("each text stands in pointed brackets: `<8>`");
            problems.push(problem);
        }
    }
}
