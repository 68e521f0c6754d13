//! Records survive being written and read, and no text is too much for the reader.

use super::super::{Notation, Ranks, Script};
use super::*;
use crate::rules::Position;
use proptest::prelude::*;

/// A game with comments, glyphs and variations, made by choices.
pub(crate) fn record(fen: &str, choices: &[(usize, u8)]) -> GameRecord {
    fn line(position: &mut Position, choices: &[(usize, u8)], depth: usize) -> Line {
        let mut made = Line::default();
        for (index, &(choice, extra)) in choices.iter().enumerate() {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut recorded = RecordedMove::from(moves[choice % moves.len()]);
            if extra % 5 == 0 {
                recorded.comment = format!("comment {choice} (with) [brackets] ; \"quoted\" 好棋");
            }
            if extra % 7 == 0 {
                recorded.glyphs = vec![extra % 7 + 1, 140];
            }
            if extra % 6 == 0 && depth < 3 {
                let rest = &choices[index..];
                recorded.variations = vec![line(position, &rest[..rest.len().min(4)], depth + 1)];
                recorded.variations.retain(|variation| !variation.moves.is_empty());
            }
            position.play(recorded.chosen);
            made.moves.push(recorded);
        }
        for _ in 0..made.moves.len() {
            position.undo();
        }
        made
    }
    let mut position = Position::from_fen(fen).expect(fen);
    let result = GameResult::ALL[choices.len() % 4];
    let mut made = GameRecord::new(position.to_setup(), [], result);
    made.line = line(&mut position, choices, 0);
    made.line.comment = "before the first move".to_owned();
    made.set_tag("Game", "Chinese Chess");
    made.set_tag("Red", "back\\slash \"quote\" 红 ]");
    made
}

pub(crate) const STARTS: [&str; 2] =
    [crate::rules::fen::START, "3k5/9/2P6/2P1P4/4P4/2p1p4/2p1p4/2p6/9/4K4 b - - 7 31"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn what_is_written_is_read(
        start in 0..2usize,
        choices in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..60),
    ) {
        let record = record(STARTS[start], &choices);
        let notations = [
            Notation::Coordinates(Ranks::FromZero),
            Notation::Iccs,
            Notation::Wxf,
            Notation::Chinese(Script::Simplified),
            Notation::Chinese(Script::Traditional),
        ];
        for notation in notations {
            let text = format_pgn(&record, notation);
            prop_assert_eq!(&parse_pgn(&text), &Ok(record.clone()), "{}", text);
            let twice = parse_pgn_games(&format!("{text}\n{text}")).flatten().count();
            prop_assert_eq!(twice, 2);
        }
    }

    #[test]
    fn garbage_is_refused_without_harm(text in "(\\PC|[\\[\\]{}();$%\"\\\\\n 1.*-]){0,60}") {
        parse_pgn_games(&text).for_each(drop);
    }

    #[test]
    fn broken_records_are_refused_without_harm(
        choices in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..20),
        cut in any::<prop::sample::Index>(),
        inserted in "[\\[\\]{}();$%\" 1.炮-]{0,3}",
    ) {
        let text = format_pgn(&record(STARTS[0], &choices), Notation::Wxf);
        let letters: Vec<char> = text.chars().collect();
        let at = cut.index(letters.len());
        let broken: String = letters[..at]
            .iter()
            .copied()
            .chain(inserted.chars())
            .chain(letters[at..].iter().copied())
            .collect();
        parse_pgn_games(&broken).for_each(drop);
        parse_pgn_games(&letters[..at].iter().collect::<String>()).for_each(drop);
    }
}

#[test]
fn errors_say_where() {
    let place = |text: &str| parse_pgn(text).map_err(|error| (error.line, error.column));
    assert_eq!(place("[Red \"A\"]\n\n1. C2=5 H8+7\n2. C2=5"), Err((4, 4)));
    assert_eq!(place("[FEN \"9/9 w\"]"), Err((1, 1)));
    assert_eq!(place("1. C2=5 {no end"), Err((1, 9)));
    assert_eq!(place("1. C2=5 )"), Err((1, 9)));
    assert_eq!(place("( C2=5 )"), Err((1, 1)));
    assert_eq!(place(""), Err((1, 1)));
    let deep = "1. C2=5 ".to_owned() + &"( C2=5 ".repeat(100_000);
    assert!(parse_pgn(&deep).is_err());
}

#[test]
fn a_bad_game_does_not_hide_the_next() {
    let text = "[Red \"A\"]\n1. C9=9 *\n\n[Red \"B\"]\n1. C2=5! h8+7?? 1/2-1/2\n[Red \"C\"]";
    let games: Vec<_> = parse_pgn_games(text).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0].is_err());
    let second = games[1].as_ref().expect("a good game");
    assert_eq!((second.tag("red"), second.result), (Some("B"), GameResult::Drawn));
    assert_eq!(
        second.line.moves.iter().map(|recorded| recorded.glyphs.clone()).collect::<Vec<_>>(),
        [[1], [4]]
    );
    assert_eq!(games[2].as_ref().map(|game| game.line.moves.len()), Ok(0));
}

/// A name with a quote in it was written so that it could not be read again.
#[test]
fn a_quote_ends_the_name_of_a_tag() {
    let record = parse_pgn("[Event\"Cup [1]\"]\n[x\"y \\\"z\"]\n1. h2e2 *\n").expect("reads");
    assert_eq!(record.tag("Event"), Some("Cup [1]"));
    let written = format_pgn(&record, Notation::Iccs);
    assert_eq!(parse_pgn(&written).expect("reads again").tags[1..], record.tags[..]);
}

#[test]
fn comments_are_kept_as_they_stand() {
    for comment in [
        "two\r\nlines",
        " blank before",
        "blank after ",
        " both ",
        " ",
        "  ",
        "a } brace {",
        "\\",
        "\\}",
        "}",
        "　全角空格　",
        "\n",
        "很长的注释很长的注释很长的注释很长的注释很长的注释很长的注释很长的注释很长的注释 with blanks",
    ] {
        let mut game = GameRecord::new(crate::rules::Setup::start(), [], GameResult::Unknown);
        game.line.comment = comment.to_owned();
        let mut made = RecordedMove::from(crate::rules::Position::start().legal_moves()[0]);
        made.comment = comment.to_owned();
        game.line.moves.push(made);
        let text = format_pgn(&game, Notation::Iccs);
        assert_eq!(parse_pgn(&text).map(|read| read.line), Ok(game.line), "{text}");
    }
    let padded = parse_pgn("1. C2=5 { usual style } *").expect("a game");
    assert_eq!(padded.line.moves[0].comment, "usual style");
}

#[test]
fn a_fault_within_a_variation_does_not_end_the_game() {
    let text = "1. C2=5 (1. C8=5 C2=5 2. C9=9 (2. H2+3) H8+7) H8+7 2. H2+3 *";
    let games: Vec<_> = parse_pgn_games_up_to_faults(text).collect();
    let (game, fault) = &games[0];
    assert_eq!(game.moves().count(), 3);
    assert_eq!(game.line.moves[0].variations[0].moves.len(), 2);
    assert_eq!(fault.as_ref().map(|fault| fault.column), Some(26));
    assert!(parse_pgn(text).is_err());
}

#[test]
fn results_within_variations_and_in_other_words_are_understood() {
    let text =
        "[Result \"红先胜\"]\n１．炮二平五！ {a 1-0 b} (1. 炮八平五 马８进７ 0-1)\n马８进７ *";
    let games: Vec<_> = parse_pgn_games_up_to_faults(text).collect();
    let [(game, None)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((game.moves().count(), game.result), (2, GameResult::Won(Colour::Red)));
    assert_eq!(game.line.moves[0].glyphs, [1]);
    assert_eq!(game.line.moves[0].variations[0].moves.len(), 2);
    let game = parse_pgn("[Result \"超时\"]\n1. C2=5 和棋").expect("a game");
    assert_eq!((game.result, game.tag("ResultType")), (GameResult::Drawn, Some("超时")));
}

#[test]
fn braces_within_comments_and_strange_numbers_end_no_game() {
    let game = parse_pgn("1. C2=5 {a {b} c} H8+7 $300 {d { e} 2. H2+3 {f} *").expect("a game");
    let comments: Vec<&str> = game.line.moves.iter().map(|made| &*made.comment).collect();
    assert_eq!(comments, ["a {b} c", "$300\nd { e", "f"]);
}
