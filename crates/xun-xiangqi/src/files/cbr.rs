//! CBR and CBL, the files of 象棋桥 (`CCBridge`): one game, or a library of games. Texts are UTF-16.

use super::encoding::TextEncoding;
use super::fault::{FaultList, FileFault, Place, Problem};
use super::pieces::with_turn_of;
use super::tree::{Step, TreeBuilder, add_preorder};
use super::{FileFormat, GameFile, ReadGame};
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Colour, Move, Piece, Setup, Square};

/// The first bytes of a game.
pub(super) const GAME: &[u8] = b"CCBridge Record\0";
/// The first bytes of a library.
pub(super) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// Bytes of a game's header.
const HEADER: usize = 2214;
/// The title of a library: its offset and length.
const TITLE: (usize, usize) = (64, 512);

/// Texts of a game's header: the tag, the offset, and the length in bytes.
const FIELDS: [(&str, usize, usize); 11] = [
    ("Title", 180, 128),
    ("Opening", 308, 64),
    ("Event", 692, 64),
    ("Date", 884, 64),
    ("Site", 948, 64),
    ("Red", 1076, 64),
    ("RedTeam", 1140, 64),
    ("Black", 1300, 64),
    ("BlackTeam", 1364, 64),
    ("Annotator", 1668, 64),
    ("Author", 1780, 64),
];
const RESULT: usize = 2076;
const TURN: usize = 2116;
const BOARD: usize = 2120;

/// Reads the one game of a CBR file.
pub(super) fn read(bytes: &[u8]) -> Result<GameFile, FileFault> {
    let game = read_game(bytes, 0)?;
    Ok(GameFile { encoding: TextEncoding::Utf16, ..GameFile::new(FileFormat::Cbr, vec![game]) })
}

/// Reads every game of a CBL file. A game that is cut off within its header is a fault of the one
/// before it.
pub(super) fn read_library(bytes: &[u8]) -> Result<GameFile, FileFault> {
    let mut games: Vec<ReadGame> = Vec::new();
    let mut at = find(bytes, LIBRARY.len());
    while let Some(start) = at {
        let next = find(bytes, start + GAME.len());
        match read_game(&bytes[start..next.unwrap_or(bytes.len())], start) {
            Ok(game) => games.push(game),
            Err(fault) => match games.last_mut() {
                Some(last) => last.faults.push(fault),
                None => return Err(fault),
            },
        }
        at = next;
    }
    if games.is_empty() {
        return Err(FileFault { place: Place::Byte(bytes.len()), problem: Problem::NoGame });
    }
    let title = bytes.get(TITLE.0..TITLE.0 + TITLE.1).map(text).unwrap_or_default();
    let file = GameFile::new(FileFormat::Cbl, games);
    Ok(GameFile { encoding: TextEncoding::Utf16, title, ..file })
}

/// Where the next game begins.
fn find(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(GAME.len()).position(|found| found == GAME).map(|at| from + at)
}

/// A text up to its first zero; rubbish that an unused field may hold is none.
fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    let text = String::from_utf16(&units).unwrap_or_default();
    if text.contains(|letter: char| letter.is_control()) {
        String::new()
    } else {
        text.trim().to_owned()
    }
}

/// Reads the game at the beginning of these bytes, which are so far behind the file's first one.
fn read_game(bytes: &[u8], base: usize) -> Result<ReadGame, FileFault> {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        let missing = HEADER - bytes.len();
        let problem = Problem::Truncated { part: "a game's header", missing };
        return Err(FileFault { place: Place::Byte(base + bytes.len()), problem });
    };
    let mut faults = FaultList::default();
    let mut setup = Setup::empty();
    for (index, &byte) in header[BOARD..BOARD + Square::COUNT].iter().enumerate() {
        if let Some(square) = point(index as u8) {
            setup.board[square.index()] = piece(byte);
        }
    }
    if header[TURN] != 1 {
        setup.turn = Colour::Black;
    }
    let mut body = Body { bytes: body, at: 0, base: base + HEADER };
    let before = body.step(&mut faults);
    let mut first = match &before {
        Some(step) if step.has_next => body.step(&mut faults),
        _ => None,
    };
    let position = with_turn_of(&mut setup, first.as_ref().and_then(|step| step.chosen));
    let result = match header[RESULT] {
        0 => GameResult::Unknown,
        1 => GameResult::Won(Colour::Red),
        2 => GameResult::Won(Colour::Black),
        3 | 4 => GameResult::Drawn,
        other => {
            faults.add(Place::Byte(base + RESULT), Problem::Result(other.to_string()));
            GameResult::Unknown
        }
    };
    let mut record = GameRecord::new(setup, [], result);
    for (tag, at, length) in FIELDS {
        let text = text(&header[at..at + length]);
        if !text.is_empty() {
            record.set_tag(tag, &text);
        }
    }
    match position {
        Ok(position) => {
            let mut tree = TreeBuilder::new(position);
            if first.is_some() {
                add_preorder(&mut tree, &mut faults, |faults| {
                    first.take().or_else(|| body.step(faults))
                });
            }
            record.line = tree.into_line(String::clone);
        }
        Err(error) => faults.add(Place::Byte(base + BOARD), error),
    }
    record.line.comment = before.map(|step| step.comment).unwrap_or_default();
    Ok(ReadGame { record, faults: faults.into_vec() })
}

/// The piece of a byte: 0x11 to 0x17 for Red, 0x21 to 0x27 for Black.
fn piece(byte: u8) -> Option<Piece> {
    let kind = *b"RNBAKCP".get(usize::from(byte & 0xF).checked_sub(1)?)?;
    match byte >> 4 {
        1 => Piece::from_letter(char::from(kind)),
        2 => Piece::from_letter(char::from(kind.to_ascii_lowercase())),
        _ => None,
    }
}

/// The point of a byte, counted along the ranks from Black's home.
fn point(byte: u8) -> Option<Square> {
    let rank = (Square::RANKS - 1).checked_sub(byte / Square::FILES)?;
    Square::new(byte % Square::FILES, rank)
}

/// The moves behind a header.
struct Body<'a> {
    bytes: &'a [u8],
    at: usize,
    base: usize,
}

impl Body<'_> {
    fn place(&self) -> Place {
        Place::Byte(self.base + self.at)
    }

    fn array<const N: usize>(&mut self, faults: &mut FaultList) -> Option<[u8; N]> {
        let rest = &self.bytes[self.at..];
        let Some(&taken) = rest.first_chunk() else {
            let missing = N - rest.len();
            faults.add(self.place(), Problem::Truncated { part: "a move", missing });
            return None;
        };
        self.at += N;
        Some(taken)
    }

    /// The next move with its comment. Its first byte has 1 for the end of a line, 2 for a sibling
    /// and 4 for a comment.
    fn step(&mut self, faults: &mut FaultList) -> Option<Step<String>> {
        let place = self.place();
        let [flags, _, from, to] = self.array(faults)?;
        let mut comment = String::new();
        if flags & 4 != 0 {
            let length = i32::from_le_bytes(self.array(faults)?);
            let left = self.bytes.len() - self.at;
            let fitting = usize::try_from(length).ok().filter(|&length| length <= left);
            if fitting.is_none() {
                faults.add(self.place(), Problem::CommentLength { length: length.into() });
            }
            let kept = fitting.unwrap_or(if length < 0 { 0 } else { left });
            let (text, sound) = TextEncoding::Utf16.decode(&self.bytes[self.at..self.at + kept]);
            if !sound {
                faults.add(self.place(), Problem::Encoding(TextEncoding::Utf16.name()));
            }
            text.split('\0').next().unwrap_or_default().clone_into(&mut comment);
            self.at += kept;
        }
        let chosen = point(from).zip(point(to)).and_then(|(from, to)| Move::new(from, to));
        let (has_next, has_sibling) = (flags & 1 == 0, flags & 2 != 0);
        Some(Step { chosen, comment, has_next, has_sibling, place })
    }
}
