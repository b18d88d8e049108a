//! Sites that are drawn by chance.

use super::*;
use ludarium_engine::kernel::Region;

impl<'g> Lower<'g> {
    /// Some sites of a region, each drawn from those that are left.
    pub(super) fn drawn_sites(&mut self, region: &'g Region, num: &'g Int, env: &Env) -> Lowered<Set> {
        let sites = self.region(region, env)?;
        let num = self.int(num, env)?;
        self.draws_numbers = true;
        let none = self.no_sites();
        let (left, drawn) = (self.growing(&sites), self.growing(&none));
        let wanted = self.b.variable(num);
        self.repeat(|l| {
            let (wanted_now, one) = (l.b.get(wanted), l.b.int(1));
            let enough = l.b.binary(Binary::Lt, wanted_now, one);
            l.break_if(enough);
            let sites = l.grown(&left);
            let n = l.size(&sites);
            let n = l.b.bind(n);
            let nothing_left = l.b.not(n);
            l.break_if(nothing_left);
            let place = l.below(DICE, n)?;
            let site = l.nth(&sites, place);
            let site = l.single(site);
            l.grow(&drawn, &site);
            let rest = l.difference(&sites, &site);
            for (&word, &now) in left.iter().zip(&rest.0) {
                l.b.set(word, now);
            }
            let less = l.b.binary(Binary::Sub, wanted_now, one);
            l.b.set(wanted, less);
            Ok(())
        })?;
        Ok(self.grown(&drawn))
    }
}
