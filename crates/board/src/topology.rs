//! PLACEHOLDER by the lead so that the engine compiles: the owner of this crate replaces this file.
//! The engine and its colleagues count on at least this API (sites are `usize` indices of a kind):
//! - `len(kind) -> usize`
//! - `steps(kind, site, Direction) -> &[u32]`: sites one step away in a direction or in a set of directions
//!   (`Orthogonal`, `Adjacent`, `All` …), in the reference's order
//! - `radials(kind, site, Direction) -> impl Iterator<Item = &[u32]>`: each without the site itself, in order of distance
//! - `opposite radials` of a radial (for lines)
//! - `neighbours(kind, site, Relation)`, `label(kind, site)`, `site_by_label(kind, &str)`, `row/column/layer/phase(kind, site)`,
//!   `rows(kind) -> &[Vec<u32>]` …, `sides(kind, Direction)`, `corners/outer/inner/centre/perimeter/top/bottom/left/right(kind)`,
//!   `distance(kind, relation, a, b)`, incidence between kinds.

use crate::spec::SiteType;

#[derive(Clone, Debug, Default)]
pub struct Topology {
    lens: [usize; 3],
}

impl Topology {
    pub fn len(&self, kind: SiteType) -> usize {
        self.lens[kind as usize]
    }
}
