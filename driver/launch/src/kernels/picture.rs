//! Image files: PNG, JPEG, Radiance, OpenEXR, DirectDraw surfaces and Khronos textures to images, and images to PNG.
//!
//! [`layered`] puts levels and layers together, [`numbers`] knows the formats of files, [`blocks`] decompresses blocks of texels.

mod blocks;
mod dds;
mod exr;
mod hdr;
#[cfg(feature = "assets")]
mod jpeg;
mod ktx2;
mod layered;
pub(crate) mod numbers;
mod piz;

use library::files::names::to_text;
use library::files::{reading, staged};
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};
use runner::Image;
use runner::buffers::Bytes;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// The limit of texels: a header of a few bytes may claim any number.
const MOST_TEXELS: u64 = 1 << 28;

/// Returns whether the name of a file is that of a PNG.
pub fn is_named(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Reads the bytes of a file.
type Decode = fn(&[u8]) -> Result<Image, String>;

/// The endings of files that are read, and how.
const READ: &[(&str, Decode)] = &[
    ("png", png),
    ("jpg", jpeg),
    ("jpeg", jpeg),
    ("hdr", hdr::read),
    ("exr", exr::read),
    ("dds", dds::read),
    ("ktx2", ktx2::read),
];

fn row(file: &Path) -> Option<Decode> {
    let ending = file.extension()?.to_string_lossy().to_ascii_lowercase();
    READ.iter().find(|row| row.0 == ending).map(|row| row.1)
}

/// Returns whether the name of a file is that of an image that can be read.
pub(crate) fn is_read(file: &str) -> bool {
    row(Path::new(file)).is_some()
}

/// Reads an image. A file of an unknown name is read as PNG.
///
/// # Errors
/// When the file cannot be read, or is not what its name says.
pub fn read(path: &Path) -> Result<Image, String> {
    let wrong = |error: String| format!("cannot read '{}': {error}", path.display());
    let file = reading::read_data(&to_text(path.as_os_str())).map_err(|error| wrong(error.to_string()))?;
    row(path).unwrap_or(png)(&file).map_err(wrong)
}

#[cfg(feature = "assets")]
fn jpeg(file: &[u8]) -> Result<Image, String> {
    jpeg::read(file)
}

#[cfg(not(feature = "assets"))]
fn jpeg(_: &[u8]) -> Result<Image, String> {
    Err("JPEG is not built in".to_owned())
}

/// Checks that texels of a format can be read.
fn supported(stored: layered::Stored) -> Result<(), String> {
    match stored {
        layered::Stored::Compressed(_) if !cfg!(feature = "assets") => {
            Err("compressed texels are not built in".to_owned())
        }
        layered::Stored::Compressed(_) | layered::Stored::Plain(_) => Ok(()),
    }
}

/// Checks that there are not too many texels.
fn bounded(width: u32, height: u32) -> Result<(), String> {
    match u64::from(width) * u64::from(height) {
        0 => Err("the image has no texels".to_owned()),
        1..=MOST_TEXELS => Ok(()),
        _ => Err(format!("image of {width} x {height} texels exceeds the limit")),
    }
}

fn png(file: &[u8]) -> Result<Image, String> {
    let wrong = |error: &dyn std::fmt::Display| error.to_string();
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| wrong(&error))?;
    // The size is in the header.
    let (width, height) = reader.info().size();
    bounded(width, height)?;
    let size = reader.output_buffer_size().ok_or_else(|| "the image exceeds the limit".to_owned())?;
    let mut bytes = Bytes::zeros(size).map_err(|error| wrong(&error))?;
    let info = reader.next_frame(&mut bytes).map_err(|error| wrong(&error))?;
    let bytes = &bytes[..info.buffer_size()];
    let texels = match info.color_type {
        ColorType::Rgba => bytes.to_vec(),
        ColorType::GrayscaleAlpha => bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::Grayscale => bytes.iter().flat_map(|&p| [p, p, p, 255]).collect(),
        ColorType::Indexed => return Err("palette was not resolved".to_owned()),
    };
    Image::from_rgba8(info.width, info.height, &texels).map_err(|error| wrong(&error))
}

/// The bytes of a file with the first layer of the finest level as a picture.
///
/// # Errors
/// When the image cannot be a picture.
pub fn encode(image: &Image) -> Result<Vec<u8>, String> {
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

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// A surface with the header of Direct3D 10: a size, levels, a format, layers, and the bits of what it is.
    fn surface([width, height, levels, format]: [u32; 4], [layers, bits]: [u32; 2], data: &[u8]) -> Vec<u8> {
        let mut file = b"DDS ".to_vec();
        file.extend(words(&[124, 0x100F, height, width, 0, 1, levels]));
        file.extend([0; 44]);
        file.extend(words(&[32, 4, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0, 0x1000, 0, 0, 0, 0]));
        file.extend(words(&[format, 3, bits, layers, 0]));
        file.extend(data);
        file
    }

    #[test]
    fn surfaces_have_levels_and_faces() {
        let data: Vec<u8> = (0..2 * (4 + 1)).collect();
        let image = dds::read(&surface([2, 2, 2, 61], [2, 0], &data)).unwrap();
        assert_eq!((image.levels(), image.layers(), image.is_array()), (2, 2, true));
        assert_eq!(image.bytes(), [0, 1, 2, 3, 5, 6, 7, 8, 4, 9]);
        let faces: Vec<u8> = (0..6).collect();
        let cube = dds::read(&surface([1, 1, 1, 61], [1, 4], &faces)).unwrap();
        assert_eq!((cube.dim(), cube.bytes()), (runner::image::Dim::Cube, &faces[..]));
        for wrong in
            [surface([2, 2, 2, 61], [2, 0], &data[1..]), surface([2, 2, 1, 999], [1, 0], &data), b"DDS ".to_vec()]
        {
            assert!(dds::read(&wrong).is_err());
        }
        assert!(dds::read(&surface([1 << 20, 1 << 20, 1, 61], [1, 0], &[])).unwrap_err().contains("exceeds the limit"));
    }

    #[test]
    fn blocks_become_texels() {
        // Red and blue; the first row has the four colors between them, the others are red.
        let bc1 = [0x00, 0xF8, 0x1F, 0x00, 0b1110_0100, 0, 0, 0];
        let image = dds::read(&surface([3, 2, 1, 71], [1, 0], &bc1)).unwrap();
        assert_eq!(image.bytes()[..12], [255, 0, 0, 255, 0, 0, 255, 255, 170, 0, 85, 255]);
        let srgb = dds::read(&surface([4, 4, 1, 72], [1, 0], &bc1)).unwrap();
        assert!((srgb.colour(2, 0)[0] - 0.402).abs() < 0.001, "{:?}", srgb.colour(2, 0));
        let bc4 = [255, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(dds::read(&surface([4, 4, 1, 80], [1, 0], &bc4)).unwrap().colour(3, 3), [1.0, 0.0, 0.0, 1.0]);
        let bc5 = [bc4, [0; 8]].concat();
        assert_eq!(dds::read(&surface([1, 1, 1, 83], [1, 0], &bc5)).unwrap().colour(0, 0), [1.0, 0.0, 0.0, 1.0]);
        let [bc2, bc3] = [[[0xFF; 8], bc1].concat(), [[255, 255, 0, 0, 0, 0, 0, 0], bc1].concat()];
        for (number, block) in [(74, bc2), (77, bc3)] {
            assert_eq!(dds::read(&surface([1, 1, 1, number], [1, 0], &block)).unwrap().bytes(), [255, 0, 0, 255]);
        }
        // The mode 6 of BC7 with all bits set is white.
        let bc7: Vec<u8> = [0xC0].into_iter().chain([0xFF; 8]).chain([0; 7]).collect();
        assert_eq!(dds::read(&surface([1, 1, 1, 98], [1, 0], &bc7)).unwrap().bytes()[..3], [255; 3]);
        // A mode of BC6H that there is not is black.
        let bc6h = [0x13; 16];
        assert_eq!(dds::read(&surface([1, 1, 1, 95], [1, 0], &bc6h)).unwrap().colour(0, 0), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn textures_have_levels_behind_their_index() {
        let texture = |scheme: u32, levels: &[&[u8]]| {
            let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
            file.extend(words(&[9, 1, 2, 1, 0, 0, 1, levels.len() as u32, scheme]));
            file.extend([0; 32]);
            let mut at = file.len() + 24 * levels.len();
            for level in levels {
                file.extend([at, level.len(), level.len()].iter().flat_map(|number| (*number as u64).to_le_bytes()));
                at += level.len();
            }
            file.extend(levels.concat());
            file
        };
        assert_eq!(ktx2::read(&texture(0, &[&[1, 2], &[3]])).unwrap().bytes(), [1, 2, 3]);
        // A stored block of two bytes, with the checksum of zlib.
        let zlib = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 7, 9, 0, 25, 0, 17];
        assert_eq!(ktx2::read(&texture(3, &[&zlib])).unwrap().bytes(), [7, 9]);
        assert!(ktx2::read(&texture(2, &[&zlib])).unwrap_err().contains("malformed"));
        // A frame of two bytes: one that is stored, and one that is repeated once.
        let zstd = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 2, 8, 0, 0, 7, 8 | 3, 0, 0, 9];
        assert_eq!(ktx2::read(&texture(2, &[&zstd])).unwrap().bytes(), [7, 9]);
        assert!(ktx2::read(&texture(2, &[&zstd[..9]])).is_err());
        // More than the level has is not read.
        let bomb = [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 1, 0, 0x03, 0, 8, 5];
        assert_eq!(ktx2::read(&texture(2, &[&bomb])).unwrap().bytes(), [5, 5]);
        assert!(ktx2::read(&texture(0, &[&[1]])).is_err());
    }

    #[test]
    fn exr_is_read_in_blocks() {
        let picture = |compression: u8, block: &[u8]| {
            let mut file = words(&[20_000_630, 2]);
            let mut attribute = |name: &str, kind: &str, value: &[u8]| {
                file.extend([name.as_bytes(), &[0], kind.as_bytes(), &[0]].concat());
                file.extend(words(&[value.len() as u32]));
                file.extend(value);
            };
            let channel = |name: u8| [vec![name, 0], words(&[1, 0, 1, 1])].concat();
            attribute("channels", "chlist", &[channel(b'G'), channel(b'R'), vec![0]].concat());
            attribute("compression", "compression", &[compression]);
            attribute("dataWindow", "box2i", &words(&[3, 5, 4, 5]));
            file.push(0);
            let at = file.len() as u64 + 8;
            file.extend(at.to_le_bytes());
            file.extend(words(&[5, block.len() as u32]));
            file.extend(block);
            file
        };
        // Two texels, green before red, of halves.
        let plain = [0u8, 0x3C, 0, 0x40, 0, 0x38, 0, 0];
        let expected = [[0.5, 1.0, 0.0, 1.0], [0.0, 2.0, 0.0, 1.0]];
        let read = |file: &[u8]| exr::read(file).map(|image| [0, 1].map(|x| image.colour(x, 0)));
        assert_eq!(read(&picture(0, &plain)).unwrap(), expected);
        // Even bytes first, as differences; then runs.
        let parts = [0u8, 0, 0, 0, 0x3C, 0x40, 0x38, 0];
        let mut packed = vec![parts[0]];
        packed.extend(parts.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]).wrapping_add(128)));
        let runs = [vec![0, packed[0], 2, 128], vec![0xFC, packed[4], packed[5], packed[6], packed[7]]].concat();
        assert_eq!(read(&picture(1, &runs)), Ok(expected));
        let stored = [&[0x78, 0x01, 1, 8, 0, 0xF7, 0xFF][..], &packed, &adler(&packed)].concat();
        assert_eq!(read(&picture(3, &stored)), Ok(expected));
        assert!(read(&picture(5, &plain)).unwrap_err().contains("PXR24"));
        assert!(read(&picture(0, &plain[1..])).is_err());
    }

    /// The checksum of zlib.
    fn adler(data: &[u8]) -> [u8; 4] {
        let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), byte| {
            let a = (a + u32::from(*byte)) % 65521;
            (a, (b + a) % 65521)
        });
        (b << 16 | a).to_be_bytes()
    }

    #[test]
    fn jpeg_is_read() {
        let mut file = vec![0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0];
        file.extend([1; 64]);
        // Eight by eight texels of one component.
        file.extend([0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
        // A code for ten bits of mean, and one for the end.
        for (table, symbol) in [(0x00, 10), (0x10, 0)] {
            file.extend([0xFF, 0xC4, 0, 20, table, 1]);
            file.extend([0; 15]);
            file.push(symbol);
        }
        file.extend([0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x40, 0x0F, 0xFF, 0xD9]);
        let image = jpeg(&file).unwrap();
        assert_eq!((image.size(), image.bytes()[..4].to_vec()), ([8, 8, 1], vec![192, 192, 192, 255]));
        assert!(jpeg(&file[..100]).is_err());
        assert!(jpeg(b"no picture").is_err());
    }
}
