//! The playback's controls: which key does what, how time moves it on, which part of the map is in
//! view. Knows no terminal, so that it can be tested.

use super::playback::{Playback, place};
use crate::language::Language;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;
use xun_grid::render::terminal::{Fit, Window};
use xun_grid::{Cell, Outcome, Problem};

/// Events a second.
const SPEEDS: [f64; 15] =
    [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6];

/// Whether to go on after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    GoOn,
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// Which part of a map that is too large for the terminal is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// The part where the search is.
    Follow,
    /// The part that the user scrolled to.
    Fixed,
    /// Everything, shrunk.
    Whole,
}

/// State of the interactive viewer.
pub(super) struct Viewer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) playback: Playback,
    pub(super) outcome: &'a Outcome,
    pub(super) title: String,
    /// The answer in words, where it is more than a path.
    pub(super) words: Option<String>,
    /// Events that the recording does not have because it became too long.
    pub(super) dropped: u64,
    pub(super) language: Language,
    pub(super) playing: bool,
    pub(super) help: bool,
    /// Text typed after `g` so far.
    pub(super) prompt: Option<String>,
    pub(super) message: Option<String>,
    speed: usize,
    /// Fraction of an event that the elapsed time has earned but not played.
    owed: f64,
    sight: Sight,
    corner: Cell,
}

impl<'a> Viewer<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        playback: Playback,
        outcome: &'a Outcome,
        title: String,
        dropped: u64,
        language: Language,
    ) -> Self {
        Self {
            problem,
            playback,
            outcome,
            title,
            words: None,
            dropped,
            language,
            playing: true,
            help: false,
            prompt: None,
            message: None,
            speed: 3,
            owed: 0.0,
            sight: Sight::Follow,
            corner: Cell::new(0, 0),
        }
    }

    /// Sets the speed to the nearest one there is.
    pub(super) fn set_speed(&mut self, events_per_second: f64) {
        let nearest = SPEEDS.iter().position(|&speed| speed >= events_per_second);
        self.speed = nearest.unwrap_or(SPEEDS.len() - 1);
    }

    pub(super) fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Whether the present moment is the end.
    pub(super) fn at_end(&self) -> bool {
        self.playback.position() == self.playback.len()
    }

    /// Moves on by this much time. True if anything changed.
    pub(super) fn pass(&mut self, time: Duration) -> bool {
        if !self.playing {
            return false;
        }
        self.owed += time.as_secs_f64() * self.speed();
        let whole = self.owed.floor();
        self.owed -= whole;
        if whole >= 1.0 {
            self.playback.step(whole as isize);
            self.playing = !self.at_end();
        }
        whole >= 1.0
    }

    /// Does what a key says.
    pub(super) fn key(&mut self, key: KeyEvent) -> After {
        self.message = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return After::Interrupt;
        }
        if self.prompt.is_some() {
            self.type_into_prompt(key.code);
            return After::GoOn;
        }
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return After::Quit,
            KeyCode::Char(' ') => self.toggle(),
            KeyCode::Right if shift => self.scroll(0, 8),
            KeyCode::Left if shift => self.scroll(0, -8),
            KeyCode::Up => self.scroll(-4, 0),
            KeyCode::Down => self.scroll(4, 0),
            KeyCode::Char('A') => self.scroll(0, -8),
            KeyCode::Char('D') => self.scroll(0, 8),
            KeyCode::Right | KeyCode::Char('l' | '.') => self.go(|playback| playback.step(1)),
            KeyCode::Left | KeyCode::Char('h' | ',') => self.go(|playback| playback.step(-1)),
            KeyCode::PageDown | KeyCode::Char('L') => self.go(|playback| playback.step(100)),
            KeyCode::PageUp | KeyCode::Char('H') => self.go(|playback| playback.step(-100)),
            KeyCode::Home => self.go(|playback| playback.seek(0)),
            KeyCode::End => self.go(|playback| playback.seek(usize::MAX)),
            KeyCode::Char('b') => self.go(Playback::next_bound),
            KeyCode::Char('B') => self.go(Playback::previous_bound),
            KeyCode::Char('f') => self.go(Playback::next_layer),
            KeyCode::Char('F') => self.go(Playback::previous_layer),
            KeyCode::Char('g') => self.prompt = Some(String::new()),
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('c') => self.sight = Sight::Follow,
            KeyCode::Char('z') => {
                self.sight = if self.sight == Sight::Whole { Sight::Follow } else { Sight::Whole };
            }
            KeyCode::Char('?') => self.help = !self.help,
            _ => {}
        }
        After::GoOn
    }

    fn toggle(&mut self) {
        if !self.playing && self.at_end() {
            self.playback.seek(0);
        }
        self.playing = !self.playing;
        self.owed = 0.0;
    }

    /// Moving by hand pauses.
    fn go(&mut self, how: impl FnOnce(&mut Playback)) {
        self.playing = false;
        how(&mut self.playback);
    }

    fn scroll(&mut self, rows: i32, columns: i32) {
        self.sight = Sight::Fixed;
        let map = self.problem.map();
        let row = self.corner.row.saturating_add_signed(rows).min(map.rows() - 1);
        let column = self.corner.column.saturating_add_signed(columns).min(map.columns() - 1);
        self.corner = Cell::new(row, column);
    }

    fn type_into_prompt(&mut self, code: KeyCode) {
        let Some(text) = &mut self.prompt else { return };
        match code {
            KeyCode::Enter => {
                let text = std::mem::take(text);
                self.prompt = None;
                self.jump(text.trim());
            }
            KeyCode::Esc => self.prompt = None,
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(symbol) if text.len() < 20 => text.push(symbol),
            _ => {}
        }
    }

    /// `120` an event, `b3` a bound, `f7` an f-layer.
    fn jump(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.playing = false;
        let number = |text: &str| text.parse::<usize>().ok();
        let (bounds, layers) = self.playback.landmark_counts();
        let done = match text.split_at_checked(1) {
            Some(("b", rest)) => {
                number(rest).is_some_and(|number| self.playback.seek_bound(number))
            }
            Some(("f", rest)) => {
                number(rest).is_some_and(|number| self.playback.seek_layer(number))
            }
            _ => number(text).map(|number| self.playback.seek(number)).is_some(),
        };
        if !done {
            let events = self.playback.len();
            let mut places = vec![match self.language {
                Language::English => format!("no such place: {text}; events 0 to {events}"),
                Language::Chinese => format!("没有 {text} 这个位置；事件 0 到 {events}"),
            }];
            // Offers bounds and layers only if the search has them.
            for (letter, count, name) in
                [('b', bounds, ("bounds", "界限")), ('f', layers, ("layers", "f 层"))]
            {
                if count > 0 {
                    let (name, to) =
                        (self.language.pick(name.0, name.1), self.language.pick("to", "到"));
                    places.push(format!("{name} {letter}1 {to} {letter}{count}"));
                }
            }
            self.message = Some(places.join(self.language.pick(", ", "，")));
        }
    }

    /// Which part of the map fits into so many characters, and how it is drawn.
    pub(super) fn view(&mut self, width: u32, height: u32) -> (Window, Fit) {
        let map = self.problem.map();
        let (rows, columns) = (map.rows(), map.columns());
        let (width, height) = (width.max(1), height.max(1));
        if self.sight == Sight::Whole && (columns > width || rows > height) {
            let scale = columns.div_ceil(width).max(rows.div_ceil(height * 2)).max(1);
            return (Window { row: 0, column: 0, rows, columns }, Fit::Shrunk(scale));
        }
        let fit = if columns.saturating_mul(2) <= width { Fit::Wide } else { Fit::Narrow };
        let (shown_rows, shown_columns) = (rows.min(height), columns.min(width));
        if self.sight != Sight::Fixed {
            let at =
                self.playback.last().and_then(place).map_or(self.problem.start(), |(cell, _)| cell);
            self.corner.row = followed(self.corner.row, at.row, shown_rows, rows);
            self.corner.column = followed(self.corner.column, at.column, shown_columns, columns);
        }
        let row = self.corner.row.min(rows - shown_rows);
        let column = self.corner.column.min(columns - shown_columns);
        self.corner = Cell::new(row, column);
        (Window { row, column, rows: shown_rows, columns: shown_columns }, fit)
    }
}

/// The first line shown so that `at` is not near the edge, moving no more than needed.
fn followed(first: u32, at: u32, shown: u32, all: u32) -> u32 {
    let margin = (shown / 6).min(8);
    let lowest = (at + margin + 1).saturating_sub(shown);
    let highest = at.saturating_sub(margin);
    first.clamp(lowest.min(highest), highest.max(lowest)).min(all - shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::{Event, Map};

    fn with_viewer(test: impl FnOnce(&mut Viewer<'_>)) {
        let problem =
            Problem::new(Map::open(100, 300).expect("small"), Cell::new(0, 0), Cell::new(99, 299))
                .expect("open");
        let mut events = Vec::new();
        for number in 0..100 {
            events.push(Event::NewBound { bound: f64::from(number) });
            let cell = Cell::new(number, number);
            events.push(Event::Expand { cell, g: f64::from(number), h: 0.0, supply: None });
        }
        let playback = Playback::new(&problem, events, Vec::new());
        let outcome = Outcome::Impossible;
        test(&mut Viewer::new(&problem, playback, &outcome, String::new(), 0, Language::English));
    }

    fn press(viewer: &mut Viewer<'_>, keys: &str) -> bool {
        keys.chars().all(|symbol| {
            let code = if symbol == '\n' { KeyCode::Enter } else { KeyCode::Char(symbol) };
            viewer.key(KeyEvent::new(code, KeyModifiers::NONE)) == After::GoOn
        })
    }

    #[test]
    fn keys_move_in_both_directions_and_pause() {
        with_viewer(|viewer| {
            assert!(viewer.playing);
            press(viewer, "lll");
            assert!(!viewer.playing);
            assert_eq!(viewer.playback.position(), 3);
            press(viewer, "h");
            assert_eq!(viewer.playback.position(), 2);
            press(viewer, "gb10\n");
            assert_eq!(viewer.playback.tally().bound, Some(9.0));
            press(viewer, "gf50\n");
            assert_eq!(viewer.playback.tally().layer, Some(49.0));
            press(viewer, "g7\n");
            assert_eq!(viewer.playback.position(), 7);
            press(viewer, "gf500\n");
            assert!(viewer.message.as_ref().is_some_and(|text| text.contains("f1 to f100")));
            assert_eq!(viewer.playback.position(), 7);
            assert!(!press(viewer, "q"));
        });
    }

    #[test]
    fn time_plays_at_the_chosen_speed() {
        with_viewer(|viewer| {
            viewer.set_speed(50.0);
            assert!(viewer.pass(Duration::from_millis(100)));
            assert_eq!(viewer.playback.position(), 5);
            assert!(!viewer.pass(Duration::from_millis(10)), "half an event is not due yet");
            viewer.pass(Duration::from_secs(60));
            assert!(viewer.at_end() && !viewer.playing, "it pauses at the end");
            press(viewer, " ");
            assert_eq!((viewer.playback.position(), viewer.playing), (0, true), "and begins again");
        });
    }

    #[test]
    fn the_present_cell_stays_in_view() {
        with_viewer(|viewer| {
            for position in [200, 120, 10, 0, 150] {
                viewer.playback.seek(position);
                let (window, _) = viewer.view(40, 20);
                let (cell, _) =
                    viewer.playback.last().and_then(place).unwrap_or((Cell::new(0, 0), None));
                assert!((window.row..window.row + window.rows).contains(&cell.row));
                assert!((window.column..window.column + window.columns).contains(&cell.column));
            }
            press(viewer, "z");
            assert_eq!(viewer.view(40, 20).1, Fit::Shrunk(8));
        });
    }
}
