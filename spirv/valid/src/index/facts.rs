//! Facts about types that many rules ask for, as bits.

/// The kinds of a type and of its parts. Pointers are not followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts(u32);

/// Gives each fact a bit of its own.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "positions of bits, by the names of the facts")]
        #[repr(u32)]
        enum Position { $($name),* }

        impl Facts {
            $($(#[$doc])* pub(crate) const $name: Facts = Facts(1 << Position::$name as u32);)*
        }
    };
}

facts! {
    BOOL
    INT8
    INT16
    INT64
    FLOAT16
    FLOAT64
    RUNTIME_ARRAY
    /// An image, a sampler, an acceleration structure and similar ones.
    OPAQUE
    POINTER
    COOPERATIVE
    /// A struct decorated with Block or BufferBlock.
    BLOCK
    /// A struct with built-in members.
    BUILTIN
    FLOAT8
    /// A type that cannot be null.
    NOT_NULLABLE
    /// A type whose size the compiler does not know: anything but numbers, booleans, pointers and composites of them.
    NOT_DATA
    PHYSICAL_POINTER
    BFLOAT
    /// Matrices.
    MATRIX
    /// Any pointer but one to a physical storage buffer.
    LOGICAL_POINTER
    /// A pointer to a storage buffer.
    BUFFER_POINTER
    /// A pointer to shared memory.
    SHARED_POINTER
    /// A pointer that is never a value.
    FIXED_POINTER
    /// A hit object, which is not a value.
    HIT_OBJECT
    /// A vector with a constant as its length.
    LONG_VECTOR
    /// A vector of more than four components.
    WIDE_VECTOR
    /// A 32-bit number.
    WIDE
    /// An image, a sampler, or an acceleration structure.
    DESCRIPTOR
}

impl Facts {
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
