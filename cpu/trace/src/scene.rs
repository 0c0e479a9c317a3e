//! Top-level structures: instances of bottom-level structures.

use crate::bottom::Bottom;
use crate::bounds::Bounds;
use crate::flags::InstanceFlags;
use crate::geometry::{Geometry, Invalid, MOST, Triangles};
use crate::ray::Ray;
use crate::transform::{Precise, Transform};
use crate::tree::{Item, Tree};
use std::sync::Arc;

/// An instance of a bottom-level structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The number of the bottom-level structure.
    pub bottom: usize,
    /// From the space of the structure to that of the scene.
    pub transform: Transform,
    /// The number that shaders get; its low 24 bits count.
    pub id: u32,
    /// A ray sees the instance if its own mask and this one share a bit.
    pub mask: u8,
    /// The contribution to the index of a hit group; its low 24 bits count.
    pub hit: u32,
    /// Flags.
    pub flags: InstanceFlags,
}

impl Instance {
    /// An instance as it is built in, which every ray sees.
    pub fn new(bottom: usize) -> Instance {
        let (transform, flags) = (Transform::IDENTITY, InstanceFlags::default());
        Instance { bottom, transform, id: 0, mask: 0xFF, hit: 0, flags }
    }
}

/// An instance with the inverse of its transform.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) given: Instance,
    /// `None` if the instance is never hit.
    pub(crate) inverse: Option<Precise>,
    /// True if the inverse changes nothing.
    is_in_place: bool,
}

impl Placed {
    /// A ray in the space of the instance, unless that is never hit.
    #[inline]
    pub(crate) fn inside(&self, ray: &Ray) -> Option<Ray> {
        let inverse = self.inverse.as_ref()?;
        Some(if self.is_in_place { ray.without_negative_zeros() } else { ray.transformed(inverse) })
    }
}

/// A top-level structure.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) bottoms: Vec<Arc<Bottom>>,
    pub(crate) instances: Vec<Placed>,
    /// Of instances, in the order of the tree.
    pub(crate) order: Vec<u32>,
    pub(crate) tree: Tree,
    /// How much more boxes of instances are padded: transforms make errors larger.
    pub(crate) factor: f32,
}

/// The most that a transform makes errors larger; instances with more are not skipped by their boxes.
const MOST_FACTOR: f64 = 1e6;

impl Scene {
    /// Builds the structure of instances.
    ///
    /// # Errors
    /// When an instance refers to a structure that does not exist, or there are too many.
    pub fn new(bottoms: Vec<Arc<Bottom>>, instances: Vec<Instance>) -> Result<Scene, Invalid> {
        if instances.len() > MOST {
            return Err(Invalid::TooMany(instances.len()));
        }
        let mut factor = 1.0f64;
        let mut items = Vec::with_capacity(instances.len());
        let mut placed = Vec::with_capacity(instances.len());
        for (number, given) in instances.into_iter().enumerate() {
            let Some(bottom) = bottoms.get(given.bottom) else { return Err(Invalid::Bottom { instance: number }) };
            let inverse = given.transform.inverse();
            let bounds = placed_bounds(&bottom.tree.bounds, &given.transform);
            let own = inverse.as_ref().map_or(1.0, |inverse| given.transform.precise().norm() * inverse.norm());
            if inverse.is_some() && given.mask != 0 && bounds.is_finite() && own.is_finite() {
                factor = factor.max(own);
                items.push(Item::new(bounds, number as u32));
                let is_in_place = inverse == Some(Transform::IDENTITY.precise());
                placed.push(Placed { given, inverse, is_in_place });
            } else {
                placed.push(Placed { given, inverse: None, is_in_place: false });
            }
        }
        let tree = Tree::new(&mut items);
        let order = items.iter().map(|item| item.number).collect();
        Ok(Scene { bottoms, instances: placed, order, tree, factor: factor.min(MOST_FACTOR) as f32 })
    }

    /// A scene of one opaque triangle, with corners at (0, 1, 0), (1, -1, 0) and (-1, -1, 0).
    pub fn triangle() -> Scene {
        let vertices = vec![[0.0, 1.0, 0.0], [1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]];
        let triangles = Triangles { vertices, indices: vec![[0, 1, 2]], is_opaque: true, micromaps: None };
        let bottom = Bottom::new(vec![Geometry::Triangles(triangles)]);
        let scene = bottom.and_then(|bottom| Scene::new(vec![Arc::new(bottom)], vec![Instance::new(0)]));
        scene.unwrap_or_else(|invalid| panic!("{invalid}"))
    }

    /// The number of instances.
    pub fn instances(&self) -> usize {
        self.instances.len()
    }

    /// An instance by its number.
    pub fn instance(&self, number: u32) -> Option<&Instance> {
        self.instances.get(number as usize).map(|placed| &placed.given)
    }

    /// The bottom-level structures.
    pub fn bottoms(&self) -> &[Arc<Bottom>] {
        &self.bottoms
    }

    /// The structure of an instance.
    #[inline]
    pub(crate) fn bottom_of(&self, instance: u32) -> Option<&Bottom> {
        let placed = self.instances.get(instance as usize)?;
        self.bottoms.get(placed.given.bottom).map(|bottom| &**bottom)
    }
}

/// The box around the corners of another one in a different space.
fn placed_bounds(bounds: &Bounds, transform: &Transform) -> Bounds {
    let mut placed = Bounds::EMPTY;
    if !bounds.is_ordered() {
        return placed;
    }
    let precise = transform.precise();
    for corner in 0..8 {
        let side = |axis: usize| if corner >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        let at = precise.apply([0, 1, 2].map(|axis| f64::from(side(axis))), 1.0);
        placed.add(at.map(|number| number as f32));
    }
    placed
}
