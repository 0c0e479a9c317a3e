//! Variables: globals, parameters and locals, and where they are.
//!
//! Variables that hold resources go when a module is legalised. They are described, but nothing says where they are: the
//! passes would keep what is named, and the module would never become valid.

use crate::emitter::state::debug::graph::{Inst, NodeId, Operand, Section};
use crate::emitter::state::debug::lines::SetWords;
use crate::emitter::{Emitter, Repr, Variable};
use crate::options::DebugSet;
use base::source::Span;
use sema::hir::ty::{Type, TypeId};
use sema::hir::{Function, Global, GlobalId, GlobalKind, LocalId};
use spirv::{Op, StorageClass, Word};

/// `FlagIsLocal`
const LOCAL: u32 = 4;
/// `FlagIsDefinition`
const DEFINITION: u32 = 8;
/// `FlagArtificial` and `FlagObjectPointer`
const OBJECT: u32 = 0x120;

impl Emitter<'_> {
    /// Describes a global of the file. Static locals wait for their functions, and what the source does not name is not
    /// described at all.
    pub(crate) fn describe_global(&mut self, global: &Global, variable: Variable) {
        if !self.is_described() {
            return;
        }
        let ty = match global.kind {
            GlobalKind::Static { is_local: true, .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. } => return,
            GlobalKind::Block { .. } => self.block_debug_type(global, variable),
            GlobalKind::Resource { .. } => self.resource_debug_type(global.ty, variable),
            GlobalKind::Static { is_local: false, .. }
            | GlobalKind::Groupshared
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => self.debug_type(global.ty, Repr::Value),
        };
        let scope = self.unit();
        self.global_node(global, variable, ty, scope);
    }

    /// Describes a `static` local where it is set.
    pub(crate) fn describe_static_local(&mut self, id: GlobalId, variable: Variable) {
        // What is written twice is one variable.
        if !self.is_described() || !self.info().static_locals.insert(id) {
            return;
        }
        let global = &self.module.globals[id];
        let ty = self.debug_type(global.ty, Repr::Value);
        let scope = self.current_scope();
        self.global_node(global, variable, ty, scope);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn global_node(&mut self, global: &Global, variable: Variable, ty: NodeId, scope: NodeId) {
        let name = self.simple_text(global.name).to_owned();
        let variable = match variable.storage {
            _ if self.goes_away(global) => Operand::Node(self.none()),
            StorageClass::Private => Operand::Movable(variable.pointer),
            _ => Operand::Id(variable.pointer),
        };
        let mut operands = vec![Operand::Text(name.clone()), Operand::Type(ty)];
        operands.extend(self.place_operands(global.span));
        operands.extend([Operand::Scope(scope), Operand::Text(name), variable, Operand::Number(DEFINITION)]);
        self.describe(Section::Program, Inst::DebugGlobalVariable, operands);
    }

    /// Returns whether passes replace the variable of a global by others.
    fn goes_away(&self, global: &Global) -> bool {
        let element = self.element_of_arrays(global.ty);
        match global.kind {
            GlobalKind::Resource { .. } => {
                let splits = self.options.debug.set.is_some() && self.options.call.flatten_arrays;
                matches!(self.module.types[element], Type::Struct(_)) || splits && element != global.ty
            }
            GlobalKind::Block { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. } => false,
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => self.holds_resource(global.ty),
        }
    }

    /// Describes the parameters of the function that was entered. One set wants this before the first block, the
    /// other one in it.
    pub(crate) fn describe_parameters(&mut self, function: &Function, in_block: bool) {
        if !self.is_described() || in_block != (self.debug_set() == DebugSet::Vulkan) {
            return;
        }
        let outer = self.spv.function.span();
        let locals = function.this.into_iter().chain(function.params.iter().map(|param| param.local));
        for (number, local) in (1..).zip(locals) {
            let is_this = function.this == Some(local);
            let declared = &function.body.locals[local];
            let (span, flags) = if is_this { (self.line_start(function.span), OBJECT) } else { (declared.span, LOCAL) };
            let node = self.local_node(local, span, flags, Some(number));
            let Some(&variable) = self.current.locals.get(&local) else { continue };
            if !self.holds_resource(declared.ty) {
                self.spv.at(declared.span);
                self.declare(node, variable.pointer, in_block);
            }
        }
        self.spv.at(outer);
    }

    /// Describes a local variable where it is declared.
    pub(crate) fn describe_local(&mut self, local: LocalId, pointer: Word) {
        if !self.is_described() {
            return;
        }
        let declared = &self.current.body.locals[local];
        let node = self.local_node(local, declared.span, LOCAL, None);
        if !self.holds_resource(declared.ty) {
            self.declare(node, pointer, true);
        }
    }

    fn local_node(&mut self, local: LocalId, span: Span, flags: u32, number: Option<u32>) -> NodeId {
        if let Some(&node) = self.info().locals.get(&local) {
            return node;
        }
        let declared = &self.current.body.locals[local];
        let ty = self.debug_type(declared.ty, Repr::Value);
        let scope = self.current_scope();
        let mut operands = vec![Operand::Text(self.text(declared.name).to_owned()), Operand::Type(ty)];
        operands.extend(self.place_operands(span));
        operands.extend([Operand::Scope(scope), Operand::Number(flags)]);
        operands.extend(number.map(Operand::Number));
        let node = self.describe(Section::Program, Inst::DebugLocalVariable, operands);
        self.info().locals.insert(local, node);
        node
    }

    /// Says where a variable is, in the block that is filled or before the first one.
    fn declare(&mut self, node: NodeId, pointer: Word, in_block: bool) {
        let expression = match self.info().in_place {
            Some(expression) => expression,
            None => self.describe(Section::Program, Inst::DebugExpression, Vec::new()),
        };
        let info = self.info();
        info.in_place = Some(expression);
        let operands = [info.graph.node(node).id, pointer, info.graph.node(expression).id];
        if in_block {
            return self.debug_code(Inst::DebugDeclare, &operands);
        }
        let SetWords { import, void, .. } = info.words;
        let [node, pointer, expression] = operands;
        let operands = [import, Inst::DebugDeclare as u32, node, pointer, expression];
        let id = self.spv.fresh_id();
        self.spv.function.head_inst(Op::ExtInst, void, id, &operands);
    }

    /// The type of a `cbuffer` and similar ones: the struct in memory under its own name.
    fn block_debug_type(&mut self, global: &Global, variable: Variable) -> NodeId {
        let Type::Struct(id) = self.module.types[global.ty] else {
            return self.debug_type(global.ty, variable.repr);
        };
        let name = self.pointee_name(variable);
        self.struct_debug_type(global.ty, id, variable.repr, Some(name))
    }

    fn resource_debug_type(&mut self, ty: TypeId, variable: Variable) -> NodeId {
        let Some(content) = self.module.types[ty].block_content() else { return self.debug_type(ty, Repr::Value) };
        let Type::Struct(id) = self.module.types[content] else { return self.debug_type(ty, Repr::Value) };
        let name = self.pointee_name(variable);
        self.struct_debug_type(content, id, variable.repr, Some(name))
    }

    /// The name of what a variable holds.
    fn pointee_name(&self, variable: Variable) -> String {
        let pointee = self.spv.out.variable_types.get(&variable.pointer).and_then(|&ty| self.spv.ctx.type_of(ty));
        let definition = pointee.and_then(|(_, operands)| self.spv.ctx.definition(operands[1]));
        definition.map_or(String::new(), |definition| self.spv.ctx.definition_name(definition).to_owned())
    }
}
