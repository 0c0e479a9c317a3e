//! Comparison of the structs that two stages see in the same memory.

use crate::model::{Kind, Member, Reflection, Struct, Type};
use std::collections::BTreeSet;

/// The limit of pairs of structs that are compared.
const MAX_PAIRS: usize = 1 << 12;

/// A struct in the module of a stage.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) reflection: &'a Reflection,
    pub(super) name: &'a str,
}

/// The first difference between two structs in the bytes that both have: the two members.
pub(super) fn difference(first: Block<'_>, second: Block<'_>) -> Option<(Member, Member)> {
    let mut waiting = vec![(first.name.to_owned(), second.name.to_owned())];
    let mut seen = BTreeSet::new();
    while let Some((one, other)) = waiting.pop() {
        if seen.len() >= MAX_PAIRS || !seen.insert((one.clone(), other.clone())) {
            continue;
        }
        let (Some(one), Some(other)) = (first.reflection.structure(&one), second.reflection.structure(&other)) else {
            continue;
        };
        if let Some(found) = members(one, other, &mut waiting) {
            return Some(found);
        }
    }
    None
}

/// The first two members that overlap and are not the same. Structs in them are compared later.
fn members(one: &Struct, other: &Struct, waiting: &mut Vec<(String, String)>) -> Option<(Member, Member)> {
    let by_offset = |list: &[Member]| {
        let mut sorted: Vec<Member> = list.to_vec();
        sorted.sort_by_key(|member| member.offset);
        sorted
    };
    let (one, other) = (by_offset(&one.members), by_offset(&other.members));
    let mut rest = other.iter().peekable();
    for member in &one {
        while rest.peek().is_some_and(|next| end(next) <= member.offset) {
            rest.next();
        }
        let Some(next) = rest.peek().filter(|next| next.offset < end(member)) else { continue };
        if next.offset != member.offset || !is_same(&member.ty, &next.ty) {
            return Some((member.clone(), (*next).clone()));
        }
        if let (Kind::Struct, Some(mine), Some(theirs)) = (member.ty.kind, &member.ty.structure, &next.ty.structure) {
            waiting.push((mine.clone(), theirs.clone()));
        }
    }
    None
}

fn end(member: &Member) -> u64 {
    member.offset.saturating_add(member.size.number().unwrap_or(u64::MAX))
}

/// Compares types apart from the names of structs. The length of an outermost array may differ.
fn is_same(one: &Type, other: &Type) -> bool {
    let inner = |ty: &Type| ty.dims.iter().skip(1).map(|dim| (dim.count, dim.stride)).collect::<Vec<_>>();
    let stride = |ty: &Type| ty.dims.first().map(|dim| dim.stride);
    one.kind == other.kind
        && one.scalar == other.scalar
        && one.components == other.components
        && one.matrix == other.matrix
        && stride(one) == stride(other)
        && inner(one) == inner(other)
}
