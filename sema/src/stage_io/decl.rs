//! Entry functions as declared.

use crate::attributes::Attributes;
use crate::hir::FunctionId;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{FieldAttributes, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::Modifier;
use frontend::language::Stage;

/// An entry function as declared.
#[derive(Debug)]
pub struct EntryDecl<'a> {
    /// The function.
    pub function: FunctionId,
    /// The stage.
    pub stage: Stage,
    /// The name in the module.
    pub name: Symbol,
    /// Where the function's name stands.
    pub span: Span,
    /// The function's attributes.
    pub attributes: &'a Attributes,
    /// The parameters.
    pub params: Vec<ParamDecl>,
    /// The result.
    pub ret: ReturnDecl,
    /// The patch-constant function of a hull shader.
    pub patch_constant: Option<PatchConstantDecl>,
}

/// A patch-constant function as declared.
#[derive(Debug)]
pub struct PatchConstantDecl {
    /// The function.
    pub function: FunctionId,
    /// The parameters.
    pub params: Vec<ParamDecl>,
    /// The result.
    pub ret: ReturnDecl,
}

/// A parameter of an entry function as declared.
#[derive(Debug)]
pub struct ParamDecl {
    /// The name.
    pub name: Symbol,
    /// Where it stands.
    pub span: Span,
    /// The type.
    pub ty: TypeId,
    /// Its passing mode.
    pub mode: ParamMode,
    /// Semantic, interpolation and similar ones.
    pub attributes: FieldAttributes,
    /// `point`, `triangle`, `vertices`, `indices`, `primitives`, `payload` and similar ones, if one is given.
    pub modifier: Option<Modifier>,
    /// True if the body mentions the parameter.
    pub used: bool,
    /// The attributes of a parameter of a node.
    pub node_attributes: Attributes,
}

/// The result of an entry function as declared.
#[derive(Debug)]
pub struct ReturnDecl {
    /// The type.
    pub ty: TypeId,
    /// The function's semantic.
    pub attributes: FieldAttributes,
    /// Where the function's name stands.
    pub span: Span,
}
