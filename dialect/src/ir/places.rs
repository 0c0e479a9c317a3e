//! Where a module of words says what, so that it is said again in that order. What passes have made has no place.

use super::ids::{AttrId, TypeId, ValueId};
use base::intern::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a module declares once, whoever refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declared {
    /// A type.
    Type(TypeId),
    /// A pointer that is announced before the struct it points to.
    Announced(TypeId),
    /// A constant of a type, or what is undefined of it.
    Constant(AttrId, TypeId),
    /// What has a name in the module: a function, a variable and the like.
    Symbol(Symbol),
    /// A text.
    Text(AttrId),
    /// An extended instruction set, by the text that names it.
    Set(AttrId),
    /// A value of a function, which is decorated like what is declared.
    Value(ValueId),
}

/// The first place of what words say about each thing that a module declares, as an offset in them.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Where it is declared.
    pub declared: FxHashMap<Declared, u32>,
    /// Where it is named.
    pub named: FxHashMap<Declared, u32>,
    /// Where it is decorated, by the number of the decoration; nothing for those of members, which stand together.
    pub decorated: FxHashMap<(Declared, Option<u32>), u32>,
    /// The vectors of zeros that are declared as null constants.
    pub nulls: FxHashSet<(AttrId, TypeId)>,
}
