//! WXF notation: `C2=5`, `H8+7`, `R+=5` for the front one of two rooks on a file, `27=8` for the
//! second pawn on file 7 where three or more pawns, or pawns on several files, stand behind each
//! other.

use super::MoveTextError;
use super::relative::{Direction, Relative, Which};
use crate::rules::{Move, PieceKind, Position};

const WANTED: &str =
    "it is written like C2=5, H8+7, R+-2 (front rook) or 27=8 (second pawn on file 7)";

/// The text of a legal move; `None` if nothing stands where it begins.
///
/// ```
/// use xun_xiangqi::notation::{format_wxf, parse_wxf};
/// use xun_xiangqi::rules::Position;
/// let position = Position::start();
/// let chosen = parse_wxf(&position, "C2=5").unwrap();
/// assert_eq!(chosen.to_string(), "h2e2");
/// assert_eq!(format_wxf(&position, chosen).unwrap(), "C2=5");
/// ```
#[must_use]
pub fn format_wxf(position: &Position, chosen: Move) -> Option<String> {
    let relative = Relative::of(position, chosen, |place, file| {
        if place.on_file > 2 || place.crowded_files > 1 {
            Which::NthOnFile(place.in_front + 1, file)
        } else if place.in_front == 0 {
            Which::Front
        } else {
            Which::Rear
        }
    })?;
    let letter = letter(relative.kind);
    let piece = match relative.which {
        Which::File(file) => format!("{letter}{file}"),
        Which::Rear => format!("{letter}-"),
        Which::NthOnFile(nth, file) => format!("{nth}{file}"),
        Which::Front | Which::Middle | Which::Nth(_) | Which::RearOnFile(_) => format!("{letter}+"),
    };
    let direction = match relative.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    };
    Some(format!("{piece}{direction}{}", relative.number))
}

/// The legal move of a text. `.` is read for `=`, `N` and `B` for `H` and `E`, and `+R=5` for
/// `R+=5`.
///
/// # Errors
/// A text that is no move, or that means none or several of the legal ones.
pub fn parse_wxf(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let letters: Vec<char> = text.trim().chars().collect();
    let relative = match letters[..] {
        [first, second, direction, number] => read(first, second, direction, number),
        _ => None,
    };
    relative.ok_or_else(|| MoveTextError::malformed(text, WANTED))?.find(position, text)
}

fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        other => other.letter().to_ascii_uppercase(),
    }
}

fn digit(letter: char) -> Option<u8> {
    letter.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8)
}

fn read(first: char, second: char, direction: char, number: char) -> Option<Relative> {
    let direction = match direction {
        '+' => Direction::Forward,
        '-' | '–' => Direction::Back,
        '=' | '.' => Direction::Sideways,
        _ => return None,
    };
    let number = digit(number)?;
    let among = |sign: char| match sign {
        '+' => Some(Which::Front),
        '-' | '–' => Some(Which::Rear),
        '=' | '.' => Some(Which::Middle),
        _ => None,
    };
    let (kind, which) = match (digit(first), digit(second)) {
        (Some(nth), Some(file)) => (PieceKind::Pawn, Which::NthOnFile(nth, file)),
        (None, Some(file)) => (PieceKind::from_letter(first)?, Which::File(file)),
        (Some(nth), None) => (PieceKind::from_letter(second)?, Which::Nth(nth)),
        (None, None) => match among(second) {
            Some(which) => (PieceKind::from_letter(first)?, which),
            None => (PieceKind::from_letter(second)?, among(first)?),
        },
    };
    Some(Relative { kind, which, direction, number })
}
