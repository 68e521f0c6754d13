//! The opening rule swap2 of Gomoku on the page. The rule itself is the library's
//! [`StagedOpening`]; here its stages are put into messages, its choices into the set-up, and
//! engines act in it.
//!
//! The first player places three stones: black, white, black. The second takes black, or takes
//! white, or places two more stones (white, black) and leaves the choice of colour to the first.
//! The set-up records the choices, so that a game can be left and found again in the midst of its
//! opening ([`OpeningState`]).

use super::saved::Saved;
use super::{external, game_board, gomoku, level_title};
use crate::message::board::{GameKind, OpeningChoice, OpeningState, OpeningTurn, Player, Setup};
use crate::message::{Refusal, Text};
use crate::shared::Shared;
use std::time::Duration;
use xun_arena::{Game, Setting, Swap2};
use xun_game::{Limits, Stop};
use xun_gomoku::notation::parse_point;
use xun_gomoku::openings::{
    Choice, Decision, OpeningPolicy, OpeningRule, OpeningSide as Turn, Stage, StagedOpening,
};
use xun_gomoku::rules::{Board, Colour, Point, Size};
use xun_gomoku::search::{GomokuEngine, Settings};

/// Time of our engine for a choice.
const TIME: Duration = Duration::from_millis(800);
/// Time of an external engine for a choice.
const EXTERNAL_TIME: Duration = Duration::from_secs(2);
/// The opening of a set-up after these stones; none where no swap2 opening is under way.
fn opening_of(setup: &Setup, stones: &[Point]) -> Option<StagedOpening> {
    let given = setup.position.as_deref().is_some_and(|text| !text.trim().is_empty());
    let recorded: &[Choice] = match setup.opening {
        _ if setup.game != GameKind::Gomoku || given => return None,
        OpeningState::Swap2 => &[],
        OpeningState::Swap2More => &[Choice::AddTwo],
        OpeningState::Free | OpeningState::Swap2Done => return None,
    };
    let size = Size::new(setup.size, setup.size).ok()?;
    let mut opening = StagedOpening::new(OpeningRule::Swap2, size);
    let mut choices = recorded.iter();
    let mut stones = stones.iter();
    loop {
        let step = match opening.stage()? {
            Stage::Place { .. } => stones.next().map(|&stone| opening.place(stone)),
            _ => choices.next().map(|&choice| opening.choose(choice)),
        };
        let Some(taken) = step else {
            // A stone beyond a choice that is not recorded, or a choice that is recorded for a
            // later stone: this node is not in the opening.
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

/// The choices of a stage, each with the library's.
fn choices(stage: Stage) -> &'static [(OpeningChoice, Choice)] {
    match stage {
        // The second player has white unless it swaps.
        Stage::MaySwapOrAddTwo { .. } => &[
            (OpeningChoice::Black, Choice::Swap(true)),
            (OpeningChoice::White, Choice::Swap(false)),
            (OpeningChoice::More, Choice::AddTwo),
        ],
        // The first player has black unless it swaps.
        Stage::MaySwap { .. } => &[
            (OpeningChoice::Black, Choice::Swap(false)),
            (OpeningChoice::White, Choice::Swap(true)),
        ],
        _ => &[],
    }
}

/// The step that the rule asks for, as a message.
fn turn_of(opening: &StagedOpening) -> Option<OpeningTurn> {
    let stage = opening.stage()?;
    let choices = choices(stage).iter().map(|&(choice, _)| choice).collect();
    Some(OpeningTurn {
        player: u8::from(stage.player() == Turn::Second),
        stones: stones_to_place(opening),
        choices,
    })
}

/// Stones that the same player places one after the other from here.
fn stones_to_place(opening: &StagedOpening) -> u32 {
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

fn free_point(opening: &StagedOpening) -> Option<Point> {
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
    choice: OpeningChoice,
    shared: &Shared,
) -> Result<(), Refusal> {
    let opening = opening_of(&saved.setup, &stones_at(saved, node));
    let stage = opening.as_ref().and_then(StagedOpening::stage);
    let chosen = stage.and_then(|stage| choices(stage).iter().find(|(one, _)| *one == choice));
    let Some(&(_, chosen)) = chosen else {
        return Err(Refusal::input(Text::new("This cannot be chosen now", "现在不能这样选择")));
    };
    let mut setup = saved.setup.clone();
    setup.opening = match chosen {
        Choice::AddTwo => OpeningState::Swap2More,
        _ => OpeningState::Swap2Done,
    };
    // The set-up names black's player first.
    if chosen == Choice::Swap(true) {
        setup.players.swap(0, 1);
    }
    saved.set_setup(setup, shared)
}

/// Refuses a stone while the rule asks for a choice.
pub(super) fn before_move(saved: &Saved, at: u32) -> Result<(), Refusal> {
    match turn_at(saved, at) {
        Some(turn) if !turn.choices.is_empty() => {
            Err(Refusal::input(Text::new("Choose a colour first", "请先选择执黑或执白")))
        }
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
    let mut engine = GomokuEngine::new(settings);
    let mut policy = OpeningPolicy::new(&mut engine, Limits::move_time(TIME), stop)
        .with_variety(saved.record.id.unsigned_abs());
    if turn.stones == 0 {
        let Some(opening) = opening_of(&saved.setup, &stones) else { return Ok(()) };
        let decision = policy.decide(&opening, &board, &mut |_| {});
        return choose(saved, node, choice_of(decision.as_ref(), &opening), shared);
    }
    let mut at = node;
    for stone in place_stones(&mut policy, &saved.setup, &stones, board) {
        at = saved.play(at, &stone.to_string(), None, shared)?;
    }
    Ok(())
}

/// The choice that an engine made between two states of the set-up, in words: "Easy takes Black.
/// You are White."
pub(super) fn told(before: &Setup, after: &Setup) -> Option<Text> {
    if before.opening == after.opening {
        return None;
    }
    let black_is_human = after.players[0] == Player::Human;
    let engine = name_of_player(&after.players[usize::from(black_is_human)]);
    if after.opening == OpeningState::Swap2More {
        return Some(Text::new(
            format!("{} adds two stones; then you choose a colour.", engine.en),
            format!("{}再放两子，然后由你选色。", engine.zh),
        ));
    }
    let (en, zh) = match after.players.clone().map(|player| player == Player::Human) {
        [true, false] => (" takes White. You are Black.", "执白，你执黑。"),
        [false, true] => (" takes Black. You are White.", "执黑，你执白。"),
        _ => (" has chosen.", "已选色。"),
    };
    Some(Text::new(format!("{}{en}", engine.en), format!("{}{zh}", engine.zh)))
}

fn name_of_player(player: &Player) -> Text {
    match player {
        Player::Human => Text::fixed("You", "你"),
        Player::Engine { level } => {
            level_title(Game::Gomoku, level).unwrap_or_else(|| Text::same(level.as_str()))
        }
        Player::External { name } => Text::same(name.as_str()),
    }
}

/// The decision as a choice of the page; white, whose turn it is, where there was no decision.
fn choice_of(decision: Option<&Decision>, opening: &StagedOpening) -> OpeningChoice {
    let colour = opening.stage().map(|stage| opening.colour_of(stage.player()));
    match decision {
        Some(Decision::Choose(Choice::AddTwo)) => OpeningChoice::More,
        Some(Decision::Choose(Choice::Swap(swaps)))
            if (colour == Some(Colour::Black)) != *swaps =>
        {
            OpeningChoice::Black
        }
        _ => OpeningChoice::White,
    }
}

/// The stones that the engine places until it is the turn of a choice.
fn place_stones(
    policy: &mut OpeningPolicy,
    setup: &Setup,
    before: &[Point],
    mut board: Board,
) -> Vec<Point> {
    let mut stones = before.to_vec();
    while let Some(opening) = opening_of(setup, &stones) {
        let Some(Stage::Place { .. }) = opening.stage() else { break };
        let decision = policy.decide(&opening, &board, &mut |_| {});
        let Some(Decision::Place(placed)) = decision else { break };
        for stone in placed {
            board.play(stone);
            stones.push(stone);
        }
    }
    stones.split_off(before.len())
}

/// Carries out the answer of an external engine.
fn follow(saved: &mut Saved, node: u32, answer: Swap2, shared: &Shared) -> Result<(), Refusal> {
    let stones = match answer {
        Swap2::Black => return choose(saved, node, OpeningChoice::Black, shared),
        Swap2::White(stone) => {
            choose(saved, node, OpeningChoice::White, shared)?;
            vec![stone]
        }
        Swap2::Stones(stones) => {
            if stones.len() == 2 {
                choose(saved, node, OpeningChoice::More, shared)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::rules::Rule;

    fn setup(opening: OpeningState) -> Setup {
        Setup {
            game: GameKind::Gomoku,
            name: String::new(),
            rules: "freestyle".to_owned(),
            size: 15,
            opening,
            position: None,
            players: [Player::Human, Player::Engine { level: "easy".to_owned() }],
            clock: None,
            think: None,
            names: [String::new(), String::new()],
            tags: Vec::new(),
        }
    }

    /// Stored games keep their names; an unknown one has no opening rule.
    #[test]
    fn openings_are_stored_by_their_names() {
        for (name, state) in [
            ("free", OpeningState::Free),
            ("swap2", OpeningState::Swap2),
            ("swap2:more", OpeningState::Swap2More),
            ("swap2:done", OpeningState::Swap2Done),
        ] {
            let json = serde_json::Value::from(name);
            assert_eq!(serde_json::to_value(state).ok(), Some(json.clone()));
            assert_eq!(serde_json::from_value(json).ok(), Some(state));
        }
        assert_eq!(serde_json::from_str("\"\"").ok(), Some(OpeningState::Free));
    }

    #[test]
    fn the_engine_says_which_colour_it_took() {
        let before = setup(OpeningState::Swap2);
        let mut after = setup(OpeningState::Swap2Done);
        assert_eq!(told(&before, &before), None);
        assert_eq!(
            told(&before, &after).map(|text| text.en),
            Some("Easy takes White. You are Black.".into())
        );
        after.players.swap(0, 1);
        assert_eq!(told(&before, &after).map(|text| text.zh), Some("入门执黑，你执白。".into()));
    }

    #[test]
    fn the_first_places_three_and_the_second_chooses() {
        let asked = |opening: OpeningState, stones: usize| {
            let stones: Vec<Point> = Size::STANDARD.points().take(stones).collect();
            opening_of(&setup(opening), &stones).as_ref().and_then(turn_of)
        };
        assert_eq!(
            asked(OpeningState::Swap2, 0).map(|turn| (turn.player, turn.stones)),
            Some((0, 3))
        );
        assert_eq!(
            asked(OpeningState::Swap2, 2).map(|turn| (turn.player, turn.stones)),
            Some((0, 1))
        );
        assert_eq!(
            asked(OpeningState::Swap2, 3).map(|turn| (turn.player, turn.choices.len())),
            Some((1, 3))
        );
        assert_eq!(
            asked(OpeningState::Swap2More, 3).map(|turn| (turn.player, turn.stones)),
            Some((1, 2))
        );
        assert_eq!(
            asked(OpeningState::Swap2More, 5).map(|turn| (turn.player, turn.choices.len())),
            Some((0, 2))
        );
        assert_eq!(asked(OpeningState::Swap2Done, 3), None);
        assert_eq!(asked(OpeningState::Free, 0), None);
    }

    #[test]
    fn the_engine_places_three_stones_in_several_ways_and_a_pair() {
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        let stop = Stop::new();
        let mut seen = Vec::new();
        for variety in 0..4 {
            let mut policy =
                OpeningPolicy::new(&mut engine, Limits::nodes(100), &stop).with_variety(variety);
            let board = Board::new(Size::STANDARD, Rule::Freestyle);
            let made = place_stones(&mut policy, &setup(OpeningState::Swap2), &[], board.clone());
            assert_eq!(made.len(), 3, "{made:?}");
            assert!(!seen.contains(&made));
            let mut after = board;
            for &stone in &made {
                after.play(stone);
            }
            let limits = Limits::move_time(Duration::from_millis(50));
            let mut policy = OpeningPolicy::new(&mut engine, limits, &stop);
            let pair = place_stones(&mut policy, &setup(OpeningState::Swap2More), &made, after);
            assert_eq!(pair.len(), 2, "{pair:?}");
            seen.push(made);
        }
    }
}
