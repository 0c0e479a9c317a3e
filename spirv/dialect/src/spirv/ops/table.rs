//! The hand-written part of the op table: textual form, result type, traits and a sentence per op.
//!
//! The language of the first is that of [`super::format`].

use super::format::{Format, Piece};
use crate::ir::Traits;
use crate::pieces;
use spirv::Op;

/// The inference of an op's result type, where its text does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Infer {
    /// The text has it.
    Spelled,
    /// The type of this operand.
    Same(u8),
    /// `i1`, or a vector of them, shaped like this operand.
    Bool(u8),
    /// The pointee of this operand.
    Pointee(u8),
    /// The component type of this vector operand.
    Element(u8),
    /// The part of this operand that the literal indices select.
    Part(u8),
    /// The image in this sampled image.
    ImageOf(u8),
    /// `i32`.
    Word,
}

use Infer::{Bool, Element, ImageOf, Part, Pointee, Same, Spelled, Word};

const NONE: Traits = Traits::NONE;
const EACH: Traits = Traits::COMPONENTWISE;
const EACH_COMMUTATIVE: Traits = Traits(EACH.0 | Traits::COMMUTATIVE.0);

/// The op has functions of its own in parser and printer.
pub const CUSTOM: Format = &[];
const DEFAULT_NONE: Format = pieces!("{}");
const DEFAULT_TAKES: Format = pieces!("$* {} : T*");
const DEFAULT_GIVES: Format = pieces!("{} : R");
const DEFAULT: Format = pieces!("$* {} : ( T* ) -> R");
/// Operands and result of one type.
pub const SAME: Format = pieces!("$* {} : T0");
/// As [`SAME`], with the other attributes last.
pub const SAME_FIRST: Format = pieces!("$* : T0 {}");
const ARROW: Format = pieces!("$* {} : T* -> R");
/// Operands of one type, which is spelled once.
pub const DOT: Format = pieces!("$* {} : T0 -> R");
const PACKED_DOT: Format = pieces!("$* packed {} : T0 -> R");
const ASSUME: Format = pieces!("$0 {}");
const SPLIT_BARRIER: Format = pieces!("enum:scope enum:scope_2 enum:semantics {}");
const PRINTF: Format = pieces!("$0 $* {} : T* -> R");
const PAIR: Format = pieces!("$* {} : T0 , T1");
const FIELD: Format = pieces!("$* {} : T0 , T1 , T2");
const INSERT_FIELD: Format = pieces!("$* {} : T0 , T2 , T3");
const CAST: Format = pieces!("$0 {} : T0 to R");
const VECTOR_AT: Format = pieces!("$0 [ $1 ] {} : T0 , T1");
const VECTOR_PUT: Format = pieces!("$1 , $0 [ $2 ] {} : T0 , T2");
const SHUFFLE: Format = pieces!("{} idx $* : T* -> R");
const EXTRACT: Format = pieces!("$0 idx {} : T0");
const INSERT: Format = pieces!("$0 , $1 idx {} : T0 into T1");
/// A load: the type is that of the result.
pub const LOAD: Format = pieces!("storage $0 mem {} : R");
/// A store: the type is that of the value.
pub const STORE: Format = pieces!("storage $0 , $1 mem {} : T1");
/// A pointer into the object that the first operand points to.
pub const CHAIN: Format = pieces!("$0 [ $* ] {} : T* -> R");
const ATOMIC_LOAD: Format = pieces!("enum:scope enum:semantics $0 {} : T0");
/// An atomic operation on a pointer and a value.
pub const ATOMIC: Format = pieces!("enum:scope enum:semantics $0 , $1 {} : T0");
/// An atomic operation on a pointer that compares first.
pub const ATOMIC_COMPARE: Format = pieces!("enum:scope enum:semantics enum:semantics_2 $0 , $1 , $2 {} : T0");
const BARRIER: Format = pieces!("enum:scope , enum:scope_2 , enum:semantics {}");
const MEMORY_BARRIER: Format = pieces!("enum:scope , enum:semantics {}");
const SCOPE_R: Format = pieces!("enum:scope {} : R");
const SCOPE_SAME: Format = pieces!("enum:scope $0 {} : T0");
const SCOPE_PAIR: Format = pieces!("enum:scope $0 {} : T0 , R");
const SCOPE_R_OF: Format = pieces!("enum:scope $0 {} : R");
const SCOPE_TYPES: Format = pieces!("enum:scope $* {} : T*");
const SCOPE_ARROW: Format = pieces!("enum:scope $* {} : T* -> R");
const SCOPE_TURN: Format = pieces!("enum:scope $0 , $1 turn {} : T* -> R");
const GROUP_COUNT: Format = pieces!("enum:scope enum:group_operation $0 {} : T0 -> R");
const QUAD: Format = pieces!("enum:scope $0 $1 {} : T*");
const REDUCE: Format = pieces!("enum:scope enum:group_operation $0 cluster {} : T* -> R");
const GROUP_REDUCE: Format = pieces!("enum:scope enum:group_operation $0 {} : T0");
const RESULT_OF: Format = pieces!("$* {} : R");
const IMAGE: Format = pieces!("$* img {} : T* -> R");
const IMAGE_WRITE: Format = pieces!("$* img {} : T*");
const IMAGE_OF: Format = pieces!("$0 {} : T0");
const LDEXP: Format = pieces!("{} $0 : T0 , $1 : T1 -> R");
const MIX: Format = pieces!("{} $0 : T0 , $1 : T1 , $2 : T2 -> R");
const PACK: Format = pieces!("{} $0 : T0 -> R");
const MATRIX_LOAD: Format = pieces!("$0 , $2 , layout1 access {} : T0 , T2 -> R");
const MATRIX_STORE: Format = pieces!("$0 , $1 , $3 , layout2 access {} : T0 , T1 , T3");
/// A product of cooperative matrices.
pub const MATRIX_PRODUCT: Format = pieces!("$0 , $1 , $2 signs {} : T0 , T1 -> R");
const MATRIX_LENGTH: Format = pieces!("{} : type");

/// The operand that a format has as the layout of a cooperative matrix.
pub fn layout_at(format: Format) -> Option<usize> {
    format.iter().find_map(|piece| if let Piece::Layout(at) = piece { Some(*at) } else { None })
}

/// The table's part of a row.
#[derive(Clone, Copy, Debug)]
pub struct Ours {
    /// The textual form.
    pub format: Format,
    /// The type of the result.
    pub infer: Infer,
    /// The traits of every such op.
    pub traits: Traits,
    /// One sentence.
    pub doc: &'static str,
}

/// A row of one of the tables.
#[derive(Clone, Copy, Debug)]
pub struct Row<K> {
    /// The instruction.
    pub op: K,
    /// The table's part.
    pub ours: Ours,
}

/// The row of an instruction that the tables do not list: its text looks like a call.
pub const fn default_row(has_operands: bool, has_result: bool) -> Ours {
    let format = match (has_operands, has_result) {
        (false, false) => DEFAULT_NONE,
        (true, false) => DEFAULT_TAKES,
        (false, true) => DEFAULT_GIVES,
        (true, true) => DEFAULT,
    };
    Ours { format, infer: Spelled, traits: NONE, doc: "As the SPIR-V specification says." }
}

macro_rules! rows {
    ($name:ident: $key:ty = $(($op:expr, $format:expr, $infer:expr, $traits:expr, $doc:literal),)*) => {
        /// The rows, grouped as in the specification.
        pub const $name: &[Row<$key>] =
            &[$(Row { op: $op, ours: Ours { format: $format, infer: $infer, traits: $traits, doc: $doc } },)*];
    };
}

rows! { CORE: Op =
    // Integer and floating-point arithmetic.
    (Op::SNegate, SAME, Same(0), EACH, "Negates integers."),
    (Op::FNegate, SAME, Same(0), EACH, "Negates floating-point numbers."),
    (Op::ISub, SAME, Same(0), EACH, "The difference of integers."),
    (Op::FSub, SAME, Same(0), EACH, "The difference of floating-point numbers."),
    (Op::UDiv, SAME, Same(0), EACH, "Divides unsigned integers."),
    (Op::SDiv, SAME, Same(0), EACH, "Divides signed integers, rounding to zero."),
    (Op::FDiv, SAME, Same(0), EACH, "Divides floating-point numbers."),
    (Op::UMod, SAME, Same(0), EACH, "The remainder of unsigned integers."),
    (Op::SRem, SAME, Same(0), EACH, "The remainder of signed integers, with the dividend's sign."),
    (Op::SMod, SAME, Same(0), EACH, "The remainder of signed integers, with the divisor's sign."),
    (Op::FRem, SAME, Same(0), EACH, "The remainder of floating-point numbers, with the dividend's sign."),
    (Op::FMod, SAME, Same(0), EACH, "The remainder of floating-point numbers, with the divisor's sign."),
    (Op::IAdd, SAME, Same(0), EACH_COMMUTATIVE, "The sum of integers."),
    (Op::FAdd, SAME, Same(0), EACH_COMMUTATIVE, "The sum of floating-point numbers."),
    (Op::IMul, SAME, Same(0), EACH_COMMUTATIVE, "The product of integers."),
    (Op::FMul, SAME, Same(0), EACH_COMMUTATIVE, "The product of floating-point numbers."),
    (Op::IAddCarry, RESULT_OF, Spelled, NONE, "The sum of unsigned integers and its carry."),
    (Op::ISubBorrow, RESULT_OF, Spelled, NONE, "The difference of unsigned integers and its borrow."),
    (Op::UMulExtended, RESULT_OF, Spelled, NONE, "The low and high halves of an unsigned product."),
    (Op::SMulExtended, RESULT_OF, Spelled, NONE, "The low and high halves of a signed product."),
    (Op::VectorTimesScalar, DEFAULT, Spelled, NONE, "Scales a vector."),
    (Op::Dot, DOT, Spelled, NONE, "The dot product of vectors."),
    (Op::SDot, PACKED_DOT, Spelled, NONE, "The dot product of signed integers."),
    (Op::UDot, PACKED_DOT, Spelled, NONE, "The dot product of unsigned integers."),
    (Op::SUDot, PACKED_DOT, Spelled, NONE, "The dot product of signed and unsigned integers."),
    (Op::SDotAccSat, PACKED_DOT, Spelled, NONE, "The dot product of signed integers, added to a number and saturated."),
    (Op::UDotAccSat, PACKED_DOT, Spelled, NONE, "The dot product of unsigned integers, added to a number and saturated."),
    (Op::SUDotAccSat, PACKED_DOT, Spelled, NONE, "The dot product of mixed integers, added to a number and saturated."),
    // Matrices.
    (Op::MatrixTimesScalar, DEFAULT_TAKES, Same(0), NONE, "Scales a matrix."),
    (Op::VectorTimesMatrix, ARROW, Spelled, NONE, "A row vector times a matrix."),
    (Op::MatrixTimesVector, ARROW, Spelled, NONE, "A matrix times a column vector."),
    (Op::MatrixTimesMatrix, ARROW, Spelled, NONE, "The product of matrices."),
    (Op::OuterProduct, ARROW, Spelled, NONE, "The matrix of the products of the components of two vectors."),
    (Op::Transpose, ARROW, Spelled, NONE, "Exchanges rows and columns of a matrix."),
    (Op::CooperativeMatrixLoadKHR, MATRIX_LOAD, Spelled, NONE, "Reads a cooperative matrix."),
    (Op::CooperativeMatrixStoreKHR, MATRIX_STORE, Spelled, NONE, "Writes a cooperative matrix."),
    (Op::CooperativeMatrixMulAddKHR, MATRIX_PRODUCT, Spelled, NONE, "The product of cooperative matrices, added to a third."),
    (Op::CooperativeMatrixLengthKHR, MATRIX_LENGTH, Word, NONE, "The number of components that an invocation has of a cooperative matrix."),
    // Comparisons.
    (Op::IsNan, SAME_FIRST, Bool(0), EACH, "Whether a number is NaN."),
    (Op::IsInf, SAME_FIRST, Bool(0), EACH, "Whether a number is infinite."),
    (Op::IsFinite, SAME_FIRST, Bool(0), EACH, "Whether a number is finite."),
    (Op::IsNormal, SAME_FIRST, Bool(0), EACH, "Whether a number is normal."),
    (Op::SignBitSet, SAME_FIRST, Bool(0), EACH, "Whether the sign bit is set."),
    (Op::Ordered, SAME_FIRST, Bool(0), EACH, "Whether neither of two numbers is NaN."),
    (Op::Unordered, SAME_FIRST, Bool(0), EACH, "Whether either of two numbers is NaN."),
    (Op::IEqual, SAME_FIRST, Bool(0), EACH, "Equality of integers."),
    (Op::INotEqual, SAME_FIRST, Bool(0), EACH, "Inequality of integers."),
    (Op::UGreaterThan, SAME_FIRST, Bool(0), EACH, "Unsigned greater than."),
    (Op::SGreaterThan, SAME_FIRST, Bool(0), EACH, "Signed greater than."),
    (Op::UGreaterThanEqual, SAME_FIRST, Bool(0), EACH, "Unsigned greater than or equal."),
    (Op::SGreaterThanEqual, SAME_FIRST, Bool(0), EACH, "Signed greater than or equal."),
    (Op::ULessThan, SAME_FIRST, Bool(0), EACH, "Unsigned less than."),
    (Op::SLessThan, SAME_FIRST, Bool(0), EACH, "Signed less than."),
    (Op::ULessThanEqual, SAME_FIRST, Bool(0), EACH, "Unsigned less than or equal."),
    (Op::SLessThanEqual, SAME_FIRST, Bool(0), EACH, "Signed less than or equal."),
    (Op::FOrdEqual, SAME_FIRST, Bool(0), EACH, "Equal, and neither is NaN."),
    (Op::FUnordEqual, SAME_FIRST, Bool(0), EACH, "Equal, or either is NaN."),
    (Op::FOrdNotEqual, SAME_FIRST, Bool(0), EACH, "Not equal, and neither is NaN."),
    (Op::FUnordNotEqual, SAME_FIRST, Bool(0), EACH, "Not equal, or either is NaN."),
    (Op::FOrdLessThan, SAME_FIRST, Bool(0), EACH, "Less than, and neither is NaN."),
    (Op::FUnordLessThan, SAME_FIRST, Bool(0), EACH, "Less than, or either is NaN."),
    (Op::FOrdGreaterThan, SAME_FIRST, Bool(0), EACH, "Greater than, and neither is NaN."),
    (Op::FUnordGreaterThan, SAME_FIRST, Bool(0), EACH, "Greater than, or either is NaN."),
    (Op::FOrdLessThanEqual, SAME_FIRST, Bool(0), EACH, "Less than or equal, and neither is NaN."),
    (Op::FUnordLessThanEqual, SAME_FIRST, Bool(0), EACH, "Less than or equal, or either is NaN."),
    (Op::FOrdGreaterThanEqual, SAME_FIRST, Bool(0), EACH, "Greater than or equal, and neither is NaN."),
    (Op::FUnordGreaterThanEqual, SAME_FIRST, Bool(0), EACH, "Greater than or equal, or either is NaN."),
    // Logic.
    (Op::LogicalNot, SAME_FIRST, Same(0), EACH, "Logical NOT."),
    (Op::Not, SAME_FIRST, Same(0), EACH, "Inverts bits."),
    (Op::BitReverse, SAME_FIRST, Same(0), EACH, "Reverses the order of bits."),
    (Op::BitCount, SAME_FIRST, Same(0), EACH, "Counts the bits that are set."),
    (Op::LogicalEqual, SAME_FIRST, Same(0), EACH_COMMUTATIVE, "Equality of booleans."),
    (Op::LogicalNotEqual, SAME_FIRST, Same(0), EACH_COMMUTATIVE, "Inequality of booleans."),
    (Op::LogicalOr, SAME_FIRST, Same(0), EACH_COMMUTATIVE, "Logical OR."),
    (Op::LogicalAnd, SAME_FIRST, Same(0), EACH_COMMUTATIVE, "Logical AND."),
    (Op::BitwiseOr, SAME, Same(0), EACH_COMMUTATIVE, "Bitwise OR."),
    (Op::BitwiseXor, SAME, Same(0), EACH_COMMUTATIVE, "Bitwise XOR."),
    (Op::BitwiseAnd, SAME, Same(0), EACH_COMMUTATIVE, "Bitwise AND."),
    (Op::Select, PAIR, Same(1), EACH, "One of two values, by a condition."),
    (Op::Any, ARROW, Spelled, NONE, "Whether any component is true."),
    (Op::All, ARROW, Spelled, NONE, "Whether all components are true."),
    // Shifts and bit fields.
    (Op::ShiftRightLogical, PAIR, Same(0), EACH, "Shifts right, filling with zeros."),
    (Op::ShiftRightArithmetic, PAIR, Same(0), EACH, "Shifts right, filling with the sign."),
    (Op::ShiftLeftLogical, PAIR, Same(0), EACH, "Shifts left."),
    (Op::BitFieldSExtract, FIELD, Same(0), NONE, "Extracts a field of bits and extends its sign."),
    (Op::BitFieldUExtract, FIELD, Same(0), NONE, "Extracts a field of bits."),
    (Op::BitFieldInsert, INSERT_FIELD, Same(0), NONE, "Replaces a field of bits."),
    // Conversions.
    (Op::ConvertFToU, CAST, Spelled, EACH, "Converts numbers to unsigned integers, rounding to zero."),
    (Op::ConvertFToS, CAST, Spelled, EACH, "Converts numbers to signed integers, rounding to zero."),
    (Op::ConvertSToF, CAST, Spelled, EACH, "Converts signed integers to numbers."),
    (Op::ConvertUToF, CAST, Spelled, EACH, "Converts unsigned integers to numbers."),
    (Op::UConvert, CAST, Spelled, EACH, "Changes the width of unsigned integers."),
    (Op::SConvert, CAST, Spelled, EACH, "Changes the width of signed integers."),
    (Op::FConvert, CAST, Spelled, EACH, "Changes the width of floating-point numbers."),
    (Op::ConvertPtrToU, CAST, Spelled, NONE, "The address in a pointer."),
    (Op::ConvertUToPtr, CAST, Spelled, NONE, "The pointer to an address."),
    (Op::PtrCastToGeneric, CAST, Spelled, NONE, "Casts a pointer to the generic storage class."),
    (Op::GenericCastToPtr, CAST, Spelled, NONE, "Casts a pointer from the generic storage class."),
    (Op::GenericCastToPtrExplicit, CAST, Spelled, NONE, "Casts a pointer from the generic storage class when it points there."),
    (Op::Bitcast, CAST, Spelled, NONE, "The same bits as another type."),
    (Op::ConvertFToBF16INTEL, CAST, Spelled, NONE, "Rounds to the bits of a bfloat16."),
    (Op::ConvertBF16ToFINTEL, CAST, Spelled, NONE, "The number in the bits of a bfloat16."),
    (Op::RoundFToTF32INTEL, CAST, Spelled, NONE, "Rounds to the precision of TensorFloat-32."),
    (Op::QuantizeToF16, ARROW, Spelled, EACH, "Quantizes to half precision."),
    (Op::SatConvertSToU, ARROW, Spelled, EACH, "Converts signed to unsigned integers, saturating."),
    (Op::SatConvertUToS, ARROW, Spelled, EACH, "Converts unsigned to signed integers, saturating."),
    (Op::CopyLogical, ARROW, Spelled, NONE, "Copies a composite to a type of the same shape."),
    (Op::CopyObject, ARROW, Spelled, NONE, "Copies a value."),
    // Composites.
    (Op::VectorExtractDynamic, VECTOR_AT, Element(0), NONE, "A component by a run-time index."),
    (Op::VectorInsertDynamic, VECTOR_PUT, Same(0), NONE, "Replaces a component by a run-time index."),
    (Op::VectorShuffle, SHUFFLE, Spelled, NONE, "A vector of components of two others."),
    (Op::CompositeConstruct, DEFAULT, Spelled, NONE, "A composite of its parts."),
    (Op::CompositeExtract, EXTRACT, Part(0), NONE, "A part of a composite."),
    (Op::CompositeInsert, INSERT, Same(1), NONE, "Replaces a part of a composite."),
    (Op::Undef, DEFAULT_GIVES, Spelled, NONE, "An undefined value."),
    // Memory.
    (Op::Load, LOAD, Spelled, NONE, "Reads through a pointer."),
    (Op::Store, STORE, Spelled, NONE, "Writes through a pointer."),
    (Op::Variable, CUSTOM, Spelled, NONE, "A variable of a function."),
    (Op::CopyMemory, CUSTOM, Spelled, NONE, "Copies what one pointer points to to another."),
    (Op::AccessChain, CHAIN, Spelled, NONE, "The pointer to a part of what a pointer points to."),
    (Op::InBoundsAccessChain, CHAIN, Spelled, NONE, "The pointer to a part, with indices known to be in bounds."),
    (Op::PtrAccessChain, CHAIN, Spelled, NONE, "The pointer to a part of an element of an array that a pointer points into."),
    (Op::InBoundsPtrAccessChain, CHAIN, Spelled, NONE, "The pointer to a part of an element, with indices known to be in bounds."),
    (Op::ArrayLength, ARROW, Spelled, NONE, "The number of elements of a run-time array in a buffer."),
    (Op::PtrEqual, ARROW, Spelled, NONE, "Whether pointers are equal."),
    (Op::PtrNotEqual, ARROW, Spelled, NONE, "Whether pointers differ."),
    (Op::PtrDiff, ARROW, Spelled, NONE, "The distance of pointers in elements."),
    // Atomics.
    (Op::AtomicLoad, ATOMIC_LOAD, Pointee(0), NONE, "Reads atomically."),
    (Op::AtomicIIncrement, ATOMIC_LOAD, Pointee(0), NONE, "Adds one; the old value."),
    (Op::AtomicIDecrement, ATOMIC_LOAD, Pointee(0), NONE, "Subtracts one; the old value."),
    (Op::AtomicExchange, ATOMIC, Pointee(0), NONE, "Writes; the old value."),
    (Op::AtomicIAdd, ATOMIC, Pointee(0), NONE, "Adds; the old value."),
    (Op::AtomicISub, ATOMIC, Pointee(0), NONE, "Subtracts; the old value."),
    (Op::AtomicSMin, ATOMIC, Pointee(0), NONE, "The signed minimum; the old value."),
    (Op::AtomicUMin, ATOMIC, Pointee(0), NONE, "The unsigned minimum; the old value."),
    (Op::AtomicSMax, ATOMIC, Pointee(0), NONE, "The signed maximum; the old value."),
    (Op::AtomicUMax, ATOMIC, Pointee(0), NONE, "The unsigned maximum; the old value."),
    (Op::AtomicAnd, ATOMIC, Pointee(0), NONE, "The conjunction of bits; the old value."),
    (Op::AtomicOr, ATOMIC, Pointee(0), NONE, "The disjunction of bits; the old value."),
    (Op::AtomicXor, ATOMIC, Pointee(0), NONE, "The exclusive disjunction of bits; the old value."),
    (Op::AtomicFAddEXT, ATOMIC, Pointee(0), NONE, "Adds numbers; the old value."),
    (Op::AtomicFMinEXT, ATOMIC, Pointee(0), NONE, "The minimum of numbers; the old value."),
    (Op::AtomicFMaxEXT, ATOMIC, Pointee(0), NONE, "The maximum of numbers; the old value."),
    (Op::AtomicStore, ATOMIC, Spelled, NONE, "Writes atomically."),
    (Op::AtomicCompareExchange, ATOMIC_COMPARE, Pointee(0), NONE, "Writes when the old value is as expected; the old value."),
    (Op::AtomicCompareExchangeWeak, ATOMIC_COMPARE, Pointee(0), NONE, "As AtomicCompareExchange, but may fail without reason."),
    // Synchronisation.
    (Op::ControlBarrier, BARRIER, Spelled, NONE, "Waits for all invocations of a scope."),
    (Op::MemoryBarrier, MEMORY_BARRIER, Spelled, NONE, "Orders memory accesses."),
    (Op::ControlBarrierArriveINTEL, SPLIT_BARRIER, Spelled, NONE, "The first half of a barrier."),
    (Op::ControlBarrierWaitINTEL, SPLIT_BARRIER, Spelled, NONE, "The second half of a barrier."),
    (Op::AssumeTrueKHR, ASSUME, Spelled, NONE, "Assumes that a condition is true."),
    // Control flow.
    (Op::Branch, CUSTOM, Spelled, NONE, "Branches to a block."),
    (Op::BranchConditional, CUSTOM, Spelled, NONE, "Branches to one of two blocks."),
    (Op::Switch, CUSTOM, Spelled, NONE, "Branches to a block selected by an integer."),
    (Op::SelectionMerge, CUSTOM, Spelled, NONE, "Declares the merge block of the following terminator."),
    (Op::LoopMerge, CUSTOM, Spelled, NONE, "Declares a loop: its merge block and its continue target."),
    (Op::FunctionCall, CUSTOM, Spelled, NONE, "Calls a function of the module."),
    (Op::Return, DEFAULT_NONE, Spelled, NONE, "Returns from a function."),
    (Op::Kill, DEFAULT_NONE, Spelled, NONE, "Ends the invocation of a fragment shader."),
    (Op::AbortKHR, DEFAULT_TAKES, Spelled, NONE, "Ends all invocations, with a message to the host."),
    (Op::Unreachable, DEFAULT_NONE, Spelled, NONE, "Unreachable."),
    (Op::TerminateInvocation, DEFAULT_NONE, Spelled, NONE, "Ends the invocation of a fragment shader."),
    (Op::IgnoreIntersectionKHR, DEFAULT_NONE, Spelled, NONE, "Continues a ray as if it had not hit."),
    (Op::TerminateRayKHR, DEFAULT_NONE, Spelled, NONE, "Accepts a hit and ends the ray."),
    (Op::ReturnValue, DEFAULT_TAKES, Spelled, NONE, "Returns a value from a function."),
    (Op::EmitMeshTasksEXT, DEFAULT_TAKES, Spelled, NONE, "Ends a task shader and starts mesh shaders."),
    (Op::EntryPoint, CUSTOM, Spelled, NONE, "Names a function that can be started and the variables it uses."),
    (Op::ExecutionMode, CUSTOM, Spelled, NONE, "Sets an execution mode."),
    (Op::ExecutionModeId, CUSTOM, Spelled, NONE, "Sets an execution mode with id operands."),
    // Groups and subgroups.
    (Op::GroupNonUniformElect, SCOPE_R, Spelled, NONE, "Whether this is the first active invocation."),
    (Op::GroupNonUniformAll, SCOPE_SAME, Bool(0), NONE, "Whether a condition is true for all active invocations."),
    (Op::GroupNonUniformAny, SCOPE_SAME, Bool(0), NONE, "Whether a condition is true for any active invocation."),
    (Op::GroupNonUniformAllEqual, SCOPE_PAIR, Spelled, NONE, "Whether a value is the same for all active invocations."),
    (Op::GroupNonUniformBallotFindLSB, SCOPE_PAIR, Spelled, NONE, "The lowest bit of a ballot."),
    (Op::GroupNonUniformBallotFindMSB, SCOPE_PAIR, Spelled, NONE, "The highest bit of a ballot."),
    (Op::GroupNonUniformBallot, SCOPE_R_OF, Spelled, NONE, "The condition of each active invocation, as bits."),
    (Op::GroupNonUniformBroadcast, SCOPE_TYPES, Same(0), NONE, "The value of one invocation."),
    (Op::GroupNonUniformShuffle, SCOPE_TYPES, Same(0), NONE, "The value of the invocation with a given id."),
    (Op::GroupNonUniformShuffleXor, SCOPE_TYPES, Same(0), NONE, "The value of the invocation whose number differs by a mask."),
    (Op::GroupNonUniformShuffleUp, SCOPE_TYPES, Same(0), NONE, "The value of an earlier invocation."),
    (Op::GroupNonUniformShuffleDown, SCOPE_TYPES, Same(0), NONE, "The value of a later invocation."),
    (Op::GroupBroadcast, SCOPE_TYPES, Same(0), NONE, "The value of one invocation of the group."),
    (Op::GroupNonUniformRotateKHR, SCOPE_TURN, Spelled, NONE, "The values, rotated among invocations."),
    (Op::GroupNonUniformBroadcastFirst, SCOPE_ARROW, Spelled, NONE, "The value of the first active invocation."),
    (Op::GroupNonUniformInverseBallot, SCOPE_ARROW, Spelled, NONE, "The bit of a ballot that is this invocation's."),
    (Op::GroupNonUniformBallotBitExtract, SCOPE_ARROW, Spelled, NONE, "A bit of a ballot."),
    (Op::GroupNonUniformQuadBroadcast, SCOPE_ARROW, Spelled, NONE, "The value of one invocation of the quad."),
    (Op::GroupNonUniformBallotBitCount, GROUP_COUNT, Spelled, NONE, "Counts the bits of a ballot."),
    (Op::GroupNonUniformQuadSwap, QUAD, Same(0), NONE, "The value of a neighbor in the quad."),
    (Op::GroupNonUniformIAdd, REDUCE, Spelled, NONE, "The sum of integers over active invocations."),
    (Op::GroupNonUniformFAdd, REDUCE, Spelled, NONE, "The sum of numbers over active invocations."),
    (Op::GroupNonUniformIMul, REDUCE, Spelled, NONE, "The product of integers over active invocations."),
    (Op::GroupNonUniformFMul, REDUCE, Spelled, NONE, "The product of numbers over active invocations."),
    (Op::GroupNonUniformSMin, REDUCE, Spelled, NONE, "The signed minimum over active invocations."),
    (Op::GroupNonUniformUMin, REDUCE, Spelled, NONE, "The unsigned minimum over active invocations."),
    (Op::GroupNonUniformFMin, REDUCE, Spelled, NONE, "The minimum of numbers over active invocations."),
    (Op::GroupNonUniformSMax, REDUCE, Spelled, NONE, "The signed maximum over active invocations."),
    (Op::GroupNonUniformUMax, REDUCE, Spelled, NONE, "The unsigned maximum over active invocations."),
    (Op::GroupNonUniformFMax, REDUCE, Spelled, NONE, "The maximum of numbers over active invocations."),
    (Op::GroupNonUniformBitwiseAnd, REDUCE, Spelled, NONE, "The conjunction of bits over active invocations."),
    (Op::GroupNonUniformBitwiseOr, REDUCE, Spelled, NONE, "The disjunction of bits over active invocations."),
    (Op::GroupNonUniformBitwiseXor, REDUCE, Spelled, NONE, "The exclusive disjunction of bits over active invocations."),
    (Op::GroupNonUniformLogicalAnd, REDUCE, Spelled, NONE, "The conjunction over active invocations."),
    (Op::GroupNonUniformLogicalOr, REDUCE, Spelled, NONE, "The disjunction over active invocations."),
    (Op::GroupNonUniformLogicalXor, REDUCE, Spelled, NONE, "The exclusive disjunction over active invocations."),
    (Op::GroupIAdd, GROUP_REDUCE, Same(0), NONE, "The sum of integers over a group."),
    (Op::GroupFAdd, GROUP_REDUCE, Same(0), NONE, "The sum of numbers over a group."),
    (Op::GroupSMin, GROUP_REDUCE, Same(0), NONE, "The signed minimum over a group."),
    (Op::GroupUMin, GROUP_REDUCE, Same(0), NONE, "The unsigned minimum over a group."),
    (Op::GroupFMin, GROUP_REDUCE, Same(0), NONE, "The minimum of numbers over a group."),
    (Op::GroupSMax, GROUP_REDUCE, Same(0), NONE, "The signed maximum over a group."),
    (Op::GroupUMax, GROUP_REDUCE, Same(0), NONE, "The unsigned maximum over a group."),
    (Op::GroupFMax, GROUP_REDUCE, Same(0), NONE, "The maximum of numbers over a group."),
    (Op::GroupIMulKHR, GROUP_REDUCE, Same(0), NONE, "The product of integers over a group."),
    (Op::GroupFMulKHR, GROUP_REDUCE, Same(0), NONE, "The product of numbers over a group."),
    (Op::SubgroupBlockReadINTEL, ARROW, Spelled, NONE, "Reads a block of memory, a part of it for each invocation."),
    (Op::SubgroupBlockWriteINTEL, STORE, Spelled, NONE, "Writes a block of memory, a part of it by each invocation."),
    (Op::GroupAll, SCOPE_ARROW, Spelled, NONE, "Whether a condition is true for all invocations of a group."),
    (Op::GroupAny, SCOPE_ARROW, Spelled, NONE, "Whether a condition is true for any invocation of a group."),
    (Op::SubgroupBallotKHR, RESULT_OF, Spelled, NONE, "The condition of each invocation, as bits."),
    // Images.
    (Op::ImageSampleImplicitLod, IMAGE, Spelled, NONE, "Samples with a level of detail from derivatives."),
    (Op::ImageSampleExplicitLod, IMAGE, Spelled, NONE, "Samples with a given level of detail."),
    (Op::ImageSampleProjImplicitLod, IMAGE, Spelled, NONE, "Samples with projection."),
    (Op::ImageSampleProjExplicitLod, IMAGE, Spelled, NONE, "Samples with projection and a given level of detail."),
    (Op::ImageSampleDrefImplicitLod, IMAGE, Spelled, NONE, "Samples with a depth comparison."),
    (Op::ImageSampleDrefExplicitLod, IMAGE, Spelled, NONE, "Samples with a depth comparison and a given level of detail."),
    (Op::ImageSampleProjDrefImplicitLod, IMAGE, Spelled, NONE, "Samples with projection and a depth comparison."),
    (Op::ImageSampleProjDrefExplicitLod, IMAGE, Spelled, NONE, "Samples with projection, a depth comparison and a given level of detail."),
    (Op::ImageFetch, IMAGE, Spelled, NONE, "A texel by integer coordinates."),
    (Op::ImageGather, IMAGE, Spelled, NONE, "One component of four texels."),
    (Op::ImageDrefGather, IMAGE, Spelled, NONE, "Four depth comparisons."),
    (Op::ImageQuerySize, IMAGE, Spelled, NONE, "The size of an image without levels."),
    (Op::ImageQuerySizeLod, IMAGE, Spelled, NONE, "The size of a level of an image."),
    (Op::ImageQueryLod, IMAGE, Spelled, NONE, "The level that sampling would use."),
    (Op::ImageQueryLevels, IMAGE, Spelled, NONE, "The number of levels."),
    (Op::ImageQuerySamples, IMAGE, Spelled, NONE, "The number of samples per texel."),
    (Op::ImageRead, IMAGE, Spelled, NONE, "Reads a texel of a storage image."),
    (Op::ImageSparseRead, IMAGE, Spelled, NONE, "Reads a texel of a storage image and whether it was resident."),
    (Op::ImageWrite, IMAGE_WRITE, Spelled, NONE, "Writes a texel of a storage image."),
    (Op::Image, IMAGE_OF, ImageOf(0), NONE, "The image in a sampled image."),
    (Op::SampledImage, ARROW, Spelled, NONE, "An image with a sampler."),
    (Op::ImageTexelPointer, ARROW, Spelled, NONE, "The pointer to a texel, for atomics."),
}

rows! { GL: &str =
    ("Round", SAME, Same(0), EACH, "Rounds to the nearest, halves in either direction."),
    ("RoundEven", SAME, Same(0), EACH, "Rounds to the nearest, halves to even."),
    ("Trunc", SAME, Same(0), EACH, "Rounds to zero."),
    ("FAbs", SAME, Same(0), EACH, "The absolute value."),
    ("SAbs", SAME, Same(0), EACH, "The absolute value of integers."),
    ("FSign", SAME, Same(0), EACH, "The sign as -1, 0 or 1."),
    ("SSign", SAME, Same(0), EACH, "The sign of integers as -1, 0 or 1."),
    ("Floor", SAME, Same(0), EACH, "Rounds down."),
    ("Ceil", SAME, Same(0), EACH, "Rounds up."),
    ("Fract", SAME, Same(0), EACH, "The fractional part."),
    ("Radians", SAME, Same(0), EACH, "Degrees to radians."),
    ("Degrees", SAME, Same(0), EACH, "Radians to degrees."),
    ("Sin", SAME, Same(0), EACH, "The sine."),
    ("Cos", SAME, Same(0), EACH, "The cosine."),
    ("Tan", SAME, Same(0), EACH, "The tangent."),
    ("Asin", SAME, Same(0), EACH, "The arc sine."),
    ("Acos", SAME, Same(0), EACH, "The arc cosine."),
    ("Atan", SAME, Same(0), EACH, "The arc tangent."),
    ("Sinh", SAME, Same(0), EACH, "The hyperbolic sine."),
    ("Cosh", SAME, Same(0), EACH, "The hyperbolic cosine."),
    ("Tanh", SAME, Same(0), EACH, "The hyperbolic tangent."),
    ("Asinh", SAME, Same(0), EACH, "The inverse hyperbolic sine."),
    ("Acosh", SAME, Same(0), EACH, "The inverse hyperbolic cosine."),
    ("Atanh", SAME, Same(0), EACH, "The inverse hyperbolic tangent."),
    ("Atan2", SAME, Same(0), EACH, "The angle of a point."),
    ("Pow", SAME, Same(0), EACH, "A number to the power of another."),
    ("Exp", SAME, Same(0), EACH, "The natural exponential."),
    ("Log", SAME, Same(0), EACH, "The natural logarithm."),
    ("Exp2", SAME, Same(0), EACH, "Two to the power of a number."),
    ("Log2", SAME, Same(0), EACH, "The logarithm to base two."),
    ("Sqrt", SAME, Same(0), EACH, "The square root."),
    ("InverseSqrt", SAME, Same(0), EACH, "One over the square root."),
    ("FMin", SAME, Same(0), EACH, "The lesser number."),
    ("UMin", SAME, Same(0), EACH, "The lesser unsigned integer."),
    ("SMin", SAME, Same(0), EACH, "The lesser signed integer."),
    ("FMax", SAME, Same(0), EACH, "The greater number."),
    ("UMax", SAME, Same(0), EACH, "The greater unsigned integer."),
    ("SMax", SAME, Same(0), EACH, "The greater signed integer."),
    ("FClamp", SAME, Same(0), EACH, "A number kept between two others."),
    ("UClamp", SAME, Same(0), EACH, "An unsigned integer kept between two others."),
    ("SClamp", SAME, Same(0), EACH, "A signed integer kept between two others."),
    ("FMix", MIX, Spelled, EACH, "The linear blend of two numbers."),
    ("Step", SAME, Same(0), EACH, "Whether a number has reached an edge, as 0 or 1."),
    ("SmoothStep", SAME, Same(0), EACH, "A smooth step between two edges."),
    ("Fma", SAME, Same(0), EACH, "A product and a sum."),
    ("Cross", SAME, Same(0), NONE, "The cross product."),
    ("Normalize", SAME, Same(0), NONE, "The vector of length one in the same direction."),
    ("FaceForward", SAME, Same(0), NONE, "A normal turned to face an incident vector."),
    ("Reflect", SAME, Same(0), NONE, "The reflection of an incident vector."),
    ("FindILsb", SAME, Same(0), EACH, "The lowest bit that is set."),
    ("FindSMsb", SAME, Same(0), EACH, "The highest significant bit of a signed integer."),
    ("FindUMsb", SAME, Same(0), EACH, "The highest bit that is set."),
    ("NMin", SAME, Same(0), EACH, "The lesser number, or the one that is not NaN."),
    ("NMax", SAME, Same(0), EACH, "The greater number, or the one that is not NaN."),
    ("NClamp", SAME, Same(0), EACH, "A number kept between two others, NaN going to the least."),
    ("Determinant", ARROW, Spelled, NONE, "The determinant of a matrix."),
    ("MatrixInverse", ARROW, Spelled, NONE, "The inverse of a matrix."),
    ("ModfStruct", ARROW, Spelled, NONE, "The fractional and whole parts."),
    ("FrexpStruct", PACK, Spelled, NONE, "The significand and exponent."),
    ("PackSnorm4x8", PACK, Spelled, NONE, "Packs four signed normalized numbers in 8 bits each."),
    ("PackUnorm4x8", ARROW, Spelled, NONE, "Packs four unsigned normalized numbers in 8 bits each."),
    ("PackSnorm2x16", ARROW, Spelled, NONE, "Packs two signed normalized numbers in 16 bits each."),
    ("PackUnorm2x16", ARROW, Spelled, NONE, "Packs two unsigned normalized numbers in 16 bits each."),
    ("PackHalf2x16", PACK, Spelled, NONE, "Packs two numbers as halves."),
    ("PackDouble2x32", ARROW, Spelled, NONE, "Joins two words to a double."),
    ("UnpackSnorm2x16", ARROW, Spelled, NONE, "Unpacks two signed normalized numbers."),
    ("UnpackUnorm2x16", ARROW, Spelled, NONE, "Unpacks two unsigned normalized numbers."),
    ("UnpackHalf2x16", PACK, Spelled, NONE, "Unpacks two halves."),
    ("UnpackSnorm4x8", PACK, Spelled, NONE, "Unpacks four signed normalized numbers."),
    ("UnpackUnorm4x8", ARROW, Spelled, NONE, "Unpacks four unsigned normalized numbers."),
    ("UnpackDouble2x32", ARROW, Spelled, NONE, "Splits a double into words."),
    ("Length", ARROW, Spelled, NONE, "The length of a vector."),
    ("Distance", ARROW, Spelled, NONE, "The distance of two points."),
    ("Refract", ARROW, Spelled, NONE, "The refraction of an incident vector."),
    ("Ldexp", LDEXP, Spelled, NONE, "A number times a power of two."),
}

rows! { CL: &str =
    ("printf", PRINTF, Spelled, NONE, "Prints by a format."),
    ("acos", SAME, Same(0), EACH, "The arc cosine."),
    ("acosh", SAME, Same(0), EACH, "The inverse hyperbolic cosine."),
    ("asin", SAME, Same(0), EACH, "The arc sine."),
    ("asinh", SAME, Same(0), EACH, "The inverse hyperbolic sine."),
    ("atan", SAME, Same(0), EACH, "The arc tangent."),
    ("atan2", SAME, Same(0), EACH, "The angle of a point."),
    ("atanh", SAME, Same(0), EACH, "The inverse hyperbolic tangent."),
    ("ceil", SAME, Same(0), EACH, "Rounds up."),
    ("cos", SAME, Same(0), EACH, "The cosine."),
    ("cosh", SAME, Same(0), EACH, "The hyperbolic cosine."),
    ("erf", SAME, Same(0), EACH, "The error function."),
    ("exp", SAME, Same(0), EACH, "The natural exponential."),
    ("exp2", SAME, Same(0), EACH, "Two to the power of a number."),
    ("expm1", SAME, Same(0), EACH, "The natural exponential less one."),
    ("fabs", SAME, Same(0), EACH, "The absolute value."),
    ("floor", SAME, Same(0), EACH, "Rounds down."),
    ("fma", SAME, Same(0), EACH, "A product and a sum with one rounding."),
    ("fmax", SAME, Same(0), EACH, "The greater number."),
    ("fmin", SAME, Same(0), EACH, "The lesser number."),
    ("log", SAME, Same(0), EACH, "The natural logarithm."),
    ("log10", SAME, Same(0), EACH, "The logarithm to base ten."),
    ("log1p", SAME, Same(0), EACH, "The natural logarithm of one more."),
    ("log2", SAME, Same(0), EACH, "The logarithm to base two."),
    ("mix", SAME, Same(0), EACH, "The linear blend of two numbers."),
    ("pow", SAME, Same(0), EACH, "A number to the power of another."),
    ("rint", SAME, Same(0), EACH, "Rounds to the nearest, halves to even."),
    ("round", SAME, Same(0), EACH, "Rounds to the nearest, halves away from zero."),
    ("rsqrt", SAME, Same(0), EACH, "One over the square root."),
    ("sin", SAME, Same(0), EACH, "The sine."),
    ("sinh", SAME, Same(0), EACH, "The hyperbolic sine."),
    ("sqrt", SAME, Same(0), EACH, "The square root."),
    ("s_abs", SAME, Same(0), EACH, "The absolute value of integers."),
    ("s_max", SAME, Same(0), EACH, "The greater signed integer."),
    ("s_min", SAME, Same(0), EACH, "The lesser signed integer."),
    ("tan", SAME, Same(0), EACH, "The tangent."),
    ("tanh", SAME, Same(0), EACH, "The hyperbolic tangent."),
    ("trunc", SAME, Same(0), EACH, "Rounds to zero."),
    ("u_max", SAME, Same(0), EACH, "The greater unsigned integer."),
    ("u_min", SAME, Same(0), EACH, "The lesser unsigned integer."),
}
