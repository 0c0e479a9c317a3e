//! Peephole rules: each examines one op and the definitions of its operands.
//!
//! Every rule is exact, but for the constant zero: a product with it is zero, and a sum with it the other operand, as HLSL
//! has it, unless the source or the module requires more ([`Products`]). Floating-point ops are not reassociated, possible
//! NaNs are not cancelled, and what the specification leaves undefined is not folded. Functions of constants are computed in
//! double precision and rounded once.

mod chain;
mod composite;
pub(crate) mod convert;
mod image;
mod logic;
mod numeric;
mod subject;

pub(crate) use composite::known_part;
pub(crate) use subject::{Outcome, Products, Subject, each_index, index_attr, indices, null};

use dialect::ir::OpId;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use isa::Class;
use spirv::{GlslStd450Op, Op, StorageClass};
use subject::{def, operand};

/// The rules for some core instructions.
type Group = fn(&mut Subject<'_>, OpId, Op) -> Outcome;

/// A predicate on classes of instructions.
type Classes = fn(Class) -> bool;

/// Returns whether instructions of a class are computed from numbers and booleans alone.
fn is_numeric(class: Class) -> bool {
    matches!(
        class,
        Class::Conversion(_)
            | Class::Arithmetic(_)
            | Class::Product(_)
            | Class::Transpose
            | Class::Logic(_)
            | Class::Comparison(_)
            | Class::Select
            | Class::Bits(_)
    )
}

/// All groups in the order in which they apply, each with the classes of its instructions.
const GROUPS: [(Classes, Group); 6] = [
    (|class| class == Class::Composite, composite::apply),
    (|class| class == Class::Chain, chain::apply),
    (|class| matches!(class, Class::Logic(_) | Class::Comparison(_) | Class::Select), logic::apply),
    (|class| matches!(class, Class::Conversion(_)), convert::apply),
    (is_numeric, numeric::apply),
    (|class| matches!(class, Class::Image(..) | Class::TexelPointer), image::apply),
];

/// Applies the first matching rule to an op.
pub(crate) fn apply(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let code = ops::code(pass.module, op);
    if pass.module[op].results.len() != 1 {
        return Outcome::Same;
    }
    match code {
        Some(Code::Core(core)) => {
            let class = isa::class(core);
            for (has_rules, group) in GROUPS {
                if !has_rules(class) {
                    debug_assert!(matches!(group(pass, op, core), Outcome::Same), "a group has a rule for {core:?}");
                    continue;
                }
                match group(pass, op, core) {
                    Outcome::Same => {}
                    applied @ (Outcome::Changed | Outcome::Value(_)) => return applied,
                }
            }
            Outcome::Same
        }
        Some(Code::Gl(number)) => match interpolate(pass, op, number) {
            Outcome::Same => numeric::extended(pass, op, number),
            applied @ (Outcome::Changed | Outcome::Value(_)) => applied,
        },
        Some(Code::Cl(_) | Code::Mlir(_)) | None => Outcome::Same,
    }
}

/// Returns whether an instruction of GLSL.std.450 interpolates an input at another position.
pub(crate) fn is_interpolation(number: u32) -> bool {
    matches!(
        GlslStd450Op::from_u32(number),
        Some(
            GlslStd450Op::InterpolateAtCentroid | GlslStd450Op::InterpolateAtSample | GlslStd450Op::InterpolateAtOffset
        )
    )
}

/// Interpolation takes the pointer to the input; a front end may have loaded it.
fn interpolate(pass: &mut Subject<'_>, op: OpId, number: u32) -> Outcome {
    let Some(value) = operand(pass.module, op, 0).filter(|_| is_interpolation(number)) else { return Outcome::Same };
    let Some((Op::Load, load)) = def(pass.module, value) else { return Outcome::Same };
    let pointer = pass.module[load].operands[0];
    if facts::storage_of(pass.module, pass.module.type_of(pointer)) != Some(StorageClass::Input) {
        return Outcome::Same;
    }
    pass.module[op].operands[0] = pointer;
    Outcome::Changed
}
