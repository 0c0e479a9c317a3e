//! Intrinsic functions for debuggers: `printf` and breakpoints.

use crate::builder::context::Decorations;
use crate::builder::types::StructType;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::GlobalKind;
use sema::hir::expr::ExprId;
use sema::hir::ty::{Scalar, Type};
use sema::tables::intrinsics::Debugging;
use spirv::{Decoration, Op, Word};

/// The number of the specialization constant that says whether a debugger is attached, or the next one that is free.
const DEBUGGING_ENABLED: u32 = 57_014;

impl Emitter<'_> {
    /// Intrinsic functions for debuggers.
    pub(crate) fn debugging_call(&mut self, debugging: Debugging, call: Call<'_>) -> Word {
        match debugging {
            Debugging::Abort => self.abort(),
            Debugging::DebugBreak => self.debug_break(),
            Debugging::IsDebuggingEnabled => self.is_debugging_enabled(),
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

    /// `abort`: the message is the line of the call.
    fn abort(&mut self) -> Word {
        let line = self.sources.location(self.spv.function.span()).map_or(0, |location| location.line);
        let (uint, line) = (self.spv.uint(), self.spv.constant_uint(line));
        let mut decorations = Decorations::new();
        decorations.add_member(0, Decoration::Offset, &[0]);
        let message =
            StructType { name: "abort.message", members: &[uint], member_names: &["line"], decorations: &decorations };
        let ty = self.spv.struct_type(&message);
        let value = self.spv.constant_composite(ty, &[line]);
        self.spv.terminate(Op::AbortKHR, &[ty, value]);
        0
    }

    /// `dx::IsDebuggingEnabled`: the application says it when it makes the pipeline.
    fn is_debugging_enabled(&mut self) -> Word {
        if let Some(known) = self.globals.is_debugging_enabled {
            return known;
        }
        let is_taken = |number: u32| {
            let mut globals = self.module.globals.iter();
            globals.any(|(_, global)| matches!(global.kind, GlobalKind::SpecConstant { id, .. } if id == number))
        };
        let number = (DEBUGGING_ENABLED..).find(|number| !is_taken(*number)).unwrap_or(DEBUGGING_ENABLED);
        let bool = self.spv.scalar_type(Scalar::Bool);
        let id = self.spv.spec_constant(Op::SpecConstantFalse, bool, &[]);
        self.spv.set_name(id, crate::output::DEBUGGING_ENABLED);
        self.spv.out.decorate(id, Decoration::SpecId, &[number]);
        self.globals.is_debugging_enabled = Some(id);
        id
    }

    pub(crate) fn debug_break(&mut self) -> Word {
        let void = self.spv.void();
        self.spv.ext_inst("NonSemantic.DebugBreak", 1, void, &[]);
        0
    }
}
