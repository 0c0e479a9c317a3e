//! Rays on one thread: how long a tree takes to build, and how many rays a second go through it.
//!
//! The scene is a height field of 262,144 triangles over the unit square. Primary rays are those of a camera above it, random ones
//! start and go anywhere in its box. They are traced one after the other, and as the runner does it for waves of 16; beside
//! them by Embree, where it is installed. `cargo bench -p hlsl2spirv-trace`.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(unsafe_code, reason = "the instructions of a processor, and a foreign library")]

mod embree;

use embree::Embree;
use hlsl2spirv_trace::{Bottom, Geometry, HitKind, Instance, Query, Ray, RayFlags, Scene, Triangles, Which};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The cells along a side; each has two triangles.
const SIDE: u32 = 362;
/// The times that all is done; the best one counts.
const ROUNDS: u32 = 5;
/// The lanes of a wave.
const WAVE: usize = 16;

fn field() -> Triangles {
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    for z in 0..=SIDE {
        for x in 0..=SIDE {
            let [x, z] = [x, z].map(|at| at as f32 / SIDE as f32);
            let y = 0.05 * ((x * 40.0).sin() + (z * 31.0).cos() + 0.3 * (x * z * 700.0).sin());
            vertices.push([x, y, z]);
        }
    }
    for z in 0..SIDE {
        for x in 0..SIDE {
            let at = z * (SIDE + 1) + x;
            let below = at + SIDE + 1;
            indices.extend([[at, below, at + 1], [at + 1, below, below + 1]]);
        }
    }
    Triangles { vertices, indices, is_opaque: true, micromaps: None }
}

/// Rays of a camera, by rows.
fn primary(count: u32) -> Vec<Ray> {
    let side = f64::from(count).sqrt() as u32;
    let ray = |at: u32| {
        let [x, y] = [at % side, at / side].map(|at| at as f32 / side as f32 - 0.5);
        Ray { origin: [0.5, 0.6, -0.4], t_min: 0.0, direction: [x, y * 0.8 - 0.55, 1.0], t_max: f32::INFINITY }
    };
    (0..side * side).map(ray).collect()
}

fn random(count: u32) -> Vec<Ray> {
    let mut state = 1u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    let ray = |_| {
        let origin = [unit(), 0.2 * unit() - 0.1, unit()];
        let direction = [0; 3].map(|_: u8| 2.0 * unit() - 1.0);
        Ray { origin, t_min: 0.0, direction, t_max: f32::INFINITY }
    };
    (0..count).map(ray).collect()
}

/// The time that this process has been on a processor, or the time of day where the system does not say it.
fn time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let text = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = text.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The least time that something takes, and its result.
fn best<T>(mut what: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let start = time();
        let result = what();
        ((time() - start).as_secs_f64(), result)
    };
    let first = timed();
    (1..ROUNDS).fold(first, |best, _| {
        let next = timed();
        if next.0 < best.0 { next } else { best }
    })
}

/// Goes on to the next candidate, as the runner does.
fn proceed(query: &mut Query, scene: &Scene) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { query.proceed_avx2(Some(scene)) };
    }
    query.proceed(Some(scene))
}

/// Goes on to the next candidates of the queries of a wave, of which there are none.
fn proceed_all(queries: &mut [Query], scene: &Scene) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let numbers: [u32; WAVE] = std::array::from_fn(|at| at as u32);
        // SAFETY: it reads nothing.
        let prefetch = |line: *const u8| unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        // SAFETY: the processor has the instructions.
        return unsafe { Query::proceed_all_avx2(queries, &numbers, Some(scene), prefetch) };
    }
    for query in queries {
        query.proceed(Some(scene));
    }
}

fn is_hit(query: &Query) -> u32 {
    (query.hit(Which::Committed).kind != HitKind::None).into()
}

fn alone(scene: &Scene, rays: &[Ray]) -> u32 {
    let mut query = Query::default();
    let hits = rays.iter().map(|ray| {
        query.initialize(Some(scene), *ray, RayFlags(RayFlags::OPAQUE), 0xFF);
        while proceed(&mut query, scene) {}
        is_hit(&query)
    });
    hits.sum()
}

fn together(scene: &Scene, rays: &[Ray]) -> u32 {
    let mut queries = vec![Query::default(); WAVE];
    let hits = rays.chunks_exact(WAVE).map(|rays| {
        for (query, ray) in queries.iter_mut().zip(rays) {
            query.initialize(Some(scene), *ray, RayFlags(RayFlags::OPAQUE), 0xFF);
        }
        proceed_all(&mut queries, scene);
        queries.iter().map(is_hit).sum::<u32>()
    });
    hits.sum()
}

fn main() {
    let field = field();
    let (seconds, bottom) = best(|| Bottom::new(vec![Geometry::Triangles(field.clone())]).expect("valid geometry"));
    println!("build   {:7.1} ms, {} triangles", seconds * 1e3, field.indices.len());
    let scene = Scene::new(vec![Arc::new(bottom)], vec![Instance::new(0)]).expect("valid instances");
    let sets = [("primary", primary(1 << 20)), ("random", random(1 << 20))];
    let rate = |rays: &[Ray], seconds: f64| rays.len() as f64 / seconds / 1e6;
    for (name, rays) in &sets {
        let (seconds, hits) = best(|| alone(&scene, rays));
        println!("{name:7} {:7.2} M rays/s, {hits} of {} hit", rate(rays, seconds), rays.len());
        let (seconds, hits) = best(|| together(&scene, rays));
        println!("{name:7} {:7.2} M rays/s in waves of {WAVE}, {hits} hit", rate(rays, seconds));
    }
    let Some(embree) = Embree::load() else {
        println!("Embree  skipped: libembree3.so.3 is not installed");
        return;
    };
    let built = embree.scene(&field);
    let start = time();
    embree.build(&built);
    println!("Embree  build   {:7.1} ms", (time() - start).as_secs_f64() * 1e3);
    for (name, rays) in &sets {
        let (seconds, hits) = best(|| embree.traced(&built, rays));
        println!("Embree  {name:7} {:7.2} M rays/s, {hits} hit", rate(rays, seconds));
    }
}
