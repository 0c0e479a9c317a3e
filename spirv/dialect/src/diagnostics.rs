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
    Header "E4001" "The words do not start with a valid header of a SPIR-V module: the magic number, a known version, and a valid bound."
    Truncated "E4002" "An instruction has more or fewer words than its operands require, or extends past the end of the module."
    UnknownInstruction "E4003" "The module contains an unknown instruction or an unknown extended instruction."
    UnknownValue "E4004" "An operand has an unknown enumerant."
    Id "E4005" "An id is used before it is defined, defined twice, or not below the bound in the header."
    Operand "E4006" "An operand is of the wrong kind, such as a type instead of a constant."
    Order "E4007" "An instruction is in the wrong section of the module."
    Type "E4008" "A type is nested too deeply or malformed."
    Limit "E4009" "The module exceeds a size limit of the reader."
    ControlFlow "E4010" "The blocks of a function do not form the structured control flow that their merge instructions declare."
    Syntax "E4011" "The text does not follow the syntax of the dialect."
    UnknownName "E4012" "The text refers to an unknown op, type, attribute, value or block."
    Verify "E4013" "The module violates a rule of the SPIR-V specification."
    Write "E4016" "The module contains an op that cannot be encoded as SPIR-V words."
    Unconverted "E4017" "The text contains an op or a type without a conversion to SPIR-V."
    Unsplit "E4018" "An instruction takes a vector of more than four components as a whole, and SPV_EXT_long_vector is not available."
    Copied "E4019" "A value is copied that SPIR-V cannot copy, and its copy changes."
    HostOp "E6600" "The host code of the text contains an op, a type or a function that the host cannot execute."
    HostRun "E6601" "The host code of the text failed while it ran: an access out of bounds, a division by zero, a released buffer, a kernel that did not run, or a limit."
}
