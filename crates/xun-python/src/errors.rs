//! Faults of the libraries as Python exceptions. The classes are in `xun/_errors.py`.

use pyo3::prelude::*;
use std::fmt::Display;

/// `InputError` (a `ValueError`) with this message, which is also its only fault.
pub(crate) fn input(error: impl Display) -> PyErr {
    let text = error.to_string();
    input_with(&text, vec![text.clone()])
}

/// `InputError` with all faults of a text or position.
pub(crate) fn input_with(message: &str, faults: Vec<String>) -> PyErr {
    raise("InputError", |class| class.call1((message, faults)))
}

/// `EngineError`: an engine is closed or failed.
pub(crate) fn engine(error: impl Display) -> PyErr {
    raise("EngineError", |class| class.call1((error.to_string(),)))
}

fn raise<'a>(
    name: &'a str,
    make: impl for<'py> FnOnce(Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> + 'a,
) -> PyErr {
    Python::attach(|py| {
        let class = py.import("xun._errors").and_then(|module| module.getattr(name));
        class.and_then(make).map_or_else(|error| error, PyErr::from_value)
    })
}
