//! The table of ops: what the text of each looks like, which results it has, and what it becomes.

use crate::emit::How::{self, Core, Do, Extended, Host, Logic, Nothing, Yield};
use crate::emit::{constants, control, functions, gpu, groups, integers, math, memory, numbers, vectors};
use crate::format::{Format, Piece};
use dialect::pieces;
use rustc_hash::FxHashMap;
use spirv::Op;
use std::sync::LazyLock;

/// The types of an op's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// Those that the text has.
    Spelled,
    /// Those that the text has, and a token if the op is asynchronous.
    AndToken,
    /// The type of the first operand.
    Same,
    /// That of the second operand.
    Second,
    /// That of each component of the first operand.
    Elements,
    /// The type of the first operand, twice.
    Pair,
    /// The type of the first operand, and those that the text has.
    SameAnd,
    /// The type of the first operand, and a truth value.
    SameAndBool,
    /// The type that the text has, twice.
    Twice,
    /// Truth values of the first operand's shape.
    Truth,
    /// An `index`.
    Index,
    /// A truth value.
    Bool,
    /// An element of the first operand.
    Element,
    /// A vector with as many components as there are in the mask.
    Shuffled,
}

/// A row of the table.
pub struct Row {
    /// The op's name.
    pub name: &'static str,
    /// The pieces of its text.
    pub(crate) format: Format,
    pub(crate) gives: Gives,
    pub(crate) how: How,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The module of kernels.
pub(crate) const MODULE: &str = "gpu.module";
/// The module of the SPIR-V dialect.
pub(crate) const SPIRV: &str = "spirv.module";

const UNARY: &str = "$ math {} : T";
const BINARY: &str = "$ , $ overflow math {} : T";
const TERNARY: &str = "$ , $ , $ math {} : T";
const CAST: &str = "$ ?:rounding math {} : T0 to R";
const COMPARE: &str = "word:predicate , $ , $ math {} : T";
const INDEX: &str = "$ , $ {}";
const BUILTIN: &str = "word:dimension bound {}";

macro_rules! rows {
    ($($name:literal $format:expr, $gives:ident, $how:expr;)*) => {
        /// The rows, by dialect.
        pub const ROWS: &[Row] = &[$(Row { name: $name, format: pieces!($format), gives: Gives::$gives, how: $how },)*];
    };
}

rows! {
    // func
    "func.func" "func", Spelled, Do(functions::function);
    "func.call" "@:callee ( $* ) {} : called", Spelled, Do(functions::call);
    "func.return" "returned", Spelled, Do(functions::leave);
    "call" "@:callee ( $* ) {} : called", Spelled, Do(functions::call);
    "return" "returned", Spelled, Do(functions::leave);
    // arith
    "arith.constant" "constant", Spelled, Do(constants::constant);
    "arith.addi" BINARY, Same, Logic(Op::IAdd, Op::LogicalNotEqual);
    "arith.subi" BINARY, Same, Logic(Op::ISub, Op::LogicalNotEqual);
    "arith.muli" BINARY, Same, Logic(Op::IMul, Op::LogicalAnd);
    "arith.divsi" BINARY, Same, Core(Op::SDiv);
    "arith.divui" BINARY, Same, Core(Op::UDiv);
    "arith.remsi" BINARY, Same, Do(integers::remainder);
    "arith.remui" BINARY, Same, Core(Op::UMod);
    "arith.floordivsi" BINARY, Same, Do(integers::divide_down);
    "arith.ceildivsi" BINARY, Same, Do(integers::divide_up);
    "arith.ceildivui" BINARY, Same, Do(integers::divide_up_unsigned);
    "arith.andi" BINARY, Same, Logic(Op::BitwiseAnd, Op::LogicalAnd);
    "arith.ori" BINARY, Same, Logic(Op::BitwiseOr, Op::LogicalOr);
    "arith.xori" BINARY, Same, Logic(Op::BitwiseXor, Op::LogicalNotEqual);
    "arith.shli" BINARY, Same, Core(Op::ShiftLeftLogical);
    "arith.shrsi" BINARY, Same, Core(Op::ShiftRightArithmetic);
    "arith.shrui" BINARY, Same, Core(Op::ShiftRightLogical);
    "arith.addui_extended" "$ , $ {} : T , R", SameAnd, Do(integers::add_extended);
    "arith.mulsi_extended" "$ , $ {} : T", Pair, Do(integers::multiply_signed);
    "arith.mului_extended" "$ , $ {} : T", Pair, Do(integers::multiply_unsigned);
    "arith.minsi" BINARY, Same, Extended("SMin", "s_min");
    "arith.minui" BINARY, Same, Extended("UMin", "u_min");
    "arith.maxsi" BINARY, Same, Extended("SMax", "s_max");
    "arith.maxui" BINARY, Same, Extended("UMax", "u_max");
    "arith.addf" BINARY, Same, Core(Op::FAdd);
    "arith.subf" BINARY, Same, Core(Op::FSub);
    "arith.mulf" BINARY, Same, Core(Op::FMul);
    "arith.divf" BINARY, Same, Core(Op::FDiv);
    "arith.remf" BINARY, Same, Core(Op::FRem);
    "arith.negf" UNARY, Same, Core(Op::FNegate);
    "arith.minimumf" BINARY, Same, Do(numbers::minimum);
    "arith.maximumf" BINARY, Same, Do(numbers::maximum);
    "arith.minnumf" BINARY, Same, Do(numbers::minimum_number);
    "arith.maxnumf" BINARY, Same, Do(numbers::maximum_number);
    "arith.cmpi" COMPARE, Truth, Do(numbers::compare_integers);
    "arith.cmpf" COMPARE, Truth, Do(numbers::compare_floats);
    "arith.select" "$ , $ , $ {} : chosen", Second, Do(numbers::select);
    "arith.extsi" CAST, Spelled, Do(numbers::extend_signed);
    "arith.extui" CAST, Spelled, Do(numbers::extend_unsigned);
    "arith.extf" CAST, Spelled, Do(numbers::convert_float);
    "arith.trunci" "$ overflow {} : T0 to R", Spelled, Do(numbers::extend_signed);
    "arith.truncf" CAST, Spelled, Do(numbers::convert_float);
    "arith.sitofp" CAST, Spelled, Do(numbers::signed_to_float);
    "arith.uitofp" CAST, Spelled, Do(numbers::unsigned_to_float);
    "arith.fptosi" CAST, Spelled, Core(Op::ConvertFToS);
    "arith.fptoui" CAST, Spelled, Core(Op::ConvertFToU);
    "arith.bitcast" CAST, Spelled, Do(numbers::bitcast);
    "arith.index_cast" CAST, Spelled, Do(numbers::extend_signed);
    "arith.index_castui" CAST, Spelled, Do(numbers::extend_unsigned);
    // math
    "math.absf" UNARY, Same, Extended("FAbs", "fabs");
    "math.absi" UNARY, Same, Do(integers::absolute);
    "math.acos" UNARY, Same, Extended("Acos", "acos");
    "math.acosh" UNARY, Same, Extended("Acosh", "acosh");
    "math.asin" UNARY, Same, Extended("Asin", "asin");
    "math.asinh" UNARY, Same, Extended("Asinh", "asinh");
    "math.atan" UNARY, Same, Extended("Atan", "atan");
    "math.atan2" BINARY, Same, Extended("Atan2", "atan2");
    "math.atanh" UNARY, Same, Extended("Atanh", "atanh");
    "math.ceil" UNARY, Same, Extended("Ceil", "ceil");
    "math.copysign" BINARY, Same, Do(math::copy_sign);
    "math.cos" UNARY, Same, Extended("Cos", "cos");
    "math.cosh" UNARY, Same, Extended("Cosh", "cosh");
    "math.ctlz" UNARY, Same, Do(integers::leading_zeros);
    "math.cttz" UNARY, Same, Do(integers::trailing_zeros);
    "math.ctpop" UNARY, Same, Core(Op::BitCount);
    "math.erf" UNARY, Same, Extended("erf", "erf");
    "math.exp" UNARY, Same, Extended("Exp", "exp");
    "math.exp2" UNARY, Same, Extended("Exp2", "exp2");
    "math.expm1" UNARY, Same, Do(math::exp_less_one);
    "math.floor" UNARY, Same, Extended("Floor", "floor");
    "math.fma" TERNARY, Same, Extended("Fma", "fma");
    "math.isfinite" UNARY, Truth, Do(numbers::is_finite);
    "math.isinf" UNARY, Truth, Core(Op::IsInf);
    "math.isnan" UNARY, Truth, Core(Op::IsNan);
    "math.log" UNARY, Same, Extended("Log", "log");
    "math.log10" UNARY, Same, Do(math::log_to_ten);
    "math.log1p" UNARY, Same, Do(math::log_of_one_more);
    "math.log2" UNARY, Same, Extended("Log2", "log2");
    "math.powf" BINARY, Same, Do(math::power);
    "math.round" UNARY, Same, Do(math::round);
    "math.roundeven" UNARY, Same, Extended("RoundEven", "rint");
    "math.rsqrt" UNARY, Same, Extended("InverseSqrt", "rsqrt");
    "math.sin" UNARY, Same, Extended("Sin", "sin");
    "math.sinh" UNARY, Same, Extended("Sinh", "sinh");
    "math.sqrt" UNARY, Same, Extended("Sqrt", "sqrt");
    "math.tan" UNARY, Same, Extended("Tan", "tan");
    "math.tanh" UNARY, Same, Extended("Tanh", "tanh");
    "math.trunc" UNARY, Same, Extended("Trunc", "trunc");
    // cf
    "cf.br" "successor {}", Spelled, Do(control::branch);
    "cf.cond_br" "$ weights , successor , successor {}", Spelled, Do(control::branch);
    "cf.switch" "switch {}", Spelled, Do(control::branch);
    // scf
    "scf.condition" "( $ ) $* {} scattered", Spelled, Yield;
    "scf.execute_region" "region {}", Spelled, Do(control::inline);
    "scf.for" "for", Spelled, Do(control::count);
    "scf.if" "if", Spelled, Do(control::choice);
    "scf.index_switch" "cases", Spelled, Do(control::index_switch);
    "scf.while" "while", Spelled, Do(control::repeat);
    "scf.yield" "returned", Spelled, Yield;
    // vector
    "vector.bitcast" CAST, Spelled, Do(numbers::bitcast);
    "vector.broadcast" "$ {} : T0 to R", Spelled, Do(vectors::broadcast);
    "vector.deinterleave" "$ {} : T0 -> R", Twice, Do(vectors::deinterleave);
    "vector.extract" "$ index:static_position {} : R from T0", Spelled, Do(vectors::extract);
    "vector.extractelement" "$ index:static_position {} : T0", Element, Do(vectors::extract);
    "vector.extract_strided_slice" "$ {} : T0 to R", Spelled, Do(vectors::extract_slice);
    "vector.fma" TERNARY, Same, Extended("Fma", "fma");
    "vector.from_elements" "$* {} : R", Spelled, Do(vectors::construct);
    "vector.insert" "$ , $ index:static_position {} : T0 into T1", Second, Do(vectors::insert);
    "vector.insertelement" "$ , $ index:static_position {} : T1", Second, Do(vectors::insert);
    "vector.insert_strided_slice" "$ , $ {} : T0 into T1", Second, Do(vectors::insert_slice);
    "vector.interleave" "$ , $ {} : T0 -> R", Spelled, Do(vectors::interleave);
    "vector.load" "$ [ $* ] {} : T0 , R", Spelled, Do(memory::load_vector);
    "vector.print" "print", Spelled, Host;
    "vector.reduction" "word:kind , $* math {} : T0 into R", Spelled, Do(vectors::reduce);
    "vector.shape_cast" "$ {} : T0 to R", Spelled, Do(vectors::reshape);
    "vector.shuffle" "$ , $ index:mask {} : T*", Shuffled, Do(vectors::shuffle);
    "vector.splat" "$ {} : R", Spelled, Do(vectors::broadcast);
    "vector.step" "{} : R", Spelled, Do(vectors::step);
    "vector.store" "$ , $ [ $* ] {} : T1 , T0", Spelled, Do(memory::store_vector);
    "vector.to_elements" "$ {} : T0", Elements, Do(vectors::elements);
    "vector.transpose" "$ , index:permutation {} : T0 to R", Spelled, Do(vectors::reshape);
    // memref
    "memref.alloc" "( $* ) syms {} : R", Spelled, Do(memory::allocate);
    "memref.alloca" "( $* ) syms {} : R", Spelled, Do(memory::allocate);
    "memref.atomic_rmw" "word:kind $ , $ [ $* ] {} : ( T0 , T1 ) -> R", Spelled, Do(memory::atomic);
    "memref.cast" "$ {} : T0 to R", Spelled, Do(memory::cast);
    "memref.copy" "$ , $ {} : T0 to T1", Spelled, Host;
    "memref.dealloc" "$ {} : T0", Spelled, Nothing;
    "memref.dim" "$ , $ {} : T0", Index, Do(memory::length);
    "memref.get_global" "@:name {} : R", Spelled, Host;
    "memref.extract_aligned_pointer_as_index" "$ {} : T0 -> R", Spelled, Do(memory::address);
    "memref.global" "global", Spelled, Host;
    "memref.load" "$ [ $* ] {} : T0", Element, Do(memory::load);
    "memref.memory_space_cast" "$ {} : T0 to R", Spelled, Do(memory::cast_space);
    "memref.rank" "$ {} : T0", Index, Host;
    "memref.reinterpret_cast" "$ recast", Spelled, Do(memory::recast);
    "memref.store" "$ , $ [ $* ] {} : T1", Spelled, Do(memory::store);
    // gpu
    "gpu.all_reduce" "reduce", Spelled, Do(groups::of_workgroup);
    "gpu.barrier" "{}", Spelled, Do(gpu::barrier);
    "gpu.block_dim" BUILTIN, Index, Do(gpu::threads);
    "gpu.block_id" BUILTIN, Index, Do(gpu::block);
    "gpu.func" "kernel", Spelled, Do(functions::kernel);
    "gpu.global_id" BUILTIN, Index, Do(gpu::global);
    "gpu.grid_dim" BUILTIN, Index, Do(gpu::blocks);
    "gpu.lane_id" "bound {}", Index, Do(gpu::lane);
    "gpu.alloc" "async ?:shared ( $* ) syms {} : R", AndToken, Host;
    "gpu.dealloc" "async $ {} : T0", AndToken, Host;
    "gpu.host_register" "$ {} : T0", Spelled, Host;
    "gpu.host_unregister" "$ {} : T0", Spelled, Host;
    "gpu.launch_func" "launch", Spelled, Host;
    "gpu.memcpy" "async $ , $ {} : T0 , T1", AndToken, Host;
    "gpu.memset" "async $ , $ {} : T0 , T1", AndToken, Host;
    "gpu.wait" "async {}", AndToken, Host;
    "gpu.module" "module", Spelled, Nothing;
    "gpu.num_subgroups" "bound {} : R", Spelled, Do(gpu::subgroups);
    "gpu.printf" "text {}", Spelled, Do(gpu::print);
    "gpu.return" "returned", Spelled, Do(functions::leave);
    "gpu.rotate" "$ , word:offset , word:width {} : T0", SameAndBool, Do(groups::rotate);
    "gpu.shuffle" "word:mode $ , $ , $ {} : T0", SameAndBool, Do(groups::shuffle);
    "gpu.subgroup_broadcast" "$ , word:broadcast_type lane {} : T0", Same, Do(groups::broadcast);
    "gpu.subgroup_id" "bound {} : R", Spelled, Do(gpu::subgroup);
    "gpu.subgroup_reduce" "reduce", Spelled, Do(groups::of_subgroup);
    "gpu.subgroup_size" "bound {} : R", Spelled, Do(gpu::subgroup_size);
    "gpu.thread_id" BUILTIN, Index, Do(gpu::thread);
    // index
    "index.add" INDEX, Same, Core(Op::IAdd);
    "index.and" INDEX, Same, Core(Op::BitwiseAnd);
    "index.bool.constant" "fact:value {}", Bool, Do(constants::constant);
    "index.casts" "$ {} : T0 to R", Spelled, Do(numbers::extend_signed);
    "index.castu" "$ {} : T0 to R", Spelled, Do(numbers::extend_unsigned);
    "index.ceildivs" INDEX, Same, Do(integers::divide_up);
    "index.ceildivu" INDEX, Same, Do(integers::divide_up_unsigned);
    "index.cmp" "word:predicate ( $ , $ ) {}", Bool, Do(numbers::compare_integers);
    "index.constant" "fact:value {}", Index, Do(constants::constant);
    "index.divs" INDEX, Same, Core(Op::SDiv);
    "index.divu" INDEX, Same, Core(Op::UDiv);
    "index.floordivs" INDEX, Same, Do(integers::divide_down);
    "index.maxs" INDEX, Same, Extended("SMax", "s_max");
    "index.maxu" INDEX, Same, Extended("UMax", "u_max");
    "index.mins" INDEX, Same, Extended("SMin", "s_min");
    "index.minu" INDEX, Same, Extended("UMin", "u_min");
    "index.mul" INDEX, Same, Core(Op::IMul);
    "index.or" INDEX, Same, Core(Op::BitwiseOr);
    "index.rems" INDEX, Same, Do(integers::remainder);
    "index.remu" INDEX, Same, Core(Op::UMod);
    "index.shl" INDEX, Same, Core(Op::ShiftLeftLogical);
    "index.shrs" INDEX, Same, Core(Op::ShiftRightArithmetic);
    "index.shru" INDEX, Same, Core(Op::ShiftRightLogical);
    "index.sizeof" "{}", Index, Do(constants::size_of_index);
    "index.sub" INDEX, Same, Core(Op::ISub);
    "index.xor" INDEX, Same, Core(Op::BitwiseXor);
    // modules of the SPIR-V dialect
    "spirv.module" "spirv", Spelled, Nothing;
    // tensor
    "tensor.extract" "$ [ $* ] {} : T0", Element, Do(memory::element_of_tensor);
    // complex, ub
    "complex.constant" "constant", Spelled, Do(constants::constant);
    "complex.create" "$ , $ {} : R", Spelled, Do(vectors::construct);
    "complex.im" UNARY, Element, Do(vectors::imaginary);
    "complex.re" UNARY, Element, Do(vectors::real);
    "ub.poison" "poison {} : R", Spelled, Do(constants::poison);
    "ub.unreachable" "{}", Spelled, Do(control::unreachable);
}

static BY_NAME: LazyLock<FxHashMap<&'static str, usize>> =
    LazyLock::new(|| ROWS.iter().enumerate().map(|(at, row)| (row.name, at)).collect());

/// The index of the row with this name.
pub(crate) fn find(name: &str) -> Option<usize> {
    BY_NAME.get(name).copied()
}

/// The row with this index.
pub(crate) fn row(index: usize) -> &'static Row {
    &ROWS[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        assert_eq!(BY_NAME.len(), ROWS.len());
    }
}
