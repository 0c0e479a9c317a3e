//! The diagnostics of this crate: their locations are in a module or its text, not in HLSL.

use std::fmt;

/// The location of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The offset of a word in a SPIR-V module; 0 is the magic number.
    Word(u32),
    /// A line and a column of a text, both from 1.
    Text {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// The module as a whole.
    Module,
}

/// An error of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of error.
    pub code: Code,
    /// The location.
    pub place: Place,
    /// The explanation.
    pub message: String,
}

impl Error {
    /// An error at a word of a module.
    pub fn at_word(code: Code, offset: u32, message: impl Into<String>) -> Self {
        Error { code, place: Place::Word(offset), message: message.into() }
    }

    /// An error without a place.
    pub fn in_module(code: Code, message: impl Into<String>) -> Self {
        Error { code, place: Place::Module, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Word(offset) => write!(f, "word {offset}: ")?,
            Place::Text { line, column } => write!(f, "{line}:{column}: ")?,
            Place::Module => {}
        }
        write!(f, "error[{}]: {}", self.code.row().code, self.message)
    }
}

impl std::error::Error for Error {}

/// The result of the functions of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A row of the table of diagnostics.
#[derive(Debug)]
pub struct Row {
    /// The kind.
    pub kind: Code,
    /// The stable code.
    pub code: &'static str,
    /// The explanation, with advice.
    pub doc: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $doc:literal)*) => {
        /// The kinds of errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $(#[doc = $doc] $name,)* }

        /// All rows, by code.
        pub const ROWS: &[Row] = &[$(Row { kind: Code::$name, code: $code, doc: $doc },)*];

        impl Code {
            /// The row.
            pub const fn row(self) -> &'static Row {
                &ROWS[self as usize]
            }
        }
    };
}

codes! {
    Header "E4001" "The words do not start with the header of a SPIR-V module: the magic number, a known version, and a sensible bound."
    Truncated "E4002" "An instruction has more or fewer words than its operands need, or reaches beyond the end of the module."
    UnknownInstruction "E4003" "The module holds an instruction, or an instruction of an extended set, that is not known."
    UnknownValue "E4004" "An operand has a value that its enumeration does not define."
    Id "E4005" "An id is used before it is defined, defined twice, or lies beyond the bound that the header gives."
    Operand "E4006" "An operand is not of the sort that its instruction needs, such as a type where a constant must stand."
    Order "E4007" "An instruction stands in a section of the module where it does not belong."
    Type "E4008" "A type is nested too deeply or not well formed."
    Limit "E4009" "The module is larger than this reader accepts."
    ControlFlow "E4010" "The blocks of a function do not form the structured control flow that their merge instructions declare."
    Syntax "E4011" "The text is not in the form that the printer gives to a module."
    UnknownName "E4012" "The text names an op, a type, an attribute, a value or a block that is not there."
    Verify "E4013" "A module breaks a rule of the SPIR-V specification."
    Write "E4016" "A module holds what cannot be written as SPIR-V words."
    Unconverted "E4017" "The text has an op, a type or a form of them that has no conversion to SPIR-V."
}
