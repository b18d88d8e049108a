//! Page style: the rules of a game as the published pages of reconstructed games word them.
//!
//! Every ludeme is rendered by itself, from the inside out, by the phrases in `phrases`; this file adds the skeleton
//! (players, board, regions, pieces, set-up, rules, aim) and the few phrases that need more than slots. What
//! those pages leave unsaid stays unsaid here: this is a likeness, not a rule book. The plain style is the rule book.
//!
//! It knows the checked description and the game made of it, and no game by name.

mod board;
mod phrases;
mod render;
mod template;
mod words;

use crate::{Description, Document, Place, Section, Sentence};
use ludarium_engine::types::Mode;
use ludarium_ludemes::checked::{CheckedId, Value};
use render::Renderer;
use words::{capital, list, number, plural_ending};

/// The Rules section of a page, a sentence per line.
pub fn rules(description: &Description<'_>) -> Document {
    let mut document = Document::new(description);
    let at = vec![Place::of(description, description.game.root().at)];
    let lines = page(description);
    let sentences = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    let sentences = sentences.map(|line| Sentence::new(line, at.clone())).collect();
    document.sections.push(Section { heading: "Rules".to_string(), sentences });
    document
}

/// The same as one text, with the pages' own line breaks and indentation.
///
/// ```
/// # use ludarium_play::{Selection, compile, find, library_defines, read};
/// use ludarium_english::{Description, page};
/// let reading = read("", find("Tic-Tac-Toe").unwrap().text, &library_defines(), &Selection::default());
/// let game = compile(&reading).unwrap();
/// let checked = reading.game.as_ref().unwrap();
/// let text = page(&Description { game: checked, tree: &reading.expanded.game, board: Some(&game) });
/// assert!(text.starts_with("The game \"Tic-Tac-Toe\" is played by two players on a 3x3 rectangle board"));
/// ```
pub fn page(description: &Description<'_>) -> String {
    if description.game.root().entry.id != "game" {
        return "Sorry! Matches are not yet supported.".to_string();
    }
    let Some(game) = description.board else {
        return "This game cannot be built, so there is no page for it.".to_string();
    };
    let r = Renderer::new(description.game, game);
    let players =
        format!("{} {}", number(game.players as i64), if game.players == 1 { "player" } else { "players" });
    let turns = if game.mode == Mode::Simultaneous {
        "Players moves at the same time."
    } else {
        "Players take turns moving."
    };
    let name = &game.name;
    let (equipment, rules) = (equipment(&r), start_play_and_end(&r));
    format!("The game \"{name}\" is played by {players} {equipment}\n{turns}\n{rules}\n\n")
}

/// Board, regions, pieces and how they move.
fn equipment(r: &Renderer<'_>) -> String {
    let items = r.subs(r.sub(r.checked.root, "equipment"), "items");
    let mut text = String::new();
    if let Some(&first) = items.iter().find(|item| board::is_board(r.id(**item))) {
        text += &format!("on a {}.", board::words(r, first));
    }
    let regions: Vec<CheckedId> = items.iter().copied().filter(|item| r.id(*item) == "regions").collect();
    if !regions.is_empty() {
        text += "\nRegions:";
        for region in regions {
            text += &format!("\n    {}", region_line(r, region));
        }
    }
    let pieces = pieces(r, &items);
    if pieces.is_empty() || r.game.uses.deduction_puzzle {
        return text;
    }
    text += " \n";
    text += &who_plays_with_what(r, &pieces);
    let mut rules: Vec<(&str, String)> = Vec::new();
    for piece in &pieces {
        let Some(moves) = piece.moves else { continue };
        let rule = format!("{}{} {}", piece.name, plural_ending(&piece.name), r.clause(moves));
        // Of pieces with one name the last is heard.
        match rules.iter_mut().find(|(name, _)| *name == piece.name) {
            Some((_, known)) => *known = rule,
            None => rules.push((&piece.name, rule)),
        }
    }
    rules.sort();
    if !rules.is_empty() {
        text += "\nRules for Pieces:";
        for (_, rule) in rules {
            text += &format!("\n     {rule}.");
        }
    }
    text
}

/// `Promotion: the top sites of the board for P1`.
fn region_line(r: &Renderer<'_>, region: CheckedId) -> String {
    let role = r.word(region, "role").unwrap_or("Neutral");
    let name = region_name(r, region);
    let parts = match (r.value(region, "region"), r.value(region, "regions")) {
        (Some(one), _) => vec![r.words_of(one)],
        (None, Some(Value::Array(many))) => many.iter().map(|arg| r.words_of(&arg.value)).collect(),
        (None, _) => Vec::new(),
    };
    if parts.is_empty() {
        let sites = r.value(region, "sites").map_or("null".to_string(), |sites| r.spaced(sites));
        return format!("{name}: contains the sites {sites}");
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("{name}: {part} for {role}")).collect();
    list(&parts, "and")
}

/// The name of a region; one without a name is called by its owner.
fn region_name(r: &Renderer<'_>, region: CheckedId) -> String {
    let role = r.word(region, "role").unwrap_or("P1");
    r.text(region, "name").map_or_else(|| format!("Region{role}"), str::to_string)
}

/// One component of the game.
struct PieceWords {
    name: String,
    /// As pages list it: plural, with what is special about it.
    listed: String,
    /// 0 nobody, 1 to n the players, above them everybody.
    owner: usize,
    moves: Option<CheckedId>,
}

/// All components, in their order.
fn pieces(r: &Renderer<'_>, items: &[CheckedId]) -> Vec<PieceWords> {
    use ludarium_engine::game::ComponentKind;
    // Dice of one set are all said to have as many faces as the first.
    let most_faces = items
        .iter()
        .filter_map(|item| match r.value(*item, "facesByDie") {
            Some(Value::Array(dice)) => dice.first().map(|die| match &die.value {
                Value::Array(faces) => faces.len(),
                _ => 0,
            }),
            _ => None,
        })
        .max()
        .unwrap_or(0);
    r.game
        .components
        .iter()
        .skip(1)
        .map(|component| {
            let item = items.iter().copied().find(|item| {
                matches!(r.id(*item), "piece [item]" | "tile" | "die" | "domino" | "card [item]")
                    && r.text(*item, "name").or(r.text(*item, "label")) == Some(component.label.as_str())
                    && r.owners(*item).contains(&component.owner)
            });
            let name = match words::split_owner(&component.label) {
                ("", _) => component.label.as_str(),
                (name, _) => name,
            };
            let mut listed = format!("{name}{}", plural_ending(name));
            match &component.kind {
                ComponentKind::Die { faces, .. } => {
                    listed += &format!(" with {} faces valued {faces:?}", most_faces.max(faces.len()));
                }
                ComponentKind::Domino { value, value2 } => {
                    listed += &format!(", with values {value} and {value2}");
                }
                ComponentKind::Nothing | ComponentKind::Piece | ComponentKind::Card { .. } => {}
                ComponentKind::Large { .. } | ComponentKind::Tile { .. } => {}
            }
            if let Some(item) = item
                && let Some(flips) = r.try_sub(item, "flips")
            {
                let side = |name| r.value(flips, name).map_or(String::new(), |value| r.words_of(value));
                listed += &format!(
                    ", with a {} on one side and a {} on the other side",
                    side("flipA"),
                    side("flipB")
                );
            }
            if let Some(item) = item.filter(|item| r.id(*item) == "tile") {
                listed += &tile_words(r, item);
            }
            PieceWords {
                name: name.to_string(),
                listed,
                owner: component.owner,
                moves: item.and_then(|item| r.try_sub(item, "generator")),
            }
        })
        .collect()
}

fn tile_words(r: &Renderer<'_>, tile: CheckedId) -> String {
    let number = |name: &str, default: i64| match r.value(tile, name) {
        Some(Value::Int(n)) => *n,
        _ => default,
    };
    let sides = number("numSides", 4);
    let slots = match r.value(tile, "slots") {
        Some(Value::Array(items)) => items.len() as i64,
        _ => number("slotsPerSide", 1),
    };
    format!(", with {sides} sides and {slots} terminus")
}

/// Which pieces are whose.
fn who_plays_with_what(r: &Renderer<'_>, pieces: &[PieceWords]) -> String {
    let everybody = r.game.players + 1;
    // In the order of the roles' names: Neutral, P1, P10, P2, …, Shared.
    let role_name = |owner: usize| match owner {
        0 => "neutral".to_string(),
        n if n >= everybody => "shared".to_string(),
        n => format!("p{n}"),
    };
    let mut owners: Vec<usize> = Vec::new();
    for piece in pieces {
        if !owners.contains(&piece.owner) {
            owners.push(piece.owner);
        }
    }
    owners.sort_by_key(|owner| role_name(*owner));
    let lists: Vec<String> = owners
        .iter()
        .map(|owner| {
            let names: Vec<String> = pieces
                .iter()
                .filter(|piece| piece.owner == *owner)
                .map(|piece| piece.listed.clone())
                .collect();
            format!("{}.", list(&names, "and"))
        })
        .collect();
    let of_players: Vec<&String> = owners
        .iter()
        .zip(&lists)
        .filter(|(owner, _)| **owner > 0 && **owner < everybody)
        .map(|(_, l)| l)
        .collect();
    let all_alike = of_players.windows(2).all(|pair| pair[0] == pair[1]);
    let mut sentences: Vec<String> = Vec::new();
    if all_alike {
        let what = of_players.last().map_or("null", |list| list.as_str());
        sentences.push(format!("All players play with {what}"));
    }
    for (owner, what) in owners.iter().zip(&lists) {
        if *owner >= everybody {
            let last = lists.last().map_or("", String::as_str);
            sentences.push(format!("The following pieces are shared by all players: {last}"));
        }
        if *owner == 0 {
            let first = lists.first().map_or("", String::as_str);
            sentences.push(format!("The following pieces are neutral: {first}"));
        } else if !all_alike {
            let who = if *owner >= everybody {
                "Shared".to_string()
            } else {
                capital(&words::role(&format!("P{owner}")))
            };
            sentences.push(format!("{who} plays with {what}"));
        }
    }
    sentences.join(" ")
}

/// Set-up, rules and aim.
fn start_play_and_end(r: &Renderer<'_>) -> String {
    let Some(rules) = r.sub(r.checked.root, "rules") else {
        return String::new();
    };
    let mut blocks: Vec<String> = Vec::new();
    let start = r.try_sub(rules, "start");
    let setup: Vec<String> = [r.subs(start, "rules"), r.subs(start, "rule")]
        .concat()
        .into_iter()
        .map(|rule| r.clause(rule))
        .filter(|words| !words.is_empty())
        .map(|words| format!("\n     {}", capital(&words)))
        .collect();
    if !setup.is_empty() {
        blocks.push(format!("Setup:{}.", setup.concat()));
    }
    let said = |words: Vec<String>| words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let mut phases = r.subs(Some(rules), "phases");
    let general = r.try_sub(rules, "play");
    if phases.is_empty() {
        phases.push(rules);
    }
    let play = said(
        phases
            .iter()
            .filter_map(|phase| r.try_sub(*phase, "play").or(general))
            .filter_map(|play| r.try_sub(play, "moves"))
            .map(|moves| r.clause(moves))
            .collect(),
    );
    if !play.is_empty() {
        blocks.push(format!("Rules: \n     {}.", capital(&play)));
    }
    let end = r.try_sub(rules, "end");
    let aims = said(
        [r.subs(end, "endRule"), r.subs(end, "endRules")]
            .concat()
            .iter()
            .map(|rule| r.clause(*rule))
            .collect(),
    );
    if !aims.is_empty() {
        blocks.push(format!("Aim: \n     {}.", capital(&aims)));
    }
    blocks.join("\n")
}

#[cfg(test)]
mod tests {
    use super::phrases::{PHRASES, UNSAID};

    /// Every phrase belongs to a ludeme, once, and its slots name parameters that the ludeme has.
    #[test]
    fn phrases_fit_the_vocabulary() {
        let mut seen: Vec<&str> = Vec::new();
        for (id, phrase) in PHRASES.iter().chain(UNSAID) {
            assert!(!seen.contains(id), "two phrases for {id}");
            seen.push(id);
            let entry = ludarium_ludemes::by_id(id).unwrap_or_else(|| panic!("no ludeme is called {id}"));
            for slot in phrase.split('{').skip(1) {
                let path = slot.split(['}', ':', '~', '=']).next().unwrap_or_default();
                for first in path.split('/').filter_map(|alternative| alternative.split('.').next()) {
                    assert!(entry.slot(first).is_some(), "{id} has no parameter {first}");
                }
            }
        }
    }
}
