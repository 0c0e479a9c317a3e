//! How much code there may be.
//!
//! A small program can ask for more code than anybody can wait for: copies of large values, again and again. What a copy
//! may come to is limited, and what all code may come to, by what the source has room to ask for.

use crate::diagnostics::{CodeTooLarge, CopyTooLarge};
use crate::emitter::Emitter;
use sema::hir::ty::{Type, TypeId};

/// The most parts that one copy is taken apart into.
const MAX_PARTS: u64 = 1 << 16;
/// How many words of code there may be for any source: 4 MiB.
const LEAST_WORDS: u64 = 1 << 20;
/// How many more for each byte of it. What people write comes to less than one.
const WORDS_PER_BYTE: u64 = 64;

impl Emitter<'_> {
    /// True if there is as much code as there may be, which is reported where that happens. What is asked for then
    /// needs no code: no module comes of it.
    pub(crate) fn is_full(&mut self) -> bool {
        let limit = LEAST_WORDS + WORDS_PER_BYTE * self.sources.size();
        if self.spv.code_size() as u64 <= limit {
            return false;
        }
        let span = self.spv.function.span();
        self.sink.report(span, CodeTooLarge { size: (limit >> 18).to_string() });
        true
    }

    /// True if a value of the type can be taken apart here; that it cannot is reported. Each number is as many parts as
    /// `weight` says of its type.
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

    /// How many parts a value is taken apart into.
    fn count_parts(&self, ty: TypeId, weight: fn(Type) -> u64) -> u64 {
        match self.module.types[ty] {
            Type::Array(element, count) => self.count_parts(element, weight).saturating_mul(u64::from(count)),
            Type::Struct(id) => {
                let fields = self.module.structs[id].fields.iter();
                fields.fold(1, |sum, field| sum.saturating_add(self.count_parts(field.ty, weight)))
            }
            other => weight(other),
        }
    }
}

/// Each number as one part.
pub(crate) fn by_number(_: Type) -> u64 {
    1
}

/// Each scalar as one part.
pub(crate) fn by_scalar(ty: Type) -> u64 {
    match ty {
        Type::Vector(_, count) => count.into(),
        Type::Matrix { rows, columns, .. } => u64::from(rows) * u64::from(columns),
        _ => 1,
    }
}
