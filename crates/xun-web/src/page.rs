//! The built page, embedded. Names carry no hash, so every file is served with an `ETag` made of
//! its content and asked for again at each visit, which costs one short answer.

use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};
use flate2::{Compression, write::GzEncoder};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io::Write;
use std::sync::OnceLock;

#[derive(rust_embed::RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/page"]
struct Files;

/// The file at this path of the page; any path without a dot is a view and gets the page itself.
pub(crate) fn file(path: &str, asked: &HeaderMap) -> Response<Body> {
    let path = path.trim_start_matches('/');
    let name = if path.contains('.') { path } else { "index.html" };
    let Some(found) = Files::get(name) else {
        return answer(
            StatusCode::NOT_FOUND,
            "text/plain; charset=utf-8",
            Body::from("not found\n"),
        );
    };
    let hash = found.metadata.sha256_hash();
    let tag =
        hash[..12].iter().fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}")) + "\"";
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&tag)) {
        let mut unchanged = answer(StatusCode::NOT_MODIFIED, kind(name), Body::empty());
        stamp(&mut unchanged, &tag);
        return unchanged;
    }
    let takes_gzip = asked
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"));
    let mut answer = if takes_gzip {
        let mut answer = answer(StatusCode::OK, kind(name), Body::from(packed(name, &found.data)));
        answer
            .headers_mut()
            .insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
        answer
    } else {
        answer(StatusCode::OK, kind(name), Body::from(found.data.into_owned()))
    };
    stamp(&mut answer, &tag);
    answer
}

fn stamp(answer: &mut Response<Body>, tag: &str) {
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = header::HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
}

fn answer(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    answer
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Packs each file once and remembers it.
fn packed(name: &str, data: &[u8]) -> Vec<u8> {
    static PACKED: OnceLock<Mutex<HashMap<String, Vec<u8>>>> = OnceLock::new();
    let mut known = PACKED.get_or_init(Mutex::default).lock();
    if let Some(found) = known.get(name) {
        return found.clone();
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(data).and_then(|()| encoder.finish()).unwrap_or_default();
    known.insert(name.to_owned(), bytes.clone());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits the compressed size of the files that load before a room is chosen: those that the
    /// page names, and the typeface that its styles name.
    #[test]
    fn the_first_page_is_small() {
        let text = |name: &str| {
            let found = Files::get(name).expect("the page was built");
            String::from_utf8(found.data.into_owned()).expect("text")
        };
        let (index, styles) = (text("index.html"), text("assets/index.css"));
        let first: Vec<String> = Files::iter()
            .map(std::borrow::Cow::into_owned)
            .filter(|name| name == "index.html" || index.contains(name) || styles.contains(name))
            .collect();
        assert!(first.iter().any(|name| name.contains(".woff2")), "{first:?}");
        let bytes: usize = first
            .iter()
            .map(|name| packed(name, &Files::get(name).expect("listed").data).len())
            .sum();
        assert!(bytes > 5_000 && bytes < 300_000, "{bytes} bytes packed");
    }

    #[test]
    fn the_licences_of_the_libraries_are_shipped() {
        let notice = file("/licenses.txt", &HeaderMap::new());
        assert_eq!(notice.status(), StatusCode::OK);
        assert_eq!(notice.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
        let text = Files::get("licenses.txt").expect("shipped").data;
        let text = String::from_utf8_lossy(&text);
        for library in ["svelte ", "uplot ", "d3-hierarchy ", "yaml "] {
            assert!(text.lines().any(|line| line.starts_with(library)), "{library}");
        }
        assert!(text.contains("THE SOFTWARE IS PROVIDED"));
    }

    #[test]
    fn the_typeface_is_shipped_with_its_licence() {
        let licence = file("/assets/inter-licence.txt", &HeaderMap::new());
        assert_eq!(licence.status(), StatusCode::OK);
        assert_eq!(licence.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
        let text = Files::get("assets/inter-licence.txt").expect("shipped").data;
        assert!(String::from_utf8_lossy(&text).contains("SIL OPEN FONT LICENSE Version 1.1"));
    }

    #[test]
    fn views_get_the_page_and_unknown_files_do_not() {
        let none = HeaderMap::new();
        assert_eq!(file("/xiangqi/game/3", &none).status(), StatusCode::OK);
        assert_eq!(file("/", &none).status(), StatusCode::OK);
        assert_eq!(file("/../Cargo.toml", &none).status(), StatusCode::NOT_FOUND);
        assert_eq!(file("/assets/none.js", &none).status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn the_page_has_no_inline_script() {
        let index = Files::get("index.html").expect("the page was built");
        let text = String::from_utf8(index.data.into_owned()).expect("text");
        assert!(!text.contains("<script>") && !text.contains("style=") && !text.contains("<style"));
    }
}
