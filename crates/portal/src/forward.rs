//! Reaching a table wherever it is: a request about a table of another process is passed on to that process, WebSockets
//! included. A process that does not answer loses its tables once it also fails to say that it is there; until then the
//! visitor waits here and not before an error.

use crate::api::Failure;
use crate::tables::Trouble;
use crate::web::App;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// What proves that a request comes from another process on the same database.
pub const PEER: HeaderName = HeaderName::from_static("x-ludarium-peer");
/// Who asked that process.
pub const VISITOR: HeaderName = HeaderName::from_static("x-ludarium-visitor");
/// Says in an answer: the table is not here (any more).
const ELSEWHERE: HeaderName = HeaderName::from_static("x-ludarium-elsewhere");

/// An owner that cannot be reached is tried for so long.
const PATIENCE: Duration = Duration::from_secs(8);
/// An owner that has not answered for so long is looked after.
const PATIENCE_OF_ONE: Duration = Duration::from_millis(1500);
const PAUSE: Duration = Duration::from_millis(150);
/// A process on the same network takes a connection sooner.
const CONNECT: Duration = Duration::from_millis(800);

pub type Peers = Client<HttpConnector, Body>;

pub fn peers() -> Peers {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    connector.set_connect_timeout(Some(CONNECT));
    // A process closes what is idle for 20 seconds; sooner here, so that nobody asks on a connection that is going.
    Client::builder(TokioExecutor::new()).pool_idle_timeout(Duration::from_secs(10)).build(connector)
}

/// The visitor whom another process speaks for, if it is one of ours.
pub fn visitor(app: &App, headers: &HeaderMap) -> Option<IpAddr> {
    let proof = headers.get(PEER)?.to_str().ok()?;
    let secret = app.cluster.secret().filter(|s| !s.is_empty())?;
    // Compared as hashes: how long it takes tells nothing about the secret.
    if blake3::hash(proof.as_bytes()) != blake3::hash(secret.as_bytes()) {
        return None;
    }
    headers.get(VISITOR)?.to_str().ok()?.parse().ok()
}

/// What has an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Owned {
    Table(String),
    Cup(String),
}

/// The table or the tournament that a path is about.
fn owned_of(path: &str) -> Option<Owned> {
    let table = path.strip_prefix("/api/tables/").or_else(|| path.strip_prefix("/play/"));
    let rest = table.or_else(|| path.strip_prefix("/api/tournaments/"))?;
    let id = rest.split('/').next()?;
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let good = !id.is_empty() && id.len() <= 40 && id.chars().all(known);
    good.then(|| if table.is_some() { Owned::Table(id.to_owned()) } else { Owned::Cup(id.to_owned()) })
}

impl Owned {
    /// Opens it here; the trouble says who has it otherwise. `dead`: a process that did not answer.
    async fn open(&self, app: &App, dead: Option<&str>) -> Result<(), Trouble> {
        match self {
            Owned::Table(id) => app.tables.open_of(id, dead).await.map(drop),
            Owned::Cup(id) => app.cups.open_of(id, dead).await.map(drop),
        }
    }
}

/// Answers here if the table is here, and lets its owner answer otherwise.
pub async fn to_owner(State(app): State<App>, request: Request, next: Next) -> Response {
    if !app.store.is_shared() {
        return next.run(request).await;
    }
    let Some(what) = owned_of(request.uri().path()) else {
        return next.run(request).await;
    };
    match what.open(&app, None).await {
        Err(Trouble::Elsewhere { owner, address }) => {
            if visitor(&app, request.headers()).is_some() {
                return elsewhere();
            }
            pass_on(&app, &what, request, next, (owner, address)).await
        }
        Ok(()) | Err(_) => next.run(request).await,
    }
}

fn elsewhere() -> Response {
    let why = "this table has just moved to another process; please try again";
    let mut response = Failure::new(StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    response.headers_mut().insert(ELSEWHERE, HeaderValue::from_static("1"));
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// A request that can be said again.
struct Said {
    head: axum::http::request::Parts,
    body: Bytes,
}

impl Said {
    fn to(&self, app: &App, address: &str, visitor: IpAddr) -> Option<Request> {
        let path = self.head.uri.path_and_query().map_or("/", |p| p.as_str());
        let uri: Uri = format!("http://{address}{path}").parse().ok()?;
        let mut request = Request::new(Body::from(self.body.clone()));
        *request.method_mut() = self.head.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = self.head.headers.clone();
        request.headers_mut().insert(PEER, HeaderValue::from_str(app.cluster.secret()?).ok()?);
        request.headers_mut().insert(VISITOR, HeaderValue::from_str(&visitor.to_string()).ok()?);
        Some(request)
    }

    fn wants_upgrade(&self) -> bool {
        self.head.headers.contains_key(header::UPGRADE)
    }
}

/// What came of asking an owner.
enum Heard {
    Answer(hyper::Response<hyper::body::Incoming>),
    /// It was not asked.
    Unreachable,
    /// It was asked, and no answer will come.
    Silent,
}

/// Asks the owner, and waits as long as it is the owner: a process that hangs loses its tables.
async fn ask_owner(app: &App, what: &Owned, owner: &str, request: Request) -> Heard {
    let mut asked = std::pin::pin!(app.peers.request(request));
    loop {
        match tokio::time::timeout(PATIENCE_OF_ONE, asked.as_mut()).await {
            Ok(Ok(response)) => return Heard::Answer(response),
            Ok(Err(e)) if e.is_connect() => return Heard::Unreachable,
            Ok(Err(_)) => return Heard::Silent,
            Err(_) => match what.open(app, None).await {
                Err(Trouble::Elsewhere { owner: now, .. }) if now == owner => {}
                Ok(()) | Err(_) => return Heard::Silent,
            },
        }
    }
}

/// Lets the owner answer; takes the table over if the owner is gone.
async fn pass_on(
    app: &App,
    what: &Owned,
    mut request: Request,
    next: Next,
    (mut owner, mut address): (String, String),
) -> Response {
    let begun = Instant::now();
    let ours = request.extensions_mut().remove::<hyper::upgrade::OnUpgrade>();
    let visitor = request
        .extensions()
        .get::<crate::web::Visitor>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |visitor| visitor.0);
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, crate::web::MOST_BODY).await else {
        return Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long").into_response();
    };
    let said = Said { head, body };
    loop {
        let Some(request) = said.to(app, &address, visitor) else { return elsewhere() };
        let dead = match ask_owner(app, what, &owner, request).await {
            Heard::Answer(response) if response.headers().contains_key(&ELSEWHERE) => false,
            Heard::Answer(response) => {
                metrics::counter!("ludarium_forwarded").increment(1);
                return answer(response, ours, said.wants_upgrade());
            }
            Heard::Unreachable => true,
            // It was asked already: whether it did anything is not known.
            Heard::Silent if !said.head.method.is_safe() => return elsewhere(),
            Heard::Silent => true,
        };
        if begun.elapsed() > PATIENCE {
            return elsewhere();
        }
        tokio::time::sleep(PAUSE).await;
        match what.open(app, dead.then_some(owner.as_str())).await {
            Err(Trouble::Elsewhere { owner: now, address: there }) => (owner, address) = (now, there),
            Ok(()) | Err(_) => {
                let mut request = Request::from_parts(said.head, Body::from(said.body));
                if let Some(ours) = ours {
                    request.extensions_mut().insert(ours);
                }
                return next.run(request).await;
            }
        }
    }
}

/// The owner's answer as ours; what follows an upgrade goes back and forth until one side ends it.
fn answer(
    mut response: hyper::Response<hyper::body::Incoming>,
    ours: Option<hyper::upgrade::OnUpgrade>,
    upgrading: bool,
) -> Response {
    if upgrading && response.status() == StatusCode::SWITCHING_PROTOCOLS {
        let theirs = hyper::upgrade::on(&mut response);
        if let Some(ours) = ours {
            tokio::spawn(async move {
                let (Ok(ours), Ok(theirs)) = (ours.await, theirs.await) else { return };
                let (mut ours, mut theirs) = (TokioIo::new(ours), TokioIo::new(theirs));
                let _ = tokio::io::copy_bidirectional_with_sizes(&mut ours, &mut theirs, 4096, 8192).await;
            });
        }
        let (head, _) = response.into_parts();
        return Response::from_parts(head, Body::empty());
    }
    let (mut head, body) = response.into_parts();
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, HeaderName::from_static("keep-alive")] {
        head.headers.remove(name);
    }
    Response::from_parts(head, Body::new(body))
}

/// A request about no table that another process has to answer, since a table of its own matters to it.
pub async fn ask_again(app: &App, address: &str, path: &str, headers: &HeaderMap, body: String) -> Response {
    let Ok(uri) = format!("http://{address}{path}").parse::<Uri>() else { return elsewhere() };
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = axum::http::Method::POST;
    *request.uri_mut() = uri;
    let out = request.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(token) = headers.get(header::AUTHORIZATION) {
        out.insert(header::AUTHORIZATION, token.clone());
    }
    if let Some(secret) = app.cluster.secret().and_then(|s| HeaderValue::from_str(s).ok()) {
        out.insert(PEER, secret);
        out.insert(VISITOR, HeaderValue::from_static("0.0.0.0"));
    }
    match app.peers.request(request).await {
        Ok(response) => answer(response, None, false),
        Err(_) => elsewhere(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Owned, owned_of};

    #[test]
    fn paths_about_a_table_or_a_tournament_name_it() {
        let (table, cup) = (Owned::Table("abc23".to_owned()), Owned::Cup("abc23".to_owned()));
        assert_eq!(owned_of("/api/tables/abc23"), Some(table.clone()));
        assert_eq!(owned_of("/api/tables/abc23/live"), Some(table.clone()));
        assert_eq!(owned_of("/play/abc23"), Some(table));
        assert_eq!(owned_of("/api/tournaments/abc23/live"), Some(cup));
        for path in [
            "/api/tables",
            "/api/tables/",
            "/play/../x",
            "/games/abc",
            "/api/tables/A%20",
            "/tournaments/abc",
        ] {
            assert_eq!(owned_of(path), None, "{path}");
        }
    }
}
