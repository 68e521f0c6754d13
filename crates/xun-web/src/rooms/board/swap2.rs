//! The opening rule swap2 of Gomoku on the page. The rule itself is the library's [`Opening`]; here
//! its stages are put into messages, its choices into the set-up, and engines act in it.
//!
//! The first player places three stones: black, white, black. The second takes black, or takes
//! white, or places two more stones (white, black) and leaves the choice of colour to the first. The
//! set-up records the choices, so that a game can be left and found again in the midst of its
//! opening: `swap2` none yet, `swap2:more` two more stones, `swap2:done` the opening is over.

use super::saved::Saved;
use super::{external, game_board, gomoku};
use crate::message::board::{GameKind, OpeningTurn, Player, Setup};
use crate::message::{Refusal, Words};
use crate::shared::Shared;
use std::time::Duration;
use xun_arena::{Setting, Swap2};
use xun_game::Stop;
use xun_gomoku::notation::parse_point;
use xun_gomoku::openings::{Choice, Opening, OpeningRule, Player as Turn, Stage, balanced_moves};
use xun_gomoku::rules::{Board, Point, Size};
use xun_gomoku::search::{Engine, Limits, Settings};

/// Scores within this count as even.
const EVEN: i32 = 60;
/// Time of our engine for a choice.
const TIME: Duration = Duration::from_millis(800);
/// Time of an external engine for a choice.
const EXTERNAL_TIME: Duration = Duration::from_secs(2);
/// Stones around the middle that leave both sides about even chances, as steps right and up.
const OPENINGS: [[(i32, i32); 3]; 4] = [
    [(0, 0), (1, 2), (-2, -1)],
    [(0, 0), (-1, 2), (2, -2)],
    [(0, 0), (2, 1), (-1, 3)],
    [(0, 0), (-2, -2), (3, 1)],
];

/// The opening of a set-up after these stones; none where no swap2 opening is under way.
fn opening_of(setup: &Setup, stones: &[Point]) -> Option<Opening> {
    let given = setup.position.as_deref().is_some_and(|text| !text.trim().is_empty());
    let recorded: &[Choice] = match setup.opening.as_str() {
        _ if setup.game != GameKind::Gomoku || given => return None,
        "swap2" => &[],
        "swap2:more" => &[Choice::AddTwo],
        _ => return None,
    };
    let size = Size::new(setup.size, setup.size).ok()?;
    let mut opening = Opening::new(OpeningRule::Swap2, size);
    let mut choices = recorded.iter();
    let mut stones = stones.iter();
    loop {
        let step = match opening.stage()? {
            Stage::Place { .. } => stones.next().map(|&stone| opening.place(stone)),
            _ => choices.next().map(|&choice| opening.choose(choice)),
        };
        let Some(taken) = step else {
            // A stone beyond a choice that is not recorded, or a choice that is recorded for a later
            // stone: this node is not in the opening.
            let here = stones.next().is_none() && choices.next().is_none();
            return here.then_some(opening);
        };
        taken.ok()?;
    }
}

fn stones_at(saved: &Saved, node: u32) -> Vec<Point> {
    let size = Size::new(saved.setup.size, saved.setup.size).unwrap_or(Size::STANDARD);
    let moves = saved.moves_to(node).unwrap_or_default();
    moves.iter().filter_map(|made| parse_point(&made.text, size).ok()).collect()
}

/// The colours and steps that can be chosen at a stage, as the page names them.
fn choices(stage: Stage) -> &'static [(&'static str, Choice)] {
    match stage {
        // The second player has white unless it swaps.
        Stage::MaySwapOrAddTwo { .. } => &[
            ("black", Choice::Swap(true)),
            ("white", Choice::Swap(false)),
            ("more", Choice::AddTwo),
        ],
        // The first player has black unless it swaps.
        Stage::MaySwap { .. } => &[("black", Choice::Swap(false)), ("white", Choice::Swap(true))],
        _ => &[],
    }
}

/// The step that the rule asks for, as a message.
fn turn_of(opening: &Opening) -> Option<OpeningTurn> {
    let stage = opening.stage()?;
    let choices = choices(stage).iter().map(|&(name, _)| name.to_owned()).collect();
    Some(OpeningTurn {
        player: u8::from(stage.player() == Turn::Second),
        stones: stones_to_place(opening),
        choices,
    })
}

/// Stones that the same player places one after the other from here.
fn stones_to_place(opening: &Opening) -> u32 {
    let (mut after, mut count) = (opening.clone(), 0);
    let Some(player) = opening.stage().map(Stage::player) else { return 0 };
    while let Some(Stage::Place { player: next, .. }) = after.stage()
        && next == player
    {
        let Some(free) = free_point(&after) else { break };
        if after.place(free).is_err() {
            break;
        }
        count += 1;
    }
    count
}

fn free_point(opening: &Opening) -> Option<Point> {
    opening.size().points().find(|point| !opening.stones().contains(point))
}

/// The step that the rule asks for at a node, if it asks for one.
pub(super) fn turn_at(saved: &Saved, node: u32) -> Option<OpeningTurn> {
    opening_of(&saved.setup, &stones_at(saved, node)).as_ref().and_then(turn_of)
}

/// Makes a choice at a node.
pub(super) fn choose(
    saved: &mut Saved,
    node: u32,
    choice: &str,
    shared: &Shared,
) -> Result<(), Refusal> {
    let opening = opening_of(&saved.setup, &stones_at(saved, node));
    let stage = opening.as_ref().and_then(Opening::stage);
    let chosen = stage.and_then(|stage| choices(stage).iter().find(|(name, _)| *name == choice));
    let Some(&(_, chosen)) = chosen else {
        return Err(Refusal::new(
            "input",
            Words::new(
                format!("{choice:?} cannot be chosen now"),
                format!("现在不能选择 {choice:?}"),
            ),
        ));
    };
    let mut setup = saved.setup.clone();
    match chosen {
        Choice::AddTwo => "swap2:more".clone_into(&mut setup.opening),
        _ => "swap2:done".clone_into(&mut setup.opening),
    }
    // The set-up names black's player first.
    if chosen == Choice::Swap(true) {
        setup.players.swap(0, 1);
    }
    saved.set_setup(setup, shared)
}

/// A stone instead of a choice: at the second player's choice it means to stay white, at the
/// first's it is too early.
pub(super) fn before_move(saved: &mut Saved, at: u32, shared: &Shared) -> Result<(), Refusal> {
    match turn_at(saved, at) {
        Some(turn) if turn.choices.len() == 3 => choose(saved, at, "white", shared),
        Some(turn) if !turn.choices.is_empty() => Err(Refusal::new(
            "input",
            Words::new("Choose a colour first: black or white", "请先选择执黑或执白"),
        )),
        _ => Ok(()),
    }
}

/// Whether the rule asks an engine to act at this node.
pub(super) fn engine_acts(saved: &Saved, node: u32) -> bool {
    turn_at(saved, node)
        .is_some_and(|turn| saved.setup.players[usize::from(turn.player)] != Player::Human)
}

/// Lets the engine place the stones or make the choice. An external engine is asked with its
/// protocol's command; where it does not know the command, our engine acts, so that the game can
/// begin.
pub(super) fn act(
    saved: &mut Saved,
    node: u32,
    memory: u64,
    stop: &Stop,
    shared: &Shared,
) -> Result<(), Refusal> {
    let Some(turn) = turn_at(saved, node) else { return Ok(()) };
    let stones = stones_at(saved, node);
    if let Player::External { name } = &saved.setup.players[usize::from(turn.player)]
        // Not in the midst of placing, where our engine began for it.
        && (stones.is_empty() || turn.stones == 0)
    {
        let engine = external::find(&shared.config.engines, name)?;
        if let Some(answer) = external::swap2(engine, saved, node, EXTERNAL_TIME, stop)? {
            return follow(saved, node, answer, shared);
        }
    }
    let Setting::Gomoku { size, rule } = game_board::setting(&saved.setup)? else { return Ok(()) };
    let mut board = gomoku::board(&saved.setup, size, rule)?;
    for &stone in &stones {
        board.play(stone);
    }
    let settings = Settings { threads: 1, table_bytes: memory.clamp(1 << 20, 64 << 20) as usize };
    let mut engine = Engine::new(settings);
    if turn.stones > 0 {
        let variety = saved.record.id as usize;
        let mut at = node;
        for text in self::stones(&mut engine, &board, turn.stones as usize, variety, stop) {
            at = saved.play(at, &text, None, shared)?;
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
    choose(saved, node, choice, shared)
}

/// Does what an external engine has answered.
fn follow(saved: &mut Saved, node: u32, answer: Swap2, shared: &Shared) -> Result<(), Refusal> {
    let stones = match answer {
        Swap2::Black => return choose(saved, node, "black", shared),
        Swap2::White(stone) => {
            choose(saved, node, "white", shared)?;
            vec![stone]
        }
        Swap2::Stones(stones) => {
            if stones.len() == 2 {
                choose(saved, node, "more", shared)?;
            }
            stones
        }
    };
    let mut at = node;
    for stone in stones {
        at = saved.play(at, &stone.to_string(), None, shared)?;
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
    // A player left in the midst of placing: any free points near the middle complete it.
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
        let asked = |opening: &str, stones: usize| {
            let stones: Vec<Point> = Size::STANDARD.points().take(stones).collect();
            opening_of(&setup(opening), &stones).as_ref().and_then(turn_of)
        };
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
