//! Composites: extraction from constructions, and reconstruction of whole values.

use super::subject::{
    Outcome, Path, Subject, become_op, components, constant_part, def, each_index, from_components, index_attr,
    indices, operand, result_type, vector,
};
use crate::edit;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{attrs, facts, ops};
use spirv::Op;

/// The undefined component of a shuffle.
const NO_COMPONENT: u32 = u32::MAX;
/// Parts are followed through this many ops.
const MAX_STEPS: usize = 64;

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    match core {
        Op::CompositeExtract => extract(pass, op),
        Op::CompositeInsert => insert(pass, op),
        Op::CompositeConstruct => construct(pass, op),
        Op::VectorShuffle => shuffle(pass, op),
        Op::VectorExtractDynamic => by_constant(pass, op, 1, Op::CompositeExtract),
        Op::VectorInsertDynamic => by_constant(pass, op, 2, Op::CompositeInsert),
        Op::CopyObject => operand(pass.module, op, 0).map_or(Outcome::Same, Outcome::Value),
        Op::CopyLogical if operand(pass.module, op, 0).is_some_and(|value| edit::is_undefined(pass.module, value)) => {
            let ty = result_type(pass.module, op);
            Outcome::Value(pass.pool.undefined(pass.module, ty))
        }
        _ => Outcome::Same,
    }
}

/// Turns a dynamic index that is a constant into a literal one.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn by_constant(pass: &mut Subject<'_>, op: OpId, index_at: usize, core: Op) -> Outcome {
    let Some(base) = operand(pass.module, op, 0) else { return Outcome::Same };
    let index = operand(pass.module, op, index_at).and_then(|value| edit::constant_number(pass.module, value));
    let len = vector(pass.module, pass.module.type_of(base)).map_or(0, |(_, len)| u64::from(len));
    let Some(index) = index.filter(|index| *index < len) else { return Outcome::Same };
    let operands = match core {
        Op::CompositeInsert => Values::from([pass.module[op].operands[1], base]),
        _ => [base].into(),
    };
    set_indices(pass, op, core, operands, &[index as u32])
}

/// Makes an op one that extracts or inserts the part at a path.
pub(super) fn set_indices(
    pass: &mut Subject<'_>,
    op: OpId,
    core: Op,
    operands: impl Into<Values>,
    path: &[u32],
) -> Outcome {
    let attr = index_attr(pass.module, path);
    let data = &mut pass.module[op];
    data.info = ops::core(core);
    data.operands = operands.into();
    data.attrs = [(attrs::INDICES, attr)].into();
    Outcome::Changed
}

/// A part of a value: the value, and the path of indices.
struct Place {
    base: ValueId,
    path: Path,
}

fn extract(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let Some(base) = operand(pass.module, op, 0).filter(|base| is_known(pass.module, *base)) else {
        return Outcome::Same;
    };
    let before = indices(pass.module, op);
    if before.is_empty() {
        return Outcome::Same;
    }
    let mut place = Place { base, path: before };
    let mut is_moved = false;
    for _ in 0..MAX_STEPS {
        if place.path.is_empty() {
            return Outcome::Value(place.base);
        }
        if let Some(value) = constant_at(pass, &place) {
            return Outcome::Value(value);
        }
        match step(pass.module, &place) {
            Some(next) => place = next,
            None => break,
        }
        is_moved = true;
    }
    if edit::is_undefined(pass.module, place.base) {
        let ty = result_type(pass.module, op);
        return Outcome::Value(pass.pool.undefined(pass.module, ty));
    }
    match is_moved {
        true => set_indices(pass, op, Op::CompositeExtract, [place.base], &place.path),
        false => Outcome::Same,
    }
}

/// Returns whether parts of a value are known: it is a constant, undefined, or [`step`] leads from it.
fn is_known(module: &Module, value: ValueId) -> bool {
    let Some(op) = module.defining_op(value) else { return false };
    match edit::core(module, op) {
        None => edit::is_reference(module, op),
        Some(core) => {
            matches!(
                core,
                Op::Undef
                    | Op::CompositeExtract
                    | Op::CompositeInsert
                    | Op::CompositeConstruct
                    | Op::VectorShuffle
                    | Op::CopyLogical
                    | Op::Transpose
            )
        }
    }
}

fn constant_at(pass: &mut Subject<'_>, place: &Place) -> Option<ValueId> {
    let mut attr = edit::constant(pass.module, place.base)?;
    let mut ty = pass.module.type_of(place.base);
    for index in &place.path {
        (attr, ty) = constant_part(pass.module, attr, ty, *index)?;
    }
    if matches!(pass.module.ctx[attr], Attr::Undef) {
        Some(pass.pool.undefined(pass.module, ty))
    } else {
        Some(pass.constant(attr, ty))
    }
}

/// The origin of a part, one op back.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn step(module: &Module, place: &Place) -> Option<Place> {
    let (core, op) = def(module, place.base)?;
    let operands = &module[op].operands;
    match core {
        Op::CompositeExtract => {
            let path = indices(module, op).into_iter().chain(place.path.iter().copied()).collect();
            Some(Place { base: operands[0], path })
        }
        Op::CompositeInsert => through_insert(place, operands[0], operands[1], &indices(module, op)),
        Op::CompositeConstruct => through_construct(module, place, op),
        Op::VectorShuffle => {
            let [component] = place.path[..] else { return None };
            let (base, at) = shuffled(module, op, component)?;
            Some(Place { base, path: [at].into() })
        }
        Op::CopyLogical => {
            let ty = part_at(module, operands[0], &place.path)?;
            let is_kept = part_at(module, place.base, &place.path) == Some(ty);
            is_kept.then(|| Place { base: operands[0], path: place.path.clone() })
        }
        Op::Transpose => match place.path[..] {
            [column, row] => Some(Place { base: operands[0], path: [row, column].into() }),
            _ => None,
        },
        _ => None,
    }
}

/// The transpose of a constant matrix.
pub(super) fn transposed(pass: &mut Subject<'_>, op: OpId) -> Option<ValueId> {
    let base = operand(pass.module, op, 0).filter(|value| edit::constant(pass.module, *value).is_some())?;
    let ty = result_type(pass.module, op);
    let column_type = facts::part_type(&pass.module.ctx, ty, 0)?;
    let (_, rows) = vector(pass.module, column_type)?;
    let mut columns = Vec::new();
    for column in 0..part_count(pass.module, ty)? {
        let parts: Option<Vec<ValueId>> =
            (0..rows).map(|row| constant_at(pass, &Place { base, path: [row, column].into() })).collect();
        let attrs = parts?.iter().map(|part| edit::constant(pass.module, *part)).collect::<Option<Vec<_>>>()?;
        columns.push(from_components(pass, attrs, column_type)?);
    }
    constant_composite(pass, &columns, ty)
}

/// The type of a part of a value.
fn part_at(module: &Module, value: ValueId, path: &[u32]) -> Option<TypeId> {
    path.iter().try_fold(module.type_of(value), |ty, at| facts::part_type(&module.ctx, ty, *at as usize))
}

fn through_insert(place: &Place, object: ValueId, composite: ValueId, path: &[u32]) -> Option<Place> {
    let common = path.len().min(place.path.len());
    if path[..common] != place.path[..common] {
        return Some(Place { base: composite, path: place.path.clone() });
    }
    // A part that contains the inserted one comes from neither operand.
    (path.len() <= place.path.len()).then(|| Place { base: object, path: place.path[path.len()..].into() })
}

fn through_construct(module: &Module, place: &Place, op: OpId) -> Option<Place> {
    let (index, rest) = place.path.split_first()?;
    let operands = &module[op].operands;
    if vector(module, result_type(module, op)).is_none() {
        return Some(Place { base: *operands.get(*index as usize)?, path: rest.into() });
    }
    let mut left = *index;
    for value in operands {
        match vector(module, module.type_of(*value)) {
            None if left == 0 => return Some(Place { base: *value, path: Path::new() }),
            None => left -= 1,
            Some((_, len)) if left < len => return Some(Place { base: *value, path: [left].into() }),
            Some((_, len)) => left -= len,
        }
    }
    None
}

/// The vector and the component that a component of a shuffle is taken from.
fn shuffled(module: &Module, op: OpId, component: u32) -> Option<(ValueId, u32)> {
    let chosen = each_index(module, op).nth(component as usize)?;
    let [a, b] = module[op].operands[..] else { return None };
    let (_, len) = vector(module, module.type_of(a))?;
    match chosen {
        NO_COMPONENT => None,
        _ if chosen < len => Some((a, chosen)),
        _ => Some((b, chosen - len)),
    }
}

/// The origin of a vector component, as far back as it can be followed.
fn origin(module: &Module, value: ValueId, component: u32) -> Place {
    let mut place = Place { base: value, path: [component].into() };
    for _ in 0..MAX_STEPS {
        if place.path.is_empty() {
            break;
        }
        match step(module, &place) {
            Some(next) => place = next,
            None => break,
        }
    }
    place
}

fn insert(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let [object, composite] = pass.module[op].operands[..] else { return Outcome::Same };
    let path = indices(pass.module, op);
    // Inserting a part where it was extracted from changes nothing.
    if let Some((Op::CompositeExtract, from)) = def(pass.module, object)
        && pass.module[from].operands[0] == composite
        && each_index(pass.module, from).eq(path.iter().copied())
    {
        return Outcome::Value(composite);
    }
    let ty = result_type(pass.module, op);
    let Some(count) = part_count(pass.module, ty).filter(|_| path.len() == 1) else { return Outcome::Same };
    let mut parts = Vec::new();
    for at in 0..count {
        let part = if at == path[0] { Some(object) } else { known_part(pass, composite, at) };
        match part {
            Some(part) => parts.push(part),
            None => return Outcome::Same,
        }
    }
    become_op(pass, op, Op::CompositeConstruct, parts)
}

/// Larger composites are not reconstructed for each part that changes.
const MAX_PARTS: u64 = 16;

/// The number of parts of a composite, if it is small.
fn part_count(module: &Module, ty: TypeId) -> Option<u32> {
    let count = match &module.ctx[ty] {
        Type::Vector { len, .. } => u64::from(*len),
        Type::Spirv(SpirvType::Struct { members, .. }) => members.len() as u64,
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => *len,
        Type::Spirv(SpirvType::Matrix { columns, .. }) => u64::from(*columns),
        Type::None | Type::Int { .. } | Type::Float { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
            return None;
        }
    };
    (1..=MAX_PARTS).contains(&count).then_some(count as u32)
}

/// A part of a composite that is a value already.
pub(crate) fn known_part(pass: &mut Subject<'_>, composite: ValueId, at: u32) -> Option<ValueId> {
    let place = origin(pass.module, composite, at);
    if place.path.is_empty() {
        return Some(place.base);
    }
    if edit::is_undefined(pass.module, place.base) {
        let part = facts::part_type(&pass.module.ctx, pass.module.type_of(composite), at as usize)?;
        return Some(pass.pool.undefined(pass.module, part));
    }
    constant_at(pass, &place)
}

fn construct(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let ty = result_type(pass.module, op);
    let operands = pass.module[op].operands.clone();
    if operands.is_empty() {
        return Outcome::Same;
    }
    if operands.iter().all(|value| edit::is_undefined(pass.module, *value)) {
        return Outcome::Value(pass.pool.undefined(pass.module, ty));
    }
    if let Some(value) = constant_composite(pass, &operands, ty) {
        return Outcome::Value(value);
    }
    if let Some(whole) = taken_apart(pass.module, &operands, ty) {
        return Outcome::Value(whole);
    }
    to_shuffle(pass, op, &operands, ty)
}

fn constant_composite(pass: &mut Subject<'_>, operands: &[ValueId], ty: TypeId) -> Option<ValueId> {
    let attrs: Vec<_> = operands.iter().map(|value| edit::constant(pass.module, *value)).collect::<Option<_>>()?;
    if vector(pass.module, ty).is_some() {
        let parts = operands.iter().map(|value| components(pass.module, *value)).collect::<Option<Vec<_>>>()?;
        return from_components(pass, parts.concat(), ty);
    }
    let is_whole = facts::part_type(&pass.module.ctx, ty, attrs.len()).is_none();
    if !is_whole || !matches!(pass.module.ctx[ty], Type::Spirv(_)) {
        return None;
    }
    let is_null = attrs.iter().all(|attr| is_zero(pass.module, *attr));
    let attr = if is_null { Attr::Null } else { Attr::Array(attrs.into()) };
    let attr = pass.module.ctx.attr(attr);
    Some(pass.constant(attr, ty))
}

/// Returns whether a constant is the zero of its type.
fn is_zero(module: &Module, attr: AttrId) -> bool {
    match &module.ctx[attr] {
        Attr::Int { bits, .. } | Attr::Float { bits, .. } => *bits == 0,
        Attr::Bool(value) => !value,
        Attr::Dense { elems, .. } => elems.iter().all(|attr| is_zero(module, *attr)),
        Attr::Null => true,
        Attr::Unit
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Array(_)
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Undef => false,
    }
}

/// The value whose parts, in order, the operands are.
fn taken_apart(module: &Module, operands: &[ValueId], ty: TypeId) -> Option<ValueId> {
    let mut whole = None;
    for (at, value) in operands.iter().enumerate() {
        let (core, op) = def(module, *value)?;
        if core != Op::CompositeExtract {
            return None;
        }
        let mut path = indices(module, op);
        let last = path.pop()?;
        let from = (module[op].operands[0], path);
        if last as usize != at || whole.as_ref().is_some_and(|known| *known != from) {
            return None;
        }
        whole = Some(from);
    }
    let (value, path) = whole?;
    let is_same = path.is_empty() && module.type_of(value) == ty;
    (is_same && facts::part_type(&module.ctx, ty, operands.len()).is_none()).then_some(value)
}

/// Turns a construction from components of at most two vectors into a shuffle.
fn to_shuffle(pass: &mut Subject<'_>, op: OpId, operands: &[ValueId], ty: TypeId) -> Outcome {
    let Some((elem, len)) = vector(pass.module, ty) else { return Outcome::Same };
    if operands.len() != len as usize {
        return Outcome::Same;
    }
    let mut places = Vec::new();
    for value in operands {
        let Some((Op::CompositeExtract, from)) = def(pass.module, *value) else { return Outcome::Same };
        let base = pass.module[from].operands[0];
        let is_alike = vector(pass.module, pass.module.type_of(base)).map(|v| v.0) == Some(elem);
        let mut path = each_index(pass.module, from);
        let (Some(component), None, true) = (path.next(), path.next(), is_alike) else { return Outcome::Same };
        places.push(Some((base, component)));
    }
    rebuild_shuffle(pass, op, &places)
}

/// Turns an op into a shuffle of these components, if they come from two vectors at most.
fn rebuild_shuffle(pass: &mut Subject<'_>, op: OpId, places: &[Option<(ValueId, u32)>]) -> Outcome {
    let mut sources: Vec<ValueId> = Vec::new();
    for (base, _) in places.iter().flatten() {
        if !sources.contains(base) {
            sources.push(*base);
        }
    }
    let (first, second) = match sources[..] {
        [only] => (only, only),
        [first, second] => (first, second),
        _ => return Outcome::Same,
    };
    let Some((_, len)) = vector(pass.module, pass.module.type_of(first)) else { return Outcome::Same };
    let chosen: Vec<u32> = places
        .iter()
        .map(|place| match place {
            None => NO_COMPONENT,
            Some((base, at)) if *base == first => *at,
            Some((_, at)) => len + at,
        })
        .collect();
    if pass.module[op].operands[..] == [first, second]
        && edit::core(pass.module, op) == Some(Op::VectorShuffle)
        && each_index(pass.module, op).eq(chosen.iter().copied())
    {
        return Outcome::Same;
    }
    set_indices(pass, op, Op::VectorShuffle, vec![first, second], &chosen)
}

fn shuffle(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let chosen = indices(pass.module, op);
    let ty = result_type(pass.module, op);
    let mut places = Vec::new();
    let mut known = Vec::new();
    for at in 0..chosen.len() as u32 {
        let Some((base, component)) = shuffled(pass.module, op, at) else {
            places.push(None);
            continue;
        };
        let place = origin(pass.module, base, component);
        let is_component = place.path.len() == 1
            && vector(pass.module, pass.module.type_of(place.base)).map(|v| v.0)
                == vector(pass.module, ty).map(|v| v.0);
        places.push(Some(if is_component { (place.base, place.path[0]) } else { (base, component) }));
        known.extend(known_part(pass, base, component));
    }
    if known.len() == chosen.len() && !known.is_empty() {
        return become_op(pass, op, Op::CompositeConstruct, known);
    }
    let is_identity = |(at, place): (usize, &Option<(ValueId, u32)>)| {
        place.is_some_and(|(base, component)| component as usize == at && pass.module.type_of(base) == ty)
    };
    let first = places.first().copied().flatten().map(|(base, _)| base);
    let same = places.iter().all(|place| place.map(|(base, _)| base) == first);
    if let (Some(first), true, true) = (first, same, places.iter().enumerate().all(is_identity)) {
        return Outcome::Value(first);
    }
    rebuild_shuffle(pass, op, &places)
}
