//! What a game's `(graphics …)` metadata says, turned into a [`Style`]. Knows the names of the language's items;
//! regions that have to be worked out on a board are asked for, since this crate knows no boards' rules.
//!
//! Items that are about other things than pictures (animation, scores, possible moves) are passed over.

use crate::palette;
use crate::style::{
    BoardStyle, Colour, DrawnLine, EdgeClass, EdgeRule, HintPlace, HoleShape, LineStyle, Ornament, Paint,
    PieceChange, PieceFilter, PieceRule, PieceStyle, StackKind, StackRule, StepClass, Style, Symbol,
};
use crate::view::{Site, SiteType};
use ludarium_ludemes::checked::{Checked, CheckedId, Value};

/// A set of sites that the metadata means without listing it.
#[derive(Clone, Copy, Debug)]
pub enum Ask<'a> {
    /// A region of the equipment by name, or a player's part of it.
    Named(&'a str, Option<u8>),
    /// All regions of a player.
    Owned(u8),
    /// A region function, in the metadata.
    Function(CheckedId),
}

/// What the reader needs to know about the game.
pub struct Facts<'a> {
    pub players: u8,
    /// The kind of site that the game is played on.
    pub played: SiteType,
    /// Works out regions; an empty list where that is not possible.
    pub sites: &'a dyn Fn(Ask<'_>, SiteType) -> Vec<Site>,
}

/// Read the style out of checked metadata.
pub fn style(metadata: &Checked, facts: &Facts<'_>) -> Style {
    let mut style = Style::default();
    // The parent of a node comes before it, so the items come in the order of the text.
    for index in 0..metadata.nodes.len() {
        let Ok(index) = u32::try_from(index) else { break };
        let reader = Reader { metadata, id: CheckedId(index), facts };
        reader.item(&mut style);
    }
    style
}

struct Reader<'a> {
    metadata: &'a Checked,
    id: CheckedId,
    facts: &'a Facts<'a>,
}

impl Reader<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.metadata.arg(self.id, name).map(|a| &a.value)
    }

    fn text(&self, name: &str) -> Option<String> {
        match self.value(name) {
            Some(Value::Text(t)) => Some(t.to_string()),
            _ => None,
        }
    }

    fn word(&self, name: &str) -> Option<&'static str> {
        self.value(name).and_then(Value::word)
    }

    fn float(&self, name: &str) -> Option<f64> {
        number(self.value(name)?)
    }

    fn int(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Some(Value::Int(n)) => Some(*n),
            _ => None,
        }
    }

    /// A switch; left out means on.
    fn on(&self) -> bool {
        !matches!(self.value("value"), Some(Value::Bool(false)))
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Bool(true)))
    }

    fn colour(&self, name: &str) -> Option<Colour> {
        let Some(Value::Node(id)) = self.value(name) else { return None };
        colour(self.metadata, *id)
    }

    fn owner(&self, name: &str) -> Option<u8> {
        owner(self.word(name)?, self.facts.players)
    }

    fn kind(&self, name: &str) -> SiteType {
        match self.word(name) {
            Some("Cell") => SiteType::Cell,
            Some("Edge") => SiteType::Edge,
            Some("Vertex") => SiteType::Vertex,
            _ => self.facts.played,
        }
    }

    fn filter(&self, name: &str) -> PieceFilter {
        PieceFilter {
            owner: self.owner("role"),
            name: self.text(name),
            container: self.int("container").and_then(|c| usize::try_from(c).ok()),
            state: self.int("state"),
            value: self.int("value"),
        }
    }

    fn ornament(&self, image: &str) -> Ornament {
        let both = self.float("scale").unwrap_or(1.0);
        Ornament {
            image: self.text(image),
            text: self.text("text"),
            fill: self.colour("fillColour"),
            edge: self.colour("edgeColour"),
            scale_x: self.float("scaleX").unwrap_or(both),
            scale_y: self.float("scaleY").unwrap_or(both),
            rotation: self.float("rotation").unwrap_or(0.0),
            offset_x: self.float("offsetX").unwrap_or(0.0),
            offset_y: self.float("offsetY").unwrap_or(0.0),
        }
    }

    /// The sites an item is about.
    fn sites(&self, kind: SiteType) -> Vec<Site> {
        let listed = |index: i64| usize::try_from(index).ok().map(|index| Site { kind, index });
        if let Some(Value::Array(items)) = self.value("sites") {
            return items
                .iter()
                .filter_map(|a| if let Value::Int(n) = a.value { listed(n) } else { None })
                .collect();
        }
        if let Some(n) = self.int("site") {
            return listed(n).into_iter().collect();
        }
        if let Some(Value::Node(id)) = self.value("regionFunction") {
            return (self.facts.sites)(Ask::Function(*id), kind);
        }
        if let Some(name) = self.text("region") {
            return (self.facts.sites)(Ask::Named(&name, self.owner("role")), kind);
        }
        match self.owner("role") {
            Some(owner) => (self.facts.sites)(Ask::Owned(owner), kind),
            None => Vec::new(),
        }
    }

    fn piece(&self, style: &mut Style, name: &str, change: PieceChange) {
        style.pieces.push(PieceRule { filter: self.filter(name), change });
    }

    fn item(&self, style: &mut Style) {
        let node = self.metadata.node(self.id);
        // Overloads of one item are told apart by a number after its name.
        let id = node.entry.id.split('#').next().unwrap_or(node.entry.id);
        match id {
            "board Style" => {
                if let Some(named) = self.word("containerStyleType").and_then(BoardStyle::named) {
                    style.board = named;
                }
                style.fill_sites |= self.flag("replaceComponentsWithFilledCells");
            }
            "board StyleThickness" => {
                let thickness = self.float("thickness");
                match self.word("boardGraphicsType") {
                    Some("InnerEdges") => style.widths.inner_edges = thickness,
                    Some("OuterEdges") => style.widths.outer_edges = thickness,
                    Some("InnerVertices") => style.widths.inner_vertices = thickness,
                    Some("OuterVertices") => style.widths.outer_vertices = thickness,
                    _ => {}
                }
            }
            "board Checkered" => style.checkered = self.on(),
            "board Background" => style.background.push(self.ornament("image")),
            "board Foreground" => style.foreground.push(self.ornament("image")),
            "board Hidden" | "no Board" => style.hide_board = self.on(),
            "board Colour" => {
                let colour = self.colour("colour");
                let colours = &mut style.colours;
                match self.word("boardGraphicsType") {
                    Some("InnerEdges") => colours.inner_edges = colour,
                    Some("OuterEdges") => colours.outer_edges = colour,
                    Some("InnerVertices") => colours.inner_vertices = colour,
                    Some("OuterVertices") => colours.outer_vertices = colour,
                    Some("Symbols") => colours.symbols = colour,
                    Some(phase) => {
                        let index = phase.strip_prefix("Phase").and_then(|n| n.parse::<usize>().ok());
                        if let Some(slot) = index.and_then(|i| colours.phases.get_mut(i)) {
                            *slot = colour;
                        }
                    }
                    None => {}
                }
            }
            "no Curves" | "show StraightEdges" => style.straight_edges = self.on(),
            "no DicePips" => style.no_dice_pips = self.on(),
            "region Colour" => {
                let kind = if self.value("regionSiteType").is_some() {
                    self.kind("regionSiteType")
                } else {
                    self.kind("type")
                };
                let paint = Paint {
                    sites: self.sites(kind),
                    colour: self.colour("colour"),
                    scale: self.float("scale").unwrap_or(1.0),
                };
                style.paints.push(paint);
            }
            "stackType" => {
                if let Some(kind) = self.word("stackType").and_then(StackKind::named) {
                    let at = self.kind("type");
                    style.stacks.push(StackRule {
                        filter: self.filter("name"),
                        sites: if self.value("sites").is_some() || self.value("site").is_some() {
                            self.sites(at)
                        } else {
                            Vec::new()
                        },
                        kind,
                        scale: self.float("scale").unwrap_or(1.0),
                        limit: self.int("limit").and_then(|n| usize::try_from(n).ok()),
                    });
                }
            }
            "player Colour" => {
                if let (Some(owner), Some(colour)) = (self.owner("role"), self.colour("colour")) {
                    style.players.push((owner, colour));
                }
            }
            "player Name" => {
                if let (Some(owner), Some(name)) = (self.owner("role"), self.text("name")) {
                    style.player_names.push((owner, name));
                }
            }
            "drawHint" => {
                style.hints = match self.word("drawHint") {
                    Some("TopLeft") => HintPlace::TopLeft,
                    Some("NextTo") => HintPlace::NextTo,
                    Some("None") => HintPlace::None,
                    _ => HintPlace::Default,
                };
            }
            "hintLocation" if self.word("hintLocation") == Some("BetweenVertices") => {
                style.hints = HintPlace::BetweenVertices;
            }
            "piece Style" => {
                let kind = match self.word("componentStyleType") {
                    Some("Card") => PieceStyle::Card,
                    Some("Die") => PieceStyle::Die,
                    Some("Domino") => PieceStyle::Domino,
                    Some("Tile") => PieceStyle::Tile,
                    Some("LargePiece") => PieceStyle::LargePiece,
                    Some("ExtendedShogi") => PieceStyle::Shogi,
                    Some("ExtendedXiangqi") => PieceStyle::Xiangqi,
                    Some("NativeAmericanDice") => PieceStyle::NativeAmericanDice,
                    _ => PieceStyle::Plain,
                };
                self.piece(style, "pieceName", PieceChange::Style(kind));
            }
            "piece Rename" => {
                if let Some(name) = self.text("name") {
                    self.piece(style, "piece", PieceChange::Rename(name));
                }
            }
            "piece ExtendName" => {
                if let Some(name) = self.text("name") {
                    self.piece(style, "piece", PieceChange::ExtendName(name));
                }
            }
            "piece AddStateToName" => self.piece(style, "piece", PieceChange::AddStateToName),
            "piece Hidden" => {
                let name = if node.entry.slot("pieceName").is_some() { "pieceName" } else { "piece" };
                self.piece(style, name, PieceChange::Hidden);
            }
            "piece Background" => {
                self.piece(style, "pieceName", PieceChange::Background(self.ornament("image")))
            }
            "piece Foreground" => {
                self.piece(style, "pieceName", PieceChange::Foreground(self.ornament("image")))
            }
            "piece Colour" => {
                let change = PieceChange::Colour {
                    fill: self.colour("fillColour"),
                    stroke: self.colour("strokeColour"),
                    secondary: self.colour("secondaryColour"),
                };
                self.piece(style, "pieceName", change);
            }
            "piece Rotate" => {
                let degrees = self.float("degrees").unwrap_or(0.0);
                self.piece(style, "pieceName", PieceChange::Rotate(degrees));
            }
            "piece Scale" => {
                let both = self.float("scale").unwrap_or(1.0);
                let change = PieceChange::Scale(
                    self.float("scaleX").unwrap_or(both),
                    self.float("scaleY").unwrap_or(both),
                );
                self.piece(style, "pieceName", change);
            }
            "show AsHoles" => {
                if let Some(Value::Array(items)) = self.value("indices") {
                    let sites = items.iter().filter_map(|a| {
                        if let Value::Int(n) = a.value { usize::try_from(n).ok() } else { None }
                    });
                    let shape =
                        if self.word("type") == Some("Square") { HoleShape::Square } else { HoleShape::Oval };
                    style.holes.push((sites.collect(), shape));
                }
            }
            "show Symbol" => {
                let sites = self.sites(self.kind("type"));
                let mut ornament = self.ornament("imageName");
                if let Some(part) = self.word("boardGraphicsType") {
                    let colours = &style.colours;
                    ornament.fill = ornament.fill.or(match part {
                        "InnerEdges" => colours.inner_edges,
                        "OuterEdges" => colours.outer_edges,
                        "Symbols" => colours.symbols,
                        _ => None,
                    });
                }
                style.symbols.push(Symbol { sites, ornament });
            }
            "show Line" => {
                let Some(Value::Array(lines)) = self.value("lines") else { return };
                let mut ends = Vec::new();
                for line in lines {
                    let Value::Array(points) = &line.value else { continue };
                    let points: Vec<usize> = points
                        .iter()
                        .filter_map(
                            |a| if let Value::Int(n) = a.value { usize::try_from(n).ok() } else { None },
                        )
                        .collect();
                    ends.extend(points.windows(2).map(|w| (w[0], w[1])));
                }
                let curve: Option<Vec<f64>> = match self.value("curve") {
                    Some(Value::Array(items)) => items.iter().map(|a| number(&a.value)).collect(),
                    _ => None,
                };
                style.lines.push(DrawnLine {
                    // Lines run between vertices unless said otherwise, whatever the game is played on.
                    kind: if self.value("type").is_some() { self.kind("type") } else { SiteType::Vertex },
                    ends,
                    style: self.word("style").and_then(LineStyle::named).unwrap_or_default(),
                    colour: self.colour("colour"),
                    scale: self.float("scale").unwrap_or(1.0),
                    curve: curve.and_then(|c| <[f64; 4]>::try_from(c).ok()),
                });
            }
            "show Edges" => style.edges.push(EdgeRule {
                class: match self.word("type") {
                    Some("Inner") => EdgeClass::Inner,
                    Some("Outer") => EdgeClass::Outer,
                    Some("Interlayer") => EdgeClass::Interlayer,
                    _ => EdgeClass::All,
                },
                step: match self.word("relation") {
                    Some("Orthogonal") => StepClass::Orthogonal,
                    Some("Diagonal") => StepClass::Diagonal,
                    Some("OffDiagonal") => StepClass::OffDiagonal,
                    Some("Adjacent") => StepClass::Adjacent,
                    _ => StepClass::All,
                },
                connection: self.flag("connection"),
                style: self.word("style").and_then(LineStyle::named).unwrap_or_default(),
                colour: self.colour("colour"),
            }),
            "show LocalStateHoles" => style.local_state_holes = self.on(),
            "show PlayerHoles" => style.player_holes = self.on(),
            "show Piece State" => style.show_state = true,
            "show Piece Value" => style.show_value = true,
            _ => {}
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        Value::Float(x) => Some(*x),
        Value::Node(_)
        | Value::Array(_)
        | Value::Bool(_)
        | Value::Text(_)
        | Value::Enum(..)
        | Value::Hole(..) => None,
    }
}

/// A role as an owner's number: 0 for nobody, one more than the players for what is shared.
pub fn owner(role: &str, players: u8) -> Option<u8> {
    match role {
        "Neutral" => Some(0),
        "Shared" | "All" => Some(players.saturating_add(1)),
        _ => role.strip_prefix('P').and_then(|n| n.parse().ok()),
    }
}

fn colour(metadata: &Checked, id: CheckedId) -> Option<Colour> {
    let channel = |name: &str| match metadata.arg(id, name).map(|a| &a.value) {
        Some(Value::Int(n)) => u8::try_from((*n).clamp(0, 255)).ok(),
        _ => None,
    };
    if let (Some(r), Some(g), Some(b)) = (channel("r"), channel("g"), channel("b")) {
        return Some(Colour { r, g, b, a: channel("a").unwrap_or(255) });
    }
    match metadata.arg(id, "hexCode").map(|a| &a.value) {
        Some(Value::Text(code)) => {
            u32::from_str_radix(code.trim_start_matches('#'), 16).ok().map(Colour::hex)
        }
        _ => metadata.arg(id, "type").and_then(|a| a.value.word()).and_then(palette::named),
    }
}
