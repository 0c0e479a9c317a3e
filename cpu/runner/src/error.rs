//! Errors before, during and after a dispatch.

use crate::cpu::NoCpu;
use crate::deadline::Unfinished;
use crate::jit::JitError;
use std::fmt;

/// The most descriptors that a dispatch may have.
pub(crate) const MOST_DESCRIPTORS: u32 = 1 << 21;

/// Why a module cannot be run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// LLVM is missing or refuses the code.
    Jit(JitError),
    /// This machine does not run code for the processor that was requested.
    Cpu(NoCpu),
    /// The words are not a SPIR-V module.
    Read(dialect::diagnostics::Error),
    /// The module cannot run on the CPU.
    Lower(abi::LowerError),
    /// The module has no such entry point.
    NoEntry {
        /// Name that was requested.
        entry: String,
        /// Names that there are.
        known: Vec<String>,
        /// The stage of the entry point that has the name, which is not compute.
        stage: Option<String>,
    },
    /// The module has no such entry point of the stage.
    NoStage {
        /// Name that was requested.
        entry: String,
        /// The stage.
        stage: &'static str,
        /// Names that there are.
        known: Vec<String>,
    },
    /// The stage has no such input.
    NoInput {
        /// Name that was requested.
        name: String,
        /// Names that there are.
        known: Vec<String>,
    },
    /// A pixel shader without a vertex shader has an input that a vertex shader would have to give it.
    NeedsVertex {
        /// The input, quoted if it has a name.
        name: String,
    },
    /// Stages that do not make a pipeline together.
    NotFit {
        /// Why they are not.
        why: String,
    },
    /// More records of a work graph wait than there may be.
    TooManyRecords {
        /// The node that they are for.
        node: String,
        /// The limit.
        bytes: usize,
    },
    /// The last stage in front of the fixed functions writes no position, and something is to be drawn.
    NoPosition {
        /// The stage.
        by: &'static str,
    },
    /// A stage reads what the one before it does not write.
    NotWritten {
        /// The stage before it.
        by: &'static str,
        /// The name of the input.
        name: String,
        /// Its place.
        place: String,
    },
    /// A draw that the fixed functions do not make.
    Fixed(raster::Error),
    /// The numbers of an indirect draw are behind the end of the buffer.
    Indirect {
        /// The end of the numbers.
        end: u64,
        /// The bytes of the buffer.
        bytes: u64,
    },
    /// The shader has no such binding.
    Unknown {
        /// Name that was requested.
        place: String,
        /// Names that there are.
        known: Vec<String>,
    },
    /// Something is bound to a binding of another kind.
    Kind {
        /// The binding.
        place: String,
        /// Kind of contents that it holds.
        wanted: &'static str,
        /// Contents that were bound.
        given: &'static str,
    },
    /// An image is not of the shape or type that the shader declares.
    Shape {
        /// The binding.
        place: String,
        /// Type that the shader declares.
        wanted: String,
        /// Contents that were bound.
        given: String,
    },
    /// An element beyond the end of an array of bindings.
    Element {
        /// The binding.
        place: String,
        /// Their number.
        count: u32,
    },
    /// Nothing is bound to a binding.
    Missing {
        /// The binding.
        place: String,
        /// Kind of contents that it holds.
        wanted: &'static str,
    },
    /// A buffer has, or the push constants have, fewer bytes than the shader always uses.
    TooSmall {
        /// The binding, or the push constants.
        place: String,
        /// The bytes that it needs.
        wanted: u64,
        /// The bytes that were bound.
        given: u64,
    },
    /// Something is bound where something is bound already, under this name or another.
    Twice {
        /// The binding.
        place: String,
        /// All names that lead there.
        names: Vec<String>,
    },
    /// Push constants are given, but the shader has none.
    NoPush,
    /// The shader has more descriptors than a dispatch may have.
    TooManyDescriptors(u32),
    /// There is no memory for that many bytes.
    NoMemory {
        /// The bytes that were requested.
        bytes: u64,
    },
    /// The system cannot start another thread.
    NoThread,
    /// The number of groups overflows.
    TooManyGroups([u32; 3]),
    /// The deadline has passed; the results are incomplete.
    Deadline,
    /// The dispatch was told to stop; the results are incomplete.
    Stopped,
    /// A bug of this crate that a checked build has found: a kernel accessed memory that it was not lent.
    Strayed {
        /// The size of the access in bytes.
        bytes: u64,
        /// True if it was a write.
        writes: bool,
    },
    /// The interpreter does not run the module.
    Refused(interp::Refused),
    /// A loop never ends, or the run has used up its steps; the report says which, and the results are incomplete.
    Endless,
    /// A bug of this crate.
    Internal,
}

impl Error {
    /// The error with the offsets of the module before its conversion.
    pub(crate) fn at_origin(self, origin: &dyn Fn(u32) -> Option<u32>) -> Self {
        match self {
            Error::Lower(abi::LowerError::At(place, inner)) => {
                let word = place.word.and_then(origin);
                Error::Lower(abi::LowerError::At(abi::Place { word, ..place }, inner))
            }
            Error::Refused(refused) => {
                let word = refused.word.and_then(origin);
                Error::Refused(interp::Refused { word, ..refused })
            }
            other => other,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Jit(error) => error.fmt(f),
            Error::Cpu(error) => error.fmt(f),
            Error::Read(error) => error.fmt(f),
            Error::Lower(error) => error.fmt(f),
            Error::NoEntry { entry, stage: Some(stage), .. } => {
                let why = match stage.as_str() {
                    "Vertex"
                    | "TessellationControl"
                    | "TessellationEvaluation"
                    | "Geometry"
                    | "TaskEXT"
                    | "MeshEXT"
                    | "Fragment" => "it can be drawn, not dispatched",
                    "RayGenerationKHR" => "'hlsl2spirv trace' launches it",
                    _ => "only compute shaders, those of draws and ray shaders run on the CPU",
                };
                write!(f, "cannot run entry point '{entry}' of stage {stage}: {why}")
            }
            Error::NoEntry { entry, known, stage: None } => {
                write!(f, "no compute entry point '{entry}'")?;
                list(f, "the module has ", known)
            }
            Error::NoStage { entry, stage, known } => {
                write!(f, "no {stage} entry point '{entry}'")?;
                list(f, "the module has ", known)
            }
            Error::NoInput { name, known } => {
                write!(f, "unknown input '{name}'")?;
                match known.is_empty() {
                    true => f.write_str("; the shader has none"),
                    false => write!(f, "; the shader has {}", known.join(", ")),
                }
            }
            Error::NeedsVertex { name } => {
                write!(f, "the pixel shader reads the input {name}, which needs a vertex shader (--vertex)")
            }
            Error::NotFit { why } => f.write_str(why),
            Error::TooManyRecords { node, bytes } => {
                write!(f, "more than {bytes} bytes of records wait; the last one is for node '{node}'")
            }
            Error::NoPosition { by } => {
                write!(
                    f,
                    "the {by} shader does not write 'SV_Position', which drawing needs; without a pixel shader and targets, a draw that captures vertices ('stream_out') needs none"
                )
            }
            Error::NotWritten { by, name, place } if name.is_empty() => {
                write!(f, "the {by} shader does not write the input at {place}")
            }
            Error::NotWritten { by, name, place } => {
                write!(f, "the {by} shader does not write '{name}' ({place})")
            }
            Error::Fixed(error) => error.fmt(f),
            Error::Indirect { end, bytes } => {
                write!(f, "the numbers of the draws end at byte {end} of a buffer of {bytes}")
            }
            Error::Unknown { place, known } => {
                write!(f, "unknown binding {place}")?;
                list(f, "the module has ", known)
            }
            Error::Kind { place, wanted, given } => write!(f, "binding {place} is {wanted}, found {given}"),
            Error::Shape { place, wanted, given } => write!(f, "binding {place} requires {wanted}, found {given}"),
            Error::Element { place, count } => write!(f, "binding {place} is out of bounds ({count} elements)"),
            Error::Missing { place, wanted } => write!(f, "{place} not bound: expected {wanted}"),
            Error::TooSmall { place, wanted, given } => {
                write!(f, "{place}: expected at least {wanted} bytes, found {given}")
            }
            Error::Twice { place, names } => {
                write!(f, "{place} is already bound")?;
                match names.len() {
                    0 | 1 => Ok(()),
                    _ => write!(f, "; it has {}", names.join(", ")),
                }
            }
            Error::NoPush => f.write_str("push constants are set, but the shader has none"),
            Error::TooManyDescriptors(count) => {
                write!(f, "bindings of the shader have {count} elements, more than {MOST_DESCRIPTORS}")
            }
            Error::NoMemory { bytes } => write!(f, "cannot allocate {bytes} bytes"),
            Error::NoThread => f.write_str("cannot create more threads"),
            Error::TooManyGroups([x, y, z]) => write!(f, "{x} x {y} x {z} groups exceed the limit"),
            Error::Deadline => f.write_str("deadline exceeded"),
            Error::Stopped => f.write_str("dispatch was cancelled"),
            Error::Strayed { bytes, writes } => {
                let what = if *writes { "write" } else { "read" };
                write!(f, "invalid access: {what} of {bytes} bytes; this is a bug, please report it")
            }
            Error::Refused(refused) => refused.fmt(f),
            Error::Endless => f.write_str("the shader does not terminate"),
            Error::Internal => f.write_str("internal error of the runner; please report it"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Jit(error) => Some(error),
            Error::Cpu(error) => Some(error),
            Error::Read(error) => Some(error),
            Error::Lower(error) => Some(error),
            Error::Refused(refused) => Some(refused),
            Error::Fixed(error) => Some(error),
            Error::NoEntry { .. }
            | Error::NoStage { .. }
            | Error::NoInput { .. }
            | Error::NeedsVertex { .. }
            | Error::NotFit { .. }
            | Error::TooManyRecords { .. }
            | Error::NotWritten { .. }
            | Error::NoPosition { .. }
            | Error::Indirect { .. }
            | Error::Unknown { .. }
            | Error::Kind { .. }
            | Error::Shape { .. }
            | Error::Element { .. }
            | Error::Missing { .. }
            | Error::TooSmall { .. }
            | Error::TooManyGroups(_)
            | Error::Deadline
            | Error::Stopped
            | Error::Twice { .. }
            | Error::NoPush
            | Error::TooManyDescriptors(_)
            | Error::NoMemory { .. }
            | Error::NoThread
            | Error::Strayed { .. }
            | Error::Endless
            | Error::Internal => None,
        }
    }
}

impl From<JitError> for Error {
    fn from(error: JitError) -> Self {
        Error::Jit(error)
    }
}

impl From<NoCpu> for Error {
    fn from(error: NoCpu) -> Self {
        Error::Cpu(error)
    }
}

impl From<Unfinished> for Error {
    fn from(reason: Unfinished) -> Self {
        match reason {
            Unfinished::Deadline => Error::Deadline,
            Unfinished::NoThread => Error::NoThread,
            Unfinished::Panicked => Error::Internal,
        }
    }
}

impl From<dialect::diagnostics::Error> for Error {
    fn from(error: dialect::diagnostics::Error) -> Self {
        Error::Read(error)
    }
}

impl From<abi::LowerError> for Error {
    fn from(error: abi::LowerError) -> Self {
        match error {
            abi::LowerError::NoEntryPoint(entry, known) => Error::NoEntry { entry, known, stage: None },
            other => Error::Lower(other),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, before: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() {
        return f.write_str("; the module has none");
    }
    write!(f, "; {before}{}", names.join(", "))
}
