//! Lines with sets that have too many combinations: all results, if the preprocessor tells few of them apart.
//!
//! Must not know how a combination is compiled, nor what is said of it.

use crate::cubes::{self, Cube};
use crate::list::Entry;
use crate::sets::{Family, Point};
use crate::variants::key;
use base::ids::Map;
use library::pipeline::shared::macro_lookups;
use std::sync::Arc;

/// Entries of a list that follow one another.
pub(super) struct Part<'a> {
    pub(super) entries: &'a [Entry],
    /// True if they are a sample of one line with sets, all of whose combinations may be covered by cubes instead.
    pub(super) is_space: bool,
}

/// The parts of a list: each sample of a space is one, and what is between two of them.
pub(super) fn parts(entries: &[Entry]) -> Vec<Part<'_>> {
    let is_together = |one: &Entry, other: &Entry| match (sampled(one), sampled(other)) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let parts: Vec<&[Entry]> = entries.chunk_by(is_together).collect();
    if parts.iter().all(|part| sampled(&part[0]).is_none()) {
        return parts.into_iter().map(|entries| Part { entries, is_space: false }).collect();
    }
    // The report compares all lines of a shader: cubes must be all that there is of it.
    let mut shaders: Map<String, usize> = Map::default();
    let firsts = parts.iter().flat_map(|part| if sampled(&part[0]).is_some() { &part[..1] } else { part });
    firsts.for_each(|entry| *shaders.entry(key(&entry.parsed().options)).or_default() += 1);
    let is_alone = |entry: &Entry| shaders.get(&key(&entry.parsed().options)) == Some(&1);
    let is_space =
        |part: &[Entry]| sampled(&part[0]).is_some_and(|family| is_whole(part, family) && is_alone(&part[0]));
    parts.into_iter().map(|entries| Part { entries, is_space: is_space(entries) }).collect()
}

fn sampled(entry: &Entry) -> Option<&Arc<Family>> {
    entry.place.point().map(|point| &point.family).filter(|family| family.is_sampled())
}

/// The limit of choices, each of which is checked by itself.
const MAX_CHOICES: u64 = 1 << 12;

/// Returns whether no condition and no other part of a batch takes combinations away, and look-ups tell all of its macros.
fn is_whole(entries: &[Entry], family: &Arc<Family>) -> bool {
    let sizes = family.sizes();
    let of_set =
        |(set, size): (usize, &u64)| (0..*size as u32).map(move |choice| Cube { path: [(set, choice)].into() });
    let each_alone = sizes.iter().enumerate().flat_map(of_set).map(|cube| cube.representative(sizes.len()));
    !family.is_conditional
        && sizes.iter().sum::<u64>() <= MAX_CHOICES
        && entries.len() == family.numbers().count()
        && each_alone.map(|digits| family.number(&digits)).all(|number| {
            let point = Point { family: Arc::clone(family), number };
            macro_lookups::decide(&Entry::of_point(&entries[0].place, point).parsed().options)
        })
}

/// The results of a space by cubes, each with the entry of the combination that was compiled; `None` if there are more than the
/// limit, or the compilation of some is given up. Each result has the macros that were looked up.
pub(super) fn explored<R>(
    entries: &[Entry],
    limit: u64,
    asked: fn(&R) -> Arc<[Box<str>]>,
    mut compile: impl FnMut(&[Entry]) -> Option<Vec<R>>,
) -> Option<Vec<(Entry, R)>> {
    let place = &entries.first()?.place;
    let family = &place.point()?.family;
    let mut results: Map<u64, R> = Map::default();
    let look_up = |cubes: &[Cube]| {
        let number = |cube: &Cube| family.number(&cube.representative(family.sets()));
        let entry = |cube| Entry::of_point(place, Point { family: Arc::clone(family), number: number(cube) });
        let done = compile(&cubes.iter().map(entry).collect::<Vec<_>>())?;
        let sets = |result: &R| asked(result).iter().filter_map(|name| family.set_of(name)).collect();
        let all = done.iter().map(sets).collect();
        results.extend(cubes.iter().map(number).zip(done));
        Some(all)
    };
    let cubes = cubes::explore(&family.sizes(), usize::try_from(limit).ok()?, look_up)?;
    let family = Arc::new(family.with_cubes(cubes));
    let entry = |number| Entry::of_point(place, Point { family: Arc::clone(&family), number });
    family.numbers().map(|number| Some((entry(number), results.swap_remove(&number)?))).collect()
}
