//! Pictures of a problem, its path and the cells that a search touched: as SVG ([`svg`]), as PNG
//! (`png` with the feature of that name), and as characters with inks for a terminal
//! ([`terminal`]). Everything is data; nothing is printed or written here.
//!
//! ```
//! use xun_grid::{Limits, Options, Problem, render, solve, trace::Touched};
//!
//! let problem = Problem::parse("S.#\n..G\n")?;
//! let mut touched = Touched::new(problem.map());
//! let answer = solve(&problem, &Options::default(), &Limits::default(), &mut touched)?;
//! let path = answer.path().unwrap();
//! let scene = render::Scene::new(&problem, &path.cells, Some(&touched));
//! assert!(render::svg::svg(&scene, "a short way").starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod palette;
#[cfg(any(test, feature = "png"))]
pub mod png;
mod scene;
pub mod svg;
pub mod terminal;

pub use palette::Ink;
pub use scene::{Look, Scene, Shape};
