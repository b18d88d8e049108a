//! Places that do not exist: coordinates and sites outside the board or a hand, tracks that leave the board.

use super::clauses::{Clauses, Given, SITE_TYPES, with_fix};
use crate::Game;
use ludarium_check::Value;
use ludarium_check::similar;
use ludarium_engine::SiteType;
use ludarium_ludemes::Ty;
use ludarium_syntax::Problem;

pub(super) fn check(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    if clauses.checked.root().entry.id != "game" {
        return;
    }
    for given in clauses.values() {
        match &given.arg.value {
            Value::Text(text) if is_coordinate_param(&given) => {
                coordinate(clauses, game, &given, text, problems)
            }
            Value::Int(n) if is_site_param(&given) => site(clauses, game, &given, *n, problems),
            Value::Text(_) | Value::Int(_) | Value::Enum(..) => {}
            Value::Node(_) | Value::Array(_) | Value::Float(_) | Value::Bool(_) | Value::Hole(..) => {}
        }
    }
    track_numbers(clauses, game, problems);
    lines(clauses, game, problems);
    puzzle_values(clauses, game, problems);
}

/// Rows, columns and colours that the board does not have: a region of nothing.
fn lines(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    let kind = game.site_type;
    if game.boardless {
        return;
    }
    let of_own_kind = clauses.all(&["sites Row", "sites Column", "sites Phase"]);
    for node in of_own_kind.into_iter().filter(|node| !clauses.has(node, "type")) {
        let (lines, what) = match node.entry.keyword {
            Some("Row") => (game.board.rows(kind), "row"),
            Some("Column") => (game.board.columns(kind), "column"),
            _ => (game.board.phases(kind), "colour of squares"),
        };
        let lines = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let Some(index) = node.entry.slot("index").and_then(|slot| node.args[slot].as_ref()) else {
            continue;
        };
        if let Value::Int(n) = index.value
            && n >= lines as i64
            && lines > 0
        {
            let problem = clauses
                .warning("E0504", index.at, format!("the board has no {what} {n}, so this is no site at all"))
                .wanted(format!("a number from 0 to {}", lines - 1))
                .help("rows, columns and colours are counted from 0");
            let nearest = if n == lines as i64 { lines - 1 } else { 0 };
            problems.push(with_fix(problem, clauses.replace(index.at, &nearest.to_string())));
        }
    }
}

/// Values that a puzzle gives at the start: on sites that the board has, of numbers that are in question.
fn puzzle_values(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    for node in clauses.all(&["values"]) {
        let range = node.entry.slot("range").and_then(|slot| node.args[slot].as_ref());
        let Some(Value::Node(id)) = range.map(|arg| &arg.value) else { continue };
        let range = clauses.checked.node(*id);
        if range.entry.id == "range" && !clauses.has(range, "max") {
            let only = range.entry.slot("min").and_then(|slot| range.args[slot].as_ref());
            let only = only.map_or("", |arg| clauses.tree.node(arg.at).span.of(clauses.text));
            let problem = clauses
                .error("E0516", range.at, "a puzzle needs more values than one")
                .wanted("the smallest and the largest value, such as `(range 1 9)`")
                .help(format!("`(range {only})` is the number {only} alone"));
            problems.push(with_fix(problem, clauses.replace(range.at, &format!("(range 1 {only})"))));
        }
    }
    let sites = sites_of(game, &[game.site_type]);
    let ranges: Vec<(i32, i32)> = game.puzzle_ranges.iter().flatten().copied().collect();
    let Some(&(low, high)) = ranges.first() else { return };
    let (low, high) = (i64::from(low), i64::from(high));
    for node in clauses.all(&["set"]).into_iter().filter(|node| !clauses.has(node, "type")) {
        let Some(pairs) = node.entry.slot("pairs").and_then(|slot| node.args[slot].as_ref()) else {
            continue;
        };
        let Value::Array(pairs) = &pairs.value else { continue };
        for pair in pairs {
            let Value::Array(pair) = &pair.value else { continue };
            let [site, value] = &pair[..] else { continue };
            if let Value::Int(n) = site.value
                && n >= sites
            {
                let problem = clauses
                    .error("E0504", site.at, format!("there is no site {n} to give a value"))
                    .wanted(format!("a number from 0 to {}", sites - 1))
                    .help("the first number of a pair is the site, the second its value");
                problems.push(with_fix(problem, clauses.replace(site.at, &(sites - 1).to_string())));
            }
            if let Value::Int(n) = value.value
                && !(low..=high).contains(&n)
            {
                let problem = clauses
                    .error("E0516", value.at, format!("the value {n} is not one of the puzzle's"))
                    .wanted(format!("a number from {low} to {high}, as `values` in the board says"))
                    .help("the first number of a pair is the site, the second its value");
                problems.push(with_fix(problem, clauses.replace(value.at, &high.to_string())));
            }
        }
    }
}

fn is_coordinate_param(given: &Given<'_>) -> bool {
    given.param.ty == Ty::Text && matches!(given.param.name, "coord" | "coords" | "coordinate")
}

/// Parameters that take a site by its number. Hands count their own sites.
fn is_site_param(given: &Given<'_>) -> bool {
    let name = matches!(
        given.param.name,
        "site" | "sites" | "at" | "siteA" | "siteB" | "site1" | "site2" | "locn" | "locns"
    );
    name && matches!(given.param.ty, Ty::Int | Ty::IntLit) && given.node.entry.head != "handSite"
}

fn coordinate(
    clauses: &Clauses<'_>,
    game: &Game,
    given: &Given<'_>,
    text: &str,
    problems: &mut Vec<Problem>,
) {
    let kind = game.site_type;
    // Vertices have coordinates that cells have not, so only a clause that names a kind, or a game that plays on several, may
    // mean another than the board's own.
    let kinds: &[SiteType] = if clauses.names_site_types() { &SITE_TYPES } else { &[kind] };
    if game.boardless || kinds.iter().any(|kind| game.board.site_by_label(*kind, text).is_some()) {
        return;
    }
    let labels: Vec<String> =
        (0..game.board.len(kind)).map(|site| game.board.label(kind, site).to_string()).collect();
    let near = similar(text, labels.iter().map(String::as_str));
    let range = match (labels.first(), labels.last()) {
        (Some(first), Some(last)) => format!("a coordinate from \"{first}\" to \"{last}\""),
        _ => "a board with sites".to_string(),
    };
    let nearest = near.first().copied().or(labels.last().map(String::as_str));
    let mut problem =
        clauses.error("E0504", given.arg.at, format!("the board has no site \"{text}\"")).wanted(range);
    if let Some(best) = nearest {
        problem = problem.help(format!("perhaps \"{best}\"; `ludarium board` draws the coordinates"));
        problem = with_fix(problem, clauses.replace(given.arg.at, &format!("\"{best}\"")));
    }
    problems.push(problem);
}

fn site(clauses: &Clauses<'_>, game: &Game, given: &Given<'_>, n: i64, problems: &mut Vec<Problem>) {
    if let Some(name) = clauses.text_of(given.node, "container").filter(|_| given.node.entry.head == "place")
    {
        let Some(container) = game.containers.iter().find(|c| c.name == name) else { return };
        if n >= i64::from(container.len) {
            let problem = clauses
                .error("E0504", given.arg.at, format!("\"{name}\" has no place {n}"))
                .wanted(format!("a number from 0 to {}", i64::from(container.len) - 1))
                .help(format!("`count:{n}` puts {n} pieces there"));
            problems.push(with_fix(problem, clauses.replace(given.arg.at, &format!("count:{n}"))));
        }
        return;
    }
    // Pieces are placed on the board's own kind of sites unless the clause names another. Elsewhere a number may mean any.
    let own_kind = given.node.entry.head == "place" && !clauses.has(given.node, "type");
    let kinds: &[SiteType] = if own_kind { &[game.site_type] } else { &SITE_TYPES };
    let sites = sites_of(game, kinds);
    if game.boardless || n < sites || sites == 0 {
        return;
    }
    let last = game.board.len(game.site_type) as i64 - 1;
    let problem = clauses
        .error("E0504", given.arg.at, format!("there is no site {n}"))
        .wanted(format!("a number from 0 to {last}"))
        .help(
            "sites are numbered from 0, row by row from the bottom left; `ludarium board` shows the numbers",
        );
    problems.push(with_fix(problem, clauses.replace(given.arg.at, &last.to_string())));
}

/// So many numbers stand for sites, of the board and of what lies beside it.
fn sites_of(game: &Game, kinds: &[SiteType]) -> i64 {
    let board = kinds.iter().map(|kind| game.board.len(*kind)).max().unwrap_or(0) as i64;
    let beside = game.containers.iter().map(|c| i64::from(c.first) + i64::from(c.len)).max().unwrap_or(0);
    board.max(beside)
}

/// The numbers of a track that are no sites.
fn track_numbers(clauses: &Clauses<'_>, game: &Game, problems: &mut Vec<Problem>) {
    let sites = sites_of(game, &[game.site_type]);
    if game.boardless {
        return;
    }
    for node in clauses.all(&["track [track]"]) {
        let Some(arg) = node.entry.slot("track").and_then(|slot| node.args[slot].as_ref()) else { continue };
        let Value::Array(items) = &arg.value else { continue };
        for item in items {
            if let Value::Int(n) = item.value
                && n >= sites
            {
                problems.push(
                    clauses
                        .error("E0504", item.at, format!("the track leads to site {n}, which does not exist"))
                        .wanted(format!("a number from 0 to {}", sites - 1))
                        .help("`ludarium board` shows the numbers of the sites"),
                );
            }
        }
    }
    for track in &game.tracks {
        let outside = track.sites.iter().find(|&&s| i64::from(s) >= sites);
        let (Some(site), Some(node)) = (
            outside,
            clauses
                .all(&["track [track]"])
                .into_iter()
                .find(|n| clauses.text_of(n, "name") == Some(track.name.as_str())),
        ) else {
            continue;
        };
        let given = node.entry.slot("track").is_some_and(|slot| node.args[slot].is_some());
        if !given {
            problems.push(
                clauses
                    .error(
                        "E0504",
                        node.at,
                        format!("the track \"{}\" leads to site {site}, which does not exist", track.name),
                    )
                    .wanted(format!("sites from 0 to {}", sites - 1))
                    .help("`ludarium board` shows the numbers of the sites"),
            );
        }
    }
}
