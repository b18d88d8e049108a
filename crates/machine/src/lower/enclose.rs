//! Groups that are shut in: what is done with each of their sites.

use super::lift::Looked;
use super::moves::Out;
use super::*;
use ludarium_engine::kernel::Effect;

impl<'g> Lower<'g> {
    pub(super) fn enclose(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::Enclose { kind, from, dirs, target, may_be_empty, exceptions, effect } = e else {
            return Ok(());
        };
        let exceptions = self.int(exceptions, env)?;
        let Some(exceptions) = self.constant(exceptions) else {
            return refuse("Effect", "Enclose with exceptions that vary");
        };
        if *may_be_empty || *kind != self.layout.kind {
            return refuse("Effect", "Enclose of an unusual kind");
        }
        if !Self::is_absolute(dirs) {
            return refuse("Dir", "Enclose along relative directions");
        }
        let from = self.int(from, env)?;
        self.if_on_board(*kind, from, |l, from| {
            let what = l.what(from);
            l.when(what, |l| {
                let board = l.board_sites();
                let targets = l.those(&board, target, Looked::Between, env)?;
                let targets = l.intersection(&targets, &board);
                let targets = l.bind_set(&targets);
                let near = l.step_set(dirs, None, from)?;
                let taken = l.occupied();
                let free = l.difference(&board, &taken);
                let free = l.difference(&free, &targets);
                let free = l.bind_set(&free);
                let mut starts = l.intersection(&near, &targets);
                if exceptions > 0 {
                    let open = l.intersection(&near, &free);
                    starts = l.union(&starts, &open);
                }
                let none = l.no_sites();
                let done = l.growing(&none);
                l.for_each_on_board(&starts, |l, start| {
                    let before = l.grown(&done);
                    let known = l.contains(&before, start);
                    let fresh = l.b.not(known);
                    l.when(fresh, |l| {
                        let (group, escapes) = if exceptions > 0 {
                            l.shut_in_but_for(exceptions, start, &targets, &free, dirs)?
                        } else {
                            let one = l.single(start);
                            l.flood_until(&one, &targets, dirs, Some(&free))?
                        };
                        let group = l.bind_set(&group);
                        l.grow(&done, &group);
                        let caught = l.b.not(escapes);
                        l.when(caught, |l| {
                            l.for_each_on_board(&group, |l, site| {
                                let inner = Env { between: site, ..env.clone() };
                                l.moves(effect, &inner, out)
                            })
                        })
                    })
                })
            })
        })
    }

    /// The group of a site over targets and free sites, and whether it has more free sites than may be. It is not followed
    /// further then. (An empty site at which it begins counts as free, even if it is a target.)
    fn shut_in_but_for(
        &mut self,
        exceptions: i64,
        start: Expr,
        targets: &Set,
        free: &Set,
        dirs: &Dir,
    ) -> Lowered<(Set, Expr)> {
        let one = self.single(start);
        let empty = self.is_empty(start);
        let target = self.contains(targets, start);
        let counted = self.b.both(empty, target);
        let counted = self.b.bind(counted);
        let (zero, yes) = (self.b.int(0), self.b.int(1));
        let escapes = self.b.variable(zero);
        let members = self.union(targets, free);
        let members = self.bind_set(&members);
        let (found, edge) = (self.growing(&one), self.growing(&one));
        self.repeat(|l| {
            let all = l.grown(&found);
            let open = l.intersection(&all, free);
            let open = l.size(&open);
            let open = l.b.add(open, counted);
            let most = l.b.int(exceptions);
            let many = l.b.binary(Binary::Lt, most, open);
            let many = l.b.bind(many);
            l.when(many, |l| {
                l.b.set(escapes, yes);
                Ok(())
            })?;
            l.break_if(many);
            let now = l.grown(&edge);
            let near = l.next_to(&now, dirs)?;
            let near = l.intersection(&near, &members);
            let fresh = l.difference(&near, &all);
            let fresh = l.bind_set(&fresh);
            let none = l.none(&fresh);
            l.break_if(none);
            l.grow(&found, &fresh);
            for (&word, &new) in edge.iter().zip(&fresh.0) {
                l.b.set(word, new);
            }
            Ok(())
        })?;
        let escapes = self.b.get(escapes);
        Ok((self.grown(&found), escapes))
    }
}
