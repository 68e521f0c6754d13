//! The bodies of the fuzz targets for whole conversations of the engines. Panics are the findings,
//! and answers that are missing or too many.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// Takes what an engine says.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Said {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("answers are UTF-8")
    }
}

/// The input as lines of a board: without commands that name files, with short numbers where they
/// stand for memory, threads or time, and with an end.
fn tamed(data: &[u8], end: &str) -> String {
    let text = String::from_utf8_lossy(data);
    let lines = text.lines().take(40).filter(|line| {
        let line = line.to_ascii_lowercase();
        !["file", "book", "folder", "bench", "genfens"].iter().any(|word| line.contains(word))
    });
    let mut tame = String::new();
    for line in lines {
        let first = line.split_whitespace().next().unwrap_or_default();
        if first.eq_ignore_ascii_case("position") || first.eq_ignore_ascii_case("probe") {
            tame.push_str(line);
        } else {
            let longest = if line.to_ascii_lowercase().contains("hash_size") { 4 } else { 2 };
            let mut digits = 0;
            for letter in line.chars() {
                digits = if letter.is_ascii_digit() { digits + 1 } else { 0 };
                if digits <= longest {
                    tame.push(letter);
                }
            }
        }
        tame.push('\n');
    }
    tame + end
}

/// A conversation over UCI.
pub(crate) fn uci(data: &[u8]) {
    let (said, text) = (Said::default(), tamed(data, "\nstop\nisready\nquit\n"));
    xun_host::uci::run_on(Cursor::new(text.clone()), said.clone()).expect("it ends");
    check(&text, &said.text(), "go");
}

/// A conversation over UCCI.
pub(crate) fn ucci(data: &[u8]) {
    let (said, text) = (Said::default(), tamed(data, "\nstop\nisready\nquit\n"));
    xun_host::ucci::run_on(Cursor::new(text.clone()), said.clone()).expect("it ends");
    assert!(said.text().ends_with("bye\n"), "{text:?}");
    check(&text, &said.text(), "go");
}

/// Everything is answered: `isready` with `readyok`, and a `go` with one answer at most.
fn check(asked: &str, said: &str, go: &str) {
    let words = |word: &str| {
        let is_it = |line: &&str| line.split_whitespace().next() == Some(word);
        asked.lines().take_while(|line| line.trim() != "quit").filter(is_it).count()
    };
    let ready = said.lines().filter(|line| *line == "readyok").count();
    assert_eq!(ready, words("isready"), "{asked:?}\n{said}");
    let answers = |line: &&str| line.starts_with("bestmove") || line.starts_with("nobestmove");
    let answers = said.lines().filter(answers).count();
    assert!(answers <= words(go), "{asked:?}\n{said}");
}

/// A conversation over Gomocup.
pub(crate) fn gomocup(data: &[u8]) {
    let (said, text) = (Said::default(), tamed(data, "\nYXSTOP\nEND\n"));
    xun_host::gomocup::run_on(Cursor::new(text), said.clone()).expect("it ends");
    let text = said.text();
    assert!(text.lines().all(|line| line.len() <= 4096), "{text}");
}
