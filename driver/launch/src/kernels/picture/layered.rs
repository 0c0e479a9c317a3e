//! Images of several levels and layers, from the parts of a file.

use super::blocks::{self, Texels};
use super::numbers::{Compressed, NUMBERS};
use super::{MOST_TEXELS, bounded};
use runner::image::{Channels, Class};
use runner::stages::fixed::ColorFormat;
use runner::{Format, Image};

/// The format of a file's texels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    Plain(ColorFormat),
    Compressed(Compressed),
}

/// The shape of an image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) size: [u32; 3],
    /// The number of axes.
    pub(super) axes: u32,
    pub(super) levels: u32,
    /// The number of layers, or of cubes; 0 without an array.
    pub(super) layers: u32,
    pub(super) is_cube: bool,
}

type Result<T> = std::result::Result<T, String>;

/// The most layers of an image.
const MOST_LAYERS: u32 = 1 << 14;

impl Stored {
    /// The format with a number of DXGI.
    pub(super) fn of_dxgi(number: u32) -> Option<Self> {
        let plain = NUMBERS.iter().find(|row| row.1 == number).and_then(|row| ColorFormat::from_name(row.0));
        plain.map(Stored::Plain).or_else(|| super::numbers::of_dxgi(number).map(Stored::Compressed))
    }

    /// The format with a number of Vulkan.
    pub(super) fn of_vulkan(number: u32) -> Option<Self> {
        let plain = NUMBERS.iter().find(|row| row.2 == number).and_then(|row| ColorFormat::from_name(row.0));
        plain.map(Stored::Plain).or_else(|| super::numbers::of_vulkan(number).map(Stored::Compressed))
    }

    /// The bytes of an image of a size.
    fn bytes(self, [width, height, depth]: [u32; 3]) -> usize {
        let count = |width: u32, height: u32| width as usize * height as usize * depth as usize;
        match self {
            Stored::Plain(format) => count(width, height) * format.bytes(),
            Stored::Compressed(own) => count(width.div_ceil(4), height.div_ceil(4)) * blocks::bytes(own.block),
        }
    }

    /// The format of the image that it becomes: packed ones and those of sRGB become linear numbers.
    fn shown(self) -> Format {
        match self {
            Stored::Plain(ColorFormat::Plain(format)) => format,
            Stored::Plain(format) => match format.class() {
                Class::Float => Format::RGBA32_FLOAT,
                Class::Uint | Class::WideUint => Format { channels: Channels::Rgba, ..Format::R32_UINT },
                Class::Sint | Class::WideSint => Format { channels: Channels::Rgba, ..Format::R32_SINT },
            },
            Stored::Compressed(own) => blocks::format(own),
        }
    }
}

impl Shape {
    /// The images of a level: layers, or faces of cubes.
    pub(super) fn images(&self) -> u32 {
        self.layers.max(1) * if self.is_cube { 6 } else { 1 }
    }

    fn size_of(&self, level: u32) -> [u32; 3] {
        self.size.map(|size| (size >> level).max(1))
    }

    /// The bytes of an image of a level.
    pub(super) fn bytes_of(&self, level: u32, stored: Stored) -> usize {
        stored.bytes(self.size_of(level))
    }

    /// Makes the image. `part` gives the bytes of an image of a level, which are as many as [`Shape::bytes_of`] says.
    ///
    /// # Errors
    /// When it is too large, or a part is missing.
    pub(super) fn image<'p>(&self, stored: Stored, part: impl Fn(u32, u32) -> Option<&'p [u8]>) -> Result<Image> {
        let [width, height, depth] = self.size;
        bounded(width, height)?;
        let texels =
            self.size.iter().fold(u64::from(self.layers.max(1)), |all, size| all.saturating_mul((*size).into()));
        if texels > MOST_TEXELS || self.layers > MOST_LAYERS || depth == 0 {
            return Err(format!(
                "image of {width} x {height} x {depth} texels and {} layers exceeds the limit",
                self.layers
            ));
        }
        let format = stored.shown();
        let image = match (self.is_cube, self.axes) {
            (true, _) => Image::cube(format, width),
            (false, 1) => Image::d1(format, width),
            (false, 3) => Image::d3(format, width, height, depth),
            (false, _) => Image::d2(format, width, height),
        };
        let image = if self.layers > 0 { image.and_then(|image| image.with_layers(self.layers)) } else { image };
        let image = image.and_then(|image| image.with_levels(self.levels));
        let mut image = image.map_err(|error| error.to_string())?;
        for level in 0..image.levels() {
            let (size, count) = (self.size_of(level), self.bytes_of(level, stored));
            for layer in 0..self.images() {
                let bytes = part(level, layer).filter(|bytes| bytes.len() >= count);
                let bytes = bytes.ok_or_else(|| format!("level {level} is not whole"))?;
                set(&mut image, level as usize, layer, size, stored, &bytes[..count]);
            }
        }
        Ok(image)
    }
}

/// Sets the texels of an image of a level.
fn set(image: &mut Image, level: usize, layer: u32, size: [u32; 3], stored: Stored, bytes: &[u8]) {
    match stored {
        Stored::Plain(ColorFormat::Plain(_)) => image.set_values(level, layer, bytes),
        Stored::Plain(format) => {
            let texels = bytes.chunks_exact(format.bytes());
            let words: Vec<u32> = texels.flat_map(|texel| format.decode(format.load(texel))).collect();
            image.set_values(level, layer, &words);
        }
        Stored::Compressed(own) => match blocks::texels(own, size, bytes) {
            Texels::Bytes(bytes) => image.set_values(level, layer, &bytes),
            Texels::Numbers(numbers) => image.set_values(level, layer, &numbers),
        },
    }
}
