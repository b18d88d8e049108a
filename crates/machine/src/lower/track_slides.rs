//! Slides along tracks: the sites that follow a place on a track are rows of a table, as those of a direction are.

use super::moves::{Deed, Found, Out};
use super::stacks::Leaves;
use super::*;
use ludarium_engine::kernel::{Between, Origin, Target};
use ludarium_engine::kernel::{MovesKind, SlideTracks};
use std::rc::Rc;

impl<'g> Lower<'g> {
    pub(super) fn slide_on_tracks(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let MovesKind::Slide { from, tracks: Some(on), between, to, .. } = &m.kind else {
            return refuse("Moves", "Slide");
        };
        let (between, to) = (between.as_deref(), to.as_deref());
        self.plain_track_slide(from, on, between, to)?;
        let range = between.and_then(|b| b.range.as_ref());
        let pass = between.and_then(|b| b.cond.as_ref());
        let effect = to.and_then(|t| t.apply.effect.as_deref());
        let stop = to.and_then(|t| t.cond.as_ref());
        let allowed = to.and_then(|t| t.apply.cond.as_ref());
        // (Something is done only where a slide must stop.)
        let stopping: Deed<'g> = Rc::new(move |l, env| {
            if let Some(effect) = effect {
                l.act_undecided(effect, env)?;
            }
            l.push_leaving(Leaves::Top, env)
        });
        let plain: Deed<'g> = Rc::new(move |l, env| l.push_leaving(Leaves::Top, env));
        self.for_each_origin(from, env, |l, origin, env| {
            let (min, max) = l.bounds(range, env)?;
            let (rays, bends) = l.track_rays(on, origin);
            l.for_each_ray(rays, |l, along| {
                let begin = l.b.get(along);
                let begin = l.b.bind(begin);
                let last = l.b.variable(env.between);
                l.along_ray(rays.1, along, |l, site| {
                    let at = l.b.get(along);
                    let at = l.b.bind(at);
                    let distance = l.b.binary(Binary::Sub, at, begin);
                    let distance = l.b.bind(distance);
                    if let Some(max) = max {
                        let far = l.b.binary(Binary::Lt, max, distance);
                        l.break_if(far);
                    }
                    let far_enough = match min {
                        Some(min) => l.b.binary(Binary::Le, min, distance),
                        None => l.b.int(1),
                    };
                    let may_stop = if on.round_a_bend { l.b.load(bends, at) } else { l.b.int(1) };
                    let reached = l.b.both(may_stop, far_enough);
                    let reached = l.b.bind(reached);
                    let before = l.b.get(last);
                    let before = l.b.bind(before);
                    let env = Env { to: site, between: before, ..env.clone() };
                    let stops = match stop {
                        Some(stop) => l.bool(stop, &env)?,
                        None => l.b.int(0),
                    };
                    let stops = l.b.both(reached, stops);
                    let stops = l.b.bind(stops);
                    l.when(stops, |l| l.emit(&Found::new(m, &env, stopping.clone()), origin, site, out))?;
                    l.break_if(stops);
                    let may = l.holds(allowed, &env)?;
                    let may = l.b.both(reached, may);
                    l.when(may, |l| {
                        let mut found = Found::new(m, &env, plain.clone());
                        found.simple = Some(Op::Move);
                        l.emit(&found, origin, site, out)
                    })?;
                    l.b.set(last, site);
                    let free = match pass {
                        Some(cond) => l.bool(cond, &Env { between: site, ..env })?,
                        None => l.is_empty(site),
                    };
                    let blocked = l.b.not(free);
                    l.break_if(blocked);
                    Ok(())
                })
            })
        })
    }

    /// Refuses slides along tracks that have no lowering.
    fn plain_track_slide(
        &self,
        from: &'g Origin,
        on: &SlideTracks,
        between: Option<&'g Between>,
        to: Option<&'g Target>,
    ) -> Lowered<()> {
        self.settled_level(from, None)?;
        if self.stacking() || from.level.is_some() {
            return refuse("Moves", "Slide of stacks along tracks");
        }
        if from.kind != self.layout.kind || self.game.site_type != self.layout.kind {
            return refuse("Moves", "Slide on another kind of site");
        }
        if between.is_some_and(|b| b.trail.is_some() || b.apply.effect.is_some()) {
            return refuse("Moves", "Slide along tracks that leaves something behind");
        }
        if to.is_some_and(|t| t.rotations.is_some()) {
            return refuse("Moves", "rotations of a target");
        }
        let board = self.ground.len as i32;
        let mut sites = on.tracks.iter().filter_map(|&t| self.game.tracks.get(t)).flat_map(|t| &t.sites);
        if sites.any(|s| !(0..board).contains(s)) {
            return refuse("Moves", "Slide along tracks that leave the board");
        }
        Ok(())
    }

    /// The ways along tracks from a site as a list of rays, and beside it whether a bend lies behind each of their places.
    /// (A place on a ray is looked up when it has been read, by the one after it.)
    fn track_rays(&mut self, on: &SlideTracks, site: Expr) -> ((Expr, Array), Array) {
        let game = self.game;
        let (mut begins, mut all, mut bends) = (Vec::new(), Vec::<i64>::new(), Vec::<i64>::new());
        for s in 0..self.layout.universe as i32 {
            begins.push(all.len() as i64);
            for track in on.tracks.iter().filter_map(|&t| game.tracks.get(t)) {
                for start in (0..track.sites.len()).filter(|&i| track.sites[i] == s) {
                    let (mut index, mut bent) = (start, track.bump[start]);
                    let head = all.len();
                    all.push(0);
                    while let Ok(next) = usize::try_from(track.next[index])
                        && all.len() - head < track.sites.len()
                        && let Some(&to) = track.sites.get(next)
                    {
                        all.push(to.into());
                        bends.resize(all.len(), 0);
                        bends.push((bent > 0).into());
                        index = next;
                        bent += track.bump[index];
                    }
                    all.push(-1);
                    all[head] = all.len() as i64;
                }
            }
            all.push(-1);
        }
        bends.resize(all.len() + 1, 0);
        let (begins, rays) = self.ray_tables(begins, all);
        let bends = self.b.table("bends behind", Width::Half, bends, 0);
        let site = self.b.bind(site);
        let begin = self.b.load(begins, site);
        ((begin, rays), bends)
    }
}
