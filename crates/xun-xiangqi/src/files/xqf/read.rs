//! Reading XQF.

use super::keys::Keys;
use super::{FIELDS, HEADER, KIND, KINDS};
use crate::files::encoding::TextEncoding;
use crate::files::fault::{FaultList, FileFault, Place, Problem};
use crate::files::pieces::{PIECE_ORDER, place_pieces, with_turn_of};
use crate::files::tree::{Step, TreeBuilder, add_preorder};
use crate::files::{FileFormat, GameFile, ReadGame};
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Colour, Move, Square};

/// The last version.
const NEWEST: u8 = 18;

/// Reads the one game of an XQF file.
pub(in crate::files) fn read(
    bytes: &[u8],
    encoding: Option<TextEncoding>,
) -> Result<GameFile, FileFault> {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        let problem = Problem::Truncated { part: "the header", missing: HEADER - bytes.len() };
        return Err(FileFault { place: Place::Byte(bytes.len()), problem });
    };
    let version = header[2];
    let mut faults = FaultList::default();
    if version > NEWEST {
        faults.add(Place::Byte(2), Problem::Version(version));
    }
    let keys = match header.first_chunk() {
        Some(first) if version > 10 => Keys::of_header(first),
        _ => Keys::NONE,
    };
    let mut body = Body { bytes: body, at: 0, keys: &keys, version };
    let before = body.step(&mut faults);
    let mut first = match &before {
        Some(step) if step.has_next => body.step(&mut faults),
        _ => None,
    };
    let points = piece_points(header, &keys, version);
    let (mut setup, same) = place_pieces(&points);
    if let Some(square) = same {
        faults.add(Place::Byte(0x10), Problem::SamePoint(square));
    }
    setup.turn = if header[0x32] == 1 { Colour::Black } else { Colour::Red };
    let position = with_turn_of(&mut setup, first.as_ref().and_then(|step| step.chosen));
    let mut record = GameRecord::new(setup, [], result_of(header[0x33], &mut faults));
    let tree = match position {
        Ok(position) => {
            let mut tree = TreeBuilder::new(position);
            if first.is_some() {
                add_preorder(&mut tree, &mut faults, |faults| {
                    first.take().or_else(|| body.step(faults))
                });
            }
            Some(tree)
        }
        Err(error) => {
            faults.add(Place::Byte(0x10), error);
            None
        }
    };
    let fields = FIELDS.map(|(tag, at, most)| (tag, field(header, at, most)));
    let comment = before.map(|step| step.comment).unwrap_or_default();
    let judged = encoding.unwrap_or_else(|| {
        let comments = tree.iter().flat_map(TreeBuilder::comments).chain([&comment]);
        let texts = comments.map(Vec::as_slice).chain(fields.iter().map(|(_, text)| *text));
        TextEncoding::of_texts(&texts.collect::<Vec<_>>())
    });
    for (tag, text) in fields {
        let (text, _) = judged.decode(text);
        // A name that is cut off within a character ends before it.
        let text = text.trim_end_matches(['\u{fffd}', '\0']).trim();
        if !text.is_empty() {
            record.set_tag(tag, text);
        }
    }
    if let Some(kind) = KINDS.get(usize::from(header[0x40])).filter(|kind| !kind.is_empty()) {
        record.set_tag(KIND, kind);
    }
    let mut sound = true;
    let mut decode = |bytes: &Vec<u8>| {
        let (text, good) = judged.decode(bytes);
        sound &= good;
        text.trim_end_matches('\0').to_owned()
    };
    if let Some(tree) = tree {
        record.line = tree.into_line(&mut decode);
    }
    record.line.comment = decode(&comment);
    if !sound {
        faults.add(Place::Byte(HEADER), Problem::Encoding(judged.name()));
    }
    let games = vec![ReadGame { record, faults: faults.into_vec() }];
    Ok(GameFile { encoding: judged, ..GameFile::new(FileFormat::Xqf, games) })
}

/// The points of the 32 pieces, undisguised, in the order of [`PIECE_ORDER`].
fn piece_points(header: &[u8], keys: &Keys, version: u8) -> [Option<Square>; PIECE_ORDER] {
    let mut points = [None; PIECE_ORDER];
    for (index, &byte) in header[0x10..0x30].iter().enumerate() {
        let shift = if version >= 12 { usize::from(keys.pieces) + 1 } else { 0 };
        points[(index + shift) % PIECE_ORDER] = point(byte.wrapping_sub(keys.pieces));
    }
    points
}

/// The point of a byte: ten times the file plus the rank.
fn point(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}

fn field(header: &[u8], at: usize, most: usize) -> &[u8] {
    let length = usize::from(header[at]).min(most);
    &header[at + 1..=at + length]
}

/// Some files have 4 for a draw.
fn result_of(byte: u8, faults: &mut FaultList) -> GameResult {
    match byte {
        0 => GameResult::Unknown,
        1 => GameResult::Won(Colour::Red),
        2 => GameResult::Won(Colour::Black),
        3 | 4 => GameResult::Drawn,
        other => {
            faults.add(Place::Byte(0x33), Problem::Result(other.to_string()));
            GameResult::Unknown
        }
    }
}

/// The part behind the header, undisguised as it is read.
struct Body<'a> {
    bytes: &'a [u8],
    at: usize,
    keys: &'a Keys,
    version: u8,
}

impl Body<'_> {
    fn place(&self) -> Place {
        Place::Byte(HEADER + self.at)
    }

    /// The next bytes, or as many as there are.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let end = self.at.saturating_add(count).min(self.bytes.len());
        let taken = self.bytes[self.at..end].iter().zip(self.at..);
        let taken = taken.map(|(&byte, at)| byte.wrapping_sub(self.keys.stream[at % 32])).collect();
        self.at = end;
        taken
    }

    fn array<const N: usize>(&mut self, faults: &mut FaultList) -> Option<[u8; N]> {
        let taken = self.take(N);
        let missing = N - taken.len();
        if missing > 0 {
            faults.add(self.place(), Problem::Truncated { part: "a move", missing });
        }
        taken.try_into().ok()
    }

    /// The next move with its comment, still in its encoding; `None` at the end.
    fn step(&mut self, faults: &mut FaultList) -> Option<Step<Vec<u8>>> {
        let place = self.place();
        let [from, to, flags, _] = self.array(faults)?;
        let old = self.version <= 10;
        let (has_next, has_sibling, has_comment) = if old {
            (flags & 0xF0 != 0, flags & 0x0F != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let mut comment = Vec::new();
        if has_comment {
            let length = u32::from_le_bytes(self.array(faults)?);
            let length = i64::from(length) - i64::from(self.keys.comment);
            let left = self.bytes.len() - self.at;
            if length < 0 || length > left as i64 {
                faults.add(self.place(), Problem::CommentLength { length });
            }
            comment = self.take(usize::try_from(length).unwrap_or(0));
        }
        let from = point(from.wrapping_sub(24).wrapping_sub(self.keys.from));
        let to = point(to.wrapping_sub(32).wrapping_sub(self.keys.to));
        let chosen = from.zip(to).and_then(|(from, to)| Move::new(from, to));
        Some(Step { chosen, comment, has_next, has_sibling, place })
    }
}
