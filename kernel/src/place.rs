//! Where pointers of a shader lead, in terms of what a kernel has.

use dialect::ir::{Attr, Context, TypeId, ValueId};
use dialect::spirv::types::Member;
use spirv::{BuiltIn, StorageClass};

/// How the columns and components of a matrix lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatrixLayout {
    /// The distance of columns, or of rows.
    pub(crate) stride: u32,
    /// Whether rows lie one after the other.
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

/// Memory that the host shares: so many bytes behind a pointer to bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    /// The pointer to bytes.
    pub(crate) base: ValueId,
    /// Where that leads.
    pub(crate) storage: StorageClass,
    /// How many bytes there are, as a value, where the kernel is told.
    pub(crate) size: Option<ValueId>,
    /// The part of the offset that is known only at run time.
    pub(crate) offset: Option<ValueId>,
    /// The rest of it.
    pub(crate) constant: u64,
    /// What is there, with its layout.
    pub(crate) ty: TypeId,
    /// The layout of the matrices in it.
    pub(crate) matrix: Option<MatrixLayout>,
    /// For vectors: the distance of components, where it is not their size.
    pub(crate) step: Option<u32>,
    /// Whether other invocations must see each access.
    pub(crate) volatile: bool,
}

/// Where a pointer leads.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Memory that the host shares.
    Bytes(Bytes),
    /// Memory of a workgroup or an invocation: a pointer of the kernel's, and what is there in the shader's terms.
    Typed {
        /// The pointer.
        pointer: ValueId,
        /// Where that leads.
        storage: StorageClass,
        /// What is there.
        ty: TypeId,
    },
    /// A builtin, or a component of it.
    Builtin {
        /// Which.
        builtin: BuiltIn,
        /// The shader's type of what is read.
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

/// What a variable of the shader is to the kernel: an argument for each of its elements.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// The elements.
    pub(crate) elements: Vec<Handle>,
    /// What each holds.
    pub(crate) ty: TypeId,
    /// Whether the variable is an array.
    pub(crate) is_array: bool,
    /// Whether other invocations must see each access.
    pub(crate) volatile: bool,
}

/// What the host gives for an element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handle {
    /// A pointer to bytes, where it leads, and how many there are.
    Memory(ValueId, StorageClass, Option<ValueId>),
    /// An image or a sampler.
    Opaque(ValueId),
    /// An image with its sampler.
    Combined(ValueId, ValueId),
}
