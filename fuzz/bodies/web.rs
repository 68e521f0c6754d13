//! The bodies of the fuzz targets for the page's server: messages on a socket, and databases.
//! Panics of any thread are the findings, and a server that no longer answers.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use xun_web::message::Ask;
use xun_web::{Config, Server};

/// Panics of any thread so far; the server's own threads would hide them.
static PANICS: AtomicU64 = AtomicU64::new(0);

fn count_panics() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            usual(panic);
        }));
    });
}

/// A server that runs as long as the process.
fn server() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let config = Config { searches: 2, memory: 256 << 20, ..Config::default() };
        start(config).expect("a server in memory")
    })
}

/// Starts a server on a thread that lasts; its address.
fn start(config: Config) -> Result<SocketAddr, String> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let server = Server::bind(config).map_err(|error| error.to_string())?;
    let address = address_of(&server);
    std::thread::spawn(move || server.run(&NEVER));
    Ok(address)
}

fn address_of(server: &Server) -> SocketAddr {
    let url = server.url();
    let host = url.trim_start_matches("http://").split('/').next().expect("a host");
    host.parse().expect("an address")
}

/// A client that speaks just enough of RFC 6455.
struct Client(TcpStream);

impl Client {
    fn connect(address: SocketAddr) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        write!(
            stream,
            "GET /api/v1/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Ok(Self(stream))
    }

    /// Sends a text in one frame with a mask of zeros.
    fn send(&mut self, text: &str) -> io::Result<()> {
        let mut frame = vec![0x81];
        match text.len() {
            short @ ..126 => frame.push(0x80 | short as u8),
            middle @ ..65536 => {
                frame.push(0x80 | 0x7e);
                frame.extend((middle as u16).to_be_bytes());
            }
            long => {
                frame.push(0x80 | 0x7f);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame)
    }

    /// The next frame's content.
    fn receive(&mut self) -> io::Result<Vec<u8>> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head)?;
        let length = match head[1] {
            126 => {
                let mut bytes = [0; 2];
                self.0.read_exact(&mut bytes)?;
                u64::from(u16::from_be_bytes(bytes))
            }
            127 => {
                let mut bytes = [0; 8];
                self.0.read_exact(&mut bytes)?;
                u64::from_be_bytes(bytes)
            }
            short => u64::from(short),
        };
        let mut content = vec![0; usize::try_from(length).expect("it fits")];
        self.0.read_exact(&mut content)?;
        Ok(content)
    }

    /// Asks for the server's version and waits for the answer: it hears and answers.
    fn expect_alive(&mut self) -> io::Result<()> {
        self.send(r#"{"v":1,"id":4000000001,"ask":{"type":"hello"}}"#)?;
        loop {
            let answer = self.receive()?;
            if String::from_utf8_lossy(&answer).contains("\"id\":4000000001,") {
                return Ok(());
            }
        }
    }
}

/// Sends each line as a message on a new socket. However wrong they are, the server goes on
/// answering on it.
pub(crate) fn messages(data: &[u8]) {
    count_panics();
    let text = String::from_utf8_lossy(data);
    let mut client = Client::connect(server()).expect("it listens");
    for line in text.lines().take(12) {
        let _ = serde_json::from_str::<Ask>(line);
        client.send(line).expect("it reads");
    }
    client.expect_alive().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "{text}");
}

/// Starts a server on a damaged database of games. Each eight bytes of input change four of a sound
/// one; two at the end cut it. The server refuses to start, or answers.
pub(crate) fn database(data: &[u8]) {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    count_panics();
    let mut file = SOUND.get_or_init(sound_database).clone();
    let (edits, rest) = data.as_chunks::<8>();
    for [a, b, c, d, value @ ..] in edits {
        let at = u32::from_le_bytes([*a, *b, *c, *d]) as usize % (file.len() - 4);
        file[at..at + 4].copy_from_slice(value);
    }
    if let [low, high] = rest {
        file.truncate(usize::from(u16::from_le_bytes([*low, *high])));
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.sqlite"), file).expect("a file");
    on_server(folder.path(), |client| {
        for (id, question) in QUESTIONS.iter().enumerate() {
            client.send(&format!("{{\"v\":1,\"id\":{id},\"ask\":{question}}}"))?;
        }
        client.expect_alive()
    });
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

/// Questions that read and write every table.
const QUESTIONS: [&str; 7] = [
    r#"{"type":"board","what":"list","game":null,"words":""}"#,
    r#"{"type":"board","what":"open","id":1,"game":null}"#,
    r#"{"type":"board","what":"play","id":1,"at":1,"text":"i9","spent":null}"#,
    r#"{"type":"board","what":"export","id":1,"format":"sgf"}"#,
    r#"{"type":"board","what":"exercise","game":"gomoku"}"#,
    r#"{"type":"pathOpen","id":1}"#,
    r#"{"type":"board","what":"delete","id":1}"#,
];

const NEW_GAME: &str = r#"{"v":1,"id":1,"ask":{"type":"board","what":"new",
    "setup":{"game":"gomoku","name":"x","rules":"freestyle","size":15,"opening":"free",
    "position":null,"players":[{"type":"human"},{"type":"human"}],"clock":null}}}"#;
const MOVE: &str =
    r#"{"v":1,"id":2,"ask":{"type":"board","what":"play","id":1,"at":0,"text":"h8","spent":null}}"#;

/// Runs a server on a folder for one conversation; false if it refuses to start.
fn on_server(folder: &std::path::Path, talk: impl FnOnce(&mut Client) -> io::Result<()>) -> bool {
    let config = Config { data: Some(folder.to_owned()), ..Config::default() };
    let Ok(server) = Server::bind(config) else { return false };
    let (address, stop) = (address_of(&server), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&stop));
        let talked = Client::connect(address).and_then(|mut client| talk(&mut client));
        stop.store(true, Ordering::Relaxed);
        talked.expect("it answers");
    });
    true
}

/// A database with a game and a move.
fn sound_database() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = on_server(folder.path(), |client| {
        client.send(NEW_GAME)?;
        client.receive()?;
        client.send(MOVE)?;
        client.receive()?;
        client.expect_alive()
    });
    assert!(runs, "a new folder");
    std::fs::read(folder.path().join("games.sqlite")).expect("a file")
}
