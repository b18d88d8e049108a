//! From a description that was read to a game that can be played, or to the reasons why not.

use crate::Reading;
use ludarium_engine::Game;
use ludarium_syntax::{Problem, Tree};

/// Builds the game. What cannot be played yet is refused here, with the ludeme and its place, never ignored in play.
///
/// ```
/// use ludarium::{Selection, compile, library_defines, read};
/// let reading = read("", ludarium::find("Tic-Tac-Toe").unwrap().text, &library_defines(), &Selection::default());
/// let game = compile(&reading).unwrap();
/// assert_eq!(game.players, 2);
/// ```
pub fn compile(reading: &Reading) -> Result<Game, Vec<Problem>> {
    let Some(checked) = &reading.game else {
        return Err(reading.problems.clone());
    };
    let tree = &reading.expanded.game;
    match ludarium_ludemes::assemble::assemble(checked) {
        Ok((mut game, rules)) => {
            game.rule_names = rules.into_iter().map(|(id, _)| id.to_string()).collect();
            Ok(game)
        }
        Err(why) => Err(vec![unplayable(tree, why)]),
    }
}

/// Builds the board alone, with hands and dice: enough to draw it, also where the rules cannot be played yet.
pub fn compile_board(reading: &Reading) -> Result<Game, Vec<Problem>> {
    let Some(checked) = &reading.game else {
        return Err(reading.problems.clone());
    };
    ludarium_ludemes::assemble::assemble_board(checked)
        .map_err(|why| vec![unplayable(&reading.expanded.game, why)])
}

fn unplayable(tree: &Tree, why: ludarium_ludemes::lower::Unplayable) -> Problem {
    let node = tree.node(why.at);
    let (code, message) = if why.unsupported {
        ("E0501", format!("`{}`: {}", why.ludeme, why.message))
    } else {
        ("E0502", why.message)
    };
    Problem::error(code, node.span, message).origin(tree, node.origin)
}
