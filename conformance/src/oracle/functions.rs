//! Intrinsic functions.
