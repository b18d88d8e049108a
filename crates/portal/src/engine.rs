//! Asking a game in progress, wherever it runs: our own games in this process, descriptions that somebody sent us in a
//! process of their own that may be killed. Questions and answers are data, the same in both cases.

use crate::compiled::{Compiled, Faulty, Message};
use crate::explaining::{self, Explained};
use crate::scene::{Choice, Ground, Scene};
use crate::seating::Side;
use crate::session::{Chance, Eyes, Moment, Ply, Refused, Session};
use crate::thinking;
use serde::{Deserialize, Serialize};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Only a process asks: builds the game and plays these moves.
    Open {
        text: String,
        options: Vec<String>,
        ruleset: Option<String>,
        chance: Chance,
        moves: Vec<usize>,
    },
    /// Plays the legal move of this name.
    Play(String),
    /// Plays legal moves by their numbers.
    PlayAll(Vec<usize>),
    Rewind(usize),
    Look,
    /// The position with somebody's eyes, without choices.
    Scene(Eyes),
    /// What a player may choose.
    Choices(usize),
    /// The number and label of what a player chooses, among the player's own choices.
    Own {
        player: usize,
        name: String,
    },
    /// Plays the move that one choice of each player makes, given as player and number.
    PlayJoint(Vec<(usize, usize)>),
    /// The same at an earlier moment, without going there.
    SceneAt {
        ply: usize,
        eyes: Eyes,
    },
    Ground(Eyes),
    /// What a computer of this level would choose for a player: the number among the player's own choices.
    Think {
        level: u8,
        player: usize,
        seed: u64,
    },
    /// How good the moves are that can be made now.
    Judge,
    /// How a piece moves, or why something cannot be done; places by their keys.
    Explain {
        from: Option<String>,
        to: Option<String>,
    },
    /// Only a process asks: reads a text, says what is wrong, and shows the start.
    Check {
        text: String,
    },
    /// Only a process asks: what the debugger of the editor shows.
    Debug(Box<crate::debugging::Debug>),
    /// Only a process asks: what an editor wants to know about a text.
    Language(Box<LanguageQuestion>),
    /// Only a process asks: a position of somebody who learns or studies alone.
    Learn(Box<crate::learning::asked::OfText>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Tell {
    Look(Look),
    /// The number of the move, how it stands in the list, and what it brought.
    Played {
        index: usize,
        ply: Ply,
        moment: Moment,
        choices: usize,
    },
    Refused(Refused),
    Scene(Box<Scene>),
    Choices(Vec<Choice>),
    Own {
        index: usize,
        label: String,
    },
    Ground(Box<Ground>),
    Thought(Option<thinking::Thought>),
    Judged(thinking::Judgement),
    Explained(Explained),
    Checked(Box<Checked>),
    Debugged(Box<crate::debugging::Debugged>),
    /// An answer of the language server protocol, or why there is none.
    Answered(Result<serde_json::Value, String>),
    Faulty(Faulty),
    /// The process could not do it.
    Failed(String),
    /// No process can be had now.
    Busy(String),
}

/// What everybody may know now: the moment and the moves that led to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Look {
    pub moment: Moment,
    pub plies: Vec<Ply>,
    pub players: usize,
    /// The players as people know them, player 1 first.
    pub sides: Vec<Side>,
    pub title: String,
    pub hidden: bool,
    pub chance: bool,
    pub choices: usize,
    /// How many sites the board has.
    pub sites: usize,
}

impl Look {
    /// One more move was made.
    pub fn add(&mut self, ply: Ply, moment: Moment, choices: usize) {
        self.plies.push(ply);
        self.moment = moment;
        self.choices = choices;
    }
}

/// A question of the language server protocol about one text. The address in its parameters may be anything.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LanguageQuestion {
    pub text: String,
    pub method: String,
    #[serde(default)]
    pub params: serde_json::Value,
}

/// A text as an editor needs it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Checked {
    pub title: String,
    pub messages: Vec<Message>,
    /// The board at the start as a picture.
    pub svg: Option<String>,
    pub players: usize,
    pub mover: usize,
    pub moves: Vec<String>,
    pub playable: bool,
    pub english: Vec<(String, Vec<String>)>,
}

fn look(session: &Session) -> Look {
    let game = session.game();
    Look {
        moment: session.moment(),
        plies: session.plies().to_vec(),
        players: game.players,
        sides: session.part().sides.clone(),
        title: game.name.clone(),
        hidden: session.compiled().hidden(),
        chance: game.uses.stochastic,
        choices: session.legal().len(),
        sites: session.inner().1.board_sites(session.inner().1.site_type),
    }
}

/// Plays a legal move by its number.
fn played(session: &mut Session, index: usize) -> Tell {
    if let Err(refused) = session.play(index) {
        return Tell::Refused(refused);
    }
    match session.plies().last() {
        Some(ply) => {
            Tell::Played { index, ply: ply.clone(), moment: session.moment(), choices: session.legal().len() }
        }
        None => Tell::Failed("the move was not kept".to_owned()),
    }
}

/// Answers one question about a game in progress.
pub fn answer(session: &mut Session, ask: Ask) -> Tell {
    match ask {
        Ask::Play(name) => match session.find(&name) {
            Ok(index) => played(session, index),
            Err(refused) => Tell::Refused(refused),
        },
        Ask::PlayJoint(chosen) => match session.joined(&chosen) {
            Ok(index) => played(session, index),
            Err(refused) => Tell::Refused(refused),
        },
        Ask::Own { player, name } => match session.find_own(player, &name) {
            Ok(index) => {
                let mut choices = session.choices(player);
                Tell::Own { index, label: choices.swap_remove(index).label }
            }
            Err(refused) => Tell::Refused(refused),
        },
        Ask::Choices(player) => Tell::Choices(session.choices(player)),
        Ask::PlayAll(moves) => {
            for index in moves {
                if let Err(refused) = session.play(index) {
                    return Tell::Refused(refused);
                }
            }
            Tell::Look(look(session))
        }
        Ask::Rewind(ply) => {
            session.rewind(ply);
            Tell::Look(look(session))
        }
        Ask::Look => Tell::Look(look(session)),
        Ask::Scene(eyes) => Tell::Scene(Box::new(session.scene(eyes, None))),
        Ask::SceneAt { ply, eyes } => {
            let mut then = session.clone();
            then.rewind(ply);
            Tell::Scene(Box::new(then.scene(eyes, None)))
        }
        Ask::Ground(eyes) => Tell::Ground(Box::new(session.ground(eyes))),
        Ask::Think { level, player, seed } => Tell::Thought(thinking::choose(session, level, player, seed)),
        Ask::Judge => Tell::Judged(thinking::judge(session)),
        Ask::Explain { from, to } => {
            Tell::Explained(explaining::explain(session, from.as_deref(), to.as_deref()))
        }
        Ask::Open { .. } | Ask::Check { .. } | Ask::Debug(_) | Ask::Language(_) | Ask::Learn(_) => {
            Tell::Failed("this is not a process".to_owned())
        }
    }
}

/// A game in progress.
pub enum Engine {
    Here(Here),
    There(Box<There>),
}

/// A game that runs in this process.
pub struct Here {
    /// Absent while it is being asked, and for good if an answer broke down.
    session: Option<Box<Session>>,
    /// How long its slowest answer of late took: unknown at first, and forgotten little by little.
    slowest: Option<Duration>,
}

/// An answer that comes sooner than this is not worth another thread.
const AT_ONCE: Duration = Duration::from_millis(2);

impl Here {
    /// May this be answered where it is asked, or would others be kept waiting?
    fn answers_at_once(&self, ask: &Ask) -> bool {
        let short = match ask {
            Ask::Play(_)
            | Ask::PlayJoint(_)
            | Ask::Own { .. }
            | Ask::Choices(_)
            | Ask::Look
            | Ask::Scene(_)
            | Ask::Ground(_) => true,
            Ask::PlayAll(moves) => moves.len() <= 1,
            Ask::Open { .. }
            | Ask::Check { .. }
            | Ask::Debug(_)
            | Ask::Language(_)
            | Ask::Learn(_)
            | Ask::Rewind(_)
            | Ask::SceneAt { .. }
            | Ask::Think { .. }
            | Ask::Explain { .. }
            | Ask::Judge => false,
        };
        short && self.slowest.is_some_and(|s| s < AT_ONCE)
    }

    async fn ask(&mut self, ask: Ask) -> Tell {
        let broken = || Tell::Failed("this game broke down; open it again".to_owned());
        let at_once = self.answers_at_once(&ask);
        let Some(mut session) = self.session.take() else { return broken() };
        let timed = move || {
            let begun = std::time::Instant::now();
            let told = answer(&mut session, ask);
            (session, told, begun.elapsed())
        };
        let done = if at_once {
            // A fault in a rule must not take the connection with it.
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(timed)).ok()
        } else {
            tokio::task::spawn_blocking(timed).await.ok()
        };
        let Some((session, told, took)) = done else { return broken() };
        self.session = Some(session);
        self.slowest = Some(self.slowest.map_or(took, |s| took.max(s - s / 8)));
        told
    }
}

impl Engine {
    pub fn here(compiled: Arc<Compiled>, chance: Chance) -> Engine {
        Engine::Here(Here { session: Some(Box::new(Session::start(compiled, chance))), slowest: None })
    }

    /// A copy to think about, where the game runs here.
    pub fn copy(&self) -> Option<Box<Session>> {
        match self {
            Engine::Here(here) => here.session.clone(),
            Engine::There(_) => None,
        }
    }

    pub async fn ask(&mut self, ask: Ask) -> Tell {
        match self {
            Engine::Here(here) => here.ask(ask).await,
            Engine::There(there) => there.ask(ask).await,
        }
    }
}

/// A game that runs in a process of its own. The process may be ended whenever nobody asks anything: the next question
/// wakes it, and it plays the moves again.
pub struct There {
    remote: Option<Remote>,
    opening: Opening,
    moves: Vec<usize>,
    asked: std::time::Instant,
}

/// A description that we do not trust, and how it is to be played.
#[derive(Clone, Debug)]
pub struct Opening {
    pub text: String,
    pub options: Vec<String>,
    pub ruleset: Option<String>,
    pub chance: Chance,
}

impl There {
    /// A game with these moves made, still asleep.
    pub fn new(opening: Opening, moves: Vec<usize>) -> There {
        There { remote: None, opening, moves, asked: std::time::Instant::now() }
    }

    pub fn is_awake(&self) -> bool {
        self.remote.is_some()
    }

    /// For how long nobody has asked anything.
    pub fn idle(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Ends the process; its place is free.
    pub fn sleep(&mut self) {
        self.remote = None;
    }

    /// Starts the process in one of the places for such.
    pub async fn wake(&mut self, place: tokio::sync::OwnedSemaphorePermit) -> Tell {
        let mut remote = match Remote::start(Some(place)) {
            Ok(remote) => remote,
            Err(e) => return Tell::Failed(format!("no process for it: {e}")),
        };
        let Opening { text, options, ruleset, chance } = self.opening.clone();
        let open = Ask::Open { text, options, ruleset, chance, moves: self.moves.clone() };
        let told = remote.ask(&open).await;
        self.asked = std::time::Instant::now();
        self.remote = Some(remote);
        told
    }

    pub async fn ask(&mut self, ask: Ask) -> Tell {
        let Some(remote) = &mut self.remote else {
            return Tell::Failed("the process of this game has ended".to_owned());
        };
        let told = remote.ask(&ask).await;
        self.asked = std::time::Instant::now();
        match (&told, ask) {
            (Tell::Played { index, .. }, _) => self.moves.push(*index),
            (Tell::Look(_), Ask::PlayAll(more)) => self.moves.extend(more),
            (Tell::Look(_), Ask::Rewind(ply)) => self.moves.truncate(ply),
            (
                Tell::Look(_)
                | Tell::Refused(_)
                | Tell::Scene(_)
                | Tell::Choices(_)
                | Tell::Own { .. }
                | Tell::Ground(_)
                | Tell::Thought(_)
                | Tell::Judged(_)
                | Tell::Explained(_)
                | Tell::Checked(_)
                | Tell::Debugged(_)
                | Tell::Answered(_)
                | Tell::Faulty(_)
                | Tell::Failed(_)
                | Tell::Busy(_),
                _,
            ) => {}
        }
        told
    }
}

/// A process that plays one description that we do not trust.
pub struct Remote {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    broken: bool,
    /// One of the few places for such processes; given back when this one ends.
    _place: Option<tokio::sync::OwnedSemaphorePermit>,
}

/// A question to such a process must be answered in this time; it includes compiling.
const PATIENCE: Duration = Duration::from_secs(4);
/// Answers longer than this are cut off, and the process with them.
const MOST_ANSWER: u64 = 8 << 20;
const LONG_ANSWER: usize = 64 << 10;

impl Remote {
    pub fn start(place: Option<tokio::sync::OwnedSemaphorePermit>) -> std::io::Result<Remote> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(program)
            .arg("worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .env_clear()
            .kill_on_drop(true)
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes to the process"));
        };
        Ok(Remote { child, input, output: BufReader::new(output), broken: false, _place: place })
    }

    pub async fn ask(&mut self, ask: &Ask) -> Tell {
        if self.broken {
            return Tell::Failed(
                "this description was stopped because it used too much time or memory".into(),
            );
        }
        let patience = if matches!(ask, Ask::Think { .. } | Ask::Judge | Ask::Learn(_)) {
            PATIENCE * 3
        } else {
            PATIENCE
        };
        let talk = async {
            let mut line = serde_json::to_vec(ask).map_err(std::io::Error::other)?;
            line.push(b'\n');
            self.input.write_all(&line).await?;
            self.input.flush().await?;
            let mut answer = Vec::new();
            let mut limited = tokio::io::AsyncReadExt::take(&mut self.output, MOST_ANSWER);
            limited.read_until(b'\n', &mut answer).await?;
            if answer.len() < LONG_ANSWER {
                return serde_json::from_slice::<Tell>(&answer).map_err(std::io::Error::other);
            }
            // Reading a long one takes a while, and others want this thread.
            tokio::task::spawn_blocking(move || serde_json::from_slice::<Tell>(&answer))
                .await
                .map_err(std::io::Error::other)?
                .map_err(std::io::Error::other)
        };
        match tokio::time::timeout(patience, talk).await {
            Ok(Ok(told)) => told,
            Ok(Err(_)) | Err(_) => {
                self.broken = true;
                let _ = self.child.start_kill();
                Tell::Failed("this description was stopped because it used too much time or memory".into())
            }
        }
    }

    pub fn is_broken(&self) -> bool {
        self.broken
    }
}
