//! The launcher: a second copy of the executable between the caller and a foreign program. It takes
//! away what the program may not have, starts it, and ends everything that it leaves behind.
//!
//! It has one thread, so that ordinary code may run after `fork`.

mod landlock;
mod mounts;
mod namespaces;
mod privileges;
mod system;
mod system_calls;

use super::plan::{Launch, Layers, Notice};
use super::{LAUNCHER_ARGUMENT, processes};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use system::Ending;

/// An error with the name of the layer.
type Refusal = String;

/// Names the layer in which a system call failed.
fn layer<T>(name: &str, result: io::Result<T>) -> Result<T, Refusal> {
    result.map_err(|error| format!("{name}: {error}"))
}

/// The line to the caller.
struct Channel(UnixStream);

impl Channel {
    fn tell(&mut self, notice: &Notice) {
        if let Ok(mut line) = serde_json::to_vec(notice) {
            line.push(b'\n');
            // A caller that is gone has ended us already.
            let _ = self.0.write_all(&line);
        }
    }
}

/// Acts as launcher if this is its command line, and then does not return.
pub(super) fn launch_if_asked(arguments: &[OsString]) {
    let [_, word, number] = arguments else { return };
    let number = number.to_str().and_then(|number| number.parse().ok());
    let (true, Some(number)) = (word == LAUNCHER_ARGUMENT, number) else { return };
    let Ok(stream) = system::take_descriptor(number) else { return };
    let mut channel = Channel(stream);
    if let Err(reason) = serve(&mut channel) {
        channel.tell(&Notice::Refused(reason));
        exit(1);
    }
    exit(0);
}

fn serve(channel: &mut Channel) -> Result<(), Refusal> {
    let mut line = String::new();
    layer("channel", BufReader::new(&channel.0).read_line(&mut line))?;
    let launch: Launch = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    layer("parent", system::die_with_parent(launch.caller))?;
    layer("session", system::new_session())?;
    match launch.layers {
        Layers::Namespaces => namespaces::run(&launch, channel),
        Layers::Landlock | Layers::Limits => supervise_descendants(&launch, channel),
    }
}

/// Starts the program as a child of this process, to which all its orphans come.
fn supervise_descendants(launch: &Launch, channel: &mut Channel) -> Result<(), Refusal> {
    layer("orphans", system::collect_orphans())?;
    layer("orphans", system::hide_memory())?;
    let program = start(launch, channel)?;
    let ending = layer("wait", system::wait_for(program))?;
    let left_behind = processes::end_all(std::process::id()).len();
    system::reap_all();
    tell_end(channel, ending, left_behind);
    Ok(())
}

fn tell_end(channel: &mut Channel, ending: Ending, left_behind: usize) {
    let Ending { code, signal } = ending;
    channel.tell(&Notice::Ended { code, signal, left_behind });
}

/// Forks; the child takes off its rights and becomes the program.
fn start(launch: &Launch, channel: &mut Channel) -> Result<i32, Refusal> {
    let parent = std::process::id();
    if let Some(child) = layer("fork", system::fork())? {
        return Ok(child);
    }
    let inside = launch.layers == Layers::Namespaces;
    if let Err(reason) = prepare(launch, (!inside).then_some(parent)) {
        channel.tell(&Notice::Refused(reason));
        exit(1);
    }
    channel.tell(&Notice::Ready);
    become_program(launch, channel)
}

/// Everything that is taken from the program just before it starts.
fn prepare(launch: &Launch, parent: Option<u32>) -> Result<(), Refusal> {
    if let Some(parent) = parent {
        layer("parent", system::die_with_parent(parent))?;
    }
    layer("group", system::new_group())?;
    layer("folder", std::env::set_current_dir(&launch.folder))?;
    privileges::limit(launch)?;
    if launch.layers == Layers::Limits {
        return Ok(());
    }
    layer("capabilities", privileges::drop_all())?;
    let mut scope = system_calls::Scope::Namespaces;
    if launch.layers == Layers::Landlock {
        let own_signals_only = landlock::restrict(launch)?;
        scope = system_calls::Scope::Landlock { own_signals_only };
    }
    layer("system call filter", system_calls::restrict(scope))
}

fn become_program(launch: &Launch, channel: &mut Channel) -> ! {
    let Some((program, arguments)) = launch.words.split_first() else { exit(0) };
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(launch.environment.iter().cloned());
    let error = command.exec();
    channel.tell(&Notice::NotStarted(format!("{}: {error}", program.to_string_lossy())));
    exit(127)
}
