//! Image files: PNG to images of eight bits per component and back.

use crate::files::names::to_text;
use crate::files::{reading, staged};
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};
use runner::Image;
use runner::buffers::Bytes;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// The limit of texels: a header of a few bytes may claim any number.
const MOST_TEXELS: u64 = 1 << 28;

/// Returns whether the name of a file is that of a picture.
pub(crate) fn is_named(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Reads a picture.
///
/// # Errors
/// When the file cannot be read or is not a PNG.
pub(crate) fn read(path: &Path) -> Result<Image, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot read '{}': {error}", path.display());
    let file = reading::read_data(&to_text(path.as_os_str())).map_err(|error| wrong(&error))?;
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| wrong(&error))?;
    // The size is in the header.
    let (width, height) = reader.info().size();
    let size = reader.output_buffer_size().filter(|_| u64::from(width) * u64::from(height) <= MOST_TEXELS);
    let size = size.ok_or_else(|| wrong(&format_args!("image of {width} x {height} texels exceeds the limit")))?;
    let mut bytes = Bytes::zeros(size).map_err(|error| wrong(&error))?;
    let info = reader.next_frame(&mut bytes).map_err(|error| wrong(&error))?;
    let bytes = &bytes[..info.buffer_size()];
    let texels = match info.color_type {
        ColorType::Rgba => bytes.to_vec(),
        ColorType::GrayscaleAlpha => bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::Grayscale => bytes.iter().flat_map(|&p| [p, p, p, 255]).collect(),
        ColorType::Indexed => return Err(wrong(&"palette was not resolved")),
    };
    Image::from_rgba8(info.width, info.height, &texels).map_err(|error| wrong(&error))
}

/// The bytes of a file with the first layer of the finest level as a picture.
///
/// # Errors
/// When the image cannot be a picture.
pub(crate) fn encode(image: &Image) -> Result<Vec<u8>, String> {
    let wrong = |error: png::EncodingError| format!("cannot encode this image as a picture: {error}");
    let mut bytes = Vec::new();
    let [width, height, _] = image.size();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(&image.to_rgba8()).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(bytes)
}

/// Writes an image beside the picture that it should be (`.found.png`), and where they differ (`.difference.png`): red on
/// what is expected, darkened. Returns the name of the second.
///
/// # Errors
/// When there is no picture of the image, or a file cannot be written.
pub(crate) fn show_difference(file: &Path, image: &Image, expected: &[u8]) -> Result<PathBuf, String> {
    let found = image.to_rgba8();
    let texels = expected.chunks_exact(4).zip(found.chunks_exact(4)).flat_map(|(expected, found)| {
        let most = (0..4).map(|at| expected[at].abs_diff(found[at])).max().unwrap_or(0);
        let dark = [expected[0], expected[1], expected[2]].map(|component| component / 4);
        match most {
            0 => [dark[0], dark[1], dark[2], 255],
            // A difference of one is to be seen as well.
            _ => [most.saturating_mul(2).max(128), dark[1], dark[2], 255],
        }
    });
    let [width, height, _] = image.size();
    let difference =
        Image::from_rgba8(width, height, &texels.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
    write(&file.with_extension("found.png"), image)?;
    let shown = file.with_extension("difference.png");
    write(&shown, &difference)?;
    Ok(shown)
}

fn write(file: &Path, image: &Image) -> Result<(), String> {
    let bytes = encode(image)?;
    staged::write(file, &bytes).map_err(|error| format!("cannot write '{}': {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_survive() {
        let path = std::env::temp_dir().join(format!("picture-{}.png", std::process::id()));
        let image = Image::from_rgba8(2, 3, &(0..24).collect::<Vec<u8>>()).unwrap();
        std::fs::write(&path, encode(&image).unwrap()).unwrap();
        assert_eq!(read(&path), Ok(image));
        std::fs::write(&path, b"no picture").unwrap();
        assert!(read(&path).is_err());
        // The signature, and the first chunk of a picture of 65536 x 65536 texels.
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x01\0\0\0\x01\0\0\x08\x06\0\0\0";
        let rest = b"\x6c\x84\x30\xe3\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xae\x42\x60\x82";
        std::fs::write(&path, [&start[..], rest].concat()).unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.contains("65536 x 65536 texels exceeds the limit"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }
}
