//! Moves in the reference's notation: what was read is written as it stood, and read again it is the same move.

mod common;

use common::{compiled, files, reference};
use flate2::read::GzDecoder;
use ludarium_play::Selection;
use ludarium_play::conform::Trace;
use ludarium_play::library_defines;
use ludarium_play::trial::{read_move, write_move};
use std::io::Read;

/// A recorded move without what we do not keep: see the documentation of `ludarium_play::trial`.
fn as_we_keep_it(line: &str) -> String {
    let mut out = String::new();
    for (i, action) in line.split('[').enumerate() {
        if i > 0 {
            out.push('[');
        }
        if let Some(rest) = action.strip_prefix("SetPending:value=1]") {
            out.push_str("SetPending:]");
            out.push_str(rest);
        } else if let Some(note) =
            action.strip_prefix("Note:message=P").filter(|n| n.starts_with(|c: char| c.is_ascii_digit()))
        {
            out.push_str("Note:message=");
            out.push_str(note.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start());
        } else if let Some(at) = action.find(",level=").filter(|_| action.starts_with("Add:")) {
            out.push_str(&action[..at]);
            out.push_str(action[at + 7..].trim_start_matches(|c: char| c.is_ascii_digit()));
        } else {
            out.push_str(action);
        }
    }
    out
}

#[test]
fn recorded_moves_are_written_as_they_were_read() {
    let Some(folder) = reference("recorded moves written again") else { return };
    let (mut moves, mut other) = (0, Vec::new());
    for path in files(&folder.join("traces"), "gz").iter().step_by(5) {
        let mut text = String::new();
        let file = std::fs::File::open(path).expect("a trace");
        GzDecoder::new(file).read_to_string(&mut text).expect("text");
        let trace = Trace::read(&text).expect("a trace");
        let description =
            std::fs::read_to_string(folder.join("corpus/lud").join(trace.game)).expect("a description");
        let selection = Selection::options(trace.options.iter().copied());
        let Ok(game) = compiled(trace.game, &description, &library_defines(), &selection) else { continue };
        for line in text.lines().filter_map(|l| l.strip_prefix("move ")) {
            let m = read_move(&game, line).unwrap_or_else(|e| panic!("{}: {e}: {line}", trace.game));
            let written = write_move(&game, &m);
            assert_eq!(read_move(&game, &written).as_ref(), Ok(&m), "{}: {line}\n{written}", trace.game);
            moves += 1;
            if written != as_we_keep_it(line) {
                other.push(format!("{}\n  {line}\n  {written}", trace.game));
            }
        }
    }
    println!("{moves} moves");
    assert!(moves > 1000);
    assert!(
        other.is_empty(),
        "{} of {moves} differ:\n{}",
        other.len(),
        other[..other.len().min(8)].join("\n")
    );
}
