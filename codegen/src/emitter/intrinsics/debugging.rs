//! Intrinsic functions for debuggers: `printf` and breakpoints.

use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::expr::ExprId;
use sema::hir::ty::Type;
use sema::tables::intrinsics::Debugging;
use spirv::Word;

impl Emitter<'_> {
    /// Intrinsic functions for debuggers.
    pub(crate) fn debugging_call(&mut self, debugging: Debugging, call: Call<'_>) -> Word {
        match debugging {
            Debugging::DebugBreak => self.debug_break(),
            Debugging::Printf => self.printf(call),
        }
    }

    /// `printf`
    pub(crate) fn printf(&mut self, call: Call<'_>) -> Word {
        let mut operands = Vec::with_capacity(call.args.len());
        for arg in call.args {
            if matches!(self.expr_type(arg.expr), Type::String) {
                operands.push(self.string_operand(arg.expr));
            } else {
                operands.push(self.expr(arg.expr));
            }
        }
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugPrintf", 1, void, &operands);
        0
    }

    /// The id of a text.
    fn string_operand(&mut self, id: ExprId) -> Word {
        let text = self.module.known_text(self.current.body, id);
        self.string(text.expect("the analysis has found the text"))
    }

    pub(crate) fn debug_break(&mut self) -> Word {
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugBreak", 1, void, &[]);
        0
    }
}
