//! What speaks to a debugger: `printf` and breakpoints.

use crate::emitter::Emitter;
use crate::emitter::intrinsics::Call;
use sema::hir::GlobalKind;
use sema::hir::expr::{ExprId, ExprKind};
use sema::hir::ty::Type;
use sema::tables::intrinsics::Debugging;
use spirv::Word;

impl Emitter<'_> {
    /// What is meant for debuggers.
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

    /// The id of a text: a literal, or a constant that holds one.
    fn string_operand(&mut self, id: ExprId) -> Word {
        match &self.expr_of(id).kind {
            ExprKind::String(text) => self.string(*text),
            ExprKind::Load(inner) | ExprKind::Convert { operand: inner, .. } => self.string_operand(*inner),
            ExprKind::Global(global) => {
                let init = match self.module.globals[*global].kind {
                    GlobalKind::Static { init, .. } => init.map(|init| &self.module.init.exprs[init].kind),
                    _ => None,
                };
                match init {
                    Some(ExprKind::String(text)) => self.string(*text),
                    _ => self.unknown_text(),
                }
            }
            _ => self.unknown_text(),
        }
    }

    fn unknown_text(&mut self) -> Word {
        let span = self.spv.function.span();
        self.not_supported(span, "a text that is not known at compile time");
        self.spv.string("")
    }

    pub(crate) fn debug_break(&mut self) -> Word {
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugBreak", 1, void, &[]);
        0
    }
}
