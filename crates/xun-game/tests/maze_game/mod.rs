//! A made-up game for property tests: a walk on a small ring of rooms, full of transpositions,
//! cycles, ties, early endings and "captures". Every seed is another game.

use xun_game::{Ending, Evaluation, Game, GameValue};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    room: u8,
    second: bool,
    /// Captures left; so captures end.
    prey: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct MazeGame {
    seed: u64,
    state: State,
    past: Vec<State>,
}

const ROOMS: u8 = 13;

impl MazeGame {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, state: State { room: 0, second: false, prey: 3 }, past: Vec::new() }
    }

    /// A random number that depends on the seed, the state and a question.
    fn dice(&self, question: u64) -> u64 {
        let State { room, second, prey } = self.state;
        let mut mixed = self.seed
            ^ (u64::from(room) << 32 | u64::from(second) << 40 | u64::from(prey) << 44 | question);
        for _ in 0..2 {
            mixed = (mixed ^ mixed >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            mixed ^= mixed >> 29;
        }
        mixed
    }
}

impl Game for MazeGame {
    type Move = u8;
    const MOVE_INDICES: usize = 8;

    fn moves(&self, into: &mut Vec<u8>) {
        let dice = self.dice(1) % 12;
        let count = if dice == 0 { 0 } else { 1 + dice % 5 } as u8;
        into.extend(0..count);
    }

    fn play(&mut self, chosen: u8) {
        self.past.push(self.state);
        if self.capture_gain(chosen) > 0 {
            self.state.prey -= 1;
        }
        self.state.room = (self.state.room + 1 + chosen * 3) % ROOMS;
        self.state.second = !self.state.second;
    }

    fn undo(&mut self) {
        self.state = self.past.pop().expect("a move was played");
    }

    fn key(&self) -> u64 {
        let State { room, second, prey } = self.state;
        u64::from(room) | u64::from(second) << 8 | u64::from(prey) << 16
    }

    fn ending(&self) -> Option<Ending> {
        match self.dice(2) % 40 {
            0 => Some(Ending::Won),
            1 => Some(Ending::Lost),
            2 => Some(Ending::Drawn),
            3 => Some(Ending::Counted),
            _ => None,
        }
    }

    fn ending_without_moves(&self) -> Ending {
        [Ending::Lost, Ending::Drawn, Ending::Counted][(self.dice(3) % 3) as usize]
    }

    fn move_index(&self, of: u8) -> usize {
        usize::from(of)
    }

    fn capture_gain(&self, of: u8) -> i32 {
        if self.state.prey == 0 { 0 } else { (self.dice(10 + u64::from(of)) % 7) as i32 - 4 }
    }

    fn captures(&self, into: &mut Vec<u8>) {
        let from = into.len();
        self.moves(into);
        let mut kept = from;
        for place in from..into.len() {
            if self.capture_gain(into[place]) > 0 {
                into[kept] = into[place];
                kept += 1;
            }
        }
        into.truncate(kept);
    }

    fn can_pass(&self) -> bool {
        !self.dice(4).is_multiple_of(3)
    }

    fn pass(&mut self) {
        self.past.push(self.state);
        self.state.second = !self.state.second;
    }

    fn take_back_pass(&mut self) {
        self.undo();
    }
}

/// Few different values, so that there are many ties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MazeJudge;

impl Evaluation<MazeGame> for MazeJudge {
    fn evaluate(&self, game: &MazeGame) -> GameValue {
        GameValue::points((game.dice(5) % 23) as i64 - 11)
    }
}
