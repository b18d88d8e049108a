//! Finding a game of the library by the name somebody typed. Spelling is forgiving (case, blanks and punctuation do
//! not count); a name that is not there comes back with the nearest ones.

use crate::GAMES;

/// A game of our library, as its folder in `games/` holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryGame {
    /// The folder's name: `nine-mens-morris`.
    pub key: &'static str,
    /// The name the description gives itself: `Nine Men's Morris`.
    pub title: &'static str,
    /// The description, `game.lud`.
    pub text: &'static str,
    /// What people should know about it, `notes.md`.
    pub notes: &'static str,
}

/// A name that no library game has, with those that come near, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotInLibrary {
    pub name: String,
    pub near: Vec<&'static str>,
}

impl std::fmt::Display for NotInLibrary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the library has no game called \"{}\"", self.name)?;
        if let Some(best) = self.near.first() {
            write!(f, " (did you mean \"{best}\"?)")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotInLibrary {}

/// All games of the library, in the order of their keys.
pub fn games() -> &'static [LibraryGame] {
    GAMES
}

/// The game called `name`.
///
/// ```
/// assert_eq!(ludarium_library::find("tic tac toe").unwrap().title, "Tic-Tac-Toe");
/// assert_eq!(ludarium_library::find("Tictactow").unwrap_err().near, ["Tic-Tac-Toe"]);
/// ```
pub fn find(name: &str) -> Result<&'static LibraryGame, NotInLibrary> {
    let wanted = plain(name);
    if let Some(game) = GAMES.iter().find(|game| plain(game.title) == wanted || plain(game.key) == wanted) {
        return Ok(game);
    }
    let mut near: Vec<(f64, &'static str)> = GAMES
        .iter()
        .map(|game| (strsim::jaro_winkler(&plain(game.title), &wanted), game.title))
        .filter(|(score, _)| *score > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    Err(NotInLibrary {
        name: name.to_owned(),
        near: near.into_iter().take(3).map(|(_, title)| title).collect(),
    })
}

/// Letters and digits only, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
