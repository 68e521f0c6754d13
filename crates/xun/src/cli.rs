//! The command line: one enum of commands, parsed in the user's language, then handed to the file
//! that runs it.

use crate::collection;
use crate::completions;
use crate::context::Context;
use crate::exit::{Exit, is_broken_pipe};
use crate::experience;
use crate::gomoku;
use crate::help;
use crate::lab;
use crate::language::{self, Language};
use crate::man;
use crate::matches;
use crate::path;
use crate::puzzles;
use crate::serve;
use crate::tree;
use crate::usage_error;
use crate::version;
use crate::xiangqi;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use xun_host::build_info::{VECTORS_VARIABLE, limit_vectors};

/// Classical search: find paths, play and analyse Xiangqi and Gomoku, and see how it searched
#[derive(Parser)]
#[command(name = "xun", version, propagate_version = true, after_help = EXIT_CODES)]
struct Cli {
    /// Language of the interface (default: the environment's locale)
    #[arg(long, global = true, value_parser = language::parser(), value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// With --version: commit, networks and vector instructions as well
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Commands,
}

const EXIT_CODES: &str = "\
Exit codes: 0 answered, 1 a requested check failed or a limit came before the answer, \
2 wrong command line, 3 wrong or unreadable input, 130 interrupted";

#[derive(Subcommand)]
enum Commands {
    /// Paths on grids, with and without limited supply
    #[command(subcommand, alias = "paths")]
    Path(path::Commands),
    /// Xiangqi (Chinese chess)
    #[command(subcommand)]
    Xiangqi(xiangqi::Command),
    /// Gomoku and Renju
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Minimax and alpha-beta on the small tree of the textbooks
    Tree(tree::Arguments),
    /// Play matches between engines: Elo, SPRT, journal
    Match(Box<matches::Arguments>),
    /// Experiments: the effect of each search technique, measured and reported
    #[command(subcommand)]
    Lab(lab::Command),
    /// The experience book: results of played games, and moves to avoid
    #[command(subcommand)]
    Experience(experience::Command),
    /// A collection of Xiangqi games: import, list, export, tag
    #[command(subcommand)]
    Collection(collection::Command),
    /// Puzzles of Xiangqi and Gomoku: train, try, import your own
    #[command(subcommand)]
    Puzzles(puzzles::Command),
    /// Print a shell completion script
    Completions(completions::Arguments),
    /// Write the manual pages of all commands, for `man`
    Man(man::Arguments),
    /// Open the page: play, analyse and watch searches in the browser
    Serve(serve::Arguments),
}

/// Runs the program with these arguments (the first is the program's name).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    xun_arena::isolation::launch_if_asked(&arguments);
    let language = language::detect(&arguments, language::variable);
    if let Err(fault) = limit_vectors() {
        eprintln!("{}{VECTORS_VARIABLE}: {fault}", language.pick("error: ", "错误："));
        return Exit::BadInput.into();
    }
    let tree = in_language(command(), language);
    let verbose = version::is_verbose(&arguments);
    let cli = match parse(&tree, arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too, with code 0.
            let printed = match error.kind() {
                ErrorKind::DisplayVersion if verbose => version::print(language),
                _ => usage_error::print(&error, language),
            };
            return match printed {
                Err(fault) if !error.use_stderr() => failed(&fault.into(), language),
                // Nothing can be said where standard error is closed.
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    finish(&cli.command, tree, Context::of_process(cli.lang.unwrap_or(language)))
}

/// The command tree with English help.
pub(crate) fn command() -> Command {
    Cli::command()
}

fn in_language(tree: Command, language: Language) -> Command {
    match language {
        Language::English => tree,
        Language::Chinese => help::in_chinese(tree),
    }
}

fn parse(tree: &Command, arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut found = tree.clone().try_get_matches_from(arguments)?;
    if let Some(arguments) = help::help_command(&found) {
        found = tree.clone().try_get_matches_from(arguments)?;
    }
    Cli::from_arg_matches(&found)
}

fn finish(command: &Commands, tree: Command, mut context: Context) -> ExitCode {
    let result = dispatch(command, tree, &mut context)
        .and_then(|exit| Ok(context.out.flush().map(|()| exit)?));
    match result {
        Ok(exit) => exit.into(),
        Err(error) => failed(&error, context.language),
    }
}

/// Says what went wrong; a closed output pipe is not reported.
fn failed(error: &anyhow::Error, language: Language) -> ExitCode {
    if is_broken_pipe(error) {
        return Exit::Answered.into();
    }
    eprintln!("{}{error:#}", language.pick("error: ", "错误："));
    Exit::BadInput.into()
}

fn dispatch(command: &Commands, tree: Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Commands::Path(command) => path::run(command, context),
        Commands::Xiangqi(command) => xiangqi::run(command, context),
        Commands::Gomoku(command) => gomoku::run(command, context),
        Commands::Tree(arguments) => tree::run(arguments, context),
        Commands::Match(arguments) => matches::run(arguments, context),
        Commands::Lab(command) => lab::run(command, context),
        Commands::Experience(command) => experience::run(command, context),
        Commands::Collection(command) => collection::run(command, context),
        Commands::Puzzles(command) => puzzles::run(command, context),
        Commands::Completions(arguments) => completions::run(arguments, tree, context),
        Commands::Man(arguments) => man::run(arguments, tree, context),
        Commands::Serve(arguments) => serve::run(arguments, context),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_tree_is_sound() {
        help::in_chinese(command()).debug_assert();
        command().debug_assert();
    }

    /// Every help, short and long, of every command, as it is printed in Chinese.
    fn chinese_helps() -> Vec<(Vec<String>, String)> {
        fn walk(command: &Command, path: &[String], paths: &mut Vec<Vec<String>>) {
            paths.push(path.to_vec());
            for child in command.get_subcommands().filter(|child| !child.is_hide_set()) {
                let path: Vec<String> =
                    path.iter().cloned().chain([child.get_name().to_owned()]).collect();
                walk(child, &path, paths);
            }
        }
        let tree = help::in_chinese(command());
        let mut paths = Vec::new();
        walk(&tree, &["xun".to_owned()], &mut paths);
        paths.push(["xun", "path", "help", "solve"].map(str::to_owned).to_vec());
        let helps =
            paths.into_iter().flat_map(|path| ["-h", "--help"].map(|flag| (path.clone(), flag)));
        helps
            .map(|(path, flag)| {
                let flag = (!path.ends_with(&["help".to_owned(), "solve".to_owned()]))
                    .then(|| flag.to_owned());
                let arguments: Vec<String> = path.into_iter().chain(flag).collect();
                let line = arguments.iter().map(OsString::from).collect();
                let error = parse(&tree, line).err().expect("help comes as an error");
                assert_eq!(error.exit_code(), 0, "{arguments:?}: {error}");
                (arguments, error.render().to_string())
            })
            .collect()
    }

    /// Three English words in a row, unless they are a command line.
    fn has_english_sentence(line: &str) -> bool {
        let is_word =
            |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        let words: Vec<&str> = line.split(' ').collect();
        !words.contains(&"xun") && words.windows(3).any(|three| three.iter().all(is_word))
    }

    #[test]
    fn help_in_chinese_has_no_english_left() {
        let parser_words =
            ["OPTIONS", "COMMAND", "Usage", "Print", "Possible", "default:", "Options:"];
        let helps = chinese_helps();
        assert!(helps.len() > 20);
        for (arguments, text) in helps {
            assert!(text.contains("用法："), "{arguments:?}:\n{text}");
            // The text after 例 is example command lines, which stay in English.
            let texts = text.split("例").next().unwrap_or_default();
            let left = parser_words.iter().find(|word| text.contains(**word));
            assert_eq!(left, None, "{arguments:?}:\n{text}");
            let english = texts
                .lines()
                .find(|line| !line.starts_with("用法：") && has_english_sentence(line));
            assert_eq!(english, None, "{arguments:?}");
        }
    }
}
