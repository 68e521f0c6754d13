//! Texts in both languages of the interface.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A language of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// A text in English and Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Text {
    /// In English.
    pub en: Cow<'static, str>,
    /// In Chinese.
    pub zh: Cow<'static, str>,
}

impl Text {
    /// A text that was written beforehand.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), zh: Cow::Borrowed(zh) }
    }

    /// A text with numbers in it.
    pub const fn made(en: String, zh: String) -> Self {
        Self { en: Cow::Owned(en), zh: Cow::Owned(zh) }
    }

    /// A name that is the same in both languages.
    pub const fn same(name: &'static str) -> Self {
        Self::new(name, name)
    }

    /// The half of this language.
    pub fn pick(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
        }
    }
}
