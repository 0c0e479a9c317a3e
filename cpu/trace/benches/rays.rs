//! Rays on one thread: how long a tree takes to build, and how many rays a second go through it.
//!
//! The scene is a height field of 262,144 triangles over the unit square. Primary rays are those of a camera above it, random ones
//! start and go anywhere in its box. `cargo bench -p hlsl2spirv-trace`.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use hlsl2spirv_trace::{Bottom, Geometry, HitKind, Instance, Query, Ray, RayFlags, Scene, Triangles, Which};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The cells along a side; each has two triangles.
const SIDE: u32 = 362;
/// The times that all is done; the best one counts.
const ROUNDS: u32 = 5;

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

fn traced(scene: &Scene, rays: &[Ray]) -> (f64, u32) {
    let mut query = Query::default();
    let (mut best, mut hits) = (f64::INFINITY, 0);
    for _ in 0..ROUNDS {
        let start = time();
        hits = 0;
        for ray in rays {
            query.initialize(Some(scene), *ray, RayFlags(RayFlags::OPAQUE), 0xFF);
            while query.proceed(Some(scene)) {}
            hits += u32::from(query.hit(Which::Committed).kind != HitKind::None);
        }
        best = best.min((time() - start).as_secs_f64());
    }
    (rays.len() as f64 / best / 1e6, hits)
}

fn main() {
    let field = field();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let geometry = vec![Geometry::Triangles(field.clone())];
        let start = time();
        let bottom = Bottom::new(geometry).expect("valid geometry");
        best = best.min((time() - start).as_secs_f64());
        drop(bottom);
    }
    println!("build   {:7.1} ms, {} triangles", best * 1e3, field.indices.len());
    let bottom = Bottom::new(vec![Geometry::Triangles(field)]).expect("valid geometry");
    let scene = Scene::new(vec![Arc::new(bottom)], vec![Instance::new(0)]).expect("valid instances");
    for (name, rays) in [("primary", primary(1 << 20)), ("random", random(1 << 20))] {
        let (rate, hits) = traced(&scene, &rays);
        println!("{name:7} {rate:7.2} M rays/s, {hits} of {} hit", rays.len());
    }
}
