//! Pages of tournaments.
use crate::web::App;
use axum::extract::{Path, State};
use axum::response::Response;
pub async fn list(State(_app): State<App>) -> Response {
    todo!()
}
pub async fn new(State(_app): State<App>) -> Response {
    todo!()
}
pub async fn cup(State(_app): State<App>, Path(_id): Path<String>) -> Response {
    todo!()
}
