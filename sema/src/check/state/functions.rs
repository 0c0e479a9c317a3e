//! What is known of a function.

use super::ids::{ScopeId, TemplateId};
use super::scopes::Entity;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{FieldAttributes, StructId, TypeId};
use crate::hir::{self, FunctionId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List, Prefix};
use std::rc::Rc;

/// A function that the source declares, or an instance of a function template.
#[derive(Debug)]
pub(crate) struct FnInfo {
    /// Its definition, or its first declaration as long as there is none.
    pub(crate) ast: ast::FunctionId,
    /// Where its own names are looked up: the scope that declares it, or its template parameters.
    pub(crate) scope: ScopeId,
    /// The name alone, for messages.
    pub(crate) name: Symbol,
    /// The name as the output has it.
    pub(crate) path: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The struct of a method, `static` ones included.
    pub(crate) owner: Option<StructId>,
    /// True if it has no object.
    pub(crate) is_static: bool,
    /// The parameters.
    pub(crate) params: Rc<[ParamInfo]>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// What the result's declaration says.
    pub(crate) ret_attributes: FieldAttributes,
    /// The position among all declarations: a call sees what stands before it.
    pub(crate) order: u32,
    /// True if the definition has been seen.
    pub(crate) has_body: bool,
    /// Which namespace-level declarations its body sees.
    pub(crate) sees: u32,
    /// Its place in the output, once something reaches it.
    pub(crate) hir: Option<FunctionId>,
    /// True if its body has been checked.
    pub(crate) checked: bool,
    /// The template it is an instance of.
    pub(crate) template: Option<TemplateId>,
    /// The local types that a method of a local struct sees.
    pub(crate) local_types: Vec<(Symbol, Entity, Span)>,
    /// How many instances of templates led to it.
    pub(crate) depth: u32,
    /// Attributes and modifiers of all declarations.
    pub(crate) attributes: FnAttributes,
}

/// What attributes and modifiers say of a function.
#[derive(Debug)]
pub(crate) struct FnAttributes {
    /// `[[vk::ext_instruction(opcode, "set")]]`: a call is this instruction.
    pub(crate) instruction: Option<hir::ExtInstruction>,
    /// `[[vk::ext_type_def(number, opcode)]]`: a call defines a type.
    pub(crate) type_def: Option<(u32, u32)>,
    /// What its declaration and what is in its body ask for.
    pub(crate) requirements: hir::Requirements,
    /// `export`
    pub(crate) exported: bool,
    /// True if one of its declarations is `precise`.
    pub(crate) precise: bool,
}

impl FnAttributes {
    /// Adds what another declaration of the function says.
    pub(crate) fn extend(&mut self, other: FnAttributes) {
        self.instruction = self.instruction.take().or(other.instruction);
        self.type_def = self.type_def.or(other.type_def);
        self.requirements.extend(&other.requirements);
        self.exported |= other.exported;
        self.precise |= other.precise;
    }
}

/// A parameter of a [`FnInfo`].
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// The name, empty for an unnamed one.
    pub(crate) name: Symbol,
    /// Where it is declared.
    pub(crate) span: Span,
    /// The type.
    pub(crate) ty: TypeId,
    /// How it is passed.
    pub(crate) mode: ParamMode,
    /// The default argument.
    pub(crate) default: Option<ast::ExprId>,
    /// Modifiers and attributes.
    pub(crate) prefixes: List<Prefix>,
    /// Semantic, interpolation and the like.
    pub(crate) attributes: FieldAttributes,
}

impl ParamInfo {
    /// Returns whether the parameter is the argument's own `groupshared` memory.
    pub(crate) fn is_shared(&self) -> bool {
        self.mode == ParamMode::Reference
    }
}
