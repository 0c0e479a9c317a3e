//! The queries of a wave that go on together, where the processor has the instructions for it.
#![allow(unsafe_code, reason = "the instructions of a processor")]

use super::States;
#[cfg(target_arch = "x86_64")]
use super::{Owner, active_lanes, scene_of};
use abi::DispatchCtx;
use abi::rays::QueryWave;
#[cfg(target_arch = "x86_64")]
use abi::rays::{MOST_WAVE, WaveRow};

/// Goes on to the next candidates of the lanes' queries, and writes the answers. Returns false, and has done nothing, where it
/// cannot.
///
/// # Safety
/// The context must be that of a dispatch that runs.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn proceed(ctx: &DispatchCtx, states: &mut States, common: &QueryWave, rows: &mut [u32]) -> bool {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    use trace::Query;

    if !std::arch::is_x86_feature_detected!("avx2") {
        return false;
    }
    let lanes = common.lanes.min(MOST_WAVE) as usize;
    let (mut numbers, mut count) = ([0u32; MOST_WAVE as usize], 0);
    let mut slot = None;
    for lane in active_lanes(common) {
        let owner = Owner { dispatch: ctx.dispatch, group: common.group };
        let Some(at) = states.at(rows[WaveRow::State as usize * lanes + lane], owner) else { return false };
        if *slot.get_or_insert(states.places[at].scene) != states.places[at].scene {
            return false;
        }
        (numbers[count], count) = (at as u32, count + 1);
    }
    // SAFETY: the caller vouches for the context.
    let scene = unsafe { scene_of(ctx, slot.unwrap_or(abi::NULL_SLOT)) };
    // SAFETY: it reads nothing, wherever the address leads to.
    let prefetch = |line: *const u8| unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
    // SAFETY: the processor has the instructions.
    unsafe { Query::proceed_all_avx2(&mut states.queries, &numbers[..count], scene, prefetch) };
    for (lane, number) in active_lanes(common).zip(numbers) {
        rows[WaveRow::Out as usize * lanes + lane] = states.queries[number as usize].is_running().into();
    }
    true
}

/// # Safety
/// None is needed.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn proceed(_: &DispatchCtx, _: &mut States, _: &QueryWave, _: &mut [u32]) -> bool {
    false
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::sync::Arc;
    use trace::{Bottom, Geometry, Hit, Instance, Query, Ray, RayFlags, Scene, Triangles, Which};

    /// Random numbers from -1 to 1.
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        }

        fn point(&mut self) -> [f32; 3] {
            [self.unit(), self.unit(), self.unit()]
        }
    }

    fn scene(random: &mut Random) -> Scene {
        let vertices: Vec<[f32; 3]> = (0..300).map(|_| random.point()).collect();
        let indices = (0..900u32).map(|at| [at % 300, (at * 7 + 1) % 300, (at * 13 + 2) % 300]).collect();
        let is_opaque = random.unit() > 0.0;
        let triangles = Triangles { vertices, indices, is_opaque, micromaps: None };
        let bottom = Arc::new(Bottom::new(vec![Geometry::Triangles(triangles)]).expect("valid triangles"));
        let mut moved = Instance::new(0);
        moved.transform.0[1][3] = 0.5;
        Scene::new(vec![bottom], vec![Instance::new(0), moved]).expect("valid instances")
    }

    /// The candidates of a query, of which each third one is confirmed, and what is committed at last.
    fn course(query: &mut Query, seen: &mut Vec<Hit>) {
        seen.push(*query.hit(Which::Candidate));
        if seen.len().is_multiple_of(3) {
            query.confirm();
        }
    }

    #[test]
    fn all_ways_to_go_on_give_the_same_candidates() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        let (mut random, mut met) = (Random(1), 0);
        for round in 0..100 {
            let (scene, count) = (scene(&mut random), 1 + round % 20);
            // Every fourth time rays go the same way.
            let to = |way: [f32; 3]| if round % 4 == 0 { way.map(f32::abs) } else { way };
            let rays = (0..count).map(|_| {
                let [origin, direction] = [random.point(), to(random.point())];
                Ray { origin, direction, t_min: 0.0, t_max: f32::INFINITY }
            });
            let rays: Vec<Ray> = rays.collect();
            let mut queries = vec![Query::default(); count];
            for (query, ray) in queries.iter_mut().zip(&rays) {
                query.initialize(Some(&scene), *ray, RayFlags(0), 0xFF);
            }
            let numbers: Vec<u32> = (0..count as u32).rev().collect();
            let mut together = vec![Vec::new(); count];
            loop {
                // SAFETY: the processor has the instructions.
                unsafe { Query::proceed_all_avx2(&mut queries, &numbers, Some(&scene), |_| {}) };
                let running = queries.iter_mut().zip(&mut together).filter(|(query, _)| query.is_running());
                if running.map(|(query, seen)| course(query, seen)).count() == 0 {
                    break;
                }
            }
            for (at, ray) in rays.iter().enumerate() {
                let [mut plain, mut fast] = [Query::default(), Query::default()];
                let (mut of_plain, mut of_fast) = (Vec::new(), Vec::new());
                plain.initialize(Some(&scene), *ray, RayFlags(0), 0xFF);
                fast.initialize(Some(&scene), *ray, RayFlags(0), 0xFF);
                while plain.proceed(Some(&scene)) {
                    course(&mut plain, &mut of_plain);
                }
                // SAFETY: as above.
                while unsafe { fast.proceed_avx2(Some(&scene)) } {
                    course(&mut fast, &mut of_fast);
                }
                assert_eq!(of_plain, of_fast);
                assert_eq!(of_plain, together[at]);
                let committed = *plain.hit(Which::Committed);
                assert_eq!(committed, *fast.hit(Which::Committed));
                assert_eq!(committed, *queries[at].hit(Which::Committed));
                assert!(queries[at].has_ended());
                met += of_plain.len() + usize::from(committed.t.is_finite());
            }
        }
        assert!(met > 1_000, "{met}");
    }
}
