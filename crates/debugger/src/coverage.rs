//! How often each clause was evaluated, fired and was applied in a run of random games: rules that never do anything show.

use ludarium_ludemes::checked::CheckedId;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub evaluated: u64,
    /// Conditions that held, moves that were given, regions that were not empty, end rules that applied.
    pub fired: u64,
    /// Moves of this clause that were played, or effects of it that belonged to one.
    pub applied: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub counts: BTreeMap<CheckedId, Counts>,
}

impl Coverage {
    pub fn of(&mut self, clause: CheckedId) -> &mut Counts {
        self.counts.entry(clause).or_default()
    }

    pub fn add(&mut self, other: &Coverage) {
        for (&clause, counts) in &other.counts {
            let sum = self.of(clause);
            sum.evaluated += counts.evaluated;
            sum.fired += counts.fired;
            sum.applied += counts.applied;
        }
    }
}
