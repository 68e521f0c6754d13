//! Writing XQF, in version 18 with keys of zero.

use super::keys::Keys;
use super::{FIELDS, HEADER, KIND, KINDS};
use crate::files::encoding::encode_gbk;
use crate::files::loss::{Loss, Losses, Written, comment_of, tags_without};
use crate::files::pieces::piece_points;
use crate::notation::pgn::Line;
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Colour, Setup, Square};

/// Bits of a move's third byte.
const NEXT: u8 = 0x80;
const SIBLING: u8 = 0x40;
const COMMENT: u8 = 0x20;

/// The game as an XQF file, and what the format could not hold: names longer than its fields,
/// other tags, numbered remarks. Texts are in GBK.
///
/// ```
/// use xun_xiangqi::files::{read_games, write_xqf, ReadOptions};
/// use xun_xiangqi::notation::parse_pgn;
/// let game = parse_pgn("[Red \"红\"]\n1. 炮二平五 {当头炮} 马８进７ (1... 马２进３) *").unwrap();
/// let written = write_xqf(&game);
/// assert!(written.losses.is_empty());
/// let file = read_games(&written.bytes, &ReadOptions::default()).unwrap();
/// assert_eq!(file.games[0].record.line, game.line);
/// ```
#[must_use]
pub fn write_xqf(record: &GameRecord) -> Written {
    let mut losses = Losses::default();
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(b"XQ\x12");
    let keys = bytes.first_chunk().map_or(Keys::NONE, Keys::of_header);
    let points = piece_points(&record.start);
    for (index, square) in points.into_iter().enumerate() {
        // From version 12 on the list is shifted by one more than its key.
        bytes[0x10 + (index + 31) % 32] = square.map_or(0xFF, point);
    }
    if record.start.turn == Colour::Black {
        bytes[0x32] = 1;
    }
    bytes[0x33] = match record.result {
        GameResult::Unknown => 0,
        GameResult::Won(Colour::Red) => 1,
        GameResult::Won(Colour::Black) => 2,
        GameResult::Drawn => 3,
    };
    let kind = record.tag(KIND).and_then(|kind| KINDS.iter().position(|name| *name == kind));
    let usual = if record.start.board == Setup::start().board { 0 } else { 3 };
    bytes[0x40] = kind.unwrap_or(usual) as u8;
    for (tag, at, most) in FIELDS {
        let (text, missing) = encode_gbk(record.tag(tag).unwrap_or_default());
        losses.characters += missing;
        let kept = cut_between_characters(&text, most);
        if kept < text.len() {
            losses.list.push(Loss::Cut { tag: tag.to_owned(), bytes: most });
        }
        bytes[at] = kept as u8;
        bytes[at + 1..=at + kept].copy_from_slice(&text[..kept]);
    }
    let mut known: Vec<&str> = FIELDS.iter().map(|(tag, ..)| *tag).collect();
    known.push(KIND);
    losses.list.extend(tags_without(record, &known));
    losses.counters(&record.start);
    let mut body = Body { bytes, comment: keys.comment, losses };
    body.step(*b"\x18\x20", !record.line.moves.is_empty(), false, &record.line.comment);
    body.line(&record.line, false, true);
    body.losses.written(body.bytes)
}

/// Bytes up to so many that end between two characters of GBK.
fn cut_between_characters(text: &[u8], most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    let mut end = 0;
    while end < most {
        let wide = match text[end..] {
            [0x81..=0xFE, b'0'..=b'9', ..] => 4,
            [0x81..=0xFE, ..] => 2,
            _ => 1,
        };
        if end + wide > most {
            break;
        }
        end += wide;
    }
    end
}

/// The byte of a point: ten times the file plus the rank.
fn point(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

struct Body {
    bytes: Vec<u8>,
    /// Added to the length of a comment.
    comment: u32,
    losses: Losses,
}

impl Body {
    fn step(&mut self, points: [u8; 2], has_next: bool, has_sibling: bool, comment: &str) {
        let (text, missing) = encode_gbk(comment);
        self.losses.characters += missing;
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        let flags =
            flag(has_next, NEXT) | flag(has_sibling, SIBLING) | flag(!text.is_empty(), COMMENT);
        self.bytes.extend_from_slice(&[points[0], points[1], flags, 0]);
        if !text.is_empty() {
            let length = (text.len() as u32).saturating_add(self.comment);
            self.bytes.extend_from_slice(&length.to_le_bytes());
            self.bytes.extend_from_slice(&text);
        }
    }

    /// Writes a line and then the variations of its moves, the last move's first.
    fn line(&mut self, line: &Line, sibling_follows: bool, is_main: bool) {
        for (index, made) in line.moves.iter().enumerate() {
            let variations = made.variations.iter().any(|other| !other.moves.is_empty());
            let has_sibling = variations || index == 0 && sibling_follows;
            let points = [point(made.chosen.from()) + 24, point(made.chosen.to()) + 32];
            self.losses.glyphs += made.glyphs.len();
            let comment = comment_of(line, index, is_main);
            self.step(points, index + 1 < line.moves.len(), has_sibling, &comment);
        }
        for (index, made) in line.moves.iter().enumerate().rev() {
            let variations = made.variations.iter().filter(|other| !other.moves.is_empty());
            let mut rest = variations.peekable();
            while let Some(variation) = rest.next() {
                let follows = rest.peek().is_some() || index == 0 && sibling_follows;
                self.line(variation, follows, false);
            }
        }
    }
}
