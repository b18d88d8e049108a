//! What comes inside the binary: the definitions that any description may use, and our own games with what is known
//! about them. This crate knows names, facts and texts; what the rules in the texts mean is for others to say.
//!
//! ```
//! use ludarium_library::{Family, by_id, family, find, search};
//! let morris = find("merels").unwrap();                          // by any name,
//! assert!(family(Family::Mill).contains(&morris));               // by kind,
//! assert!(search("three squares inside").contains(&morris));     // by what its story says,
//! assert!(by_id("DLP.GameRulesets.44").is_some());               // by identifier
//! println!("{} ({})", morris.title, morris.about().region);
//! ```

pub mod about;
mod games;

pub use about::{About, Family, Period, Region, Ruleset, RulesetKind};
pub use games::{LibraryGame, NotInLibrary, by_id, family, find, games, plain, search};

/// One file of definitions: `(define "Name" body)` clauses with a comment on each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefineFile {
    /// The file's name, for messages: `hops.ludef`.
    pub name: &'static str,
    pub text: &'static str,
}

/// The embedded definitions, in the order of their files' names.
///
/// ```
/// let all = ludarium_library::define_files();
/// assert!(all.iter().any(|file| file.text.contains("(define \"IsEnemyAt\"")));
/// ```
pub fn define_files() -> &'static [DefineFile] {
    DEFINES
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
