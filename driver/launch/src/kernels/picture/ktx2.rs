//! Khronos textures of the second version.

use super::layered::{Shape, Stored};
use runner::Image;
use std::borrow::Cow;

/// What a file begins with.
const START: &[u8] = b"\xABKTX 20\xBB\r\n\x1A\n";
/// The bytes of the header and its index, behind which is an entry for each level.
const HEADER: usize = 80;
const LEVEL: usize = 24;
/// The kinds of compression of a whole level.
const NONE: u32 = 0;
const ZSTD: u32 = 2;
const ZLIB: u32 = 3;

/// Reads a file.
///
/// # Errors
/// When it is none, or its format is not supported.
pub(super) fn read(file: &[u8]) -> Result<Image, String> {
    let word = |at: usize| file.get(at..at + 4).map(|own| u32::from_le_bytes(own.try_into().unwrap_or_default()));
    let need = |at: usize| word(at).ok_or_else(|| "the header is not whole".to_owned());
    if !file.starts_with(START) {
        return Err("not a Khronos texture of version 2".to_owned());
    }
    let (number, width, height, depth) = (need(12)?, need(20)?, need(24)?, need(28)?);
    let (layers, faces, levels, scheme) = (need(32)?, need(36)?, need(40)?.max(1), need(44)?);
    let stored = Stored::of_vulkan(number).ok_or_else(|| match number {
        0 => "Basis Universal textures are not supported".to_owned(),
        _ => format!("the format {number} of Vulkan is not supported"),
    })?;
    super::supported(stored)?;
    match scheme {
        NONE | ZLIB => {}
        ZSTD if cfg!(feature = "assets") => {}
        ZSTD => {
            return Err("levels that are compressed with Zstandard need the cargo feature 'assets'".to_owned());
        }
        _ => return Err(format!("the compression {scheme} of levels is not supported")),
    }
    if levels > 32 || !matches!(faces, 1 | 6) || faces == 6 && width != height {
        return Err(format!("{levels} levels of {faces} faces are not supported"));
    }
    let axes = if depth > 0 { 3 } else { 1 + u32::from(height > 0) };
    let size = [width, height.max(1), depth.max(1)];
    let shape = Shape { size, axes, levels, layers, is_cube: faces == 6 };
    let mut data = Vec::new();
    for level in 0..levels {
        let own = index(file, level).ok_or_else(|| format!("level {level} is not in the file"))?;
        let count = shape.bytes_of(level, stored).saturating_mul(shape.images() as usize);
        data.push(match scheme {
            ZLIB => Cow::Owned(inflated(own, count)?),
            ZSTD => Cow::Owned(unpacked(own, count)?),
            _ => own.into(),
        });
    }
    shape.image(stored, |level, image| {
        let bytes = shape.bytes_of(level, stored);
        let start = bytes.checked_mul(image as usize)?;
        data[level as usize].get(start..start.checked_add(bytes)?)
    })
}

/// The bytes of a level.
fn index(file: &[u8], level: u32) -> Option<&[u8]> {
    let at = HEADER + LEVEL * level as usize;
    let long = |at: usize| file.get(at..at + 8).map(|own| u64::from_le_bytes(own.try_into().unwrap_or_default()));
    let (start, length) = (usize::try_from(long(at)?).ok()?, usize::try_from(long(at + 8)?).ok()?);
    file.get(start..start.checked_add(length)?)
}

/// The bytes of a level that is compressed, this many at most.
pub(super) fn inflated(data: &[u8], most: usize) -> Result<Vec<u8>, String> {
    fdeflate::decompress_to_vec_bounded(data, most).map_err(|_| malformed())
}

/// The bytes of a level that is compressed with Zstandard, this many at most.
#[cfg(feature = "assets")]
fn unpacked(data: &[u8], most: usize) -> Result<Vec<u8>, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let decoder = ruzstd::decoding::StreamingDecoder::new(data).map_err(|_| malformed())?;
    decoder.take(most as u64).read_to_end(&mut bytes).map_err(|_| malformed())?;
    Ok(bytes)
}

#[cfg(not(feature = "assets"))]
fn unpacked(_: &[u8], _: usize) -> Result<Vec<u8>, String> {
    Err(malformed())
}

fn malformed() -> String {
    "the compressed data are malformed".to_owned()
}
