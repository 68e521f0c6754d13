//! Tables of a map that does not change, from which every shortest path is read.

use super::Bounds;
use super::map::Grid;
use crate::errors;
use crate::run::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xun_grid::{Oracle, OracleError, OracleOptions};

/// An oracle of a map.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeOracle {
    pub(super) oracle: Arc<Oracle>,
}

#[pymethods]
impl NativeOracle {
    /// Makes the oracle; none if a limit was reached.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        map: &Grid,
        bytes_per_cell: u32,
        bounds: Bounds,
    ) -> PyResult<Option<Self>> {
        let stop = AtomicBool::new(false);
        let limits = bounds.limits(Some(&stop));
        let work = || Oracle::build(map.map(), &OracleOptions { bytes_per_cell }, &limits);
        match interruptible(py, &stop, work, None)? {
            Ok(oracle) => Ok(Some(Self { oracle: Arc::new(oracle) })),
            Err(OracleError::Stopped) => Ok(None),
            Err(error) => Err(errors::input(error)),
        }
    }

    /// The oracle of a file, which must be that of the map.
    #[staticmethod]
    fn load(py: Python<'_>, bytes: &[u8], map: &Grid) -> PyResult<Self> {
        let oracle = py.detach(|| Oracle::from_bytes(bytes, map.map())).map_err(errors::input)?;
        Ok(Self { oracle: Arc::new(oracle) })
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.oracle.to_bytes()))
    }

    /// Number of jump points, and of all entries in their labels.
    #[getter]
    fn size(&self) -> (usize, usize) {
        self.oracle.size()
    }

    /// Memory in bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.oracle.bytes()
    }

    /// Whether no query searches.
    #[getter]
    fn complete(&self) -> bool {
        self.oracle.is_complete()
    }
}
