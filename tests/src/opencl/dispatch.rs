//! Dispatches: bindings become arguments, the kernel runs, and the results are copied back.

use super::api::{Extent, Handle};
use super::arguments::Given;
use super::kernel::{Compiled, Kernel};
use super::objects::Object;
use super::{Device, formats, told};
use crate::device::Result;
use crate::slots::{Bound, Driven};
use runner::image::Dim;
use runner::{Image, KernelInfo};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::{Arc, PoisonError};

/// A dispatch.
pub type Dispatch<'b> = Driven<'b, Kernel>;

/// A slot on the device.
struct Resident {
    slot: usize,
    memory: Object,
    /// The buffer with the texels of an image.
    texels: Option<Object>,
}

/// Read-write memory, initialised with a copy of the host's.
const COPIED: u64 = 1 | 1 << 5;
/// The minimum size of a buffer.
const LEAST_BYTES: usize = 16;
/// Blocking calls.
const BLOCKING: u32 = 1;

impl Dispatch<'_> {
    /// Runs this many workgroups along each axis. Afterwards the bound memory has the results.
    ///
    /// # Errors
    /// When something is missing, or the device fails.
    pub fn run(&mut self, groups: [u32; 3]) -> Result<()> {
        let compiled = Arc::clone(&self.kernel.0);
        let Compiled { info, device, kernel, arguments } = &*compiled;
        let _turn = device.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut residents: Vec<Resident> = Vec::new();
        let mut samplers = Vec::new();
        for (at, given) in (0..).zip(arguments) {
            match given {
                Given::Memory(slot) => {
                    let resident = self.resident(device, info, *slot)?;
                    set(device, kernel, at, resident.memory.handle())?;
                    residents.push(resident);
                }
                Given::Sampler(slot) => {
                    let sampler = self.slots.at(*slot).sampler.as_ref().ok_or("a sampler is missing")?;
                    samplers.push(formats::sampler(device, sampler)?);
                    set(device, kernel, at, samplers[samplers.len() - 1].handle())?;
                }
                Given::Size(slot) => {
                    let bytes = self.slots.at(*slot).memory.as_ref().and_then(Bound::bytes).map_or(0, <[u8]>::len);
                    set(device, kernel, at, bytes as u64)?;
                }
                Given::Value(slot) => {
                    let bytes =
                        self.slots.at(*slot).memory.as_ref().and_then(Bound::bytes).ok_or("a value is missing")?;
                    set_bytes(device, kernel, at, bytes)?;
                }
                Given::Push(offset, bytes) => {
                    set_bytes(device, kernel, at, &self.slots.pushed(offset + bytes)[*offset..])?;
                }
            }
        }
        launch(device, kernel, info, groups)?;
        residents.iter().try_for_each(|resident| self.bring_back(device, resident))
    }

    fn resident(&self, device: &Device, info: &KernelInfo, slot: usize) -> Result<Resident> {
        let memory = self.slots.at(slot).memory.as_ref();
        let (memory, texels) = match (memory.and_then(Bound::image), memory.and_then(Bound::bytes)) {
            (Some(image), _) => image_of(device, image)?,
            (None, Some(bytes)) => (buffer(device, bytes)?, None),
            (None, None) if self.slots.has_gaps() => {
                let mut bindings = info.bindings.iter();
                let binding =
                    bindings.find(|binding| (binding.slot..binding.slot + binding.count).contains(&(slot as u32)));
                let bytes = binding.map_or(0, |binding| binding.min_bytes);
                (buffer(device, &vec![0; bytes as usize])?, None)
            }
            (None, None) => return Err(format!("nothing is bound to descriptor {slot}")),
        };
        Ok(Resident { slot, memory, texels })
    }

    /// Copies the results back.
    fn bring_back(&mut self, device: &Device, resident: &Resident) -> Result<()> {
        let Some(memory) = self.slots.at_mut(resident.slot).memory.as_mut() else { return Ok(()) };
        let region = memory.image().map(formats::extent);
        let Some(bytes) = memory.results().filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
        let queue = device.queue.handle();
        let at = bytes.as_mut_ptr().cast();
        // SAFETY: see the module above; there are as many bytes as buffers and images were made with.
        let code = unsafe {
            match (region, &resident.texels) {
                (Some(region), None) => {
                    let (object, start): (Handle, Extent) = (resident.memory.handle(), [0; 3]);
                    let (start, region) = (start.as_ptr(), region.as_ptr());
                    (device.api.enqueue_read_image)(
                        queue,
                        object,
                        BLOCKING,
                        start,
                        region,
                        0,
                        0,
                        at,
                        0,
                        null(),
                        null_mut(),
                    )
                }
                (Some(_) | None, texels) => {
                    let object = texels.as_ref().unwrap_or(&resident.memory).handle();
                    (device.api.enqueue_read_buffer)(queue, object, BLOCKING, 0, bytes.len(), at, 0, null(), null_mut())
                }
            }
        };
        told("bring results back", code)
    }
}

fn launch(device: &Device, kernel: &Object, info: &KernelInfo, groups: [u32; 3]) -> Result<()> {
    let local: Extent = info.local_size.map(|size| size as usize);
    let global: Extent = [0, 1, 2].map(|axis| groups[axis] as usize * local[axis]);
    if global.contains(&0) {
        return Ok(());
    }
    let (queue, kernel) = (device.queue.handle(), kernel.handle());
    let (global, local) = (global.as_ptr(), local.as_ptr());
    // SAFETY: see the module above; the arguments are all set.
    unsafe {
        let run = device.api.enqueue_nd_range_kernel;
        told("run the kernel", run(queue, kernel, 3, null(), global, local, 0, null(), null_mut()))?;
        told("wait for the kernel", (device.api.finish)(queue))
    }
}

/// Sets an argument that is a handle or a number.
fn set<T: Copy>(device: &Device, kernel: &Object, at: u32, value: T) -> Result<()> {
    // SAFETY: see the module above; the device examines as many bytes as a value of the type has.
    let code = unsafe {
        (device.api.set_kernel_arg)(kernel.handle(), at, size_of::<T>(), (&raw const value).cast::<c_void>())
    };
    told(&format!("set argument {at}"), code)
}

fn set_bytes(device: &Device, kernel: &Object, at: u32, bytes: &[u8]) -> Result<()> {
    // SAFETY: see the module above.
    let code = unsafe { (device.api.set_kernel_arg)(kernel.handle(), at, bytes.len(), bytes.as_ptr().cast()) };
    told(&format!("set argument {at}"), code)
}

fn buffer(device: &Device, bytes: &[u8]) -> Result<Object> {
    let mut copy = bytes.to_vec();
    copy.resize(bytes.len().max(LEAST_BYTES), 0);
    let (api, mut code) = (&device.api, 0);
    // SAFETY: see the module above; the driver copies the bytes.
    let made = unsafe {
        (api.create_buffer)(device.context.handle(), COPIED, copy.len(), copy.as_mut_ptr().cast(), &mut code)
    };
    told("make a buffer", code)?;
    Ok(Object::new(api, made, api.release_mem_object))
}

/// An image, with the buffer of its texels if it is one.
fn image_of(device: &Device, image: &Image) -> Result<(Object, Option<Object>)> {
    let texels = if image.dim() == Dim::Buffer { Some(buffer(device, image.bytes())?) } else { None };
    let (format, desc) = formats::image(image, texels.as_ref().map_or(Handle::NULL, Object::handle))?;
    let mut copy = image.bytes().to_vec();
    let (flags, from) = match texels {
        Some(_) => (1, null_mut()),
        None => (COPIED, copy.as_mut_ptr().cast()),
    };
    let (api, mut code) = (&device.api, 0);
    // SAFETY: see the module above; the driver copies as many bytes as the image has.
    let made = unsafe { (api.create_image)(device.context.handle(), flags, &format, &desc, from, &mut code) };
    told("make an image", code)?;
    Ok((Object::new(api, made, api.release_mem_object), texels))
}
