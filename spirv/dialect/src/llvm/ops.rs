//! The op table of the LLVM dialect: one row per op. Printers and verifier loop over the forms of the rows.

use crate::ir::{Module, OpId, OpInfo, Traits};

/// A shape that ops share: operands, results, attributes and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Two integers, or vectors of them, to one.
    IntBinary,
    /// Two floats, or vectors of them, to one.
    FloatBinary,
    /// One float to one.
    FloatUnary,
    /// Any value to itself.
    Unary,
    /// A comparison of integers or addresses by [`PREDICATE`].
    IntCompare,
    /// A comparison of floats by [`PREDICATE`].
    FloatCompare,
    /// A conversion between the types that the row of [`Cast`] names.
    Cast(Cast),
    /// A choice between two values.
    Select,
    /// Memory on the stack, of [`ELEM_TYPE`].
    Alloca,
    /// An address plus bytes, or with [`ELEM_TYPE`] plus indices into values of it.
    Gep,
    /// A read of memory.
    Load,
    /// A write of memory.
    Store,
    /// An atomic read-modify-write, by [`BIN_OP`].
    AtomicRmw,
    /// A write if memory holds an expected value.
    Cmpxchg,
    /// A fence.
    Fence,
    /// A component of a vector.
    ExtractElement,
    /// A vector with one component replaced.
    InsertElement,
    /// Components of two vectors by [`MASK`].
    Shuffle,
    /// A part of an aggregate by [`POSITION`].
    ExtractValue,
    /// An aggregate with one part replaced, by [`POSITION`].
    InsertValue,
    /// A constant, [`VALUE`].
    Constant,
    /// A constant without attributes.
    Symbolic,
    /// The address of a function or global by [`SYMBOL`].
    AddressOf,
    /// A branch.
    Br,
    /// A conditional branch.
    CondBr,
    /// A branch on the [`CASES`] of an integer.
    Switch,
    /// The end of a function.
    Return,
    /// A place that is never reached.
    Unreachable,
    /// A call of [`SYMBOL`].
    Call,
    /// A call of the address that is the first operand.
    CallPointer,
    /// A call of the intrinsic [`INTRINSIC`].
    Intrinsic,
    /// A function.
    Func,
    /// A global variable, of [`ELEM_TYPE`].
    Global,
    /// The module.
    Module,
}

/// The operand and result types of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Integers to narrower ones.
    IntNarrow,
    /// Integers to wider ones.
    IntWiden,
    /// Floats to narrower ones.
    FloatNarrow,
    /// Floats to wider ones.
    FloatWiden,
    /// Floats to integers.
    FloatToInt,
    /// Integers to floats.
    IntToFloat,
    /// Addresses to integers.
    PtrToInt,
    /// Integers to addresses.
    IntToPtr,
    /// Addresses to those of another address space.
    Space,
    /// The bits do not change.
    Bits,
}

/// The predicate of a comparison.
pub const PREDICATE: &str = "predicate";
/// The type of a stack slot or a variable, or the element type of an address computation.
pub const ELEM_TYPE: &str = "elem_type";
/// The alignment of an access in bytes.
pub const ALIGNMENT: &str = "alignment";
/// The ordering of an atomic access.
pub const ORDERING: &str = "ordering";
/// Marks an access as volatile.
pub const VOLATILE: &str = "volatile_";
/// Marks a load of memory that never changes.
pub const INVARIANT: &str = "invariant";
/// The operation of an atomic read-modify-write.
pub const BIN_OP: &str = "bin_op";
/// The components that a shuffle takes.
pub const MASK: &str = "mask";
/// The part of an aggregate.
pub const POSITION: &str = "position";
/// A constant's value.
pub const VALUE: &str = "value";
/// The values of a switch's cases.
pub const CASES: &str = "case_values";
/// The name of a function or global.
pub const SYMBOL: &str = "callee";
/// The intrinsic that is called.
pub const INTRINSIC: &str = "intrin";
/// The name that a function defines.
pub const SYM_NAME: &str = "sym_name";
/// The type of a function.
pub const FUNCTION_TYPE: &str = "function_type";
/// Marks a function that nothing outside of the module calls.
pub const INTERNAL: &str = "internal";
/// Marks a global variable as constant.
pub const CONSTANT: &str = "constant";
/// The address space of a global variable.
pub const SPACE: &str = "addr_space";
/// Marks an address computation as inbounds.
pub const INBOUNDS: &str = "inbounds";
/// The calling convention of a function, by LLVM's number.
pub const CONVENTION: &str = "CConv";
/// For each parameter of a function nothing, or, if it points to a caller's copy of an argument (`byval`), the type and
/// the alignment of the copy.
pub const BY_VALUE: &str = "byval";
/// Fast-math flags, as LLVM's bits.
pub const LIBERTIES: &str = "liberties";
/// The synchronisation scope of an atomic access, by LLVM's name.
pub const SYNC_SCOPE: &str = "syncscope";
/// Metadata attached to a function or to the module: lists of a name and nodes.
pub const METADATA: &str = "metadata";
/// The data layout of the target.
pub const LAYOUT: &str = "datalayout";
/// Marks a module with typed pointers.
pub const TYPED_POINTERS: &str = "typed_pointers";
/// The target triple.
pub const TRIPLE: &str = "triple";
/// What the call of an intrinsic function takes as metadata.
pub const SAID: &str = "metadata_operands";
/// The op of a constant expression, by its name in LLVM IR.
pub const EXPRESSION: &str = "expression";
/// The operands of a constant expression.
pub const OPERANDS: &str = "operands";
/// LLVM attributes of a function.
pub const PASSTHROUGH: &str = "passthrough";
/// The fast-math flags of an op.
pub const FASTMATH: &str = "fastmathFlags";
/// The branch weights of a conditional branch.
pub const WEIGHTS: &str = "branch_weights";

const COMMUTATIVE: Traits = Traits::COMMUTATIVE;
const NONE: Traits = Traits::NONE;
const END: Traits = Traits::TERMINATOR;

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The row of the core table.
    pub info: OpInfo,
    /// The op.
    pub op: Opcode,
    /// Its name in LLVM IR text.
    pub ir_name: &'static str,
    /// The form that it shares with other ops.
    pub form: Form,
}

macro_rules! ops {
    ($($op:ident $name:literal $ir:literal $form:expr, $traits:expr, $doc:literal;)*) => {
        /// The ops.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum Opcode { $(#[doc = $doc] $op,)* }

        /// All rows, in the order of [`Opcode`].
        pub static ROWS: &[Row] = &[$(Row {
            info: OpInfo {
                name: concat!("llvm.", $name),
                index: Opcode::$op as u32,
                code: None,
                traits: $traits,
                doc: $doc,
            },
            op: Opcode::$op,
            ir_name: $ir,
            form: $form,
        },)*];
    };
}

ops! {
    Add "add" "add" Form::IntBinary, COMMUTATIVE, "The sum of integers.";
    Sub "sub" "sub" Form::IntBinary, NONE, "The difference of integers.";
    Mul "mul" "mul" Form::IntBinary, COMMUTATIVE, "The product of integers.";
    UDiv "udiv" "udiv" Form::IntBinary, NONE, "The quotient of unsigned integers; the divisor must not be 0.";
    SDiv "sdiv" "sdiv" Form::IntBinary, NONE, "The quotient of signed integers; it must be representable.";
    URem "urem" "urem" Form::IntBinary, NONE, "The remainder of unsigned integers; the divisor must not be 0.";
    SRem "srem" "srem" Form::IntBinary, NONE, "The remainder with the dividend's sign; the quotient must be representable.";
    Shl "shl" "shl" Form::IntBinary, NONE, "A shift to the left by less than the width.";
    LShr "lshr" "lshr" Form::IntBinary, NONE, "A shift to the right by less than the width, filling with 0.";
    AShr "ashr" "ashr" Form::IntBinary, NONE, "A shift to the right by less than the width, filling with the sign.";
    And "and" "and" Form::IntBinary, COMMUTATIVE, "Bitwise AND.";
    Or "or" "or" Form::IntBinary, COMMUTATIVE, "Bitwise OR.";
    Xor "xor" "xor" Form::IntBinary, COMMUTATIVE, "Bitwise XOR.";
    FAdd "fadd" "fadd" Form::FloatBinary, COMMUTATIVE, "The sum of numbers.";
    FSub "fsub" "fsub" Form::FloatBinary, NONE, "The difference of numbers.";
    FMul "fmul" "fmul" Form::FloatBinary, COMMUTATIVE, "The product of numbers.";
    FDiv "fdiv" "fdiv" Form::FloatBinary, NONE, "The quotient of numbers.";
    FRem "frem" "frem" Form::FloatBinary, NONE, "The remainder of numbers.";
    FNeg "fneg" "fneg" Form::FloatUnary, NONE, "The number with the other sign.";
    Freeze "freeze" "freeze" Form::Unary, NONE, "The value, or some value where it is poison.";
    ICmp "icmp" "icmp" Form::IntCompare, NONE, "A comparison of integers.";
    FCmp "fcmp" "fcmp" Form::FloatCompare, NONE, "A comparison of numbers.";
    Trunc "trunc" "trunc" Form::Cast(Cast::IntNarrow), NONE, "The low bits of an integer.";
    ZExt "zext" "zext" Form::Cast(Cast::IntWiden), NONE, "An integer widened with 0.";
    SExt "sext" "sext" Form::Cast(Cast::IntWiden), NONE, "An integer widened with its sign.";
    FPTrunc "fptrunc" "fptrunc" Form::Cast(Cast::FloatNarrow), NONE, "A number rounded to a narrower type.";
    FPExt "fpext" "fpext" Form::Cast(Cast::FloatWiden), NONE, "A number in a wider type.";
    FPToUI "fptoui" "fptoui" Form::Cast(Cast::FloatToInt), NONE, "A number as an unsigned integer, in whose range it must be.";
    FPToSI "fptosi" "fptosi" Form::Cast(Cast::FloatToInt), NONE, "A number as a signed integer, in whose range it must be.";
    UIToFP "uitofp" "uitofp" Form::Cast(Cast::IntToFloat), NONE, "An unsigned integer as a number.";
    SIToFP "sitofp" "sitofp" Form::Cast(Cast::IntToFloat), NONE, "A signed integer as a number.";
    PtrToInt "ptrtoint" "ptrtoint" Form::Cast(Cast::PtrToInt), NONE, "An address as an integer.";
    IntToPtr "inttoptr" "inttoptr" Form::Cast(Cast::IntToPtr), NONE, "An integer as an address.";
    AddrSpaceCast "addrspacecast" "addrspacecast" Form::Cast(Cast::Space), NONE, "An address in another address space.";
    Bitcast "bitcast" "bitcast" Form::Cast(Cast::Bits), NONE, "The same bits as another type.";
    Select "select" "select" Form::Select, NONE, "One of two values.";
    Alloca "alloca" "alloca" Form::Alloca, NONE, "Memory that lives as long as the function runs.";
    Gep "getelementptr" "getelementptr" Form::Gep, NONE, "An address moved by a number of bytes, or by indices.";
    Load "load" "load" Form::Load, NONE, "Reads memory.";
    Store "store" "store" Form::Store, NONE, "Writes memory.";
    AtomicRmw "atomicrmw" "atomicrmw" Form::AtomicRmw, NONE, "Reads and writes memory as one.";
    Cmpxchg "cmpxchg" "cmpxchg" Form::Cmpxchg, NONE, "Writes memory if it has the expected value.";
    Fence "fence" "fence" Form::Fence, NONE, "Orders accesses to memory.";
    ExtractElement "extractelement" "extractelement" Form::ExtractElement, NONE, "A component of a vector.";
    InsertElement "insertelement" "insertelement" Form::InsertElement, NONE, "A vector with a component replaced.";
    ShuffleVector "shufflevector" "shufflevector" Form::Shuffle, NONE, "A vector of components of two others.";
    ExtractValue "extractvalue" "extractvalue" Form::ExtractValue, NONE, "A part of an aggregate.";
    InsertValue "insertvalue" "insertvalue" Form::InsertValue, NONE, "An aggregate with a part replaced.";
    Constant "mlir.constant" "" Form::Constant, NONE, "A constant.";
    Zero "mlir.zero" "zeroinitializer" Form::Symbolic, NONE, "The zero of a type.";
    Poison "mlir.poison" "poison" Form::Symbolic, NONE, "A value that must not matter.";
    Undef "mlir.undef" "undef" Form::Symbolic, NONE, "Some value.";
    AddressOf "mlir.addressof" "" Form::AddressOf, NONE, "The address of a function or a variable of the module.";
    Br "br" "br" Form::Br, END, "Branches to a block.";
    CondBr "cond_br" "br" Form::CondBr, END, "Branches to one of two blocks.";
    Switch "switch" "switch" Form::Switch, END, "Branches to the block that an integer selects.";
    Return "return" "ret" Form::Return, END, "Leaves the function.";
    Unreachable "unreachable" "unreachable" Form::Unreachable, END, "Unreachable.";
    Call "call" "call" Form::Call, NONE, "Calls a function of the module.";
    CallPointer "call_pointer" "call" Form::CallPointer, NONE, "Calls the function at an address.";
    Intrinsic "call_intrinsic" "call" Form::Intrinsic, NONE, "Calls a function that LLVM knows.";
    Func "func" "define" Form::Func, Traits::NONE, "A function, or the declaration of one of the host.";
    Global "mlir.global" "" Form::Global, Traits::NONE, "A variable of the module.";
    Module "module" "" Form::Module, Traits::NONE, "A module.";
}

impl Opcode {
    /// The row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The row of the core table.
    pub fn info(self) -> &'static OpInfo {
        &self.row().info
    }
}

/// The row of an op of a module; `None` for an op of another dialect.
pub fn row(module: &Module, op: OpId) -> Option<&'static Row> {
    let info = module[op].info;
    ROWS.get(info.index as usize).filter(|row| row.info.name == info.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Set;

    #[test]
    fn rows_stand_at_their_index_under_names_of_their_own() {
        let names: Set<&str> = ROWS.iter().map(|row| row.info.name).collect();
        assert_eq!(names.len(), ROWS.len());
        assert!(ROWS.iter().enumerate().all(|(index, row)| row.op as usize == index));
    }
}
