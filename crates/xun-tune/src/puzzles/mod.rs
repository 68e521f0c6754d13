//! `xun-tune puzzles`: puzzles out of games that weakened levels of the engine play against
//! themselves. Weak players make the mistakes that puzzles punish; full strength finds them. From
//! even positions other mistakes are tried, too: one that was not made is as good.

mod players;

use crate::context::{Context, Exit};
use anyhow::Context as _;
use players::{Opening, Players};
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xun_arena::{Game, GameMove};
use xun_game::{Handicap, SplitMix64};
use xun_gomoku::rules::{Board, Point};
use xun_gomoku::threat::{Effort as ThreatEffort, ThreatResult, VcfLimits, find_vcf, solve};
use xun_puzzles::make::{Effort, check, make, measure_difficulty};
use xun_puzzles::{Analyst, Ask, Place, Puzzle, PuzzleId, ScoredLine, read_puzzles};

/// Arguments of `xun-tune puzzles`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File of puzzles, one a line; those that are there stay, and are not found again
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Game: xiangqi or gomoku
    #[arg(long, default_value = "xiangqi")]
    game: Game,
    /// Decides the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most minutes
    #[arg(long, default_value_t = 20.0)]
    minutes: f64,
    /// Puzzles in the file at the end
    #[arg(long, default_value_t = 400)]
    most: usize,
    /// Most puzzles of one theme (with its number) and difficulty
    #[arg(long, default_value_t = 40)]
    each: u32,
    /// Takes the puzzles of this file that pass the checks instead of playing games
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
}

/// Positions of the first look at each position of a game.
const LOOK_NODES: u64 = 2_000;
/// Longest game in plies.
const MOST_PLIES: usize = 180;
/// A player's score from which on a Gomoku position is tried for a forced win.
const GOOD_SCORE: i32 = 350;
/// Most puzzles of one game.
const MOST_OF_A_GAME: usize = 3;
/// Plies after a puzzle without another: they may follow its solution.
const PLIES_BETWEEN: usize = 10;
/// Largest share of puzzles that every level solves, in hundredths.
const MOST_EASY: usize = 25;
/// One of so many positions is tried though the weak player saw the best move, too.
const SEEN_ONCE_IN: u64 = 16;
/// Mistakes are tried from one of so many even positions, so many of them.
const MISTAKES_ONCE_IN: u64 = 4;
const MISTAKES: usize = 10;
/// Largest score of an even position.
const EVEN: i32 = 150;
/// Positions of the first look for a win by threats.
const LOOK_THREATS: u64 = 60_000;

/// Plays games and appends the puzzles of each to the file.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut miner = Miner::new(arguments, context)?;
    if let Some(path) = &arguments.again {
        let (taken, all) = miner.take_again(&read(path)?)?;
        writeln!(context.out, "{taken} of {all} taken again, {} puzzles", miner.found)?;
        return Ok(context.exit());
    }
    let end = Instant::now() + Duration::from_secs_f64(arguments.minutes.clamp(0.0, 1e5) * 60.0);
    let mut number = 0_u64;
    while miner.found < arguments.most && Instant::now() < end && !context.stopped() {
        number += 1;
        miner.game(number)?;
        if number.is_multiple_of(10) {
            writeln!(context.out, "{number} games, {} puzzles", miner.found)?;
            context.out.flush()?;
        }
    }
    writeln!(context.out, "{number} games, {} puzzles", miner.found)?;
    Ok(context.exit())
}

/// The puzzles of a file; none if it does not exist.
fn read(path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.with_context(|| path.display().to_string())?,
    };
    let (puzzles, faults) = read_puzzles(&text);
    match faults.first() {
        Some(fault) => anyhow::bail!("{}: {fault}", path.display()),
        None => Ok(puzzles),
    }
}

struct Miner<'a> {
    arguments: &'a Arguments,
    analyst: Analyst,
    players: Players,
    known: HashSet<PuzzleId>,
    /// Puzzles of each theme and difficulty.
    alike: HashMap<(String, u8), u32>,
    found: usize,
    /// Those of difficulty 1.
    easy: usize,
}

impl<'a> Miner<'a> {
    fn new(arguments: &'a Arguments, context: &Context) -> anyhow::Result<Self> {
        let puzzles = read(&arguments.file)?;
        let stop = context.stop_handle();
        let mut miner = Self {
            arguments,
            analyst: Analyst::with_stop(stop.clone()),
            players: Players::new(arguments.game, stop),
            known: HashSet::new(),
            alike: HashMap::new(),
            found: 0,
            easy: 0,
        };
        for puzzle in &puzzles {
            miner.note(puzzle);
        }
        Ok(miner)
    }

    fn note(&mut self, puzzle: &Puzzle) {
        self.known.insert(puzzle.id());
        *self.alike.entry((puzzle.theme.to_string(), puzzle.difficulty)).or_default() += 1;
        self.found += 1;
        self.easy += usize::from(puzzle.difficulty == 1);
    }

    /// Takes every puzzle that still passes the checks, the difficult ones first. Answers the
    /// numbers of those taken and of all.
    fn take_again(&mut self, puzzles: &[Puzzle]) -> anyhow::Result<(usize, usize)> {
        let mut puzzles: Vec<Puzzle> = puzzles.to_vec();
        puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.difficulty));
        let before = self.found;
        for puzzle in &puzzles {
            if self.analyst.stop.is_stopped() {
                break;
            }
            if check(puzzle, &mut self.analyst, &Effort::default()).is_ok() {
                self.keep(puzzle.clone())?;
            }
        }
        Ok((self.found - before, puzzles.len()))
    }

    /// Plays one game and keeps its puzzles.
    fn game(&mut self, number: u64) -> anyhow::Result<()> {
        let mut random = SplitMix64::new(self.arguments.seed.rotate_left(32) ^ number);
        random.next_u64();
        let Some(Opening { mut place, level }) = self.players.opening(&mut random)? else {
            return Ok(());
        };
        let mut of_this_game = 0;
        let mut last: Option<GameMove> = None;
        let mut next = 0;
        for ply in 0..MOST_PLIES {
            if place.is_over() || of_this_game >= MOST_OF_A_GAME || self.analyst.stop.is_stopped() {
                break;
            }
            let Some(seen) = self.players.choose(&place, level, random.next_u64())? else { break };
            if ply >= next
                && self.is_candidate(&place, &seen, last, random.next_u64())?
                && self.try_puzzle(&place)?
            {
                of_this_game += 1;
                next = ply + PLIES_BETWEEN;
            }
            let is_even = seen.score.get().abs() <= EVEN;
            if ply >= next
                && is_even
                && random.below(MISTAKES_ONCE_IN) == 0
                && self.try_mistakes(&place, level, &mut random)?
            {
                of_this_game += 1;
                next = ply + PLIES_BETWEEN;
            }
            let chosen = seen.line[0];
            if !place.play(chosen) {
                break;
            }
            last = Some(chosen);
        }
        Ok(())
    }

    /// Tries a few moves of an even position as mistakes, until one makes a puzzle.
    fn try_mistakes(
        &mut self,
        place: &Place,
        level: Option<Handicap>,
        random: &mut SplitMix64,
    ) -> anyhow::Result<bool> {
        let mut moves = place.legal_moves();
        if let Place::Gomoku(board) = place {
            moves.retain(
                |chosen| matches!(chosen, GameMove::Gomoku(point) if is_near(board, *point)),
            );
        }
        for _ in 0..MISTAKES.min(moves.len()) {
            let mistake = moves.swap_remove(random.below(moves.len() as u64) as usize);
            let Some(after) = place.after(mistake).filter(|after| !after.is_over()) else {
                continue;
            };
            let Some(seen) = self.players.choose(&after, level, random.next_u64())? else {
                continue;
            };
            let is_won = match &after {
                Place::Gomoku(board) => wins_unseen(board, &seen, true, false),
                Place::Xiangqi(_) => self.is_candidate(&after, &seen, Some(mistake), 1)?,
            };
            if is_won && self.try_puzzle(&after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the puzzle of a position, if it is one that is still wanted.
    fn try_puzzle(&mut self, place: &Place) -> anyhow::Result<bool> {
        match make(place, &mut self.analyst, &Effort::default()) {
            Ok(puzzle) => self.keep(puzzle),
            Err(_) => Ok(false),
        }
    }

    /// Measures a puzzle and adds it to the file, unless there are enough like it.
    fn keep(&mut self, mut puzzle: Puzzle) -> anyhow::Result<bool> {
        if self.known.contains(&puzzle.id()) {
            return Ok(false);
        }
        puzzle.difficulty = measure_difficulty(&puzzle, &mut self.analyst)?;
        let alike = (puzzle.theme.to_string(), puzzle.difficulty);
        let too_easy =
            puzzle.difficulty == 1 && (self.easy + 1) * 100 > (self.found + 1) * MOST_EASY;
        if too_easy
            || self.alike.get(&alike).is_some_and(|&count| count >= self.arguments.each)
            || self.analyst.stop.is_stopped()
        {
            return Ok(false);
        }
        let path = &self.arguments.file;
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{puzzle}")?;
        self.note(&puzzle);
        Ok(true)
    }

    /// A cheap look at a position, with what the player sees. Moves that the player sees, too, are
    /// seldom difficult: chance decides whether they are tried.
    fn is_candidate(
        &mut self,
        place: &Place,
        seen: &ScoredLine,
        last: Option<GameMove>,
        chance: u64,
    ) -> anyhow::Result<bool> {
        let also_seen = chance.is_multiple_of(SEEN_ONCE_IN);
        match place {
            Place::Xiangqi(position) => {
                let ask = Ask { lines: 2, keep_memory: true, ..Ask::nodes(LOOK_NODES) };
                let lines = self.analyst.lines(place, &ask)?;
                let [best, second, ..] = &lines[..] else { return Ok(false) };
                let (high, low) = (best.score.get(), second.score.get());
                // To take back at once is no puzzle.
                let retakes = match (best.line[0], last) {
                    (GameMove::Xiangqi(best), Some(GameMove::Xiangqi(last))) => {
                        best.to() == last.to() && position.piece_on(best.to()).is_some()
                    }
                    _ => false,
                };
                let is_new = also_seen || seen.line[0] != best.line[0];
                let mates =
                    best.score.mate_distance().is_some_and(|moves| (1..=5).contains(&moves))
                        && low <= 210;
                let wins = !best.score.is_win() && high >= 250 && low <= 150;
                let holds = high >= -150 && low <= -320;
                Ok(is_new && !retakes && (wins || mates || holds))
            }
            Place::Gomoku(board) => {
                let fours = VcfLimits { fours: 20, nodes: 2_000 };
                let mut passed = (**board).clone();
                passed.pass();
                if find_vcf(&passed, fours).is_some() {
                    return Ok(true);
                }
                let by_threes = seen.score.get() >= GOOD_SCORE;
                Ok(wins_unseen(board, seen, by_threes, also_seen))
            }
        }
    }
}

/// Whether the side to move wins by fours, or by threes if they are looked at, with a move that the
/// player does not see, or may have seen.
fn wins_unseen(board: &Board, seen: &ScoredLine, by_threes: bool, also_seen: bool) -> bool {
    let won = match find_vcf(board, VcfLimits { fours: 20, nodes: 2_000 }) {
        Some(line) => line.first().copied(),
        None if by_threes => by_threats(board),
        None => None,
    };
    won.is_some_and(|point| also_seen || seen.line[0] != GameMove::Gomoku(point))
}

/// Whether a stone stands within two points.
fn is_near(board: &Board, point: Point) -> bool {
    board
        .history()
        .any(|(stone, _)| stone.x().abs_diff(point.x()) <= 2 && stone.y().abs_diff(point.y()) <= 2)
}

/// The first move of a win by threats that a short search finds.
fn by_threats(board: &Board) -> Option<Point> {
    let effort = ThreatEffort { nodes: LOOK_THREATS, table_bytes: 1 << 20, ..Default::default() };
    match solve(board, &effort, None).verdict {
        ThreatResult::Win { proof, .. } => Some(proof.point),
        ThreatResult::Unverified { point, .. } => Some(point),
        _ => None,
    }
}
