//! What is bound to a dispatch that a driver runs: one slot per descriptor, and the push constants.
//!
//! Bindings are found by what a kernel is known to expect. Knows no driver.

use runner::buffers::Pod;
use runner::{Image, KernelInfo, Place, Sampler};

/// A kernel of a driver that is about to run, with what is bound to it.
pub struct Driven<'b, Kernel> {
    pub(crate) kernel: Kernel,
    pub(crate) slots: Slots<'b>,
}

impl<Kernel> Driven<'_, Kernel> {
    /// A dispatch of a kernel that expects this, to which nothing is bound yet.
    pub(crate) fn new(kernel: Kernel, info: &KernelInfo) -> Self {
        Driven { kernel, slots: Slots::new(info) }
    }
}

/// What is bound so far.
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
    /// The image that it is.
    pub(crate) fn image(&self) -> Option<&Image> {
        match self {
            Bound::Texture(image) => Some(image),
            Bound::Image(image) => Some(image),
            Bound::Shared(_) | Bound::Exclusive(_) => None,
        }
    }

    /// The bytes of the buffer that it is.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Bound::Shared(bytes) => Some(bytes),
            Bound::Exclusive(bytes) => Some(bytes),
            Bound::Texture(_) | Bound::Image(_) => None,
        }
    }

    /// Where results belong, if it may be written.
    pub(crate) fn results(&mut self) -> Option<&mut [u8]> {
        match self {
            Bound::Exclusive(bytes) => Some(bytes),
            Bound::Image(image) => Some(image.bytes_mut()),
            Bound::Shared(_) | Bound::Texture(_) => None,
        }
    }
}

impl<'b> Slots<'b> {
    /// Slots in which nothing is yet.
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

    /// Lets buffers be missing: the kernel finds zeros there.
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

    /// So many bytes of push constants; zeros where none were given.
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
