//! The token: made, kept, put into addresses and cookies.

use axum::http::Uri;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
use std::path::Path;

/// Letters of a kept token at most; a longer file is not ours.
const LONGEST: u64 = 256;

/// The cookie that carries the token after the first visit. Browsers give all servers of a machine
/// the same cookies, so that each has a name by its port.
pub(crate) fn cookie_name(port: u16) -> String {
    format!("xun_token_{port}")
}

/// Compares in constant time, so that the time does not reveal a matching prefix.
pub(crate) fn same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given.bytes().zip(token.bytes()).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

/// A fresh token: 128 random bits in hexadecimal.
pub(crate) fn new_token() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// The token kept in a data folder, made at the first time: after a restart open pages go on.
///
/// # Errors
/// A folder that cannot be read or written.
pub fn kept_token(folder: &Path) -> io::Result<String> {
    crate::folder::make_private(folder)?;
    let path = folder.join("token");
    let mut text = String::new();
    if let Ok(file) = std::fs::File::open(&path) {
        file.take(LONGEST).read_to_string(&mut text)?;
    }
    if text.trim().len() >= 32 {
        return Ok(text.trim().to_owned());
    }
    let token = new_token()?;
    let mut file = crate::folder::private_file(&path)?;
    file.set_len(0)?;
    writeln!(file, "{token}")?;
    Ok(token)
}

/// Percent-encodes everything but letters, digits and `-._~`.
pub(crate) fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(byte.into());
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// Undoes [`encode`]; other text stays as it is.
pub(crate) fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let value = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        if let (b'%', Some(value)) = (byte, value) {
            decoded.push(value);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The token in an address, and the address without it. That is always a path of this server.
pub(crate) fn in_address(uri: &Uri) -> Option<(String, String)> {
    let mut token = None;
    let mut others = Vec::new();
    for pair in uri.query()?.split('&') {
        match pair.strip_prefix("token=") {
            Some(given) => token = Some(decode(given)),
            None => others.push(pair),
        }
    }
    // Two slashes would lead to another server.
    let path = uri.path().trim_start_matches(['/', '\\']);
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    Some((token?, format!("/{path}{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_token_survives_an_address() {
        for token in ["s3cret&x=y", "a b+c%25#", "令牌", "plain", "100%"] {
            let uri: Uri =
                format!("/paths?lang=zh&token={}", encode(token)).parse().expect("a URI");
            let (given, rest) = in_address(&uri).expect("a token");
            assert_eq!((given.as_str(), rest.as_str()), (token, "/paths?lang=zh"));
        }
        assert_eq!(in_address(&Uri::from_static("/paths?lang=zh")), None);
    }

    #[test]
    fn the_way_on_stays_on_this_server() {
        let uri: Uri = "//evil.example/?token=T".parse().expect("a URI");
        assert_eq!(in_address(&uri).expect("a token").1, "/evil.example/");
    }

    #[test]
    fn a_token_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("xun");
        let first = kept_token(&data).expect("makes one");
        assert_eq!(kept_token(&data).expect("finds it"), first);
        assert_eq!(first.len(), 32);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode =
                |path: &Path| path.metadata().expect("is there").permissions().mode() & 0o777;
            assert_eq!((mode(&data), mode(&data.join("token"))), (0o700, 0o600));
        }
    }
}
