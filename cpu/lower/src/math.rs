//! Functions of a module for 32-bit numbers that processors have no instruction for: sines, powers, logarithms.
//!
//! They are the same for scalars and for vectors. Each widens its operands, computes in double precision, with a branch
//! only for rare cases, and rounds once: the error is at most 0.501 ULP. Sines, cosines and tangents of numbers beyond
//! 2^45, whose ULP is many turns, are those of zero. `rows` says which functions
//! there are.

mod maker;
mod numbers;
mod rows;

use crate::abi;
use crate::lowering::Lowering;
use dialect::ir::TypeId;
use dialect::llvm::ops::Opcode;
use maker::Maker;
use numbers::{AtHand, Held};

/// Returns whether there is code for a function of the host on numbers of the given number of bits.
pub(crate) fn has_code(name: &str, width: u32) -> bool {
    width <= 32 && rows::code::<AtHand>(name).is_some()
}

/// Writes the functions that the module calls.
pub(crate) fn emit(lowering: &mut Lowering<'_>) {
    for (name, ty) in std::mem::take(&mut lowering.functions) {
        function(lowering, name, ty);
    }
}

/// A function on numbers at hand: the same bits as those of its code, before these are rounded.
#[derive(Clone, Copy)]
pub struct Function(rows::Code<AtHand>);

impl Function {
    /// The function with the host's name for it, which takes the given number of operands.
    pub fn new(name: &str, count: usize) -> Option<Self> {
        let (operands, code) = rows::code(name)?;
        (operands == count).then_some(Function(code))
    }

    /// The value for operands, as many as it takes.
    pub fn value(self, operands: [f64; 2]) -> f64 {
        self.0(&mut AtHand, &operands.map(Held::of)).number()
    }
}

fn function(lowering: &mut Lowering<'_>, name: &str, ty: TypeId) {
    let Some((count, code)) = rows::code(name) else { return };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_one_of_the_host_and_takes_as_many_operands() {
        for (name, count, _) in rows::rows::<AtHand>() {
            let host = abi::MATH_FUNCTIONS.iter().find(|(known, _)| *known == name);
            assert_eq!(host.map(|(_, count)| *count as usize), Some(count), "{name}");
        }
    }
}
