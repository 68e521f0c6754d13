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

/// The byte of a game's header that tells its version.
const VERSION: usize = 19;
/// The title of a library: its offset and length.
const TITLE: (usize, usize) = (64, 512);

/// The places in the header of one version of the format.
struct Layout {
    /// Bytes of the header.
    length: usize,
    /// Texts: the tag, the offset, and the length in bytes.
    texts: &'static [(&'static str, usize, usize)],
    result: usize,
    turn: usize,
    /// The number of the first move, two bytes.
    first_move: usize,
    board: usize,
    /// A point is a byte with the file in its upper and the rank in its lower half; otherwise it is
    /// a number counted along the ranks.
    halves: bool,
}

/// Version 1.
const FIRST: Layout = Layout {
    length: 1958,
    texts: &[
        ("Title", 52, 128),
        ("Opening", 180, 256),
        ("Source", 436, 64),
        ("ContestType", 500, 64),
        ("Event", 564, 64),
        ("Round", 628, 64),
        ("Group", 692, 32),
        ("Table", 724, 32),
        ("Date", 756, 64),
        ("Site", 820, 64),
        ("TimeControl", 884, 64),
        ("Red", 948, 64),
        ("RedTeam", 1012, 64),
        ("RedTime", 1076, 64),
        ("RedRating", 1140, 32),
        ("Black", 1172, 64),
        ("BlackTeam", 1236, 64),
        ("BlackTime", 1300, 64),
        ("BlackRating", 1364, 32),
        ("Annotator", 1396, 64),
        ("CommentatorURL", 1460, 64),
        ("Author", 1524, 64),
        ("CreatorURL", 1588, 64),
        ("DateCreated", 1652, 40),
        ("DateModified", 1716, 40),
        ("RecordKind", 1788, 32),
        ("ResultType", 1824, 32),
    ],
    result: 1820,
    turn: 1856,
    first_move: 1860,
    board: 1864,
    halves: true,
};

/// Version 2.
const SECOND: Layout = Layout {
    length: 2214,
    texts: &[
        ("Title", 180, 128),
        ("Opening", 308, 256),
        ("Source", 564, 64),
        ("ContestType", 628, 64),
        ("Event", 692, 64),
        ("Round", 756, 64),
        ("Group", 820, 32),
        ("Table", 852, 32),
        ("Date", 884, 64),
        ("Site", 948, 64),
        ("TimeControl", 1012, 64),
        ("Red", 1076, 64),
        ("RedTeam", 1140, 64),
        ("RedTime", 1204, 64),
        ("RedRating", 1268, 32),
        ("Black", 1300, 64),
        ("BlackTeam", 1364, 64),
        ("BlackTime", 1428, 64),
        ("BlackRating", 1492, 32),
        ("Referee", 1524, 64),
        ("Recorder", 1588, 64),
        ("Annotator", 1652, 64),
        ("CommentatorURL", 1716, 64),
        ("Author", 1780, 64),
        ("CreatorURL", 1844, 64),
        ("DateCreated", 1908, 40),
        ("DateModified", 1972, 40),
        ("RecordKind", 2044, 32),
        ("ResultType", 2080, 32),
    ],
    result: 2076,
    turn: 2112,
    first_move: 2116,
    board: 2120,
    halves: false,
};

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
    let layout = if bytes.get(VERSION) == Some(&1) { &FIRST } else { &SECOND };
    let Some((header, body)) = bytes.split_at_checked(layout.length) else {
        let missing = layout.length - bytes.len();
        let problem = Problem::Truncated { part: "a game's header", missing };
        return Err(FileFault { place: Place::Byte(base + bytes.len()), problem });
    };
    let mut faults = FaultList::default();
    let mut setup = Setup::empty();
    for (index, &byte) in header[layout.board..layout.board + Square::COUNT].iter().enumerate() {
        if let Some(square) = point(index as u8) {
            setup.board[square.index()] = piece(byte);
        }
    }
    if header[layout.turn] == 2 {
        setup.turn = Colour::Black;
    }
    let first_move = [header[layout.first_move], header[layout.first_move + 1]];
    setup.move_number = u16::from_le_bytes(first_move).max(1).into();
    let mut body = Body { bytes: body, at: 0, base: base + layout.length, halves: layout.halves };
    let before = body.step(&mut faults);
    let mut first = match &before {
        Some(step) if step.has_next => body.step(&mut faults),
        _ => None,
    };
    let position = with_turn_of(&mut setup, first.as_ref().and_then(|step| step.chosen));
    let result = match header[layout.result] {
        // 4 is several results.
        0 | 4 => GameResult::Unknown,
        1 => GameResult::Won(Colour::Red),
        2 => GameResult::Won(Colour::Black),
        3 => GameResult::Drawn,
        other => {
            faults.add(Place::Byte(base + layout.result), Problem::Result(other.to_string()));
            GameResult::Unknown
        }
    };
    let mut record = GameRecord::new(setup, [], result);
    for &(tag, at, length) in layout.texts {
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
        Err(error) => faults.add(Place::Byte(base + layout.board), error),
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

/// The point of a byte with the file in its upper half and the rank, counted from Black's home, in
/// its lower one.
fn point_of_halves(byte: u8) -> Option<Square> {
    Square::new(byte >> 4, (Square::RANKS - 1).checked_sub(byte & 0xF)?)
}

/// The moves behind a header.
struct Body<'a> {
    bytes: &'a [u8],
    at: usize,
    base: usize,
    halves: bool,
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
        let point = if self.halves { point_of_halves } else { point };
        let chosen = point(from).zip(point(to)).and_then(|(from, to)| Move::new(from, to));
        let (has_next, has_sibling) = (flags & 1 == 0, flags & 2 != 0);
        Some(Step { chosen, comment, has_next, has_sibling, place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in this version of the format: a lone horse of Black mates nothing, but Black begins.
    fn game(version: u8, moves: &[[u8; 4]]) -> Vec<u8> {
        let layout = if version == 1 { &FIRST } else { &SECOND };
        let mut bytes = vec![0; layout.length];
        bytes[..16].copy_from_slice(GAME);
        bytes[VERSION] = version;
        for &(tag, at, length) in layout.texts {
            for (slot, unit) in bytes[at..at + length].chunks_mut(2).zip(tag.encode_utf16()) {
                slot.copy_from_slice(&unit.to_le_bytes());
            }
        }
        bytes[layout.result] = 2;
        bytes[layout.turn] = 2;
        bytes[layout.first_move] = 30;
        // Black's king on e9 and horse on b9, Red's king on d0.
        for (at, piece) in [(4, 0x25), (1, 0x22), (84, 0x15)] {
            bytes[layout.board + at] = piece;
        }
        bytes.extend(moves.concat());
        bytes
    }

    #[test]
    fn every_field_of_both_versions_is_read() {
        // b9c7 and b9a7, from the start of the game and beside it.
        let moves = [(1, [0x10, 0x22], [0x10, 0x02]), (2, [1, 20], [1, 18])].map(
            |(version, one, other)| {
                let step = |flags, points: [u8; 2]| [flags, 0, points[0], points[1]];
                (version, [[0, 0, 0, 0], step(3, one), step(1, other)])
            },
        );
        for (version, moves) in moves {
            let file = read(&game(version, &moves)).unwrap();
            let [game] = &file.games[..] else { panic!("one game") };
            assert_eq!(game.faults, [], "version {version}");
            let record = &game.record;
            assert_eq!(record.start.to_string(), "1n2k4/9/9/9/9/9/9/9/9/3K5 b - - 0 30");
            let layout = if version == 1 { &FIRST } else { &SECOND };
            for (tag, _, length) in layout.texts {
                let kept: String = tag.chars().take(length / 2).collect();
                assert_eq!(record.tag(tag), Some(&*kept), "version {version}");
            }
            assert_eq!(record.result, GameResult::Won(Colour::Black));
            let [first] = &record.line.moves[..] else { panic!("one move") };
            assert_eq!(first.chosen.to_string(), "b9c7");
            assert_eq!(first.variations[0].moves[0].chosen.to_string(), "b9a7");
        }
    }

    #[test]
    fn a_game_without_moves_keeps_its_turn() {
        let file = read(&game(2, &[[1, 0, 0, 0]])).unwrap();
        assert_eq!(file.games[0].record.start.turn, Colour::Black);
    }
}
