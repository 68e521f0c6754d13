//! The routes: health, metrics, the socket, and the page for everything else.

use crate::guard;
use crate::page;
use crate::session;
use crate::shared::Shared;
use crate::token;
use axum::body::Body;
use axum::extract::{Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, http::Uri};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The longest message that a page may send: a map of two million cells with room to spare.
const LONGEST_MESSAGE: usize = 4 << 20;

/// Bytes of buffer in each direction. The usual 128 KiB would cost hundreds of idle pages more than
/// everything else.
const BUFFER: usize = 8 << 10;

/// Scripts and styles only from our own files, nothing from elsewhere, no frames around us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The report is one file with its styles inside: it may have those, and nothing else, and only our
/// page may frame it. No script runs in it; the page around it may open the print dialog.
const POLICY_OF_REPORTS: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'; \
    sandbox allow-same-origin allow-modals";

/// Answer to a visitor without the token.
const NO_TOKEN: &str = "This server wants its token: open the address that `xun serve` printed.\n\
    本服务需要令牌：请打开 xun serve 启动时显示的地址。";

/// All routes behind their guard.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/v1/health", get(health))
        .route("/api/v1/metrics", get(metrics))
        .route("/api/v1/socket", get(socket))
        .route("/api/v1/games", get(export))
        .route("/api/v1/report", get(report))
        .route("/api/{*rest}", get(unknown))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

async fn guarded(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let mut answer = match admit(&shared, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(welcome)) => welcome,
        Err((status, reason)) => (status, format!("{reason}\n")).into_response(),
    };
    let headers = answer.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    answer
}

/// Accepts a request, redirects a first visit with its cookie, or refuses.
fn admit(shared: &Shared, request: &Request) -> Result<Option<Response<Body>>, guard::Refused> {
    guard::check_host_and_origin(request.uri(), request.headers())?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "this server only answers GET"));
    }
    let Some(token) = &shared.config.token else { return Ok(None) };
    let port = shared.config.listen.port();
    let given = token::in_address(request.uri());
    if let Some((_, onward)) = given.filter(|(given, _)| token::same(given, token)) {
        let (name, value) = (token::cookie_name(port), token::encode(token));
        let cookie = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/");
        let onward = [(header::SET_COOKIE, cookie), (header::LOCATION, onward)];
        return Ok(Some((StatusCode::SEE_OTHER, onward).into_response()));
    }
    let is_health = request.uri().path() == "/api/v1/health";
    if is_health || guard::shows_token(request.headers(), token, port) {
        return Ok(None);
    }
    Err((StatusCode::UNAUTHORIZED, NO_TOKEN))
}

async fn health() -> impl IntoResponse {
    let body = format!("{{\"status\":\"ok\",\"version\":\"{}\"}}\n", env!("CARGO_PKG_VERSION"));
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body)
}

async fn metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], shared.metrics.text())
}

async fn export(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let text = tokio::task::spawn_blocking(move || crate::rooms::export_all(&shared)).await;
    match text {
        Ok(Ok(text)) => (
            [
                (header::CONTENT_TYPE, "application/json"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"xun-games.json\""),
            ],
            text,
        )
            .into_response(),
        _ => {
            (StatusCode::INTERNAL_SERVER_ERROR, "the saved games cannot be read\n").into_response()
        }
    }
}

/// Query parameters of a report.
#[derive(serde::Deserialize)]
struct Wanted {
    /// Only this experiment.
    only: Option<String>,
    /// `zh`, or English.
    lang: Option<String>,
}

async fn report(State(shared): State<Arc<Shared>>, Query(wanted): Query<Wanted>) -> Response<Body> {
    let chinese = wanted.lang.as_deref() == Some("zh");
    let language = if chinese { xun_lab::Language::Chinese } else { xun_lab::Language::English };
    let made =
        tokio::task::spawn_blocking(move || shared.lab.report(wanted.only.as_deref(), language))
            .await;
    let Ok(Some(text)) = made else {
        let reason =
            if chinese { "还没有运行过实验\n" } else { "no experiment has been run yet\n" };
        return (StatusCode::NOT_FOUND, reason).into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY_OF_REPORTS),
    ];
    (headers, text).into_response()
}

async fn unknown() -> impl IntoResponse {
    (StatusCode::NOT_FOUND, "no such endpoint; see docs/api.md\n")
}

async fn file(uri: Uri, request: Request) -> Response<Body> {
    page::file(uri.path(), request.headers())
}

async fn socket(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let open = shared.metrics.sessions.fetch_add(1, Ordering::Relaxed);
    let leave = Leave(Arc::clone(&shared));
    if open >= shared.config.sessions as i64 {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many open pages\n").into_response();
    }
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER).on_upgrade(|socket| async move {
        session::run(socket, Arc::clone(&leave.0)).await;
        drop(leave);
    })
}

/// Decrements the session count when dropped, however the session ends.
struct Leave(Arc<Shared>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.metrics.sessions.fetch_sub(1, Ordering::Relaxed);
    }
}
