//! The opening rule swap2 of Gomoku. The first player places three stones: black, white, black. The
//! second takes black, or takes white, or places two more stones (white, black) and leaves the
//! choice of colour to the first. Where it stands is written in the set-up, so that a game can be
//! left and found again in the midst of its opening.

use super::state::{self, setup_of};
use super::{broken, external, gomoku, load, play, table};
use crate::message::board::{GameKind, OpeningTurn, Player, Setup};
use crate::message::{Refusal, Words};
use crate::shared::Shared;
use crate::store::Record;
use std::time::Duration;
use xun_arena::{Setting, Swap2};
use xun_game::Stop;
use xun_gomoku::notation::parse_point;
use xun_gomoku::openings::balanced_moves;
use xun_gomoku::rules::{Board, Size};
use xun_gomoku::search::{Engine, Limits, Settings};

/// Within this the sides count as even.
const EVEN: i32 = 60;
/// How long an engine thinks about a choice.
const TIME: Duration = Duration::from_millis(800);
/// How long an engine of others may think about one.
const OTHERS_TIME: Duration = Duration::from_secs(2);
/// Stones around the middle that leave both sides about even chances, as steps right and up.
const OPENINGS: [[(i32, i32); 3]; 4] = [
    [(0, 0), (1, 2), (-2, -1)],
    [(0, 0), (-1, 2), (2, -2)],
    [(0, 0), (2, 1), (-1, 3)],
    [(0, 0), (-2, -2), (3, 1)],
];

/// What the rule asks for after so many stones.
pub(super) fn turn(setup: &Setup, stones: usize) -> Option<OpeningTurn> {
    let given = setup.position.as_deref().is_some_and(|text| !text.trim().is_empty());
    if setup.game != GameKind::Gomoku || given {
        return None;
    }
    let place = |player, upto: usize| OpeningTurn {
        player,
        stones: (upto - stones) as u32,
        choices: Vec::new(),
    };
    let choose = |player, choices: &[&str]| OpeningTurn {
        player,
        stones: 0,
        choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
    };
    match (setup.opening.as_str(), stones) {
        ("swap2", 0..3) => Some(place(0, 3)),
        ("swap2", 3) => Some(choose(1, &["black", "white", "more"])),
        ("swap2:more", 3..5) => Some(place(1, 5)),
        ("swap2:more", 5) => Some(choose(0, &["black", "white"])),
        _ => None,
    }
}

/// Makes a choice at the current node.
pub(super) fn choose(record: &Record, choice: &str, shared: &Shared) -> Result<(), Refusal> {
    let mut setup = setup_of(record)?;
    let stones = state::line_to(record, record.current).map_or(0, |line| line.len());
    let offered = turn(&setup, stones).filter(|turn| turn.choices.iter().any(|one| one == choice));
    let Some(turn) = offered else {
        return Err(Refusal::new(
            "input",
            Words::new(
                format!("{choice:?} cannot be chosen now"),
                format!("现在不能选择 {choice:?}"),
            ),
        ));
    };
    // The set-up names black's player first: who takes the other's colour changes places.
    let own = if turn.player == 0 { "black" } else { "white" };
    if choice == "more" {
        "swap2:more".clone_into(&mut setup.opening);
    } else {
        if choice != own {
            setup.players.swap(0, 1);
        }
        "swap2:done".clone_into(&mut setup.opening);
    }
    let text =
        serde_json::to_string(&setup).map_err(|_| Refusal::new("input", Words::same("set-up")))?;
    shared.store.set_setup(record.id, &text).map_err(|error| broken(&error))
}

/// A stone instead of a choice: at the second player's choice it means to stay white, at the
/// first's it is too early.
pub(super) fn before_move(record: &Record, at: u32, shared: &Shared) -> Result<(), Refusal> {
    let stones = state::line_to(record, at).map_or(0, |line| line.len());
    match turn(&setup_of(record)?, stones) {
        Some(turn) if turn.choices.len() == 3 => {
            choose(&Record { current: at, ..record.clone() }, "white", shared)
        }
        Some(turn) if !turn.choices.is_empty() => Err(Refusal::new(
            "input",
            Words::new("Choose a colour first: black or white", "请先选择执黑或执白"),
        )),
        _ => Ok(()),
    }
}

/// Whether the rule asks an engine to act at this node.
pub(super) fn engine_acts(id: i64, node: u32, shared: &Shared) -> Result<bool, Refusal> {
    let record = load(id, shared)?;
    let setup = setup_of(&record)?;
    let stones = state::line_to(&record, node).map_or(0, |line| line.len());
    Ok(turn(&setup, stones)
        .is_some_and(|turn| setup.players[usize::from(turn.player)] != Player::Human))
}

/// Lets the engine place the stones or make the choice. An engine of others is asked in its own
/// words; for one that does not know them ours acts, because a game that cannot begin helps nobody.
pub(super) fn act(
    id: i64,
    node: u32,
    memory: u64,
    stop: &Stop,
    shared: &Shared,
) -> Result<(), Refusal> {
    let record = Record { current: node, ..load(id, shared)? };
    let setup = setup_of(&record)?;
    let line = state::line_to(&record, node).unwrap_or_default();
    let Some(turn) = turn(&setup, line.len()) else { return Ok(()) };
    if let Player::External { name } = &setup.players[usize::from(turn.player)]
        // Not in the midst of placing, where ours began for it.
        && (line.is_empty() || turn.stones == 0)
    {
        let engine = external::find(&shared.config.engines, name)?;
        if let Some(answer) = external::swap2(engine, &record, node, OTHERS_TIME, stop)? {
            return follow(&record, answer, shared);
        }
    }
    let Setting::Gomoku { size, rule } = table::setting(&setup)? else { return Ok(()) };
    let mut board = gomoku::board(&setup, size, rule)?;
    for id in &line {
        let text = record.nodes.iter().find(|node| node.id == *id).map(|node| node.text.as_str());
        if let Some(point) = text.and_then(|text| parse_point(text, board.size()).ok()) {
            board.play(point);
        }
    }
    let settings = Settings { threads: 1, table_bytes: memory.clamp(1 << 20, 64 << 20) as usize };
    let mut engine = Engine::new(settings);
    if turn.stones > 0 {
        let mut at = node;
        for text in stones(&mut engine, &board, turn.stones as usize, id as usize, stop) {
            at = play(id, at, &text, None, shared)?;
        }
        return Ok(());
    }
    let limits =
        Limits { hard_time: Some(TIME), soft_time: Some(TIME), lines: 1, ..Limits::default() };
    // White is to move: a score above zero is good for white.
    let score = engine.search(&board, &limits, Some(stop.flag()), &mut |_| {}).score().raw();
    let choice = match score {
        score if score < -EVEN => "black",
        score if score > EVEN => "white",
        _ if turn.choices.iter().any(|choice| choice == "more") => "more",
        score if score < 0 => "black",
        _ => "white",
    };
    choose(&record, choice, shared)
}

/// Does what an engine of others has answered.
fn follow(record: &Record, answer: Swap2, shared: &Shared) -> Result<(), Refusal> {
    let stones = match answer {
        Swap2::Black => return choose(record, "black", shared),
        Swap2::White(stone) => {
            choose(record, "white", shared)?;
            vec![stone]
        }
        Swap2::Stones(stones) => {
            if stones.len() == 2 {
                choose(record, "more", shared)?;
            }
            stones
        }
    };
    let mut at = record.current;
    for stone in stones {
        at = play(record.id, at, &stone.to_string(), None, shared)?;
    }
    Ok(())
}

/// Stones for the opening: a known pattern on an empty board, else a pair after which the chances
/// are even.
fn stones(
    engine: &mut Engine,
    board: &Board,
    wanted: usize,
    variety: usize,
    stop: &Stop,
) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    if board.stones() == 0 {
        let size: Size = board.size();
        let (x, y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
        let point = |(right, up): (i32, i32)| {
            size.point((x + right).try_into().ok()?, (y + up).try_into().ok()?)
        };
        texts.extend(
            OPENINGS[variety % OPENINGS.len()]
                .into_iter()
                .filter_map(point)
                .map(|one| one.to_string()),
        );
    } else if wanted == 2 {
        let limits = Limits { hard_time: Some(TIME), soft_time: Some(TIME), ..Limits::default() };
        texts.extend(
            balanced_moves(engine, board, 2, 0, &limits, stop.flag())
                .iter()
                .map(ToString::to_string),
        );
    }
    // Someone left in the midst of placing: any free points near the middle complete it.
    let mut free: Vec<_> = board.empty_points().collect();
    let middle = |point: &xun_gomoku::rules::Point| {
        let (width, height) = (i32::from(board.size().width()), i32::from(board.size().height()));
        (2 * i32::from(point.x()) - width).abs() + (2 * i32::from(point.y()) - height).abs()
    };
    free.sort_by_key(middle);
    for point in free.iter().step_by(3).map(ToString::to_string) {
        if texts.len() >= wanted {
            break;
        }
        if !texts.contains(&point) {
            texts.push(point);
        }
    }
    texts.truncate(wanted);
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::rules::Rule;

    fn setup(opening: &str) -> Setup {
        Setup {
            game: GameKind::Gomoku,
            name: String::new(),
            rules: "freestyle".to_owned(),
            size: 15,
            opening: opening.to_owned(),
            position: None,
            players: [Player::Human, Player::Engine { level: "easy".to_owned() }],
            clock: None,
            think: None,
        }
    }

    #[test]
    fn the_first_places_three_and_the_second_chooses() {
        let asked = |opening: &str, stones| turn(&setup(opening), stones);
        assert_eq!(asked("swap2", 0).map(|turn| (turn.player, turn.stones)), Some((0, 3)));
        assert_eq!(asked("swap2", 2).map(|turn| (turn.player, turn.stones)), Some((0, 1)));
        assert_eq!(asked("swap2", 3).map(|turn| (turn.player, turn.choices.len())), Some((1, 3)));
        assert_eq!(asked("swap2:more", 3).map(|turn| (turn.player, turn.stones)), Some((1, 2)));
        assert_eq!(
            asked("swap2:more", 5).map(|turn| (turn.player, turn.choices.len())),
            Some((0, 2))
        );
        assert_eq!(asked("swap2:done", 3), None);
        assert_eq!(asked("free", 0), None);
    }

    #[test]
    fn every_opening_fits_the_smallest_board_and_is_three_stones() {
        let mut engine = Engine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        let board = Board::new(Size::STANDARD, Rule::Freestyle);
        for variety in 0..OPENINGS.len() {
            let made = stones(&mut engine, &board, 3, variety, &Stop::new());
            assert_eq!(made.len(), 3, "{made:?}");
        }
    }
}
