//! The values of enumerations in LLVM's C API.

use dialect::llvm::enums::{BinOp, FloatPredicate, IntPredicate, Ordering};
use dialect::llvm::ops::Opcode;
use std::ffi::c_int;

/// `LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable`
pub(super) const EXPORTED_AND_CALLABLE: u8 = 1 | 4;
/// `LLVMCodeGenLevelNone`
pub(super) const CODEGEN_NONE: c_int = 0;
/// `LLVMCodeGenLevelDefault`
pub(super) const CODEGEN_DEFAULT: c_int = 2;
/// `LLVMRelocPIC`
pub(super) const RELOC_PIC: c_int = 2;
/// The range of code's addresses. An object's code and constants are adjacent, and the linker puts stubs for the host's
/// functions beside them, so that distances of 32 bits suffice (`LLVMCodeModelSmall`); but LLVM's linker for Windows
/// puts each wherever there is room (`LLVMCodeModelJITDefault`).
pub(super) const CODE_MODEL: c_int = if cfg!(windows) { 1 } else { 3 };
/// `LLVMObjectFile`
pub(super) const OBJECT_FILE: c_int = 1;
/// `LLVMReturnStatusAction`
pub(super) const RETURN_STATUS: c_int = 2;

// The kinds of values that constants have: `LLVMValueKind`.
pub(super) const FUNCTION: i32 = 5;
pub(super) const ALIAS: i32 = 6;
pub(super) const VARIABLE: i32 = 8;
pub(super) const EXPRESSION: i32 = 10;
pub(super) const AGGREGATES: [i32; 5] = [11, 12, 13, 16, 17];
pub(super) const UNDEF: i32 = 14;
pub(super) const ZERO: [i32; 3] = [15, 20, 26];
pub(super) const INT: i32 = 18;
pub(super) const FLOAT: i32 = 19;
pub(super) const ASSEMBLY: i32 = 23;
pub(super) const POISON: i32 = 25;

// Instructions with blocks or callees among their operands, or without an op of their own, by the numbers of `LLVMOpcode`.
pub(super) const RETURN: i32 = 1;
pub(super) const BRANCH: i32 = 2;
pub(super) const SWITCH: i32 = 3;
pub(super) const UNREACHABLE: i32 = 7;
pub(super) const PHI: i32 = 44;
pub(super) const CALL: i32 = 45;

/// Instructions whose operands are just those of the op, by the numbers of `LLVMOpcode`.
const PLAIN: &[(i32, Opcode)] = &[
    (8, Opcode::Add),
    (9, Opcode::FAdd),
    (10, Opcode::Sub),
    (11, Opcode::FSub),
    (12, Opcode::Mul),
    (13, Opcode::FMul),
    (14, Opcode::UDiv),
    (15, Opcode::SDiv),
    (16, Opcode::FDiv),
    (17, Opcode::URem),
    (18, Opcode::SRem),
    (19, Opcode::FRem),
    (20, Opcode::Shl),
    (21, Opcode::LShr),
    (22, Opcode::AShr),
    (23, Opcode::And),
    (24, Opcode::Or),
    (25, Opcode::Xor),
    (26, Opcode::Alloca),
    (27, Opcode::Load),
    (28, Opcode::Store),
    (29, Opcode::Gep),
    (30, Opcode::Trunc),
    (31, Opcode::ZExt),
    (32, Opcode::SExt),
    (33, Opcode::FPToUI),
    (34, Opcode::FPToSI),
    (35, Opcode::UIToFP),
    (36, Opcode::SIToFP),
    (37, Opcode::FPTrunc),
    (38, Opcode::FPExt),
    (39, Opcode::PtrToInt),
    (40, Opcode::IntToPtr),
    (41, Opcode::Bitcast),
    (42, Opcode::ICmp),
    (43, Opcode::FCmp),
    (46, Opcode::Select),
    (50, Opcode::ExtractElement),
    (51, Opcode::InsertElement),
    (52, Opcode::ShuffleVector),
    (53, Opcode::ExtractValue),
    (54, Opcode::InsertValue),
    (55, Opcode::Fence),
    (56, Opcode::Cmpxchg),
    (57, Opcode::AtomicRmw),
    (60, Opcode::AddrSpaceCast),
    (66, Opcode::FNeg),
    (68, Opcode::Freeze),
    // Addresses are not a wider than the integers that they are converted to.
    (69, Opcode::PtrToInt),
];

/// `LLVMIntPredicate`
const INT_PREDICATES: &[(i32, IntPredicate)] = &[
    (32, IntPredicate::Eq),
    (33, IntPredicate::Ne),
    (34, IntPredicate::Ugt),
    (35, IntPredicate::Uge),
    (36, IntPredicate::Ult),
    (37, IntPredicate::Ule),
    (38, IntPredicate::Sgt),
    (39, IntPredicate::Sge),
    (40, IntPredicate::Slt),
    (41, IntPredicate::Sle),
];

/// The comparisons of `LLVMRealPredicate` that are always false and always true.
pub(super) const NEVER: i32 = 0;
pub(super) const ALWAYS: i32 = 15;
/// The kind of types that only metadata has, of `LLVMTypeKind`.
pub(super) const OF_METADATA: i32 = 14;

/// The others.
const FLOAT_PREDICATES: &[(i32, FloatPredicate)] = &[
    (1, FloatPredicate::Oeq),
    (2, FloatPredicate::Ogt),
    (3, FloatPredicate::Oge),
    (4, FloatPredicate::Olt),
    (5, FloatPredicate::Ole),
    (6, FloatPredicate::One),
    (7, FloatPredicate::Ord),
    (8, FloatPredicate::Uno),
    (9, FloatPredicate::Ueq),
    (10, FloatPredicate::Ugt),
    (11, FloatPredicate::Uge),
    (12, FloatPredicate::Ult),
    (13, FloatPredicate::Ule),
    (14, FloatPredicate::Une),
];

/// `LLVMAtomicRMWBinOp`, without those that SPIR-V does not have.
const BIN_OPS: &[(i32, BinOp)] = &[
    (0, BinOp::Xchg),
    (1, BinOp::Add),
    (2, BinOp::Sub),
    (3, BinOp::And),
    (5, BinOp::Or),
    (6, BinOp::Xor),
    (7, BinOp::Max),
    (8, BinOp::Min),
    (9, BinOp::UMax),
    (10, BinOp::UMin),
    (11, BinOp::FAdd),
    (12, BinOp::FSub),
    (13, BinOp::FMax),
    (14, BinOp::FMin),
];

/// `LLVMAtomicOrdering`, without the one that is weaker than SPIR-V's.
const ORDERINGS: &[(i32, Ordering)] = &[
    (2, Ordering::Monotonic),
    (4, Ordering::Acquire),
    (5, Ordering::Release),
    (6, Ordering::AcqRel),
    (7, Ordering::SeqCst),
];

fn chosen<T: Copy>(rows: &[(i32, T)], number: i32) -> Option<T> {
    rows.iter().find(|(known, _)| *known == number).map(|(_, choice)| *choice)
}

/// The op of an instruction whose operands are the op's.
pub(super) fn plain(number: i32) -> Option<Opcode> {
    chosen(PLAIN, number)
}

/// A comparison of integers.
pub(super) fn int_predicate(number: i32) -> Option<IntPredicate> {
    chosen(INT_PREDICATES, number)
}

/// A comparison of numbers.
pub(super) fn float_predicate(number: i32) -> Option<FloatPredicate> {
    chosen(FLOAT_PREDICATES, number)
}

/// Function of an atomic operation.
pub(super) fn bin_op(number: i32) -> Option<BinOp> {
    chosen(BIN_OPS, number)
}

/// The order of an atomic access.
pub(super) fn ordering(number: i32) -> Option<Ordering> {
    chosen(ORDERINGS, number)
}
