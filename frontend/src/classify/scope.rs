//! Scopes as far as parsing needs them: the names of types and templates.
//!
//! Only names that are ever declared as something other than a value are tracked (`tracked`); all others are values
//! without being looked up. Knows nothing of tokens.

use crate::language::HlslVersion;
use crate::words::{self, Member, Word};
use base::intern::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// The kind of entity that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    Type,
    TypeTemplate,
    FunctionTemplate,
    VariableTemplate,
    /// Hides types of the same name.
    Value,
    Namespace,
}

/// The number of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScopeId(u32);

impl ScopeId {
    /// No scope: the parent of the outermost one, the inside of what has none.
    pub(super) const NONE: ScopeId = ScopeId(0);
    /// The file.
    pub(super) const GLOBAL: ScopeId = ScopeId(1);
}

/// A name in a scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding {
    pub(super) entity: Entity,
    /// The scope of `name::`.
    pub(super) inner: ScopeId,
}

#[derive(Debug)]
struct Scope {
    parent: ScopeId,
    names: FxHashMap<Symbol, Binding>,
    /// Scopes searched after this one: base classes and used namespaces.
    bases: Vec<ScopeId>,
    /// True if this scope holds template parameters: declarations go into the enclosing one.
    is_template: bool,
}

/// The limit of visited scopes per search, so that bases of bases cannot make it exponential.
const SEARCH_BUDGET: u32 = 256;

/// All scopes, and the current one.
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    /// By number of the symbol: whether any scope binds the name to something that is not a value.
    tracked: Vec<bool>,
    words: &'static [Word],
    pub(super) current: ScopeId,
    /// The namespace `hlsl`, which holds all builtin names; `NONE` before HLSL 202x.
    hlsl: ScopeId,
}

impl Scopes {
    pub(super) fn new(names: &mut Interner, version: HlslVersion) -> Self {
        let mut scopes = Scopes {
            scopes: Vec::new(),
            tracked: Vec::new(),
            words: words::classes(version),
            current: ScopeId::GLOBAL,
            hlsl: ScopeId::NONE,
        };
        scopes.open(ScopeId::NONE);
        scopes.open(ScopeId::NONE);
        let (mut namespace, mut inside) = ("", ScopeId::NONE);
        for &(of, name, member) in words::NAMESPACE_MEMBERS {
            if of != namespace {
                (namespace, inside) = (of, scopes.open_namespace(ScopeId::GLOBAL, names.intern(of)));
            }
            let entity = match member {
                Member::Type => Entity::Type,
                Member::TypeTemplate => Entity::TypeTemplate,
                Member::FunctionTemplate => Entity::FunctionTemplate,
            };
            scopes.bind(inside, names.intern(name), Binding { entity, inner: ScopeId::NONE });
        }
        if version >= HlslVersion::V202x {
            scopes.open_hlsl(names);
        }
        scopes
    }

    /// The namespace `hlsl`, which HLSL 202x has without a declaration.
    fn open_hlsl(&mut self, names: &mut Interner) {
        self.hlsl = self.open_namespace(ScopeId::GLOBAL, names.intern("hlsl"));
        let inner = ScopeId::NONE;
        self.bind(self.hlsl, names.intern("size_t"), Binding { entity: Entity::Type, inner });
        self.bind(self.hlsl, names.intern("numeric_limits"), Binding { entity: Entity::TypeTemplate, inner });
        let cast = Binding { entity: Entity::FunctionTemplate, inner };
        for name in words::CASTS {
            self.bind(self.hlsl, names.intern(name), cast);
        }
        self.bind(ScopeId::GLOBAL, names.intern(words::STATIC_CAST), cast);
    }

    /// Makes a scope without entering it.
    pub(super) fn open(&mut self, parent: ScopeId) -> ScopeId {
        let scope = Scope { parent, names: FxHashMap::default(), bases: Vec::new(), is_template: false };
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// The scope of a namespace, which may have been opened before.
    pub(super) fn open_namespace(&mut self, parent: ScopeId, name: Symbol) -> ScopeId {
        if let Some(Binding { entity: Entity::Namespace, inner }) = self.own(parent, name) {
            return inner;
        }
        let inner = self.open(parent);
        self.bind(parent, name, Binding { entity: Entity::Namespace, inner });
        inner
    }

    /// Enters a new scope for the parameters of a template.
    pub(super) fn enter_template(&mut self) {
        self.current = self.open(self.current);
        self.get_mut(self.current).is_template = true;
    }

    /// Returns whether the current scope holds the parameters of a template.
    #[inline]
    pub(super) fn in_template(&self) -> bool {
        self.get(self.current).is_template
    }

    pub(super) fn leave(&mut self) {
        self.current = self.get(self.current).parent;
    }

    pub(super) fn set_parent(&mut self, scope: ScopeId, parent: ScopeId) {
        self.get_mut(scope).parent = parent;
    }

    /// Continues searches of `scope` in `base`.
    pub(super) fn add_base(&mut self, scope: ScopeId, base: ScopeId) {
        if base != ScopeId::NONE && base != scope && !self.get(scope).bases.contains(&base) {
            self.get_mut(scope).bases.push(base);
        }
    }

    pub(super) fn bind(&mut self, scope: ScopeId, name: Symbol, binding: Binding) {
        if binding.entity != Entity::Value {
            self.track(name);
        }
        self.get_mut(scope).names.insert(name, binding);
    }

    /// Binds a name to a value where that can hide a type.
    pub(super) fn bind_value(&mut self, scope: ScopeId, name: Symbol) {
        self.track(name);
        self.bind(scope, name, Binding { entity: Entity::Value, inner: ScopeId::NONE });
    }

    fn track(&mut self, name: Symbol) {
        let index = name.raw() as usize;
        if self.tracked.len() <= index {
            self.tracked.resize(index + 1, false);
        }
        self.tracked[index] = true;
    }

    /// Returns whether the name is anything but a value in any scope.
    #[inline]
    pub(super) fn is_tracked(&self, name: Symbol) -> bool {
        self.tracked.get(name.raw() as usize).is_some_and(|&tracked| tracked)
    }

    /// The scope that declarations land in: the nearest that does not hold template parameters.
    pub(super) fn declaring(&self) -> ScopeId {
        let mut scope = self.current;
        while self.get(scope).is_template {
            scope = self.get(scope).parent;
        }
        scope
    }

    /// The builtin meaning of a word.
    pub(super) fn builtin(&self, name: Symbol) -> Option<Binding> {
        let entity = match self.words.get(name.raw() as usize)? {
            Word::Type | Word::EffectObject | Word::Subobject => Entity::Type,
            Word::TypeTemplate => Entity::TypeTemplate,
            Word::Name
            | Word::Keyword(_)
            | Word::Modifier(_)
            | Word::Contextual(_)
            | Word::Technique
            | Word::Operator
            | Word::FormerInterface
            | Word::Reserved => return None,
        };
        Some(Binding { entity, inner: ScopeId::NONE })
    }

    /// The binding of the name in the scope itself.
    pub(super) fn own(&self, scope: ScopeId, name: Symbol) -> Option<Binding> {
        self.get(scope).names.get(&name).copied()
    }

    /// The meaning of `scope::name`.
    pub(super) fn member(&self, scope: ScopeId, name: Symbol) -> Option<Binding> {
        let found = self.search(scope, name, &mut { SEARCH_BUDGET });
        let has_builtins = scope == ScopeId::GLOBAL || (scope == self.hlsl && scope != ScopeId::NONE);
        found.or_else(|| if has_builtins { self.builtin(name) } else { None })
    }

    /// The meaning of the name in the current scope.
    pub(super) fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.declared(name).or_else(|| self.builtin(name))
    }

    /// The declaration of the name in the source that is visible in the current scope.
    pub(super) fn declared(&self, name: Symbol) -> Option<Binding> {
        if !self.is_tracked(name) {
            return None;
        }
        let mut scope = self.current;
        while scope != ScopeId::NONE {
            if let Some(binding) = self.search(scope, name, &mut { SEARCH_BUDGET }) {
                return Some(binding);
            }
            scope = self.get(scope).parent;
        }
        None
    }

    /// Searches a scope and its bases, depth first.
    fn search(&self, scope: ScopeId, name: Symbol, budget: &mut u32) -> Option<Binding> {
        if let Some(binding) = self.own(scope, name) {
            return Some(binding);
        }
        let bases = &self.get(scope).bases;
        if bases.is_empty() || *budget == 0 {
            return None;
        }
        *budget -= 1;
        bases.iter().find_map(|&base| self.search(base, name, budget))
    }

    #[inline]
    fn get(&self, scope: ScopeId) -> &Scope {
        &self.scopes[scope.0 as usize]
    }

    fn get_mut(&mut self, scope: ScopeId) -> &mut Scope {
        &mut self.scopes[scope.0 as usize]
    }
}
