//! Boards in the terminal, for a person who plays a match. Each game has its own beside its other
//! commands (`xiangqi/terminal_board.rs`, `gomoku/terminal_board.rs`).

use crate::language::Language;
use xun_arena::{
    GameMove, GomokuReferee, Opening, OpeningError, Referee, Seat, Setting, XiangqiReferee,
};

/// A board in the terminal: the referee's, with texts for the person.
pub(crate) trait TerminalBoard: Referee {
    /// The commands that can be typed.
    fn help(&self, language: Language) -> &'static str;

    /// The colour of a seat.
    fn colour(&self, seat: Seat, language: Language) -> &'static str;

    /// The board as text.
    fn picture(&self, language: Language) -> String;

    /// The legal moves as text, of one piece if it is named.
    fn legal(&self, from: Option<&str>, language: Language) -> String;

    /// The legal move that a line means.
    fn find(&self, line: &str, language: Language) -> Result<GameMove, String>;
}

/// The board of a setting, with the opening played.
pub(super) fn board_of(
    setting: Setting,
    opening: &Opening,
) -> Result<Box<dyn TerminalBoard>, OpeningError> {
    Ok(match setting {
        Setting::Xiangqi { rules } => Box::new(XiangqiReferee::new(rules, opening)?),
        Setting::Gomoku { size, rule } => Box::new(GomokuReferee::new(size, rule, opening)?),
    })
}
