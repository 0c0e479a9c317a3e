//! What an instruction names that few instructions may: found by one look at its operands, for all rules about it.

use crate::index::access::Access;
use crate::index::module::Module;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// The sorts of things that an instruction names, its type left out.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    pub(crate) function_type: bool,
    pub(crate) function: bool,
    pub(crate) sampled_image: bool,
    pub(crate) variable: bool,
}

impl Uses {
    /// Those of an instruction.
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
