//! Reads lines on a thread of its own and sends them on with their time of arrival.

use crate::mailbox::Sender;
use crate::serve::Event;
use std::io::{self, BufRead, Read};
use std::time::Instant;

/// Longest line. A longer one is cut, so that it does not fill the memory.
const MAX_LINE_BYTES: usize = 64 << 10;

/// Reads `input` on a new thread until its end. The thread ends with the process: it may wait for
/// a line that never comes.
pub(crate) fn spawn<O: Send + 'static>(
    input: impl Read + Send + 'static,
    events: Sender<Event<O>>,
) -> io::Result<()> {
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(io::BufReader::new(input), &events))
        .map(drop)
}

/// Sends on the lines, those that arrive together as one event: the clock of a `DONE` runs since
/// its `BOARD` was written, not since the lines between them were sent on one by one.
fn read_lines<O>(mut input: impl BufRead, events: &Sender<Event<O>>) {
    let mut unfinished = Vec::new();
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let arrived = Instant::now();
        let count = bytes.len();
        if count == 0 {
            break;
        }
        let lines = complete_lines(bytes, &mut unfinished);
        input.consume(count);
        if !lines.is_empty() && !events.send_when_there_is_room(Event::Lines(lines, arrived)) {
            return;
        }
    }
    if !unfinished.is_empty() {
        events.send(Event::Lines(vec![text_of(&unfinished)], Instant::now()));
    }
    events.send(Event::InputEnded);
}

/// The lines that end within these bytes; the rest stays in `unfinished`.
fn complete_lines(bytes: &[u8], unfinished: &mut Vec<u8>) -> Vec<String> {
    let mut lines = Vec::new();
    for part in bytes.split_inclusive(|&byte| byte == b'\n') {
        unfinished.extend_from_slice(part);
        if part.ends_with(b"\n") || unfinished.len() >= MAX_LINE_BYTES {
            lines.push(text_of(unfinished));
            unfinished.clear();
        }
    }
    lines
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailbox::mailbox;

    #[test]
    fn lines_that_come_together_are_handed_on_together() {
        let (sender, mut mailbox) = mailbox::<Event<()>>();
        // A buffer that ends within a line, and an end without a newline.
        let input = io::BufReader::with_capacity(16, &b"BOARD\r\n7,7,1\n8,8,2\nDONE\nEN"[..]);
        read_lines(input, &sender);
        let mut batches = Vec::new();
        while let Some(Event::Lines(lines, _)) = mailbox.next(None) {
            batches.push(lines);
        }
        assert_eq!(batches, [vec!["BOARD\r\n", "7,7,1\n"], vec!["8,8,2\n", "DONE\n"], vec!["EN"]]);
    }

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let mut unfinished = Vec::new();
        let mut longest = 0;
        let mut lines = 0;
        for _ in 0..100 {
            lines += complete_lines(&[b'x'; 8192], &mut unfinished).len();
            longest = longest.max(unfinished.len());
        }
        assert!(lines > 0 && longest < 2 * MAX_LINE_BYTES, "{lines} {longest}");
    }
}
