//! The compiler for other languages: a request in, an answer out, both a document in JSON with parts of bytes.
//!
//! [`answer`] is the whole interface of the WebAssembly that the npm package holds; the Python package takes [`compilation`]
//! and [`execution`] and binds memory itself. How anything is compiled or run is the crate `hlsl2spirv`'s. No request
//! reaches files, the environment or a clock.

pub mod compilation;
mod draw;
mod editor;
pub mod execution;
#[cfg(target_family = "wasm")]
pub mod exports;
mod parts;
mod request;
mod run;
mod trace;

use driver::internal::Program;
use parts::Parts;
use request::Request;
use serde_json::{Value, json};

/// Carries out a request. Request and answer are parts: their number, the length of each (32 bits, little-endian), and the
/// parts themselves. The first is the document, which names others by their number.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let mut made = Parts::default();
    let document = answered(request, &mut made).unwrap_or_else(|message| json!({ "refused": message }));
    made.finish(&document)
}

/// Draws what the document of a [request](answer) requires, on this machine: in compiled code where `engine` is `compiled`, or
/// `auto` and there is an LLVM. The parts of the request follow its document. Returns the document of the answer, and its
/// parts.
///
/// # Errors
/// When the request is malformed.
pub fn draw(document: &str, parts: &[&[u8]], engine: &str) -> Result<(Value, Vec<Vec<u8>>), String> {
    let given: Vec<&[u8]> = std::iter::once(document.as_bytes()).chain(parts.iter().copied()).collect();
    let wanted: request::Draw = serde_json::from_str(document).map_err(|error| error.to_string())?;
    let mut made = Parts::default();
    let document = draw::draw(&wanted, engine, &given, &mut made)?;
    Ok((document, made.into_inner()))
}

/// Launches rays as [`draw`] draws.
///
/// # Errors
/// When the request is malformed.
pub fn trace(document: &str, parts: &[&[u8]], engine: &str) -> Result<(Value, Vec<Vec<u8>>), String> {
    let given: Vec<&[u8]> = std::iter::once(document.as_bytes()).chain(parts.iter().copied()).collect();
    let wanted: request::Trace = serde_json::from_str(document).map_err(|error| error.to_string())?;
    let mut made = Parts::default();
    let document = trace::trace(&wanted, engine, &given, &mut made)?;
    Ok((document, made.into_inner()))
}

/// # Errors
/// When the request is malformed: a mistake of the program that sent it, not of a shader.
fn answered(request: &[u8], made: &mut Parts) -> Result<Value, String> {
    let given = parts::read(request)?;
    let document = given.first().copied().unwrap_or_default();
    // A text of JavaScript may hold half a pair of surrogates, which the first try refuses.
    let request: Request = serde_json::from_slice(document)
        .or_else(|_| serde_json::from_slice(&base::surrogates::repaired(document)))
        .map_err(|error| error.to_string())?;
    match request {
        Request::Compile { source, reflection } => {
            let done = compilation::compile(&source);
            let document = compilation::document(&done, reflection);
            Ok(with_module(document, done.words(), made))
        }
        Request::Reflect { module } => {
            let found = driver::reflect::read(&words(parts::get(&given, module)?)?);
            Ok(told(found.map(|found| document_of(&found)).map_err(|error| error.to_string()), "reflection"))
        }
        Request::Disassemble { module } => {
            Ok(told(driver::disassemble(&words(parts::get(&given, module)?)?).map(Value::from), "text"))
        }
        Request::Format { text, settings } => {
            let settings = settings.unwrap_or_else(|| json!({}));
            Ok(told(driver::internal::formatted(&text, settings).map(Value::from), "text"))
        }
        Request::Explain { code } => Ok(json!({ "ok": true, "text": driver::internal::explain(&code) })),
        Request::Run(wanted) => run::run(wanted, &given, made),
        Request::Draw(wanted) => draw::draw(&wanted, "interpreter", &given, made),
        Request::Trace(wanted) => trace::trace(&wanted, "interpreter", &given, made),
        Request::Mesh { text } => Ok(draw::mesh(&text, made)),
        Request::Passes { source } => Ok(told(compilation::passes(&source), "passes")),
        Request::Code { source, language } => Ok(told(compilation::code(&source, language).map(Value::from), "text")),
        Request::Layouts { source, name, rules } => {
            Ok(told(compilation::layouts(&source, &name, &rules).map(Value::from), "text"))
        }
        Request::Hover(at) => Ok(found(editor::hover(&at))),
        Request::Complete(at) => Ok(found(editor::complete(&at))),
        Request::Signatures(at) => Ok(found(editor::signatures(&at))),
        Request::Definition(at) => Ok(found(editor::definition(&at))),
        Request::Tokens(within) => Ok(found(editor::tokens(&within))),
        Request::Examples {} => Ok(found(Some(examples()))),
        Request::Version {} => Ok(json!({ "ok": true, "version": env!("CARGO_PKG_VERSION") })),
    }
}

/// What was found; null if there is nothing.
fn found(result: Option<Value>) -> Value {
    json!({ "ok": true, "found": result })
}

/// A wrong and a right program for each message, with the options of both.
fn examples() -> Value {
    let program = |it: &Program| json!({ "options": it.options, "text": it.text() });
    let all = driver::internal::examples();
    all.map(|it| json!({ "code": it.code, "wrong": program(&it.wrong), "right": program(&it.right) })).collect()
}

/// A result under its name, or the reason why there is none.
fn told(result: Result<Value, String>, name: &str) -> Value {
    match result {
        Ok(value) => json!({ "ok": true, name: value }),
        Err(message) => json!({ "ok": false, "error": message }),
    }
}

/// The words of a module.
///
/// # Errors
/// When the bytes are none.
fn words(bytes: &[u8]) -> Result<Vec<u32>, String> {
    driver::internal::module_words(bytes).ok_or_else(|| "not a SPIR-V module".to_owned())
}

/// Adds a module to an answer, if there is one.
fn with_module(mut document: Value, words: &[u32], made: &mut Parts) -> Value {
    if !words.is_empty() {
        document["module"] = made.add(words.iter().flat_map(|word| word.to_le_bytes()).collect()).into();
    }
    document
}

/// A reflection as a value.
fn document_of(found: &driver::reflect::Reflection) -> Value {
    serde_json::from_str(&found.to_json()).unwrap_or_default()
}
