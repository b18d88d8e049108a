//! Whose key a request brings: what the database said about keys lately, so that a seat can ask without waiting.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

/// A key that was looked up so long ago is looked up again: it may have been taken back elsewhere.
const FRESH: Duration = Duration::from_secs(30);
const MOST: usize = 50_000;

/// A person as seats and pages know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name in small letters: what addresses and ratings know a person by.
    pub id: String,
    pub name: String,
}

#[derive(Default)]
pub struct Known {
    by_hash: RwLock<HashMap<String, (Person, Instant)>>,
}

impl Known {
    pub fn person(&self, hash: &str) -> Option<Person> {
        let all = self.by_hash.read().unwrap_or_else(PoisonError::into_inner);
        all.get(hash).map(|(person, _)| person.clone())
    }

    /// Has it been looked up lately?
    pub fn is_fresh(&self, hash: &str) -> bool {
        let all = self.by_hash.read().unwrap_or_else(PoisonError::into_inner);
        all.get(hash).is_some_and(|(_, at)| at.elapsed() < FRESH)
    }

    pub fn keep(&self, hash: String, person: Option<Person>) {
        let mut all = self.by_hash.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, (_, at)| at.elapsed() < FRESH);
        }
        match person {
            Some(person) => all.insert(hash, (person, Instant::now())),
            None => all.remove(&hash),
        };
    }

    pub fn forget(&self, person: &str) {
        let mut all = self.by_hash.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (known, _)| known.id != person);
    }
}
