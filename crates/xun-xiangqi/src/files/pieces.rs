//! Boards given as the points of 32 pieces, as XQF and `DhtmlXQ` have them.

use crate::rules::{Colour, Move, Piece, Position, Setup, SetupError, Square};

/// Number of pieces in the list: 16 of Red, then 16 of Black.
pub(super) const PIECE_ORDER: usize = 32;

/// The pieces of one side in the order of the list.
const ORDER: &[u8; 16] = b"RNBAKABNRCCPPPPP";

/// The piece of an index of the list.
fn piece(index: usize) -> Option<Piece> {
    let letter = char::from(ORDER[index % 16]);
    Piece::from_letter(if index < 16 { letter } else { letter.to_ascii_lowercase() })
}

/// The board of a list of points, Red to move; and a point that was given twice.
pub(super) fn place_pieces(points: &[Option<Square>; PIECE_ORDER]) -> (Setup, Option<Square>) {
    let mut setup = Setup::empty();
    let mut same = None;
    for (index, square) in points.iter().enumerate() {
        let Some(square) = *square else { continue };
        if setup.board[square.index()].is_some() {
            same = same.or(Some(square));
        }
        setup.board[square.index()] = piece(index);
    }
    (setup, same)
}

/// The list of points of a board. A board that has more of a piece than a game begins with loses
/// the others; no position has.
pub(super) fn piece_points(setup: &Setup) -> [Option<Square>; PIECE_ORDER] {
    let mut points = [None; PIECE_ORDER];
    for colour in Colour::ALL {
        let half = if colour == Colour::Red { 0..16 } else { 16..PIECE_ORDER };
        // From Red's right for Red, and from Black's right for Black.
        let files = (0..Square::FILES).map(|file| match colour {
            Colour::Red => Square::FILES - 1 - file,
            Colour::Black => file,
        });
        let squares = files
            .flat_map(|file| (0..Square::RANKS).filter_map(move |rank| Square::new(file, rank)));
        for square in squares {
            let Some(found) = setup.board[square.index()] else { continue };
            let free = half.clone().find(|&at| points[at].is_none() && piece(at) == Some(found));
            if let Some(at) = free {
                points[at] = Some(square);
            }
        }
    }
    points
}

/// Gives the turn to the side whose piece the first move takes, since these files seldom say, and
/// checks the board.
pub(super) fn with_turn_of(setup: &mut Setup, first: Option<Move>) -> Result<Position, SetupError> {
    if let Some(piece) = first.and_then(|chosen| setup.board[chosen.from().index()]) {
        setup.turn = piece.colour();
    }
    Position::from_setup(setup)
}
