//! Connections that never finish a request, names that are not ours, and tokens of any letters.

use super::{Running, status};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use xun_web::{Config, Server};

const READ_TIMEOUT: Duration = Duration::from_secs(90);

/// Half a request on a new connection.
fn half(server: &Running) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).expect("connects");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: l").expect("sends");
    stream
}

#[test]
fn half_a_request_is_not_held_for_ever() {
    let server = Running::start(Config::default());
    let mut stream = half(&server);
    stream.set_read_timeout(Some(READ_TIMEOUT)).expect("sets");
    let mut answer = Vec::new();
    // The end of the stream comes from the server; a timeout of ours would be an error.
    stream.read_to_end(&mut answer).expect("the server closes it");
}

#[test]
fn many_half_requests_shut_out_no_one_for_long() {
    let server = Running::start(Config::default());
    let held: Vec<TcpStream> = (0..700).map(|_| half(&server)).collect();
    let began = Instant::now();
    let mut stream = TcpStream::connect(server.address).expect("connects");
    stream.set_read_timeout(Some(READ_TIMEOUT)).expect("sets");
    let request = format!(
        "GET /api/v1/health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).expect("sends");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer while all of them are held");
    assert_eq!(status(&answer), 200, "after {:?}", began.elapsed());
    drop(held);
}

#[test]
fn names_that_only_look_like_ours_are_turned_away() {
    let server = Running::start(Config::default());
    let port = server.address.port();
    for host in [format!("127.0.0.1:{port}@evil"), format!("127.0.0.1:{port}evil"), "[::1]x".into()]
    {
        assert_eq!(status(&server.get("/", &[&format!("Host: {host}")])), 421, "{host}");
    }
    let own = format!("Host: {}", server.address);
    assert_eq!(status(&server.get("/", &[&own, "Host: evil.example"])), 400);
    assert_eq!(status(&server.get("http://evil.example/", &[])), 421);
    let mut stream = TcpStream::connect(server.address).expect("connects");
    let request = b"GET / HTTP/1.1\r\nConnection: close\r\nOrigin: http://\xff\r\n";
    stream.write_all(request).and_then(|()| write!(stream, "{own}\r\n\r\n")).expect("sends");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("answers");
    assert_eq!(status(&String::from_utf8_lossy(&answer)), 400);
}

#[test]
fn a_token_of_any_letters_opens_the_printed_address() {
    for token in ["s3cret&x=y", "with blank;and,more", "令牌令牌令牌"] {
        let server = Running::start(Config { token: Some(token.into()), ..Config::default() });
        let path = format!("/{}", server.url.splitn(4, '/').nth(3).expect("a path"));
        let welcome = server.get(&path, &[]);
        assert_eq!(status(&welcome), 303, "{path}");
        let header = |name: &str| {
            let line = welcome.lines().find(|line| line.to_ascii_lowercase().starts_with(name));
            line.and_then(|line| line.split_once(": ")).expect("a header").1.to_owned()
        };
        assert_eq!(header("location"), "/");
        let cookie = header("set-cookie");
        let cookie = cookie.split(';').next().expect("a pair");
        assert_eq!(status(&server.get("/", &[&format!("Cookie: {cookie}")])), 200, "{cookie}");
        assert_eq!(status(&server.get("/", &[])), 401);
    }
}

#[test]
fn the_way_on_from_a_first_visit_stays_here() {
    let server = Running::start(Config { token: Some("12345678".into()), ..Config::default() });
    for (path, onward) in [
        ("//evil.example/?token=12345678", "location: /evil.example/"),
        ("/paths?lang=zh&token=12345678", "location: /paths?lang=zh"),
    ] {
        let welcome = server.get(path, &[]);
        let line = welcome.lines().find(|line| line.to_ascii_lowercase().starts_with("location"));
        assert_eq!(line.map(str::to_ascii_lowercase).as_deref(), Some(onward));
    }
}

#[test]
fn a_damaged_store_prints_no_address() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.sqlite"), "x".repeat(10_000)).expect("writes");
    let config = Config { data: Some(folder.path().to_owned()), ..Config::default() };
    assert!(Server::bind(config).is_err(), "it fails before there is an address");
}
