//! Words about a piece or an attempt at the table: how a piece moves, why something cannot be done. The words are made
//! elsewhere; here places on the page become sites, and sides get their names.

use crate::scene::key;
use crate::session::Session;
use ludarium_engine::SiteType;
use ludarium_play::why::Attempt;
use ludarium_render::Site;
use serde::{Deserialize, Serialize};

/// What is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Nothing where nothing can be told.
    pub explanation: Option<String>,
    /// The keys of places to look at.
    pub sites: Vec<String>,
    /// The clause of the description that keeps the move out, where one was found.
    #[serde(default)]
    pub clause: Option<Clause>,
}

/// A clause, where it is written, and what it and its parts were at that moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    pub text: String,
    /// Nothing for a clause of a definition that comes with us.
    pub line: Option<u32>,
    /// Clauses and their values, the outermost first.
    pub values: Vec<(String, String)>,
}

/// With `to`: why the attempt is not legal. With `from` alone: how the piece there moves.
pub fn explain(session: &Session, from: Option<&str>, to: Option<&str>) -> Explained {
    let (from, to) = (from.and_then(site), to.and_then(site));
    match (from, to) {
        (from, Some(to)) => why_not(session, from, to),
        (Some(from), None) => how_it_moves(session, from),
        (None, None) => Explained::default(),
    }
}

/// The site that a key names: `c12`.
fn site(key: &str) -> Option<i32> {
    let digits = key.strip_prefix(['c', 'e', 'v'])?;
    digits.parse().ok().filter(|site| *site >= 0)
}

fn why_not(session: &Session, from: Option<i32>, to: i32) -> Explained {
    let game = session.inner().1;
    let sides = &session.part().sides;
    let side = |player: usize| match player.checked_sub(1).and_then(|i| sides.get(i)) {
        Some(side) if !side.name.is_empty() => side.name.clone(),
        Some(_) | None => format!("Player {player}"),
    };
    let Some(reason) = session.state().why_not_told(Attempt { from, to }, &side) else {
        return Explained::default();
    };
    let kind = game.site_type;
    let keys = reason.sites.iter().filter_map(|&site| usize::try_from(site).ok());
    Explained {
        explanation: Some(reason.sentence),
        sites: keys.map(|index| key(Site { kind, index })).collect(),
        clause: clause(session, Attempt { from, to }),
    }
}

/// The clause whose change would let the attempt in. Values could tell what is hidden; a match has several descriptions.
fn clause(session: &Session, attempt: Attempt) -> Option<Clause> {
    if session.compiled().hidden() || session.whole().instance.is_some() {
        return None;
    }
    let reading = session.compiled().reading();
    let change = session.state().change_for(&reading, attempt)?;
    let tree = &reading.expanded.game;
    let place = ludarium_syntax::locate(tree.node(change.node).span, &reading.sources());
    let values = session.state().values_of(&reading, &change, attempt).into_iter();
    Some(Clause {
        text: tree.print(change.node),
        line: (place.file == reading.name).then_some(place.start.line),
        values: values.map(|v| (tree.print(v.node), v.is.words(session.game()))).collect(),
    })
}

fn how_it_moves(session: &Session, from: i32) -> Explained {
    // What a hidden piece is must not be told by how it moves.
    if session.compiled().hidden() || session.whole().instance.is_some() {
        return Explained::default();
    }
    let game = session.game();
    let on_board = (from as usize) < game.board_sites(game.site_type);
    let kind = if on_board { game.site_type } else { SiteType::Cell };
    let what = session.state().ctx().what(kind, from);
    let words = game.components.get(what).and_then(|c| session.compiled().piece_words.get(&c.label));
    Explained { explanation: words.filter(|words| !words.is_empty()).cloned(), ..Explained::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::Compiled;
    use ludarium_play::Selection;
    use std::sync::Arc;

    fn session(name: &str) -> Session {
        let text = ludarium_play::find(name).unwrap().text;
        let compiled = Compiled::make(name, text, &Selection::default(), &|_| None).ok().unwrap();
        Session::start(Arc::new(compiled), 1)
    }

    fn told(session: &Session, from: Option<&str>, to: Option<&str>) -> String {
        explain(session, from, to).explanation.unwrap_or_default()
    }

    #[test]
    fn attempts_and_pieces_are_explained() {
        let chess = session("Chess");
        let blocked = explain(&chess, Some("c0"), Some("c16"));
        assert_eq!(blocked.explanation.as_deref(), Some("Your pawn on a2 is in the way."));
        assert_eq!(blocked.sites, ["c8"]);
        let castling = explain(&chess, Some("c4"), Some("c6")).clause.unwrap_or_default();
        assert!(castling.text.contains("is Empty") && castling.line.is_some(), "{castling:?}");
        let other = told(&chess, Some("c52"), Some("c36"));
        assert!(other.contains("White’s turn") && other.contains("Black’s"), "{other}");
        assert!(told(&chess, Some("c1"), None).starts_with("A knight may leap"));
        assert_eq!(told(&chess, Some("c12"), Some("c28")), "", "what is legal needs no reason");
        for (from, to) in
            [(Some("c999999"), Some("c1")), (Some("x"), Some("c3")), (None, None), (Some("c99"), None)]
        {
            explain(&chess, from, to);
        }
    }
}
