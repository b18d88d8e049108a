//! Actions without a list. Most moves do a few things that are known one by one: then nothing need be collected in
//! memory. What an action needs is worked out where the rule says so, and all of them are done at the end of the function,
//! in their order. Where actions are pushed in a loop, or somebody asks what was collected so far, the function is made
//! anew with a list.

use super::*;

/// What was said to be done at the end of the function that is being made.
pub(super) struct Direct {
    actions: Vec<Postponed>,
    /// Scopes and loops that were open when the function began.
    scopes: usize,
    rounds: u32,
    failed: bool,
}

/// An action that is done at the end.
struct Postponed {
    /// Where it is said under a condition: whether it was.
    said: Option<Local>,
    op: Op,
    args: Vec<Expr>,
}

impl<'g> Lower<'g> {
    /// Makes a function that pushes actions: one that does them itself, where that can be; else the caller commits them.
    pub(super) fn acting(
        &mut self,
        name: &str,
        parameters: u32,
        mover: usize,
        make: impl Fn(&mut Self, &[Expr]) -> Lowered<()>,
    ) -> Lowered<Acting> {
        let outer = self.direct.take();
        if !self.passes.has(Pass::Direct) {
            let made = self.listing(name, parameters, make);
            self.direct = outer;
            return made;
        }
        let mut failed = false;
        let direct = self.once(&format!("{name} directly"), parameters, |l, args| {
            l.direct =
                Some(Direct { actions: Vec::new(), scopes: l.b.scopes(), rounds: l.rounds, failed: false });
            let made = make(l, args);
            let direct = l.direct.take();
            made?;
            match direct {
                Some(d) if !d.failed => l.do_postponed(d.actions, mover)?,
                Some(_) | None => failed = true,
            }
            Ok(l.b.int(0))
        });
        let made = match direct {
            Ok(f) if !failed => Ok(Acting { f, direct: true }),
            Ok(_) => self.listing(name, parameters, make),
            Err(why) => Err(why),
        };
        self.direct = outer;
        made
    }
    /// Makes a function that writes actions to the list.
    fn listing(
        &mut self,
        name: &str,
        parameters: u32,
        make: impl Fn(&mut Self, &[Expr]) -> Lowered<()>,
    ) -> Lowered<Acting> {
        let f = self.once(name, parameters, |l, args| {
            make(l, args)?;
            Ok(l.b.int(0))
        });
        f.map(|f| Acting { f, direct: false })
    }
    fn do_postponed(&mut self, actions: Vec<Postponed>, mover: usize) -> Lowered<()> {
        for p in actions {
            let said = match p.said {
                Some(local) => self.b.get(local),
                None => self.b.int(1),
            };
            self.when(said, |l| match (p.op, l.constant(*p.args.first().unwrap_or(&said))) {
                (Op::Follow, Some(then)) => {
                    let first = l.collected();
                    let acting = l.then_function(ThenId(then as u32), mover)?;
                    l.run_acting(acting, &[], first, mover);
                    Ok(())
                }
                (op, _) => l.do_action(op, &p.args),
            })?;
        }
        Ok(())
    }
    /// Postpones an action, if the function that is being made does its actions itself.
    pub(super) fn postpone(&mut self, op: Op, args: &[Expr]) -> bool {
        let (scopes, rounds) = (self.b.scopes(), self.rounds);
        let Some(d) = &mut self.direct else { return false };
        d.failed |= rounds > d.rounds;
        let nested = scopes > d.scopes;
        let args = args.iter().map(|&a| self.b.bind(a)).collect();
        let said = nested.then(|| {
            let one = self.b.int(1);
            self.b.variable(one)
        });
        if let Some(d) = &mut self.direct {
            d.actions.push(Postponed { said, op, args });
        }
        true
    }
    /// Somebody looks at the list of actions: it must be there.
    pub(super) fn needs_list(&mut self) {
        if let Some(d) = &mut self.direct {
            d.failed = true;
        }
    }
}
