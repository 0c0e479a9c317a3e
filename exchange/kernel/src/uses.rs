//! Variables of the module that a function uses, and reads and writes of the images among them.

use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Module, OpId, ValueId, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts};
use spirv::{AccessQualifier, Op};

/// The variables that a function uses.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The variables whose address it takes.
    pub(crate) variables: Set<Symbol>,
    read: Set<Symbol>,
    written: Set<Symbol>,
}

impl Uses {
    /// The variables that a function uses.
    pub(crate) fn of(module: &Module, func: OpId) -> Uses {
        let mut uses = Uses::default();
        for op in walk::ops_in(module, func) {
            match ops::code(module, op) {
                Some(Code::Mlir(Mlir::AddressOf)) => uses.variables.extend(facts::symbol_of(module, op, attrs::SYMBOL)),
                Some(Code::Core(Op::ImageWrite)) => uses.written.extend(image_of(module, module[op].operands[0])),
                Some(Code::Core(Op::ImageQuerySize | Op::ImageQuerySizeLod | Op::Load | Op::AccessChain)) => {}
                Some(Code::Core(_)) if !module[op].operands.is_empty() => {
                    uses.read.extend(image_of(module, module[op].operands[0]));
                }
                _ => {}
            }
        }
        uses
    }

    /// The access qualifier of an image.
    pub(crate) fn access(&self, name: Symbol) -> AccessQualifier {
        match (self.read.contains(&name), self.written.contains(&name)) {
            (true, true) => AccessQualifier::ReadWrite,
            (false, true) => AccessQualifier::WriteOnly,
            (_, false) => AccessQualifier::ReadOnly,
        }
    }
}

/// The variable that an image was loaded from.
fn image_of(module: &Module, image: ValueId) -> Option<Symbol> {
    let mut current = image;
    // Definitions come before uses; the bound is for modules that break the rule.
    for _ in 0..64 {
        let op = module.defining_op(current)?;
        match ops::code(module, op)? {
            Code::Mlir(Mlir::AddressOf) => return facts::symbol_of(module, op, attrs::SYMBOL),
            Code::Core(
                Op::Load | Op::Image | Op::SampledImage | Op::CopyObject | Op::AccessChain | Op::InBoundsAccessChain,
            ) => current = *module[op].operands.first()?,
            _ => return None,
        }
    }
    None
}
