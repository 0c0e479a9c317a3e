//! The order of matrices without modifiers: that of the options, or of `#pragma pack_matrix`. Must not know what has the order.

use crate::hir::ty::MatrixOrder;

/// The order of matrices without modifiers at a position of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The order.
    pub(crate) order: MatrixOrder,
    /// True if `#pragma pack_matrix` sets it, and not the options.
    pub(crate) is_explicit: bool,
}

impl Packing {
    /// The order behind `#pragma pack_matrix`.
    pub(crate) fn of_pragma(row_major: bool) -> Packing {
        let order = if row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor };
        Packing { order, is_explicit: true }
    }
}
