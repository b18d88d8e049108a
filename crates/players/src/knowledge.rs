//! What is known about games before they are played: weights and the choice of a search that come with the library's games,
//! found by the rules themselves (whatever a game is called), and a guess from the rules for every other game. One way for
//! all who play.

use crate::calibrate::{Weights, guess};
use crate::engine_world::EngineWorld;
use crate::player::weights_help;
use ludarium_board::Relation;
use ludarium_engine::rng::mix;
use ludarium_play::Game;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// A writer that only remembers a number of what was written.
struct Digest(u64);

impl Write for Digest {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        for chunk in s.as_bytes().chunks(8) {
            let word = chunk.iter().fold(0u64, |w, &b| w << 8 | u64::from(b));
            self.0 = mix(self.0 ^ word ^ (chunk.len() as u64) << 61);
        }
        Ok(())
    }
}

/// A number of the rules and the board: the same for games that play alike, whatever they are called.
pub fn rules_number(game: &Game) -> u64 {
    let mut digest = Digest(0x10DA);
    let _ = write!(digest, "{} {:?} {:?} {:?}", game.players, game.mode, game.site_type, game.facing);
    let sites = game.board_sites(game.site_type);
    for site in 0..sites {
        let _ = write!(digest, "{:?}", game.board.neighbours(game.site_type, site, Relation::All));
    }
    let _ = write!(digest, "{:?} {:?} {:?}", game.components, game.regions, game.tracks);
    let _ = write!(digest, "{:?} {:?} {:?} {:?}", game.maps, game.start, game.phases, game.end);
    let _ = write!(digest, "{:?} {:?} {} {}", game.thens, game.meta, game.turn_limit, game.move_limit);
    digest.0
}

/// The texts that come with the library, by the number of the rules they were made for.
fn shipped() -> &'static FxHashMap<u64, &'static str> {
    static ALL: OnceLock<FxHashMap<u64, &'static str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let rules = |text: &str| {
            let line = text.lines().find_map(|l| l.strip_prefix("rules "))?;
            u64::from_str_radix(line.trim(), 16).ok()
        };
        let texts = ludarium_play::games().iter().filter_map(|g| g.weights);
        texts.filter_map(|text| Some((rules(text)?, text))).collect()
    })
}

/// What comes with the program for a game of exactly these rules.
pub fn for_game(game: &Game) -> Option<Arc<Weights>> {
    let text = shipped().get(&rules_number(game))?;
    Weights::read(text).ok().map(Arc::new)
}

/// The best weights that are to be had at once: what comes with the program, or a guess from the rules (`stop` ends the
/// look at a slow game early). Nothing where nobody could use them.
pub fn at_once(world: &EngineWorld<'_>, stop: &AtomicBool) -> Option<Arc<Weights>> {
    if !weights_help(world) {
        return None;
    }
    let known = for_game(world.game).filter(|w| w.fits(world.sheet()));
    Some(known.unwrap_or_else(|| Arc::new(guess(world, stop))))
}

impl<'g> EngineWorld<'g> {
    /// The same game with the best evaluation that is to be had at once.
    pub fn informed(self, stop: &AtomicBool) -> EngineWorld<'g> {
        let weights = at_once(&self, stop);
        self.with_weights(weights)
    }
}
