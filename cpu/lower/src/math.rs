//! Functions of a module for what [`abi::math`] has: the same for scalars and for vectors.

mod maker;

use crate::lowering::Lowering;
use abi::math;
use dialect::ir::TypeId;
use dialect::llvm::ops::Opcode;
use maker::Maker;

/// Returns whether there is code for a function of the host on numbers of the given number of bits.
pub(crate) fn has_code(name: &str, width: u32) -> bool {
    width <= 32 && math::has_code(name)
}

/// Writes the functions that the module calls.
pub(crate) fn emit(lowering: &mut Lowering<'_>) {
    for (name, ty) in std::mem::take(&mut lowering.functions) {
        function(lowering, name, ty);
    }
}

fn function(lowering: &mut Lowering<'_>, name: &str, ty: TypeId) {
    let Some((count, code)) = math::code(name) else { return };
    let b = &mut lowering.b;
    b.set_fastmath(None);
    let symbol = symbol(name, b.lanes(ty));
    let args = b.begin(&symbol, &vec![ty; count], ty, true);
    b.passthrough(&["nounwind", "willreturn", "memory(none)"]);
    let mut m = Maker::new(b, ty);
    let args: Vec<_> = args.into_iter().map(|arg| m.widened(arg)).collect();
    let made = code(&mut m, &args);
    let made = m.b.cast(Opcode::FPTrunc, made, ty);
    m.b.ret(Some(made));
    m.b.finish();
}

/// The name of the function for numbers of a type, which is made when all others are.
pub(crate) fn wanted(lowering: &mut Lowering<'_>, name: &'static str, ty: TypeId) -> String {
    if !lowering.functions.contains(&(name, ty)) {
        lowering.functions.push((name, ty));
    }
    symbol(name, lowering.b.lanes(ty))
}

/// The name of a function for the given number of numbers at once.
fn symbol(name: &str, lanes: u32) -> String {
    format!("{}_by_{lanes}", abi::math_symbol(name, 32))
}
