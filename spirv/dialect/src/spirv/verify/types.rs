//! The types that ops take and give, as MLIR's dialect has them: a row for ops that agree.
//!
//! These are rules for texts. Words have a validator of their own, which knows more, but no text.

use super::Verifier;
use crate::ir::types::{FloatKind, Sign};
use crate::ir::{OpId, Type, TypeId};
use crate::spirv::attrs;
use crate::spirv::facts;
use crate::spirv::ops::OpRow;
use crate::spirv::shapes::Shaped;
use crate::spirv::types::SpirvType;
use rustc_hash::FxHashMap;
use spirv::Capability;
use std::sync::LazyLock;

/// A set of types, with the words that a message has for it.
struct Class {
    words: &'static str,
    scalars: u16,
    shapes: u16,
}

const BOOL: u16 = 1;
const I16: u16 = 1 << 1;
const I32: u16 = 1 << 2;
const INT: u16 = I16 | I32 | 1 << 3;
/// Integers whose type has the sign bit, which some ops do not take.
const SIGNED: u16 = 1 << 4;
const F32: u16 = 1 << 5;
const F16_F32: u16 = F32 | 1 << 6;
const FLOAT: u16 = F16_F32 | 1 << 7;
const BF16: u16 = 1 << 8;
const NUMBER: u16 = INT | SIGNED | FLOAT | BF16;

const SCALAR: u16 = 1;
const PAIR: u16 = 1 << 1;
const QUAD: u16 = 1 << 2;
const TRIPLE: u16 = 1 << 3;
const LONG: u16 = 1 << 11;
/// Vectors of the lengths that modules without further capabilities have.
const VECTOR: u16 = PAIR | TRIPLE | QUAD | LONG;
const COOP: u16 = 1 << 4;
const MATRIX: u16 = 1 << 5;
const POINTER: u16 = 1 << 6;
const STRUCT: u16 = 1 << 7;
const IMAGE: u16 = 1 << 8;
const SAMPLED: u16 = 1 << 9;
const OTHER: u16 = 1 << 10;
const EACH: u16 = SCALAR | VECTOR;

const fn class(words: &'static str, scalars: u16, shapes: u16) -> Class {
    Class { words, scalars, shapes }
}

const ANY: Class = class("any value", u16::MAX, u16::MAX);
const FLOATS: Class = class("floats of 16, 32 or 64 bits", FLOAT, EACH);
const FLOATS_OR_COOP: Class = class("floats of 16, 32 or 64 bits", FLOAT, EACH | COOP);
const SHORT_FLOATS: Class = class("floats of 16 or 32 bits", F16_F32, EACH);
const ALL_FLOATS: Class = class("floats", FLOAT | BF16, EACH | COOP);
const FLOAT_VECTOR: Class = class("a vector of floats", FLOAT | BF16, VECTOR);
const ONE_FLOAT: Class = class("one float", FLOAT | BF16, SCALAR);
const PLAIN_VECTOR: Class = class("a vector of floats of 16, 32 or 64 bits", FLOAT, VECTOR);
const ONE_PLAIN_FLOAT: Class = class("one float of 16, 32 or 64 bits", FLOAT, SCALAR);
const SINGLES: Class = class("floats of 32 bits", F32, EACH);
const ONE_SINGLE: Class = class("one float of 32 bits", F32, SCALAR);
const SINGLE_PAIR: Class = class("a vector of two floats of 32 bits", F32, PAIR);
const SINGLE_QUAD: Class = class("a vector of four floats of 32 bits", F32, QUAD);
const INTS: Class = class("integers", INT | SIGNED, EACH);
const INTS_OR_COOP: Class = class("integers", INT | SIGNED, EACH | COOP);
const ONE_INT: Class = class("one integer", INT | SIGNED, SCALAR);
const ONE_UNSIGNED: Class = class("one integer without a sign", INT, SCALAR);
const UNSIGNED_QUAD: Class = class("a vector of four integers without a sign", INT, QUAD);
const SHORTS: Class = class("integers of 16 bits", I16 | SIGNED, EACH);
const WORDS: Class = class("integers of 32 bits", I32 | SIGNED, EACH);
const ONE_WORD: Class = class("one integer of 32 bits", I32 | SIGNED, SCALAR);
const ONE_UNSIGNED_WORD: Class = class("one integer of 32 bits without a sign", I32, SCALAR);
const UNSIGNED_WORD_QUAD: Class = class("a vector of four integers of 32 bits without a sign", I32, QUAD);
const BOOLS: Class = class("booleans", BOOL, EACH);
const ONE_BOOL: Class = class("one boolean", BOOL, SCALAR);
const ONE_NUMBER: Class = class("one number", NUMBER, SCALAR);
const VALUES: Class = class("scalars or vectors", NUMBER | BOOL, EACH);
const ANY_VECTOR: Class = class("a vector", NUMBER | BOOL, VECTOR);
const ONE_SCALAR: Class = class("one scalar", NUMBER | BOOL, SCALAR);
const POINTERS: Class = class("a pointer", u16::MAX, POINTER);
const MATRICES: Class = class("a matrix", FLOAT, MATRIX);
const MATRICES_OR_COOP: Class = class("a matrix", NUMBER, MATRIX | COOP);
const COOP_MATRICES: Class = class("a cooperative matrix", NUMBER, COOP);
const STRUCTS: Class = class("a struct", u16::MAX, STRUCT);
const IMAGES: Class = class("an image", u16::MAX, IMAGE);
const SAMPLED_IMAGES: Class = class("a sampled image", u16::MAX, SAMPLED);
const COORDINATES: Class = class("coordinates", FLOAT | INT | SIGNED, EACH);
const LOCAL_ID: Class = class("an integer, or a vector of two or three", INT | SIGNED, SCALAR | PAIR | TRIPLE);

/// A relation of the types of an op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// None besides those of the op's text.
    None,
    /// Operands and result have as many components.
    Shape,
    /// Operands and result have as many components, and the result has another type than the operand.
    OtherType,
}

use Relation::{OtherType, Shape};

/// The types of the operands and of the result that a group of ops has.
struct Rule {
    /// The ops, without `spirv.`.
    ops: &'static str,
    /// The operands; the last holds for all that follow.
    operands: &'static [Class],
    result: Class,
    relation: Relation,
}

const fn rule(ops: &'static str, operands: &'static [Class], result: Class) -> Rule {
    Rule { ops, operands, result, relation: Relation::None }
}

const fn related(ops: &'static str, operands: &'static [Class], result: Class, relation: Relation) -> Rule {
    Rule { ops, operands, result, relation }
}

const RULES: &[Rule] = &[
    // Arithmetic.
    rule("FAdd FDiv FMul FSub FNegate", &[FLOATS_OR_COOP], FLOATS_OR_COOP),
    rule("FMod FRem", &[FLOATS], FLOATS),
    rule("IAdd IMul ISub SDiv UDiv SNegate", &[INTS_OR_COOP], INTS_OR_COOP),
    rule("SMod SRem UMod BitwiseAnd BitwiseOr BitwiseXor Not BitCount BitReverse", &[INTS], INTS),
    related("ShiftLeftLogical ShiftRightArithmetic ShiftRightLogical", &[INTS], INTS, Shape),
    rule("BitFieldSExtract BitFieldUExtract", &[INTS, ONE_INT], INTS),
    rule("BitFieldInsert", &[INTS, INTS, ONE_INT], INTS),
    rule("IAddCarry ISubBorrow SMulExtended UMulExtended", &[INTS], STRUCTS),
    rule("VectorTimesScalar", &[PLAIN_VECTOR, ONE_PLAIN_FLOAT], PLAIN_VECTOR),
    rule("Dot", &[FLOAT_VECTOR], ONE_FLOAT),
    rule("SDot SUDot UDot SDotAccSat SUDotAccSat UDotAccSat", &[INTS], ONE_INT),
    // Conversions.
    related("ConvertFToS ConvertFToU", &[ALL_FLOATS], INTS_OR_COOP, Shape),
    related("ConvertSToF ConvertUToF", &[INTS_OR_COOP], ALL_FLOATS, Shape),
    related("FConvert", &[ALL_FLOATS], ALL_FLOATS, OtherType),
    related("SConvert UConvert", &[INTS_OR_COOP], INTS_OR_COOP, OtherType),
    rule("ConvertPtrToU", &[POINTERS], ONE_INT),
    rule("ConvertUToPtr", &[ONE_INT], POINTERS),
    rule("GenericCastToPtrExplicit GenericCastToPtr PtrCastToGeneric", &[POINTERS], POINTERS),
    related("INTEL.ConvertBF16ToF", &[SHORTS], SINGLES, Shape),
    related("INTEL.ConvertFToBF16", &[SINGLES], SHORTS, Shape),
    related("INTEL.RoundFToTF32", &[SINGLES], SINGLES, Shape),
    // Comparisons and choices.
    rule(
        "FOrdEqual FOrdGreaterThanEqual FOrdGreaterThan FOrdLessThanEqual FOrdLessThan FOrdNotEqual FUnordEqual \
         FUnordGreaterThanEqual FUnordGreaterThan FUnordLessThanEqual FUnordLessThan FUnordNotEqual Ordered Unordered \
         IsFinite IsInf IsNan",
        &[FLOATS],
        BOOLS,
    ),
    rule(
        "IEqual INotEqual SGreaterThanEqual SGreaterThan SLessThanEqual SLessThan UGreaterThanEqual UGreaterThan \
         ULessThanEqual ULessThan",
        &[INTS],
        BOOLS,
    ),
    rule("LogicalAnd LogicalEqual LogicalNotEqual LogicalOr LogicalNot", &[BOOLS], BOOLS),
    rule("Select", &[BOOLS, ANY], ANY),
    // Composites.
    rule("VectorExtractDynamic", &[ANY_VECTOR, ONE_INT], ONE_SCALAR),
    rule("VectorInsertDynamic", &[ANY_VECTOR, ONE_SCALAR, ONE_INT], ANY_VECTOR),
    rule("VectorShuffle", &[ANY_VECTOR], ANY_VECTOR),
    rule("MatrixTimesMatrix", &[MATRICES], MATRICES),
    rule("MatrixTimesScalar", &[MATRICES_OR_COOP, ONE_NUMBER], MATRICES_OR_COOP),
    rule("MatrixTimesVector", &[MATRICES, PLAIN_VECTOR], PLAIN_VECTOR),
    rule("VectorTimesMatrix", &[PLAIN_VECTOR, MATRICES], PLAIN_VECTOR),
    rule("Transpose", &[MATRICES], MATRICES),
    rule("KHR.CooperativeMatrixLoad", &[POINTERS, ONE_INT], COOP_MATRICES),
    rule("KHR.CooperativeMatrixStore", &[POINTERS, COOP_MATRICES, ONE_INT], ANY),
    rule("KHR.CooperativeMatrixMulAdd", &[COOP_MATRICES], COOP_MATRICES),
    // Atomic operations.
    rule(
        "AtomicAnd AtomicIAdd AtomicISub AtomicOr AtomicSMax AtomicSMin AtomicUMax AtomicUMin AtomicXor AtomicIDecrement \
         AtomicIIncrement AtomicCompareExchange AtomicCompareExchangeWeak",
        &[POINTERS, ONE_INT],
        ONE_INT,
    ),
    rule("AtomicExchange", &[POINTERS, ONE_NUMBER], ONE_NUMBER),
    rule("EXT.AtomicFAdd", &[POINTERS, ONE_PLAIN_FLOAT], ONE_PLAIN_FLOAT),
    // Groups.
    rule("GroupFAdd GroupFMax GroupFMin KHR.GroupFMul", &[FLOATS], FLOATS),
    rule("GroupIAdd KHR.GroupIMul GroupSMax GroupSMin GroupUMax GroupUMin", &[INTS], INTS),
    rule("GroupBroadcast", &[ANY, LOCAL_ID], ANY),
    rule("GroupNonUniformFAdd GroupNonUniformFMax GroupNonUniformFMin GroupNonUniformFMul", &[FLOATS, ONE_INT], FLOATS),
    rule(
        "GroupNonUniformBitwiseAnd GroupNonUniformBitwiseOr GroupNonUniformBitwiseXor GroupNonUniformIAdd \
         GroupNonUniformIMul GroupNonUniformSMax GroupNonUniformSMin GroupNonUniformUMax GroupNonUniformUMin",
        &[INTS, ONE_INT],
        INTS,
    ),
    rule("GroupNonUniformLogicalAnd GroupNonUniformLogicalOr GroupNonUniformLogicalXor", &[BOOLS, ONE_INT], BOOLS),
    rule(
        "GroupNonUniformShuffle GroupNonUniformShuffleDown GroupNonUniformShuffleUp GroupNonUniformShuffleXor \
         GroupNonUniformBroadcast",
        &[VALUES, ONE_INT],
        VALUES,
    ),
    rule("GroupNonUniformQuadSwap GroupNonUniformRotateKHR", &[VALUES, ONE_UNSIGNED], VALUES),
    rule("GroupNonUniformAll GroupNonUniformAny", &[ONE_BOOL], ONE_BOOL),
    rule("GroupNonUniformAllEqual", &[VALUES], ONE_BOOL),
    rule("GroupNonUniformElect", &[], ONE_BOOL),
    rule("GroupNonUniformBallot", &[ONE_BOOL], UNSIGNED_QUAD),
    rule("KHR.SubgroupBallot", &[ONE_BOOL], UNSIGNED_WORD_QUAD),
    rule(
        "GroupNonUniformBallotBitCount GroupNonUniformBallotFindLSB GroupNonUniformBallotFindMSB",
        &[UNSIGNED_WORD_QUAD],
        ONE_UNSIGNED,
    ),
    // Memory.
    rule("AccessChain", &[POINTERS, ONE_INT], POINTERS),
    rule("PtrAccessChain InBoundsPtrAccessChain", &[POINTERS, ONE_INT], POINTERS),
    rule("Load INTEL.SubgroupBlockRead", &[POINTERS], ANY),
    rule("Store INTEL.SubgroupBlockWrite", &[POINTERS, ANY], ANY),
    rule("CopyMemory", &[POINTERS], ANY),
    rule("KHR.AssumeTrue", &[ONE_BOOL], ANY),
    rule("EXT.SetMeshOutputs", &[ONE_UNSIGNED_WORD], ANY),
    // Images.
    rule("ImageDrefGather", &[SAMPLED_IMAGES, FLOATS, ONE_SINGLE, ANY], ANY_VECTOR),
    rule("ImageSampleImplicitLod", &[SAMPLED_IMAGES, FLOATS, ANY], ANY_VECTOR),
    rule("ImageSampleExplicitLod", &[SAMPLED_IMAGES, COORDINATES, ANY], ANY_VECTOR),
    rule("ImageSampleProjDrefImplicitLod", &[SAMPLED_IMAGES, COORDINATES, ONE_SINGLE, ANY], ONE_NUMBER),
    rule("ImageFetch", &[IMAGES, INTS, ANY], ANY_VECTOR),
    rule("ImageRead", &[IMAGES, COORDINATES, ANY], VALUES),
    rule("ImageWrite", &[IMAGES, COORDINATES, VALUES, ANY], ANY),
    rule("ImageQuerySize", &[IMAGES], INTS),
    rule("Image", &[SAMPLED_IMAGES], IMAGES),
    // The set of GLSL.
    rule(
        "GL.Ceil GL.FAbs GL.FSign GL.Floor GL.Fract GL.InverseSqrt GL.Normalize GL.RoundEven GL.Round GL.Sqrt GL.Cross \
         GL.FMax GL.FMin GL.Reflect GL.FClamp GL.FMix GL.Fma",
        &[FLOATS],
        FLOATS,
    ),
    rule(
        "GL.Acos GL.Acosh GL.Asin GL.Asinh GL.Atan GL.Atanh GL.Cos GL.Cosh GL.Exp2 GL.Exp GL.Log2 GL.Log GL.Sin GL.Sinh \
         GL.Tan GL.Tanh GL.Pow",
        &[SHORT_FLOATS],
        SHORT_FLOATS,
    ),
    rule("GL.SMax GL.SMin GL.UMax GL.UMin GL.SClamp GL.UClamp GL.FindILsb GL.SAbs GL.SSign", &[INTS], INTS),
    rule("GL.FindSMsb GL.FindUMsb", &[WORDS], WORDS),
    rule("GL.Distance GL.Length", &[FLOATS], ONE_PLAIN_FLOAT),
    rule("GL.FrexpStruct", &[FLOATS], STRUCTS),
    related("GL.Ldexp", &[FLOATS, INTS], FLOATS, Shape),
    rule("GL.PackHalf2x16", &[SINGLE_PAIR], ONE_WORD),
    rule("GL.PackSnorm4x8", &[SINGLE_QUAD], ONE_WORD),
    rule("GL.UnpackHalf2x16", &[ONE_WORD], SINGLE_PAIR),
    rule("GL.UnpackSnorm4x8", &[ONE_WORD], SINGLE_QUAD),
    // The set of OpenCL.
    rule(
        "CL.acos CL.acosh CL.asin CL.asinh CL.atan CL.atanh CL.ceil CL.cos CL.cosh CL.erf CL.exp CL.fabs CL.floor CL.log \
         CL.rint CL.round CL.rsqrt CL.sin CL.sinh CL.sqrt CL.tan CL.tanh CL.atan2 CL.fmax CL.fmin CL.pow CL.fma CL.mix",
        &[FLOATS],
        FLOATS,
    ),
    rule("CL.s_abs CL.s_max CL.s_min CL.u_max CL.u_min", &[INTS], INTS),
];

static BY_OP: LazyLock<FxHashMap<&'static str, &'static Rule>> =
    LazyLock::new(|| RULES.iter().flat_map(|rule| rule.ops.split_whitespace().map(move |op| (op, rule))).collect());

impl Verifier<'_> {
    /// The types of an op's operands and of its result.
    pub(super) fn types(&mut self, op: OpId, row: &OpRow) {
        let Some(rule) = row.info.name.strip_prefix("spirv.").and_then(|name| BY_OP.get(name)) else { return };
        let module = self.module;
        // Operands that the text has as attributes, such as a scope, have no type in it.
        let held = crate::spirv::write::held_operands(module, op);
        let operands: Vec<TypeId> = module[op].operands.iter().map(|value| module.type_of(*value)).collect();
        for (at, ty) in operands.iter().enumerate().filter(|(at, _)| !held.contains(at)) {
            let Some(class) = rule.operands.get(at).or(rule.operands.last()) else { continue };
            if !self.is_of(*ty, class) {
                return self.report(op, format!("operand {at} is not {}", class.words));
            }
        }
        let Some(result) = module[op].results.first().map(|result| module.type_of(*result)) else { return };
        if !self.is_of(result, &rule.result) {
            return self.report(op, format!("the result is not {}", rule.result.words));
        }
        let is_alike = operands.iter().all(|ty| self.lanes(*ty) == self.lanes(result));
        match rule.relation {
            Relation::None => {}
            Shape | OtherType if !is_alike => self.report(op, "operand and result differ in the number of components"),
            OtherType if operands.contains(&result) => self.report(op, "the result has the type of the operand"),
            Shape | OtherType => {}
        }
    }

    fn is_of(&self, ty: TypeId, class: &Class) -> bool {
        let ctx = &self.module.ctx;
        let (shape, scalar) = match &ctx[ty] {
            Type::Int { .. } | Type::Float { .. } => (SCALAR, Some(ty)),
            Type::Vector { elem, len } => (self.shape_of_vector(*len), Some(*elem)),
            Type::Spirv(spirv) => match (spirv, Shaped::of(ctx, spirv)) {
                (_, Some(Shaped::Matrix(matrix))) => (COOP, Some(matrix.elem)),
                (SpirvType::Matrix { column, .. }, _) => (MATRIX, Some(ctx.scalar_of(*column))),
                (SpirvType::Pointer { .. }, _) => (POINTER, None),
                (SpirvType::Struct { .. }, _) => (STRUCT, None),
                (SpirvType::Image(_), _) => (IMAGE, None),
                (SpirvType::SampledImage(_), _) => (SAMPLED, None),
                // Types that are newer than these rules.
                (SpirvType::Other { .. }, _) => return true,
                _ => (OTHER, None),
            },
            Type::None | Type::Function { .. } | Type::Llvm(_) => (OTHER, None),
        };
        class.shapes & shape != 0 && scalar.is_none_or(|scalar| self.is_scalar_of(scalar, class))
    }

    /// Longer vectors are those of an extension.
    fn shape_of_vector(&self, len: u32) -> u16 {
        match len {
            2 => PAIR,
            3 => TRIPLE,
            4 => QUAD,
            8 | 16 => LONG,
            _ if self.has(Capability::LongVectorEXT) => LONG,
            _ => OTHER,
        }
    }

    fn is_scalar_of(&self, ty: TypeId, class: &Class) -> bool {
        let kind = match &self.module.ctx[ty] {
            Type::Int { width: 1, .. } => BOOL,
            Type::Int { width, sign } => {
                if *sign == Sign::Signed && class.scalars & SIGNED == 0 {
                    return false;
                }
                match width {
                    16 => I16,
                    32 => I32,
                    _ => INT & !(I16 | I32),
                }
            }
            Type::Float { width: 16, kind: FloatKind::Ieee } => F16_F32 & !F32,
            Type::Float { width: 32, .. } => F32,
            Type::Float { width: 64, .. } => FLOAT & !F16_F32,
            Type::Float { .. } => BF16,
            _ => return true,
        };
        class.scalars & kind != 0
    }

    /// Returns whether the module declares a capability.
    pub(super) fn has(&self, capability: Capability) -> bool {
        let module = self.module;
        let mut declared = facts::array_of(module, module.root, attrs::CAPABILITIES).iter();
        declared.any(|attr| facts::number(module, *attr) == Some(capability as u64))
    }
}
