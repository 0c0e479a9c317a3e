//! Comparison of results with expected numbers, within tolerances.

use super::element::Element;

/// The permitted difference from an expected number.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Tolerance {
    /// For floating-point numbers: the permitted distance in representable numbers.
    pub ulp: u64,
    /// The permitted absolute difference.
    pub absolute: f64,
}

/// A number out of tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The number's index.
    pub index: usize,
    /// The expected number as text; `None` if there is none.
    pub expected: Option<String>,
    /// The actual number as text; `None` if there is none.
    pub found: Option<String>,
    /// For floating-point numbers: their distance in representable numbers.
    pub ulp: Option<u64>,
}

impl Difference {
    /// Both numbers as text.
    pub fn values(&self) -> String {
        let text = |number: &Option<String>| number.clone().unwrap_or_else(|| "nothing".to_owned());
        let ulp = self.ulp.map_or_else(String::new, |ulp| format!(" ({ulp} ulp)"));
        format!("expected {}, found {}{ulp}", text(&self.expected), text(&self.found))
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]: {}", self.index, self.values())
    }
}

/// The first numbers out of tolerance, up to a limit, and how many there are. Numbers beyond the expected ones are
/// ignored.
pub fn differences(
    expected: &[u8],
    found: &[u8],
    element: Element,
    tolerance: Tolerance,
    most: usize,
) -> (Vec<Difference>, usize) {
    let mut found = element.split(found);
    let (mut first, mut count) = (Vec::new(), 0);
    for (index, wanted) in element.split(expected).enumerate() {
        let got = found.next();
        if got.is_some_and(|got| is_near(element, wanted, got, tolerance)) {
            continue;
        }
        count += 1;
        if first.len() < most {
            let ulp = got.filter(|_| matches!(element, Element::Float(_))).map(|got| distance(element, wanted, got));
            let (expected, found) = (Some(element.show(wanted)), got.map(|got| element.show(got)));
            first.push(Difference { index, expected, found, ulp });
        }
    }
    (first, count)
}

fn is_near(element: Element, wanted: u64, got: u64, tolerance: Tolerance) -> bool {
    if wanted == got {
        return true;
    }
    let (a, b) = (element.number(wanted), element.number(got));
    let near = (a - b).abs() <= tolerance.absolute && tolerance.absolute > 0.0;
    match element {
        Element::Uint(_) | Element::Sint(_) => near,
        // All NaNs are equal.
        Element::Float(_) if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
        Element::Float(_) => near || (tolerance.ulp > 0 && distance(element, wanted, got) <= tolerance.ulp),
    }
}

/// The distance between floating-point numbers in representable numbers.
fn distance(element: Element, a: u64, b: u64) -> u64 {
    let sign = 1u64 << (8 * element.bytes() - 1);
    // Both zeros map to 0, and the order is kept.
    let ordered = |bits: u64| {
        let magnitude = (bits & (sign - 1)).cast_signed();
        if bits & sign == 0 { magnitude } else { -magnitude }
    };
    ordered(a).abs_diff(ordered(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::buffers::bytes_of;

    fn count(expected: &[f32], found: &[f32], ulp: u64, absolute: f64) -> usize {
        let tolerance = Tolerance { ulp, absolute };
        differences(bytes_of(expected), bytes_of(found), Element::Float(4), tolerance, 0).1
    }

    #[test]
    fn floats_differ_by_ulps_or_absolutely() {
        assert_eq!(count(&[1.0, f32::NAN, 0.0], &[1.0, -f32::NAN, -0.0], 1, 0.0), 0);
        assert_eq!(count(&[0.0], &[-0.0], 0, 0.0), 1);
        assert_eq!(count(&[1.0], &[f32::from_bits(1f32.to_bits() + 2)], 1, 0.0), 1);
        assert_eq!(count(&[1.0], &[f32::from_bits(1f32.to_bits() + 2)], 2, 0.0), 0);
        assert_eq!(count(&[1.0, 1.0], &[1.1, 1.3], 0, 0.2), 1);
        assert_eq!(count(&[f32::NAN], &[1.0], 1000, 1e9), 1);
        let tiny = f32::from_bits(1);
        assert_eq!(count(&[tiny], &[-tiny], 2, 0.0), 0);
    }

    #[test]
    fn differences_say_where() {
        let texts = |most| {
            let (expected, found) = (bytes_of(&[1u32, 2, 3]), bytes_of(&[1u32, 5]));
            let (first, count) = differences(expected, found, Element::Uint(4), Tolerance::default(), most);
            (first.iter().map(ToString::to_string).collect::<Vec<_>>(), count)
        };
        let both = ["[1]: expected 2, found 5", "[2]: expected 3, found nothing"].map(str::to_owned);
        assert_eq!(texts(9), (both.to_vec(), 2));
        assert_eq!(texts(1), (both[..1].to_vec(), 2));
        let found = differences(bytes_of(&[1f32]), bytes_of(&[2f32]), Element::Float(4), Tolerance::default(), 1);
        assert_eq!(found.0[0].to_string(), "[0]: expected 1.0, found 2.0 (8388608 ulp)");
    }
}
