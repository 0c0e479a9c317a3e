//! Launches for programs in other languages: the settings of the command, with the shaders and contents that the caller has
//! in memory.

use crate::draw::request::{DrawnShaders, NotDrawn, line_of};
use crate::launches;
use crate::projects::of_text;
use crate::running;
use crate::trace::sources;
use arguments::trace::TraceArguments;
use check::{Checks, Report};
use launch::kernels::contents::Contents;
use launch::kernels::resources::{Bound, Resource, marks, place};
use launch::kernels::{Clock, Problem, checked};
use launch::rays::{self, Noted, Wishes};
use runner::stages::RayPipeline;
use runner::{Access, BindingKind};
use std::path::Path;

/// A launch that a program requests.
pub struct TraceRequest<'r> {
    /// The arguments, as those of the command, without files; compiler options are behind `--`.
    pub arguments: Vec<String>,
    /// The shaders.
    pub shaders: DrawnShaders<'r>,
    /// What is bound, by name: scenes, buffers and images. Images that shaders write and nothing binds have the size of the
    /// launch.
    pub bindings: Vec<(String, Contents)>,
    /// The push constants.
    pub push: Option<Contents>,
}

/// What a launch has done.
#[derive(Debug)]
pub struct Traced {
    /// The bindings with their contents, by name.
    pub bound: Vec<(String, Resource)>,
    /// What shaders have printed.
    pub printed: String,
    /// Warnings of the compiler and of the launch.
    pub notes: Vec<String>,
    /// The findings of checks.
    pub report: Option<(Report, Checks)>,
}

/// The words of a library, with the compiler's warnings.
fn compiled(shaders: DrawnShaders<'_>, options: &[String]) -> Result<(Vec<u32>, String), Problem> {
    let (name, text, files) = match shaders {
        DrawnShaders::Module(words) => return Ok((words.to_vec(), String::new())),
        DrawnShaders::Text { name, text, files } => (name, text, files),
    };
    let artifact = sources::compile(of_text(name, text, files, options), name, text, files)?;
    Ok((artifact.words, artifact.report.to_string()))
}

/// Makes the resources.
fn resources(
    bindings: Vec<(String, Contents)>,
    pipeline: &RayPipeline,
    words: &[u32],
    [width, height]: [u32; 2],
) -> Result<Vec<Bound>, Problem> {
    let info = pipeline.module().info();
    let mut all: Vec<Bound> = Vec::new();
    for (name, contents) in bindings {
        let at = place(&name).binding(info)?;
        let contents = contents.laid_out(words, at.set, at.binding).map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, &name, &contents, Path::new(""))?;
        all.push(Bound { name, resource, marks: marks(&contents, false) });
    }
    for binding in pipeline.bindings() {
        let is_it = |bound: &Bound| place(&bound.name).binding(info).is_ok_and(|own| std::ptr::eq(own, binding));
        let is_picture = binding.kind == BindingKind::StorageImage && binding.access != Access::Read;
        if !is_picture || binding.count != 1 || all.iter().any(is_it) {
            continue;
        }
        let contents = Contents::Image { size: [width, height, 1], format: None, texels: None };
        let usual = || format!("{}:{}", binding.set, binding.binding);
        let name = binding.names.first().cloned().unwrap_or_else(usual);
        let resource = Resource::new(info, &name, &contents, Path::new(""))?;
        all.push(Bound { name, resource, marks: marks(&contents, false) });
    }
    Ok(all)
}

/// Launches rays.
///
/// # Errors
/// When a setting is not one of the command's, a shader does not compile, something does not fit, or the launch does not end.
pub fn trace(request: TraceRequest<'_>) -> Result<Traced, NotDrawn> {
    let TraceRequest { arguments, shaders, bindings, push } = request;
    let arguments: TraceArguments = line_of("trace", arguments)?;
    let clock = Clock::start(arguments.running.deadline);
    let checks = running::checks(&arguments.running.checks)?;
    let mut own = arguments.options.clone();
    if checks.is_some() {
        own.extend(checked::OPTIONS.map(str::to_owned));
    }
    let (words, warnings) = compiled(shaders, &own)?;
    let options = launches::options(&arguments.running, "trace", &[&words], &clock)?;
    let words = rays::inlined(words)?;
    let pipeline = RayPipeline::new(&words, arguments.raygen.as_deref(), arguments.recursion, &options)?;
    let TraceArguments { hit, miss, callable, record, .. } = &arguments;
    let wishes = Wishes { hit: hit.clone(), miss: miss.clone(), callable: callable.clone(), record: record.clone() };
    let table = rays::table(&wishes, &pipeline)?;
    let [width, height] = arguments.size.0;
    let mut bound = resources(bindings, &pipeline, &words, [width, height])?;
    let pushed = push.map(|push| push.pushed(&words)).transpose()?;
    let mut launch = pipeline.launch(&table, [width, height, 1])?;
    let mut dispatch = pipeline.module().dispatch();
    for Bound { name, resource, marks } in &mut bound {
        resource.bind_marked(&mut dispatch, name, marks)?;
    }
    if let Some(push) = &pushed {
        dispatch.push_constants(push);
    }
    if let Some(left) = clock.left() {
        dispatch.deadline(left);
    }
    pipeline.bind(&mut dispatch, &mut launch)?;
    let ended = pipeline.run(&mut dispatch, [width, height, 1]);
    let (printed, report) = (dispatch.printed().to_string(), dispatch.report().cloned());
    drop(dispatch);
    let noted = Noted::new(&words, &pipeline, &launch);
    let mut notes: Vec<String> = Some(warnings).filter(|text| !text.is_empty()).into_iter().collect();
    let report = match report.zip(checks) {
        Some((mut report, checks)) => {
            report.name_threads(&|local, group| rays::name(local, group));
            noted.add_to(&mut report, &checks);
            Some((report, checks))
        }
        None => {
            notes.extend(noted.warnings());
            None
        }
    };
    match ended {
        // The findings say why.
        Err(runner::Error::Endless) if report.is_some() => {}
        ended => ended?,
    }
    let bound = bound.into_iter().map(|bound| (bound.name, bound.resource)).collect();
    Ok(Traced { bound, printed, notes, report })
}
