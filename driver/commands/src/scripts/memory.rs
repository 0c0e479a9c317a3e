//! Buffers and images of a script: bytes in the layout that the script says, and images as shaders see them.
//!
//! It must not know pipelines.

use amber::script::{Buffer, Contents, Dimension};
use amber::types::{DataType, Element, Mode, Number, Value};
use launch::kernels::picture;
use runner::image::{Channels, Class, Encoding};
use runner::stages::fixed::{ColorFormat, Targets};
use runner::{Format, Image};
use std::path::Path;

/// The most bytes of a buffer.
const MOST_BYTES: u64 = 1 << 30;

/// A buffer or an image.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) element: Element,
    /// The components of a texel, also of packed ones.
    pub(super) components: Vec<Number>,
    /// The name of the format, of images that have one.
    pub(super) format: Option<String>,
    dimension: Option<Dimension>,
    /// The size of the first level, of images.
    size: [u32; 3],
    /// The bytes of each level.
    pub(super) levels: Vec<Vec<u8>>,
    pub(super) samples: u32,
    /// The samples of targets, and depths with stencil values.
    pub(super) held: Option<Targets>,
}

impl Memory {
    /// Makes a buffer, which may be as large as the pictures of a pipeline.
    ///
    /// # Errors
    /// When it is too large, or its contents cannot be read.
    pub(super) fn new(buffer: &Buffer, picture: Option<([u32; 2], bool)>, folder: &Path) -> Result<Self, String> {
        let element = buffer.ty.element(buffer.layout);
        let format = match &buffer.ty {
            DataType::Texel(texel) => Some(texel.name.clone()),
            DataType::Numeric { .. } | DataType::Struct(_) => None,
        };
        let components = match &buffer.ty {
            DataType::Texel(texel) => texel.components.clone(),
            DataType::Numeric { .. } | DataType::Struct(_) => element.numbers.clone(),
        };
        let mut own = Memory {
            components,
            format,
            dimension: buffer.image.map(|(dimension, _)| dimension),
            size: buffer.image.map_or([0, 1, 1], |(_, size)| size),
            levels: Vec::new(),
            samples: buffer.samples,
            held: None,
            element,
        };
        let first = own.contents(buffer, picture, folder)?;
        own.levels.push(first);
        for level in 1..buffer.levels {
            let bytes = own.size_of(level).iter().product::<u32>() as usize * own.element.bytes as usize;
            own.levels.push(vec![0; bytes]);
        }
        Ok(own)
    }

    /// The bytes at first, and sets the size where they say it.
    fn contents(
        &mut self,
        buffer: &Buffer,
        picture: Option<([u32; 2], bool)>,
        folder: &Path,
    ) -> Result<Vec<u8>, String> {
        if let Contents::File(kind, path) = &buffer.contents {
            return self.file(kind, &folder.join(path));
        }
        let numbers = self.element.numbers.len().max(1);
        let implied = match &buffer.contents {
            Contents::Values(values) => Some(values.len().div_ceil(numbers) as u64),
            Contents::Zeros | Contents::Fill(_) | Contents::Series(..) | Contents::File(..) => None,
        };
        // Contents of as many elements as there are say the size; textures without one are as large as pictures.
        // Images that are drawn to are as large as the pictures, whatever they say.
        let count = match (buffer.count, implied, picture) {
            (None, None, Some(([width, height], _))) | (Some(_), None, Some(([width, height], true))) => {
                self.size = [width, height, 1];
                u64::from(width) * u64::from(height)
            }
            (count, implied, _) => {
                let count = count.or(implied).unwrap_or(0);
                if self.dimension.is_none() {
                    self.size = [count.try_into().map_err(|_| "the buffer is too large".to_owned())?, 1, 1];
                }
                count
            }
        };
        let size = count.saturating_mul(self.element.bytes.into());
        if size > MOST_BYTES {
            return Err(format!("a buffer of {size} bytes is too large"));
        }
        let mut bytes = vec![0; size as usize];
        let slots = bytes.chunks_exact_mut(self.element.bytes as usize);
        let value = |at: usize| match &buffer.contents {
            Contents::Zeros | Contents::File(..) => None,
            Contents::Values(values) => values.get(at).copied(),
            Contents::Fill(value) => Some(*value),
            Contents::Series(first, step) => Some(series(*first, *step, at)),
        };
        for (at, slot) in slots.enumerate() {
            for (number, place) in self.element.numbers.iter().enumerate() {
                if let Some(value) = value(at * numbers + number) {
                    place.store(slot, place.encode(value));
                }
            }
        }
        Ok(bytes)
    }

    /// The bytes of a file.
    fn file(&mut self, kind: &str, path: &Path) -> Result<Vec<u8>, String> {
        let name = library::files::names::to_text(path.as_os_str());
        let read =
            || library::files::reading::read_data(&name).map_err(|error| format!("cannot read '{name}': {error}"));
        match kind {
            "BINARY" => read(),
            "TEXT" => {
                let text = String::from_utf8_lossy(&read()?).into_owned();
                let words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
                let values = words.map(Value::parse).collect::<Option<Vec<_>>>();
                let values = values.ok_or_else(|| format!("'{name}' is not a list of numbers"))?;
                let numbers = self.element.numbers.len().max(1);
                let mut bytes = vec![0; values.len().div_ceil(numbers) * self.element.bytes as usize];
                for (slot, values) in bytes.chunks_exact_mut(self.element.bytes as usize).zip(values.chunks(numbers)) {
                    self.element
                        .numbers
                        .iter()
                        .zip(values)
                        .for_each(|(place, value)| place.store(slot, place.encode(*value)));
                }
                Ok(bytes)
            }
            "PNG" => {
                let image = picture::read(path)?;
                self.size = image.size();
                self.dimension = Some(Dimension::D2);
                let mut bytes = vec![0; image.to_rgba8().len() / 4 * self.element.bytes as usize];
                let slots = bytes.chunks_exact_mut(self.element.bytes as usize);
                for (slot, texel) in slots.zip(image.to_rgba8().as_chunks::<4>().0) {
                    for component in self.components.iter().filter(|own| own.bits == 8) {
                        let channel = "RGBA".find(component.component).unwrap_or(0);
                        component.store(slot, texel[channel].into());
                    }
                }
                Ok(bytes)
            }
            other => Err(format!("files of the kind '{other}' are not supported")),
        }
    }

    /// The size of a level.
    pub(super) fn size_of(&self, level: u32) -> [u32; 3] {
        self.size.map(|side| (side >> level).max(1))
    }

    /// Takes the contents of another one.
    ///
    /// # Errors
    /// When their sizes differ.
    pub(super) fn copy(&mut self, from: Memory) -> Result<(), String> {
        let bytes = |memory: &Memory| memory.levels.iter().map(Vec::len).collect::<Vec<_>>();
        if self.levels[0].is_empty() || self.format == from.format && self.element == from.element {
            (self.size, self.levels, self.held) = (from.size, from.levels, from.held);
            return Ok(());
        }
        if bytes(self) != bytes(&from) {
            return Err("the buffers of a copy differ in size".to_owned());
        }
        self.levels = from.levels;
        Ok(())
    }

    /// The format of its memory, for targets and images, if there is one.
    pub(super) fn color_format(&self) -> Option<ColorFormat> {
        let own = |letters: &str| {
            let fits = self.components.iter().map(|own| own.component).eq(letters.chars());
            fits.then_some(&self.components[0])
        };
        let (first, name) = match self.format.as_deref() {
            None => (self.components.first()?, ["r", "rg", "", "rgba"].get(self.components.len() - 1).copied()?),
            Some(name) if name.starts_with("B10G11R11") => return ColorFormat::from_name("rg11b10float"),
            Some("A2B10G10R10_UNORM_PACK32") => return ColorFormat::from_name("rgb10a2unorm"),
            Some("A2B10G10R10_UINT_PACK32") => return ColorFormat::from_name("rgb10a2uint"),
            Some("R5G6B5_UNORM_PACK16") => return ColorFormat::from_name("b5g6r5unorm"),
            Some("A1R5G5B5_UNORM_PACK16") => return ColorFormat::from_name("b5g5r5a1unorm"),
            Some("B8G8R8A8_UNORM") => return ColorFormat::from_name("bgra8unorm"),
            Some("B8G8R8A8_SRGB") => return ColorFormat::from_name("bgra8unorm-srgb"),
            Some("R8G8B8A8_SRGB" | "A8B8G8R8_SRGB_PACK32") => return ColorFormat::from_name("rgba8unorm-srgb"),
            Some(_) => own("RGBA")
                .map(|first| (first, "rgba"))
                .or_else(|| own("RG").map(|first| (first, "rg")))
                .or_else(|| own("R").map(|first| (first, "r")))?,
        };
        let is_same = |other: &Number| (other.bits, other.mode) == (first.bits, first.mode);
        if name.is_empty() || !self.components.iter().all(is_same) {
            return None;
        }
        let kind = match first.mode {
            Mode::Unorm => "unorm",
            Mode::Snorm => "snorm",
            Mode::Uint => "uint",
            Mode::Sint => "sint",
            Mode::Float => "float",
            Mode::Srgb | Mode::Uscaled | Mode::Sscaled => return None,
        };
        let format = Format::from_name(&format!("{name}{}{kind}", first.bits))?;
        // Elements with a gap are not texels.
        (format.texel_bytes() == self.element.bytes as usize).then_some(ColorFormat::Plain(format))
    }

    /// The image that shaders see, from a level on.
    ///
    /// # Errors
    /// When there is no such level, or the size is not that of an image.
    pub(super) fn image(&self, of_texels: bool, first: u32) -> Result<Image, String> {
        if self.samples > 1 {
            return Err("images of several samples are not supported in shaders".to_owned());
        }
        let plain = match self.color_format() {
            Some(ColorFormat::Plain(format)) => Some(format),
            Some(ColorFormat::Packed(_)) | None => None,
        };
        let class = self.components.first().map_or(Class::Float, |own| match own.mode {
            Mode::Uint => Class::Uint,
            Mode::Sint => Class::Sint,
            Mode::Unorm | Mode::Snorm | Mode::Srgb | Mode::Uscaled | Mode::Sscaled | Mode::Float => Class::Float,
        });
        let encoding = match class {
            Class::Uint | Class::WideUint => Encoding::Uint32,
            Class::Sint | Class::WideSint => Encoding::Sint32,
            Class::Float => Encoding::Float32,
        };
        let format = plain.unwrap_or(Format { channels: Channels::Rgba, encoding });
        let [width, height, depth] = self.size_of(first);
        let image = match self.dimension {
            _ if of_texels => {
                let texels = (self.levels[0].len() / self.element.bytes as usize) as u32;
                Image::buffer(format, texels)
            }
            Some(Dimension::D1) => Image::d1(format, width),
            Some(Dimension::D3) => Image::d3(format, width, height, depth),
            Some(Dimension::D2) | None => Image::d2(format, width, height),
        };
        let levels = self.levels.len() as u32;
        let count = levels.checked_sub(first).filter(|count| *count > 0).ok_or("there is no such level")?;
        let image = if count > 1 { image.and_then(|image| image.with_levels(count)) } else { image };
        let mut image = image.map_err(|error| error.to_string())?;
        for (level, bytes) in self.levels.iter().skip(first as usize).enumerate() {
            match plain {
                Some(_) => image.set_values(level, 0, bytes),
                None => image.set_values(level, 0, &self.words(bytes, class)),
            }
        }
        Ok(image)
    }

    /// Texels as four words each.
    fn words(&self, bytes: &[u8], class: Class) -> Vec<u32> {
        let one = if class == Class::Float { 1f32.to_bits() } else { 1 };
        let texel = |texel: &[u8]| {
            let mut words = [0, 0, 0, one];
            for component in &self.components {
                let at = if component.component == 'D' { Some(0) } else { "RGBA".find(component.component) };
                let Some(at) = at else { continue };
                words[at] = match class {
                    Class::Float => (component.value(texel) as f32).to_bits(),
                    Class::Uint | Class::Sint | Class::WideUint | Class::WideSint => {
                        component.raw(texel).number() as i64 as u32
                    }
                };
            }
            words
        };
        bytes.chunks_exact(self.element.bytes as usize).flat_map(texel).collect()
    }

    /// Takes what shaders have changed in the image.
    ///
    /// # Errors
    /// When the format cannot be written.
    pub(super) fn store(&mut self, [image, before]: [&Image; 2], of_texels: bool, first: u32) -> Result<(), String> {
        if image.bytes() == before.bytes() {
            return Ok(());
        }
        let format = self.color_format().ok_or("images of this format cannot be written")?;
        let bytes = self.element.bytes as usize;
        for level in first..self.levels.len() as u32 {
            let [width, height, _] = if of_texels { [u32::MAX; 3] } else { self.size_of(level) };
            let own = &mut self.levels[level as usize];
            for (at, slot) in (0u32..).zip(own.chunks_exact_mut(bytes)) {
                let place = [at % width, at / width % height, at / width / height];
                let [now, before] = [image, before].map(|image| image.texel((level - first) as usize, 0, place));
                if now != before {
                    format.store(format.encode(now), slot);
                }
            }
        }
        Ok(())
    }
}

/// A number of a series.
fn series(first: Value, step: Value, at: usize) -> Value {
    match (first, step) {
        (Value::Integer(first), Value::Integer(step)) => Value::Integer(first + step * at as i128),
        (first, step) => Value::Float(first.number() + step.number() * at as f64),
    }
}
