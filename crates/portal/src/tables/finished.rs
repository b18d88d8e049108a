//! A game that is over, for those who want to look at it: nothing of it is a secret any more.

use super::{Table, is_over};
use crate::session::{Chance, Ply};

/// What was played.
pub struct Finished {
    pub title: String,
    pub players: Vec<String>,
    pub chance: Chance,
    pub plies: Vec<Ply>,
}

impl Table {
    /// The whole game, once it is over.
    pub async fn finished(&self) -> Option<Finished> {
        let live = self.live.lock().await;
        is_over(&live).then(|| Finished {
            title: live.look.title.clone(),
            players: live.seats.iter().map(|s| s.name.clone()).collect(),
            chance: live.chance.clone(),
            plies: live.look.plies.clone(),
        })
    }
}
