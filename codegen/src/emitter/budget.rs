//! Limits of the size of the generated code.
//!
//! A small program can expand to an unreasonable amount of code, such as repeated copies of large values. The size
//! of one copy is limited, and so is that of all code, in proportion to the source.

use crate::diagnostics::{CodeTooLarge, CopyTooLarge};
use crate::emitter::Emitter;
use sema::hir::ty::{Type, TypeId};

/// The limit of parts into which one copy is split.
const MAX_PARTS: u64 = 1 << 16;
/// The limit of words of code for an empty source: 4 MiB.
const LEAST_WORDS: u64 = 1 << 20;
/// The words added to the limit per byte of source. Real programs need less than one.
const WORDS_PER_BYTE: u64 = 64;

impl Emitter<'_> {
    /// Returns whether the code has reached the limit, and reports it where that happens. No module comes out then, so
    /// the rest need not be emitted.
    pub(crate) fn is_full(&mut self) -> bool {
        let limit = LEAST_WORDS + WORDS_PER_BYTE * self.sources.size();
        if self.spv.code_size() as u64 <= limit {
            return false;
        }
        let span = self.spv.function.span();
        self.sink.report(span, CodeTooLarge { size: (limit >> 18).to_string() });
        true
    }

    /// Returns whether a value of the type is small enough to be split, and reports it if not. `weight` gives the parts
    /// per number of a type.
    pub(crate) fn takes_apart(&mut self, ty: TypeId, weight: fn(Type) -> u64) -> bool {
        if self.is_full() {
            return false;
        }
        let fits = self.count_parts(ty, weight) <= MAX_PARTS;
        if !fits {
            let span = self.spv.function.span();
            self.sink.report(span, CopyTooLarge { count: MAX_PARTS.to_string() });
        }
        fits
    }

    /// The number of parts into which a value is split.
    fn count_parts(&self, ty: TypeId, weight: fn(Type) -> u64) -> u64 {
        match self.module.types[ty] {
            Type::Array(element, count) => self.count_parts(element, weight).saturating_mul(u64::from(count)),
            Type::Struct(id) => {
                let fields = self.module.structs[id].fields.iter();
                fields.fold(1, |sum, field| sum.saturating_add(self.count_parts(field.ty, weight)))
            }
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => weight(other),
        }
    }
}

/// Counts each number as one part.
pub(crate) fn by_number(_: Type) -> u64 {
    1
}

/// Counts each scalar as one part.
pub(crate) fn by_scalar(ty: Type) -> u64 {
    match ty {
        Type::Vector(_, count) => count.into(),
        Type::Matrix { rows, columns, .. } => u64::from(rows) * u64::from(columns),
        Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => 1,
    }
}
