//! The native module `xun._xun`: what the Python files of the package (`python/xun/`) call.
//!
//! It converts arguments, releases the interpreter's lock, calls the libraries, and converts their
//! answers. Names, defaults and documentation are in the Python files.

#![expect(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "the signatures that PyO3 calls"
)]

mod arena;
mod class;
mod collection;
mod engine;
mod envs;
mod errors;
mod gomoku;
mod gomoku_tree;
mod grid;
mod lab;
mod run;
mod selfplay;
mod textbook;
mod xiangqi;

use pyo3::prelude::*;

#[pymodule]
fn _xun(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    grid::add(module)?;
    xiangqi::add(module)?;
    collection::add(module)?;
    gomoku::add(module)?;
    gomoku_tree::add(module)?;
    engine::add(module)?;
    textbook::add(module)?;
    arena::add(module)?;
    lab::add(module)?;
    class::add(module)?;
    selfplay::add(module)?;
    envs::add(module)
}
