//! A view as text for a terminal: sites in their places on a grid of characters, lines between points, letters for
//! pieces, and a legend. Works for any board; grids of squares come out as people draw them.

use crate::canvas::Bounds;
use crate::pictures;
use crate::style::BoardStyle;
use crate::view::{ContainerKind, Face, PieceAt, Pt, Site, SiteType, View};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The widest and highest picture we print; larger boards are summed up in a line.
const WIDEST: usize = 400;
const HIGHEST: usize = 200;

/// Print a view.
pub fn text(view: &View) -> String {
    let letters = Letters::of(view);
    let mut out = String::new();
    if !view.title.is_empty() {
        let _ = writeln!(out, "{}", view.title);
    }
    let kind = view.board.played;
    let sites: Vec<Pt> =
        (0..view.board.count(kind)).filter_map(|index| view.board.centre(Site { kind, index })).collect();
    let glyphs = site_glyphs(view, &letters);
    match Grid::fit(view, &sites, &glyphs) {
        Some(grid) => grid.print(view, &sites, &glyphs, &mut out),
        None => {
            let _ = writeln!(out, "(a board of {} sites, too large to print)", sites.len());
        }
    }
    other_sites(view, &letters, &mut out);
    for container in &view.containers {
        let held: Vec<String> = (container.first..container.first + container.count)
            .filter_map(|site| {
                let here: Vec<&PieceAt> =
                    view.pieces.iter().filter(|p| p.kind == SiteType::Cell && p.site == site).collect();
                stack_glyph(view, &letters, &here)
            })
            .collect();
        if held.is_empty() {
            continue;
        }
        let name = match container.kind {
            ContainerKind::Hand { owner } if owner >= 1 && owner <= view.players => {
                format!("hand of player {owner}")
            }
            ContainerKind::Hand { .. } => "hand".to_string(),
            ContainerKind::Dice { .. } => "dice".to_string(),
            ContainerKind::Deck { .. } => "deck".to_string(),
        };
        let _ = writeln!(out, "{name}: {}", held.join(" "));
    }
    letters.legend(view, &mut out);
    out
}

/// The letter of each kind of piece.
struct Letters {
    by_name: BTreeMap<String, char>,
    /// Two players whose pieces are told apart by the case of letters.
    by_case: bool,
    /// One kind of round piece: shown as discs.
    discs: bool,
}

impl Letters {
    fn of(view: &View) -> Letters {
        let names: BTreeSet<String> = view
            .pieces
            .iter()
            .filter(|p| p.face == Face::Plain && !p.hidden && !is_number(&p.name) && !is_seed(p))
            .map(|p| p.kind_name().to_string())
            .collect();
        let round = |name: &String| {
            pictures::find(name)
                .is_some_and(|(n, _)| matches!(n, "disc" | "marker" | "ball" | "counter" | "dot"))
        };
        let owners: BTreeSet<u8> = view.pieces.iter().map(|p| p.owner).collect();
        let by_case = view.players <= 2;
        let discs = by_case
            && names.len() == 1
            && names.iter().all(round)
            && owners.iter().all(|o| (1..=2).contains(o));
        let mut by_name = BTreeMap::new();
        let mut taken = BTreeSet::new();
        // Names that begin alike: the first keeps its first letter, others look further on.
        for name in &names {
            let own = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase());
            let letter = own.chain('A'..='Z').chain('0'..='9').find(|c| !taken.contains(c)).unwrap_or('?');
            taken.insert(letter);
            by_name.insert(name.clone(), letter);
        }
        // A knight is N where a king is K.
        if by_name.contains_key("King")
            && by_name.contains_key("Knight")
            && !by_name.values().any(|&c| c == 'N')
        {
            by_name.insert("Knight".into(), 'N');
        }
        Letters { by_name, by_case, discs }
    }

    fn glyph(&self, piece: &PieceAt) -> String {
        if piece.hidden {
            return "?".into();
        }
        match piece.face {
            Face::Die { value, .. } => return format!("[{value}]"),
            Face::Card { rank, suit } => return format!("{rank}{}", suit_sign(suit)),
            Face::Domino { first, second } => return format!("[{first}|{second}]"),
            Face::Plain | Face::Paths { .. } => {}
        }
        let bare = piece.kind_name();
        if is_number(bare) {
            return bare.to_string();
        }
        if self.discs {
            return if piece.owner == 1 { "○".into() } else { "●".into() };
        }
        let letter = self.by_name.get(bare).copied().unwrap_or('?');
        match (self.by_case, piece.owner) {
            (true, 2) => letter.to_ascii_lowercase().to_string(),
            (true, _) => letter.to_string(),
            (false, owner) => format!("{letter}{owner}"),
        }
    }

    fn legend(&self, view: &View, out: &mut String) {
        if self.discs {
            let _ = writeln!(out, "○ player 1   ● player 2");
            return;
        }
        if self.by_name.is_empty() {
            return;
        }
        let pairs: Vec<String> =
            self.by_name.iter().map(|(name, letter)| format!("{letter} {name}")).collect();
        let _ = writeln!(out, "{}", pairs.join("   "));
        if self.by_case && view.players == 2 && view.pieces.iter().any(|p| p.owner == 2) {
            let _ = writeln!(out, "capitals: player 1; small letters: player 2");
        } else if !self.by_case {
            let _ = writeln!(out, "the digit is the player's number");
        }
    }
}

fn suit_sign(suit: crate::view::Suit) -> char {
    match suit {
        crate::view::Suit::Clubs => '♣',
        crate::view::Suit::Diamonds => '♦',
        crate::view::Suit::Hearts => '♥',
        crate::view::Suit::Spades => '♠',
    }
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_digit())
}

fn is_seed(piece: &PieceAt) -> bool {
    pictures::find(piece.kind_name()).is_some_and(|(name, _)| name == "seed")
}

/// What stands for all that is on one site; nothing if it is empty.
fn stack_glyph(view: &View, letters: &Letters, stack: &[&PieceAt]) -> Option<String> {
    let top = stack.iter().max_by_key(|p| p.level)?;
    if is_seed(top) || view.style.board == BoardStyle::Mancala {
        return Some(stack.iter().map(|p| p.count.max(1)).sum::<i64>().to_string());
    }
    let number = if stack.len() > 1 { stack.len() as i64 } else { top.count };
    let glyph = letters.glyph(top);
    Some(if number > 1 { format!("{glyph}{number}") } else { glyph })
}

/// What to print on every site of the played kind.
fn site_glyphs(view: &View, letters: &Letters) -> Vec<Option<String>> {
    let kind = view.board.played;
    let mut stacks: BTreeMap<usize, Vec<&PieceAt>> = BTreeMap::new();
    for p in view.pieces.iter().filter(|p| p.kind == kind) {
        stacks.entry(p.site).or_default().push(p);
        for &other in &p.footprint {
            if other != p.site {
                stacks.entry(other).or_default().push(p);
            }
        }
    }
    (0..view.board.count(kind)).map(|site| stack_glyph(view, letters, stacks.get(&site)?)).collect()
}

/// Pieces on sites of other kinds than the played one, in words.
fn other_sites(view: &View, letters: &Letters, out: &mut String) {
    for kind in SiteType::ALL {
        if kind == view.board.played {
            continue;
        }
        let held: Vec<String> = view
            .pieces
            .iter()
            .filter(|p| p.kind == kind && p.site < view.board.count(kind))
            .map(|p| format!("{} {}", letters.glyph(p), p.site))
            .collect();
        if !held.is_empty() {
            let _ = writeln!(out, "on {}: {}", kind.name().to_lowercase(), held.join(", "));
        }
    }
}

/// A fit of board coordinates to rows and columns of characters.
struct Grid {
    low: Pt,
    high: Pt,
    /// Columns and rows of characters to a board unit.
    across: f64,
    down: f64,
    lines: bool,
}

impl Grid {
    fn fit(view: &View, sites: &[Pt], glyphs: &[Option<String>]) -> Option<Grid> {
        let bounds = Bounds::of(sites.iter().copied());
        if bounds.is_empty() {
            return None;
        }
        let lines = view.board.played == SiteType::Vertex
            && !matches!(view.style.board, BoardStyle::Mancala | BoardStyle::Backgammon | BoardStyle::Table);
        let widest = glyphs.iter().flatten().map(|g| g.chars().count()).max().unwrap_or(1).max(1);
        let gap = |values: Vec<f64>, least: f64| -> f64 {
            let mut sorted = values;
            sorted.sort_by(f64::total_cmp);
            let gaps = sorted.windows(2).map(|w| w[1] - w[0]).filter(|g| *g > least);
            gaps.fold(f64::INFINITY, f64::min)
        };
        let span = bounds.width().max(bounds.height()).max(1e-9);
        let typical = span / (sites.len() as f64).sqrt().max(1.0);
        let dx = gap(sites.iter().map(|p| p.x).collect(), typical * 0.22);
        let dy = gap(sites.iter().map(|p| p.y).collect(), typical * 0.3);
        let dx = if dx.is_finite() { dx } else { 1.0 };
        let dy = if dy.is_finite() { dy } else { 1.0 };
        // Neighbours in one row need room for their glyphs; offset rows (hexagons) already give half of it.
        let near_in_row = nearest_in_row(sites, dy * 0.3);
        let least = (widest + if view.style.board == BoardStyle::Mancala { 3 } else { 1 }) as f64;
        let mut across = (least / near_in_row).max(if near_in_row > dx * 1.5 { 2.0 / dx } else { 0.0 });
        let mut down = 1.0 / dy;
        if lines {
            across = across.max(4.0 / near_in_row);
            down *= 2.0;
        }
        for _ in 0..5 {
            let grid = Grid { low: bounds.low, high: bounds.high, across, down, lines };
            let (w, h) = grid.size(widest);
            if w > WIDEST || h > HIGHEST {
                return None;
            }
            if !grid.clashes(sites, widest) {
                return Some(grid);
            }
            across *= 1.35;
            down *= 1.35;
        }
        Some(Grid { low: bounds.low, high: bounds.high, across, down, lines }).filter(|g| {
            let (w, h) = g.size(widest);
            w <= WIDEST && h <= HIGHEST
        })
    }

    fn at(&self, p: Pt) -> (usize, usize) {
        let column = ((p.x - self.low.x) * self.across).round().max(0.0) as usize;
        let row = ((self.high.y - p.y) * self.down).round().max(0.0) as usize;
        (column, row)
    }

    fn size(&self, widest: usize) -> (usize, usize) {
        let (w, h) = self.at(Pt::new(self.high.x, self.low.y));
        (w + widest, h + 1)
    }

    fn clashes(&self, sites: &[Pt], widest: usize) -> bool {
        let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &p in sites {
            let (column, row) = self.at(p);
            rows.entry(row).or_default().push(column);
        }
        rows.values_mut().any(|columns| {
            columns.sort_unstable();
            columns.windows(2).any(|w| w[1] - w[0] < widest)
        })
    }

    fn print(&self, view: &View, sites: &[Pt], glyphs: &[Option<String>], out: &mut String) {
        let widest = glyphs.iter().flatten().map(|g| g.chars().count()).max().unwrap_or(1).max(1);
        let (width, height) = self.size(widest);
        let mut page = vec![vec![' '; width + widest + 1]; height];
        if self.lines {
            for edge in &view.board.edges {
                if let (Some(a), Some(b)) = (view.board.vertices.get(edge.a), view.board.vertices.get(edge.b))
                {
                    self.line(&mut page, self.at(a.at), self.at(b.at));
                }
            }
        }
        for (i, &p) in sites.iter().enumerate() {
            let (column, row) = self.at(p);
            let empty = if view.board.played == SiteType::Vertex { "+" } else { "·" };
            let empty = if view.style.board == BoardStyle::Mancala { "0" } else { empty };
            let glyph = glyphs.get(i).and_then(Option::as_deref).unwrap_or(empty);
            for (k, c) in glyph.chars().enumerate() {
                if let Some(place) = page[row].get_mut(column + k) {
                    *place = c;
                }
            }
        }
        let rows = self.row_names(view, sites, height);
        let margin = rows.iter().flatten().map(|n| n.chars().count()).max().unwrap_or(0);
        for (row, line) in page.iter().enumerate() {
            let name = rows[row].clone().unwrap_or_default();
            let line: String = line.iter().collect();
            let _ = writeln!(out, "{name:>margin$}{}{}", if margin > 0 { "  " } else { "" }, line.trim_end());
        }
        if let Some(columns) = self.column_names(view, sites, width + widest + 1) {
            let indent = if margin > 0 { margin + 2 } else { 0 };
            let _ = writeln!(out, "{:indent$}{}", "", columns.trim_end());
        }
    }

    /// A straight line of line-drawing signs.
    fn line(&self, page: &mut [Vec<char>], a: (usize, usize), b: (usize, usize)) {
        let (dx, dy) = (b.0 as f64 - a.0 as f64, b.1 as f64 - a.1 as f64);
        let steps = dx.abs().max(dy.abs()) as usize;
        let sign = if dy == 0.0 {
            '─'
        } else if dx == 0.0 {
            '│'
        } else if dx.abs() > 4.0 * dy.abs() {
            '─'
        } else if dx.abs() * 3.0 < dy.abs() {
            '│'
        } else if (dx > 0.0) == (dy > 0.0) {
            '╲'
        } else {
            '╱'
        };
        let slanted = sign == '╲' || sign == '╱';
        let mut used_rows = BTreeSet::from([a.1, b.1]);
        for k in 1..steps {
            let share = k as f64 / steps as f64;
            let (x, y) = (a.0 as f64 + dx * share, a.1 as f64 + dy * share);
            let (column, row) = (x.round() as usize, y.round() as usize);
            // One sign to a row is enough for a slanted line, in the middle of its run.
            if slanted && ((y - y.round()).abs() > 0.26 || !used_rows.insert(row)) {
                continue;
            }
            if let Some(place) = page.get_mut(row).and_then(|r| r.get_mut(column)) {
                *place = match (*place, sign) {
                    ('╲', '╱') | ('╱', '╲') => '╳',
                    ('─', '│') | ('│', '─') => '┼',
                    _ => sign,
                };
            }
        }
    }

    /// The digits of the coordinates, for rows whose sites all share them.
    fn row_names(&self, view: &View, sites: &[Pt], height: usize) -> Vec<Option<String>> {
        let mut found: Vec<Option<Option<String>>> = vec![None; height];
        for (index, &p) in sites.iter().enumerate() {
            let label = view.board.label(Site { kind: view.board.played, index });
            let digits: String = label.chars().skip_while(|c| c.is_ascii_uppercase()).collect();
            let row = &mut found[self.at(p).1];
            *row = match row.take() {
                None => Some(Some(digits)),
                Some(Some(before)) if before == digits => Some(Some(before)),
                Some(_) => Some(None),
            };
        }
        if found.iter().any(|f| matches!(f, Some(None))) || view.style.board == BoardStyle::Mancala {
            return vec![None; height];
        }
        found.into_iter().map(Option::flatten).collect()
    }

    /// The letters of the coordinates, for columns whose sites all share them.
    fn column_names(&self, view: &View, sites: &[Pt], width: usize) -> Option<String> {
        let mut found: BTreeMap<usize, String> = BTreeMap::new();
        for (index, &p) in sites.iter().enumerate() {
            let label = view.board.label(Site { kind: view.board.played, index });
            let letters: String = label.chars().take_while(char::is_ascii_uppercase).collect();
            let column = self.at(p).0;
            if letters.is_empty() || found.get(&column).is_some_and(|before| *before != letters) {
                return None;
            }
            found.insert(column, letters);
        }
        if view.style.board == BoardStyle::Mancala {
            return None;
        }
        let mut line = vec![' '; width + 4];
        for (column, letters) in found {
            for (k, c) in letters.chars().enumerate() {
                if let Some(place) = line.get_mut(column + k) {
                    *place = c;
                }
            }
        }
        Some(line.into_iter().collect())
    }
}

/// The least distance of two sites that stand in one row.
fn nearest_in_row(sites: &[Pt], tolerance: f64) -> f64 {
    let mut sorted: Vec<Pt> = sites.to_vec();
    sorted.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut best = f64::INFINITY;
    let mut row: Vec<Pt> = Vec::new();
    let finish = |row: &mut Vec<Pt>, best: &mut f64| {
        row.sort_by(|a, b| a.x.total_cmp(&b.x));
        for pair in row.windows(2) {
            let d = pair[1].x - pair[0].x;
            if d > 1e-6 {
                *best = best.min(d);
            }
        }
        row.clear();
    };
    for p in sorted {
        if row.first().is_some_and(|first| (p.y - first.y).abs() > tolerance) {
            finish(&mut row, &mut best);
        }
        row.push(p);
    }
    finish(&mut row, &mut best);
    if best.is_finite() { best } else { 1.0 }
}
