//! The language of the interface.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The code of the language: `en` or `zh`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The text of this language.
    #[must_use]
    pub const fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`; English for every other than Chinese.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        match locale.get(..2) {
            Some(code) if code.eq_ignore_ascii_case("zh") => Self::Chinese,
            _ => Self::English,
        }
    }

    /// The language of an environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// and not empty. The caller reads the variables.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()))
            .map_or(Self::English, |locale| Self::of_locale(&locale))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A code that names no language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown language; expected en or zh")
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
            .ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_printed() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        assert_eq!("ZH".parse(), Ok(Language::Chinese));
        assert_eq!("de".parse::<Language>(), Err(UnknownLanguage));
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let environment = |values: [&'static str; 3]| {
            Language::of_environment(move |name| {
                let index =
                    ["LC_ALL", "LC_MESSAGES", "LANG"].iter().position(|one| *one == name)?;
                Some(values[index].to_owned())
            })
        };
        assert_eq!(environment(["", "", "zh_TW.UTF-8"]), Language::Chinese);
        assert_eq!(environment(["C.UTF-8", "", "zh_CN.UTF-8"]), Language::English);
        assert_eq!(environment(["", "zh_CN", "de_DE.UTF-8"]), Language::Chinese);
        assert_eq!(Language::of_environment(|_| None), Language::English);
        assert_eq!(Language::of_locale("寻"), Language::English);
    }
}
