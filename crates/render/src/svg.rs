//! A view as an SVG picture: ground, coordinates, pieces, marks. The same view gives the same bytes.

use crate::canvas::{Bounds, Canvas, Path, Pen, escape};
use crate::font::{self, Anchor, Weight};
use crate::ground::Ground;
use crate::layout::{self, CELL, Layout};
use crate::palette;
use crate::piece::{self, Look};
use crate::style::{BoardStyle, Colour, StackKind};
use crate::view::{ContainerKind, Face, Mark, PieceAt, Pt, Site, SiteType, View};
use std::collections::{BTreeMap, BTreeSet};

/// What to show besides the board and its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Every site's coordinate, on the site.
    pub labels: bool,
    /// Every site's number, on the site.
    pub indices: bool,
    /// Coordinates along the sides, where the board has straight rows and columns.
    pub axes: bool,
    /// Hands and dice that hold nothing.
    pub empty_trays: bool,
    /// Ways that pieces follow.
    pub tracks: bool,
    /// The longer side of the picture, in pixels.
    pub size: f64,
    /// The colour behind everything; none leaves the page to shine through.
    pub paper: Option<Colour>,
    /// Put before every id, so that several pictures can share a page.
    pub prefix: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            labels: false,
            indices: false,
            axes: true,
            empty_trays: false,
            tracks: false,
            size: 800.0,
            paper: None,
            prefix: String::new(),
        }
    }
}

/// Draw a view.
pub fn svg(view: &View, options: &Options) -> String {
    let canvas = paint(view, options);
    canvas.finish(&view.title, &describe(view), 14.0, options.size, options.paper)
}

/// Draw a view onto a canvas of its own, to be framed or put into a sheet.
pub fn paint(view: &View, options: &Options) -> Canvas {
    let layout = Layout::of(view, options.empty_trays);
    let mut canvas = Canvas::new(&options.prefix);
    let ground = Ground::new(view, &layout);
    trays(&mut canvas, view, &layout);
    ground.draw(&mut canvas);
    if options.axes && !view.style.hide_board {
        axes(&mut canvas, view, &layout);
    }
    if options.tracks {
        tracks(&mut canvas, view, &layout);
    }
    marks(&mut canvas, view, &layout, true);
    pieces(&mut canvas, view, &layout, &ground);
    marks(&mut canvas, view, &layout, false);
    if options.labels || options.indices {
        names(&mut canvas, view, &layout, options);
    }
    canvas
}

/// One sentence for those who cannot see the picture.
pub fn describe(view: &View) -> String {
    let kind = match view.board.played {
        SiteType::Cell => "cells",
        SiteType::Vertex => "points",
        SiteType::Edge => "lines",
    };
    let mut counts: BTreeMap<(u8, &str), i64> = BTreeMap::new();
    for p in &view.pieces {
        if !p.hidden {
            *counts.entry((p.owner, p.kind_name())).or_default() += p.count.max(1);
        }
    }
    let mut text = format!("A board of {} {kind}", view.board.count(view.board.played));
    if counts.is_empty() {
        text.push_str(", empty.");
        return text;
    }
    let mut parts: Vec<String> = Vec::new();
    for ((owner, name), n) in counts {
        let who = match owner {
            0 => String::new(),
            o if o > view.players => String::new(),
            o => format!("player {o}: "),
        };
        parts.push(format!("{who}{n} {name}"));
    }
    text.push_str(" with ");
    text.push_str(&parts.join(", "));
    text.push('.');
    text
}

pub(crate) fn trays(canvas: &mut Canvas, view: &View, layout: &Layout) {
    for tray in &layout.trays {
        let container = &view.containers[tray.container];
        canvas.open(&format!("class=\"tray\" data-container=\"{}\"", escape(&container.name)));
        let ground = palette::CAPTION.with_alpha(46);
        canvas.rectangle(tray.area.grown(4.0), 22.0, &Pen::fill(ground), "");
        let sites = container.first..container.first + container.count;
        let empty = !view.pieces.iter().any(|p| p.kind == SiteType::Cell && sites.contains(&p.site));
        if let ContainerKind::Hand { owner } = container.kind
            && empty
            && owner >= 1
            && owner <= view.players
        {
            let colour = piece::player_colour(&view.style, owner, view.players);
            let at = Pt::new(tray.area.low.x - 4.0, tray.area.low.y + 10.0);
            canvas.circle(at, 9.0, &Pen::both(colour, palette::outline(colour), 2.0), "");
        }
        for (i, &at) in tray.sites.iter().enumerate() {
            let data = format!("class=\"site\" data-type=\"Cell\" data-site=\"{}\"", container.first + i);
            canvas.circle(at, 44.0, &Pen::fill(palette::INK.with_alpha(0)), &data);
        }
        canvas.close();
    }
}

/// Letters and digits of a coordinate like `AB12`; nothing for other labels.
fn coordinate(label: &str) -> Option<(&str, &str)> {
    let label = label.split('/').next()?;
    let split = label.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = label.split_at(split);
    (!letters.is_empty()
        && letters.chars().all(|c| c.is_ascii_uppercase())
        && digits.chars().all(|c| c.is_ascii_digit()))
    .then_some((letters, digits))
}

/// Coordinates along the sides: beyond the end of every straight row and column, if there is room.
pub(crate) fn axes(canvas: &mut Canvas, view: &View, layout: &Layout) {
    let geometry = &view.board;
    let kind = geometry.played;
    let manner = view.style.board.manner();
    if kind == SiteType::Edge || !manner.axes {
        return;
    }
    let count = geometry.count(kind);
    if count < 4 {
        return;
    }
    let mut columns: BTreeMap<&str, Vec<Pt>> = BTreeMap::new();
    let mut rows: BTreeMap<&str, Vec<Pt>> = BTreeMap::new();
    for index in 0..count {
        let site = Site { kind, index };
        let (Some((letters, digits)), Some(at)) = (coordinate(geometry.label(site)), layout.site(site))
        else {
            return;
        };
        columns.entry(letters).or_default().push(at);
        rows.entry(digits).or_default().push(at);
    }
    // Too many names for too few sites would be clutter, not help.
    if count > 40 && (columns.len() + rows.len()) * 10 > count * 4 {
        return;
    }
    let sites: Vec<Pt> = (0..count).filter_map(|index| layout.site(Site { kind, index })).collect();
    let reach = if kind == SiteType::Cell { manner.axis_of_cells } else { manner.axis_of_points };
    let hull = hull(&sites);
    let mut found: Vec<(Pt, &str)> = Vec::new();
    for (groups, towards) in [(&columns, Pt::new(0.0, 1.0)), (&rows, Pt::new(-1.0, 0.0))] {
        if groups.len() > 40 {
            return;
        }
        let mut line: Vec<(Pt, &str)> = Vec::new();
        // The direction that these lines run in, from the longest of them.
        let Some(longest) = groups.values().max_by_key(|g| g.len()) else { return };
        let Some(direction) = straight(longest, towards) else { return };
        for (text, group) in groups {
            if group.len() > 1 {
                let Some(d) = straight(group, towards) else { return };
                if (d.x - direction.x).abs() + (d.y - direction.y).abs() > 0.2 {
                    return;
                }
            }
            let end = group.iter().copied().max_by(|a, b| {
                (a.x * direction.x + a.y * direction.y).total_cmp(&(b.x * direction.x + b.y * direction.y))
            });
            let Some(end) = end else { return };
            line.push((end.plus(direction.times(reach)), text));
        }
        // Upright and level lines get their names in one straight row, like a chessboard's.
        if direction.x.abs() < 0.05 {
            let far = line.iter().map(|(p, _)| p.y).fold(f64::NEG_INFINITY, f64::max);
            line.iter_mut().for_each(|(p, _)| p.y = far);
        } else if direction.y.abs() < 0.05 {
            let far = line.iter().map(|(p, _)| p.x).fold(f64::INFINITY, f64::min);
            line.iter_mut().for_each(|(p, _)| p.x = far);
        }
        if line.iter().any(|(p, _)| sites.iter().any(|s| s.distance(*p) < 0.62 * CELL)) {
            return;
        }
        if line.iter().any(|(p, _)| inside(&hull, *p)) {
            return;
        }
        found.extend(line);
    }
    for (i, (p, _)) in found.iter().enumerate() {
        if found.iter().skip(i + 1).any(|(q, _)| q.distance(*p) < 45.0) {
            return;
        }
    }
    let span = layout.board.width().max(layout.board.height());
    let size = (span / 26.0).clamp(25.0, 44.0);
    canvas.open("class=\"axes\"");
    for (p, text) in found {
        canvas.open(&upright(p));
        font::write(canvas, text, p, size, Anchor::Middle, Weight::Regular, palette::CAPTION);
        canvas.close();
    }
    canvas.close();
}

/// The convex hull of points, counter-clockwise on a sheet whose y grows downwards.
pub fn hull(points: &[Pt]) -> Vec<Pt> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let cross = |o: Pt, a: Pt, b: Pt| (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    let half = |order: &mut dyn Iterator<Item = Pt>| {
        let mut out: Vec<Pt> = Vec::new();
        for p in order {
            while out.len() >= 2 && cross(out[out.len() - 2], out[out.len() - 1], p) <= 0.0 {
                out.pop();
            }
            out.push(p);
        }
        out.pop();
        out
    };
    let mut lower = half(&mut sorted.iter().copied());
    lower.extend(half(&mut sorted.iter().rev().copied()));
    lower
}

/// Is a point inside a convex hull?
pub fn inside(hull: &[Pt], p: Pt) -> bool {
    hull.len() >= 3
        && (0..hull.len()).all(|i| {
            let (a, b) = (hull[i], hull[(i + 1) % hull.len()]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
        })
}

/// The unit direction of points in a row, turned to run with `towards`; nothing if they are not in line.
fn straight(points: &[Pt], towards: Pt) -> Option<Pt> {
    let along = |p: &Pt| p.x * towards.x + p.y * towards.y;
    let first = points.iter().min_by(|a, b| along(a).total_cmp(&along(b)))?;
    let last = points.iter().max_by(|a, b| along(a).total_cmp(&along(b)))?;
    let d = last.minus(*first);
    if d.length() < 1.0 {
        return Some(towards);
    }
    let d = d.times(1.0 / d.length());
    let off = |p: &Pt| ((p.x - first.x) * d.y - (p.y - first.y) * d.x).abs();
    points.iter().all(|p| off(p) < 4.0).then_some(d)
}

fn names(canvas: &mut Canvas, view: &View, layout: &Layout, options: &Options) {
    let kind = view.board.played;
    canvas.open("class=\"names\"");
    for index in 0..view.board.count(kind) {
        let site = Site { kind, index };
        let Some(at) = layout.site(site) else { continue };
        let number = index.to_string();
        let label = view.board.label(site);
        let text = match (options.labels, options.indices) {
            (true, true) => format!("{label} {number}"),
            (true, false) => label.to_string(),
            (false, _) => number,
        };
        let room = layout.room_at(&view.board, site);
        let size = (room * 0.26).min(room * 88.0 / font::length(&text, 100.0).max(1.0));
        let half = Pt::new(font::length(&text, size) / 2.0 + size * 0.3, size * 0.6);
        let area = Bounds { low: at.minus(half), high: at.plus(half) };
        canvas.rectangle(area, size * 0.3, &Pen::fill(palette::IVORY.with_alpha(205)), "");
        font::write(canvas, &text, at, size, Anchor::Middle, Weight::Regular, palette::INK);
    }
    canvas.close();
}

fn tracks(canvas: &mut Canvas, view: &View, layout: &Layout) {
    let kind = view.board.played;
    for (i, track) in view.tracks.iter().enumerate() {
        let colour = if track.owner >= 1 && track.owner <= view.players {
            piece::player_colour(&view.style, track.owner, view.players)
        } else {
            palette::HIGHLIGHT
        };
        let shift = (i as f64 - view.tracks.len() as f64 / 2.0) * 7.0;
        let points: Vec<Pt> = track
            .sites
            .iter()
            .filter_map(|&index| layout.site(Site { kind, index }))
            .map(|p| Pt::new(p.x + shift, p.y + shift))
            .collect();
        let mut path = Path::new();
        path.add_polyline(&points);
        let colour = if colour.brightness() > 0.85 { palette::CAPTION } else { colour };
        canvas.path(&path, &Pen::line(colour.with_alpha(190), 4.0).rounded(), "class=\"track\"");
        for pair in points.windows(2).step_by(2) {
            let m = pair[0].towards(pair[1], 0.58);
            let d = pair[1].minus(pair[0]);
            let d = d.times(1.0 / d.length().max(1e-9));
            let n = Pt::new(-d.y, d.x);
            let mut head = Path::new();
            head.start(m.minus(d.times(11.0)).plus(n.times(7.0)));
            head.line(m);
            head.line(m.minus(d.times(11.0)).minus(n.times(7.0)));
            canvas.path(&head, &Pen::line(colour.with_alpha(220), 4.0).rounded(), "");
        }
    }
}

fn marks(canvas: &mut Canvas, view: &View, layout: &Layout, below: bool) {
    let geometry = &view.board;
    let wash = |canvas: &mut Canvas, site: Site, colour: Colour| {
        let outline =
            if site.kind == SiteType::Cell { layout.outline(geometry, site.index) } else { Vec::new() };
        if outline.len() >= 3 && geometry.played == SiteType::Cell {
            canvas.path(&Path::polygon(&outline), &Pen::fill(colour.with_alpha(115)), "class=\"mark\"");
        } else if let Some(at) = place(view, layout, site) {
            canvas.circle(at, 48.0, &Pen::fill(colour.with_alpha(125)), "class=\"mark\"");
        }
    };
    for mark in &view.marks {
        match mark {
            Mark::LastMove { from, to } if below => {
                if let Some(from) = from {
                    wash(canvas, *from, palette::LAST_MOVE);
                }
                wash(canvas, *to, palette::LAST_MOVE);
            }
            Mark::Warning(site) if below => wash(canvas, *site, palette::WARNING),
            Mark::Selected(site) if below => wash(canvas, *site, palette::HIGHLIGHT),
            Mark::Choice(site) if !below => {
                if let Some(at) = place(view, layout, *site) {
                    let pen = Pen::both(palette::HIGHLIGHT, palette::IVORY, 3.0);
                    canvas.circle(at, 13.0, &pen, "class=\"mark\"");
                }
            }
            Mark::LastMove { .. } | Mark::Warning(_) | Mark::Selected(_) | Mark::Choice(_) => {}
        }
    }
}

/// Where a site is, on the board or in a tray.
pub fn place(view: &View, layout: &Layout, site: Site) -> Option<Pt> {
    if site.kind == SiteType::Cell {
        for tray in &layout.trays {
            let container = &view.containers[tray.container];
            if site.index >= container.first && site.index < container.first + container.count {
                return tray.sites.get(site.index - container.first).copied();
            }
        }
    }
    layout.site(site)
}

fn pieces(canvas: &mut Canvas, view: &View, layout: &Layout, ground: &Ground) {
    let mut stacks: BTreeMap<(usize, SiteType, usize), Vec<&PieceAt>> = BTreeMap::new();
    for p in &view.pieces {
        // Higher layers of a pyramid are painted after lower ones.
        let layer = if p.kind == SiteType::Vertex {
            view.board.vertices.get(p.site).map_or(0, |v| v.layer)
        } else {
            0
        };
        stacks.entry((layer, p.kind, p.site)).or_default().push(p);
    }
    canvas.open("class=\"pieces\"");
    for ((_, kind, index), mut stack) in stacks {
        stack.sort_by_key(|p| p.level);
        stack_at(canvas, view, layout, ground, Site { kind, index }, &stack);
    }
    canvas.close();
}

/// The container of a site: 0 for the board, then the others.
fn container_of(view: &View, site: Site) -> Option<usize> {
    (site.kind == SiteType::Cell)
        .then(|| view.containers.iter().position(|c| (c.first..c.first + c.count).contains(&site.index)))
        .flatten()
}

fn stack_kind(view: &View, site: Site, piece: &PieceAt) -> (StackKind, f64) {
    let mut kind =
        if view.style.board == BoardStyle::Backgammon { StackKind::Backgammon } else { StackKind::Default };
    if view.style.board == BoardStyle::Table {
        kind = StackKind::Backgammon;
    }
    let mut scale = 1.0;
    let bare = piece.kind_name();
    for rule in &view.style.stacks {
        let f = &rule.filter;
        if f.owner.is_some_and(|o| o != piece.owner)
            || f.name.as_ref().is_some_and(|n| !n.eq_ignore_ascii_case(bare))
            || f.state.is_some_and(|s| s != piece.state)
            || f.value.is_some_and(|v| v != piece.value)
            || (!rule.sites.is_empty() && !rule.sites.contains(&site))
        {
            continue;
        }
        kind = rule.kind;
        scale = rule.scale;
    }
    (kind, scale)
}

fn attributes(piece: &PieceAt, site: Site) -> String {
    let mut out = format!("class=\"piece\" data-type=\"{}\" data-site=\"{}\"", site.kind.name(), site.index);
    if piece.level > 0 {
        out.push_str(&format!(" data-level=\"{}\"", piece.level));
    }
    if !piece.hidden {
        out.push_str(&format!(" data-piece=\"{}\"", escape(&piece.name)));
    }
    out.push_str(&format!(" data-owner=\"{}\"", piece.owner));
    if let Face::Die { value, .. } = piece.face {
        out.push_str(&format!(" data-die=\"{value}\""));
    }
    out
}

/// So many discs of a column or a tower are drawn; a number says if there are more.
const MOST_IN_COLUMN: usize = 20;
const MOST_IN_TOWER: usize = 5;

/// What stays upright when a page turns the picture, and the point about which it does.
fn upright(at: Pt) -> String {
    format!("class=\"up\" data-at=\"{:.1} {:.1}\"", at.x, at.y)
}

pub(crate) fn stack_at(
    canvas: &mut Canvas,
    view: &View,
    layout: &Layout,
    ground: &Ground,
    site: Site,
    stack: &[&PieceAt],
) {
    let Some(top) = stack.last() else { return };
    let container = container_of(view, site);
    let in_tray =
        container.is_some() && !(site.kind == view.board.played && site.index < view.board.count(site.kind));
    let Some(at) = place(view, layout, site) else { return };
    let board = view.style.board;
    if !in_tray {
        if site.kind == SiteType::Edge {
            edge_piece(canvas, view, layout, site, top);
            return;
        }
        if view.style.fill_sites && site.kind == SiteType::Cell {
            filled_cell(canvas, view, layout, site, top);
            return;
        }
        if site.kind == SiteType::Cell
            && view.board.played != SiteType::Cell
            && board == BoardStyle::PenAndPaper
        {
            filled_cell(canvas, view, layout, site, top);
            return;
        }
    }
    let room = if in_tray {
        layout.trays.iter().find(|t| Some(t.container) == container).map_or(90.0, |t| t.room)
    } else {
        layout.room_at(&view.board, site)
    };
    let share = if in_tray {
        0.92
    } else {
        match site.kind {
            SiteType::Cell => board.manner().on_cell,
            SiteType::Vertex => board.manner().on_point,
            SiteType::Edge => 0.5,
        }
    };
    let size = room.min(1.3 * CELL) * share;
    if board == BoardStyle::Mancala && stack.iter().all(|p| is_seed(p)) {
        let total: i64 = stack.iter().map(|p| p.count.max(1)).sum();
        let store = !in_tray && ground.is_store(site.index);
        let look = piece::look(view, top, 0);
        canvas.open(&upright(at));
        canvas.open(&attributes(top, site));
        seeds(canvas, at, total, store, look.fill, view, in_tray);
        canvas.close();
        canvas.close();
        return;
    }
    if !top.footprint.is_empty() && !in_tray {
        canvas.open(&attributes(top, site));
        large_piece(canvas, view, layout, top);
        canvas.close();
        return;
    }
    let (mut kind, stack_scale) = stack_kind(view, site, top);
    // A number of alike discs is a stack too.
    let count = top.count.max(1);
    let column = kind == StackKind::Backgammon;
    let grown: Vec<&PieceAt> = if stack.len() == 1 && count > 1 && is_flat(view, top, container) {
        let most = if column { MOST_IN_COLUMN } else { MOST_IN_TOWER };
        vec![*top; usize::try_from(count).unwrap_or(1).min(most)]
    } else {
        stack.to_vec()
    };
    let height = grown.len();
    // Towers of figures are unreadable: alike ones are shown once, with their number.
    let alike = stack.iter().all(|p| p.name == top.name && p.owner == top.owner && p.hidden == top.hidden);
    if stack.len() > 1
        && alike
        && matches!(kind, StackKind::Default | StackKind::DefaultAndCount)
        && !is_flat(view, top, container)
    {
        kind = StackKind::Count;
    }
    let places = stack_places(view, layout, kind, at, size, height, stack_scale, site);
    // A column lies on the board and turns with it; a tower stands upright as a whole.
    let lying = column || layout::rack_rows(view) > 1;
    let uppermost = places.last().map_or(at, |(place, _)| *place);
    for (p, (place, share)) in grown.iter().zip(places) {
        let look = piece::look(view, p, container.map_or(0, |c| c + 1));
        if !look.points {
            canvas.open(&upright(if lying { place } else { at }));
        }
        canvas.open(&attributes(p, site));
        piece::draw(canvas, view, p, &look, place, size * share);
        extras(canvas, view, p, &look, place, size * share);
        canvas.close();
        if !look.points {
            canvas.close();
        }
    }
    // How many there are, where they cannot be counted at a glance.
    let shown = match kind {
        StackKind::Count | StackKind::CountColoured => height > 1,
        StackKind::DefaultAndCount => height > 1,
        StackKind::None => false,
        StackKind::Default | StackKind::Reverse => height > 5,
        StackKind::Backgammon => height > 5,
        StackKind::Ground
        | StackKind::GroundDynamic
        | StackKind::Fan
        | StackKind::FanAlternating
        | StackKind::Ring
        | StackKind::TowardsCenter => height > 8,
    };
    let number = if count > 1 { count } else { height as i64 };
    if shown || (count > 1 && !column) {
        let beside = Pt::new(at.x + size * 0.34, at.y + size * 0.34);
        let corner = if column { uppermost } else { beside };
        canvas.open(&upright(if column { uppermost } else { at }));
        piece::badge(canvas, &number.to_string(), corner, (size * 0.3).max(22.0));
        canvas.close();
    }
}

/// Is the piece a disc or the like, so that towers of it read as towers?
fn is_flat(view: &View, piece: &PieceAt, container: Option<usize>) -> bool {
    let look = piece::look(view, piece, container.map_or(0, |c| c + 1));
    crate::pictures::find(&look.name).is_none_or(|(name, _)| {
        matches!(
            name,
            "disc"
                | "counter"
                | "marker"
                | "ball"
                | "ring"
                | "square"
                | "hexagon"
                | "octagon"
                | "doublecounter"
                | "seed"
                | "dot"
        )
    })
}

fn is_seed(piece: &PieceAt) -> bool {
    piece.owner == 0
        || crate::pictures::find(piece.kind_name())
            .is_some_and(|(name, _)| matches!(name, "seed" | "ball" | "marker"))
}

/// Where the pieces of a stack go, and how large each is.
#[expect(clippy::too_many_arguments, reason = "a stack is a place, a size, a height and a manner")]
fn stack_places(
    view: &View,
    layout: &Layout,
    kind: StackKind,
    at: Pt,
    size: f64,
    height: usize,
    scale: f64,
    site: Site,
) -> Vec<(Pt, f64)> {
    let n = height.max(1);
    if site.kind == SiteType::Cell && layout::rack_rows(view) > 1 {
        return (0..n).map(|i| (Pt::new(at.x, at.y - i as f64 * CELL), 1.0)).collect();
    }
    let here = |dx: f64, dy: f64, share: f64| (Pt::new(at.x + dx * size, at.y + dy * size), share);
    if n == 1 && kind != StackKind::Backgammon {
        return vec![(at, 1.0)];
    }
    match kind {
        StackKind::None | StackKind::Count | StackKind::CountColoured => vec![(at, 1.0); n],
        StackKind::Default | StackKind::DefaultAndCount | StackKind::Reverse => {
            // A tower: each a little higher than the one below it, all inside the site.
            let share = if n > 2 { 0.86 } else { 0.92 };
            let step = (0.16f64).min(0.42 / (n - 1) as f64) * scale;
            let base = step * (n - 1) as f64 / 2.0;
            let mut places: Vec<_> = (0..n).map(|i| here(0.0, base - i as f64 * step, share)).collect();
            if kind == StackKind::Reverse {
                places.reverse();
            }
            places
        }
        StackKind::Backgammon => {
            let Some(_) = layout::point_board(view).filter(|_| site.kind == SiteType::Vertex) else {
                let step = (0.16f64).min(0.42 / (n as f64 - 1.0).max(1.0));
                return (0..n).map(|i| here(0.0, -(i as f64) * step, 0.9)).collect();
            };
            let up = at.y > layout.board.middle().y;
            // Five lie side by side; more of them lie on each other, so that all fit.
            let way = if up { -1.0 } else { 1.0 };
            let step = way * 0.93 * CELL * (4.0 / (n as f64 - 1.0).max(1.0)).min(1.0);
            (0..n).map(|i| (Pt::new(at.x, at.y + i as f64 * step), 0.9)).collect()
        }
        StackKind::Ground | StackKind::GroundDynamic | StackKind::Ring | StackKind::TowardsCenter => {
            if n <= 1 {
                return vec![(at, 1.0)];
            }
            let share = (1.0 / (1.0 + 1.0 / (std::f64::consts::PI / n as f64).sin())).min(0.5) * 1.12;
            let radius = 0.5 - share * 0.5;
            (0..n)
                .map(|i| {
                    let angle = std::f64::consts::TAU * i as f64 / n as f64 - std::f64::consts::FRAC_PI_2;
                    here(angle.cos() * radius, angle.sin() * radius, share)
                })
                .collect()
        }
        StackKind::Fan | StackKind::FanAlternating => {
            let step = (0.3f64).min(0.8 / n as f64) * scale;
            let base = -step * (n - 1) as f64 / 2.0;
            (0..n).map(|i| here(base + i as f64 * step, 0.0, 0.82)).collect()
        }
    }
}

/// States and values that the game wants to be seen.
fn extras(canvas: &mut Canvas, view: &View, piece: &PieceAt, look: &Look, at: Pt, size: f64) {
    if piece.hidden || look.absent || piece.face != Face::Plain {
        return;
    }
    if view.style.show_value && piece.value > 0 {
        piece::badge(
            canvas,
            &piece.value.to_string(),
            Pt::new(at.x - size * 0.3, at.y - size * 0.3),
            size * 0.26,
        );
    }
    if view.style.show_state && piece.state > 0 {
        piece::badge(
            canvas,
            &piece.state.to_string(),
            Pt::new(at.x + size * 0.3, at.y - size * 0.3),
            size * 0.26,
        );
    }
}

/// A piece on an edge: the edge itself in the owner's colour.
fn edge_piece(canvas: &mut Canvas, view: &View, layout: &Layout, site: Site, piece: &PieceAt) {
    let Some(edge) = view.board.edges.get(site.index) else { return };
    let (Some(&a), Some(&b)) = (layout.vertices.get(edge.a), layout.vertices.get(edge.b)) else { return };
    let look = piece::look(view, piece, 0);
    canvas.open(&attributes(piece, site));
    let mut path = Path::new();
    path.start(a);
    match edge.curve {
        Some([c, d]) => path.cubic(layout.place(c), layout.place(d), b),
        None => path.line(b),
    }
    canvas.path(&path, &Pen::line(palette::outline(look.fill), 15.0).rounded(), "");
    canvas.path(&path, &Pen::line(look.fill, 10.0).rounded(), "");
    canvas.close();
}

/// A piece shown by painting its cell.
fn filled_cell(canvas: &mut Canvas, view: &View, layout: &Layout, site: Site, piece: &PieceAt) {
    let outline = layout.outline(&view.board, site.index);
    let look = piece::look(view, piece, 0);
    canvas.open(&attributes(piece, site));
    let pen = Pen::both(look.fill, palette::outline(look.fill), 3.0).rounded();
    canvas.path(&Path::polygon(&outline), &pen, "");
    canvas.close();
}

/// A piece that covers several cells: their common shape, a little drawn in.
fn large_piece(canvas: &mut Canvas, view: &View, layout: &Layout, piece: &PieceAt) {
    let look = piece::look(view, piece, 0);
    let board = &view.board;
    let cells: BTreeSet<usize> = piece.footprint.iter().copied().filter(|&c| c < board.cells.len()).collect();
    if let Face::Domino { first, second } = piece.face {
        domino_over(canvas, view, layout, &cells, first, second);
        return;
    }
    let inset = 0.1;
    let mut shape = Path::new();
    for &c in &cells {
        let centre = layout.cells[c];
        let inner: Vec<Pt> = layout.outline(board, c).iter().map(|p| p.towards(centre, inset)).collect();
        if !inner.is_empty() {
            shape.add_polyline(&inner);
            shape.close();
        }
        // A bridge over the side that is shared with a neighbour in the piece, so that the parts grow together.
        for &d in cells.range(..c) {
            let mut shared = board.cells[c].corners.iter().filter(|v| board.cells[d].corners.contains(v));
            let (Some(&v), Some(&w)) = (shared.next(), shared.next()) else { continue };
            let (Some(&v), Some(&w)) = (layout.vertices.get(v), layout.vertices.get(w)) else { continue };
            let other = layout.cells[d];
            shape.add_polyline(&[
                v.towards(centre, inset),
                v.towards(other, inset),
                w.towards(other, inset),
                w.towards(centre, inset),
            ]);
            shape.close();
        }
    }
    // The outline is a stroke under the whole; then the parts are filled without one.
    let edge = palette::outline(look.fill);
    canvas.path(&shape, &Pen::both(edge, edge, 7.0).rounded(), "");
    canvas.path(&shape, &Pen::both(look.fill, look.fill, 1.0).rounded(), "");
}

/// A domino that covers cells: one half over each half of them.
fn domino_over(
    canvas: &mut Canvas,
    _view: &View,
    layout: &Layout,
    cells: &BTreeSet<usize>,
    first: i64,
    second: i64,
) {
    let points: Vec<Pt> = cells.iter().map(|&c| layout.cells[c]).collect();
    let b = Bounds::of(points);
    let turned = b.width() > b.height();
    let middle = b.middle();
    let size = (b.width().max(b.height()) + CELL) * 0.98;
    let one = PieceAt {
        name: "Domino".into(),
        face: Face::Domino { first, second },
        rotation: if turned { 90.0 } else { 0.0 },
        ..PieceAt::default()
    };
    let look = Look {
        name: "Domino".into(),
        fill: palette::IVORY,
        print: palette::INK,
        scale_x: 1.0,
        scale_y: 1.0,
        rotation: one.rotation,
        style: crate::style::PieceStyle::Domino,
        background: Vec::new(),
        foreground: Vec::new(),
        absent: false,
        points: true,
    };
    piece::draw(canvas, &View::default(), &one, &look, middle, size);
}

/// Seeds in a pit, and their number.
fn seeds(canvas: &mut Canvas, at: Pt, count: i64, store: bool, fill: Colour, view: &View, in_tray: bool) {
    if count <= 0 {
        return;
    }
    let seed = if fill.brightness() < 0.45 || fill == palette::player(0, view.players) {
        Colour::hex(0xf1e6cf)
    } else {
        fill
    };
    let radius = 36.0;
    let r: f64 = match count {
        1..=4 => 10.5,
        5..=9 => 9.0,
        10..=16 => 7.6,
        _ => 6.2,
    };
    let most = if store { 60 } else { 24 };
    let shown = count.min(most);
    for i in 0..shown {
        let p = if store {
            // A narrow column of rows of three.
            let (row, column) = ((i / 3) as f64, (i % 3) as f64);
            let rows = ((shown + 2) / 3) as f64;
            let step = (2.15 * r).min(280.0 / rows.max(1.0));
            Pt::new(at.x + (column - 1.0) * 2.15 * r, at.y + (row - (rows - 1.0) / 2.0) * step)
        } else {
            seed_place(at, shown, i, radius - r)
        };
        canvas.circle(p, r, &Pen::both(seed, palette::INK.with_alpha(170), 1.4), "");
    }
    if count > 4 || in_tray {
        let corner = if store { Pt::new(at.x, at.y + 96.0) } else { Pt::new(at.x + 35.0, at.y + 35.0) };
        piece::badge(canvas, &count.to_string(), corner, 24.0);
    }
}

/// A neat place for one of a few seeds in a round pit.
fn seed_place(at: Pt, count: i64, index: i64, radius: f64) -> Pt {
    let ring = |i: i64, n: i64, share: f64, turn: f64| {
        let angle = std::f64::consts::TAU * i as f64 / n as f64 + turn;
        Pt::new(at.x + angle.cos() * radius * share, at.y + angle.sin() * radius * share)
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    match count {
        1 => at,
        2 => ring(index, 2, 0.48, 0.0),
        3 => ring(index, 3, 0.56, -quarter),
        4 => ring(index, 4, 0.62, quarter / 2.0),
        5..=7 => {
            if index == 0 {
                at
            } else {
                ring(index - 1, count - 1, 0.84, -quarter)
            }
        }
        8..=10 => {
            if index < 2 {
                ring(index, 2, 0.32, 0.0)
            } else {
                ring(index - 2, count - 2, 0.92, -quarter)
            }
        }
        _ => {
            // A sunflower: even spread at any number.
            let share = ((index as f64 + 0.5) / count as f64).sqrt();
            let angle = index as f64 * 2.399_963_229_728_653;
            Pt::new(at.x + angle.cos() * radius * share, at.y + angle.sin() * radius * share)
        }
    }
}
