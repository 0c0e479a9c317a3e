//! What goes into a bottom-level structure: triangles and boxes, as its user gives them.

use crate::micromap::Omm;
use std::fmt;

/// The most primitives of a bottom-level structure, and the most instances of a top-level one.
pub(crate) const MOST: usize = 1 << 27;

/// Triangles of one geometry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// The positions of the vertices.
    pub vertices: Vec<[f32; 3]>,
    /// The vertices of each triangle.
    pub indices: Vec<[u32; 3]>,
    /// True if the triangles are opaque.
    pub is_opaque: bool,
    /// The opacity within the triangles.
    pub micromaps: Option<Omm>,
}

/// A box by its least and its greatest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates.
    pub max: [f32; 3],
}

/// Boxes of one geometry, whose contents a shader intersects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boxes {
    /// The boxes. Those with a number that is not finite, or with a least corner beyond the greatest one, are inactive.
    pub boxes: Vec<Aabb>,
    /// True if they are opaque.
    pub is_opaque: bool,
}

/// A geometry of a bottom-level structure.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// Triangles.
    Triangles(Triangles),
    /// Boxes.
    Boxes(Boxes),
}

impl Geometry {
    /// The number of primitives, inactive ones included.
    pub fn primitives(&self) -> usize {
        match self {
            Geometry::Triangles(triangles) => triangles.indices.len(),
            Geometry::Boxes(boxes) => boxes.boxes.len(),
        }
    }

    /// Returns whether its primitives are opaque, before what a ray and an instance say.
    #[inline]
    pub fn is_opaque(&self) -> bool {
        match self {
            Geometry::Triangles(triangles) => triangles.is_opaque,
            Geometry::Boxes(boxes) => boxes.is_opaque,
        }
    }
}

/// A reason why there can be no such structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// A triangle refers to a vertex that does not exist.
    Vertex {
        /// The number of the geometry.
        geometry: usize,
        /// The number of the triangle.
        triangle: usize,
        /// The number of the vertex.
        vertex: u32,
        /// The number of vertices that there are.
        vertices: usize,
    },
    /// It has too many primitives or instances.
    TooMany(usize),
    /// An instance refers to a bottom-level structure that does not exist.
    Bottom {
        /// The number of the instance.
        instance: usize,
    },
    /// A micromap lacks the data that its level takes, or a triangle refers to a micromap that does not exist.
    Micromap {
        /// The number of the geometry.
        geometry: usize,
        /// The reason why the micromap is invalid.
        what: &'static str,
    },
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Invalid::Vertex { geometry, triangle, vertex, vertices } => write!(
                f,
                "triangle {triangle} of geometry {geometry} refers to vertex {vertex}, but there are {vertices} vertices"
            ),
            Invalid::TooMany(count) => write!(f, "it has {count} primitives, more than {MOST}"),
            Invalid::Bottom { instance } => {
                write!(f, "instance {instance} refers to a bottom-level structure that does not exist")
            }
            Invalid::Micromap { geometry, what } => write!(f, "micromaps of geometry {geometry}: {what}"),
        }
    }
}

impl std::error::Error for Invalid {}
