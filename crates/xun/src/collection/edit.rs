//! `xun collection edit`.

use super::list::result_of;
use super::{CollectionOption, told};
use crate::context::Context;
use crate::exit::Exit;
use crate::usage_error::BadValue;
use anyhow::bail;
use std::io::Write;
use xun_collection::Edit;
use xun_xiangqi::notation::GameResult;

/// Arguments of `xun collection edit`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Numbers of games
    #[arg(required = true, num_args = 1.., value_name = "ID")]
    games: Vec<i64>,
    /// Red's name; an empty text removes it
    #[arg(long, value_name = "NAME")]
    red: Option<String>,
    /// Black's name
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Event
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Site
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// Date
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// Result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result_of)]
    result: Option<GameResult>,
    /// Any other tag of PGN; may be given several times
    #[arg(long = "set", value_name = "NAME=TEXT", value_parser = tag_of)]
    tags: Vec<(String, String)>,
    #[command(flatten)]
    collection: CollectionOption,
}

fn tag_of(text: &str) -> Result<(String, String), BadValue> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| BadValue::new("expected NAME=TEXT", "应为 名称=内容"))?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Arguments {
    fn edit(&self) -> Edit {
        let fields = [
            ("Red", &self.red),
            ("Black", &self.black),
            ("Title", &self.title),
            ("Event", &self.event),
            ("Site", &self.site),
            ("Date", &self.date),
        ];
        let named = fields.into_iter().filter_map(|(name, value)| {
            value.as_ref().map(|value| (name.to_owned(), value.clone()))
        });
        Edit { tags: named.chain(self.tags.iter().cloned()).collect(), result: self.result }
    }
}

/// Changes the games and says how many.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let edit = arguments.edit();
    if edit.is_empty() {
        let message = language.pick(
            "nothing to change: give --red, --event, --result, --set NAME=TEXT or another header",
            "没有要改的内容：请给出 --red、--event、--result、--set 名称=内容 等",
        );
        bail!(message);
    }
    let mut collection = arguments.collection.open(language)?;
    for &id in &arguments.games {
        told(collection.edit(id, &edit), language)?;
    }
    let changed = arguments.games.len();
    writeln!(context.out, "{changed} {}", language.pick("games changed", "局已更改"))?;
    Ok(Exit::Answered)
}
