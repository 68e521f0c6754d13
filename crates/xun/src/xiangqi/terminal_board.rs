//! The Xiangqi board of a person who plays a match in the terminal.

use super::draw_board;
use crate::language::Language;
use crate::matches::TerminalBoard;
use std::io::IsTerminal;
use xun_arena::{GameMove, Seat, XiangqiReferee};
use xun_xiangqi::notation::{MoveTextError, Notation, Ranks, Script, parse_move};
use xun_xiangqi::rules::{Move, Position};

impl TerminalBoard for XiangqiReferee {
    fn help(&self, language: Language) -> &'static str {
        language.pick(
            "a move (h2e2, C2=5, 炮二平五); moves, or moves h2 for one piece; board, resign, quit",
            "输入着法（h2e2、C2=5、炮二平五）；moves 列出着法，moves h2 只列一子；board 棋盘，resign 认输，quit 离开",
        )
    }

    fn colour(&self, seat: Seat, language: Language) -> &'static str {
        match seat {
            Seat::First => language.pick("Red", "红方"),
            Seat::Second => language.pick("Black", "黑方"),
        }
    }

    fn picture(&self, language: Language) -> String {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        draw_board(self.position(), language, colour) + "\n"
    }

    fn legal(&self, from: Option<&str>, language: Language) -> String {
        let (position, wanted) = (self.position(), from.unwrap_or_default().to_ascii_lowercase());
        let moves = position.legal_moves();
        let texts = moves.iter().map(|&chosen| both_ways(position, chosen, language));
        let texts: Vec<String> = texts.filter(|text| text.starts_with(&wanted)).collect();
        if texts.is_empty() {
            return language.pick("no legal move begins there", "没有这样的着法").to_owned();
        }
        texts.chunks(8).map(|row| row.join("  ")).collect::<Vec<_>>().join("\n")
    }

    fn find(&self, line: &str, language: Language) -> Result<GameMove, String> {
        let found = parse_move(self.position(), line).map(GameMove::Xiangqi);
        found.map_err(|error| match (language, &error) {
            (Language::English, _) => error.to_string(),
            (_, MoveTextError::Malformed { text, .. }) => {
                format!("“{text}”不是着法；应写作 h2e2、C2=5 或 炮二平五")
            }
            (_, MoveTextError::Illegal { text, .. }) => {
                format!("此处不能走“{text}”；moves 列出可走的着法")
            }
            (_, MoveTextError::Ambiguous { text, moves }) => format!("“{text}”可以是 {moves}"),
        })
    }
}

/// `h2e2 C2=5` or `h2e2 炮二平五`.
fn both_ways(position: &Position, chosen: Move, language: Language) -> String {
    let other = match language {
        Language::English => Notation::Wxf,
        Language::Chinese => Notation::Chinese(Script::Simplified),
    };
    let plain = Notation::Coordinates(Ranks::FromZero).format(position, chosen);
    format!("{plain} {}", other.format(position, chosen))
}
