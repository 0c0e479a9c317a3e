//! Scopes: which names are visible where, and what they stand for.
//!
//! Namespaces, structs and template parameters have a [`Scope`] each, linked to the one around it. The blocks of a
//! function share one [`Locals`] table with an undo log, so that the common lookup is one probe. This module must not
//! know how a name is declared or used; it only keeps the books.

use super::ids::{FnId, ScopeId, TemplateId, tag};
use crate::hir::expr::ConstantId;
use crate::hir::ty::{StructId, TypeId};
use crate::hir::{GlobalId, LocalId};
use base::ids::{Arena, Id};
use base::intern::Symbol;
use base::source::Span;
use rustc_hash::FxHashMap;

/// Identifies the functions that share a name in a scope.
pub(crate) type OverloadsId = Id<Overloads>;

/// The functions that share a name in a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overloads {
    /// Functions in order of their first declaration.
    pub(crate) functions: Vec<FnId>,
    /// Function templates in order of their declaration.
    pub(crate) templates: Vec<TemplateId>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    /// Something whose declaration was wrong; its uses are not reported.
    Error,
    /// A type.
    Type(TypeId),
    /// A template of a struct, type or variable.
    Template(TemplateId),
    /// A namespace.
    Namespace(ScopeId),
    /// A variable outside of functions, or a `static` one in a function.
    Global(GlobalId),
    /// A member of a `cbuffer` or a loose uniform.
    BlockMember(GlobalId, u32),
    /// A field of the struct whose scope holds the name.
    Field(u32),
    /// A field of an anonymous struct that is a field itself.
    NestedField(u32, u32),
    /// A variable or parameter of the function.
    Local(LocalId),
    /// An enumerator, template argument or folded `static const`.
    Constant(ConstantId),
    /// A `string` variable, which is what it is initialised with.
    Text(Symbol),
    /// A descriptor heap.
    Heap(crate::hir::ty::HeapKind),
    /// Functions.
    Functions(OverloadsId),
}

/// What a name stands for in one scope: a type and a value may share it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// The type, template of types or namespace.
    pub(crate) ty: Option<(Entity, Span)>,
    /// The variable, constant or functions; hides the type.
    pub(crate) value: Option<(Entity, Span)>,
}

impl Names {
    fn any(&self) -> Option<Entity> {
        self.value.or(self.ty).map(|(entity, _)| entity)
    }
}

/// What a scope belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    /// The file.
    File,
    /// A namespace.
    Namespace,
    /// A struct, class or interface.
    Struct(StructId),
    /// An `enum class`.
    Enum,
    /// The parameters of a template.
    Parameters,
}

/// Names of a namespace, struct or template.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The scope around it.
    pub(crate) parent: Option<ScopeId>,
    /// What it belongs to.
    pub(crate) kind: ScopeKind,
    /// What stands before the names of its members in the output: `ns::S`.
    pub(crate) path: Symbol,
    /// Namespaces whose names are visible here, and the scope of the base class.
    pub(crate) visible: Vec<ScopeId>,
    /// The fields that must be passed to reach the base class's members; one per base.
    names: FxHashMap<Symbol, Names>,
}

/// A lookup walks through so many bases and visible namespaces.
const MAX_VISIBLE: u32 = 1024;

/// Whether a lookup wants types or values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// The value hides the type.
    Any,
    /// Types, templates and namespaces alone.
    Type,
}

/// What a lookup found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// What the name stands for.
    pub(crate) entity: Entity,
    /// The scope that holds it; nothing for names of the function's blocks.
    pub(crate) scope: Option<ScopeId>,
}

/// All scopes of a translation unit.
#[derive(Debug)]
pub(crate) struct Scopes {
    scopes: Arena<Scope, tag::Scope>,
    /// The functions that share names.
    pub(crate) overloads: Arena<Overloads>,
    /// The scope of the file.
    pub(crate) file: ScopeId,
}

impl Scopes {
    /// The scope of the file, empty.
    pub(crate) fn new() -> Self {
        let mut scopes = Arena::default();
        let file = scopes.alloc(Scope {
            parent: None,
            kind: ScopeKind::File,
            path: Symbol::EMPTY,
            visible: Vec::new(),
            names: FxHashMap::default(),
        });
        Scopes { scopes, overloads: Arena::new(), file }
    }

    /// A new scope.
    pub(crate) fn open(&mut self, parent: ScopeId, kind: ScopeKind, path: Symbol) -> ScopeId {
        let names = FxHashMap::default();
        self.scopes.alloc(Scope { parent: Some(parent), kind, path, visible: Vec::new(), names })
    }

    /// Whether names in a scope stand for arguments of templates.
    pub(crate) fn binds_arguments(&self, scope: ScopeId) -> bool {
        let mut around =
            std::iter::successors(Some(scope), |&scope| self.get(scope).parent).map(|scope| self.get(scope));
        around.any(|scope| matches!(scope.kind, ScopeKind::Parameters) && !scope.names.is_empty())
    }

    /// The scope with this id.
    pub(crate) fn get(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    /// Makes the names of `other` visible in `scope`.
    pub(crate) fn show(&mut self, scope: ScopeId, other: ScopeId) {
        if scope != other && !self.scopes[scope].visible.contains(&other) {
            self.scopes[scope].visible.push(other);
        }
    }

    /// The names that a symbol has in one scope alone.
    pub(crate) fn own(&self, scope: ScopeId, name: Symbol) -> Names {
        self.scopes[scope].names.get(&name).copied().unwrap_or_default()
    }

    /// Gives a type name its meaning, replacing an older one, which is returned.
    pub(crate) fn bind_type(
        &mut self,
        scope: ScopeId,
        name: Symbol,
        entity: Entity,
        span: Span,
    ) -> Option<(Entity, Span)> {
        self.scopes[scope].names.entry(name).or_default().ty.replace((entity, span))
    }

    /// Gives a value's name its meaning, replacing an older one, which is returned.
    pub(crate) fn bind_value(
        &mut self,
        scope: ScopeId,
        name: Symbol,
        entity: Entity,
        span: Span,
    ) -> Option<(Entity, Span)> {
        self.scopes[scope].names.entry(name).or_default().value.replace((entity, span))
    }

    /// Looks a name up in one scope and in what is visible in it.
    pub(crate) fn member(&self, scope: ScopeId, name: Symbol, want: Want) -> Option<Found> {
        let mut seen = 0;
        self.member_within(scope, name, want, &mut seen)
    }

    /// `seen` bounds the walk: namespaces may make each other visible.
    fn member_within(&self, id: ScopeId, name: Symbol, want: Want, seen: &mut u32) -> Option<Found> {
        *seen += 1;
        let scope = &self.scopes[id];
        if let Some(names) = scope.names.get(&name) {
            let entity = match want {
                Want::Any => names.any(),
                Want::Type => names.ty.map(|(entity, _)| entity),
            };
            if let Some(entity) = entity {
                return Some(Found { entity, scope: Some(id) });
            }
        }
        if *seen > MAX_VISIBLE {
            return None;
        }
        scope.visible.iter().find_map(|&other| self.member_within(other, name, want, seen))
    }

    /// Looks a name up in a scope and those around it.
    pub(crate) fn lookup(&self, from: ScopeId, name: Symbol, want: Want) -> Option<Found> {
        let mut scope = Some(from);
        while let Some(id) = scope {
            if let Some(found) = self.member(id, name, want) {
                return Some(found);
            }
            scope = self.scopes[id].parent;
        }
        None
    }

    /// The innermost struct around a scope.
    pub(crate) fn enclosing_struct(&self, from: ScopeId) -> Option<StructId> {
        let mut scope = Some(from);
        while let Some(id) = scope {
            if let ScopeKind::Struct(id) = self.scopes[id].kind {
                return Some(id);
            }
            scope = self.scopes[id].parent;
        }
        None
    }

    /// The namespace or file around a scope.
    pub(crate) fn namespace_around(&self, from: ScopeId) -> ScopeId {
        let mut scope = from;
        while !matches!(self.scopes[scope].kind, ScopeKind::File | ScopeKind::Namespace)
            && let Some(parent) = self.scopes[scope].parent
        {
            scope = parent;
        }
        scope
    }

    /// All names that are visible from a scope, for suggestions.
    pub(crate) fn visible_names(&self, from: ScopeId) -> Vec<Symbol> {
        let mut all = Vec::new();
        let mut scope = Some(from);
        while let Some(id) = scope {
            all.extend(self.own_names(id));
            scope = self.scopes[id].parent;
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All names of one scope and what is visible in it, for suggestions.
    pub(crate) fn own_names(&self, scope: ScopeId) -> Vec<Symbol> {
        let scope = &self.scopes[scope];
        let shown = scope.visible.iter().flat_map(|&other| self.scopes[other].names.keys());
        let mut all: Vec<Symbol> = scope.names.keys().chain(shown).copied().collect();
        all.sort_unstable();
        all
    }
}

/// The names of a function's blocks.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    names: FxHashMap<Symbol, (Names, u32)>,
    undo: Vec<(Symbol, Option<(Names, u32)>)>,
    marks: Vec<usize>,
}

impl Locals {
    /// No names, in the memory of these.
    pub(crate) fn cleared(mut self) -> Self {
        self.names.clear();
        self.undo.clear();
        self.marks.clear();
        self
    }

    /// A block begins.
    pub(crate) fn enter(&mut self) {
        self.marks.push(self.undo.len());
    }

    /// The innermost block ends: its names are forgotten.
    pub(crate) fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for (name, old) in self.undo.drain(mark..).rev() {
            match old {
                Some(old) => self.names.insert(name, old),
                None => self.names.remove(&name),
            };
        }
    }

    fn bind(
        &mut self,
        name: Symbol,
        change: impl FnOnce(&mut Names) -> Option<(Entity, Span)>,
    ) -> Option<(Entity, Span)> {
        let level = self.marks.len() as u32;
        let old = self.names.get(&name).copied();
        let mut names = match old {
            Some((names, at)) if at == level => names,
            Some(_) | None => Names::default(),
        };
        let replaced = change(&mut names);
        self.undo.push((name, old));
        self.names.insert(name, (names, level));
        replaced
    }

    /// Declares a value in the innermost block; returns what the same block had under this name.
    pub(crate) fn bind_value(&mut self, name: Symbol, entity: Entity, span: Span) -> Option<(Entity, Span)> {
        self.bind(name, |names| names.value.replace((entity, span)))
    }

    /// Declares a type in the innermost block; returns what the same block had under this name.
    pub(crate) fn bind_type(&mut self, name: Symbol, entity: Entity, span: Span) -> Option<(Entity, Span)> {
        self.bind(name, |names| names.ty.replace((entity, span)))
    }

    /// What a name stands for in the blocks around.
    pub(crate) fn lookup(&self, name: Symbol, want: Want) -> Option<Entity> {
        let (names, _) = self.names.get(&name)?;
        match want {
            Want::Any => names.any(),
            Want::Type => names.ty.map(|(entity, _)| entity),
        }
    }

    /// All names, for suggestions.
    pub(crate) fn all(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.names.keys().copied()
    }

    /// The types that are visible, for the methods of a struct that a block declares.
    pub(crate) fn types(&self) -> Vec<(Symbol, Entity, Span)> {
        let mut all: Vec<_> = self
            .names
            .iter()
            .filter_map(|(&name, (names, _))| names.ty.map(|(entity, span)| (name, entity, span)))
            .collect();
        all.sort_unstable_by_key(|&(name, _, _)| name);
        all
    }
}
