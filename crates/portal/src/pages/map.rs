//! The world map: where and when games were played, and who borrowed from whom. An outline of the land, points that the
//! page's script places and filters; works without a network.

use super::render;
use crate::texts;
use crate::web::App;
use crate::world::whole::Listed;
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
    lead: String,
    tables: bool,
    trouble: String,
}

pub async fn map(State(app): State<App>) -> Response {
    let whole = app.world.whole(&app.catalogue);
    let arrows: usize = whole.points.iter().map(|point| point.from.len()).sum();
    render(&MapPage {
        land: LAND,
        lead: texts::with("map.lead", &[("points", &whole.points.len()), ("arrows", &arrows)]),
        tables: app.world.history.is_some(),
        trouble: app.world.trouble.clone().unwrap_or_default(),
    })
}

/// The points as data.
pub async fn points(State(app): State<App>) -> Response {
    let whole = app.world.whole(&app.catalogue);
    ([(header::CONTENT_TYPE, "application/json")], whole.json.clone()).into_response()
}

/// A name, with its address where it has a page.
type Link = (String, Option<String>);

#[derive(Template)]
#[template(path = "map-list.html")]
struct ListPage {
    borrowed: Vec<(String, Option<String>, Vec<Link>)>,
    regions: Vec<Listed>,
}

/// So many borrowers are listed; the rest are on the map.
const MOST_BORROWERS: usize = 400;

/// The map as a list, for whoever reads it without a script or without eyes.
pub async fn list(State(app): State<App>) -> Response {
    let whole = app.world.whole(&app.catalogue);
    let link = |at: &usize| (whole.points[*at].name.clone(), whole.points[*at].href.clone());
    let borrowers = whole.points.iter().filter(|p| !p.from.is_empty()).take(MOST_BORROWERS);
    render(&ListPage {
        borrowed: borrowers
            .map(|p| (p.name.clone(), p.href.clone(), p.from.iter().map(link).collect()))
            .collect(),
        regions: crate::world::whole::list(&app.catalogue),
    })
}
