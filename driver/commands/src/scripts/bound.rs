//! What the shaders of a pipeline see of buffers, images and samplers: copies, of which what was written comes back.
//!
//! Several bindings may show the same buffer. It must not know how shaders run.

use super::memory::Memory;
use super::{Fault, at};
use amber::Script;
use amber::script::{Bind, BindKind, Binding, Pipeline};
use runner::buffers::Bytes;
use runner::image::{Address, Compare, Filter, Sampler};
use runner::{Dispatch, Error, Image, KernelInfo, Place};
use std::sync::Arc;
use trace::Scene;

/// What is bound to a pipeline.
pub(super) struct Bound {
    slots: Vec<Slot>,
    push: Vec<u8>,
}

/// The multiple of bytes that copies of uniform buffers have.
const UNIFORM_BYTES: usize = 256;

/// An element of a binding.
struct Slot {
    /// Set, binding and element.
    at: (u32, u32, u32),
    /// The number of the buffer.
    buffer: Option<usize>,
    what: What,
}

enum What {
    /// A copy from a byte on, and the bytes as they were.
    Bytes(Bytes, usize, Vec<u8>),
    /// A copy.
    Image(Image, Option<Before>),
    Sampler(Sampler),
    Scene(Arc<Scene>),
}

/// An image that may be written, as it was.
struct Before {
    image: Image,
    /// True if it is a texel buffer.
    of_texels: bool,
    /// The first level.
    level: u32,
}

impl Bound {
    /// Copies what is bound.
    ///
    /// # Errors
    /// When something does not fit, at the line of the binding.
    pub(super) fn new(
        script: &Script,
        pipeline: &Pipeline,
        (memory, scenes): (&[Memory], &[Arc<Scene>]),
    ) -> Result<Self, Fault> {
        let (mut slots, mut push) = (Vec::new(), Vec::new());
        for binding in &pipeline.bindings {
            if binding.kind == BindKind::Push {
                let buffer = binding.bind.first().and_then(|bind| bind.buffer);
                push = buffer.map_or(Vec::new(), |buffer| memory[buffer].levels[0].clone());
            }
            for (element, bind) in (0..).zip(&binding.bind) {
                if let Some(top) = bind.top {
                    let at = (binding.set, binding.binding, element);
                    slots.push(Slot { at, buffer: None, what: What::Scene(Arc::clone(&scenes[top])) });
                }
                slots.extend(of_element(script, memory, binding, element, bind).map_err(at(binding.line))?);
            }
        }
        Ok(Bound { slots, push })
    }

    /// Binds what a kernel has.
    ///
    /// # Errors
    /// When it does not fit.
    pub(super) fn bind<'b>(&'b mut self, info: &KernelInfo, dispatch: &mut Dispatch<'b>) -> Result<(), Error> {
        for Slot { at, what, .. } in &mut self.slots {
            if Place::from(*at).binding(info).is_err() {
                continue;
            }
            match what {
                What::Bytes(bytes, ..) => dispatch.buffer_mut(*at, &mut bytes[..])?,
                What::Image(image, ..) => dispatch.image(*at, image)?,
                What::Sampler(sampler) => dispatch.sampler(*at, sampler.clone())?,
                What::Scene(scene) => dispatch.scene(*at, scene)?,
            };
        }
        if info.push_bytes > 0 && !self.push.is_empty() {
            let length = self.push.len().min(info.push_bytes as usize);
            dispatch.push_constants(&self.push[..length]);
        }
        Ok(())
    }

    /// Brings back what was written.
    ///
    /// # Errors
    /// When an image cannot be written.
    pub(super) fn store(&self, memory: &mut [Memory]) -> Result<(), String> {
        for slot in &self.slots {
            let Some(buffer) = slot.buffer else { continue };
            match &slot.what {
                What::Bytes(bytes, start, before) => {
                    let own = memory[buffer].levels[0][*start..].iter_mut().zip(bytes.iter().zip(before));
                    own.filter(|(_, (now, before))| now != before).for_each(|(to, (now, _))| *to = *now);
                }
                What::Image(image, Some(before)) => {
                    memory[buffer].store([image, &before.image], before.of_texels, before.level)?;
                }
                What::Image(_, None) | What::Sampler(_) | What::Scene(_) => {}
            }
        }
        Ok(())
    }
}

/// What an element of a binding shows: an image and its sampler are two.
fn of_element(
    script: &Script,
    memory: &[Memory],
    binding: &Binding,
    element: u32,
    bind: &Bind,
) -> Result<Vec<Slot>, String> {
    let at = (binding.set, binding.binding, element);
    let sampler = bind.sampler.map(|number| sampler(&script.samplers[number].settings)).transpose()?;
    let sampler = sampler.map(|sampler| Slot { at, buffer: None, what: What::Sampler(sampler) });
    let Some(buffer) = bind.buffer else { return Ok(sampler.into_iter().collect()) };
    let own = &memory[buffer];
    let image = |of_texels: bool, is_written: bool| {
        let image = own.image(of_texels, binding.level)?;
        let before = is_written.then(|| Before { image: image.clone(), of_texels, level: binding.level });
        Ok::<_, String>(What::Image(image, before))
    };
    let what = match binding.kind {
        BindKind::Uniform | BindKind::Storage => {
            let rest = own.levels[0].get(bind.offset as usize..).ok_or("the offset is beyond the buffer")?;
            let length = bind.range.map_or(rest.len(), |range| rest.len().min(range as usize));
            let mut bytes = Bytes::from(&rest[..length]);
            if binding.kind == BindKind::Uniform {
                // A block may end behind the buffer where nothing is read.
                bytes.resize(length.next_multiple_of(UNIFORM_BYTES));
            }
            What::Bytes(bytes, bind.offset as usize, rest[..length].to_vec())
        }
        BindKind::UniformTexels => image(true, false)?,
        BindKind::StorageTexels => image(true, true)?,
        BindKind::StorageImage => image(false, true)?,
        BindKind::SampledImage | BindKind::Combined => image(false, false)?,
        BindKind::Sampler
        | BindKind::Color
        | BindKind::DepthStencil
        | BindKind::Resolve
        | BindKind::Push
        | BindKind::Scene => {
            return Ok(sampler.into_iter().collect());
        }
    };
    Ok(std::iter::once(Slot { at, buffer: Some(buffer), what }).chain(sampler).collect())
}

/// A sampler by what a script says of it.
fn sampler(settings: &[(&'static str, String)]) -> Result<Sampler, String> {
    let mut own = Sampler { max_lod: 1.0, ..Sampler::default() };
    let (mut compares, mut compare) = (false, Compare::Never);
    for (key, value) in settings {
        let unknown = || format!("unknown '{value}' of a sampler");
        match *key {
            "MAG_FILTER" => own.magnify = filter(value).ok_or_else(unknown)?,
            "MIN_FILTER" => own.minify = filter(value).ok_or_else(unknown)?,
            "ADDRESS_MODE_U" => own.address[0] = address(value).ok_or_else(unknown)?,
            "ADDRESS_MODE_V" => own.address[1] = address(value).ok_or_else(unknown)?,
            "ADDRESS_MODE_W" => own.address[2] = address(value).ok_or_else(unknown)?,
            "BORDER_COLOR" => own.border = border(value).ok_or_else(unknown)?,
            "MIN_LOD" => own.min_lod = value.parse().map_err(|_| unknown())?,
            "MAX_LOD" => own.max_lod = value.parse().map_err(|_| unknown())?,
            "UNNORMALIZED_COORDS" => (own.unnormalised, own.min_lod, own.max_lod) = (true, 0.0, 0.0),
            "COMPARE" => compares = value == "on",
            "COMPARE_OP" => compare = comparison(value).ok_or_else(unknown)?,
            _ => {}
        }
    }
    own.compare = compares.then_some(compare);
    Ok(own)
}

fn filter(name: &str) -> Option<Filter> {
    match name {
        "nearest" => Some(Filter::Nearest),
        "linear" => Some(Filter::Linear),
        _ => None,
    }
}

fn address(name: &str) -> Option<Address> {
    Some(match name {
        "repeat" => Address::Wrap,
        "mirrored_repeat" => Address::Mirror,
        "clamp_to_edge" => Address::Clamp,
        "clamp_to_border" => Address::Border,
        "mirrored_clamp_to_edge" => Address::MirrorOnce,
        _ => return None,
    })
}

fn border(name: &str) -> Option<[f32; 4]> {
    let (_, color) = name.split_once('_')?;
    Some(match color {
        "transparent_black" => [0.0; 4],
        "opaque_black" => [0.0, 0.0, 0.0, 1.0],
        "opaque_white" => [1.0; 4],
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<Compare> {
    Some(match name {
        "never" => Compare::Never,
        "less" => Compare::Less,
        "equal" => Compare::Equal,
        "less_or_equal" => Compare::LessEqual,
        "greater" => Compare::Greater,
        "not_equal" => Compare::NotEqual,
        "greater_or_equal" => Compare::GreaterEqual,
        "always" => Compare::Always,
        _ => return None,
    })
}
