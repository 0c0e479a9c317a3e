//! Bindings of a dispatch on a driver: one slot per descriptor, and the push constants.
//!
//! Bindings are looked up in the kernel's interface. Knows no driver.

use runner::buffers::Pod;
use runner::{Image, KernelInfo, Place, Sampler};

/// A kernel of a driver with its bindings.
pub struct Driven<'b, Kernel> {
    pub(crate) kernel: Kernel,
    pub(crate) slots: Slots<'b>,
}

impl<Kernel> Driven<'_, Kernel> {
    /// A dispatch of a kernel with this interface, without bindings.
    pub(crate) fn new(kernel: Kernel, info: &KernelInfo) -> Self {
        Driven { kernel, slots: Slots::new(info) }
    }
}

/// The bindings so far.
pub(crate) struct Slots<'b> {
    info: KernelInfo,
    slots: Vec<Slot<'b>>,
    push: Vec<u8>,
    gaps: bool,
}

#[derive(Default)]
pub(crate) struct Slot<'b> {
    pub(crate) memory: Option<Bound<'b>>,
    pub(crate) sampler: Option<Sampler>,
}

pub(crate) enum Bound<'b> {
    Shared(&'b [u8]),
    Exclusive(&'b mut [u8]),
    Texture(&'b Image),
    Image(&'b mut Image),
}

impl Bound<'_> {
    /// The bound image.
    pub(crate) fn image(&self) -> Option<&Image> {
        match self {
            Bound::Texture(image) => Some(image),
            Bound::Image(image) => Some(image),
            Bound::Shared(_) | Bound::Exclusive(_) => None,
        }
    }

    /// The bytes of the bound buffer.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Bound::Shared(bytes) => Some(bytes),
            Bound::Exclusive(bytes) => Some(bytes),
            Bound::Texture(_) | Bound::Image(_) => None,
        }
    }

    /// The memory for results, if it may be written.
    pub(crate) fn results(&mut self) -> Option<&mut [u8]> {
        match self {
            Bound::Exclusive(bytes) => Some(bytes),
            Bound::Image(image) => Some(image.bytes_mut()),
            Bound::Shared(_) | Bound::Texture(_) => None,
        }
    }
}

impl<'b> Slots<'b> {
    /// Empty slots.
    fn new(info: &KernelInfo) -> Self {
        Slots {
            info: info.clone(),
            slots: (0..info.slots).map(|_| Slot::default()).collect(),
            push: Vec::new(),
            gaps: false,
        }
    }

    /// Binds memory.
    pub(crate) fn bind(&mut self, place: &Place<'_>, memory: Bound<'b>) -> Result<(), String> {
        self.named(place)?.memory = Some(memory);
        Ok(())
    }

    /// Binds a sampler.
    pub(crate) fn sampler(&mut self, place: &Place<'_>, sampler: Sampler) -> Result<(), String> {
        self.named(place)?.sampler = Some(sampler);
        Ok(())
    }

    fn named(&mut self, place: &Place<'_>) -> Result<&mut Slot<'b>, String> {
        let binding = place.binding(&self.info).map_err(|error| error.to_string())?;
        let slot = place.slot(binding).map_err(|error| error.to_string())?;
        Ok(&mut self.slots[slot])
    }

    /// Sets the push constants.
    pub(crate) fn push_constants<T: Pod>(&mut self, values: &[T]) {
        self.push = bytemuck::cast_slice(values).to_vec();
    }

    /// Allows missing buffers: the kernel reads zeros there.
    pub(crate) fn allow_gaps(&mut self) {
        self.gaps = true;
    }

    /// The slot of a descriptor.
    pub(crate) fn at(&self, slot: usize) -> &Slot<'b> {
        &self.slots[slot]
    }

    /// The slot of a descriptor, whose memory gets results.
    pub(crate) fn at_mut(&mut self, slot: usize) -> &mut Slot<'b> {
        &mut self.slots[slot]
    }

    /// This many bytes of push constants; zeros if none were given.
    pub(crate) fn pushed(&self, bytes: usize) -> Vec<u8> {
        let mut push = self.push.clone();
        push.resize(bytes, 0);
        push
    }

    /// Returns whether buffers may be missing.
    pub(crate) fn has_gaps(&self) -> bool {
        self.gaps
    }
}
