//! Writing `DhtmlXQ`, in UTF-8.

use super::NAMES;
use crate::files::loss::{Losses, Written, comment_of};
use crate::files::pieces::piece_points;
use crate::notation::pgn::Line;
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Colour, Setup, Square};
use std::collections::VecDeque;
use std::fmt::Write;

/// The game as `DhtmlXQ`, and what the format could not hold: numbered remarks.
///
/// ```
/// use xun_xiangqi::files::write_ubb;
/// use xun_xiangqi::notation::parse_pgn;
/// let game = parse_pgn("[Red \"红\"]\n1. 炮二平五 马８进７ 1-0").unwrap();
/// let text = String::from_utf8(write_ubb(&game).bytes).unwrap();
/// assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
/// ```
#[must_use]
pub fn write_ubb(record: &GameRecord) -> Written {
    let mut losses = Losses::default();
    let mut text = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (tag, value) in &record.tags {
        let known = NAMES.iter().find(|(_, ours)| ours.eq_ignore_ascii_case(tag));
        let name = known.map_or(tag.as_str(), |(theirs, _)| theirs);
        if !tag.eq_ignore_ascii_case("Game") && !value.is_empty() {
            field(name, &plain(value, &mut losses).replace("||", " "));
        }
    }
    field(
        "result",
        match record.result {
            GameResult::Won(Colour::Red) => "红胜",
            GameResult::Won(Colour::Black) => "黑胜",
            GameResult::Drawn => "和棋",
            GameResult::Unknown => "未知",
        },
    );
    let points = piece_points(&record.start);
    field("binit", &points.map(|square| square.map_or("99".to_owned(), digits)).concat());
    if record.start != Setup::start() {
        field("fen", &record.start.to_string());
    }
    if !record.line.comment.is_empty() {
        field("comment0", &plain(&record.line.comment, &mut losses));
    }
    let mut waiting =
        VecDeque::from([Variation { line: &record.line, parent: 0, first: 1, id: 0 }]);
    let mut last = 0;
    while let Some(Variation { line, parent, first, id }) = waiting.pop_front() {
        let moves: String = line
            .moves
            .iter()
            .map(|made| digits(made.chosen.from()) + &digits(made.chosen.to()))
            .collect();
        if id == 0 {
            field("movelist", &moves);
        } else {
            field(&format!("move_{parent}_{first}_{id}"), &moves);
        }
        for (index, made) in line.moves.iter().enumerate() {
            losses.glyphs += made.glyphs.len();
            let ply = first + index;
            let comment = comment_of(line, index, id == 0);
            if !comment.is_empty() {
                let of_line = if id == 0 { String::new() } else { format!("{id}_") };
                field(&format!("comment{of_line}{ply}"), &plain(&comment, &mut losses));
            }
            // A sibling of a variation's first move leaves the line that the variation leaves.
            let parent = if index == 0 { parent } else { id };
            for line in made.variations.iter().filter(|other| !other.moves.is_empty()) {
                last += 1;
                waiting.push_back(Variation { line, parent, first: ply, id: last });
            }
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    losses.written(text.into_bytes())
}

struct Variation<'a> {
    line: &'a Line,
    /// The line that it leaves, and the ply of its first move.
    parent: u32,
    first: usize,
    id: u32,
}

/// The two digits of a point: the file, and the rank counted from Black's home.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), Square::RANKS - 1 - square.rank())
}

/// A text on one line that does not end its field early.
fn plain(text: &str, losses: &mut Losses) -> String {
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (special, instead) in [("||", "‖"), ("[DhtmlXQ", "［DhtmlXQ"), ("[/DhtmlXQ", "［/DhtmlXQ")]
    {
        let count = text.matches(special).count();
        if count > 0 {
            losses.characters += count;
            text = text.replace(special, instead);
        }
    }
    text.replace('\n', "||")
}
