//! Operators on numbers.
//!
//! Sources: \[Expr.conv\] for the common type; Direct3D 11.3's functional specification, 3.1 for floating-point rules, 3.2 for
//! integers, 22.13 and 22.14 for shifts by the low bits of the count; Vulkan's appendix "Precision and Operation of SPIR-V
//! Instructions" for what may be inexact.

use super::convert::{convert, truth};
use super::precision::{Ulp, near, remainder};
use super::{Allowed, Number, Scalar};

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the operators say it")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BothTrue,
    EitherTrue,
}

use Binary::*;

/// The spelling of each operator.
pub const BINARY: [(Binary, &str); 18] = [
    (Add, "+"),
    (Subtract, "-"),
    (Multiply, "*"),
    (Divide, "/"),
    (Remainder, "%"),
    (And, "&"),
    (Or, "|"),
    (Xor, "^"),
    (ShiftLeft, "<<"),
    (ShiftRight, ">>"),
    (Less, "<"),
    (LessEqual, "<="),
    (Greater, ">"),
    (GreaterEqual, ">="),
    (Equal, "=="),
    (NotEqual, "!="),
    (BothTrue, "&&"),
    (EitherTrue, "||"),
];

impl Binary {
    /// True for operators whose result is a truth value.
    pub fn compares(self) -> bool {
        matches!(self, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | BothTrue | EitherTrue)
    }

    /// True for operators on integers alone.
    pub fn is_bitwise(self) -> bool {
        matches!(self, And | Or | Xor | ShiftLeft | ShiftRight)
    }

    /// True for operators that have a compound assignment.
    pub fn assigns(self) -> bool {
        !self.compares()
    }

    /// True for shifts.
    fn is_shift(self) -> bool {
        matches!(self, ShiftLeft | ShiftRight)
    }

    /// True for operators that truth values have as they are; others convert them to integers first.
    fn is_logical(self) -> bool {
        matches!(self, BothTrue | EitherTrue)
    }
}

/// The type of which both operands are before an operator is applied, if it applies. A shift is done in the type of what is
/// shifted. There is no remainder of doubles.
pub fn common(op: Binary, a: Scalar, b: Scalar) -> Option<Scalar> {
    if op.is_logical() {
        return Some(Scalar::Bool);
    }
    if op.is_shift() {
        return (!a.is_float() && !b.is_float()).then(|| wider_integer(a, Scalar::Bool));
    }
    let of = if a.is_float() || b.is_float() { wider_float(a, b) } else { wider_integer(a, b) };
    let is_refused = (op.is_bitwise() && of.is_float()) || (op == Remainder && of == Scalar::F64);
    (!is_refused).then_some(of)
}

fn wider_float(a: Scalar, b: Scalar) -> Scalar {
    match (a.is_float(), b.is_float()) {
        (true, true) if b.bits() > a.bits() => b,
        (false, _) => b,
        (true, _) => a,
    }
}

/// The wider integer; unsigned if either is, which is DXC's rule. By the draft of the specification an `int64_t` with a
/// `uint` would stay signed, as in C. Truth values become integers.
fn wider_integer(a: Scalar, b: Scalar) -> Scalar {
    let of_integers = |of: Scalar| (of != Scalar::Bool).then(|| (of.bits(), !of.is_signed()));
    let (bits, unsigned) = match (of_integers(a), of_integers(b)) {
        (None, None) => (32, false),
        (Some(only), None) | (None, Some(only)) => only,
        (Some(a), Some(b)) => (a.0.max(b.0), a.1 || b.1),
    };
    match (bits, unsigned) {
        (16, false) => Scalar::I16,
        (16, true) => Scalar::U16,
        (64, false) => Scalar::I64,
        (64, true) => Scalar::U64,
        (_, false) => Scalar::I32,
        (_, true) => Scalar::U32,
    }
}

/// The type of an operator's result for operands of one type.
pub fn result(op: Binary, of: Scalar) -> Scalar {
    if op.compares() { Scalar::Bool } else { of }
}

/// An operator on operands of any types: both are converted to the common type first.
pub fn mixed(op: Binary, a: Number, b: Number) -> Option<(Scalar, Allowed)> {
    let of = common(op, a.of, b.of)?;
    if op.is_logical() {
        return Some((Scalar::Bool, logical(op, a, b)));
    }
    let operand = |number: Number| match number.of == of {
        true => Some(number),
        false => single(&convert(number, of), of),
    };
    let (Some(x), Some(y)) = (operand(a), operand(b)) else {
        return Some((result(op, of), Allowed::Undefined));
    };
    Some((result(op, of), binary(op, x, y)))
}

/// The only number of a set; operands that may be several numbers make no good cases.
fn single(allowed: &Allowed, of: Scalar) -> Option<Number> {
    match allowed {
        Allowed::Bits(bits) => Some(Number::new(of, *bits)),
        Allowed::Nan => Some(Number::float(of, f64::NAN)),
        Allowed::OneOf(_) | Allowed::Within(..) | Allowed::Undefined => None,
    }
}

fn logical(op: Binary, a: Number, b: Number) -> Allowed {
    let combined = |x: u64, y: u64| if op == BothTrue { x & y } else { x | y };
    let mut all: Option<Allowed> = None;
    for x in truths(a) {
        for y in truths(b) {
            let one = Allowed::Bits(combined(x, y));
            all = Some(all.map_or(one.clone(), |all| all.or(one)));
        }
    }
    all.unwrap_or(Allowed::Undefined)
}

fn truths(number: Number) -> Vec<u64> {
    let all = truth(number);
    [0, 1].into_iter().filter(|bits| all.permits(Number::new(Scalar::Bool, *bits))).collect()
}

/// An operator on operands of its common type.
pub fn binary(op: Binary, a: Number, b: Number) -> Allowed {
    if op.is_logical() {
        return logical(op, a, b);
    }
    if !a.of.is_float() {
        return integers(op, a, b);
    }
    // Denormal operands may have been flushed.
    let mut all: Option<Allowed> = None;
    for x in flushes(a) {
        for y in flushes(b) {
            let one = floats(op, x, y);
            all = Some(all.map_or(one.clone(), |all| all.or(one)));
        }
    }
    all.unwrap_or(Allowed::Undefined)
}

/// A number and, if it is denormal, the zero that may represent it.
pub fn flushes(number: Number) -> Vec<Number> {
    if number.is_denormal() { vec![number, number.flushed()] } else { vec![number] }
}

fn integers(op: Binary, a: Number, b: Number) -> Allowed {
    let (of, x, y) = (a.of, a.as_integer(), b.as_integer());
    let count = y & i128::from(of.bits() - 1);
    let value = match op {
        Add => x + y,
        Subtract => x - y,
        Multiply => x.wrapping_mul(y),
        Divide | Remainder if y == 0 || (x / y) > largest(of) => return Allowed::Undefined,
        Divide => x / y,
        Remainder => x % y,
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        ShiftLeft => x << count,
        ShiftRight => x >> count,
        Less => i128::from(x < y),
        LessEqual => i128::from(x <= y),
        Greater => i128::from(x > y),
        GreaterEqual => i128::from(x >= y),
        Equal => i128::from(x == y),
        NotEqual => i128::from(x != y),
        BothTrue | EitherTrue => unreachable!("logical operators have truth values"),
    };
    Allowed::exactly(Number::integer(result(op, of), value))
}

fn largest(of: Scalar) -> i128 {
    let bits = if of.is_signed() { of.bits() - 1 } else { of.bits() };
    (1i128 << bits) - 1
}

fn floats(op: Binary, a: Number, b: Number) -> Allowed {
    let (of, x, y) = (a.of, a.as_float(), b.as_float());
    let truth = |holds: bool| Allowed::Bits(u64::from(holds));
    match op {
        // Rounding an `f64` once more gives what rounding once would: it has twice the digits, and two more.
        Add => Allowed::computed(Number::float(of, x + y)),
        Subtract => Allowed::computed(Number::float(of, x - y)),
        // What is infinite or no number times zero may count as zero.
        Multiply if (x == 0.0 && !y.is_finite()) || (y == 0.0 && !x.is_finite()) => {
            Allowed::Nan.or(Allowed::computed(Number::integer(of, 0)))
        }
        Multiply => Allowed::computed(Number::float(of, x * y)),
        Divide => near(of, x / y, Ulp(2.5)),
        Remainder => remainder(of, x, y),
        Less => truth(x < y),
        LessEqual => truth(x <= y),
        Greater => truth(x > y),
        GreaterEqual => truth(x >= y),
        Equal => truth(x == y),
        // Direct3D: true if either is NaN. DXC's SPIR-V compares in order: false.
        NotEqual if x.is_nan() || y.is_nan() => Allowed::Bits(0).or(Allowed::Bits(1)),
        NotEqual => truth(x != y),
        And | Or | Xor | ShiftLeft | ShiftRight | BothTrue | EitherTrue => Allowed::Undefined,
    }
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the operators say it")]
pub enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
    Increment,
    Decrement,
}

/// The spelling of each operator.
pub const UNARY: [(Unary, &str); 6] = [
    (Unary::Plus, "+"),
    (Unary::Minus, "-"),
    (Unary::Not, "!"),
    (Unary::Complement, "~"),
    (Unary::Increment, "++"),
    (Unary::Decrement, "--"),
];

/// A unary operator with the type of its result, if it applies.
pub fn unary(op: Unary, a: Number) -> Option<(Scalar, Allowed)> {
    let promoted = if a.of == Scalar::Bool { Scalar::I32 } else { a.of };
    let one = Number::integer(promoted, 1);
    match op {
        Unary::Not => Some((Scalar::Bool, Allowed::negated(&truth(a)))),
        Unary::Plus => Some((promoted, Allowed::computed(Number { of: promoted, bits: a.bits }))),
        Unary::Minus if a.of.is_float() => {
            let sign = 1 << (a.of.bits() - 1);
            Some((a.of, Allowed::computed(Number { of: a.of, bits: a.bits ^ sign })))
        }
        Unary::Minus => Some((promoted, Allowed::exactly(Number::integer(promoted, -a.as_integer())))),
        Unary::Complement if a.of.is_float() => None,
        Unary::Complement => Some((promoted, Allowed::exactly(Number::integer(promoted, !a.as_integer())))),
        Unary::Increment | Unary::Decrement if a.of == Scalar::Bool => None,
        Unary::Increment => Some((a.of, binary(Add, a, one))),
        Unary::Decrement => Some((a.of, binary(Subtract, a, one))),
    }
}

impl Allowed {
    /// The opposite truth values.
    pub fn negated(of: &Allowed) -> Allowed {
        let both = [0, 1].into_iter().filter(|bits| of.permits(Number::new(Scalar::Bool, *bits)));
        both.map(|bits| Allowed::Bits(1 - bits)).reduce(Allowed::or).unwrap_or(Allowed::Undefined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Scalar::*;

    #[test]
    fn common_types_follow_rank_and_sign() {
        assert_eq!(common(Add, I32, U32), Some(U32));
        assert_eq!(common(Add, I64, U32), Some(U64));
        assert_eq!(common(ShiftLeft, Bool, U64), Some(I32));
        assert_eq!(common(Remainder, F64, I32), None);
        assert_eq!(common(Add, Bool, Bool), Some(I32));
        assert_eq!(common(Add, F16, I64), Some(F16));
        assert_eq!(common(Xor, F32, I32), None);
    }

    #[test]
    fn integers_wrap_and_shifts_take_low_bits() {
        let int = |value| Number::integer(I32, value);
        assert_eq!(binary(Add, int(i128::from(i32::MAX)), int(1)), Allowed::Bits(0x8000_0000));
        assert_eq!(binary(ShiftRight, int(-8), int(33)), Allowed::Bits(-4i32 as u32 as u64));
        assert_eq!(binary(Divide, int(i128::from(i32::MIN)), int(-1)), Allowed::Undefined);
        assert_eq!(binary(Remainder, int(-7), int(3)), Allowed::Bits(-1i32 as u32 as u64));
    }
}
