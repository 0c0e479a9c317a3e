use super::*;
use crate::hir::ty::{Object, Scalar};
use base::intern::Interner;

const LATEST: HlslVersion = HlslVersion::V2021;

fn types(module: &mut Module, types: &[Type]) -> Vec<TypeId> {
    types.iter().map(|&ty| module.types.intern(ty)).collect()
}

const fn scalar(elem: Scalar) -> Type {
    Type::Scalar(elem)
}

const fn float(n: u16) -> Type {
    Type::Vector(Scalar::Float, n)
}

fn call<'a>(names: &'a Interner, type_args: TypeArguments, args: &'a [TypeId]) -> Call<'a> {
    Call { names, version: LATEST, type_args, args }
}

/// Ranks functions of one parameter.
fn rank(params: &[Type], arg: Type) -> Ranking {
    let module = &mut Module::default();
    let params = types(module, params);
    let candidates = params.into_iter().map(|ty| Candidate { params: [(ParamMode::In, ty)].into(), required: 1 });
    let arg = module.types.intern(arg);
    rank_functions(module, LATEST, candidates, &[arg])
}

#[test]
fn user_functions_rank_by_conversions() {
    use Scalar::*;
    let cases: [(&[Type], Type, Ranking); 9] = [
        (&[float(2), float(3)], float(4), Ranking::Ambiguous(vec![0, 1])),
        (&[scalar(Int), scalar(UInt)], scalar(LiteralInt), Ranking::Ambiguous(vec![0, 1])),
        (&[scalar(Float), scalar(Double)], scalar(Int), Ranking::Ambiguous(vec![0, 1])),
        (&[scalar(Float), scalar(Double)], scalar(LiteralInt), Ranking::Ambiguous(vec![0, 1])),
        (&[scalar(Half), scalar(Float)], scalar(LiteralFloat), Ranking::Ambiguous(vec![0, 1])),
        (&[scalar(Float), float(3)], float(2), Ranking::Best(0)),
        (&[scalar(Int), scalar(Float)], scalar(UInt), Ranking::Best(0)),
        (&[scalar(Int), scalar(Float)], scalar(Bool), Ranking::Ambiguous(vec![0, 1])),
        (&[float(3)], float(2), Ranking::None),
    ];
    for (params, arg, expected) in cases {
        assert_eq!(rank(params, arg), expected, "{arg:?} to one of {params:?}");
    }
}

/// The parameter types and the result that an intrinsic gets.
fn pick(name: &str, args: &[Type]) -> Option<(Vec<Type>, Type)> {
    let module = &mut Module::default();
    let args = types(module, args);
    let rows = crate::tables::intrinsics::find(name);
    let choice = pick_intrinsic(module, rows, &call(&Interner::new(), TypeArguments::default(), &args)).ok()?;
    Some((choice.params.iter().map(|&(_, ty)| module.ty(ty)).collect(), module.ty(choice.ret)))
}

#[test]
fn intrinsics_unify_their_arguments() {
    use Scalar::*;
    let same = |ty: Type, count: usize| Some((vec![ty; count], ty));
    assert_eq!(pick("max", &[float(4), float(3)]), same(float(3), 2));
    assert_eq!(pick("max", &[scalar(Int), scalar(Float)]), same(scalar(Float), 2));
    assert_eq!(pick("clamp", &[float(3), scalar(LiteralInt), scalar(LiteralInt)]), same(float(3), 3));
    assert_eq!(pick("sin", &[scalar(Int)]), same(scalar(Float), 1));
    assert_eq!(pick("sin", &[scalar(Double)]), same(scalar(Float), 1));
    assert_eq!(pick("abs", &[scalar(LiteralInt)]), same(scalar(Int), 1));
    assert_eq!(pick("dot", &[float(3), float(2)]), Some((vec![float(2), float(2)], scalar(Float))));
    assert_eq!(pick("countbits", &[Type::Vector(UInt, 2)]).unwrap().1, Type::Vector(UInt, 2));
    assert_eq!(pick("asuint", &[scalar(Double)]), None, "no cast to 32 bits");
    assert_eq!(pick("select", &[scalar(Bool), float(3), scalar(LiteralInt)]).unwrap().1, float(3));
    assert_eq!(pick("nothing", &[]), None);
}

#[test]
fn products_follow_the_shapes_of_their_factors() {
    let matrix = |rows, columns| Type::Matrix { elem: Scalar::Float, rows, columns };
    let product = |a, b| pick("mul", &[a, b]).map(|(_, ret)| ret);
    assert_eq!(product(matrix(4, 4), float(4)), Some(float(4)));
    assert_eq!(product(float(3), matrix(3, 2)), Some(float(2)));
    assert_eq!(product(matrix(2, 3), matrix(3, 4)), Some(matrix(2, 4)));
    assert_eq!(product(float(3), float(3)), Some(scalar(Scalar::Float)));
    assert_eq!(product(scalar(Scalar::Float), matrix(2, 2)), Some(matrix(2, 2)));
    let (params, _) = pick("mul", &[matrix(4, 4), float(3)]).unwrap();
    assert_eq!(params, [matrix(4, 3), float(3)], "the inner sizes are cut to the smaller one");
}

#[test]
fn atomics_work_on_the_type_of_their_place() {
    use Scalar::*;
    let (params, _) = pick("InterlockedAdd", &[scalar(Int), scalar(LiteralInt), scalar(UInt)]).unwrap();
    assert_eq!(params, [scalar(Int); 3]);
    let (params, _) = pick("InterlockedMax", &[scalar(UInt64), scalar(UInt)]).unwrap();
    assert_eq!(params, [scalar(UInt64); 2]);
    assert_eq!(pick("InterlockedAnd", &[scalar(Float), scalar(Float)]), None);
}

#[test]
fn methods_take_their_types_from_the_object() {
    use crate::hir::ty::{Access, Texture, TextureDim};
    let module = &mut Module::default();
    let names = Interner::new();
    let [elem, float2, sampler, int2, uint] = [
        float(4),
        float(2),
        Type::Object(Object::Sampler { comparison: false }),
        Type::Vector(Scalar::Int, 2),
        scalar(Scalar::UInt),
    ]
    .map(|ty| module.types.intern(ty));
    let texture = Texture {
        dim: TextureDim::D2,
        arrayed: false,
        multisampled: false,
        access: Access::Read,
        elem,
        combined: false,
    };
    let object = module.types.intern(Type::Object(Object::Texture(texture)));
    let mut pick =
        |name, args: &[TypeId]| pick_method(module, object, name, &call(&names, TypeArguments::default(), args));
    let choice = pick("Sample", &[sampler, float2, int2]).unwrap();
    assert_eq!((choice.ret, choice.params[2].1), (elem, int2));
    assert_eq!(pick("Gather", &[sampler, float2]).unwrap().ret, elem);
    assert_eq!(pick("GetDimensions", &[uint, uint]).unwrap().params[1], (ParamMode::Out, uint));
    assert!(matches!(pick("Sample", &[float2, float2]), Err(OverloadError::Types(..))));
    assert_eq!(pick("Store", &[uint]).unwrap_err(), OverloadError::Unknown);
}

#[test]
fn a_signature_tells_what_a_row_takes() {
    let rows = crate::tables::intrinsics::find("lerp");
    assert_eq!(intrinsic_signature(&rows[0]), "float<> lerp(float<> a, float<> b, float<> s)");
}

/// An argument type that fits a parameter.
fn fitting_type(module: &mut Module, param: &crate::tables::intrinsics::Param) -> Option<TypeId> {
    use crate::hir::ty::Access;
    use crate::tables::intrinsics::{Elem, ParamType, Shape, ShapeSet};
    let ty = match param.ty {
        ParamType::Number(elem, shape) => {
            let elem = match elem {
                Elem::Exact(elem) => elem,
                Elem::Group(_, set) => elements::facts(set).usual,
                Elem::SameAs(_) => Scalar::UInt,
            };
            match shape {
                Shape::Scalar => Type::Scalar(elem),
                Shape::Vector(n) | Shape::Exactly(n) => Type::Vector(elem, n.into()),
                Shape::Group(_, ShapeSet::Any | ShapeSet::Vector) => Type::Vector(elem, 3),
                Shape::Factor | Shape::Group(_, ShapeSet::Matrix | ShapeSet::SquareMatrix) => {
                    Type::Matrix { elem, rows: 3, columns: 3 }
                }
            }
        }
        ParamType::AccelerationStructure => Type::Object(Object::AccelerationStructure),
        ParamType::RayQuery => Type::Object(Object::RayQuery(0, 0)),
        ParamType::HitObject => Type::Object(Object::HitObject),
        ParamType::SharedMemory => Type::Object(Object::ByteAddressBuffer(Access::ReadWrite)),
        ParamType::String => Type::String,
        ParamType::TypeArgument => scalar(Scalar::Float),
        ParamType::BufferPointer => {
            let pointee = module.types.intern(scalar(Scalar::Float));
            Type::BufferPointer(pointee, 4)
        }
        ParamType::Struct | ParamType::RayDesc => return None,
    };
    Some(module.types.intern(ty))
}

#[test]
fn every_row_takes_what_it_asks_for() {
    for row in crate::tables::intrinsics::INTRINSICS {
        let module = &mut Module { native_16bit: true, ..Module::default() };
        let args: Option<Vec<TypeId>> = row.params.iter().map(|param| fitting_type(module, param)).collect();
        let Some(args) = args else { continue };
        let float = module.types.intern(scalar(Scalar::Float));
        let type_args = TypeArguments { ty: Some(float), align: None };
        let rows = crate::tables::intrinsics::find(row.name);
        let choice = pick_intrinsic(module, rows, &call(&Interner::new(), type_args, &args));
        assert!(choice.is_ok(), "{}: {choice:?}", intrinsic_signature(row));
    }
}

#[test]
fn every_class_of_arguments_has_an_instruction() {
    use crate::hir::ty::ElemClass;
    use crate::tables::intrinsics::{Elem, INTRINSICS, Inst, Lowering, ParamType};
    const ELEMS: [Scalar; 8] = [
        Scalar::Bool,
        Scalar::Int,
        Scalar::UInt,
        Scalar::Int64,
        Scalar::Half,
        Scalar::Float,
        Scalar::Double,
        Scalar::Int16,
    ];
    for row in INTRINSICS {
        let Lowering::Op { float, sint, uint, boolean } = row.lowering else { continue };
        let Some(ParamType::Number(elem, _)) = row.params.first().map(|param| param.ty) else { continue };
        let taken = ELEMS.into_iter().filter(|&found| match elem {
            Elem::Exact(exact) => exact == found,
            Elem::Group(_, set) => elements::accepts(set, found, true),
            Elem::SameAs(_) => false,
        });
        for found in taken {
            let inst = match found.class() {
                ElemClass::Bool => boolean,
                ElemClass::SInt => sint,
                ElemClass::UInt => uint,
                ElemClass::Float => float,
            };
            assert_ne!(inst, Inst::None, "{} on {found:?}", row.name);
        }
    }
}
