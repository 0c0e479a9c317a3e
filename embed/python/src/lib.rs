//! The native part of the Python package: documents in JSON, and runs on memory of Python's objects.
//!
//! What the documents mean for a program in Python is in `python/hlsl2spirv/__init__.py`; how anything is compiled or run is
//! not known here.

mod draw;
mod memory;
mod run;

use bridge::compilation::{self, Compilation, Source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A document, and a module if there is one.
type Compiled<'py> = (String, Option<Bound<'py, PyBytes>>);

fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The words of a module.
fn words(bytes: &[u8]) -> PyResult<Vec<u32>> {
    driver::internal::module_words(bytes).ok_or_else(|| wrong("not a SPIR-V module"))
}

fn handed_out<'py>(py: Python<'py>, done: &Compilation, reflection: bool) -> Compiled<'py> {
    let bytes: Vec<u8> = done.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    let module = (!bytes.is_empty()).then(|| PyBytes::new(py, &bytes));
    (compilation::document(done, reflection).to_string(), module)
}

#[pyfunction]
fn compile<'py>(
    py: Python<'py>,
    text: String,
    name: String,
    args: Vec<String>,
    files: BTreeMap<String, String>,
    reflection: bool,
) -> Compiled<'py> {
    let source = Source { name, text, files, args };
    let done = py.detach(|| compilation::compile(&source));
    handed_out(py, &done, reflection)
}

#[pyfunction]
fn compile_file<'py>(py: Python<'py>, path: PathBuf, args: Vec<String>, reflection: bool) -> Compiled<'py> {
    let done = py.detach(|| compilation::compile_file(&path, &args));
    handed_out(py, &done, reflection)
}

#[pyfunction]
fn reflect(module: &[u8]) -> PyResult<String> {
    driver::reflect::read(&words(module)?).map(|found| found.to_json()).map_err(wrong)
}

#[pyfunction]
fn disassemble(module: &[u8]) -> PyResult<String> {
    driver::disassemble(&words(module)?).map_err(wrong)
}

#[pyfunction]
fn format(text: &str, settings: &str) -> PyResult<String> {
    let settings = serde_json::from_str(settings).map_err(wrong)?;
    driver::internal::formatted(text, settings).map_err(wrong)
}

#[pyfunction]
fn explain(code: &str) -> Option<String> {
    driver::internal::explain(code)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("CHECK_ARGS", driver::internal::CHECKED.to_vec())?;
    module.add_function(wrap_pyfunction!(compile, module)?)?;
    module.add_function(wrap_pyfunction!(compile_file, module)?)?;
    module.add_function(wrap_pyfunction!(reflect, module)?)?;
    module.add_function(wrap_pyfunction!(disassemble, module)?)?;
    module.add_function(wrap_pyfunction!(format, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(draw::draw, module)?)?;
    module.add_function(wrap_pyfunction!(draw::trace, module)?)?;
    Ok(())
}
