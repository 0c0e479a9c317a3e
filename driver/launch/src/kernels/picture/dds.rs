//! DirectDraw surfaces, with the header of Direct3D 10 and without.

use super::layered::{Shape, Stored};
use runner::Image;

/// The header in front of the texels, and the one of Direct3D 10 behind that.
const HEADER: usize = 128;
const SECOND: usize = 20;
/// A bit of the flags of a format: it has a code of four characters.
const HAS_CODE: u32 = 4;
/// Bits of what the surface is: a cube, and one with depth.
const IS_CUBE: u32 = 0x200;
const HAS_DEPTH: u32 = 0x20_0000;

/// The formats with a code of four characters, by their numbers in DXGI.
const CODES: &[(&[u8; 4], u32)] = &[
    (b"DXT1", 71),
    (b"DXT2", 74),
    (b"DXT3", 74),
    (b"DXT4", 77),
    (b"DXT5", 77),
    (b"ATI1", 80),
    (b"BC4U", 80),
    (b"BC4S", 81),
    (b"ATI2", 83),
    (b"BC5U", 83),
    (b"BC5S", 84),
    (b"\x6f\0\0\0", 54),
    (b"\x70\0\0\0", 34),
    (b"\x71\0\0\0", 10),
    (b"\x72\0\0\0", 41),
    (b"\x73\0\0\0", 16),
    (b"\x74\0\0\0", 2),
    (b"\x24\0\0\0", 11),
];

/// The formats of masks: bits, and the masks of red, green and blue.
const MASKS: &[([u32; 4], u32)] = &[
    ([32, 0xFF, 0xFF00, 0xFF_0000], 28),
    ([32, 0xFF_0000, 0xFF00, 0xFF], 87),
    ([16, 0xF800, 0x07E0, 0x001F], 85),
    ([16, 0x7C00, 0x03E0, 0x001F], 86),
    ([16, 0x0F00, 0x00F0, 0x000F], 115),
    ([8, 0xFF, 0, 0], 61),
];

/// Reads a file.
///
/// # Errors
/// When it is none, or its format is not supported.
pub(super) fn read(file: &[u8]) -> Result<Image, String> {
    let word = |at: usize| file.get(at..at + 4).map(|own| u32::from_le_bytes(own.try_into().unwrap_or_default()));
    let need = |at: usize| word(at).ok_or_else(|| "the header is not whole".to_owned());
    if !file.starts_with(b"DDS ") || need(4)? != 124 {
        return Err("not a DirectDraw surface".to_owned());
    }
    let (height, width, depth, levels) = (need(12)?, need(16)?, need(24)?, need(28)?.max(1));
    let (flags, code, kind) = (need(80)?, need(84)?.to_le_bytes(), need(112)?);
    let mut shape = Shape { size: [width, height, 1], axes: 2, levels, layers: 0, is_cube: kind & IS_CUBE != 0 };
    if kind & HAS_DEPTH != 0 {
        (shape.size[2], shape.axes) = (depth.max(1), 3);
    }
    let (number, start) = if flags & HAS_CODE != 0 && &code == b"DX10" {
        let (number, dimension, bits, layers) =
            (need(HEADER)?, need(HEADER + 4)?, need(HEADER + 8)?, need(HEADER + 12)?);
        shape.is_cube |= bits & 4 != 0;
        shape.layers = if layers > 1 { layers } else { 0 };
        match dimension {
            2 => shape.axes = 1,
            4 => (shape.size[2], shape.axes) = (depth.max(1), 3),
            _ => {}
        }
        (Some(number), HEADER + SECOND)
    } else if flags & HAS_CODE != 0 {
        (CODES.iter().find(|row| *row.0 == code).map(|row| row.1), HEADER)
    } else {
        let masks = [need(88)?, need(92)?, need(96)?, need(100)?];
        (MASKS.iter().find(|row| row.0 == masks).map(|row| row.1), HEADER)
    };
    let unknown = || match number {
        Some(number) => format!("the format {number} of DXGI is not supported"),
        None => format!("the format '{}' is not supported", String::from_utf8_lossy(&code).escape_debug()),
    };
    let stored = number.and_then(Stored::of_dxgi).ok_or_else(unknown)?;
    super::supported(stored)?;
    if shape.is_cube && width != height {
        return Err("the faces of the cube are not square".to_owned());
    }
    if levels > 32 {
        return Err(format!("{levels} levels are not supported"));
    }
    // All levels of an image are behind each other.
    let ends: Vec<usize> = (0..levels)
        .scan(0usize, |end, level| {
            *end = end.saturating_add(shape.bytes_of(level, stored));
            Some(*end)
        })
        .collect();
    let whole = ends.last().copied().unwrap_or(0);
    shape.image(stored, |level, image| {
        let first = level.checked_sub(1).map_or(0, |above| ends[above as usize]);
        let from = start.checked_add(whole.checked_mul(image as usize)?)?.checked_add(first)?;
        file.get(from..from.checked_add(shape.bytes_of(level, stored))?)
    })
}
