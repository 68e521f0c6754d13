//! Help in Chinese: the command tree, translated before parsing.
//!
//! The English help is in the doc comments, where clap's derive reads it. The Chinese of each text
//! is in `zh.rs`, keyed by the English text as in gettext: a changed English text has no
//! translation until it gets a new one. Tests fail for every text without Chinese and for every
//! entry without use.

mod zh;
mod zh_names;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::HashMap;
use std::fmt::Write as _;

type Texts = HashMap<&'static str, &'static str>;

/// The command tree with every text, heading and note in Chinese.
pub(crate) fn in_chinese(command: Command) -> Command {
    translated(command, "xun", &zh::TEXTS.iter().copied().collect())
}

fn translated(command: Command, path: &str, texts: &Texts) -> Command {
    let about = command.get_about().and_then(|text| chinese(text, texts));
    let mut command = command
        .mut_args(|argument| translated_argument(argument, texts))
        .mut_subcommands(|child| {
            let path = format!("{path} {}", child.get_name());
            translated(child, &path, texts)
        });
    if let Some(text) = about {
        command = command.about(text);
    }
    if let Some(text) = after_help(path) {
        command = command.after_help(text);
    }
    if command.has_subcommands() {
        let arguments = Arg::new("commands").num_args(0..).value_name("命令").help("要说明的命令");
        let help = Command::new("help").about("显示本说明，或某个命令的说明").arg(arguments);
        let help = with_chinese_headings(help, &format!("{path} help"));
        command = command.disable_help_subcommand(true).subcommand(help);
    }
    with_chinese_headings(command, path)
}

fn chinese(text: &StyledStr, texts: &Texts) -> Option<&'static str> {
    texts.get(text.to_string().as_str()).copied()
}

fn after_help(path: &str) -> Option<&'static str> {
    zh_names::AFTER_HELP.iter().find(|(of, _)| *of == path).map(|(_, text)| *text)
}

/// The argument with help, name of its value, default and possible values in Chinese.
fn translated_argument(argument: Arg, texts: &Texts) -> Arg {
    let help = argument.get_help().and_then(|text| chinese(text, texts));
    let Some(help) = help else { return argument };
    if !argument.get_action().takes_values() {
        return argument.help(help);
    }
    let notes = notes(&argument, texts);
    let help = match notes.as_slice() {
        [] => help.to_owned(),
        notes => format!("{help}［{}］", notes.join("；")),
    };
    with_chinese_value_names(argument)
        .help(help)
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// Default and possible values, unless they are hidden.
fn notes(argument: &Arg, texts: &Texts) -> Vec<String> {
    let mut notes = Vec::new();
    let default: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !default.is_empty() && !argument.is_hide_default_value_set() {
        notes.push(format!("默认 {}", default.join(", ")));
    }
    let possible: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help().and_then(|text| chinese(text, texts)) {
            Some(about) => format!("{}（{about}）", value.get_name()),
            None => value.get_name().to_owned(),
        })
        .collect();
    if !possible.is_empty() && !argument.is_hide_possible_values_set() {
        notes.push(format!("可取 {}", possible.join(", ")));
    }
    notes
}

fn value_names(argument: &Arg) -> Vec<String> {
    match argument.get_value_names() {
        Some(names) => names.iter().map(ToString::to_string).collect(),
        None => vec![argument.get_id().as_str().to_ascii_uppercase()],
    }
}

fn with_chinese_value_names(argument: Arg) -> Arg {
    let names = value_names(&argument);
    let translation = |name: &String| {
        zh_names::VALUE_NAMES
            .iter()
            .find(|(english, _)| english == name)
            .map(|(_, chinese)| *chinese)
    };
    match names.iter().map(translation).collect::<Option<Vec<_>>>() {
        Some(names) => argument.value_names(names),
        None => argument,
    }
}

/// The command with usage, headings, and the help of `--help` and `--version` in Chinese.
fn with_chinese_headings(command: Command, path: &str) -> Command {
    let mut template = String::from("{before-help}{about-with-newline}\n用法：{usage}\n");
    if command.has_subcommands() {
        template.push_str("\n命令：\n{subcommands}\n");
    }
    if command.get_positionals().next().is_some() {
        template.push_str("\n参数：\n{positionals}\n");
    }
    template.push_str("\n选项：\n{options}{after-help}");
    let usage = usage(&command, path);
    let help = Arg::new("help").short('h').long("help").help("显示帮助").action(ArgAction::Help);
    let version =
        Arg::new("version").short('V').long("version").help("显示版本").action(ArgAction::Version);
    command
        .help_template(template)
        .override_usage(usage)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help)
        .arg(version)
}

/// The usage line: command, options, required options, positional arguments, subcommand.
fn usage(command: &Command, path: &str) -> String {
    let mut usage = format!("{path} [选项]");
    for option in command.get_opts().filter(|option| option.is_required_set()) {
        let (name, values) = (option.get_long().unwrap_or_default(), value_names(option));
        let _ = write!(usage, " --{name} <{}>", values.join("> <"));
    }
    for argument in command.get_positionals() {
        let [open, close] = if argument.is_required_set() { ["<", ">"] } else { ["[", "]"] };
        let many = argument.get_num_args().is_some_and(|count| count.max_values() > 1)
            || matches!(argument.get_action(), ArgAction::Append);
        let last = if argument.is_last_set() { "-- " } else { "" };
        let dots = if many { "..." } else { "" };
        let _ = write!(usage, " {last}{open}{}{close}{dots}", value_names(argument).join(" "));
    }
    if command.has_subcommands() {
        usage.push_str(" <命令>");
    }
    usage
}

/// The command line `… COMMAND --help` that `… help COMMAND` stands for, if the matches are those
/// of the Chinese tree's own command `help`.
pub(crate) fn help_command(matches: &ArgMatches) -> Option<Vec<String>> {
    let mut line = vec!["xun".to_owned()];
    let mut matches = matches;
    loop {
        let (name, inner) = matches.subcommand()?;
        if name == "help"
            && let Ok(Some(names)) = inner.try_get_many::<String>("commands").map(|names| {
                Some(names.map(|names| names.cloned().collect::<Vec<_>>()).unwrap_or_default())
            })
        {
            line.extend(names);
            line.push("--help".to_owned());
            return Some(line);
        }
        line.push(name.to_owned());
        matches = inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;
    use std::collections::BTreeSet;

    /// Every text of the tree that people read, with the place it stands at.
    fn texts(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        found.push((path.to_owned(), about));
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            let place = format!("{path} {}", argument.get_id());
            for value in argument.get_possible_values() {
                if let Some(text) = value.get_help() {
                    found.push((format!("{place} {}", value.get_name()), text.to_string()));
                }
            }
            found.push((place, help));
        }
        for child in command.get_subcommands() {
            texts(child, &format!("{path} {}", child.get_name()), found);
        }
    }

    fn english() -> Vec<(String, String)> {
        let mut found = Vec::new();
        texts(&cli::command(), "xun", &mut found);
        found
    }

    #[test]
    fn every_text_is_translated() {
        let known: BTreeSet<&str> = zh::TEXTS.iter().map(|(english, _)| *english).collect();
        let missing: Vec<_> =
            english().into_iter().filter(|(_, text)| !known.contains(text.as_str())).collect();
        assert!(missing.is_empty(), "no Chinese in help/zh.rs for {missing:#?}");
    }

    #[test]
    fn every_translation_is_used() {
        let used: BTreeSet<String> = english().into_iter().map(|(_, text)| text).collect();
        let left: Vec<_> =
            zh::TEXTS.iter().filter(|(english, _)| !used.contains(*english)).collect();
        assert!(left.is_empty(), "in help/zh.rs but in no command: {left:#?}");
        let mut seen = BTreeSet::new();
        let twice: Vec<_> = zh::TEXTS.iter().filter(|(english, _)| !seen.insert(english)).collect();
        assert!(twice.is_empty(), "twice in help/zh.rs: {twice:#?}");
    }

    #[test]
    fn every_text_after_help_is_translated() {
        fn walk(command: &Command, path: &str, found: &mut BTreeSet<String>) {
            if command.get_after_help().is_some() {
                found.insert(path.to_owned());
            }
            for child in command.get_subcommands() {
                walk(child, &format!("{path} {}", child.get_name()), found);
            }
        }
        let mut english = BTreeSet::new();
        walk(&cli::command(), "xun", &mut english);
        let chinese: BTreeSet<String> =
            zh_names::AFTER_HELP.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(english, chinese);
    }
}
