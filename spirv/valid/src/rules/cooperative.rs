//! Cooperative matrices and vectors: their shapes and their arithmetic.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::module::Module;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use isa::{Class, ConversionKind};
use spirv::{Capability, ComponentType, CooperativeMatrixReduce, CooperativeMatrixUse, Decoration, Op, StorageClass};

/// The operands of a cooperative matrix type, by position.
const SCOPE: usize = 1;
const ROWS: usize = 2;
const COLUMNS: usize = 3;
const USE: usize = 4;

/// The rules of instructions on whole cooperative matrices and vectors.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        CooperativeMatrixLengthKHR | CooperativeMatrixLengthNV => |site| length(site, site.operation, 0),
        CooperativeMatrixMulAddKHR | CooperativeMatrixMulAddNV => multiply_add,
        CooperativeMatrixReduceNV => reduce,
        CooperativeMatrixPerElementOpNV => per_element,
        CooperativeMatrixConvertNV | CooperativeMatrixTransposeNV => convert,
        CooperativeMatrixGetCoordinateEXT => coordinate,
        CooperativeVectorMatrixMulNV | CooperativeVectorMatrixMulAddNV => multiply_vector,
        CooperativeVectorOuterProductAccumulateNV => outer_product,
        CooperativeVectorReduceSumAccumulateNV => |site| {
            ensure!(is_vector(site, site.operand_type(2)), "reduction operand is not a cooperative vector");
            offset(site, 1)?;
            vector_memory(site, 0)
        },
        _ => return None,
    };
    Some(rule)
}

/// The length of a cooperative matrix. `skip` operands precede those of the operation.
pub(crate) fn length(site: &Site<'_, '_>, op: Op, skip: usize) -> Check {
    let wanted = match op {
        Op::CooperativeMatrixLengthKHR => Op::TypeCooperativeMatrixKHR,
        Op::CooperativeMatrixLengthNV => Op::TypeCooperativeMatrixNV,
        _ => return Ok(()),
    };
    let is_size = site.is_int_of(site.result_type(), 32) && site.is_unsigned(site.result_type());
    ensure!(is_size, "the length of a cooperative matrix is not an unsigned integer of 32 bits");
    ensure!(site.op(site.inst.id(skip)) == wanted, "Op{op:?} does not name an Op{wanted:?}");
    Ok(())
}

/// An operand of a matrix type, if it is known before specialisation.
fn part(module: &Module<'_>, ty: u32, part: usize) -> Option<i64> {
    module.def(ty).and_then(|ty| module.constant(ty.id(part)))
}

/// Returns whether operands of types may be equal; unknown ones may.
fn agree(parts: &[Option<i64>]) -> bool {
    let mut known = parts.iter().flatten();
    let first = known.next();
    known.all(|part| Some(part) == first)
}

fn multiply_add(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let wanted = match op {
        Op::CooperativeMatrixMulAddNV => Op::TypeCooperativeMatrixNV,
        _ => Op::TypeCooperativeMatrixKHR,
    };
    let types = [site.operand_type(0), site.operand_type(1), site.operand_type(2), site.result_type()];
    let are_matrices = types.iter().all(|ty| site.op(*ty) == wanted);
    ensure!(are_matrices, "operands and result of Op{op:?} are not cooperative matrices");
    let [a, b, c, d] = types;
    if wanted == Op::TypeCooperativeMatrixKHR {
        use CooperativeMatrixUse::*;
        for (ty, role) in [(a, MatrixAKHR), (b, MatrixBKHR), (c, MatrixAccumulatorKHR)] {
            let fits = part(site, ty, USE).is_none_or(|given| given == role as i64);
            ensure!(fits, "an operand of Op{op:?} is not of the use {role:?}");
        }
    }
    let of = |ty: u32, which: usize| part(site, ty, which);
    ensure!(agree(&types.map(|ty| of(ty, SCOPE))), "Op{op:?} mixes scopes");
    ensure!(agree(&[of(a, ROWS), of(c, ROWS), of(d, ROWS)]), "Op{op:?} mixes numbers of rows");
    ensure!(agree(&[of(b, COLUMNS), of(c, COLUMNS), of(d, COLUMNS)]), "Op{op:?} mixes numbers of columns");
    ensure!(agree(&[of(a, COLUMNS), of(b, ROWS)]), "the matrices of Op{op:?} cannot be multiplied");
    Ok(())
}

fn reduce(site: &Site<'_, '_>) -> Check {
    let (result, matrix) = (site.result_type(), site.operand_type(0));
    let are_matrices = [result, matrix].iter().all(|ty| site.op(*ty) == Op::TypeCooperativeMatrixKHR);
    ensure!(are_matrices, "operand and result of OpCooperativeMatrixReduceNV are not cooperative matrices");
    let component = site.scalar(matrix);
    ensure!(site.scalar(result) == component, "OpCooperativeMatrixReduceNV changes the component type");
    let of = |ty: u32, which: usize| part(site, ty, which);
    ensure!(agree(&[of(result, SCOPE), of(matrix, SCOPE)]), "OpCooperativeMatrixReduceNV changes the scope");
    let role = Some(CooperativeMatrixUse::MatrixAccumulatorKHR as i64);
    let is_sum = agree(&[of(result, USE), role]) && agree(&[of(matrix, USE), role]);
    ensure!(is_sum, "operand and result of OpCooperativeMatrixReduceNV are not accumulators");
    let half = |which: usize| agree(&[of(result, which).map(|count| count * 2), of(matrix, which)]);
    let same = |which: usize| agree(&[of(result, which), of(matrix, which)]);
    let by = CooperativeMatrixReduce::from_bits_truncate(site.inst.value(1));
    let both = CooperativeMatrixReduce::ROW.union(CooperativeMatrixReduce::COLUMN);
    let fits = match by {
        CooperativeMatrixReduce::ROW => same(ROWS),
        CooperativeMatrixReduce::COLUMN => same(COLUMNS),
        CooperativeMatrixReduce::_2X2 => half(ROWS) && half(COLUMNS),
        by => by == both,
    };
    ensure!(fits, "result size of OpCooperativeMatrixReduceNV does not match its reduction");
    let ty = site.def(site.inst.id(2)).filter(|def| def.op == Op::Function).and_then(|def| site.def(def.id(1)));
    let combines = ty.is_some_and(|ty| ty.operands.len() == 3 && ty.ids_from(0).all(|id| id == component));
    ensure!(combines, "function of OpCooperativeMatrixReduceNV does not combine two components into one");
    Ok(())
}

fn per_element(site: &Site<'_, '_>) -> Check {
    let matrix = site.operand_type(0);
    let is_same = site.op(matrix) == Op::TypeCooperativeMatrixKHR && matrix == site.result_type();
    ensure!(
        is_same,
        "operand and result of OpCooperativeMatrixPerElementOpNV are not cooperative matrices of one type"
    );
    let component = site.scalar(matrix);
    let ty = site.def(site.inst.id(1)).filter(|def| def.op == Op::Function).and_then(|def| site.def(def.id(1)));
    let Some(ty) = ty else {
        ensure!(false, "operand of OpCooperativeMatrixPerElementOpNV is not a function");
        return Ok(());
    };
    // The positions of the types of the result, a row, a column and a component, and of all further operands.
    let places =
        ty.id(0) == component && ty.id(3) == component && [1, 2].iter().all(|at| site.is_int_of(ty.id(*at), 32));
    ensure!(places, "the function does not map a row, a column and a component to a component");
    let (given, wanted) = (site.count() - 2, ty.operands.len().saturating_sub(4));
    ensure!(given == wanted, "the function requires {wanted} further operands, found {given}");
    for at in 0..given {
        let ty_given = site.operand_type(at + 2);
        let is_matrix = matches!(site.ty(ty_given), Ty::CooperativeMatrix { .. });
        let passed = if is_matrix { site.scalar(ty_given) } else { ty_given };
        let fits = ty.id(at + 4) == passed && (!is_matrix || ty_given == matrix);
        ensure!(fits, "type of operand {} does not match the function", at + 3);
    }
    Ok(())
}

fn convert(site: &Site<'_, '_>) -> Check {
    let (op, result, matrix) = (site.inst.op, site.result_type(), site.operand_type(0));
    let are_matrices = [result, matrix].iter().all(|ty| site.op(*ty) == Op::TypeCooperativeMatrixKHR);
    ensure!(are_matrices, "operands and result of Op{op:?} are not cooperative matrices");
    let (to, from) = (site.ty(site.scalar(result)), site.ty(site.scalar(matrix)));
    let is_resigned = matches!((to, from), (Ty::Int { width: a, .. }, Ty::Int { width: b, .. }) if a == b);
    ensure!(to == from || is_resigned, "Op{op:?} changes the component type");
    let of = |ty: u32, which: usize| part(site, ty, which);
    ensure!(agree(&[of(result, SCOPE), of(matrix, SCOPE)]), "Op{op:?} changes the scope");
    let transposes = op == Op::CooperativeMatrixTransposeNV || is_transposed(site);
    let (rows, columns) = if transposes { (COLUMNS, ROWS) } else { (ROWS, COLUMNS) };
    let fits = agree(&[of(result, ROWS), of(matrix, rows)]) && agree(&[of(result, COLUMNS), of(matrix, columns)]);
    ensure!(fits, "result size of Op{op:?} does not match its operand");
    let goes = makes_factor(site, result, matrix);
    let comes =
        || !transposes && site.has(Capability::CooperativeMatrixConversionsEXT) && makes_factor(site, matrix, result);
    ensure!(goes || comes(), "Op{op:?} does not convert an accumulator to a factor");
    Ok(())
}

/// Returns whether a conversion exchanges rows and columns.
fn is_transposed(site: &Site<'_, '_>) -> bool {
    site.has_decoration(site.inst.result_id(), Decoration::CooperativeMatrixTransposeEXT)
}

/// Returns whether one type may be a factor, and the other one an accumulator.
fn makes_factor(module: &Module<'_>, factor: u32, accumulator: u32) -> bool {
    let is_sum = |role: i64| role == CooperativeMatrixUse::MatrixAccumulatorKHR as i64;
    part(module, factor, USE).is_none_or(|role| !is_sum(role)) && part(module, accumulator, USE).is_none_or(is_sum)
}

/// The row and the column of an element.
fn coordinate(site: &Site<'_, '_>) -> Check {
    let result = site.result_type();
    let is_pair =
        site.is_vector(result) && site.components(result) == 2 && site.is_int(result) && site.width(result) == 32;
    ensure!(is_pair, "result of OpCooperativeMatrixGetCoordinateEXT is not a vector of two 32-bit integers");
    let is_matrix = site.op(site.operand_type(0)) == Op::TypeCooperativeMatrixKHR;
    ensure!(is_matrix, "operand of OpCooperativeMatrixGetCoordinateEXT is not a cooperative matrix");
    ensure!(
        site.is_int_of(site.operand_type(1), 32),
        "index of OpCooperativeMatrixGetCoordinateEXT is not an integer of 32 bits"
    );
    Ok(())
}

fn is_vector(site: &Site<'_, '_>, ty: u32) -> bool {
    matches!(site.ty(ty), Ty::LongVector { .. })
}

/// A byte offset into memory: an integer.
fn offset(site: &Site<'_, '_>, at: usize) -> Check {
    let ty = site.operand_type(at);
    let is_offset = site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
    ensure!(is_offset, "an offset of Op{:?} is not an integer of 32 or 64 bits", site.inst.op);
    Ok(())
}

/// The memory of a cooperative vector: an array of numbers in a storage class that is shared.
pub(crate) fn vector_memory(site: &Site<'_, '_>, at: usize) -> Check {
    let op = site.inst.op;
    let Some((class, pointee)) = site.pointer(site.operand_type(at)) else {
        ensure!(false, "operand of Op{op:?} is not a pointer");
        return Ok(());
    };
    let is_shared =
        matches!(class, StorageClass::Workgroup | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
    ensure!(is_shared, "pointer operand of Op{op:?} points neither to a buffer nor to workgroup memory");
    let (Ty::Array { elem, .. } | Ty::RuntimeArray { elem }) = site.ty(pointee) else {
        ensure!(false, "pointer operand of Op{op:?} does not point to an array");
        return Ok(());
    };
    ensure!(site.is_int(elem) || site.is_float(elem), "pointer operand of Op{op:?} does not point to a numeric array");
    Ok(())
}

/// A load or store of a cooperative vector, without its memory operands.
pub(crate) fn move_vector(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let is_load = op == Op::CooperativeVectorLoadNV;
    let vector = if is_load { site.result_type() } else { site.operand_type(2) };
    ensure!(is_vector(site, vector), "result of Op{op:?} is not a cooperative vector");
    vector_memory(site, 0)?;
    offset(site, 1)
}

fn outer_product(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let (left, right) = (site.operand_type(2), site.operand_type(3));
    ensure!(is_vector(site, left) && is_vector(site, right), "operand of Op{op:?} is not a cooperative vector");
    ensure!(site.scalar(left) == site.scalar(right), "Op{op:?} mixes component types");
    vector_memory(site, 0)?;
    offset(site, 1)?;
    for at in 4..site.count().min(7) {
        ensure!(
            site.is_int_of(site.operand_type(at), 32),
            "operand {} of Op{op:?} is not an integer of 32 bits",
            at + 1
        );
    }
    Ok(())
}

/// The product of a matrix in memory and a vector.
fn multiply_vector(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let adds = op == Op::CooperativeVectorMatrixMulAddNV;
    let after = if adds { 8 } else { 5 };
    vector_memory(site, 2)?;
    offset(site, 3)?;
    let mut constants = vec![1, 4, after, after + 1, after + 2];
    if adds {
        vector_memory(site, 5)?;
        offset(site, 6)?;
        constants.push(7);
    }
    for at in constants {
        let is_fixed = isa::class(site.op(site.inst.id(at))).is_constant() && site.is_int_of(site.operand_type(at), 32);
        ensure!(is_fixed, "operand {} of Op{op:?} is not a constant integer of 32 bits", at + 1);
    }
    let transposes = site.inst.id(after + 3);
    let is_truth = site.ty_of(transposes) == Ty::Bool && isa::class(site.op(transposes)).is_constant();
    ensure!(is_truth, "transpose operand of Op{op:?} is not a constant boolean");
    let (result, input) = (site.result(), site.operand(0));
    let (Ty::LongVector { elem, count }, Ty::LongVector { count: taken, .. }) = (result, input) else {
        ensure!(false, "operand and result of Op{op:?} are not cooperative vectors");
        return Ok(());
    };
    let is_number = site.is_int_of(elem, 32) || site.is_float_of(elem, 32) || site.is_float_of(elem, 16);
    ensure!(is_number, "result of Op{op:?} is not of 32-bit numbers or 16-bit floats");
    let known = |count: u32| (count != 0).then_some(i64::from(count));
    let (rows, columns) = (site.constant(site.inst.id(after)), site.constant(site.inst.id(after + 1)));
    ensure!(agree(&[known(count), rows]), "the result of Op{op:?} does not have a component per row");
    let packed = [ComponentType::SignedInt8PackedNV as i64, ComponentType::UnsignedInt8PackedNV as i64];
    let is_packed = site.constant(site.inst.id(1)).is_none_or(|form| packed.contains(&form));
    ensure!(
        is_packed || agree(&[known(taken), columns]),
        "the vector of Op{op:?} does not have a component per column"
    );
    Ok(())
}

/// Returns whether two cooperative matrix types have the same scope, rows, columns and use, as far as constants are
/// known.
pub(crate) fn shapes_match(module: &Module<'_>, left: u32, right: u32, is_conversion: bool) -> bool {
    let (Some(left), Some(right)) = (module.def(left), module.def(right)) else { return false };
    if left.op != right.op {
        return false;
    }
    // A conversion may turn accumulators into factors, and by the newer extension the reverse.
    let capabilities = [Capability::CooperativeMatrixConversionsNV, Capability::CooperativeMatrixConversionsEXT];
    let may_change = is_conversion && capabilities.iter().any(|capability| module.has(*capability));
    let parts = if left.op == Op::TypeCooperativeMatrixKHR && !may_change { SCOPE..USE + 1 } else { SCOPE..USE };
    parts.into_iter().all(|part| {
        let values = (module.constant(left.id(part)), module.constant(right.id(part)));
        !matches!(values, (Some(left), Some(right)) if left != right)
    })
}

/// An operation on cooperative matrices, component by component.
pub(crate) fn same_shape(site: &Site<'_, '_>, op: Op, skip: usize) -> Check {
    let result = site.result_type();
    let is_older = site.op(result) == Op::TypeCooperativeMatrixNV;
    ensure!(!is_older || !matches!(op, Op::FMul | Op::IMul), "Op{op:?} does not support this cooperative matrix type");
    for at in skip..site.count() {
        let ty = site.operand_type(at);
        let is_matrix = matches!(site.ty(ty), Ty::CooperativeMatrix { .. });
        let fits =
            is_matrix && shapes_match(site, result, ty, isa::class(op) == Class::Conversion(ConversionKind::Number));
        ensure!(fits, "operand {} of Op{op:?} is not a cooperative matrix of the result's shape", at - skip + 1);
    }
    let first = site.scalar(site.operand_type(skip));
    let component = site.scalar(result);
    let (from, to) = wanted(op);
    let is = |ty: u32, kind: Kind| match kind {
        Kind::Float => site.is_float_scalar(ty),
        Kind::Int => site.is_int_scalar(ty),
        Kind::Unsigned => site.is_unsigned(ty),
    };
    ensure!(is(component, to) && is(first, from), "Op{op:?} does not support this cooperative matrix component type");
    ensure!(
        isa::class(op) == Class::Conversion(ConversionKind::Number) || site.width(first) == site.width(component),
        "Op{op:?} changes the component type"
    );
    let is_encoded = matches!(site.ty(first), Ty::Float { encoding: Some(_), .. });
    ensure!(
        !is_encoded || isa::class(op) == Class::Conversion(ConversionKind::Number),
        "Op{op:?} does not support this floating-point encoding"
    );
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    Float,
    Int,
    Unsigned,
}

fn wanted(op: Op) -> (Kind, Kind) {
    use Op::*;
    match op {
        FNegate | FAdd | FSub | FMul | FDiv | FConvert => (Kind::Float, Kind::Float),
        ConvertFToU => (Kind::Float, Kind::Unsigned),
        ConvertFToS => (Kind::Float, Kind::Int),
        ConvertSToF | ConvertUToF => (Kind::Int, Kind::Float),
        UDiv => (Kind::Unsigned, Kind::Unsigned),
        UConvert => (Kind::Int, Kind::Unsigned),
        _ => (Kind::Int, Kind::Int),
    }
}
