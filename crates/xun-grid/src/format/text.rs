//! Lines and words of a file with their places, for all readers.

use super::fault::{FaultKind, Faults, Field};

/// A line without its ending and without blanks after its last word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// From one.
    pub(super) number: u64,
    /// Its bytes up to the last that is no blank.
    pub(super) bytes: &'a [u8],
    /// Its bytes with the blanks that follow (but no carriage return).
    pub(super) untrimmed: &'a [u8],
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) line: u64,
    /// From one, in characters.
    pub(super) column: u64,
    pub(super) bytes: &'a [u8],
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The file's lines, with LF or CR LF in any mixture, without a byte order mark and without blank
/// lines at the end.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let end = bytes.iter().rposition(|&byte| byte != b'\n' && !is_blank(byte)).map_or(0, |last| {
        // Keep the blanks that follow the last word on its line: they may be cells.
        last + 1 + bytes[last + 1..].iter().take_while(|&&byte| byte != b'\n').count()
    });
    let mut rest = (end > 0).then_some(&bytes[..end]);
    let mut number = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        let length = find_newline(text);
        rest = text.get(length + 1..);
        number += 1;
        let mut untrimmed = &text[..length];
        while let [before @ .., b'\r'] = untrimmed {
            untrimmed = before;
        }
        Some(Line { number, bytes: trim_end(untrimmed), untrimmed })
    })
}

fn find_newline(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

pub(super) fn trim_end(mut bytes: &[u8]) -> &[u8] {
    while let [before @ .., last] = bytes {
        if !is_blank(*last) {
            break;
        }
        bytes = before;
    }
    bytes
}

impl<'a> Line<'a> {
    /// Its words: what stands between blanks (and commas).
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let between = |byte: u8| is_blank(byte) || byte == b',';
            at += self.bytes[at..].iter().take_while(|&&byte| between(byte)).count();
            let length = self.bytes[at..].iter().take_while(|&&byte| !between(byte)).count();
            let word = Word {
                line: self.number,
                column: self.column(at),
                bytes: &self.bytes[at..at + length],
            };
            at += length;
            (length > 0).then_some(word)
        })
    }

    /// The column, in characters from one, of the byte at this offset.
    pub(super) fn column(&self, offset: usize) -> u64 {
        let before = &self.untrimmed[..offset.min(self.untrimmed.len())];
        1 + before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
    }

    /// The column after the last word.
    pub(super) fn end_column(&self) -> u64 {
        self.column(self.bytes.len())
    }

    /// The word as a whole number within the range; a fault where it is missing or wrong.
    pub(super) fn number(
        &self,
        word: Option<Word<'_>>,
        field: Field,
        least: u64,
        most: u64,
        faults: &mut Faults,
    ) -> Option<u64> {
        if word.is_none() {
            faults.add(self.number, self.end_column(), FaultKind::Missing { field });
        }
        word?.number(field, least, most, faults)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl Word<'_> {
    /// The word as it can be shown: not too long, and valid.
    pub(super) fn shown(&self) -> String {
        const MOST: usize = 40;
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(MOST)]);
        if self.bytes.len() > MOST { format!("{text}…") } else { text.into_owned() }
    }

    /// The word as a whole number within the range; otherwise a fault.
    pub(super) fn number(
        &self,
        field: Field,
        least: u64,
        most: u64,
        faults: &mut Faults,
    ) -> Option<u64> {
        let digits =
            self.bytes.strip_prefix(b"-").or(self.bytes.strip_prefix(b"+")).unwrap_or(self.bytes);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            faults.add(
                self.line,
                self.column,
                FaultKind::NotANumber { field, found: self.shown() },
            );
            return None;
        }
        let value = digits.iter().try_fold(0_u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        let negative = self.bytes[0] == b'-' && value != Some(0);
        match value {
            Some(value) if !negative && (least..=most).contains(&value) => Some(value),
            _ => {
                let found = self.shown();
                faults.add(
                    self.line,
                    self.column,
                    FaultKind::OutOfRange { field, found, least, most },
                );
                None
            }
        }
    }
}
