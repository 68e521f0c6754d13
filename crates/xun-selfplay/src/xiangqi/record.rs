//! One game as bytes: where it began, its moves with their scores, its result.

use xun_xiangqi::rules::{Move, Position};

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWins = 0,
    /// Drawn.
    Draw = 1,
    /// Red won.
    RedWins = 2,
}

impl GameResult {
    fn from_byte(byte: u8) -> Option<Self> {
        [Self::BlackWins, Self::Draw, Self::RedWins]
            .into_iter()
            .find(|&result| result as u8 == byte)
    }
}

/// A move with the score the search gave it, seen from the mover; none for a random opening move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub chosen: Move,
    /// The score.
    pub score: Option<i16>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number within the run that made it: a resumed run makes the missing ones.
    pub number: u32,
    /// First position as FEN; none for the start position.
    pub start: Option<String>,
    /// The moves, with their scores.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub result: GameResult,
}

/// Stands for "no score".
const NO_SCORE: i16 = i16::MIN;
/// Bytes before the start's text.
const FIXED: usize = 10;

/// FNV-1a, 32 bits: enough to notice a torn or altered game.
fn checksum(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(0x811C_9DC5, |sum: u32, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl GameRecord {
    /// Appends the game's bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        let start = self.start.as_deref().unwrap_or_default().as_bytes();
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&(self.moves.len() as u16).to_le_bytes());
        out.push(self.result as u8);
        out.push(start.len() as u8);
        // Kept for later versions; must be 0.
        out.extend_from_slice(&[0, 0]);
        out.extend_from_slice(start);
        for played in &self.moves {
            out.extend_from_slice(&played.chosen.pack().to_le_bytes());
            out.extend_from_slice(&played.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let sum = checksum(&out[begin..]);
        out.extend_from_slice(&sum.to_le_bytes());
    }

    /// Reads the game at the beginning of the bytes; answers it and its length. `None` where the
    /// bytes end before the game does.
    pub fn read(bytes: &[u8]) -> Option<Result<(Self, usize), String>> {
        let fixed = bytes.get(..FIXED)?;
        let count = usize::from(u16::from_le_bytes([fixed[4], fixed[5]]));
        let start_length = usize::from(fixed[7]);
        let body = FIXED + start_length + 4 * count;
        let whole = bytes.get(..body + 4)?;
        Some(
            Self::read_whole(&whole[..body], &whole[body..], start_length)
                .map(|game| (game, body + 4)),
        )
    }

    fn read_whole(body: &[u8], sum: &[u8], start_length: usize) -> Result<Self, String> {
        if checksum(body).to_le_bytes() != sum {
            return Err("the checksum does not fit: the game was altered or torn".to_owned());
        }
        let number = u32::from_le_bytes([body[0], body[1], body[2], body[3]]);
        let result = GameResult::from_byte(body[6])
            .ok_or_else(|| format!("{} is no result (0, 1 or 2)", body[6]))?;
        let text = &body[FIXED..FIXED + start_length];
        let text = std::str::from_utf8(text).map_err(|_| "the start is no text".to_owned())?;
        let mut moves = Vec::with_capacity((body.len() - FIXED - start_length) / 4);
        for pair in body[FIXED + start_length..].chunks_exact(4) {
            let packed = u16::from_le_bytes([pair[0], pair[1]]);
            let chosen = Move::unpack(packed).ok_or_else(|| format!("{packed} is no move"))?;
            let score = i16::from_le_bytes([pair[2], pair[3]]);
            moves.push(PlayedMove { chosen, score: (score != NO_SCORE).then_some(score) });
        }
        Ok(Self { number, start: (!text.is_empty()).then(|| text.to_owned()), moves, result })
    }

    /// The position it began at.
    pub fn start_position(&self) -> Result<Position, String> {
        match &self.start {
            None => Ok(Position::start()),
            Some(fen) => Position::from_fen(fen).map_err(|error| format!("start: {error}")),
        }
    }

    /// Plays the game through, handing each position and the move about to be played to `visit`.
    /// Fails at a move that is not legal.
    pub fn replay(&self, mut visit: impl FnMut(&Position, PlayedMove)) -> Result<Position, String> {
        let mut position = self.start_position()?;
        for (ply, &played) in self.moves.iter().enumerate() {
            if !position.is_legal_move(played.chosen) {
                return Err(format!("move {} ({}) is not legal", ply + 1, played.chosen));
            }
            visit(&position, played);
            position.play(played.chosen);
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> GameRecord {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for score in [None, Some(-30), Some(31_000)] {
            let chosen = position.legal_moves()[3];
            moves.push(PlayedMove { chosen, score });
            position.play(chosen);
        }
        GameRecord { number: 7, start: None, moves, result: GameResult::Draw }
    }

    #[test]
    fn a_game_reads_back_as_written() {
        for start in [None, Some("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1".to_owned())] {
            let game = GameRecord { start, ..sample() };
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let length = bytes.len();
            bytes.extend_from_slice(b"more");
            assert_eq!(GameRecord::read(&bytes), Some(Ok((game, length))));
        }
    }

    #[test]
    fn torn_and_altered_games_are_noticed() {
        let mut bytes = Vec::new();
        sample().write(&mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(GameRecord::read(&bytes[..length]), None);
        }
        for index in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[index] ^= 0x10;
            assert!(!matches!(GameRecord::read(&altered), Some(Ok(_))), "byte {index}");
        }
    }
}
