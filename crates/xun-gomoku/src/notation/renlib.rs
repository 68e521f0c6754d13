//! `RenLib`'s `.lib` files: trees of moves on the 15 × 15 board.
//!
//! A header of 20 bytes, then one node after another in the order of the lines. A node is two
//! bytes, place and flags; two more flag bytes, a comment and a text on the board may follow.

mod fault;

pub use fault::{RenLibFault, RenLibProblem};

use super::sgf::{GameTree, TreeMove, main_line};
use super::{Record, Remarks};
use crate::rules::{Colour, Point, Size};

/// First bytes of every file since version 3.
const MAGIC: &[u8; 8] = b"\xFFRenLib\xFF";
const HEADER: usize = 20;
/// The latest version that is known, 3.04.
const VERSION: [u8; 2] = [3, 4];
/// Files before version 3 have no header and begin with the centre.
const CENTRE: u8 = 0x78;

/// Another move in place of this one follows after its line.
const DOWN: u8 = 0x80;
/// The line ends here.
const RIGHT: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
/// In the second byte of the extension.
const BOARD_TEXT: u8 = 0x01;
/// Between the first line of a comment and the others.
const FIRST_LINE_END: char = '\u{8}';

/// Content of a `RenLib` file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenLib {
    /// The sound part. A marked move has a circle at its point; a text at a point of the board is a
    /// line `h8: text` in the comment.
    pub tree: GameTree,
    /// Faults, [`RenLib::MOST_FAULTS`] at most.
    pub faults: Vec<RenLibFault>,
}

impl RenLib {
    /// Faults that are kept.
    pub const MOST_FAULTS: usize = 20;
    /// Moves that are read of a file.
    pub const MOST_MOVES: usize = 2_000_000;
}

/// Whether the bytes begin as a `RenLib` file does.
#[must_use]
pub fn is_renlib(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A text as UTF-8 or, where it is not, as Latin-1.
#[must_use]
pub fn renlib_text(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned)
}

/// Reads a `RenLib` file. `decode` makes texts of the comments' bytes, such as [`renlib_text`].
///
/// ```
/// use xun_gomoku::notation::{parse_renlib, renlib_text, write_moves};
///
/// let mut bytes = b"\xFFRenLib\xFF\x03\x04".to_vec();
/// bytes.resize(20, 0xFF);
/// bytes.extend([0x00, 0x00, 0x78, 0x00, 0x69, 0x40]); // first position, h8, i9
/// let library = parse_renlib(&bytes, renlib_text)?;
/// assert_eq!(write_moves(&library.tree.record.moves), "h8i9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Bytes that are no `RenLib` file. Faults within a file are in the answer.
pub fn parse_renlib(
    bytes: &[u8],
    decode: impl FnMut(&[u8]) -> String,
) -> Result<RenLib, RenLibFault> {
    let header = bytes.starts_with(MAGIC);
    if !header && bytes.first() != Some(&CENTRE) {
        return Err(RenLibFault { at: 0, problem: RenLibProblem::NotRenLib });
    }
    if header && bytes.len() < HEADER {
        return Err(RenLibFault { at: bytes.len(), problem: RenLibProblem::Truncated });
    }
    let mut reader = Reader {
        bytes,
        at: if header { HEADER } else { 0 },
        decode,
        tree: GameTree::from(Record::new(Size::STANDARD)),
        faults: Vec::new(),
        path: Vec::new(),
        taken: [false; 256],
        waiting: Vec::new(),
    };
    if header && [bytes[8], bytes[9]] > VERSION {
        reader.fault(8, RenLibProblem::Version { major: bytes[8], minor: bytes[9] });
    }
    reader.read();
    let Reader { mut tree, faults, .. } = reader;
    tree.record.moves = main_line(&tree.moves);
    Ok(RenLib { tree, faults })
}

/// A node of the line that is being read.
struct Step {
    place: u8,
    /// Its number in the tree, if it is kept.
    number: Option<usize>,
}

struct Reader<'a, D> {
    bytes: &'a [u8],
    at: usize,
    decode: D,
    tree: GameTree,
    faults: Vec<RenLibFault>,
    path: Vec<Step>,
    /// The places of the kept moves on the path.
    taken: [bool; 256],
    /// Lengths of the path before nodes that have another beside them.
    waiting: Vec<usize>,
}

impl<D: FnMut(&[u8]) -> String> Reader<'_, D> {
    fn fault(&mut self, at: usize, problem: RenLibProblem) {
        if self.faults.len() < RenLib::MOST_FAULTS {
            self.faults.push(RenLibFault { at, problem });
        }
    }

    fn read(&mut self) {
        let begin = self.at;
        while self.at < self.bytes.len() {
            let at = self.at;
            if self.tree.moves.len() == RenLib::MOST_MOVES {
                return self.fault(at, RenLibProblem::TooMany);
            }
            let Some([place, flags]) = self.pair() else {
                return self.fault(at, RenLibProblem::Truncated);
            };
            let extension = if flags & EXTENSION == 0 { Some([0, 0]) } else { self.pair() };
            let Some([_, more]) = extension else {
                return self.fault(self.at, RenLibProblem::Truncated);
            };
            let mut comment = if flags & OLD_COMMENT != 0 {
                self.old_text()
            } else if flags & COMMENT != 0 {
                self.text()
            } else {
                String::new()
            };
            let label = if more & BOARD_TEXT == 0 { String::new() } else { self.text() };
            if at == begin && place == 0 {
                add_line(&mut comment, &label);
                self.tree.remarks.comment = comment;
            } else {
                if flags & DOWN != 0 {
                    self.waiting.push(self.path.len());
                }
                self.node(at, place, flags, comment, &label);
            }
            if flags & RIGHT != 0 {
                let Some(length) = self.waiting.pop() else { break };
                self.shorten(length);
            }
        }
        if self.at < self.bytes.len() {
            self.fault(self.at, RenLibProblem::AfterEnd);
        } else if !self.waiting.is_empty() {
            self.fault(self.at, RenLibProblem::Unfinished { lines: self.waiting.len() });
        }
    }

    /// Adds a node after the last one of the path.
    fn node(&mut self, at: usize, place: u8, flags: u8, mut comment: String, label: &str) {
        let parent = self.path.last().map_or(Some(0), |step| step.number);
        let point = point(place);
        let number = parent.and_then(|parent| {
            let Some(point) = point else {
                let pass = place == 0;
                let problem =
                    if pass { RenLibProblem::Pass } else { RenLibProblem::Outside { place } };
                self.fault(at, problem);
                return None;
            };
            if !label.is_empty() {
                add_line(&mut comment, &format!("{point}: {label}"));
            }
            if flags & NO_MOVE != 0 && flags & RIGHT != 0 {
                // A text on the board that is no move.
                add_line(&mut self.remarks(parent).comment, &comment);
                return None;
            }
            if self.taken[usize::from(place)] {
                self.fault(at, RenLibProblem::Occupied { point });
                return None;
            }
            self.taken[usize::from(place)] = true;
            let circles = if flags & MARK == 0 { Vec::new() } else { vec![point] };
            self.tree.moves.push(TreeMove {
                parent,
                remarks: Remarks { comment, circles, ..Remarks::default() },
                ..TreeMove::new(point, Colour::to_move_after(self.path.len()))
            });
            Some(self.tree.moves.len())
        });
        self.path.push(Step { place, number });
    }

    /// The remarks of a move by its number, or of the first position.
    fn remarks(&mut self, number: usize) -> &mut Remarks {
        match number.checked_sub(1).and_then(|index| self.tree.moves.get_mut(index)) {
            Some(made) => &mut made.remarks,
            None => &mut self.tree.remarks,
        }
    }

    fn shorten(&mut self, length: usize) {
        for step in self.path.drain(length..) {
            if step.number.is_some() {
                self.taken[usize::from(step.place)] = false;
            }
        }
    }

    fn pair(&mut self) -> Option<[u8; 2]> {
        let (pair, _) = self.bytes[self.at..].split_first_chunk::<2>()?;
        self.at += 2;
        Some(*pair)
    }

    /// A text that ends with a zero, filled up to pairs of bytes.
    fn text(&mut self) -> String {
        let rest = &self.bytes[self.at..];
        let Some(length) = rest.iter().position(|&byte| byte == 0) else {
            self.cut_off();
            return self.decoded(rest);
        };
        self.at = self.bytes.len().min(self.at + length + 2 - length % 2);
        self.decoded(&rest[..length])
    }

    /// A text of 7 bits whose last letter has the eighth, with the Swedish letters of ISO 646.
    fn old_text(&mut self) -> String {
        let rest = &self.bytes[self.at..];
        let length = if let Some(last) = rest.iter().position(|&byte| byte >= 0x80) {
            self.at = self.bytes.len().min(self.at + last + 2 - last % 2);
            last + 1
        } else {
            self.cut_off();
            rest.len()
        };
        let letters = rest[..length].iter().map(|&byte| match byte & 0x7F {
            b'}' => 'å',
            b'{' => 'ä',
            b'|' => 'ö',
            b']' => 'Å',
            b'[' => 'Ä',
            b'\\' => 'Ö',
            letter => char::from(letter),
        });
        lines(&letters.collect::<String>())
    }

    fn decoded(&mut self, text: &[u8]) -> String {
        lines(&(self.decode)(text))
    }

    /// A text has no end before the file's.
    fn cut_off(&mut self) {
        self.fault(self.at, RenLibProblem::Truncated);
        self.at = self.bytes.len();
    }
}

/// A text with usual line ends.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', FIRST_LINE_END], "\n");
    text.trim_matches(['\n', '\0']).to_owned()
}

fn add_line(comment: &mut String, line: &str) {
    if !comment.is_empty() && !line.is_empty() {
        comment.push('\n');
    }
    comment.push_str(line);
}

/// Columns count from one in the low four bits, rows from the top in the high ones.
fn point(place: u8) -> Option<Point> {
    let column = u32::from(place % 16).checked_sub(1)?;
    Size::STANDARD.point(column, 14_u32.checked_sub(u32::from(place / 16))?)
}

#[cfg(test)]
mod tests;
