//! Functions and their parameters.

use super::ids::{ScopeId, TemplateId};
use super::packing::Packing;
use super::scopes::Entity;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{FieldAttributes, StructId, TypeId};
use crate::hir::{self, FunctionId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List, Prefix};
use std::sync::Arc;

/// A function that the source declares, or an instance of a function template.
#[derive(Debug)]
pub(crate) struct FnInfo {
    /// Its definition, or its first declaration as long as there is none.
    pub(crate) ast: ast::FunctionId,
    /// The other declarations, in the order of the source: attributes of any hold.
    pub(crate) redeclared: Vec<ast::FunctionId>,
    /// The scope for its own names: that of its declaration, or of its template parameters.
    pub(crate) scope: ScopeId,
    /// The unqualified name, for messages.
    pub(crate) name: Symbol,
    /// The qualified name in the output.
    pub(crate) path: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The struct of a method, `static` ones included.
    pub(crate) owner: Option<StructId>,
    /// True if it has no object.
    pub(crate) is_static: bool,
    /// True for a method that does not modify its object.
    pub(crate) is_const: bool,
    /// The parameters.
    pub(crate) params: Arc<[ParamInfo]>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// How far the type of the result is known.
    pub(crate) deduction: Deduction,
    /// The attributes of the result.
    pub(crate) ret_attributes: FieldAttributes,
    /// The position of its declaration: a call sees earlier ones.
    pub(crate) order: u32,
    /// The order of matrices where it is declared.
    pub(crate) packing: Packing,
    /// True if the definition has been seen.
    pub(crate) has_body: bool,
    /// The position up to which its body sees declarations of namespaces.
    pub(crate) sees: u32,
    /// Its id in the output, once it is reached.
    pub(crate) hir: Option<FunctionId>,
    /// True if its body has been checked.
    pub(crate) checked: bool,
    /// The template it is an instance of.
    pub(crate) template: Option<TemplateId>,
    /// The local types that a method of a local struct sees.
    pub(crate) local_types: Vec<(Symbol, Entity, Span)>,
    /// The number of template instances that led to it.
    pub(crate) depth: u32,
    /// Attributes and modifiers of all declarations.
    pub(crate) attributes: FnAttributes,
}

/// The progress of deducing the type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deduction {
    /// The source says it, or it is deduced.
    Known,
    /// It is still to be deduced.
    Open,
    /// It is being deduced.
    Running,
    /// It is being deduced, and needs itself.
    Circular,
}

/// Attributes and modifiers of a function.
#[derive(Debug)]
pub(crate) struct FnAttributes {
    /// `[[vk::ext_instruction(opcode, "set")]]`: a call is this instruction.
    pub(crate) instruction: Option<hir::ExtInstruction>,
    /// `[[vk::ext_type_def(number, opcode)]]`: a call defines a type.
    pub(crate) type_def: Option<(u32, u32)>,
    /// Requirements of its declaration and its body.
    pub(crate) requirements: hir::Requirements,
    /// `export`
    pub(crate) exported: bool,
    /// `[[nodiscard]]`
    pub(crate) nodiscard: bool,
    /// `explicit`: a conversion operator for casts alone.
    pub(crate) is_explicit: bool,
    /// `constexpr`: calls with constant arguments are constants.
    pub(crate) is_constexpr: bool,
    /// True if one of its declarations is `precise`.
    pub(crate) precise: bool,
}

impl FnAttributes {
    /// Adds those of another declaration.
    pub(crate) fn extend(&mut self, other: FnAttributes) {
        self.instruction = self.instruction.take().or(other.instruction);
        self.type_def = self.type_def.or(other.type_def);
        self.requirements.extend(&other.requirements);
        self.exported |= other.exported;
        self.precise |= other.precise;
        self.nodiscard |= other.nodiscard;
        self.is_explicit |= other.is_explicit;
        self.is_constexpr |= other.is_constexpr;
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
    /// Its passing mode.
    pub(crate) mode: ParamMode,
    /// True if it is `groupshared`: the argument is in `groupshared` memory, and is not copied.
    pub(crate) is_groupshared: bool,
    /// The default argument.
    pub(crate) default: Option<ast::ExprId>,
    /// Modifiers and attributes.
    pub(crate) prefixes: List<Prefix>,
    /// Semantic, interpolation and similar ones.
    pub(crate) attributes: FieldAttributes,
}
