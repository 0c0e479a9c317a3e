//! The facts of the language, one row each: everything about an intrinsic, method, attribute or semantic is in its row,
//! its lowering included.

pub mod attributes;
pub mod constants;
pub mod fold;
pub mod intrinsics;
pub mod methods;
pub mod modifiers;
pub mod semantics;
pub(crate) mod types;

/// Fails the build at a row out of order: rows are found by binary search.
const fn expect_order(before: &str, name: &str) {
    let (left, right) = (before.as_bytes(), name.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    if at < left.len() && (at == right.len() || left[at] > right[at]) {
        panic!("{}", name);
    }
}

/// Checks at compile time that the rows of a table are sorted by the name that a field holds.
macro_rules! sorted_by_name {
    ($rows:expr, $name:tt) => {
        const _: () = {
            let mut at = 1;
            while at < $rows.len() {
                crate::tables::expect_order($rows[at - 1].$name, $rows[at].$name);
                at += 1;
            }
        };
    };
}
use sorted_by_name;
