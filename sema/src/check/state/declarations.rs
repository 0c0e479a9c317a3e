//! Declarations of the source, and of the language itself.

use super::functions::FnInfo;
use super::ids::{FnId, ScopeId, TemplateId, tag};
use super::packing::Packing;
use super::scopes::{Entity, Scopes};
use super::structs::StructInfo;
use super::templates::Template;
use crate::hir::GlobalId;
use crate::hir::expr::ConstantId;
use crate::hir::ty::{EnumId, MatrixOrder, Struct, TypeId};
use crate::tables::intrinsics::Intrinsic;
use crate::tables::types::Builtin;
use base::ids::Arena;
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, Ast};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The declarations of a unit, as far as they have been entered.
#[derive(Debug)]
pub(crate) struct Declarations {
    /// Scopes and their names.
    pub(crate) scopes: Scopes,
    /// Functions, methods and instances of function templates.
    pub(crate) functions: Arena<FnInfo, tag::Function>,
    /// Functions with a body, in order.
    pub(crate) defined: Vec<FnId>,
    /// Templates of all kinds.
    pub(crate) templates: Arena<Template, tag::Template>,
    /// The instances of templates.
    pub(crate) instances: Instances,
    /// Parallel to [`crate::hir::Module::structs`].
    pub(crate) structs: Arena<StructInfo, Struct>,
    /// The types of the structs in the tree, per scope that declares them.
    pub(crate) structs_of_ast: FxHashMap<(ast::StructId, ScopeId), TypeId>,
    /// The types of the enumerations in the tree.
    pub(crate) enums_of_ast: FxHashMap<(ast::EnumId, ScopeId), TypeId>,
    /// The scopes of enumerators.
    pub(crate) enum_scopes: FxHashMap<EnumId, ScopeId>,
    /// Matrix orders of type aliases.
    pub(crate) alias_orders: FxHashMap<Symbol, MatrixOrder>,
    /// The current order of matrices without modifiers.
    pub(crate) packing: Packing,
    /// Known values of constants that are variables in the module.
    pub(crate) values: FxHashMap<GlobalId, ConstantId>,
    /// True during the initialiser of a static, which may lead to declarations of others.
    pub(crate) initialising: bool,
    /// Initialisers deferred until its end.
    pub(crate) late_inits: Vec<LateInit>,
    /// True while these are checked.
    pub(crate) late_inits_run: bool,
    /// Undefined `static` members of structs.
    pub(crate) undefined: FxHashSet<GlobalId>,
    /// The first mention of each number of a `vk::ext_type`.
    pub(crate) numbered_types: FxHashMap<u32, Span>,
    /// `groupshared` arrays without elements.
    pub(crate) empty_arrays: EmptyArrays,
    /// True once an operator outside of structs was declared.
    pub(crate) has_free_operators: bool,
    /// True if a struct has a conversion operator.
    pub(crate) has_conversions: bool,
    /// The values of calls of `constexpr` functions with constants, as far as they have one.
    pub(crate) evaluated: FxHashMap<(FnId, Vec<ConstantId>), Option<ConstantId>>,
    /// True once a long vector was reported.
    pub(crate) long_vector_reported: bool,
    /// Cached lookups in the language's tables.
    pub(crate) builtin: Builtins,
}

/// `groupshared` arrays without elements, which are errors where they are used.
#[derive(Debug, Default)]
pub(crate) struct EmptyArrays {
    /// True in the type of a `groupshared` variable.
    pub(crate) is_open: bool,
    /// The length in the current type.
    pub(crate) found: Option<Span>,
    /// The variables, with their lengths.
    pub(crate) variables: FxHashMap<GlobalId, Span>,
}

/// Cached lookups of builtin names.
#[derive(Debug, Default)]
pub(crate) struct Builtins {
    /// Types and templates of types.
    pub(crate) types: FxHashMap<Symbol, Option<Builtin>>,
    /// Types that are words and take no arguments, by the number of the word, once they are used.
    pub(crate) words: Vec<Option<TypeId>>,
    /// The rows of intrinsic functions; none for other names.
    pub(crate) functions: FxHashMap<Symbol, &'static [Intrinsic]>,
    /// Constants and heaps.
    pub(crate) constants: FxHashMap<Symbol, Option<Entity>>,
    /// `RayDesc` and similar ones, once made.
    pub(crate) structs: FxHashMap<Symbol, TypeId>,
    /// The scope of the static methods of `dx::HitObject`, once the namespace `dx` is named.
    pub(crate) hit_object: Option<ScopeId>,
    /// The scopes of `hlsl::numeric_limits`, by type.
    pub(crate) limits: FxHashMap<TypeId, ScopeId>,
}

/// A static with a deferred initialiser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateInit {
    /// The variable.
    pub(crate) global: GlobalId,
    /// Its initialiser.
    pub(crate) init: ast::ExprId,
    /// The scope of its names.
    pub(crate) scope: ScopeId,
    /// True if the variable is `globallycoherent`.
    pub(crate) coherent: bool,
}

/// Counters of template instances.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// The number of all instances.
    pub(crate) count: u32,
    /// The nesting depth of instances under construction.
    pub(crate) nested: u32,
    /// The number of instances that led to the current code.
    pub(crate) depth: u32,
    /// Where the instances under construction are used.
    pub(crate) asked: Vec<Span>,
    /// The last deduction that found two types for one parameter.
    pub(crate) conflict: Option<Conflict>,
    /// The last templates that do not match a call.
    pub(crate) mismatches: VecDeque<Mismatch>,
}

/// A function template that does not match a call.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The template.
    pub(crate) template: TemplateId,
    /// The types of the call's arguments.
    pub(crate) types: Vec<TypeId>,
    /// The reason.
    pub(crate) reason: MismatchReason,
}

/// The reason why a function template does not match a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MismatchReason {
    /// There are too many or too few arguments.
    Count,
    /// The position of the first argument that does not match.
    Argument(usize),
    /// A template parameter that no argument determines.
    Undetermined(Symbol),
}

/// A parameter of a function template for which the arguments of a call have different types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    /// The template's name.
    pub(crate) template: Symbol,
    /// The parameter's name.
    pub(crate) param: Symbol,
    /// The two types.
    pub(crate) types: [TypeId; 2],
}

impl Declarations {
    /// No declarations.
    pub(crate) fn new(ast: &Ast, words: u32, default_order: MatrixOrder) -> Self {
        let mut functions = Arena::default();
        // Some of a template's instances besides.
        functions.reserve(ast.functions.len() + ast.functions.len() / 4);
        Declarations {
            scopes: Scopes::new(words),
            functions,
            defined: Vec::new(),
            templates: Arena::default(),
            instances: Instances::default(),
            structs: Arena::default(),
            structs_of_ast: FxHashMap::default(),
            enums_of_ast: FxHashMap::default(),
            enum_scopes: FxHashMap::default(),
            alias_orders: FxHashMap::default(),
            packing: Packing { order: default_order, is_explicit: false },
            values: FxHashMap::default(),
            initialising: false,
            late_inits: Vec::new(),
            late_inits_run: false,
            undefined: FxHashSet::default(),
            numbered_types: FxHashMap::default(),
            empty_arrays: EmptyArrays::default(),
            has_free_operators: false,
            has_conversions: false,
            evaluated: FxHashMap::default(),
            long_vector_reported: false,
            builtin: Builtins::default(),
        }
    }

    /// Adds a function, which has no name yet.
    pub(crate) fn add_function(&mut self, info: FnInfo) -> FnId {
        let has_body = info.has_body;
        let id = self.functions.alloc(info);
        if has_body {
            self.defined.push(id);
        }
        id
    }

    /// Records the type that a name of the language means.
    pub(crate) fn note_word(&mut self, name: Symbol, ty: TypeId) {
        if !self.scopes.is_word(name) {
            return;
        }
        let (place, words) = (name.raw() as usize, &mut self.builtin.words);
        words.resize(words.len().max(place + 1), None);
        words[place] = Some(ty);
    }

    /// The position of the next declaration.
    pub(crate) fn next_position(&mut self) -> u32 {
        self.scopes.position += 1;
        self.scopes.position
    }
}
