//! Pages of people.
use crate::web::App;
use axum::extract::{Path, State};
use axum::response::Response;
pub async fn list(State(_app): State<App>) -> Response {
    todo!()
}
pub async fn lobby(State(_app): State<App>) -> Response {
    todo!()
}
pub async fn profile(State(_app): State<App>, Path(_id): Path<String>) -> Response {
    todo!()
}
