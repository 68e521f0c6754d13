//! Documents made of results: one self-contained HTML file, or Markdown with pictures.

mod html;
mod markdown;
mod table;
mod words;

pub use html::html;
pub use markdown::{Picture, markdown};
