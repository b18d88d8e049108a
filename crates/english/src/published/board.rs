//! How page style names a board: its sizes, its outline and its tiling.
//!
//! Only a board that is one plain tiling has all three. What operators make of a graph has no outline and, if
//! several graphs take part, no tiling.

use super::render::Renderer;
use ludarium_ludemes::checked::{CheckedId, Value};

/// Whether a piece of equipment is a board.
pub(super) fn is_board(id: &str) -> bool {
    matches!(id, "board" | "boardless" | "mancalaBoard" | "surakartaBoard")
}

/// `8x8 rectangle board with square tiling`.
pub(super) fn words(r: &Renderer<'_>, board: CheckedId) -> String {
    let int = |name: &str| match r.value(board, name) {
        Some(Value::Int(n)) => Some(*n),
        _ => None,
    };
    match r.id(board) {
        "boardless" => "table".to_string(),
        "mancalaBoard" => {
            let mut text =
                format!("{} x {} Mancala board", int("rows").unwrap_or(0), int("columns").unwrap_or(0));
            let stores = int("numStores").unwrap_or(2);
            if stores > 0 {
                let kind = r.word(board, "store").unwrap_or("Outer").to_lowercase();
                text += &format!(" with {stores} {kind} stores");
            }
            text
        }
        _ => {
            let shape = r.try_sub(board, "graph").map_or(Shape::none(), |graph| shape(r, graph, 0));
            if r.id(board) == "surakartaBoard" {
                return surakarta(&shape, int("loops"), int("from"));
            }
            if shape.outline.is_none() && shape.tiling.is_none() {
                return format!("{} board", shape.own_words.to_lowercase());
            }
            let sizes: Vec<String> = shape.sizes.iter().map(i64::to_string).collect();
            let mut text = match sizes.as_slice() {
                [one] => format!("{one}x{one}"),
                many => many.join("x"),
            };
            if let Some(outline) = &shape.outline {
                text += &format!(" {outline}");
            }
            text += " board";
            if let Some(tiling) = &shape.tiling {
                text += &format!(" with {tiling} tiling");
            }
            text.trim().to_string()
        }
    }
}

fn surakarta(shape: &Shape, loops: Option<i64>, from: Option<i64>) -> String {
    let side = |i: usize| shape.sizes.get(i).or(shape.sizes.first()).copied().unwrap_or(0);
    let (rows, columns) = (side(0) - 1, side(1) - 1);
    let loops = loops.unwrap_or(rows.min(columns) / 2);
    let tiling = super::words::capital(shape.tiling.as_deref().unwrap_or_default());
    let from = from.unwrap_or(1);
    format!(
        "{rows} x {columns} Surakarta board with {tiling} tiling, with {loops} loops which start at row {from}"
    )
}

/// Sizes, outline and tiling of a graph. A graph that has neither outline nor tiling is named by words of its own.
struct Shape {
    sizes: Vec<i64>,
    outline: Option<String>,
    tiling: Option<String>,
    own_words: String,
}

impl Shape {
    fn new(sizes: Vec<i64>, outline: &str, tiling: &str) -> Shape {
        Shape {
            sizes,
            outline: Some(outline.to_string()),
            tiling: Some(tiling.to_string()),
            own_words: String::new(),
        }
    }
    fn none() -> Shape {
        Shape::new(Vec::new(), "noshape", "nobasis")
    }
    fn nameless(own_words: &str) -> Shape {
        Shape { sizes: Vec::new(), outline: None, tiling: None, own_words: own_words.to_string() }
    }
}

/// How deep graphs made of graphs are followed.
const DEEPEST: usize = 64;

fn shape(r: &Renderer<'_>, graph: CheckedId, depth: usize) -> Shape {
    let entry = r.checked.node(graph).entry;
    let dim = |name: &str| r.value(graph, name).and_then(|value| r.number(value));
    let (head, keyword) = (entry.head, entry.keyword.unwrap_or(""));
    let poly = r.value(graph, "poly").is_some() || r.value(graph, "sides").is_some();
    let one = || vec![dim("dimA").or(dim("dim")).unwrap_or(0)];
    let two = || {
        let first = dim("dimA").or(dim("rows")).unwrap_or(0);
        vec![first, dim("dimB").or(dim("columns")).unwrap_or(first)]
    };
    let square_or_not = |sizes: Vec<i64>, tiling: &str| {
        let outline = if sizes[0] == sizes[1] { "square" } else { "rectangle" };
        Shape::new(sizes, outline, tiling)
    };
    match head {
        "square" | "hex" | "tri" | "rectangle" => {
            let tiling = match head {
                "hex" => "hexagonal",
                "tri" => "triangular",
                _ => "square",
            };
            if poly {
                return Shape::new(Vec::new(), "custom", tiling);
            }
            match (head, keyword) {
                ("rectangle", _) => Shape::new(two(), "rectangle", tiling),
                ("square", "Diamond") => Shape::new(one(), "diamond", tiling),
                ("square", "Limping") => Shape::new(vec![one()[0], one()[0] + 1], "rectangle", tiling),
                ("square", _) => Shape::new(one(), "rectangle", tiling),
                (_, "Diamond") => Shape::new(one(), "diamond", tiling),
                (_, "Triangle") => Shape::new(one(), "triangle", tiling),
                (_, "Star") => Shape::new(one(), "star", tiling),
                (_, "Prism") => Shape::new(two(), "prism", tiling),
                (_, "Square") => Shape::new(one(), "square", tiling),
                (_, "Rectangle") => square_or_not(two(), tiling),
                (_, "Limping") => Shape::new(Vec::new(), "limping", tiling),
                ("tri", "") => Shape::new(one(), "triangle", tiling),
                ("hex", "" | "Hexagon") if dim("dimB").is_some_and(|b| Some(b) != dim("dimA")) => {
                    let by_one = two()[0].abs_diff(two()[1]) == 1;
                    Shape::new(Vec::new(), if by_one { "limping" } else { "custom" }, tiling)
                }
                _ => Shape::nameless(&format!("{tiling} hexagon")),
            }
        }
        "brick" => match keyword {
            "Diamond" => Shape::new(one(), "diamond", "brick"),
            "Prism" => Shape::new(two(), "prism", "brick"),
            "Spiral" => Shape::new(one(), "spiral", "brick"),
            "Limping" => Shape::new(vec![one()[0], one()[0] + 1], "rectangle", "brick"),
            _ => square_or_not(two(), "brick"),
        },
        "celtic" if poly => Shape::new(Vec::new(), "noshape", "celtic"),
        "celtic" => square_or_not(two(), "celtic"),
        "quadhex" => Shape::new(vec![dim("layers").unwrap_or(0)], "hexagon", "quadhex"),
        "tiling" => {
            let tiling = keyword.to_lowercase();
            let both = dim("dimB").is_some();
            match keyword {
                _ if poly => Shape::new(Vec::new(), "custom", &tiling),
                "T488" => square_or_not(two(), &tiling),
                "T33434" => Shape::new(one(), "diamond", &tiling),
                "T33344" => Shape::new(one(), "rhombus", &tiling),
                _ if both => Shape::new(two(), "quadrilateral", &tiling),
                _ => Shape::new(one(), "hexagon", &tiling),
            }
        }
        "wedge" => Shape::new(two(), "wedge", "nobasis"),
        "spiral" => {
            Shape::new(vec![dim("turns").unwrap_or(0), dim("sites").unwrap_or(0), 1], "spiral", "spiral")
        }
        "concentric" => match keyword {
            "Square" => Shape::new(Vec::new(), "square", "concentric"),
            "Triangle" => Shape::new(Vec::new(), "triangle", "concentric"),
            "Hexagon" => Shape::new(Vec::new(), "hexagon", "concentric"),
            "" if r.value(graph, "sides").is_some() => Shape::new(Vec::new(), "regular", "concentric"),
            _ => Shape::nameless("concentric circle"),
        },
        "regular" | "repeat" => Shape::nameless(&format!("<game.functions.graph.generators.shape.{head}>")),
        "dual" => Shape::new(Vec::new(), "noshape", "dual"),
        "complete" | "hole" | "layers" | "makeFaces" | "recoordinate" | "renumber" | "rotate" | "scale"
        | "shift" | "skew" | "splitCrossings" | "subdivide" | "trim" | "remove" | "keep"
            if depth < DEEPEST =>
        {
            let inner = r.try_sub(graph, "graph").map_or(Shape::none(), |inner| shape(r, inner, depth + 1));
            let nobasis = || Some("nobasis".to_string());
            Shape {
                sizes: Vec::new(),
                outline: match head {
                    "remove" | "keep" => Some("noshape".to_string()),
                    _ => inner.outline,
                },
                tiling: match head {
                    "complete" | "splitCrossings" | "subdivide" => nobasis(),
                    _ => inner.tiling,
                },
                own_words: match head {
                    "rotate" => format!("rotated {}", inner.own_words),
                    _ => format!("<game.functions.graph.operators.{}>", head.to_lowercase()),
                },
            }
        }
        _ => Shape::none(),
    }
}
