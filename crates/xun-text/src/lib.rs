//! Texts in English and Chinese, and the language of the interface.
//!
//! Every text that the program, the page or a report shows is a [`Text`] or is chosen by
//! [`Language::pick`]: both need both languages, so a missing translation does not compile. Faults
//! of the libraries are translated in `xun-messages`.
//!
//! ```
//! use xun_text::{Language, Text};
//!
//! const UNDO: Text = Text::fixed("Undo", "撤销");
//! let moves = |count: u32| Text::new(format!("{count} moves"), format!("{count} 步"));
//!
//! let language: Language = "zh".parse().unwrap();
//! assert_eq!(UNDO.pick(language), "撤销");
//! assert_eq!(moves(3).pick(Language::English), "3 moves");
//! ```

mod language;
mod text;

pub use language::{Language, UnknownLanguage};
pub use text::Text;
