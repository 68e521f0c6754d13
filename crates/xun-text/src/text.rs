//! A text in both languages.

use crate::Language;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A text in English and Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Texts"))]
pub struct Text {
    /// English.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub en: Cow<'static, str>,
    /// Chinese.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub zh: Cow<'static, str>,
}

impl Text {
    /// A text known at compile time; for constants.
    #[must_use]
    pub const fn fixed(en: &'static str, zh: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), zh: Cow::Borrowed(zh) }
    }

    /// A text in both languages.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self { en: Cow::Owned(en.into()), zh: Cow::Owned(zh.into()) }
    }

    /// A text that is the same in both languages, such as a name.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { en: Cow::Owned(text.clone()), zh: Cow::Owned(text) }
    }

    /// The text of this language.
    #[must_use]
    pub fn pick(&self, language: Language) -> &str {
        language.pick(&self.en, &self.zh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_gets_its_half() {
        let text = Text::new("Find", String::from("寻找"));
        assert_eq!(text.pick(Language::English), "Find");
        assert_eq!(text.pick(Language::Chinese), "寻找");
        assert_eq!(Text::same("A*").pick(Language::Chinese), "A*");
    }
}
