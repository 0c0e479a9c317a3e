//! Runs of shaders in the interpreter, with contents that the request holds.

use crate::compilation::{self, Compilation};
use crate::execution::{checks, interpreter, told};
use crate::parts::{self, Parts};
use crate::request::{Given, Run, Source};
use crate::{with_module, words};
use check::Checks;
use driver::Compiler;
use driver::internal::{
    CHECKED, Contents, Element, PROFILE, Resource, constants, contents_of, differing, differing_findings, element_of,
    module, names_profile, place,
};
use driver::reflect::Reflection;
use driver::run::{Bytes, Error, Format, Module, Options};
use serde_json::{Value, json};
use std::path::Path;

/// Runs a dispatch.
///
/// # Errors
/// When the request is malformed. Mistakes of the shader are in the answer.
pub(crate) fn run(wanted: Box<Run>, given: &[&[u8]], made: &mut Parts) -> Result<Value, String> {
    let checks = checks(wanted.check.as_deref(), wanted.rules.as_deref())?;
    let wave = wanted.wave.unwrap_or(Options::default().wave);
    if !wave.is_power_of_two() || wave > 128 {
        return Err(format!("invalid wave size {wave}"));
    }
    if wanted.findings.is_some() && checks == Checks::none() {
        return Err("'findings' requires 'check'".to_owned());
    }
    let options = Options {
        engine: interpreter(checks.clone(), wanted.schedule.as_deref(), wanted.max_steps)?,
        wave,
        constants: constants(wanted.constants.as_ref())?,
        ..Options::default()
    };
    let (words, compiled) = match (&wanted.source, wanted.module) {
        (Some(source), None) => {
            let done = compiled(source, wanted.entry.as_deref(), &checks);
            (done.words().to_vec(), Some(done))
        }
        (None, Some(module)) => (words(parts::get(given, module)?)?, None),
        (Some(_), Some(_)) | (None, None) => return Err("a run requires either a source or a module".to_owned()),
    };
    let document = match compiled.as_ref().is_some_and(|done| !done.is_ok()) {
        true => json!({ "ok": false, "error": "compilation failed" }),
        false => {
            let ready = Ready { wanted: &wanted, checks: &checks, words: &words, given };
            ready.run(&options, made).unwrap_or_else(|message| json!({ "ok": false, "error": message }))
        }
    };
    let document = match compiled {
        None => document,
        Some(done) => {
            let mut document = with_module(document, done.words(), made);
            document["compilation"] = compilation::document(&done, false);
            document
        }
    };
    Ok(document)
}

/// Compiles a shader: for checks unchanged, with lines.
fn compiled(source: &Source, entry: Option<&str>, checks: &Checks) -> Compilation {
    let mut source = source.clone();
    if *checks != Checks::none() {
        source.args.extend(CHECKED.map(str::to_owned));
    }
    compilation::compile_with(&source, |compiler| {
        let usual = PROFILE.parse().ok().filter(|_| !names_profile(&source.args));
        let compiler = usual.into_iter().fold(compiler, Compiler::profile);
        entry.into_iter().fold(compiler, Compiler::entry)
    })
}

/// A run whose module is there.
struct Ready<'r> {
    wanted: &'r Run,
    checks: &'r Checks,
    words: &'r [u32],
    given: &'r [&'r [u8]],
}

impl Ready<'_> {
    fn run(&self, options: &Options, made: &mut Parts) -> Result<Value, String> {
        let text = |error: Error| error.to_string();
        let module = module(self.words, self.wanted.entry.as_deref(), options).map_err(text)?;
        let mut bound = Vec::new();
        for (name, contents) in &self.wanted.bindings {
            bound.push((name.as_str(), self.resource(&module, name, contents)?));
        }
        let mut dispatch = module.dispatch();
        for (name, resource) in &mut bound {
            resource.bind(&mut dispatch, name).map_err(text)?;
        }
        if let Some(push) = &self.wanted.push {
            dispatch.push_constants(&contents(push, self.given)?.pushed(self.words)?);
        }
        let ended = dispatch.run(self.wanted.dispatch);
        let mut document = json!({ "ok": ended.is_ok(), "printed": dispatch.printed().to_string() });
        let is_at_its_end = ended.is_ok();
        if let Err(error) = ended {
            document["error"] = error.to_string().into();
        }
        let report = dispatch.report().cloned().filter(|_| *self.checks != Checks::none());
        drop(dispatch);
        let mut differences = String::new();
        if let (Some(report), Some(fields)) = (report, document.as_object_mut()) {
            let (mut found, report) = told(report, self.checks, |name| self.text(name));
            fields.append(&mut found);
            if let Some(wanted) = &self.wanted.findings {
                differences.push_str(&differing_findings(wanted, &report)?);
            }
        }
        let reflection = driver::reflect::read(self.words).ok();
        let data = bound.iter().filter(|(_, resource)| resource.is_data());
        let data: Vec<_> = data
            .map(|(name, resource)| (*name, resource, declared(&module, reflection.as_ref(), name, resource)))
            .collect();
        if let Some(wanted) = self.wanted.expect.as_ref().filter(|_| is_at_its_end) {
            differences.push_str(&differing(wanted, |name| {
                let (_, resource, declared) = data.iter().find(|(own, ..)| *own == name)?;
                Some((*resource, declared.unwrap_or(Element::Uint(4))))
            })?);
        }
        if self.wanted.expect.is_some() || self.wanted.findings.is_some() {
            document["differences"] = differences.into();
        }
        document["bindings"] =
            data.iter().map(|(name, resource, declared)| show(name, resource, *declared, made)).collect();
        Ok(document)
    }

    fn resource(&self, module: &Module, name: &str, given: &Given) -> Result<Resource, String> {
        let at = place(name).binding(module.info()).map_err(|error| error.to_string())?;
        let contents = contents(given, self.given)?.laid_out(self.words, at.set, at.binding);
        let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
        if !contents.files().is_empty() {
            return Err(format!("'{name}': files are not supported; pass the bytes or the image"));
        }
        Resource::new(module.info(), name, &contents, Path::new(""))
    }

    /// The text of a file of the shader.
    fn text(&self, name: &str) -> Option<String> {
        let source = self.wanted.source.as_ref()?;
        if name == source.name { Some(source.text.clone()) } else { source.files.get(name).cloned() }
    }
}

/// Contents of a request with these parts.
///
/// # Errors
/// When they are malformed.
pub(crate) fn contents(given: &Given, parts: &[&[u8]]) -> Result<Contents, String> {
    let bytes = |part: usize| parts::get(parts, part).map(Bytes::from);
    Ok(match given {
        Given::Value(value) => contents_of(value)?,
        Given::Bytes(part) => Contents::Numbers(Element::Uint(4), bytes(*part)?),
        Given::Image { size, format, texels } => {
            let known = |name: &String| Format::from_name(name).ok_or_else(|| format!("unknown format '{name}'"));
            let (format, texels) = (format.as_ref().map(known).transpose()?, texels.map(bytes).transpose()?);
            Contents::Image { size: *size, format, texels }
        }
    })
}

/// The type of a resource's numbers, if the module declares one.
fn declared(module: &Module, reflection: Option<&Reflection>, name: &str, resource: &Resource) -> Option<Element> {
    match resource {
        Resource::Image(_) => Some(resource.element()),
        Resource::Buffer(..) | Resource::Sampler(_) | Resource::Scene(_) => {
            let at = place(name).binding(module.info()).ok()?;
            element_of(reflection?, at.set, at.binding)
        }
    }
}

/// A binding after the run.
pub(crate) fn show(name: &str, resource: &Resource, declared: Option<Element>, made: &mut Parts) -> Value {
    let element = declared.unwrap_or_else(|| resource.element()).name();
    let bytes = made.add(resource.bytes().to_vec());
    match resource {
        Resource::Image(image) => json!({
            "name": name, "kind": "image", "bytes": bytes, "element": element,
            "size": image.size(), "layers": image.layers(), "format": image.format().name(),
            "rgba": made.add(image.to_rgba8()),
        }),
        Resource::Buffer(..) | Resource::Sampler(_) | Resource::Scene(_) => {
            json!({ "name": name, "kind": "buffer", "bytes": bytes, "element": element })
        }
    }
}
