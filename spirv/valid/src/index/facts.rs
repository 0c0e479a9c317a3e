//! Facts about types that many rules ask for, as bits.

/// The kinds of a type and of its parts. Pointers are not followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts(u32);

impl Facts {
    pub(crate) const BOOL: Facts = Facts(1);
    pub(crate) const INT8: Facts = Facts(1 << 1);
    pub(crate) const INT16: Facts = Facts(1 << 2);
    pub(crate) const INT64: Facts = Facts(1 << 3);
    pub(crate) const FLOAT16: Facts = Facts(1 << 4);
    pub(crate) const FLOAT64: Facts = Facts(1 << 5);
    pub(crate) const RUNTIME_ARRAY: Facts = Facts(1 << 6);
    /// An image, a sampler, an acceleration structure and similar ones.
    pub(crate) const OPAQUE: Facts = Facts(1 << 7);
    pub(crate) const POINTER: Facts = Facts(1 << 8);
    pub(crate) const COOPERATIVE: Facts = Facts(1 << 9);
    /// A struct decorated with Block or BufferBlock.
    pub(crate) const BLOCK: Facts = Facts(1 << 10);
    /// A struct with built-in members.
    pub(crate) const BUILTIN: Facts = Facts(1 << 11);
    pub(crate) const FLOAT8: Facts = Facts(1 << 12);
    /// A type that cannot be null.
    pub(crate) const NOT_NULLABLE: Facts = Facts(1 << 13);
    /// A type whose size the compiler does not know: anything but numbers, booleans, pointers and composites of them.
    pub(crate) const NOT_DATA: Facts = Facts(1 << 14);
    pub(crate) const PHYSICAL_POINTER: Facts = Facts(1 << 15);
    pub(crate) const BFLOAT: Facts = Facts(1 << 16);
    /// Matrices.
    pub(crate) const MATRIX: Facts = Facts(1 << 17);
    /// Any pointer but one to a physical storage buffer.
    pub(crate) const LOGICAL_POINTER: Facts = Facts(1 << 18);
    /// A pointer to a storage buffer.
    pub(crate) const BUFFER_POINTER: Facts = Facts(1 << 19);
    /// A pointer to shared memory.
    pub(crate) const SHARED_POINTER: Facts = Facts(1 << 20);
    /// A pointer that is never a value.
    pub(crate) const FIXED_POINTER: Facts = Facts(1 << 21);
    /// A hit object, which is not a value.
    pub(crate) const HIT_OBJECT: Facts = Facts(1 << 25);
    /// A vector with a constant as its length.
    pub(crate) const LONG_VECTOR: Facts = Facts(1 << 24);
    /// A vector of more than four components.
    pub(crate) const WIDE_VECTOR: Facts = Facts(1 << 25);
    /// A 32-bit number.
    pub(crate) const WIDE: Facts = Facts(1 << 23);
    /// An image, a sampler, or an acceleration structure.
    pub(crate) const DESCRIPTOR: Facts = Facts(1 << 22);

    /// Numbers of 8 and 16 bits.
    pub(crate) const SMALL: Facts = Self::INT8.or(Self::INT16).or(Self::FLOAT16).or(Self::FLOAT8).or(Self::BFLOAT);

    /// Returns whether the two sets intersect.
    pub(crate) const fn meets(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    pub(crate) const fn or(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }
}
