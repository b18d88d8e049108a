//! Questions about tracks: the first site for which something holds, how far one site is from another, which sites lie
//! between two.

use super::*;
use ludarium_engine::kernel::int::TrackPick;

impl<'g> Lower<'g> {
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
