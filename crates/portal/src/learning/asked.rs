//! Boards without a table: a position told by its moves comes in, what somebody who learns or studies alone wants of it goes
//! out. Nothing is kept between questions, so they survive anything that happens to the server. Games of the catalogue
//! are asked here, descriptions that visitors wrote in a process of their own, by the same code.

use super::lesson;
use crate::compiled::{Compiled, Faulty};
use crate::engine::{Ask, Tell};
use crate::explaining;
use crate::session::{Chance, Eyes, Session};
use crate::tables::Spec;
use crate::thinking;
use crate::web::App;
use ludarium_play::{Selection, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Where the moves begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    #[default]
    Start,
    /// A position in Forsyth–Edwards notation.
    Fen(String),
    /// The position of a step of the game's lesson.
    Lesson(usize),
}

/// A position: a game, where it begins, and the moves from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    #[serde(flatten)]
    pub of: Spec,
    #[serde(default)]
    pub base: Base,
    #[serde(default = "one")]
    pub seed: u64,
    /// What chance brought at the table that the moves come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Chance>,
    #[serde(default)]
    pub moves: Vec<String>,
}

fn one() -> u64 {
    1
}

/// What is wanted of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// How it looks, and what may be chosen; with the board itself if `ground`.
    Scene { ground: bool },
    /// How the sides stand, and the best moves.
    Judge { ms: u64 },
    /// A move of a computer of this level, and the position after it.
    Reply { level: u8 },
    /// Why something cannot be done; places by their keys.
    Explain { from: Option<String>, to: Option<String> },
    /// Is the last move a solution of this task of a puzzle? `made` moves of it were made before.
    Try { win: bool, plies: u32, made: u32 },
    /// The steps of the lesson.
    Lesson,
    /// A few puzzles, found now.
    Puzzles { count: usize, seed: u64 },
    /// The position in the notation of chess players, where it can be said so.
    Fen,
}

impl Want {
    /// Does it take long?
    fn thinks(&self) -> bool {
        match self {
            Want::Judge { .. }
            | Want::Reply { .. }
            | Want::Try { .. }
            | Want::Puzzles { .. }
            | Want::Lesson => true,
            Want::Scene { .. } | Want::Explain { .. } | Want::Fen => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    pub line: Line,
    pub want: Want,
}

/// A question about a text that we do not trust.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OfText {
    pub text: String,
    pub question: Question,
}

/// No line has more moves.
pub const MOST_MOVES: usize = 5000;
/// The longest that anybody may have a position judged for, in ms.
const MOST_MS: u64 = 2000;
/// Rules may be nested deeper than a thread of the server has room for.
const STACK: usize = 64 << 20;
/// So many may think at once; others wait their turn.
static THINKERS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from).max(2)));

/// Why there is no answer: the status, and a line for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum No {
    /// There is no such game.
    NoGame(String),
    /// What was asked makes no sense for this game.
    Not(String),
    /// Not now.
    Busy(String),
}

impl No {
    pub fn words(&self) -> &str {
        match self {
            No::NoGame(why) | No::Not(why) | No::Busy(why) => why,
        }
    }
}

fn first_problem(faulty: &Faulty) -> String {
    faulty.problems.first().map_or("this description has errors".to_owned(), |p| p.message.clone())
}

/// The answer to a question, wherever the game runs.
pub async fn ask(app: &App, question: Question) -> Result<Value, No> {
    if question.line.moves.len() > MOST_MOVES {
        return Err(No::Not("too many moves".to_owned()));
    }
    // (A long line is work too.)
    let _place = match question.want.thinks() || question.line.moves.len() > 300 {
        true => Some(THINKERS.acquire().await.map_err(|_| No::Busy("the server is stopping".to_owned()))?),
        false => None,
    };
    if let Some(id) = &question.line.of.written {
        let text = app.store.written(id).await.map_err(|e| No::Busy(e.to_string()))?;
        let text = text.ok_or(No::NoGame("there is no such description".to_owned()))?;
        return match app.checkers.ask(&Ask::Learn(Box::new(OfText { text, question }))).await {
            Tell::Answered(answer) => answer.map_err(No::Not),
            Tell::Failed(why) => Err(No::Not(why)),
            _ => Err(No::Busy("the server is busy; try again".to_owned())),
        };
    }
    let Some(entry) = app.catalogue.get(&question.line.of.game).cloned() else {
        return Err(No::NoGame(format!("there is no game called “{}”", question.line.of.game)));
    };
    let catalogue = app.catalogue.clone();
    let work = move || {
        let spec = &question.line.of;
        let compiled = catalogue.compiled(&entry, spec.ruleset.as_deref(), &spec.options);
        let compiled = compiled.map_err(|faulty| first_problem(&faulty))?;
        answer(&compiled, &question)
    };
    on_deep_stack(work).await.unwrap_or_else(|| Err("this game broke down".to_owned())).map_err(No::Not)
}

/// Works in a thread with room for deeply nested rules. Nothing where the work broke down.
pub async fn on_deep_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, result) = tokio::sync::oneshot::channel();
    let run = move || {
        let _ = done.send(work());
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).ok()?;
    result.await.ok()
}

/// For the process of a description that we do not trust: the answer, or why there is none. The game is kept for the next
/// question about the same text.
pub fn of_text(of: OfText) -> Result<Value, String> {
    static LAST: Mutex<Option<(String, Spec, Arc<Compiled>)>> = Mutex::new(None);
    let OfText { text, question } = of;
    let spec = &question.line.of;
    let last = LAST.lock().ok().and_then(|l| l.clone());
    let compiled = match last {
        Some((old, of, compiled)) if old == text && of == *spec => compiled,
        Some(_) | None => {
            let selection = Selection { options: spec.options.clone(), ruleset: spec.ruleset.clone() };
            let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_owned());
            let made = Compiled::make("description", &text, &selection, &find);
            let made = Arc::new(made.map_err(|faulty| first_problem(&faulty))?);
            if let Ok(mut last) = LAST.lock() {
                *last = Some((text, spec.clone(), made.clone()));
            }
            made
        }
    };
    let work = || answer(&compiled, &question);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let broken = || "this description broke down".to_owned();
        thread.map_err(|_| broken())?.join().map_err(|_| broken())?
    })
}

/// The position that a line leads to.
pub fn session(compiled: &Arc<Compiled>, line: &Line) -> Result<Session, String> {
    let mut session = match (&line.base, &line.chance) {
        (Base::Start, Some(chance)) => Session::start(compiled.clone(), chance.clone()),
        (Base::Start, None) => Session::study(compiled.clone(), compiled.game.start(line.seed)),
        (Base::Fen(fen), _) => {
            let state = State::from_fen(&compiled.game, fen).map_err(|e| e.to_string())?;
            Session::study(compiled.clone(), state)
        }
        (Base::Lesson(step), _) => {
            let lesson = lesson::of(compiled);
            let state = lesson.position(*step).ok_or("the lesson has no such step")?;
            Session::study(compiled.clone(), state.clone())
        }
    };
    for (i, name) in line.moves.iter().enumerate() {
        let index = session.find(name).map_err(|_| format!("move {}, {name}, is not a legal move", i + 1))?;
        session.play(index).map_err(|_| format!("move {}, {name}, cannot be played", i + 1))?;
    }
    Ok(session)
}

fn answer(compiled: &Arc<Compiled>, question: &Question) -> Result<Value, String> {
    let line = &question.line;
    match &question.want {
        Want::Scene { ground } => Ok(told(&session(compiled, line)?, *ground)),
        Want::Judge { ms } => {
            let session = session(compiled, line)?;
            let most = Duration::from_millis((*ms).clamp(20, MOST_MS));
            Ok(judged(&session, most))
        }
        Want::Reply { level } => {
            let mut session = session(compiled, line)?;
            let before = session.plies().len();
            let mover = session.moment().mover;
            let own = thinking::choose(&session, *level, mover, line.moves.len() as u64 + 1);
            if let Some(thought) = own.filter(|_| !session.is_simultaneous()) {
                session.play(thought.index).map_err(|_| "the computer's move was refused")?;
            } else if session.is_simultaneous() && !session.legal().is_empty() {
                session
                    .play(line.moves.len() % session.legal().len())
                    .map_err(|_| "no move could be made")?;
            }
            let mut told = told(&session, false);
            told["played"] = json!(session.plies()[before..].iter().map(|p| &p.name).collect::<Vec<_>>());
            Ok(told)
        }
        Want::Explain { from, to } => {
            let session = session(compiled, line)?;
            Ok(json!(explaining::explain(&session, from.as_deref(), to.as_deref())))
        }
        Want::Try { win, plies, made } => super::trying::tried(compiled, line, *win, *plies, *made),
        Want::Lesson => Ok(lesson::of(compiled).told()),
        Want::Puzzles { count, seed } => super::trying::found(compiled, *count, *seed),
        Want::Fen => {
            let session = session(compiled, line)?;
            session.state().to_fen().map(|fen| json!({ "fen": fen })).map_err(|e| e.to_string())
        }
    }
}

/// Everything that a page needs to show the position and to go on from it.
pub fn told(session: &Session, ground: bool) -> Value {
    let moment = session.moment();
    // Alone at the board one has the eyes of whoever is to move.
    let eyes = u8::try_from(moment.mover).ok().filter(|m| *m > 0).map_or(Eyes::Public, Eyes::Player);
    let mut scene = session.scene(eyes, None);
    let sides = &session.part().sides;
    let name = |seat: usize| seat.checked_sub(1).and_then(|i| sides.get(i)).map_or("", |s| s.name.as_str());
    if !moment.over {
        scene.choices = match moment.simultaneous {
            true => super::together(session),
            false => session.choices(moment.mover),
        };
    }
    let winners: Vec<usize> =
        (1..=moment.ranks.len()).filter(|&seat| moment.ranks[seat - 1] == 1.0).collect();
    let result = match (&winners[..], moment.over) {
        (_, false) => String::new(),
        ([only], true) if sides.len() > 1 => format!("{} wins", name(*only)),
        ([_], true) => "Solved".to_owned(),
        (_, true) if sides.len() == 1 => "Not solved".to_owned(),
        (_, true) => "A draw".to_owned(),
    };
    let mut told = json!({
        "scene": scene,
        "plies": session.plies(),
        "mover": moment.mover,
        "seat": moment.seat,
        "side": name(moment.mover),
        "sides": sides,
        "over": moment.over || moment.stopped.is_some(),
        "result": result,
        "winner": if winners.len() == 1 { winners[0] } else { 0 },
        "why": moment.why,
        "stopped": moment.stopped,
        "phase": moment.phase,
        "title": session.game().name,
    });
    if ground {
        told["ground"] = json!(session.ground(eyes));
    }
    told
}

/// How good a position is for the first player (for the only one, in puzzles), and what is best in it.
fn judged(session: &Session, most: Duration) -> Value {
    let moment = session.moment();
    let players = session.game().players;
    let for_first = |standing: f64| match moment.seat {
        _ if players != 2 => standing,
        1 => standing,
        _ => 1.0 - standing,
    };
    if moment.over || session.legal().is_empty() {
        let won = moment.ranks.first().map_or(0.5, |rank| match players {
            1 => f64::from(u8::from(*rank == 1.0)),
            _ => 1.0 - (rank - 1.0) / (players as f64 - 1.0),
        });
        return json!({ "standing": won, "first": won, "best": [], "over": true });
    }
    if session.is_simultaneous() {
        return json!({ "standing": 0.5, "first": 0.5, "best": [], "unsure": true });
    }
    let judgement = thinking::judge_within(session, most);
    let labels = session.choices(moment.mover);
    let best: Vec<Value> = judgement
        .best
        .iter()
        .map(|(name, standing)| {
            let label = labels.iter().find(|c| c.name == *name).map_or(name.as_str(), |c| c.label.as_str());
            let ends = labels.iter().find(|c| c.name == *name).map(|c| (c.from.clone(), c.to.clone()));
            json!({ "name": name, "label": label, "standing": standing, "ends": ends })
        })
        .collect();
    json!({ "standing": judgement.standing, "first": for_first(judgement.standing), "best": best, "over": false })
}
