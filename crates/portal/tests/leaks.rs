//! Every game that hides something, of the library and of the public descriptions, played by people over the network: all
//! bytes that a player gets (page, interface, socket) are held against the position that the server keeps.

mod common;

use common::Portal;
use common::secret::{hidden, sites};
use futures_util::{SinkExt, StreamExt};
use ludarium_engine::action::Facet;
use ludarium_play::naming::{move_labels, site_name};
use ludarium_play::{Ctx, Move, Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::{Chance, Session};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

const PLIES: usize = 16;

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Somebody at the table, or who watches it (with seat 0), and all that the socket said since it was last read.
struct Person {
    seat: usize,
    token: String,
    socket: Socket,
}

impl Person {
    async fn sits(host: &str, table: &str, seat: usize, token: String) -> Person {
        let address = format!("ws://{host}/api/tables/{table}/live");
        let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        let hello = json!({ "t": "hello", "token": token }).to_string();
        socket.send(Message::Text(hello.into())).await.unwrap();
        Person { seat, token, socket }
    }

    /// What has come up to the state with so many moves.
    async fn heard(&mut self, plies: usize) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let wait = if all.iter().any(|v: &Value| v["table"]["ply"] == plies) { 5 } else { 8000 };
            match tokio::time::timeout(Duration::from_millis(wait), self.socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => all.push(serde_json::from_str(&text).unwrap()),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return all,
            }
        }
    }

    /// All that this person can be told about the table now.
    async fn told(&mut self, portal: &Portal, table: &str, plies: usize) -> Vec<Value> {
        let mut all = self.heard(plies).await;
        assert!(!all.is_empty(), "the socket is silent");
        let at = format!("/at/{plies}");
        for path in ["", "/ground", "/moves", at.as_str()] {
            let answer = portal.get(&format!("/api/tables/{table}{path}"), &self.token).await.text;
            all.push(serde_json::from_str(&answer).unwrap_or(Value::String(answer)));
        }
        all.push(Value::String(portal.get(&format!("/play/{table}"), &self.token).await.text));
        all
    }
}

/// What is told in words: without the person's own choices, which are the person's to know, and without the keys of places,
/// which may look like names.
fn in_words(mut told: Value) -> Value {
    for part in ["/scene", "/ground", ""] {
        if let Some(part) = told.pointer_mut(part).and_then(Value::as_object_mut) {
            for keys in ["choices", "spots", "sites", "order", "gone", "last", "check"] {
                part.remove(keys);
            }
        }
    }
    told
}

/// No place shows a piece, or its kind or owner, that is hidden from a player.
fn check_places(name: &str, ctx: &Ctx<'_>, player: usize, told: &Value) {
    let standing =
        [&told["scene"]["sites"], &told["sites"]].into_iter().filter_map(Value::as_array).flatten();
    let standing: Vec<&Value> = standing.collect();
    for (kind, site, key) in sites(ctx) {
        let slot = ctx.slot(kind, site);
        let Some(shown) = standing.iter().find(|s| s["key"] == key.as_str()) else { continue };
        let (words, svg) = (shown["words"].as_str().unwrap(), shown["svg"].as_str().unwrap());
        let label = |level: usize| {
            ctx.game.components[usize::from(ctx.pos.at_level(slot, level).what)].label.as_str()
        };
        let levels = 0..ctx.pos.height(slot);
        let is = |facet, level| ctx.is_hidden(facet, player as i32, slot, level);
        let unknown = |level: &usize| is(Facet::All, *level) || is(Facet::What, *level);
        let seen: BTreeSet<&str> = levels.clone().filter(|l| !unknown(l)).map(label).collect();
        for secret in levels.clone().filter(unknown).map(label).filter(|l| !seen.contains(l)) {
            assert!(
                !svg.contains(&format!("data-piece=\"{secret}\"")),
                "{name}: P{player} sees {secret} on {key}"
            );
            let told = words.to_lowercase();
            let wanted = secret.to_lowercase();
            let mut single = told.split(|c: char| !c.is_alphanumeric());
            assert!(!single.any(|w| w == wanted), "{name}: P{player} is told {words} on {key}");
        }
        if levels.clone().count() == 1 && hidden(ctx, Facet::All, player, kind, site) {
            assert!(
                words.is_empty() && !svg.contains("data-owner"),
                "{name}: P{player} is told of {key}: {words}"
            );
        }
    }
}

/// Is a move hidden from a player: unseen where it began, or where it ended?
fn is_secret(before: &Ctx<'_>, after: &Ctx<'_>, m: &Move, player: usize) -> bool {
    let Some(decision) = m.decision() else { return false };
    let ends = [(decision.from_kind(), decision.from(), before), (decision.to_kind(), decision.to(), after)];
    ends.iter().any(|(kind, site, ctx)| *site >= 0 && hidden(ctx, Facet::All, player, *kind, *site))
}

/// The texts that would tell a move: its name and its label, unless they say nothing of places.
fn texts_of(before: &Ctx<'_>, session: &Session, index: usize) -> Vec<String> {
    let m = &session.legal()[index];
    let label = move_labels(before, session.legal()).swap_remove(index).text;
    let names_place = |text: &String| {
        m.decision().is_some_and(|d| {
            [(d.from_kind(), d.from()), (d.to_kind(), d.to())]
                .into_iter()
                .any(|(kind, site)| site >= 0 && text.contains(&site_name(before.game, kind, site)))
        })
    };
    [session.names()[index].clone(), label].into_iter().filter(names_place).collect()
}

/// Takes everybody's seats at a new table.
async fn company(portal: &Portal, host: &str, key: &str, players: usize) -> (String, Vec<Person>) {
    let mut seats = vec![json!({ "who": "friend" }); players];
    seats[0] = json!({ "who": "me" });
    let (id, token, made) = portal.made(&json!({ "game": key, "seats": seats })).await;
    let mut people = vec![Person::sits(host, &id, 1, token).await];
    for invite in made["invites"].as_array().unwrap() {
        let secret = invite[1].as_str().unwrap();
        let claimed =
            portal.post(&format!("/api/tables/{id}/claim"), "", &json!({ "invite": secret })).await.json();
        let token = claimed["token"].as_str().unwrap().to_owned();
        people.push(Person::sits(host, &id, invite[0].as_u64().unwrap() as usize, token).await);
    }
    people.push(Person::sits(host, &id, 0, String::new()).await);
    (id, people)
}

/// Plays a game over the network; how many of its moves were secret from somebody.
async fn play(portal: &Portal, host: &str, key: &str, name: &str, compiled: Compiled, seed: u64) -> usize {
    let (id, mut people) = company(portal, host, key, compiled.game.players).await;
    let row = portal.app.store.table(&id).await.unwrap().unwrap();
    let chance: Chance = serde_json::from_str(&row.chance).unwrap();
    let mut session = Session::start(Arc::new(compiled), chance);
    let mut rng = Rng::new(seed);
    let mut secrets: Vec<(usize, String)> = Vec::new();
    // Texts that a seat has played itself, or that were played before its eyes: they may be read later too.
    let mut known: BTreeSet<(usize, String)> = BTreeSet::new();
    for ply in 0..=PLIES {
        let ctx = session.state().ctx();
        for person in &mut people {
            let told = person.told(portal, &id, ply).await;
            for value in told {
                let bytes = in_words(value.clone()).to_string();
                assert!(!bytes.contains(&row.chance), "{name}: the secret of chance is told");
                if person.seat > 0 && session.seating().player(person.seat) == person.seat {
                    check_places(name, &ctx, person.seat, &value);
                }
                for (from, text) in &secrets {
                    let concerns = *from == person.seat || person.seat == 0;
                    if concerns && !known.contains(&(person.seat, text.clone())) {
                        let quoted = serde_json::to_string(text).unwrap();
                        let at = bytes.find(&quoted);
                        let around =
                            at.map(|at| bytes.get(at.saturating_sub(120)..at + 60).unwrap_or_default());
                        assert!(at.is_none(), "{name}: seat {} is told {text}: {around:?}", person.seat);
                    }
                }
            }
        }
        if ply == PLIES || session.moment().over || session.legal().is_empty() || session.is_simultaneous() {
            break;
        }
        let index = rng.below(session.legal().len());
        let (m, earlier) = (session.legal()[index].clone(), session.clone());
        let before = earlier.state().ctx();
        let texts = texts_of(&before, &earlier, index);
        let mover = session.moment().seat;
        let token = people.iter().find(|p| p.seat == mover).unwrap().token.clone();
        session.play(index).unwrap();
        let played = portal.play_named(&id, &token, &earlier.names()[index]).await;
        assert!(played.status.is_success(), "{name}: {}: {}", earlier.names()[index], played.text);
        let after = session.state().ctx();
        for player in (1..=before.game.players).filter(|p| *p != mover) {
            if is_secret(&before, &after, &m, player) {
                secrets.extend(texts.iter().map(|t| (player, t.clone())));
            }
        }
        let seen_by = |p: usize| p == mover || !is_secret(&before, &after, &m, p);
        let all = (1..=before.game.players).all(seen_by);
        let knowing = (0..=before.game.players).filter(|&p| if p == 0 { all } else { seen_by(p) });
        known.extend(knowing.flat_map(|p| texts.iter().map(move |t| (p, t.clone()))));
    }
    secrets.len()
}

/// The games that hide something: key of the page, name, and rules.
fn hiding(portal: &Portal) -> Vec<(String, String, Compiled)> {
    let find = |n: &str| ludarium_play::find(n).ok().map(|g| g.text.to_owned());
    let mut all = Vec::new();
    for entry in portal.app.catalogue.entries() {
        let Ok(text) = entry.text() else { continue };
        if !text.contains("Hidden") {
            continue;
        }
        let Ok(compiled) = Compiled::make(&entry.key, &text, &Selection::default(), &find) else { continue };
        if compiled.hidden() && compiled.game.subgames.is_empty() {
            all.push((entry.key.clone(), entry.facts().title.clone(), compiled));
        }
    }
    all
}

#[test]
fn no_bytes_tell_what_is_hidden() {
    let folders: Vec<PathBuf> = common::corpus().into_iter().map(|folder| only_hiding(&folder)).collect();
    let seed = std::env::var("LUDARIUM_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20);
    common::runtime().block_on(async {
        let portal = Portal::open(0.0, folders.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let router = portal.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let (mut games, mut secrets) = (0, 0);
        for (key, name, compiled) in hiding(&portal) {
            let found = play(&portal, &host, &key, &name, compiled, seed).await;
            println!("{name}: {found} secret texts");
            (games, secrets) = (games + 1, secrets + found);
        }
        println!("{games} games, {secrets} secret texts, seed {seed}");
        if !folders.is_empty() {
            assert!(games >= 8 && secrets >= 50, "{games} games, {secrets} secret texts");
        }
    });
    for folder in folders {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A folder with those public descriptions that hide something: to list all of them would take longer than to play.
fn only_hiding(corpus: &std::path::Path) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludarium-hiding-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in common::descriptions(corpus) {
        if std::fs::read_to_string(&file).unwrap().contains("Hidden") {
            std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    }
    folder
}
