//! Rules, opening rules and levels of Gomoku as values of the command line: the names are the
//! library's, the help is here.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use xun_game::Level;
use xun_gomoku::openings::OpeningRule;
use xun_gomoku::rules::Rule;
use xun_gomoku::search::LEVELS;

/// Reads a rule by its name; the help lists all of them.
pub(crate) fn rule_names() -> impl TypedValueParser<Value = Rule> {
    let about = |rule: Rule| match rule {
        Rule::Freestyle => "Five or more win",
        Rule::Standard => "Exactly five win",
        Rule::Renju => "Renju, with forbidden points",
        Rule::Caro => "Five blocked at both ends do not win",
        Rule::CaroExact => "Exactly five win unless blocked at both ends",
    };
    let value = |rule: Rule| PossibleValue::new(rule.name()).help(about(rule));
    PossibleValuesParser::new(Rule::ALL.map(value)).try_map(|name| name.parse::<Rule>())
}

/// Reads an opening rule by its name; the help lists all of them.
pub(crate) fn opening_names() -> impl TypedValueParser<Value = OpeningRule> {
    let about = |rule: OpeningRule| match rule {
        OpeningRule::Free => "No rule",
        OpeningRule::Pro => "The third stone outside the central 5×5",
        OpeningRule::LongPro => "The third stone outside the central 7×7",
        OpeningRule::Swap => "Three stones and a choice of colours",
        OpeningRule::Swap2 => "Three stones, a choice of colours, or two more stones",
        OpeningRule::Rif => "The 26 openings of renju, a swap, two fifth stones",
        OpeningRule::Yamaguchi => "The 26 openings, a number of fifth stones, a swap",
        OpeningRule::Soosorv8 => "The 26 openings, a swap, a number of fifth stones, a swap",
        OpeningRule::Taraguchi10 => "A swap after each of the first stones, or ten fifth stones",
        _ => "",
    };
    let value = |rule: OpeningRule| PossibleValue::new(rule.name()).help(about(rule));
    PossibleValuesParser::new(OpeningRule::ALL.map(value))
        .map(|name| OpeningRule::from_name(&name).expect("the name is one of the list"))
}

/// Reads a level by its name; the help lists all of them.
pub(crate) fn level_names() -> impl TypedValueParser<Value = &'static Level> {
    let about = |level: &Level| match level.name {
        "beginner" => "Shallow search, frequent errors",
        "easy" => "Looks a few moves ahead",
        "medium" => "Finds most short combinations",
        "hard" => "Few errors",
        _ => "Full strength",
    };
    let value = |level: Level| PossibleValue::new(level.name).help(about(&level));
    PossibleValuesParser::new(LEVELS.map(value))
        .map(|name| Level::named(&LEVELS, &name).expect("the name is one of the list"))
}
