//! Pictures of a problem, its path and what a search touched: as SVG ([`svg`]), as PNG
//! ([`png()`](png::png)), and as characters with inks for a terminal ([`terminal`]). Everything is
//! data; nothing is printed or written here.

pub mod palette;
pub mod png;
mod scene;
pub mod svg;
pub mod terminal;

pub use palette::Ink;
pub use scene::{Look, Scene, Shape};
