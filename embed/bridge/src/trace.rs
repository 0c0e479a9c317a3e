//! Launches of rays, with shaders and contents that the request holds.

use crate::compilation::Files;
use crate::draw::{failed, in_memory, shaders, text};
use crate::execution::{checks, told};
use crate::parts::{self, Parts};
use crate::request::{Given, Trace};
use crate::run::show;
use crate::words;
use driver::internal::{TraceRequest, Traced};
use serde_json::{Value, json};

/// Launches rays in an engine: `compiled`, `interpreter`, or `auto` for what there is.
///
/// # Errors
/// When the request is malformed. Mistakes of the shader are in the answer.
pub(crate) fn trace(wanted: &Trace, engine: &str, given: &[&[u8]], made: &mut Parts) -> Result<Value, String> {
    // An unknown check is a mistake of the program.
    checks(wanted.check.as_deref(), wanted.rules.as_deref())?;
    let module = wanted.module.map(|module| words(parts::get(given, module)?)).transpose()?;
    let files = wanted.source.as_ref().map(|source| Files::new(&source.files));
    let shaders = shaders(wanted.source.as_ref().zip(files.as_ref()), module.as_deref())?;
    let binding = |(name, own): &(String, Given)| Ok::<_, String>((name.clone(), in_memory(name, own, given)?));
    let request = TraceRequest {
        arguments: arguments(wanted, engine),
        shaders,
        bindings: wanted.bindings.iter().map(binding).collect::<Result<_, _>>()?,
        push: wanted.push.as_ref().map(|push| in_memory("push", push, given)).transpose()?,
    };
    Ok(driver::internal::trace(request).map_or_else(failed, |traced| document(traced, wanted, made)))
}

/// The settings of a launch as the command has them.
fn arguments(wanted: &Trace, engine: &str) -> Vec<String> {
    let mut all: Vec<(&str, Option<String>)> = vec![
        ("--size", wanted.size.map(|[width, height]| format!("{width}x{height}"))),
        ("--raygen", wanted.raygen.clone()),
        ("--recursion", wanted.recursion.map(|count| count.to_string())),
        ("--check", wanted.check.clone()),
        ("--rules", wanted.rules.clone().filter(|_| wanted.check.is_some())),
        ("--max-steps", wanted.max_steps.map(|count| count.to_string())),
        ("--deadline", wanted.seconds.map(|seconds| seconds.to_string())),
        ("--engine", Some(engine.to_owned()).filter(|engine| engine != "auto" && wanted.check.is_none())),
    ];
    let lists = [
        ("--hit", &wanted.hit),
        ("--miss", &wanted.miss),
        ("--callable", &wanted.callable),
        ("--record", &wanted.record),
    ];
    all.extend(lists.iter().flat_map(|(name, list)| list.iter().map(|one| (*name, Some(one.clone())))));
    let given = all.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    let options = wanted.source.iter().flat_map(|source| source.args.iter().cloned());
    given.chain(std::iter::once("--".to_owned())).chain(options).collect()
}

/// What a launch has done.
fn document(traced: Traced, wanted: &Trace, made: &mut Parts) -> Value {
    let data = traced.bound.iter().filter(|(_, resource)| resource.is_data());
    let bindings: Vec<Value> = data.map(|(name, resource)| show(name, resource, None, made)).collect();
    let mut document = json!({ "ok": true, "bindings": bindings, "printed": traced.printed, "notes": traced.notes });
    if let (Some((report, checks)), Some(fields)) = (traced.report, document.as_object_mut()) {
        fields.append(&mut told(report, &checks, |name| text(wanted.source.as_ref()?, name)).0);
    }
    document
}
