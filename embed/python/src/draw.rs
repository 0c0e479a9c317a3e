//! Draws and launches of rays: a request as `bridge` reads it, and its answer.

use crate::wrong;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde_json::Value;

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
    answered(py, &document, &parts, &engine, bridge::draw)
}

/// Launches the rays that a document requires.
#[pyfunction]
pub(crate) fn trace<'py>(
    py: Python<'py>,
    document: String,
    parts: Vec<PyBackedBytes>,
    engine: String,
) -> PyResult<Drawn<'py>> {
    answered(py, &document, &parts, &engine, bridge::trace)
}

/// What answers a document with parts in an engine.
type Answer = fn(&str, &[&[u8]], &str) -> Result<(Value, Vec<Vec<u8>>), String>;

fn answered<'py>(
    py: Python<'py>,
    document: &str,
    parts: &[PyBackedBytes],
    engine: &str,
    answer: Answer,
) -> PyResult<Drawn<'py>> {
    if !["auto", "compiled", "interpreter"].contains(&engine) {
        return Err(wrong(format!("unknown engine '{engine}': expected auto, compiled or interpreter")));
    }
    let done = py.detach(|| {
        let parts: Vec<&[u8]> = parts.iter().map(|part| &part[..]).collect();
        answer(document, &parts, engine)
    });
    let (document, parts) = done.map_err(wrong)?;
    Ok((document.to_string(), parts.iter().map(|part| PyBytes::new(py, part)).collect()))
}
