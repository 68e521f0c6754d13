//! `xun serve`: the page.

use crate::context::Context;
use crate::exit::Exit;
use anyhow::{Context as _, bail};
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use xun_web::{Config, ExternalEngine, Server, kept_token};

/// Default port.
const PORT: u16 = 8848;

/// Arguments of `xun serve`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Port; 0 takes a free one (default: 8848, or a free one if that is taken)
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on, with or without a port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: String,
    /// Folder of saved games (default: the user's data folder)
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Collection of the opening explorer (default: collection.sqlite in the folder of saved games)
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Access token (default: one that is made and kept in the data folder)
    #[arg(long, value_name = "TOKEN", conflicts_with = "no_token")]
    token: Option<String>,
    /// No token on loopback: every user and program of this machine may use the server
    #[arg(long)]
    no_token: bool,
    /// Limit of simultaneous searches, over all pages
    #[arg(long, value_name = "N", default_value_t = 64)]
    searches: usize,
    /// Memory of all searches of games together, running and waiting, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,
    /// External engine that may play on the page: NAME=COMMAND; may be repeated
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    engines: Vec<String>,
}

/// Serves until Ctrl-C.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let data = arguments.data.clone().or_else(data_folder).with_context(|| {
        language.pick(
            "no data folder is known here: name one with --data",
            "找不到用户数据目录：请用 --data 指定",
        )
    })?;
    let token = match (&arguments.token, arguments.no_token) {
        (Some(token), _) => Some(token.clone()),
        (None, true) => None,
        (None, false) => {
            Some(kept_token(&data).with_context(|| data.join("token").display().to_string())?)
        }
    };
    let collection = arguments.collection.clone();
    let mut config = Config {
        listen: address(arguments)?,
        collection: collection.or_else(|| Some(data.join("collection.sqlite"))),
        data: Some(data),
        token,
        searches: arguments.searches,
        memory: arguments.memory << 20,
        engines: arguments
            .engines
            .iter()
            .map(|text| engine(text))
            .collect::<anyhow::Result<_>>()?,
        ..Config::default()
    };
    if arguments.token.as_deref().is_some_and(|token| token.len() < 8) {
        bail!("{}", language.pick("a token needs at least 8 characters", "令牌至少要 8 个字符"));
    }
    let server = match Server::bind(config.clone()) {
        // The usual port is taken and none was asked for: any will do.
        Err(_) if arguments.port.is_none() && config.listen.port() == PORT => {
            config.listen.set_port(0);
            Server::bind(config)?
        }
        other => other?,
    };
    let url = server.url();
    writeln!(context.out, "{url}")?;
    context.out.flush()?;
    eprintln!("{}", language.pick("Ctrl-C ends the server", "按 Ctrl-C 结束服务"));
    if !arguments.no_open {
        open(&url);
    }
    server.run(context.stop.flag())?;
    Ok(Exit::Answered)
}

fn address(arguments: &Arguments) -> anyhow::Result<SocketAddr> {
    let text = arguments.listen.trim();
    let port = arguments.port.unwrap_or(PORT);
    if let Ok(ip) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
        return Ok(SocketAddr::new(ip, port));
    }
    if let Ok(mut address) = text.parse::<SocketAddr>() {
        if let Some(port) = arguments.port {
            address.set_port(port);
        }
        return Ok(address);
    }
    let named = (text, port).to_socket_addrs().ok().and_then(|mut found| found.next());
    named.with_context(|| {
        format!("--listen {text}: expected an address such as 127.0.0.1, ::1, 0.0.0.0:8080")
    })
}

fn engine(text: &str) -> anyhow::Result<ExternalEngine> {
    let parsed = text.split_once('=').and_then(|(name, command)| {
        let command = xun_arena::split_words(command);
        (!name.trim().is_empty() && !command.is_empty())
            .then(|| ExternalEngine { name: name.trim().to_owned(), command })
    });
    parsed.with_context(|| format!("--engine {text}: expected NAME=COMMAND"))
}

pub(crate) fn data_folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return Some(variable("APPDATA")?.join("xun"));
    }
    if cfg!(target_os = "macos") {
        return Some(variable("HOME")?.join("Library/Application Support/xun"));
    }
    variable("XDG_DATA_HOME")
        .or_else(|| Some(variable("HOME")?.join(".local/share")))
        .map(|base| base.join("xun"))
}

/// Opens the browser if there is one; the address has been printed in any case.
fn open(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .args(before)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if let Ok(mut child) = started {
        std::thread::spawn(move || child.wait());
    }
}
