//! The facts of the language, one row each: everything that is known of an intrinsic, method, attribute or semantic
//! stands in its row, its lowering included.

pub mod attributes;
pub mod constants;
pub mod fold;
pub mod intrinsics;
pub mod methods;
pub mod semantics;
