//! Questions about tracks: the first site for which something holds, how far one site is from another, which sites lie
//! between two.

use super::*;
use ludarium_engine::kernel::int::TrackPick;

impl<'g> Lower<'g> {
    /// What a track answers, for the player that is meant.
    pub fn by_track(
        &mut self,
        pick: &'g TrackPick,
        env: &Env,
        mut of: impl FnMut(&mut Self, usize) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let player = self.int(&pick.player, env)?;
        let tracks = self.game.tracks.len();
        let real = |t: i32| usize::try_from(t).ok().filter(|&t| t < tracks);
        if let Some(p) = self.constant(player) {
            let t = usize::try_from(p).ok().and_then(|p| pick.by_player.get(p)).copied().and_then(real);
            return match t {
                Some(t) => of(self, t),
                None => Ok(self.b.int(OFF.into())),
            };
        }
        let player = self.b.bind(player);
        let mut value = self.b.int(OFF.into());
        for (p, &t) in pick.by_player.iter().enumerate() {
            if let Some(t) = real(t) {
                let here = self.lazy(|l| of(l, t))?;
                let p = self.b.int(p as i64);
                let is = self.b.eq(player, p);
                value = self.b.choose(is, here, value);
            }
        }
        Ok(value)
    }

    /// The index of a site on a track, its length where it is not on it.
    pub fn track_index(&mut self, track: usize, site: Expr) -> Expr {
        let t = &self.game.tracks[track];
        let end = t.sites.len() as i64;
        let data =
            (0..self.layout.universe as i32).map(|s| t.index_of(s).map_or(end, |i| i as i64)).collect();
        let table = self.b.table("index on track", Width::Half, data, end);
        self.b.load(table, site)
    }

    /// Where on a track a player's piece at a site stands: by how far it has come, where sites alone do not tell.
    fn progress(&mut self, track: usize, player: Expr, site: Expr) -> Lowered<Expr> {
        let t = &self.game.tracks[track];
        let first = self.track_index(track, site);
        let Some(tracks) = self.layout.tracks.as_ref().filter(|_| !t.looped) else { return Ok(first) };
        if self.game.site_type != self.layout.kind {
            return refuse("Int", "TrackMove on another kind of site");
        }
        let (array, row) = (tracks.array, tracks.index(track, 0, 0) as i64);
        let len = t.sites.len() as i64;
        let lists = (0..self.layout.universe as i32)
            .map(|s| (0..t.sites.len()).filter(|&i| t.sites[i] == s).map(|i| i as i64).collect())
            .collect();
        let (begins, all) = self.lists("places on track", lists);
        let what = self.what(site);
        let what = self.b.variable(what);
        if self.stacking() {
            self.for_each_level(site, false, |l, level| {
                let here = l.what_of_level(site, level);
                let here = l.b.bind(here);
                let owner = l.owner_of(here);
                let mine = l.b.eq(owner, player);
                let mine = l.b.bind(mine);
                l.when(mine, |l| {
                    l.b.set(what, here);
                    Ok(())
                })?;
                l.break_if(mine);
                Ok(())
            })?;
        }
        let what = self.b.get(what);
        let what = self.b.bind(what);
        let zero = self.b.int(0);
        let nothing = self.b.eq(what, zero);
        let none = self.b.int(len);
        let begin = self.b.select(nothing, first, none);
        let found = self.b.variable(begin);
        self.when(what, |l| {
            let begin = l.b.load(begins, site);
            let along = l.b.variable(begin);
            l.along_ray(all, along, |l, place| {
                let (each, row) = (l.b.int(len), l.b.int(row));
                let of_what = l.b.binary(Binary::Mul, what, each);
                let at = l.b.add(row, of_what);
                let at = l.b.add(at, place);
                let n = l.b.load(array, at);
                let stands = l.b.binary(Binary::Lt, zero, n);
                let stands = l.b.bind(stands);
                l.when(stands, |l| {
                    l.b.set(found, place);
                    Ok(())
                })?;
                l.break_if(stands);
                Ok(())
            })
        })?;
        Ok(self.b.get(found))
    }

    pub(super) fn track_move(
        &mut self,
        track: usize,
        player: Expr,
        from: Expr,
        steps: Expr,
    ) -> Lowered<Expr> {
        let t = &self.game.tracks[track];
        if t.sites.iter().any(|&s| s < 0 && s != OFF && s != END) {
            return refuse("Int", "TrackMove on an odd track");
        }
        let len = t.sites.len();
        if len == 0 {
            return Ok(self.b.int(OFF.into()));
        }
        // Sites by index, for once round and what may follow; further on the index comes round.
        let after = |i: usize| {
            let next = t.next.get(i).copied().unwrap_or(OFF);
            usize::try_from(next).ok().and_then(|n| t.sites.get(n)).copied().unwrap_or(OFF)
        };
        let goes_round = after(len - 1) != OFF;
        let mut data: Vec<i64> = t.sites.iter().map(|&s| s.into()).collect();
        if goes_round {
            for i in 0..len {
                data.push(match i {
                    0 => after(len - 1).into(),
                    rest => after(rest - 1).into(),
                });
            }
        }
        let table = self.b.table("sites of track", Width::Half, data, OFF.into());
        let index = self.progress(track, player, from)?;
        let zero = self.b.int(0);
        let steps = self.b.binary(Binary::Max, steps, zero);
        let mut sum = self.b.add(index, steps);
        if self.layout.tracks.is_some() && !t.looped {
            // (From nowhere nothing moves.)
            let real = self.b.binary(Binary::Le, zero, from);
            let off = self.b.int(OFF.into());
            sum = self.b.select(real, sum, off);
        }
        if !goes_round {
            return Ok(self.b.load(table, sum));
        }
        let sum = self.b.bind(sum);
        let n = self.b.int(len as i64);
        let beyond = self.b.binary(Binary::Le, n, sum);
        let rest = self.b.binary(Binary::Rem, sum, n);
        let round = self.b.add(rest, n);
        let at = self.b.select(beyond, round, sum);
        Ok(self.b.load(table, at))
    }
    pub(super) fn end_of_track(&mut self, track: &'g TrackPick, env: &Env) -> Lowered<Expr> {
        self.by_track(track, env, |l, t| {
            let end = l.game.tracks[t].sites.last().copied().unwrap_or(UNDEFINED);
            Ok(l.b.int(end.into()))
        })
    }

    /// The sites of a track by index, and its length.
    fn sites_of_track(&mut self, track: usize) -> (Array, i64) {
        let sites: Vec<i64> = self.game.tracks[track].sites.iter().map(|&s| s.into()).collect();
        let len = sites.len() as i64;
        (self.b.table("sites of track", Width::Half, sites, OFF.into()), len)
    }
    /// The index at which a track is entered: the first where no site is said, below 0 where it is not on the track.
    fn entry(&mut self, track: usize, from: Option<Expr>) -> Lowered<Expr> {
        let zero = self.b.int(0);
        let Some(from) = from else { return Ok(zero) };
        let t = &self.game.tracks[track];
        // (The end of a track may be one of its sites.)
        let data = (END..self.layout.universe as i32)
            .map(|s| match s {
                UNDEFINED => 0,
                s => t.sites.iter().position(|&x| x == s).map_or(-1, |i| i as i64),
            })
            .collect();
        let table = self.b.table("place on track", Width::Half, data, -1);
        let lowest = self.b.int(END.into());
        let from = self.b.binary(Binary::Sub, from, lowest);
        let at = self.b.load(table, from);
        Ok(self.b.bind(at))
    }
    /// Goes once round a track from an index on, unless that is below 0.
    fn round_track(
        &mut self,
        track: usize,
        start: Expr,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let (sites, len) = self.sites_of_track(track);
        let zero = self.b.int(0);
        let real = self.b.binary(Binary::Le, zero, start);
        self.when(real, |l| {
            let (one, len) = (l.b.int(1), l.b.int(len));
            let end = l.b.add(start, len);
            let end = l.b.bind(end);
            let at = l.b.variable(start);
            l.repeat(|l| {
                let i = l.b.get(at);
                let done = l.b.binary(Binary::Le, end, i);
                l.break_if(done);
                let place = l.b.binary(Binary::Rem, i, len);
                let site = l.b.load(sites, place);
                let site = l.b.bind(site);
                let next = l.b.add(i, one);
                l.b.set(at, next);
                make(l, site)
            })
        })
    }

    /// The first site of a track for which a condition on `(to)` holds.
    pub(super) fn track_first(
        &mut self,
        pick: &'g TrackPick,
        from: Option<&'g Int>,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Expr> {
        let from = match from {
            Some(from) => Some(self.int(from, env)?),
            None => None,
        };
        self.by_track(pick, env, |l, track| {
            let start = l.entry(track, from)?;
            let off = l.b.int(UNDEFINED.into());
            let found = l.b.variable(off);
            l.round_track(track, start, |l, site| {
                let inner = Env { to: site, ..env.clone() };
                let holds = l.holds(cond, &inner)?;
                let holds = l.b.bind(holds);
                l.when(holds, |l| {
                    l.b.set(found, site);
                    Ok(())
                })?;
                l.break_if(holds);
                Ok(())
            })?;
            Ok(l.b.get(found))
        })
    }

    /// How many steps a track goes from one site to another, round its end where it must.
    pub(super) fn track_steps(
        &mut self,
        pick: &'g TrackPick,
        from: &'g Int,
        to: &'g Int,
        env: &Env,
    ) -> Lowered<Expr> {
        let (from, to) = (self.int(from, env)?, self.int(to, env)?);
        let (from, to) = (self.b.bind(from), self.b.bind(to));
        self.by_track(pick, env, |l, track| {
            let sites = &l.game.tracks[track].sites;
            let (len, universe) = (sites.len(), l.layout.universe as i32);
            let mut data = Vec::new();
            for start in 0..=len {
                for to in END..universe {
                    let steps = (0..len).find(|i| sites[(start + i) % len] == to);
                    data.push(steps.map_or(i64::from(OFF), |n| n as i64));
                }
            }
            let table = l.b.table("steps on track", Width::Half, data, OFF.into());
            let start = l.track_index(track, from);
            let columns = l.b.int(i64::from(universe - END));
            let (lowest, end) = (l.b.int(END.into()), l.b.int(universe.into()));
            let low = l.b.binary(Binary::Le, lowest, to);
            let high = l.b.binary(Binary::Lt, to, end);
            let inside = l.b.binary(Binary::And, low, high);
            let row = l.b.binary(Binary::Mul, start, columns);
            let column = l.b.binary(Binary::Sub, to, lowest);
            let (at, off) = (l.b.add(row, column), l.b.int(OFF.into()));
            let at = l.b.select(inside, at, off);
            Ok(l.b.load(table, at))
        })
    }

    /// The sites of a track, from one to another where they are said. A track that is looked at comes first.
    pub(super) fn track_region(
        &mut self,
        pick: &'g TrackPick,
        from: Option<&'g Int>,
        to: Option<&'g Int>,
        env: &Env,
    ) -> Lowered<Set> {
        let ends = [from, to].map(|e| e.map(|e| self.int(e, env)));
        let [from, to] = ends;
        let (from, to) = (from.transpose()?, to.transpose()?);
        let to = to.map(|e| self.b.bind(e));
        let Some(looked) = self.constant(env.track) else {
            return refuse("Region", "Track that is looked at");
        };
        let none = self.no_sites();
        let found = self.growing(&none);
        let sites = |l: &mut Self, track: usize| -> Lowered<Expr> {
            let zero = l.b.int(0);
            if from.is_none() && to.is_none() {
                let all = l.game.tracks[track].sites.iter().copied().collect();
                let all = l.fixed(&all);
                l.grow(&found, &all);
                return Ok(zero);
            }
            let start = l.entry(track, from)?;
            l.round_track(track, start, |l, site| {
                let one = l.single(site);
                l.grow(&found, &one);
                if let Some(to) = to {
                    let there = l.b.eq(site, to);
                    l.break_if(there);
                }
                Ok(())
            })?;
            Ok(zero)
        };
        match usize::try_from(looked) {
            Ok(t) if t < self.game.tracks.len() => {
                sites(self, t)?;
            }
            Ok(_) => {}
            Err(_) => {
                let value = self.by_track(pick, env, sites)?;
                self.b.push(Statement::Do(value));
            }
        }
        Ok(self.grown(&found))
    }
}
