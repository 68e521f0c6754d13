//! Help wholly in Chinese. The parser writes its own words (headings, usage, notes on values) in
//! English only; here they are said in Chinese, in the command tree where it can be told so and in
//! the finished text elsewhere.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// What stands for a value in usage and options. Names that are the same in both languages (`FEN`,
/// `N`) are not here.
const VALUE_NAMES: &[(&str, &str)] = &[
    ("ADDR", "地址"),
    ("ALGORITHM", "算法"),
    ("CELLS", "格数"),
    ("COMMAND", "命令"),
    ("CONTROL", "时限"),
    ("COST", "代价"),
    ("COUNT", "个数"),
    ("DIR", "文件夹"),
    ("EVENTS", "事件数"),
    ("EXPERIMENT", "实验"),
    ("FACTOR", "倍数"),
    ("FEN MOVE", "FEN 着法"),
    ("FEN|FILE", "FEN|文件"),
    ("FILE", "文件"),
    ("FILE|FEN", "文件|FEN"),
    ("FORMAT", "格式"),
    ("JOURNAL", "日志"),
    ("KIND", "种类"),
    ("LANGUAGE", "语言"),
    ("LEVEL", "级别"),
    ("LIST", "列表"),
    ("MAP", "地图"),
    ("MIB", "兆字节"),
    ("MOVES|FILE", "着法|文件"),
    ("MOVES", "着法"),
    ("MS", "毫秒"),
    ("NAME", "名称"),
    ("NAME=COMMAND", "名称=命令"),
    ("NAME=VALUE", "名称=值"),
    ("NODES", "结点数"),
    ("NOTATION", "记谱法"),
    ("NUMBER", "编号"),
    ("PERCENT", "百分比"),
    ("PLAYER", "棋手"),
    ("PLIES", "步数"),
    ("POINTS", "分数"),
    ("POSITION", "局面"),
    ("PRICE", "单价"),
    ("ROW,COL", "行,列"),
    ("RULE", "规则"),
    ("RULES", "规则"),
    ("SCOPE", "范围"),
    ("SCORE", "分数"),
    ("SECONDS", "秒"),
    ("SHARE", "比例"),
    ("SHELL", "shell"),
    ("SIDE", "一方"),
    ("SIZE", "大小"),
    ("STYLE", "样式"),
    ("SYSTEM", "体系"),
    ("TIMES", "次数"),
    ("TOKEN", "令牌"),
    ("TREE", "树"),
    ("UNITS", "单位数"),
    ("VALUE", "值"),
    ("WHEN", "何时"),
];

/// Words of the parser that only the finished text holds.
const PARSER_WORDS: &[(&str, &str)] = &[
    ("[OPTIONS]", "[选项]"),
    ("<COMMAND>", "<命令>"),
    ("[COMMAND]", "[命令]"),
    ("Print this message or the help of the given subcommand(s)", "显示本说明，或某个命令的说明"),
    ("Print help for the subcommand(s)", "要说明的命令"),
    ("Usage:", "用法："),
    ("Commands:", "命令："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
];

/// A finished help text or usage line without the parser's English.
pub(crate) fn finished(text: &str) -> String {
    PARSER_WORDS
        .iter()
        .fold(text.to_owned(), |text, (english, chinese)| text.replace(english, chinese))
}

/// The argument with its value's name, default and possible values in Chinese.
pub(crate) fn argument(argument: Arg) -> Arg {
    if !argument.get_action().takes_values() {
        return argument;
    }
    let argument = named(argument);
    let mut notes = Vec::new();
    let default: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    if !default.is_empty() && !argument.is_hide_default_value_set() {
        notes.push(format!("默认 {}", default.join(", ")));
    }
    let possible: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name().to_owned())
        .collect();
    if !possible.is_empty() && !argument.is_hide_possible_values_set() {
        notes.push(format!("可取 {}", possible.join(", ")));
    }
    if notes.is_empty() {
        return argument;
    }
    let noted = |text: &StyledStr| StyledStr::from(format!("{text}［{}］", notes.join("；")));
    let (short, long) = (argument.get_help().map(noted), argument.get_long_help().map(noted));
    let argument = argument.hide_default_value(true).hide_possible_values(true);
    match (short, long) {
        (Some(short), Some(long)) => argument.help(short).long_help(long),
        (Some(short), None) => argument.help(short),
        _ => argument,
    }
}

fn named(argument: Arg) -> Arg {
    let by_default = argument.get_id().as_str().to_ascii_uppercase();
    let names: Vec<&str> = match argument.get_value_names() {
        Some(names) => names.iter().map(clap::builder::Str::as_str).collect(),
        None => vec![&by_default],
    };
    let chinese = |name: &str| {
        VALUE_NAMES.iter().find(|(english, _)| *english == name).map(|(_, chinese)| *chinese)
    };
    let translated: Option<Vec<&'static str>> = names.into_iter().map(chinese).collect();
    match translated {
        Some(names) => argument.value_names(names),
        None => argument,
    }
}

/// The command with Chinese headings.
pub(crate) fn headings(command: Command) -> Command {
    let mut template = String::from("{before-help}{about-with-newline}\n用法：{usage}\n");
    if command.has_subcommands() {
        template.push_str("\n命令：\n{subcommands}\n");
    }
    if command.get_positionals().next().is_some() {
        template.push_str("\n参数：\n{positionals}\n");
    }
    template.push_str("\n选项：\n{options}{after-help}");
    command
        .help_template(template)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("help").short('h').long("help").help("显示帮助").action(ArgAction::Help))
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .help("显示版本")
                .action(ArgAction::Version),
        )
}
