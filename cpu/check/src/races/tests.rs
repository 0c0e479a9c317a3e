use super::*;
use crate::clock::{ALL, Classes};
use crate::rows::Check;

const MODEL: Model = Model {
    wave: 32,
    least_wave: 4,
    has_scopes: false,
    is_strict: false,
    makes_available: false,
    makes_visible: false,
};

fn fence(classes: Classes) -> Fence {
    Fence { reach: Reach::Device, acquires: true, releases: true, classes }
}

const RELAXED: Atomic = Atomic { reach: Reach::Device, fence: Fence::NONE, is_store: false };

const FREE: Access = Access {
    object: 0,
    class: Class::Group,
    offset: 0,
    bytes: 4,
    thread: 0,
    writes: false,
    atomic: None,
    coherent: false,
    private: false,
    same: false,
    site: 0,
};

fn read(thread: u32) -> Access {
    Access { thread, ..FREE }
}

fn write(thread: u32) -> Access {
    Access { thread, writes: true, ..FREE }
}

fn atomic(thread: u32, offset: u64) -> Access {
    Access { thread, offset, writes: true, atomic: Some(RELAXED), ..FREE }
}

fn verdicts(races: &mut Races, accesses: &[Access]) -> Vec<Option<Check>> {
    accesses.iter().map(|access| races.access(access).map(|conflict| conflict.check)).collect()
}

#[test]
fn reads_and_writes_of_two_threads_race_without_a_barrier() {
    let mut races = Races::new(64, MODEL);
    let seen = verdicts(&mut races, &[write(0), read(0), read(1), read(9)]);
    assert_eq!(seen, [None, None, Some(Check::RaceInWave), Some(Check::Race)]);
    races.group_barrier(fence([true, false, false]), 0);
    assert_eq!(verdicts(&mut races, &[read(9), write(9), write(0)]), [None, None, Some(Check::Race)]);
    races.group_barrier(fence([false, true, false]), 0);
    assert_eq!(verdicts(&mut races, &[read(3)]), [Some(Check::Scope)]);
}

#[test]
fn bytes_that_lie_apart_do_not_race() {
    let mut races = Races::new(64, MODEL);
    let part = |thread, offset| Access { thread, offset, bytes: 2, writes: true, ..FREE };
    assert_eq!(verdicts(&mut races, &[part(0, 0), part(9, 2), part(20, 3)]), [None, None, Some(Check::Race)]);
}

#[test]
fn every_reader_counts() {
    let mut races = Races::new(64, MODEL);
    let reads: Vec<Access> = (0..64).map(read).collect();
    verdicts(&mut races, &reads);
    assert_eq!(verdicts(&mut races, &[write(0)]), [Some(Check::Race)]);
}

#[test]
fn groups_are_ordered_by_barriers_around_atomic_operations_alone() {
    for has_fences in [true, false] {
        let mut races = Races::new(64, MODEL);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        assert_eq!(verdicts(&mut races, &[device(write(0))]), [None]);
        if has_fences {
            races.memory_barrier(0, fence(ALL));
        }
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.exchange(&mut Group::new(1, 64));
        verdicts(&mut races, &[device(atomic(5, 64))]);
        if has_fences {
            races.memory_barrier(5, fence(ALL));
        }
        let seen = verdicts(&mut races, &[device(read(5)), device(read(6))]);
        let expected = if has_fences { None } else { Some(Check::RaceFence) };
        assert_eq!(seen, [expected, Some(Check::Race)]);
    }
}

#[test]
fn atomic_operations_lead_on_from_one_place_to_another() {
    let mut races = Races::new(64, MODEL);
    let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
    verdicts(&mut races, &[device(write(0)), device(atomic(0, 64))]);
    races.exchange(&mut Group::new(1, 64));
    verdicts(&mut races, &[device(atomic(5, 64)), device(atomic(5, 128))]);
    races.exchange(&mut Group::new(2, 64));
    verdicts(&mut races, &[device(atomic(7, 128))]);
    let seen = verdicts(&mut races, &[device(read(7)), device(read(8))]);
    assert_eq!(seen, [Some(Check::RaceFence), Some(Check::Race)]);
}

#[test]
fn what_another_group_takes_over_must_be_coherent() {
    for coherent in [true, false] {
        let mut races = Races::new(64, MODEL);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent, ..access };
        let flag = device(Access { coherent: true, ..atomic(0, 64) });
        verdicts(&mut races, &[device(write(0))]);
        races.memory_barrier(0, fence(ALL));
        verdicts(&mut races, &[flag]);
        races.exchange(&mut Group::new(1, 64));
        verdicts(&mut races, &[flag]);
        races.memory_barrier(0, fence(ALL));
        let expected = if coherent { None } else { Some(Check::NotCoherent) };
        assert_eq!(verdicts(&mut races, &[device(read(0))]), [expected]);
    }
}

#[test]
fn what_a_group_barrier_orders_goes_to_another_group() {
    let mut races = Races::new(64, MODEL);
    let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
    verdicts(&mut races, &[device(write(7))]);
    races.group_barrier(fence([true, true, true]), 0);
    verdicts(&mut races, &[device(atomic(0, 64))]);
    races.exchange(&mut Group::new(1, 64));
    verdicts(&mut races, &[device(atomic(0, 64))]);
    races.group_barrier(fence([true, true, true]), 0);
    assert_eq!(verdicts(&mut races, &[device(read(9))]), [None]);
}

#[test]
fn a_barrier_of_the_wave_orders_its_lanes() {
    let mut races = Races::new(64, MODEL);
    verdicts(&mut races, &[write(0)]);
    races.wave_barrier(&[0, 1, 2, 3, 4, 5, 6, 7], fence(ALL));
    assert_eq!(verdicts(&mut races, &[read(5), read(9)]), [None, Some(Check::Race)]);
}

#[test]
fn equal_values_and_flags_have_names_of_their_own() {
    let mut races = Races::new(64, MODEL);
    let same = |thread| Access { same: true, ..write(thread) };
    assert_eq!(verdicts(&mut races, &[same(0), same(9)]), [None, Some(Check::RaceSameValue)]);
    let flag = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
    verdicts(&mut races, &[flag(atomic(0, 0))]);
    races.exchange(&mut Group::new(1, 64));
    assert_eq!(verdicts(&mut races, &[flag(read(0))]), [Some(Check::RacePlainAtomic)]);
}

fn device(access: Access) -> Access {
    Access { class: Class::Buffer, object: 1, coherent: true, ..access }
}

fn sync(reach: Reach, acquires: bool, releases: bool) -> Atomic {
    Atomic { reach, fence: Fence { reach, acquires, releases, classes: ALL }, is_store: false }
}

#[test]
fn atomic_operations_with_semantics_need_no_barriers() {
    let (release, acquire) = (sync(Reach::Device, false, true), sync(Reach::Device, true, false));
    for (first, second, expected) in [
        (release, acquire, None),
        (RELAXED, acquire, Some(Check::RaceFence)),
        (release, RELAXED, Some(Check::RaceFence)),
    ] {
        let mut races = Races::new(64, MODEL);
        verdicts(&mut races, &[device(write(0)), device(Access { atomic: Some(first), ..atomic(0, 64) })]);
        races.exchange(&mut Group::new(1, 64));
        let seen = verdicts(&mut races, &[device(Access { atomic: Some(second), ..atomic(5, 64) }), device(read(5))]);
        assert_eq!(seen, [None, expected]);
    }
}

#[test]
fn an_atomic_operation_hides_no_plain_access_of_its_thread() {
    let mut races = Races::new(64, MODEL);
    let of = |thread| atomic(thread, 0);
    assert_eq!(verdicts(&mut races, &[write(0), of(0), of(9)]), [None, None, Some(Check::Race)]);
    let mut races = Races::new(64, MODEL);
    assert_eq!(verdicts(&mut races, &[read(0), of(0), of(9)]), [None, None, Some(Check::Race)]);
    races.group_barrier(fence(ALL), 0);
    assert_eq!(verdicts(&mut races, &[of(0), of(9)]), [None, None]);
    let mut races = Races::new(64, MODEL);
    verdicts(&mut races, &[write(0)]);
    races.group_barrier(fence([false, true, true]), 0);
    assert_eq!(verdicts(&mut races, &[of(0), of(9)]), [None, Some(Check::Scope)]);
}

#[test]
fn a_store_begins_anew() {
    let store = Atomic { is_store: true, ..RELAXED };
    for (between, expected) in [(RELAXED, None), (store, Some(Check::RaceFence))] {
        let mut races = Races::new(64, MODEL);
        verdicts(&mut races, &[device(write(0))]);
        races.memory_barrier(0, fence(ALL));
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.exchange(&mut Group::new(1, 64));
        verdicts(&mut races, &[device(Access { atomic: Some(between), ..atomic(3, 64) })]);
        verdicts(&mut races, &[device(atomic(5, 64))]);
        races.memory_barrier(5, fence(ALL));
        assert_eq!(verdicts(&mut races, &[device(read(5))]), [expected]);
    }
}

#[test]
fn a_scope_reaches_so_far() {
    let model = Model { has_scopes: true, ..MODEL };
    for (reach, group, thread, expected) in [
        (Reach::Device, 1, 5, [None, None]),
        (Reach::Group, 0, 40, [None, None]),
        (Reach::Group, 1, 5, [Some(Check::Scope), Some(Check::RaceFence)]),
        (Reach::Wave, 0, 5, [None, None]),
        (Reach::Wave, 0, 40, [Some(Check::Scope), Some(Check::RaceFence)]),
    ] {
        let mut races = Races::new(64, model);
        let release = Access { atomic: Some(sync(reach, false, true)), ..atomic(0, 64) };
        verdicts(&mut races, &[device(write(0)), device(release)]);
        if group == 1 {
            races.exchange(&mut Group::new(1, 64));
        }
        let acquire = Access { atomic: Some(sync(reach, true, false)), ..atomic(thread, 64) };
        assert_eq!(verdicts(&mut races, &[device(acquire), device(read(thread))]), expected, "{reach:?} {group}");
    }
}

#[test]
fn barriers_for_memory_around_one_of_the_group_order_it() {
    for classes in [ALL, [true, false, false]] {
        let mut races = Races::new(64, MODEL);
        verdicts(&mut races, &[device(write(0))]);
        races.memory_barrier(0, fence(classes));
        races.group_barrier(Fence::NONE, 0);
        let expected = if classes == ALL { None } else { Some(Check::Scope) };
        races.memory_barrier(9, fence(ALL));
        assert_eq!(verdicts(&mut races, &[device(read(9)), device(read(10))]), [expected, Some(Check::Scope)]);
    }
}

#[test]
fn what_is_private_is_for_nobody_else() {
    let model = Model { is_strict: true, ..MODEL };
    for (private, coherent, expected) in
        [(false, true, None), (true, true, Some(Check::NotCoherent)), (false, false, Some(Check::NotCoherent))]
    {
        let mut races = Races::new(64, model);
        let own = |access: Access| Access { private, coherent, ..device(access) };
        verdicts(&mut races, &[own(write(0))]);
        races.group_barrier(fence(ALL), 0);
        assert_eq!(verdicts(&mut races, &[own(read(9))]), [expected]);
    }
}

/// A row of reads or writes, by lanes of threads from 0 on.
fn row(races: &mut Races, access: Access, lanes: u128, offsets: &[u32]) -> Vec<(u32, Check)> {
    let mut found = Vec::new();
    let row = Row { lanes, first: 0, offsets, start: 0, same: 0 };
    races.accesses(&access, row, |access, conflict| found.push((access.thread, conflict.check)));
    found
}

#[test]
fn rows_find_what_single_accesses_do() {
    let offsets: Vec<u32> = (0..16).map(|lane| [0, 4 * lane][(lane % 2) as usize]).collect();
    for class in [Class::Group, Class::Buffer] {
        let [reads, writes] = [read(0), write(0)].map(|access| Access { class, ..access });
        let of = |access: Access, thread: u32| Access { thread, offset: offsets[thread as usize].into(), ..access };
        let (mut one, mut all) = (Races::new(64, MODEL), Races::new(64, MODEL));
        for (access, lanes) in [(writes, 0xAAAA), (reads, 0xFFFF), (reads, 0xF0F0), (writes, 0x00FF), (reads, 0xFFFF)] {
            let single: Vec<(u32, Check)> = (0..16)
                .filter(|thread| lanes >> thread & 1 == 1)
                .filter_map(|thread| Some((thread, one.access(&of(access, thread))?.check)))
                .collect();
            assert_eq!(row(&mut all, access, lanes, &offsets), single);
            let last = of(Access { writes: true, ..access }, 15);
            assert_eq!(verdicts(&mut all, &[last]), verdicts(&mut one, &[last]));
        }
    }
}

#[test]
fn random_rows_find_what_single_accesses_do() {
    const LANES: u32 = 32;
    let mut state = 1u32;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
        (state >> 8) % limit
    };
    for class in [Class::Group, Class::Buffer] {
        let (mut one, mut all) = (Races::new(LANES, MODEL), Races::new(LANES, MODEL));
        let mut conflicts = 0;
        for _ in 0..2000 {
            if below(12) == 0 {
                [&mut one, &mut all].into_iter().for_each(|races| races.group_barrier(fence(ALL), 0));
                continue;
            }
            let (stride, start, bytes) = ([0, 4, 8, 12][below(4) as usize], 4 * below(250), 4 << below(2));
            let (shared, repeated) = ([1, 3, 8][below(3) as usize], 24 >> below(3));
            let offsets: Vec<u32> = (0..LANES).map(|lane| start + stride * (lane / shared % repeated)).collect();
            let access = Access { class, bytes, writes: below(9) == 0, site: below(3), ..FREE };
            let lanes = if below(3) == 0 { u128::from(below(1 << 16)) } else { u128::from(u32::MAX) };
            let of = |lane: u32| Access { thread: lane, offset: offsets[lane as usize].into(), ..access };
            let single = (0..LANES).filter(|lane| lanes >> lane & 1 == 1);
            let single: Vec<_> = single.filter_map(|lane| Some((lane, one.access(&of(lane))?.check))).collect();
            assert_eq!(row(&mut all, access, lanes, &offsets), single, "{access:?} of {lanes:x} at {offsets:?}");
            conflicts += single.len();
        }
        assert!(conflicts > 100, "{conflicts}");
    }
}

#[test]
fn what_atomic_operations_would_order_is_known_when_a_race_is_named() {
    let mut races = Races::new(64, MODEL);
    // Far more than is kept before it is worked out, between the write and the read.
    let mut accesses = vec![Access { offset: 400, ..write(0) }, atomic(0, 8)];
    accesses.extend((0..70_000).map(|turn| atomic(1 + turn % 8, 12)));
    accesses.extend([atomic(40, 8), Access { offset: 400, ..read(40) }, Access { offset: 400, ..read(50) }]);
    let seen = verdicts(&mut races, &accesses);
    assert_eq!(seen[seen.len() - 2..], [Some(Check::RaceFence), Some(Check::Race)]);
    assert!(seen[..seen.len() - 2].iter().all(Option::is_none));
}
