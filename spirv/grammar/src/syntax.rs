//! The forms of rows: an instruction, an enumerant, and the macros that the tables are written in.

use crate::Capability;
use crate::tables::values::Op;
use rspirv::grammar::LogicalOperand;
use rspirv::spirv::Capability as Published;

/// The grammar of an instruction.
#[derive(Debug)]
pub struct Instruction {
    /// Its name without `Op`.
    pub opname: &'static str,
    /// The opcode.
    pub opcode: Op,
    /// The capabilities of which one is required.
    pub capabilities: &'static [Capability],
    /// The extensions of which one is required where no capability brings it.
    pub extensions: &'static [&'static str],
    /// The operands, result type and result included.
    pub operands: &'static [LogicalOperand],
}

/// A value of an enumeration, or a bit of a bit set.
#[derive(Debug)]
pub struct Enumerant {
    /// The value.
    pub value: u32,
    /// Its name.
    pub name: &'static str,
    /// The operands that follow it.
    pub operands: &'static [LogicalOperand],
    /// The capabilities of which one is required; of a capability, those that it implies.
    pub capabilities: &'static [Capability],
    /// The extensions of which one is required.
    pub extensions: &'static [&'static str],
}

/// The capabilities that a published table of extended instructions names.
pub fn of_published(capabilities: &[Published]) -> &'static [Capability] {
    match capabilities {
        [Published::InterpolationFunction] => &[Capability::InterpolationFunction],
        [Published::Float64] => &[Capability::Float64],
        _ => &[],
    }
}

/// Enumerations: names and values, and other names of values.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($one:ident $value:literal,)* } older { $($older:ident $newer:ident,)* })*) => {$(
        $(#[$doc])*
        #[allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the registry")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u32)]
        pub enum $name { $($one = $value,)* }

        #[allow(missing_docs, non_upper_case_globals, reason = "the names of the registry")]
        impl $name {
            $(pub const $older: $name = $name::$newer;)*

            /// The value of a number.
            pub const fn from_u32(number: u32) -> Option<$name> {
                match number {
                    $($value => Some($name::$one),)*
                    _ => None,
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();

            fn from_str(name: &str) -> Result<$name, ()> {
                match name {
                    $(stringify!($one) => Ok($name::$one),)*
                    $(stringify!($older) => Ok($name::$newer),)*
                    _ => Err(()),
                }
            }
        }
    )*};
}

/// The operands of a row.
macro_rules! operands {
    ($($quantifier:ident $kind:ident),*) => {
        &[$(rspirv::grammar::LogicalOperand {
            kind: rspirv::grammar::OperandKind::$kind,
            quantifier: rspirv::grammar::OperandQuantifier::$quantifier,
        }),*]
    };
}

/// The table of instructions.
macro_rules! instructions {
    ($($name:ident [$($capability:ident)*] [$($extension:literal)*] [$($operands:tt)*];)*) => {
        /// All instructions, by opcode.
        pub static INSTRUCTION_TABLE: &[crate::syntax::Instruction] = &[$(crate::syntax::Instruction {
            opname: stringify!($name),
            opcode: crate::Op::$name,
            capabilities: &[$(crate::Capability::$capability),*],
            extensions: &[$($extension),*],
            operands: crate::syntax::operands!($($operands)*),
        }),*];
    };
}

/// The tables of enumerants.
macro_rules! enumerants {
    ($($kind:ident {
        $($value:literal $name:literal [$($operands:tt)*] [$($capability:ident)*] [$($extension:literal)*];)*
    })*) => {
        /// The enumerants of a kind of operand, by value; none if it is no enumeration.
        pub fn enumerants(kind: rspirv::grammar::OperandKind) -> &'static [crate::syntax::Enumerant] {
            match kind {
                $(rspirv::grammar::OperandKind::$kind => {
                    static ROWS: &[crate::syntax::Enumerant] = &[$(crate::syntax::Enumerant {
                        value: $value,
                        name: $name,
                        operands: crate::syntax::operands!($($operands)*),
                        capabilities: &[$(crate::Capability::$capability),*],
                        extensions: &[$($extension),*],
                    }),*];
                    ROWS
                })*
                _ => &[],
            }
        }
    };
}

pub(crate) use {enumerants, instructions, operands, values};
