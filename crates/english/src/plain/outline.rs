//! A turn in one sentence, and the phases of a game: what a reader wants to know before the details.

use super::writer::Writer;
use crate::grammar;
use ludarium_ludemes::checked::CheckedId;

impl<'a> Writer<'a> {
    /// A turn in one sentence, where the rules of it are long: what may be done, without the ifs and buts.
    pub fn outline(&self, moves: CheckedId) -> Option<String> {
        let inner: Vec<CheckedId> = {
            let mut all = Vec::new();
            let mut todo = vec![moves];
            while let Some(n) = todo.pop() {
                all.push(n);
                for (slot, arg) in self.c.node(n).args.iter().enumerate() {
                    let param = &self.c.node(n).entry.params[slot];
                    if let Some(arg) = arg
                        && param.ty != ludarium_ludemes::Ty::Bool
                    {
                        todo.extend(arg.clauses());
                    }
                }
            }
            all
        };
        let has = |ids: &[&str]| inner.iter().any(|n| ids.contains(&self.id(*n)));
        let many = grammar::plural(&self.facts.piece);
        let from_hand = inner.iter().any(|n| ["handSite", "sites Hand"].contains(&self.id(*n)));
        let mut can: Vec<String> = Vec::new();
        if has(&["sow"]) {
            can.push(format!("sow the {many} of one of your holes"));
        } else {
            if has(&["move Add", "move Claim"]) || (from_hand && has(&["move", "fromTo"])) {
                can.push(format!("place one of your {many}"));
            }
            if has(&["forEach Piece", "move Step", "move Slide", "move Hop", "move Leap"]) {
                can.push(format!("move one of your {many}"));
            }
        }
        if has(&["move Remove"]) {
            can.push(format!("take {} off the board", grammar::a(&self.facts.piece)));
        }
        if has(&["move Promote"]) {
            can.push("promote a piece".to_string());
        }
        if has(&["move Pass"]) {
            can.push("pass".to_string());
        }
        if can.len() < 2 && !has(&["roll"]) && !has(&["moveAgain"]) {
            return None;
        }
        // Passing is never all there is to a turn.
        if can.is_empty() || can == ["pass"] {
            return None;
        }
        let roll = if has(&["roll"]) { "roll the dice, and then " } else { "" };
        let again = if has(&["moveAgain"]) { "; some moves let you go on" } else { "" };
        Some(format!("in outline: you {roll}{}{again}", grammar::list(&can, "or")))
    }
}

/// The number of phases in words, and their names in order.
pub fn phases_in_outline(titles: &[String]) -> Option<String> {
    (titles.len() > 1).then(|| {
        let quoted: Vec<String> = titles.iter().map(|t| format!("“{t}”")).collect();
        format!(
            "the game has {} phases: {}",
            grammar::number(titles.len() as i64),
            grammar::list(&quoted, "and")
        )
    })
}
