//! Access checks of a request:
//!
//! - **Host** must be an address or `localhost`, so that a foreign name which suddenly resolves to
//!   this machine (DNS rebinding) gets nothing;
//! - **Origin**, which browsers send and pages cannot forge, must be the server itself, so that
//!   another site cannot open our socket from a visitor's browser;
//! - the **token**, when there is one, must come as a bearer, as the cookie, or once in the
//!   address.

use axum::http::{HeaderMap, StatusCode, header};
use std::net::IpAddr;

/// The cookie that carries the token after the first visit.
pub(crate) const COOKIE: &str = "xun_token";

/// Reason for refusing a request: a status and a sentence.
pub(crate) type Refused = (StatusCode, &'static str);

/// Checks Host and Origin.
pub(crate) fn check_host_and_origin(headers: &HeaderMap) -> Result<(), Refused> {
    let host =
        text(headers, header::HOST.as_str()).ok_or((StatusCode::BAD_REQUEST, "no Host header"))?;
    if !is_own_name(host) {
        return Err((
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only to localhost and plain addresses",
        ));
    }
    let origin_is_ours = text(headers, header::ORIGIN.as_str()).is_none_or(|origin| {
        origin.strip_prefix("http://").is_some_and(|rest| rest.eq_ignore_ascii_case(host))
    });
    let site_is_ours = text(headers, "sec-fetch-site").is_none_or(|site| site != "cross-site");
    if !origin_is_ours {
        return Err((StatusCode::FORBIDDEN, "another site may not use this server"));
    }
    if !site_is_ours && text(headers, "sec-fetch-mode") != Some("navigate") {
        return Err((StatusCode::FORBIDDEN, "another site may not use this server"));
    }
    Ok(())
}

/// Whether the caller showed the token: as `Authorization: Bearer`, or in the cookie.
pub(crate) fn shows_token(headers: &HeaderMap, token: &str) -> bool {
    let bearer = text(headers, header::AUTHORIZATION.as_str())
        .and_then(|value| value.strip_prefix("Bearer "));
    let cookie = text(headers, header::COOKIE.as_str()).and_then(|cookies| {
        cookies.split(';').find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
    });
    bearer.is_some_and(|given| same(given, token)) || cookie.is_some_and(|given| same(given, token))
}

/// Compares in constant time, so that the time does not reveal a matching prefix.
pub(crate) fn same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given.bytes().zip(token.bytes()).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

/// A fresh token: 128 random bits in hexadecimal.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

fn is_own_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
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

    #[test]
    fn own_names_pass_and_foreign_ones_do_not() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "192.168.1.7:8080"] {
            assert!(is_own_name(host), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[evil]:80"]
        {
            assert!(!is_own_name(host), "{host}");
        }
    }

    #[test]
    fn another_origin_is_refused() {
        let own = headers(&[("host", "localhost:80"), ("origin", "http://localhost:80")]);
        assert!(check_host_and_origin(&own).is_ok());
        for origin in ["http://evil.example", "http://localhost:81", "null", "https://localhost:80"]
        {
            let mut foreign = headers(&[("host", "localhost:80")]);
            foreign.insert("origin", HeaderValue::from_static(origin));
            assert!(check_host_and_origin(&foreign).is_err(), "{origin}");
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
        assert!(check_host_and_origin(&link).is_ok());
        assert!(check_host_and_origin(&fetch).is_err());
    }

    #[test]
    fn the_token_comes_as_bearer_or_cookie() {
        assert!(shows_token(&headers(&[("authorization", "Bearer abc")]), "abc"));
        assert!(shows_token(&headers(&[("cookie", "a=b; xun_token=abc")]), "abc"));
        for wrong in [
            ("authorization", "Bearer abd"),
            ("authorization", "abc"),
            ("cookie", "xun_token=ab"),
            ("cookie", "xun_tokenx=abc"),
        ] {
            assert!(!shows_token(&headers(&[wrong]), "abc"), "{wrong:?}");
        }
    }
}
