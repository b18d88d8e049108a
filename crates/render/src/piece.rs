//! How one piece looks: its picture, colours, turn, size and what is printed on it. Knows nothing of boards.

use crate::canvas::{Bounds, Canvas, Path, Pen};
use crate::font::{self, Anchor, Weight};
use crate::hanzi;
use crate::palette;
use crate::pictures::{self, Ink, Picture, Shape};
use crate::style::{BoardStyle, Colour, Ornament, PieceChange, PieceStyle, Style};
use crate::view::{Face, PieceAt, Pt, Suit, View};
use std::fmt::Write;

/// What a piece is drawn with.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The name that leads to the picture.
    pub name: String,
    pub fill: Colour,
    /// The colour of what is printed on the piece.
    pub print: Colour,
    pub scale_x: f64,
    pub scale_y: f64,
    /// Degrees, clockwise.
    pub rotation: f64,
    pub style: PieceStyle,
    pub background: Vec<Ornament>,
    pub foreground: Vec<Ornament>,
    /// Not to be drawn at all.
    pub absent: bool,
    /// Does the way it points say something, such as whose it is? Then it turns with the board.
    pub points: bool,
}

/// The colour of a player in this game.
pub fn player_colour(style: &Style, owner: u8, players: u8) -> Colour {
    style
        .players
        .iter()
        .rev()
        .find(|(p, _)| *p == owner)
        .map(|(_, colour)| *colour)
        .unwrap_or_else(|| palette::player(owner, players))
}

/// Apply the game's rules about pieces to one of them.
pub fn look(view: &View, piece: &PieceAt, container: usize) -> Look {
    let style = &view.style;
    let bare = piece.kind_name().to_string();
    let fill = player_colour(style, piece.owner, view.players);
    let mut look = Look {
        name: bare.clone(),
        fill,
        print: palette::on(fill),
        scale_x: 1.0,
        scale_y: 1.0,
        rotation: piece.rotation,
        style: style.board.manner().pieces,
        background: Vec::new(),
        foreground: Vec::new(),
        absent: false,
        points: view.pieces_point || piece.rotation != 0.0,
    };
    let mut turned = false;
    for rule in &style.pieces {
        let f = &rule.filter;
        let named = f
            .name
            .as_ref()
            .is_none_or(|n| n.eq_ignore_ascii_case(&bare) || n.eq_ignore_ascii_case(&piece.name));
        if !named
            || f.owner.is_some_and(|o| o != piece.owner)
            || f.container.is_some_and(|c| c != container)
            || f.state.is_some_and(|s| s != piece.state)
            || f.value.is_some_and(|v| v != piece.value)
        {
            continue;
        }
        match &rule.change {
            PieceChange::Colour { fill, stroke, secondary } => {
                if let Some(fill) = fill {
                    look.fill = *fill;
                    look.print = palette::on(*fill);
                }
                if let Some(colour) = secondary.or(*stroke) {
                    look.print = colour;
                }
            }
            PieceChange::Rotate(degrees) => {
                look.rotation += degrees;
                turned = true;
            }
            PieceChange::Scale(x, y) => {
                look.scale_x = *x;
                look.scale_y = *y;
            }
            PieceChange::Style(s) => look.style = *s,
            PieceChange::Rename(name) => look.name.clone_from(name),
            // An extension picks another artist's drawing of the same piece; ours has one drawing of each.
            PieceChange::ExtendName(_) => {}
            PieceChange::AddStateToName => look.name = format!("{bare}{}", piece.state),
            PieceChange::Hidden => look.absent = true,
            PieceChange::Background(o) => look.background.push(o.clone()),
            PieceChange::Foreground(o) => look.foreground.push(o.clone()),
        }
    }
    if told_by_pointing(view, piece, &look) {
        look.points = true;
        if !turned && !turns_this_kind(style, &bare) {
            look.rotation += view.facing.get(usize::from(piece.owner)).copied().unwrap_or(0.0);
        }
    }
    look
}

/// Do the players' pieces of this kind look alike, so that only the way they point tells whose they are?
fn told_by_pointing(view: &View, piece: &PieceAt, look: &Look) -> bool {
    let owned = piece.owner >= 1 && piece.owner <= view.players && view.players > 1;
    let mine = player_colour(&view.style, piece.owner, view.players);
    let alike =
        (1..=view.players).any(|p| p != piece.owner && player_colour(&view.style, p, view.players) == mine);
    owned && piece.face == Face::Plain && (look.style == PieceStyle::Shogi || alike)
}

/// Does the game itself say how pieces of this kind are turned?
fn turns_this_kind(style: &Style, kind: &str) -> bool {
    style.pieces.iter().any(|rule| {
        matches!(rule.change, PieceChange::Rotate(_))
            && rule
                .filter
                .name
                .as_ref()
                .is_none_or(|n| n.trim_end_matches(|c: char| c.is_ascii_digit()).eq_ignore_ascii_case(kind))
    })
}

/// The markup of a picture in given colours.
fn markup(picture: Picture, fill: Colour, print: Colour, edge: Colour) -> String {
    let mut out = String::new();
    let shade =
        if fill.brightness() > 0.3 { fill.mix(palette::INK, 0.22) } else { fill.mix(palette::IVORY, 0.18) };
    let glow =
        if fill.brightness() > 0.85 { palette::INK.with_alpha(28) } else { palette::IVORY.with_alpha(95) };
    for (ink, shape) in picture {
        let pen = match ink {
            Ink::Body => Pen::both(fill, edge, 3.2),
            Ink::Shade => Pen::both(shade, edge, 3.2),
            Ink::Line => Pen::line(print, 3.4),
            Ink::Thick => Pen::line(print, 6.5),
            Ink::Limb => Pen::line(edge, 4.5),
            Ink::Dot => Pen::fill(print),
            Ink::Glow => Pen::fill(glow),
        }
        .rounded();
        match shape {
            Shape::P(d) => {
                let _ = write!(out, "<path{} d=\"{d}\"/>", pen.attributes());
            }
            Shape::C(x, y, r) => {
                let _ = write!(out, "<circle{} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>", pen.attributes());
            }
        }
    }
    out
}

/// An id that is the same for the same drawing: letters and digits only.
fn stamp_name(parts: &[&str], colours: &[Colour]) -> String {
    let mut out = String::from("p-");
    for part in parts {
        out.extend(part.chars().filter(char::is_ascii_alphanumeric));
        out.push('-');
    }
    for c in colours {
        let _ = write!(out, "{:02x}{:02x}{:02x}", c.r, c.g, c.b);
        if c.a < 255 {
            let _ = write!(out, "{:02x}", c.a);
        }
    }
    out
}

/// Put a picture by name at a place; false if there is no picture of that name.
#[expect(clippy::too_many_arguments, reason = "a placement is a point, two sizes and a turn")]
pub fn picture(
    canvas: &mut Canvas,
    name: &str,
    at: Pt,
    size_x: f64,
    size_y: f64,
    degrees: f64,
    fill: Colour,
    print: Colour,
) -> bool {
    let Some((key, shapes)) = pictures::find(name) else { return false };
    // A shape without filling is drawn by its outline.
    let edge = if fill.a == 0 { print } else { palette::outline(fill) };
    canvas.stamp(&stamp_name(&[key], &[fill, print]), at, size_x / 100.0, size_y / 100.0, degrees, || {
        markup(shapes, fill, print, edge)
    });
    true
}

/// The few letters that stand for a name without a picture: two of a single word, else the first of each, up to four.
pub fn initials(name: &str) -> String {
    let words = pictures::words(name);
    let mut out: String = match words.as_slice() {
        [] => name.chars().take(3).collect(),
        [word] => word.chars().take(2).collect(),
        many => many.iter().take(4).filter_map(|word| word.chars().next()).collect(),
    };
    if let Some(first) = out.get(..1) {
        out = format!("{}{}", first.to_ascii_uppercase(), &out[1..]);
    }
    if words.len() > 1 {
        out = out.to_uppercase();
    }
    out
}

/// Digits at the end of a name, if a plain shape comes before them: `Square2048` is a square with a number.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[stem.len()..];
    if digits.is_empty() || stem.is_empty() {
        return None;
    }
    matches!(
        stem.to_ascii_lowercase().as_str(),
        "square" | "counter" | "disc" | "ball" | "hex" | "octagon" | "tile" | "marker" | "dot"
    )
    .then_some((stem, digits))
}

/// Draw a piece, `size` wide and high, with its middle at a point.
pub fn draw(canvas: &mut Canvas, view: &View, piece: &PieceAt, look: &Look, at: Pt, size: f64) {
    if look.absent {
        return;
    }
    let (sx, sy) = (size * look.scale_x.clamp(0.05, 4.0), size * look.scale_y.clamp(0.05, 4.0));
    let written = is_written(view, piece, look);
    if !written {
        for ornament in &look.background {
            ornament_at(canvas, &on_piece(ornament), at, size, look.fill, look.print);
        }
    }
    if piece.hidden {
        back(canvas, at, sx.min(sy), look.fill);
        return;
    }
    match &piece.face {
        Face::Die { value, .. } if is_shaped_die(look) => {
            // Dice of another shape, such as the pyramids of Ur: a marked tip counts.
            picture(canvas, &look.name, at, sx, sy, 0.0, palette::IVORY, palette::INK);
            if *value > 0 {
                canvas.circle(Pt::new(at.x, at.y + size * 0.08), size * 0.1, &Pen::fill(palette::INK), "");
            }
        }
        Face::Die { value, sides } => {
            die(canvas, at, sx.min(sy), *value, *sides, look.fill, look.print, view.style.no_dice_pips)
        }
        Face::Card { rank, suit } => card(canvas, at, sx.min(sy), *rank, *suit),
        Face::Domino { first, second } => domino(canvas, at, sx.min(sy), *first, *second, look.rotation),
        Face::Paths { sides, paths } => path_tile(canvas, view, at, size, *sides, paths, look),
        Face::Plain if written => {
            // Such pieces bring their own tile; the wishes about size are about other artists' drawings.
            let share = look.background.first().map_or(1.0, |o| o.scale_x.clamp(0.74, 1.0));
            plain(canvas, view, piece, look, at, size * share, size * share);
        }
        Face::Plain => plain(canvas, view, piece, look, at, sx, sy),
    }
    for ornament in &look.foreground {
        ornament_at(canvas, &on_piece(ornament), at, size, look.fill, look.print);
    }
}

/// An ornament as a piece wears it. Descriptions give its shift in halves of the piece's size (two digits side by side are
/// one apart); what would still stick out is moved back, because whoever sees it elsewhere points there.
fn on_piece(o: &Ornament) -> Ornament {
    let shift = |by: f64, scale: f64| {
        let room = ((1.0 - scale) / 2.0).max(0.0);
        (by / 2.0).clamp(-room, room)
    };
    let (offset_x, offset_y) = (shift(o.offset_x, o.scale_x), shift(o.offset_y, o.scale_y));
    Ornament { offset_x, offset_y, ..o.clone() }
}

/// A die that the game gives a picture of its own.
fn is_shaped_die(look: &Look) -> bool {
    !look.name.to_ascii_lowercase().starts_with("die") && pictures::find(&look.name).is_some()
}

/// Is the piece shown by a character on a tile or disc?
fn is_written(view: &View, piece: &PieceAt, look: &Look) -> bool {
    let lower = look.name.to_ascii_lowercase();
    piece.face == Face::Plain
        && (look.style == PieceStyle::Shogi
            || hanzi::xiangqi(lower.trim_end_matches("_black"), true).is_some()
            || (matches!(view.style.board, BoardStyle::Xiangqi | BoardStyle::Janggi)
                && hanzi::shogi(&lower, true).is_some()))
}

fn plain(canvas: &mut Canvas, view: &View, piece: &PieceAt, look: &Look, at: Pt, sx: f64, sy: f64) {
    let size = sx.min(sy);
    let lower = look.name.to_ascii_lowercase();
    let lower = lower.trim_end_matches("_black").trim_end_matches("_white");
    if look.style == PieceStyle::Shogi {
        shogi_tile(canvas, view, piece, look, at, size);
        return;
    }
    if let Some(c) = hanzi::xiangqi(lower, piece.owner == 1) {
        xiangqi_disc(canvas, view, c, at, size, piece.owner);
        return;
    }
    if look.style == PieceStyle::Xiangqi
        && let Some((c, _)) = hanzi::shogi(lower, piece.owner == 1)
    {
        xiangqi_disc(canvas, view, c, at, size, piece.owner);
        return;
    }
    let text = lone_text(&look.name);
    if look.style == PieceStyle::Letter || text {
        letter(canvas, &look.name, look, piece.owner, at, size);
        return;
    }
    if let Some((stem, digits)) = numbered(&look.name) {
        picture(
            canvas,
            if stem.eq_ignore_ascii_case("counter") { "marker" } else { stem },
            at,
            sx,
            sy,
            0.0,
            look.fill,
            look.fill,
        );
        // A game that prints the number itself needs no other.
        if look.foreground.is_empty() {
            let fit = (size * 0.62).min(size * 62.0 / font::length(digits, 100.0).max(1.0));
            font::write(canvas, digits, at, fit, Anchor::Middle, Weight::Bold, look.print);
        }
        return;
    }
    if picture(canvas, &look.name, at, sx, sy, look.rotation, look.fill, look.print) {
        return;
    }
    // Any other name: a disc with letters.
    canvas.circle(at, size * 0.42, &Pen::both(look.fill, palette::outline(look.fill), size * 0.032), "");
    let text = initials(&look.name);
    let fit = (size * 0.5).min(size * 56.0 / font::length(&text, 100.0).max(1.0));
    font::write(canvas, &text, at, fit, Anchor::Middle, Weight::Bold, look.print);
}

/// Names that are best shown as they are: single letters and plain numbers.
fn lone_text(name: &str) -> bool {
    let letters = name.chars().count();
    (letters == 1 && name.chars().all(char::is_alphanumeric) && !name.eq_ignore_ascii_case("x"))
        || (letters <= 4 && !name.is_empty() && name.chars().all(|c| c.is_ascii_digit()))
}

fn letter(canvas: &mut Canvas, text: &str, look: &Look, owner: u8, at: Pt, size: f64) {
    let fit = (size * 0.72).min(size * 74.0 / font::length(text, 100.0).max(1.0));
    if owner == 0 {
        font::write(canvas, text, at, fit, Anchor::Middle, Weight::Bold, palette::INK);
        return;
    }
    canvas.circle(at, size * 0.42, &Pen::both(look.fill, palette::outline(look.fill), size * 0.032), "");
    font::write(canvas, text, at, fit * 0.72, Anchor::Middle, Weight::Bold, look.print);
}

fn back(canvas: &mut Canvas, at: Pt, size: f64, fill: Colour) {
    let area = Bounds { low: at, high: at }.grown(size * 0.4);
    canvas.rectangle(area, size * 0.1, &Pen::both(fill, palette::outline(fill), size * 0.032), "");
    font::write(canvas, "?", at, size * 0.5, Anchor::Middle, Weight::Bold, palette::on(fill));
}

fn character(canvas: &mut Canvas, c: char, at: Pt, size: f64, degrees: f64, colour: Colour) {
    let Some(data) = hanzi::strokes(c) else { return };
    let name = stamp_name(&[&format!("{:x}", c as u32)], &[colour]);
    canvas.stamp(&name, at, size / 100.0, size / 100.0, degrees, || {
        format!("<path{} d=\"{data}\"/>", Pen::line(colour, 7.5).rounded().attributes())
    });
}

/// Has the colour a hue of its own?
fn is_vivid(c: Colour) -> bool {
    c.r.max(c.g).max(c.b) - c.r.min(c.g).min(c.b) > 60
}

fn xiangqi_disc(canvas: &mut Canvas, view: &View, c: char, at: Pt, size: f64, owner: u8) {
    // Discs are of one wood; the print tells the sides apart: in their own colours if both have one, else red for the
    // first and black for the second, as printed diagrams do.
    let vivid = (1..=view.players.max(2)).all(|p| is_vivid(player_colour(&view.style, p, view.players)));
    let print = match (vivid, owner) {
        (true, _) => player_colour(&view.style, owner, view.players).mix(palette::INK, 0.15),
        (false, 1) => Colour::hex(0xb3261e),
        (false, _) => palette::INK,
    };
    let wood = Colour::hex(0xf7e7c6);
    if view.style.board == BoardStyle::Janggi {
        picture(canvas, "octagon", at, size, size, 0.0, wood, print);
    } else {
        canvas.circle(at, size * 0.44, &Pen::both(wood, palette::WOOD_FRAME, size * 0.03), "");
        canvas.circle(at, size * 0.375, &Pen::line(print, size * 0.022), "");
    }
    character(canvas, c, at, size * 0.5, 0.0, print);
}

fn shogi_tile(canvas: &mut Canvas, _view: &View, piece: &PieceAt, look: &Look, at: Pt, size: f64) {
    let wood = Colour::hex(0xf6dfae);
    let name = stamp_name(&["tile"], &[]);
    canvas.stamp(&name, at, size / 100.0, size / 100.0, look.rotation, || {
        format!(
            "<path{} d=\"M50 5L77 17L87 92H13L23 17Z\"/>",
            Pen::both(wood, palette::WOOD_FRAME, 3.0).rounded().attributes()
        )
    });
    let lower = look.name.to_ascii_lowercase();
    let turn = look.rotation.to_radians();
    // The print sits a little below the middle of the tile, towards its broad end.
    let offset = size * 0.06;
    let middle = Pt::new(at.x - turn.sin() * offset, at.y + turn.cos() * offset);
    match hanzi::shogi(&lower, piece.owner == 1) {
        Some((c, promoted)) => {
            let ink = if promoted { Colour::hex(0xb3261e) } else { palette::INK };
            character(canvas, c, middle, size * 0.5, look.rotation, ink);
        }
        None => {
            let text = initials(&look.name).to_uppercase();
            let fit = (size * 0.42).min(size * 46.0 / font::length(&text, 100.0).max(1.0));
            let strokes = font::strokes(&text, Pt::new(50.0, 56.0), fit * 100.0 / size, Anchor::Middle);
            let ink = if look.print == palette::IVORY { palette::INK } else { look.print };
            let mut path = Canvas::new("");
            path.path(&strokes, &Pen::line(ink, fit * 13.0 / size).rounded(), "");
            let (_, body, _) = path.into_parts();
            let name = stamp_name(&["letters", &text], &[ink]);
            canvas.stamp(&name, at, size / 100.0, size / 100.0, look.rotation, || body);
        }
    }
}

/// Pips of a die or of half a domino, on a square of side 2 around the origin.
fn pips(value: i64) -> &'static [(f64, f64)] {
    match value {
        1 => &[(0.0, 0.0)],
        2 => &[(-0.5, -0.5), (0.5, 0.5)],
        3 => &[(-0.55, -0.55), (0.0, 0.0), (0.55, 0.55)],
        4 => &[(-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5)],
        5 => &[(-0.55, -0.55), (0.55, 0.55), (-0.55, 0.55), (0.55, -0.55), (0.0, 0.0)],
        6 => &[(-0.5, -0.6), (0.5, 0.6), (-0.5, 0.6), (0.5, -0.6), (-0.5, 0.0), (0.5, 0.0)],
        7 => &[(-0.55, -0.6), (0.55, 0.6), (-0.55, 0.6), (0.55, -0.6), (-0.55, 0.0), (0.55, 0.0), (0.0, 0.0)],
        8 => &[
            (-0.55, -0.6),
            (0.55, 0.6),
            (-0.55, 0.6),
            (0.55, -0.6),
            (-0.55, 0.0),
            (0.55, 0.0),
            (0.0, -0.6),
            (0.0, 0.6),
        ],
        9 => &[
            (-0.6, -0.6),
            (0.6, 0.6),
            (-0.6, 0.6),
            (0.6, -0.6),
            (-0.6, 0.0),
            (0.6, 0.0),
            (0.0, -0.6),
            (0.0, 0.6),
            (0.0, 0.0),
        ],
        _ => &[],
    }
}

#[expect(clippy::too_many_arguments, reason = "a die is a place, a size, a face and colours")]
fn die(
    canvas: &mut Canvas,
    at: Pt,
    size: f64,
    value: i64,
    sides: i64,
    fill: Colour,
    print: Colour,
    no_pips: bool,
) {
    if sides == 2 {
        // A throwing stick: flat side up shows its mark.
        let area = Bounds {
            low: Pt::new(at.x - size * 0.14, at.y - size * 0.44),
            high: Pt::new(at.x + size * 0.14, at.y + size * 0.44),
        };
        let colour = if value > 0 { fill } else { fill.mix(palette::INK, 0.55) };
        canvas.rectangle(area, size * 0.12, &Pen::both(colour, palette::INK, size * 0.03), "");
        if value > 0 {
            let mut marks = Path::new();
            for i in -2..=2 {
                let y = at.y + f64::from(i) * size * 0.14;
                marks.start(Pt::new(at.x - size * 0.06, y));
                marks.line(Pt::new(at.x + size * 0.06, y));
            }
            canvas.path(&marks, &Pen::line(palette::INK, size * 0.025).rounded(), "");
        }
        return;
    }
    let area = Bounds { low: at, high: at }.grown(size * 0.38);
    canvas.rectangle(area, size * 0.14, &Pen::both(fill, palette::INK, size * 0.03), "");
    if value <= 0 {
        return;
    }
    if value <= 9 && !no_pips {
        let mut dots = Path::new();
        for (x, y) in pips(value) {
            dots.circle(Pt::new(at.x + x * size * 0.38, at.y + y * size * 0.38), size * 0.065);
        }
        canvas.path(&dots, &Pen::fill(print), "");
    } else {
        let text = value.to_string();
        let fit = (size * 0.5).min(size * 50.0 / font::length(&text, 100.0).max(1.0));
        font::write(canvas, &text, at, fit, Anchor::Middle, Weight::Bold, print);
    }
}

fn domino(canvas: &mut Canvas, at: Pt, size: f64, first: i64, second: i64, degrees: f64) {
    let turned = (degrees.rem_euclid(180.0) - 90.0).abs() < 45.0;
    let (half, dx, dy) = (size * 0.25, if turned { 1.0 } else { 0.0 }, if turned { 0.0 } else { 1.0 });
    let flip = if (90.0 + 45.0..270.0 + 45.0).contains(&degrees.rem_euclid(360.0)) { -1.0 } else { 1.0 };
    let reach = Pt::new(half + dx * half, half + dy * half);
    let area = Bounds { low: at.minus(reach), high: at.plus(reach) };
    canvas.rectangle(area, size * 0.07, &Pen::both(palette::IVORY, palette::INK, size * 0.025), "");
    let across = Pt::new(dy * half * 0.8, dx * half * 0.8);
    canvas.path(&Path::segment(at.minus(across), at.plus(across)), &Pen::line(palette::INK, size * 0.02), "");
    for (value, side) in [(first, -1.0), (second, 1.0)] {
        let middle = Pt::new(at.x + dx * side * flip * half, at.y + dy * side * flip * half);
        if value > 9 {
            font::write(
                canvas,
                &value.to_string(),
                middle,
                half * 1.1,
                Anchor::Middle,
                Weight::Bold,
                palette::INK,
            );
            continue;
        }
        let mut dots = Path::new();
        for (x, y) in pips(value) {
            let (x, y) = if turned { (*y, *x) } else { (*x, *y) };
            dots.circle(Pt::new(middle.x + x * half, middle.y + y * half), half * 0.16);
        }
        canvas.path(&dots, &Pen::fill(palette::INK), "");
    }
}

/// A tile that fills its cell, with paths from side to side.
fn path_tile(
    canvas: &mut Canvas,
    view: &View,
    at: Pt,
    size: f64,
    sides: usize,
    paths: &[(usize, usize, usize)],
    look: &Look,
) {
    let sides = sides.clamp(3, 12);
    // The tile reaches the sides of the cell that the piece was made to fit into.
    let inner = size * 0.55;
    let first = if sides == 6 { -60.0f64 } else { -90.0 };
    let turn = |i: f64| (first + look.rotation + i * 360.0 / sides as f64).to_radians();
    let outer = inner / (std::f64::consts::PI / sides as f64).cos();
    let corners: Vec<Pt> = (0..sides)
        .map(|i| turn(i as f64 + 0.5))
        .map(|a| Pt::new(at.x + a.cos() * outer, at.y + a.sin() * outer))
        .collect();
    let ground = Colour::hex(0xf4e6c8);
    canvas.path(&Path::polygon(&corners), &Pen::both(ground, palette::WOOD_FRAME, size * 0.02).rounded(), "");
    for &(from, to, colour) in paths {
        let (a, b) = (turn(from as f64), turn(to as f64));
        let start = Pt::new(at.x + a.cos() * inner, at.y + a.sin() * inner);
        let end = Pt::new(at.x + b.cos() * inner, at.y + b.sin() * inner);
        let mut path = Path::new();
        path.start(start);
        path.cubic(start.towards(at, 0.55), end.towards(at, 0.55), end);
        let owner = u8::try_from(colour).unwrap_or(0);
        let ink = player_colour(&view.style, owner, view.players.max(owner));
        canvas.path(&path, &Pen::line(palette::outline(ink), size * 0.16), "");
        canvas.path(&path, &Pen::line(ink, size * 0.12), "");
    }
}

fn card(canvas: &mut Canvas, at: Pt, size: f64, rank: i64, suit: Suit) {
    let reach = Pt::new(size * 0.33, size * 0.47);
    canvas.rectangle(
        Bounds { low: at.minus(reach), high: at.plus(reach) },
        size * 0.06,
        &Pen::both(palette::IVORY, palette::INK, size * 0.022),
        "",
    );
    let (colour, shape) = match suit {
        Suit::Hearts => (
            Colour::hex(0xc8342c),
            "M50 88C20 66 8 48 12 32C17 14 40 12 50 32C60 12 83 14 88 32C92 48 80 66 50 88Z",
        ),
        Suit::Diamonds => (Colour::hex(0xc8342c), "M50 6L84 50L50 94L16 50Z"),
        Suit::Spades => (
            palette::INK,
            "M50 8C60 30 90 42 88 62C86 78 66 80 55 66C56 78 60 86 66 92H34C40 86 44 78 45 66C34 80 14 78 12 62C10 42 40 30 50 8Z",
        ),
        Suit::Clubs => (
            palette::INK,
            "M50 8C68 8 72 28 62 40C78 34 92 46 86 60C80 72 64 70 55 58C55 74 58 84 66 92H34C42 84 45 74 45 58C36 70 20 72 14 60C8 46 22 34 38 40C28 28 32 8 50 8Z",
        ),
    };
    let name = stamp_name(&["suit", &format!("{suit:?}")], &[]);
    let mark = move || format!("<path fill=\"{}\" d=\"{shape}\"/>", colour.css());
    canvas.stamp(&name, Pt::new(at.x, at.y + size * 0.14), size * 0.0042, size * 0.0042, 0.0, mark);
    let text = match rank {
        1 | 14 => "A".to_string(),
        11 => "J".to_string(),
        12 => "Q".to_string(),
        13 => "K".to_string(),
        0 => "*".to_string(),
        n => n.to_string(),
    };
    font::write(
        canvas,
        &text,
        Pt::new(at.x - size * 0.14, at.y - size * 0.27),
        size * 0.3,
        Anchor::Middle,
        Weight::Bold,
        colour,
    );
}

/// Draw an ornament around a point; `size` is what its scale of 1 means.
pub fn ornament_at(canvas: &mut Canvas, o: &Ornament, at: Pt, size: f64, fill: Colour, print: Colour) {
    let place = Pt::new(at.x + o.offset_x * size, at.y + o.offset_y * size);
    let (sx, sy) = (size * o.scale_x, size * o.scale_y);
    let (body, lines) = match (o.fill, o.edge) {
        (Some(body), edge) => (body, edge.unwrap_or(palette::on(body))),
        (None, Some(edge)) => (edge.with_alpha(0), edge),
        (None, None) => (fill, print),
    };
    let lines = if o.text.is_some() || o.image.as_deref().is_some_and(lone_text) {
        o.edge.or(o.fill).unwrap_or(print)
    } else {
        lines
    };
    if let Some(text) = &o.text {
        font::write(canvas, text, place, sx.min(sy) * 0.6, Anchor::Middle, Weight::Bold, lines);
    }
    if let Some(image) = o.image.as_deref().map(|i| i.trim_end_matches(".svg")) {
        if lone_text(image) {
            font::write(canvas, image, place, sx.min(sy) * 0.8, Anchor::Middle, Weight::Bold, lines);
        } else if !picture(canvas, image, place, sx, sy, o.rotation, body, lines) {
            let text = initials(image);
            font::write(canvas, &text, place, sx.min(sy) * 0.5, Anchor::Middle, Weight::Bold, lines);
        }
    }
}

/// A small number in the corner of a site.
pub fn badge(canvas: &mut Canvas, text: &str, at: Pt, size: f64) {
    let half = (font::length(text, size) / 2.0 + size * 0.3).max(size * 0.55);
    let area = Bounds {
        low: Pt::new(at.x - half, at.y - size * 0.55),
        high: Pt::new(at.x + half, at.y + size * 0.55),
    };
    canvas.rectangle(area, size * 0.55, &Pen::both(palette::INK, palette::IVORY, size * 0.08), "");
    font::write(canvas, text, at, size * 0.82, Anchor::Middle, Weight::Bold, palette::IVORY);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_piece_wears_stays_on_it() {
        let worn = |scale: f64, by: f64| {
            on_piece(&Ornament {
                scale_x: scale,
                scale_y: scale,
                offset_x: by,
                offset_y: -by,
                ..Ornament::default()
            })
        };
        for scale in [0.04, 0.2, 0.4, 0.65, 1.0] {
            for by in [0.0, 0.1, 0.6, 0.94, 2.0] {
                let o = worn(scale, by);
                assert!(o.offset_x.abs() + scale / 2.0 <= 0.5 + 1e-9, "{scale} {by}: {}", o.offset_x);
                assert!(o.offset_x >= 0.0 && o.offset_x == -o.offset_y, "{scale} {by}");
            }
        }
        // Two digits side by side.
        assert_eq!((worn(0.4, -0.6).offset_x, worn(0.4, 0.4).offset_x), (-0.3, 0.2));
        assert_eq!(worn(1.5, 0.3).offset_x, 0.0, "what is larger than its piece stays in the middle");
    }
}
