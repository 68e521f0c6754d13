//! `DhtmlXQ`, the text in square brackets of 东萍 (dpxq.com) that forums call UBB: fields such as
//! `[DhtmlXQ_title]…[/DhtmlXQ_title]`, moves as four digits each, variations by number.

mod read;
mod write;

pub(super) use read::read;
pub use write::write_ubb;

/// Fields that have another name as tags.
const NAMES: [(&str, &str); 14] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("black", "Black"),
    ("redteam", "RedTeam"),
    ("blackteam", "BlackTeam"),
    ("timerule", "TimeControl"),
    ("redtime", "RedTime"),
    ("blacktime", "BlackTime"),
    ("remark", "Annotator"),
    ("author", "Author"),
];

/// Fields of the program that shows the game, which say nothing about it.
const OF_THE_PROGRAM: [&str; 4] = ["ver", "init", "pver", "length"];

#[cfg(test)]
mod tests;
