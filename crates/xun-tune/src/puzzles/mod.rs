//! `xun-tune puzzles`: puzzles out of games that weakened levels of the engine play against
//! themselves. Weak players make the mistakes that puzzles punish; full strength finds them.

mod players;

use crate::context::{Context, Exit};
use anyhow::Context as _;
use players::{Opening, Players};
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use xun_arena::{Game, GameMove};
use xun_game::SplitMix64;
use xun_gomoku::threat::{VcfLimits, find_vcf};
use xun_puzzles::make::{Effort, make, measure_difficulty};
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
    /// Positions of each deciding search
    #[arg(long, default_value_t = Effort::default().nodes)]
    nodes: u64,
    /// Positions of each proof
    #[arg(long, default_value_t = Effort::default().proof)]
    proof: u64,
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

/// Plays games and appends the puzzles of each to the file.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let mut miner = Miner::new(arguments, context)?;
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

struct Miner<'a> {
    arguments: &'a Arguments,
    analyst: Analyst,
    players: Players,
    known: HashSet<PuzzleId>,
    /// Puzzles of each theme and difficulty.
    alike: HashMap<(String, u8), u32>,
    found: usize,
}

impl<'a> Miner<'a> {
    fn new(arguments: &'a Arguments, context: &Context) -> anyhow::Result<Self> {
        let text = match fs::read_to_string(&arguments.file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.with_context(|| arguments.file.display().to_string())?,
        };
        let (puzzles, faults) = read_puzzles(&text);
        if let Some(fault) = faults.first() {
            anyhow::bail!("{}: {fault}", arguments.file.display());
        }
        let stop = context.stop_handle();
        let mut miner = Self {
            arguments,
            analyst: Analyst::with_stop(stop.clone()),
            players: Players::new(arguments.game, stop),
            known: HashSet::new(),
            alike: HashMap::new(),
            found: 0,
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
            if ply >= next && self.is_candidate(&place, &seen, last)? && self.try_puzzle(&place)? {
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

    /// Makes the puzzle of a position, if it is one that is still wanted.
    fn try_puzzle(&mut self, place: &Place) -> anyhow::Result<bool> {
        let effort = Effort { nodes: self.arguments.nodes, proof: self.arguments.proof };
        let Ok(mut puzzle) = make(place, &mut self.analyst, &effort) else { return Ok(false) };
        if self.known.contains(&puzzle.id()) {
            return Ok(false);
        }
        puzzle.difficulty = measure_difficulty(&puzzle, &mut self.analyst)?;
        let alike = (puzzle.theme.to_string(), puzzle.difficulty);
        if self.alike.get(&alike).is_some_and(|&count| count >= self.arguments.each)
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

    /// A cheap look at a position, with what the player sees.
    fn is_candidate(
        &mut self,
        place: &Place,
        seen: &ScoredLine,
        last: Option<GameMove>,
    ) -> anyhow::Result<bool> {
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
                let mates =
                    best.score.mate_distance().is_some_and(|moves| (1..=5).contains(&moves))
                        && !second.score.is_win();
                let wins = !best.score.is_win() && high >= 250 && low <= 150;
                let holds = high >= -150 && low <= -320;
                Ok(!retakes && (wins || mates || holds))
            }
            Place::Gomoku(board) => {
                let fours = VcfLimits { fours: 20, nodes: 2_000 };
                let mut passed = (**board).clone();
                passed.pass();
                Ok(seen.score.get() >= GOOD_SCORE
                    || find_vcf(board, fours).is_some()
                    || find_vcf(&passed, fours).is_some())
            }
        }
    }
}
