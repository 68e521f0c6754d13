//! Pictures of a problem, its path and the cells that a search touched: as SVG ([`svg`]), as PNG
//! (`png` with the feature of that name), and as characters with inks for a terminal
//! ([`terminal`]). Everything is data; nothing is printed or written here.

pub mod palette;
#[cfg(any(test, feature = "png"))]
pub mod png;
mod scene;
pub mod svg;
pub mod terminal;

pub use palette::Ink;
pub use scene::{Look, Scene, Shape};
