//! Pieces and moves in the words of players.

use xun_text::Text;
use xun_xiangqi::notation::{Script, format_chinese, format_wxf, piece_name};
use xun_xiangqi::rules::{Colour, Move, Piece, PieceKind, Position, Square};

/// A side.
#[must_use]
pub fn side(colour: Colour) -> Text {
    match colour {
        Colour::Red => Text::fixed("Red", "红方"),
        Colour::Black => Text::fixed("Black", "黑方"),
    }
}

/// The English name of a kind of piece.
#[must_use]
pub fn kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "general",
        PieceKind::Advisor => "advisor",
        PieceKind::Elephant => "elephant",
        PieceKind::Horse => "horse",
        PieceKind::Rook => "chariot",
        PieceKind::Cannon => "cannon",
        PieceKind::Pawn => "soldier",
    }
}

/// A piece without its side: "chariot", 车.
#[must_use]
pub fn piece(piece: Piece) -> Text {
    let character = piece_name(piece.kind(), piece.colour(), false);
    Text::new(kind(piece.kind()), character.to_string())
}

/// A point as a player counts it: the file from the side's right, and its coordinates.
pub(super) fn point(square: Square, colour: Colour) -> Text {
    let file = file_number(square.file(), colour);
    Text::new(format!("file {file} ({square})"), format!("{}路（{square}）", numeral(file, colour)))
}

/// The number of a file from a side's right, 1 to 9.
pub(super) fn file_number(file: u8, colour: Colour) -> u8 {
    match colour {
        Colour::Red => Square::FILES - file,
        Colour::Black => file + 1,
    }
}

/// A number as a side writes it: 一 to 九 for Red, 1 to 9 for Black.
pub(super) fn numeral(number: u8, colour: Colour) -> String {
    const NUMERALS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match colour {
        Colour::Red => NUMERALS[usize::from(number.min(9))].to_owned(),
        Colour::Black => number.to_string(),
    }
}

/// A legal move in words, with check and mate: "Black: horse 8 forward 7. Check."
#[must_use]
pub fn spoken(position: &Position, chosen: Move) -> Text {
    let mover = side(position.turn());
    let english = format_wxf(position, chosen).and_then(|text| in_words(&text));
    let chinese = format_chinese(position, chosen, Script::Simplified);
    let mut after = position.clone();
    after.play(chosen);
    let ending = match (after.in_check(), after.legal_moves().is_empty()) {
        (true, true) => Text::fixed(" Checkmate.", "绝杀。"),
        (true, false) => Text::fixed(" Check.", "将军。"),
        (false, true) => Text::fixed(" No legal move.", "困毙。"),
        (false, false) => Text::fixed("", ""),
    };
    let plain = || chosen.to_string();
    Text::new(
        format!("{}: {}.{}", mover.en, english.unwrap_or_else(plain), ending.en),
        format!("{}：{}。{}", mover.zh, chinese.unwrap_or_else(plain), ending.zh),
    )
}

/// A move in WXF as words: `H8+7` is "horse 8 forward 7".
fn in_words(wxf: &str) -> Option<String> {
    let letters: Vec<char> = wxf.chars().collect();
    let [first, second, direction, number] = letters[..] else { return None };
    let moved = match (PieceKind::from_letter(first), second) {
        (Some(found), '+') => format!("front {}", kind(found)),
        (Some(found), '-') => format!("rear {}", kind(found)),
        (Some(found), file) => format!("{} {file}", kind(found)),
        // The n-th soldier from the front on a file.
        (None, file) => format!("soldier number {first} on file {file}"),
    };
    let way = match direction {
        '+' => "forward",
        '-' => "back",
        _ => "across to",
    };
    Some(format!("{moved} {way} {number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_xiangqi::notation::parse_move;

    fn said(fen: &str, text: &str) -> Text {
        let position = Position::from_fen(fen).expect(fen);
        spoken(&position, parse_move(&position, text).expect(text))
    }

    #[test]
    fn moves_are_said_as_players_say_them() {
        let start = Position::start();
        let first = spoken(&start, parse_move(&start, "h2e2").expect("legal"));
        assert_eq!(first, Text::new("Red: cannon 2 across to 5.", "红方：炮二平五。"));
        let mut after = start;
        after.play(parse_move(&after, "h2e2").expect("legal"));
        let reply = spoken(&after, parse_move(&after, "h9g7").expect("legal"));
        assert_eq!(reply, Text::new("Black: horse 8 forward 7.", "黑方：马８进７。"));
    }

    #[test]
    fn check_and_mate_are_said() {
        let check = said("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e1e9");
        assert!(check.en.ends_with("Check.") && check.zh.ends_with("将军。"), "{check:?}");
        let mate = said("3k5/9/9/9/9/9/9/4R4/4A4/4K4 w - - 0 1", "e2e8");
        assert!(mate.en.ends_with("No legal move."), "{mate:?}");
        let rear = said("3k5/9/9/9/9/4R4/9/4R4/9/5K3 w - - 0 1", "R-+1");
        assert_eq!(rear.en, "Red: rear chariot forward 1.");
    }
}
