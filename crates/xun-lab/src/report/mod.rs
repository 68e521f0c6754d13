//! Documents made of results.

mod html;
mod table;

pub use html::html;
