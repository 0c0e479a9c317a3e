//! Ranking of user functions before HLSL 202x: the candidate whose arguments need the least conversion.

use super::{Candidate, Ranking, bases};
use crate::convert::{combine, leaf_count, numeric};
use crate::hir::Module;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use base::short::Short;

/// The best of the viable candidates, which are given with their indices.
pub(super) fn rank(module: &Module, viable: impl Iterator<Item = (usize, Candidate)>, args: &[TypeId]) -> Ranking {
    let mut best = u64::MAX;
    let mut winners: Short<u32, 4> = Short::new();
    for (index, candidate) in viable {
        let score = score(module, &candidate, args);
        if score < best {
            winners.clear();
        }
        if score <= best {
            best = score;
            winners.push(index as u32);
        }
    }
    match *winners {
        [] => Ranking::None,
        [index] => Ranking::Best(index as usize),
        _ => Ranking::Ambiguous(winners.iter().map(|&index| index as usize).collect()),
    }
}

fn score(module: &Module, candidate: &Candidate, args: &[TypeId]) -> u64 {
    let pairs = candidate.params.iter().zip(args);
    pairs.map(|(&(mode, param), &arg)| score_argument(module, mode, arg, param)).fold(0, u64::saturating_add)
}

fn score_argument(module: &Module, mode: ParamMode, arg: TypeId, param: TypeId) -> u64 {
    match mode {
        ParamMode::In => score_conversion(module, param, arg),
        ParamMode::Out => score_conversion(module, arg, param),
        ParamMode::InOut | ParamMode::Reference => {
            score_conversion(module, param, arg).saturating_add(score_conversion(module, arg, param))
        }
    }
}

/// Penalties of conversions, least first. Each has a bit field wide enough that no number of arguments makes a lesser
/// penalty outweigh a greater one.
#[derive(Clone, Copy)]
enum Reason {
    Splat,
    TargetPromotion,
    SourcePromotion,
    TargetIntCast,
    SourceIntCast,
    TargetCast,
    SourceCast,
    Truncation,
}

const FIELD_BITS: u32 = 7;

const fn weight(reason: Reason) -> u64 {
    1 << (FIELD_BITS * reason as u32)
}

/// The penalty of a conversion from `source` to `target`.
fn score_conversion(module: &Module, target: TypeId, source: TypeId) -> u64 {
    if target == source {
        return 0;
    }
    let (Some((target_elem, target_shape)), Some((source_elem, source_shape))) =
        (numeric(module, target), numeric(module, source))
    else {
        return score_aggregate(module, target, source);
    };
    let common = combine(target_elem, source_elem, module.native_16bit);
    let counts = score_counts(u64::from(target_shape.count()), u64::from(source_shape.count()));
    if matches!(module.ty(source), Type::Enum(_)) {
        return weight(Reason::SourceCast) + counts;
    }
    let mut score = score_step(common, target_elem, Reason::TargetPromotion, Reason::TargetIntCast, Reason::TargetCast);
    score += score_step(source_elem, common, Reason::SourcePromotion, Reason::SourceIntCast, Reason::SourceCast);
    score + counts
}

fn score_counts(target: u64, source: u64) -> u64 {
    match source.cmp(&target) {
        std::cmp::Ordering::Less => weight(Reason::Splat),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => weight(Reason::Truncation),
    }
}

/// Structs to their bases, constant buffers to their contents.
fn score_aggregate(module: &Module, target: TypeId, source: TypeId) -> u64 {
    let distance = bases(module, source).position(|base| base == target).map_or(0, |steps| steps as u64 + 1);
    match (leaf_count(module, target), leaf_count(module, source)) {
        (Some((target, _)), Some((source, _))) => score_counts(target, source) + distance,
        _ => weight(Reason::TargetCast) + weight(Reason::SourceCast),
    }
}

fn score_step(from: Scalar, to: Scalar, promotion: Reason, int_cast: Reason, cast: Reason) -> u64 {
    if is_promotion(from, to) {
        weight(promotion)
    } else if is_cast(from, to) {
        weight(cast)
    } else if is_int_cast(from, to) {
        weight(int_cast)
    } else {
        0
    }
}

/// Returns whether `to` is a wider type of `from`'s family.
fn is_promotion(from: Scalar, to: Scalar) -> bool {
    let rank = |elem| match elem {
        Scalar::Min10Float => Some((ElemClass::Float, 1)),
        Scalar::Min16Float => Some((ElemClass::Float, 2)),
        Scalar::Half => Some((ElemClass::Float, 3)),
        Scalar::Float => Some((ElemClass::Float, 4)),
        Scalar::Double => Some((ElemClass::Float, 5)),
        Scalar::Min12Int => Some((ElemClass::SInt, 1)),
        Scalar::Min16Int => Some((ElemClass::SInt, 2)),
        Scalar::Min16UInt => Some((ElemClass::UInt, 2)),
        Scalar::Int8 | Scalar::UInt8 => Some((ElemClass::SInt, 3)),
        Scalar::Int16 | Scalar::UInt16 => Some((ElemClass::SInt, 4)),
        Scalar::Int | Scalar::UInt => Some((ElemClass::SInt, 5)),
        Scalar::Int64 | Scalar::UInt64 => Some((ElemClass::SInt, 6)),
        Scalar::Bool | Scalar::PackedInt8x4 | Scalar::PackedUInt8x4 | Scalar::LiteralInt | Scalar::LiteralFloat => None,
    };
    match (from, to) {
        // The unsigned minimum-precision type grows into unsigned types alone.
        (Scalar::Min16UInt, Scalar::UInt | Scalar::UInt64) => true,
        (Scalar::Min16UInt, _) | (_, Scalar::Min16UInt) => false,
        (Scalar::Min12Int | Scalar::Min16Int, Scalar::UInt | Scalar::UInt64 | Scalar::Int16 | Scalar::UInt16) => false,
        _ => match (rank(from), rank(to)) {
            (Some((from_class, from_rank)), Some((to_class, to_rank))) => from_class == to_class && from_rank < to_rank,
            _ => false,
        },
    }
}

/// Returns whether the types differ by more than signedness or literalness.
fn is_cast(from: Scalar, to: Scalar) -> bool {
    from != to && !is_literal_of_family(from, to) && !is_literal_of_family(to, from) && !differs_in_sign(from, to)
}

/// Returns whether the types differ in signedness alone.
fn is_int_cast(from: Scalar, to: Scalar) -> bool {
    differs_in_sign(from, to)
}

fn is_literal_of_family(literal: Scalar, other: Scalar) -> bool {
    use Scalar::{Double, Float, Half, Int, Int8, Int16, Int64, UInt, UInt8, UInt16, UInt64};
    if literal == Scalar::LiteralInt {
        return matches!(other, Int8 | UInt8 | Int16 | UInt16 | Int | UInt | Int64 | UInt64);
    }
    literal == Scalar::LiteralFloat && matches!(other, Half | Float | Double)
}

fn differs_in_sign(a: Scalar, b: Scalar) -> bool {
    matches!(
        (a, b),
        (Scalar::Int8, Scalar::UInt8)
            | (Scalar::UInt8, Scalar::Int8)
            | (Scalar::Int16, Scalar::UInt16)
            | (Scalar::UInt16, Scalar::Int16)
            | (Scalar::Int, Scalar::UInt)
            | (Scalar::UInt, Scalar::Int)
            | (Scalar::Int64, Scalar::UInt64)
            | (Scalar::UInt64, Scalar::Int64)
    )
}
