//! Textbook searches as players: what they are told, what they choose, and that they keep to their
//! time.

use std::time::{Duration, Instant};
use xun_arena::{
    Choice, Opening, Player, Seat, TextbookGomoku, TextbookXiangqi, TimeControl, Turn,
};
use xun_game::Stop;
use xun_gomoku::rules::{Rule, Size};
use xun_xiangqi::rules::Rules;

fn settings(text: &str) -> Vec<(String, String)> {
    text.split(';')
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

fn xiangqi(text: &str) -> Result<TextbookXiangqi, String> {
    let made = TextbookXiangqi::new(Rules::default(), &settings(text));
    made.map_err(|error| error.to_string())
}

fn gomoku(text: &str) -> Result<TextbookGomoku, String> {
    let made = TextbookGomoku::new(Size::STANDARD, Rule::Freestyle, &settings(text));
    made.map_err(|error| error.to_string())
}

/// The text of the move.
fn text(choice: &Choice) -> String {
    choice.chosen.map(|chosen| chosen.to_string()).unwrap_or_default()
}

fn choose(player: &mut dyn Player, opening: &Opening, seat: Seat, control: &str) -> Choice {
    let control: TimeControl = control.parse().unwrap();
    let stop = Stop::new();
    player.set_up(opening).unwrap();
    let turn = Turn { seat, clocks: [Duration::ZERO; 2], control: &control, stop: &stop };
    player.choose(&turn).unwrap()
}

/// Red takes an unprotected rook.
fn hanging_rook() -> Opening {
    Opening { start: Some("3k5/9/9/9/3r2R2/9/4P4/9/4A4/4K4 w - - 0 1".into()), moves: Vec::new() }
}

#[test]
fn every_setting_finds_the_hanging_rook() {
    for text in [
        "depth=1",
        "depth=2; algorithm=minimax",
        "depth=3; refinements=none",
        "depth=3; refinements=all,-null-move; hash=2; threads=1",
        "depth=2; evaluation=material",
        "depth=2; evaluation=b",
        "depth=2; evaluation=xun; ties=last",
    ] {
        let found =
            choose(&mut xiangqi(text).unwrap(), &hanging_rook(), Seat::First, "nodes=1000000");
        assert_eq!(self::text(&found), "g5d5", "{text}");
        assert!(found.score.is_some() && found.depth.is_some_and(|depth| depth > 0));
    }
}

#[test]
fn a_five_is_completed_and_stopped() {
    let moves =
        |text: &str| Opening { start: None, moves: text.split(' ').map(str::to_owned).collect() };
    for text in ["depth=1", "depth=2; scope=all", "depth=1; evaluation=none"] {
        let own = choose(
            &mut gomoku(text).unwrap(),
            &moves("h8 a1 i8 a2 j8 a3 k8 a4"),
            Seat::First,
            "nodes=1000000",
        );
        assert!(["g8", "l8"].contains(&self::text(&own).as_str()), "{text}: {own:?}");
        assert!(own.score.is_some_and(|score| score > 29_000), "{text}: {own:?}");
    }
    let stopped = choose(
        &mut gomoku("depth=2").unwrap(),
        &moves("a1 g8 h8 b15 i8 c3 j8 o1 k8"),
        Seat::Second,
        "5s",
    );
    assert_eq!(text(&stopped), "l8");
}

#[test]
fn without_a_depth_of_its_own_the_time_control_decides() {
    let began = Instant::now();
    let found = choose(&mut xiangqi("").unwrap(), &Opening::default(), Seat::First, "200ms");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(found.depth.is_some_and(|depth| depth >= 2), "{found:?}");
    let found = choose(&mut xiangqi("").unwrap(), &Opening::default(), Seat::First, "depth=2");
    assert_eq!(found.depth, Some(2));
    // Minimax of ten plies would take years; it still answers.
    let began = Instant::now();
    let found = choose(
        &mut xiangqi("depth=10; algorithm=minimax").unwrap(),
        &Opening::default(),
        Seat::First,
        "100ms",
    );
    assert!(found.chosen.is_some() && began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_wrong_setting_is_told() {
    let wrong = |text: &str| xiangqi(text).err().unwrap_or_default();
    for (text, part) in [
        ("depth=0", "from 1 to 100"),
        ("depth=many", "whole number"),
        ("algorithm=guess", "minimax or alpha-beta"),
        ("refinements=magic", "killers"),
        ("evaluation=best", "material, a, b or xun"),
        ("ties=none", "first or last"),
        ("tables=/no/such/file", "/no/such/file"),
        ("colour=red", "no setting"),
    ] {
        assert!(wrong(text).contains(part), "{text}: {}", wrong(text));
    }
    assert!(gomoku("scope=far").err().unwrap().contains("near or all"));
    assert!(gomoku("values=/no/such").err().unwrap().contains("/no/such"));
}
