//! Faults and names of the libraries as texts in English and Chinese.
//!
//! The libraries return typed faults with an English message. Here each fault gets its [`Text`],
//! once, for the terminal and the page. Where a library's list may grow, a fault without a Chinese
//! text keeps its English one, and a test finds it; every other `match` is exhaustive.
//!
//! ```
//! use xun_messages::{Message as _, list};
//! use xun_text::Language;
//! use xun_xiangqi::rules::Position;
//!
//! let error = Position::from_fen("9/9/9 w").unwrap_err();
//! assert_eq!(error.text().pick(Language::Chinese), "棋盘有 3 行（以 / 分隔），应为 10 行");
//! ```

mod arena;
pub mod gomoku;
pub mod grid;
pub mod textbook;
pub mod xiangqi;

use xun_text::{Language, Text};

/// A value of a library that can be shown to people.
pub trait Message {
    /// The text in both languages.
    fn text(&self) -> Text;
}

/// The texts of several faults, each on its own line, indented by two blanks.
pub fn list<'a, M: Message + 'a>(
    faults: impl IntoIterator<Item = &'a M>,
    language: Language,
) -> String {
    let lines: Vec<String> =
        faults.into_iter().map(|fault| format!("  {}", fault.text().pick(language))).collect();
    lines.join("\n")
}
