//! `xun xiangqi judge FEN MOVE…`: whether the game is over after these moves, and by which rule.

use super::perft::read_position;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::io::Write;
use xun_xiangqi::notation::{MoveTextError, parse_move};
use xun_xiangqi::rules::{
    Colour, Conduct, Position, Reason, Repetition, RuleSet, Rules, Termination, Verdict,
};

/// Arguments of `xun xiangqi judge`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position (`startpos` for the start of a game) and then the moves, like h2e2, C2=5 or
    /// 炮二平五
    #[arg(required = true, num_args = 1.., value_name = "FEN MOVE")]
    game: Vec<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The options that choose the rules.
#[derive(clap::Args)]
pub(crate) struct RuleArguments {
    /// Rules of repetition
    #[arg(long, value_parser = rule_sets(), default_value_t = RuleSet::Asian, value_name = "RULES")]
    rules: RuleSet,
    /// Plies without a capture after which the game is drawn; 0 for no limit
    #[arg(long, default_value_t = 120, value_name = "PLIES")]
    quiet_limit: u16,
}

impl RuleArguments {
    /// The rules chosen.
    pub(crate) fn rules(&self) -> Rules {
        let quiet_limit = Some(self.quiet_limit).filter(|&limit| limit > 0);
        Rules { repetition: self.rules, quiet_limit }
    }
}

/// Reads a rule set by its name; the help lists all of them.
fn rule_sets() -> impl TypedValueParser<Value = RuleSet> {
    let about = |rules: RuleSet| match rules {
        RuleSet::Asian => "Asian and World federations (AXF/WXF)",
        RuleSet::Chinese => "Chinese rules of 2020",
        RuleSet::Simple => "Perpetual check loses, other repetitions draw",
    };
    let value = |rules: RuleSet| PossibleValue::new(rules.name()).help(about(rules));
    PossibleValuesParser::new(RuleSet::ALL.map(value)).try_map(|name| name.parse::<RuleSet>())
}

/// Says the reason, then `win`, `loss`, `draw` or `undecided` for the side to move.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let position = replay(&arguments.game, context.language)?;
    let outcome = position.outcome(&arguments.rules.rules());
    let verdict = verdict_name(outcome);
    let reason = explain(outcome, position.turn(), context.language);
    if arguments.json {
        let turn = if position.turn() == Colour::Red { "red" } else { "black" };
        let answer = json!({
            "fen": position.to_fen(),
            "turn": turn,
            "verdict": verdict,
            "reason": reason,
            "in_check": position.in_check(),
        });
        writeln!(context.out, "{answer}")?;
    } else {
        writeln!(context.out, "{reason}")?;
        writeln!(context.out, "{verdict}")?;
    }
    Ok(Exit::Answered)
}

/// The verdict for the side to move in one word, the same in every language.
pub(super) fn verdict_name(outcome: Option<Termination>) -> &'static str {
    match outcome.map(|outcome| outcome.verdict) {
        Some(Verdict::Win) => "win",
        Some(Verdict::Loss) => "loss",
        Some(Verdict::Draw) => "draw",
        None => "undecided",
    }
}

/// Plays the moves that follow the position, whether it was one argument or several.
pub(super) fn replay(game: &[String], language: Language) -> anyhow::Result<Position> {
    let words: Vec<&str> = game.iter().flat_map(|argument| argument.split_whitespace()).collect();
    let is_fen = |word: &str| {
        matches!(word, "w" | "b" | "r" | "W" | "B" | "R" | "-")
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let Some((board, rest)) = words.split_first() else {
        bail!("{}", language.pick("no position is given", "没有给出局面"));
    };
    let fields = rest.iter().take_while(|word| is_fen(word)).count();
    let (fields, moves) = rest.split_at(fields);
    let mut position = read_position(&[&[*board], fields].concat().join(" "), language)?;
    for (number, word) in (1..).zip(moves.iter().skip_while(|word| **word == "moves")) {
        let chosen = parse_move(&position, word).map_err(|error| {
            let (english, chinese) = match error {
                MoveTextError::Malformed { .. } => (
                    "is not written like h2e2, C2=5 or 炮二平五",
                    "不是 h2e2、C2=5 或 炮二平五 这样的着法",
                ),
                MoveTextError::Illegal { .. } => ("is illegal", "不合法"),
                MoveTextError::Ambiguous { .. } => ("could be several moves", "有多种可能"),
            };
            let fen = position.to_fen();
            match language {
                Language::English => anyhow!("move {number}, {word:?}, {english} (in {fen})"),
                Language::Chinese => anyhow!("第 {number} 着 {word:?} {chinese}（{fen}）"),
            }
        })?;
        position.play(chosen);
    }
    Ok(position)
}

/// Why the game is over, in a sentence.
pub(super) fn explain(outcome: Option<Termination>, turn: Colour, language: Language) -> String {
    let text = |english: &str, chinese: &str| language.pick(english, chinese).to_owned();
    let Some(outcome) = outcome else {
        return text("the game goes on", "对局继续");
    };
    match outcome.reason {
        Reason::Checkmate => text("checkmate", "将死"),
        Reason::Stalemate => text("no legal move", "困毙"),
        Reason::Material => {
            text("neither side has a piece left that can attack", "双方均无可进攻的子力")
        }
        Reason::QuietLimit(limit) => match language {
            Language::English => format!("{limit} plies without a capture"),
            Language::Chinese => format!("{limit} 步未吃子"),
        },
        Reason::Repetition(repetition) => explain_repetition(&repetition, turn, language),
    }
}

fn explain_repetition(repetition: &Repetition, turn: Colour, language: Language) -> String {
    let side = |colour| match colour {
        Colour::Red => language.pick("Red", "红方"),
        Colour::Black => language.pick("Black", "黑方"),
    };
    let conduct = |conduct| match conduct {
        Conduct::Checking => language.pick("gives perpetual check", "长将"),
        Conduct::Chasing => language.pick("chases perpetually", "长捉"),
        Conduct::Striking => {
            language.pick("strikes with every move (check, threat of mate, chase)", "长打")
        }
        Conduct::Idle => language.pick("plays idle moves", "为闲着"),
    };
    let (mover, waiter) = (side(turn), side(!turn));
    let (mover_does, waiter_does) = (conduct(repetition.mover), conduct(repetition.waiter));
    match language {
        Language::English => {
            format!("third repetition: {waiter} {waiter_does}, {mover} {mover_does}")
        }
        Language::Chinese => format!("第三次重复：{waiter}{waiter_does}，{mover}{mover_does}"),
    }
}
