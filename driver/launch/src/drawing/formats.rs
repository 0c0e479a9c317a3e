//! Files of texels: Radiance (`.hdr`), OpenEXR (`.exr`), DirectDraw surfaces (`.dds`) and Khronos textures (`.ktx2`), all
//! without compression.
//!
//! It must not know where texels come from, or what reads the files.

use crate::kernels::picture::numbers::NUMBERS;
use runner::image::{Class, Texel};
use runner::stages::fixed::ColorFormat;

/// Texels in rows.
#[derive(Clone, Copy)]
pub(crate) struct Texels<'t> {
    pub(crate) format: ColorFormat,
    pub(crate) size: [u32; 2],
    pub(crate) bytes: &'t [u8],
}

/// The bytes of a file, or the reason why there are none.
pub(crate) type Encode = fn(Texels<'_>) -> Result<Vec<u8>, String>;

/// The endings of files, and how they are made.
pub(crate) const ROWS: &[(&str, Encode)] = &[("hdr", hdr), ("exr", exr), ("dds", dds), ("ktx2", ktx2)];

impl Texels<'_> {
    fn texels(&self) -> impl Iterator<Item = Texel> + '_ {
        let format = self.format;
        self.bytes.chunks_exact(format.bytes()).map(move |texel| format.decode(format.load(texel)))
    }

    fn numbers(&self) -> Result<(u32, u32), String> {
        let row = NUMBERS.iter().find(|row| row.0 == self.format.name());
        let (_, dxgi, vulkan) = row.ok_or_else(|| format!("the format {} is not supported", self.format.name()))?;
        Ok((*dxgi, *vulkan))
    }
}

fn words(words: &[u32]) -> impl Iterator<Item = u8> + '_ {
    words.iter().flat_map(|word| word.to_le_bytes())
}

/// Radiance: three mantissas of eight bits with a common exponent.
fn hdr(texels: Texels<'_>) -> Result<Vec<u8>, String> {
    if texels.format.class() != Class::Float {
        return Err("Radiance files have no integers".to_owned());
    }
    let [width, height] = texels.size;
    let mut file = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n").into_bytes();
    file.extend(texels.texels().flat_map(|texel| shared_exponent([texel[0], texel[1], texel[2]].map(f32::from_bits))));
    Ok(file)
}

/// What is negative or NaN is 0.
fn shared_exponent(color: [f32; 3]) -> [u8; 4] {
    let color = color.map(|part| if part > 0.0 { f64::from(part.min(f32::MAX)) } else { 0.0 });
    let most = color[0].max(color[1]).max(color[2]);
    if most < 1e-32 {
        return [0; 4];
    }
    // The exponent with which the largest one is at least a half, and less than one.
    let exponent = ((most.to_bits() >> 52) as i32 - 1022).clamp(-127, 127);
    // Two to the power of what makes that a number of eight bits.
    let scale = f64::from_bits(((1023 + 8 - exponent) as u64) << 52);
    let [r, g, b] = color.map(|part| (part * scale).min(255.0) as u8);
    [r, g, b, (exponent + 128) as u8]
}

/// OpenEXR: a scanline at a time, channels in the order of their names.
fn exr(texels: Texels<'_>) -> Result<Vec<u8>, String> {
    let format = texels.format;
    let is_half = format.bits(0) == 16 && format.class() == Class::Float && format.range().is_none();
    let kind: u32 = match format.class() {
        Class::Uint => 0,
        Class::Float if is_half => 1,
        Class::Float => 2,
        Class::Sint | Class::WideSint | Class::WideUint => {
            return Err("OpenEXR files have no signed integers".to_owned());
        }
    };
    let channels: Vec<(u8, usize)> = [(b'A', 3), (b'B', 2), (b'G', 1), (b'R', 0)]
        .into_iter()
        .filter(|(_, component)| format.bits(*component) > 0)
        .collect();
    let [width, height] = texels.size;
    let mut file: Vec<u8> = words(&[20_000_630, 2]).collect();
    let mut attribute = |name: &str, kind: &str, value: &[u8]| {
        file.extend([name.as_bytes(), &[0], kind.as_bytes(), &[0]].concat());
        file.extend((value.len() as u32).to_le_bytes());
        file.extend(value);
    };
    let mut list: Vec<u8> = Vec::new();
    for (name, _) in &channels {
        list.extend([*name, 0]);
        list.extend(words(&[kind, 0, 1, 1]));
    }
    list.push(0);
    let window: Vec<u8> = words(&[0, 0, width - 1, height - 1]).collect();
    let one = 1f32.to_le_bytes();
    attribute("channels", "chlist", &list);
    attribute("compression", "compression", &[0]);
    attribute("dataWindow", "box2i", &window);
    attribute("displayWindow", "box2i", &window);
    attribute("lineOrder", "lineOrder", &[0]);
    attribute("pixelAspectRatio", "float", &one);
    attribute("screenWindowCenter", "v2f", &[0; 8]);
    attribute("screenWindowWidth", "float", &one);
    file.push(0);
    let line_bytes = width * channels.len() as u32 * if is_half { 2 } else { 4 };
    let first = file.len() as u64 + 8 * u64::from(height);
    file.extend((0..u64::from(height)).flat_map(|line| (first + line * (8 + u64::from(line_bytes))).to_le_bytes()));
    let row = width as usize * format.bytes();
    for (number, bytes) in (0..height).zip(texels.bytes.chunks_exact(row)) {
        file.extend(words(&[number, line_bytes]));
        for (_, component) in &channels {
            for texel in bytes.chunks_exact(format.bytes()) {
                let raw = format.load(texel);
                match is_half {
                    true => file.extend((raw[*component] as u16).to_le_bytes()),
                    false => file.extend(format.decode(raw)[*component].to_le_bytes()),
                }
            }
        }
    }
    Ok(file)
}

/// A DirectDraw surface with the header of Direct3D 10.
fn dds(texels: Texels<'_>) -> Result<Vec<u8>, String> {
    let (dxgi, _) = texels.numbers()?;
    let [width, height] = texels.size;
    let pitch = width * texels.format.bytes() as u32;
    let mut file = b"DDS ".to_vec();
    // Size; caps, height, width, pitch and format are given.
    file.extend(words(&[124, 0x100F, height, width, pitch, 1, 1]));
    file.extend([0; 44]);
    file.extend(words(&[32, 4, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0]));
    // A texture.
    file.extend(words(&[0x1000, 0, 0, 0, 0]));
    // Two dimensions, one layer.
    file.extend(words(&[dxgi, 3, 0, 1, 0]));
    file.extend(texels.bytes);
    Ok(file)
}

/// A Khronos texture of one level.
fn ktx2(texels: Texels<'_>) -> Result<Vec<u8>, String> {
    let (_, vulkan) = texels.numbers()?;
    let [width, height] = texels.size;
    let descriptor = descriptor(texels.format);
    let unit = match texels.format {
        ColorFormat::Plain(format) => format.encoding.bytes() as u32,
        ColorFormat::Packed(_) => texels.format.bytes() as u32,
    };
    // The header, its index, and that of the level.
    let start = 12 + 36 + 32 + 24u32;
    let align = (texels.format.bytes() as u32).max(4);
    let data = (start + descriptor.len() as u32).next_multiple_of(align);
    let is_packed_bytes = texels.format.name().starts_with("bgra8") || texels.format.name().starts_with("rgba8");
    let unit = if is_packed_bytes { 1 } else { unit };
    let mut file = b"\xABKTX 20\xBB\r\n\x1A\n".to_vec();
    file.extend(words(&[vulkan, unit, width, height, 0, 0, 1, 1, 0]));
    file.extend(words(&[start, descriptor.len() as u32, 0, 0, 0, 0, 0, 0]));
    let length = texels.bytes.len() as u64;
    file.extend([u64::from(data), length, length].iter().flat_map(|number| number.to_le_bytes()));
    file.extend(descriptor);
    file.resize(data as usize, 0);
    file.extend(texels.bytes);
    Ok(file)
}

/// The data format descriptor of a texel.
fn descriptor(format: ColorFormat) -> Vec<u8> {
    let name = format.name();
    let mut components: Vec<usize> = (0..4).filter(|component| format.bits(*component) > 0).collect();
    components.sort_by_key(|component| format.shift(*component));
    let block = 24 + 16 * components.len() as u32;
    let transfer = if name.ends_with("-srgb") { 2 } else { 1 };
    // The model of red, green, blue and alpha, with the primaries of BT.709.
    let mut bytes: Vec<u8> = words(&[4 + block, 0, 2 | block << 16, 1 | 1 << 8 | transfer << 16, 0]).collect();
    bytes.extend(words(&[format.bytes() as u32, 0]));
    for component in components {
        let bits = format.bits(component);
        let most = ((1u64 << bits) - 1) as u32;
        let (qualifiers, lower, upper) = if name.ends_with("float") {
            let signed = name != "rg11b10float";
            let lower = if signed { (-1f32).to_bits() } else { 0 };
            (if signed { 0xC0 } else { 0x80 }, lower, 1f32.to_bits())
        } else if name.ends_with("snorm") {
            (0x40, (most >> 1).wrapping_neg(), most >> 1)
        } else if name.ends_with("sint") {
            (0x40, u32::MAX, 1)
        } else if name.ends_with("uint") {
            (0, 0, 1)
        } else {
            (0, 0, most)
        };
        // Alpha is linear in all formats.
        let linear = if component == 3 && transfer == 2 { 0x10 } else { 0 };
        let channel = if component == 3 { 15 } else { component as u32 };
        let kind = (channel | qualifiers | linear) << 24;
        bytes.extend(words(&[format.shift(component) | (bits - 1) << 16 | kind, 0, lower, upper]));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texels(format: ColorFormat, size: [u32; 2], values: &[[f32; 4]]) -> Vec<u8> {
        let mut bytes = vec![0; format.bytes() * (size[0] * size[1]) as usize];
        for (texel, value) in bytes.chunks_exact_mut(format.bytes()).zip(values) {
            format.store(format.encode(value.map(f32::to_bits)), texel);
        }
        bytes
    }

    fn file(encode: Encode, name: &str, values: &[[f32; 4]]) -> Vec<u8> {
        let format = ColorFormat::from_name(name).unwrap();
        let size = [values.len() as u32, 1];
        encode(Texels { format, size, bytes: &texels(format, size, values) }).unwrap()
    }

    fn word(file: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(file[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn every_format_has_numbers() {
        for name in ColorFormat::names() {
            assert!(NUMBERS.iter().any(|row| row.0 == name), "{name}");
        }
        assert_eq!(NUMBERS.len(), ColorFormat::names().count());
    }

    #[test]
    fn radiance_shares_exponents() {
        assert_eq!(shared_exponent([1.0, 0.5, 0.25]), [128, 64, 32, 129]);
        assert_eq!(shared_exponent([0.75, 0.0, -1.0]), [192, 0, 0, 128]);
        assert_eq!(shared_exponent([f32::NAN, 0.0, 1e-36]), [0; 4]);
        assert_eq!(shared_exponent([f32::INFINITY, 0.0, 0.0])[3], 255);
        let file = file(hdr, "rgba16float", &[[1.0, 2.0, 0.5, 1.0], [0.0; 4]]);
        assert!(file.starts_with(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n"));
        assert_eq!(file[file.len() - 8..], [64, 128, 32, 130, 0, 0, 0, 0]);
    }

    #[test]
    fn exr_has_a_line_of_each_channel() {
        let made = file(exr, "rg32float", &[[1.5, -2.0, 0.0, 0.0], [0.25, 8.0, 0.0, 0.0]]);
        assert_eq!((word(&made, 0), word(&made, 4)), (20_000_630, 2));
        let data: Vec<u8> = [-2.0f32, 8.0, 1.5, 0.25].iter().flat_map(|number| number.to_le_bytes()).collect();
        assert!(made.ends_with(&data));
        // The offset of the only line is that of its number.
        let line = made.len() - 16 - 8;
        assert_eq!(word(&made, line - 8) as usize, line);
        assert_eq!((word(&made, line), word(&made, line + 4)), (0, 16));
        let halves = file(exr, "rgba16float", &[[1.0, 0.0, 0.0, 1.0]]);
        assert_eq!(halves[halves.len() - 8..], [0, 0x3C, 0, 0, 0, 0, 0, 0x3C]);
        let format = ColorFormat::from_name("r32sint").unwrap();
        assert!(exr(Texels { format, size: [1, 1], bytes: &[0; 4] }).is_err());
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = std::env::temp_dir().join(format!("formats-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let values = [[1.0, 0.5, 0.25, 1.0], [0.0, 0.125, 0.0, 1.0]];
        for (ending, encode) in ROWS {
            let path = folder.join(format!("a.{ending}"));
            std::fs::write(&path, file(*encode, "rgba16float", &values)).unwrap();
            let image = crate::kernels::picture::read(&path).unwrap();
            assert_eq!([0, 1].map(|x| image.colour(x, 0)), values, "{ending}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn surfaces_and_textures_have_headers() {
        let made = file(dds, "rgba8unorm", &[[1.0, 0.0, 0.0, 1.0]]);
        assert_eq!((made.len(), word(&made, 4), word(&made, 84), word(&made, 128)), (152, 124, 0x3031_5844, 28));
        assert_eq!(made[148..], [255, 0, 0, 255]);
        let made = file(ktx2, "bgra8unorm-srgb", &[[1.0, 0.0, 0.0, 1.0]]);
        assert_eq!((word(&made, 12), word(&made, 16), word(&made, 20), word(&made, 24)), (50, 1, 1, 1));
        let (start, length) = (word(&made, 48) as usize, word(&made, 52) as usize);
        assert_eq!((start, length, word(&made, start)), (104, 4 + 24 + 64, 4 + 24 + 64));
        // Blue comes first, alpha last and linear.
        assert_eq!(word(&made, start + 28), 2 << 24 | 7 << 16);
        assert_eq!(word(&made, start + 28 + 48), 0x1F << 24 | 7 << 16 | 24);
        assert_eq!(made[word(&made, 80) as usize..], [0, 0, 255, 255]);
    }
}
