//! OpenEXR pictures of scanlines or tiles: without compression, in runs, compressed with zlib, or with wavelets (PIZ).

use super::bounded;
use super::ktx2::inflated;
use super::piz::{self, Plane};
use runner::image::format::half_to_single;
use runner::{Format, Image};

/// What a file begins with.
const START: [u8; 4] = [0x76, 0x2F, 0x31, 0x01];
/// Bits of the version: deep data, several parts.
const OTHERS: u32 = 0x800 | 0x1000;
/// The bit of tiles.
const TILES: u32 = 0x200;
/// The number of the compression with wavelets.
const PIZ: u8 = 4;
/// The compressions that are read: their numbers, and the scanlines of a block.
const COMPRESSIONS: &[(u8, usize)] = &[(0, 1), (1, 1), (2, 1), (3, 16), (PIZ, 32)];
/// The names of the other ones.
const REFUSED: &[(u8, &str)] = &[(5, "PXR24"), (6, "B44"), (7, "B44A"), (8, "DWAA"), (9, "DWAB"), (10, "HTJ2K")];

/// A channel: the component of the image, and the kind of its numbers.
#[derive(Clone, Copy)]
struct Channel {
    component: Option<usize>,
    kind: u32,
}

/// The header.
struct Header {
    channels: Vec<Channel>,
    compression: u8,
    /// The first and the last column and row.
    window: [i32; 4],
    /// The size of tiles, if there are any.
    tile: Option<[usize; 2]>,
}

/// A part of the picture that is a block of the file.
#[derive(Clone, Copy)]
struct Part {
    at: [usize; 2],
    size: [usize; 2],
}

type Result<T> = std::result::Result<T, String>;

/// Reads a file.
///
/// # Errors
/// When it is none, or something of it is not supported.
pub(super) fn read(file: &[u8]) -> Result<Image> {
    if !file.starts_with(&START) {
        return Err("not an OpenEXR picture".to_owned());
    }
    let version = word(file, 4).filter(|version| version & OTHERS == 0);
    let version = version.ok_or_else(|| "pictures of deep data or several parts are not supported".to_owned())?;
    let (mut header, start) = header(file).ok_or_else(|| "the header is malformed".to_owned())?;
    header.tile = header.tile.filter(|_| version & TILES != 0);
    if version & TILES != 0 && header.tile.is_none() {
        return Err("the tiles have no size".to_owned());
    }
    let [left, top, right, bottom] = header.window.map(i64::from);
    let size =
        |first: i64, last: i64| u32::try_from(last - first + 1).map_err(|_| "the window is malformed".to_owned());
    let (width, height) = (size(left, right)?, size(top, bottom)?);
    bounded(width, height)?;
    let lines = COMPRESSIONS.iter().find(|row| row.0 == header.compression).map(|row| row.1);
    let lines = lines.ok_or_else(|| {
        let name = REFUSED.iter().find(|row| row.0 == header.compression).map_or("unknown", |row| row.1);
        format!("the compression {name} is not supported")
    })?;
    let whole = [width as usize, height as usize];
    let mut texels = vec![0f32; 4 * whole[0] * whole[1]];
    // Alpha is 1 where there is none; a single channel is in red.
    if !header.channels.iter().any(|channel| channel.component == Some(3)) {
        texels.chunks_exact_mut(4).for_each(|texel| texel[3] = 1.0);
    }
    let most = header.tile.unwrap_or([whole[0], lines]);
    // Of several levels the first one comes first.
    for number in 0..whole[0].div_ceil(most[0]).saturating_mul(whole[1].div_ceil(most[1])) {
        let (part, data) = stored(file, &header, start + 8 * number, whole, most)
            .ok_or_else(|| format!("block {number} is not whole"))?;
        let data = block(data, &header, part)?;
        let line_bytes = header.line_bytes(part);
        for (row, line) in data.chunks_exact(line_bytes.max(1)).enumerate() {
            let first = 4 * (whole[0] * (part.at[1] + row) + part.at[0]);
            set(&mut texels[first..first + 4 * part.size[0]], line, &header.channels);
        }
    }
    let mut image = Image::d2(Format::RGBA32_FLOAT, width, height).map_err(|error| error.to_string())?;
    image.set_values(0, 0, &texels);
    Ok(image)
}

impl Header {
    /// The bytes of a row of a part.
    fn line_bytes(&self, part: Part) -> usize {
        self.channels.iter().map(|channel| channel.bytes() * part.size[0]).sum()
    }
}

/// The block whose place is at a place of the file, and the part of the picture that it is.
fn stored<'f>(
    file: &'f [u8],
    header: &Header,
    entry: usize,
    whole: [usize; 2],
    most: [usize; 2],
) -> Option<(Part, &'f [u8])> {
    let at = usize::try_from(long(file, entry)?).ok()?;
    let ([x, y], behind) = if header.tile.is_some() {
        let first = |axis: usize| (word(file, at.checked_add(4 * axis)?)? as usize).checked_mul(most[axis]);
        let level = [word(file, at.checked_add(8)?)?, word(file, at.checked_add(12)?)?];
        if level != [0, 0] {
            return None;
        }
        ([first(0)?, first(1)?], at.checked_add(16)?)
    } else {
        let y = i64::from(word(file, at)?.cast_signed()) - i64::from(header.window[1]);
        ([0, usize::try_from(y).ok()?], at.checked_add(4)?)
    };
    let rest = |axis: usize, first: usize| whole[axis].checked_sub(first).filter(|rest| *rest > 0);
    let size = [most[0].min(rest(0, x)?), most[1].min(rest(1, y)?)];
    let length = word(file, behind)? as usize;
    let start = behind.checked_add(4)?;
    let data = file.get(start..start.checked_add(length)?)?;
    Some((Part { at: [x, y], size }, data))
}

impl Channel {
    fn bytes(self) -> usize {
        if self.kind == 1 { 2 } else { 4 }
    }

    fn number(self, bytes: &[u8]) -> f32 {
        match (self.kind, bytes) {
            (1, [low, high]) => half_to_single(u16::from_le_bytes([*low, *high])),
            (0, [a, b, c, d]) => u32::from_le_bytes([*a, *b, *c, *d]) as f32,
            (_, [a, b, c, d]) => f32::from_le_bytes([*a, *b, *c, *d]),
            _ => 0.0,
        }
    }
}

/// Sets the texels of a row, in which one channel is behind the other.
fn set(texels: &mut [f32], mut line: &[u8], channels: &[Channel]) {
    let width = texels.len() / 4;
    for channel in channels {
        let (own, rest) = line.split_at(channel.bytes() * width);
        line = rest;
        let Some(component) = channel.component else { continue };
        for (texel, bytes) in texels.chunks_exact_mut(4).zip(own.chunks_exact(channel.bytes())) {
            texel[component] = channel.number(bytes);
        }
    }
}

fn word(file: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(file.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn long(file: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(file.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

/// The text up to the next zero, and what is behind it.
fn text(file: &[u8], at: usize) -> Option<(&str, usize)> {
    let rest = file.get(at..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    Some((std::str::from_utf8(&rest[..end]).ok()?, at + end + 1))
}

/// The header, and the place behind it.
fn header(file: &[u8]) -> Option<(Header, usize)> {
    let mut header = Header { channels: Vec::new(), compression: 0, window: [0, 0, -1, -1], tile: None };
    let mut at = 8;
    loop {
        let (name, next) = text(file, at)?;
        if name.is_empty() {
            let is_whole = !header.channels.is_empty() && header.tile.is_none_or(|size| !size.contains(&0));
            return is_whole.then_some((header, next));
        }
        let (_, next) = text(file, next)?;
        let (start, length) = (next + 4, word(file, next)? as usize);
        let value = file.get(start..start.checked_add(length)?)?;
        match name {
            "channels" => header.channels = channels(value)?,
            "compression" => header.compression = *value.first()?,
            "tiles" => header.tile = Some([word(value, 0)? as usize, word(value, 4)? as usize]),
            "dataWindow" => {
                for (part, at) in header.window.iter_mut().zip([0, 4, 8, 12]) {
                    *part = word(value, at)?.cast_signed();
                }
            }
            _ => {}
        }
        at = start + length;
    }
}

/// The channels in the order of the file. Those of layers are not read.
fn channels(value: &[u8]) -> Option<Vec<Channel>> {
    let (mut all, mut at) = (Vec::new(), 0);
    loop {
        let (name, next) = text(value, at)?;
        if name.is_empty() {
            return Some(all);
        }
        let component = ["R", "G", "B", "A"].iter().position(|own| *own == name);
        let component = component.or(matches!(name, "Y" | "Z").then_some(0));
        let kind = word(value, next)?;
        // Channels with fewer samples have other lengths.
        if kind > 2 || word(value, next + 8)? != 1 || word(value, next + 12)? != 1 {
            return None;
        }
        all.push(Channel { component, kind });
        at = next + 16;
    }
}

/// The bytes of a block. What did not become shorter is as it was.
fn block(data: &[u8], header: &Header, part: Part) -> Result<Vec<u8>> {
    let (compression, count) = (header.compression, header.line_bytes(part) * part.size[1]);
    if compression == PIZ && data.len() != count {
        let [width, height] = part.size;
        let plane = |channel: &Channel| Plane { width, height, words: channel.bytes() / 2 };
        let planes: Vec<Plane> = header.channels.iter().map(plane).collect();
        return piz::unpacked(data, &planes).ok_or_else(|| "a block is malformed".to_owned());
    }
    if compression == 0 || data.len() == count {
        return if data.len() == count { Ok(data.to_vec()) } else { Err("a block has another length".to_owned()) };
    }
    let packed = if compression == 1 { runs(data, count) } else { Some(inflated(data, count)?) };
    let mut packed = packed.filter(|bytes| bytes.len() == count).ok_or("a block has another length")?;
    // Each byte is the difference from the one before.
    for at in 1..packed.len() {
        packed[at] = packed[at].wrapping_add(packed[at - 1]).wrapping_sub(128);
    }
    // The even bytes are in the first half.
    let half = count.div_ceil(2);
    Ok((0..count).map(|at| packed[if at % 2 == 0 { at / 2 } else { half + at / 2 }]).collect())
}

/// Runs of equal bytes, and of others.
fn runs(mut data: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    while let [count, rest @ ..] = data {
        let count = i32::from(count.cast_signed());
        let (own, length) = if count < 0 { ((-count) as usize, (-count) as usize) } else { (1, count as usize + 1) };
        let (values, behind) = rest.split_at_checked(own)?;
        match count < 0 {
            true => all.extend_from_slice(values),
            false => all.extend(std::iter::repeat_n(values[0], length)),
        }
        data = behind;
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}
