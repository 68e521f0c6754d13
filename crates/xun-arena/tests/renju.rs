//! No player of ours plays a forbidden point while Black has another: on crowded renju boards,
//! where few points or none are open to Black.

use std::time::Duration;
use xun_arena::{
    Ending, GameMove, GomokuReferee, Opening, Player, PlayerSpec, Referee, Seat, Setting,
    TimeControl, Turn,
};
use xun_game::{SplitMix64, Stop};
use xun_gomoku::rules::{Board, Colour, Point, Rule, Size};

const PLAYERS: [&str; 5] =
    ["xun; Hash=1", "xun; level=beginner", "xun; level=hard; Threads=2", "textbook", "random"];
/// Boards with few points for Black, and with none, that are asked at most.
const MOST: [usize; 2] = [60, 12];

/// A random game without a five, up to the last position of each kind in which it is Black's turn:
/// some points are open to Black and some forbidden; all are forbidden.
fn crowded(size: Size, random: &mut SplitMix64) -> [Option<Vec<Point>>; 2] {
    let mut board = Board::new(size, Rule::Renju);
    let (mut moves, mut found) = (Vec::new(), [None, None]);
    loop {
        let own = board.to_move();
        let (legal, forbidden): (Vec<Point>, Vec<Point>) =
            board.empty_points().partition(|&point| board.is_legal(point));
        if own == Colour::Black && !forbidden.is_empty() {
            found[usize::from(legal.is_empty())] = Some(moves.clone());
        }
        let quiet: Vec<Point> =
            legal.into_iter().filter(|&point| !board.fives(own).contains(point)).collect();
        if quiet.is_empty() {
            return found;
        }
        let chosen = quiet[random.below(quiet.len() as u64) as usize];
        board.play(chosen);
        moves.push(chosen);
    }
}

fn choose(player: &mut dyn Player, opening: &Opening, control: &str) -> Option<GameMove> {
    let control: TimeControl = control.parse().unwrap();
    player.new_game().unwrap();
    player.set_up(opening).unwrap();
    let clocks = [Duration::ZERO; 2];
    let turn = Turn { seat: Seat::First, clocks, control: &control, stop: &Stop::new() };
    player.choose(&turn).unwrap().chosen
}

#[test]
fn a_forbidden_point_is_played_only_where_no_other_is_left() {
    let (mut random, mut asked) = (SplitMix64::new(18), [0, 0]);
    for number in 0..400 {
        let size = {
            let side = [7, 9, 11, 15][number % 4];
            Size::new(side, side).unwrap()
        };
        let setting = Setting::Gomoku { size, rule: Rule::Renju };
        for (kind, moves) in crowded(size, &mut random).into_iter().enumerate() {
            let Some(moves) = moves.filter(|_| asked[kind] < MOST[kind]) else { continue };
            asked[kind] += 1;
            let moves = moves.iter().map(ToString::to_string).collect();
            let opening = Opening { start: None, moves };
            for name in PLAYERS {
                let spec: PlayerSpec = name.parse().unwrap();
                let mut player = setting.player(&spec, 1).unwrap();
                for control in ["nodes=1", "nodes=300", "1ms"] {
                    let mut referee = GomokuReferee::new(size, Rule::Renju, &opening).unwrap();
                    let chosen = choose(player.as_mut(), &opening, control);
                    let about = format!("{name}, {control}: {chosen:?} after {:?}", opening.moves);
                    // Without a legal move a player may resign.
                    let Some(chosen) = chosen else {
                        assert_eq!(kind, 1, "{about}");
                        continue;
                    };
                    referee.play(chosen).expect(&about);
                    let end = referee.end();
                    let foul = end.filter(|end| end.ending == Ending::ForbiddenMove);
                    assert_eq!(foul.is_some(), kind == 1, "{about}");
                    if let Some(foul) = foul {
                        assert!(foul.note.ends_with("as is every empty point"), "{}", foul.note);
                    }
                }
            }
        }
    }
    assert_eq!(asked, MOST);
}
