//! The resources of a job, and what of them a shader binds under which names.

use super::Shader;
use super::programs::Program;
use crate::jobs::job::named::Named;
use crate::jobs::job::steps::Step;
use crate::jobs::job::{Code, Job};
use crate::jobs::targets::Target;
use crate::kernels::contents::Contents;
use crate::kernels::element::Element;
use crate::kernels::members::element_of;
use crate::kernels::picture;
use crate::kernels::resources::{self, Resource, marks, place};
use crate::kernels::sampler_states;
use base::similar::{did_you_mean, nearest};
use runner::buffers::Bytes;
use runner::{Binding, BindingKind, Dispatch, Image};
use std::path::Path;

/// A resource of a job.
pub(in crate::jobs) struct Bound {
    pub(super) own: resources::Bound,
    /// The scalar type of a buffer as the module declares it.
    pub(super) declared: Option<Element>,
}

impl std::ops::Deref for Bound {
    type Target = resources::Bound;

    fn deref(&self) -> &Self::Target {
        &self.own
    }
}

impl Bound {
    /// Returns whether it has contents, which samplers do not.
    pub(in crate::jobs) fn is_data(&self) -> bool {
        self.resource.is_data()
    }

    /// The type of its numbers: for a buffer the declared one, or bits if several are declared.
    pub(in crate::jobs) fn element(&self) -> Element {
        match &self.resource {
            Resource::Buffer(..) => self.declared.unwrap_or(Element::Uint(4)),
            Resource::Image(_) | Resource::Sampler(_) | Resource::Scene(_) => self.resource.element(),
        }
    }
}

/// The place of a resource among those of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Bound(usize),
    Target(usize),
}

/// What a shader binds: names in the shader, with the resources.
pub(super) type Names = Vec<(String, Slot)>;

/// A target as shaders of a step read it, with its number.
pub(super) struct Texture {
    target: usize,
    image: Image,
    is_written: bool,
}

/// What the shaders of a step bind: resources of the job, and targets as images.
pub(super) struct Resources<'b> {
    pub(super) bound: &'b mut [Bound],
    pub(super) textures: &'b mut [Texture],
}

/// Binds what a shader binds.
pub(super) fn bind<'b>(
    names: &Names,
    resources: Resources<'b>,
    dispatch: &mut Dispatch<'b>,
) -> Result<(), runner::Error> {
    let Resources { bound, textures } = resources;
    let of = |slot: Slot| names.iter().filter(move |(_, own)| *own == slot).map(|(name, _)| name).next();
    for (index, bound) in bound.iter_mut().enumerate() {
        if let Some(name) = of(Slot::Bound(index)) {
            let resources::Bound { resource, marks, .. } = &mut bound.own;
            resource.bind_marked(dispatch, name, marks)?;
        }
    }
    for texture in textures {
        if let Some(name) = of(Slot::Target(texture.target)) {
            dispatch.image(place(name), &mut texture.image)?;
        }
    }
    Ok(())
}

/// The targets that the shaders of a step read or write as images.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn textures(shaders: &[Shader], programs: &[Program], targets: &[Target]) -> Result<Vec<Texture>, String> {
    let mut all: Vec<Texture> = Vec::new();
    for Shader { program, names, .. } in shaders {
        let info = programs[*program].info();
        for (name, slot) in names {
            let Slot::Target(target) = *slot else { continue };
            let is_written = place(name).binding(info).is_ok_and(|own| own.kind == BindingKind::StorageImage);
            match all.iter_mut().find(|known| known.target == target) {
                Some(known) => known.is_written |= is_written,
                None => all.push(Texture { target, image: targets[target].texture()?, is_written }),
            }
        }
    }
    Ok(all)
}

/// Takes what shaders have written to images of targets.
pub(super) fn stored(textures: &[Texture], targets: &mut [Target]) {
    for texture in textures.iter().filter(|texture| texture.is_written) {
        targets[texture.target].store(&texture.image);
    }
}

/// The numbers of a step's shaders, in the order of its codes.
pub(super) fn indices_of(programs: &[Program], step: &Step) -> Vec<usize> {
    let own = |code: &Code| {
        programs.iter().position(|program| program.code == *code).expect("every shader has been compiled")
    };
    step.codes.iter().map(own).collect()
}

/// Makes the resources of a job, each for the first shader that has a binding for it.
pub(super) fn bound(job: &Job, programs: &[Program], folder: &Path) -> Result<Vec<Bound>, String> {
    let one = |(name, contents): &(String, Contents)| {
        let users = job.steps.iter().flat_map(|step| {
            let all = indices_of(programs, step).into_iter().map(|index| &programs[index]);
            all.flat_map(move |program| names(job, step, program, name).into_iter().map(move |inner| (program, inner)))
        });
        let mut users = users.filter(|(program, inner)| place(inner).binding(program.info()).is_ok());
        let (program, inner) = match (users.next(), &job.steps[..]) {
            (Some(user), _) => user,
            // The error lists the names that there are.
            (None, [step]) if !job.is_list => (&programs[indices_of(programs, step)[0]], name.as_str()),
            (None, _) => return Err(format!("unknown binding '{name}'")),
        };
        let info = program.info();
        let at = place(inner).binding(info).map_err(|error| error.to_string())?;
        let contents = contents.clone().laid_out(&program.words, at.set, at.binding);
        let contents = contents.map_err(|error| format!("'{name}': {error}"))?;
        let resource = Resource::new(info, inner, &contents, folder)?;
        let reflection = reflect::read(&program.words).ok();
        let declared = reflection.as_ref().and_then(|found| element_of(found, at.set, at.binding));
        let marks = marks(&contents, job.written.contains(name));
        Ok(Bound { own: resources::Bound { name: name.clone(), resource, marks }, declared })
    };
    let mut all = job.bindings.iter().map(one).collect::<Result<Vec<_>, String>>()?;
    for (name, named) in &job.named {
        let Named::Plain(contents) = named else { continue };
        let resource = plain(contents, folder).map_err(|error| format!("resource '{name}': {error}"))?;
        let own = resources::Bound { name: name.clone(), resource, marks: marks(contents, false) };
        all.push(Bound { own, declared: None });
    }
    all.extend(with_states(job, programs));
    Ok(all)
}

/// The samplers with states in the source that a job does not bind.
fn with_states(job: &Job, programs: &[Program]) -> Vec<Bound> {
    let mut all: Vec<Bound> = Vec::new();
    for program in programs {
        let info = program.info();
        let steps = job.steps.iter().flat_map(|step| &step.bind);
        let inner = steps.chain(&job.aliases).map(|(inner, _)| inner);
        let told: Vec<&String> = job.bindings.iter().map(|(name, _)| name).chain(inner).collect();
        let is_bound = |own: &Binding| told.iter().any(|name| place(name).binding(info).is_ok_and(|at| at == own));
        for own in sampler_states::unbound(info, &program.samplers, is_bound) {
            if !all.iter().any(|bound| bound.name == own.name) {
                all.push(Bound { own, declared: None });
            }
        }
    }
    all
}

/// A resource that no shader need have.
fn plain(contents: &Contents, folder: &Path) -> Result<Resource, String> {
    let buffer = |bytes: Bytes, element| Ok(Resource::Buffer(bytes, element));
    match contents {
        Contents::Zeros(count) => {
            let bytes = Bytes::zeros(*count as usize).map_err(|error| error.to_string())?;
            buffer(bytes, Element::Uint(4))
        }
        Contents::Numbers(element, bytes) => buffer(bytes.clone(), *element),
        Contents::File(file) => {
            let path = folder.join(file);
            let name = library::files::names::to_text(path.as_os_str());
            let bytes = library::files::reading::read_data(&name);
            let bytes = bytes.map_err(|error| format!("cannot read '{name}': {error}"))?;
            buffer(Bytes::from(bytes.as_slice()), Element::Uint(4))
        }
        Contents::Picture(file) => picture::read(&folder.join(file)).map(|image| Resource::Image(Box::new(image))),
        Contents::Texture(texture) => texture.read(folder).map(|image| Resource::Image(Box::new(image))),
        Contents::Members(_) | Contents::Image { .. } | Contents::Uninit(_) | Contents::Sampler(_) => {
            Err("expected numbers, zeros or a file".to_owned())
        }
    }
}

/// The names of a resource in a shader of a step: its own, unless the step or the job renames it.
fn names<'s>(job: &'s Job, step: &'s Step, program: &Program, name: &'s str) -> Vec<&'s str> {
    let has = |inner: &str| place(inner).binding(program.info()).is_ok();
    let is_told = |inner: &str| step.bind.iter().any(|(own, _)| own == inner);
    let given = step.bind.iter().filter(|(inner, outer)| outer == name && (step.codes.len() == 1 || has(inner)));
    let mut all: Vec<&str> = given.map(|(inner, _)| inner.as_str()).collect();
    let aliases = job.aliases.iter().filter(|(inner, outer)| outer == name && !is_told(inner) && has(inner));
    all.extend(aliases.map(|(inner, _)| inner.as_str()));
    let is_given = step.bind.iter().chain(&job.aliases).any(|(inner, outer)| outer == name || inner == name);
    if all.is_empty() && !is_given {
        all.push(name);
    }
    all
}

/// The bindings of a shader of a step, with the resources of the job.
pub(super) fn bindings(
    job: &Job,
    step: &Step,
    program: &Program,
    bound: &[Bound],
    targets: &[Target],
) -> Result<Names, String> {
    let info = program.info();
    let mut all = Vec::new();
    let own = bound.iter().enumerate().map(|(index, bound)| (bound.name.as_str(), Slot::Bound(index)));
    let targets = targets.iter().enumerate().map(|(index, target)| (target.name.as_str(), Slot::Target(index)));
    for (name, slot) in own.chain(targets) {
        // A job of a single dispatch binds everything, so that what does not fit is an error.
        let takes = |inner: &&str| match slot {
            Slot::Bound(_) => !job.is_list || place(inner).binding(info).is_ok(),
            Slot::Target(_) => place(inner).binding(info).is_ok(),
        };
        let mut found = names(job, step, program, name).into_iter().filter(takes);
        all.extend(found.next().map(|inner| (inner.to_owned(), slot)));
        if found.next().is_some() {
            return Err(format!("'{name}' is bound twice in one dispatch"));
        }
    }
    Ok(all)
}

/// Checks that names in a step's `bind` exist in the job and in one of its shaders.
pub(super) fn check_names(job: &Job, step: &Step, programs: &[Program], own: &[usize]) -> Result<(), String> {
    for (inner, outer) in &step.bind {
        if !own.iter().any(|index| place(inner).binding(programs[*index].info()).is_ok()) {
            return Err(format!("'bind': unknown binding '{inner}' in the shader"));
        }
        check_name(job, outer).map_err(|error| format!("'bind': {error}, for '{inner}'"))?;
    }
    Ok(())
}

/// Checks that the job has a resource that shaders can bind.
pub(super) fn check_name(job: &Job, name: &str) -> Result<(), String> {
    let named = job.named.iter().filter(|(_, named)| matches!(named, Named::Target(_) | Named::Plain(_)));
    let known: Vec<&str> =
        job.bindings.iter().map(|(name, _)| name.as_str()).chain(named.map(|(name, _)| name.as_str())).collect();
    if known.contains(&name) {
        return Ok(());
    }
    let near =
        nearest(name, known.iter().copied()).map_or_else(String::new, |near| format!("; {}", did_you_mean(near)));
    Err(format!("unknown binding '{name}' in the job{near}"))
}
