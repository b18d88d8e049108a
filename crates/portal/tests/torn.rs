//! A database that was cut off or damaged on the way to the disk: what comes back is the log up to some event, each event
//! as it was written, or a refusal; never something else.

use ludarium_portal::store::{Event, Store, verify};
use std::path::{Path, PathBuf};

const TABLES: usize = 3;
const EVENTS: i64 = 60;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludarium-torn-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A database that was being written to when everything stopped: its two files, and all events by table.
fn written(name: &str) -> (Vec<u8>, Vec<u8>, Vec<Vec<Event>>) {
    let folder = folder(name);
    let store = Store::open(&folder).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut logs: Vec<Vec<Event>> = vec![Vec::new(); TABLES];
    for n in 0..EVENTS {
        for (t, log) in logs.iter_mut().enumerate() {
            let before = log.last().map_or(String::new(), |e| e.chain.clone());
            let data = format!("{{\"i\":{n},\"name\":\"{}\"}}", "move".repeat(1 + n as usize % 9));
            let event = Event::after(&before, &format!("t{t}"), n, 1000 + n, "move", data);
            log.push(event.clone());
            runtime.block_on(store.append(&format!("t{t}"), 0, event)).unwrap();
        }
    }
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let files = (read("portal.db"), read("portal.db-wal"));
    store.close();
    let _ = std::fs::remove_dir_all(&folder);
    (files.0, files.1, logs)
}

/// Opens such files and looks at every log: how many events came back, if it was opened at all.
fn look(folder: &Path, db: &[u8], wal: &[u8], logs: &[Vec<Event>], what: &str) -> Option<usize> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    // A folder each: who closed the one before may still be tidying there.
    let folder = &folder.join(what.replace([' ', ','], "-"));
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("portal.db"), db).unwrap();
    std::fs::write(folder.join("portal.db-wal"), wal).unwrap();
    let store = Store::open(folder).ok()?;
    let mut there = 0;
    for (t, log) in logs.iter().enumerate() {
        let id = format!("t{t}");
        let Ok(events) = runtime.block_on(store.events(&id)) else { continue };
        // A log that does not hold together is refused by whoever opens the table.
        if verify(&id, &events).is_ok() {
            assert!(events.len() <= log.len() && events[..] == log[..events.len()], "{what}: table {t}");
            there += events.len();
        }
    }
    store.close();
    Some(there)
}

#[test]
fn a_log_cut_off_anywhere_is_the_beginning_of_what_was_written() {
    let (db, wal, logs) = written("before-cut");
    let folder = folder("cut");
    assert_eq!(look(&folder, &db, &wal, &logs, "whole"), Some(TABLES * EVENTS as usize));
    let mut before = 0;
    let mut cut = 0;
    while cut < wal.len() {
        let there = look(&folder, &db, &wal[..cut], &logs, &format!("cut at {cut}"));
        // The longer the file, the more comes back; whole transactions only, so never less than before.
        let there = there.unwrap_or_else(|| panic!("cut at {cut}: not opened"));
        assert!(there >= before, "cut at {cut}: {there} after {before}");
        before = there;
        // Through all places of a page in the course of the file.
        cut += 5021;
    }
    assert!(before > 0);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_damaged_byte_is_noticed_or_does_not_matter() {
    let (db, wal, logs) = written("before-flip");
    let folder = folder("flip");
    for k in 0..60 {
        let at = (k * 7919 + 24) % wal.len();
        let mut torn = wal.clone();
        torn[at] ^= 0x41;
        look(&folder, &db, &torn, &logs, &format!("log, byte {at}"));
    }
    // The same in the database itself, after everything was carried over.
    let whole = self::folder("carried");
    std::fs::write(whole.join("portal.db"), &db).unwrap();
    std::fs::write(whole.join("portal.db-wal"), &wal).unwrap();
    Store::open(&whole).unwrap().close();
    let carried = std::fs::read(whole.join("portal.db")).unwrap();
    for k in 0..60 {
        let at = 100 + (k * 104_729) % (carried.len() - 100);
        let mut torn = carried.clone();
        torn[at] ^= 0x41;
        look(&folder, &torn, &[], &logs, &format!("database, byte {at}"));
    }
    let _ = std::fs::remove_dir_all(&folder);
    let _ = std::fs::remove_dir_all(&whole);
}
