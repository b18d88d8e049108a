//! What comes inside the binary: the definitions that any description may use, and our own games. This crate knows
//! names and texts; what the texts mean is for others to say.

mod games;

pub use games::{LibraryGame, NotInLibrary, find, games};

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
