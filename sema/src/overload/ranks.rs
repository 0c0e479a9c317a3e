//! Ranking of user functions in HLSL 202x: each conversion has a rank, and the best function is the one that is not worse
//! than another in any argument and better in one, as in C++.

use super::{Candidate, Ranking, bases};
use crate::convert::numeric;
use crate::hir::Module;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use std::cmp::Ordering;

/// How the element type of a value changes, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Elements {
    Same,
    Promoted,
    Converted,
}

/// How the number of components changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Same,
    /// A scalar becomes a vector or matrix.
    Extended,
    Truncated,
}

/// The rank of a conversion, best first, and for a struct the distance to its base.
type Rank = (u8, u32);

const EXACT: Rank = (0, 0);

/// Ranks viable candidates, which are given with their indices.
pub(super) fn rank(module: &Module, viable: &[(usize, Candidate)], args: &[TypeId]) -> Ranking {
    let ranks = |candidate: &Candidate| -> Vec<Rank> {
        candidate.params.iter().zip(args).map(|(&(mode, param), &arg)| argument(module, mode, arg, param)).collect()
    };
    let all: Vec<(usize, Vec<Rank>)> = viable.iter().map(|(index, candidate)| (*index, ranks(candidate))).collect();
    let Some(mut best) = all.first() else { return Ranking::None };
    for one in &all[1..] {
        if is_better(&one.1, &best.1) {
            best = one;
        }
    }
    if all.iter().all(|one| one.0 == best.0 || is_better(&best.1, &one.1)) {
        return Ranking::Best(best.0);
    }
    let is_beaten = |one: &&(usize, Vec<Rank>)| !all.iter().any(|other| is_better(&other.1, &one.1));
    Ranking::Ambiguous(all.iter().filter(is_beaten).map(|one| one.0).collect())
}

/// Returns whether no conversion of `a` is worse than that of `b`, and one is better.
fn is_better(a: &[Rank], b: &[Rank]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b) && a.iter().zip(b).any(|(a, b)| a < b)
}

fn argument(module: &Module, mode: ParamMode, arg: TypeId, param: TypeId) -> Rank {
    match mode {
        ParamMode::In => conversion(module, param, arg),
        ParamMode::Out => conversion(module, arg, param),
        ParamMode::InOut | ParamMode::Reference => conversion(module, param, arg).max(conversion(module, arg, param)),
    }
}

fn conversion(module: &Module, target: TypeId, source: TypeId) -> Rank {
    if target == source {
        return EXACT;
    }
    let (Some((to, to_shape)), Some((from, from_shape))) = (numeric(module, target), numeric(module, source)) else {
        let distance = bases(module, source).position(|base| base == target);
        return (rank_of(Elements::Converted, Count::Same), distance.map_or(u32::MAX, |steps| steps as u32));
    };
    let count = match from_shape.count().cmp(&to_shape.count()) {
        Ordering::Less => Count::Extended,
        Ordering::Equal => Count::Same,
        Ordering::Greater => Count::Truncated,
    };
    let is_enum = matches!(module.ty(source), Type::Enum(_));
    let elements = match from == to {
        true if is_enum => Elements::Promoted,
        true => Elements::Same,
        false if is_promotion(from, to, module.native_16bit) => Elements::Promoted,
        false => Elements::Converted,
    };
    (rank_of(elements, count), 0)
}

const fn rank_of(elements: Elements, count: Count) -> u8 {
    match (count, elements) {
        (Count::Same, Elements::Same) => 0,
        (Count::Extended, Elements::Same) => 1,
        (Count::Same, Elements::Promoted) => 2,
        (Count::Extended, Elements::Promoted) => 3,
        (Count::Same, Elements::Converted) => 4,
        (Count::Extended, Elements::Converted) => 5,
        (Count::Truncated, Elements::Same) => 6,
        (Count::Truncated, Elements::Promoted) => 7,
        (Count::Truncated, Elements::Converted) => 8,
    }
}

/// Returns whether `to` has more bits and holds all values of `from`.
fn is_promotion(from: Scalar, to: Scalar, native_16bit: bool) -> bool {
    let is_longer = from.bits(native_16bit) < to.bits(native_16bit);
    match (from.class(), to.class()) {
        (ElemClass::Bool, ElemClass::SInt | ElemClass::UInt) => true,
        (ElemClass::SInt, ElemClass::SInt) | (ElemClass::UInt, ElemClass::SInt | ElemClass::UInt) => is_longer,
        (ElemClass::Float, ElemClass::Float) => is_longer,
        (ElemClass::Bool | ElemClass::SInt | ElemClass::UInt | ElemClass::Float, _) => false,
    }
}
