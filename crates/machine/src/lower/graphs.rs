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
}
