//! Matrices, dot products, carries and extended products: arithmetic on operands of different shapes.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::module::Module;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use spirv::{Capability, Op};

/// The rows, the columns, the column type and the component type of a floating-point matrix.
#[derive(Clone, Copy)]
struct Matrix {
    rows: u32,
    columns: u32,
    column: u32,
    scalar: u32,
}

fn matrix(module: &Module<'_>, ty: u32) -> Option<Matrix> {
    let Ty::Matrix { column, count } = module.ty(ty) else { return None };
    let scalar = module.scalar(ty);
    module.is_float_scalar(scalar).then(|| Matrix { rows: module.components(column), columns: count, column, scalar })
}

/// The rules of instructions on matrices and similar ones.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        Dot => dot,
        VectorTimesScalar => |site| times_scalar(site, site.is_vector(site.result_type())),
        MatrixTimesScalar => |site| {
            let is_matrix = matches!(site.result(), Ty::Matrix { .. } | Ty::CooperativeMatrix { .. });
            times_scalar(site, is_matrix)
        },
        VectorTimesMatrix => vector_times_matrix,
        MatrixTimesVector => matrix_times_vector,
        MatrixTimesMatrix => matrix_times_matrix,
        OuterProduct => outer_product,
        Transpose => transpose,
        IAddCarry | ISubBorrow | UMulExtended | SMulExtended => pair,
        SDot | UDot | SUDot => |site| integer_dot(site, 2),
        SDotAccSat | UDotAccSat | SUDotAccSat => |site| integer_dot(site, 3),
        _ => return None,
    };
    Some(rule)
}

fn dot(site: &Site<'_, '_>) -> Check {
    let result = site.result_type();
    ensure!(site.is_float_scalar(result), "the result of OpDot is not a floating-point number");
    if let Ty::Float { encoding: Some(_), width } = site.result() {
        let is_given = width == 16 && site.has(Capability::BFloat16DotProductKHR);
        ensure!(is_given, "OpDot does not support this floating-point encoding");
    }
    let (left, right) = (site.operand_type(0), site.operand_type(1));
    let is_vector = |ty: u32| site.is_vector(ty) && site.scalar(ty) == result;
    ensure!(is_vector(left) && is_vector(right), "operands of OpDot are not vectors of the result type");
    ensure!(site.components(left) == site.components(right), "operands of OpDot are vectors of different size");
    Ok(())
}

fn times_scalar(site: &Site<'_, '_>, is_made: bool) -> Check {
    let (op, result) = (site.inst.op, site.result_type());
    let scalar = site.scalar(result);
    let is_cooperative = matches!(site.result(), Ty::CooperativeMatrix { .. });
    let is_number = site.is_float_scalar(scalar) || is_cooperative && site.is_int_scalar(scalar);
    ensure!(is_made && is_number, "result type of Op{op:?} is invalid");
    ensure!(is_cooperative || !is_encoded(site, scalar), "Op{op:?} does not support this floating-point encoding");
    ensure!(site.operand_type(0) == result, "the first operand of Op{op:?} is not of the result's type");
    ensure!(site.operand_type(1) == scalar, "the second operand of Op{op:?} is not of the component type");
    Ok(())
}

fn is_encoded(site: &Site<'_, '_>, scalar: u32) -> bool {
    matches!(site.ty(scalar), Ty::Float { encoding: Some(_), .. })
}

fn float_vector(site: &Site<'_, '_>, ty: u32) -> bool {
    site.is_vector(ty) && site.is_float(ty) && !is_encoded(site, site.scalar(ty))
}

fn vector_times_matrix(site: &Site<'_, '_>) -> Check {
    let (result, vector) = (site.result_type(), site.operand_type(0));
    let Some(m) = matrix(site, site.operand_type(1)) else {
        ensure!(false, "the second operand of OpVectorTimesMatrix is not a matrix");
        return Ok(());
    };
    let are_vectors = float_vector(site, result) && float_vector(site, vector);
    ensure!(are_vectors, "operand and result of OpVectorTimesMatrix are not vectors");
    let is_same = site.scalar(result) == m.scalar && site.scalar(vector) == m.scalar;
    ensure!(is_same, "OpVectorTimesMatrix mixes component types");
    ensure!(site.components(result) == m.columns, "the result does not have a component per column");
    ensure!(site.components(vector) == m.rows, "the vector does not have a component per row");
    Ok(())
}

fn matrix_times_vector(site: &Site<'_, '_>) -> Check {
    let (result, vector) = (site.result_type(), site.operand_type(1));
    let Some(m) = matrix(site, site.operand_type(0)) else {
        ensure!(false, "the first operand of OpMatrixTimesVector is not a matrix");
        return Ok(());
    };
    let are_vectors = float_vector(site, result) && float_vector(site, vector);
    ensure!(are_vectors, "operand and result of OpMatrixTimesVector are not vectors");
    ensure!(result == m.column, "the result is not of the type of the matrix's columns");
    ensure!(site.scalar(vector) == m.scalar, "OpMatrixTimesVector mixes component types");
    ensure!(site.components(vector) == m.columns, "the vector does not have a component per column");
    Ok(())
}

fn matrix_times_matrix(site: &Site<'_, '_>) -> Check {
    let matrices = (site.result_type(), site.operand_type(0), site.operand_type(1));
    let matrices = (matrix(site, matrices.0), matrix(site, matrices.1), matrix(site, matrices.2));
    let (Some(result), Some(left), Some(right)) = matrices else {
        ensure!(false, "operands and result of OpMatrixTimesMatrix are not matrices");
        return Ok(());
    };
    ensure!(!is_encoded(site, result.scalar), "OpMatrixTimesMatrix does not support this floating-point encoding");
    ensure!(result.column == left.column, "the columns of the result are not those of the left matrix");
    ensure!(result.scalar == right.scalar, "OpMatrixTimesMatrix mixes component types");
    ensure!(result.columns == right.columns, "the columns of the result do not match those of the right matrix");
    ensure!(left.columns == right.rows, "the columns of the left matrix do not match the rows of the right one");
    Ok(())
}

fn outer_product(site: &Site<'_, '_>) -> Check {
    let (left, right) = (site.operand_type(0), site.operand_type(1));
    let Some(result) = matrix(site, site.result_type()) else {
        ensure!(false, "the result of OpOuterProduct is not a matrix");
        return Ok(());
    };
    ensure!(!is_encoded(site, result.scalar), "OpOuterProduct does not support this floating-point encoding");
    ensure!(left == result.column, "the first operand is not of the type of the result's columns");
    let fits = site.is_vector(right) && site.scalar(right) == result.scalar;
    ensure!(fits, "the second operand is not a vector of the result's component type");
    ensure!(site.components(right) == result.columns, "the second operand does not have a component per column");
    Ok(())
}

fn transpose(site: &Site<'_, '_>) -> Check {
    let parts = |ty: u32| match site.ty(ty) {
        Ty::Matrix { column, count } => Some((site.components(column), count, site.scalar(ty))),
        _ => None,
    };
    let matrices = (parts(site.result_type()), parts(site.operand_type(0)));
    let fits = matches!(matrices, (Some(a), Some(b)) if (a.0, a.1, a.2) == (b.1, b.0, b.2));
    ensure!(fits, "the result of OpTranspose is not of the transposed type");
    Ok(())
}

fn pair(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let members: Vec<u32> = site.members(site.result_type()).collect();
    let [first, second] = members.as_slice() else {
        ensure!(false, "the result of Op{op:?} is not a struct of two members");
        return Ok(());
    };
    ensure!(first == second, "the members of the result of Op{op:?} are of different types");
    let is_signed = op == Op::SMulExtended;
    let fits = if is_signed { site.is_int(*first) } else { site.is_unsigned(*first) };
    ensure!(fits, "the members of the result of Op{op:?} are not integers of the right kind");
    let is_same = (0..2).all(|at| site.operand_type(at) == *first);
    ensure!(is_same, "the operands of Op{op:?} are not of the type of the result's members");
    Ok(())
}

/// Dot products of integers, whose operands may be packed into one number.
fn integer_dot(site: &Site<'_, '_>, operands: usize) -> Check {
    use Op::*;
    let (op, result) = (site.inst.op, site.result_type());
    let (left, right) = (site.operand_type(0), site.operand_type(1));
    let is_unsigned = matches!(op, UDot | UDotAccSat);
    let made = if is_unsigned { site.is_unsigned(result) } else { site.is_int(result) };
    ensure!(made && site.components(result) == 1, "the result of Op{op:?} is not an integer of the right kind");
    let is_mixed = matches!(op, SUDot | SUDotAccSat);
    ensure!(
        is_mixed || left == right || dot_alike(site, left, right),
        "operands of Op{op:?} are vectors of different types"
    );
    if site.is_vector(left) {
        dot_vectors(site, left, right)?;
    } else {
        let are_packed = site.is_int_of(left, 32) && site.is_int_of(right, 32);
        ensure!(are_packed, "operands of Op{op:?} are neither integer vectors nor packed vectors");
        let is_given = site.has(spirv::Capability::DotProductInput4x8BitPacked);
        ensure!(is_given, "Op{op:?} requires DotProductInput4x8BitPacked for packed vectors");
        let has_format = site.inst.operands.len() > operands;
        ensure!(has_format, "Op{op:?} is missing the packed vector format");
        ensure!(site.width(result) >= 8, "the result of Op{op:?} is narrower than the components");
    }
    if is_mixed {
        ensure!(site.is_unsigned(right), "the second vector of Op{op:?} is not unsigned");
    }
    if is_unsigned {
        let are_unsigned = site.is_unsigned(left) && site.is_unsigned(right);
        ensure!(are_unsigned, "operands of Op{op:?} must not be unsigned vectors");
    }
    if operands == 3 {
        ensure!(site.operand_type(2) == result, "the accumulator of Op{op:?} is not of the result's type");
    }
    Ok(())
}

fn dot_alike(site: &Site<'_, '_>, left: u32, right: u32) -> bool {
    site.components(left) == site.components(right) && site.width(left) == site.width(right)
}

fn dot_vectors(site: &Site<'_, '_>, left: u32, right: u32) -> Check {
    let op = site.inst.op;
    let are_vectors = site.is_int(left) && site.is_int(right) && site.is_vector(right);
    ensure!(are_vectors, "operands of Op{op:?} are not integer vectors");
    ensure!(dot_alike(site, left, right), "operands of Op{op:?} are vectors of different size");
    let is_small = site.components(left) == 4 && site.width(left) == 8;
    let is_given = match is_small {
        true => site.has_any(&[Capability::DotProductInput4x8Bit, Capability::DotProductInputAll]),
        false => site.has(Capability::DotProductInputAll),
    };
    ensure!(is_given, "Op{op:?} requires DotProductInputAll for vectors of this type");
    ensure!(site.inst.literal(2) == 0 || site.count() < 4, "Op{op:?} has a packed vector format for unpacked vectors");
    let result = site.result_type();
    ensure!(site.width(result) >= site.width(left), "the result of Op{op:?} is narrower than the components");
    Ok(())
}
