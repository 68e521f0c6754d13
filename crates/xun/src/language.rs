//! The interface language, and how a text carries both.
//!
//! Help texts are written once, with both languages side by side: `English ‖ 中文`. [`localise`] walks the
//! finished command tree and keeps the half that was asked for, so a text and its translation
//! cannot drift apart unseen. Messages use [`Language::pick`].

use crate::chinese_help;
use clap::builder::StyledStr;
use clap::{Command, ValueEnum};
use std::ffi::OsString;

/// The languages of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The text of this language.
    pub(crate) fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }

    /// The half of an `English ‖ 中文` text that is in this language; a text without the mark serves both.
    pub(crate) fn half(self, both: &str) -> &str {
        both.split_once('‖').map_or(both, |(english, chinese)| self.pick(english, chinese).trim())
    }

    /// What `--lang` says, or else the environment's locale. Needed before parsing, because help
    /// and errors of the parser itself are in this language too.
    pub(crate) fn detect(
        arguments: &[OsString],
        environment: impl Fn(&str) -> Option<String>,
    ) -> Self {
        asked_for(arguments).unwrap_or_else(|| {
            let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
                .into_iter()
                .find_map(|name| environment(name).filter(|value| !value.is_empty()));
            if locale.is_some_and(|name| name.to_ascii_lowercase().starts_with("zh")) {
                Self::Zh
            } else {
                Self::En
            }
        })
    }
}

fn asked_for(arguments: &[OsString]) -> Option<Language> {
    let value = arguments.iter().enumerate().find_map(|(index, argument)| {
        let text = argument.to_str()?;
        match text.strip_prefix("--lang")? {
            "" => arguments.get(index + 1).and_then(|next| next.to_str()),
            rest => rest.strip_prefix('='),
        }
    })?;
    Language::from_str(value, true).ok()
}

/// Keeps one language of every help text in the tree.
pub(crate) fn localise(command: Command, language: Language) -> Command {
    let half = |text: &StyledStr| StyledStr::from(language.half(&text.to_string()).to_owned());
    let mut command = command;
    if let Some(text) = command.get_about().map(half) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(half) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_help().map(half) {
        command = command.after_help(text);
    }
    if language == Language::Zh {
        command = chinese_help::headings(command);
    }
    command
        .mut_args(|argument| {
            let short = argument.get_help().map(half);
            let long = argument.get_long_help().map(half);
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
        Language::detect(&arguments, |name| locale.filter(|_| name == "LANG").map(str::to_owned))
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
        assert_eq!(Language::En.half("Find ‖ 寻找"), "Find");
        assert_eq!(Language::Zh.half("Find ‖ 寻找"), "寻找");
        assert_eq!(Language::Zh.half("A*"), "A*");
    }
}
