//! The final table of a match: Markdown that can be pasted into a document, or JSON.

use crate::language::Language;
use serde_json::{Value, json};
use std::io::{self, Write};
use xun_arena::{Decision, Elo, Finish, GameRecord, Seat, Sprt, Standing, Tally};

/// One line for the progress bar: the first player's results so far.
pub(super) fn summary(row: &Standing) -> String {
    let tally = &row.total;
    let faults: u64 = row.faults.values().sum();
    let faults = if faults > 0 { format!("  ⚠ {faults}") } else { String::new() };
    format!(
        "+{} ={} -{}  [{}]  Elo {}  LOS {:.1} %{faults}",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.pairs.map(|count| count.to_string()).join(" "),
        interval(&tally.elo()),
        100.0 * tally.likelihood_of_superiority()
    )
}

/// One line about a finished game, for the person who played it.
pub(super) fn result(game: &GameRecord, names: &[String], language: Language) -> String {
    let name = |seat: Seat| names[game.players[seat as usize]].as_str();
    let number = game.index + 1;
    match (game.winner, language) {
        (None, Language::English) => format!("game {number}: a draw ({})", game.note),
        (None, Language::Chinese) => format!("第 {number} 局：和棋（{}）", game.note),
        (Some(seat), Language::English) => {
            format!("game {number}: {} wins ({})", name(seat), game.note)
        }
        (Some(seat), Language::Chinese) => {
            format!("第 {number} 局：{} 胜（{}）", name(seat), game.note)
        }
    }
}

/// Prints the table, the sequential test's state and the reason for the match's end.
pub(super) fn print(
    rows: &[Standing],
    sprt: Option<&Sprt>,
    finish: Finish,
    with_journal: bool,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let headings = language.pick(
        "| player | games | + = − | score | Elo [95 %] | LOS | pairs 0 ½ 1 1½ 2 | ms/move | depth \
         | faults |",
        "| 棋手 | 局数 | 胜 和 负 | 得分率 | Elo [95 %] | 更强概率 | 对局对 0 ½ 1 1½ 2 | 毫秒/步 | 深度 | 故障 |",
    );
    writeln!(out, "{headings}")?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|")?;
    let mut order: Vec<&Standing> = rows.iter().collect();
    order.sort_by(|one, other| other.total.score().total_cmp(&one.total.score()));
    for row in order {
        let tally = &row.total;
        let pairs = tally.pairs.map(|count| count.to_string()).join(" ");
        let depth = row.mean_depth().map_or_else(|| "–".to_owned(), |depth| format!("{depth:.1}"));
        let faults: Vec<String> =
            row.faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(
            out,
            "| {} | {} | {} {} {} | {:.1} % | {} | {:.1} % | {pairs} | {:.0} | {depth} | {} |",
            row.name.replace('|', "/"),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.score(),
            interval(&tally.elo()),
            100.0 * tally.likelihood_of_superiority(),
            row.mean_time(),
            if faults.is_empty() { "–".to_owned() } else { faults.join(", ") },
        )?;
    }
    if let Some(test) = sprt {
        let (lower, upper) = test.bounds();
        writeln!(
            out,
            "\nSPRT [{}, {}]: LLR {:.2} [{lower:.2}, {upper:.2}]",
            test.elo0,
            test.elo1,
            test.ratio(&first_against_second(rows))
        )?;
    }
    let ending = match finish {
        Finish::Complete => None,
        Finish::Decided(Decision::Accepted) => {
            Some(("the test accepts the higher Elo", "检验接受较高的 Elo"))
        }
        Finish::Decided(_) => Some(("the test accepts the lower Elo", "检验接受较低的 Elo")),
        Finish::Stopped if !with_journal => Some((
            "stopped; with a --journal it could go on later",
            "已停止；若有 --journal，以后可以继续",
        )),
        Finish::Stopped => Some((
            "stopped; the same command with its --journal goes on from here",
            "已停止；用同一 --journal 再次运行即可继续",
        )),
    };
    if let Some((english, chinese)) = ending {
        writeln!(out, "\n{}", language.pick(english, chinese))?;
    }
    Ok(())
}

/// `41 [-30, 115]`
fn interval(elo: &Elo) -> String {
    let one = |value: f64| match value {
        value if value == f64::INFINITY => "∞".to_owned(),
        value if value == f64::NEG_INFINITY => "-∞".to_owned(),
        value => format!("{:.0}", value + 0.0),
    };
    format!("{} [{}, {}]", one(elo.value), one(elo.low), one(elo.high))
}

fn first_against_second(rows: &[Standing]) -> Tally {
    rows.first().and_then(|row| row.against.get(&1)).copied().unwrap_or_default()
}

/// The table as JSON. Infinite Elo is null.
pub(super) fn to_json(rows: &[Standing]) -> Vec<Value> {
    let row = |row: &Standing| {
        json!({
            "name": row.name,
            "games": row.total.games(),
            "wins": row.total.wins,
            "draws": row.total.draws,
            "losses": row.total.losses,
            "score": row.total.score(),
            "elo": row.total.elo(),
            "los": row.total.likelihood_of_superiority(),
            "pairs": row.total.pairs,
            "mean_ms": row.mean_time(),
            "mean_depth": row.mean_depth(),
            "faults": row.faults,
            "against": row.against,
        })
    };
    rows.iter().map(row).collect()
}

/// The sequential test as JSON.
pub(super) fn sprt_json(test: &Sprt, rows: &[Standing]) -> Value {
    let tally = first_against_second(rows);
    json!({
        "test": test, "llr": test.ratio(&tally), "bounds": test.bounds(),
        "decision": test.decision(&tally)
    })
}

/// The reason for the match's end, for programs.
pub(super) fn finish_name(finish: Finish) -> &'static str {
    match finish {
        Finish::Complete => "complete",
        Finish::Decided(Decision::Accepted) => "accepted",
        Finish::Decided(_) => "rejected",
        Finish::Stopped => "stopped",
    }
}
