//! Moves in Chinese notation in any text: with or without numbers and blanks, with remarks between
//! them, after a FEN or from the start.

use super::ReadGame;
use super::fault::{FaultList, Place};
use crate::notation::pgn::RecordedMove;
use crate::notation::{GameRecord, GameResult, parse_chinese};
use crate::rules::Position;

/// Reads the moves of a text; `None` if there is none. The first that cannot be played ends the
/// game. Places of faults are offsets in the text.
pub(super) fn read(text: &str) -> Option<ReadGame> {
    let fen = text.lines().find_map(|line| Position::from_fen(line.trim()).ok());
    let mut position = fen.unwrap_or_else(Position::start);
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut record = GameRecord::new(position.to_setup(), [], GameResult::Unknown);
    let mut faults = FaultList::default();
    let mut between = String::new();
    let mut found = false;
    let mut index = 0;
    while index < letters.len() {
        let Some(length) = length_of_move(&letters[index..]) else {
            between.push(letters[index].1);
            index += 1;
            continue;
        };
        let place = letters[index].0;
        let end = letters.get(index + length).map_or(text.len(), |letter| letter.0);
        note(&mut record, &between);
        found = true;
        between.clear();
        match parse_chinese(&position, &text[place..end]) {
            Ok(chosen) => {
                position.play(chosen);
                record.line.moves.push(RecordedMove::from(chosen));
            }
            Err(error) => {
                faults.add(Place::Byte(place), error);
                break;
            }
        }
        index += length;
    }
    note(&mut record, &between);
    found.then(|| ReadGame { record, faults: faults.into_vec() })
}

const PIECES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒";
const NUMBERS: &str = "一二三四五六七八九１２３４５６７８９123456789";
const PLACES: &str = "前中后後一二三四五";
const DIRECTIONS: &str = "进進退平";

/// Characters of the move at the beginning, if there is one.
fn length_of_move(letters: &[(usize, char)]) -> Option<usize> {
    let is = |at: usize, set: &str| letters.get(at).is_some_and(|letter| set.contains(letter.1));
    let named = is(0, PIECES) && is(1, NUMBERS) || is(0, PLACES) && is(1, PIECES);
    let pawn = is(0, "前中后後") && is(1, NUMBERS);
    if (named || pawn) && is(2, DIRECTIONS) && is(3, NUMBERS) {
        return Some(4);
    }
    let with_file = is(0, PLACES) && is(1, PIECES) && is(2, NUMBERS);
    (with_file && is(3, DIRECTIONS) && is(4, NUMBERS)).then_some(5)
}

/// Adds text between two moves to the comment of the one before, or of the game, unless it is a
/// number, punctuation or the name of a side only; a result is taken as such.
fn note(record: &mut GameRecord, between: &str) {
    let last_word = between.split_whitespace().next_back();
    if let Some(result) = last_word.and_then(GameResult::from_words)
        && result != GameResult::Unknown
    {
        record.result = result;
    }
    let lines = between.lines().filter(|line| Position::from_fen(line.trim()).is_err());
    let text: Vec<&str> = lines
        .map(remark)
        .filter(|line| line.chars().any(char::is_alphabetic))
        .filter(|line| GameResult::from_words(line).is_none())
        .collect();
    if text.is_empty() {
        return;
    }
    let comment = match record.line.moves.last_mut() {
        Some(last) => &mut last.comment,
        None => &mut record.line.comment,
    };
    *comment = text.join("\n");
}

/// The text of a line without the punctuation, the number and the name of a side around it.
fn remark(line: &str) -> &str {
    let trimmed = line.trim_matches(|letter: char| {
        letter.is_whitespace() || letter.is_numeric() || ".．、。，,;；:：…-(（)）".contains(letter)
    });
    let side = SIDES.iter().find(|side| {
        let before = trimmed.strip_suffix(**side);
        before.is_some_and(|before| !before.ends_with(char::is_alphabetic))
    });
    side.map_or(trimmed, |side| remark(&trimmed[..trimmed.len() - side.len()]))
}

/// Names of sides that stand before their moves.
const SIDES: [&str; 8] = ["红", "黑", "红方", "黑方", "紅", "紅方", "先手", "后手"];

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        read(text).expect("moves").record.moves().map(|chosen| chosen.to_string()).collect()
    }

    #[test]
    fn moves_are_found_in_any_text() {
        let expected = ["h2e2", "h9g7", "h0g2"];
        for text in [
            "炮二平五马８进７马二进三",
            "１、炮二平五，马8进7；2．马二进三",
            "红方：炮二平五\n黑方：马８进７（正着）\n 马二进三",
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
        let game = read("炮二平五 马８进７ 红优 马二进三 和棋").expect("moves").record;
        assert_eq!(game.line.moves[1].comment, "红优");
        assert_eq!(game.result, GameResult::Drawn);
        let text = "五羊杯决赛\n红方：炮二平五（正着） 黑方：马８进７\n1-0";
        let game = read(text).expect("moves").record;
        assert_eq!((&*game.line.comment, game.result.text()), ("五羊杯决赛", "1-0"));
        assert_eq!(game.line.moves[0].comment, "正着");
    }

    #[test]
    fn the_first_bad_move_ends_the_game() {
        let game = read("炮二平五 马８进７ 车一进五 马８进９").expect("moves");
        assert_eq!((game.record.moves().count(), game.faults.len()), (2, 1));
        assert!(read("nothing here").is_none());
    }

    #[test]
    fn a_position_may_stand_before_the_moves() {
        assert_eq!(moves("3k5/9/9/9/9/9/9/9/4R4/5K3 w\n车五平六 将４平５"), ["e1d1", "d9e9"]);
    }
}
