//! Sets of allowed results.

use super::number::{Number, Scalar};

/// The results that a case may have, of the type that its output has.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// These bits alone.
    Bits(u64),
    /// Any of these.
    OneOf(Box<[Allowed]>),
    /// Any NaN.
    Nan,
    /// A number between these two, or either of them.
    Within(f64, f64),
    /// Anything.
    Undefined,
}

impl Allowed {
    /// Exactly a number; a NaN may be any NaN.
    pub fn exactly(number: Number) -> Self {
        if number.is_nan() { Allowed::Nan } else { Allowed::Bits(number.bits) }
    }

    /// A number as arithmetic gives it: a denormal may be flushed to zero, and Vulkan's zeros have any sign.
    pub fn computed(number: Number) -> Self {
        let exact = Self::exactly(number);
        let is_zero = number.of.is_float() && number.as_float() == 0.0;
        match number.is_denormal() || is_zero {
            true => exact.or(zero(number.of, false)).or(zero(number.of, true)),
            false => exact,
        }
    }

    /// The union of two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if matches!(self, Allowed::Undefined) || matches!(other, Allowed::Undefined) {
            return Allowed::Undefined;
        }
        let mut all = self.members();
        for member in other.members() {
            if !all.contains(&member) {
                all.push(member);
            }
        }
        if all.len() == 1 { all.remove(0) } else { Allowed::OneOf(all.into()) }
    }

    fn members(self) -> Vec<Self> {
        match self {
            Allowed::OneOf(members) => members.into_vec(),
            Allowed::Bits(_) | Allowed::Nan | Allowed::Within(..) | Allowed::Undefined => vec![self],
        }
    }

    /// Returns whether bits of a type are allowed.
    pub fn permits(&self, found: Number) -> bool {
        match self {
            Allowed::Bits(bits) => found.bits == *bits,
            Allowed::OneOf(members) => members.iter().any(|member| member.permits(found)),
            Allowed::Nan => found.is_nan(),
            Allowed::Within(least, most) => {
                let value = found.as_float();
                (*least..=*most).contains(&value)
            }
            Allowed::Undefined => true,
        }
    }

    /// Returns whether nothing can be wrong.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Allowed::Undefined)
    }

    /// One of the allowed numbers, if the set names some.
    pub fn example(&self, of: Scalar) -> Option<Number> {
        match self {
            Allowed::Bits(bits) => Some(Number::new(of, *bits)),
            Allowed::OneOf(members) => members.iter().find_map(|member| member.example(of)),
            Allowed::Within(least, most) => Some(Number::float(of, (least + most) / 2.0)),
            Allowed::Nan => Some(Number::float(of, f64::NAN)),
            Allowed::Undefined => None,
        }
    }

    /// The set for people, for results of a type.
    pub fn shown(&self, of: Scalar) -> String {
        match self {
            Allowed::Bits(bits) => Number::new(of, *bits).shown(),
            Allowed::OneOf(members) => members.iter().map(|member| member.shown(of)).collect::<Vec<_>>().join(" or "),
            Allowed::Nan => "NaN".to_owned(),
            Allowed::Within(least, most) => format!("{least:?} to {most:?}"),
            Allowed::Undefined => "anything".to_owned(),
        }
    }
}

/// The zero with a sign.
fn zero(of: Scalar, negative: bool) -> Allowed {
    Allowed::Bits(if negative { 1 << (of.bits() - 1) } else { 0 })
}
