//! Ray queries: the traversal of a ray, which stops at each candidate that is not opaque.

#[cfg(target_arch = "x86_64")]
use crate::bottom::Points;
use crate::bottom::{Bottom, Primitive};
use crate::bounds::Bounds;
use crate::flags::{InstanceFlags, RayFlags};
use crate::geometry::Geometry;
use crate::micromap::Opacity;
use crate::ray::{Ray, Slabs};
use crate::scene::{Placed, Scene};
use crate::traverse::{Eight, Leaf, Level, Misses, Tests, Todo, nearest, next_leaf};
#[cfg(target_arch = "x86_64")]
use crate::tree::Node;
use crate::tree::{LEAF, Link, Target};
use crate::triangle::Sheared;
#[cfg(target_arch = "x86_64")]
use crate::wide;

/// What a ray has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HitKind {
    /// Nothing.
    #[default]
    None,
    /// A triangle.
    Triangle,
    /// A box, or what a shader has found in it.
    Box,
}

/// An intersection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// What was met.
    pub kind: HitKind,
    /// The distance; of boxes only once a shader has said it.
    pub t: f32,
    /// The number of the instance.
    pub instance: u32,
    /// The number of the geometry in its structure.
    pub geometry: u32,
    /// The number of the primitive in the geometry.
    pub primitive: u32,
    /// The weights of a triangle's second and third vertex.
    pub barycentrics: [f32; 2],
    /// True if the triangle faces the ray.
    pub is_front: bool,
    /// True if the primitive is opaque.
    pub is_opaque: bool,
}

impl Hit {
    /// What decides among intersections at the same distance.
    fn numbers(&self) -> [u32; 3] {
        [self.instance, self.geometry, self.primitive]
    }
}

/// Of a query, the candidate or the committed intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The candidate.
    Candidate,
    /// The committed intersection.
    Committed,
}

/// What a query can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The kind of the intersection: of candidates 0 for triangles and 1 for boxes, of committed ones 0 for none.
    Kind,
    /// The least distance of the ray.
    TMin,
    /// Its flags.
    Flags,
    /// The distance of the intersection.
    T,
    /// The number that the instance was given.
    InstanceId,
    /// The number of the instance in the scene.
    InstanceIndex,
    /// The contribution of the instance to the index of a hit group.
    HitContribution,
    /// The number of the geometry.
    Geometry,
    /// The number of the primitive.
    Primitive,
    /// The weights of the second and the third vertex.
    Barycentrics,
    /// 1 if the triangle faces the ray.
    IsFront,
    /// 1 if the box is opaque.
    IsBoxOpaque,
    /// The direction of the ray in the space of the instance.
    ObjectDirection,
    /// Its origin there.
    ObjectOrigin,
    /// The direction of the ray.
    WorldDirection,
    /// Its origin.
    WorldOrigin,
    /// The transform of the instance, as four columns of three numbers.
    ObjectToWorld,
    /// Its inverse.
    WorldToObject,
    /// The positions of the triangle's vertices.
    Positions,
}

/// An answer of a query: up to four vectors of three words. Floating-point numbers are bits.
pub type Fields = [u32; 12];

/// The instance that is being traversed.
#[derive(Clone, Copy, Debug)]
struct Inside {
    instance: u32,
    level: Level,
    sheared: Sheared,
    /// The parts of the scene's tree that are still to be visited.
    below: usize,
}

/// The state of a ray query.
#[derive(Clone, Debug, Default)]
pub struct Query {
    ray: Ray,
    flags: RayFlags,
    mask: u32,
    is_running: bool,
    /// True once a ray was given.
    has_ray: bool,
    /// True once there was no further candidate.
    has_ended: bool,
    top: Level,
    inside: Option<Inside>,
    todo: Vec<Todo>,
    candidate: Hit,
    committed: Hit,
}

impl Query {
    /// Starts a traversal. Rays that are not valid meet nothing.
    pub fn initialize(&mut self, scene: Option<&Scene>, ray: Ray, flags: RayFlags, mask: u32) {
        self.todo.clear();
        (self.ray, self.flags, self.mask) = (ray, flags, mask & 0xFF);
        (self.candidate, self.committed, self.inside) = (Hit::default(), Hit { t: ray.t_max, ..Hit::default() }, None);
        (self.has_ray, self.has_ended, self.is_running) = (true, false, ray.is_valid() && self.mask != 0);
        let Some(scene) = scene.filter(|_| self.is_running) else {
            self.is_running = false;
            return;
        };
        self.top.slabs = match scene.tree.root.target() {
            Target::Node(_) => Slabs::new(&ray, scene.tree.extent, scene.factor),
            Target::Leaf { .. } => Slabs::ALL,
        };
        self.top.start = self.top.slabs.start(ray.t_min);
        self.top.reach = self.top.slabs.reach(ray.t_max);
        self.todo.push(Todo { link: scene.tree.root, enter: self.top.start });
    }

    /// Forgets the ray, but keeps memory.
    pub fn forget(&mut self) {
        let mut todo = std::mem::take(&mut self.todo);
        todo.clear();
        *self = Query { todo, ..Query::default() };
    }

    /// Ends the traversal: there is no candidate any more.
    pub fn terminate(&mut self) {
        self.is_running = false;
        self.candidate = Hit::default();
    }

    /// Goes on to the next candidate. Returns whether there is one.
    pub fn proceed(&mut self, scene: Option<&Scene>) -> bool {
        self.proceed_with(scene, &Tests { eight: Slabs::eight, misses: Sheared::misses })
    }

    /// Goes on to the next candidate, with instructions of AVX2. Returns whether there is one.
    ///
    /// # Safety
    /// The processor must have them.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn proceed_avx2(&mut self, scene: Option<&Scene>) -> bool {
        // Closures have the instructions of the function around them.
        let eight = |slabs: &Slabs, node: &Node, start: f32, reach: f32| wide::eight(slabs, node, start, reach);
        let misses = |sheared: &Sheared, points: &Points| wide::misses(sheared, points);
        self.proceed_with(scene, &Tests { eight, misses })
    }

    /// Goes on to the next candidates of several queries in a scene, which are given by their numbers, with instructions of
    /// AVX2. A function prefetches a line of the cache.
    ///
    /// Rays that go different ways wait for nodes and leaves. So each visits one of them at a time and prefetches its next one.
    ///
    /// # Safety
    /// The processor must have the instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn proceed_all_avx2(
        queries: &mut [Query],
        numbers: &[u32],
        scene: Option<&Scene>,
        prefetch: impl Fn(*const u8),
    ) {
        if let Some(scene) = scene.filter(|_| numbers.len() <= 64 && !is_coherent(queries, numbers)) {
            let eight = |slabs: &Slabs, node: &Node, start: f32, reach: f32| wide::eight(slabs, node, start, reach);
            let misses = |sheared: &Sheared, points: &Points| wide::misses(sheared, points);
            return Query::proceed_in_steps(queries, numbers, scene, &Tests { eight, misses }, &prefetch);
        }
        for number in numbers {
            if let Some(query) = queries.get_mut(*number as usize) {
                query.proceed_avx2(scene);
            }
        }
    }

    #[inline(always)]
    fn proceed_with<E: Eight, M: Misses>(&mut self, scene: Option<&Scene>, tests: &Tests<E, M>) -> bool {
        self.candidate = Hit::default();
        self.is_running = match scene {
            Some(scene) => self.is_running && self.next(scene, tests),
            None => false,
        };
        self.has_ended = !self.is_running;
        self.is_running
    }

    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "its only caller has instructions of AVX2"))]
    #[inline(always)]
    fn proceed_in_steps<E: Eight, M: Misses>(
        queries: &mut [Query],
        numbers: &[u32],
        scene: &Scene,
        tests: &Tests<E, M>,
        prefetch: &impl Fn(*const u8),
    ) {
        let mut running = 0u64;
        for (at, number) in numbers.iter().enumerate() {
            let Some(query) = queries.get_mut(*number as usize) else { continue };
            query.candidate = Hit::default();
            running |= u64::from(query.is_running) << at;
            query.has_ended = !query.is_running;
        }
        while running != 0 {
            let mut left = running;
            while left != 0 {
                let at = left.trailing_zeros();
                left &= left - 1;
                let query = &mut queries[numbers[at as usize] as usize];
                if query.step(scene, tests, prefetch) {
                    continue;
                }
                running &= !(1 << at);
                query.is_running &= query.candidate.kind != HitKind::None;
                query.has_ended = !query.is_running;
            }
        }
    }

    /// Commits the candidate, if it is a triangle.
    pub fn confirm(&mut self) {
        if self.candidate.kind == HitKind::Triangle {
            self.commit(self.candidate);
        }
    }

    /// Commits an intersection in the candidate, if that is a box and the distance in the range that is left. Returns
    /// whether it did.
    pub fn generate(&mut self, t: f32) -> bool {
        let hit = Hit { t, ..self.candidate };
        let is_there = hit.kind == HitKind::Box && t >= self.ray.t_min && (t <= self.ray.t_max) && self.is_nearer(&hit);
        if is_there {
            self.commit(hit);
        }
        is_there
    }

    /// Returns whether there is more to visit.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Returns whether a ray was given.
    pub fn has_ray(&self) -> bool {
        self.has_ray
    }

    /// Returns whether there was no further candidate.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The ray.
    pub fn ray(&self) -> &Ray {
        &self.ray
    }

    /// Its flags.
    pub fn flags(&self) -> RayFlags {
        self.flags
    }

    /// The candidate or the committed intersection.
    pub fn hit(&self, which: Which) -> &Hit {
        match which {
            Which::Candidate => &self.candidate,
            Which::Committed => &self.committed,
        }
    }

    /// Answers a question. What has no value is zero.
    pub fn get(&self, scene: Option<&Scene>, field: Field, which: Which) -> Fields {
        let hit = self.hit(which);
        let one = |word: u32| fields(&[word]);
        let placed =
            scene.filter(|_| hit.kind != HitKind::None).and_then(|scene| scene.instances.get(hit.instance as usize));
        let given = |get: fn(&Placed) -> u32| one(placed.map_or(0, get));
        let inverse = placed.and_then(|placed| placed.inverse.as_ref());
        let object = inverse.map(|inverse| self.ray.transformed(inverse));
        match field {
            Field::Kind => one(match (hit.kind, which) {
                (HitKind::None | HitKind::Triangle, Which::Candidate) | (HitKind::None, Which::Committed) => 0,
                (HitKind::Box, Which::Candidate) | (HitKind::Triangle, Which::Committed) => 1,
                (HitKind::Box, Which::Committed) => 2,
            }),
            Field::TMin => floats(&[self.ray.t_min]),
            Field::Flags => one(self.flags.0),
            Field::T => floats(&[hit.t]),
            Field::InstanceId => given(|placed| placed.given.id & 0xFF_FFFF),
            Field::InstanceIndex => one(hit.instance),
            Field::HitContribution => given(|placed| placed.given.hit & 0xFF_FFFF),
            Field::Geometry => one(hit.geometry),
            Field::Primitive => one(hit.primitive),
            Field::Barycentrics => floats(&hit.barycentrics),
            Field::IsFront => one(hit.is_front.into()),
            Field::IsBoxOpaque => one((hit.kind == HitKind::Box && hit.is_opaque).into()),
            Field::ObjectDirection => floats(&object.map_or([0.0; 3], |ray| ray.direction)),
            Field::ObjectOrigin => floats(&object.map_or([0.0; 3], |ray| ray.origin)),
            Field::WorldDirection => floats(&self.ray.direction),
            Field::WorldOrigin => floats(&self.ray.origin),
            Field::ObjectToWorld => columns(placed.map(|placed| placed.given.transform.0)),
            Field::WorldToObject => columns(inverse.map(|inverse| inverse.rounded())),
            Field::Positions => {
                let bottom =
                    scene.filter(|_| hit.kind == HitKind::Triangle).and_then(|scene| scene.bottom_of(hit.instance));
                let vertices = bottom.and_then(|bottom| bottom.vertices(hit.geometry, hit.primitive));
                vertices.map_or([0; 12], |vertices| floats(vertices.as_flattened()))
            }
        }
    }

    /// Returns whether an intersection replaces the committed one.
    #[inline]
    fn is_nearer(&self, hit: &Hit) -> bool {
        let committed = &self.committed;
        hit.t < committed.t
            || (hit.t == committed.t
                && match (committed.kind, hit.kind) {
                    // At the greatest distance of the ray triangles are not hit, and what is in boxes is.
                    (HitKind::None, HitKind::Box) => true,
                    (HitKind::None, HitKind::None | HitKind::Triangle) => false,
                    (HitKind::Triangle | HitKind::Box, _) => hit.numbers() < committed.numbers(),
                })
    }

    fn commit(&mut self, hit: Hit) {
        self.committed = hit;
        self.top.reach = self.top.slabs.reach(hit.t);
        if let Some(inside) = &mut self.inside {
            inside.level.reach = inside.level.slabs.reach(hit.t);
        }
        if self.flags.has(RayFlags::TERMINATE_ON_FIRST_HIT) {
            self.is_running = false;
        }
    }

    /// Visits what is left up to the next candidate.
    #[inline(always)]
    fn next<E: Eight, M: Misses>(&mut self, scene: &Scene, tests: &Tests<E, M>) -> bool {
        loop {
            if let Some(inside) = self.inside {
                if self.todo.len() <= inside.below {
                    self.inside = None;
                    continue;
                }
                let Some(bottom) = scene.bottom_of(inside.instance) else { return false };
                if self.visit_bottom(scene, bottom, tests) {
                    return true;
                }
            } else if self.todo.is_empty() {
                return false;
            } else {
                self.visit_top(scene, tests);
            }
            if !self.is_running {
                return false;
            }
        }
    }

    /// Visits the scene's tree up to the next instance.
    #[inline(always)]
    fn visit_top<E: Eight, M>(&mut self, scene: &Scene, tests: &Tests<E, M>) {
        while let Some(leaf) = next_leaf(&mut self.todo, 0, &scene.tree, &self.top, &tests.eight) {
            let Leaf { first, count, enter } = leaf;
            if count > 1 {
                self.todo.push(Todo { link: Link::leaf(first + 1, count - 1), enter });
            }
            let Some(number) = scene.order.get(first as usize) else { continue };
            if self.enter(scene, *number) {
                return;
            }
        }
    }

    /// Enters an instance. Returns whether the ray sees it.
    fn enter(&mut self, scene: &Scene, number: u32) -> bool {
        let Some(placed) = scene.instances.get(number as usize) else { return false };
        if u32::from(placed.given.mask) & self.mask == 0 {
            return false;
        }
        let Some(bottom) = scene.bottoms.get(placed.given.bottom) else { return false };
        let Some(ray) = placed.inside(&self.ray).filter(Ray::is_valid) else { return false };
        let slabs = Slabs::new(&ray, bottom.tree.extent, 1.0);
        let level = Level { slabs, start: slabs.start(ray.t_min), reach: slabs.reach(self.committed.t) };
        let below = self.todo.len();
        self.inside = Some(Inside { instance: number, level, sheared: Sheared::new(&ray), below });
        self.todo.push(Todo { link: bottom.tree.root, enter: level.start });
        true
    }

    /// Visits the tree of the current instance up to the next candidate. Returns whether there is one.
    #[inline(always)]
    fn visit_bottom<E: Eight, M: Misses>(&mut self, scene: &Scene, bottom: &Bottom, tests: &Tests<E, M>) -> bool {
        let Some(mut inside) = self.inside else { return false };
        let Some(placed) = scene.instances.get(inside.instance as usize) else { return false };
        while let Some(leaf) = next_leaf(&mut self.todo, inside.below, &bottom.tree, &inside.level, &tests.eight) {
            if self.visit_leaf(bottom, placed, &mut inside, &leaf, &tests.misses) {
                return true;
            }
            if !self.is_running {
                return false;
            }
        }
        false
    }

    /// Visits a leaf up to the next candidate. Returns whether there is one.
    #[inline(always)]
    fn visit_leaf(
        &mut self,
        bottom: &Bottom,
        placed: &Placed,
        inside: &mut Inside,
        leaf: &Leaf,
        misses: &impl Misses,
    ) -> bool {
        let &Leaf { first, count, enter } = leaf;
        let Some(four) = bottom.leaves.get(first as usize / LEAF) else { return false };
        let missed = if bottom.is_plain { misses(&inside.sheared, &four.points) } else { 0 };
        let (start, end) = (first % LEAF as u32, first + count);
        let mut left = ((1 << count) - 1) << start & !missed;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            let Some(hit) = self.meet(bottom, &four.get(at as usize % LEAF), placed, inside) else { continue };
            if hit.kind == HitKind::Triangle && hit.is_opaque {
                self.commit(hit);
                inside.level.reach = inside.level.slabs.reach(hit.t);
                if !self.is_running {
                    return false;
                }
                continue;
            }
            let next = first - start + at + 1;
            if next < end {
                self.todo.push(Todo { link: Link::leaf(next, end - next), enter });
            }
            self.candidate = hit;
            return true;
        }
        false
    }

    /// Visits a node or a leaf. Returns whether there is more to visit before a candidate or the end.
    #[inline(always)]
    fn step<E: Eight, M: Misses>(&mut self, scene: &Scene, tests: &Tests<E, M>, prefetch: &impl Fn(*const u8)) -> bool {
        let Some(inside) = &self.inside else { return self.step_top(scene, tests) };
        if self.todo.len() <= inside.below {
            self.inside = None;
            return true;
        }
        let Some(next) = self.todo.pop() else { return false };
        if next.enter > inside.level.reach {
            return true;
        }
        let Some(placed) = scene.instances.get(inside.instance as usize) else { return false };
        let Some(bottom) = scene.bottoms.get(placed.given.bottom) else { return false };
        match next.link.target() {
            Target::Node(number) => {
                let Some(node) = bottom.tree.node(number) else { return true };
                let met = (tests.eight)(&inside.level.slabs, node, inside.level.start, inside.level.reach);
                if let Some(nearest) = nearest(&mut self.todo, &node.children, &met) {
                    self.todo.push(nearest);
                }
                if let Some(next) = self.todo.last() {
                    bottom.prefetch(next.link, prefetch);
                }
                true
            }
            Target::Leaf { first, count } => {
                let mut inside = *inside;
                let leaf = Leaf { first, count, enter: next.enter };
                !self.visit_leaf(bottom, placed, &mut inside, &leaf, &tests.misses) && self.is_running
            }
        }
    }

    /// Visits the scene's tree up to the next instance. Returns whether there is one.
    #[inline(never)]
    fn step_top<E: Eight, M>(&mut self, scene: &Scene, tests: &Tests<E, M>) -> bool {
        self.visit_top(scene, tests);
        self.inside.is_some()
    }

    /// The intersection with a primitive, unless it is culled or not nearer than the committed one.
    #[inline]
    fn meet(&self, bottom: &Bottom, primitive: &Primitive, placed: &Placed, inside: &Inside) -> Option<Hit> {
        let geometry = if bottom.is_plain { None } else { bottom.geometries.get(primitive.geometry as usize) };
        if let Some(Geometry::Boxes(boxes)) = geometry {
            return self.meet_box(boxes.is_opaque, primitive, placed, inside);
        }
        let crossing = inside.sheared.crossing(&primitive.points)?;
        let hit = Hit {
            kind: HitKind::Triangle,
            t: crossing.t,
            instance: inside.instance,
            geometry: primitive.geometry,
            primitive: primitive.number,
            barycentrics: crossing.barycentrics,
            is_front: crossing.is_clockwise != placed.given.flags.has(InstanceFlags::FLIP_FACING),
            is_opaque: false,
        };
        if !(hit.t > self.ray.t_min && self.is_nearer(&hit)) || self.flags.has(RayFlags::SKIP_TRIANGLES) {
            return None;
        }
        let culled = if hit.is_front { RayFlags::CULL_FRONT_FACING } else { RayFlags::CULL_BACK_FACING };
        if self.flags.has(culled) && !placed.given.flags.has(InstanceFlags::CULL_DISABLE) {
            return None;
        }
        let Some(Geometry::Triangles(triangles)) = bottom.geometries.get(primitive.geometry as usize) else {
            return None;
        };
        let maps = triangles.micromaps.as_ref().filter(|_| !placed.given.flags.has(InstanceFlags::DISABLE_MICROMAPS));
        let is_opaque = match maps {
            None => triangles.is_opaque,
            Some(maps) => {
                let state = maps.at(primitive.number, hit.barycentrics);
                let is_of_two =
                    self.flags.has(RayFlags::FORCE_2_STATE) || placed.given.flags.has(InstanceFlags::FORCE_2_STATE);
                match if is_of_two { state.of_two() } else { state } {
                    Opacity::Transparent => return None,
                    Opacity::Opaque => true,
                    Opacity::UnknownTransparent | Opacity::UnknownOpaque => false,
                }
            }
        };
        let is_opaque = self.opacity(is_opaque, placed)?;
        Some(Hit { is_opaque, ..hit })
    }

    fn meet_box(&self, is_opaque: bool, primitive: &Primitive, placed: &Placed, inside: &Inside) -> Option<Hit> {
        if self.flags.has(RayFlags::SKIP_AABBS) {
            return None;
        }
        let bounds = Bounds { min: primitive.points[0], max: primitive.points[1] };
        if !inside.level.slabs.meets(&bounds, inside.level.start, inside.level.reach) {
            return None;
        }
        let is_opaque = self.opacity(is_opaque, placed)?;
        let Primitive { geometry, number, .. } = *primitive;
        Some(Hit {
            kind: HitKind::Box,
            instance: inside.instance,
            geometry,
            primitive: number,
            is_opaque,
            ..Hit::default()
        })
    }

    /// Whether a primitive is opaque, with what instance and ray say; `None` if it is culled for it.
    #[inline]
    fn opacity(&self, is_opaque: bool, placed: &Placed) -> Option<bool> {
        let flags = placed.given.flags;
        let is_opaque =
            (is_opaque || flags.has(InstanceFlags::FORCE_OPAQUE)) && !flags.has(InstanceFlags::FORCE_NO_OPAQUE);
        let is_opaque = (is_opaque || self.flags.has(RayFlags::OPAQUE)) && !self.flags.has(RayFlags::NO_OPAQUE);
        let culled = if is_opaque { RayFlags::CULL_OPAQUE } else { RayFlags::CULL_NO_OPAQUE };
        (!self.flags.has(culled)).then_some(is_opaque)
    }

    /// Visits all primitives, without a tree. For tests, which want the same hit.
    #[cfg(test)]
    pub(crate) fn commit_all(&mut self, scene: &Scene) {
        for (number, placed) in scene.instances.iter().enumerate() {
            if !self.is_running || !self.enter(scene, number as u32) {
                continue;
            }
            let (Some(inside), Some(bottom)) = (self.inside, scene.bottoms.get(placed.given.bottom)) else { continue };
            // Unused places hold triangles without an extent, which nothing hits.
            for primitive in bottom.leaves.iter().flat_map(|four| (0..LEAF).map(|at| four.get(at))) {
                let found = self.meet(bottom, &primitive, placed, &inside);
                if let Some(hit) = found.filter(|hit| hit.kind == HitKind::Triangle) {
                    self.commit(hit);
                }
            }
            self.inside = None;
        }
    }
}

/// Returns whether rays go roughly the same way: then one after the other they find in the cache what they need.
#[cfg(target_arch = "x86_64")]
fn is_coherent(queries: &[Query], numbers: &[u32]) -> bool {
    let running = numbers.iter().filter_map(|number| queries.get(*number as usize)).filter(|query| query.is_running);
    let mut octants = running.map(|query| query.ray.direction.map(f32::is_sign_negative));
    let first = octants.next();
    octants.all(|octant| Some(octant) == first)
}

fn fields(words: &[u32]) -> Fields {
    let mut all = [0; 12];
    all.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
    all
}

fn floats(numbers: &[f32]) -> Fields {
    let mut all = [0; 12];
    all.iter_mut().zip(numbers).for_each(|(to, from)| *to = from.to_bits());
    all
}

/// The columns of a matrix of three rows.
fn columns(rows: Option<[[f32; 4]; 3]>) -> Fields {
    let rows = rows.unwrap_or_default();
    let mut all = [0; 12];
    for (at, word) in all.iter_mut().enumerate() {
        *word = rows[at % 3][at / 3].to_bits();
    }
    all
}
