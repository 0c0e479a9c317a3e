//! Ray queries as debuggers show them: structs whose types no module has, and the words that are in them.

use crate::types::{Member, Scalar, Type, Types};
use trace::{Field, Hit, HitKind, Query, Scene, Which};

/// The numbers of the types, above those of any module.
const FLOAT: u32 = u32::MAX - 8;
const UINT: u32 = u32::MAX - 7;
const BOOL: u32 = u32::MAX - 6;
const FLOAT2: u32 = u32::MAX - 5;
const FLOAT3: u32 = u32::MAX - 4;
pub(crate) const HIT: u32 = u32::MAX - 3;
pub(crate) const STATE: u32 = u32::MAX - 2;

/// The members of a query.
const OF_STATE: [(&str, u32); 8] = [
    ("origin", FLOAT3),
    ("direction", FLOAT3),
    ("tMin", FLOAT),
    ("tMax", FLOAT),
    ("flags", UINT),
    ("isRunning", BOOL),
    ("candidate", HIT),
    ("committed", HIT),
];

/// The members of an intersection. Its kind is 1 for a triangle, 2 for a box, and 0 if there is none.
const OF_HIT: [(&str, u32); 10] = [
    ("kind", UINT),
    ("t", FLOAT),
    ("instance", UINT),
    ("instanceID", UINT),
    ("geometry", UINT),
    ("primitive", UINT),
    ("barycentrics", FLOAT2),
    ("isFront", BOOL),
    ("objectOrigin", FLOAT3),
    ("objectDirection", FLOAT3),
];

/// Adds the types.
pub(crate) fn add(types: &mut Types) {
    let member = |(name, ty): &(&str, u32)| Member {
        ty: *ty,
        offset: None,
        matrix: None,
        name: (*name).into(),
        coherent: false,
    };
    types.all.extend([
        (FLOAT, Type::Scalar(Scalar::Float { bits: 32 })),
        (UINT, Type::Scalar(Scalar::Int { bits: 32, signed: false })),
        (BOOL, Type::Scalar(Scalar::Bool)),
        (FLOAT2, Type::Vector { of: FLOAT, count: 2 }),
        (FLOAT3, Type::Vector { of: FLOAT, count: 3 }),
        (HIT, Type::Struct(OF_HIT.iter().map(member).collect())),
        (STATE, Type::Struct(OF_STATE.iter().map(member).collect())),
    ]);
}

/// The words of a query, in the order of its members; none without a ray.
pub(crate) fn words(query: &Query, scene: Option<&Scene>) -> Vec<u32> {
    if !query.has_ray() {
        return Vec::new();
    }
    let ray = query.ray();
    let numbers = ray.origin.iter().chain(&ray.direction).chain([&ray.t_min, &ray.t_max]);
    let mut words: Vec<u32> = numbers.map(|number| number.to_bits()).collect();
    words.extend([query.flags().0, query.is_running().into()]);
    for which in [Which::Candidate, Which::Committed] {
        let Hit { kind, t, instance, geometry, primitive, barycentrics: [u, v], is_front, .. } = *query.hit(which);
        let kind = match kind {
            HitKind::None => 0,
            HitKind::Triangle => 1,
            HitKind::Box => 2,
        };
        let id = query.get(scene, Field::InstanceId, which)[0];
        words.extend([kind, t.to_bits(), instance, id, geometry, primitive, u.to_bits(), v.to_bits(), is_front.into()]);
        for field in [Field::ObjectOrigin, Field::ObjectDirection] {
            words.extend(&query.get(scene, field, which)[..3]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_word_for_each_scalar() {
        let mut types = Types::default();
        add(&mut types);
        let mut query = Query::default();
        assert!(words(&query, None).is_empty());
        query.initialize(None, trace::Ray::default(), trace::RayFlags(5), 1);
        assert_eq!(types.count(STATE).ok(), Some(words(&query, None).len() as u32));
        assert_eq!(words(&query, None)[8], 5);
    }
}
