//! A conformance suite for HLSL: whether a compiler, and whatever runs its modules, gives the results that the
//! specifications demand.
//!
//! | module | owns |
//! |---|---|
//! | [`oracle`] | what is right, in plain Rust: numbers, conversions, operators, functions, layouts |
//! | [`case`](mod@case) | a probe: a piece of HLSL, its inputs, and the allowed results for each row of them |
//! | [`chapters`] | one table of probes for each part of the language, with the sections they come from |
//! | [`program`] | hundreds of probes as one shader, or one probe with one row as a file of its own |
//! | [`compiler`] | compilers under test: this one, and others by their commands |
//! | [`way`] | ways to run a module: lanes one by one or together, processors, Vulkan |
//! | [`run`] | a chapter through a compiler and a way: failures, each made small |
//! | [`interfaces`] | what semantics become: builtins, locations, decorations |
//! | [`refused`] | programs that must not compile |
//! | [`known`] | differences that are known, each with its reason |
//! | [`report`] | the page of results |
//!
//! No expectation is computed by a compiler: this crate imports the compilers' public interfaces and nothing of their
//! insides. A case is a row of a probe with one of its outputs.

pub mod case;
pub mod chapters;
pub mod compiler;
pub mod interfaces;
pub mod known;
pub mod oracle;
pub mod program;
pub mod refused;
pub mod report;
pub mod run;
pub mod way;
