//! `--isolation`: the isolation of foreign programs as the user asks for it, and its report.

use crate::language::Language;
use anyhow::bail;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use xun_arena::PlayerSpec;
use xun_arena::isolation::{Escape, Isolation, IsolationError, IsolationLevel};

/// The isolation asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// The strongest that works here
    Auto,
    /// The stronger of namespaces and landlock, or nothing is run
    Require,
    /// Own processes, files, network; or nothing is run
    Namespaces,
    /// File rules and a filter of system calls; or nothing is run
    Landlock,
    /// Every descendant is found and ended; or nothing is run
    Limits,
    /// Limits of time, memory and output only
    None,
}

impl Asked {
    /// The level that is forced.
    fn level(self) -> Option<IsolationLevel> {
        match self {
            Self::Auto | Self::Require => None,
            Self::Namespaces => Some(IsolationLevel::Namespaces),
            Self::Landlock => Some(IsolationLevel::Landlock),
            Self::Limits => Some(IsolationLevel::Limits),
            Self::None => Some(IsolationLevel::None),
        }
    }
}

/// Options for the isolation of a student's program.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Isolation of the program
    #[arg(long, value_enum, default_value_t = Asked::Auto, value_name = "LEVEL")]
    isolation: Asked,
    /// Files or folders that the program may read besides its own and the system's
    #[arg(long, value_name = "PATH")]
    readable: Vec<PathBuf>,
    /// A variable that the program's environment keeps, or gets (NAME=VALUE)
    #[arg(long = "env", value_name = "NAME")]
    environment: Vec<String>,
}

/// The isolation that was chosen.
pub(crate) struct Chosen {
    isolation: Isolation,
    /// Stronger levels that do not work here.
    refused: Vec<IsolationError>,
}

impl Options {
    /// Chooses by a trial; nothing of the program is run. The given files, and this executable
    /// unless it is named, are hidden from the program.
    pub(crate) fn choose(
        &self,
        command: &[String],
        secrets: &[PathBuf],
        language: Language,
    ) -> anyhow::Result<Chosen> {
        let mut chosen = choose(self.isolation, language)?;
        let isolation = &mut chosen.isolation;
        isolation.readable.clone_from(&self.readable);
        isolation.hidden = secrets.to_vec();
        if let Some(own) = own_executable() {
            let is_named = |path: &PathBuf| path.canonicalize().is_ok_and(|path| path == own);
            if names(command, &own) || self.readable.iter().any(is_named) {
                isolation.readable.push(own);
            } else {
                isolation.hidden.push(own);
            }
        }
        isolation.environment = self.environment.iter().filter_map(|one| variable(one)).collect();
        Ok(chosen)
    }
}

/// `NAME=VALUE`, or `NAME` with its value here.
fn variable(text: &str) -> Option<(OsString, OsString)> {
    match text.split_once('=') {
        Some((name, value)) => Some((name.into(), value.into())),
        None => Some((text.into(), std::env::var_os(text)?)),
    }
}

fn own_executable() -> Option<PathBuf> {
    std::env::current_exe().ok()?.canonicalize().ok()
}

/// Whether a command's program is this executable, by its path or by `PATH`.
fn names(command: &[String], own: &Path) -> bool {
    let Some(program) = command.first() else { return false };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = if program.contains('/') {
        vec![PathBuf::from(program)]
    } else {
        std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
    };
    let found = places.iter().find(|place| place.is_file());
    found.and_then(|found| found.canonicalize().ok()).is_some_and(|found| found == own)
}

fn choose(asked: Asked, language: Language) -> anyhow::Result<Chosen> {
    let launcher = own_executable().unwrap_or_default();
    if let Some(level) = asked.level() {
        let isolation = Isolation::of_level(launcher, level)?;
        return Ok(Chosen { isolation, refused: Vec::new() });
    }
    let (isolation, refused) = Isolation::strongest(launcher);
    if asked == Asked::Require && isolation.level() < IsolationLevel::Landlock {
        let reasons: Vec<String> = refused.iter().map(ToString::to_string).collect();
        let nothing = language.pick("nothing was run", "未运行任何程序");
        bail!("--isolation require: {nothing}: {}", reasons.join("; "));
    }
    Ok(Chosen { isolation, refused })
}

impl Chosen {
    pub(crate) fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Prints the level in force and the escapes it does not prevent, before anything runs.
    pub(crate) fn announce(&self, language: Language) {
        eprintln!("{}", self.line(language));
        for error in &self.refused {
            eprintln!("  {error}");
        }
    }

    /// One line: the level and the escapes it does not prevent.
    pub(crate) fn line(&self, language: Language) -> String {
        let level = self.isolation.level();
        let open: Vec<&str> =
            level.not_prevented().into_iter().map(|escape| text(escape, language)).collect();
        let layers = layers(level, language);
        match (open.is_empty(), language) {
            (true, Language::English) => format!("Isolation: {level} ({layers})."),
            (true, Language::Chinese) => format!("隔离：{level}（{layers}）。"),
            (false, Language::English) => {
                format!("Isolation: {level} ({layers}). Not prevented: {}.", open.join(", "))
            }
            (false, Language::Chinese) => {
                format!("隔离：{level}（{layers}）。未能阻止：{}。", open.join("、"))
            }
        }
    }

    /// For programs.
    pub(crate) fn to_json(&self) -> Value {
        let level = self.isolation.level();
        let refused: Vec<String> = self.refused.iter().map(ToString::to_string).collect();
        json!({ "level": level, "not_prevented": level.not_prevented(), "refused": refused })
    }
}

fn layers(level: IsolationLevel, language: Language) -> &'static str {
    match level {
        IsolationLevel::Namespaces => language.pick(
            "own users, processes, files, network and IPC; system call filter; limits",
            "独立的用户、进程、文件、网络与 IPC 命名空间，系统调用过滤，资源限制",
        ),
        IsolationLevel::Landlock => language.pick(
            "file rules, system call filter, descendants ended, limits",
            "文件访问规则，系统调用过滤，回收全部后代进程，资源限制",
        ),
        IsolationLevel::Limits => language.pick(
            "descendants ended, empty environment, limits",
            "回收全部后代进程，清空环境变量，资源限制",
        ),
        IsolationLevel::None => language.pick("limits only", "仅资源限制"),
    }
}

fn text(escape: Escape, language: Language) -> &'static str {
    match escape {
        Escape::Daemon => language.pick("processes that outlive the run", "运行结束后残留的进程"),
        Escape::Environment => language.pick("reading the environment", "读取环境变量"),
        Escape::ReadFiles => language.pick("reading other files", "读取其他文件"),
        Escape::WriteFiles => language.pick("writing files", "写文件"),
        Escape::Network => language.pick("network connections", "网络连接"),
        Escape::Signals => language
            .pick("signals to other processes, the grader's too", "向其他进程（含评分程序）发信号"),
        Escape::SeeProcesses => language.pick("listing other processes", "查看其他进程"),
        Escape::ManyProcesses => language.pick(
            "many processes for a moment, until they are counted",
            "短时间内启动大量进程（清点后才结束）",
        ),
    }
}

/// The option of matches: engines are trusted unless isolation is asked for.
#[derive(clap::Args)]
pub(crate) struct EngineIsolation {
    /// Isolation of external engines (default: their processes are ended with them, nothing else)
    #[arg(long, value_enum, value_name = "LEVEL")]
    isolation: Option<Asked>,
}

impl EngineIsolation {
    /// Isolates the external engines among the players.
    pub(crate) fn apply(
        &self,
        players: &mut [(String, PlayerSpec)],
        language: Language,
    ) -> anyhow::Result<()> {
        let commands: Vec<_> =
            players.iter_mut().filter_map(|(_, player)| player.engine_command()).collect();
        if commands.is_empty() {
            return Ok(());
        }
        let isolation = match self.isolation {
            Some(asked) => {
                let chosen = choose(asked, language)?;
                chosen.announce(language);
                chosen.isolation
            }
            None => descendants_only(),
        };
        for command in commands {
            command.isolation = isolation.clone();
        }
        Ok(())
    }
}

/// The environment as it is, no limits; but what an engine starts is ended with it.
fn descendants_only() -> Isolation {
    let launcher = own_executable().unwrap_or_default();
    let mut isolation =
        Isolation::of_level(launcher, IsolationLevel::Limits).unwrap_or_else(|_| Isolation::none());
    isolation.environment = std::env::vars_os().collect();
    isolation
}
