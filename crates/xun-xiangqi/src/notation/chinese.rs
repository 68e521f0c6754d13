//! Chinese notation: 炮二平五, 马８进７, 前车进一, 中兵平六, 二兵平四.
//!
//! Red's numbers are written 一 to 九, Black's １ to ９. Of two pieces of a kind on a file one is
//! 前 and one 后; three pawns are 前, 中, 后; four or five, or pawns on several crowded files, are
//! 一, 二, 三 … from the right file to the left and on each from the front. All characters in use
//! are read: simplified and traditional, full-width and ordinary digits.

use super::MoveTextError;
use super::relative::{Direction, Relative, Which};
use crate::rules::{Colour, Move, PieceKind, Position};

const WANTED: &str = "it is written like 炮二平五, 马８进７, 前车进一 or 中兵平六";

/// The characters to write with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Script {
    /// 简体: 车马进后.
    #[default]
    Simplified,
    /// 繁體: 車馬進後.
    Traditional,
}

/// The text of a legal move; `None` if nothing stands where it begins.
///
/// ```
/// use xun_xiangqi::notation::{Script, format_chinese, parse_chinese};
/// use xun_xiangqi::rules::Position;
/// let mut position = Position::start();
/// let chosen = parse_chinese(&position, "炮二平五").unwrap();
/// assert_eq!(format_chinese(&position, chosen, Script::Simplified).unwrap(), "炮二平五");
/// position.play(chosen);
/// let reply = parse_chinese(&position, "馬8進7").unwrap();
/// assert_eq!(format_chinese(&position, reply, Script::Simplified).unwrap(), "马８进７");
/// ```
#[must_use]
pub fn format_chinese(position: &Position, chosen: Move, script: Script) -> Option<String> {
    let relative = Relative::of(position, chosen, |place, _| {
        if place.on_file > 3 || place.crowded_files > 1 {
            Which::Nth(place.before + 1)
        } else if place.in_front == 0 {
            Which::Front
        } else if place.in_front + 1 == place.on_file {
            Which::Rear
        } else {
            Which::Middle
        }
    })?;
    let side = position.turn();
    let traditional = script == Script::Traditional;
    let name = piece_name(relative.kind, side, traditional);
    let piece = match relative.which {
        Which::File(file) | Which::NthOnFile(_, file) | Which::RearOnFile(file) => {
            format!("{name}{}", numeral(file, side))
        }
        Which::Front => format!("前{name}"),
        Which::Middle => format!("中{name}"),
        Which::Rear => format!("{}{name}", if traditional { '後' } else { '后' }),
        Which::Nth(nth) => format!("{}{name}", numeral(nth, Colour::Red)),
    };
    let direction = match relative.direction {
        Direction::Forward if traditional => '進',
        Direction::Forward => '进',
        Direction::Back => '退',
        Direction::Sideways => '平',
    };
    Some(format!("{piece}{direction}{}", numeral(relative.number, side)))
}

/// The legal move of a text, in any of the characters in use.
///
/// # Errors
/// A text that is no move, or that means none or several of the legal ones.
pub fn parse_chinese(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let relative = match letters[..] {
        [first, second, direction, number] => read(first, second, direction, number),
        // 前兵四进一: place, piece and file.
        [place, piece, file, direction, number] => {
            read_with_file(place, Some(piece), file, direction, number)
        }
        _ => None,
    };
    relative.ok_or_else(|| MoveTextError::malformed(text, WANTED))?.find(position, text)
}

/// The character of a piece.
#[must_use]
pub fn piece_name(kind: PieceKind, side: Colour, traditional: bool) -> char {
    let (red, black) = match (kind, traditional) {
        (PieceKind::King, false) => ('帅', '将'),
        (PieceKind::King, true) => ('帥', '將'),
        (PieceKind::Advisor, _) => ('仕', '士'),
        (PieceKind::Elephant, _) => ('相', '象'),
        (PieceKind::Horse, false) => ('马', '马'),
        (PieceKind::Horse, true) => ('馬', '馬'),
        (PieceKind::Rook, false) => ('车', '车'),
        (PieceKind::Rook, true) => ('車', '車'),
        (PieceKind::Cannon, false) => ('炮', '炮'),
        (PieceKind::Cannon, true) => ('炮', '砲'),
        (PieceKind::Pawn, _) => ('兵', '卒'),
    };
    if side == Colour::Red { red } else { black }
}

fn kind_of(name: char) -> Option<PieceKind> {
    Some(match name {
        '帅' | '帥' | '将' | '將' => PieceKind::King,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Elephant,
        '马' | '馬' | '傌' => PieceKind::Horse,
        '车' | '車' | '俥' => PieceKind::Rook,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        _ => return None,
    })
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn numeral(number: u8, side: Colour) -> char {
    match side {
        Colour::Red => NUMERALS[usize::from(number.clamp(1, 9)) - 1],
        Colour::Black => char::from_u32('０' as u32 + u32::from(number)).unwrap_or('？'),
    }
}

fn number_of(letter: char) -> Option<u8> {
    if let Some(index) = NUMERALS.iter().position(|&numeral| numeral == letter) {
        return Some(index as u8 + 1);
    }
    let ordinary = match letter {
        '１'..='９' => letter as u32 - '０' as u32,
        _ => letter.to_digit(10)?,
    };
    (1..=9).contains(&ordinary).then_some(ordinary as u8)
}

fn direction_of(letter: char) -> Option<Direction> {
    Some(match letter {
        '进' | '進' => Direction::Forward,
        '退' => Direction::Back,
        '平' => Direction::Sideways,
        _ => return None,
    })
}

fn place_of(letter: char) -> Option<Which> {
    Some(match letter {
        '前' => Which::Front,
        '中' => Which::Middle,
        '后' | '後' => Which::Rear,
        _ => Which::Nth(number_of(letter)?),
    })
}

fn read(first: char, second: char, direction: char, number: char) -> Option<Relative> {
    if kind_of(first).is_none() && kind_of(second).is_none() {
        // 前四进一: of pawns the name may be left out.
        return read_with_file(first, None, second, direction, number);
    }
    let (kind, which) = match kind_of(first) {
        Some(kind) => (kind, Which::File(number_of(second)?)),
        None => (kind_of(second)?, place_of(first)?),
    };
    Some(Relative { kind, which, direction: direction_of(direction)?, number: number_of(number)? })
}

/// A pawn named by its place on a file that is named too.
fn read_with_file(
    place: char,
    piece: Option<char>,
    file: char,
    direction: char,
    number: char,
) -> Option<Relative> {
    let kind = piece.map_or(Some(PieceKind::Pawn), kind_of)?;
    let file = number_of(file)?;
    let which = match place_of(place)? {
        Which::Front => Which::NthOnFile(1, file),
        Which::Nth(nth) => Which::NthOnFile(nth, file),
        Which::Middle => Which::NthOnFile(2, file),
        _ => Which::RearOnFile(file),
    };
    Some(Relative { kind, which, direction: direction_of(direction)?, number: number_of(number)? })
}
