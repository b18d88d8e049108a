//! Proposals and votes. The state knows which propositions are made and how many votes each has.

use super::moves::{Deed, Found, Out};
use super::*;
use std::rc::Rc;

impl<'g> Lower<'g> {
    pub(super) fn is_proposed(&mut self, name: u16) -> Expr {
        match self.layout.votes {
            Some(votes) => self.b.load_at(self.layout.numbers, votes.proposed(name)),
            None => self.b.int(0),
        }
    }
    pub(super) fn is_decided(&mut self, name: u16) -> Expr {
        let Some(votes) = self.layout.votes else { return self.b.int(0) };
        let (decided, name) = (self.b.load_at(self.layout.numbers, votes.decided()), self.b.int(name.into()));
        self.b.eq(decided, name)
    }

    /// One move for each name: a proposal, or a vote.
    pub(super) fn speak(
        &mut self,
        m: &'g Moves,
        names: &'g [u16],
        is_vote: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        for &name in names {
            let deed: Deed<'g> = Rc::new(move |l, _| {
                let Some(votes) = l.layout.votes else { return refuse("Moves", "Vote") };
                if is_vote {
                    return l.vote(name, votes);
                }
                let one = l.b.int(1);
                l.push_number(votes.proposed(name), one);
                Ok(())
            });
            let off = self.b.int(OFF.into());
            self.emit(&Found::new(m, env, deed), off, off, out)?;
        }
        Ok(())
    }

    /// A vote is counted when all have voted; more than half decide.
    fn vote(&mut self, name: u16, votes: Votes) -> Lowered<()> {
        let (n, one, zero) = (self.game.players as i64, self.b.int(1), self.b.int(0));
        let cast = self.b.load_at(self.layout.numbers, votes.cast());
        let cast = self.b.add(cast, one);
        let cast = self.b.bind(cast);
        let mine = self.b.load_at(self.layout.numbers, votes.votes_of(name));
        let mine = self.b.add(mine, one);
        let mine = self.b.bind(mine);
        let all = self.b.int(n);
        let open = self.b.binary(Binary::Lt, cast, all);
        self.when_else(
            open,
            |l| {
                l.push_number(votes.cast(), cast);
                l.push_number(votes.votes_of(name), mine);
                Ok(())
            },
            |l| {
                for other in 0..votes.names as u16 {
                    let count = if other == name {
                        mine
                    } else {
                        l.b.load_at(l.layout.numbers, votes.votes_of(other))
                    };
                    let half = l.b.int(n / 2);
                    let most = l.b.binary(Binary::Lt, half, count);
                    l.when(most, |l| {
                        let other = l.b.int(other.into());
                        l.push_number(votes.decided(), other);
                        Ok(())
                    })?;
                    l.push_number(votes.votes_of(other), zero);
                    l.push_number(votes.proposed(other), zero);
                }
                l.push_number(votes.cast(), zero);
                Ok(())
            },
        )
    }
    fn push_number(&mut self, at: usize, value: Expr) {
        let at = self.b.int(at as i64);
        self.push(Op::SetVariable, &[at, value]);
    }
}
