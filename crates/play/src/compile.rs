//! From a description that was read to a game that can be played, or to the reasons why not.

use crate::{Game, Reading};
use ludarium_syntax::{Problem, Tree};

/// Builds the game. What cannot be played yet is refused here, with the ludeme and its place, never ignored in play.
///
/// ```
/// use ludarium_play::{Selection, compile, library_defines, read};
/// let reading = read("", ludarium_play::find("Tic-Tac-Toe").unwrap().text, &library_defines(), &Selection::default());
/// let game = compile(&reading).unwrap();
/// assert_eq!(game.players, 2);
/// ```
pub fn compile(reading: &Reading) -> Result<Game, Vec<Problem>> {
    compile_with(reading, &|name| crate::find(name).ok().map(|game| game.text.to_string()))
}

/// The same, for matches whose games are not in the library: `find` gives the description that has a name.
pub fn compile_with(reading: &Reading, find: &dyn Fn(&str) -> Option<String>) -> Result<Game, Vec<Problem>> {
    rules(reading, find).map(Game::from)
}

fn rules(
    reading: &Reading,
    find: &dyn Fn(&str) -> Option<String>,
) -> Result<ludarium_engine::Game, Vec<Problem>> {
    let Some(checked) = &reading.game else {
        return Err(reading.problems.clone());
    };
    let assembled = if checked.root().entry.id == "match" {
        ludarium_ludemes::assemble::assemble_match(checked, &mut |name, option| {
            let text = find(name).ok_or_else(|| format!("no game is called \"{name}\""))?;
            let options = option.map(str::to_string).into_iter().collect();
            let selection = ludarium_syntax::Selection { options, ruleset: None };
            let inner = crate::read(name, &text, reading.defines(), &selection);
            let first =
                |problems: Vec<Problem>| problems.first().map_or(String::new(), |p| p.message.clone());
            if inner.game.as_ref().is_none_or(|g| g.root().entry.id == "match") {
                return Err(format!("\"{name}\" cannot be read as a game: {}", first(inner.problems)));
            }
            rules(&inner, find).map_err(|problems| format!("\"{name}\": {}", first(problems)))
        })
    } else {
        ludarium_ludemes::assemble::assemble(checked)
    };
    match assembled {
        Ok((mut game, rules)) => {
            game.rule_names = rules.into_iter().map(|(id, _)| id.to_string()).collect();
            Ok(game)
        }
        Err(why) => Err(vec![unplayable(&reading.expanded.game, why)]),
    }
}

/// The code of a name that stands for nothing.
const UNKNOWN_NAME: &str = "E0503";

/// Builds the board alone, with hands and dice: enough to draw it, also where the rules cannot be played yet.
pub fn compile_board(reading: &Reading) -> Result<Game, Vec<Problem>> {
    let Some(checked) = &reading.game else {
        return Err(reading.problems.clone());
    };
    ludarium_ludemes::assemble::assemble_board(checked)
        .map(Game::from)
        .map_err(|why| vec![unplayable(&reading.expanded.game, why)])
}

fn unplayable(tree: &Tree, why: ludarium_ludemes::lower::Unplayable) -> Problem {
    let node = tree.node(why.at);
    let (code, message) = if why.unsupported {
        ("E0501", format!("`{}`: {}", why.ludeme, why.message))
    } else if why.unknown_name {
        (UNKNOWN_NAME, why.message)
    } else {
        ("E0502", why.message)
    };
    Problem::error(code, node.span, message).origin(tree, node.origin)
}
