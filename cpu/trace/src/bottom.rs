//! Bottom-level structures: geometries in a tree.

use crate::bounds::Bounds;
use crate::geometry::{Geometry, Invalid, MOST};
use crate::tree::{Item, Tree};

/// A primitive in the order of the tree, with its vertices in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Primitive {
    /// The vertices of a triangle; the corners of a box, twice the last.
    pub(crate) points: [[f32; 3]; 3],
    pub(crate) geometry: u32,
    pub(crate) number: u32,
}

/// A bottom-level structure.
#[derive(Clone, Debug)]
pub struct Bottom {
    pub(crate) geometries: Vec<Geometry>,
    pub(crate) primitives: Vec<Primitive>,
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
        let tree = Tree::new(&mut items);
        let primitives = items.iter().map(|item| given[item.number as usize]).collect();
        let is_plain = geometries
            .iter()
            .all(|geometry| matches!(geometry, Geometry::Triangles(triangles) if triangles.micromaps.is_none()));
        Ok(Bottom { geometries, primitives, tree, is_plain })
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
