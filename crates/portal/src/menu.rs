//! The menu of every page: which pages there are, in which group each stands. A page that does not exist yet is not in
//! the list; one line adds it.

use crate::texts::t;

/// A page in the menu.
pub struct Item {
    pub href: &'static str,
    pub name: &'static str,
}

/// Pages that belong together.
pub struct Group {
    pub name: &'static str,
    pub items: Vec<Item>,
}

const fn at(href: &'static str, name: &'static str) -> (&'static str, &'static str) {
    (href, name)
}

/// What stands in the row at the top of every page: address and key of the name.
const ROW: &[(&str, &str)] = &[
    at("/games", "menu.games"),
    at("/puzzles", "menu.puzzles"),
    at("/lobby", "menu.lobby"),
    at("/tournaments", "menu.tournaments"),
    at("/study", "menu.study"),
    at("/map", "menu.map"),
    at("/editor", "menu.make"),
];

/// All pages, for the list behind the last button and the foot.
const GROUPS: &[(&str, &[(&str, &str)])] = &[
    (
        "menu.play",
        &[
            at("/games", "menu.games"),
            at("/lobby", "menu.lobby"),
            at("/tournaments", "menu.tournaments"),
            at("/people", "menu.people"),
            at("/tables", "menu.mine"),
            at("/random", "menu.random"),
        ],
    ),
    (
        "menu.learn",
        &[
            at("/puzzles", "menu.puzzles"),
            at("/study", "menu.study"),
            at("/tutorials", "menu.tutorials"),
            at("/help", "menu.help"),
        ],
    ),
    (
        "menu.research",
        &[
            at("/map", "menu.map"),
            at("/map/games", "menu.likeness"),
            at("/concepts", "menu.concepts"),
            at("/reconstruct", "menu.reconstruct"),
            at("/references", "menu.references"),
        ],
    ),
    ("menu.make", &[at("/editor", "menu.editor"), at("/ludemes", "menu.ludemes")]),
    (
        "menu.more",
        &[
            at("/about", "menu.about"),
            at("/downloads", "menu.downloads"),
            at("/contribute", "menu.contribute"),
            at("/notes", "menu.notes"),
        ],
    ),
];

fn items(list: &'static [(&'static str, &'static str)]) -> Vec<Item> {
    list.iter().map(|(href, key)| Item { href, name: t(key) }).collect()
}

pub fn row() -> Vec<Item> {
    items(ROW)
}

pub fn groups() -> Vec<Group> {
    GROUPS.iter().map(|(name, list)| Group { name: t(name), items: items(list) }).collect()
}

/// The last line of every page.
pub fn source() -> String {
    crate::texts::with("foot.source", &[("version", &env!("CARGO_PKG_VERSION"))])
}
