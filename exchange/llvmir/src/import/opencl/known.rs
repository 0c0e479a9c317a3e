//! The names of all functions of OpenCL C that the tables have, for messages about names that they do not have.

use super::super::function::Body;
use super::super::{calls, groups, images};
use super::tables::{BY_TYPE, NUMBERS, PLACES, TRUTHS};
use super::{atomics, extensions, struct_results, subgroups};
use base::similar;

impl Body<'_, '_> {
    /// The message about a function that is declared and that OpenCL C does not have.
    pub(in super::super) fn unknown(name: &str) -> String {
        let names = names();
        let near = similar::nearest(name, names.iter().map(String::as_str));
        let near = near.map(|near| format!("; {}", similar::did_you_mean(near))).unwrap_or_default();
        format!("'{name}' is not a function of OpenCL C{near}")
    }
}

fn names() -> Vec<String> {
    let plain = PLACES.iter().map(|(name, ..)| *name).chain(NUMBERS.iter().map(|(name, _)| *name));
    let plain = plain.chain(TRUTHS.iter().map(|(name, _)| *name)).chain(BY_TYPE.iter().map(|row| row.name));
    let plain = plain.chain(REST.iter().copied());
    let mut all: Vec<String> = plain.map(str::to_owned).collect();
    all.extend(atomics::names());
    all.extend(groups::names());
    all.extend(images::names());
    all.extend(subgroups::names());
    all.extend(extensions::names());
    all.extend(struct_results::names());
    all.extend(calls::extended_names());
    // The nearest of equally near ones is the first.
    all.sort();
    all
}

/// Functions whose names are in no table.
const REST: &[&str] = &[
    "any",
    "all",
    "printf",
    "is_valid_reserve_id",
    "barrier",
    "work_group_barrier",
    "sub_group_barrier",
    "mem_fence",
    "read_mem_fence",
    "write_mem_fence",
    "atomic_work_item_fence",
    "async_work_group_copy",
    "async_work_group_strided_copy",
    "wait_group_events",
    "prefetch",
    "shuffle2",
    "vload2",
    "vload3",
    "vload4",
    "vload8",
    "vload16",
    "vstore2",
    "vstore3",
    "vstore4",
    "vstore8",
    "vstore16",
];
