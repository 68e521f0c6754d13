//! Access checks of a request:
//!
//! - **Host** must be an address or `localhost`, so that a foreign name which suddenly resolves to
//!   this machine (DNS rebinding) gets nothing; there must be exactly one;
//! - **Origin**, which browsers send and pages cannot forge, must be the server itself, so that
//!   another site cannot open our socket from a visitor's browser;
//! - the **token**, when there is one, must come as a bearer, as the cookie, or once in the
//!   address ([`token`](crate::token)).
//!
//! A header that cannot be read is refused, not taken for absent.

use crate::token::{self, same};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use std::net::IpAddr;

/// Reason for refusing a request: a status and a sentence.
pub(crate) type Refused = (StatusCode, &'static str);

/// Checks Host, Origin and the name in the address, which a request for a proxy has.
pub(crate) fn check_host_and_origin(uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
    let host = only_text(headers, header::HOST.as_str())?
        .ok_or((StatusCode::BAD_REQUEST, "no Host header"))?;
    let named = uri.authority().map(Authority::as_str);
    if !is_own_name(host) || named.is_some_and(|named| !named.eq_ignore_ascii_case(host)) {
        return Err((
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only to localhost and plain addresses",
        ));
    }
    let origin_is_ours = only_text(headers, header::ORIGIN.as_str())?.is_none_or(|origin| {
        origin.strip_prefix("http://").is_some_and(|rest| rest.eq_ignore_ascii_case(host))
    });
    let site = only_text(headers, "sec-fetch-site")?;
    let site_is_ours = site.is_none_or(|site| site != "cross-site");
    if !origin_is_ours {
        return Err((StatusCode::FORBIDDEN, "another site may not use this server"));
    }
    if !site_is_ours && text(headers, "sec-fetch-mode") != Some("navigate") {
        return Err((StatusCode::FORBIDDEN, "another site may not use this server"));
    }
    Ok(())
}

/// Whether the caller showed the token: as `Authorization: Bearer`, or in the cookie of this port.
pub(crate) fn shows_token(headers: &HeaderMap, token: &str, port: u16) -> bool {
    let name = token::cookie_name(port);
    let bearer = text(headers, header::AUTHORIZATION.as_str())
        .and_then(|value| value.strip_prefix("Bearer "));
    let cookie = text(headers, header::COOKIE.as_str()).and_then(|cookies| {
        cookies.split(';').find_map(|pair| pair.trim().strip_prefix(&name)?.strip_prefix('='))
    });
    bearer.is_some_and(|given| same(given, token))
        || cookie.is_some_and(|given| same(&token::decode(given), token))
}

/// `NAME`, `NAME:PORT`, `[V6]` or `[V6]:PORT`, and nothing else.
fn is_own_name(host: &str) -> bool {
    let (name, rest) = match host.strip_prefix('[') {
        Some(inside) => inside.split_once(']').unwrap_or((inside, "-")),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port_is_sound =
        rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let is_v6 = host.starts_with('[');
    let is_address = name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv6() == is_v6);
    port_is_sound && (is_address || (!is_v6 && name.eq_ignore_ascii_case("localhost")))
}

/// A header that may come once at most, as text.
fn only_text<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Refused> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err((StatusCode::BAD_REQUEST, "a header that may come once came twice"));
    }
    first
        .map(|value| value.to_str())
        .transpose()
        .map_err(|_| (StatusCode::BAD_REQUEST, "a header is not plain text"))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|&(name, value)| (name.parse().expect("a name"), HeaderValue::from_static(value)))
            .collect()
    }

    fn page() -> Uri {
        Uri::from_static("/")
    }

    #[test]
    fn headers_that_cannot_be_read_are_refused() {
        let own = headers(&[("host", "localhost:80")]);
        let mut unreadable = own.clone();
        unreadable.insert("origin", HeaderValue::from_bytes(b"http://\xffvil").expect("a value"));
        assert!(check_host_and_origin(&page(), &unreadable).is_err());
        let mut twice = own.clone();
        twice.append("host", HeaderValue::from_static("evil.example"));
        assert!(check_host_and_origin(&page(), &twice).is_err());
        let foreign = Uri::from_static("http://evil.example/");
        assert!(check_host_and_origin(&foreign, &own).is_err());
        assert!(check_host_and_origin(&Uri::from_static("http://localhost:80/"), &own).is_ok());
    }

    #[test]
    fn own_names_pass_and_foreign_ones_do_not() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "192.168.1.7:8080"] {
            assert!(is_own_name(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "",
            "[evil]:80",
            "127.0.0.1:1@evil",
            "localhost:",
            "localhost:x",
            "[::1",
            "[::1]evil",
            "[127.0.0.1]:80",
            "::1",
        ] {
            assert!(!is_own_name(host), "{host}");
        }
    }

    #[test]
    fn another_origin_is_refused() {
        let own = headers(&[("host", "localhost:80"), ("origin", "http://localhost:80")]);
        assert!(check_host_and_origin(&page(), &own).is_ok());
        for origin in ["http://evil.example", "http://localhost:81", "null", "https://localhost:80"]
        {
            let mut foreign = headers(&[("host", "localhost:80")]);
            foreign.insert("origin", HeaderValue::from_static(origin));
            assert!(check_host_and_origin(&page(), &foreign).is_err(), "{origin}");
        }
    }

    #[test]
    fn a_link_from_another_site_opens_the_page_but_fetches_nothing() {
        let link = headers(&[
            ("host", "localhost"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ]);
        let fetch = headers(&[
            ("host", "localhost"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "no-cors"),
        ]);
        assert!(check_host_and_origin(&page(), &link).is_ok());
        assert!(check_host_and_origin(&page(), &fetch).is_err());
    }

    #[test]
    fn the_token_comes_as_bearer_or_cookie() {
        assert!(shows_token(&headers(&[("authorization", "Bearer abc")]), "abc", 80));
        assert!(shows_token(&headers(&[("cookie", "a=b; xun_token_80=abc")]), "abc", 80));
        for wrong in [
            ("authorization", "Bearer abd"),
            ("authorization", "abc"),
            ("cookie", "xun_token_80=ab"),
            ("cookie", "xun_token_80x=abc"),
            ("cookie", "xun_token_81=abc"),
        ] {
            assert!(!shows_token(&headers(&[wrong]), "abc", 80), "{wrong:?}");
        }
    }
}
