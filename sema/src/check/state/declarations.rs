//! What the source declares, and what the language itself does.

use super::functions::FnInfo;
use super::ids::{FnId, ScopeId, tag};
use super::scopes::{Entity, Scopes};
use super::structs::StructInfo;
use super::templates::Template;
use crate::hir::GlobalId;
use crate::hir::expr::ConstantId;
use crate::hir::ty::{EnumId, MatrixOrder, Struct, TypeId};
use crate::tables::types::Builtin;
use base::ids::Arena;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, Ast};
use rustc_hash::{FxHashMap, FxHashSet};

/// The declarations of a unit, as far as they have been entered.
#[derive(Debug)]
pub(crate) struct Declarations {
    /// Which names are visible where.
    pub(crate) scopes: Scopes,
    /// Functions, methods and instances of function templates.
    pub(crate) functions: Arena<FnInfo, tag::Function>,
    /// Those of them that have a body, in order.
    pub(crate) defined: Vec<FnId>,
    /// Templates of all kinds.
    pub(crate) templates: Arena<Template, tag::Template>,
    /// The instances of templates.
    pub(crate) instances: Instances,
    /// Parallel to [`crate::hir::Module::structs`].
    pub(crate) structs: Arena<StructInfo, Struct>,
    /// What has become of the structs of the tree, in each scope that declares them.
    pub(crate) structs_of_ast: FxHashMap<(ast::StructId, ScopeId), TypeId>,
    /// What has become of the enumerations of the tree.
    pub(crate) enums_of_ast: FxHashMap<(ast::EnumId, ScopeId), TypeId>,
    /// The names of the enumerators.
    pub(crate) enum_scopes: FxHashMap<EnumId, ScopeId>,
    /// What type names say about the order of matrices.
    pub(crate) alias_orders: FxHashMap<Symbol, MatrixOrder>,
    /// How matrices lie from here on.
    pub(crate) matrix_order: MatrixOrder,
    /// What constants of the module are known to hold, besides those that stand for a value themselves.
    pub(crate) values: FxHashMap<GlobalId, ConstantId>,
    /// True if the initialiser of a static is being checked, which may lead to declarations of others.
    pub(crate) initialising: bool,
    /// Those of them that wait for its end.
    pub(crate) late_inits: Vec<LateInit>,
    /// True if these are being checked.
    pub(crate) late_inits_run: bool,
    /// The `static` members of structs that nothing has defined.
    pub(crate) undefined: FxHashSet<GlobalId>,
    /// Where each number of a `vk::ext_type` is named first.
    pub(crate) numbered_types: FxHashMap<u32, Span>,
    /// What has been asked of the tables of the language.
    pub(crate) builtin: Builtins,
}

/// What the language knows under the names that have been looked up so far.
#[derive(Debug, Default)]
pub(crate) struct Builtins {
    /// Types and templates of types.
    pub(crate) types: FxHashMap<Symbol, Option<Builtin>>,
    /// Whether there is an intrinsic function.
    pub(crate) functions: FxHashMap<Symbol, bool>,
    /// Constants and heaps.
    pub(crate) constants: FxHashMap<Symbol, Option<Entity>>,
    /// `RayDesc` and its kin, once made.
    pub(crate) structs: FxHashMap<Symbol, TypeId>,
}

/// A static whose initialiser is still to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateInit {
    /// The variable.
    pub(crate) global: GlobalId,
    /// Its initialiser.
    pub(crate) init: ast::ExprId,
    /// Where its names are looked up.
    pub(crate) scope: ScopeId,
    /// True if the variable is `globallycoherent`.
    pub(crate) coherent: bool,
}

/// How far the making of instances has gone.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// How many have been made.
    pub(crate) count: u32,
    /// How many are being made inside of each other.
    pub(crate) nested: u32,
    /// How many led to what is being looked at.
    pub(crate) depth: u32,
}

impl Declarations {
    /// None yet.
    pub(crate) fn new(ast: &Ast, matrix_order: MatrixOrder) -> Self {
        let mut functions = Arena::default();
        functions.reserve(ast.functions.len());
        Declarations {
            scopes: Scopes::new(),
            functions,
            defined: Vec::new(),
            templates: Arena::default(),
            instances: Instances::default(),
            structs: Arena::default(),
            structs_of_ast: FxHashMap::default(),
            enums_of_ast: FxHashMap::default(),
            enum_scopes: FxHashMap::default(),
            alias_orders: FxHashMap::default(),
            matrix_order,
            values: FxHashMap::default(),
            initialising: false,
            late_inits: Vec::new(),
            late_inits_run: false,
            undefined: FxHashSet::default(),
            numbered_types: FxHashMap::default(),
            builtin: Builtins::default(),
        }
    }

    /// Enters a function, which has no name yet.
    pub(crate) fn add_function(&mut self, info: FnInfo) -> FnId {
        let has_body = info.has_body;
        let id = self.functions.alloc(info);
        if has_body {
            self.defined.push(id);
        }
        id
    }

    /// The position of the next declaration.
    pub(crate) fn next_position(&mut self) -> u32 {
        self.scopes.position += 1;
        self.scopes.position
    }
}
