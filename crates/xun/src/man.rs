//! `xun man DIR`: manual pages of every command and of the engines, in the language of the
//! interface.

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of `xun man`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder for the pages; made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Headings that the generator writes, and their Chinese.
const HEADINGS: [(&str, &str); 6] = [
    ("NAME", "名称"),
    ("SYNOPSIS", "概要"),
    ("DESCRIPTION", "说明"),
    ("OPTIONS", "选项"),
    ("SUBCOMMANDS", "命令"),
    ("EXTRA", "其他"),
];

/// Name, English and Chinese sentence of each engine's executable.
const ENGINES: [(&str, &str, &str); 3] = [
    ("xun-uci", "Xiangqi engine that speaks UCI", "象棋引擎，使用 UCI 协议"),
    ("xun-ucci", "Xiangqi engine that speaks UCCI", "象棋引擎，使用 UCCI 协议"),
    (
        "pbrain-xun",
        "Gomoku engine that speaks the Gomocup protocol",
        "五子棋引擎，使用 Gomocup 协议",
    ),
];

/// Writes the pages `NAME.1`.
pub(crate) fn run(
    arguments: &Arguments,
    mut tree: Command,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    tree.build();
    let mut count = 0;
    write_tree(folder, &tree, "xun", context.language, &mut count)?;
    for engine in ENGINES {
        write(folder, engine.0, engine_command(engine, context.language), context.language)?;
        count += 1;
    }
    let language = context.language;
    writeln!(context.out, "{}: {count}{}", folder.display(), language.pick(" pages", " 页"))?;
    Ok(Exit::Answered)
}

/// The pages of a command and of those below it, but for the hidden ones and `help`.
fn write_tree(
    folder: &Path,
    command: &Command,
    name: &str,
    language: Language,
    count: &mut usize,
) -> anyhow::Result<()> {
    write(folder, name, command.clone().display_name(name), language)?;
    *count += 1;
    let shown = |child: &&Command| !child.is_hide_set() && child.get_name() != "help";
    for child in command.get_subcommands().filter(shown) {
        write_tree(folder, child, &format!("{name}-{}", child.get_name()), language, count)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, command: Command, language: Language) -> anyhow::Result<()> {
    let path = folder.join(format!("{name}.1"));
    let page = page(name, command, language)?;
    fs::write(&path, page).with_context(|| path.display().to_string())
}

/// A page: the sections that the generator makes, without its `VERSION`, which the footer has.
fn page(name: &str, command: Command, language: Language) -> anyhow::Result<String> {
    let version = concat!("Xun ", env!("CARGO_PKG_VERSION"));
    let has_options = command.get_arguments().any(|argument| !argument.is_hide_set());
    let has_commands = command.has_subcommands();
    let has_more = command.get_after_help().is_some();
    let man = Man::new(command)
        .title(name.to_owned())
        .section("1")
        .date("")
        .source(version)
        .manual("Xun");
    let mut bytes = Vec::new();
    man.render_title(&mut bytes)?;
    man.render_name_section(&mut bytes)?;
    man.render_synopsis_section(&mut bytes)?;
    man.render_description_section(&mut bytes)?;
    if has_options {
        man.render_options_section(&mut bytes)?;
    }
    if has_commands {
        man.render_subcommands_section(&mut bytes)?;
    }
    if has_more {
        man.render_extra_section(&mut bytes)?;
    }
    let text = String::from_utf8(bytes).context("a page is not UTF-8")?;
    // An empty date must be written as one, or the words after it move up.
    let text = text.replacen(" 1  \"Xun", " 1 \"\" \"Xun", 1);
    Ok(match language {
        Language::English => text,
        Language::Chinese => with_chinese_headings(&text),
    })
}

fn with_chinese_headings(text: &str) -> String {
    let translated = |line: &str| {
        let heading = line.strip_prefix(".SH ")?;
        let (_, chinese) = HEADINGS.iter().find(|(english, _)| *english == heading)?;
        Some(format!(".SH {chinese}\n"))
    };
    text.lines().map(|line| translated(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// The command line of an engine, for its page alone: the engine reads it by itself.
fn engine_command(engine: (&'static str, &str, &str), language: Language) -> Command {
    let (name, english, chinese) = engine;
    let flag = |name: &'static str, english: &str, chinese: &str| {
        let help = language.pick(english, chinese).to_owned();
        clap::Arg::new(name).long(name).action(clap::ArgAction::SetTrue).help(help)
    };
    let about = language.pick(english, chinese).to_owned();
    let more = language.pick(
        "Commands come on standard input, answers go to standard output. Usually a \
         graphical board or a tournament manager starts the program.",
        "命令来自标准输入，回答写到标准输出。通常由图形界面或比赛管理程序启动。",
    );
    Command::new(name)
        .about(about)
        .after_help(more.to_owned())
        .disable_help_flag(true)
        .arg(flag("help", "Print help", "显示帮助"))
        .arg(flag("version", "Print version", "显示版本"))
        .arg(flag(
            "verbose",
            "With --version: parts of the program",
            "与 --version 合用：程序的组成",
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_translated() {
        let tree =
            || clap::Command::new("x").about("y").after_help("z").subcommand(Command::new("a"));
        let english = page("x", tree(), Language::English).expect("a page");
        assert!(english.contains(".TH x 1 \"\" \"Xun "), "{english}");
        assert!(english.contains(".SH SUBCOMMANDS") && english.contains(".SH EXTRA"), "{english}");
        let chinese = page("x", tree(), Language::Chinese).expect("a page");
        let left = chinese.lines().find(|line| line.starts_with(".SH ") && line.is_ascii());
        assert_eq!(left, None);
    }
}
