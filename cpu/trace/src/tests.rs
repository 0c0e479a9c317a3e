//! Random scenes against all primitives one after the other, closed meshes, and what hostile numbers do.
//!
//! `RAYS_COUNT` sets the number of rays of each test; the long run has a thousand times as many.

use crate::query::{HitKind, Query, Which};
use crate::triangle::Sheared;
use crate::{
    Aabb, Bottom, Boxes, Field, Geometry, Instance, InstanceFlags, Micromap, Omm, Ray, RayFlags, Scene, Transform,
    Triangles,
};
use std::sync::Arc;

/// The number of rays of a test.
fn rays() -> u64 {
    std::env::var("RAYS_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(1_000_000)
}

/// Random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 32) as u32
    }

    fn below(&mut self, count: u32) -> u32 {
        self.next() % count
    }

    /// A number from -1 to 1.
    fn unit(&mut self) -> f32 {
        self.next() as f32 / u32::MAX as f32 * 2.0 - 1.0
    }

    fn point(&mut self) -> [f32; 3] {
        [self.unit(), self.unit(), self.unit()]
    }

    /// Whole numbers, so that much coincides.
    fn grid(&mut self, size: u32) -> [f32; 3] {
        [0; 3].map(|_: u8| self.below(2 * size + 1) as f32 - size as f32)
    }
}

fn triangles(vertices: Vec<[f32; 3]>, indices: Vec<[u32; 3]>) -> Geometry {
    Geometry::Triangles(Triangles { vertices, indices, is_opaque: true, micromaps: None })
}

fn scene(geometries: Vec<Geometry>, instances: Vec<Instance>) -> Scene {
    Scene::new(vec![Arc::new(Bottom::new(geometries).expect("valid geometry"))], instances).expect("valid instances")
}

fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
    Ray { origin, direction, t_min: 0.0, t_max: f32::INFINITY }
}

/// The committed intersection of a ray that confirms all triangles.
fn traced(query: &mut Query, scene: &Scene, ray: Ray, flags: u32, mask: u32) -> crate::Hit {
    query.initialize(Some(scene), ray, RayFlags(flags), mask);
    while query.proceed(Some(scene)) {
        query.confirm();
    }
    *query.hit(Which::Committed)
}

/// A soup of triangles, some of which share vertices, lie in planes of the axes, or are slivers.
fn soup(random: &mut Random, count: u32) -> Geometry {
    let vertices = if random.below(2) == 0 {
        (0..count).map(|_| random.grid(4)).collect()
    } else {
        (0..count).map(|_| random.point().map(|number| number * 4.0)).collect()
    };
    let indices = (0..count).map(|_| [0; 3].map(|_: u8| random.below(count))).collect();
    let is_opaque = random.below(2) == 0;
    Geometry::Triangles(Triangles { vertices, indices, is_opaque, micromaps: None })
}

fn transform(random: &mut Random) -> Transform {
    let mut rows = [[0.0; 4]; 3];
    for (at, row) in rows.iter_mut().enumerate() {
        match random.below(3) {
            0 => row[at] = 1.0,
            1 => row[(at + 1) % 3] = 2.0,
            _ => (0..3).for_each(|column| row[column] = random.unit() * 2.0),
        }
        row[3] = random.below(9) as f32 - 4.0;
    }
    Transform(rows)
}

#[test]
fn any_tree_gives_the_hit_of_all_primitives() {
    const RAYS: u64 = 500;
    let (mut random, mut query, mut slow, mut hits) = (Random(1), Query::default(), Query::default(), 0);
    for _ in 0..rays().div_ceil(10 * RAYS) {
        let geometries = (0..1 + random.below(3)).map(|_| {
            let count = 3 + random.below(60);
            soup(&mut random, count)
        });
        let geometries: Vec<Geometry> = geometries.collect();
        let instance = |random: &mut Random| Instance {
            transform: transform(random),
            mask: random.next() as u8,
            flags: InstanceFlags(random.below(16)),
            ..Instance::new(0)
        };
        let instances = (0..1 + random.below(6)).map(|_| instance(&mut random)).collect();
        let scene = scene(geometries, instances);
        for _ in 0..RAYS {
            let (origin, direction) = match random.below(3) {
                0 => (random.grid(8), random.grid(3)),
                1 => (random.point().map(|number| number * 9.0), random.point()),
                _ => (random.grid(6), random.point().map(|number| number * 1e-12)),
            };
            let t_min = if random.below(3) == 0 { 1.0 } else { 0.0 };
            let ray = Ray { origin, direction, t_min, t_max: if random.below(3) == 0 { 8.0 } else { f32::INFINITY } };
            let flags =
                [0, RayFlags::CULL_BACK_FACING, RayFlags::CULL_FRONT_FACING, RayFlags::CULL_OPAQUE, RayFlags::OPAQUE]
                    [random.below(5) as usize];
            let mask = random.next() & 0xFF;
            let found = traced(&mut query, &scene, ray, flags, mask);
            slow.initialize(Some(&scene), ray, RayFlags(flags), mask);
            slow.commit_all(&scene);
            assert_eq!(found, *slow.hit(Which::Committed), "{ray:?} {flags} {mask} {scene:?}");
            hits += u32::from(found.kind == HitKind::Triangle);
        }
    }
    assert!(u64::from(hits) > rays() / 200, "{hits} hits");
}

/// A sphere of triangles: an octahedron whose triangles are divided in four `levels` times.
fn sphere(levels: u32) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let mut vertices: Vec<[f32; 3]> =
        vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let mut indices: Vec<[u32; 3]> = Vec::new();
    for x in 0..2u32 {
        for y in 0..2 {
            for z in 0..2 {
                let [a, b, c] = [x, 2 + y, 4 + z];
                indices.push(if (x + y + z) % 2 == 0 { [a, b, c] } else { [a, c, b] });
            }
        }
    }
    for _ in 0..levels {
        let mut middles = std::collections::BTreeMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                let sum = [0, 1, 2].map(|axis| vertices[a as usize][axis] + vertices[b as usize][axis]);
                let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
                vertices.push(sum.map(|number| number / length));
                vertices.len() as u32 - 1
            })
        };
        let divided = indices.iter().flat_map(|[a, b, c]| {
            let [d, e, f] = [middle(*a, *b), middle(*b, *c), middle(*c, *a)];
            [[*a, d, f], [d, *b, e], [f, e, *c], [d, e, f]]
        });
        indices = divided.collect();
    }
    (vertices, indices)
}

/// A point on a triangle of a mesh: a vertex, a point of an edge, or one inside.
fn target(random: &mut Random, vertices: &[[f32; 3]], triangle: [u32; 3]) -> [f32; 3] {
    let [a, b, c] = triangle.map(|index| vertices[index as usize]);
    let weights = match random.below(4) {
        0 => [1.0, 0.0, 0.0],
        1 => [0.5, 0.5, 0.0],
        2 => {
            let weight = random.unit().abs();
            [weight, 1.0 - weight, 0.0]
        }
        _ => [0.3, 0.3, 0.4],
    };
    [0, 1, 2].map(|axis| a[axis] * weights[0] + b[axis] * weights[1] + c[axis] * weights[2])
}

#[test]
fn a_closed_mesh_never_leaks() {
    let (vertices, indices) = sphere(3);
    let scene = scene(vec![triangles(vertices.clone(), indices.clone())], vec![Instance::new(0)]);
    let (mut random, mut query) = (Random(2), Query::default());
    for round in 0..rays() {
        let triangle = indices[random.below(indices.len() as u32) as usize];
        let target = target(&mut random, &vertices, triangle);
        let origin = if round % 5 == 0 { [0.0; 3] } else { random.point().map(|number| number * 0.5) };
        let direction = [0, 1, 2].map(|axis| target[axis] - origin[axis]);
        let hit = traced(&mut query, &scene, ray(origin, direction), 0, 0xFF);
        assert_eq!(hit.kind, HitKind::Triangle, "{origin:?} {direction:?}");
        assert!((0.9..1.1).contains(&hit.t) && !hit.is_front, "{hit:?}");
    }
}

#[test]
fn a_ray_from_inside_of_a_convex_mesh_crosses_one_triangle() {
    let (vertices, indices) = sphere(1);
    let corners: Vec<[[f32; 3]; 3]> = indices.iter().map(|own| own.map(|index| vertices[index as usize])).collect();
    let mut random = Random(3);
    for _ in 0..rays() / 10 {
        let triangle = indices[random.below(indices.len() as u32) as usize];
        let target = target(&mut random, &vertices, triangle);
        let origin = if random.below(2) == 0 { [0.0; 3] } else { random.point().map(|number| number * 0.25) };
        let ray = ray(origin, [0, 1, 2].map(|axis| target[axis] - origin[axis]));
        let sheared = Sheared::new(&ray);
        let crossed =
            corners.iter().filter_map(|corners| sheared.crossing(corners)).filter(|crossing| crossing.t > 0.0);
        assert_eq!(crossed.count(), 1, "{ray:?}");
    }
}

/// Rays along the last axis shear nothing, so that coordinates are whole numbers and integers say what is right.
#[test]
fn triangles_on_a_grid_are_crossed_as_integers_say() {
    let mut random = Random(4);
    for _ in 0..rays() / 2 {
        let corners = [0; 3].map(|_: u8| random.grid(3));
        let origin = random.grid(2);
        let ray = ray([origin[0], origin[1], -9.0], [0.0, 0.0, 1.0]);
        // The origin moves by less than any distance of the grid: a thousandth, and a millionth.
        let at = |corner: [f32; 3]| [0, 1].map(|axis| i64::from(corner[axis] as i32 - origin[axis] as i32) * 1_000_000);
        let moved = corners.map(at).map(|[x, y]| [x - 1_000, y - 1]);
        let area = |p: [i64; 2], q: [i64; 2]| (p[0] * q[1] - p[1] * q[0]).signum();
        let sides = [area(moved[1], moved[2]), area(moved[2], moved[0]), area(moved[0], moved[1])];
        let is_inside = sides[0] != 0 && sides.iter().all(|side| *side == sides[0]);
        let found = Sheared::new(&ray).crossing(&corners);
        assert_eq!(found.is_some(), is_inside, "{corners:?} {origin:?}");
        if let Some(found) = found {
            assert_eq!(found.is_clockwise, sides[0] < 0);
            let weights =
                [1.0 - found.barycentrics[0] - found.barycentrics[1], found.barycentrics[0], found.barycentrics[1]];
            let depth: f32 = corners.iter().zip(weights).map(|(corner, weight)| corner[2] * weight).sum();
            assert!((found.t - (depth + 9.0)).abs() < 1e-4);
        }
    }
}

#[test]
fn of_equal_hits_the_lowest_numbers_count() {
    let vertices = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let geometry = triangles(vertices, vec![[0, 1, 2]; 40]);
    let scene = scene(vec![geometry.clone(), geometry], vec![Instance::new(0), Instance::new(0)]);
    let mut query = Query::default();
    for direction in [[0.0, 0.0, -1.0], [0.0, 0.1, -1.0]] {
        let hit = traced(&mut query, &scene, ray([0.0, 0.0, 2.0], direction), RayFlags::NO_OPAQUE, 1);
        assert_eq!((hit.instance, hit.geometry, hit.primitive), (0, 0, 0));
    }
}

#[test]
fn facing_is_that_of_left_handed_spaces() {
    // Clockwise when viewed along z with y up and x to the right.
    let geometry = triangles(vec![[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], vec![[0, 1, 2]]);
    let mirror = Transform([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0]]);
    let flip = Instance { flags: InstanceFlags(InstanceFlags::FLIP_FACING), ..Instance::new(0) };
    let mirrored = Instance { transform: mirror, ..Instance::new(0) };
    let (forwards, backwards) = (ray([0.2, 0.2, -1.0], [0.0, 0.0, 1.0]), ray([0.2, 0.2, 1.0], [0.0, 0.0, -1.0]));
    for (instance, ray, is_front) in [
        (Instance::new(0), forwards, true),
        (Instance::new(0), backwards, false),
        (flip.clone(), forwards, false),
        (flip, backwards, true),
        (mirrored, forwards, false),
    ] {
        let scene = scene(vec![geometry.clone()], vec![instance]);
        let mut query = Query::default();
        let hit = traced(&mut query, &scene, ray, 0, 0xFF);
        assert_eq!((hit.kind, hit.is_front), (HitKind::Triangle, is_front));
        let culled = if is_front { RayFlags::CULL_FRONT_FACING } else { RayFlags::CULL_BACK_FACING };
        assert_eq!(traced(&mut query, &scene, ray, culled, 0xFF).kind, HitKind::None);
    }
}

#[test]
fn boxes_are_candidates_until_a_shader_says_where_they_are_hit() {
    let boxes = [0.0, 2.0].map(|z| Aabb { min: [-1.0, -1.0, z], max: [1.0, 1.0, z + 1.0] });
    let geometry = Geometry::Boxes(Boxes { boxes: boxes.to_vec(), is_opaque: true });
    let scene = scene(vec![geometry], vec![Instance { id: 7, hit: 9, ..Instance::new(0) }]);
    let mut query = Query::default();
    query.initialize(Some(&scene), Ray { t_max: 5.0, ..ray([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]) }, RayFlags(0), 0xFF);
    assert!(query.proceed(Some(&scene)));
    let get = |query: &Query, field, which| query.get(Some(&scene), field, which)[0];
    assert_eq!(get(&query, Field::Kind, Which::Candidate), 1);
    assert_eq!(get(&query, Field::Primitive, Which::Candidate), 0);
    assert_eq!(get(&query, Field::IsBoxOpaque, Which::Candidate), 1);
    assert_eq!(get(&query, Field::Kind, Which::Committed), 0);
    assert!(!query.generate(5.5) && query.generate(3.5) && !query.generate(f32::NAN));
    assert!(query.proceed(Some(&scene)), "the other box begins at 3");
    assert!(query.generate(3.25));
    assert!(!query.proceed(Some(&scene)) && !query.proceed(Some(&scene)));
    assert_eq!(get(&query, Field::Kind, Which::Committed), 2);
    assert_eq!(get(&query, Field::T, Which::Committed), 3.25f32.to_bits());
    assert_eq!(get(&query, Field::InstanceId, Which::Committed), 7);
    assert_eq!(get(&query, Field::HitContribution, Which::Committed), 9);
    query.initialize(Some(&scene), ray([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]), RayFlags(RayFlags::SKIP_AABBS), 0xFF);
    assert!(!query.proceed(Some(&scene)));
}

#[test]
fn masks_flags_and_ends() {
    let vertices = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let layers = |is_opaque| {
        let layer = |z: f32| vertices.iter().map(move |[x, y, _]| [*x, *y, z]);
        let vertices: Vec<_> = (0..8).flat_map(|z| layer(z as f32)).collect();
        let indices = (0..8).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]).collect();
        Geometry::Triangles(Triangles { vertices, indices, is_opaque, micromaps: None })
    };
    let forward = ray([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]);
    let mut query = Query::default();
    let scene = scene(vec![layers(false)], vec![Instance { mask: 2, ..Instance::new(0) }]);
    assert_eq!(traced(&mut query, &scene, forward, 0, 1).kind, HitKind::None);
    let candidates = |query: &mut Query, flags: u32| {
        query.initialize(Some(&scene), forward, RayFlags(flags), 0xFF);
        let mut seen = Vec::new();
        while query.proceed(Some(&scene)) {
            seen.push(query.hit(Which::Candidate).primitive);
        }
        seen.sort_unstable();
        (seen, query.hit(Which::Committed).kind)
    };
    assert_eq!(candidates(&mut query, 0), ((0..8).collect(), HitKind::None));
    assert_eq!(candidates(&mut query, RayFlags::OPAQUE), (Vec::new(), HitKind::Triangle));
    assert_eq!(candidates(&mut query, RayFlags::CULL_NO_OPAQUE), (Vec::new(), HitKind::None));
    assert_eq!(candidates(&mut query, RayFlags::SKIP_TRIANGLES), (Vec::new(), HitKind::None));
    query.initialize(Some(&scene), forward, RayFlags(RayFlags::TERMINATE_ON_FIRST_HIT), 0xFF);
    assert!(query.proceed(Some(&scene)));
    query.confirm();
    assert!(!query.proceed(Some(&scene)));
    assert_eq!(query.hit(Which::Committed).kind, HitKind::Triangle);
    query.initialize(Some(&scene), forward, RayFlags(0), 0xFF);
    assert!(query.proceed(Some(&scene)));
    query.terminate();
    assert!(!query.proceed(Some(&scene)) && !query.proceed(None));
}

#[test]
fn micromaps_decide_who_is_a_candidate() {
    let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let map = Micromap { level: 0, has_four_states: true, data: vec![0] };
    let states = [(0, -1), (1, -2), (2, -3), (3, -4)];
    for (state, special) in states {
        for index in [0, special] {
            let maps = vec![Micromap { data: vec![state], ..map.clone() }];
            let micromaps = Some(Omm { maps, indices: vec![index] });
            let geometry =
                Triangles { vertices: vertices.clone(), indices: vec![[0, 1, 2]], is_opaque: true, micromaps };
            let found = |instance: u32, flags: u32| {
                let instance = Instance { flags: InstanceFlags(instance), ..Instance::new(0) };
                let scene = scene(vec![Geometry::Triangles(geometry.clone())], vec![instance]);
                let mut query = Query::default();
                query.initialize(Some(&scene), ray([0.2, 0.2, 1.0], [0.0, 0.0, -1.0]), RayFlags(flags), 0xFF);
                let is_candidate = query.proceed(Some(&scene));
                (is_candidate, query.hit(Which::Committed).kind == HitKind::Triangle)
            };
            assert_eq!(found(0, 0), (state >= 2, state == 1));
            let forced = (false, state == 1 || state == 3);
            assert_eq!(found(0, RayFlags::FORCE_2_STATE).1 || found(0, RayFlags::FORCE_2_STATE).0, forced.1);
            assert_eq!(found(InstanceFlags::FORCE_2_STATE, 0).1, forced.1);
            assert_eq!(found(InstanceFlags::DISABLE_MICROMAPS, 0), (false, true));
        }
    }
    let short = Omm { maps: vec![Micromap { level: 3, has_four_states: false, data: vec![0] }], indices: vec![0] };
    let geometry = Triangles { vertices, indices: vec![[0, 1, 2]], is_opaque: true, micromaps: Some(short) };
    assert!(Bottom::new(vec![Geometry::Triangles(geometry)]).is_err());
}

#[test]
fn hostile_numbers_hit_nothing_and_end() {
    const ODD: [f32; 9] =
        [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45, -3e38];
    let mut random = Random(5);
    let odd = |random: &mut Random| if random.below(3) == 0 { ODD[random.below(9) as usize] } else { random.unit() };
    let mut query = Query::default();
    for _ in 0..rays() / 2_000 {
        let vertices: Vec<[f32; 3]> = (0..20).map(|_| [0; 3].map(|_: u8| odd(&mut random))).collect();
        let indices = (0..30).map(|_| [0; 3].map(|_: u8| random.below(20))).collect();
        let corner = |random: &mut Random| [0; 3].map(|_: u8| odd(random));
        let boxes = (0..10).map(|_| Aabb { min: corner(&mut random), max: corner(&mut random) }).collect();
        let geometries = vec![triangles(vertices, indices), Geometry::Boxes(Boxes { boxes, is_opaque: false })];
        let instances = (0..4).map(|_| Instance {
            transform: Transform([0; 3].map(|_: u8| [0; 4].map(|_: u8| odd(&mut random)))),
            ..Instance::new(0)
        });
        let instances = instances.chain([Instance::new(0)]).collect();
        let scene = scene(geometries, instances);
        for _ in 0..20 {
            let [origin, direction, range] = [0; 3].map(|_: u8| [0; 3].map(|_: u8| odd(&mut random)));
            let ray = Ray { origin, direction, t_min: range[0], t_max: range[1] };
            let hit = traced(&mut query, &scene, ray, random.next(), random.next());
            assert!(hit.kind == HitKind::None || (ray.is_valid() && hit.t.is_finite()), "{ray:?} {hit:?}");
        }
    }
}

#[test]
fn primitives_at_one_place_make_trees_of_bounded_depth() {
    let vertices = (0..300).map(|at| [2f32.powi(at % 100 - 50), 0.0, if at % 3 == 0 { 1.0 } else { 0.0 }]).collect();
    let indices = (0..100_000u32).map(|at| [at % 300, (at + 1) % 300, (at + 2) % 300]).collect();
    let scene = scene(vec![triangles(vertices, indices)], vec![Instance::new(0)]);
    let mut query = Query::default();
    assert_eq!(traced(&mut query, &scene, ray([0.0, 1.0, 0.0], [0.0, -1.0, 0.0]), 0, 0xFF).kind, HitKind::None);
}

#[test]
fn wrong_input_is_refused() {
    assert!(Bottom::new(vec![triangles(vec![[0.0; 3]], vec![[0, 0, 1]])]).is_err());
    assert!(Scene::new(Vec::new(), vec![Instance::new(0)]).is_err());
    let empty = Scene::new(Vec::new(), Vec::new()).expect("an empty scene");
    let mut query = Query::default();
    assert_eq!(traced(&mut query, &empty, ray([0.0; 3], [1.0; 3]), 0, 0xFF).kind, HitKind::None);
}
