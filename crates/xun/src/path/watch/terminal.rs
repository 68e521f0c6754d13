//! The terminal while the playback has it: raw keys, the other screen, no cursor. It is given back
//! whatever happens: at the end, on an error, on a panic.

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use std::io::{self, Write};
use std::sync::Once;

/// Proof that the terminal is ours.
pub(super) struct Screen;

impl Screen {
    /// Takes the terminal.
    pub(super) fn take() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            // A panic's message must be readable: give the terminal back first.
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                usual(panic);
            }));
        });
        enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    /// Shows a frame. Lines are overwritten in place, so that nothing flickers.
    #[expect(clippy::unused_self, reason = "only who holds the screen may draw on it")]
    pub(super) fn show(&self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (row, line) in lines.iter().enumerate() {
            queue!(out, MoveTo(0, row as u16), Print(line), Clear(ClearType::UntilNewLine))?;
        }
        // Moving below the last row would end up on it, and wipe it out.
        if crossterm::terminal::size().is_ok_and(|(_, height)| lines.len() < height as usize) {
            queue!(out, MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    // Errors are ignored: if the terminal is gone, they cannot be shown.
    let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
