//! Why the lanes of a wave run one by one, or an operation runs lane by lane while they run together.

use crate::{LowerError, Place};
use std::fmt;

/// Reason why a kernel does not run as vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The caller requires single lanes.
    Requested,
    /// A workgroup has fewer invocations than a vector needs to pay.
    Few,
    /// A loop is entered at more than one place.
    Irreducible,
    /// There are operations of whole workgroups other than barriers.
    GroupOps,
    /// Lanes choose different pointers or resources, or take a variable of their own for something else.
    Pointers,
    /// It has more blocks, or deeper loops, than are taken apart, or vectors would take more code than is compiled in a moment.
    TooLarge,
    /// Lanes would take turns at atomic operations for most of the time.
    Turns,
    /// An op without a form for vectors.
    Op(LowerError),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Op(error) => return error.fmt(f),
            Reason::Requested => "one-by-one execution was requested",
            Reason::Few => "workgroup is too small",
            Reason::Irreducible => "irreducible loop",
            Reason::GroupOps => "workgroup-scope group operation",
            Reason::Pointers => "pointers or resources vary between lanes",
            Reason::TooLarge => "it is too large",
            Reason::Turns => "it is mostly atomic operations at which lanes take turns",
        })
    }
}

/// An operation that is done for one lane after the other while the lanes of a wave run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTurn {
    /// The operation's name.
    pub op: String,
    /// Where it stands.
    pub place: Place,
    /// Why.
    pub reason: TurnReason,
}

impl fmt::Display for InTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InTurn { op, place, reason } = self;
        write!(f, "{place}{op}: {reason}")
    }
}

/// Why lanes take turns at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnReason {
    /// The host does it to an image.
    Host(ImageReason),
    /// The host has the function.
    Function,
    /// Lines are in the order of their lanes.
    Print,
    /// Lanes may change the same memory.
    Atomic,
    /// They may, and only a check at run time tells whether their addresses are consecutive.
    Apart,
    /// The kind of memory is only known at run time.
    Memory,
    /// The host traces rays.
    Ray,
    /// There is no form for vectors.
    Form,
}

impl fmt::Display for TurnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TurnReason::Host(reason) => return write!(f, "done by the host: {reason}"),
            TurnReason::Function => "host function",
            TurnReason::Print => "printed output is in lane order",
            TurnReason::Atomic => "lanes may write the same memory",
            TurnReason::Apart => "lanes may write the same memory, unless their addresses are consecutive at run time",
            TurnReason::Memory => "memory is selected at run time",
            TurnReason::Ray => "the host traces rays",
            TurnReason::Form => "no vectorized form",
        })
    }
}

/// Why the host does an operation on an image, lane by lane, while the lanes of a wave run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageReason {
    /// Lanes choose the image or the sampler.
    Chosen,
    /// Texels of 64 bits.
    Wide,
    /// The module does not say which sign texels have.
    Sign,
    /// The component to gather is chosen when it runs.
    Component,
    /// An operand that no function takes.
    Operand,
    /// An image of a shape that the operation is not for.
    Shape,
    /// Questions about the image.
    Query,
}

impl TurnReason {
    /// Reasons that have nothing to do with the host's images.
    pub const OTHERS: [TurnReason; 7] = [
        TurnReason::Atomic,
        TurnReason::Apart,
        TurnReason::Memory,
        TurnReason::Print,
        TurnReason::Function,
        TurnReason::Ray,
        TurnReason::Form,
    ];
}

impl ImageReason {
    /// All of them.
    pub const ALL: [ImageReason; 7] = [
        ImageReason::Chosen,
        ImageReason::Wide,
        ImageReason::Sign,
        ImageReason::Component,
        ImageReason::Operand,
        ImageReason::Shape,
        ImageReason::Query,
    ];
}

impl fmt::Display for ImageReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ImageReason::Chosen => "images or samplers vary between lanes",
            ImageReason::Wide => "64-bit texels",
            ImageReason::Sign => "unknown texel signedness",
            ImageReason::Component => "the component to gather is not a constant",
            ImageReason::Operand => "unsupported image operand",
            ImageReason::Shape => "unsupported image dimension",
            ImageReason::Query => "image query operands vary between lanes",
        })
    }
}
