//! A view taken apart for pages that are alive: the ground once, then what stands on each site by itself, so that a
//! move costs the few sites it changes. Whoever puts the parts together again sees what [`svg`](fn@crate::svg) draws, without
//! its marks.

use crate::canvas::{Bounds, Canvas};
use crate::ground::Ground;
use crate::layout::{CELL, Layout, point_board, rack_rows};
use crate::svg::{Options, axes, place, stack_at, trays};
use crate::view::{PieceAt, Pt, Site, SiteType, View};
use std::collections::BTreeMap;

/// The parts of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// What the picture covers: left, top, width, height.
    pub area: [f64; 4],
    /// Board, trays and coordinates, as the inside of an SVG element.
    pub ground: String,
    /// Drawings that `ground` and `sites` refer to, by id.
    pub defs: BTreeMap<String, String>,
    /// What stands on each site that is not empty, in the order in which it must be painted.
    pub sites: Vec<(Site, String)>,
}

/// A place that can be pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub site: Site,
    pub at: Pt,
    /// The radius of a circle that fits.
    pub reach: f64,
    /// The corners of a cell, the two ends of an edge; empty for points and places in trays.
    pub shape: Vec<Pt>,
}

/// Where everything is; good for as long as [`Stage::fits`] says so.
#[derive(Clone, Debug)]
pub struct Stage {
    layout: Layout,
}

impl Stage {
    pub fn of(view: &View) -> Stage {
        Stage { layout: Layout::of(view, true) }
    }

    /// Draws the ground.
    pub fn ground(&self, view: &View, options: &Options) -> Layers {
        let mut canvas = Canvas::new(&options.prefix);
        let ground = Ground::new(view, &self.layout);
        trays(&mut canvas, view, &self.layout);
        ground.draw(&mut canvas);
        if options.axes && !view.style.hide_board {
            axes(&mut canvas, view, &self.layout);
        }
        let (mut defs, body, mut bounds) = canvas.into_parts();
        // Pieces may reach over the rim.
        let (sites, more, reach) = self.pieces(view, options);
        defs.extend(more);
        if !reach.is_empty() {
            bounds.reach(reach.low, 0.0);
            bounds.reach(reach.high, 0.0);
        }
        for tray in &self.layout.trays {
            bounds.reach(tray.area.low, 4.0);
            bounds.reach(tray.area.high, 4.0);
        }
        if bounds.is_empty() {
            bounds = Bounds { low: Pt::new(0.0, 0.0), high: Pt::new(100.0, 100.0) };
        }
        let bounds = bounds.grown(14.0);
        let area = [bounds.low.x, bounds.low.y, bounds.width(), bounds.height()];
        Layers { area, ground: body, defs, sites }
    }

    /// Draws what stands on each site, with the drawings it needs and how far it reaches.
    pub fn pieces(
        &self,
        view: &View,
        options: &Options,
    ) -> (Vec<(Site, String)>, BTreeMap<String, String>, Bounds) {
        let ground = Ground::new(view, &self.layout);
        let mut stacks: BTreeMap<(usize, SiteType, usize), Vec<&PieceAt>> = BTreeMap::new();
        for p in &view.pieces {
            let layer = if p.kind == SiteType::Vertex {
                view.board.vertices.get(p.site).map_or(0, |v| v.layer)
            } else {
                0
            };
            stacks.entry((layer, p.kind, p.site)).or_default().push(p);
        }
        let (mut out, mut defs, mut bounds) = (Vec::new(), BTreeMap::new(), Bounds::empty());
        for ((_, kind, index), mut stack) in stacks {
            stack.sort_by_key(|p| p.level);
            let site = Site { kind, index };
            let mut canvas = Canvas::new(&options.prefix);
            stack_at(&mut canvas, view, &self.layout, &ground, site, &stack);
            let (more, body, reach) = canvas.into_parts();
            defs.extend(more);
            if !reach.is_empty() {
                bounds.reach(reach.low, 0.0);
                bounds.reach(reach.high, 0.0);
            }
            if !body.is_empty() {
                out.push((site, body));
            }
        }
        (out, defs, bounds)
    }

    /// Is the ground still right for a view of the same game? Where pieces make the board, it grows with them.
    pub fn fits(&self, view: &View) -> bool {
        let moving = view.style.board == crate::style::BoardStyle::Boardless
            || view.style.board == crate::style::BoardStyle::Connect4;
        !moving || {
            let now = Layout::of(view, true);
            now.board == self.layout.board && now.unit == self.layout.unit
        }
    }

    /// Where a site is a whole column, as in backgammon or in a rack: the corners of the column.
    fn column(&self, view: &View, site: Site, at: Pt) -> Option<Vec<Pt>> {
        let half = 0.5 * CELL;
        let (top, bottom) = if site.kind == SiteType::Vertex && point_board(view).is_some() {
            let middle = self.layout.board.middle().y;
            if at.y > middle {
                (middle + 0.1 * half, at.y + half)
            } else {
                (at.y - half, middle - 0.1 * half)
            }
        } else if site.kind == SiteType::Cell && rack_rows(view) > 1 {
            (at.y + half - CELL * rack_rows(view) as f64, at.y + half)
        } else {
            return None;
        };
        let corner = |x: f64, y: f64| Pt::new(at.x + x * half, y);
        Some(vec![corner(-1.0, top), corner(1.0, top), corner(1.0, bottom), corner(-1.0, bottom)])
    }

    /// All places of the given kinds, and those in trays.
    pub fn spots(&self, view: &View, kinds: &[SiteType]) -> Vec<Spot> {
        let mut out = Vec::new();
        for &kind in kinds {
            for index in 0..view.board.count(kind) {
                let site = Site { kind, index };
                let Some(at) = place(view, &self.layout, site) else { continue };
                let reach = 0.5 * self.layout.room_at(&view.board, site);
                let shape = match kind {
                    SiteType::Cell => self.layout.outline(&view.board, index),
                    SiteType::Edge => view.board.edges.get(index).map_or(Vec::new(), |e| {
                        let end = |v: usize| self.layout.vertices.get(v).copied();
                        end(e.a).into_iter().chain(end(e.b)).collect()
                    }),
                    SiteType::Vertex => Vec::new(),
                };
                let shape = self.column(view, site, at).unwrap_or(shape);
                out.push(Spot { site, at, reach, shape });
            }
        }
        for tray in &self.layout.trays {
            let container = &view.containers[tray.container];
            for (i, &at) in tray.sites.iter().enumerate() {
                let site = Site::cell(container.first + i);
                out.push(Spot { site, at, reach: 0.5 * tray.room, shape: Vec::new() });
            }
        }
        out
    }
}
