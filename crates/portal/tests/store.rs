//! What is promised of a store, held against both kinds: SQLite, and PostgreSQL where there is a server.

#[path = "common/postgres.rs"]
mod postgres;

use ludarium_portal::store::{
    Claim, Event, Findings, JobState, Me, NewJob, News, NotWritten, Place, Store, TableRow, VerdictRow,
    WrittenRow, check, export, import, verify,
};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("ludarium-store-{}-{n}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Where empty stores are: one in a folder and one on a server.
fn places() -> Vec<Place> {
    let mut all = vec![Place::Folder(folder())];
    all.extend(postgres::common().map(|server| Place::Server(server.database())));
    all
}

fn open(place: &Place) -> Store {
    Store::open_at(place, Me::new("portal", "127.0.0.1:1".to_owned())).unwrap()
}

fn row(id: &str) -> TableRow {
    TableRow {
        id: id.to_owned(),
        made_at: 1_700_000_000_123,
        spec: "{\"game\":\"chess\"}".to_owned(),
        chance: "[[0,17]]".to_owned(),
        seats: "[{\"name\":\"Zoë \\u0000 \\\"\"}]".to_owned(),
        clock: "{}".to_owned(),
    }
}

fn log(table: &str, n: i64) -> Vec<Event> {
    let mut before = String::new();
    (0..n)
        .map(|n| {
            let data = format!("{{\"i\":{n},\"name\":\"a{n}–\\u00e9\"}}");
            let event = Event::after(&before, table, n, 1000 + n, "move", data);
            before.clone_from(&event.chain);
            event
        })
        .collect()
}

/// Runs a test on every kind of store.
fn on_all<F: Future<Output = ()>>(test: impl Fn(Place) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    for place in places() {
        println!("on {place:?}");
        runtime.block_on(test(place.clone()));
        if let Place::Folder(folder) = place {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Runs a test with two processes on one database, where there is a server.
fn on_shared<F: Future<Output = ()>>(test: impl Fn(Store, Store) -> F) {
    let Some(server) = postgres::common() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let place = Place::Server(server.database());
    runtime.block_on(async {
        let (a, b) = (open(&place), open(&place));
        a.beat().await.unwrap();
        b.beat().await.unwrap();
        test(a, b).await;
    });
}

#[test]
fn what_was_written_is_there_after_opening_again() {
    on_all(async |place| {
        let events = log("t", 5);
        {
            let store = open(&place);
            let epoch = store.make_table(row("t"), events[..2].to_vec(), false).await.unwrap();
            for event in &events[2..] {
                store.append("t", epoch, event.clone()).await.unwrap();
            }
            store.set_seats("t", epoch, "[]".to_owned()).await.unwrap();
            let written = WrittenRow { id: "w".to_owned(), made_at: 5, text: "(game \"ü\")".to_owned() };
            store.keep_written(written.clone()).await.unwrap();
            store.keep_written(WrittenRow { made_at: 6, ..written }).await.unwrap();
            store.close();
        }
        let store = open(&place);
        assert_eq!(store.table("t").await.unwrap().unwrap(), TableRow { seats: "[]".to_owned(), ..row("t") });
        assert_eq!(store.events("t").await.unwrap(), events);
        assert!(verify("t", &store.events("t").await.unwrap()).is_ok());
        assert_eq!(store.written("w").await.unwrap().as_deref(), Some("(game \"ü\")"));
        assert_eq!(store.all_written().await.unwrap()[0].made_at, 5, "the first one stays");
        assert!(store.table("u").await.unwrap().is_none() && store.events("u").await.unwrap().is_empty());
        assert_eq!(store.count().await.unwrap(), 1);
        assert!(store.answers().await);
        store.close();
    });
}

#[test]
fn only_one_event_comes_to_a_place_and_the_same_may_be_said_again() {
    on_all(async |place| {
        let store = open(&place);
        let epoch = store.make_table(row("t"), Vec::new(), false).await.unwrap();
        let first = Event::after("", "t", 0, 1, "move", "{\"i\":1}".to_owned());
        let other = Event::after("", "t", 0, 1, "move", "{\"i\":2}".to_owned());
        store.append("t", epoch, first.clone()).await.unwrap();
        // The answer was lost on the way: nothing is wrong.
        assert_eq!(store.append("t", epoch, first.clone()).await, Ok(()));
        assert_eq!(store.append("t", epoch, other).await, Err(NotWritten::Fenced));
        let later = Event::after("", "t", 2, 1, "move", "{\"i\":1}".to_owned());
        assert_eq!(store.append("t", epoch, later).await, Err(NotWritten::Fenced), "no number is left out");
        assert_eq!(store.events("t").await.unwrap(), [first]);
        store.close();
    });
}

#[test]
fn of_many_who_write_at_one_place_one_is_told_that_it_did() {
    on_all(async |place| {
        let store = std::sync::Arc::new(open(&place));
        let epoch = store.make_table(row("t"), Vec::new(), false).await.unwrap();
        let mut writers = tokio::task::JoinSet::new();
        for i in 0..40 {
            let store = store.clone();
            writers.spawn(async move {
                let event = Event::after("", "t", 0, 1, "move", format!("{{\"i\":{i}}}"));
                (event.clone(), store.append("t", epoch, event).await)
            });
        }
        let told = writers.join_all().await;
        let won: Vec<&Event> = told.iter().filter(|(_, told)| told.is_ok()).map(|(event, _)| event).collect();
        assert_eq!(won.len(), 1);
        assert_eq!(store.events("t").await.unwrap(), [won[0].clone()]);
        store.close();
    });
}

#[test]
fn many_tables_are_written_to_at_once() {
    on_all(async |place| {
        let store = std::sync::Arc::new(open(&place));
        let mut writers = tokio::task::JoinSet::new();
        for t in 0..60 {
            let store = store.clone();
            writers.spawn(async move {
                let id = format!("t{t:02}");
                let epoch = store.make_table(row(&id), Vec::new(), false).await.unwrap();
                for event in log(&id, 12) {
                    store.append(&id, epoch, event).await.unwrap();
                }
            });
        }
        writers.join_all().await;
        for t in 0..60 {
            let id = format!("t{t:02}");
            assert_eq!(store.events(&id).await.unwrap(), log(&id, 12));
        }
        assert_eq!(store.table_ids("t57", 10).await.unwrap(), ["t58", "t59"]);
        assert_eq!(check(&store).await.unwrap().events, 720);
        store.close();
    });
}

#[test]
fn an_erased_table_is_gone_with_its_log() {
    on_all(async |place| {
        let store = open(&place);
        let epoch = store.make_table(row("t"), log("t", 3), false).await.unwrap();
        store.make_table(row("u"), log("u", 1), false).await.unwrap();
        store.erase("t", epoch).await.unwrap();
        assert!(store.table("t").await.unwrap().is_none());
        assert!(store.events("t").await.unwrap().is_empty());
        assert_eq!(store.events("u").await.unwrap().len(), 1);
        store.close();
    });
}

/// Notes and reports are durable, answered, hidden and erased, and go from one kind of store to the other.
#[test]
fn notes_are_kept_and_go_from_store_to_store() {
    use ludarium_portal::notes::{Kind, Notes, Position, State, Written};
    use std::sync::Arc;
    on_all(async |place| {
        let store = Arc::new(open(&place));
        let notes = Notes::open(store.clone(), true, Some("key"), &folder()).unwrap();
        let written = |text: &str| Written {
            text: text.to_owned(),
            position: Some(Position {
                game: "chess".to_owned(),
                moves: "e2-e4".to_owned(),
                ..Position::default()
            }),
            ..Written::default()
        };
        let first = notes.add(Kind::Note, "/games/chess", "Ann", &written("one ü")).await.unwrap().unwrap();
        let below =
            notes.add(Kind::Note, "/games/chess/position?x", "", &written("two")).await.unwrap().unwrap();
        notes.add(Kind::Note, "/games/chess-rush", "", &written("another game")).await.unwrap().unwrap();
        let report = notes.add(Kind::Report, "/games/chess", "", &written("wrong")).await.unwrap().unwrap();
        let about: Vec<String> =
            notes.about("/games/chess").await.unwrap().into_iter().map(|n| n.id).collect();
        assert!(about.len() == 2 && about.contains(&first) && about.contains(&below));
        notes.flag(&below).await.unwrap();
        assert_eq!(notes.queue().await.unwrap()[0].id, below, "what is flagged comes first");
        notes.set(&below, State::Hidden, None).await.unwrap();
        notes.set(&report, State::Mended, Some("done")).await.unwrap();
        assert_eq!(notes.about("/games/chess").await.unwrap().len(), 1);
        notes.switch(false).await.unwrap();
        store.close();
        // Opened again, it is all there, the switch as well.
        let store = Arc::new(open(&place));
        let notes = Notes::open(store.clone(), true, Some("key"), &folder()).unwrap();
        notes.look_at_switch().await;
        assert!(!notes.are_on());
        assert_eq!(
            notes.add(Kind::Note, "/games/chess", "", &written("x")).await.unwrap(),
            Err(ludarium_portal::notes::Refusal::Off)
        );
        let kept = notes.one(&report).await.unwrap().unwrap();
        assert_eq!((kept.state, kept.written.reply.as_str()), (State::Mended, "done"));
        let mut out = Vec::new();
        export(&store, &mut out).await.unwrap();
        let other_folder = folder();
        let other = Arc::new(Store::open(&other_folder).unwrap());
        import(&other, &mut out.as_slice()).await.unwrap();
        let mut again = Vec::new();
        export(&other, &mut again).await.unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(out).unwrap());
        notes.erase(&first).await.unwrap();
        assert!(notes.one(&first).await.unwrap().is_none());
        store.close();
        other.close();
        let _ = std::fs::remove_dir_all(other_folder);
    });
}

#[test]
fn findings_and_verdicts_are_kept_and_replaced() {
    on_all(async |place| {
        let store = std::sync::Arc::new(open(&place));
        let findings = |stamp: &str| Findings {
            key: "chess".to_owned(),
            stamp: stamp.to_owned(),
            facts: "{}".to_owned(),
            profile: Some("[]".to_owned()),
            svg: Some(vec![0, 255, 7]),
        };
        store.keep_findings(findings("1"));
        store.keep_findings(findings("2"));
        let verdict = |stamp: &str| VerdictRow {
            key: "chess".to_owned(),
            ruleset: String::new(),
            stamp: stamp.to_owned(),
            data: "good".to_owned(),
        };
        store.keep_verdict(verdict("1")).await.unwrap();
        store.keep_verdict(verdict("2")).await.unwrap();
        assert_eq!(store.all_verdicts().await.unwrap(), [verdict("2")]);
        let looking = store.clone();
        // These are for threads that may wait.
        let looked = tokio::task::spawn_blocking(move || {
            let begun = std::time::Instant::now();
            while looking.thumb("chess").unwrap() != Some(("2".to_owned(), vec![0, 255, 7])) {
                assert!(begun.elapsed() < Duration::from_secs(10), "findings are written in the end");
                std::thread::sleep(Duration::from_millis(10));
            }
            assert_eq!(looking.verdict("chess", "").unwrap(), Some(("2".to_owned(), "good".to_owned())));
            assert_eq!(looking.verdict("chess", "x").unwrap(), None);
            (looking.indexed().unwrap(), looking.profiles().unwrap())
        });
        let (indexed, profiles) = looked.await.unwrap();
        assert_eq!(indexed, [("chess".to_owned(), "2".to_owned(), "{}".to_owned())]);
        assert_eq!(profiles, [("chess".to_owned(), "2".to_owned(), "[]".to_owned())]);
        store.close();
    });
}

#[test]
fn what_is_exported_comes_back_byte_for_byte_from_every_kind_of_store() {
    on_all(async |place| {
        let Some(other) = places().into_iter().find(|o| {
            std::mem::discriminant(o) != std::mem::discriminant(&place) || postgres::common().is_none()
        }) else {
            return;
        };
        let store = open(&place);
        for t in 0..30 {
            let id = format!("t{t}");
            store.make_table(row(&id), log(&id, t), t % 2 == 0).await.unwrap();
        }
        let written = WrittenRow { id: "w".to_owned(), made_at: 5, text: "tab\t\"quote\" ü".to_owned() };
        store.keep_written(written).await.unwrap();
        let mut first = Vec::new();
        let counted = export(&store, &mut first).await.unwrap();
        assert_eq!(
            (counted.tables, counted.events, counted.descriptions),
            (30, (0..30).sum::<i64>() as usize, 1)
        );
        store.close();

        let there = open(&other);
        let counted = import(&there, &mut first.as_slice()).await.unwrap();
        assert_eq!((counted.tables, counted.known), (30, 0));
        let mut second = Vec::new();
        export(&there, &mut second).await.unwrap();
        assert_eq!(first, second);
        // Twice is harmless; something else under a known name is not taken.
        assert_eq!(import(&there, &mut second.as_slice()).await.unwrap().known, 30);
        let text = String::from_utf8(first.clone()).unwrap().replace("1700000000123", "1700000000124");
        assert!(import(&there, &mut text.as_bytes()).await.is_err());
        assert!(check(&there).await.unwrap().damaged.is_empty());
        there.close();

        let back = open(&Place::Folder(folder()));
        import(&back, &mut second.as_slice()).await.unwrap();
        let mut third = Vec::new();
        export(&back, &mut third).await.unwrap();
        assert_eq!(first, third);
        // A log that was changed is not brought in.
        let again = open(&Place::Folder(folder()));
        let text = String::from_utf8(third).unwrap().replacen("\\\"i\\\":1,", "\\\"i\\\":2,", 1);
        let counted = import(&again, &mut text.as_bytes()).await.unwrap();
        assert_eq!(counted.damaged.len(), 1, "{counted:?}");
        back.close();
        again.close();
    });
}

#[test]
fn a_table_belongs_to_one_process_until_that_is_gone() {
    on_shared(async |a, b| {
        let epoch = a.make_table(row("t"), Vec::new(), true).await.unwrap();
        let events = log("t", 3);
        a.append("t", epoch, events[0].clone()).await.unwrap();
        let held = b.claim("t", None).await.unwrap();
        let owner = a.me().unwrap().id.clone();
        assert_eq!(held, Claim::Held { owner: owner.clone(), address: "127.0.0.1:1".to_owned() });
        // Somebody could not reach it, but it said a moment ago that it is there.
        assert!(matches!(b.claim("t", Some(&owner)).await.unwrap(), Claim::Held { .. }));
        assert_eq!(b.claim("u", None).await.unwrap(), Claim::NoSuchTable);
        assert!(b.orphans(10).await.unwrap().is_empty());
        // A process that was away may not write any more.
        tokio::time::sleep(Duration::from_millis(3200)).await;
        b.beat().await.unwrap();
        assert_eq!(b.orphans(10).await.unwrap(), ["t"]);
        let Claim::Mine { epoch: taken, seen_at: Some(seen), hot: true } = b.claim("t", None).await.unwrap()
        else {
            panic!("it was not taken over")
        };
        assert!(taken > epoch && seen > 1_700_000_000_000);
        assert_eq!(a.append("t", epoch, events[1].clone()).await, Err(NotWritten::Fenced));
        assert_eq!(a.set_seats("t", epoch, "x".to_owned()).await, Err(NotWritten::Fenced));
        assert_eq!(a.erase("t", epoch).await, Err(NotWritten::Fenced));
        b.append("t", taken, events[1].clone()).await.unwrap();
        a.beat().await.unwrap();
        assert!(a.owned().await.unwrap().is_empty());
        assert_eq!(b.events("t").await.unwrap(), events[..2]);
        a.close();
        b.close();
    });
}

#[test]
fn who_was_thought_dead_loses_a_table_sooner_and_who_leaves_at_once() {
    on_shared(async |a, b| {
        let epoch = a.make_table(row("t"), Vec::new(), false).await.unwrap();
        let owner = a.me().unwrap().id.clone();
        let mut news = a.news();
        tokio::time::sleep(Duration::from_millis(1700)).await;
        assert!(matches!(b.claim("t", None).await.unwrap(), Claim::Held { .. }));
        let Claim::Mine { epoch: taken, .. } = b.claim("t", Some(&owner)).await.unwrap() else {
            panic!("a process that does not answer and does not say that it is there is gone")
        };
        // If it is there after all, it learns that what it has in memory grows old.
        let heard = async { while news.recv().await.unwrap() != News::Taken("t".to_owned(), taken) {} };
        tokio::time::timeout(Duration::from_secs(5), heard).await.expect("the owner before is told");
        assert_eq!(a.append("t", epoch, log("t", 1)[0].clone()).await, Err(NotWritten::Fenced));
        b.leave().await.unwrap();
        assert_eq!(b.append("t", taken, log("t", 1)[0].clone()).await, Err(NotWritten::Fenced));
        let Claim::Mine { epoch: last, seen_at: Some(_), hot: false } = a.claim("t", None).await.unwrap()
        else {
            panic!("what was let go is free")
        };
        a.append("t", last, log("t", 1)[0].clone()).await.unwrap();
        a.release("t", last).await.unwrap();
        b.beat().await.unwrap();
        assert!(matches!(b.claim("t", None).await.unwrap(), Claim::Mine { .. }));
        assert_eq!(a.common_secret().await.unwrap(), b.common_secret().await.unwrap());
        a.close();
        b.close();
    });
}

fn job(kind: &'static str, priority: i32, visitor: &str) -> NewJob {
    NewJob {
        kind,
        priority,
        visitor: visitor.to_owned(),
        payload: format!("{kind} {priority}"),
        most_of_one: 2,
    }
}

#[test]
fn jobs_are_done_once_the_urgent_first_and_so_many_for_a_visitor() {
    on_shared(async |a, b| {
        let mut news = a.news();
        let low = a.submit_job(job("reconstruct", 10, "v")).await.unwrap().unwrap();
        let high = a.submit_job(job("think", 100, "")).await.unwrap().unwrap();
        let middle = a.submit_job(job("judge", 80, "v")).await.unwrap().unwrap();
        assert!(a.submit_job(job("judge", 80, "v")).await.unwrap().is_some());
        assert!(a.submit_job(job("judge", 80, "v")).await.unwrap().is_none(), "two of a kind are enough");
        assert!(a.submit_job(job("judge", 80, "w")).await.unwrap().is_some());
        assert_eq!(a.open_jobs().await.unwrap(), (5, 0));
        assert_eq!(b.take_job(false).await.unwrap().unwrap().id, high);
        assert_eq!(a.take_job(false).await.unwrap().unwrap().id, middle);
        b.finish_job(high, JobState::Done, "e4".to_owned()).await.unwrap();
        // Not by somebody who does not have it.
        b.finish_job(middle, JobState::Done, "wrong".to_owned()).await.unwrap();
        let done = a.job(high).await.unwrap().unwrap();
        assert_eq!((done.state, done.result.as_deref(), done.attempts), (JobState::Done, Some("e4"), 1));
        assert_eq!(a.job(middle).await.unwrap().unwrap().state, JobState::Running);
        let heard = tokio::time::timeout(Duration::from_secs(5), async {
            while news.recv().await.unwrap() != News::Done(high) {}
        });
        heard.await.expect("who waits is told");
        for _ in 0..2 {
            assert_eq!(b.take_job(false).await.unwrap().unwrap().kind, "judge");
        }
        assert!(b.take_job(false).await.unwrap().is_none(), "no place for what takes long");
        assert_eq!(b.take_job(true).await.unwrap().unwrap().id, low);
        assert_eq!(b.renew_jobs(vec![low, middle]).await.unwrap(), [low]);
        a.stop_job(low).await.unwrap();
        assert!(
            b.renew_jobs(vec![low]).await.unwrap().is_empty(),
            "who works on it learns that it was stopped"
        );
        a.put_job_file(low, "x.html", vec![1, 2]).await.unwrap();
        a.put_job_file(low, "x.html", vec![3]).await.unwrap();
        assert_eq!(b.job_file(low, "x.html").await.unwrap(), Some(vec![3]));
        assert_eq!(b.job_file_names(low).await.unwrap(), ["x.html"]);
        a.close();
        b.close();
    });
}

#[test]
fn a_dead_workers_job_is_done_again_but_not_for_ever() {
    on_shared(async |a, b| {
        let id = a.submit_job(job("think", 100, "")).await.unwrap().unwrap();
        assert_eq!(a.take_job(false).await.unwrap().unwrap().attempts, 1);
        assert!(b.take_job(false).await.unwrap().is_none(), "somebody has it");
        // Whoever leaves gives back what it had.
        a.leave().await.unwrap();
        assert_eq!(b.take_job(false).await.unwrap().unwrap().attempts, 2);
        a.finish_job(id, JobState::Done, "late".to_owned()).await.unwrap();
        assert_eq!(b.job(id).await.unwrap().unwrap().state, JobState::Running, "the first one was too late");
        b.leave().await.unwrap();
        assert_eq!(a.take_job(false).await.unwrap().unwrap().attempts, 3);
        a.leave().await.unwrap();
        assert!(b.take_job(false).await.unwrap().is_none());
        b.give_up_jobs().await.unwrap();
        assert_eq!(b.job(id).await.unwrap().unwrap().state, JobState::Failed);
        a.close();
        b.close();
    });
}

#[test]
fn a_database_that_comes_back_is_used_again() {
    let Some(server) = postgres::Server::start(false).map(std::sync::Arc::new) else { return };
    let place = Place::Server(server.database());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = open(&place);
        store.beat().await.unwrap();
        let epoch = store.make_table(row("t"), Vec::new(), false).await.unwrap();
        let events = log("t", 3);
        store.append("t", epoch, events[0].clone()).await.unwrap();
        server.stop("INT");
        let refused = store.append("t", epoch, events[1].clone()).await;
        assert!(matches!(refused, Err(NotWritten::Unavailable(_))), "{refused:?}");
        assert!(!store.answers().await);
        server.start_again();
        store.append("t", epoch, events[1].clone()).await.unwrap();
        // Who asks while it restarts is told the truth, and may say the same again.
        server.stop("QUIT");
        let again = server.clone();
        let starting = tokio::task::spawn_blocking(move || again.start_again());
        let (told, started) = tokio::join!(store.append("t", epoch, events[2].clone()), starting);
        started.unwrap();
        if let Err(refused) = told {
            assert!(matches!(refused, NotWritten::Unavailable(_)), "{refused:?}");
            store.append("t", epoch, events[2].clone()).await.unwrap();
        }
        assert_eq!(store.events("t").await.unwrap(), events);
        store.close();
    });
}
