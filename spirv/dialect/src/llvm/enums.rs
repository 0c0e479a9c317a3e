//! The enumerations of the LLVM dialect: comparisons, atomic operations, orderings, fast-math flags and intrinsics.
//!
//! Each value is a row with its spelling in LLVM IR; an op holds it as an enumerated attribute. Intrinsics have
//! signatures, which builder, verifier and printers read.

use super::{ops, types};
use crate::ir::{Attr, AttrId, Context, EnumKind, Module, OpId, ValueId};

/// An enumeration whose values are attributes of ops.
pub trait Enumerated: Copy + PartialEq + 'static {
    /// The kind of its attributes.
    const KIND: EnumKind;
    /// Its values, each at its number.
    const ALL: &'static [Self];

    /// The spelling in LLVM IR.
    fn text(self) -> &'static str;

    /// Its index in [`Enumerated::ALL`].
    fn number(self) -> u32;
}

/// The value as an attribute.
pub fn attr<E: Enumerated>(ctx: &mut Context, value: E) -> AttrId {
    ctx.enum_attr(E::KIND, value.number())
}

/// The value in an op's attribute.
pub fn value_of<E: Enumerated>(module: &Module, op: OpId, name: &str) -> Option<E> {
    match &module.ctx[module.attr(op, name)?] {
        Attr::Enum { kind, value, .. } if *kind == E::KIND => E::ALL.get(*value as usize).copied(),
        _ => None,
    }
}

macro_rules! enumerated {
    ($(#[$doc:meta])* $name:ident $kind:literal { $($value:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = concat!("`", $text, "`")] $value,)* }

        impl Enumerated for $name {
            const KIND: EnumKind = EnumKind($kind);
            const ALL: &'static [Self] = &[$($name::$value,)*];

            fn text(self) -> &'static str {
                match self { $($name::$value => $text,)* }
            }

            fn number(self) -> u32 {
                self as u32
            }
        }
    };
}

enumerated! {
    /// A comparison of integers or addresses.
    IntPredicate 200 {
        Eq "eq", Ne "ne", Slt "slt", Sle "sle", Sgt "sgt", Sge "sge", Ult "ult", Ule "ule", Ugt "ugt", Uge "uge",
    }
}

enumerated! {
    /// A comparison of floats: ordered ones do not hold for NaN, unordered ones do.
    FloatPredicate 201 {
        Oeq "oeq", Ogt "ogt", Oge "oge", Olt "olt", Ole "ole", One "one", Ord "ord",
        Ueq "ueq", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Une "une", Uno "uno",
    }
}

enumerated! {
    /// The operation of an atomic read-modify-write.
    BinOp 202 {
        Xchg "xchg", Add "add", Sub "sub", And "and", Or "or", Xor "xor", Max "max", Min "min", UMax "umax",
        UMin "umin", FAdd "fadd", FSub "fsub", FMax "fmax", FMin "fmin",
    }
}

enumerated! {
    /// The ordering of an atomic access or a fence.
    Ordering 203 {
        Monotonic "monotonic", AcqRel "acq_rel", Acquire "acquire", Release "release", SeqCst "seq_cst",
    }
}

enumerated! {
    /// Fast-math flags: contraction of products and sums into fma; approximate functions as well.
    FastMath 204 {
        Contract "contract", Estimate "afn arcp contract",
    }
}

/// Fast-math flags by the bits of [`ops::LIBERTIES`].
const LIBERTIES: &[(u32, &str)] = &[(1 << 1, "nnan"), (1 << 2, "ninf"), (1 << 3, "nsz"), (1 << 4, "arcp")];
/// All flags at once.
pub const FAST: (u32, &str) = (0x7F, "fast");

/// The words of the fast-math flags with these bits.
pub fn liberties(bits: u32) -> impl Iterator<Item = &'static str> {
    let words: &[(u32, &str)] = if bits == FAST.0 { &[FAST] } else { LIBERTIES };
    words.iter().filter(move |(bit, _)| bits & bit != 0).map(|(_, word)| *word)
}

/// The signature of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// This many floats, or vectors of them, to one of the same type.
    Floats(usize),
    /// This many integers, or vectors of them, to one of the same type.
    Ints(usize),
    /// An integer, or a vector of them, and a constant boolean, to the integer.
    IntAndFlag,
    /// A float, or a vector of them, to an integer of another type.
    FloatToInt,
    /// A vector of integers to one of them.
    IntsToOne,
    /// A float and a vector of them to one, in the order of the components.
    FloatsFrom,
    /// An address, an alignment, a mask and a vector for disabled lanes, to a vector.
    MaskedLoad,
    /// A vector, an address, an alignment and a mask, to nothing.
    MaskedStore,
    /// As a masked load, with an address per component.
    Gather,
    /// As a masked store, with an address per component.
    Scatter,
    /// An address, a byte, a count and a constant boolean, to nothing.
    Fill,
    /// Two addresses, a count of bytes and a constant boolean, to nothing.
    Copy,
    /// Nothing to a 64-bit integer.
    Clock,
}

impl Signature {
    /// The number of operands.
    pub const fn arity(self) -> usize {
        match self {
            Signature::Floats(count) | Signature::Ints(count) => count,
            Signature::IntAndFlag => 2,
            Signature::FloatToInt | Signature::IntsToOne => 1,
            Signature::FloatsFrom => 2,
            Signature::Fill | Signature::Copy => 4,
            Signature::MaskedLoad | Signature::MaskedStore | Signature::Gather | Signature::Scatter => 4,
            Signature::Clock => 0,
        }
    }
}

macro_rules! intrinsics {
    ($($value:ident $text:literal $signature:expr;)*) => {
        /// An LLVM intrinsic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic { $(#[doc = concat!("`llvm.", $text, "`")] $value,)* }

        impl Enumerated for Intrinsic {
            const KIND: EnumKind = EnumKind(205);
            const ALL: &'static [Self] = &[$(Intrinsic::$value,)*];

            fn text(self) -> &'static str {
                match self { $(Intrinsic::$value => $text,)* }
            }

            fn number(self) -> u32 {
                self as u32
            }
        }

        impl Intrinsic {
            /// The signature.
            pub const fn signature(self) -> Signature {
                match self { $(Intrinsic::$value => $signature,)* }
            }
        }
    };
}

intrinsics! {
    Abs "abs" Signature::IntAndFlag;
    ArithmeticFence "arithmetic.fence" Signature::Floats(1);
    BitReverse "bitreverse" Signature::Ints(1);
    Ceil "ceil" Signature::Floats(1);
    CopySign "copysign" Signature::Floats(2);
    Ctlz "ctlz" Signature::IntAndFlag;
    Ctpop "ctpop" Signature::Ints(1);
    Cttz "cttz" Signature::IntAndFlag;
    FAbs "fabs" Signature::Floats(1);
    FPToSISat "fptosi.sat" Signature::FloatToInt;
    FPToUISat "fptoui.sat" Signature::FloatToInt;
    Floor "floor" Signature::Floats(1);
    Fma "fma" Signature::Floats(3);
    MaskedGather "masked.gather" Signature::Gather;
    MaskedLoad "masked.load" Signature::MaskedLoad;
    MaskedScatter "masked.scatter" Signature::Scatter;
    MaskedStore "masked.store" Signature::MaskedStore;
    MaxNum "maxnum" Signature::Floats(2);
    Memcpy "memcpy" Signature::Copy;
    Memset "memset" Signature::Fill;
    MinNum "minnum" Signature::Floats(2);
    ReadCycleCounter "readcyclecounter" Signature::Clock;
    ReduceAdd "vector.reduce.add" Signature::IntsToOne;
    ReduceAnd "vector.reduce.and" Signature::IntsToOne;
    ReduceFAdd "vector.reduce.fadd" Signature::FloatsFrom;
    ReduceFMul "vector.reduce.fmul" Signature::FloatsFrom;
    ReduceMul "vector.reduce.mul" Signature::IntsToOne;
    ReduceOr "vector.reduce.or" Signature::IntsToOne;
    ReduceSMax "vector.reduce.smax" Signature::IntsToOne;
    ReduceSMin "vector.reduce.smin" Signature::IntsToOne;
    ReduceUMax "vector.reduce.umax" Signature::IntsToOne;
    ReduceUMin "vector.reduce.umin" Signature::IntsToOne;
    ReduceXor "vector.reduce.xor" Signature::IntsToOne;
    Round "round" Signature::Floats(1);
    RoundEven "roundeven" Signature::Floats(1);
    SAddSat "sadd.sat" Signature::Ints(2);
    SMax "smax" Signature::Ints(2);
    SMin "smin" Signature::Ints(2);
    SSubSat "ssub.sat" Signature::Ints(2);
    Sqrt "sqrt" Signature::Floats(1);
    Trunc "trunc" Signature::Floats(1);
    UAddSat "uadd.sat" Signature::Ints(2);
    UMax "umax" Signature::Ints(2);
    UMin "umin" Signature::Ints(2);
    USubSat "usub.sat" Signature::Ints(2);
}

/// The full name of the intrinsic that an op calls, with its type suffixes.
pub fn intrinsic_name(module: &Module, op: OpId) -> Option<String> {
    let intrinsic: Intrinsic = value_of(module, op, ops::INTRINSIC)?;
    let suffixes = |values: &[ValueId]| {
        values
            .iter()
            .map(|value| format!(".{}", types::mangled(&module.ctx, module.type_of(*value))))
            .collect::<String>()
    };
    let data = &module[op];
    let suffix = match intrinsic.signature() {
        Signature::Floats(_) | Signature::Ints(_) | Signature::IntAndFlag | Signature::IntsToOne => {
            suffixes(data.operands.get(..1)?)
        }
        Signature::FloatsFrom => suffixes(data.operands.get(1..2)?),
        Signature::MaskedLoad | Signature::Gather => suffixes(&[*data.results.first()?, *data.operands.first()?]),
        Signature::MaskedStore | Signature::Scatter => suffixes(data.operands.get(..2)?),
        Signature::FloatToInt => suffixes(&[*data.results.first()?, *data.operands.first()?]),
        Signature::Fill => suffixes(&[*data.operands.first()?, *data.operands.get(2)?]),
        Signature::Copy => suffixes(data.operands.get(..3)?),
        Signature::Clock => String::new(),
    };
    Some(format!("llvm.{}{suffix}", intrinsic.text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Set;

    fn is_whole<E: Enumerated + std::fmt::Debug>() {
        let names: Set<&str> = E::ALL.iter().map(|value| value.text()).collect();
        assert_eq!(names.len(), E::ALL.len(), "{:?}", E::ALL[0]);
        assert!(E::ALL.iter().enumerate().all(|(at, value)| value.number() as usize == at), "{:?}", E::ALL[0]);
    }

    #[test]
    fn values_stand_at_their_numbers_under_names_of_their_own() {
        is_whole::<IntPredicate>();
        is_whole::<FloatPredicate>();
        is_whole::<BinOp>();
        is_whole::<Ordering>();
        is_whole::<FastMath>();
        is_whole::<Intrinsic>();
    }
}
