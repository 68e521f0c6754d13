//! A drawing of a map in the terminal: the library's glyphs in colours, fitted into the terminal's
//! width.

use crate::language::Language;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use xun_grid::render::Ink;
use xun_grid::render::terminal::{Fit, Glyph, Window, draw};
use xun_grid::render::{Scene, Shape};

/// Width of a drawing when the terminal's width is unknown.
const USUAL_WIDTH: u32 = 100;

/// The terminal's width.
pub(super) fn width() -> u32 {
    crossterm::terminal::size().map_or(USUAL_WIDTH, |(columns, _)| u32::from(columns)).max(20)
}

/// The style of an ink on any background. Shapes differ without colour too.
pub(super) fn style(ink: Ink) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match ink {
        Ink::Wall => colour(AnsiColor::BrightBlack),
        Ink::Path => colour(AnsiColor::BrightYellow).bold(),
        Ink::Start => colour(AnsiColor::BrightBlue).bold(),
        Ink::Goal => colour(AnsiColor::BrightRed).bold(),
        Ink::Station => colour(AnsiColor::BrightGreen).bold(),
        Ink::Expanded => colour(AnsiColor::Cyan),
        Ink::Frontier => colour(AnsiColor::Yellow),
        Ink::DeadEnd => colour(AnsiColor::Red),
        Ink::Rough | Ink::Heavy => colour(AnsiColor::Magenta),
        Ink::Ground | Ink::Earlier | Ink::Unseen | Ink::Line | Ink::Sign => Style::new().dimmed(),
    }
}

/// A line of glyphs as text; runs of one ink share one colour code.
pub(super) fn paint(glyphs: &[Glyph], colour: bool) -> String {
    let mut text = String::new();
    for run in glyphs.chunk_by(|one, next| one.ink == next.ink) {
        let symbols: String = run.iter().map(|glyph| glyph.symbol).collect();
        if colour {
            let style = style(run[0].ink);
            let _ = write!(text, "{style}{symbols}{style:#}");
        } else {
            text.push_str(&symbols);
        }
    }
    if colour { text } else { text.trim_end().to_owned() }
}

/// The whole map, shrunk where the terminal is too narrow, and a line that explains the signs.
pub(super) fn drawing(scene: &Scene<'_>, width: u32, colour: bool, language: Language) -> String {
    let window = Window::whole(scene);
    let fit = Fit::into_width(window.columns, width);
    let mut text = String::new();
    for line in draw(scene, window, fit) {
        text.push_str(&paint(&line, colour));
        text.push('\n');
    }
    if let Fit::Shrunk(scale) = fit {
        let _ = match language {
            Language::English => {
                writeln!(text, "(one sign stands for {} × {scale} cells)", scale * 2)
            }
            Language::Chinese => writeln!(text, "（每个符号代表 {} × {scale} 格）", scale * 2),
        };
    }
    text.push_str(&legend(scene, fit, colour, language));
    text.push('\n');
    text
}

/// Legend of the signs in this scene.
fn legend(scene: &Scene<'_>, fit: Fit, colour: bool, language: Language) -> String {
    let mut parts = vec![
        ('S', Ink::Start, language.pick("start", "起点")),
        ('G', Ink::Goal, language.pick("goal", "终点")),
    ];
    let problem = scene.problem();
    if problem.supply().is_some_and(|supply| !supply.stations.is_empty()) {
        parts.push(('*', Ink::Station, language.pick("station", "补给站")));
    }
    if !scene.path().is_empty() {
        let symbol = if matches!(fit, Fit::Shrunk(_)) { '●' } else { '─' };
        parts.push((symbol, Ink::Path, language.pick("path", "路径")));
    }
    let map = problem.map();
    let grounds = [
        ('∘', Ink::Expanded, language.pick("expanded", "已扩展")),
        ('+', Ink::Frontier, language.pick("frontier", "边缘")),
        ('×', Ink::DeadEnd, language.pick("dead end", "死路")),
        ('░', Ink::Unseen, language.pick("not seen yet", "尚未看到")),
        ('\'', Ink::Earlier, language.pick("earlier bound", "上一界限")),
        ('~', Ink::Rough, language.pick("costs 2–3", "代价 2–3")),
        ('≈', Ink::Heavy, language.pick("costs 4–9", "代价 4–9")),
    ];
    if scene.has_touched() || !map.is_uniform() {
        // Only signs that occur are explained.
        let mut missing: Vec<Ink> = grounds.iter().map(|&(_, ink, _)| ink).collect();
        if map.is_uniform() {
            missing.retain(|ink| !matches!(ink, Ink::Rough | Ink::Heavy));
        }
        let possible = missing.clone();
        for index in 0..map.cells() {
            let look = scene.look(map.cell(index));
            if look.shape == Shape::None && !look.on_path {
                missing.retain(|&ink| ink != look.ground);
            }
            if missing.is_empty() {
                break;
            }
        }
        let occurs = |ink| possible.contains(&ink) && !missing.contains(&ink);
        parts.extend(grounds.into_iter().filter(|&(_, ink, _)| occurs(ink)));
    }
    let words: Vec<String> = parts
        .into_iter()
        .map(|(symbol, ink, word)| {
            let style = style(ink);
            if colour {
                format!("{style}{symbol}{style:#} {word}")
            } else {
                format!("{symbol} {word}")
            }
        })
        .collect();
    words.join("  ")
}
