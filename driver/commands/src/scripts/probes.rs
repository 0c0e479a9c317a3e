//! Expectations: numbers, texels and whole buffers against what is there.
//!
//! It must not know what wrote them.

use super::memory::Memory;
use amber::script::{Comparator, Probe, Tolerance};
use amber::types::{Number, Value};
use std::fmt::Write;

/// The tolerance of floating-point numbers where nothing is said, in percent.
const USUAL: Tolerance = Tolerance { value: 1e-6, is_percent: true };
/// That of texels.
const OF_TEXELS: Tolerance = Tolerance { value: 0.002, is_percent: false };
/// The parts of a histogram.
const BINS: usize = 256;

/// Compares.
///
/// # Errors
/// With the first difference.
pub(super) fn compare(probe: &Probe, buffer: usize, all: &[Memory]) -> Result<(), String> {
    let own = &all[buffer];
    match probe {
        Probe::Numbers { offset, comparator, values, tolerances } => {
            numbers(own, *offset as usize, *comparator, values, tolerances)
        }
        Probe::Texels { at, size, color, tolerances } => texels(own, *at, *size, color, tolerances),
        Probe::Same(other) => same(own, &all[*other]),
        Probe::MeanSquare(other, most) => {
            let found = mean_square(own, &all[*other])?;
            if found > *most {
                Err(format!("the root of the mean square is {found}, expected at most {most}"))
            } else {
                Ok(())
            }
        }
        Probe::Histogram(other, most) => {
            let found = distance(own, &all[*other])?;
            if found > *most {
                Err(format!("the distance of the histograms is {found}, expected at most {most}"))
            } else {
                Ok(())
            }
        }
    }
}

fn numbers(
    own: &Memory,
    offset: usize,
    comparator: Comparator,
    values: &[Value],
    tolerances: &[Tolerance],
) -> Result<(), String> {
    let (size, places) = (own.element.bytes as usize, &own.element.numbers);
    if places.is_empty() || !offset.is_multiple_of(size) {
        return Err(format!("offset {offset} is not a multiple of the {size} bytes of an element"));
    }
    for (at, expected) in values.iter().enumerate() {
        let start = offset + at / places.len() * size;
        let element = own.levels[0].get(start..start + size).ok_or_else(|| format!("no element at byte {start}"))?;
        let place = &places[at % places.len()];
        let tolerance = tolerances.get(at % places.len()).or(tolerances.first());
        let found = place.raw(element);
        if !holds(comparator, place, found, *expected, tolerance) {
            return Err(format!("byte {start}, number {at}: expected {}{expected}, found {found}", sign(comparator)));
        }
    }
    Ok(())
}

fn sign(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Equal => "",
        Comparator::NotEqual => "not ",
        Comparator::Less => "less than ",
        Comparator::LessEqual => "at most ",
        Comparator::Greater => "more than ",
        Comparator::GreaterEqual => "at least ",
    }
}

/// Returns whether a number is as expected, in the type of its place.
fn holds(comparator: Comparator, place: &Number, found: Value, expected: Value, tolerance: Option<&Tolerance>) -> bool {
    // What is expected is a number of the same type.
    let mut bytes = [0; 8];
    let alone = Number { bit: 0, ..*place };
    alone.store(&mut bytes, alone.encode(expected));
    let same_type = alone.raw(&bytes);
    let is_equal = match (tolerance, found, same_type) {
        (None, Value::Integer(found), Value::Integer(expected)) => found == expected,
        (tolerance, found, expected) => is_near(found.number(), expected.number(), tolerance.unwrap_or(&USUAL)),
    };
    let (found, expected) = (found.number(), same_type.number());
    match comparator {
        Comparator::Equal => is_equal,
        Comparator::NotEqual => !is_equal,
        Comparator::Less => found < expected,
        Comparator::LessEqual => found <= expected,
        Comparator::Greater => found > expected,
        Comparator::GreaterEqual => found >= expected,
    }
}

/// Returns whether a number is within a tolerance. Two that are none are equal.
fn is_near(found: f64, expected: f64, tolerance: &Tolerance) -> bool {
    if found.is_nan() || expected.is_nan() {
        return found.is_nan() == expected.is_nan();
    }
    let most = if tolerance.is_percent { tolerance.value / 100.0 * expected.abs() } else { tolerance.value };
    found == expected || (found - expected).abs() <= most
}

fn texels(own: &Memory, at: [u32; 2], size: [u32; 2], color: &[f64], tolerances: &[Tolerance]) -> Result<(), String> {
    let [width, height, _] = own.size_of(0);
    if at[0].saturating_add(size[0]) > width || at[1].saturating_add(size[1]) > height {
        return Err(format!("the rectangle is beyond the {width} x {height} texels"));
    }
    let bytes = own.element.bytes as usize;
    let (mut wrong, mut first) = (0, String::new());
    for (y, x) in (at[1]..at[1] + size[1]).flat_map(|y| (at[0]..at[0] + size[0]).map(move |x| (y, x))) {
        let start = (y as usize * width as usize + x as usize) * bytes;
        let texel = &own.levels[0][start..start + bytes];
        let is_right = own.components.iter().all(|component| {
            let Some(number) = "RGBA".find(component.component).filter(|number| *number < color.len()) else {
                return true;
            };
            let tolerance = match tolerances {
                [] => &OF_TEXELS,
                [only] => only,
                several => several.get(number).unwrap_or(&several[0]),
            };
            is_near(component.value(texel), color[number], tolerance)
        });
        if !is_right {
            if wrong == 0 {
                let _ = write!(first, "texel ({x}, {y}): expected");
                color.iter().for_each(|value| _ = write!(first, " {}", value * 255.0));
                first.push_str(", found");
                for letter in "RGBA".chars().take(color.len()) {
                    let value = own.components.iter().find(|own| own.component == letter);
                    let value = value.map_or(0.0, |component| component.value(texel));
                    let _ = write!(first, " {}", value * 255.0);
                }
            }
            wrong += 1;
        }
    }
    match wrong {
        0 => Ok(()),
        1 => Err(first),
        count => Err(format!("{first}; {count} texels differ")),
    }
}

fn same(own: &Memory, other: &Memory) -> Result<(), String> {
    let (left, right) = (&own.levels[0], &other.levels[0]);
    if left.len() != right.len() {
        return Err(format!("{} bytes, and the other buffer has {}", left.len(), right.len()));
    }
    match left.iter().zip(right).position(|(left, right)| left != right) {
        None => Ok(()),
        Some(at) => {
            let count = left.iter().zip(right).filter(|(left, right)| left != right).count();
            Err(format!("byte {at} is {}, that of the other buffer {}; {count} bytes differ", left[at], right[at]))
        }
    }
}

/// The numbers of two buffers beside each other.
fn pairs<'p>(own: &'p Memory, other: &'p Memory) -> Result<impl Iterator<Item = [f64; 2]> + 'p, String> {
    if own.levels[0].len() != other.levels[0].len() || own.element != other.element {
        return Err("the buffers differ in type or size".to_owned());
    }
    let size = own.element.bytes as usize;
    let elements = own.levels[0].chunks_exact(size).zip(other.levels[0].chunks_exact(size));
    Ok(elements.flat_map(|(left, right)| {
        own.element.numbers.iter().map(move |place| [left, right].map(|bytes| place.raw(bytes).number()))
    }))
}

fn mean_square(own: &Memory, other: &Memory) -> Result<f64, String> {
    let (mut sum, mut count) = (0.0, 0u64);
    for [left, right] in pairs(own, other)? {
        sum += (left - right) * (left - right);
        count += 1;
    }
    Ok((sum / count.max(1) as f64).sqrt())
}

/// The largest distance of the histograms of a component, from 0 to 1.
fn distance(own: &Memory, other: &Memory) -> Result<f64, String> {
    let channels = own.element.numbers.len();
    if channels != 4 || own.element.numbers.iter().any(|place| place.bits != 8) {
        return Err("histograms are of texels with four components of 8 bits".to_owned());
    }
    let mut bins = vec![[0i64; BINS]; channels];
    let mut count = 0;
    for (at, [left, right]) in pairs(own, other)?.enumerate() {
        bins[at % channels][left as usize & (BINS - 1)] += 1;
        bins[at % channels][right as usize & (BINS - 1)] -= 1;
        count = at / channels + 1;
    }
    let of_channel = |bins: &[i64; BINS]| {
        let mut sum = 0;
        let moved: i64 = bins
            .iter()
            .map(|bin| {
                sum += bin;
                sum.abs()
            })
            .sum();
        moved as f64 / count.max(1) as f64 / BINS as f64
    };
    Ok(bins.iter().map(of_channel).fold(0.0, f64::max))
}
