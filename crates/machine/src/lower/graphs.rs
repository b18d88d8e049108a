//! Questions about graphs that players draw: they are asked of the state as a whole.

use super::*;
use crate::graphs::{Asked, Drawings};
use ludarium_engine::kernel::boolean::{Path, TreeShape};

impl<'g> Lower<'g> {
    pub(super) fn drawn_tree(&mut self, shape: TreeShape, who: &'g Int, env: &Env) -> Lowered<Expr> {
        // (Only the centre is asked for by owner.)
        if shape == TreeShape::Centre && self.layout.ownerless {
            return refuse("Bool", "Tree of pieces that are nobody's");
        }
        let who = self.int(who, env)?;
        let last = self.number(Number::LastTo);
        self.ask_about_graph(Asked::of_tree(shape), SiteType::Edge, vec![who, last])
    }

    pub(super) fn drawn_regular_graph(&mut self, e: &'g Bool, env: &Env) -> Lowered<Expr> {
        let Bool::RegularGraph { who, k, odd, even } = e else { return refuse("Bool", "RegularGraph") };
        let who = self.int(who, env)?;
        let last = self.number(Number::LastTo);
        let k = match k {
            Some(k) => self.int(k, env)?,
            None => self.b.int(0),
        };
        let mut numbers = vec![who, last, k];
        for parity in [odd, even] {
            numbers.push(match parity {
                Some(parity) => self.bool(parity, env)?,
                None => self.b.int(0),
            });
        }
        self.ask_about_graph(Asked::Regular, SiteType::Edge, numbers)
    }

    pub(super) fn drawn_path(&mut self, p: &'g Path, env: &Env) -> Lowered<Expr> {
        if self.layout.ownerless {
            return refuse("Bool", "Path of pieces that are nobody's");
        }
        let (from, who) = (self.int(&p.from, env)?, self.int(&p.who, env)?);
        let (min, max) = (self.int(&p.length.min, env)?, self.int(&p.length.max, env)?);
        let closed = self.bool(&p.closed, env)?;
        self.ask_about_graph(Asked::Path, p.kind, vec![who, from, min, max, closed])
    }

    fn ask_about_graph(&mut self, asked: Asked, kind: SiteType, numbers: Vec<Expr>) -> Lowered<Expr> {
        if self.stacking() || self.layout.grounds.len() != 1 || kind != self.layout.kind {
            return refuse("Bool", "graphs on another kind of site");
        }
        if self.drawings.is_none() {
            self.drawings = Some(Drawings::of(self.game, kind));
        }
        let mut args = vec![self.b.int(asked.number())];
        args.extend(numbers);
        let answer = self.b.service(Service::Graph, &args);
        Ok(self.b.bind(answer))
    }

    /// The edges of somebody that cross an edge.
    pub(super) fn crossing_edges(&mut self, edge: &'g Int, owner: &'g Int, env: &Env) -> Lowered<Set> {
        if self.stacking() || self.layout.kind != SiteType::Edge || self.layout.grounds.len() != 1 {
            return refuse("Region", "Crossing on another kind of site");
        }
        let owner = self.int(owner, env)?;
        let owner = self.constant(owner).and_then(|o| usize::try_from(o).ok());
        let players = self.layout.players;
        let theirs = match owner {
            Some(o) if o == players + 1 => self.occupied(),
            Some(o) if (1..=players).contains(&o) && !self.game.uses.who_is_what => self.of_owner(o),
            Some(_) | None => return refuse("Region", "Crossing of somebody"),
        };
        let (game, edges) = (self.game, self.layout.board_len);
        let rows = self.rows("edges that cross", |edge| {
            let edge = edge as usize;
            let crosses = |&e: &usize| e != edge && game.board.edges_cross(edge, e);
            if edge >= edges {
                SiteSet::new()
            } else {
                (0..edges).filter(crosses).map(|e| e as i32).collect()
            }
        });
        let edge = self.int(edge, env)?;
        let row = self.row(rows, edge);
        Ok(self.intersection(&theirs, &row))
    }
}
