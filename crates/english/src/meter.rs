//! The completeness meter: which arguments of which ludemes were put into words, and which were not.

use crate::Description;
use crate::document::Place;
use ludarium_ludemes::checked::CheckedId;
use serde::Serialize;
use std::collections::BTreeSet;

/// An argument that no sentence renders.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unsaid {
    /// The ludeme it belongs to, by its readable name.
    pub ludeme: String,
    /// The parameter.
    pub argument: String,
    pub at: Place,
}

/// How much of a description is in words.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Meter {
    /// Arguments in the description.
    pub arguments: usize,
    /// Those that some sentence renders.
    pub said: usize,
    pub unsaid: Vec<Unsaid>,
}

impl Meter {
    /// 100 for a text that leaves nothing out.
    pub fn percent(&self) -> f64 {
        if self.arguments == 0 { 100.0 } else { 100.0 * self.said as f64 / self.arguments as f64 }
    }
}

/// What has been said so far: a parameter of a clause.
#[derive(Clone, Default, Debug)]
pub struct Said {
    slots: BTreeSet<(CheckedId, usize)>,
}

impl Said {
    pub fn mark(&mut self, id: CheckedId, slot: usize) {
        self.slots.insert((id, slot));
    }
    pub fn has(&self, id: CheckedId, slot: usize) -> bool {
        self.slots.contains(&(id, slot))
    }

    /// Counts every argument of every clause of the game. An argument inside one that was left out counts too.
    pub fn measure(&self, description: &Description<'_>) -> Meter {
        let mut meter = Meter::default();
        let checked = description.game;
        for (index, node) in checked.nodes.iter().enumerate() {
            let id = CheckedId(index as u32);
            for (slot, arg) in node.args.iter().enumerate() {
                let Some(arg) = arg else { continue };
                meter.arguments += 1;
                if self.has(id, slot) {
                    meter.said += 1;
                } else {
                    meter.unsaid.push(Unsaid {
                        ludeme: node.entry.id.to_string(),
                        argument: node.entry.params[slot].name.to_string(),
                        at: Place::of(description, arg.at),
                    });
                }
            }
        }
        meter
    }
}
