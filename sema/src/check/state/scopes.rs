//! Scopes: the visibility and meaning of names.
//!
//! Namespaces, structs and template parameters have a [`Scope`] each, linked to the enclosing one. The blocks of a
//! function share one [`Locals`] table with an undo log, so that the common lookup is one probe. This module must not
//! know how a name is declared or used.

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

/// The entity that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    /// An erroneous declaration, whose uses are not reported.
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
    /// A `string` variable, an alias of its initialiser.
    Text(Symbol),
    /// A descriptor heap.
    Heap(crate::hir::ty::HeapKind),
    /// Functions.
    Functions(OverloadsId),
}

/// The meanings of a name in one scope: a type and a value may share it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// The type, template of types or namespace.
    pub(crate) ty: Option<(Entity, Span)>,
    /// The variable, constant or functions; hides the type.
    pub(crate) value: Option<(Entity, Span)>,
    /// The position of the type's declaration.
    type_since: u32,
    /// The position of the value's declaration.
    value_since: u32,
}

impl Names {
    /// The requested meaning, if the name has it, and its position.
    fn meaning(&self, want: Want) -> Option<(Entity, u32)> {
        let ty = self.ty.map(|(entity, _)| (entity, self.type_since));
        match want {
            Want::Any => self.value.map(|(entity, _)| (entity, self.value_since)).or(ty),
            Want::Type => ty,
        }
    }

    fn any(&self) -> Option<Entity> {
        self.value.or(self.ty).map(|(entity, _)| entity)
    }
}

/// The owner of a scope.
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
    /// The enclosing scope.
    pub(crate) parent: Option<ScopeId>,
    /// Its owner.
    pub(crate) kind: ScopeKind,
    /// The prefix of its members' names in the output: `ns::S`.
    pub(crate) path: Symbol,
    /// Namespaces whose names are visible here, and the scope of the base class.
    pub(crate) visible: Vec<ScopeId>,
    /// For template arguments: the position at which the template is written. Later declarations in files and
    /// namespaces are not visible from here.
    pub(crate) sees: Option<u32>,
    names: FxHashMap<Symbol, Names>,
}

/// The limit of bases and visible namespaces that a lookup visits.
const MAX_VISIBLE: u32 = 1024;

/// The state of a search through scopes that are visible in each other, possibly in a cycle.
struct Search {
    budget: u32,
    /// The last visible position.
    sees: u32,
    /// The first meaning that is declared later.
    later: Option<Found>,
}

/// The kind of meaning that a lookup wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// The value hides the type.
    Any,
    /// Types, templates and namespaces alone.
    Type,
}

/// The result of a lookup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The entity.
    pub(crate) entity: Entity,
    /// The scope that holds it; `None` for names in blocks.
    pub(crate) scope: Option<ScopeId>,
}

/// The result of a lookup through enclosing scopes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lookup {
    /// The innermost meaning that is declared earlier.
    pub(crate) seen: Option<Found>,
    /// The innermost meaning that is declared later.
    pub(crate) later: Option<Found>,
}

/// All scopes of a translation unit.
#[derive(Debug)]
pub(crate) struct Scopes {
    scopes: Arena<Scope, tag::Scope>,
    /// The sets of functions with the same name.
    pub(crate) overloads: Arena<Overloads>,
    /// The scope of the file.
    pub(crate) file: ScopeId,
    /// The number of positions given to declarations.
    pub(crate) position: u32,
    /// The number of words of the language, whose symbols are the lowest ones.
    words: u32,
    /// True once a word has become the name of a type that the source declares.
    pub(crate) renames_words: bool,
}

impl Scopes {
    /// The scope of the file, empty.
    pub(crate) fn new(words: u32) -> Self {
        let mut scopes = Arena::default();
        let file = scopes.alloc(Scope {
            parent: None,
            kind: ScopeKind::File,
            path: Symbol::EMPTY,
            visible: Vec::new(),
            sees: None,
            names: FxHashMap::default(),
        });
        Scopes { scopes, overloads: Arena::new(), file, position: 0, words, renames_words: false }
    }

    /// Returns whether a name is a word of the language.
    pub(crate) fn is_word(&self, name: Symbol) -> bool {
        name.raw() < self.words
    }

    /// A new scope.
    pub(crate) fn open(&mut self, parent: ScopeId, kind: ScopeKind, path: Symbol) -> ScopeId {
        let names = FxHashMap::default();
        self.scopes.alloc(Scope { parent: Some(parent), kind, path, visible: Vec::new(), sees: None, names })
    }

    /// A new scope for the arguments of a template that is written in `parent` at a position.
    pub(crate) fn open_arguments(&mut self, parent: ScopeId, sees: u32) -> ScopeId {
        let scope = self.open(parent, ScopeKind::Parameters, Symbol::EMPTY);
        self.scopes[scope].sees = Some(sees);
        scope
    }

    /// Moves the arguments of a template to the scope of its specialisation.
    pub(crate) fn move_arguments(&mut self, scope: ScopeId, parent: ScopeId, sees: u32) {
        self.scopes[scope].parent = Some(parent);
        self.scopes[scope].sees = Some(sees);
    }

    /// The position of the innermost enclosing template.
    pub(crate) fn template_position(&self, from: ScopeId) -> Option<u32> {
        let mut around = std::iter::successors(Some(from), |&scope| self.get(scope).parent);
        around.find_map(|scope| self.get(scope).sees)
    }

    /// Returns whether names in a scope are template parameters.
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

    /// The meanings of a name in one scope alone.
    pub(crate) fn own(&self, scope: ScopeId, name: Symbol) -> Names {
        self.scopes[scope].names.get(&name).copied().unwrap_or_default()
    }

    /// The functions of one scope alone, templates aside, in the order of their declaration.
    pub(crate) fn own_functions(&self, scope: ScopeId) -> Vec<FnId> {
        let values = self.scopes[scope].names.values().filter_map(|names| names.value);
        let sets = values
            .filter_map(|(entity, _)| if let Entity::Functions(overloads) = entity { Some(overloads) } else { None });
        let mut all: Vec<FnId> = sets.flat_map(|set| self.overloads[set].functions.iter().copied()).collect();
        all.sort_unstable();
        all
    }

    /// Binds a type name; returns the previous meaning.
    pub(crate) fn bind_type(
        &mut self,
        scope: ScopeId,
        name: Symbol,
        entity: Entity,
        span: Span,
    ) -> Option<(Entity, Span)> {
        let position = self.position;
        self.renames_words |= self.is_word(name);
        let names = self.scopes[scope].names.entry(name).or_default();
        if names.ty.is_none_or(|(known, _)| known != entity) {
            names.type_since = position;
        }
        names.ty.replace((entity, span))
    }

    /// Binds a value name; returns the previous meaning.
    pub(crate) fn bind_value(
        &mut self,
        scope: ScopeId,
        name: Symbol,
        entity: Entity,
        span: Span,
    ) -> Option<(Entity, Span)> {
        let position = self.position;
        let names = self.scopes[scope].names.entry(name).or_default();
        if names.value.is_none_or(|(known, _)| known != entity) {
            names.value_since = position;
        }
        names.value.replace((entity, span))
    }

    /// Looks a name up in one scope and in those visible from it.
    pub(crate) fn member(&self, scope: ScopeId, name: Symbol, want: Want) -> Option<Found> {
        self.member_within(scope, name, want, &mut Search { budget: MAX_VISIBLE, sees: u32::MAX, later: None })
    }

    #[inline]
    fn member_within(&self, id: ScopeId, name: Symbol, want: Want, search: &mut Search) -> Option<Found> {
        let found = self.own_member(id, name, want, search);
        if found.is_some() || self.scopes[id].visible.is_empty() { found } else { self.shown(id, name, want, search) }
    }

    /// Looks a name up in one scope alone.
    #[inline]
    fn own_member(&self, id: ScopeId, name: Symbol, want: Want, search: &mut Search) -> Option<Found> {
        let scope = &self.scopes[id];
        if let Some((entity, since)) = scope.names.get(&name).and_then(|names| names.meaning(want)) {
            let found = Found { entity, scope: Some(id) };
            let is_seen = since <= search.sees || !matches!(scope.kind, ScopeKind::File | ScopeKind::Namespace);
            if is_seen {
                return Some(found);
            }
            search.later = search.later.or(Some(found));
        }
        None
    }

    /// Looks a name up in the scopes that are visible from one.
    fn shown(&self, id: ScopeId, name: Symbol, want: Want, search: &mut Search) -> Option<Found> {
        if search.budget == 0 {
            return None;
        }
        search.budget -= 1;
        self.scopes[id].visible.iter().find_map(|&other| self.member_within(other, name, want, search))
    }

    /// Looks a name up in a scope and the enclosing ones. From a template, declarations before it are visible; from
    /// elsewhere, those up to the position `sees`.
    pub(crate) fn lookup(&self, from: ScopeId, name: Symbol, want: Want, sees: u32) -> Lookup {
        let mut search = Search { budget: MAX_VISIBLE, sees, later: None };
        let (mut scope, mut in_template) = (Some(from), false);
        while let Some(id) = scope {
            search.budget = MAX_VISIBLE;
            if let Some(found) = self.member_within(id, name, want, &mut search) {
                return Lookup { seen: Some(found), later: search.later };
            }
            if let (false, Some(position)) = (in_template, self.scopes[id].sees) {
                (search.sees, in_template) = (position, true);
            }
            scope = self.scopes[id].parent;
        }
        Lookup { seen: None, later: search.later }
    }

    /// The overload sets of a name in `scope` and in the namespaces visible there.
    pub(crate) fn functions_visible(&self, scope: ScopeId, name: Symbol) -> Vec<OverloadsId> {
        let (mut sets, mut work, mut budget) = (Vec::new(), vec![scope], MAX_VISIBLE);
        while let Some(id) = work.pop()
            && budget > 0
        {
            budget -= 1;
            if let Some((Entity::Functions(overloads), _)) = self.own(id, name).value
                && !sets.contains(&overloads)
            {
                sets.push(overloads);
            }
            work.extend(self.scopes[id].visible.iter().rev());
        }
        sets
    }

    /// Returns whether `using namespace` shows a namespace in a scope or around it.
    pub(crate) fn is_shown(&self, from: ScopeId, namespace: ScopeId) -> bool {
        let mut around = std::iter::successors(Some(from), |&scope| self.get(scope).parent);
        around.any(|scope| scope == namespace || self.scopes[scope].visible.contains(&namespace))
    }

    /// The innermost enclosing struct.
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

    /// The enclosing namespace or file.
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

    /// The namespace that declares a name, for suggestions; the first of several.
    pub(crate) fn namespace_with(&self, name: Symbol) -> Option<&Scope> {
        let mut namespaces = self.scopes.iter().map(|(_, scope)| scope);
        namespaces.find(|scope| matches!(scope.kind, ScopeKind::Namespace) && scope.names.contains_key(&name))
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
    /// What the blocks bind, innermost last.
    bound: Vec<Bound>,
    /// For each symbol, one more than the index in `bound` of its innermost binding; 0 if there is none.
    innermost: Vec<u32>,
    marks: Vec<usize>,
    /// True once a block has declared a type.
    pub(crate) has_types: bool,
}

/// The meanings of a name in one block.
#[derive(Debug)]
struct Bound {
    name: Symbol,
    names: Names,
    /// The nesting depth of the block.
    level: u32,
    /// The value of [`Locals::innermost`] for the name before this binding, which is restored when the block ends.
    outer: u32,
}

impl Locals {
    /// No names, reusing the memory of these.
    pub(crate) fn cleared(mut self) -> Self {
        self.remove_from(0);
        self.marks.clear();
        self.has_types = false;
        self
    }

    /// Enters a block.
    pub(crate) fn enter(&mut self) {
        self.marks.push(self.bound.len());
    }

    /// Leaves the innermost block: its names are removed.
    pub(crate) fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        self.remove_from(mark);
    }

    fn remove_from(&mut self, mark: usize) {
        for bound in self.bound.drain(mark..).rev() {
            self.innermost[bound.name.raw() as usize] = bound.outer;
        }
    }

    #[inline]
    fn find(&self, name: Symbol) -> Option<&Bound> {
        let number = *self.innermost.get(name.raw() as usize)?;
        self.bound.get((number as usize).wrapping_sub(1))
    }

    /// The meanings of a name in the innermost block.
    fn own_mut(&mut self, name: Symbol) -> &mut Names {
        let (place, level) = (name.raw() as usize, self.marks.len() as u32);
        self.innermost.resize(self.innermost.len().max(place + 1), 0);
        let outer = self.innermost[place];
        let known = (outer as usize).wrapping_sub(1);
        if self.bound.get(known).is_some_and(|bound| bound.level == level) {
            return &mut self.bound[known].names;
        }
        self.bound.push(Bound { name, names: Names::default(), level, outer });
        self.innermost[place] = self.bound.len() as u32;
        let last = self.bound.len() - 1;
        &mut self.bound[last].names
    }

    /// Declares a value in the innermost block; returns the previous meaning in that block.
    pub(crate) fn bind_value(&mut self, name: Symbol, entity: Entity, span: Span) -> Option<(Entity, Span)> {
        self.own_mut(name).value.replace((entity, span))
    }

    /// Declares a type in the innermost block; returns the previous meaning in that block.
    pub(crate) fn bind_type(&mut self, name: Symbol, entity: Entity, span: Span) -> Option<(Entity, Span)> {
        self.has_types = true;
        self.own_mut(name).ty.replace((entity, span))
    }

    /// The meaning of a name in the enclosing blocks.
    #[inline]
    pub(crate) fn lookup(&self, name: Symbol, want: Want) -> Option<Entity> {
        let names = &self.find(name)?.names;
        match want {
            Want::Any => names.any(),
            Want::Type => names.ty.map(|(entity, _)| entity),
        }
    }

    /// The meanings of a name in the innermost block that has it.
    pub(crate) fn own(&self, name: Symbol) -> Names {
        self.find(name).map(|bound| bound.names).unwrap_or_default()
    }

    /// All names, for suggestions.
    pub(crate) fn all(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.visible().map(|bound| bound.name)
    }

    /// What no inner block hides.
    fn visible(&self) -> impl Iterator<Item = &Bound> {
        let numbers = 1..;
        let numbered = self.bound.iter().zip(numbers);
        numbered.filter(|(bound, number)| self.innermost[bound.name.raw() as usize] == *number).map(|(bound, _)| bound)
    }

    /// The types that are visible, for the methods of a struct that a block declares.
    pub(crate) fn types(&self) -> Vec<(Symbol, Entity, Span)> {
        let types = self.visible().filter_map(|bound| bound.names.ty.map(|(entity, span)| (bound.name, entity, span)));
        let mut all: Vec<_> = types.collect();
        all.sort_unstable_by_key(|&(name, _, _)| name);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hide_the_names_around_them_until_they_end() {
        let (mut locals, name, other) = (Locals::default(), Symbol::new(7), Symbol::new(3));
        let value = |locals: &Locals, name| locals.lookup(name, Want::Any);
        let [outer, inner] = [1, 2].map(|raw| Entity::Local(Id::new(raw)));
        locals.enter();
        assert_eq!(locals.bind_value(name, outer, Span::NONE), None);
        locals.enter();
        assert_eq!((value(&locals, name), value(&locals, other)), (Some(outer), None));
        assert_eq!(locals.bind_value(name, inner, Span::NONE), None);
        assert_eq!(locals.bind_value(name, inner, Span::NONE), Some((inner, Span::NONE)));
        locals.bind_type(other, Entity::Error, Span::NONE);
        assert_eq!((value(&locals, name), value(&locals, other)), (Some(inner), Some(Entity::Error)));
        assert_eq!(locals.all().collect::<Vec<_>>(), [name, other]);
        assert_eq!((locals.types(), locals.has_types), (vec![(other, Entity::Error, Span::NONE)], true));
        locals.leave();
        assert_eq!((value(&locals, name), value(&locals, other)), (Some(outer), None));
        let locals = locals.cleared();
        assert_eq!((value(&locals, name), locals.has_types), (None, false));
    }
}
