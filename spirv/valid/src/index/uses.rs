//! Operands that only some instructions may have: found once per instruction, for all rules about them.

use crate::index::access::Access;
use crate::index::module::Module;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// The kinds of ids among an instruction's operands, without its type.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    pub(crate) function_type: bool,
    pub(crate) function: bool,
    pub(crate) sampled_image: bool,
    pub(crate) variable: bool,
}

impl Uses {
    /// The kinds of an instruction.
    pub(crate) fn of(module: &Module<'_>, inst: &Inst) -> Uses {
        let mut uses = Uses::default();
        for id in inst.ids_from(0) {
            match module.op(id) {
                Op::TypeFunction => uses.function_type = true,
                Op::Function => uses.function = true,
                Op::SampledImage => uses.sampled_image = true,
                Op::Variable => uses.variable = true,
                _ => {}
            }
        }
        uses
    }
}
