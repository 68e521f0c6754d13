//! The language of the interface: named by `--lang` or taken from the locale.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
pub(crate) use xun_text::Language;

/// The language that `--lang` names, or else that of the environment's locale. Needed before
/// parsing, because help and errors of the parser itself are in this language too.
pub(crate) fn detect(
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<String>,
) -> Language {
    asked_for(arguments).unwrap_or_else(|| Language::of_environment(environment))
}

/// A variable of the environment. Windows has no locale there: `LANG` is then the user's language.
pub(crate) fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok();
    #[cfg(windows)]
    if name == "LANG" && value.is_none() {
        return sys_locale::get_locale();
    }
    value
}

/// The parser of `--lang`.
pub(crate) fn parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .try_map(|code| code.parse::<Language>())
}

fn asked_for(arguments: &[OsString]) -> Option<Language> {
    let value = arguments.iter().enumerate().find_map(|(index, argument)| {
        let text = argument.to_str()?;
        match text.strip_prefix("--lang")? {
            "" => arguments.get(index + 1).and_then(|next| next.to_str()),
            rest => rest.strip_prefix('='),
        }
    })?;
    value.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(arguments: &[&str], locale: Option<&str>) -> Language {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        super::detect(&arguments, |name| locale.filter(|_| name == "LANG").map(str::to_owned))
    }

    #[test]
    fn flag_beats_locale() {
        assert_eq!(detect(&["xun", "--lang", "en"], Some("zh_CN.UTF-8")), Language::English);
        assert_eq!(detect(&["xun", "--lang=zh"], None), Language::Chinese);
    }

    #[test]
    fn locale_decides_without_a_flag() {
        assert_eq!(detect(&["xun"], Some("zh_TW.UTF-8")), Language::Chinese);
        assert_eq!(detect(&["xun"], Some("de_DE.UTF-8")), Language::English);
        assert_eq!(detect(&["xun"], None), Language::English);
    }
}
