//! `xun path watch`: records a search, or reads a recording, and plays it in the terminal.

pub(super) mod playback;
pub(super) mod recording;
mod screen;
mod terminal;
mod viewer;

use super::input::{self, InputOptions};
use super::options::SearchOptions;
use super::progress::Progress;
use super::{draw, faults, text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use clap::Args;
use crossterm::event::{self, KeyEventKind};
use playback::Playback;
use recording::Recording;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use terminal::Screen;
use viewer::{After, Viewer};
use xun_grid::render::Scene;
use xun_grid::trace::Recorder;
use xun_grid::{Outcome, Problem, solve};

/// Shortest time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// Arguments of `xun path watch`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Map file, recorded trace (see --trace of solve), or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    input: InputOptions,
    /// Initial speed in events per second
    #[arg(
        long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        value_name = "EVENTS"
    )]
    speed: u32,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// Limit of recorded events
    #[arg(
        long, default_value = "2000000",
        value_parser = clap::value_parser!(u32).range(1..=50_000_000), value_name = "EVENTS"
    )]
    record: u32,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let bytes = input::bytes(&arguments.file, language)?;
    let recording = if recording::is_trace(&bytes) {
        recording::read(&arguments.file, &bytes, arguments.record as usize, language)?
    } else {
        match record(bytes, arguments, context)? {
            Ok(recording) => recording,
            Err(exit) => return Ok(exit),
        }
    };
    if context.stopped() {
        return Ok(Exit::Interrupted);
    }
    let name = input::shown(&arguments.file, language);
    show(recording, &name, (arguments.speed, !arguments.paused), context)
}

/// Plays a recording, or draws its last picture where there is no terminal.
pub(super) fn show(
    recording: Recording,
    name: &str,
    (speed, playing): (u32, bool),
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let Recording { problem, outcome, events, dropped, by, ways, words } = recording;
    let title = format!("{name} · {by}");
    let playback = Playback::new(&problem, events, ways);
    if !io::stdout().is_terminal() || !can_read_keys() {
        return final_frame(&problem, playback, (&outcome, words.as_deref()), &title, context);
    }
    let language = context.language;
    let mut viewer = Viewer::new(&problem, playback, &outcome, title, dropped, language);
    viewer.words = words;
    viewer.set_speed(f64::from(speed));
    viewer.playing = playing;
    play(&mut viewer, context)
}

/// Searches the map and records that; or an exit code, after what is wrong has been said.
fn record(
    map: Vec<u8>,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<Result<Recording, Exit>> {
    let language = context.language;
    let problem = input::problem_of(&arguments.file, map, &arguments.input, language)?;
    let search = &arguments.search;
    if search.algorithm.len() > 1 || search.heuristic.len() > 1 {
        eprintln!(
            "{}",
            language
                .pick("error: one search can be watched at a time", "错误：一次只能观看一种搜索")
        );
        return Ok(Err(Exit::Usage));
    }
    let options = search.first();
    let mut recorder = Recorder::new(arguments.record as usize);
    let progress = Progress::spinner(language.pick("recording", "记录中"));
    let solved = solve(&problem, &options, &search.limits(context.stop.flag()), &mut recorder);
    drop(progress);
    let answer = match solved {
        Ok(answer) => answer,
        Err(error) => {
            let why = faults::refusal(&error, language);
            eprintln!("{}{why}", language.pick("error: ", "错误："));
            return Ok(Err(Exit::Usage));
        }
    };
    for warning in faults::warnings(&options, &problem, language) {
        eprintln!("{}{warning}", language.pick("warning: ", "警告："));
    }
    let dropped = recorder.dropped();
    let by = match answer.heuristic {
        Some(heuristic) => format!("{} · {heuristic}", answer.algorithm),
        None => answer.algorithm.to_string(),
    };
    let outcome = answer.outcome;
    let events = recorder.into_events();
    Ok(Ok(Recording { problem, outcome, events, dropped, by, ways: Vec::new(), words: None }))
}

/// Keys come from the terminal itself even when the map came through standard input.
fn can_read_keys() -> bool {
    crossterm::terminal::is_raw_mode_enabled().is_ok() && (io::stdin().is_terminal() || cfg!(unix))
}

/// Without a terminal there is nothing to play on: the last picture, and why.
fn final_frame(
    problem: &Problem,
    mut playback: Playback,
    (outcome, words): (&Outcome, Option<&str>),
    title: &str,
    context: &mut Context,
) -> anyhow::Result<Exit> {
    let language = context.language;
    playback.seek(usize::MAX);
    let trail = playback.trail();
    let cells = match outcome {
        Outcome::Found(path) => &path.cells[..],
        _ => &trail[..],
    };
    let scene = Scene::new(problem, cells, Some(playback.touched()));
    writeln!(context.out, "{title}")?;
    writeln!(context.out, "{}", draw::drawing(&scene, draw::width(), context.colour, language))?;
    let (events, tally) = (playback.len(), playback.tally());
    let found = match outcome {
        _ if words.is_some() => words.unwrap_or_default().trim_end_matches(['.', '。']).to_owned(),
        Outcome::Found(path) => text::steps(path.steps(), language),
        Outcome::Impossible => language.pick("no way", "无路可走").to_owned(),
        Outcome::Stopped => language.pick("stopped", "已停止").to_owned(),
    };
    let expanded = tally.expanded;
    match language {
        Language::English => writeln!(
            context.out,
            "{found}; {events} events, {expanded} expanded (standard output is no terminal: this \
             is the last picture)"
        )?,
        Language::Chinese => writeln!(
            context.out,
            "{found}；{events} 个事件，扩展 {expanded} 个节点（标准输出不是终端：只给出最后一幅画面）"
        )?,
    }
    Ok(Exit::Answered)
}

/// The loop: keys, time, picture.
fn play(viewer: &mut Viewer<'_>, context: &Context) -> anyhow::Result<Exit> {
    let screen = Screen::take()?;
    let mut last = Instant::now();
    let mut changed = true;
    loop {
        if changed {
            let (width, height) = crossterm::terminal::size()?;
            let lines = screen::frame(viewer, u32::from(width), u32::from(height), context.colour);
            screen.show(&lines)?;
            changed = false;
        }
        if event::poll(FRAME)? {
            // Everything that is waiting is done before the next picture.
            loop {
                match event::read()? {
                    event::Event::Key(key) if key.kind != KeyEventKind::Release => {
                        match viewer.key(key) {
                            After::GoOn => {}
                            After::Quit => return Ok(Exit::Answered),
                            After::Interrupt => return Ok(Exit::Interrupted),
                        }
                        changed = true;
                    }
                    event::Event::Resize(..) => changed = true,
                    _ => {}
                }
                if !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if context.stopped() {
            return Ok(Exit::Interrupted);
        }
        let now = Instant::now();
        changed |= viewer.pass(now - last);
        last = now;
    }
}
