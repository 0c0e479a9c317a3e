//! Places that a shader's pointers lead to, in terms of a kernel's memory.

use dialect::ir::{Attr, Context, TypeId, ValueId};
use dialect::spirv::types::Member;
use spirv::{BuiltIn, StorageClass};

/// The layout of a matrix in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatrixLayout {
    /// The stride of columns, or of rows.
    pub(crate) stride: u32,
    /// The matrix is row-major.
    pub(crate) row_major: bool,
}

impl MatrixLayout {
    /// The layout of the matrices in a member of a struct.
    pub(crate) fn of(ctx: &Context, member: &Member) -> Option<MatrixLayout> {
        let find = |wanted: &str| member.decorations.iter().find(|(name, _)| *name == wanted).map(|(_, attr)| *attr);
        let stride = match ctx[find("matrix_stride")?] {
            Attr::Int { bits, .. } => bits as u32,
            Attr::Literal(value) => value,
            _ => return None,
        };
        Some(MatrixLayout { stride, row_major: find("row_major").is_some() })
    }
}

/// Memory that the host shares: a pointer to bytes, and a size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    /// The pointer to bytes.
    pub(crate) base: ValueId,
    /// Its storage class.
    pub(crate) storage: StorageClass,
    /// The number of bytes, where it is an argument of the kernel.
    pub(crate) size: Option<ValueId>,
    /// The part of the offset that is known only at run time.
    pub(crate) offset: Option<ValueId>,
    /// The constant part of the offset.
    pub(crate) constant: u64,
    /// The type at this place, with its layout.
    pub(crate) ty: TypeId,
    /// The layout of its matrices.
    pub(crate) matrix: Option<MatrixLayout>,
    /// For vectors: the distance of components, where it is not their size.
    pub(crate) step: Option<u32>,
    /// Other invocations must see each access.
    pub(crate) volatile: bool,
}

/// The place that a pointer leads to.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Memory that the host shares.
    Bytes(Bytes),
    /// Memory of a workgroup or an invocation: a pointer of the kernel's, and the shader's type.
    Typed {
        /// The pointer.
        pointer: ValueId,
        /// Its storage class.
        storage: StorageClass,
        /// The type at this place.
        ty: TypeId,
    },
    /// A builtin, or a component of it.
    Builtin {
        /// The builtin.
        builtin: BuiltIn,
        /// The type that the shader reads.
        ty: TypeId,
        /// The component.
        component: Option<ValueId>,
    },
    /// An array of resources from which none has been chosen.
    Table(Resource),
    /// An image or a sampler.
    Opaque(ValueId),
    /// An image with its sampler.
    Combined(ValueId, ValueId),
    /// A texel, for atomics.
    Texel,
}

/// A resource variable of the shader as arguments of the kernel, one for each element.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// The elements.
    pub(crate) elements: Vec<Handle>,
    /// The type of an element.
    pub(crate) ty: TypeId,
    /// The variable is an array.
    pub(crate) is_array: bool,
    /// Other invocations must see each access.
    pub(crate) volatile: bool,
}

/// The argument for an element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handle {
    /// A pointer to bytes, where it leads, and how many there are.
    Memory(ValueId, StorageClass, Option<ValueId>),
    /// An image or a sampler.
    Opaque(ValueId),
    /// An image with its sampler.
    Combined(ValueId, ValueId),
}
