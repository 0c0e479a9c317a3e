//! Bindings of a dispatch, whether they fit, and the descriptors that a kernel gets for it.

use super::is_buffer;
use crate::buffers::Bytes;
use crate::error::Error;
use crate::image::view::View;
use crate::image::{Class, Dim, Format, Image, Sampler};
use crate::shadow::Lent;
use abi::{Access, Binding, BindingKind, Desc, ImageDim, KernelInfo};
use std::collections::BTreeMap;
use std::ptr;
use std::slice;
use std::sync::Arc;
use trace::Scene;

/// The alignment that kernels may rely on for the start of a buffer.
const ALIGN: usize = 16;

/// Something that a caller binds.
#[derive(Debug)]
pub(super) enum Bound<'b> {
    Shared(&'b [u8]),
    Exclusive(&'b mut [u8]),
    Texture(&'b Image),
    Image(&'b mut Image),
    Sampler(Box<Sampler>),
    Scene(Arc<Scene>),
}

/// Contents of one descriptor.
#[derive(Debug, Default)]
pub(super) struct Slot<'b> {
    /// A buffer or an image.
    memory: Option<Bound<'b>>,
    sampler: Option<Box<Sampler>>,
    /// True if the two were bound for an earlier run, so that others may replace them.
    memory_settled: bool,
    sampler_settled: bool,
}

impl<'b> Slot<'b> {
    /// Binds something, unless another binding has not been used by a run yet. Returns whether it is bound.
    pub(super) fn set(&mut self, bound: Bound<'b>) -> bool {
        let taken = match &bound {
            Bound::Sampler(_) => self.sampler.is_some() && !self.sampler_settled,
            _ => self.memory.is_some() && !self.memory_settled,
        };
        if taken {
            return false;
        }
        match bound {
            Bound::Sampler(sampler) => (self.sampler, self.sampler_settled) = (Some(sampler), false),
            Bound::Shared(_) | Bound::Exclusive(_) | Bound::Texture(_) | Bound::Image(_) | Bound::Scene(_) => {
                (self.memory, self.memory_settled) = (Some(bound), false);
            }
        }
        true
    }

    /// Its contents, lent for another run.
    pub(super) fn lend(&mut self) -> Slot<'_> {
        let memory = self.memory.as_mut().map(|memory| match memory {
            Bound::Shared(bytes) => Bound::Shared(bytes),
            Bound::Exclusive(bytes) => Bound::Exclusive(bytes),
            Bound::Texture(image) => Bound::Texture(image),
            Bound::Image(image) => Bound::Image(image),
            Bound::Sampler(sampler) => Bound::Sampler(sampler.clone()),
            Bound::Scene(scene) => Bound::Scene(Arc::clone(scene)),
        });
        let sampler = self.sampler.clone();
        Slot { memory, sampler, memory_settled: false, sampler_settled: false }
    }

    /// The bytes or texels that a run may change.
    pub(super) fn contents(&mut self) -> Option<&mut [u8]> {
        match self.memory.as_mut()? {
            Bound::Exclusive(bytes) => Some(bytes),
            Bound::Image(image) => Some(image.bytes_mut()),
            Bound::Shared(_) | Bound::Texture(_) | Bound::Sampler(_) | Bound::Scene(_) => None,
        }
    }

    /// The image, if it is one.
    pub(super) fn image(&self) -> Option<&Image> {
        match self.memory.as_ref()? {
            Bound::Texture(image) => Some(image),
            Bound::Image(image) => Some(image),
            Bound::Shared(_) | Bound::Exclusive(_) | Bound::Sampler(_) | Bound::Scene(_) => None,
        }
    }

    /// Marks the bindings as used by a run.
    pub(super) fn settle(&mut self) {
        (self.memory_settled, self.sampler_settled) = (true, true);
    }

    /// Replaces the texels of an image that is written.
    pub(super) fn set_texels(&mut self, bytes: &[u8]) {
        if let Some(Bound::Image(image)) = &mut self.memory
            && image.bytes().len() == bytes.len()
        {
            image.bytes_mut().copy_from_slice(bytes);
        }
    }

    /// Replaces the bytes of a buffer that is written.
    pub(super) fn set_bytes(&mut self, bytes: &[u8]) {
        if let Some(Bound::Exclusive(own)) = &mut self.memory
            && own.len() == bytes.len()
        {
            own.copy_from_slice(bytes);
        }
    }

    /// Returns whether the contents are complete for a binding of this kind.
    pub(super) fn holds(&self, kind: BindingKind) -> bool {
        match kind {
            BindingKind::Sampler => self.sampler.is_some(),
            BindingKind::CombinedImageSampler => self.sampler.is_some() && self.memory.is_some(),
            BindingKind::UniformBuffer | BindingKind::StorageBuffer => self.memory.is_some(),
            BindingKind::SampledImage | BindingKind::StorageImage => self.memory.is_some(),
            BindingKind::UniformTexelBuffer | BindingKind::StorageTexelBuffer => self.memory.is_some(),
            BindingKind::Scene => self.memory.is_some(),
        }
    }

    /// The size of the buffer, if it is one.
    pub(super) fn bytes(&self) -> Option<u64> {
        match self.memory.as_ref()? {
            Bound::Shared(bytes) => Some(bytes.len() as u64),
            Bound::Exclusive(bytes) => Some(bytes.len() as u64),
            Bound::Texture(_) | Bound::Image(_) | Bound::Sampler(_) | Bound::Scene(_) => None,
        }
    }
}

pub(super) fn kind_name(kind: BindingKind) -> &'static str {
    match kind {
        BindingKind::UniformBuffer | BindingKind::StorageBuffer => "a buffer",
        BindingKind::SampledImage => "a texture",
        BindingKind::StorageImage => "an image",
        BindingKind::UniformTexelBuffer | BindingKind::StorageTexelBuffer => "a buffer of texels",
        BindingKind::Sampler => "a sampler",
        BindingKind::CombinedImageSampler => "a texture with its sampler",
        BindingKind::Scene => "an acceleration structure",
    }
}

/// Returns whether what is bound is what the binding holds.
pub(super) fn fits(bound: &Bound<'_>, binding: &Binding, place: impl Fn() -> String) -> Result<(), Error> {
    let kind = |given| Error::Kind { place: place(), wanted: kind_name(binding.kind), given };
    let takes_sampler = matches!(binding.kind, BindingKind::Sampler | BindingKind::CombinedImageSampler);
    let image = match bound {
        Bound::Shared(_) | Bound::Exclusive(_) if is_buffer(binding) => return Ok(()),
        Bound::Shared(_) | Bound::Exclusive(_) => return Err(kind("a buffer")),
        Bound::Sampler(_) if takes_sampler => return Ok(()),
        Bound::Sampler(_) => return Err(kind("a sampler")),
        Bound::Scene(_) if binding.kind == BindingKind::Scene => return Ok(()),
        Bound::Scene(_) => return Err(kind("an acceleration structure")),
        Bound::Texture(image) => *image,
        Bound::Image(image) => &**image,
    };
    if is_buffer(binding) || matches!(binding.kind, BindingKind::Sampler | BindingKind::Scene) {
        return Err(kind("an image"));
    }
    let Some((shape, format)) = binding.image else { return Ok(()) };
    let declared = Format::from_spirv(format).map(Format::class);
    let same_class = declared.is_none_or(|class| class == image.format().class());
    if shape & abi::SHAPE_DIM == image.dim().abi() as u32 && same_class {
        return Ok(());
    }
    let given = describe(image.dim().abi() as u32, Some(image.format().class()));
    Err(Error::Shape { place: place(), wanted: describe(shape, declared), given })
}

fn describe(shape: u32, class: Option<Class>) -> String {
    let dims = [
        (ImageDim::D1, "a 1D image"),
        (ImageDim::D2, "a 2D image"),
        (ImageDim::D3, "a 3D image"),
        (ImageDim::Cube, "a cube"),
        (ImageDim::Buffer, "a buffer of texels"),
    ];
    let dim = dims.iter().find(|(dim, _)| *dim as u32 == shape & abi::SHAPE_DIM).map_or("an image", |(_, text)| text);
    match class {
        None => dim.to_owned(),
        Some(Class::Float) => format!("{dim} of floating-point numbers"),
        Some(Class::Uint) => format!("{dim} of unsigned integers"),
        Some(Class::Sint) => format!("{dim} of signed integers"),
        Some(Class::WideUint) => format!("{dim} of unsigned integers of 64 bits"),
        Some(Class::WideSint) => format!("{dim} of signed integers of 64 bits"),
    }
}

/// Bindings in the form for kernels.
pub(super) struct Prepared<'a> {
    /// By descriptor.
    slots: Vec<(usize, Ready<'a>)>,
}

struct Ready<'a> {
    memory: Memory<'a>,
    sampler: Option<&'a Sampler>,
    /// Texture and sampler in the form for generated code.
    texture: Option<(abi::Texture, Vec<abi::TextureLevel>)>,
    state: Option<abi::SamplerState>,
}

enum Memory<'a> {
    None,
    Shared(&'a [u8]),
    Exclusive(&'a mut [u8]),
    /// A copy that is read alone, because the original is not aligned.
    Aligned(Bytes),
    /// A copy, because the original is not aligned or must not be written, and where it goes afterwards.
    Copy(Bytes, Option<&'a mut [u8]>),
    View(View<'a>),
    Scene(&'a Scene),
}

/// Prepares the bindings for a kernel.
pub(super) fn prepare<'a>(
    info: &KernelInfo,
    literals: &'a [(usize, Sampler)],
    slots: &'a mut BTreeMap<usize, Slot<'_>>,
) -> Result<Prepared<'a>, Error> {
    let is_written = |slot: usize| {
        let holds = |binding: &&Binding| (slot as u64).wrapping_sub(binding.slot.into()) < binding.count.into();
        info.bindings.iter().filter(holds).any(|binding| binding.access != Access::Read)
    };
    let ready = |(&number, slot): (&usize, &'a mut Slot<'_>)| Ok((number, ready(slot, is_written(number))?));
    let written_out = literals.iter().map(|(number, sampler)| Ok((*number, of_sampler(sampler))));
    Ok(Prepared { slots: slots.iter_mut().map(ready).chain(written_out).collect::<Result<_, Error>>()? })
}

fn of_sampler(sampler: &Sampler) -> Ready<'_> {
    Ready { memory: Memory::None, sampler: Some(sampler), texture: None, state: sampler.state() }
}

fn ready<'a>(slot: &'a mut Slot<'_>, written: bool) -> Result<Ready<'a>, Error> {
    let aligned = |bytes: &[u8]| bytes.as_ptr().addr().is_multiple_of(ALIGN);
    let memory = match &mut slot.memory {
        None | Some(Bound::Sampler(_)) => Memory::None,
        Some(Bound::Shared(bytes)) if written => Memory::Copy(Bytes::copy(bytes)?, None),
        Some(Bound::Shared(bytes)) if aligned(bytes) => Memory::Shared(bytes),
        Some(Bound::Shared(bytes)) => Memory::Aligned(Bytes::copy(bytes)?),
        Some(Bound::Exclusive(bytes)) => {
            if aligned(bytes) {
                Memory::Exclusive(bytes)
            } else {
                Memory::Copy(Bytes::copy(bytes)?, Some(bytes))
            }
        }
        Some(Bound::Texture(image)) => Memory::View(image.view()),
        Some(Bound::Image(image)) => Memory::View(image.view_mut()),
        Some(Bound::Scene(scene)) => Memory::Scene(scene),
    };
    let texture = match &memory {
        Memory::View(view) => view.texture(),
        Memory::None | Memory::Shared(_) | Memory::Aligned(_) | Memory::Exclusive(_) | Memory::Copy(..) => None,
        Memory::Scene(_) => None,
    };
    let sampler = slot.sampler.as_deref();
    Ok(Ready { memory, sampler, texture, state: sampler.and_then(Sampler::state) })
}

/// Bindings as the interpreter takes them: as they are, but for copies of buffers whose results are lost.
pub(super) struct LentBindings<'a> {
    pub(super) buffers: BTreeMap<u32, interp::Memory<'a>>,
    pub(super) views: BTreeMap<u32, View<'a>>,
    pub(super) samplers: BTreeMap<u32, &'a Sampler>,
    pub(super) scenes: BTreeMap<u32, Arc<Scene>>,
}

/// Bindings as a debugger takes them: copies of all.
#[derive(Default)]
pub(super) struct Owned {
    pub(super) buffers: BTreeMap<u32, Vec<u8>>,
    pub(super) images: BTreeMap<u32, Image>,
    pub(super) samplers: BTreeMap<u32, Sampler>,
    pub(super) scenes: BTreeMap<u32, Arc<Scene>>,
}

impl Owned {
    /// Copies what is bound.
    pub(super) fn take(&mut self, slots: &BTreeMap<usize, Slot<'_>>) -> Result<(), Error> {
        for (number, slot) in slots {
            let number = *number as u32;
            self.samplers.extend(slot.sampler.as_deref().map(|sampler| (number, sampler.clone())));
            match &slot.memory {
                None | Some(Bound::Sampler(_)) => {}
                Some(Bound::Shared(bytes)) => drop(self.buffers.insert(number, copy_of(bytes)?)),
                Some(Bound::Exclusive(bytes)) => drop(self.buffers.insert(number, copy_of(bytes)?)),
                Some(Bound::Texture(image)) => drop(self.images.insert(number, (*image).clone())),
                Some(Bound::Image(image)) => drop(self.images.insert(number, (**image).clone())),
                Some(Bound::Scene(scene)) => drop(self.scenes.insert(number, Arc::clone(scene))),
            }
        }
        Ok(())
    }
}

fn copy_of(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(|_| Error::NoMemory { bytes: bytes.len() as u64 })?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// Makes what is bound ready for the interpreter. Buffers change only if a test says so of their descriptors.
pub(super) fn lent<'a>(
    literals: &'a [(usize, Sampler)],
    slots: &'a mut BTreeMap<usize, Slot<'_>>,
    may_change: impl Fn(usize) -> bool,
) -> Result<LentBindings<'a>, Error> {
    let mut lent = LentBindings {
        buffers: BTreeMap::new(),
        views: BTreeMap::new(),
        samplers: literals.iter().map(|(slot, sampler)| (*slot as u32, sampler)).collect(),
        scenes: BTreeMap::new(),
    };
    for (number, slot) in slots {
        let changes = may_change(*number);
        let number = *number as u32;
        if let Some(sampler) = slot.sampler.as_deref() {
            lent.samplers.insert(number, sampler);
        }
        match &mut slot.memory {
            None | Some(Bound::Sampler(_)) => {}
            Some(Bound::Shared(bytes)) if changes => {
                lent.buffers.insert(number, interp::Memory::Owned(copy_of(bytes)?));
            }
            Some(Bound::Shared(bytes)) => {
                lent.buffers.insert(number, interp::Memory::Shared(bytes));
            }
            Some(Bound::Exclusive(bytes)) => {
                lent.buffers.insert(number, interp::Memory::Lent(bytes));
            }
            Some(Bound::Texture(image)) => {
                lent.views.insert(number, image.view());
            }
            Some(Bound::Image(image)) => {
                lent.views.insert(number, image.view_mut());
            }
            Some(Bound::Scene(scene)) => {
                lent.scenes.insert(number, Arc::clone(scene));
            }
        }
    }
    Ok(lent)
}

impl Prepared<'_> {
    /// The descriptors, this many. They point into `self`.
    pub(super) fn descs(&mut self, count: usize) -> Vec<Desc> {
        let mut descs = vec![Desc::NULL; count];
        for (number, slot) in &mut self.slots {
            descs[*number] = slot.desc();
        }
        descs
    }

    /// The memory that a kernel reaches through the descriptors.
    pub(super) fn lent(&mut self) -> Vec<Lent> {
        self.slots.iter_mut().flat_map(|(_, slot)| slot.lent()).collect()
    }

    /// Brings results back from copies.
    pub(super) fn copy_back(self) {
        for (_, slot) in self.slots {
            if let Memory::Copy(bytes, Some(original)) = slot.memory {
                original.copy_from_slice(&bytes);
            }
        }
    }
}

impl Ready<'_> {
    fn lent(&mut self) -> Vec<Lent> {
        let mut lent: Vec<Lent> = self.state.iter().map(|state| Lent::to_read(slice::from_ref(state))).collect();
        match &mut self.memory {
            Memory::Shared(bytes) => lent.push(Lent::to_read(bytes)),
            Memory::Aligned(bytes) => lent.push(Lent::to_read(bytes)),
            Memory::Exclusive(bytes) => lent.push(Lent::to_write(bytes.as_mut_ptr(), bytes.len())),
            Memory::Copy(bytes, _) => lent.push(Lent::to_write(bytes.as_mut_ptr(), bytes.len())),
            Memory::View(view) => {
                if let Some((texture, levels)) = &self.texture {
                    lent.extend([Lent::to_read(slice::from_ref(texture)), Lent::to_read(levels), view.lent()]);
                }
            }
            Memory::None | Memory::Scene(_) => {}
        }
        lent
    }

    fn desc(&mut self) -> Desc {
        let sampler = self.sampler.map_or(ptr::null(), |sampler| ptr::from_ref(sampler).cast());
        let state = self.state.as_ref().map_or(ptr::null(), ptr::from_ref);
        let texture = self.texture.as_mut().map_or(ptr::null(), |(texture, levels)| {
            texture.levels = levels.as_ptr();
            ptr::from_ref(texture)
        });
        let desc = Desc { sampler, state, texture, ..Desc::NULL };
        match &mut self.memory {
            Memory::None => desc,
            Memory::Shared(bytes) => Desc { base: bytes.as_ptr().cast_mut(), bytes: bytes.len() as u64, ..desc },
            Memory::Exclusive(bytes) => Desc { base: bytes.as_mut_ptr(), bytes: bytes.len() as u64, ..desc },
            Memory::Aligned(bytes) | Memory::Copy(bytes, _) => {
                Desc { base: bytes.as_mut_ptr(), bytes: bytes.len() as u64, ..desc }
            }
            Memory::View(view) => Desc { image: ptr::from_ref(view).cast(), ..desc },
            Memory::Scene(scene) => Desc { image: ptr::from_ref(*scene).cast(), ..desc },
        }
    }
}

/// An image of zeros for a binding: of the shape that the shader declares, and of this format or the declared one.
/// `None` for bindings that hold no image.
///
/// # Errors
/// When there is no room for the given number of texels.
pub fn image_for(binding: &Binding, size: [u32; 3], format: Option<Format>) -> Result<Option<Image>, Error> {
    let Some((shape, declared)) = binding.image else { return Ok(None) };
    let format = format.or_else(|| Format::from_spirv(declared)).unwrap_or(Format::RGBA32_FLOAT);
    let dims = [Dim::D1, Dim::D2, Dim::D3, Dim::Cube, Dim::Buffer];
    let is_it = |dim: &Dim| dim.abi() as u32 == shape & abi::SHAPE_DIM;
    let Some(dim) = dims.into_iter().find(is_it) else { return Ok(None) };
    let [width, height, depth] = size;
    let image = match dim {
        Dim::D1 => Image::d1(format, width),
        Dim::D2 => Image::d2(format, width, height),
        Dim::D3 => Image::d3(format, width, height, depth),
        Dim::Cube => Image::cube(format, width),
        Dim::Buffer => Image::buffer(format, width),
    }?;
    let image = if shape & abi::SHAPE_ARRAYED == 0 { image } else { image.with_layers(depth)? };
    Ok(Some(image))
}
