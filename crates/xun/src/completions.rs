//! `xun completions SHELL`: the script that lets a shell complete our commands.

use crate::context::Context;
use crate::exit::Exit;
use clap_complete::Shell;

/// Arguments of `xun completions`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Shell
    shell: Shell,
}

/// Prints the completion script of the whole command tree.
pub(crate) fn run(
    arguments: &Arguments,
    mut tree: clap::Command,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut tree, "xun", &mut script);
    context.out.write_all(&script)?;
    Ok(Exit::Answered)
}
