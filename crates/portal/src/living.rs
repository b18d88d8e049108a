//! A board that is alive: a short game that two computers play, as one picture that moves by itself. It needs no script,
//! and stands still for whoever wants that. The game of the day is chosen here too. It knows sessions and pictures, and
//! nothing of pages.

use crate::catalogue::{Catalogue, Entry};
use crate::session::{Eyes, Session};
use crate::{asking, thinking};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// So many turns are shown.
const MOST_PLIES: usize = 36;
/// Seconds for a turn, and at the end before it begins again.
const STEP: f64 = 1.1;
const REST: usize = 3;
/// The picture begins here, so that something stands on the board at first sight.
const FROM: usize = 6;
/// The players think for so long about each move; a weak level, so that something happens.
const THOUGHT: Duration = Duration::from_millis(40);
const LEVEL: u8 = 3;

/// What stands on a place in which frames.
type Shown = BTreeMap<(String, String), Vec<usize>>;

/// The picture of a game that plays itself, or nothing if the game is of no use for that.
pub fn board(session: &mut Session, title: &str, seed: u64) -> Option<String> {
    let ground = session.ground(Eyes::Public);
    let mut defs = ground.defs.clone();
    let mut shown: Shown = BTreeMap::new();
    let mut frames = 0;
    for ply in 0..=MOST_PLIES {
        let scene = session.scene(Eyes::Public, None);
        // Where the ground itself changes, pieces alone tell nothing.
        if scene.ground != ground.version {
            return None;
        }
        defs.extend(scene.defs);
        for standing in scene.sites {
            shown.entry((standing.key, standing.svg)).or_default().push(ply);
        }
        frames = ply + 1;
        let moment = session.moment();
        if ply == MOST_PLIES || moment.over || session.is_simultaneous() {
            break;
        }
        let time = thinking::Time::by_the_wall(THOUGHT);
        let thought =
            thinking::choose_within(session, LEVEL, moment.mover, time, seed.wrapping_add(ply as u64))?;
        session.play(thought.index).ok()?;
    }
    (frames > 8).then(|| picture(title, ground.area, &ground.svg, &defs, &shown, frames))
}

/// The position of a session as a picture of its own, with public eyes.
pub fn still(session: &Session, title: &str) -> String {
    let ground = session.ground(Eyes::Public);
    let scene = session.scene(Eyes::Public, None);
    let mut defs = ground.defs.clone();
    defs.extend(scene.defs);
    let shown = scene.sites.into_iter().map(|s| ((s.key, s.svg), vec![0])).collect();
    picture(title, ground.area, &ground.svg, &defs, &shown, 1)
}

fn picture(
    title: &str,
    area: [f64; 4],
    ground: &str,
    defs: &BTreeMap<String, String>,
    shown: &Shown,
    frames: usize,
) -> String {
    let all = frames + REST;
    let seconds = all as f64 * STEP;
    let mut out = String::new();
    let [x, y, w, h] = area;
    let title =
        askama::filters::escape(title, askama::filters::Html).map(|t| t.to_string()).unwrap_or_default();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\"><title>{title}</title><defs>"
    );
    for (id, drawing) in defs {
        let _ = write!(out, "<g id=\"{id}\">{drawing}</g>");
    }
    let _ = write!(out, "</defs>{ground}");
    for ((_, svg), frames_of) in shown {
        if frames_of.len() == frames {
            out += svg;
            continue;
        }
        let is_on = |frame: usize| frames_of.binary_search(&frame.min(frames - 1)).is_ok();
        let (mut values, mut times) = (String::new(), String::new());
        let mut before = None;
        for frame in 0..all {
            let on = is_on(frame);
            if before != Some(on) {
                let mark = if before.is_none() { "" } else { ";" };
                let _ = write!(values, "{mark}{}", if on { "visible" } else { "hidden" });
                let _ = write!(times, "{mark}{:.4}", frame as f64 / all as f64);
                before = Some(on);
            }
        }
        // Where pictures do not move by themselves, this is what is seen.
        let first = if is_on(FROM) { "visible" } else { "hidden" };
        let begun = FROM as f64 * STEP;
        let _ = write!(
            out,
            "<g visibility=\"{first}\">{svg}<animate attributeName=\"visibility\" calcMode=\"discrete\" \
             begin=\"-{begun:.1}s\" dur=\"{seconds:.1}s\" repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/></g>"
        );
    }
    out + "</svg>"
}

/// On fewer places there is little to see.
const LEAST_SITES: usize = 9;

/// Days since 1970.
pub fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() / 86_400)
}

/// The game of a day: one of the known ones that two can play with everything in the open. Each has its turn before one
/// comes again.
pub fn of_the_day(catalogue: &Catalogue, day: u64) -> Option<Arc<Entry>> {
    let index = catalogue.shelf();
    let mut fit: Vec<_> = index
        .docs
        .iter()
        .filter(|d| {
            let f = &d.facts;
            let seen = !asking::is_incomplete(f) && f.playable == Some(true);
            d.entry.is_ours()
                && d.rank.is_some()
                && seen
                && f.players == 2
                && !f.hidden
                && !f.chance
                && !f.puzzle
                && f.sites >= LEAST_SITES
                && !f.traits.iter().any(|t| t == "atonce")
        })
        .map(|d| d.entry.clone())
        .collect();
    // An order that is the same everywhere and looks like none.
    fit.sort_by_cached_key(|e| blake3::hash(e.key.as_bytes()).to_hex().to_string());
    let at = usize::try_from(day % (fit.len().max(1) as u64)).unwrap_or(0);
    fit.into_iter().nth(at)
}

/// The picture of the day, kept for as long as it is asked for.
#[derive(Default)]
pub struct Living {
    kept: Mutex<Option<(String, Option<Arc<String>>)>>,
}

impl Living {
    /// The living board of a game; this may take two seconds the first time of a day.
    pub fn of(&self, catalogue: &Catalogue, entry: &Entry) -> Option<Arc<String>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((key, picture)) = &*kept
            && *key == entry.key
        {
            return picture.clone();
        }
        let made = catalogue.compiled(entry, None, &[]).ok().and_then(|compiled| {
            let mut session = Session::start(compiled, today());
            board(&mut session, &entry.facts().title, today()).map(Arc::new)
        });
        *kept = Some((entry.key.clone(), made.clone()));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::Compiled;
    use ludarium_play::Selection;

    #[test]
    fn a_board_plays_by_itself() {
        for key in ["hex", "oware", "backgammon"] {
            let game = ludarium_play::find(key).unwrap();
            let compiled = Compiled::make(key, game.text, &Selection::default(), &|_| None).unwrap();
            let mut session = Session::start(Arc::new(compiled), 7);
            let svg = board(&mut session, game.title, 7).unwrap();
            assert!(session.ply() > 8, "{key} was not played");
            assert!(svg.matches("<animate ").count() > 4, "{key} stands still");
            assert!(svg.len() < 160_000, "{key}: {} bytes", svg.len());
        }
    }
}
