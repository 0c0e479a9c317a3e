//! Draws: a request as `bridge` reads it, and its answer.

use crate::wrong;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// A document, and the bytes that it names by their numbers.
type Drawn<'py> = (String, Vec<Bound<'py, PyBytes>>);

/// Draws what a document requires, which names bytes by their numbers, from 1 on.
#[pyfunction]
pub(crate) fn draw<'py>(
    py: Python<'py>,
    document: String,
    parts: Vec<PyBackedBytes>,
    engine: String,
) -> PyResult<Drawn<'py>> {
    if !["auto", "compiled", "interpreter"].contains(&engine.as_str()) {
        return Err(wrong(format!("unknown engine '{engine}': expected auto, compiled or interpreter")));
    }
    let drawn = py.detach(|| {
        let parts: Vec<&[u8]> = parts.iter().map(|part| &part[..]).collect();
        bridge::draw(&document, &parts, &engine)
    });
    let (document, parts) = drawn.map_err(wrong)?;
    Ok((document.to_string(), parts.iter().map(|part| PyBytes::new(py, part)).collect()))
}
