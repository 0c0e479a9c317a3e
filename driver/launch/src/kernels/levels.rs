//! Levels of images below the first: means of boxes of linear values.

use runner::Image;
use runner::image::Class;

/// Computes all levels below the first one, each from the one above it.
///
/// # Errors
/// When the texels are integers.
pub(crate) fn fill(image: &mut Image) -> Result<(), String> {
    if image.format().class() != Class::Float {
        return Err(format!("levels of {} have no means", image.format().name()));
    }
    for level in 1..image.levels() as usize {
        let [above, size] = [level - 1, level].map(|level| image.size().map(|size| (size >> level).max(1)));
        for layer in 0..image.layers() {
            for (z, y) in (0..size[2]).flat_map(|z| (0..size[1]).map(move |y| (z, y))) {
                for x in 0..size[0] {
                    let at = [x, y, z];
                    let texel = mean(image, level - 1, layer, above, size, at);
                    image.set_texel(level, layer, at, texel.map(|part| (part as f32).to_bits()));
                }
            }
        }
    }
    Ok(())
}

/// The mean of the texels above a texel, by the part of each that lies in the box.
fn mean(image: &Image, level: usize, layer: u32, above: [u32; 3], size: [u32; 3], at: [u32; 3]) -> [f64; 4] {
    let taps = [0, 1, 2].map(|axis| taps(at[axis], above[axis], size[axis]));
    let mut sum = [0.0; 4];
    for (z, of_z) in &taps[2] {
        for (y, of_y) in &taps[1] {
            for (x, of_x) in &taps[0] {
                let texel = image.texel(level, layer, [*x, *y, *z]);
                let weight = of_x * of_y * of_z;
                (0..4).for_each(|part| sum[part] += weight * f64::from(f32::from_bits(texel[part])));
            }
        }
    }
    sum
}

/// The texels above a place along an axis, with their weights.
fn taps(at: u32, above: u32, size: u32) -> Vec<(u32, f64)> {
    let scale = f64::from(above) / f64::from(size);
    let (start, end) = (f64::from(at) * scale, f64::from(at + 1) * scale);
    let all = start as u32..(end.ceil() as u32).min(above);
    let part = |texel: u32| (end.min(f64::from(texel + 1)) - start.max(f64::from(texel))) / scale;
    all.map(|texel| (texel, part(texel))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::Format;

    #[test]
    fn levels_are_means() {
        let mut image = Image::d2(Format::R32_FLOAT, 3, 2).unwrap().with_levels(2).unwrap();
        image.set_values(0, 0, &[1f32, 2.0, 3.0, 4.0, 5.0, 9.0]);
        fill(&mut image).unwrap();
        assert_eq!(image.texel(1, 0, [0; 3])[0], 4f32.to_bits());
        let mut odd = Image::d2(Format::R32_FLOAT, 5, 1).unwrap().with_levels(3).unwrap();
        odd.set_values(0, 0, &[2f32, 4.0, 6.0, 8.0, 10.0]);
        fill(&mut odd).unwrap();
        assert_eq!([0, 1].map(|x| f32::from_bits(odd.texel(1, 0, [x, 0, 0])[0])), [3.6, 8.4]);
        assert_eq!(f32::from_bits(odd.texel(2, 0, [0; 3])[0]), 6.0);
        assert!(fill(&mut Image::d2(Format::R32_UINT, 2, 2).unwrap()).is_err());
    }
}
