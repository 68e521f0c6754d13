//! Finding games.

use crate::add::result_of;
use crate::{Collection, Result};
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use xun_xiangqi::notation::GameResult;
use xun_xiangqi::openings::MirrorPair;
use xun_xiangqi::rules::Position;

/// A filter of games; fields that are not given match all. Texts are parts of the field, in
/// either case.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A player of either side.
    pub player: Option<String>,
    /// Red's name.
    pub red: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Event or title.
    pub event: Option<String>,
    /// The first year.
    pub since: Option<u16>,
    /// The last year.
    pub until: Option<u16>,
    /// The result.
    pub result: Option<GameResult>,
    /// The opening's name in either language.
    pub opening: Option<String>,
    /// A position of the game, or its mirror image.
    pub position: Option<Position>,
    /// A tag of the collection.
    pub tag: Option<String>,
    /// Games at most.
    pub limit: Option<u64>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameSummary {
    /// Its number in the collection.
    pub id: i64,
    /// Title.
    pub title: String,
    /// Red's name.
    pub red: String,
    /// Black's name.
    pub black: String,
    /// Event.
    pub event: String,
    /// Date as it was written.
    pub date: String,
    /// Result.
    pub result: GameResult,
    /// The opening's Chinese name.
    pub opening: String,
    /// The opening's English name.
    pub opening_en: String,
    /// Plies of the main line.
    pub plies: u64,
    /// The file that it came from.
    pub source: String,
}

impl GameSummary {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            title: row.get(1)?,
            red: row.get(2)?,
            black: row.get(3)?,
            event: row.get(4)?,
            date: row.get(5)?,
            result: result_of(row.get(6)?),
            opening: row.get(7)?,
            opening_en: row.get(8)?,
            plies: row.get::<_, i64>(9)? as u64,
            source: row.get(10)?,
        })
    }
}

impl Filter {
    /// The condition and its values.
    fn condition(&self) -> (String, Vec<Value>) {
        let mut parts = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut text = |wanted: &Option<String>, columns: &[&str]| {
            let Some(wanted) = wanted else { return };
            let each: Vec<String> = columns
                .iter()
                .map(|column| format!("instr(lower({column}), lower(?)) > 0"))
                .collect();
            parts.push(format!("({})", each.join(" OR ")));
            values.extend(columns.iter().map(|_| Value::from(wanted.clone())));
        };
        text(&self.player, &["red", "black"]);
        text(&self.red, &["red"]);
        text(&self.black, &["black"]);
        text(&self.event, &["event", "title"]);
        text(&self.opening, &["opening", "opening_en"]);
        let mut number = |condition: &str, wanted: Option<i64>| {
            if let Some(wanted) = wanted {
                parts.push(condition.to_owned());
                values.push(wanted.into());
            }
        };
        number("year >= ?", self.since.map(i64::from));
        number("year > 0 AND year <= ?", self.until.map(i64::from));
        number("result = ?", self.result.map(|result| crate::add::code(result).into()));
        let key = self.position.clone().map(|position| MirrorPair::new(position).key() as i64);
        number("id IN (SELECT game FROM position WHERE key = ?)", key);
        if let Some(tag) = &self.tag {
            parts.push("id IN (SELECT game FROM tag WHERE name = ?)".to_owned());
            values.push(tag.clone().into());
        }
        let condition = if parts.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", parts.join(" AND "))
        };
        (condition, values)
    }
}

impl Collection {
    /// The games that a filter wants, in the order of their numbers.
    pub fn games(&self, filter: &Filter) -> Result<Vec<GameSummary>> {
        let (condition, mut values) = filter.condition();
        let most = filter.limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        values.push(most.into());
        let mut statement = self.connection.prepare(&format!(
            "SELECT id, title, red, black, event, date, result, opening, opening_en, plies, source
             FROM game{condition} ORDER BY id LIMIT ?"
        ))?;
        let games = statement.query_map(params_from_iter(values), GameSummary::read)?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }
}
