//! Sets of sites.

use super::lift::Looked;
use super::moves::{End, Mode, Out};
use super::*;
use ludarium_engine::game::{Container, ContainerKind};
use ludarium_engine::kernel::region::{BoardLines, Content, Sight, Whats};
use ludarium_engine::kernel::{IntArr, Region};

/// Tables of sites on lines are no larger than this.
const MOST_OF_LINES: usize = 1 << 14;

impl<'g> Lower<'g> {
    pub fn region(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let lowered = |l: &mut Self| match ground_of(e) {
            Some(kind) => l.on(kind, |l| l.region_of(e, env)),
            None => l.region_of(e, env),
        };
        let ask = |l: &mut Self, number| l.evaluated_region(number);
        self.deeper(|l| l.or_evaluated(Part::Region(e), env, lowered, ask))
    }

    fn region_of(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        Ok(match e {
            Region::Fixed(s) => self.fixed(s),
            Region::Sites(list) => {
                let list: Vec<Expr> = list.iter().map(|e| self.int(e, env)).collect::<Lowered<_>>()?;
                self.set_of(&list)
            }
            Region::List(list) => match &**list {
                IntArr::Sites(region) => self.region(region, env)?,
                list if !Self::is_short(list) => self.sites_of_list(list, env)?,
                list => {
                    let list = self.listed(list, env)?;
                    self.set_of(&list)
                }
            },
            Region::Current => match &env.region {
                Some(set) => set.clone(),
                None => self.no_sites(),
            },
            Region::Union(_) => self.union_of(e, env)?,
            Region::Intersection(_) => self.intersection_of(e, env)?,
            Region::Difference(a, b) => {
                let (a, b) = (self.region(a, env)?, self.region(b, env)?);
                self.difference(&a, &b)
            }
            Region::Without(..) => self.without_site(e, env)?,
            Region::If { .. } => self.region_if(e, env)?,
            Region::Filter { region, cond } => {
                let sites = self.region(region, env)?;
                let sites = self.bind_set(&sites);
                self.filtered(&sites, cond, env)?
            }
            Region::ForEachSite { .. } => self.union_over_sites(e, env)?,
            Region::ForEachPlayer { players, region } if !Self::is_short(players) => {
                self.union_over_some_players(e, env)?
            }
            Region::ForEachPlayer { .. } => self.union_over_players(e, env)?,
            Region::Expand { .. } => self.expanded(e, env)?,
            Region::Lines { .. } => self.line_of_board(e, env)?,
            Region::Side { .. } => self.side_of_board(e, env)?,
            Region::ByPlayer { .. } => self.region_by_player(e, env)?,
            Region::Track { track, from, to } => {
                self.track_region(track, from.as_deref(), to.as_deref(), env)?
            }
            Region::MovesFrom(m) => self.ends_of_moves(m, End::From, env)?,
            Region::MovesTo(m) => self.ends_of_moves(m, End::To, env)?,
            Region::Hand(_) => self.hand_sites(e, env)?,
            Region::Empty { .. } => self.empty_board(),
            Region::EmptyIn { .. } => self.empty_in(e, env)?,
            Region::Occupied { .. } => self.occupied_region(e, env)?,
            Region::InState { .. } => self.sites_in_state(e, env)?,
            Region::Start(_) => self.start_sites(e, env)?,
            Region::Pending => self.plane(Plane::Pending),
            Region::ToClear => self.plane(Plane::ToRemove),
            Region::Around { .. } => self.around(e, env)?,
            Region::Between { .. } => self.sites_between(e, env)?,
            Region::Group { .. } => self.groups_at(e, env)?,
            Region::Distance { kind, relation, walk, from, range } => {
                let from = self.int(from, env)?;
                self.at_distance(*kind, *relation, walk.as_deref(), from, range, env)?
            }
            Region::Direction { .. } => self.along(e, env)?,
            Region::LineOfSight { what, site, dirs, .. } => {
                let site = self.int(site, env)?;
                self.line_of_sight(*what, site, dirs, env)?
            }
            Region::Walk { .. } => self.ends_of_walks(e, env)?,
            Region::Random { region, num } => self.drawn_sites(region, num, env)?,
            Region::Crossing { edge, owner } => self.crossing_edges(edge, owner, env)?,
            Region::Incident { .. } => self.incident_sites(e, env)?,
            Region::ForEachTeam(..)
            | Region::Levels { .. }
            | Region::Supporting { .. }
            | Region::Hidden { .. }
            | Region::LargePiece { .. }
            | Region::MovesBetween(..)
            | Region::Winning { .. }
            | Region::LastFrom
            | Region::LastTo
            | Region::LastBetween
            | Region::HintRegion
            | Region::Playable
            | Region::Loop { .. }
            | Region::Pattern { .. } => {
                return refuse("Region", crate::refuse::head(&format!("{e:?}")));
            }
        })
    }

    fn union_of(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Union(list) = e else { return refuse("Region", "Union") };
        let mut all = self.no_sites();
        for r in list.iter() {
            let set = self.region(r, env)?;
            all = self.union(&all, &set);
        }
        Ok(all)
    }
    fn intersection_of(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Intersection(list) = e else { return refuse("Region", "Intersection") };
        let mut all: Option<Set> = None;
        for r in list.iter() {
            let set = self.region(r, env)?;
            all = Some(match all {
                None => set,
                Some(all) => self.intersection(&all, &set),
            });
        }
        Ok(match all {
            Some(all) => all,
            None => self.no_sites(),
        })
    }
    fn without_site(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Without(r, site) = e else { return refuse("Region", "Without") };
        let set = self.region(r, env)?;
        let site = self.int(site, env)?;
        let one = self.single(site);
        Ok(self.difference(&set, &one))
    }
    fn region_if(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::If { cond, then, otherwise } = e else { return refuse("Region", "If") };
        let cond = self.bool(cond, env)?;
        Ok(match self.constant(cond) {
            Some(0) => self.region(otherwise, env)?,
            Some(_) => self.region(then, env)?,
            None => {
                let none = self.no_sites();
                let found = self.growing(&none);
                self.when_else(
                    cond,
                    |l| {
                        let set = l.region(then, env)?;
                        l.grow(&found, &set);
                        Ok(())
                    },
                    |l| {
                        let set = l.region(otherwise, env)?;
                        l.grow(&found, &set);
                        Ok(())
                    },
                )?;
                self.grown(&found)
            }
        })
    }
    fn union_over_sites(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::ForEachSite { of, region } = e else { return refuse("Region", "ForEachSite") };
        let of = self.region(of, env)?;
        self.union_over(&of, |l, site| {
            let env = Env { site, ..env.clone() };
            l.region(region, &env)
        })
    }
    fn union_over_some_players(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::ForEachPlayer { players, region } = e else { return refuse("Region", "ForEachPlayer") };
        let none = self.no_sites();
        let found = self.growing(&none);
        self.each_value(players, env, |l, player| {
            let env = Env { player, ..env.clone() };
            let set = l.region(region, &env)?;
            l.grow(&found, &set);
            Ok(())
        })?;
        Ok(self.grown(&found))
    }
    fn union_over_players(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::ForEachPlayer { players, region } = e else { return refuse("Region", "ForEachPlayer") };
        let players = self.listed(players, env)?;
        let mut all = self.no_sites();
        for player in players {
            let env = Env { player, ..env.clone() };
            let set = self.region(region, &env)?;
            all = self.union(&all, &set);
        }
        Ok(all)
    }
    fn expanded(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Expand { kind, region, steps, dir } = e else { return refuse("Region", "Expand") };
        let set = self.region(region, env)?;
        let steps = self.int(steps, env)?;
        let Some(steps) = self.constant(steps).filter(|s| *s <= 4) else {
            return refuse("Region", "Expand by a number of steps");
        };
        let (board, len) = (&self.game.board, self.ground.len);
        let (kind, dir) = (*kind, *dir);
        let rows = self.rows("expanded", |s| {
            if s as usize >= len {
                return SiteSet::new();
            }
            let near = match dir {
                Some(d) if kind != SiteType::Edge => board.steps(kind, s as usize, d),
                Some(_) | None => board.neighbours(kind, s as usize, Relation::Adjacent),
            };
            near.iter().map(|&s| s as i32).collect()
        });
        let mut all = self.bind_set(&set);
        for _ in 0..steps {
            let more = self.union_over(&all, |l, site| Ok(l.row(rows, site)))?;
            let sum = self.union(&all, &more);
            all = self.bind_set(&sum);
        }
        Ok(all)
    }
    fn line_of_board(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Lines { kind, lines, index } = e else { return refuse("Region", "Lines") };
        let index = self.int(index, env)?;
        let board = &self.game.board;
        let all = match lines {
            BoardLines::Rows => board.rows(*kind),
            BoardLines::Columns => board.columns(*kind),
            BoardLines::Layers => board.layers(*kind),
            BoardLines::Phases => board.phases(*kind),
        };
        let sets: Vec<SiteSet> = all.iter().map(|l| l.iter().map(|&s| s as i32).collect()).collect();
        Ok(self.indexed("line", &sets, index))
    }
    fn side_of_board(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Side { kind, player } = e else { return refuse("Region", "Side") };
        let player = self.int(player, env)?;
        let board = &self.game.board;
        let sets: Vec<SiteSet> = (0..=self.game.players + 1)
            .map(|p| {
                let facing = self.game.facing.get(p).copied().flatten();
                facing.map(|d| board.side(*kind, d).iter().map(|&s| s as i32).collect()).unwrap_or_default()
            })
            .collect();
        Ok(self.indexed("side", &sets, player))
    }
    fn region_by_player(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::ByPlayer { regions, player } = e else { return refuse("Region", "ByPlayer") };
        let player = self.int(player, env)?;
        if let Some(p) = self.constant(player) {
            return match usize::try_from(p).ok().and_then(|p| regions.get(p)) {
                Some(r) => self.region(r, env),
                None => Ok(self.no_sites()),
            };
        }
        let player = self.b.bind(player);
        let mut all = self.no_sites();
        for (p, r) in regions.iter().enumerate() {
            let set = self.region(r, env)?;
            let p = self.b.int(p as i64);
            let is = self.b.eq(player, p);
            all = self.choose_set(is, &set, &all);
        }
        Ok(all)
    }
    fn hand_sites(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Hand(player) = e else { return refuse("Region", "Hand") };
        let player = self.int(player, env)?;
        let sets: Vec<SiteSet> = (0..=self.game.players as i32 + 1)
            .map(|p| self.game.hand_of(p).map(|c| (c.first..c.first + c.len).collect()).unwrap_or_default())
            .collect();
        Ok(self.indexed("hand", &sets, player))
    }
    fn empty_in(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::EmptyIn { kind, container } = e else { return refuse("Region", "EmptyIn") };
        let c = self.int(container, env)?;
        Ok(match self.constant(c) {
            Some(1..) => self.on(self.layout.kind, |l| {
                let (sites, empty) = (l.sites_of_container(c), l.plane(Plane::Empty));
                Ok(l.intersection(&sites, &empty))
            })?,
            Some(_) => self.on(*kind, |l| Ok(l.empty_board()))?,
            None => return refuse("Region", "EmptyIn of some container"),
        })
    }
    fn occupied_region(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Occupied { kind, container, .. } = e else { return refuse("Region", "Occupied") };
        let container = match container {
            Some(c) => Some(self.int(c, env)?),
            None => None,
        };
        // (What a hand holds lies beside the board, whatever kind was said.)
        let kind = match container.map(|c| self.constant(c)) {
            Some(Some(1..)) => self.layout.kind,
            Some(_) | None => *kind,
        };
        self.on(kind, |l| l.occupied_sites(e, container, env))
    }
    fn sites_in_state(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::InState { state, .. } = e else { return refuse("Region", "InState") };
        let state = self.int(state, env)?;
        let state = self.b.bind(state);
        let Some(array) = self.layout.state else {
            return refuse("Region", "InState without states");
        };
        let board = self.board_sites();
        self.tested(&board, |l, site| {
            let at = l.here(site);
            let here = l.b.load(array, at);
            Ok(l.b.eq(here, state))
        })
    }
    fn start_sites(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Start(what) = e else { return refuse("Region", "Start") };
        if self.random_start {
            return refuse("Region", "Start of a set-up drawn by chance");
        }
        let what = self.int(what, env)?;
        let mut sets: Vec<SiteSet> = self.ctx.pos.start_sites.as_ref().clone();
        if let Some(none) = sets.first_mut() {
            *none = SiteSet::new();
        }
        Ok(self.indexed("start", &sets, what))
    }
    fn groups_at(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Group { kind, starts, dirs, cond, visible } = e else { return refuse("Region", "Group") };
        if visible.is_some() {
            return refuse("Region", "Group that is visible");
        }
        let starts = self.region(starts, env)?;
        let starts = self.bind_set(&starts);
        let (kind, cond) = (*kind, cond.as_deref());
        self.union_over(&starts, |l, site| l.group_at(kind, site, dirs, cond, env))
    }
    fn ends_of_walks(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Walk { kind, from, walks, rotations } = e else { return refuse("Region", "Walk") };
        let from = self.int(from, env)?;
        let rotations = self.bool(rotations, env)?;
        let Some(rotations) = self.constant(rotations) else { return refuse("Region", "Walk") };
        let (game, len) = (self.game, self.ground.len);
        let kind = *kind;
        let rows = self.rows("walk ends", |s| {
            if s as usize >= len {
                return SiteSet::new();
            }
            ludarium_engine::eval::walk::walk_ends(game, kind, s, walks, rotations != 0)
        });
        Ok(self.row(rows, from))
    }
    fn incident_sites(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Incident { of, site, result, owner } = e else { return refuse("Region", "Incident") };
        let site = self.int(site, env)?;
        let sites = self.incident(*of, *result, site);
        Ok(match owner {
            None => sites,
            Some(owner) => {
                let owner = self.int(owner, env)?;
                let theirs = self.on(*result, |l| Ok(l.of_some_owner(owner)))?;
                self.intersection(&sites, &theirs)
            }
        })
    }

    fn occupied_sites(&mut self, e: &'g Region, container: Option<Expr>, env: &Env) -> Lowered<Set> {
        let Region::Occupied { of, whats, top, kind, .. } = e else { return refuse("Region", "Occupied") };
        let mut sites = match (self.stacking(), whats) {
            (false, _) => self.sites_of_owners(of, env)?,
            (true, Whats::Any) => self.pieces_of_owners(of, None, env)?,
            (true, Whats::These(list)) => self.pieces_of_owners(of, Some(list), env)?,
            (true, Whats::One(w)) => {
                let w = self.int(w, env)?;
                let w = self.constant(w).and_then(|w| u16::try_from(w).ok());
                let Some(w) = w else {
                    return refuse("Region", "Occupied by some component, in stacks");
                };
                self.pieces_of_owners(of, Some(&[w]), env)?
            }
        };
        if self.stacking() && *top {
            let on_top = self.sites_of_owners(of, env)?;
            sites = self.intersection(&sites, &on_top);
        }
        match whats {
            Whats::Any | Whats::One(_) | Whats::These(_) if self.stacking() => {}
            Whats::Any => {}
            Whats::One(w) => {
                let w = self.int(w, env)?;
                let of_these = self.plane_of_what(w);
                sites = self.intersection(&sites, &of_these);
            }
            Whats::These(list) => {
                let of_these = self.of_components(list);
                sites = self.intersection(&sites, &of_these);
            }
        }
        let empty = self.plane(Plane::Empty);
        sites = self.difference(&sites, &empty);
        Ok(match container {
            None if *kind == SiteType::Cell => sites,
            None => {
                let board = self.board_sites();
                self.intersection(&sites, &board)
            }
            Some(c) => {
                let within = self.sites_of_container(c);
                self.intersection(&sites, &within)
            }
        })
    }
    /// Where one of several components stands.
    pub fn of_components(&mut self, list: &[u16]) -> Set {
        let mut all = self.no_sites();
        for &w in list {
            let here = self.of_component(w.into());
            all = self.union(&all, &here);
        }
        all
    }
    pub fn empty_board(&mut self) -> Set {
        let (empty, board) = (self.plane(Plane::Empty), self.board_sites());
        self.intersection(&empty, &board)
    }
    /// The sites of a container, whichever it turns out to be.
    pub fn sites_of_container(&mut self, container: Expr) -> Set {
        let board = self.ground.len as i32;
        let sites = |c: &Container| match c.kind {
            ContainerKind::Board => (0..board).collect(),
            ContainerKind::Hand | ContainerKind::Deck | ContainerKind::Dice { .. } => {
                (c.first..c.first + c.len).collect()
            }
        };
        let sets: Vec<SiteSet> = self.game.containers.iter().map(sites).collect();
        self.indexed("container", &sets, container)
    }
    pub fn set_of(&mut self, list: &[Expr]) -> Set {
        let mut all = self.no_sites();
        for &site in list {
            let one = match self.constant(site) {
                Some(s) => {
                    let set = [s as i32].into_iter().collect();
                    self.fixed(&set)
                }
                None => self.single(site),
            };
            all = self.union(&all, &one);
        }
        all
    }
    /// One of several sets that are known.
    pub fn indexed(&mut self, name: &str, sets: &[SiteSet], index: Expr) -> Set {
        if let Some(i) = self.constant(index) {
            let set = usize::try_from(i).ok().and_then(|i| sets.get(i)).cloned().unwrap_or_default();
            return self.fixed(&set);
        }
        let words = self.layout.words;
        let data = sets
            .iter()
            .flat_map(|s| (0..words).map(|i| s.words().get(i).copied().unwrap_or(0) as i64))
            .collect();
        let table = self.b.table(name, Width::Word, data, 0);
        self.row(table, index)
    }
    pub fn union_over(
        &mut self,
        sites: &Set,
        of: impl FnOnce(&mut Self, Expr) -> Lowered<Set>,
    ) -> Lowered<Set> {
        let none = self.no_sites();
        let found = self.growing(&none);
        self.for_each(sites, |l, site| {
            let set = of(l, site)?;
            l.grow(&found, &set);
            Ok(())
        })?;
        Ok(self.grown(&found))
    }

    /// The sites of one kind that touch a site of another.
    fn incident(&mut self, of: SiteType, result: SiteType, site: Expr) -> Set {
        let board = &self.game.board;
        let through = |at: usize, via: SiteType, result: SiteType| -> SiteSet {
            let near = board.incident(of, at, via).iter();
            let sites = near.flat_map(|&v| board.incident(via, v as usize, result)).map(|&s| s as i32);
            sites.filter(|&s| s != at as i32).collect()
        };
        let sets: Vec<SiteSet> = (0..board.len(of))
            .map(|at| match (of, result) {
                (SiteType::Cell, SiteType::Cell) => through(at, SiteType::Edge, SiteType::Cell),
                (SiteType::Edge, SiteType::Edge) => through(at, SiteType::Vertex, SiteType::Edge),
                (SiteType::Vertex, SiteType::Vertex) => through(at, SiteType::Edge, SiteType::Cell),
                (SiteType::Cell, SiteType::Edge | SiteType::Vertex)
                | (SiteType::Edge, SiteType::Cell | SiteType::Vertex)
                | (SiteType::Vertex, SiteType::Cell | SiteType::Edge) => {
                    board.incident(of, at, result).iter().map(|&s| s as i32).collect()
                }
            })
            .collect();
        self.indexed("incident", &sets, site)
    }

    /// Where the moves of a rule begin or end.
    fn ends_of_moves(&mut self, m: &'g Moves, end: End, env: &Env) -> Lowered<Set> {
        let none = self.no_sites();
        let found = self.growing(&none);
        let mut out = Out::new(Mode::Collect(end));
        out.collected = found.clone();
        self.moves(m, env, &out)?;
        Ok(self.grown(&found))
    }

    fn content(&mut self, content: Content, env: &Env) -> Set {
        let n = self.layout.players;
        let all = (1u32 << (n + 2)) - 1;
        let own = 1u32 << env.mover | 1 << (n + 1);
        let enemy = ((1u32 << (n + 1)) - 2) & !self.own_side(env.mover);
        match content {
            // (With teams this means enemies or shared pieces.)
            Content::NotEnemy if self.game.uses.teams => self.of_owners(enemy | 1 << (n + 1)),
            Content::Empty => {
                let taken = self.of_owners(all);
                Set(taken.0.iter().map(|&w| self.b.unary(Unary::BitNot, w)).collect())
            }
            Content::NotEmpty => self.of_owners(all),
            Content::Own | Content::NotEnemy => self.of_owners(own),
            Content::NotOwn => self.of_owners(all & !own),
            Content::Enemy => self.of_owners(enemy),
        }
    }

    fn around(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Around { kind, region, content, distance, dir, cond, include_self } = e else {
            return refuse("Region", "Around");
        };
        let distance = self.int(distance, env)?;
        let distance = self.b.bind(distance);
        let starts = self.region(region, env)?;
        let starts = self.bind_set(&starts);
        let (board, len) = (&self.game.board, self.ground.len);
        let (kind, dir) = (*kind, *dir);
        let at_distance = |s: usize, distance: i64| -> SiteSet {
            if s >= len || distance < 0 {
                return SiteSet::new();
            }
            let at = |r: &[u32]| {
                if distance == 0 { Some(s as u32) } else { r.get(distance as usize - 1).copied() }
            };
            board.radials(kind, s, dir).filter_map(at).map(|t| t as i32).collect()
        };
        // One row for each site, and such rows for each distance where only the state knows it.
        let (mut distances, fixed) = (vec![0], self.constant(distance));
        match fixed {
            Some(distance) => distances[0] = distance,
            None => {
                let longest = (0..len).flat_map(|s| board.radials(kind, s, dir).map(|r| r.len())).max();
                distances = (0..=longest.unwrap_or(0) as i64).collect();
            }
        }
        let universe = self.layout.universe;
        let sets: Vec<SiteSet> = distances
            .iter()
            .flat_map(|&d| (0..universe).map(move |s| (s, d)))
            .map(|(s, d)| at_distance(s, d))
            .collect();
        let (each, zero) = (self.b.int(universe as i64), self.b.int(0));
        let skipped = self.b.binary(Binary::Mul, distance, each);
        let skipped = if fixed.is_some() { zero } else { self.b.bind(skipped) };
        let of_from = cond.as_ref().is_some_and(|c| Looked::From.mentioned_in(&[Part::Bool(c)]));
        let mut sites = self.union_over(&starts, |l, start| {
            let row = l.b.add(skipped, start);
            let near = l.indexed("around", &sets, row);
            match cond {
                Some(c) if of_from => {
                    let near = l.bind_set(&near);
                    let env = Env { from: start, what_at_from: None, ..env.clone() };
                    l.those(&near, c, Looked::To, &env)
                }
                _ => Ok(near),
            }
        })?;
        if let Some(c) = cond
            && !of_from
        {
            sites = self.bind_set(&sites);
            sites = self.those(&sites, c, Looked::To, env)?;
        }
        if let Some(content) = content {
            let fits = self.content(*content, env);
            sites = self.intersection(&sites, &fits);
        }
        let with = self.bool(include_self, env)?;
        let with = self.b.bind(with);
        let (a, b) = (self.union(&sites, &starts), self.difference(&sites, &starts));
        Ok(self.choose_set(with, &a, &b))
    }

    /// The sites of a set for which a condition on a register holds.
    pub fn those(&mut self, sites: &Set, cond: &'g Bool, looked: Looked, env: &Env) -> Lowered<Set> {
        if let Some(set) = self.lift(cond, looked, env)? {
            return Ok(self.intersection(sites, &set));
        }
        self.tested(sites, |l, site| {
            let env = env.looking(looked, site);
            l.bool(cond, &env)
        })
    }

    fn sites_between(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Between { dirs, from, from_included, to, to_included, cond, .. } = e else {
            return refuse("Region", "Between");
        };
        let (from, to) = (self.int(from, env)?, self.int(to, env)?);
        let (from, to) = (self.b.bind(from), self.b.bind(to));
        let none = self.no_sites();
        let found = self.growing(&none);
        let inner = Env { from, to, what_at_from: None, ..env.clone() };
        for (included, site) in [(from_included, from), (to_included, to)] {
            let yes = self.bool(included, &inner)?;
            self.when(yes, |l| {
                let one = l.single(site);
                l.grow(&found, &one);
                Ok(())
            })?;
        }
        self.settle_directions(dirs, &inner)?;
        let rays = self.rays(dirs, None, from)?;
        let zero = self.b.int(0);
        let done = self.b.variable(zero);
        self.for_each_ray(rays, |l, along| {
            // First find the end, then go there again.
            let begin = l.b.get(along);
            let begin = l.b.bind(begin);
            let reached = l.b.variable(zero);
            l.along_ray(rays.1, along, |l, site| {
                let there = l.b.eq(site, to);
                l.when(there, |l| {
                    let one = l.b.int(1);
                    l.b.set(reached, one);
                    Ok(())
                })?;
                l.break_if(there);
                Ok(())
            })?;
            let yes = l.b.get(reached);
            let before = l.b.get(done);
            let first = l.b.not(before);
            let go = l.b.binary(Binary::And, yes, first);
            l.when(go, |l| {
                let one = l.b.int(1);
                l.b.set(done, one);
                l.b.set(along, begin);
                l.along_ray(rays.1, along, |l, site| {
                    let there = l.b.eq(site, to);
                    l.break_if(there);
                    let holds = match cond {
                        Some(c) => {
                            let env = Env { between: site, ..inner.clone() };
                            l.bool(c, &env)?
                        }
                        None => l.b.int(1),
                    };
                    l.when(holds, |l| {
                        let one = l.single(site);
                        l.grow(&found, &one);
                        Ok(())
                    })
                })
            })
        })?;
        Ok(self.grown(&found))
    }

    /// Sites on lines from sites. Lines that nothing cuts short are rows of tables, by how far they may go.
    fn along(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Direction { starts, dirs, included, stop: None, distance, .. } = e else {
            return self.along_as_far(e, env);
        };
        let (own, far) = (self.bool(included, env)?, self.int(distance, env)?);
        let longest = self.longest_of(dirs)?;
        let rows_of_all = if self.constant(far).is_some() { 1 } else { longest + 1 };
        let size = rows_of_all * self.layout.universe * self.layout.words;
        let Some(own) = self.constant(own).filter(|_| Self::is_absolute(dirs) && size <= MOST_OF_LINES)
        else {
            return self.along_as_far(e, env);
        };
        let (first, last) = match self.constant(far) {
            Some(far) => (far.clamp(0, longest as i64) as usize, far.clamp(0, longest as i64) as usize),
            None => (0, longest),
        };
        let rows = self.line_rows(dirs, own != 0, first..last + 1)?;
        let mut base = self.b.int(0);
        if first != last {
            let (zero, most) = (self.b.int(0), self.b.int(longest as i64));
            let far = self.b.binary(Binary::Min, far, most);
            let far = self.b.binary(Binary::Max, far, zero);
            let each = self.b.int(self.layout.universe as i64);
            base = self.b.binary(Binary::Mul, far, each);
            base = self.b.bind(base);
        }
        // (One site needs no loop. What is no site has no lines.)
        if let Region::Sites(list) = &**starts
            && let [site] = &list[..]
        {
            let site = self.int(site, env)?;
            let site = self.b.bind(site);
            return self.row_from(rows, base, site);
        }
        let starts = self.region(starts, env)?;
        self.union_over(&starts, |l, start| l.row_from(rows, base, start))
    }
    /// A row of a table that has one for each site, several times over: `base` says from where on.
    fn row_from(&mut self, rows: Array, base: Expr, site: Expr) -> Lowered<Set> {
        if self.constant(base) == Some(0) {
            return Ok(self.row(rows, site));
        }
        let (off, most) = (self.b.int(OFF.into()), self.b.int(self.layout.universe as i64));
        let at = self.b.add(base, site);
        let real = self.b.binary(Binary::Under, site, most);
        let at = self.b.select(real, at, off);
        Ok(self.row(rows, at))
    }
    fn longest_of(&mut self, dirs: &Dir) -> Lowered<usize> {
        if !Self::is_absolute(dirs) {
            return Ok(0);
        }
        let rays = self.every_ray(dirs)?;
        Ok(rays.iter().flatten().map(Vec::len).max().unwrap_or(0))
    }
    /// The rays of every site along absolute directions.
    fn every_ray(&mut self, dirs: &Dir) -> Lowered<Vec<Vec<Vec<u32>>>> {
        let variants = self.variants(dirs, None)?;
        let mut all = Vec::new();
        for s in 0..self.ground.len {
            let dirs = self.directions_of(dirs, &variants, s as i32)?.into_iter().next().unwrap_or_default();
            let rays = dirs.into_iter().flat_map(|d| self.game.board.radials(self.ground.kind, s, d));
            all.push(rays.map(<[u32]>::to_vec).collect());
        }
        Ok(all)
    }
    /// For each distance and site, the sites on lines from it that are no farther away.
    fn line_rows(&mut self, dirs: &Dir, own: bool, distances: std::ops::Range<usize>) -> Lowered<Array> {
        let rays = self.every_ray(dirs)?;
        let words = self.layout.words;
        let mut data = Vec::new();
        for far in distances {
            for s in 0..self.layout.universe {
                let of_site = rays.get(s).map_or(&[][..], Vec::as_slice);
                let mut set: SiteSet =
                    of_site.iter().flat_map(|ray| ray.iter().take(far)).map(|&s| s as i32).collect();
                if own {
                    set.insert(s as i32);
                }
                data.extend((0..words).map(|i| set.words().get(i).copied().unwrap_or(0) as i64));
            }
        }
        Ok(self.b.table("lines", Width::Word, data, 0))
    }

    /// The same going along each line.
    fn along_as_far(&mut self, e: &'g Region, env: &Env) -> Lowered<Set> {
        let Region::Direction { starts, dirs, included, stop, stop_included, distance, .. } = e else {
            return refuse("Region", "Direction");
        };
        let starts = self.region(starts, env)?;
        self.settle_directions(dirs, env)?;
        let distance = self.int(distance, env)?;
        let distance = self.b.bind(distance);
        self.union_over(&starts, |l, start| {
            let none = l.no_sites();
            let found = l.growing(&none);
            let own = l.bool(included, env)?;
            l.when(own, |l| {
                let one = l.single(start);
                l.grow(&found, &one);
                Ok(())
            })?;
            let known = if start == env.from { env.what_at_from } else { None };
            let rays = l.rays(dirs, known, start)?;
            l.for_each_ray(rays, |l, along| {
                let begin = l.b.get(along);
                let begin = l.b.bind(begin);
                l.along_ray(rays.1, along, |l, site| {
                    let at = l.b.get(along);
                    let gone = l.b.binary(Binary::Sub, at, begin);
                    let far = l.b.binary(Binary::Lt, distance, gone);
                    l.break_if(far);
                    let env = Env { to: site, ..env.clone() };
                    if let Some(stop) = stop {
                        let stops = l.bool(stop, &env)?;
                        let stops = l.b.bind(stops);
                        l.when(stops, |l| {
                            let with = l.bool(stop_included, &env)?;
                            l.when(with, |l| {
                                let one = l.single(site);
                                l.grow(&found, &one);
                                Ok(())
                            })
                        })?;
                        l.break_if(stops);
                    }
                    let one = l.single(site);
                    l.grow(&found, &one);
                    Ok(())
                })
            })?;
            Ok(l.grown(&found))
        })
    }

    fn line_of_sight(&mut self, what: Sight, site: Expr, dirs: &'g Dir, env: &Env) -> Lowered<Set> {
        let known = if site == env.from { env.what_at_from } else { None };
        let none = self.no_sites();
        let found = self.growing(&none);
        self.settle_directions(dirs, env)?;
        let rays = self.rays(dirs, known, site)?;
        self.for_each_ray(rays, |l, along| {
            let off = l.b.int(OFF.into());
            let last = l.b.variable(off);
            l.along_ray(rays.1, along, |l, site| {
                let at = l.here(site);
                let here = l.what(at);
                let taken = l.b.bind(here);
                l.when(taken, |l| {
                    if what == Sight::Piece {
                        let one = l.single(site);
                        l.grow(&found, &one);
                    }
                    Ok(())
                })?;
                l.break_if(taken);
                if what == Sight::Empty {
                    let one = l.single(site);
                    l.grow(&found, &one);
                }
                l.b.set(last, site);
                Ok(())
            })?;
            if what == Sight::Farthest {
                let last = l.b.get(last);
                let one = l.single(last);
                l.grow(&found, &one);
            }
            Ok(())
        })?;
        Ok(self.grown(&found))
    }
}

/// The kind of sites whose contents or neighbourhood a region asks for.
fn ground_of(e: &Region) -> Option<SiteType> {
    match e {
        Region::Empty { kind }
        | Region::InState { kind, .. }
        | Region::Around { kind, .. }
        | Region::Between { kind, .. }
        | Region::Group { kind, .. }
        | Region::Distance { kind, .. }
        | Region::Direction { kind, .. }
        | Region::LineOfSight { kind, .. }
        | Region::Walk { kind, .. }
        | Region::Expand { kind, .. } => Some(*kind),
        _ => None,
    }
}

impl Env {
    /// The same with another site looked at.
    pub fn looking(&self, looked: Looked, site: Expr) -> Env {
        let mut env = self.clone();
        match looked {
            Looked::To => env.to = site,
            Looked::Site => env.site = site,
            Looked::From => {
                env.from = site;
                env.what_at_from = None;
            }
            Looked::Between => env.between = site,
        }
        env
    }
}
