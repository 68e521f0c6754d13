//! `xun xiangqi info`: what game files hold.

use super::game_file::{EncodingOption, read, tell_faults};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use xun_messages::Message as _;
use xun_xiangqi::files::{GameFile, ReadGame};
use xun_xiangqi::notation::GameRecord;
use xun_xiangqi::notation::pgn::Line;
use xun_xiangqi::openings::{NamedOpening, opening_of};
use xun_xiangqi::rules::Position;

/// Arguments of `xun xiangqi info`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Game files (XQF, CBR, CBL, CBF, UBB, PGN, moves)
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Numbers of a game tree.
pub(crate) struct Size {
    pub(crate) moves: usize,
    pub(crate) nodes: usize,
    pub(crate) lines: usize,
    pub(crate) comments: usize,
}

impl Size {
    pub(crate) fn of(line: &Line) -> Self {
        let mut size = Self { moves: line.moves.len(), nodes: 0, lines: 0, comments: 0 };
        size.add(line);
        size
    }

    fn add(&mut self, line: &Line) {
        self.lines += 1;
        self.comments += usize::from(!line.comment.is_empty());
        for made in &line.moves {
            self.nodes += 1;
            self.comments += usize::from(!made.comment.is_empty());
            for variation in &made.variations {
                self.add(variation);
            }
        }
    }
}

/// Describes each file; those that cannot be read are told on standard error.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut exit = Exit::Answered;
    let mut all = Vec::new();
    for path in &arguments.files {
        match read(path, &arguments.encoding, context.language) {
            Ok(file) if arguments.json => all.push(in_json(path, &file, context)),
            Ok(file) => {
                in_words(path, &file, context)?;
                if tell_faults(path, &file, context) {
                    exit = Exit::BadInput;
                }
            }
            Err(error) => {
                eprintln!("{error:#}");
                exit = Exit::BadInput;
            }
        }
    }
    if arguments.json {
        writeln!(context.out, "{}", serde_json::Value::Array(all))?;
    }
    Ok(exit)
}

/// The opening of a game that begins at the start.
pub(crate) fn opening(record: &GameRecord) -> Option<&'static NamedOpening> {
    opening_of(&Position::from_setup(&record.start).ok()?, record.moves())
}

fn in_json(path: &Path, file: &GameFile, context: &Context) -> serde_json::Value {
    let game = |game: &ReadGame| {
        let size = Size::of(&game.record.line);
        let tags: serde_json::Map<_, _> = game
            .record
            .tags
            .iter()
            .map(|(name, value)| (name.clone(), value.clone().into()))
            .collect();
        let faults = game.faults.iter().map(|fault| fault.text().pick(context.language).to_owned());
        json!({
            "start": game.record.start.to_string(),
            "result": game.record.result.text(),
            "tags": tags,
            "opening": opening(&game.record).map(|name| json!({
                "en": name.english, "zh": name.chinese
            })),
            "plies": size.moves,
            "nodes": size.nodes,
            "lines": size.lines,
            "comments": size.comments,
            "faults": faults.collect::<Vec<_>>(),
        })
    };
    json!({
        "file": path.display().to_string(),
        "format": file.format.name(),
        "encoding": file.encoding.name(),
        "title": file.title,
        "games": file.games.iter().map(game).collect::<Vec<_>>(),
    })
}

fn in_words(path: &Path, file: &GameFile, context: &mut Context) -> anyhow::Result<()> {
    let language = context.language;
    let games = match (file.games.len(), language) {
        (1, Language::English) => "1 game".to_owned(),
        (count, Language::English) => format!("{count} games"),
        (count, Language::Chinese) => format!("{count} 局"),
    };
    let title = if file.title.is_empty() { String::new() } else { format!(", {}", file.title) };
    writeln!(
        context.out,
        "{}: {}, {}, {games}{title}",
        path.display(),
        file.format.name(),
        file.encoding.name()
    )?;
    for game in &file.games {
        let record = &game.record;
        let size = Size::of(&record.line);
        let tag = |name: &str| record.tag(name).filter(|value| !value.is_empty());
        let players = match (tag("Red"), tag("Black")) {
            (None, None) => None,
            (red, black) => Some(format!("{} – {}", red.unwrap_or("?"), black.unwrap_or("?"))),
        };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(tag("Title").map(str::to_owned));
        parts.extend(players);
        parts.extend(tag("Event").map(str::to_owned));
        parts.extend(tag("Date").map(str::to_owned));
        parts.push(record.result.text().to_owned());
        parts.extend(
            opening(record).map(|name| language.pick(name.english, name.chinese).to_owned()),
        );
        parts.push(match language {
            Language::English => format!(
                "{} plies, {} nodes in {} lines, {} comments",
                size.moves, size.nodes, size.lines, size.comments
            ),
            Language::Chinese => format!(
                "{} 步，{} 条变化共 {} 个节点，{} 条注释",
                size.moves, size.lines, size.nodes, size.comments
            ),
        });
        writeln!(context.out, "  {}", parts.join(", "))?;
    }
    Ok(())
}
