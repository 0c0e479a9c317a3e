//! The order of a module's declarations, names and decorations in its words, so that they are written in that order
//! again. Declarations that passes make have no place.

use super::ids::{AttrId, TypeId, ValueId};
use base::intern::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// A declaration or a name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declared {
    /// A type.
    Type(TypeId),
    /// A pointer that is declared before the struct it points to.
    Announced(TypeId),
    /// A constant of a type, or its undefined value.
    Constant(AttrId, TypeId),
    /// A named declaration: a function, a variable and similar ones.
    Symbol(Symbol),
    /// A text.
    Text(AttrId),
    /// An extended instruction set, by the text that names it.
    Set(AttrId),
    /// A value of a function, which can be decorated as well.
    Value(ValueId),
}

/// The first place at which a module declares, names and decorates each entity, as an offset in its words.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Offsets of declarations.
    pub declared: FxHashMap<Declared, u32>,
    /// Offsets of names.
    pub named: FxHashMap<Declared, u32>,
    /// Offsets of decorations, by the number of the decoration; `None` for those of members, which are together.
    pub decorated: FxHashMap<(Declared, Option<u32>), u32>,
    /// Zero vectors that are declared as null constants.
    pub nulls: FxHashSet<(AttrId, TypeId)>,
}
