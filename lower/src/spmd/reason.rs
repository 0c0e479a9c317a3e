//! Why the lanes of a wave run one by one, or the host does something for one after the other.

use crate::error::LowerError;
use std::fmt;

/// What keeps a kernel from running as vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The caller wants lanes.
    Asked,
    /// A workgroup has fewer invocations than a vector needs to pay.
    Few,
    /// A loop is entered at more than one place.
    Irreducible,
    /// Whole workgroups do something together besides waiting.
    GroupOps,
    /// Lanes choose different pointers or resources, or take a variable of their own for something else.
    Pointers,
    /// It has more blocks, or deeper loops, than are taken apart, or vectors would take more code than is compiled in a moment.
    TooLarge,
    /// What has no form for vectors.
    Op(LowerError),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Op(error) => return error.fmt(f),
            Reason::Asked => "lanes were asked for",
            Reason::Few => "a workgroup has too few invocations",
            Reason::Irreducible => "a loop is entered at more than one place",
            Reason::GroupOps => "a whole workgroup computes something together",
            Reason::Pointers => "lanes choose different pointers or resources",
            Reason::TooLarge => "it is too large",
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
            ImageReason::Chosen => "lanes choose different images or samplers",
            ImageReason::Wide => "texels have 64 bits",
            ImageReason::Sign => "the module does not say which sign texels have",
            ImageReason::Component => "the component to gather is no constant",
            ImageReason::Operand => "it has an operand that is rare",
            ImageReason::Shape => "the operation is not for images of this shape",
            ImageReason::Query => "lanes ask for something about an image that differs between them",
        })
    }
}
