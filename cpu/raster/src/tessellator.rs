//! The tessellator of Direct3D 11: points and primitives of a patch.
//!
//! Edges are cut along rulers (`ruler.rs`), whose arithmetic is of fixed point: 16 bits behind the point. Points go around the
//! patch in rings (`rings.rs`), and triangles are between two sides of rings (`stitch.rs`). All three, and the order of points
//! and triangles, are those of Direct3D's reference. It must not know shaders.

mod factors;
mod rings;
mod ruler;
mod stitch;

/// The domain of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Lines.
    Isolines,
    /// A triangle.
    Triangles,
    /// A square.
    Quads,
}

/// How edges are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Partitioning {
    /// Into equal parts.
    Integer,
    /// Into an even number of parts, two of which may be shorter.
    FractionalEven,
    /// Into an odd number of parts, two of which may be shorter.
    FractionalOdd,
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// Points.
    Points,
    /// Lines.
    Lines,
    /// Clockwise triangles.
    Clockwise,
    /// Counterclockwise triangles.
    Counterclockwise,
}

/// The state of the tessellator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tessellator {
    /// The domain.
    pub domain: Domain,
    /// How edges are cut.
    pub partitioning: Partitioning,
    /// What is made.
    pub cut: Cut,
}

/// A patch that is cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tessellated {
    /// The places of points in the domain.
    pub points: Vec<[f32; 2]>,
    /// The corners of primitives.
    pub indices: Vec<u32>,
}

impl Tessellator {
    /// The corners of a primitive.
    pub fn corners(&self) -> usize {
        match self.cut {
            Cut::Points => 1,
            Cut::Lines => 2,
            Cut::Clockwise | Cut::Counterclockwise => 3,
        }
    }

    /// Cuts a patch: the factors of its edges, and those of its inside. A patch with an edge whose factor is not positive
    /// has no points.
    ///
    /// For lines the first outer factor is their number, and the second one the number of parts of each.
    pub fn cut(&self, outer: [f32; 4], inner: [f32; 2]) -> Tessellated {
        match self.domain {
            Domain::Isolines => self.lines(outer),
            Domain::Triangles => self.triangle(outer, inner[0]),
            Domain::Quads => self.square(outer, inner),
        }
    }
}

#[cfg(test)]
mod tests;
