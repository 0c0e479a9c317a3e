//! Requirements on arguments besides their types: constants, powers of two, integers of a supported width. Functions
//! that no entry point reaches are not checked; they are not in the module.

use crate::diagnostics::{
    BarrierFlags, EntryParameterType, InvalidAlignment, InvalidPayload, NotConstant, UnknownOpcode,
};
use crate::hir::display::type_name;
use crate::hir::expr::{Arg, ExprId, ExprKind};
use crate::hir::ty::Type;
use crate::hir::walk::all_exprs;
use crate::hir::{Body, FunctionId, GlobalId, GlobalKind, Module};
use crate::options::Options;
use crate::stage_io::check_payload;
use crate::tables::intrinsics::{Expand, Intrinsic, Lowering, Memory, Need};
use crate::tables::methods::{HitMethod, MethodKind};
use base::diag::Sink;
use base::intern::Interner;

/// All flags of memory and of synchronization that `Barrier` has.
const MEMORY_FLAGS: u64 = 0xF;
const SEMANTIC_FLAGS: u64 = 0x7;
/// `REORDER_SCOPE`, of shader model 6.9.
const REORDER_SCOPE: u64 = 8;

/// Reports arguments that violate requirements.
pub fn check(module: &Module, options: &Options, names: &Interner, sink: &mut Sink) {
    let mut checker = Arguments { module, options, names, body: &module.init, payload: None, sink };
    for (_, global) in module.globals.iter() {
        if let GlobalKind::Static { init: Some(init), .. } = global.kind {
            checker.exprs(crate::hir::walk::post_order(&module.init, init));
        }
    }
    for (_, function) in module.functions.iter() {
        let Some(block) = &function.block else { continue };
        checker.body = &function.body;
        if checker.has_needs() {
            checker.exprs(all_exprs(&function.body, block));
        }
    }
}

struct Arguments<'a> {
    module: &'a Module,
    options: &'a Options,
    names: &'a Interner,
    body: &'a Body,
    /// The payload of the first call of `DispatchMesh`.
    payload: Option<GlobalId>,
    sink: &'a mut Sink,
}

impl Arguments<'_> {
    /// Returns whether any call of the body has requirements: few do, and ordering all expressions takes time.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions call nothing")]
    fn has_needs(&self) -> bool {
        self.body.exprs.iter().any(|(_, node)| match &node.kind {
            ExprKind::Intrinsic { intrinsic, .. } => intrinsic.params.iter().any(|param| param.need != Need::Nothing),
            ExprKind::Call { function, .. } => {
                self.module.functions.get(*function).is_some_and(|function| function.instruction.is_some())
            }
            _ => false,
        })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions call nothing")]
    fn exprs(&mut self, exprs: Vec<ExprId>) {
        let body = self.body;
        for id in exprs {
            match &body.exprs[id].kind {
                ExprKind::Intrinsic { intrinsic, args } => self.intrinsic(intrinsic, args),
                ExprKind::Method { method, args, .. } if method.kind == MethodKind::Hits(HitMethod::Attributes) => {
                    args.iter().for_each(|arg| self.numbers("attributes", arg));
                }
                ExprKind::Call { function, .. } => self.call(id, *function),
                _ => {}
            }
        }
    }

    fn intrinsic(&mut self, row: &Intrinsic, args: &[Arg]) {
        let is_barrier = |which| row.lowering == Lowering::Expand(Expand::Memory(which));
        if is_barrier(Memory::BarrierFlags) {
            self.flags("memory flags", 0, args, MEMORY_FLAGS);
        }
        if is_barrier(Memory::BarrierFlags) || is_barrier(Memory::BarrierObject) {
            let reorder = if self.module.shader_model >= (6, 9) { REORDER_SCOPE } else { 0 };
            self.flags("semantic flags", 1, args, SEMANTIC_FLAGS | reorder);
        }
        for (position, arg) in args.iter().enumerate() {
            match row.need(position) {
                Need::Nothing => {}
                Need::Text => self.text(row, position, arg),
                Need::Constant => self.constant(row, position, arg),
                Need::PowerOfTwo => self.power_of_two(arg),
                Need::Numbers => self.numbers(row.params[position].name, arg),
                Need::RayPayload => {
                    self.numbers(row.params[position].name, arg);
                    let node = &self.body.exprs[arg.expr];
                    check_payload(self.module, self.options, self.names, node.ty, node.span, self.sink);
                }
                Need::Payload => self.payload(arg),
            }
        }
    }

    /// Reports flags of `Barrier` that do not exist.
    fn flags(&mut self, what: &str, position: usize, args: &[Arg], all: u64) {
        let Some(arg) = args.get(position) else { return };
        let Some(unknown) = self.module.known_integer(self.body, arg.expr).map(|flags| flags & !all) else { return };
        if unknown != 0 {
            let found = format!("{:#x}", unknown as u32);
            self.sink.report(self.body.exprs[arg.expr].span, BarrierFlags { what: what.to_owned(), found });
        }
    }

    fn constant(&mut self, row: &Intrinsic, position: usize, arg: &Arg) {
        if self.module.known_integer(self.body, arg.expr).is_none() {
            self.not_constant(row, position, arg);
        }
    }

    fn text(&mut self, row: &Intrinsic, position: usize, arg: &Arg) {
        let is_text = self.module.ty(self.body.exprs[arg.expr].ty) == Type::String;
        if is_text && self.module.known_text(self.body, arg.expr).is_none() {
            self.not_constant(row, position, arg);
        }
    }

    fn not_constant(&mut self, row: &Intrinsic, position: usize, arg: &Arg) {
        let what = format!("argument {} of '{}'", position + 1, row.name);
        self.sink.report(self.body.exprs[arg.expr].span, NotConstant { what });
    }

    fn power_of_two(&mut self, arg: &Arg) {
        let Some(align) = self.module.known_integer(self.body, arg.expr) else { return };
        if !u32::try_from(align).is_ok_and(u32::is_power_of_two) {
            self.sink.report(self.body.exprs[arg.expr].span, InvalidAlignment { align: align.to_string() });
        }
    }

    fn numbers(&mut self, name: &str, arg: &Arg) {
        let node = &self.body.exprs[arg.expr];
        if !crate::stage_io::holds_numbers(self.module, node.ty) {
            let (role, name) = ("argument".to_owned(), name.to_owned());
            let ty = type_name(self.module, self.names, node.ty);
            self.sink.report(node.span, EntryParameterType { role, name, ty });
        }
    }

    fn payload(&mut self, arg: &Arg) {
        let node = &self.body.exprs[arg.expr];
        let place = if let ExprKind::Load(place) = node.kind { place } else { arg.expr };
        let ExprKind::Global(global) = self.body.exprs[place].kind else {
            return self.wrong_payload(arg, "a 'groupshared' variable");
        };
        if !matches!(self.module.globals[global].kind, GlobalKind::Groupshared) {
            self.wrong_payload(arg, "a 'groupshared' variable");
        } else if *self.payload.get_or_insert(global) != global {
            self.wrong_payload(arg, "the same variable in all calls");
        }
    }

    fn wrong_payload(&mut self, arg: &Arg, why: &str) {
        self.sink.report(self.body.exprs[arg.expr].span, InvalidPayload { why: why.to_owned() });
    }

    fn call(&mut self, id: ExprId, function: FunctionId) {
        let Some(function) = self.module.functions.get(function) else { return };
        let Some(instruction) = &function.instruction else { return };
        if instruction.set.is_none() && spirv::Op::from_u32(instruction.opcode).is_none() {
            let opcode = instruction.opcode.to_string();
            self.sink.report(self.body.exprs[id].span, UnknownOpcode { opcode });
        }
    }
}
