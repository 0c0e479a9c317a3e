//! Targets by their names while a job runs: what draws write, shaders read, and expected pictures are compared with.
//!
//! It must not know what steps do with them.

use super::job::named::{TargetFormat, TargetWish};
use crate::drawing::target::texel;
use crate::kernels::levels;
use runner::image::{Channels, Class};
use runner::stages::fixed::{ColorFormat, DEPTH_STENCIL, DepthFormat, Resolve, Targets};
use runner::{Format, Image};

/// The most bytes of all targets of a job.
const MOST_BYTES: u64 = 1 << 32;

type Result<T> = std::result::Result<T, String>;

/// A target.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) wish: TargetWish,
    /// The memory of each level; none while a draw has it.
    levels: Vec<Option<Targets>>,
}

/// The targets of a job.
///
/// # Errors
/// When one of them is not supported, or all of them are too large.
pub(super) fn all<'w>(wishes: impl Iterator<Item = (&'w str, &'w TargetWish)>) -> Result<Vec<Target>> {
    let mut bytes = 0u64;
    wishes
        .map(|(name, wish)| {
            bytes = bytes.saturating_add(wish.bytes());
            if bytes > MOST_BYTES {
                return Err(format!("resource '{name}': the targets of the job exceed {MOST_BYTES} bytes"));
            }
            Target::new(name, wish).map_err(|error| format!("resource '{name}': {error}"))
        })
        .collect()
}

impl TargetWish {
    fn bytes(&self) -> u64 {
        let [width, height] = self.size.map(u64::from);
        let texel = match self.format {
            TargetFormat::Color(format) => format.bytes() as u64,
            TargetFormat::Depth(_) => 8,
        };
        // The levels below the first are a third of it; tiles are whole.
        let texels = width.next_multiple_of(64).saturating_mul(height.next_multiple_of(64));
        let texels = texels.saturating_mul(self.layers.into()).saturating_mul(self.samples.into());
        texels.saturating_mul(texel * if self.levels > 1 { 2 } else { 1 })
    }

    /// The size of a level.
    pub(super) fn size_of(&self, level: u32) -> [u32; 2] {
        self.size.map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// The format of the depths, if there are any.
    pub(super) fn depth(&self) -> Option<DepthFormat> {
        match self.format {
            TargetFormat::Color(_) => None,
            TargetFormat::Depth(name) => DEPTH_STENCIL.iter().find(|row| row.0 == name).and_then(|row| row.1),
        }
    }

    /// The name of the format.
    pub(super) fn format_name(&self) -> &'static str {
        match self.format {
            TargetFormat::Color(format) => format.name(),
            TargetFormat::Depth(name) => name,
        }
    }
}

impl Target {
    fn new(name: &str, wish: &TargetWish) -> Result<Self> {
        let level = |level: u32| {
            let made = Targets::new(wish.size_of(level), wish.layers, wish.samples);
            let made = made.and_then(|made| match wish.format {
                TargetFormat::Color(format) => made.with_color(format),
                TargetFormat::Depth(name) => made.with_depth_stencil(name),
            });
            made.map(Some).map_err(|error| error.to_string())
        };
        let levels = (0..wish.levels).map(level).collect::<Result<_>>()?;
        let mut target = Target { name: name.to_owned(), wish: wish.clone(), levels };
        target.clear(None, None);
        Ok(target)
    }

    /// Sets all samples, to what they are before the first step unless values are given.
    pub(super) fn clear(&mut self, value: Option<[f64; 4]>, stencil: Option<u8>) {
        let (given, wish) = (value.is_some() || stencil.is_some(), &self.wish);
        let numbers = value.unwrap_or(wish.clear);
        for level in self.levels.iter_mut().flatten() {
            match wish.format {
                TargetFormat::Color(format) => level.clear_color(0, texel(format, numbers)),
                TargetFormat::Depth(_) => {
                    // A step that clears one of both leaves the other.
                    if value.is_some() || !given {
                        level.clear_depth(numbers[0] as f32);
                    }
                    if stencil.is_some() || !given {
                        level.clear_stencil(stencil.unwrap_or(wish.stencil));
                    }
                }
            }
        }
    }

    /// Takes the memory of a level, for a draw.
    ///
    /// # Errors
    /// When there is no such level, or something has taken it.
    pub(super) fn take(&mut self, level: u32) -> Result<Targets> {
        let level = self.levels.get_mut(level as usize);
        level.and_then(Option::take).ok_or_else(|| format!("'{}' is not there", self.name))
    }

    /// Puts the memory of a level back.
    pub(super) fn put(&mut self, level: u32, targets: Targets) {
        self.levels[level as usize] = Some(targets);
    }

    /// The memory of the levels.
    fn memory(&self) -> impl Iterator<Item = (usize, &Targets)> {
        self.levels.iter().enumerate().filter_map(|(at, level)| Some((at, level.as_ref()?)))
    }

    fn image_of(&self, format: Format, levels: u32) -> Result<Image> {
        let ([width, height], faces) = (self.wish.size, if self.wish.is_cube { 6 } else { 1 });
        let image = match self.wish.is_cube {
            true => Image::cube(format, width),
            false => Image::d2(format, width, height),
        };
        let image = match self.wish.is_array || self.wish.layers > faces {
            true => image.and_then(|image| image.with_layers(self.wish.layers / faces)),
            false => image,
        };
        let image = if levels > 1 { image.and_then(|image| image.with_levels(levels)) } else { image };
        image.map_err(|error| format!("'{}': {error}", self.name))
    }

    /// The texels as shaders see them: linear values.
    ///
    /// # Errors
    /// When it has several samples, or there is no memory.
    pub(super) fn texture(&self) -> Result<Image> {
        if self.wish.samples > 1 {
            return Err(format!(
                "'{}' has {} samples and cannot be read before it is resolved",
                self.name, self.wish.samples
            ));
        }
        match self.wish.format {
            TargetFormat::Color(format) => self.colors(format, self.wish.levels),
            TargetFormat::Depth(_) => self.depths(),
        }
    }

    /// The texels as files have them, of the first level: values of sRGB stay encoded, samples are their mean.
    ///
    /// # Errors
    /// When there is no memory.
    pub(super) fn picture(&self) -> Result<Image> {
        match self.wish.format {
            TargetFormat::Color(format) => self.colors(format.without_curve(), 1),
            TargetFormat::Depth(_) => self.depths(),
        }
    }

    /// The colors, read in a format of the same memory.
    fn colors(&self, format: ColorFormat, levels: u32) -> Result<Image> {
        let four = |format: Format| Format { channels: Channels::Rgba, ..format };
        let plain = match format {
            ColorFormat::Plain(plain) => Some(plain),
            ColorFormat::Packed(_) => None,
        };
        let shown = plain.unwrap_or_else(|| match format.class() {
            Class::Float => Format::RGBA32_FLOAT,
            Class::Uint | Class::WideUint => four(Format::R32_UINT),
            Class::Sint | Class::WideSint => four(Format::R32_SINT),
        });
        let mut image = self.image_of(shown, levels)?;
        for (level, memory) in self.memory().take(levels as usize) {
            for layer in 0..self.wish.layers {
                let bytes = memory.resolve(0, layer, Resolve::Average);
                match plain {
                    Some(_) => image.set_values(level, layer, &bytes),
                    None => {
                        let texels = bytes.chunks_exact(format.bytes());
                        let words: Vec<u32> = texels.flat_map(|texel| format.decode(format.load(texel))).collect();
                        image.set_values(level, layer, &words);
                    }
                }
            }
        }
        Ok(image)
    }

    /// The depths of the first sample, or the stencil values where there are none.
    fn depths(&self) -> Result<Image> {
        let depth = self.wish.depth();
        let stencil = Format { encoding: runner::image::Encoding::Uint8, ..Format::R32_UINT };
        let mut image = self.image_of(if depth.is_some() { Format::R32_FLOAT } else { stencil }, self.wish.levels)?;
        for (level, memory) in self.memory() {
            for layer in 0..self.wish.layers {
                match depth {
                    Some(format) => {
                        let bytes = memory.read_depth(layer, 0);
                        let depths = bytes.chunks_exact(format.bytes()).map(|depth| format.decode(format.load(depth)));
                        image.set_values(level, layer, &depths.collect::<Vec<f32>>());
                    }
                    None => image.set_values(level, layer, &memory.read_stencil(layer, 0)),
                }
            }
        }
        Ok(image)
    }

    /// Takes what a shader has written to the image that [`Target::texture`] gave, of all levels.
    pub(super) fn store(&mut self, image: &Image) {
        let TargetFormat::Color(format) = self.wish.format else { return };
        for (level, memory) in self.levels.iter_mut().enumerate() {
            let Some(memory) = memory else { continue };
            let [width, height] = memory.size();
            for layer in 0..self.wish.layers {
                let mut bytes = Vec::with_capacity(width as usize * height as usize * format.bytes());
                for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                    let texel = image.texel(level, layer, [x, y, 0]);
                    let at = bytes.len();
                    bytes.resize(at + format.bytes(), 0);
                    format.store(format.encode(texel), &mut bytes[at..]);
                }
                memory.write_color(0, layer, &bytes);
            }
        }
    }

    /// Computes the levels below the first one.
    ///
    /// # Errors
    /// When they have no means, or there is no memory.
    pub(super) fn mips(&mut self) -> Result<()> {
        let TargetFormat::Color(format) = self.wish.format else {
            return Err(format!("'{}' has no levels of depth to compute", self.name));
        };
        if format.class() != Class::Float {
            return Err(format!("'{}': levels of {} have no means", self.name, format.name()));
        }
        let mut image = self.image_of(Format::RGBA32_FLOAT, self.wish.levels)?;
        for (level, memory) in self.memory().take(1) {
            for layer in 0..self.wish.layers {
                let bytes = memory.read_color(0, layer, 0);
                let texels = bytes.chunks_exact(format.bytes());
                let words: Vec<u32> = texels.flat_map(|texel| format.decode(format.load(texel))).collect();
                image.set_values(level, layer, &words);
            }
        }
        levels::fill(&mut image)?;
        self.store(&image);
        Ok(())
    }

    /// Resolves the samples of another target into this one.
    ///
    /// # Errors
    /// When sizes or formats differ.
    pub(super) fn resolve(&mut self, from: &Target, how: Resolve) -> Result<()> {
        self.fits(from, "resolved")?;
        if self.wish.samples > 1 {
            return Err(format!("'{}' has {} samples; what is resolved to has one", self.name, self.wish.samples));
        }
        let depth = from.wish.depth();
        for (level, source) in from.memory() {
            let Some(memory) = self.levels.get_mut(level).and_then(Option::as_mut) else { continue };
            for layer in 0..from.wish.layers {
                match (from.wish.format, depth) {
                    (TargetFormat::Color(_), _) => memory.write_color(0, layer, &source.resolve(0, layer, how)),
                    (TargetFormat::Depth(_), Some(format)) => {
                        let depths = depths_of(source, format, layer, from.wish.samples, how);
                        memory.write_depth(layer, &depths);
                    }
                    (TargetFormat::Depth(_), None) => return Err("stencil values cannot be resolved".to_owned()),
                }
            }
        }
        Ok(())
    }

    /// Takes the contents of another target.
    ///
    /// # Errors
    /// When sizes, samples or formats differ.
    pub(super) fn copy(&mut self, from: &Target) -> Result<()> {
        self.fits(from, "copied")?;
        if (self.wish.samples, self.wish.levels) != (from.wish.samples, from.wish.levels) {
            return Err(format!("'{}' and '{}' differ in samples or levels", from.name, self.name));
        }
        self.levels.clone_from(&from.levels);
        Ok(())
    }

    /// Checks that another target has the same size, layers and format.
    fn fits(&self, from: &Target, what: &str) -> Result<()> {
        let of = |own: &TargetWish| {
            let [width, height] = own.size;
            let layers = if own.layers > 1 { format!(", {} layers", own.layers) } else { String::new() };
            format!("{width}x{height} {}{layers}", own.format_name())
        };
        let (own, other) = (of(&self.wish), of(&from.wish));
        match own == other {
            true => Ok(()),
            false => Err(format!("'{}' ({other}) cannot be {what} to '{}' ({own})", from.name, self.name)),
        }
    }
}

/// The stored depths of all pixels, one of all samples.
fn depths_of(source: &Targets, format: DepthFormat, layer: u32, samples: u32, how: Resolve) -> Vec<u8> {
    let all: Vec<Vec<u8>> = (0..samples).map(|sample| source.read_depth(layer, sample)).collect();
    let bytes = format.bytes();
    let mut resolved = all[0].clone();
    for (at, to) in resolved.chunks_exact_mut(bytes).enumerate() {
        let depths = all.iter().map(|own| format.decode(format.load(&own[at * bytes..(at + 1) * bytes])));
        let depth = match how {
            Resolve::First => continue,
            Resolve::Min => depths.fold(f32::INFINITY, f32::min),
            Resolve::Max => depths.fold(f32::NEG_INFINITY, f32::max),
            Resolve::Average => (depths.map(f64::from).sum::<f64>() / f64::from(samples)) as f32,
        };
        format.store(format.encode(depth), to);
    }
    resolved
}
