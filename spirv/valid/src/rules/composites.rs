//! Composites: construction, extraction, insertion, shuffles, selection.

use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::module::Module;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use spirv::{AddressingModel, Capability, Op};

/// The limit of indices.
const MAX_INDICES: usize = 255;

/// The rules of composites.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        VectorExtractDynamic => |site| extract_dynamic(site).and_then(|()| calculates(site)),
        VectorInsertDynamic => |site| insert_dynamic(site).and_then(|()| calculates(site)),
        CompositeConstruct => |site| construct(site).and_then(|()| calculates(site)),
        CompositeConstructReplicateEXT => |site| replicate(site).and_then(|()| calculates(site)),
        CompositeExtract => |site| extract(site).and_then(|()| calculates(site)),
        CompositeInsert => |site| insert(site).and_then(|()| calculates(site)),
        VectorShuffle => |site| shuffle(site).and_then(|()| calculates(site)),
        Transpose | CopyLogical => calculates,
        Select => select,
        _ => return None,
    };
    Some(rule)
}

/// A result with small numbers needs the capability for arithmetic, unless it is a constant.
fn calculates(site: &Site<'_, '_>) -> Check {
    let is_small = site.holds_small(site.result_type());
    let is_free = site.skip != 0 || !is_small;
    ensure!(is_free, "composites of 8-bit and 16-bit types require a capability for arithmetic");
    Ok(())
}

impl Module<'_> {
    /// Returns whether a type contains 8- or 16-bit numbers that this module may only load, store and convert.
    pub(crate) fn holds_small(&self, ty: u32) -> bool {
        if !self.has(Capability::Shader) {
            return false;
        }
        !self.has(Capability::Int16) && self.holds(ty, Facts::INT16)
            || !self.has(Capability::Int8) && self.holds(ty, Facts::INT8)
            || !self.has(Capability::Float16) && self.holds(ty, Facts::FLOAT16)
    }

    /// The length of an array, unless a specialisation constant gives it.
    pub(crate) fn array_length(&self, length: u32) -> Option<u64> {
        match isa::class(self.op(length)).is_spec_constant() {
            true => None,
            false => self.constant(length).map(|length| length as u64),
        }
    }

    /// The type of the part that a literal index selects, one level down.
    pub(crate) fn part(&self, ty: u32, index: u32) -> Result<u32, Box<Fault>> {
        let out = |limit: u64| Fault::new(None, format!("index {index} is out of bounds (size {limit})"));
        let bounded = |part: u32, limit: u64| if u64::from(index) < limit { Ok(part) } else { Err(out(limit)) };
        match self.ty(ty) {
            Ty::Vector { elem, count } => bounded(elem, u64::from(count)),
            Ty::Matrix { column, count } => bounded(column, u64::from(count)),
            Ty::Array { elem, length } => bounded(elem, self.array_length(length).unwrap_or(u64::MAX)),
            Ty::RuntimeArray { elem }
            | Ty::PayloadArray { elem }
            | Ty::CooperativeMatrix { elem }
            | Ty::LongVector { elem, .. } => Ok(elem),
            Ty::Struct => bounded(self.member(ty, index), self.members(ty).len() as u64),
            _ => Err(Fault::new(None, "index into a non-composite")),
        }
    }
}

/// The type of the part that the literal indices after an operand select.
fn part(site: &Site<'_, '_>, at: usize) -> Result<u32, Box<Fault>> {
    let indices = site.inst.operands.get(at + 1..).unwrap_or_default();
    if indices.is_empty() || indices.len() > MAX_INDICES {
        return Err(Fault::new(
            None,
            format!("number of indices {} is out of range (1 to {MAX_INDICES})", indices.len()),
        ));
    }
    let start = site.operand_type(at);
    let mut literals = indices.iter().map(|operand| crate::index::access::literal_of(Some(operand)));
    literals.try_fold(start, |ty, index| site.part(ty, index))
}

fn extract_dynamic(site: &Site<'_, '_>) -> Check {
    let vector = site.operand_type(0);
    ensure!(site.is_vector(vector), "the operand of OpVectorExtractDynamic is not a vector");
    ensure!(site.scalar(vector) == site.result_type(), "the result is not of the component type");
    ensure!(site.is_int_scalar(site.operand_type(1)), "the index of OpVectorExtractDynamic is not an integer");
    Ok(())
}

fn insert_dynamic(site: &Site<'_, '_>) -> Check {
    let result = site.result_type();
    ensure!(site.is_vector(result), "the result of OpVectorInsertDynamic is not a vector");
    ensure!(site.operand_type(0) == result, "the vector is not of the result's type");
    ensure!(site.operand_type(1) == site.scalar(result), "the component is not of the component type");
    ensure!(site.is_int_scalar(site.operand_type(2)), "the index of OpVectorInsertDynamic is not an integer");
    Ok(())
}

fn extract(site: &Site<'_, '_>) -> Check {
    let part = part(site, site.skip)?;
    ensure!(part == site.result_type(), "result type of OpCompositeExtract does not match the member");
    Ok(())
}

fn insert(site: &Site<'_, '_>) -> Check {
    let skip = site.skip;
    ensure!(
        site.operand_type(skip + 1) == site.result_type(),
        "result type of OpCompositeInsert does not match the composite"
    );
    let part = part(site, skip + 1)?;
    ensure!(site.operand_type(skip) == part, "object type of OpCompositeInsert does not match the member");
    Ok(())
}

fn construct(site: &Site<'_, '_>) -> Check {
    let (result, count) = (site.result_type(), site.count());
    let all = |ty: u32| (0..count).all(|at| site.operand_type(at) == ty);
    match site.result() {
        Ty::Vector { elem, count: size } => {
            let is_enough = count > 1 || site.has(Capability::LongVectorEXT);
            ensure!(is_enough, "vector has fewer than two constituents");
            vector_parts(site, elem, Some(size))?;
        }
        Ty::LongVector { elem, count: size } => vector_parts(site, elem, (size != 0).then_some(size))?,
        Ty::Matrix { column, count: columns } => {
            ensure!(count == columns as usize, "matrix requires one constituent per column");
            ensure!(all(column), "constituent type does not match the column type");
        }
        Ty::Array { elem, length } => {
            let fits = site.array_length(length).is_none_or(|length| length == count as u64);
            ensure!(fits, "array requires one constituent per element");
            let is_open = site.array_length(length).is_none();
            ensure!(is_open || all(elem), "constituent type does not match the element type");
        }
        Ty::Struct => {
            let fits = site.members(result).len() == count;
            ensure!(fits, "struct requires one constituent per member");
            let all = site.members(result).enumerate().all(|(at, ty)| site.operand_type(at) == ty);
            ensure!(all, "constituent type does not match the member type");
        }
        Ty::CooperativeMatrix { elem } => {
            ensure!(count == 1 && all(elem), "cooperative matrix requires one constituent");
        }
        _ => ensure!(false, "result of OpCompositeConstruct is not a composite"),
    }
    Ok(())
}

fn vector_parts(site: &Site<'_, '_>, elem: u32, size: Option<u32>) -> Check {
    let mut given = 0;
    for at in 0..site.count() {
        let ty = site.operand_type(at);
        let fits = ty == elem || site.is_vector(ty) && site.scalar(ty) == elem;
        ensure!(fits, "constituent is neither of the component type nor a vector of it");
        given += site.components(ty);
    }
    ensure!(size.is_none_or(|size| size == given), "constituents do not match the number of vector components");
    Ok(())
}

fn replicate(site: &Site<'_, '_>) -> Check {
    let given = site.operand_type(0);
    let fits = match site.result() {
        Ty::Vector { elem, .. }
        | Ty::LongVector { elem, .. }
        | Ty::Array { elem, .. }
        | Ty::CooperativeMatrix { elem } => elem == given,
        Ty::Matrix { column, .. } => column == given,
        Ty::Struct => site.members(site.result_type()).all(|member| member == given),
        _ => site.op(site.result_type()) == Op::TypeTensorARM,
    };
    ensure!(fits, "value type does not match the result's element type");
    Ok(())
}

fn shuffle(site: &Site<'_, '_>) -> Check {
    let (skip, result) = (site.skip, site.result_type());
    let (left, right) = (site.operand_type(skip), site.operand_type(skip + 1));
    let is_vector = |ty: u32| site.is_vector(ty) && site.scalar(ty) == site.scalar(result);
    ensure!(is_vector(result), "the result of OpVectorShuffle is not a vector");
    ensure!(
        is_vector(left) && is_vector(right),
        "operands of OpVectorShuffle are not vectors of the result's component type"
    );
    let chosen = site.inst.operands.get(skip + 2..).unwrap_or_default();
    ensure!(
        chosen.len() == site.components(result) as usize,
        "number of literals does not match the result's components"
    );
    let limit = site.components(left).saturating_add(site.components(right));
    for operand in chosen {
        let number = crate::index::access::literal_of(Some(operand));
        ensure!(number == u32::MAX || number < limit, "component {number} is out of bounds (size {limit})");
    }
    Ok(())
}

fn select(site: &Site<'_, '_>) -> Check {
    let (skip, result) = (site.skip, site.result_type());
    let takes_composites = site.has_version(4);
    let size = match site.result() {
        Ty::Bool | Ty::Int { .. } | Ty::Float { .. } => 1,
        Ty::Vector { count, .. } | Ty::LongVector { count, .. } => count,
        Ty::Pointer { .. } | Ty::UntypedPointer { .. } => {
            let is_free =
                site.addressing != AddressingModel::Logical || site.has(Capability::VariablePointersStorageBuffer);
            ensure!(is_free, "OpSelect of pointers requires variable pointers");
            1
        }
        Ty::Image | Ty::Sampler | Ty::SampledImage { .. } => {
            ensure!(site.has(Capability::BindlessTextureNV), "operands of OpSelect are images or samplers");
            1
        }
        Ty::Array { .. } | Ty::Matrix { .. } | Ty::Struct if takes_composites => 1,
        _ => {
            ensure!(false, "invalid operand type of OpSelect");
            0
        }
    };
    let condition = site.operand_type(skip);
    ensure!(site.is_bool(condition), "condition of OpSelect is not a boolean or a boolean vector");
    let is_single = takes_composites && site.ty(condition) == Ty::Bool;
    let fits = is_single || site.components(condition) == size;
    ensure!(fits, "condition of OpSelect does not have the size of the result");
    let are_same = (1..3).all(|at| site.operand_type(skip + at) == result);
    ensure!(are_same, "the objects of OpSelect are not of the result's type");
    Ok(())
}
