//! The log of a table and what it sums up to, without playing.

use super::Ending;
use crate::store::Event;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct MoveData {
    pub i: usize,
    pub name: String,
    #[serde(default)]
    pub left: Vec<i64>,
    /// What the page called it: said again, it is not made again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A choice where all choose at once, before it is played.
#[derive(Serialize, Deserialize)]
pub(super) struct ChoiceData {
    pub seat: usize,
    /// The number among the player's own choices.
    pub i: usize,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A log summed up: the line that stands, without playing it.
pub(super) struct Folded {
    pub line: Vec<(usize, String)>,
    pub ahead: Vec<usize>,
    pub left: Option<Vec<i64>>,
    pub ending: Option<Ending>,
    /// Choices that wait for those of others.
    pub choices: Vec<ChoiceData>,
    pub rematch: Option<String>,
    /// Moves and choices that pages gave a name, and how many moves there were after each.
    pub said: Vec<(String, usize)>,
}

pub(super) fn fold(events: &[Event]) -> Result<Folded, String> {
    let mut line: Vec<(usize, String)> = Vec::new();
    // What stands after `line`: moves that were taken back.
    let mut ahead: Vec<(usize, String)> = Vec::new();
    let mut left = None;
    let mut ending = None;
    let mut choices: Vec<ChoiceData> = Vec::new();
    let mut rematch = None;
    let mut said = Vec::new();
    for event in events {
        let bad = || format!("event {} cannot be read", event.n);
        match event.kind.as_str() {
            "move" => {
                let data: MoveData = serde_json::from_str(&event.data).map_err(|_| bad())?;
                if ahead.first().is_some_and(|(i, _)| *i == data.i) {
                    ahead.remove(0);
                } else {
                    ahead.clear();
                }
                left = Some(data.left);
                choices.clear();
                line.push((data.i, data.name));
                said.extend(data.by.map(|by| (by, line.len())));
            }
            "goto" => {
                let ply: usize = event.data.parse().map_err(|_| bad())?;
                if ply <= line.len() {
                    let mut cut = line.split_off(ply);
                    cut.append(&mut ahead);
                    ahead = cut;
                } else {
                    let more = (ply - line.len()).min(ahead.len());
                    line.extend(ahead.drain(..more));
                }
                ending = None;
                choices.clear();
            }
            "choice" => {
                let choice: ChoiceData = serde_json::from_str(&event.data).map_err(|_| bad())?;
                said.extend(choice.by.clone().map(|by| (by, line.len())));
                choices.push(choice);
            }
            "rematch" => rematch = Some(event.data.clone()),
            "end" => ending = Some(serde_json::from_str(&event.data).map_err(|_| bad())?),
            _ => return Err(bad()),
        }
    }
    let ahead = ahead.into_iter().map(|(i, _)| i).collect();
    Ok(Folded { line, ahead, left, ending, choices, rematch, said })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::verify;

    fn log(parts: &[(&str, &str)]) -> Vec<Event> {
        let mut chain = String::new();
        parts
            .iter()
            .enumerate()
            .map(|(n, (kind, data))| {
                let e = Event::after(&chain, "t", n as i64, 0, kind, (*data).to_owned());
                chain.clone_from(&e.chain);
                e
            })
            .collect()
    }

    fn mv(i: usize) -> String {
        format!("{{\"i\":{i},\"name\":\"m{i}\"}}")
    }

    #[test]
    fn a_log_is_summed_up_without_playing() {
        let (a, b, c) = (mv(1), mv(2), mv(3));
        let events = log(&[("move", &a), ("move", &b), ("goto", "0"), ("goto", "1"), ("move", &c)]);
        let folded = fold(&events).unwrap();
        assert_eq!(folded.line.iter().map(|l| l.0).collect::<Vec<_>>(), [1, 3]);
        assert!(folded.ahead.is_empty());
        let events = log(&[("move", &a), ("move", &b), ("goto", "0"), ("move", &a)]);
        assert_eq!(fold(&events).unwrap().ahead, [2]);
    }

    #[test]
    fn sealed_choices_wait_in_the_log_until_the_move_is_made() {
        let (a, choice) = (mv(1), "{\"seat\":2,\"i\":5,\"label\":\"rock\"}");
        let folded = fold(&log(&[("move", &a), ("choice", choice)])).unwrap();
        assert_eq!(folded.choices.iter().map(|c| (c.seat, c.i)).collect::<Vec<_>>(), [(2, 5)]);
        assert!(fold(&log(&[("choice", choice), ("move", &a)])).unwrap().choices.is_empty());
        assert!(fold(&log(&[("move", &a), ("choice", choice), ("goto", "0")])).unwrap().choices.is_empty());
    }

    #[test]
    fn a_changed_or_cut_log_is_noticed() {
        let (a, b) = (mv(1), mv(2));
        let events = log(&[("move", &a), ("move", &b)]);
        assert!(verify("t", &events).is_ok());
        assert!(verify("other", &events).is_err());
        assert!(verify("t", &events[1..]).is_err());
        let mut changed = events.clone();
        changed[0].data = mv(7);
        assert!(verify("t", &changed).is_err());
    }
}
