//! Steps without shaders: clears, copies, resolves and levels.

use super::Shared;
use crate::jobs::job::steps::{Clear, Pair, StepKind};
use crate::jobs::targets::Target;
use crate::kernels::element::Element;
use crate::kernels::levels;
use crate::kernels::resources::Resource;
use base::similar::{did_you_mean, nearest};
use runner::Image;
use runner::image::Class;
use runner::stages::fixed::Resolve;

/// A step that moves texels or bytes.
pub(super) enum Moved {
    Clear { at: Place, value: Option<[f64; 4]>, stencil: Option<u8> },
    Copy { from: Place, to: Place },
    Resolve { from: usize, to: usize, how: Resolve },
    Mips(Place),
}

/// A resource that is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Target(usize),
    Bound(usize),
}

type Result<T> = std::result::Result<T, String>;

impl Moved {
    /// Finds the resources of a step.
    ///
    /// # Errors
    /// When there are none of these names, or they do not fit.
    pub(super) fn new(kind: &StepKind, shared: &Shared) -> Result<Self> {
        let two = |Pair { from, to }: &Pair| {
            let (from, to) = (place(shared, from)?, place(shared, to)?);
            if from == to { Err("the source and the destination are the same".to_owned()) } else { Ok((from, to)) }
        };
        match kind {
            StepKind::Clear(Clear { name, value, stencil }) => {
                Ok(Moved::Clear { at: place(shared, name)?, value: *value, stencil: *stencil })
            }
            StepKind::Copy(pair) => two(pair).map(|(from, to)| Moved::Copy { from, to }),
            StepKind::Resolve(pair, how) => {
                let (Place::Target(from), Place::Target(to)) = two(pair)? else {
                    return Err("only targets are resolved".to_owned());
                };
                let how = match how.as_str() {
                    "min" => Resolve::Min,
                    "max" => Resolve::Max,
                    "first" => Resolve::First,
                    _ => Resolve::Average,
                };
                Ok(Moved::Resolve { from, to, how })
            }
            StepKind::Mips(name) => place(shared, name).map(Moved::Mips),
            StepKind::Dispatch(_) | StepKind::Draw(_) | StepKind::Trace(_) | StepKind::Graph(_) => {
                Err("a step with shaders".to_owned())
            }
        }
    }

    /// Runs the step.
    ///
    /// # Errors
    /// When the resources do not fit.
    pub(super) fn run(&self, shared: &mut Shared) -> Result<()> {
        match self {
            Moved::Clear { at: Place::Target(at), value, stencil } => shared.targets[*at].clear(*value, *stencil),
            Moved::Clear { at: Place::Bound(at), value, .. } => {
                let element = shared.bound[*at].element();
                clear(&mut shared.bound[*at].own.resource, element, value.unwrap_or([0.0; 4]));
            }
            Moved::Copy { from: Place::Target(from), to: Place::Target(to) } => {
                let (from, to) = two(&mut shared.targets, *from, *to);
                to.copy(from)?;
            }
            Moved::Copy { from: Place::Target(from), to: Place::Bound(to) } => {
                let (from, to) = (&shared.targets[*from], &mut shared.bound[*to].own);
                let image = from.texture()?;
                copy(&from.name, &Resource::Image(Box::new(image)), &to.name, &mut to.resource)?;
            }
            Moved::Copy { from: Place::Bound(from), to: Place::Target(to) } => {
                let (from, to) = (&shared.bound[*from].own, &mut shared.targets[*to]);
                let mut image = Resource::Image(Box::new(to.texture()?));
                copy(&from.name, &from.resource, &to.name, &mut image)?;
                if let Resource::Image(image) = &image {
                    to.store(image);
                }
            }
            Moved::Copy { from: Place::Bound(from), to: Place::Bound(to) } => {
                let (from, to) = two(&mut shared.bound, *from, *to);
                copy(&from.own.name, &from.own.resource, &to.own.name, &mut to.own.resource)?;
            }
            Moved::Resolve { from, to, how } => {
                let (from, to): (&Target, &mut Target) = two(&mut shared.targets, *from, *to);
                to.resolve(from, *how)?;
            }
            Moved::Mips(Place::Target(at)) => shared.targets[*at].mips()?,
            Moved::Mips(Place::Bound(at)) => {
                let own = &mut shared.bound[*at].own;
                let Resource::Image(image) = &mut own.resource else {
                    return Err(format!("'{}' is not an image and has no levels", own.name));
                };
                levels::fill(image)?;
            }
        }
        Ok(())
    }

    /// The target that a target has its texels from, if this step gives them.
    pub(super) fn source(&self, target: usize) -> Option<usize> {
        match self {
            Moved::Copy { from: Place::Target(from), to: Place::Target(to) } | Moved::Resolve { from, to, .. } => {
                (*to == target).then_some(*from)
            }
            Moved::Clear { .. } | Moved::Copy { .. } | Moved::Mips(_) => None,
        }
    }
}

/// Two different elements of a list, the second one to be changed.
fn two<T>(list: &mut [T], from: usize, to: usize) -> (&T, &mut T) {
    match from < to {
        true => {
            let (front, back) = list.split_at_mut(to);
            (&front[from], &mut back[0])
        }
        false => {
            let (front, back) = list.split_at_mut(from);
            (&back[0], &mut front[to])
        }
    }
}

/// The resource of a name.
fn place(shared: &Shared, name: &str) -> Result<Place> {
    if let Some(at) = shared.targets.iter().position(|target| target.name == name) {
        return Ok(Place::Target(at));
    }
    if let Some(at) = shared.bound.iter().position(|bound| bound.name == name && bound.is_data()) {
        return Ok(Place::Bound(at));
    }
    let targets = shared.targets.iter().map(|target| target.name.as_str());
    let known = targets.chain(shared.bound.iter().map(|bound| bound.name.as_str()));
    let near = nearest(name, known).map_or_else(String::new, |near| format!("; {}", did_you_mean(near)));
    Err(format!("unknown resource '{name}'{near}"))
}

/// Sets the elements of a resource: those of a buffer are words of its type.
fn clear(resource: &mut Resource, element: Element, value: [f64; 4]) {
    match resource {
        Resource::Buffer(bytes, _) => {
            let bits = match element {
                Element::Float(4) => u64::from((value[0] as f32).to_bits()),
                Element::Float(8) => value[0].to_bits(),
                Element::Float(_) | Element::Uint(_) => value[0] as u64,
                Element::Sint(_) => (value[0] as i64).cast_unsigned(),
            };
            let size = element.bytes();
            bytes.chunks_exact_mut(size).for_each(|place| place.copy_from_slice(&bits.to_le_bytes()[..size]));
        }
        Resource::Image(image) => fill(image, value),
        Resource::Sampler(_) | Resource::Scene(_) => {}
    }
}

fn fill(image: &mut Image, value: [f64; 4]) {
    let texel = value.map(|number| match image.format().class() {
        Class::Float => (number as f32).to_bits(),
        Class::Uint | Class::WideUint => number as u32,
        Class::Sint | Class::WideSint => (number as i32).cast_unsigned(),
    });
    for level in 0..image.levels() as usize {
        let [width, height, depth] = image.size().map(|size| (size >> level).max(1));
        for (layer, z) in (0..image.layers()).flat_map(|layer| (0..depth).map(move |z| (layer, z))) {
            for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                image.set_texel(level, layer, [x, y, z], texel);
            }
        }
    }
}

/// Copies bytes or texels. Images must have one shape and format; a buffer takes what it has room for.
fn copy(from_name: &str, from: &Resource, to_name: &str, to: &mut Resource) -> Result<()> {
    match (from, to) {
        (Resource::Image(from), Resource::Image(to)) => {
            let shape = |image: &Image| (image.format(), image.size(), image.layers(), image.levels());
            if shape(from) != shape(to) {
                let shown = |image: &Image| {
                    let [width, height, depth] = image.size();
                    format!("{width}x{height}x{depth} {}", image.format().name())
                };
                let (own, other) = (shown(to), shown(from));
                return Err(format!("'{from_name}' ({other}) cannot be copied to '{to_name}' ({own})"));
            }
            to.bytes_mut().copy_from_slice(from.bytes());
        }
        (from, Resource::Buffer(bytes, _)) => {
            let own = from.bytes();
            let room = bytes.len();
            let to = bytes.get_mut(..own.len());
            let to = to.ok_or_else(|| format!("'{from_name}' has {} bytes, '{to_name}' has {room}", own.len()))?;
            to.copy_from_slice(own);
        }
        (Resource::Buffer(bytes, _), Resource::Image(to)) => {
            let own = to.bytes_mut();
            if own.len() != bytes.len() {
                return Err(format!("'{from_name}' has {} bytes, '{to_name}' has {}", bytes.len(), own.len()));
            }
            own.copy_from_slice(bytes);
        }
        (_, _) => return Err(format!("'{from_name}' cannot be copied to '{to_name}'")),
    }
    Ok(())
}
