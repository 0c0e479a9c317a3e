//! A view of an image: a layout over memory that several threads may read and write concurrently.
//!
//! Every access is checked against the layout, and every component is read and written atomically, so that races between
//! invocations give some value but no undefined behaviour.
#![allow(unsafe_code, reason = "texels are shared between threads and reached by their address")]

use crate::shadow::Lent;
use abi::{ImageDim, TexelEncoding};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};
use texels::{Encoding, Format, Texel};

/// The dimensionality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// One axis.
    D1,
    /// Two axes.
    D2,
    /// Three axes.
    D3,
    /// Six square faces.
    Cube,
    /// A row of texels without levels, filters and layers.
    Buffer,
}

impl Dim {
    /// Dimension as kernels know it.
    pub(crate) fn abi(self) -> ImageDim {
        match self {
            Dim::D1 => ImageDim::D1,
            Dim::D2 => ImageDim::D2,
            Dim::D3 => ImageDim::D3,
            Dim::Cube => ImageDim::Cube,
            Dim::Buffer => ImageDim::Buffer,
        }
    }

    /// The number of axes in a layer or a face.
    pub(crate) fn axes(self) -> usize {
        match self {
            Dim::D1 | Dim::Buffer => 1,
            Dim::D2 | Dim::Cube => 2,
            Dim::D3 => 3,
        }
    }
}

/// A level of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// The number of texels along each axis; 1 for an axis that the image does not have.
    pub(crate) size: [u32; 3],
    /// Where its first texel is in memory.
    pub(crate) offset: usize,
}

impl Level {
    pub(crate) fn texels(&self) -> usize {
        self.size.iter().map(|&size| size as usize).product()
    }
}

/// Memory layout of an image: mip level after mip level, in each layer after layer, in each row after row, without
/// gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) dim: Dim,
    pub(crate) format: Format,
    /// At least one; the faces of cubes count.
    pub(crate) layers: u32,
    /// At least one.
    pub(crate) levels: Vec<Level>,
    /// The total size in bytes.
    pub(crate) bytes: usize,
}

impl Layout {
    /// Where a texel is, if there is one.
    pub(crate) fn offset(&self, level: usize, layer: u32, at: [u32; 3]) -> Option<usize> {
        let level = self.levels.get(level)?;
        let [width, height, depth] = level.size;
        if layer >= self.layers || at[0] >= width || at[1] >= height || at[2] >= depth {
            return None;
        }
        let slice = layer as usize * depth as usize + at[2] as usize;
        let index = (slice * height as usize + at[1] as usize) * width as usize + at[0] as usize;
        Some(level.offset + index * self.format.texel_bytes())
    }
}

/// Memory that is laid out as an image.
#[derive(Debug)]
pub(crate) struct View<'a> {
    layout: &'a Layout,
    base: *mut u8,
    writable: bool,
    memory: PhantomData<&'a mut [u8]>,
}

// SAFETY: the memory is borrowed for as long as the view lives, and every access that may meet a write is atomic.
unsafe impl Send for View<'_> {}
// SAFETY: as above.
unsafe impl Sync for View<'_> {}

impl std::ops::Deref for View<'_> {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        self.layout
    }
}

impl<'a> View<'a> {
    /// A view that only reads.
    pub(crate) fn shared(layout: &'a Layout, memory: &'a [u8]) -> Self {
        assert!(memory.len() >= layout.bytes, "the memory holds the layout");
        View { layout, base: memory.as_ptr().cast_mut(), writable: false, memory: PhantomData }
    }

    /// A view that reads and writes.
    pub(crate) fn exclusive(layout: &'a Layout, memory: &'a mut [u8]) -> Self {
        assert!(memory.len() >= layout.bytes, "the memory holds the layout");
        View { layout, base: memory.as_mut_ptr(), writable: true, memory: PhantomData }
    }

    /// The image in the form for generated code, with its levels. `None` if only the host can access it: texels with 64-bit
    /// components, and very large images.
    pub(crate) fn texture(&self) -> Option<(abi::Texture, Vec<abi::TextureLevel>)> {
        let format = self.layout.format;
        let is_large = |level: &Level| level.size.iter().any(|size| *size >= abi::MOST_TEXELS);
        let encoding = encoding_of(format.encoding)?;
        if self.layout.bytes as u64 >= abi::MOST_TEXTURE_BYTES || self.layout.levels.iter().any(is_large) {
            return None;
        }
        let texel_bytes = format.texel_bytes() as u32;
        let level = |level: &Level| abi::TextureLevel::new(level.size, level.offset as u32, texel_bytes);
        let levels: Vec<abi::TextureLevel> = self.layout.levels.iter().map(level).collect();
        let texture = abi::Texture {
            base: self.base,
            levels: std::ptr::null(),
            level_count: levels.len() as u32,
            layers: self.layout.layers,
            dim: self.layout.dim.abi() as u32,
            encoding: encoding as u32,
            channels: format.channels as u32,
            texel_bytes,
            writable: self.writable.into(),
            reserved: 0,
        };
        Some((texture, levels))
    }

    /// The memory, with the whole last word: memory is always mapped in whole cache lines.
    pub(crate) fn lent(&self) -> Lent {
        let bytes = self.layout.bytes.next_multiple_of(4);
        match self.writable {
            true => Lent::to_write(self.base, bytes),
            false => Lent::to_read_at(self.base, bytes),
        }
    }

    /// The texel, or zeros where there is none.
    pub(crate) fn load(&self, level: usize, layer: u32, at: [u32; 3]) -> Texel {
        let Some(offset) = self.layout.offset(level, layer, at) else { return [0; 4] };
        let bytes = self.layout.format.encoding.stored_bytes();
        self.layout.format.decode(|component| self.load_component(offset + component * bytes, bytes))
    }

    /// Writes a texel, unless there is none or the view only reads.
    pub(crate) fn store(&self, level: usize, layer: u32, at: [u32; 3], texel: Texel) {
        let Some(offset) = self.layout.offset(level, layer, at).filter(|_| self.writable) else { return };
        let format = self.layout.format;
        let bytes = format.encoding.stored_bytes();
        for (component, bits) in texel.iter().enumerate().take(format.words()) {
            self.store_component(offset + component * bytes, bytes, format.encoding.encode(*bits));
        }
    }

    /// The address of a texel of the given number of bytes, for an atomic operation.
    pub(crate) fn address(&self, level: usize, layer: u32, at: [u32; 3], bytes: u32) -> Option<*mut u8> {
        let is_whole = self.layout.format.texel_bytes() == bytes as usize && matches!(bytes, 4 | 8);
        let offset = self.layout.offset(level, layer, at).filter(|_| self.writable && is_whole)?;
        // SAFETY: the offset lies within the memory, as `offset` has checked.
        Some(unsafe { self.base.add(offset) })
    }

    fn load_component(&self, offset: usize, bytes: usize) -> u32 {
        // SAFETY: the component lies within the memory, which is aligned to every component, and the view borrows it.
        // Memory that is borrowed read-only has no writer, so that plain loads suffice.
        unsafe {
            let at = self.base.add(offset);
            match (bytes, self.writable) {
                (1, true) => AtomicU8::from_ptr(at).load(Relaxed).into(),
                (2, true) => AtomicU16::from_ptr(at.cast()).load(Relaxed).into(),
                (_, true) => AtomicU32::from_ptr(at.cast()).load(Relaxed),
                (1, false) => at.read().into(),
                (2, false) => at.cast::<u16>().read().into(),
                (_, false) => at.cast::<u32>().read(),
            }
        }
    }

    fn store_component(&self, offset: usize, bytes: usize, raw: u32) {
        // SAFETY: as for loading; the caller has checked that the view is writable.
        unsafe {
            let at = self.base.add(offset);
            match bytes {
                1 => AtomicU8::from_ptr(at).store(raw as u8, Relaxed),
                2 => AtomicU16::from_ptr(at.cast()).store(raw as u16, Relaxed),
                _ => AtomicU32::from_ptr(at.cast()).store(raw, Relaxed),
            }
        }
    }
}

fn encoding_of(encoding: Encoding) -> Option<TexelEncoding> {
    Some(match encoding {
        Encoding::Unorm8 => TexelEncoding::Unorm8,
        Encoding::Snorm8 => TexelEncoding::Snorm8,
        Encoding::Uint8 => TexelEncoding::Uint8,
        Encoding::Sint8 => TexelEncoding::Sint8,
        Encoding::Unorm16 => TexelEncoding::Unorm16,
        Encoding::Snorm16 => TexelEncoding::Snorm16,
        Encoding::Uint16 => TexelEncoding::Uint16,
        Encoding::Sint16 => TexelEncoding::Sint16,
        Encoding::Float16 => TexelEncoding::Float16,
        Encoding::Uint32 => TexelEncoding::Uint32,
        Encoding::Sint32 => TexelEncoding::Sint32,
        Encoding::Float32 => TexelEncoding::Float32,
        Encoding::Uint64 | Encoding::Sint64 => return None,
    })
}
