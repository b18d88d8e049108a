//! The concepts that the evidence asks for: those that the clauses of an incomplete description show, as far as they
//! contain no hole. Reads the checked description; knows no ludeme.

use ludarium_concepts::rules::Shown;
use ludarium_concepts::taxonomy::{self, Data, Set};
use ludarium_engine::SiteType;
use ludarium_ludemes::checked::{Checked, CheckedId, Value};
use ludarium_play::{Reading, compile_board};

/// The boolean concepts of all clauses without a hole, of the game and not of its looks. `None` for a description that
/// does not fit the vocabulary even with its holes.
pub fn expected_concepts(reading: &Reading) -> Option<Set> {
    let checked = reading.game.as_ref()?;
    let board = compile_board(reading).ok();
    let sites = board.as_ref().map_or([0; 4], |game| {
        [SiteType::Vertex, SiteType::Edge, SiteType::Cell, game.site_type].map(|kind| game.board_sites(kind))
    });
    let players = board.as_ref().map_or(2, |game| game.players);
    let shown = Shown::of(checked, players, sites);
    let mut all = Set::default();
    for (index, open) in with_holes(checked).into_iter().enumerate() {
        if !open {
            all.join(&shown.of_clause(CheckedId(index as u32)));
        }
    }
    let mut expected = Set::default();
    // That there is a board tells no game from another.
    all.take(taxonomy::id("Board"));
    let boolean = |id: &u16| taxonomy::by_id(*id).is_some_and(|c| c.data == Data::Boolean && c.compiled);
    all.ids().filter(boolean).for_each(|id| expected.add(id));
    Some(expected)
}

/// How much of what is expected a donor has; `None` where nothing is expected.
pub fn share(expected: &Set, has: &Set) -> Option<f64> {
    let (mut all, mut met) = (0u32, 0u32);
    for id in expected.ids() {
        all += 1;
        met += u32::from(has.has(id));
    }
    (all > 0).then(|| f64::from(met) / f64::from(all))
}

/// By clause: whether a hole stands in it. Inner clauses come after outer ones.
fn with_holes(checked: &Checked) -> Vec<bool> {
    let mut open = vec![false; checked.nodes.len()];
    for index in (0..checked.nodes.len()).rev() {
        let mut todo: Vec<&Value> =
            checked.nodes[index].args.iter().flatten().map(|arg| &arg.value).collect();
        while let Some(value) = todo.pop() {
            match value {
                Value::Hole(..) => open[index] = true,
                Value::Node(child) => open[index] |= open[child.0 as usize],
                Value::Array(items) => todo.extend(items.iter().map(|item| &item.value)),
                Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Text(_) | Value::Enum(..) => {}
            }
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_play::{Selection, library_defines, read};

    fn names(text: &str) -> Vec<&'static str> {
        let reading = read("t.lud", text, &library_defines(), &Selection::default());
        assert!(!reading.has_errors(), "{:?}", reading.problems);
        let set = expected_concepts(&reading).unwrap();
        set.ids().filter_map(taxonomy::by_id).map(|c| c.name).collect()
    }

    #[test]
    fn only_clauses_without_holes_count() {
        let bare = names("(game \"A\" (players 2) (equipment {(board (rectangle 8 7)) [#]}) (rules [#]))");
        assert_eq!(bare, ["RectangleShape", "RegularShape", "PolygonShape", "SquareTiling"]);
    }
}
