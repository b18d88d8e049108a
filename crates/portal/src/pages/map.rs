//! The world map: where and when games were played, and who borrowed from whom. An outline of the land, points that the
//! page's script places and filters; works without a network.

use super::render;
use crate::web::App;
use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// See `assets/README.md`.
const LAND: &str = include_str!("../../assets/land.path");

#[derive(Template)]
#[template(path = "world-map.html")]
struct MapPage {
    land: &'static str,
    points: usize,
    arrows: usize,
    tables: bool,
    trouble: String,
}

pub async fn map(State(app): State<App>) -> Response {
    let world = &app.world;
    render(&MapPage {
        land: LAND,
        points: world.points.len(),
        arrows: world.points.iter().map(|point| point.from.len()).sum(),
        tables: world.history.is_some(),
        trouble: world.trouble.clone().unwrap_or_default(),
    })
}

/// The points as data.
pub async fn points(State(app): State<App>) -> Response {
    match serde_json::to_string(&app.world.points) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
