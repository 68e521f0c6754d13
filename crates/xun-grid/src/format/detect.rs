//! Detects the format of a file by its first lines, and by its name where several are possible.

use super::Format;
use super::text::{Line, lines};

/// The number of bytes that are read for detection.
const LOOK_AT: usize = 1 << 16;

/// The format a file is most likely meant to be in. It may still have faults.
pub fn detect(bytes: &[u8], file_name: Option<&str>) -> Format {
    let bytes = &bytes[..bytes.len().min(LOOK_AT)];
    let ends_with = |extension: &str| {
        file_name
            .is_some_and(|name| name.len() > 4 && name.to_ascii_lowercase().ends_with(extension))
    };
    let mut lines = lines(bytes).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return if ends_with(".map") { Format::MovingAi } else { Format::Lab };
    };
    if first.words().next().is_some_and(|word| word.bytes == b"type") || ends_with(".map") {
        return Format::MovingAi;
    }
    let drawn = |byte: &u8| b"#.@*SG".contains(byte);
    if first.bytes.iter().any(drawn) {
        return Format::Ascii;
    }
    if first.bytes.iter().all(|byte| b"01 \t,".contains(byte)) {
        // A lab file's header of single digits would announce a map of one cell, which has no rows
        // of three.
        let single = first.words().all(|word| word.bytes.len() == 1);
        let header = is_three_words(first) && !(single && lines.next().is_some_and(is_three_words));
        return if header { Format::Lab } else { Format::Matrix };
    }
    let words = first.words().count();
    let number = first.words().next().is_some_and(|word| {
        let digits = word.bytes.strip_prefix(b"-").unwrap_or(word.bytes);
        digits.iter().all(u8::is_ascii_digit)
    });
    if number && (2..=4).contains(&words) {
        return Format::Lab;
    }
    if lines.any(|line| line.bytes.iter().any(drawn)) || first.bytes[0].is_ascii_lowercase() {
        return Format::Ascii;
    }
    if words == 1 || words > 4 { Format::Matrix } else { Format::Lab }
}

fn is_three_words(line: Line<'_>) -> bool {
    line.words().count() == 3
}
