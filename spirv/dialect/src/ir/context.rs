//! Uniqued entities: types, attributes, names and locations.

use super::attrs::{Attr, EnumKind};
use super::ids::{AttrId, TypeId, tag};
use super::types::{FloatKind, Sign, Type};
use base::ids::{self, Id, UniqueArena};
use base::intern::{Interner, Symbol};
use std::ops::Index;

/// The id of a uniqued source location.
pub type LocId = Id<Loc>;

/// A location in the source that a module was compiled from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loc {
    /// The file's name.
    pub file: Symbol,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
    /// The debug scope.
    pub scope: Option<AttrId>,
    /// The debug range; file, line and column are its start.
    pub range: Option<AttrId>,
}

/// Owns the types, attributes, names and locations of a module.
#[derive(Clone, Debug, Default)]
pub struct Context {
    types: UniqueArena<Type, tag::Type>,
    attrs: UniqueArena<Attr, tag::Attr>,
    names: Interner,
    locs: UniqueArena<Loc>,
}

impl Context {
    /// The id of `ty`.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }

    /// Reserves room for this many more types and attributes.
    pub fn reserve(&mut self, count: usize) {
        self.types.reserve(count);
        self.attrs.reserve(count);
    }

    /// The id of `attr`.
    pub fn attr(&mut self, attr: Attr) -> AttrId {
        self.attrs.intern(attr)
    }

    /// The id of the name.
    pub fn name(&mut self, name: &str) -> Symbol {
        self.names.intern(name)
    }

    /// The text of a name.
    pub fn str(&self, name: Symbol) -> &str {
        self.names.resolve(name)
    }

    /// The id of a location.
    pub fn loc(&mut self, loc: Loc) -> LocId {
        self.locs.intern(loc)
    }

    /// The location with this id.
    pub fn loc_of(&self, loc: LocId) -> Loc {
        self.locs[loc]
    }

    /// The unknown location.
    pub fn nowhere(&mut self) -> Loc {
        Loc { file: self.name(""), line: 0, column: 0, scope: None, range: None }
    }

    /// All types, in order of first use.
    pub fn types(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }

    /// The type without values.
    pub fn none(&mut self) -> TypeId {
        self.ty(Type::None)
    }

    /// `i1`.
    pub fn bool(&mut self) -> TypeId {
        self.int(1)
    }

    /// `iN`.
    pub fn int(&mut self, width: u32) -> TypeId {
        self.ty(Type::Int { width, sign: Sign::Signless })
    }

    /// `fN`.
    pub fn float(&mut self, width: u32) -> TypeId {
        self.ty(Type::Float { width, kind: FloatKind::Ieee })
    }

    /// A vector of `len` components.
    pub fn vector(&mut self, elem: TypeId, len: u32) -> TypeId {
        self.ty(Type::Vector { elem, len })
    }

    /// The attribute that names something in the module.
    pub fn symbol_attr(&mut self, name: Symbol) -> AttrId {
        self.attr(Attr::Symbol(name))
    }

    /// A text attribute.
    pub fn str_attr(&mut self, text: &str) -> AttrId {
        self.attr(Attr::Str(text.into()))
    }

    /// A signless 32-bit integer constant.
    pub fn i32_attr(&mut self, value: u32) -> AttrId {
        let ty = self.int(32);
        self.attr(Attr::Int { bits: u64::from(value), ty })
    }

    /// An enumerated attribute without parameters.
    pub fn enum_attr(&mut self, kind: EnumKind, value: u32) -> AttrId {
        self.attr(Attr::Enum { kind, value, params: Box::default() })
    }

    /// The component type of a vector, or the type itself.
    #[inline]
    pub fn scalar_of(&self, ty: TypeId) -> TypeId {
        match self[ty] {
            Type::Vector { elem, .. } => elem,
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => ty,
        }
    }

    /// The type of the same shape as `ty` with `scalar` components.
    pub fn with_scalar(&mut self, ty: TypeId, scalar: TypeId) -> TypeId {
        match self[ty] {
            Type::Vector { len, .. } => self.vector(scalar, len),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => scalar,
        }
    }
}

impl Index<TypeId> for Context {
    type Output = Type;
    #[inline]
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
}

impl Index<AttrId> for Context {
    type Output = Attr;
    #[inline]
    fn index(&self, id: AttrId) -> &Attr {
        &self.attrs[id]
    }
}

/// An immutable context, with the types and attributes that are added to it.
#[derive(Debug)]
pub struct Extended<'c> {
    types: ids::Extended<'c, Type, tag::Type>,
    attrs: ids::Extended<'c, Attr, tag::Attr>,
}

impl<'c> Extended<'c> {
    /// A context without additions.
    pub fn new(ctx: &'c Context) -> Self {
        Extended { types: ids::Extended::new(&ctx.types), attrs: ids::Extended::new(&ctx.attrs) }
    }

    /// The id of `ty`.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }

    /// The id of `attr`.
    pub fn attr(&mut self, attr: Attr) -> AttrId {
        self.attrs.intern(attr)
    }
}

impl Index<TypeId> for Extended<'_> {
    type Output = Type;
    #[inline]
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
}

impl Index<AttrId> for Extended<'_> {
    type Output = Attr;
    #[inline]
    fn index(&self, id: AttrId) -> &Attr {
        &self.attrs[id]
    }
}
