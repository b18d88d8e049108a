//! The JSON interface of people: names, keys, passwords, profiles and ratings.

use super::{Person, Refusal};
use crate::api::{Failure, token};
use crate::web::App;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

type Answer = Result<Json<Value>, Failure>;
type Body<T> = Result<Json<T>, JsonRejection>;

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let (status, words) = match refusal {
            Refusal::Bad(why) => (StatusCode::UNPROCESSABLE_ENTITY, why),
            Refusal::Taken => (StatusCode::CONFLICT, "somebody has this name already".to_owned()),
            Refusal::Stranger => (StatusCode::FORBIDDEN, "the name or the password is not right".to_owned()),
            Refusal::NoSuchPerson => (StatusCode::NOT_FOUND, "there is nobody of this name".to_owned()),
            Refusal::TooMany => {
                (StatusCode::TOO_MANY_REQUESTS, "too many tries; please wait five minutes".to_owned())
            }
            Refusal::Broken(why) => (StatusCode::SERVICE_UNAVAILABLE, why),
        };
        Failure::new(status, words)
    }
}

/// Whoever asks, by the key that the request brings.
pub async fn person(app: &App, headers: &HeaderMap) -> Result<Person, Failure> {
    let nobody = || Failure::new(StatusCode::UNAUTHORIZED, "take a name first");
    app.tables.people.recognise(token(headers)).await.ok_or_else(nobody)
}

#[derive(Deserialize)]
pub struct NameBody {
    name: String,
    #[serde(default)]
    password: Option<String>,
}

pub async fn take_name(
    State(app): State<App>,
    body: Body<NameBody>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let Json(NameBody { name, password }) = body?;
    let (person, key) = app.tables.people.take_name(&name, password.as_deref()).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": person.id, "name": person.name, "key": key }))))
}

pub async fn log_in(State(app): State<App>, body: Body<NameBody>) -> Answer {
    let Json(NameBody { name, password }) = body?;
    let (person, key) = app.tables.people.log_in(&name, password.as_deref().unwrap_or("")).await?;
    Ok(Json(json!({ "id": person.id, "name": person.name, "key": key })))
}

pub async fn me(State(app): State<App>, headers: HeaderMap) -> Answer {
    let person = person(&app, &headers).await?;
    let ratings = app.tables.people.standings_of(&person.id).await?;
    let has_password = app.tables.people.has_password(&person.id).await?;
    let playing = app.tables.people.sits_at(&person.id, 100).await?;
    Ok(Json(json!({
        "id": person.id, "name": person.name, "password": has_password, "ratings": ratings, "playing": playing,
    })))
}

#[derive(Deserialize)]
pub struct PasswordBody {
    /// Empty: no password any more.
    password: String,
}

pub async fn change_me(State(app): State<App>, headers: HeaderMap, body: Body<PasswordBody>) -> Answer {
    let person = person(&app, &headers).await?;
    let Json(PasswordBody { password }) = body?;
    app.tables.people.set_password(&person.id, Some(&password)).await?;
    Ok(Json(json!({ "password": !password.is_empty() })))
}

pub async fn forget_others(State(app): State<App>, headers: HeaderMap) -> Answer {
    let person = person(&app, &headers).await?;
    app.tables.people.forget_others(&person.id, token(&headers)).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Which {
    q: String,
    game: String,
    /// Games that ended before this moment, in ms.
    before: Option<i64>,
}

pub async fn list(State(app): State<App>, Query(which): Query<Which>) -> Answer {
    let found = app.tables.people.find(&which.q, 50).await?;
    let rows: Vec<Value> = found.iter().map(|p| json!({ "id": p.id, "name": p.name })).collect();
    Ok(Json(json!({ "people": rows })))
}

pub async fn profile(State(app): State<App>, Path(name): Path<String>, Query(which): Query<Which>) -> Answer {
    let (who, since) = app.tables.people.player(&name).await?.ok_or(Refusal::NoSuchPerson)?;
    let ratings = app.tables.people.standings_of(&who.id).await?;
    let games = app.tables.people.played(&who.id, which.before.unwrap_or(i64::MAX), 50).await?;
    let mut answer =
        json!({ "id": who.id, "name": who.name, "since": since, "ratings": ratings, "games": games });
    if !which.game.is_empty() {
        answer["course"] = json!(app.tables.people.course(&who.id, &which.game).await?);
    }
    Ok(Json(answer))
}

/// The best at a game.
pub async fn ratings(State(app): State<App>, Path(game): Path<String>) -> Answer {
    let best = app.tables.people.best(&game, 100).await?;
    Ok(Json(json!({ "game": game, "ratings": best })))
}
