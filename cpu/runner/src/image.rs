//! Images: texels in memory with their format, levels and layers, and operations of kernels on them.

mod channels;
pub(crate) mod runtime;
mod sample;
pub mod sampler;
pub(crate) mod view;

pub use sampler::{Address, Compare, Filter, Sampler};
pub use texels::{Channels, Class, Encoding, Format, Texel, format};
pub use view::Dim;

use crate::buffers::{Bytes, Pod};
use crate::error::Error;
use view::{Layout, Level, View};

/// An image in the memory of the host.
///
/// Its bytes are level after level, in each layer after layer (the faces of a cube are layers), in each row after row.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    layout: Layout,
    memory: Bytes,
    arrayed: bool,
}

impl Image {
    /// A 1D image of zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn d1(format: Format, width: u32) -> Result<Self, Error> {
        Self::new(Dim::D1, format, [width, 1, 1], 1, 1)
    }

    /// A 2D image of zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn d2(format: Format, width: u32, height: u32) -> Result<Self, Error> {
        Self::new(Dim::D2, format, [width, height, 1], 1, 1)
    }

    /// A 3D image of zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn d3(format: Format, width: u32, height: u32, depth: u32) -> Result<Self, Error> {
        Self::new(Dim::D3, format, [width, height, depth], 1, 1)
    }

    /// A cube of six square faces of zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn cube(format: Format, size: u32) -> Result<Self, Error> {
        Self::new(Dim::Cube, format, [size, size, 1], 6, 1)
    }

    /// The texels of a `Buffer` or `RWBuffer`, all zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn buffer(format: Format, texels: u32) -> Result<Self, Error> {
        Self::new(Dim::Buffer, format, [texels, 1, 1], 1, 1)
    }

    /// An image of eight bits per component: `width * height` texels of red, green, blue and alpha.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn from_rgba8(width: u32, height: u32, bytes: &[u8]) -> Result<Self, Error> {
        let mut image = Self::d2(Format::RGBA8_UNORM, width, height)?;
        let count = bytes.len().min(image.memory.len());
        image.memory[..count].copy_from_slice(&bytes[..count]);
        Ok(image)
    }

    /// The image as an array of layers, or of cubes. Its texels are reset to zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn with_layers(self, layers: u32) -> Result<Self, Error> {
        let faces = if self.layout.dim == Dim::Cube { 6 } else { 1 };
        let levels = self.layout.levels.len() as u32;
        let layers = layers.max(1).saturating_mul(faces);
        let image = Self::new(self.layout.dim, self.layout.format, self.size(), layers, levels)?;
        Ok(Image { arrayed: true, ..image })
    }

    /// The image with mip levels, each of half the size of the one before. Its texels are reset to zeros.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn with_levels(self, levels: u32) -> Result<Self, Error> {
        let image = Self::new(self.layout.dim, self.layout.format, self.size(), self.layout.layers, levels)?;
        Ok(Image { arrayed: self.arrayed, ..image })
    }

    fn new(dim: Dim, format: Format, size: [u32; 3], layers: u32, levels: u32) -> Result<Self, Error> {
        let size = size.map(|size| size.max(1));
        let most_levels = 32 - size.iter().max().map_or(31, |size| size.leading_zeros());
        let mut offset = 0u64;
        let mut list = Vec::new();
        for level in 0..levels.clamp(1, most_levels) {
            let size = size.map(|size| (size >> level).max(1));
            list.push(Level { size, offset: usize::try_from(offset).unwrap_or(usize::MAX) });
            let texels = size.iter().fold(u64::from(layers), |texels, &size| texels.saturating_mul(size.into()));
            offset = offset.saturating_add(texels.saturating_mul(format.texel_bytes() as u64));
        }
        let bytes = usize::try_from(offset).map_err(|_| Error::NoMemory { bytes: offset })?;
        let memory = Bytes::zeros(bytes)?;
        Ok(Image { layout: Layout { dim, format, layers, levels: list, bytes }, memory, arrayed: false })
    }

    /// The dimensionality.
    pub fn dim(&self) -> Dim {
        self.layout.dim
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.layout.format
    }

    /// The size of the finest level; 1 for axes that the image does not have.
    pub fn size(&self) -> [u32; 3] {
        self.layout.levels[0].size
    }

    /// The number of layers; the faces of cubes count.
    pub fn layers(&self) -> u32 {
        self.layout.layers
    }

    /// The number of levels.
    pub fn levels(&self) -> u32 {
        self.layout.levels.len() as u32
    }

    /// Returns whether the image is an array.
    pub fn is_array(&self) -> bool {
        self.arrayed
    }

    /// All texels.
    pub fn bytes(&self) -> &[u8] {
        &self.memory
    }

    /// All texels, mutable.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory
    }

    /// Sets the first texels of a layer or face of a level to these values, in their memory format. Excess values are
    /// ignored.
    pub fn set_values<T: Pod>(&mut self, level: usize, layer: u32, values: &[T]) {
        let Some(start) = self.layout.offset(level, layer, [0; 3]) else { return };
        let room = self.layout.levels[level].texels() * self.layout.format.texel_bytes();
        let bytes = bytemuck::cast_slice(values);
        let count = bytes.len().min(room);
        self.memory[start..start + count].copy_from_slice(&bytes[..count]);
    }

    /// A texel as a shader sees it: bits of `f32`, or integers. Zeros out of range.
    pub fn texel(&self, level: usize, layer: u32, at: [u32; 3]) -> Texel {
        self.view().load(level, layer, at)
    }

    /// A texel of a floating-point format.
    pub fn colour(&self, x: u32, y: u32) -> [f32; 4] {
        self.texel(0, 0, [x, y, 0]).map(f32::from_bits)
    }

    /// Writes a texel as a shader would. Ignored out of range.
    pub fn set_texel(&mut self, level: usize, layer: u32, at: [u32; 3], texel: Texel) {
        self.view_mut().store(level, layer, at, texel);
    }

    /// The first layer of the finest level with eight bits per component. Integers count as bytes.
    pub fn to_rgba8(&self) -> Vec<u8> {
        let [width, height, _] = self.size();
        let integer = self.format().class() != Class::Float;
        let encoding = if integer { Encoding::Uint8 } else { Encoding::Unorm8 };
        let mut picture = Vec::new();
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let mut texel = self.texel(0, 0, [x, y, 0]);
            if integer && self.format().channels != Channels::Rgba {
                texel[3] = 255;
            }
            picture.extend(texel.map(|bits| encoding.encode(bits) as u8));
        }
        picture
    }

    pub(crate) fn view(&self) -> View<'_> {
        View::shared(&self.layout, &self.memory)
    }

    pub(crate) fn view_mut(&mut self) -> View<'_> {
        View::exclusive(&self.layout, &mut self.memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_layers_lie_one_after_the_other() {
        let image = Image::d2(Format::RGBA8_UNORM, 5, 3).unwrap().with_layers(2).unwrap().with_levels(9).unwrap();
        assert_eq!((image.levels(), image.layers(), image.is_array()), (3, 2, true));
        assert_eq!(image.bytes().len(), 4 * 2 * (15 + 2 + 1));
        assert_eq!(image.layout.offset(1, 1, [1, 0, 0]), Some(4 * (30 + 2 + 1)));
        assert_eq!(image.layout.offset(1, 1, [2, 0, 0]), None);
        assert_eq!(image.layout.offset(3, 0, [0; 3]), None);
        assert_eq!(image.layout.offset(0, 2, [0; 3]), None);
    }

    #[test]
    fn texels_survive_in_every_format() {
        for (name, format, _) in format::FORMATS {
            let mut image = Image::d3(*format, 3, 2, 2).unwrap();
            let texel = match format.class() {
                Class::Float => [1.0f32, 0.0, 1.0, 1.0].map(f32::to_bits),
                Class::Uint | Class::Sint | Class::WideUint | Class::WideSint => [100, 0, 7, 1],
            };
            image.set_texel(0, 0, [2, 1, 1], texel);
            image.set_texel(0, 0, [3, 1, 1], [1; 4]);
            let kept = format.words();
            assert_eq!(image.texel(0, 0, [2, 1, 1])[..kept], texel[..kept], "{name}");
            assert_eq!(image.texel(0, 0, [3, 1, 1]), [0; 4]);
        }
    }

    #[test]
    fn pictures_survive() {
        let bytes: Vec<u8> = (0..24).collect();
        assert_eq!(Image::from_rgba8(3, 2, &bytes).unwrap().to_rgba8(), bytes);
    }

    #[test]
    fn images_without_room_are_errors() {
        let error = Err(Error::NoMemory { bytes: 512 << 30 });
        assert_eq!(Image::d2(Format::RGBA32_FLOAT, 1 << 18, 1 << 17), error);
        for size in [1 << 16, 1 << 31, u32::MAX] {
            assert!(Image::d3(Format::RGBA32_FLOAT, size, size, size).is_err());
            assert!(Image::cube(Format::R32_FLOAT, size).is_err());
        }
        assert!(Image::d1(Format::R32_FLOAT, 4).unwrap().with_layers(u32::MAX).is_err());
    }
}
