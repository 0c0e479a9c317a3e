use super::operators::{BinaryTypes, OperatorError, binary, compound, ternary};
use super::*;
use crate::hir::expr::BinaryOp;
use crate::hir::expr::Conversion;
use crate::hir::ty::Object;

const LATEST: HlslVersion = HlslVersion::V2021;

fn vector(module: &mut Module, elem: Scalar, n: u16) -> TypeId {
    module.types.intern(Type::Vector(elem, n))
}

fn scalar(module: &mut Module, elem: Scalar) -> TypeId {
    module.types.intern(Type::Scalar(elem))
}

fn matrix(module: &mut Module, rows: u8, columns: u8) -> TypeId {
    module.types.intern(Type::Matrix { elem: Scalar::Float, rows, columns })
}

#[test]
fn element_types_combine() {
    use Scalar::*;
    let cases = [
        (Int, Float, Float),
        (Int, UInt, UInt),
        (Bool, Bool, Bool),
        (Bool, Int16, Int16),
        (LiteralInt, LiteralFloat, LiteralFloat),
        (LiteralInt, UInt, UInt),
        (LiteralFloat, Int, Float),
        (LiteralFloat, Half, Half),
        (LiteralFloat, Double, Double),
        (Float, Double, Double),
        (Half, Float, Float),
        (Half, Int, Float),
        (Half, Min16Float, Float),
        (Half, LiteralInt, Half),
        (Half, Bool, Half),
        (Min16Float, Int, Min16Float),
        (Min16Float, Float, Float),
        (Min16Float, Min10Float, Min16Float),
        (Min16Int, Int, Int),
        (Min12Int, Min16UInt, Min16UInt),
        (Int64, UInt, UInt64),
        (Bool, LiteralInt, Int),
        (Bool, LiteralFloat, Float),
    ];
    for (a, b, expected) in cases {
        assert_eq!(combine(a, b, false), expected, "{a:?} with {b:?}");
        assert_eq!(combine(b, a, false), expected, "{b:?} with {a:?}");
    }
}

#[test]
fn vectors_shrink_and_scalars_spread() {
    let module = &mut Module::default();
    let (int4, float3) = (vector(module, Scalar::Int, 4), vector(module, Scalar::Float, 3));
    let int3 = vector(module, Scalar::Int, 3);
    let found = implicit(module, LATEST, int4, float3).unwrap();
    assert_eq!(*found.steps, [(Conversion::Truncate, int3), (Conversion::Numeric, float3)]);
    assert_eq!(found.loss, Loss { truncation: true, narrowing: false });

    let (literal, float) = (scalar(module, Scalar::LiteralInt), scalar(module, Scalar::Float));
    let found = implicit(module, LATEST, literal, float3).unwrap();
    assert_eq!(*found.steps, [(Conversion::Numeric, float), (Conversion::Splat, float3)]);
    assert_eq!(implicit(module, LATEST, float3, int4), Err(Refusal::Impossible));
}

#[test]
fn matrices_and_vectors_convert_by_count() {
    let module = &mut Module::default();
    let float4 = vector(module, Scalar::Float, 4);
    let float2 = vector(module, Scalar::Float, 2);
    let (square, line, large) = (matrix(module, 2, 2), matrix(module, 1, 4), matrix(module, 3, 3));
    assert_eq!(*implicit(module, LATEST, square, float4).unwrap().steps, [(Conversion::Reshape, float4)]);
    let steps = implicit(module, LATEST, line, float2).unwrap().steps;
    assert_eq!(*steps, [(Conversion::Reshape, float4), (Conversion::Truncate, float2)]);
    assert_eq!(*implicit(module, LATEST, large, square).unwrap().steps, [(Conversion::Truncate, square)]);
    assert!(implicit(module, LATEST, large, float4).is_err());
    assert!(implicit(module, LATEST, square, large).is_err());
}

#[test]
fn narrowing_is_told_but_literals_are_not_wide() {
    let module = &mut Module::default();
    let [double, float, literal] = [Scalar::Double, Scalar::Float, Scalar::LiteralFloat].map(|e| scalar(module, e));
    assert!(implicit(module, LATEST, double, float).unwrap().loss.narrowing);
    assert!(!implicit(module, LATEST, literal, float).unwrap().loss.narrowing);
}

#[test]
fn operators_find_their_common_type() {
    let module = &mut Module::default();
    let (int3, float) = (vector(module, Scalar::Int, 3), scalar(module, Scalar::Float));
    let (float3, bool3) = (vector(module, Scalar::Float, 3), vector(module, Scalar::Bool, 3));
    let types = binary(module, LATEST, BinaryOp::Add, int3, float).unwrap();
    assert_eq!(types, BinaryTypes { operand: float3, result: float3, literal_shift: false });
    assert_eq!(binary(module, LATEST, BinaryOp::Lt, int3, float).unwrap().result, bool3);
    assert_eq!(binary(module, LATEST, BinaryOp::BitAnd, int3, float), Err(OperatorError::NotInteger));
    assert_eq!(binary(module, LATEST, BinaryOp::And, bool3, bool3), Err(OperatorError::NotScalar));
    assert_eq!(binary(module, HlslVersion::V2018, BinaryOp::And, bool3, bool3).unwrap().operand, bool3);
    assert_eq!(compound(module, BinaryOp::Mul, int3, float), Ok(float3));
    assert_eq!(compound(module, BinaryOp::Mul, float, int3), Ok(float));
}

#[test]
fn odd_operands_of_operators() {
    let module = &mut Module::default();
    let [boolean, int, double, uint, literal, small] =
        [Scalar::Bool, Scalar::Int, Scalar::Double, Scalar::UInt, Scalar::LiteralInt, Scalar::Min16Int]
            .map(|e| scalar(module, e));
    assert_eq!(binary(module, LATEST, BinaryOp::Add, boolean, boolean).unwrap().result, int);
    assert_eq!(binary(module, LATEST, BinaryOp::Eq, boolean, boolean).unwrap().operand, boolean);
    assert_eq!(binary(module, LATEST, BinaryOp::Rem, double, int), Err(OperatorError::DoubleRemainder));
    assert_eq!(binary(module, LATEST, BinaryOp::Div, small, small), Err(OperatorError::MinPrecisionDivision));
    assert_eq!(compound(module, BinaryOp::Add, boolean, int), Err(OperatorError::BoolAssignment));
    let types = binary(module, LATEST, BinaryOp::Shl, literal, uint).unwrap();
    assert_eq!(types, BinaryTypes { operand: uint, result: uint, literal_shift: true });
    assert_eq!(binary(module, LATEST, BinaryOp::Shl, int, uint).unwrap().result, int);
}

#[test]
fn choices_need_scalar_conditions_since_2021() {
    let module = &mut Module::default();
    let (bool3, float) = (vector(module, Scalar::Bool, 3), scalar(module, Scalar::Float));
    let float3 = vector(module, Scalar::Float, 3);
    assert_eq!(ternary(module, LATEST, bool3, float, float, false), Err(OperatorError::NotScalar));
    assert_eq!(ternary(module, LATEST, bool3, float, float, true).unwrap().result, float3);
    assert_eq!(ternary(module, HlslVersion::V2018, bool3, float3, float, false).unwrap().condition, bool3);
}

/// A struct of fields of these types, the first of which may be its base.
fn structure(module: &mut Module, has_base: bool, fields: &[TypeId]) -> TypeId {
    use crate::hir::ty::{Field, FieldAttributes, MatrixOrder, Struct};
    use base::intern::{Interner, Symbol};
    use base::source::Span;
    let field = |(index, &ty): (usize, &TypeId)| Field {
        name: Symbol::EMPTY,
        span: Span::NONE,
        ty,
        order: MatrixOrder::default(),
        member: index as u32,
        bits: None,
        attributes: FieldAttributes::default(),
    };
    let fields = fields.iter().enumerate().map(field).collect();
    let definition = Struct {
        name: Interner::default().intern("S"),
        span: Span::NONE,
        has_base,
        fields,
        is_interface: false,
        tracks_sharing: false,
        is_payload: false,
        nodiscard: false,
    };
    let id = module.structs.alloc(definition);
    module.types.intern(Type::Struct(id))
}

#[test]
fn structs_convert_to_their_bases_and_by_casts() {
    let module = &mut Module::default();
    let (float, float2) = (scalar(module, Scalar::Float), vector(module, Scalar::Float, 2));
    let base = structure(module, false, &[float2]);
    let derived = structure(module, true, &[base, float]);
    let other = structure(module, false, &[float, float]);
    assert_eq!(*implicit(module, LATEST, derived, base).unwrap().steps, [(Conversion::ToBase, base)]);
    assert_eq!(implicit(module, LATEST, base, derived), Err(Refusal::Impossible));
    assert_eq!(implicit(module, LATEST, base, other), Err(Refusal::NeedsCast));
    assert_eq!(*implicit(module, HlslVersion::V2018, base, other).unwrap().steps, [(Conversion::Flat, other)]);
    for id in [base, other] {
        let Type::Struct(id) = module.types[id] else { unreachable!() };
        assert_eq!(implicit(module, LATEST, base, other), Err(Refusal::NeedsCast), "one has a name");
        module.structs[id].name = base::intern::Symbol::EMPTY;
    }
    assert_eq!(*implicit(module, LATEST, base, other).unwrap().steps, [(Conversion::Flat, other)]);
    let literal = scalar(module, Scalar::LiteralInt);
    for from in [literal, derived, float2] {
        assert_eq!(explicit(module, LATEST, from, base).unwrap().steps.last().map(|step| step.1), Some(base));
    }
    assert_eq!(explicit(module, LATEST, float2, derived), Err(Refusal::Impossible), "too few values");
}

#[test]
fn blocks_and_pointers_convert_to_what_they_hold() {
    let module = &mut Module::default();
    let (float, address) = (scalar(module, Scalar::Float), scalar(module, Scalar::UInt64));
    let content = structure(module, false, &[float]);
    let block = module.types.intern(Type::Object(Object::ConstantBuffer(content)));
    let pointer = module.types.intern(Type::BufferPointer(content, 16));
    let uint = scalar(module, Scalar::UInt);
    assert_eq!(*implicit(module, LATEST, block, content).unwrap().steps, [(Conversion::BlockValue, content)]);
    assert_eq!(*implicit(module, LATEST, pointer, address).unwrap().steps, [(Conversion::Numeric, address)]);
    assert_eq!(implicit(module, LATEST, address, pointer), Err(Refusal::NeedsCast));
    let steps = explicit(module, LATEST, uint, pointer).unwrap().steps;
    assert_eq!(*steps, [(Conversion::Numeric, address), (Conversion::Numeric, pointer)]);
}

#[test]
fn types_that_grow_beyond_measure_are_refused_in_time() {
    let module = &mut Module::default();
    let mut ty = scalar(module, Scalar::Float);
    for _ in 0..64 {
        ty = structure(module, false, &[ty, ty]);
    }
    let int = scalar(module, Scalar::Int);
    assert_eq!(explicit(module, LATEST, ty, int), Err(Refusal::Impossible));
}
