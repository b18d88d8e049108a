//! The process that compiles and plays a description which we do not trust: questions come in as lines, answers go out
//! as lines, and memory and time are limited by the system. If it is killed, one game stops and nothing else.

use crate::compiled::{Compiled, defines, messages};
use crate::engine::{Ask, Checked, LanguageQuestion, Tell, answer};
use crate::session::Session;
use ludarium_language_server::{Document, questions};
use ludarium_play::{Selection, examine, mend, read};
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Address space, CPU time in seconds, and files: all that such a process may use.
const MEMORY: u64 = 1 << 30;
const CPU: u64 = 600;

/// Serves one game over standard input and output until the input ends.
pub fn run() -> std::io::Result<()> {
    rlimit::setrlimit(rlimit::Resource::AS, MEMORY, MEMORY)?;
    rlimit::setrlimit(rlimit::Resource::CPU, CPU, CPU)?;
    rlimit::setrlimit(rlimit::Resource::FSIZE, 0, 0)?;
    let mut session: Option<Session> = None;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let told = match serde_json::from_str::<Ask>(&line?) {
            Ok(ask) => serve(&mut session, ask),
            Err(e) => Tell::Failed(e.to_string()),
        };
        serde_json::to_writer(&mut out, &told)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

fn serve(session: &mut Option<Session>, ask: Ask) -> Tell {
    match ask {
        Ask::Open { text, options, ruleset, chance, moves } => {
            let selection = Selection { options, ruleset };
            let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_owned());
            match Compiled::make("description", &text, &selection, &find) {
                Ok(compiled) => {
                    let mut opened = Session::start(Arc::new(compiled), chance);
                    let told = answer(&mut opened, Ask::PlayAll(moves));
                    *session = Some(opened);
                    told
                }
                Err(faulty) => Tell::Faulty(faulty),
            }
        }
        Ask::Check { text } => Tell::Checked(Box::new(check(&text))),
        Ask::Language(question) => Tell::Answered(language(&question)),
        Ask::Learn(question) => Tell::Answered(crate::learning::asked::of_text(*question)),
        Ask::Debug(wanted) => Tell::Debugged(Box::new(crate::debugging::answer(&wanted))),
        Ask::Play(_)
        | Ask::PlayAll(_)
        | Ask::Rewind(_)
        | Ask::Look
        | Ask::Scene(_)
        | Ask::Choices(_)
        | Ask::Own { .. }
        | Ask::PlayJoint(_)
        | Ask::SceneAt { .. }
        | Ask::Ground(_)
        | Ask::Think { .. }
        | Ask::Explain { .. }
        | Ask::Judge => match session {
            Some(session) => answer(session, ask),
            None => Tell::Failed("no game is open".to_owned()),
        },
    }
}

/// A question of the language server protocol about the text on a page.
fn language(question: &LanguageQuestion) -> Result<serde_json::Value, String> {
    let document = Document::new(&question.text, defines());
    let asking = questions::Asking { snippets: false, patient: true, figures: None };
    questions::answer(&document, &question.method, &question.params, &asking).map_err(|refusal| match refusal
    {
        questions::Refusal::Unknown => format!("{} is not offered", question.method),
        questions::Refusal::Malformed(why) => why.to_owned(),
        questions::Refusal::Impossible(why) => why,
    })
}

/// What an editor shows beside a text.
fn check(text: &str) -> Checked {
    let reading = read("description", text, defines(), &Selection::default());
    let mut problems = examine(&reading);
    mend(&reading, &Selection::default(), problems.len(), &mut problems);
    let mut checked = Checked { messages: messages(&reading, &problems), ..Checked::default() };
    let find = |name: &str| ludarium_play::find(name).ok().map(|g| g.text.to_owned());
    match Compiled::of(&reading, &find) {
        Ok(compiled) => {
            checked.english = crate::telling::lines(&reading, &compiled.game);
            checked.title.clone_from(&compiled.game.name);
            checked.players = compiled.game.players;
            checked.svg = Some(crate::catalogue::thumbnail(&compiled));
            let session = Session::start(Arc::new(compiled), 1);
            checked.mover = session.moment().mover;
            checked.moves = session.names().iter().take(400).cloned().collect();
            checked.playable = true;
            if let Some(rule) = session.moment().stopped {
                checked.playable = false;
                checked.messages.extend(
                    crate::compiled::Faulty::plain(&format!("a rule does not come to an end: {rule}"))
                        .problems,
                );
            }
        }
        Err(faulty) => {
            if checked.messages.is_empty() || !checked.messages.iter().any(|m| m.severity == "error") {
                checked.messages.extend(faulty.problems);
            }
        }
    }
    checked
}
