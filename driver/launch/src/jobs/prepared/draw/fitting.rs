//! What a draw draws to, and whether its parts fit.

use super::{Form, name_of, read_by};
use crate::drawing::target::{fits, outputs};
use crate::jobs::job::named::TargetFormat;
use crate::jobs::job::steps::{Attached, Draw};
use crate::jobs::prepared::{Shader, Shared};
use crate::jobs::targets::Target;
use crate::kernels::resources::Resource;
use base::similar::{did_you_mean, nearest};
use runner::image::Class;
use runner::stages::fixed::{ColorFormat, State, Targets};
use runner::stages::rows::Interface;

/// The targets of a draw.
pub(super) struct Attachments {
    pub(super) colors: Vec<Attachment>,
    /// The target with depth or stencil, and its level.
    pub(super) depth: Option<(usize, u32)>,
}

/// A target that takes an output.
pub(super) struct Attachment {
    pub(super) location: u32,
    pub(super) format: ColorFormat,
    target: usize,
    level: u32,
}

type Result<T> = std::result::Result<T, String>;

impl Attachments {
    /// Finds the targets of a draw, for the outputs of its pixel shader but one.
    ///
    /// # Errors
    /// When there are no such targets, or they fit neither the outputs nor each other.
    pub(super) fn new(
        draw: &Draw,
        interface: Option<&Interface>,
        beside: Option<u32>,
        shared: &Shared,
    ) -> Result<Self> {
        let mut outputs = interface.map_or(Vec::new(), outputs);
        outputs.retain(|(location, _)| Some(*location) != beside);
        let entry = interface.map_or("the draw", |interface| interface.entry.as_str());
        if let Some((location, _)) = draw.targets.iter().find(|(own, _)| !outputs.iter().any(|(known, _)| known == own))
        {
            return Err(format!("'targets': '{entry}' does not write SV_Target{location}"));
        }
        let mut colors = Vec::new();
        for (location, kind) in outputs {
            let told = draw.targets.iter().find(|(own, _)| *own == location);
            let (_, told) =
                told.ok_or_else(|| format!("'{entry}' writes SV_Target{location}, which 'targets' does not have"))?;
            let target = found(shared, told)?;
            let wish = &shared.targets[target].wish;
            let TargetFormat::Color(format) = wish.format else {
                return Err(format!("'{}' has depth or stencil and takes no colors", told.name));
            };
            if !fits(format, kind) {
                let name = format.name();
                return Err(format!(
                    "SV_Target{location}: the format {name} of '{}' does not fit what '{entry}' writes",
                    told.name
                ));
            }
            colors.push(Attachment { location, format, target, level: told.level });
        }
        let depth = draw.depth.as_ref().map(|told| {
            let target = found(shared, told)?;
            match shared.targets[target].wish.format {
                TargetFormat::Depth(_) => Ok((target, told.level)),
                TargetFormat::Color(_) => Err(format!("'depth': '{}' has neither depth nor stencil", told.name)),
            }
        });
        let all = Attachments { colors, depth: depth.transpose()? };
        all.check(shared)?;
        Ok(all)
    }

    /// The targets with their levels, in the order of a draw.
    fn all(&self) -> impl Iterator<Item = (usize, u32)> {
        self.colors.iter().map(|own| (own.target, own.level)).chain(self.depth)
    }

    /// Checks that sizes and samples are the same, and that no target is there twice.
    fn check(&self, shared: &Shared) -> Result<()> {
        let all: Vec<(usize, u32)> = self.all().collect();
        let shape = |(target, level): (usize, u32)| {
            let wish = &shared.targets[target].wish;
            let [width, height] = wish.size_of(level);
            let several = |count: u32, what: &str| if count > 1 { format!(", {count} {what}") } else { String::new() };
            format!("{width}x{height} pixels{}{}", several(wish.layers, "layers"), several(wish.samples, "samples"))
        };
        let name = |own: (usize, u32)| name_of(&shared.targets, own.0);
        for (at, own) in all.iter().enumerate() {
            if shape(*own) != shape(all[0]) {
                let (first, other) = (shape(all[0]), shape(*own));
                return Err(format!("'{}' has {first}; '{}' has {other}", name(all[0]), name(*own)));
            }
            if all[..at].iter().any(|(target, _)| *target == own.0) {
                return Err(format!("'{}' is a target twice", name(*own)));
            }
        }
        Ok(())
    }

    /// The size of the targets.
    pub(super) fn size(&self, shared: &Shared) -> [u32; 2] {
        self.all().next().map_or([1; 2], |(target, level)| shared.targets[target].wish.size_of(level))
    }

    /// Takes the memory of all targets, as a draw has them together.
    ///
    /// # Errors
    /// When one of them is not there.
    pub(super) fn take(&self, targets: &mut [Target]) -> Result<Targets> {
        let mut joined: Option<Targets> = None;
        for (target, level) in self.all() {
            let own = targets[target].take(level)?;
            joined = Some(match joined {
                None => own,
                Some(joined) => joined.join(own).map_err(|error| error.to_string())?,
            });
        }
        match joined {
            Some(joined) => Ok(joined),
            // Nothing is drawn.
            None => Targets::new([1; 2], 1, 1).map_err(|error| error.to_string()),
        }
    }

    /// Returns whether there are none.
    fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Puts the memory back.
    pub(super) fn put(&self, joined: Targets, targets: &mut [Target]) {
        // Between the colors and the depths may be a target of the lines.
        let mut split = joined.split();
        let count = self.colors.len() + usize::from(self.depth.is_some());
        if split.len() > count {
            split.remove(self.colors.len());
        }
        self.all().zip(split).for_each(|((target, level), own)| targets[target].put(level, own));
    }

    /// Returns whether the first level of one of these targets is drawn to.
    pub(super) fn has(&self, targets: &[usize]) -> bool {
        self.colors.iter().any(|own| own.level == 0 && targets.contains(&own.target))
    }
}

impl Attachment {
    /// The name and the class of the target.
    pub(super) fn shown(&self, targets: &[Target]) -> (String, Class) {
        (targets[self.target].name.clone(), self.format.class())
    }
}

/// Checks that what is drawn to targets has a position.
pub(super) fn has_position(form: &Form, attachments: &Attachments) -> Result<()> {
    match form {
        Form::Pipeline(pipeline) | Form::Meshlets(pipeline, _)
            if !pipeline.has_position() && !attachments.is_empty() =>
        {
            Err("no shader writes 'SV_Position', which drawing to targets needs".to_owned())
        }
        Form::Pipeline(_) | Form::Meshlets(..) | Form::Screen(_) => Ok(()),
    }
}

/// The target of a name.
fn found(shared: &Shared, told: &Attached) -> Result<usize> {
    let names = || shared.targets.iter().map(|target| target.name.as_str());
    let at = names().position(|name| name == told.name).ok_or_else(|| {
        let near = nearest(&told.name, names()).map_or_else(String::new, |near| format!("; {}", did_you_mean(near)));
        format!("unknown target '{}'{near}", told.name)
    })?;
    let levels = shared.targets[at].wish.levels;
    match told.level < levels {
        true => Ok(at),
        false => Err(format!("'{}' has no level {}; the last one is {}", told.name, told.level, levels - 1)),
    }
}

/// The mesh of a name.
pub(super) fn mesh(shared: &Shared, name: &str) -> Result<usize> {
    let names = || shared.meshes.iter().map(|(name, _)| name.as_str());
    names().position(|own| own == name).ok_or_else(|| {
        let near = nearest(name, names()).map_or_else(String::new, |near| format!("; {}", did_you_mean(near)));
        format!("unknown mesh '{name}'{near}")
    })
}

/// The buffer of a name.
pub(super) fn buffer(shared: &Shared, name: &str) -> Result<usize> {
    let buffers = || shared.bound.iter().filter(|bound| matches!(bound.resource, Resource::Buffer(..)));
    let at = shared.bound.iter().position(|bound| bound.name == name && matches!(bound.resource, Resource::Buffer(..)));
    at.ok_or_else(|| {
        let near = nearest(name, buffers().map(|bound| bound.name.as_str()));
        format!("unknown buffer '{name}'{}", near.map_or_else(String::new, |near| format!("; {}", did_you_mean(near))))
    })
}

/// Checks that no shader of a draw reads a target of it. Depths that are tested alone may be read.
pub(super) fn no_feedback(shaders: &[Shader], attachments: &Attachments, state: &State, shared: &Shared) -> Result<()> {
    let writes_depth = state.depth.is_some_and(|test| test.write) || state.stencil.is_some();
    for (name, target) in read_by(shaders) {
        let is_color = attachments.colors.iter().any(|own| own.target == target);
        let is_depth = attachments.depth.is_some_and(|(own, _)| own == target) && writes_depth;
        if is_color || is_depth {
            let own = name_of(&shared.targets, target);
            return Err(format!("'{own}' is a target of the draw, and its shader reads it as '{name}'"));
        }
    }
    Ok(())
}
