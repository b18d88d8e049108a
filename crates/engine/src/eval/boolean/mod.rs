//! Conditions. Dispatch and the short ones are here; shapes, threats, graphs, tiles and puzzles have files of
//! their own. A condition leaves registers and position as it found them.

mod connect;
mod graph;
mod line;
mod puzzle;
mod shape;
mod threat;
mod tile;

use crate::ctx::Ctx;
use crate::game::Repeat;
use crate::kernel::boolean::{NoPieces, PiecesOf};
use crate::kernel::{Bool, Dir, IntArr, Region};
use crate::position::PASSED;
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    #[inline]
    pub fn bool(&mut self, e: &Bool) -> bool {
        if self.observer.is_some() { self.bool_observed(e) } else { self.bool_unobserved(e) }
    }

    pub(crate) fn bool_unobserved(&mut self, e: &Bool) -> bool {
        match e {
            Bool::Const(b) => *b,
            Bool::And(list) => list.iter().all(|e| self.bool(e)),
            Bool::Or(list) => list.iter().any(|e| self.bool(e)),
            Bool::Not(e) => !self.bool(e),
            Bool::Xor(a, b) => self.bool(a) != self.bool(b),
            Bool::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.bool(then)
                } else {
                    self.bool(otherwise)
                }
            }
            Bool::Eq(a, b) => self.int(a) == self.int(b),
            Bool::Ne(a, b) => self.int(a) != self.int(b),
            Bool::Lt(a, b) => self.compare(a, b, |a, b| a < b),
            Bool::Le(a, b) => self.compare(a, b, |a, b| a <= b),
            Bool::Gt(a, b) => self.compare(a, b, |a, b| a > b),
            Bool::Ge(a, b) => self.compare(a, b, |a, b| a >= b),
            Bool::SameSites(a, b) => {
                let a = self.region(a);
                a.same(&self.region(b))
            }
            Bool::NonZero(x) => self.float(x) != 0.0,
            Bool::Odd(n) => self.int(n) & 1 == 1,
            Bool::Empty { kind, site } => {
                let site = self.int(site);
                let slot = self.slot(*kind, site);
                slot != self.game.layout.nowhere && self.pos.is_empty(slot)
            }
            Bool::Occupied { kind, site } => {
                let site = self.int(site);
                self.what(*kind, site) != 0
            }
            Bool::In { site, region } => {
                let site = self.int(site);
                site >= 0 && self.region_has(region, site)
            }
            Bool::InList { values, list } => {
                let list = self.ints(list);
                values.iter().all(|v| list.contains(&self.int(v)))
            }
            Bool::Visited(site) => {
                let site = self.int(site);
                self.pos.visited.contains(site)
            }
            Bool::Hidden { facet, kind, site, level, player } => {
                let site = self.int(site);
                let level = level.as_ref().map_or(0, |l| self.int(l)).max(0) as usize;
                let player = self.int(player);
                site >= 0 && self.is_hidden(*facet, player, self.slot(*kind, site), level)
            }
            Bool::Related { kind, relation, site, region } => self.related(*kind, *relation, site, region),
            Bool::Within { what, region } => {
                let what = self.int(what);
                let kind = self.game.site_type;
                if let Region::Fixed(set) = &**region
                    && self.pos.keeps_sets()
                    && (1..self.game.components.len() as i32).contains(&what)
                {
                    let (first, len) = self.game.layout.board[kind as usize];
                    let mut stands = SiteSet::from_slots(self.pos.slots_of_what(what as usize), first, len);
                    stands.intersect_with(set);
                    let beside = set.iter().any(|s| s as usize >= len && self.stands_at(kind, s, what));
                    return !stands.is_empty() || beside;
                }
                what > 0 && self.region(region).iter().any(|s| self.stands_at(kind, s, what))
            }
            Bool::Threatened(t) => self.threatened(t),
            Bool::Flat(site) => {
                let site = self.int(site);
                self.is_flat(site)
            }
            Bool::LastKind { from, kind } => self
                .pos
                .last
                .as_ref()
                .is_some_and(|m| if *from { m.from_kind == *kind } else { m.to_kind == *kind }),
            Bool::Crossing(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                a >= 0 && b >= 0 && self.game.board.edges_cross(a as usize, b as usize)
            }
            Bool::Angle { angle, kind, at, first, second } => {
                let at = self.int(at);
                self.angle(*angle, *kind, at, first, second)
            }
            Bool::Enemy(p) => {
                let p = self.int(p);
                p != 0 && !self.on_movers_side(p)
            }
            Bool::Friend(p) => {
                let p = self.int(p);
                self.on_movers_side(p)
            }
            Bool::Active(p) => {
                let p = self.int(p);
                self.is_player(p) && self.pos.is_active(p as usize)
            }
            Bool::Triggered(p) => {
                let p = self.int(p);
                self.is_player(p) && self.pos.is_active(p as usize) && self.pos.triggered >> p & 1 == 1
            }
            Bool::Proposed(name) => self.pos.propositions.contains(&i32::from(*name)),
            Bool::Decided(name) => self.pos.decided == i32::from(*name),
            Bool::Repeat(kind) => match kind {
                Repeat::Positional => self.pos.seen.contains(&self.pos.positional_hash()),
                Repeat::PositionalInTurn => self.pos.seen_in_turn.contains(&self.pos.positional_hash()),
                Repeat::Situational => self.pos.seen.contains(&self.pos.situational_hash()),
                Repeat::SituationalInTurn => self.pos.seen_in_turn.contains(&self.pos.situational_hash()),
            },
            Bool::Cycle => self.is_cycle(),
            Bool::Pending => !self.pos.pending.is_empty(),
            Bool::Full => {
                let kind = self.game.site_type;
                (0..self.game.board_sites(kind) as i32).all(|s| !self.pos.is_empty(self.slot(kind, s)))
            }
            Bool::WasPass => self.pos.trail.last().is_some_and(|m| m & PASSED != 0),
            Bool::AllPassed => {
                self.pos.moves_made - self.pos.start_moves >= self.game.players as i32 && self.all_passed()
            }
            Bool::AllDiceUsed => self.pos.dice.iter().flatten().all(|&d| d == 0),
            Bool::AllDiceEqual => self.pos.dice_all_equal,
            Bool::AnyDie(n) => {
                let n = self.int(n);
                self.pos.dice.first().is_some_and(|d| d.contains(&n))
            }
            Bool::AllSites { region, cond } => self.all_sites(region, cond, false),
            Bool::AllDifferent { region, cond } => self.all_sites(region, cond, true),
            Bool::AllValues { list, cond } => self.all_values(list, cond),
            Bool::AllGroups { kind, dirs, of, cond } => self.all_groups(*kind, dirs, of.as_deref(), cond),
            Bool::CanMove(moves) => self.can_move_now(moves),
            Bool::NoMoves(role) => self.no_moves(*role),
            Bool::NoPieces(n) => self.no_pieces(n),
            Bool::Line(l) => self.line(l),
            Bool::Connected(c) => self.connected(c),
            Bool::Blocked(c) => self.blocked(c),
            Bool::Loop(l) => self.closed_loop(l),
            Bool::Path(p) => self.path(p),
            Bool::Pattern { kind, walk, from, whats } => self.pattern(*kind, walk, from, whats),
            Bool::PyramidCorners { kind, froms } => {
                let froms = self.region(froms);
                froms.iter().any(|s| self.pyramid_corners(*kind, s))
            }
            Bool::Target { container, configuration, sites } => {
                let container = self.int(container);
                self.target(container, configuration, sites)
            }
            Bool::Freedom { kind, region, except } => {
                let except = except.as_ref().map_or(OFF, |e| self.int(e));
                let region = self.region(region);
                self.freedom(*kind, &region, except)
            }
            Bool::SidesMatch(site) => {
                let site = self.int(site);
                self.sides_match(site)
            }
            Bool::PipsMatch(site) => {
                let site = self.int(site);
                self.pips_match(site)
            }
            Bool::Tree { shape, who } => {
                let who = self.int(who);
                self.tree(*shape, who)
            }
            Bool::RegularGraph { who, k, odd, even } => {
                let who = self.int(who);
                let k = k.as_ref().map_or(0, |k| self.int(k));
                let odd = odd.as_ref().is_some_and(|b| self.bool(b));
                let even = even.as_ref().is_some_and(|b| self.bool(b));
                self.regular_graph(who, k, odd, even)
            }
            Bool::ForAllSites { kind, cond } => self.for_all_sites(*kind, cond),
            Bool::ForAllHints(cond) => self.for_all_hints(cond),
            Bool::PuzzleDifferent { kind, region, excepts } => {
                self.puzzle_different(*kind, region.as_deref(), excepts)
            }
            Bool::PuzzleUnique { kind } => self.puzzle_unique(*kind),
            Bool::PuzzleCount { kind, region, what, result } => {
                self.puzzle_count(*kind, region.as_deref(), what, result)
            }
            Bool::PuzzleSum { kind, region, name, result, by_hint } => {
                self.puzzle_sum(*kind, region.as_deref(), name, result, *by_hint)
            }
            Bool::Solved => self.puzzle_solved(),
        }
    }

    /// Sites one step away in any of the directions, in order.
    pub fn steps_by(&mut self, dirs: &Dir, kind: SiteType, site: i32) -> SmallVec<[i32; 12]> {
        let board = &self.game.board;
        let mut out = SmallVec::new();
        if site < 0 {
            return out;
        }
        if let Dir::Absolute(list) = dirs
            && let [d] = **list
        {
            out.extend(board.steps(kind, site as usize, d).iter().map(|&s| s as i32));
            return out;
        }
        for d in self.directions(dirs, kind, site) {
            out.extend(board.steps(kind, site as usize, d).iter().map(|&s| s as i32));
        }
        out
    }

    /// Does the component stand at the site, at whatever level?
    pub(super) fn stands_at(&self, kind: SiteType, site: i32, what: i32) -> bool {
        let slot = self.slot(kind, site);
        (0..self.pos.height(slot)).any(|l| i32::from(self.pos.at_level(slot, l).what) == what)
    }

    fn is_player(&self, p: i32) -> bool {
        (1..=self.game.players as i32).contains(&p)
    }

    /// The mover, or one of the mover's team.
    fn on_movers_side(&self, p: i32) -> bool {
        let mover = usize::from(self.pos.mover);
        if self.game.uses.teams {
            self.is_player(p) && self.pos.teams[p as usize] == self.pos.teams[mover]
        } else {
            p == mover as i32
        }
    }

    /// The owners that a role stands for as bits by number: 0 is nobody, players + 1 everybody.
    pub fn owners(&self, role: Role) -> u32 {
        let n = self.game.players as u32;
        let bit = |p: i32| if (0..32).contains(&p) { 1u32 << p } else { 0 };
        let mover = bit(self.pos.mover.into());
        let listed = |ctx: &Self| ctx.role_players(role).into_iter().fold(0, |bits, p| bits | bit(p));
        match role {
            Role::All => (1 << (n + 2)) - 1,
            // Nobody's pieces are not the mover's either.
            Role::NonMover => ((1 << (n + 1)) - 1) & !mover,
            Role::Neutral | Role::Each | Role::Shared | Role::Any => bit(self.role(role)),
            Role::Team(_) | Role::TeamMover if self.game.uses.teams => listed(self),
            Role::Team(t) => bit(t.into()),
            Role::TeamMover => mover,
            Role::P(_) | Role::Mover | Role::Next | Role::Prev | Role::Player => bit(self.role(role)),
            Role::Enemy | Role::Friend | Role::Ally => listed(self),
        }
    }

    fn related(
        &mut self,
        kind: SiteType,
        relation: Relation,
        site: &crate::kernel::Int,
        region: &Region,
    ) -> bool {
        let region = self.region(region);
        let site = self.int(site);
        let board = &self.game.board;
        if site < 0 {
            return false;
        }
        if kind == SiteType::Edge {
            // Edges know no diagonals: those that share an end are related, an edge to itself too.
            return match relation {
                Relation::Diagonal | Relation::OffDiagonal => false,
                Relation::Orthogonal | Relation::Adjacent | Relation::All => {
                    board.edge_ends(site as usize).is_some_and(|(a, b)| {
                        [a, b].iter().any(|&v| {
                            board
                                .incident(SiteType::Vertex, v as usize, SiteType::Edge)
                                .iter()
                                .any(|&e| region.contains(e as i32))
                        })
                    })
                }
            };
        }
        board.neighbours(kind, site as usize, relation).iter().any(|&s| region.contains(s as i32))
    }

    fn is_flat(&self, site: i32) -> bool {
        let board = &self.game.board;
        if site < 0 || site as usize >= board.len(SiteType::Vertex) {
            return false;
        }
        let site = site as usize;
        board.layer(SiteType::Vertex, site) == 0
            || board
                .steps(SiteType::Vertex, site, Direction::Downward)
                .iter()
                .all(|&s| self.what(SiteType::Vertex, s as i32) != 0)
    }

    /// The last positions, as many as players squared, were repeated three times over.
    fn is_cycle(&self) -> bool {
        let n = self.game.players * self.game.players;
        let seen = &self.pos.seen;
        if seen.len() < 3 * n {
            return false;
        }
        let tail = &seen[seen.len() - 3 * n..];
        tail[..n] == tail[n..2 * n] && tail[n..2 * n] == tail[2 * n..]
    }

    fn all_sites(&mut self, region: &Region, cond: &Bool, different: bool) -> bool {
        let region = self.region(region);
        let before = self.reg.site;
        let kind = self.game.site_type;
        let mut whats: SmallVec<[usize; 16]> = SmallVec::new();
        let mut all = true;
        for site in region.iter() {
            self.reg.site = site;
            all = self.bool(cond);
            if all && different {
                let what = self.what(kind, site);
                all = !whats.contains(&what);
                whats.push(what);
            }
            if !all {
                break;
            }
        }
        self.reg.site = before;
        all
    }

    fn all_values(&mut self, list: &IntArr, cond: &Bool) -> bool {
        let list = self.ints(list);
        let before = self.reg.value;
        let all = list.into_iter().all(|v| {
            self.reg.value = v;
            self.bool(cond)
        });
        self.reg.value = before;
        all
    }

    fn no_pieces(&mut self, n: &NoPieces) -> bool {
        let owners = match &n.of {
            PiecesOf::Role(role) => self.owners(*role),
            PiecesOf::Player(p) => {
                let p = self.int(p);
                if (0..32).contains(&p) { 1 << p } else { 0 }
            }
        };
        let region = n.region.as_ref().map(|r| self.region(r));
        let kind = n.kind.unwrap_or(self.game.site_type);
        let layout = &self.game.layout;
        let board = 0..self.game.board_sites(kind) as i32;
        // Other containers count where the rule does not say which kind of site it means.
        let extra = match n.kind {
            None | Some(SiteType::Cell) => layout.extra_first..layout.extra_first + layout.extra_len as i32,
            Some(SiteType::Vertex | SiteType::Edge) => 0..0,
        };
        let counted = |p: &crate::position::Piece| {
            p.what != 0
                && owners >> p.who & 1 == 1
                && n.whats.as_ref().is_none_or(|whats| whats.contains(&p.what))
        };
        let mut sites = board.map(|s| (kind, s)).chain(extra.map(|s| (SiteType::Cell, s)));
        !sites.any(|(kind, site)| {
            let slot = layout.slot(kind, site);
            let height = self.pos.height(slot);
            height > 0
                && region.as_ref().is_none_or(|r| r.contains(site))
                && (0..height).any(|l| counted(&self.pos.at_level(slot, l)))
        })
    }
}
