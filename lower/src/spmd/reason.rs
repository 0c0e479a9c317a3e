//! Why the lanes of a wave run one by one.

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
    /// It has more blocks, or deeper loops, than are taken apart, or more code than is worth optimising.
    TooLarge,
    /// An op that has no form for vectors.
    Op(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Asked => "lanes were asked for",
            Reason::Few => "a workgroup has too few invocations",
            Reason::Irreducible => "a loop is entered at more than one place",
            Reason::GroupOps => "a whole workgroup computes something together",
            Reason::Pointers => "lanes choose different pointers or resources",
            Reason::TooLarge => "it is too large",
            Reason::Op(message) => message,
        })
    }
}
