use super::numbers::intern;
use super::*;
use crate::hir::expr::{ConstantValue, Conversion};
use crate::hir::ty::Scalar;

fn scalar(module: &mut Module, elem: Scalar, number: Number) -> ConstantId {
    let ty = module.types.intern(Type::Scalar(elem));
    from_numbers(module, ty, &[number]).expect("a scalar is one number")
}

fn value(module: &Module, constant: ConstantId) -> Number {
    to_numbers(module, constant).expect("the constant is a number")[0]
}

/// The value of an operator on two scalars of one type.
fn operate(elem: Scalar, op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    let module = &mut Module::default();
    let (lhs, rhs) = (scalar(module, elem, a), scalar(module, elem, b));
    let bool_result = op.has_bool_result();
    let ty = module.types.intern(Type::Scalar(if bool_result { Scalar::Bool } else { elem }));
    let result = binary(module, op, ty, lhs, rhs)?;
    Some(value(module, result))
}

#[test]
fn integers_wrap_and_shifts_are_masked() {
    use Number::Int;
    use Scalar::{Int64, LiteralInt, UInt};
    let max = i128::from(i32::MAX);
    let cases = [
        (Scalar::Int, BinaryOp::Add, max, 1, Some(i128::from(i32::MIN))),
        (UInt, BinaryOp::Sub, 0, 1, Some(0xFFFF_FFFF)),
        (UInt, BinaryOp::Mul, 0x1_0001, 0x1_0001, Some(0x2_0001)),
        (Scalar::Int, BinaryOp::Shl, 1, 33, Some(2)),
        (Scalar::Int, BinaryOp::Shr, -8, 1, Some(-4)),
        (UInt, BinaryOp::Shr, 0xFFFF_FFF8, 1, Some(0x7FFF_FFFC)),
        (Int64, BinaryOp::Shl, 1, 40, Some(1 << 40)),
        (LiteralInt, BinaryOp::Mul, 1 << 31, 4, Some(1 << 33)),
        (Scalar::Int, BinaryOp::Div, -7, 2, Some(-3)),
        (Scalar::Int, BinaryOp::Rem, -7, 2, Some(-1)),
        (Scalar::Int, BinaryOp::Div, 1, 0, None),
        (UInt, BinaryOp::Rem, 1, 0, None),
    ];
    for (elem, op, a, b, expected) in cases {
        assert_eq!(operate(elem, op, Int(a), Int(b)), expected.map(Int), "{elem:?}: {a} {op:?} {b}");
    }
}

#[test]
fn floats_are_rounded_to_their_type() {
    use Number::Float;
    let third = |elem| operate(elem, BinaryOp::Div, Float(1.0), Float(3.0));
    assert_eq!(third(Scalar::Double), Some(Float(1.0 / 3.0)));
    assert_eq!(third(Scalar::Float), Some(Float(f64::from(1.0f32 / 3.0))));
    assert_eq!(third(Scalar::LiteralFloat), Some(Float(1.0 / 3.0)));
    assert_eq!(operate(Scalar::Float, BinaryOp::Lt, Float(f64::NAN), Float(1.0)), Some(Number::Bool(false)));
    assert_eq!(operate(Scalar::Float, BinaryOp::Rem, Float(-5.5), Float(2.0)), Some(Float(-1.5)));
}

#[test]
fn half_floats_round_to_even_and_overflow() {
    let module = &mut Module { native_16bit: true, ..Module::default() };
    let mut half = |number| {
        let constant = scalar(module, Scalar::Half, Number::Float(number));
        value(module, constant).to_f64()
    };
    let cases = [
        (0.1, 0.0999755859375),
        (2049.0, 2048.0),
        (2051.0, 2052.0),
        (65519.0, 65504.0),
        (65520.0, f64::INFINITY),
        (6e-8, 5.960464477539063e-8),
        (1e-9, 0.0),
    ];
    for (number, expected) in cases {
        assert_eq!(half(number), expected, "{number}");
    }
}

#[test]
fn conversions_of_constants_follow_their_types() {
    let module = &mut Module::default();
    let cases = [
        (Scalar::Float, Number::Float(-1.9), Scalar::Int, Number::Int(-1)),
        (Scalar::Float, Number::Float(-1.0), Scalar::UInt, Number::Int(0)),
        (Scalar::Float, Number::Float(1e20), Scalar::Int, Number::Int(i128::from(i32::MAX))),
        (Scalar::Int, Number::Int(-1), Scalar::UInt, Number::Int(0xFFFF_FFFF)),
        (Scalar::UInt, Number::Int(0xFFFF_FFFF), Scalar::Int, Number::Int(-1)),
        (Scalar::LiteralInt, Number::Int(0x1_0000_0002), Scalar::Int, Number::Int(2)),
        (Scalar::Int, Number::Int(3), Scalar::Bool, Number::Bool(true)),
        (Scalar::Bool, Number::Bool(true), Scalar::Float, Number::Float(1.0)),
        (Scalar::Int, Number::Int(16_777_217), Scalar::Float, Number::Float(16_777_216.0)),
    ];
    for (from, number, to, expected) in cases {
        let constant = scalar(module, from, number);
        let ty = module.types.intern(Type::Scalar(to));
        let converted = convert_constant(module, Conversion::Numeric, constant, ty).unwrap();
        assert_eq!(value(module, converted), expected, "{number:?} to {to:?}");
    }
}

#[test]
fn composites_are_built_and_taken_apart() {
    let module = &mut Module::default();
    let float2 = module.types.intern(Type::Vector(Scalar::Float, 2));
    let array = module.types.intern(Type::Array(float2, 2));
    let [one, two, three] = [1.0, 2.0, 3.0].map(|number| scalar(module, Scalar::Float, Number::Float(number)));
    let pair = aggregate::construct(module, float2, &[one, two]).unwrap();
    let built = aggregate::construct(module, array, &[three, pair, one]).unwrap();
    let numbers = |module: &mut Module, index| {
        let part = element(module, built, index).unwrap();
        to_numbers(module, part).unwrap()
    };
    assert_eq!(numbers(module, 0), [Number::Float(3.0), Number::Float(1.0)]);
    assert_eq!(numbers(module, 1), [Number::Float(2.0), Number::Float(1.0)]);
    assert_eq!(element(module, built, 2), None);
    let zero = intern(module, array, ConstantValue::Zero);
    assert_eq!(element(module, zero, 1).map(|part| module.constants[part].ty), Some(float2));
}

#[test]
fn intrinsics_fold_by_their_rows() {
    let module = &mut Module::default();
    let mut call = |name: &str, elem: Scalar, ret: Scalar, args: &[Number]| {
        let row = &crate::tables::intrinsics::find(name)[0];
        let args: Vec<ConstantId> = args.iter().map(|&number| scalar(module, elem, number)).collect();
        let ty = module.types.intern(Type::Scalar(ret));
        let result = intrinsic(module, row.fold.unwrap(), &args, ty)?;
        Some(value(module, result))
    };
    use Number::{Float, Int};
    let (int, float, uint) = (Scalar::Int, Scalar::Float, Scalar::UInt);
    assert_eq!(call("min", int, int, &[Int(-3), Int(2)]), Some(Int(-3)));
    assert_eq!(call("abs", int, int, &[Int(-3)]), Some(Int(3)));
    assert_eq!(call("sqrt", float, float, &[Float(2.0)]), Some(Float(f64::from(2f64.sqrt() as f32))));
    assert_eq!(call("sqrt", float, float, &[Float(-2.0)]), None);
    assert_eq!(call("countbits", int, uint, &[Int(-1)]), Some(Int(32)));
    assert_eq!(call("firstbithigh", int, uint, &[Int(-1)]), Some(Int(0xFFFF_FFFF)));
    assert_eq!(call("firstbithigh", uint, uint, &[Int(0xFFFF_FFFF)]), Some(Int(31)));
    assert_eq!(call("reversebits", uint, uint, &[Int(1)]), Some(Int(1 << 31)));
    assert_eq!(call("round", float, float, &[Float(2.5)]), Some(Float(2.0)));
    assert_eq!(call("sign", float, int, &[Float(-2.5)]), Some(Int(-1)));
}
