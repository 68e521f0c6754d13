//! Reading `DhtmlXQ`.

use super::{NAMES, OF_THE_PROGRAM};
use crate::files::cbf::point;
use crate::files::fault::{FaultList, Place, Problem};
use crate::files::pieces::{PIECE_ORDER, place_pieces, with_turn_of};
use crate::files::tree::{NodeId, TreeBuilder};
use crate::files::{FileFormat, GameFile, ReadGame};
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Move, Setup};
use std::collections::HashMap;

/// Reads every game of a text. Places of faults are offsets in it.
pub(in crate::files) fn read(text: &str) -> GameFile {
    let mut games = Vec::new();
    let mut fields = Fields::default();
    let mut faults = FaultList::default();
    let mut rest = 0;
    while let Some(start) = text[rest..].find("[DhtmlXQ").map(|at| rest + at) {
        let name_start = start + "[DhtmlXQ".len();
        let Some(name_end) = text[name_start..].find(']').map(|at| name_start + at) else {
            faults.add(Place::Byte(start), Problem::Unfinished("DhtmlXQ".to_owned()));
            break;
        };
        let Some(name) = text[name_start..name_end].strip_prefix('_') else {
            // The frame around a game.
            if !fields.is_empty() {
                games.push(std::mem::take(&mut fields).into_game(std::mem::take(&mut faults)));
            }
            rest = name_end + 1;
            continue;
        };
        let value_start = name_end + 1;
        let next = text[value_start..].find("[DhtmlXQ").map_or(text.len(), |at| value_start + at);
        let end = text[value_start..next].find("[/DhtmlXQ").map(|at| value_start + at);
        if end.is_none() {
            let shown = name.chars().take(40).collect();
            faults.add(Place::Byte(start), Problem::Unfinished(shown));
        }
        let stop = end.unwrap_or(next);
        fields.add(name, text[value_start..stop].trim_matches(['\r', '\n']), value_start);
        rest = stop;
    }
    if !fields.is_empty() || games.is_empty() {
        games.push(fields.into_game(faults));
    }
    GameFile::new(FileFormat::Ubb, games)
}

/// A list of moves: four digits each.
struct MoveList<'a> {
    /// The number of the line.
    id: u32,
    /// The ply of its first move, from 1.
    first: usize,
    digits: &'a str,
    at: usize,
}

/// The fields of one game.
#[derive(Default)]
struct Fields<'a> {
    tags: Vec<(String, String)>,
    result: Option<(&'a str, usize)>,
    fen: Option<(&'a str, usize)>,
    pieces: Option<(&'a str, usize)>,
    main: Option<(&'a str, usize)>,
    /// Variations by the number of the line that they leave.
    variations: HashMap<u32, Vec<MoveList<'a>>>,
    /// Variations whose name is no three numbers.
    strange: Vec<(String, usize)>,
    comments: HashMap<(u32, usize), String>,
}

impl<'a> Fields<'a> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.main.is_none() && self.pieces.is_none() && self.fen.is_none()
    }

    fn add(&mut self, name: &str, value: &'a str, at: usize) {
        let lower = name.to_ascii_lowercase();
        if let Some(numbers) = lower.strip_prefix("move_") {
            match numbers_of(numbers)[..] {
                [Some(parent), Some(first), Some(id)] => {
                    let list = MoveList { id, first: first as usize, digits: value, at };
                    self.variations.entry(parent).or_default().push(list);
                }
                _ => self.strange.push((name.chars().take(40).collect(), at)),
            }
            return;
        }
        if let Some(numbers) = lower.strip_prefix("comment") {
            let place = match numbers_of(numbers)[..] {
                [Some(ply)] => Some((0, ply as usize)),
                [Some(line), Some(ply)] => Some((line, ply as usize)),
                _ => None,
            };
            if let Some(place) = place {
                self.comments.insert(place, value.replace("||", "\n"));
                return;
            }
        }
        match lower.as_str() {
            "movelist" => self.main = Some((value, at)),
            "binit" => self.pieces = Some((value, at)),
            "fen" => self.fen = Some((value, at)),
            "result" => self.result = Some((value, at)),
            _ if OF_THE_PROGRAM.contains(&lower.as_str()) || value.trim().is_empty() => {}
            _ => {
                let known = NAMES.iter().find(|(theirs, _)| *theirs == lower);
                let mut tag = known.map_or(name, |(_, ours)| ours).to_owned();
                if let Some(first) = tag.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                self.tags.push((tag, value.trim().to_owned()));
            }
        }
    }

    fn into_game(mut self, mut faults: FaultList) -> ReadGame {
        let mut setup = self.setup(&mut faults);
        let main = self.main.unwrap_or_default();
        let first = moves_of(main.0, main.1).next().and_then(|(chosen, _)| chosen);
        let position = with_turn_of(&mut setup, first);
        let result = self.result.map_or(GameResult::Unknown, |(text, at)| {
            GameResult::from_words(text.trim())
                .or(text.trim().is_empty().then_some(GameResult::Unknown))
                .unwrap_or_else(|| {
                    let shown = text.chars().take(20).collect();
                    faults.add(Place::Byte(at), Problem::Result(shown));
                    GameResult::Unknown
                })
        });
        let mut record = GameRecord::new(setup, [], result);
        record.tags = std::mem::take(&mut self.tags);
        let comment = self.comments.remove(&(0, 0)).unwrap_or_default();
        match position {
            Ok(position) => {
                let mut tree = TreeBuilder::new(position);
                self.add_lines(&mut tree, &mut faults);
                record.line = tree.into_line(String::clone);
            }
            Err(error) => {
                let at = self.fen.or(self.pieces).unwrap_or_default().1;
                faults.add(Place::Byte(at), error);
            }
        }
        record.line.comment = comment;
        for (name, at) in self.strange {
            faults.add(Place::Byte(at), Problem::NoParent(name));
        }
        for list in self.variations.into_values().flatten() {
            faults.add(Place::Byte(list.at), Problem::NoParent(list.id.to_string()));
        }
        ReadGame { record, faults: faults.into_vec() }
    }

    fn setup(&self, faults: &mut FaultList) -> Setup {
        if let Some((fen, at)) = self.fen.filter(|(fen, _)| !fen.trim().is_empty()) {
            match fen.parse() {
                Ok(setup) => return setup,
                Err(error) => faults.add(Place::Byte(at), Problem::Fen(error)),
            }
        }
        let Some((pieces, at)) = self.pieces.filter(|(pieces, _)| !pieces.trim().is_empty()) else {
            return Setup::start();
        };
        let digits = pieces.trim().as_bytes();
        if digits.len() != 2 * PIECE_ORDER {
            faults.add(Place::Byte(at), Problem::PieceList(digits.len()));
        }
        let mut points = [None; PIECE_ORDER];
        for (slot, pair) in points.iter_mut().zip(digits.chunks_exact(2)) {
            *slot = point(pair[0], pair[1]);
        }
        let (setup, same) = place_pieces(&points);
        if let Some(square) = same {
            faults.add(Place::Byte(at), Problem::SamePoint(square));
        }
        setup
    }

    /// Adds the main line, then each line's variations from its end to its beginning, each with its
    /// own: so the tree goes back over every move once.
    fn add_lines(&mut self, tree: &mut TreeBuilder<String>, faults: &mut FaultList) {
        let (digits, at) = self.main.unwrap_or_default();
        let mut waiting = vec![(MoveList { id: 0, first: 1, digits, at }, 0)];
        while let Some((list, least)) = waiting.pop() {
            // The ply before its first move, on the line that was added last or above it.
            let parent: Option<NodeId> = list
                .first
                .checked_sub(1)
                .and_then(|ply| if list.first < least { None } else { tree.ancestor(ply) });
            let Some(mut parent) = parent else {
                faults.add(Place::Byte(list.at), Problem::NoParent(list.id.to_string()));
                continue;
            };
            for (ply, (chosen, at)) in (list.first..).zip(moves_of(list.digits, list.at)) {
                let Some(chosen) = chosen else {
                    faults.add(Place::Byte(at), Problem::NoPoints);
                    break;
                };
                let comment = self.comments.remove(&(list.id, ply)).unwrap_or_default();
                let place = Place::Byte(at);
                let Some(added) = tree.add(parent, chosen, comment, place, faults) else { break };
                parent = added;
            }
            let mut own = self.variations.remove(&list.id).unwrap_or_default();
            own.sort_by_key(|variation| std::cmp::Reverse(variation.first));
            // Of those that begin at the same ply the first in the file is on top of the stack.
            let first = list.first;
            waiting.extend(own.into_iter().rev().map(|variation| (variation, first)));
        }
    }
}

/// The numbers between underscores.
fn numbers_of(text: &str) -> Vec<Option<u32>> {
    text.split('_').take(4).map(|number| number.parse().ok()).collect()
}

/// The moves of digits with their places; `None` for digits that are no move.
fn moves_of(digits: &str, at: usize) -> impl Iterator<Item = (Option<Move>, usize)> {
    let digits = digits.trim_end();
    let blank = digits.len() - digits.trim_start().len();
    digits.trim_start().as_bytes().chunks(4).zip((at + blank..).step_by(4)).map(|(four, at)| {
        let chosen = match *four {
            [file, rank, to_file, to_rank] => point(file, rank)
                .zip(point(to_file, to_rank))
                .and_then(|(from, to)| Move::new(from, to)),
            _ => None,
        };
        (chosen, at)
    })
}
