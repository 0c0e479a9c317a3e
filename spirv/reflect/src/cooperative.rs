//! Shapes of cooperative matrices and vectors, which Vulkan asks each device for.
//!
//! It must not know what features they need.

use crate::constants::Constants;
use crate::index::Index;
use crate::model::{CooperativeMatrix, CooperativeVector};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use spirv::{ComponentType, CooperativeMatrixOperands, FPEncoding, Op, Scope};

/// The operands of a matrix type, by position.
const SCOPE: usize = 1;
const ROWS: usize = 2;
const COLUMNS: usize = 3;

/// The products of cooperative matrices, without repetitions.
pub(crate) fn matrices(index: &Index<'_>, constants: &Constants) -> Vec<CooperativeMatrix> {
    let mut found = Vec::new();
    for inst in index.insts.iter().filter(|inst| inst.op == Op::CooperativeMatrixMulAddKHR) {
        let shape = matrix(index, constants, inst);
        found.extend(shape.filter(|shape| !found.contains(shape)).into_iter().collect::<Vec<_>>());
    }
    found
}

fn matrix(index: &Index<'_>, constants: &Constants, inst: &Inst) -> Option<CooperativeMatrix> {
    use CooperativeMatrixOperands as Flags;
    let flags = match inst.operands.get(3) {
        Some(Operand::Enum(_, bits, _)) => Flags::from_bits_truncate(*bits),
        _ => Flags::empty(),
    };
    let ty_of = |value: u32| index.def(index.def(value)?.type_id());
    let (a, b, c, result) = (ty_of(inst.id(0))?, ty_of(inst.id(1))?, ty_of(inst.id(2))?, index.def(inst.type_id())?);
    let scope = match constants.fixed(a.id(SCOPE)).and_then(|scope| Scope::from_u32(scope as u32)) {
        Some(Scope::Subgroup) => "subgroup",
        Some(Scope::Workgroup) => "workgroup",
        Some(Scope::QueueFamily) => "queue_family",
        Some(Scope::Device) => "device",
        _ => return None,
    };
    let component = |ty: &Inst, is_signed: bool| component(index, ty.id(0), is_signed);
    Some(CooperativeMatrix {
        m: constants.amount(a.id(ROWS)),
        n: constants.amount(b.id(COLUMNS)),
        k: constants.amount(a.id(COLUMNS)),
        a: component(a, flags.contains(Flags::MATRIX_A_SIGNED_COMPONENTS_KHR))?,
        b: component(b, flags.contains(Flags::MATRIX_B_SIGNED_COMPONENTS_KHR))?,
        c: component(c, flags.contains(Flags::MATRIX_C_SIGNED_COMPONENTS_KHR))?,
        result: component(result, flags.contains(Flags::MATRIX_RESULT_SIGNED_COMPONENTS_KHR))?,
        saturating_accumulation: flags.contains(Flags::SATURATING_ACCUMULATION_KHR),
        scope: scope.to_owned(),
    })
}

/// The products of matrices in memory and cooperative vectors, without repetitions.
pub(crate) fn vectors(index: &Index<'_>, constants: &Constants) -> Vec<CooperativeVector> {
    let mut found = Vec::new();
    for inst in index.insts {
        let has_bias = inst.op == Op::CooperativeVectorMatrixMulAddNV;
        if !has_bias && inst.op != Op::CooperativeVectorMatrixMulNV {
            continue;
        }
        let shape = vector(index, constants, inst, has_bias);
        found.extend(shape.filter(|shape| !found.contains(shape)).into_iter().collect::<Vec<_>>());
    }
    found
}

fn vector(index: &Index<'_>, constants: &Constants, inst: &Inst, has_bias: bool) -> Option<CooperativeVector> {
    let interpretation = |at: usize| interpretation(constants.fixed(inst.id(at))? as u32);
    let element = |ty: u32| index.def(ty).map(|ty| ty.id(0));
    let is_signed = |ty: u32| index.def(ty).is_some_and(|ty| ty.op == Op::TypeInt && ty.literal(1) != 0);
    let input = element(index.def(inst.id(0))?.type_id())?;
    let result = element(inst.type_id())?;
    let transposes = inst.id(if has_bias { 11 } else { 8 });
    Some(CooperativeVector {
        input: component(index, input, is_signed(input))?,
        input_interpretation: interpretation(1)?,
        matrix_interpretation: interpretation(4)?,
        bias_interpretation: if has_bias { interpretation(7) } else { None },
        result: component(index, result, is_signed(result))?,
        transpose: index.def(transposes).is_some_and(|inst| inst.op == Op::ConstantTrue),
    })
}

/// The name of a component type, as `VkComponentTypeKHR` has it, in small letters.
fn component(index: &Index<'_>, ty: u32, is_signed: bool) -> Option<String> {
    let ty = index.def(ty)?;
    let encoding = match ty.operands.get(1) {
        Some(Operand::Enum(_, encoding, _)) => FPEncoding::from_u32(*encoding),
        _ => None,
    };
    let width = ty.literal(0);
    Some(match (ty.op, encoding) {
        (Op::TypeFloat, Some(FPEncoding::BFloat16KHR)) => "bfloat16".to_owned(),
        (Op::TypeFloat, Some(FPEncoding::Float8E4M3EXT)) => "float8_e4m3".to_owned(),
        (Op::TypeFloat, Some(FPEncoding::Float8E5M2EXT)) => "float8_e5m2".to_owned(),
        (Op::TypeFloat, None) => format!("float{width}"),
        (Op::TypeInt, _) if is_signed => format!("sint{width}"),
        (Op::TypeInt, _) => format!("uint{width}"),
        _ => return None,
    })
}

/// The component type of SPIR-V that has no name there.
const BFLOAT16: u32 = 1_000_141_000;

/// The name of an interpretation, in the same way.
fn interpretation(number: u32) -> Option<String> {
    use ComponentType::*;
    if number == BFLOAT16 {
        return Some("bfloat16".to_owned());
    }
    let name = match ComponentType::from_u32(number)? {
        Float16NV => "float16",
        Float32NV => "float32",
        Float64NV => "float64",
        SignedInt8NV => "sint8",
        SignedInt16NV => "sint16",
        SignedInt32NV => "sint32",
        SignedInt64NV => "sint64",
        UnsignedInt8NV => "uint8",
        UnsignedInt16NV => "uint16",
        UnsignedInt32NV => "uint32",
        UnsignedInt64NV => "uint64",
        SignedInt8PackedNV => "sint8_packed",
        UnsignedInt8PackedNV => "uint8_packed",
        FloatE4M3NV => "float8_e4m3",
        FloatE5M2NV => "float8_e5m2",
    };
    Some(name.to_owned())
}
