//! Noun phrases that need more than a template: places of a move, pieces, counts, regions; and directions.

mod numbers;
mod pieces;
mod places;
mod regions;

pub use numbers::constant;
pub use places::{compass, track_name};
pub use regions::{place_called, without_player};

use super::facts::int_of;
use super::writer::{Np, Writer};
use crate::grammar::{self, Number};
use ludarium_ludemes::checked::{Arg, CheckedId};

impl<'a> Writer<'a> {
    pub fn planned_noun(&mut self, id: CheckedId, sort: &'static str) -> Np {
        let s = self.noun_for(id);
        match self.id(id) {
            // -- places of a move --
            "from [int]" => {
                self.take(id, "at");
                Np::one(self.names.from.clone())
            }
            "to [int]" => Np::one(self.names.to.clone()),
            "between [int]" => Np::one(self.names.between.clone()),
            "site" => Np::one(self.names.site.clone()),
            "last To" => {
                self.take(id, "afterConsequence");
                Np::one(self.names.last_to.clone())
            }
            "last From" => {
                self.take(id, "afterConsequence");
                Np::one(self.names.last_from.clone())
            }
            // -- players --
            "mover" => self.names.mover.clone(),
            "next" => self.names.next.clone(),
            "prev" => {
                self.take(id, "type");
                self.names.prev.clone()
            }
            "player [int]" => self.names.player.clone(),
            "player [player]" => match self.take(id, "index") {
                Some(arg) => self.np(arg, "player"),
                None => Np::one("that player"),
            },
            "who" => {
                let at = self.at_phrase(id);
                Np::one(format!("the owner of the {} {at}", self.facts.piece))
            }
            // -- pieces --
            "what" => {
                let at = self.at_phrase(id);
                match sort {
                    "apiece" | "piece" => Np::one(format!("the same kind of piece as the one {at}")),
                    _ => Np::one(format!("the {} {at}", self.facts.piece)),
                }
            }
            "id [int]" => match self.take(id, "name") {
                Some(arg) => self.np(arg, if sort.is_empty() { "apiece" } else { sort }),
                None => Np::one("a piece"),
            },
            "id [int]#2" => {
                let owner = self.take(id, "who").map(|a| self.np(a, "player"));
                let words = match self.take(id, "name") {
                    Some(arg) => self.np(arg, "name").text,
                    None => self.facts.piece.clone(),
                };
                Np::one(self.owned(owner, &words, sort))
            }
            "piece [piece]" => self.piece_part(id, sort),
            // -- values --
            "state" => {
                let at = self.at_phrase(id);
                Np::one(format!("the state of the piece {at}"))
            }
            "value Piece" => {
                let at = self.at_phrase(id);
                Np::one(format!("the value of the piece {at}"))
            }
            "var" => match self.take(id, "key") {
                Some(arg) => Np::one(format!("the {} mark", self.np(arg, "quoted").text)),
                None => Np::one("the marked value"),
            },
            "value Pending" if self.facts.pending_is_site => Np::one(format!("the marked {}", s.one)),
            "value Pending" => Np::one("the pending value"),
            "if [int]" => Np::one(self.one_of_cases(id, sort)),
            "if [ints]" | "if [region]" => self.one_of_regions(id),
            "max [int]#2" | "min [int]#2" => self.extreme(id),
            "counter" => Np::one(format!("the number of moves made{}", self.facts.counted_since())),
            "- [int]" | "- [dim]" => self.difference(id),
            "+ [dim]" | "+ [dim]#2" => self.joined(id, " plus "),
            "* [dim]" | "* [dim]#2" => self.joined(id, " times "),
            "/ [dim]" => self.joined(id, " divided by "),
            "^ [dim]" => self.joined(id, " to the power of "),
            "max [dim]" | "min [dim]" => {
                let which = if self.id(id).starts_with("max") { "larger" } else { "smaller" };
                Np::one(format!("the {which} of {}", self.joined(id, " and ").text))
            }
            "range" | "exact" | "max [range]" | "min [range]" => Np::one(self.range_words(id, sort)),
            "rotations" => Np::one(self.joined(id, " or ").text),
            // -- sites --
            "ahead" => self.ahead(id),
            "handSite" => self.hand_site(id),
            "mapEntry" => self.map_entry(id),
            "regionSite" => self.region_site(id),
            "where" => self.where_piece(id),
            "trackSite Move" => self.track_move(id),
            "face" => self.face(id),
            "count Pieces" => Np::one(format!("the number of {}", self.counted_pieces(id, false))),
            "count Pips" => self.pips(id),
            _ => self.planned_region(id),
        }
    }

    /// The same for regions.
    fn planned_region(&mut self, id: CheckedId) -> Np {
        let s = self.noun_for(id);
        match self.id(id) {
            "forEach [region]" => self.filtered(id),
            "forEach [region]#2" => {
                let of = self.take(id, "of").map(|r| self.all_of(r).text).unwrap_or_default();
                let region = self.take(id, "region").map(|r| self.np(r, "").text).unwrap_or_default();
                self.region_np(format!("{region} (for each of {of})"))
            }
            "difference [region]" => self.less(id),
            "intersection [region]" | "intersection [region]#2" => {
                let mut parts: Vec<&'a Arg> = Vec::new();
                for name in ["region1", "region2", "regions"] {
                    parts.extend(self.items(id, name));
                }
                self.in_common(&parts)
            }
            "union [region]" | "union [region]#2" => {
                let mut parts: Vec<&'a Arg> = Vec::new();
                for name in ["region1", "region2", "regions"] {
                    parts.extend(self.items(id, name));
                }
                let single = self.single;
                let texts: Vec<String> = parts.into_iter().map(|p| self.np(p, "").text).collect();
                self.region_np(grammar::list(&texts, if single { "or" } else { "and" }))
            }
            "sites Phase" if self.facts.squares && int_of(self.peek(id, "index")).is_some_and(|n| n < 2) => {
                self.said_type(id);
                let same = int_of(self.take(id, "index")) == Some(0);
                let noun = if self.single { s.one } else { s.many };
                let text = if same {
                    format!("the {noun} of the same colour as A1")
                } else {
                    format!("the {noun} of the colour that A1 is not")
                };
                self.region_np(text)
            }
            "sites Phase" => {
                self.said_type(id);
                let class =
                    self.take(id, "index").map(|a| self.np(a, "").text).unwrap_or_else(|| "zero".into());
                let noun = if self.single { s.one } else { s.many };
                self.region_np(format!("the {noun} of colour class {class}"))
            }
            "expand" => self.expand(id),
            "sites Row" | "sites Column" => self.row_or_column(id),
            "sites Empty" => self.empty_sites(id),
            "sites Side" => self.side(id),
            "sites" => Np::many("no sites at all".replace("sites", s.many)),
            "sites#2" | "sites#3" => self.listed_sites(id),
            "sites#4" => self.walked(id),
            "sites#5" => self.named_region(id),
            "sites Track" => self.of_track(id),
            "sites Hand" => self.of_hand(id),
            "sites Start" => self.of_start(id),
            "sites Occupied" => self.occupied(id),
            "sites Between" => self.between_sites(id),
            "sites LineOfSight" => self.in_sight(id),
            "sites Around" => self.around(id),
            "sites Direction" => self.in_direction(id),
            _ => Np::one("something not in words"),
        }
    }
}

/// `holds a piece` of one square; `hold a piece` of several.
pub fn plural_predicate(predicate: &str) -> String {
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are".to_string(),
        "has" => "have".to_string(),
        "does" => "do".to_string(),
        "was" => "were".to_string(),
        _ if verb.ends_with('s') => grammar::verb(verb, Number::Many, false),
        _ => verb.to_string(),
    };
    let mut text = if rest.is_empty() { verb } else { format!("{verb} {rest}") };
    for before in [" and ", " or ", ", ", " either "] {
        for (one, many) in [("is ", "are "), ("holds ", "hold "), ("has ", "have "), ("does not ", "do not ")]
        {
            text = text.replace(&format!("{before}{one}"), &format!("{before}{many}"));
        }
    }
    text
}
