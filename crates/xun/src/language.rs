//! The interface language, and how a text carries both.
//!
//! Help texts are written once, with both languages side by side: `English ‖ 中文`. [`localise`] walks the
//! finished command tree and keeps the half that was asked for, so a text and its translation
//! cannot drift apart unseen. Messages use [`Language::pick`].

use crate::chinese_help;
use clap::Command;
use clap::builder::{PossibleValuesParser, StyledStr, TypedValueParser};
use std::ffi::OsString;
pub(crate) use xun_text::Language;

/// The half of an `English ‖ 中文` text that is in this language; a text without the mark serves both.
pub(crate) fn half(language: Language, both: &str) -> &str {
    both.split_once('‖').map_or(both, |(english, chinese)| language.pick(english, chinese).trim())
}

/// The language that `--lang` names, or else that of the environment's locale. Needed before
/// parsing, because help and errors of the parser itself are in this language too.
pub(crate) fn detect(
    arguments: &[OsString],
    environment: impl Fn(&str) -> Option<String>,
) -> Language {
    asked_for(arguments).unwrap_or_else(|| Language::of_environment(environment))
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

/// Keeps one language of every help text in the tree.
pub(crate) fn localise(command: Command, language: Language) -> Command {
    let kept = |text: &StyledStr| StyledStr::from(half(language, &text.to_string()).to_owned());
    let mut command = command;
    if let Some(text) = command.get_about().map(kept) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(kept) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_help().map(kept) {
        command = command.after_help(text);
    }
    if language == Language::Zh {
        command = chinese_help::headings(command);
    }
    command
        .mut_args(|argument| {
            let short = argument.get_help().map(kept);
            let long = argument.get_long_help().map(kept);
            let argument = match (short, long) {
                (Some(short), Some(long)) => argument.help(short).long_help(long),
                (Some(short), None) => argument.help(short),
                _ => argument,
            };
            if language == Language::Zh { chinese_help::argument(argument) } else { argument }
        })
        .mut_subcommands(|child| localise(child, language))
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
        assert_eq!(detect(&["xun", "--lang", "en"], Some("zh_CN.UTF-8")), Language::En);
        assert_eq!(detect(&["xun", "--lang=zh"], None), Language::Zh);
    }

    #[test]
    fn locale_decides_without_a_flag() {
        assert_eq!(detect(&["xun"], Some("zh_TW.UTF-8")), Language::Zh);
        assert_eq!(detect(&["xun"], Some("de_DE.UTF-8")), Language::En);
        assert_eq!(detect(&["xun"], None), Language::En);
    }

    #[test]
    fn a_text_splits_at_the_mark() {
        assert_eq!(half(Language::En, "Find ‖ 寻找"), "Find");
        assert_eq!(half(Language::Zh, "Find ‖ 寻找"), "寻找");
        assert_eq!(half(Language::Zh, "A*"), "A*");
    }
}
