//! A match as the page shows it.

use super::running::{Inner, Running};
use super::terms::Terms;
use crate::message::matches::{EloPoint, LiveBoard, MatchResult, MatchRow, MatchState, MatchTest};
use crate::rooms::board::{GameBoard, board_of};
use xun_arena::{Elo, GameRecord, MoveRecord, Opening, Pairing, Standing, Standings, Tally};
use xun_game::Score;

/// Finished games that the page is told of.
const LATEST: usize = 60;
/// Points of the curve of Elo.
const MOST_POINTS: usize = 400;

/// A board being played on.
pub(super) struct Live {
    players: [u32; 2],
    board: Box<dyn GameBoard>,
    last: Option<String>,
    moves: u32,
    scores: [Option<i32>; 2],
    depths: [Option<u32>; 2],
    /// Over, and shown until the next game begins.
    pub(super) done: bool,
}

impl Live {
    /// The board after the opening.
    pub(super) fn new(terms: &Terms, pairing: &Pairing, opening: &Opening) -> Option<Self> {
        let mut board = board_of(&terms.board_setup(opening)).ok()?;
        for text in &opening.moves {
            board.play(text);
        }
        Some(Self {
            players: pairing.players.map(|number| number as u32),
            board,
            last: opening.moves.last().cloned(),
            moves: opening.moves.len() as u32,
            scores: [None; 2],
            depths: [None; 2],
            done: false,
        })
    }

    /// The last position of a finished game.
    pub(super) fn of_finished(terms: &Terms, game: &GameRecord) -> Option<Self> {
        let pairing = Pairing { index: game.index, players: game.players, opening: 0 };
        let mut live = Self::new(terms, &pairing, &game.opening)?;
        for made in &game.moves {
            live.play(made);
        }
        live.done = true;
        Some(live)
    }

    /// Follows a move.
    pub(super) fn play(&mut self, made: &MoveRecord) {
        let side = usize::from(self.board.side());
        self.board.play(&made.text);
        self.last = Some(made.text.clone());
        self.moves += 1;
        self.scores[side] = made.score;
        self.depths[side] = made.depth;
    }

    fn shown(&self, game: u64) -> LiveBoard {
        let mut view = self.board.view();
        // No move is made from this board, and the list is long.
        view.legal.clear();
        LiveBoard {
            game: game as u32,
            players: self.players,
            view,
            last: self.last.clone(),
            moves: self.moves,
            scores: self.scores,
            mates: self.scores.map(|score| Score::new(score?).mate_distance()),
            depths: self.depths,
        }
    }
}

/// The first player's Elo over the games, for the curve.
#[derive(Default)]
pub(super) struct History {
    points: Vec<(u32, Elo)>,
    /// Every so many games are a point.
    every: u64,
}

impl History {
    /// Counts a finished game of the first player.
    pub(super) fn add(&mut self, game: &GameRecord, standings: &Standings) {
        let Some(row) = standings.rows().first().filter(|_| game.players.contains(&0)) else {
            return;
        };
        let games = row.total.games();
        if games.is_multiple_of(self.every.max(1)) {
            self.points.push((games as u32, row.total.elo()));
        }
        if self.points.len() > MOST_POINTS {
            self.every = self.every.max(1) * 2;
            let every = self.every as u32;
            self.points.retain(|point| point.0.is_multiple_of(every));
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some((value * 10.0).round() / 10.0)
}

/// The boards alone.
pub(super) fn boards(running: &Running) -> Vec<LiveBoard> {
    running.lock().live.iter().map(|(&game, live)| live.shown(game)).collect()
}

/// Everything.
pub(super) fn state(running: &Running) -> MatchState {
    let terms = &running.terms;
    let inner = running.lock();
    let table = inner.standings.rows();
    let test = terms.test().map(|test| {
        let tally = inner.standings.first_against_second();
        let (low, high) = test.bounds();
        MatchTest { ratio: test.ratio(&tally), low, high }
    });
    MatchState {
        id: running.id,
        setup: terms.setup.clone(),
        phase: inner.phase,
        words: inner.words.clone(),
        names: terms.names.clone(),
        played: inner.games.len() as u32,
        rows: table.iter().map(|row| row_of(row, table.len())).collect(),
        test,
        history: inner
            .history
            .points
            .iter()
            .map(|&(games, elo)| EloPoint {
                games,
                elo: finite(elo.value),
                low: finite(elo.low),
                high: finite(elo.high),
            })
            .collect(),
        results: results(&inner),
        boards: inner.live.iter().map(|(&game, live)| live.shown(game)).collect(),
    }
}

fn row_of(row: &Standing, players: usize) -> MatchRow {
    let tally = &row.total;
    let counts = |tally: &Tally| [tally.wins as u32, tally.draws as u32, tally.losses as u32];
    let elo = tally.elo();
    MatchRow {
        results: counts(tally),
        score: 100.0 * tally.score(),
        elo: finite(elo.value),
        low: finite(elo.low),
        high: finite(elo.high),
        superiority: 100.0 * tally.likelihood_of_superiority(),
        pairs: tally.pairs.map(|count| count as u32),
        against: (0..players).map(|other| row.against.get(&other).map_or([0; 3], counts)).collect(),
        milliseconds: row.mean_time(),
        depth: row.mean_depth(),
        faults: row.faults.values().sum::<u64>() as u32,
    }
}

fn results(inner: &Inner) -> Vec<MatchResult> {
    inner
        .games
        .values()
        .rev()
        .take(LATEST)
        .map(|game| MatchResult {
            game: game.index as u32,
            players: game.players.map(|number| number as u32),
            winner: game.winner.map(|seat| seat as u8),
            ending: game.ending.into(),
            note: game.note.clone(),
            moves: (game.opening.moves.len() + game.moves.len()) as u32,
        })
        .collect()
}
