//! Faults of the command line in the user's language.
//!
//! clap's messages are English, but its errors are typed: Chinese sentences are made from the
//! parts. Value parsers of our own return a [`BadValue`] with both languages.

use crate::language::Language;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use xun_text::Text;

/// The reason why a value parser of our own refuses a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadValue(Text);

impl BadValue {
    /// A reason in both languages: what would be right.
    pub(crate) fn new(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self(Text::new(english, chinese))
    }
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl std::error::Error for BadValue {}

/// Prints help to standard output and faults to standard error.
pub(crate) fn print(error: &Error, language: Language) -> io::Result<()> {
    let is_help =
        !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    match language {
        Language::Chinese if !is_help => io::stderr().write_all(chinese(error).as_bytes()),
        _ => error.print().and_then(|()| io::stdout().flush()),
    }
}

fn chinese(error: &Error) -> String {
    let argument = part(error, ContextKind::InvalidArg);
    let value = part(error, ContextKind::InvalidValue);
    let sentence = match error.kind() {
        ErrorKind::UnknownArgument => format!("没有“{argument}”这个参数"),
        ErrorKind::InvalidSubcommand => {
            format!("没有“{}”这个命令", part(error, ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => "缺少子命令".to_owned(),
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数：{argument}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("“{argument}”需要一个值"),
        ErrorKind::InvalidValue => format!("“{argument}”的值“{value}”无效"),
        ErrorKind::ValueValidation => {
            let why = error.source().map(reason).unwrap_or_default();
            format!("“{argument}”的值“{value}”无效：{why}")
        }
        ErrorKind::ArgumentConflict => {
            let other = part(error, ContextKind::PriorArg);
            if other.is_empty() || other == argument {
                format!("“{argument}”不能给出多次")
            } else {
                format!("“{argument}”不能与“{other}”同时使用")
            }
        }
        ErrorKind::NoEquals => format!("“{argument}”的值前需要等号"),
        ErrorKind::TooManyValues => format!("“{argument}”不再需要值“{value}”"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("“{argument}”的值的个数不对")
        }
        ErrorKind::InvalidUtf8 => "参数不是有效的 UTF-8 文本".to_owned(),
        _ => error.to_string().trim().trim_start_matches("error: ").to_owned(),
    };
    let mut text = format!("错误：{sentence}\n");
    let valid = part(error, ContextKind::ValidValue);
    if !valid.is_empty() {
        let _ = writeln!(text, "  可取的值：{valid}");
    }
    let hints = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedCommand,
    ];
    if let Some(hint) =
        hints.into_iter().map(|kind| part(error, kind)).find(|hint| !hint.is_empty())
    {
        let _ = writeln!(text, "  是否想用“{hint}”？");
    }
    let usage = part(error, ContextKind::Usage);
    if !usage.is_empty() {
        let usage = usage.trim_start_matches("Usage:").trim();
        let _ = writeln!(text, "\n用法：{usage}");
    }
    text.push_str("\n更多说明请用 --help。\n");
    text
}

fn part(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The reason why a value is wrong: that of our own parser, of the standard library, or clap's
/// range.
fn reason(source: &(dyn std::error::Error + 'static)) -> String {
    if let Some(BadValue(text)) = source.downcast_ref() {
        return text.zh.to_string();
    }
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return match error.kind() {
            IntErrorKind::PosOverflow => "数太大",
            IntErrorKind::NegOverflow => "数太小",
            _ => "应为整数",
        }
        .to_owned();
    }
    if source.is::<ParseFloatError>() {
        return "应为数".to_owned();
    }
    let text = source.to_string();
    match text.split_once(" is not in ") {
        Some((value, range)) => format!("{value} 不在 {range} 之内"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, Command};

    fn complaint(arguments: &[&str]) -> Error {
        let wrong = |_: &str| Err::<u8, _>(BadValue::new("expected one", "应为一"));
        Command::new("xun")
            .arg(Arg::new("size").long("size").value_parser(clap::value_parser!(u8)))
            .arg(Arg::new("kind").long("kind").value_parser(["maze", "rooms"]))
            .arg(Arg::new("own").long("own").value_parser(wrong))
            .arg(Arg::new("file").required(true))
            .try_get_matches_from(arguments)
            .expect_err("a wrong command line")
    }

    #[test]
    fn complaints_are_in_chinese() {
        let cases: [(&[&str], &str); 6] = [
            (&["xun"], "缺少必需的参数：<file>"),
            (&["xun", "a", "--sise", "1"], "没有“--sise”这个参数"),
            (&["xun", "a", "--size", "x"], "“--size <size>”的值“x”无效：应为整数"),
            (&["xun", "a", "--size", "300"], "“--size <size>”的值“300”无效：300 不在 0..=255 之内"),
            (&["xun", "a", "--kind", "cave"], "可取的值：maze、rooms"),
            (&["xun", "a", "--own", "2"], "“--own <own>”的值“2”无效：应为一\n"),
        ];
        for (arguments, expected) in cases {
            let text = chinese(&complaint(arguments));
            assert!(
                text.starts_with("错误：") && text.contains(expected),
                "{arguments:?}:\n{text}"
            );
            assert!(text.ends_with("更多说明请用 --help。\n"));
        }
    }

    #[test]
    fn reasons_of_our_own_parsers_are_in_english_otherwise() {
        let text = complaint(&["xun", "a", "--own", "2"]).to_string();
        assert!(text.contains("expected one\n") && !text.contains("应为"), "{text}");
    }
}
