//! Names with a special meaning for the checker, interned once, and common types.

use crate::hir::Module;
use crate::hir::ty::{Scalar, Type, TypeId};
use base::intern::{Interner, Symbol};

/// Names with a special meaning for the checker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) this: Symbol,
    pub(crate) sizeof: Symbol,
    pub(crate) is_same: Symbol,
    pub(crate) register: Symbol,
    pub(crate) packoffset: Symbol,
    pub(crate) length: Symbol,
    /// The number of control points in a patch.
    pub(crate) patch_length: Symbol,
    pub(crate) mips: Symbol,
    pub(crate) sample: Symbol,
    pub(crate) vk: Symbol,
    pub(crate) dx: Symbol,
    pub(crate) linear_algebra: Symbol,
    pub(crate) hlsl: Symbol,
    pub(crate) size_t: Symbol,
    pub(crate) numeric_limits: Symbol,
    pub(crate) casts: [Symbol; 3],
    pub(crate) globals: Symbol,
    pub(crate) auto: Symbol,
    pub(crate) read: Symbol,
    pub(crate) write: Symbol,
}

impl Words {
    pub(crate) fn new(names: &mut Interner) -> Self {
        Words {
            this: names.intern("this"),
            sizeof: names.intern("sizeof"),
            is_same: names.intern("__is_same"),
            register: names.intern("register"),
            packoffset: names.intern("packoffset"),
            length: names.intern("length"),
            patch_length: names.intern("Length"),
            mips: names.intern("mips"),
            sample: names.intern("sample"),
            vk: names.intern("vk"),
            dx: names.intern("dx"),
            linear_algebra: names.intern("dx::linalg"),
            hlsl: names.intern("hlsl"),
            size_t: names.intern("size_t"),
            numeric_limits: names.intern("numeric_limits"),
            casts: frontend::words::CASTS.map(|name| names.intern(name)),
            globals: names.intern("$Globals"),
            auto: names.intern("auto"),
            read: names.intern("read"),
            write: names.intern("write"),
        }
    }
}

/// Common types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) error: TypeId,
    pub(crate) void: TypeId,
    pub(crate) string: TypeId,
    pub(crate) bool_: TypeId,
    pub(crate) int: TypeId,
    pub(crate) uint: TypeId,
}

impl Common {
    pub(crate) fn intern(module: &mut Module) -> Self {
        Common {
            error: module.types.intern(Type::Error),
            void: module.types.intern(Type::Void),
            string: module.types.intern(Type::String),
            bool_: module.types.intern(Type::Scalar(Scalar::Bool)),
            int: module.types.intern(Type::Scalar(Scalar::Int)),
            uint: module.types.intern(Type::Scalar(Scalar::UInt)),
        }
    }
}
