//! People: names without accounts. A name belongs to whoever holds one of its keys; a key is a secret that a browser
//! keeps and can hand to another browser, and a password, if there is one, gives a new key to a browser that has none.
//! It also knows what people played (`contests`) and how good they are at it (`rating`).

pub mod api;
pub mod contests;
mod known;
pub mod lobby;
pub mod pages;
pub mod rating;

pub use known::{Known, Person};

use crate::store::{Change, Datum, NotWritten, Store};
use crate::tables::{hashed, now_ms, secret};
use crate::web::App;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::Router;
use axum::routing::{get, post};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, broadcast};

/// Keys begin like this, so that nobody takes one for the secret of a seat.
const KEY: &str = "key-";
/// A name has so many characters.
const SHORTEST_NAME: usize = 2;
const LONGEST_NAME: usize = 20;
const SHORTEST_PASSWORD: usize = 8;
const LONGEST_PASSWORD: usize = 200;
/// Somebody may guess a password so often in so long.
const GUESSES: u32 = 10;
const GUESSING: Duration = Duration::from_secs(300);
/// Browsers of one person that are remembered; the oldest is forgotten first.
const MOST_KEYS: i64 = 20;
/// Names that would be taken for something else.
const RESERVED: &[&str] =
    &["me", "computer", "anonymous", "guest", "admin", "moderator", "nobody", "ludarium"];

/// Why something about a person was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What is wrong with what was asked.
    Bad(String),
    /// Somebody has this name.
    Taken,
    /// The key or the password is not right.
    Stranger,
    NoSuchPerson,
    TooMany,
    Broken(String),
}

impl From<NotWritten> for Refusal {
    fn from(why: NotWritten) -> Refusal {
        match why {
            NotWritten::Fenced => Refusal::Taken,
            NotWritten::Unavailable(why) => Refusal::Broken(why),
        }
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(why: anyhow::Error) -> Refusal {
        Refusal::Broken(why.to_string())
    }
}

pub struct People {
    store: Arc<Store>,
    pub known: Arc<Known>,
    /// A hash of a password takes a core and some memory for a moment: one at a time.
    hashing: Semaphore,
    guesses: Mutex<HashMap<String, (u32, Instant)>>,
    /// Tables of this process whose result has just been kept.
    pub ended: broadcast::Sender<String>,
}

/// The name as it is shown, if it may be one.
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let long = name.chars().count();
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&long) {
        return Err(Refusal::Bad(format!("a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")));
    }
    if !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') {
        return Err(Refusal::Bad("a name is made of letters, digits, - and _".to_owned()));
    }
    if !name.chars().any(char::is_alphabetic) || RESERVED.contains(&name.to_lowercase().as_str()) {
        return Err(Refusal::Bad("please choose another name".to_owned()));
    }
    Ok(name.to_owned())
}

fn clean_password(password: &str) -> Result<String, Refusal> {
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&password.chars().count()) {
        return Err(Refusal::Bad(format!("a password has at least {SHORTEST_PASSWORD} characters")));
    }
    Ok(password.to_owned())
}

/// The keys among the secrets that a request brings, as hashes.
fn keys(token: &str) -> impl Iterator<Item = String> {
    token.split(',').map(str::trim).filter(|t| t.starts_with(KEY)).take(2).map(hashed)
}

impl People {
    pub fn new(store: Arc<Store>) -> Arc<People> {
        Arc::new(People {
            store,
            known: Arc::default(),
            hashing: Semaphore::new(1),
            guesses: Mutex::default(),
            ended: broadcast::channel(1024).0,
        })
    }

    /// Looks up the keys that a request brings; afterwards seats know them.
    pub async fn recognise(&self, token: &str) -> Option<Person> {
        let mut found = None;
        for hash in keys(token) {
            if !self.known.is_fresh(&hash) {
                const WHOSE: &str = "SELECT p.id, p.name FROM person_keys k JOIN people p ON p.id = k.person
                    WHERE k.hash = $1";
                // While the database does not answer, what was known stays.
                if let Ok(rows) = self.store.look(WHOSE, vec![hash.clone().into()]).await {
                    let person = rows
                        .first()
                        .map(|r| Person { id: r[0].text().to_owned(), name: r[1].text().to_owned() });
                    self.known.keep(hash.clone(), person);
                }
            }
            found = found.or_else(|| self.known.person(&hash));
        }
        found
    }

    /// Takes a name that nobody has; the answer is the key to it.
    pub async fn take_name(&self, name: &str, password: Option<&str>) -> Result<(Person, String), Refusal> {
        let name = clean_name(name)?;
        let person = Person { id: name.to_lowercase(), name };
        let password = match password.filter(|p| !p.is_empty()) {
            Some(password) => Some(self.hash_password(clean_password(password)?).await?),
            None => None,
        };
        let key = format!("{KEY}{}", secret(28));
        let now = now_ms();
        self.store
            .change(vec![
                Change::one(
                    "INSERT INTO people VALUES ($1, $2, $3, $4)",
                    vec![person.id.clone().into(), person.name.clone().into(), now.into(), password.into()],
                ),
                Change::one(
                    "INSERT INTO person_keys VALUES ($1, $2, $3)",
                    vec![hashed(&key).into(), person.id.clone().into(), now.into()],
                ),
            ])
            .await?;
        Ok((person, key))
    }

    async fn hash_password(&self, password: String) -> Result<String, Refusal> {
        let broken = |e: &dyn std::fmt::Display| Refusal::Broken(format!("the password was not kept: {e}"));
        let _one = self.hashing.acquire().await.map_err(|e| broken(&e))?;
        let work = move || Argon2::default().hash_password(password.as_bytes()).map(|h| h.to_string());
        tokio::task::spawn_blocking(work).await.map_err(|e| broken(&e))?.map_err(|e| broken(&e))
    }

    /// Sets the password of somebody, or takes it away.
    pub async fn set_password(&self, person: &str, password: Option<&str>) -> Result<(), Refusal> {
        let hash = match password.filter(|p| !p.is_empty()) {
            Some(password) => Datum::from(self.hash_password(clean_password(password)?).await?),
            None => Datum::Null,
        };
        let set = Change::one("UPDATE people SET password = $2 WHERE id = $1", vec![person.into(), hash]);
        Ok(self.store.change(vec![set]).await?)
    }

    /// May somebody guess this person's password once more?
    fn may_guess(&self, id: &str) -> bool {
        let mut all = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (_, since)| since.elapsed() < GUESSING);
        let (count, _) = all.entry(id.to_owned()).or_insert((0, Instant::now()));
        *count += 1;
        *count <= GUESSES
    }

    /// A new key for whoever knows the password.
    pub async fn log_in(&self, name: &str, password: &str) -> Result<(Person, String), Refusal> {
        let id = name.trim().to_lowercase();
        if !self.may_guess(&id) {
            return Err(Refusal::TooMany);
        }
        let rows = self
            .store
            .look("SELECT id, name, password FROM people WHERE id = $1", vec![id.clone().into()])
            .await?;
        // Whether there is such a name, and whether it has a password, is not told.
        let Some(row) = rows.first().filter(|r| !r[2].text().is_empty()) else {
            return Err(Refusal::Stranger);
        };
        let (hash, said) = (row[2].text().to_owned(), password.to_owned());
        let _one = self.hashing.acquire().await.map_err(|e| Refusal::Broken(e.to_string()))?;
        let right = tokio::task::spawn_blocking(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(said.as_bytes(), &hash).is_ok())
        });
        if !right.await.unwrap_or(false) {
            return Err(Refusal::Stranger);
        }
        let person = Person { id: row[0].text().to_owned(), name: row[1].text().to_owned() };
        let key = format!("{KEY}{}", secret(28));
        const PUT: &str = "INSERT INTO person_keys VALUES ($1, $2, $3)";
        const OLD: &str = "DELETE FROM person_keys WHERE person = $1 AND hash NOT IN
            (SELECT hash FROM person_keys WHERE person = $1 ORDER BY made_at DESC LIMIT $2)";
        self.store
            .change(vec![
                Change::one(PUT, vec![hashed(&key).into(), person.id.clone().into(), now_ms().into()]),
                Change::new(OLD, vec![person.id.clone().into(), MOST_KEYS.into()]),
            ])
            .await?;
        Ok((person, key))
    }

    /// Takes back every key but the one that asks: other browsers do not know the person any more.
    pub async fn forget_others(&self, person: &str, token: &str) -> Result<(), Refusal> {
        let Some(own) = keys(token).next() else { return Err(Refusal::Stranger) };
        const OTHERS: &str = "DELETE FROM person_keys WHERE person = $1 AND hash <> $2";
        self.store.change(vec![Change::new(OTHERS, vec![person.into(), own.into()])]).await?;
        self.known.forget(person);
        Ok(())
    }

    pub async fn has_password(&self, person: &str) -> Result<bool, Refusal> {
        let rows = self.store.look("SELECT password FROM people WHERE id = $1", vec![person.into()]).await?;
        Ok(rows.first().is_some_and(|r| !r[0].text().is_empty()))
    }

    /// People whose names begin like this.
    pub async fn find(&self, beginning: &str, most: i64) -> Result<Vec<Person>, Refusal> {
        const FIND: &str =
            "SELECT id, name FROM people WHERE substr(id, 1, length($1)) = $1 ORDER BY id LIMIT $2";
        let rows = self.store.look(FIND, vec![beginning.trim().to_lowercase().into(), most.into()]).await?;
        let person =
            |r: &crate::store::Row| Person { id: r[0].text().to_owned(), name: r[1].text().to_owned() };
        Ok(rows.iter().map(person).collect())
    }

    /// A person, or a level of our computers, by the name in an address; and since when there is such a one.
    pub async fn player(&self, id: &str) -> Result<Option<(Person, i64)>, Refusal> {
        if let Some(level) = contests::level_of(id) {
            let name = crate::thinking::LEVELS.get(usize::from(level));
            return Ok(name.map(|name| (Person { id: id.to_owned(), name: format!("Computer ({name})") }, 0)));
        }
        self.person(id).await
    }

    /// Somebody by the name in an address.
    pub async fn person(&self, id: &str) -> Result<Option<(Person, i64)>, Refusal> {
        const GET: &str = "SELECT id, name, made_at FROM people WHERE id = $1";
        let rows = self.store.look(GET, vec![id.to_lowercase().into()]).await?;
        Ok(rows.first().map(|r| {
            let person = Person { id: r[0].text().to_owned(), name: r[1].text().to_owned() };
            (person, r[2].int().unwrap_or(0))
        }))
    }
}

/// The pages and the interface of people and the lobby.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/people", get(pages::list))
        .route("/people/{name}", get(pages::profile))
        .route("/lobby", get(pages::lobby))
        .route("/api/people", get(api::list).post(api::take_name))
        .route("/api/people/login", post(api::log_in))
        .route("/api/people/me", get(api::me).put(api::change_me))
        .route("/api/people/me/others", axum::routing::delete(api::forget_others))
        .route("/api/people/{name}", get(api::profile))
        .route("/api/ratings/{game}", get(api::ratings))
        .route("/api/lobby", get(lobby::list).post(lobby::seek))
        .route("/api/lobby/live", get(lobby::live))
        .route("/api/lobby/{id}", get(lobby::look).delete(lobby::withdraw))
        .route("/api/lobby/{id}/accept", post(lobby::accept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_harmless() {
        for good in ["Zoë", "an", "x-1_y", "日本語", "ABCDEFGHIJKLMNOPQRST"] {
            assert_eq!(clean_name(&format!(" {good} ")).as_deref(), Ok(good));
        }
        for bad in [
            "",
            "a",
            "12",
            "a b",
            "<b>",
            "a/b",
            "Computer",
            "ME",
            "abcdefghijklmnopqrstu",
            "a\u{202e}b",
            "key,",
        ] {
            assert!(clean_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_keys_are_looked_up() {
        assert_eq!(keys("abc,key-x, key-y,key-z").count(), 2);
        assert_eq!(keys("abc,,").count(), 0);
        assert_eq!(keys("key-x").next(), Some(hashed("key-x")));
    }
}
