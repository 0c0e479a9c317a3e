//! Dispatches: arrays bound in place, images as copies that are brought back, contents as texts.

use crate::memory::{Bytes, Lent};
use crate::{words, wrong};
use bridge::execution::{checks, findings, interpreter};
use driver::internal::{Contents, Resource, constants, element_of, module, place};
use driver::run::{Access, Checks, Dispatch, Engine, Error, Format, JitError, Module, Options};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// A binding as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum Given<'py> {
    /// Contents as on the command line.
    Text(String),
    /// An array that is an image, with its size and its format.
    Image(Bound<'py, PyAny>, [u32; 3], String),
    /// An array that is a buffer.
    Array(Bound<'py, PyAny>),
}

/// The settings of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    entry: Option<String>,
    dispatch: [u32; 3],
    push: Option<String>,
    constants: Option<Value>,
    engine: String,
    check: Option<String>,
    rules: Option<String>,
    wave: Option<u32>,
    schedule: Option<String>,
    max_steps: Option<u64>,
    seconds: Option<f64>,
}

/// A document, and the bytes that it names by their numbers.
type Ran<'py> = (String, Vec<Bound<'py, PyBytes>>);

/// Runs a dispatch. Afterwards the results are in the arrays that are bound, unless these are read alone.
#[pyfunction]
pub(crate) fn run<'py>(
    py: Python<'py>,
    module: &[u8],
    bindings: Vec<(String, Given<'py>)>,
    settings: &str,
    texts: BTreeMap<String, String>,
) -> PyResult<Ran<'py>> {
    let words = words(module)?;
    let settings: Settings = serde_json::from_str(settings).map_err(wrong)?;
    let checks = checks(settings.check.as_deref(), settings.rules.as_deref()).map_err(wrong)?;
    let module = py.detach(|| loaded(&words, &settings, &checks)).map_err(wrong)?;
    let lent = bindings.iter().filter_map(|(name, given)| match given {
        Given::Array(object) | Given::Image(object, ..) => Some(Lent::new(name, object)),
        Given::Text(_) => None,
    });
    let lent = lent.collect::<PyResult<Vec<_>>>()?;
    let mut memory = Lent::slices(&lent)?.into_iter();
    let mut bound = Vec::new();
    for (name, given) in &bindings {
        let held = match given {
            Given::Text(text) => {
                let contents = Contents::parse(text).map_err(wrong)?;
                Held::Made(resource(&module, &words, name, contents).map_err(wrong)?)
            }
            Given::Array(_) => Held::Array(memory.next().ok_or_else(|| wrong("missing array"))?),
            Given::Image(_, size, format) => {
                let bytes = memory.next().ok_or_else(|| wrong("missing array"))?;
                let format =
                    Format::from_name(format).ok_or_else(|| wrong(format!("unknown format '{format}'")))?;
                let texels = Some(bytes.read().into());
                let contents = Contents::Image { size: *size, format: Some(format), texels };
                Held::Image(resource(&module, &words, name, contents).map_err(wrong)?, bytes)
            }
        };
        check_access(&module, name, &held).map_err(wrong)?;
        bound.push((name.as_str(), held));
    }
    let document = py.detach(|| ran(&module, &words, &settings, &checks, &mut bound, &texts)).map_err(wrong)?;
    let (document, parts) = with_results(document, &module, &words, &bound);
    Ok((document.to_string(), parts.iter().map(|part| PyBytes::new(py, part)).collect()))
}

/// Something bound.
enum Held<'b> {
    /// Memory of the caller.
    Array(Bytes<'b>),
    /// An image, and the memory that it goes back to.
    Image(Resource, Bytes<'b>),
    /// Contents that were made for it.
    Made(Resource),
}

/// The module, compiled for the engine that is requested.
fn loaded(words: &[u32], settings: &Settings, checks: &Checks) -> Result<Module, String> {
    let usual = Options::default();
    let options = Options {
        wave: settings.wave.unwrap_or(usual.wave),
        constants: constants(settings.constants.as_ref())?,
        deadline: limit(settings)?,
        ..usual
    };
    if !options.wave.is_power_of_two() || options.wave > 128 {
        return Err(format!("invalid wave size {}", options.wave));
    }
    let interpreter = || interpreter(checks.clone(), settings.schedule.as_deref(), settings.max_steps);
    let wants_checks = *checks != Checks::none();
    let engine = match settings.engine.as_str() {
        "compiled" if wants_checks => return Err("checks require the interpreter".to_owned()),
        "compiled" => Engine::Compiled,
        "auto" if !wants_checks => Engine::Compiled,
        "auto" | "interpreter" => interpreter()?,
        other => return Err(format!("unknown engine '{other}': expected auto, compiled or interpreter")),
    };
    let options = Options { engine, ..options };
    match module(words, settings.entry.as_deref(), &options) {
        Err(Error::Jit(JitError::NotFound(_))) if settings.engine == "auto" => {
            let options = Options { engine: interpreter()?, ..options };
            module(words, settings.entry.as_deref(), &options).map_err(|error| error.to_string())
        }
        result => result.map_err(|error| error.to_string()),
    }
}

fn limit(settings: &Settings) -> Result<Option<Duration>, String> {
    let duration = |seconds| Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
    settings.seconds.map(duration).transpose()
}

fn resource(module: &Module, words: &[u32], name: &str, contents: Contents) -> Result<Resource, String> {
    let at = place(name).binding(module.info()).map_err(|error| error.to_string())?;
    let contents = contents.laid_out(words, at.set, at.binding).map_err(|error| format!("'{name}': {error}"))?;
    Resource::new(module.info(), name, &contents, Path::new(""))
}

/// Memory that must not be written is bound only where the shader does not write.
fn check_access(module: &Module, name: &str, held: &Held<'_>) -> Result<(), String> {
    let at = place(name).binding(module.info()).map_err(|error| error.to_string())?;
    match held {
        Held::Array(Bytes::Shared(bytes)) | Held::Image(_, Bytes::Shared(bytes))
            if at.access != Access::Read && !bytes.is_empty() =>
        {
            Err(format!("'{name}': the shader writes it, and the array is read-only"))
        }
        Held::Array(_) | Held::Image(..) | Held::Made(_) => Ok(()),
    }
}

/// Runs the dispatch.
fn ran<'b>(
    module: &Module,
    words: &[u32],
    settings: &Settings,
    checks: &Checks,
    bound: &'b mut [(&str, Held<'_>)],
    texts: &BTreeMap<String, String>,
) -> Result<Value, String> {
    let told = |error: Error| error.to_string();
    let mut dispatch: Dispatch<'_> = module.dispatch();
    for (name, held) in bound.iter_mut() {
        match held {
            Held::Array(Bytes::Shared(bytes)) => dispatch.buffer(place(name), bytes).map(drop),
            Held::Array(Bytes::Exclusive(bytes)) => dispatch.buffer_mut(place(name), bytes).map(drop),
            Held::Image(resource, _) | Held::Made(resource) => resource.bind(&mut dispatch, name),
        }
        .map_err(told)?;
    }
    if let Some(push) = &settings.push {
        dispatch.push_constants(&Contents::parse(push)?.pushed(words)?);
    }
    if let Some(limit) = limit(settings)? {
        dispatch.deadline(limit);
    }
    let ended = dispatch.run(settings.dispatch);
    let mut document = json!({ "ok": ended.is_ok(), "printed": dispatch.printed().to_string() });
    if let Err(error) = ended {
        document["error"] = error.to_string().into();
    }
    let report = dispatch.report().cloned().filter(|_| *checks != Checks::none());
    drop(dispatch);
    if let (Some(report), Some(fields)) = (report, document.as_object_mut()) {
        fields.append(&mut findings(report, checks, |name| texts.get(name).cloned()));
    }
    for (_, held) in bound {
        if let Held::Image(resource, Bytes::Exclusive(bytes)) = held {
            bytes.copy_from_slice(resource.bytes());
        }
    }
    Ok(document)
}

/// Adds the contents that were made of texts.
fn with_results<'b>(
    mut document: Value,
    module: &Module,
    words: &[u32],
    bound: &'b [(&str, Held<'_>)],
) -> (Value, Vec<&'b [u8]>) {
    let mut parts = Vec::new();
    let mut all = Vec::new();
    let reflection = driver::reflect::read(words).ok();
    for (name, held) in bound {
        let Held::Made(resource) = held else { continue };
        let declared = place(name).binding(module.info()).ok().zip(reflection.as_ref());
        let declared = declared.and_then(|(at, found)| element_of(found, at.set, at.binding));
        let (size, element) = match resource {
            Resource::Sampler(_) | Resource::Scene(_) => continue,
            Resource::Image(image) => (Some((image.size(), image.layers())), resource.element()),
            Resource::Buffer(..) => (None, declared.unwrap_or_else(|| resource.element())),
        };
        all.push(json!({ "name": name, "bytes": parts.len(), "element": element.name(), "size": size }));
        parts.push(resource.bytes());
    }
    document["bindings"] = all.into();
    (document, parts)
}
