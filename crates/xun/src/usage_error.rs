//! What the command-line parser complains about, in the user's language.
//!
//! The parser speaks English only, but its errors are typed: Chinese sentences are made from the
//! parts. Value
//! parsers of our own say `English ‖ 中文`; the half that was not asked for is cut away here.

use crate::chinese_help;
use crate::language::Language;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

/// Prints help to standard output and complaints to standard error.
pub(crate) fn print(error: &Error, language: Language) {
    // A closed pipe is nobody's error, so results of writing are not looked at.
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = match language {
            Language::En => error.print(),
            Language::Zh => print_chinese_help(error),
        };
        return;
    }
    let text = match language {
        Language::En => {
            english(error, io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        }
        Language::Zh => chinese(error),
    };
    let _ = io::stderr().write_all(text.as_bytes());
}

fn print_chinese_help(error: &Error) -> io::Result<()> {
    let colour = |terminal: bool| terminal && std::env::var_os("NO_COLOR").is_none();
    let text = |colour: bool| {
        let rendered = error.render();
        let text = if colour { rendered.ansi().to_string() } else { rendered.to_string() };
        chinese_help::finished(&text)
    };
    if error.use_stderr() {
        io::stderr().write_all(text(colour(io::stderr().is_terminal())).as_bytes())
    } else {
        io::stdout().write_all(text(colour(io::stdout().is_terminal())).as_bytes())
    }
}

fn english(error: &Error, colour: bool) -> String {
    let rendered = error.render();
    let text = if colour { rendered.ansi().to_string() } else { rendered.to_string() };
    text.lines().fold(String::new(), |mut kept, line| {
        kept.push_str(line.split_once(" ‖ ").map_or(line, |(english, _)| english));
        kept.push('\n');
        kept
    })
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
            let why = error.source().map(|source| reason(&source.to_string())).unwrap_or_default();
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
        let _ = writeln!(text, "\n用法：{}", chinese_help::finished(usage));
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

/// Why a value does not do: our own words, or the standard library's translated.
fn reason(text: &str) -> String {
    if let Some((_, chinese)) = text.split_once('‖') {
        return chinese.trim().to_owned();
    }
    if let Some((value, range)) = text.split_once(" is not in ") {
        return format!("{value} 不在 {range} 之内");
    }
    let known = [
        ("invalid digit", "应为整数"),
        ("invalid float literal", "应为数"),
        ("number too large", "数太大"),
        ("number too small", "数太小"),
        ("cannot parse integer from empty string", "应为整数"),
    ];
    let found = known.into_iter().find(|(english, _)| text.contains(english));
    found.map_or_else(|| text.to_owned(), |(_, chinese)| chinese.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, Command};

    fn complaint(arguments: &[&str]) -> Error {
        let wrong = |_: &str| Err::<u8, _>("expected one ‖ 应为一");
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
    fn our_own_reasons_lose_their_other_half() {
        let text = english(&complaint(&["xun", "a", "--own", "2"]), false);
        assert!(
            text.contains("expected one\n") && !text.contains('‖') && !text.contains("应为"),
            "{text}"
        );
    }
}
