//! Components of vectors and elements of matrices by letters and digits.

use crate::check::state::Checker;
use crate::diagnostics::InvalidSwizzle;
use crate::hir::expr::{Components, ExprId, ExprKind, MatrixElements};
use crate::hir::ty::{MAX_SHORT_VECTOR, Scalar, Type};
use base::intern::Symbol;
use base::source::Span;

impl Checker<'_> {
    /// `v.xyz`
    pub(crate) fn swizzle(&mut self, base: ExprId, elem: Scalar, size: u16, name: Symbol, span: Span) -> ExprId {
        let Some(components) = components(self.names.resolve(name), size) else {
            return self.invalid_swizzle(base, name, span);
        };
        let base = if elem.is_literal() { self.concrete(base) } else { base };
        let elem = if let Type::Scalar(elem) | Type::Vector(elem, _) = self.type_of(base) { elem } else { elem };
        let taken = components.as_slice();
        let ty = if taken.len() == 1 { Type::Scalar(elem) } else { Type::Vector(elem, components.len.into()) };
        let ty = self.intern(ty);
        let base = if takes_twice(taken) { self.load(base) } else { base };
        self.like(base, ty, ExprKind::Swizzle { base, components }, span)
    }

    /// `m._m00_m11`
    pub(crate) fn matrix_swizzle(
        &mut self,
        base: ExprId,
        elem: Scalar,
        rows: u8,
        columns: u8,
        name: Symbol,
        span: Span,
    ) -> ExprId {
        let Some(elements) = matrix_elements(self.names.resolve(name), rows, columns) else {
            return self.invalid_swizzle(base, name, span);
        };
        let taken = elements.as_slice();
        let ty = if taken.len() == 1 { Type::Scalar(elem) } else { Type::Vector(elem, elements.len.into()) };
        let ty = self.intern(ty);
        let base = if takes_twice(taken) { self.load(base) } else { base };
        self.like(base, ty, ExprKind::MatrixSwizzle { base, elements }, span)
    }

    fn invalid_swizzle(&mut self, base: ExprId, name: Symbol, span: Span) -> ExprId {
        let (text, ty) = (self.text(name), self.type_name(self.ty(base)));
        let advice = swizzle_advice(&text, self.type_of(base));
        let report = self.report(span, InvalidSwizzle { text, ty });
        if let Some(advice) = advice {
            report.note_at(span, advice);
        }
        self.error(span)
    }

    /// Returns whether a swizzle repeats a component, which makes it an r-value.
    pub(crate) fn repeats(&self, expr: ExprId) -> bool {
        let kind = &self.frame.body.exprs[expr].kind;
        matches!(kind, ExprKind::Swizzle { components, .. } if takes_twice(components.as_slice()))
            || matches!(kind, ExprKind::MatrixSwizzle { elements, .. } if takes_twice(elements.as_slice()))
    }
}

fn takes_twice<T: PartialEq>(taken: &[T]) -> bool {
    (1..taken.len()).any(|position| taken[..position].contains(&taken[position]))
}

/// Advice for an invalid swizzle.
fn swizzle_advice(text: &str, ty: Type) -> Option<String> {
    let size = match ty {
        Type::Scalar(_) => 1,
        Type::Vector(..) if ty.is_long_vector() => {
            return Some("a vector of more than 4 components has indices, and no swizzles".to_owned());
        }
        Type::Vector(_, size) => usize::from(size),
        Type::Matrix { .. } => {
            return Some("matrix elements are '_m00' (zero-based) or '_11' (one-based)".to_owned());
        }
        Type::Error
        | Type::Void
        | Type::String
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => return None,
    };
    let [coordinates, colours] = [b"xyzw", b"rgba"].map(|set| text.bytes().any(|letter| set.contains(&letter)));
    let of_sets = text.bytes().all(|letter| b"xyzwrgba".contains(&letter));
    Some(match (of_sets, coordinates && colours) {
        (true, true) => "'xyzw' and 'rgba' cannot be mixed".to_owned(),
        (true, false) if text.len() > 4 => "at most 4 components can be selected".to_owned(),
        (true, false) => format!("available components are '{}' or '{}'", &"xyzw"[..size], &"rgba"[..size]),
        (false, _) => "components are named 'xyzw' or 'rgba'".to_owned(),
    })
}

/// The components that a text selects, from one of the two sets of letters.
fn components(text: &str, size: u16) -> Option<Components> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || bytes.len() > 4 || size > MAX_SHORT_VECTOR {
        return None;
    }
    let set: &[u8] = if b"xyzw".contains(&bytes[0]) { b"xyzw" } else { b"rgba" };
    let mut items = [0; 4];
    for (item, byte) in items.iter_mut().zip(bytes) {
        *item = set.iter().position(|letter| letter == byte).filter(|&index| index < usize::from(size))? as u8;
    }
    Some(Components { items, len: bytes.len() as u8 })
}

/// The elements that a text selects: `_m00` counts from 0, `_11` from 1, and the two cannot be mixed.
fn matrix_elements(text: &str, rows: u8, columns: u8) -> Option<MatrixElements> {
    let zero_based = text.starts_with("_m");
    let width = if zero_based { 4 } else { 3 };
    let bytes = text.as_bytes();
    if bytes.is_empty() || !bytes.len().is_multiple_of(width) || bytes.len() / width > 4 {
        return None;
    }
    let mut items = [(0, 0); 4];
    let first = if zero_based { b'0' } else { b'1' };
    for (item, part) in items.iter_mut().zip(bytes.chunks(width)) {
        let (prefix, digits) = part.split_at(width - 2);
        if prefix != if zero_based { b"_m".as_slice() } else { b"_".as_slice() } {
            return None;
        }
        let row = digits[0].checked_sub(first).filter(|&row| row < rows)?;
        let column = digits[1].checked_sub(first).filter(|&column| column < columns)?;
        *item = (row, column);
    }
    Some(MatrixElements { items, len: (bytes.len() / width) as u8 })
}

#[cfg(test)]
mod tests {
    use super::{components, matrix_elements};

    #[test]
    fn letters_select_components() {
        assert_eq!(components("xw", 4).map(|c| c.as_slice().to_vec()), Some(vec![0, 3]));
        assert_eq!(components("bgr", 3).map(|c| c.as_slice().to_vec()), Some(vec![2, 1, 0]));
        assert!(components("xg", 4).is_none());
        assert!(components("z", 2).is_none());
        assert!(components("xxxxx", 4).is_none());
    }

    #[test]
    fn digits_select_elements() {
        assert_eq!(matrix_elements("_m01_m10", 2, 2).map(|e| e.as_slice().to_vec()), Some(vec![(0, 1), (1, 0)]));
        assert_eq!(matrix_elements("_44", 4, 4).map(|e| e.as_slice().to_vec()), Some(vec![(3, 3)]));
        assert!(matrix_elements("_m00_11", 4, 4).is_none());
        assert!(matrix_elements("_m02", 2, 2).is_none());
    }
}
