//! Inputs and outputs by the names that shaders have for them.

use super::rows::{At, Kind, Place, Row};
use crate::error::Error;

/// Returns whether a name is that of a row's variable: the semantic in any case, 0 being the index of one without.
pub(super) fn is_named(row: &Row, name: &str) -> bool {
    let without = |text: &str| text.strip_suffix('0').unwrap_or(text).to_ascii_lowercase();
    let is_own = !matches!(row.at, At::Corner(_));
    is_own && matches!(row.place, Place::Location { .. }) && without(&row.name) == without(name)
}

/// The rows of a name, in the order of its components.
///
/// # Errors
/// When there are none.
pub(super) fn named(rows: &[Row], name: &str) -> Result<Vec<usize>, Error> {
    let found: Vec<usize> = (0..rows.len()).filter(|at| is_named(&rows[*at], name) && rows[*at].part == 0).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let mut known: Vec<String> =
        rows.iter().filter(|row| !row.name.is_empty()).map(|row| row.name.to_string()).collect();
    known.dedup();
    Err(Error::NoInput { name: name.to_owned(), known })
}

/// A number as the words of a row of a kind.
pub(super) fn words(row: &Row, value: f64) -> [u32; 2] {
    match (row.kind, row.bits) {
        (Kind::Float, 64) => halves(value.to_bits()),
        (Kind::Float, _) => [(value as f32).to_bits(), 0],
        (Kind::Sint, _) => halves((value as i64).cast_unsigned()),
        (Kind::Uint, _) => halves(value as u64),
        (Kind::Bool, _) => [u32::from(value != 0.0), 0],
    }
}

fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}

/// The number in the words of a row.
pub(super) fn value(row: &Row, [low, high]: [u32; 2]) -> f64 {
    let both = u64::from(high) << 32 | u64::from(low);
    match (row.kind, row.bits) {
        (Kind::Float, 64) => f64::from_bits(both),
        (Kind::Float, _) => f32::from_bits(low).into(),
        (Kind::Sint, 64) => both.cast_signed() as f64,
        (Kind::Sint, _) => low.cast_signed().into(),
        (Kind::Uint, 64) => both as f64,
        (Kind::Uint | Kind::Bool, _) => low.into(),
    }
}
