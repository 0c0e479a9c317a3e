//! Bottom-level structures: geometries in a tree.

use crate::bounds::Bounds;
use crate::geometry::{Geometry, Invalid, MOST};
use crate::tree::{Item, LEAF, Link, Node, Target, Tree};

/// A primitive with its vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Primitive {
    /// The vertices of a triangle; the corners of a box, twice the last.
    pub(crate) points: [[f32; 3]; 3],
    pub(crate) geometry: u32,
    pub(crate) number: u32,
}

/// The vertices of a leaf's primitives by vertex, axis and primitive.
pub(crate) type Points = [[[f32; LEAF]; 3]; 3];

/// The primitives of a leaf, with their vertices in place.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Four {
    pub(crate) points: Points,
    geometry: [u32; LEAF],
    number: [u32; LEAF],
}

impl Four {
    const EMPTY: Four = Four { points: [[[0.0; LEAF]; 3]; 3], geometry: [0; LEAF], number: [0; LEAF] };

    fn set(&mut self, at: usize, primitive: &Primitive) {
        for vertex in 0..3 {
            for axis in 0..3 {
                self.points[vertex][axis][at] = primitive.points[vertex][axis];
            }
        }
        (self.geometry[at], self.number[at]) = (primitive.geometry, primitive.number);
    }

    /// One of them.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Primitive {
        let points = self.points.map(|vertex| vertex.map(|axis| axis[at]));
        Primitive { points, geometry: self.geometry[at], number: self.number[at] }
    }
}

/// A bottom-level structure.
#[derive(Clone, Debug)]
pub struct Bottom {
    pub(crate) geometries: Vec<Geometry>,
    /// The leaves, in the order of the tree.
    pub(crate) leaves: Vec<Four>,
    pub(crate) tree: Tree,
    /// True if all that is in it are triangles without micromaps.
    pub(crate) is_plain: bool,
}

impl Bottom {
    /// Builds the structure of geometries.
    ///
    /// # Errors
    /// When an index is out of range, or there are too many primitives.
    pub fn new(geometries: Vec<Geometry>) -> Result<Bottom, Invalid> {
        let count: usize = geometries.iter().map(Geometry::primitives).sum();
        if count > MOST {
            return Err(Invalid::TooMany(count));
        }
        let mut given = Vec::with_capacity(count);
        for (number, geometry) in geometries.iter().enumerate() {
            collect(number, geometry, &mut given)?;
        }
        let item = |(number, primitive): (usize, &Primitive)| {
            let mut bounds = Bounds::EMPTY;
            primitive.points.iter().for_each(|point| bounds.add(*point));
            Item::new(bounds, number as u32)
        };
        let mut items: Vec<Item> = given.iter().enumerate().map(item).collect();
        let mut tree = Tree::new(&mut items);
        let mut leaves = Vec::with_capacity(count / 2);
        tree.place_leaves(|first, count| {
            let mut four = Four::EMPTY;
            for (at, item) in items[first as usize..][..count as usize].iter().enumerate() {
                four.set(at, &given[item.number as usize]);
            }
            leaves.push(four);
            (LEAF * (leaves.len() - 1)) as u32
        });
        let is_plain = geometries
            .iter()
            .all(|geometry| matches!(geometry, Geometry::Triangles(triangles) if triangles.micromaps.is_none()));
        Ok(Bottom { geometries, leaves, tree, is_plain })
    }

    /// Prefetches the lines of the cache with what a link leads to.
    #[inline(always)]
    pub(crate) fn prefetch(&self, link: Link, prefetch: &impl Fn(*const u8)) {
        let (start, bytes) = match link.target() {
            Target::Node(number) => match self.tree.node(number) {
                Some(node) => ((&raw const *node).cast::<u8>(), size_of::<Node>()),
                None => return,
            },
            Target::Leaf { first, .. } => match self.leaves.get(first as usize / LEAF) {
                Some(four) => ((&raw const *four).cast::<u8>(), size_of::<Four>()),
                None => return,
            },
        };
        for at in (0..bytes).step_by(64) {
            prefetch(start.wrapping_add(at));
        }
    }

    /// The geometries.
    pub fn geometries(&self) -> &[Geometry] {
        &self.geometries
    }

    /// The vertices of a triangle.
    pub(crate) fn vertices(&self, geometry: u32, triangle: u32) -> Option<[[f32; 3]; 3]> {
        let Geometry::Triangles(triangles) = self.geometries.get(geometry as usize)? else { return None };
        let indices = triangles.indices.get(triangle as usize)?;
        Some(indices.map(|index| triangles.vertices.get(index as usize).copied().unwrap_or([0.0; 3])))
    }
}

/// Adds the active primitives of a geometry.
fn collect(number: usize, geometry: &Geometry, to: &mut Vec<Primitive>) -> Result<(), Invalid> {
    let is_finite = |points: &[[f32; 3]; 3]| points.iter().flatten().all(|number| number.is_finite());
    let mut add = |at: usize, points: [[f32; 3]; 3]| {
        if is_finite(&points) {
            to.push(Primitive { points, geometry: number as u32, number: at as u32 });
        }
    };
    match geometry {
        Geometry::Triangles(triangles) => {
            let vertices = &triangles.vertices;
            for (at, indices) in triangles.indices.iter().enumerate() {
                let mut points = [[0.0; 3]; 3];
                for (point, index) in points.iter_mut().zip(indices) {
                    let Some(vertex) = vertices.get(*index as usize) else {
                        let (geometry, vertices) = (number, vertices.len());
                        return Err(Invalid::Vertex { geometry, triangle: at, vertex: *index, vertices });
                    };
                    *point = *vertex;
                }
                add(at, points);
            }
            let problem = triangles.micromaps.as_ref().and_then(|maps| maps.problem(triangles.indices.len()));
            problem.map_or(Ok(()), |what| Err(Invalid::Micromap { geometry: number, what }))
        }
        Geometry::Boxes(boxes) => {
            for (at, own) in boxes.boxes.iter().enumerate() {
                if (Bounds { min: own.min, max: own.max }).is_ordered() {
                    add(at, [own.min, own.max, own.max]);
                }
            }
            Ok(())
        }
    }
}
