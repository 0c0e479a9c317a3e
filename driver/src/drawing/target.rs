//! Targets of a draw, and files and text of them.

use crate::kernels::picture;
use runner::image::Class;
use runner::stages::rows::{BuiltIn, Interface, Kind, Place};
use runner::{Format, Image};
use std::fmt::Write;
use std::path::Path;

/// An image that a pixel shader writes.
#[derive(Debug)]
pub(crate) struct Target {
    /// The number of the output (`SV_Target1`).
    pub(crate) location: u32,
    pub(crate) image: Image,
}

impl Target {
    /// The name of the output.
    pub(crate) fn name(&self) -> String {
        format!("SV_Target{}", self.location)
    }
}

/// The outputs of a pixel shader for targets, with the kinds of their numbers.
pub(crate) fn outputs(interface: &Interface) -> Vec<(u32, Kind)> {
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

/// The targets of a pixel shader, with the formats that the caller names by their numbers.
///
/// # Errors
/// When a format does not fit the output, there is no such output, or there is no memory.
pub(crate) fn targets(interface: &Interface, size: [u32; 2], formats: &[(u32, Format)]) -> Result<Vec<Target>, String> {
    let outputs = outputs(interface);
    if let Some((location, _)) = formats.iter().find(|(location, _)| !outputs.iter().any(|(own, _)| own == location)) {
        return Err(format!("'{}' does not write SV_Target{location}", interface.entry));
    }
    let is_depth = |row: &runner::stages::rows::Row| matches!(row.place, Place::Builtin(BuiltIn::FragDepth, _));
    if outputs.is_empty() && !interface.outputs.iter().any(is_depth) {
        return Err(format!("'{}' writes no target (SV_Target)", interface.entry));
    }
    let one = |(location, kind): (u32, Kind)| {
        let given = formats.iter().find(|(own, _)| *own == location).map(|(_, format)| *format);
        let format = given.unwrap_or(match kind {
            Kind::Float | Kind::Bool => Format::RGBA8_UNORM,
            Kind::Uint => of_four(Format::R32_UINT),
            Kind::Sint => of_four(Format::R32_SINT),
        });
        let fits = match format.class() {
            Class::Float => kind == Kind::Float,
            Class::Uint => kind == Kind::Uint,
            Class::Sint => kind == Kind::Sint,
            Class::WideUint | Class::WideSint => false,
        };
        if !fits {
            return Err(format!("SV_Target{location}: the format {} does not fit what '{}' writes", format.name(), interface.entry));
        }
        let image = Image::d2(format, size[0], size[1]).map_err(|error| error.to_string())?;
        Ok(Target { location, image })
    };
    outputs.into_iter().map(one).collect()
}

/// The format with four components of the same type.
fn of_four(format: Format) -> Format {
    Format { channels: runner::image::Channels::Rgba, ..format }
}

/// The endings of files that can be written, and what is in them.
const ENDINGS: &[&str] = &["png", "raw", "bin"];

/// Returns whether a file of this name can be written.
///
/// # Errors
/// When its ending is that of another format, or it has none.
pub(crate) fn can_write(file: &str) -> Result<(), String> {
    let ending = Path::new(file).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending {
        Some(ending) if ENDINGS.contains(&ending.as_str()) => Ok(()),
        Some(ending) => {
            Err(format!("cannot write '{file}': unsupported format '{ending}'; use .png, or .raw for the texels alone"))
        }
        None => Err(format!("cannot write '{file}': the ending names the format; use .png, or .raw for the texels alone")),
    }
}

/// The bytes of a file with this name.
///
/// # Errors
/// When the image cannot be a picture.
pub(crate) fn encode(file: &str, image: &Image) -> Result<Vec<u8>, String> {
    if picture::is_named(file) { picture::encode(image) } else { Ok(image.bytes().to_vec()) }
}

/// The characters in a line of a picture as text.
const COLUMNS: u32 = 80;

/// A picture as text of a terminal with colours: two pixels in a character.
pub(crate) fn text(image: &Image) -> String {
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
        assert_eq!(text(&image), "\x1b[38;2;255;0;0;48;2;0;0;255m\u{2580}\x1b[0m\n");
        let wide = Image::d2(Format::RGBA8_UNORM, 400, 200).unwrap();
        assert_eq!(text(&wide).lines().count(), 20);
    }

    #[test]
    fn endings_name_formats() {
        assert!(can_write("a.png").is_ok() && can_write("a.PNG").is_ok() && can_write("a.raw").is_ok());
        assert!(can_write("a.jpg").unwrap_err().contains("unsupported format 'jpg'"));
        assert!(can_write("a").is_err());
    }
}
