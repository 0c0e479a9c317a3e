//! The kinds of values that constants have, by the numbers of `LLVMValueKind`.

pub(super) const FUNCTION: i32 = 5;
pub(super) const VARIABLE: i32 = 8;
pub(super) const EXPRESSION: i32 = 10;
pub(super) const AGGREGATES: [i32; 5] = [11, 12, 13, 16, 17];
pub(super) const UNDEF: i32 = 14;
pub(super) const ZERO: [i32; 3] = [15, 20, 26];
pub(super) const INT: i32 = 18;
pub(super) const FLOAT: i32 = 19;
pub(super) const POISON: i32 = 25;
