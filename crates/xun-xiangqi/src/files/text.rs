//! Text files: which format they are, and where in them a fault is.

use super::encoding::TextEncoding;
use super::fault::{FileFault, Place, Problem};
use super::{FileFormat, GameFile, ReadGame, cbf, moves_text, ubb};
use crate::notation::pgn::parse_pgn_games_up_to_faults;

/// Reads the games of a text file.
pub(super) fn read(bytes: &[u8], encoding: Option<TextEncoding>) -> Result<GameFile, FileFault> {
    let encoding = encoding.unwrap_or_else(|| TextEncoding::of_file(bytes));
    let (text, sound) = encoding.decode(bytes);
    let mut file = read_text(&text)?;
    file.encoding = encoding;
    for fault in file.games.iter_mut().flat_map(|game| &mut game.faults) {
        if let Place::Byte(at) = fault.place {
            fault.place = place_of(&text, at);
        }
    }
    if let (false, Some(first)) = (sound, file.games.first_mut()) {
        let at = text.find('\u{fffd}').unwrap_or(0);
        let problem = Problem::Encoding(encoding.name());
        first.faults.push(FileFault { place: place_of(&text, at), problem });
    }
    Ok(file)
}

fn read_text(text: &str) -> Result<GameFile, FileFault> {
    match marked_format(text) {
        Some(FileFormat::Cbf) => return Ok(cbf::read(text)),
        Some(FileFormat::Ubb) => return Ok(ubb::read(text)),
        _ => {}
    }
    let mut pgn: Vec<ReadGame> = parse_pgn_games_up_to_faults(text)
        .map(|(record, fault)| ReadGame {
            record,
            faults: fault.map(FileFault::from).into_iter().collect(),
        })
        .collect();
    // Some programs sign their files behind the last game.
    let is_signature =
        |game: &ReadGame| game.record.tags.is_empty() && game.record.line.moves.is_empty();
    while pgn.len() > 1 && pgn.last().is_some_and(is_signature) {
        pgn.pop();
    }
    let sound = pgn.iter().all(|game| game.faults.is_empty());
    let has_tags = pgn.iter().any(|game| !game.record.tags.is_empty());
    if !sound
        && !has_tags
        && let Some(game) = moves_text::read(text)
    {
        return Ok(GameFile::new(FileFormat::Moves, vec![game]));
    }
    let something = has_tags || pgn.iter().any(|game| !game.record.line.moves.is_empty());
    if !something && (!sound || pgn.is_empty()) {
        let place = Place::Text { line: 1, column: 1 };
        return Err(FileFault { place, problem: Problem::UnknownFormat });
    }
    Ok(GameFile::new(FileFormat::Pgn, pgn))
}

/// The format that a text is marked with. What begins with a tag of PGN is PGN, whatever its
/// comments hold; forums put prose before `DhtmlXQ`.
fn marked_format(text: &str) -> Option<FileFormat> {
    let text = text.trim_start();
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with('[') && first.contains('"') && !first.starts_with("[DhtmlXQ") {
        return None;
    }
    let is_xml = text.starts_with('<') && text.contains("<ChineseChessRecord");
    if is_xml {
        Some(FileFormat::Cbf)
    } else {
        text.contains("[DhtmlXQ").then_some(FileFormat::Ubb)
    }
}

/// The line and column of a byte.
fn place_of(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place::Text { line, column }
}
