//! Pages about reconstruction: run one with evidence and weights of one's own, watch it, read its results; and what is
//! known of the borrowed parts of a published one, part by part.

use super::{not_found, render};
use crate::api::Failure;
use crate::catalogue::RulesetFacts;
use crate::reconstructing::{Ask, Refusal, Standing};
use crate::store::JobRow;
use crate::web::{App, Visitor};
use crate::work::{Unanswered, standing_of};
use crate::world::number;
use askama::Template;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use ludarium_reconstruct::report::html::{PAGE_STYLE, STYLE};
use ludarium_reconstruct::scores::Score;

struct Run {
    id: u64,
    title: String,
    state: String,
    playable: usize,
    looked_at: usize,
}

#[derive(Template)]
#[template(path = "reconstruct.html")]
struct ReconstructPage {
    runs: Vec<Run>,
    example: &'static str,
    evidence: &'static str,
    formulas: Vec<(&'static str, &'static str)>,
    tables: bool,
}

/// So many runs are listed.
const MOST_LISTED: i64 = 40;

/// What the page begins with: something that runs.
const EXAMPLE: &str = r#"(game "A Lost Game"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each [#])
        (hand Each)
    })
    (rules
        (play [#])
        (end [#])
    )
)
(metadata
    (recon { (concept "Capture" True) })
)
"#;

const EVIDENCE: &str = r#"[game]
place = { name = "Thebes", latitude = 25.72, longitude = 32.61 }
years = [-1400, -1200]

[[statement]]
text = "A board of five squares by five is scratched into the roofing slab."
source = "Your source, page"
confidence = 0.8
supports = ['(board (square 5))']
"#;

pub async fn page(State(app): State<App>) -> Response {
    let runs = if app.store.is_shared() {
        let jobs = app.store.jobs("reconstruct", MOST_LISTED).await.unwrap_or_default();
        jobs.iter().map(|row| (row.id.unsigned_abs(), standing_of(row))).collect()
    } else {
        app.desk.list()
    };
    let runs = runs.into_iter().map(|(id, s)| Run {
        id,
        title: s.title,
        state: s.state,
        playable: s.playable,
        looked_at: s.looked_at,
    });
    let scores = [
        Score::Combined,
        Score::Cultural,
        Score::SpaceTime,
        Score::Conceptual,
        Score::Geographical,
        Score::Coverage,
        Score::Supported,
        Score::Playability,
    ];
    render(&ReconstructPage {
        runs: runs.collect(),
        example: EXAMPLE,
        evidence: EVIDENCE,
        formulas: scores.map(|score| (score.name(), score.formula())).to_vec(),
        tables: app.world.history.is_some(),
    })
}

fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Bad(why) => Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why),
        Refusal::Busy(why) => Failure::new(StatusCode::TOO_MANY_REQUESTS, why),
    }
}

pub async fn start(
    State(app): State<App>,
    visitor: Option<Extension<Visitor>>,
    body: Result<Json<Ask>, JsonRejection>,
) -> Result<Response, Failure> {
    let Json(ask) = body?;
    let told = if app.store.is_shared() {
        // What makes no sense is refused now and not by a worker.
        ask.weights().map_err(refused)?;
        app.office.begin(&ask, visitor.map(|v| v.0.0)).await.map_err(|why| match why {
            Unanswered::TooMany => {
                let why = "wait for the reconstructions that you asked for, or stop one";
                Failure::new(StatusCode::TOO_MANY_REQUESTS, why)
            }
            Unanswered::Nobody => {
                Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the run could not be handed in")
            }
        })
    } else {
        app.desk.start(&ask).map(u64::cast_signed).map_err(refused)
    };
    Ok((StatusCode::CREATED, Json(serde_json::json!({ "id": told? }))).into_response())
}

fn no_such_run() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "there is no such run")
}

/// A run among the jobs of the shared database.
async fn job(app: &App, id: &str) -> Result<Option<JobRow>, Failure> {
    let Ok(id) = id.parse() else { return Ok(None) };
    let away = |e: anyhow::Error| Failure::new(StatusCode::SERVICE_UNAVAILABLE, e.to_string());
    Ok(app.store.job(id).await.map_err(away)?.filter(|row| row.kind == "reconstruct"))
}

pub async fn look(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Standing>, Failure> {
    if app.store.is_shared() {
        return job(&app, &id).await?.map(|row| Json(standing_of(&row))).ok_or_else(no_such_run);
    }
    id.parse().ok().and_then(|id| app.desk.standing(id)).map(Json).ok_or_else(no_such_run)
}

pub async fn stop(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Standing>, Failure> {
    if app.store.is_shared() {
        let row = job(&app, &id).await?.ok_or_else(no_such_run)?;
        let away = |e: anyhow::Error| Failure::new(StatusCode::SERVICE_UNAVAILABLE, e.to_string());
        app.store.stop_job(row.id).await.map_err(away)?;
        return job(&app, &id).await?.map(|row| Json(standing_of(&row))).ok_or_else(no_such_run);
    }
    let id = id.parse().map_err(|_| no_such_run())?;
    app.desk.stop(id);
    app.desk.standing(id).map(Json).ok_or_else(no_such_run)
}

/// The style of result pages: the portal's policy allows no style inside a page.
pub async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], format!("{PAGE_STYLE}{STYLE}")).into_response()
}

/// A file of a run.
pub async fn file(State(app): State<App>, Path((id, name)): Path<(String, String)>) -> Response {
    let found = if app.store.is_shared() {
        match job(&app, &id).await {
            Ok(Some(row)) => app.store.job_file(row.id, &name).await.ok().flatten(),
            Ok(None) | Err(_) => None,
        }
    } else {
        id.parse().ok().and_then(|id| app.desk.file(id, &name))
    };
    let Some(bytes) = found else {
        return not_found().await;
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => {
            let text = String::from_utf8_lossy(&bytes);
            return Html(with_linked_style(&text)).into_response();
        }
        Some("csv") => "text/csv; charset=utf-8",
        Some("json") => "application/json",
        Some("zip") => "application/zip",
        Some(_) | None => "text/plain; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// Puts a link in place of the style that stands in the page, and a way back.
fn with_linked_style(text: &str) -> String {
    let link = "<link rel=\"stylesheet\" href=\"/reconstruct/style.css\">";
    let back = "<main>\n<p class=\"soft\"><a href=\"/reconstruct\">Ludarium: reconstruct</a></p>\n";
    let text = match (text.find("<style>"), text.find("</style>")) {
        (Some(from), Some(to)) if from < to => {
            format!("{}{link}{}", &text[..from], &text[to + "</style>".len()..])
        }
        (_, _) => text.to_owned(),
    };
    text.replacen("<main>\n", back, 1)
}

/// A borrowed part of a published reconstruction.
pub struct Part {
    pub number: usize,
    pub donor: String,
    pub cultural: String,
    pub km: String,
    pub years: String,
    pub place: String,
}

/// What is known of the donors of a published ruleset, and what its scores are when they are counted as meant.
pub struct Details {
    pub parts: Vec<Part>,
    /// The distance that the page should have told.
    pub mean_km: Option<String>,
    pub cultural: Option<String>,
    pub id: u32,
}

/// The details of a ruleset's borrowed parts. Places and years are the tables' or the library's.
pub fn details(app: &App, ruleset: &RulesetFacts) -> Option<Details> {
    let reconstruction = ruleset.reconstruction.as_ref()?;
    let id = ruleset.id.as_deref().and_then(number)?;
    let world = &app.world;
    let here = world.points.iter().find(|point| point.id == Some(id));
    let tables = world.tables();
    let of = tables.ruleset(id).and_then(|row| {
        let donors = row.published.as_ref().map_or(&[][..], |published| published.donors.as_slice());
        ludarium_reconstruct::scores::audit::incomplete(tables, row.game, donors)
    });
    let at = |point: &crate::world::Point| ludarium_reconstruct::history::Place {
        latitude: point.lat,
        longitude: point.lon,
    };
    let (mut all_km, mut all_cultural) = (Vec::new(), Vec::new());
    let parts: Vec<Part> = reconstruction
        .based_on
        .iter()
        .enumerate()
        .map(|(i, (name, donor))| {
            let donor_id = number(donor);
            let there = donor_id.and_then(|id| world.points.iter().find(|point| point.id == Some(id)));
            let km =
                here.zip(there).map(|(a, b)| ludarium_reconstruct::history::great_circle_km(at(a), at(b)));
            let years = here.zip(there).and_then(|(a, b)| {
                let (a, b) = (a.years?, b.years?);
                Some((b.0 - a.1).max(a.0 - b.1).max(0))
            });
            let cultural = of.zip(donor_id).and_then(|(of, donor)| tables.similarity(of, donor));
            all_km.extend(km);
            all_cultural.extend(cultural);
            Part {
                number: i + 1,
                donor: name.clone(),
                cultural: cultural.map_or("–".to_owned(), |v| format!("{v:.4}")),
                km: km.map_or("–".to_owned(), |km| format!("{km:.0} km")),
                years: years.map_or("–".to_owned(), |years| years.to_string()),
                place: there.map_or("–".to_owned(), |point| at(point).to_string()),
            }
        })
        .collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let whole = |values: &[f64]| !values.is_empty() && values.len() == parts.len();
    let mean_km = whole(&all_km).then(|| format!("{:.0} km", mean(&all_km)));
    let cultural = whole(&all_cultural).then(|| format!("{:.3}", mean(&all_cultural)));
    (!parts.is_empty()).then_some(Details { parts, mean_km, cultural, id })
}
