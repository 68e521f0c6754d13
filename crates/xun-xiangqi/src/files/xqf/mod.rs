//! XQF, the files of 象棋演播室 (`XQStudio`), versions 10 to 18: 1024 bytes of header, then the tree
//! of moves in preorder. From version 11 on everything but the texts of the header is disguised.

mod keys;
mod read;
mod write;

pub(super) use read::read;
pub use write::write_xqf;

/// Bytes of the header.
const HEADER: usize = 0x400;

/// Texts of the header: the tag, the offset of the length byte, and the longest text in bytes.
const FIELDS: [(&str, usize, usize); 11] = [
    ("Title", 0x50, 63),
    ("Event", 0xD0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("TimeControl", 0x150, 63),
    ("RedTime", 0x190, 15),
    ("BlackTime", 0x1A0, 15),
    ("Annotator", 0x1D0, 15),
    ("Author", 0x1E0, 15),
];

/// The tag of the kind of game, and its values by the byte at 0x40; 0 is a whole game.
const KIND: &str = "GameType";
const KINDS: [&str; 4] = ["", "opening", "middlegame", "endgame"];

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::plain;
