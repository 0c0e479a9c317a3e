//! Radiance pictures: three mantissas with a common exponent, in runs.

use super::bounded;
use runner::{Format, Image};

/// Reads a file.
///
/// # Errors
/// When it is none, or is not whole.
pub(super) fn read(file: &[u8]) -> Result<Image, String> {
    if !file.starts_with(b"#?") {
        return Err("not a Radiance picture".to_owned());
    }
    let mut lines = file.split_inclusive(|byte| *byte == b'\n');
    let mut start = 0;
    let mut line = || {
        let line = lines.next()?;
        start += line.len();
        Some((String::from_utf8_lossy(line).trim_end().to_owned(), start))
    };
    let whole = || "the header is not whole".to_owned();
    loop {
        let (text, _) = line().ok_or_else(whole)?;
        match text.split_once('=') {
            Some(("FORMAT", "32-bit_rle_rgbe")) => {}
            Some(("FORMAT", other)) => return Err(format!("the format '{other}' is not supported")),
            _ if text.is_empty() => break,
            _ => {}
        }
    }
    let (size, start) = line().ok_or_else(whole)?;
    let words: Vec<&str> = size.split_whitespace().collect();
    let ["-Y", height, "+X", width] = words[..] else { return Err(format!("the order '{size}' is not supported")) };
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("invalid size '{size}'"));
    let (width, height) = (number(width)?, number(height)?);
    bounded(width, height)?;
    let mut rest = &file[start..];
    let mut image = Image::d2(Format::RGBA32_FLOAT, width, height).map_err(|error| error.to_string())?;
    let mut texels = Vec::with_capacity(4 * width as usize * height as usize);
    for y in 0..height {
        let row = row(&mut rest, width as usize).ok_or_else(|| format!("row {y} is not whole"))?;
        texels.extend(row.into_iter().flat_map(decoded));
    }
    image.set_values(0, 0, &texels);
    Ok(image)
}

fn decoded([r, g, b, exponent]: [u8; 4]) -> [f32; 4] {
    // What is left of the exponent behind eight bits of mantissa.
    let scale = if exponent == 0 { 0.0 } else { 2f64.powi(i32::from(exponent) - 136) };
    let [r, g, b] = [r, g, b].map(|part| (f64::from(part) * scale) as f32);
    [r, g, b, 1.0]
}

fn take<'f>(rest: &mut &'f [u8], count: usize) -> Option<&'f [u8]> {
    let (own, behind) = rest.split_at_checked(count)?;
    *rest = behind;
    Some(own)
}

/// The texels of a row: in runs of each component, in runs of texels, or as they are.
fn row(rest: &mut &[u8], width: usize) -> Option<Vec<[u8; 4]>> {
    let is_new = (8..0x8000).contains(&width)
        && matches!(rest, [2, 2, high, low, ..] if usize::from(*high) << 8 | usize::from(*low) == width);
    let mut texels = vec![[0; 4]; width];
    if !is_new {
        let (mut at, mut shift) = (0, 0);
        while at < width {
            let own: [u8; 4] = take(rest, 4)?.try_into().ok()?;
            if own[..3] == [1, 1, 1] {
                let count = usize::from(own[3]).checked_shl(shift)?;
                let last = *texels.get(at.checked_sub(1)?)?;
                texels.get_mut(at..at.checked_add(count)?)?.fill(last);
                (at, shift) = (at + count, shift + 8);
            } else {
                texels[at] = own;
                (at, shift) = (at + 1, 0);
            }
        }
        return Some(texels);
    }
    take(rest, 4)?;
    for component in 0..4 {
        let mut at = 0;
        while at < width {
            let count = usize::from(take(rest, 1)?[0]);
            let is_run = count > 128;
            let count = if is_run { count - 128 } else { count };
            let values = take(rest, if is_run { 1 } else { count })?;
            let own = texels.get_mut(at..at + count)?;
            own.iter_mut().enumerate().for_each(|(at, texel)| texel[component] = values[if is_run { 0 } else { at }]);
            at += count.max(1);
        }
    }
    Some(texels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_runs_or_not() {
        let start = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n";
        let plain = [&start[..], b"-Y 1 +X 2\n", &[128, 64, 0, 129, 1, 1, 1, 1]].concat();
        let image = read(&plain).unwrap();
        assert_eq!([0, 1].map(|x| image.colour(x, 0)), [[1.0, 0.5, 0.0, 1.0]; 2]);
        let runs = [136u8, 128, 136, 64, 4, 1, 2, 3, 4, 132, 9, 136, 128];
        let new = [&start[..], b"-Y 1 +X 8\n", &[2, 2, 0, 8], &runs].concat();
        let image = read(&new).unwrap();
        assert_eq!(image.colour(1, 0), [0.5, 0.25, 2.0 / 256.0, 1.0]);
        assert_eq!(image.colour(7, 0)[2], 9.0 / 256.0);
        for wrong in [&new[..new.len() - 1], &start[..], b"P6", &[&start[..], b"+Y 1 +X 2\n"].concat()] {
            assert!(read(wrong).is_err());
        }
    }
}
