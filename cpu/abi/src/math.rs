//! Functions of 32-bit numbers that processors have no instruction for: sines, powers, logarithms.
//!
//! They are written against a trait: one implementation emits ops, for scalars and for vectors, another computes. Each
//! widens its operands, computes in double precision, with a branch only for rare cases, and rounds once: the error is at
//! most 0.501 ULP. Sines, cosines and tangents of numbers beyond 2^45, whose ULP is many turns, are those of zero. `rows`
//! says which functions there are.

mod numbers;
mod rows;

use numbers::{AtHand, Held};

pub use numbers::Numbers;
pub use rows::{Code, code};

/// Returns whether there is a function with the host's name for it.
pub fn has_code(name: &str) -> bool {
    code::<AtHand>(name).is_some()
}

/// A function on constants: the same bits as those of its code, before these are rounded.
#[derive(Clone, Copy)]
pub struct Function(Code<AtHand>);

impl Function {
    /// The function with the host's name for it, which takes the given number of operands.
    pub fn new(name: &str, count: usize) -> Option<Self> {
        let (operands, code) = code(name)?;
        (operands == count).then_some(Function(code))
    }

    /// The value for operands, as many as it takes.
    pub fn value(self, operands: [f64; 2]) -> f64 {
        self.0(&mut AtHand, &operands.map(Held::of)).number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_one_of_the_host_and_takes_as_many_operands() {
        for (name, count, _) in rows::rows::<AtHand>() {
            let host = crate::MATH_FUNCTIONS.iter().find(|(known, _)| *known == name);
            assert_eq!(host.map(|(_, count)| *count as usize), Some(count), "{name}");
        }
    }
}
