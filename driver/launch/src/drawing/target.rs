//! Targets of a draw, and files and text of them.

use super::formats::{self, Encode, Texels};
use crate::kernels::picture;
use runner::image::{Class, Texel};
use runner::stages::fixed::ColorFormat;
use runner::stages::rows::{Interface, Kind, Place};
use runner::{Format, Image};
use std::fmt::Write;
use std::path::Path;

/// A wish for a target: its format, and what is there before the draw.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The number of the output (`SV_Target1`).
    pub location: u32,
    /// Its format.
    pub format: ColorFormat,
    /// The colour or the integers before the draw.
    pub clear: [f64; 4],
}

/// Texels that a pixel shader writes.
#[derive(Debug)]
pub struct Target {
    /// The number of the output.
    pub location: u32,
    /// Its format.
    pub format: ColorFormat,
    /// What is there before the draw, as bits.
    pub clear: [u32; 4],
    size: [u32; 2],
    /// The texels in rows.
    pub bytes: Vec<u8>,
}

impl Target {
    /// The name of the output.
    pub fn name(&self) -> String {
        format!("SV_Target{}", self.location)
    }

    /// The width and the height.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The texels as four numbers of 32 bits each, with the name of their type.
    pub fn numbers(&self) -> (&'static str, Vec<u8>) {
        let element = match self.format.class() {
            Class::Float => "f32",
            Class::Uint | Class::WideUint => "u32",
            Class::Sint | Class::WideSint => "i32",
        };
        let texels = self.bytes.chunks_exact(self.format.bytes());
        let numbers = texels.flat_map(|texel| self.format.decode(self.format.load(texel)));
        (element, numbers.flat_map(u32::to_le_bytes).collect())
    }

    /// The texels as an image. Those of sRGB formats stay encoded, as files have them.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn image(&self) -> Result<Image, String> {
        let [width, height] = self.size;
        let made = |format| Image::d2(format, width, height).map_err(|error| error.to_string());
        let own = self.format.without_curve();
        if let ColorFormat::Plain(format) = own {
            let mut image = made(format)?;
            image.set_values(0, 0, &self.bytes);
            return Ok(image);
        }
        let four = |format: Format| Format { channels: runner::image::Channels::Rgba, ..format };
        let mut image = made(match own.class() {
            Class::Float => Format::RGBA32_FLOAT,
            Class::Uint | Class::WideUint => four(Format::R32_UINT),
            Class::Sint | Class::WideSint => four(Format::R32_SINT),
        })?;
        for (at, texel) in (0..).zip(self.bytes.chunks_exact(own.bytes())) {
            image.set_texel(0, 0, [at % width, at / width, 0], own.decode(own.load(texel)));
        }
        Ok(image)
    }
}

/// The outputs of a pixel shader for targets, with the kinds of their numbers.
pub fn outputs(interface: &Interface) -> Vec<(u32, Kind)> {
    let mut found: Vec<(u32, Kind)> = Vec::new();
    for row in &interface.outputs {
        if let Place::Location { location, index: 0, .. } = row.place
            && !found.iter().any(|(known, _)| *known == location)
        {
            found.push((location, row.kind));
        }
    }
    found.sort_by_key(|(location, _)| *location);
    found
}

/// The most bytes of a target.
const MOST_BYTES: u64 = 1 << 32;

/// The targets of a pixel shader.
///
/// # Errors
/// When a format does not fit the output, there is no such output, or there is no memory.
pub fn targets(interface: &Interface, size: [u32; 2], wishes: &[Wish]) -> Result<Vec<Target>, String> {
    let outputs = outputs(interface);
    if let Some(wish) = wishes.iter().find(|wish| !outputs.iter().any(|(own, _)| *own == wish.location)) {
        return Err(format!("'{}' does not write SV_Target{}", interface.entry, wish.location));
    }
    outputs.into_iter().map(|(location, kind)| target(interface, size, location, kind, wishes)).collect()
}

fn target(interface: &Interface, size: [u32; 2], location: u32, kind: Kind, wishes: &[Wish]) -> Result<Target, String> {
    let wish = wishes.iter().find(|wish| wish.location == location);
    let usual = match kind {
        Kind::Float | Kind::Bool => "rgba8unorm",
        Kind::Uint => "rgba32uint",
        Kind::Sint => "rgba32sint",
    };
    let usual = ColorFormat::from_name(usual).ok_or_else(|| format!("unknown format '{usual}'"))?;
    let format = wish.map_or(usual, |wish| wish.format);
    if !fits(format, kind) {
        let (name, entry) = (format.name(), &interface.entry);
        return Err(format!("SV_Target{location}: the format {name} does not fit what '{entry}' writes"));
    }
    let clear = texel(format, wish.map_or([0.0; 4], |wish| wish.clear));
    let texels = u64::from(size[0]) * u64::from(size[1]);
    let bytes = texels * format.bytes() as u64;
    if bytes > MOST_BYTES {
        return Err(format!("SV_Target{location}: {bytes} bytes exceed the limit"));
    }
    let mut memory = vec![0; format.bytes()];
    format.store(format.encode(clear), &mut memory);
    Ok(Target { location, format, clear, size, bytes: memory.repeat(texels as usize) })
}

/// Returns whether numbers of a kind can be in a format.
pub(crate) fn fits(format: ColorFormat, kind: Kind) -> bool {
    match format.class() {
        Class::Float => kind == Kind::Float,
        Class::Uint | Class::WideUint => kind == Kind::Uint,
        Class::Sint | Class::WideSint => kind == Kind::Sint,
    }
}

/// Numbers as a texel of a format.
pub fn texel(format: ColorFormat, numbers: [f64; 4]) -> Texel {
    numbers.map(|number| match format.class() {
        Class::Float => (number as f32).to_bits(),
        Class::Uint | Class::WideUint => number as u32,
        Class::Sint | Class::WideSint => (number as i32).cast_unsigned(),
    })
}

/// The endings of files that have the texels alone.
const RAW: &[&str] = &["raw", "bin"];

/// Returns whether a file of this name can be written.
///
/// # Errors
/// When its ending is that of another format, or it has none.
pub fn can_write(file: &str) -> Result<(), String> {
    let known: Vec<String> = formats::ROWS.iter().map(|row| format!(".{}", row.0)).collect();
    let known = format!("use .png, {}, or .raw for the texels alone", known.join(", "));
    match ending(file) {
        Some(ending) if ending == "png" || RAW.contains(&ending.as_str()) || encoder(&ending).is_some() => Ok(()),
        Some(ending) => Err(format!("cannot write '{file}': unsupported format '{ending}'; {known}")),
        None => Err(format!("cannot write '{file}': the ending names the format; {known}")),
    }
}

fn ending(file: &str) -> Option<String> {
    Path::new(file).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

fn encoder(ending: &str) -> Option<Encode> {
    formats::ROWS.iter().find(|row| row.0 == ending).map(|row| row.1)
}

/// The bytes of a file with this name.
///
/// # Errors
/// When the texels cannot be in such a file.
pub fn encode(file: &str, target: &Target) -> Result<Vec<u8>, String> {
    if picture::is_named(file) {
        return picture::encode(&target.image()?);
    }
    let Some(encode) = ending(file).as_deref().and_then(encoder) else { return Ok(target.bytes.clone()) };
    let texels = Texels { format: target.format, size: target.size, bytes: &target.bytes };
    encode(texels).map_err(|error| format!("cannot write '{file}': {error}"))
}

/// The characters in a line of a picture as text.
const COLUMNS: u32 = 80;

/// A target as text of a terminal with colours: two pixels in a character.
///
/// # Errors
/// When there is no memory for it.
pub fn text(target: &Target) -> Result<String, String> {
    target.image().map(|image| text_of(&image))
}

fn text_of(image: &Image) -> String {
    let [width, height, _] = image.size();
    let pixels = image.to_rgba8();
    let columns = width.clamp(1, COLUMNS);
    let rows = (u64::from(height) * u64::from(columns)).div_ceil(u64::from(width.max(1))).max(1) as u32;
    let mut out = String::new();
    for row in (0..rows).step_by(2) {
        for column in 0..columns {
            let mean = |row: u32| mean(&pixels, [width, height], [columns, rows], [column, row.min(rows - 1)]);
            let ([r, g, b], [lower_r, lower_g, lower_b]) = (mean(row), mean(row + 1));
            let _ = write!(out, "\x1b[38;2;{r};{g};{b};48;2;{lower_r};{lower_g};{lower_b}m\u{2580}");
        }
        out.push_str("\x1b[0m\n");
    }
    out
}

/// The mean colour of the pixels in a cell.
fn mean(pixels: &[u8], [width, height]: [u32; 2], [columns, rows]: [u32; 2], [column, row]: [u32; 2]) -> [u8; 3] {
    let range = |at: u32, cells: u32, size: u32| {
        let edge = |at: u32| (u64::from(at) * u64::from(size) / u64::from(cells)) as u32;
        edge(at)..edge(at + 1).max(edge(at) + 1).min(size)
    };
    let (mut sum, mut count) = ([0u64; 3], 0);
    for y in range(row, rows, height) {
        for x in range(column, columns, width) {
            let at = 4 * (y as usize * width as usize + x as usize);
            (0..3).for_each(|part| sum[part] += u64::from(pixels[at + part]));
            count += 1;
        }
    }
    sum.map(|sum| (sum / count.max(1)) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_two_pixels_in_a_character() {
        let image = Image::from_rgba8(1, 2, &[255, 0, 0, 255, 0, 0, 255, 255]).unwrap();
        assert_eq!(text_of(&image), "\x1b[38;2;255;0;0;48;2;0;0;255m\u{2580}\x1b[0m\n");
        let wide = Image::d2(Format::RGBA8_UNORM, 400, 200).unwrap();
        assert_eq!(text_of(&wide).lines().count(), 20);
    }

    #[test]
    fn pictures_of_encoded_formats_stay_encoded() {
        for name in ["rgba8unorm-srgb", "bgra8unorm-srgb"] {
            let format = ColorFormat::from_name(name).unwrap();
            let mut bytes = vec![0; 4];
            format.store(format.encode([0.5, 0.0, 0.25, 1.0].map(f32::to_bits)), &mut bytes);
            let image = Target { location: 0, format, clear: [0; 4], size: [1, 1], bytes }.image().unwrap();
            let codes = image.colour(0, 0).map(|part| (part * 255.0).round());
            assert_eq!(codes, [188.0, 0.0, 137.0, 255.0], "{name}");
        }
    }

    #[test]
    fn endings_name_formats() {
        for file in ["a.png", "a.PNG", "a.raw", "a.hdr", "b.exr", "c.DDS", "d.ktx2"] {
            assert_eq!(can_write(file), Ok(()), "{file}");
        }
        assert!(can_write("a.jpg").unwrap_err().contains("unsupported format 'jpg'"));
        assert!(can_write("a").is_err());
    }
}
