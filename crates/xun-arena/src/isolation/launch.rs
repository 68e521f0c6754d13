//! The caller's side of a launch: starts the launcher, gives its order, hears its notices.

use super::Isolation;
use super::plan::{Launch, Layers, Notice, ResourceLimits};
use super::private_folder::PrivateFolder;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Time for the launcher to put up its layers; on a busy machine starting a process takes long.
const SET_UP: Duration = Duration::from_secs(60);

/// A program behind its launcher.
pub(crate) struct Launched {
    /// The launcher.
    pub(crate) child: Child,
    /// Its notices after [`Notice::Ready`].
    pub(crate) notices: Receiver<Notice>,
    /// Generations of processes between the launcher and the program.
    pub(crate) helpers: usize,
    /// The program's private folder where it is on disk; removed with this value.
    pub(crate) scratch: Option<PrivateFolder>,
}

/// The standard streams of a program.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has isolation"))]
pub(crate) struct Streams {
    pub(crate) input: Stdio,
    pub(crate) output: Stdio,
    pub(crate) error: Stdio,
}

impl Streams {
    pub(crate) fn piped() -> Self {
        Self { input: Stdio::piped(), output: Stdio::piped(), error: Stdio::piped() }
    }

    fn closed() -> Self {
        Self { input: Stdio::null(), output: Stdio::null(), error: Stdio::null() }
    }
}

/// Puts up the layers without a program.
pub(super) fn trial(isolation: &Isolation) -> Result<(), String> {
    let limits = ResourceLimits { disk: Some(1 << 20), ..ResourceLimits::default() };
    let mut launched = launch(isolation, &[], None, limits, Streams::closed())?;
    let last = launched.notices.recv_timeout(SET_UP);
    super::processes::end_all(launched.child.id());
    let _ = launched.child.kill();
    let _ = launched.child.wait();
    match last {
        Ok(Notice::Ended { code: Some(0), .. }) => Ok(()),
        other => Err(format!("the trial ended with {other:?}")),
    }
}

/// Starts a program behind its launcher; returns when all layers are up and it starts.
///
/// # Errors
/// A layer that could not be put up, in words. Nothing was run then.
pub(crate) fn launch(
    isolation: &Isolation,
    words: &[String],
    folder: Option<&Path>,
    limits: ResourceLimits,
    streams: Streams,
) -> Result<Launched, String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let folder = folder.map_or_else(|| here.clone(), |folder| here.join(folder));
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let (layers, scratch) = match isolation.level {
        super::IsolationLevel::Namespaces => (Layers::Namespaces, None),
        super::IsolationLevel::Landlock => (Layers::Landlock, Some(new_scratch()?)),
        super::IsolationLevel::Limits | super::IsolationLevel::None => {
            (Layers::Limits, Some(new_scratch()?))
        }
    };
    let private = scratch.as_ref().map_or(Path::new("/tmp"), PrivateFolder::path).to_owned();
    let mut readable = super::visible::of_command(words, &folder, &path);
    readable.extend(isolation.readable.iter().map(|path| here.join(path)));
    let path = if layers == Layers::Limits { path } else { readable_part(path, &readable) };
    let order = Launch {
        layers,
        caller: std::process::id(),
        words: words.iter().map(Into::into).collect(),
        environment: environment(isolation, path, &private),
        folder,
        readable,
        hidden: isolation.hidden.iter().map(|path| here.join(path)).collect(),
        scratch: private,
        limits,
    };
    let (child, notices) = start(isolation, &order, streams)?;
    let helpers = usize::from(layers == Layers::Namespaces);
    let mut launched = Launched { child, notices, helpers, scratch };
    let refused = match launched.notices.recv_timeout(SET_UP) {
        Ok(Notice::Ready) => return Ok(launched),
        Ok(Notice::Refused(reason)) => reason,
        Ok(other) => format!("the launcher said {other:?}"),
        Err(RecvTimeoutError::Timeout) => format!("no answer of the launcher within {SET_UP:?}"),
        Err(RecvTimeoutError::Disconnected) => "the launcher ended".to_owned(),
    };
    let _ = launched.child.kill();
    let status = launched.child.wait().map(|status| status.to_string()).unwrap_or_default();
    Err(format!("{refused} ({status})"))
}

fn new_scratch() -> Result<PrivateFolder, String> {
    PrivateFolder::new().map_err(|error| error.to_string())
}

/// The folders of a `PATH` that the program can read. A shell stops at the first program of a name,
/// also where it may not run it.
fn readable_part(path: std::ffi::OsString, readable: &[PathBuf]) -> std::ffi::OsString {
    let folders = std::env::split_paths(&path);
    let kept = folders.filter(|folder| readable.iter().any(|root| folder.starts_with(root)));
    std::env::join_paths(kept.collect::<Vec<_>>()).unwrap_or(path)
}

/// The program's whole environment.
fn environment(
    isolation: &Isolation,
    path: std::ffi::OsString,
    private: &Path,
) -> Vec<(std::ffi::OsString, std::ffi::OsString)> {
    let own = [
        ("PATH".into(), path),
        ("HOME".into(), private.into()),
        ("TMPDIR".into(), private.into()),
        ("LANG".into(), "C.UTF-8".into()),
    ];
    own.into_iter().chain(isolation.environment.iter().cloned()).collect()
}

#[cfg(target_os = "linux")]
fn start(
    isolation: &Isolation,
    order: &Launch,
    streams: Streams,
) -> Result<(Child, Receiver<Notice>), String> {
    use std::io::{BufRead, BufReader, Write};
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;

    let say = |error: std::io::Error| format!("{}: {error}", isolation.launcher.display());
    let (mut ours, theirs) = UnixStream::pair().map_err(say)?;
    let mut command = std::process::Command::new(&isolation.launcher);
    command.arg(super::LAUNCHER_ARGUMENT).arg(theirs.as_raw_fd().to_string()).env_clear();
    command.stdin(streams.input).stdout(streams.output).stderr(streams.error);
    crate::lifetime::pass(&mut command, &theirs);
    let mut line = serde_json::to_vec(order).map_err(|error| error.to_string())?;
    line.push(b'\n');
    let child = command.spawn().map_err(say)?;
    drop(theirs);
    let (sender, notices) = std::sync::mpsc::channel();
    // In a thread: a launcher that does not read must not hold up the caller.
    std::thread::spawn(move || {
        if ours.write_all(&line).is_err() {
            return;
        }
        for line in BufReader::new(ours).lines().map_while(Result::ok) {
            let Ok(notice) = serde_json::from_str(&line) else { return };
            if sender.send(notice).is_err() {
                return;
            }
        }
    });
    Ok((child, notices))
}

#[cfg(not(target_os = "linux"))]
fn start(_: &Isolation, _: &Launch, _: Streams) -> Result<(Child, Receiver<Notice>), String> {
    Err("there is a launcher on Linux only".to_owned())
}
