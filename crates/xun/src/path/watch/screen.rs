//! One frame of the playback as lines of text, cut to the terminal's width.

use super::playback::place;
use super::viewer::Viewer;
use crate::language::Language;
use crate::path::{draw, text};
use anstyle::Style;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use xun_grid::render::Scene;
use xun_grid::render::terminal::draw as glyphs;
use xun_grid::{Event, Outcome};

/// The lines of a frame for a terminal of this size.
pub(super) fn frame(viewer: &mut Viewer<'_>, width: u32, height: u32, colour: bool) -> Vec<String> {
    let below = below(viewer, width);
    let room = height.saturating_sub(2 + below.len() as u32).max(1);
    let (window, fit) = viewer.view(width, room);
    let path = match viewer.outcome {
        Outcome::Found(path) if viewer.at_end() => path.cells.clone(),
        _ => viewer.playback.branch(),
    };
    let scene = Scene::new(viewer.problem, &path, Some(viewer.playback.touched()));
    let map = viewer.problem.map();
    let mut title = viewer.title.clone();
    if window.rows < map.rows() || window.columns < map.columns() {
        let (top, left) = (window.row, window.column);
        let (bottom, right) = (top + window.rows - 1, left + window.columns - 1);
        let _ = match viewer.language {
            Language::English => write!(title, "  rows {top}–{bottom}, columns {left}–{right}"),
            Language::Chinese => write!(title, "  第 {top}–{bottom} 行，第 {left}–{right} 列"),
        };
    }
    let mut lines = vec![styled(&cut(&title, width), Style::new().bold(), colour)];
    lines.extend(glyphs(&scene, window, fit).iter().map(|line| draw::paint(line, colour)));
    lines.push(String::new());
    lines.extend(below.into_iter().map(|line| cut(&line, width)));
    lines.truncate(height as usize);
    lines
}

/// The status lines under the map.
fn below(viewer: &Viewer<'_>, width: u32) -> Vec<String> {
    let language = viewer.language;
    let tally = viewer.playback.tally();
    let mut lines = vec![position(viewer), now(viewer)];
    let mut counts = match language {
        Language::English => format!("expanded {}  generated {}", tally.expanded, tally.generated),
        Language::Chinese => format!("已扩展 {}  已生成 {}", tally.expanded, tally.generated),
    };
    let more = [
        (tally.reopened, language.pick("reopened", "重开")),
        (tally.refilled, language.pick("refills", "补给")),
        (tally.dead_ends, language.pick("dead ends", "死路")),
        (tally.replans, language.pick("replans", "重新规划")),
        (tally.conflicts, language.pick("conflicts", "冲突")),
    ];
    for (count, word) in more.into_iter().filter(|&(count, _)| count > 0) {
        let _ = write!(counts, "  {word} {count}");
    }
    if let Some(bound) = tally.bound {
        let (all, _) = viewer.playback.landmark_counts();
        let word = language.pick("bound", "界限");
        let _ = write!(counts, "  {word} {} ({}/{all})", text::number(bound), tally.bounds);
    }
    if let Some(layer) = tally.layer {
        let _ = write!(counts, "  f {}", text::number(layer));
    }
    lines.push(counts);
    if let Some(prompt) = &viewer.prompt {
        let ask = language.pick(
            "go to (120 an event, b3 a bound, f7 an f-layer): ",
            "跳到（120 事件，b3 界限，f7 f 层）：",
        );
        lines.push(format!("{ask}{prompt}_"));
    } else if let Some(message) = &viewer.message {
        lines.push(message.clone());
    } else if viewer.help {
        lines.extend(wrapped(help(language), width));
    } else {
        lines.push(
            language
                .pick(
                    "space run/pause  ←/→ step  +/- speed  b/B bound  f/F f-layer  g go to  ? \
                     keys  q quit",
                    "空格 运行/暂停  ←/→ 单步  +/- 速度  b/B 界限  f/F f 层  g 跳转  ? 按键  q 退出",
                )
                .to_owned(),
        );
    }
    lines
}

fn position(viewer: &Viewer<'_>) -> String {
    let language = viewer.language;
    let (at, all) = (viewer.playback.position(), viewer.playback.len());
    let state = if viewer.playing {
        match language {
            Language::English => format!("▶ {}/s", text::number(viewer.speed())),
            Language::Chinese => format!("▶ 每秒 {}", text::number(viewer.speed())),
        }
    } else {
        language.pick("❚❚ paused", "❚❚ 暂停").to_owned()
    };
    let cut = match (viewer.dropped, language) {
        (0, _) => String::new(),
        (dropped, Language::English) => format!("  (recording full: {dropped} more events)"),
        (dropped, Language::Chinese) => format!("  （记录已满：其后还有 {dropped} 个事件）"),
    };
    match language {
        Language::English => format!("{state}  event {at}/{all}{cut}"),
        Language::Chinese => format!("{state}  事件 {at}/{all}{cut}"),
    }
}

/// The latest event in words.
fn now(viewer: &Viewer<'_>) -> String {
    let language = viewer.language;
    if viewer.at_end() && viewer.dropped == 0 {
        if let Some(words) = &viewer.words {
            return words.clone();
        }
        return match viewer.outcome {
            Outcome::Found(path) => {
                let (steps, cost) = (text::steps(path.steps(), language), text::number(path.cost));
                match language {
                    Language::English => format!("found: {steps}, cost {cost}"),
                    Language::Chinese => format!("找到路径：{steps}，代价 {cost}"),
                }
            }
            Outcome::Impossible => language.pick("there is no way", "无路可走").to_owned(),
            Outcome::Stopped => language.pick("the search was stopped", "搜索被停止").to_owned(),
        };
    }
    let Some(event) = viewer.playback.last() else {
        return language.pick("before the first event", "尚未开始").to_owned();
    };
    let word = match event {
        Event::Generate { .. } => language.pick("generate", "生成"),
        Event::Expand { .. } => language.pick("expand", "扩展"),
        Event::Reopen { .. } => language.pick("reopen", "重开"),
        Event::Close { .. } => language.pick("close", "关闭"),
        Event::NewBound { .. } => language.pick("new bound", "新界限"),
        Event::Refill { .. } => language.pick("refill", "补给"),
        Event::DeadEnd { .. } => language.pick("dead end", "死路"),
        Event::Found { .. } => language.pick("found", "找到"),
        Event::NewSearch { .. } => language.pick("next search from", "下一次搜索，起于"),
        Event::Cone { .. } => language.pick("cone of sight", "视锥"),
        Event::See { .. } => language.pick("sees a surprise at", "发现意外"),
        Event::Replan { .. } => language.pick("plans again", "重新规划"),
        Event::Move { .. } => language.pick("moves to", "移动到"),
        Event::Conflict { .. } => language.pick("conflict at", "冲突于"),
        Event::Step { .. } => language.pick("plan at time", "计划，时刻"),
        _ => "",
    };
    let mut line = word.to_owned();
    if let Some((cell, supply)) = place(event) {
        let _ = write!(line, " {cell}");
        if let Some(supply) = supply {
            let _ = write!(line, "  {} {supply}", language.pick("supply", "余量"));
        }
    }
    match *event {
        Event::Generate { g, h, .. } | Event::Expand { g, h, .. } => {
            let (f, g, h) = (text::number(g + h), text::number(g), text::number(h));
            let _ = write!(line, "  g {g}  h {h}  f {f}");
        }
        Event::Reopen { g, .. } | Event::Found { g, .. } => {
            let _ = write!(line, "  g {}", text::number(g));
        }
        Event::NewBound { bound } => {
            let _ = write!(line, " {}", text::number(bound));
        }
        Event::Cone { root, left, right } => {
            let (row, column) = (text::number(root.row), text::number(root.column));
            let line_row = text::number(left.row);
            let (from, to) = (text::number(left.column), text::number(right.column));
            let _ = write!(line, " ({row}, {column}) → {line_row}: {from} … {to}");
        }
        Event::Replan { number } => {
            let _ = write!(line, " ({number})");
        }
        Event::Conflict { time, agents: [one, other], .. } => {
            let _ = match language {
                Language::English => write!(line, ", time {time}: agents {one} and {other}"),
                Language::Chinese => write!(line, "，时刻 {time}：{one} 与 {other}"),
            };
        }
        Event::Step { time } => {
            let _ = write!(line, " {time}");
        }
        _ => {}
    }
    line
}

fn help(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            "space run or pause",
            "→ l one event on",
            "← h one back",
            "PgDn L a hundred on",
            "PgUp H a hundred back",
            "Home End first, last",
            "+ - speed",
            "b B next, previous bound",
            "f F next, previous f-layer",
            "g go to an event, bound or f-layer",
            "↑ ↓ A D scroll",
            "c follow the search",
            "z whole map",
            "? fewer words",
            "q quit",
        ],
        Language::Chinese => &[
            "空格 运行或暂停",
            "→ l 前进一个事件",
            "← h 后退一个事件",
            "PgDn L 前进一百",
            "PgUp H 后退一百",
            "Home End 首尾",
            "+ - 速度",
            "b B 下一、上一界限",
            "f F 下一、上一 f 层",
            "g 跳到某事件、界限或 f 层",
            "↑ ↓ A D 滚动",
            "c 跟随搜索",
            "z 全图",
            "? 少些说明",
            "q 退出",
        ],
    }
}

/// Items in as few lines as the width allows.
fn wrapped(items: &[&str], width: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.width() + item.width() + 3 <= width as usize => {
                let _ = write!(line, " · {item}");
            }
            _ => lines.push((*item).to_owned()),
        }
    }
    lines
}

/// As much of a text as fits into the width; Chinese characters take two columns.
fn cut(line: &str, width: u32) -> String {
    let mut used = 0;
    line.chars()
        .take_while(|symbol| {
            used += symbol.width().unwrap_or(0);
            used <= width as usize
        })
        .collect()
}

fn styled(line: &str, style: Style, colour: bool) -> String {
    if colour { format!("{style}{line}{style:#}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(cut("已扩展 12", 6), "已扩展");
        assert_eq!(cut("已扩展", 5), "已扩");
        assert_eq!(cut("abc", 80), "abc");
    }
}
