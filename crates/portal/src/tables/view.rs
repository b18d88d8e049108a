//! A table as somebody sees it: seats, moves, clocks, and how it stands in words.

use super::{
    Ending, Live, Sitter, Spec, Table, Tables, Timing, Trouble, is_over, is_practice, trouble_of, turn, yours,
};
use crate::engine::{Ask, Tell};
use crate::scene::{Ground, Scene};
use crate::session::{Eyes, Ply};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A seat as everybody may see it.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    pub seat: usize,
    pub sitter: Sitter,
    pub level: u8,
    pub name: String,
    /// A person's seat that waits for somebody to come by a link.
    pub waiting: bool,
    /// The player that is played from this seat now.
    pub player: usize,
    /// What that player is called, its colour, and by how many degrees the board is turned for it.
    pub side: String,
    pub colour: String,
    pub turn: u16,
    /// Somebody of this seat is connected; computers always are.
    pub here: bool,
    /// The person who sits there; the page is `/people/` and this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// Something that happened at the table beside moves.
#[derive(Clone, Debug, Serialize)]
pub struct Sign {
    /// Grows with every sign of a table.
    pub n: u64,
    /// `draw`, `undo` or `rematch` (offered), `accepted`, `declined`, `joined`, `resigned`.
    pub what: String,
    pub seat: usize,
    pub text: String,
}

/// A computer that thinks.
#[derive(Clone, Debug, Serialize)]
pub struct ThinkingView {
    pub seat: usize,
    /// For how long already, and how long it may take.
    pub ms: u64,
    pub most_ms: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct ClockView {
    pub timing: Timing,
    pub left_ms: Vec<i64>,
    /// The seat whose time runs; where all choose at once the first of those below.
    pub running: Option<usize>,
    pub all_running: Vec<usize>,
}

/// What a page needs to show a table, for somebody.
#[derive(Clone, Debug, Serialize)]
pub struct TableView {
    pub id: String,
    pub version: u64,
    pub title: String,
    pub spec: Spec,
    pub ply: usize,
    /// Moves that were taken back and can be made again.
    pub ahead: usize,
    /// The player to move, and the seat that plays it.
    pub mover: usize,
    pub seat: usize,
    /// The seats that still have to choose: one, or several where all choose at once.
    pub choose: Vec<usize>,
    /// Where all choose at once: the seats that have chosen, and what you chose yourself.
    pub sealed: Vec<usize>,
    pub own_choice: Option<String>,
    /// Whether `explain` tells how pieces move and why something cannot be done.
    pub explains: bool,
    pub thinking: Option<ThinkingView>,
    pub over: bool,
    /// Whose turn it is, or how the game ended, in words.
    pub status: String,
    /// The rank of each seat, once the rules have ended the game.
    pub ranks: Vec<f64>,
    pub phase: String,
    pub seats: Vec<SeatView>,
    pub yours: Vec<usize>,
    pub clock: Option<ClockView>,
    pub offer: Option<(String, usize)>,
    pub signs: Vec<Sign>,
    /// The table where the game is played again; the secrets of seats are the same there.
    pub rematch: Option<String>,
    pub alone: bool,
    /// The result counts for ratings; the tournament that the game belongs to.
    pub rated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    pub watchers: usize,
    pub epoch: u64,
    /// From which move the list below begins.
    pub from: usize,
    /// Each with the seat that made it, its name, how it is shown, and the player that the seat played. What somebody may
    /// not know has no name; a move that nobody may hear of is not shown either.
    pub moves: Vec<(usize, String, String, usize)>,
    pub hidden: bool,
}

impl Tables {
    /// A table with somebody's eyes, its moves listed from `from` on.
    pub async fn view(&self, table: &Arc<Table>, token: &str, known: Option<(u64, usize)>) -> TableView {
        let live = table.live.lock().await;
        let yours = yours(&live, token);
        let moment = &live.look.moment;
        let from = match known {
            Some((epoch, count)) if epoch == live.epoch => count.min(moment.ply),
            _ => 0,
        };
        let moves = live.look.plies[from..].iter().map(|p| row(&live, p, &yours)).collect();
        TableView {
            id: table.id.clone(),
            version: live.version,
            title: live.look.title.clone(),
            spec: table.spec.clone(),
            ply: moment.ply,
            ahead: live.ahead.len(),
            mover: moment.mover,
            seat: turn(&live),
            choose: live.choosing(),
            sealed: (1..=live.seats.len()).filter(|s| live.sealed[s - 1].is_some()).collect(),
            explains: true,
            own_choice: yours.iter().find_map(|s| live.sealed[s - 1].as_ref().map(|c| c.label.clone())),
            thinking: live.thinking.map(|t| ThinkingView {
                seat: t.seat,
                ms: u64::try_from(t.since.elapsed().as_millis()).unwrap_or(0),
                most_ms: u64::try_from(t.most.as_millis()).unwrap_or(0),
            }),
            over: is_over(&live),
            status: status(&live),
            ranks: ranks(&live),
            phase: moment.phase.clone(),
            seats: (1..=live.seats.len()).map(|seat| seat_view(table, &live, seat)).collect(),
            alone: is_practice(&live),
            rated: live.terms.rated,
            tournament: live.terms.tournament.clone(),
            yours,
            clock: clock_view(&live),
            offer: live.offer.clone(),
            signs: live.signs.clone(),
            rematch: live.rematch.clone(),
            watchers: table.watchers.load(Ordering::Relaxed),
            epoch: live.epoch,
            from,
            moves,
            hidden: live.look.hidden,
        }
    }

    /// The eyes that a token gives at this moment, and the player that it may choose for.
    fn eyes(live: &Live, token: &str) -> (Eyes, Option<usize>) {
        let yours = yours(live, token);
        let seating = &live.look.moment.seating;
        let chooses = live.choosing().into_iter().find(|s| yours.contains(s));
        let seat = chooses.or_else(|| yours.first().copied());
        // What is hidden is hidden from players, not from seats.
        let player = seat.and_then(|s| u8::try_from(seating.player(s)).ok());
        let eyes = player.filter(|_| live.look.hidden).map_or(Eyes::Public, Eyes::Player);
        (eyes, chooses.map(|s| seating.player(s)))
    }

    pub async fn scene(&self, table: &Arc<Table>, token: &str) -> Result<Arc<Scene>, Trouble> {
        let mut live = table.live.lock().await;
        let (eyes, chooser) = Self::eyes(&live, token);
        if let Some(scene) = live.scenes.get(&(eyes, chooser)) {
            return Ok(scene.clone());
        }
        // Drawn once for those who choose and those who look on.
        let plain = match live.scenes.get(&(eyes, None)) {
            Some(scene) => scene.clone(),
            None => match self.ask(&mut live, Ask::Scene(eyes)).await {
                Tell::Scene(scene) => Arc::from(scene),
                other => return Err(trouble_of(other)),
            },
        };
        live.scenes.insert((eyes, None), plain.clone());
        let Some(player) = chooser else { return Ok(plain) };
        match self.ask(&mut live, Ask::Choices(player)).await {
            Tell::Choices(choices) => {
                let scene = Arc::new(Scene { choices, ..(*plain).clone() });
                live.scenes.insert((eyes, chooser), scene.clone());
                Ok(scene)
            }
            other => Err(trouble_of(other)),
        }
    }

    pub async fn scene_at(&self, table: &Arc<Table>, token: &str, ply: usize) -> Result<Box<Scene>, Trouble> {
        let mut live = table.live.lock().await;
        let (eyes, _) = Self::eyes(&live, token);
        match self.ask(&mut live, Ask::SceneAt { ply, eyes }).await {
            Tell::Scene(scene) => Ok(scene),
            other => Err(trouble_of(other)),
        }
    }

    pub async fn ground(&self, table: &Arc<Table>, token: &str) -> Result<Arc<Ground>, Trouble> {
        let mut live = table.live.lock().await;
        let (eyes, _) = Self::eyes(&live, token);
        match self.ask(&mut live, Ask::Ground(eyes)).await {
            Tell::Ground(ground) => {
                let ground: Arc<Ground> = Arc::from(ground);
                if live.grounds.len() > 4 {
                    live.grounds.clear();
                }
                live.grounds.insert(ground.version, ground.clone());
                Ok(ground)
            }
            other => Err(trouble_of(other)),
        }
    }
}

fn seat_view(table: &Table, live: &Live, seat: usize) -> SeatView {
    let stored = &live.seats[seat - 1];
    let player = live.look.moment.seating.player(seat);
    let side = live.look.sides.get(player.wrapping_sub(1));
    let connected = table.here.lock().is_ok_and(|h| h.get(seat - 1).is_some_and(|n| *n > 0));
    SeatView {
        seat,
        sitter: stored.sitter,
        level: stored.level,
        name: seat_name(live, seat),
        waiting: stored.invite.is_some(),
        player,
        side: side.map_or(String::new(), |s| s.name.clone()),
        colour: side.map_or(String::new(), |s| s.colour.clone()),
        turn: side.map_or(0, |s| s.turn),
        here: stored.sitter == Sitter::Computer || connected,
        person: stored.person.clone(),
    }
}

/// A move as it is listed for whoever holds these seats.
fn row(live: &Live, ply: &Ply, yours: &[usize]) -> (usize, String, String, usize) {
    let own = yours.contains(&ply.seat) || is_over(live);
    let guarded = match &ply.guarded {
        Some(guarded) if !own => guarded,
        Some(guarded) => {
            let label = guarded.with_words(&ply.label, ply.player);
            return (ply.seat, ply.name.clone(), label, ply.player);
        }
        None => return (ply.seat, ply.name.clone(), ply.label.clone(), ply.player),
    };
    let seating = &live.look.moment.seating;
    let eyes = yours.iter().filter_map(|&s| u8::try_from(seating.player(s)).ok().map(Eyes::Player));
    let texts: Vec<String> = match yours {
        [] => vec![guarded.listed(Eyes::Public)],
        [..] => eyes.map(|e| guarded.listed(e)).collect(),
    };
    // Whoever plays several sides knows what the best informed of them knows.
    let text = texts.into_iter().max_by_key(|t| (!t.is_empty(), !t.starts_with("moved"))).unwrap_or_default();
    (ply.seat, String::new(), text, ply.player)
}

pub(super) fn seat_name(live: &Live, seat: usize) -> String {
    let name = live.seats.get(seat - 1).map_or("", |s| s.name.as_str());
    if name.is_empty() { format!("Player {seat}") } else { name.to_owned() }
}

/// A seat in a sentence: who has no name is told by the side.
pub(super) fn seat_words(live: &Live, seat: usize) -> String {
    let name = seat_name(live, seat);
    let player = live.look.moment.seating.player(seat);
    let side = live.look.sides.get(player.wrapping_sub(1)).map_or("", |s| s.name.as_str());
    let unnamed = live.seats.get(seat - 1).is_some_and(|s| s.name.is_empty());
    if unnamed && live.seats.len() > 1 && !side.is_empty() && !side.starts_with("Player") {
        format!("{name} ({side})")
    } else {
        name
    }
}

/// Who came in which place, by seat: by the rules, or between two by how it was broken off.
fn ranks(live: &Live) -> Vec<f64> {
    match (&live.ending, live.seats.len()) {
        (Some(Ending::Resigned(seat) | Ending::Time(seat)), 2) => {
            (1..=2).map(|s| if s == *seat { 2.0 } else { 1.0 }).collect()
        }
        (Some(Ending::Agreed | Ending::Length), 2) => vec![1.5; 2],
        (
            Some(
                Ending::Resigned(_) | Ending::Time(_) | Ending::Agreed | Ending::Length | Ending::Stopped(_),
            )
            | None,
            _,
        ) => live.look.moment.ranks.clone(),
    }
}

pub(super) fn status(live: &Live) -> String {
    let moment = &live.look.moment;
    let others = |seat: usize| -> String {
        let rest: Vec<String> =
            (1..=live.seats.len()).filter(|s| *s != seat).map(|s| seat_words(live, s)).collect();
        match &rest[..] {
            [] => String::new(),
            [only] => format!("{only} wins: "),
            _ => String::new(),
        }
    };
    match &live.ending {
        Some(Ending::Resigned(seat)) => {
            return format!("{}{} resigned", others(*seat), seat_words(live, *seat));
        }
        Some(Ending::Time(seat)) => {
            return format!("{}{} ran out of time", others(*seat), seat_words(live, *seat));
        }
        Some(Ending::Agreed) => return "Draw: the players agreed".to_owned(),
        Some(Ending::Length) => return "Draw: as many moves were made as are allowed".to_owned(),
        Some(Ending::Stopped(why)) => return format!("The game was stopped: {why}"),
        None => {}
    }
    if moment.over {
        let because = moment
            .why
            .as_deref()
            .filter(|w| !w.is_empty())
            .map_or(String::new(), |w| format!(" by the rule “{w}”"));
        let first: Vec<usize> = (0..moment.ranks.len()).filter(|&i| moment.ranks[i] == 1.0).collect();
        let equal = moment.ranks.windows(2).all(|w| w[0] == w[1]);
        return match first[..] {
            [only] if live.seats.len() == 1 => format!("{} has won{because}", seat_words(live, only + 1)),
            [only] => format!("{} wins{because}", seat_words(live, only + 1)),
            _ if live.seats.len() == 1 => format!("Lost{because}"),
            _ if equal => format!("Draw{because}"),
            _ => {
                let mut order: Vec<usize> = (0..moment.ranks.len()).collect();
                order.sort_by(|a, b| moment.ranks[*a].total_cmp(&moment.ranks[*b]));
                let names: Vec<String> = order
                    .iter()
                    .map(|i| format!("{} ({})", seat_words(live, i + 1), moment.ranks[*i]))
                    .collect();
                format!("The game is over, in this order: {}{because}", names.join(", "))
            }
        };
    }
    let choosing = live.choosing();
    if live.look.moment.simultaneous && choosing.len() != 1 {
        return "Everybody chooses".to_owned();
    }
    let seat = choosing.first().copied().unwrap_or_else(|| turn(live));
    let name = seat_words(live, seat);
    let to_do = if live.look.moment.simultaneous { "to choose" } else { "to move" };
    match live.seats.get(seat - 1) {
        Some(s) if s.invite.is_some() => format!("Waiting for a friend to take seat {seat}"),
        Some(s) if s.sitter == Sitter::Computer => format!("{name} is thinking"),
        Some(_) | None => format!("{name} {to_do}"),
    }
}

fn clock_view(live: &Live) -> Option<ClockView> {
    if live.setup.timing == Timing::None {
        return None;
    }
    let mut left_ms = live.left_ms.clone();
    let mut all_running = Vec::new();
    if let Some(since) = live.since {
        all_running = live.choosing();
        for seat in &all_running {
            if let Some(left) = left_ms.get_mut(seat - 1) {
                *left -= i64::try_from(since.elapsed().as_millis()).unwrap_or(0);
            }
        }
    }
    let running = all_running.first().copied();
    Some(ClockView { timing: live.setup.timing, left_ms, running, all_running })
}
