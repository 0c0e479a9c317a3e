//! The resources of a launch, and where their contents go.

use crate::output::Output;
use arguments::trace::TraceArguments;
use launch::kernels::Problem;
use launch::kernels::contents::Contents;
use launch::kernels::resources::{Bound, Resource, marks, place};
use launch::kernels::sampler_states::{self, Samplers};
use library::files::reading;
use runner::stages::RayPipeline;
use runner::{Access, Binding, BindingKind};
use std::path::Path;

/// Makes the resources that the caller binds, samplers with states in the source, and images of the launch's size for those
/// that the shaders write and nothing binds.
///
/// # Errors
/// When there is no such binding, or the contents do not fit it.
pub(super) fn bound(
    arguments: &TraceArguments,
    pipeline: &RayPipeline,
    words: &[u32],
    samplers: &Samplers,
    read: &mut Vec<String>,
) -> Result<Vec<Bound>, Problem> {
    let info = pipeline.module().info();
    let mut all: Vec<Bound> = Vec::new();
    let mut given = Vec::new();
    for text in &arguments.running.bind {
        let (name, contents) =
            text.split_once('=').ok_or_else(|| format!("'--bind {text}': expected NAME=CONTENTS"))?;
        given.push((name.to_owned(), Contents::parse(contents)?));
    }
    for text in &arguments.scene {
        let (name, file) = text.split_once('=').ok_or_else(|| format!("'--scene {text}': expected NAME=FILE"))?;
        let kind = place(name).binding(info).map_err(Problem::Run)?.kind;
        if kind != BindingKind::Scene {
            return Err(Problem::Other(format!("'--scene {text}': '{name}' is not an acceleration structure")));
        }
        given.push((name.to_owned(), Contents::File(file.to_owned())));
    }
    for (name, contents) in given {
        read.extend(contents.files().into_iter().map(str::to_owned));
        let at = place(&name).binding(info).map_err(Problem::Run)?;
        let contents = contents.laid_out(words, at.set, at.binding).map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, &name, &contents, Path::new(""))?;
        all.push(Bound { name, resource, marks: marks(&contents, false) });
    }
    sampler_states::add_unbound(&mut all, info, samplers);
    let [width, height] = arguments.size.0;
    for binding in pipeline.bindings().filter(|binding| is_picture(binding)) {
        let is_it = |bound: &Bound| place(&bound.name).binding(info).is_ok_and(|own| std::ptr::eq(own, binding));
        if all.iter().any(is_it) {
            continue;
        }
        let contents = Contents::Image { size: [width, height, 1], format: None, texels: None };
        let name = name_of(binding);
        let resource = Resource::new(info, &name, &contents, Path::new(""))?;
        all.push(Bound { name, resource, marks: marks(&contents, false) });
    }
    Ok(all)
}

/// Returns whether a binding is an image that shaders write.
fn is_picture(binding: &Binding) -> bool {
    binding.kind == BindingKind::StorageImage && binding.access != Access::Read && binding.count == 1
}

fn name_of(binding: &Binding) -> String {
    binding.names.first().cloned().unwrap_or_else(|| format!("{}:{}", binding.set, binding.binding))
}

/// The push constants, if they are given.
///
/// # Errors
/// When they do not fit the shaders.
pub(super) fn push_constants(
    arguments: &TraceArguments,
    words: &[u32],
    read: &mut Vec<String>,
) -> Result<Option<Vec<u8>>, Problem> {
    arguments.running.push.as_ref().map(|text| pushed(text, words, read)).transpose()
}

/// The push constants of a text.
///
/// # Errors
/// When they do not fit the shaders.
pub(crate) fn pushed(text: &str, words: &[u32], read: &mut Vec<String>) -> Result<Vec<u8>, Problem> {
    let contents = Contents::parse(text)?;
    read.extend(contents.file().map(str::to_owned));
    Ok(match contents {
        Contents::File(path) => reading::read_data(&path).map_err(|error| format!("cannot read '{path}': {error}"))?,
        contents => contents.pushed(words)?,
    })
}

/// Reads `--out`, before anything runs.
///
/// # Errors
/// When a name is not bound, or there is none and not one image.
pub(super) fn outputs(
    arguments: &TraceArguments,
    pipeline: &RayPipeline,
    bound: &[Bound],
) -> Result<Vec<Output>, Problem> {
    arguments.out.iter().map(|text| output(text, pipeline, bound).map_err(Problem::Other)).collect()
}

fn output(text: &str, pipeline: &RayPipeline, bound: &[Bound]) -> Result<Output, String> {
    let info = pipeline.module().info();
    let (name, target) = match text.split_once('=') {
        Some((name, target)) => (name.to_owned(), target),
        None => {
            let mut images = pipeline.bindings().filter(|binding| is_picture(binding));
            match (images.next(), images.next()) {
                (Some(only), None) => (name_of(only), text),
                _ => return Err(format!("'--out {text}': the shaders do not write one image; expected NAME=TARGET")),
            }
        }
    };
    let at = place(&name).binding(info).map_err(|error| error.to_string())?;
    let is_it =
        |one: &Bound| one.resource.is_data() && place(&one.name).binding(info).is_ok_and(|own| std::ptr::eq(own, at));
    let resource = bound.iter().position(is_it).ok_or_else(|| format!("'--out {text}': '{name}' is not bound"))?;
    Output::new(resource, target)
}
