//! Asking a game in progress, wherever it runs: our own games in this process, descriptions that somebody sent us in a
//! process of their own that may be killed. Questions and answers are data, the same in both cases.

use crate::compiled::{Compiled, Faulty, Message};
use crate::session::{Eyes, Ground, Moment, Ply, Refused, Scene, Session};
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
        seed: u64,
        moves: Vec<usize>,
    },
    /// Plays the legal move of this name.
    Play(String),
    /// Plays legal moves by their numbers.
    PlayAll(Vec<usize>),
    Rewind(usize),
    Look,
    Scene {
        eyes: Eyes,
        choosing: bool,
    },
    /// The same at an earlier moment, without going there.
    SceneAt {
        ply: usize,
        eyes: Eyes,
    },
    Ground(Eyes),
    /// A move that a player of this level would make.
    Think {
        level: u8,
        seed: u64,
    },
    /// How good the moves are that can be made now.
    Judge,
    /// Only a process asks: reads a text, says what is wrong, and shows the start.
    Check {
        text: String,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Tell {
    Look(Look),
    Played {
        index: usize,
        look: Look,
    },
    Refused(Refused),
    Scene(Box<Scene>),
    Ground(Box<Ground>),
    Thought(Option<usize>),
    Judged(thinking::Judgement),
    Checked(Box<Checked>),
    Faulty(Faulty),
    /// The process could not do it.
    Failed(String),
}

/// What everybody may know now: the moment and the moves that led to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Look {
    pub moment: Moment,
    pub plies: Vec<Ply>,
    pub players: usize,
    pub title: String,
    pub hidden: bool,
    pub chance: bool,
    pub choices: usize,
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
        title: game.name.clone(),
        hidden: game.uses.hidden,
        chance: game.uses.stochastic,
        choices: session.legal().len(),
    }
}

/// Answers one question about a game in progress.
pub fn answer(session: &mut Session, ask: Ask) -> Tell {
    match ask {
        Ask::Play(name) => match session.find(&name).and_then(|i| session.play(i).map(|()| i)) {
            Ok(index) => Tell::Played { index, look: look(session) },
            Err(refused) => Tell::Refused(refused),
        },
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
        Ask::Scene { eyes, choosing } => Tell::Scene(Box::new(session.scene(eyes, choosing))),
        Ask::SceneAt { ply, eyes } => {
            let mut then = session.clone();
            then.rewind(ply);
            Tell::Scene(Box::new(then.scene(eyes, false)))
        }
        Ask::Ground(eyes) => Tell::Ground(Box::new(session.ground(eyes))),
        Ask::Think { level, seed } => Tell::Thought(thinking::choose(session, level, seed)),
        Ask::Judge => Tell::Judged(thinking::judge(session)),
        Ask::Open { .. } | Ask::Check { .. } => Tell::Failed("this is not a process".to_owned()),
    }
}

/// A game in progress.
pub enum Engine {
    Here(Option<Box<Session>>),
    There(Box<Remote>),
}

impl Engine {
    pub fn here(compiled: Arc<Compiled>, seed: u64) -> Engine {
        Engine::Here(Some(Box::new(Session::start(compiled, seed))))
    }

    /// A copy to think about, where the game runs here.
    pub fn copy(&self) -> Option<Box<Session>> {
        match self {
            Engine::Here(session) => session.clone(),
            Engine::There(_) => None,
        }
    }

    pub async fn ask(&mut self, ask: Ask) -> Tell {
        match self {
            Engine::Here(slot) => {
                let Some(mut session) = slot.take() else {
                    return Tell::Failed("this game broke down; open it again".to_owned());
                };
                let done = tokio::task::spawn_blocking(move || {
                    let told = answer(&mut session, ask);
                    (session, told)
                });
                match done.await {
                    Ok((session, told)) => {
                        *slot = Some(session);
                        told
                    }
                    Err(_) => Tell::Failed("this game broke down; open it again".to_owned()),
                }
            }
            Engine::There(remote) => remote.ask(&ask).await,
        }
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
const MOST_ANSWER: u64 = 32 << 20;

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
        let patience = if matches!(ask, Ask::Think { .. } | Ask::Judge) { PATIENCE * 3 } else { PATIENCE };
        let talk = async {
            let mut line = serde_json::to_vec(ask).map_err(std::io::Error::other)?;
            line.push(b'\n');
            self.input.write_all(&line).await?;
            self.input.flush().await?;
            let mut answer = Vec::new();
            let mut limited = tokio::io::AsyncReadExt::take(&mut self.output, MOST_ANSWER);
            limited.read_until(b'\n', &mut answer).await?;
            serde_json::from_slice::<Tell>(&answer).map_err(std::io::Error::other)
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
