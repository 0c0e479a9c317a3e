//! Programs that must not compile.
