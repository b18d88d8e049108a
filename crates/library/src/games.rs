//! Finding a game of the library by the name somebody typed. Spelling is forgiving (case, accents, blanks and
//! punctuation do not count, other names serve as well); a name that is not there comes back with the nearest ones.

use crate::GAMES;
use crate::about::{About, Family, Ruleset};
use std::sync::OnceLock;

/// A game of our library, as its folder in `games/` holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryGame {
    /// The folder's name: `nine-mens-morris`.
    pub key: &'static str,
    /// The name the description gives itself: `Nine Men's Morris`.
    pub title: &'static str,
    /// The description, `game.lud`.
    pub text: &'static str,
    /// Its story, `notes.md`.
    pub notes: &'static str,
    /// The text of `about.toml`; [`LibraryGame::about`] is what it says.
    pub facts: &'static str,
    /// What players know of the game, `weights.txt`, where `ludarium train` has made it.
    pub weights: Option<&'static str>,
    /// Its puzzles, `puzzles.txt`, where `ludarium puzzles` has made some.
    pub puzzles: Option<&'static str>,
    /// Words for the steps of its lesson, `lesson.md`, where somebody wrote some.
    pub lesson: Option<&'static str>,
}

impl LibraryGame {
    /// The facts about the game, read from `about.toml` when first asked for.
    ///
    /// ```
    /// use ludarium_library::{Family, find};
    /// let chess = find("chess").unwrap().about();
    /// assert_eq!(chess.family, Family::Chess);
    /// assert_eq!(chess.rulesets[0].ids, ["DLP.GameRulesets.44"]);
    /// ```
    pub fn about(&self) -> &'static About {
        let index = GAMES.binary_search_by(|game| game.key.cmp(self.key));
        &abouts()[index.expect("library games come from the library only")]
    }

    /// The story without its heading.
    pub fn story(&self) -> &'static str {
        self.notes.split_once('\n').map_or("", |(_, rest)| rest.trim())
    }

    /// The first paragraph of the story, on one line.
    pub fn teaser(&self) -> String {
        let first = self.story().split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A name that no library game has, with those that come near, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotInLibrary {
    pub name: String,
    /// Titles of games.
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

/// The games of a family, in the order of their titles.
pub fn family(family: Family) -> Vec<&'static LibraryGame> {
    let mut found: Vec<_> = GAMES.iter().filter(|game| game.about().family == family).collect();
    found.sort_by_key(|game| plain(game.title));
    found
}

/// The game called `name`: its key, its title, one of its aliases, the name of one of its rulesets, or an identifier.
///
/// ```
/// use ludarium_library::find;
/// assert_eq!(find("tic tac toe").unwrap().title, "Tic-Tac-Toe");
/// assert_eq!(find("Noughts & Crosses").unwrap().title, "Tic-Tac-Toe");
/// assert_eq!(find("muhle").unwrap().title, "Nine Men's Morris");
/// assert_eq!(find("Tictactow").unwrap_err().near, ["Tic-Tac-Toe"]);
/// ```
pub fn find(name: &str) -> Result<&'static LibraryGame, NotInLibrary> {
    let wanted = plain(name);
    // A title goes before another game's alias, whatever the order of the folders.
    let by_title = GAMES.iter().find(|game| plain(game.title) == wanted || plain(game.key) == wanted);
    if let Some(game) = by_title.filter(|_| !wanted.is_empty()) {
        return Ok(game);
    }
    if let Some(game) = GAMES.iter().find(|game| other_names(game).any(|other| other == wanted)) {
        return Ok(game);
    }
    if let Some((game, _)) = by_id(name) {
        return Ok(game);
    }
    let mut near: Vec<(f64, &'static str)> = GAMES
        .iter()
        .map(|game| {
            let names = std::iter::once(plain(game.title)).chain(other_names(game));
            let score = names.map(|other| strsim::jaro_winkler(&other, &wanted)).fold(0.0, f64::max);
            (score, game.title)
        })
        .filter(|(score, _)| *score > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    // Those that are much further than the best would only distract.
    let best = near.first().map_or(0.0, |(score, _)| *score);
    near.retain(|(score, _)| *score > best - 0.08);
    Err(NotInLibrary {
        name: name.to_owned(),
        near: near.into_iter().take(3).map(|(_, title)| title).collect(),
    })
}

/// The game, and the ruleset where it is one, that has this identifier.
///
/// ```
/// let (game, ruleset) = ludarium_library::by_id("DLP.GameRulesets.44").unwrap();
/// assert_eq!((game.title, ruleset.unwrap().name.as_str()), ("Chess", "Standard"));
/// ```
pub fn by_id(id: &str) -> Option<(&'static LibraryGame, Option<&'static Ruleset>)> {
    let id = id.trim();
    GAMES.iter().find_map(|game| {
        let about = game.about();
        let ruleset = about.rulesets.iter().find(|r| r.ids.iter().any(|i| i.eq_ignore_ascii_case(id)));
        let whole = about.ids.iter().any(|i| i.eq_ignore_ascii_case(id));
        (whole || ruleset.is_some()).then_some((game, ruleset))
    })
}

/// The games in whose names, story or facts all these words occur, those with a word in a name first, then in the
/// order of their keys. No words, all games.
///
/// ```
/// let found = ludarium_library::search("noughts");
/// assert_eq!(found[0].title, "Tic-Tac-Toe");
/// ```
pub fn search(words: &str) -> Vec<&'static LibraryGame> {
    let words: Vec<String> = words.split_whitespace().map(plain).filter(|w| !w.is_empty()).collect();
    let mut found: Vec<(bool, &'static LibraryGame)> = Vec::new();
    for game in GAMES {
        let names: Vec<String> = std::iter::once(plain(game.title)).chain(other_names(game)).collect();
        let in_name = |word: &String| names.iter().any(|name| name.contains(word.as_str()));
        let rest = plain(&format!("{} {} {}", game.notes, game.facts, game.about().family.title()));
        if words.iter().all(|word| in_name(word) || rest.contains(word.as_str())) {
            found.push((!words.iter().any(in_name), game));
        }
    }
    found.sort_by_key(|(later, game)| (*later, game.key));
    found.into_iter().map(|(_, game)| game).collect()
}

/// Aliases, byname and rulesets of a game, as they are compared.
fn other_names(game: &LibraryGame) -> impl Iterator<Item = String> + use<> {
    let about = game.about();
    // A ruleset that wants options is not what the description plays by itself.
    let rulesets =
        about.rulesets.iter().filter(|ruleset| ruleset.options.is_empty()).map(|ruleset| &ruleset.name);
    about.aliases.iter().chain(&about.byname).chain(rulesets).map(|name| plain(name))
}

/// The facts of all games, in the order of [`GAMES`].
fn abouts() -> &'static [About] {
    static ALL: OnceLock<Vec<About>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |game: &LibraryGame| match toml::from_str(game.facts) {
            Ok(about) => about,
            // The texts are ours and embedded; the crate's tests read every one of them.
            Err(e) => panic!("games/{}/about.toml: {e}", game.key),
        };
        GAMES.iter().map(read).collect()
    })
}

/// A name as names are compared: letters and digits only, in lower case and without accents.
///
/// ```
/// assert_eq!(ludarium_library::plain("Mühle (Österreich)"), "muhleosterreich");
/// ```
pub fn plain(name: &str) -> String {
    deunicode::deunicode(name)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
