//! The methods of resources and other builtin objects.

/// A method of a builtin object.
#[derive(Debug)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// Which method it is; the emitter has one arm for each.
    pub kind: MethodKind,
    /// One line for the documentation.
    pub doc: &'static str,
}

/// The methods that the emitter tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum MethodKind {
    Sample,
    Load,
}
